//! Single acts: each is given what it wants.

use super::acts::filter;
use super::report::{FaultKind, Owner, Report};
use super::rules::{arguments, of, wants};
use super::scope::{covers, size};
use super::types::{fits, is_additive, is_player, kind_of, some};
use crate::{Act, ChoiceKind, ExprId, GrantUntil, Opening, Slot, Target, Ty, Wanted};

/// The check of one act.
pub(super) struct Acting<'r, 'p> {
    pub(super) report: &'r mut Report<'p>,
    pub(super) owner: Owner,
}

impl Acting<'_, '_> {
    pub(super) fn check(&mut self, act: &Act) {
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
