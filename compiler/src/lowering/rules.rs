//! Rules: tables, functions, quantities and permissions, without their clauses.

use super::Lowering;
use super::slots::{self, Frame};
use super::types;
use crate::typed::{
    FunctionDef, LocalId, Locals, PermissionDef, QuantityDef, RequireDef, RoleRef, Type,
};
use crate::typed::{Quoted, each_local};
use warwright_ir as ir;
use warwright_ir::{FunctionId, Param, Slot, Ty};

impl Lowering<'_> {
    pub(super) fn rules(&mut self) {
        let typed = self.typed;
        for def in typed.tables.values() {
            let axes = def.axes.iter();
            let axes = axes
                .map(|(name, ty)| ir::TableAxis { name: self.text(name), ty: types::ty(ty) })
                .collect();
            let rows = def.rows.iter().map(|row| ir::TableRow {
                keys: row.keys.clone(),
                value: row.value,
                origins: self.origins(&row.origins),
                span: self.span(row.span),
            });
            let rows = rows.collect();
            let table = ir::Table {
                name: self.text(&def.name),
                axes,
                ty: types::ty(&def.ty),
                rows,
                dice: def.dice,
                span: self.span(def.span),
            };
            self.out.tables.push(table);
        }
        self.functions();
        typed.quantities.values().for_each(|def| self.quantity(def));
        typed.permissions.values().for_each(|def| self.permission(def));
    }

    /// A define that gives a record becomes one function for each field; all but the first stand after all others.
    fn functions(&mut self) {
        let typed = self.typed;
        let mut next = u32::try_from(typed.functions.len()).unwrap_or(u32::MAX);
        for (id, def) in typed.functions.iter() {
            if let Type::Record(_) = def.ty {
                self.field_functions.insert(id, FunctionId(next));
                let more = slots::width(typed, &def.ty).saturating_sub(1);
                next = next.saturating_add(u32::try_from(more).unwrap_or(u32::MAX));
            }
        }
        for def in typed.functions.values() {
            let function = self.function(def, 0);
            self.out.functions.push(function);
        }
        for def in typed.functions.values() {
            for position in 1..slots::width(typed, &def.ty) {
                let function = self.function(def, position);
                self.out.functions.push(function);
            }
        }
    }

    fn function(&mut self, def: &FunctionDef, position: usize) -> ir::Function {
        self.frame = Frame::new(self.typed, &def.locals, def.params);
        let (body, ty) = match def.ty {
            Type::Record(record) => {
                let ty = self.field_types(record).get(position).cloned().unwrap_or(Ty::Int);
                (self.field_of(&def.body, record, position), ty)
            }
            _ => (self.expr(&def.body), types::ty(&def.ty)),
        };
        self.seen_to_fit(def.span);
        ir::Function {
            name: self.text(&def.name),
            params: self.params(&def.locals, def.params),
            ty,
            env: self.frame.env(),
            body,
            span: self.span(def.span),
        }
    }

    /// The parameters of the program for the first locals: a record becomes its fields.
    pub(super) fn params(&mut self, locals: &Locals, count: u16) -> Vec<Param> {
        let mut params = Vec::new();
        for (index, local) in (0u32..).zip(locals.all.iter().take(usize::from(count))) {
            self.param(LocalId(index), &local.name, &local.ty, &mut params);
        }
        params
    }

    /// The parameters of the program for one local.
    pub(super) fn param(&mut self, local: LocalId, name: &str, ty: &Type, params: &mut Vec<Param>) {
        let slots = self.frame.slots(local).to_vec();
        let Type::Record(record) = ty else {
            let slot = slots.first().copied().unwrap_or(Slot::Scalar(0));
            params.push(Param { name: self.text(name), ty: types::ty(ty), slot });
            return;
        };
        let fields = self.typed.records.get(*record).map(|def| def.fields.as_slice());
        for ((field, ty, _), slot) in fields.unwrap_or(&[]).iter().zip(slots) {
            let name = self.text(&format!("{name}.{field}"));
            params.push(Param { name, ty: types::ty(ty), slot });
        }
    }

    /// The position of a role among the parameters of the program.
    pub(super) fn role(&self, locals: &Locals, role: RoleRef) -> u16 {
        let before = locals.all.iter().take(usize::from(role.param));
        let before: usize = before.map(|local| slots::width(self.typed, &local.ty)).sum();
        u16::try_from(before).unwrap_or(u16::MAX).saturating_add(role.field.unwrap_or(0))
    }

    fn quantity(&mut self, def: &QuantityDef) {
        self.frame = Frame::new(self.typed, &def.locals, def.params);
        let base = self.expr(&def.base);
        self.seen_to_fit(def.span);
        let (least, most) = types::range(&def.ty);
        let mut stages: Vec<_> = def.stages.iter().map(|stage| Some(self.text(stage))).collect();
        if stages.is_empty() {
            stages.push(None);
        }
        let groups = def.groups.iter();
        let groups = groups
            .map(|group| ir::Group { name: self.text(&group.name), rule: group.rule })
            .collect();
        let quantity = ir::Quantity {
            name: self.text(&def.name),
            params: self.params(&def.locals, def.params),
            ty: types::ty(&def.ty),
            env: self.frame.env(),
            base,
            rounding: def.rounding,
            scale: def.scale,
            least,
            most,
            stages,
            groups,
            favours: def
                .favours
                .map(|it| ir::Favours { role: self.role(&def.locals, it.role), less: it.less }),
            clauses: Vec::new(),
            profile: def.profile,
            span: self.span(def.span),
        };
        self.out.quantities.push(quantity);
    }

    fn permission(&mut self, def: &PermissionDef) {
        self.frame = Frame::new(self.typed, &def.locals, def.params);
        let params = self.params(&def.locals, def.params);
        let mut requires: Vec<ir::Require> = Vec::new();
        for require in &def.requires {
            let needs = needs(require, &def.requires, requires.len());
            let mut known = self.known(def, require, &params);
            for need in &needs {
                let earlier = requires.get(usize::from(*need)).map_or(0, |one| one.params_known);
                known = known.max(earlier);
            }
            let written = self.require_clause(require, needs, known);
            requires.push(written);
        }
        self.seen_to_fit(def.span);
        let permission = ir::Permission {
            name: self.text(&def.name),
            params,
            env: self.frame.env(),
            requires,
            clauses: Vec::new(),
            level: def.level.0,
            span: self.span(def.span),
        };
        self.out.permissions.push(permission);
    }

    fn require_clause(
        &mut self,
        require: &RequireDef,
        needs: Vec<u16>,
        params_known: u16,
    ) -> ir::Require {
        let holds = self.expr(&require.holds);
        let inherits = match (&require.label, self.out.exprs.get(holds)) {
            (None, Some(ir::Expr::May { permission, args })) => Some((*permission, args.clone())),
            _ => None,
        };
        let words = require.words.as_ref().map(|words| self.template(words));
        let label = self.text(require.label.as_deref().unwrap_or(""));
        let span = self.span(require.span);
        let reason = ir::Reason { label, words, span };
        ir::Require { holds, reason, inherits, needs, params_known }
    }

    /// How many parameters from the left a requirement reads.
    fn known(&self, def: &PermissionDef, require: &RequireDef, params: &[Param]) -> u16 {
        let mut most = 0;
        each_local(&require.holds, &mut |local| {
            if local.0 >= u32::from(def.params) {
                return;
            }
            for slot in self.frame.slots(local) {
                let position = params.iter().position(|param| param.slot == *slot);
                most = most.max(position.map_or(0, |position| position + 1));
            }
        });
        u16::try_from(most).unwrap_or(u16::MAX)
    }
}

/// Earlier requirements whose names this one uses.
fn needs(require: &RequireDef, all: &[RequireDef], before: usize) -> Vec<u16> {
    let mut used = Vec::new();
    each_local(&require.holds, &mut |local| used.push(local));
    if let Some(words) = &require.words {
        for part in &words.parts {
            if let Quoted::Value(value) = part {
                each_local(value, &mut |local| used.push(local));
            }
        }
    }
    let earlier = all.iter().take(before).enumerate();
    let needed = earlier.filter(|(_, one)| one.binds.iter().any(|bind| used.contains(bind)));
    needed.filter_map(|(position, _)| u16::try_from(position).ok()).collect()
}
