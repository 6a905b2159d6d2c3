//! A cursor over the children of a pair, with one pair of lookahead.

use super::{Pair, Rule};
use pest::iterators::Pairs;

/// The children of a pair that are still to be read.
pub(super) struct Cursor<'i> {
    ahead: Option<Pair<'i>>,
    rest: Pairs<'i, Rule>,
}

impl<'i> Cursor<'i> {
    pub(super) fn new(mut pairs: Pairs<'i, Rule>) -> Self {
        Self { ahead: pairs.next(), rest: pairs }
    }

    /// The rule of the next child.
    pub(super) fn peek(&self) -> Option<Rule> {
        self.ahead.as_ref().map(Pair::as_rule)
    }

    /// Whether something is left over of what is read, which is told of by itself.
    pub(super) fn has_junk(&self) -> bool {
        let is_junk = |pair: Pair<'_>| pair.as_rule() == Rule::junk;
        self.peek() == Some(Rule::junk) || self.rest.clone().any(is_junk)
    }

    /// The next child, left where it is.
    pub(super) fn peek_pair(&self) -> Option<&Pair<'i>> {
        self.ahead.as_ref()
    }

    /// The next child if it is of that rule.
    pub(super) fn next_if(&mut self, rule: Rule) -> Option<Pair<'i>> {
        if self.peek() == Some(rule) { self.next() } else { None }
    }

    /// Takes the next child if it is of that rule.
    pub(super) fn eat(&mut self, rule: Rule) -> bool {
        self.next_if(rule).is_some()
    }
}

impl<'i> Iterator for Cursor<'i> {
    type Item = Pair<'i>;

    fn next(&mut self) -> Option<Pair<'i>> {
        let next = self.rest.next();
        std::mem::replace(&mut self.ahead, next)
    }
}
