//! What sort of declared thing a name is, for "right name, wrong sort of thing".

use super::checker::Checker;
use super::vocabulary::{Callable, Sort};

/// The first sort of thing that has this name, in the order in which authors think of them.
pub(crate) fn sort_of(checker: &Checker<'_>, name: &str) -> Option<Sort> {
    let v = &checker.vocabulary;
    let t = &checker.typed;
    let found = |what: &str, span| Some(Sort { what: what.to_owned(), span });
    if let Some(id) = v.abilities.get(name) {
        let def = t.abilities.get(*id)?;
        return found(if def.is_status { "a status" } else { "an ability" }, Some(def.span));
    }
    if let Some(callable) = v.callables.get(name) {
        return match callable {
            Callable::Record(id) => found("a record", t.records.get(*id).map(|d| d.span)),
            Callable::Table(id) => found("a table", t.tables.get(*id).map(|d| d.span)),
            Callable::Function(id) => found("a define", t.functions.get(*id).map(|d| d.span)),
            Callable::Quantity(id) => found("a quantity", t.quantities.get(*id).map(|d| d.span)),
        };
    }
    macro_rules! one_of {
        ($($what:literal: $names:ident in $declared:ident,)*) => {$(
            if let Some(id) = v.$names.get(name) {
                return found($what, t.$declared.get(*id).map(|d| d.span));
            }
        )*};
    }
    one_of! {
        "a relation": relations in functions,
        "a procedure": procedures in procedures,
        "an action": actions in actions,
        "a permission": permissions in permissions,
        "a window": windows in windows,
        "a tie": ties in ties,
        "a scale": scales in scales,
        "a die": dice in dice,
        "a policy": policies in policies,
        "a kind": kinds in kinds,
    }
    if let Some(at) = v.rulings.get(name) {
        return found("a ruling", t.rulings.get(*at as usize).map(|d| d.span));
    }
    if let Some(id) = v.profiles.get(name).and_then(|ids| ids.first()) {
        return found("a profile", t.profiles.get(*id).map(|d| d.span));
    }
    for (names, kind) in v.of_kind.iter().zip(t.kinds.values()) {
        if let Some(id) = names.entries.get(name) {
            let span = t.entries.get(*id).map(|d| d.span);
            let article = crate::wording::article(&kind.name);
            return found(&format!("{article} {}", kind.name), span);
        }
    }
    None
}
