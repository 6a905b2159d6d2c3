//! Bearers: abilities and statuses, and the untitled abilities that stand for bodies of entities, kinds, factions and sides.

use super::super::bearer::Bearer;
use super::super::checker::Checker;
use super::super::facts::{Owner, SignatureParam};
use super::is_several;
use super::layers::Source;
use crate::typed::{AbilityDef, BearerDef, Type};
use std::rc::Rc;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// A parameter of an ability as the typed tree has it: name, type, default cell.
type AbilityParam = (String, Type, Option<i64>);

impl<'a> Checker<'a> {
    /// Adds what brings clauses into play.
    pub(super) fn add_bearer(&mut self, bearer: Bearer<'a>) {
        self.facts.write().bearers.push(Rc::new(bearer));
    }

    /// Abilities and statuses with their parameters and state.
    pub(super) fn declare_abilities(&mut self) {
        let content = self.input.content;
        for (name, declared) in &content.index.abilities {
            let ability: &'a tree::Ability = declared;
            let kind = self.bearer_kind(ability);
            let (params, mut typed) = self.ability_params(ability);
            let id = self.typed.abilities.next_id();
            let mut state = Vec::new();
            for member in &ability.body {
                if let tree::Member::State(declaration) = member {
                    for field in &declaration.names {
                        let id = self.declare_state(kind, field, declaration, false);
                        state.push(id);
                    }
                }
            }
            for (param, signed) in typed.iter_mut().zip(&params) {
                if let Some(default) = signed.default {
                    let value = self.constant_expr(default, &signed.ty);
                    param.2 = self.constant_cell(&value);
                }
            }
            self.typed.abilities.push(AbilityDef {
                name: (*name).to_owned(),
                kind,
                params: typed,
                is_status: ability.is_status,
                stacks: ability.stacks,
                slot: ability.slot.as_ref().map(|slot| slot.text.to_string()),
                state,
                titled: true,
                span: ability.name.span,
            });
            let word = if ability.is_status { "status" } else { "ability" };
            let title = format!("{word} {name}");
            self.sign(Owner::Ability(id), title, params, Type::Nothing, ability.name.span);
            self.vocabulary.write().abilities.insert((*name).into(), id);
        }
    }

    fn ability_params(
        &mut self,
        ability: &'a tree::Ability,
    ) -> (Vec<SignatureParam<'a>>, Vec<AbilityParam>) {
        let (_, params) = self.parameters(&ability.params);
        let mut typed = Vec::with_capacity(params.len());
        for (param, written) in params.iter().zip(&ability.params) {
            if is_several(&param.ty) || param.ty == Type::Text {
                self.broken(
                    codes::TYPE_NOT_ALLOWED,
                    "a parameter of an ability or status is a single value",
                    written.ty.span,
                );
            }
            typed.push((param.name.to_string(), param.ty.clone(), None));
        }
        (params, typed)
    }

    /// The kind that may have an ability: as said, else the only kind of pieces.
    fn bearer_kind(&mut self, ability: &tree::Ability) -> ir::KindId {
        let pieces = self.piece_kinds();
        match ability.bearers.as_slice() {
            [] => match pieces.as_slice() {
                [only] => *only,
                _ => {
                    Diagnostic::at(codes::UNKNOWN_KIND, ability.name.span)
                        .says(format!("`{}` does not say what may have it", ability.name.text))
                        .help("write `for KIND` after its name")
                        .emit(self.sink);
                    ir::KindId(0)
                }
            },
            [one] => self.bearer_kind_named(one, &pieces),
            [one, second, ..] => {
                Diagnostic::at(codes::TYPE_NOT_ALLOWED, second.span)
                    .says("an ability is for one kind")
                    .help("declare one for each kind")
                    .emit(self.sink);
                self.find_kind(one).unwrap_or(ir::KindId(0))
            }
        }
    }

    /// The kind of that name. After a report, the first kind of pieces: most clauses are for one, and stay silent.
    fn bearer_kind_named(&mut self, name: &tree::Name, pieces: &[ir::KindId]) -> ir::KindId {
        if let Some(kind) = self.vocabulary.kinds.get(&*name.text) {
            return *kind;
        }
        let entities = self.vocabulary.kinds.iter().filter(|(_, id)| {
            self.typed.kinds.get(**id).is_some_and(|kind| !kind.closed || !kind.profiles.is_empty())
        });
        let known: Vec<String> = entities.map(|(name, _)| name.to_string()).collect();
        self.unknown_among(name, "kind", &known);
        pieces.first().copied().unwrap_or(ir::KindId(0))
    }

