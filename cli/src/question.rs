//! Questions from the command line: each becomes a test in a file of its own, compiled with the content that it is about.

mod named;
mod written;

use crate::args::Sources;
use crate::load::{self, meant};
use crate::output::{Failure, Output};
use crate::render::{self, Format};
use named::Pieces;
use std::sync::Arc;
use warwright_compiler::roots::{MemoryRoot, Request};
use warwright_grammar::codes;
use warwright_grammar::tree::Item;
use warwright_ir::{Test, TestId, ValidProgram};
use warwright_runtime::{Locals, Machine, State, Wide};
use written::{FILE, Phrase, Written};

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The title of the scenario whose ground and rules count, if one does.
    pub of: Option<&'q str>,
    /// Pieces, ties and states.
    pub given: Option<&'q str>,
    /// Calls that are run one after the other, before anything is shown.
    pub runs: &'q [&'q str],
    /// Expressions whose values are wanted.
    pub shows: &'q [&'q str],
}

/// Questions, compiled.
#[derive(Debug)]
pub struct Compiled {
    /// The program with the questions in it.
    pub program: ValidProgram,
    /// A test for each call of each question; the last of each shows.
    tests: Vec<TestId>,
}

const TITLE: &str = "question from the command line";

/// Compiles questions with the content at a path.
///
/// # Errors
///
/// When one has errors, which have been shown.
pub fn compile(
    path: &str,
    questions: &[Question<'_>],
    sources: &Sources,
    format: Format,
    out: &mut Output,
) -> Result<Compiled, Failure> {
    let phrases = |texts: &[&str]| texts.iter().map(|text| Phrase::plain(text)).collect();
    let given = |given: &str| Phrase::plain(given.trim().trim_start_matches("given "));
    let whole = |question: &Question<'_>| Spelt {
        of: question.of.map(str::to_owned),
        given: Given::Typed(question.given.map(given)),
        runs: phrases(question.runs),
        shows: phrases(question.shows),
    };
    let questions: Vec<Spelt> = questions.iter().map(whole).collect();
    compile_spelt(path, &questions, sources, format, out)
}

/// A question as its test writes it.
#[derive(Debug)]
struct Spelt {
    of: Option<String>,
    given: Given,
    runs: Vec<Phrase>,
    shows: Vec<Phrase>,
}

/// What a question is given.
#[derive(Debug)]
enum Given {
    /// What was typed, if anything was.
    Typed(Option<Phrase>),
    /// The pieces of a battle that it names.
    Named(String),
}

fn compile_spelt(
    path: &str,
    questions: &[Spelt],
    sources: &Sources,
    format: Format,
    out: &mut Output,
) -> Result<Compiled, Failure> {
    let target = load::target(path, sources)?;
    let system = system(&target.request)?;
    let written = written(&system, questions);
    let mut root = MemoryRoot::new("").with(FILE, written.text());
    let mut files = vec![String::from(FILE)];
    let mut roots = target.request.roots;
    // Files that stand in no folder of content belong to a game only where they are asked for.
    for file in target.request.files.iter().filter(|file| load::is_loose(file)) {
        let read = roots.first().map(|own| own.read(file));
        if let Some(Ok(text)) = read {
            root = root.with(file, text);
            files.push(file.clone());
        }
    }
    roots.insert(0, Arc::new(root));
    let mut request = Request {
        roots,
        files,
        system: Some(system),
        scenarios: true,
        with_library: true,
        ..Request::default()
    };
    request.tests = false;
    let load::Compiled { program, compilation, .. } =
        load::compile(&request, &load::options(sources)?);
    // Who asks expects nothing: what comes of it is shown.
    let mut found = compilation.diagnostics;
    found.retain(|it| it.code != codes::PROVES_NOTHING);
    if !found.is_empty() {
        let (found, map) = written.as_typed(found, &compilation.map);
        out.note(&render::render(&found, &map, format, out.colour()));
    }
    let program = program.ok_or(Failure::Errors)?;
    let found = program.program();
    let tests = found
        .tests
        .iter()
        .filter(|(_, test)| found.texts.get(test.name).is_some_and(|name| name.starts_with(TITLE)));
    let tests = tests.map(|(id, _)| id).collect();
    Ok(Compiled { program, tests })
}

impl Compiled {
    /// The test that shows the answers, where there is one question.
    ///
    /// # Errors
    ///
    /// Never for a program that was compiled with it.
    pub fn test(&self) -> Result<&Test, Failure> {
        self.tests().last().ok_or_else(|| Failure::failed("the question was not compiled"))
    }

    /// The tests of all questions, in order: one for each call.
    pub fn tests(&self) -> impl DoubleEndedIterator<Item = &Test> {
        self.tests.iter().filter_map(|test| self.program.program().tests.get(*test))
    }
}

