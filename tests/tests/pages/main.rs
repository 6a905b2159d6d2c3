//! Every diagnostic has a page, and its examples show it: the wrong one raises the code, the right one raises nothing. The
//! game that the guide to the language builds compiles, and its tests pass.

mod cookbook;
mod guide;
mod index;
mod reference;
mod told;
mod words;
mod written;

use warwright_grammar::diagnostic::Code;
use warwright_tests::pages::{NOT_FROM_TEXT, parse};
use warwright_tests::repository::{files, read, root};
use warwright_tests::sources::{codes, compile_own, library, lines};

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let folder = root().join("docs/diagnostics");
    let mut wrong = Vec::new();
    for info in Code::all() {
        let path = folder.join(format!("{}.md", info.code));
        if !path.exists() {
            wrong.push(format!("{} {} has no page", info.code, info.slug));
            continue;
        }
        let title = parse(&read(&path)).title;
        if title != format!("{} {}", info.code, info.slug) {
            wrong.push(format!("{}: the title is `{title}`", info.code));
        }
    }
    for path in files(&folder, &["md"]) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if name != "README" && name.parse::<Code>().is_err() {
            wrong.push(format!("{name} is no code"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn wrong_examples_raise_their_code_and_right_ones_nothing() {
    let library = library();
    let mut wrong = Vec::new();
    for info in Code::all() {
        let code = info.code.to_string();
        let path = root().join(format!("docs/diagnostics/{code}.md"));
        if !path.exists() || NOT_FROM_TEXT.contains(&code.as_str()) {
            continue;
        }
        let page = parse(&read(&path));
        for (name, example) in [("wrong", &page.wrong), ("right", &page.right)] {
            let long: usize = example.iter().map(|(_, text)| text.lines().count()).sum();
            if long < 10 {
                wrong.push(format!(
                    "{code}: the {name} example has {long} lines, and 10 make an example"
                ));
            }
        }
        let bad = compile_own(&page.wrong, &library);
        if !codes(&bad).contains(&code) {
            wrong.push(format!(
                "{code}: the wrong example raises {:?}\n{}",
                codes(&bad),
                lines(&bad)
            ));
        }
        let good = compile_own(&page.right, &library);
        if !good.diagnostics.is_empty() {
            wrong.push(format!("{code}: the right example raises\n{}", lines(&good)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn at_most_twelve_codes_are_for_reading() {
    let reading = Code::all().iter().filter(|info| info.code.number() < 200).count();
    assert!(reading <= 12, "{reading} codes are for reading");
    assert!(Code::all().len() >= 50);
}
