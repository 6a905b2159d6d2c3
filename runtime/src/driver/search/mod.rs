//! The searching player: tries answers in guesses of what may be, plays each on to see how it goes, and takes the best.
//!
//! It knows no game. A trial is a guess of the state, the answer, and a stretch of play in which all sides follow their
//! policies (or choose at random where there are none). Every answer is tried in the same guesses with the same dice, so
//! that luck does not decide between them; half of them are given up again and again until the effort is spent or all is settled. What the
//! policy would answer is kept to the end, and another is taken only where its lead is more than chance.

mod candidates;
mod trial;

use super::policy::Adviser;
use super::{Chooser, PlayFault, PolicyPlayer, Standpoint};
use crate::dice::SeededDice;
use crate::machine::{Answer, ChooseRequest, Machine};
use crate::state::State;
use trial::Trials;
use warwright_ir::PolicyId;

/// So many answers are tried to the end.
const FINALISTS: usize = 3;
/// The most answers that are tried at all.
const MOST_TRIED: u32 = 24;
/// Fewer trials than these say nothing against a policy.
const ENOUGH: i128 = 4;
/// After so many trials it may be settled that the usual answer is the best.
const SETTLING: i128 = 24;
/// An answer that lags by so many standard errors is no longer in question.
const FAR_BEHIND: i128 = 3;

/// How a searching player searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many trials a decision is worth.
    pub trials: u32,
    /// After so many decisions of anybody a trial is cut off, and what stands on the table is weighed.
    pub horizon: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { trials: 200, horizon: 40 }
    }
}

/// Tries answers and takes the best.
pub struct SearchPlayer {
    /// How much it tries.
    pub effort: Effort,
    /// Its own generator, apart from that of the dice.
    pub generator: SeededDice,
    /// What it would answer without a search, and all sides follow in trials.
    policies: Vec<Option<PolicyId>>,
    patience: Option<Box<dyn FnMut() -> bool>>,
}

impl std::fmt::Debug for SearchPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { effort, generator, policies, .. } = self;
        f.debug_struct("SearchPlayer")
            .field("effort", effort)
            .field("generator", generator)
            .field("policies", policies)
            .finish_non_exhaustive()
    }
}

impl SearchPlayer {
    /// A player that searches, with a generator of its own. `policies` are those of the sides, in their order.
    pub fn new(effort: Effort, policies: Vec<Option<PolicyId>>, seed: u64, stream: u64) -> Self {
        Self { effort, generator: SeededDice::new(seed, stream), policies, patience: None }
    }

    /// Stops searches from now on where `patient` says no, however much effort is left: so whoever has a clock may set a time. It is
    /// asked between rounds of trials, each time for the search that goes on.
    pub fn be_patient_while(&mut self, patient: impl FnMut() -> bool + 'static) {
        self.patience = Some(Box::new(patient));
    }

    /// The policy of the side that a player leads.
    fn policy(&self, machine: &Machine, state: &State, player: i64) -> Option<PolicyId> {
        let players =
            machine.layout(state.scenario).map(|it| it.players.as_slice()).unwrap_or_default();
        let side = players.iter().position(|it| *it == player)?;
        self.policies.get(side).copied().flatten()
    }
}

impl Chooser for SearchPlayer {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        let (machine, seen) = (from.machine(), from.seen()?);
        let seed = (u64::from(self.generator.below(u32::MAX)) << 32)
            | u64::from(self.generator.below(u32::MAX));
        let policy = self.policy(machine, seen, request.player);
        let mut advised = PolicyPlayer::new(policy, seed, 0);
        let usual = advised.choose(from, request)?;
        let mut wanted = vec![usual.clone()];
        wanted.extend(Adviser(policy).wanted_first(from, request)?);
        let mut generator = SeededDice::new(seed, 1);
        // Each should have a few trials.
        let most = (self.effort.trials / 6).clamp(3, MOST_TRIED);
        let answers = candidates::candidates(&mut generator, &request.options, wanted, most);
        if answers.len() < 2 {
            return Ok(usual);
        }
        let mut trials = Trials::new(from, request, &self.policies);
        (trials.seed, trials.horizon) = (seed, self.effort.horizon);
        let mut standing = Standing::new(answers, self.effort.trials);
        let mut patient = || self.patience.as_mut().is_none_or(|patience| patience());
        while standing.round(&mut trials, &mut patient) {}
        Ok(standing.best(policy.is_some()))
    }
}

