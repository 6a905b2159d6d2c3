//! Moments: the starts and ends of runs, what ends with them, and what is remembered of them.

use super::engine::Engine;
use crate::dependencies::Input;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::{BITS, FieldPlace, IN_PLAY};
use crate::state::{Memory, Snapshot, Until, Wide, Work};
use crate::watch::Part;
use std::sync::Arc;
use warwright_ir::{Edge, Moment, MomentId, NONE, ProcedureId};

impl Engine<'_> {
    /// The depth of the innermost run of a moment's procedure or step that goes on.
    pub(super) fn innermost(&self, moment: MomentId) -> Option<usize> {
        self.state.innermost(self.linked.program.moments.get(moment)?)
    }

    /// What the run of a moment at a depth remembers, to be changed.
    fn memory_at(&mut self, moment: MomentId, depth: usize) -> Option<&mut Memory> {
        self.memo.write(Input::Run(moment));
        match &mut self.state.frames.get_mut(depth)?.work {
            Work::Run(run) => Some(run.memory.get_or_insert_default()),
            Work::Step(run) => Some(run.memory.get_or_insert_default()),
            _ => None,
        }
    }

    /// Whose run of a moment the frame at a depth is.
    pub(super) fn whose_run(&self, moment: &Moment, depth: usize) -> Checked<i64> {
        let Some(player) = moment.player else { return Ok(NONE) };
        let run = match self.state.frames.get(depth).map(|frame| &frame.work) {
            Some(Work::Step(run)) => run.run as usize,
            _ => depth,
        };
        let player = self.param_of(moment.procedure, player, run)?;
        Ok(self.counted_for(moment, player))
    }

    /// For whom runs of a moment count that are some player's: for him, or for all of his team as one.
    pub(super) fn counted_for(&self, moment: &Moment, who: i64) -> i64 {
        if self.is_for_team(moment.procedure) { self.team_of(who) } else { who }
    }

    /// A run begins: what lasts until then ends, fields are set back, and what is looked back to is kept.
    pub(super) fn begin_moments(
        &mut self,
        moments: &[MomentId],
        procedure: ProcedureId,
        depth: usize,
    ) -> Checked<()> {
        let linked = self.linked;
        for id in moments {
            let Some(moment) = linked.program.moments.get(*id) else {
                return Err(Fault::damaged(DamagedPart::Id));
            };
            self.pass_edge(*id, moment, procedure, Edge::Start, depth)?;
            if moment.remembered {
                let snapshot = Arc::new(self.snapshot(moment));
                if let Some(memory) = self.memory_at(*id, depth) {
                    memory.snapshots.push((*id, snapshot));
                }
            }
        }
        Ok(())
    }

    /// A run ends: what lasts until then ends, and fields are set back.
    pub(super) fn end_moments(
        &mut self,
        moments: &[MomentId],
        procedure: ProcedureId,
        depth: usize,
    ) -> Checked<()> {
        let linked = self.linked;
        let this = Until::RunEnds { depth: u32::try_from(depth).unwrap_or(u32::MAX) };
        if !self.state.held().is_empty() {
            let ended = self.writer().end_held(|held| held.until == this)?;
            self.tell_ended(ended, None);
        }
        for id in moments {
            let Some(moment) = linked.program.moments.get(*id) else {
                return Err(Fault::damaged(DamagedPart::Id));
            };
            self.pass_edge(*id, moment, procedure, Edge::End, depth)?;
        }
        Ok(())
    }

    fn pass_edge(
        &mut self,
        id: MomentId,
        moment: &Moment,
        procedure: ProcedureId,
        edge: Edge,
        depth: usize,
    ) -> Checked<()> {
        let linked = self.linked;
        if !self.state.held().is_empty() {
            let whose = self.whose_run(moment, depth)?;
            let ended = self.writer().pass_moment(id, edge, whose)?;
            let span = linked.program.procedures.get(procedure).map(|procedure| procedure.span);
            self.tell_ended(ended, span);
        }
        let Some(link) = linked.moments.get(id) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let fields = match edge {
            Edge::Start => &link.resets_at_start,
            Edge::End => &link.resets_at_end,
        };
        for field in fields {
            linked.note(|| Part::Reset(*field));
            self.writer().reset_all(*field)?;
        }
        Ok(())
    }

    /// How things are now: what the moment is asked for, all else zero.
    fn snapshot(&self, moment: &Moment) -> Snapshot {
        let (linked, state) = (self.linked, &*self.state);
        let mut snapshot = Snapshot {
            cells: vec![0; state.cells().len()],
            wides: Vec::new(),
            held: if moment.holdings { state.held().to_vec() } else { Vec::new() },
            ties: if moment.ties { state.ties().to_vec() } else { Vec::new() },
        };
        for head in state.heads().iter() {
            let Some(kind) = linked.kinds.get(head.kind) else { continue };
            let first = head.cells as usize;
            for part in 0..=IN_PLAY {
                copy_cell(state.cells(), &mut snapshot.cells, first + part, -1);
            }
            for (word, steady) in kind.steady.iter().enumerate() {
                let mask = if moment.holdings { -1 } else { *steady };
                copy_cell(state.cells(), &mut snapshot.cells, first + BITS + word, mask);
            }
            for field in &moment.fields {
                let Some(declared) = linked.program.fields.get(*field) else { continue };
                let class = linked.kinds.get(declared.kind).map(|kind| kind.class);
                if class != Some(kind.class) {
                    continue;
                }
                match linked.fields.get(*field) {
                    Some(FieldPlace::Cell(offset)) => {
                        let at = first + *offset as usize;
                        copy_cell(state.cells(), &mut snapshot.cells, at, -1);
                    }
                    Some(FieldPlace::Wide(offset)) => {
                        let at = head.wides as usize + *offset as usize;
                        if snapshot.wides.is_empty() {
                            snapshot.wides = vec![Wide::new(); state.wides().len()];
                        }
                        if let (Some(to), Some(from)) =
                            (snapshot.wides.get_mut(at), state.wides().get(at))
                        {
                            to.clone_from(from);
                        }
                    }
                    None => {}
                }
            }
        }
        snapshot
    }
}

fn copy_cell(from: &[i64], to: &mut [i64], at: usize, mask: i64) {
    if let (Some(from), Some(to)) = (from.get(at), to.get_mut(at)) {
        *to = from & mask;
    }
}