    /// The kinds of pieces.
    pub fn piece_kinds(&self) -> Vec<ir::KindId> {
        self.typed
            .kinds
            .iter()
            .filter(|(_, def)| def.base == ir::KindBase::Piece)
            .map(|(id, _)| id)
            .collect()
    }

    fn untitled(&mut self, name: &str, kind: ir::KindId, span: Span) -> ir::AbilityId {
        self.typed.abilities.push(AbilityDef::untitled(name.to_owned(), kind, span))
    }

    /// All that bring clauses into play, in the order in which their clauses are numbered.
    pub(super) fn declare_bearers(&mut self) {
        self.system_bearer();
        self.layer_bearers();
        self.kind_bearers();
        self.faction_bearers();
        self.body_bearers();
        self.ability_bearers();
        self.scenario_bearers();
    }

    fn system_bearer(&mut self) {
        let index = &self.input.content.index;
        let clauses = index.clauses.iter().map(|clause| &**clause).collect();
        let span = index.system.map_or(super::settings::NOWHERE, |system| system.name.span);
        let name = self.typed.system.clone();
        let level = self.facts.layers.of(Source::System);
        let bearer = Bearer::new(format!("system {name}"), name, level, clauses, span);
        self.add_bearer(Bearer { without_self: Some(BearerDef::System), ..bearer });
    }

    /// Clauses in a kind's own body: all its things have them.
    fn kind_bearers(&mut self) {
        let content = self.input.content;
        for (position, shape) in content.index.kinds.values().enumerate() {
            let Some(kind) = self.facts.kinds.get(position).copied().flatten() else { continue };
            if shape.clauses.is_empty() {
                continue;
            }
            let name = shape.name.to_owned();
            let ability = self.untitled(&name, kind, shape.span);
            self.facts.write().kind_abilities.insert(kind, ability);
            let clauses = shape.clauses.iter().map(|clause| &**clause).collect();
            let level = self.facts.layers.of(Source::System);
            let bearer = Bearer::new(format!("kind {name}"), name, level, clauses, shape.span);
            self.add_bearer(Bearer { abilities: vec![(kind, ability)], ..bearer });
        }
    }

    fn faction_bearers(&mut self) {
        let content = self.input.content;
        for (name, declared) in &content.index.factions {
            let faction: &'a tree::Faction = declared;
            let clauses = clauses_of(&faction.body);
            if clauses.is_empty() {
                continue;
            }
            let abilities = self.abilities_for_pieces(name, faction.name.span);
            self.facts.write().faction_abilities.insert((*name).into(), abilities.clone());
            let (title, level) =
                (format!("faction \"{name}\""), self.facts.layers.of(Source::Faction));
            let bearer = Bearer::new(title, *name, level, clauses, faction.name.span);
            self.add_bearer(Bearer { abilities, ..bearer });
        }
    }

    fn abilities_for_pieces(&mut self, name: &str, span: Span) -> Vec<(ir::KindId, ir::AbilityId)> {
        let kinds = self.piece_kinds();
        kinds.into_iter().map(|kind| (kind, self.untitled(name, kind, span))).collect()
    }

    /// Bodies of entities: an heir has those of its ancestors.
    fn body_bearers(&mut self) {
        let content = self.input.content;
        for body in &content.bodies {
            let owner = content.entity(body.owner);
            let kind = owner.and_then(|owner| self.kind_at(owner.kind));
            let (Some(owner), Some(kind)) = (owner, kind) else {
                self.facts.write().body_abilities.push(None);
                continue;
            };
            let name = owner.title.to_string();
            let ability = self.untitled(&name, kind, owner.name);
            for declaration in &body.states {
                for field in &declaration.names {
                    let id = self.declare_state(kind, field, declaration, false);
                    self.typed.abilities.update(ability, |def| def.state.push(id));
                }
            }
            self.facts.write().body_abilities.push(Some(ability));
            let level = self.facts.layers.of(Source::Kind(kind));
            let clauses: Vec<&'a tree::Clause> =
                body.clauses.iter().map(|clause| &**clause).collect();
            let kind_name = self.kind_name(kind).to_owned();
            let (title, label_optional) = (format!("{kind_name} \"{name}\""), bends(&clauses) == 1);
            let bearer = Bearer::new(title, name, level, clauses, owner.name);
            self.add_bearer(Bearer { abilities: vec![(kind, ability)], label_optional, ..bearer });
        }
    }

