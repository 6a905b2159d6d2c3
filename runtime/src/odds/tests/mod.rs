//! Tests of the enumerator on small programs made by hand, against brute force over all faces of all dice.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failed unwrap is a failed test"
)]

mod brute;
mod exchange;
mod loops;
pub(crate) mod make;
mod readers;
mod steps;
mod together;

/// A machine for a program.
fn machine(program: &warwright_ir::ValidProgram) -> crate::machine::Machine {
    crate::machine::Machine::new(program)
}

/// A procedure that is about to run.
pub(crate) fn a_run() -> (crate::machine::Machine, crate::state::State) {
    let (machine, session, _) = brute::begin(&loops::until(true));
    (machine, session.into_state())
}
