//! Warwright: ir.
