//! Results: what a procedure may give.

use crate::typed::{Type, Typed};
use warwright_grammar::{Diagnostic, Sink, codes};

/// A procedure gives one value: a record is several.
pub(super) fn results_are_values(typed: &Typed, sink: &mut Sink) {
    for def in &typed.procedures {
        let Some(Type::Record(id)) = def.result else { continue };
        let record =
            typed.records.get(id.0 as usize).map_or("record", |record| record.name.as_str());
        sink.push(
            Diagnostic::new(
                codes::TYPE_NOT_ALLOWED,
                format!("procedure `{}` cannot give a whole `{record}`", def.name),
                def.span,
            )
            .label("what it gives is several values")
            .help("give one of its fields, or make it a `define`, which may give a record"),
        );
    }
}
