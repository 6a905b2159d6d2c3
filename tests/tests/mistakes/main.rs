//! Mistakes as people make them, each a change of one of the shipped files: what is told of it is one message, where it was made.
//!
//! `tests/mistakes/*.yaml` has them, with what should be told: a code and the words that the author is looking at. What falls short
//! says so (`short`), so that a mend shows. Every edit that is offered is made, and leaves fewer errors and none that is new.
//! Every third is tried, to be quick: `MISTAKES=all cargo test -p warwright-tests --test mistakes` tries all of them. `MISTAKES=show ..
//! -- --nocapture` prints what is told of each, `MISTAKES=NAME` of those of one file alone, `MISTAKES=short` of those that fall short.

use rayon::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use warwright_tests::edits::warnings_not_mended;
use warwright_tests::repository::{files, read, root};
use warwright_tests::sources::{check_own, compile_own, content_of, library, shown};

/// One mistake.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    /// What somebody had in mind.
    mistake: String,
    /// The file, from the root of the library, or of a made-up game below `tests/games/`, or of the armies and battles of an author
    /// below `tests/mistakes/own/`.
    file: String,
    /// What stands there, once; nothing where the file is new.
    #[serde(default)]
    instead_of: String,
    /// What was written.
    written: String,
    /// The codes that are told, in order.
    told: Vec<String>,
    /// Words of the first message or its help that mend it; nothing where there is no help that would.
    #[serde(default)]
    help: String,
    /// In what it falls short, if it does.
    #[serde(default)]
    short: Option<Short>,
}

/// In what what is told falls short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Short {
    /// One message at the right place, and no help that mends.
    Thin,
    /// One message, whose words or help lead astray.
    Misleading,
    /// Several messages of one cause.
    Cascade,
    /// Nothing is told.
    Silent,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistakes {
    mistakes: Vec<Mistake>,
}

/// The folder of a made-up game, and the path of a file in it.
fn of_made_up(file: &str) -> Option<(&str, &str)> {
    if let Some(file) = file.strip_prefix(OWN) {
        return Some((OWN, file));
    }
    let name = file.strip_prefix("tests/games/")?.split('/').next()?;
    file.split_at_checked("tests/games/".len() + name.len())
}

/// Armies and battles of an author, who made them from the documents.
const OWN: &str = "tests/mistakes/own/";

/// Every so many-th is tried where nobody asks for all.
const SAMPLE: usize = 3;

/// Files by their paths.
type Files = Vec<(String, String)>;

/// What the author has, with the mistake in it, and what stands behind it.
fn sources(mistake: &Mistake, library: &[(String, String)]) -> Result<(Files, Files), String> {
    let (folder, file) = of_made_up(&mistake.file).unwrap_or(("", &mistake.file));
    let game = if folder.is_empty() { Vec::new() } else { content_of(&root().join(folder)) };
    let library = if folder.is_empty() { library } else { &game };
    let file = file.trim_start_matches('/');
    if mistake.file.starts_with(OWN) {
        return own_sources(mistake, file);
    }
    let written = match library.iter().find(|(path, _)| *path == file) {
        None if mistake.instead_of.is_empty() => mistake.written.clone(),
        None => return Err(format!("there is no file {}", mistake.file)),
        Some((path, text)) => match text.matches(&mistake.instead_of).count() {
            1 => text.replace(&mistake.instead_of, &mistake.written),
            times => {
                return Err(format!("`{}` stands {times} times in {path}", mistake.instead_of));
            }
        },
    };
    let changed = (file.to_owned(), written);
    let rest: Files = library.iter().filter(|it| it.0 != file).cloned().collect();
    // A game is whole: of one that is made up, or of whose rules a file is changed, all is the author's.
    let of_rules = file.strip_prefix("systems/").and_then(|it| it.split('/').next());
    let of_game = |path: &str| !folder.is_empty() || path.split('/').nth(1) == of_rules;
    Ok(match folder.is_empty() && of_rules.is_none() {
        true => (vec![changed], rest),
        false => {
            let whole = rest.into_iter().filter(|(path, _)| of_game(path));
            (whole.chain([changed]).collect(), Vec::new())
        }
    })
}

