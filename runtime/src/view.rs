//! The one way to read a state: as it is, as it was at a remembered moment, or under suppositions.

use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::link::{ENTRY, FieldPlace, IN_PLAY, Linked, OWNER};
use crate::state::{Held, Snapshot, State, Tied, Wide};
use smallvec::SmallVec;
use warwright_ir::{AbilityId, FieldId, Id, MomentId, NONE};

/// What is read through: a state, perhaps the moment that is looked back to, perhaps suppositions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    state: &'a State,
    memory: Option<Memory<'a>>,
    overlay: Option<&'a Overlay<'a>>,
}

#[derive(Clone, Copy, Debug)]
struct Memory<'a> {
    moment: MomentId,
    snapshot: &'a Snapshot,
}

/// What is supposed on top of a view.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlay<'a> {
    under: Option<&'a Overlay<'a>>,
    /// Tells it from all others that are made while one question is answered.
    number: u32,
    cells: SmallVec<[(usize, i64); 4]>,
    wides: SmallVec<[(usize, Wide); 1]>,
    has: SmallVec<[SupposedHas; 1]>,
    gone: SmallVec<[i64; 2]>,
}

/// A supposed possession.
#[derive(Clone, Debug)]
struct SupposedHas {
    entity: i64,
    ability: AbilityId,
    args: SmallVec<[i64; 2]>,
    holds: bool,
}

impl<'a> Overlay<'a> {
    /// Nothing supposed yet, on top of what the view already supposes.
    pub(crate) fn over(view: &View<'a>, number: u32) -> Self {
        Self { under: view.overlay, number, ..Self::default() }
    }
    /// Supposes a field's value.
    pub(crate) fn set(&mut self, at: usize, value: i64) {
        self.cells.push((at, value));
    }
    /// Supposes a wide field's value.
    pub(crate) fn set_wide(&mut self, at: usize, value: Wide) {
        self.wides.push((at, value));
    }
    /// Supposes that an entity is out of play.
    pub(crate) fn remove(&mut self, at: usize, entity: i64) {
        self.cells.push((at, 0));
        self.gone.push(entity);
    }
    /// Supposes that an entity has or lacks an ability.
    pub(crate) fn possess(
        &mut self,
        entity: i64,
        ability: AbilityId,
        args: SmallVec<[i64; 2]>,
        holds: bool,
    ) {
        self.has.push(SupposedHas { entity, ability, args, holds });
    }

    fn cell(&self, at: usize) -> Option<i64> {
        let mut layer = Some(self);
        while let Some(overlay) = layer {
            if let Some((_, value)) = overlay.cells.iter().rev().find(|(cell, _)| *cell == at) {
                return Some(*value);
            }
            layer = overlay.under;
        }
        None
    }

    fn wide(&self, at: usize) -> Option<&Wide> {
        let mut layer = Some(self);
        while let Some(overlay) = layer {
            if let Some((_, value)) = overlay.wides.iter().rev().find(|(wide, _)| *wide == at) {
                return Some(value);
            }
            layer = overlay.under;
        }
        None
    }

    fn supposed(&self, entity: i64, ability: AbilityId) -> Option<&SupposedHas> {
        let mut layer = Some(self);
        while let Some(overlay) = layer {
            let same = |has: &&SupposedHas| has.entity == entity && has.ability == ability;
            if let Some(found) = overlay.has.iter().rev().find(same) {
                return Some(found);
            }
            layer = overlay.under;
        }
        None
    }
}

impl<'a> View<'a> {
    /// The state as it is.
    pub(crate) const fn live(state: &'a State) -> Self {
        Self { state, memory: None, overlay: None }
    }

    /// The state as it was when a moment's run began.
    pub(crate) const fn as_of(&self, moment: MomentId, snapshot: &'a Snapshot) -> Self {
        Self { state: self.state, memory: Some(Memory { moment, snapshot }), overlay: None }
    }

    /// The same under suppositions.
    pub(crate) const fn supposing<'b>(&self, overlay: &'b Overlay<'b>) -> View<'b>
    where
        'a: 'b,
    {
        View { state: self.state, memory: self.memory, overlay: Some(overlay) }
    }

