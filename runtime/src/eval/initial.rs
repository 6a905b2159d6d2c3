//! Initial values of fields: takes a state and an entity in it, gives what a field of the entity begins with.

use super::Evaluator;
use crate::fault::Checked;
use crate::link::{Linked, Setting};
use crate::memo::Memo;
use crate::state::{Locals, State, View};
use crate::wide::Wide;
use warwright_ir::ExprId;

/// Fuel for the initial value of one field.
const INITIAL_FUEL: u64 = 100_000;
/// Locals for the initial value of a field, as the validator grants them.
const SCALARS: usize = 16;
/// See [`SCALARS`].
const WIDES: usize = 4;

/// The value of an expression that is asked of an entity alone.
pub(crate) fn initial_value(
    linked: &Linked,
    setting: &Setting,
    state: &State,
    (entity, initial): (i64, ExprId),
) -> Checked<Wide> {
    let mut locals = Locals { scalars: vec![0; SCALARS], wides: vec![Wide::new(); WIDES] };
    if let Some(first) = locals.scalars.first_mut() {
        *first = entity;
    }
    let mut fuel = INITIAL_FUEL;
    let mut evaluator = Evaluator {
        linked,
        setting,
        view: View::live(state),
        locals: &mut locals,
        base: 0,
        wide_base: 0,
        depth: 0,
        walking: false,
        fuel: &mut fuel,
        memo: &mut Memo::default(),
        observer: &mut (),
    };
    evaluator.value(initial)
}
