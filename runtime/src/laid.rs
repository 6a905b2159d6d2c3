//! A board of cells as it lies: takes a state, gives its cells with what lies in them and who stands there, for drawing.

use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::Field;
use crate::machine::Machine;
use crate::space::cells::{Hand, crossed};
use crate::state::{Locals, State, View, Wide, reset_field};
use warwright_ir::{EntryId, FieldId, KindBase, KindId, NONE, Slot, Ty};

/// A board of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellsLaid {
    /// Whether the cells have flat sides in the north: then columns are straight, else rows.
    pub flat: bool,
    /// The cells, by row, then by column.
    pub cells: Vec<LaidCell>,
    /// The cells of each player's zone, as places in `cells`.
    pub zones: Vec<(i64, Vec<usize>)>,
    /// The cells in which each player deploys, as places in `cells`.
    pub deploy: Vec<(i64, Vec<usize>)>,
    /// The pieces that can stand in a cell, wherever they are.
    pub pieces: Vec<Stood>,
    /// The parts into which rules divide the board before anything lies on it.
    pub divisions: Vec<Division>,
    /// The names of the states that the above shows, of cells.
    pub shown: Vec<String>,
    /// The names of the states that the above shows, of players.
    pub shown_of_players: Vec<String>,
}

/// Parts of the board: a relation between cells and members of a closed kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// What the parts are called.
    pub parts: Vec<String>,
    /// The parts in which each cell lies, as places in `parts`.
    pub cells: Vec<Vec<usize>>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidCell {
    /// The cell.
    pub entity: i64,
    /// Its row, from 1.
    pub row: i64,
    /// Its column, from 1.
    pub column: i64,
    /// What it is called.
    pub name: String,
    /// What lies in it, in the order in which the states are declared.
    pub things: Vec<CellThing>,
}

/// Something declared that a state of a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellThing {
    /// The state.
    pub field: FieldId,
    /// What it holds.
    pub entry: EntryId,
    /// Whether every cell begins with it.
    pub as_begun: bool,
}

/// A piece that can stand in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stood {
    /// The piece.
    pub entity: i64,
    /// Whose it is.
    pub owner: Option<i64>,
    /// The place of its cell in [`CellsLaid::cells`], if it stands in one.
    pub cell: Option<usize>,
    /// What the states are called that hold cells: where it stands, and places that it keeps in mind.
    pub places: Vec<String>,
}

