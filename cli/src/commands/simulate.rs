//! `warwright simulate`: many battles, and who wins them.

use crate::args::{Armies, Instead, Merge, Shown, Simulate, Sources};
use crate::commands::balance::balance;
use crate::commands::play::errata_in_force;
use crate::forms;
use crate::load::battle;
use crate::output::{Failure, Output};
use crate::render::Format;
use crate::seats::Who;
use crate::simulate::{self, Game, Header, MILLION, Part, Report, Shard, Tally};
use warwright_runtime::content_hash;

/// Plays them and says how they went.
pub fn run(ask: &Simulate, format: Format, out: &mut Output) -> Result<(), Failure> {
    match &ask.instead {
        Some(Instead::Merge(ask)) => merge(ask, out),
        Some(Instead::Balance(ask)) => balance(ask, format, out),
        None if !ask.compare.is_empty() => compare(ask, format, out),
        None => many(ask, format, out),
    }
}

/// Plays the battles of a run, or of a part of it.
fn many(ask: &Simulate, format: Format, out: &mut Output) -> Result<(), Failure> {
    let who = who(ask)?;
    let sources = Sources { armies: ask.armies.clone(), ..ask.sources.clone() };
    let mut games = vec![game(ask, &sources, &who, format, out)?];
    if ask.both_ways
        && let Some(declared) = games.first_mut()
    {
        let armies = Armies { exchange: true, ..ask.armies.clone() };
        let sources = Sources { armies, ..ask.sources.clone() };
        let path = ask.path.as_deref().unwrap_or_default();
        let title = ask.scenario.as_deref();
        let (program, _, scenario) = battle(path, title, &sources, format, out)?;
        let exchanged = declared.exchanged(program, scenario, &who)?;
        games.push(exchanged);
    }
    let header = header(ask, &games, &who)?;
    out.note(&shared_out(ask.battles, games.len() as u64, &header));
    let shard = ask.shard.as_deref().map_or(Ok(Shard::WHOLE), Shard::read)?;
    let file = ask.part.as_deref();
    let mut part = match file {
        Some(file) => Part::resumed(header, shard, file)?,
        None => Part::new(header, shard),
    };
    let threads = simulate::threads(ask.played.jobs)?;
    simulate::run(&games, &mut part, file, &threads, out)?;
    show(&ask.shown, &part.report(), out)?;
    faults(&part.tally)
}

/// Adds up the parts of a run.
fn merge(ask: &Merge, out: &mut Output) -> Result<(), Failure> {
    let whole = simulate::merged(&ask.parts)?;
    if let Some(file) = &ask.part {
        whole.write(file)?;
    }
    show(&ask.shown, &whole.report(), out)?;
    faults(&whole.tally)
}

/// Plays battles before and after a change.
fn compare(ask: &Simulate, format: Format, out: &mut Output) -> Result<(), Failure> {
    let who = who(ask)?;
    let before = Sources { armies: ask.armies.clone(), ..ask.sources.clone() };
    let mut after = before.clone();
    for change in &ask.compare {
        changed(&mut after, change)?;
    }
    let games = [game(ask, &before, &who, format, out)?, game(ask, &after, &who, format, out)?];
    let header = header(ask, &games[..1], &who)?;
    let threads = simulate::threads(ask.played.jobs)?;
    let [first, second] = &games;
    let paired = simulate::run_pairs([first, second], &header, &threads, out)?;
    let report = Report {
        scenario: header.scenario,
        errata: header.errata,
        seed: header.seed,
        part: None,
        battles: paired.before.battles(),
        tables: paired.tables(&ask.compare.join(" and ")),
    };
    show(&ask.shown, &report, out)?;
    faults(&paired.before).and(faults(&paired.after))
}

/// Sources with one thing changed: `as-of=DATE`, `root=DIR`, or a side with the title of its roster.
fn changed(sources: &mut Sources, change: &str) -> Result<(), Failure> {
    let (what, value) = change.split_once('=').ok_or_else(|| {
        Failure::usage(format!("`--compare {change}`: write as-of=DATE, root=DIR or NAME=TITLE"))
    })?;
    match what {
        "as-of" => sources.as_of = Some(value.to_owned()),
        "root" => sources.roots.push(value.into()),
        _ => sources.armies.rosters.push(change.to_owned()),
    }
    Ok(())
}

