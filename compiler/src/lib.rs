//! From source text to a validated program, stage after stage: roots, names, errata, like, rosters, types, checks, lowering.

/// What a pattern binds of a value, where the value fits: `as_variant!(expr.kind, ExprKind::Local(local) => local)`.
macro_rules! as_variant {
    ($value:expr, $pattern:pat $(if $guard:expr)? => $found:expr) => {
        match $value {
            $pattern $(if $guard)? => Some($found),
            _ => None,
        }
    };
}

pub mod about;
pub mod assemble;
mod causes;
pub mod checks;
pub mod conformance;
pub mod errata;
pub mod forms;
pub mod gloss;
pub mod like;
pub mod lowering;
pub mod names;
pub mod passes;
pub mod provenance;
pub mod roots;
pub mod rosters;
pub mod sizes;
#[expect(missing_docs, reason = "the fields of a form are told by its line")]
pub mod typed;
pub mod types;
pub mod wording;
