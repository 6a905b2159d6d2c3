//! The machine: takes a validated program and a state, runs until it needs dice or a decision, and tells what happened.

mod acts;
mod changes;
mod check;
mod choices;
mod coded;
mod draws;
mod engine;
mod explained;
mod fuel;
mod hooks;
mod inlined;
mod left_out;
mod legal;
mod loops;
mod made;
mod moments;
mod offers;
mod places;
mod plans;
mod playout;
mod questions;
mod ranking;
mod ranks;
mod request;
mod rolls;
mod shunned;
mod stack;
mod stages;
mod tell;
mod uniform;
mod watched;
mod watching;
mod windows;

pub(crate) use acts::touches_locals_alone;
pub use fuel::Fuel;
pub use left_out::{Failing, LeftOut};
pub use made::Made;
pub use offers::{Range, Ranged, Wanted, WantedValue, WhyNot, Withheld, WithheldList};
pub use places::{NoPlace, PlaceAsked};
pub use playout::PlayedOut;
pub use ranking::{Ranked, Ranker, Ranking};
pub(crate) use ranks::{by_rank, rank_of};
pub use request::{ActionOption, Answer, ChooseRequest, Options, Refusal, Request, RollRequest};
pub use shunned::{Listed, Shunned};
pub(crate) use tell::runs;
pub use tell::{Cause, Tell, TellKind, Tells};

use crate::dependencies::Reads;
use crate::dice::SeededDice;
use crate::eval::{Evaluator, Price, initial_value};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::ledger::Recorder;
use crate::link::{Layout, Linked, Setting};
use crate::memo::Memo;
use crate::optimisations::Optimisations;
use crate::render::Renderer;
use crate::session::Session;
use crate::state::{Locals, Rules, State, View, Wide, guessed, seen_by, setup};

use std::borrow::Cow;
use std::sync::Arc;
use warwright_ir::{
    BodyId, ExprId, FieldId, ProcedureId, Program, ScenarioId, Sight, Template, ValidProgram,
};

/// Runs a program. It holds no state of any battle; cloning it is cheap.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) linked: Arc<Linked>,
}

impl Machine {
    /// A machine for a program.
    pub fn new(program: &ValidProgram) -> Self {
        Self::with(program, Optimisations::all())
    }

    /// A machine for a program that takes some shortcuts only. Which it takes changes nothing but time.
    pub fn with(program: &ValidProgram, optimisations: Optimisations) -> Self {
        Self { linked: Arc::new(Linked::new(program.clone(), optimisations)) }
    }

    /// The program that it runs.
    pub fn program(&self) -> &Program {
        &self.linked.program
    }

    /// Lets go of what was worked out for a scenario, where nobody else has this machine: it takes room.
    pub fn forget(&mut self, scenario: ScenarioId) {
        if let Some(linked) = Arc::get_mut(&mut self.linked) {
            linked.forget(scenario);
        }
    }

    /// A scenario as set up, with nothing running.
    ///
    /// # Errors
    ///
    /// A fault where the scenario does not exist or an initial value cannot be worked out.
    pub fn set_up(&self, scenario: ScenarioId) -> Checked<Session> {
        Ok(Session::new(setup(self.rules(scenario)?, scenario)?))
    }

    /// A battle at its start: set up, with the sequence of the system about to run.
    ///
    /// # Errors
    ///
    /// A fault where the scenario does not exist, the system has no sequence or an initial value cannot be worked out.
    pub fn start(&self, scenario: ScenarioId) -> Checked<Session> {
        let mut session = self.set_up(scenario)?;
        let sequence = self.program().sequence.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let own = self.program().scenarios.get(scenario).and_then(|scenario| scenario.setup);
        self.begin(&mut session, |engine| {
            engine.begin_procedure(sequence, &[])?;
            own.map_or(Ok(()), |body| engine.begin_body(body, &[]))
        })?;
        Ok(session)
    }

    /// Begins something from outside.
    fn begin(
        &self,
        session: &mut Session,
        what: impl FnOnce(&mut engine::Engine<'_>) -> Checked<()>,
    ) -> Checked<()> {
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::QUESTION);
        let mut engine = self.engine(session, &mut tells, &mut fuel)?;
        engine.state.outcome = None;
        what(&mut engine)
    }

    /// Begins a procedure from outside, with the values of its parameters. What it gives stands in [`crate::Outcome::Ended`]
    /// when the run is over.
    ///
    /// # Errors
    ///
    /// A fault where the procedure does not exist or the arguments do not fit.
    pub fn call(
        &self,
        session: &mut Session,
        procedure: ProcedureId,
        args: &[Wide],
    ) -> Checked<()> {
        self.begin(session, |engine| engine.begin_procedure(procedure, args))
    }

