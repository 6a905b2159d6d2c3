//! Procedures: takes their signatures and bodies, gives variables and steps with typed statements.

use super::checker::Checker;
use super::scope::Scope;
use super::statements::{Acting, BodyOf};
use crate::typed::{Expr, ExprKind, LocalId, LocalRole, Locals, StepDef, Stmt, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// Checks the bodies of all procedures.
pub(super) fn check(checker: &mut Checker<'_>) {
    for (id, procedure) in checker.facts.procedures.clone() {
        checker.procedure(id, procedure);
    }
}

/// The one step of a procedure that names none.
fn only_step(name: &str, body: Vec<Stmt>, span: Span) -> StepDef {
    StepDef { name: name.to_owned(), when: None, heading: None, called: false, body, span }
}

fn has_steps(procedure: &tree::Procedure) -> bool {
    procedure.body.stmts.iter().any(|stmt| matches!(stmt.kind, tree::StmtKind::Step(_)))
}

/// `let x = E` beside the steps: what lasts for all of them is a variable.
fn let_between_steps(name: &tree::Name, span: Span) -> Diagnostic {
    Diagnostic::at(codes::ACT_OUT_OF_PLACE, span)
        .says(format!("`{}` is to last for all steps, and `let` is for one", name.text))
        .label("between the steps")
        .fix("what all steps know is a `var`", span.part(0.."let".len()), "var")
}

impl Checker<'_> {
    /// The body of one procedure.
    fn procedure(&mut self, id: ir::ProcedureId, procedure: &tree::Procedure) {
        let Some(def) = self.typed.procedures.get(id) else { return };
        self.scope = Scope::with(&def.locals.all);
        let result = def.result.clone();
        let mut variables = Vec::new();
        for stmt in &procedure.body.stmts {
            match &stmt.kind {
                tree::StmtKind::Var(var) => {
                    self.variable(var, stmt.span, &mut variables);
                }
                tree::StmtKind::Let { name, .. } if has_steps(procedure) => {
                    self.report(let_between_steps(name, stmt.span));
                    self.scope.add(&name.text, Type::Error, LocalRole::Var, name.span);
                }
                _ => {}
            }
        }
        self.acting = Acting::new(BodyOf::Procedure(id), &self.scope);
        self.acting.result = result;
        let steps = self.steps(procedure);
        if let Some(heading) = &procedure.heading {
            Diagnostic::at(codes::ACT_OUT_OF_PLACE, heading.span)
                .says("a heading belongs to a step")
                .label("would have no effect")
                .help("put it behind the name of the first step")
                .emit(self.sink);
        }
        let locals = self.finish();
        self.put_procedure(id, locals, variables, steps);
        if let Some(recursive) = &procedure.recursive {
            self.given_beyond(id, recursive);
        }
    }

    /// What a procedure gives to whoever calls it deeper than it goes: every value that is waited for is given.
    fn given_beyond(&mut self, id: ir::ProcedureId, recursive: &tree::Recursive) {
        let Some(def) = self.typed.procedures.get(id) else { return };
        let (name, result, span) = (def.name.clone(), def.result.clone(), recursive.depth.span);
        let beyond = match (&result, &recursive.otherwise) {
            (None, None) => return,
            (None, Some(otherwise)) => {
                return Diagnostic::at(codes::NO_RESULT, otherwise.span)
                    .says(format!("`{name}` gives no value, so there is none beyond its depth"))
                    .label("nobody waits for it")
                    .help("leave out `otherwise`, or say what it gives: `procedure NAME(..): TYPE`")
                    .emit(self.sink);
            }
            (Some(result), Some(otherwise)) => {
                let beyond = self.constant_expr(otherwise, result);
                if self.constant_value(&beyond).is_none() {
                    return;
                }
                beyond
            }
            (Some(Type::Error), None) => return,
            (Some(result @ Type::Optional(_)), None) => {
                Expr { kind: ExprKind::None, ty: result.clone(), span }
            }
            (Some(_), None) => {
                let depth = self.source_of(span).to_owned();
                return Diagnostic::at(codes::NO_RESULT, span)
                    .says(format!("`{name}` promises a value, and gives none beyond its depth"))
                    .label("deeper it is not run")
                    .help(format!("say what it gives then: `recursive {depth} otherwise VALUE`"))
                    .emit(self.sink);
            }
        };
        self.typed.procedures.update(id, |def| def.beyond = Some(beyond));
    }

    pub(super) fn put_procedure(
        &mut self,
        id: ir::ProcedureId,
        locals: Locals,
        variables: Vec<(LocalId, Expr)>,
        steps: Vec<StepDef>,
    ) {
        let Some(def) = self.typed.procedures.get_mut(id) else { return };
        def.locals = locals;
        def.variables = variables;
        // Steps keep the positions that the first pass gave them; a procedure without any is one step called like itself.
        for step in steps {
            match def.steps.iter_mut().find(|known| known.span == step.span) {
                Some(place) => *place = step,
                None => def.steps.push(step),
            }
        }
    }

    /// A variable of the whole procedure; its first value may read the parameters and the variables before it.
    fn variable(&mut self, var: &tree::VarDecl, span: Span, variables: &mut Vec<(LocalId, Expr)>) {
        let Some((ty, value)) = self.first_value(false, var, span) else { return };
        let known = if var.open { self.scope.peek(&var.name.text) } else { None };
        let local = match known {
            Some(local) => {
                self.scope.set_type(local, ty);
                local
            }
            None => {
                self.taken_already(&var.name);
                let role = if var.open { LocalRole::Open } else { LocalRole::Var };
                self.scope.add(&var.name.text, ty, role, var.name.span)
            }
        };
        variables.push((local, value));
    }

    fn steps(&mut self, procedure: &tree::Procedure) -> Vec<StepDef> {
        let mut steps = Vec::new();
        if has_steps(procedure) {
            for stmt in &procedure.body.stmts {
                match &stmt.kind {
                    tree::StmtKind::Step(step) => {
                        steps.push(self.step_def(step, stmt.span));
                    }
                    tree::StmtKind::Var(_) | tree::StmtKind::Let { .. } | tree::StmtKind::Error => {
                    }
                    _ => {
                        Diagnostic::at(codes::ACT_OUT_OF_PLACE, stmt.span)
                            .says(format!(
                                "procedure `{}` acts in its steps alone",
                                procedure.name.text
                            ))
                            .label("between the steps")
                            .help("put it into the step before or after")
                            .emit(self.sink);
                    }
                }
            }
        } else {
            let loose: Vec<tree::Stmt> = procedure
                .body
                .stmts
                .iter()
                .filter(|stmt| !matches!(stmt.kind, tree::StmtKind::Var(_)))
                .cloned()
                .collect();
            let body = self.statements(&loose);
            steps.push(only_step(&procedure.name.text, body, procedure.body.span));
        }
        steps.extend(self.acting.steps.drain(..).map(|(_, step)| step));
        steps
    }
}
