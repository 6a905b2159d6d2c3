//! Test blocks: sets up what is given, runs what is run with the dice and answers that stand there, asks what is expected.

use crate::faults;
use warwright_ir::{
    Comparison, Expectation, ExprId, Id, PolicyId, Program, Slot, SpanId, Test, TestId, TestRun,
    TextId,
};
use warwright_runtime::{
    Answer, Chance, Checked, ChooseRequest, Chooser, Fuel, Limits, Locals, Machine, Outcome,
    PlayFault, PolicyPlayer, Script, ScriptFault, Session, Settle, Standpoint, State, TellKind,
    Tells, Wide, enumerate, play,
};

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// The test.
    pub test: TestId,
    /// Its title.
    pub name: String,
    /// Why it failed, with the place of what failed; none: it passed.
    pub failure: Option<(SpanId, String)>,
}

/// A test where its run has ended: what can be asked about.
#[derive(Debug)]
pub struct Ended {
    /// The state.
    pub state: State,
    /// Pieces and exported locals.
    pub locals: Locals,
    /// What was said.
    pub said: Vec<String>,
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
        return TestResult { test: id, name: String::new(), failure: None };
    };
    TestResult {
        test: id,
        name: text(program, test.name),
        failure: attempt(machine, test, budget).err(),
    }
}

type Failed = (SpanId, String);

fn attempt(machine: &Machine, test: &Test, budget: &mut Budget) -> Result<(), Failed> {
    let fault = |fault: PlayFault| {
        (place(&fault, test).unwrap_or(test.span), faults::words(&fault, machine))
    };
    let exact =
        |it: &Expectation| matches!(it, Expectation::Chance { .. } | Expectation::Mean { .. });
    let ended = if test.expects.iter().all(exact) && !test.expects.is_empty() {
        None
    } else {
        Some(ended_within(machine, test, budget).map_err(fault)?)
    };
    for expectation in &test.expects {
        match &ended {
            Some(ended) if !exact(expectation) => expect(machine, ended, expectation)?,
            _ => chance(machine, test, expectation, budget.odds)?,
        }
    }
    Ok(())
}

