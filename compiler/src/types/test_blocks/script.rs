//! The script of a test: set-up in order, the last run, dice and answers, and what is expected before and after.

use super::super::checker::{Checker, error};
use super::super::scope::Scope;
use super::super::statements::{Acting, BodyOf};
use super::problems;
use super::sides::Pieces;
use crate::typed::{Expr, LocalId, LocalRole, TestDef, TestExpect, TestRun, Type};
use warwright_grammar::tree;

/// Which part of a test a script is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Everything but its odds.
    Plain,
    /// The odds at that position of its lines.
    Odds(usize),
}

/// A script while it is checked.
pub(super) struct Reading<'t, 'a> {
    pub(super) pieces: &'t Pieces<'a>,
    /// The test, as far as it is read.
    pub(super) script: TestDef,
    /// The names of the rosters that stand in the test.
    pub(super) rosters: Vec<&'a tree::Name>,
    /// Whether something still happens after the line that is read: then what it expects is asked where it stands.
    pub(super) goes_on: bool,
    /// Whether something was run, and nothing is run or expected after it.
    pub(super) is_over: bool,
    /// Whether only odds are still asked after it.
    pub(super) for_odds: bool,
    /// Whether what was to be run could not be found, so that nobody knows what there is to expect.
    pub(super) run_unknown: bool,
}

impl<'a> Checker<'a> {
    /// The script of a phase of a test.
    pub(super) fn script(
        &mut self,
        test: &'a tree::Test,
        pieces: &Pieces<'a>,
        phase: Phase,
    ) -> TestDef {
        self.scope = Scope::new();
        self.scope.of_test = true;
        for piece in &pieces.all {
            let name = &piece.given.name;
            self.scope.add(&name.text, Type::Entity(piece.kind), LocalRole::Given, name.span);
        }
        for name in &pieces.broken {
            self.scope.add(&name.text, Type::Error, LocalRole::Let, name.span);
        }
        let main = main_run(test, phase);
        let exports = main.map(|(_, call)| self.exports(call)).unwrap_or_default();
        self.acting = Acting::new(BodyOf::Setup, &self.scope);
        let rosters = test
            .items
            .iter()
            .filter_map(|item| as_variant!(item, tree::TestItem::Roster(roster) => &roster.name));
        let rosters = rosters.collect();
        let mut reading = Reading {
            pieces,
            script: TestDef::default(),
            rosters,
            goes_on: true,
            is_over: false,
            for_odds: false,
            run_unknown: false,
        };
        for piece in &pieces.all {
            self.set_up_piece(pieces, piece);
        }
        let acts = |item: &tree::TestItem| {
            matches!(item, tree::TestItem::State(_) | tree::TestItem::Run { .. })
        };
        let last = main.map(|(main, _)| main).or_else(|| test.items.iter().rposition(acts));
        for (at, item) in test.items.iter().enumerate() {
            reading.goes_on = last.is_some_and(|last| at < last);
            reading.is_over = is_over(test, at);
            reading.for_odds = only_odds_follow(test, at);
            let is_main = main.is_some_and(|(main, _)| main == at);
            if is_main {
                self.main_run(&mut reading, item, &exports);
                if matches!(phase, Phase::Odds(_)) {
                    // Odds are asked where they stand.
                    break;
                }
            } else {
                self.test_item(&mut reading, item, phase);
            }
        }
        let mut script = reading.script;
        script.setup = std::mem::take(&mut self.acting.stmts);
        script.locals = self.finish();
        script
    }

