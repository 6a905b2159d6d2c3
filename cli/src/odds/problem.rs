//! Problems: what odds are asked of, put together from the command line: a battle from its start or from where it is saved, or
//! calls in a position, with what is asked of the end.

use super::{Allowed, Asked, Cell, Odds, find};
use crate::args;
use crate::content::Content;
use crate::faults;
use crate::load;
use crate::outcome::winners;
use crate::output::{Failure, Output};
use crate::question::{self, Compiled, Question};
use crate::render::Format;
use crate::sampling::Plays;
use crate::stored::Stored;
use crate::testing;
use warwright_ir::{Expectation, ExprId, Id, Test, Ty};
use warwright_runtime::{
    Advised, Checked, Fault, Locals, Machine, Outcome, Script, Session, State,
};

/// Something that is asked odds of.
#[derive(Debug)]
pub struct Problem {
    machine: Machine,
    start: State,
    players: Advised,
    /// The calls after the first, each with the values that it may name.
    calls: Vec<(Test, Locals)>,
    shown: Shown,
}

/// What is shown of an end.
#[derive(Debug)]
enum Shown {
    /// Who has won.
    Outcome,
    /// Values of expressions, with the last call and the values that it may name: by table its name, and each expression with its type.
    Values(Box<(Test, Locals)>, Vec<(String, Vec<(ExprId, Ty)>)>),
}

impl Problem {
    /// The problem that a command line puts.
    ///
    /// # Errors
    ///
    /// When it cannot be compiled or set up.
    pub fn of(ask: &args::Odds, format: Format, out: &mut Output) -> Result<Self, Failure> {
        match (&ask.save, ask.path.as_deref()) {
            (Some(file), None) => {
                ask.sources.none("a saved battle")?;
                Self::of_save(file, ask, format, out)
            }
            (Some(_), Some(_)) => {
                Err(Failure::usage("a saved battle has its content already; `--save` is enough"))
            }
            (None, Some(path)) if ask.run.is_empty() => {
                let title = ask.scenario.as_deref();
                if load::compiled(path) {
                    return Err(Failure::usage("odds want the sources of a compiled program"));
                }
                let (program, _, scenario) = load::battle(path, title, &ask.sources, format, out)?;
                let machine = Machine::new(&program);
                let start = machine.start(scenario).map_err(failed(&machine))?.into_state();
                Self::of_battle(machine, start)
            }
            (None, Some(path)) => {
                let (runs, shows) = asked(ask)?;
                let given = ask.given.as_deref();
                let of = question::scenario(path, ask.scenario.as_deref(), &ask.sources)?;
                let of = of.as_deref();
                if let (None, Some(title)) = (given, of) {
                    let (program, _, scenario) =
                        load::battle(path, Some(title), &ask.sources, format, out)?;
                    let machine = Machine::new(&program);
                    let start = machine.start(scenario).map_err(failed(&machine))?.into_state();
                    let content = Content::named(path, &ask.sources)?;
                    return Self::of_calls_in(&machine, &start, &content, ask, format, out);
                }
                let asked = Question { of, given, runs: &runs, shows: &shows };
                let compiled = question::compile(path, &[asked], &ask.sources, format, out)?;
                let machine = Machine::new(&compiled.program);
                let tests: Vec<&Test> = compiled.tests().collect();
                Self::of_tests(machine, &tests, &ask.show)
            }
            (None, None) => Err(Failure::usage("say of what: a PATH, or `--save FILE`")),
        }
    }

    /// A battle that goes on from a state.
    fn of_battle(machine: Machine, start: State) -> Result<Self, Failure> {
        let players = Advised::of_battle(&machine, start.scenario).map_err(failed(&machine))?;
        Ok(Self { machine, start, players, calls: Vec::new(), shown: Shown::Outcome })
    }

    /// Calls in the position of tests that are given the same: one test for each call, of which the last shows.
    ///
    /// # Errors
    ///
    /// When it cannot be set up.
    pub fn of_tests(machine: Machine, tests: &[&Test], names: &[String]) -> Result<Self, Failure> {
        let play = |fault| Failure::failed(faults::words(&fault, &machine));
        let mut calls = Vec::new();
        let mut first = None;
        for test in tests {
            let (state, locals) =
                testing::set_up(&machine, test, &mut Script::default()).map_err(play)?;
            first.get_or_insert(state);
            calls.push(((*test).clone(), locals));
        }
        let first = first.ok_or_else(|| Failure::failed("the question was not compiled"))?;
        let players =
            Advised::of_battle(&machine, first.state().scenario).map_err(failed(&machine))?;
        Self::of_calls(machine, first, players, calls, names)
    }

    /// A saved battle: how it ends, or what calls come to where it stands.
    fn of_save(
        file: &std::path::Path,
        ask: &args::Odds,
        format: Format,
        out: &mut Output,
    ) -> Result<Self, Failure> {
        let mut stored = Stored::read(file)?;
        let (program, map) = stored.game(format, out)?;
        let machine = Machine::new(&program);
        let replayed = stored.replayed(&machine, &map, &mut |_| {}, &mut |_| {});
        let state = replayed
            .map_err(|why| Failure::failed(format!("the battle cannot be read: {why}")))?
            .state;
        if ask.run.is_empty() {
            return Self::of_battle(machine, state);
        }
        Self::of_calls_in(&machine, &state, &stored.content, ask, format, out)
    }

