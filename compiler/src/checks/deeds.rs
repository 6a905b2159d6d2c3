//! Deeds: takes what hooks and actions grant, remove and write, says of what comes to nothing: what is granted for a time in
//! which nobody asks for it, granted and taken back, written and thrown anew.

use super::cycles::asked;
use super::owners::{Rule, label};
use super::recursion::calls;
use crate::typed::{
    ActionPlace, Assign, BearerDef, ClauseOwner, Expr, ExprKind, HookDef, LocalId, LocalRole,
    ProcedureDef, ReachDef, Stmt, StmtKind, Typed, UntilDef, bodies, each_expr, each_local,
    each_stmt, each_stmt_expr,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Severity, Sink, Span, codes};
use warwright_ir::{AbilityId, HookTime, ProcedureId};

/// What is granted is there when it could count, and what is written is read.
pub(super) fn deeds_come_to_something(typed: &Typed, sink: &mut Sink) {
    typed.rule_bodies().for_each(|body| taken_back(typed, body, sink));
    durations_count(typed, sink);
    for hook in typed.hooks.values() {
        sink.extend(lost(typed, hook));
        granted_to_itself(typed, hook, sink);
    }
}

/// A status that is removed right behind its granting.
fn taken_back(typed: &Typed, body: &[Stmt], sink: &mut Sink) {
    let mut granted: Option<(AbilityId, &Expr, Span)> = None;
    for stmt in body {
        match (&stmt.kind, granted) {
            (StmtKind::Grant { ability, to, .. }, _) => granted = Some((*ability, to, stmt.span)),
            (StmtKind::Remove { ability, from, .. }, Some((given, to, at)))
                if given == *ability
                    && one_local(to).is_some()
                    && one_local(to) == one_local(from) =>
            {
                let name = typed.abilities.get(given).map_or("", |def| def.name.as_str());
                let message = format!("`{name}` is granted and removed again");
                sink.push(
                    Diagnostic::new(codes::NO_EFFECT, message, stmt.span)
                        .label("nothing happens in between")
                        .also(at, "granted here")
                        .help("say how long it lasts: `grant .. until ..`, or leave one out")
                        .severity(Severity::Warning),
                );
            }
            (StmtKind::Say(_), _) => {}
            _ => granted = None,
        }
        bodies(stmt).into_iter().for_each(|body| taken_back(typed, body, sink));
    }
}

fn one_local(value: &Expr) -> Option<LocalId> {
    match value.kind {
        ExprKind::Local(local) => Some(local),
        _ => None,
    }
}

/// A status that ends with a procedure counts for something that is asked while this runs.
fn durations_count(typed: &Typed, sink: &mut Sink) {
    let graph = calls(typed);
    let mut judge = |stmt: &Stmt, home: Option<ProcedureId>| {
        let StmtKind::Grant {
            ability, until: UntilDef::Moment { moment, next: false, .. }, ..
        } = &stmt.kind
        else {
            return;
        };
        let Some(moment) = typed.moments.get(*moment) else { return };
        // Only of what is granted while the moment goes on is the end known.
        let runs: FxHashSet<ProcedureId> = graph.reached([moment.procedure]).into_iter().collect();
        if home.is_none_or(|home| !runs.contains(&home)) || counts_in(typed, *ability, &runs) {
            return;
        }
        let name = typed.abilities.get(*ability).map_or("", |def| def.name.as_str());
        let message = format!("`{name}` ends before anything could ask for it");
        sink.push(
            Diagnostic::new(codes::NO_EFFECT, message, stmt.span)
                .label(format!("nothing that `{}` runs asks for what it changes", moment.name))
                .help("let it last longer: `until end of my next turn`")
                .severity(Severity::Warning),
        );
    };
    for (id, def) in typed.procedures.iter() {
        for step in &def.steps {
            each_stmt(&step.body, &mut |stmt| judge(stmt, Some(id)));
        }
    }
    for hook in typed.hooks.values() {
        each_stmt(&hook.body, &mut |stmt| judge(stmt, Some(hook.procedure)));
    }
    for action in typed.actions.values() {
        let home = match action.place {
            ActionPlace::Step { procedure, .. } => Some(procedure),
            ActionPlace::Named(_) => None,
        };
        each_stmt(&action.body, &mut |stmt| judge(stmt, home));
    }
}

