//! From what a user names (a file, a folder, `system`, `system/scenario`) to a request of roots, and to a compiled program.

use crate::args::{Armies, Sources};
use crate::armies;
use crate::board;
use crate::faults;
use crate::library;
use crate::output::{Failure, Output, quoted};
use crate::render::{self, Format};
use crate::shapes;
use crate::stored::Stored;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use warwright_compiler::errata::AsOf;
use warwright_compiler::names::suggest;
use warwright_compiler::passes::{self as compiler, Compilation, Options};
use warwright_compiler::roots::{FolderRoot, ListedKind, MemoryRoot, Request, Root, clean};
use warwright_grammar::diagnostic::Diagnostic;
use warwright_grammar::tree::Date;
use warwright_grammar::{Sink, SourceMap, Span};
use warwright_ir::{Program, ScenarioId, TextId, ValidProgram, validate};
use warwright_runtime::Machine;

/// The folders that make a folder a content root.
const CONTENT: [&str; 4] = ["systems", "factions", "scenarios", "errata"];

/// How deep folders are looked through below one that is named.
const MAX_DEPTH: usize = 32;
/// How many files and folders are looked at below one that is named.
const MAX_MET: usize = 100_000;

/// Says so where a side that is to field another roster is none of the battle, or there is no such roster.
///
/// # Errors
///
/// That.
pub fn armies(program: &Program, scenario: ScenarioId, armies: &Armies) -> Result<(), Failure> {
    let text = |id: TextId| program.texts.get(id).map_or("", String::as_str);
    let sides = program.scenarios.get(scenario).map_or(&[][..], |it| it.sides.as_slice());
    if armies.exchange && sides.len() != 2 {
        return Err(Failure::usage("armies can be exchanged where a battle has two sides"));
    }
    let sides: Vec<&str> = sides.iter().map(|side| text(side.name)).collect();
    let titles = program.rosters.iter().map(|roster| text(roster.name));
    let titles: Vec<&str> = titles.filter(|title| !title.is_empty()).collect();
    let fielding = armies.fielding()?;
    let named = fielding.rosters.iter().chain(&fielding.without).chain(&fielding.another);
    for (side, _) in named {
        if !sides.iter().any(|known| known.eq_ignore_ascii_case(side)) {
            let known = sides.join(", ");
            return Err(Failure::usage(format!("there is no side `{side}`; there are {known}")));
        }
    }
    let entries = program.entries.values().map(|entry| text(entry.name));
    let entries: Vec<&str> = entries.collect();
    for (_, piece) in fielding.without.iter().chain(&fielding.another) {
        if !entries.iter().any(|known| known.eq_ignore_ascii_case(piece)) {
            let meant = meant(piece, entries.iter().copied());
            return Err(Failure::usage(format!("there is nothing called `{piece}`{meant}")));
        }
    }
    for (_, title) in &fielding.rosters {
        if !titles.contains(&title.as_str()) {
            let meant = meant(title, titles.iter().copied());
            let known = titles.join(", ");
            return Err(Failure::usage(format!(
                "there is no roster \"{title}\"{meant}; there are {known}"
            )));
        }
    }
    Ok(())
}

/// What a user named.
#[derive(Debug)]
pub struct Target {
    /// What is to be read.
    pub request: Request,
    /// The files in which the scenario may stand that was named, as ends of their paths; any, where there are none.
    pub scenario_files: Vec<String>,
}

/// The library as a root.
pub fn library_root() -> MemoryRoot {
    let mut root = MemoryRoot::new("library");
    for (path, text) in library::files() {
        root.insert(path, text);
    }
    root
}

/// What a name on the command line stands for.
///
/// # Errors
///
/// When it is neither a file, a folder nor something in a root, or holds content of several games.
pub fn target(name: &str, sources: &Sources) -> Result<Target, Failure> {
    let mut found = targets(name, sources)?;
    match (found.pop(), found.is_empty()) {
        (Some(target), true) => Ok(target),
        _ => Err(Failure::usage(format!(
            "`{name}` holds content of several games; name the folder of one of them"
        ))),
    }
}

