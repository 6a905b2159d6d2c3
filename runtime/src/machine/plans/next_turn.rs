//! The turn after: what lasts until the end of a turn ends, and what is remembered of its beginning is remembered anew.

use crate::dependencies::Input;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::machine::engine::Engine;
use crate::state::Work;
use warwright_ir::{FieldId, KindId, MomentId, ProcedureId};

impl Engine<'_> {
    /// Ends the run that is a turn, and begins it anew. States of the piece that last until it or until other runs are set
    /// back, but for those until runs around it, which go on.
    pub(super) fn next_turn(&mut self, turn: MomentId, who: i64) -> Checked<()> {
        let linked = self.linked;
        let depth = self.innermost(turn);
        let kind = self.state.head(who).map(|head| head.kind);
        let kind = kind.ok_or_else(|| Fault::damaged(DamagedPart::State))?;
        let lasting: Vec<FieldId> = linked
            .moments
            .iter()
            .filter(|(id, _)| {
                depth.is_none_or(|depth| self.innermost(*id).is_none_or(|at| at >= depth))
            })
            .flat_map(|(_, link)| link.resets_at_start.iter().chain(&link.resets_at_end).copied())
            .filter(|field| self.is_of_kind(*field, kind))
            .collect();
        for field in lasting {
            self.writer().reset_all(field)?;
        }
        match depth {
            Some(depth) => self.begin_anew(depth),
            None => Ok(()),
        }
    }

    fn is_of_kind(&self, field: FieldId, kind: KindId) -> bool {
        let class = |kind: KindId| self.linked.kinds.get(kind).map(|link| link.class);
        let of = self.linked.program.fields.get(field).map(|field| field.kind);
        of.is_some_and(|of| class(of) == class(kind))
    }

    /// Lets the run of a procedure or step at a depth end and begin again, for what hangs on its moments.
    fn begin_anew(&mut self, depth: usize) -> Checked<()> {
        let Some((procedure, moments)) = self.moments_at(depth) else { return Ok(()) };
        self.end_moments(&moments, procedure, depth)?;
        for moment in &moments {
            self.memo.write(Input::Run(*moment));
        }
        if let Some(Work::Run(run)) = self.state.frames.get_mut(depth).map(|it| &mut it.work) {
            run.memory = None;
        } else if let Some(Work::Step(run)) =
            self.state.frames.get_mut(depth).map(|it| &mut it.work)
        {
            run.memory = None;
        }
        self.begin_moments(&moments, procedure, depth)
    }

    /// The moments of the run at a depth.
    fn moments_at(&self, depth: usize) -> Option<(ProcedureId, Vec<MomentId>)> {
        let program = &self.linked.program;
        match &self.state.frames.get(depth)?.work {
            Work::Run(run) => {
                Some((run.procedure, program.procedures.get(run.procedure)?.moments.clone()))
            }
            Work::Step(run) => {
                let steps = &program.procedures.get(run.procedure)?.steps;
                Some((run.procedure, steps.get(usize::from(run.step))?.moments.clone()))
            }
            _ => None,
        }
    }
}
