//! Entries: takes entities as they stand after errata and inheritance, gives the values of their profiles and what they own.

mod ladder;

use super::checker::{Checker, bare};
use super::exprs::item_type;
use super::scope::Scope;
use super::spelled;
use crate::like::{Entity, Figures, Given, ListItem, MAX_CHAIN, Said};
use crate::provenance::EntityId;
use crate::typed::{AbilityUse, EntryDef, Expr, ExprKind, History, OptionDef, Origin, Type};
use crate::wording;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// Works out the values of all entries.
pub(super) fn check<'a>(checker: &mut Checker<'a>, mut figures: Figures) {
    let content = checker.input.content;
    for (id, entity) in content.all() {
        checker.entry(id, entity, &mut figures);
    }
    let options = checker.input.rosters.options.iter().map(|tried| OptionDef {
        name: tried.name.text.to_string(),
        base: ir::EntryId(tried.base.0),
        entry: ir::EntryId(tried.entity.0),
        span: tried.name.span,
    });
    checker.typed.options = options.collect();
    checker.cell_entry();
    checker.defaults_are_values();
}

impl<'a> Checker<'a> {
    /// Pieces that stand in no army list, in a game that has some, and in no battle: others may be like them.
    pub(super) fn everybody_can_be_fielded(&mut self) {
        let content = self.input.content;
        let parents: FxHashSet<EntityId> = content.all().filter_map(|(_, it)| it.parent).collect();
        let listed: FxHashSet<_> =
            content.all().filter(|(_, it)| it.faction.is_some()).map(|(_, it)| it.kind).collect();
        let catalogue = self.typed.catalogue.as_ref().map(|roster| roster.scenario);
        let battles = self.typed.scenarios.iter();
        let sides = battles.filter(|(id, _)| Some(*id) != catalogue).flat_map(|(_, it)| &it.sides);
        let mut fielded: FxHashSet<ir::EntryId> = FxHashSet::default();
        for piece in sides.flat_map(|side| &side.pieces) {
            let entry = self.typed.entries.get(piece.entry);
            fielded.extend(entry.and_then(|entry| entry.base).into_iter().chain([piece.entry]));
        }
        let alone = content.all().filter(|(id, entity)| {
            entity.faction.is_none()
                && entity.base.is_none()
                && listed.contains(&entity.kind)
                && !parents.contains(id)
                && !fielded.contains(&ir::EntryId(id.0))
        });
        for (_, entity) in alone {
            let Some(kind) = self.kind_at(entity.kind) else { continue };
            let def = self.typed.kinds.get(kind);
            if def.is_none_or(|def| def.base != ir::KindBase::Piece || def.fleeting) {
                continue;
            }
            let (word, title) = (self.kind_name(kind).to_owned(), &entity.title);
            let found = Diagnostic::at(codes::UNUSED, entity.name)
                .says(format!("nobody can field {word} \"{title}\""))
                .label("stands in no army list");
            let lists = content.index.factions.keys().copied();
            let lists: Vec<String> = lists.map(|it| spelled(it, it.contains(' '))).collect();
            let lists = wording::listed(&lists);
            self.report(match self.is_added(entity.span) {
                true => found.help(format!(
                    "what a correction adds says to which army list: `add {word} \"{title}\" {{ .. }} to LIST`; there are: {lists}"
                )),
                false => found.help("put it into a faction: `faction \"..\" { .. }`"),
            });
        }
    }

    /// Whether a declaration is one that a correction adds.
    fn is_added(&self, declared: Span) -> bool {
        let sources = self.input.sources;
        let file = sources.file_of(declared);
        let before = sources.text(file).get(..sources.range(declared).start).unwrap_or("");
        before.trim_end().ends_with("add")
    }

    /// The entry of which all cells of the board are: nobody declares cells one by one.
    fn cell_entry(&mut self) {
        let Some(kind) = self.facts.cell else { return };
        let Some(def) = self.typed.kinds.get(kind) else { return };
        let (name, span) = (def.name.clone(), def.span);
        let declared = def.entries.first().copied();
        if let Some(entry) = declared.and_then(|id| self.typed.entries.get(id)) {
            let problem = Diagnostic::at(codes::BAD_CELLS, entry.span)
                .says("cells are not declared one by one: the board makes them");
            self.report(
                problem.help("let cells differ by their state: `state tile: ground = Clear`"),
            );
        }
        let name = tree::Name { text: name.as_str().into(), span, quoted: false };
        self.typed.cell_entry = Some(self.plain_entry(kind, &name));
    }