    /// Begins a procedure from outside where nothing runs: [`crate::Outcome::Ended`] has what each of its variables held last,
    /// forgotten or not. All else goes as in [`Machine::call`].
    ///
    /// # Errors
    ///
    /// A fault where the procedure does not exist or the arguments do not fit.
    pub fn call_watched(
        &self,
        session: &mut Session,
        procedure: ProcedureId,
        args: &[Wide],
    ) -> Checked<()> {
        self.begin(session, |engine| {
            engine.make_room_to_watch(procedure)?;
            engine.begin_procedure(procedure, args)
        })
    }

    /// Begins a body from outside, with values for its first scalar locals.
    ///
    /// # Errors
    ///
    /// A fault where the body does not exist.
    pub fn call_body(&self, session: &mut Session, body: BodyId, scalars: &[i64]) -> Checked<()> {
        self.begin(session, |engine| engine.begin_body(body, scalars))
    }

    /// Runs until something is needed or all is over. Run again without an answer, it asks the same again.
    ///
    /// # Errors
    ///
    /// A fault of the rules, with their places. The state is then of no further use.
    pub fn run(
        &self,
        session: &mut Session,
        tells: &mut Tells,
        fuel: &mut Fuel,
    ) -> Checked<Request> {
        self.engine(session, tells, fuel)?.run()
    }

    /// The same for somebody of whom it is known what he never takes: a player, an action. That is not listed where there is
    /// anything else that he may do, and only one of them where there is nothing else.
    ///
    /// # Errors
    ///
    /// As [`Machine::run`].
    pub fn run_shunning(
        &self,
        session: &mut Session,
        tells: &mut Tells,
        fuel: &mut Fuel,
        shuns: &dyn Fn(i64, Listed) -> Shunned,
    ) -> Checked<Request> {
        self.run_rolling(session, tells, fuel, shuns, None)
    }

    /// Answers a request for dice: how many show each face. Of what is drawn each item is a face, and one die shows one.
    ///
    /// # Errors
    ///
    /// A refusal where no dice were asked for or other dice were.
    pub fn answer_roll(
        &self,
        session: &mut Session,
        counts: &[i64],
        tells: &mut Tells,
    ) -> Result<(), Refusal> {
        let mut fuel = Fuel::QUESTION;
        self.engine(session, tells, &mut fuel)?.answer_roll(counts)
    }

    /// Answers a choice.
    ///
    /// # Errors
    ///
    /// A refusal where nothing was to be chosen, or the answer is not legal.
    pub fn answer_choice(
        &self,
        session: &mut Session,
        answer: &Answer,
        tells: &mut Tells,
    ) -> Result<(), Refusal> {
        // Whether it is legal is as much work as it was to list what is, where nothing of that is kept.
        let mut fuel = Fuel::BATTLE;
        self.engine(session, tells, &mut fuel)?.answer_choice(answer, None)
    }

    /// Answers a choice of which the options are known: nobody may have changed the state since the request for it was made, so what is
    /// among them need not be looked at again.
    pub(crate) fn answer_listed(
        &self,
        session: &mut Session,
        request: &ChooseRequest,
        answer: &Answer,
        tells: &mut Tells,
    ) -> Result<(), Refusal> {
        let mut fuel = Fuel::QUESTION;
        self.engine(session, tells, &mut fuel)?.answer_choice(answer, Some(&request.options))
    }

    /// Whether anything of a battle is hidden from any player.
    pub fn hides_something(&self) -> bool {
        self.program().fields.values().any(|field| field.sight != Sight::All)
    }

    /// Whether a state could be one of this program: its entities, locals and frames lie inside what the program declares.
    pub fn fits(&self, state: &State) -> bool {
        check::fits(&self.linked, state)
    }

    /// The entities of a scenario at the start, and what they are called.
    ///
    /// # Errors
    ///
    /// A fault where the scenario does not exist.
    pub fn layout(&self, scenario: ScenarioId) -> Checked<&Layout> {
        Ok(&self.setting(scenario)?.layout)
    }

