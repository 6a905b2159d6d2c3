//! What a name on the command line stands for: a file, a folder, `system` or `system/scenario`.

use super::files::{Gathered, without_dots};
use super::roots::{content_root, own_root, roots, systems};
use super::{CONTENT, meant};
use crate::args::Sources;
use crate::forms;
use crate::output::{Failure, quoted};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warwright_compiler::roots::{Request, Root, clean};
use warwright_runtime::Record;

/// What a user named.
#[derive(Debug)]
pub struct Target {
    /// What is to be read.
    pub request: Request,
    /// The files in which the scenario may stand that was named, as ends of their paths; any, where there are none.
    pub scenario_files: Vec<String>,
}

/// What a name on the command line stands for.
///
/// # Errors
///
/// When it is neither a file, a folder nor something in a root, or holds content of several games.
pub fn target(name: &str, sources: &Sources) -> Result<Target, Failure> {
    let mut found = targets(name, sources)?;
    match (found.pop(), found.is_empty()) {
        (Some(target), true) => Ok(target),
        _ => Err(Failure::usage(format!(
            "`{name}` holds content of several games; name the folder of one of them"
        ))),
    }
}

/// The same, of which there is one for each game where a folder holds content of several.
///
/// # Errors
///
/// When it is neither a file, a folder nor something in a root.
pub fn targets(name: &str, sources: &Sources) -> Result<Vec<Target>, Failure> {
    let path = Path::new(name);
    if path.exists() && !sources.settled {
        if path.is_file() && path.extension().is_none_or(|ending| ending != "ww") {
            return Err(not_content(path));
        }
        return on_disk(path, sources);
    }
    in_roots(name, sources).map(|target| vec![target])
}

/// What `system` and `system/scenario` stand for.
fn in_roots(name: &str, sources: &Sources) -> Result<Target, Failure> {
    let roots = roots(if sources.settled { None } else { own_root() }, sources)?;
    let (system, scenario) =
        name.split_once('/').map_or((name, None), |(system, rest)| (system, Some(rest)));
    let known = systems(&roots);
    if Path::new(name).extension().is_some_and(|ending| ending == "ww") {
        return Err(Failure::usage(format!(
            "there is no file `{name}`; a path is read from the folder in which the command is run"
        )));
    }
    if !known.iter().any(|known| known == system) {
        let meant = meant(system, known.iter().map(String::as_str));
        let list = known.join(", ");
        return Err(Failure::usage(format!(
            "there is no file, folder or system `{name}`{meant}; systems that are known: {list}"
        )));
    }
    let file = scenario.map(|scenario| scenario_file(&roots, system, scenario)).transpose()?;
    let request = Request {
        roots,
        system: Some(system.to_owned()),
        scenarios: true,
        with_library: true,
        ..Request::default()
    };
    Ok(Target { request, scenario_files: file.into_iter().collect() })
}

/// The file of a scenario that is named, as its path in the root that has it.
fn scenario_file(roots: &[Arc<dyn Root>], system: &str, scenario: &str) -> Result<String, Failure> {
    let folder = format!("scenarios/{system}");
    let path = format!("{folder}/{scenario}.ww");
    let is_there = |root: &Arc<dyn Root>| {
        clean(&path).is_ok_and(|cleaned| cleaned == path && root.read(&path).is_ok())
    };
    if roots.iter().any(is_there) {
        return Ok(path);
    }
    let mut known: Vec<String> = roots
        .iter()
        .flat_map(|root| root.list(&folder).unwrap_or_default())
        .filter_map(|listed| listed.name.strip_suffix(".ww").map(ToOwned::to_owned))
        .collect();
    known.sort();
    known.dedup();
    let meant = meant(scenario, known.iter().map(String::as_str));
    let known = if known.is_empty() { String::from("none") } else { known.join(", ") };
    Err(Failure::usage(format!(
        "`{system}` has no scenario `{scenario}`{meant}; there are {known}"
    )))
}

/// One request for each system that any root has, with everything that belongs to it.
///
/// # Errors
///
/// When a root is not there.
pub fn everything(sources: &Sources) -> Result<Vec<Request>, Failure> {
    let roots = roots(own_root(), sources)?;
    let all = systems(&roots)
        .into_iter()
        .map(|system| Request {
            roots: roots.clone(),
            system: Some(system),
            scenarios: true,
            tests: true,
            with_library: true,
            ..Request::default()
        })
        .collect();
    Ok(all)
}

/// The names of all sources that the content at a path is read from, as they are shown.
///
/// # Errors
///
/// When there is no such content.
pub fn names(path: &str, sources: &Sources) -> Result<Vec<String>, Failure> {
    let loaded = warwright_compiler::roots::load(&target(path, sources)?.request);
    Ok(loaded.sources.files().map(|(_, file)| file.name().to_owned()).collect())
}

/// Whether a path names a compiled program.
pub fn compiled(path: &str) -> bool {
    ["json", "yaml", "yml"]
        .iter()
        .any(|ending| Path::new(path).extension().is_some_and(|it| it == *ending))
}

/// What makes a file a saved battle, whatever else stands in it.
#[derive(Deserialize)]
struct SavedBattle {
    #[serde(rename = "record")]
    _record: Record,
}

/// What is said of a file that is no source of content.
fn not_content(path: &Path) -> Failure {
    let name = path.display();
    Failure::usage(match forms::read::<SavedBattle>(path) {
        Ok(_) => {
            let file = quoted(path);
            format!(
                "`{name}` is a saved battle: `warwright map --save {file}` draws it, `warwright replay {file}` \
                 plays it over, and `warwright play --resume {file}` goes on with it"
            )
        }
        Err(_) if compiled(&name.to_string()) => format!(
            "`{name}` may be a compiled program, which `warwright play {name}` plays, and which `map` and `simulate` take as \
             well; this is asked of its sources, which end in `.ww`"
        ),
        Err(_) => format!("`{name}` is no content: files of content end in `.ww`"),
    })
}

fn on_disk(path: &Path, sources: &Sources) -> Result<Vec<Target>, Failure> {
    let whole = without_dots(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
    let folder = if whole.is_dir() {
        whole.clone()
    } else {
        whole.parent().map_or_else(PathBuf::new, Path::to_owned)
    };
    let root = content_root(&folder).unwrap_or(folder);
    let mut found = Gathered::default();
    found.below(&whole, &root, 0)?;
    let mut files = found.files;
    if let Some(known) = &sources.begun_with {
        files.retain(|file| known.has(file));
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::usage(format!(
            "`{}` holds no content: there is no file in it that ends in `.ww`",
            path.display()
        )));
    }
    let roots = roots(Some(root), sources)?;
    let of = |files: Vec<String>| Target {
        scenario_files: files.clone(),
        request: Request { roots: roots.clone(), files, with_library: true, ..Request::default() },
    };
    let mut games: BTreeMap<Option<&str>, Vec<String>> = BTreeMap::new();
    for file in &files {
        games.entry(game(file)).or_default().push(file.clone());
    }
    if games.keys().flatten().count() < 2 {
        return Ok(vec![of(files)]);
    }
    Ok(games.into_values().map(of).collect())
}

/// Whether a file stands in no folder in which the content of a game is looked for.
pub fn is_loose(file: &str) -> bool {
    file.split_once('/').is_none_or(|(content, _)| !CONTENT.contains(&content))
}

/// The game in whose folder a file of content stands; none where it stands in no such folder.
fn game(file: &str) -> Option<&str> {
    let (content, rest) = file.split_once('/')?;
    let (game, _) = rest.split_once('/')?;
    CONTENT.contains(&content).then_some(game)
}
