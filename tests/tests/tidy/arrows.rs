//! The dependency arrows: `grammar <- compiler -> ir <- runtime`, and the command sees all of them.

use warwright_tests::repository::{read, root};

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
