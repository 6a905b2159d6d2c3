//! The passes, in the one place that lists them: takes what is asked for, gives a program or what is wrong with the sources.

use crate::about::{About, Known, about};
use crate::assemble::assemble;
use crate::causes::{Lines, Unread};
use crate::checks::{self, Checked, Named};
use crate::errata::AsOf;
use crate::gloss::{self, Gloss};
use crate::like::{Content, Tables};
use crate::provenance::Report;
use crate::roots::{self, Loaded, Request};
use crate::rosters::{Fielding, Unfielded};
use crate::typed::{ExprKind, StmtKind, Typed};
use crate::types::{self, Input};
use crate::{conformance, lowering, names, sizes};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use warwright_grammar::parser::MAX_MISTAKES;
use warwright_grammar::source::FileId;
use warwright_grammar::{Diagnostic, Sink, SourceMap, Span, codes, tree};
use warwright_ir::Program;

/// How a game is put together.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The day whose errata are in force.
    pub as_of: AsOf,
    /// Which sides field other armies than their own.
    pub fielding: Fielding,
    /// Whether each clause is read back in plain English.
    pub gloss: bool,
    /// Whether the index of the game is made.
    pub about: bool,
}

/// What became of the sources.
#[derive(Debug, Default)]
pub struct Compilation {
    /// The texts, for showing diagnostics.
    pub map: SourceMap,
    /// Of which declarations checks tell.
    pub named: Named,
    /// What is wrong, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The tests in which something is wrong; none where something else is wrong as well.
    pub broken_tests: BTreeSet<Span>,
    /// The program; none where there are errors.
    pub program: Option<Program>,
    /// The system, where one was found.
    pub system: Option<String>,
    /// What errata changed.
    pub errata: Report,
    /// The declarations that errata changed, and those that follow them.
    pub corrected: Vec<Span>,
    /// What sides were to do without, or to have one more of, that they do not field.
    pub unfielded: Vec<Unfielded>,
    /// Each clause read back, where that was asked for: those of the asked files, or of all where none was asked for.
    pub glosses: Vec<Gloss>,
    /// The index of the game, where that was asked for and nothing is wrong.
    pub about: Option<About>,
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
    compile_without(request, options, &[])
}

/// The same without some tests or items of errata, which stand at these places in a compilation of the same sources.
#[must_use]
pub fn compile_without(request: &Request, options: &Options, left_out: &[Span]) -> Compilation {
    let mut loaded = roots::load(request);
    let in_one = |about: Span| left_out.iter().any(|it| it.contains(about));
    loaded.diagnostics.retain(|it| !in_one(it.primary.span));
    for file in &mut loaded.files {
        file.tree.items.retain(|item| !matches!(item, tree::Item::Test(test) if in_one(test.span)));
        for item in &mut file.tree.items {
            if let tree::Item::Errata(list) = item {
                list.items.retain(|item| !in_one(item.span));
            }
        }
    }
    let unread = Unread::of(&loaded.diagnostics, &loaded.sources);
    let mut sink = Sink::from(std::mem::take(&mut loaded.diagnostics));
    sizes::cut(&mut loaded.files, &mut sink);
    names::mend_kinds(&mut loaded.files, &loaded.sources, &mut sink);
    let whole = request.tests && request.scenarios;
    let is_whole = |root: usize| whole && loaded.without_tests != Some(root);
    let asked = loaded.files.iter().filter(|file| file.asked || is_whole(file.root));
    let asked = asked.map(|file| file.tree.id);
    let asked: FxHashSet<FileId> = asked.collect();
    let named = named_files(&loaded);
    let lines = Lines::of(&loaded.files);
    let Front { typed, stated, errata, corrected, factions, unfielded } = if loaded.system.is_some()
    {
        front(&mut loaded, &lines, options, &mut sink)
    } else {
        // Without the words of a game every line would be a mistake.
        Front::default()
    };
    // From here on the typed tree says all; large games should not hold every tree at once.
    loaded.files = Vec::new();
    let mut glosses = Vec::new();
    if options.gloss {
        glosses = gloss::glosses(&typed, &loaded.sources);
        // What is wrong is not read back.
        let wrong: Vec<Span> =
            sink.iter().filter(|it| it.is_error()).map(|it| it.primary.span).collect();
        glosses.retain(|it| !wrong.iter().any(|wrong| it.span.contains(*wrong)));
    }
    if !request.files.is_empty() {
        glosses.retain(|it| asked.contains(&loaded.sources.file_of(it.span)));
    }
    let index = (options.about && !sink.has_errors()).then(|| {
        let known = Known { typed: &typed, sources: &loaded.sources, errata: &errata };
        about(known, &factions)
    });
    let named = named.map_or_else(Named::default, |files| Named::in_files(files, &typed));
    let program = back(typed, &stated, named.clone(), &loaded.sources, &mut sink);
    let mut diagnostics = unread.without_consequences(sink.into_sorted(), &lines, &loaded.sources);
    let is_asked = |span: Span| asked.contains(&loaded.sources.file_of(span));
    diagnostics.retain(|it| !about_use(it) || is_asked(it.primary.span));
    let errors = diagnostics.iter().filter(|it| it.is_error());
    let broken_tests = errors.map(|it| lines.test_of(it.primary.span)).collect::<Option<_>>();
    let diagnostics = limited(diagnostics, &loaded.sources);
    let list = loaded.conformance;
    let conformance = list.map_or_else(Vec::new, |file| conformance::rows(&loaded.sources, file));
    Compilation {
        map: loaded.sources,
        named,
        diagnostics,
        broken_tests: broken_tests.unwrap_or_default(),
        program,
        system: loaded.system,
        errata,
        corrected,
        unfielded,
        glosses,
        about: index,
        conformance,
    }
}

