//! Unread names: parameters and names for values that nothing in reach of them reads.

mod idle;

use crate::typed::{
    ActionDef, Assign, BearerDef, ClauseOwner, Expr, ExprKind, FunctionDef, Local, LocalId,
    LocalRole, Locals, ProcedureDef, ReachDef, Stmt, StmtKind, TestRun, Type, Typed, each_local,
    each_stmt, each_stmt_expr, each_value,
};
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// What is given a name is read by somebody.
pub(crate) fn names_are_read(typed: &Typed, sink: &mut Sink) {
    functions(typed, sink);
    let bodies = Bodies::of(typed);
    bodies.tell(sink);
    idle::variables(typed, sink);
    idle::limits(typed, sink);
    idle::loops(typed, sink);
    offered(typed, sink);
    abilities(typed, sink);
    Roles::of(typed).tell(typed, sink);
}

/// Parameters of defines and relations.
fn functions(typed: &Typed, sink: &mut Sink) {
    // What is the same whatever is asked is there for what answers in its place.
    let plain = |def: &&FunctionDef| matches!(def.body.kind, ExprKind::Cell(_));
    for def in typed.functions.values().filter(|def| !plain(def)) {
        let mut read = FxHashSet::default();
        locals_of(&def.body, &mut read);
        for (id, local) in (0..u32::from(def.params)).map(LocalId).zip(&def.locals.all) {
            let named = local.role == LocalRole::Param && !local.name.is_empty();
            if named && !local.span.is_empty() && !read.contains(&id) {
                sink.push(unread(
                    &local.name,
                    local.span,
                    &format!("`{}` never asks it", def.name),
                ));
            }
        }
    }
}

/// What stands in one place with locals of its own: which are read there, and which are names for values.
#[derive(Default)]
struct Body<'t> {
    locals: Option<&'t Locals>,
    read: FxHashSet<LocalId>,
    /// Names for values, and where each is given.
    named: Vec<(LocalId, Span)>,
}

impl<'t> Body<'t> {
    fn new(locals: &'t Locals) -> Self {
        Self { locals: Some(locals), ..Self::default() }
    }

    fn reads(&mut self, value: &Expr) {
        locals_of(value, &mut self.read);
    }

    fn runs_all(&mut self, def: &'t ProcedureDef) {
        def.each_head(&mut |value| self.reads(value));
        def.steps.iter().for_each(|step| self.runs(&step.body));
    }

    fn runs(&mut self, body: &'t [Stmt]) {
        each_stmt(body, &mut |stmt| {
            let own = match &stmt.kind {
                StmtKind::Assign { to: Assign::Local(local), .. } => {
                    self.named.push((*local, stmt.span));
                    Some(*local)
                }
                StmtKind::Choose { local, .. } | StmtKind::Call { result: Some(local), .. } => {
                    self.named.push((*local, stmt.span));
                    None
                }
                StmtKind::Reroll { pool, .. } | StmtKind::Change { pool, .. } => {
                    self.read.insert(*pool);
                    None
                }
                _ => None,
            };
            // A sum that is only added to is not read.
            each_stmt_expr(stmt, &mut |value| {
                each_local(value, &mut |local| {
                    if Some(local) != own {
                        self.read.insert(local);
                    }
                });
            });
        });
    }

    /// Names for values that nothing here reads.
    fn unread(&self) -> impl Iterator<Item = (&'t Local, Span)> {
        let all = self.locals.map_or(&[][..], |locals| &locals.all);
        let mut seen = FxHashSet::default();
        self.named.iter().filter_map(move |(id, span)| {
            let local = all.get(id.0 as usize)?;
            let own = matches!(local.role, LocalRole::Let | LocalRole::Var);
            let named = own && !local.name.is_empty() && !local.span.is_empty();
            (named && !self.read.contains(id) && seen.insert(*id)).then_some((local, *span))
        })
    }
}

/// Bodies of procedures, hooks and actions.
struct Bodies<'t>(Vec<Body<'t>>);

