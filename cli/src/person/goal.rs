//! What a battle is about: takes its state, gives what the scenario says of it, how many rounds are left, and for what reasons it ends.

use crate::naming::written::texts;
use crate::outcome;
use warwright_ir::{Act, Part, Program, Scenario, ScenarioId, SpanId, Template};
use warwright_runtime::{Machine, State};

/// All of it, a line each.
pub fn told(machine: &Machine, state: &State) -> String {
    let program = machine.program();
    let scenario = program.scenarios.get(state.scenario);
    let title = scenario.and_then(|it| program.texts.get(it.name)).map_or("", String::as_str);
    let said: Vec<&str> = scenario.map_or_else(Vec::new, |it| texts(program, it.span).collect());
    let mut lines = vec![match said.is_empty() {
        true => title.to_owned(),
        false => format!("{title}: {}", said.join(" ")),
    }];
    lines.extend(ending(&reasons(program, state.scenario)));
    lines.extend(in_short(machine, state));
    lines.join("\n")
}

/// The round, the last one, and what each side has scored; nothing where none of it is counted.
pub fn in_short(machine: &Machine, state: &State) -> Option<String> {
    let round = outcome::round(machine, state).filter(|round| *round > 0);
    let last = outcome::last_round(machine, state);
    let rounds = match (round, last) {
        (Some(round), Some(last)) if round == last => Some(format!("round {round}, the last")),
        (Some(round), Some(last)) => Some(format!("round {round} of at most {last}")),
        (None, Some(1)) => Some(String::from("one round")),
        (None, Some(last)) => Some(format!("at most {last} rounds")),
        (round, None) => round.map(|round| format!("round {round}")),
    };
    let scores = outcome::scores(machine, state);
    let scores: Vec<String> = scores.iter().map(|(name, many)| format!("{name} {many}")).collect();
    let scores = (!scores.is_empty()).then(|| format!("scored: {}", scores.join(", ")));
    let all: Vec<String> = rounds.into_iter().chain(scores).collect();
    (!all.is_empty()).then(|| format!("({})", all.join("; ")))
}

/// How a battle ends, as its rules say it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reason {
    words: String,
    /// Whether a side wins by it.
    wins: bool,
    /// Whether it may end without a winner.
    drawn: bool,
}

/// Who wins for what reasons, and for what reasons nobody does; nothing where no rule says so.
fn ending(reasons: &[Reason]) -> Option<String> {
    let of = |wins: bool, drawn: bool| {
        let own = reasons.iter().filter(|it| it.wins == wins && it.drawn == drawn);
        let words: Vec<&str> = own.map(|it| it.words.as_str()).collect();
        (!words.is_empty()).then(|| words.join("; "))
    };
    let wins = of(true, false).map(|words| format!("A side wins: {words}."));
    let drawn = of(false, true).map(|words| format!("A draw: {words}."));
    let ends = of(true, true).map(|words| format!("It ends: {words}."));
    let all: Vec<String> = wins.into_iter().chain(drawn).chain(ends).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// For what reasons the rules end a battle, each once; what other scenarios say is none of them.
fn reasons(program: &Program, scenario: ScenarioId) -> Vec<Reason> {
    let source = |span: SpanId| program.spans.get(span).map(|span| span.source);
    let own = program.scenarios.get(scenario);
    let own = [Some(scenario), own.and_then(|it| it.rules_of)];
    let (own, others): (Vec<_>, Vec<_>) =
        program.scenarios.iter().partition(|(id, _)| own.contains(&Some(*id)));
    let is_in = |of: &[(ScenarioId, &Scenario)], span| {
        of.iter().any(|(_, scenario)| source(scenario.span) == source(span))
    };
    let mut reasons: Vec<Reason> = Vec::new();
    for body in program.bodies.values() {
        for (act, span) in body.acts.iter().zip(&body.spans) {
            let Act::EndBattle { winner, why } = act else { continue };
            let words = words(program, why);
            let is_theirs = is_in(&others, *span) && !is_in(&own, *span);
            if !words.contains(char::is_alphanumeric) || is_theirs {
                continue;
            }
            let (wins, drawn) = (winner.is_some(), winner.is_none());
            match reasons.iter_mut().find(|it| it.words == words) {
                Some(known) => {
                    (known.wins, known.drawn) = (known.wins || wins, known.drawn || drawn);
                }
                None => reasons.push(Reason { words, wins, drawn }),
            }
        }
    }
    reasons
}

/// The words of a reason; what only the battle can fill in is left open.
fn words(program: &Program, of: &Template) -> String {
    let part = |part: &Part| match part {
        Part::Words(words) => program.texts.get(*words).cloned().unwrap_or_default(),
        Part::Value(_) => String::from(".."),
    };
    of.parts.iter().map(part).collect()
}
