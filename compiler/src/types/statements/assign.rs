//! Giving values: `let`, `var`, `=`, `+=`, `-=`.

use super::super::checker::{Checker, bare, error};
use super::super::vocabulary::Attribute;
use super::{BodyOf, problems};
use crate::typed::{
    Arithmetic, Assign, Expr, ExprKind, LocalId, LocalRole, StmtKind, Type, each_stmt,
};
use crate::wording;
use warwright_grammar::{Span, tree};

impl Checker<'_> {
    /// `let x = E`.
    pub(super) fn let_stmt(&mut self, name: &tree::Name, value: &tree::Expr, span: Span) {
        if let tree::ExprKind::Create(create) = &value.kind {
            match self.create(create, name, span) {
                Some(local) => self.scope.reveal(local),
                // The name is still bound, so that what follows is not reported as well.
                None => {
                    let local = self.scope.hidden(&name.text, Type::Error, name.span);
                    self.scope.reveal(local);
                }
            }
            return;
        }
        if let Some(call) = self.procedure_call(value) {
            let local = self.scope.hidden(&name.text, Type::Error, name.span);
            let ty = self.call_with_result(&call, local, span);
            self.taken_already(name);
            self.scope.set_type(local, ty);
            self.scope.reveal(local);
            return;
        }
        let value = self.rolled(value, None);
        let ty = match self.told_type(&value, name) {
            // It keeps the value that it has been given.
            Type::Int(_) => Type::within(self.typed.range(&value)),
            ty => ty,
        };
        self.taken_already(name);
        let local = self.scope.add(&name.text, ty, LocalRole::Let, name.span);
        self.set_local(local, value, span);
    }

    /// `var x: T = E` inside a step, a hook, an action.
    pub(super) fn var_stmt(&mut self, var: &tree::VarDecl, span: Span) {
        if var.open {
            self.report(problems::open_inside(span));
        }
        let Some((ty, value)) = self.first_value(true, var, span) else { return };
        self.taken_already(&var.name);
        let local = self.scope.add(&var.name.text, ty, LocalRole::Let, var.name.span);
        self.acting.writable.push(local);
        self.set_local(local, value, span);
    }

    /// The type and first value of a variable; none where neither is given (which is reported). Dice may be rolled for it where it
    /// stands in what acts.
    pub fn first_value(
        &mut self,
        may_roll: bool,
        var: &tree::VarDecl,
        span: Span,
    ) -> Option<(Type, Expr)> {
        let ty = var.ty.as_ref().map(|ty| self.written_type(ty));
        match (&ty, &var.value) {
            (_, Some(value)) => {
                let value = match may_roll {
                    true => self.rolled(value, ty.as_ref()),
                    false => self.expr(value, ty.as_ref()),
                };
                let ty = match ty {
                    Some(ty) => ty,
                    None => self.told_type(&value, &var.name),
                };
                Some((ty, value))
            }
            (Some(ty), None) => {
                let kind = match ty {
                    Type::Pool(_) | Type::List(_) | Type::Set(_) => ExprKind::Items(Vec::new()),
                    Type::Optional(_) => ExprKind::None,
                    Type::Error => return Some((Type::Error, error(span))),
                    _ => {
                        self.report(problems::no_first_value(&var.name));
                        return Some((ty.clone(), error(span)));
                    }
                };
                Some((ty.clone(), Expr { kind, ty: ty.clone(), span }))
            }
            (None, None) => self.refuse(problems::no_first_value(&var.name)),
        }
    }

    /// The type of a new name: that of its value, which must say one, without its range.
    fn told_type(&mut self, value: &Expr, name: &tree::Name) -> Type {
        match &value.ty {
            Type::Nothing => {
                self.report(problems::untyped(name, value.span));
                Type::Error
            }
            Type::List(item) | Type::Set(item) if matches!(**item, Type::Nothing) => {
                self.report(problems::untyped(name, value.span));
                Type::Error
            }
            ty => ty.unranged(),
        }
    }

    /// Reports a new name that hides a visible one.
    pub(crate) fn taken_already(&mut self, name: &tree::Name) {
        if let Some(first) = self.scope.peek(&name.text).and_then(|id| self.scope.local(id)) {
            self.report(problems::hides(name, first.span));
        }
    }

    /// The right side of an assignment, in which dice may be rolled unless all must be undone together.
    pub(super) fn rolled(&mut self, value: &tree::Expr, expected: Option<&Type>) -> Expr {
        if self.acting.trying
            && matches!(value.kind, tree::ExprKind::Roll { .. } | tree::ExprKind::Draw(_))
        {
            self.report(problems::dice_in_try(value.span));
            return error(value.span);
        }
        self.value(value, expected)
    }

    /// `x = E`, `u.f += E`.
    pub(super) fn assign_stmt(
        &mut self,
        target: &tree::Expr,
        op: tree::AssignOp,
        value: &tree::Expr,
        span: Span,
    ) {
        if op == tree::AssignOp::Set
            && let Some(name) = target.as_name()
            && self.is_undeclared(name)
        {
            if let Some(found) = self.reachable_as_field(name) {
                self.report(found);
                let _ = self.rolled(value, Some(&Type::Error));
                return;
            }
            self.report(match self.is_field(&name.text) {
                true => problems::field_of_what(name),
                false => problems::let_forgotten(name),
            });
            return self.let_stmt(name, value, span);
        }
        let read = self.infer(target, None);
        let Some((to, ty)) = self.place(&read, target) else {
            let _ = self.rolled(value, Some(&Type::Error));
            return;
        };
        let changed = match &to {
            Assign::Local(local) => Some(*local),
            Assign::Field { .. } | Assign::TieField { .. } => None,
        };
        if op == tree::AssignOp::Set
            && let Some(call) = self.procedure_call(value)
        {
            let local = self.scope.hidden("", Type::Error, value.span);
            let found = self.call_with_result(&call, local, span);
            self.scope.set_type(local, found);
            let given = self.local_expr(local, value.span);
            let given = self.coerce(given, &ty);
            self.scope.forget(changed);
            self.assign(to, given, span);
            return;
        }
        let value = match op {
            tree::AssignOp::Set => self.rolled(value, Some(&ty)),
            tree::AssignOp::Add | tree::AssignOp::Subtract => {
                self.changed_by(read, op, value, &ty, span)
            }
        };
        self.note_taken_off(&to, &value);
        self.scope.forget(changed);
        self.assign(to, value, span);
    }

    /// Whether nothing is called so, or nearly so.
    fn is_undeclared(&self, name: &tree::Name) -> bool {
        self.scope.peek(&name.text).is_none()
            && self.scope.find_elsewhere(&name.text).is_none()
            && self.sort_of(&name.text).is_none()
            && crate::wording::suggest(&name.text, self.scope.names()).is_none()
    }

    /// Notes that rules may take a piece off the board and leave it in play: what lays out a test or a battle may.
    fn note_taken_off(&mut self, to: &Assign, value: &Expr) {
        let Assign::Field { of, field } = to else { return };
        let Type::Entity(kind) = of.ty else { return };
        let place = self.typed.kinds.get(kind).and_then(|def| def.place.or(def.region));
        let may_be_none = match &value.kind {
            ExprKind::None => true,
            _ => matches!(value.ty, Type::Optional(_)) && !self.scope.is_known(value),
        };
        if place == Some(*field) && may_be_none && self.acting.of != BodyOf::Setup {
            self.met.taken_off.push((kind, value.span));
        }
    }

    /// What asks where a piece is would stop the battle where a rule has taken it off the board.
    pub(crate) fn nobody_asks_where_it_is(&mut self) {
        for (kind, span) in std::mem::take(&mut self.met.taken_off) {
            let Some(asked) = self.met.asked_where.get(&kind).copied() else { continue };
            let one = self.with_article(&Type::Entity(kind));
            let def = self.typed.kinds.get(kind);
            let field = def.and_then(|def| self.typed.fields.get(def.place.or(def.region)?));
            let field = field.map_or("", |field| field.name.as_str());
            self.report(problems::taken_off((&one, field), span, asked));
        }
    }

    /// `place += E` as a value.
    fn changed_by(
        &mut self,
        read: Expr,
        op: tree::AssignOp,
        by: &tree::Expr,
        ty: &Type,
        span: Span,
    ) -> Expr {
        let adds = op == tree::AssignOp::Add;
        let read = match (&read.ty, ty) {
            // A number that may be none cannot be counted up.
            (Type::Optional(_), _) => self.coerce(read, bare(ty)),
            _ => read,
        };
        match bare(ty) {
            Type::Int { .. } | Type::Ratio | Type::Length | Type::Angle => {
                let wanted = bare(ty).unranged();
                let by = self.expr(by, Some(&wanted));
                let how = if adds { Arithmetic::Add } else { Arithmetic::Sub };
                let (left, right) = (Box::new(read), Box::new(by));
                let changed =
                    Expr { kind: ExprKind::Arithmetic { how, left, right }, ty: wanted, span };
                self.coerce(changed, ty)
            }
            Type::List(item) | Type::Set(item) => {
                let found = self.infer(by, Some(ty));
                let by = if super::super::exprs::fits(&found.ty, item) {
                    let one = self.coerce(found, item);
                    Expr { ty: ty.clone(), span: by.span, kind: ExprKind::Items(vec![one]) }
                } else {
                    self.coerce(found, ty)
                };
                joined(adds, read, by, ty, span)
            }
            Type::Pool(_) => {
                let by = self.expr(by, Some(ty));
                joined(adds, read, by, ty, span)
            }
            Type::Error => error(span),
            _ => {
                let name = self.with_article(ty);
                self.report(problems::not_countable(&name, span));
                error(span)
            }
        }
    }

    /// What a target names, with the type of what may be written there; none where it cannot be written (which is reported).
    pub(super) fn place(&mut self, read: &Expr, target: &tree::Expr) -> Option<(Assign, Type)> {
        match &read.kind {
            ExprKind::Local(local) => {
                if self.acting.writable.contains(local) {
                    return Some((Assign::Local(*local), self.scope.ty(*local)));
                }
                let known = self.scope.local(*local)?;
                let found =
                    problems::not_writable(&known.name, known.role, known.span, target.span);
                self.report(match self.acting.of {
                    BodyOf::Hook { procedure, .. } if known.role == LocalRole::Param => {
                        let given = self.given_by_callers(procedure, *local);
                        problems::given_to_procedure(found, &given)
                    }
                    _ => found,
                });
                None
            }
            ExprKind::Field { of, field } => {
                let def = self.typed.fields.get(*field)?;
                let ty = def.ty.clone();
                if let Some(writer) = def.only_by
                    && self.acting.procedure() != Some(writer)
                    && self.acting.of != BodyOf::Setup
                {
                    let writer = self.typed.procedures.get(writer);
                    let name = writer.map_or("", |writer| writer.name.as_str());
                    let problem = problems::only_by(&def.name, name, def.span, target.span);
                    return self.refuse(problem);
                }
                Some((Assign::Field { of: of.clone(), field: *field }, ty))
            }
            ExprKind::TieField { tie, of, other, field } => {
                let def = self.typed.ties.get(*tie)?;
                let (_, ty, _) = def.fields.get(*field as usize)?;
                let to = Assign::TieField {
                    tie: *tie,
                    of: of.clone(),
                    other: other.clone(),
                    field: *field,
                };
                Some((to, ty.clone()))
            }
            ExprKind::Error => None,
            other => {
                let source = self.source_of(target.span);
                let instead = self.changed_instead(other, target, &source);
                let writable = self.acting.writable.iter().filter_map(|id| self.scope.local(*id));
                let mut writable: Vec<&str> = writable.map(|it| it.name.as_str()).collect();
                writable.retain(|name| self.scope.peek(name).is_some());
                let found = problems::no_place(&source, other, &instead, target.span);
                self.report(match writable.is_empty() || source.contains('.') {
                    true => found,
                    false => found.help(format!(
                        "variables that can be changed here: {}",
                        wording::listed(writable)
                    )),
                });
                None
            }
        }
    }

    /// What can be changed where something cannot: the state of its player of that name, or what it is worked out from.
    fn changed_instead(&self, read: &ExprKind, target: &tree::Expr, source: &str) -> Vec<String> {
        let all =
            source.split('.').next().is_some_and(|it| self.vocabulary.plurals.contains_key(it));
        let of_player = match &target.kind {
            _ if all => None,
            tree::ExprKind::Field(field) => self.state_of_player(&field.name.text).then(|| {
                let owner = self.source_of(field.of.span);
                format!("{owner}.player.{}", field.name.text)
            }),
            _ => None,
        };
        match of_player {
            Some(place) if !source.contains(".player.") => vec![place],
            _ => self.worked_out_from(read, source),
        }
    }

    /// The open variables that callers of a procedure give it as one of its parameters, each with the step that does.
    fn given_by_callers(
        &self,
        procedure: warwright_ir::ProcedureId,
        param: LocalId,
    ) -> Vec<String> {
        let mut given: Vec<String> = Vec::new();
        for caller in self.typed.procedures.values() {
            for step in &caller.steps {
                each_stmt(&step.body, &mut |stmt| {
                    let StmtKind::Call { procedure: of, args, .. } = &stmt.kind else { return };
                    let arg = usize::try_from(param.0).ok().and_then(|at| args.get(at));
                    let Some(arg) = arg.filter(|_| *of == procedure) else { return };
                    let bare = match &arg.kind {
                        ExprKind::Within { of, .. } => of,
                        _ => arg,
                    };
                    let ExprKind::Local(local) = bare.kind else { return };
                    let Some(local) = caller.locals.get(local) else { return };
                    let words = format!("`{}` before `{}.{}`", local.name, caller.name, step.name);
                    if local.role == LocalRole::Open && !given.contains(&words) {
                        given.push(words);
                    }
                });
            }
        }
        given
    }

    fn state_of_player(&self, name: &str) -> bool {
        let player = self.facts.player;
        player.is_some_and(|player| {
            matches!(self.vocabulary.attribute(player, name), Some(Attribute::State(_)))
        })
    }

    /// A local that holds a pool and may be changed.
    pub(super) fn pool_place(
        &mut self,
        pool: &tree::Expr,
    ) -> Option<(LocalId, warwright_ir::DieId)> {
        if matches!(pool.kind, tree::ExprKind::Dice { .. }) {
            let named: Vec<String> = self
                .scope
                .names()
                .filter(|it| {
                    self.scope.peek(it).is_some_and(|id| matches!(self.scope.ty(id), Type::Pool(_)))
                })
                .map(|it| format!("`{it}`"))
                .collect();
            return self.refuse(problems::dice_by_number(&named, pool.span));
        }
        let found = self.infer(pool, None);
        let Type::Pool(die) = found.ty else {
            if !matches!(found.ty, Type::Error) {
                let ty = self.with_article(&found.ty);
                self.report(problems::not_a_pool(&ty, pool.span));
            }
            return None;
        };
        let ExprKind::Local(local) = found.kind else {
            return self.refuse(problems::pool_not_kept(pool.span));
        };
        let role = self.scope.local(local).map(|local| local.role);
        // A pool just rolled into a `let` may still be changed: it is on the table.
        if self.acting.writable.contains(&local) || role == Some(LocalRole::Let) {
            return Some((local, die));
        }
        let known = self.scope.local(local)?;
        self.refuse(problems::not_writable(&known.name, known.role, known.span, pool.span))
    }
}

fn joined(adds: bool, left: Expr, right: Expr, ty: &Type, span: Span) -> Expr {
    let (left, right) = (Box::new(left), Box::new(right));
    let kind = if adds { ExprKind::Union(left, right) } else { ExprKind::Without(left, right) };
    Expr { kind, ty: ty.clone(), span }
}
