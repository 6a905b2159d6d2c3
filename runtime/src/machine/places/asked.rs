//! A place that is asked for, as people see it: for what, where it may lie, and what speaks against one that is named.

use super::PlaceChoice;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::machine::left_out::Failing;
use crate::machine::{Fuel, Machine, Tells};
use crate::session::Session;
use crate::space::plane::{Angle, Pose, Region};
use crate::state::{Locals, State, Wide, Work};
use warwright_ir::{Act, NONE};

/// A place that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceAsked {
    /// The piece.
    pub who: i64,
    /// Which way it looks unless another facing is named.
    pub facing: Angle,
    /// Where it is to lie.
    pub region: Region,
}

/// What speaks against a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// The piece would not lie wholly in the region.
    Outside,
    /// A condition does not hold there.
    Fails(Failing),
}

impl Machine {
    /// The place that is asked for, if one is.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn place_asked(&self, state: &State) -> Checked<Option<PlaceAsked>> {
        let Some(choice) = self.place_choice(state) else { return Ok(None) };
        let mut copy = Session::new(state.clone());
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::QUESTION);
        let mut engine = self.engine(&mut copy, &mut tells, &mut fuel)?;
        let base = engine.base_at(state.frames.len().saturating_sub(1))?;
        let asked = engine.ask(base, |evaluator| {
            let who = evaluator.scalar(choice.who)?;
            if who == NONE {
                return Ok(None);
            }
            let facing = evaluator.facing_asked(who, choice)?;
            let region = evaluator.region(choice.within)?.as_ref().clone();
            Ok(Some(PlaceAsked { who, facing, region }))
        })?;
        Ok(asked)
    }

    /// What speaks against a place where one is asked for; nothing where it may be chosen.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn against_place(&self, state: &State, place: &[i64]) -> Checked<Option<NoPlace>> {
        let (Some(choice), Some(asked), Some(pose)) =
            (self.place_choice(state), self.place_asked(state)?, Pose::from_cells(place))
        else {
            return Ok(None);
        };
        let mut copy = Session::new(state.clone());
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::QUESTION);
        let mut engine = self.engine(&mut copy, &mut tells, &mut fuel)?;
        let base = engine.base_at(state.frames.len().saturating_sub(1))?;
        let alone = PlaceChoice { when: None, ..choice };
        let inside =
            engine.ask(base, |evaluator| evaluator.fits(asked.who, pose, &asked.region, alone))?;
        if !inside {
            return Ok(Some(NoPlace::Outside));
        }
        let Some(when) = choice.when else { return Ok(None) };
        let there = self.with_piece_at(state, asked.who, place)?;
        let scalars = state.locals.scalars.get(base.scalars..).unwrap_or_default().to_vec();
        let wides = state.locals.wides.get(base.wides..).unwrap_or_default().to_vec();
        let mut locals = Locals { scalars, wides };
        if let Some(local) = locals.wides.get_mut(usize::from(choice.slot)) {
            *local = Wide::from_slice(place);
        }
        Ok(self.failing(&there, &locals, when)?.map(NoPlace::Fails))
    }

    fn place_choice(&self, state: &State) -> Option<PlaceChoice> {
        let Work::Acts(acts) = &state.frames.last()?.work else { return None };
        match self.program().bodies.get(acts.body)?.acts.get(acts.at as usize)? {
            Act::Choose { kind, .. } => PlaceChoice::of(kind),
            _ => None,
        }
    }

    /// The state with a piece set down.
    fn with_piece_at(&self, state: &State, piece: i64, place: &[i64]) -> Checked<State> {
        let damaged = || Fault::damaged(DamagedPart::State);
        let head = state.head(piece).ok_or_else(damaged)?;
        let field = self.program().kinds.get(head.kind).and_then(|kind| kind.place);
        let mut copy = Session::new(state.clone());
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::QUESTION);
        let mut engine = self.engine(&mut copy, &mut tells, &mut fuel)?;
        engine.writer().set_wide(piece, field.ok_or_else(damaged)?, Wide::from_slice(place))?;
        Ok(copy.into_state())
    }
}
