//! `warwright check`: reads content and says what is wrong with it.

use crate::args::Check;
use crate::board::judged::judged;
use crate::load;
use crate::output::{Failure, Output};
use crate::render::{self, Format};
use warwright_compiler::gloss::Gloss;
use warwright_compiler::passes::{Compilation, Options, compile};
use warwright_compiler::roots::Request;
use warwright_grammar::SourceMap;
use warwright_grammar::diagnostic::Diagnostic;

/// Checks what is named, or everything.
pub fn run(ask: &Check, format: Format, out: &mut Output) -> Result<(), Failure> {
    let options = Options { gloss: ask.gloss, ..load::options(&ask.sources)? };
    let mut failed = false;
    let (mut errors, mut warnings) = (0, 0);
    for mut compilation in compiled(&requests(ask)?, &options) {
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

/// How deep the stack of a thread that compiles is, as that of the main thread.
const STACK: usize = 64 << 20;

/// Games know nothing of each other, so as many are compiled at once as there are processors; what is found keeps their order.
fn compiled(requests: &[Request], options: &Options) -> Vec<Compilation> {
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = Vec::with_capacity(requests.len());
    for several in requests.chunks(at_once) {
        std::thread::scope(|scope| {
            let Some((last, others)) = several.split_last() else { return };
            let begun: Vec<_> = others
                .iter()
                .map(|request| {
                    let thread = std::thread::Builder::new().stack_size(STACK);
                    (request, thread.spawn_scoped(scope, || compile(request, options)))
                })
                .collect();
            let last = compile(last, options);
            for (request, thread) in begun {
                all.push(match thread {
                    Ok(thread) => {
                        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                    }
                    // The system gives no more threads.
                    Err(_) => compile(request, options),
                });
            }
            all.push(last);
        });
    }
    all
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
    let mut requests = Vec::new();
    for path in &ask.paths {
        let targets = load::targets(path, &ask.sources)?;
        requests.extend(targets.into_iter().map(|target| target.request));
    }
    Ok(requests)
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
