//! Trials: takes an answer, plays it on in a guess of what may be, and weighs how it went.

use crate::dice::SeededDice;
use crate::driver::{Chooser, PlayFault, PolicyPlayer, Standpoint};
use crate::machine::{Answer, ChooseRequest, Fuel, Machine, Request, Shunned, Tells};
use crate::session::Session;
use crate::state::{Outcome, State};
use std::collections::BTreeMap;
use warwright_ir::{PolicyId, ScenarioId};

/// What a battle that is won is worth; one that is lost is worth nothing.
const WON: i64 = 1_000_000;
/// Of the worth of an end so much is how it ended, out of four parts; the rest is what stands on the table.
const OF_THE_END: i64 = 3;

/// Plays answers on.
pub(super) struct Trials<'t, 's> {
    machine: &'s Machine,
    from: &'t Standpoint<'s>,
    request: &'t ChooseRequest,
    policies: &'t [Option<PolicyId>],
    /// From what guesses and dice are taken.
    pub(super) seed: u64,
    /// After so many decisions a trial is cut off.
    pub(super) horizon: u32,
    /// The guess that trials of a number begin with: all answers are tried in it.
    guess: Option<(u64, State)>,
}

impl<'t, 's> Trials<'t, 's> {
    pub(super) fn new(
        from: &'t Standpoint<'s>,
        request: &'t ChooseRequest,
        policies: &'t [Option<PolicyId>],
    ) -> Self {
        let machine = from.machine();
        Self { machine, from, request, policies, seed: 0, horizon: 0, guess: None }
    }

    /// What an answer is worth in the trial of a number, to whoever is asked. What breaks a rule in a guess, where it may
    /// not be open at all, is worth nothing.
    pub(super) fn worth(&mut self, answer: &Answer, number: u64) -> i64 {
        self.tried(answer, number).unwrap_or(0)
    }

    fn tried(&mut self, answer: &Answer, number: u64) -> Result<i64, PlayFault> {
        let mut session = Session::new(self.guessed(number)?);
        let mut tells = Tells::quiet();
        self.machine.answer_choice(&mut session, answer, &mut tells)?;
        let outcome = self.play_on(&mut session, number)?;
        let standing = self.standing(&session)?;
        Ok(match outcome {
            Some(Outcome::Won { players, .. }) => {
                let won = self.won(&players, session.scenario)?;
                (won * OF_THE_END + standing) / (OF_THE_END + 1)
            }
            Some(Outcome::Drawn { .. }) => (WON / 2 * OF_THE_END + standing) / (OF_THE_END + 1),
            Some(Outcome::Ended { .. }) | None => standing,
        })
    }

    fn guessed(&mut self, number: u64) -> Result<State, PlayFault> {
        if let Some((_, guess)) = self.guess.as_ref().filter(|(of, _)| *of == number) {
            return Ok(guess.clone());
        }
        let guess = self.from.guess(&mut SeededDice::new(self.seed, 4 * number + 2))?;
        self.guess = Some((number, guess.clone()));
        Ok(guess)
    }

    /// Plays until the battle is over or the horizon is reached.
    fn play_on(&self, session: &mut Session, number: u64) -> Result<Option<Outcome>, PlayFault> {
        if self.policies.iter().all(Option::is_none) {
            let mut generator = SeededDice::new(self.seed, 4 * number + 3);
            let mut fuel = Fuel::BATTLE;
            let played = self.machine.play_out(session, &mut generator, self.horizon, &mut fuel)?;
            return Ok(played.outcome);
        }
        let players = &self.machine.layout(session.scenario)?.players;
        let mut dice = SeededDice::new(self.seed, 4 * number + 3);
        let streams = [4 * number + 4, 4 * number + 5];
        let policies = self.policies.iter().zip(streams.into_iter().cycle());
        let mut all: Vec<PolicyPlayer> = policies
            .map(|(policy, stream)| PolicyPlayer::new(*policy, self.seed, stream))
            .collect();
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
        let mut left = self.horizon;
        loop {
            let program = self.machine.program();
            let shuns = |player, listed| {
                let side = players.iter().position(|of| *of == player);
                side.and_then(|side| all.get(side))
                    .map_or(Shunned::Nothing, |own| own.shuns(program, player, listed))
            };
            match self.machine.run_shunning(session, &mut tells, &mut fuel, &shuns)? {
                Request::Over(outcome) => return Ok(Some(outcome)),
                Request::Roll(roll) => {
                    let counts = dice.roll(self.machine.program(), &roll.of, roll.count);
                    self.machine.answer_roll(session, &counts, &mut tells)?;
                }
                Request::Choose(request) => {
                    if left == 0 {
                        return Ok(None);
                    }
                    left -= 1;
                    let side = players.iter().position(|player| *player == request.player);
                    let Some(player) = side.and_then(|side| all.get_mut(side)) else {
                        return Ok(None);
                    };
                    let answer =
                        player.choose(&Standpoint::open(self.machine, session), &request)?;
                    self.machine.answer_listed(session, &request, &answer, &mut tells)?;
                }
            }
        }
    }

    /// What it is to be among those who have won. To win with others is less than to win alone, and more than that nobody
    /// wins; those of one's team are no others.
    fn won(&self, players: &[i64], scenario: ScenarioId) -> Result<i64, PlayFault> {
        let layout = self.machine.layout(scenario)?;
        let own = layout.team_of(self.request.player);
        let alone = players.iter().all(|player| layout.team_of(*player) == own);
        Ok(match (players.contains(&self.request.player), alone) {
            (false, _) => 0,
            (true, true) => WON,
            (true, false) => WON / 4 * 3,
        })
    }

    /// The share of what stands on the table that is of the player's own team, beside the best of the others.
    fn standing(&self, state: &State) -> Result<i64, PlayFault> {
        let layout = self.machine.layout(state.scenario)?;
        let own = layout.team_of(self.request.player);
        let mut teams: BTreeMap<i64, i64> = BTreeMap::new();
        for player in &layout.players {
            let worth = self.machine.worth(state, *player)?.max(0);
            let team = teams.entry(layout.team_of(*player)).or_default();
            *team = team.saturating_add(worth);
        }
        let mine = teams.remove(&own).unwrap_or(0);
        let theirs = teams.into_values().max().unwrap_or(0);
        let (mine, all) = (i128::from(mine), i128::from(mine) + i128::from(theirs));
        if all == 0 {
            return Ok(WON / 2);
        }
        Ok(i64::try_from(i128::from(WON) * mine / all).unwrap_or(WON / 2))
    }
}
