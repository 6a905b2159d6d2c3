//! Declarations as targets: a copy is made, the part that an edit names is found in it, and the copy takes the place of the
//! declaration when the edit was made.

use warwright_grammar::tree::{
    Ability, Action, Clause, Define, EditChange, EditIn, EditKind, Expr, Faction, Member, Name,
    Permission, PermissionItem, Quantity, Relation, Ruling, Scenario, ScenarioItem, Table,
};

use super::apply::{Correct, Part};
use super::kinds::own_state;
use super::lines::Line;
use super::rows::OfSystem;
use super::{problems, same_spelling};
use crate::names::{Index, Names};

/// The words that `in` may have beside kinds.
const WORDS: [&str; 13] = [
    "ability",
    "action",
    "status",
    "faction",
    "scenario",
    "table",
    "quantity",
    "define",
    "relation",
    "permission",
    "ruling",
    "system",
    "kind",
];

/// A sort of declarations that are corrected by their names.
trait Corrected: Clone + 'static {
    fn names<'x, 't>(index: &'x mut Index<'t>) -> &'x mut Names<'t, Self>;
}
macro_rules! corrected {
    ($($sort:ident in $names:ident),* $(,)?) => {
        $(impl Corrected for $sort {
            fn names<'x, 't>(index: &'x mut Index<'t>) -> &'x mut Names<'t, Self> {
                &mut index.$names
            }
        })*
    };
}
corrected!(
    Ability in abilities, Action in actions, Define in defines, Faction in factions,
    Permission in permissions, Quantity in quantities, Relation in relations, Ruling in rulings,
    Scenario in scenarios, Table in tables,
);
/// The changes of an edit that could be read: those of labels last, for a clause is found by its label.
pub(super) fn in_order(edit: &EditIn) -> impl Iterator<Item = &EditChange> {
    let relabels = |change: &&EditChange| matches!(change.kind, EditKind::Relabel { .. });
    let read = edit.changes.iter().filter(|change| !matches!(change.kind, EditKind::Error));
    read.clone().filter(move |change| !relabels(change)).chain(read.filter(relabels))
}

