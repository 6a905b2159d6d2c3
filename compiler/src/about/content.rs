//! What else has a name: fields of kinds, with who bends them, and content. And what errata made of all that.

use super::{Index, Item, Part, Section};
use crate::provenance::EditReport;
use crate::typed::ClauseOwner;
use warwright_grammar::Span;
use warwright_ir as ir;

impl Index<'_> {
    /// The sections of what is asked for by its name alone.
    pub(super) fn content(&self, factions: &[(String, Span)]) -> Vec<Section> {
        let section = |title, purpose, items| Section { title, purpose, items };
        vec![
            section("fields", "what content fills in or rules write", self.fields()),
            section("entries", "what content declares", self.entries()),
            section("factions", "army lists", self.factions(factions)),
            section("rosters", "armies", self.rosters()),
            section("scenarios", "battles", self.scenarios()),
        ]
    }

    /// The fields of each kind, those that are bent with who bends them.
    fn fields(&self) -> Vec<Item> {
        let kinds = self.typed.kinds.values().filter(|def| !def.closed);
        let mut items = Vec::new();
        for kind in kinds {
            let own = |name: &str| format!("{}.{name}", kind.name);
            for def in kind.profiles.iter().filter_map(|id| self.typed.profiles.get(*id)) {
                let field = self.field_part("profile", (&*def.name, &def.ty), def.span);
                let mut item = self.field_item(own(&def.name), field, def.span);
                let bent = def.quantity.map(ClauseOwner::Quantity);
                item.bent_by = bent.map(|it| self.clauses_of(it)).unwrap_or_default();
                items.push(item);
            }
            for def in kind.fields.iter().filter_map(|id| self.typed.fields.get(*id)) {
                let field = self.field_part("state", (&*def.name, &def.ty), def.span);
                items.push(self.field_item(own(&def.name), field, def.span));
            }
        }
        items
    }

    fn field_item(&self, name: String, field: Part, span: Span) -> Item {
        let item = match self.declares(field.is, span) {
            true => self.item(name, span),
            // It has no line of its own, or the engine gives it to all games.
            false => Item { name, says: field.says, ..Item::default() },
        };
        Item { sign: format!("{} {}", field.is, field.words), ..item }
    }

    /// Units, cards, places and members of closed lists; what options and forms make of them stands with them.
    fn entries(&self) -> Vec<Item> {
        let all = (0..).map(ir::EntryId).zip(self.typed.entries.values());
        all.filter(|(_, def)| def.base.is_none() && !def.name.is_empty())
            .map(|(id, def)| {
                let mut item = self.item(&def.name, def.span);
                item.sign = format!("{} {}", self.kind(def.kind), def.name);
                let faction = def.faction.as_ref().map(|it| Self::named_part("of", it.to_string()));
                item.parts.extend(faction);
                self.corrected(&mut item, |edit| edit.entity.is_some_and(|it| it.0 == id.0));
                item
            })
            .collect()
    }

    fn factions(&self, factions: &[(String, Span)]) -> Vec<Item> {
        let faction = |(name, span): &(String, Span)| {
            let mut item = self.item(name, *span);
            let own = self.typed.entries.values().filter(|it| {
                it.base.is_none() && it.faction.as_ref().is_some_and(|it| **it == **name)
            });
            item.parts.extend(own.map(|it| Self::named_part("has", &it.name)));
            item
        };
        factions.iter().map(faction).collect()
    }

    fn rosters(&self) -> Vec<Item> {
        let named = self.typed.rosters.iter().filter(|def| self.declares("roster", def.span));
        named.map(|def| self.item(&def.name, def.span)).collect()
    }

    fn scenarios(&self) -> Vec<Item> {
        let declared =
            self.typed.scenarios.values().filter(|def| self.declares("scenario", def.span));
        declared.map(|def| self.item(&def.name, def.span)).collect()
    }

    /// Names the errata that corrected a thing, and lets what is shown of it read as it does today where that is plain.
    pub(super) fn corrected(&self, item: &mut Item, concerns: impl Fn(&EditReport) -> bool) {
        for list in self.errata.lists.iter().filter(|list| list.in_force) {
            for one in &list.items {
                for edit in one.edits.iter().filter(|edit| concerns(edit)) {
                    let place = self.sources.name(self.sources.file_of(edit.span));
                    let line = self.sources.line_col(edit.span).line;
                    let words = format!(
                        "errata \"{}\" item \"{}\": {} {} -> {}  [{place}:{line}]",
                        list.title, one.name, edit.part, edit.old, edit.new
                    );
                    let part = Self::named_part("corrected by", words);
                    if item.parts.contains(&part) {
                        continue;
                    }
                    item.parts.push(part);
                    for shown in [&mut item.sign, &mut item.source] {
                        if edit.old.len() > 1 && shown.matches(&edit.old).count() == 1 {
                            *shown = shown.replacen(&edit.old, &edit.new, 1);
                        }
                    }
                }
            }
        }
    }
}
