//! The gate between a program and the machine: takes a [`Program`] from whoever wrote it, gives a [`ValidProgram`] or faults.
//!
//! Each invariant is a named function. The checks run in three rounds, because later ones read by ids that earlier ones
//! have found to be in range: first sizes and ids, then types, slots and layouts, last cycles and depth.

mod acts;
mod bodies;
mod content;
mod exprs;
mod graph;
mod ids;
mod limits;
mod operands;
mod procedures;
mod report;
mod rosters;
mod rules;
mod scope;
mod shape;
mod space;
mod types;

pub use limits::{
    CALL_DEPTH, FIELD_ENV, MAX_ACTS, MAX_DECLARED, MAX_DICE, MAX_DIE_SIDES, MAX_EVALUATION_DEPTH,
    MAX_EXPRS, MAX_ITEMS, MAX_MEMBERS, MAX_TEXT_BYTES, MAX_TREE_DEPTH, VERSION,
};
pub use report::{FaultKind, IrFault};

use crate::Program;
use report::Report;
use std::sync::Arc;

/// A program that the machine may run: every id is in range, every type fits, nothing goes in circles.
///
/// Cloning it is cheap. It has no serde form: a stored program comes back through [`validate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidProgram {
    program: Arc<Program>,
}

impl ValidProgram {
    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }
}

impl std::ops::Deref for ValidProgram {
    type Target = Program;
    #[inline]
    fn deref(&self) -> &Program {
        &self.program
    }
}

/// Checks a program.
///
/// # Errors
///
/// Gives what is wrong with it, the first hundred faults at most, those that hide others first.
pub fn validate(program: Program) -> Result<ValidProgram, Vec<IrFault>> {
    let rounds: [&[Invariant]; 3] = [&SHAPE, &MEANING, &CYCLES];
    for round in rounds {
        let mut report = Report::new(&program);
        for invariant in round {
            invariant(&mut report);
        }
        let faults = report.into_faults();
        if !faults.is_empty() {
            return Err(faults);
        }
    }
    Ok(ValidProgram { program: Arc::new(program) })
}

/// What nests too deeply in a program that a compiler has just made, so that it can say so in its own words. Ids must be in
/// range and nothing may go in circles; whatever else is wrong, [`validate`] says.
pub fn too_deep(program: &Program) -> Vec<IrFault> {
    for invariant in [shape::trees_are_shallow, graph::evaluation_ends] {
        let mut report = Report::new(program);
        invariant(&mut report);
        let mut faults = report.into_faults();
        faults.retain(|fault| fault.kind == FaultKind::Tree);
        if !faults.is_empty() {
            return faults;
        }
    }
    Vec::new()
}

/// What is larger than the limits in a program that a compiler has just made, so that it can say so in its own words. As for
/// [`too_deep`], ids must be in range.
pub fn too_large(program: &Program) -> Vec<IrFault> {
    let mut report = Report::new(program);
    for invariant in
        [limits::sizes_are_bounded, content::dice_have_sides, space::the_board_is_sound]
    {
        invariant(&mut report);
    }
    let mut faults = report.into_faults();
    faults.retain(|fault| fault.kind == FaultKind::Size);
    faults
}

/// A check that writes what it finds into the report.
type Invariant = fn(&mut Report<'_>);

/// What later checks rely on: whatever names something names something that exists.
const SHAPE: [Invariant; 9] = [
    limits::version_is_known,
    limits::sizes_are_bounded,
    ids::ids_are_in_range,
    shape::parallel_lists_are_equally_long,
    shape::spans_are_ordered,
    shape::texts_are_printable,
    shape::children_come_before_parents,
    shape::trees_are_shallow,
    shape::types_are_well_formed,
];

/// What the machine relies on.
const MEANING: [Invariant; 28] = [
    exprs::expressions_have_their_types,
    content::kinds_list_what_is_theirs,
    content::fields_are_sound,
    content::profiles_are_sound,
    content::entries_fit_their_kinds,
    content::dice_have_sides,
    content::scales_rise,
    content::ties_hold_scalars,
    content::rulings_are_sound,
    content::scenarios_are_sound,
    content::tests_are_sound,
    content::the_book_is_sound,
    rosters::rosters_are_sound,
    rosters::limits_are_sound,
    space::the_board_is_sound,
    rules::abilities_are_sound,
    rules::quantities_are_sound,
    rules::permissions_are_sound,
    rules::functions_are_sound,
    rules::tables_are_sound,
    rules::clauses_are_sound,
    acts::bodies_are_sound,
    procedures::procedures_are_sound,
    procedures::hooks_are_sound,
    procedures::actions_are_sound,
    procedures::moments_are_sound,
    procedures::policies_are_sound,
    procedures::the_sequence_is_sound,
];

/// What makes evaluation end.
const CYCLES: [Invariant; 1] = [graph::evaluation_ends];
