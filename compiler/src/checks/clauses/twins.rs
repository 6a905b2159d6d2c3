//! Twins: takes what somebody is forbidden, says where another action does the very same and does not ask for it.

use super::owners::{Rule, label};
use super::shapes::are_alike;
use crate::checks::logic::solve::Facts;
use crate::checks::runs::cycles::asking;
use crate::checks::runs::graph::Graph;
use crate::typed::{
    ActionDef, ActionPlace, BearerDef, ClauseDef, ClauseOwner, ClauseVerb, PermissionClauseDef,
    ReachDef, Stmt, StmtKind, Type, Typed, any_stmt,
};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use warwright_grammar::{Diagnostic, Sink, codes};
use warwright_ir::PermissionId;

/// What is forbidden is not done all the same under another name.
pub(crate) fn what_is_forbidden_has_no_twin(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let twins = Twins::of(typed);
    if twins.alike.is_empty() {
        return;
    }
    for (_, clause) in facts.named.of(&typed.clauses) {
        if let Some(id) = forbidden(clause).filter(|_| clause.bearer != BearerDef::System) {
            sink.extend(twins.told(clause, id));
        }
    }
}

fn forbidden(clause: &ClauseDef) -> Option<PermissionId> {
    match (&clause.does, clause.owner) {
        (
            ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }),
            ClauseOwner::Permission(id),
        ) => Some(id),
        _ => None,
    }
}

struct Twins<'t> {
    typed: &'t Typed,
    /// The actions that do the same as another one.
    alike: Vec<&'t ActionDef>,
    asking: OnceCell<Graph<Rule>>,
}

impl<'t> Twins<'t> {
    fn of(typed: &'t Typed) -> Self {
        let others = |one: &ActionDef| {
            let mut others = typed.actions.values().filter(|it| !std::ptr::eq(*it, one));
            others.any(|other| do_the_same(one, other))
        };
        let alike = typed.actions.values().filter(|one| others(one)).collect();
        Self { typed, alike, asking: OnceCell::new() }
    }

    fn told(&self, clause: &ClauseDef, id: PermissionId) -> Option<Diagnostic> {
        let typed = self.typed;
        let (stopped, others): (Vec<&ActionDef>, Vec<&ActionDef>) =
            self.alike.iter().partition(|it| self.asked_by(it).contains(&id));
        let own = typed.clauses.values().filter(|it| it.bearer == clause.bearer);
        let own: FxHashSet<PermissionId> = own.filter_map(forbidden).collect();
        let alike = |it: &&&ActionDef| stopped.iter().any(|other| do_the_same(other, it));
        let open: Vec<&ActionDef> = others.iter().filter(alike).copied().collect();
        // Who forbids the other ones too means each by itself.
        let open: Vec<&ActionDef> =
            open.into_iter().filter(|it| self.asked_by(it).is_disjoint(&own)).collect();
        let first = open.first()?;
        let name = &typed.permissions.get(id)?.name;
        let found = Diagnostic::at(codes::GOES_ON, clause.span)
            .says(format!(
                "{} forbids `{name}`; `{}` does the same and does not ask for it",
                label(&clause.label),
                first.name
            ))
            .label("stops those who ask")
            .also_each(open.iter().take(2).map(|it| (it.span, "goes on")));
        let together = stopped.iter().filter(|it| open.iter().any(|other| do_the_same(it, other)));
        let together: Vec<&ActionDef> = together.chain(&open).copied().collect();
        Some(match self.asked_by_all(clause, id, &together) {
            Some(wide) => found.help(format!("all of them ask for `{wide}`: forbid that")),
            None => {
                let asked = typed.permissions.get(first.permission).map(|it| it.name.as_str());
                let asked = asked.unwrap_or(&first.name);
                found.help(format!("forbid that as well: `forbid {name}, {asked} ..`"))
            }
        })
    }

    /// The permissions that an action asks for, its own among them.
    fn asked_by(&self, action: &ActionDef) -> FxHashSet<PermissionId> {
        let asking = self.asking.get_or_init(|| asking(self.typed));
        let all = asking.reached([Rule::Permission(action.permission)]);
        let permissions =
            all.into_iter().filter_map(|rule| as_variant!(rule, Rule::Permission(id) => id));
        permissions.collect()
    }

    /// Of the permissions for which all of some actions ask the one that asks most itself: it has the role that is forbidden.
    fn asked_by_all(
        &self,
        clause: &ClauseDef,
        id: PermissionId,
        actions: &[&ActionDef],
    ) -> Option<&'t str> {
        let typed = self.typed;
        let ReachDef::Role(role) = &clause.reach else { return None };
        let params = |id: PermissionId| {
            let def = typed.permissions.get(id)?;
            Some(def.locals.first(def.params).iter())
        };
        let role = params(id)?.nth(usize::from(role.param))?;
        let own = params(id)?.len();
        let mut common: Option<FxHashSet<PermissionId>> = None;
        for action in actions {
            let asked = self.asked_by(action);
            common = Some(match common {
                Some(common) => common.intersection(&asked).copied().collect(),
                None => asked,
            });
        }
        let asking = self.asking.get()?;
        let wide = common?.into_iter().filter(|it| {
            // As many things, and that one by its name.
            params(*it).is_some_and(|mut all| {
                all.len() == own && all.any(|it| it.name == role.name && it.ty == role.ty)
            })
        });
        let widest = wide.max_by_key(|it| (asking.reached([Rule::Permission(*it)]).len(), it.0));
        typed.permissions.get(widest?).map(|def| def.name.as_str())
    }
}

/// Whether two actions of windows do the same of the same things, by what runs: what answers to a step is another thing at another one.
fn do_the_same(one: &ActionDef, other: &ActionDef) -> bool {
    let types = |of: &ActionDef| -> Vec<Type> {
        let params = of.params.iter().filter_map(|it| of.locals.get(it.local));
        params.map(|local| local.ty.clone()).collect()
    };
    let runs = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Call { .. });
    let in_windows = [one, other].iter().all(|it| matches!(it.place, ActionPlace::Named(_)));
    in_windows
        && any_stmt(&one.body, runs)
        && are_alike(&one.body, &other.body)
        && types(one) == types(other)
}