    /// An entry of a kind with nothing but its defaults, under a name of its own.
    pub(super) fn plain_entry(&mut self, kind: ir::KindId, name: &tree::Name) -> ir::EntryId {
        let profiles = self.typed.kinds.get(kind).map(|def| def.profiles.clone());
        let mut missing: Vec<String> = Vec::new();
        let (mut values, mut origins) = (Vec::new(), Vec::new());
        for profile in profiles.into_iter().flatten() {
            origins.push(self.origin_of(profile, None, None));
            values.push(self.profile_value(profile, None, &mut missing));
        }
        if !missing.is_empty() {
            let list = wording::listed(&missing);
            let of = self.kind_name(kind).to_owned();
            Diagnostic::at(codes::NO_FIELD_VALUE, name.span)
                .says(format!("a plain {of} cannot be made: {list} has no default"))
                .help(format!("declare one, `{of} \"..\" {{ .. }}`, and put that"))
                .emit(self.sink);
        }
        // The clauses of its kind are its own.
        let owned = self.facts.kind_abilities.get(&kind).copied();
        let owned = owned.map(|ability| AbilityUse { ability, args: Vec::new(), span: name.span });
        let abilities = owned.into_iter().collect();
        let def = EntryDef::new(name.text.to_string(), kind, name.span);
        let entry = self.typed.entries.push(EntryDef { values, origins, abilities, ..def });
        self.typed.kinds.update(kind, |def| def.entries.push(entry));
        entry
    }

    fn entry(&mut self, id: EntityId, entity: &'a Entity<'a>, figures: &mut Figures) {
        let Some(kind) = self.kind_at(entity.kind) else { return };
        let said = figures.take(id);
        let profiles =
            self.typed.kinds.get(kind).map(|def| def.profiles.clone()).unwrap_or_default();
        let mut values = Vec::with_capacity(profiles.len());
        let mut origins = Vec::with_capacity(profiles.len());
        let mut missing: Vec<String> = Vec::new();
        for (position, profile) in profiles.into_iter().enumerate() {
            let given = said.get(position).and_then(Option::as_ref);
            let history = figures.history(id, position);
            origins.push(self.origin_of(profile, given, history));
            values.push(self.profile_value(profile, given, &mut missing));
        }
        // A form or variant lacks what its base lacks, and is not reported again.
        if !missing.is_empty() && entity.base.is_none() && !self.has_mistakes(entity) {
            let problem = self.lacks(kind, entity, &missing);
            self.report(problem);
        }
        let abilities = self.owned(kind, entity);
        if let Some(def) = self.typed.entries.get_mut(ir::EntryId(id.0)) {
            def.values = values;
            def.origins = origins;
            def.abilities = abilities;
        }
    }

    /// Where what an entity says of a profile comes from.
    fn origin_of(
        &mut self,
        profile: ir::ProfileId,
        given: Option<&Given>,
        history: Option<History>,
    ) -> Origin {
        match (given, history) {
            (_, Some(steps)) => self.typed.with_history(steps),
            (Some(given), None) => Origin::Declared(given.span()),
            (None, None) => match self.typed.profiles.get(profile) {
                Some(def) => Origin::Default(def.span),
                None => self.typed.with_history(History::new()),
            },
        }
    }

    /// The value of a profile.
    fn profile_value(
        &mut self,
        profile: ir::ProfileId,
        given: Option<&Given>,
        missing: &mut Vec<String>,
    ) -> ir::Value {
        let Some(def) = self.typed.profiles.get(profile) else {
            return ir::Value::Scalar(0);
        };
        let (ty, declared) = (def.ty.clone(), def.span);
        let none = |ty: &Type| match ty {
            Type::List(_) | Type::Set(_) => ir::Value::Wide(Arc::default()),
            Type::Optional(_) => ir::Value::Scalar(ir::NONE),
            _ => ir::Value::Scalar(0),
        };
        let default = self.facts.profile_defaults.get(&profile).copied();
        let value = match given.map(|given| (&given.said, given.span())) {
            None | Some((Said::Default(_), _)) => match default {
                Some(default) => self.default_value(default, &ty, profile),
                None if can_be_nothing(&ty) => Some(none(&ty)),
                None => {
                    missing.push(self.profile_name(profile));
                    None
                }
            },
            Some((Said::Nothing(_), _)) if can_be_nothing(&ty) => Some(none(&ty)),
            Some((Said::Nothing(_), span)) => {
                let name = self.profile_name(profile);
                let problem = cannot_be_nothing(&name, &self.with_article(&ty), span, declared);
                self.refuse(problem)
            }
            Some((Said::Yes(_), span)) => {
                let name = self.profile_name(profile);
                self.yes(&ty, &name, span, declared)
            }
            Some((Said::Number(number), span)) => {
                let number = tree::Number { numerator: number.0, denominator: 1, unit: None };
                let written = tree::Expr { kind: tree::ExprKind::Number(number), span };
                self.constant(&written, &ty, Some(profile))
            }
            Some((Said::List(list), span)) => self.list_value(&list.0, &ty, profile, span),
            Some((said, _)) => said.value().and_then(|it| self.constant(&it, &ty, Some(profile))),
        };
        value.unwrap_or_else(|| none(&ty))
    }

