//! Places, shapes and moves: literals, the functions of the board, fields of its values, lines and moves that stop.

use super::super::checker::{Checker, INT, bare, error};
use super::super::scope::Scope;
use super::item_type;
use crate::typed::{Expr, ExprKind, Line, LocalId, PastDef, SearchDef, SpaceType, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;
use warwright_ir::{Form, Given, SPACE_OPS, SpaceOp, SpaceSign, Wanted};

/// The names of the functions of the board, for "did you mean".
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    SPACE_OPS.iter().filter(|sign| sign.form == Form::Call).map(|sign| sign.name)
}

impl Checker<'_> {
    /// A call of a function of the board; none where the name is not one.
    pub(super) fn space_call(
        &mut self,
        scope: &mut Scope,
        name: &tree::Name,
        args: &[tree::Arg],
        span: Span,
    ) -> Option<Expr> {
        let signs = signs(&name.text, Form::Call);
        if name.quoted || signs.is_empty() {
            return None;
        }
        let Some(signs) = self.of_this_board(name, signs) else { return Some(error(span)) };
        let values: Vec<&tree::Expr> = args.iter().map(|arg| &arg.value).collect();
        Some(self.operation(scope, &name.text, &signs, &values, span))
    }

    /// `a touches b` and the like; none where the name is not one of the board's.
    pub(super) fn space_relation(
        &mut self,
        scope: &mut Scope,
        name: &tree::Name,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let signs = signs(&name.text, Form::Infix);
        if name.quoted || signs.is_empty() {
            return None;
        }
        let Some(signs) = self.of_this_board(name, signs) else { return Some(error(span)) };
        Some(self.operation(scope, &name.text, &signs, &[left, right], span))
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
        self.report(
            Diagnostic::new(
                codes::MIXED_BOARDS,
                format!("`{}` is asked of {of}, and this game {has}", name.text),
                name.span,
            )
            .help(match on_cells {
                true => "of cells can be asked: `distance`, `neighbours`, `around`, `beyond`, `line_left`, `line_right`",
                false => "a game on cells declares their kind: `kind hex is cell { .. }`",
            }),
        );
        None
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

    /// `cells from H within N into x where A on from y where B`, `path from H to G ..`.
    pub(super) fn cells_from(
        &mut self,
        scope: &mut Scope,
        search: &tree::CellsFrom,
        span: Span,
    ) -> Expr {
        let Some(cell) = self.cell_type() else {
            let words = if search.is_path { "path from" } else { "cells from" };
            self.report(
                Diagnostic::new(
                    codes::MIXED_BOARDS,
                    format!("`{words}` is asked of cells, and this game has no kind of cells"),
                    span,
                )
                .help("a game on cells declares their kind: `kind hex is cell { .. }`"),
            );
            return error(span);
        };
        let from = self.wanted(scope, &search.from, Wanted::Cell);
        let limit = if search.is_path { Wanted::Cell } else { Wanted::Int };
        let limit = self.wanted(scope, &search.limit, limit);
        let into = search.into.as_ref().and_then(|test| self.cell_test(scope, &cell, test));
        let on = search.on_from.as_ref().and_then(|test| self.cell_test(scope, &cell, test));
        if [&from, &limit].iter().any(|part| matches!(part.ty, Type::Error)) {
            return error(span);
        }
        let search = SearchDef { from, limit, is_path: search.is_path, into, on };
        let ty = Type::List(Box::new(cell));
        Expr { kind: ExprKind::Reach(Box::new(search)), ty, span }
    }

    /// `x where A`: without a condition all cells will do.
    fn cell_test(
        &mut self,
        scope: &mut Scope,
        cell: &Type,
        test: &tree::CellTest,
    ) -> Option<(LocalId, Expr)> {
        let filter = test.filter.as_ref()?;
        let item = scope.hidden(&test.name.text, cell.clone(), test.name.span);
        let mark = scope.mark();
        scope.reveal(item);
        let when = self.condition(scope, filter);
        scope.reset(mark);
        Some((item, when))
    }

    /// `board`, `north_edge` and the like.
    pub(super) fn space_name(&mut self, name: &tree::Name) -> Option<Expr> {
        let signs = signs(&name.text, Form::Name);
        if self.facts.cell.is_some() && !name.quoted && !signs.is_empty() {
            self.of_this_board(name, signs);
            return Some(error(name.span));
        }
        let on_plane = self.facts.zone.is_some() && self.facts.cell.is_none();
        let sign = signs.first().filter(|_| !name.quoted && on_plane)?;
        Some(self.space_value(sign, Vec::new(), name.span))
    }

    /// A field of a value of the board.
    pub(super) fn space_field(&mut self, of: Expr, name: &tree::Name, span: Span) -> Expr {
        let fields: Vec<&SpaceSign> = SPACE_OPS
            .iter()
            .filter(|sign| sign.form == Form::Field)
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
    pub(super) fn point_literal(
        &mut self,
        scope: &mut Scope,
        items: &[tree::Expr],
        span: Span,
    ) -> Expr {
        let signs = signs("point", Form::Call);
        match items {
            [_, _] => {
                let values: Vec<&tree::Expr> = items.iter().collect();
                self.operation(scope, "point", &signs, &values, span)
            }
            _ => self.broken(
                codes::NOT_A_VALUE,
                "brackets hold one value, or the two lengths of a point",
                span,
            ),
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
        Expr {
            kind: ExprKind::Footprint { width: width_cell, depth: depth_cell },
            ty: Type::Space(SpaceType::Footprint),
            span,
        }
    }

    /// `R followed by R`.
    pub(super) fn followed_by(
        &mut self,
        scope: &mut Scope,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Expr {
        self.operation(scope, "followed by", &[SpaceOp::FollowedBy.sign()], &[left, right], span)
    }

    /// `R while C`, `R until touching S`.
    pub(super) fn cut_route(
        &mut self,
        scope: &mut Scope,
        cut: &tree::CutRoute,
        span: Span,
    ) -> Expr {
        let (route, stop) = (&cut.route, &cut.stop);
        if cut.until_touching {
            let sign = [SpaceOp::UntilTouching.sign()];
            return self.operation(scope, "until touching", &sign, &[route, stop], span);
        }
        let wanted = Type::Space(SpaceType::Route);
        let route = self.expr(scope, route, Some(&wanted));
        let mark = scope.mark();
        // What is known of the state now need not hold on the way.
        scope.forget(None);
        let when = self.condition(scope, stop);
        scope.reset(mark);
        if matches!(route.ty, Type::Error) {
            return error(span);
        }
        let kind = ExprKind::RouteWhile { route: Box::new(route), when: Box::new(when) };
        Expr { kind, ty: wanted, span }
    }

    /// `clear line from P to Q past x in S where C`.
    pub(super) fn clear_line(
        &mut self,
        scope: &mut Scope,
        line: &tree::ClearLine,
        span: Span,
    ) -> Expr {
        let from = self.wanted(scope, &line.from, Wanted::Point);
        let target = if line.any_part { Wanted::Shape } else { Wanted::Point };
        let to = self.wanted(scope, &line.to, target);
        let wide = line.wide.as_ref().map(|wide| self.expr(scope, wide, Some(&Type::Length)));
        if line.past.is_empty() {
            return self.broken(
                codes::MISSING_ARGUMENT,
                "this line does not say what may be in its way: `past x in S where ..`",
                span,
            );
        }
        let mut all = Vec::with_capacity(line.past.len());
        for past in &line.past {
            all.extend(self.past(scope, past));
        }
        let broken = [&from, &to].iter().any(|part| matches!(part.ty, Type::Error));
        if broken || all.len() < line.past.len() {
            return error(span);
        }
        let line = Line { from, to, wide, past: all };
        Expr { kind: ExprKind::ClearLine(Box::new(line)), ty: Type::Bool, span }
    }

    /// `past x in S through L where C`.
    fn past(&mut self, scope: &mut Scope, past: &tree::Past) -> Option<PastDef> {
        let Some(among) = &past.among else {
            self.report(
                Diagnostic::new(
                    codes::MISSING_ARGUMENT,
                    format!("`past {}` does not say of which set", past.name.text),
                    past.name.span,
                )
                .help(format!("`past {} in S where ..`", past.name.text)),
            );
            return None;
        };
        let of = self.wanted(scope, among, Wanted::Pieces);
        let element = item_type(&of.ty)?;
        // Afterwards it names what is in the way, in the words of a reason.
        let item = scope.hidden(&past.name.text, element, past.name.span);
        let mark = scope.mark();
        scope.reveal(item);
        let through =
            past.through.as_ref().map(|through| self.expr(scope, through, Some(&Type::Length)));
        let when = past.filter.as_ref().map(|filter| self.condition(scope, filter));
        scope.reset(mark);
        (!matches!(of.ty, Type::Error)).then_some(PastDef { of, item, when, through })
    }

    /// An operation: the first sign that takes as many values, and these.
    fn operation(
        &mut self,
        scope: &mut Scope,
        name: &str,
        signs: &[&'static SpaceSign],
        args: &[&tree::Expr],
        span: Span,
    ) -> Expr {
        let fitting: Vec<&&SpaceSign> =
            signs.iter().filter(|sign| sign.takes.len() == args.len()).collect();
        let Some(first) = fitting.first() else {
            let forms: Vec<String> = signs.iter().map(|sign| shown(sign)).collect();
            self.report(
                Diagnostic::new(
                    codes::MISSING_ARGUMENT,
                    format!("`{name}` does not take {} values", args.len()),
                    span,
                )
                .help(format!("it is written {}", forms.join(", or "))),
            );
            return error(span);
        };
        let mut found: Vec<Expr> = Vec::with_capacity(args.len());
        for (at, arg) in args.iter().enumerate() {
            // The signs that the values before it leave, of which the first says what is wanted.
            let sign = fitting
                .iter()
                .find(|sign| sign.takes.iter().zip(&found).all(|(w, v)| self.accepts(*w, &v.ty)))
                .unwrap_or(first);
            let hint = sign.takes.get(at).and_then(|wanted| self.type_of_wanted(*wanted));
            found.push(self.infer(scope, arg, hint.as_ref()));
        }
        if found.iter().any(|value| matches!(value.ty, Type::Error)) {
            return error(span);
        }
        let takes = |sign: &SpaceSign| {
            sign.takes.iter().zip(&found).all(|(wanted, value)| self.accepts(*wanted, &value.ty))
        };
        if let Some(sign) = fitting.iter().find(|sign| takes(sign)) {
            return self.space_value(sign, found, span);
        }
        let misfit = |sign: &&&&SpaceSign| {
            sign.takes.iter().zip(&found).take_while(|(w, v)| self.accepts(**w, &v.ty)).count()
        };
        // The sign that comes closest says what is wrong.
        let closest = fitting.iter().max_by_key(|sign| misfit(sign)).unwrap_or(first);
        let wrong = closest.takes.iter().zip(&found).find(|(w, v)| !self.accepts(**w, &v.ty));
        if let Some((wanted, value)) = wrong {
            let (wanted, value) = (*wanted, value.clone());
            self.not_taken(wanted, &value);
        }
        error(span)
    }

    /// One value of what is wanted, or a diagnostic.
    pub(in crate::types) fn wanted(
        &mut self,
        scope: &mut Scope,
        expr: &tree::Expr,
        wanted: Wanted,
    ) -> Expr {
        let hint = self.type_of_wanted(wanted);
        let found = self.infer(scope, expr, hint.as_ref());
        if matches!(found.ty, Type::Error) || self.accepts(wanted, &found.ty) {
            return found;
        }
        self.not_taken(wanted, &found);
        error(expr.span)
    }

    fn not_taken(&mut self, wanted: Wanted, value: &Expr) {
        let source = self.source_of(value.span);
        if let Type::Optional(inner) = &value.ty
            && self.accepts(wanted, inner)
        {
            self.optional_operand(value, &source);
            return;
        }
        let what = words(wanted);
        let ty = self.with_article(&value.ty);
        let diagnostic = Diagnostic::new(
            codes::WRONG_TYPE,
            format!("{what} is wanted here, and this is {ty}"),
            value.span,
        )
        .label(format!("of type {}", self.type_name(&value.ty)));
        let at_place = matches!(bare(&value.ty), Type::Space(SpaceType::Place));
        self.report(match (wanted, bare(&value.ty)) {
            (Wanted::Shape | Wanted::Shapes | Wanted::Point, _) if at_place => {
                diagnostic.help(format!("its point is `{source}.at`"))
            }
            (_, Type::Entity(kind)) => {
                let kind = self.kind_name(*kind).to_owned();
                diagnostic.help(format!(
                    "a kind stands on the board when it `is piece` and has a profile of type `footprint`, and lies on it when it `is area`; `{kind}` does neither"
                ))
            }
            (Wanted::Side, _) if self.typed.sides.is_none() => diagnostic
                .help("the system declares its sides: `enum Side { front, left, right, rear }`"),
            _ => diagnostic,
        });
    }

    /// Whether values of a type are taken where that is wanted.
    fn accepts(&self, wanted: Wanted, ty: &Type) -> bool {
        let kind = |id: &ir::KindId| self.typed.kinds.get(id.0 as usize);
        let stands = |id: &ir::KindId| kind(id).is_some_and(|def| def.place.is_some());
        let lies = |id: &ir::KindId| kind(id).is_some_and(|def| def.region.is_some());
        match (wanted, ty) {
            (Wanted::Shape | Wanted::Shapes, Type::Entity(id)) => stands(id) || lies(id),
            (
                Wanted::Shape | Wanted::Shapes,
                Type::Space(SpaceType::Point | SpaceType::Edge | SpaceType::Region),
            ) => true,
            (Wanted::Shapes | Wanted::Pieces, Type::Set(item) | Type::List(item)) => {
                matches!(&**item, Type::Entity(id) if stands(id) || lies(id))
            }
            (Wanted::Solid, Type::Entity(id)) => stands(id) || lies(id),
            (Wanted::Solid, Type::Space(SpaceType::Point | SpaceType::Region)) => true,
            (Wanted::Piece, Type::Entity(id)) => stands(id),
            (Wanted::Ground, Type::Entity(id)) => lies(id),
            (Wanted::Ground, Type::Space(SpaceType::Region))
            | (Wanted::Point, Type::Space(SpaceType::Point))
            | (Wanted::Place, Type::Space(SpaceType::Place))
            | (Wanted::Edge, Type::Space(SpaceType::Edge))
            | (Wanted::Route, Type::Space(SpaceType::Route))
            | (Wanted::Plan, Type::Space(SpaceType::Plan))
            | (Wanted::Length, Type::Length)
            | (Wanted::Angle, Type::Angle) => true,
            (Wanted::Points, Type::List(item)) => **item == Type::Space(SpaceType::Point),
            (Wanted::Side, Type::Member(id)) => self.typed.sides == Some(*id),
            (Wanted::Any, Type::Space(_)) => true,
            (Wanted::Cell, Type::Entity(id)) => self.facts.cell == Some(*id),
            (Wanted::Int, Type::Int { .. }) => true,
            _ => false,
        }
    }

    /// The type that values are looked up for, where only one will do.
    fn type_of_wanted(&self, wanted: Wanted) -> Option<Type> {
        match wanted {
            Wanted::Side => self.typed.sides.map(Type::Member),
            Wanted::Length => Some(Type::Length),
            Wanted::Angle => Some(Type::Angle),
            Wanted::Int => Some(INT),
            Wanted::Points => Some(Type::List(Box::new(Type::Space(SpaceType::Point)))),
            _ => None,
        }
    }

    pub(in crate::types) fn space_value(
        &self,
        sign: &SpaceSign,
        args: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let cell = || self.cell_type().unwrap_or(Type::Error);
        let ty = match sign.gives {
            Given::Bool => Type::Bool,
            Given::Length => Type::Length,
            Given::Angle => Type::Angle,
            Given::AngleOrNone => Type::Optional(Box::new(Type::Angle)),
            Given::Ratio => Type::Ratio,
            Given::Side => self.typed.sides.map_or(Type::Error, Type::Member),
            Given::Point => Type::Space(SpaceType::Point),
            Given::Place => Type::Space(SpaceType::Place),
            Given::Places => Type::List(Box::new(Type::Space(SpaceType::Place))),
            Given::Edge => Type::Space(SpaceType::Edge),
            Given::Region => Type::Space(SpaceType::Region),
            Given::Route => Type::Space(SpaceType::Route),
            Given::Int => INT,
            Given::Cell => cell(),
            Given::CellOrNone => Type::Optional(Box::new(cell())),
            Given::Cells => Type::List(Box::new(cell())),
        };
        Expr { kind: ExprKind::Space { op: sign.op, args }, ty, span }
    }
}

fn signs(name: &str, form: Form) -> Vec<&'static SpaceSign> {
    SPACE_OPS.iter().filter(|sign| sign.name == name && sign.form == form).collect()
}

/// How an operation is written, for help.
fn shown(sign: &SpaceSign) -> String {
    let takes: Vec<&str> = sign.takes.iter().map(|wanted| words(*wanted)).collect();
    match (sign.form, takes.as_slice()) {
        (Form::Infix, [left, right]) => format!("`{left} {} {right}`", sign.name),
        _ => format!("`{}({})`", sign.name, takes.join(", ")),
    }
}

/// What is wanted, in words.
const fn words(wanted: Wanted) -> &'static str {
    match wanted {
        Wanted::Shape => "a piece, an area, a point, an edge or a region",
        Wanted::Shapes => "a shape, or a set of pieces or areas",
        Wanted::Solid => "a piece, an area, a point or a region",
        Wanted::Piece => "a piece on the board",
        Wanted::Pieces => "a set of pieces or areas",
        Wanted::Ground => "a region or an area",
        Wanted::Point => "a point",
        Wanted::Points => "a list of points",
        Wanted::Place => "a place",
        Wanted::Edge => "an edge",
        Wanted::Route => "a route",
        Wanted::Plan => "a plan",
        Wanted::Length => "a length",
        Wanted::Angle => "an angle",
        Wanted::Side => "a side",
        Wanted::Any => "a value of the board",
        Wanted::Cell => "a cell",
        Wanted::Int => "a whole number",
    }
}
