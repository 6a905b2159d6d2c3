//! Who acts: takes what actions require, says of which role of a permission it is known that whoever fills it acts; and tells of
//! clauses that forbid their own bearer to act and do not call that a drawback.

use super::owners::{self, Rule, label};
use crate::typed::{
    ActionDef, BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Expr, ExprKind, LocalId,
    PermissionClauseDef, PermissionDef, ReachDef, RoleRef, Type, Typed, each_child,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, codes};
use warwright_ir as ir;

/// A clause that keeps its own bearer from acting says so.
pub(crate) fn drawbacks_are_called_so(typed: &Typed, sink: &mut Sink) {
    let actors = Actors::of(typed);
    // What forbids goes over no reason, which is told where it is written.
    let own = |clause: &&ClauseDef| !clause.drawback && clause.over.is_empty();
    for clause in typed.clauses.values().filter(own) {
        let (ClauseOwner::Permission(id), BearerDef::Ability(_)) = (clause.owner, clause.bearer)
        else {
            continue;
        };
        let forbids =
            matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }));
        let ReachDef::Role(RoleRef { param, field: None }) = clause.reach else { continue };
        if !forbids || !actors.acts(id, param) {
            continue;
        }
        let Some(def) = typed.permissions.get(id) else { continue };
        let who = owners::bearer(typed, clause.bearer);
        let role = def.locals.all.get(usize::from(param)).map_or("", |local| &*local.name);
        let found = Diagnostic::at(codes::HARMS_BEARER, clause.span)
            .says(format!("{} keeps {who} from `{}` itself", label(&clause.label), def.name))
            .label(format!("the {role} is who acts"))
            .also(def.span, "asked of what a player may do");
        sink.push(found.help(match other_role(def, param) {
            Some(other) => format!(
                "`as {other}` keeps others from it where the bearer is the {other}; if you mean it, add `drawback` after the label"
            ),
            None => String::from("if you mean it, add `drawback` after the label"),
        }));
    }
}

/// Another role of the same type.
fn other_role(def: &PermissionDef, param: u16) -> Option<&str> {
    let params = def.locals.first(def.params);
    let own = params.get(usize::from(param))?;
    let mut others =
        params.iter().zip(0..).filter(|(local, at)| *at != param && local.ty == own.ty);
    others.next().map(|(local, _)| &*local.name)
}

/// The roles of permissions, and the parameters of what those ask, whose things act where an action asks.
struct Actors(FxHashSet<(Rule, u16)>);

impl Actors {
    fn of(typed: &Typed) -> Self {
        let mut known = Self(FxHashSet::default());
        let mut open: Vec<(Rule, u16)> = typed.actions.values().filter_map(actor).collect();
        while let Some((rule, role)) = open.pop() {
            if known.0.insert((rule, role)) {
                let mut filled = |to: (Rule, u16), by: LocalId| {
                    if by == LocalId(u32::from(role)) {
                        open.push(to);
                    }
                };
                conditions(typed, rule).for_each(|holds| each_filled(holds, &mut filled));
            }
        }
        known.without_others(typed)
    }

    fn acts(&self, id: ir::PermissionId, role: u16) -> bool {
        self.0.contains(&(Rule::Permission(id), role))
    }

    /// All but the roles that are filled elsewhere by things to which something is done.
    fn without_others(mut self, typed: &Typed) -> Self {
        let permissions = typed.permissions.iter().map(|(id, _)| Rule::Permission(id));
        let functions = typed.functions.iter().map(|(id, _)| Rule::Function(id));
        let is_asked = |rule: &Rule| self.0.iter().any(|(known, _)| known == rule);
        let asked: Vec<Rule> = permissions.chain(functions.filter(is_asked)).collect();
        let mut others = FxHashSet::default();
        for rule in asked {
            let mut filled = |to: (Rule, u16), by: LocalId| {
                let acts = u16::try_from(by.0).is_ok_and(|by| self.0.contains(&(rule, by)));
                if !acts {
                    others.insert(to);
                }
            };
            conditions(typed, rule).for_each(|holds| each_filled(holds, &mut filled));
        }
        self.0.retain(|role| !others.contains(role));
        self
    }
}

/// The permission of an action, and which of its roles is whose player takes the action.
fn actor(action: &ActionDef) -> Option<(Rule, u16)> {
    let ExprKind::OwnerOf(of) = &action.by.kind else { return None };
    let ExprKind::Local(local) = of.kind else { return None };
    Some((Rule::Permission(action.permission), u16::try_from(local.0).ok()?))
}

/// What a permission requires, what a relation or define is.
fn conditions(typed: &Typed, rule: Rule) -> impl Iterator<Item = &Expr> {
    let (permission, function) = match rule {
        Rule::Permission(id) => (typed.permissions.get(id), None),
        Rule::Function(id) => (None, typed.functions.get(id)),
        Rule::Quantity(_) | Rule::Possession(_) => (None, None),
    };
    let requires = permission.into_iter().flat_map(|def| &def.requires);
    requires.map(|it| &it.holds).chain(function.map(|def| &def.body))
}

/// The roles that locals fill in what is asked so that it holds.
fn each_filled(root: &Expr, found: &mut dyn FnMut((Rule, u16), LocalId)) {
    let asked = match &root.kind {
        ExprKind::Not(_) => return,
        ExprKind::May { permission, args } => Some((Rule::Permission(*permission), args)),
        ExprKind::Call { function, args } if root.ty == Type::Bool => {
            Some((Rule::Function(*function), args))
        }
        _ => None,
    };
    if let Some((rule, args)) = asked {
        for (arg, role) in args.iter().zip(0..) {
            if let ExprKind::Local(local) = arg.kind {
                found((rule, role), local);
            }
        }
    }
    each_child(root, &mut |child| each_filled(child, found));
}
