//! Provenance: the ids of entities, how each value came about, and what errata did.

use std::sync::Arc;
use warwright_grammar::source::Span;
use warwright_grammar::tree::Date;

/// The number of an entity in [`crate::like::Content::entities`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntityId(pub u32);

/// The history of a value: none when it is where it was declared and nothing happened to it.
pub type History = Option<Arc<Vec<Origin>>>;

/// One step in the history of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// What happened.
    pub how: How,
    /// Where.
    pub span: Span,
}

/// What happened to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Declared.
    Declared,
    /// Inherited by the entity: the span is that of its `like`.
    Inherited(EntityId),
    /// Taken over by a form or variant from its base.
    Base(EntityId),
    /// Set by an option that was bought, or by the form.
    Option(EntityId),
    /// Set by an item of errata: positions in the report's lists and items.
    Erratum {
        /// The list.
        list: u32,
        /// The item.
        item: u32,
    },
}

/// What errata did: every list in order of its date, those not in force too.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The day for which the game was put together; none when there is no erratum at all.
    pub day: Option<Date>,
    /// The lists, in the order in which they took effect.
    pub lists: Vec<ListReport>,
    /// Whether there were more heirs than a report lists.
    pub heirs_left_out: bool,
}

/// One list of errata.
#[derive(Clone, Debug)]
pub struct ListReport {
    /// Its title.
    pub title: String,
    /// Its date.
    pub dated: Date,
    /// Why.
    pub reason: Option<String>,
    /// Whether it was in force on the day.
    pub in_force: bool,
    /// Its items.
    pub items: Vec<ItemReport>,
    /// Where its title stands.
    pub span: Span,
}

/// One item of a list.
#[derive(Clone, Debug)]
pub struct ItemReport {
    /// Its number or name.
    pub name: String,
    /// Why, in its own words.
    pub reasons: Vec<String>,
    /// What became of it.
    pub state: ItemState,
    /// What it changed.
    pub edits: Vec<EditReport>,
    /// Where it stands.
    pub span: Span,
}

/// What became of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemState {
    /// Its edits were made.
    Made,
    /// It says that it changes nothing, and why.
    NoEffect(String),
    /// It waits for something.
    Pending(String),
    /// A later list took its place: title and item.
    Superseded(String),
    /// Its list was not yet in force.
    Later,
}

/// One edit that was made.
#[derive(Clone, Debug)]
pub struct EditReport {
    /// What was changed, in words: `unit "Vale Lancers"`.
    pub target: String,
    /// Which part: `points`, `clause "drums"`.
    pub part: String,
    /// What was there.
    pub old: String,
    /// What is there now.
    pub new: String,
    /// The entity, where it is one.
    pub entity: Option<EntityId>,
    /// Heirs that follow it.
    pub heirs: Vec<EntityId>,
    /// The name of the declaration, where it is no entity.
    pub declared: Option<Span>,
    /// Where the edit stands.
    pub span: Span,
}

impl Report {
    /// An item in words: `errata "spring list" item "2"`.
    #[must_use]
    pub fn words(&self, list: u32, item: u32) -> String {
        let Some(list) = self.lists.get(list as usize) else { return String::new() };
        match list.items.get(item as usize) {
            Some(item) => format!("errata \"{}\" item \"{}\"", list.title, item.name),
            None => format!("errata \"{}\"", list.title),
        }
    }
}
