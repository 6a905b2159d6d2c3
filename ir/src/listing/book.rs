//! The listing of what a program says of itself: measures, rule texts, errata.

use super::{Lister, quoted};
use crate::{Erratum, ErratumState, RuleText};

impl<'p> Lister<'p> {
    pub(super) fn book(&mut self) {
        let book = &self.program.book;
        self.out.push('\n');
        self.line(0, "book");
        if let Some(measure) = book.measure {
            self.line(1, &format!("measure {}", self.text(measure)));
        }
        if let Some(die) = book.die {
            let die = self.name(&self.program.dice, die, |it| it.name);
            self.line(1, &format!("dice {die}"));
        }
        if let Some(precedence) = book.precedence {
            self.line(1, &format!("precedence {}", self.text(precedence)));
        }
        for layer in &book.layers {
            self.line(1, &format!("layer {}", quoted(self.text(*layer))));
        }
        for rule in &book.rules {
            self.rule_text(rule);
        }
        for erratum in &book.errata {
            self.erratum(erratum);
        }
    }

    fn rule_text(&mut self, rule: &'p RuleText) {
        let mut words = format!("{} {}", self.text(rule.what), quoted(self.text(rule.name)));
        if let Some(within) = rule.within {
            words += &format!(" of {}", quoted(self.text(within)));
        }
        if let Some(see) = rule.see {
            words += &format!(" see {:?}", self.text(see));
        }
        self.line_at(1, &words, rule.span);
        for text in &rule.texts {
            self.line(2, &format!("text: {}", self.text(*text)));
        }
    }

    fn erratum(&mut self, erratum: &'p Erratum) {
        let (year, month, day) = erratum.dated;
        let later = if erratum.in_force { "" } else { " not in force" };
        let title = self.text(erratum.title);
        self.head(&format!("errata {title:?} {year}-{month:02}-{day:02}{later}"), erratum.span);
        if let Some(reason) = erratum.reason {
            self.line(1, &format!("reason {:?}", self.text(reason)));
        }
        for item in &erratum.items {
            let state = match item.state {
                ErratumState::Made => String::new(),
                ErratumState::NoEffect(why) => format!(" no effect {:?}", self.text(why)),
                ErratumState::Pending(why) => format!(" pending {:?}", self.text(why)),
                ErratumState::Superseded(by) => format!(" superseded {:?}", self.text(by)),
                ErratumState::Later => " later".to_owned(),
            };
            self.line_at(1, &format!("item {:?}{state}", self.text(item.name)), item.span);
            for reason in &item.reasons {
                self.line(2, &format!("reason {:?}", self.text(*reason)));
            }
            for [target, part, old, new] in &item.edits {
                let (target, part) = (self.text(*target), self.text(*part));
                let (old, new) = (self.text(*old), self.text(*new));
                self.line(2, &format!("{target}: {part} {old} -> {new}"));
            }
        }
    }
}
