//! Faults of a battle as diagnostics: the rule at fault, what it was doing, and where.

use crate::outcome::round;
use crate::output::Failure;
use warwright_grammar::diagnostic::{Code, Diagnostic, codes};
use warwright_grammar::source::{FileId, SourceMap, Span};
use warwright_ir::{Arena, IrFault, MAX_DICE, Program, Source, SpanId, SpanRef, TextId};
use warwright_runtime::space::plane::RegionFault;
use warwright_runtime::{
    Answer, Fault, FaultKind, Machine, Much, NotTaken, OddsFault, Options, PlayFault, Refusal,
    ScriptFault, TooMuch, Within,
};

/// A fault of the rules as a diagnostic.
pub fn diagnostic(fault: &Fault, program: &Program, map: &SourceMap) -> Diagnostic {
    let (code, message) = message(fault, program);
    let at =
        fault.span.or_else(|| fault.within.iter().find_map(|within| place_of(*within, program)));
    let mut shown =
        Diagnostic::new(code, message, at.map_or_else(Span::default, |at| span(at, program, map)));
    for within in &fault.within {
        if let Some(at) = place_of(*within, program) {
            shown = shown.also(span(at, program, map), named(*within, program));
        }
    }
    shown
}

/// Where the places of a program are, and in which files.
pub type Places = (Arena<SpanId, SpanRef>, Vec<Source>);

/// What the machine does not take of a program that was just compiled.
pub fn of_compiler(fault: &IrFault, (spans, sources): &Places, map: &SourceMap) -> Diagnostic {
    let at = fault.at.and_then(|at| spans.get(at)).filter(|at| {
        let source = sources.get(at.source as usize);
        source.is_some_and(|source| map.name(FileId(at.source)) == source.name)
    });
    let at = at.map(|at| map.span(FileId(at.source), at.start..at.end));
    Diagnostic::new(
        codes::COMPILER_FAULT,
        format!("the compiler made what the machine does not take: {}", fault.message),
        at.unwrap_or_else(|| map.span(FileId(0), 0..0)),
    )
    .help("this is a fault of warwright; please report it with the file")
}

/// Why a battle stopped, in one line.
pub fn words(fault: &PlayFault, machine: &Machine) -> String {
    match fault {
        PlayFault::Fault(fault) => message(fault, machine.program()).1,
        PlayFault::Refused(Refusal::NotAsked) => {
            String::from("an answer was given that nothing asked for")
        }
        PlayFault::Refused(Refusal::WrongDice { count, faces }) => {
            format!("{count} dice of {faces} faces were asked for, and others were given")
        }
        PlayFault::Refused(Refusal::NotLegal) => {
            String::from("the answer is not among the legal ones")
        }
        PlayFault::Refused(Refusal::Fault(fault)) => message(fault, machine.program()).1,
        PlayFault::NotTaken(refused) => not_taken(refused, machine),
        PlayFault::Script(fault) => script(fault, machine.program()),
        PlayFault::Stopped => String::from("stopped"),
    }
}

