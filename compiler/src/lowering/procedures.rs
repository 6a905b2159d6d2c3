//! Procedures: takes steps with statements, gives steps with bodies that share one self.frame.

use super::Lowering;
use super::code::Code;
use super::liveness::{Frames, Part};
use super::slots::Frame;
use super::types;
use crate::typed::ChoiceOwner;
use crate::typed::{LocalId, LocalRole, ProcedureDef, StepDef};
use warwright_ir as ir;
use warwright_ir::{ProcedureId, Slot, each_expr};

impl Lowering<'_> {
    pub(super) fn procedures(&mut self) {
        for (id, def) in self.typed.procedures.iter() {
            self.procedure(id, def);
        }
    }

    fn procedure(&mut self, id: ProcedureId, def: &ProcedureDef) {
        self.frame = Frame::new(self.typed, &def.locals, def.params);
        let params = self.params(&def.locals, def.params);
        let mut variables = Vec::new();
        for (local, value) in &def.variables {
            let mut values = Vec::new();
            self.spread(value, &mut values);
            variables.extend(self.frame.slots(*local).iter().copied().zip(values));
        }
        let mut frames = Frames { stays: true, ..Frames::default() };
        let mut steps = Vec::with_capacity(def.steps.len());
        for (number, step) in (0..=u16::MAX).zip(&def.steps) {
            let (written, part) = self.step(id, number, step);
            steps.push(written);
            frames.parts.push(part);
        }
        self.seen_to_fit(def.span);
        for part in &frames.parts {
            self.out.bodies.update(part.body, |body| body.env = self.frame.env());
        }
        frames.private = self.frame.private.clone();
        self.forgetting.push(frames);
        let procedure = ir::Procedure {
            name: self.text(&def.name),
            params,
            env: self.frame.env(),
            variables,
            open: open(def, &self.frame),
            result: def.result.as_ref().map(types::ty),
            steps,
            before: Vec::new(),
            after: Vec::new(),
            recursive: def.recursive,
            beyond: def.beyond.as_ref().map(|beyond| self.expr(beyond)),
            for_team: def.for_team,
            moments: self.moments_of(id, None),
            span: self.span(def.span),
        };
        self.out.procedures.push(procedure);
    }

    fn step(&mut self, id: ProcedureId, number: u16, def: &StepDef) -> (ir::Step, Part) {
        let when = def.when.as_ref().map(|when| self.expr(when));
        let heading = def.heading.as_ref().map(|words| self.template(words));
        self.code = Code::new(ChoiceOwner::Procedure(id));
        if let Some(when) = &def.when {
            self.rebind(when);
        }
        self.stmts(&def.body);
        let body = self.out.bodies.push(self.code.finish(self.frame.env()));
        let mut reads = Vec::new();
        each_expr(&(when, &heading), |read| reads.push(read));
        let step = ir::Step {
            name: self.text(&def.name),
            when,
            heading,
            called: def.called,
            body,
            before: Vec::new(),
            instead: Vec::new(),
            after: Vec::new(),
            offers_before: Vec::new(),
            offers_at: Vec::new(),
            offers_after: Vec::new(),
            moments: self.moments_of(id, Some(number)),
            span: self.span(def.span),
        };
        (step, Part { body, called: def.called, reads })
    }

    /// The moments that runs of a procedure or step begin and end.
    fn moments_of(&self, procedure: ProcedureId, step: Option<u16>) -> Vec<ir::MomentId> {
        self.index.moments.get(&(procedure, step)).cloned().unwrap_or_default()
    }
}

/// The slots that hooks may read and write.
fn open(def: &ProcedureDef, frame: &Frame) -> Vec<Slot> {
    let locals = (0u32..).map(LocalId).zip(&def.locals.all);
    let open = locals.filter(|(_, local)| local.role == LocalRole::Open);
    open.flat_map(|(id, _)| frame.slots(id)).copied().collect()
}
