//! Procedures, actions and the sequence of play.

use super::clause::hook_position;
use super::report::shorten;
use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::{
    Action, ActionItem, ActionWindow, Block, CellKind, Name, Outcome, Procedure, Reach, Recursive,
    See, Sequence, SequencePart, Verdict, VerdictRow,
};

impl Walk<'_> {
    /// `procedure NAME(..) { .. }`
    pub(super) fn procedure(&mut self, pair: Pair<'_>) -> Option<Procedure> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a procedure");
        let params = self.params(&mut cursor);
        let result = cursor.next_if(Rule::r#type).map(|pair| self.ty(pair));
        let mut see = See::new();
        let mut recursive = None;
        let (mut team, mut heading) = (None, None);
        let mut body = None;
        for child in cursor {
            match child.as_rule() {
                Rule::see => self.see(&mut see, child),
                Rule::recursive => recursive = Some(self.recursive(child)),
                Rule::for_team => team = Some(self.span(&child)),
                Rule::heading => heading = Some(self.heading(child)),
                Rule::block => body = Some(self.block(child)),
                _ => self.head_junk(
                    &child,
                    "a procedure reads `procedure NAME(a: TYPE) { step NAME { .. } }`",
                ),
            }
        }
        self.needs_body(body.is_some(), span, "a procedure");
        let body = body.unwrap_or(Block { stmts: Vec::new(), span: span.after() });
        Some(Procedure { name: name?, params, result, recursive, team, heading, see, body, span })
    }

    /// `recursive N [otherwise VALUE]`
    pub(super) fn recursive(&mut self, pair: Pair<'_>) -> Recursive {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let depth = self.value(&mut cursor, span);
        let otherwise = cursor.peek().is_some().then(|| self.value(&mut cursor, span));
        Recursive { depth, otherwise }
    }

    /// `action NAME(..) in WINDOW by PLAYER "label" { .. }`
    pub(super) fn action(&mut self, pair: Pair<'_>) -> Option<Action> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "an action");
        let mut action = Action {
            name: name?,
            params: self.params(&mut cursor),
            window: ActionWindow::Unsaid,
            reach: Reach::Unsaid,
            by: None,
            must: false,
            when: None,
            once: None,
            label: None,
            see: See::new(),
            body: Vec::new(),
            span,
        };
        let mut has_body = false;
        for child in cursor {
            if child.as_rule() == Rule::action_body {
                has_body = true;
                action.body = self.action_body(child);
            } else {
                self.action_head(&mut action, child);
            }
        }
        self.needs_body(has_body, span, "an action");
        Some(action)
    }

    fn action_head(&mut self, action: &mut Action, pair: Pair<'_>) {
        match pair.as_rule() {
            Rule::in_window => {
                let window = self.inner_name(pair);
                if window.quoted {
                    let message = "a window is named without quotes";
                    let found = Diagnostic::new(codes::BAD_CLAUSE, message, window.span);
                    let help = format!("write `{}`", window.text);
                    self.report(found.label("no text").fix(help, window.span, &*window.text));
                }
                action.window = ActionWindow::In(Name { quoted: false, ..window });
            }
            Rule::at_window => {
                let span = self.span(&pair);
                let mut cursor = self.cursor(pair);
                let position =
                    cursor.next_if(Rule::window_position).map(|pair| hook_position(&pair));
                let path = self.next_path(&mut cursor, span);
                action.window = ActionWindow::At { position, path };
            }
            Rule::by_player => action.by = Some(self.inner(pair)),
            Rule::must => action.must = true,
            Rule::when => action.when = Some(self.inner(pair)),
            Rule::once => action.once = Some(Box::new(self.once(pair))),
            Rule::label => action.label = Some(self.label(pair)),
            Rule::reach_as | Rule::reach_any => action.reach = self.reach_of(pair),
            Rule::see => self.see(&mut action.see, pair),
            _ => self.head_junk(
                &pair,
                "an action reads `action NAME(..) in WINDOW by PLAYER \"label\" { .. }`",
            ),
        }
    }

    fn action_body(&mut self, pair: Pair<'_>) -> Vec<ActionItem> {
        let mut items = Vec::new();
        let mut without_do = false;
        for child in pair.into_inner() {
            // Of several lines without their `do` the first tells of all.
            let done = is_done(&child);
            let unread = matches!(child.as_rule(), Rule::junk | Rule::stray_block);
            if without_do && (done || unread) {
                items.push(ActionItem::Error(self.span(&child)));
                continue;
            }
            without_do |= done;
            let item = self.in_clause(&child.clone(), |walk| walk.action_item(child));
            items.extend(item);
        }
        items
    }

    fn action_item(&mut self, pair: Pair<'_>) -> Option<ActionItem> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::text {
            return Some(ActionItem::Text(self.text_line(pair)));
        }
        if is_done(&pair) {
            let shown = shorten(self.written(&pair));
            let message = format!("`{shown}` is done, and no `do` stands before it");
            self.report_recognized(
                Diagnostic::new(codes::BAD_CLAUSE, message, span)
                    .label("this line was not read")
                    .help("what is done when an action is chosen stands in braces: `do { .. }`"),
            );
            return Some(ActionItem::Error(span));
        }
        if matches!(rule, Rule::junk | Rule::stray_block) {
            self.bad_line(
                &pair,
                codes::BAD_CLAUSE,
                "a line of an action (`cost`, `require`, `let`, `do`)",
            );
            return Some(ActionItem::Error(span));
        }
        let mut cursor = self.cursor(pair);
        let item = match rule {
            Rule::cost => {
                let amount = self.value(&mut cursor, span);
                let of = cursor.next_if(Rule::cost_from).map(|pair| self.inner(pair));
                ActionItem::Cost { amount, of, span }
            }
            Rule::require => ActionItem::Require(self.require(&mut cursor, span)),
            Rule::let_line => {
                let (name, value) = self.let_line(&mut cursor, span)?;
                ActionItem::Let(name, value)
            }
            _ => ActionItem::Do(self.next_block(&mut cursor, span, "`do`")),
        };
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "");
        }
        Some(item)
    }

    /// `sequence { .. }`
    pub(super) fn sequence(&mut self, pair: Pair<'_>) -> Sequence {
        let span = self.span(&pair);
        let mut see = See::new();
        let mut parts = Vec::new();
        let mut has_body = false;
        for child in pair.into_inner() {
            match child.as_rule() {
                Rule::see => self.see(&mut see, child),
                Rule::sequence_body => {
                    has_body = true;
                    for part in child.into_inner() {
                        parts.push(self.in_clause(&part.clone(), |walk| walk.sequence_part(part)));
                    }
                }
                _ => self.head_junk(
                    &child,
                    "`sequence` has no name: `sequence { round at most 20 { .. } }`",
                ),
            }
        }
        self.needs_body(has_body, span, "the sequence of play");
        Sequence { parts, see, span }
    }

    fn sequence_part(&mut self, pair: Pair<'_>) -> SequencePart {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::verdict => SequencePart::Verdict(self.verdict(pair)),
            Rule::setup => {
                let mut cursor = self.cursor(pair);
                SequencePart::Setup(self.next_block(&mut cursor, span, "`setup`"))
            }
            Rule::round => {
                let mut cursor = self.cursor(pair);
                let Some(name) = self.next_name(&mut cursor) else {
                    return SequencePart::Error(span);
                };
                let at_most = cursor.next_if(Rule::at_most_times).map(|pair| self.inner(pair));
                let heading = cursor.next_if(Rule::heading).map(|pair| self.heading(pair));
                let body = self.next_block(&mut cursor, span, "a round");
                SequencePart::Round { name, at_most, heading, body, span }
            }
            _ => {
                let what = "a part of the sequence (`setup`, `round at most N`, `verdict at ..`)";
                self.bad_line(&pair, codes::BAD_CLAUSE, what);
                SequencePart::Error(span)
            }
        }
    }

    /// `verdict at M { .. }`
    pub(super) fn verdict(&mut self, pair: Pair<'_>) -> Verdict {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let at = cursor.next_if(Rule::at_moment).map(|pair| self.inner_moment(pair));
        let mut rows = Vec::new();
        let mut has_body = false;
        for child in cursor {
            if child.as_rule() != Rule::verdict_body {
                self.head_junk(
                    &child,
                    "a verdict reads `verdict at end of round { CONDITION | won by p \"why\" }`",
                );
                continue;
            }
            has_body = true;
            for row in child.into_inner() {
                let row = self.in_clause(&row.clone(), |walk| walk.verdict_row(row));
                rows.extend(row);
            }
        }
        self.needs_body(has_body, span, "a verdict");
        Verdict { at, rows, span }
    }

    fn verdict_row(&mut self, pair: Pair<'_>) -> Option<VerdictRow> {
        let span = self.span(&pair);
        if pair.as_rule() != Rule::verdict_row {
            self.bad_line(&pair, codes::BAD_CLAUSE, "a row of a verdict (`CONDITION | won by p`)");
            return None;
        }
        let mut cursor = self.cursor(pair);
        let condition = match cursor.peek() {
            Some(Rule::expr) => Some(self.full(&mut cursor, span)),
            _ => None,
        };
        let Some(pair) = cursor.next_if(Rule::outcome).and_then(|pair| pair.into_inner().next())
        else {
            let start = self.offsets(span).start;
            let what = "a row of a verdict (`CONDITION | won by p`)";
            if let Some(found) = self.slip_of_line(what, start, self.line_end(start)) {
                self.report_recognized(found);
                return None;
            }
            let found = Diagnostic::new(codes::BAD_CLAUSE, "this row does not say what then", span)
                .label("`| won by p \"why\"` or `| draw` was expected")
                .help("a row of a verdict reads `C | won by p \"why\"`, the last `else | none`");
            self.report(found);
            return None;
        };
        let (outcome, why) = self.outcome(pair, span);
        if let Some(junk) = cursor.next() {
            self.junk(
                &junk,
                "a row reads `CONDITION | won by p \"why\"` or `CONDITION | draw \"why\"`",
            );
        }
        Some(VerdictRow { condition, outcome, why, span })
    }

    pub(super) fn outcome(
        &mut self,
        pair: Pair<'_>,
        span: Span,
    ) -> (Outcome, Option<crate::tree::Template>) {
        match pair.as_rule() {
            Rule::goes_on => (Outcome::GoesOn, None),
            Rule::won_by | Rule::drawn => {
                let won = pair.as_rule() == Rule::won_by;
                let mut cursor: Cursor<'_> = self.cursor(pair);
                let outcome = if won {
                    Outcome::WonBy(self.winners(&mut cursor, span))
                } else {
                    Outcome::Draw
                };
                (outcome, cursor.next().map(|text| self.template(&text)))
            }
            _ => {
                let cell = self.cell(pair);
                if cell.kind == CellKind::Empty {
                    self.missing(
                        cell.span,
                        "this row does not say what then",
                        "an outcome was expected",
                    );
                }
                (Outcome::Other(cell), None)
            }
        }
    }
}

/// Whether a line that is none of an action reads like a statement: a call, or a value that is given.
fn is_done(line: &Pair<'_>) -> bool {
    let words = line.as_str();
    let name = words.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.'));
    let Some((name, rest)) = name.map(|at| words.split_at(at)) else { return false };
    let given = ["= ", "+= ", "-= "].into_iter().any(|sign| rest.trim_start().starts_with(sign));
    line.as_rule() == Rule::junk && !name.is_empty() && (rest.starts_with('(') || given)
}
