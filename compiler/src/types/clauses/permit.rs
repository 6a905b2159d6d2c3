//! `forbid` and `allow`.

use super::super::bearer::{Bearer, Reachable, Reached};
use super::super::checker::Checker;
use super::tail::{LabelRule, TailParts};
use crate::typed::{ClauseOwner, ClauseVerb, Local, PermissionClauseDef};
use warwright_grammar::{codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// A forbidding or allowing clause: one typed clause for each permission.
    pub(super) fn permit(&mut self, bearer: &Bearer<'a>, permit: &tree::Permit, forbids: bool) {
        for target in &permit.targets {
            if let Some(id) = self.bent_permission(target) {
                self.permit_target(bearer, permit, id, forbids);
            }
        }
    }

    fn permit_target(
        &mut self,
        bearer: &Bearer<'a>,
        permit: &tree::Permit,
        id: ir::PermissionId,
        forbids: bool,
    ) {
        let Some(def) = self.typed.permissions.get(id) else { return };
        let locals: Vec<Local> = def.locals.all.iter().take(def.params as usize).cloned().collect();
        let on = Reachable {
            title: format!("permission {}", def.name),
            locals: &locals,
            params: def.params,
            span: def.span,
        };
        let word = if forbids { "forbid" } else { "allow" };
        let clause = format!("{word} {}", def.name);
        self.has_no_strongest(&permit.reach, &clause);
        for reached in self.reaches(bearer, &on, &permit.reach, &clause, permit.span) {
            self.permit_reached(bearer, permit, id, forbids, reached);
        }
    }

    fn permit_reached(
        &mut self,
        bearer: &Bearer<'a>,
        permit: &tree::Permit,
        id: ir::PermissionId,
        forbids: bool,
        mut reached: Reached,
    ) {
        self.scope = std::mem::take(&mut reached.scope);
        let parts = TailParts::of(&permit.tail, permit.span);
        let mut tail = self.tail(bearer, &parts, LabelRule::Needed);
        let does = if forbids {
            PermissionClauseDef::Forbid { words: tail.words.take() }
        } else {
            if let Some(words) = &tail.words {
                self.broken(
                    codes::NOT_A_VALUE,
                    "the label of an allowing clause has fixed words",
                    words.span,
                );
            }
            PermissionClauseDef::Allow
        };
        let does = ClauseVerb::Permission(does);
        self.add_clause(
            ClauseOwner::Permission(id),
            bearer.level,
            reached,
            tail,
            does,
            permit.span,
        );
    }
}
