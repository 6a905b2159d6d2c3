//! Fighting clauses: two that set one number, or stand in one step's place, at one level, with neither going over the other.

use super::owners::{Rule, bearer, label};
use crate::checks::logic::formula::{Formula, Reader, negated};
use crate::checks::logic::solve::{Answer, Facts};
use crate::typed::{
    BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Expr, ExprKind, HookDef, Level, LocalRole,
    Locals, ReachDef, RoleRef, Typed, each_local,
};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::EntryId;

/// How many pairs of clauses are looked at; what is beyond is left to play.
const PAIRS: u32 = 50_000;

/// What is decided of two clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They can apply together, and neither yields.
    Conflict,
    /// They never meet, or one yields, or they agree.
    NoConflict,
    /// Something in their conditions is beyond what is decided; play tells.
    Undecided,
}

/// No two clauses fight.
pub(crate) fn clauses_do_not_fight(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let mut left = PAIRS;
    let mut rivals: IndexMap<(ClauseOwner, u16, Level), Vec<&ClauseDef>> = IndexMap::new();
    for clause in typed.clauses.values() {
        if let ClauseVerb::Modify { stage, verb: ir::Verb::Set, .. } = clause.does {
            rivals.entry((clause.owner, stage, clause.level)).or_default().push(clause);
        }
    }
    for ((owner, ..), clauses) in rivals {
        let what = Rule::of(owner).name(typed);
        let sides: Vec<Side<'_>> = clauses.iter().map(|one| Side::of_clause(typed, one)).collect();
        each_pair(facts, &sides, &clauses, &mut left, &mut |one, other| {
            let sides = (&Side::of_clause(typed, one), &Side::of_clause(typed, other));
            sink.extend(fight(typed, &what, sides, clauses_meet(facts, one, other)));
        });
    }
    let mut rivals: IndexMap<(ir::ProcedureId, Option<u16>, Level), Vec<&HookDef>> =
        IndexMap::new();
    for hook in typed.hooks.values().filter(|hook| hook.time == ir::HookTime::Instead) {
        rivals.entry((hook.procedure, hook.step, hook.level)).or_default().push(hook);
    }
    for ((procedure, step, _), hooks) in rivals {
        let what = step_name(typed, procedure, step);
        let sides: Vec<Side<'_>> = hooks.iter().map(|one| Side::of_hook(typed, one)).collect();
        each_pair(facts, &sides, &hooks, &mut left, &mut |one, other| {
            let sides = (&Side::of_hook(typed, one), &Side::of_hook(typed, other));
            sink.extend(fight(typed, &what, sides, hooks_meet(facts, one, other)));
        });
    }
}

/// Several bearers of one clause do not set different values at once.
pub(crate) fn bearers_do_not_fight(typed: &Typed, sink: &mut Sink) {
    for clause in typed.clauses.values().filter(|clause| sets_for_each(typed, clause)) {
        let what = Rule::of(clause.owner).name(typed);
        Diagnostic::at(codes::FIGHTING_CLAUSES, clause.span)
            .says(format!("{} can set `{what}` to several values at once", label(&clause.label)))
            .label("of two that bring it, each sets its own")
            .help("add `strongest counts` behind whom it reaches, or set what is the same for all")
            .emit(sink);
    }
}

/// Whether several bearers of a clause can reach one thing, each with a value of its own to set.
fn sets_for_each(typed: &Typed, clause: &ClauseDef) -> bool {
    let ClauseVerb::Modify { verb: ir::Verb::Set, amount, group: None, .. } = &clause.does else {
        return false;
    };
    let stacks = match clause.bearer {
        BearerDef::Ability(id) => typed.abilities.get(id).is_some_and(|def| def.stacks),
        BearerDef::System | BearerDef::Scenario(_) => false,
    };
    let (of_bearer, several) = match clause.reach {
        ReachDef::All => (false, false),
        ReachDef::Role(_) => (false, stacks),
        ReachDef::Related { .. } | ReachDef::Any => (true, true),
    };
    let mut own = false;
    each_local(amount, &mut |local| {
        own |= match clause.locals.get(local).map(|local| local.role) {
            Some(LocalRole::Bearer) => of_bearer,
            Some(LocalRole::AbilityParam) => true,
            _ => false,
        };
    });
    several && own
}

/// What is decided of two clauses of one quantity, or of clauses that do not fight at all.
#[must_use]
pub fn verdict(typed: &Typed, one: &ClauseDef, other: &ClauseDef) -> Verdict {
    match clauses_meet(&Facts::new(typed), one, other) {
        Meeting::Meet(_) => Verdict::Conflict,
        Meeting::Apart => Verdict::NoConflict,
        Meeting::Unknown => Verdict::Undecided,
    }
}

