//! Computer players against each other: battles with sides swapped, and how often each wins, with 95 % intervals.
//!
//! `players [GAMES] [SECONDS] [NAME ..]`: how many games a pair plays (`40..80`: those from the 41st to the 80th, so that a long
//! run can be cut into parts), how long a search may take over a decision (`n200`: how many trials), and which scenarios (words of
//! their titles); without names all of the games that come with Warwright that have two sides.

use crate::playouts::GAMES;
use crate::program::{own, valid};
use crate::timing::Start;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use warwright_ir::{PolicyId, Program, ScenarioId};
use warwright_runtime::{
    Answer, ChooseRequest, Chooser, Effort, Fuel, Listed, Machine, Outcome, PlayFault,
    PolicyPlayer, RandomPlayer, SearchPlayer, SeededDice, Shunned, Standpoint, Tells, play,
};

/// More trials than any time allows.
const NO_END: u32 = 1_000_000;

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Random,
    Policy,
    Search(Searching),
}

/// How long a decision may take, or how many trials it gets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Searching {
    Seconds(u32),
    Trials(u32),
}

/// What a pair played for.
#[derive(Default)]
struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
    decisions: u64,
    seconds: f64,
}

/// All pairs in all scenarios.
pub fn players(args: &[String]) {
    let number =
        |at: usize, otherwise: &str| args.get(at).cloned().unwrap_or_else(|| otherwise.to_owned());
    let games = range(&number(0, "200")).expect("the first word is a number of games, or `40..80`");
    let searching = match number(1, "1").strip_prefix('n') {
        Some(trials) => Searching::Trials(trials.parse().expect("`n500` is 500 trials")),
        None => Searching::Seconds(number(1, "1").parse().expect("the second word is seconds")),
    };
    let names = args.get(2..).unwrap_or_default();
    println!(
        "{:<28} {:<20} {:>6} {:>6} {:>6} {:>8}  95 %",
        "scenario", "players", "won", "drawn", "lost", "share"
    );
    for game in GAMES {
        let file = format!("factions/{game}/none.ww");
        let machine = Machine::new(&valid(own(&file, format!("use {game}\n"))));
        let program = machine.program();
        for (scenario, def) in program.scenarios.iter() {
            let title = &program.texts[def.name];
            let meant = |name: &String| title.to_lowercase().contains(&name.to_lowercase());
            if def.sides.len() != 2 || !(names.is_empty() || names.iter().any(meant)) {
                continue;
            }
            for (pair, one, other) in [
                ("policy - random", Who::Policy, Who::Random),
                ("search - policy", Who::Search(searching), Who::Policy),
            ] {
                let score = pair_of(&machine, scenario, games.clone(), one, other);
                print(title, pair, &score);
            }
        }
    }
}

/// `200` is the first 200 games, `40..80` those after the first 40 up to the 80th.
fn range(words: &str) -> Option<Range<u32>> {
    match words.split_once("..") {
        Some((first, end)) => Some(first.parse().ok()?..end.parse().ok()?),
        None => Some(0..words.parse().ok()?),
    }
}

fn print(title: &str, pair: &str, score: &Score) {
    let games = f64::from(score.won + score.drawn + score.lost);
    // A draw is half a win.
    let share = (f64::from(score.won) + f64::from(score.drawn) / 2.0) / games;
    let (low, high) = wilson(share, games);
    println!(
        "{title:<28} {pair:<20} {:>6} {:>6} {:>6} {:>7.1} %  {:.1} to {:.1} %   {:.0} ms a decision, {:.0} of a game",
        score.won,
        score.drawn,
        score.lost,
        100.0 * share,
        100.0 * low,
        100.0 * high,
        1000.0 * score.seconds / score.decisions.max(1) as f64,
        score.decisions as f64 / games
    );
}

/// The interval of Wilson for a share of so many games.
fn wilson(share: f64, games: f64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    let (square, below) = (Z * Z / games, 1.0 + Z * Z / games);
    let middle = (share + square / 2.0) / below;
    let half = Z * (share * (1.0 - share) / games + square / (4.0 * games)).sqrt() / below;
    (middle - half, middle + half)
}

