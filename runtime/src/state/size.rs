//! How much memory a state takes: takes a state, gives bytes, near enough to refuse what does not fit.

use super::{Frame, Held, Memory, Queue, Snapshot, State, Tally, Tied, Wide, Work};
use std::sync::Arc;

impl State {
    /// How many bytes the state takes, about. What it shares with others counts in part.
    pub fn size(&self) -> usize {
        let heads =
            self.heads.len() * size_of::<crate::link::Head>() / Arc::strong_count(&self.heads);
        size_of::<Self>()
            + heads
            + world(&self.cells, &self.wides, &self.held, &self.ties)
            + self.frames.iter().map(frame).sum::<usize>()
            + size_of_val(self.locals.scalars.as_slice())
            + wides(&self.locals.wides)
            + self.tallies.len() * size_of::<Tally>()
    }
}

fn world(cells: &[i64], fields: &[Wide], held: &[Held], ties: &[Tied]) -> usize {
    size_of_val(cells) + wides(fields) + size_of_val(held) + size_of_val(ties)
}

fn wides(wides: &[Wide]) -> usize {
    let spilled = wides.iter().filter(|wide| wide.spilled());
    size_of_val(wides) + spilled.map(|wide| size_of_val(wide.as_slice())).sum::<usize>()
}

fn frame(frame: &Frame) -> usize {
    size_of::<Frame>()
        + match &frame.work {
            Work::Run(run) => {
                let result = run.result.iter().map(|it| size_of::<Wide>() + it.len() * 8);
                result.sum::<usize>() + queue(run.queue.as_deref()) + memory(run.memory.as_deref())
            }
            Work::Step(run) => queue(run.queue.as_deref()) + memory(run.memory.as_deref()),
            Work::Acts(acts) => acts.tries.iter().map(|point| 24 + point.state.size()).sum(),
            Work::Hook(run) => queue(run.below.as_deref()),
            Work::Window(window) => size_of_val(&**window),
            Work::Action(_) | Work::Refresh { .. } => 0,
        }
}

fn queue(queue: Option<&Queue>) -> usize {
    queue.map_or(0, |queue| size_of::<Queue>() + size_of_val(queue.waiting.as_slice()))
}

fn memory(memory: Option<&Memory>) -> usize {
    let shared = |snapshot: &Arc<Snapshot>| {
        let Snapshot { cells, wides, held, ties } = &**snapshot;
        (size_of::<Snapshot>() + world(cells, wides, held, ties)) / Arc::strong_count(snapshot)
    };
    memory.map_or(0, |memory| {
        size_of::<Memory>()
            + memory.snapshots.iter().map(|(_, snapshot)| shared(snapshot)).sum::<usize>()
            + memory.tallies.len() * size_of::<Tally>()
    })
}
