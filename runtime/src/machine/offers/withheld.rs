//! Why actions are not offered: takes the window that is open, gives what its player might have wanted with all that speaks against it.

use super::ranges::is_listed;
use super::{Choice, Offer, offer_of};
use crate::eval::{Bearing, Evaluator, Price, Refused};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::ledger::ReasonShown;
use crate::machine::engine::Base;
use crate::machine::windows::offered;
use crate::machine::{ActionOption, Fuel, Machine, Tells};
use crate::session::Session;
use crate::state::{State, Work};
use smallvec::SmallVec;
use warwright_ir::{Action, ActionId, Domain, PermissionId, Ty};

/// The most options that are looked at for one question.
const MOST: usize = 5_000;

/// Which options are asked about.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Of these actions; of all where empty.
    pub actions: Vec<ActionId>,
    /// With all of these among the values of their parameters, each as another.
    pub values: Vec<WantedValue>,
}

/// A value that an option is to have. What is typed may be read in several ways: `3` as the entity of that number, as 3, as a
/// length of 3.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WantedValue {
    /// The ways to read it: a type and its cell. Entities of all kinds are of one type here.
    pub readings: Vec<(Ty, i64)>,
}

impl WantedValue {
    /// What it is where a parameter is of a type.
    pub fn of(&self, ty: &Ty) -> Option<i64> {
        let ty = if let Ty::Optional(inner) = ty { inner } else { ty };
        let alike = |of: &Ty| match (of, ty) {
            (Ty::Entity(_), Ty::Entity(_)) => true,
            (of, ty) => of == ty,
        };
        self.readings.iter().find(|(of, _)| alike(of)).map(|(_, cell)| *cell)
    }
}

impl Wanted {
    /// Whether an option has all the values, each as another parameter.
    pub fn fits(&self, action: &Action, args: &[i64]) -> bool {
        fit(&self.values, &params(action, args))
    }

    /// Whether it has them in their order, as people name them first.
    pub fn fits_in_order(&self, action: &Action, args: &[i64]) -> bool {
        let params = params(action, args);
        let mut left = params.iter();
        self.values.iter().all(|value| left.any(|(ty, arg)| value.of(ty) == Some(*arg)))
    }
}

fn params<'a>(action: &'a Action, args: &[i64]) -> Vec<(&'a Ty, i64)> {
    action.params.iter().map(|param| &param.param.ty).zip(args.iter().copied()).collect()
}

fn fit(values: &[WantedValue], params: &[(&Ty, i64)]) -> bool {
    let Some((value, others)) = values.split_first() else { return true };
    params.iter().enumerate().any(|(position, (ty, arg))| {
        let mut left = params.to_vec();
        left.remove(position);
        value.of(ty) == Some(*arg) && fit(others, &left)
    })
}

/// An option that is not offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withheld {
    /// The option.
    pub option: ActionOption,
    /// What it would be called.
    pub words: String,
    /// All that speaks against it.
    pub why: Vec<WhyNot>,
}

/// What speaks against an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// It is not for this player to choose.
    NotTheirs,
    /// It was chosen as often as it may be.
    Used,
    /// It costs more than there is.
    Price {
        /// What it costs.
        price: i64,
        /// What there is.
        there: i64,
        /// Of what.
        field: String,
        /// Who pays.
        payer: String,
    },
    /// A value lies outside what it may be.
    Outside {
        /// The value.
        value: String,
        /// What it may be.
        range: String,
    },
    /// A length is none that there is.
    OffGrain {
        /// The length.
        value: String,
        /// What all lengths are multiples of.
        grain: String,
    },
    /// A rule stands against it.
    Reason(ReasonShown),
}

/// The options of a window that are not offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WithheldList {
    /// The options.
    pub list: Vec<Withheld>,
    /// What each is called that has the wanted values, which need not be among those that are proposed, and may be chosen.
    pub allowed: Vec<(ActionOption, String)>,
    /// Whether there were too many to look at all.
    pub cut: bool,
}

/// What speaks against an option, before it is put into words.
#[derive(Debug)]
struct Raw {
    option: ActionOption,
    words: String,
    /// The values that cannot be.
    values: Vec<WhyNot>,
    theirs: bool,
    used: bool,
    short: Option<Price>,
    permission: PermissionId,
    reasons: Vec<Refused>,
}

#[derive(Debug)]
struct Search<'s> {
    offer: Offer,
    wanted: &'s Wanted,
    /// Only this one.
    only: Option<&'s ActionOption>,
    looked_at: usize,
    found: Vec<Raw>,
    allowed: Vec<(ActionOption, String)>,
}

