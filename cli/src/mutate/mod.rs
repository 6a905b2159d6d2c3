//! Rules switched off one at a time: takes a program and its tests, gives the rules whose absence no test notices.
//!
//! The tests are run once by a machine that notes what has an effect. Of each rule that is switched off, only the tests
//! in which it had one are run again, the quickest first, until one fails. Marks in the sources name those that are
//! equivalent (`marks`).

mod marks;
mod off;
mod rules;

pub use rules::{Rule, Sort};

use crate::output::{Failure, Output};
use crate::testing::{self, Budget};
use indicatif::{ProgressBar, ProgressStyle};
use marks::Mark;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use warwright_grammar::source::SourceMap;
use warwright_ir::{Program, TestId, ValidProgram};
use warwright_runtime::{Machine, Part};

/// How deep the stack of a thread that runs tests is, as that of the main thread.
const STACK: usize = 64 << 20;

/// What was found of a system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mutation {
    /// The system.
    pub system: String,
    /// How many rules were switched off.
    pub rules: usize,
    /// How many of them a test missed.
    pub noticed: usize,
    /// How many of the others are said to be equivalent.
    pub equivalent: usize,
    /// The rest, in the order of the sources.
    pub unnoticed: Vec<Unnoticed>,
    /// Marks of equivalence that are wrong.
    pub wrong_marks: Vec<WrongMark>,
}

/// A rule whose absence no test notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unnoticed {
    /// Its file.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// What it is, in words.
    pub what: String,
    /// Its first line as written.
    pub text: String,
    /// How many tests have it at work and do not notice when it is gone.
    pub tests: usize,
}

/// A mark of equivalence that should not stand there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrongMark {
    /// Its file.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Why.
    pub why: String,
}

/// Switches the rules of a program off, one at a time. `files`: only rules that stand in one of these.
///
/// # Errors
///
/// When a test fails with all rules in place.
pub fn mutate(
    program: &ValidProgram,
    map: &SourceMap,
    files: Option<&[String]>,
    tests: &[TestId],
    out: &mut Output,
) -> Result<Mutation, Failure> {
    let rules = rules::rules(program.program(), files);
    let runs = baseline(program, tests)?;
    let verdicts = verdicts(program, &rules, &runs, out);
    let marks = marks::marks(map, &rules);
    Ok(judge(program.program(), map, &rules, &verdicts, &marks))
}

/// A test as it goes with all rules in place.
struct Run {
    test: TestId,
    budget: Budget,
    parts: BTreeSet<Part>,
}

/// Runs all tests with all rules in place, the quickest first in what is given.
fn baseline(program: &ValidProgram, tests: &[TestId]) -> Result<Vec<Run>, Failure> {
    let machine = Machine::watching(program);
    let mut runs = Vec::with_capacity(tests.len());
    for test in tests {
        machine.take_noted();
        // Odds tell only that they took too much: the least room is found that is enough.
        let mut budget = Budget { odds: 10_000_000, ..Budget::default() };
        let mut result = testing::run_within(&machine, *test, &mut budget);
        while result.failure.is_some() && budget.odds < Budget::default().odds {
            budget.odds = budget.odds.saturating_mul(10);
            result = testing::run_within(&machine, *test, &mut budget);
        }
        if result.failure.is_some() {
            return Err(Failure::failed(format!(
                "\"{}\" fails with all rules in place; rules are switched off only where all tests pass",
                result.name
            )));
        }
        runs.push(Run { test: *test, budget, parts: machine.take_noted() });
    }
    runs.sort_by_key(|run| (run.budget.used, run.test.0));
    Ok(runs)
}

/// What became of a rule that was switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// A test failed.
    Noticed,
    /// None of so many tests did.
    Unnoticed(usize),
}

/// What became of each rule, in order.
fn verdicts(
    program: &ValidProgram,
    rules: &[Rule],
    runs: &[Run],
    out: &mut Output,
) -> Vec<Verdict> {
    let mut touching: BTreeMap<Part, Vec<usize>> = BTreeMap::new();
    for (number, run) in runs.iter().enumerate() {
        for part in &run.parts {
            touching.entry(*part).or_default().push(number);
        }
    }
    let bar = progress(rules.len(), out);
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Verdict)>> = Mutex::new(Vec::with_capacity(rules.len()));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(rule) = rules.get(at) else { break };
            let verdict = verdict(program, rule, runs, &touching);
            found.lock().unwrap_or_else(|left| left.into_inner()).push((at, verdict));
            bar.inc(1);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let spawned = (0..threads).filter_map(|_| {
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
        });
        // Where no thread can be had, this one does the work.
        if spawned.count() == 0 {
            work();
        }
    });
    bar.finish_and_clear();
    let mut found = found.into_inner().unwrap_or_else(|left| left.into_inner());
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, verdict)| verdict).collect()
}

