//! Statements.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::parser::reserved::is_reserved;
use crate::source::Span;
use crate::tree::{
    AssignOp, Block, Expr, ExprKind, Name, Require, See, Step, Stmt, StmtKind, VarDecl,
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
        let before = self.found();
        for child in pair.into_inner() {
            match child.as_rule() {
                // Behind a line that is to be another nobody knows what stands in the braces.
                Rule::block if self.edits_since(before) => {}
                Rule::block => drop(self.block(child)),
                Rule::block_open => self.stray_open(&child),
                Rule::junk => self.bad_line(&child, codes::BAD_CLAUSE, "a statement"),
                _ => drop(self.stmt(child)),
            }
        }
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
            let message = "`let` wants a name and a value: `let x = 3`";
            cursor.by_ref().for_each(drop);
            let name = self.name_of_let(span)?;
            let label = "only a name may stand before `=`; its type is that of its value";
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, span).label(label);
            // What stands beside the name is what is left out.
            let line = self.covered(span);
            let until = line.find('=').map_or(line.len(), |at| at + 1);
            let head = self.bytes(self.offsets(span).start, self.offsets(span).start + until);
            let plain = format!("let {} =", name.text);
            self.report(found.fix(format!("write `{plain} ..`"), head, plain));
            return Some((name, Expr::error(span)));
        };
        let name = self.new_name(&word);
        let value = self.full(cursor, span);
        Some((name, value))
    }

    /// `let int x = 3`, `let x: int = 3`, `let x := 3`: the name that was meant. Without one that is said.
    fn name_of_let(&mut self, span: Span) -> Option<Name> {
        let start = self.offsets(span).start;
        let line = self.covered(span);
        let head = line.split_once('=').and_then(|(head, _)| head.strip_prefix("let"));
        let head = head.map(|head| head.split(':').next().unwrap_or("").trim_end());
        let word = head.and_then(|head| head.rsplit(' ').next()).unwrap_or("");
        let plain = |c: char| c.is_alphanumeric() || c == '_';
        if word.is_empty() || !word.chars().all(plain) || is_reserved(word) {
            let message = "`let` wants a name and a value: `let x = 3`";
            self.missing(span, message, "no name is given");
            return None;
        }
        let at = start + line.find(word)?;
        let span = self.bytes(at, at + word.len());
        Some(Name { text: self.word(word), span, quoted: false })
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

    fn becomes(&mut self, what: Expr, pair: Pair<'_>, span: Span) -> StmtKind {
        let mut inner = self.cursor(pair);
        match inner.next().filter(|it| matches!(it.as_rule(), Rule::word | Rule::string)) {
            Some(name) => StmtKind::Becomes { what, form: self.name(&name) },
            None => {
                self.missing(span, "`becomes` wants the name of a form", "which form?");
                inner.by_ref().for_each(drop);
                StmtKind::Error
            }
        }
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
            Some(Rule::becomes) => match cursor.next() {
                Some(pair) => self.becomes(target, pair, span),
                None => StmtKind::Error,
            },
            Some(Rule::headless) => return self.headless(&mut cursor, &target, span),
            _ => StmtKind::Expr(target),
        };
        if let Some(junk) = cursor.next() {
            let loops = self.not_a_statement(&junk, span, &kind);
            // What stands in the braces of a line that was not read may be no block.
            let is_set = self.written(&junk).ends_with(" of");
            if let Some(block) = cursor.next().filter(|_| loops && !is_set) {
                self.block(block);
            }
            return if matches!(kind, StmtKind::Expr(_)) { StmtKind::Error } else { kind };
        }
        kind
    }

    /// `begin { .. }`: a block of which nothing says what it is; in a procedure a step.
    fn headless(&mut self, cursor: &mut Cursor<'_>, head: &Expr, span: Span) -> StmtKind {
        let start = self.offsets(span).start;
        let shown = super::report::shorten(self.covered(head.span)).to_owned();
        let block = cursor.next().and_then(|pair| pair.into_inner().next());
        let of_procedure = self.enclosing_head(start) == Some("procedure");
        let name = self.covered(head.span).split('(').next().unwrap_or("").trim_end().to_owned();
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let slip = self.slip_of_line("a statement", start, self.line_end(start));
        let message = format!("nothing says what the braces behind `{shown}` are");
        let found = Diagnostic::new(codes::BAD_CLAUSE, message, head.span).label("begins no block");
        let is_step = of_procedure && plain && slip.is_none();
        self.report_recognized(match slip {
            Some(slip) => slip,
            None if is_step => {
                let help = format!("a step of a procedure says so: `step {name} {{ .. }}`");
                found.fix(help, head.span, format!("step {name}"))
            }
            None => found.help(BLOCKS),
        });
        let body = block.map(|block| self.block(block)).filter(|_| is_step);
        let text = self.word(&name);
        let name = Name { text, span: head.span, quoted: false };
        match body {
            Some(body) => StmtKind::Step(Box::new(Step {
                name,
                heading: None,
                called: false,
                when: None,
                see: See::new(),
                body,
            })),
            None => StmtKind::Error,
        }
    }

    /// What is left over of a line that begins with a value. Gives whether it was meant for a statement of another language,
    /// behind which a block stands.
    fn not_a_statement(&mut self, junk: &Pair<'_>, span: Span, kind: &StmtKind) -> bool {
        let start = self.offsets(span).start;
        let line = self.slice(start, self.end(junk));
        let (stop, end) = (self.start(junk), self.end(junk));
        let in_test = self.enclosing_head(start) == Some("test");
        let of_test = in_test.then(|| self.slip("a line of a test", start, stop, end)).flatten();
        if let Some(diagnostic) = of_test.or_else(|| self.slip("a statement", start, stop, end)) {
            self.report_recognized(diagnostic);
            return true;
        }
        if let Some(diagnostic) = self.slip_in_tail(junk) {
            self.report_recognized(diagnostic);
            return false;
        }
        if !matches!(kind, StmtKind::Expr(_)) {
            self.junk(junk, "");
            return false;
        }
        if line.starts_with("heading ") {
            let found = Diagnostic::new(codes::BAD_CLAUSE, "`heading` is not a statement", span);
            let help = "a heading stands before the braces: `step NAME heading \"words\" { .. }`";
            self.report_recognized(found.label("behind the braces of its step").help(help));
            return false;
        }
        if line.starts_with("expect ") {
            let message = "`expect` is a line of a test, and stands in no braces of its own";
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, span);
            let help = "what is expected stands behind the `run`: `expect C`, `expect not C or D`";
            self.report_recognized(found.label("stands among what is done").help(help));
            return false;
        }
        let shown = super::report::shorten(line);
        let word = |word: &str| word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
        let sentence = line.split_whitespace().count() > 2 && line.split_whitespace().all(word);
        let diagnostic =
            Diagnostic::new(codes::BAD_CLAUSE, format!("`{shown}` is not a statement"), span)
                .label("this line was not understood")
                .help(if sentence { CALL } else { STATEMENT });
        self.report(diagnostic);
        false
    }

    fn assign(&mut self, cursor: &mut Cursor<'_>, target: Expr, span: Span) -> StmtKind {
        let Some(pair) = cursor.next() else { return StmtKind::Error };
        let mut inner = self.cursor(pair);
        let op = match inner.next().as_ref().map(|pair| pair.as_str().trim_end()) {
            Some("+=") => AssignOp::Add,
            Some("-=") => AssignOp::Subtract,
            _ => AssignOp::Set,
        };
        if matches!(target.kind, ExprKind::Roll { .. })
            && let Some(found) =
                self.slip_of_line("a statement", self.offsets(span).start, self.offsets(span).end)
        {
            self.report_recognized(found);
            inner.by_ref().for_each(drop);
            return StmtKind::Error;
        }
        if let Some(value) = inner.peek_pair().filter(|_| op == AssignOp::Set) {
            self.check_sign_after_equals(value);
        }
        let value = self.full(&mut inner, span);
        StmtKind::Assign { target, op, value }
    }
}

const STATEMENT: &str = "a statement gives a value (`x = 3`), calls something (`f(x)`), or begins with a word such as `let`, `if`, `for each`, `grant`, `say`";
const BLOCKS: &str = "a block is that of `if C { .. }`, `for each x in S { .. }`, `repeat at most N { .. }`, `try { .. }` or, in a procedure, `step NAME { .. }`";
const CALL: &str = "what is done is called by its name, with its things in brackets: `P(u, 1)`";

impl Walk<'_> {
    /// `x =+ 1`: the sign of a change stands before the `=`.
    fn check_sign_after_equals(&mut self, value: &Pair<'_>) {
        let start = self.start(value);
        let signs = self.slice(start.saturating_sub(1), start + 2);
        let change = match signs {
            _ if signs.starts_with("=+") => "+=",
            "=- " => "-=",
            _ => return,
        };
        let span = self.bytes(start.saturating_sub(1), start + 1);
        let written = signs.trim_end();
        let message = format!("`{written}` gives a new value and changes nothing by it");
        self.report(
            Diagnostic::new(codes::BAD_CLAUSE, message, span)
                .label("the sign belongs before the `=`")
                .fix(format!("did you mean `{change}`?"), span, change),
        );
    }
}
