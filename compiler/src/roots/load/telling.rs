//! What tells of which system a file is: its path, what it declares and uses.

use super::super::{ListedKind, Root};
use crate::wording::suggest;
use std::ops::Range;
use warwright_grammar::tree::{File, Item, Name};
use warwright_ir::MAX_TEXT_BYTES;

/// Whether a file is one of Warwright, by its name.
pub(super) fn is_source(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.ends_with(".ww"))
}

/// Whether a root has more of a system than tests of it.
pub(super) fn has_system(root: &dyn Root, system: &str) -> bool {
    let Ok(listed) = root.list(&format!("systems/{system}")) else { return false };
    listed.iter().any(|entry| {
        matches!(entry.what, ListedKind::File(_)) && is_source(&entry.name)
            || entry.what == ListedKind::Folder && entry.name != "tests"
    })
}

/// The folders of a root.
pub(super) const FOLDERS: [&str; 4] = ["systems", "factions", "errata", "scenarios"];

/// The system in whose folder a path lies.
pub(super) fn folder_system(path: &str) -> Option<&str> {
    let mut parts = path.split('/');
    let first = parts.next()?;
    let system = parts.next()?;
    parts.next()?;
    FOLDERS.contains(&first).then_some(system)
}

/// Whether nothing stands in a file but what it uses.
pub(super) fn declares_nothing(file: &File) -> bool {
    file.items.iter().all(|item| matches!(item, Item::Use(_)))
}

/// The name of the system that a file declares.
pub(super) fn declared_system(file: &File) -> Option<&Name> {
    file.items.iter().find_map(|item| as_variant!(item, Item::System(system) => &system.name))
}

/// The first word of what looks like the declaration of a system.
pub(super) fn meant_as_system(file: &File) -> Option<&Name> {
    file.items.iter().find_map(|item| match item {
        Item::Entity(entity) => suggest(&entity.kind.text, ["system"]).map(|_| &entity.kind),
        _ => None,
    })
}

/// The systems that a file uses.
pub(super) fn used(file: &File) -> impl Iterator<Item = &Name> {
    file.items.iter().filter_map(|item| as_variant!(item, Item::Use(used) => &used.name))
}

/// The first signs of the first line that is too long.
pub(super) fn long_line(text: &str) -> Option<Range<usize>> {
    const SHOWN: usize = 60;
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        if line.len() > MAX_TEXT_BYTES {
            let end = line.char_indices().nth(SHOWN).map_or(line.len(), |(at, _)| at);
            return Some(start..start + end);
        }
        start += line.len();
    }
    None
}
