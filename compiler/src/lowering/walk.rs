//! Walks over acts: their jump targets, the slots they write, the expressions they read.

use warwright_ir::{Act, ChoiceKind, Slot, Target};

/// The target of a jump, to be changed.
pub(super) fn target_mut(act: &mut Act) -> Option<&mut u32> {
    match act {
        Act::Jump(to) | Act::JumpUnless { to, .. } => Some(to),
        Act::Next { done, .. } => Some(done),
        Act::Try { other } => Some(other),
        _ => None,
    }
}

/// The target of a jump.
pub(super) fn target(act: &Act) -> Option<u32> {
    match act {
        Act::Jump(to) | Act::JumpUnless { to, .. } => Some(*to),
        Act::Next { done, .. } => Some(*done),
        Act::Try { other } => Some(*other),
        _ => None,
    }
}

/// The position of the step that an act calls.
pub(super) fn step(act: &Act) -> Option<usize> {
    match act {
        Act::CallStep { step } => Some(usize::from(*step)),
        _ => None,
    }
}

/// Whether the act after it can be reached from it.
pub(super) fn falls_through(act: &Act) -> bool {
    !matches!(act, Act::Jump(_) | Act::EndStep | Act::Finish { .. } | Act::EndBattle { .. })
}

/// Whether the driver may be asked while the act runs, so that the state may be compared with others there.
pub(super) fn may_wait(act: &Act) -> bool {
    match act {
        Act::Roll { .. }
        | Act::Draw { .. }
        | Act::Reroll { .. }
        | Act::Call { .. }
        | Act::CallStep { .. }
        | Act::Proceed
        | Act::EndStep
        | Act::Choose { .. }
        | Act::Open(_)
        | Act::Follow { .. }
        | Act::Run { .. } => true,
        Act::Next { ordered_by, .. } => ordered_by.is_some(),
        _ => false,
    }
}

/// Slots that the act itself writes as its result.
pub(super) fn writes(act: &Act) -> Vec<Slot> {
    match act {
        Act::Set { target: Target::Local(slot), .. } | Act::Choose { slot, .. } => vec![*slot],
        Act::Roll { slot, .. } => vec![Slot::Wide(*slot)],
        Act::Draw { slot, .. } => vec![Slot::Scalar(*slot)],
        Act::Plan { slot, .. } => vec![Slot::Wide(*slot)],
        Act::Iterate { cursor, .. } => vec![Slot::Wide(*cursor)],
        Act::Next { item, .. } => vec![*item],
        Act::Bound { left, .. } => vec![Slot::Scalar(*left)],
        Act::Call { result: Some(slot), .. } => vec![*slot],
        Act::Create { slot, .. } => vec![Slot::Scalar(*slot)],
        Act::Forget(slots) => slots.clone(),
        _ => Vec::new(),
    }
}

/// Slots that the act reads besides those that its expressions read: what it changes in place.
pub(super) fn changes(act: &Act) -> Vec<Slot> {
    match act {
        Act::Reroll { slot, .. } | Act::Change { slot, .. } => vec![Slot::Wide(*slot)],
        Act::Next { cursor, .. } | Act::Follow { cursor } => vec![Slot::Wide(*cursor)],
        Act::Tick { left } => vec![Slot::Scalar(*left)],
        _ => Vec::new(),
    }
}

/// Slots that the act uses for itself: candidates and faces.
pub(super) fn scratch(act: &Act) -> Vec<Slot> {
    match act {
        Act::Reroll { face, .. } | Act::Change { face, .. } => vec![Slot::Scalar(*face)],
        Act::Next { item, .. } => vec![*item],
        Act::Choose {
            kind: ChoiceKind::One { filter, .. } | ChoiceKind::Some { filter, .. },
            ..
        } => filter.iter().map(|filter| Slot::Scalar(filter.slot)).collect(),
        _ => Vec::new(),
    }
}
