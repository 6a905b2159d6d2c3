//! Who stands on the board when a battle begins: what the game sets up is played once by chance, up to the first round.

use super::Battle;
use crate::outcome::round;
use std::collections::{BTreeMap, BTreeSet};
use warwright_grammar::diagnostic::{Diagnostic, codes};
use warwright_ir::ScenarioId;
use warwright_runtime::space::plane::{Grain, overlaps};
use warwright_runtime::{Fuel, Machine, Placed, SeededDice, State};

/// So many decisions a set-up may take before nothing is said of it.
const MOST_DECISIONS: usize = 2_000;

/// Sides of whose pieces none is on the board when the first round begins, though they have a zone there or others stand there: in
/// some games all come later. Of those for whose pieces there is no room that was told.
pub(super) fn judged(battle: &Battle<'_>, without_room: &[i64], found: &mut Vec<Diagnostic>) {
    let Some(begun) = begun(battle.machine, battle.state.scenario) else { return };
    let mut sides: BTreeMap<i64, bool> = BTreeMap::new();
    let mut meet = |owner: Option<i64>, piece: i64, stands: bool| {
        // What the set-up took out of play has its reasons.
        if let Some(owner) = owner.filter(|_| begun.in_play(piece)) {
            *sides.entry(owner).or_default() |= stands;
        }
    };
    let mut zones = BTreeSet::new();
    // What a fault says of the state would be one of the program, which is sound.
    if let Ok(Some(board)) = battle.machine.board(&begun) {
        zones.extend(board.zones.iter().map(|zone| zone.player));
        board.pieces.iter().for_each(|piece| meet(piece.owner, piece.entity, piece.pose.is_some()));
    }
    if let Ok(Some(laid)) = battle.machine.cells(&begun) {
        laid.pieces.iter().for_each(|piece| meet(piece.owner, piece.entity, piece.cell.is_some()));
    }
    let some_stand = sides.values().any(|stands| *stands);
    let waiting = sides.iter().filter(|(_, stands)| !**stands);
    for (side, _) in waiting.filter(|(side, _)| !without_room.contains(side)) {
        let name = battle.name(*side);
        let message = format!("no piece of {name} is on the board when the battle begins");
        let diagnostic = Diagnostic::new(codes::NOT_DEPLOYED, message, battle.place(&[], 0, 1));
        if zones.contains(side) {
            found.push(
                diagnostic
                    .label(format!("{name} has a zone, and none of its pieces is put there"))
                    .help("look at the rule that places them: what it asks may never hold, as `no v in units where u overlaps v`, u being one of them"),
            );
        } else if some_stand {
            found.push(
                diagnostic
                    .label(format!("nothing says where {name} deploys"))
                    .help("say so in its side, `deploy ..`, or put its pieces on the board in the scenario's `setup`"),
            );
        }
    }
}

/// The first two pieces of different players of which one stands on the other. Of one player's a game may let some stand
/// in others.
pub(super) fn on_each_other(battle: &Battle<'_>, pieces: &[Placed]) -> Option<Diagnostic> {
    let stands = |piece: &Placed| piece.pose.map(|pose| piece.footprint.at(pose));
    let placed: Vec<_> = pieces.iter().filter_map(|piece| Some((piece, stands(piece)?))).collect();
    let pairs = placed.iter().enumerate();
    let mut pairs = pairs.flat_map(|(at, one)| placed.iter().skip(at + 1).map(move |it| (one, it)));
    let ((one, _), (other, _)) = pairs.find(|((one, here), (other, there))| {
        one.owner.is_some()
            && other.owner.is_some()
            && one.owner != other.owner
            && overlaps(here, there, Grain::FINEST)
    })?;
    let (one, other) = (battle.name(one.entity), battle.name(other.entity));
    let message = format!("{one} and {other} stand on each other when the battle begins");
    Some(
        Diagnostic::new(codes::CROWDED_BOARD, message, battle.place(&[], 0, 1))
            .label("two sides are set up on the same ground")
            .help("let the set-up, or the zones, keep them further apart"),
    )
}

/// The battle when its first round begins; nothing where that cannot be told.
fn begun(machine: &Machine, scenario: ScenarioId) -> Option<State> {
    let mut session = machine.start(scenario).ok()?;
    let (mut dice, mut fuel) = (SeededDice::new(1, 0), Fuel::QUESTION);
    for _ in 0..MOST_DECISIONS {
        if round(machine, session.state())? > 0 {
            return Some(session.into_state());
        }
        match machine.play_out(&mut session, &mut dice, 1, &mut fuel) {
            Ok(played) if played.outcome.is_none() => {}
            // What stops a battle may be that nobody stands there.
            Err(_) if round(machine, session.state())? > 0 => return Some(session.into_state()),
            Ok(_) | Err(_) => return None,
        }
    }
    None
}
