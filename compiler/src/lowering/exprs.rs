//! Expressions: takes typed expressions, writes them into the arena with children before parents.

use super::Lowering;
use super::types::{self, ratio};
use crate::typed::{Compare, Expr, ExprKind, Line, LocalId, Question, SearchDef, Supposed, Type};
use warwright_grammar::source::Span;
use warwright_ir as ir;
use warwright_ir::{ExprId, Ty};

impl Lowering<'_> {
    /// Writes an expression that is not a record.
    pub(super) fn expr(&mut self, expr: &Expr) -> ExprId {
        // Where no battle has teams, everybody's is he himself.
        if let ExprKind::TeamOf(of) = &expr.kind
            && !self.typed.has_teams
        {
            return self.expr(of);
        }
        let span = expr.span;
        match &expr.kind {
            ExprKind::RecordField { of, position } => self.record_field(of, *position),
            ExprKind::Has { of, ability, args } => {
                self.has(of, *ability, &args.binds, &args.tests, span)
            }
            ExprKind::Compare { how, left, right } => self.comparison(*how, left, right, span),
            ExprKind::Match { of, arms } => {
                let whole = (&types::ty(&expr.ty), span);
                self.match_of(of, arms, whole, &mut |this, arm| this.expr(arm))
            }
            ExprKind::Let { local, value, body } => {
                let body = self.expr(body);
                self.bound(*local, value, body)
            }
            _ => {
                let form = self.form(expr);
                let ty = types::ty(&expr.ty);
                if self.may_be_none(expr) {
                    return self.there(form, ty, span);
                }
                self.push(form, ty, span)
            }
        }
    }

    /// Whether what is read may be none of itself, while a condition before it has found that it is there.
    fn may_be_none(&self, expr: &Expr) -> bool {
        let typed = self.typed;
        let read = match &expr.kind {
            ExprKind::Field { field, .. } => typed.fields.get(*field).map(|def| &def.ty),
            ExprKind::Printed { profile, .. } => typed.profiles.get(*profile).map(|def| &def.ty),
            ExprKind::Quantity { quantity, .. } => {
                typed.quantities.get(*quantity).map(|def| &def.ty)
            }
            ExprKind::Call { function, .. } => typed.functions.get(*function).map(|def| &def.ty),
            ExprKind::AsOf { of, .. } => Some(&of.ty),
            ExprKind::TieField { .. } => return !matches!(expr.ty, Type::Optional(_)),
            _ => None,
        };
        matches!(read, Some(Type::Optional(_))) && !matches!(expr.ty, Type::Optional(_))
    }

    /// A value that is known to be there. What stands in for none is never read; of an entity it is one that cannot exist.
    fn there(&mut self, form: ir::Expr, ty: Ty, span: Span) -> ExprId {
        let of = self.push(form, Ty::Optional(Box::new(ty.clone())), span);
        if let Some(cells) = ty.cells().filter(|_| ty.is_space()) {
            let other = self.push(ir::Expr::Wide(vec![0; cells]), ty.clone(), span);
            return self.push(ir::Expr::Otherwise { of, other }, ty, span);
        }
        if ty.is_space() {
            let other = self.push(ir::Expr::Wide(Vec::new()), ty.clone(), span);
            return self.push(ir::Expr::Otherwise { of, other }, ty, span);
        }
        let cell = match &ty {
            Ty::Entity(_) => -1,
            Ty::Ratio => ratio(0, 1),
            _ => 0,
        };
        let other = self.constant(cell, ty.clone(), span);
        self.push(ir::Expr::Otherwise { of, other }, ty, span)
    }

    /// Writes several expressions in order; a record gives as many as it has fields.
    pub(super) fn exprs(&mut self, all: &[Expr]) -> Vec<ExprId> {
        let mut written = Vec::with_capacity(all.len());
        for expr in all {
            self.spread(expr, &mut written);
        }
        written
    }

    /// Adds an expression that is known already.
    pub(super) fn push(&mut self, form: ir::Expr, ty: Ty, span: Span) -> ExprId {
        let span = self.span(span);
        self.out.types.push(ty);
        self.out.expr_spans.push(span);
        self.out.exprs.push(form)
    }

    pub(super) fn constant(&mut self, cell: i64, ty: Ty, span: Span) -> ExprId {
        self.push(ir::Expr::Const(cell), ty, span)
    }

    pub(super) fn local(&mut self, slot: ir::Slot, ty: Ty, span: Span) -> ExprId {
        self.push(ir::Expr::Local(slot), ty, span)
    }

    fn form(&mut self, expr: &Expr) -> ir::Expr {
        use ir::Expr as To;
        match &expr.kind {
            ExprKind::Cell(cell) => To::Const(*cell),
            ExprKind::Fraction(top, bottom) => To::Const(ratio(*top, *bottom)),
            ExprKind::Text(words) => To::Const(i64::from(self.text(words).0)),
            ExprKind::None if types::is_wide(&expr.ty) => To::Wide(Vec::new()),
            ExprKind::None => To::Const(ir::NONE),
            ExprKind::Footprint(cells) => To::Wide(cells.to_vec()),
            ExprKind::Space { op, args } => To::Space { op: *op, args: self.exprs(args) },
            ExprKind::RouteWhile { route, when } => {
                To::RouteWhile { route: self.expr(route), when: self.expr(when) }
            }
            ExprKind::ClearLine(line) => self.clear_line(line),
            ExprKind::Reach(search) => self.search(search),
            ExprKind::Items(items) => self.items(items, &expr.ty),
            ExprKind::Local(local) => To::Local(self.frame.slot(*local)),
            ExprKind::Ruling(position) => To::Ruling(*position),
            ExprKind::Field { of, field } => To::Field { of: self.expr(of), field: *field },
            ExprKind::Printed { of, profile } => {
                To::Printed { of: self.expr(of), profile: *profile }
            }
            ExprKind::Quantity { quantity, args } => {
                To::Quantity { quantity: *quantity, args: self.exprs(args) }
            }
            ExprKind::Call { function, args } => {
                To::Call { function: *function, args: self.exprs(args) }
            }
            ExprKind::May { permission, args } => {
                To::May { permission: *permission, args: self.exprs(args) }
            }
            ExprKind::HeldCount { of, ability } => {
                To::Held { of: self.expr(of), ability: *ability }
            }
            ExprKind::Table { table, keys } => To::Table { table: *table, keys: self.exprs(keys) },
            ExprKind::NameOf(of) => To::NameOf(self.expr(of)),
            ExprKind::EntryOf(of) => To::EntryOf(self.expr(of)),
            ExprKind::ListOf(of) => To::ListOf(self.expr(of)),
            ExprKind::OwnerOf(of) => To::OwnerOf(self.expr(of)),
            ExprKind::TeamOf(of) => To::TeamOf(self.expr(of)),
            ExprKind::InPlay(of) => To::InPlay(self.expr(of)),
            ExprKind::IsEntry { of, entry } => To::IsEntry { of: self.expr(of), entry: *entry },
            ExprKind::Only(kind) => To::Only(*kind),
            ExprKind::All(kind) => To::All(*kind),
            ExprKind::Members(kind) => To::Members(*kind),
            ExprKind::Tied { tie, of } => To::Tied { tie: *tie, of: self.expr(of) },
            ExprKind::AreTied { tie, left, right } => {
                To::AreTied { tie: *tie, left: self.expr(left), right: self.expr(right) }
            }
            ExprKind::TieField { tie, of, other, field } => To::TieField {
                tie: *tie,
                of: self.expr(of),
                other: self.expr(other),
                field: *field,
            },
            ExprKind::During(moment) => To::During(*moment),
            ExprKind::AsOf { moment, of } => To::AsOf { moment: *moment, of: self.expr(of) },
            ExprKind::Supposing { changes, of } => {
                let changes = self.suppositions(changes);
                To::Supposing { changes, of: self.expr(of) }
            }
            // Rolls, draws and plans stand in statements alone, and nothing broken is lowered.
            ExprKind::Roll { .. }
            | ExprKind::Draw(_)
            | ExprKind::Plan(_)
            | ExprKind::Record(_)
            | ExprKind::Error => To::Const(0),
            _ => self.form_of_values(expr),
        }
    }

    fn clear_line(&mut self, line: &Line) -> ir::Expr {
        ir::Expr::ClearLine {
            from: self.expr(&line.from),
            to: self.expr(&line.to),
            wide: line.wide.as_ref().map(|wide| self.expr(wide)),
            past: (line.past.iter())
                .map(|past| ir::Past {
                    of: self.expr(&past.of),
                    slot: self.frame.slot(past.item),
                    when: past.when.as_ref().map(|when| self.expr(when)),
                    through: past.through.as_ref().map(|through| self.expr(through)),
                })
                .collect(),
        }
    }

    fn search(&mut self, search: &SearchDef) -> ir::Expr {
        let from = self.expr(&search.from);
        let limit = self.expr(&search.limit);
        let mut test = |test: &Option<(LocalId, Expr)>| {
            let (cell, when) = test.as_ref()?;
            Some(ir::CellTest { slot: self.frame.slot(*cell), when: self.expr(when) })
        };
        let (into, on) = (test(&search.into), test(&search.on));
        let limit = match search.is_path {
            true => ir::ReachLimit::To(limit),
            false => ir::ReachLimit::Within(limit),
        };
        ir::Expr::Reach { from, limit, into, on }
    }

    /// Forms that work on values alone: sets, logic, numbers.
    fn form_of_values(&mut self, expr: &Expr) -> ir::Expr {
        use ir::Expr as To;
        match &expr.kind {
            ExprKind::Range { low, high } => {
                To::Range { low: self.expr(low), high: self.expr(high) }
            }
            ExprKind::Filter { of, item, when } => To::Filter {
                of: self.expr(of),
                slot: self.frame.slot(*item),
                when: self.expr(when),
            },
            ExprKind::Map { of, item, value } => {
                To::Map { of: self.expr(of), slot: self.frame.slot(*item), value: self.expr(value) }
            }
            ExprKind::Union(left, right) => {
                To::Union { left: self.expr(left), right: self.expr(right) }
            }
            ExprKind::Without(left, right) => {
                To::Without { left: self.expr(left), right: self.expr(right) }
            }
            ExprKind::Size(of) => To::Size(self.expr(of)),
            ExprKind::Contains { of, item } => {
                To::Contains { of: self.expr(of), item: self.expr(item) }
            }
            ExprKind::First(of) => To::First(self.expr(of)),
            ExprKind::Quantified { how, of, item, when, value } => {
                let parts = (&**of, *item, when.as_deref(), value.as_deref());
                self.quantified(*how, parts, expr.span)
            }
            ExprKind::Not(of) => To::Unary { op: ir::UnaryOp::Not, of: self.expr(of) },
            ExprKind::And(left, right) => {
                To::And { left: self.expr(left), right: self.expr(right) }
            }
            ExprKind::Or(left, right) => To::Or { left: self.expr(left), right: self.expr(right) },
            ExprKind::If { when, then, other } => {
                To::If { when: self.expr(when), then: self.expr(then), other: self.expr(other) }
            }
            ExprKind::Otherwise(of, other) => {
                To::Otherwise { of: self.expr(of), other: self.expr(other) }
            }
            ExprKind::IsSome { of, binds } => {
                To::IsSome { of: self.expr(of), slot: binds.map(|local| self.frame.slot(local)) }
            }
            _ => self.form_of_numbers(expr),
        }
    }

    fn form_of_numbers(&mut self, expr: &Expr) -> ir::Expr {
        use ir::Expr as To;
        match &expr.kind {
            ExprKind::Negate(of) => {
                let op = if matches!(of.ty, Type::Ratio) {
                    ir::UnaryOp::NegRatio
                } else {
                    ir::UnaryOp::Neg
                };
                To::Unary { op, of: self.expr(of) }
            }
            ExprKind::Arithmetic { how, left, right } => self.arithmetic(*how, left, right),
            ExprKind::Within { of, bounds } => {
                To::Within { of: self.expr(of), least: bounds.least, most: bounds.most }
            }
            ExprKind::ToRatio(of) => match of.kind {
                ExprKind::Cell(cell) => To::Const(ratio(cell, 1)),
                _ => To::Unary { op: ir::UnaryOp::ToRatio, of: self.expr(of) },
            },
            ExprKind::FaceValue(of) => To::Unary { op: ir::UnaryOp::FaceValue, of: self.expr(of) },
            ExprKind::Round { how, of } => To::Round { of: self.expr(of), how: *how },
            ExprKind::Rung { scale, of, by } => {
                To::Rung { scale: *scale, of: self.expr(of), by: self.expr(by) }
            }
            _ => To::Const(0),
        }
    }

    /// A list or set: fixed where all its items are.
    fn items(&mut self, items: &[Expr], ty: &Type) -> ir::Expr {
        if let Type::Pool(die) = ty
            && items.is_empty()
        {
            // No dice: none of each face.
            let faces = self.typed.dice.get(*die).map_or(0, |die| die.faces.len());
            return ir::Expr::Wide(vec![0; faces]);
        }
        let cells: Option<Vec<i64>> = items.iter().map(constant_cell).collect();
        match cells {
            Some(mut cells) => {
                if matches!(ty, Type::Set(_)) {
                    cells.sort_unstable();
                    cells.dedup();
                }
                ir::Expr::Wide(cells)
            }
            None => ir::Expr::Items(items.iter().map(|item| self.expr(item)).collect()),
        }
    }

    fn quantified(
        &mut self,
        how: Question,
        (of, item, when, value): (&Expr, LocalId, Option<&Expr>, Option<&Expr>),
        span: Span,
    ) -> ir::Expr {
        let of = self.expr(of);
        let slot = self.frame.slot(item);
        let when = when.map(|when| self.expr(when));
        let value = value.map(|value| self.expr(value));
        let ask = |how| ir::Expr::Quantified { how, of, slot, when, value };
        match how {
            Question::Any => ask(ir::Quantifier::Any),
            Question::All => ask(ir::Quantifier::All),
            Question::Count => ask(ir::Quantifier::Count),
            Question::Sum => ask(ir::Quantifier::Sum),
            Question::LeastItem => ask(ir::Quantifier::Least),
            Question::MostItem => ask(ir::Quantifier::Most),
            Question::LeastValue => ask(ir::Quantifier::Lowest),
            Question::MostValue => ask(ir::Quantifier::Highest),
            Question::No => {
                let any = self.push(ask(ir::Quantifier::Any), Ty::Bool, span);
                ir::Expr::Unary { op: ir::UnaryOp::Not, of: any }
            }
        }
    }

    pub(super) fn suppositions(&mut self, changes: &[Supposed]) -> Vec<ir::Supposition> {
        let each = changes.iter().map(|change| match change {
            Supposed::Field { of, field, value } => {
                ir::Supposition::Field { of: self.expr(of), field: *field, value: self.expr(value) }
            }
            Supposed::Gone(of) => ir::Supposition::Gone(self.expr(of)),
            Supposed::Has { of, ability, args, holds } => ir::Supposition::Has {
                of: self.expr(of),
                ability: *ability,
                args: self.exprs(args),
                holds: *holds,
            },
        });
        each.collect()
    }

    /// What does not hold.
    pub(super) fn not(&mut self, of: ExprId, span: Span) -> ExprId {
        self.push(ir::Expr::Unary { op: ir::UnaryOp::Not, of }, Ty::Bool, span)
    }

    /// `left == right` of two written scalars.
    pub(super) fn equal(&mut self, left: ExprId, right: ExprId, span: Span) -> ExprId {
        self.push(ir::Expr::Binary { op: ir::BinaryOp::Eq, left, right }, Ty::Bool, span)
    }

    /// `left and right`, either of which may be missing.
    pub(super) fn both(
        &mut self,
        left: Option<ExprId>,
        right: Option<ExprId>,
        span: Span,
    ) -> Option<ExprId> {
        match (left, right) {
            (Some(left), Some(right)) => {
                Some(self.push(ir::Expr::And { left, right }, Ty::Bool, span))
            }
            (one, other) => one.or(other),
        }
    }
}

/// The cell of an expression that is a constant.
fn constant_cell(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Cell(cell) => Some(*cell),
        ExprKind::Fraction(top, bottom) => Some(ratio(*top, *bottom)),
        ExprKind::None => Some(ir::NONE),
        _ => None,
    }
}

/// Whether a comparison asks for equality alone.
pub(super) fn is_equality(how: Compare) -> bool {
    matches!(how, Compare::Eq | Compare::Ne)
}
