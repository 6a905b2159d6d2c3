//! Expressions that read the world: printed figures, tables, ties, runs that go on, moments and suppositions.

use super::{Evaluator, Observer};
use crate::dependencies::Input;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::link::FieldPlace;
use crate::state::{Memory, Tied, Wide};
use crate::state::{Overlay, View};
use crate::watch::Part;
use smallvec::SmallVec;
use warwright_ir::{
    Entry, EntryId, ExprId, FieldId, KindId, MomentId, NONE, ProfileId, Supposition, TableId,
    TableKey, TableRow, TieId, Ty, Value,
};

impl<'a, O: Observer> Evaluator<'a, O> {
    /// The entry of an entity or member, the value of `of`, as a cell; none where it has none.
    fn entry_of(&self, of: ExprId, value: i64) -> Checked<i64> {
        match self.ty(of)? {
            Ty::Member(kind) => match self.linked.member(*kind, value) {
                Some(entry) => Ok(i64::from(entry.0)),
                None => Err(Fault::new(FaultKind::NothingThere)),
            },
            Ty::Optional(inner) if value != NONE && matches!(**inner, Ty::Member(_)) => {
                let Ty::Member(kind) = **inner else {
                    return Err(Fault::damaged(DamagedPart::Type));
                };
                let entry = self.linked.member(kind, value);
                entry.map(|entry| i64::from(entry.0)).ok_or_else(|| Fault::damaged(DamagedPart::Id))
            }
            _ if value == NONE => Ok(NONE),
            _ => self.view.entry(value),
        }
    }

    /// The army list of what is declared, of a player the first of his side.
    pub(super) fn list_of(&self, of: ExprId, value: i64) -> Checked<i64> {
        let program = &self.linked.program;
        let player = self.setting.layout.players.iter().position(|player| *player == value);
        let list = match (player, self.ty(of)?) {
            (Some(side), Ty::Entity(_)) => {
                let scenario = program.scenarios.get(self.view.state().scenario);
                scenario.and_then(|it| it.sides.get(side)?.armies.first().copied())
            }
            _ => self.declared(of, value)?.and_then(|(_, entry)| entry.faction),
        };
        Ok(list.map_or(NONE, |list| i64::from(list.0)))
    }

    /// The declared thing of which an entity is one, without what was bought with it: a form is one of its own.
    pub(super) fn declared(&self, of: ExprId, value: i64) -> Checked<Option<(EntryId, &'a Entry)>> {
        let Ok(found) = u32::try_from(self.entry_of(of, value)?) else { return Ok(None) };
        let entries = &self.linked.program.entries;
        let declared = self.linked.declared(EntryId(found));
        Ok(entries.get(declared).map(|entry| (declared, entry)))
    }

