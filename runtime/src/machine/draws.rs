//! Drawing: takes a set of which one is drawn at random, asks for the chance, gives the item that came.
//!
//! Nothing is told of it: who may know what was drawn is for the rules to say.

use super::acts::Next;
use super::engine::{Base, Engine};
use super::request::{Refusal, Request, RollRequest};
use crate::dice::RollOf;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::ENTRY;
use warwright_ir::{EntryId, ExprId, NONE, SpanId, Ty};

impl Engine<'_> {
    /// Asks for one of a set; there is none where the set is empty.
    pub(super) fn draw(
        &mut self,
        base: Base,
        slot: u16,
        of: ExprId,
        span: Option<SpanId>,
    ) -> Checked<Next> {
        self.set_local(base, slot, NONE)?;
        let items = self.wide(base, of)?;
        if items.is_empty() {
            return Ok(Next::Act);
        }
        let item = self.linked.program.types.get(of.0 as usize).and_then(Ty::element);
        let item = item.ok_or_else(|| Fault::damaged(DamagedPart::Type))?;
        let entries = items.iter().map(|cell| self.entry_of(&item, *cell)).collect();
        let of = RollOf::Items { items, entries };
        Ok(Next::Ask(Request::Roll(RollRequest { of, count: 1, purpose: String::new(), span })))
    }

    /// What an item is one of.
    fn entry_of(&self, ty: &Ty, cell: i64) -> Option<EntryId> {
        match ty {
            Ty::Member(kind) => {
                let entries = &self.linked.program.kinds.get(*kind)?.entries;
                entries.get(usize::try_from(cell).ok()?).copied()
            }
            _ => {
                let head = self.state.head(cell)?;
                let entry = self.state.cells().get(head.cells as usize + ENTRY)?;
                u32::try_from(*entry).ok().map(EntryId)
            }
        }
    }

    /// Takes the item that was drawn: the one that is counted once.
    pub(super) fn answer_draw(
        &mut self,
        base: Base,
        slot: u16,
        of: ExprId,
        counts: &[i64],
    ) -> Result<(), Refusal> {
        let items = self.wide(base, of)?;
        let faces = items.len();
        let one = counts.iter().position(|count| *count == 1);
        let rest = counts.iter().filter(|count| **count != 0).count();
        let drawn = one.and_then(|one| items.get(one)).copied();
        let drawn = drawn.filter(|_| counts.len() == faces && rest == 1);
        let drawn = drawn.ok_or(Refusal::WrongDice { count: 1, faces })?;
        self.set_local(base, slot, drawn)?;
        let acts = self.top_acts()?;
        acts.at = acts.at.saturating_add(1);
        Ok(())
    }
}
