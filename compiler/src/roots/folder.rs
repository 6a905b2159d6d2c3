//! A root in a folder of the host: follows no link and reads nothing outside.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::path::clean;
use super::{Listed, ListedKind, MAX_FILE_BYTES, ReadFault, Root};

/// A folder.
#[derive(Clone, Debug)]
pub struct FolderRoot {
    name: String,
    folder: PathBuf,
}

impl FolderRoot {
    /// The folder, shown under a name (usually the path that its user gave, or nothing).
    #[must_use]
    pub fn new(name: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        Self { name: name.into(), folder: folder.into() }
    }

    /// The place of a path in the folder, no part of which may be a link.
    fn place(&self, path: &str) -> Result<PathBuf, ReadFault> {
        let path = clean(path)?;
        let mut place = self.folder.clone();
        for part in path.split('/').filter(|part| !part.is_empty()) {
            place.push(part);
            let about = fs::symlink_metadata(&place).map_err(|fault| read_fault(&fault))?;
            if about.file_type().is_symlink() {
                return Err(ReadFault::Link);
            }
        }
        Ok(place)
    }
}

impl Root for FolderRoot {
    fn name(&self) -> &str {
        &self.name
    }

    fn list(&self, folder: &str) -> Result<Vec<Listed>, ReadFault> {
        let place = match self.place(folder) {
            Ok(place) => place,
            Err(ReadFault::Missing) => return Ok(Vec::new()),
            Err(fault) => return Err(fault),
        };
        let entries = match fs::read_dir(&place) {
            Ok(entries) => entries,
            Err(fault) if fault.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(fault) => return Err(read_fault(&fault)),
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|fault| read_fault(&fault))?;
            // A name that is no text cannot be named in a source file or shown; nothing of ours is called so.
            let Ok(name) = entry.file_name().into_string() else { continue };
            found.push(Listed { name, what: kind_of(&entry.path())? });
        }
        found.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(found)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadFault> {
        let place = self.place(path)?;
        match kind_of(&place)? {
            ListedKind::File(bytes) if bytes > MAX_FILE_BYTES => {
                return Err(ReadFault::TooLarge(bytes));
            }
            ListedKind::File(_) => {}
            ListedKind::Link => return Err(ReadFault::Link),
            ListedKind::Folder | ListedKind::Other => {
                return Err(ReadFault::Failed("this is not a file".to_owned()));
            }
        }
        let file = File::open(&place).map_err(|fault| read_fault(&fault))?;
        let mut bytes = Vec::new();
        let limited = file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes);
        limited.map_err(|fault| read_fault(&fault))?;
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if length > MAX_FILE_BYTES { Err(ReadFault::TooLarge(length)) } else { Ok(bytes) }
    }
}

fn kind_of(place: &Path) -> Result<ListedKind, ReadFault> {
    let about = fs::symlink_metadata(place).map_err(|fault| read_fault(&fault))?;
    let kind = about.file_type();
    Ok(if kind.is_symlink() {
        ListedKind::Link
    } else if kind.is_dir() {
        ListedKind::Folder
    } else if kind.is_file() {
        ListedKind::File(about.len())
    } else {
        ListedKind::Other
    })
}

fn read_fault(fault: &std::io::Error) -> ReadFault {
    match fault.kind() {
        ErrorKind::NotFound => ReadFault::Missing,
        _ => ReadFault::Failed(fault.to_string()),
    }
}
