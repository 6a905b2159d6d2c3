//! Types: takes the content as it stands after errata and inheritance, with its rosters, and gives the typed tree.
//!
//! Two passes. The first (`declare/`) gives every declaration its id and signature, so that order of declaration never
//! matters. The second checks bodies: `schema/` what a system declares, `clauses/` what bearers bend, `procedures`, `hooks`,
//! `actions`, `policies`, `sequence` what acts, `entries`, `scenarios`, `test_blocks` what is declared with them.
//!
//! How a pass uses it: make a [`Scope`], add parameters, ask [`Checker::expr`] and its kin for typed expressions, give the
//! scope back with [`Checker::finish`]. Everything broken has been reported when a function returns none or an expression of
//! type [`crate::typed::Type::Error`], which fits everywhere, so nothing is reported twice.
mod actions;
mod bearer;
mod book;
mod cells;
mod checker;
mod clauses;
mod declare;
mod entries;
mod exprs;
mod facts;
mod ground;
mod hooks;
mod limits;
mod lookup;
mod met;
mod moments;
mod policies;
mod procedures;
mod scenarios;
mod schema;
mod scope;
mod sequence;
mod sorts;
mod statements;
mod test_blocks;
mod type_exprs;
mod vocabulary;
mod whose;
mod words;

pub use bearer::{Bearer, Reachable, Reached};
pub use checker::{Checker, INT, Input, bare, error};
pub(crate) use clauses::raises;
pub(crate) use exprs::BUILTINS;
pub use facts::{Facts, Owner, Signature, SignatureParam};
pub(crate) use lookup::spelled;
pub use moments::MomentUse;
pub use scope::{Mark, Scope};
pub use vocabulary::{Attribute, Callable, KindNames, Names, Sort, Vocabulary};

use crate::like::Figures;
use crate::typed::Typed;
use warwright_grammar::Sink;

/// Checks everything that was declared and gives the typed tree; with errors in the sink it has gaps and must not be lowered.
pub fn check_types<'a>(input: Input<'a>, figures: Figures, sink: &'a mut Sink) -> Typed {
    let mut checker = Checker::new(input, sink);
    declare::declare(&mut checker);
    schema::check(&mut checker);
    procedures::check(&mut checker);
    clauses::check(&mut checker);
    entries::check(&mut checker, figures);
    sequence::check(&mut checker);
    policies::check(&mut checker);
    scenarios::check(&mut checker);
    limits::check(&mut checker);
    test_blocks::check(&mut checker);
    checker.nobody_asks_where_it_is();
    checker.runs_are_said();
    checker.everybody_can_be_fielded();
    book::gather(&mut checker);
    checker.typed.settle_ranges();
    checker.typed.settle_variables();
    checker.typed.settle_states();
    checker.typed
}
