//! Broken content as an author sees it: the wrong examples of the pages, and the files of `tests/broken/`.
//!
//! A file is named after its code, `WWnnnn_what.ww`. One mistake is one message: each file raises its code and no other.

use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::LazyLock;
use warwright_cli::load::mending;
use warwright_compiler::passes::Compilation;
use warwright_grammar::diagnostic::Code;
use warwright_tests::edits::{not_mending, warnings_not_mended};
use warwright_tests::pages::{NOT_FROM_TEXT, parse, written};
use warwright_tests::repository::{files, read, root};
use warwright_tests::sources::{codes, compile_own, library, lines, shown};

/// What an author wrote that is wrong, and what is said of it.
struct Broken {
    /// Its code, and for a file what more it is called.
    name: String,
    /// The page of the code, as it stands.
    page: String,
    own: Vec<(String, String)>,
    found: Compilation,
}

impl Broken {
    fn of(name: String, page: String, own: Vec<(String, String)>) -> Self {
        let found = compile_own(&own, &LIBRARY);
        Self { name, page, own, found }
    }
}

static LIBRARY: LazyLock<Vec<(String, String)>> = LazyLock::new(library);

/// The wrong examples of the pages.
static PAGES: LazyLock<Vec<Broken>> = LazyLock::new(|| {
    let codes: Vec<String> = Code::all().iter().map(|info| info.code.to_string()).collect();
    let codes = codes.into_par_iter().filter(|code| !NOT_FROM_TEXT.contains(&code.as_str()));
    let page = |code: String| {
        let text = read(&page_of(&code));
        let wrong = parse(&text).wrong;
        (!wrong.is_empty()).then(|| Broken::of(code, text, wrong))
    };
    codes.filter_map(page).collect()
});

/// The files of `tests/broken/`.
static FILES: LazyLock<Vec<Broken>> = LazyLock::new(|| {
    let all = files(&root().join("tests/broken"), &["ww"]);
    let file = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let own = vec![(format!("{name}.ww"), read(&path))];
        Broken::of(name, String::new(), own)
    };
    all.into_par_iter().map(file).collect()
});

fn page_of(code: &str) -> PathBuf {
    root().join(format!("docs/diagnostics/{code}.md"))
}

/// Compares what is shown for an author's files with the snapshot of that name.
fn see(Broken { name, found: compilation, .. }: &Broken, wrong: &mut Vec<String>) {
    let found = codes(compilation);
    let code = name.split('_').next().unwrap_or_default();
    if found.is_empty() || found.iter().any(|other| other != code) {
        wrong.push(format!("{name} raises {found:?}"));
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name.as_str(), without_library_lines(&shown(compilation)));
    });
}

/// What is shown, but for line numbers in the library: its files grow while the message stays the same.
fn without_library_lines(shown: &str) -> String {
    let mut inside = false;
    let mut text = String::new();
    for line in shown.lines() {
        let bare = line.trim_start_matches(|sign: char| sign == ' ' || sign.is_ascii_digit());
        if bare.starts_with('╭') {
            inside = bare.starts_with("╭─[library/");
        }
        match (inside, bare.split_once(".ww:")) {
            (true, Some((path, _))) if bare.starts_with('╭') => {
                text.push_str(&format!("    {path}.ww]"))
            }
            (true, _) => text.push_str(&format!("    {bare}")),
            (false, _) => text.push_str(line),
        }
        text.push('\n');
        inside &= !bare.starts_with('╰');
    }
    text
}

#[test]
fn the_wrong_examples_of_the_pages() {
    let mut wrong = Vec::new();
    PAGES.iter().for_each(|page| see(page, &mut wrong));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_broken_files() {
    let mut wrong = Vec::new();
    assert!(FILES.len() >= 20, "{} files", FILES.len());
    FILES.iter().for_each(|file| see(file, &mut wrong));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_for_another_game_is_told_once() {
    let text = read(&root().join("tests/broken/WW0101_quote_in_a_row.ww"));
    let text = text.replace("Eel Guard ", "Eel Guard\"").replace("battleground", "battlelore");
    let own = [(String::from("factions/battleground/marsh.ww"), text)];
    let found = compile_own(&own, &LIBRARY);
    assert_eq!(codes(&found), ["WW0210"], "{}", lines(&found));
    assert!(not_mending(&own, &LIBRARY, &found).is_empty());
}

#[test]
fn every_edit_that_is_offered_leaves_fewer_errors_and_none_that_is_new() {
    // Those of errors are tried before they are offered; that this is done well is tried of some.
    let wrong = PAGES.par_iter().chain(&*FILES).enumerate().flat_map_iter(|(at, broken)| {
        let Broken { name, own, found, .. } = broken;
        let left = match at % 24 {
            0 => not_mending(own, &LIBRARY, found),
            _ => warnings_not_mended(own, &LIBRARY, found),
        };
        left.into_iter().map(move |it| format!("{name}: {it}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn check_mends_what_it_can_and_nothing_else() {
    use warwright_cli::{args, load, output};
    let folder = std::env::temp_dir().join(format!("warwright-mended-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("marsh.ww");
    let text = read(&root().join("tests/broken/WW0106_times_in_a_roster.ww"));
    let text = text.replace("courage | move", "corage | move").replace("run strike(", "run march(");
    std::fs::write(&file, text.replace('\n', "\r\n")).unwrap();
    let request = load::target(&file.to_string_lossy(), &args::Sources::default()).unwrap().request;
    let mut out = output::Output::memory();
    mending::in_place(&request, &Default::default(), &mut out).unwrap();
    let mended = read(&file);
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(
        mended.contains("courage | move") && mended.contains("1 \"Eel Guard\"\r\n"),
        "{mended}"
    );
    assert!(mended.contains("run march("), "{mended}");
    assert_eq!(out.written().1.matches("mended ").count(), 2, "{:?}", out.written());
}

#[test]
fn the_pages_show_the_message_of_their_wrong_example_and_where_it_is() {
    let mut stale = Vec::new();
    for Broken { name, page, found, .. } in &*PAGES {
        let places = found.diagnostics.iter().map(|it| {
            let file = found.map.file_of(it.primary.span);
            (found.map.name(file).to_owned(), found.map.line_col(it.primary.span).line as usize)
        });
        let message = without_library_lines(&shown(found));
        let fresh = written(page, &message, &places.collect::<Vec<_>>());
        if fresh == *page {
            continue;
        }
        if std::env::var_os("PAGES").is_some_and(|how| how == "write") {
            std::fs::write(page_of(name), fresh).unwrap();
        } else {
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "run this with PAGES=write to bring up to date: {stale:?}");
}
