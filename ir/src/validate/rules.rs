//! Abilities, quantities, permissions, functions, tables and clauses.

use super::report::{ClauseOwner, FaultKind, Owner, Report};
use super::scope::{Scope, covers, roots, size};
use super::types::{bad_cell, fits, is_additive, kind_of, seats, some, stand_first};
use crate::{
    Bearer, Clause, ClauseId, Env, ExprId, Modifier, Param, Quantity, QuantityId, Reach, Slot,
    TableKey, Ty, Verb,
};

/// Parameters of abilities are scalars, their state is of their kind, lent abilities get arguments that fit.
pub(super) fn abilities_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, ability) in program.abilities.iter() {
        let owner = Owner::Ability(id);
        let scalar = ability.params.iter().all(|it| !it.ty.is_wide());
        report.require(scalar, owner, FaultKind::Layout, "a parameter is no scalar");
        let own = ability.state.iter().all(|it| program.fields.at(it.field).kind == ability.kind);
        report.require(own, owner, FaultKind::List, "it keeps state in a field of another kind");
        for lend in &ability.lends {
            arguments(report, Owner::Clause(lend.id), &ability.params, &lend.args);
        }
    }
}

/// Arguments are as many as the parameters and of their types.
pub(super) fn arguments(report: &mut Report<'_>, owner: Owner, params: &[Param], args: &[ExprId]) {
    if args.len() != params.len() {
        let message =
            format!("{} arguments are given where {} are needed", args.len(), params.len());
        report.of(owner, FaultKind::Type, message);
    }
    for (arg, param) in args.iter().zip(params) {
        let what = format!("argument `{}`", report.text(param.name));
        wants(report, owner, *arg, &param.ty, &what);
    }
}

/// An expression of the owner is of a type.
pub(super) fn wants(report: &mut Report<'_>, owner: Owner, expr: ExprId, want: &Ty, what: &str) {
    let is = of(report, expr);
    if !fits(report.program, is, want) {
        let message = format!("{what} is {} where {} is needed", report.ty(is), report.ty(want));
        report.of(owner, FaultKind::Type, message);
    }
}

/// The type of an expression.
pub(super) fn of<'p>(report: &Report<'p>, expr: ExprId) -> &'p Ty {
    report.program.types.get(expr.0 as usize).unwrap_or(&Ty::Bool)
}

/// Parameters stand first in the frame.
pub(super) fn params_stand_first(
    report: &mut Report<'_>,
    owner: Owner,
    params: &[Param],
    env: Env,
) {
    report.require(
        stand_first(params),
        owner,
        FaultKind::Layout,
        "its parameters do not stand in its first slots, in order",
    );
    Scope::new(owner, env).check_params(report, params);
}

/// Quantities: a scalar with a base, stages, groups, and clauses in the order in which they are applied.
pub(super) fn quantities_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, quantity) in program.quantities.iter() {
        let owner = Owner::Quantity(id);
        params_stand_first(report, owner, &quantity.params, quantity.env);
        let mut scope = Scope::new(owner, quantity.env);
        scope.set_params(&quantity.params);
        scope.check(report, &[quantity.base]);
        quantity_type(report, id, quantity);
        report.require(
            quantity.favours.is_none_or(|it| usize::from(it.role) < quantity.params.len()),
            owner,
            FaultKind::List,
            "it favours a parameter that it does not have",
        );
        report.require(!quantity.stages.is_empty(), owner, FaultKind::List, "it has no stage");
        for clause in &quantity.clauses {
            match &program.clauses.at(*clause).modifier {
                Some(modifier) => modifier_fits(report, *clause, modifier, quantity),
                None => report.of(
                    Owner::Clause(*clause),
                    FaultKind::Clause,
                    "it does nothing to the quantity",
                ),
            }
        }
        let order = |clause: &ClauseId| {
            let clause = program.clauses.at(*clause);
            clause.modifier.as_ref().map(|it| (it.stage, it.verb, clause.level))
        };
        let sorted = quantity.clauses.is_sorted_by_key(order);
        report.require(sorted, owner, FaultKind::Clause, "its clauses do not stand in order");
    }
}