    fn ability_bearers(&mut self) {
        let content = self.input.content;
        for (name, declared) in &content.index.abilities {
            let ability: &'a tree::Ability = declared;
            let Some(id) = self.vocabulary.abilities.get(*name).copied() else { continue };
            let Some(kind) = self.typed.abilities.get(id).map(|def| def.kind) else {
                continue;
            };
            let clauses = clauses_of(&ability.body);
            let (word, source) = match ability.is_status {
                true => ("status", Source::Status),
                false => ("ability", Source::Ability),
            };
            let (level, label_optional) = (self.facts.layers.of(source), bends(&clauses) == 1);
            let span = ability.name.span;
            let bearer = Bearer::new(format!("{word} {name}"), *name, level, clauses, span);
            self.add_bearer(Bearer { abilities: vec![(kind, id)], label_optional, ..bearer });
        }
    }

    fn scenario_bearers(&mut self) {
        let content = self.input.content;
        for (name, declared) in &content.index.scenarios {
            let scenario: &'a tree::Scenario = declared;
            let Some(id) = self.vocabulary.scenarios.get(*name).copied() else { continue };
            let mut clauses: Vec<&'a tree::Clause> = Vec::new();
            for item in &scenario.items {
                match item {
                    tree::ScenarioItem::Member(tree::Member::Clause(clause)) => {
                        clauses.push(clause)
                    }
                    tree::ScenarioItem::Rule { body, .. } => clauses.extend(clauses_of(body)),
                    tree::ScenarioItem::Side(side) => self.side_bearer(id, side),
                    _ => {}
                }
            }
            if !clauses.is_empty() {
                let (title, level) =
                    (format!("scenario \"{name}\""), self.facts.layers.of(Source::Scenario));
                let bearer = Bearer::new(title, *name, level, clauses, scenario.name.span);
                self.add_bearer(Bearer { without_self: Some(BearerDef::Scenario(id)), ..bearer });
            }
        }
    }

    fn side_bearer(&mut self, id: ir::ScenarioId, side: &'a tree::Side) {
        let clauses = side.items.iter().filter_map(|item| match item {
            tree::SideItem::Member(tree::Member::Clause(clause)) => Some(clause),
            _ => None,
        });
        let clauses: Vec<&'a tree::Clause> = clauses.collect();
        if clauses.is_empty() {
            return;
        }
        let name = side.name.text.to_string();
        let abilities = self.abilities_for_pieces(&name, side.name.span);
        self.facts
            .write()
            .side_abilities
            .insert((id, side.span), abilities.iter().map(|(_, ability)| *ability).collect());
        let level = self.facts.layers.of(Source::Scenario);
        let bearer = Bearer::new(format!("side {name}"), name, level, clauses, side.name.span);
        self.add_bearer(Bearer { abilities, ..bearer });
    }

    /// The untitled abilities that an entity owns: its kind's, its faction's, those of its bodies. Its entry lists them after
    /// those of its own.
    pub fn untitled_abilities(&self, entity: &crate::like::Entity<'_>) -> Vec<ir::AbilityId> {
        let Some(kind) = self.kind_at(entity.kind) else { return Vec::new() };
        let mut found: Vec<ir::AbilityId> = Vec::new();
        found.extend(self.facts.kind_abilities.get(&kind));
        if let Some(faction) = entity.faction
            && let Some(abilities) = self.facts.faction_abilities.get(&*faction.text)
        {
            found.extend(abilities.iter().filter(|(of, _)| *of == kind).map(|(_, id)| *id));
        }
        for body in &entity.bodies {
            found.extend(self.facts.body_abilities.get(body.0 as usize).copied().flatten());
        }
        found
    }
}

/// The clauses among the members of a bearer.
pub(super) fn clauses_of(members: &[tree::Member]) -> Vec<&tree::Clause> {
    members
        .iter()
        .filter_map(|member| as_variant!(member, tree::Member::Clause(clause) => clause))
        .collect()
}

/// How many clauses bend a number or permission and so want a label.
fn bends(clauses: &[&tree::Clause]) -> usize {
    use tree::Clause;
    let bends =
        |it: &&&Clause| matches!(it, Clause::Modify(_) | Clause::Forbid(_) | Clause::Allow(_));
    clauses.iter().filter(bends).count()
}
