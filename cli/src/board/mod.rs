//! The board made visible: as text for a terminal, as a drawing, and judged before anybody plays on it.

pub mod cells;
pub mod colours;
pub mod ink;
pub mod judged;
pub mod list;
pub mod map;
mod scale;
mod sides;
pub mod svg;
pub mod text;

use crate::choices::Choices;
use crate::naming;
use warwright_ir::{EntryId, NONE, ScenarioId};
use warwright_runtime::space::plane::{Angle, Region};
use warwright_runtime::{Board, Checked, Fuel, Machine, State, Tells};

/// What is drawn: the board with its names.
#[derive(Debug)]
pub struct Sheet {
    /// The board.
    pub board: Board,
    /// The sides, in order: player and name.
    pub sides: Vec<(i64, String)>,
    /// The pieces that can be named: number, entity, name.
    pub names: Vec<(String, i64, String)>,
    /// The areas, those of one sort together, in the order in which they are first met.
    pub grounds: Vec<Ground>,
}

/// Areas of one sort.
#[derive(Debug)]
pub struct Ground {
    /// What they are areas of.
    pub name: String,
    /// A letter for them that no other sort has.
    pub letter: char,
    /// How maps show them.
    pub colour: &'static str,
    /// Their own names, where they have any, and where they lie.
    pub areas: Vec<(Option<String>, Region)>,
}

impl Sheet {
    /// The board of a state; nothing where it has none, or is not of this program.
    pub fn of(machine: &Machine, state: &State) -> Option<Self> {
        let board = machine.board(state).ok().flatten()?;
        let layout = machine.layout(state.scenario).ok()?;
        let named = |entity: i64| machine.name(state, entity).unwrap_or_default();
        let sides = layout.players.iter().map(|player| (*player, named(*player))).collect();
        let mut sorts: Vec<(Option<EntryId>, Ground)> = Vec::new();
        for area in &board.areas {
            let program = machine.program();
            let entry = area.entry.and_then(|entry| program.entries.get(entry));
            let sort = entry.and_then(|entry| program.texts.get(entry.name)).cloned();
            let (sort, name) = (sort.unwrap_or_default(), named(area.entity));
            let own = (!name.starts_with(sort.as_str())).then_some(name);
            let known = sorts.iter_mut().find(|(entry, _)| *entry == area.entry);
            match known {
                Some((_, ground)) => ground.areas.push((own, area.region.clone())),
                None => {
                    let is_taken = |letter| sorts.iter().any(|(_, it)| it.letter == letter);
                    let letter = free_letter(&sort, is_taken);
                    let areas = vec![(own, area.region.clone())];
                    let colour = colours::of(program, area.entry, sorts.len());
                    sorts.push((area.entry, Ground { name: sort, letter, colour, areas }));
                }
            }
        }
        let grounds = sorts.into_iter().map(|(_, ground)| ground).collect();
        Some(Self { board, sides, names: naming::numbered(machine, state), grounds })
    }

    /// The place of a player among the sides.
    pub fn side(&self, player: Option<i64>) -> Option<usize> {
        self.sides.iter().position(|(of, _)| Some(*of) == player)
    }

    /// The number of a piece.
    pub fn number(&self, entity: i64) -> Option<&str> {
        self.names.iter().find(|(_, of, _)| *of == entity).map(|(number, ..)| number.as_str())
    }
}

/// A scenario after its own set-up, before the rules of the system run. Where its set-up asks for something, so far.
///
/// # Errors
///
/// A fault of the set-up.
pub fn prepared(machine: &Machine, scenario: ScenarioId) -> Checked<State> {
    let mut battle = machine.set_up(scenario)?;
    let setup = machine.program().scenarios.get(scenario).and_then(|scenario| scenario.setup);
    if let Some(body) = setup {
        machine.call_body(&mut battle, body, &[])?;
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::QUESTION);
        machine.run(&mut battle, &mut tells, &mut fuel)?;
    }
    Ok(battle.into_state())
}

/// The first letter of a name that no other has; where all are taken, the first of the alphabet that is free.
fn free_letter(name: &str, taken: impl Fn(char) -> bool) -> char {
    let letters = name.chars().filter(|letter| letter.is_alphabetic());
    let own = letters.flat_map(char::to_lowercase).chain('a'..='z');
    own.into_iter().find(|letter| !taken(*letter)).unwrap_or('?')
}

