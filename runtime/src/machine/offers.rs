//! Which actions a player may take: bearers, then parameters joined from left to right, then permission and price.

mod drawing;
mod ranges;
mod withheld;

pub(super) use drawing::Drawn;
pub use ranges::{Range, Ranged};
pub use withheld::{Wanted, WantedValue, WhyNot, Withheld, WithheldList};

use super::request::ActionOption;
use crate::dice::SeededDice;
use crate::eval::{Bearing, CallerEnv, Evaluator};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::link::{ActionLink, Early, Unwanted};
use crate::state::{State, Wide, Work};
use crate::watch::Part;
use smallvec::SmallVec;
use warwright_ir::{
    Action, ActionId, ActionParam, Domain, ExprId, Id, NONE, Permission, PolicyId, ProcedureId,
    Slot,
};

/// So many whole numbers of a range are all offered.
const MOST_OFFERED: i64 = 64;

/// More options than this at once are a fault: nobody could choose among them, and they take memory.
const MOST_OPTIONS: usize = 500_000;

/// Where the actions are offered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    /// Who is asked.
    pub(super) player: i64,
    /// For actions at a step: the procedure, and where the locals of its run begin.
    pub(super) run: Option<(ProcedureId, usize, usize)>,
}

/// What is looked for among the options.
#[derive(Debug)]
pub(super) struct Search<'s> {
    offer: Offer,
    /// Only this option, if it is legal.
    wanted: Option<&'s ActionOption>,
    /// Who moves by it, where a plan is made.
    mover: Option<Mover>,
    /// Draws one option, and looks for no other.
    draws: Option<&'s mut SeededDice>,
    /// Whether one that is found will do.
    any: bool,
    /// The policy of whoever is asked, which never wants some.
    pub(super) by: Option<PolicyId>,
    /// What was found.
    pub(super) found: Vec<ActionOption>,
    /// Whether one that was found must be taken.
    pub(super) must: bool,
}

/// A piece for which a plan is made, and what is proposed for what it may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    /// The piece.
    pub(super) who: i64,
    /// Of ranges of lengths only the most, and of angles this much to either side.
    pub(super) first: Option<i64>,
}

impl<'s> Search<'s> {
    /// For all options.
    pub(super) fn all(offer: Offer) -> Self {
        let (found, any, must) = (Vec::new(), false, false);
        Self { offer, wanted: None, mover: None, draws: None, any, by: None, found, must }
    }
    /// For any option.
    pub(super) fn any(offer: Offer) -> Self {
        Self { any: true, ..Self::all(offer) }
    }
    /// For one option.
    pub(super) fn only(offer: Offer, wanted: &'s ActionOption) -> Self {
        Self { wanted: Some(wanted), ..Self::all(offer) }
    }
    /// For the options by which a piece may move: it is their first parameter.
    pub(super) fn moving(offer: Offer, mover: Mover) -> Self {
        Self { mover: Some(mover), ..Self::all(offer) }
    }
    /// For one option that is drawn.
    pub(super) fn drawing(offer: Offer, generator: &'s mut SeededDice) -> Self {
        Self { draws: Some(generator), ..Self::all(offer) }
    }
    /// Whether enough was found.
    fn is_over(&self) -> bool {
        (self.any || self.draws.is_some()) && !self.found.is_empty()
    }
}

/// An action with all that belongs to it.
#[derive(Clone, Copy, Debug)]
struct Choice<'a> {
    id: ActionId,
    action: &'a Action,
    link: &'a ActionLink,
    permission: &'a Permission,
    /// How many parameters of the permission stand before the action's own.
    before: usize,
    /// When whoever is asked never takes it.
    unwanted: &'a [Unwanted],
}

impl<'a> Evaluator<'a, ()> {
    /// Finds the options among some actions.
    pub(super) fn search(&mut self, actions: &[ActionId], search: &mut Search<'_>) -> Checked<()> {
        for id in actions {
            if search.wanted.is_some_and(|wanted| wanted.action != *id) {
                continue;
            }
            self.search_action(*id, search)?;
            if search.any && search.is_over() {
                break;
            }
        }
        Ok(())
    }

