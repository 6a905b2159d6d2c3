//! Places, shapes and moves: literals, the functions and relations of the board, the fields of its values.

mod searches;
mod signs;

use super::super::checker::{Checker, error};
use crate::typed::{Expr, ExprKind, SpaceType, Type};
use signs::signs;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;
use warwright_ir::{SPACE_OPS, SpaceOp, SpaceSign, Written};

/// The names of the functions of the board, for "did you mean".
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    SPACE_OPS.iter().filter(|sign| sign.written == Written::Call).map(|sign| sign.name)
}

impl Checker<'_> {
    /// A call of a function of the board; none where the name is not one.
    pub(super) fn space_call(
        &mut self,
        name: &tree::Name,
        args: &[tree::Arg],
        span: Span,
    ) -> Option<Expr> {
        let signs = signs(&name.text, Written::Call);
        if name.quoted || signs.is_empty() {
            return None;
        }
        let Some(signs) = self.of_this_board(name, signs) else { return Some(error(span)) };
        let values: Vec<&tree::Expr> = args.iter().map(|arg| &arg.value).collect();
        Some(self.operation(&name.text, &signs, &values, span))
    }

    /// `a touches b` and the like; none where the name is not one of the board's.
    pub(super) fn space_relation(
        &mut self,
        name: &tree::Name,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let signs = signs(&name.text, Written::Infix);
        if name.quoted || signs.is_empty() {
            return None;
        }
        let Some(signs) = self.of_this_board(name, signs) else { return Some(error(span)) };
        Some(self.operation(&name.text, &signs, &[left, right], span))
    }

    /// Those of the signs that are asked of boards of this game's sort; none where that is not one, which is reported.
    fn of_this_board(
        &mut self,
        name: &tree::Name,
        signs: Vec<&'static SpaceSign>,
    ) -> Option<Vec<&'static SpaceSign>> {
        let on_cells = self.facts.cell.is_some();
        let fitting: Vec<&'static SpaceSign> =
            signs.into_iter().filter(|sign| sign.op.is_of_cells() == on_cells).collect();
        if !fitting.is_empty() {
            return Some(fitting);
        }
        let (of, has) = match on_cells {
            true => ("a plane", "has boards of cells"),
            false => ("cells", "has no kind of cells"),
        };
        Diagnostic::at(codes::MIXED_BOARDS, name.span)
            .says(format!("`{}` is asked of {of}, and this game {has}", name.text))
            .help(match on_cells {
                true => self.asked_of_cells(),
                false => {
                    String::from("a game on cells declares their kind: `kind hex is cell { .. }`")
                }
            })
            .refuse(self.sink)
    }

    /// What can be asked of cells, and of what stands on them.
    fn asked_of_cells(&self) -> String {
        let asked = "of cells can be asked: `distance`, `neighbours`, `around`, `beyond`, `line_left`, `line_right`";
        let stands = self.typed.kinds.values().find_map(|kind| {
            let field = self.typed.fields.get(kind.cell?)?;
            (kind.base == ir::KindBase::Piece).then_some(&field.name)
        });
        match stands {
            Some(field) => format!(
                "{asked}; where somebody stands is `x.{field}`: `x.{field} is some h and h.FIELD is ..`"
            ),
            None => String::from(asked),
        }
    }

    /// `row` and `column` of a cell.
    pub(super) fn sign_of_cell(
        &self,
        kind: ir::KindId,
        name: &tree::Name,
    ) -> Option<&'static SpaceSign> {
        let op = match &*name.text {
            "row" => SpaceOp::CellRow,
            "column" => SpaceOp::CellColumn,
            _ => return None,
        };
        (self.facts.cell == Some(kind) && !name.quoted).then(|| op.sign())
    }

    /// `board`, `north_edge` and the like.
    pub(super) fn space_name(&mut self, name: &tree::Name) -> Option<Expr> {
        let signs = signs(&name.text, Written::Name);
        if self.facts.cell.is_some() && !name.quoted && !signs.is_empty() {
            self.of_this_board(name, signs);
            return Some(error(name.span));
        }
        let on_plane = self.typed.zone.is_some() && self.facts.cell.is_none();
        let sign = signs.first().filter(|_| !name.quoted && on_plane)?;
        Some(self.space_value(sign, Vec::new(), name.span))
    }

    /// A field of a value of the board.
    pub(super) fn space_field(&mut self, of: Expr, name: &tree::Name, span: Span) -> Expr {
        let fields: Vec<&SpaceSign> = SPACE_OPS
            .iter()
            .filter(|sign| sign.written == Written::Field)
            .filter(|sign| sign.takes.first().is_some_and(|want| self.accepts(*want, &of.ty)))
            .collect();
        match fields.iter().find(|sign| sign.name == &*name.text) {
            Some(sign) => self.space_value(sign, vec![of], span),
            None => {
                let known: Vec<String> = fields.iter().map(|sign| sign.name.to_owned()).collect();
                let what = format!("field of {}", self.with_article(&of.ty));
                self.unknown_among(name, &what, &known);
                error(span)
            }
        }
    }

    /// `(14", 13")`: a point.
    pub(super) fn point_literal(&mut self, items: &[tree::Expr], span: Span) -> Expr {
        let signs = signs("point", Written::Call);
        match items {
            [_, _] if self.facts.cell.is_some() => {
                let found = Diagnostic::at(codes::WRONG_TYPE, span)
                    .says("a point is of boards that are measured, and this game's are of cells")
                    .label("a point");
                self.report(
                    found.help("a cell is a letter for its row and a number for its column: `E4`"),
                );
                error(span)
            }
            [_, _] => {
                let values: Vec<&tree::Expr> = items.iter().collect();
                self.operation("point", &signs, &values, span)
            }
            _ => {
                let set = self.source_of(span);
                let set = format!("{{{}}}", set.trim_matches(['(', ')']));
                let found = Diagnostic::at(codes::NOT_A_VALUE, span)
                    .says("brackets hold one value, or the two lengths of a point");
                self.report(match items {
                    [] => found,
                    _ => found.fix(format!("several things are a set: `{set}`"), span, set),
                });
                error(span)
            }
        }
    }

    /// `3.5" x 2.5"`: the size of a footprint.
    pub(super) fn footprint_literal(
        &mut self,
        width: &tree::Expr,
        depth: &tree::Expr,
        span: Span,
    ) -> Expr {
        let width = self.constant_expr(width, &Type::Length);
        let depth = self.constant_expr(depth, &Type::Length);
        let (Some(width_cell), Some(depth_cell)) =
            (self.constant_cell(&width), self.constant_cell(&depth))
        else {
            return error(span);
        };
        if width_cell <= 0 || depth_cell <= 0 {
            return self.broken(codes::OUT_OF_RANGE, "a size is more than nothing", span);
        }
        Expr::new(
            // About its middle: half of it lies ahead and to the left, in half micrometres.
            ExprKind::Footprint(Box::new([width_cell, depth_cell, depth_cell, width_cell])),
            Type::Space(SpaceType::Footprint),
            span,
        )
    }

    /// `R followed by R`.
    pub(super) fn followed_by(
        &mut self,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Expr {
        self.operation("followed by", &[SpaceOp::FollowedBy.sign()], &[left, right], span)
    }
}

/// The names that every board has: its edges and the like.
pub(super) fn names_of_the_board() -> impl Iterator<Item = &'static str> {
    SPACE_OPS.iter().filter(|sign| sign.written == Written::Name).map(|sign| sign.name)
}
