//! Errata: dated edits, each with the value that it expects to find.

use serde::Serialize;

use super::{
    Block, CellKind, Clause, Date, Expr, Field, Item, Label, Name, Once, Row, See, Template, Verb,
};
use crate::source::Span;

/// `errata NAME dated DATE [of SYSTEM] [supersedes NAME [item ".."]] { reason ".." ; item ".." { .. } }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Errata {
    /// Its name.
    pub name: Name,
    /// Its date; none was given in a broken text.
    pub dated: Option<(Date, Span)>,
    /// `of NAME`: the system, where the file does not say.
    pub of: Option<Name>,
    /// What it supersedes.
    pub supersedes: Vec<Supersedes>,
    /// `reason ".."`.
    pub reason: Option<Template>,
    /// `text: ..`
    pub text: Vec<Template>,
    /// Its items.
    pub items: Vec<ErratumItem>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `supersedes "2009-11 list" [item "2"]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Supersedes {
    /// The other list.
    pub errata: Name,
    /// One item of it; all when absent.
    pub item: Option<Name>,
    /// All of it.
    pub span: Span,
}

/// `item "1" { edits }`, `item "3" no effect "why"`, `item "4" pending "why"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErratumItem {
    /// Its number or name.
    pub name: Name,
    /// What it says.
    pub body: ErratumBody,
    /// `see`
    pub see: See,
    /// All of it.
    pub span: Span,
}

/// What an item of errata says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ErratumBody {
    /// `{ in .. { .. } ; add .. }`
    Edits(Vec<Edit>),
    /// `no effect "why"`
    NoEffect(Template),
    /// `pending "why"`
    Pending(Template),
    /// Could not be read (a diagnostic was given)
    Error(Span),
}

/// One edit of an item.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Edit {
    /// `in KIND NAME [of FACTION] [clause "label"] [form F] { changes }`
    In(EditIn),
    /// `add unit "Name" { .. } [in faction NAME]`
    Add {
        /// What is added.
        item: Box<Item>,
        /// `to FACTION`: where.
        to: Option<Name>,
        /// All of it.
        span: Span,
    },
    /// `remove unit "Name"`
    Remove(Removal),
    /// `reason ".."` for this item
    Reason(Template),
    /// `text: ..`
    Text(Template),
    /// Could not be read (a diagnostic was given)
    Error(Span),
}

/// `remove unit "Name" [of "Faction"]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Removal {
    /// The kind or word.
    pub word: Name,
    /// Its name.
    pub name: Name,
    /// Whose it is, where several factions have one of that name.
    pub of: Option<Name>,
    /// All of it.
    pub span: Span,
}

/// `in unit "A", "B" [of "Faction"] [form limbered] [clause "drums"] { changes }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EditIn {
    /// `unit`, `ability`, `table`, `quantity`: the word.
    pub word: Name,
    /// The names; the same changes are made in each.
    pub names: Vec<Name>,
    /// `of FACTION`.
    pub of: Option<Name>,
    /// `form F`.
    pub form: Option<Name>,
    /// `clause "label"`.
    pub clause: Option<Name>,
    /// What is changed.
    pub changes: Vec<EditChange>,
    /// All of it.
    pub span: Span,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EditChange {
    /// What.
    pub kind: EditKind,
    /// All of it.
    pub span: Span,
}

/// The forms of a change.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum EditKind {
    /// `points 310 -> 325`; a dotted name reaches into a column or an option (`"Great club".points 15 -> 20`)
    Replace {
        /// The field; `reason`, `base`, `label`, `text` in what has these.
        field: Vec<Name>,
        /// What is there.
        old: CellKind,
        /// What shall be.
        new: CellKind,
    },
    /// `abilities + Javelins`, `clauses - "slow start"`, `abilities = A, B`
    List(Field),
    /// `clauses + { modify .. }`
    AddClauses(Vec<Clause>),
    /// `by +1 -> +2`, `times 1/2 -> 1/3`, `set to 3 -> 4`: the amount of the clause in question
    Amount {
        /// The verb.
        verb: Verb,
        /// What is there.
        old: Expr,
        /// What shall be.
        new: Expr,
    },
    /// `when C -> D`; also `require C -> D` in a permission's reason
    Condition {
        /// The word, `when` or `require`.
        word: Name,
        /// What is there.
        old: Expr,
        /// What shall be.
        new: Expr,
    },
    /// `once per battle -> once per turn`
    Once {
        /// What is there.
        old: Box<Once>,
        /// What shall be.
        new: Box<Once>,
    },
    /// `do { .. }`: what is done from now on, in place of all that was.
    Body(Block),
    /// `label "old" -> "new"`
    Relabel {
        /// What is there.
        old: Label,
        /// What shall be.
        new: Label,
    },
    /// `cell woods, riders: no -> slow`; `cell 0..4: 1 -> 2`
    Cell {
        /// The keys, row first.
        keys: Vec<CellKind>,
        /// What is there.
        old: CellKind,
        /// What shall be.
        new: CellKind,
    },
    /// `row + fen | slow | no | no`
    AddRow(Row),
    /// `row - fen`
    RemoveRow(CellKind),
    /// `text: What the card says from now on.`
    Text(Template),
    /// `row 5..9 -> 5..8`: another key for the row
    Rekey {
        /// What is there.
        old: CellKind,
        /// What shall be.
        new: CellKind,
    },
    /// Could not be read (a diagnostic was given)
    Error,
}