impl Machine {
    /// The options of the window that is open which its player is not offered, with all that speaks against each. Nothing where
    /// no window is open.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn withheld(&self, state: &State, wanted: &Wanted) -> Checked<WithheldList> {
        self.looked_for(state, wanted, None)
    }

    /// What speaks against an option of the window that is open; nothing where it may be chosen, or where it names what is not
    /// there at all.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn against(&self, state: &State, option: &ActionOption) -> Checked<Vec<WhyNot>> {
        let wanted = Wanted { actions: vec![option.action], values: Vec::new() };
        let found = self.looked_for(state, &wanted, Some(option))?;
        Ok(found.list.into_iter().flat_map(|withheld| withheld.why).collect())
    }

    fn looked_for(
        &self,
        state: &State,
        wanted: &Wanted,
        only: Option<&ActionOption>,
    ) -> Checked<WithheldList> {
        let Some(Work::Window(window)) = state.frames.last().map(|frame| &frame.work) else {
            return Ok(WithheldList::default());
        };
        let Some(player) = window.players.get(window.turn as usize).copied() else {
            return Ok(WithheldList::default());
        };
        let actions = offered(self.setting(state.scenario)?, window.source);
        let mut copy = Session::new(state.clone());
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::QUESTION);
        let offer = offer_of(state, player);
        let (found, allowed) = (Vec::new(), Vec::new());
        let mut search = Search { offer, wanted, only, looked_at: 0, found, allowed };
        self.engine(&mut copy, &mut tells, &mut fuel)?.ask(
            Base { scalars: 0, wides: 0 },
            |evaluator| {
                for action in actions {
                    if wanted.actions.is_empty() || wanted.actions.contains(action) {
                        evaluator.withheld(*action, &mut search)?;
                    }
                }
                Ok(())
            },
        )?;
        let cut = search.looked_at > MOST;
        let list: Checked<Vec<Withheld>> =
            search.found.into_iter().map(|raw| self.in_words(state, raw)).collect();
        Ok(WithheldList { list: list?, allowed: search.allowed, cut })
    }

    fn in_words(&self, state: &State, raw: Raw) -> Checked<Withheld> {
        let mut why = raw.values;
        if !raw.theirs {
            why.push(WhyNot::NotTheirs);
        }
        if raw.used {
            why.push(WhyNot::Used);
        }
        if let Some(Price { payer, field, price, there }) = raw.short {
            let field = self.field_name(field);
            why.push(WhyNot::Price { price, there, field, payer: self.name(state, payer)? });
        }
        let reasons = self.reasons_shown(state, raw.permission, raw.reasons)?;
        why.extend(reasons.into_iter().filter(|it| it.struck_by.is_none()).map(WhyNot::Reason));
        Ok(Withheld { option: raw.option, words: raw.words, why })
    }
}

impl<'a> Evaluator<'a, ()> {
    fn withheld(&mut self, id: ActionId, search: &mut Search<'_>) -> Checked<()> {
        let (linked, setting) = (self.linked, self.setting);
        let Some(action) = linked.program.actions.get(id) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let Some(link) = setting.actions.get(id).and_then(Option::as_ref) else { return Ok(()) };
        let (permission, _) = self.permission(action.permission)?;
        let before = permission.params.len().saturating_sub(action.params.len());
        let choice = Choice { id, action, link, permission, before, unwanted: &[] };
        let (base, wide_base) = self.reserve(link.env);
        self.copy_shared(search.offer.run, base, wide_base)?;
        let place = self.move_to(base, wide_base);
        let result = self.each_bearing(&link.carrier, |this, bearing| {
            let other = search.only.is_some_and(|only| {
                only.bearer != bearing.bearer || only.ordinal != bearing.ordinal
            });
            if other {
                return Ok(());
            }
            this.join_withheld(&choice, bearing, &mut SmallVec::new(), search)
        });
        self.leave(place);
        result.map_err(|fault| fault.at(Some(action.span)))
    }

