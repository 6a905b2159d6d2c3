//! Plans: takes a piece, a window and a goal, tries the actions of the window on copies of the state, gives those that bring
//! the piece there in the fewest turns.
//!
//! `docs/decisions/020-planner.md` says what is tried and what an answer means. After each manoeuvre the [`WIDTH`] most
//! promising places go on, up to [`MANOEUVRES`] in a turn.

mod next_turn;
mod places;

use super::acts::Next;
use super::engine::{Base, Engine};
use super::offers::{Mover, Offer, Search};
use super::request::ActionOption;
use super::tell::Tells;
use crate::eval::{Bearings, Towards};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::space::plane::Angle;
use crate::state::{ActionRun, State, Wide, Work};
use places::{Place, Seen};
use smallvec::SmallVec;
use std::rc::Rc;
use warwright_ir::{Act, ActionId, ExprId, Ty};

/// So many places are gone on from after each manoeuvre.
const WIDTH: usize = 8;
/// After so many turns that bring it no nearer there is no way.
const PATIENCE: u32 = 4;
/// So many manoeuvres are tried in a turn.
const MANOEUVRES: usize = 4;
/// The cells of a plan before its actions: whose, how many turns, where it ends.
const HEAD: usize = 5;

/// What a plan is made for.
#[derive(Debug)]
struct Aim<'p> {
    who: i64,
    player: i64,
    actions: &'p [ActionId],
    towards: Option<Towards>,
    until: ExprId,
    base: Base,
}

