//! `warwright test`: runs test blocks and says what failed and where; and how much of a conformance list they show.

use crate::args::Test;
use crate::load;
use crate::output::{Failure, Output};
use crate::render::Format;
use crate::story::place;
use crate::testing;
use std::collections::BTreeSet;
use warwright_compiler::conformance::Row;
use warwright_compiler::roots::Request;
use warwright_ir::{Program, SpanId};
use warwright_runtime::Machine;

/// Runs them.
pub fn run(ask: &Test, format: Format, out: &mut Output) -> Result<(), Failure> {
    let (mut passed, mut failed) = (0, 0);
    for Asked { request, files } in requests(ask)? {
        let (program, compilation) = load::program(&request, &ask.sources, format, out)?;
        let machine = Machine::new(&program);
        let mut shown = BTreeSet::new();
        for (id, test) in program.program().tests.iter() {
            let name = program.program().texts.get(test.name).map_or("", String::as_str);
            let own = |file: &String| source(program.program(), test.span).ends_with(file.as_str());
            if files.as_ref().is_some_and(|files| !files.iter().any(own)) {
                continue;
            }
            if ask.only.as_ref().is_some_and(|only| !name.contains(only)) {
                continue;
            }
            let result = testing::run(&machine, id);
            match result.failure {
                None => {
                    passed += 1;
                    let rows =
                        test.covers.iter().filter_map(|row| program.program().texts.get(*row));
                    shown.extend(rows.cloned());
                }
                Some((span, why)) => {
                    failed += 1;
                    let at = place(program.program(), span).unwrap_or_default();
                    out.line(&format!("FAILED {name}\n  {at}: {why}"));
                }
            }
        }
        if ask.conformance {
            conformance(program.program(), &compilation.conformance, &shown, out);
        }
    }
    out.line(&format!("{passed} passed, {failed} failed"));
    if failed > 0 { Err(Failure::Errors) } else { Ok(()) }
}

/// Content with the files whose tests are wanted; none: all tests of the content.
struct Asked {
    request: Request,
    files: Option<Vec<String>>,
}

fn source(program: &Program, span: SpanId) -> &str {
    let span = program.spans.get(span);
    span.and_then(|span| program.sources.get(span.source as usize))
        .map_or("", |source| source.name.as_str())
}

fn requests(ask: &Test) -> Result<Vec<Asked>, Failure> {
    if ask.paths.is_empty() {
        let all = load::everything(&ask.sources).into_iter();
        return Ok(all.map(|request| Asked { request, files: None }).collect());
    }
    ask.paths
        .iter()
        .map(|path| {
            let target = load::target(path, &ask.sources)?;
            let files = (!target.request.files.is_empty()).then(|| target.request.files.clone());
            let request = Request { tests: true, scenarios: true, ..target.request };
            Ok(Asked { request, files })
        })
        .collect()
}

/// How many rows of each group a passing test shows, and which not.
fn conformance(program: &Program, rows: &[Row], shown: &BTreeSet<String>, out: &mut Output) {
    if rows.is_empty() {
        return;
    }
    let covered = rows.iter().filter(|row| shown.contains(&row.id)).count();
    out.line(&format!(
        "{}: {covered} of {} rows are shown by a passing test",
        program.system,
        rows.len()
    ));
    let mut groups: Vec<&str> = Vec::new();
    for row in rows {
        if !groups.contains(&row.group.as_str()) {
            groups.push(&row.group);
        }
    }
    for group in groups {
        let of_group: Vec<&Row> = rows.iter().filter(|row| row.group == group).collect();
        let missing: Vec<&str> = of_group
            .iter()
            .filter(|row| !shown.contains(&row.id))
            .map(|row| row.id.as_str())
            .collect();
        let found = of_group.len() - missing.len();
        out.line(&format!("  {group}: {found} of {}", of_group.len()));
        for line in missing.chunks(12) {
            out.line(&format!("      not shown: {}", line.join(" ")));
        }
    }
}
