//! Choices in odds: takes the policies of the sides, settles each choice as a player of that side would in play, with the chance of
//! each answer where the policy leaves it open.

use super::even::even;
use super::policy::{Decision, PolicyPlayer};
use super::{PlayFault, Standpoint};
use crate::fault::Checked;
use crate::machine::{ChooseRequest, Machine};
use crate::odds::{Settle, Settled};
use crate::session::Session;
use warwright_ir::{PolicyId, ScenarioId};

/// Settles choices by the advice of policies, and by even chance where they have none.
#[derive(Clone, Debug)]
pub struct Advised {
    /// The players of the sides, with their policies.
    sides: Vec<(i64, Option<PolicyId>)>,
    /// The policy of everybody else.
    otherwise: Option<PolicyId>,
}

impl Advised {
    /// Everybody chooses by one policy; without one, by the advice of the rules themselves.
    #[must_use]
    pub fn by(policy: Option<PolicyId>) -> Self {
        Self { sides: Vec::new(), otherwise: policy }
    }

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

    fn policy_of(&self, player: i64) -> Option<PolicyId> {
        let own = self.sides.iter().find(|(side, _)| *side == player);
        own.map_or(self.otherwise, |(_, policy)| *policy)
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
        let player = PolicyPlayer::new(self.policy_of(request.player), 0, 0);
        Ok(match player.decide(&from, request) {
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
