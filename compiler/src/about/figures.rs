//! What there is and what can be asked: kinds with their fields, closed lists, figures, permissions, relations, tables, texts of
//! abilities, as sections of the index.

use super::written::Declaration;
use super::{Index, Item, Part, Section};
use crate::typed::{ClauseOwner, FunctionDef, TieDef, Type};
use crate::wording::listed;
use warwright_grammar::Span;
use warwright_ir as ir;

impl Index<'_> {
    /// The sections of what there is and what can be asked.
    pub(super) fn figures(&self) -> Vec<Section> {
        let section = |title, purpose, items| Section { title, purpose, items };
        vec![
            section(
                "kinds",
                "what content declares, with the fields that it fills in or writes",
                self.kinds(),
            ),
            section("enums", "closed lists of words", self.enums()),
            section("quantities", "numbers that `modify` bends", self.quantities()),
            section(
                "permissions",
                "what `forbid` and `allow` bend, and `may` asks",
                self.permissions(),
            ),
            section(
                "relations",
                "what `near` stands for in `modify .. as unit near self`",
                self.functions("relation"),
            ),
            section(
                "defines",
                "values that conditions and amounts may ask",
                self.functions("define"),
            ),
            section("ties", "what two things share while they are joined", self.ties()),
            section("dice", "dice with faces of their own", self.dice()),
            section("scales", "ladders that `rung` goes up and down", self.scales()),
            section("tables", "look-ups, which errata correct cell by cell", self.tables()),
            section("records", "values of several fields", self.records()),
            section("rulings", "readings that a scenario or a roster may take", self.rulings()),
            section("words", "what texts call things besides their names", self.words()),
            section("statuses", "what `grant` gives for a time", self.abilities(true)),
            section(
                "abilities",
                "what units list, and clauses `lend` and `deny`",
                self.abilities(false),
            ),
        ]
    }

    fn kinds(&self) -> Vec<Item> {
        let kinds =
            (0..).map(ir::KindId).zip(self.typed.kinds.values()).filter(|(_, def)| !def.closed);
        kinds
            .map(|(id, def)| {
                let mut item = self.item(&def.name, def.span);
                for profile in &def.profiles {
                    if let Some(profile) = self.typed.profiles.get(*profile) {
                        let own = (&*profile.name, &profile.ty);
                        item.parts.push(self.field_part("profile", own, profile.span));
                        let bent = profile.quantity.map(ClauseOwner::Quantity);
                        item.bent_by.extend(bent.into_iter().flat_map(|it| self.clauses_of(it)));
                    }
                }
                for field in &def.fields {
                    if let Some(field) = self.typed.fields.get(*field) {
                        let own = (&*field.name, &field.ty);
                        item.parts.push(self.field_part("state", own, field.span));
                    }
                }
                let derived =
                    self.typed.functions.values().filter(|def| derived_of(def) == Some(id));
                for function in derived {
                    let own = (&*function.name, &function.ty);
                    item.parts.push(self.field_part("derive", own, function.span));
                }
                item
            })
            .collect()
    }

    /// A field as it is declared; by its type alone where the engine gives it to all games.
    pub(super) fn field_part(
        &self,
        is: &'static str,
        (name, ty): (&str, &Type),
        span: Span,
    ) -> Part {
        let written = self.declares(is, span).then(|| Declaration::at(self.sources, span));
        let words = match written.as_ref().and_then(|it| it.head.split_once(':')) {
            Some((_, rest)) => format!("{name}: {}", rest.trim()),
            None => self.field(name, ty),
        };
        Part { is, words, says: written.map_or_else(String::new, |it| it.comment) }
    }

    fn field(&self, name: &str, ty: &Type) -> String {
        format!("{name}: {}", self.ty(ty))
    }

    fn enums(&self) -> Vec<Item> {
        let closed = self.typed.kinds.values().filter(|def| def.closed);
        closed
            .map(|def| {
                let mut item = self.item(&def.name, def.span);
                let entries = def.entries.iter().filter_map(|id| self.typed.entries.get(*id));
                item.parts = entries.map(|entry| Self::named_part("one of", &entry.name)).collect();
                item
            })
            .collect()
    }

    fn words(&self) -> Vec<Item> {
        let all = self.typed.called.values();
        all.map(|def| {
            let mut item = self.item(&def.name, def.span);
            // Its line has no word before the name.
            item.sign.clone_from(&def.name);
            let words = def.words.iter().map(|word| Self::named_part("called", word));
            let contrary = def.contrary.iter().map(|word| Self::named_part("contrary", word));
            item.parts = words.chain(contrary).collect();
            item
        })
        .collect()
    }

    /// Figures of a kind are bent as well: they stand with their kind. Prices stand with their actions.
    fn quantities(&self) -> Vec<Item> {
        let all = (0..).map(ir::QuantityId).zip(self.typed.quantities.values());
        all.filter(|(_, def)| def.profile.is_none() && self.declares("quantity", def.span))
            .map(|(id, def)| {
                let mut item = self.item(&def.name, def.span);
                item.parts.extend(def.stages.iter().map(|it| Self::named_part("stage", it)));
                item.parts.extend(def.groups.iter().map(|it| Self::named_part("group", &it.name)));
                item.bent_by = self.clauses_of(ClauseOwner::Quantity(id));
                item
            })
            .collect()
    }

    fn permissions(&self) -> Vec<Item> {
        let askers = self.askers();
        let all = (0..).map(ir::PermissionId).zip(self.typed.permissions.values());
        all.filter(|(_, def)| self.declares("permission", def.span))
            .map(|(id, def)| {
                let mut item = self.item(&def.name, def.span);
                item.parts = self.reasons(id);
                let asked = askers.get(&id).map(|by| Self::named_part("asked by", listed(by)));
                item.parts.extend(asked);
                item.bent_by = self.clauses_of(ClauseOwner::Permission(id));
                item
            })
            .collect()
    }

    /// The reasons for which something is refused: what `allow .. over` names.
    pub(super) fn reasons(&self, permission: ir::PermissionId) -> Vec<Part> {
        let def = self.typed.permissions.get(permission);
        let requires = def.into_iter().flat_map(|def| &def.requires);
        requires
            .filter_map(|it| it.label.as_ref())
            .map(|it| Self::named_part("reason", format!("\"{it}\"")))
            .collect()
    }

    fn functions(&self, word: &str) -> Vec<Item> {
        let all = self.typed.functions.values().filter(|def| self.declares(word, def.span));
        all.map(|def| self.item(&def.name, def.span)).collect()
    }

    /// Whether the line at a place is a declaration that begins with a word.
    pub(super) fn declares(&self, word: &str, span: Span) -> bool {
        let first = Declaration::line(self.sources, span).trim_start();
        !span.is_empty()
            && first.strip_prefix(word).is_some_and(|rest| rest.starts_with(char::is_whitespace))
    }

    fn ties(&self) -> Vec<Item> {
        let tie = |def: &TieDef| {
            let mut item = self.item(&def.name, def.span);
            item.sign = format!(
                "{} between {} and {}",
                def.name,
                self.kind(def.left),
                self.kind(def.right)
            );
            let fields = def.fields.iter().map(|(name, ty, each)| {
                Self::named_part(if *each { "each end" } else { "field" }, self.field(name, ty))
            });
            item.parts = fields.collect();
            item
        };
        self.typed.ties.values().map(tie).collect()
    }

    fn dice(&self) -> Vec<Item> {
        let dice = self.typed.dice.values().filter(|def| self.declares("die", def.span));
        dice.map(|def| {
            let mut item = self.item(&def.name, def.span);
            item.parts = def
                .faces
                .iter()
                .map(|(name, _, sides)| match sides {
                    1 => Self::named_part("face", name),
                    _ => Self::named_part("face", format!("{name} on {sides} sides")),
                })
                .collect();
            item
        })
        .collect()
    }

    fn scales(&self) -> Vec<Item> {
        self.typed.scales.values().map(|def| self.item(&def.name, def.span)).collect()
    }

    fn tables(&self) -> Vec<Item> {
        self.typed.tables.values().map(|def| self.item(&def.name, def.span)).collect()
    }

    fn records(&self) -> Vec<Item> {
        let records = self.typed.records.values();
        records
            .map(|def| {
                let mut item = self.item(&def.name, def.span);
                let fields = def.fields.iter();
                item.parts = fields
                    .map(|(name, ty, _)| Self::named_part("field", self.field(name, ty)))
                    .collect();
                item
            })
            .collect()
    }

    fn rulings(&self) -> Vec<Item> {
        self.typed.rulings.iter().map(|def| self.item(&def.name, def.span)).collect()
    }

    /// Statuses, or the abilities that have a title. What a single unit or place does by itself is no ability to name.
    fn abilities(&self, statuses: bool) -> Vec<Item> {
        let all = (0..).map(ir::AbilityId).zip(self.typed.abilities.values());
        all.filter(|(_, def)| def.titled && def.is_status == statuses)
            .filter(|(_, def)| {
                self.declares("ability", def.span) || self.declares("status", def.span)
            })
            .map(|(id, def)| {
                let mut item = self.item(&def.name, def.span);
                let texts = self.typed.book.rules.iter().filter(|rule| rule.span == def.span);
                item.says = texts
                    .flat_map(|rule| &rule.texts)
                    .chain([&item.says])
                    .filter(|it| !it.is_empty())
                    .cloned()
                    .collect::<Vec<_>>()
                    .join(" ");
                let state = def.state.iter().filter_map(|id| self.typed.fields.get(*id));
                item.parts = state
                    .map(|it| Self::named_part("state", self.field(&it.name, &it.ty)))
                    .collect();
                item.bent_by = self.clauses_of(ClauseOwner::Possession(id));
                item
            })
            .collect()
    }
}

/// The kind of which a derived fact is a field.
fn derived_of(def: &FunctionDef) -> Option<ir::KindId> {
    let only = def.locals.all.first().filter(|local| def.params == 1 && *local.name == *"self")?;
    as_variant!(only.ty, Type::Entity(kind) => kind)
}
