//! Battles that chance plays, request by request: takes a machine, a scenario and a seed, gives each request before it is answered.

use warwright_ir::ScenarioId;
use warwright_runtime::{
    Chooser, Fuel, Machine, RandomPlayer, Recorded, Request, SeededDice, Session, Standpoint, Tells,
};

/// A battle that chance plays.
pub struct Drawn<'m> {
    machine: &'m Machine,
    /// Where it stands.
    pub session: Session,
    dice: SeededDice,
    players: RandomPlayer,
    tells: Tells,
    fuel: Fuel,
}

impl<'m> Drawn<'m> {
    /// A battle at its start.
    ///
    /// # Panics
    ///
    /// Where the scenario cannot be set up.
    pub fn new(machine: &'m Machine, scenario: ScenarioId, seed: u64) -> Self {
        Self {
            machine,
            session: machine.start(scenario).unwrap(),
            dice: SeededDice::new(seed, 0),
            players: RandomPlayer::new(seed, 1),
            tells: Tells::quiet(),
            fuel: Fuel::BATTLE,
        }
    }

    /// What is asked next.
    ///
    /// # Panics
    ///
    /// Where a rule fails: with the title of the scenario.
    pub fn request(&mut self) -> Request {
        self.machine.run(&mut self.session, &mut self.tells, &mut self.fuel).unwrap_or_else(|it| {
            let program = self.machine.program();
            panic!("{}: {it:?}", program.texts[program.scenarios[self.session.scenario].name])
        })
    }

    /// Answers it by chance; nothing where the battle is over.
    ///
    /// # Panics
    ///
    /// Where the answer is refused.
    pub fn answer(&mut self, request: &Request) -> Option<Recorded> {
        let (machine, session, tells) = (self.machine, &mut self.session, &mut self.tells);
        match request {
            Request::Over(_) => None,
            Request::Roll(roll) => {
                let counts = self.dice.roll(machine.program(), &roll.of, roll.count);
                machine.answer_roll(session, &counts, tells).unwrap();
                Some(Recorded::rolled(roll, counts))
            }
            Request::Choose(asked) => {
                let from = Standpoint::of(machine, session, asked.player);
                let answer = self.players.choose(&from, asked).unwrap();
                machine.answer_choice(session, &answer, tells).unwrap();
                Some(Recorded::Chose { player: asked.player, answer })
            }
        }
    }
}
