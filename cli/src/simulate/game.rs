//! A battle that is played many times: what is the same in all of them, worked out once.

use super::labels::{Labels, entry_name};
use super::tally::Sort;
use crate::faults;
use crate::outcome::counted;
use crate::output::Failure;
use crate::seats::{Seat, Who, seats};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use warwright_ir::{EntryId, Program, ScenarioId, ValidProgram, Value};
use warwright_runtime::{Fault, Machine, RoundCount, State};

/// A piece of a side.
#[derive(Debug)]
pub(super) struct Piece {
    /// The entity.
    pub(super) entity: i64,
    /// Its side, by position.
    pub(super) side: usize,
    /// What it is one of.
    pub(super) name: String,
    /// What it costs, where pieces have a price.
    pub(super) points: Option<i64>,
    /// Whether it stands on the table, so that it can be lost.
    pub(super) stands: bool,
}

/// A battle that is played many times.
#[derive(Debug)]
pub struct Game {
    program: ValidProgram,
    /// What is played.
    pub(super) scenario: ScenarioId,
    /// Whether the armies of the two sides are exchanged, where battles are played both ways.
    pub(super) exchanged: Option<bool>,
    /// What the army of each side is called in results: after the side that brings it.
    pub(super) names: Vec<String>,
    /// The players, in the order of the sides.
    pub(super) players: Vec<i64>,
    /// The pieces of all sides.
    pub(super) pieces: Vec<Piece>,
    /// What can be used.
    pub(super) labels: Labels,
    /// Its names by sort.
    pub(super) known: BTreeMap<Sort, BTreeSet<String>>,
    /// Where rounds are counted.
    pub(super) rounds: Option<RoundCount>,
    who: Vec<(String, Option<Who>)>,
    /// Machines that are not at work: each notes what has an effect in one battle at a time.
    idle: Mutex<Vec<Machine>>,
}

impl Game {
    /// A battle with those who play it, as the command line names them.
    ///
    /// # Errors
    ///
    /// When it cannot be set up, or a name is that of no side.
    pub fn new(
        program: ValidProgram,
        scenario: ScenarioId,
        who: &[(String, Who)],
    ) -> Result<Self, Failure> {
        let machine = Machine::noting_bearers(&program);
        let failed = |fault: Box<Fault>| Failure::failed(faults::fault_words(&fault, &machine));
        let who: Vec<(String, Option<Who>)> =
            who.iter().map(|(name, who)| (name.clone(), Some(*who))).collect();
        if let Some((name, _)) = who.iter().find(|(_, who)| *who == Some(Who::Person)) {
            return Err(Failure::usage(format!(
                "nobody sits through many battles: `--side {name}=` takes policy, random or search"
            )));
        }
        let names = seats(&machine, scenario, 0, &who)?.into_iter().map(|seat| seat.name).collect();
        let start = machine.start(scenario).map_err(failed)?;
        let rounds = RoundCount::of(&program, &start);
        let labels = Labels::new(&machine, scenario).map_err(failed)?;
        let layout = machine.layout(scenario).map_err(failed)?;
        let planned = layout.plan.iter().zip(0_i64..);
        let pieces = planned.filter_map(|(planned, entity)| {
            let ((side, _), entry) = planned.piece.zip(planned.entry)?;
            let (name, points) = (entry_name(&program, entry).to_owned(), points(&program, entry));
            let stands = machine.stands(entry);
            Some(Piece { entity, side, name, points, stands })
        });
        Ok(Self {
            pieces: pieces.collect(),
            players: layout.players.clone(),
            known: labels.known(&program),
            exchanged: None,
            scenario,
            names,
            labels,
            rounds,
            who,
            idle: Mutex::new(vec![machine]),
            program,
        })
    }

    /// The same battle with the armies of its two sides exchanged, as it was compiled so. Whoever plays an army goes with it.
    ///
    /// # Errors
    ///
    /// When it cannot be set up.
    pub fn exchanged(
        &mut self,
        program: ValidProgram,
        scenario: ScenarioId,
        who: &[(String, Who)],
    ) -> Result<Self, Failure> {
        let other = |name: &String| {
            let number = self.names.iter().position(|known| known.eq_ignore_ascii_case(name));
            let other = number.and_then(|number| self.names.get(1_usize.checked_sub(number)?));
            other.unwrap_or(name).clone()
        };
        let who: Vec<(String, Who)> = who.iter().map(|(name, who)| (other(name), *who)).collect();
        let mut game = Self::new(program, scenario, &who)?;
        game.names.reverse();
        game.exchanged = Some(true);
        self.exchanged = Some(false);
        Ok(game)
    }

    /// What the pieces of a side are, each sort once, with what one costs.
    pub fn sorts(&self, side: &str) -> Vec<(String, Option<i64>)> {
        let number = self.names.iter().position(|name| name.eq_ignore_ascii_case(side));
        let own = self.pieces.iter().filter(|piece| Some(piece.side) == number);
        let mut sorts: Vec<(String, Option<i64>)> = Vec::new();
        for piece in own {
            let sort = (piece.name.clone(), piece.points);
            if !sorts.contains(&sort) {
                sorts.push(sort);
            }
        }
        sorts
    }

    /// The names of the sides.
    pub fn sides(&self) -> &[String] {
        &self.names
    }

    /// The title of the battle.
    pub fn title(&self) -> String {
        let program = self.program();
        let scenario = program.scenarios.get(self.scenario);
        scenario.and_then(|it| program.texts.get(it.name)).cloned().unwrap_or_default()
    }

    /// The program that is played.
    pub fn program(&self) -> &Program {
        self.program.program()
    }

    /// Whether the rounds have begun, where any are counted: the opening is over then.
    pub(super) fn in_rounds(&self, machine: &Machine, battle: &State) -> bool {
        self.rounds.is_none_or(|at| counted(at, machine, battle).is_some_and(|it| it > 0))
    }

    /// Those who play a battle of that seed, as `play` seats them.
    ///
    /// # Errors
    ///
    /// When the scenario cannot be set up.
    pub(super) fn seats(&self, machine: &Machine, seed: u64) -> Result<Vec<Seat>, Failure> {
        seats(machine, self.scenario, seed, &self.who)
    }

    /// Lends a machine that nobody else uses meanwhile.
    pub(super) fn with_machine<T>(&self, work: impl FnOnce(&Machine) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(|left| left.into_inner());
        let machine = idle().pop();
        let machine = machine.unwrap_or_else(|| Machine::noting_bearers(&self.program));
        let done = work(&machine);
        idle().push(machine);
        done
    }
}

/// What a thing of an entry costs: its printed `points`.
fn points(program: &Program, entry: EntryId) -> Option<i64> {
    let entry = program.entries.get(entry)?;
    let profiles = &program.kinds.get(entry.kind)?.profiles;
    let named = profiles.iter().position(|id| {
        let name = program.profiles.get(*id).and_then(|it| program.texts.get(it.name));
        name.is_some_and(|name| name == "points")
    });
    match entry.values.get(named?)? {
        Value::Scalar(points) => Some(*points),
        Value::Wide(_) => None,
    }
}
