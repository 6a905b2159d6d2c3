//! What is listed for whoever is asked: all that may be done or chosen, but for what he is known never to take.

use super::engine::{Base, Engine};
use super::offers::{Offer, Search};
use crate::fault::Checked;
use std::fmt;
use warwright_ir::{ActionId, PolicyId, SiteId};

/// Of what it is asked what a player never takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// The options of an action.
    Action(ActionId),
    /// The places of a choice.
    Places(SiteId),
}

/// What a player never takes of what may be listed, whatever else there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shunned {
    /// Nothing is known.
    Nothing,
    /// All of it.
    All,
    /// Of an action what a policy says `never` of first, where its conditions hold; of places all but those that it wants most.
    By(PolicyId),
}

/// What players never take.
#[derive(Clone, Copy)]
pub(super) struct Shuns<'a>(pub(super) &'a dyn Fn(i64, Listed) -> Shunned);

impl fmt::Debug for Shuns<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shuns")
    }
}

impl Engine<'_> {
    /// The options among some actions. One that is shunned may stand for all such: it tells that something can be done.
    pub(super) fn listed(
        &mut self,
        base: Base,
        actions: &[ActionId],
        offer: Offer,
    ) -> Checked<Search<'static>> {
        let mut search = Search::all(offer);
        let Some(Shuns(shuns)) = self.shuns else {
            self.ask(base, |evaluator| evaluator.search(actions, &mut search))?;
            return Ok(search);
        };
        let program = &self.linked.program;
        let mut left_out: Vec<ActionId> = Vec::new();
        let mut others: Vec<ActionId> = Vec::new();
        for id in actions {
            // What must be taken is taken by whoever wants nothing of it.
            let must = program.actions.get(*id).is_none_or(|it| it.must);
            match shuns(offer.player, Listed::Action(*id)) {
                Shunned::All if !must => left_out.push(*id),
                Shunned::By(policy)
                    if !must && !self.linked.unwanted.get(policy, *id).is_empty() =>
                {
                    search.by = Some(policy);
                    left_out.push(*id);
                    others.push(*id);
                }
                _ => others.push(*id),
            }
        }
        self.ask(base, |evaluator| evaluator.search(&others, &mut search))?;
        // Whether there is anything else matters where nothing else is listed, or only what must be.
        if !left_out.is_empty()
            && (search.found.is_empty() || (search.must && search.found.len() == 1))
        {
            let mut any = Search::any(offer);
            self.ask(base, |evaluator| evaluator.search(&left_out, &mut any))?;
            any.found.retain(|option| !search.found.contains(option));
            search.found.extend(any.found);
        }
        Ok(search)
    }
}