impl<'t> Bodies<'t> {
    fn of(typed: &'t Typed) -> Self {
        let mut all = Vec::new();
        let mut shown: FxHashMap<ir::ProcedureId, Vec<LocalId>> = FxHashMap::default();
        for test in typed.tests.values() {
            if let TestRun::Procedure { procedure, exports, .. } = &test.run {
                shown.entry(*procedure).or_default().extend(exports.iter().map(|it| it.0));
            }
        }
        for (id, def) in typed.procedures.iter() {
            let mut body = Body::new(&def.locals);
            body.runs_all(def);
            body.read.extend(shown.get(&id).into_iter().flatten());
            all.push(body);
        }
        for hook in typed.hooks.values() {
            let mut body = Body::new(&hook.locals);
            body.runs(&hook.body);
            all.push(body);
        }
        for action in typed.actions.values() {
            let mut body = Body::new(&action.locals);
            each_value(&action.label, &mut |value| body.reads(value));
            body.runs(&action.body);
            all.push(body);
        }
        for scenario in typed.scenarios.values() {
            let mut body = Body::new(&scenario.setup_locals);
            body.runs(&scenario.setup);
            all.push(body);
        }
        Self(all)
    }

    fn tell(&self, sink: &mut Sink) {
        // What heirs have of their parents is told once.
        let mut told: FxHashSet<Span> = FxHashSet::default();
        for (local, span) in self.0.iter().flat_map(Body::unread) {
            let at = if local.span.is_empty() { span } else { local.span };
            if !told.insert(at) {
                continue;
            }
            sink.push(unread(&local.name, at, "nothing that follows asks for it"));
        }
    }
}

/// Parameters of actions, by which the options that are offered differ.
fn offered(typed: &Typed, sink: &mut Sink) {
    for action in typed.actions.values() {
        let mut read = FxHashSet::default();
        typed.each_expr_of_action(action, &mut |value| locals_of(value, &mut read));
        for param in &action.params {
            let Some(local) = action.locals.get(param.local) else { continue };
            if !read.contains(&param.local) {
                let label = format!("the options that `{}` offers differ in nothing", action.name);
                sink.push(unread(&local.name, local.span, &label));
            }
        }
        sink.extend(chosen_for_nothing(action));
    }
}

/// A thing that an action is taken with, which nothing that is done touches though something is done.
fn chosen_for_nothing(action: &ActionDef) -> Option<Diagnostic> {
    let mut touched = FxHashSet::default();
    each_stmt(&action.body, &mut |stmt| {
        if !matches!(stmt.kind, StmtKind::Say(_)) {
            each_stmt_expr(stmt, &mut |value| locals_of(value, &mut touched));
        }
    });
    action.params.iter().for_each(|param| locals_of(&param.domain, &mut touched));
    action.cost.iter().for_each(|(_, payer, _)| locals_of(payer, &mut touched));
    // Who acts is one of its things.
    locals_of(&action.by, &mut touched);
    let acts = action.body.iter().any(|stmt| !matches!(stmt.kind, StmtKind::Say(_)));
    let param = action.params.iter().find(|param| !touched.contains(&param.local))?;
    let local = action.locals.get(param.local)?;
    let is_thing = matches!(local.ty, Type::Entity(_));
    (acts && is_thing).then(|| {
        Diagnostic::at(codes::UNUSED, local.span)
            .says(format!("`{}` is chosen, and nothing is done with it", local.name))
            .label(format!("what `{}` does never speaks of it", action.name))
            .help("did you mean it where something else is named? Else leave it out")
    })
}

/// Parameters of abilities, by position.
fn abilities(typed: &Typed, sink: &mut Sink) {
    let mut read: FxHashSet<(ir::AbilityId, usize)> = FxHashSet::default();
    let mut note = |bearer: BearerDef, locals: &Locals, used: &FxHashSet<LocalId>| {
        let BearerDef::Ability(id) = bearer else { return };
        let all = (0u32..).map(LocalId).zip(&locals.all);
        let params = all.filter(|(_, local)| local.role == LocalRole::AbilityParam).enumerate();
        read.extend(params.filter(|(_, (local, _))| used.contains(local)).map(|(at, _)| (id, at)));
    };
    for clause in typed.clauses.values() {
        let mut used = FxHashSet::default();
        clause.each_expr(&mut |value| locals_of(value, &mut used));
        note(clause.bearer, &clause.locals, &used);
    }
    for hook in typed.hooks.values() {
        let mut used = FxHashSet::default();
        hook.each_expr(&mut |value| locals_of(value, &mut used));
        note(hook.bearer, &hook.locals, &used);
    }
    for action in typed.actions.values() {
        let mut used = FxHashSet::default();
        typed.each_expr_of_action(action, &mut |value| locals_of(value, &mut used));
        note(action.bearer, &action.locals, &used);
    }
    typed.each_expr(&mut |expr| {
        if let ExprKind::Has { ability, args, .. } = &expr.kind {
            let at = args.binds.iter().map(|it| it.0).chain(args.tests.iter().map(|it| it.0));
            read.extend(at.map(|at| (*ability, usize::from(at))));
        }
    });
    for (id, def) in typed.abilities.iter() {
        for (at, (name, ..)) in def.params.iter().enumerate() {
            if def.titled && !read.contains(&(id, at)) {
                let label =
                    format!("nothing in `{}` asks for its `{name}`, and no rule does", def.name);
                sink.push(unread(name, def.span, &label));
            }
        }
    }
}

