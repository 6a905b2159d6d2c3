//! The commands, a file each: what is asked in, what is written out.

pub mod explain;
