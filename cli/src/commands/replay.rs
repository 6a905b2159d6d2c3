//! `warwright replay`: plays a recorded battle again, answer by answer, and says so where the content has changed.

use super::play::{StoredReplay, program};
use crate::args::Replay;
use crate::forms;
use crate::output::{Failure, Output};
use crate::render::Format;
use crate::story::{self, Telling};
use crate::table::{fault_of, result, saved};
use warwright_runtime::{Fuel, Machine, PlayFault, Recorded, Request, Tells, content_hash};

/// Plays it again.
pub fn run(ask: &Replay, format: Format, out: &mut Output) -> Result<(), Failure> {
    let stored: StoredReplay = forms::read(&ask.file)?;
    let content = stored.content.found_from(&ask.file)?;
    let (program, _) = program(&content.path(), &content.sources(), format, out)?;
    stored.replay.check(&content_hash(program.program())).map_err(|fault| {
        Failure::failed(format!("the battle cannot be played again: {}", saved(&fault)))
    })?;
    let machine = Machine::new(&program);
    let telling = if ask.quiet { Telling::Quiet } else { Telling::Words };
    match again(&machine, &stored, telling, out) {
        Ok(Some(line)) => {
            if telling == Telling::Words {
                out.line("");
            }
            out.line(&line);
            Ok(())
        }
        Ok(None) => {
            out.line("the record ends here, before the battle does");
            Ok(())
        }
        Err(fault) => Err(fault_of(&fault, &machine)),
    }
}

/// Answers every request from the record. Gives the battle's last line; none: the record ends before the battle.
fn again(
    machine: &Machine,
    stored: &StoredReplay,
    telling: Telling,
    out: &mut Output,
) -> Result<Option<String>, PlayFault> {
    let mut state = machine.start(stored.replay.scenario)?;
    let mut fuel = Fuel::BATTLE;
    let mut answers = stored.replay.answers.iter();
    loop {
        let mut tells = Tells::loud();
        let request = machine.run(&mut state, &mut tells, &mut fuel)?;
        story::tell(&tells.list, machine.program(), telling, out);
        if let Request::Over(outcome) = request {
            return Ok(Some(result(machine, &state, &outcome)));
        }
        let mut tells = Tells::loud();
        match answers.next() {
            None => return Ok(None),
            Some(Recorded::Rolled { counts, .. }) => {
                machine.answer_roll(&mut state, counts, &mut tells)?
            }
            Some(Recorded::Chose { answer, .. }) => {
                machine.answer_choice(&mut state, answer, &mut tells)?
            }
        }
        story::tell(&tells.list, machine.program(), telling, out);
    }
}
