//! What stands beside a text: takes a text and the rules of a game, gives its words, and what the clauses, hooks and actions of its bearer
//! ask and do.

use super::phrases::{Begins, Phrase, Word, phrase_from, phrases};
use crate::checks::battles::limits::each_expr_reached;
use crate::checks::battles::verdicts::Wins;
use crate::checks::clauses::fights::Side;
use crate::checks::clauses::owners::Rule;
use crate::checks::clauses::placed::{Grant, Rules};
use crate::checks::logic::compared::Comparison;
use crate::checks::logic::solve::Facts;
use crate::checks::runs::cycles::asked;
use crate::checks::runs::recursion::started;
use crate::checks::words::texts::Stated;
use crate::typed::{
    ActionDef, Assign, ClauseDef, Expr, HookDef, OnceDef, Stmt, StmtKind, Typed, any_stmt,
    each_stmt, each_stmt_expr, parts,
};
use std::cell::OnceCell;
use warwright_grammar::{Sink, SourceMap, Span};
use warwright_ir as ir;

/// The words of a text, without what it quotes.
pub(crate) fn words_of(map: &SourceMap, text: Span) -> Vec<Word> {
    words_in(map.slice(text), text)
}

/// The words of a text that stands somewhere.
pub(super) fn words_in(source: &str, text: Span) -> Vec<Word> {
    let (mut words, mut at, mut holes) = (Vec::new(), 0, 0u32);
    for part in source.split_inclusive(|sign: char| !sign.is_alphanumeric()) {
        let bare = part.trim_end_matches(|sign: char| !sign.is_alphanumeric());
        if !bare.is_empty() && holes == 0 {
            words.push((bare.to_lowercase(), text.part(at..at + bare.len())));
        }
        holes += u32::from(part.ends_with('{'));
        holes = holes.saturating_sub(u32::from(part.ends_with('}')));
        at += part.len();
    }
    words
}

/// Whether words fit a pattern.
pub(crate) fn says(words: &str, pattern: &str) -> bool {
    phrases(&words_in(words, Span::default()), None, pattern).next().is_some()
}

/// A text in words, with what stands beside it.
pub(super) struct Said<'t> {
    pub(super) typed: &'t Typed,
    pub(super) facts: &'t Facts<'t>,
    pub(super) rules: &'t Rules<'t>,
    pub(super) map: &'t SourceMap,
    pub(super) text: Vec<Word>,
    pub(super) begins: Begins,
    pub(super) one: Stated,
    /// What was told before.
    pub(super) told: &'t Sink,
    /// What its rules are made of, once somebody asks.
    pub(super) near: OnceCell<Vec<&'t Expr>>,
}

