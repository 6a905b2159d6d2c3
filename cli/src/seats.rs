//! Seats: who plays which side of a battle.

use crate::output::Failure;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use warwright_ir::{Program, ScenarioId, SideSetup};
use warwright_runtime::{
    Answer, ChooseRequest, Chooser, DicePosition, Effort, Listed, Machine, PlayFault, PolicyPlayer,
    RandomPlayer, SearchPlayer, SeededDice, Shunned, Standpoint,
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
    /// A search of so many seconds a decision: how good it is hangs on the machine.
    SearchFor(u32),
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
            "search" => Self::SearchFor(SECONDS),
            other => match other.strip_prefix("search:").map(searching) {
                Some(Some(who)) => who,
                Some(None) => {
                    return Err(Failure::usage(format!(
                        "`{other}`: after the colon stands how many trials a decision is worth, or how long it may take, as `search:5s`"
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

    /// The same where all must come out the same on every machine: a search is one of so many trials.
    ///
    /// # Errors
    ///
    /// When it says something else, or names a time.
    pub fn without_a_clock(side: &str) -> Result<(String, Self), Failure> {
        let (name, who) = Self::of_side(side)?;
        match who {
            Self::SearchFor(_) if side.ends_with("=search") => {
                Ok((name, Self::Search(Effort::default().trials)))
            }
            Self::SearchFor(_) => Err(Failure::usage(format!(
                "`--side {side}`: by the clock it would not play the same everywhere; say how many trials a decision is worth, as `search:200`"
            ))),
            who => Ok((name, who)),
        }
    }
}

/// What stands behind `search:`: trials, or seconds.
fn searching(worth: &str) -> Option<Who> {
    match worth.strip_suffix('s') {
        Some(seconds) => seconds.parse().ok().map(Who::SearchFor),
        None => worth.parse().ok().map(Who::Search),
    }
}

/// A seed made of another one and a number. Every JSON reader can read it back.
pub fn derived(seed: u64, number: u64) -> u64 {
    let mut text = [0_u8; 16];
    let bytes = seed.to_le_bytes().into_iter().chain(number.to_le_bytes());
    text.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte);
    let hash = blake3::hash(&text);
    let first = hash.as_bytes().first_chunk::<8>().copied().unwrap_or_default();
    u64::from_le_bytes(first) >> 11
}

/// The generators of a battle from where it is played on with other chance: the dice first, then the seats. The number 0 is the
/// battle's own chance.
pub fn chance_again(seed: u64, again: u64, seats: &mut [Seat]) -> SeededDice {
    let seed = derived(seed, again);
    for (stream, seat) in (1u64..).zip(seats) {
        seat.rewind(SeededDice::new(seed, stream).position());
    }
    SeededDice::new(seed, 0)
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
    /// With the seconds that a decision may take, where that is limited.
    Search(SearchPlayer, Option<u32>),
}

/// So long a search takes for a decision, where nothing is said.
const SECONDS: u32 = 3;
/// A search that is limited by time takes no more trials than these.
const MOST_TRIALS: u32 = 1000;

impl Seat {
    /// Whether a person sits there.
    pub fn is_person(&self) -> bool {
        matches!(self.who, Player::Person(_))
    }

    /// Whether a player sits there who may think for a while.
    pub fn thinks(&self) -> bool {
        matches!(self.who, Player::Search(..))
    }

    /// Whether the advice of a policy is followed there.
    pub fn follows_policy(&self) -> bool {
        matches!(self.who, Player::Policy(_))
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
            Player::Search(player, seconds) => {
                if let Some(seconds) = *seconds {
                    limit(player, seconds);
                }
                Some(player.choose(from, request)?)
            }
        })
    }

    /// What whoever sits there never takes of an action or of places.
    pub fn shuns(&self, program: &Program, of: Listed) -> Shunned {
        match &self.who {
            Player::Policy(player) => player.shuns(program, self.player, of),
            Player::Person(_) | Player::Random(_) | Player::Search(..) => Shunned::Nothing,
        }
    }

    /// Where its generator stands.
    pub fn position(&self) -> DicePosition {
        match &self.who {
            Player::Person(generator) => generator.position(),
            Player::Random(player) => player.generator.position(),
            Player::Policy(player) => player.generator.position(),
            Player::Search(player, _) => player.generator.position(),
        }
    }

    /// Puts its generator where it stood.
    pub fn rewind(&mut self, position: DicePosition) {
        let generator = match &mut self.who {
            Player::Person(generator) => generator,
            Player::Random(player) => &mut player.generator,
            Player::Policy(player) => &mut player.generator,
            Player::Search(player, _) => &mut player.generator,
        };
        *generator = SeededDice::resume(position);
    }
}

/// Lets a player search for so many seconds from now on.
#[expect(
    clippy::disallowed_types,
    reason = "whoever asks for a search by the clock gets what the clock allows; a saved battle holds the answers"
)]
fn limit(player: &mut SearchPlayer, seconds: u32) {
    let (begun, most) = (std::time::Instant::now(), Duration::from_secs(seconds.into()));
    player.be_patient_while(move || begun.elapsed() < most);
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
        let searching = |trials| {
            let effort = Effort { trials, ..Effort::default() };
            SearchPlayer::new(effort, setups.iter().map(policy_of).collect(), seed, stream)
        };
        let who = match asked.unwrap_or(if policy.is_some() { Who::Policy } else { Who::Random }) {
            Who::Person => Player::Person(SeededDice::new(seed, stream)),
            Who::Random => Player::Random(RandomPlayer::new(seed, stream)),
            Who::Policy => Player::Policy(PolicyPlayer::new(policy, seed, stream)),
            Who::Search(trials) => Player::Search(searching(trials), None),
            Who::SearchFor(seconds) => Player::Search(searching(MOST_TRIALS), Some(seconds)),
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
