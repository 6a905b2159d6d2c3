//! Searches of the board: cells and paths, routes that stop, lines that something may block.

use super::super::item_type;
use crate::typed::{Expr, ExprKind, Line, LocalId, PastDef, SearchDef, SpaceType, Type};
use crate::types::checker::{Checker, error};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir::{SpaceOp, Wanted};

impl Checker<'_> {
    /// `cells from H within N into x where A on from y where B`, `path from H to G ..`.
    pub(crate) fn cells_from(&mut self, search: &tree::CellsFrom, span: Span) -> Expr {
        let Some(cell) = self.cell_type() else {
            let words = if search.is_path { "path from" } else { "cells from" };
            Diagnostic::at(codes::MIXED_BOARDS, span)
                .says(format!("`{words}` is asked of cells, and this game has no kind of cells"))
                .help("a game on cells declares their kind: `kind hex is cell { .. }`")
                .emit(self.sink);
            return error(span);
        };
        let from = self.wanted(&search.from, Wanted::Cell);
        let limit = if search.is_path { Wanted::Cell } else { Wanted::Int };
        let limit = self.wanted(&search.limit, limit);
        let into = search.into.as_ref().and_then(|test| self.cell_test(&cell, test));
        let on = search.on_from.as_ref().and_then(|test| self.cell_test(&cell, test));
        if [&from, &limit].iter().any(|part| matches!(part.ty, Type::Error)) {
            return error(span);
        }
        let search = SearchDef { from, limit, is_path: search.is_path, into, on };
        let ty = Type::List(Box::new(cell));
        Expr { kind: ExprKind::Reach(Box::new(search)), ty, span }
    }

    /// `x where A`: without a condition all cells will do.
    fn cell_test(&mut self, cell: &Type, test: &tree::CellTest) -> Option<(LocalId, Expr)> {
        let filter = test.filter.as_ref()?;
        let item = self.scope.hidden(&test.name.text, cell.clone(), test.name.span);
        let mark = self.scope.mark();
        self.scope.reveal(item);
        let when = self.condition(filter);
        self.scope.reset(mark);
        Some((item, when))
    }

    /// `R while C`, `R until touching S`.
    pub(crate) fn cut_route(&mut self, cut: &tree::CutRoute, span: Span) -> Expr {
        let (route, stop) = (&cut.route, &cut.stop);
        if cut.until_touching {
            let sign = [SpaceOp::UntilTouching.sign()];
            return self.operation("until touching", &sign, &[route, stop], span);
        }
        let wanted = Type::Space(SpaceType::Route);
        let route = self.expr(route, Some(&wanted));
        let mark = self.scope.mark();
        // What is known of the state now need not hold on the way.
        self.scope.forget(None);
        let when = self.condition(stop);
        self.scope.reset(mark);
        if matches!(route.ty, Type::Error) {
            return error(span);
        }
        let kind = ExprKind::RouteWhile { route: Box::new(route), when: Box::new(when) };
        Expr { kind, ty: wanted, span }
    }

    /// `clear line from P to Q past x in S where C`.
    pub(crate) fn clear_line(&mut self, line: &tree::ClearLine, span: Span) -> Expr {
        let from = self.wanted(&line.from, Wanted::Point);
        let target = if line.any_part { Wanted::Shape } else { Wanted::Point };
        let to = self.wanted(&line.to, target);
        let wide = line.wide.as_ref().map(|wide| self.expr(wide, Some(&Type::Length)));
        if line.past.is_empty() {
            return self.broken(
                codes::MISSING_ARGUMENT,
                "this line does not say what may be in its way: `past x in S where ..`",
                span,
            );
        }
        let mut all = Vec::with_capacity(line.past.len());
        for past in &line.past {
            all.extend(self.past(past));
        }
        let broken = [&from, &to].iter().any(|part| matches!(part.ty, Type::Error));
        if broken || all.len() < line.past.len() {
            return error(span);
        }
        let line = Line { from, to, wide, past: all };
        Expr::truth(ExprKind::ClearLine(Box::new(line)), span)
    }

    /// `past x in S through L where C`.
    fn past(&mut self, past: &tree::Past) -> Option<PastDef> {
        let Some(among) = &past.among else {
            return Diagnostic::at(codes::MISSING_ARGUMENT, past.name.span)
                .says(format!("`past {}` does not say of which set", past.name.text))
                .help(format!("`past {} in S where ..`", past.name.text))
                .refuse(self.sink);
        };
        let of = self.wanted(among, Wanted::Pieces);
        let element = item_type(&of.ty)?;
        // Afterwards it names what is in the way, in the words of a reason.
        let item = self.scope.hidden(&past.name.text, element, past.name.span);
        let mark = self.scope.mark();
        self.scope.reveal(item);
        let through = past.through.as_ref().map(|through| self.expr(through, Some(&Type::Length)));
        let when = past.filter.as_ref().map(|filter| self.condition(filter));
        self.scope.reset(mark);
        (!matches!(of.ty, Type::Error)).then_some(PastDef { of, item, when, through })
    }
}
