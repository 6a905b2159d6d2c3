//! Clauses: what is bent, whom it reaches, how, and the parts that end a clause.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::{
    Advice, Block, Change, Clause, Hook, HookPosition, Lend, Modify, Name, Once, Permit, Prefer,
    Reach, ReachRelation, Tail, Target, Verb,
};

/// Whether a rule of the grammar is that of a clause.
pub(super) const fn is_clause(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::modify
            | Rule::forbid
            | Rule::allow
            | Rule::lend
            | Rule::deny
            | Rule::hook
            | Rule::action
            | Rule::prefer
    )
}

impl Walk<'_> {
    /// A clause, if the pair is one.
    pub(super) fn clause(&mut self, pair: Pair<'_>) -> Option<Clause> {
        self.in_clause(&pair.clone(), |walk| {
            Some(match pair.as_rule() {
                Rule::modify => Clause::Modify(Box::new(walk.modify(pair))),
                Rule::forbid => Clause::Forbid(Box::new(walk.permit(pair))),
                Rule::allow => Clause::Allow(Box::new(walk.permit(pair))),
                Rule::lend => Clause::Lend(Box::new(walk.lend(pair))),
                Rule::deny => Clause::Deny(Box::new(walk.lend(pair))),
                Rule::hook => Clause::Hook(Box::new(walk.hook(pair))),
                Rule::action => Clause::Action(Box::new(walk.action(pair)?)),
                Rule::prefer => Clause::Prefer(Box::new(walk.prefer(pair))),
                _ => return None,
            })
        })
    }

    fn modify(&mut self, pair: Pair<'_>) -> Modify {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let targets = self.targets(&mut cursor, span);
        let reach = self.reach(&mut cursor);
        let group = cursor.next_if(Rule::in_group).map(|pair| self.inner_name(pair));
        let change = cursor.next_if(Rule::change).map(|pair| self.change(pair));
        let tail = self.tail(&mut cursor, MODIFY_GOES_ON);
        if change.is_none() && tail.over.is_empty() {
            self.report(
                Diagnostic::new(codes::BAD_CLAUSE, "this `modify` does not say what it does", span)
                    .label("no `by`, `set to`, `rung`, `times`, `at least` or `at most` here")
                    .help("as in `modify move by -1 when tired \"tired\"`"),
            );
        }
        Modify { targets, reach, group, change, tail, span }
    }

    fn change(&mut self, pair: Pair<'_>) -> Change {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let verb = cursor.next().map_or(Verb::By, |pair| self.verb(pair));
        let amount = self.full(&mut cursor, span);
        let up_to = cursor.next_if(Rule::up_to).map(|pair| self.inner(pair));
        Change { verb, amount, up_to, span }
    }

    /// The verb of a change.
    pub(super) fn verb(&mut self, pair: Pair<'_>) -> Verb {
        match pair.as_rule() {
            Rule::set_to => Verb::SetTo,
            Rule::rung => Verb::Rung,
            Rule::times => Verb::Times,
            Rule::at_least => Verb::AtLeast,
            Rule::at_most => Verb::AtMost,
            Rule::at_stage => Verb::Stage(self.inner_name(pair)),
            _ => Verb::By,
        }
    }

    fn permit(&mut self, pair: Pair<'_>) -> Permit {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let targets = self.targets(&mut cursor, span);
        let reach = self.reach(&mut cursor);
        let tail = self.tail(&mut cursor, CLAUSE_GOES_ON);
        Permit { targets, reach, tail, span }
    }

    fn lend(&mut self, pair: Pair<'_>) -> Lend {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let abilities = cursor.next().map_or_else(Vec::new, |terms| self.terms(terms));
        let reach = self.reach(&mut cursor);
        let tail = self.tail(&mut cursor, CLAUSE_GOES_ON);
        Lend { abilities, reach, tail, span }
    }

    /// `A, B(2)`
    pub(super) fn terms(&mut self, pair: Pair<'_>) -> Vec<crate::tree::Expr> {
        let mut terms = Vec::new();
        for child in pair.into_inner() {
            match child.as_rule() {
                Rule::term => terms.push(self.expr(child)),
                _ => {
                    let gap = self.gap(&child);
                    self.missing(
                        gap,
                        "a name is missing here",
                        "the name of an ability was expected",
                    );
                }
            }
        }
        terms
    }

    fn hook(&mut self, pair: Pair<'_>) -> Hook {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let position = cursor.next().map_or(HookPosition::Before, |pair| hook_position(&pair));
        let whose = cursor.next_if(Rule::whose).map(|pair| self.whose(pair));
        let path = self.next_path(&mut cursor, span);
        if path.names.is_empty() {
            self.missing(
                span,
                "this hook does not say at what",
                "a procedure or step was expected",
            );
        }
        let reach = self.reach(&mut cursor);
        let tail = self.tail(&mut cursor, HOOK_GOES_ON);
        let body = self.next_block(&mut cursor, span, "a hook");
        Hook { position, whose, path, reach, tail, body, span }
    }

    /// A block that must come next; left-over words before it are reported.
    pub(super) fn next_block(&mut self, cursor: &mut Cursor<'_>, whole: Span, what: &str) -> Block {
        if let Some(junk) = cursor.next_if(Rule::head_junk) {
            self.junk(&junk, "what is done stands in braces: `{ .. }`");
        }
        match cursor.next_if(Rule::block) {
            Some(block) => self.block(block),
            None => {
                self.needs_body(false, whole, what);
                Block { stmts: Vec::new(), span: whole.after() }
            }
        }
    }

    /// `in WINDOW prefer ..`
    pub(super) fn prefer(&mut self, pair: Pair<'_>) -> Prefer {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let at = self.next_path(&mut cursor, span);
        let reach = self.reach(&mut cursor);
        let when = cursor.next_if(Rule::when).map(|pair| self.inner(pair));
        let advice = match cursor.peek() {
            Some(Rule::never | Rule::always | Rule::prefers) => {
                cursor.next().map(|pair| self.advice(pair))
            }
            _ => None,
        };
        let advice = advice.unwrap_or_else(|| {
            let found =
                Diagnostic::new(codes::BAD_CLAUSE, "this advice does not say what to prefer", span)
                    .label("`prefer highest ..`, `prefer lowest ..` or `never` was expected");
            let start = self.offsets(span).start;
            let condition = self.line_end(start);
            let line = self.slice(start, condition);
            let misread = ["when always", "when never"].iter().find_map(|it| line.find(it));
            match misread {
                Some(at) => {
                    let place = self.bytes(start + at, start + at + "when ".len());
                    let help = "a line of advice reads `in A always`, with a condition `in A when C always`";
                    self.report(found.fix(help, place, ""));
                }
                None => self.report(found.help(
                    "it reads `in A prefer highest E`, `in A when C always`, `in A when C never`",
                )),
            }
            Advice::Never(span)
        });
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "several orders are joined as in `prefer highest A, then lowest B`");
        }
        Prefer { at, reach, when, advice, span }
    }

    fn advice(&mut self, pair: Pair<'_>) -> Advice {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::never => Advice::Never(span),
            Rule::always => Advice::Always(span),
            _ => {
                let mut cursor = self.cursor(pair);
                if cursor.peek() != Some(Rule::key) {
                    return Advice::Option(self.full(&mut cursor, span));
                }
                let mut keys = Vec::new();
                while let Some(key) = cursor.next_if(Rule::key) {
                    keys.push(self.key(key));
                }
                Advice::Order(keys)
            }
        }
    }

    /// `Q, cost of A`
    pub(super) fn targets(&mut self, cursor: &mut Cursor<'_>, whole: Span) -> Vec<Target> {
        let mut targets = Vec::new();
        let Some(pair) = cursor.next_if(Rule::targets) else { return targets };
        for child in pair.into_inner() {
            if child.as_rule() != Rule::target {
                let gap = self.gap(&child);
                self.missing(gap, "this clause does not say what it bends", "a name was expected");
                continue;
            }
            let span = self.span(&child);
            let mut inner = self.cursor(child);
            let cost_of = inner.eat(Rule::cost_of);
            let path = self.next_path(&mut inner, whole);
            targets.push(Target { cost_of, path, span });
        }
        targets.shrink_to_fit();
        targets
    }

    /// `as ROLE ..` or `of any`, if it comes next.
    pub(super) fn reach(&mut self, cursor: &mut Cursor<'_>) -> Reach {
        match cursor.peek() {
            Some(Rule::reach_as | Rule::reach_any) => match cursor.next() {
                Some(pair) => self.reach_of(pair),
                None => Reach::Unsaid,
            },
            _ => Reach::Unsaid,
        }
    }

    /// A `reach_as` or `reach_any`.
    pub(super) fn reach_of(&mut self, pair: Pair<'_>) -> Reach {
        let span = self.span(&pair);
        if pair.as_rule() == Rule::reach_any {
            return Reach::Any(span);
        }
        let mut cursor = self.cursor(pair);
        let Some(role) = self.next_name(&mut cursor) else { return Reach::Unsaid };
        let mut relations = Vec::new();
        while let Some(relation) = cursor.next_if(Rule::reach_relation) {
            let span = self.span(&relation);
            let mut inner = self.cursor(relation);
            let negated = inner.eat(Rule::not);
            if let Some(name) = self.next_name(&mut inner) {
                relations.push(ReachRelation { name, negated, span });
            }
        }
        let or_self = cursor.eat(Rule::or_self);
        let strongest = cursor.eat(Rule::strongest);
        Reach::Role { role, relations, or_self, strongest, span }
    }

    /// `when`, label, `over`, `once per`, `drawback`, `see` in any order; what is left over is reported.
    pub(super) fn tail(&mut self, cursor: &mut Cursor<'_>, goes_on: &str) -> Tail {
        let mut tail = Tail::default();
        while let Some(rule) = cursor.peek() {
            if matches!(rule, Rule::block | Rule::head_junk) {
                break;
            }
            let Some(pair) = cursor.next() else { break };
            let span = self.span(&pair);
            match rule {
                Rule::when => tail.when = Some(self.inner(pair)),
                Rule::label => tail.label = Some(self.label(pair)),
                Rule::once => tail.once = Some(Box::new(self.once(pair))),
                Rule::drawback => tail.drawback = Some(span),
                Rule::over => tail.over.extend(self.inner_names(pair)),
                Rule::see => self.see(&mut tail.see, pair),
                _ => self.junk(&pair, goes_on),
            }
        }
        tail
    }

    /// `once per M [each foe] [for army]`
    pub(super) fn once(&mut self, pair: Pair<'_>) -> Once {
        let span = self.span(&pair);
        let per = self.inner_moment(pair.clone());
        let mut each: Option<Name> = None;
        let mut for_whom = None;
        for child in pair.into_inner() {
            match child.as_rule() {
                Rule::each_foe => each = Some(self.inner_name(child)),
                Rule::for_whom => for_whom = Some(self.inner_name(child)),
                _ => {}
            }
        }
        Once { per, each, for_whom, span }
    }
}

/// `before`, `after`, `instead of`
pub(super) fn hook_position(pair: &Pair<'_>) -> HookPosition {
    match pair.as_str().as_bytes().first() {
        Some(b'b' | b'B') => HookPosition::Before,
        Some(b'a' | b'A') => HookPosition::After,
        _ => HookPosition::InsteadOf,
    }
}

const MODIFY_GOES_ON: &str = "a `modify` reads: what, `as ROLE` or `as ROLE RELATION self`, `in GROUP`, the change (`by -1`), \
     then `when ..`, `over \"..\"`, a label in quotes, `drawback`";
const CLAUSE_GOES_ON: &str =
    "such a clause goes on with `as ROLE`, `when ..`, `over \"..\"`, or a label in quotes";
const HOOK_GOES_ON: &str =
    "a hook reads: `before P.step as ROLE when .. once per .. \"label\" { .. }`";
