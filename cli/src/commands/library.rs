//! `warwright library`: the sources of the games that are embedded in the binary, to read or to copy out.

use crate::args::Library;
use crate::forms;
use crate::library;
use crate::load;
use crate::output::{Failure, Output};
use std::path::Path;

/// Lists the files, prints one, or copies those below a path into a folder.
pub fn run(ask: &Library, out: &mut Output) -> Result<(), Failure> {
    let wanted = ask.path.as_deref().unwrap_or_default().trim_end_matches('/');
    // As diagnostics name it.
    let wanted = wanted.strip_prefix("library/").unwrap_or(wanted);
    let below = |path: &str| {
        wanted.is_empty()
            || path == wanted
            || path.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('/'))
            || path.split('/').nth(1) == Some(wanted)
    };
    let files: Vec<(String, &'static str)> =
        library::files().into_iter().filter(|(path, _)| below(path)).collect();
    if files.is_empty() {
        let all = library::files();
        let near = load::meant(wanted, all.iter().map(|(path, _)| path.as_str()));
        return Err(Failure::usage(format!(
            "the library has nothing at `{wanted}`{near}; `warwright library` lists its files"
        )));
    }
    if let Some(folder) = &ask.copy_to {
        return copy(&files, folder, out);
    }
    match files.as_slice() {
        [(path, text)] if path == wanted => out.text(text),
        _ => files.iter().for_each(|(path, _)| out.line(path)),
    }
    Ok(())
}

/// Nothing that is there is written over.
fn copy(files: &[(String, &str)], folder: &Path, out: &mut Output) -> Result<(), Failure> {
    if let Some((path, _)) = files.iter().find(|(path, _)| folder.join(path).exists()) {
        return Err(Failure::usage(format!("`{}` is there already", folder.join(path).display())));
    }
    for (path, text) in files {
        let to = folder.join(path);
        if let Some(above) = to.parent() {
            std::fs::create_dir_all(above)
                .map_err(|error| Failure::failed(format!("{}: {error}", above.display())))?;
        }
        forms::store(&to, text)?;
    }
    out.line(&format!("{} files copied to {}", files.len(), folder.display()));
    Ok(())
}
