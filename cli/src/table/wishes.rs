//! What a person wants instead of answering: to see the board, to know why, to go back, to save, to stop.

use super::{Done, Sitting, Table};
use crate::board::Paper;
use crate::foresight;
use crate::foresight::stands;
use crate::odds::ahead;
use crate::person::wishes::{self, Wish};
use crate::person::{between, goal, hand, reading};
use crate::{advice, board};
use std::path::Path;
use warwright_ir::NONE;
use warwright_runtime::{Answer, ChooseRequest, Machine, PlayFault, Refusal, State};

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
            Wish::Goal => {
                let said = goal::told(&self.machine, &seen);
                self.terminal.say(&said);
            }
            Wish::Pieces => {
                let choices = asked.map(|(request, seen)| self.choices(seen, request));
                let (choices, on) = (choices.as_ref(), self.paper());
                if let Some(shown) = board::shown(&self.machine, &seen, choices, on) {
                    self.terminal.say_together(&shown.text);
                    self.board = shown.text;
                }
                self.terminal.say(&stands::listed(&self.machine, &seen));
            }
            Wish::Why(expr) => {
                let said =
                    advice::why(&expr, &self.stored.content, &self.machine, &seen, self.format);
                self.terminal.say(&said);
            }
            Wish::WhyNot(what) => {
                let said = advice::why_not(
                    &what,
                    asked.map(|(it, _)| (it, self.terminal.keys())),
                    &self.machine,
                    &seen,
                    &self.map,
                )?;
                self.terminal.say(&said);
            }
            Wish::Odds(line) => {
                let said = self.odds_of(&line, asked)?;
                self.terminal.say(&said);
            }
            Wish::Show(what) => {
                let said = reading::read(&self.machine, &seen, &self.map, &what);
                self.terminal.say(&said.unwrap_or_else(|why| why));
            }
            Wish::Line(line) => {
                let said = between::told(&self.machine, &seen, &line);
                self.terminal.say(&said.unwrap_or_else(|why| why));
            }
            Wish::Reach(line) => {
                let said = self.ahead(asked, &line, "reach 3", foresight::reach::told)?;
                self.terminal.say(&said);
            }
            Wish::Threats(line) => {
                let said = self.ahead(asked, &line, "", foresight::threats::told)?;
                self.terminal.say(&said);
            }
            Wish::Preview(wanted) => self.preview(wanted),
            Wish::Pages(wanted) => {
                let on = self.terminal.pages(wanted);
                self.terminal.say(match on {
                    true => {
                        "what would scroll away waits to be read; `pages off` shows all at once"
                    }
                    false => "all is shown at once; `pages on` waits where it would scroll away",
                });
            }
            Wish::Hand => {
                let held =
                    asked.map(|(request, seen)| hand::told(&self.machine, seen, request.player));
                self.terminal
                    .say(held.as_deref().unwrap_or("nothing is to be chosen now: dice are rolled"));
            }
            Wish::NotAsked => self.why_not_asked(),
            Wish::Story => self.tell_again(),
            Wish::Undo => return self.undo(),
            Wish::Save(None) => self.terminal.say("save where? `save FILE`"),
            Wish::Save(Some(file)) => drop(self.keep_or_say(&file)),
            Wish::Quit => return Ok(Wished::Done(Done::Stopped(self.quit()))),
        }
        Ok(Wished::Again)
    }

    /// What may come of a line of what can be chosen.
    fn odds_of(
        &mut self,
        line: &str,
        asked: Option<(&ChooseRequest, &State)>,
    ) -> Result<String, PlayFault> {
        let Some((request, seen)) = asked else {
            return Ok(String::from("nothing is to be chosen now: dice are rolled"));
        };
        if line.is_empty() {
            return Ok(String::from("odds of what? `odds 3`, for line 3"));
        }
        let choices = self.choices(seen, request);
        match choices.read(&self.machine, seen, line) {
            Ok(answer) => self.odds_of_answer(&answer, (request, seen)),
            Err(why) => Ok(why),
        }
    }

    /// What may come of an answer.
    pub(super) fn odds_of_answer(
        &mut self,
        answer: &Answer,
        (request, seen): (&ChooseRequest, &State),
    ) -> Result<String, PlayFault> {
        let thinking = self.terminal.waits("counting odds");
        let told = ahead::of_answer(&self.machine, &self.state, request, answer);
        drop(thinking);
        match told {
            Err(PlayFault::Refused(Refusal::NotLegal)) => {
                advice::refused(answer, &self.machine, seen, &self.map)
            }
            told => told,
        }
    }

    /// What is told of what may come. `wanted`: what is typed where a piece has to be named.
    fn ahead(
        &mut self,
        asked: Option<(&ChooseRequest, &State)>,
        line: &str,
        wanted: &str,
        tell: impl Fn(&Machine, &State, i64, &str, Paper) -> Result<Result<String, String>, PlayFault>,
    ) -> Result<String, PlayFault> {
        let Some((request, _)) = asked else {
            return Ok(String::from("nothing is to be chosen now: dice are rolled"));
        };
        if line.is_empty() && !wanted.is_empty() {
            return Ok(format!("of which piece? `{wanted}`, for piece 3"));
        }
        let thinking = self.terminal.waits("looking ahead");
        let said = tell(&self.machine, &self.state, request.player, line, self.paper())?;
        drop(thinking);
        Ok(said.unwrap_or_else(|why| why))
    }

    /// What whoever sits at the terminal may see: the only person what that one sees, several what all players see.
    fn seen_by_persons(&self) -> Result<State, PlayFault> {
        let mut persons = self.persons();
        let viewer = match (persons.next(), persons.next()) {
            (Some(one), None) => one,
            _ => NONE,
        };
        Ok(self.machine.seen_by(&self.state, viewer)?.into_owned())
    }

    /// Whether several persons share the terminal and may not all know the same.
    pub(super) fn shares_secrets(&self) -> bool {
        self.persons().nth(1).is_some() && self.machine.hides_something()
    }

    /// Hands the terminal over to a person who is asked after another, where something is hidden between them: what the other
    /// was shown is put out of sight, and nothing more is shown until somebody says to be there. Gives what is done instead, where the
    /// seat is not taken.
    pub(super) fn handed_over(
        &mut self,
        player: i64,
        name: &str,
    ) -> Result<Option<Done>, PlayFault> {
        if !self.shares_secrets() || self.faced == Some(player) {
            return Ok(None);
        }
        if self.faced.is_some() {
            self.terminal.clear();
            self.history.hand_over();
        }
        self.faced = Some(player);
        self.board_due = true;
        self.board.clear();
        let asked =
            format!("\nwhat follows is for {name} alone: press return when nobody else can see it");
        loop {
            let Some(line) = self.terminal.read(&asked) else {
                return Ok(Some(Done::Stopped(Sitting::Ended)));
            };
            match wishes::read(&line) {
                None => return Ok(None),
                Some(wish @ (Wish::Undo | Wish::Save(_) | Wish::Quit)) => {
                    if let Wished::Done(done) = self.wish(wish, None)? {
                        return Ok(Some(done));
                    }
                }
                Some(
                    Wish::Help
                    | Wish::Goal
                    | Wish::Pieces
                    | Wish::Show(_)
                    | Wish::Odds(_)
                    | Wish::Line(_)
                    | Wish::Reach(_)
                    | Wish::Preview(_)
                    | Wish::Pages(_)
                    | Wish::Hand
                    | Wish::NotAsked
                    | Wish::Story
                    | Wish::Threats(_)
                    | Wish::Why(_)
                    | Wish::WhyNot(_),
                ) => {
                    self.terminal
                        .say("nothing is shown before: return, `undo`, `save FILE` or `quit`");
                }
            }
        }
    }

    /// Asks where to save, unless that is settled.
    fn quit(&mut self) -> Sitting {
        while !self.is_kept() && !self.stored.record.answers.is_empty() {
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