/// An answer that is not among the legal ones: whose, to what.
fn not_taken(refused: &NotTaken, machine: &Machine) -> String {
    let NotTaken { request, answer } = refused;
    let shown = match answer {
        Answer::Nothing => String::from("none"),
        Answer::Value(value) => value.to_string(),
        Answer::Values(values) => {
            values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        Answer::Act(option) => {
            let action = machine.program().actions.get(option.action);
            text(action.map(|action| action.name), machine.program())
        }
    };
    let there = match &request.options {
        Options::One { candidates, .. } | Options::Some { candidates, .. } => {
            format!("{} candidates", candidates.len())
        }
        Options::Actions { list, .. } => format!("{} actions", list.len()),
        Options::Place { proposals, .. } if proposals.is_empty() => String::from("no place"),
        Options::Place { proposals, .. } => format!("{} places", proposals.len()),
        Options::Number { low, high } => format!("{low} to {high}"),
        _ => String::from("others"),
    };
    format!("the answer {shown} to \"{}\" may not be given; there are {there}", request.question)
}

/// A fault of the rules in one line.
pub fn fault_words(fault: &Fault, machine: &Machine) -> String {
    message(fault, machine.program()).1
}

/// Why there are no odds, in one line.
pub fn odds_words(fault: &OddsFault, machine: &Machine) -> String {
    match fault {
        OddsFault::Fault(fault) => message(fault, machine.program()).1,
        OddsFault::Refused(refusal) => words(&PlayFault::Refused(refusal.clone()), machine),
        OddsFault::Unsettled(request) => {
            let asked = match request.question.as_str() {
                "" => String::from("a choice"),
                question => format!("`{question}`"),
            };
            format!("{asked} has too many answers to follow each; let a policy advise on it")
        }
        OddsFault::TooMuch(much) => format!(
            "too much to work out: {}. Ask for less: one procedure with `--run` and `--given`, or a battle of fewer \
             rounds",
            how_far(much, machine)
        ),
        OddsFault::Endless => String::from("it may go round for ever"),
    }
}

/// The same of what a test asks.
pub fn test_odds_words(fault: &OddsFault, machine: &Machine) -> String {
    match fault {
        OddsFault::TooMuch(much) => format!(
            "too much to work out: {}. A test asks for exact odds: run a smaller part of it, `odds P(..)` of the procedure \
             that rolls; of all of it `warwright odds GAME --given '..' --run '..'` tells them nearly",
            how_far(much, machine)
        ),
        _ => odds_words(fault, machine),
    }
}

/// What there is too much of to work out odds, and how far they had come.
pub fn how_far(much: &TooMuch, machine: &Machine) -> String {
    let what = match much.of {
        Much::Time => String::from("it takes longer than is allowed"),
        Much::Bytes(most) => format!("it takes more memory than {} MB", most >> 20),
        Much::States(most) => format!("there are more than {most} states to follow"),
        Much::Work(_) => String::from("the rules go on too long without a roll"),
    };
    let round = much.least_far.as_ref().and_then(|state| round(machine, state));
    let round = round.map_or_else(String::new, |round| format!(" in round {round}"));
    let (waiting, ends) = (much.waiting, much.settled.len());
    format!("{what}; {waiting} states wait{round}, and {ends} ends were found")
}

/// A place of the program in the source map, whose files have the same numbers as the program's sources.
pub fn span(at: SpanId, program: &Program, map: &SourceMap) -> Span {
    let Some(at) = program.spans.get(at) else { return Span::default() };
    let known = program
        .sources
        .get(at.source as usize)
        .is_some_and(|source| map.name(FileId(at.source)) == source.name);
    if known { map.span(FileId(at.source), at.start..at.end) } else { Span::default() }
}

fn text(id: Option<TextId>, program: &Program) -> String {
    id.and_then(|id| program.texts.get(id)).cloned().unwrap_or_default()
}

fn message(fault: &Fault, program: &Program) -> (Code, String) {
    let rule = fault
        .within
        .first()
        .map_or_else(|| String::from("a rule"), |within| named(*within, program));
    match &fault.kind {
        FaultKind::Overflow => (codes::BAD_ARITHMETIC, format!("a number in {rule} is too large")),
        FaultKind::DivisionByZero => (codes::BAD_ARITHMETIC, format!("{rule} divides by zero")),
        FaultKind::NotWhole { quantity } => {
            let name = text(program.quantities.get(*quantity).map(|it| it.name), program);
            (
                codes::BAD_ARITHMETIC,
                format!("`{name}` is not whole and does not say how it is rounded"),
            )
        }
        FaultKind::NothingThere => {
            (codes::NOTHING_THERE, format!("{rule} uses a value that is none"))
        }
        FaultKind::NoRow => {
            (codes::NOTHING_THERE, format!("{rule} looks up what its table does not have"))
        }
        FaultKind::NotRemembered { .. } => {
            (codes::NOTHING_THERE, format!("{rule} looks back to what was not kept"))
        }
        FaultKind::OutOfRange { .. } => of_range(&fault.kind, &rule, program),
        FaultKind::Fighting { first, second } => {
            let label = |id| text(program.clauses.get(id).map(|clause| clause.label), program);
            fought(&label(*first), &label(*second), "set different values, and neither yields")
        }
        FaultKind::FightingHooks { first, second } => {
            let label = |id| text(program.hooks.get(id).map(|hook| hook.label), program);
            fought(&label(*first), &label(*second), "would both run in a step's place")
        }
        FaultKind::NotOnBoard { .. }
        | FaultKind::OffBoard { .. }
        | FaultKind::NoBoard
        | FaultKind::NoCell { .. }
        | FaultKind::BadFootprint
        | FaultKind::BadRegion { .. }
        | FaultKind::NoCorner
        | FaultKind::BrokenRoute => of_board(fault, &rule),
        FaultKind::LoopBound => {
            (codes::LOOP_BOUND, format!("a loop in {rule} ran more often than its `at most`"))
        }
        FaultKind::TooDeep | FaultKind::TooManyRuns => {
            (codes::TOO_DEEP, format!("{rule} goes too deep"))
        }
        FaultKind::Recursion { procedure, at_most } => {
            let name = text(program.procedures.get(*procedure).map(|it| it.name), program);
            (codes::TOO_DEEP, format!("`{name}` reached itself more than {at_most} times"))
        }
        FaultKind::OutOfFuel => {
            (codes::OUT_OF_FUEL, format!("the work limit was reached in {rule}"))
        }
        FaultKind::Halted => (codes::OUT_OF_FUEL, format!("the time was over in {rule}")),
        FaultKind::NotTied { tie } | FaultKind::TiedToItself { tie } => {
            let name = text(program.ties.get(*tie).map(|tie| tie.name), program);
            (codes::BAD_TIE, format!("{rule} uses the tie `{name}` where it does not stand"))
        }
        FaultKind::EmptyRange
        | FaultKind::DiceCount { .. }
        | FaultKind::DiceNotThere { .. }
        | FaultKind::TooMany { .. } => of_amounts(&fault.kind, &rule),
        FaultKind::ProceededTwice => {
            (codes::CANNOT_GO_ON, format!("{rule} proceeds a second time"))
        }
        FaultKind::NoRun => {
            (codes::CANNOT_GO_ON, format!("{rule} asks for something that is not going on"))
        }
        FaultKind::PlanAsks => (
            codes::CANNOT_GO_ON,
            format!("{rule} asks somebody, rolls or plans where a plan only tries it"),
        ),
        FaultKind::Damaged { .. } => {
            (codes::DAMAGED_PROGRAM, String::from("the compiled program is damaged"))
        }
    }
}

/// A fault about a number that what keeps it may not have.
fn of_range(kind: &FaultKind, rule: &str, program: &Program) -> (Code, String) {
    let message = match kind {
        FaultKind::OutOfRange { field: Some(name), value, least, most } => {
            let name = text(Some(*name), program);
            format!("`{name}` would become {value}, outside {}", range(*least, *most))
        }
        FaultKind::OutOfRange { field: None, value, least, most } => {
            format!("a number in {rule} is {value}, outside {}", range(*least, *most))
        }
        _ => format!("a number in {rule} is out of range"),
    };
    (codes::LEAVES_ITS_RANGE, message)
}

/// A fault about how many there are or may be.
fn of_amounts(kind: &FaultKind, rule: &str) -> (Code, String) {
    match kind {
        FaultKind::EmptyRange => {
            (codes::BAD_AMOUNT, format!("{rule} asks for a number from an empty range"))
        }
        FaultKind::DiceCount { count } => (
            codes::BAD_AMOUNT,
            format!("{rule} has {count} dice: from 0 to {MAX_DICE} can be thrown or lie in a pool"),
        ),
        FaultKind::DiceNotThere { taken, there, .. } => {
            let dice = if *taken == 1 { "1 die" } else { &format!("{taken} dice") };
            let there =
                if *there == 0 { "none is there".into() } else { format!("{there} are there") };
            (
                codes::DICE_NOT_THERE,
                format!("{rule} takes {dice} of one face out of a pool, and {there}"),
            )
        }
        FaultKind::TooMany { most } => {
            (codes::BAD_AMOUNT, format!("{rule} makes a list of more than {most}"))
        }
        _ => (codes::BAD_ARITHMETIC, format!("{rule} cannot be worked out")),
    }
}

/// Two rules of one level that fought.
fn fought(first: &str, second: &str, how: &str) -> (Code, String) {
    (codes::CLAUSES_FOUGHT, format!("\"{first}\" and \"{second}\" {how}"))
}

/// A fault about what stands or lies on the board.
fn of_board(fault: &Fault, rule: &str) -> (Code, String) {
    let who = if fault.who.is_empty() { "a piece" } else { &fault.who };
    match &fault.kind {
        FaultKind::NotOnBoard { .. } => {
            (codes::NOT_ON_BOARD, format!("{rule} asks where {who} is, and it is not on the board"))
        }
        FaultKind::OffBoard { .. } => {
            (codes::NO_ROOM, format!("{rule} puts {who} on a board that it is too large for"))
        }
        FaultKind::NoBoard => {
            (codes::NO_BOARD, format!("{rule} asks about the board, and this battle has none"))
        }
        FaultKind::NoCell { row, column } => {
            let name = warwright_ir::cell_name(*row, *column);
            (
                codes::NO_SUCH_CELL,
                format!("{rule} asks about {name}, and the board has no such cell"),
            )
        }
        FaultKind::NoCorner => (
            codes::NOTHING_THERE,
            format!("{rule} asks for a corner between sides that do not meet"),
        ),
        FaultKind::BadFootprint => (
            codes::OFF_BOARD,
            format!(
                "{rule} makes a footprint that cannot be: its sides lie between 8 um and 67 m, and its place lies in it"
            ),
        ),
        FaultKind::BadRegion { why } => {
            let why = match why {
                RegionFault::NoArea => String::from("it has no width"),
                RegionFault::ManyCorners => String::from("it has too many corners"),
                RegionFault::Crossing(one, other) => {
                    format!("its border crosses itself: sides {} and {}", one + 1, other + 1)
                }
                RegionFault::Sharp(at) => format!("it turns too sharply at point {}", at + 1),
            };
            (codes::OFF_BOARD, format!("this region cannot be: {why}"))
        }
        _ => (
            codes::CANNOT_GO_ON,
            format!("{rule} makes a move that does not begin where its piece is"),
        ),
    }
}

fn range(least: Option<i64>, most: Option<i64>) -> String {
    let end = |end: Option<i64>| end.map_or_else(String::new, |end| end.to_string());
    format!("{}..{}", end(least), end(most))
}

fn named(within: Within, program: &Program) -> String {
    let quoted = |id| format!("`{}`", text(id, program));
    match within {
        Within::Quantity(id) => quoted(program.quantities.get(id).map(|it| it.name)),
        Within::Permission(id) => quoted(program.permissions.get(id).map(|it| it.name)),
        Within::Function(id) => quoted(program.functions.get(id).map(|it| it.name)),
        Within::Action(id) => quoted(program.actions.get(id).map(|it| it.name)),
        Within::Clause(id) => {
            format!("\"{}\"", text(program.clauses.get(id).map(|it| it.label), program))
        }
        Within::Hook(id) => {
            format!("\"{}\"", text(program.hooks.get(id).map(|it| it.label), program))
        }
        Within::Procedure(id, step) => {
            let procedure = program.procedures.get(id);
            let step =
                step.and_then(|step| procedure.and_then(|it| it.steps.get(usize::from(step))));
            let name = text(procedure.map(|it| it.name), program);
            match step {
                Some(step) => format!("`{name}.{}`", text(Some(step.name), program)),
                None => format!("`{name}`"),
            }
        }
    }
}

fn place_of(within: Within, program: &Program) -> Option<SpanId> {
    match within {
        Within::Quantity(id) => program.quantities.get(id).map(|it| it.span),
        Within::Permission(id) => program.permissions.get(id).map(|it| it.span),
        Within::Function(id) => program.functions.get(id).map(|it| it.span),
        Within::Action(id) => program.actions.get(id).map(|it| it.span),
        Within::Clause(id) => program.clauses.get(id).map(|it| it.span),
        Within::Hook(id) => program.hooks.get(id).map(|it| it.span),
        Within::Procedure(id, step) => {
            let procedure = program.procedures.get(id)?;
            let step = step.and_then(|step| procedure.steps.get(usize::from(step)));
            Some(step.map_or(procedure.span, |step| step.span))
        }
    }
}

/// Where a fault stands, if it says.
pub fn place(fault: &PlayFault) -> Option<SpanId> {
    match fault {
        PlayFault::Fault(fault) => fault.span,
        PlayFault::NotTaken(refused) => refused.request.span,
        PlayFault::Script(fault) => {
            match fault {
                ScriptFault::OutOfDice { request, .. }
                | ScriptFault::NoSuchFace { request, .. } => request.span,
                ScriptFault::OutOfDraws { span } | ScriptFault::NotThere { span, .. } => *span,
                ScriptFault::OutOfAnswers { request }
                | ScriptFault::WrongAnswer { request, .. } => request.span,
                ScriptFault::LeftOver { .. } => None,
            }
        }
        PlayFault::Refused(_) | PlayFault::Stopped => None,
    }
}

/// What of a script does not fit, in one line.
pub fn script(fault: &ScriptFault, program: &Program) -> String {
    match fault {
        ScriptFault::OutOfDice { missing, .. } => {
            let dice = if *missing == 1 { "die is" } else { "dice are" };
            format!("{missing} more {dice} rolled than there are")
        }
        ScriptFault::NoSuchFace { die, face, .. } => {
            let of = program.dice.get(*die);
            let face = usize::try_from(*face).ok().and_then(|face| of?.faces.get(face));
            let face = text(face.map(|face| face.name), program);
            format!("the die that is rolled has no face {face}")
        }
        ScriptFault::OutOfDraws { .. } => String::from("more is drawn than `draws` has"),
        ScriptFault::NotThere { entry, there, .. } => {
            let name = |entry| {
                text(program.entries.get(entry).map(|it: &warwright_ir::Entry| it.name), program)
            };
            let mut names: Vec<String> = Vec::new();
            for entry in there {
                let name = format!("\"{}\"", name(*entry));
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let names = if names.is_empty() {
                String::from("nothing with a name")
            } else {
                names.join(", ")
            };
            format!("\"{}\" of `draws` is not there to be drawn; there is {names}", name(*entry))
        }
        ScriptFault::OutOfAnswers { request } => {
            format!("nothing answers the question: {}", request.question)
        }
        ScriptFault::WrongAnswer { request, .. } => {
            format!("the next answer does not fit the question: {}", request.question)
        }
        ScriptFault::LeftOver { dice, draws, answers } => {
            let draws = if *draws == 0 { String::new() } else { format!("{draws} of `draws`, ") };
            format!("left over: {dice} dice of `rolls`, {draws}{answers} of `answers`")
        }
    }
}

/// A fault in one line, for commands that have no sources at hand.
pub fn failure(fault: &PlayFault, machine: &Machine) -> Failure {
    Failure::failed(words(fault, machine))
}