/// The files that were named, where nothing of them counts but where it stands or is named. What counts for all of the game is told of
/// with all of it, and so is a game of which no file was named.
fn named_files(loaded: &Loaded) -> Option<Vec<Span>> {
    let named = || loaded.files.iter().filter(|file| file.asked);
    let everywhere = named().flat_map(|file| &file.tree.items).any(counts_everywhere);
    let files = named().map(|file| file.tree.span);
    (!everywhere && named().next().is_some()).then(|| files.collect())
}

fn counts_everywhere(item: &tree::Item) -> bool {
    use tree::Item;
    match item {
        Item::Faction(faction) => faction
            .body
            .iter()
            .any(|member| matches!(member, tree::Member::Item(item) if counts_everywhere(item))),
        Item::System(_) | Item::Sequence(_) | Item::Layer(_) | Item::Group(_) => true,
        Item::Kind(_) | Item::Tie(_) | Item::Action(_) | Item::Ruling(_) => true,
        Item::Clause(_) | Item::ModifierTable(_) | Item::Errata(_) | Item::Words(_) => true,
        _ => false,
    }
}

/// The first mistakes of each file, errors before warnings where not all are shown, and how many more there are.
fn limited(found: Vec<Diagnostic>, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut of_files: BTreeMap<FileId, Vec<Diagnostic>> = BTreeMap::new();
    for diagnostic in found {
        of_files.entry(sources.file_of(diagnostic.primary.span)).or_default().push(diagnostic);
    }
    let mut kept = Vec::new();
    for (file, found) in of_files {
        let before = found.iter().find(|it| it.code == codes::TOO_MANY_MISTAKES).cloned();
        let (mut found, left_out) = Sink::from(found).into_limited(MAX_MISTAKES + 1);
        if left_out > 0 && before.is_none() {
            let end = sources.whole(file).after();
            found.push(
                Diagnostic::at(codes::TOO_MANY_MISTAKES, end)
                    .says(format!("{left_out} more mistakes of this file are not shown")),
            );
        }
        kept.extend(found);
    }
    kept
}

/// The typed tree of everything that is asked for, as the checks read it; none where there are errors before them.
#[must_use]
pub fn typed(request: &Request, options: &Options) -> Option<Typed> {
    unchecked_tree(request, options).map(|(typed, _)| typed)
}

/// The program that the typed tree becomes before anything is checked; none where there are errors.
#[must_use]
pub fn unchecked(request: &Request, options: &Options) -> Option<Program> {
    let (typed, sources) = unchecked_tree(request, options)?;
    let mut sink = Sink::new();
    let program = lowering::lower(deepened(typed), &sources, &mut sink);
    (!sink.has_errors()).then_some(program)
}

fn unchecked_tree(request: &Request, options: &Options) -> Option<(Typed, SourceMap)> {
    let mut loaded = roots::load(request);
    let mut sink = Sink::from(std::mem::take(&mut loaded.diagnostics));
    let lines = Lines::of(&loaded.files);
    let front = front(&mut loaded, &lines, options, &mut sink);
    (!sink.has_errors()).then_some((front.typed, loaded.sources))
}

