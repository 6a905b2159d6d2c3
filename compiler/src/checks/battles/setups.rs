//! Set-ups: takes what scenarios set up, and says which of them begin with another round than the first.

use crate::checks::runs::endings::counter;
use crate::typed::{Assign, StmtKind, Typed, each_stmt};
use warwright_grammar::{Diagnostic, Sink, codes};

/// No scenario begins with another round than the first.
pub(crate) fn rounds_count_themselves(typed: &Typed, sink: &mut Sink) {
    let Some(counter) = counter(typed) else { return };
    for scenario in typed.scenarios.values().filter(|it| it.rules_of.is_none()) {
        each_stmt(&scenario.setup, &mut |stmt| {
            if let StmtKind::Assign { to: Assign::Field { field, .. }, .. } = &stmt.kind
                && *field == counter
            {
                let name = typed.fields.get(*field).map_or("", |def| def.name.as_str());
                Diagnostic::at(codes::IDLE_CLAUSE, stmt.span)
                    .says(format!("the game counts `{name}` itself, and adds 1 before the first"))
                    .label("the first round would have another number")
                    .help("leave it out; how many rounds there are says `rounds N`")
                    .emit(sink);
            }
        });
    }
}