/// The same of a change of what an author has, with the library behind it.
fn own_sources(mistake: &Mistake, file: &str) -> Result<(Files, Files), String> {
    let mut own = content_of(&root().join(OWN));
    let game = |path: &str| path.split('/').nth(1).map(str::to_owned);
    match own.iter_mut().find(|(path, _)| *path == file) {
        _ if mistake.instead_of.is_empty() => own.push((file.to_owned(), mistake.written.clone())),
        Some((path, text)) if text.matches(&mistake.instead_of).count() == 1 => {
            *text = text.replace(&mistake.instead_of, &mistake.written);
            let of = game(path);
            own.retain(|(path, _)| game(path) == of);
        }
        _ => return Err(format!("`{}` does not stand once in {file}", mistake.instead_of)),
    }
    if mistake.instead_of.is_empty() {
        own.retain(|(path, text)| path == file || text.contains("use battleground"));
    }
    Ok((own, library()))
}

/// What is not as the mistake says.
fn wrong(mistake: &Mistake, library: &[(String, String)], show: bool) -> Option<String> {
    let (own, library) = match sources(mistake, library) {
        Ok(sources) => sources,
        Err(why) => return Some(format!("{}: {why}", mistake.mistake)),
    };
    // What is said of boards is said of the battles of scenarios, which errata correct as well.
    let file = mistake.file.strip_prefix(OWN).unwrap_or(&mistake.file);
    let of_battles = ["scenarios/", "errata/"].iter().any(|it| file.starts_with(it));
    let compilation = match of_battles {
        true => check_own(&own, &library),
        false => compile_own(&own, &library),
    };
    let codes: Vec<String> = compilation.diagnostics.iter().map(|it| it.code.to_string()).collect();
    let shown = shown(&compilation);
    if show {
        println!("== {} ({:?})\n{shown}", mistake.mistake, mistake.short);
    }
    let one = codes.len() == 1;
    let fits = codes == mistake.told
        && shown.split_whitespace().collect::<Vec<_>>().join(" ").contains(&mistake.help)
        && match mistake.short {
            None => one && !mistake.help.is_empty(),
            Some(Short::Thin | Short::Misleading) => one,
            Some(Short::Cascade) => codes.len() > 1,
            Some(Short::Silent) => codes.is_empty(),
        };
    let left = warnings_not_mended(&own, &library, &compilation);
    match left.first() {
        _ if !fits => Some(format!("{}: told {codes:?}\n{shown}", mistake.mistake)),
        Some(left) => Some(format!("{}: an edit does not mend it: {left}", mistake.mistake)),
        None => None,
    }
}

/// The same of all of them, as many at once as there are processors.
fn misses(all: &[Mistake], library: &[(String, String)], show: bool) -> Vec<String> {
    let judge = |mistake: &Mistake| wrong(mistake, library, show);
    match show {
        true => all.iter().filter_map(judge).collect(),
        false => all.par_iter().filter_map(judge).collect(),
    }
}

#[test]
fn mistakes_are_told_once_with_what_mends_them() {
    let wanted = std::env::var("MISTAKES").ok();
    let stride = if wanted.is_none() { SAMPLE } else { 1 };
    let show = wanted.as_ref().is_some_and(|it| it != "all");
    let short = wanted.as_deref() == Some("short");
    let only = wanted.filter(|it| !["all", "show", "short"].contains(&it.as_str()));
    let library = library();
    let (mut table, mut all) = (BTreeMap::new(), Vec::new());
    for path in files(&root().join("tests/mistakes"), &["yaml"]) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let mut list: Mistakes = serde_yaml::from_str(&read(&path)).unwrap();
        list.mistakes.retain(|it| !short || it.short.is_some_and(|it| it != Short::Silent));
        list.mistakes.iter().for_each(|it| *table.entry(it.short).or_insert(0) += 1);
        all.extend(list.mistakes);
    }
    let tried: Vec<Mistake> = all.into_iter().step_by(stride).collect();
    let misses = misses(&tried, &library, show);
    println!("{} mistakes, of which {} were tried:", table.values().sum::<usize>(), tried.len());
    for (short, many) in &table {
        let words =
            short.map_or_else(|| String::from("one message with help"), |it| format!("{it:?}"));
        println!("  {words}: {many}");
    }
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}
