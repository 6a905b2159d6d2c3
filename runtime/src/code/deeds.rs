//! The code of bodies: what bodies become, with the runs and steps that have become part of them (inlining), and where the machine
//! would stand at each instruction, so that it can go on there.

use super::{Stage, Unit};
use warwright_ir::{BodyId, Env, ProcedureId, Slot};

/// The code of a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deeds {
    /// Its acts one after the other.
    pub(crate) unit: Unit,
    /// At which instruction each act begins; nothing of one that is left to the machine.
    pub(crate) starts: Vec<Option<u16>>,
    /// Runs and steps that are part of it, each after what it is part of.
    pub(crate) parts: Vec<Part>,
    /// Where the machine would stand, each from an instruction on, in order.
    pub(crate) stands: Vec<(u16, Stand)>,
}

/// A run or step that has become part of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// A run of a procedure.
    Run {
        /// What it is part of.
        within: Option<u16>,
        /// The act of that which comes after it.
        next: u32,
        procedure: ProcedureId,
        result_to: Option<Slot>,
        /// Where its locals begin, counted from where all locals ended when the unit began.
        scalars: u16,
        wides: u16,
        env: Env,
    },
    /// A step that runs its body.
    Step {
        within: Option<u16>,
        /// Of one that is called, the act that comes after it; of others the run stands behind it.
        next: Option<u32>,
        procedure: ProcedureId,
        step: u16,
        body: BodyId,
    },
}

impl Part {
    /// What it is part of.
    pub(crate) const fn within(&self) -> Option<u16> {
        match self {
            Self::Run { within, .. } | Self::Step { within, .. } => *within,
        }
    }
}

/// Where the machine would stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    /// In which part; nothing: in the body itself.
    pub(crate) part: Option<u16>,
    pub(crate) at: At,
}

/// What comes next in a part.
#[derive(Clone, Copy, Debug)]
pub(crate) enum At {
    /// An act of its body.
    Act(u32),
    /// A stage of a run.
    Stage(Stage),
}

impl Deeds {
    /// A part by its number.
    pub(crate) fn part(&self, part: u16) -> Option<&Part> {
        self.parts.get(usize::from(part))
    }

    /// Where the machine stands that could not run an instruction.
    pub(crate) fn stand_at(&self, op: usize) -> Option<Stand> {
        let after = self.stands.partition_point(|(from, _)| usize::from(*from) <= op);
        Some(self.stands.get(after.checked_sub(1)?)?.1)
    }

    /// How many parts there are.
    pub(crate) const fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Where the locals of a part end, counted from where all locals ended when the unit began.
    pub(crate) fn end_of(&self, part: Option<u16>) -> (usize, usize) {
        match part.and_then(|part| self.part(part)) {
            Some(Part::Run { scalars, wides, env, .. }) => (
                usize::from(*scalars) + usize::from(env.scalars),
                usize::from(*wides) + usize::from(env.wides),
            ),
            Some(Part::Step { within, .. }) => self.end_of(*within),
            None => (0, 0),
        }
    }
}
