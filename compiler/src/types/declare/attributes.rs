//! What things of a kind have: profiles, state, derived facts, questions and deeds.

use super::super::checker::{Checker, bare};
use super::super::facts::{Owner, SignatureParam};
use super::super::vocabulary::Attribute;
use super::count;
use super::procedures::shell;
use crate::typed::{
    Bounds, Expr, ExprKind, Favoured, FieldDef, FunctionDef, Local, LocalId, Locals, ProcedureDef,
    ProfileDef, QuantityDef, RoleRef, SpaceType, Type,
};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// The type of what says how large a piece is.
const FOOTPRINT: Type = Type::Space(SpaceType::Footprint);

impl<'a> Checker<'a> {
    /// Profiles, state, derived facts, questions and deeds of all kinds.
    pub(super) fn declare_attributes(&mut self) {
        let content = self.input.content;
        for (position, shape) in content.index.kinds.values().enumerate() {
            let Some(kind) = self.facts.kinds.get(position).copied().flatten() else { continue };
            for profile in &shape.profiles {
                self.declare_profile(kind, profile.name, &profile.declaration);
            }
            for column in &shape.columns {
                let ids: Vec<ir::ProfileId> = column
                    .profiles
                    .iter()
                    .filter_map(|at| self.typed.kinds.get(kind)?.profiles.get(*at))
                    .copied()
                    .collect();
                if let Some(names) = self.vocabulary.write().of_kind.get_mut(kind.0 as usize) {
                    names.columns.insert(column.name.into(), ids);
                }
            }
            for state in &shape.states {
                self.declare_state(kind, state.name, &state.declaration, true);
            }
            for derive in &shape.derives {
                let ty = self.written_type(&derive.ty);
                let is_footprint = ty == FOOTPRINT;
                let function = self.declare_function_of(kind, &derive.name, &[], ty, derive.span);
                self.facts.write().derives.push((function, derive));
                self.set_attribute(kind, &derive.name.text, Attribute::Derived(function));
                if is_footprint {
                    let of = ir::FootprintOf::Derived(function);
                    self.declare_footprint(kind, of, derive.ty.span);
                }
            }
            for asks in &shape.asks {
                let ty = self.written_type(&asks.ty);
                let function =
                    self.declare_function_of(kind, &asks.name, &asks.params, ty, asks.span);
                self.facts.write().asks.push((function, kind, asks));
                self.set_attribute(kind, &asks.name.text, Attribute::Asks(function));
            }
            for does in &shape.does {
                let procedure = self.declare_deed(kind, does);
                self.facts.write().does.push((procedure, kind, does));
                self.set_attribute(kind, &does.name.text, Attribute::Does(procedure));
            }
        }
        self.give_counts();
        self.declare_board_state();
    }

    pub(super) fn set_attribute(&mut self, kind: ir::KindId, name: &str, attribute: Attribute) {
        if let Some(names) = self.vocabulary.write().of_kind.get_mut(kind.0 as usize) {
            names.attributes.entry(name.into()).or_insert(attribute);
        }
    }

    fn declare_profile(
        &mut self,
        kind: ir::KindId,
        name: &'a tree::Name,
        declaration: &'a tree::Profile,
    ) {
        let mut written = self.written_scaled(&declaration.ty);
        let item = super::super::exprs::item_type(&written.ty);
        let single = item.as_ref().unwrap_or(bare(&written.ty));
        let unprintable =
            matches!(single, Type::Text | Type::Entity(_) | Type::Record(_) | Type::Pool(_))
                || (matches!(single, Type::Space(_)) && written.ty != FOOTPRINT);
        if unprintable {
            self.broken(
                warwright_grammar::codes::TYPE_NOT_ALLOWED,
                "a profile is printed: a number, a member of a closed kind, or a list of these",
                declaration.ty.span,
            );
            written.ty = Type::Error;
        }
        let profile = self.typed.profiles.next_id();
        if let Some(scale) = written.scale {
            self.facts.write().profile_scales.insert(profile, scale);
        }
        if let Some(default) = &declaration.default {
            self.facts.write().profile_defaults.insert(profile, default);
        }
        let closed = self.typed.kinds.get(kind).is_some_and(|def| def.closed);
        let bent = !closed
            && !matches!(
                written.ty,
                Type::List(_)
                    | Type::Set(_)
                    | Type::Pool(_)
                    | Type::Record(_)
                    | Type::Space(_)
                    | Type::Error
            );
        let is_footprint = written.ty == FOOTPRINT;
        let quantity =
            bent.then(|| self.declare_profile_quantity(kind, profile, name, declaration, &written));
        self.typed.profiles.push(ProfileDef {
            name: name.text.to_string(),
            kind,
            ty: written.ty,
            quantity,
            span: name.span,
        });
        self.vocabulary.write().profiles.entry(name.text.clone()).or_default().push(profile);
        self.set_attribute(kind, &name.text, Attribute::Profile(profile));
        self.typed.kinds.update(kind, |def| def.profiles.push(profile));
        if is_footprint {
            self.declare_footprint(kind, ir::FootprintOf::Printed(profile), declaration.ty.span);
        }
    }

