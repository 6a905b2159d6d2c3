//! Bearers of clauses, what clauses hang on, and the answer to whom they reach.

use super::scope::Scope;
use crate::typed::{self, BearerDef, Level, Local};
use warwright_grammar::{Span, tree};
use warwright_ir as ir;

/// Whoever brings clauses into play: an ability, an entity with clauses, a faction, a side, the system, a scenario.
#[derive(Clone, Debug, Default)]
pub struct Bearer<'a> {
    /// What it is called in messages: `ability Regrow`.
    pub title: String,
    /// Its own name, the label of clauses that may leave theirs out.
    pub name: String,
    /// The bearer where it is the system or a scenario, which have no `self`.
    pub without_self: Option<BearerDef>,
    /// The abilities that stand for it, each with the kind of its `self`; empty for the system and a scenario.
    pub abilities: Vec<(ir::KindId, ir::AbilityId)>,
    /// The precedence of its clauses.
    pub level: Level,
    /// Its clauses in order.
    pub clauses: Vec<&'a tree::Clause>,
    /// Whether a modifying clause may leave out its label.
    pub label_optional: bool,
    /// Where it is declared.
    pub span: Span,
}

impl<'a> Bearer<'a> {
    /// What brings some clauses into play, still to be said who bears them.
    pub fn new(
        title: String,
        name: impl Into<String>,
        level: Level,
        clauses: Vec<&'a tree::Clause>,
        span: Span,
    ) -> Self {
        Self { title, name: name.into(), level, clauses, span, ..Self::default() }
    }
}
/// What clauses hang on, as far as reaching it goes.
#[derive(Clone, Debug)]
pub struct Reachable<'o> {
    /// In words: `quantity to_hit`, `procedure clash`.
    pub title: String,
    /// Its locals that clauses see: parameters, and open variables of a procedure after them.
    pub locals: &'o [Local],
    /// How many of these are parameters, which are the roles.
    pub params: u16,
    /// Where it is declared.
    pub span: Span,
}

impl<'o> Reachable<'o> {
    /// Its parameters, which are its roles.
    pub(super) fn roles(&self) -> &'o [Local] {
        self.locals.get(..usize::from(self.params)).unwrap_or(self.locals)
    }
}

/// A reach made out.
#[derive(Debug)]
pub struct Reached {
    /// Who brings the clause into play.
    pub bearer: BearerDef,
    /// Whom it reaches.
    pub reach: typed::ReachDef,
    /// The scope of the clause: the owner's locals, then `self` and the ability's parameters.
    pub scope: Scope,
}
