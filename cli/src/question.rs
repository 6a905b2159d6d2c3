//! Questions from the command line: each becomes a test in a file of its own, compiled with the content that it is about.

use crate::args::Sources;
use crate::load;
use crate::output::{Failure, Output};
use crate::render::Format;
use std::fmt::Write;
use std::sync::Arc;
use warwright_compiler::roots::{MemoryRoot, Request};
use warwright_ir::{ExprId, Id, Test, TestId, Ty, ValidProgram};
use warwright_runtime::{Locals, Machine, State, Wide};

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// Pieces, ties and states.
    pub given: Option<&'q str>,
    /// A call to run first.
    pub run: Option<&'q str>,
    /// Expressions whose values are wanted.
    pub shows: &'q [&'q str],
}

/// A question, compiled.
#[derive(Debug)]
pub struct Compiled {
    /// The program with the question in it.
    pub program: ValidProgram,
    test: TestId,
}

const TITLE: &str = "question from the command line";

/// Compiles a question with the content at a path.
///
/// # Errors
///
/// When it has errors, which have been shown.
pub fn compile(
    path: &str,
    question: &Question<'_>,
    sources: &Sources,
    format: Format,
    out: &mut Output,
) -> Result<Compiled, Failure> {
    let target = load::target(path, sources)?;
    let system = system(&target.request)?;
    let root = MemoryRoot::new("").with("question.ww", text(&system, question));
    let mut roots = target.request.roots;
    roots.insert(0, Arc::new(root));
    let mut request = Request {
        roots,
        files: vec![String::from("question.ww")],
        system: Some(system),
        scenarios: true,
        with_library: true,
        ..Request::default()
    };
    request.tests = false;
    let (program, _) = load::program(&request, sources, format, out)?;
    let test = program
        .program()
        .tests
        .iter()
        .find(|(_, test)| program.program().texts.get(test.name).is_some_and(|name| name == TITLE))
        .map(|(id, _)| id)
        .ok_or_else(|| Failure::failed("the question was not compiled"))?;
    Ok(Compiled { program, test })
}

impl Compiled {
    /// The question as a test.
    ///
    /// # Errors
    ///
    /// Never for a program that was compiled with it.
    pub fn test(&self) -> Result<&Test, Failure> {
        self.program
            .program()
            .tests
            .get(self.test)
            .ok_or_else(|| Failure::failed("the question was not compiled"))
    }

    /// The type of an expression.
    pub fn ty(&self, expr: ExprId) -> Ty {
        self.program.program().types.get(expr.position()).cloned().unwrap_or(Ty::Int)
    }
}

/// The system that the content at a path is for.
fn system(request: &Request) -> Result<String, Failure> {
    if let Some(system) = &request.system {
        return Ok(system.clone());
    }
    let loaded = warwright_compiler::roots::load(request);
    loaded.system.ok_or_else(|| Failure::failed("no system was found there"))
}

fn text(system: &str, question: &Question<'_>) -> String {
    let mut text = format!("use {system}\n\ntest \"{TITLE}\" {{\n");
    if let Some(given) = question.given {
        let given = given.trim().trim_start_matches("given ");
        let _ = writeln!(text, "  given {given}");
    }
    if let Some(run) = question.run {
        let _ = writeln!(text, "  run {run}");
    }
    for show in question.shows {
        let _ = writeln!(text, "  show {show}");
    }
    text.push_str("}\n");
    text
}

/// A question about a battle that goes on: the question compiled, and the battle as its program sees it.
#[derive(Debug)]
pub struct InBattle {
    /// The question.
    pub compiled: Compiled,
    /// The battle.
    pub state: State,
    /// The pieces that the question names.
    pub locals: Locals,
}

/// Compiles a question about a battle that goes on. Pieces are named in quotes, as the story names them.
///
/// A question only adds a test to the content, so the battle keeps its numbers; its scenario is found again by title.
///
/// # Errors
///
/// When it has errors, which have been shown.
pub fn in_battle(
    path: &str,
    asked: &str,
    sources: &Sources,
    machine: &Machine,
    state: &State,
    format: Format,
    out: &mut Output,
) -> Result<InBattle, Failure> {
    let program = machine.program();
    let mut asked = asked.to_owned();
    let mut given = Vec::new();
    let mut scalars = Vec::new();
    let layout = machine
        .layout(state.scenario)
        .map_err(|_| Failure::failed("the battle is not of this content"))?;
    for (number, piece) in (1..).zip(&layout.pieces) {
        let name = machine.name(state, *piece).unwrap_or_default();
        let entry = usize::try_from(*piece)
            .ok()
            .and_then(|at| layout.plan.get(at))
            .and_then(|plan| plan.entry);
        let quoted = format!("\"{name}\"");
        if let Some(entry) = entry.and_then(|entry| program.entries.get(entry))
            && asked.contains(&quoted)
        {
            let local = format!("piece{number}");
            let entry = program.texts.get(entry.name).cloned().unwrap_or_default();
            asked = asked.replace(&quoted, &local);
            given.push(format!("{local}: \"{entry}\""));
            scalars.push(*piece);
        }
    }
    let given = given.join(" ; ");
    let shows = [asked.as_str()];
    let question =
        Question { given: (!given.is_empty()).then_some(given.as_str()), run: None, shows: &shows };
    let compiled = compile(path, &question, sources, format, out)?;
    let title = program.scenarios.get(state.scenario).and_then(|it| program.texts.get(it.name));
    let now = compiled.program.program();
    let scenario = now
        .scenarios
        .iter()
        .find(|(_, scenario)| now.texts.get(scenario.name) == title)
        .map(|(id, _)| id)
        .ok_or_else(|| Failure::failed("the scenario is no longer there"))?;
    let env = compiled.test()?.env;
    scalars.resize(usize::from(env.scalars).max(scalars.len()), 0);
    let locals = Locals { scalars, wides: vec![Wide::new(); usize::from(env.wides)] };
    let state = state.clone().under(scenario);
    Ok(InBattle { compiled, state, locals })
}
