//! Hooks that wait while what brings them comes and goes: each stays with the one possession, of several, for which it waits.

use super::write::Writer;
use super::{Held, Queue, Work};
use warwright_ir::{AbilityId, Bearer};

/// What became of the possessions of something that stacks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shift {
    /// One came, and stands here.
    Came(u16),
    /// The one that stood here is gone.
    Went(u16),
}

impl Shift {
    /// Where a possession stands after it; nothing if it is the one that is gone.
    const fn moved(self, ordinal: u16) -> Option<u16> {
        match self {
            Self::Came(at) if ordinal >= at => Some(ordinal.saturating_add(1)),
            Self::Went(at) if ordinal == at => None,
            Self::Went(at) if ordinal > at => Some(ordinal.saturating_sub(1)),
            Self::Came(_) | Self::Went(_) => Some(ordinal),
        }
    }
}

impl Writer<'_> {
    /// How many of the same entity's possessions of the same ability come before one that is held, by its place among all that are;
    /// those that are alike in figures count as one, so that of these the first is meant.
    pub(super) fn ordinal(&self, of: &Held) -> u16 {
        let same = |it: &&Held| (it.entity, it.ability) == (of.entity, of.ability);
        let before = self.state.held.iter().filter(same).filter(|it| it.args < of.args);
        u16::try_from(before.count()).unwrap_or(u16::MAX)
    }

    /// Lets hooks that wait for an entity's possessions of an ability wait for the same ones where these stand now.
    pub(super) fn shift_waiting(&mut self, entity: i64, ability: AbilityId, shift: Shift) {
        let linked = self.rules.linked;
        if !linked.program.abilities.get(ability).is_some_and(|it| it.stacks) {
            return;
        }
        let brings = |queue: &mut Queue| {
            queue.waiting.retain_mut(|queued| {
                let hook = linked.program.hooks.get(queued.hook);
                let by = hook.is_some_and(|hook| hook.bearer == Bearer::Ability(ability));
                if !by || queued.bearer != entity {
                    return true;
                }
                let moved = shift.moved(queued.ordinal);
                moved.inspect(|moved| queued.ordinal = *moved).is_some()
            });
        };
        for frame in &mut self.state.frames {
            let queue = match &mut frame.work {
                Work::Run(run) => &mut run.queue,
                Work::Step(step) => &mut step.queue,
                Work::Hook(hook) => &mut hook.below,
                _ => continue,
            };
            queue.as_deref_mut().into_iter().for_each(brings);
        }
    }
}
