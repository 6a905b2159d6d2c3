//! Bodies of acts: jumps stay inside, slots exist and hold what is put into them, each act can stand where it stands.

use super::operands::{Named, Typing, held};
use super::report::{FaultKind, Owner, Report};
use super::rules::of;
use super::scope::Scope;
use super::types::some;
use crate::{Act, ChoiceKind, ExprId, KindBase, Slot, Target, Tie, Ty, Want, Within, each_operand};

/// Acts of bodies, each by itself; what stands in their locals is checked with the owners of the bodies.
pub(super) fn bodies_are_sound(report: &mut Report<'_>) {
    for (id, body) in report.program.bodies.iter() {
        if report.is_full() {
            return;
        }
        let end = body.acts.len();
        let scope = Scope::open(Owner::Body(id), body.env);
        for act in &body.acts {
            if let Some(to) = act.jump().filter(|to| *to as usize > end) {
                let message = format!("a jump goes to act {to} of {end}");
                report.of(Owner::Body(id), FaultKind::Act, message);
            }
            for (slot, _, ty) in slots(report, act) {
                scope.check_slot(report, slot, &ty.unwrap_or_else(|| shape(slot)));
            }
            let mut typing = Typing { program: report.program, report, owner: Owner::Body(id) };
            each_operand(act, &mut |at, sign, operand| {
                // Slots were checked with the frame.
                if operand.slots(sign.want).is_empty() {
                    typing.operand(at, sign, operand);
                }
            });
            typing.own_rule(act);
        }
    }
}

/// The slots that an act names, with what it does with each and the type of what that holds, where the act says it.
pub(super) fn slots(report: &Report<'_>, act: &Act) -> Vec<(Slot, Want, Option<Ty>)> {
    let program = report.program;
    let mut found = Vec::new();
    each_operand(act, &mut |at, sign, operand| {
        let Some(holds) = sign.want.holds() else { return };
        let ty = match act {
            Act::Choose { kind, .. } if sign.want == Want::Sets(crate::Holds::Chosen) => {
                Some(chosen(report, kind))
            }
            _ => held(program, at, holds),
        };
        let slots = operand.slots(sign.want).into_iter();
        found.extend(slots.map(|slot| (slot, sign.want, ty.clone())));
    });
    found
}

impl<'p> Typing<'_, 'p> {
    /// The rules of acts that no row can say.
    fn own_rule(&mut self, act: &'p Act) {
        let program = self.program;
        match act {
            Act::Set { target, value } => self.written(target, *value),
            Act::Draw { of: set, .. } => {
                let things = matches!(
                    self.of(*set),
                    Ty::Set(item) | Ty::List(item) if matches!(**item, Ty::Entity(_) | Ty::Member(_))
                );
                self.require(things, "it draws from what is no set of things");
            }
            Act::Change { die, to, .. } => {
                let face = *self.of(*to) == Ty::Face(*die);
                self.require(face, "dice are turned to what is no face of theirs");
            }
            Act::Next { item, ordered_by, .. } => {
                let asked = ordered_by.is_none() || matches!(item, Slot::Scalar(_));
                self.require(asked, "a player is asked which of several wide values comes next");
            }
            Act::Call { procedure, result, .. } => {
                let given = result.is_none() || program.procedures.at(*procedure).result.is_some();
                self.require(given, "a result is taken from a procedure that gives none");
            }
            Act::Join { tie, left, right, shared, of_left, of_right } => {
                let tie = program.ties.at(*tie);
                self.of_kind(*left, tie.left, Named("one end"));
                self.of_kind(*right, tie.right, Named("the other end"));
                self.fields(tie, false, shared);
                self.fields(tie, true, of_left);
                self.fields(tie, true, of_right);
            }
            Act::Create { kind, owner, .. } => {
                let kind = program.kinds.at(*kind);
                self.require(kind.fleeting, "it makes a thing of a kind that is not fleeting");
                let owned = kind.base == KindBase::Piece;
                self.require(owned == owner.is_some(), "pieces alone belong to a player");
            }
            _ => {}
        }
    }

    fn written(&mut self, target: &Target, value: ExprId) {
        let at = Within { form: target, outer: None };
        let about = self.about(&at);
        let ty = match target {
            // The frame's slots have no types of their own; the shape was checked with the slots.
            Target::Local(_) => None,
            Target::Field { .. } => about.and_then(|it| it.ty),
            Target::TieField { field, .. } => {
                about.and_then(|it| it.parts.get(usize::from(*field)).map(|(_, ty)| *ty))
            }
        };
        ty.into_iter().for_each(|ty| self.wants(value, ty, Named("what is written")));
    }

    /// Values for the fields of a tie that each end has, or for those that the pair has once.
    fn fields(&mut self, tie: &Tie, each: bool, values: &[ExprId]) {
        let fields: Vec<_> = tie.fields.iter().filter(|it| it.each == each).collect();
        let all = values.len() == fields.len();
        self.require(all, "a tie is joined with another number of values than it has fields");
        for (value, field) in values.iter().zip(fields) {
            self.wants(*value, &field.ty, Named("a field of the tie"));
        }
    }

    fn require(&mut self, holds: bool, message: &str) {
        self.report.require(holds, self.owner, FaultKind::Type, message);
    }
}

/// A type of the shape that a slot holds.
pub(super) fn shape(slot: Slot) -> Ty {
    match slot {
        Slot::Scalar(_) => Ty::Int,
        Slot::Wide(_) => Ty::List(Box::new(Ty::Int)),
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
