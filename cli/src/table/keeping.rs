//! The file in which a battle is kept: takes the battle as it goes, writes it after every answer by hand, over nothing else.

use super::Table;
use crate::forms;
use crate::output::Failure;
use crate::stored::Stored;
use std::path::{Path, PathBuf};
use warwright_runtime::StateHash;

/// Where a battle is kept.
#[derive(Debug, Default)]
pub(super) struct Keeping {
    /// The file in which it is kept as it goes.
    file: Option<PathBuf>,
    /// Files that it may be written to, each with a digest of what it held when it was looked at or written last.
    known: Vec<(PathBuf, Option<blake3::Hash>)>,
    /// Where it was kept last, if nothing was answered since.
    pub(super) kept: Option<PathBuf>,
    /// Whether a person has answered since it was kept.
    pub(super) due: bool,
}

impl Table {
    /// Says where the battle is kept from now on. `force`: whatever is there.
    ///
    /// # Errors
    ///
    /// When the file holds something else.
    pub fn will_be_kept(&mut self, file: &Path, force: bool) -> Result<(), Failure> {
        if !force {
            self.looked_at(file)?;
        }
        self.know(file, held(file));
        self.keeping.file = Some(file.to_owned());
        Ok(())
    }

    /// Where the battle as it stands is kept, if it is.
    pub fn kept(&self) -> Option<&Path> {
        self.keeping.kept.as_deref()
    }

    /// Whether it is kept as it goes.
    pub(super) fn is_kept(&self) -> bool {
        self.keeping.file.is_some() || self.keeping.kept.is_some()
    }

    /// Keeps the battle where it ends or stops, if it is to be kept.
    ///
    /// # Errors
    ///
    /// When the host refuses, or the file was changed by somebody else.
    pub fn keep_at_end(&mut self) -> Result<(), Failure> {
        match self.keeping.file.clone() {
            Some(file) => self.keep(&file),
            None => Ok(()),
        }
    }

    /// Keeps the battle at a request, if a person has answered since it was kept. Where that fails the battle goes on.
    pub(super) fn keep_as_it_goes(&mut self) {
        if !std::mem::take(&mut self.keeping.due) {
            return;
        }
        if let Some(file) = self.keeping.file.clone()
            && let Err(failure) = self.keep(&file)
        {
            self.keeping.file = None;
            let why = failure.message().unwrap_or_default();
            self.terminal.say(&format!("not saved: {why}; `save FILE` keeps the battle elsewhere"));
        }
    }

    /// Keeps the battle as it stands, and from now on as it goes, unless it is kept elsewhere.
    ///
    /// # Errors
    ///
    /// When the host refuses, or the file holds something else.
    pub(super) fn keep(&mut self, file: &Path) -> Result<(), Failure> {
        match self.keeping.known.iter().find(|(known, _)| known == file) {
            Some((_, before)) if *before != held(file) => {
                return Err(Failure::failed(format!(
                    "{}: something else was written to it meanwhile, which is left as it is",
                    file.display()
                )));
            }
            Some(_) => {}
            None => self.looked_at(file)?,
        }
        self.stored.record.last = StateHash::of(&self.state);
        self.stored.record.generators = self.positions();
        // Not what the file holds now: another may have written to it since.
        let written = self.stored.write(file)?;
        self.know(file, Some(written));
        self.keeping.kept = Some(file.to_owned());
        self.keeping.file.get_or_insert_with(|| file.to_owned());
        Ok(())
    }

    /// Refuses a file that holds anything but a battle of this scenario.
    fn looked_at(&self, file: &Path) -> Result<(), Failure> {
        if !file.is_file() {
            return Ok(());
        }
        let shown = file.display();
        let refused = |what: &str| {
            Err(Failure::usage(format!(
                "`{shown}` is there and {what}; save elsewhere, or over it with --force"
            )))
        };
        match forms::read::<Stored>(file) {
            Err(_) => refused("is no saved battle"),
            Ok(other) if other.record.scenario != self.stored.record.scenario => {
                refused(&format!("holds a battle of \"{}\"", other.record.scenario))
            }
            Ok(_) => Ok(()),
        }
    }

    /// Remembers what a file holds.
    fn know(&mut self, file: &Path, holds: Option<blake3::Hash>) {
        self.keeping.known.retain(|(known, _)| known != file);
        self.keeping.known.push((file.to_owned(), holds));
    }
}

/// A digest of what a file holds; none where it is no file.
fn held(file: &Path) -> Option<blake3::Hash> {
    if !file.is_file() {
        return None;
    }
    std::fs::read(file).ok().map(|bytes| blake3::hash(&bytes))
}
