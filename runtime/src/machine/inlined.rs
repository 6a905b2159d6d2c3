//! What has become part of a body gets the frames that it would have, where the machine must go on within it (deoptimisation).

use super::engine::{Base, Engine};
use crate::code::{At, Deeds, Part, Stand};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::state::{Run, Stage, StepRun, Work};
use smallvec::SmallVec;

impl Engine<'_> {
    /// Makes frames for the part in which code has stopped, and lets the innermost say what comes next.
    pub(super) fn stand_at(&mut self, deeds: &Deeds, stand: Stand, top: Base) -> Checked<()> {
        let damaged = || Fault::damaged(DamagedPart::Position);
        let mut parts: SmallVec<[&Part; 8]> = SmallVec::new();
        let mut part = stand.part;
        while let Some(number) = part {
            let found = deeds.part(number).ok_or_else(damaged)?;
            parts.push(found);
            part = found.within();
        }
        for part in parts.into_iter().rev() {
            self.stand_within(part, top)?;
        }
        match stand.at {
            At::Act(at) => self.top_acts()?.at = at,
            At::Stage(stage) => self.top_run()?.stage = stage,
        }
        Ok(())
    }

    /// Puts the frames of a part on those of what it is part of.
    fn stand_within(&mut self, part: &Part, top: Base) -> Checked<()> {
        match *part {
            Part::Run { next, procedure, result_to, scalars, wides, .. } => {
                self.top_acts()?.at = next;
                let base = Base {
                    scalars: top.scalars + usize::from(scalars),
                    wides: top.wides + usize::from(wides),
                };
                let run = Run {
                    procedure,
                    stage: Stage::Begin,
                    finishing: false,
                    result_to,
                    result: None,
                    queue: None,
                    memory: None,
                };
                self.push(base, Work::Run(run))
            }
            Part::Step { next, procedure, step, body, .. } => {
                let run = match next {
                    Some(next) => {
                        self.top_acts()?.at = next;
                        self.running().ok_or_else(|| Fault::damaged(DamagedPart::State))?
                    }
                    None => {
                        self.top_run()?.stage = Stage::Work(step.saturating_add(1));
                        self.depth()
                    }
                };
                let base = self.base_at(run)?;
                let frame = StepRun {
                    procedure,
                    step,
                    run: u32::try_from(run).unwrap_or(u32::MAX),
                    stage: Stage::Plain,
                    queue: None,
                    memory: None,
                };
                self.push(base, Work::Step(frame))?;
                self.push_acts(base, body)
            }
        }
    }
}
