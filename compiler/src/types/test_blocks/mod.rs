//! Tests: takes their pieces, script and expectations, gives each with a small battle of its own.

mod answers;
mod dice;
mod expects;
mod given;
mod numbering;
mod problems;
mod script;
mod sides;

use super::checker::Checker;
use super::scenarios::LaidOut;
use crate::typed::{ScenarioDef, TestDef};
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
        let under = self.rules_of(test);
        self.board = match &under {
            Some((id, _)) => self.laid_out.get(id).cloned().unwrap_or_default(),
            None => LaidOut::of(self.facts.board.clone()),
        };
        self.test_under(test, under.as_ref().map(|(id, under)| (*id, under)));
        self.board = LaidOut::default();
    }

    /// The scenario under whose rules a test runs.
    fn rules_of(&mut self, test: &tree::Test) -> Option<(ir::ScenarioId, ScenarioDef)> {
        let name = test.of.as_ref()?;
        let Some(id) = self.vocabulary.scenarios.get(&*name.text).copied() else {
            let known: Vec<String> =
                self.vocabulary.scenarios.keys().map(ToString::to_string).collect();
            self.unknown_among(name, "scenario", &known);
            return None;
        };
        Some((id, self.typed.scenarios.get(id)?.clone()))
    }

    fn test_under(&mut self, test: &'a tree::Test, under: Option<(ir::ScenarioId, &ScenarioDef)>) {
        let covers = self.covered(test);
        if !asks_odds(test) && !self.expects_something(test) {
            self.report(problems::expects_nothing(&test.name));
        }
        self.set_up_for_nothing(test);
        self.run_for_nothing(test);
        self.scripted_for_nothing(test);
        let pieces = self.given_pieces(test, under.map(|(_, under)| under));
        let runs: Vec<&tree::Expr> = test
            .items
            .iter()
            .filter_map(|item| as_variant!(item, tree::TestItem::Run { call, .. } => call))
            .collect();
        let odds = odds_of(test);
        let mut rulings = under.map_or_else(Vec::new, |(_, under)| under.rulings.clone());
        for (ruling, value) in self.test_rulings(test) {
            rulings.retain(|(other, _)| *other != ruling);
            rulings.push((ruling, value));
        }
        // The script with its last run is one test; each `odds` is one more, over what stands before it. Odds ask nobody:
        // what was rolled and answered for them is left over.
        let plain = odds.is_empty()
            || !runs.is_empty()
            || self.expects_something(test)
            || self.is_scripted(test);
        let phases =
            plain.then_some(Phase::Plain).into_iter().chain(odds.into_iter().map(Phase::Odds));
        for phase in phases {
            let scenario = self.add_test_scenario(test, &pieces, rulings.clone(), under);
            let script = self.script(test, &pieces, phase);
            self.typed.tests.push(TestDef {
                name: test.name.text.to_string(),
                covers: covers.clone(),
                scenario,
                span: test.name.span,
                ..script
            });
        }
    }

    /// What is set up behind all that asks something, where nothing is run.
    fn set_up_for_nothing(&mut self, test: &tree::Test) {
        use tree::TestItem as I;
        if test.items.iter().any(|item| matches!(item, I::Run { .. })) {
            return;
        }
        for item in test.items.iter().rev() {
            match item {
                I::Odds { .. } | I::Expect(_) | I::Show { .. } => return,
                I::State(stmt) => self.report(problems::set_up_for_nothing(stmt.span)),
                _ => {}
            }
        }
    }

    /// What is rolled, drawn or answered, where nothing is run that could ask for it.
    fn scripted_for_nothing(&mut self, test: &tree::Test) {
        use tree::TestItem as I;
        if test.items.iter().any(|item| matches!(item, I::Run { .. } | I::Odds { .. })) {
            return;
        }
        // A call without its `run`, and a line that was not read, is told where it stands.
        let called = |item: &I| match item {
            I::State(stmt) => match &stmt.kind {
                tree::StmtKind::Expr(it) => matches!(it.kind, tree::ExprKind::Call { .. }),
                tree::StmtKind::Error => true,
                _ => false,
            },
            I::Error(_) => true,
            _ => false,
        };
        if test.items.iter().any(called) {
            return;
        }
        let scripted = test.items.iter().find_map(|item| match item {
            I::Rolls { span, .. } | I::Draws { span, .. } | I::Answers { span, .. } => Some(*span),
            _ => None,
        });
        if let Some(span) = scripted {
            self.report(problems::scripted_for_nothing(span));
        }
    }

    /// A last run of which nothing is asked, although the test expects something before it.
    fn run_for_nothing(&mut self, test: &tree::Test) {
        use tree::TestItem as I;
        let asks = |item: &I| matches!(item, I::Odds { .. } | I::Expect(_) | I::Show { .. });
        let Some(last) = test.items.iter().rposition(|it| matches!(it, I::Run { .. })) else {
            return;
        };
        // What could not be read may have been an expectation.
        if test.items.iter().any(|item| matches!(item, I::Error(_))) {
            return;
        }
        let (before, after) = test.items.split_at(last);
        if let (Some(I::Run { span, .. }), true, false) =
            (after.first(), before.iter().any(asks), after.iter().any(asks))
        {
            self.report(problems::run_for_nothing(*span));
        }
    }

    fn expects_something(&self, test: &tree::Test) -> bool {
        use tree::TestItem as I;
        test.items.iter().any(|item| matches!(item, I::Expect(_)))
    }

    /// Whether it says how dice fall, what is drawn or what is answered.
    fn is_scripted(&self, test: &tree::Test) -> bool {
        use tree::TestItem as I;
        test.items
            .iter()
            .any(|item| matches!(item, I::Rolls { .. } | I::Draws { .. } | I::Answers { .. }))
    }

    fn test_rulings(&mut self, test: &'a tree::Test) -> Vec<(u16, i64)> {
        self.taken_once(
            test.items
                .iter()
                .filter_map(|item| as_variant!(item, tree::TestItem::Ruling { name, .. } => name)),
        );
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
        under: Option<(ir::ScenarioId, &ScenarioDef)>,
    ) -> ir::ScenarioId {
        let id = ir::ScenarioId(u32::try_from(self.typed.scenarios.len()).unwrap_or(u32::MAX));
        let mut sides = pieces.sides();
        for side in &mut sides {
            let list = self.input.content.index.factions.get_key_value(&*side.name);
            side.armies = match list {
                Some((list, _)) => vec![(*list).to_owned()],
                None => self.armies_of_pieces(&side.pieces),
            };
        }
        let of_scenario = under.iter().flat_map(|(_, under)| &under.sides);
        for (side, model) in sides.iter_mut().zip(of_scenario) {
            side.abilities.clone_from(&model.abilities);
            side.policy = model.policy;
            side.team = model.team;
            side.budget = model.budget;
            side.armies.clone_from(&model.armies);
        }
        let under = under.map(|(id, under)| (Some(id), under.clone()));
        let (rules_of, model) = under.unzip();
        let mut ground = model.as_ref().map_or_else(Vec::new, |model| model.ground.clone());
        ground.extend(pieces.ground());
        let rounds = model.as_ref().and_then(|model| model.rounds);
        let (setup, setup_locals) =
            model.map_or_else(Default::default, |model| (model.setup, model.setup_locals));
        self.typed.scenarios.push(ScenarioDef {
            name: test.name.text.to_string(),
            board: self.board.board.clone(),
            ground,
            sides,
            rounds,
            setup,
            setup_locals,
            rules_of: rules_of.flatten(),
            rulings,
            span: test.name.span,
        });
        id
    }
}

/// Whether a test expects something of odds.
fn asks_odds(test: &tree::Test) -> bool {
    let expects = |item: &tree::TestItem| matches!(item, tree::TestItem::Odds { expects, .. } if !expects.is_empty());
    test.items.iter().any(expects)
}

/// The positions of the lines of a test that ask for odds.
fn odds_of(test: &tree::Test) -> Vec<usize> {
    let lines = test.items.iter().enumerate();
    lines
        .filter(|(_, item)| matches!(item, tree::TestItem::Odds { .. }))
        .map(|(at, _)| at)
        .collect()
}
