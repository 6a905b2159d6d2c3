//! Moves are shown before they are made: takes an answer, shows where it puts pieces, and asks whether that is meant.

use super::Table;
use crate::faults;
use crate::foresight::preview;
use crate::person::wishes::{self, Wish};
use warwright_runtime::{Answer, ChooseRequest, Options, PlayFault, State};

/// Whether an answer is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Confirmed {
    Yes,
    No,
    /// Nothing more is typed.
    Ended,
}

impl Table {
    /// Shows where an answer puts pieces and asks whether it is meant; what moves none, or is all that may be answered, is not asked
    /// about.
    pub(super) fn confirmed(
        &mut self,
        (request, seen): (&ChooseRequest, &State),
        answer: &Answer,
    ) -> Result<Confirmed, PlayFault> {
        if !self.previews || is_forced(&request.options) {
            return Ok(Confirmed::Yes);
        }
        let paper = self.paper();
        let told = match preview::told(&self.machine, &self.state, request.player, answer, paper) {
            Ok(None) => return Ok(Confirmed::Yes),
            Ok(Some(told)) => told,
            // What stops a battle stops it when the answer is given, and not before.
            Err(fault) => {
                let why = faults::words(&fault, &self.machine);
                format!("where that leads could not be looked at: {why}")
            }
        };
        self.terminal.say_together(&format!("\n{told}"));
        loop {
            let asked = "is that meant? return or `yes`, else `no` (`preview off` asks no more):";
            let Some(line) = self.terminal.read(asked) else { return Ok(Confirmed::Ended) };
            match line.to_ascii_lowercase().as_str() {
                "" | "y" | "yes" => return Ok(Confirmed::Yes),
                "n" | "no" | "undo" => return Ok(Confirmed::No),
                "preview off" => {
                    self.previews = false;
                    return Ok(Confirmed::Yes);
                }
                _ => match wishes::read(&line) {
                    // The odds are those of what is about to be done.
                    Some(Wish::Odds(_)) => {
                        let said = self.odds_of_answer(answer, (request, seen))?;
                        self.terminal.say(&said);
                    }
                    Some(wish) if only_looks(&wish) => {
                        self.wish(wish, Some((request, seen)))?;
                    }
                    _ => self.terminal.say(
                        "nothing was done yet: `yes` does it, `no` goes back, `odds` says what may come of it",
                    ),
                },
            }
        }
    }

    /// Says from now on whether moves are shown before they are made; where nothing is named, how it is.
    pub(super) fn preview(&mut self, wanted: Option<bool>) {
        self.previews = wanted.unwrap_or(self.previews);
        self.terminal.say(match self.previews {
            true => "a move is shown before it is made; `preview off` makes it at once",
            false => "a move is made at once; `preview on` shows it before",
        });
    }
}

/// Whether what is wanted shows something and changes nothing.
fn only_looks(wish: &Wish) -> bool {
    matches!(
        wish,
        Wish::Goal
            | Wish::Pieces
            | Wish::Why(_)
            | Wish::WhyNot(_)
            | Wish::Show(_)
            | Wish::Line(_)
            | Wish::Reach(_)
            | Wish::Threats(_)
            | Wish::Hand
            | Wish::NotAsked
            | Wish::Story
    )
}

/// Whether there is one answer alone.
fn is_forced(options: &Options) -> bool {
    match options {
        Options::Actions { list, done } => list.len() == 1 && !done,
        Options::One { candidates, none, .. } => candidates.len() == 1 && !none,
        _ => false,
    }
}