/// Whether something asks for what an ability changes while procedures run; whoever asks whether it is there does.
fn counts_in(typed: &Typed, ability: AbilityId, runs: &FxHashSet<ProcedureId>) -> bool {
    let own = BearerDef::Ability(ability);
    if typed.abilities.get(ability).is_some_and(|def| !def.state.is_empty())
        || typed.actions.values().any(|action| action.bearer == own)
        || typed.hooks.values().any(|hook| hook.bearer == own && runs.contains(&hook.procedure))
    {
        return true;
    }
    let bends: FxHashSet<Rule> = typed
        .clauses
        .values()
        .filter(|clause| clause.bearer == own)
        .map(|clause| Rule::of(clause.owner))
        .chain([Rule::Possession(ability)])
        .collect();
    let mut open: Vec<&Expr> = Vec::new();
    let mut look = |root| open.push(root);
    for (_, def) in typed.procedures.iter().filter(|(id, _)| runs.contains(id)) {
        def.each_head(&mut look);
        def.steps
            .iter()
            .for_each(|step| each_stmt(&step.body, &mut |it| each_stmt_expr(it, &mut look)));
    }
    let hooks = typed.hooks.values().filter(|hook| runs.contains(&hook.procedure));
    hooks.for_each(|hook| hook.each_expr(&mut look));
    for action in typed.actions.values() {
        action.each_expr(&mut look);
        let rules = typed.permissions.get(action.permission);
        rules.iter().for_each(|def| def.each_expr(&mut look));
    }
    let mut known = FxHashSet::default();
    while let Some(root) = open.pop() {
        let mut more = Vec::new();
        each_expr(root, &mut |expr| more.extend(asked(expr)));
        for rule in more.into_iter().filter(|rule| known.insert(*rule)) {
            if bends.contains(&rule) {
                return true;
            }
            super::limits::each_expr_of(typed, rule, &mut |expr| open.push(expr));
        }
    }
    false
}

/// What a hook does to an open variable, where the procedure writes it anew before anybody reads it, or nobody reads it any more.
fn lost(typed: &Typed, hook: &HookDef) -> Option<Diagnostic> {
    let step = usize::from(hook.step?);
    let def = typed.procedures.get(hook.procedure)?;
    if hook.time == HookTime::Instead || def.steps.get(step).is_none_or(|step| step.called) {
        return None;
    }
    let (local, at) = only_writes(hook)?;
    let name = hook.locals.all.get(local.0 as usize)?.name.clone();
    let own = (0u32..)
        .map(LocalId)
        .zip(&def.locals.all)
        .find(|(_, it)| it.role == LocalRole::Open && it.name == name);
    let (own, _) = own?;
    let after = hook.time == HookTime::After;
    let parts = def.steps.iter().enumerate().skip(step).filter(|(_, part)| !part.called);
    let read = parts.into_iter().find_map(|(number, part)| {
        let first = number == step;
        let hooks = |time: HookTime| {
            typed.hooks.values().any(|other| {
                other.procedure == hook.procedure
                    && other.step.map(usize::from) == Some(number)
                    && other.time == time
                    && !std::ptr::eq(other, hook)
                    && reads_hook(other, &name)
            })
        };
        let offered = typed.actions.values().any(|action| {
            matches!(action.place, ActionPlace::Step { procedure, step, .. }
                if procedure == hook.procedure && usize::from(step) == number)
        });
        if offered
            || (!(first && after) && (hooks(HookTime::Before) || hooks(HookTime::Instead)))
            || hooks(HookTime::After)
        {
            return Some(Fate::Read);
        }
        if first && after {
            return None;
        }
        step_fate(part.when.as_ref(), &part.body, own)
    });
    let run = typed.hooks.values().any(|other| {
        other.procedure == hook.procedure && other.step.is_none() && reads_hook(other, &name)
    });
    let (label_of, help) = match read {
        Some(Fate::Read) => return None,
        Some(Fate::Written(over)) => {
            let words = format!("`{name}` is given anew here before anybody reads it");
            ((words, over), step_behind(def, over))
        }
        None if run || returned(def, own) => return None,
        None => ((format!("nobody reads `{name}` after this step"), at), None),
    };
    let (words, place) = label_of;
    let message = format!("what {} does to `{name}` is lost", label(&hook.label));
    let found = Diagnostic::new(codes::NO_EFFECT, message, at).severity(Severity::Warning);
    let found = match place == at {
        true => found.label(words),
        false => found.label("comes too early").also(place, words),
    };
    let time = if after { "before" } else { "after" };
    Some(found.help(help.map_or_else(
        || format!("let it happen where `{name}` still counts"),
        |step| format!("let it happen behind that: `{time} {}.{step}`", def.name),
    )))
}

/// The step in which something stands.
fn step_behind(def: &ProcedureDef, at: Span) -> Option<String> {
    let step = def.steps.iter().find(|step| step.span.contains(at))?;
    Some(step.name.clone())
}

/// What becomes of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Read,
    Written(Span),
}

