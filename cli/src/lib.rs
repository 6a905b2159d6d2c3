//! The `warwright` command as a library: arguments, commands, rendering.

pub mod args;
pub mod commands;
pub mod faults;
pub mod forms;
pub mod library;
pub mod load;
pub mod output;
pub mod person;
pub mod question;
pub mod render;
pub mod story;
pub mod table;
pub mod testing;
