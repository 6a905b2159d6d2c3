//! Compiles what was named, and holds it against all that the machine itself finds before anybody plays.

use super::{blame, tried};
use crate::args::Sources;
use crate::armies;
use crate::board;
use crate::faults;
use crate::output::{Failure, Output};
use crate::render::{self, Format};
use crate::shapes;
use warwright_compiler::errata::AsOf;
use warwright_compiler::passes::{self as compiler, Compilation, Options};
use warwright_compiler::roots::Request;
use warwright_grammar::diagnostic::{Diagnostic, Severity, codes};
use warwright_grammar::tree::Date;
use warwright_grammar::{Sink, SourceMap, Span};
use warwright_ir::{Program, ScenarioId, ValidProgram, validate};
use warwright_runtime::Machine;

/// The options that the arguments ask for.
///
/// # Errors
///
/// When a date cannot be read.
pub fn options(sources: &Sources) -> Result<Options, Failure> {
    let as_of = match &sources.as_of {
        None => AsOf::Newest,
        Some(text) => AsOf::Day(date(text)?),
    };
    let fielding = sources.armies.fielding()?;
    Ok(Options { as_of, fielding, ..Options::default() })
}

fn date(text: &str) -> Result<Date, Failure> {
    let wrong = || Failure::usage(format!("`{text}` is no day; write it as 2009-01-01"));
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(wrong());
    };
    let year = year.parse().map_err(|_| wrong())?;
    let month: u8 = month.parse().map_err(|_| wrong())?;
    let day: u8 = day.parse().map_err(|_| wrong())?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return Err(wrong());
    }
    Ok(Date { year, month, day })
}

/// What became of the sources, with the program where nothing is wrong with it.
#[derive(Debug)]
pub struct Compiled {
    /// The program; none where there are errors.
    pub program: Option<ValidProgram>,
    /// The machine that held it against its limits.
    pub machine: Option<Machine>,
    /// Everything else; its own program has been taken.
    pub compilation: Compilation,
}

impl Compiled {
    /// With what is wrong with the boards of the battles of which checks tell.
    #[must_use]
    pub fn with_boards_judged(mut self) -> Self {
        if let (Some(machine), Some(program)) = (&mut self.machine, &self.program) {
            let Compilation { map, named, diagnostics, .. } = &mut self.compilation;
            let is_told = |id: &ScenarioId| {
                let battle = program.scenarios.get(*id);
                battle.is_some_and(|it| named.has(faults::span(it.span, program, map)))
            };
            let battles = program.battles().filter(is_told);
            diagnostics.extend(board::judged::judged(machine, program, map, battles));
        }
        self
    }
}

/// Compiles, and holds armies, entries and battles against their limits: every command that reads content reads it so.
pub fn compile(request: &Request, options: &Options) -> Compiled {
    let mut compiled = untried(request, options);
    blame::name_errata(&mut compiled.compilation, |left_out| {
        compile_without(request, options, left_out).compilation.diagnostics
    });
    tried::keep_what_mends(request, options, &mut compiled.compilation);
    compiled
}

/// The same with all edits that were thought of, tried or not.
pub(crate) fn untried(request: &Request, options: &Options) -> Compiled {
    compile_without(request, options, &[])
}

/// The same without some tests or items of errata, which stand at these places in a compilation of the same sources.
fn compile_without(request: &Request, options: &Options, left_out: &[Span]) -> Compiled {
    let mut compilation = compiler::compile_without(request, options, left_out);
    let made = compilation.program.take().map(|program| made(program, &compilation.map));
    let (mut found, program) = match made {
        Some(Ok(program)) => (Vec::new(), Some(program)),
        Some(Err(faults)) => (faults, None),
        None => (Vec::new(), None),
    };
    let mut machine = program.as_ref().map(Machine::new);
    if let (Some(machine), Some(program)) = (&mut machine, &program) {
        found.extend(judged(machine, program, options, &compilation.map));
    }
    if found.is_empty() {
        return Compiled { program, machine, compilation };
    }
    let mut known = std::mem::take(&mut compilation.diagnostics);
    let found = without_caused(found, &mut known);
    let mut sink = Sink::from(known);
    found.into_iter().for_each(|found| sink.push(found));
    compilation.diagnostics = sink.into_sorted();
    let sound = !compilation.has_errors();
    Compiled { program: program.filter(|_| sound), machine: machine.filter(|_| sound), compilation }
}

