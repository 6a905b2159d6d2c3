//! `a.b`: attributes of things, fields of records and ties, figures as printed, one field of many things.

use super::super::checker::{Checker, bare, error};
use super::super::vocabulary::{Attribute, Callable};
use super::builtins::BUILTINS;
use super::item_type;
use super::literals::is_no_item;
use crate::typed::{Expr, ExprKind, RecordId, Type};
use crate::wording;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl Checker<'_> {
    /// `of.name`.
    pub(super) fn field(&mut self, of: &tree::Expr, name: &tree::Name, span: Span) -> Expr {
        if let Some(found) = self.member_of_kind(of, name) {
            return found;
        }
        if let Some(found) = self.field_of_tie(of, name, span) {
            return found;
        }
        if let Some(found) = self.field_of_roster(of, name, span) {
            return found;
        }
        if let tree::ExprKind::Field(inner) = &of.kind
            && &*inner.name.text == "printed"
        {
            return self.printed(&inner.of, name, span);
        }
        let owner = self.infer(of, None);
        self.field_of(owner, name, span)
    }

    /// A field of a checked value.
    pub(crate) fn field_of(&mut self, owner: Expr, name: &tree::Name, span: Span) -> Expr {
        match &owner.ty {
            Type::Error => error(span),
            Type::Entity(kind) | Type::Member(kind) => {
                let kind = *kind;
                self.attribute_of(owner, kind, name, span)
            }
            Type::Record(id) => {
                let id = *id;
                self.record_field(owner, id, name, span)
            }
            Type::Space(_) => self.space_field(owner, name, span),
            Type::Optional(inner) if self.has_fields(inner) => {
                let source = self.source_of(owner.span);
                Diagnostic::at(codes::MAY_BE_NONE, owner.span)
                    .says(format!("`{source}` may be none, and then it has no `{}`", name.text))
                    .label(format!("of type {}", self.type_name(&owner.ty)))
                    .help(format!("ask first: `{source} is some x and x.{} ..`", name.text))
                    .emit(self.sink);
                error(span)
            }
            Type::Set(_) | Type::List(_) => self.field_of_each(owner, name, span),
            other => self.has_none(other, name),
        }
    }

    /// A field or deed of a value that has none.
    pub(super) fn has_none(&mut self, ty: &Type, name: &tree::Name) -> Expr {
        let found = Diagnostic::at(codes::UNKNOWN_FIELD, name.span).says(format!(
            "{} has no field `{}`",
            self.with_article(ty),
            name.text
        ));
        self.report(as_function(found.label("no such field"), name));
        error(name.span)
    }

    fn has_fields(&self, ty: &Type) -> bool {
        matches!(ty, Type::Entity(_) | Type::Member(_) | Type::Record(_) | Type::Space(_))
    }

    /// `Side.front`: a member named with its kind.
    fn member_of_kind(&mut self, of: &tree::Expr, name: &tree::Name) -> Option<Expr> {
        let word = of.as_name()?;
        if self.scope.peek(&word.text).is_some() || &*word.text == "battle" {
            return None;
        }
        let kind = *self.vocabulary.kinds.get(&*word.text)?;
        let closed = self.typed.kinds.get(kind).is_some_and(|def| def.closed);
        closed.then(|| self.member(kind, name))
    }

    /// What `name` is of a thing.
    pub(crate) fn attribute_of(
        &mut self,
        of: Expr,
        kind: ir::KindId,
        name: &tree::Name,
        span: Span,
    ) -> Expr {
        let found = self
            .vocabulary
            .attribute(kind, &name.text)
            .or_else(|| self.ability_state(kind, &name.text));
        if found.is_none()
            && let Some(sign) = self.sign_of_cell(kind, name)
        {
            return self.space_value(sign, vec![of], span);
        }
        match found {
            Some(Attribute::Profile(profile)) => self.profile_of(of, profile, span),
            Some(Attribute::State(field)) => {
                let ty = self.typed.fields.get(field).map_or(Type::Error, |def| def.ty.clone());
                Expr::field(of, field, ty, span)
            }
            Some(Attribute::Derived(function)) => {
                let ty = self.function_type(function);
                Expr { kind: ExprKind::Call { function, args: vec![of] }, ty, span }
            }
            Some(Attribute::Asks(_)) => self.broken(
                codes::MISSING_ARGUMENT,
                format!("`{}` is asked with arguments: `x.{}(..)`", name.text, name.text),
                span,
            ),
            Some(Attribute::Does(_)) if self.is_closed(kind) => error(span),
            Some(Attribute::Does(_)) => self.acts(&name.text, span),
            None => self.built_in_field(of, kind, name, span),
        }
    }

    /// State that stands in the ability whose clause is being checked; in a test in any, where one alone has a state of that name.
    pub(crate) fn ability_state(&self, kind: ir::KindId, name: &str) -> Option<Attribute> {
        let is_it = |field: &&ir::FieldId| {
            let def = self.typed.fields.get(**field);
            def.is_some_and(|field| field.name == name && field.kind == kind)
        };
        if self.scope.of_test {
            let all = self.typed.abilities.values().flat_map(|def| &def.state);
            let mut found = all.filter(is_it);
            return match (found.next(), found.next()) {
                (Some(field), None) => Some(Attribute::State(*field)),
                _ => None,
            };
        }
        let def = self.typed.abilities.get(self.scope.ability?)?;
        def.state.iter().find(is_it).map(|field| Attribute::State(*field))
    }

    /// The type that a function gives.
    pub(crate) fn function_type(&self, function: ir::FunctionId) -> Type {
        self.typed.functions.get(function).map_or(Type::Error, |def| def.ty.clone())
    }

    fn profile_of(&mut self, of: Expr, profile: ir::ProfileId, span: Span) -> Expr {
        let Some(def) = self.typed.profiles.get(profile) else { return error(span) };
        let ty = def.ty.clone();
        let kind = match def.quantity {
            Some(quantity) => ExprKind::Quantity { quantity, args: vec![of] },
            None => ExprKind::Printed { of: Box::new(of), profile },
        };
        Expr { kind, ty, span }
    }

    /// `x.name`, `x.player`, `x.TIE`, and what else every thing has.
    fn built_in_field(
        &mut self,
        of: Expr,
        kind: ir::KindId,
        name: &tree::Name,
        span: Span,
    ) -> Expr {
        let base = self.typed.kinds.get(kind).map(|def| def.base);
        let entity = matches!(of.ty, Type::Entity(_));
        match &*name.text {
            "name" => {
                return Expr { kind: ExprKind::NameOf(Box::new(of)), ty: Type::Text, span };
            }
            "entry"
                if entity && !matches!(base, Some(ir::KindBase::Player | ir::KindBase::Battle)) =>
            {
                return Expr { kind: ExprKind::EntryOf(Box::new(of)), ty: Type::Text, span };
            }
            "faction" if entity && base != Some(ir::KindBase::Battle) => {
                let ty = Type::Optional(Box::new(Type::Text));
                return Expr { kind: ExprKind::ListOf(Box::new(of)), ty, span };
            }
            "player" | "owner"
                if entity && !matches!(base, Some(ir::KindBase::Player | ir::KindBase::Battle)) =>
            {
                let Some(player) = self.facts.player else { return error(span) };
                if self.typed.kinds.get(kind).is_some_and(|def| def.fleeting && !def.has_owner()) {
                    return self.made_in_play(kind, &name.text, span);
                }
                let kind = ExprKind::OwnerOf(Box::new(of));
                return Expr { kind, ty: Type::Entity(player), span };
            }
            "team" if entity && base == Some(ir::KindBase::Player) => {
                self.typed.asks_teams = true;
                let ty = of.ty.clone();
                return Expr { kind: ExprKind::TeamOf(Box::new(of)), ty, span };
            }
            _ => {}
        }
        if entity
            && let Some(tie) = self.vocabulary.ties.get(&*name.text).copied()
            && let Some(other) = self.other_end(tie, kind)
        {
            let ty = Type::Set(Box::new(Type::Entity(other)));
            return Expr { kind: ExprKind::Tied { tie, of: Box::new(of) }, ty, span };
        }
        if self.scope.peek(&name.text).is_some() {
            let kind = self.kind_name(kind).to_owned();
            let found = Diagnostic::at(codes::UNKNOWN_FIELD, name.span).says(format!(
                "{} {kind} has no field `{}`",
                wording::article(&kind),
                name.text
            ));
            let help = format!("`{}` is known here by itself", name.text);
            let whole = of.span.to(name.span);
            self.report(found.label("no such field").fix(help, whole, name.text.to_string()));
            return error(span);
        }
        self.no_such_field(kind, name)
    }

    /// What is made in play has no player, unless it keeps one itself.
    fn made_in_play(&mut self, kind: ir::KindId, name: &str, span: Span) -> Expr {
        let kind = self.kind_name(kind).to_owned();
        let article = wording::article(&kind);
        Diagnostic::at(codes::UNKNOWN_FIELD, span)
            .says(format!("{article} {kind} is made in play, and belongs to nobody"))
            .label("would always be none")
            .help(format!(
                "keep whose it is in a state of its own: `state {name}: player? = none`, and say it where it is made: `create {kind} {{ {name} = p }}`"
            ))
            .emit(self.sink);
        error(span)
    }

    /// The kind at the other end of a tie of a kind.
    pub(crate) fn other_end(&self, tie: ir::TieId, kind: ir::KindId) -> Option<ir::KindId> {
        let def = self.typed.ties.get(tie)?;
        if def.left == kind {
            Some(def.right)
        } else if def.right == kind {
            Some(def.left)
        } else {
            None
        }
    }

    /// `player.FIELD`, where the player of a thing has the field that was asked of the thing.
    fn field_of_owner(&self, kind: ir::KindId, name: &str) -> Option<String> {
        let base = self.typed.kinds.get(kind).map(|def| def.base)?;
        let owned = !matches!(base, ir::KindBase::Player | ir::KindBase::Battle);
        let player = self.facts.player.filter(|_| owned)?;
        let known = matches!(
            self.vocabulary.attribute(player, name)?,
            Attribute::State(_) | Attribute::Derived(_) | Attribute::Profile(_)
        );
        known.then(|| format!("player.{name}"))
    }

    /// Ideal: "a unit has no field `corage`", with what there is.
    pub(crate) fn no_such_field(&mut self, kind: ir::KindId, name: &tree::Name) -> Expr {
        let known = self.attribute_names(kind);
        let kind_name = self.kind_name(kind).to_owned();
        let ties = self.vocabulary.ties.iter().filter(|it| self.other_end(*it.1, kind).is_some());
        let ties: Vec<String> = ties.map(|it| it.0.to_string()).collect();
        let mut diagnostic = Diagnostic::at(codes::UNKNOWN_FIELD, name.span)
            .says(format!(
                "{} {kind_name} has no field `{}`",
                wording::article(&kind_name),
                name.text
            ))
            .label("no such field");
        if let Some(path) = self.field_of_owner(kind, &name.text) {
            diagnostic = diagnostic.fix(format!("did you mean `{path}`?"), name.span, path);
        } else if let Some(call) = self.asked_of(kind, &name.text) {
            diagnostic = diagnostic.help(format!("write `{call}`"));
        } else if let Some(meant) =
            wording::suggest(&name.text, known.iter().chain(&ties).map(String::as_str))
        {
            diagnostic = diagnostic.fix(format!("did you mean `{meant}`?"), name.span, meant);
        } else if ["abilities", "statuses", "has"].contains(&&*name.text) {
            diagnostic =
                diagnostic.help("whether somebody has an ability or status reads `x has A`");
        } else if self.vocabulary.abilities.contains_key(&*name.text) {
            diagnostic = diagnostic.help(format!(
                "`{0}` is an ability: whether somebody has it reads `x has {0}`, who gets it `grant {0} to x`",
                name.text
            ));
        } else if self.vocabulary.relations.contains_key(&*name.text) {
            diagnostic =
                diagnostic.help(format!("`{}` is a relation: `x {} y`", name.text, name.text));
        } else {
            diagnostic = as_function(diagnostic, name);
        }
        if !known.is_empty() {
            let list = wording::listed(&known);
            diagnostic = diagnostic
                .help(format!("fields of {} {kind_name}: {list}", wording::article(&kind_name)));
        }
        self.report(diagnostic);
        error(name.span)
    }

    /// How a quantity or define is asked that takes a thing of a kind first.
    fn asked_of(&self, kind: ir::KindId, name: &str) -> Option<String> {
        let (locals, params) = match self.vocabulary.callables.get(name)? {
            Callable::Quantity(id) => {
                let def = self.typed.quantities.get(*id)?;
                (&def.locals.all, def.params)
            }
            Callable::Function(id) => {
                let def = self.typed.functions.get(*id)?;
                (&def.locals.all, def.params)
            }
            _ => return None,
        };
        let mut params = locals.iter().take(usize::from(params));
        let first = params.next()?;
        let others = params.map(|local| format!(", {}", local.name));
        matches!(first.ty, Type::Entity(of) | Type::Member(of) if of == kind)
            .then(|| format!("{name}(x{})", others.collect::<String>()))
    }

    /// `u.printed.f`: the figure as printed, whatever bends it.
    fn printed(&mut self, owner: &tree::Expr, name: &tree::Name, span: Span) -> Expr {
        let of = self.infer(owner, None);
        let kind = match &of.ty {
            Type::Error => return error(span),
            Type::Entity(kind) | Type::Member(kind) => *kind,
            other => {
                let ty = self.with_article(other);
                return self.broken(
                    codes::UNKNOWN_FIELD,
                    format!("nothing is printed of {ty}"),
                    owner.span,
                );
            }
        };
        match self.vocabulary.attribute(kind, &name.text) {
            Some(Attribute::Profile(profile)) => {
                let ty = self.typed.profiles.get(profile).map_or(Type::Error, |def| def.ty.clone());
                Expr { kind: ExprKind::Printed { of: Box::new(of), profile }, ty, span }
            }
            Some(_) => self.broken(
                codes::WRONG_SORT,
                format!("`{}` is not printed: only profiles are", name.text),
                name.span,
            ),
            None => self.no_such_field(kind, name),
        }
    }

    fn record_field(&mut self, of: Expr, id: RecordId, name: &tree::Name, span: Span) -> Expr {
        let Some(def) = self.typed.records.get(id) else { return error(span) };
        let found = def.fields.iter().position(|(field, _, _)| *field == *name.text);
        if let Some(at) = found
            && let (Some((_, ty, _)), Ok(position)) = (def.fields.get(at), u16::try_from(at))
        {
            let ty = ty.clone();
            return Expr { kind: ExprKind::RecordField { of: Box::new(of), position }, ty, span };
        }
        let known: Vec<String> = def.fields.iter().map(|(field, _, _)| field.clone()).collect();
        let what = format!("field of record {}", def.name);
        self.unknown_among(name, &what, &known);
        error(span)
    }

    /// `S.f`: the field of each.
    fn field_of_each(&mut self, of: Expr, name: &tree::Name, span: Span) -> Expr {
        let item_ty = item_type(&of.ty).unwrap_or(Type::Error);
        if &*name.text == "other" && matches!(of.kind, ExprKind::Tied { .. }) {
            return of;
        }
        let item = self.scope.hidden("", item_ty.clone(), span);
        let one = self.local_expr(item, span);
        let value = match (&of.kind, bare(&item_ty)) {
            (ExprKind::Tied { tie, of: end }, Type::Entity(kind))
                if self.vocabulary.attribute(*kind, &name.text).is_none()
                    && self.tie_field(*tie, &name.text).is_some() =>
            {
                let (tie, end) = (*tie, (**end).clone());
                self.field_between(tie, end, one, name, span, false)
            }
            _ => self.field_of(one, name, span),
        };
        if matches!(value.ty, Type::Error) {
            return error(span);
        }
        if is_no_item(&value.ty) {
            return self.broken(
                codes::WRONG_TYPE,
                format!(
                    "`{}` is {} for each, and lists hold single values only",
                    name.text,
                    self.with_article(&value.ty)
                ),
                name.span,
            );
        }
        let ty = Type::List(Box::new(value.ty.clone()));
        Expr { kind: ExprKind::Map { of: Box::new(of), item, value: Box::new(value) }, ty, span }
    }
}

/// How a function is written that was asked like a field: `S.count(..)`.
fn as_function(found: Diagnostic, name: &tree::Name) -> Diagnostic {
    match BUILTINS.iter().find(|row| row.name() == &*name.text) {
        Some(row) => found.help(format!("what is worked out stands before it: `{}`", row.syntax)),
        None => found,
    }
}
