//! A body under construction: takes acts in order and labels, gives a body whose jumps are positions.

use crate::typed::ChoiceOwner;
use warwright_ir::{Act, Body, Env, ExprId, SpanId};

/// A place in a body that is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(u32);

/// Acts as they are written; their jumps hold labels until the end.
#[derive(Debug)]
pub(super) struct Code {
    acts: Vec<Act>,
    spans: Vec<SpanId>,
    /// The position of each label.
    labels: Vec<u32>,
    /// Where `stop` goes in each open loop, and how many `try` parts were open when the loop began.
    loops: Vec<(Label, usize)>,
    /// How many `try` parts are open.
    tries: usize,
    /// Whose body it is.
    pub(super) owner: ChoiceOwner,
    /// Where `stop` goes outside loops; none: it ends the step.
    pub(super) end: Option<Label>,
}

impl Code {
    /// An empty body of a step.
    pub(super) fn new(owner: ChoiceOwner) -> Self {
        Self {
            acts: Vec::new(),
            spans: Vec::new(),
            labels: Vec::new(),
            loops: Vec::new(),
            tries: 0,
            owner,
            end: None,
        }
    }

    /// Adds an act.
    pub(super) fn push(&mut self, act: Act, span: SpanId) {
        self.acts.push(act);
        self.spans.push(span);
    }

    /// A label to be placed later.
    pub(super) fn label(&mut self) -> Label {
        let label = Label(u32::try_from(self.labels.len()).unwrap_or(u32::MAX));
        self.labels.push(0);
        label
    }

    /// Places a label before the next act.
    pub(super) fn here(&mut self, label: Label) {
        let position = u32::try_from(self.acts.len()).unwrap_or(u32::MAX);
        if let Some(place) = self.labels.get_mut(label.0 as usize) {
            *place = position;
        }
    }

    /// A label placed before the next act.
    pub(super) fn mark(&mut self) -> Label {
        let label = self.label();
        self.here(label);
        label
    }

    /// Goes to a label.
    pub(super) fn jump(&mut self, to: Label, span: SpanId) {
        self.push(Act::Jump(to.0), span);
    }

    /// Goes to a label where `when` does not hold.
    pub(super) fn jump_unless(&mut self, when: ExprId, to: Label, span: SpanId) {
        self.push(Act::JumpUnless { when, to: to.0 }, span);
    }

    /// The number that stands for a label in an act until the end.
    pub(super) fn target(label: Label) -> u32 {
        label.0
    }

    pub(super) fn open_loop(&mut self, done: Label) {
        self.loops.push((done, self.tries));
    }

    pub(super) fn close_loop(&mut self) {
        self.loops.pop();
    }

    pub(super) fn open_try(&mut self) {
        self.tries += 1;
    }

    pub(super) fn close_try(&mut self) {
        self.tries = self.tries.saturating_sub(1);
    }

    /// `stop`: leaves the innermost loop, or outside a loop the body, and the `try` parts inside it.
    pub(super) fn stop(&mut self, span: SpanId) {
        let (to, kept) = match self.loops.last() {
            Some(&(done, tries)) => (Some(done), tries),
            None => (self.end, 0),
        };
        self.leave_tries(kept, span);
        match to {
            Some(done) => self.jump(done, span),
            None => self.push(Act::EndStep, span),
        }
    }

    /// Ends the `try` parts that are open beyond the first `kept`.
    pub(super) fn leave_tries(&mut self, kept: usize, span: SpanId) {
        for _ in kept..self.tries {
            self.push(Act::EndTry, span);
        }
    }

    /// The body, with every jump at its place.
    pub(super) fn finish(&mut self, env: Env) -> Body {
        let mut acts = std::mem::take(&mut self.acts);
        for act in &mut acts {
            if let Some(target) = act.jump_mut() {
                *target = self.labels.get(*target as usize).copied().unwrap_or(0);
            }
        }
        Body { env, acts, spans: std::mem::take(&mut self.spans) }
    }
}
