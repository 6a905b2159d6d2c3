//! Sides: takes a game, says which roles of a rule, which ends of a tie, and whose state and what stands in it are never of one
//! player, as everything that calls, joins or writes has it.
//!
//! At first all are taken to be foes; what cannot be shown to keep to that, while all others do, is struck, until nothing more is
//! (a greatest fixed point). Tests may hold anything against anything, and advice decides nothing: neither is looked at.

mod battle;
mod facts;
mod walk;

use super::solve::Facts;
use crate::checks::clauses::owners::Rule;
use crate::checks::runs::graph::Graph;
use crate::typed::{
    ClauseDef, Compare, Expr, ExprKind, HookDef, KindDef, LocalId, LocalRole, Locals, Type, Typed,
};
use battle::Battle;
use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};
use walk::{Walk, Walked};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// What has roles of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Frame {
    /// A procedure, with its variables.
    Procedure(ir::ProcedureId),
    /// What is asked by name.
    Rule(Rule),
}

/// Two of whom one is of another player than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Claim {
    /// Two locals of a frame; or that they are always of one player.
    Locals(Frame, LocalId, LocalId, bool),
    /// Both ends of a tie.
    Tie(ir::TieId),
    /// Somebody and who stands in a state of his.
    Field(ir::FieldId),
}

/// Two locals, and whether they are always of one player, not of two.
type Pair = (LocalId, LocalId, bool);

/// What is never of one player, or always.
#[derive(Debug)]
pub(crate) struct Sides {
    claims: IndexSet<Claim>,
    of_frame: FxHashMap<Frame, Vec<Pair>>,
    player: Option<ir::KindId>,
    /// Whether the game has teams: that two are of one player says then that they are of one team, and so of two.
    in_teams: bool,
    battle: Battle,
}

/// So often claims are held against the game before nothing is said at all.
const ROUNDS: usize = 24;

impl Sides {
    /// Of a game.
    pub(crate) fn of(typed: &Typed, calls: &Graph<ir::ProcedureId>) -> Self {
        let player = typed.kinds.iter().find(|(_, def)| def.base == ir::KindBase::Player);
        let mut sides = Self {
            claims: IndexSet::new(),
            of_frame: FxHashMap::default(),
            player: player.map(|(id, _)| id),
            in_teams: typed.asks_teams,
            battle: Battle::of(typed, calls),
        };
        // What is of one player comes first, by itself: both at once would prove anything.
        for same in [true, false] {
            let proven = sides.claims.clone();
            let open = candidates(typed, same).into_iter().filter(|claim| match claim {
                Claim::Locals(frame, one, other, false) => {
                    !proven.contains(&Claim::Locals(*frame, *one, *other, true))
                }
                _ => true,
            });
            sides.claims.extend(open);
            sides.settle(typed, proven);
        }
        sides
    }

    /// Strikes what is not kept, until all else is; what was proven before stands.
    fn settle(&mut self, typed: &Typed, proven: IndexSet<Claim>) {
        let mut walked = Walked::default();
        for _ in 0..ROUNDS {
            self.sort();
            let failed = Walk::new(typed, self, &self.battle).failed(&mut walked);
            let before = self.claims.len();
            self.claims.retain(|claim| !failed.contains(claim) || proven.contains(claim));
            if self.claims.len() == before {
                return;
            }
        }
        self.claims = proven;
        self.sort();
    }

    /// Sorts what is claimed by frames.
    fn sort(&mut self) {
        self.of_frame.clear();
        for claim in &self.claims {
            if let Claim::Locals(frame, one, other, same) = claim {
                self.of_frame.entry(*frame).or_default().push((*one, *other, *same));
            }
        }
        self.of_frame.values_mut().for_each(|pairs| pairs.sort_unstable());
    }

    /// The pairs of locals of a frame of which it is still claimed.
    fn pairs(&self, frame: Frame) -> &[Pair] {
        self.of_frame.get(&frame).map_or(&[], Vec::as_slice)
    }

    fn holds(&self, claim: Claim) -> bool {
        self.claims.contains(&claim)
    }

    /// Whether the ends of a tie are never of one player.
    pub(crate) fn of_tie(&self, tie: ir::TieId) -> bool {
        self.holds(Claim::Tie(tie))
    }

    /// Whether who stands in a state, or among others there, is never of the player whose it is.
    pub(crate) fn of_field(&self, field: ir::FieldId) -> bool {
        self.holds(Claim::Field(field))
    }

    /// What a condition says of whose two things are: of each two whether they are of one player.
    pub(crate) fn said_of_things(&self, typed: &Typed, condition: &Expr, holds: bool) -> Vec<bool> {
        let mut reading = facts::Reading::new(typed, self);
        let facts = reading.of_condition(condition, holds);
        facts.into_iter().filter_map(facts::Fact::of_things).collect()
    }

    /// Whether those in a set are all of a player, or none of them is; none where that is open.
    pub(crate) fn are_of_player(&self, typed: &Typed, set: &Expr, player: LocalId) -> Option<bool> {
        facts::Reading::new(typed, self).items_of(set, player)
    }

    /// That two are of different players, as a condition.
    pub(crate) fn are_foes(&self, one: Expr, other: Expr, span: Span) -> Option<Expr> {
        let player = self.player?;
        let of =
            |value: Expr| Expr::new(ExprKind::OwnerOf(Box::new(value)), Type::Entity(player), span);
        Some(Expr::compare(Compare::Ne, of(one), of(other), span))
    }

