//! Steps that are left out: takes texts that say that something happens in each run of a procedure, says where it hangs on a step that is
//! not taken in each.

use crate::checks::clauses::placed::Rules;
use crate::checks::words::said::words_of;
use crate::checks::words::texts::Stated;
use crate::typed::{HookDef, ProcedureDef, StepDef, Typed};
use warwright_grammar::{Diagnostic, Sink, SourceMap, Span, codes};

/// What a text says of each turn happens in each turn.
pub(crate) fn steps_come_as_often_as_said(
    stated: &[Stated],
    rules: &Rules<'_>,
    typed: &Typed,
    map: &SourceMap,
    sink: &mut Sink,
) {
    for one in stated {
        let hooks: Vec<_> =
            rules.hooks(one.bearer).filter_map(|hook| hung_on(typed, hook)).collect();
        let left_out = hooks.iter().filter(|(_, def, step)| {
            let always = |(_, of, at): &(_, &ProcedureDef, &StepDef)| {
                of.name == def.name && at.when.is_none()
            };
            step.when.is_some() && !hooks.iter().any(always)
        });
        for (hook, def, step) in left_out {
            if let Some(said) = each_said(&words_of(map, one.text), &def.name) {
                sink.push(not_in_each(hook, (def, step), said));
                break;
            }
        }
    }
}

/// A hook with the step on which it hangs.
fn hung_on<'t>(
    typed: &'t Typed,
    hook: &'t HookDef,
) -> Option<(&'t HookDef, &'t ProcedureDef, &'t StepDef)> {
    let def = typed.procedures.get(hook.procedure)?;
    Some((hook, def, def.steps.get(usize::from(hook.step?))?))
}

/// Where words say `each turn` of a procedure of that name.
fn each_said(words: &[(String, Span)], name: &str) -> Option<Span> {
    words.windows(2).find_map(|pair| {
        let [(each, from), (word, to)] = pair else { return None };
        (matches!(each.as_str(), "each" | "every") && word == name).then(|| from.to(*to))
    })
}

fn not_in_each(hook: &HookDef, (def, step): (&ProcedureDef, &StepDef), said: Span) -> Diagnostic {
    let name = &def.name;
    let told = Diagnostic::at(codes::TEXT_DRIFTED, said)
        .says(format!(
            "the text says each {name}, and `{name}.{}` does not come in each",
            step.name
        ))
        .label("said here")
        .also(hook.span, "hangs on that step, and comes only where it does")
        .also(step.when.as_ref().map(|when| when.span), "the step comes only then");
    let always = def.steps.iter().rev().find(|it| it.when.is_none());
    let always = always.map_or_else(String::new, |it| {
        format!(", or a step that always comes: `{name}.{}`", it.name)
    });
    told.help(format!("name the whole of it, `{name}` without a step{always}"))
}
