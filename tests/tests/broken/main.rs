//! Broken content as an author sees it: the wrong examples of the pages, and the files of `tests/broken/`.
//!
//! A file is named after its code, `WWnnnn_what.ww`. One mistake is one message: each file raises its code and no other.

use warwright_cli::load::mending;
use warwright_grammar::diagnostic::Code;
use warwright_tests::edits::not_mending;
use warwright_tests::pages::{NOT_FROM_TEXT, parse, written};
use warwright_tests::repository::{files, read, root};
use warwright_tests::sources::{codes, compile_own, library, lines, shown};

/// Compares what is shown for an author's files with the snapshot of that name.
fn see(
    name: &str,
    own: &[(String, String)],
    library: &[(String, String)],
    wrong: &mut Vec<String>,
) {
    let compilation = compile_own(own, library);
    let found = codes(&compilation);
    let code = name.split('_').next().unwrap_or_default();
    if found.is_empty() || found.iter().any(|other| other != code) {
        wrong.push(format!("{name} raises {found:?}"));
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, without_library_lines(&shown(&compilation)));
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
    let library = library();
    let mut wrong = Vec::new();
    for info in Code::all() {
        let name = info.code.to_string();
        let page = parse(&read(&root().join(format!("docs/diagnostics/{name}.md"))));
        if !page.wrong.is_empty() && !NOT_FROM_TEXT.contains(&name.as_str()) {
            see(&name, &page.wrong, &library, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_broken_files() {
    let library = library();
    let mut wrong = Vec::new();
    let all = files(&root().join("tests/broken"), &["ww"]);
    assert!(all.len() >= 20, "{} files", all.len());
    for path in all {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        see(&name, &[(format!("{name}.ww"), read(&path))], &library, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_for_another_game_is_told_once() {
    let text = read(&root().join("tests/broken/WW0101_quote_in_a_row.ww"));
    let text = text.replace("Eel Guard ", "Eel Guard\"").replace("battleground", "battlelore");
    let own = [(String::from("factions/battleground/marsh.ww"), text)];
    let found = compile_own(&own, &library());
    assert_eq!(codes(&found), ["WW0210"], "{}", lines(&found));
    assert!(not_mending(&own, &library(), &found).is_empty());
}

#[test]
fn every_edit_that_is_offered_leaves_fewer_errors_and_none_that_is_new() {
    let library = library();
    let mut wrong = Vec::new();
    for path in files(&root().join("tests/broken"), &["ww"]) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let own = [(name, read(&path))];
        wrong.extend(not_mending(&own, &library, &compile_own(&own, &library)));
    }
    for info in Code::all() {
        let name = info.code.to_string();
        let page = parse(&read(&root().join(format!("docs/diagnostics/{name}.md"))));
        if !page.wrong.is_empty() && !NOT_FROM_TEXT.contains(&name.as_str()) {
            let found = compile_own(&page.wrong, &library);
            let at_once = not_mending(&page.wrong, &library, &found);
            wrong.extend(at_once.into_iter().map(|it| format!("{name}: {it}")));
        }
    }
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
    let library = library();
    let mut stale = Vec::new();
    for info in Code::all() {
        let name = info.code.to_string();
        let path = root().join(format!("docs/diagnostics/{name}.md"));
        let text = read(&path);
        let page = parse(&text);
        if page.wrong.is_empty() || NOT_FROM_TEXT.contains(&name.as_str()) {
            continue;
        }
        let found = compile_own(&page.wrong, &library);
        let places = found.diagnostics.iter().map(|it| {
            let file = found.map.file_of(it.primary.span);
            (found.map.name(file).to_owned(), found.map.line_col(it.primary.span).line as usize)
        });
        let message = without_library_lines(&shown(&found));
        let fresh = written(&text, &message, &places.collect::<Vec<_>>());
        if fresh == text {
            continue;
        }
        if std::env::var_os("PAGES").is_some_and(|how| how == "write") {
            std::fs::write(&path, fresh).unwrap();
        } else {
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "run this with PAGES=write to bring up to date: {stale:?}");
}
