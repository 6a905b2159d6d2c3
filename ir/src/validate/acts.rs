//! Bodies of acts: jumps stay inside, slots exist and hold what is put into them, each act can stand where it stands.

use super::report::{FaultKind, Owner, Report};
use super::rules::{arguments, of, wants};
use super::scope::{Scope, covers, roots, size};
use super::types::{fits, is_additive, is_player, kind_of, some};
use crate::{
    Act, Body, BodyId, ChoiceFilter, ChoiceKind, Env, ExprId, GrantUntil, Opening, ProcedureId,
    Slot, Target, Ty, Wanted,
};

/// Acts of bodies, each by itself; what stands in their locals is checked with the owners of the bodies.
pub(super) fn bodies_are_sound(report: &mut Report<'_>) {
    for (id, body) in report.program.bodies.iter() {
        if report.is_full() {
            return;
        }
        let end = body.acts.len();
        let scope = Scope::open(Owner::Body(id), body.env);
        for act in &body.acts {
            jumps_inside(report, id, act, end);
            slots_exist(report, &scope, act);
            Acting { report, owner: Owner::Body(id) }.check(act);
        }
    }
}

/// A body that runs another is never run by it.
pub(super) fn runs_do_not_nest_without_end(report: &mut Report<'_>) {
    let program = report.program;
    // 0: not seen, 1: being followed, 2: done.
    let mut marks = vec![0_u8; program.bodies.len()];
    for start in program.bodies.ids() {
        let mut path = vec![(start, 0)];
        while let Some((body, position)) = path.pop() {
            if position == 0 && mark(&mut marks, body, 1) == 2 {
                mark(&mut marks, body, 2);
                continue;
            }
            match program.bodies.at(body).acts.get(position) {
                None => {
                    mark(&mut marks, body, 2);
                }
                Some(act) => {
                    path.push((body, position + 1));
                    if let Act::Run { body: inner } = act {
                        match marks.get(inner.0 as usize) {
                            Some(0) => path.push((*inner, 0)),
                            Some(1) => {
                                report.of(Owner::Body(*inner), FaultKind::Cycle, "it runs itself")
                            }
                            Some(_) | None => {}
                        }
                    }
                }
            }
        }
    }
}

/// Sets a mark and gives the one before.
fn mark(marks: &mut [u8], body: BodyId, mark: u8) -> u8 {
    marks.get_mut(body.0 as usize).map_or(2, |it| std::mem::replace(it, mark))
}

fn jumps_inside(report: &mut Report<'_>, id: BodyId, act: &Act, end: usize) {
    let target = match act {
        Act::Jump(to) | Act::JumpUnless { to, .. } => *to,
        Act::Next { done, .. } => *done,
        Act::Try { other } => *other,
        _ => return,
    };
    if target as usize > end {
        let message = format!("a jump goes to act {target} of {end}");
        report.of(Owner::Body(id), FaultKind::Act, message);
    }
}

