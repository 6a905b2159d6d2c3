//! What is listed for whoever is asked in a window: all that may be done, but for what he is known never to take.

use super::engine::{Base, Engine};
use super::offers::{Offer, Search};
use crate::fault::Checked;
use std::fmt;
use warwright_ir::ActionId;

/// Which actions a player never takes.
#[derive(Clone, Copy)]
pub(super) struct Shuns<'a>(pub(super) &'a dyn Fn(i64, ActionId) -> bool);

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
        // What must be taken is taken by whoever wants nothing of it.
        let is_shunned = |id: &ActionId| {
            program.actions.get(*id).is_some_and(|it| !it.must) && shuns(offer.player, *id)
        };
        let (shunned, others): (Vec<ActionId>, Vec<ActionId>) =
            actions.iter().copied().partition(is_shunned);
        self.ask(base, |evaluator| evaluator.search(&others, &mut search))?;
        // Whether there is anything else matters where nothing else is listed, or only what must be.
        if !shunned.is_empty()
            && (search.found.is_empty() || (search.must && search.found.len() == 1))
        {
            let mut any = Search::any(offer);
            self.ask(base, |evaluator| evaluator.search(&shunned, &mut any))?;
            search.found.extend(any.found);
        }
        Ok(search)
    }
}
