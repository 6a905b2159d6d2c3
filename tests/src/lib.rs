//! Warwright: tests.
