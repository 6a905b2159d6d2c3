//! What sort of declared thing a name is, for "right name, wrong sort of thing".

use super::checker::Checker;
use super::vocabulary::{Callable, Sort};

/// The first sort of thing that has this name, in the order in which authors think of them.
pub(crate) fn sort_of(checker: &Checker<'_>, name: &str) -> Option<Sort> {
    let v = &checker.vocabulary;
    let t = &checker.typed;
    let found = |what: &str, span| Some(Sort { what: what.to_owned(), span });
    if let Some(id) = v.abilities.get(name) {
        let def = t.abilities.get(id.0 as usize)?;
        return found(if def.is_status { "a status" } else { "an ability" }, Some(def.span));
    }
    if let Some(callable) = v.callables.get(name) {
        return match callable {
            Callable::Record(id) => found("a record", t.records.get(id.0 as usize).map(|d| d.span)),
            Callable::Table(id) => found("a table", t.tables.get(id.0 as usize).map(|d| d.span)),
            Callable::Function(id) => {
                found("a define", t.functions.get(id.0 as usize).map(|d| d.span))
            }
            Callable::Quantity(id) => {
                found("a quantity", t.quantities.get(id.0 as usize).map(|d| d.span))
            }
        };
    }
    if let Some(id) = v.relations.get(name) {
        return found("a relation", t.functions.get(id.0 as usize).map(|d| d.span));
    }
    if let Some(id) = v.procedures.get(name) {
        return found("a procedure", t.procedures.get(id.0 as usize).map(|d| d.span));
    }
    if let Some(id) = v.actions.get(name) {
        return found("an action", t.actions.get(id.0 as usize).map(|d| d.span));
    }
    if let Some(id) = v.permissions.get(name) {
        return found("a permission", t.permissions.get(id.0 as usize).map(|d| d.span));
    }
    if let Some(id) = v.windows.get(name) {
        return found("a window", t.windows.get(id.0 as usize).map(|d| d.span));
    }
    if let Some(id) = v.ties.get(name) {
        return found("a tie", t.ties.get(id.0 as usize).map(|d| d.span));
    }
    if let Some(id) = v.scales.get(name) {
        return found("a scale", t.scales.get(id.0 as usize).map(|d| d.span));
    }
    if let Some(id) = v.dice.get(name) {
        return found("a die", t.dice.get(id.0 as usize).map(|d| d.span));
    }
    if let Some(id) = v.policies.get(name) {
        return found("a policy", t.policies.get(id.0 as usize).map(|d| d.span));
    }
    if let Some(id) = v.kinds.get(name) {
        return found("a kind", t.kinds.get(id.0 as usize).map(|d| d.span));
    }
    if let Some(at) = v.rulings.get(name) {
        return found("a ruling", t.rulings.get(*at as usize).map(|d| d.span));
    }
    if let Some(id) = v.profiles.get(name).and_then(|ids| ids.first()) {
        return found("a profile", t.profiles.get(id.0 as usize).map(|d| d.span));
    }
    for (names, kind) in v.of_kind.iter().zip(&t.kinds) {
        if let Some(id) = names.entries.get(name) {
            let span = t.entries.get(id.0 as usize).map(|d| d.span);
            let article = super::wording::article(&kind.name);
            return found(&format!("{article} {}", kind.name), span);
        }
    }
    None
}