    /// Locals for the variables of the procedure that is run, not yet visible: first of the procedure, second of the test.
    fn exports(&mut self, call: &tree::Expr) -> Vec<(LocalId, LocalId)> {
        let Some(found) = self.procedure_call(call) else { return Vec::new() };
        let Some(def) = self.typed.procedures.get(found.procedure) else {
            return Vec::new();
        };
        let mark = self.scope.mark();
        let mut exports = Vec::new();
        for (local, at) in def.locals.all.iter().zip(0u32..) {
            let kept = matches!(local.role, LocalRole::Open | LocalRole::Var)
                && !matches!(local.ty, Type::Record(_))
                && self.scope.peek(&local.name).is_none();
            if kept {
                let to = self.scope.add(&local.name, local.ty.clone(), LocalRole::Let, local.span);
                exports.push((LocalId(at), to));
            }
        }
        self.scope.reset(mark);
        exports
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
            reading.script.run = TestRun::Battle;
        } else {
            let found = self.procedure_call(call);
            let Some(found) = found else {
                self.no_such_run(call);
                reading.run_unknown = true;
                return;
            };
            let args = self.procedure_arguments(&found);
            reading.script.run = args.map_or(TestRun::Nothing, |args| TestRun::Procedure {
                procedure: found.procedure,
                args,
                exports: exports.to_vec(),
            });
        }
        self.scope.forget(None);
        for (_, local) in exports {
            self.scope.reveal(*local);
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
            Some(name) => match self.step_meant(name) {
                Some(found) => self.report(found),
                None => drop(self.find_procedure(name)),
            },
            None => self.report(problems::run_what(call.span)),
        }
    }

    fn test_item(&mut self, reading: &mut Reading<'_, 'a>, item: &'a tree::TestItem, phase: Phase) {
        use tree::TestItem as I;
        match item {
            I::Given(_)
            | I::Roster(_)
            | I::Ruling { .. }
            | I::Text(_)
            | I::Error(_)
            | I::Odds { .. } => {}
            I::State(stmt) => {
                if phase == Phase::Plain && reading.is_over {
                    if !reading.for_odds {
                        self.report(problems::after_run(stmt.span));
                    }
                    return;
                }
                if let tree::StmtKind::Expr(call) = &stmt.kind
                    && self.procedure_call(call).is_some()
                {
                    let source = self.source_of(stmt.span);
                    return self.report(problems::not_run(&source, stmt.span));
                }
                self.stmt(stmt);
            }
            I::Run { call, span } => {
                let kind = tree::StmtKind::Expr(call.clone());
                let stmt = tree::Stmt { kind, span: *span };
                self.stmt(&stmt);
            }
            I::Rolls { faces, .. } => {
                for face in faces {
                    if let Some(shown) = self.face_shown(face) {
                        let at = (face.span, self.source_of(face.span));
                        reading.script.rolls.push(shown);
                        reading.script.rolls_at.push(at);
                    }
                }
            }
            I::Draws { names, .. } => {
                for name in names {
                    if let Some(drawn) = self.entry_drawn(name) {
                        let at = (name.span, self.source_of(name.span));
                        reading.script.draws.push(drawn);
                        reading.script.draws_at.push(at);
                    }
                }
            }
            I::Answers { values, .. } => {
                for value in values {
                    if let Some(answer) = self.answer(reading, value) {
                        let at = (value.span, self.source_of(value.span));
                        reading.script.answers.push(answer);
                        reading.script.answers_at.push(at);
                    }
                }
            }
            I::Expect(_) | I::Show { .. } if reading.run_unknown => {}
            I::Expect(expect) if phase == Phase::Plain => self.expectation(reading, expect),
            I::Show { value, .. } if phase == Phase::Plain => {
                let name = self.source_of(value.span);
                let of = self.expr(value, None);
                if !matches!(of.ty, Type::Error) {
                    reading.script.expects.push(TestExpect::Show { of, name });
                }
            }
            I::Expect(_) | I::Show { .. } => {}
            I::Clause(clause) => self.report(problems::declares(clause.span())),
        }
    }

    /// A value kept before the run, for an expectation that stands there.
    pub(super) fn kept(&mut self, _reading: &mut Reading<'_, 'a>, value: Expr) -> Expr {
        let span = value.span;
        if matches!(value.ty, Type::Error) {
            return error(span);
        }
        let local = self.scope.hidden("", value.ty.clone(), span);
        let kept = self.local_expr(local, span);
        self.set_local(local, value, span);
        kept
    }
}

/// The last run of a test, or the odds that are asked for.
fn main_run(test: &tree::Test, phase: Phase) -> Option<(usize, &tree::Expr)> {
    match phase {
        // What is set up behind a run and asked then is no outcome of it.
        Phase::Plain => {
            let mut behind = test.items.iter().enumerate().rev();
            let (at, call) = behind.find_map(
                |(at, item)| as_variant!(item, tree::TestItem::Run { call, .. } => (at, call)),
            )?;
            let set_up = |at: &usize| matches!(test.items.get(*at), Some(tree::TestItem::State(_)));
            let asked_anew = (at..test.items.len()).filter(set_up).any(|at| !is_over(test, at));
            (!asked_anew).then_some((at, call))
        }
        Phase::Odds(at) => {
            as_variant!(test.items.get(at), Some(tree::TestItem::Odds { call, .. }) => (at, call))
        }
    }
}

/// Whether something was run before a line of a test, and nothing is run or expected after it.
fn is_over(test: &tree::Test, at: usize) -> bool {
    use tree::TestItem as I;
    let (before, behind) = test.items.split_at_checked(at).unwrap_or((&test.items, &[]));
    let asks =
        |item: &tree::TestItem| matches!(item, I::Run { .. } | I::Expect(_) | I::Show { .. });
    before.iter().any(|item| matches!(item, I::Run { .. })) && !behind.iter().any(asks)
}

/// Whether of all that is asked after a line of a test some is odds, and nothing is something else.
fn only_odds_follow(test: &tree::Test, at: usize) -> bool {
    use tree::TestItem as I;
    let asks =
        |item: &&tree::TestItem| matches!(item, I::Odds { .. } | I::Expect(_) | I::Show { .. });
    let mut asked = test.items.iter().skip(at).filter(asks).peekable();
    asked.peek().is_some() && asked.all(|item| matches!(item, I::Odds { .. }))
}
