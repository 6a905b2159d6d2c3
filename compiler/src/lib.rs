//! Warwright: compiler.