    /// A profile is a quantity whose one role is called after its kind, and for which larger is better unless it says otherwise.
    fn declare_profile_quantity(
        &mut self,
        kind: ir::KindId,
        profile: ir::ProfileId,
        name: &tree::Name,
        declaration: &'a tree::Profile,
        written: &super::super::type_exprs::Written,
    ) -> ir::QuantityId {
        let role = self.kind_name(kind).to_owned();
        let owner = Local::param(role.as_str(), Type::Entity(kind), name.span);
        let owned = ExprKind::Local(LocalId(0));
        let of = Box::new(Expr::new(owned, Type::Entity(kind), name.span));
        let base = Expr::new(ExprKind::Printed { of, profile }, written.ty.clone(), name.span);
        let favours = match &declaration.favours {
            Some(tree::Favours::Nobody(_)) => None,
            favours => super::super::exprs::is_numeric(&written.ty).then_some(Favoured {
                role: RoleRef { param: 0, field: None },
                less: matches!(favours, Some(tree::Favours::Role { less: true, .. })),
            }),
        };
        if let Some(tree::Favours::Role { name: of, .. }) = &declaration.favours
            && !matches!(&*of.text, "self")
            && *of.text != *role
        {
            self.unknown_among(of, &format!("role of profile {}", name.text), &["self".to_owned()]);
        }
        let id = self.typed.quantities.push(QuantityDef {
            name: name.text.to_string(),
            params: 1,
            locals: Locals { all: vec![owner], ..Locals::default() },
            ty: written.ty.clone(),
            base,
            rounding: self.rounding_of(declaration.rounded, &written.ty),
            scale: written.scale,
            stages: self.facts.stages.clone(),
            groups: Vec::new(),
            favours,
            profile: Some(profile),
            span: name.span,
        });
        let title = format!("profile {}", name.text);
        let role = SignatureParam::new(role, Type::Entity(kind));
        self.sign(Owner::Quantity(id), title, vec![role], written.ty.clone(), name.span);
        id
    }

    /// A state field; one in an ability is known in that ability alone (`visible` is then false).
    pub(super) fn declare_state(
        &mut self,
        kind: ir::KindId,
        name: &'a tree::Name,
        declaration: &'a tree::State,
        visible: bool,
    ) -> ir::FieldId {
        let written = self.written_scaled(&declaration.ty);
        let refused = |ty: &Type| matches!(ty, Type::Record(_));
        let why = "a record cannot be kept as state; keep its fields";
        let ty = self.allowed(written.ty, refused, why, declaration.ty.span);
        let ty = self.may_be_none_at_first(ty, &declaration.ty, declaration.default.as_ref());
        let initial = Expr::new(ExprKind::Error, ty, name.span);
        let field = self.add_field(kind, &name.text, initial);
        if let Some(scale) = written.scale {
            self.facts.write().field_scales.insert(field, scale);
        }
        self.facts.write().states.push((field, declaration));
        if visible {
            self.set_attribute(kind, &name.text, Attribute::State(field));
        }
        field
    }

    /// The type of what begins as `none`: one thing that is nothing at first has a question mark, which is said here once and not
    /// where it is asked for.
    fn may_be_none_at_first(
        &mut self,
        ty: Type,
        written: &tree::TypeExpr,
        first: Option<&tree::Expr>,
    ) -> Type {
        let none = first.filter(|it| matches!(it.kind, tree::ExprKind::None));
        let (Some(none), Type::Entity(_)) = (none, &ty) else { return ty };
        let source = self.source_of(written.span);
        Diagnostic::at(codes::WRONG_TYPE, none.span)
            .says(format!("`none` is no {source}: what begins with nothing may be none"))
            .label("of no thing")
            .also(written.span, "always one")
            .fix(
                format!("what may be none has a type with a question mark: `{source}?`"),
                written.span.after(),
                "?",
            )
            .emit(self.sink);
        Type::Optional(Box::new(ty))
    }