    /// What is so of the locals of a frame, as conditions over the same locals elsewhere.
    pub(crate) fn known_in(
        &self,
        frame: Frame,
        locals: &Locals,
        here: &dyn Fn(LocalId) -> Option<LocalId>,
        span: Span,
    ) -> Vec<Expr> {
        let local = |id: LocalId| {
            let id = here(id)?;
            let ty = locals.all.get(id.0 as usize)?.ty.clone();
            Some(Expr::new(ExprKind::Local(id), ty, span))
        };
        let pairs = self.pairs(frame).iter().filter(|(.., same)| !same);
        let known =
            pairs.filter_map(|(one, other, _)| self.are_foes(local(*one)?, local(*other)?, span));
        known.collect()
    }

    /// The same of what a clause bends.
    pub(crate) fn known_to_clause(&self, clause: &ClauseDef) -> Vec<Expr> {
        let frame = Frame::Rule(Rule::of(clause.owner));
        self.known_in(frame, &clause.locals, &Some, clause.span)
    }

    /// The same of what a hook hangs on.
    pub(crate) fn known_to_hook(&self, typed: &Typed, hook: &HookDef) -> Vec<Expr> {
        let seen = seen_at(typed, hook.procedure);
        let here = |id: LocalId| seen.get(&id).copied();
        self.known_in(Frame::Procedure(hook.procedure), &hook.locals, &here, hook.span)
    }
}

/// What is asked of whose something is can be so where it is asked.
pub(crate) fn sides_can_be(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let sides = facts.sides();
    let told: Vec<Span> = sink.iter().map(|it| it.primary.span).collect();
    let mut new: Vec<Span> = Vec::new();
    for at in Walk::new(typed, sides, &sides.battle).clashes() {
        let whole = typed.actions.values().map(|action| action.span).find(|it| it.contains(at));
        let whole = whole.unwrap_or(at);
        let known = told.iter().chain(&new).any(|it| it.contains(at) || whole.contains(*it));
        if !known {
            new.push(at);
        }
    }
    for at in new {
        sink.push(
            Diagnostic::new(codes::NEVER_APPLIES, "this can never hold here", at)
                .label("of whose side things are, the rest says otherwise")
                .help("what is asked before, or wherever this is run, has friends for foes, or foes for friends: turn one round"),
        );
    }
}

/// What hooks and actions at a step see of its procedure: of each of its locals what it is there.
pub(crate) fn seen_at(typed: &Typed, procedure: ir::ProcedureId) -> FxHashMap<LocalId, LocalId> {
    let locals = typed.procedures.get(procedure).map(|def| &def.locals);
    let all = (0..).map(LocalId).zip(locals.into_iter().flat_map(|locals| &locals.all));
    all.filter(|(_, local)| matches!(local.role, LocalRole::Param | LocalRole::Open))
        .map(|(id, _)| id)
        .zip((0..).map(LocalId))
        .collect()
}

/// Whether a value is something that belongs to a player.
fn is_owned(typed: &Typed, ty: &Type) -> bool {
    match crate::types::bare(ty) {
        Type::Entity(kind) => typed.kinds.get(*kind).is_some_and(KindDef::has_owner),
        _ => false,
    }
}

/// All that might be.
fn candidates(typed: &Typed, same: bool) -> FxHashSet<Claim> {
    let mut all = FxHashSet::default();
    let mut frame = |frame: Frame, locals: &Locals, params: usize| {
        let owned = (0..).map(LocalId).zip(&locals.all).enumerate();
        let owned: Vec<LocalId> = owned
            .filter(|(at, (_, local))| {
                let own = *at < params || matches!(local.role, LocalRole::Open | LocalRole::Var);
                own && is_owned(typed, &local.ty)
            })
            .map(|(_, (id, _))| id)
            .collect();
        for (at, one) in owned.iter().enumerate() {
            all.extend(owned.iter().skip(at + 1).map(|it| Claim::Locals(frame, *one, *it, same)));
        }
    };
    for (id, def) in typed.procedures.iter() {
        frame(Frame::Procedure(id), &def.locals, usize::from(def.params));
    }
    for (id, def) in typed.functions.iter() {
        frame(Frame::Rule(Rule::Function(id)), &def.locals, usize::from(def.params));
    }
    for (id, def) in typed.quantities.iter() {
        frame(Frame::Rule(Rule::Quantity(id)), &def.locals, usize::from(def.params));
    }
    // What an action requires is asked of whatever it lists.
    let of_actions: FxHashSet<_> = typed.actions.values().map(|it| it.permission).collect();
    for (id, def) in typed.permissions.iter().filter(|(id, _)| !of_actions.contains(id)) {
        frame(Frame::Rule(Rule::Permission(id)), &def.locals, usize::from(def.params));
    }
    if same {
        return all;
    }
    let owned = |kind| is_owned(typed, &Type::Entity(kind));
    let ties = typed.ties.iter().filter(|(_, def)| owned(def.left) && owned(def.right));
    all.extend(ties.map(|(id, _)| Claim::Tie(id)));
    let fields = typed.fields.iter().filter(|(_, def)| {
        let (Type::Set(item) | Type::List(item)) = &def.ty else {
            return owned(def.kind) && is_owned(typed, &def.ty) && def.inverse.is_none();
        };
        owned(def.kind) && is_owned(typed, item) && def.inverse.is_none()
    });
    all.extend(fields.map(|(id, _)| Claim::Field(id)));
    all
}
