//! Walks over the whole typed tree: takes it or one of its definitions, tells of every whole expression and body there.

use super::{
    ActionDef, ClauseDef, ClauseVerb, Expr, ExprKind, HookDef, LimitDef, Local, LocalId,
    PermissionClauseDef, PermissionDef, PreferDef, ProcedureDef, ReachDef, RoleRef, Stmt, TestDef,
    TestExpect, TestRun, Type, Typed, each_stmt, each_stmt_expr, each_value,
};
use warwright_grammar::Span;
use warwright_ir::{FootprintOf, FunctionId, ProcedureId};

/// Tells of each whole expression of statements.
pub fn each_body_expr<'t>(body: &'t [Stmt], found: &mut dyn FnMut(&'t Expr)) {
    each_stmt(body, &mut |stmt| each_stmt_expr(stmt, found));
}

impl ReachDef {
    /// Tells of the expression that says whom it reaches.
    pub fn each_expr<'t>(&'t self, found: &mut dyn FnMut(&'t Expr)) {
        if let Self::Related { holds, .. } = self {
            found(holds);
        }
    }
}

impl ClauseDef {
    /// Tells of each whole expression.
    pub fn each_expr<'t>(&'t self, found: &mut dyn FnMut(&'t Expr)) {
        self.when.iter().for_each(&mut *found);
        self.reach.each_expr(found);
        match &self.does {
            ClauseVerb::Modify { amount, cap, .. } => {
                found(amount);
                cap.iter().for_each(found);
            }
            ClauseVerb::Permission(PermissionClauseDef::Forbid { words: Some(words) }) => {
                each_value(words, found);
            }
            ClauseVerb::Lend(args) => args.iter().for_each(found),
            ClauseVerb::Permission(_) | ClauseVerb::Deny => {}
        }
    }
}

impl PermissionDef {
    /// Tells of each whole expression: what is required, and what the reasons quote.
    pub fn each_expr<'t>(&'t self, found: &mut dyn FnMut(&'t Expr)) {
        for require in &self.requires {
            found(&require.holds);
            require.words.iter().for_each(|words| each_value(words, found));
        }
    }
}

impl ProcedureDef {
    /// Tells of each whole expression that stands outside the bodies of its steps.
    pub fn each_head<'t>(&'t self, found: &mut dyn FnMut(&'t Expr)) {
        self.variables.iter().for_each(|(_, value)| found(value));
        for step in &self.steps {
            step.when.iter().for_each(&mut *found);
            step.heading.iter().for_each(|words| each_value(words, found));
        }
    }
}

impl HookDef {
    /// Tells of each whole expression before its body.
    pub fn each_head<'t>(&'t self, found: &mut dyn FnMut(&'t Expr)) {
        self.when.iter().for_each(&mut *found);
        self.reach.each_expr(found);
        self.once.iter().filter_map(|once| once.each.as_ref()).for_each(found);
    }

    /// Tells of each whole expression.
    pub fn each_expr<'t>(&'t self, found: &mut dyn FnMut(&'t Expr)) {
        self.each_head(found);
        each_body_expr(&self.body, found);
    }
}

impl ActionDef {
    /// Tells of each whole expression before its body, but for whom it reaches.
    pub fn each_head<'t>(&'t self, found: &mut dyn FnMut(&'t Expr)) {
        found(&self.by);
        self.when.iter().for_each(&mut *found);
        self.params.iter().for_each(|param| found(&param.domain));
        self.cost.iter().for_each(|(_, payer, _)| found(payer));
        self.once.iter().filter_map(|once| once.each.as_ref()).for_each(&mut *found);
        each_value(&self.label, found);
    }

    /// Tells of each whole expression, but for whom it reaches.
    pub fn each_expr<'t>(&'t self, found: &mut dyn FnMut(&'t Expr)) {
        self.each_head(found);
        each_body_expr(&self.body, found);
    }
}

impl TestDef {
    /// Tells of each whole expression outside its set-up.
    pub fn each_head<'t>(&'t self, found: &mut dyn FnMut(&'t Expr)) {
        if let TestRun::Procedure { args, .. } = &self.run {
            args.iter().for_each(&mut *found);
        }
        for expect in &self.expects {
            match expect {
                TestExpect::Holds { holds, .. } | TestExpect::Chance { holds, .. } => found(holds),
                TestExpect::Refused { args, .. } => args.iter().for_each(&mut *found),
                TestExpect::Mean { of, .. } | TestExpect::Show { of, .. } => found(of),
                TestExpect::Ended { winner, .. } => winner.iter().for_each(&mut *found),
                TestExpect::Said { .. } | TestExpect::Silent { .. } | TestExpect::Legal { .. } => {}
            }
        }
    }
}

