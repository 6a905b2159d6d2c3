//! Ledgers and reasons: where a number came from and why something may not be done, in words, with the places of the rules.

mod recorder;
mod scribe;

pub(crate) use recorder::Recorder;
pub(crate) use scribe::Scribe;

use serde::{Deserialize, Serialize};
use warwright_ir::SpanId;

/// How a number came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// The quantity.
    pub name: String,
    /// Its parameters: name and value.
    pub args: Vec<(String, String)>,
    /// The value before any clause.
    pub base: String,
    /// Where the base comes from, if it is a printed figure: oldest first, errata last.
    pub origins: Vec<OriginShown>,
    /// The quantities that the base is made of.
    pub parts: Vec<Ledger>,
    /// What each clause did, in order.
    pub lines: Vec<LedgerLine>,
    /// The value.
    pub result: String,
    /// Where the quantity is declared.
    pub span: SpanId,
}

/// Where a printed figure comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OriginShown {
    /// In words.
    pub words: String,
    /// Where.
    pub span: SpanId,
}

/// What a clause did to a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerLine {
    /// The clause's label.
    pub label: String,
    /// What it did, like `+1` or `at least 2`.
    pub effect: String,
    /// The value before.
    pub before: String,
    /// The value after.
    pub after: String,
    /// Who brings the clause into play.
    pub bearer: Option<String>,
    /// The layer of precedence in which the clause stands, where the game names its layers.
    pub layer: Option<String>,
    /// What errata did to the clause, oldest first.
    pub origins: Vec<OriginShown>,
    /// Where the clause stands.
    pub span: Option<SpanId>,
    /// The clause on whose account it did not count.
    pub struck_by: Option<Striker>,
}

/// A clause that goes over another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Striker {
    /// Its label.
    pub label: String,
    /// The layer of precedence in which it stands, where the game names its layers.
    pub layer: Option<String>,
}

/// A reason for a no.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonShown {
    /// Its label.
    pub label: String,
    /// What is to be shown: the label, or more where the reason has data.
    pub words: String,
    /// Where it stands.
    pub span: SpanId,
    /// Who brings it into play.
    pub bearer: Option<String>,
    /// The layer of precedence in which it stands, where the game names its layers.
    pub layer: Option<String>,
    /// What errata did to the clause that it comes from, oldest first.
    pub origins: Vec<OriginShown>,
    /// What its condition rests on: the ways in which an ability is had or denied, rows of tables that were read.
    pub grounds: Vec<ReasonShown>,
    /// The clause on whose account it does not stand.
    pub struck_by: Option<Striker>,
}

impl ReasonShown {
    /// One that stands, brought by nobody.
    pub(crate) fn plain(label: String, words: String, span: SpanId) -> Self {
        let (bearer, layer, struck_by) = (None, None, None);
        let (origins, grounds) = (Vec::new(), Vec::new());
        Self { label, words, span, bearer, layer, origins, grounds, struck_by }
    }
}

/// An expression explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// Its value.
    pub value: String,
    /// The quantities that it asks for.
    pub ledgers: Vec<Ledger>,
    /// If it asks whether something may be done: all reasons against it, the struck ones too.
    pub reasons: Vec<ReasonShown>,
    /// What else it rests on: the ways in which an ability is had or denied, rows of tables that were read.
    pub grounds: Vec<ReasonShown>,
}