/// Tells of each pair that may meet. Abilities that no entry has together are passed over unseen.
fn each_pair<'t, T>(
    facts: &Facts<'_>,
    sides: &[Side<'_>],
    all: &[&'t T],
    left: &mut u32,
    found: &mut dyn FnMut(&'t T, &'t T),
) {
    let mut of_entry: FxHashMap<(RoleRef, EntryId), Vec<usize>> = FxHashMap::default();
    let mut loose: Vec<usize> = Vec::new();
    let mut pairs: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (position, side) in sides.iter().enumerate() {
        let owners = match (side.bearer, side.reach) {
            (BearerDef::Ability(ability), ReachDef::Role(role)) => {
                facts.only_owners(ability).map(|owners| (*role, owners))
            }
            _ => None,
        };
        let mut add = |other: usize| {
            if pairs.len() < *left as usize {
                pairs.insert((other, position));
            }
        };
        match owners {
            Some((role, owners)) => {
                loose.iter().copied().for_each(&mut add);
                for entry in owners {
                    let together = of_entry.entry((role, *entry)).or_default();
                    together.iter().copied().for_each(&mut add);
                    together.push(position);
                }
            }
            None => {
                (0..position).for_each(&mut add);
                loose.push(position);
            }
        }
    }
    // Clauses of different roles meet whatever their bearers own.
    for (position, side) in sides.iter().enumerate() {
        let earlier = sides.iter().take(position).enumerate();
        let apart = earlier.filter(|(_, other)| role(other) != role(side));
        for (other, _) in apart.take((*left as usize).saturating_sub(pairs.len())) {
            pairs.insert((other, position));
        }
    }
    *left = left.saturating_sub(u32::try_from(pairs.len()).unwrap_or(u32::MAX));
    for (one, other) in pairs {
        if let (Some(one), Some(other)) = (all.get(one), all.get(other)) {
            found(one, other);
        }
    }
}

fn role(side: &Side<'_>) -> Option<RoleRef> {
    as_variant!(side.reach, ReachDef::Role(role) => *role)
}

enum Meeting {
    Meet(Option<EntryId>),
    Apart,
    Unknown,
}

fn clauses_meet(facts: &Facts<'_>, one: &ClauseDef, other: &ClauseDef) -> Meeting {
    let (
        ClauseVerb::Modify { verb: ir::Verb::Set, amount, stage, .. },
        ClauseVerb::Modify {
            verb: ir::Verb::Set, amount: other_amount, stage: other_stage, ..
        },
    ) = (&one.does, &other.does)
    else {
        return Meeting::Apart;
    };
    let strikes = |over: &ClauseDef, under: &ClauseDef| {
        over.over.iter().any(|(label, _)| *label == under.label)
    };
    let apart = one.owner != other.owner
        || stage != other_stage
        || one.level != other.level
        || strikes(one, other)
        || strikes(other, one)
        || agree(amount, other_amount);
    if apart {
        return Meeting::Apart;
    }
    let (left, right) = (Side::of_clause(facts.typed, one), Side::of_clause(facts.typed, other));
    meet(facts, &left, &right)
}

fn hooks_meet(facts: &Facts<'_>, one: &HookDef, other: &HookDef) -> Meeting {
    let strikes =
        |over: &HookDef, under: &HookDef| over.over.iter().any(|(label, _)| *label == under.label);
    if strikes(one, other) || strikes(other, one) {
        return Meeting::Apart;
    }
    meet(facts, &Side::of_hook(facts.typed, one), &Side::of_hook(facts.typed, other))
}

/// Whether two amounts are the same constant.
fn agree(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Cell(one), ExprKind::Cell(other)) => one == other,
        (ExprKind::Fraction(a, b), ExprKind::Fraction(c, d)) => (a, b) == (c, d),
        (ExprKind::None, ExprKind::None) => true,
        _ => false,
    }
}

/// A clause or hook, as far as meeting goes.
#[derive(Debug)]
pub(crate) struct Side<'t> {
    pub(crate) bearer: BearerDef,
    pub(crate) reach: &'t ReachDef,
    pub(crate) locals: &'t Locals,
    pub(crate) params: u16,
    pub(crate) when: Option<&'t Expr>,
    pub(crate) whose: Option<(ir::Whose, u16)>,
    pub(crate) label: &'t str,
    pub(crate) span: Span,
}

impl<'t> Side<'t> {
    pub(crate) fn of_clause(typed: &'t Typed, clause: &'t ClauseDef) -> Self {
        let params = match clause.owner {
            ClauseOwner::Quantity(id) => typed.quantities.get(id).map_or(0, |def| def.params),
            ClauseOwner::Permission(id) => typed.permissions.get(id).map_or(0, |def| def.params),
            ClauseOwner::Possession(_) => 1,
        };
        Self {
            bearer: clause.bearer,
            reach: &clause.reach,
            locals: &clause.locals,
            params,
            when: clause.when.as_ref(),
            whose: None,
            label: &clause.label,
            span: clause.span,
        }
    }

