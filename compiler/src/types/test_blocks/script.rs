//! The script of a test: set-up in order, the last run, dice and answers, and what is expected before and after.

use super::super::checker::{Checker, error};
use super::super::scope::Scope;
use super::super::statements::Acting;
use super::super::vocabulary::Attribute;
use super::problems;
use super::sides::{GROUND, GivenPiece, Pieces};
use crate::typed::{
    Expr, ExprKind, LocalId, LocalRole, Locals, Stmt, StmtKind, TestExpect, TestRun, Type, UntilDef,
};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// Which part of a test a script is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Everything but its odds.
    Plain,
    /// The odds at that position of its lines.
    Odds(usize),
}

/// A script, checked.
#[derive(Debug, Default)]
pub(super) struct Script {
    pub(super) locals: Locals,
    pub(super) setup: Vec<Stmt>,
    pub(super) run: Option<TestRun>,
    pub(super) rolls: Vec<(ir::DieId, u32)>,
    pub(super) rolls_at: Option<Span>,
    pub(super) draws: Vec<ir::EntryId>,
    pub(super) draws_at: Option<Span>,
    pub(super) answers_at: Option<Span>,
    pub(super) answers: Vec<ir::Scripted>,
    pub(super) expects: Vec<TestExpect>,
}

/// A script while it is checked.
pub(super) struct Reading<'t, 'a> {
    pub(super) scope: Scope,
    pub(super) acting: Acting,
    pub(super) pieces: &'t Pieces<'a>,
    pub(super) script: Script,
    /// Whether something still happens after the line that is read: then what it expects is asked where it stands.
    pub(super) goes_on: bool,
}

impl<'a> Checker<'a> {
    /// The script of a phase of a test.
    pub(super) fn script(
        &mut self,
        test: &'a tree::Test,
        pieces: &Pieces<'a>,
        phase: Phase,
    ) -> Script {
        let mut scope = Scope::new();
        for piece in &pieces.all {
            let name = &piece.given.name;
            scope.add(&name.text, Type::Entity(piece.kind), LocalRole::Given, name.span);
        }
        let main = main_run(test, phase);
        let exports = main.map(|(_, call)| self.exports(&mut scope, call)).unwrap_or_default();
        let acting = super::acting(&scope);
        let script = Script::default();
        let mut reading = Reading { scope, acting, pieces, script, goes_on: true };
        for piece in &pieces.all {
            self.set_up_piece(&mut reading, piece);
        }
        let acts = |item: &tree::TestItem| {
            matches!(item, tree::TestItem::State(_) | tree::TestItem::Run { .. })
        };
        let last = main.map(|(main, _)| main).or_else(|| test.items.iter().rposition(acts));
        for (at, item) in test.items.iter().enumerate() {
            reading.goes_on = last.is_some_and(|last| at < last);
            let is_main = main.is_some_and(|(main, _)| main == at);
            if is_main {
                self.main_run(&mut reading, item, &exports);
            } else {
                self.test_item(&mut reading, item, phase);
            }
        }
        let Reading { scope, mut script, .. } = reading;
        script.locals = self.finish(scope);
        script
    }

    /// Locals for the variables of the procedure that is run, not yet visible: first of the procedure, second of the test.
    fn exports(&mut self, scope: &mut Scope, call: &tree::Expr) -> Vec<(LocalId, LocalId)> {
        let Some(found) = self.procedure_call(scope, call) else { return Vec::new() };
        let Some(def) = self.typed.procedures.get(found.procedure.0 as usize) else {
            return Vec::new();
        };
        let mark = scope.mark();
        let mut exports = Vec::new();
        for (local, at) in def.locals.all.iter().zip(0u32..) {
            let kept = matches!(local.role, LocalRole::Open | LocalRole::Var)
                && !matches!(local.ty, Type::Record(_) | Type::Error)
                && scope.peek(&local.name).is_none();
            if kept {
                let to = scope.add(&local.name, local.ty.clone(), LocalRole::Let, local.span);
                exports.push((LocalId(at), to));
            }
        }
        scope.reset(mark);
        exports
    }