/// What a step does with a variable first, if anything.
fn step_fate(when: Option<&Expr>, body: &[Stmt], local: LocalId) -> Option<Fate> {
    let reads = |value: &Expr| {
        let mut any = false;
        each_local(value, &mut |read| any |= read == local);
        any
    };
    if when.is_some_and(reads) {
        return Some(Fate::Read);
    }
    for stmt in body {
        let mut any = false;
        each_stmt(std::slice::from_ref(stmt), &mut |inner| {
            each_stmt_expr(inner, &mut |value| any |= reads(value));
            // What is called by its name may read it, and so may what hangs on that.
            any |= matches!(inner.kind, StmtKind::CallStep { .. });
            any |= matches!(&inner.kind, StmtKind::Reroll { pool, .. } | StmtKind::Change { pool, .. }
                if *pool == local);
        });
        if any {
            return Some(Fate::Read);
        }
        match &stmt.kind {
            // Where the step may be left out, what stands before it is not lost.
            StmtKind::Assign { to: Assign::Local(to), .. } if *to == local => {
                return Some(if when.is_none() { Fate::Written(stmt.span) } else { Fate::Read });
            }
            _ => {}
        }
    }
    None
}

fn returned(def: &ProcedureDef, local: LocalId) -> bool {
    def.result.is_some()
        && def.steps.iter().any(|step| {
            let mut any = false;
            each_stmt(&step.body, &mut |stmt| {
                if let StmtKind::Finish(Some(value)) = &stmt.kind {
                    each_local(value, &mut |read| any |= read == local);
                }
            });
            any
        })
}

fn reads_hook(hook: &HookDef, name: &str) -> bool {
    let mut any = false;
    let named = |local: LocalId| {
        let local = hook.locals.all.get(local.0 as usize);
        local.is_some_and(|it| it.role == LocalRole::Open && *it.name == *name)
    };
    hook.each_expr(&mut |value| each_local(value, &mut |local| any |= named(local)));
    each_stmt(&hook.body, &mut |stmt| {
        if let StmtKind::Reroll { pool, .. } | StmtKind::Change { pool, .. } = stmt.kind {
            any |= named(pool);
        }
    });
    any
}

/// The one open variable that a hook writes, where it does nothing else that counts.
fn only_writes(hook: &HookDef) -> Option<(LocalId, Span)> {
    let mut found: Option<(LocalId, Span)> = None;
    let mut else_done = false;
    each_stmt(&hook.body, &mut |stmt| {
        let written = match &stmt.kind {
            StmtKind::Assign { to: Assign::Local(local), .. } => Some(*local),
            StmtKind::Reroll { pool, .. } | StmtKind::Change { pool, .. } => Some(*pool),
            StmtKind::Say(_) | StmtKind::If { .. } | StmtKind::Match { .. } => None,
            _ => {
                else_done = true;
                None
            }
        };
        let open = |local: &LocalId| {
            let local = hook.locals.all.get(local.0 as usize);
            local.is_some_and(|it| it.role == LocalRole::Open)
        };
        if let Some(local) = written.filter(open) {
            else_done |= found.is_some_and(|(other, _)| other != local);
            found.get_or_insert((local, stmt.span));
        }
    });
    found.filter(|_| !else_done)
}

/// Drawbacks that a hook gives to the role that its bearer fills, under the name of that role, where there is another.
fn granted_to_itself(typed: &Typed, hook: &HookDef, sink: &mut Sink) {
    let (ReachDef::Role(role), BearerDef::Ability(_)) = (&hook.reach, hook.bearer) else { return };
    let Some(def) = typed.procedures.get(hook.procedure) else { return };
    let own = usize::from(role.param);
    let Some(named) = hook.locals.all.get(own).filter(|_| role.field.is_none()) else { return };
    let params = def.locals.all.iter().take(usize::from(def.params)).enumerate();
    let mut others = params.filter(|(at, local)| *at != own && local.ty == named.ty);
    let Some((_, other)) = others.next() else { return };
    each_stmt(&hook.body, &mut |stmt| {
        let StmtKind::Grant { ability, to, .. } = &stmt.kind else { return };
        let of_role = one_local(to).is_some_and(|local| local.0 as usize == own);
        if !of_role || !is_drawback(typed, *ability) {
            return;
        }
        let name = typed.abilities.get(*ability).map_or("", |def| def.name.as_str());
        let message =
            format!("`{}` is the bearer itself here, and `{name}` is a drawback", named.name);
        sink.push(
            Diagnostic::new(codes::NEEDLESS_ROLE, message, stmt.span)
                .label("harms the bearer")
                .also(hook.span, format!("`as {}` makes the bearer the {}", named.name, named.name))
                .help(format!(
                    "`as {}` reaches it in the other role; if the bearer is meant, write `to self`",
                    other.name
                )),
        );
    });
}

/// Whether all that a status does is called a drawback.
fn is_drawback(typed: &Typed, ability: AbilityId) -> bool {
    let own = BearerDef::Ability(ability);
    let mut clauses = typed.clauses.values().filter(|clause| clause.bearer == own).peekable();
    let acts = typed.hooks.values().any(|hook| hook.bearer == own)
        || typed.actions.values().any(|action| action.bearer == own);
    clauses.peek().is_some()
        && !acts
        && clauses.all(|clause| clause.drawback && matches!(clause.owner, ClauseOwner::Quantity(_)))
}
