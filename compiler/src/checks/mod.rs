//! Checks: takes the typed tree, gives diagnostics of what types cannot see: circles, clauses that fight or never apply,
//! windows and durations without an end, things that are declared and never used, texts that say something else.

mod battles;
mod clauses;
mod logic;
mod named;
mod runs;
mod usage;
mod words;

pub use clauses::fights::{Verdict, verdict};
pub use clauses::reflexive::{Itself, Reflexive};
pub use named::Named;
pub use runs::recursion::depths;
pub use words::texts::Stated;

use crate::typed::Typed;
use clauses::placed::Rules;
use logic::solve::Facts;
use std::sync::OnceLock;
use warwright_grammar::{Sink, SourceMap, side_by_side};

/// What is checked.
#[derive(Debug)]
pub struct Checked<'t> {
    /// The game.
    pub typed: &'t Typed,
    /// Its texts that stand beside rules.
    pub stated: &'t [Stated],
    /// Its files.
    pub sources: &'t SourceMap,
    /// Of which declarations checks tell.
    pub named: Named,
}

/// What is checked with what is known of it, which all checks share.
struct Known<'t> {
    facts: Facts<'t>,
    stated: &'t [Stated],
    /// The texts of which checks tell that judge one after another.
    told: Vec<Stated>,
    sources: &'t SourceMap,
    rules: OnceLock<Rules<'t>>,
}

impl<'t> Known<'t> {
    /// Rules by where they stand, once they are asked for.
    fn rules(&self) -> &Rules<'t> {
        self.rules.get_or_init(|| Rules::of(self.facts.typed))
    }
}