    /// What calls come to where a battle stands.
    fn of_calls_in(
        machine: &Machine,
        state: &State,
        content: &Content,
        ask: &args::Odds,
        format: Format,
        out: &mut Output,
    ) -> Result<Self, Failure> {
        let (path, sources) = (content.path(), content.sources());
        let (runs, shows) = asked(ask)?;
        let asked = (runs.as_slice(), shows.as_slice());
        let found = question::in_battle(&path, asked, &sources, machine, state, format, out)?;
        let now = Machine::new(&found.compiled.program);
        let tests = found.compiled.tests();
        let calls = tests.map(|test| (test.clone(), found.locals.clone())).collect();
        let players = Advised::of_battle(&now, found.state.scenario).map_err(failed(&now))?;
        Self::of_calls(now, found.state.at_rest().into(), players, calls, &ask.show)
    }

    fn of_calls(
        machine: Machine,
        mut start: Session,
        players: Advised,
        mut calls: Vec<(Test, Locals)>,
        names: &[String],
    ) -> Result<Self, Failure> {
        let missing = || Failure::failed("the question was not compiled");
        let last = calls.last().cloned().ok_or_else(missing)?;
        let (first, locals) = calls.remove(0);
        testing::begin(&machine, &first, &mut start, &locals).map_err(failed(&machine))?;
        let types = &machine.program().types;
        let mut shown = last.0.expects.iter().filter_map(|expectation| match expectation {
            Expectation::Show { of, .. } => {
                Some((*of, types.get(of.position()).cloned().unwrap_or(Ty::Int)))
            }
            _ => None,
        });
        let tables = names.iter().map(|name| {
            let several = parts(name).len();
            (name.clone(), shown.by_ref().take(several).collect())
        });
        let tables = tables.collect();
        let shown = Shown::Values(Box::new(last), tables);
        Ok(Self { start: start.into_state(), machine, players, calls, shown })
    }

    /// Looks for the odds.
    ///
    /// # Errors
    ///
    /// A fault of the rules; where the exact answer is wanted and no other, that there is none.
    pub fn odds(&self, allowed: &Allowed, out: &mut Output) -> Result<Odds, Failure> {
        let begin = |number: usize, state: State| {
            let Some((test, locals)) = self.calls.get(number) else { return Ok(state) };
            let mut session = Session::new(state.at_rest().under(test.scenario));
            testing::begin(&self.machine, test, &mut session, locals)?;
            Ok(session.into_state())
        };
        let plays = Plays {
            machine: &self.machine,
            start: &self.start,
            players: &self.players,
            more: self.calls.len(),
            begin: &begin,
        };
        let of = |state: &State| self.shown(state);
        let (names, played) = match &self.shown {
            Shown::Outcome => (vec![(String::from("the battle"), false)], "battles"),
            Shown::Values(_, tables) => {
                let number = |shown: &[(ExprId, Ty)]| matches!(shown, [(_, Ty::Int)]);
                let names = tables.iter().map(|(name, shown)| (name.clone(), number(shown)));
                (names.collect(), "runs")
            }
        };
        find(&plays, &Asked { names, of: &of, played }, allowed, out)
    }

    fn shown(&self, state: &State) -> Checked<Vec<Cell>> {
        let (last, tables) = match &self.shown {
            Shown::Outcome => return Ok(vec![outcome(&self.machine, state)]),
            Shown::Values(last, tables) => (last, tables),
        };
        let (test, locals) = last.as_ref();
        let cell = |shown: &Vec<(ExprId, Ty)>| {
            let (mut order, mut words) = (Vec::new(), Vec::new());
            for (of, ty) in shown {
                let value = testing::value(&self.machine, test, locals, state, *of)?;
                order.push(value);
                words.push(self.machine.show(state, ty, &[value])?);
            }
            Ok(Cell { order, words: words.join(", ") })
        };
        tables.iter().map(|(_, shown)| cell(shown)).collect()
    }
}

fn failed(machine: &Machine) -> impl Fn(Box<Fault>) -> Failure {
    |fault| Failure::failed(faults::fault_words(&fault, machine))
}

/// The calls of a command line, and what it shows: each part of each table.
fn asked(ask: &args::Odds) -> Result<(Vec<&str>, Vec<&str>), Failure> {
    if ask.show.is_empty() {
        return Err(Failure::usage("say what to show of the end, as in --show 'b.damage'"));
    }
    let runs = ask.run.iter().map(String::as_str).collect();
    Ok((runs, ask.show.iter().flat_map(|show| parts(show)).collect()))
}

/// The expressions that are shown together: parted by commas that stand in no brackets and no name.
pub(super) fn parts(shown: &str) -> Vec<&str> {
    let (mut depth, mut quoted) = (0_i32, false);
    let between = |sign: char| {
        match sign {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        sign == ',' && depth == 0 && !quoted
    };
    shown.split(between).map(str::trim).collect()
}

/// How a battle ended.
fn outcome(machine: &Machine, state: &State) -> Cell {
    let words = match state.outcome.as_deref() {
        Some(Outcome::Won { players, why }) => {
            format!("won by {} ({why})", winners(machine, state, players))
        }
        Some(Outcome::Drawn { why }) => format!("draw ({why})"),
        Some(Outcome::Ended { .. }) | None => String::from("no verdict"),
    };
    Cell { order: Vec::new(), words }
}

/// All problems of one compilation, by the names of their rows and columns.
pub(super) fn of_questions(compiled: &Compiled, each: usize) -> Vec<Vec<&Test>> {
    let tests: Vec<&Test> = compiled.tests().collect();
    tests.chunks(each.max(1)).map(<[&Test]>::to_vec).collect()
}
