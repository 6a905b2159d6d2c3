//! Policies: takes advice, gives expressions over the frame in which each choice stands.

use super::Lowering;
use super::slots::Frame;
use crate::typed::{Advice, ChoiceOwner, Expr, PolicyRuleDef, PolicyTarget, PreferDef};
use warwright_ir as ir;
use warwright_ir::{Env, Slot};

/// What the policy is called that rules themselves make up.
const ADVICE: &str = "advice";

impl Lowering<'_> {
    pub(super) fn policies(&mut self) {
        for def in self.typed.policies.values() {
            let mut rules = Vec::new();
            for (at, rule) in def.rules.iter().enumerate() {
                // What is behind it is asked only where it does not speak.
                let mut behind = def.rules.iter().skip(at + 1);
                let leaves = behind.any(|other| other.target == rule.target);
                self.policy_rule(rule, rule.when.as_ref().filter(|_| leaves), &mut rules);
            }
            let policy =
                ir::Policy { name: self.text(&def.name), rules, span: self.span(def.span) };
            self.out.policies.push(policy);
        }
        let rules = std::mem::take(&mut self.advice);
        if let Some((_, span)) = rules.first() {
            let (name, span) = (self.text(ADVICE), self.span(*span));
            let rules = rules.into_iter().map(|(rule, _)| rule).collect();
            self.out.advice = Some(self.out.policies.push(ir::Policy { name, rules, span }));
        }
    }

    /// What the rule that asks for a choice advises itself.
    pub(super) fn advise(&mut self, advice: &Advice, site: ir::SiteId) {
        let slot = self.candidate_slot(site);
        self.frame.place(advice.item, slot);
        let ranked = advice.ranked.iter();
        let ranked = ranked.map(|(highest, value)| (*highest, self.expr(value)));
        let prefer = ir::Prefer::Ranked(ranked.collect());
        let env = covering(self.frame.env(), slot);
        self.advice.push((ir::PolicyRule::Choice { site, env, when: None, prefer }, advice.span));
    }

    /// Where the candidate of a choice stands.
    fn candidate_slot(&self, site: ir::SiteId) -> Slot {
        match self.out.sites.get(site) {
            Some(site) if site.ty.is_wide() => Slot::Wide(site.slot),
            Some(site) => Slot::Scalar(site.slot),
            None => Slot::Scalar(0),
        }
    }

    /// `when`: the condition in which it speaks, where another rule speaks otherwise.
    fn policy_rule(
        &mut self,
        def: &PolicyRuleDef,
        when: Option<&Expr>,
        rules: &mut Vec<ir::PolicyRule>,
    ) {
        let (owner, name) = match &def.target {
            PolicyTarget::Action(action) => {
                self.frame = Frame::new(self.typed, &def.locals, self.action_copies(*action));
                let when = when.map(|when| self.expr(when));
                // Where it speaks its condition holds.
                let prefer = match when {
                    Some(_) if def.never => ir::Prefer::Never,
                    _ => self.prefer(&def.prefer),
                };
                rules.push(ir::PolicyRule::Action {
                    action: *action,
                    env: self.frame.env(),
                    when,
                    prefer,
                });
                return;
            }
            PolicyTarget::Choice { owner, name } => (*owner, name),
        };
        let hooks = &self.out.hooks;
        let fixed = match owner {
            ChoiceOwner::Procedure(procedure) => self.params_of(procedure),
            ChoiceOwner::Hook(hook) => {
                hooks.get(hook).map_or(0, |hook| self.params_of(hook.procedure))
            }
            ChoiceOwner::Action(action) => self.action_copies(action),
            ChoiceOwner::Scenario(_) | ChoiceOwner::Test(_) => 0,
        };
        let sites = self.sites.get(&(owner, name.clone())).cloned().unwrap_or_default();
        for site in sites {
            self.frame = Frame::new(self.typed, &def.locals, fixed);
            let slot = self.candidate_slot(site);
            if let Some(candidate) = def.candidate {
                self.frame.place_before_own(self.typed, candidate, slot);
            }
            let when = when.map(|when| self.expr(when));
            let prefer = self.prefer(&def.prefer);
            let env = covering(self.frame.env(), slot);
            rules.push(ir::PolicyRule::Choice { site, env, when, prefer });
        }
    }

    fn action_copies(&self, action: ir::ActionId) -> u16 {
        let home = self.typed.actions.get(action).and_then(|def| def.place.procedure());
        home.map_or(0, |id| self.params_of(id))
    }

    fn params_of(&self, procedure: ir::ProcedureId) -> u16 {
        self.typed.procedures.get(procedure).map_or(0, |one| one.params)
    }

    fn prefer(&mut self, def: &PreferDef) -> ir::Prefer {
        match def {
            PreferDef::Always => ir::Prefer::Always,
            PreferDef::Never => ir::Prefer::Never,
            PreferDef::Ranked(all) => {
                let ranked = all.iter().map(|(highest, value)| (*highest, self.expr(value)));
                ir::Prefer::Ranked(ranked.collect())
            }
        }
    }
}

/// A frame with room for the candidate.
fn covering(env: Env, slot: Slot) -> Env {
    match slot {
        Slot::Scalar(slot) => Env { scalars: env.scalars.max(slot.saturating_add(1)), ..env },
        Slot::Wide(slot) => Env { wides: env.wides.max(slot.saturating_add(1)), ..env },
    }
}
