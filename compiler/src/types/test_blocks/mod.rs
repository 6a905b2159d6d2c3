//! Tests: takes their pieces, script and expectations, gives each with a small battle of its own.

mod answers;
mod expects;
mod problems;
mod script;
mod sides;

use super::checker::Checker;
use super::scope::Scope;
use super::statements::{Acting, BodyOf};
use crate::typed::{ScenarioDef, TestDef, TestRun};
use script::Phase;
use warwright_grammar::tree;
use warwright_ir as ir;

/// Checks all tests; everything that they speak of has been checked.
pub(super) fn check(checker: &mut Checker<'_>) {
    checker.read_conformance();
    let content = checker.input.content;
    for declared in content.index.tests.values() {
        let test: &tree::Test = declared;
        checker.test_block(test);
    }
}

impl<'a> Checker<'a> {
    fn test_block(&mut self, test: &'a tree::Test) {
        self.facts.here = self.facts.board.as_ref().and_then(ir::Board::cells).cloned();
        let covers = self.covered(test);
        let pieces = self.given_pieces(test);
        let runs: Vec<&tree::Expr> = test
            .items
            .iter()
            .filter_map(|item| match item {
                tree::TestItem::Run { call, .. } => Some(call),
                _ => None,
            })
            .collect();
        let odds: Vec<usize> = test
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| matches!(item, tree::TestItem::Odds { .. }))
            .map(|(at, _)| at)
            .collect();
        let rulings = self.test_rulings(test);
        // The script with its last run is one test; each `odds` is one more, over the same set-up.
        let plain = odds.is_empty() || !runs.is_empty() || self.expects_something(test);
        let phases =
            plain.then_some(Phase::Plain).into_iter().chain(odds.into_iter().map(Phase::Odds));
        for phase in phases {
            let scenario = self.add_test_scenario(test, &pieces, rulings.clone());
            let script = self.script(test, &pieces, phase);
            self.typed.tests.push(TestDef {
                name: test.name.text.to_string(),
                covers: covers.clone(),
                scenario,
                locals: script.locals,
                setup: script.setup,
                run: script.run.unwrap_or(TestRun::Nothing),
                rolls: script.rolls,
                rolls_at: script.rolls_at,
                draws: script.draws,
                draws_at: script.draws_at,
                answers_at: script.answers_at,
                answers: script.answers,
                expects: script.expects,
                span: test.name.span,
            });
        }
    }

    fn expects_something(&self, test: &tree::Test) -> bool {
        test.items
            .iter()
            .any(|item| matches!(item, tree::TestItem::Expect(_) | tree::TestItem::Show { .. }))
    }

    fn test_rulings(&mut self, test: &'a tree::Test) -> Vec<(u16, i64)> {
        let mut rulings = Vec::new();
        for item in &test.items {
            if let tree::TestItem::Ruling { name, value, .. } = item {
                rulings.extend(self.ruling_taken(name, value));
            }
        }
        rulings
    }

    fn add_test_scenario(
        &mut self,
        test: &tree::Test,
        pieces: &sides::Pieces<'_>,
        rulings: Vec<(u16, i64)>,
    ) -> ir::ScenarioId {
        let id = ir::ScenarioId(u32::try_from(self.typed.scenarios.len()).unwrap_or(u32::MAX));
        let mut sides = pieces.sides();
        for side in &mut sides {
            side.armies = self.armies_of_pieces(&side.pieces);
        }
        self.typed.scenarios.push(ScenarioDef {
            name: test.name.text.to_string(),
            board: self.facts.board.clone(),
            ground: pieces.ground(),
            sides,
            rounds: None,
            setup: Vec::new(),
            setup_locals: crate::typed::Locals::default(),
            rulings,
            span: test.name.span,
        });
        id
    }
}

/// The scope of a test with what acts in it.
fn acting(scope: &Scope) -> Acting {
    Acting::new(BodyOf::Setup, scope)
}
