//! Actions: takes those of systems and bearers, gives each with its permission, its price and its body.

use super::bearer::{Bearer, Reachable, Reached};
use super::checker::{Checker, INT, error};
use super::hooks::Run;
use super::schema::each_binding;
use super::scope::{Elsewhere, Scope};
use super::statements::{Acting, BodyOf, readable};
use crate::typed::{
    ActionDef, ActionParamDef, ActionPlace, Expr, ExprKind, LocalId, LocalRole, OnceDef,
    PermissionDef, QuantityDef, Quoted, RequireDef, Type, Words,
};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// The parts of an action's braces.
#[derive(Debug, Default)]
struct Parts<'t> {
    cost: Option<(&'t tree::Expr, Option<&'t tree::Expr>, Span)>,
    /// `require` and `let` in order.
    requires: Vec<&'t tree::ActionItem>,
    body: Option<&'t tree::Block>,
}

/// What an action requires, and how many locals it has of its parameters and bearer.
struct Requires {
    params: u16,
    requires: Vec<RequireDef>,
}

impl<'a> Checker<'a> {
    /// An action of a bearer (the system, too), whose ids the first pass has given.
    pub fn action(&mut self, bearer: &Bearer<'a>, action: &'a tree::Action) {
        let Some(id) = self.vocabulary.actions.get(&*action.name.text).copied() else { return };
        let Some((place, run)) = self.action_place(action) else { return };
        let on = run.as_ref().map_or_else(
            || {
                let title = format!("action {}", action.name.text);
                Reachable { title, locals: &[], params: 0, span: action.span }
            },
            Run::reachable,
        );
        let reach = match (&action.reach, place) {
            // In a window there are no roles: whoever has the ability offers the action.
            (tree::Reach::Unsaid, ActionPlace::Named(_)) if bearer.without_self.is_none() => {
                tree::Reach::Any(action.name.span)
            }
            (reach, _) => reach.clone(),
        };
        let clause = format!("action {}", action.name.text);
        self.has_no_strongest(&action.reach, &clause);
        let reached = self.reaches(bearer, &on, &reach, &clause, action.span);
        if reached.len() > 1 {
            self.report(two_bearers(action.name.span));
        }
        if let Some(reached) = reached.into_iter().next() {
            self.action_reached(bearer, id, action, place, reached);
        }
    }

    /// The window, or the step with what is seen there.
    fn action_place(&mut self, action: &'a tree::Action) -> Option<(ActionPlace, Option<Run>)> {
        match &action.window {
            tree::ActionWindow::Unsaid => {
                Diagnostic::at(codes::ACTION_INCOMPLETE, action.name.span)
                    .says(format!(
                        "action `{}` does not say when it may be chosen",
                        action.name.text
                    ))
                    .label("never offered")
                    .help("`in WINDOW`, where a step opens that window, or `at PROCEDURE.STEP`")
                    .refuse(self.sink)
            }
            tree::ActionWindow::In(name) => {
                let window = self.find_window(name)?;
                Some((ActionPlace::Named(window), None))
            }
            tree::ActionWindow::At { position, path } => {
                let run = self.run_named(path)?;
                let Some(step) = run.step else {
                    return Diagnostic::at(codes::UNKNOWN_STEP, path.span)
                        .says(format!("at which step of {}?", run.title))
                        .also(run.span, "declared here")
                        .help(format!("`at {}.STEP`", path.dotted()))
                        .refuse(self.sink);
                };
                let time = match position {
                    None => None,
                    Some(tree::HookPosition::Before) => Some(ir::HookTime::Before),
                    Some(tree::HookPosition::After) => Some(ir::HookTime::After),
                    Some(tree::HookPosition::InsteadOf) => {
                        self.report(Diagnostic::at(codes::ACTION_INCOMPLETE, path.span).says(
                            "an action is offered before, at or after a step, not instead of it",
                        ));
                        return None;
                    }
                };
                let place = ActionPlace::Step { procedure: run.procedure, step, time };
                Some((place, Some(run)))
            }
        }
    }

