//! Who settles the choices that come up while odds are worked out.

use crate::fault::Checked;
use crate::machine::{Answer, ChooseRequest, Machine};
use crate::session::Session;

/// Settles choices. The answer depends on the state and the request alone, so that equal states go on equally.
pub trait Settle {
    /// The answer; nothing where this choice cannot be settled.
    ///
    /// # Errors
    ///
    /// A fault of the rules that rank the candidates.
    fn settle(
        &mut self,
        machine: &Machine,
        battle: &Session,
        request: &ChooseRequest,
    ) -> Checked<Option<Answer>>;
}

/// Settles nothing: for procedures in which nobody chooses.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoChoices;

impl Settle for NoChoices {
    fn settle(&mut self, _: &Machine, _: &Session, _: &ChooseRequest) -> Checked<Option<Answer>> {
        Ok(None)
    }
}

impl<F> Settle for F
where
    F: FnMut(&Machine, &Session, &ChooseRequest) -> Checked<Option<Answer>>,
{
    fn settle(
        &mut self,
        machine: &Machine,
        battle: &Session,
        request: &ChooseRequest,
    ) -> Checked<Option<Answer>> {
        self(machine, battle, request)
    }
}