impl<'t> Correct<'t, '_> {
    /// Makes the changes of an edit in one declaration that is no entity.
    pub(super) fn declaration(&mut self, edit: &'t EditIn, name: &'t Name) {
        if !self.head_fits(edit, name) {
            return;
        }
        match &*edit.word.text {
            "ability" | "status" => self.bearer::<Ability>(edit, name, |node| &mut node.body),
            "faction" => self.bearer::<Faction>(edit, name, |node| &mut node.body),
            "scenario" => self.copied::<Scenario>(edit, name, Self::scenario),
            "table" => self.copied::<Table>(edit, name, Self::table),
            "permission" => self.copied::<Permission>(edit, name, Self::requirement),
            "action" if self.stands_in_an_ability(name) => {}
            "action" => self.copied::<Action>(edit, name, |this, part, node, change| {
                this.line(part.named("the action"), &mut Line::Action(node), change)
            }),
            "system" => self.system(edit, name),
            "kind" => self.kind(edit, name),
            "quantity" => self.expression::<Quantity>(edit, name, "base", |it| &mut it.base),
            "define" => self.expression::<Define>(edit, name, "value", |it| &mut it.value),
            "relation" => self.expression::<Relation>(edit, name, "value", |it| &mut it.value),
            "ruling" => self.expression::<Ruling>(edit, name, "value", |it| &mut it.value),
            _ => {
                let kinds = self.index.kinds.values();
                let kinds = kinds.filter(|shape| !shape.declarations.is_empty());
                let words: Vec<&str> = kinds.map(|shape| shape.name).chain(WORDS).collect();
                self.sink.push(problems::unknown_word(&edit.word, &words));
            }
        }
    }

    /// Whether everything in the head of an edit says something of a declaration that is no entity; told when not.
    fn head_fits(&mut self, edit: &EditIn, name: &Name) -> bool {
        let word = &*edit.word.text;
        let target = format!("{word} \"{}\"", name.text);
        if !WORDS.contains(&word) {
            return true;
        }
        if let Some(of) = &edit.of {
            let help =
                format!("only entries stand in army lists: `in {word} \"{}\" {{ .. }}`", name.text);
            return self.cannot(&target, "`of`", of.span, &help);
        }
        if let Some(form) = &edit.form {
            return self.cannot(&target, "forms", form.span, "only entries have forms");
        }
        let lines = ["ability", "status", "faction", "scenario", "permission", "system"];
        match &edit.clause {
            Some(label) if !lines.contains(&word) => {
                let system = self.index.system.map_or("NAME", |it| &*it.name.text);
                let help = match word {
                    "quantity" => format!(
                        "what bends a number stands with whoever brings it: `in system {system} clause {} {{ .. }}`, or `in ability NAME clause ..`",
                        self.text(label.span)
                    ),
                    _ => format!("leave `clause ..` out: `in {word} \"{}\" {{ .. }}`", name.text),
                };
                self.cannot(&target, "clauses", label.span, &help)
            }
            _ => true,
        }
    }

    /// Makes the changes of an edit among the clauses of a declaration.
    fn bearer<T: Corrected>(
        &mut self,
        edit: &'t EditIn,
        name: &'t Name,
        clauses: fn(&mut T) -> &mut Vec<Member>,
    ) {
        self.copied(edit, name, |this, part, node, change| {
            let members = clauses(node);
            match &change.kind {
                EditKind::Replace { field, old, new } if part.label.is_none() => {
                    if let ([field], Some(old), Some(new)) =
                        (field.as_slice(), old.single(), new.single())
                        && let Some(state) = own_state(members, field)
                    {
                        return this.first_value(part.named(&field.text), state, (old, new));
                    }
                    this.clauses(part, members, change)
                }
                _ => this.clauses(part, members, change),
            }
        });
    }

    /// Makes the changes of an edit in the one expression of a declaration, which goes by the name `word`.
    fn expression<T: Corrected>(
        &mut self,
        edit: &'t EditIn,
        name: &'t Name,
        word: &str,
        there: fn(&mut T) -> &mut Expr,
    ) {
        self.copied(edit, name, |this, part, node, change| {
            this.value(part.named(word), there(node), change)
        });
    }

    /// Makes each change of an edit in a copy of a declaration, which takes its place when `make` says that it was made.
    fn copied<T: Corrected>(
        &mut self,
        edit: &'t EditIn,
        name: &'t Name,
        make: impl Fn(&mut Self, Part<'_>, &mut T, &'t EditChange) -> bool,
    ) {
        let word = &*edit.word.text;
        let declared = T::names(self.index);
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
            let Some(there) = T::names(self.index).get(&*name.text) else { return };
            let (mut copy, declared) = (there.node.clone(), Some(there.name));
            let label = edit.clause.as_ref();
            let part = Part { label, declared, ..Part::of(&target, change.span) };
            if copy.edit(|node| make(self, part, node, change))
                && let Some(declared) = T::names(self.index).get_mut(&*name.text)
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
        let there = scenario
            .items
            .iter_mut()
            .find_map(|item| as_variant!(item, ScenarioItem::Rounds { value, .. } => value));
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

    /// `require A -> B`, with `clause "reason"` where several have the same condition; or reasons by their words.
    fn requirement(
        &mut self,
        part: Part<'_>,
        permission: &mut Permission,
        change: &'t EditChange,
    ) -> bool {
        if part.label.is_some() || matches!(change.kind, EditKind::List(_)) {
            return self.clauses(part, permission, change);
        }
        let EditKind::Condition { old, .. } = &change.kind else {
            let help = "a requirement is changed by `require OLD -> NEW`, its words by `in permission P clause \"words\" { label \"words\" -> \"others\" }`; `requirements - \"words\"` takes one away";
            return self.cannot(part.target, "such part", part.span, help);
        };
        let mut labels: Vec<String> = Vec::new();
        for item in &mut permission.items {
            let PermissionItem::Require(require) = item else { continue };
            let own = require.label.as_ref().and_then(|label| label.text.plain()).unwrap_or("");
            if same_spelling(self.sources, require.condition.span, old.span) {
                let name = format!("requirement \"{own}\"");
                return self.line(part.named(&name), &mut Line::Require(require), change);
            }
            labels.extend((!own.is_empty()).then(|| format!("\"{own}\"")));
        }
        self.no_part(part.target, "such requirement", old.span, &labels)
    }

    /// Clauses in the body of the system and rows of its tables of modifiers, which reach all.
    fn system(&mut self, edit: &'t EditIn, name: &'t Name) {
        let Some(system) = self.index.system.filter(|it| it.name.text == name.text) else {
            let known = self.index.system.map(|it| &*it.name.text);
            let found = problems::unknown_target("system", name, edit.of.as_ref(), known, &[]);
            return self.sink.push(found);
        };
        let target = format!("system `{}`", system.name.text);
        for change in in_order(edit) {
            let (label, declared) = (edit.clause.as_ref(), Some(system.name.span));
            let part = Part { label, declared, ..Part::of(&target, change.span) };
            let mut lines = OfSystem::taken_from(self.index);
            self.clauses(part, &mut lines, change);
            lines.put_back(self.index);
        }
    }

    /// Whether an action is one of bearers, which is told: it is a clause there.
    fn stands_in_an_ability(&mut self, name: &Name) -> bool {
        if self.index.actions.contains_key(&*name.text) {
            return false;
        }
        let is_it = |member: &Member| matches!(member, Member::Clause(Clause::Action(action)) if action.name.text == name.text);
        let home = self.index.abilities.values().find(|it| it.node.body.iter().any(is_it));
        let Some(home) = home else { return false };
        let (sort, home) =
            (if home.node.is_status { "status" } else { "ability" }, &home.node.name);
        let found = problems::action_of(name, sort, &home.text, home.span);
        self.sink.push(found);
        true
    }
}
