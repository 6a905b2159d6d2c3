//! Examples: takes a type that is wanted, says how a value of it is written. For messages alone.

use super::super::checker::{Checker, bare};
use crate::typed::{SpaceType, Type};
use crate::wording;
use warwright_grammar::Diagnostic;

impl Checker<'_> {
    /// How a value of the type that is wanted is written.
    pub(super) fn with_example(&self, found: Diagnostic, wanted: &Type) -> Diagnostic {
        let measure = self.measure_suffix().unwrap_or("\"");
        let example = match bare(wanted) {
            Type::Bool => {
                "a condition compares: `u.FIELD > 1`, `x is A`, `x in S`, `u has A`".to_owned()
            }
            Type::Int { .. } => "a whole number reads `3`".to_owned(),
            Type::Ratio => "a number reads `3`, `1/2`".to_owned(),
            Type::Length => format!("a length reads `6{measure}`"),
            Type::Angle => "an angle reads `90 deg`".to_owned(),
            Type::Text => "words stand in quotes".to_owned(),
            Type::Pool(_) => "dice are rolled first, in a step: `let thrown = roll 2d6`".to_owned(),
            Type::Space(SpaceType::Point) => format!("a point reads `(12{measure}, 8{measure})`"),
            Type::Set(_) | Type::List(_) => {
                "several are a set: `{a, b}`, or those of a kind that are so: `KINDS where C`"
                    .to_owned()
            }
            Type::Member(kind) => {
                let names =
                    self.vocabulary.kind(*kind).into_iter().flat_map(|it| it.entries.keys());
                let names: Vec<&str> = names.map(|name| &**name).collect();
                match names.is_empty() {
                    true => return found,
                    false => format!("there are: {}", wording::listed(names)),
                }
            }
            _ => return found,
        };
        found.help(example)
    }
}