    fn search_action(&mut self, id: ActionId, search: &mut Search<'_>) -> Checked<()> {
        let linked = self.linked;
        let Some(mut choice) = self.choice(id)? else { return Ok(()) };
        choice.unwanted = search.by.map_or(&[], |policy| linked.unwanted.get(policy, id));
        let Choice { action, permission, before, .. } = choice;
        let place = self.surround(&choice, search.offer)?;
        let result = self.each_bearing(&choice.link.carrier, |this, bearing| {
            if search.any && search.is_over() {
                return Ok(());
            }
            if search.wanted.is_some_and(|wanted| {
                wanted.bearer != bearing.bearer || wanted.ordinal != bearing.ordinal
            }) {
                return Ok(());
            }
            linked.note(|| Part::Action(id));
            if choice.link.by_known == 0 && !this.is_by(action.by, search.offer.player)? {
                return Ok(());
            }
            let (_, permission_link) = this.permission(action.permission)?;
            if !this.possible_here(permission, permission_link, (None, before), None)? {
                return Ok(());
            }
            if this.is_unwanted(&choice, 0) {
                return Ok(());
            }
            this.join(&choice, bearing, &mut SmallVec::new(), search)
        });
        self.leave(place);
        result.map_err(|fault| fault.at(Some(action.span)))
    }

