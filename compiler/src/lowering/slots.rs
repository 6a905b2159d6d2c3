//! Slots: takes the locals of a body, gives each its place in the frame, and temporaries after them.
//!
//! Locals keep their order, first those that the owner shares with others (parameters, open variables, the bearer, ...).
//! A record takes as many slots as it has fields.

use super::types;
use crate::typed::{Local, LocalId, LocalRole, Locals, RecordId, Type, Typed};
use warwright_ir::{Env, Slot};

/// The places of the locals of one body.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    places: Vec<Vec<Slot>>,
    roles: Vec<LocalRole>,
    types: Vec<Type>,
    scalars: u32,
    wides: u32,
    /// Slots that nobody but the body reads, so that their values may be forgotten.
    pub(super) private: Vec<Slot>,
}

impl Frame {
    /// Lays out `locals`: the first `fixed` as they come, the others by what they are.
    pub(super) fn new(typed: &Typed, locals: &Locals, fixed: u16) -> Self {
        let mut frame = Self {
            places: vec![Vec::new(); locals.all.len()],
            roles: locals.all.iter().map(|local| local.role).collect(),
            types: locals.all.iter().map(|local| local.ty.clone()).collect(),
            ..Self::default()
        };
        let mut order: Vec<(usize, &Local)> = locals.all.iter().enumerate().collect();
        order.sort_by_key(
            |(index, local)| {
                if *index < usize::from(fixed) { 0 } else { 1 + rank(local.role) }
            },
        );
        for (index, local) in order {
            let slots = frame.allocate(typed, &local.ty);
            let private = index >= usize::from(fixed)
                && matches!(local.role, LocalRole::Var | LocalRole::Let);
            if private {
                frame.private.extend(&slots);
            }
            if let Some(place) = frame.places.get_mut(index) {
                *place = slots;
            }
        }
        frame
    }

    /// A local that is not among the locals of the layout: stands in a slot that is known already.
    pub(super) fn place(&mut self, local: LocalId, slot: Slot) {
        let index = local.0 as usize;
        if self.places.len() <= index {
            self.places.resize(index + 1, Vec::new());
            self.roles.resize(index + 1, LocalRole::Let);
        }
        if let Some(place) = self.places.get_mut(index) {
            *place = vec![slot];
        }
    }

    /// Puts a local into a slot that is known already, and all locals after it behind everything that is taken.
    pub(super) fn place_before_own(&mut self, typed: &Typed, local: LocalId, slot: Slot) {
        match slot {
            Slot::Scalar(taken) => self.scalars = self.scalars.max(u32::from(taken) + 1),
            Slot::Wide(taken) => self.wides = self.wides.max(u32::from(taken) + 1),
        }
        self.place(local, slot);
        for index in local.0 as usize + 1..self.places.len() {
            let Some(ty) = self.types.get(index).cloned() else { continue };
            let slots = self.allocate(typed, &ty);
            if let Some(place) = self.places.get_mut(index) {
                *place = slots;
            }
        }
    }

    fn allocate(&mut self, typed: &Typed, ty: &Type) -> Vec<Slot> {
        match ty {
            Type::Record(record) => {
                fields(typed, *record).map(|field| self.one(types::is_wide(field))).collect()
            }
            other => vec![self.one(types::is_wide(other))],
        }
    }

    fn one(&mut self, wide: bool) -> Slot {
        let counter = if wide { &mut self.wides } else { &mut self.scalars };
        let position = u16::try_from(*counter).unwrap_or(u16::MAX);
        *counter += 1;
        if wide { Slot::Wide(position) } else { Slot::Scalar(position) }
    }

    /// A fresh slot that only the body itself uses.
    pub(super) fn temporary(&mut self, wide: bool) -> Slot {
        let slot = self.one(wide);
        self.private.push(slot);
        slot
    }

    /// All slots of a local.
    pub(super) fn slots(&self, local: LocalId) -> &[Slot] {
        self.places.get(local.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The slot of a local that is not a record.
    pub(super) fn slot(&self, local: LocalId) -> Slot {
        self.slots(local).first().copied().unwrap_or(Slot::Scalar(0))
    }

    /// The type of a local.
    pub(super) fn ty(&self, local: LocalId) -> Type {
        self.types.get(local.0 as usize).cloned().unwrap_or(Type::Error)
    }

    /// The scalar slot of the bearer: its own, or where there is none the one that it would have.
    pub(super) fn bearer(&self, fixed: u16) -> u16 {
        let fixed = usize::from(fixed);
        let own =
            self.roles.iter().enumerate().skip(fixed).find(|(_, role)| **role == LocalRole::Bearer);
        if let Some(Slot::Scalar(position)) =
            own.and_then(|(index, _)| self.places.get(index)?.first().copied())
        {
            return position;
        }
        let before =
            self.roles.iter().zip(&self.places).enumerate().filter(|(index, (role, _))| {
                *index < fixed || matches!(role, LocalRole::Param | LocalRole::Open)
            });
        let taken = before.flat_map(|(_, (_, place))| place);
        u16::try_from(taken.filter(|slot| matches!(slot, Slot::Scalar(_))).count())
            .unwrap_or(u16::MAX)
    }

    /// The size of the frame so far.
    pub(super) fn env(&self) -> Env {
        let cut = |count: u32| u16::try_from(count).unwrap_or(u16::MAX);
        Env { scalars: cut(self.scalars), wides: cut(self.wides) }
    }

    /// Whether there are more locals than a frame can hold.
    pub(super) fn overflows(&self) -> bool {
        self.scalars > u32::from(u16::MAX) || self.wides > u32::from(u16::MAX)
    }
}

/// The types of the fields of a record.
pub(super) fn fields(typed: &Typed, record: RecordId) -> impl Iterator<Item = &Type> {
    typed.records.get(record).into_iter().flat_map(|def| def.fields.iter().map(|(_, ty, _)| ty))
}

/// How many parameters of the program a parameter becomes.
pub(super) fn width(typed: &Typed, ty: &Type) -> usize {
    match ty {
        Type::Record(record) => fields(typed, *record).count(),
        _ => 1,
    }
}

/// Shared locals stand first, in this order.
fn rank(role: LocalRole) -> u8 {
    match role {
        LocalRole::Param => 0,
        LocalRole::Open => 1,
        LocalRole::Bearer => 2,
        LocalRole::AbilityParam => 3,
        LocalRole::ActionParam => 4,
        LocalRole::Given => 5,
        LocalRole::Var | LocalRole::Let => 6,
    }
}