    /// What a piece has that its entry has not: state, abilities, ties.
    fn set_up_piece(&mut self, reading: &mut Reading<'_, 'a>, piece: &GivenPiece<'a>) {
        let given = piece.given;
        let Some(local) = reading.scope.peek(&given.name.text) else { return };
        let it = self.local_expr(&reading.scope, local, given.name.span);
        for member in &given.fields {
            match member {
                tree::Member::Field(field) => self.given_field(reading, piece, &it, field),
                tree::Member::Text(_) | tree::Member::Error(_) => {}
                _ => self.report(problems::only_fields(given.span)),
            }
        }
        // The side, what was bought, and where it is are read with the pieces, and below.
        let has = given.settings.iter().filter(|setting| &*setting.word.text == "has");
        for value in has.flat_map(|setting| &setting.values) {
            self.given_ability(reading, &it, value);
        }
        self.given_ground(reading, piece, &it);
        for tie in &given.ties {
            self.given_tie(reading, piece, it.clone(), tie);
        }
    }

    /// Where a piece stands or what an area covers.
    fn given_ground(&mut self, reading: &mut Reading<'_, 'a>, piece: &GivenPiece<'a>, it: &Expr) {
        let given = piece.given;
        self.known_settings(&given.settings, &["has", "of", "with", "form"]);
        let Some(def) = self.typed.kinds.get(piece.kind.0 as usize) else { return };
        let (place, region, cell) = (def.place, def.region, def.cell);
        let said = given.settings.iter().find(|setting| super::super::ground::is_space(setting));
        let Some(said) = said.map(|setting| setting.span) else { return };
        if self.facts.board.is_none() {
            let help = match self.facts.cell {
                None => "the system says how large it is: `board 36\" x 30\"`",
                Some(_) => "the system says how many cells its rows have: `board rows 13, 12, 13`",
            };
            let problem =
                Diagnostic::new(codes::NO_BOARD, "this game names no board for tests", said)
                    .help(help);
            self.report(problem);
            return;
        }
        if let Some(wanted) = self.cell_type() {
            self.given_cell(reading, it, (cell, wanted), given);
            return;
        }
        if region.is_some() {
            let of = (it, piece.kind);
            let stmts = self.set_ground(&mut reading.scope, of, &given.settings, given.span);
            reading.script.setup.extend(stmts);
            return;
        }
        if place.is_none() {
            self.wanted_on_board(it, said);
            return;
        }
        let Some(value) = self.place_of(&mut reading.scope, &given.settings) else { return };
        let stmt = self.set_space(it.clone(), place, value, given.span);
        reading.script.setup.extend(stmt);
    }

