//! Which entities a scenario has at the start, what they are called, and where the cells of each begin.

use super::Linked;
use super::heads::{Head, Heads};
use std::collections::BTreeMap;
use std::sync::Arc;
use warwright_ir::{
    Board, EntryId, KindBase, KindId, MOST_COPIES, Piece, Scenario, ScenarioId, SideSetup, TextId,
    Value, cell_name,
};

/// An entity that exists from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Planned {
    /// The declared thing of which it is one.
    pub entry: Option<EntryId>,
    /// The player to whom it belongs.
    pub owner: Option<i64>,
    /// The side and the position in it, of a piece.
    pub piece: Option<(usize, usize)>,
    /// Its own name, where the scenario or the roster gives it one.
    pub named: Option<TextId>,
}

/// The entities of a scenario at the start.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Where each entity's values begin, by number.
    pub heads: Arc<Heads>,
    /// What each is.
    pub plan: Vec<Planned>,
    /// What each is called.
    pub names: Vec<String>,
    /// The players, in the order of the sides.
    pub players: Vec<i64>,
    /// The first player of each one's team, in the same order.
    pub teams: Vec<i64>,
    /// The pieces in the order of the sides, then the areas of the ground.
    pub pieces: Vec<i64>,
    /// The first cell of a board that has some; the others follow in the order of the board, after all areas.
    pub first_cell: i64,
    /// How many cells all take.
    pub cells: usize,
    /// How many wide values all take.
    pub wides: usize,
}

impl Layout {
    pub(super) fn new(linked: &Linked, scenario: ScenarioId) -> Self {
        let program = &linked.program;
        let mut maker = Maker { linked, heads: Heads::default(), layout: Self::empty() };
        let Some(setup) = program.scenarios.get(scenario) else { return maker.finish() };
        let player_kind = (program.kinds.iter())
            .find(|(_, kind)| matches!(kind.base, KindBase::Player | KindBase::Side));
        if let Some((kind, _)) = player_kind {
            for side in &setup.sides {
                let number = maker.next();
                let named = Some(side.name);
                let planned = Planned { owner: Some(number), named, ..Planned::default() };
                maker.add(kind, planned, text(linked, side.name));
                maker.layout.players.push(number);
            }
            let players = &maker.layout.players;
            let first = |at: u32| players.get(usize::try_from(at).ok()?).copied();
            let teams = setup.sides.iter().zip(players);
            maker.layout.teams =
                teams.map(|(side, own)| side.team.and_then(first).unwrap_or(*own)).collect();
        }
        for (id, kind) in program.kinds.iter().filter(|(_, kind)| kind.base == KindBase::Battle) {
            maker.add(id, Planned::default(), text(linked, kind.name));
        }
        for (id, kind) in program.kinds.iter() {
            if kind.base != KindBase::Thing || kind.closed || kind.fleeting {
                continue;
            }
            for entry in &kind.entries {
                let Some(declared) = program.entries.get(*entry) else { continue };
                if declared.base.is_none() {
                    let planned = Planned { entry: Some(*entry), ..Planned::default() };
                    maker.add(id, planned, text(linked, declared.name));
                }
            }
        }
        maker.add_pieces(scenario);
        maker.add_cells(setup);
        maker.add_cards(scenario);
        maker.finish()
    }

    /// The first player of whoever's team, and whatever is no player itself.
    #[must_use]
    pub fn team_of(&self, who: i64) -> i64 {
        let at = self.players.iter().position(|player| *player == who);
        at.and_then(|at| self.teams.get(at)).copied().unwrap_or(who)
    }

    fn empty() -> Self {
        Self {
            heads: Arc::new(Heads::default()),
            plan: Vec::new(),
            names: Vec::new(),
            players: Vec::new(),
            teams: Vec::new(),
            pieces: Vec::new(),
            first_cell: i64::MAX,
            cells: 0,
            wides: 0,
        }
    }
}

struct Maker<'a> {
    linked: &'a Linked,
    heads: Heads,
    layout: Layout,
}

