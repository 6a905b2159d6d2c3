//! Drawing: takes actions that are offered, gives one legal option by chance, without listing all others.

use super::{Choice, Offer, Search};
use crate::dice::SeededDice;
use crate::eval::{Bearing, Evaluator};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::Early;
use crate::machine::request::ActionOption;
use smallvec::SmallVec;
use warwright_ir::ActionId;

/// What is drawn first: who brings an action and the value of its first parameter, or being done.
#[derive(Clone, Copy, Debug)]
enum First<'a> {
    Done,
    Action { choice: Choice<'a>, bearing: Bearing, value: Option<i64>, sure: Option<usize> },
}

/// What was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::machine) enum Drawn {
    /// Nothing is legal.
    Nothing,
    /// Being done was drawn before anything legal.
    Done,
    /// An option.
    Option(ActionOption),
}

impl<'a> Evaluator<'a, ()> {
    /// Draws an option. Each action with each bearer and each value of its first parameter is as likely as any other such, and as
    /// being done, as long as it is legal; then each value of the next parameter, and so on.
    pub(in crate::machine) fn draw(
        &mut self,
        actions: &[ActionId],
        offer: Offer,
        done: bool,
        generator: &mut SeededDice,
    ) -> Checked<Drawn> {
        let mut firsts = Vec::new();
        for id in actions {
            self.firsts(*id, offer, &mut firsts)?;
        }
        if done && !firsts.is_empty() {
            firsts.push(First::Done);
        }
        while !firsts.is_empty() {
            let count = u32::try_from(firsts.len()).unwrap_or(u32::MAX);
            let at = usize::try_from(generator.below(count)).unwrap_or(0);
            let first = firsts.swap_remove(at);
            match first {
                First::Done => return Ok(Drawn::Done),
                First::Action { choice, bearing, value, sure } => {
                    let found =
                        self.draw_rest(&choice, bearing, (value, sure), offer, generator)?;
                    if let Some(option) = found {
                        return Ok(Drawn::Option(option));
                    }
                }
            }
        }
        Ok(Drawn::Nothing)
    }

    /// The ways in which an action may be begun.
    fn firsts(&mut self, id: ActionId, offer: Offer, firsts: &mut Vec<First<'a>>) -> Checked<()> {
        let Some(choice) = self.choice(id)? else { return Ok(()) };
        let place = self.surround(&choice, offer)?;
        let result = self.each_bearing(&choice.link.carrier, |this, bearing| {
            let (_, permission) = this.permission(choice.action.permission)?;
            let before = choice.before;
            let by_known = choice.link.by_known == 0;
            if (by_known && !this.is_by(choice.action.by, offer.player)?)
                || !this.possible_here(choice.permission, permission, (None, before), None)?
            {
                return Ok(());
            }
            let Some(param) = choice.action.params.first() else {
                firsts.push(First::Action { choice, bearing, value: None, sure: None });
                return Ok(());
            };
            let early = choice.link.early.first().map_or(&[] as &[Early], Vec::as_slice);
            if !early.iter().all(|early| this.possible_early(early)) {
                return Ok(());
            }
            let (values, sure) = this.values(&choice, param, 0, None)?;
            let values = values.into_iter().map(Some);
            firsts.extend(values.map(|value| First::Action { choice, bearing, value, sure }));
            Ok(())
        });
        self.leave(place);
        result.map_err(|fault| fault.at(Some(choice.action.span)))
    }

    /// Draws the values of the other parameters; nothing where none are legal.
    fn draw_rest(
        &mut self,
        choice: &Choice<'a>,
        bearing: Bearing,
        (value, sure): (Option<i64>, Option<usize>),
        offer: Offer,
        generator: &mut SeededDice,
    ) -> Checked<Option<ActionOption>> {
        let place = self.surround(choice, offer)?;
        let mut search = Search::drawing(offer, generator);
        let result = self.still_bears(&choice.link.carrier, bearing).and_then(|bears| {
            let mut args = SmallVec::new();
            match value {
                _ if !bears => Err(Fault::damaged(DamagedPart::State)),
                Some(value) => {
                    self.join_with(choice, bearing, &mut args, &mut search, (value, sure))
                }
                None => self.join(choice, bearing, &mut args, &mut search),
            }
        });
        self.leave(place);
        result.map_err(|fault| fault.at(Some(choice.action.span)))?;
        Ok(search.found.pop())
    }
}