    fn printed(&self, of: ExprId, value: i64, profile: ProfileId) -> Checked<&'a Value> {
        let entry = self.entry_of(of, value)?;
        let linked = self.linked;
        let entry = u32::try_from(entry).map_err(|_| Fault::new(FaultKind::NothingThere))?;
        let value = linked.printed(EntryId(entry), profile);
        value.ok_or_else(|| Fault::damaged(DamagedPart::Id))
    }

    pub(super) fn printed_scalar(
        &self,
        of: ExprId,
        value: i64,
        profile: ProfileId,
    ) -> Checked<i64> {
        match self.printed(of, value, profile)? {
            Value::Scalar(value) => Ok(*value),
            Value::Wide(_) => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    pub(super) fn printed_wide(&mut self, of: ExprId, profile: ProfileId) -> Checked<Wide> {
        let value = self.scalar(of)?;
        match self.printed(of, value, profile)? {
            Value::Wide(items) => Ok(Wide::from_slice(items)),
            Value::Scalar(_) => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// What an entity or member is called: its own name, else the title of what it is one of; of a player the side's.
    pub(super) fn name_of(&self, of: ExprId, value: i64) -> Checked<i64> {
        let planned = usize::try_from(value).ok().and_then(|it| self.setting.layout.plan.get(it));
        let named = planned.and_then(|planned| planned.named);
        if let (Some(name), Ty::Entity(_)) = (named, self.ty(of)?) {
            return Ok(i64::from(name.0));
        }
        if let Some((_, entry)) = self.declared(of, value)? {
            return Ok(i64::from(entry.name.0));
        }
        let kind =
            self.view.state().head(value).and_then(|head| self.linked.program.kinds.get(head.kind));
        match kind {
            Some(kind) => Ok(i64::from(kind.name.0)),
            None => Err(Fault::new(FaultKind::NothingThere)),
        }
    }

    /// The one entity of a kind.
    pub(super) fn only(&self, kind: KindId) -> Checked<i64> {
        if let Some(link) = self.linked.kinds.get(kind) {
            self.view.note(Input::Entities { class: link.class });
        }
        let found = self.view.state().only(self.linked, kind);
        found.ok_or_else(|| Fault::new(FaultKind::NothingThere))
    }

    pub(super) fn look_up(&mut self, table: TableId, keys: &'a [ExprId]) -> Checked<i64> {
        self.row(table, keys).map(|row| row.value)
    }

    /// The row, or of a table of two keys the cell, that is read for keys.
    pub(crate) fn row(&mut self, id: TableId, keys: &'a [ExprId]) -> Checked<&'a TableRow> {
        let linked = self.linked;
        let Some(table) = linked.program.tables.get(id) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let mut values: SmallVec<[i64; 4]> = SmallVec::new();
        for key in keys {
            values.push(self.scalar(*key)?);
        }
        let fits = |key: &TableKey, value: i64| match key {
            TableKey::Between(low, high) => {
                low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
            }
            TableKey::Else => true,
        };
        let row = table.rows.iter().enumerate().find(|(_, row)| {
            row.keys.len() == values.len()
                && row.keys.iter().zip(&values).all(|(key, value)| fits(key, *value))
        });
        let (position, row) = row.ok_or_else(|| Fault::new(FaultKind::NoRow))?;
        linked.note(|| Part::Row(id, position));
        Ok(row)
    }

    /// The depth of the innermost run of a moment's procedure or step that goes on.
    pub(crate) fn innermost(&self, moment: MomentId) -> Option<usize> {
        self.view.note(Input::Run(moment));
        let moment = self.linked.program.moments.get(moment)?;
        self.view.state().innermost(moment)
    }

    /// What the run at a depth remembers.
    pub(crate) fn memory_at(&self, depth: usize) -> Option<&'a Memory> {
        self.view.state().frames.get(depth)?.memory()
    }

    /// The state as it was when the innermost run of a moment began.
    pub(super) fn remembered(&self, moment: MomentId) -> Option<View<'a>> {
        let memory = self.memory_at(self.innermost(moment)?)?;
        let (_, snapshot) = memory.snapshots.iter().find(|(of, _)| *of == moment)?;
        Some(self.view.as_of(moment, snapshot))
    }

    /// What is supposed, as an overlay on the view.
    pub(super) fn suppose(&mut self, changes: &'a [Supposition]) -> Checked<Overlay<'a>> {
        let mut overlay = Overlay::over(&self.view, self.memo.number());
        for change in changes {
            match change {
                Supposition::Field { of, field, value } => {
                    let entity = self.scalar(*of)?;
                    if self.ty(*value)?.is_wide() {
                        let at = self.view.wide_at(self.linked, entity, *field)?;
                        let value = self.wide(*value)?;
                        self.mirror_members(&mut overlay, entity, *field, &value)?;
                        overlay.set_wide(at, value);
                        continue;
                    }
                    let value = self.scalar(*value)?;
                    self.mirror_holder(&mut overlay, entity, *field, value)?;
                    overlay.set(self.view.field_at(self.linked, entity, *field)?, value);
                }
                Supposition::Gone(of) => {
                    let entity = self.scalar(*of)?;
                    self.suppose_gone(&mut overlay, entity)?;
                }
                Supposition::Has { of, ability, args, holds } => {
                    let entity = self.scalar(*of)?;
                    let mut values = SmallVec::new();
                    for arg in args {
                        values.push(self.scalar(*arg)?);
                    }
                    let head = self.view.state().head(entity);
                    let link = self.linked.abilities.get(*ability);
                    let bit = head.zip(link).map(|(head, link)| Input::Cell {
                        class: head.class,
                        offset: link.word,
                        entity,
                    });
                    overlay.possess((entity, *ability), bit, values, *holds);
                }
            }
        }
        Ok(overlay)
    }

    /// What is gone has no place, and stands in no set that mirrors where it was.
    fn suppose_gone(&self, overlay: &mut Overlay<'a>, entity: i64) -> Checked<()> {
        let Some(head) = self.view.state().head(entity) else { return Ok(()) };
        for field in self.linked.left_behind(head.kind) {
            match self.linked.fields.get(field) {
                Some(FieldPlace::Cell(_))
                    if self.view.field(self.linked, entity, field).is_ok() =>
                {
                    self.mirror_holder(overlay, entity, field, NONE)?;
                    overlay.set(self.view.field_at(self.linked, entity, field)?, NONE);
                }
                Some(FieldPlace::Wide(_)) if self.view.wide(self.linked, entity, field).is_ok() => {
                    self.mirror_members(overlay, entity, field, &Wide::new())?;
                    let at = self.view.wide_at(self.linked, entity, field)?;
                    overlay.set_wide(at, Wide::new());
                }
                _ => {}
            }
        }
        overlay.remove(head, entity);
        Ok(())
    }

    /// With a field of an entity the sets that mirror it are supposed. What a moment that is looked back to does not
    /// remember is read by nothing under the supposition.
    fn mirror_holder(
        &self,
        overlay: &mut Overlay<'a>,
        entity: i64,
        field: FieldId,
        holder: i64,
    ) -> Checked<()> {
        let Some(mirror) = self.linked.mirrors.get(field).copied().flatten() else {
            return Ok(());
        };
        let before = self.view.supposing(overlay).field(self.linked, entity, field)?;
        for (of, comes) in [(before, false), (holder, true)] {
            let known = self.view.supposing(overlay).wide(self.linked, of, mirror).cloned();
            let Ok(mut members) = known else { continue };
            members.retain(|member| *member != entity);
            if comes {
                let at = members.partition_point(|member| *member < entity);
                members.insert(at, entity);
            }
            overlay.set_wide(self.view.wide_at(self.linked, of, mirror)?, members);
        }
        Ok(())
    }

    /// With a set the fields of its members that mirror it are supposed, and the sets that they leave for it.
    fn mirror_members(
        &self,
        overlay: &mut Overlay<'a>,
        entity: i64,
        field: FieldId,
        members: &Wide,
    ) -> Checked<()> {
        let Some(mirror) = self.linked.mirrors.get(field).copied().flatten() else {
            return Ok(());
        };
        let before = self.view.supposing(overlay).wide(self.linked, entity, field).cloned()?;
        for gone in before.iter().filter(|member| !members.contains(member)) {
            overlay.set(self.view.field_at(self.linked, *gone, mirror)?, NONE);
        }
        for come in members.iter().filter(|member| !before.contains(member)) {
            self.mirror_holder(overlay, *come, mirror, entity)?;
            overlay.set(self.view.field_at(self.linked, *come, mirror)?, entity);
        }
        Ok(())
    }

    /// The tie between two entities.
    pub(super) fn tied(&self, tie: TieId, left: i64, right: i64) -> Checked<Option<&'a Tied>> {
        let ends = |tied: &&Tied| {
            (tied.left == left && tied.right == right) || (tied.left == right && tied.right == left)
        };
        let mut ties = self.view.ties(self.linked, tie)?;
        Ok(ties.find(ends))
    }

    pub(super) fn tie_field(&self, tie: TieId, of: i64, other: i64, field: u16) -> Checked<i64> {
        let Some(tied) = self.tied(tie, of, other)? else { return Ok(NONE) };
        let values = if tied.left == of { &tied.of_left } else { &tied.of_right };
        let value = values.get(usize::from(field)).copied();
        value.ok_or_else(|| Fault::damaged(DamagedPart::State))
    }

    /// The entities tied to an entity, in order of creation.
    pub(super) fn tied_to(&self, tie: TieId, of: i64) -> Checked<Wide> {
        let mut others: Wide = (self.view.ties(self.linked, tie)?)
            .filter_map(|tied| match of {
                _ if tied.left == of => Some(tied.right),
                _ if tied.right == of => Some(tied.left),
                _ => None,
            })
            .collect();
        others.sort_unstable();
        Ok(others)
    }
}