    /// An action with all that belongs to it; nothing where it cannot come into play.
    fn choice(&self, id: ActionId) -> Checked<Option<Choice<'a>>> {
        let (linked, setting) = (self.linked, self.setting);
        let Some(action) = linked.program.actions.get(id) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let Some(link) = setting.actions.get(id).and_then(Option::as_ref) else { return Ok(None) };
        let (permission, _) = self.permission(action.permission)?;
        let before = permission.params.len().saturating_sub(action.params.len());
        Ok(Some(Choice { id, action, link, permission, before, unwanted: &[] }))
    }

    /// Goes on in an environment for an action.
    fn surround(&mut self, choice: &Choice<'a>, offer: Offer) -> Checked<CallerEnv> {
        let (base, wide_base) = self.reserve(choice.link.env);
        self.copy_shared(offer.run, base, wide_base)?;
        Ok(self.move_to(base, wide_base))
    }

    /// Copies what an action at a step may see of the procedure's run.
    fn copy_shared(
        &mut self,
        run: Option<(ProcedureId, usize, usize)>,
        base: usize,
        wide_base: usize,
    ) -> Checked<()> {
        let Some((procedure, from, wide_from)) = run else { return Ok(()) };
        let setting = self.setting;
        let shared = setting.procedures.get(procedure).map_or(&[] as &[Slot], |p| &p.shared);
        let damaged = || Fault::damaged(DamagedPart::Local);
        for slot in shared {
            match slot {
                Slot::Scalar(slot) => {
                    let slot = usize::from(*slot);
                    let value = *self.locals.scalars.get(from + slot).ok_or_else(damaged)?;
                    *self.locals.scalars.get_mut(base + slot).ok_or_else(damaged)? = value;
                }
                Slot::Wide(slot) => {
                    let slot = usize::from(*slot);
                    let value =
                        self.locals.wides.get(wide_from + slot).ok_or_else(damaged)?.clone();
                    *self.locals.wides.get_mut(wide_base + slot).ok_or_else(damaged)? = value;
                }
            }
        }
        Ok(())
    }

    /// Tries the values of the next parameter, those before it standing in their slots.
    fn join(
        &mut self,
        choice: &Choice<'a>,
        bearing: Bearing,
        args: &mut SmallVec<[i64; 4]>,
        search: &mut Search<'_>,
    ) -> Checked<()> {
        self.burn(1)?;
        let known = args.len();
        if known > 0
            && known == choice.link.by_known
            && !self.is_by(choice.action.by, search.offer.player)?
        {
            return Ok(());
        }
        let Some(param) = choice.action.params.get(known) else {
            return self.complete(choice, bearing, args, search);
        };
        let early = choice.link.early.get(known).map_or(&[] as &[Early], Vec::as_slice);
        if !early.iter().all(|early| self.possible_early(early)) {
            return Ok(());
        }
        let (mut values, sure) = self.values(choice, param, known, search.mover)?;
        let wanted = match search.wanted {
            Some(wanted) => {
                Some(*wanted.args.get(known).ok_or_else(|| Fault::damaged(DamagedPart::State))?)
            }
            None => search.mover.filter(|_| known == 0).map(|mover| mover.who),
        };
        if let Some(wanted) = wanted {
            let fits = self.fits_range(param, wanted)?.unwrap_or_else(|| values.contains(&wanted));
            values = if fits { Wide::from_elem(wanted, 1) } else { Wide::new() };
        }
        if let Some(generator) = &mut search.draws {
            generator.shuffle(&mut values);
        }
        for value in values {
            self.join_with(choice, bearing, args, search, (value, sure))?;
            if search.is_over() {
                break;
            }
        }
        Ok(())
    }

    /// The values that are tried of a parameter, in the order of its domain, and a requirement that is sure to hold of them.
    fn values(
        &mut self,
        choice: &Choice<'a>,
        param: &ActionParam,
        known: usize,
        mover: Option<Mover>,
    ) -> Checked<(Wide, Option<usize>)> {
        match param.domain {
            Domain::Between(low, high) => {
                let ends = (self.scalar(low)?, self.scalar(high)?);
                Ok((self.values_between(&param.param.ty, ends, mover), None))
            }
            Domain::Of(domain) => match self.narrowed_values(choice, known) {
                Some(narrowed) => Ok(narrowed),
                None => {
                    let mut values = Wide::new();
                    self.each_item(domain, &mut |_, item| {
                        values.push(item);
                        Ok(())
                    })?;
                    Ok((values, None))
                }
            },
        }
    }

    /// Whether a value lies in the range of a parameter, of which not all are listed; nothing where there is none.
    fn fits_range(&mut self, param: &ActionParam, value: i64) -> Checked<Option<bool>> {
        let Domain::Between(low, high) = param.domain else { return Ok(None) };
        let ends = (self.scalar(low)?, self.scalar(high)?);
        Ok(Some(self.is_between(&param.param.ty, ends, value)))
    }

    /// The values of a parameter that a requirement leaves, in the order of its domain, and the requirement that is sure to
    /// hold of them. Nothing where all must be tried: none confines it, or that cannot be asked yet.
    fn narrowed_values(
        &mut self,
        choice: &Choice<'a>,
        known: usize,
    ) -> Option<(Wide, Option<usize>)> {
        let narrowed = choice.link.narrowed.get(known)?.as_ref()?;
        if !self.linked.optimisations.narrowing {
            return None;
        }
        let class = self.linked.kinds.get(narrowed.kind)?.class;
        let found = self.tried(|this| {
            for first in &narrowed.first {
                if !this.holds(*first)? {
                    return Ok(Wide::new());
                }
            }
            this.wide(narrowed.within)
        });
        let mut values = found.ok()?;
        values.sort_unstable();
        values.dedup();
        let state = self.view.state();
        values.retain(|item| {
            state.head(*item).is_some_and(|head| head.class == class)
                && self.view.in_play(*item).unwrap_or(false)
        });
        Some((values, narrowed.whole))
    }

    /// Tries a value of the next parameter, and all values of those after it. `sure`: a requirement that holds of it.
    fn join_with(
        &mut self,
        choice: &Choice<'a>,
        bearing: Bearing,
        args: &mut SmallVec<[i64; 4]>,
        search: &mut Search<'_>,
        (value, sure): (i64, Option<usize>),
    ) -> Checked<()> {
        self.take_value(choice, args.len(), value)?;
        let (_, link) = self.permission(choice.action.permission)?;
        let before = choice.before + args.len();
        let asked = (Some(before), before + 1);
        let possible = if choice.unwanted.is_empty() {
            self.possible_here(choice.permission, link, asked, sure)?
        } else {
            // What is soon known, then what the player says of it, then the rest.
            let soon = choice.permission.requires.iter().position(|require| {
                usize::from(require.params_known) == before + 1
                    && self.linked.takes_long.get(require.holds.position()) == Some(&true)
            });
            let soon = soon.unwrap_or(usize::MAX);
            self.possible_among(choice.permission, link, asked, sure, 0..soon)?
                && !self.is_unwanted(choice, args.len() + 1)
                && self.possible_among(choice.permission, link, asked, sure, soon..usize::MAX)?
        };
        if possible {
            args.push(value);
            self.join(choice, bearing, args, search)?;
            args.pop();
        }
        Ok(())
    }

    /// Whether whoever is asked never takes it, by what can be asked since so many parameters are known. What cannot be asked yet
    /// counts as wanted.
    fn is_unwanted(&mut self, choice: &Choice<'a>, known: usize) -> bool {
        let mut conditions = choice.unwanted.iter().filter(|it| it.known == known);
        let linked = self.linked;
        linked.unnoted(|| {
            conditions.any(|it| self.tried(|this| this.holds_apart(it)).unwrap_or(false))
        })
    }

    /// Whether a condition holds, with all locals as they were afterwards.
    fn holds_apart(&mut self, unwanted: &Unwanted) -> Checked<bool> {
        self.make_room(self.base, self.wide_base, unwanted.env);
        let mut saved: SmallVec<[(Slot, Wide); 2]> = SmallVec::new();
        for slot in &unwanted.sets {
            let was = match slot {
                Slot::Scalar(at) => Wide::from_elem(self.local(*at)?, 1),
                Slot::Wide(at) => self.local_wide(*at)?.clone(),
            };
            saved.push((*slot, was));
        }
        let asked = self.tried(|this| this.holds(unwanted.when));
        for (slot, was) in saved {
            match slot {
                Slot::Scalar(at) => self.set_scalar(at, was.first().copied().unwrap_or(NONE))?,
                Slot::Wide(at) => self.set_wide(at, was)?,
            }
        }
        asked
    }

    /// Lets the parameter of a number have a value.
    fn take_value(&mut self, choice: &Choice<'a>, position: usize, value: i64) -> Checked<()> {
        match choice.action.params.get(position).map(|param| param.param.slot) {
            Some(Slot::Scalar(slot)) => self.set_scalar(slot, value),
            Some(Slot::Wide(_)) | None => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// Whether an action may be chosen by a player: the one it names, or one of those.
    fn is_by(&mut self, by: ExprId, player: i64) -> Checked<bool> {
        if self.ty(by)?.is_wide() {
            return Ok(self.wide(by)?.contains(&player));
        }
        Ok(self.scalar(by)? == player)
    }

    /// All parameters are known: the rest is asked.
    fn complete(
        &mut self,
        choice: &Choice<'a>,
        bearing: Bearing,
        args: &SmallVec<[i64; 4]>,
        search: &mut Search<'_>,
    ) -> Checked<()> {
        let action = choice.action;
        if self.is_used_up(choice.id, bearing.bearer, search.offer.player)?
            || self.lacks(choice.id)?.is_some()
        {
            return Ok(());
        }
        let (permission, link) = self.permission(action.permission)?;
        if !self.possible_holds_here(permission, link)? {
            return Ok(());
        }
        if search.found.len() >= MOST_OPTIONS {
            let most = u64::try_from(MOST_OPTIONS).unwrap_or(u64::MAX);
            return Err(Fault::new(FaultKind::TooMany { most }));
        }
        search.must |= action.must;
        search.found.push(ActionOption {
            action: choice.id,
            bearer: bearing.bearer,
            ordinal: bearing.ordinal,
            args: args.clone(),
        });
        Ok(())
    }

    /// Makes the environment of an option on top of the scratch stack, and gives where it begins. It is not taken away again.
    pub(super) fn lay_out(
        &mut self,
        offer: Offer,
        option: &ActionOption,
    ) -> Checked<(usize, usize)> {
        let (linked, setting) = (self.linked, self.setting);
        let action = linked.program.actions.get(option.action);
        let link = setting.actions.get(option.action).and_then(Option::as_ref);
        let (Some(action), Some(link)) = (action, link) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let (base, wide_base) = self.reserve(link.env);
        self.copy_shared(offer.run, base, wide_base)?;
        self.base = base;
        self.wide_base = wide_base;
        let bearing = Bearing { bearer: option.bearer, ordinal: option.ordinal };
        self.still_bears(&link.carrier, bearing)?;
        for (param, value) in action.params.iter().zip(&option.args) {
            if let Slot::Scalar(slot) = param.param.slot {
                self.set_scalar(slot, *value)?;
            }
        }
        Ok((base, wide_base))
    }
}

/// Where actions are offered in the window on top of the stack, to a player.
pub(super) fn offer_of(state: &State, player: i64) -> Offer {
    use crate::state::WindowSource;
    let source = match state.frames.last().map(|frame| &frame.work) {
        Some(Work::Window(window)) => Some(window.source),
        _ => None,
    };
    let run = match source {
        Some(WindowSource::Step { procedure, run, .. }) => {
            let frame = state.frames.get(run as usize);
            frame.map(|frame| (procedure, frame.scalars as usize, frame.wides as usize))
        }
        Some(WindowSource::Named { .. }) | None => None,
    };
    Offer { player, run }
}
