//! `warwright simulate balance`: what the pieces of an army are worth, or which of several rosters is the better.

use crate::args::{Armies, Balance, Sources};
use crate::commands::play::errata_in_force;
use crate::commands::simulate::show;
use crate::load::battle;
use crate::output::{Failure, Output};
use crate::render::Format;
use crate::seats::Who;
use crate::simulate::{self, Game, Header, Left, Part, Report, RoundRobin, Shard, Table};

/// Weighs them.
///
/// # Errors
///
/// When a battle cannot be played as it is asked for.
pub fn balance(ask: &Balance, format: Format, out: &mut Output) -> Result<(), Failure> {
    let game = game(ask, ask.armies.clone(), format, out)?;
    let header = Header {
        version: Header::VERSION,
        scenario: game.title(),
        errata: errata_in_force(game.program()),
        content: String::new(),
        seed: ask.seed,
        lots: ask.battles,
        each: 1,
        within: None,
    };
    let tables = match &ask.of {
        Some(side) => of_pieces(ask, side, &game, &header, out)?,
        None => of_rosters(ask, &game, &header, (format, out))?,
    };
    let Header { scenario, errata, seed, .. } = header;
    let report = Report { scenario, errata, seed, part: None, battles: ask.battles, tables };
    show(&ask.shown, &report, out)
}

fn game(ask: &Balance, armies: Armies, format: Format, out: &mut Output) -> Result<Game, Failure> {
    let who: Result<Vec<_>, _> =
        ask.played.sides.iter().map(|side| Who::without_a_clock(side)).collect();
    let sources = Sources { armies, ..ask.sources.clone() };
    let (program, _, scenario) = battle(&ask.path, ask.scenario.as_deref(), &sources, format, out)?;
    Game::new(program, scenario, &who?)
}

/// The army with all its pieces, and with one of each sort left out.
fn of_pieces(
    ask: &Balance,
    side: &str,
    whole: &Game,
    header: &Header,
    out: &mut Output,
) -> Result<Vec<Table>, Failure> {
    let Some(side) = whole.sides().iter().find(|name| name.eq_ignore_ascii_case(side)) else {
        let known = whole.sides().join(", ");
        return Err(Failure::usage(format!("there is no side `{side}`; there are {known}")));
    };
    let (mut others, mut sorts, mut bound) = (Vec::new(), Vec::new(), Vec::new());
    for (name, points) in whole.sorts(side) {
        let mut armies = ask.armies.clone();
        armies.without.push(format!("{side}={name}"));
        // An army that breaks a limit without it is no army.
        match game(ask, armies, Format::Short, &mut Output::memory()) {
            Ok(game) => {
                others.push(game);
                sorts.push((name, points));
            }
            Err(_) => bound.push(name),
        }
    }
    let threads = simulate::threads(ask.played.jobs)?;
    let more = simulate::run_without(whole, &others, side, header, &threads, out)?;
    let left = sorts.into_iter().zip(more);
    let left: Vec<Left> = left.map(|((name, points), more)| Left { name, points, more }).collect();
    let mut tables = simulate::balance_tables(side, &left);
    if !bound.is_empty() {
        tables.push(Table::of_names("cannot be left out: the army breaks a limit without", bound));
    }
    Ok(tables)
}

/// Each roster against each other one, in the place of either side.
fn of_rosters(
    ask: &Balance,
    declared: &Game,
    header: &Header,
    (format, out): (Format, &mut Output),
) -> Result<Vec<Table>, Failure> {
    let [one, other] = declared.sides() else {
        return Err(Failure::usage("rosters can meet where a battle has two sides"));
    };
    let threads = simulate::threads(ask.played.jobs)?;
    let mut robin = RoundRobin::default();
    for (number, first) in ask.meet.iter().enumerate() {
        for second in ask.meet.iter().skip(number + 1) {
            for (near, far) in [(first, second), (second, first)] {
                let mut armies = ask.armies.clone();
                armies.rosters = vec![format!("{one}={near}"), format!("{other}={far}")];
                let games = [game(ask, armies, format, out)?];
                let run = Header { lots: header.lots.div_ceil(2), ..header.clone() };
                let mut part = Part::new(run, Shard::WHOLE);
                simulate::run(&games, &mut part, None, &threads, out)?;
                let all = &part.tally.all;
                let won = |side: &String| all.won.get(side).copied().unwrap_or(0);
                robin.add(near, far, (won(one), won(other), all.battles));
            }
        }
    }
    Ok(robin.tables())
}