/// A check: of the typed tree alone, with what is known of it, or of texts as well.
enum Check {
    Tree(fn(&Typed, &mut Sink)),
    Facts(fn(&Facts<'_>, &mut Sink)),
    Texts(fn(&Known<'_>, &mut Sink)),
    /// Likewise, with all that those before it have said: none of the others knows of that.
    After(fn(&Known<'_>, &mut Sink)),
}

use Check::{After, Facts as Of, Texts, Tree};

/// All checks, in the order in which they run.
const CHECKS: [Check; 81] = [
    Tree(runs::results::results_are_values),
    Tree(runs::results::results_are_given),
    Tree(runs::results::replaced_results_are_given),
    After(|it, sink| runs::step_order::steps_are_reached(it.facts.typed, sink)),
    Tree(runs::step_order::variables_are_given_before_they_are_read),
    Tree(runs::cycles::nothing_goes_in_circles),
    Of(runs::recursion::recursion_is_declared),
    Of(runs::windows::windows_end),
    Tree(runs::running::everything_runs),
    Tree(runs::proceeds::what_is_replaced_runs_once),
    Tree(battles::setups::rounds_count_themselves),
    Of(battles::plans::plans_can_be_made),
    Tree(runs::endings::endings_are_reached),
    Tree(clauses::overrides::over_names_something),
    Tree(clauses::overrides::over_goes_in_no_circle),
    Of(clauses::fights::clauses_do_not_fight),
    Tree(clauses::fights::bearers_do_not_fight),
    Of(clauses::twice::what_is_restated_counts_once),
    Tree(clauses::twice::requirements_are_asked_once),
    Of(clauses::auras::auras_suit_whom_they_reach),
    Of(clauses::auras::what_is_denied_is_there),
    Tree(clauses::actors::drawbacks_are_called_so),
    Of(logic::dead::clauses_can_apply),
    Of(logic::conditions::conditions_can_hold),
    Of(logic::ceilings::what_is_bent_has_room),
    After(|it, sink| runs::stops::battles_go_on(&it.facts, sink)),
    After(|it, sink| logic::sides::sides_can_be(&it.facts, sink)),
    Tree(battles::boards::cells_are_on_boards),
    Tree(clauses::reflexive::relations_say_whether_they_reach_their_bearer),
    Tree(clauses::bearers::actions_speak_of_their_bearer),
    Tree(clauses::bearers::hooks_speak_of_their_bearer),
    Of(clauses::bearers::what_is_forbidden_stops),
    Of(clauses::twins::what_is_forbidden_has_no_twin),
    Tree(usage::hands::what_is_played_is_in_hand),
    Tree(usage::faces::faces_are_read),
    Tree(battles::limits::limits_ask_lists),
    Tree(battles::limits::readings_are_asked),
    Tree(battles::fielded::rules_speak_of_who_is_there),
    Of(battles::fielded::limits_speak_of_their_list),
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
    Tree(runs::idle::what_is_asked_is_not_written),
    Tree(runs::idle::options_do_something),
    Tree(runs::idle::bounds_count),
    Tree(runs::deeds::deeds_come_to_something),
    Of(clauses::durations::durations_count),
    Of(clauses::outside::what_ends_goes_on),
    Tree(clauses::stacked::one_is_taken_at_a_time),
    After(|it, sink| runs::leavers::who_has_left_is_let_be(it.facts.typed, sink)),
    Tree(usage::figures::figures_are_given),
    After(|it, sink| clauses::roles::grants_reach_who_is_asked(it.facts.typed, sink)),
    Tree(clauses::during::clauses_count_while_they_hold),
    Of(clauses::roles::what_is_forbidden_stays_so),
    After(|it, sink| battles::trials::tests_can_be(&it.facts, sink)),
    Tree(runs::lost::what_is_written_is_read),
    After(|it, sink| runs::dead_stores::writes_count(it.facts.typed, sink)),
    Tree(battles::verdicts::one_side_wins),
    After(|it, sink| battles::verdicts::wins_are_of_one_side(it.facts.typed, sink)),
    After(|it, sink| battles::verdicts::nobody_wins_at_once(&it.facts, sink)),
    Of(logic::rows::rows_are_reached),
    Tree(battles::winners::wins_speak_of_their_own),
    Tree(battles::verdicts::sides_are_played),
    Tree(battles::verdicts::sides_field_their_own),
    Of(words::reasons::reasons_say_what_is_in_the_way),
    After(|it, sink| {
        words::texts::drifted_texts(&it.told, it.rules(), it.facts.typed, it.sources, sink);
    }),
    Texts(|it, sink| {
        words::texts::quoted_figures_are_used(it.stated, it.facts.typed, it.sources, sink);
    }),
    Texts(|it, sink| {
        clauses::siblings::texts_name_their_figures(it.stated, it.facts.typed, it.sources, sink);
    }),
    After(|it, sink| {
        words::said::words_are_meant(&it.told, it.rules(), &it.facts, it.sources, sink);
    }),
    Texts(|it, sink| {
        let (told, typed) = (&it.told, it.facts.typed);
        runs::skipped::steps_come_as_often_as_said(told, it.rules(), typed, it.sources, sink);
    }),
    Texts(|it, sink| {
        words::expected::expected_words_are_said(it.facts.typed, it.sources, sink);
    }),
    Texts(|it, sink| {
        usage::policies::battles_use_what_they_declare(it.facts.typed, it.sources, sink);
    }),
    After(|it, sink| usage::closed::every_one_has_a_way(it.facts.typed, it.sources, sink)),
];

/// Runs all checks, as many at once as there are processors; then likewise those that hang on what others have said, as if none of
/// them said anything: after one that does, those behind it are asked again.
pub fn check(checked: Checked<'_>, sink: &mut Sink) {
    let Checked { typed, stated, sources, named } = checked;
    let told = stated.iter().filter(|it| named.has(it.text)).copied().collect();
    let mut facts = Facts::new(typed);
    facts.named = named;
    let known = Known { facts, stated, told, sources, rules: OnceLock::new() };
    let found = side_by_side(CHECKS.len(), |at| {
        let mut own = Sink::new();
        match CHECKS.get(at) {
            Some(Tree(check)) => check(typed, &mut own),
            Some(Of(check)) => check(&known.facts, &mut own),
            Some(Texts(check)) => check(&known, &mut own),
            Some(After(_)) | None => {}
        }
        own
    });
    let hang = |at: &usize| matches!(CHECKS.get(*at), Some(After(_)));
    let hang: Vec<usize> = (0..CHECKS.len()).filter(hang).collect();
    let mut hung = side_by_side(hang.len(), |at| {
        let Some((at, After(check))) = hang.get(at).and_then(|at| Some((*at, CHECKS.get(*at)?)))
        else {
            return Vec::new();
        };
        let mut own = sink.clone();
        found.iter().take(at).for_each(|before| own.extend(before.iter().cloned()));
        let before = own.len();
        check(&known, &mut own);
        own.split_off(before)
    })
    .into_iter();
    let mut silent = true;
    for (check, mut found) in CHECKS.iter().zip(found) {
        match check {
            After(check) if !silent => check(&known, sink),
            After(_) => {
                let found = hung.next().unwrap_or_default();
                silent = found.is_empty();
                sink.extend(found);
            }
            _ => sink.extend(found.split_off(0)),
        }
    }
}
