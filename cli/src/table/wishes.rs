//! What a person wants instead of answering: to see the board, to know why, to go back, to save, to stop.

use super::{Done, Sitting, Table};
use crate::person::pieces;
use crate::person::wishes::Wish;
use crate::{advice, board};
use std::path::Path;
use warwright_runtime::{ChooseRequest, PlayFault, State};

/// What became of a wish.
pub(super) enum Wished {
    /// The question stands and need not be shown again.
    Again,
    Done(Done),
}

impl Table {
    /// Does what a person wants instead of answering. `asked`: the choice that waits and what its player sees; none: a roll.
    pub(super) fn wish(
        &mut self,
        wish: Wish,
        asked: Option<(&ChooseRequest, &State)>,
    ) -> Result<Wished, PlayFault> {
        let seen = match asked {
            Some((_, seen)) => seen.clone(),
            None => self.seen_by_persons()?,
        };
        match wish {
            Wish::Help => {}
            Wish::Pieces => {
                let request = asked.map(|(request, _)| request);
                if let Some(shown) = board::shown(&self.machine, &seen, request, self.colour) {
                    self.terminal.say(&shown.text);
                    self.board = shown.text;
                }
                self.terminal.say(&pieces::shown(&self.machine, &seen));
            }
            Wish::Why(expr) => {
                let said =
                    advice::why(&expr, &self.stored.content, &self.machine, &seen, self.format);
                self.terminal.say(&said);
            }
            Wish::WhyNot(what) => {
                let said = advice::why_not(
                    &what,
                    asked.map(|(it, _)| it),
                    &self.machine,
                    &seen,
                    &self.map,
                )?;
                self.terminal.say(&said);
            }
            Wish::Undo => return self.undo(),
            Wish::Save(None) => self.terminal.say("save where? `save FILE`"),
            Wish::Save(Some(file)) => drop(self.keep_or_say(&file)),
            Wish::Quit => return Ok(Wished::Done(Done::Stopped(self.quit()))),
        }
        Ok(Wished::Again)
    }

    /// What all persons at the terminal together may see: each sees what the others see.
    fn seen_by_persons(&self) -> Result<State, PlayFault> {
        let mut seen = self.state.clone();
        if self.persons().count() == 1 {
            for player in self.persons() {
                seen = self.machine.seen_by(&self.state, player)?.into_owned();
            }
        }
        Ok(seen)
    }

    /// Asks where to save, unless that is settled.
    fn quit(&mut self) -> Sitting {
        while self.save.is_none() && self.kept.is_none() && !self.stored.record.answers.is_empty() {
            let asked = "save the battle? a file for it, or `no`:";
            match self.terminal.read(asked) {
                None => break,
                Some(file) if file == "no" || file == "n" => break,
                Some(file) if file.is_empty() => {}
                Some(file) if file == "yes" || file == "y" => {
                    self.terminal.say("type the name of the file");
                }
                Some(file) => {
                    if self.keep_or_say(Path::new(&file)) {
                        break;
                    }
                }
            }
        }
        Sitting::Quit
    }

    fn keep_or_say(&mut self, file: &Path) -> bool {
        match self.keep(file) {
            Ok(()) => {
                self.terminal.say(&format!("saved in {}", file.display()));
                true
            }
            Err(failure) => {
                self.terminal.say(failure.message().unwrap_or("it could not be saved"));
                false
            }
        }
    }
}
