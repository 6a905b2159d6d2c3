//! `warwright about`: what a game offers to those who write for it, from the index of the compiled game.

use crate::args::About;
use crate::load;
use crate::output::{Failure, Output};
use crate::render::{self, Format};
use warwright_compiler::about::{self, Bend, Item, Part, Section};
use warwright_compiler::passes::{Options, compile};

/// How wide a line of the list may be; comments are cut there.
const WIDTH: usize = 110;

/// Sections of which the list has names alone: what they are stands elsewhere in it, or in the name.
const NAMES_ALONE: [&str; 3] = ["steps", "choices", "labels"];

/// Prints the whole index of a game, one section of it, or all about one thing; without a game, the games that there are.
pub fn run(ask: &About, format: Format, out: &mut Output) -> Result<(), Failure> {
    let Some(path) = &ask.path else {
        for system in load::known_systems(&ask.sources)? {
            out.line(&system);
        }
        return Ok(());
    };
    let target = load::target(path, &ask.sources)?;
    let options = Options { about: true, ..load::options(&ask.sources)? };
    let compilation = compile(&target.request, &options);
    let Some(index) = compilation.about else {
        let shown =
            render::render(&compilation.diagnostics, &compilation.map, format, out.colour());
        out.note(&shown);
        return Err(Failure::Errors);
    };
    let lines = match &ask.name {
        None => whole(&index, ask.json),
        Some(name) => one(&index, name, ask.json)?,
    };
    lines.iter().for_each(|line| out.line(line));
    Ok(())
}

fn whole(index: &about::About, json: bool) -> Vec<String> {
    if json {
        return vec![serde_json::json!(index).to_string()];
    }
    let mut lines = Vec::new();
    for section in &index.sections {
        lines.extend(listed(section));
        lines.push(String::new());
    }
    let system = &index.system;
    lines.push(format!(
        "All about one of them, with its source: `warwright about {system} NAME`; a section alone: `warwright about {system} procedures`."
    ));
    lines
}

/// A section by its title, or everything of a name.
fn one(index: &about::About, name: &str, json: bool) -> Result<Vec<String>, Failure> {
    if let Some(section) = index.sections.iter().find(|section| section.title == name) {
        let lines = || listed(section);
        return Ok(if json { vec![serde_json::json!(section).to_string()] } else { lines() });
    }
    let found = index.named(name);
    if found.is_empty() {
        let titles = index.sections.iter().map(|section| section.title);
        let near = load::meant(name, index.names().chain(titles));
        let system = &index.system;
        return Err(Failure::usage(format!(
            "{system} has nothing that is called `{name}`{near}; `warwright about {system}` lists all"
        )));
    }
    if json {
        let all: Vec<_> = found
            .iter()
            .map(|(section, item)| serde_json::json!({ "section": section, "item": item }))
            .collect();
        return Ok(vec![serde_json::Value::Array(all).to_string()]);
    }
    Ok(found.iter().flat_map(|(section, item)| told(section, item)).collect())
}

/// A section as a list: each thing with the first words of its comment, and what belongs to it.
fn listed(section: &Section) -> Vec<String> {
    let title = section.title.to_uppercase();
    let mut lines = vec![format!("{title} - {}", section.purpose)];
    if NAMES_ALONE.contains(&section.title) {
        let names: Vec<&str> = section.items.iter().map(|item| &*item.name).collect();
        lines.extend(wrapped(&names));
        return lines;
    }
    for item in &section.items {
        lines.push(beside(&format!("  {}", item.sign), &item.says));
        lines.extend(grouped(&item.parts));
    }
    lines
}

/// What belongs to a thing: a line each where it has a comment of its own, else all of one sort on one line.
fn grouped(parts: &[Part]) -> Vec<String> {
    let mut lines = Vec::new();
    for same in parts.chunk_by(|a, b| a.is == b.is) {
        let Some(first) = same.first() else { continue };
        if same.iter().all(|part| part.says.is_empty()) {
            let words: Vec<&str> = same.iter().map(|part| &*part.words).collect();
            lines.push(format!("      {}: {}", first.is, words.join("; ")));
            continue;
        }
        let each = same
            .iter()
            .map(|part| beside(&format!("      {} {}", part.is, part.words), &part.says));
        lines.extend(each);
    }
    lines
}

/// A line with a comment beside it, cut to the width.
fn beside(words: &str, says: &str) -> String {
    if says.is_empty() {
        return words.to_owned();
    }
    let line = format!("{words:<44}  // {says}");
    if line.chars().count() <= WIDTH {
        return line;
    }
    let cut: String = line.chars().take(WIDTH - 2).collect();
    format!("{}..", cut.trim_end())
}

/// Names in lines of the width.
fn wrapped(names: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (position, name) in names.iter().enumerate() {
        let comma = if position + 1 < names.len() { "," } else { "" };
        match lines.last_mut() {
            Some(line) if line.chars().count() + name.chars().count() + 3 <= WIDTH => {
                *line += &format!(" {name}{comma}");
            }
            _ => lines.push(format!("  {name}{comma}")),
        }
    }
    lines
}

/// All about one thing.
fn told(section: &str, item: &Item) -> Vec<String> {
    let place = match &*item.file {
        "" => String::from("in every game"),
        file => format!("{file}:{}", item.line),
    };
    let mut lines = vec![format!("{} ({section}, {place})", item.sign)];
    if !item.says.is_empty() {
        lines.push(format!("  {}", item.says));
    }
    lines.extend(item.parts.iter().map(|Part { is, words, says }| {
        let says = if says.is_empty() { String::new() } else { format!("  // {says}") };
        format!("  {is} {words}{says}")
    }));
    if !item.bent_by.is_empty() {
        lines.push(String::from("Bent by"));
    }
    lines.extend(
        item.bent_by.iter().map(|Bend { words, file, line }| format!("  {words}  [{file}:{line}]")),
    );
    if !item.source.is_empty() {
        lines.push(String::from("Source"));
    }
    lines.extend(item.source.lines().map(|line| format!("  {line}").trim_end().to_owned()));
    lines.push(String::new());
    lines
}
