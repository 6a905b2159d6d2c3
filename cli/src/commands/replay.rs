//! `warwright replay`: plays a saved battle again, answer by answer and state by state, and says where it goes another way now.

use crate::args::Replay;
use crate::faults;
use crate::outcome::{Fallen, losses, result};
use crate::output::{Failure, Output};
use crate::person::page::tell;
use crate::render::Format;
use crate::stored::Stored;
use crate::story::{Story, Telling};
use warwright_grammar::source::SourceMap;
use warwright_runtime::{Machine, RecordFault, ReplayFault, Tells, replay};

/// Plays it again.
pub fn run(ask: &Replay, format: Format, out: &mut Output) -> Result<(), Failure> {
    let mut stored = Stored::read(&ask.file)?;
    let (program, map) = stored.game(format, out)?;
    let machine = Machine::new(&program);
    if stored.record.check(machine.program()) == Err(RecordFault::Content) {
        return Err(changed(&stored, &machine, &map));
    }
    if ask.steps {
        return super::steps::through(&machine, &stored, &map);
    }
    let telling = if ask.quiet { Telling::Quiet } else { Telling::Words };
    let mut story = Story::new(telling);
    story.tags = ask.tags;
    let mut fallen = Fallen::default();
    let mut hear = |tells: &Tells| {
        fallen.hear(tells);
        story.tell(&tells.list, machine.program(), out);
    };
    let replayed = stored.replayed(&machine, &map, &mut hear, &mut |_| {});
    story.rest().iter().for_each(|line| tell(out, line));
    let replayed = replayed
        .map_err(|why| Failure::failed(format!("the battle cannot be played again: {why}")))?;
    match &replayed.outcome {
        Some(outcome) => {
            if telling == Telling::Words {
                out.line("");
                losses(&machine, &replayed.state, &fallen).iter().for_each(|line| tell(out, line));
            }
            out.line(&result(&machine, &replayed.state, outcome));
        }
        None => out.line("the record ends here, before the battle does"),
    }
    Ok(())
}

/// Content has changed: what of it, and what that does to the battle.
fn changed(stored: &Stored, machine: &Machine, map: &SourceMap) -> Failure {
    let why = stored.fault(&RecordFault::Content, map);
    let effect = match replay(machine, &stored.record, &mut |_| {}) {
        Ok(_) => String::from("the battle still goes as it went, state by state"),
        Err(ReplayFault::Record(fault)) => stored.fault(&fault, map),
        Err(ReplayFault::Parted(parting)) => {
            format!("the states differ from {} on", stored.place(machine, &parting))
        }
        Err(ReplayFault::Play(fault)) => {
            let failure = faults::failure(&fault, machine);
            format!("played again it fails: {}", failure.message().unwrap_or_default())
        }
    };
    Failure::failed(format!("the battle cannot be played again: {why}\n  {effect}"))
}
