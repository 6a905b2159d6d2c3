//! Broken content as an author sees it: the wrong examples of the pages, and the files of `tests/broken/`.
//!
//! A file is named after its code, `WWnnnn_what.ww`. One mistake is one message: each file raises its code and no other.

use warwright_grammar::diagnostic::Code;
use warwright_tests::pages::{NOT_FROM_TEXT, parse};
use warwright_tests::repository::{files, read, root};
use warwright_tests::sources::{codes, compile_own, library, shown};

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