/// Limits that a thing breaks of which something else was told: that alone is told, as an error.
fn without_caused(found: Vec<Diagnostic>, known: &mut [Diagnostic]) -> Vec<Diagnostic> {
    let causes = [codes::NO_EFFECT, codes::ALWAYS_HOLDS, codes::NEVER_APPLIES];
    let mut left = Vec::new();
    for one in found {
        let inside = |it: &&mut Diagnostic| {
            let caused = one.code == codes::LIMIT_BROKEN && causes.contains(&it.code);
            caused && one.primary.span.contains(it.primary.span)
        };
        match known.iter_mut().find(inside) {
            Some(cause) => cause.severity = Severity::Error,
            None => left.push(one),
        }
    }
    left
}

/// What is wrong that the machine itself finds before anybody plays.
fn judged(
    machine: &mut Machine,
    program: &Program,
    options: &Options,
    map: &SourceMap,
) -> Vec<Diagnostic> {
    // Armies were written for the rules of their day: on another one they are not judged.
    let armies = !program.limits.is_empty() && options.as_of == AsOf::Newest;
    let regions = shapes::fixed_regions(program);
    if !armies && regions.is_empty() {
        return Vec::new();
    }
    let mut found = shapes::impossible(machine, &regions, map);
    if armies {
        found.extend(armies::judged(machine, program, map));
    }
    found
}

/// Compiles, shows what is wrong, and gives the program where nothing is.
///
/// # Errors
///
/// When there are errors; they have been shown.
pub fn program(
    request: &Request,
    sources: &Sources,
    format: Format,
    out: &mut Output,
) -> Result<(ValidProgram, Compilation), Failure> {
    let Compiled { program, compilation, .. } = compile(request, &options(sources)?);
    if !compilation.diagnostics.is_empty() {
        let shown =
            render::render(&compilation.diagnostics, &compilation.map, format, out.colour());
        out.note(&shown);
    }
    program.map(|program| (program, compilation)).ok_or(Failure::Errors)
}

/// The same for those who run tests: where something is wrong in tests alone, the program is that of the others. Gives how
/// many tests are not in it.
///
/// # Errors
///
/// When something else is wrong; all of it has been shown.
pub fn sound_tests(
    request: &Request,
    sources: &Sources,
    format: Format,
    out: &mut Output,
) -> Result<(ValidProgram, Compilation, usize), Failure> {
    let options = options(sources)?;
    let Compiled { program, compilation, .. } = compile(request, &options);
    if !compilation.diagnostics.is_empty() {
        let shown =
            render::render(&compilation.diagnostics, &compilation.map, format, out.colour());
        out.note(&shown);
    }
    let broken: Vec<Span> = compilation.broken_tests.iter().copied().collect();
    let found = match program {
        Some(program) => Some((program, compilation)),
        None if broken.is_empty() => None,
        None => {
            let Compiled { program, compilation, .. } = compile_without(request, &options, &broken);
            program.map(|program| (program, compilation))
        }
    };
    found.map(|(program, found)| (program, found, broken.len())).ok_or(Failure::Errors)
}

/// Holds the board of a battle that is to begin against what lies and deploys on it, as `check` does, and shows what is wrong.
///
/// # Errors
///
/// When there are errors; they have been shown.
pub fn judge_board(
    program: &ValidProgram,
    map: &SourceMap,
    scenario: ScenarioId,
    format: Format,
    out: &mut Output,
) -> Result<(), Failure> {
    // A compiled program has no sources, and was judged when it was made.
    if map.files().next().is_none() {
        return Ok(());
    }
    let battle = program.battles().filter(|id| *id == scenario);
    let found = board::judged::judged(&mut Machine::new(program), program, map, battle);
    if !found.is_empty() {
        let shown = render::render(&found, map, format, out.colour());
        out.note(&shown);
    }
    if found.iter().any(Diagnostic::is_error) { Err(Failure::Errors) } else { Ok(()) }
}

/// A program that was just compiled, if the machine takes it.
///
/// # Errors
///
/// What it does not take, as diagnostics: faults of the compiler.
fn made(program: Program, map: &SourceMap) -> Result<ValidProgram, Vec<Diagnostic>> {
    let places = (program.spans.clone(), program.sources.clone());
    validate(program).map_err(|found| {
        // They follow from each other.
        found.iter().take(3).map(|fault| faults::of_compiler(fault, &places, map)).collect()
    })
}

/// A program that the machine accepts.
///
/// # Errors
///
/// When it is damaged, with all that is wrong.
pub fn valid(program: Program) -> Result<ValidProgram, Failure> {
    validate(program).map_err(|faults| {
        let list: Vec<String> = faults.iter().take(20).map(|fault| format!("  {fault}")).collect();
        Failure::failed(format!("the compiled program is not valid:\n{}", list.join("\n")))
    })
}
