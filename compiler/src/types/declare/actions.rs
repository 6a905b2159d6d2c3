//! Actions by name: each with its permission, and a quantity for its price where it has one. The second pass fills them.

use super::super::bearer::Bearer;
use super::super::checker::{Checker, error};
use super::super::facts::SignatureParam;
use super::layers::Source;
use crate::typed::{
    ActionDef, ActionPlace, BearerDef, Local, LocalRole, Locals, QuantityDef, ReachDef, Type, Words,
};
use warwright_grammar::{Diagnostic, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// Actions of the system and of all bearers.
    pub(super) fn declare_actions(&mut self) {
        let content = self.input.content;
        for action in content.index.actions.values() {
            self.declare_action(action, None);
        }
        for bearer in self.facts.bearers.clone() {
            for clause in &bearer.clauses {
                if let tree::Clause::Action(action) = clause {
                    self.declare_action(action, Some(&bearer));
                }
            }
        }
    }

    fn declare_action(&mut self, action: &'a tree::Action, bearer: Option<&Bearer<'a>>) {
        let name = &*action.name.text;
        if let Some(other) = self.vocabulary.permissions.get(name) {
            let place = self.typed.permissions.get(*other).map(|def| def.span);
            return Diagnostic::at(codes::DUPLICATE_NAME, action.name.span)
                .says(format!("there are two permissions or actions `{name}`"))
                .label("again here")
                .help(format!(
                    "`may {name}(..)` can ask one of them alone: give the other another name"
                ))
                .also(place, "first here")
                .emit(self.sink);
        }
        let (locals, params) = self.action_locals(action, bearer);
        let id = self.typed.actions.next_id();
        let level = match bearer {
            Some(bearer) => bearer.level,
            None => self.facts.layers.of(Source::System),
        };
        let permission = self.add_permission(name, locals.clone(), params, action.name.span);
        self.typed.permissions.update(permission, |def| def.level = level);
        self.vocabulary.write().actions.insert(name.into(), id);
        if action.body.iter().any(|item| matches!(item, tree::ActionItem::Cost { .. })) {
            self.declare_cost(action, locals.clone());
        }
        let window = match &action.window {
            tree::ActionWindow::In(window) => self.vocabulary.windows.get(&*window.text).copied(),
            _ => None,
        };
        let place = ActionPlace::Named(window.unwrap_or(ir::WindowId(0)));
        self.typed.actions.push(ActionDef {
            name: name.to_owned(),
            bearer: BearerDef::System,
            reach: ReachDef::All,
            level,
            locals,
            params: Vec::new(),
            place,
            by: error(action.name.span),
            when: None,
            permission,
            cost: None,
            must: action.must,
            once: None,
            label: Words::default(),
            body: Vec::new(),
            span: action.span,
        });
    }

    /// What an action's permission and price see: of a step the procedure's parameters and open variables, then the bearer with
    /// its parameters, then the action's own.
    fn action_locals(
        &mut self,
        action: &'a tree::Action,
        bearer: Option<&Bearer<'a>>,
    ) -> (Locals, Vec<SignatureParam<'a>>) {
        let mut locals = Locals::default();
        if let tree::ActionWindow::At { path, .. } = &action.window
            && let Some(first) = path.first()
            && let Some(id) = self.vocabulary.procedures.get(&*first.text).copied()
        {
            let open = self.open_names(id);
            if let Some(def) = self.typed.procedures.get(id) {
                locals.all.extend(def.locals.first(def.params).iter().cloned());
                locals.all.extend(open);
            }
        }
        if let Some((kind, ability)) = bearer.and_then(|bearer| bearer.abilities.first().copied()) {
            let span = action.name.span;
            locals.all.push(Local::new("self", self.owner_type(kind), LocalRole::Bearer, span));
            let params = self.typed.abilities.get(ability).into_iter().flat_map(|def| &def.params);
            locals.all.extend(params.map(|(name, ty, _)| {
                Local::new(name.as_str(), ty.clone(), LocalRole::AbilityParam, span)
            }));
        }
        self.measured_ranges = true;
        let (own, _) = self.parameters(&action.params);
        self.measured_ranges = false;
        locals.all.extend(own.all.into_iter().map(|local| Local {
            // A range of an action's parameter is its domain, asked in play.
            ty: local.ty.unranged(),
            role: LocalRole::ActionParam,
            ..local
        }));
        let params = locals.all.iter();
        let params = params.map(|it| SignatureParam::new(it.name.clone(), it.ty.clone())).collect();
        (locals, params)
    }

    /// Open variables of a procedure as far as their types are written: the second pass knows the others.
    fn open_names(&mut self, id: ir::ProcedureId) -> Vec<Local> {
        let found = self.facts.procedures.iter().find(|(known, _)| *known == id).copied();
        let Some((_, procedure)) = found else { return Vec::new() };
        let mut locals = Vec::new();
        for stmt in &procedure.body.stmts {
            if let tree::StmtKind::Var(var) = &stmt.kind
                && var.open
            {
                let ty = var.ty.as_ref().map_or(Type::Error, |ty| self.written_type(ty));
                locals.push(Local::new(var.name.text.clone(), ty, LocalRole::Open, var.name.span));
            }
        }
        locals
    }

    fn declare_cost(&mut self, action: &'a tree::Action, locals: Locals) {
        let id = self.typed.quantities.next_id();
        self.vocabulary.write().costs.insert(action.name.text.clone(), id);
        let ty = Type::int(Some(0), None);
        let mut base = error(action.name.span);
        base.ty = ty.clone();
        self.typed.quantities.push(QuantityDef {
            name: format!("cost of {}", action.name.text),
            params: super::count(locals.all.len()),
            locals,
            ty,
            base,
            stages: self.facts.stages.clone(),
            span: action.name.span,
            ..QuantityDef::default()
        });
    }
}
