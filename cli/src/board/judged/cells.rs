//! Boards of cells judged: the zones of two sides that share cells, and armies that are more than the cells of their zone.

use super::Battle;
use warwright_grammar::diagnostic::{Diagnostic, codes};
use warwright_runtime::CellsLaid;

/// What is wrong with where the sides of a battle deploy.
pub(super) fn judged(battle: &Battle<'_>, laid: &CellsLaid, found: &mut Vec<Diagnostic>) {
    let places = battle.zone_places();
    let place = |at: usize| battle.place(&places, at, laid.deploy.len());
    for (at, (player, zone)) in laid.deploy.iter().enumerate() {
        let name = battle.name(*player);
        for (other, (first, theirs)) in laid.deploy.iter().enumerate().take(at) {
            if battle.are_partners(*player, *first) {
                continue;
            }
            let mut shared = zone.iter().filter(|cell| theirs.contains(cell));
            let Some(one) = shared.next().and_then(|cell| laid.cells.get(*cell)) else { continue };
            let message =
                format!("the zones of {} and {name} share {}", battle.name(*first), one.name);
            let message = match shared.count() {
                0 => message,
                more => format!("{message} and {more} more"),
            };
            found.push(
                Diagnostic::new(codes::CROWDED_BOARD, message, place(at))
                    .label("shares cells with the other")
                    .also(place(other), "the other zone")
                    .help("both sides could deploy on the same ground"),
            );
        }
        let pieces = laid.pieces.iter();
        let waits = pieces.filter(|it| it.owner == Some(*player) && it.cell.is_none()).count();
        if waits > zone.len() {
            let cells = match zone.len() {
                1 => "1 cell".to_owned(),
                many => format!("{many} cells"),
            };
            let message = format!("{waits} pieces of {name} are to deploy in {cells}");
            found.push(
                Diagnostic::new(codes::CROWDED_BOARD, message, place(at))
                    .label("fewer than the pieces")
                    .help("let the zone have more cells, or the army fewer pieces"),
            );
        }
    }
}
