//! Stacked statuses: takes what a status that is held several times does at a step, says where it takes itself away and nothing else, so
//! that none is left.

use super::owners::label;
use crate::typed::{BearerDef, HookDef, Stmt, StmtKind, Typed};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{AbilityId, HookTime};

/// What is taken away one at a time does not go all at once.
pub(crate) fn one_is_taken_at_a_time(typed: &Typed, sink: &mut Sink) {
    for hook in typed.hooks.values() {
        let BearerDef::Ability(id) = hook.bearer else { continue };
        let Some(def) = typed.abilities.get(id).filter(|def| def.stacks) else { continue };
        // Where it stands in another's place, the first alone does.
        if hook.once.is_some() || hook.time == HookTime::Instead {
            continue;
        }
        if let Some(at) = taken_alone(&hook.body, id) {
            let moment = typed.procedures.get(hook.procedure).map_or("battle", |it| &*it.name);
            sink.push(all_go(hook, (&def.name, moment), at));
        }
    }
}

/// Where a body takes one of a status away, and does nothing else.
fn taken_alone(body: &[Stmt], id: AbilityId) -> Option<Span> {
    let mut taken = None;
    for stmt in body {
        match &stmt.kind {
            StmtKind::Remove { ability, all: false, .. } if *ability == id => {
                taken = Some(stmt.span);
            }
            StmtKind::Say(_) => {}
            _ => return None,
        }
    }
    taken
}

fn all_go(hook: &HookDef, (name, moment): (&str, &str), at: Span) -> Diagnostic {
    Diagnostic::at(codes::IDLE_CLAUSE, at)
        .says(format!("{} comes once for each `{name}` that is held, and none is left", label(&hook.label)))
        .label("takes one away, as often as it is held")
        .help(format!(
            "where one alone is to go, say `once per {moment}` before the label; where all are, `remove all {name} from ..`, once as well"
        ))
}
