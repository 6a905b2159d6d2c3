//! Seats: who plays which side of a battle.

use crate::output::Failure;
use serde::{Deserialize, Serialize};
use warwright_ir::{ScenarioId, SideSetup};
use warwright_runtime::{
    Answer, ChooseRequest, Chooser, DicePosition, Effort, Machine, PlayFault, PolicyPlayer,
    RandomPlayer, SearchPlayer, SeededDice, Standpoint,
};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// Whoever sits at the terminal.
    Person,
    /// Uniform choices.
    Random,
    /// The advice of the scenario's policy, else of the first policy of the system.
    Policy,
    /// A search of so many trials a decision.
    Search(u32),
}

impl Who {
    /// What `NAME=WHO` says: the name of a side and who plays it.
    ///
    /// # Errors
    ///
    /// When it says something else.
    pub fn of_side(side: &str) -> Result<(String, Self), Failure> {
        let (name, who) = side.split_once('=').ok_or_else(|| {
            Failure::usage(format!(
                "`--side {side}`: write NAME=person, NAME=random, NAME=policy or NAME=search"
            ))
        })?;
        let who = match who {
            "person" => Self::Person,
            "random" => Self::Random,
            "policy" => Self::Policy,
            "search" => Self::Search(Effort::default().trials),
            other => match other.strip_prefix("search:").map(str::parse) {
                Some(Ok(trials)) => Self::Search(trials),
                Some(Err(_)) => {
                    return Err(Failure::usage(format!(
                        "`{other}`: after the colon stands how many trials a decision is worth"
                    )));
                }
                None => {
                    return Err(Failure::usage(format!(
                        "`{other}` cannot play: person, random, policy or search"
                    )));
                }
            },
        };
        Ok((name.to_owned(), who))
    }
}

/// A side with whoever plays it.
#[derive(Debug)]
pub struct Seat {
    /// The player.
    pub player: i64,
    /// The name of the side.
    pub name: String,
    who: Player,
}

#[derive(Debug)]
enum Player {
    /// A person, and the generator that a computer player would begin with in their place.
    Person(SeededDice),
    Random(RandomPlayer),
    Policy(PolicyPlayer),
    Search(SearchPlayer),
}

impl Seat {
    /// Whether a person sits there.
    pub fn is_person(&self) -> bool {
        matches!(self.who, Player::Person(_))
    }

    /// What a computer player answers from where it stands; none: a person sits there.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Option<Answer>, PlayFault> {
        Ok(match &mut self.who {
            Player::Person(_) => None,
            Player::Random(player) => Some(player.choose(from, request)?),
            Player::Policy(player) => Some(player.choose(from, request)?),
            Player::Search(player) => Some(player.choose(from, request)?),
        })
    }

    /// Where its generator stands.
    pub fn position(&self) -> DicePosition {
        match &self.who {
            Player::Person(generator) => generator.position(),
            Player::Random(player) => player.generator.position(),
            Player::Policy(player) => player.generator.position(),
            Player::Search(player) => player.generator.position(),
        }
    }

    /// Puts its generator where it stood.
    pub fn rewind(&mut self, position: DicePosition) {
        let generator = match &mut self.who {
            Player::Person(generator) => generator,
            Player::Random(player) => &mut player.generator,
            Player::Policy(player) => &mut player.generator,
            Player::Search(player) => &mut player.generator,
        };
        *generator = SeededDice::resume(position);
    }
}

/// The seats of a scenario, in the order of its sides. `sides` names who plays.
///
/// # Errors
///
/// When a name is that of no side.
pub fn seats(
    machine: &Machine,
    scenario: ScenarioId,
    seed: u64,
    sides: &[(String, Option<Who>)],
) -> Result<Vec<Seat>, Failure> {
    let program = machine.program();
    let players = machine.layout(scenario).map(|layout| layout.players.clone());
    let players = players.map_err(|_| Failure::failed("the scenario cannot be set up"))?;
    let setups = program.scenarios.get(scenario).map(|it| it.sides.as_slice()).unwrap_or_default();
    let policy_of = |setup: &SideSetup| setup.policy.or_else(|| program.policies.ids().next());
    let mut seats = Vec::new();
    for ((stream, player), setup) in (1u64..).zip(players).zip(setups) {
        let name = program.texts.get(setup.name).cloned().unwrap_or_default();
        let asked = sides
            .iter()
            .find(|(side, _)| side.eq_ignore_ascii_case(&name))
            .and_then(|(_, who)| *who);
        let policy = policy_of(setup);
        let who = match asked.unwrap_or(if policy.is_some() { Who::Policy } else { Who::Random }) {
            Who::Person => Player::Person(SeededDice::new(seed, stream)),
            Who::Random => Player::Random(RandomPlayer::new(seed, stream)),
            Who::Policy => Player::Policy(PolicyPlayer::new(policy, seed, stream)),
            Who::Search(trials) => {
                let effort = Effort { trials, ..Effort::default() };
                let policies = setups.iter().map(policy_of).collect();
                Player::Search(SearchPlayer::new(effort, policies, seed, stream))
            }
        };
        seats.push(Seat { player, name, who });
    }
    for (side, _) in sides {
        if !seats.iter().any(|seat| seat.name.eq_ignore_ascii_case(side)) {
            let known: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
            return Err(Failure::usage(format!(
                "there is no side `{side}`; there are {}",
                known.join(", ")
            )));
        }
    }
    Ok(seats)
}