    fn action_reached(
        &mut self,
        bearer: &Bearer<'a>,
        id: ir::ActionId,
        action: &'a tree::Action,
        place: ActionPlace,
        reached: Reached,
    ) {
        let Reached { bearer: by_bearer, reach, scope } = reached;
        self.scope = scope;
        let locals = self.action_params(action);
        // The permission and the price share all locals up to here, so that no name of the action's own comes before them.
        let mut shared = Scope::with(self.scope.locals());
        shared.bearer = self.scope.bearer;
        shared.ability = self.scope.ability;
        // The condition as a whole is asked before any parameter is known, a domain with those to its left.
        let when = action.when.as_ref().map(|when| self.condition(when));
        let mut params = Vec::with_capacity(locals.len());
        for (local, param) in locals.into_iter().zip(&action.params) {
            let domain = self.param_domain(local, param);
            self.scope.reveal(local);
            params.push(ActionParamDef { local, domain });
        }
        let by = self.action_by(action);
        let parts = self.action_parts(action);
        let required = |this: &mut Self| {
            let requires = this.action_requires(&parts);
            let found = this.found_by(&requires);
            (requires, found)
        };
        let ((requires, found), mut asked) = self.inside(shared.clone(), required);
        shared.bound_elsewhere(found.clone());
        self.scope.bound_elsewhere(found);
        let cost = self.action_cost(action, shared, &parts);
        if let Some(when) = &when {
            self.scope.assume(when, true);
        }
        let once: Option<OnceDef> = action.once.as_ref().and_then(|once| self.once(once));
        let label = match &action.label {
            Some(label) => self.words(label.data.as_ref().unwrap_or(&label.text)),
            None => self.shown_name(action),
        };
        self.acting = Acting::new(BodyOf::Action, &self.scope);
        self.acting.granter = Some(by.clone());
        let body = match parts.body {
            Some(block) => self.block(block),
            None => {
                Diagnostic::at(codes::NO_EFFECT, action.name.span)
                    .says(format!("action `{}` does nothing", action.name.text))
                    .help("say what it does: `do { .. }`")
                    .emit(self.sink);
                Vec::new()
            }
        };
        asked.asked_by(&self.scope);
        let (permission, _) = self.inside(asked, |this| this.action_permission(action, requires));
        let locals = self.finish();
        let Some(permission) = permission else { return };
        let def = ActionDef {
            name: action.name.text.to_string(),
            bearer: by_bearer,
            reach,
            level: bearer.level,
            locals,
            params,
            place,
            by,
            when,
            permission,
            cost,
            must: action.must,
            once,
            label,
            body,
            span: action.span,
        };
        self.typed.actions.update(id, |slot| *slot = def);
    }

    /// Locals for the parameters, not yet visible.
    fn action_params(&mut self, action: &'a tree::Action) -> Vec<LocalId> {
        let mark = self.scope.mark();
        let mut locals = Vec::with_capacity(action.params.len());
        for param in &action.params {
            self.measured_ranges = true;
            let ty = self.written_type(&param.ty);
            self.measured_ranges = false;
            let ty = if matches!(ty, Type::Int { .. }) { INT } else { ty };
            self.taken_already(&param.name);
            locals.push(self.scope.add(
                &param.name.text,
                ty,
                LocalRole::ActionParam,
                param.name.span,
            ));
        }
        self.scope.reset(mark);
        locals
    }

