//! The `warwright` command.

fn main() {}