    fn profile_name(&self, profile: ir::ProfileId) -> String {
        self.typed.profiles.get(profile).map_or_else(String::new, |def| def.name.clone())
    }

    /// The default of a profile, worked out once for all entries.
    fn default_value(
        &mut self,
        default: &'a tree::Expr,
        ty: &Type,
        profile: ir::ProfileId,
    ) -> Option<ir::Value> {
        if let Some(known) = self.met.default_values.get(&profile) {
            return known.clone();
        }
        let value = self.constant(default, ty, Some(profile));
        self.met.default_values.insert(profile, value.clone());
        value
    }

    /// Every default is looked at, also where all entries say something else.
    fn defaults_are_values(&mut self) {
        let profiles: Vec<_> =
            self.typed.profiles.iter().map(|(id, def)| (id, def.ty.clone())).collect();
        for (profile, ty) in profiles {
            if let Some(default) = self.facts.profile_defaults.get(&profile).copied() {
                self.default_value(default, &ty, profile);
            }
        }
    }

    fn yes(&mut self, ty: &Type, name: &str, span: Span, declared: Span) -> Option<ir::Value> {
        if matches!(bare(ty), Type::Bool) {
            return Some(ir::Value::Scalar(1));
        }
        let words = self.with_article(ty);
        Diagnostic::at(codes::WRONG_TYPE, span)
            .says(format!("`{name}` wants a value"))
            .label("nothing follows the name")
            .also(declared, format!("{words} is wanted"))
            .refuse(self.sink)
    }

    fn list_value(
        &mut self,
        items: &[ListItem],
        ty: &Type,
        profile: ir::ProfileId,
        span: Span,
    ) -> Option<ir::Value> {
        let Some(item) = item_type(ty) else {
            return match items {
                [one] => self.constant(&one.value, ty, Some(profile)),
                _ => {
                    let words = self.with_article(ty);
                    self.broken(
                        codes::WRONG_TYPE,
                        format!("{words} is wanted here, and these are several values"),
                        span,
                    );
                    None
                }
            };
        };
        let mut cells = Vec::with_capacity(items.len());
        for listed in items {
            match self.constant(&listed.value, &item, Some(profile))? {
                ir::Value::Scalar(cell) => cells.push(cell),
                ir::Value::Wide(more) => cells.extend(more.iter()),
            }
        }
        if matches!(ty, Type::Set(_)) {
            cells.sort_unstable();
            cells.dedup();
        }
        Some(ir::Value::Wide(cells.into()))
    }

    /// A value that is known before play, held against the ladder of its profile; none where something is wrong (reported).
    fn constant(
        &mut self,
        expr: &tree::Expr,
        ty: &Type,
        profile: Option<ir::ProfileId>,
    ) -> Option<ir::Value> {
        let is_list = item_type(ty);
        let scale = profile.and_then(|profile| self.facts.profile_scales.get(&profile).copied());
        let found = match &is_list {
            // One item stands for a list of one.
            Some(item)
                if !matches!(expr.kind, tree::ExprKind::List(_) | tree::ExprKind::Set(_)) =>
            {
                let one = self.constant_expr(expr, item);
                let span = one.span;
                Expr { kind: ExprKind::Items(vec![one]), ty: ty.clone(), span }
            }
            _ => self.on_steps(scale, |this| this.constant_expr(expr, ty)),
        };
        let value = self.constant_value(&found)?;
        if let (Some(scale), ir::Value::Scalar(cell)) = (scale, &value)
            && *cell != ir::NONE
            && !self.on_ladder(scale, *cell, expr.span)
        {
            return None;
        }
        Some(value)
    }