    /// A state field of a kind by the value at its start, whose type is the field's.
    pub(super) fn add_field(&mut self, kind: ir::KindId, name: &str, initial: Expr) -> ir::FieldId {
        let span = initial.span;
        let field = self.typed.fields.push(FieldDef {
            name: name.to_owned(),
            kind,
            ty: initial.ty.clone(),
            initial,
            locals: self_locals(kind, span),
            span,
            ..FieldDef::default()
        });
        self.typed.kinds.update(kind, |def| def.fields.push(field));
        field
    }

    /// A function whose first parameter is a thing of a kind, called `self`.
    fn declare_function_of(
        &mut self,
        kind: ir::KindId,
        name: &'a tree::Name,
        params: &'a [tree::Param],
        ty: Type,
        span: Span,
    ) -> ir::FunctionId {
        let (locals, declared) = self.own_parameters(kind, name.span, params);
        let id = self.typed.functions.push(FunctionDef {
            name: name.text.to_string(),
            params: count(locals.all.len()),
            locals,
            ty: ty.clone(),
            range: Bounds::OPEN,
            body: Expr { kind: ExprKind::Error, ty: ty.clone(), span },
            span,
        });
        self.sign(Owner::Function(id), format!("`{}`", name.text), declared, ty, span);
        id
    }

    /// Parameters after `self`, the thing of a kind that has what takes them.
    fn own_parameters(
        &mut self,
        kind: ir::KindId,
        span: Span,
        params: &'a [tree::Param],
    ) -> (Locals, Vec<SignatureParam<'a>>) {
        let ty = self.owner_type(kind);
        let (mut locals, mut declared) = self.parameters(params);
        locals.all.insert(0, Local::param("self", ty.clone(), span));
        declared.insert(0, SignatureParam::new("self", ty));
        (locals, declared)
    }

    /// The type of a thing of a kind.
    pub(crate) fn owner_type(&self, kind: ir::KindId) -> Type {
        if self.is_closed(kind) { Type::Member(kind) } else { Type::Entity(kind) }
    }

    /// Whether a kind has members, and no things that are made.
    pub(crate) fn is_closed(&self, kind: ir::KindId) -> bool {
        self.typed.kinds.get(kind).is_some_and(|def| def.closed)
    }

    /// `does NAME(..)`: a procedure of one step whose first parameter is the thing.
    fn declare_deed(&mut self, kind: ir::KindId, does: &'a tree::Does) -> ir::ProcedureId {
        if let Some(def) = self.typed.kinds.get(kind).filter(|def| def.closed) {
            Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, does.span)
                .says(format!("a {} does nothing by itself: its kind is closed", def.name))
                .label("what is closed has names and figures alone")
                .help("take `closed` out, or write a procedure that asks which of them it is")
                .emit(self.sink);
        }
        let (locals, declared) = self.own_parameters(kind, does.name.span, &does.params);
        let name = format!("{}.{}", self.kind_name(kind), does.name.text);
        let title = format!("`{}`", does.name.text);
        let id = self.typed.procedures.push(ProcedureDef {
            name,
            params: count(locals.all.len()),
            locals,
            steps: vec![shell(&does.name.text, false, does.span)],
            span: does.span,
            ..ProcedureDef::default()
        });
        self.sign(Owner::Procedure(id), title, declared, Type::Nothing, does.span);
        id
    }

    /// How a fraction becomes whole; only whole numbers are rounded.
    pub(super) fn rounding_of(
        &self,
        rounded: Option<tree::Rounding>,
        ty: &Type,
    ) -> Option<ir::Rounding> {
        matches!(ty, Type::Int { .. }).then_some(())?;
        rounded.map(|rounded| match rounded {
            tree::Rounding::Up => ir::Rounding::Ceil,
            tree::Rounding::Down => ir::Rounding::Floor,
            tree::Rounding::Nearest => ir::Rounding::Nearest,
        })
    }
}

/// The locals of what is said of one thing: `self`.
pub(super) fn self_locals(kind: ir::KindId, span: Span) -> Locals {
    Locals { all: vec![Local::param("self", Type::Entity(kind), span)], ..Locals::default() }
}
