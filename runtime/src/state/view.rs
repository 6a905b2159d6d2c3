//! The one way to read a state: as it is, as it was at a remembered moment, or under suppositions.

use super::{Common, Held, Snapshot, State, Tied, Wide};
use crate::dependencies::{Dependencies, Input, Reads};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::link::{ENTRY, FieldPlace, Head, IN_PLAY, Linked, OWNER};
use smallvec::SmallVec;
use warwright_ir::{AbilityId, FieldId, Id, MomentId, NONE, TieId};

/// What is read through: a state, perhaps the moment that is looked back to, perhaps suppositions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    state: &'a State,
    memory: Option<Memory<'a>>,
    overlay: Option<&'a Overlay<'a>>,
    /// Notes what is read, where somebody wants to know.
    reads: Option<&'a Reads>,
    /// What is known of the cells of a state that has none.
    common: Option<&'a Common>,
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
    number: u64,
    cells: SmallVec<[(usize, i64); 4]>,
    wides: SmallVec<[(usize, Wide); 1]>,
    /// What is supposed here and under it.
    supposed: Dependencies,
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
    pub(crate) fn over(view: &View<'a>, number: u64) -> Self {
        let supposed = view.overlay.map(|under| under.supposed).unwrap_or_default();
        Self { under: view.overlay, number, supposed, ..Self::default() }
    }
    /// Supposes a field's value.
    pub(crate) fn set(&mut self, (at, input): (usize, Input), value: i64) {
        self.supposed.insert(input);
        self.cells.push((at, value));
    }
    /// Supposes a wide field's value.
    pub(crate) fn set_wide(&mut self, (at, input): (usize, Input), value: Wide) {
        self.supposed.insert(input);
        self.wides.push((at, value));
    }
    /// Supposes that an entity is out of play, and so untied.
    pub(crate) fn remove(&mut self, head: Head, entity: i64) {
        self.supposed.insert(Input::Cell { class: head.class, offset: IN_PLAY, entity });
        Input::all_ties().for_each(|ties| self.supposed.insert(ties));
        self.cells.push((head.cells as usize + IN_PLAY, 0));
        self.gone.push(entity);
    }
    /// Supposes that an entity has or lacks an ability. `bit`: where it would be noted.
    pub(crate) fn possess(
        &mut self,
        (entity, ability): (i64, AbilityId),
        bit: Option<Input>,
        args: SmallVec<[i64; 2]>,
        holds: bool,
    ) {
        if let Some(bit) = bit {
            self.supposed.insert(bit);
        }
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
        Self { state, memory: None, overlay: None, reads: None, common: None }
    }

    /// The same, noting what is read, where values are kept that rest on it.
    pub(crate) const fn noting_if(self, reads: &'a Reads, kept: bool) -> Self {
        Self { reads: if kept { Some(reads) } else { None }, ..self }
    }

    /// The same, where the cells of the state may have been taken out: what all worlds have that they stand for.
    pub(crate) const fn standing_for(self, common: Option<&'a Common>) -> Self {
        Self { common, ..self }
    }

    /// What notes what is read.
    pub(crate) const fn reads(&self) -> Option<&'a Reads> {
        self.reads
    }

    /// Something is read.
    #[inline]
    pub(crate) fn note(&self, input: Input) {
        if let Some(reads) = self.reads {
            reads.note(input);
        }
    }

    /// The state as it was when a moment's run began.
    pub(crate) const fn as_of(&self, moment: MomentId, snapshot: &'a Snapshot) -> Self {
        let memory = Some(Memory { moment, snapshot });
        Self { memory, overlay: None, ..*self }
    }

    /// The same under suppositions.
    pub(crate) const fn supposing<'b>(&self, overlay: &'b Overlay<'b>) -> View<'b>
    where
        'a: 'b,
    {
        View { overlay: Some(overlay), ..*self }
    }

    /// A cell of an entity, where nothing is looked back to or supposed.
    #[inline]
    pub(crate) fn plain_cell(&self, entity: i64, offset: usize) -> Option<i64> {
        if self.memory.is_some() || self.overlay.is_some() {
            return None;
        }
        let head = self.state.heads().get(usize::try_from(entity).ok()?)?;
        self.note(Input::Cell { class: head.class, offset, entity });
        self.state.cells().get(head.cells as usize + offset).copied()
    }

    /// What is read, told from all else that is read while one question is answered: the moment that is looked back to and
    /// what is supposed.
    pub(crate) fn number(&self) -> (u32, u64) {
        let moment = self.memory.map_or(0, |memory| memory.moment.0.saturating_add(1));
        (moment, self.overlay.map_or(0, |overlay| overlay.number))
    }

    /// Whether a moment is looked back to.
    pub(crate) const fn looks_back(&self) -> bool {
        self.memory.is_some()
    }

    /// What is supposed of the state as it is now; nothing where it is looked back to, or nothing is supposed.
    pub(crate) fn supposed(&self) -> Option<&'a Dependencies> {
        if self.memory.is_some() { None } else { self.overlay.map(|overlay| &overlay.supposed) }
    }

    /// The state that is read.
    pub(crate) const fn state(&self) -> &'a State {
        self.state
    }

    /// A cell by its position.
    #[inline]
    fn cell(&self, at: usize) -> Option<i64> {
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
        match self.state.cells().get(at) {
            Some(cell) => Some(*cell),
            None => self.common?.get(at),
        }
    }

    #[inline]
    fn head(&self, entity: i64) -> Checked<Head> {
        match self.state.head(entity) {
            Some(head) => Ok(head),
            None if entity == NONE => Err(Fault::new(FaultKind::NothingThere)),
            None => Err(Fault::damaged(DamagedPart::State)),
        }
    }

    fn headed(&self, entity: i64, offset: usize) -> Checked<i64> {
        let head = self.head(entity)?;
        self.note(Input::Cell { class: head.class, offset, entity });
        let at = head.cells as usize + offset;
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
        let link = linked.abilities.get(ability).ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        if let Some(overlay) = self.overlay
            && let Some(supposed) = overlay.supposed(entity, ability)
        {
            let class = self.head(entity)?.class;
            self.note(Input::Cell { class, offset: link.word, entity });
            return Ok(supposed.holds);
        }
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
        self.note(Input::Held(ability));
        let all = match self.memory {
            Some(memory) => memory.snapshot.held.as_slice(),
            None => self.state.held(),
        };
        let key = |held: &Held| (held.entity, held.ability);
        let start = all.partition_point(|held| key(held) < (entity, ability));
        let end = all.partition_point(|held| key(held) <= (entity, ability));
        Ok(all.get(start..end).unwrap_or(&[]))
    }

    /// The ties of a sort, without those of entities that are supposed to be gone.
    pub(crate) fn ties(
        &self,
        linked: &Linked,
        tie: TieId,
    ) -> Checked<impl Iterator<Item = &'a Tied> + use<'a>> {
        self.note(Input::Ties(tie));
        let all = match self.memory {
            Some(memory) => match linked.program.moments.get(memory.moment) {
                Some(moment) if moment.ties => memory.snapshot.ties.as_slice(),
                _ => return Err(Fault::new(FaultKind::NotRemembered { moment: memory.moment })),
            },
            None => self.state.ties(),
        };
        let overlay = self.overlay;
        Ok(all.iter().filter(move |tied| tied.tie == tie).filter(move |tied| {
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

    /// Where a scalar field of an entity stands among the cells, and as what it is noted.
    pub(crate) fn field_at(
        &self,
        linked: &Linked,
        entity: i64,
        field: FieldId,
    ) -> Checked<(usize, Input)> {
        match linked.fields.get(field) {
            Some(FieldPlace::Cell(offset)) => {
                let (head, offset) = (self.head(entity)?, *offset as usize);
                let input = Input::Cell { class: head.class, offset, entity };
                Ok((head.cells as usize + offset, input))
            }
            Some(FieldPlace::Wide(_)) | None => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// A scalar field of an entity.
    #[inline]
    pub(crate) fn field(&self, linked: &Linked, entity: i64, field: FieldId) -> Checked<i64> {
        self.remembers(linked, field)?;
        match linked.fields.get(field) {
            Some(FieldPlace::Cell(offset)) => self.headed(entity, *offset as usize),
            Some(FieldPlace::Wide(_)) | None => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// Where a wide field of an entity stands among the wide values, and as what it is noted.
    pub(crate) fn wide_at(
        &self,
        linked: &Linked,
        entity: i64,
        field: FieldId,
    ) -> Checked<(usize, Input)> {
        match linked.fields.get(field) {
            Some(FieldPlace::Wide(offset)) => {
                let (head, offset) = (self.head(entity)?, *offset as usize);
                let input = Input::Wide { class: head.class, offset, entity };
                Ok((head.wides as usize + offset, input))
            }
            Some(FieldPlace::Cell(_)) | None => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// A wide field of an entity.
    pub(crate) fn wide(&self, linked: &Linked, entity: i64, field: FieldId) -> Checked<&'a Wide> {
        self.remembers(linked, field)?;
        let (at, input) = self.wide_at(linked, entity, field)?;
        self.note(input);
        if let Some(overlay) = self.overlay
            && let Some(value) = overlay.wide(at)
        {
            return Ok(value);
        }
        let remembered = self.memory.and_then(|memory| memory.snapshot.wides.get(at));
        remembered
            .or_else(|| self.state.wides().get(at))
            .ok_or_else(|| Fault::damaged(DamagedPart::State))
    }
}
