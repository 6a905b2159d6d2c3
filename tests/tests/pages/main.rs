//! Every diagnostic has a page, and its examples show it: the wrong one raises the code, the right one raises nothing. The
//! game that the guide to the language builds compiles, and its tests pass.

mod cookbook;
mod guide;
mod index;
mod reference;
mod told;
mod words;
mod written;

use rayon::prelude::*;
use warwright_grammar::diagnostic::Code;
use warwright_tests::pages::{NOT_FROM_TEXT, Page, parse};
use warwright_tests::repository::{files, read, root};
use warwright_tests::sources::{compile_own, library, lines};

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

/// What wrong examples raise is shown with the broken files.
#[test]
fn right_examples_raise_nothing() {
    let library = library();
    let wrong: Vec<String> = (Code::all().par_iter())
        .flat_map_iter(|info| {
            let code = info.code.to_string();
            let path = root().join(format!("docs/diagnostics/{code}.md"));
            match path.exists() && !NOT_FROM_TEXT.contains(&code.as_str()) {
                true => not_right(&code, &parse(&read(&path)), &library),
                false => Vec::new(),
            }
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is not as it should be with the examples of a page.
fn not_right(code: &str, page: &Page, library: &[(String, String)]) -> Vec<String> {
    let examples = [("wrong", &page.wrong), ("right", &page.right)];
    let short = examples.into_iter().filter_map(|(name, example)| {
        let long: usize = example.iter().map(|(_, text)| text.lines().count()).sum();
        (long < 10)
            .then(|| format!("{code}: the {name} example has {long} lines, and 10 make an example"))
    });
    let good = compile_own(&page.right, library);
    let raises = (!good.diagnostics.is_empty())
        .then(|| format!("{code}: the right example raises\n{}", lines(&good)));
    short.chain(raises).collect()
}

#[test]
fn at_most_twelve_codes_are_for_reading() {
    let reading = Code::all().iter().filter(|info| info.code.number() < 200).count();
    assert!(reading <= 12, "{reading} codes are for reading");
    assert!(Code::all().len() >= 50);
}
