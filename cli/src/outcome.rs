//! How a battle ended and in which round, in words.

use crate::naming;
use warwright_ir::{EntryId, FieldId, ProfileId, Program, TextId, Ty, Value};
use warwright_runtime::{Layout, Machine, Outcome, Planned, RoundCount, State, Tells};

/// The last line of a battle: `result: won by SIDE (WHY) in round N` or `result: draw (WHY) in round N`.
pub fn result(machine: &Machine, state: &State, outcome: &Outcome) -> String {
    let round =
        round(machine, state).map_or_else(String::new, |round| format!(" in round {round}"));
    match outcome {
        Outcome::Won { players, why } => {
            let names = winners(machine, state, players);
            format!("result: won by {names} ({why}){round}")
        }
        Outcome::Drawn { why } => format!("result: draw ({why}){round}"),
        Outcome::Ended { .. } => format!("result: draw (no verdict){round}"),
    }
}

/// Who won, in words.
pub fn winners(machine: &Machine, state: &State, players: &[i64]) -> String {
    let names = players.iter().map(|player| machine.name(state, *player).unwrap_or_default());
    names.collect::<Vec<_>>().join(" and ")
}

/// When pieces were lost: the piece, and the round, where that is known.
#[derive(Clone, Debug, Default)]
pub struct Fallen {
    list: Vec<(i64, Option<i64>)>,
}

impl Fallen {
    /// Hears who left play next.
    pub fn hear(&mut self, tells: &Tells) {
        self.list.extend(&tells.left);
    }

    /// The round in which a piece was lost, if it was heard. What came before was taken back.
    fn round(&self, piece: i64) -> Option<i64> {
        self.list.iter().rev().find(|(of, _)| *of == piece)?.1
    }
}

/// What stands on the board at the start, with what each is. What else a roster lists, as cards that it buys, is used and never lost.
fn fielded<'m>(
    machine: &'m Machine,
    layout: &'m Layout,
) -> impl Iterator<Item = (i64, EntryId, &'m Planned)> {
    let planned = (0_i64..).zip(&layout.plan).filter(|(_, planned)| planned.piece.is_some());
    let pieces = planned.filter_map(|(piece, planned)| Some((piece, planned.entry?, planned)));
    pieces.filter(|(_, entry, _)| machine.stands(*entry))
}

/// A line for each side that has pieces: how many of them are left and what they are worth, which were lost and when, and what it
/// has scored.
pub fn losses(machine: &Machine, state: &State, fallen: &Fallen) -> Vec<String> {
    let Ok(layout) = machine.layout(state.scenario) else { return Vec::new() };
    let name = |entity| machine.name(state, entity).unwrap_or_default();
    let mut lines = Vec::new();
    for player in &layout.players {
        let own = fielded(machine, layout).filter(|(.., it)| it.owner == Some(*player));
        let (left, lost): (Vec<_>, Vec<_>) = own.partition(|(piece, ..)| state.in_play(*piece));
        let all = left.len() + lost.len();
        if all == 0 {
            continue;
        }
        let mut line = match lost.len() {
            0 => format!("{}: nobody lost", name(*player)),
            _ => format!("{}: {} of {all} left", name(*player), left.len()),
        };
        let costs = |of: &[(i64, EntryId, &Planned)]| -> i64 {
            of.iter().filter_map(|(_, entry, _)| cost(machine.program(), *entry)).sum()
        };
        let (now, gone) = (costs(&left), costs(&lost));
        if gone > 0 {
            line.push_str(&format!(", {now} of {} points", now + gone));
        }
        if let Some(scored) = scored(machine, state, *player) {
            line.push_str(&format!(", {scored} scored"));
        }
        let when = |piece: i64| fallen.round(piece).map(|round| format!(" (round {round})"));
        let lost: Vec<String> = lost
            .into_iter()
            .map(|(piece, ..)| format!("{}{}", name(piece), when(piece).unwrap_or_default()))
            .collect();
        if !lost.is_empty() {
            line.push_str(&format!("; lost {}", lost.join(", ")));
        }
        lines.push(line);
    }
    lines
}

/// What a thing that lists print costs, where it has `points`.
fn cost(program: &Program, entry: EntryId) -> Option<i64> {
    let entry = program.entries.get(entry)?;
    let profiles = &program.kinds.get(entry.kind)?.profiles;
    let is_it = |id: &ProfileId| {
        program.profiles.get(*id).is_some_and(|profile| is_points(program, profile.name))
    };
    match entry.values.get(profiles.iter().position(is_it)?)? {
        Value::Scalar(points) => Some(*points),
        Value::Wide(_) => None,
    }
}

/// What a player has scored; nothing where the rules keep no `points` of players.
fn scored(machine: &Machine, state: &State, player: i64) -> Option<i64> {
    let program = machine.program();
    let kind = state.head(player).and_then(|head| program.kinds.get(head.kind))?;
    let is_it = |field: &&FieldId| {
        let field = program.fields.get(**field);
        field.is_some_and(|field| is_points(program, field.name) && field.ty == Ty::Int)
    };
    machine.field(state, player, *kind.fields.iter().find(is_it)?).ok()
}

fn is_points(program: &Program, name: TextId) -> bool {
    program.texts.get(name).is_some_and(|name| name == "points")
}

/// The round, where the system counts them.
pub fn round(machine: &Machine, state: &State) -> Option<i64> {
    counted(RoundCount::of(machine.program(), state)?, machine, state)
}

/// The last round, where the system says which.
pub fn last_round(machine: &Machine, state: &State) -> Option<i64> {
    let program = machine.program();
    let battle = RoundCount::of(program, state)?.entity;
    let kind = state.head(battle).and_then(|head| program.kinds.get(head.kind))?;
    let is_it = |field: &&FieldId| naming::field_name(program, **field) == "rounds";
    machine.field(state, battle, *kind.fields.iter().find(is_it)?).ok()
}

/// What each side has scored, by its name; nothing where the rules keep no points of players.
pub fn scores(machine: &Machine, state: &State) -> Vec<(String, i64)> {
    let Ok(layout) = machine.layout(state.scenario) else { return Vec::new() };
    let named = |player: &i64| {
        let name = machine.name(state, *player).ok()?;
        Some((name, scored(machine, state, *player)?))
    };
    layout.players.iter().filter_map(named).collect()
}

/// The player whose turn it is, or who leads those whose turn it is, where the game says so.
pub fn whose_turn(machine: &Machine, state: &State) -> Option<i64> {
    let battle = RoundCount::of(machine.program(), state)?.entity;
    let player = machine.field(state, battle, machine.program().active?).ok()?;
    let layout = machine.layout(state.scenario).ok()?;
    layout.players.contains(&player).then(|| layout.team_of(player))
}

/// The round of a state of a battle that counts its rounds there.
pub fn counted(at: RoundCount, machine: &Machine, state: &State) -> Option<i64> {
    machine.field(state, at.entity, at.field).ok()
}
