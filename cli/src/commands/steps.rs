//! A saved battle gone through at the terminal, step by step, forth and back, with the board as it stood at each.

use crate::board::{self, Paper};
use crate::foresight::stands;
use crate::output::{Failure, size};
use crate::person::Terminal;
use crate::stored::Stored;
use crate::story::{Story, Telling, begins};
use std::cell::RefCell;
use warwright_grammar::source::SourceMap;
use warwright_runtime::{Machine, State, Tell, TellKind, Tells};

/// What is said and done between two questions or rolls, and how the battle stands then.
struct Step {
    tells: Vec<Tell>,
    state: State,
}

/// What somebody wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Next,
    Before,
    NextTurn,
    TurnBefore,
    Board,
    At(usize),
    End,
}

impl Wanted {
    /// What is typed; none where it is nothing of these.
    fn of(line: &str) -> Option<Self> {
        Some(match line.to_lowercase().as_str() {
            "" => Self::Next,
            "b" | "back" => Self::Before,
            "t" | "turn" => Self::NextTurn,
            "bt" | "back turn" => Self::TurnBefore,
            "board" => Self::Board,
            "q" | "quit" => Self::End,
            number => Self::At(number.parse().ok()?),
        })
    }
}

const HELP: &str = "return goes a step on, `b` one back, `t` to the next turn, `bt` to the one before; a number goes to \
     that step, `board` draws it, `q` stops";

/// Goes through a battle until whoever sits there has seen enough.
///
/// # Errors
///
/// When it cannot be played again.
pub(super) fn through(machine: &Machine, stored: &Stored, map: &SourceMap) -> Result<(), Failure> {
    let (steps, heard) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
    let said = |tell: &Tell| matches!(tell.kind, TellKind::Said | TellKind::Heading);
    let mut hear = |tells: &Tells| {
        heard.borrow_mut().extend(tells.list.iter().filter(|it| said(it)).cloned());
    };
    let says = |tells: &[Tell]| tells.iter().any(|tell| tell.kind == TellKind::Said);
    let mut look = |state: &State| {
        let tells: Vec<Tell> = std::mem::take(&mut *heard.borrow_mut());
        let mut steps: std::cell::RefMut<'_, Vec<Step>> = steps.borrow_mut();
        match steps.last_mut() {
            // Where nothing was said the last step goes on, and headings stand above what they are of.
            Some(Step { tells: last, state: there }) if tells.is_empty() || !says(last) => {
                last.extend(tells);
                *there = state.clone();
            }
            _ => steps.push(Step { tells, state: state.clone() }),
        }
    };
    let replayed = stored.replayed(machine, map, &mut hear, &mut look);
    let end = replayed
        .map_err(|why| Failure::failed(format!("the battle cannot be played again: {why}")))?;
    let (mut steps, heard) = (steps.into_inner(), heard.into_inner());
    steps.push(Step { tells: heard, state: end.state });
    walk(machine, &steps);
    Ok(())
}

fn walk(machine: &Machine, steps: &[Step]) {
    let mut terminal = Terminal::default();
    terminal.say(HELP);
    let (mut at, last) = (0, steps.len().saturating_sub(1));
    let turn = |at: &usize| steps.get(*at).is_some_and(|step| step.tells.iter().any(begins));
    let mut shows = true;
    loop {
        let Some(step) = steps.get(at) else { return };
        if std::mem::replace(&mut shows, true) {
            terminal.say(&told(step).join("\n"));
        }
        let asked = format!("step {} of {}:", at + 1, steps.len());
        let Some(line) = terminal.read(&asked) else { return };
        at = match Wanted::of(&line) {
            Some(Wanted::Next) if at == last => return,
            Some(Wanted::Next) => at + 1,
            Some(Wanted::Before) => at.saturating_sub(1),
            Some(Wanted::NextTurn) => (at + 1..last).find(turn).unwrap_or(last),
            Some(Wanted::TurnBefore) => (0..at).rev().find(turn).unwrap_or(0),
            Some(Wanted::At(number)) => number.saturating_sub(1).min(last),
            Some(Wanted::Board) => {
                let (columns, rows) = size(&std::io::stderr()).unzip();
                let paper = Paper { columns, rows, ..Paper::default() };
                if let Some(shown) = board::shown(machine, &step.state, None, paper) {
                    terminal.say_together(&shown.text);
                }
                terminal.say(&stands::listed(machine, &step.state));
                shows = false;
                at
            }
            Some(Wanted::End) => return,
            None => {
                terminal.say(HELP);
                shows = false;
                at
            }
        };
    }
}

/// The story of a step.
fn told(step: &Step) -> Vec<String> {
    let mut story = Story::new(Telling::Words);
    story.at_once = true;
    let columns = crate::output::columns(&std::io::stderr()).unwrap_or(80);
    let mut lines: Vec<String> =
        step.tells.iter().flat_map(|tell| story.lines(tell, Some(columns))).collect();
    lines.extend(story.rest());
    lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
}
