//! Content roots: one's own, those that are given, and the library; and the systems that they have.

use super::CONTENT;
use crate::args::Sources;
use crate::library;
use crate::output::Failure;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warwright_compiler::roots::{FolderRoot, ListedKind, MemoryRoot, Root};

/// The library as a root.
pub fn library_root() -> MemoryRoot {
    let mut root = MemoryRoot::new("library");
    for (path, text) in library::files() {
        root.insert_static(path, text);
    }
    root
}

/// The systems that can be named, each once, sorted.
///
/// # Errors
///
/// When a root is not there.
pub fn known_systems(sources: &Sources) -> Result<Vec<String>, Failure> {
    Ok(systems(&roots(own_root(), sources)?))
}

/// The systems of all roots, each once, sorted.
pub fn systems(roots: &[Arc<dyn Root>]) -> Vec<String> {
    let mut known: Vec<String> = roots
        .iter()
        .flat_map(|root| root.list("systems").unwrap_or_default())
        .filter(|listed| listed.what == ListedKind::Folder)
        .map(|listed| listed.name)
        .collect();
    known.sort();
    known.dedup();
    known
}

/// The content root in which the working folder lies, if it lies in one.
pub fn own_root() -> Option<PathBuf> {
    content_root(&std::env::current_dir().ok()?)
}

/// All roots, each folder once: one's own, those that are given, and the library.
pub(super) fn roots(
    own: Option<PathBuf>,
    sources: &Sources,
) -> Result<Vec<Arc<dyn Root>>, Failure> {
    let mut known: Vec<PathBuf> = Vec::new();
    let mut roots: Vec<Arc<dyn Root>> = Vec::new();
    for given in &sources.roots {
        if !given.is_dir() {
            return Err(Failure::usage(format!(
                "--root: there is no folder `{}`",
                given.display()
            )));
        }
    }
    for folder in own.iter().chain(&sources.roots) {
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        if !known.contains(&whole) {
            known.push(whole);
            roots.push(Arc::new(FolderRoot::new(shown(folder), folder)));
        }
    }
    roots.push(Arc::new(library_root()));
    if let Some(known) = &sources.begun_with {
        roots = roots.into_iter().map(|root| known.of(root)).collect();
    }
    Ok(roots)
}

/// How a root is shown: nothing for the working folder, so that paths can be clicked; else as it was given.
fn shown(folder: &Path) -> String {
    match std::env::current_dir() {
        Ok(current) if current == folder => String::new(),
        Ok(current) => folder.strip_prefix(&current).unwrap_or(folder).display().to_string(),
        Err(_) => folder.display().to_string(),
    }
}

/// The nearest folder upwards that has content folders.
pub(super) fn content_root(from: &Path) -> Option<PathBuf> {
    let mut folder = from.to_owned();
    loop {
        if CONTENT.iter().any(|content| folder.join(content).is_dir()) {
            return Some(folder);
        }
        if !folder.pop() {
            return None;
        }
    }
}
