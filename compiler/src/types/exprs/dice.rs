//! Dice by their faces: `2 of spark` as a pool, and sums of such pools worked out where all is known.

use super::super::checker::{Checker, INT, bare, error};
use super::cell;
use crate::typed::{Arithmetic, Compare, Expr, ExprKind, Question, Type};
use warwright_grammar::{Span, tree};
use warwright_ir as ir;

impl Checker<'_> {
    /// `n of FACE`: so many dice that show a face. Nothing where `of` says something else.
    pub(super) fn dice_of_face(
        &mut self,
        relation: &tree::Related,
        hint: Option<&Type>,
        span: Span,
    ) -> Option<Expr> {
        if &*relation.name.text != "of" {
            return None;
        }
        let die = match hint.map(bare) {
            Some(Type::Pool(die)) => *die,
            _ => self.die_with_face(&relation.right)?,
        };
        let count = self.expr(&relation.left, Some(&INT));
        let face = self.expr(&relation.right, Some(&Type::Face(die)));
        if matches!(count.ty, Type::Error) || matches!(face.ty, Type::Error) {
            return Some(error(span));
        }
        let faces = self.typed.dice.get(die).map_or(0, |die| die.faces.len());
        let counts = (0i64..).take(faces).map(|at| counted(&count, &face, at, die));
        Some(Expr { kind: ExprKind::Items(counts.collect()), ty: Type::Pool(die), span })
    }

    /// `6 in p`: whether some die of a pool shows a number.
    pub(super) fn shows_number(&mut self, pool: Expr, die: ir::DieId, number: Expr) -> Expr {
        let span = pool.span.to(number.span);
        let item = self.scope.hidden("", Type::Face(die), span);
        let face = self.local_expr(item, span);
        let same = Expr::compare(Compare::Eq, self.face_value(face), number, span);
        let kind = ExprKind::Quantified {
            how: Question::Any,
            of: Box::new(pool),
            item,
            when: Some(Box::new(same)),
            value: None,
        };
        Expr::truth(kind, span)
    }

    /// The die of a face: of a value that is one, or of a word that names a face of one die alone.
    fn die_with_face(&mut self, face: &tree::Expr) -> Option<ir::DieId> {
        let name = face.as_name()?;
        if self.scope.peek(&name.text).is_some() {
            let Type::Face(die) = self.infer(face, None).ty else { return None };
            return Some(die);
        }
        let dice = (0u32..).map(ir::DieId).take(self.typed.dice.len());
        let mut having = dice.filter(|die| self.face_position(*die, &name.text).is_some());
        having.next().filter(|_| having.next().is_none())
    }
}

/// How many of the dice show the face at a position: all where it is the one that is meant, else none.
fn counted(count: &Expr, face: &Expr, at: i64, die: ir::DieId) -> Expr {
    let span = count.span;
    let none = cell(0, INT, span);
    if let ExprKind::Cell(meant) = face.kind {
        return if meant == at { count.clone() } else { none };
    }
    let same = ExprKind::Compare {
        how: Compare::Eq,
        left: Box::new(face.clone()),
        right: Box::new(cell(at, Type::Face(die), face.span)),
    };
    let when = Box::new(Expr::truth(same, span));
    let kind = ExprKind::If { when, then: Box::new(count.clone()), other: Box::new(none) };
    Expr { kind, ty: INT, span }
}

/// `2 of spark + 1 of ember` where all counts are known.
pub(super) fn together(how: Arithmetic, left: &Expr, right: &Expr, span: Span) -> Option<Expr> {
    let (Type::Pool(_), Arithmetic::Add) = (&left.ty, how) else { return None };
    let (ExprKind::Items(mine), ExprKind::Items(more)) = (&left.kind, &right.kind) else {
        return None;
    };
    let sum = |(one, other): (&Expr, &Expr)| match (&one.kind, &other.kind) {
        (ExprKind::Cell(one), ExprKind::Cell(other)) => {
            Some(cell(one.checked_add(*other)?, INT, span))
        }
        _ => None,
    };
    let counts = mine.iter().zip(more).map(sum).collect::<Option<Vec<_>>>()?;
    let kind = ExprKind::Items(counts);
    (mine.len() == more.len()).then(|| Expr { kind, ty: left.ty.clone(), span })
}
