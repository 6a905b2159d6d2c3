//! Prices and rounds that are said: takes texts, finds in them what is paid and how many rounds something lasts, where the rules beside
//! them say otherwise.

use super::super::texts::number_named;
use super::{Said, Word, drifted};
use crate::typed::{ActionDef, Compare, Expr, ExprKind, each_expr};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::FieldId;

/// What stands before a price.
const PAYS: [&str; 9] =
    ["for", "cost", "costs", "pay", "pays", "paying", "spend", "spends", "spending"];

impl Said<'_> {
    /// `for two coins`, and the action costs another number of them, something else, or nothing.
    pub(super) fn paid(&self) -> Option<Diagnostic> {
        let mut actions = self.actions();
        let (action, None) = (actions.next()?, actions.next()) else { return None };
        let said = self.text.windows(3).filter_map(|words| {
            let [(pays, _), (count, from), (name, to)] = words else { return None };
            let count = match count.as_str() {
                "a" | "an" => 1,
                count => number_named(count)?,
            };
            PAYS.contains(&pays.as_str()).then(|| (count, name, from.to(*to)))
        });
        said.into_iter().find_map(|said| self.priced(action, said))
    }

    fn priced(
        &self,
        action: &ActionDef,
        (count, name, at): (i64, &String, Span),
    ) -> Option<Diagnostic> {
        let is_called =
            |id: FieldId| self.typed.fields.get(id).is_some_and(|def| is_name(name, &def.name));
        let is_purse = |of: &ActionDef| of.cost.as_ref().is_some_and(|cost| is_called(cost.2));
        let Some((quantity, _, field)) = &action.cost else {
            // Only what is a price elsewhere is one here; and what is done may take it.
            let paid = self.typed.actions.values().any(is_purse) && !self.changes(name);
            let told = drifted("the text names a price, and nothing is paid here", at);
            return paid.then(|| {
                told.also(action.span, "this costs nothing")
                    .help(format!("write it in the action: `cost {count} of PLAYER.FIELD`"))
            });
        };
        let purse = self.typed.fields.get(*field)?;
        if is_called(*field) {
            let price = &self.typed.quantities.get(*quantity)?.base;
            let ExprKind::Cell(price) = price.kind else { return None };
            let message = format!("the text says {count}, and the price is {price}");
            return (price != count).then(|| {
                drifted(&message, at).also(action.span, "paid here").help("correct one of them")
            });
        }
        let other = self
            .typed
            .fields
            .values()
            .any(|def| def.kind == purse.kind && is_name(name, &def.name));
        let named = self.text.iter().any(|(word, _)| is_name(word, &purse.name));
        let message = format!("the text says {name}, and the price is taken from `{}`", purse.name);
        (other && !named).then(|| {
            drifted(&message, at).also(action.span, "paid here").help("correct one of them")
        })
    }

    /// Whether what is done writes a state of a name.
    fn changes(&self, name: &str) -> bool {
        let mut found = false;
        self.each_stmt(&mut |stmt| {
            use crate::typed::{Assign, StmtKind};
            if let StmtKind::Assign { to: Assign::Field { field, .. }, .. } = &stmt.kind {
                found |= self.typed.fields.get(*field).is_some_and(|def| is_name(name, &def.name));
            }
        });
        found
    }

    /// `for ten rounds`, and the battle has others; `the first four rounds`, and the rule stops at three.
    pub(super) fn so_long(&self) -> Option<Diagnostic> {
        let mut meant: Vec<(i64, Span, bool)> = Vec::new();
        if let Some(counter) = self.rules.counter {
            let mut look = |root: &Expr| {
                each_expr(root, &mut |expr| meant.extend(last_of(expr, counter)));
            };
            self.hooks().for_each(|hook| hook.each_expr(&mut look));
            self.clauses().for_each(|clause| clause.each_expr(&mut look));
        }
        let said = |words: &[Word]| match words {
            [(before, _), (count, from), (rounds, to)] if rounds == "rounds" => {
                let count = number_named(count)?;
                Some((before.clone(), count, from.to(*to)))
            }
            _ => None,
        };
        let (before, count, at) = self.text.windows(3).find_map(said)?;
        if before == "first" {
            // Of what holds in no round something else is told.
            let upto = |(last, _, ends): &&(i64, Span, bool)| *ends && *last > 0;
            let (last, asked, _) = *meant.iter().find(upto)?;
            let any = meant.iter().any(|(last, ..)| *last == count);
            let message =
                format!("the text says the first {count} rounds, and the rule the first {last}");
            return (!any).then(|| {
                drifted(&message, at)
                    .also(asked, "asked here")
                    .help("correct one of them: `<= N` is N rounds, `< N` one fewer")
            });
        }
        let battle = self.typed.scenarios.values().find(|it| self.one.bearer.contains(it.span))?;
        let rounds = i64::from(battle.rounds?);
        let near = |(last, ..): &(i64, Span, bool)| (last - count).abs() <= 1;
        let lasts = ["for", "lasts", "within", "after", "in"].contains(&before.as_str());
        let message = format!("the text says {count} rounds, and the battle has {rounds}");
        (lasts && rounds != count && !meant.iter().any(near))
            .then(|| drifted(&message, at).help(format!("correct one of them: `rounds {count}`")))
    }
}

/// The round that a comparison with the number of the round takes for the last, or after which it begins to hold; whether it is the
/// last in which it holds.
fn last_of(expr: &Expr, counter: FieldId) -> Option<(i64, Span, bool)> {
    let ExprKind::Compare { how, left, right } = &expr.kind else { return None };
    let (ExprKind::Field { field, .. }, ExprKind::Cell(number)) = (&left.kind, &right.kind) else {
        return None;
    };
    if *field != counter {
        return None;
    }
    match how {
        Compare::Lt | Compare::Ge => Some((number - 1, right.span, *how == Compare::Lt)),
        Compare::Le | Compare::Gt | Compare::Eq => Some((*number, right.span, *how == Compare::Le)),
        Compare::Ne => None,
    }
}

/// Whether a word names a state: as it is, or one for several.
pub(super) fn is_name(word: &str, name: &str) -> bool {
    word == name || name.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(name)
}