impl Machine {
    /// The cells of a state's board; nothing where its board has none.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn cells(&self, state: &State) -> Checked<Option<CellsLaid>> {
        let setting = self.setting(state.scenario)?;
        let Some(field) = &setting.cells else { return Ok(None) };
        let program = self.program();
        let kind = program.cell_kind().and_then(|kind| program.kinds.get(kind));
        let kind = kind.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let mut fresh = state.clone();
        let mut cells = Vec::with_capacity(field.grid.len());
        for cell in 0..field.grid.len() {
            let entity = field.entity(cell);
            let (row, column) = field.grid.place(cell).unwrap_or_default();
            let name = field.grid.name(cell).unwrap_or_default();
            let mut things = Vec::new();
            for id in &kind.fields {
                things.extend(self.thing(state, &mut fresh, entity, *id)?);
            }
            cells.push(LaidCell { entity, row, column, name, things });
        }
        let shown = |id: &&FieldId| {
            let ty = program.fields.get(**id).map(|field| &field.ty);
            ty.is_some_and(|ty| self.declared(ty).is_some() || self.is_of_pieces(ty))
        };
        let shown = kind.fields.iter().filter(shown).map(|id| self.field_name(*id)).collect();
        let mut laid = CellsLaid {
            flat: field.grid.is_flat(),
            cells,
            zones: Vec::new(),
            deploy: Vec::new(),
            pieces: Vec::new(),
            divisions: self.divisions(state, field)?,
            shown,
            shown_of_players: Vec::new(),
        };
        for entity in 0..state.entities() {
            self.stand(state, entity, field, &mut laid)?;
        }
        Ok(Some(laid))
    }

    /// Steps from a cell to another, each given by its place in [`CellsLaid::cells`]; none where the board has no cells.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn steps(&self, state: &State, from: usize, to: usize) -> Checked<Option<u32>> {
        let setting = self.setting(state.scenario)?;
        Ok(setting.cells.as_ref().and_then(|field| field.grid.distance(from, to)))
    }

    /// The cells that the line from the middle of a cell to that of another crosses, however little, on whichever hand where it runs
    /// along an edge; in order, without its ends.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn cells_between(&self, state: &State, from: usize, to: usize) -> Checked<Vec<usize>> {
        let setting = self.setting(state.scenario)?;
        let Some(field) = setting.cells.as_ref() else { return Ok(Vec::new()) };
        let [left, right] = [Hand::Left, Hand::Right]
            .map(|hand| crossed(&field.grid, from, to, hand).collect::<Vec<_>>());
        let mut cells = Vec::new();
        for at in 0..left.len().max(right.len()) {
            for cell in [left.get(at), right.get(at)].into_iter().flatten() {
                if !cells.contains(cell) {
                    cells.push(*cell);
                }
            }
        }
        Ok(cells)
    }

    /// The relations of a cell and a member of a closed kind by which cells differ before anything lies on the board.
    fn divisions(&self, state: &State, cells: &Field) -> Checked<Vec<Division>> {
        let program = self.program();
        let plain = self.set_up(state.scenario)?;
        let mut divisions = Vec::new();
        for function in program.functions.values() {
            let [of, part] = function.params.as_slice() else { continue };
            let (Ty::Entity(kind), Ty::Member(closed)) = (&of.ty, &part.ty) else { continue };
            let (Slot::Scalar(of), Slot::Scalar(part)) = (of.slot, part.slot) else { continue };
            if program.cell_kind() != Some(*kind) || function.ty != Ty::Bool {
                continue;
            }
            let members = program.kinds.get(*closed).map(|kind| kind.entries.as_slice());
            let members = members.unwrap_or_default();
            let mut locals = Locals {
                scalars: vec![0; usize::from(function.env.scalars)],
                wides: vec![Wide::new(); usize::from(function.env.wides)],
            };
            let mut lie = Vec::with_capacity(cells.grid.len());
            for cell in 0..cells.grid.len() {
                let mut own = Vec::new();
                for member in 0..members.len() {
                    for (slot, value) in [(of, cells.entity(cell)), (part, index(member))] {
                        if let Some(local) = locals.scalars.get_mut(usize::from(slot)) {
                            *local = value;
                        }
                    }
                    // A relation that stops there divides nothing.
                    let holds = self.evaluate(&plain, function.body, &locals).unwrap_or_default();
                    if holds.first() == Some(&1) {
                        own.push(member);
                    }
                }
                lie.push(own);
            }
            let differ = lie.windows(2).any(|two| two.first() != two.last());
            let named = |entry: &EntryId| {
                let name = program.entries.get(*entry).and_then(|it| program.texts.get(it.name));
                name.cloned().unwrap_or_default()
            };
            if differ {
                divisions.push(Division { parts: members.iter().map(named).collect(), cells: lie });
            }
        }
        Ok(divisions)
    }

    /// What a state of a cell holds, where it is of a type whose values are declared.
    fn thing(
        &self,
        state: &State,
        fresh: &mut State,
        entity: i64,
        field: FieldId,
    ) -> Checked<Option<CellThing>> {
        let ty = self.program().fields.get(field).map(|field| &field.ty);
        let Some((kind, closed)) = ty.and_then(|ty| self.declared(ty)) else { return Ok(None) };
        reset_field(self.rules(state.scenario)?, fresh, entity, field)?;
        let value = View::live(state).field(self.linked(), entity, field)?;
        let begun = View::live(fresh).field(self.linked(), entity, field)?;
        let entry = if value == NONE {
            None
        } else if closed {
            let members = self.program().kinds.get(kind).map(|kind| kind.entries.as_slice());
            let at = usize::try_from(value).ok();
            at.and_then(|at| members.unwrap_or_default().get(at).copied())
        } else {
            let plan = &self.layout(state.scenario)?.plan;
            usize::try_from(value).ok().and_then(|value| plan.get(value)?.entry)
        };
        Ok(entry.map(|entry| CellThing { field, entry, as_begun: value == begun }))
    }

    /// The kind of what a type's values are, where all of them are declared: and whether they are members.
    fn declared(&self, ty: &Ty) -> Option<(KindId, bool)> {
        match ty {
            Ty::Optional(inner) => self.declared(inner),
            Ty::Member(kind) => Some((*kind, true)),
            Ty::Entity(id) => {
                let kind = self.program().kinds.get(*id)?;
                (kind.base == KindBase::Thing && !kind.fleeting).then_some((*id, false))
            }
            _ => None,
        }
    }

    fn is_of_pieces(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Optional(inner) | Ty::Set(inner) | Ty::List(inner) => self.is_of_pieces(inner),
            Ty::Entity(id) => {
                self.program().kinds.get(*id).is_some_and(|kind| kind.base == KindBase::Piece)
            }
            _ => false,
        }
    }

    /// Whether a state holds a cell, or none.
    fn is_of_cells(&self, field: FieldId) -> bool {
        let ty = self.program().fields.get(field).map(|field| &field.ty);
        let ty = match ty {
            Some(Ty::Optional(inner)) => Some(inner.as_ref()),
            ty => ty,
        };
        self.program().cell_kind().is_some_and(|cell| ty == Some(&Ty::Entity(cell)))
    }

    /// What a field is called.
    pub(crate) fn field_name(&self, field: FieldId) -> String {
        let program = self.program();
        let name = program.fields.get(field).and_then(|field| program.texts.get(field.name));
        name.cloned().unwrap_or_default()
    }

    /// Adds an entity to a board: a piece where it stands, a player with a zone.
    fn stand(
        &self,
        state: &State,
        entity: i64,
        cells: &Field,
        laid: &mut CellsLaid,
    ) -> Checked<()> {
        let program = self.program();
        let kind = state.head(entity).and_then(|head| program.kinds.get(head.kind));
        let Some(kind) = kind else { return Ok(()) };
        let view = View::live(state);
        if let Some(field) = kind.cell {
            let plan = &self.layout(state.scenario)?.plan;
            let planned = usize::try_from(entity).ok().and_then(|entity| plan.get(entity));
            let at = view.field(self.linked(), entity, field)?;
            let cell = cells.cell(at).filter(|_| state.in_play(entity));
            let owner = planned.and_then(|planned| planned.owner);
            let places = kind.fields.iter().filter(|field| self.is_of_cells(**field));
            let places = places.map(|field| self.field_name(*field)).collect();
            laid.pieces.push(Stood { entity, owner, cell, places });
        }
        if matches!(kind.base, KindBase::Player | KindBase::Side) {
            let cell = program.cell_kind().map(|cell| Ty::Set(Box::new(Ty::Entity(cell))));
            let is_zone = |id: &&FieldId| {
                let declared = program.fields.get(**id);
                cell.is_some() && declared.map(|field| &field.ty) == cell.as_ref()
            };
            for zone in kind.fields.iter().filter(is_zone) {
                let items = view.wide(self.linked(), entity, *zone)?;
                let name = self.field_name(*zone);
                if !laid.shown_of_players.contains(&name) {
                    laid.shown_of_players.push(name.clone());
                }
                let of: Vec<usize> = items.iter().filter_map(|cell| cells.cell(*cell)).collect();
                if !of.is_empty() && program.zone == Some(*zone) {
                    laid.deploy.push((entity, of.clone()));
                }
                if !of.is_empty() {
                    laid.zones.push((entity, of));
                }
            }
        }
        Ok(())
    }
}

fn index(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(NONE)
}
