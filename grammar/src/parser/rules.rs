//! The grammar as pest reads it: `Rule` names every construct of `warwright.pest`, from which `build.rs` writes it.

include!(concat!(env!("OUT_DIR"), "/grammar.rs"));
