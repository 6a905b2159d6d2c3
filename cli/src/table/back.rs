//! The way back: the last answer of a person is taken back, across the sitting where the dice and players allow it.

use super::wishes::Wished;
use super::{Done, Table, positions};
use crate::foresight::idle;
use crate::seats::seats;
use warwright_runtime::{
    Fuel, History, NoWayBack, PlayFault, Recorded, Request, SeededDice, Session, Standpoint, Tells,
    Turn,
};

impl Table {
    pub(super) fn undo(&mut self) -> Result<Wished, PlayFault> {
        let persons: Vec<i64> = self.persons().collect();
        let mut back = self.history.back(&self.machine, &self.state, &persons)?;
        if back.as_ref().err() == Some(&NoWayBack::Nothing) && self.remember()? {
            back = self.history.back(&self.machine, &self.state, &persons)?;
        }
        match back {
            Ok(turn) => {
                self.rewind(&turn.generators);
                self.state = Session::new(turn.state);
                self.board_due = true;
                self.stored.record.answers.truncate(self.resumed + self.history.len());
                self.recent.back(self.stored.record.answers.len());
                self.headings.back(self.stored.record.answers.len());
                self.keeping.kept = None;
                self.keeping.due = true;
                self.terminal.say("taken back; what was told since has not happened");
                Ok(Wished::Done(Done::Back))
            }
            Err(NoWayBack::Nothing) => {
                let since = if self.resumed > 0 { " since others sat at the table" } else { "" };
                self.terminal.say(&format!("there is nothing to take back{since}"));
                Ok(Wished::Again)
            }
            Err(NoWayBack::HandedOver) => {
                self.terminal.say("that cannot be taken back: the seat was handed over since");
                Ok(Wished::Again)
            }
            Err(NoWayBack::Revealed { player }) => {
                let name = self.machine.name(&self.state, player).unwrap_or_default();
                self.terminal.say(&format!(
                    "that cannot be taken back: since then {name} came to know what was hidden"
                ));
                Ok(Wished::Again)
            }
        }
    }

    /// Makes the history of earlier sittings again. The dice and the computer players give from their seeds what they gave then;
    /// where they do not, as others sat there, there is no history. Gives whether there is one now that was not there.
    fn remember(&mut self) -> Result<bool, PlayFault> {
        // Where the seat changed hands in earlier sittings is not known.
        if self.shares_secrets() {
            return Ok(false);
        }
        let (machine, record) = (&self.machine, &self.stored.record);
        let scenario = self.state.scenario;
        let Ok(mut seats) = seats(machine, scenario, record.seed, &self.stored.sides) else {
            return Ok(false);
        };
        let mut dice = SeededDice::new(record.seed, 0);
        let mut state = machine.start(scenario)?;
        let mut earlier = History::default();
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
        for answered in record.answers.iter().take(self.resumed) {
            let request = machine.run(&mut state, &mut tells, &mut fuel)?;
            let (before, generators) = (state.state().clone(), positions(&dice, &seats));
            let given = match (&request, &answered.answer) {
                (Request::Roll(roll), rolled) => {
                    let Some(counts) = rolled.counts() else { return Ok(false) };
                    machine.answer_roll(&mut state, &counts, &mut tells)?;
                    let rolls = |dice: &mut SeededDice| {
                        dice.roll(machine.program(), &roll.of, roll.count) == counts
                    };
                    (!self.stored.typed_dice).then(|| rolls(&mut dice))
                }
                (Request::Choose(choose), Recorded::Chose { player, answer }) => {
                    let seat = seats.iter_mut().find(|seat| seat.player == *player);
                    let from = Standpoint::of(machine, &state, *player);
                    let given = match seat {
                        Some(seat) => seat.choose(&from, choose)?,
                        None => None,
                    };
                    // What could not matter was not asked.
                    let idle = given.is_none() && idle::answer(machine, &state, choose)?.is_some();
                    machine.answer_choice(&mut state, answer, &mut tells)?;
                    let given = given.or_else(|| idle.then(|| answer.clone()));
                    given.map(|given| given == *answer)
                }
                _ => Some(false),
            };
            if given == Some(false) {
                return Ok(false);
            }
            let (answer, by_hand) = (answered.answer.clone(), given.is_none());
            earlier.push(Turn { state: before, answer, by_hand, generators });
        }
        self.history = std::mem::take(&mut self.history).after(earlier);
        Ok(std::mem::take(&mut self.resumed) > 0)
    }
}