    fn owned(&mut self, kind: ir::KindId, entity: &'a Entity<'a>) -> Vec<AbilityUse> {
        let mut owned: Vec<AbilityUse> = Vec::with_capacity(entity.abilities.len());
        for item in &entity.abilities {
            let Some(found) = self.ability_use(kind, &item.value) else { continue };
            if let Some(first) = owned.iter().find(|known| known.ability == found.ability) {
                // A form or variant lists what its base lists.
                if entity.base.is_none() {
                    let name = self.source_of(item.value.span);
                    let problem = twice(&name, item.value.span, first.span);
                    self.report(problem);
                }
                continue;
            }
            owned.push(found);
        }
        for ability in self.untitled_abilities(entity) {
            owned.push(AbilityUse { ability, args: Vec::new(), span: entity.span });
        }
        owned
    }

    /// An ability as an entry lists it, with constants for its parameters.
    pub(super) fn ability_use(
        &mut self,
        kind: ir::KindId,
        expr: &tree::Expr,
    ) -> Option<AbilityUse> {
        let (name, _) = self.ability_call(expr)?;
        let (ability, args) = self.inside(Scope::new(), |this| this.ability_with(expr)).0?;
        let bearer = Expr { kind: ExprKind::Error, ty: Type::Entity(kind), span: expr.span };
        if !self.may_bear(false, &bearer, ability, &name) {
            return None;
        }
        let def = self.typed.abilities.get(ability)?;
        if def.is_status {
            let problem = status_owned(&def.name, expr.span, def.span);
            return self.refuse(problem);
        }
        let mut cells = Vec::with_capacity(args.len());
        for arg in &args {
            cells.push(self.constant_cell(arg)?);
        }
        Some(AbilityUse { ability, args: cells, span: expr.span })
    }

    /// Whether something that was reported already may be why figures are missing, in it or in whom it is like.
    fn has_mistakes(&self, entity: &Entity<'_>) -> bool {
        let mut at = Some(entity);
        for _ in 0..MAX_CHAIN {
            let Some(entity) = at else { return false };
            let mistaken = |found: &Diagnostic| {
                found.is_error()
                    && found.code != codes::NO_FIELD_VALUE
                    && entity.span.contains(found.primary.span)
            };
            if entity.broken || self.sink.iter().any(mistaken) {
                return true;
            }
            at = entity.parent.and_then(|parent| self.input.content.entity(parent));
        }
        false
    }

    fn lacks(&self, kind: ir::KindId, entity: &Entity<'_>, missing: &[String]) -> Diagnostic {
        let kind_name = self.kind_name(kind);
        let list = wording::listed(missing);
        let declared = self
            .typed
            .profiles
            .values()
            .find(|profile| profile.kind == kind && missing.contains(&profile.name))
            .map(|profile| profile.span);
        let diagnostic = Diagnostic::at(codes::NO_FIELD_VALUE, entity.name)
            .says(format!("{kind_name} \"{}\" says nothing of {list}", entity.title))
            .label("must be said, for there is no default");
        let others = self.input.content.entities.iter();
        let other = others.filter(|it| it.kind == entity.kind && it.base.is_none());
        let other = other.map(|it| it.title.to_string()).find(|title| **title != *entity.title);
        let other = other.unwrap_or_else(|| String::from("NAME"));
        let diagnostic = match declared {
            Some(declared) => diagnostic.also(declared, "declared without a default"),
            None => diagnostic,
        };
        diagnostic.help(format!(
            "say them, or take them from another: `{kind_name} \"{}\" like \"{other}\" {{ .. }}`",
            entity.title
        ))
    }
}

fn can_be_nothing(ty: &Type) -> bool {
    matches!(ty, Type::Optional(_) | Type::List(_) | Type::Set(_) | Type::Error)
}

fn cannot_be_nothing(name: &str, wanted: &str, span: Span, declared: Span) -> Diagnostic {
    Diagnostic::at(codes::NO_FIELD_VALUE, span)
        .says(format!("`{name}` cannot be left empty"))
        .label("`-` means none, or an empty list")
        .also(declared, format!("{wanted} is wanted"))
        .help("give a value, or `default` where the field has one")
}

fn twice(name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::at(codes::FIELD_TWICE, span)
        .says(format!("`{name}` is listed twice"))
        .label("would have no effect")
        .also(first, "the first")
        .help("leave one out, or name the other that was meant")
}

fn status_owned(name: &str, span: Span, declared: Span) -> Diagnostic {
    Diagnostic::at(codes::WRONG_SORT, span)
        .says(format!("`{name}` is a status, and abilities are wanted here"))
        .label("a status is granted for a time")
        .also(declared, "declared here")
        .help("declare it as an `ability`, or grant it in a step")
}