/// The same, of which there is one for each game where a folder holds content of several.
///
/// # Errors
///
/// When it is neither a file, a folder nor something in a root.
pub fn targets(name: &str, sources: &Sources) -> Result<Vec<Target>, Failure> {
    let path = Path::new(name);
    if path.exists() && !sources.settled {
        if path.is_file() && path.extension().is_none_or(|ending| ending != "ww") {
            return Err(not_content(path));
        }
        return on_disk(path, sources);
    }
    in_roots(name, sources).map(|target| vec![target])
}

/// What `system` and `system/scenario` stand for.
fn in_roots(name: &str, sources: &Sources) -> Result<Target, Failure> {
    let roots = roots(if sources.settled { None } else { own_root() }, sources)?;
    let (system, scenario) =
        name.split_once('/').map_or((name, None), |(system, rest)| (system, Some(rest)));
    let known = systems(&roots);
    if Path::new(name).extension().is_some_and(|ending| ending == "ww") {
        return Err(Failure::usage(format!(
            "there is no file `{name}`; a path is read from the folder in which the command is run"
        )));
    }
    if !known.iter().any(|known| known == system) {
        let meant = meant(system, known.iter().map(String::as_str));
        let list = known.join(", ");
        return Err(Failure::usage(format!(
            "there is no file, folder or system `{name}`{meant}; systems that are known: {list}"
        )));
    }
    let file = scenario.map(|scenario| scenario_file(&roots, system, scenario)).transpose()?;
    let request = Request {
        roots,
        system: Some(system.to_owned()),
        scenarios: true,
        with_library: true,
        ..Request::default()
    };
    Ok(Target { request, scenario_files: file.into_iter().collect() })
}

/// The file of a scenario that is named, as its path in the root that has it.
fn scenario_file(roots: &[Arc<dyn Root>], system: &str, scenario: &str) -> Result<String, Failure> {
    let folder = format!("scenarios/{system}");
    let path = format!("{folder}/{scenario}.ww");
    let is_there = |root: &Arc<dyn Root>| {
        clean(&path).is_ok_and(|cleaned| cleaned == path && root.read(&path).is_ok())
    };
    if roots.iter().any(is_there) {
        return Ok(path);
    }
    let mut known: Vec<String> = roots
        .iter()
        .flat_map(|root| root.list(&folder).unwrap_or_default())
        .filter_map(|listed| listed.name.strip_suffix(".ww").map(ToOwned::to_owned))
        .collect();
    known.sort();
    known.dedup();
    let meant = meant(scenario, known.iter().map(String::as_str));
    let known = if known.is_empty() { String::from("none") } else { known.join(", ") };
    Err(Failure::usage(format!(
        "`{system}` has no scenario `{scenario}`{meant}; there are {known}"
    )))
}

/// One request for each system that any root has, with everything that belongs to it.
///
/// # Errors
///
/// When a root is not there.
pub fn everything(sources: &Sources) -> Result<Vec<Request>, Failure> {
    let roots = roots(own_root(), sources)?;
    let all = systems(&roots)
        .into_iter()
        .map(|system| Request {
            roots: roots.clone(),
            system: Some(system),
            scenarios: true,
            tests: true,
            with_library: true,
            ..Request::default()
        })
        .collect();
    Ok(all)
}

/// The systems that can be named, each once, sorted.
///
/// # Errors
///
/// When a root is not there.
pub fn known_systems(sources: &Sources) -> Result<Vec<String>, Failure> {
    Ok(systems(&roots(own_root(), sources)?))
}

