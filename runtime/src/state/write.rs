//! All writing of the world: fields with their ranges and mirrors, ties, possessions, coming into and going out of play.

use super::setup::{Rules, reset_field};
use super::waiting::Shift;
use super::{Held, State, Tied, Until, Wide};
use crate::dependencies::Input;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::link::owned_as;
use crate::link::{ENTRY, FieldPlace, Head, IN_PLAY, OWNER};
use crate::memo::Memo;
use crate::state::View;
use smallvec::SmallVec;
use std::sync::Arc;
use warwright_ir::{AbilityId, EntryId, Expr, FieldId, KindId, NONE, TieId};

/// The most entities that a battle may have.
pub(crate) const MOST_ENTITIES: usize = 20_000;
/// The most abilities that may be held at one time.
const MOST_HELD: usize = 20_000;

/// The world of a state, to be written.
#[derive(Debug)]
pub(crate) struct Writer<'a> {
    pub(crate) rules: Rules<'a>,
    pub(crate) state: &'a mut State,
    /// Is told what is written.
    pub(crate) memo: &'a mut Memo,
}

impl Writer<'_> {
    fn head(&self, entity: i64) -> Checked<Head> {
        match self.state.head(entity) {
            Some(head) => Ok(head),
            None if entity == NONE => Err(Fault::new(FaultKind::NothingThere)),
            None => Err(Fault::damaged(DamagedPart::State)),
        }
    }

    /// Puts a value into a scalar field, and gives what stood there.
    fn put(&mut self, entity: i64, field: FieldId, value: i64) -> Checked<i64> {
        let Some(FieldPlace::Cell(offset)) = self.rules.linked.fields.get(field) else {
            return Err(Fault::damaged(DamagedPart::Type));
        };
        self.put_cell(entity, *offset as usize, value)
    }

    /// Puts a value into a cell of an entity, and gives what stood there.
    fn put_cell(&mut self, entity: i64, offset: usize, value: i64) -> Checked<i64> {
        let head = self.head(entity)?;
        let cell = self.state.cells.get_mut(head.cells as usize + offset);
        let cell = cell.ok_or_else(|| Fault::damaged(DamagedPart::State))?;
        let old = std::mem::replace(cell, value);
        if old != value {
            self.memo.write(Input::Cell { class: head.class, offset, entity });
        }
        Ok(old)
    }

    /// A wide field, to be changed.
    fn wide(&mut self, entity: i64, field: FieldId) -> Checked<&mut Wide> {
        let head = self.head(entity)?;
        let Some(FieldPlace::Wide(offset)) = self.rules.linked.fields.get(field) else {
            return Err(Fault::damaged(DamagedPart::Type));
        };
        let offset = *offset as usize;
        self.memo.write(Input::Wide { class: head.class, offset, entity });
        let wide = self.state.wides.get_mut(head.wides as usize + offset);
        wide.ok_or_else(|| Fault::damaged(DamagedPart::State))
    }

    /// Writes a scalar field and what mirrors it.
    pub(crate) fn set(&mut self, entity: i64, field: FieldId, value: i64) -> Checked<()> {
        let Some(declared) = self.rules.linked.program.fields.get(field) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        Fault::unless_within(value, (declared.least, declared.most), Some(declared.name))?;
        let old = self.put(entity, field, value)?;
        if old != value
            && let Some(mirror) = self.rules.linked.mirrors.get(field).copied().flatten()
        {
            if old != NONE {
                self.drop_from(old, mirror, entity)?;
            }
            if value != NONE {
                self.put_into(value, mirror, entity)?;
            }
        }
        Ok(())
    }

    /// Writes a wide field and what mirrors it.
    pub(crate) fn set_wide(&mut self, entity: i64, field: FieldId, value: Wide) -> Checked<()> {
        if *View::live(self.state).wide(self.rules.linked, entity, field)? == value {
            return Ok(());
        }
        let mirror = self.rules.linked.mirrors.get(field).copied().flatten();
        let Some(mirror) = mirror else {
            *self.wide(entity, field)? = value;
            return Ok(());
        };
        let old = std::mem::replace(self.wide(entity, field)?, value.clone());
        for gone in old.iter().filter(|item| !value.contains(item)) {
            self.mirror_to(*gone, mirror, entity, NONE)?;
        }
        for come in value.iter().filter(|item| !old.contains(item)) {
            let before = self.mirror_to(*come, mirror, NONE, entity)?;
            if before != NONE && before != entity {
                self.drop_from(before, field, *come)?;
            }
        }
        Ok(())
    }

    /// Writes the mirror of a set in one of its items, if it holds `from` (anything, where that is none); gives what it held.
    fn mirror_to(&mut self, item: i64, mirror: FieldId, from: i64, to: i64) -> Checked<i64> {
        let before = View::live(self.state).field(self.rules.linked, item, mirror)?;
        if from == NONE || before == from {
            self.put(item, mirror, to)?;
        }
        Ok(before)
    }

    fn drop_from(&mut self, entity: i64, field: FieldId, item: i64) -> Checked<()> {
        self.wide(entity, field)?.retain(|other| *other != item);
        Ok(())
    }

    fn put_into(&mut self, entity: i64, field: FieldId, item: i64) -> Checked<()> {
        let set = self.wide(entity, field)?;
        if let Err(at) = set.binary_search(&item) {
            set.insert(at, item);
        }
        Ok(())
    }

    /// Sets a field of all entities that have it back to its initial value.
    pub(crate) fn reset_all(&mut self, field: FieldId) -> Checked<()> {
        let Some(declared) = self.rules.linked.program.fields.get(field) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let Some(kind) = self.rules.linked.kinds.get(declared.kind) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        for entity in self.state.heads.of_class(kind.class).to_vec() {
            self.reset(entity, field)?;
        }
        Ok(())
    }

    /// Sets a field of an entity back to its initial value.
    fn reset(&mut self, entity: i64, field: FieldId) -> Checked<()> {
        let Some(declared) = self.rules.linked.program.fields.get(field) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let Some(FieldPlace::Cell(offset)) = self.rules.linked.fields.get(field) else {
            self.wide(entity, field)?;
            return reset_field(self.rules, self.state, entity, field);
        };
        if let Some(Expr::Const(value)) = self.rules.linked.program.exprs.get(declared.initial) {
            return self.put_cell(entity, *offset as usize, *value).map(|_| ());
        }
        let (head, offset) = (self.head(entity)?, *offset as usize);
        let cell = |state: &State| state.cells.get(head.cells as usize + offset).copied();
        let old = cell(self.state);
        reset_field(self.rules, self.state, entity, field)?;
        if cell(self.state) != old {
            self.memo.write(Input::Cell { class: head.class, offset, entity });
        }
        Ok(())
    }

    /// Gives an ability for a time.
    pub(crate) fn grant(&mut self, held: Held) -> Checked<()> {
        let linked = self.rules.linked;
        let Some(declared) = linked.program.abilities.get(held.ability) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        self.head(held.entity)?;
        if let Some(slot) = declared.slot {
            let same_slot = |other: &Held| {
                let of = linked.program.abilities.get(other.ability);
                let stays = declared.stacks && other.ability == held.ability;
                let in_slot = of.is_some_and(|of| of.slot == Some(slot));
                other.entity == held.entity && in_slot && !stays
            };
            self.end_held(same_slot)?;
        } else if !declared.stacks {
            let (entity, ability) = (held.entity, held.ability);
            self.end_held(|other| other.entity == entity && other.ability == ability)?;
        }
        if self.state.held.len() >= MOST_HELD {
            let most = u64::try_from(MOST_HELD).unwrap_or(u64::MAX);
            return Err(Fault::new(FaultKind::TooMany { most }));
        }
        self.set_bit(held.entity, held.ability, true)?;
        for field in &declared.state {
            self.reset(held.entity, field.field)?;
        }
        self.memo.write(Input::Held(held.ability));
        self.shift_waiting(held.entity, held.ability, Shift::Came(self.ordinal(&held)));
        let at = self.state.held.partition_point(|other| *other <= held);
        self.state.held.insert(at, held);
        Ok(())
    }

    /// Takes away all that is held and fulfils a condition; gives what was taken.
    pub(crate) fn end_held(&mut self, ends: impl Fn(&Held) -> bool) -> Checked<Vec<Held>> {
        if !self.state.held.iter().any(&ends) {
            return Ok(Vec::new());
        }
        let (ended, kept): (Vec<Held>, Vec<Held>) =
            std::mem::take(&mut self.state.held).into_iter().partition(|held| ends(held));
        self.state.held = kept;
        for held in &ended {
            self.shift_waiting(held.entity, held.ability, Shift::Went(self.ordinal(held)));
            self.memo.write(Input::Held(held.ability));
            self.settle_bit(held.entity, held.ability)?;
        }
        Ok(ended)
    }

    /// Takes one of what is held several times away: the greatest arguments, of these what would last longest.
    pub(crate) fn end_one(&mut self, entity: i64, ability: AbilityId) -> Checked<Vec<Held>> {
        let held = self.state.held.iter().enumerate();
        let held = held.filter(|(_, held)| held.entity == entity && held.ability == ability);
        let one = held.max_by_key(|(_, held)| (&held.args, std::cmp::Reverse(held.until)));
        let Some(at) = one.map(|(at, _)| at) else { return Ok(Vec::new()) };
        let ended = self.state.held.remove(at);
        self.shift_waiting(entity, ability, Shift::Went(self.ordinal(&ended)));
        self.memo.write(Input::Held(ability));
        self.settle_bit(entity, ability)?;
        Ok(vec![ended])
    }

    /// Sets or clears the possession bit of an ability.
    fn set_bit(&mut self, entity: i64, ability: AbilityId, on: bool) -> Checked<()> {
        let Some(link) = self.rules.linked.abilities.get(ability) else { return Ok(()) };
        let head = self.head(entity)?;
        let word = self.state.cells.get(head.cells as usize + link.word).copied();
        let word = word.ok_or_else(|| Fault::damaged(DamagedPart::State))?;
        let word = if on { word | link.mask } else { word & !link.mask };
        self.put_cell(entity, link.word, word).map(|_| ())
    }

    /// Sets the possession bit of an ability by what is owned and held.
    fn settle_bit(&mut self, entity: i64, ability: AbilityId) -> Checked<()> {
        let held = self.state.held.iter().any(|h| h.entity == entity && h.ability == ability);
        let on = held || self.owned(entity).contains(&ability);
        self.set_bit(entity, ability, on)
    }

    /// What an entity owns as what it is now.
    fn owned(&self, entity: i64) -> Vec<AbilityId> {
        let Some(head) = self.state.head(entity) else { return Vec::new() };
        let part = |part: usize| self.state.cells.get(head.cells as usize + part).copied();
        let Some(entry) = part(ENTRY).and_then(|entry| u32::try_from(entry).ok()) else {
            return Vec::new();
        };
        let planned = usize::try_from(entity).ok();
        let planned = planned.and_then(|number| self.rules.setting.layout.plan.get(number));
        let side = planned.and_then(|planned| planned.piece).map(|(side, _)| side);
        owned_as(self.rules.linked, self.state.scenario, EntryId(entry), side)
    }

    /// Ends or shortens what is held until a moment, for runs of `whose`; gives what ended.
    pub(crate) fn pass_moment(
        &mut self,
        moment: warwright_ir::MomentId,
        edge: warwright_ir::Edge,
        run_of: i64,
    ) -> Checked<Vec<Held>> {
        if self.state.held.is_empty() {
            return Ok(Vec::new());
        }
        let meant = |until: &Until| match until {
            Until::Next { moment: of, edge: at, .. } => {
                *of == moment && *at == edge && until.means(run_of)
            }
            Until::Removed | Until::RunEnds { .. } => false,
        };
        let ended = self.end_held(|held| {
            meant(&held.until) && matches!(held.until, Until::Next { skip: 0, .. })
        })?;
        let mut shortened = false;
        for held in &mut self.state.held {
            if meant(&held.until)
                && let Until::Next { skip, .. } = &mut held.until
            {
                *skip = skip.saturating_sub(1);
                shortened = true;
                self.memo.write(Input::Held(held.ability));
            }
        }
        if shortened {
            self.state.held.sort_unstable();
        }
        Ok(ended)
    }

    /// Ties two entities; a tie that exists gets new values.
    pub(crate) fn join(&mut self, tied: Tied) -> Checked<()> {
        let mut tied = tied;
        if tied.left == tied.right {
            return Err(Fault::new(FaultKind::TiedToItself { tie: tied.tie }));
        }
        self.head(tied.left)?;
        self.head(tied.right)?;
        let declared = self.rules.linked.program.ties.get(tied.tie);
        if declared.is_some_and(|tie| tie.left == tie.right) && tied.left > tied.right {
            std::mem::swap(&mut tied.left, &mut tied.right);
            std::mem::swap(&mut tied.of_left, &mut tied.of_right);
        }
        for (field, value) in (0u16..).zip(&tied.of_left).chain((0u16..).zip(&tied.of_right)) {
            self.tie_holds(tied.tie, field, *value)?;
        }
        self.part(tied.tie, tied.left, Some(tied.right));
        let at = self.state.ties.partition_point(|other| *other < tied);
        self.state.ties.insert(at, tied);
        Ok(())
    }

    /// Unties two entities, or one from all.
    pub(crate) fn part(&mut self, tie: TieId, left: i64, right: Option<i64>) {
        self.memo.write(Input::Ties(tie));
        self.state.ties.retain(|tied| {
            let meant = match right {
                Some(right) => {
                    (tied.left == left && tied.right == right)
                        || (tied.left == right && tied.right == left)
                }
                None => tied.left == left || tied.right == left,
            };
            tied.tie != tie || !meant
        });
    }

    /// A fault where a field of a tie may not have a value.
    fn tie_holds(&self, tie: TieId, field: u16, value: i64) -> Checked<()> {
        let declared = self.rules.linked.program.ties.get(tie);
        let Some(of) = declared.and_then(|tie| tie.fields.get(usize::from(field))) else {
            return Ok(());
        };
        Fault::unless_within(value, (of.least, of.most), Some(of.name)).map(|_| ())
    }

    /// Writes a field of a tie, as `of` sees it.
    pub(crate) fn set_tie(
        &mut self,
        tie: TieId,
        of: i64,
        other: i64,
        field: u16,
        value: i64,
    ) -> Checked<()> {
        let declared = self.rules.linked.program.ties.get(tie);
        let field_of = declared.and_then(|tie| tie.fields.get(usize::from(field)));
        let each = field_of.ok_or_else(|| Fault::damaged(DamagedPart::Id))?.each;
        self.tie_holds(tie, field, value)?;
        let found = self.state.ties.iter_mut().find(|tied| {
            tied.tie == tie
                && ((tied.left == of && tied.right == other)
                    || (tied.left == other && tied.right == of))
        });
        let Some(tied) = found else { return Err(Fault::new(FaultKind::NotTied { tie })) };
        self.memo.write(Input::Ties(tie));
        let of_left = tied.left == of;
        let ends: [(&mut SmallVec<[i64; 2]>, bool); 2] =
            [(&mut tied.of_left, of_left), (&mut tied.of_right, !of_left)];
        for (values, mine) in ends {
            if (mine || !each)
                && let Some(cell) = values.get_mut(usize::from(field))
            {
                *cell = value;
            }
        }
        Ok(())
    }

    /// Makes an entity of a fleeting kind that belongs to a player or to nobody, and gives its number.
    pub(crate) fn create(&mut self, kind: KindId, owner: i64) -> Checked<i64> {
        let Some(link) = self.rules.linked.kinds.get(kind) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        if self.state.heads.len() >= MOST_ENTITIES {
            let most = u64::try_from(MOST_ENTITIES).unwrap_or(u64::MAX);
            return Err(Fault::new(FaultKind::TooMany { most }));
        }
        let entity = self.state.entities();
        let head = Head {
            kind,
            class: link.class,
            cells: u32::try_from(self.state.cells.len()).unwrap_or(u32::MAX),
            wides: u32::try_from(self.state.wides.len()).unwrap_or(u32::MAX),
        };
        self.memo.write(Input::Entities { class: head.class });
        Arc::make_mut(&mut self.state.heads).push(head);
        self.state.cells.resize(head.cells as usize + link.cells, 0);
        self.state.wides.resize(head.wides as usize + link.wides, Wide::new());
        for (part, value) in [(ENTRY, NONE), (OWNER, owner), (IN_PLAY, 1)] {
            if let Some(cell) = self.state.cells.get_mut(head.cells as usize + part) {
                *cell = value;
            }
        }
        for field in &link.fields {
            reset_field(self.rules, self.state, entity, *field)?;
        }
        Ok(entity)
    }

    /// Takes an entity out of play, with its ties, what it holds, and its place in mirrored fields.
    pub(crate) fn leave(&mut self, entity: i64) -> Checked<()> {
        let head = self.head(entity)?;
        self.put_cell(entity, IN_PLAY, 0)?;
        let memo = &mut *self.memo;
        self.state.ties.retain(|tied| {
            let stays = tied.left != entity && tied.right != entity;
            if !stays {
                memo.write(Input::Ties(tied.tie));
            }
            stays
        });
        self.end_held(|held| held.entity == entity)?;
        let linked = self.rules.linked;
        for field in linked.left_behind(head.kind) {
            match linked.fields.get(field) {
                Some(FieldPlace::Cell(_)) => self.set(entity, field, NONE)?,
                Some(FieldPlace::Wide(_)) => self.set_wide(entity, field, Wide::new())?,
                None => {}
            }
        }
        Ok(())
    }

    /// Makes an entity one of another entry.
    pub(crate) fn take_form(&mut self, entity: i64, entry: EntryId) -> Checked<()> {
        let before = self.owned(entity);
        self.put_cell(entity, ENTRY, i64::from(entry.0))?;
        for ability in before.into_iter().chain(self.owned(entity)) {
            self.settle_bit(entity, ability)?;
        }
        Ok(())
    }
}