/// A drawing of a battle, as an SVG: what all players see of it, with words for when that is; nothing where it has no board.
///
/// # Errors
///
/// A fault of what hides things.
pub fn picture(machine: &Machine, state: &State, when: &str) -> Checked<Option<String>> {
    let state = machine.seen_by(state, NONE)?;
    let program = machine.program();
    let title = program.scenarios.get(state.scenario).and_then(|it| program.texts.get(it.name));
    let title = title.map_or("", String::as_str);
    let drawn = cells::map::drawn(machine, &state, title, when);
    Ok(drawn.or_else(|| map::drawn(machine, &state, title, when)))
}

/// One of eight arrows for a facing.
pub fn arrow(facing: Angle) -> char {
    const ARROWS: [char; 8] = [
        '\u{2191}', '\u{2197}', '\u{2192}', '\u{2198}', '\u{2193}', '\u{2199}', '\u{2190}',
        '\u{2196}',
    ];
    let eighth = (facing.micro_degrees() + 22_500_000).div_euclid(45_000_000).rem_euclid(8);
    let arrow = usize::try_from(eighth).ok().and_then(|eighth| ARROWS.get(eighth));
    arrow.copied().unwrap_or('?')
}

/// The board of a state as text, of whatever sort it is, with the choices that lead to its cells; nothing where there is none.
pub fn shown(
    machine: &Machine,
    state: &State,
    choices: Option<&Choices<'_>>,
    on: Paper,
) -> Option<Shown> {
    let Some(sheet) = cells::CellSheet::of(machine, state) else {
        let wanted = choices.and_then(|_| machine.place_asked(state).ok().flatten());
        let places = choices.map_or_else(Vec::new, Choices::places);
        let zone = wanted.as_ref().map(|it| &it.region);
        let marks = text::Marks { zone, places: &places, ..Default::default() };
        let text = text::drawn(machine, state, marks, ("where it may be put", ""), on)?;
        return Some(Shown { text, marked: !places.is_empty() });
    };
    let marked = choices.map_or_else(Vec::new, |it| sheet.marked(machine, it, None));
    let text = cells::text::drawn(machine, state, &sheet, &marked, on);
    Some(Shown { text, marked: !marked.is_empty() })
}

/// The board with the cells to which the choices of one piece lead; nothing where they lead to none.
pub fn shown_of(
    machine: &Machine,
    state: &State,
    choices: &Choices<'_>,
    piece: &str,
    on: Paper,
) -> Option<String> {
    let sheet = cells::CellSheet::of(machine, state)?;
    let marked = sheet.marked(machine, choices, Some(piece));
    (!marked.is_empty()).then(|| cells::text::drawn(machine, state, &sheet, &marked, on))
}

/// What stands left of the lines of a legend.
const MARGINAL: &str = "     ";

/// The parts of a legend, in as many lines as they need.
fn in_lines(parts: &[String], on: Paper) -> String {
    let mut lines = vec![String::from(MARGINAL)];
    let mut room = on.columns.unwrap_or(usize::MAX);
    for (position, part) in parts.iter().enumerate() {
        // Colours take no room.
        let long = anstream::adapter::strip_str(part).to_string().chars().count() + MARGINAL.len();
        match lines.last_mut() {
            Some(line) if position == 0 || long <= room => {
                line.push_str(if position == 0 { "" } else { "   " });
                line.push_str(part);
            }
            _ => {
                lines.push(format!("{MARGINAL}{part}"));
                room = on.columns.unwrap_or(usize::MAX);
            }
        }
        room = room.saturating_sub(long);
    }
    lines.join("\n")
}

/// What a board is written on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paper {
    /// Whether it shows colours.
    pub colour: bool,
    /// How many characters a line may have, where that is known.
    pub columns: Option<usize>,
    /// How many lines are in sight at once, where that is known.
    pub rows: Option<usize>,
}

/// A board as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its lines.
    pub text: String,
    /// Whether choices are numbered on it.
    pub marked: bool,
}
