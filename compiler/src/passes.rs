//! The passes, in the one place that lists them: takes what is asked for, gives a program or what is wrong with the sources.

use crate::assemble::assemble;
use crate::errata::{self, AsOf};
use crate::like::Content;
use crate::roots::{self, Loaded, Request};
use crate::types::{self, Input};
use crate::{checks, conformance, lowering};
use rustc_hash::FxHashSet;
use warwright_grammar::source::FileId;
use warwright_grammar::{Diagnostic, Sink, SourceMap, codes, tree};
use warwright_ir::Program;

/// How a game is put together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The day whose errata are in force.
    pub as_of: AsOf,
}

/// What became of the sources.
#[derive(Debug, Default)]
pub struct Compilation {
    /// The texts, for showing diagnostics.
    pub map: SourceMap,
    /// What is wrong, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The program; none where there are errors.
    pub program: Option<Program>,
    /// The system, where one was found.
    pub system: Option<String>,
    /// What errata changed.
    pub errata: errata::Report,
    /// The rules of the game that tests may show, where the system lists them.
    pub conformance: Vec<conformance::Row>,
}

impl Compilation {
    /// Whether there are errors, so that there is no program.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads, checks and lowers everything that is asked for.
#[must_use]
pub fn compile(request: &Request, options: &Options) -> Compilation {
    let mut loaded = roots::load(request);
    let mut sink = Sink::from(std::mem::take(&mut loaded.diagnostics));
    let (program, errata) = run(&loaded, request, options, &mut sink);
    let whole = request.tests && request.scenarios;
    let asked = loaded.files.iter().filter(|file| file.asked || whole).map(|file| file.tree.id);
    let asked: FxHashSet<FileId> = asked.collect();
    let mut diagnostics = sink.into_sorted();
    diagnostics.retain(|it| !about_use(it) || asked.contains(&it.primary.span.file));
    let list = loaded.conformance;
    let conformance =
        list.map_or_else(Vec::new, |file| conformance::rows(loaded.sources.text(file), file));
    Compilation {
        map: loaded.sources,
        diagnostics,
        program,
        system: loaded.system,
        errata,
        conformance,
    }
}

/// Whether it says that something is not used, which is only known of files that are seen with all that could use them.
fn about_use(diagnostic: &Diagnostic) -> bool {
    [codes::UNUSED, codes::NEVER_RUNS].contains(&diagnostic.code)
}

/// All passes, one after the other.
fn run(
    loaded: &Loaded,
    request: &Request,
    options: &Options,
    sink: &mut Sink,
) -> (Option<Program>, errata::Report) {
    let sources = &loaded.sources;
    // Names, errata, like, rosters.
    let (content, rosters) = assemble(loaded, options.as_of, sink);
    let input =
        Input { content: &content, rosters: &rosters, sources, conformance: loaded.conformance };
    let typed = types::check_types(input, sink);
    let errata = content.report.clone();
    if sink.has_errors() {
        return (None, errata);
    }
    checks::check(&typed, sink);
    if request.tests || loaded.files.iter().any(|file| file.asked) {
        checks::drifted_texts(&stated(&content), &typed, sources, sink);
    }
    if sink.has_errors() {
        return (None, errata);
    }
    let program = lowering::lower(&typed, sources, sink);
    ((!sink.has_errors()).then_some(program), errata)
}

/// Every text that stands beside clauses.
fn stated(content: &Content<'_>) -> Vec<checks::Stated> {
    let mut all = Vec::new();
    for ability in content.index.abilities.values() {
        for member in &ability.body {
            if let tree::Member::Text(text) = member {
                all.push(checks::Stated { bearer: ability.span, text: text.span });
            }
        }
    }
    for entity in content.entities.iter().filter(|entity| entity.base.is_none()) {
        for text in entity.texts.iter().filter(|text| entity.span.contains(text.span)) {
            all.push(checks::Stated { bearer: entity.span, text: text.span });
        }
    }
    all
}