    /// The state, where it is read as it is.
    #[inline]
    pub(crate) const fn plain(&self) -> Option<&'a State> {
        match (self.memory, self.overlay) {
            (None, None) => Some(self.state),
            _ => None,
        }
    }

    /// What is read, told from all else that is read while one question is answered: the moment that is looked back to and
    /// what is supposed.
    pub(crate) fn number(&self) -> (u32, u32) {
        let moment = self.memory.map_or(0, |memory| memory.moment.0.saturating_add(1));
        (moment, self.overlay.map_or(0, |overlay| overlay.number))
    }

    /// The state that is read.
    pub(crate) const fn state(&self) -> &'a State {
        self.state
    }

    /// A cell by its position.
    #[inline]
    pub(crate) fn cell(&self, at: usize) -> Option<i64> {
        if let Some(overlay) = self.overlay
            && let Some(value) = overlay.cell(at)
        {
            return Some(value);
        }
        if let Some(memory) = self.memory
            && let Some(value) = memory.snapshot.cells.get(at)
        {
            return Some(*value);
        }
        self.state.cells.get(at).copied()
    }

    #[inline]
    fn place(&self, entity: i64) -> Checked<usize> {
        match self.state.head(entity) {
            Some(head) => Ok(head.cells as usize),
            None if entity == NONE => Err(Fault::new(FaultKind::NothingThere)),
            None => Err(Fault::damaged(DamagedPart::State)),
        }
    }

    fn headed(&self, entity: i64, part: usize) -> Checked<i64> {
        let at = self.place(entity)? + part;
        self.cell(at).ok_or_else(|| Fault::damaged(DamagedPart::State))
    }

    /// The number of the entry of which an entity is one.
    pub(crate) fn entry(&self, entity: i64) -> Checked<i64> {
        self.headed(entity, ENTRY)
    }

    /// The player to whom an entity belongs.
    pub(crate) fn owner(&self, entity: i64) -> Checked<i64> {
        self.headed(entity, OWNER)
    }

    /// Whether an entity is in play.
    pub(crate) fn in_play(&self, entity: i64) -> Checked<bool> {
        Ok(self.headed(entity, IN_PLAY)? == 1)
    }

    /// Whether the possession bit of an ability is set, or what is supposed of it.
    pub(crate) fn has_bit(
        &self,
        linked: &Linked,
        entity: i64,
        ability: AbilityId,
    ) -> Checked<bool> {
        if let Some(overlay) = self.overlay
            && let Some(supposed) = overlay.supposed(entity, ability)
        {
            return Ok(supposed.holds);
        }
        let link = linked.abilities.get(ability).ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        if link.granted {
            self.remembers_holdings(linked)?;
        }
        Ok(self.headed(entity, link.word)? & link.mask != 0)
    }

    /// Whether something is supposed of an entity and an ability.
    pub(crate) fn supposed_has(&self, entity: i64, ability: AbilityId) -> Option<bool> {
        Some(self.overlay?.supposed(entity, ability)?.holds)
    }

    /// What an entity is supposed to have an ability with.
    pub(crate) fn supposed_args(&self, entity: i64, ability: AbilityId) -> Option<&'a [i64]> {
        let supposed = self.overlay?.supposed(entity, ability)?;
        supposed.holds.then_some(&supposed.args)
    }

    fn remembers_holdings(&self, linked: &Linked) -> Checked<()> {
        let Some(memory) = self.memory else { return Ok(()) };
        match linked.program.moments.get(memory.moment) {
            Some(moment) if moment.holdings => Ok(()),
            _ => Err(Fault::new(FaultKind::NotRemembered { moment: memory.moment })),
        }
    }

    /// What is held for a time, of one entity and ability.
    pub(crate) fn held(
        &self,
        linked: &Linked,
        entity: i64,
        ability: AbilityId,
    ) -> Checked<&'a [Held]> {
        self.remembers_holdings(linked)?;
        let all = match self.memory {
            Some(memory) => &memory.snapshot.held,
            None => &self.state.held,
        };
        let key = |held: &Held| (held.entity, held.ability);
        let start = all.partition_point(|held| key(held) < (entity, ability));
        let end = all.partition_point(|held| key(held) <= (entity, ability));
        Ok(all.get(start..end).unwrap_or(&[]))
    }

    /// All ties, without those of entities that are supposed to be gone.
    pub(crate) fn ties(
        &self,
        linked: &Linked,
    ) -> Checked<impl Iterator<Item = &'a Tied> + use<'a>> {
        let all = match self.memory {
            Some(memory) => match linked.program.moments.get(memory.moment) {
                Some(moment) if moment.ties => &memory.snapshot.ties,
                _ => return Err(Fault::new(FaultKind::NotRemembered { moment: memory.moment })),
            },
            None => &self.state.ties,
        };
        let overlay = self.overlay;
        Ok(all.iter().filter(move |tied| {
            let mut layer = overlay;
            while let Some(over) = layer {
                if over.gone.contains(&tied.left) || over.gone.contains(&tied.right) {
                    return false;
                }
                layer = over.under;
            }
            true
        }))
    }

    fn remembers(&self, linked: &Linked, field: FieldId) -> Checked<()> {
        let Some(memory) = self.memory else { return Ok(()) };
        let link = linked.moments.get(memory.moment);
        if link.is_some_and(|link| link.covered.get(field.position()) == Some(&true)) {
            return Ok(());
        }
        Err(Fault::new(FaultKind::NotRemembered { moment: memory.moment }))
    }

    /// Where a scalar field of an entity stands among the cells.
    pub(crate) fn field_at(&self, linked: &Linked, entity: i64, field: FieldId) -> Checked<usize> {
        match linked.fields.get(field) {
            Some(FieldPlace::Cell(offset)) => Ok(self.place(entity)? + *offset as usize),
            Some(FieldPlace::Wide(_)) | None => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// A scalar field of an entity.
    #[inline]
    pub(crate) fn field(&self, linked: &Linked, entity: i64, field: FieldId) -> Checked<i64> {
        self.remembers(linked, field)?;
        let at = self.field_at(linked, entity, field)?;
        self.cell(at).ok_or_else(|| Fault::damaged(DamagedPart::State))
    }

    /// Where a wide field of an entity stands among the wide values.
    pub(crate) fn wide_at(&self, linked: &Linked, entity: i64, field: FieldId) -> Checked<usize> {
        self.place(entity)?;
        let head = self.state.head(entity).ok_or_else(|| Fault::damaged(DamagedPart::State))?;
        match linked.fields.get(field) {
            Some(FieldPlace::Wide(offset)) => Ok(head.wides as usize + *offset as usize),
            Some(FieldPlace::Cell(_)) | None => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// A wide field of an entity.
    pub(crate) fn wide(&self, linked: &Linked, entity: i64, field: FieldId) -> Checked<&'a Wide> {
        self.remembers(linked, field)?;
        let at = self.wide_at(linked, entity, field)?;
        if let Some(overlay) = self.overlay
            && let Some(value) = overlay.wide(at)
        {
            return Ok(value);
        }
        let remembered = self.memory.and_then(|memory| memory.snapshot.wides.get(at));
        remembered
            .or_else(|| self.state.wides.get(at))
            .ok_or_else(|| Fault::damaged(DamagedPart::State))
    }
}
