//! Damaged programs: takes a compiled program, changes one id, count, target, word or list of it at a time, and tells of
//! each change whether it was refused, ran, or made something panic.

use serde::Deserialize as _;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use warwright_ir::{Program, Test, ValidProgram, validate};
use warwright_runtime::{
    Checked, Fuel, Machine, PolicyPlayer, RandomPlayer, SeededDice, Session, Tells, Wide, play,
};

/// What became of the mutants.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Not in the form of a program, or refused by the validator.
    pub refused: usize,
    /// Let in, and run without a panic.
    pub ran: usize,
    /// The changes that made something panic.
    pub panicked: Vec<String>,
    /// Refusals without a reason.
    pub silent: Vec<String>,
}

/// One change of one place.
#[derive(Clone, Debug)]
struct Change {
    path: String,
    to: Json,
}

/// Makes `count` of all mutants of a program, evenly from its first place to its last, beginning at the `first`.
pub fn mutate(program: &Program, first: usize, count: usize) -> Tally {
    let mut json = serde_json::to_value(program).unwrap();
    let changes = changes(&json);
    let mut tally = Tally::default();
    // A step that shares no factor with the usual counts of changes of a place.
    let stride = (changes.len() / count.max(1)).max(1);
    for change in changes.iter().skip(first % stride).step_by(stride).take(count) {
        let slot = json.pointer_mut(&change.path).unwrap();
        let old = std::mem::replace(slot, change.to.clone());
        let outcome = catch_unwind(AssertUnwindSafe(|| attempt(&json)));
        *json.pointer_mut(&change.path).unwrap() = old.clone();
        let said = || format!("{}: {old} became {}", change.path, change.to);
        match outcome {
            Ok(Became::Refused) => tally.refused += 1,
            Ok(Became::Ran) => tally.ran += 1,
            Ok(Became::Silent) => tally.silent.push(said()),
            Err(_) => tally.panicked.push(said()),
        }
    }
    tally
}

/// How many mutants a program has.
pub fn mutants(program: &Program) -> usize {
    changes(&serde_json::to_value(program).unwrap()).len()
}

enum Became {
    Refused,
    Silent,
    Ran,
}

fn attempt(json: &Json) -> Became {
    let Ok(program) = Program::deserialize(json) else { return Became::Refused };
    match validate(program) {
        Ok(valid) => {
            exercise(&valid);
            Became::Ran
        }
        Err(faults) if faults.iter().all(|fault| !fault.message.is_empty()) => Became::Refused,
        Err(_) => Became::Silent,
    }
}

/// How much work a run of a mutant may do.
const FUEL: u64 = 4_000;

/// Runs test blocks and battles with little fuel; what comes of them does not matter.
pub fn exercise(valid: &ValidProgram) {
    let machine = Machine::new(valid);
    let program = valid.program();
    for (number, test) in program.tests.values().enumerate() {
        if number % 7 == 0 {
            // A fault is as good an end as any.
            let _ = test_block(&machine, test, u64::try_from(number).unwrap());
        }
    }
    if program.sequence.is_some() {
        for id in program.battles() {
            if let Ok(state) = machine.start(id) {
                let _ = go_on(&machine, state, 7);
            }
        }
    }
}