/// The title of the scenario that a path names, or that is named beside it: its ground and its rules count in what is asked. A
/// folder names none, nor does a system.
///
/// # Errors
///
/// When a file has several and none is named, or there is none of that title.
pub fn scenario(
    path: &str,
    title: Option<&str>,
    sources: &Sources,
) -> Result<Option<String>, Failure> {
    let target = load::target(path, sources)?;
    let is_named = !std::path::Path::new(path).is_dir() && !target.scenario_files.is_empty();
    if title.is_none() && !is_named {
        return Ok(None);
    }
    let loaded = warwright_compiler::roots::load(&target.request);
    let in_named = |path: &str| target.scenario_files.iter().any(|named| path == named);
    let mut titles = Vec::new();
    for file in &loaded.files {
        for item in &file.tree.items {
            if let Item::Scenario(scenario) = item
                && (title.is_some() || in_named(&file.path))
            {
                titles.push(scenario.name.text.to_string());
            }
        }
    }
    let known = titles.iter().map(|it| format!("\"{it}\"")).collect::<Vec<_>>().join(", ");
    match title {
        Some(title) => {
            let found = titles.iter().find(|it| it.eq_ignore_ascii_case(title));
            let meant = meant(title, titles.iter().map(String::as_str));
            let none = || format!("there is no scenario \"{title}\"{meant}; there are {known}");
            found.cloned().map(Some).ok_or_else(|| Failure::usage(none()))
        }
        None if titles.len() > 1 => {
            Err(Failure::usage(format!("say which scenario with --scenario: {known}")))
        }
        None => Ok(titles.pop()),
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

/// The file of a test for each call of each question.
fn written(system: &str, questions: &[Spelt]) -> Written {
    let mut file = Written::default();
    file.ours(&format!("use {system}\n"));
    let mut number = 0;
    for question in questions {
        let last = question.runs.len().saturating_sub(1);
        for call in 0..=last {
            number += 1;
            let of =
                question.of.as_ref().map_or_else(String::new, |title| format!(" of \"{title}\""));
            file.ours(&format!("\ntest \"{TITLE}, {number}\"{of} {{\n"));
            match &question.given {
                Given::Typed(given) => file.lines("  given ", given),
                Given::Named(given) => file.ours(given),
            }
            file.lines("  run ", question.runs.get(call));
            if call == last {
                file.lines("  show ", &question.shows);
            } else {
                // A test that shows nothing would be found fault with.
                file.ours("  show 1 + 1\n");
            }
            file.ours("}\n");
        }
    }
    file
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

/// Compiles a question about a battle that goes on. Pieces are named by their numbers, `#3`, or in quotes, as the story names them.
///
/// A question only adds a test to the content, so the battle keeps its numbers; its scenario is found again by title.
///
/// # Errors
///
/// When it has errors, which have been shown.
pub fn in_battle(
    path: &str,
    (runs, shows): (&[&str], &[&str]),
    sources: &Sources,
    machine: &Machine,
    state: &State,
    format: Format,
    out: &mut Output,
) -> Result<InBattle, Failure> {
    let program = machine.program();
    let known = Pieces::of(machine, state);
    let spelt = |texts: &[&str]| -> Result<Vec<Phrase>, Failure> {
        texts.iter().map(|text| known.spelt(text)).collect()
    };
    let (runs, shows) = (spelt(runs)?, spelt(shows)?);
    let named = known.named(runs.iter().chain(&shows));
    let given = named.iter().map(|piece| piece.given.as_str()).collect::<Vec<_>>().join(" ; ");
    let given = if given.is_empty() { given } else { format!("  given {given}\n") };
    let mut scalars: Vec<i64> = named.iter().map(|piece| piece.entity).collect();
    let question = Spelt { of: None, given: Given::Named(given), runs, shows };
    let compiled = compile_spelt(path, &[question], sources, format, out)?;
    let title = program.scenarios.get(state.scenario).and_then(|it| program.texts.get(it.name));
    let now = compiled.program.program();
    let scenario = now
        .scenarios
        .iter()
        .find(|(_, scenario)| now.texts.get(scenario.name) == title)
        .map(|(id, _)| id)
        .ok_or_else(|| Failure::failed("the scenario is no longer there"))?;
    let (mut most, mut wides) = (scalars.len(), 0);
    for test in compiled.tests() {
        most = most.max(usize::from(test.env.scalars));
        wides = wides.max(usize::from(test.env.wides));
    }
    scalars.resize(most, 0);
    let locals = Locals { scalars, wides: vec![Wide::new(); wides] };
    let state = state.clone().under(scenario);
    Ok(InBattle { compiled, state, locals })
}
