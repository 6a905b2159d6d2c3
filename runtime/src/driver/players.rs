//! The random player.

use super::{Chooser, PlayFault, Standpoint};
use crate::dice::SeededDice;
use crate::machine::{Answer, ChooseRequest};

/// Chooses uniformly among the legal answers.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    /// Its own generator, apart from that of the dice.
    pub generator: SeededDice,
}

impl RandomPlayer {
    /// A random player with a generator of its own.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self { generator: SeededDice::new(seed, stream) }
    }
}

impl Chooser for RandomPlayer {
    fn choose(
        &mut self,
        _from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        Ok(request.options.uniform(&mut self.generator))
    }
}
