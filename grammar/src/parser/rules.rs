//! The grammar as pest reads it: `Rule` names every construct of `warwright.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "warwright.pest"]
pub(super) struct Grammar;
