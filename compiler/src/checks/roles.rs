//! Roles: takes what hooks grant to one of the roles of what goes on, says where all that it changes is asked of another role
//! alone until it ends; and permissions that one bearer forbids and allows at once.

use super::fights::Side;
use super::formula::{Reader, negated};
use super::limits::each_expr_of;
use super::owners::{Rule, bearer, label};
use super::recursion::calls;
use super::solve::Facts;
use crate::typed::{
    ActionPlace, BearerDef, ClauseDef, ClauseVerb, Expr, ExprKind, HookDef, LocalId,
    PermissionClauseDef, ReachDef, RoleRef, Stmt, StmtKind, Typed, UntilDef, each_expr, each_stmt,
    each_stmt_expr,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Severity, Sink, codes};
use warwright_ir as ir;
use warwright_ir::ProcedureId;

/// What is granted for as long as something goes on is granted to whom that asks about.
pub(super) fn grants_reach_who_is_asked(typed: &Typed, sink: &mut Sink) {
    for hook in typed.hooks.values() {
        each_stmt(&hook.body, &mut |stmt| sink.extend(of_other_role(typed, hook, stmt)));
    }
}

fn of_other_role(typed: &Typed, hook: &HookDef, stmt: &Stmt) -> Option<Diagnostic> {
    let StmtKind::Grant { ability, to, until, .. } = &stmt.kind else { return None };
    let UntilDef::Moment { moment, next: false, .. } = until else { return None };
    let ExprKind::Local(to) = to.kind else { return None };
    let moment = typed.moments.get(*moment)?;
    let def = typed.procedures.get(hook.procedure)?;
    // Hooks see the parameters of the procedure in their order.
    let is_param = to.0 < u32::from(def.params);
    if moment.procedure != hook.procedure || !is_param {
        return None;
    }
    let roles = roles_of(typed, *ability)?;
    let asked = Asked::of(typed, hook.procedure, &roles)?;
    if asked.contains(&to) || asked.is_empty() {
        return None;
    }
    let name = typed.abilities.get(*ability).map_or("", |def| def.name.as_str());
    let named = |local: LocalId| def.locals.all.get(local.0 as usize).map_or("", |it| &*it.name);
    let mut other: Vec<&str> = asked.iter().map(|local| named(*local)).collect();
    other.sort_unstable();
    let message =
        format!("`{name}` does nothing for the {} while `{}` goes on", named(to), moment.name);
    let other = other.join("`, `");
    Some(
        Diagnostic::new(codes::NO_EFFECT, message, stmt.span)
            .label("ends before it could count")
            .also(
                typed.abilities.get(*ability)?.span,
                format!("what it changes is asked of the {other} there"),
            )
            .help(format!("did you mean `to {other}`?"))
            .severity(Severity::Warning),
    )
}

/// The rules that an ability bends for its bearer, with the role that this fills; none where it does anything else.
fn roles_of(typed: &Typed, ability: ir::AbilityId) -> Option<Vec<(Rule, u16)>> {
    let own = BearerDef::Ability(ability);
    let def = typed.abilities.get(ability)?;
    let acts = typed.hooks.values().any(|hook| hook.bearer == own)
        || typed.actions.values().any(|action| action.bearer == own);
    let mut asks = false;
    typed.each_expr(&mut |expr| {
        asks |= matches!(&expr.kind,
            ExprKind::Has { ability: it, .. } | ExprKind::HeldCount { ability: it, .. } if *it == ability);
    });
    if acts || asks || !def.state.is_empty() {
        return None;
    }
    let clauses = typed.clauses.values().filter(|clause| clause.bearer == own);
    let roles = clauses.map(|clause| match (&clause.reach, Rule::of(clause.owner)) {
        (_, Rule::Possession(_)) => None,
        (ReachDef::Role(RoleRef { param, field: None }), rule) => Some((rule, *param)),
        _ => None,
    });
    roles.collect::<Option<Vec<_>>>().filter(|roles| !roles.is_empty())
}

/// Of which parameters of a procedure roles of rules are asked while it runs.
struct Asked<'t> {
    typed: &'t Typed,
    /// Rules that ask on, with the parameter that they ask about.
    through: FxHashSet<(Rule, u16)>,
    /// Rules that ask it of anybody.
    of_anybody: FxHashSet<Rule>,
}