fn quantity_type(report: &mut Report<'_>, id: QuantityId, quantity: &Quantity) {
    let program = report.program;
    let owner = Owner::Quantity(id);
    report.require(!quantity.ty.is_wide(), owner, FaultKind::Type, "it gives no scalar");
    let base = of(report, quantity.base);
    if !value_fits(report, base, quantity) {
        let message =
            format!("its base is {}, it gives {}", report.ty(base), report.ty(&quantity.ty));
        report.of(owner, FaultKind::Type, message);
    }
    if let (Some(least), Some(most)) = (quantity.least, quantity.most) {
        report.require(
            least <= most,
            owner,
            FaultKind::Value,
            "its least value is above its greatest",
        );
    }
    if let Some(scale) = quantity.scale {
        let alike = program.scales.at(scale).ty == *some(&quantity.ty);
        report.require(alike, owner, FaultKind::Type, "its ladder is of another type");
    }
    if let Some(profile) = quantity.profile {
        let back = program.profiles.at(profile).quantity == Some(id);
        report.require(
            back,
            owner,
            FaultKind::List,
            "the profile that it is knows another quantity",
        );
    }
}

/// Whether a value may be taken for the quantity's: of its type, or a fraction that it rounds.
fn value_fits(report: &Report<'_>, ty: &Ty, quantity: &Quantity) -> bool {
    let rounds = quantity.rounding.is_some() && *some(&quantity.ty) == Ty::Int;
    fits(report.program, ty, &quantity.ty) || (rounds && *some(ty) == Ty::Ratio)
}

fn modifier_fits(report: &mut Report<'_>, id: ClauseId, modifier: &Modifier, quantity: &Quantity) {
    let owner = Owner::Clause(id);
    let amount = of(report, modifier.amount);
    let number = is_additive(some(&quantity.ty)) || *some(&quantity.ty) == Ty::Ratio;
    let fitting = match modifier.verb {
        Verb::Set => value_fits(report, amount, quantity),
        Verb::Rung => *amount == Ty::Int && quantity.scale.is_some(),
        Verb::By | Verb::ByUpTo | Verb::AtLeast | Verb::AtMost => {
            number && value_fits(report, amount, quantity)
        }
        Verb::Times => number && *amount == Ty::Ratio,
    };
    if !fitting {
        let (amount, quantity) = (report.ty(amount), report.ty(&quantity.ty));
        let message =
            format!("an amount of type {amount} cannot do this to a quantity of {quantity}");
        report.of(owner, FaultKind::Type, message);
    }
    let staged = usize::from(modifier.stage) < quantity.stages.len();
    report.require(staged, owner, FaultKind::Clause, "its stage does not exist");
    let grouped = modifier.group.is_none_or(|group| usize::from(group) < quantity.groups.len());
    report.require(grouped, owner, FaultKind::Clause, "its group does not exist");
    let capped = modifier.cap.is_some() == (modifier.verb == Verb::ByUpTo);
    report.require(capped, owner, FaultKind::Clause, "its cap does not belong to its verb");
    if let Some(cap) = modifier.cap {
        let cap = of(report, cap);
        let fitting = value_fits(report, cap, quantity);
        report.require(fitting, owner, FaultKind::Type, "its cap is not of the quantity's type");
    }
}

