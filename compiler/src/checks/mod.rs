//! Checks: takes the typed tree, gives diagnostics of what types cannot see: circles, clauses that fight or never apply,
//! windows and durations without an end, things that are declared and never used.

mod battles;
mod clauses;
mod logic;
mod runs;
mod usage;
mod words;

pub use clauses::fights::{Verdict, verdict};
pub use clauses::placed::Rules;
pub use clauses::reflexive::{Itself, Reflexive};
pub use clauses::siblings::texts_name_their_figures;
pub use runs::recursion::depths;
pub use runs::skipped::steps_come_as_often_as_said;
pub use usage::closed::every_one_has_a_way;
pub use usage::policies::battles_use_what_they_declare;
pub use words::expected::expected_words_are_said;
pub use words::said::words_are_meant;
pub use words::texts::{Stated, drifted_texts, quoted_figures_are_used};

use crate::typed::Typed;
pub use logic::solve::Facts;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use warwright_grammar::Sink;

/// A check: of the typed tree alone, or with what is known of it, which all of them share.
enum Check {
    Tree(fn(&Typed, &mut Sink)),
    Known(fn(&Facts<'_>, &mut Sink)),
    /// Likewise, with all that those before it have said: none of the others knows of that.
    After(fn(&Facts<'_>, &mut Sink)),
}

use Check::{After, Known, Tree};

/// All checks, in the order in which they run.
const CHECKS: [Check; 69] = [
    Tree(runs::results::results_are_values),
    Tree(runs::results::results_are_given),
    Tree(runs::results::replaced_results_are_given),
    After(|facts, sink| runs::step_order::steps_are_reached(facts.typed, sink)),
    Tree(runs::step_order::variables_are_given_before_they_are_read),
    Tree(runs::cycles::nothing_goes_in_circles),
    Tree(runs::recursion::recursion_is_declared),
    Tree(runs::windows::windows_end),
    Tree(runs::running::everything_runs),
    Tree(runs::proceeds::what_is_replaced_runs_once),
    Tree(battles::setups::rounds_count_themselves),
    Tree(battles::plans::plans_can_be_made),
    Tree(runs::endings::endings_are_reached),
    Tree(clauses::overrides::over_names_something),
    Tree(clauses::overrides::over_goes_in_no_circle),
    Known(clauses::fights::clauses_do_not_fight),
    Tree(clauses::fights::bearers_do_not_fight),
    Known(clauses::twice::what_is_restated_counts_once),
    Known(clauses::auras::auras_suit_whom_they_reach),
    Known(clauses::auras::what_is_denied_is_there),
    Tree(clauses::actors::drawbacks_are_called_so),
    Known(logic::dead::clauses_can_apply),
    Known(logic::conditions::conditions_can_hold),
    Known(logic::ceilings::what_is_bent_has_room),
    After(runs::stops::battles_go_on),
    After(logic::sides::sides_can_be),
    Tree(battles::boards::cells_are_on_boards),
    Tree(clauses::reflexive::relations_say_whether_they_reach_their_bearer),
    Tree(clauses::bearers::actions_speak_of_their_bearer),
    Tree(clauses::bearers::hooks_speak_of_their_bearer),
    Tree(clauses::bearers::what_is_forbidden_stops),
    Tree(usage::hands::what_is_played_is_in_hand),
    Tree(usage::faces::faces_are_read),
    Tree(battles::limits::limits_ask_lists),
    Tree(battles::limits::readings_are_asked),
    Tree(battles::fielded::rules_speak_of_who_is_there),
    Known(battles::fielded::limits_speak_of_their_list),
    Tree(usage::unused::everything_is_used),
    Tree(usage::unused::things_are_spoken_of),
    Tree(usage::unread::names_are_read),
    Tree(usage::advice::actions_are_spoken_of),
    Tree(usage::advice::policies_say_enough),
    Tree(usage::policies::policies_are_heard),
    Tree(runs::idle::bodies_do_something),
    Tree(runs::proceeds::what_replaces_does_something),
    Tree(clauses::siblings::siblings_are_alike),
    Tree(runs::just_written::what_is_emptied_is_read_before),
    Tree(runs::just_written::hooks_write_what_is_new),
    Tree(runs::idle::options_do_something),
    Tree(runs::idle::bounds_count),
    Tree(runs::deeds::deeds_come_to_something),
    Tree(clauses::durations::durations_count),
    Tree(clauses::stacked::one_is_taken_at_a_time),
    After(|facts, sink| runs::leavers::who_has_left_is_let_be(facts.typed, sink)),
    Tree(usage::figures::figures_are_given),
    After(|facts, sink| clauses::roles::grants_reach_who_is_asked(facts.typed, sink)),
    Tree(clauses::during::clauses_count_while_they_hold),
    Known(clauses::roles::what_is_forbidden_stays_so),
    After(|facts, sink| battles::trials::tests_can_be(facts.typed, sink)),
    Tree(runs::lost::what_is_written_is_read),
    After(|facts, sink| runs::dead_stores::writes_count(facts.typed, sink)),
    Tree(battles::verdicts::one_side_wins),
    After(|facts, sink| battles::verdicts::wins_are_of_one_side(facts.typed, sink)),
    After(battles::verdicts::nobody_wins_at_once),
    Known(logic::rows::rows_are_reached),
    Tree(battles::winners::wins_speak_of_their_own),
    Tree(battles::verdicts::sides_are_played),
    Tree(battles::verdicts::sides_field_their_own),
    Known(words::reasons::reasons_say_what_is_in_the_way),
];

/// The stack of a thread that checks.
const STACK: usize = 64 << 20;

/// Runs all checks, on two processors where there are two; gives what they have found out for those that come after them.
pub fn check<'t>(typed: &'t Typed, sink: &mut Sink) -> Facts<'t> {
    let facts = Facts::new(typed);
    let found: [OnceLock<Sink>; CHECKS.len()] = [const { OnceLock::new() }; CHECKS.len()];
    let next = AtomicUsize::new(0);
    let run = || {
        while let Some((check, found)) =
            CHECKS.iter().zip(&found).nth(next.fetch_add(1, Ordering::Relaxed))
        {
            let mut own = Sink::new();
            match check {
                Tree(check) => check(typed, &mut own),
                Known(check) => check(&facts, &mut own),
                After(_) => continue,
            }
            // Each is taken by one thread alone.
            let _ = found.set(own);
        }
    };
    std::thread::scope(|scope| {
        // The system may give no more threads.
        let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        run();
    });
    for (check, found) in CHECKS.iter().zip(found) {
        match check {
            After(check) => check(&facts, sink),
            Tree(_) | Known(_) => {
                sink.extend(found.into_inner().iter_mut().flat_map(|it| it.split_off(0)));
            }
        }
    }
    facts
}
