//! A second opinion: a slow interpreter that reads the typed tree and runs it by plain recursion.
//!
//! It shares nothing with the machine but the ids and the definitions of the typed tree: values are not packed into cells,
//! clauses are looked for one after the other, and what a moment remembers is a copy of the world. Windows with their
//! actions, changes of form and measures in words are not known to it; it says so.

mod act;
mod bearing;
mod changes;
mod choices;
pub mod compare;
mod dice;
mod eval;
mod figures;
mod lists;
mod loops;
mod operations;
mod permission;
mod possession;
mod quantity;
mod run;
mod things;
mod value;
mod words;
mod world;

pub use dice::Source;
pub use value::{Number, Result, Trouble, Value};

use std::cell::Cell;
use std::collections::BTreeSet;
use warwright_compiler::typed::{
    self, LocalId, MomentDef, TestDef, TestExpect, TestRun, Type, Typed,
};
use warwright_ir::{DieId, MomentId, ProcedureId, ScenarioId};
use world::World;

/// The values of the locals of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Locals {
    all: Vec<Value>,
    dice: Vec<Option<DieId>>,
}

impl Locals {
    /// All locals of a rule, the first of them set.
    fn of(def: &typed::Locals, first: &[Value]) -> Self {
        let mut all = vec![Value::None; def.all.len().max(first.len())];
        all[..first.len()].clone_from_slice(first);
        let die = |ty: &Type| if let Type::Pool(die) = ty { Some(*die) } else { None };
        Self { all, dice: def.all.iter().map(|local| die(&local.ty)).collect() }
    }

    fn get(&self, local: LocalId) -> Value {
        self.all[local.0 as usize].clone()
    }

    fn set(&mut self, local: LocalId, value: Value) {
        self.all[local.0 as usize] = value;
    }

    fn die(&self, local: LocalId) -> Option<DieId> {
        self.dice[local.0 as usize]
    }
}

/// A run of a procedure, or of a step of one, that goes on.
#[derive(Debug)]
struct Going {
    /// Which of all runs.
    number: u64,
    procedure: ProcedureId,
    step: Option<u16>,
    params: Vec<Value>,
    /// The world as it was when it began.
    before: World,
    /// Limits that are used up within it: of which hook, by whom, for what.
    used: BTreeSet<(warwright_ir::HookId, Value, Value)>,
}

/// The interpreter with a battle in it.
#[derive(Debug)]
pub struct Second<'t> {
    typed: &'t Typed,
    scenario: ScenarioId,
    world: World,
    pieces: Vec<i64>,
    runs: Vec<Going>,
    /// Hooks that are running, each with what it stands in the place of.
    hooks: Vec<run::Hooked>,
    counted: u64,
    used: BTreeSet<(warwright_ir::HookId, Value, Value)>,
    told: Vec<String>,
    over: Option<(Value, String)>,
    source: Source,
    fuel: Cell<u64>,
}

/// What a test came to.
#[derive(Debug, Default)]
pub struct Verdict {
    /// For each expectation that is decided by one run: the value of what is expected to hold or to be shown (its cells),
    /// whether a refusal stands, whether words were said. None for what it does not decide.
    pub expects: Vec<Option<Vec<i64>>>,
    /// What was said.
    pub told: Vec<String>,
}

impl<'t> Second<'t> {
    /// The interpreter for a typed tree.
    pub fn new(typed: &'t Typed, source: Source) -> Self {
        Self {
            typed,
            scenario: ScenarioId(0),
            world: World::default(),
            pieces: Vec::new(),
            runs: Vec::new(),
            hooks: Vec::new(),
            counted: 0,
            used: BTreeSet::new(),
            told: Vec::new(),
            over: None,
            source,
            fuel: Cell::new(5_000_000),
        }
    }

    /// Runs a test block and answers what it expects.
    pub fn test(&mut self, test: &TestDef) -> Result<Verdict> {
        self.set_up(test.scenario)?;
        let pieces: Vec<Value> = self.pieces.iter().copied().map(Value::Cell).collect();
        let scenario = &self.typed.scenarios[test.scenario];
        let mut locals = Locals::of(&scenario.setup_locals, &[]);
        self.block(&mut locals, &scenario.setup)?;
        let mut locals = Locals::of(&test.locals, &pieces);
        self.block(&mut locals, &test.setup)?;
        self.told.clear();
        match &test.run {
            TestRun::Nothing => {}
            TestRun::Battle => return Err(Trouble::Unknown("whole battles in tests")),
            TestRun::Procedure { procedure, args, exports } => {
                let args = args.iter().map(|arg| self.now(&mut locals, arg));
                let args = args.collect::<Result<Vec<_>>>()?;
                let (_, _, ended) = self.run(*procedure, &args)?;
                for (from, to) in exports {
                    locals.set(*to, ended.get(*from));
                }
            }
        }
        self.nothing_left()?;
        let mut verdict = Verdict { expects: Vec::new(), told: self.told.clone() };
        for expect in &test.expects {
            let answer = match expect {
                TestExpect::Holds { holds: of, .. } | TestExpect::Show { of, .. } => {
                    self.now(&mut locals, of)?.cells()
                }
                TestExpect::Refused { permission, args, reason, .. } => {
                    let args = args.iter().map(|arg| self.now(&mut locals, arg));
                    let args = args.collect::<Result<Vec<_>>>()?;
                    let reasons = self.reasons(&self.world, *permission, &args)?;
                    Some(vec![i64::from(reasons.iter().any(|it| it.label == *reason))])
                }
                TestExpect::Said { words, .. } => {
                    Some(vec![i64::from(self.told.iter().any(|said| said.contains(words)))])
                }
                TestExpect::Silent { words, .. } => {
                    Some(vec![i64::from(!self.told.iter().any(|said| said.contains(words)))])
                }
                TestExpect::Chance { .. }
                | TestExpect::Mean { .. }
                | TestExpect::Ended { .. }
                | TestExpect::Legal { .. } => None,
            };
            verdict.expects.push(answer);
        }
        Ok(verdict)
    }

    fn nothing_left(&self) -> Result<()> {
        let left = match &self.source {
            Source::Script { dice, answers } => dice.len() + answers.len(),
            Source::Record(record) => record.len(),
        };
        if left == 0 {
            Ok(())
        } else {
            Err(Trouble::Script(format!("{left} answers are left over")))
        }
    }

    fn burn(&self) -> Result<()> {
        let left = self.fuel.get().checked_sub(1).ok_or(Trouble::Fault("out of fuel"))?;
        self.fuel.set(left);
        Ok(())
    }

    fn ruling(&self, position: u16) -> Value {
        let def = &self.typed.rulings[usize::from(position)];
        let set = &self.typed.scenarios[self.scenario].rulings;
        let cell = set.iter().find(|(at, _)| *at == position).map_or(def.value, |(_, cell)| *cell);
        Value::of_cell(&def.ty, cell)
    }

    fn moment(&self, moment: MomentId) -> &'t MomentDef {
        &self.typed.moments[moment]
    }

    /// The innermost run of a moment that goes on.
    fn innermost(&self, moment: MomentId) -> Option<usize> {
        let def = self.moment(moment);
        self.runs.iter().rposition(|run| run.procedure == def.procedure && run.step == def.step)
    }

    /// Whose run of a moment one is.
    fn whose_run(&self, moment: MomentId, run: usize) -> Value {
        match self.moment(moment).player {
            Some(param) => self.runs[run].params[usize::from(param)].clone(),
            None => Value::None,
        }
    }
}