    /// What a parameter may be: all of a kind in play, all members, the numbers of a range.
    fn param_domain(&mut self, local: LocalId, param: &'a tree::Param) -> Expr {
        let span = param.ty.span;
        let ty = self.scope.ty(local);
        if let tree::TypeKind::Named { range: Some(range), .. } = &param.ty.kind
            && matches!(ty, Type::Int { .. } | Type::Length | Type::Angle)
        {
            let one = if matches!(ty, Type::Int { .. }) { INT } else { ty.clone() };
            let mut end = |end: &Option<tree::Expr>| match end {
                Some(end) => self.expr(end, Some(&one)),
                None => {
                    self.report(endless(&param.name, range.span));
                    error(range.span)
                }
            };
            let (low, high) = (Box::new(end(&range.low)), Box::new(end(&range.high)));
            let ty = Type::List(Box::new(one));
            return Expr { kind: ExprKind::Range { low, high }, ty, span };
        }
        match &ty {
            Type::Entity(kind) => {
                Expr { kind: ExprKind::All(*kind), ty: Type::Set(Box::new(ty.clone())), span }
            }
            Type::Member(kind) => {
                Expr { kind: ExprKind::Members(*kind), ty: Type::List(Box::new(ty.clone())), span }
            }
            Type::Bool => {
                let both = [0, 1].map(|cell| super::exprs::cell(cell, Type::Bool, span));
                Expr::new(ExprKind::Items(both.to_vec()), Type::List(Box::new(Type::Bool)), span)
            }
            Type::Face(die) => {
                let faces = self.typed.dice.get(*die).map_or(0, |die| die.faces.len());
                let faces =
                    (0i64..).take(faces).map(|face| super::exprs::cell(face, ty.clone(), span));
                Expr::new(ExprKind::Items(faces.collect()), Type::List(Box::new(ty.clone())), span)
            }
            Type::Error => error(span),
            _ => {
                self.report(endless(&param.name, span));
                error(span)
            }
        }
    }

    fn action_by(&mut self, action: &'a tree::Action) -> Expr {
        let player = self.facts.player.map(Type::Entity);
        if let Some(by) = &action.by {
            return self.expr(by, player.as_ref());
        }
        // In a bearer its player chooses where nothing is said.
        if let Some(bearer) = self.self_expr(action.name.span)
            && let Some(by) = self.player_of(bearer)
        {
            return by;
        }
        Diagnostic::at(codes::ACTION_INCOMPLETE, action.name.span)
            .says(format!("action `{}` does not say who may choose it", action.name.text))
            .label("by whom?")
            .help("`by u.player`, or `by p` for a parameter `p: player`")
            .emit(self.sink);
        error(action.name.span)
    }

