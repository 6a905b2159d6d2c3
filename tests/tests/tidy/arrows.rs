//! The dependency arrows: `grammar <- compiler -> ir <- runtime`, and the command sees all of them; within a crate, modules use
//! each other in one direction.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use warwright_tests::repository::{files, read, root};

/// Crates whose modules go in no circle.
const LAYERED: [&str; 5] = ["grammar", "ir", "compiler", "runtime", "cli"];

/// What each crate may use of ours.
const ARROWS: [(&str, &[&str]); 5] = [
    ("grammar", &[]),
    ("ir", &[]),
    ("compiler", &["grammar", "ir"]),
    ("runtime", &["ir"]),
    ("cli", &["grammar", "compiler", "ir", "runtime"]),
];

#[test]
fn crates_use_only_what_their_arrows_allow() {
    for (name, allowed) in ARROWS {
        let manifest = read(&root().join(name).join("Cargo.toml"));
        let used: Vec<&str> = manifest
            .lines()
            .filter_map(|line| line.strip_prefix("warwright-"))
            .filter_map(|rest| rest.split(['.', ' ', '=']).next())
            .collect();
        for crate_used in &used {
            assert!(allowed.contains(crate_used), "{name} must not use {crate_used}");
        }
    }
}

#[test]
fn the_program_format_uses_serde_alone() {
    let manifest = read(&root().join("ir/Cargo.toml"));
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
    for line in dependencies.lines().take_while(|line| !line.starts_with('[')) {
        assert!(line.trim().is_empty() || line.starts_with("serde"), "ir uses `{line}`");
    }
}

#[test]
fn every_dependency_is_used() {
    for name in ARROWS.map(|(name, _)| name).into_iter().chain(["tests", "benches"]) {
        let sources: String =
            files(&root().join(name), &["rs"]).iter().map(|it| read(it)).collect();
        let manifest = read(&root().join(name).join("Cargo.toml"));
        for table in manifest
            .split("\n[")
            .filter(|table| table.starts_with("de") || table.starts_with("dev-de"))
        {
            for line in table.lines().skip(1).filter(|line| line.contains('=')) {
                let used = line.split(['.', ' ', '=']).next().unwrap_or_default().replace('-', "_");
                assert!(sources.contains(&used), "{name} depends on {used} and does not use it");
            }
        }
    }
}

#[test]
fn modules_go_in_no_circle() {
    for name in LAYERED {
        let arrows = arrows_of(&root().join(name).join("src"));
        let mut left: BTreeSet<&str> = arrows.keys().map(String::as_str).collect();
        // What uses nothing that is left, and what nothing uses that is left, is taken away, until only circles are left.
        loop {
            let uses =
                |module: &str| arrows[module].keys().any(|used| left.contains(used.as_str()));
            let is_used = |module: &str| left.iter().any(|by| arrows[*by].contains_key(module));
            let free: Vec<&str> =
                left.iter().copied().filter(|it| !uses(it) || !is_used(it)).collect();
            if free.is_empty() {
                break;
            }
            left.retain(|module| !free.contains(module));
        }
        let circle: Vec<String> = left
            .iter()
            .flat_map(|module| arrows[*module].iter().map(move |(used, file)| (module, used, file)))
            .filter(|(_, used, _)| left.contains(used.as_str()))
            .map(|(module, used, file)| format!("{module} -> {used} ({file})"))
            .collect();
        assert!(circle.is_empty(), "modules of {name} use each other:\n{}", circle.join("\n"));
    }
}

/// Which module of a crate uses which other, with a file in which it does. What a crate hands out at its root is not followed.
fn arrows_of(sources: &Path) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut arrows: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for path in files(sources, &["rs"]) {
        let place = path.strip_prefix(sources).expect("stands below the sources");
        let place = place.to_string_lossy().replace('\\', "/");
        let parts: Vec<&str> = place.trim_end_matches(".rs").split('/').collect();
        let parts: Vec<&str> = parts.into_iter().filter(|part| *part != "mod").collect();
        let Some((module, inner)) = parts.split_first() else { continue };
        if *module == "lib" || inner.contains(&"tests") || *module == "trial" {
            continue;
        }
        let used = arrows.entry((*module).to_owned()).or_default();
        let outside = "super::".repeat(parts.len());
        for word in named_after(&code_of(&read(&path)), &["crate::", &outside]) {
            if word != *module {
                used.entry(word).or_insert_with(|| place.clone());
            }
        }
    }
    let modules: BTreeSet<String> = arrows.keys().cloned().collect();
    arrows.values_mut().for_each(|used| used.retain(|word, _| modules.contains(word)));
    arrows
}

/// A source without its comments.
fn code_of(source: &str) -> String {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The words behind a path, also those in its braces.
fn named_after(code: &str, paths: &[&str]) -> Vec<String> {
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let first = |text: &str| text.chars().take_while(|sign| is_word(*sign)).collect::<String>();
    let mut found = Vec::new();
    for path in paths {
        for (at, _) in code.match_indices(path) {
            let goes_on = code[..at].ends_with(|sign| is_word(sign) || sign == ':');
            let rest = &code[at + path.len()..];
            match rest.strip_prefix('{') {
                _ if goes_on => {}
                Some(inside) => {
                    let mut depth = 0;
                    let mut begins = true;
                    for (at, sign) in inside.char_indices() {
                        match sign {
                            '{' => depth += 1,
                            '}' if depth == 0 => break,
                            '}' => depth -= 1,
                            ',' if depth == 0 => begins = true,
                            _ if begins && is_word(sign) => {
                                found.push(first(&inside[at..]));
                                begins = false;
                            }
                            _ => {}
                        }
                    }
                }
                None => found.push(first(rest)),
            }
        }
    }
    found
}