/// Whether it says that something is not used, which is only known of files that are seen with all that could use them.
fn about_use(diagnostic: &Diagnostic) -> bool {
    [codes::UNUSED, codes::NEVER_RUNS].contains(&diagnostic.code)
}

/// What the passes over the syntax trees give.
#[derive(Default)]
struct Front {
    typed: Typed,
    stated: Vec<checks::Stated>,
    errata: Report,
    /// The declarations that errata corrected.
    corrected: Vec<Span>,
    /// The army lists, each with where it is declared.
    factions: Vec<(String, Span)>,
    unfielded: Vec<Unfielded>,
}

/// The passes over the syntax trees: names, errata, like, rosters, types.
fn front(loaded: &mut Loaded, lines: &Lines, options: &Options, sink: &mut Sink) -> Front {
    let tables = Tables::take(loaded.files.iter_mut().map(|file| &mut file.tree));
    let (mut content, mut rosters) = assemble(loaded, tables, options.as_of, sink);
    let unfielded = rosters.field(&options.fielding, &content);
    let figures = content.take_figures();
    let input = Input {
        content: &content,
        rosters: &rosters,
        sources: &loaded.sources,
        conformance: loaded.conformance,
    };
    let mut typed = types::check_types(input, figures, sink);
    typed.fielded_anew = options.fielding != Fielding::default();
    let (stated, corrected) = (stated(&content), corrected(&content, lines));
    let factions = content.index.factions.iter();
    let factions = factions.map(|(name, it)| ((*name).to_owned(), it.node.span)).collect();
    Front { typed, stated, errata: content.report, corrected, factions, unfielded }
}

/// The declarations that errata corrected, with the heirs that follow them.
fn corrected(content: &Content<'_>, lines: &Lines) -> Vec<Span> {
    let edits = content.report.lists.iter().flat_map(|list| &list.items).flat_map(|it| &it.edits);
    let mut all = Vec::new();
    for edit in edits {
        let entities = edit.entity.iter().chain(&edit.heirs);
        all.extend(entities.filter_map(|id| content.entity(*id)).map(|it| it.span));
        all.extend(edit.declared.and_then(|name| lines.declaration(name)));
    }
    all
}

/// The passes over the typed tree: checks, lowering.
fn back(
    typed: Typed,
    stated: &[checks::Stated],
    named: Named,
    sources: &SourceMap,
    sink: &mut Sink,
) -> Option<Program> {
    if sink.has_errors() {
        return None;
    }
    all_is_whole(&typed, sink);
    checks::check(Checked { typed: &typed, stated, sources, named }, sink);
    if sink.has_errors() {
        return None;
    }
    let program = lowering::lower(deepened(typed), sources, sink);
    (!sink.has_errors()).then_some(program)
}

/// What is broken was told of where it was read: where it was not, that is told here, and nothing of it is played as if it were not there.
fn all_is_whole(typed: &Typed, sink: &mut Sink) {
    let mut broken: Vec<Span> = Vec::new();
    typed.each_stmt(&mut |stmt| {
        if matches!(stmt.kind, StmtKind::Error) {
            broken.push(stmt.span);
        }
    });
    typed.each_expr_of_rules(&mut |expr| {
        if matches!(expr.kind, ExprKind::Error) {
            broken.push(expr.span);
        }
    });
    for span in broken {
        Diagnostic::at(codes::BAD_CLAUSE, span)
            .says("this is not understood")
            .label("nothing would come of it")
            .help("say it in another way; the pages of the language show each statement")
            .emit(sink);
    }
}

/// With how deep those may go that reach themselves through others that say so.
fn deepened(mut typed: Typed) -> Typed {
    for (id, deep) in checks::depths(&typed) {
        if let Some(def) = typed.procedures.get_mut(id) {
            def.recursive = deep;
        }
    }
    typed
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
    for scenario in content.index.scenarios.values() {
        for item in &scenario.items {
            // What an heir is told with stands beside its parent's rules.
            if let tree::ScenarioItem::Member(tree::Member::Text(text)) = item
                && scenario.span.contains(text.span)
            {
                all.push(checks::Stated { bearer: scenario.span, text: text.span });
            }
        }
    }
    all
}
