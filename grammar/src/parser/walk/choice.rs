//! Choices of players: `p chooses x: one of S where ..`.

use super::{Pair, Rule, Walk};
use crate::tree::{Choice, ChoiceOf, Expr, OrNone, Range, StmtKind};

impl Walk<'_> {
    /// `p chooses NAME: ..`, the player already read.
    pub(super) fn chooses(&mut self, player: Expr, pair: Pair<'_>) -> StmtKind {
        let span = player.span.to(self.span(&pair));
        let mut cursor = self.cursor(pair);
        let Some(name) = cursor.next_if(Rule::word).map(|pair| self.new_name(&pair)) else {
            let message = "a choice has a name: `p chooses x: one of S`";
            self.missing(span, message, "no name is given");
            return StmtKind::Error;
        };
        let what = match cursor.next() {
            Some(pair) => self.choice_of(pair),
            None => ChoiceOf::Error,
        };
        let mut choice = Choice {
            player,
            name,
            what,
            filter: None,
            with: Vec::new(),
            within: None,
            prefer: Vec::new(),
            or_none: None,
            prompt: None,
        };
        for pair in cursor {
            match pair.as_rule() {
                Rule::r#where => choice.filter = Some(self.inner(pair)),
                Rule::with_keys => choice.with = self.keys(pair),
                Rule::within => choice.within = Some(self.inner(pair)),
                Rule::choice_prefer => choice.prefer = self.keys(pair),
                Rule::or_none => {
                    let span = self.span(&pair);
                    let when = pair.into_inner().next().map(|when| self.inner(when));
                    choice.or_none = Some(OrNone { when, span });
                }
                _ => choice.prompt = Some(self.label(pair).text),
            }
        }
        StmtKind::Choose(Box::new(choice))
    }

    fn choice_of(&mut self, pair: Pair<'_>) -> ChoiceOf {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::missing {
            let gap = self.gap(&pair);
            if let Some(found) = self.slip_at_gap(self.offsets(gap).end) {
                self.report_recognized(found);
                return ChoiceOf::Error;
            }
            self.missing(
                gap,
                "this choice does not say from what",
                "`one of S`, `int A..B`, `whether \"..\"` and the like were expected",
            );
            return ChoiceOf::Error;
        }
        let mut cursor = self.cursor(pair);
        match rule {
            Rule::one_of => ChoiceOf::One(self.value(&mut cursor, span)),
            Rule::any_of => ChoiceOf::Any(self.value(&mut cursor, span)),
            Rule::some_of => ChoiceOf::Some(self.value(&mut cursor, span)),
            Rule::order_of => ChoiceOf::Order(self.value(&mut cursor, span)),
            Rule::int_choice => ChoiceOf::Int(match cursor.next() {
                Some(range) => self.range(range),
                None => Range { low: None, high: None, span },
            }),
            Rule::whether => match cursor.next() {
                Some(text) => ChoiceOf::Whether(self.template(&text)),
                None => {
                    self.missing(span, "`whether` wants its question in quotes", "no question");
                    ChoiceOf::Error
                }
            },
            _ => {
                let first = self.value(&mut cursor, span);
                let second = self.value(&mut cursor, span);
                match rule {
                    Rule::up_to_of => ChoiceOf::UpTo(first, second),
                    Rule::split_of => ChoiceOf::Split(first, second),
                    Rule::place_for => {
                        let facing = cursor.next().map(|facing| self.expr(facing));
                        ChoiceOf::Place { who: first, region: second, facing }
                    }
                    _ => ChoiceOf::Exactly(first, second),
                }
            }
        }
    }
}
