//! Statements.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::{
    AssignOp, Block, Expr, Heading, MatchArm, Name, Open, Require, See, Step, Stmt, StmtKind,
    TieField, VarDecl, WindowEnd,
};

impl Walk<'_> {
    /// Statements in braces.
    pub(super) fn block(&mut self, pair: Pair<'_>) -> Block {
        let span = self.span(&pair);
        let mut stmts = Vec::new();
        for child in pair.into_inner() {
            stmts.extend(self.stmt(child));
        }
        stmts.shrink_to_fit();
        Block { stmts, span }
    }

    /// A statement; none where a block without a head was dropped.
    pub(super) fn stmt(&mut self, pair: Pair<'_>) -> Option<Stmt> {
        let span = self.span(&pair);
        let kind = self.in_clause(&pair.clone(), |walk| walk.stmt_kind(pair, span))?;
        Some(Stmt { kind, span })
    }

    fn stmt_kind(&mut self, pair: Pair<'_>, span: Span) -> Option<StmtKind> {
        let rule = pair.as_rule();
        if rule == Rule::operand_stmt {
            return Some(self.operand_stmt(pair, span));
        }
        if matches!(rule, Rule::bad_stmt | Rule::stray_stmts) {
            self.bad_stmt(pair);
            return Some(StmtKind::Error);
        }
        let mut cursor = self.cursor(pair);
        let kind = match rule {
            Rule::if_stmt => self.if_stmt(&mut cursor, span),
            Rule::let_line => self.let_stmt(&mut cursor, span),
            Rule::var | Rule::open_var => self.var(&mut cursor, span, rule == Rule::open_var),
            Rule::for_each | Rule::for_next => self.for_loop(&mut cursor, span, rule),
            Rule::repeat => {
                let at_most = match cursor.next_if(Rule::at_most_bound) {
                    Some(pair) => self.inner(pair),
                    None => self.bound_missing(&mut cursor, span),
                };
                let condition = cursor.next_if(Rule::while_tail).map(|pair| self.inner(pair));
                let body = self.next_block(&mut cursor, span, "a loop");
                StmtKind::Repeat { at_most, condition: condition.map(Box::new), body }
            }
            Rule::try_stmt => {
                let body = self.next_block(&mut cursor, span, "a `try`");
                StmtKind::Try { body, otherwise: self.else_block(&mut cursor, span) }
            }
            Rule::match_stmt => self.match_stmt(&mut cursor, span),
            Rule::return_stmt => {
                let value =
                    (cursor.peek() == Some(Rule::expr)).then(|| self.full(&mut cursor, span));
                StmtKind::Return(value)
            }
            Rule::step => return Some(self.step(&mut cursor, span)),
            Rule::require => StmtKind::Require(Box::new(self.require(&mut cursor, span))),
            Rule::finish => StmtKind::Finish,
            Rule::stop_loop => StmtKind::Stop,
            Rule::proceed => StmtKind::Proceed,
            Rule::open => self.open_window(&mut cursor, span),
            Rule::end_battle => self.end_battle(&mut cursor, span),
            _ => self.word_stmt(rule, &mut cursor, span),
        };
        if let Some(left) = cursor.next() {
            self.junk(&left, "");
        }
        Some(kind)
    }

    fn bad_stmt(&mut self, pair: Pair<'_>) {
        for child in pair.into_inner() {
            match child.as_rule() {
                Rule::block => drop(self.block(child)),
                Rule::block_open => self.stray_open(&child),
                Rule::junk => self.bad_line(&child, codes::BAD_CLAUSE, "a statement"),
                _ => drop(self.stmt(child)),
            }
        }
    }

    fn if_stmt(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let mut arms = Vec::new();
        while let Some(Rule::expr | Rule::missing) = cursor.peek() {
            let condition = self.full(cursor, span);
            let body = self.next_block(cursor, span, "an `if`");
            arms.push((condition, body));
        }
        arms.shrink_to_fit();
        StmtKind::If { arms, otherwise: self.else_block(cursor, span) }
    }

    fn else_block(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Option<Block> {
        let pair = cursor.next_if(Rule::else_block)?;
        let mut inner = self.cursor(pair);
        Some(self.next_block(&mut inner, span, "an `else`"))
    }

    fn let_stmt(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        match self.let_line(cursor, span) {
            Some((name, value)) => StmtKind::Let { name, value },
            None => StmtKind::Error,
        }
    }

    /// `let x = E` after its first word.
    pub(super) fn let_line(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Option<(Name, Expr)> {
        let Some(word) = cursor.next_if(Rule::word) else {
            self.missing(span, "`let` wants a name and a value: `let x = 3`", "no name is given");
            cursor.by_ref().for_each(drop);
            return None;
        };
        let name = self.new_name(&word);
        let value = self.full(cursor, span);
        Some((name, value))
    }

    fn var(&mut self, cursor: &mut Cursor<'_>, span: Span, open: bool) -> StmtKind {
        let Some(word) = cursor.next_if(Rule::word) else {
            self.missing(span, "`var` wants a name: `var x: int = 0`", "no name is given");
            cursor.by_ref().for_each(drop);
            return StmtKind::Error;
        };
        let name = self.new_name(&word);
        let ty = cursor.next_if(Rule::r#type).map(|pair| self.ty(pair));
        let value = self.default(cursor);
        StmtKind::Var(Box::new(VarDecl { open, name, ty, value }))
    }

    fn bound_missing(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Expr {
        cursor.eat(Rule::missing);
        self.missing(
            span,
            "a loop needs its bound: `repeat at most N { .. }`",
            "no bound is given",
        );
        Expr::error(span)
    }

    fn for_loop(&mut self, cursor: &mut Cursor<'_>, span: Span, rule: Rule) -> StmtKind {
        let binder = cursor.next_if(Rule::binder).map(|pair| Box::new(self.binder(pair)));
        if binder.is_none() {
            cursor.eat(Rule::missing);
            let message = "a loop over a set reads `for each x in S { .. }`";
            self.missing(span, message, "the name and the set are missing");
        }
        let ordered_by = cursor.next_if(Rule::ordered_by).map(|pair| self.inner(pair));
        let by = cursor.next_if(Rule::next_by).map_or_else(Vec::new, |pair| self.keys(pair));
        let choice_of = cursor.next_if(Rule::choice_of).map(|pair| self.inner(pair));
        let body = self.next_block(cursor, span, "a loop");
        match binder {
            None => StmtKind::Error,
            Some(binder) if rule == Rule::for_each => {
                StmtKind::ForEach { binder, ordered_by, body }
            }
            Some(binder) => {
                StmtKind::ForNext { binder, by, choice_of: choice_of.map(Box::new), body }
            }
        }
    }

    fn match_stmt(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let value = self.full(cursor, span);
        if let Some(junk) = cursor.next_if(Rule::head_junk) {
            self.junk(&junk, "");
        }
        let mut arms = Vec::new();
        match cursor.next_if(Rule::stmt_arms) {
            None => self.needs_body(false, span, "a `match`"),
            Some(pair) => {
                for child in pair.into_inner() {
                    if child.as_rule() == Rule::stmt_arm {
                        arms.push(self.in_clause(&child.clone(), |walk| walk.stmt_arm(child)));
                    } else {
                        self.in_clause(&child.clone(), |walk| {
                            walk.bad_line(&child, codes::BAD_CLAUSE, "an arm of a `match`");
                        });
                    }
                }
            }
        }
        StmtKind::Match { value, arms }
    }

    fn stmt_arm(&mut self, pair: Pair<'_>) -> MatchArm<Block> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let patterns = self.patterns(&mut cursor);
        let body = match cursor.next() {
            Some(block) if block.as_rule() == Rule::block => self.block(block),
            Some(gap) if gap.as_rule() == Rule::missing => {
                let gap = self.gap(&gap);
                self.missing(
                    gap,
                    "this arm does nothing",
                    "a statement was expected; `{ }` for none",
                );
                Block { stmts: Vec::new(), span: gap }
            }
            Some(stmt) => {
                let span = self.span(&stmt);
                Block { stmts: self.stmt(stmt).into_iter().collect(), span }
            }
            None => Block { stmts: Vec::new(), span: span.after() },
        };
        MatchArm { patterns, body, span }
    }

    fn step(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let name = self.decl_name(cursor, span, "a step");
        let mut heading = None;
        let mut called = false;
        let mut when = None;
        let mut see = See::new();
        let mut body = None;
        for child in cursor.by_ref() {
            match child.as_rule() {
                Rule::heading => heading = Some(self.heading(child)),
                Rule::called => called = true,
                Rule::when => when = Some(self.inner(child)),
                Rule::see => self.see(&mut see, child),
                Rule::block => body = Some(self.block(child)),
                _ => self.head_junk(
                    &child,
                    "a step reads `step NAME [heading \"..\"] [called] [when ..] { .. }`",
                ),
            }
        }
        self.needs_body(body.is_some(), span, "a step");
        let body = body.unwrap_or(Block { stmts: Vec::new(), span: span.after() });
        match name {
            Some(name) => StmtKind::Step(Box::new(Step { name, heading, called, when, see, body })),
            None => StmtKind::Error,
        }
    }

    /// `heading ["words"]`
    pub(super) fn heading(&mut self, pair: Pair<'_>) -> Heading {
        let span = self.span(&pair);
        let text = pair.into_inner().next().map(|text| self.template(&text));
        Heading { text, span }
    }

    /// `require C "why"` after its first word.
    pub(super) fn require(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Require {
        let condition = self.full(cursor, span);
        let label = cursor.next_if(Rule::label).map(|pair| self.label(pair));
        let mut see = See::new();
        while let Some(pair) = cursor.next_if(Rule::see) {
            self.see(&mut see, pair);
        }
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "a requirement reads `require CONDITION \"why not\"`");
        }
        Require { condition, label, see, span }
    }

    fn word_stmt(&mut self, rule: Rule, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        match rule {
            Rule::grant => {
                let abilities = cursor.next().map_or_else(Vec::new, |terms| self.terms(terms));
                let to = self.part_of(cursor, Rule::grant_to, span, "`grant` reads `grant S to u`");
                let until =
                    cursor.next_if(Rule::until).map(|pair| Box::new(self.inner_moment(pair)));
                StmtKind::Grant { abilities, to, until }
            }
            Rule::remove => {
                let what = self.value(cursor, span);
                let from = cursor.next_if(Rule::remove_from).map(|pair| self.inner(pair));
                StmtKind::Remove { what, from }
            }
            Rule::say => match cursor.next_if(Rule::string) {
                Some(text) => StmtKind::Say(self.template(&text)),
                None => {
                    self.missing(span, "`say` wants a text in quotes", "no text is given");
                    cursor.by_ref().for_each(drop);
                    StmtKind::Error
                }
            },
            Rule::move_stmt => {
                let what = self.value(cursor, span);
                let form = "`move` reads `move u along R`";
                StmtKind::MoveAlong {
                    what,
                    along: self.part_of(cursor, Rule::move_along, span, form),
                }
            }
            Rule::follow => StmtKind::Follow(self.value(cursor, span)),
            Rule::put => {
                let what = self.value(cursor, span);
                let at = self.put_at(cursor, span);
                StmtKind::Put { what, at }
            }
            Rule::join => self.join(cursor, span),
            Rule::part => self.part(cursor, span),
            Rule::reroll => {
                let pool = self.value(cursor, span);
                let filter = cursor.next_if(Rule::r#where).map(|pair| self.inner(pair));
                StmtKind::Reroll { pool, filter }
            }
            Rule::change_dice => self.change_dice(cursor, span),
            _ => StmtKind::Error,
        }
    }

    /// A part of a statement that must come next.
    fn part_of(&mut self, cursor: &mut Cursor<'_>, rule: Rule, span: Span, form: &str) -> Expr {
        match cursor.next_if(rule) {
            Some(pair) => self.inner(pair),
            None if cursor.peek().is_some() => Expr::error(span.after()),
            None => {
                self.missing(span, format!("this statement is not complete: {form}"), "and then?");
                Expr::error(span.after())
            }
        }
    }

    /// `at P`, `at E7, E8`
    fn put_at(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Vec<Expr> {
        let Some(pair) = cursor.next_if(Rule::put_at) else {
            return vec![self.part_of(cursor, Rule::put_at, span, "`put` reads `put u at P`")];
        };
        let mut places = Vec::new();
        for place in self.cursor(pair) {
            places.push(self.expr(place));
        }
        places
    }

    fn join(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let a = self.value(cursor, span);
        let b = self.value(cursor, span);
        let Some(tie) = self.next_name(cursor) else { return StmtKind::Error };
        let fields =
            cursor.next_if(Rule::tie_fields).map_or_else(Vec::new, |pair| self.tie_fields(pair));
        StmtKind::Join { a: Box::new(a), b: Box::new(b), tie, fields }
    }

    /// `{ side of a: front, since: 3 }`
    pub(super) fn tie_fields(&mut self, pair: Pair<'_>) -> Vec<TieField> {
        let mut fields = Vec::new();
        for child in pair.into_inner() {
            if child.as_rule() != Rule::tie_field {
                self.in_clause(&child.clone(), |walk| {
                    walk.bad_line(
                        &child,
                        codes::BAD_CLAUSE,
                        "a field of a tie (`side of a: front`)",
                    );
                });
                continue;
            }
            let span = self.span(&child);
            let mut cursor = self.cursor(child);
            let Some(name) = self.next_name(&mut cursor) else { continue };
            let of = cursor.next_if(Rule::tie_of).map(|pair| self.inner(pair));
            let value = self.full(&mut cursor, span);
            if let Some(junk) = cursor.next() {
                self.junk(&junk, "fields of a tie are separated by commas");
            }
            fields.push(TieField { name, of, value, span });
        }
        fields
    }

    fn part(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let a = self.value(cursor, span);
        let b = if cursor.eat(Rule::from_all) { None } else { Some(self.value(cursor, span)) };
        match self.next_name(cursor) {
            Some(tie) => StmtKind::Part { a, b: b.map(Box::new), tie },
            None => StmtKind::Error,
        }
    }

    fn change_dice(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let up_to = cursor.eat(Rule::dice_limit);
        let count = (cursor.peek() == Some(Rule::sum)).then(|| self.value(cursor, span));
        let pool = self.value(cursor, span);
        let filter = cursor.next_if(Rule::r#where).map(|pair| self.inner(pair));
        let form = "`change` reads `change up to N of P where it is 6 to 5`";
        let to = self.part_of(cursor, Rule::change_to, span, form);
        let (count, filter) = (count.map(Box::new), filter.map(Box::new));
        StmtKind::Change { count, up_to, pool: Box::new(pool), filter, to: Box::new(to) }
    }

    fn open_window(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let Some(window) = self.next_name(cursor) else { return StmtKind::Error };
        let mut open = Open { window, to: Vec::new(), in_turn: false, until: None, at_most: None };
        match cursor.next_if(Rule::open_to) {
            Some(pair) => open.to = self.terms(pair),
            None => {
                let message = "`open` reads `open WINDOW to p until done`";
                self.missing(span, message, "who is asked?");
            }
        }
        while let Some(rule) = cursor.peek() {
            if rule == Rule::junk {
                break;
            }
            let Some(pair) = cursor.next() else { break };
            match rule {
                Rule::in_turn => open.in_turn = true,
                Rule::until_done => open.until = Some(WindowEnd::Done),
                Rule::until_all_pass => open.until = Some(WindowEnd::AllPass),
                _ => open.at_most = Some(self.inner(pair)),
            }
        }
        StmtKind::Open(Box::new(open))
    }

    fn end_battle(&mut self, cursor: &mut Cursor<'_>, span: Span) -> StmtKind {
        let Some(Rule::won_by | Rule::drawn) = cursor.peek() else {
            let message = "`end battle` goes on with `won by p \"why\"` or `drawn \"why\"`";
            self.missing(span, message, "how does it end?");
            cursor.by_ref().for_each(drop);
            return StmtKind::Error;
        };
        let Some(pair) = cursor.next() else { return StmtKind::Error };
        let won = pair.as_rule() == Rule::won_by;
        let mut inner = self.cursor(pair);
        let winner = won.then(|| self.value(&mut inner, span));
        let why = inner.next().map(|text| self.template(&text));
        StmtKind::EndBattle { winner, why }
    }

    fn operand_stmt(&mut self, pair: Pair<'_>, span: Span) -> StmtKind {
        let mut cursor = self.cursor(pair);
        let target = self.operand(&mut cursor, span);
        let kind = match cursor.peek() {
            Some(Rule::assign) => self.assign(&mut cursor, target, span),
            Some(Rule::chooses) => match cursor.next() {
                Some(pair) => self.chooses(target, pair),
                None => StmtKind::Error,
            },
            Some(Rule::rerolls) => match cursor.next() {
                Some(pair) => {
                    let mut inner = self.cursor(pair);
                    let up_to = self.value(&mut inner, span);
                    let pool = self.value(&mut inner, span);
                    let filter = inner.next_if(Rule::r#where).map(|pair| self.inner(pair));
                    StmtKind::Rerolls {
                        player: Box::new(target),
                        up_to: Box::new(up_to),
                        pool: Box::new(pool),
                        filter: filter.map(Box::new),
                    }
                }
                None => StmtKind::Error,
            },
            _ => StmtKind::Expr(target),
        };
        if let Some(junk) = cursor.next() {
            if matches!(kind, StmtKind::Expr(_)) {
                self.not_a_statement(&junk, span);
            } else {
                self.junk(&junk, "");
            }
            if let Some(block) = cursor.next() {
                self.block(block);
            }
            return if matches!(kind, StmtKind::Expr(_)) { StmtKind::Error } else { kind };
        }
        kind
    }

    /// A line that begins with a value and does nothing with it.
    fn not_a_statement(&mut self, junk: &Pair<'_>, span: Span) {
        let start = self.offsets(span).start;
        let line = self.slice(start, self.end(junk));
        let word: String = line.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let head = self.bytes(start, start + word.len());
        let shown = super::report::shorten(line);
        let mut diagnostic =
            Diagnostic::new(codes::BAD_CLAUSE, format!("`{shown}` is not a statement"), span)
                .label("this line was not understood");
        diagnostic = match crate::parser::reserved::nearest(&word, STATEMENT_WORDS) {
            Some(known) => diagnostic.fix(format!("did you mean `{known}`?"), head, known),
            None => diagnostic.help("a statement gives a value (`x = 3`), calls something (`f(x)`), or begins with a word such as `let`, `if`, `for each`, `grant`, `say`"),
        };
        self.report(diagnostic);
    }

    fn assign(&mut self, cursor: &mut Cursor<'_>, target: Expr, span: Span) -> StmtKind {
        let Some(pair) = cursor.next() else { return StmtKind::Error };
        let mut inner = self.cursor(pair);
        let op = match inner.next().as_ref().map(|pair| pair.as_str().trim_end()) {
            Some("+=") => AssignOp::Add,
            Some("-=") => AssignOp::Subtract,
            _ => AssignOp::Set,
        };
        let value = self.full(&mut inner, span);
        StmtKind::Assign { target, op, value }
    }
}

/// Words that begin a statement: what a misspelt one is compared with.
const STATEMENT_WORDS: &[&str] = &[
    "change", "create", "draw", "end", "finish", "for", "grant", "join", "let", "match", "move",
    "open", "part", "proceed", "remove", "repeat", "require", "reroll", "return", "say", "step",
    "stop", "var",
];
