//! The book: what a program can say of itself without being played. Rule texts with their sections, measures, errata.
//!
//! The machine reads nothing of this. It is kept so that whatever an author wrote can be shown beside what it does.

use crate::{DieId, SpanId, TextId};
use serde::{Deserialize, Serialize};

/// What a program can say of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Book {
    /// The measure in which lengths are written, as the system names it.
    pub measure: Option<TextId>,
    /// The die that is meant where none is named.
    pub die: Option<DieId>,
    /// The order of levels of clauses, where the system leaves it to the language.
    pub precedence: Option<TextId>,
    /// The names of the levels, lowest first, where the system gives them.
    pub layers: Vec<TextId>,
    /// Texts and sections of everything that has some, in order of declaration.
    pub rules: Vec<RuleText>,
    /// Lists of errata in the order of their dates, those not in force too.
    pub errata: Vec<Erratum>,
}

/// What is written of something in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleText {
    /// What it is, as the source says: `ability`, `procedure`, `clause`, the name of a kind.
    pub what: TextId,
    /// Its name; the label of a clause.
    pub name: TextId,
    /// What it stands in: the army list of an entry, the procedure of a step.
    pub within: Option<TextId>,
    /// Its texts, with quoted data in braces as written.
    pub texts: Vec<TextId>,
    /// The sections of the printed rules that it stands for.
    pub see: Option<TextId>,
    /// Where it is declared.
    pub span: SpanId,
}

/// A list of errata.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Erratum {
    /// Its title.
    pub title: TextId,
    /// Its date, as year, month, day.
    pub dated: (u16, u8, u8),
    /// Why it was made.
    pub reason: Option<TextId>,
    /// Whether it is in force in this program.
    pub in_force: bool,
    /// Its items.
    pub items: Vec<ErratumItem>,
    /// Where it is declared.
    pub span: SpanId,
}

/// An item of a list of errata.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErratumItem {
    /// Its number or name.
    pub name: TextId,
    /// Why it was made.
    pub reasons: Vec<TextId>,
    /// What became of it.
    pub state: ErratumState,
    /// What it changed: the target and the part, what was there, what is there now.
    pub edits: Vec<[TextId; 4]>,
    /// Where it stands.
    pub span: SpanId,
}

/// What became of an item of errata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ErratumState {
    /// Its edits were made.
    Made,
    /// It changes nothing, and says why.
    NoEffect(TextId),
    /// It waits for something.
    Pending(TextId),
    /// A later list took its place.
    Superseded(TextId),
    /// Its list was not in force yet.
    Later,
}