/// The systems of all roots, each once, sorted.
pub fn systems(roots: &[Arc<dyn Root>]) -> Vec<String> {
    let mut known: Vec<String> = roots
        .iter()
        .flat_map(|root| root.list("systems").unwrap_or_default())
        .filter(|listed| listed.what == ListedKind::Folder)
        .map(|listed| listed.name)
        .collect();
    known.sort();
    known.dedup();
    known
}

/// The content root in which the working folder lies, if it lies in one.
pub fn own_root() -> Option<PathBuf> {
    content_root(&std::env::current_dir().ok()?)
}

/// The names of all sources that the content at a path is read from, as they are shown.
///
/// # Errors
///
/// When there is no such content.
pub fn names(path: &str, sources: &Sources) -> Result<Vec<String>, Failure> {
    let loaded = warwright_compiler::roots::load(&target(path, sources)?.request);
    Ok(loaded.sources.files().map(|(_, file)| file.name().to_owned()).collect())
}

/// All roots, each folder once: one's own, those that are given, and the library.
fn roots(own: Option<PathBuf>, sources: &Sources) -> Result<Vec<Arc<dyn Root>>, Failure> {
    let mut known: Vec<PathBuf> = Vec::new();
    let mut roots: Vec<Arc<dyn Root>> = Vec::new();
    for given in &sources.roots {
        if !given.is_dir() {
            return Err(Failure::usage(format!(
                "--root: there is no folder `{}`",
                given.display()
            )));
        }
    }
    for folder in own.iter().chain(&sources.roots) {
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        if !known.contains(&whole) {
            known.push(whole);
            roots.push(Arc::new(FolderRoot::new(shown(folder), folder)));
        }
    }
    roots.push(Arc::new(library_root()));
    if let Some(known) = &sources.begun_with {
        roots = roots.into_iter().map(|root| known.of(root)).collect();
    }
    Ok(roots)
}

/// How a root is shown: nothing for the working folder, so that paths can be clicked; else as it was given.
fn shown(folder: &Path) -> String {
    match std::env::current_dir() {
        Ok(current) if current == folder => String::new(),
        Ok(current) => folder.strip_prefix(&current).unwrap_or(folder).display().to_string(),
        Err(_) => folder.display().to_string(),
    }
}

/// The nearest folder upwards that has content folders.
fn content_root(from: &Path) -> Option<PathBuf> {
    let mut folder = from.to_owned();
    loop {
        if CONTENT.iter().any(|content| folder.join(content).is_dir()) {
            return Some(folder);
        }
        if !folder.pop() {
            return None;
        }
    }
}

/// Whether a path names a compiled program.
pub fn compiled(path: &str) -> bool {
    ["json", "yaml", "yml"]
        .iter()
        .any(|ending| Path::new(path).extension().is_some_and(|it| it == *ending))
}

/// What is said of a file that is no source of content.
fn not_content(path: &Path) -> Failure {
    let name = path.display();
    Failure::usage(match Stored::read(path) {
        Ok(_) => {
            let file = quoted(path);
            format!(
                "`{name}` is a saved battle: `warwright map --save {file}` draws it, `warwright replay {file}` \
                 plays it over, and `warwright play --resume {file}` goes on with it"
            )
        }
        Err(_) if compiled(&name.to_string()) => format!(
            "`{name}` may be a compiled program, which `warwright play {name}` plays; all else is asked of its sources, \
             which end in `.ww`"
        ),
        Err(_) => format!("`{name}` is no content: files of content end in `.ww`"),
    })
}

