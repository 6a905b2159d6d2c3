//! Boards of cells made visible: what is shown of a cell and of who stands there, for the terminal and for drawings.

pub mod map;
pub mod text;

use super::free_letter;
use crate::choices::Choices;
use crate::naming::{self, pieces};
use warwright_ir::{EntryId, FieldId};
use warwright_runtime::{CellsLaid, LaidCell, Machine, State, Stood};

/// What is drawn: the cells with their names.
#[derive(Debug)]
pub struct CellSheet {
    /// The board.
    pub laid: CellsLaid,
    /// The sides, in order: player and name.
    pub sides: Vec<(i64, String)>,
    /// The pieces that can be named: number, entity, name.
    pub names: Vec<(String, i64, String)>,
    /// What lies in cells, in the order of their states, then of declaration; without what every cell begins with.
    pub sorts: Vec<Sort>,
}

/// Something that lies in cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The state of cells that holds it.
    pub field: FieldId,
    /// What it is.
    pub entry: EntryId,
    /// What it is called.
    pub name: String,
    /// A letter for it that no other has.
    pub letter: char,
}

/// How a piece is in short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Short {
    /// The first number that is not as it began: what is counted, and how many.
    pub count: Option<(String, String)>,
    /// Whether anything else is not as it began.
    pub more: bool,
}

/// The choices that can be shown on a board: the place of the cell in the board, and what is typed.
pub type Marked = Vec<(usize, Vec<String>)>;

impl CellSheet {
    /// The cells of a state's board; nothing where it has none, or is not of this program.
    pub fn of(machine: &Machine, state: &State) -> Option<Self> {
        let mut laid = machine.cells(state).ok().flatten()?;
        planned(machine, state, &mut laid);
        let layout = machine.layout(state.scenario).ok()?;
        let named = |entity: i64| machine.name(state, entity).unwrap_or_default();
        let sides = layout.players.iter().map(|player| (*player, named(*player))).collect();
        let things = laid.cells.iter().flat_map(|cell| &cell.things);
        let mut met: Vec<_> = things
            .filter(|thing| !thing.as_begun)
            .map(|thing| (thing.field, thing.entry))
            .collect();
        met.sort_unstable();
        met.dedup();
        let program = machine.program();
        let mut sorts: Vec<Sort> = Vec::new();
        for (field, entry) in met {
            let name = program.entries.get(entry).and_then(|entry| program.texts.get(entry.name));
            let name = name.cloned().unwrap_or_default();
            let letter = free_letter(&name, |letter| sorts.iter().any(|it| it.letter == letter));
            sorts.push(Sort { field, entry, name, letter });
        }
        Some(Self { laid, sides, names: naming::numbered(machine, state), sorts })
    }

    /// The place of a player among the sides.
    pub fn side(&self, player: Option<i64>) -> Option<usize> {
        self.sides.iter().position(|(of, _)| Some(*of) == player)
    }

    /// The number of a piece.
    pub fn number(&self, entity: i64) -> Option<&str> {
        self.names.iter().find(|(_, of, _)| *of == entity).map(|(number, ..)| number.as_str())
    }

    /// What lies in a cell: places among the sorts.
    pub fn lying(&self, cell: &LaidCell) -> Vec<usize> {
        let things = cell.things.iter().filter(|thing| !thing.as_begun);
        let sort = |field, entry| {
            self.sorts.iter().position(|sort| sort.field == field && sort.entry == entry)
        };
        things.filter_map(|thing| sort(thing.field, thing.entry)).collect()
    }

    /// Who stands in a cell.
    pub fn standing_in(&self, cell: usize) -> Vec<&Stood> {
        self.laid.pieces.iter().filter(|piece| piece.cell == Some(cell)).collect()
    }

    /// The choices that name a cell of the board or who stands in one, of several the last.
    /// `of`: those of one piece.
    pub fn marked(&self, machine: &Machine, choices: &Choices<'_>, of: Option<&str>) -> Marked {
        let mut marked: Marked = Vec::new();
        for (key, entities) in choices.entities(machine, of) {
            let cell = |entity: &i64| self.laid.cells.iter().position(|it| it.entity == *entity);
            let stands = |entity: &i64| {
                self.laid.pieces.iter().find(|it| it.entity == *entity).and_then(|it| it.cell)
            };
            let named = entities.iter().rev();
            let at = named.clone().find_map(cell).or_else(|| named.clone().find_map(stands));
            let Some(at) = at else { continue };
            match marked.iter_mut().find(|(of, _)| *of == at) {
                Some((_, keys)) => keys.push(key.to_owned()),
                None => marked.push((at, vec![key.to_owned()])),
            }
        }
        marked
    }
}

/// Puts who stands nowhere yet in the cell where a state of it says that it is going to: whoever may know that sees it.
fn planned(machine: &Machine, state: &State, laid: &mut CellsLaid) {
    let CellsLaid { cells, pieces, .. } = laid;
    for piece in pieces.iter_mut().filter(|piece| piece.cell.is_none()) {
        let Ok(standing) = pieces::standing(machine, state, piece.entity) else { continue };
        for (field, value) in standing.fields.into_iter().filter(|_| standing.in_play) {
            if let Some(cell) = cells.iter().position(|cell| cell.name == value) {
                piece.cell = Some(cell);
                piece.places.push(field);
                break;
            }
        }
    }
}

/// How a piece is in short, but for where it stands.
pub fn short(machine: &Machine, state: &State, piece: &Stood) -> Short {
    let Ok(standing) = pieces::standing(machine, state, piece.entity) else {
        return Short::default();
    };
    let fields = || standing.fields.iter().filter(|(name, _)| !piece.places.contains(name));
    let is_number = |(name, value): &&(String, String)| {
        value.parse::<i64>().is_ok() && pieces::lasts(machine, state, piece.entity, name)
    };
    let count = fields().find(is_number).cloned();
    let others = fields().count() - usize::from(count.is_some());
    let more = others > 0 || !standing.held.is_empty() || !standing.ties.is_empty();
    Short { count, more }
}
