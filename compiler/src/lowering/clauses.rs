//! Clauses: takes what bends quantities, permissions and possession, gives clauses in the order in which they are applied.

use super::Lowering;
use super::slots::Frame;
use crate::typed::{
    AbilityDef, BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Expr, Locals, PermissionClauseDef,
    Quoted, ReachDef, Words,
};
use warwright_ir as ir;
use warwright_ir::{ClauseId, Slot, Verb};

impl Lowering<'_> {
    /// Clauses are many: each is dropped as soon as it is written.
    pub(super) fn clauses(&mut self, clauses: ir::Arena<ClauseId, ClauseDef>) {
        let typed = self.typed;
        for def in typed.abilities.values() {
            let ability = self.ability(def);
            self.out.abilities.push(ability);
        }
        for def in clauses.into_values() {
            let clause = self.clause(&def);
            let id = self.out.clauses.push(clause);
            self.hang(id, &def);
        }
        self.sort_clauses();
    }

    fn ability(&mut self, def: &AbilityDef) -> ir::Ability {
        let params = (1u16..).zip(&def.params).map(|(slot, (name, ty, _))| ir::Param {
            name: self.text(name),
            ty: super::types::ty(ty),
            slot: Slot::Scalar(slot),
        });
        let params = params.collect();
        ir::Ability {
            name: self.text(&def.name),
            kind: def.kind,
            params,
            is_status: def.is_status,
            stacks: def.stacks,
            slot: def.slot.as_ref().map(|slot| self.text(slot)),
            state: def.state.iter().map(|&field| ir::AbilityField { field }).collect(),
            lends: Vec::new(),
            denies: Vec::new(),
            titled: def.titled,
            span: self.span(def.span),
        }
    }

    /// The locals of the owner's parameters, of which the clause has copies.
    fn owner_params(&self, owner: ClauseOwner) -> u16 {
        match owner {
            ClauseOwner::Quantity(id) => self.typed.quantities.get(id).map_or(0, |def| def.params),
            ClauseOwner::Permission(id) => {
                self.typed.permissions.get(id).map_or(0, |def| def.params)
            }
            ClauseOwner::Possession(_) => 1,
        }
    }

    fn clause(&mut self, def: &ClauseDef) -> ir::Clause {
        let params = self.owner_params(def.owner);
        self.frame = Frame::new(self.typed, &def.locals, params);
        let bearer = bearer(def.bearer);
        // A second bearer adds to a number; a no, and what somebody has, do not become more by it.
        let each = match &def.does {
            ClauseVerb::Modify { .. } => true,
            ClauseVerb::Lend(args) => !args.is_empty() || self.stacks(def.owner),
            ClauseVerb::Permission(_) | ClauseVerb::Deny => false,
        };
        let reach = self.reach(&def.locals, &def.reach, each);
        let when = def.when.as_ref().map(|when| self.expr(when));
        let id = self.out.clauses.next_id();
        let strikes = self.index.struck_clauses.remove(&id).unwrap_or_default();
        let modifier = self.modifier(def);
        let permission = self.permission_clause(def);
        if let (ClauseVerb::Lend(args), ClauseOwner::Possession(ability)) = (&def.does, def.owner) {
            let args: Vec<_> = args
                .iter()
                .map(|arg| {
                    let written = self.expr(arg);
                    self.under(def.when.as_ref(), written)
                })
                .collect();
            if let Some(ability) = self.out.abilities.get_mut(ability) {
                ability.lends.push(ir::LendClause { id, args });
            }
        }
        self.seen_to_fit(def.span);
        let self_slot = self.frame.bearer(params);
        let mut env = self.frame.env();
        env.scalars = env.scalars.max(self.room_for_bearer(def.bearer, self_slot));
        let origins = self.origins(&def.origins);
        ir::Clause {
            bearer,
            reach,
            level: def.level.0,
            env,
            self_slot,
            when,
            modifier,
            permission,
            strikes,
            label: self.text(&def.label),
            drawback: def.drawback,
            origins,
            span: self.span(def.span),
        }
    }

    /// Whether a clause is of having something that may be held several times.
    fn stacks(&self, owner: ClauseOwner) -> bool {
        let ClauseOwner::Possession(id) = owner else { return false };
        self.typed.abilities.get(id).is_some_and(|def| def.stacks)
    }

    /// How many scalar slots a frame needs that the machine puts a bearer with its parameters into.
    pub(super) fn room_for_bearer(&self, bearer: BearerDef, self_slot: u16) -> u16 {
        let BearerDef::Ability(id) = bearer else { return 0 };
        let params = self.typed.abilities.get(id).map_or(0, |def| def.params.len());
        self_slot.saturating_add(1).saturating_add(u16::try_from(params).unwrap_or(u16::MAX))
    }

    /// Whom something reaches; `each`: every bearer counts, not the first alone.
    pub(super) fn reach(&mut self, locals: &Locals, reach: &ReachDef, each: bool) -> ir::Reach {
        match reach {
            ReachDef::All => ir::Reach::All,
            ReachDef::Role(role) => ir::Reach::Role(self.role(locals, *role)),
            ReachDef::Related { role, holds, .. } => ir::Reach::Related {
                role: self.role(locals, *role),
                holds: self.expr(holds),
                each_adds: each,
            },
            ReachDef::Any => ir::Reach::Any,
        }
    }

    fn modifier(&mut self, def: &ClauseDef) -> Option<ir::Modifier> {
        let ClauseVerb::Modify { stage, verb, amount, cap, group } = &def.does else { return None };
        let when = def.when.as_ref();
        let written = self.expr(amount);
        let amount = self.under(when, written);
        let cap = cap.as_ref().map(|cap| {
            let written = self.expr(cap);
            self.under(when, written)
        });
        Some(ir::Modifier { stage: *stage, verb: *verb, amount, cap, group: *group })
    }

    fn permission_clause(&mut self, def: &ClauseDef) -> Option<ir::PermissionClause> {
        match &def.does {
            ClauseVerb::Permission(PermissionClauseDef::Forbid { words }) => {
                let words = words.as_ref().map(|words| self.words_under(def.when.as_ref(), words));
                Some(ir::PermissionClause::Forbid { words })
            }
            ClauseVerb::Permission(PermissionClauseDef::Allow) => {
                let over = def.over.iter().map(|(label, _)| self.text(label)).collect();
                Some(ir::PermissionClause::Allow { over })
            }
            _ => None,
        }
    }

    fn words_under(&mut self, when: Option<&Expr>, words: &Words) -> ir::Template {
        let parts = words.parts.iter().map(|part| match part {
            Quoted::Fixed(fixed) => ir::Part::Words(self.text(fixed)),
            Quoted::Value(value) => {
                let written = self.expr(value);
                ir::Part::Value(self.under(when, written))
            }
        });
        ir::Template { parts: parts.collect() }
    }

    /// Lists a clause with its owner.
    fn hang(&mut self, id: ClauseId, def: &ClauseDef) {
        match (def.owner, &def.does) {
            (ClauseOwner::Quantity(owner), _) => {
                self.out.quantities.update(owner, |quantity| quantity.clauses.push(id));
            }
            (ClauseOwner::Permission(owner), _) => {
                self.out.permissions.update(owner, |permission| permission.clauses.push(id));
            }
            (ClauseOwner::Possession(owner), ClauseVerb::Deny) => {
                if let Some(ability) = self.out.abilities.get_mut(owner) {
                    ability.denies.push(ir::DenyClause { id });
                }
            }
            // A lending clause was listed with its arguments.
            (ClauseOwner::Possession(_), _) => {}
        }
    }

    /// Puts the lists into the order in which they are applied; ids rise with the source.
    fn sort_clauses(&mut self) {
        let clauses = &self.out.clauses;
        let level = |id: ClauseId| clauses.get(id).map_or(0, |clause| clause.level);
        for (_, quantity) in self.out.quantities.iter_mut() {
            quantity.clauses.sort_by_key(|id| {
                let modifier = clauses.get(*id).and_then(|clause| clause.modifier.as_ref());
                let (stage, verb) =
                    modifier.map_or((0, Verb::Set), |modifier| (modifier.stage, modifier.verb));
                (stage, verb, level(*id), *id)
            });
        }
        for (_, permission) in self.out.permissions.iter_mut() {
            permission.clauses.sort_by_key(|id| (level(*id), *id));
        }
        for (_, ability) in self.out.abilities.iter_mut() {
            ability.lends.sort_by_key(|lend| (level(lend.id), lend.id));
            ability.denies.sort_by_key(|deny| (level(deny.id), deny.id));
        }
    }
}

/// The bearer in the program.
pub(super) fn bearer(def: BearerDef) -> ir::Bearer {
    match def {
        BearerDef::System => ir::Bearer::System,
        BearerDef::Scenario(id) => ir::Bearer::Scenario(id),
        BearerDef::Ability(id) => ir::Bearer::Ability(id),
    }
}
