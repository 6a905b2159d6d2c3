//! The policy player: follows the advice that a program gives, and lets chance choose among what is wanted alike and where there
//! is no advice.

use super::{Chooser, PlayFault, Standpoint};
use crate::dice::SeededDice;
use crate::fault::Checked;
use crate::machine::{
    ActionOption, Answer, ChooseRequest, Listed, Machine, Options, Ranked, Ranker, Ranking, Shunned,
};
use crate::machine::{by_rank, rank_of};
use crate::number::Fraction;
use crate::state::Wide;
use std::cmp::Ordering;
use warwright_ir::{ExprId, PolicyId, PolicyRule, Prefer, Program, SiteId, Ty};

/// Follows a policy.
#[derive(Clone, Debug)]
pub struct PolicyPlayer {
    /// The policy; without one only what the rules themselves advise is followed, and all other choices are uniform.
    pub policy: Option<PolicyId>,
    /// Its own generator, apart from that of the dice.
    pub generator: SeededDice,
}

/// What is to be said by a policy; without one, by the advice of the rules themselves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adviser(pub(super) Option<PolicyId>);

/// What a policy says of a request.
#[derive(Clone, Debug)]
pub(super) enum Decision {
    /// This answer.
    Takes(Answer),
    /// Nothing: one of these, as chance has it.
    Open(Options),
}

/// How eagerly something is wanted, most eager greatest.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Eagerness {
    Never,
    Ranked(Vec<(bool, Fraction)>),
    Always,
}

impl Eagerness {
    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Ranked(mine), Self::Ranked(theirs)) => {
                for (mine, theirs) in mine.iter().zip(theirs) {
                    let order = by_rank(*mine, *theirs);
                    if order != Ordering::Equal {
                        return order;
                    }
                }
                Ordering::Equal
            }
            (mine, theirs) => mine.class().cmp(&theirs.class()),
        }
    }

    const fn class(&self) -> u8 {
        match self {
            Self::Never => 0,
            Self::Ranked(_) => 1,
            Self::Always => 2,
        }
    }

    /// Whether something is taken that need not be: what ranks below 0 is not.
    fn is_wanted(&self) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::Ranked(ranks) => {
                ranks.first().is_none_or(|(highest, rank)| !*highest || *rank >= Fraction::ZERO)
            }
        }
    }
}

impl PolicyPlayer {
    /// A player that follows a policy, with a generator of its own for what the policy leaves open.
    pub fn new(policy: Option<PolicyId>, seed: u64, stream: u64) -> Self {
        Self { policy, generator: SeededDice::new(seed, stream) }
    }
}

/// What is wanted most, all of it that is wanted alike.
struct Best<T> {
    eagerness: Option<Eagerness>,
    items: Vec<T>,
}

impl<T> Default for Best<T> {
    fn default() -> Self {
        Self { eagerness: None, items: Vec::new() }
    }
}

impl<T> Best<T> {
    fn add(&mut self, wanted: Eagerness, item: T) {
        let order = self.eagerness.as_ref().map(|best| wanted.compare(best));
        match order {
            Some(Ordering::Less) => {}
            Some(Ordering::Equal) => self.items.push(item),
            Some(Ordering::Greater) | None => {
                (self.eagerness, self.items) = (Some(wanted), vec![item]);
            }
        }
    }
}

/// One of the first candidates that are wanted alike.
fn alike(best: &[(i64, Eagerness)]) -> Decision {
    let Some((first, most)) = best.first() else { return Decision::Takes(Answer::Nothing) };
    let alike = best.iter().take_while(|(_, wanted)| wanted.compare(most) == Ordering::Equal);
    let candidates: Wide = alike.map(|(value, _)| *value).collect();
    match candidates.len() {
        1 => Decision::Takes(Answer::Value(*first)),
        _ => Decision::Open(Options::One { ty: Ty::Int, candidates, none: false }),
    }
}

impl Adviser {
    /// The candidates by the advice for a site, those first that it wants most, if there is any.
    fn best_candidates(
        self,
        machine: &Machine,
        ranker: &mut Ranker<'_>,
        site: SiteId,
        candidates: &[i64],
    ) -> Checked<Option<Vec<(i64, Eagerness)>>> {
        let rules = self.advice(machine, site);
        if rules.is_empty() {
            return Ok(None);
        }
        let mut ranked: Vec<(i64, Eagerness)> = Vec::new();
        for value in candidates {
            let of = Ranked::Candidate { site, value: *value };
            ranked.push((*value, eagerness(machine, ranker, &rules, of)?));
        }
        // A stable sort: among equals the first that was looked at comes first.
        ranked.sort_by(|(_, left), (_, right)| right.compare(left));
        Ok(Some(ranked))
    }

