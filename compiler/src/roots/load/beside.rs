//! Files out of place: finds what lies beside the folders of a game and seems to be meant for it.

use super::super::path::join;
use super::super::{ListedKind, problems};
use super::{FOLDERS, Load, is_source, used};
use crate::wording::suggest;
use std::sync::Arc;
use warwright_grammar::Span;

impl Load<'_> {
    /// Where the first file lies that is in a folder of a system.
    pub(super) fn of_system(&mut self, system: &str) -> Span {
        for root in 0..self.request.roots.len() {
            for folder in FOLDERS {
                if let Some(path) = self.below(root, &format!("{folder}/{system}"), 0).first() {
                    let shown = self.shown(root, path);
                    return self.blank(&shown);
                }
            }
        }
        self.blank("")
    }

    /// Reports files that no game reads, as the folder in which they lie is none of one: those that say they are for this one, or
    /// lie in a folder nearly called so.
    pub(super) fn beside(&mut self, system: &str) {
        let known = self.known_systems();
        let last = self.request.roots.len().saturating_sub(1);
        let own =
            (0..self.request.roots.len()).filter(|at| !(self.request.with_library && *at == last));
        for root in own {
            for path in self.out_of_place(root, &known, system) {
                if !self.known.contains(&(root, path.clone()))
                    && let Some(place) = misplaced(&path, system)
                {
                    let shown = self.shown(root, &path);
                    let span = self.blank(&shown);
                    self.loaded.diagnostics.push(problems::never_read(&shown, &place, span));
                }
            }
        }
    }

    /// The files of a root that lie in no folder of a game, and seem to be meant for one.
    fn out_of_place(&mut self, root: usize, known: &[String], system: &str) -> Vec<String> {
        let Some(source) = self.request.roots.get(root).map(Arc::clone) else { return Vec::new() };
        let mut found = Vec::new();
        for folder in FOLDERS.into_iter().filter(|it| *it != "systems") {
            for entry in source.list(folder).unwrap_or_default() {
                let path = join(folder, &entry.name);
                let near = suggest(&entry.name, known);
                let paths = match entry.what {
                    ListedKind::Folder if !known.contains(&entry.name) => {
                        self.below(root, &path, 0)
                    }
                    ListedKind::File(_) if is_source(&path) && folder != "scenarios" => vec![path],
                    _ => continue,
                };
                let is_meant = |path: &String| {
                    near.as_deref() == Some(system)
                        || self
                            .parsed_apart(root, path)
                            .is_some_and(|file| used(&file).any(|it| &*it.text == system))
                };
                found.extend(paths.into_iter().filter(is_meant));
            }
        }
        found
    }
}

/// The folder in which a file of a system would be found, where it lies in none of which anybody reads all files.
pub(super) fn misplaced(path: &str, system: &str) -> Option<String> {
    let mut parts = path.split('/');
    let (first, second) = (parts.next()?, parts.next()?);
    let in_system = parts.next().is_some();
    let folder = match first {
        "factions" | "errata" if !in_system => first.to_owned(),
        "factions" | "errata" | "scenarios" if in_system && second != system => first.to_owned(),
        "systems" | "factions" | "errata" | "scenarios" => return None,
        _ if !in_system || second != system => return None,
        _ => suggest(first, FOLDERS).unwrap_or_else(|| "factions".to_owned()),
    };
    Some(format!("{folder}/{system}/"))
}
