//! The stored forms of programs, saves and replays: JSON and YAML, written and read in one way.

use crate::args::Form;
use crate::output::Failure;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

/// The largest stored file that is read, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// A value as text.
///
/// # Errors
///
/// When it cannot be written in that form.
pub fn write<T: Serialize>(value: &T, form: Form) -> Result<String, Failure> {
    let text = match form {
        Form::Json => serde_json::to_string_pretty(value).map_err(|error| error.to_string()),
        Form::Yaml | Form::Listing => {
            // Variants as maps of one key: the form that JSON has too.
            let tree = serde_json::to_value(value).map_err(|error| error.to_string());
            tree.and_then(|tree| serde_yaml::to_string(&tree).map_err(|error| error.to_string()))
        }
    };
    text.map_err(|error| Failure::failed(format!("it cannot be written: {error}")))
}

/// A value from a file, by the ending of its name.
///
/// # Errors
///
/// When the file cannot be read or does not hold such a value, with the place.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let shown = path.display();
    let text = text(path)?;
    let value = if path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml") {
        // Through a tree of values, which refuses keys that are given twice.
        serde_yaml::from_str::<serde_json::Value>(&text)
            .map_err(|error| error.to_string())
            .and_then(|tree| serde_json::from_value(tree).map_err(|error| error.to_string()))
    } else {
        serde_json::from_str(&text).map_err(|error| error.to_string())
    };
    value.map_err(|error| {
        Failure::failed(format!("{shown} is not as warwright writes such files: {error}"))
    })
}

/// The text of a file: of one that is a file, and not too large.
fn text(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    let failed = |why: &dyn std::fmt::Display| Failure::failed(format!("{shown}: {why}"));
    let about = std::fs::metadata(path).map_err(|error| failed(&error))?;
    if !about.is_file() {
        return Err(failed(&"this is not a file"));
    }
    let mut text = String::new();
    // What grows while it is read is cut off as well.
    let read = File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_string(&mut text))
        .map_err(|error| failed(&error))?;
    if u64::try_from(read).is_ok_and(|read| read <= MAX_BYTES) {
        Ok(text)
    } else {
        Err(failed(&format!("it has more than {MAX_BYTES} bytes, and no such file has")))
    }
}

/// Writes a file: whole, or it stays what it was. What is no file (a pipe, a device) is written to as it is.
///
/// # Errors
///
/// When the host refuses.
pub fn store(path: &Path, text: &str) -> Result<(), Failure> {
    replace(path, text.as_bytes())
        .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let about = std::fs::metadata(path);
    if about.as_ref().is_ok_and(|about| !about.is_file()) {
        let mut open = File::options().write(true).open(path)?;
        return open.write_all(bytes);
    }
    // A link stays one, and what it leads to is replaced.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or_else(|| Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".warwright-");
    open_to_others(&mut builder);
    let mut file = builder.tempfile_in(folder)?;
    if let Ok(about) = &about {
        // A folder may be written to where a file in it may not.
        if about.permissions().readonly() {
            return Err(std::io::ErrorKind::PermissionDenied.into());
        }
        file.as_file().set_permissions(about.permissions())?;
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    // The new name is kept as soon as its folder is; some hosts cannot sync folders.
    if let Ok(folder) = File::open(folder) {
        drop(folder.sync_all());
    }
    Ok(())
}

/// As open to others as files that the host makes: what it takes from all of them it takes from this one too.
fn open_to_others(builder: &mut tempfile::Builder<'_, '_>) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = builder;
}
