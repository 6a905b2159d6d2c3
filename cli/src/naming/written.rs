//! What is written of things: takes a name or an entry, gives the texts of the rules that are its own.

use warwright_ir::{Entry, EntryId, Program, RuleText, SpanId, TextId};
use warwright_runtime::{Machine, State};

/// The text of the entry of a name; of one without text nothing.
pub fn text_of(machine: &Machine, state: &State, name: &str) -> String {
    let program = machine.program();
    let named = program.entries.iter().find(|(_, entry)| is(program, entry.name, name));
    named.map(|(id, _)| written(machine, state, id).join(" ")).unwrap_or_default()
}

/// What is written of an entry, its figures where the text quotes them.
pub fn written(machine: &Machine, state: &State, id: EntryId) -> Vec<String> {
    let program = machine.program();
    let Some(entry) = program.entries.get(id) else { return Vec::new() };
    let rules = program.book.rules.iter().filter(|rule| is_of(program, rule, entry));
    let figures = machine.printed(state, id).unwrap_or_default();
    rules.flat_map(|rule| &rule.texts).map(|said| filled(text(program, *said), &figures)).collect()
}

/// A text with the figures that it quotes by their names.
pub fn filled(said: &str, figures: &[(String, String)]) -> String {
    figures
        .iter()
        .fold(said.to_owned(), |said, (name, value)| said.replace(&format!("{{{name}}}"), value))
}

/// Whether what is written belongs to an entry: it has the name of it and of its kind.
pub fn is_of(program: &Program, rule: &RuleText, entry: &Entry) -> bool {
    let kind = program.kinds.get(entry.kind).map_or("", |kind| text(program, kind.name));
    text(program, rule.name) == text(program, entry.name) && text(program, rule.what) == kind
}

/// What is written of the declaration at a place.
pub fn texts(program: &Program, at: SpanId) -> impl Iterator<Item = &str> {
    // One place may have several numbers.
    let place = |at: SpanId| program.spans.get(at).map(|it| (it.source, it.start, it.end));
    let rules = program.book.rules.iter().filter(move |rule| place(rule.span) == place(at));
    rules.flat_map(|rule| &rule.texts).map(|said| text(program, *said))
}

/// A text of the program.
pub fn text(program: &Program, id: TextId) -> &str {
    program.texts.get(id).map_or("", String::as_str)
}

/// Whether a name is that: what content writes as one word is several for people.
pub fn is(program: &Program, name: TextId, what: &str) -> bool {
    let (name, what) = (text(program, name), what.replace('_', " "));
    name.replace('_', " ").eq_ignore_ascii_case(&what)
}
