//! Advice during play: where a number comes from, and why something may not be chosen now.

mod meant;
mod reasons;

use crate::choices::Choices;
use crate::choices::{Keys, spots};
use crate::content::Content;
use crate::explained;
use crate::faults;
use crate::load;
use crate::naming;
use crate::naming::measures::Measures;
use crate::output::Output;
use crate::question;
use crate::render::Format;
use reasons::{brief, nearest, of_rule, reason};
use warwright_grammar::source::SourceMap;
use warwright_ir::{Expectation, KindId, Program, Ty, WindowPlace};
use warwright_runtime::space::plane::Bounds;
use warwright_runtime::{
    Answer, ChooseRequest, Failing, LeftOut, Machine, NoPlace, Options, PlayFault, State, Wanted,
    WhyNot, Withheld,
};

/// The ledger of a number or the reasons of a no, in the battle as its asker sees it.
pub fn why(
    asked: &str,
    content: &Content,
    machine: &Machine,
    seen: &State,
    format: Format,
) -> String {
    if asked.is_empty() {
        return String::from("why what? `why EXPR`, such as `why may NAME(#1)`, or `why not NAME`");
    }
    let mut out = Output::memory();
    let failed = explained(asked, content, machine, seen, format, &mut out).err();
    let (said, noted) = out.written();
    let failed = failed.unwrap_or_default();
    [said, noted, failed.as_str()]
        .iter()
        .map(|part| part.trim_end())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Explains into `out`.
///
/// # Errors
///
/// Why it cannot, in words; nothing where it was shown.
pub fn explained(
    asked: &str,
    content: &Content,
    machine: &Machine,
    seen: &State,
    format: Format,
    out: &mut Output,
) -> Result<(), String> {
    let (path, sources) = (content.path(), content.sources());
    if load::compiled(&path) {
        return Err(String::from(
            "a compiled program is played, and such a question wants its sources",
        ));
    }
    let named = question::in_battle(&path, (&[], &[asked]), &sources, machine, seen, format, out)
        .map_err(|failure| failure.message().unwrap_or_default().to_owned())?;
    let asking = Machine::new(&named.compiled.program);
    let test = named.compiled.test().map_err(|it| it.message().unwrap_or_default().to_owned())?;
    for expectation in &test.expects {
        let Expectation::Show { of, .. } = expectation else { continue };
        let explained = asking
            .explain(&named.state, *of, &named.locals)
            .map_err(|fault| faults::fault_words(&fault, &asking))?;
        explained::show(&explained, asking.program(), out);
    }
    Ok(())
}

/// Why something is not among what can be chosen; without a name, all that is not.
///
/// # Errors
///
/// A fault of the rules.
pub fn why_not(
    what: &str,
    request: Option<(&ChooseRequest, &Keys)>,
    machine: &Machine,
    seen: &State,
    map: &SourceMap,
) -> Result<String, PlayFault> {
    let Some((request, keys)) = request else {
        return Ok(String::from("nothing is to be chosen now: dice are rolled"));
    };
    let Options::Actions { .. } = &request.options else {
        return left_out(what, request, machine, seen, map);
    };
    // Whoever types what stands before a line means that line, be it that it is not there now.
    if let Some((words, Answer::Act(option), open)) = keys.meant(what) {
        let wanted = meant::the_same(option, open, machine.program());
        return of_actions(words, &wanted, (request, keys), machine, seen);
    }
    let wanted = match naming::wanted(machine, seen, what) {
        Ok(wanted) => wanted,
        Err(why) => return Ok(why),
    };
    of_actions(what, &wanted, (request, keys), machine, seen)
}

/// Why actions that are wanted are not among those that can be chosen.
///
/// # Errors
///
/// A fault of the rules.
pub fn of_actions(
    what: &str,
    wanted: &Wanted,
    (request, keys): (&ChooseRequest, &Keys),
    machine: &Machine,
    seen: &State,
) -> Result<String, PlayFault> {
    let Options::Actions { list, .. } = &request.options else {
        return Ok(elsewhere(what, wanted, request, machine));
    };
    let offered = offered(wanted, (request, keys), machine, seen);
    let mut withheld = machine.withheld(seen, wanted).map_err(PlayFault::Fault)?;
    // What hangs on what this player may not know is offered by the truth, and may look as if it were not.
    withheld.list.retain(|it| !list.contains(&it.option));
    meant::in_order(&mut withheld, wanted, machine.program());
    let is_offered = !what.is_empty() && !offered.is_empty() && wanted.values.is_empty();
    meant::of_whoever_acts(&mut withheld, (list, is_offered), machine.program());
    meant::between_sides(&mut withheld, machine, seen);
    let mut lines = if what.is_empty() || list.is_empty() { Vec::new() } else { offered };
    if lines.is_empty() {
        // Values of a range need not be proposed.
        let allowed = withheld.allowed.iter();
        lines.extend(allowed.map(|(_, words)| format!("{words}: that may be chosen")));
    }
    // What is for others to choose is of interest only where nothing else is meant.
    let theirs = |withheld: &&Withheld| !withheld.why.contains(&WhyNot::NotTheirs);
    let own: Vec<&Withheld> = withheld.list.iter().filter(theirs).collect();
    let list =
        if own.is_empty() && lines.is_empty() { withheld.list.iter().collect() } else { own };
    match what.is_empty() {
        true => lines.extend(brief(&list, machine.program())),
        false => lines.extend(nearest(&list, machine.program())),
    }
    if withheld.cut {
        lines.push(String::from("there are more; name the action and its pieces"));
    }
    if lines.is_empty() {
        lines.push(elsewhere(what, wanted, request, machine));
    }
    Ok(lines.join("\n"))
}

/// What can be chosen of what is wanted: of a few all with their words, of many the keys.
fn offered(
    wanted: &Wanted,
    (request, keys): (&ChooseRequest, &Keys),
    machine: &Machine,
    seen: &State,
) -> Vec<String> {
    /// So many are told with their words.
    const FEW: usize = 3;
    let choices = Choices::new(machine, seen, &request.options).keeping(machine, seen, keys);
    let of_them = choices.shown().filter(|(_, _, answer)| match answer {
        Answer::Act(option) => fits(machine.program(), wanted, option.action, &option.args),
        _ => false,
    });
    let of_them: Vec<(&str, &str)> = of_them.map(|(key, words, _)| (key, words)).collect();
    if of_them.len() > FEW {
        let keys: Vec<&str> = of_them.iter().map(|(key, _)| *key).collect();
        return vec![format!("in the list: lines {}", keys.join(", "))];
    }
    of_them.iter().map(|(key, words)| format!("{words}: that is line {key}")).collect()
}

/// Why an answer was refused, as its asker can know it.
///
/// # Errors
///
/// A fault of the rules.
pub fn refused(
    answer: &Answer,
    machine: &Machine,
    seen: &State,
    map: &SourceMap,
) -> Result<String, PlayFault> {
    let program = machine.program();
    let mut lines = vec![String::from("that may not be chosen")];
    match answer {
        Answer::Act(option) => {
            let against = machine.against(seen, option).map_err(PlayFault::Fault)?;
            lines.extend(
                against.iter().map(|why| format!("  because: {}", reason(why, true, program))),
            );
        }
        Answer::Values(place) => {
            if let Some(why) = machine.against_place(seen, place).map_err(PlayFault::Fault)? {
                lines.extend(no_place(&why, (machine, seen), map));
            }
        }
        Answer::Nothing | Answer::Value(_) => {}
    }
    Ok(lines.join("\n"))
}

/// Why a place may not be chosen.
fn no_place(why: &NoPlace, (machine, seen): (&Machine, &State), map: &SourceMap) -> Vec<String> {
    match why {
        NoPlace::Outside => {
            let within =
                within(machine, seen).map_or_else(String::new, |within| format!(": {within}"));
            vec![format!("  because: part of it is outside of where it may be put{within}")]
        }
        NoPlace::Fails(failing) => fails(failing, machine.program(), map),
    }
}

/// How far the region reaches in which a place is chosen.
fn within(machine: &Machine, seen: &State) -> Option<String> {
    let asked = machine.place_asked(seen).ok()??;
    let around = Bounds::of(asked.region.outline());
    let measures = Measures::of(machine);
    let ends = |low, high| format!("{} to {}", measures.shown(low), measures.shown(high));
    Some(format!("x {}, y {}", ends(around.left, around.right), ends(around.near, around.far)))
}

/// A condition that does not hold, as the reasons that people read.
fn fails(failing: &Failing, program: &Program, map: &SourceMap) -> Vec<String> {
    let reasons = failing.reasons.iter();
    let mut lines: Vec<String> = reasons
        .map(|reason| format!("  because: {}", of_rule(&reason.words, reason.span, program)))
        .collect();
    if lines.is_empty() {
        let text = map.slice(faults::span(failing.span, program, map));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = if text.is_empty() { String::from("a condition") } else { format!("`{text}`") };
        let said = format!("{text} does not hold");
        lines.push(format!("  because: {}", of_rule(&said, failing.span, program)));
    }
    lines
}

/// Why a place may not be chosen that is named.
fn why_no_place(
    what: &str,
    machine: &Machine,
    seen: &State,
    map: &SourceMap,
) -> Result<String, PlayFault> {
    let place = match spots::read(machine, seen, what) {
        Ok(Some(Answer::Values(place))) => place,
        Ok(_) => return Ok(String::from("which place? `why not 12 9.5`, x and y")),
        Err(why) => return Ok(why),
    };
    let words = machine.show(seen, &Ty::Place, &place).map_err(PlayFault::Fault)?;
    Ok(match machine.against_place(seen, &place).map_err(PlayFault::Fault)? {
        None => format!("{words}: that may be chosen"),
        Some(why) => [vec![words], no_place(&why, (machine, seen), map)].concat().join("\n"),
    })
}

/// Why something is not among the candidates of a choice.
fn left_out(
    what: &str,
    request: &ChooseRequest,
    machine: &Machine,
    seen: &State,
    map: &SourceMap,
) -> Result<String, PlayFault> {
    if let Options::Place { .. } = &request.options {
        return why_no_place(what, machine, seen, map);
    }
    let program = machine.program();
    let wanted = naming::wanted(machine, seen, what).ok();
    // Who names an action means no candidate by the piece that belongs to it.
    let acts = wanted.as_ref().filter(|wanted| !what.is_empty() && !wanted.actions.is_empty());
    let piece = wanted.as_ref().filter(|_| acts.is_none());
    let entity = piece.and_then(|wanted| wanted.values.first()?.of(&Ty::Entity(KindId(0))));
    let named = |value: Option<i64>, words: &str| {
        let read = words.to_lowercase().contains(&what.to_lowercase());
        what.is_empty() || read || (entity.is_some() && entity == value)
    };
    let choices = Choices::new(machine, seen, &request.options);
    let mut lines: Vec<String> = Vec::new();
    for (key, words, answer) in choices.shown().filter(|_| !what.is_empty()) {
        let value = if let Answer::Value(value) = answer { Some(*value) } else { None };
        if named(value, words) {
            lines.push(format!("{words}: that is line {key}"));
        }
    }
    // Where all that can be chosen is one's own, nobody wonders why that of others is not.
    let owner = |value: i64| naming::owner(machine, seen, value);
    let is_own = |value: i64| what.is_empty() && owner(value) == Some(request.player);
    let all_own = choices.shown().all(|(_, _, it)| matches!(it, Answer::Value(it) if is_own(*it)));
    let mut against: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    let mut outs = machine.left_out(seen).map_err(PlayFault::Fault)?;
    // Who types a whole name does not mean the others that begin so.
    let is_it = |out: &LeftOut| out.words.eq_ignore_ascii_case(what);
    if outs.iter().any(is_it) {
        outs.retain(is_it);
    }
    for out in outs {
        if !named(Some(out.value), &out.words) || (all_own && !is_own(out.value)) {
            continue;
        }
        let because = match out.fails {
            Some(failing) => fails(&failing, program, map),
            None => {
                vec![String::from("  because: by the measure of this choice others come first")]
            }
        };
        match against.iter_mut().find(|(known, _)| *known == because) {
            Some((_, names)) => names.push(out.words),
            None => against.push((because, vec![out.words])),
        }
    }
    for (because, names) in against {
        lines.push(several(&names));
        lines.extend(because);
    }
    if lines.is_empty() {
        lines.push(match acts {
            Some(wanted) => elsewhere(what, wanted, request, machine),
            None if what.is_empty() => String::from("all that could be wanted here can be chosen"),
            None => format!("nothing that could be wanted here is `{what}`"),
        });
    }
    Ok(lines.join("\n"))
}

/// The first of some names, and how many more there are.
fn several(names: &[String]) -> String {
    /// So many are named.
    const NAMED: usize = 6;
    let named = names.get(..NAMED).unwrap_or(names).join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named}, and {more} more"),
    }
}

