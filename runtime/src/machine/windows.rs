//! Windows: players are asked for actions until the window closes.

use super::engine::{Base, Engine};
use super::offers::{Offer, Search, offer_of};
use super::request::{ActionOption, Answer, ChooseRequest, Options, Refusal, Request};
use super::tell::{Hearers, TellKind};
use crate::eval::Price;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::Setting;
use crate::state::{ActionRun, Stage, Tally, Wide, WindowRun, WindowSource, Work};
use warwright_ir::{ActionId, Env, MomentId, NONE, SpanId, WindowEnd};

/// What an action takes: where its environment begins, which use is counted, and who pays what.
#[derive(Debug)]
pub(super) struct Bill {
    pub(super) base: Base,
    tally: Option<(Option<MomentId>, Tally)>,
    payment: Option<Price>,
}

impl<'a> Engine<'a> {
    fn top_window(&mut self) -> Checked<&mut WindowRun> {
        match self.state.frames.last_mut().map(|frame| &mut frame.work) {
            Some(Work::Window(window)) => Ok(window),
            _ => Err(Fault::damaged(DamagedPart::State)),
        }
    }

    /// Goes on with the innermost window: asks the next player who has something to choose.
    pub(super) fn window(&mut self) -> Checked<Option<Request>> {
        loop {
            self.burn(1)?;
            let (source, player, left) = {
                let window = self.top_window()?;
                let player = window.players.get(window.turn as usize).copied();
                (window.source, player, window.left)
            };
            let Some(player) = player.filter(|_| left.is_none_or(|left| left > 0)) else {
                self.pop()?;
                return Ok(None);
            };
            let actions = offered(self.setting, source);
            let offer = offer_of(self.state, player);
            let base = self.base_at(self.depth())?;
            if self.chance.is_some() {
                match self.drawn(base, actions, offer)? {
                    Some(option) => self.take(&option, offer, player)?,
                    None if !self.pass()? => continue,
                    None => {}
                }
                return Ok(None);
            }
            let search = self.listed(base, actions, offer)?;
            if search.found.is_empty() {
                if self.pass()? {
                    return Ok(None);
                }
                continue;
            }
            if let ([only], true) = (search.found.as_slice(), search.must) {
                let only = only.clone();
                self.take(&only, offer, player)?;
                return Ok(None);
            }
            return self.request(source, player, search.found, !search.must).map(Some);
        }
    }

    fn request(
        &mut self,
        source: WindowSource,
        player: i64,
        list: Vec<ActionOption>,
        done: bool,
    ) -> Checked<Request> {
        let program = &self.linked.program;
        let (window, names, span) = match source {
            WindowSource::Named { window, .. } => {
                let opened = program.windows.get(window);
                let words = opened.map(|window| window.question.unwrap_or(window.name));
                (Some(window), [words, None], None)
            }
            WindowSource::Step { procedure, step, .. } => {
                let procedure = program.procedures.get(procedure);
                let step = procedure.and_then(|p| p.steps.get(usize::from(step)));
                let names = [procedure.map(|it| it.name), step.map(|step| step.name)];
                (None, names, step.map(|step| step.span))
            }
        };
        let question = if self.tells.is_quiet() {
            String::new()
        } else {
            let names = names.into_iter().flatten();
            names.map(|name| program.texts.at(name).as_str()).collect::<Vec<_>>().join(".")
        };
        Ok(Request::Choose(Box::new(ChooseRequest {
            player,
            site: None,
            window,
            question,
            options: Options::Actions { list, done },
            span,
        })))
    }

    /// The player whose turn it is passes or is done; gives whether the window closed with it.
    fn pass(&mut self) -> Checked<bool> {
        let window = self.top_window()?;
        let players = u32::try_from(window.players.len()).unwrap_or(u32::MAX);
        let closed = match window.source {
            WindowSource::Named { ends: WindowEnd::Done, .. } => {
                window.turn = window.turn.saturating_add(1);
                window.turn >= players
            }
            WindowSource::Named { ends: WindowEnd::AllPass, .. } | WindowSource::Step { .. } => {
                window.passes = window.passes.saturating_add(1);
                window.turn = next_turn(window.turn, players);
                window.passes >= players
            }
        };
        if closed {
            self.pop()?;
        }
        Ok(closed)
    }

    /// Takes a player's answer in the innermost window. `listed`: what can be answered, where the state is still as it was when that
    /// was listed.
    pub(super) fn answer_window(
        &mut self,
        answer: &Answer,
        listed: Option<&Options>,
    ) -> Result<(), Refusal> {
        let (source, player) = {
            let window = self.top_window()?;
            (window.source, window.players.get(window.turn as usize).copied())
        };
        let player = player.ok_or(Refusal::NotAsked)?;
        let actions = offered(self.setting, source);
        let offer = offer_of(self.state, player);
        let base = self.base_at(self.depth())?;
        match (answer, listed) {
            (Answer::Nothing, Some(Options::Actions { done: true, .. })) => {
                self.pass()?;
                Ok(())
            }
            (Answer::Act(option), Some(Options::Actions { list, .. })) if list.contains(option) => {
                Ok(self.take(option, offer, player)?)
            }
            (Answer::Nothing, _) => {
                let mut search = Search::all(offer);
                self.ask(base, |evaluator| evaluator.search(actions, &mut search))?;
                if search.must {
                    return Err(Refusal::NotLegal);
                }
                self.pass()?;
                Ok(())
            }
            (Answer::Act(option), _) => {
                let wanted = self.linked.program.actions.get(option.action);
                if wanted.is_none_or(|action| action.params.len() != option.args.len()) {
                    return Err(Refusal::NotLegal);
                }
                let mut search = Search::only(offer, option);
                self.ask(base, |evaluator| evaluator.search(actions, &mut search))?;
                if search.found.is_empty() {
                    return Err(Refusal::NotLegal);
                }
                Ok(self.take(option, offer, player)?)
            }
            (Answer::Value(_) | Answer::Values(_), _) => Err(Refusal::NotLegal),
        }
    }