/// Half of the games with the first player on the first side, half on the second; the same dice for both.
fn pair_of(
    machine: &Machine,
    scenario: ScenarioId,
    games: Range<u32>,
    one: Who,
    other: Who,
) -> Score {
    let mut score = Score::default();
    let players = machine.layout(scenario).expect("there is such a scenario").players.clone();
    for game in games {
        let side = (game % 2) as usize;
        let mut seats = Seats::new(machine, scenario, u64::from(game / 2));
        seats.sit(players[side], one);
        seats.sit(players[1 - side], other);
        let mut state = machine.start(scenario).expect("the battle can be set up");
        let mut dice = SeededDice::new(u64::from(game / 2), 0);
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
        let outcome = play(machine, &mut state, &mut dice, &mut seats, &mut tells, &mut fuel, None)
            .expect("a battle ends");
        match outcome {
            Outcome::Won { players: won, .. } if won.contains(&players[side]) => score.won += 1,
            Outcome::Won { .. } => score.lost += 1,
            Outcome::Drawn { .. } | Outcome::Ended { .. } => score.drawn += 1,
        }
        score.decisions += seats.decisions;
        score.seconds += seats.seconds;
    }
    score
}

/// Whoever sits at the table, by player.
struct Seats {
    seed: u64,
    policies: Vec<Option<PolicyId>>,
    policy_of: BTreeMap<i64, Option<PolicyId>>,
    random: RandomPlayer,
    policy: BTreeMap<i64, PolicyPlayer>,
    search: BTreeMap<i64, SearchPlayer>,
    /// When the search for the decision began.
    began: Rc<Cell<Option<Start>>>,
    /// Decisions of searching players, and how long they took.
    decisions: u64,
    seconds: f64,
}

impl Seats {
    fn new(machine: &Machine, scenario: ScenarioId, seed: u64) -> Self {
        let program = machine.program();
        let sides = &program.scenarios[scenario].sides;
        let policies: Vec<_> = sides
            .iter()
            .map(|side| side.policy.or_else(|| program.policies.ids().next()))
            .collect();
        let players = machine.layout(scenario).expect("there is such a scenario").players.iter();
        Self {
            seed,
            policy_of: players.copied().zip(policies.iter().copied()).collect(),
            policies,
            random: RandomPlayer::new(seed, 1),
            policy: BTreeMap::new(),
            search: BTreeMap::new(),
            began: Rc::default(),
            decisions: 0,
            seconds: 0.0,
        }
    }

    fn sit(&mut self, player: i64, who: Who) {
        match who {
            Who::Random => {}
            Who::Policy => {
                let policy = self.policy_of.get(&player).copied().flatten();
                self.policy.insert(player, PolicyPlayer::new(policy, self.seed, 2));
            }
            Who::Search(searching) => {
                let trials = match searching {
                    Searching::Seconds(_) => NO_END,
                    Searching::Trials(trials) => trials,
                };
                let effort = Effort { trials, ..Effort::default() };
                let mut search = SearchPlayer::new(effort, self.policies.clone(), self.seed, 3);
                if let Searching::Seconds(seconds) = searching {
                    let began = Rc::clone(&self.began);
                    search.be_patient_while(move || {
                        began.get().is_none_or(|it| it.elapsed().as_secs_f64() < f64::from(seconds))
                    });
                }
                self.search.insert(player, search);
            }
        }
    }
}

impl Chooser for Seats {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        let Some(search) = self.search.get_mut(&request.player) else {
            return match self.policy.get_mut(&request.player) {
                Some(policy) => policy.choose(from, request),
                None => self.random.choose(from, request),
            };
        };
        let now = Start::now();
        self.began.set(Some(now));
        let answer = search.choose(from, request);
        self.decisions += 1;
        self.seconds += now.elapsed().as_secs_f64();
        answer
    }

    fn shuns(&self, program: &Program, player: i64, of: Listed) -> Shunned {
        let policy = self.policy.get(&player).filter(|_| !self.search.contains_key(&player));
        policy.map_or(Shunned::Nothing, |policy| policy.shuns(program, player, of))
    }
}