fn on_disk(path: &Path, sources: &Sources) -> Result<Vec<Target>, Failure> {
    let whole = without_dots(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
    let folder = if whole.is_dir() {
        whole.clone()
    } else {
        whole.parent().map_or_else(PathBuf::new, Path::to_owned)
    };
    let root = content_root(&folder).unwrap_or(folder);
    let mut found = Gathered::default();
    found.below(&whole, &root, 0)?;
    let mut files = found.files;
    if let Some(known) = &sources.begun_with {
        files.retain(|file| known.has(file));
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::usage(format!(
            "`{}` holds no content: there is no file in it that ends in `.ww`",
            path.display()
        )));
    }
    let roots = roots(Some(root), sources)?;
    let of = |files: Vec<String>| Target {
        scenario_files: files.clone(),
        request: Request { roots: roots.clone(), files, with_library: true, ..Request::default() },
    };
    let mut games: BTreeMap<Option<&str>, Vec<String>> = BTreeMap::new();
    for file in &files {
        games.entry(game(file)).or_default().push(file.clone());
    }
    if games.keys().flatten().count() < 2 {
        return Ok(vec![of(files)]);
    }
    Ok(games.into_values().map(of).collect())
}

/// A path whose `..` are worked out: `a/b/../c` is `a/c`.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// The game in whose folder a file of content stands; none where it stands in no such folder.
fn game(file: &str) -> Option<&str> {
    let (content, rest) = file.split_once('/')?;
    let (game, _) = rest.split_once('/')?;
    CONTENT.contains(&content).then_some(game)
}

/// The `.ww` files at or below a path, as paths from the root.
#[derive(Default)]
struct Gathered {
    files: Vec<String>,
    /// How many folders and files were looked at.
    met: usize,
}

impl Gathered {
    fn below(&mut self, path: &Path, root: &Path, depth: usize) -> Result<(), Failure> {
        let refused = |why: &str| Failure::usage(format!("`{}` {why}", path.display()));
        self.met += 1;
        if self.met > MAX_MET {
            return Err(refused("is one file too many: name a folder with content alone"));
        }
        if !path.is_dir() {
            if let Ok(path) = path.strip_prefix(root) {
                let part = |part: Component<'_>| part.as_os_str().to_string_lossy().into_owned();
                let parts: Vec<String> = path.components().map(part).collect();
                self.files.push(parts.join("/"));
            }
            return Ok(());
        }
        if depth > MAX_DEPTH {
            return Err(refused("lies too deep below the folder that was named"));
        }
        let mut inner: Vec<PathBuf> = std::fs::read_dir(path)
            .map_err(|error| refused(&format!("cannot be read: {error}")))?
            .flatten()
            .map(|entry| entry.path())
            .collect();
        inner.sort();
        for path in inner {
            let hidden =
                path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if hidden {
                continue;
            }
            let is_source = path.extension().is_some_and(|ending| ending == "ww");
            match std::fs::symlink_metadata(&path).map(|about| about.file_type()) {
                // A link to a folder may lead back to where it stands. The compiler says of a file that it is a link.
                Ok(kind) if kind.is_symlink() && path.is_dir() => {
                    return Err(Failure::usage(format!(
                        "`{}` is a link to a folder, and links are not followed: name the folder itself",
                        path.display()
                    )));
                }
                Ok(kind) if kind.is_dir() || is_source => self.below(&path, root, depth + 1)?,
                _ => {}
            }
        }
        Ok(())
    }
}

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
    /// Everything else; its own program has been taken.
    pub compilation: Compilation,
}

/// Compiles, and holds armies, entries and battles against their limits: every command that reads content reads it so.
pub fn compile(request: &Request, options: &Options) -> Compiled {
    compile_without(request, options, &[])
}

/// The same without some tests, which a compilation of the same sources has found broken.
fn compile_without(request: &Request, options: &Options, tests: &[Span]) -> Compiled {
    let mut compilation = compiler::compile_without(request, options, tests);
    let made = compilation.program.take().map(|program| made(program, &compilation.map));
    let (found, program) = match made {
        Some(Ok(program)) => (judged(&program, options, &compilation.map), Some(program)),
        Some(Err(faults)) => (faults, None),
        None => (Vec::new(), None),
    };
    if found.is_empty() {
        return Compiled { program, compilation };
    }
    let mut sink = Sink::from(std::mem::take(&mut compilation.diagnostics));
    found.into_iter().for_each(|found| sink.push(found));
    compilation.diagnostics = sink.into_sorted();
    Compiled { program: program.filter(|_| !compilation.has_errors()), compilation }
}

