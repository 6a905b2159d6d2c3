//! Operands of forms: each is what the row of its form asks for.

use super::report::{FaultKind, Owner, Report};
use super::types::{
    comparable, fits, is_additive, is_measure, is_player, kind_of, seats, slot_fits, some,
};
use crate::{
    About, DieId, ExprId, Holds, KindId, Operand, OperandSign, Program, Slot, Ty, Want, Within,
};

/// The check of one form and its parts.
pub(super) struct Typing<'r, 'p> {
    pub report: &'r mut Report<'p>,
    pub program: &'p Program,
    pub owner: Owner,
}

impl<'p> Typing<'_, 'p> {
    /// An operand is what its row asks for.
    pub(super) fn operand(&mut self, at: &Within<'_, '_>, sign: &OperandSign, it: &Operand<'_>) {
        let what = Named(sign.about);
        match it {
            Operand::Expr(part) => self.wanted(at, *part, sign.want, what),
            Operand::Exprs(parts) => match sign.want {
                Want::Args => self.args(at, parts),
                Want::ArgsOrNone if !parts.is_empty() => self.args(at, parts),
                _ => {}
            },
            Operand::Number(number) if matches!(sign.want, Want::Position | Want::Ruling) => {
                let position = usize::try_from(*number).unwrap_or(usize::MAX);
                let known = match sign.want {
                    Want::Ruling => position < self.program.rulings.len(),
                    _ => self.about(at).is_some_and(|it| position < it.parts.len()),
                };
                if !known {
                    self.fault(FaultKind::Type, format!("{what}: there is no number {number}"));
                }
            }
            Operand::Slot(_) | Operand::Slots(_) | Operand::Number(_) => {
                let Some(holds) = sign.want.holds() else { return };
                for slot in it.slots(sign.want) {
                    if let Some(ty) = held(self.program, at, holds) {
                        self.slot_holds(slot, &ty);
                    }
                }
            }
            _ => {}
        }
    }

    /// A part is what is asked of it.
    pub(super) fn wanted(
        &mut self,
        at: &Within<'_, '_>,
        part: ExprId,
        want: Want,
        what: Named<'_>,
    ) {
        let program = self.program;
        let ty = self.of(part);
        let other = |name| ty_of(program, at, name);
        let (holds, wanted) = match want {
            Want::Bool => return self.wants(part, &Ty::Bool, what),
            Want::Int => return self.wants(part, &Ty::Int, what),
            Want::Ratio => return self.wants(part, &Ty::Ratio, what),
            Want::Length => return self.wants(part, &Ty::Length, what),
            Want::Value => match self.about(at).and_then(|it| it.ty) {
                Some(ty) => return self.wants(part, ty, what),
                None => return,
            },
            Want::Same(name) => match other(name) {
                Some(ty) => return self.wants(part, ty, what),
                None => return,
            },
            Want::Additive => (is_additive(ty), "a number or a measure"),
            Want::Measure => (is_measure(ty), "a measure"),
            Want::Ordered => {
                (!ty.is_wide() && *some(ty) != Ty::Ratio, "a scalar that its cell orders")
            }
            Want::NumberedFace => (numbered(program, ty), "a face of a die that has numbers only"),
            Want::One => (!ty.is_wide() || some(ty).is_space(), "one value"),
            Want::Scalar => (!ty.is_wide(), "a scalar"),
            Want::Wide => (ty.is_wide(), "a list, set or pool"),
            Want::Thing => (kind_of(ty).is_some(), "an entity"),
            Want::Player | Want::Chooser => (is_player(program, some(ty)), "a player"),
            Want::Players => {
                let element = ty.element();
                (is_player(program, element.as_ref().unwrap_or(ty)), "a player")
            }
            Want::Space(wanted) => {
                let wants = format!("{wanted:?}");
                return self.ensure(wanted.takes(program, ty), part, what, &wants);
            }
            Want::Bearer => match self.about(at).and_then(|it| it.kind) {
                Some(kind) => return self.of_kind(part, kind, what),
                None => return,
            },
            Want::End => {
                let ends = self.about(at).map(|it| it.ends).unwrap_or_default();
                (kind_of(ty).is_some_and(|kind| ends.contains(&kind)), "what the tie joins")
            }
            Want::Like(name) => {
                (other(name).is_none_or(|other| comparable(program, ty, other)), "the like")
            }
            Want::ItemOf(name) => {
                let element = other(name).and_then(Ty::element);
                (element.is_none_or(|it| comparable(program, ty, &it)), "an item of the list")
            }
            Want::Apart(name) => {
                let measure = is_additive(some(ty));
                let alike = other(name).is_none_or(|other| fits(program, ty, other));
                (measure && alike, "a distance of what is compared")
            }
            _ => return,
        };
        self.ensure(holds, part, what, wanted);
    }

    /// Arguments are as many as the declared thing takes, and of its types.
    fn args(&mut self, at: &Within<'_, '_>, args: &[ExprId]) {
        let parts = self.about(at).map(|it| it.parts).unwrap_or_default();
        self.count(args.len(), parts.len());
        for (arg, (name, ty)) in args.iter().zip(parts) {
            let what = format!("argument `{}`", self.report.text(name));
            self.wants(*arg, ty, Named(&what));
        }
    }

    fn count(&mut self, given: usize, wanted: usize) {
        if given != wanted {
            let message = format!("{given} arguments are given where {wanted} are needed");
            self.fault(FaultKind::Type, message);
        }
    }

    /// What is known of the declared thing of a row.
    pub(super) fn about(&self, at: &Within<'_, '_>) -> Option<About<'p>> {
        at.declared()?.about(self.program)
    }

    /// The declared type of a part.
    pub(super) fn of(&self, id: ExprId) -> &'p Ty {
        self.program.types.get(id.0 as usize).unwrap_or(&Ty::Bool)
    }

    pub(super) fn fault(&mut self, kind: FaultKind, message: impl std::fmt::Display) {
        self.report.of(self.owner, kind, message);
    }

    /// The part is of a type.
    pub(super) fn wants(&mut self, part: ExprId, want: &Ty, what: Named<'_>) {
        if !fits(self.program, self.of(part), want) {
            let want = self.report.ty(want);
            self.ensure(false, part, what, &want);
        }
    }

    /// The part is as said.
    pub(super) fn ensure(&mut self, holds: bool, part: ExprId, what: Named<'_>, want: &str) {
        if !holds {
            let is = self.report.ty(self.of(part));
            self.fault(FaultKind::Type, format!("{what} is {is} where {want} is needed"));
        }
    }

    /// The part is of a kind.
    pub(super) fn of_kind(&mut self, part: ExprId, kind: KindId, what: Named<'_>) {
        let seat = seats(self.program, kind);
        let is = kind_of(self.of(part))
            .is_some_and(|is| is == kind || (seat && seats(self.program, is)));
        let want = self.report.ty(&Ty::Entity(kind));
        self.ensure(is, part, what, &want);
    }

    /// The slot can hold the type.
    pub(super) fn slot_holds(&mut self, slot: Slot, ty: &Ty) {
        if !slot_fits(slot, ty) {
            let ty = self.report.ty(ty);
            self.fault(FaultKind::Slot, format!("{slot:?} cannot hold a value of type {ty}"));
        }
    }
}