fn fits(program: &Program, wanted: &Wanted, id: warwright_ir::ActionId, args: &[i64]) -> bool {
    let action = program.actions.get(id);
    (wanted.actions.is_empty() || wanted.actions.contains(&id))
        && action.is_some_and(|action| wanted.fits(action, args))
}

/// Why there is nothing to say of an action here: it is for another time, or nothing fits what was named.
fn elsewhere(what: &str, wanted: &Wanted, request: &ChooseRequest, machine: &Machine) -> String {
    let program = machine.program();
    let text = |id| program.texts.get(id).map_or("", String::as_str);
    let place = |action: &warwright_ir::Action| match action.place {
        WindowPlace::Named(window) => {
            program.windows.get(window).map_or("", |window| text(window.name)).to_owned()
        }
        WindowPlace::Step { procedure, step, .. } => {
            let procedure = program.procedures.get(procedure);
            let step = procedure.and_then(|it| it.steps.get(usize::from(step)));
            let procedure = procedure.map_or("", |it| text(it.name));
            format!("{procedure}.{}", step.map_or("", |step| text(step.name)))
        }
    };
    let is_here = |action: &&warwright_ir::Action| match action.place {
        WindowPlace::Named(window) => request.window == Some(window),
        WindowPlace::Step { .. } => false,
    };
    let elsewhere = wanted.actions.iter().filter_map(|action| program.actions.get(*action));
    let elsewhere = elsewhere.filter(|action| !is_here(action)).map(place);
    let mut places: Vec<String> = elsewhere.filter(|place| *place != request.question).collect();
    places.dedup();
    match (what.is_empty(), places.is_empty()) {
        (true, _) => String::from("all that could be wanted here is in the list"),
        (false, true) => format!("nothing that could be wanted here is `{what}`"),
        (false, false) => format!(
            "`{what}` is not for now: it is chosen in {}, and this is {}",
            places.join(" or "),
            request.question
        ),
    }
}