/// What is wrong that the machine itself finds before anybody plays.
fn judged(program: &ValidProgram, options: &Options, map: &SourceMap) -> Vec<Diagnostic> {
    // Armies were written for the rules of their day: on another one they are not judged.
    let armies = !program.limits.is_empty() && options.as_of == AsOf::Newest;
    let regions = shapes::fixed_regions(program);
    if !armies && regions.is_empty() {
        return Vec::new();
    }
    let machine = Machine::new(program);
    let mut found = shapes::impossible(&machine, &regions, map);
    if armies {
        found.extend(armies::judged(&machine, map));
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
    let Compiled { program, compilation } = compile(request, &options(sources)?);
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
    let Compiled { program, compilation } = compile(request, &options);
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
            let Compiled { program, compilation } = compile_without(request, &options, &broken);
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
    let found = board::judged::judged(program, map, Some(scenario));
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

/// The scenario to play: by title, else the only one of the files that were named.
///
/// # Errors
///
/// When there is none or more than one, with their titles.
pub fn scenario(
    program: &Program,
    files: &[String],
    title: Option<&str>,
) -> Result<ScenarioId, Failure> {
    let all: Vec<Scenario<'_>> = program
        .battles()
        .filter_map(|id| {
            let scenario = program.scenarios.get(id)?;
            let source = program
                .spans
                .get(scenario.span)
                .and_then(|span| program.sources.get(span.source as usize))
                .map_or("", |source| source.name.as_str());
            let title = program.texts.get(scenario.name).map_or("", String::as_str);
            Some(Scenario {
                id,
                title,
                file: stem(source),
                named: files.iter().any(|file| source.ends_with(&**file)),
            })
        })
        .collect();
    let fits: Vec<&Scenario<'_>> = all
        .iter()
        .filter(|it| match title {
            Some(title) => title.eq_ignore_ascii_case(it.title),
            None => files.is_empty() || it.named,
        })
        .collect();
    match fits.as_slice() {
        [only] => Ok(only.id),
        [] => Err(Failure::usage(match (title, files) {
            (Some(title), _) => {
                let meant = meant(title, all.iter().map(|it| it.title));
                format!("there is no scenario \"{title}\"{meant}; there are {}", titles(&all))
            }
            (None, [file]) => {
                let name = stem(file);
                let meant = meant(name, all.iter().map(|it| it.file));
                let each: Vec<String> =
                    all.iter().map(|it| format!("{} (\"{}\")", it.file, it.title)).collect();
                let each = if each.is_empty() { String::from("none") } else { each.join(", ") };
                format!("there is no scenario `{name}`{meant}; there are {each}")
            }
            (None, _) => format!("no scenario was found there; there are {}", titles(&all)),
        })),
        several => {
            let several = titles(several.iter().copied());
            Err(Failure::usage(format!("say which scenario with --scenario: {several}")))
        }
    }
}

/// A scenario that could be played.
struct Scenario<'p> {
    id: ScenarioId,
    title: &'p str,
    /// Its file, without folder and ending.
    file: &'p str,
    /// Whether its file was named.
    named: bool,
}

/// A file's name without folder and ending.
fn stem(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.strip_suffix(".ww").unwrap_or(name)
}

/// What was probably meant, as the rest of a sentence; nothing where no name is near.
pub fn meant<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    suggest(name, names).map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}

fn titles<'p>(all: impl IntoIterator<Item = &'p Scenario<'p>>) -> String {
    let titles: Vec<String> = all.into_iter().map(|it| format!("\"{}\"", it.title)).collect();
    if titles.is_empty() { String::from("none") } else { titles.join(", ") }
}