    /// Pays for an action and begins it.
    fn take(&mut self, option: &ActionOption, offer: Offer, player: i64) -> Checked<()> {
        let linked = self.linked;
        let Some(action) = linked.program.actions.get(option.action) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let bill = self.bill(option, offer, player)?;
        let base = bill.base;
        if !self.tells.is_quiet() {
            let label = self.ask(base, |evaluator| evaluator.render(&action.label))?;
            let who = self.renderer().entity(player);
            let hearers = if linked.secrets.taken.contains(&option.action) {
                Hearers::Only(player)
            } else {
                Hearers::WhoKnow(self.cards_in(base, &action.label)?, Some(player))
            };
            self.record(TellKind::Chose, Some(action.span), hearers, (label, who));
        }
        self.pay(bill)?;
        let window = self.top_window()?;
        window.passes = 0;
        if let Some(left) = &mut window.left {
            *left -= 1;
        }
        let run = match window.source {
            WindowSource::Step { run, .. } => Some(run),
            WindowSource::Named { .. } => None,
        };
        if !matches!(window.source, WindowSource::Named { ends: WindowEnd::Done, .. }) {
            let players = u32::try_from(window.players.len()).unwrap_or(u32::MAX);
            window.turn = next_turn(window.turn, players);
        }
        self.push(base, Work::Action(ActionRun { action: option.action, run }))?;
        self.push_acts(base, action.body)
    }

    /// Lays out the environment of an option, and says what taking it costs and uses up.
    pub(super) fn bill(
        &mut self,
        option: &ActionOption,
        offer: Offer,
        player: i64,
    ) -> Checked<Bill> {
        let linked = self.linked;
        let Some(action) = linked.program.actions.get(option.action) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        self.ask(Base { scalars: 0, wides: 0 }, |evaluator| {
            let (scalars, wides) = evaluator.lay_out(offer, option)?;
            let tally = match &action.once {
                Some(once) => {
                    let used = option.action;
                    Some((once.moment, evaluator.action_tally(used, once, option.bearer, player)?))
                }
                None => None,
            };
            let payment = evaluator.paid(option.action)?;
            Ok(Bill { base: Base { scalars, wides }, tally, payment })
        })
    }

    /// Pays for an option and counts its use.
    pub(super) fn pay(&mut self, bill: Bill) -> Checked<()> {
        if let Some(Price { payer, field, price, there }) = bill.payment {
            self.writer().set(payer, field, there.saturating_sub(price))?;
        }
        if let Some((moment, tally)) = bill.tally {
            self.use_up(moment, tally);
        }
        Ok(())
    }

    /// Makes the environment of an option of the innermost window, at least as large as `env`.
    pub(super) fn lay_out(&mut self, option: &ActionOption, env: Env) -> Checked<(usize, usize)> {
        let offer = offer_of(self.state, NONE);
        let (scalars, wides) =
            self.ask(Base { scalars: 0, wides: 0 }, |evaluator| evaluator.lay_out(offer, option))?;
        let locals = &mut self.state.locals;
        let least = scalars + usize::from(env.scalars);
        locals.scalars.resize(locals.scalars.len().max(least), 0);
        let least = wides + usize::from(env.wides);
        locals.wides.resize(locals.wides.len().max(least), Wide::new());
        Ok((scalars, wides))
    }

    /// What an option costs; nothing for one without a price.
    pub(super) fn price(&mut self, option: &ActionOption) -> Checked<Option<Price>> {
        let Some(action) = self.linked.program.actions.get(option.action) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let (scalars, wides) = self.lay_out(option, action.env)?;
        let base = Base { scalars, wides };
        let price = self.ask(base, |evaluator| evaluator.paid(option.action))?;
        self.release(base);
        Ok(price)
    }

    /// An option in words.
    pub(super) fn option_words(
        &mut self,
        option: &ActionOption,
    ) -> Checked<(String, Option<SpanId>)> {
        let linked = self.linked;
        let Some(action) = linked.program.actions.get(option.action) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let (scalars, wides) = self.lay_out(option, action.env)?;
        let base = Base { scalars, wides };
        let words = self.ask(base, |evaluator| evaluator.render(&action.label))?;
        self.release(base);
        Ok((words, Some(action.span)))
    }
}

fn next_turn(turn: u32, players: u32) -> u32 {
    if players == 0 { 0 } else { (turn.saturating_add(1)) % players }
}

/// The actions that a window offers.
pub(super) fn offered(setting: &Setting, source: WindowSource) -> &[ActionId] {
    match source {
        WindowSource::Named { window, .. } => {
            setting.windows.get(window).map_or(&[], Vec::as_slice)
        }
        WindowSource::Step { procedure, step, stage, .. } => {
            let procedure = setting.procedures.get(procedure);
            let step = procedure.and_then(|p| p.steps.get(usize::from(step)));
            step.map_or(&[], |step| match stage {
                Stage::OfferBefore => step.offers_before.as_slice(),
                Stage::OfferAt => step.offers_at.as_slice(),
                _ => step.offers_after.as_slice(),
            })
        }
    }
}
