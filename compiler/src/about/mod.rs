//! The index of a game: takes the typed tree and the sources, gives everything that an author can hang a rule on, each with its
//! own comment, who bends it now, and how it is written.
//!
//! It is made from what was compiled, so it cannot drift from the game.

mod acting;
mod asked;
mod bends;
mod content;
mod figures;
mod written;

pub use written::head;

use crate::gloss;
use crate::provenance::Report;
use crate::typed::{Local, Locals, Type, Typed};
use serde::Serialize;
use warwright_grammar::{SourceMap, Span};

/// Everything that a game offers to those who write for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct About {
    /// The name of the system.
    pub system: String,
    /// The groups of what there is, in the order in which authors need them.
    pub sections: Vec<Section>,
    /// What has a name as well, and is too much for a list: fields, and all content.
    #[serde(skip)]
    pub more: Vec<Section>,
}

/// Things of one sort.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// What they are: `procedures`.
    pub title: &'static str,
    /// What an author does with them.
    pub purpose: &'static str,
    /// Each of them, in the order of their files.
    pub items: Vec<Item>,
}

/// One thing that rules can name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Item {
    /// The name by which it is asked for: `strike.roll_damage`.
    pub name: String,
    /// How its declaration begins, as written.
    pub sign: String,
    /// The comment that stands with its declaration; empty where there is none.
    pub says: String,
    /// What belongs to it, each with what it is.
    pub parts: Vec<Part>,
    /// Who bends it in this game, with all content that was read.
    pub bent_by: Vec<Bend>,
    /// The file that declares it.
    pub file: String,
    /// The line there, from 1.
    pub line: u32,
    /// Its declaration, whole.
    pub source: String,
}

/// Something that belongs to an [`Item`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// What it is: `step`, `profile`, `reason`.
    pub is: &'static str,
    /// As it is written or reads.
    pub words: String,
    /// Its own comment; empty where there is none.
    pub says: String,
}

/// A clause, hook or action that bends an [`Item`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bend {
    /// What it does, as a sentence.
    pub words: String,
    /// The file that it stands in.
    pub file: String,
    /// The line there, from 1.
    pub line: u32,
}

/// What an index is made from.
#[derive(Clone, Copy, Debug)]
pub struct Known<'t> {
    /// The game.
    pub typed: &'t Typed,
    /// Its sources.
    pub sources: &'t SourceMap,
    /// What errata did to them.
    pub errata: &'t Report,
}

/// The index of a game, with its army lists, each with where it is declared.
#[must_use]
pub fn about(known: Known<'_>, factions: &[(String, Span)]) -> About {
    let Known { typed, sources, errata } = known;
    let index = Index { typed, sources, errata, reader: gloss::Reader::new(typed, sources) };
    let mut sections = index.figures();
    sections.extend(index.acting());
    sections.retain(|section| !section.items.is_empty());
    About { system: typed.system.clone(), sections, more: index.content(factions) }
}

impl About {
    /// All things of a name, or of the last part of a name (`roll_damage` for `strike.roll_damage`), each with its section.
    #[must_use]
    pub fn named(&self, name: &str) -> Vec<(&'static str, &Item)> {
        let is_it = |item: &Item| item.name == name || item.name.rsplit('.').next() == Some(name);
        let all = self.all().flat_map(|section| section.items.iter().map(|it| (section.title, it)));
        all.filter(|(_, item)| is_it(item)).collect()
    }

    /// Every name that can be asked for.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all().flat_map(|section| section.items.iter().map(|item| &*item.name))
    }

    fn all(&self) -> impl Iterator<Item = &Section> {
        self.sections.iter().chain(&self.more)
    }
}

/// What is read to make an index.
struct Index<'t> {
    typed: &'t Typed,
    sources: &'t SourceMap,
    errata: &'t Report,
    reader: gloss::Reader<'t>,
}

impl Index<'_> {
    /// A thing as its declaration has it, with nothing that belongs to it yet; by its name alone where the engine gives it to all
    /// games.
    fn item(&self, name: impl Into<String>, span: Span) -> Item {
        let name = name.into();
        if span.is_empty() {
            return Item { sign: name.clone(), name, ..Item::default() };
        }
        let written = written::Declaration::at(self.sources, span);
        let mut item = Item {
            name,
            sign: written.head_without_its_word(),
            says: written.comment,
            parts: Vec::new(),
            bent_by: Vec::new(),
            file: self.sources.name(self.sources.file_of(span)).to_owned(),
            line: self.sources.line_col(span).line,
            source: written.whole,
        };
        self.corrected(&mut item, |edit| edit.declared.is_some_and(|it| span.contains(it)));
        item
    }

    /// Something that belongs to a thing and has no declaration of its own.
    fn named_part(is: &'static str, words: impl Into<String>) -> Part {
        Part { is, words: words.into(), says: String::new() }
    }

    /// `thrown: pool of d6`.
    fn local(&self, local: &Local) -> String {
        format!("{}: {}", local.name, self.ty(&local.ty))
    }

    /// `(attacker: unit, target: unit)`, of the first so many locals.
    fn params(&self, locals: &Locals, count: u16) -> String {
        let first = locals.all.iter().take(usize::from(count));
        format!("({})", first.map(|local| self.local(local)).collect::<Vec<_>>().join(", "))
    }

    fn ty(&self, ty: &Type) -> String {
        self.typed.type_name(ty)
    }

    fn kind(&self, kind: warwright_ir::KindId) -> &str {
        self.typed.kind_name(kind)
    }
}