/// The slots that an act names by number, with the types that they must be able to hold.
fn slots_exist(report: &mut Report<'_>, scope: &Scope, act: &Act) {
    let cursor = Ty::List(Box::new(Ty::Int));
    match act {
        Act::Set { target: Target::Local(slot), value } => {
            scope.check_slot(report, *slot, of(report, *value))
        }
        Act::Forget(slots) => slots.iter().for_each(|slot| {
            let ty = shape(*slot);
            scope.check_slot(report, *slot, &ty);
        }),
        Act::Roll { slot, .. } => scope.check_slot(report, Slot::Wide(*slot), &cursor),
        Act::Draw { slot, of: set } => {
            scope.check_slot(report, Slot::Scalar(*slot), &drawn(report, *set))
        }
        Act::Reroll { slot, face, .. } | Act::Change { slot, face, .. } => {
            scope.check_slot(report, Slot::Wide(*slot), &cursor);
            scope.check_slot(report, Slot::Scalar(*face), &Ty::Int);
        }
        Act::Plan { slot, .. } | Act::Follow { cursor: slot } => {
            scope.check_slot(report, Slot::Wide(*slot), &plan());
        }
        Act::Iterate { cursor: slot, .. } => scope.check_slot(report, Slot::Wide(*slot), &cursor),
        Act::Next { cursor: slot, item, .. } => {
            scope.check_slot(report, Slot::Wide(*slot), &cursor);
            scope.check_slot(report, *item, &shape(*item));
        }
        Act::Bound { left, .. } | Act::Tick { left } => {
            scope.check_slot(report, Slot::Scalar(*left), &Ty::Int);
        }
        Act::Create { slot, kind } => {
            scope.check_slot(report, Slot::Scalar(*slot), &Ty::Entity(*kind));
        }
        Act::Call { procedure, result: Some(slot), .. } => {
            if let Some(ty) = &report.program.procedures.at(*procedure).result {
                scope.check_slot(report, *slot, ty);
            }
        }
        Act::Choose { kind, slot, .. } => {
            scope.check_slot(report, *slot, &chosen(report, kind));
            if let Some(filter) = filter(kind) {
                scope.check_slot(report, Slot::Scalar(filter.slot), &Ty::Int);
            }
            if let ChoiceKind::Place { slot, .. } = kind {
                scope.check_slot(report, Slot::Wide(*slot), &Ty::Place);
            }
        }
        _ => {}
    }
}

/// The type of what a search for manoeuvres gives.
fn plan() -> Ty {
    Ty::Optional(Box::new(Ty::Plan))
}

/// The type of what is drawn from a set.
fn drawn(report: &Report<'_>, set: ExprId) -> Ty {
    Ty::Optional(Box::new(of(report, set).element().unwrap_or(Ty::Int)))
}

/// A type of the shape that a slot holds.
pub(super) fn shape(slot: Slot) -> Ty {
    match slot {
        Slot::Scalar(_) => Ty::Int,
        Slot::Wide(_) => Ty::List(Box::new(Ty::Int)),
    }
}

fn filter(kind: &ChoiceKind) -> Option<&ChoiceFilter> {
    match kind {
        ChoiceKind::One { filter, .. } | ChoiceKind::Some { filter, .. } => filter.as_ref(),
        _ => None,
    }
}

/// The type of what a choice puts into its slot.
fn chosen(report: &Report<'_>, kind: &ChoiceKind) -> Ty {
    let element = |set: ExprId| of(report, set).element().unwrap_or(Ty::Int);
    match kind {
        ChoiceKind::One { of: set, none: None, .. } => element(*set),
        ChoiceKind::One { of: set, none: Some(_), .. } => {
            Ty::Optional(Box::new(some(&element(*set)).clone()))
        }
        ChoiceKind::Some { of: set, .. } => of(report, *set).clone(),
        ChoiceKind::Order { of: set } => Ty::List(Box::new(element(*set))),
        ChoiceKind::Number { .. } => Ty::Int,
        ChoiceKind::Place { none: None, .. } => Ty::Place,
        ChoiceKind::Place { none: Some(_), .. } => Ty::Optional(Box::new(Ty::Place)),
        ChoiceKind::Whether { .. } => Ty::Bool,
        ChoiceKind::Split { .. } => Ty::List(Box::new(Ty::Int)),
    }
}

/// The check of one act.
struct Acting<'r, 'p> {
    report: &'r mut Report<'p>,
    owner: Owner,
}