    fn action_parts(&mut self, action: &'a tree::Action) -> Parts<'a> {
        let mut parts = Parts::default();
        for item in &action.body {
            match item {
                tree::ActionItem::Cost { amount, of, span } => {
                    if let Some((_, _, first)) = parts.cost {
                        Diagnostic::at(codes::FIELD_TWICE, *span)
                            .says("an action has one price")
                            .also(first, "the first")
                            .emit(self.sink);
                    }
                    parts.cost = Some((amount, of.as_ref(), *span));
                }
                tree::ActionItem::Require(_) | tree::ActionItem::Let(..) => {
                    parts.requires.push(item);
                }
                tree::ActionItem::Do(block) => {
                    if let Some(first) = parts.body {
                        Diagnostic::at(codes::FIELD_TWICE, block.span)
                            .says("an action has one `do`")
                            .also(first.span, "the first")
                            .emit(self.sink);
                    }
                    parts.body = Some(block);
                }
                tree::ActionItem::Text(_) | tree::ActionItem::Error(_) => {}
            }
        }
        parts
    }

    /// The requirements, on all that stands before the first name of the action's own.
    fn action_requires(&mut self, parts: &Parts<'a>) -> Requires {
        let params = u16::try_from(self.scope.locals().len()).unwrap_or(u16::MAX);
        let mut requires: Vec<RequireDef> = Vec::with_capacity(parts.requires.len());
        for item in &parts.requires {
            match item {
                tree::ActionItem::Require(require) => {
                    requires.extend(self.require(require));
                }
                tree::ActionItem::Let(name, _) => {
                    Diagnostic::at(codes::ACT_OUT_OF_PLACE, name.span)
                        .says("a `let` of an action stands in its `do`")
                        .help("a `require` names what it finds: `require E is some x \"why\"`; else write a `define`")
                        .emit(self.sink);
                }
                _ => {}
            }
        }
        Requires { params, requires }
    }

    /// The names that requirements bind: what is done does not see them, for the requirement may have been gone over.
    fn found_by(&self, requires: &Requires) -> Vec<Elsewhere> {
        let mut found = Vec::new();
        for require in &requires.requires {
            each_binding(&require.holds, &mut |local, binding| {
                let Some(known) = self.scope.local(local) else { return };
                let slice = |span| self.input.sources.slice(span);
                let again = match &binding.kind {
                    ExprKind::IsSome { of, .. } => {
                        format!("if {} is some {} {{ .. }}", slice(of.span), known.name)
                    }
                    _ => format!("if {} {{ .. }}", slice(binding.span)),
                };
                let name = known.name.as_str().into();
                found.push(Elsewhere::new(local, name, known.span, again));
            });
        }
        found
    }

    /// The permission of the action's name.
    fn action_permission(
        &mut self,
        action: &'a tree::Action,
        Requires { params, requires }: Requires,
    ) -> Option<ir::PermissionId> {
        let locals = self.finish();
        let id = self.vocabulary.permissions.get(&*action.name.text).copied()?;
        let level = self.typed.permissions.get(id)?.level;
        let def = PermissionDef {
            name: action.name.text.to_string(),
            params,
            locals,
            requires,
            level,
            span: action.name.span,
        };
        let slot = self.typed.permissions.get_mut(id)?;
        *slot = def;
        Some(id)
    }

    fn action_cost(
        &mut self,
        action: &'a tree::Action,
        shared: Scope,
        parts: &Parts<'a>,
    ) -> Option<(ir::QuantityId, Expr, ir::FieldId)> {
        let (amount, of, span) = parts.cost?;
        let Some(of) = of else {
            return Diagnostic::at(codes::ACTION_INCOMPLETE, span)
                .says("from what is this paid?")
                .help("`cost 1 of u.player.FIELD`, a state field that holds a number")
                .refuse(self.sink);
        };
        let params = u16::try_from(shared.locals().len()).unwrap_or(u16::MAX);
        let (base, shared) = self.inside(shared, |this| this.expr(amount, Some(&INT)));
        let read = self.infer(of, None);
        let ExprKind::Field { of: payer, field } = read.kind else {
            if read.ty != Type::Error {
                Diagnostic::at(codes::ACTION_INCOMPLETE, of.span)
                    .says("an action is paid from a state field")
                    .label("not a state field")
                    .emit(self.sink);
            }
            return None;
        };
        if !matches!(read.ty, Type::Int { .. }) {
            let words = self.with_article(&read.ty);
            return Diagnostic::at(codes::ACTION_INCOMPLETE, of.span)
                .says(format!("a whole number pays, and this is {words}"))
                .refuse(self.sink);
        }
        let quantity = self.vocabulary.costs.get(&*action.name.text).copied()?;
        let (locals, _) = self.inside(shared, Self::finish);
        let stages = self.facts.stages.clone();
        let slot = self.typed.quantities.get_mut(quantity)?;
        let def = QuantityDef {
            name: format!("cost of {}", action.name.text),
            params,
            locals,
            ty: Type::int(Some(0), None),
            base,
            stages,
            // Clauses that bend it may have been read before.
            groups: std::mem::take(&mut slot.groups),
            span,
            ..QuantityDef::default()
        };
        *slot = def;
        Some((quantity, *payer, field))
    }

    /// The option of an action without words of its own: its name and its parameters.
    fn shown_name(&self, action: &tree::Action) -> Words {
        let mut words = Words::fixed(&readable(&action.name.text), action.name.span);
        for param in &action.params {
            if let Some(local) = self.scope.peek(&param.name.text) {
                words.parts.push(Quoted::Fixed(" ".to_owned()));
                let value = self.local_expr(local, param.name.span);
                words.parts.push(Quoted::Value(value));
            }
        }
        words
    }
}

fn two_bearers(span: Span) -> Diagnostic {
    Diagnostic::at(codes::NO_REACH, span)
        .says("an action belongs to things of one kind, and this bearer has members of several")
        .help("put it into an ability for that kind")
}

fn endless(name: &tree::Name, span: Span) -> Diagnostic {
    Diagnostic::at(codes::TYPE_NOT_ALLOWED, span)
        .says(format!("nobody could list all that `{}` may be", name.text))
        .help(
            "a parameter of an action is a kind, a closed kind, a bool, a `face of DIE`, or `int A..B`",
        )
}
