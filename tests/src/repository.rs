//! The repository as the tests see it: its root and its source files, in a fixed order.

use std::path::{Path, PathBuf};

/// The crates of the engine, whose sources may name no game.
pub const ENGINE: [&str; 5] = ["grammar", "compiler", "ir", "runtime", "cli"];

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests crate stands in the root")
        .to_owned()
}

/// All files below `folder` with one of the endings, in order of their paths; build output is left out.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for item in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = item.path();
            let name = item.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(&format!(".{ending}"))) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The text of a file of the repository.
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