fn locals_of(value: &Expr, found: &mut FxHashSet<LocalId>) {
    each_local(value, &mut |local| {
        found.insert(local);
    });
}

/// What has parameters that clauses and hooks may speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Owner {
    Quantity(ir::QuantityId),
    Permission(ir::PermissionId),
    Procedure(ir::ProcedureId),
}

/// The parameters that something speaks of, in its own body or in what bends it.
struct Roles(FxHashSet<(Owner, LocalId)>);

impl Roles {
    fn of(typed: &Typed) -> Self {
        let mut roles = Self(FxHashSet::default());
        for (id, def) in typed.quantities.iter() {
            roles.read(Owner::Quantity(id), &def.base);
        }
        for (id, def) in typed.permissions.iter() {
            def.each_expr(&mut |value| roles.read(Owner::Permission(id), value));
        }
        for clause in typed.clauses.values() {
            let owner = match clause.owner {
                ClauseOwner::Quantity(id) => Owner::Quantity(id),
                ClauseOwner::Permission(id) => Owner::Permission(id),
                ClauseOwner::Possession(_) => continue,
            };
            roles.reached(owner, &clause.reach);
            clause.each_expr(&mut |value| roles.read(owner, value));
        }
        for hook in typed.hooks.values() {
            let owner = Owner::Procedure(hook.procedure);
            roles.reached(owner, &hook.reach);
            hook.each_expr(&mut |value| roles.read(owner, value));
        }
        for (id, action) in typed.step_actions() {
            typed.each_expr_of_action(action, &mut |it| roles.read(Owner::Procedure(id), it));
        }
        roles
    }

    fn read(&mut self, owner: Owner, value: &Expr) {
        each_local(value, &mut |local| {
            self.0.insert((owner, local));
        });
    }

    fn reached(&mut self, owner: Owner, reach: &ReachDef) {
        if let ReachDef::Role(role) | ReachDef::Related { role, .. } = reach {
            self.0.insert((owner, LocalId(u32::from(role.param))));
        }
    }

    fn tell(&self, typed: &Typed, sink: &mut Sink) {
        let prices = typed.actions.values().filter_map(|it| it.cost.as_ref()).map(|it| it.0);
        let prices: FxHashSet<ir::QuantityId> = prices.collect();
        let of_actions: FxHashSet<ir::PermissionId> =
            typed.actions.values().map(|it| it.permission).collect();
        for (id, def) in typed.quantities.iter() {
            if def.profile.is_none() && !prices.contains(&id) {
                self.of_one(Owner::Quantity(id), (&def.name, &def.locals, def.params), sink);
            }
        }
        for (id, def) in typed.permissions.iter() {
            if !of_actions.contains(&id) {
                let head = (def.name.as_str(), &def.locals, def.params);
                self.of_one(Owner::Permission(id), head, sink);
            }
        }
        for (id, def) in typed.procedures.iter() {
            let mut own = Body::new(&def.locals);
            own.runs_all(def);
            let owner = Owner::Procedure(id);
            let read = own.read.into_iter().map(|local| (owner, local));
            let all = Self(read.chain(self.0.iter().copied()).collect());
            all.of_one(owner, (&def.name, &def.locals, def.params), sink);
        }
    }

    fn of_one(&self, owner: Owner, (of, locals, params): (&str, &Locals, u16), sink: &mut Sink) {
        for (id, local) in (0..u32::from(params)).map(LocalId).zip(&locals.all) {
            // Things are roles, which content may speak of: `as target`, `after my turn.begin`.
            let role = matches!(local.ty, Type::Entity(_) | Type::Record(_));
            let named = !local.name.is_empty() && !local.span.is_empty() && !role;
            if named && !self.0.contains(&(owner, id)) {
                let label = format!("`{of}` never asks it, and nothing that bends `{of}` does");
                sink.push(unread(&local.name, local.span, &label));
            }
        }
    }
}

fn unread(name: &str, span: Span, label: &str) -> Diagnostic {
    Diagnostic::at(codes::UNUSED, span)
        .says(format!("`{name}` is never used"))
        .label(label)
        .help("take it out, or use it where it was meant to count")
}
