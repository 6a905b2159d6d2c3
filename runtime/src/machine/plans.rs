//! Plans: A* over poses. Takes a piece, a window and a goal, tries the actions of the window on copies of the state, gives those
//! that bring the piece there in the fewest turns.
//!
//! `docs/decisions/020-planner.md` says what is tried and what an answer means. The place of least cost (what is spent and what is
//! left, by the price and the estimate that the rules give) goes on next, wherever it is; the search ends where its patience does.

mod next_turn;
mod nodes;
mod proposals;
mod snapshots;
mod tuning;

use super::acts::Next;
use super::engine::{Base, Engine};
use super::offers::{Offer, Search};
use super::request::ActionOption;
use super::tell::{Hearers, TellKind};
use crate::eval::Course;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::space::plane::Pose;
use crate::state::{ActionRun, Wide, Work};
use nodes::{Node, OpenSet, Seen};
use snapshots::{SharedMemo, Snapshot};
use std::rc::Rc;
use tuning::Tuning;
use warwright_ir::{Act, ActionId, ExprId, MomentId, PlanManner, SpanId};

/// The cells of a plan before its actions: whose, how many turns, where it ends.
const HEAD: usize = 5;

/// What a plan is made for.
#[derive(Debug)]
struct Aim<'p> {
    who: i64,
    player: i64,
    actions: &'p [ActionId],
    until: ExprId,
    base: Base,
    turn: MomentId,
    manner: &'p PlanManner,
    tuning: Tuning,
}

/// What a search knows.
#[derive(Debug)]
struct Known {
    memo: SharedMemo,
    /// How far it is from where; nothing where the piece makes for nothing in particular.
    course: Option<Course>,
    seen: Seen,
    open: OpenSet,
}

