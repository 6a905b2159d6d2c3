//! Calls: of procedures, of what a kind does, of steps that run by name.

use super::super::KindNames;
use super::super::checker::{Checker, error};
use super::super::facts::Owner;
use super::super::vocabulary::Attribute;
use super::problems;
use crate::typed::{Assign, Expr, ExprKind, LocalId, StepDef, StmtKind, Type, UntilDef};
use crate::types::BUILTINS;
use warwright_grammar::{Span, tree};
use warwright_ir as ir;

/// A call of a procedure, made out but not checked.
#[derive(Debug)]
pub struct ProcedureCall<'t> {
    /// The procedure.
    pub procedure: ir::ProcedureId,
    /// For `thing.deed(..)` the thing.
    pub receiver: Option<Expr>,
    /// The arguments as written.
    pub args: &'t [tree::Arg],
    /// The whole call.
    pub span: Span,
}

impl Checker<'_> {
    /// The call of a procedure that an expression is, if it is one.
    pub fn procedure_call<'t>(&mut self, expr: &'t tree::Expr) -> Option<ProcedureCall<'t>> {
        let tree::ExprKind::Call(call) = &expr.kind else { return None };
        let args = call.args.as_slice();
        match &call.callee.kind {
            tree::ExprKind::Name(name) => {
                if self.vocabulary.callables.contains_key(&*name.text) {
                    return None;
                }
                let procedure = self.vocabulary.procedures.get(&*name.text).copied()?;
                let takes = self.typed.procedures.get(procedure).map_or(0, |def| def.params);
                // `round(x)` is a number; the round of a sequence takes nothing.
                if takes == 0
                    && !args.is_empty()
                    && BUILTINS.iter().any(|row| row.name() == &*name.text)
                {
                    return None;
                }
                Some(ProcedureCall { procedure, receiver: None, args, span: expr.span })
            }
            tree::ExprKind::Field(field) => {
                let tree::FieldOf { of, name } = &**field;
                let is_deed = |names: &KindNames| {
                    matches!(names.attributes.get(&*name.text), Some(Attribute::Does(_)))
                };
                if !self.vocabulary.of_kind.iter().any(is_deed) {
                    return None;
                }
                let receiver = self.infer(of, None);
                let Type::Entity(kind) = receiver.ty else { return None };
                match self.vocabulary.attribute(kind, &name.text) {
                    Some(Attribute::Does(procedure)) => Some(ProcedureCall {
                        procedure,
                        receiver: Some(receiver),
                        args,
                        span: expr.span,
                    }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The arguments of a call of a procedure, the receiver first.
    pub fn procedure_arguments(&mut self, call: &ProcedureCall<'_>) -> Option<Vec<Expr>> {
        let signature = self.signature(Owner::Procedure(call.procedure))?;
        let Some(receiver) = &call.receiver else {
            return self.arguments(&signature, call.args, call.span);
        };
        let rest = self.arguments(&signature.without_first(), call.args, call.span)?;
        Some(std::iter::once(receiver.clone()).chain(rest).collect())
    }

    /// A call whose result goes into a local; gives the type of the result.
    pub(super) fn call_with_result(
        &mut self,
        call: &ProcedureCall<'_>,
        into: LocalId,
        span: Span,
    ) -> Type {
        let Some(def) = self.typed.procedures.get(call.procedure) else {
            return Type::Error;
        };
        let (name, declared, result) = (def.name.clone(), def.span, def.result.clone());
        let args = self.procedure_arguments(call);
        let Some(ty) = result else {
            self.report(problems::gives_nothing(&name, call.span, declared));
            return Type::Error;
        };
        let Some(args) = args else { return ty };
        self.scope.forget(None);
        let kind = StmtKind::Call { procedure: call.procedure, args, result: Some(into) };
        self.act(kind, span);
        ty
    }

    /// An expression as a statement: a call, or something without effect.
    pub(super) fn expr_stmt(&mut self, expr: &tree::Expr, span: Span) {
        if let Some(step) = self.step_called(expr) {
            self.scope.forget(None);
            self.act(StmtKind::CallStep { step }, span);
            return;
        }
        if let Some(call) = self.procedure_call(expr) {
            let Some(args) = self.procedure_arguments(&call) else { return };
            self.scope.forget(None);
            let kind = StmtKind::Call { procedure: call.procedure, args, result: None };
            self.act(kind, span);
            return;
        }
        match &expr.kind {
            tree::ExprKind::Call(call) => {
                if let tree::ExprKind::Name(name) = &call.callee.kind
                    && self.means_nothing(&name.text)
                {
                    let _ = self.find_procedure(name);
                    return;
                }
                let found = self.infer(expr, None);
                if found.ty != Type::Error {
                    self.no_effect(span);
                }
            }
            tree::ExprKind::Create(create) => {
                let name = tree::Name { text: "".into(), span, quoted: false };
                self.create(create, &name, span);
            }
            tree::ExprKind::Plan(_) => self.report(problems::plan_unread(span)),
            tree::ExprKind::Draw(_) => self.report(problems::draw_unread(span)),
            tree::ExprKind::Roll { .. } => self.report(problems::roll_unread(span)),
            tree::ExprKind::Error => {}
            tree::ExprKind::Name(name)
                if self.scope.peek(&name.text).is_none()
                    && self.vocabulary.procedures.contains_key(&*name.text) =>
            {
                self.report(problems::call_wants_brackets(&name.text, span));
            }
            tree::ExprKind::Binary(it) if it.op == tree::BinaryOp::Equal => {
                self.report(problems::comparison_as_statement(span));
            }
            _ => {
                let found = self.infer(expr, None);
                if found.ty != Type::Error {
                    self.no_effect(span);
                }
            }
        }
    }

    /// Whether nothing is called so that could be asked or run.
    fn means_nothing(&self, name: &str) -> bool {
        let fields = |names: &KindNames| names.attributes.contains_key(name);
        self.sort_of(name).is_none()
            && name != "say"
            && !self.vocabulary.plurals.contains_key(name)
            && !self.vocabulary.of_kind.iter().any(fields)
            && !super::super::exprs::is_built_in(name)
    }

    /// The step of the same procedure that a statement `S()` runs.
    fn step_called(&mut self, expr: &tree::Expr) -> Option<u16> {
        let procedure = self.acting.procedure()?;
        let tree::ExprKind::Call(call) = &expr.kind else { return None };
        let name = call.callee.as_name()?;
        let def = self.typed.procedures.get(procedure)?;
        let known = self.vocabulary.procedures.contains_key(&*name.text)
            || self.vocabulary.callables.contains_key(&*name.text);
        let is_called = |step: &StepDef| step.called || !known;
        let at = def.steps.iter().position(|it| it.name == *name.text && is_called(it))?;
        if let Some(step) = def.steps.get(at).filter(|step| !step.called) {
            let problem = problems::step_not_called(name, step.span);
            self.report(problem);
        }
        if let Some(arg) = call.args.first() {
            self.report(problems::step_takes_nothing(&name.text, arg.span));
        }
        u16::try_from(at).ok()
    }

    /// `create K for p { .. }`: the entity into a local, then its first values.
    pub(super) fn create(
        &mut self,
        create: &tree::Create,
        name: &tree::Name,
        span: Span,
    ) -> Option<LocalId> {
        let tree::Create { what, owner, fields } = create;
        let tree::ExprKind::Name(kind_name) = &what.kind else {
            return self.refuse(problems::create_wants_kind(what.span));
        };
        let kind = self.find_kind(kind_name)?;
        let def = self.typed.kinds.get(kind)?;
        if !def.fleeting {
            let problem = problems::not_fleeting(&def.name, what.span, def.span);
            return self.refuse(problem);
        }
        let owned = def.base == ir::KindBase::Piece;
        let owner = match owner {
            Some(owner) if owned => {
                let player = self.facts.player.map(Type::Entity);
                Some(Box::new(self.expr(owner, player.as_ref())))
            }
            Some(owner) => self.refuse(problems::owner_by_field(owner.span)),
            None if owned => {
                let kind = def.name.clone();
                self.refuse(problems::piece_of_nobody(&kind, what.span))
            }
            None => None,
        };
        let local = self.scope.hidden(&name.text, Type::Entity(kind), name.span);
        self.act(StmtKind::Create { kind, owner, local }, span);
        for field in fields {
            let of = self.local_expr(local, field.name.span);
            self.field_given(of, kind, field);
        }
        // It has no entry that could own the clauses of its kind.
        if let Some(&ability) = self.facts.kind_abilities.get(&kind) {
            let to = Box::new(self.local_expr(local, span));
            let until = UntilDef::Removed;
            self.act(StmtKind::Grant { ability, args: Vec::new(), to, until }, span);
        }
        Some(local)
    }

    /// `field VALUE` or `field = VALUE` of an entity being made or set up, as an assignment.
    pub fn field_given(&mut self, of: Expr, kind: ir::KindId, field: &tree::Field) {
        let Some(Attribute::State(id)) = self.vocabulary.attribute(kind, &field.name.text) else {
            self.no_such_state(kind, &field.name);
            return;
        };
        let Some(def) = self.typed.fields.get(id) else { return };
        let ty = def.ty.clone();
        let span = field.span;
        let value = match &field.value {
            tree::CellKind::One(value) => self.expr(value, Some(&ty)),
            tree::CellKind::Nothing => {
                let none = Expr { kind: ExprKind::None, ty: Type::Nothing, span };
                self.coerce(none, &ty)
            }
            tree::CellKind::Empty => {
                let yes = super::super::exprs::cell(1, Type::Bool, span);
                self.coerce(yes, &ty)
            }
            tree::CellKind::Default => return,
            tree::CellKind::Error => error(span),
            tree::CellKind::Else | tree::CellKind::Range(_) | tree::CellKind::Values(_) => {
                self.report(problems::one_value(&field.name.text, span));
                error(span)
            }
        };
        let to = Assign::Field { of: Box::new(of), field: id };
        self.assign(to, value, span);
    }

    /// Reports a state field that a kind does not have.
    pub(crate) fn no_such_state(&mut self, kind: ir::KindId, name: &tree::Name) {
        let known: Vec<String> = self
            .vocabulary
            .kind(kind)
            .map(|names| {
                names
                    .attributes
                    .iter()
                    .filter(|(_, attribute)| matches!(attribute, Attribute::State(_)))
                    .map(|(name, _)| name.to_string())
                    .collect()
            })
            .unwrap_or_default();
        let what = self.kind_name(kind).to_owned();
        self.report(problems::no_state(&what, name, &known));
    }
}
