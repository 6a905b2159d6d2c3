//! Test blocks: sets up what is given, runs what is run with the dice and answers that stand there, asks what is expected.

mod expects;
mod words;

use crate::faults;
use expects::expect;
use warwright_ir::{
    Comparison, Expectation, ExprId, Program, Slot, SpanId, Test, TestId, TestRun, TextId,
};
use warwright_runtime::{
    Advised, Chance, Checked, Fuel, Limits, Locals, Machine, Outcome, PlayFault, Script, Session,
    State, TellKind, Tells, Wide, enumerate, play,
};

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// The test.
    pub test: TestId,
    /// Its title.
    pub name: String,
    /// What its lines `show` ask for, as written and as found.
    pub shown: Vec<(String, String)>,
    /// Why it failed; none: it passed.
    pub failure: Option<Failing>,
}

/// Why a test failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// All that is not as expected, each with its place; of a run that stopped, why.
    pub misses: Vec<(SpanId, String)>,
    /// What happened until then, a line each.
    pub log: Vec<String>,
}

impl Failing {
    /// All misses as one text.
    pub fn words(&self) -> String {
        let misses: Vec<&str> = self.misses.iter().map(|(_, why)| why.as_str()).collect();
        misses.join("\n")
    }
}

/// A test where its run has ended: what can be asked about.
#[derive(Debug, PartialEq, Eq)]
pub struct Ended {
    /// The state.
    pub state: State,
    /// Pieces and exported locals.
    pub locals: Locals,
    /// What was said.
    pub said: Vec<String>,
    /// How the run ended; none where nothing was run.
    pub outcome: Option<Outcome>,
}

/// How much work a test may take, and how much it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The fuel of its run.
    pub run: u64,
    /// The fuel of each of its questions after exact odds.
    pub odds: u64,
    /// What its run took.
    pub used: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { run: Fuel::BATTLE.left, odds: Limits::default().fuel, used: 0 }
    }
}

/// Runs a test.
pub fn run(machine: &Machine, id: TestId) -> TestResult {
    run_within(machine, id, &mut Budget::default())
}

/// Runs a test that may take so much work and no more.
pub fn run_within(machine: &Machine, id: TestId, budget: &mut Budget) -> TestResult {
    let program = machine.program();
    let Some(test) = program.tests.get(id) else {
        return TestResult { test: id, name: String::new(), shown: Vec::new(), failure: None };
    };
    let mut shown = Vec::new();
    let failure = attempt(machine, test, budget, &mut shown);
    TestResult { test: id, name: text(program, test.name), shown, failure }
}

type Failed = (SpanId, String);

fn attempt(
    machine: &Machine,
    test: &Test,
    budget: &mut Budget,
    shown: &mut Vec<(String, String)>,
) -> Option<Failing> {
    let exact =
        |it: &Expectation| matches!(it, Expectation::Chance { .. } | Expectation::Mean { .. });
    let (mut log, mut ended) = (Vec::new(), None);
    if !test.expects.iter().all(exact) || test.expects.is_empty() {
        let mut running = match Running::new(machine, test) {
            Ok(running) => running,
            Err(fault) => return Some(Failing::of_fault(&fault, machine, test)),
        };
        match ended_within(machine, test, budget, &mut running) {
            Ok(found) => ended = Some(found),
            Err(fault) => {
                let misses = vec![running.stopped(machine, test, &fault)];
                return Some(Failing { misses, log: words::log(&running.tells) });
            }
        }
        log = words::log(&running.tells);
    }
    if let Some(ended) = &ended {
        shown.extend(test.expects.iter().filter_map(|it| expects::shown(machine, ended, it)));
    }
    let ask = |expectation: &Expectation| match &ended {
        Some(ended) if !exact(expectation) => expect(machine, ended, expectation),
        _ => chance(machine, test, expectation, budget.odds),
    };
    let misses: Vec<Failed> = test.expects.iter().filter_map(|it| ask(it).err()).collect();
    (!misses.is_empty()).then_some(Failing { misses, log })
}

impl Failing {
    fn of_fault(fault: &PlayFault, machine: &Machine, test: &Test) -> Self {
        let place = faults::place(fault).unwrap_or(test.span);
        Self { misses: vec![(place, faults::words(fault, machine))], log: Vec::new() }
    }
}

/// A test while it runs: what is left of its script, and where it stands if it stops.
struct Running {
    state: Session,
    script: Script,
    tells: Tells,
}

impl Running {
    fn new(machine: &Machine, test: &Test) -> Result<Self, PlayFault> {
        let state = machine.set_up(test.scenario)?;
        Ok(Self { state, script: Script::new(test), tells: Tells::loud() })
    }

