//! The type of each expression fits its form and its parts: what the rows say, and rules for what they cannot say.

use super::operands::{Named, Typing};
use super::report::{FaultKind, Owner, Report};
use super::types::{bad_cell, bad_cells, fits, is_additive, is_measure, is_player, some};
use crate::{
    Expr, ExprId, Form, Gives, KindBase, KindId, Operand, Quantifier, SpaceOp, Ty, Want, Within,
    each_operand,
};

/// Each expression gives what its type says.
pub(super) fn expressions_have_their_types(report: &mut Report<'_>) {
    let program = report.program;
    for ((id, expr), declared) in program.exprs.iter().zip(&program.types) {
        if report.is_full() {
            return;
        }
        let mut typing = Typing { report, program, owner: Owner::Expr(id) };
        each_operand(expr, &mut |at, sign, operand| typing.operand(at, sign, operand));
        let mut result = Result { typing, declared };
        result.gives_as_said(expr, expr.sign().facts.gives);
        result.own_rule(expr);
    }
}

/// The check of what one expression gives.
struct Result<'r, 'p> {
    typing: Typing<'r, 'p>,
    declared: &'p Ty,
}

impl<'p> Result<'_, 'p> {
    /// It gives what its row says.
    fn gives_as_said(&mut self, expr: &'p Expr, gives: Gives) {
        let at = Within { form: expr, outer: None };
        let program = self.typing.program;
        let kind = || expr.declared().map_or(KindId(u32::MAX), |it| KindId(it.number()));
        let part = |name| match expr.operand_named(name) {
            Some((_, Operand::Expr(id))) => program.types.get(id.0 as usize),
            _ => None,
        };
        match gives {
            Gives::Own => {}
            Gives::Bool => self.gives(&Ty::Bool),
            Gives::Int => self.gives(&Ty::Int),
            Gives::Ratio => self.gives(&Ty::Ratio),
            Gives::Text => self.gives(&Ty::Text),
            Gives::Route => self.gives(&Ty::Route),
            Gives::Of(names) => {
                names.iter().filter_map(|it| part(it)).for_each(|ty| self.gives(ty))
            }
            Gives::Otherwise => {
                part("of").into_iter().for_each(|ty| self.gives(some(ty)));
                part("other").into_iter().for_each(|ty| self.gives(ty));
            }
            Gives::Item(name) => {
                let element = part(name).and_then(Ty::element);
                element.iter().for_each(|ty| self.gives(some(ty)));
            }
            Gives::Declared => {
                let ty = self.typing.about(&at).and_then(|it| it.ty);
                ty.into_iter().for_each(|ty| self.gives(ty));
            }
            Gives::Position => {
                let about = self.typing.about(&at);
                let mut position = None;
                expr.operands(&mut |sign, operand| {
                    if let (Want::Position, Operand::Number(number)) = (sign.want, operand) {
                        position = usize::try_from(number).ok();
                    }
                });
                let ty = about.and_then(|it| it.parts.get(position?).map(|(_, ty)| *ty));
                ty.into_iter().for_each(|ty| self.gives(some(ty)));
            }
            Gives::Entity => self.gives(&Ty::Entity(kind())),
            Gives::Entities => self.gives(&Ty::Set(Box::new(Ty::Entity(kind())))),
            Gives::Members => self.gives(&Ty::List(Box::new(Ty::Member(kind())))),
            Gives::Ints => self.gives(&Ty::List(Box::new(Ty::Int))),
            Gives::Cells => {
                let cell = program.cell_kind().map_or(Ty::Int, Ty::Entity);
                self.gives(&Ty::List(Box::new(cell)));
            }
        }
    }

    /// The rules that no row can say.
    fn own_rule(&mut self, expr: &'p Expr) {
        let program = self.typing.program;
        match expr {
            Expr::Const(cell) => self.value(bad_cell(program, self.declared, *cell)),
            Expr::Wide(cells) => self.value(bad_cells(program, self.declared, cells)),
            Expr::Local(slot) => self.typing.slot_holds(*slot, self.declared),
            Expr::Items(items) => self.items(items),
            Expr::Only(kind) => {
                let battle = program.kinds.get(*kind).is_some_and(|it| it.base == KindBase::Battle);
                self.require(battle, "only the battle is one of its kind");
            }
            Expr::Map { value, .. } => {
                // A map over a set is sorted again where the type says that it gives a set.
                let of_type = matches!(self.declared, Ty::List(item) | Ty::Set(item)
                    if fits(program, self.typing.of(*value), item));
                self.require(of_type, "its items are not of the type that it says");
            }
            Expr::Quantified { how, of, value, .. } => self.quantified(*how, *of, *value),
            Expr::ListOf(_) => {
                let named = *self.declared == Ty::Optional(Box::new(Ty::Text));
                self.require(named, "it gives a text or none, its type says otherwise");
            }
            Expr::OwnerOf(_) => {
                let player = is_player(program, some(self.declared));
                self.require(player, "it gives a player, its type says otherwise");
            }
            Expr::TeamOf(of) => {
                let of = self.typing.of(*of).clone();
                let players =
                    is_player(program, some(&of)) && is_player(program, some(self.declared));
                self.require(players, "it gives a player of a player, its types say otherwise");
            }
            Expr::Tied { tie, .. } => {
                let tie = program.ties.at(*tie);
                let others = [tie.left, tie.right].map(|kind| Ty::Set(Box::new(Ty::Entity(kind))));
                let joined = others.contains(self.declared);
                self.require(
                    joined,
                    "it gives a set of what the tie joins, its type says otherwise",
                );
            }
            Expr::AsOf { moment, .. } => {
                let remembered = program.moments.at(*moment).remembered;
                self.require(remembered, "it looks back to a moment that is not remembered");
            }
            Expr::Ruling(number) => {
                let ruling = program.rulings.get(usize::from(*number));
                ruling.into_iter().for_each(|ruling| self.gives(&ruling.ty));
            }
            Expr::Unary { op, of } => {
                let sides = op.sign().facts;
                self.sides(expr, sides.takes, &[*of]);
                self.gives_as_said(expr, sides.gives);
            }
            Expr::Binary { op, left, right } => {
                let sides = op.sign().facts;
                self.sides(expr, sides.takes, &[*left, *right]);
                self.gives_as_said(expr, sides.gives);
                if sides.gives == Gives::Own {
                    self.product(*left, *right);
                }
            }
            Expr::Space { op, args } => self.operation(*op, args),
            _ => {}
        }
    }

    /// The sides of an operator are what its row asks for.
    fn sides(&mut self, expr: &Expr, takes: &[Want], parts: &[ExprId]) {
        let at = Within { form: expr, outer: None };
        let names = ["the left side", "the right side"];
        for ((part, want), name) in parts.iter().zip(takes).zip(names) {
            let name = if parts.len() == 1 { "the value" } else { name };
            self.typing.wanted(&at, *part, *want, Named(name));
        }
    }

    /// A number times a number or a measure.
    fn product(&mut self, left: ExprId, right: ExprId) {
        let measured = is_measure(self.typing.of(right));
        let (factor, measure) = if measured { (left, right) } else { (right, left) };
        self.typing.wants(factor, &Ty::Int, Named("the factor"));
        let ty = self.typing.of(measure);
        let want = "a number or a measure";
        self.typing.ensure(is_additive(ty), measure, Named("the other side"), want);
        self.gives(ty);
    }

    /// The items of a list or set, or how many dice a pool has of each face.
    fn items(&mut self, items: &[ExprId]) {
        match (self.declared, self.declared.element()) {
            (Ty::Pool(die), _) => {
                let faces = self.typing.program.dice.get(*die).map_or(0, |die| die.faces.len());
                let counts = items.len();
                let message = format!("{counts} counts for a die of {faces} faces");
                self.require(faces == counts, &message);
                for item in items {
                    self.typing.wants(*item, &Ty::Int, Named("a count of dice"));
                }
            }
            (_, Some(element)) => {
                items.iter().for_each(|it| self.typing.wants(*it, &element, Named("an item")));
            }
            (_, None) => self.require(false, "it gives a list, its type says otherwise"),
        }
    }

    fn quantified(&mut self, how: Quantifier, of: ExprId, value: Option<ExprId>) {
        let element = self.typing.of(of).element().unwrap_or(Ty::Bool);
        let asked = value.map_or_else(|| element.clone(), |value| self.typing.of(value).clone());
        match how {
            Quantifier::Any | Quantifier::All => {
                if let Some(value) = value {
                    self.typing.wants(value, &Ty::Bool, Named("what is asked of each"));
                }
                self.gives(&Ty::Bool);
            }
            Quantifier::Count => self.gives(&Ty::Int),
            Quantifier::Sum => {
                let number = is_additive(&asked) || asked == Ty::Ratio;
                self.require(number, "what is added up is no number");
                self.gives(&asked);
            }
            Quantifier::Least | Quantifier::Most => {
                self.require(!asked.is_wide(), "what items are compared by is no scalar");
                self.gives(some(&element));
            }
            Quantifier::Lowest | Quantifier::Highest => {
                self.require(!asked.is_wide(), "what is compared is no scalar");
                self.gives(some(&asked));
            }
        }
    }

    fn operation(&mut self, op: SpaceOp, args: &[ExprId]) {
        let sign = op.sign();
        let (given, wanted) = (args.len(), sign.takes.len());
        let message = format!("`{}` takes {wanted} values and is given {given}", sign.name);
        self.require(given == wanted, &message);
        for (arg, wanted) in args.iter().zip(sign.takes) {
            let takes = wanted.takes(self.typing.program, self.typing.of(*arg));
            self.typing.ensure(takes, *arg, Named("what is taken"), &format!("{wanted:?}"));
        }
        if let (SpaceOp::Same, [one, other]) = (op, args) {
            let alike = self.typing.of(*one) == self.typing.of(*other);
            let want = "of the type of the left";
            self.typing.ensure(alike, *other, Named("the right side"), want);
        }
        self.gives(&sign.gives.ty(self.typing.program));
    }

    fn value(&mut self, bad: Option<String>) {
        bad.into_iter().for_each(|message| self.typing.fault(FaultKind::Value, message));
    }

    fn require(&mut self, holds: bool, message: &str) {
        if !holds {
            self.typing.fault(FaultKind::Type, message);
        }
    }

    /// The expression gives this type.
    fn gives(&mut self, ty: &Ty) {
        if !fits(self.typing.program, ty, self.declared) {
            let report = &self.typing.report;
            let (gives, says) = (report.ty(ty), report.ty(self.declared));
            let message = format!("it gives {gives}, its type says {says}");
            self.typing.fault(FaultKind::Type, message);
        }
    }
}
