//! The shape of a kind: its base, its profiles as printed in columns, its state, what its entities answer and do.

use warwright_grammar::source::Span;
use warwright_grammar::tree;
use warwright_ir::KindBase;

use super::{KindIndex, Node};

/// A kind with all that its entities may say, inherited things first.
#[derive(Clone, Debug)]
pub struct KindShape<'t> {
    /// Its name.
    pub name: &'t str,
    /// What the engine knows of it.
    pub base: KindBase,
    /// The kind that it extends, where that is not one of the engine's bases.
    pub parent: Option<KindIndex>,
    /// All known after loading.
    pub closed: bool,
    /// Made and removed in play.
    pub fleeting: bool,
    /// Its plural, as in `units { .. }`.
    pub plural: String,
    /// Its profiles in order, inherited ones first.
    pub profiles: Vec<ProfileShape<'t>>,
    /// Its printed columns in order; each profile stands in one.
    pub columns: Vec<Column<'t>>,
    /// Its state, one entry for each name, inherited first.
    pub states: Vec<StateShape<'t>>,
    /// Derived facts, inherited first.
    pub derives: Vec<&'t tree::Derive>,
    /// What its entities answer.
    pub asks: Vec<&'t tree::Asks>,
    /// What its entities do.
    pub does: Vec<&'t tree::Does>,
    /// Whether its entities may list forms.
    pub forms: bool,
    /// Printed columns with a text of their own.
    pub statlines: Vec<&'t tree::Statline>,
    /// Footprints that its pieces are made of.
    pub parts: Vec<&'t tree::Parts>,
    /// Clauses in the kind's own body.
    pub clauses: Vec<Node<'t, tree::Clause>>,
    /// Its declarations: one, or several where a base of the engine is reopened; none for an untouched base.
    pub declarations: Vec<&'t tree::Kind>,
    /// Where its name stands; the default span for an untouched base.
    pub span: Span,
}

/// A profile.
#[derive(Clone, Copy, Debug)]
pub struct ProfileShape<'t> {
    /// Its name.
    pub name: &'t tree::Name,
    /// The line that declares it (several profiles may share one).
    pub declaration: &'t tree::Profile,
    /// Whether its values are lists or sets, which under `like` want a sign.
    pub is_list: bool,
    /// The position of its column.
    pub column: usize,
}

/// A printed column.
#[derive(Clone, Debug)]
pub struct Column<'t> {
    /// Its name: the profile's, or what `as` says.
    pub name: &'t str,
    /// Positions of its profiles, in the order in which a cell gives them.
    pub profiles: Vec<usize>,
}

/// A state field.
#[derive(Clone, Copy, Debug)]
pub struct StateShape<'t> {
    /// Its name.
    pub name: &'t tree::Name,
    /// The line that declares it.
    pub declaration: &'t tree::State,
}

impl<'t> KindShape<'t> {
    /// A kind without anything.
    #[must_use]
    pub fn new(name: &'t str, base: KindBase) -> Self {
        Self {
            name,
            base,
            parent: None,
            closed: false,
            fleeting: false,
            plural: format!("{name}s"),
            profiles: Vec::new(),
            columns: Vec::new(),
            states: Vec::new(),
            derives: Vec::new(),
            asks: Vec::new(),
            does: Vec::new(),
            forms: false,
            statlines: Vec::new(),
            parts: Vec::new(),
            clauses: Vec::new(),
            declarations: Vec::new(),
            span: Span::default(),
        }
    }

    /// The profile of that name, with its position.
    #[must_use]
    pub fn profile(&self, name: &str) -> Option<(usize, &ProfileShape<'t>)> {
        self.profiles.iter().enumerate().find(|(_, profile)| &*profile.name.text == name)
    }

    /// The column of that name, with its position.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<(usize, &Column<'t>)> {
        self.columns.iter().enumerate().find(|(_, column)| column.name == name)
    }

    /// The words that may stand as a field of an entity: columns, profiles inside columns, `abilities`.
    pub fn field_names(&self) -> impl Iterator<Item = &str> {
        self.columns
            .iter()
            .map(|column| column.name)
            .chain(self.profiles.iter().map(|profile| &*profile.name.text))
            .chain(["abilities"])
    }
}
