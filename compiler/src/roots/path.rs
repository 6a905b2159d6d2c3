//! Paths in a root: relative, with `/`, never leading out.

use super::ReadFault;

/// A path in the one form that roots understand: without `.`, empty parts and backslashes.
///
/// # Errors
/// When it is absolute, has `..` or a drive, or holds a control character.
pub fn clean(path: &str) -> Result<String, ReadFault> {
    let slashed = path.replace('\\', "/");
    if slashed.starts_with('/') || slashed.chars().any(char::is_control) {
        return Err(ReadFault::Outside);
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in slashed.split('/') {
        match part {
            "" | "." => {}
            ".." => return Err(ReadFault::Outside),
            drive if drive.contains(':') => return Err(ReadFault::Outside),
            part => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}

/// A path below a folder.
pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
