//! Files of one idea: every source opens with a sentence, none is longer than 800 lines, none speaks of what is not the project.

use warwright_tests::repository::{ENGINE, files, read, root};

#[test]
fn every_source_opens_with_a_sentence() {
    for name in ENGINE.iter().chain(&["tests", "benches"]) {
        for path in files(&root().join(name), &["rs"]) {
            let text = read(&path);
            assert!(
                text.starts_with("//! ") || text.starts_with("#!["),
                "{} does not open with `//!`",
                path.display()
            );
        }
    }
}

#[test]
fn tests_stand_beside_the_code_and_not_in_it() {
    for name in ENGINE {
        for path in files(&root().join(name), &["rs"]) {
            assert!(
                !read(&path).lines().any(|line| line == "mod tests {"),
                "{} has its tests inside: they stand in `tests.rs`",
                path.display()
            );
        }
    }
}

#[test]
fn no_source_is_longer_than_800_lines() {
    for name in ENGINE.iter().chain(&["tests", "benches"]) {
        for path in files(&root().join(name), &["rs", "pest"]) {
            let lines = read(&path).lines().count();
            assert!(lines <= 800, "{} has {lines} lines", path.display());
        }
    }
}

#[test]
fn nothing_is_left_open() {
    for name in ENGINE {
        for path in files(&root().join(name), &["rs"]) {
            let text = read(&path);
            for mark in ["todo!", "unimplemented!", "TODO", "FIXME", "HACK"] {
                assert!(!text.contains(mark), "{} has `{mark}`", path.display());
            }
        }
    }
}

#[test]
fn every_place_named_in_the_guides_exists() {
    for guide in ["README.md", "ARCHITECTURE.md"] {
        let text = read(&root().join(guide));
        for place in text.split('`').skip(1).step_by(2) {
            let is_place = place.ends_with('/')
                || [".rs", ".md", ".ww", ".pest"].iter().any(|end| place.ends_with(end));
            if is_place
                && !place.starts_with('.')
                && !place.contains(' ')
                && !place.contains('*')
                && !place.starts_with("my")
            {
                assert!(
                    root().join(place).exists(),
                    "{guide} names `{place}`, which does not exist"
                );
            }
        }
    }
}

#[test]
fn no_snapshot_is_left_over() {
    let examples: Vec<String> = files(&root().join("tests/broken"), &["ww"])
        .iter()
        .chain(&files(&root().join("docs/diagnostics"), &["md"]))
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    for path in files(&root().join("tests"), &["snap"]) {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let stem = stem.unwrap_or_default();
        let shown = read(&path);
        let source = shown.lines().find_map(|line| line.strip_prefix("source: "));
        let source = root().join(source.unwrap_or_default());
        assert!(source.is_file(), "{} is of no test", path.display());
        // Named by the test that takes it, or after the example that it shows.
        let name = stem.rsplit("__").next().unwrap_or_default();
        assert!(
            examples.contains(&stem) || read(&source).contains(name),
            "{} is taken by no test of {}",
            path.display(),
            source.display()
        );
    }
}
