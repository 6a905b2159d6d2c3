//! Checks: takes the typed tree, gives diagnostics of what types cannot see: circles, clauses that fight or never apply,
//! windows and durations without an end, things that are declared and never used.

mod advice;
mod auras;
mod bearers;
mod boards;
mod cells;
mod conditions;
mod cycles;
mod dead;
mod deeds;
mod early;
mod early_rules;
mod effects;
mod endings;
mod expected;
mod explain;
mod faces;
mod fate;
mod fielded;
mod fights;
mod figures;
mod flow;
mod formula;
mod graph;
mod idle;
mod limits;
mod lost;
mod over;
mod owners;
mod plans;
mod policies;
mod proceeds;
mod reasons;
mod recursion;
mod reflexive;
mod results;
mod roles;
mod running;
mod said;
mod scene;
mod setups;
mod sides;
mod solve;
mod stops;
#[cfg(test)]
mod tests;
mod texts;
mod trials;
mod unread;
mod unused;
mod uses;
mod verdicts;
mod windows;

pub use expected::expected_words_are_said;
pub use fights::{Verdict, verdict};
pub use policies::battles_use_what_they_declare;
pub use reflexive::{Itself, Reflexive};
pub use said::words_are_meant;
pub use texts::{Stated, drifted_texts};

use crate::typed::Typed;
use warwright_grammar::Sink;

/// A check of the typed tree.
type Check = fn(&Typed, &mut Sink);

/// All checks, in the order in which they run.
const CHECKS: [Check; 50] = [
    results::results_are_values,
    results::results_are_given,
    results::replaced_results_are_given,
    early::steps_are_reached,
    early::variables_are_given_before_they_are_read,
    cycles::nothing_goes_in_circles,
    recursion::recursion_is_declared,
    windows::windows_end,
    running::everything_runs,
    proceeds::what_is_replaced_runs_once,
    setups::set_ups_stand,
    setups::rounds_count_themselves,
    plans::plans_can_be_made,
    endings::endings_are_reached,
    over::over_names_something,
    over::over_goes_in_no_circle,
    fights::clauses_do_not_fight,
    fights::bearers_do_not_fight,
    auras::auras_suit_whom_they_reach,
    auras::what_is_denied_is_there,
    dead::clauses_can_apply,
    conditions::conditions_can_hold,
    stops::battles_go_on,
    sides::sides_can_be,
    boards::cells_are_on_boards,
    reflexive::relations_say_whether_they_reach_their_bearer,
    bearers::actions_speak_of_their_bearer,
    bearers::what_is_forbidden_stops,
    faces::faces_are_read,
    limits::limits_ask_lists,
    limits::readings_are_asked,
    fielded::rules_speak_of_who_is_there,
    fielded::limits_speak_of_their_list,
    unused::everything_is_used,
    unread::names_are_read,
    advice::actions_are_spoken_of,
    policies::policies_are_heard,
    idle::bodies_do_something,
    idle::options_do_something,
    idle::bounds_count,
    deeds::deeds_come_to_something,
    figures::figures_are_given,
    roles::grants_reach_who_is_asked,
    roles::what_is_forbidden_stays_so,
    trials::tests_can_be,
    lost::what_is_written_is_read,
    fate::writes_count,
    verdicts::one_side_wins,
    verdicts::sides_are_played,
    reasons::reasons_say_what_is_in_the_way,
];

/// Runs all checks.
pub fn check(typed: &Typed, sink: &mut Sink) {
    for check in CHECKS {
        check(typed, sink);
    }
}
