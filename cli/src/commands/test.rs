//! `warwright test`: runs test blocks and says what failed and where; and how much of a conformance list they show.

use crate::args::Test;
use crate::conformance::{Conformance, conformance};
use crate::load;
use crate::mutate::{Mutation, mutate};
use crate::output::{Failure, Output};
use crate::render::Format;
use crate::story::place;
use crate::testing::{self, Failing};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use warwright_compiler::roots::Request;
use warwright_ir::{Program, SpanId, TestId};
use warwright_runtime::Machine;

/// What is found, as one JSON object.
#[derive(Debug, Default, Serialize)]
struct Report {
    passed: usize,
    failed: Vec<Failed>,
    /// Tests in which something is wrong, so that they were not run.
    broken: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shown: Vec<Shown>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conformance: Vec<Conformance>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mutation: Vec<Mutation>,
}

/// What a line `show` of a test asks for.
#[derive(Debug, Serialize)]
struct Shown {
    test: String,
    value: String,
    is: String,
}

/// A test that failed.
#[derive(Debug, Serialize)]
struct Failed {
    test: String,
    misses: Vec<Miss>,
    /// What happened in the test.
    log: Vec<String>,
}

/// Something that is not as a test expects.
#[derive(Debug, Serialize)]
struct Miss {
    place: String,
    why: String,
}

impl Failed {
    fn of(test: String, failing: Failing, program: &Program) -> Self {
        let miss = |(span, why)| Miss { place: place(program, span).unwrap_or_default(), why };
        Self { test, misses: failing.misses.into_iter().map(miss).collect(), log: failing.log }
    }

    fn print(&self, out: &mut Output) {
        /// So many lines of the log are shown, the last.
        const MOST: usize = 40;
        out.line(&format!("FAILED {}", self.test));
        for miss in &self.misses {
            out.line(&format!("  {}: {}", miss.place, miss.why.replace('\n', "\n    ")));
        }
        if self.log.is_empty() {
            return;
        }
        let left_out = self.log.len().saturating_sub(MOST);
        out.line("  what happened:");
        if left_out > 0 {
            out.line(&format!("    ({left_out} lines before)"));
        }
        for line in self.log.iter().skip(left_out) {
            out.line(&format!("    {line}"));
        }
    }
}

/// Runs them.
pub fn run(ask: &Test, format: Format, out: &mut Output) -> Result<(), Failure> {
    let mut report = Report::default();
    let mut found = 0;
    for asked in requests(ask)? {
        let sound = load::sound_tests(&asked.request, &ask.sources, format, out);
        if matches!(sound, Err(Failure::Errors)) && format != Format::Json {
            out.line("no test was run: what is wrong stands not in tests alone");
        }
        let (program, compilation, broken) = sound?;
        report.broken += broken;
        let machine = Machine::new(&program);
        let valid = &program;
        let program = program.program();
        let mut shown: BTreeMap<String, String> = BTreeMap::new();
        let tests = wanted(ask, &asked, program);
        found += tests.len();
        let failed = report.failed.len();
        for id in tests.iter().copied() {
            let result = testing::run(&machine, id);
            for (value, is) in result.shown {
                if format != Format::Json {
                    out.line(&format!("{}: {value} = {is}", result.name));
                }
                report.shown.push(Shown { test: result.name.clone(), value, is });
            }
            match result.failure {
                None => {
                    report.passed += 1;
                    let rows = program.tests.get(id).map_or(&[][..], |test| test.covers.as_slice());
                    for row in rows.iter().filter_map(|row| program.texts.get(*row)) {
                        shown.entry(row.clone()).or_insert_with(|| result.name.clone());
                    }
                }
                Some(failing) => {
                    let failed = Failed::of(result.name, failing, program);
                    if format != Format::Json {
                        failed.print(out);
                    }
                    report.failed.push(failed);
                }
            }
        }
        let rows = &compilation.conformance;
        if ask.conformance && !rows.is_empty() {
            report.conformance.push(conformance(&program.system, rows, &shown));
        }
        // With a test that fails anyhow nothing could be told.
        if ask.mutate && report.failed.len() == failed {
            let files = asked.files.as_deref();
            report.mutation.push(mutate(valid, &compilation.map, files, &tests, out)?);
        }
    }
    if let (Some(only), 0) = (&ask.only, found) {
        return Err(Failure::usage(format!("no test has `{only}` in its title")));
    }
    if format == Format::Json {
        let shown = serde_json::to_string_pretty(&report)
            .map_err(|error| Failure::failed(format!("the result cannot be shown: {error}")))?;
        out.line(&shown);
    } else {
        for conformance in &report.conformance {
            conformance.print(out);
        }
        for mutation in &report.mutation {
            mutation.print(out);
        }
        let broken = match report.broken {
            0 => String::new(),
            many => format!(", {many} not run: something is wrong in them"),
        };
        out.line(&format!("{} passed, {} failed{broken}", report.passed, report.failed.len()));
    }
    let out_of_date = report.conformance.iter().any(|list| !list.needless.is_empty());
    let wrong = report.mutation.iter().any(|found| !found.wrong_marks.is_empty());
    let sound = report.failed.is_empty() && report.broken == 0;
    if sound && !out_of_date && !wrong { Ok(()) } else { Err(Failure::Errors) }
}

/// Content with the files whose tests are wanted; none: all tests of the content.
struct Asked {
    request: Request,
    files: Option<Vec<String>>,
}

fn requests(ask: &Test) -> Result<Vec<Asked>, Failure> {
    if ask.paths.is_empty() {
        let all = load::everything(&ask.sources)?.into_iter();
        return Ok(all.map(|request| Asked { request, files: None }).collect());
    }
    let mut all = Vec::new();
    for path in &ask.paths {
        // A folder may hold content of several games.
        all.extend(load::targets(path, &ask.sources)?.into_iter().map(|target| {
            let files = (!target.request.files.is_empty()).then(|| target.request.files.clone());
            let request = Request { tests: true, scenarios: true, ..target.request };
            Asked { request, files }
        }));
    }
    Ok(all)
}

/// The tests that are wanted, in order.
fn wanted(ask: &Test, asked: &Asked, program: &Program) -> Vec<TestId> {
    let fits = |id: &TestId| {
        let Some(test) = program.tests.get(*id) else { return false };
        let own = |file: &String| Path::new(source(program, test.span)).ends_with(file);
        let name = program.texts.get(test.name).map_or("", String::as_str);
        asked.files.as_ref().is_none_or(|files| files.iter().any(own))
            && ask.only.as_ref().is_none_or(|only| name.contains(only))
    };
    program.tests.ids().filter(fits).collect()
}

fn source(program: &Program, span: SpanId) -> &str {
    let span = program.spans.get(span);
    span.and_then(|span| program.sources.get(span.source as usize))
        .map_or("", |source| source.name.as_str())
}