    /// `given a: "X" at E7`: the cell where a piece stands.
    fn given_cell(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        it: &Expr,
        (field, wanted): (Option<ir::FieldId>, Type),
        given: &'a tree::Given,
    ) {
        for setting in given.settings.iter().filter(|it| super::super::ground::is_space(it)) {
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
                self.report(
                    Diagnostic::new(codes::BAD_PUT, format!("{ty} has no cell on the board"), span)
                        .help(
                            "a piece stands in the cell of its first such state: `state hex: hex?`",
                        ),
                );
                continue;
            }
            let cell = self.expr(&mut reading.scope, at, Some(&wanted));
            let stmt = self.set_space(it.clone(), field, cell, given.span);
            reading.script.setup.extend(stmt);
        }
    }

    fn given_field(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        piece: &GivenPiece<'a>,
        it: &Expr,
        field: &'a tree::Field,
    ) {
        let name = &*field.name.text;
        let state =
            matches!(self.vocabulary.attribute(piece.kind, name), Some(Attribute::State(_)));
        // Printed figures and abilities have gone into a variant of the entry, unknown fields have been reported there.
        if !state {
            return;
        }
        self.field_given(
            &mut reading.scope,
            it.clone(),
            piece.kind,
            field,
            &mut reading.script.setup,
        );
    }

    fn given_ability(&mut self, reading: &mut Reading<'_, 'a>, it: &Expr, value: &'a tree::Expr) {
        let Some((name, _)) = self.ability_call(value) else { return };
        let Some((ability, args)) = self.ability_with(&mut reading.scope, value) else { return };
        if !self.may_bear(it, ability, &name) {
            return;
        }
        let kind =
            StmtKind::Grant { ability, args, to: Box::new(it.clone()), until: UntilDef::Removed };
        reading.script.setup.push(Stmt { kind, span: value.span });
    }

    /// `engaged a { side: front, side of a: left }`: a field without `of` is the piece's own.
    fn given_tie(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        piece: &GivenPiece<'a>,
        it: Expr,
        tie: &'a tree::GivenTie,
    ) {
        let Some(id) = self.find_tie(&tie.tie) else { return };
        let Some(other) = reading.scope.peek(&tie.other.text) else {
            let known: Vec<String> =
                reading.pieces.all.iter().map(|piece| piece.given.name.text.to_string()).collect();
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
                        .get(id.0 as usize)
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
        let Some(values) = self.tie_values(&mut reading.scope, id, &ends, &fields, tie.span) else {
            return;
        };
        let right = self.local_expr(&reading.scope, other, tie.other.span);
        let kind = StmtKind::Join {
            tie: id,
            left: Box::new(it),
            right: Box::new(right),
            shared: values.shared,
            of_left: values.of_left,
            of_right: values.of_right,
        };
        reading.script.setup.push(Stmt { kind, span: tie.span });
    }

    /// The run that is watched: its variables are known from here.
    fn main_run(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        item: &'a tree::TestItem,
        exports: &[(LocalId, LocalId)],
    ) {
        let (call, expects) = match item {
            tree::TestItem::Run { call, .. } => (call, None),
            tree::TestItem::Odds { call, expects, .. } => (call, Some(expects)),
            _ => return,
        };
        if let tree::ExprKind::Name(name) = &call.kind
            && &*name.text == "battle"
        {
            reading.script.run = Some(TestRun::Battle);
        } else {
            let found = self.procedure_call(&mut reading.scope, call);
            let Some(found) = found else {
                self.no_such_run(call);
                return;
            };
            let Some(args) = self.procedure_arguments(&mut reading.scope, &found) else { return };
            reading.script.run = Some(TestRun::Procedure {
                procedure: found.procedure,
                args,
                exports: exports.to_vec(),
            });
        }
        reading.scope.forget(None);
        for (_, local) in exports {
            reading.scope.reveal(*local);
        }
        for expect in expects.into_iter().flatten() {
            self.expect_chance(reading, expect);
        }
    }

    /// What is to be run is no procedure: most often it is misspelt.
    fn no_such_run(&mut self, call: &tree::Expr) {
        let callee = match &call.kind {
            tree::ExprKind::Call(call) => call.callee.as_name(),
            _ => None,
        };
        match callee {
            Some(name) => {
                let _ = self.find_procedure(name);
            }
            None => self.report(problems::run_what(call.span)),
        }
    }

    fn test_item(&mut self, reading: &mut Reading<'_, 'a>, item: &'a tree::TestItem, phase: Phase) {
        use tree::TestItem as I;
        match item {
            I::Given(_) | I::Ruling { .. } | I::Text(_) | I::Error(_) | I::Odds { .. } => {}
            I::State(stmt) => {
                if phase == Phase::Plain && !reading.goes_on && reading.script.run.is_some() {
                    self.report(problems::after_run(stmt.span));
                    return;
                }
                let mut out = std::mem::take(&mut reading.script.setup);
                self.stmt(&mut reading.scope, &mut reading.acting, stmt, &mut out);
                reading.script.setup = out;
            }
            I::Run { call, span } => {
                let mut out = std::mem::take(&mut reading.script.setup);
                let kind = tree::StmtKind::Expr(call.clone());
                let stmt = tree::Stmt { kind, span: *span };
                self.stmt(&mut reading.scope, &mut reading.acting, &stmt, &mut out);
                reading.script.setup = out;
            }
            I::Rolls { faces, span } => {
                reading.script.rolls_at = Some(*span);
                for face in faces {
                    let rolled = self.face_rolled(face);
                    reading.script.rolls.extend(rolled);
                    // Without a usual die no number says which face it is, and one message about it is enough.
                    if rolled.is_none() && self.facts.die.is_none() && face.as_name().is_none() {
                        break;
                    }
                }
            }
            I::Draws { names, span } => {
                reading.script.draws_at = Some(*span);
                for name in names {
                    let drawn = self.entry_drawn(name);
                    reading.script.draws.extend(drawn);
                }
            }
            I::Answers { values, span } => {
                reading.script.answers_at = Some(*span);
                for value in values {
                    let answer = self.answer(reading, value);
                    reading.script.answers.extend(answer);
                }
            }
            I::Expect(expect) if phase == Phase::Plain => self.expectation(reading, expect),
            I::Show { value, .. } if phase == Phase::Plain => {
                let name = self.source_of(value.span);
                let of = self.expr(&mut reading.scope, value, None);
                if !matches!(of.ty, Type::Error) {
                    reading.script.expects.push(TestExpect::Show { of, name });
                }
            }
            I::Expect(_) | I::Show { .. } => {}
            I::Clause(clause) => self.report(problems::declares(clause.span())),
        }
    }

    /// A face by its number on the system's die, or by its name on whichever die has it.
    fn face_rolled(&mut self, face: &'a tree::Expr) -> Option<(ir::DieId, u32)> {
        if let tree::ExprKind::Name(name) = &face.kind {
            for (def, die) in self.typed.dice.iter().zip(0u32..) {
                if let Some(at) = def.faces.iter().position(|(known, ..)| *known == *name.text) {
                    return Some((ir::DieId(die), u32::try_from(at).ok()?));
                }
            }
            let known: Vec<String> = self
                .typed
                .dice
                .iter()
                .flat_map(|die| die.faces.iter().map(|(name, ..)| name.clone()))
                .filter(|name| name.parse::<i64>().is_err())
                .collect();
            self.unknown_among(name, "face of a die", &known);
            return None;
        }
        let die = match self.facts.die {
            Some(die) => die,
            None => {
                self.report(problems::which_die(face.span));
                return None;
            }
        };
        let value = self.constant_expr(face, &Type::Face(die));
        let at = self.constant_cell(&value)?;
        Some((die, u32::try_from(at).ok()?))
    }

    /// Entities are numbered as the machine numbers them: players, the battle, things, the ground, then pieces in the order of the
    /// sides. Of the ground what the scenario has laid out comes first.
    fn given_number(&self, pieces: &Pieces<'a>, at: usize) -> usize {
        let areas = pieces.all.iter().filter(|piece| piece.side == GROUND).count();
        let before = self.entities_before_ground(pieces.side_count()) + pieces.laid_out;
        match at.checked_sub(pieces.all.len() - areas) {
            Some(area) => before + area,
            None => before + areas + at,
        }
    }

    pub(super) fn answer_cell(&mut self, reading: &Reading<'_, 'a>, value: &Expr) -> Option<i64> {
        match &value.kind {
            ExprKind::Local(local) => {
                let at =
                    reading.pieces.all.iter().position(|piece| {
                        reading.scope.peek(&piece.given.name.text) == Some(*local)
                    });
                if let Some(at) = at {
                    return i64::try_from(self.given_number(reading.pieces, at)).ok();
                }
            }
            ExprKind::Space { op: ir::SpaceOp::CellNamed, args } => {
                let [row, column] = args.as_slice() else { return None };
                let (row, column) = (self.constant_cell(row)?, self.constant_cell(column)?);
                let at = self.facts.here.as_ref()?.position(row, column)?;
                let pieces = reading.pieces;
                let before = self.entities_before_ground(pieces.side_count());
                let all = pieces.laid_out + pieces.all.len();
                return i64::try_from(before + all + at).ok();
            }
            ExprKind::OwnerOf(of) => {
                if let ExprKind::Local(local) = of.kind {
                    let piece =
                        reading.pieces.all.iter().find(|piece| {
                            reading.scope.peek(&piece.given.name.text) == Some(local)
                        });
                    if let Some(piece) = piece {
                        return i64::try_from(piece.side).ok();
                    }
                }
            }
            _ => {}
        }
        self.constant_cell(value)
    }

    pub(in crate::types) fn entities_before_ground(&self, sides: usize) -> usize {
        let battles =
            self.typed.kinds.iter().filter(|kind| kind.base == ir::KindBase::Battle).count();
        let things: usize = self
            .typed
            .kinds
            .iter()
            .filter(|kind| kind.base == ir::KindBase::Thing && !kind.closed && !kind.fleeting)
            .flat_map(|kind| &kind.entries)
            .filter(|id| {
                self.typed.entries.get(id.0 as usize).is_some_and(|entry| entry.base.is_none())
            })
            .count();
        sides + battles + things
    }

    /// A value kept before the run, for an expectation that stands there.
    pub(super) fn kept(&mut self, reading: &mut Reading<'_, 'a>, value: Expr) -> Expr {
        let span = value.span;
        if matches!(value.ty, Type::Error) {
            return error(span);
        }
        let local = reading.scope.hidden("", value.ty.clone(), span);
        let kept = self.local_expr(&reading.scope, local, span);
        reading.script.setup.push(Self::set_local(local, value, span));
        kept
    }
}

/// The last run of a test, or the odds that are asked for.
fn main_run(test: &tree::Test, phase: Phase) -> Option<(usize, &tree::Expr)> {
    match phase {
        Phase::Plain => test.items.iter().enumerate().rev().find_map(|(at, item)| match item {
            tree::TestItem::Run { call, .. } => Some((at, call)),
            _ => None,
        }),
        Phase::Odds(at) => match test.items.get(at) {
            Some(tree::TestItem::Odds { call, .. }) => Some((at, call)),
            _ => None,
        },
    }
}
