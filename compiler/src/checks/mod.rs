//! Checks: takes the typed tree, gives diagnostics of what types cannot see: circles, clauses that fight or never apply,
//! windows and durations without an end, things that are declared and never used.

mod actors;
mod advice;
mod asks;
mod auras;
mod bearers;
mod boards;
mod cells;
mod closed;
mod compared;
mod conditions;
mod cycles;
mod dead;
mod deeds;
mod durations;
mod during;
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
mod gone;
mod graph;
mod hands;
mod idle;
mod just_written;
mod limits;
mod lost;
mod over;
mod own;
mod owners;
mod placed;
mod plans;
mod policies;
mod proceeds;
mod reasons;
mod recursion;
mod reflexive;
mod results;
mod roles;
mod rows;
mod running;
mod said;
mod scene;
mod setups;
mod shapes;
mod siblings;
mod sides;
mod solve;
mod stops;
mod texts;
mod trials;
mod twice;
mod unread;
mod unused;
mod uses;
mod verdicts;
mod windows;

pub use closed::every_one_has_a_way;
pub use expected::expected_words_are_said;
pub use fights::{Verdict, verdict};
pub use placed::Rules;
pub use policies::battles_use_what_they_declare;
pub use recursion::depths;
pub use reflexive::{Itself, Reflexive};
pub use said::words_are_meant;
pub use siblings::texts_name_their_figures;
pub use texts::{Stated, drifted_texts, quoted_figures_are_used};

use crate::typed::Typed;
pub use solve::Facts;
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
const CHECKS: [Check; 67] = [
    Tree(results::results_are_values),
    Tree(results::results_are_given),
    Tree(results::replaced_results_are_given),
    After(|facts, sink| early::steps_are_reached(facts.typed, sink)),
    Tree(early::variables_are_given_before_they_are_read),
    Tree(cycles::nothing_goes_in_circles),
    Tree(recursion::recursion_is_declared),
    Tree(windows::windows_end),
    Tree(running::everything_runs),
    Tree(proceeds::what_is_replaced_runs_once),
    Tree(setups::rounds_count_themselves),
    Tree(plans::plans_can_be_made),
    Tree(endings::endings_are_reached),
    Tree(over::over_names_something),
    Tree(over::over_goes_in_no_circle),
    Known(fights::clauses_do_not_fight),
    Tree(fights::bearers_do_not_fight),
    Known(twice::what_is_restated_counts_once),
    Known(auras::auras_suit_whom_they_reach),
    Known(auras::what_is_denied_is_there),
    Tree(actors::drawbacks_are_called_so),
    Known(dead::clauses_can_apply),
    Known(conditions::conditions_can_hold),
    After(stops::battles_go_on),
    After(sides::sides_can_be),
    Tree(boards::cells_are_on_boards),
    Tree(reflexive::relations_say_whether_they_reach_their_bearer),
    Tree(bearers::actions_speak_of_their_bearer),
    Tree(bearers::hooks_speak_of_their_bearer),
    Tree(bearers::what_is_forbidden_stops),
    Tree(hands::what_is_played_is_in_hand),
    Tree(faces::faces_are_read),
    Tree(limits::limits_ask_lists),
    Tree(limits::readings_are_asked),
    Tree(fielded::rules_speak_of_who_is_there),
    Tree(fielded::limits_speak_of_their_list),
    Tree(unused::everything_is_used),
    Tree(unused::things_are_spoken_of),
    Tree(unread::names_are_read),
    Tree(advice::actions_are_spoken_of),
    Tree(advice::policies_say_enough),
    Tree(policies::policies_are_heard),
    Tree(idle::bodies_do_something),
    Tree(proceeds::what_replaces_does_something),
    Tree(siblings::siblings_are_alike),
    Tree(just_written::what_is_emptied_is_read_before),
    Tree(just_written::hooks_write_what_is_new),
    Tree(idle::options_do_something),
    Tree(idle::bounds_count),
    Tree(deeds::deeds_come_to_something),
    Tree(durations::durations_count),
    After(|facts, sink| gone::who_has_left_is_let_be(facts.typed, sink)),
    Tree(figures::figures_are_given),
    After(|facts, sink| roles::grants_reach_who_is_asked(facts.typed, sink)),
    Tree(during::clauses_count_while_they_hold),
    Known(roles::what_is_forbidden_stays_so),
    After(|facts, sink| trials::tests_can_be(facts.typed, sink)),
    Tree(lost::what_is_written_is_read),
    After(|facts, sink| fate::writes_count(facts.typed, sink)),
    Tree(verdicts::one_side_wins),
    After(|facts, sink| verdicts::wins_are_of_one_side(facts.typed, sink)),
    After(verdicts::nobody_wins_at_once),
    Known(rows::rows_are_reached),
    Tree(own::wins_speak_of_their_own),
    Tree(verdicts::sides_are_played),
    Tree(verdicts::sides_field_their_own),
    Known(reasons::reasons_say_what_is_in_the_way),
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
