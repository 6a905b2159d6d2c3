//! Roots with nothing new in them: takes a root and the sources that a battle began with, gives the root without all others.

use std::collections::BTreeSet;
use std::sync::Arc;
use warwright_compiler::roots::{Listed, ListedKind, ReadFault, Root};

/// The sources that there are to be, by their names as they were shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known(Arc<BTreeSet<String>>);

impl Known {
    /// Sources by their names.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(Arc::new(names.into_iter().collect()))
    }

    /// Whether a path of a root is one of them, wherever the root lay when they were shown.
    pub fn has(&self, path: &str) -> bool {
        let ends = |name: &String| {
            name.strip_suffix(path).is_some_and(|root| root.is_empty() || root.ends_with('/'))
        };
        self.0.contains(path) || self.0.iter().any(ends)
    }

    /// A root without others.
    pub fn of(&self, root: Arc<dyn Root>) -> Arc<dyn Root> {
        Arc::new(Only { root, known: self.clone() })
    }
}

/// A root without the sources that are not known.
#[derive(Debug)]
struct Only {
    root: Arc<dyn Root>,
    known: Known,
}

impl Root for Only {
    fn name(&self) -> &str {
        self.root.name()
    }

    fn list(&self, folder: &str) -> Result<Vec<Listed>, ReadFault> {
        let mut listed = self.root.list(folder)?;
        listed.retain(|listed| {
            let path = match folder {
                "" => listed.name.clone(),
                folder => format!("{folder}/{}", listed.name),
            };
            match listed.what {
                ListedKind::File(_) => !path.ends_with(".ww") || self.known.has(&path),
                // What is no file and no folder is never read, and was not.
                ListedKind::Link | ListedKind::Other => false,
                ListedKind::Folder => true,
            }
        });
        Ok(listed)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadFault> {
        self.root.read(path)
    }
}
