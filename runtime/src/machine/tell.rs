//! What happened and by which rule, for whoever wants the story.

use super::engine::{Base, Engine};
use crate::fault::Checked;
use crate::state::{State, Wide, Work, cards_hidden_from};
use serde::{Deserialize, Serialize};
use warwright_ir::{Program, Slot, SpanId, Template};

/// The buffer of the caller into which the machine tells what happens.
#[derive(Clone, Debug, Default)]
pub struct Tells {
    /// What happened, in order.
    pub list: Vec<Tell>,
    /// What left play, each with the round in which it did, where rounds are counted; nothing where no words are made.
    pub left: Vec<(i64, Option<i64>)>,
    quiet: bool,
    /// The lengths of the list at the begin of parts that are all or nothing.
    pub(super) marks: Vec<usize>,
}

impl Tells {
    /// Wants to hear everything.
    pub fn loud() -> Self {
        Self::default()
    }
    /// Wants to hear nothing but what a test expects; no words are made.
    pub fn quiet() -> Self {
        Self { quiet: true, ..Self::default() }
    }
    /// Whether words are left out.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tell {
    /// What sort of thing.
    pub kind: TellKind,
    /// What the rules say of it; for dice what they were for, else the name of what it is about.
    pub text: String,
    /// More: the dice as they lie, the player who chose.
    pub detail: String,
    /// By which rule.
    pub cause: Cause,
    /// Under how many headings it stands.
    pub depth: u16,
    /// In how many runs of procedures, one within the other, it happened.
    #[serde(skip)]
    pub runs: u16,
    /// The players who may not hear of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden_from: Vec<i64>,
}

impl Tell {
    /// Whether a player may hear of it.
    pub fn is_open_to(&self, player: i64) -> bool {
        !self.hidden_from.contains(&player)
    }
}

/// Who may hear of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hearers {
    /// All: it is said at the table.
    All,
    /// One player alone.
    Only(i64),
    /// Who may know all these things, and the player who did it, if one did.
    WhoKnow(Wide, Option<i64>),
}

/// What sort of thing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TellKind {
    /// A step began that groups the story.
    Heading,
    /// A rule said something.
    Said,
    /// Dice were rolled.
    Rolled,
    /// Dice were turned.
    Changed,
    /// A player chose.
    Chose,
    /// A way was looked for: whether one was found, and where the search gave up.
    Planned,
    /// An entity was given an ability for a time.
    Granted,
    /// It has it no longer.
    Ended,
    /// An entity came into play.
    Created,
    /// An entity left play.
    Left,
    /// The battle is over.
    Over,
}

/// A rule that caused something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// What it is called: a label, an action, a step of a procedure.
    pub label: String,
    /// Where it stands.
    pub span: Option<SpanId>,
}

impl Engine<'_> {
    /// Tells something, with words that are only made where they are wanted.
    pub(super) fn tell(
        &mut self,
        kind: TellKind,
        span: Option<SpanId>,
        hearers: Hearers,
        words: impl FnOnce(&mut Self) -> (String, String),
    ) {
        if self.tells.quiet {
            return;
        }
        let words = words(self);
        self.record(kind, span, hearers, words);
    }

    /// Tells something, wanted or not.
    pub(super) fn record(
        &mut self,
        kind: TellKind,
        span: Option<SpanId>,
        hearers: Hearers,
        (text, detail): (String, String),
    ) {
        let hidden_from = self.deaf_to(&hearers);
        let cause = Cause { label: self.cause(), span };
        let depth = self.headings();
        let runs = runs(self.state);
        self.tells.list.push(Tell { kind, text, detail, cause, depth, runs, hidden_from });
    }

    /// The players who may not hear of something.
    fn deaf_to(&self, hearers: &Hearers) -> Vec<i64> {
        let may_not = |player: i64| match hearers {
            Hearers::All => false,
            Hearers::Only(one) => player != *one,
            Hearers::WhoKnow(things, by) => {
                *by != Some(player)
                    && !things.is_empty()
                    && cards_hidden_from(self.linked, self.state, player)
                        .iter()
                        .any(|card| things.contains(card))
            }
        };
        let players = self.setting.layout.players.iter().copied();
        players.filter(|player| may_not(*player)).collect()
    }

    /// The cards of which words say something, with the locals that begin at `base`.
    pub(super) fn cards_in(&self, base: Base, words: &Template) -> Checked<Wide> {
        let mut cards = Wide::new();
        for slot in self.linked.cards.named(&self.linked.program, words) {
            match slot {
                Slot::Scalar(slot) => cards.push(self.local(base, slot)?),
                Slot::Wide(slot) => cards.extend_from_slice(self.wide_local(base, slot)?),
            }
        }
        Ok(cards)
    }

    fn headings(&self) -> u16 {
        let program = &self.linked.program;
        let count = self.state.frames.iter().filter(|frame| match &frame.work {
            Work::Step(run) => {
                let procedure = program.procedures.get(run.procedure);
                let step = procedure.and_then(|p| p.steps.get(usize::from(run.step)));
                step.is_some_and(|step| step.heading.is_some())
            }
            _ => false,
        });
        u16::try_from(count.count()).unwrap_or(u16::MAX)
    }

    /// What the innermost rule that runs is called.
    pub(super) fn cause(&self) -> String {
        cause(&self.linked.program, self.state)
    }
}

/// How many procedures run in a state, one within the other.
pub(crate) fn runs(state: &State) -> u16 {
    let runs = state.frames.iter().filter(|frame| matches!(frame.work, Work::Run(_)));
    u16::try_from(runs.count()).unwrap_or(u16::MAX)
}

/// What the innermost rule that runs in a state is called.
pub(super) fn cause(program: &Program, state: &State) -> String {
    let text = |id| program.texts.get(id).map_or("", String::as_str);
    for frame in state.frames.iter().rev() {
        match &frame.work {
            Work::Hook(run) => {
                let hook = program.hooks.get(run.hook);
                return hook.map_or_else(String::new, |hook| text(hook.label).to_owned());
            }
            Work::Action(run) => {
                let action = program.actions.get(run.action);
                return action.map_or_else(String::new, |action| text(action.name).to_owned());
            }
            Work::Step(run) => {
                let Some(procedure) = program.procedures.get(run.procedure) else { continue };
                let step = procedure.steps.get(usize::from(run.step));
                let step = step.map_or("", |step| text(step.name));
                return format!("{}.{step}", text(procedure.name));
            }
            Work::Run(run) => {
                let procedure = program.procedures.get(run.procedure);
                return procedure.map_or_else(String::new, |p| text(p.name).to_owned());
            }
            Work::Acts(_) | Work::Window(_) | Work::Refresh { .. } => {}
        }
    }
    String::new()
}
