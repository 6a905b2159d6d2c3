//! What happens and what is chosen: procedures with their steps, windows, actions, choices, moments, policies, and the labels that
//! `over` names, as sections of the index.

use super::{Index, Item, Section};
use crate::typed::{
    ActionDef, ActionPlace, ClauseOwner, LocalRole, MomentDef, ProcedureDef, StmtKind, each_stmt,
};
use std::collections::BTreeMap;
use warwright_ir as ir;

impl Index<'_> {
    /// The sections of what happens and what is chosen.
    pub(super) fn acting(&self) -> Vec<Section> {
        let section = |title, purpose, items| Section { title, purpose, items };
        vec![
            section(
                "procedures",
                "what `before`, `after` and `instead of` hang on, with what hooks there may read and write",
                self.procedures(),
            ),
            section(
                "steps",
                "what `before P.S`, `after P.S` and `instead of P.S` name",
                self.steps(),
            ),
            section("windows", "when actions can be chosen: `action .. in W`", self.windows()),
            section(
                "actions",
                "what players choose; `forbid` stops one, `modify` bends its price",
                self.actions(),
            ),
            section("choices", "what a policy may advise: `in P.C prefer ..`", self.choices()),
            section(
                "moments",
                "what `until end of`, `once per`, `during` and `as of` name; any procedure or step can be one",
                self.moments(),
            ),
            section(
                "policies",
                "how computer players choose: `policy mine like P`",
                self.policies(),
            ),
            section("labels", "what `over` names", self.labels()),
        ]
    }

    fn procedures(&self) -> Vec<Item> {
        let all = (0..).map(ir::ProcedureId).zip(self.typed.procedures.values());
        all.filter(|(_, def)| !def.name.is_empty())
            .map(|(id, def)| {
                let mut item = self.item(&def.name, def.span);
                if !self.declares("procedure", def.span) {
                    item.sign = self.procedure(def);
                }
                let open = def.locals.all.iter().filter(|local| local.role == LocalRole::Open);
                item.parts =
                    open.map(|local| Self::named_part("open", self.local(local))).collect();
                for step in &def.steps {
                    let mut words = step.name.clone();
                    words += if step.called { ", when called" } else { "" };
                    words += if step.when.is_some() { ", under a condition" } else { "" };
                    item.parts.push(Self::named_part("step", words));
                }
                item.bent_by = self.hooks_on(id, None);
                item
            })
            .collect()
    }

    fn procedure(&self, def: &ProcedureDef) -> String {
        let result =
            def.result.as_ref().map_or_else(String::new, |ty| format!(": {}", self.ty(ty)));
        format!("{}{}{result}", def.name, self.params(&def.locals, def.params))
    }

    fn steps(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for (id, def) in (0..).map(ir::ProcedureId).zip(self.typed.procedures.values()) {
            for (position, step) in (0..=u16::MAX).zip(&def.steps) {
                if !self.declares("step", step.span) {
                    continue;
                }
                let mut item = self.item(format!("{}.{}", def.name, step.name), step.span);
                item.sign = format!("{}{}", item.name, self.params(&def.locals, def.params));
                let open = def.locals.all.iter().filter(|local| local.role == LocalRole::Open);
                item.parts =
                    open.map(|local| Self::named_part("open", self.local(local))).collect();
                item.bent_by = self.hooks_on(id, Some(position));
                items.push(item);
            }
        }
        items
    }

    fn windows(&self) -> Vec<Item> {
        let all = (0..).map(ir::WindowId).zip(self.typed.windows.values());
        all.map(|(id, def)| {
            let mut item = self.item(&def.name, def.span);
            item.sign.clone_from(&def.name);
            let here = self.typed.actions.values().filter(|it| it.place == ActionPlace::Named(id));
            item.parts = here.map(|it| Self::named_part("action", &it.name)).collect();
            item
        })
        .collect()
    }

    fn actions(&self) -> Vec<Item> {
        let action = |def: &ActionDef| {
            let mut item = self.item(&def.name, def.span);
            item.parts = self.reasons(def.permission);
            if let Some((price, _, field)) = &def.cost {
                let paid = self.typed.fields.get(*field).map_or("?", |it| &*it.name);
                item.parts.push(Self::named_part("paid from", paid));
                item.bent_by.extend(self.clauses_of(ClauseOwner::Quantity(*price)));
            }
            item.bent_by.extend(self.clauses_of(ClauseOwner::Permission(def.permission)));
            item
        };
        self.typed.actions.values().map(action).collect()
    }

    fn choices(&self) -> Vec<Item> {
        let mut found: BTreeMap<String, Item> = BTreeMap::new();
        let procedures = self
            .typed
            .procedures
            .values()
            .flat_map(|def| def.steps.iter().map(|step| (&def.name, &step.body)));
        let actions = self.typed.actions.values().map(|def| (&def.name, &def.body));
        for (owner, body) in procedures.chain(actions) {
            each_stmt(body, &mut |stmt| {
                if let StmtKind::Choose { name, .. } = &stmt.kind {
                    let name = format!("{owner}.{name}");
                    found.entry(name.clone()).or_insert_with(|| self.item(name, stmt.span));
                }
            });
        }
        found.into_values().collect()
    }

    fn moments(&self) -> Vec<Item> {
        let place = |def: &MomentDef| {
            let procedure = self.typed.procedures.get(def.procedure)?;
            let step = def.step.and_then(|at| procedure.steps.get(usize::from(at)));
            let mut item = self.item(&def.name, step.map_or(procedure.span, |step| step.span));
            item.sign = self.procedure(procedure);
            Some(item)
        };
        let mut items: Vec<Item> = self.typed.moments.values().filter_map(place).collect();
        items.sort_by(|a, b| a.name.cmp(&b.name));
        items.dedup_by(|a, b| a.name == b.name);
        items
    }

    fn policies(&self) -> Vec<Item> {
        let named = self.typed.policies.values().filter(|def| self.declares("policy", def.span));
        named.map(|def| self.item(&def.name, def.span)).collect()
    }

    /// Labels that several clauses share stand once, with all that they bend.
    fn labels(&self) -> Vec<Item> {
        let mut found: BTreeMap<&str, Item> = BTreeMap::new();
        for clause in self.typed.clauses.values().filter(|clause| !clause.label.is_empty()) {
            let bends = match clause.owner {
                ClauseOwner::Quantity(id) => self.typed.quantities.get(id).map(|def| &*def.name),
                ClauseOwner::Permission(id) => self.typed.permissions.get(id).map(|def| &*def.name),
                ClauseOwner::Possession(id) => self.typed.abilities.get(id).map(|def| &*def.name),
            };
            let item = found.entry(&clause.label).or_insert_with(|| {
                let mut item = self.item(&clause.label, clause.span);
                let part = format!("clause \"{}\"", clause.label);
                self.corrected(&mut item, |edit| edit.part.contains(&part));
                item
            });
            let part = Self::named_part("bends", bends.unwrap_or_default());
            if !item.parts.contains(&part) {
                item.parts.push(part);
            }
        }
        found.into_values().collect()
    }
}