    /// Tries all values of the next parameter, whatever speaks against them.
    fn join_withheld(
        &mut self,
        choice: &Choice<'a>,
        bearing: Bearing,
        args: &mut SmallVec<[i64; 4]>,
        search: &mut Search<'_>,
    ) -> Checked<()> {
        let Some(param) = choice.action.params.get(args.len()) else {
            return self.complete_withheld(choice, bearing, args, search);
        };
        let only = search.only.and_then(|only| only.args.get(args.len()).copied());
        let domain = match param.domain {
            Domain::Of(domain) => domain,
            Domain::Between(low, high) => {
                let ends = (self.scalar(low)?, self.scalar(high)?);
                let values = self.looked_at(&param.param.ty, ends, only, search.wanted);
                return values.into_iter().try_for_each(|value| {
                    self.withheld_with(choice, bearing, args, search, value)
                });
            }
        };
        self.each_item(domain, &mut |this, item| {
            if search.looked_at > MOST || only.is_some_and(|only| only != item) {
                return Ok(());
            }
            this.withheld_with(choice, bearing, args, search, item)
        })
    }

    fn withheld_with(
        &mut self,
        choice: &Choice<'a>,
        bearing: Bearing,
        args: &mut SmallVec<[i64; 4]>,
        search: &mut Search<'_>,
        value: i64,
    ) -> Checked<()> {
        self.take_value(choice, args.len(), value)?;
        args.push(value);
        self.join_withheld(choice, bearing, args, search)?;
        args.pop();
        Ok(())
    }

    fn complete_withheld(
        &mut self,
        choice: &Choice<'a>,
        bearing: Bearing,
        args: &SmallVec<[i64; 4]>,
        search: &mut Search<'_>,
    ) -> Checked<()> {
        search.looked_at += 1;
        let action = choice.action;
        let theirs = self.is_by(action.by, search.offer.player)?;
        // What others may choose is of no interest unless it was named.
        let named = !search.wanted.values.is_empty() || search.only.is_some();
        if !search.wanted.fits(action, args) || (!theirs && !named) {
            return Ok(());
        }
        let option = ActionOption {
            action: choice.id,
            bearer: bearing.bearer,
            ordinal: bearing.ordinal,
            args: args.clone(),
        };
        let values = self.impossible_values(action, args)?;
        if !values.is_empty() {
            // Rules need not be ready for what cannot be.
            let (words, permission) = (self.render(&action.label)?, action.permission);
            let (used, short, reasons) = (false, None, Vec::new());
            let raw = Raw { option, words, values, theirs, used, short, permission, reasons };
            search.found.push(raw);
            return Ok(());
        }
        let used = self.is_used_up(choice.id, bearing.bearer, search.offer.player)?;
        let short = self.lacks(choice.id)?;
        let reasons = self.all_reasons(action.permission)?;
        let stands = reasons.iter().any(|reason| reason.struck_by.is_none());
        if theirs && !used && short.is_none() && !stands {
            if named {
                search.allowed.push((option, self.render(&action.label)?));
            }
            return Ok(());
        }
        let (words, permission) = (self.render(&action.label)?, action.permission);
        search.found.push(Raw { option, words, values, theirs, used, short, permission, reasons });
        Ok(())
    }

    /// The values of a range that are looked at: those that are wanted, wherever they lie, and what is proposed.
    fn looked_at(
        &self,
        ty: &Ty,
        ends: (i64, i64),
        only: Option<i64>,
        wanted: &Wanted,
    ) -> SmallVec<[i64; 8]> {
        if let Some(only) = only {
            return SmallVec::from_slice(&[only]);
        }
        let mut values = self.parts_between(ty, ends);
        if !is_listed(ty, ends) {
            for named in wanted.values.iter().filter_map(|value| value.of(ty)) {
                if !values.contains(&named) {
                    values.push(named);
                }
            }
        }
        values
    }

    /// What of the values of parameters cannot be, whatever the rules say.
    fn impossible_values(&mut self, action: &Action, args: &[i64]) -> Checked<Vec<WhyNot>> {
        let mut values = Vec::new();
        for (param, arg) in action.params.iter().zip(args) {
            let Domain::Between(low, high) = param.domain else { continue };
            let (low, high) = (self.scalar(low)?, self.scalar(high)?);
            let ty = &param.param.ty;
            if self.is_between(ty, (low, high), *arg) {
                continue;
            }
            let renderer = self.renderer();
            let value = renderer.cell(ty, *arg);
            values.push(if self.is_on_grain(ty, *arg) {
                let range = format!("{} to {}", renderer.cell(ty, low), renderer.cell(ty, high));
                WhyNot::Outside { value, range }
            } else {
                let grain = renderer.cell(ty, self.linked.grain.micrometres());
                WhyNot::OffGrain { value, grain }
            });
        }
        Ok(values)
    }
}