impl Engine<'_> {
    /// A plan as cells; none where no way is found.
    pub(super) fn plan(&mut self, base: Base, act: &Act) -> Checked<Wide> {
        let Act::Plan { who, window, towards, until, at_most, .. } = act else {
            return Err(Fault::damaged(DamagedPart::Position));
        };
        if self.planning {
            return Err(Fault::new(FaultKind::PlanAsks));
        }
        let (who, towards, turns) = self.ask(base, |evaluator| {
            let who = evaluator.scalar(*who)?;
            evaluator.pose(who)?;
            let towards = towards.map(|towards| evaluator.towards(who, towards)).transpose()?;
            Ok((who, towards, evaluator.scalar(*at_most)?))
        })?;
        let actions = self.setting.windows.get(*window).map_or(&[] as &[ActionId], Vec::as_slice);
        let player = self.ask(base, |evaluator| evaluator.view.owner(who))?;
        let aim = Aim { who, player, actions, towards, until: *until, base };
        let found = self.search_turns(&aim, turns)?;
        Ok(found.map_or_else(Wide::new, |(turn, place)| cells_of(who, turn, &place)))
    }

    /// The first place, turn by turn and manoeuvre by manoeuvre, at which the goal is reached.
    fn search_turns(&mut self, aim: &Aim<'_>, turns: i64) -> Checked<Option<(i64, Place)>> {
        let mut start = self.place(aim, self.state.clone(), Rc::new(Vec::new()), (0, 0))?;
        if self.is_there(aim, &mut start)? {
            return Ok(Some((0, start)));
        }
        let mut begun = Seen::default();
        begun.is_new(&start, aim.who);
        let mut layer = vec![start];
        let (mut nearest, mut idle) = ([i64::MAX; 2], 0);
        for turn in 1..=turns {
            let mut seen = Seen::default();
            let mut ends: Vec<Place> = Vec::new();
            let mut level = layer;
            for _ in 0..MANOEUVRES {
                let mut next = Vec::new();
                for place in &mut level {
                    self.try_all(aim, place, turn == 1, &mut seen, &mut next)?;
                }
                if let Some(reached) = self.nearest_there(aim, &mut next)? {
                    return Ok(Some((turn, reached)));
                }
                self.thin(aim, &mut next)?;
                ends.append(&mut level);
                level = next;
            }
            ends.append(&mut level);
            self.thin(aim, &mut ends)?;
            idle += 1;
            for place in &mut ends {
                let Some(left) = self.left(aim, place)? else {
                    idle = 0;
                    break;
                };
                for (nearest, left) in nearest.iter_mut().zip(left) {
                    if left <= nearest.saturating_sub(places::APART) {
                        (*nearest, idle) = (left, 0);
                    }
                }
            }
            if idle >= PATIENCE {
                break;
            }
            layer = Vec::new();
            for mut place in ends {
                self.on_copy(&mut place.state, |inner| inner.next_turn(aim.who))?;
                if begun.is_new(&place, aim.who) {
                    layer.push(place);
                }
            }
            if layer.is_empty() {
                break;
            }
        }
        Ok(None)
    }

    /// Keeps the most promising places. How far each still has to go is asked only where there are too many.
    fn thin(&mut self, aim: &Aim<'_>, places: &mut Vec<Place>) -> Checked<()> {
        if places.len() > WIDTH {
            for place in places.iter_mut() {
                self.left(aim, place)?;
            }
            places::thin(places, WIDTH);
        }
        Ok(())
    }

    /// How far a piece still has to go from a place, where it makes for something.
    fn left(&mut self, aim: &Aim<'_>, place: &mut Place) -> Checked<Option<[i64; 2]>> {
        if let (None, Some(towards)) = (place.left, &aim.towards) {
            let asked = |inner: &mut Engine<'_>| {
                inner.ask(aim.base, |evaluator| evaluator.still_to_go(aim.who, towards))
            };
            place.left = Some(self.on_copy(&mut place.state, asked)?);
        }
        Ok(place.left)
    }

    /// Of the places at which the goal is reached, the one with the fewest manoeuvres, then the shortest way, of which
    /// most is gone in the first turn.
    fn nearest_there(&mut self, aim: &Aim<'_>, places: &mut [Place]) -> Checked<Option<Place>> {
        let mut best: Option<&Place> = None;
        for place in places {
            let better = best.is_none_or(|best| place.spent() < best.spent());
            if better && self.is_there(aim, place)? {
                best = Some(place);
            }
        }
        Ok(best.cloned())
    }

    /// Whether the goal is reached at a place.
    fn is_there(&mut self, aim: &Aim<'_>, place: &mut Place) -> Checked<bool> {
        self.on_copy(&mut place.state, |inner| Ok(inner.scalar(aim.base, aim.until)? != 0))
    }

    /// The places to which all that is proposed at a place leads.
    fn try_all(
        &mut self,
        aim: &Aim<'_>,
        from: &mut Place,
        first: bool,
        seen: &mut Seen,
        found: &mut Vec<Place>,
    ) -> Checked<()> {
        let (bearings, options) = self.on_copy(&mut from.state, |inner| inner.manoeuvres(aim))?;
        for option in options {
            let Some(place) = self.tried(aim, from, &option, first)? else { continue };
            let shorter = self.shorter(aim, from, &place, &option, bearings.as_ref())?;
            if seen.is_new(&place, aim.who) {
                found.push(place);
            }
            for option in shorter {
                if let Some(place) = self.tried(aim, from, &option, first)?
                    && seen.is_new(&place, aim.who)
                {
                    found.push(place);
                }
            }
        }
        Ok(())
    }

    /// The actions by which a piece may move now, with what is proposed for their parameters.
    fn manoeuvres(&mut self, aim: &Aim<'_>) -> Checked<(Option<Bearings>, Vec<ActionOption>)> {
        let offer = Offer { player: aim.player, run: None };
        self.ask(aim.base, |evaluator| {
            let bearings = match &aim.towards {
                Some(towards) => evaluator.bearings(aim.who, towards)?,
                None => None,
            };
            let turns = bearings.as_ref().map(|it| evaluator.turns_of(aim.who, it)).transpose()?;
            let mover = Mover { who: aim.who, turns: turns.as_deref() };
            let mut search = Search::moving(offer, mover);
            for action in aim.actions {
                let before = search.found.len();
                evaluator.search(&[*action], &mut search)?;
                if search.found.len() == before && mover.turns.is_some() {
                    // The most of its range is not legal: what all players are offered may be.
                    let mut offered = Search::moving(offer, Mover { turns: None, ..mover });
                    evaluator.search(&[*action], &mut offered)?;
                    search.found.append(&mut offered.found);
                }
            }
            Ok((bearings, search.found))
        })
    }

    /// Where an action leads; nothing where the piece leaves the board by it.
    fn tried(
        &mut self,
        aim: &Aim<'_>,
        from: &Place,
        option: &ActionOption,
        first: bool,
    ) -> Checked<Option<Place>> {
        let mut state = from.state.clone();
        self.on_copy(&mut state, |inner| inner.run_alone(option, aim.player))?;
        if !state.in_play(aim.who) {
            return Ok(None);
        }
        let mut steps = Rc::clone(&from.steps);
        if first {
            Rc::make_mut(&mut steps).push(option.clone());
        }
        let so_far = (from.count.saturating_add(1), 0);
        let mut place = self.place(aim, state, steps, so_far)?;
        place.gone = from.gone.saturating_add(from.pose.at.to(place.pose.at).square().isqrt());
        place.early = if first { place.gone } else { from.early };
        Ok(Some(place))
    }

    /// A state with where the piece is and how far it still has to go.
    fn place(
        &mut self,
        aim: &Aim<'_>,
        mut state: State,
        steps: Rc<Vec<ActionOption>>,
        (count, gone): (u32, i64),
    ) -> Checked<Place> {
        let asked = |inner: &mut Engine<'_>| inner.ask(aim.base, |it| it.pose(aim.who));
        let pose = self.on_copy(&mut state, asked)?;
        Ok(Place { state, pose, steps, count, gone, early: gone, left: None })
    }

    /// The same action with lesser lengths, where it slid the piece: those at which something happens on the way.
    fn shorter(
        &mut self,
        aim: &Aim<'_>,
        from: &mut Place,
        to: &Place,
        option: &ActionOption,
        bearings: Option<&Bearings>,
    ) -> Checked<Vec<ActionOption>> {
        let action = self.linked.program.actions.get(option.action);
        let is_length = |param: &warwright_ir::ActionParam| param.param.ty == Ty::Length;
        let length = action.and_then(|action| action.params.iter().position(is_length));
        let way = from.pose.at.to(to.pose.at);
        let (Some(at), Some(direction), Some(bearings)) = (length, Angle::of(way), bearings) else {
            return Ok(Vec::new());
        };
        if from.pose.facing != to.pose.facing {
            return Ok(Vec::new());
        }
        let (grain, far) = (self.linked.grain, way.square().isqrt());
        let mut lengths: SmallVec<[i64; 8]> = bearings
            .lengths(direction)
            .into_iter()
            .chain([far / 2])
            .map(|length| grain.round(length))
            .filter(|length| *length > 0 && *length < far)
            .collect();
        lengths.sort_unstable();
        lengths.dedup();
        let mut legal = Vec::new();
        for length in lengths {
            let mut other = option.clone();
            if let Some(arg) = other.args.get_mut(at) {
                *arg = length;
            }
            let may = |inner: &mut Engine<'_>| inner.is_legal(aim.base, &other, aim.player);
            if self.on_copy(&mut from.state, may)? {
                legal.push(other);
            }
        }
        Ok(legal)
    }

    /// Whether an action may be taken by a player.
    fn is_legal(&mut self, base: Base, option: &ActionOption, player: i64) -> Checked<bool> {
        let wanted = self.linked.program.actions.get(option.action);
        if wanted.is_none_or(|action| action.params.len() != option.args.len()) {
            return Err(Fault::damaged(DamagedPart::State));
        }
        let mut search = Search::only(Offer { player, run: None }, option);
        self.ask(base, |evaluator| evaluator.search(&[option.action], &mut search))?;
        Ok(!search.found.is_empty())
    }

    /// Runs an action to its end.
    fn run_alone(&mut self, option: &ActionOption, player: i64) -> Checked<()> {
        let depth = self.state.frames.len();
        self.begin_manoeuvre(option, player)?;
        while self.state.frames.len() > depth {
            if self.state.outcome.is_some() || self.advance()?.is_some() {
                return Err(Fault::new(FaultKind::PlanAsks));
            }
        }
        if self.state.frames.len() < depth {
            return Err(Fault::new(FaultKind::PlanAsks));
        }
        Ok(())
    }

    fn begin_manoeuvre(&mut self, option: &ActionOption, player: i64) -> Checked<()> {
        let action = self.linked.program.actions.get(option.action);
        let action = action.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let bill = self.bill(option, Offer { player, run: None }, player)?;
        let base = bill.base;
        self.pay(bill)?;
        self.push(base, Work::Action(ActionRun { action: option.action, run: None }))?;
        self.push_acts(base, action.body)
    }

    /// Lets a machine work on a copy of the state.
    fn on_copy<T>(
        &mut self,
        state: &mut State,
        work: impl FnOnce(&mut Engine<'_>) -> Checked<T>,
    ) -> Checked<T> {
        let mut tells = Tells::quiet();
        let memo = state.memo.take(self.linked);
        let mut inner = Engine {
            linked: self.linked,
            setting: self.setting,
            state,
            tells: &mut tells,
            fuel: self.fuel,
            memo,
            planning: true,
            chance: None,
        };
        work(&mut inner)
    }

    /// Takes the next action of a plan's first turn, if there is one and it is legal.
    pub(super) fn follow(&mut self, base: Base, cursor: u16, at: u32) -> Checked<Next> {
        let plan = self.wide_local(base, cursor)?.clone();
        let damaged = || Fault::damaged(DamagedPart::State);
        let (Some(who), Some(steps)) = (plan.first(), plan.get(HEAD..)) else {
            return Err(Fault::new(FaultKind::NothingThere));
        };
        let Some((option, rest)) = next_step(steps).ok_or_else(damaged)? else {
            return Ok(Next::Act);
        };
        let player = self.ask(base, |evaluator| evaluator.view.owner(*who))?;
        if !self.is_legal(base, &option, player)? {
            return Ok(Next::Act);
        }
        let left = plan.iter().take(HEAD).chain(rest).copied().collect();
        self.set_wide_local(base, cursor, left)?;
        self.top_acts()?.at = at;
        self.begin_manoeuvre(&option, player)?;
        Ok(Next::Frames)
    }
}

/// A plan as cells.
fn cells_of(who: i64, turns: i64, place: &Place) -> Wide {
    let mut cells: Wide = [who, turns].into_iter().collect();
    cells.extend(place.pose.cells());
    for step in place.steps.iter() {
        let count = i64::try_from(step.args.len()).unwrap_or(i64::MAX);
        cells.extend([i64::from(step.action.0), step.bearer, i64::from(step.ordinal), count]);
        cells.extend(step.args.iter().copied());
    }
    cells
}

/// The next action of a plan and the rest: nothing within where there is none, nothing at all where the cells are damaged.
fn next_step(cells: &[i64]) -> Option<Option<(ActionOption, &[i64])>> {
    let [action, bearer, ordinal, count, rest @ ..] = cells else {
        return cells.is_empty().then_some(None);
    };
    let (args, rest) = rest.split_at_checked(usize::try_from(*count).ok()?)?;
    let option = ActionOption {
        action: ActionId(u32::try_from(*action).ok()?),
        bearer: *bearer,
        ordinal: u16::try_from(*ordinal).ok()?,
        args: args.iter().copied().collect(),
    };
    Some(Some((option, rest)))
}
