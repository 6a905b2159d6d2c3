//! Signatures of defines, relations, quantities and permissions.

use super::super::checker::{Checker, error};
use super::super::exprs::is_numeric;
use super::super::facts::{Owner, SignatureParam};
use super::super::scope::Scope;
use super::super::vocabulary::Callable;
use super::{count, is_several};
use crate::typed::{
    Bounds, Favoured, FunctionDef, GroupDef, Local, Locals, PermissionDef, QuantityDef, RoleRef,
    Type,
};
use crate::wording;
use std::rc::Rc;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// Defines and relations.
    pub(super) fn declare_functions(&mut self) {
        let index = &self.input.content.index;
        for (name, declared) in &index.defines {
            let define: &'a tree::Define = declared;
            let (locals, params) = self.parameters(&define.params);
            let ty = match &define.result {
                Some(result) => self.written_type(result),
                None => Type::Error,
            };
            let id = self.add_function(name, locals, ty.clone(), define.name.span);
            self.sign(Owner::Function(id), format!("define {name}"), params, ty, define.name.span);
            self.callable(name, Callable::Function(id), define.name.span);
            self.facts.write().defines.push((id, define));
            if let Some(tree::Recursive { depth, .. }) = &define.recursive {
                Diagnostic::at(codes::GOES_IN_CIRCLES, depth.span)
                    .says(format!("`{name}` is worked out, and nothing that is asks itself"))
                    .label("procedures alone say how deep they reach themselves")
                    .help("walk the chain in a procedure: `repeat at most N while ..`, and `return` what is found")
                    .emit(self.sink);
            }
        }
        for (name, declared) in &index.relations {
            let relation: &'a tree::Relation = declared;
            let (locals, params) = self.parameters(&relation.params);
            if locals.all.len() != 2 {
                Diagnostic::at(codes::TYPE_NOT_ALLOWED, relation.name.span)
                    .says(format!(
                        "relation `{name}` stands between two things, and has {} parameters",
                        locals.all.len()
                    ))
                    .help("with another number of parameters it is a `define`")
                    .emit(self.sink);
                continue;
            }
            let id = self.add_function(name, locals, Type::Bool, relation.name.span);
            let title = format!("relation {name}");
            self.sign(Owner::Function(id), title, params, Type::Bool, relation.name.span);
            self.vocabulary.write().relations.insert((*name).into(), id);
            self.facts.write().relations.push((id, relation));
        }
    }

    fn add_function(&mut self, name: &str, locals: Locals, ty: Type, span: Span) -> ir::FunctionId {
        let mut body = error(span);
        body.ty = ty.clone();
        self.typed.functions.push(FunctionDef {
            name: name.to_owned(),
            params: count(locals.all.len()),
            locals,
            ty,
            range: Bounds::OPEN,
            body,
            span,
        })
    }

    /// Defines that do not say their type: it is that of their value. Such a define may use those above it.
    pub(super) fn infer_untyped_defines(&mut self) {
        let defines = self.facts.defines.clone();
        for (id, define) in defines {
            if define.result.is_some() {
                continue;
            }
            let Some(def) = self.typed.functions.get(id) else { continue };
            self.scope = Scope::with(&def.locals.all);
            let before = self.sink.len();
            let value = self.infer(&define.value, None);
            let ty = match value.ty {
                Type::Int(_) => Type::within(self.typed.range(&value)),
                Type::Nothing | Type::Error if self.sink.len() == before => {
                    Diagnostic::at(codes::TYPE_NOT_ALLOWED, define.name.span)
                        .says(format!(
                            "say what `{}` gives: `define {}(..): TYPE = ..`",
                            define.name.text, define.name.text
                        ))
                        .label("its value does not show its type")
                        .emit(self.sink);
                    Type::Error
                }
                ty => ty,
            };
            self.typed.functions.update(id, |def| def.ty = ty.clone());
            if let Some(signature) = self.facts.write().signatures.get_mut(&Owner::Function(id)) {
                Rc::make_mut(signature).result = ty;
            }
        }
    }

    /// Quantities that are declared by themselves.
    pub(super) fn declare_quantities(&mut self) {
        let content = self.input.content;
        for (name, declared) in &content.index.quantities {
            let quantity: &'a tree::Quantity = declared;
            let (locals, params) = self.parameters(&quantity.params);
            let written = self.written_scaled(&quantity.result);
            let why = "a quantity is a single value";
            let ty = self.allowed(written.ty, is_several, why, quantity.result.span);
            let favours = self.favoured(name, quantity, &locals, &ty);
            let groups = quantity.groups.iter().filter_map(|group| self.group(group)).collect();
            let stages = self.stages_of(quantity);
            let mut base = error(quantity.base.span);
            base.ty = ty.clone();
            let id = self.typed.quantities.push(QuantityDef {
                name: (*name).to_owned(),
                params: count(locals.all.len()),
                locals,
                ty: ty.clone(),
                base,
                rounding: self.rounding_of(quantity.rounded, &ty),
                scale: written.scale,
                stages,
                groups,
                favours,
                profile: None,
                span: quantity.name.span,
            });
            let title = format!("quantity {name}");
            self.sign(Owner::Quantity(id), title, params, ty, quantity.name.span);
            self.callable(name, Callable::Quantity(id), quantity.name.span);
            self.facts.write().quantities.push((id, quantity));
        }
        // Groups that every quantity has.
        let groups: Vec<GroupDef> =
            content.index.groups.values().filter_map(|group| self.group(group)).collect();
        for quantity in self.typed.quantities.values_mut() {
            for group in &groups {
                if !quantity.groups.iter().any(|known| known.name == group.name) {
                    quantity.groups.push(group.clone());
                }
            }
        }
    }

    fn stages_of(&mut self, quantity: &tree::Quantity) -> Vec<String> {
        if quantity.stages.is_empty() {
            return self.facts.stages.clone();
        }
        quantity.stages.iter().map(|stage| stage.text.to_string()).collect()
    }

    fn group(&mut self, group: &tree::Group) -> Option<GroupDef> {
        let keep = match &*group.keeps.text {
            "strongest" => ir::Keep::Strongest,
            "highest" => ir::Keep::Highest,
            "lowest" => ir::Keep::Lowest,
            _ => {
                let known = ["strongest", "highest", "lowest"].map(str::to_owned);
                self.unknown_among(&group.keeps, "way to keep one clause of a group", &known);
                return None;
            }
        };
        let name = group.name.text.to_string();
        Some(GroupDef { name, rule: ir::GroupRule::Keep(keep) })
    }

    /// `favours ROLE` or `less favours ROLE`, which every number says.
    fn favoured(
        &mut self,
        name: &str,
        quantity: &tree::Quantity,
        locals: &Locals,
        ty: &Type,
    ) -> Option<Favoured> {
        match &quantity.favours {
            Some(tree::Favours::Role { name: role, less }) => {
                let found = self.role_among(&locals.all, role);
                if found.is_none() {
                    let known = self.roles_among(&locals.all);
                    let what = format!("role of quantity {name}");
                    self.unknown_among(role, &what, &known);
                }
                found.map(|role| Favoured { role, less: *less })
            }
            Some(tree::Favours::Nobody(_)) => None,
            None => {
                if is_numeric(ty) {
                    let roles = self.roles_among(&locals.all);
                    let first = roles.first().map_or("nobody", String::as_str);
                    let place = match &quantity.result.kind {
                        tree::TypeKind::Named { range: Some(range), .. } => range.span.after(),
                        _ => quantity.result.span.after(),
                    };
                    Diagnostic::at(codes::NO_FAVOURS, quantity.name.span)
                        .says(format!("quantity `{name}` does not say for whom larger is better"))
                        .label("good for whom?")
                        .fix(
                            format!("write `favours {first}` or `favours nobody` after its type"),
                            place,
                            format!(" favours {first}"),
                        )
                        .emit(self.sink);
                }
                None
            }
        }
    }

    /// The role of that name: a parameter, or a field that just one record parameter has.
    pub fn role_among(&self, params: &[Local], name: &tree::Name) -> Option<RoleRef> {
        if let Some(at) = params.iter().position(|param| param.name == name.text) {
            return Some(RoleRef { param: u16::try_from(at).ok()?, field: None });
        }
        let mut found: Option<RoleRef> = None;
        for (at, param) in params.iter().enumerate() {
            let Type::Record(id) = param.ty else { continue };
            let Some(record) = self.typed.records.get(id) else { continue };
            if let Some(field) = record.fields.iter().position(|(field, _, _)| *field == *name.text)
            {
                if found.is_some() {
                    return None;
                }
                found = Some(RoleRef {
                    param: u16::try_from(at).ok()?,
                    field: Some(u16::try_from(field).ok()?),
                });
            }
        }
        found
    }

    /// All names that may stand after `as`.
    pub fn roles_among(&self, params: &[Local]) -> Vec<String> {
        let mut names = Vec::new();
        for param in params {
            match &param.ty {
                Type::Record(id) => {
                    if let Some(record) = self.typed.records.get(*id) {
                        names.extend(
                            record
                                .fields
                                .iter()
                                .filter(|(_, ty, _)| matches!(ty, Type::Entity(_)))
                                .map(|(field, _, _)| field.clone()),
                        );
                    }
                }
                Type::Entity(_) => names.push(param.name.to_string()),
                _ => {}
            }
        }
        names
    }

    /// Permissions that are declared by themselves.
    pub(super) fn declare_permissions(&mut self) {
        let content = self.input.content;
        for (name, declared) in &content.index.permissions {
            let permission: &'a tree::Permission = declared;
            let (locals, params) = self.parameters(&permission.params);
            let id = self.add_permission(name, locals, params, permission.name.span);
            self.facts.write().permissions.push((id, permission));
        }
    }

    /// A permission by its name and parameters.
    pub(super) fn add_permission(
        &mut self,
        name: &str,
        locals: Locals,
        params: Vec<SignatureParam<'a>>,
        span: Span,
    ) -> ir::PermissionId {
        let id = self.typed.permissions.next_id();
        self.sign(Owner::Permission(id), format!("permission {name}"), params, Type::Bool, span);
        self.typed.permissions.push(PermissionDef {
            name: name.to_owned(),
            params: count(locals.all.len()),
            locals,
            requires: Vec::new(),
            level: self.facts.layers.of(super::layers::Source::System),
            span,
        });
        self.vocabulary.write().permissions.insert(name.into(), id);
        id
    }
}

/// Words for a list of roles.
pub(crate) fn role_words(roles: &[String]) -> String {
    wording::listed(roles)
}
