//! A stable text listing of a program: what an assembler listing is to a machine program. Same program, same bytes.
//!
//! Everything is called by name; locals without a name are `s3` (third scalar slot) or `w0` (wide). Lengths and angles stand
//! in the units of the machine.

mod book;
mod clauses;
mod content;
mod forms;
mod procedures;
mod rosters;
mod rules;
mod types;

pub(crate) use types::show_type;

use crate::{Declared, Id, Param, Program, Slot, SpanId, TextId};
use std::collections::BTreeMap;

/// The listing of a program. It reads any program, also one that [`crate::validate`] would refuse.
pub fn listing(program: &Program) -> String {
    let mut lister = Lister { program, out: String::new() };
    lister.line(0, &format!("system {} (format {})", program.system, program.version));
    lister.content();
    lister.rules();
    lister.procedures();
    lister.setups();
    lister.rosters();
    lister.book();
    lister.out
}

/// The names of locals, for the expressions of one owner.
#[derive(Clone, Default)]
struct Locals<'p> {
    names: BTreeMap<Slot, &'p str>,
}

impl Locals<'_> {
    fn show(&self, slot: Slot) -> String {
        match (self.names.get(&slot), slot) {
            (Some(name), _) => (*name).to_owned(),
            (None, Slot::Scalar(number)) => format!("s{number}"),
            (None, Slot::Wide(number)) => format!("w{number}"),
        }
    }
}

/// Writes the listing.
struct Lister<'p> {
    program: &'p Program,
    out: String,
}

impl<'p> Lister<'p> {
    /// A line, indented by so many steps.
    fn line(&mut self, indent: usize, words: &str) {
        self.out.push_str(&"  ".repeat(indent));
        // A text may run over several lines; the listing stays one line an item.
        self.out.push_str(words.trim_end().replace('\n', "\\n").as_str());
        self.out.push('\n');
    }

    /// A line with the place it comes from.
    fn line_at(&mut self, indent: usize, words: &str, span: SpanId) {
        let at = self.at(span);
        self.line(indent, &format!("{words}  @{at}"));
    }

    /// An empty line and the first line of an item.
    fn head(&mut self, words: &str, span: SpanId) {
        self.out.push('\n');
        self.line_at(0, words, span);
    }

    /// A place: file and line.
    fn at(&self, span: SpanId) -> String {
        let Some(span) = self.program.spans.get(span) else { return "?".to_owned() };
        let source = self.program.sources.get(span.source as usize);
        format!("{}:{}", source.map_or("?", |it| it.name.as_str()), span.line)
    }

    /// A text.
    fn text(&self, id: TextId) -> &'p str {
        self.program.texts.get(id).map_or("?", String::as_str)
    }

    /// The name of an item of an arena, or its number where it has none.
    fn name<I: Id, T>(
        &self,
        arena: &'p crate::Arena<I, T>,
        id: I,
        name: impl Fn(&'p T) -> TextId,
    ) -> String {
        let found = arena.get(id).map(|item| self.text(name(item)));
        match found {
            Some(name) if !name.is_empty() => quoted(name),
            Some(_) | None => format!("#{}", id.position()),
        }
    }

    /// The name of something declared, or its number where it has none.
    fn named(&self, declared: &dyn Declared) -> String {
        let about = declared.about(self.program);
        match about.and_then(|it| it.name).map(|name| self.text(name)) {
            Some(name) if !name.is_empty() => quoted(name),
            Some(_) | None => format!("#{}", declared.number()),
        }
    }

    /// Names of several items, with commas.
    fn names<I: Id, T>(
        &self,
        arena: &'p crate::Arena<I, T>,
        ids: &[I],
        name: impl Fn(&'p T) -> TextId,
    ) -> String {
        let names: Vec<String> = ids.iter().map(|id| self.name(arena, *id, &name)).collect();
        names.join(", ")
    }

    fn params(&self, params: &[Param]) -> String {
        let params: Vec<String> = params
            .iter()
            .map(|it| format!("{}: {}", self.text(it.name), show_type(self.program, &it.ty)))
            .collect();
        params.join(", ")
    }

    fn locals(&self, params: &[Param]) -> Locals<'p> {
        Locals { names: params.iter().map(|it| (it.slot, self.text(it.name))).collect() }
    }
}

/// A name as it stands in sources: in quotes, unless it is one plain word.
fn quoted(name: &str) -> String {
    let plain = name.chars().all(|it| it.is_alphanumeric() || it == '_' || it == '.');
    if plain && !name.is_empty() { name.to_owned() } else { format!("{name:?}") }
}