impl Maker<'_> {
    fn next(&self) -> i64 {
        i64::try_from(self.heads.len()).unwrap_or(i64::MAX)
    }

    fn add(&mut self, kind: KindId, planned: Planned, name: String) {
        let Some(link) = self.linked.kinds.get(kind) else { return };
        self.heads.push(Head {
            kind,
            class: link.class,
            cells: u32::try_from(self.layout.cells).unwrap_or(u32::MAX),
            wides: u32::try_from(self.layout.wides).unwrap_or(u32::MAX),
        });
        self.layout.cells += link.cells;
        self.layout.wides += link.wides;
        self.layout.plan.push(planned);
        self.layout.names.push(name);
    }

    fn add_pieces(&mut self, scenario: ScenarioId) {
        let program = &self.linked.program;
        let Some(setup) = program.scenarios.get(scenario) else { return };
        // The ground goes before the pieces, so that its numbers do not hang on who fights over it.
        let mut ground = Vec::with_capacity(setup.ground.len());
        for (area, name) in setup.ground.iter().zip(ground_titles(self.linked, &setup.ground)) {
            let Some(entry) = program.entries.get(area.entry) else { continue };
            ground.push(self.next());
            let (entry, named, kind) = (Some(area.entry), area.name, entry.kind);
            self.add(kind, Planned { entry, named, ..Planned::default() }, name);
        }
        let titles = titles(self.linked, scenario);
        for (number, side) in setup.sides.iter().enumerate() {
            let owner = self.layout.players.get(number).copied();
            for (position, piece) in side.pieces.iter().enumerate() {
                let Some(entry) = program.entries.get(piece.entry) else { continue };
                let name = titles.get(&(number, position)).cloned().unwrap_or_default();
                self.layout.pieces.push(self.next());
                let (entry, named, kind) = (Some(piece.entry), piece.name, entry.kind);
                let piece = Some((number, position));
                self.add(kind, Planned { entry, owner, piece, named }, name);
            }
        }
        self.layout.pieces.extend(ground);
    }

    /// Cards: of each entry as many as its kind says, once or for each player who has it.
    fn add_cards(&mut self, scenario: ScenarioId) {
        let program = &self.linked.program;
        let players = self.layout.players.clone();
        for (id, kind) in program.kinds.iter() {
            if kind.base != KindBase::Card || kind.closed || kind.fleeting {
                continue;
            }
            for entry in &kind.entries {
                let Some(declared) = program.entries.get(*entry) else { continue };
                if declared.base.is_some() {
                    continue;
                }
                let count = match kind.copies.and_then(|by| self.linked.printed(*entry, by)) {
                    Some(Value::Scalar(count)) => usize::try_from(*count).unwrap_or(0),
                    Some(Value::Wide(_)) | None => 1,
                };
                let owners: Vec<Option<i64>> = if kind.each_player {
                    let sides = program.scenarios.get(scenario).map_or(&[][..], |it| &it.sides);
                    let has = |side: &SideSetup| {
                        declared.faction.is_none_or(|it| side.armies.contains(&it))
                    };
                    let sides = sides.iter().zip(&players).filter(|(side, _)| has(side));
                    sides.map(|(_, player)| Some(*player)).collect()
                } else {
                    vec![None]
                };
                for owner in owners {
                    for _ in 0..count.min(usize::try_from(MOST_COPIES).unwrap_or(usize::MAX)) {
                        let planned = Planned { entry: Some(*entry), owner, ..Planned::default() };
                        self.add(id, planned, text(self.linked, declared.name));
                    }
                }
            }
        }
    }

    fn add_cells(&mut self, setup: &Scenario) {
        let program = &self.linked.program;
        let Some(board) = setup.board.as_ref().and_then(Board::cells) else { return };
        let Some((entry, kind)) = program.cell_entry.zip(program.cell_kind()) else { return };
        self.layout.first_cell = self.next();
        for (row, column) in board.cells() {
            let planned = Planned { entry: Some(entry), ..Planned::default() };
            self.add(kind, planned, cell_name(row, column));
        }
    }

    fn finish(mut self) -> Layout {
        self.layout.heads = Arc::new(self.heads);
        self.layout
    }
}

/// What the pieces are called: by their own name, else by their entry's, numbered where a side has several, and with the
/// side's name where two sides have the same.
fn titles(linked: &Linked, scenario: ScenarioId) -> BTreeMap<(usize, usize), String> {
    let mut titles = BTreeMap::new();
    let Some(setup) = linked.program.scenarios.get(scenario) else { return titles };
    let mut sides_with: BTreeMap<TextId, Vec<usize>> = BTreeMap::new();
    for (number, side) in setup.sides.iter().enumerate() {
        for piece in side.pieces.iter().filter(|piece| piece.name.is_none()) {
            let Some(entry) = linked.program.entries.get(piece.entry) else { continue };
            sides_with.entry(entry.name).or_default().push(number);
        }
    }
    for (number, side) in setup.sides.iter().enumerate() {
        let mut seen: BTreeMap<TextId, usize> = BTreeMap::new();
        for (position, piece) in side.pieces.iter().enumerate() {
            let Some(entry) = linked.program.entries.get(piece.entry) else { continue };
            let title = match piece.name {
                Some(name) => text(linked, name),
                None => {
                    let count = seen.entry(entry.name).or_default();
                    *count += 1;
                    let with: &[usize] =
                        sides_with.get(&entry.name).map_or(&[], |list| list.as_slice());
                    let here = with.iter().filter(|other| **other == number).count();
                    let mut title = text(linked, entry.name);
                    if here > 1 {
                        title = format!("{title} {count}");
                    }
                    if here < with.len() {
                        title = format!("{title} ({})", text(linked, side.name));
                    }
                    title
                }
            };
            titles.insert((number, position), title);
        }
    }
    titles
}

/// What areas are called: by their own name, else by their entry's, numbered where there are several.
fn ground_titles(linked: &Linked, ground: &[Piece]) -> Vec<String> {
    let entry = |area: &Piece| linked.program.entries.get(area.entry).map(|entry| entry.name);
    let plain = |area: &&Piece| area.name.is_none();
    let mut titles = Vec::with_capacity(ground.len());
    for (at, area) in ground.iter().enumerate() {
        let same = |other: &&Piece| plain(other) && entry(other) == entry(area);
        titles.push(match (area.name, entry(area)) {
            (Some(name), _) => text(linked, name),
            (None, Some(name)) if ground.iter().filter(same).count() > 1 => {
                let number = ground.iter().take(at + 1).filter(same).count();
                format!("{} {number}", text(linked, name))
            }
            (None, name) => name.map_or_else(String::new, |name| text(linked, name)),
        });
    }
    titles
}

fn text(linked: &Linked, id: TextId) -> String {
    linked.program.texts.get(id).cloned().unwrap_or_default()
}
