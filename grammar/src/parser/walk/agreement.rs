//! Agreement: takes a hole of a text that counts, `{n: box|boxes}`, gives the choice between its two words.

use super::Walk;
use crate::source::Span;
use crate::tree::{Binary, BinaryOp, Expr, ExprKind, IfValue, Number, Template, TemplatePart};

impl Walk<'_> {
    /// `{N: ONE|MORE}`: the word before the bar where it is one, else that behind it; nothing where a hole is no such choice.
    pub(super) fn agreement(&mut self, start: usize, end: usize) -> Option<Expr> {
        let (count, words) = self.slice(start, end).split_once(':')?;
        let (one, more) = words.split_once('|')?;
        if words.contains(['"', '{', '}', '(', ')', '[', ']']) || more.contains('|') {
            return None;
        }
        let behind = start + count.len();
        let bar = behind + 1 + one.len();
        let span = self.bytes(start, end);
        let [one, more] = [(one, behind + 1, bar), (more, bar + 1, end)]
            .map(|(word, from, to)| text(word, self.bytes(from, to)));
        let count = self.hole(start, behind);
        let number = Number { numerator: 1, denominator: 1, unit: None };
        let unit = Expr { kind: ExprKind::Number(number), span: count.span };
        let (op, op_span) = (BinaryOp::Equal, count.span);
        let is_one = Binary { op, op_span, left: count, right: unit };
        let is_one = Expr { kind: ExprKind::Binary(Box::new(is_one)), span: op_span };
        let chosen = IfValue { arms: vec![(is_one, one)], otherwise: Some(more) };
        Some(Expr { kind: ExprKind::If(Box::new(chosen)), span })
    }
}

fn text(word: &str, span: Span) -> Expr {
    let word = word.trim();
    let part = (!word.is_empty()).then(|| TemplatePart::Text(word.into()));
    let template = Template { parts: part.into_iter().collect(), span };
    Expr { kind: ExprKind::Text(Box::new(template)), span }
}