impl Acting<'_, '_> {
    fn check(&mut self, act: &Act) {
        match act {
            Act::Set { target, value } => self.set(target, *value),
            Act::JumpUnless { when, .. } => self.condition(Some(*when)),
            Act::Roll { count, .. } => self.wants(*count, &Ty::Int, "the number of dice"),
            Act::Draw { of: set, .. } => self.draw(*set),
            Act::Reroll { when, upto, by, .. } => {
                self.condition(*when);
                self.number(*upto);
                self.player(*by);
            }
            Act::Change { die, when, upto, to, .. } => {
                self.condition(*when);
                self.number(*upto);
                let face = *of(self.report, *to) == Ty::Face(*die);
                self.ensure(face, "dice are turned to what is no face of theirs");
            }
            Act::Iterate { of, .. } => self.wide(*of),
            Act::Next { item, when, ordered_by, .. } => {
                let asked = ordered_by.is_none() || matches!(item, Slot::Scalar(_));
                self.ensure(asked, "a player is asked which of several wide values comes next");
                self.condition(*when);
                self.player(*ordered_by);
            }
            Act::Bound { at_most, .. } => self.wants(*at_most, &Ty::Int, "the bound"),
            Act::Call { procedure, args, result } => {
                let procedure = self.report.program.procedures.at(*procedure);
                arguments(self.report, self.owner, &procedure.params, args);
                let given = result.is_none() || procedure.result.is_some();
                self.ensure(given, "a result is taken from a procedure that gives none");
            }
            Act::Grant { ability, args, to, until } => self.grant(*ability, args, *to, until),
            Act::Remove { ability, from } => self.bearer(*ability, *from),
            Act::Join { .. } | Act::Part { .. } => self.tie(act),
            Act::Create { kind, .. } => {
                let fleeting = self.report.program.kinds.at(*kind).fleeting;
                self.ensure(fleeting, "it makes a thing of a kind that is not fleeting");
            }
            Act::Leave { of } => self.entity(*of),
            Act::TakeForm { of, form } => {
                self.entity(*of);
                self.scalar(*form);
            }
            Act::Choose { who, kind, .. } => {
                self.player(Some(*who));
                self.choice(kind);
            }
            Act::Plan { .. } => self.plan(act),
            Act::Open(Opening { to, at_most, .. }) => {
                let players = of(self.report, *to);
                let program = self.report.program;
                let element = players.element();
                let fits = is_player(program, element.as_ref().unwrap_or(players));
                self.ensure(fits, "a window is opened to what is no player");
                self.number(*at_most);
            }
            Act::Require { holds, .. } | Act::Expect { holds, .. } => self.condition(Some(*holds)),
            Act::EndBattle { winner, .. } => self.player(*winner),
            Act::Run { body } => {
                let Owner::Body(own) = self.owner else { return };
                let program = self.report.program;
                let (outer, inner) = (program.bodies.at(own).env, program.bodies.at(*body).env);
                let room = covers(outer, inner);
                let message = format!("it runs a body of {} in {}", size(inner), size(outer));
                self.report.require(room, self.owner, FaultKind::Slot, &message);
            }
            Act::Forget(_)
            | Act::Jump(_)
            | Act::Tick { .. }
            | Act::CallStep { .. }
            | Act::Proceed
            | Act::EndStep
            | Act::Finish { .. }
            | Act::Say { .. }
            | Act::Try { .. }
            | Act::EndTry
            | Act::Follow { .. } => {}
        }
    }

    fn plan(&mut self, act: &Act) {
        let Act::Plan { who, towards, until, at_most, .. } = act else { return };
        self.takes(Wanted::Piece, *who, "a plan is made for what does not stand on a board");
        if let Some(towards) = towards {
            self.takes(Wanted::Shape, *towards, "a plan makes for what has no shape");
        }
        self.condition(Some(*until));
        self.number(Some(*at_most));
    }

    fn takes(&mut self, wanted: Wanted, value: ExprId, what: &str) {
        let fits = wanted.takes(self.report.program, of(self.report, value));
        self.ensure(fits, what);
    }

    fn draw(&mut self, set: ExprId) {
        let fits = matches!(
            of(self.report, set),
            Ty::Set(item) | Ty::List(item) if matches!(**item, Ty::Entity(_) | Ty::Member(_))
        );
        self.ensure(fits, "it draws from what is no set of things");
    }

