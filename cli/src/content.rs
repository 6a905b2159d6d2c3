//! Where the content of a stored battle is found again: taken from the command line, kept beside the battle, given back from there.

use crate::args::{Armies, Sources};
use crate::known::Known;
use crate::load;
use crate::output::Failure;
use serde::{Deserialize, Serialize};
use std::path::{Component, Path, PathBuf};

/// What a stored battle needs beside its state. In its file, paths are relative to the folder of that file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    place: Named,
    roots: Vec<PathBuf>,
    as_of: Option<String>,
    #[serde(default, skip_serializing_if = "Armies::are_own")]
    armies: Armies,
    /// The sources that there are to be, where others are to be left out.
    #[serde(skip)]
    begun_with: Option<Known>,
}

/// What the command line named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Named {
    /// A file or a folder.
    Path(PathBuf),
    /// A system of a root, and a scenario of it.
    Name(String),
}

impl Content {
    /// What was named, with the folders in which it was looked for.
    ///
    /// # Errors
    ///
    /// When a root is not there.
    pub fn named(path: &str, sources: &Sources) -> Result<Self, Failure> {
        let named = Path::new(path);
        let mut roots = Vec::new();
        let place = if named.exists() {
            Named::Path(whole(named)?)
        } else {
            roots.extend(load::own_root());
            Named::Name(path.to_owned())
        };
        for root in &sources.roots {
            roots.push(whole(root)?);
        }
        let (as_of, armies) = (sources.as_of.clone(), sources.armies.clone());
        Ok(Self { place, roots, as_of, armies, begun_with: None })
    }

    /// As it is kept in a file.
    ///
    /// # Errors
    ///
    /// When the folder of the file is not there.
    pub fn kept_in(&self, file: &Path) -> Result<Self, Failure> {
        let folder = whole(folder(file))?;
        let mut kept = self.clone();
        if let Named::Path(path) = &mut kept.place {
            *path = relative(&folder, path);
        }
        for root in &mut kept.roots {
            *root = relative(&folder, root);
        }
        Ok(kept)
    }

    /// As it is found from the file that keeps it.
    ///
    /// # Errors
    ///
    /// When what it names is no longer there.
    pub fn found_from(&self, file: &Path) -> Result<Self, Failure> {
        let find = |path: &Path| {
            std::fs::canonicalize(folder(file).join(path)).map_err(|_| {
                Failure::failed(format!(
                    "the content of this battle is no longer there: `{}`, seen from the folder of `{}`",
                    path.display(),
                    file.display()
                ))
            })
        };
        let mut found = self.clone();
        if let Named::Path(path) = &mut found.place {
            *path = find(path)?;
        }
        for root in &mut found.roots {
            *root = find(root)?;
        }
        Ok(found)
    }

    /// What it is called, as the command line would name it.
    pub fn path(&self) -> String {
        match &self.place {
            Named::Path(path) => path.to_string_lossy().into_owned(),
            Named::Name(name) => name.clone(),
        }
    }

    /// As arguments. A name is looked for in its own roots alone, wherever the command is run.
    pub fn sources(&self) -> Sources {
        let settled = matches!(self.place, Named::Name(_));
        let (begun_with, armies) = (self.begun_with.clone(), self.armies.clone());
        let (roots, as_of) = (self.roots.clone(), self.as_of.clone());
        Sources { roots, as_of, settled, begun_with, armies }
    }

    /// Says of which sources alone it is compiled from now on; where there is nothing to say, of all.
    pub fn begun_with(&mut self, known: Option<Known>) {
        self.begun_with = known;
    }
}

fn whole(path: &Path) -> Result<PathBuf, Failure> {
    std::fs::canonicalize(path)
        .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A whole path as seen from a folder; as it is where they share nothing.
fn relative(folder: &Path, path: &Path) -> PathBuf {
    let shared = folder.components().zip(path.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return path.to_owned();
    }
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let seen: PathBuf = up.chain(path.components().skip(shared)).collect();
    if seen.as_os_str().is_empty() { PathBuf::from(".") } else { seen }
}
