//! The `warwright` command as a library: arguments, commands, rendering.

pub mod args;
pub mod commands;
pub mod library;
pub mod output;
pub mod render;
