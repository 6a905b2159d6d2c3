//! Choices in odds: takes the policies of the sides, settles each choice as a player of that side would in play, with the chance of
//! each answer where the policy leaves it open.

use super::even::even;
use super::policy::{Adviser, Decision, PolicyPlayer};
use super::{Chooser, PlayFault, Standpoint};
use crate::fault::Checked;
use crate::machine::{Answer, ChooseRequest, Listed, Machine, Shunned};
use crate::odds::{Settle, Settled};
use crate::session::Session;
use warwright_ir::{PolicyId, Program, ScenarioId};

/// Settles choices by the advice of policies, and by even chance where they have none.
#[derive(Clone, Debug)]
pub struct Advised {
    /// The players of the sides, with their policies.
    sides: Vec<(i64, Option<PolicyId>)>,
    /// The policy of everybody else.
    otherwise: Option<PolicyId>,
}

impl Advised {
    /// Each side chooses by its own policy, and one that has none by the first of the game, as in play.
    ///
    /// # Errors
    ///
    /// When the scenario cannot be set up.
    pub fn of_battle(machine: &Machine, scenario: ScenarioId) -> Checked<Self> {
        let program = machine.program();
        let otherwise = program.policies.ids().next();
        let setups = program.scenarios.get(scenario).map(|it| it.sides.as_slice());
        let players = machine.layout(scenario)?.players.iter().copied();
        let policies = setups.unwrap_or_default().iter().map(|it| it.policy.or(otherwise));
        Ok(Self { sides: players.zip(policies).collect(), otherwise })
    }

    /// Players who choose so by the generators of a seed, as `play` seats them.
    #[must_use]
    pub fn players(&self, seed: u64) -> AdvisedPlayers {
        let mut players = AdvisedPlayers { by: self.clone(), seed, seated: Vec::new() };
        self.sides.iter().for_each(|(player, _)| players.seat(*player));
        players
    }

    fn policy_of(&self, player: i64) -> Option<PolicyId> {
        let own = self.sides.iter().find(|(side, _)| *side == player);
        own.map_or(self.otherwise, |(_, policy)| *policy)
    }
}

/// Players who choose as odds settle choices: each follows its policy, and what that leaves open falls by a generator of its own.
#[derive(Clone, Debug)]
pub struct AdvisedPlayers {
    by: Advised,
    seed: u64,
    seated: Vec<(i64, PolicyPlayer)>,
}

impl AdvisedPlayers {
    /// Seats a player: the first stream of the seed is that of the dice.
    fn seat(&mut self, player: i64) {
        let stream = self.seated.len() as u64 + 1;
        self.seated.push((player, PolicyPlayer::new(self.by.policy_of(player), self.seed, stream)));
    }
}

impl Chooser for AdvisedPlayers {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        if !self.seated.iter().any(|(player, _)| *player == request.player) {
            self.seat(request.player);
        }
        let own = self.seated.iter_mut().find(|(player, _)| *player == request.player);
        own.map_or(Ok(Answer::Nothing), |(_, player)| player.choose(from, request))
    }

    fn shuns(&self, program: &Program, player: i64, of: Listed) -> Shunned {
        let own = self.seated.iter().find(|(seated, _)| *seated == player);
        own.map_or(Shunned::Nothing, |(_, own)| own.shuns(program, player, of))
    }
}

impl Settle for Advised {
    fn settle(
        &mut self,
        machine: &Machine,
        battle: &Session,
        request: &ChooseRequest,
    ) -> Checked<Settled> {
        let from = Standpoint::of(machine, battle, request.player);
        let adviser = Adviser(self.policy_of(request.player));
        Ok(match adviser.decide(&from, request, None) {
            Ok(Decision::Takes(answer)) => Settled::By(answer),
            Ok(Decision::Open(options)) => {
                even(&options).map_or(Settled::Open, |mut ways| match ways.len() {
                    1 => ways.pop().map_or(Settled::Open, |(answer, _)| Settled::By(answer)),
                    _ => Settled::ByChance(ways),
                })
            }
            Err(PlayFault::Fault(fault)) => return Err(fault),
            Err(_) => Settled::Open,
        })
    }
}
