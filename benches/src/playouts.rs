//! Play-outs: whole battles in which both sides choose at random, of every game that comes with Warwright, beside a board
//! game written by hand in Rust and, where it is installed, the same board game in OpenSpiel.

use crate::program::{own, valid};
use crate::timing::{Start, median, median_on_the_wall};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::hint::black_box;
use std::process::Command;
use warwright_ir::{Program, ScenarioId};
use warwright_runtime::{
    Answer, ChooseRequest, Chooser, Fuel, Listed, Machine, PlayFault, PolicyPlayer, RandomPlayer,
    SeededDice, Shunned, Standpoint, Tells, play,
};

/// The games that are played.
pub(crate) const GAMES: [&str; 2] = ["battleground", "battlelore"];
/// For how long each scenario is played, in seconds.
const PATIENCE: f64 = 2.0;

/// All scenarios of all games, and the peers.
pub fn play_outs() {
    let (games, moves) = by_hand();
    println!(
        "breakthrough by hand in Rust: {games:.0} games a second, {:.2} M moves a second",
        moves / 1e6
    );
    match open_spiel() {
        Some(theirs) => println!("breakthrough in OpenSpiel: {theirs:.0} games a second"),
        None => {
            println!("breakthrough in OpenSpiel: not installed here (`pip install open_spiel`)")
        }
    }
    println!(
        "{:<34} {:>9} {:>12} {:>10} {:>12} {:>7} {:>8} {:>11}",
        "scenario, at random",
        "games/s",
        "decisions/s",
        "of a game",
        "/s if asked",
        "bytes",
        "a copy",
        "by policy"
    );
    for game in GAMES {
        let file = format!("factions/{game}/none.ww");
        let machine = Machine::new(&valid(own(&file, format!("use {game}\n"))));
        for scenario in machine.program().battles() {
            let title = machine.program().scenarios[scenario].name;
            one(&machine, scenario, &machine.program().texts[title], moves);
        }
    }
}

fn one(machine: &Machine, scenario: ScenarioId, title: &str, by_hand: f64) {
    let (games, drawn) = many(machine, scenario, Seats::Drawn);
    let (_, asked) = many(machine, scenario, Seats::Asked);
    let (by_policy, _) = many(machine, scenario, Seats::Policy);
    let state = machine.start(scenario).expect("the battle can be set up");
    let mut copy = state.clone();
    let clone = median(5, 20_000, || copy.clone_from(black_box(&state)));
    println!(
        "{title:<34} {games:>9.1} {drawn:>12.0} {:>10.0} {asked:>12.0} {:>7} {clone:>8.0?} {by_policy:>9.1}/s   moves by hand: {:.0} x",
        drawn / games,
        state.size(),
        by_hand / drawn
    );
}

/// Who chooses for all sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seats {
    /// Chance, without anybody being asked.
    Drawn,
    /// Random players who are given all that they may choose.
    Asked,
    /// The policy of the scenario.
    Policy,
}

