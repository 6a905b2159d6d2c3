//! Content: takes entries, scenarios and tests, gives them with their scripts as bodies.

use super::Lowering;
use super::slots::Frame;
use crate::typed::ChoiceOwner;
use crate::typed::{EntryDef, PieceDef, ScenarioDef, SideDef, Stmt, TestDef, TestExpect, TestRun};
use warwright_grammar::Span;
use warwright_ir as ir;
use warwright_ir::{BodyId, ScenarioId, TestId};

impl Lowering<'_> {
    /// Entries are many: each is dropped as soon as it is written.
    pub(super) fn entries(&mut self, entries: ir::Arena<ir::EntryId, EntryDef>) {
        for def in entries.into_values() {
            let entry = self.entry(def);
            self.out.entries.push(entry);
        }
    }

    pub(super) fn content(&mut self) {
        let typed = self.typed;
        for (id, def) in typed.scenarios.iter() {
            let scenario = self.scenario(id, def);
            self.out.scenarios.push(scenario);
        }
        for (id, def) in typed.tests.iter() {
            let test = self.test(id, def);
            self.out.tests.push(test);
        }
    }

    fn entry(&mut self, def: EntryDef) -> ir::Entry {
        let mut origins = ir::Origins::with_capacity(def.origins.len());
        for origin in &def.origins {
            let steps = self.typed.steps(*origin);
            origins.push(steps.map(|(words, span)| ir::Origin {
                words: self.text(words),
                span: self.span(span),
            }));
        }
        let abilities = def.abilities.into_iter();
        let abilities = abilities
            .map(|owned| ir::EntryAbility { ability: owned.ability, args: owned.args })
            .collect();
        ir::Entry {
            name: self.text(&def.name),
            kind: def.kind,
            faction: def.faction.as_ref().map(|name| self.text(name)),
            values: def.values,
            origins,
            abilities,
            base: def.base,
            form: def.form.as_ref().map(|name| self.text(name)),
            forms: def.forms,
            span: self.span(def.span),
        }
    }

    fn scenario(&mut self, id: ScenarioId, def: &ScenarioDef) -> ir::Scenario {
        self.frame = Frame::new(self.typed, &def.setup_locals, 0);
        let setup =
            (!def.setup.is_empty()).then(|| self.script(ChoiceOwner::Scenario(id), &def.setup));
        ir::Scenario {
            name: self.text(&def.name),
            board: def.board.clone(),
            ground: def.ground.iter().map(|area| self.piece(area)).collect(),
            sides: def.sides.iter().map(|side| self.side(side)).collect(),
            rounds: def.rounds,
            setup,
            rules_of: def.rules_of,
            rulings: def.rulings.clone(),
            span: self.span(def.span),
        }
    }

    fn side(&mut self, def: &SideDef) -> ir::SideSetup {
        let pieces = def.pieces.iter().map(|piece| self.piece(piece)).collect();
        ir::SideSetup {
            name: self.text(&def.name),
            armies: def.armies.iter().map(|army| self.text(army)).collect(),
            pieces,
            budget: def.budget,
            abilities: def.abilities.clone(),
            policy: def.policy,
            team: def.team,
        }
    }

    pub(super) fn piece(&mut self, piece: &PieceDef) -> ir::Piece {
        ir::Piece {
            entry: piece.entry,
            name: piece.name.as_ref().map(|name| self.text(name)),
            state: piece.state.clone(),
        }
    }

    /// A body that runs by itself, over the frame at hand.
    fn script(&mut self, owner: ChoiceOwner, stmts: &[Stmt]) -> BodyId {
        let body = self.body(owner, None, stmts);
        if let Some(first) = stmts.first() {
            self.seen_to_fit(first.span);
        }
        body
    }

    fn test(&mut self, id: TestId, def: &TestDef) -> ir::Test {
        self.frame = Frame::new(self.typed, &def.locals, 0);
        let setup = self.script(ChoiceOwner::Test(id), &def.setup);
        let run = self.test_run(&def.run);
        let expects = def.expects.iter().map(|expect| self.expectation(expect));
        let expects = expects.collect();
        self.seen_to_fit(def.span);
        self.out.bodies.update(setup, |body| body.env = self.frame.env());
        ir::Test {
            name: self.text(&def.name),
            covers: def.covers.iter().map(|(row, _)| self.text(row)).collect(),
            scenario: def.scenario,
            setup,
            run,
            rolls: def.rolls.clone(),
            rolls_at: self.written(&def.rolls_at),
            draws: def.draws.clone(),
            draws_at: self.written(&def.draws_at),
            answers: def.answers.clone(),
            answers_at: self.written(&def.answers_at),
            expects,
            env: self.frame.env(),
            span: self.span(def.span),
        }
    }

    /// Parts of a script as they are written.
    fn written(&mut self, parts: &[(Span, String)]) -> Vec<ir::ScriptPart> {
        let written = parts.iter().map(|(span, source)| ir::ScriptPart {
            source: self.text(source),
            span: self.span(*span),
        });
        written.collect()
    }

    fn test_run(&mut self, run: &TestRun) -> ir::TestRun {
        match run {
            TestRun::Nothing => ir::TestRun::Nothing,
            TestRun::Battle => ir::TestRun::Battle,
            TestRun::Procedure { procedure, args, exports } => {
                let args = self.exprs(args);
                let typed = self.typed;
                let def = typed.procedures.get(*procedure);
                let from = def.map(|def| Frame::new(typed, &def.locals, def.params));
                let from = from.unwrap_or_default();
                let pairs = exports.iter().flat_map(|(local, to)| {
                    from.slots(*local).iter().copied().zip(self.frame.slots(*to).iter().copied())
                });
                ir::TestRun::Procedure { procedure: *procedure, args, exports: pairs.collect() }
            }
        }
    }

    fn expectation(&mut self, expect: &TestExpect) -> ir::Expectation {
        use ir::Expectation as To;
        match expect {
            TestExpect::Holds { holds, source } => To::Holds {
                holds: self.expr(holds),
                source: self.text(source),
                span: self.span(holds.span),
            },
            TestExpect::Refused { permission, args, reason, span } => To::Refused {
                permission: *permission,
                args: self.exprs(args),
                reason: self.text(reason),
                span: self.span(*span),
            },
            TestExpect::Said { words, span } => {
                To::Said { words: self.text(words), span: self.span(*span) }
            }
            TestExpect::Silent { words, span } => {
                To::Silent { words: self.text(words), span: self.span(*span) }
            }
            TestExpect::Legal { holds, roster, reason, span } => To::Legal {
                holds: *holds,
                roster: *roster,
                reason: reason.as_ref().map(|reason| self.text(reason)),
                span: self.span(*span),
            },
            TestExpect::Ended { holds, winner, why, span } => To::Ended {
                holds: *holds,
                winner: winner.as_ref().map(|winner| self.expr(winner)),
                why: why.as_ref().map(|why| self.text(why)),
                span: self.span(*span),
            },
            TestExpect::Chance { holds, how, numerator, denominator } => To::Chance {
                holds: self.expr(holds),
                how: *how,
                numerator: *numerator,
                denominator: *denominator,
                span: self.span(holds.span),
            },
            TestExpect::Mean { of, how, numerator, denominator } => To::Mean {
                of: self.expr(of),
                how: *how,
                numerator: *numerator,
                denominator: *denominator,
                span: self.span(of.span),
            },
            TestExpect::Show { of, name } => {
                To::Show { of: self.expr(of), name: self.text(name), span: self.span(of.span) }
            }
        }
    }
}
