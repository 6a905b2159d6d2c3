//! The `warwright` command as a library: arguments, commands, rendering.

pub mod render;