    /// Goes on until all that was begun has ended.
    fn play(&mut self, machine: &Machine, fuel: &mut Fuel) -> Result<Outcome, PlayFault> {
        let mut answers = self.script.clone();
        let (dice, tells) = (&mut self.script, &mut self.tells);
        let outcome = play(machine, &mut self.state, dice, &mut answers, tells, fuel, None);
        self.script.answers = answers.answers;
        outcome
    }
}

/// Sets up a test: the state, and the locals of its script with its pieces in them.
///
/// # Errors
///
/// A fault of the rules, or where the set-up rolls or asks for what the script does not have.
pub fn set_up(
    machine: &Machine,
    test: &Test,
    script: &mut Script,
) -> Result<(Session, Locals), PlayFault> {
    let state = machine.set_up(test.scenario)?;
    let mut running = Running { state, script: script.clone(), tells: Tells::quiet() };
    let locals = running.set_up(machine, test)?;
    *script = running.script;
    Ok((running.state, locals))
}

impl Running {
    /// Lays out what is given, and runs what stands before the last run.
    fn set_up(&mut self, machine: &Machine, test: &Test) -> Result<Locals, PlayFault> {
        let pieces = given(machine, test)?;
        lay_out(machine, test, &mut self.state)?;
        let mut locals = Locals::default();
        locals.scalars.clone_from(&pieces);
        locals.scalars.resize(usize::from(test.env.scalars).max(pieces.len()), 0);
        locals.wides.resize(usize::from(test.env.wides), Wide::new());
        machine.call_body(&mut self.state, test.setup, &pieces)?;
        let outcome = self.play(machine, &mut { Fuel::BATTLE })?;
        if let Outcome::Ended { locals: ended, .. } = outcome {
            for (slot, value) in locals.scalars.iter_mut().zip(&ended.scalars) {
                *slot = *value;
            }
            for (slot, value) in locals.wides.iter_mut().zip(&ended.wides) {
                slot.clone_from(value);
            }
        }
        Ok(locals)
    }
}

/// The entities that a test gives, in the order of its locals: not the ground of the scenario under whose rules it runs.
///
/// # Errors
///
/// A fault where the scenario does not exist.
pub fn given(machine: &Machine, test: &Test) -> Checked<Vec<i64>> {
    let mut pieces = machine.layout(test.scenario)?.pieces.clone();
    let scenarios = &machine.program().scenarios;
    let Some(played) = scenarios.get(test.scenario) else { return Ok(pieces) };
    let laid_out = played.rules_of.and_then(|of| scenarios.get(of)).map_or(0, |of| of.ground.len());
    let ground = pieces.len().saturating_sub(played.ground.len());
    pieces.drain(ground..(ground + laid_out).min(pieces.len()));
    Ok(pieces)
}

/// What the scenario under whose rules a test runs puts on the board, and its own set-up.
fn lay_out(machine: &Machine, test: &Test, state: &mut Session) -> Result<(), PlayFault> {
    let setup = machine.program().scenarios.get(test.scenario).and_then(|played| played.setup);
    let Some(body) = setup else { return Ok(()) };
    machine.call_body(state, body, &[])?;
    let (mut dice, mut fuel) = (Script::default(), Fuel::BATTLE);
    let mut answers = dice.clone();
    play(machine, state, &mut dice, &mut answers, &mut Tells::quiet(), &mut fuel, None)?;
    Ok(())
}

/// Begins what a test runs: false where it runs nothing.
///
/// # Errors
///
/// A fault of the rules.
pub fn begin(
    machine: &Machine,
    test: &Test,
    state: &mut Session,
    locals: &Locals,
) -> Checked<bool> {
    match &test.run {
        TestRun::Nothing => Ok(false),
        TestRun::Procedure { procedure, args, .. } => {
            let args = args
                .iter()
                .map(|arg| machine.evaluate(state, *arg, locals))
                .collect::<Checked<Vec<Wide>>>()?;
            machine.call_watched(state, *procedure, &args)?;
            Ok(true)
        }
        TestRun::Battle => {
            *state = machine.start(test.scenario)?;
            Ok(true)
        }
    }
}

/// A test where its run has ended, whatever is expected of it.
///
/// # Errors
///
/// A fault of the rules, or where the script does not fit.
pub fn ended(machine: &Machine, test: &Test) -> Result<Ended, PlayFault> {
    ended_within(machine, test, &mut Budget::default(), &mut Running::new(machine, test)?)
}

