//! Declarations as targets: a copy is made, the part that an edit names is found in it, and the copy takes the place of the
//! declaration when the edit was made.

use warwright_grammar::tree::{
    EditChange, EditIn, EditKind, Expr, Member, Name, Permission, PermissionItem, Scenario,
    ScenarioItem,
};

use super::apply::{Correct, Part};
use super::{problems, same_spelling};
use crate::names::{Index, Names};

/// The words that `in` may have beside kinds.
const WORDS: [&str; 11] = [
    "ability",
    "status",
    "faction",
    "scenario",
    "table",
    "quantity",
    "define",
    "relation",
    "permission",
    "ruling",
    "roster",
];

/// The changes of an edit that could be read: those of labels last, for a clause is found by its label.
pub(super) fn in_order(edit: &EditIn) -> impl Iterator<Item = &EditChange> {
    let relabels = |change: &&EditChange| matches!(change.kind, EditKind::Relabel { .. });
    let read = edit.changes.iter().filter(|change| !matches!(change.kind, EditKind::Error));
    read.clone().filter(move |change| !relabels(change)).chain(read.filter(relabels))
}

impl<'t> Correct<'t, '_> {
    /// Makes the changes of an edit in one declaration that is no entity.
    pub(super) fn declaration(&mut self, edit: &'t EditIn, name: &'t Name) {
        match &*edit.word.text {
            "ability" | "status" => {
                self.bearer(edit, name, |index| &mut index.abilities, |node| &mut node.body);
            }
            "faction" => {
                self.bearer(edit, name, |index| &mut index.factions, |node| &mut node.body)
            }
            "scenario" => self.copied(edit, name, |index| &mut index.scenarios, Self::scenario),
            "table" => self.copied(edit, name, |index| &mut index.tables, Self::table),
            "permission" => {
                self.copied(edit, name, |index| &mut index.permissions, Self::requirement);
            }
            "quantity" => {
                self.expression(
                    edit,
                    name,
                    "base",
                    |index| &mut index.quantities,
                    |node| &mut node.base,
                );
            }
            "define" => {
                self.expression(
                    edit,
                    name,
                    "value",
                    |index| &mut index.defines,
                    |node| &mut node.value,
                );
            }
            "relation" => {
                self.expression(
                    edit,
                    name,
                    "value",
                    |index| &mut index.relations,
                    |node| &mut node.value,
                );
            }
            "ruling" => {
                self.expression(
                    edit,
                    name,
                    "value",
                    |index| &mut index.rulings,
                    |node| &mut node.value,
                );
            }
            _ => {
                let kinds = self.index.kinds.values();
                let kinds = kinds.filter(|shape| !shape.declarations.is_empty());
                let words: Vec<&str> = kinds.map(|shape| shape.name).chain(WORDS).collect();
                self.sink.push(problems::unknown_word(&edit.word, &words));
            }
        }
    }

    /// Makes the changes of an edit among the clauses of a declaration.
    fn bearer<T: Clone>(
        &mut self,
        edit: &'t EditIn,
        name: &'t Name,
        names: for<'x> fn(&'x mut Index<'t>) -> &'x mut Names<'t, T>,
        clauses: fn(&mut T) -> &mut Vec<Member>,
    ) {
        self.copied(edit, name, names, |this, part, node, change| {
            this.clauses(part, clauses(node), change)
        });
    }

    /// Makes the changes of an edit in the one expression of a declaration, which goes by the name `word`.
    fn expression<T: Clone>(
        &mut self,
        edit: &'t EditIn,
        name: &'t Name,
        word: &str,
        names: for<'x> fn(&'x mut Index<'t>) -> &'x mut Names<'t, T>,
        there: fn(&mut T) -> &mut Expr,
    ) {
        self.copied(edit, name, names, |this, part, node, change| {
            this.value(part.named(word), there(node), change)
        });
    }

    /// Makes each change of an edit in a copy of a declaration, which takes its place when `make` says that it was made.
    fn copied<T: Clone>(
        &mut self,
        edit: &'t EditIn,
        name: &'t Name,
        names: for<'x> fn(&'x mut Index<'t>) -> &'x mut Names<'t, T>,
        make: impl Fn(&mut Self, Part<'_>, &mut T, &'t EditChange) -> bool,
    ) {
        let word = &*edit.word.text;
        let declared = names(self.index);
        if !declared.contains_key(&*name.text) {
            let known: Vec<&str> = declared.keys().copied().collect();
            if !self.was_removed(word, (&name.text, None), name.span) {
                let of = edit.of.as_ref();
                self.sink.push(problems::unknown_target(word, name, of, known, &[]));
            }
            return;
        }
        let target = format!("{word} \"{}\"", name.text);
        for change in in_order(edit) {
            let declared = names(self.index).get(&*name.text);
            let Some(mut copy) = declared.map(|declared| declared.node.clone()) else { return };
            let part = Part { label: edit.clause.as_ref(), ..Part::of(&target, change.span) };
            if copy.edit(|node| make(self, part, node, change))
                && let Some(declared) = names(self.index).get_mut(&*name.text)
            {
                declared.node = copy;
            }
        }
    }

    /// `rounds A -> B`, and clauses of the scenario and its rules.
    fn scenario(
        &mut self,
        part: Part<'_>,
        scenario: &mut Scenario,
        change: &'t EditChange,
    ) -> bool {
        let (old, new) = match &change.kind {
            EditKind::Replace { field, old, new }
                if part.label.is_none()
                    && field.first().is_some_and(|field| &*field.text == "rounds") =>
            {
                (old, new)
            }
            _ => return self.clauses(part, scenario, change),
        };
        let there = scenario.items.iter_mut().find_map(|item| match item {
            ScenarioItem::Rounds { value, .. } => Some(value),
            _ => None,
        });
        let (Some(there), Some(old), Some(new)) = (there, old.single(), new.single()) else {
            let help = "the scenario does not limit its rounds";
            return self.cannot(part.target, "`rounds`", part.span, help);
        };
        self.exchange(part.named("rounds"), (old, new), there)
    }

    /// `base`, `value`: the one expression of a quantity, define, relation or ruling.
    fn value(&mut self, part: Part<'_>, there: &mut Expr, change: &'t EditChange) -> bool {
        let EditKind::Replace { field, old, new } = &change.kind else {
            let help = "its value is changed by `value OLD -> NEW`, that of a quantity by `base OLD -> NEW`";
            return self.cannot(part.target, "such part", part.span, help);
        };
        let named = field.first().is_some_and(|field| *field.text == *part.name);
        let (Some(old), Some(new), true) = (old.single(), new.single(), named) else {
            let help = format!("its value is changed by `{} OLD -> NEW`", part.name);
            return self.cannot(part.target, "such part", part.span, &help);
        };
        self.exchange(part, (old, new), there)
    }

    /// `require A -> B`, with `clause "reason"` where several have the same condition.
    fn requirement(
        &mut self,
        part: Part<'_>,
        permission: &mut Permission,
        change: &'t EditChange,
    ) -> bool {
        let EditKind::Condition { old, new, .. } = &change.kind else {
            let help = "a requirement is changed by `require OLD -> NEW`";
            return self.cannot(part.target, "such part", part.span, help);
        };
        let mut labels: Vec<String> = Vec::new();
        for item in &mut permission.items {
            let PermissionItem::Require(require) = item else { continue };
            let own = require.label.as_ref().and_then(|label| label.text.plain()).unwrap_or("");
            let is_meant = match part.label {
                Some(label) => *own == *label.text,
                None => same_spelling(self.sources, require.condition.span, old.span),
            };
            let name = format!("requirement \"{own}\"");
            if is_meant {
                return self.exchange(part.named(&name), (old, new), &mut require.condition);
            }
            labels.extend((!own.is_empty()).then(|| format!("\"{own}\"")));
        }
        let span = part.label.map_or(old.span, |label| label.span);
        self.no_part(part.target, "such requirement", span, &labels)
    }
}