impl Typed {
    /// The name of a role among parameters, and the type of who fills it.
    #[must_use]
    pub fn role_at<'p>(
        &'p self,
        params: &'p [Local],
        role: RoleRef,
    ) -> Option<(&'p str, &'p Type)> {
        let param = params.get(usize::from(role.param))?;
        match (role.field, &param.ty) {
            (Some(field), Type::Record(id)) => {
                let record = self.records.get(*id)?;
                record.fields.get(usize::from(field)).map(|(name, ty, _)| (name.as_str(), ty))
            }
            _ => Some((&param.name, &param.ty)),
        }
    }

    /// The value in a role, where the locals begin with the parameters.
    #[must_use]
    pub fn role_expr(&self, params: &[Local], role: RoleRef, span: Span) -> Option<Expr> {
        let param = params.get(usize::from(role.param))?;
        let local = ExprKind::Local(LocalId(u32::from(role.param)));
        let local = Expr::new(local, param.ty.clone(), span);
        let Some(position) = role.field else { return Some(local) };
        let (_, ty) = self.role_at(params, role)?;
        Some(Expr::new(ExprKind::RecordField { of: Box::new(local), position }, ty.clone(), span))
    }

    /// The derived facts that say footprints.
    pub fn footprints(&self) -> impl Iterator<Item = FunctionId> {
        self.kinds.values().filter_map(|kind| match kind.footprint {
            Some(FootprintOf::Derived(function)) => Some(function),
            Some(FootprintOf::Printed(_)) | None => None,
        })
    }

    /// Tells of each whole expression of an action, of what is required of it and of what it costs.
    pub fn each_expr_of_action<'t>(
        &'t self,
        action: &'t ActionDef,
        found: &mut dyn FnMut(&'t Expr),
    ) {
        action.each_expr(found);
        self.permissions.get(action.permission).iter().for_each(|def| def.each_expr(found));
        let price = action.cost.as_ref().and_then(|cost| self.quantities.get(cost.0));
        price.iter().for_each(|price| found(&price.base));
    }

    /// The bodies of steps and of hooks on them, each with the procedure that runs there.
    pub fn run_bodies(&self) -> impl Iterator<Item = (ProcedureId, &[Stmt])> {
        let procedures = self.procedures.iter();
        let steps = procedures.flat_map(|(id, def)| def.steps.iter().map(move |it| (id, &it.body)));
        let hooks = self.hooks.values().map(|hook| (hook.procedure, &hook.body));
        steps.chain(hooks).map(|(id, body)| (id, body.as_slice()))
    }

    /// The actions that steps offer, each with its procedure.
    pub fn step_actions(&self) -> impl Iterator<Item = (ProcedureId, &ActionDef)> {
        self.actions.values().filter_map(|action| Some((action.place.procedure()?, action)))
    }

    /// Whether something hangs on a procedure: a hook, or an action that a step of it offers.
    pub fn is_hung_on(&self, id: ProcedureId) -> bool {
        self.hooks.values().any(|hook| hook.procedure == id)
            || self.step_actions().any(|(procedure, _)| procedure == id)
    }

    /// The bodies that rules run: steps, hooks, actions.
    pub fn rule_bodies(&self) -> impl Iterator<Item = &[Stmt]> {
        let steps = self.procedures.values().flat_map(|def| &def.steps).map(|step| &step.body);
        let hooks = self.hooks.values().map(|hook| &hook.body);
        steps.chain(hooks).chain(self.actions.values().map(|it| &it.body)).map(Vec::as_slice)
    }

    /// The bodies that a battle runs: those of rules, of scenarios.
    pub fn battle_bodies(&self) -> impl Iterator<Item = &[Stmt]> {
        let battles = self.scenarios.values().map(|scenario| scenario.setup.as_slice());
        self.rule_bodies().chain(battles)
    }

    /// All bodies: those of rules, of scenarios, of tests.
    pub fn all_bodies(&self) -> impl Iterator<Item = &[Stmt]> {
        let tests = self.tests.values().map(|test| test.setup.as_slice());
        self.battle_bodies().chain(tests)
    }

    /// Tells of each statement of all bodies.
    pub fn each_stmt<'t>(&'t self, found: &mut dyn FnMut(&'t Stmt)) {
        self.all_bodies().for_each(|body| each_stmt(body, found));
    }

    /// Tells of every expression of the tree and all inside it.
    pub fn each_expr<'t>(&'t self, found: &mut dyn FnMut(&'t Expr)) {
        self.each_expr_of_rules(found);
        let found: &mut dyn FnMut(&'t Expr) = &mut |root| super::each_expr(root, found);
        for test in self.tests.values() {
            each_body_expr(&test.setup, found);
            test.each_head(found);
        }
    }

    /// The same without tests.
    pub fn each_expr_of_rules<'t>(&'t self, found: &mut dyn FnMut(&'t Expr)) {
        let found: &mut dyn FnMut(&'t Expr) = &mut |root| super::each_expr(root, found);
        self.functions.values().for_each(|def| found(&def.body));
        self.quantities.values().for_each(|def| found(&def.base));
        self.fields.values().for_each(|def| found(&def.initial));
        self.permissions.values().for_each(|def| def.each_expr(found));
        self.clauses.values().for_each(|def| def.each_expr(found));
        self.procedures.values().for_each(|def| def.each_head(found));
        self.hooks.values().for_each(|def| def.each_head(found));
        for action in self.actions.values() {
            action.each_head(found);
            action.reach.each_expr(found);
        }
        for rule in self.policies.values().flat_map(|policy| &policy.rules) {
            rule.when.iter().for_each(&mut *found);
            if let PreferDef::Ranked(all) = &rule.prefer {
                all.iter().for_each(|(_, value)| found(value));
            }
        }
        self.battle_bodies().for_each(|body| each_body_expr(body, found));
        self.limits.iter().flat_map(LimitDef::exprs).for_each(&mut *found);
    }
}
