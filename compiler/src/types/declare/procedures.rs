//! Signatures of procedures: parameters, result, step names, open variables; the procedures of the sequence; policies and
//! scenarios by name.

use super::super::checker::Checker;
use super::super::facts::Owner;
use super::super::scope::Scope;
use super::count;
use crate::typed::Locals;
use crate::typed::{LocalRole, PolicyDef, ProcedureDef, ScenarioDef, StepDef, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// Procedures by name, with parameters and steps. Those of the sequence are `battle` and `round` (or its own word).
    pub(super) fn declare_procedures(&mut self) {
        let index = &self.input.content.index;
        for (name, declared) in &index.procedures {
            let procedure: &'a tree::Procedure = declared;
            let (locals, params) = self.parameters(&procedure.params);
            let result = procedure.result.as_ref().map(|result| self.written_type(result));
            let recursive = self.recursion(procedure.recursive.as_ref().map(|it| &it.depth));
            let steps = self.step_names(procedure);
            let id = self.add_procedure(name, locals, result.clone(), steps, procedure.name.span);
            self.typed.procedures.update(id, |def| def.recursive = recursive);
            if let Some(span) = procedure.team {
                self.for_team(id, span);
            }
            let title = format!("procedure {name}");
            let result = result.unwrap_or(Type::Nothing);
            self.sign(Owner::Procedure(id), title, params, result, procedure.name.span);
            self.facts.write().procedures.push((id, procedure));
        }
        if let Some(sequence) = index.sequence {
            self.declare_sequence(sequence);
        }
    }

    /// `for team` says whose runs are, and the procedure must be of one player.
    fn for_team(&mut self, id: ir::ProcedureId, span: Span) {
        let player = self.facts.player.map(Type::Entity);
        let Some(def) = self.typed.procedures.get_mut(id) else { return };
        let players = def.locals.all.iter().filter(|local| Some(&local.ty) == player.as_ref());
        def.for_team = players.count() == 1;
        if !def.for_team {
            Diagnostic::at(codes::NOBODYS_MOMENT, span)
                .says(format!("`{}` is of no team: it has no player of its own", def.name))
                .label("of whose team?")
                .also(def.span, "no parameter, or more than one, is a player")
                .help("leave out `for team`, or give it one player")
                .emit(self.sink);
        }
    }

    fn add_procedure(
        &mut self,
        name: &str,
        locals: Locals,
        result: Option<Type>,
        steps: Vec<StepDef>,
        span: Span,
    ) -> ir::ProcedureId {
        let id = self.typed.procedures.push(ProcedureDef {
            name: name.to_owned(),
            params: count(locals.all.len()),
            locals,
            result,
            steps,
            span,
            ..ProcedureDef::default()
        });
        self.vocabulary.write().procedures.insert(name.into(), id);
        id
    }

    /// `recursive N`.
    pub(super) fn recursion(&mut self, depth: Option<&tree::Expr>) -> u16 {
        let Some(depth) = depth else { return 0 };
        match self.constant_int(depth).and_then(|depth| u16::try_from(depth).ok()) {
            Some(found) if (1..=1000).contains(&found) => found,
            _ => {
                Diagnostic::at(codes::OUT_OF_RANGE, depth.span)
                    .says("`recursive` wants a depth from 1 to 1000")
                    .emit(self.sink);
                1
            }
        }
    }

    /// Steps by name, those inside loops and conditions too: they are events wherever they stand. A procedure without steps is
    /// one step that is called like itself.
    fn step_names(&mut self, procedure: &tree::Procedure) -> Vec<StepDef> {
        let mut found = Vec::new();
        steps_in(&procedure.body, &mut found);
        let mut steps: Vec<StepDef> = Vec::with_capacity(found.len());
        for (position, (step, span)) in found.iter().enumerate() {
            let mut earlier = found.iter().take(position).map(|(earlier, _)| &earlier.name);
            if let Some(first) = earlier.find(|earlier| earlier.text == step.name.text) {
                Diagnostic::at(codes::DUPLICATE_NAME, step.name.span)
                    .says(format!("there are two steps `{}`", step.name.text))
                    .label("again here")
                    .also(first.span, "first here")
                    .help(format!(
                        "clauses name steps, as in `after {}.{}`: put both into one, or give one of them another name",
                        procedure.name.text, step.name.text
                    ))
                    .emit(self.sink);
                continue;
            }
            steps.push(shell(&step.name.text, step.called, *span));
        }
        if steps.is_empty() {
            steps.push(shell(&procedure.name.text, false, procedure.body.span));
        }
        steps
    }

    /// `battle` with the steps `setup`, `rounds` and `verdict`, and one procedure for a round with the step `play`.
    fn declare_sequence(&mut self, sequence: &'a tree::Sequence) {
        let span = sequence.span;
        let names = ["setup", "rounds", "verdict"];
        let steps = names.iter().map(|name| shell(name, false, span)).collect();
        if self.vocabulary.procedures.contains_key("battle") {
            Diagnostic::at(codes::DUPLICATE_NAME, span)
                .says("`battle` is the procedure that the sequence declares")
                .label("declares it as well")
                .help("give the other procedure another name")
                .emit(self.sink);
        }
        let battle = self.add_procedure("battle", Locals::default(), None, steps, span);
        self.sign_plain("battle", battle, span);
        self.typed.sequence = Some(battle);
        for part in &sequence.parts {
            if let tree::SequencePart::Round { name, span, .. } = part {
                if let Some(other) = self.vocabulary.procedures.get(&*name.text) {
                    let place = self.typed.procedures.get(*other).map(|def| def.span);
                    Diagnostic::at(codes::DUPLICATE_NAME, name.span)
                        .says(format!(
                            "`{}` is the procedure that the sequence declares",
                            name.text
                        ))
                        .label("declares it as well")
                        .help("give the other procedure another name")
                        .also(place, "declared here as well")
                        .emit(self.sink);
                    continue;
                }
                let play = shell("play", false, *span);
                let round =
                    self.add_procedure(&name.text, Locals::default(), None, vec![play], *span);
                self.sign_plain(&name.text, round, *span);
                self.facts.write().rounds.push(round);
            }
        }
    }

    fn sign_plain(&mut self, name: &str, id: ir::ProcedureId, span: Span) {
        let title = format!("procedure {name}");
        self.sign(Owner::Procedure(id), title, Vec::new(), Type::Nothing, span);
    }

    /// Open variables, which hooks see: after the parameters, in order. One without a type has that of its first value.
    pub(super) fn infer_open_variables(&mut self) {
        let procedures = self.facts.procedures.clone();
        for (id, procedure) in procedures {
            let Some(def) = self.typed.procedures.get(id) else { continue };
            self.scope = Scope::with(&def.locals.all);
            let mut open = 0u16;
            for stmt in &procedure.body.stmts {
                let tree::StmtKind::Var(var) = &stmt.kind else { continue };
                if !var.open {
                    continue;
                }
                let ty = self.variable_type(var);
                self.scope.add(&var.name.text, ty, LocalRole::Open, var.name.span);
                open = open.saturating_add(1);
            }
            if let Some(def) = self.typed.procedures.get_mut(id) {
                def.locals = std::mem::take(&mut self.scope).into_locals_unchecked();
                def.locals.all.retain(|local| local.role != LocalRole::Let);
            }
            self.facts.write().open_variables.insert(id, open);
        }
    }

    /// The type of a variable: as written, else that of its first value.
    pub fn variable_type(&mut self, var: &tree::VarDecl) -> Type {
        if let Some(ty) = &var.ty {
            return self.written_type(ty);
        }
        let Some(value) = &var.value else {
            Diagnostic::at(codes::TYPE_NOT_ALLOWED, var.name.span)
                .says(format!("say what `{}` holds: `var {}: TYPE`", var.name.text, var.name.text))
                .label("neither a type nor a first value")
                .emit(self.sink);
            return Type::Error;
        };
        let before = self.sink.len();
        match self.value(value, None).ty {
            Type::Nothing if self.sink.len() == before => {
                self.report(Diagnostic::at(codes::TYPE_NOT_ALLOWED, var.name.span).says(format!(
                    "say what `{}` holds: `none` alone does not show it",
                    var.name.text
                )));
                Type::Error
            }
            ty => ty.unranged(),
        }
    }

    /// Policies by name.
    pub(super) fn declare_policies(&mut self) {
        let index = &self.input.content.index;
        for (name, declared) in &index.policies {
            let policy: &'a tree::Policy = declared;
            let id = self.typed.policies.next_id();
            self.vocabulary.write().policies.insert((*name).into(), id);
            self.typed.policies.push(PolicyDef {
                name: (*name).to_owned(),
                like: None,
                rules: Vec::new(),
                span: policy.name.span,
            });
        }
    }

    /// Scenarios by name.
    pub(super) fn declare_scenarios(&mut self) {
        let index = &self.input.content.index;
        for (name, declared) in &index.scenarios {
            let scenario: &'a tree::Scenario = declared;
            let id = self.typed.scenarios.next_id();
            self.vocabulary.write().scenarios.insert((*name).into(), id);
            let (name, span) = ((*name).to_owned(), scenario.name.span);
            self.typed.scenarios.push(ScenarioDef { name, span, ..ScenarioDef::default() });
        }
    }
}

/// A step without its body.
pub(super) fn shell(name: &str, called: bool, span: Span) -> StepDef {
    StepDef { name: name.to_owned(), called, span, ..StepDef::default() }
}

/// The steps of a block, outer ones before those inside them.
fn steps_in<'t>(block: &'t tree::Block, found: &mut Vec<(&'t tree::Step, Span)>) {
    for stmt in &block.stmts {
        if let tree::StmtKind::Step(step) = &stmt.kind {
            found.push((step, stmt.span));
        }
        super::windows::inner_blocks(stmt, &mut |inner| steps_in(inner, found));
    }
}