/// Games and decisions a second.
fn many(machine: &Machine, scenario: ScenarioId, seats: Seats) -> (f64, f64) {
    let (mut games, mut asked) = (0_u32, 0_u32);
    let begun = Start::now();
    for seed in 0.. {
        asked += battle_of(machine, scenario, seed, seats);
        games += 1;
        if begun.elapsed().as_secs_f64() > PATIENCE {
            break;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    (f64::from(games) / seconds, f64::from(asked) / seconds)
}

/// One battle: how many decisions it took.
pub(crate) fn battle_of(machine: &Machine, scenario: ScenarioId, seed: u64, seats: Seats) -> u32 {
    let sides = &machine.program().scenarios[scenario].sides;
    let policy = sides.iter().find_map(|side| side.policy);
    let mut state = machine.start(scenario).expect("the battle can be set up");
    let (mut dice, mut fuel) = (SeededDice::new(seed, 0), Fuel::BATTLE);
    if seats == Seats::Drawn {
        let played = machine.play_out(&mut state, &mut dice, u32::MAX, &mut fuel);
        return played.expect("a battle ends").decisions;
    }
    let mut players = Counted {
        random: RandomPlayer::new(seed, 1),
        policy: (seats == Seats::Policy).then(|| PolicyPlayer::new(policy, seed, 1)),
        asked: 0,
    };
    let mut tells = Tells::quiet();
    play(machine, &mut state, &mut dice, &mut players, &mut tells, &mut fuel, None)
        .expect("a battle ends");
    players.asked
}

/// A player for both sides who is counted.
struct Counted {
    random: RandomPlayer,
    policy: Option<PolicyPlayer>,
    asked: u32,
}

impl Chooser for Counted {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        self.asked += 1;
        match &mut self.policy {
            Some(policy) => policy.choose(from, request),
            None => self.random.choose(from, request),
        }
    }

    fn shuns(&self, program: &Program, player: i64, of: Listed) -> Shunned {
        let policy = self.policy.as_ref();
        policy.map_or(Shunned::Nothing, |policy| policy.shuns(program, player, of))
    }
}

/// Random games of breakthrough by hand, a second, and their moves.
fn by_hand() -> (f64, f64) {
    let mut source = ChaCha8Rng::seed_from_u64(1);
    let (mut games, mut moves) = (0_u32, 0_u32);
    let begun = Start::now();
    while games % 64 != 0 || begun.elapsed().as_secs_f64() < 1.0 {
        moves += black_box(breakthrough(&mut source));
        games += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    (f64::from(games) / seconds, f64::from(moves) / seconds)
}

/// One random game on eight rows of eight: how many moves it took. Men go a row forward, straight on to where nobody
/// stands, aslant to where no man of their own does; whoever gets a man to the last row has won, and who has none has lost.
fn breakthrough(source: &mut ChaCha8Rng) -> u32 {
    let mut board = [[0_i8; 8]; 8];
    (board[0], board[1]) = ([1; 8], [1; 8]);
    (board[6], board[7]) = ([2; 8], [2; 8]);
    let mut moves = Vec::with_capacity(64);
    for count in 1.. {
        let (man, ahead, last) = if count % 2 == 1 { (1, 1, 7) } else { (2, -1, 0) };
        moves.clear();
        for row in 0..8_i32 {
            for column in 0..8_i32 {
                if board[row as usize][column as usize] != man {
                    continue;
                }
                for aside in -1..=1 {
                    let (to, across) = (row + ahead, column + aside);
                    if (0..8).contains(&to) && (0..8).contains(&across) {
                        let there = board[to as usize][across as usize];
                        if there == 0 || (aside != 0 && there != man) {
                            moves.push((row, column, to, across));
                        }
                    }
                }
            }
        }
        if moves.is_empty() {
            return count;
        }
        let at = ((u64::from(source.next_u32()) * moves.len() as u64) >> 32) as usize;
        let (row, column, to, across) = moves[at];
        board[row as usize][column as usize] = 0;
        board[to as usize][across as usize] = man;
        if to == last {
            return count;
        }
    }
    0
}

/// The same in OpenSpiel, in its own loop; none where it is not installed.
fn open_spiel() -> Option<f64> {
    const GAMES: u32 = 2_000;
    let script = format!(
        "import pyspiel\ng=pyspiel.load_game('breakthrough')\ns=g.new_initial_state()\n\
         b=pyspiel.MCTSBot(g,pyspiel.RandomRolloutEvaluator({GAMES},1),1.4,2,100,False,1,False)\nb.step(s)\n"
    );
    let run = |script: &str| Command::new("python3").args(["-c", script]).output();
    if !run("import pyspiel").ok()?.status.success() {
        return None;
    }
    let empty = median_on_the_wall(3, || drop(run("import pyspiel")));
    let full = median_on_the_wall(3, || drop(run(&script)));
    Some(2.0 * f64::from(GAMES) / full.saturating_sub(empty).as_secs_f64().max(1e-9))
}