    fn set(&mut self, target: &Target, value: ExprId) {
        let program = self.report.program;
        match target {
            // The frame's slots have no types of their own; the shape was checked with the slots.
            Target::Local(_) => {}
            Target::Field { of: whose, field } => {
                let field = program.fields.at(*field);
                self.of_kind(*whose, field.kind);
                self.wants(value, &field.ty, "what is written");
            }
            Target::TieField { tie, of: whose, other, field } => {
                self.entity(*whose);
                self.entity(*other);
                match program.ties.at(*tie).fields.get(usize::from(*field)) {
                    Some(field) => self.wants(value, &field.ty, "what is written"),
                    None => self.ensure(false, "it writes a field that the tie does not have"),
                }
            }
        }
    }

    fn grant(
        &mut self,
        ability: crate::AbilityId,
        args: &[ExprId],
        to: ExprId,
        until: &GrantUntil,
    ) {
        let params = &self.report.program.abilities.at(ability).params;
        arguments(self.report, self.owner, params, args);
        self.bearer(ability, to);
        if let GrantUntil::Moment { whose, .. } = until {
            self.player(*whose);
        }
    }

    fn tie(&mut self, act: &Act) {
        match act {
            Act::Join { tie, left, right, shared, of_left, of_right } => {
                let tie = self.report.program.ties.at(*tie);
                self.of_kind(*left, tie.left);
                self.of_kind(*right, tie.right);
                let once: Vec<_> = tie.fields.iter().filter(|it| !it.each).collect();
                let each: Vec<_> = tie.fields.iter().filter(|it| it.each).collect();
                for (values, fields) in [(shared, &once), (of_left, &each), (of_right, &each)] {
                    let all = values.len() == fields.len();
                    self.ensure(
                        all,
                        "a tie is joined with another number of values than it has fields",
                    );
                    for (value, field) in values.iter().zip(fields) {
                        self.wants(*value, &field.ty, "a field of the tie");
                    }
                }
            }
            Act::Part { left, right, .. } => {
                self.entity(*left);
                right.iter().for_each(|right| self.entity(*right));
            }
            _ => {}
        }
    }

    fn choice(&mut self, kind: &ChoiceKind) {
        match kind {
            ChoiceKind::One { of, none, .. } => {
                self.wide(*of);
                self.condition(*none);
            }
            ChoiceKind::Some { of, low, high, .. } => {
                self.wide(*of);
                self.number(Some(*low));
                self.number(Some(*high));
            }
            ChoiceKind::Order { of } => self.wide(*of),
            ChoiceKind::Number { low, high } => {
                self.number(Some(*low));
                self.number(Some(*high));
            }
            ChoiceKind::Whether { .. } => {}
            ChoiceKind::Place { who, within, facing, when, least, none, .. } => {
                let takes = |wanted: Wanted, part: ExprId| {
                    wanted.takes(self.report.program, of(self.report, part))
                };
                let sound = takes(Wanted::Piece, *who)
                    && takes(Wanted::Ground, *within)
                    && facing.is_none_or(|facing| takes(Wanted::Angle, facing));
                self.ensure(sound, "a place is chosen for what is no piece, or in no region");
                self.condition(*when);
                self.condition(*none);
                least.iter().for_each(|least| self.scalar(*least));
            }
            ChoiceKind::Split { total, of } => {
                self.number(Some(*total));
                self.wide(*of);
            }
        }
        let Some(filter) = filter(kind) else { return };
        self.condition(filter.when);
        if let Some((least, within)) = filter.least {
            self.scalar(least);
            let distance = within.is_none_or(|within| {
                is_additive(some(of(self.report, within)))
                    && fits(self.report.program, of(self.report, within), of(self.report, least))
            });
            self.ensure(distance, "`within` is no distance of what is compared");
        }
    }

    fn wants(&mut self, expr: ExprId, want: &Ty, what: &str) {
        wants(self.report, self.owner, expr, want, what);
    }

