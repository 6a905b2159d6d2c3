//! Warwright: grammar.