impl<'t> Said<'t> {
    pub(super) fn hooks(&self) -> impl Iterator<Item = &'t HookDef> {
        self.rules.hooks(self.one.bearer)
    }

    pub(super) fn clauses(&self) -> impl Iterator<Item = &'t ClauseDef> {
        self.rules.clauses(self.one.bearer)
    }

    pub(super) fn actions(&self) -> impl Iterator<Item = &'t ActionDef> {
        self.rules.actions(self.one.bearer)
    }

    /// What is granted beside it, and until when; what a status says of its end holds wherever it is granted.
    pub(super) fn granted(&self) -> impl Iterator<Item = Grant<'t>> {
        self.rules.grants(self.one.bearer).chain(self.rules.grants_of(self.one.bearer))
    }

    /// Its one clause, where there is one alone.
    pub(super) fn clause(&self) -> Option<&'t ClauseDef> {
        the_one(self.clauses())
    }

    /// Whom its clauses and hooks reach, and when.
    pub(super) fn sides(&self) -> impl Iterator<Item = Side<'t>> {
        let clauses = self.clauses().map(|clause| Side::of_clause(self.typed, clause));
        clauses.chain(self.hooks().map(|hook| Side::of_hook(self.typed, hook)))
    }

    /// The bodies of its hooks and actions.
    pub(super) fn bodies(&self) -> impl Iterator<Item = &'t [Stmt]> {
        let bodies = self.actions().map(|action| action.body.as_slice());
        self.hooks().map(|hook| hook.body.as_slice()).chain(bodies)
    }

    /// Whether something happens beside it: a hook or an action.
    pub(super) fn acts(&self) -> bool {
        self.bodies().any(|body| !body.is_empty())
    }

    /// The whole expressions of its hooks and clauses.
    pub(super) fn rules(&self) -> Vec<&'t Expr> {
        self.each_rule().concat()
    }

    /// The same of each hook and clause apart.
    pub(super) fn each_rule(&self) -> Vec<Vec<&'t Expr>> {
        let mut all = Vec::new();
        for hook in self.hooks() {
            let mut own = Vec::new();
            hook.each_expr(&mut |root| own.push(root));
            all.push(own);
        }
        for clause in self.clauses() {
            let mut own = Vec::new();
            clause.each_expr(&mut |root| own.push(root));
            all.push(own);
        }
        all
    }

    /// The text sentence by sentence.
    pub(super) fn sentences(&self) -> impl Iterator<Item = &[Word]> {
        self.text.chunk_by(|(_, one), (_, next)| {
            !self.map.slice(Span::new(one.end(), next.start())).contains(['.', ';'])
        })
    }

    /// Those of its actions too, with what these require and cost.
    pub(super) fn roots(&self) -> Vec<&'t Expr> {
        let mut all = self.rules();
        for action in self.actions() {
            self.typed.each_expr_of_action(action, &mut |root| all.push(root));
        }
        all
    }

    /// All that its hooks and clauses ask, and what that asks in turn by names.
    pub(super) fn reached(&self) -> Vec<&'t Expr> {
        self.reached_from(self.rules())
    }

    /// All that its rules are made of, what they ask by names, and what the rules of whatever is granted here are made of.
    pub(super) fn near(&self) -> &[&'t Expr] {
        self.near.get_or_init(|| {
            let mut roots = self.roots();
            for grant in self.granted() {
                roots.extend(self.rules.borne(grant.ability));
                if let StmtKind::Grant { args, .. } = &grant.stmt.kind {
                    roots.extend(args);
                }
            }
            self.reached_from(roots)
        })
    }

    /// All that what happens beside it is made of: its bodies, and what these start.
    pub(super) fn done(&self) -> Vec<&'t Expr> {
        let (mut roots, mut begun) = (Vec::new(), Vec::new());
        let mut read = |body: &'t [Stmt]| {
            each_stmt(body, &mut |stmt| each_stmt_expr(stmt, &mut |value| roots.push(value)));
        };
        for body in self.bodies() {
            read(body);
            started(self.typed, body, &mut |id, _| begun.push(id));
        }
        let run = self.facts.calls.reached(begun);
        let run = run.iter().filter_map(|id| self.typed.procedures.get(*id));
        run.flat_map(|def| &def.steps).for_each(|step| read(&step.body));
        self.reached_from(roots)
    }

    /// Expressions with all their parts, and those of the functions that they call.
    fn reached_from(&self, roots: Vec<&'t Expr>) -> Vec<&'t Expr> {
        let called = |expr: &Expr| asked(expr).filter(|rule| matches!(rule, Rule::Function(_)));
        let mut all = Vec::new();
        each_expr_reached(self.typed, roots, called, &mut |expr| all.push(expr));
        all
    }

    /// What its hooks and clauses compare with figures.
    pub(super) fn comparisons(&self) -> impl Iterator<Item = Comparison<'t>> {
        parts(self.rules()).into_iter().filter_map(Comparison::of)
    }

    /// The conditions of its clauses and hooks.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &'t Expr> {
        self.sides().filter_map(|side| side.when)
    }

    /// How the number of the round is compared with figures.
    pub(super) fn of_rounds(&self) -> Vec<Comparison<'t>> {
        let counter = self.rules.counter;
        let wins = self.hooks().filter_map(Wins::of).map(|it| it.when);
        let asked = parts(wins).into_iter().filter_map(Comparison::of).chain(self.comparisons());
        asked.filter(|it| counter.is_some_and(|counter| it.is_of(counter))).collect()
    }

    pub(super) fn stmts(&self) -> Vec<&'t Stmt> {
        let mut all = Vec::new();
        self.bodies().for_each(|body| each_stmt(body, &mut |stmt| all.push(stmt)));
        all
    }

    pub(super) fn any_stmt(&self, is_it: impl Fn(&StmtKind) -> bool) -> bool {
        self.bodies().any(|body| any_stmt(body, |stmt| is_it(&stmt.kind)))
    }

    /// The states of things that are written, with the statements that do so: those that set a battle up too.
    pub(super) fn writes(&self) -> impl Iterator<Item = (ir::FieldId, &'t Expr, &'t Stmt)> {
        let written = |stmt: &'t Stmt| match &stmt.kind {
            StmtKind::Assign { to: Assign::Field { field, .. }, value, .. } => {
                Some((*field, value, stmt))
            }
            _ => None,
        };
        let mut laid_out = Vec::new();
        let battles = self.typed.scenarios.values().filter(|it| self.one.bearer.contains(it.span));
        battles.for_each(|battle| each_stmt(&battle.setup, &mut |stmt| laid_out.push(stmt)));
        let laid_out = laid_out.into_iter().filter_map(written);
        // How long it lasts is no one's state.
        let laid_out = laid_out.filter(|(field, ..)| {
            let kind = self.typed.fields.get(*field).and_then(|def| self.typed.kinds.get(def.kind));
            kind.is_some_and(|kind| kind.base != ir::KindBase::Battle)
        });
        self.stmts().into_iter().filter_map(written).chain(laid_out)
    }

    /// How often its hooks and actions may happen, where that is limited.
    pub(super) fn limited(&self) -> impl Iterator<Item = (&'t OnceDef, Span)> {
        let actions = self.actions().filter_map(|it| Some((it.once.as_ref()?, it.span)));
        self.hooks().filter_map(|it| Some((it.once.as_ref()?, it.span))).chain(actions)
    }

    /// The first words that fit a pattern.
    pub(super) fn phrase(&self, pattern: &str) -> Option<Phrase<'_>> {
        self.phrases(pattern).next()
    }

    pub(super) fn phrases(&self, pattern: &str) -> impl Iterator<Item = Phrase<'_>> {
        phrases(&self.text, Some(&self.begins), pattern)
    }

    /// Those with which the text opens.
    pub(super) fn opening(&self, pattern: &str) -> Option<Phrase<'_>> {
        phrase_from(&self.text, 0, pattern)
    }

    pub(super) fn says(&self, pattern: &str) -> bool {
        self.phrase(pattern).is_some()
    }
}

/// Whether a statement writes a state of a thing.
pub(super) const fn writes(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Assign { to: Assign::Field { .. }, .. })
}

/// What there is, where it is one alone.
pub(crate) fn the_one<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    all.next().filter(|_| all.next().is_none())
}