impl Engine<'_> {
    /// A plan as cells; none where no way is found.
    pub(super) fn plan(&mut self, base: Base, act: &Act, span: Option<SpanId>) -> Checked<Wide> {
        let Act::Plan { who, window, towards, until, at_most, turn, manner, .. } = act else {
            return Err(Fault::damaged(DamagedPart::Position));
        };
        if self.planning {
            return Err(Fault::new(FaultKind::PlanAsks));
        }
        let (who, course, turns) = self.ask(base, |evaluator| {
            let who = evaluator.scalar(*who)?;
            evaluator.pose(who)?;
            let course = towards.map(|towards| evaluator.course(who, towards)).transpose()?;
            Ok((who, course, evaluator.scalar(*at_most)?))
        })?;
        let actions = self.setting.windows.get(*window).map_or(&[] as &[ActionId], Vec::as_slice);
        let player = self.ask(base, |evaluator| evaluator.view.owner(who))?;
        let (turn, tuning) = (*turn, self.tuning(base, manner)?);
        let aim = Aim { who, player, actions, until: *until, base, turn, manner, tuning };
        let (seen, open) = (Seen::default(), OpenSet::new(tuning));
        let mut known = Known { memo: self.shared_memo(), course, seen, open };
        let found = self.search_ways(&aim, &mut known, turns)?;
        let (gone_on, all) = (known.open.gone_on(), known.open.is_empty());
        self.return_memo(known.memo);
        let hearers = Hearers::WhoKnow(Wide::from_elem(who, 1), None);
        self.tell(TellKind::Planned, span, hearers, |engine| {
            (engine.renderer().entity(who), in_words(found.as_ref(), gone_on, all))
        });
        Ok(found.map_or_else(Wide::new, |place| cells_of(who, &place)))
    }

    /// The first place found at which the goal is reached, or a better one that is found soon after.
    fn search_ways(
        &mut self,
        aim: &Aim<'_>,
        known: &mut Known,
        turns: i64,
    ) -> Checked<Option<Node>> {
        let mut start = self.start(aim, known)?;
        if self.is_there(aim, known, &mut start)? {
            return Ok(Some(start));
        }
        start.turn = 1;
        start.left = self.left(aim, known, &mut start)?;
        known.seen.is_new(&start, aim.who);
        known.open.add(start);
        let mut best: Option<Node> = None;
        let estimated = known.course.is_some() || aim.manner.estimate.is_some();
        let tuning = aim.tuning;
        let mut patience = if estimated { tuning.patience } else { tuning.effort };
        for _ in 0..tuning.effort {
            let Some(mut place) = known.open.next(patience) else { break };
            let found = if i64::from(place.in_turn) < tuning.manoeuvres {
                self.try_all(aim, &mut place, known)?
            } else {
                Vec::new()
            };
            if place.turn < turns {
                let next = |inner: &mut Engine<'_>| inner.next_turn(aim.turn, aim.who);
                self.change_snapshot(&mut known.memo, &mut place.snapshot, next)?;
                (place.turn, place.in_turn) = (place.turn + 1, 0);
                place.paid = self.paid(aim, known, &mut place.snapshot)?.unwrap_or(0);
                if known.seen.is_new(&place, aim.who) {
                    self.add(aim, known, place)?;
                }
            }
            for mut place in found {
                let better = best.as_ref().is_none_or(|best| place.spent() < best.spent());
                if better && self.is_there(aim, known, &mut place)? {
                    patience = tuning.refine / usize::try_from(place.turn).unwrap_or(1).max(1);
                    best = Some(place);
                } else {
                    self.add(aim, known, place)?;
                }
            }
            if let Some(best) = &best {
                known.open.only_better(best);
            }
        }
        Ok(best)
    }

    /// Whether the goal is reached at a place.
    fn is_there(&mut self, aim: &Aim<'_>, known: &mut Known, place: &mut Node) -> Checked<bool> {
        let ask = |inner: &mut Engine<'_>| Ok(inner.scalar(aim.base, aim.until)? != 0);
        self.ask_snapshot(&mut known.memo, &mut place.snapshot, ask)
    }

    /// Where the piece is now.
    fn start(&mut self, aim: &Aim<'_>, known: &mut Known) -> Checked<Node> {
        let snapshot = known.memo.first();
        let mut snapshot = snapshot.ok_or_else(|| Fault::damaged(DamagedPart::State))?;
        let ask = |inner: &mut Engine<'_>| inner.ask(aim.base, |it| it.pose(aim.who));
        let pose = self.ask_snapshot(&mut known.memo, &mut snapshot, ask)?;
        let paid = self.paid(aim, known, &mut snapshot)?.unwrap_or(0);
        Ok(Node {
            snapshot,
            pose,
            turn: 0,
            in_turn: 0,
            paid,
            price: 0,
            rest: 0,
            steps: Rc::new(Vec::new()),
            count: 0,
            spent: 0,
            early: 0,
            left: 0,
        })
    }

    /// Where an action leads; nothing where the piece leaves the board by it.
    fn tried(
        &mut self,
        aim: &Aim<'_>,
        known: &mut Known,
        from: &Node,
        option: &ActionOption,
    ) -> Checked<Option<Node>> {
        let mut snapshot = from.snapshot.clone();
        let run = |inner: &mut Engine<'_>| inner.run_alone(option, aim.player);
        self.change_snapshot(&mut known.memo, &mut snapshot, run)?;
        if !snapshot.state.in_play(aim.who) {
            return Ok(None);
        }
        let ask = |inner: &mut Engine<'_>| inner.ask(aim.base, |it| it.pose(aim.who));
        let pose = self.ask_snapshot(&mut known.memo, &mut snapshot, ask)?;
        let paid = match self.paid(aim, known, &mut snapshot)? {
            Some(paid) => paid,
            None => from.paid.saturating_add(from.pose.at.to(pose.at).square().isqrt()),
        };
        let price = paid.saturating_sub(from.paid).max(0);
        let mut steps = Rc::clone(&from.steps);
        let first = from.turn <= 1;
        if first {
            Rc::make_mut(&mut steps).push(option.clone());
        }
        Ok(Some(Node {
            snapshot,
            pose,
            turn: from.turn,
            in_turn: from.in_turn + 1,
            paid,
            price,
            rest: 0,
            steps,
            count: from.count.saturating_add(1),
            spent: from.spent.saturating_add(price),
            early: if first { from.early.saturating_add(price) } else { from.early },
            left: 0,
        }))
    }

    /// What the piece has spent of its turn, where the rules say what that is.
    fn paid(
        &mut self,
        aim: &Aim<'_>,
        known: &mut Known,
        snapshot: &mut Snapshot,
    ) -> Checked<Option<i64>> {
        let Some(price) = aim.manner.price else { return Ok(None) };
        let ask = |inner: &mut Engine<'_>| inner.scalar(aim.base, price);
        self.ask_snapshot(&mut known.memo, snapshot, ask).map(Some)
    }

    /// How far it still is from a place, by the estimate.
    fn left(&mut self, aim: &Aim<'_>, known: &mut Known, place: &mut Node) -> Checked<i64> {
        let course = known.course.as_ref();
        let Some(estimate) = aim.manner.estimate else {
            return Ok(course.map_or(0, |course| course.left(place.pose)));
        };
        let far = course.map_or(0, |course| course.far(place.pose));
        let ask = |inner: &mut Engine<'_>| {
            inner.ask(aim.base, |evaluator| {
                evaluator.set_scalar(aim.manner.it, far)?;
                evaluator.scalar(estimate)
            })
        };
        self.ask_snapshot(&mut known.memo, &mut place.snapshot, ask)
    }

    /// Lets a place wait to be gone on from.
    fn add(&mut self, aim: &Aim<'_>, known: &mut Known, mut place: Node) -> Checked<()> {
        place.left = self.left(aim, known, &mut place)?;
        known.open.add(place);
        Ok(())
    }

    /// Sees what bars the way of a piece that came to a pose.
    fn learn(&mut self, aim: &Aim<'_>, known: &mut Known, pose: Pose) -> Checked<()> {
        if known.course.as_mut().is_some_and(|course| course.learn(pose)) {
            let mut waiting = known.open.take();
            for place in &mut waiting {
                place.left = self.left(aim, known, place)?;
            }
            known.open.renew(waiting);
        }
        Ok(())
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

/// How a search ended: it says so where a way may have been missed.
fn in_words(found: Option<&Node>, gone_on: usize, all: bool) -> String {
    match found {
        Some(Node { turn: 0, .. }) => String::from("is there"),
        Some(Node { turn, .. }) => format!("a way of {turn} turns, after {gone_on} places"),
        None if all => format!("no way: it went on from all {gone_on} places"),
        None => format!("no way was found: it gave up after {gone_on} places"),
    }
}

/// A plan as cells.
fn cells_of(who: i64, place: &Node) -> Wide {
    let mut cells: Wide = [who, place.turn].into_iter().collect();
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
