//! The `.ww` files at or below a path of the disk, as paths from a content root.

use crate::output::Failure;
use std::path::{Component, Path, PathBuf};

/// How deep folders are looked through below one that is named.
const MAX_DEPTH: usize = 32;
/// How many files and folders are looked at below one that is named.
const MAX_MET: usize = 100_000;

/// The `.ww` files at or below a path, as paths from the root.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) files: Vec<String>,
    /// How many folders and files were looked at.
    met: usize,
}

impl Gathered {
    pub(super) fn below(&mut self, path: &Path, root: &Path, depth: usize) -> Result<(), Failure> {
        let refused = |why: &str| Failure::usage(format!("`{}` {why}", path.display()));
        self.met += 1;
        if self.met > MAX_MET {
            return Err(refused("is one file too many: name a folder with content alone"));
        }
        if !path.is_dir() {
            if let Ok(path) = path.strip_prefix(root) {
                let part = |part: Component<'_>| part.as_os_str().to_string_lossy().into_owned();
                let parts: Vec<String> = path.components().map(part).collect();
                self.files.push(parts.join("/"));
            }
            return Ok(());
        }
        if depth > MAX_DEPTH {
            return Err(refused("lies too deep below the folder that was named"));
        }
        let mut inner: Vec<PathBuf> = std::fs::read_dir(path)
            .map_err(|error| refused(&format!("cannot be read: {error}")))?
            .flatten()
            .map(|entry| entry.path())
            .collect();
        inner.sort();
        for path in inner {
            let hidden =
                path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if hidden {
                continue;
            }
            let is_source = path.extension().is_some_and(|ending| ending == "ww");
            match std::fs::symlink_metadata(&path).map(|about| about.file_type()) {
                // A link to a folder may lead back to where it stands. The compiler says of a file that it is a link.
                Ok(kind) if kind.is_symlink() && path.is_dir() => {
                    return Err(Failure::usage(format!(
                        "`{}` is a link to a folder, and links are not followed: name the folder itself",
                        path.display()
                    )));
                }
                Ok(kind) if kind.is_dir() || is_source => self.below(&path, root, depth + 1)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// A path whose `..` are worked out: `a/b/../c` is `a/c`.
pub(super) fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}
