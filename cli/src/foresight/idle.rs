//! Idle choices: takes what a player is asked, gives an answer where every answer leads to the same battle.

use super::{Moment, Thought};
use warwright_runtime::{
    Answer, ChooseRequest, Machine, Options, PlayFault, Request, State, StateHash,
};

/// So many answers are tried; of more nobody waits to be told that they are one.
const MOST: usize = 9;

/// One of the answers, if there are several and all lead to the same battle that waits for the same: in truth, and as far as the
/// player knows.
///
/// # Errors
///
/// A fault of the rules.
pub fn answer(
    machine: &Machine,
    truth: &State,
    request: &ChooseRequest,
) -> Result<Option<Answer>, PlayFault> {
    let answers = all(&request.options);
    let Some(first) = answers.first() else { return Ok(None) };
    if answers.len() < 2 || answers.len() > MOST {
        return Ok(None);
    }
    let known = machine.hides_something();
    let in_truth = Thought::of_truth(machine, truth)?;
    if !is_one(in_truth, &answers) {
        return Ok(None);
    }
    if known && !is_one(Thought::begin(machine, truth, request.player)?, &answers) {
        return Ok(None);
    }
    Ok(Some(first.clone()))
}

/// Whether all answers lead to one moment.
fn is_one((mut thought, start): (Thought<'_>, Moment), answers: &[Answer]) -> bool {
    let mut ends: Option<(StateHash, Request)> = None;
    for answer in answers {
        let Some(moment) = thought.after(&start, answer) else { return false };
        let end = (StateHash::of(&moment.battle), moment.request);
        match &ends {
            None => ends = Some(end),
            Some(known) if *known == end => {}
            Some(_) => return false,
        }
    }
    ends.is_some()
}

/// The answers, where they can be listed.
fn all(options: &Options) -> Vec<Answer> {
    let nothing = |may: bool| may.then_some(Answer::Nothing);
    match options {
        Options::Actions { list, done } => {
            list.iter().cloned().map(Answer::Act).chain(nothing(*done)).collect()
        }
        Options::One { candidates, none, .. } => {
            candidates.iter().map(|value| Answer::Value(*value)).chain(nothing(*none)).collect()
        }
        Options::Whether => vec![Answer::Value(1), Answer::Value(0)],
        Options::Order { items, .. } if items.len() == 2 => {
            let forth = items.to_vec();
            let back = items.iter().rev().copied().collect();
            vec![Answer::Values(forth), Answer::Values(back)]
        }
        Options::Number { low, high } if high.saturating_sub(*low) < 9 => {
            (*low..=*high).map(Answer::Value).collect()
        }
        _ => Vec::new(),
    }
}