    /// The answers to a request that single things are, those first that the policy wants most. Nothing where it has no advice.
    pub(super) fn wanted_first(
        self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Checked<Vec<Answer>> {
        let (machine, mut ranker) = (from.machine(), from.ranker()?);
        match (&request.options, request.site) {
            (Options::One { candidates, .. }, Some(site)) => {
                let best = self.best_candidates(machine, &mut ranker, site, candidates)?;
                let best = best.into_iter().flatten();
                Ok(best.map(|(value, _)| Answer::Value(value)).collect())
            }
            (Options::Actions { list, .. }, _) => {
                let mut ranked = Vec::new();
                for alike in list.chunk_by(|one, other| one.action == other.action) {
                    let rules = self.spoken_of(machine, alike);
                    for option in alike.iter().filter(|_| !rules.is_empty()) {
                        let of = Ranked::Option(option);
                        ranked.push((eagerness(machine, &mut ranker, &rules, of)?, option));
                    }
                }
                ranked.sort_by(|(left, _), (right, _)| right.compare(left));
                Ok(ranked.into_iter().map(|(_, option)| Answer::Act(option.clone())).collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The rules that speak of the action that these options of a window are, in their order.
    fn spoken_of<'m>(self, machine: &'m Machine, alike: &[ActionOption]) -> Vec<Spoken<'m>> {
        let policy = self.0.and_then(|id| Some((id, machine.program().policies.get(id)?)));
        let Some(((policy, advice), option)) = policy.zip(alike.first()) else { return Vec::new() };
        spoken(policy, &advice.rules, |rule| match rule {
            PolicyRule::Action { action, when, prefer, .. } if *action == option.action => {
                Some((*when, prefer))
            }
            _ => None,
        })
    }

    /// The rules that speak of a site, in their order.
    fn advice(self, machine: &Machine, site: SiteId) -> Vec<Spoken<'_>> {
        let program = machine.program();
        // What the rules themselves advise comes after what the player's own policy says.
        let mut policies = [self.0, program.advice].into_iter().flatten();
        let rules = policies.find_map(|policy| {
            let rules = &program.policies.get(policy)?.rules;
            let rules = spoken(policy, rules, |rule| match rule {
                PolicyRule::Choice { site: of, when, prefer, .. } if *of == site => {
                    Some((*when, prefer))
                }
                _ => None,
            });
            (!rules.is_empty()).then_some(rules)
        });
        rules.unwrap_or_default()
    }

    /// The places that are proposed of which it wants none more, if there is advice.
    fn best_places(
        self,
        machine: &Machine,
        ranker: &mut Ranker<'_>,
        site: SiteId,
        (proposals, none): (&[Wide], bool),
    ) -> Checked<Option<Decision>> {
        let rules = self.advice(machine, site);
        if rules.is_empty() {
            return Ok(None);
        }
        let mut best = Best::default();
        for place in proposals {
            best.add(eagerness(machine, ranker, &rules, Ranked::Place { site, place })?, place);
        }
        let unwanted = best.eagerness.as_ref().is_some_and(|wanted| !wanted.is_wanted());
        Ok(Some(match best.items.as_slice() {
            [] => return Ok(None),
            _ if none && unwanted => Decision::Takes(Answer::Nothing),
            [one] => Decision::Takes(Answer::Values(one.to_vec())),
            alike => {
                let proposals = alike.iter().map(|place| (*place).clone()).collect();
                Decision::Open(Options::Place { proposals, none: false })
            }
        }))
    }

    /// What the player does with a request. Single answers that are wanted alike are left open; of several that are taken together
    /// `chance` puts those first that are wanted alike, and without it they stay as they stand.
    pub(super) fn decide(
        self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
        chance: Option<&mut SeededDice>,
    ) -> Result<Decision, PlayFault> {
        if let Options::Actions { list, done } = &request.options {
            return Ok(self.decide_action(from, list, *done)?);
        }
        let decision = self.decide_value(from, request, chance)?;
        Ok(decision.unwrap_or_else(|| Decision::Open(request.options.clone())))
    }

    fn decide_value(
        self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
        chance: Option<&mut SeededDice>,
    ) -> Checked<Option<Decision>> {
        let Some(site) = request.site else { return Ok(None) };
        let machine = from.machine();
        // What is seen is made only where it is asked for.
        if self.advice(machine, site).is_empty() {
            return Ok(None);
        }
        if let Options::Place { proposals, none } = &request.options {
            let proposed = (proposals.as_slice(), *none);
            return from.by_ranks(|ranker| self.best_places(machine, ranker, site, proposed));
        }
        let mut candidates: Vec<i64> = match &request.options {
            Options::One { candidates, .. } | Options::Some { candidates, .. } => {
                candidates.to_vec()
            }
            Options::Order { items, .. } => items.to_vec(),
            Options::Dice { available, .. } => faces_there(available),
            Options::Whether => vec![0, 1],
            Options::Number { low, high } => (*low..=*high).take(MOST_NUMBERS).collect(),
            Options::Split { .. } | Options::Place { .. } | Options::Actions { .. } => {
                return Ok(None);
            }
        };
        if let Some(generator) = chance {
            generator.shuffle(&mut candidates);
        }
        let best =
            from.by_ranks(|ranker| self.best_candidates(machine, ranker, site, &candidates))?;
        let Some(best) = best else { return Ok(None) };
        let unwanted = |eagerness: &Eagerness| !eagerness.is_wanted();
        let values = |best: Vec<(i64, Eagerness)>, count: usize| {
            Answer::Values(best.into_iter().take(count).map(|(value, _)| value).collect())
        };
        Ok(Some(match &request.options {
            Options::Some { low, high, .. } => {
                let (low, high) = (u32_size(*low), u32_size(*high));
                let wanted = best.iter().filter(|(_, eagerness)| !unwanted(eagerness)).count();
                Decision::Takes(values(best, wanted.clamp(low, high.max(low))))
            }
            Options::Dice { available, at_least, at_most, .. } => {
                let ranked = best.iter().map(|(face, eagerness)| (*face, !unwanted(eagerness)));
                let taken = wanted_dice(available, (*at_least, *at_most), ranked);
                Decision::Takes(Answer::Values(taken))
            }
            Options::Order { .. } => Decision::Takes(values(best, usize::MAX)),
            Options::One { none: true, .. } if best.first().is_none_or(|(_, it)| unwanted(it)) => {
                Decision::Takes(Answer::Nothing)
            }
            _ => alike(&best),
        }))
    }

    fn decide_action(
        self,
        from: &Standpoint<'_>,
        list: &[ActionOption],
        done: bool,
    ) -> Checked<Decision> {
        let machine = from.machine();
        let mut open: Vec<&ActionOption> = Vec::new();
        let mut advised: Vec<(&[ActionOption], Vec<Spoken<'_>>)> = Vec::new();
        for alike in list.chunk_by(|one, other| one.action == other.action) {
            let rules = self.spoken_of(machine, alike);
            if rules.is_empty() {
                open.extend(alike);
            } else {
                advised.push((alike, rules));
            }
        }
        let mut best = Best::default();
        if !advised.is_empty() {
            best = from.by_ranks(|ranker| {
                let mut best = Best::default();
                for (alike, rules) in &advised {
                    for option in *alike {
                        let of = Ranked::Option(option);
                        best.add(eagerness(machine, ranker, rules, of)?, option);
                    }
                }
                Ok(best)
            })?;
        }
        let actions = |list: &[&ActionOption], done: bool| {
            let list = list.iter().map(|option| (*option).clone()).collect();
            Decision::Open(Options::Actions { list, done })
        };
        let wanted = best.eagerness.as_ref().is_some_and(Eagerness::is_wanted);
        if best.items.is_empty() || !(wanted || (!done && open.is_empty())) {
            return Ok(actions(&open, done));
        }
        // Of what nobody wants, that is taken which must be.
        let program = machine.program();
        let must = |option: &&ActionOption| {
            program.actions.get(option.action).is_some_and(|action| action.must)
        };
        if !wanted && best.items.iter().any(must) {
            best.items.retain(must);
        }
        Ok(match best.items.as_slice() {
            [one] => Decision::Takes(Answer::Act((*one).clone())),
            alike => actions(alike, false),
        })
    }
}

impl Chooser for PolicyPlayer {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        let decision = Adviser(self.policy).decide(from, request, Some(&mut self.generator))?;
        Ok(match decision {
            Decision::Takes(answer) => answer,
            Decision::Open(options) => options.uniform(&mut self.generator),
        })
    }

    fn shuns(&self, program: &Program, _player: i64, of: Listed) -> Shunned {
        let Some((id, policy)) = self.policy.and_then(|id| Some((id, program.policies.get(id)?)))
        else {
            return Shunned::Nothing;
        };
        let action = match of {
            Listed::Action(action) => action,
            Listed::Places(_) => return Shunned::By(id),
        };
        let mut shunned = Shunned::Nothing;
        for rule in &policy.rules {
            let PolicyRule::Action { action: of, when, prefer, .. } = rule else { continue };
            if *of != action {
                continue;
            }
            match (prefer, when) {
                (Prefer::Never, None) => return Shunned::All,
                (Prefer::Never, Some(_)) => shunned = Shunned::By(id),
                _ => return shunned,
            }
        }
        // Where no condition holds the last rule speaks.
        if shunned == Shunned::Nothing { shunned } else { Shunned::All }
    }
}

/// How many numbers of a range are looked at.
const MOST_NUMBERS: usize = 1_000;

/// The faces that some dice show.
fn faces_there(available: &[i64]) -> Vec<i64> {
    (0i64..).zip(available).filter(|(_, count)| **count > 0).map(|(face, _)| face).collect()
}

/// Dice in the order of their faces, best first: all that are wanted, and of the others only what must be.
fn wanted_dice(
    available: &[i64],
    (at_least, at_most): (u32, u32),
    ranked: impl Iterator<Item = (i64, bool)>,
) -> Vec<i64> {
    let mut chosen = vec![0; available.len()];
    let (mut must, mut may) = (i64::from(at_least), i64::from(at_most));
    for (face, wanted) in ranked {
        let Ok(at) = usize::try_from(face) else { continue };
        let (Some(there), Some(taken)) = (available.get(at), chosen.get_mut(at)) else { continue };
        *taken = (*there).min(if wanted { may } else { must }).max(0);
        must -= *taken;
        may -= *taken;
    }
    chosen
}

fn u32_size(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// A rule that speaks of something.
#[derive(Clone, Copy)]
struct Spoken<'p> {
    policy: PolicyId,
    rule: usize,
    when: Option<ExprId>,
    prefer: &'p Prefer,
}

/// The rules of a policy that speak of something.
fn spoken<'p>(
    policy: PolicyId,
    rules: &'p [PolicyRule],
    speaks: impl Fn(&'p PolicyRule) -> Option<(Option<ExprId>, &'p Prefer)>,
) -> Vec<Spoken<'p>> {
    let rules = rules.iter().enumerate();
    let rules = rules.filter_map(|(rule, it)| {
        let (when, prefer) = speaks(it)?;
        Some(Spoken { policy, rule, when, prefer })
    });
    rules.collect()
}

/// How eagerly something is wanted: by the first rule whose condition holds, or by the last.
fn eagerness(
    machine: &Machine,
    ranker: &mut Ranker<'_>,
    rules: &[Spoken<'_>],
    of: Ranked<'_>,
) -> Checked<Eagerness> {
    let mut follows = None;
    for rule in rules {
        follows = Some(rule);
        let ranking = Ranking { policy: rule.policy, rule: rule.rule, of };
        match rule.when {
            Some(when) if ranker.rank(ranking, when)? == 0 => {}
            _ => break,
        }
    }
    let Some(rule) = follows else { return Ok(Eagerness::Ranked(Vec::new())) };
    let ranking = Ranking { policy: rule.policy, rule: rule.rule, of };
    let ranks = match rule.prefer {
        Prefer::Always => return Ok(Eagerness::Always),
        Prefer::Never => return Ok(Eagerness::Never),
        Prefer::Ranked(ranks) => ranks,
    };
    let mut values = Vec::new();
    for (highest, expr) in ranks {
        let value = ranker.rank(ranking, *expr)?;
        values.push((*highest, rank_of(machine.program(), *expr, value, *highest)));
    }
    Ok(Eagerness::Ranked(values))
}
