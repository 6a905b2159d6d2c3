//! Declarations as targets: abilities, factions, scenarios, tables, quantities, permissions and rulings.

use warwright_grammar::source::Span;
use warwright_grammar::tree::{
    CellKind, Clause, EditChange, EditIn, EditKind, Expr, Field, ListSign, Member, Name,
    PermissionItem, ScenarioItem,
};

use super::apply::{Change, Correct};
use super::{problems, same_spelling};
use crate::like::{Origin, written_name};
use crate::names::Node;

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

impl<'t> Correct<'t, '_> {
    /// Makes the changes of an edit in one declaration that is no entity.
    pub(super) fn node(&mut self, edit: &'t EditIn, name: &'t Name) {
        let word = &*edit.word.text;
        let target = format!("{word} \"{}\"", name.text);
        let known = match word {
            "ability" | "status" => self.index.abilities.contains_key(&*name.text),
            "faction" => self.index.factions.contains_key(&*name.text),
            "scenario" => self.index.scenarios.contains_key(&*name.text),
            "table" => self.index.tables.contains_key(&*name.text),
            "quantity" => self.index.quantities.contains_key(&*name.text),
            "define" => self.index.defines.contains_key(&*name.text),
            "relation" => self.index.relations.contains_key(&*name.text),
            "permission" => self.index.permissions.contains_key(&*name.text),
            "ruling" => self.index.rulings.contains_key(&*name.text),
            _ => {
                let kinds: Vec<&str> = self
                    .index
                    .kinds
                    .values()
                    .filter(|shape| !shape.declarations.is_empty())
                    .map(|shape| shape.name)
                    .chain(WORDS)
                    .collect();
                self.sink.push(problems::unknown_word(&edit.word, &kinds));
                return;
            }
        };
        if !known {
            self.unknown_node(edit, name);
            return;
        }
        for change in super::clauses::in_order(edit) {
            match word {
                "ability" | "status" | "faction" | "scenario" => {
                    self.bearer(word, name, &target, edit.clause.as_ref(), change);
                }
                "table" => self.table(name, &target, change),
                "permission" => self.permission(name, &target, edit.clause.as_ref(), change),
                _ => self.value(word, name, &target, change),
            }
        }
    }

    fn unknown_node(&mut self, edit: &'t EditIn, name: &'t Name) {
        if self.was_removed(&edit.word.text, (&name.text, None), name.span) {
            return;
        }
        let index = &*self.index;
        let names: Vec<&str> = match &*edit.word.text {
            "ability" | "status" => index.abilities.keys().copied().collect(),
            "faction" => index.factions.keys().copied().collect(),
            "scenario" => index.scenarios.keys().copied().collect(),
            "table" => index.tables.keys().copied().collect(),
            "quantity" => index.quantities.keys().copied().collect(),
            "define" => index.defines.keys().copied().collect(),
            "relation" => index.relations.keys().copied().collect(),
            "permission" => index.permissions.keys().copied().collect(),
            "ruling" => index.rulings.keys().copied().collect(),
            _ => Vec::new(),
        };
        let found = problems::unknown_target(&edit.word.text, name, edit.of.as_ref(), names, &[]);
        self.sink.push(found);
    }

    /// The clauses of an ability, faction or scenario, to be changed.
    fn members<R>(
        &mut self,
        word: &str,
        name: &str,
        change: impl FnOnce(&mut Vec<&mut Vec<Member>>) -> R,
    ) -> Option<R> {
        match word {
            "faction" => self
                .index
                .factions
                .get_mut(name)
                .map(|declared| declared.node.edit(|node| change(&mut vec![&mut node.body]))),
            "scenario" => self.index.scenarios.get_mut(name).map(|declared| {
                declared.node.edit(|node| {
                    let mut own: Vec<Member> = Vec::new();
                    let mut bodies: Vec<&mut Vec<Member>> = Vec::new();
                    for item in &mut node.items {
                        if let ScenarioItem::Rule { body, .. } = item {
                            bodies.push(body);
                        }
                    }
                    bodies.push(&mut own);
                    let result = change(&mut bodies);
                    node.items.extend(own.into_iter().map(ScenarioItem::Member));
                    result
                })
            }),
            _ => self
                .index
                .abilities
                .get_mut(name)
                .map(|declared| declared.node.edit(|node| change(&mut vec![&mut node.body]))),
        }
    }

    /// The clauses of an ability, faction or scenario, with their labels.
    fn clauses_of(&self, word: &str, name: &str) -> Vec<Clause> {
        fn own(members: &[Member]) -> impl Iterator<Item = Clause> {
            members.iter().filter_map(|member| match member {
                Member::Clause(clause) => Some(clause.clone()),
                _ => None,
            })
        }
        match word {
            "faction" => self
                .index
                .factions
                .get(name)
                .map(|node| own(&node.body).collect())
                .unwrap_or_default(),
            "scenario" => {
                let Some(node) = self.index.scenarios.get(name) else { return Vec::new() };
                let mut clauses = Vec::new();
                for item in &node.items {
                    match item {
                        ScenarioItem::Rule { body, .. } => clauses.extend(own(body)),
                        ScenarioItem::Member(Member::Clause(clause)) => {
                            clauses.push(clause.clone())
                        }
                        _ => {}
                    }
                }
                clauses
            }
            _ => self
                .index
                .abilities
                .get(name)
                .map(|node| own(&node.body).collect())
                .unwrap_or_default(),
        }
    }

    fn bearer(
        &mut self,
        word: &str,
        name: &'t Name,
        target: &str,
        label: Option<&'t Name>,
        change: &'t EditChange,
    ) {
        match (&change.kind, label) {
            (_, Some(label)) => {
                let clauses = self.clauses_of(word, &name.text);
                let labels = clauses.iter().map(Clause::label);
                let Some(at) = self.clause_named(target, label, labels) else { return };
                let Some(clause) = clauses.get(at) else { return };
                let span = clause.span();
                let mut node = Node::Changed(std::sync::Arc::new(clause.clone()));
                if self.clause(target, &label.text, &mut node, change, None, Vec::new()) {
                    let changed = (*node).clone();
                    self.swap_clause(word, &name.text, span, Some(changed));
                }
            }
            (EditKind::AddClauses(clauses), None) => {
                for clause in clauses {
                    self.new_clause(word, name, target, clause);
                }
            }
            (EditKind::List(field), None) if &*field.name.text == "clauses" => {
                self.old_clauses(word, name, target, field);
            }
            (EditKind::Replace { field, old, new }, None)
                if word == "scenario"
                    && field.first().is_some_and(|field| &*field.text == "rounds") =>
            {
                self.rounds(name, target, (old, new), change);
            }
            (EditKind::Error, None) => {}
            _ => {
                let found = problems::cannot(
                    target,
                    "such part",
                    change.span,
                    "name the clause: `in ability \"..\" clause \"label\" { by +1 -> +2 }`; or `clauses - \"label\"`, `clauses + { .. }`",
                );
                self.sink.push(found);
            }
        }
    }

    /// Puts another clause in the place of the one with that span, or takes it away.
    fn swap_clause(&mut self, word: &str, name: &str, span: Span, with: Option<Clause>) {
        if word == "scenario"
            && let Some(declared) = self.index.scenarios.get_mut(name)
        {
            let with = with.clone();
            declared.node.edit(|node| {
                let at = node.items.iter().position(|item| {
                    matches!(item, ScenarioItem::Member(Member::Clause(clause)) if clause.span() == span)
                });
                match (at, with) {
                    (Some(at), Some(clause)) => {
                        if let Some(slot) = node.items.get_mut(at) {
                            *slot = ScenarioItem::Member(Member::Clause(clause));
                        }
                    }
                    (Some(at), None) => {
                        node.items.remove(at);
                    }
                    (None, _) => {}
                }
            });
        }
        self.members(word, name, |bodies| {
            for body in bodies {
                let at = body.iter().position(
                    |member| matches!(member, Member::Clause(clause) if clause.span() == span),
                );
                let Some(at) = at else { continue };
                match &with {
                    Some(clause) => {
                        if let Some(slot) = body.get_mut(at) {
                            *slot = Member::Clause(clause.clone());
                        }
                    }
                    None => {
                        body.remove(at);
                    }
                }
            }
        });
    }

    fn new_clause(&mut self, word: &str, name: &'t Name, target: &str, clause: &'t Clause) {
        let label = clause.label().and_then(|label| label.text.plain()).unwrap_or("");
        let part = format!("clause \"{label}\"");
        let new = self.text(clause.span());
        let span = clause.span();
        if !self.note(target, &part, ("-".to_owned(), new), span) {
            return;
        }
        let how = self.how();
        self.changed.insert(span, vec![Origin { how, span }]);
        self.members(word, &name.text, |bodies| {
            if let Some(body) = bodies.last_mut() {
                body.push(Member::Clause(clause.clone()));
            }
        });
    }

    fn old_clauses(&mut self, word: &str, name: &'t Name, target: &str, field: &'t Field) {
        if field.sign != Some(ListSign::Remove) {
            self.sink.push(problems::without_sign(&field.name));
            return;
        }
        let labels: Vec<&'t Expr> = field.value.items().flatten().collect();
        for expr in labels {
            let Some(label) = written_name(expr) else { continue };
            let clauses = self.clauses_of(word, &name.text);
            let found = clauses
                .iter()
                .find(|clause| clause.label().and_then(|found| found.text.plain()) == Some(label));
            let part = format!("clause \"{label}\"");
            match found.map(Clause::span) {
                Some(span) => {
                    let old = self.text(span);
                    if self.note(target, &part, (old, "-".to_owned()), expr.span) {
                        self.swap_clause(word, &name.text, span, None);
                    }
                }
                None => {
                    let known: Vec<String> = clauses
                        .iter()
                        .filter_map(|clause| Some(format!("\"{}\"", clause.label()?.text.plain()?)))
                        .collect();
                    let known = known.iter().map(String::as_str);
                    self.sink.push(problems::unknown_part(target, &part, expr.span, known));
                }
            }
        }
    }

    /// Records an edit of a declaration, when it may be made.
    pub(super) fn note(
        &mut self,
        target: &str,
        part: &str,
        (old, new): (String, String),
        span: Span,
    ) -> bool {
        let edit = Change { target, part, old, new, span, entity: None, heirs: Vec::new() };
        if !self.free(&edit) {
            return false;
        }
        self.record(edit);
        true
    }

    fn rounds(
        &mut self,
        name: &'t Name,
        target: &str,
        (old, new): (&'t CellKind, &'t CellKind),
        change: &'t EditChange,
    ) {
        let Some(scenario) = self.index.scenarios.get(&*name.text) else { return };
        let there = scenario.items.iter().find_map(|item| match item {
            ScenarioItem::Rounds { value, span } => Some((value.span, *span)),
            _ => None,
        });
        let (Some((there, whole)), Some(old), Some(new)) = (there, old.single(), new.single())
        else {
            let help = "the scenario does not limit its rounds";
            self.sink.push(problems::cannot(target, "`rounds`", change.span, help));
            return;
        };
        if self.replace(target, "rounds", (old, new), there, change, None, Vec::new()) {
            if let Some(declared) = self.index.scenarios.get_mut(&*name.text) {
                declared.node.edit(|node| {
                    for item in &mut node.items {
                        if let ScenarioItem::Rounds { value, .. } = item {
                            *value = new.clone();
                        }
                    }
                });
            }
            self.remember(whole, change.span);
        }
    }

    /// `base`, `value`: the one expression of a quantity, define, relation or ruling.
    fn value(&mut self, word: &str, name: &'t Name, target: &str, change: &'t EditChange) {
        let EditKind::Replace { field, old, new } = &change.kind else {
            if !matches!(change.kind, EditKind::Error) {
                let help = "its value is changed by `value OLD -> NEW`, that of a quantity by `base OLD -> NEW`";
                self.sink.push(problems::cannot(target, "such part", change.span, help));
            }
            return;
        };
        let wanted = if word == "quantity" { "base" } else { "value" };
        let named = field.first().is_some_and(|field| &*field.text == wanted);
        let (Some(old), Some(new), true) = (old.single(), new.single(), named) else {
            let help = format!("its value is changed by `{wanted} OLD -> NEW`");
            self.sink.push(problems::cannot(target, "such part", change.span, &help));
            return;
        };
        let key = &*name.text;
        let index = &mut *self.index;
        let there = match word {
            "quantity" => index.quantities.get(key).map(|node| (node.base.span, node.span)),
            "define" => index.defines.get(key).map(|node| (node.value.span, node.span)),
            "relation" => index.relations.get(key).map(|node| (node.value.span, node.span)),
            _ => index.rulings.get(key).map(|node| (node.value.span, node.span)),
        };
        let Some((there, whole)) = there else { return };
        if !self.replace(target, wanted, (old, new), there, change, None, Vec::new()) {
            return;
        }
        let index = &mut *self.index;
        let new = new.clone();
        match word {
            "quantity" => {
                if let Some(declared) = index.quantities.get_mut(key) {
                    declared.node.edit(|node| node.base = new);
                }
            }
            "define" => {
                if let Some(declared) = index.defines.get_mut(key) {
                    declared.node.edit(|node| node.value = new);
                }
            }
            "relation" => {
                if let Some(declared) = index.relations.get_mut(key) {
                    declared.node.edit(|node| node.value = new);
                }
            }
            _ => {
                if let Some(declared) = index.rulings.get_mut(key) {
                    declared.node.edit(|node| node.value = new);
                }
            }
        }
        self.remember(whole, change.span);
    }

    /// `require A -> B`, with `clause "reason"` where several have the same condition.
    fn permission(
        &mut self,
        name: &'t Name,
        target: &str,
        label: Option<&'t Name>,
        change: &'t EditChange,
    ) {
        let EditKind::Condition { old, new, .. } = &change.kind else {
            if !matches!(change.kind, EditKind::Error) {
                let help = "a requirement is changed by `require OLD -> NEW`";
                self.sink.push(problems::cannot(target, "such part", change.span, help));
            }
            return;
        };
        let key = &*name.text;
        let Some(permission) = self.index.permissions.get(key) else { return };
        let requires: Vec<(Span, Option<String>)> = permission
            .items
            .iter()
            .filter_map(|item| match item {
                PermissionItem::Require(require) => {
                    let label = require.label.as_ref().and_then(|label| label.text.plain());
                    Some((require.condition.span, label.map(str::to_owned)))
                }
                _ => None,
            })
            .collect();
        let found = match label {
            Some(label) => requires.iter().find(|(_, own)| own.as_deref() == Some(&label.text)),
            None => requires.iter().find(|(span, _)| same_spelling(self.sources, *span, old.span)),
        };
        let Some((there, own_label)) = found.cloned() else {
            let span = label.map_or(old.span, |label| label.span);
            let labels: Vec<String> = requires
                .into_iter()
                .filter_map(|(_, label)| Some(format!("\"{}\"", label?)))
                .collect();
            let labels = labels.iter().map(String::as_str);
            self.sink.push(problems::unknown_part(target, "such requirement", span, labels));
            return;
        };
        let part = format!("requirement \"{}\"", own_label.unwrap_or_default());
        if self.replace(target, &part, (old, new), there, change, None, Vec::new()) {
            if let Some(declared) = self.index.permissions.get_mut(key) {
                declared.node.edit(|node| {
                    for item in &mut node.items {
                        if let PermissionItem::Require(require) = item
                            && require.condition.span == there
                        {
                            require.condition = new.clone();
                        }
                    }
                });
            }
            self.remember(new.span, change.span);
        }
    }
}
