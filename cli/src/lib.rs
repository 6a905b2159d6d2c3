//! The `warwright` command as a library.
