//! Choices in the rules: what is legal, what is taken unasked, and taking an answer.

use super::acts::Next;
use super::engine::{Base, Engine};
use super::legal::{legal, settled};
use super::places::PlaceChoice;
use super::request::{Answer, ChooseRequest, Options, Refusal, Request};
use super::tell::{Hearers, TellKind};
use crate::arith::comparable;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::link::kind_of;
use crate::number::Fraction;
use crate::state::{Wide, Work};
use std::borrow::Cow;
use warwright_ir::{
    Act, ChoiceFilter, ChoiceKind, DieId, ExprId, Id, NONE, SiteId, Slot, SpanId, Ty,
};

impl Engine<'_> {
    /// Asks a player, unless there is nothing to choose.
    pub(super) fn choose(
        &mut self,
        base: Base,
        who: ExprId,
        kind: &ChoiceKind,
        slot: Slot,
        site: SiteId,
        span: Option<SpanId>,
    ) -> Checked<Next> {
        if let Some(answer) = self.drawn_candidate(base, who, kind)? {
            self.store(base, slot, &answer)?;
            return Ok(Next::Act);
        }
        let options = self.options(base, kind, (who, site))?;
        if let Some(answer) = settled(&options)? {
            self.store(base, slot, &answer)?;
            return Ok(Next::Act);
        }
        let player = self.scalar(base, who)?;
        if player == NONE {
            return Err(Fault::new(FaultKind::NothingThere));
        }
        if let Some(chance) = &mut self.chance {
            let answer = legal(&options, &chance.answer(&options));
            let answer = answer.ok_or_else(|| Fault::damaged(DamagedPart::State))?;
            self.store(base, slot, &answer)?;
            return Ok(Next::Act);
        }
        let question = self.asked(base, kind, site)?;
        Ok(Next::Ask(Request::Choose(Box::new(ChooseRequest {
            player,
            site: Some(site),
            window: None,
            question,
            options,
            span,
        }))))
    }

    /// What a choice asks, in words: a question of yes or no has its own.
    fn asked(&mut self, base: Base, kind: &ChoiceKind, site: SiteId) -> Checked<String> {
        match kind {
            ChoiceKind::Whether { question } if !self.tells.is_quiet() => {
                self.ask(base, |evaluator| evaluator.render(question))
            }
            _ => self.question(base, Some(site)),
        }
    }

    /// What is asked at a site, in words.
    pub(super) fn question(&mut self, base: Base, site: Option<SiteId>) -> Checked<String> {
        let linked = self.linked;
        let site = site.and_then(|site| linked.program.sites.get(site));
        let (Some(site), false) = (site, self.tells.is_quiet()) else { return Ok(String::new()) };
        match &site.purpose {
            Some(purpose) => self.ask(base, |evaluator| evaluator.render(purpose)),
            None => Ok(linked.program.texts.get(site.name).cloned().unwrap_or_default()),
        }
    }

    /// What can be answered.
    fn options(
        &mut self,
        base: Base,
        kind: &ChoiceKind,
        asked: (ExprId, SiteId),
    ) -> Checked<Options> {
        Ok(match kind {
            ChoiceKind::One { of, filter, none } => {
                let mut candidates = self.candidates(base, *of, filter.as_ref())?;
                if self.pool_die(*of)?.is_some() {
                    // Dice that show the same face are the same choice.
                    candidates.dedup();
                }
                let none = match none {
                    Some(none) => self.scalar(base, *none)? != 0,
                    None => false,
                };
                Options::One { ty: self.item_type(*of)?, candidates, none }
            }
            ChoiceKind::Some { of, filter, low, high } => {
                let candidates = self.candidates(base, *of, filter.as_ref())?;
                let there = i64::try_from(candidates.len()).unwrap_or(i64::MAX);
                let high = self.scalar(base, *high)?.clamp(0, there);
                let low = self.scalar(base, *low)?.clamp(0, high);
                let low = u32::try_from(low).unwrap_or(u32::MAX);
                let high = u32::try_from(high).unwrap_or(u32::MAX);
                match self.pool_die(*of)? {
                    Some(die) => {
                        let available = self.counted(die, &candidates)?;
                        Options::Dice { die, available, at_least: low, at_most: high }
                    }
                    None => Options::Some { ty: self.item_type(*of)?, candidates, low, high },
                }
            }
            ChoiceKind::Order { of } => {
                Options::Order { ty: self.item_type(*of)?, items: self.items(base, *of)? }
            }
            ChoiceKind::Number { low, high } => {
                let (low, high) = (self.scalar(base, *low)?, self.scalar(base, *high)?);
                Options::Number { low, high }
            }
            ChoiceKind::Place { none, .. } => {
                let choice =
                    PlaceChoice::of(kind).ok_or_else(|| Fault::damaged(DamagedPart::Type))?;
                let proposals = self.proposed_places(base, choice, asked)?;
                let none = match none {
                    Some(none) => self.scalar(base, *none)? != 0,
                    None => false,
                };
                Options::Place { proposals, none }
            }
            ChoiceKind::Whether { .. } => Options::Whether,
            ChoiceKind::Split { total, of } => Options::Split {
                ty: self.item_type(*of)?,
                items: self.items(base, *of)?,
                total: self.scalar(base, *total)?,
            },
        })
    }

    /// The kind of die, where dice are chosen from.
    pub(super) fn pool_die(&self, of: ExprId) -> Checked<Option<DieId>> {
        match self.linked.program.types.get(of.position()) {
            Some(Ty::Pool(die)) => Ok(Some(*die)),
            Some(_) => Ok(None),
            None => Err(Fault::damaged(DamagedPart::Id)),
        }
    }

    /// How many of some dice show each face.
    fn counted(&self, die: DieId, dice: &[i64]) -> Checked<Wide> {
        let mut counts = Wide::from_elem(0, self.faces(die)?);
        for face in dice {
            let count = usize::try_from(*face).ok().and_then(|face| counts.get_mut(face));
            *count.ok_or_else(|| Fault::damaged(DamagedPart::Local))? += 1;
        }
        Ok(counts)
    }

    fn item_type(&self, of: ExprId) -> Checked<Ty> {
        let ty = self.linked.program.types.get(of.position());
        ty.and_then(Ty::element).ok_or_else(|| Fault::damaged(DamagedPart::Type))
    }

    /// The candidates of a choice, in the order of their set.
    pub(super) fn candidates(
        &mut self,
        base: Base,
        of: ExprId,
        filter: Option<&ChoiceFilter>,
    ) -> Checked<Wide> {
        let mut candidates = self.items(base, of)?;
        let Some(filter) = filter else { return Ok(candidates) };
        let saved = self.local(base, filter.slot)?;
        if let Some(when) = filter.when {
            let mut kept = Wide::new();
            for item in candidates {
                self.set_local(base, filter.slot, item)?;
                if self.scalar(base, when)? != 0 {
                    kept.push(item);
                }
            }
            candidates = kept;
        }
        if let Some((measure, within)) = filter.least {
            candidates = self.least(base, filter.slot, candidates, measure, within)?;
        }
        self.set_local(base, filter.slot, saved)?;
        Ok(candidates)
    }

    /// The candidates whose measure is within so much of the least.
    fn least(
        &mut self,
        base: Base,
        slot: u16,
        candidates: Wide,
        measure: ExprId,
        within: Option<ExprId>,
    ) -> Checked<Wide> {
        let linked = self.linked;
        let ty = linked.program.types.get(measure.position());
        let ty = ty.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let mut measured: Vec<(i64, Fraction)> = Vec::new();
        for item in candidates {
            self.set_local(base, slot, item)?;
            let value = self.scalar(base, measure)?;
            if value != NONE {
                measured.push((item, comparable(ty, value)?));
            }
        }
        let Some(least) = measured.iter().map(|(_, value)| *value).min() else {
            return Ok(Wide::new());
        };
        let most = match within {
            Some(within) => {
                let within = comparable(ty, self.scalar(base, within)?)?;
                least.plus(within).ok_or_else(|| Fault::new(FaultKind::Overflow))?
            }
            None => least,
        };
        Ok(measured.into_iter().filter(|(_, value)| *value <= most).map(|(item, _)| item).collect())
    }

    /// Puts an answer into its slot.
    fn store(&mut self, base: Base, slot: Slot, answer: &Answer) -> Checked<()> {
        match (slot, answer) {
            (Slot::Scalar(slot), Answer::Value(value)) => self.set_local(base, slot, *value),
            (Slot::Scalar(slot), Answer::Nothing) => self.set_local(base, slot, NONE),
            (Slot::Wide(slot), Answer::Values(values)) => {
                self.set_wide_local(base, slot, Wide::from_slice(values))
            }
            (Slot::Wide(slot), Answer::Nothing) => self.set_wide_local(base, slot, Wide::new()),
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// Takes a player's answer. `listed`: what can be answered, where the state is still as it was when that was listed.
    pub(super) fn answer_choice(
        &mut self,
        answer: &Answer,
        listed: Option<&Options>,
    ) -> Result<(), Refusal> {
        let linked = self.linked;
        let depth = self.depth();
        let base = self.base_at(depth)?;
        let (id, at) = match self.state.frames.last().map(|frame| &frame.work) {
            Some(Work::Acts(acts)) => (acts.body, acts.at),
            Some(Work::Window(_)) => return self.answer_window(answer, listed),
            _ => return Err(Refusal::NotAsked),
        };
        let body = linked.program.bodies.get(id).ok_or(Refusal::NotAsked)?;
        let span = body.spans.get(at as usize).copied();
        match body.acts.get(at as usize) {
            Some(Act::Choose { who, kind, slot, site }) => {
                // Whether a place may be taken is asked of it alone, and not found among all that are proposed.
                let (options, answer) = match (PlaceChoice::of(kind), answer) {
                    (Some(choice), Answer::Values(place)) => {
                        let fits = listed.is_some_and(|it| legal(it, answer).is_some())
                            || self.is_place_legal(base, choice, place)?;
                        let options = Options::Place { proposals: Vec::new(), none: false };
                        (Cow::Owned(options), fits.then(|| answer.clone()))
                    }
                    _ => {
                        let options = match listed {
                            Some(options) => Cow::Borrowed(options),
                            None => Cow::Owned(self.options(base, kind, (*who, *site))?),
                        };
                        let answer = legal(&options, answer);
                        (options, answer)
                    }
                };
                let answer = answer.ok_or(Refusal::NotLegal)?;
                // As it was asked: an answer may be read in its words from now on.
                let question = self.asked(base, kind, *site)?;
                self.store(base, *slot, &answer)?;
                if !self.tells.is_quiet() {
                    let player = self.scalar(base, *who)?;
                    let hearers = self.hearers(base, *site, player, &options)?;
                    self.tell_choice((player, hearers), &question, &options, &answer, span);
                }
                self.top_acts()?.at = at.saturating_add(1);
                Ok(())
            }
            Some(act @ Act::Reroll { by: Some(_), .. }) if self.top_acts()?.pending == 0 => {
                let Answer::Values(chosen) = answer else { return Err(Refusal::NotLegal) };
                self.choose_dice(act, base, chosen)
            }
            Some(act @ Act::Next { ordered_by: Some(_), .. }) => {
                let Answer::Value(item) = answer else { return Err(Refusal::NotLegal) };
                let entities = match act {
                    Act::Next { cursor, .. } => self.loops_over_entities(id, at, *cursor),
                    _ => false,
                };
                let waiting = self.waiting(act, entities, base)?;
                if !waiting.contains(item) {
                    return Err(Refusal::NotLegal);
                }
                self.take_next(act, base, *item)?;
                self.top_acts()?.at = at.saturating_add(1);
                Ok(())
            }
            _ => Err(Refusal::NotAsked),
        }
    }

    /// Who may hear what a player chose: the player alone, where the answer is a secret; else who may know what there was to choose
    /// from and what is asked about.
    fn hearers(
        &self,
        base: Base,
        site: SiteId,
        player: i64,
        options: &Options,
    ) -> Checked<Hearers> {
        if self.linked.secrets.sites.contains(&site) {
            return Ok(Hearers::Only(player));
        }
        let purpose = self.linked.program.sites.get(site).and_then(|site| site.purpose.as_ref());
        let mut cards = match purpose {
            Some(purpose) => self.cards_in(base, purpose)?,
            None => Wide::new(),
        };
        if let Some((ty, items)) = options.items()
            && kind_of(ty).is_some_and(|kind| self.linked.cards.kinds.contains(&kind))
        {
            cards.extend_from_slice(items);
        }
        Ok(Hearers::WhoKnow(cards, Some(player)))
    }

    fn tell_choice(
        &mut self,
        (player, hearers): (i64, Hearers),
        question: &str,
        options: &Options,
        answer: &Answer,
        span: Option<SpanId>,
    ) {
        let ty = match options {
            Options::One { ty, .. } => ty.clone(),
            Options::Some { ty, .. } | Options::Order { ty, .. } => Ty::List(Box::new(ty.clone())),
            Options::Number { .. } => Ty::Int,
            Options::Place { .. } => Ty::Place,
            Options::Whether => Ty::Bool,
            Options::Split { .. } => Ty::List(Box::new(Ty::Int)),
            Options::Dice { die, .. } => Ty::Pool(*die),
            Options::Actions { .. } => Ty::Int,
        };
        let values = match answer {
            Answer::Nothing => vec![NONE],
            Answer::Value(value) => vec![*value],
            Answer::Values(values) => values.clone(),
            Answer::Act(_) => Vec::new(),
        };
        let shown = self.renderer().value(&ty, &values);
        self.tell(TellKind::Chose, span, hearers, |engine| {
            let colon = if question.ends_with('?') { "" } else { ":" };
            (format!("{question}{colon} {shown}"), engine.renderer().entity(player))
        });
    }

    /// The items of an ordered loop that may come next, in the order of their set.
    fn waiting(&mut self, act: &Act, entities: bool, base: Base) -> Checked<Wide> {
        let Act::Next { cursor, item: Slot::Scalar(item), when, .. } = act else {
            return Err(Fault::damaged(DamagedPart::Position));
        };
        let left = self.wide_local(base, *cursor)?.clone();
        let saved = self.local(base, *item)?;
        let mut waiting = Wide::new();
        for next in left.into_iter().rev() {
            self.burn(1)?;
            if self.is_next(next, entities, *item, *when, base)? {
                waiting.push(next);
            }
        }
        self.set_local(base, *item, saved)?;
        Ok(waiting)
    }

    fn take_next(&mut self, act: &Act, base: Base, next: i64) -> Checked<()> {
        let Act::Next { cursor, item: Slot::Scalar(item), when, .. } = act else {
            return Err(Fault::damaged(DamagedPart::Position));
        };
        let left = self.state.locals.wides.get_mut(base.wides + usize::from(*cursor));
        let left = left.ok_or_else(|| Fault::damaged(DamagedPart::Local))?;
        if let Some(at) = left.iter().rposition(|other| *other == next) {
            left.remove(at);
        }
        // The condition may bind names that the loop's body uses.
        self.is_next(next, false, *item, *when, base).map(|_| ())
    }

    /// Takes the next item of a loop whose order a player decides.
    pub(super) fn next_ordered(
        &mut self,
        act: &Act,
        entities: bool,
        base: Base,
        span: Option<SpanId>,
    ) -> Checked<Next> {
        let Act::Next { cursor, item: Slot::Scalar(item), when, ordered_by, site, done } = act
        else {
            return Err(Fault::damaged(DamagedPart::Position));
        };
        let candidates = self.waiting(act, entities, base)?;
        match (candidates.as_slice(), ordered_by) {
            ([], _) => {
                self.set_wide_local(base, *cursor, Wide::new())?;
                Ok(Next::Jump(*done))
            }
            ([only], _) => {
                let only = *only;
                self.take_next(act, base, only)?;
                self.is_next(only, false, *item, *when, base)?;
                Ok(Next::Act)
            }
            (_, Some(by)) => {
                let player = self.scalar(base, *by)?;
                let question = self.question(base, *site)?;
                let linked = self.linked;
                let ty = site.and_then(|site| linked.program.sites.get(site));
                let ty = ty.map_or(Ty::Int, |site| site.ty.clone());
                Ok(Next::Ask(Request::Choose(Box::new(ChooseRequest {
                    player,
                    site: *site,
                    window: None,
                    question,
                    options: Options::One { ty, candidates, none: false },
                    span,
                }))))
            }
            (_, None) => Err(Fault::damaged(DamagedPart::Position)),
        }
    }
}
