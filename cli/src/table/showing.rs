//! What a person is shown before a question: the board where it is time, and what has come to their hand.

use super::Table;
use crate::board::{self, Paper};
use crate::choices::Choices;
use crate::outcome::round;
use crate::output::size;
use crate::person::goal;
use crate::person::hand::Held;
use warwright_runtime::{ChooseRequest, State};

impl Table {
    /// How a board is shown at the terminal.
    pub(super) fn paper(&self) -> Paper {
        let (columns, rows) = size(&std::io::stderr()).unzip();
        Paper { colour: self.colour, columns, rows }
    }

    /// Says what a person holds, where something has come to it since it was said last.
    pub(super) fn say_what_is_held(&mut self, seen: &State, player: i64) {
        let now = Held::of(&self.machine, seen, player);
        let known = self.holds.iter().position(|(of, _)| *of == player);
        let before = known.map(|at| self.holds.swap_remove(at).1).unwrap_or_default();
        if let Some(news) = now.news(&before) {
            self.terminal.say(&format!("({news})"));
        }
        self.holds.push((player, now));
    }

    /// What can be chosen, with what is typed for it.
    pub(super) fn choices<'r>(&self, seen: &State, request: &'r ChooseRequest) -> Choices<'r> {
        let choices = Choices::new(&self.machine, seen, &request.options);
        choices.keeping(&self.machine, seen, self.terminal.keys())
    }

    /// Shows the board to a person who is asked, where it is time or where choices are numbered on it, and it is not as it was
    /// shown last. Where it is time, it is said what the battle is about, or later how far it has come.
    pub(super) fn show_board(&mut self, seen: &State, request: &ChooseRequest) {
        let due = std::mem::take(&mut self.board_due);
        let begins = due && !std::mem::replace(&mut self.goal_said, true);
        if begins {
            self.terminal.say_together(&format!("\n{}", goal::told(&self.machine, seen)));
        }
        let choices = self.choices(seen, request);
        if let Some(shown) = board::shown(&self.machine, seen, Some(&choices), self.paper())
            && (due || shown.marked)
            && shown.text != self.board
        {
            self.terminal.say_together(&format!("\n{}", shown.text));
            self.board = shown.text;
        }
        // Before the first round nothing is news.
        let is_on = round(&self.machine, seen).is_none_or(|round| round > 0);
        if is_on && due && !begins {
            goal::in_short(&self.machine, seen).iter().for_each(|it| self.terminal.say(it));
        }
    }
}