impl<'t> Asked<'t> {
    /// Nothing where it may be asked of anybody.
    fn of(
        typed: &'t Typed,
        procedure: ProcedureId,
        roles: &[(Rule, u16)],
    ) -> Option<FxHashSet<LocalId>> {
        let through = roles.iter().copied().collect();
        let mut asked = Self { typed, through, of_anybody: FxHashSet::default() };
        asked.settle();
        let mut found = FxHashSet::default();
        let mut anybody = false;
        let runs: FxHashSet<ProcedureId> = calls(typed).reached([procedure]).into_iter().collect();
        for (id, def) in typed.procedures.iter().filter(|(id, _)| runs.contains(id)) {
            let mut look = |root: &Expr| {
                asked.in_expr(root, &mut |local| match local {
                    Some(local) if id == procedure && local.0 < u32::from(def.params) => {
                        found.insert(local);
                    }
                    _ => anybody = true,
                });
            };
            def.each_head(&mut look);
            for step in &def.steps {
                each_stmt(&step.body, &mut |stmt| each_stmt_expr(stmt, &mut look));
            }
        }
        for hook in typed.hooks.values().filter(|hook| runs.contains(&hook.procedure)) {
            let own = hook.procedure == procedure;
            let params = typed.procedures.get(procedure).map_or(0, |def| def.params);
            hook.each_expr(&mut |root| {
                asked.in_expr(root, &mut |local| match local {
                    Some(local) if own && local.0 < u32::from(params) => {
                        found.insert(local);
                    }
                    _ => anybody = true,
                });
            });
        }
        for action in typed.actions.values() {
            let there = match action.place {
                ActionPlace::Step { procedure, .. } => runs.contains(&procedure),
                ActionPlace::Named(_) => true,
            };
            if there {
                let mut look = |root: &Expr| asked.in_expr(root, &mut |_| anybody = true);
                action.each_expr(&mut look);
                let def = typed.permissions.get(action.permission);
                def.into_iter().for_each(|def| def.each_expr(&mut look));
            }
        }
        (!anybody).then_some(found)
    }

    /// Adds all rules through which it is asked.
    fn settle(&mut self) {
        let typed = self.typed;
        let functions = typed.functions.iter().map(|(id, def)| (Rule::Function(id), def.params));
        let quantities = typed.quantities.iter().map(|(id, def)| (Rule::Quantity(id), def.params));
        let permissions =
            typed.permissions.iter().map(|(id, def)| (Rule::Permission(id), def.params));
        let rules: Vec<(Rule, u16)> = functions.chain(quantities).chain(permissions).collect();
        loop {
            let mut new: Vec<(Rule, u16)> = Vec::new();
            let mut anybody: Vec<Rule> = Vec::new();
            for (rule, params) in &rules {
                each_expr_of(typed, *rule, &mut |root| {
                    self.in_expr(root, &mut |local| match local {
                        Some(local) if local.0 < u32::from(*params) => {
                            new.extend(u16::try_from(local.0).map(|param| (*rule, param)));
                        }
                        _ => anybody.push(*rule),
                    });
                });
            }
            let before = self.through.len() + self.of_anybody.len();
            self.through.extend(new);
            self.of_anybody.extend(anybody);
            if self.through.len() + self.of_anybody.len() == before {
                return;
            }
        }
    }

    /// Tells of whom an expression asks it: of a local, or of anybody.
    fn in_expr(&self, root: &Expr, found: &mut dyn FnMut(Option<LocalId>)) {
        each_expr(root, &mut |expr| {
            let (rule, args) = match &expr.kind {
                ExprKind::Call { function, args } => (Rule::Function(*function), args),
                ExprKind::Quantity { quantity, args } => (Rule::Quantity(*quantity), args),
                ExprKind::May { permission, args } => (Rule::Permission(*permission), args),
                _ => return,
            };
            if self.of_anybody.contains(&rule) {
                found(None);
            }
            for (_, param) in self.through.iter().filter(|(it, _)| *it == rule) {
                match args.get(usize::from(*param)).map(|arg| &arg.kind) {
                    Some(ExprKind::Local(local)) => found(Some(*local)),
                    _ => found(None),
                }
            }
        });
    }
}

/// What a bearer forbids it does not allow itself wherever it forbids it.
pub(super) fn what_is_forbidden_stays_so(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let permits = |clause: &ClauseDef| match &clause.does {
        ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }) => Some(false),
        ClauseVerb::Permission(PermissionClauseDef::Allow) => Some(true),
        _ => None,
    };
    for allow in typed.clauses.values().filter(|it| permits(it) == Some(true)) {
        let forbids = typed.clauses.values().filter(|it| {
            permits(it) == Some(false)
                && it.owner == allow.owner
                && it.bearer == allow.bearer
                && allow.over.iter().any(|(over, _)| *over == it.label)
        });
        for forbid in forbids {
            let same_reach = match (&forbid.reach, &allow.reach) {
                (ReachDef::Role(one), ReachDef::Role(other)) => one == other,
                (ReachDef::All, ReachDef::All) => true,
                _ => false,
            };
            if !same_reach {
                continue;
            }
            let always = allow.when.is_none() || {
                let mut reader = Reader::new(typed, &facts.bent);
                let mut all = Side::of_clause(typed, forbid).formulas(&mut reader, 1);
                let allows = Side::of_clause(typed, allow).formulas(&mut reader, 1);
                // What it asks for comes last.
                all.extend(allows.last().map(negated));
                let vars: Vec<_> = reader.vars.values().collect();
                facts.never(&vars, &all, false).is_some()
            };
            if always {
                let who = bearer(typed, forbid.bearer);
                let message =
                    format!("{} never counts: {who} allows it again at once", label(&forbid.label));
                sink.push(
                    Diagnostic::new(codes::IDLE_CLAUSE, message, allow.span)
                        .label("goes over it whenever it holds")
                        .also(forbid.span, "forbidden here")
                        .help("say when it is allowed, `allow .. when ..`, or leave one of the two out"),
                );
            }
        }
    }
}
