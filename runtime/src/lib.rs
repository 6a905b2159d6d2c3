//! Warwright: runtime.