/// Where a fault stands, if it says.
fn place(fault: &PlayFault, test: &Test) -> Option<SpanId> {
    match fault {
        PlayFault::Script(fault) => match fault {
            ScriptFault::OutOfDice { .. }
            | ScriptFault::WrongDie { .. }
            | ScriptFault::NoSuchFace { .. } => test.rolls_at,
            ScriptFault::OutOfDraws { span } | ScriptFault::NotThere { span, .. } => {
                test.draws_at.or(*span)
            }
            ScriptFault::LeftOver { dice, .. } if *dice > 0 => test.rolls_at,
            ScriptFault::LeftOver { draws, .. } if *draws > 0 => test.draws_at,
            ScriptFault::OutOfAnswers { .. }
            | ScriptFault::WrongAnswer { .. }
            | ScriptFault::LeftOver { .. } => test.answers_at,
        },
        PlayFault::Fault(fault) => fault.span,
        _ => None,
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
    let mut state = machine.set_up(test.scenario)?;
    let pieces = given(machine, test)?;
    lay_out(machine, test, &mut state)?;
    let mut locals = Locals::default();
    locals.scalars.clone_from(&pieces);
    locals.scalars.resize(usize::from(test.env.scalars).max(pieces.len()), 0);
    locals.wides.resize(usize::from(test.env.wides), Wide::new());
    machine.call_body(&mut state, test.setup, &pieces)?;
    let mut answers = script.clone();
    let mut fuel = Fuel::BATTLE;
    let outcome =
        play(machine, &mut state, script, &mut answers, &mut Tells::quiet(), &mut fuel, None)?;
    script.answers = answers.answers;
    if let Outcome::Ended { locals: ended, .. } = outcome {
        for (slot, value) in locals.scalars.iter_mut().zip(&ended.scalars) {
            *slot = *value;
        }
        for (slot, value) in locals.wides.iter_mut().zip(ended.wides) {
            *slot = value;
        }
    }
    Ok((state, locals))
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

/// Runs a test to the end of its run.
///
/// # Errors
///
/// A fault of the rules, or dice and answers that do not fit.
pub fn ended(machine: &Machine, test: &Test) -> Result<Ended, PlayFault> {
    ended_within(machine, test, &mut Budget::default())
}

fn ended_within(machine: &Machine, test: &Test, budget: &mut Budget) -> Result<Ended, PlayFault> {
    let mut script = Script::new(test);
    let (mut state, mut locals) = set_up(machine, test, &mut script)?;
    let mut said = Vec::new();
    if begin(machine, test, &mut state, &locals)? {
        let mut tells = Tells::loud();
        let mut answers = script.clone();
        let mut fuel = Fuel { left: budget.run };
        let outcome =
            play(machine, &mut state, &mut script, &mut answers, &mut tells, &mut fuel, None)?;
        budget.used = budget.run.saturating_sub(fuel.left);
        script.answers = answers.answers;
        let telling = [TellKind::Said, TellKind::Heading];
        said.extend(
            tells
                .list
                .into_iter()
                .filter(|tell| telling.contains(&tell.kind))
                .map(|tell| tell.text),
        );
        export(test, &outcome, &mut locals);
    }
    script.finish().map_err(PlayFault::Script)?;
    Ok(Ended { state: state.into_state(), locals, said })
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

fn expect(machine: &Machine, ended: &Ended, expectation: &Expectation) -> Result<(), Failed> {
    let program = machine.program();
    let broken = |span: SpanId| {
        move |fault: Box<warwright_runtime::Fault>| {
            (fault.span.unwrap_or(span), faults::words(&PlayFault::Fault(fault), machine))
        }
    };
    match expectation {
        Expectation::Holds { holds, source, span } => {
            let value =
                machine.evaluate(&ended.state, *holds, &ended.locals).map_err(broken(*span))?;
            if value.first() == Some(&1) {
                return Ok(());
            }
            let found = compared(machine, ended, *holds);
            Err((*span, format!("expected {}{found}", text(program, *source))))
        }
        Expectation::Refused { permission, args, reason, span } => {
            let args = args
                .iter()
                .map(|arg| machine.evaluate(&ended.state, *arg, &ended.locals))
                .collect::<Checked<Vec<Wide>>>()
                .map_err(broken(*span))?;
            let reasons = machine
                .explain_permission(&ended.state, *permission, &args)
                .map_err(broken(*span))?;
            let wanted = text(program, *reason);
            let standing: Vec<String> = reasons
                .into_iter()
                .filter(|it| it.struck_by.is_none())
                .map(|it| it.label)
                .collect();
            match standing.as_slice() {
                [] => Err((*span, format!("expected a no for \"{wanted}\", and it is allowed"))),
                found if found.contains(&wanted) => Ok(()),
                found => Err((
                    *span,
                    format!(
                        "expected a no for \"{wanted}\", and the reasons are \"{}\"",
                        found.join("\", \"")
                    ),
                )),
            }
        }
        Expectation::Said { words, span } => {
            let words = text(program, *words);
            if ended.said.iter().any(|said| said.contains(&words)) {
                return Ok(());
            }
            Err((
                *span,
                format!(
                    "expected somebody to say \"{words}\"; said was:\n    {}",
                    ended.said.join("\n    ")
                ),
            ))
        }
        Expectation::Silent { words, span } => {
            let words = text(program, *words);
            match ended.said.iter().find(|said| said.contains(&words)) {
                None => Ok(()),
                Some(said) => {
                    Err((*span, format!("expected nobody to say \"{words}\"; said was: {said}")))
                }
            }
        }
        Expectation::Show { .. } => Ok(()),
        Expectation::Chance { span, .. } | Expectation::Mean { span, .. } => {
            Err((*span, String::from("a chance was asked of a single run")))
        }
    }
}

/// What both sides of a failed comparison are.
fn compared(machine: &Machine, ended: &Ended, holds: warwright_ir::ExprId) -> String {
    let program = machine.program();
    let Some(warwright_ir::Expr::Binary { left, right, .. }) = program.exprs.get(holds) else {
        return String::new();
    };
    let shown = |expr: warwright_ir::ExprId| {
        let value = machine.evaluate(&ended.state, expr, &ended.locals).ok()?;
        let ty = program.types.get(expr.position())?;
        machine.show(&ended.state, ty, &value).ok()
    };
    match (shown(*left), shown(*right)) {
        (Some(left), Some(right)) => format!("; found {left} and {right}"),
        _ => String::new(),
    }
}

fn chance(
    machine: &Machine,
    test: &Test,
    expectation: &Expectation,
    fuel: u64,
) -> Result<(), Failed> {
    let fault = |fault: PlayFault| {
        (place(&fault, test).unwrap_or(test.span), faults::words(&fault, machine))
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
    let mut settle = Advised { policy: machine.program().policies.ids().next() };
    let distribution = enumerate(machine, start, &mut settle, Limits { fuel, ..Limits::default() })
        .map_err(|it| (test.span, faults::odds_words(&it, machine)))?;
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
    let (mut state, locals) = set_up(machine, test, &mut Script::default())?;
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

/// Settles choices by the advice of a policy. What it leaves open falls the same way in equal states.
#[derive(Clone, Copy, Debug)]
pub struct Advised {
    /// The policy.
    pub policy: Option<PolicyId>,
}

impl Settle for Advised {
    fn settle(
        &mut self,
        machine: &Machine,
        battle: &Session,
        request: &ChooseRequest,
    ) -> Checked<Option<Answer>> {
        let from = Standpoint::of(machine, battle, request.player);
        match PolicyPlayer::new(self.policy, 0, 0).choose(&from, request) {
            Ok(answer) => Ok(Some(answer)),
            Err(PlayFault::Fault(fault)) => Err(fault),
            Err(_) => Ok(None),
        }
    }
}

fn text(program: &Program, id: TextId) -> String {
    program.texts.get(id).cloned().unwrap_or_default()
}
