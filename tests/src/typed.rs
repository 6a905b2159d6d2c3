//! What people type: takes a battle and a seed, types words that nobody should type at each of its requests, and gives what
//! went wrong: a panic, or an answer that was read and is not legal.

use std::panic::{AssertUnwindSafe, catch_unwind};
use warwright_cli::choices::Choices;
use warwright_cli::choices::dice;
use warwright_cli::naming;
use warwright_cli::person::wishes;
use warwright_runtime::{
    ActionOption, Answer, Machine, Options, Request, SeededDice, Session, Tells,
};

use crate::drawn::Drawn;

/// What became of typed lines.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// They were told to be no answer.
    pub refused: usize,
    /// They were read, and were legal.
    pub answered: usize,
    /// Seeds and lines of which something panicked, or that were read and were no legal answer.
    pub failed: Vec<(u64, String)>,
}

/// Types `count` lines, from a seed on, at the requests of a battle.
///
/// # Panics
///
/// Where the battle itself ends with a fault.
pub fn fuzz(machine: &Machine, seed: u64, count: usize) -> Tally {
    let mut tally = Tally::default();
    let Some(scenario) = crate::shortcuts::scenarios(machine.program()).first().copied() else {
        return tally;
    };
    let mut random = SeededDice::new(seed, 17);
    for battle in seed.. {
        let mut drawn = Drawn::new(machine, scenario, battle);
        let before = tally.refused + tally.answered + tally.failed.len();
        loop {
            let request = drawn.request();
            let session = &drawn.session;
            for _ in 0..3 {
                let line = line(&mut random, machine, session, &request);
                let went =
                    catch_unwind(AssertUnwindSafe(|| typed(machine, session, &request, &line)));
                match went {
                    Ok(Ok(true)) => tally.answered += 1,
                    Ok(Ok(false)) => tally.refused += 1,
                    Ok(Err(why)) => tally.failed.push((battle, format!("{line:?}: {why}"))),
                    Err(_) => tally.failed.push((battle, format!("{line:?}: a panic"))),
                }
            }
            if tally.refused + tally.answered + tally.failed.len() >= count {
                return tally;
            }
            if drawn.answer(&request).is_none() {
                break;
            }
        }
        if tally.refused + tally.answered + tally.failed.len() == before {
            return tally;
        }
    }
    tally
}

/// Whether a line is an answer; what is read as one has to be legal.
fn typed(
    machine: &Machine,
    session: &Session,
    request: &Request,
    line: &str,
) -> Result<bool, String> {
    // Whoever names a thing, or asks for help, may do so at any request.
    drop(naming::wanted(machine, session, line));
    drop(wishes::read(line));
    let mut copy = Session::new(session.state().clone());
    let tells = &mut Tells::quiet();
    let answered = match request {
        Request::Over(_) => return Ok(false),
        Request::Roll(roll) => match dice::read(machine.program(), roll, line) {
            Ok(counts) => machine.answer_roll(&mut copy, &counts, tells),
            Err(why) => {
                return if why.is_empty() { Err(String::from("no word")) } else { Ok(false) };
            }
        },
        Request::Choose(asked) => {
            let choices = Choices::new(machine, session, &asked.options);
            match choices.read(machine, session, line) {
                // Of a place that is no place to be, the table says why, and asks again.
                Ok(Answer::Values(place))
                    if matches!(asked.options, Options::Place { .. })
                        && against(machine, session, &place)? =>
                {
                    return Ok(false);
                }
                // Nor of an action that may not be done so.
                Ok(Answer::Act(option)) if forbidden(machine, session, &option)? => {
                    return Ok(false);
                }
                Ok(answer) => machine.answer_choice(&mut copy, &answer, tells),
                Err(why) if why.is_empty() => return Err(String::from("no word")),
                Err(_) => return Ok(false),
            }
        }
    };
    answered.map(|()| true).map_err(|refusal| format!("read as an answer: {refusal:?}"))
}

/// Whether something speaks against a place.
fn against(machine: &Machine, session: &Session, place: &[i64]) -> Result<bool, String> {
    machine
        .against_place(session, place)
        .map(|it| it.is_some())
        .map_err(|fault| format!("{fault:?}"))
}

/// Whether something speaks against an action.
fn forbidden(machine: &Machine, session: &Session, option: &ActionOption) -> Result<bool, String> {
    machine.against(session, option).map(|it| !it.is_empty()).map_err(|fault| format!("{fault:?}"))
}

const WORDS: &[&str] = &[
    "",
    "0",
    "1",
    "2",
    "3",
    "7",
    "99",
    "-1",
    "18446744073709551616",
    "1/2",
    "0.5",
    "1 2",
    "1,2",
    "1 1 1 1",
    "#1",
    "#0",
    "#99",
    "all",
    "none",
    "done",
    "yes",
    "no",
    "help",
    "why",
    "why not",
    "undo",
    "(",
    ")",
    "\"",
    "'",
    "5\" 5\"",
    "5 5 facing 90",
    "facing",
    "deg",
    "90 deg",
    "A1",
    "ZZ999",
    "x y",
    "1e9",
    "+",
    "..",
    "\u{202e}",
    "\t",
    "6 6 6",
    "six",
    "d6",
    "*",
    "2 of 6",
    "and",
    "to",
    "wheel left 23",
];

/// A line: an option as it is shown, words that mean something somewhere, and signs between them.
fn line(
    random: &mut SeededDice,
    machine: &Machine,
    session: &Session,
    request: &Request,
) -> String {
    let mut words: Vec<String> = Vec::new();
    let below = |random: &mut SeededDice, bound: usize| {
        random.below(u32::try_from(bound.max(1)).unwrap()) as usize
    };
    let shown: Vec<String> = match request {
        Request::Choose(asked) => {
            let choices = Choices::new(machine, session, &asked.options);
            choices.shown().flat_map(|(key, words, _)| [key.to_owned(), words.to_owned()]).collect()
        }
        _ => Vec::new(),
    };
    for _ in 0..=random.below(3) {
        if !shown.is_empty() && random.below(2) == 0 {
            words.push(shown[below(random, shown.len())].clone());
        } else {
            words.push(WORDS[below(random, WORDS.len())].to_owned());
        }
    }
    let mut line = words.join(" ");
    if random.below(4) == 0 {
        let end = below(random, line.len() + 1);
        line.truncate((0..=end).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0));
    }
    line
}