/// Permissions: requirements are conditions, and what they build on stands before them.
pub(super) fn permissions_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, permission) in program.permissions.iter() {
        let owner = Owner::Permission(id);
        Scope::new(owner, permission.env).check_params(report, &permission.params);
        let mut scope = Scope::new(owner, permission.env);
        scope.set_params(&permission.params);
        scope.check(report, &roots(&permission.requires));
        for (position, require) in permission.requires.iter().enumerate() {
            wants(report, owner, require.holds, &Ty::Bool, "a requirement");
            let earlier = require.needs.iter().all(|need| usize::from(*need) < position);
            report.require(earlier, owner, FaultKind::List, "a requirement needs a later one");
            let known = usize::from(require.params_known) <= permission.params.len();
            report.require(
                known,
                owner,
                FaultKind::List,
                "a requirement waits for more parameters than there are",
            );
            if let Some((from, args)) = &require.inherits {
                arguments(report, owner, &program.permissions.at(*from).params, args);
            }
        }
        for clause in &permission.clauses {
            let acts = program.clauses.at(*clause).permission.is_some();
            let message = "it does nothing to the permission";
            report.require(acts, Owner::Clause(*clause), FaultKind::Clause, message);
        }
        let sorted = permission.clauses.is_sorted_by_key(|it| program.clauses.at(*it).level);
        report.require(sorted, owner, FaultKind::Clause, "its clauses do not stand in order");
    }
}

/// Functions give what they say.
pub(super) fn functions_are_sound(report: &mut Report<'_>) {
    for (id, function) in report.program.functions.iter() {
        let owner = Owner::Function(id);
        params_stand_first(report, owner, &function.params, function.env);
        wants(report, owner, function.body, &function.ty, "its value");
        let mut scope = Scope::new(owner, function.env);
        scope.set_params(&function.params);
        scope.check(report, &[function.body]);
    }
}

/// Tables: a key for each axis, one cell a row, dice that can be rolled.
pub(super) fn tables_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, table) in program.tables.iter() {
        let owner = Owner::Table(id);
        let scalar = !table.ty.is_wide() && table.axes.iter().all(|it| !it.ty.is_wide());
        report.require(scalar, owner, FaultKind::Type, "a key or its value is no scalar");
        if table.dice.is_some() {
            let one = table.axes.len() == 1 && table.axes.iter().all(|it| it.ty == Ty::Int);
            report.require(one, owner, FaultKind::Type, "dice read it, but its key is no number");
        }
        for row in &table.rows {
            if row.keys.len() != table.axes.len() {
                let message =
                    format!("a row has {} keys for {} axes", row.keys.len(), table.axes.len());
                report.of(owner, FaultKind::List, message);
            }
            let upright = row.keys.iter().all(|key| match key {
                TableKey::Between(Some(low), Some(high)) => low <= high,
                TableKey::Between(..) | TableKey::Else => true,
            });
            report.require(upright, owner, FaultKind::Value, "a row's range ends before it begins");
            if let Some(bad) = bad_cell(program, &table.ty, row.value) {
                report.of(owner, FaultKind::Value, format!("a row's value: {bad}"));
            }
        }
    }
}

/// Clauses: one owner each, a bearer that matches the reach, locals laid out as the machine fills them.
pub(super) fn clauses_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, clause) in program.clauses.iter() {
        let owner = Owner::Clause(id);
        let owners = report.clause_owners(id);
        let one = owners.len() <= 1;
        let Some(first) = owners.first().copied() else { continue };
        report.require(one, owner, FaultKind::Clause, "it belongs to two things");
        let subject;
        let (params, possession): (&[Param], bool) = match first {
            ClauseOwner::Quantity(id) => (&program.quantities.at(id).params, false),
            ClauseOwner::Permission(id) => (&program.permissions.at(id).params, false),
            ClauseOwner::Possession(id) => {
                let ability = program.abilities.at(id);
                let ty = Ty::Entity(ability.kind);
                subject = [Param { name: ability.name, ty, slot: Slot::Scalar(0) }];
                (&subject, true)
            }
        };
        if possession {
            let plain = clause.modifier.is_none() && clause.permission.is_none();
            report.require(plain, owner, FaultKind::Clause, "it lends or denies and does more");
        }
        reach_fits(report, owner, clause.bearer, &clause.reach, params);
        let mut exprs = roots(clause);
        if let ClauseOwner::Possession(ability) = first {
            let lent = program.abilities.at(ability).lends.iter().filter(|it| it.id == id);
            exprs.extend(lent.flat_map(|it| &it.args));
        }
        clause_locals(report, id, clause, params, &exprs);
    }
}

