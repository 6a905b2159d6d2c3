//! `warwright check`: reads content and says what is wrong with it.

use crate::args::Check;
use crate::board::judged::judged;
use crate::load;
use crate::output::{Failure, Output};
use crate::render::{self, Format};
use warwright_compiler::gloss::Gloss;
use warwright_compiler::passes::{Options, compile};
use warwright_compiler::roots::Request;
use warwright_grammar::SourceMap;
use warwright_grammar::diagnostic::Diagnostic;

/// Checks what is named, or everything.
pub fn run(ask: &Check, format: Format, out: &mut Output) -> Result<(), Failure> {
    let options = Options { gloss: ask.gloss, ..load::options(&ask.sources)? };
    let mut failed = false;
    let (mut errors, mut warnings) = (0, 0);
    for request in requests(ask)? {
        let mut compilation = compile(&request, &options);
        let program = compilation.program.take().map(load::valid).transpose()?;
        if let Some(program) = &program {
            let boards = judged(program, &compilation.map);
            compilation.diagnostics.extend(boards);
        }
        out.text(&render::render(&compilation.diagnostics, &compilation.map, format, out.colour()));
        if ask.gloss {
            for line in read_back(&compilation.glosses, &compilation.map, format) {
                out.line(&line);
            }
        }
        errors += compilation.diagnostics.iter().filter(|found| found.is_error()).count();
        warnings +=
            compilation.diagnostics.iter().filter(|found| !Diagnostic::is_error(found)).count();
        failed |= program.is_none() || compilation.diagnostics.iter().any(Diagnostic::is_error);
    }
    if format == Format::Pretty {
        out.line(&summary(errors, warnings));
    }
    if failed { Err(Failure::Errors) } else { Ok(()) }
}

/// Clauses as they were understood, with their places: a line each, or a JSON array.
fn read_back(glosses: &[Gloss], map: &SourceMap, format: Format) -> Vec<String> {
    let place =
        |gloss: &Gloss| (map.name(map.file_of(gloss.span)).to_owned(), map.line_col(gloss.span));
    if format == Format::Json {
        let all = glosses.iter().map(|gloss| {
            let (file, at) = place(gloss);
            let (line, column) = (at.line, at.column);
            serde_json::json!({ "file": file, "line": line, "column": column, "gloss": gloss.words })
        });
        return vec![serde_json::Value::Array(all.collect()).to_string()];
    }
    let line = |gloss: &Gloss| {
        let (file, at) = place(gloss);
        format!("{file}:{}:{}: {}", at.line, at.column, gloss.words)
    };
    glosses.iter().map(line).collect()
}

fn requests(ask: &Check) -> Result<Vec<Request>, Failure> {
    if ask.all || ask.paths.is_empty() {
        return Ok(load::everything(&ask.sources));
    }
    ask.paths
        .iter()
        .map(|path| load::target(path, &ask.sources).map(|target| target.request))
        .collect()
}

fn summary(errors: usize, warnings: usize) -> String {
    let count = |number: usize, word: &str| match number {
        1 => format!("1 {word}"),
        _ => format!("{number} {word}s"),
    };
    match (errors, warnings) {
        (0, 0) => String::from("nothing wrong"),
        _ => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    }
}