    /// A state as a player sees it: what only its owner may see reads for others as if it had never been set. Whoever
    /// chooses for a player is given this, never the state itself.
    ///
    /// # Errors
    ///
    /// A fault where the scenario does not exist or a first value cannot be worked out.
    pub fn seen_by<'s>(&self, state: &'s State, player: i64) -> Checked<Cow<'s, State>> {
        seen_by(self.rules(state.scenario)?, state, player)
    }

    /// A state as it may be for all that a player knows: what that player may not see is dealt anew. The same seed and stream
    /// give the same state. The player's own view of it is that of the true state.
    ///
    /// # Errors
    ///
    /// A fault where the scenario does not exist or a first value cannot be worked out.
    pub fn guessed(
        &self,
        state: &State,
        player: i64,
        generator: &mut SeededDice,
    ) -> Checked<State> {
        guessed(self.rules(state.scenario)?, state, player, generator)
    }

    /// The rules by which states of a scenario are made and written.
    pub(crate) fn rules(&self, scenario: ScenarioId) -> Checked<Rules<'_>> {
        Ok(rules(&self.linked, self.setting(scenario)?))
    }

    /// The value of an expression, a scalar as its one cell, with locals that begin at the first.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn evaluate(&self, state: &State, expr: ExprId, locals: &Locals) -> Checked<Wide> {
        self.with_evaluator(state, locals.clone(), (0, 0), &mut (), |evaluator| {
            evaluator.value(expr)
        })
    }

    /// A message with its values.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn render(&self, state: &State, template: &Template, locals: &Locals) -> Checked<String> {
        self.with_evaluator(state, locals.clone(), (0, 0), &mut (), |evaluator| {
            evaluator.render(template)
        })
    }

    /// An option of the window that is open, in words.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn option_words(&self, state: &State, option: &ActionOption) -> Checked<String> {
        let mut copy = Session::new(state.clone());
        let mut tells = Tells::quiet();
        let mut fuel = Fuel::QUESTION;
        let words = self.engine(&mut copy, &mut tells, &mut fuel)?.option_words(option)?;
        Ok(words.0)
    }

    /// What an option costs; nothing for one without a price.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn price(&self, state: &State, option: &ActionOption) -> Checked<Option<Price>> {
        let mut copy = Session::new(state.clone());
        let mut tells = Tells::quiet();
        let mut fuel = Fuel::QUESTION;
        self.engine(&mut copy, &mut tells, &mut fuel)?.price(option)
    }

    /// What the innermost rule that runs is called: of a request, what asks.
    pub fn rule(&self, state: &State) -> String {
        tell::cause(self.program(), state)
    }

    /// A scalar state field of an entity.
    ///
    /// # Errors
    ///
    /// A fault where the entity has no such field.
    pub fn field(&self, state: &State, entity: i64, field: FieldId) -> Checked<i64> {
        let kind = state.head(entity).and_then(|head| self.linked.kinds.get(head.kind));
        if !kind.is_some_and(|kind| kind.fields.contains(&field)) {
            return Err(Fault::damaged(DamagedPart::State));
        }
        self.with_evaluator(state, Locals::default(), (0, 0), &mut (), |evaluator| {
            evaluator.view.field(evaluator.linked, entity, field)
        })
    }

    /// What a field of an entity holds that is a set or list.
    ///
    /// # Errors
    ///
    /// A fault where the entity has no such field.
    pub fn wide_field(&self, state: &State, entity: i64, field: FieldId) -> Checked<Wide> {
        let kind = state.head(entity).and_then(|head| self.linked.kinds.get(head.kind));
        if !kind.is_some_and(|kind| kind.fields.contains(&field)) {
            return Err(Fault::damaged(DamagedPart::State));
        }
        View::live(state).wide(&self.linked, entity, field).cloned()
    }

    pub(crate) fn setting(&self, scenario: ScenarioId) -> Checked<&Setting> {
        let setting = self.linked.setting(scenario);
        setting.map(|setting| &**setting).ok_or_else(|| Fault::damaged(DamagedPart::State))
    }

    pub(crate) fn linked(&self) -> &Linked {
        &self.linked
    }

    pub(crate) fn renderer<'a>(&'a self, state: &'a State) -> Checked<Renderer<'a>> {
        let setting = self.setting(state.scenario)?;
        Ok(Renderer { linked: &self.linked, setting, state })
    }

    pub(crate) fn with_recorder<T>(
        &self,
        state: &State,
        locals: Locals,
        recorder: &mut Recorder,
        ask: impl FnOnce(&mut Evaluator<'_, Recorder>) -> Checked<T>,
    ) -> Checked<T> {
        self.with_evaluator(state, locals, (0, 0), recorder, ask)
    }

    pub(crate) fn with_evaluator<T, O: crate::eval::Observer>(
        &self,
        state: &State,
        locals: Locals,
        bases: (usize, usize),
        observer: &mut O,
        ask: impl FnOnce(&mut Evaluator<'_, O>) -> Checked<T>,
    ) -> Checked<T> {
        self.with_view(View::live(state), locals, bases, observer, ask)
    }

    pub(crate) fn with_view<T, O: crate::eval::Observer>(
        &self,
        view: View<'_>,
        locals: Locals,
        (base, wide_base): (usize, usize),
        observer: &mut O,
        ask: impl FnOnce(&mut Evaluator<'_, O>) -> Checked<T>,
    ) -> Checked<T> {
        let mut locals = locals;
        let mut fuel = Fuel::QUESTION.left;
        let (mut memo, reads) = (Memo::default(), Reads::default());
        let setting = self.setting(view.state().scenario)?;
        let mut evaluator = Evaluator {
            linked: &self.linked,
            setting,
            view: view.noting_if(&reads, memo.is_warm()),
            locals: &mut locals,
            base,
            wide_base,
            depth: 0,
            walking: false,
            fuel: &mut fuel,
            memo: &mut memo,
            observer,
        };
        ask(&mut evaluator)
    }
}

/// The rules of a scenario, by which states are made and written.
const fn rules<'a>(linked: &'a Linked, setting: &'a Setting) -> Rules<'a> {
    Rules { linked, setting, initial: initial_value }
}
