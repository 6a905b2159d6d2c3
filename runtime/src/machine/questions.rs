//! Questions about a state: takes a state of a program, gives whose something is, what a side is worth, and values in words.

use super::Machine;
use crate::fault::Checked;
use crate::space::plane::Grain;
use crate::state::{Locals, State, View, Wide};
use warwright_ir::{KindBase, Ty};

impl Machine {
    /// The player to whom an entity belongs; none where it belongs to nobody.
    ///
    /// # Errors
    ///
    /// A fault where there is no such entity.
    pub fn owner(&self, state: &State, entity: i64) -> Checked<i64> {
        View::live(state).owner(entity)
    }

    /// What a player's side of the table is worth, for players who weigh how a battle stands: what the system says, else how
    /// many pieces it has in play. Rules never depend on it.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn worth(&self, state: &State, player: i64) -> Checked<i64> {
        let Some(worth) = self.program().worth.and_then(|id| self.program().functions.get(id))
        else {
            let pieces = |kind| self.program().kinds.get(kind).map(|it| it.base);
            let own = state.heads().iter().zip(0_i64..).filter(|(head, entity)| {
                pieces(head.kind) == Some(KindBase::Piece)
                    && state.in_play(*entity)
                    && View::live(state).owner(*entity) == Ok(player)
            });
            return Ok(i64::try_from(own.count()).unwrap_or(i64::MAX));
        };
        let mut locals = Locals::default();
        locals.scalars.resize(usize::from(worth.env.scalars).max(1), 0);
        locals.wides.resize(usize::from(worth.env.wides), Wide::new());
        if let Some(first) = locals.scalars.first_mut() {
            *first = player;
        }
        self.with_evaluator(state, locals, (0, 0), &mut (), |evaluator| {
            evaluator.scalar(worth.body)
        })
    }

    /// A value in words.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn show(&self, state: &State, ty: &Ty, value: &[i64]) -> Checked<String> {
        Ok(self.renderer(state)?.value(ty, value))
    }

    /// Whether lengths are shown in inches, else in centimetres.
    pub fn measures_in_inches(&self) -> bool {
        self.linked.inches
    }

    /// What all lengths are multiples of.
    pub fn grain(&self) -> Grain {
        self.linked.grain
    }

    /// What an entity is called.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn name(&self, state: &State, entity: i64) -> Checked<String> {
        Ok(self.renderer(state)?.entity(entity))
    }
}
