//! Bodies of what a system declares: defines, derived facts, relations, quantities, permissions, state, tables.

mod answers;
mod cards;
mod gaps;
mod permissions;
mod states;
mod tables;
mod texts;

pub(super) use permissions::each_binding;

use super::checker::Checker;
use super::scope::Scope;
use crate::typed::{Expr, FunctionDef, LocalId, Locals, Type};
use warwright_grammar::tree;
use warwright_ir as ir;

/// Checks everything that a system declares, procedures and actions excepted.
pub(crate) fn check(checker: &mut Checker<'_>) {
    checker.check_copies();
    checker.check_states();
    checker.check_leaves();
    checker.check_mirrors();
    checker.check_tables();
    checker.check_functions();
    checker.check_answers();
    checker.check_quantities();
    checker.check_permissions();
    checker.check_defaults();
    checker.check_texts();
}

impl Checker<'_> {
    /// Defines, relations and derived facts.
    fn check_functions(&mut self) {
        for (id, define) in self.facts.defines.clone() {
            self.function_body(id, &define.value, false);
        }
        for (id, relation) in self.facts.relations.clone() {
            self.function_body(id, &relation.value, false);
        }
        for (id, derive) in self.facts.derives.clone() {
            self.function_body(id, &derive.value, true);
        }
    }

    /// The value of a function in its own scope; with `implicit` fields of its first parameter may be named bare.
    fn function_body(&mut self, id: ir::FunctionId, value: &tree::Expr, implicit: bool) {
        let Some(def) = self.typed.functions.get(id) else { return };
        let ty = def.ty.clone();
        self.scope = Scope::with(&def.locals.all);
        if implicit {
            self.scope.implicit = Some(LocalId(0));
        }
        let body = self.expr(value, Some(&ty));
        let locals = self.finish();
        self.put_function(id, body, locals);
    }

    fn put_function(&mut self, id: ir::FunctionId, body: Expr, locals: Locals) {
        if let Some(FunctionDef { body: place, locals: known, .. }) =
            self.typed.functions.get_mut(id)
        {
            *place = body;
            *known = locals;
        }
    }

    /// Values of quantities before any clause.
    fn check_quantities(&mut self) {
        for (id, quantity) in self.facts.quantities.clone() {
            let Some(def) = self.typed.quantities.get(id) else { continue };
            let (ty, rounds, scale) = (def.ty.clone(), def.rounding.is_some(), def.scale);
            self.scope = Scope::with(&def.locals.all);
            // The range binds the result, after clauses and rounding.
            let free = ty.unranged();
            let found = self.on_steps(scale, |this| this.infer(&quantity.base, Some(&free)));
            let base = if rounds && matches!(found.ty, Type::Ratio) {
                found
            } else {
                let base = self.coerce(found, &free);
                self.sometimes_within(base, &ty)
            };
            if let Some(scale) = scale {
                self.check_on_scale(&base, scale);
            }
            let locals = self.finish();
            if let Some(def) = self.typed.quantities.get_mut(id) {
                def.base = base;
                def.locals = locals;
            }
        }
    }

    /// Defaults of parameters and record fields: each is checked once, even where every call gives the argument.
    fn check_defaults(&mut self) {
        let mut signatures: Vec<_> = self.facts.signatures.values().cloned().collect();
        signatures.sort_by_key(|signature| signature.span.start());
        for signature in signatures {
            for param in &signature.params {
                if let Some(default) = param.default {
                    self.constant_expr(default, &param.ty);
                }
            }
        }
    }
}
