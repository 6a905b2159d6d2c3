//! Who settles the choices that come up while odds are worked out.

use crate::fault::Checked;
use crate::machine::{Answer, ChooseRequest, Machine};
use crate::session::Session;

/// How a choice is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// By one answer.
    By(Answer),
    /// By chance: each answer as likely as its weight says. None has the weight 0.
    ByChance(Vec<(Answer, u64)>),
    /// Not here: whoever asks wants to know how likely it is to come to this choice, and nothing of what follows.
    Stops,
    /// Not at all.
    Open,
}

/// Settles choices. What it says depends on the state and the request alone, so that equal states go on equally.
pub trait Settle {
    /// How this choice is settled.
    ///
    /// # Errors
    ///
    /// A fault of the rules that rank the candidates.
    fn settle(
        &mut self,
        machine: &Machine,
        battle: &Session,
        request: &ChooseRequest,
    ) -> Checked<Settled>;

    /// Whether nothing of what follows a roll is wanted that would come next; it is where nothing else is said.
    fn stops_before_roll(&mut self, _: &Machine, _: &Session) -> bool {
        false
    }
}

/// Settles nothing: for procedures in which nobody chooses.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoChoices;

impl Settle for NoChoices {
    fn settle(&mut self, _: &Machine, _: &Session, _: &ChooseRequest) -> Checked<Settled> {
        Ok(Settled::Open)
    }
}
