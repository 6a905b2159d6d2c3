//! What is embedded in the binary: the library of games, the pages of the diagnostics, the examples of `--help`.

use include_dir::{Dir, include_dir};

static SYSTEMS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../systems");
static FACTIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../factions");
static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../scenarios");
static ERRATA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../errata");
static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../docs/diagnostics");

static HELP: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../docs/help");

/// The files of the library with their paths from its root (`systems/..`), sorted by path.
pub fn files() -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    for (folder, dir) in [
        ("systems", &SYSTEMS),
        ("factions", &FACTIONS),
        ("scenarios", &SCENARIOS),
        ("errata", &ERRATA),
    ] {
        gather(folder, dir, &mut found);
    }
    found.sort();
    found
}

/// The page of a code, as Markdown.
pub fn page(code: &str) -> Option<&'static str> {
    PAGES.get_file(format!("{code}.md")).and_then(|file| file.contents_utf8())
}

/// The examples of a command for its `--help`.
pub fn help(command: &str) -> &'static str {
    HELP.get_file(format!("{command}.txt"))
        .and_then(|file| file.contents_utf8())
        .map_or("", str::trim_end)
}

fn gather(folder: &str, dir: &Dir<'static>, found: &mut Vec<(String, &'static str)>) {
    for file in dir.files() {
        if let Some(text) = file.contents_utf8() {
            found.push((format!("{folder}/{}", file.path().display()), text));
        }
    }
    for inner in dir.dirs() {
        gather(folder, inner, found);
    }
}