fn clause_locals(
    report: &mut Report<'_>,
    id: ClauseId,
    clause: &Clause,
    params: &[Param],
    exprs: &[ExprId],
) {
    let owner = Owner::Clause(id);
    for condition in clause.when.iter().chain(related(&clause.reach)) {
        wants(report, owner, *condition, &Ty::Bool, "its condition");
    }
    let mut scope = Scope::new(owner, clause.env);
    scope.set_params(params);
    scope.check_params(report, params);
    if let Bearer::Ability(ability) = clause.bearer {
        let next = params.iter().all(|it| match it.slot {
            Slot::Scalar(slot) => slot < clause.self_slot,
            Slot::Wide(_) => true,
        });
        report.require(
            next,
            owner,
            FaultKind::Layout,
            "its bearer does not stand after the parameters",
        );
        bearer_locals(report, &mut scope, clause.env, owner, ability, clause.self_slot);
    }
    scope.check(report, exprs);
}

/// Sets the bearer and its ability's parameters in the slots from `self_slot` on.
pub(super) fn bearer_locals(
    report: &mut Report<'_>,
    scope: &mut Scope,
    env: Env,
    owner: Owner,
    ability: crate::AbilityId,
    self_slot: u16,
) {
    let ability = report.program.abilities.at(ability);
    let params = u16::try_from(ability.params.len()).unwrap_or(u16::MAX);
    let needed = Env { scalars: self_slot.saturating_add(1).saturating_add(params), wides: 0 };
    if !covers(env, needed) {
        let message = format!("its {} have no room for its bearer", size(env));
        report.of(owner, FaultKind::Layout, message);
    }
    let closed = report.program.kinds.at(ability.kind).closed;
    let own = if closed { Ty::Member(ability.kind) } else { Ty::Entity(ability.kind) };
    scope.set(Slot::Scalar(self_slot), own);
    for (param, slot) in ability.params.iter().zip((self_slot..=u16::MAX).skip(1)) {
        scope.set(Slot::Scalar(slot), param.ty.clone());
    }
}

/// The reach is one that the bearer can have, and names a parameter that it can fill.
pub(super) fn reach_fits(
    report: &mut Report<'_>,
    owner: Owner,
    bearer: Bearer,
    reach: &Reach,
    params: &[Param],
) {
    let all = matches!(reach, Reach::All);
    let borne = matches!(bearer, Bearer::Ability(_));
    let message =
        if all { "a bearer's clause reaches all" } else { "a clause without bearer names a role" };
    report.require(all != borne, owner, FaultKind::Clause, message);
    let (Reach::Role(role) | Reach::Related { role, .. }) = reach else { return };
    let Some(param) = params.get(usize::from(*role)) else {
        report.of(
            owner,
            FaultKind::Clause,
            format!("it reaches parameter {role}, which does not exist"),
        );
        return;
    };
    let kind = kind_of(&param.ty);
    let filled = match (bearer, reach) {
        (Bearer::Ability(ability), Reach::Role(_)) => {
            let of = report.program.abilities.at(ability).kind;
            kind.is_some_and(|kind| {
                kind == of || (seats(report.program, kind) && seats(report.program, of))
            })
        }
        _ => kind.is_some(),
    };
    let message = format!("no bearer can be `{}`", report.text(param.name));
    report.require(filled, owner, FaultKind::Clause, &message);
}

/// The relation of a reach.
pub(super) fn related(reach: &Reach) -> Option<&ExprId> {
    match reach {
        Reach::Related { holds, .. } => Some(holds),
        Reach::All | Reach::Role(_) | Reach::Any => None,
    }
}
