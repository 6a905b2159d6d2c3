//! Fields that the engine gives kinds by itself: one table of their names, the fields made by it, and what is told to who
//! declares another field of such a name.

use super::super::checker::{Checker, INT};
use super::super::vocabulary::Attribute;
use super::settings::NOWHERE;
use crate::typed::{Expr, ExprKind, SpaceType, Type};
use warwright_grammar::{Diagnostic, Span, codes};
use warwright_ir as ir;

/// A field that is there without a declaration.
#[derive(Clone, Copy)]
pub(super) struct Given {
    /// What it is called.
    name: &'static str,
    /// What it holds, in the words of a message.
    holds: &'static str,
}

/// `battle.round`, which the sequence counts.
const ROUND: Given = Given { name: "round", holds: "the number of the round" };
/// `battle.rounds`: the last one.
const ROUNDS: Given = Given { name: "rounds", holds: "the number of the last round" };
/// `p.budget`: what a player's army may cost.
const BUDGET: Given = Given { name: "budget", holds: "what the army may cost" };
/// `p.zone`: where a player deploys, of games with a board.
pub(super) const ZONE: Given = Given { name: "zone", holds: "where a player deploys" };
/// `p.home`: the edge of a board of a plane that is a player's own.
pub(super) const HOME: Given = Given { name: "home", holds: "a player's own edge of the board" };
/// `u.place`, of pieces with a footprint.
pub(super) const PLACE: Given = Given { name: "place", holds: "where it stands" };
/// `a.region`, of areas.
pub(super) const REGION: Given = Given { name: "region", holds: "what it covers" };
/// `h.row` and `h.column`, of cells.
pub(super) const CELL: [Given; 2] = [
    Given { name: "row", holds: "the row in which it lies" },
    Given { name: "column", holds: "the column in which it lies" },
];

impl Checker<'_> {
    /// What is counted in every battle.
    pub(super) fn give_counts(&mut self) {
        let Some(battle) = self.facts.battle else { return };
        self.facts.write().round = self.give(battle, ROUND, INT, NOWHERE);
        self.facts.write().last_round = self.give(battle, ROUNDS, INT, NOWHERE);
        self.facts.write().budget =
            self.facts.player.and_then(|kind| self.give(kind, BUDGET, INT, NOWHERE));
    }

    /// A field of state that holds a value of space; it is none at first.
    pub(super) fn give_space(
        &mut self,
        kind: ir::KindId,
        given: Given,
        space: SpaceType,
        span: Span,
    ) -> Option<ir::FieldId> {
        self.give(kind, given, Type::Optional(Box::new(Type::Space(space))), span)
    }

    /// A field of state that the engine gives a kind; nothing is in it at first.
    pub(super) fn give(
        &mut self,
        kind: ir::KindId,
        given: Given,
        ty: Type,
        span: Span,
    ) -> Option<ir::FieldId> {
        if self.is_taken(kind, given) {
            return None;
        }
        let initial = match &ty {
            Type::Set(_) => ExprKind::Items(Vec::new()),
            Type::Int { .. } => ExprKind::Cell(0),
            _ => ExprKind::None,
        };
        let field = self.add_field(kind, given.name, Expr::new(initial, ty, span));
        self.set_attribute(kind, given.name, Attribute::State(field));
        Some(field)
    }

    /// Says so where an author has declared another field of that name.
    pub(super) fn is_taken(&mut self, kind: ir::KindId, given: Given) -> bool {
        let Given { name, holds } = given;
        let Some(taken) = self.vocabulary.attribute(kind, name) else { return false };
        let typed = &self.typed;
        let at = match taken {
            Attribute::State(id) => typed.fields.get(id).map(|it| it.span),
            Attribute::Profile(id) => typed.profiles.get(id).map(|it| it.span),
            Attribute::Derived(id) | Attribute::Asks(id) => {
                typed.functions.get(id).map(|it| it.span)
            }
            Attribute::Does(id) => typed.procedures.get(id).map(|it| it.span),
        };
        let of = self.kind_name(kind).to_owned();
        Diagnostic::at(codes::DUPLICATE_NAME, at.unwrap_or(NOWHERE))
            .says(format!("every {of} has a `{name}` without a declaration: {holds}"))
            .label("another name is wanted for this")
            .help(format!(
                "what is meant may be there already: `x.{name}` of any {of} says {holds}"
            ))
            .emit(self.sink);
        true
    }
}
