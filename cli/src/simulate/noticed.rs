//! What players chose in one battle: takes requests and answers, gives how often what could be chosen was.

use super::labels::{Label, Labels, Question};
use std::collections::{BTreeMap, BTreeSet};
use warwright_ir::{ActionId, EntryId, Program};
use warwright_runtime::{ActionOption, Answer, ChooseRequest, Options};

/// In how many requests something could be chosen, and in how many it was.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub(super) offered: u64,
    pub(super) taken: u64,
}

/// What was chosen in a battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Noticed {
    pub(super) actions: BTreeMap<ActionId, Count>,
    pub(super) answers: BTreeMap<(Question, Label), Count>,
    pub(super) cards: BTreeMap<EntryId, Count>,
}

impl Noticed {
    /// Notes what was asked and answered. `shuns`: what counts as not offered, since it was not looked for.
    pub(super) fn note(
        &mut self,
        program: &Program,
        labels: &Labels,
        (request, answer): (&ChooseRequest, &Answer),
        shuns: impl Fn(ActionId) -> bool,
    ) {
        let (offered, taken) = match (&request.options, answer) {
            (Options::Actions { list, .. }, answer) => {
                let list = list.iter().filter(|option| !shuns(option.action));
                let list: Vec<&ActionOption> = list.collect();
                let taken: Vec<&ActionOption> = match answer {
                    Answer::Act(option) => vec![option],
                    _ => Vec::new(),
                };
                self.actions(&list, &taken);
                for card in bearers(labels, &list) {
                    self.cards.entry(card).or_default().offered += 1;
                }
                for card in bearers(labels, &taken) {
                    self.cards.entry(card).or_default().taken += 1;
                }
                (of_options(program, labels, &list), of_options(program, labels, &taken))
            }
            (options, answer) => {
                let Some(site) = request.site else { return };
                let Some((ty, offered)) = candidates(options) else { return };
                let question = Question::Site(site);
                let label = |value: &i64| {
                    labels.of_value(program, &ty, *value).map(|label| (question, label))
                };
                let taken = match answer {
                    Answer::Value(value) => std::slice::from_ref(value),
                    Answer::Values(values) => values,
                    Answer::Nothing | Answer::Act(_) => &[],
                };
                let offered: BTreeSet<_> = offered.iter().filter_map(label).collect();
                (offered, taken.iter().filter_map(label).collect())
            }
        };
        for one in offered {
            self.of(labels, one).offered += 1;
        }
        for one in taken {
            self.of(labels, one).taken += 1;
        }
    }

    /// Where an answer is counted: cards by themselves, whatever they were chosen for.
    fn of(&mut self, labels: &Labels, (question, label): (Question, Label)) -> &mut Count {
        match label {
            Label::Entry(entry) if labels.is_card(entry) => self.cards.entry(entry).or_default(),
            label => self.answers.entry((question, label)).or_default(),
        }
    }

    fn actions(&mut self, offered: &[&ActionOption], taken: &[&ActionOption]) {
        // Those of one action stand side by side.
        let alike = offered.chunk_by(|one, other| one.action == other.action);
        let once: BTreeSet<ActionId> =
            alike.filter_map(|alike| Some(alike.first()?.action)).collect();
        for action in once {
            self.actions.entry(action).or_default().offered += 1;
        }
        for option in taken {
            self.actions.entry(option.action).or_default().taken += 1;
        }
    }
}

/// What is chosen from one by one, and of which type.
fn candidates(options: &Options) -> Option<(warwright_ir::Ty, Vec<i64>)> {
    match options {
        Options::One { ty, candidates, .. } | Options::Some { ty, candidates, .. } => {
            Some((ty.clone(), candidates.to_vec()))
        }
        Options::Whether => Some((warwright_ir::Ty::Bool, vec![0, 1])),
        // All items are in every order, and what is shared or placed has no names.
        _ => None,
    }
}

/// The cards that bring options, each once: who takes one plays the card.
fn bearers(labels: &Labels, list: &[&ActionOption]) -> BTreeSet<EntryId> {
    list.iter().filter_map(|option| labels.card(option.bearer)).collect()
}

/// What the parameters of options are, each once.
fn of_options(
    program: &Program,
    labels: &Labels,
    list: &[&ActionOption],
) -> BTreeSet<(Question, Label)> {
    let mut found = BTreeSet::new();
    for option in list {
        let Some(action) = program.actions.get(option.action) else { continue };
        for (at, (param, value)) in action.params.iter().zip(&option.args).enumerate() {
            if let Some(label) = labels.of_value(program, &param.param.ty, *value) {
                found.insert((Question::Parameter(option.action, at), label));
            }
        }
    }
    found
}