fn who(ask: &Simulate) -> Result<Vec<(String, Who)>, Failure> {
    ask.played.sides.iter().map(|side| Who::without_a_clock(side)).collect()
}

fn game(
    ask: &Simulate,
    sources: &Sources,
    who: &[(String, Who)],
    format: Format,
    out: &mut Output,
) -> Result<Game, Failure> {
    let path = ask.path.as_deref().unwrap_or_default();
    let (program, _, scenario) = battle(path, ask.scenario.as_deref(), sources, format, out)?;
    Game::new(program, scenario, who)
}

/// That more battles are played than were asked for, where those cannot be shared out evenly.
fn shared_out(asked: u64, ways: u64, header: &Header) -> String {
    let all = header.lots.saturating_mul(ways).saturating_mul(header.each);
    if all == asked {
        return String::new();
    }
    let both = if ways > 1 { "both ways " } else { "" };
    let how = match (header.each, header.lots) {
        (1, lots) => format!("{lots} {both}"),
        (each, lots) => format!("each of {lots} openings {both}{each} times "),
    };
    let within = if header.within.is_some() { " at most" } else { "" };
    format!("{all} battles are played{within}, not {asked}: {}\n", how.trim_end())
}

/// What is played: as many battles as are wanted, rounded up to whole openings and both ways.
fn header(ask: &Simulate, games: &[Game], who: &[(String, Who)]) -> Result<Header, Failure> {
    let ways = games.len() as u64;
    let (lots, each) = match ask.openings {
        Some(openings) => (openings, ask.battles.div_ceil(openings.saturating_mul(ways)).max(2)),
        None => (ask.battles.div_ceil(ways), 1),
    };
    let Some(first) = games.first() else { return Err(Failure::failed("nothing is played")) };
    let text = |text: Result<String, serde_json::Error>| {
        text.map_err(|error| Failure::failed(error.to_string()))
    };
    let mut hasher = blake3::Hasher::new();
    for game in games {
        hasher.update(content_hash(game.program()).as_bytes());
    }
    hasher.update(text(serde_json::to_string(who))?.as_bytes());
    Ok(Header {
        version: Header::VERSION,
        scenario: first.title(),
        errata: errata_in_force(first.program()),
        content: hasher.finalize().to_hex().chars().take(16).collect(),
        seed: ask.seed,
        lots,
        each,
        within: ask.within.as_deref().map(millionths).transpose()?,
    })
}

/// Shows a report.
///
/// # Errors
///
/// When the picture cannot be written.
pub fn show(shown: &Shown, report: &Report, out: &mut Output) -> Result<(), Failure> {
    if let Some(file) = &shown.picture {
        forms::store(file, &simulate::picture(report))?;
    }
    if shown.json {
        let text = serde_json::to_string_pretty(report);
        out.line(&text.map_err(|error| Failure::failed(error.to_string()))?);
    } else if shown.csv {
        out.text(&simulate::csv(report));
    } else {
        out.text(&simulate::words(report));
    }
    Ok(())
}

/// Battles that went wrong are a failure, however few they are.
fn faults(tally: &Tally) -> Result<(), Failure> {
    let Some((words, fault)) = tally.faults.iter().min_by_key(|(_, fault)| fault.witness) else {
        return Ok(());
    };
    let many = tally.battles().saturating_sub(tally.all.battles);
    let witness = fault.witness;
    Err(Failure::failed(match many {
        1 => format!("1 battle could not be played to its end, that of {witness}: {words}"),
        _ => format!(
            "{many} battles could not be played to their end; the first, of {witness}: {words}"
        ),
    }))
}

/// A percentage as millionths.
///
/// # Errors
///
/// When it is none, or nothing.
pub fn millionths(text: &str) -> Result<u64, Failure> {
    let wrong = || {
        Failure::usage(format!("`--within {text}`: write a percentage above 0, as `1%` or `0.5%`"))
    };
    let digits = text.strip_suffix('%').unwrap_or(text);
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    if rest.len() > 4 || (rest.is_empty() && digits.contains('.')) {
        return Err(wrong());
    }
    let whole: u64 = whole.parse().map_err(|_| wrong())?;
    let rest: u64 = format!("{rest:0<4}").parse().map_err(|_| wrong())?;
    let found = whole.checked_mul(MILLION / 100).and_then(|it| it.checked_add(rest));
    found.filter(|found| (1..=MILLION).contains(found)).ok_or_else(wrong)
}