fn ended_within(
    machine: &Machine,
    test: &Test,
    budget: &mut Budget,
    running: &mut Running,
) -> Result<Ended, PlayFault> {
    let mut locals = running.set_up(machine, test)?;
    let (before, mut outcome) = (running.tells.list.len(), None);
    if begin(machine, test, &mut running.state, &locals)? {
        let mut fuel = Fuel { left: budget.run };
        let played = running.play(machine, &mut fuel);
        budget.used = budget.run.saturating_sub(fuel.left);
        let played = played?;
        export(test, &played, &mut locals);
        outcome = Some(played);
    }
    running.script.finish().map_err(PlayFault::Script)?;
    let telling = [TellKind::Said, TellKind::Heading];
    let told = running.tells.list.iter().skip(before);
    let said = told.filter(|tell| telling.contains(&tell.kind)).map(|tell| tell.text.clone());
    Ok(Ended { state: running.state.state().clone(), locals, said: said.collect(), outcome })
}

/// Copies the last locals of the procedure that was run to the locals of the test.
pub fn export(test: &Test, outcome: &Outcome, locals: &mut Locals) {
    let (TestRun::Procedure { exports, .. }, Outcome::Ended { locals: ended, .. }) =
        (&test.run, outcome)
    else {
        return;
    };
    for (from, to) in exports {
        match (from, to) {
            (Slot::Scalar(from), Slot::Scalar(to)) => {
                let value = ended.scalars.get(usize::from(*from));
                if let (Some(slot), Some(value)) = (locals.scalars.get_mut(usize::from(*to)), value)
                {
                    *slot = *value;
                }
            }
            (Slot::Wide(from), Slot::Wide(to)) => {
                let value = ended.wides.get(usize::from(*from));
                if let (Some(slot), Some(value)) = (locals.wides.get_mut(usize::from(*to)), value) {
                    slot.clone_from(value);
                }
            }
            (Slot::Scalar(_), Slot::Wide(_)) | (Slot::Wide(_), Slot::Scalar(_)) => {}
        }
    }
}

fn chance(
    machine: &Machine,
    test: &Test,
    expectation: &Expectation,
    fuel: u64,
) -> Result<(), Failed> {
    let fault = |fault: PlayFault| {
        (faults::place(&fault).unwrap_or(test.span), faults::words(&fault, machine))
    };
    let (expr, how, wanted, span) = match expectation {
        Expectation::Chance { holds, how, numerator, denominator, span } => {
            (*holds, *how, Chance::new((*numerator).into(), (*denominator).into()), *span)
        }
        Expectation::Mean { of, how, numerator, denominator, span } => {
            (*of, *how, Chance::new((*numerator).into(), (*denominator).into()), *span)
        }
        _ => return Ok(()),
    };
    let (start, locals) = before(machine, test).map_err(fault)?;
    let mut settle = Advised::of_battle(machine, test.scenario).map_err(|it| fault(it.into()))?;
    let distribution = enumerate(machine, start, &mut settle, Limits { fuel, ..Limits::default() })
        .map_err(|it| (test.span, faults::test_odds_words(&it, machine)))?;
    let found = distribution
        .values(|state| value(machine, test, &locals, state, expr))
        .map_err(|it| fault(PlayFault::Fault(it)))?
        .mean();
    if how.holds(found.cmp(&wanted)) {
        return Ok(());
    }
    let expected = match how {
        Comparison::Equal => format!("exactly {wanted}"),
        how => format!("{} {wanted}", how.sign()),
    };
    Err((span, format!("expected {expected}; found {found}")))
}

/// A test just before its run: the state and the locals of its script.
///
/// # Errors
///
/// A fault of the rules.
pub fn before(machine: &Machine, test: &Test) -> Result<(Session, Locals), PlayFault> {
    let (mut state, locals) = set_up(machine, test, &mut Script::new(test))?;
    begin(machine, test, &mut state, &locals)?;
    Ok((state, locals))
}

/// The scalar value of an expression of a test where its run has ended.
///
/// # Errors
///
/// A fault of the rules.
pub fn value(
    machine: &Machine,
    test: &Test,
    locals: &Locals,
    state: &State,
    expr: ExprId,
) -> Checked<i64> {
    let mut locals = locals.clone();
    if let Some(outcome) = &state.outcome {
        export(test, outcome, &mut locals);
    }
    Ok(machine.evaluate(state, expr, &locals)?.first().copied().unwrap_or_default())
}

fn text(program: &Program, id: TextId) -> String {
    program.texts.get(id).cloned().unwrap_or_default()
}
