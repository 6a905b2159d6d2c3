//! Compiling: the library as it stands in the checkout, small games from `tests/games/`, texts written in a test.

use crate::repository::{files, read, root};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use warwright_cli::load::{self, Compiled};
use warwright_compiler::passes::{self, Compilation, Options, typed};
use warwright_compiler::roots::{self, Loaded, MemoryRoot, Request};
use warwright_compiler::typed::Typed;

/// The content folders of a root as one in memory, so that a test can change a file of it.
pub fn content_of(folder: &Path) -> Vec<(String, String)> {
    ["systems", "factions", "scenarios", "errata"]
        .iter()
        .flat_map(|part| files(&folder.join(part), &["ww", "md"]))
        .map(|path| {
            (path.strip_prefix(folder).unwrap().to_string_lossy().into_owned(), read(&path))
        })
        .collect()
}

/// The library as it stands in the checkout.
pub fn library() -> Vec<(String, String)> {
    content_of(&root())
}

/// A root in memory.
pub fn memory(name: &str, files: &[(String, String)]) -> MemoryRoot {
    files
        .iter()
        .fold(MemoryRoot::new(name), |root, (path, text)| root.with(path.clone(), text.clone()))
}

/// What asks for everything of a system: rules, army lists, errata, battles, tests.
pub fn whole(system: &str, files: &[(String, String)]) -> Request {
    Request {
        roots: vec![Arc::new(memory("", files))],
        system: Some(system.to_owned()),
        scenarios: true,
        tests: true,
        ..Request::default()
    }
}

/// What becomes of sources in every command: compiled, and the armies held against their limits.
pub fn compile(request: &Request, options: &Options) -> Compilation {
    let Compiled { program, compilation, .. } = load::compile(request, options);
    Compilation { program: program.map(|it| it.program().clone()), ..compilation }
}

/// Everything of a system: rules, army lists, errata, battles, tests.
pub fn compile_system(system: &str, files: &[(String, String)]) -> Compilation {
    compile(&whole(system, files), &Options::default())
}

/// The same of files that were loaded before, but for small changes.
pub fn compile_again(system: &str, files: &[(String, String)], before: Arc<Loaded>) -> Compilation {
    compile(&Request { before: Some(before), ..whole(system, files) }, &Options::default())
}

/// The same without holding armies against their limits: for who compiles a thousand times and asks what became of the text alone.
/// What was loaded before is not parsed again.
pub fn compile_unjudged(
    system: &str,
    files: &[(String, String)],
    before: Option<Arc<Loaded>>,
) -> Compilation {
    passes::compile(&Request { before, ..whole(system, files) }, &Options::default())
}

/// The program alone, before anything is checked; nothing where something is wrong before that.
pub fn unchecked(
    system: &str,
    files: &[(String, String)],
    before: Arc<Loaded>,
) -> Option<warwright_ir::Program> {
    let request = Request { before: Some(before), ..whole(system, files) };
    passes::unchecked(&request, &Options::default())
}

/// The files as they are read, for who compiles them again and again with small changes.
pub fn loaded(system: &str, files: &[(String, String)]) -> Arc<Loaded> {
    Arc::new(roots::load(&whole(system, files)))
}

/// The typed tree of everything of a system.
pub fn typed_system(system: &str, files: &[(String, String)]) -> Option<Typed> {
    typed(&whole(system, files), &Options::default())
}

/// An author's files (by path in a root of their own) with the library behind them.
pub fn compile_own(own: &[(String, String)], library: &[(String, String)]) -> Compilation {
    compile(&own_request(own, library), &Options::default())
}

fn own_request(own: &[(String, String)], library: &[(String, String)]) -> Request {
    let request = Request {
        roots: vec![Arc::new(memory("", own)), Arc::new(memory("library", library))],
        files: own
            .iter()
            .filter(|(path, _)| path.ends_with(".ww"))
            .map(|(path, _)| path.clone())
            .collect(),
        with_library: true,
        ..Request::default()
    };
    let before = own.last().map(|(path, _)| read_before(path, &request));
    Request { before, ..request }
}

/// What was read when something was first asked of the game to which a file belongs: most of its files are the same each time.
fn read_before(path: &str, request: &Request) -> Arc<Loaded> {
    static READ: Mutex<BTreeMap<String, Arc<Loaded>>> = Mutex::new(BTreeMap::new());
    let game = path.split('/').nth(1).unwrap_or_default().to_owned();
    let mut read = READ.lock().unwrap();
    Arc::clone(read.entry(game).or_insert_with(|| Arc::new(roots::load(request))))
}

/// The same with what `check` says of the boards of battles beside.
pub fn check_own(own: &[(String, String)], library: &[(String, String)]) -> Compilation {
    judged(&own_request(own, library))
}

fn judged(request: &Request) -> Compilation {
    let compiled = load::compile(request, &Options::default()).with_boards_judged();
    let Compiled { program, compilation, .. } = compiled;
    Compilation { program: program.map(|it| it.program().clone()), ..compilation }
}

/// The codes of all diagnostics, in order.
pub fn codes(compilation: &Compilation) -> Vec<String> {
    compilation.diagnostics.iter().map(|found| found.code.to_string()).collect()
}

/// All diagnostics, one line each.
pub fn lines(compilation: &Compilation) -> String {
    use warwright_cli::render::{Format, render};
    render(&compilation.diagnostics, &compilation.map, Format::Short, false)
}

/// All diagnostics as people see them.
pub fn shown(compilation: &Compilation) -> String {
    use warwright_cli::render::{Format, render};
    render(&compilation.diagnostics, &compilation.map, Format::Pretty, false)
}

/// The games that come along, by the name of their system, each with its own files.
pub fn shipped() -> Vec<(String, Vec<(String, String)>)> {
    let library = library();
    folders_in("systems")
        .into_iter()
        .map(|system| {
            let own = |path: &str| path.split('/').nth(1) == Some(&*system);
            let files = library.iter().filter(|(path, _)| own(path)).cloned().collect();
            (system, files)
        })
        .collect()
}

/// The made-up games, by the name of their system.
pub fn made_up() -> Vec<(String, Vec<(String, String)>)> {
    let folder = |name: &str| root().join("tests/games").join(name);
    folders_in("tests/games")
        .into_iter()
        .map(|name| {
            let files = content_of(&folder(&name));
            (name, files)
        })
        .collect()
}

/// Every game of the repository: those that come along, then the made-up ones.
pub fn games() -> Vec<(String, Vec<(String, String)>)> {
    [shipped(), made_up()].concat()
}

fn folders_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap().flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