/// An answer with what its trials came to.
struct Tried {
    answer: Answer,
    sum: i64,
    /// The sum of its leads over the usual answer, trial by trial, and of their squares.
    leads: i128,
    squares: i128,
}

/// The answers that are still in question; the usual one comes first and stays.
struct Standing {
    tried: Vec<Tried>,
    /// How many trials each of them had.
    trials: i64,
    /// Trials that are left.
    effort: u32,
    /// How often each is tried in the next round: first looks are short, since most answers are plainly bad.
    sweeps: u32,
}

impl Standing {
    fn new(answers: Vec<Answer>, effort: u32) -> Self {
        let tried = answers.into_iter();
        let tried = tried.map(|answer| Tried { answer, sum: 0, leads: 0, squares: 0 }).collect();
        Self { tried, trials: 0, effort, sweeps: 1 }
    }

    /// Tries all that are left so often as this round may, and gives up the worse half; whether there is to be another.
    fn round(&mut self, trials: &mut Trials<'_, '_>, patient: &mut dyn FnMut() -> bool) -> bool {
        let many = u32::try_from(self.tried.len()).unwrap_or(u32::MAX);
        for _ in 0..self.sweeps {
            if self.effort < many || !patient() {
                return false;
            }
            self.effort -= many;
            self.sweep(trials);
            if self.is_settled() {
                return false;
            }
        }
        self.sweeps = self.sweeps.saturating_add(1);
        // The first stays where it is. A stable sort: among equals the earlier stays.
        if let Some((_, others)) = self.tried.split_first_mut() {
            others.sort_by_key(|tried| std::cmp::Reverse(tried.sum));
        }
        self.tried.truncate(self.tried.len().div_ceil(2).max(FINALISTS));
        true
    }

    /// Whether all that are left lag far behind the usual answer, or come to the very same as it.
    fn is_settled(&self) -> bool {
        let trials = i128::from(self.trials);
        let mut others = self.tried.iter().skip(1);
        trials >= SETTLING && others.all(|tried| tried.squares == 0 || lags(tried, trials))
    }

    /// Tries each answer once in the same guess.
    fn sweep(&mut self, trials: &mut Trials<'_, '_>) {
        let number = u64::try_from(self.trials).unwrap_or(0);
        self.trials += 1;
        let mut usual = 0;
        for (at, tried) in self.tried.iter_mut().enumerate() {
            let worth = trials.worth(&tried.answer, number);
            tried.sum = tried.sum.saturating_add(worth);
            if at == 0 {
                usual = worth;
            }
            let lead = i128::from(worth.saturating_sub(usual));
            tried.leads = tried.leads.saturating_add(lead);
            tried.squares = tried.squares.saturating_add(lead.saturating_mul(lead));
        }
    }

    /// The usual answer, or one with a lead that is more than chance. `usual_counts`: whether the usual answer is more than
    /// any other to begin with.
    fn best(self, usual_counts: bool) -> Answer {
        let trials = i128::from(self.trials);
        let mut tried = self.tried.into_iter();
        let usual = tried.next();
        let best =
            tried.max_by(|one, other| one.sum.cmp(&other.sum).then(std::cmp::Ordering::Greater));
        let clear = |tried: &Tried| tried.leads > 0 && (!usual_counts || clearly(tried, trials));
        let found = best.filter(clear).or(usual);
        found.map_or(Answer::Nothing, |tried| tried.answer)
    }
}

/// Whether the mean lead is at least its standard error, and there were trials enough to say so.
fn clearly(tried: &Tried, trials: i128) -> bool {
    trials >= ENOUGH && is_apart(tried, trials, 1)
}

/// Whether an answer lags behind the usual one by more than chance could make it.
fn lags(tried: &Tried, trials: i128) -> bool {
    tried.leads < 0 && is_apart(tried, trials, FAR_BEHIND)
}

/// Whether the mean lead, or lag, is at least so many standard errors.
fn is_apart(tried: &Tried, trials: i128, errors: i128) -> bool {
    let Some(square) = tried.leads.checked_mul(tried.leads) else { return true };
    let Some(all) = tried.squares.checked_mul(trials) else { return false };
    let spread = all.saturating_sub(square).saturating_mul(errors * errors);
    square.saturating_mul(trials.saturating_sub(1)) >= spread
}
