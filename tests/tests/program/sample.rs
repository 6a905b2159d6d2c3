//! A small program made by hand that has something of everything: tokens with figures, rules, a procedure with a loop.

mod procedures;
mod rules;
mod vocabulary;

use procedures::{action, fight, hook};
use rules::rules;
use vocabulary::{abilities, setups, vocabulary};
use warwright_ir::*;

/// Makes a program piece by piece.
pub(super) struct Make {
    pub(super) program: Program,
}

pub(super) const PLAYER: KindId = KindId(0);
pub(super) const BATTLE: KindId = KindId(1);
pub(super) const TOKEN: KindId = KindId(2);
pub(super) const COLOUR: KindId = KindId(3);
pub(super) const D6: DieId = DieId(0);
const AT: SpanId = SpanId(0);

impl Make {
    pub(super) fn text(&mut self, text: &str) -> TextId {
        let known = self.program.texts.iter().find(|(_, it)| *it == text).map(|(id, _)| id);
        known.unwrap_or_else(|| self.program.texts.push(text.to_owned()))
    }
    pub(super) fn expr(&mut self, expr: Expr, ty: Ty) -> ExprId {
        self.program.types.push(ty);
        self.program.expr_spans.push(AT);
        self.program.exprs.push(expr)
    }
    pub(super) fn int(&mut self, number: i64) -> ExprId {
        self.expr(Expr::Const(number), Ty::Int)
    }
    pub(super) fn local(&mut self, slot: u16, ty: Ty) -> ExprId {
        self.expr(Expr::Local(Slot::Scalar(slot)), ty)
    }
    pub(super) fn token(&mut self, slot: u16) -> ExprId {
        self.local(slot, Ty::Entity(TOKEN))
    }
    pub(super) fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId, ty: Ty) -> ExprId {
        self.expr(Expr::Binary { op, left, right }, ty)
    }
    pub(super) fn damage(&mut self, token: u16) -> ExprId {
        let of = self.token(token);
        self.expr(Expr::Field { of, field: FieldId(0) }, Ty::Int)
    }
    pub(super) fn param(&mut self, name: &str, ty: Ty, slot: u16) -> Param {
        Param { name: self.text(name), ty, slot: Slot::Scalar(slot) }
    }
    fn kind(&mut self, name: &str, base: KindBase) -> KindId {
        let name = self.text(name);
        self.program.kinds.push(Kind::new(name, base, AT))
    }
    pub(super) fn body(&mut self, scalars: u16, wides: u16, acts: Vec<Act>) -> BodyId {
        let spans = vec![AT; acts.len()];
        self.program.bodies.push(Body { env: Env { scalars, wides }, acts, spans })
    }
}

/// The program.
pub(super) fn sample() -> Program {
    let mut make = Make { program: Program::default() };
    make.program.version = VERSION;
    "made_up".clone_into(&mut make.program.system);
    make.program.sources.push(Source { name: "made_up.ww".to_owned() });
    make.program.spans.push(SpanRef { source: 0, start: 3, end: 9, line: 1, column: 4 });
    vocabulary(&mut make);
    abilities(&mut make);
    rules(&mut make);
    fight(&mut make);
    hook(&mut make);
    action(&mut make);
    setups(&mut make);
    make.program
}