fn test_block(machine: &Machine, test: &Test, seed: u64) -> Checked<()> {
    let mut state = machine.set_up(test.scenario)?;
    let mut locals = warwright_runtime::Locals::default();
    let pieces = warwright_cli::testing::given(machine, test)?;
    locals.scalars.clone_from(&pieces);
    let wanted = usize::from(test.env.scalars).max(pieces.len());
    locals.scalars.resize(wanted, 0);
    locals.wides.resize(usize::from(test.env.wides), Wide::new());
    machine.call_body(&mut state, test.setup, &pieces)?;
    let Some(mut state) = go_on(machine, state, seed) else { return Ok(()) };
    if warwright_cli::testing::begin(machine, test, &mut state, &locals)? {
        let Some(ended) = go_on(machine, state, seed) else { return Ok(()) };
        state = ended;
    }
    for expectation in &test.expects {
        use warwright_ir::Expectation;
        match expectation {
            Expectation::Holds { holds, .. } => {
                machine.evaluate(&state, *holds, &locals)?;
            }
            Expectation::Refused { permission, args, .. } => {
                let args = args.iter().map(|arg| machine.evaluate(&state, *arg, &locals));
                let args = args.collect::<Checked<Vec<_>>>()?;
                machine.explain_permission(&state, *permission, &args)?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn go_on(machine: &Machine, mut state: Session, seed: u64) -> Option<Session> {
    let mut dice = SeededDice::new(seed, 0);
    let (mut tells, mut fuel) = (Tells::loud(), Fuel { left: FUEL });
    let policy = machine.program().policies.ids().next();
    let outcome = if policy.is_some() && seed.is_multiple_of(2) {
        let mut players = PolicyPlayer::new(policy, seed, 1);
        play(machine, &mut state, &mut dice, &mut players, &mut tells, &mut fuel, None)
    } else {
        let mut players = RandomPlayer::new(seed, 1);
        play(machine, &mut state, &mut dice, &mut players, &mut tells, &mut fuel, None)
    };
    outcome.is_ok().then_some(state)
}

/// Every change of every place, but of places in sources and of words.
fn changes(json: &Json) -> Vec<Change> {
    let mut seen = Seen::default();
    seen.look(json, "");
    let mut changes = Vec::new();
    walk(json, "", "", &seen, &mut changes);
    changes
}

/// What stands in a program: words by the field in which they stand, tags by the fields of what they hold.
#[derive(Default)]
struct Seen {
    words: BTreeMap<String, BTreeSet<String>>,
    tags: BTreeMap<String, BTreeSet<String>>,
}

impl Seen {
    fn look(&mut self, json: &Json, field: &str) {
        match json {
            Json::String(word) => {
                self.words.entry(field.to_owned()).or_default().insert(word.clone());
            }
            Json::Array(items) => items.iter().for_each(|item| self.look(item, field)),
            Json::Object(fields) => {
                for (name, inner) in fields {
                    if let Some(shape) = tagged(json) {
                        self.tags.entry(shape).or_default().insert(name.clone());
                    }
                    self.look(inner, name);
                }
            }
            _ => {}
        }
    }
}

/// The shape of what a tag holds, if this is a tag with what it holds.
fn tagged(json: &Json) -> Option<String> {
    let Json::Object(fields) = json else { return None };
    let (name, inner) = fields.iter().next().filter(|_| fields.len() == 1)?;
    name.starts_with(char::is_uppercase).then(|| match inner {
        Json::Object(fields) => fields.keys().cloned().collect::<Vec<_>>().join(","),
        Json::Array(items) => format!("{} items", items.len()),
        Json::Number(_) => "number".to_owned(),
        _ => "other".to_owned(),
    })
}

fn walk(json: &Json, path: &str, field: &str, seen: &Seen, changes: &mut Vec<Change>) {
    let mut change = |to: Json| {
        if to != *json {
            changes.push(Change { path: path.to_owned(), to });
        }
    };
    match json {
        Json::Number(old) => {
            let old = old.as_i64().unwrap_or(0);
            let others = [1, -1, 2, 40];
            others.into_iter().for_each(|by| change(Json::from(old.wrapping_add(by))));
            for to in [0, 255, 65_535, i64::from(u32::MAX), i64::MAX, i64::MIN] {
                change(Json::from(to));
            }
            change(Json::Null);
        }
        Json::Bool(old) => change(Json::Bool(!old)),
        Json::Null => change(Json::from(0)),
        Json::String(_) => {
            let others = seen.words.get(field).into_iter().flatten();
            others.take(6).for_each(|other| change(Json::from(other.clone())));
        }
        Json::Array(items) => {
            let without = |at: usize| {
                let kept = items.iter().enumerate().filter(|(number, _)| *number != at);
                Json::from(kept.map(|(_, item)| item.clone()).collect::<Vec<_>>())
            };
            if let (Some(first), Some(last)) = (items.first(), items.last())
                && items.len() < 200
            {
                change(without(0));
                change(without(items.len() - 1));
                change(Json::from([items.as_slice(), std::slice::from_ref(first)].concat()));
                let mut turned = items.clone();
                turned.reverse();
                change(Json::from(turned));
                change(Json::from(vec![last.clone(); items.len()]));
            }
            for (number, item) in items.iter().enumerate() {
                walk(item, &format!("{path}/{number}"), field, seen, changes);
            }
        }
        Json::Object(fields) => {
            if let (Some(shape), Some(inner)) = (tagged(json), fields.values().next()) {
                for tag in seen.tags.get(&shape).into_iter().flatten() {
                    change(Json::Object([(tag.clone(), inner.clone())].into_iter().collect()));
                }
            }
            if field.is_empty() || !path.is_empty() {
                change_fields(fields, path, seen, changes);
            }
        }
    }
}

fn change_fields(
    fields: &serde_json::Map<String, Json>,
    path: &str,
    seen: &Seen,
    changes: &mut Vec<Change>,
) {
    // Places and words are read by people alone.
    let dull = ["sources", "spans", "expr_spans", "texts", "span", "origins"];
    for (name, inner) in fields {
        if !dull.contains(&name.as_str()) {
            walk(inner, &format!("{path}/{name}"), name, seen, changes);
        }
    }
}
