//! The stored forms of programs, saves and replays: JSON and YAML, written and read in one way.

use crate::args::Form;
use crate::output::Failure;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

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
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::failed(format!("{shown}: {error}")))?;
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

/// Writes a file.
///
/// # Errors
///
/// When the host refuses.
pub fn store(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}
