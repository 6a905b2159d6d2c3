//! A root in memory: the library in the binary, and the files of tests.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::path::clean;
use super::{Listed, ListedKind, ReadFault, Root};

/// Files by path.
#[derive(Clone, Debug, Default)]
pub struct MemoryRoot {
    name: String,
    files: BTreeMap<String, Cow<'static, [u8]>>,
}

impl MemoryRoot {
    /// An empty root, shown under a name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), files: BTreeMap::new() }
    }

    /// Adds a file; one of the same path is replaced.
    #[must_use]
    pub fn with(mut self, path: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        self.insert(path, text);
        self
    }

    /// Adds a file; one of the same path is replaced.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), Cow::Owned(text.into()));
    }

    /// Adds a file that stands in the binary, and is not copied before it is read.
    pub fn insert_static(&mut self, path: impl Into<String>, text: &'static str) {
        self.files.insert(path.into(), Cow::Borrowed(text.as_bytes()));
    }
}

impl Root for MemoryRoot {
    fn name(&self) -> &str {
        &self.name
    }

    fn list(&self, folder: &str) -> Result<Vec<Listed>, ReadFault> {
        let folder = clean(folder)?;
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut found: Vec<Listed> = Vec::new();
        for (path, text) in self.files.range(prefix.clone()..) {
            let Some(rest) = path.strip_prefix(&prefix) else { break };
            let listed = match rest.split_once('/') {
                Some((name, _)) => Listed { name: name.to_owned(), what: ListedKind::Folder },
                None => {
                    let bytes = u64::try_from(text.len()).unwrap_or(u64::MAX);
                    Listed { name: rest.to_owned(), what: ListedKind::File(bytes) }
                }
            };
            if found.last() != Some(&listed) {
                found.push(listed);
            }
        }
        found.sort_by(|one, other| one.name.cmp(&other.name));
        found.dedup();
        Ok(found)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadFault> {
        let text = self.files.get(&clean(path)?).ok_or(ReadFault::Missing)?;
        Ok(text.to_vec())
    }
}
