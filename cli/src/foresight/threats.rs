//! Threats: whom the enemy's pieces can hit in his next turn, told by what he would be offered and by whom dice are rolled for then.

use super::stands::{self, Marked, Stands};
use super::walk::{Beyond, Range, Trail, walk};
use super::{Moment, asked, body};
use crate::board::Paper;
use crate::naming;
use warwright_runtime::{Machine, PlayFault, Request, State};

/// So many moments are looked at for a piece that threatens.
const MOMENTS: usize = 800;

/// That a piece can hit another.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Threat {
    by: i64,
    against: i64,
    /// What is chosen for it; empty where nothing is.
    how: String,
}

/// Who threatens whom, drawn and told; of a piece alone where one is named.
///
/// # Errors
///
/// A fault of the rules; inside, why nothing can be told.
pub fn told(
    machine: &Machine,
    truth: &State,
    player: i64,
    line: &str,
    on: Paper,
) -> Result<Result<String, String>, PlayFault> {
    let (mut thought, start, meant) = match asked(machine, truth, player, line)? {
        Ok(asked) => asked,
        Err(why) => return Ok(Err(why)),
    };
    let pieces = in_play(machine, &start.battle);
    let own = |piece: i64| naming::owner(machine, &start.battle, piece) == Some(player);
    let mut threats: Vec<Threat> = Vec::new();
    let mut whole: Option<usize> = None;
    // Of an enemy's piece it is asked whom that threatens.
    let may_hit = |piece: &i64| !own(*piece) && meant.is_none_or(|it| own(it) || it == *piece);
    let enemies: Vec<i64> = pieces.into_iter().filter(may_hit).collect();
    for piece in enemies.iter().copied() {
        thought.share(u32::try_from(enemies.len()).unwrap_or(u32::MAX));
        for chapter in [0, 1] {
            let range = Range { chapter, moments: MOMENTS, nearest_first: true };
            let before = threats.len();
            let seen = walk(&mut thought, &start, piece, range, &mut |moment, trail| {
                hit(machine, moment, trail, (piece, player), &mut threats)
            });
            whole = whole.into_iter().chain(seen).min();
            // Whoever hits nobody before this turn is over may in the next.
            if threats.len() > before {
                break;
            }
        }
    }
    threats.retain(|it| meant.is_none_or(|meant| meant == it.by || meant == it.against));
    Ok(Ok(shown(machine, &start.battle, (meant, player), &threats, (whole, thought.was_cut()), on)))
}

/// The pieces that stand on the board; where there is none those in play, without those that are parts of others.
fn in_play(machine: &Machine, state: &State) -> Vec<i64> {
    let stands = Stands::of(machine, state);
    let numbered = naming::numbered(machine, state).into_iter().map(|(_, piece, _)| piece);
    let there = |piece: &i64| match &stands {
        Some(stands) => stands.get(*piece).is_some(),
        None => machine.part_of(state, *piece).is_none() && state.in_play(*piece),
    };
    numbered.filter(there).collect()
}

/// Notes whom a piece meets where dice are to be rolled.
fn hit(
    machine: &Machine,
    moment: &Moment,
    trail: &Trail,
    (piece, player): (i64, i64),
    threats: &mut Vec<Threat>,
) -> Beyond {
    let Request::Roll(_) = moment.request else { return Beyond::Goes };
    // What a player rolls for in the own turn, when the piece did nothing, is the player's doing.
    if trail.chosen.is_empty() && moment.is_of(player) {
        return Beyond::Goes;
    }
    let state = &moment.battle;
    let mut met = Beyond::Goes;
    for (_, cast) in machine.taking_part(state) {
        let cast: Vec<i64> = cast.iter().map(|entity| body(machine, state, *entity)).collect();
        if !cast.contains(&piece) {
            continue;
        }
        for against in cast {
            if against == piece || naming::owner(machine, state, against) != Some(player) {
                continue;
            }
            met = Beyond::Ends;
            let mut how = trail.chosen.clone();
            how.retain(|name| !name.is_empty());
            let threat = Threat { by: piece, against, how: how.join(", ") };
            let known = threats.iter().any(|it| it.by == threat.by && it.against == threat.against);
            if !known {
                threats.push(threat);
            }
        }
    }
    met
}

/// The board with those who are threatened, then a line for each of them with those who threaten it.
fn shown(
    machine: &Machine,
    state: &State,
    (meant, player): (Option<i64>, i64),
    threats: &[Threat],
    (whole, cut): (Option<usize>, bool),
    on: Paper,
) -> String {
    let names = naming::numbered(machine, state);
    let number = |piece: i64| names.iter().find(|(_, of, _)| *of == piece).map(|it| it.0.clone());
    let called = |piece: i64| {
        let name = machine.name(state, piece).unwrap_or_default();
        format!("{} {name}", number(piece).unwrap_or_default())
    };
    let own = |piece: i64| naming::owner(machine, state, piece) == Some(player);
    let mut lines: Vec<String> = Vec::new();
    let of_one = meant.filter(|meant| own(*meant));
    let mut pointed: Vec<(i64, String)> = Vec::new();
    for threat in threats {
        let (at, other) = match of_one {
            Some(_) => (threat.by, threat.against),
            None => (threat.against, threat.by),
        };
        let other = number(other).unwrap_or_default();
        match pointed.iter_mut().find(|(of, _)| *of == at) {
            Some((_, beside)) => beside.push_str(&format!(",{other}")),
            None => pointed.push((at, other)),
        }
    }
    if !pointed.is_empty() && Stands::of(machine, state).is_some() {
        let points = if of_one.is_some() { "who may hit it" } else { "who may be hit" };
        let marked = Marked { spots: &[], pointed: &pointed, means: "", points };
        lines.extend(stands::drawn(machine, state, marked, on));
    }
    let mut targets: Vec<i64> = threats.iter().map(|it| it.against).collect();
    targets.sort_unstable();
    targets.dedup();
    for target in targets {
        let by: Vec<String> = threats
            .iter()
            .filter(|it| it.against == target)
            .map(|it| match it.how.as_str() {
                "" => called(it.by),
                how => format!("{} ({how})", called(it.by)),
            })
            .collect();
        lines.push(format!("  {} may be hit by {}", called(target), by.join(", ")));
    }
    if threats.is_empty() {
        let can = if cut { "is found that can" } else { "can" };
        lines.push(match meant {
            None => format!("no enemy {can} hit anybody in his next turn, as it stands"),
            Some(piece) if own(piece) => {
                format!("no enemy {can} hit {} in his next turn, as it stands", called(piece))
            }
            Some(piece) => {
                let nobody = if cut { "nobody was found whom" } else { "there is nobody whom" };
                format!("{nobody} {} can hit in the enemy's next turn, as it stands", called(piece))
            }
        });
    }
    match whole {
        Some(many) if many > 0 => {
            let choices = if many == 1 { "choice" } else { "choices in a row" };
            lines.push(format!(
                "  what takes more than {many} {choices} was looked at in part only"
            ));
        }
        _ if cut => {
            lines.push(String::from("  there may be more: not all could be looked at"));
        }
        _ => {}
    }
    lines.join("\n")
}