/// A bar on a terminal, else nothing.
fn progress(rules: usize, out: &Output) -> ProgressBar {
    if !out.is_process() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(u64::try_from(rules).unwrap_or(u64::MAX));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} rules, {elapsed}") {
        bar.set_style(style);
    }
    bar
}

fn verdict(
    program: &ValidProgram,
    rule: &Rule,
    runs: &[Run],
    touching: &BTreeMap<Part, Vec<usize>>,
) -> Verdict {
    let wanted: BTreeSet<usize> =
        rule.parts.iter().filter_map(|part| touching.get(part)).flatten().copied().collect();
    if wanted.is_empty() {
        return Verdict::Unnoticed(0);
    }
    // What cannot even be put together without the rule cannot do without it.
    let Ok(without) = off::without(program.program(), rule) else { return Verdict::Noticed };
    let machine = Machine::new(&without);
    for run in wanted.iter().filter_map(|number| runs.get(*number)) {
        let mut budget = with_room(run.budget);
        if testing::run_within(&machine, run.test, &mut budget).failure.is_some() {
            return Verdict::Noticed;
        }
    }
    Verdict::Unnoticed(wanted.len())
}

/// Room for what a test might take without a rule; what takes more goes round in circles.
fn with_room(budget: Budget) -> Budget {
    let run = budget.used.saturating_mul(20).saturating_add(1_000_000);
    Budget { run, odds: budget.odds.saturating_mul(10), used: 0 }
}

fn judge(
    program: &Program,
    map: &SourceMap,
    rules: &[Rule],
    verdicts: &[Verdict],
    marks: &[Mark],
) -> Mutation {
    let mut result = Mutation {
        system: program.system.clone(),
        rules: rules.len(),
        noticed: 0,
        equivalent: 0,
        unnoticed: Vec::new(),
        wrong_marks: Vec::new(),
    };
    let mut used = BTreeSet::new();
    for (rule, verdict) in rules.iter().zip(verdicts) {
        let Verdict::Unnoticed(tests) = verdict else {
            result.noticed += 1;
            continue;
        };
        let mark = marks.iter().position(|mark| {
            mark.file == rule.file && mark.of == rule.line && !mark.reason.is_empty()
        });
        if let Some(mark) = mark {
            result.equivalent += 1;
            used.insert(mark);
            continue;
        }
        result.unnoticed.push(Unnoticed {
            file: rule.file.clone(),
            line: rule.line,
            what: rule.what.clone(),
            text: marks::text(map, rule),
            tests: *tests,
        });
    }
    let wrong = marks.iter().enumerate().filter(|(number, _)| !used.contains(number));
    for (_, mark) in wrong {
        let known = rules.iter().any(|rule| rule.file == mark.file && rule.line == mark.of);
        let why = match (mark.reason.is_empty(), known) {
            (true, _) => "it gives no reason: write `// equivalent: WHY`",
            (false, true) => "a test notices when what stands there is gone; take the mark away",
            (false, false) => "nothing that can be switched off stands there; take the mark away",
        };
        let (file, line) = (mark.file.clone(), mark.line);
        result.wrong_marks.push(WrongMark { file, line, why: why.to_owned() });
    }
    result
}

impl Mutation {
    /// Prints how many rules tests notice, and the rest with their places.
    pub fn print(&self, out: &mut Output) {
        let equivalent = match self.equivalent {
            0 => String::new(),
            1 => String::from(", 1 is equivalent"),
            count => format!(", {count} are equivalent"),
        };
        out.line(&format!(
            "{}: of {} rules switched off one at a time, tests notice {}{equivalent}",
            self.system, self.rules, self.noticed
        ));
        if !self.unnoticed.is_empty() {
            out.line(&format!("\nnot noticed ({}):", self.unnoticed.len()));
        }
        for one in &self.unnoticed {
            let tests = match one.tests {
                0 => String::from("no test has it at work"),
                1 => String::from("at work in 1 test"),
                count => format!("at work in {count} tests"),
            };
            let place = format!("{}:{}", one.file, one.line);
            out.line(&format!("{place}: {} ({tests})\n    {}", one.what, one.text));
        }
        for mark in &self.wrong_marks {
            out.line(&format!("{}:{}: this mark is wrong: {}", mark.file, mark.line, mark.why));
        }
    }
}