/// What messages call an operand: what its row says of it, within a sentence.
#[derive(Clone, Copy)]
pub(super) struct Named<'a>(pub &'a str);

impl std::fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words = self.0.trim().trim_end_matches('.');
        let words = words.split_once(['.', ':', ';']).map_or(words, |(words, _)| words);
        let mut rest = words.chars();
        let first = rest.next().into_iter().flat_map(char::to_lowercase);
        write!(f, "{}{}", first.collect::<String>(), rest.as_str())
    }
}

fn numbered(program: &Program, ty: &Ty) -> bool {
    let die = match ty {
        Ty::Face(die) => program.dice.get(*die),
        _ => None,
    };
    die.is_some_and(|die| die.faces.iter().all(|it| it.value.is_some()))
}

/// The type of an operand that is an expression.
fn ty_of<'p>(program: &'p Program, at: &Within<'_, '_>, name: &str) -> Option<&'p Ty> {
    match at.operand(name)?.1 {
        Operand::Expr(id) => program.types.get(id.0 as usize),
        _ => None,
    }
}

/// The type of what a local holds, as far as the row alone says it.
pub(super) fn held(program: &Program, at: &Within<'_, '_>, holds: Holds) -> Option<Ty> {
    let of = |name| ty_of(program, at, name);
    let number = || at.declared().map(|it| it.number());
    match holds {
        Holds::Operand(name) | Holds::Cell(name) | Holds::Items(name) => of(name).cloned(),
        Holds::Some(name) => of(name).map(|ty| some(ty).clone()),
        Holds::Item(name) => of(name)?.element(),
        Holds::Drawn(name) => Some(Ty::Optional(Box::new(of(name)?.element()?))),
        Holds::Result => at.declared()?.about(program)?.ty.cloned(),
        Holds::Pool => Some(Ty::Pool(DieId(number()?))),
        Holds::Face => Some(Ty::Face(DieId(number()?))),
        Holds::Entity => Some(Ty::Entity(KindId(number()?))),
        Holds::Int => Some(Ty::Int),
        Holds::Length => Some(Ty::Length),
        Holds::Place => Some(Ty::Place),
        Holds::Plan => Some(Ty::Optional(Box::new(Ty::Plan))),
        Holds::Chosen | Holds::Next(_) | Holds::Rest | Holds::Nothing => None,
    }
}
