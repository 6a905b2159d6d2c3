//! The book: takes what the game says of itself, gives it with its words as texts of the program.

use super::Lowering;
use crate::provenance::{ItemReport, ItemState, ListReport};
use warwright_ir as ir;

impl Lowering<'_> {
    pub(super) fn book(&mut self) {
        let book = &self.typed.book;
        let measure = book.measure.as_ref().map(|words| self.text(words));
        let precedence = book.precedence.as_ref().map(|words| self.text(words));
        let layers = self.typed.layers.iter().map(|name| self.text(name)).collect();
        let rules = book.rules.iter().map(|rule| ir::RuleText {
            what: self.text(&rule.what),
            name: self.text(&rule.name),
            within: rule.within.as_ref().map(|name| self.text(name)),
            texts: rule.texts.iter().map(|text| self.text(text)).collect(),
            see: rule.see.as_ref().map(|see| self.text(see)),
            span: self.span(rule.span),
        });
        let rules = rules.collect();
        let errata = book.errata.iter().map(|list| self.erratum(list)).collect();
        let die = book.die;
        self.out.book = ir::Book { measure, die, precedence, layers, rules, errata };
    }

    fn erratum(&mut self, list: &ListReport) -> ir::Erratum {
        ir::Erratum {
            title: self.text(&list.title),
            dated: (list.dated.year, list.dated.month, list.dated.day),
            reason: list.reason.as_ref().map(|reason| self.text(reason)),
            in_force: list.in_force,
            items: list.items.iter().map(|item| self.erratum_item(item)).collect(),
            span: self.span(list.span),
        }
    }

    fn erratum_item(&mut self, item: &ItemReport) -> ir::ErratumItem {
        let state = match &item.state {
            ItemState::Made => ir::ErratumState::Made,
            ItemState::NoEffect(why) => ir::ErratumState::NoEffect(self.text(why)),
            ItemState::Pending(why) => ir::ErratumState::Pending(self.text(why)),
            ItemState::Superseded(by) => ir::ErratumState::Superseded(self.text(by)),
            ItemState::Later => ir::ErratumState::Later,
        };
        let edits = item.edits.iter().map(|edit| {
            [&edit.target, &edit.part, &edit.old, &edit.new].map(|words| self.text(words))
        });
        let edits = edits.collect();
        ir::ErratumItem {
            name: self.text(&item.name),
            reasons: item.reasons.iter().map(|reason| self.text(reason)).collect(),
            state,
            edits,
            span: self.span(item.span),
        }
    }
}