    fn ensure(&mut self, holds: bool, message: &str) {
        self.report.require(holds, self.owner, FaultKind::Type, message);
    }

    fn condition(&mut self, when: Option<ExprId>) {
        when.iter().for_each(|when| self.wants(*when, &Ty::Bool, "a condition"));
    }

    fn number(&mut self, number: Option<ExprId>) {
        number.iter().for_each(|number| self.wants(*number, &Ty::Int, "a number"));
    }

    fn player(&mut self, who: Option<ExprId>) {
        let program = self.report.program;
        let fits = who.is_none_or(|who| is_player(program, some(of(self.report, who))));
        self.ensure(fits, "what is asked or named is no player");
    }

    fn wide(&mut self, items: ExprId) {
        let wide = of(self.report, items).is_wide();
        self.ensure(wide, "what is gone through or chosen from is no list, set or pool");
    }

    fn scalar(&mut self, value: ExprId) {
        let scalar = !of(self.report, value).is_wide();
        self.ensure(scalar, "a list stands for one value");
    }

    fn entity(&mut self, who: ExprId) {
        let thing = kind_of(of(self.report, who)).is_some();
        self.ensure(thing, "what is acted on is no entity");
    }

    fn bearer(&mut self, ability: crate::AbilityId, who: ExprId) {
        let kind = self.report.program.abilities.at(ability).kind;
        self.of_kind(who, kind);
    }

    fn of_kind(&mut self, who: ExprId, kind: crate::KindId) {
        let program = self.report.program;
        let fits = kind_of(of(self.report, who))
            .is_some_and(|is| fits(program, &Ty::Entity(is), &Ty::Entity(kind)));
        self.ensure(fits, "what is acted on is of another kind");
    }
}

/// Where a body runs.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The procedure whose steps `CallStep` names, if any.
    pub procedure: Option<ProcedureId>,
    /// Whether there is something to proceed with.
    pub replaces: bool,
    /// Whether the body is of a step of the procedure, so that `finish` ends that with its result.
    pub is_step: bool,
}

/// All bodies that run as part of this one.
pub(super) fn with_inner(report: &Report<'_>, body: BodyId) -> Vec<BodyId> {
    let mut found = vec![body];
    let mut next = 0;
    while let Some(body) = found.get(next) {
        let acts = &report.program.bodies.at(*body).acts;
        let inner = acts.iter().filter_map(|act| match act {
            Act::Run { body } => Some(*body),
            _ => None,
        });
        let fresh: Vec<BodyId> = inner.filter(|body| !found.contains(body)).collect();
        found.extend(fresh);
        next += 1;
    }
    found
}

/// The acts of a body, and of those that it runs, can stand where it runs, in a frame with room for it.
pub(super) fn body_fits(
    report: &mut Report<'_>,
    owner: Owner,
    body: BodyId,
    frame: Env,
    place: Place,
) {
    let program = report.program;
    let env = program.bodies.at(body).env;
    if !covers(frame, env) {
        let message = format!("its body wants {}, its frame has {}", size(env), size(frame));
        report.of(owner, FaultKind::Slot, message);
    }
    for body in with_inner(report, body) {
        for act in &program.bodies.at(body).acts {
            act_can_stand(report, owner, act, place);
        }
    }
}

fn act_can_stand(report: &mut Report<'_>, owner: Owner, act: &Act, place: Place) {
    let procedure = place.procedure.map(|id| report.program.procedures.at(id));
    match act {
        Act::Proceed => report.require(
            place.replaces,
            owner,
            FaultKind::Act,
            "it proceeds where nothing was replaced",
        ),
        Act::CallStep { step } => {
            let called = procedure.and_then(|it| it.steps.get(usize::from(*step)));
            let called = called.is_some_and(|step| step.called);
            report.require(called, owner, FaultKind::Act, "it calls a step that cannot be called");
        }
        Act::Finish { result } if place.is_step => {
            let wanted = procedure.and_then(|it| it.result.as_ref());
            match (result, wanted) {
                (Some(result), Some(wanted)) => wants(report, owner, *result, wanted, "its result"),
                (Some(_), None) => {
                    report.of(owner, FaultKind::Type, "it gives a result that nobody takes");
                }
                (None, _) => {}
            }
        }
        _ => {}
    }
}