    pub(crate) fn of_hook(typed: &'t Typed, hook: &'t HookDef) -> Self {
        Self {
            bearer: hook.bearer,
            reach: &hook.reach,
            locals: &hook.locals,
            params: typed.procedures.get(hook.procedure).map_or(0, |def| def.params),
            when: hook.when.as_ref(),
            whose: hook.whose,
            label: &hook.label,
            span: hook.span,
        }
    }

    /// Of what must hold: that its bearer has the ability, and the rest.
    fn possession<'f>(&self, formulas: &'f [Formula]) -> (&'f [Formula], &'f [Formula]) {
        let of_ability =
            matches!((self.reach, self.bearer), (ReachDef::Role(_), BearerDef::Ability(_)));
        formulas.split_at(usize::from(of_ability).min(formulas.len()))
    }

    /// Everything that must hold for it to apply; that its bearer has the ability comes first.
    pub(crate) fn formulas(&self, reader: &mut Reader<'_>, side: u8) -> Vec<Formula> {
        reader.begin(side, self.locals, self.params, Some(self.reach));
        let mut all = Vec::new();
        match (self.reach, self.bearer) {
            (ReachDef::Role(role), BearerDef::Ability(ability)) => {
                if let Some(whom) = reader.role(*role) {
                    all.push(reader.has(&whom, ability, self.span));
                }
            }
            (ReachDef::Related { holds, .. }, _) => {
                all.push(reader.condition(holds));
                all.push(reader.unknown(self.span));
            }
            _ => {}
        }
        if let (Some((whose, position)), ReachDef::Role(role)) = (self.whose, self.reach) {
            let key = format!("whose{position}({role:?})");
            all.push(reader.named(key, whose == ir::Whose::Mine, self.span));
        } else if self.whose.is_some() {
            all.push(reader.unknown(self.span));
        }
        if let Some(when) = self.when {
            all.push(reader.condition(when));
        }
        all
    }
}

/// Whether both can apply to one thing at one time.
fn meet(facts: &Facts<'_>, one: &Side<'_>, other: &Side<'_>) -> Meeting {
    if let (BearerDef::Scenario(one), BearerDef::Scenario(other)) = (one.bearer, other.bearer)
        && one != other
    {
        return Meeting::Apart;
    }
    let mut reader = Reader::new(facts.typed, &facts.bent);
    let first = one.formulas(&mut reader, 1);
    let second = other.formulas(&mut reader, 2);
    match facts.solve(&reader, &[&*first, &*second].concat(), true) {
        Answer::Can(entry) => Meeting::Meet(entry),
        Answer::Never(_) => Meeting::Apart,
        // What their conditions mean is not understood, but where one holds the other does too.
        Answer::Unknown(Some(entry)) => {
            let implied = |by: &[Formula], what: &[Formula]| {
                let mut all = by.to_vec();
                all.push(negated(&Formula::all(what.iter().cloned())));
                facts.never(&reader, &all, false).is_some()
            };
            let (first_of, second_of) = (one.possession(&first), other.possession(&second));
            let with = |all: &[Formula], has: &[Formula]| [all, has].concat();
            if implied(&with(&first, second_of.0), second_of.1)
                || implied(&with(&second, first_of.0), first_of.1)
            {
                Meeting::Meet(Some(entry))
            } else {
                Meeting::Unknown
            }
        }
        Answer::Unknown(None) => Meeting::Unknown,
    }
}

fn step_name(typed: &Typed, procedure: ir::ProcedureId, step: Option<u16>) -> String {
    let Some(def) = typed.procedures.get(procedure) else { return String::new() };
    match step.and_then(|step| def.steps.get(usize::from(step))) {
        Some(step) => format!("{}.{}", def.name, step.name),
        None => def.name.clone(),
    }
}

/// What is said of two that meet, or may.
fn fight(
    typed: &Typed,
    what: &str,
    (one, other): (&Side<'_>, &Side<'_>),
    meeting: Meeting,
) -> Option<Diagnostic> {
    let (first, second) = (label(one.label), label(other.label));
    let replaces = typed.hooks.values().any(|hook| hook.span == one.span);
    let does = if replaces { "stand in the place of" } else { "set" };
    let mut words = bearer(typed, other.bearer);
    let found = match meeting {
        Meeting::Apart => return None,
        Meeting::Meet(entry) => {
            if let Some(entry) = entry.and_then(|id| typed.entries.get(id))
                && one.bearer != other.bearer
            {
                words = format!("{words}; \"{}\" can have both", entry.name);
            }
            let both = format!(
                "{first} and {second} can both {does} `{what}` at once, and neither yields"
            );
            Diagnostic::at(codes::FIGHTING_CLAUSES, other.span).says(both)
        }
        Meeting::Unknown => {
            let both = format!(
                "{first} and {second} may both {does} `{what}` at once, and a battle would stop here"
            );
            Diagnostic::at(codes::MAY_STOP, other.span).says(both)
        }
    };
    Some(found.label(words).also(one.span, bearer(typed, one.bearer)).help(format!(
        "say which wins: `.. over {first} {second}`, or give them conditions that exclude each other"
    )))
}
