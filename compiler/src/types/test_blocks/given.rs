//! What is given of a piece that its entry has not: where it stands, state, abilities, ties.

use super::super::checker::Checker;
use super::super::ground::is_space;
use super::super::vocabulary::Attribute;
use super::problems;
use super::sides::{GivenPiece, Pieces};
use crate::typed::{Expr, ExprKind, StmtKind, Type, UntilDef};
use warwright_grammar::{Diagnostic, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// What a piece has that its entry has not: state, abilities, ties.
    pub(super) fn set_up_piece(&mut self, pieces: &Pieces<'a>, piece: &GivenPiece<'a>) {
        let given = piece.given;
        let Some(local) = self.scope.peek(&given.name.text) else { return };
        let it = self.local_expr(local, given.name.span);
        for member in &given.fields {
            match member {
                tree::Member::Field(field) => self.given_field(piece, &it, field),
                tree::Member::Text(_) | tree::Member::Error(_) => {}
                _ => self.report(problems::only_fields(given.span)),
            }
        }
        // The side, what was bought, and where it is are read with the pieces, and below.
        let has = given.settings.iter().filter(|setting| &*setting.word.text == "has");
        for setting in has {
            let until = match &setting.until {
                Some(moment) => self.until(moment, &it),
                None => Some(UntilDef::Removed),
            };
            for value in &setting.values {
                self.given_ability(&it, (value, until.as_ref()));
            }
        }
        self.given_ground(piece, &it);
        for tie in &given.ties {
            self.given_tie(pieces, piece, it.clone(), tie);
        }
    }

    /// Where a piece stands or what an area covers.
    fn given_ground(&mut self, piece: &GivenPiece<'a>, it: &Expr) {
        let given = piece.given;
        if !self.known_settings(&given.settings, &["has", "of", "with", "form"]) {
            return;
        }
        let Some(def) = self.typed.kinds.get(piece.kind) else { return };
        let (place, region, cell) = (def.place, def.region, def.cell);
        let said = given.settings.iter().find(|setting| is_space(setting));
        let Some(said) = said.map(|setting| setting.span) else { return };
        if self.board.unread {
            return;
        }
        if self.board.board.is_none() {
            let help = match self.facts.cell {
                None => "the system says how large it is: `board 36\" x 30\"`",
                Some(_) => "the system says how many cells its rows have: `board rows 13, 12, 13`",
            };
            return Diagnostic::at(codes::NO_BOARD, said)
                .says("this game names no board for tests")
                .help(help)
                .emit(self.sink);
        }
        if let Some(wanted) = self.cell_type() {
            self.given_cell(it, (cell, wanted), given);
            return;
        }
        if region.is_some() {
            let of = (it, piece.kind);
            let stmts = self.set_ground(of, &given.settings, given.span);
            self.acting.stmts.extend(stmts);
            return;
        }
        if place.is_none() {
            self.wanted_on_board(it, said);
            return;
        }
        let Some(value) = self.place_of(&given.settings) else { return };
        self.given_on_board(&given.name, &value);
        let stmt = self.set_space(it.clone(), place, value, given.span);
        self.acting.stmts.extend(stmt);
    }

    /// A piece whose middle lies off the board stands nowhere.
    fn given_on_board(&mut self, name: &tree::Name, place: &Expr) {
        let Some((width, depth)) = self.board.board.as_ref().and_then(ir::Board::plane) else {
            return;
        };
        let ExprKind::Space { args, .. } = &place.kind else { return };
        let Some(Expr { kind: ExprKind::Space { args, .. }, span, .. }) = args.first() else {
            return;
        };
        let [Expr { kind: ExprKind::Cell(x), .. }, Expr { kind: ExprKind::Cell(y), .. }] =
            args.as_slice()
        else {
            return;
        };
        if !(0..=width).contains(x) || !(0..=depth).contains(y) {
            Diagnostic::at(codes::OFF_BOARD, *span)
                .says(format!("`{}` is to stand off the board", name.text))
                .label("no part of the board")
                .help("a point is measured from the south-west corner: first eastward, then northward")
                .emit(self.sink);
        }
    }

    /// `given a: "X" at E7`: the cell where a piece stands.
    fn given_cell(
        &mut self,
        it: &Expr,
        (field, wanted): (Option<ir::FieldId>, Type),
        given: &'a tree::Given,
    ) {
        for setting in given.settings.iter().filter(|it| is_space(it)) {
            let span = setting.span;
            let ([at], "at") = (setting.values.as_slice(), &*setting.word.text) else {
                let message = format!(
                    "a piece on cells stands in one cell: `at E7`, not `{}`",
                    self.source_of(span)
                );
                self.broken(codes::BAD_PUT, message, span);
                continue;
            };
            if field.is_none() {
                let ty = self.with_article(&it.ty);
                Diagnostic::at(codes::BAD_PUT, span)
                    .says(format!("{ty} has no cell on the board"))
                    .help("a piece stands in the cell of its first such state: `state hex: hex?`")
                    .emit(self.sink);
                continue;
            }
            let cell = self.expr(at, Some(&wanted));
            let stmt = self.set_space(it.clone(), field, cell, given.span);
            self.acting.stmts.extend(stmt);
        }
    }

    fn given_field(&mut self, piece: &GivenPiece<'a>, it: &Expr, field: &'a tree::Field) {
        let name = &*field.name.text;
        let state =
            matches!(self.vocabulary.attribute(piece.kind, name), Some(Attribute::State(_)));
        // Printed figures and abilities have gone into a variant of the entry, unknown fields have been reported there.
        if !state {
            return;
        }
        self.field_given(it.clone(), piece.kind, field);
    }

    fn given_ability(&mut self, it: &Expr, (value, until): (&'a tree::Expr, Option<&UntilDef>)) {
        let Some((name, _)) = self.ability_call(value) else { return };
        let Some((ability, args)) = self.ability_with(value) else { return };
        if !self.may_bear(false, it, ability, &name) {
            return;
        }
        let Some(until) = until.cloned() else { return };
        let kind = StmtKind::Grant { ability, args, to: Box::new(it.clone()), until };
        self.act(kind, value.span);
    }

    /// `engaged a { side: front, side of a: left }`: a field without `of` is the piece's own.
    fn given_tie(
        &mut self,
        pieces: &Pieces<'a>,
        piece: &GivenPiece<'a>,
        it: Expr,
        tie: &'a tree::GivenTie,
    ) {
        let Some(id) = self.find_tie(&tie.tie) else { return };
        let Some(other) = self.scope.peek(&tie.other.text) else {
            let known: Vec<String> =
                pieces.all.iter().map(|piece| piece.given.name.text.to_string()).collect();
            self.unknown_among(&tie.other, "piece of this test", &known);
            return;
        };
        let own = &piece.given.name;
        let fields: Vec<tree::TieField> = tie
            .fields
            .iter()
            .map(|field| {
                let each = self.tie_field(id, &field.name.text).is_some_and(|(at, _)| {
                    self.typed
                        .ties
                        .get(id)
                        .and_then(|def| def.fields.get(at as usize))
                        .is_some_and(|(_, _, each)| *each)
                });
                let mut field = field.clone();
                if each && field.of.is_none() {
                    field.of = Some(tree::Expr {
                        kind: tree::ExprKind::Name(own.clone()),
                        span: own.span,
                    });
                }
                field
            })
            .collect();
        let ends = (own.text.to_string(), tie.other.text.to_string());
        let Some(values) = self.tie_values(id, &ends, &fields, tie.span) else {
            return;
        };
        let right = self.local_expr(other, tie.other.span);
        let kind = StmtKind::Join {
            tie: id,
            left: Box::new(it),
            right: Box::new(right),
            shared: values.shared,
            of_left: values.of_left,
            of_right: values.of_right,
        };
        self.act(kind, tie.span);
    }
}
