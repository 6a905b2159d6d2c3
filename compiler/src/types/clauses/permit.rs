//! `forbid` and `allow`.

use super::super::bearer::{Bearer, Reachable};
use super::super::checker::Checker;
use super::tail::{LabelRule, TailParts};
use crate::typed::{ClauseOwner, ClauseVerb, PermissionClauseDef};
use warwright_grammar::{codes, tree};

impl<'a> Checker<'a> {
    /// A forbidding or allowing clause: one typed clause for each permission and reach.
    pub(super) fn permit(&mut self, bearer: &Bearer<'a>, permit: &tree::Permit, forbids: bool) {
        let word = if forbids { "forbid" } else { "allow" };
        for target in &permit.targets {
            let Some(id) = self.bent_permission(target) else { continue };
            let Some(def) = self.typed.permissions.get(id) else { continue };
            let locals = def.locals.first(def.params).to_vec();
            let title = format!("permission {}", def.name);
            let on = Reachable { title, locals: &locals, params: def.params, span: def.span };
            let clause = format!("{word} {}", def.name);
            self.has_no_strongest(&permit.reach, &clause);
            for mut reached in self.reaches(bearer, &on, &permit.reach, &clause, permit.span) {
                self.scope = std::mem::take(&mut reached.scope);
                let parts = TailParts::of(&permit.tail, permit.span);
                let mut tail = self.tail(bearer, &parts, LabelRule::Needed);
                let does = if forbids {
                    PermissionClauseDef::Forbid { words: tail.words.take() }
                } else {
                    if let Some(words) = &tail.words {
                        let message = "the label of an allowing clause has fixed words";
                        self.broken(codes::NOT_A_VALUE, message, words.span);
                    }
                    PermissionClauseDef::Allow
                };
                let (owner, does) = (ClauseOwner::Permission(id), ClauseVerb::Permission(does));
                self.add_clause(owner, bearer.level, reached, tail, does, permit.span);
            }
        }
    }
}
