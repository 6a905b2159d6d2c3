//! Ranking: takes a state in which a player is asked, gives how the expressions of a policy rank what can be answered.

use super::engine;
use super::offers::offer_of;
use super::request::ActionOption;
use super::{Fuel, Machine};
use crate::dependencies::{Dependencies, Input, Reads};
use crate::eval::Evaluator;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::link::{Linked, Setting};
use crate::memo::Memo;
use crate::session::Session;
use crate::state::{Locals, View, Wide, hidden_inputs};
use warwright_ir::{Env, ExprId, NONE, PolicyId, PolicyRule, SiteId};

/// Ranks the answers to one request. What it works out for one answer is known for the others.
#[derive(Debug)]
pub struct Ranker<'s> {
    linked: &'s Linked,
    setting: &'s Setting,
    session: &'s Session,
    locals: Locals,
    /// What was worked out of the state; it goes back to its session.
    memo: Option<Box<Memo>>,
    /// What must not be read: who ranks may not know it.
    hidden: Option<Hidden>,
}

/// What is hidden.
#[derive(Debug)]
struct Hidden {
    inputs: Vec<Input>,
    /// All of them together: most that is read meets none.
    all: Dependencies,
}

impl Hidden {
    fn of(inputs: Vec<Input>) -> Self {
        let mut all = Dependencies::default();
        inputs.iter().for_each(|input| all.insert(*input));
        Self { inputs, all }
    }

    fn is_among(&self, read: &Dependencies) -> bool {
        read.meets(&self.all) && read.has_any(&self.inputs)
    }
}

/// What a policy's rule ranks.
#[derive(Clone, Copy, Debug)]
pub struct Ranking<'a> {
    /// The policy.
    pub policy: PolicyId,
    /// The position of the rule.
    pub rule: usize,
    /// What is ranked.
    pub of: Ranked<'a>,
}

/// An answer that is ranked.
#[derive(Clone, Copy, Debug)]
pub enum Ranked<'a> {
    /// A candidate of a choice.
    Candidate {
        /// The choice.
        site: SiteId,
        /// The candidate.
        value: i64,
    },
    /// A place for a piece, which is supposed there.
    Place {
        /// The choice.
        site: SiteId,
        /// The place, as cells.
        place: &'a [i64],
    },
    /// An option of a window.
    Option(&'a ActionOption),
}

impl Machine {
    /// What ranks the answers to the request that a battle waits for.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn ranker<'s>(&'s self, session: &'s Session) -> Checked<Ranker<'s>> {
        Ok(Ranker {
            linked: self.linked(),
            setting: self.setting(session.scenario)?,
            session,
            locals: Locals::default(),
            memo: Some(session.take(self.linked())),
            hidden: None,
        })
    }

    /// What ranks them for a player by the true state, as long as nothing is read that the player may not know: then there is no rank.
    /// Nothing where that cannot be told.
    pub(crate) fn blind_ranker<'s>(
        &'s self,
        session: &'s Session,
        player: i64,
    ) -> Checked<Option<Ranker<'s>>> {
        let switches = self.linked().optimisations;
        if !(switches.caches && switches.blind && self.hides_something()) {
            return Ok(None);
        }
        let mut ranker = self.ranker(session)?;
        // What is read is noted where values are kept.
        if !ranker.memo.as_deref().is_some_and(Memo::is_warm) {
            return Ok(None);
        }
        ranker.hidden = hidden_inputs(self.linked(), session, player).map(Hidden::of);
        Ok(Some(ranker).filter(|ranker| ranker.hidden.is_some()))
    }
}

impl Drop for Ranker<'_> {
    fn drop(&mut self) {
        if let Some(memo) = self.memo.take() {
            self.session.put(self.linked, memo);
        }
    }
}

impl<'s> Ranker<'s> {
    /// How an expression ranks an answer.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn rank(&mut self, ranking: Ranking<'_>, expr: ExprId) -> Checked<i64> {
        let (state, env) = (self.session.state(), self.env(&ranking));
        let (base, wide_base) = state
            .frames
            .last()
            .map_or((0, 0), |frame| (frame.scalars as usize, frame.wides as usize));
        let site = |site| self.linked.program.sites.get(site).map_or(0, |site| site.slot);
        match ranking.of {
            Ranked::Candidate { site: at, value } => {
                let slot = site(at);
                self.ask((base, wide_base), |evaluator| {
                    evaluator.make_room(base, wide_base, env);
                    evaluator.set_scalar(slot, value)?;
                    evaluator.scalar(expr)
                })
            }
            Ranked::Place { site: at, place } => {
                let slot = site(at);
                let who = engine::chosen_for(self.linked, state);
                let who = who.ok_or_else(|| Fault::damaged(DamagedPart::Position))?;
                self.ask((base, wide_base), |evaluator| {
                    evaluator.make_room(base, wide_base, env);
                    evaluator.set_wide(slot, Wide::from_slice(place))?;
                    let entity = evaluator.scalar(who)?;
                    let overlay = evaluator.at_pose(entity, place)?;
                    let view = evaluator.view.supposing(&overlay);
                    evaluator.on(view).scalar(expr)
                })
            }
            Ranked::Option(option) => self.ask((0, 0), |evaluator| {
                let (base, wide_base) = evaluator.lay_out(offer_of(state, NONE), option)?;
                evaluator.make_room(base, wide_base, env);
                evaluator.scalar(expr)
            }),
        }
    }

    /// Asks with the locals of the state; what is written to them is forgotten.
    fn ask<T>(
        &mut self,
        (base, wide_base): (usize, usize),
        question: impl FnOnce(&mut Evaluator<'_, ()>) -> Checked<T>,
    ) -> Checked<T> {
        self.locals.clone_from(&self.session.locals);
        let reads = Reads::default();
        let mut fuel = Fuel::QUESTION.left;
        let memo = self.memo.get_or_insert_default();
        let answer = question(&mut Evaluator {
            linked: self.linked,
            setting: self.setting,
            view: View::live(self.session).noting_if(&reads, memo.is_warm()),
            locals: &mut self.locals,
            base,
            wide_base,
            depth: 0,
            walking: false,
            fuel: &mut fuel,
            memo,
            observer: &mut (),
        });
        match &self.hidden {
            Some(hidden) if hidden.is_among(&reads.take()) => Err(Fault::new(FaultKind::Halted)),
            _ => answer,
        }
    }

    /// Locals of the rule that ranks.
    fn env(&self, ranking: &Ranking<'_>) -> Env {
        let policy = self.linked.program.policies.get(ranking.policy);
        match policy.and_then(|policy| policy.rules.get(ranking.rule)) {
            Some(PolicyRule::Choice { env, .. } | PolicyRule::Action { env, .. }) => *env,
            None => Env::default(),
        }
    }
}