/// Puts into the scope what the acts of the bodies write.
pub(super) fn write(report: &Report<'_>, scope: &mut Scope, bodies: &[BodyId]) {
    let program = report.program;
    let acts = || bodies.iter().flat_map(|body| &program.bodies.at(*body).acts);
    for act in acts() {
        match act {
            Act::Set { target: Target::Local(slot), value } => {
                scope.set(*slot, of(report, *value).clone())
            }
            Act::Roll { slot, die, .. } => scope.set(Slot::Wide(*slot), Ty::Pool(*die)),
            Act::Draw { slot, of: set } => scope.set(Slot::Scalar(*slot), drawn(report, *set)),
            Act::Plan { slot, .. } => scope.set(Slot::Wide(*slot), plan()),
            Act::Iterate { cursor, of: items } => {
                scope.set(Slot::Wide(*cursor), of(report, *items).clone());
            }
            Act::Bound { left, .. } => scope.set(Slot::Scalar(*left), Ty::Int),
            Act::Call { procedure, result: Some(slot), .. } => {
                if let Some(ty) = &program.procedures.at(*procedure).result {
                    scope.set(*slot, ty.clone());
                }
            }
            Act::Create { kind, slot } => scope.set(Slot::Scalar(*slot), Ty::Entity(*kind)),
            Act::Choose { kind, slot, .. } => {
                scope.set(*slot, chosen(report, kind));
                if let ChoiceKind::Place { slot, .. } = kind {
                    scope.set(Slot::Wide(*slot), Ty::Place);
                }
                if let (
                    Some(filter),
                    ChoiceKind::One { of: set, .. } | ChoiceKind::Some { of: set, .. },
                ) = (filter(kind), kind)
                {
                    let element = of(report, *set).element().unwrap_or(Ty::Int);
                    scope.set(Slot::Scalar(filter.slot), element);
                }
            }
            _ => {}
        }
    }
    // What is taken out of cursors and pools, once it is known what stands in them.
    for act in acts() {
        let (wide, item) = match act {
            Act::Next { cursor, item, .. } => (*cursor, *item),
            Act::Reroll { die, face, .. } | Act::Change { die, face, .. } => {
                scope.set(Slot::Scalar(*face), Ty::Face(*die));
                continue;
            }
            _ => continue,
        };
        let elements: Vec<Ty> =
            scope.types(Slot::Wide(wide)).iter().filter_map(Ty::element).collect();
        elements.into_iter().for_each(|ty| scope.set(item, ty));
    }
}

/// Dice that are thrown again or turned are those of the pool they lie in, where it is known what lies there.
pub(super) fn pools_fit(report: &mut Report<'_>, scope: &Scope, bodies: &[BodyId]) {
    let program = report.program;
    for body in bodies.iter().map(|body| program.bodies.at(*body)) {
        for (act, span) in body.acts.iter().zip(&body.spans) {
            let (Act::Reroll { slot, die, .. } | Act::Change { slot, die, .. }) = act else {
                continue;
            };
            let known = scope.types(Slot::Wide(*slot));
            let pool = Ty::Pool(*die);
            if !known.is_empty() && !known.contains(&pool) {
                let message = format!("{} is changed where another pool lies", report.ty(&pool));
                report.fault(FaultKind::Type, Some(*span), message);
            }
        }
    }
}

/// All expressions of the bodies.
pub(super) fn exprs(report: &Report<'_>, bodies: &[BodyId]) -> Vec<ExprId> {
    let acts = |body: &BodyId| -> &Body { report.program.bodies.at(*body) };
    bodies.iter().flat_map(|body| roots(acts(body))).collect()
}
