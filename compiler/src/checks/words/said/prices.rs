//! Prices and rounds that are said: takes texts, finds in them what is paid and how many rounds something lasts, where the rules beside
//! them say otherwise.

use super::beside::{Said, the_one};
use super::figures::numbers;
use super::patterns::fits;
use super::phrases::Phrase;
use super::{differs, drifted};
use crate::typed::{ActionDef, Compare, ExprKind};
use warwright_grammar::Diagnostic;
use warwright_ir::FieldId;

impl Said<'_> {
    /// `for two coins`, and the action costs another number of them, something else, or nothing.
    pub(super) fn paid(&self) -> Option<Diagnostic> {
        let action = the_one(self.actions())?;
        let said = "(for|cost|costs|pay|pays|paying|spend|spends|spending) #|a|an _";
        self.phrases(said).find_map(|said| self.priced(action, &said))
    }

    fn priced(&self, action: &ActionDef, said: &Phrase<'_>) -> Option<Diagnostic> {
        let (count, name, at) = (said.number().unwrap_or(1), said.last(), said.span());
        let is_called =
            |id: FieldId| self.typed.fields.get(id).is_some_and(|def| is_name(name, &def.name));
        let is_purse = |of: &ActionDef| of.cost.as_ref().is_some_and(|cost| is_called(cost.2));
        let Some((quantity, _, field)) = &action.cost else {
            // Only what is a price elsewhere is one here; and what is done may take it.
            let changes = self.writes().any(|(field, ..)| is_called(field));
            let paid = self.typed.actions.values().any(is_purse) && !changes;
            return paid.then(|| {
                drifted("the text names a price, and nothing is paid here", at)
                    .also(action.span, "this costs nothing")
                    .help(format!("write it in the action: `cost {count} of PLAYER.FIELD`"))
            });
        };
        let purse = self.typed.fields.get(*field)?;
        if is_called(*field) {
            let base = &self.typed.quantities.get(*quantity)?.base;
            let price = the_one(numbers(base).into_iter())?;
            let more = if matches!(base.kind, ExprKind::Cell(_)) { "" } else { " and more" };
            let message = format!("the text says {count}, and the price is {price}{more}");
            return (price != count).then(|| differs(message, at, action.span, "paid here"));
        }
        let of_purse = self.typed.fields.values().filter(|def| def.kind == purse.kind);
        let other = of_purse.into_iter().any(|def| is_name(name, &def.name));
        let named = self.text.iter().any(|(word, _)| is_name(word, &purse.name));
        let message = format!("the text says {name}, and the price is taken from `{}`", purse.name);
        (other && !named).then(|| differs(message, at, action.span, "paid here"))
    }

    /// `for ten rounds`, and the battle has others; `the first four rounds`, and the rule stops at three.
    pub(super) fn so_long(&self) -> Option<Diagnostic> {
        let said = self.phrase("_ # rounds, first # turns")?;
        let count = said.number()?;
        // The round that a comparison takes for the last, or after which it begins to hold.
        let last = |how: Compare, figure: i64| match how {
            Compare::Lt | Compare::Ge => figure.checked_sub(1),
            Compare::Le | Compare::Gt | Compare::Eq => Some(figure),
            Compare::Ne => None,
        };
        let asked = self.of_rounds().into_iter();
        let meant: Vec<_> = asked.filter_map(|it| Some((last(it.how, it.figure)?, it))).collect();
        if said.first() == "first" {
            // Of what holds in no round something else is told.
            let (last, asked) = meant
                .iter()
                .find(|(last, it)| *last > 0 && matches!(it.how, Compare::Lt | Compare::Le))?;
            let message = format!(
                "the text says the first {count} {}, and the rule the first {last}",
                said.last()
            );
            return (!meant.iter().any(|(last, _)| *last == count)).then(|| {
                drifted(message, said.span())
                    .also(asked.place, "asked here")
                    .help("correct one of them: `<= N` is N rounds, `< N` one fewer")
            });
        }
        let battle = self.typed.scenarios.values().find(|it| self.one.bearer.contains(it.span))?;
        let rounds = i64::from(battle.rounds?);
        let near = |(last, _): &(i64, _)| (last - count).abs() <= 1;
        let lasts = fits("for|lasts|within|after|in", said.first());
        let message = format!("the text says {count} rounds, and the battle has {rounds}");
        (lasts && rounds != count && !meant.iter().any(near)).then(|| {
            drifted(message, said.span()).help(format!("correct one of them: `rounds {count}`"))
        })
    }
}

/// Whether a word names a state: as it is, or one for several.
pub(super) fn is_name(word: &str, name: &str) -> bool {
    word == name || name.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(name)
}
