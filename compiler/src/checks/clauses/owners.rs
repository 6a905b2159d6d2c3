//! Words for things: takes ids, gives what the author calls them and where they stand.

use crate::typed::{BearerDef, ClauseOwner, Typed};
use warwright_grammar::Span;
use warwright_ir as ir;

/// A rule that is asked by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rule {
    /// A define, relation, derived fact.
    Function(ir::FunctionId),
    /// A quantity.
    Quantity(ir::QuantityId),
    /// A permission.
    Permission(ir::PermissionId),
    /// Having an ability.
    Possession(ir::AbilityId),
}

impl Rule {
    pub(crate) fn of(owner: ClauseOwner) -> Self {
        match owner {
            ClauseOwner::Quantity(id) => Self::Quantity(id),
            ClauseOwner::Permission(id) => Self::Permission(id),
            ClauseOwner::Possession(id) => Self::Possession(id),
        }
    }

    /// What it is called: `move`, `has Regrow`.
    pub(crate) fn name(self, typed: &Typed) -> String {
        match self {
            Self::Function(id) => typed.functions.get(id).map(|def| def.name.clone()),
            Self::Quantity(id) => typed.quantities.get(id).map(|def| def.name.clone()),
            Self::Permission(id) => typed.permissions.get(id).map(|def| def.name.clone()),
            Self::Possession(id) => typed.abilities.get(id).map(|def| format!("has {}", def.name)),
        }
        .unwrap_or_default()
    }

    pub(crate) fn span(self, typed: &Typed) -> Span {
        match self {
            Self::Function(id) => typed.functions.get(id).map(|def| def.span),
            Self::Quantity(id) => typed.quantities.get(id).map(|def| def.span),
            Self::Permission(id) => typed.permissions.get(id).map(|def| def.span),
            Self::Possession(id) => typed.abilities.get(id).map(|def| def.span),
        }
        .unwrap_or_default()
    }
}

/// Who brings a clause into play, in words: `ability Regrow`.
pub(crate) fn bearer(typed: &Typed, bearer: BearerDef) -> String {
    match bearer {
        BearerDef::System => "the system".to_owned(),
        BearerDef::Scenario(id) => typed
            .scenarios
            .get(id)
            .map_or_else(|| "the scenario".to_owned(), |def| format!("scenario \"{}\"", def.name)),
        BearerDef::Ability(id) => match typed.abilities.get(id) {
            Some(def) if def.titled && def.is_status => format!("status {}", def.name),
            Some(def) if def.titled => format!("ability {}", def.name),
            Some(def) => format!("\"{}\"", def.name),
            None => String::new(),
        },
    }
}

/// A label as it is shown: in quotes.
pub(crate) fn label(label: &str) -> String {
    format!("\"{label}\"")
}
