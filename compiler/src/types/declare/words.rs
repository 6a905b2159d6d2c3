//! Words: takes `words { .. }`, notes what texts call each name besides, says which names nothing has.

use super::super::checker::Checker;
use crate::typed::CalledDef;

/// What the language itself says of things, and texts in other words.
const OF_THE_LANGUAGE: [&str; 1] = ["gone"];

impl Checker<'_> {
    /// What texts call the things that are declared.
    pub(super) fn declare_words(&mut self) {
        let blocks = &self.input.content.index.words;
        let known = if blocks.is_empty() { Vec::new() } else { self.names_of_all() };
        for line in blocks.iter().flat_map(|block| &block.lines) {
            if !known.iter().any(|name| **name == *line.name.text) {
                self.unknown_among(&line.name, "thing", &known);
                continue;
            }
            let called = self.typed.called.entry(line.name.text.to_lowercase());
            let called = called.or_insert_with(|| CalledDef {
                name: line.name.text.to_string(),
                words: Vec::new(),
                contrary: Vec::new(),
                span: line.name.span,
            });
            called.words.extend(line.words.iter().map(|it| it.text.to_lowercase()));
            called.contrary.extend(line.contrary.iter().map(|it| it.text.to_lowercase()));
        }
    }

    /// What rules name and texts may call otherwise, in the order of the alphabet.
    fn names_of_all(&self) -> Vec<String> {
        let typed = &self.typed;
        let fields = typed.fields.values().map(|it| &it.name);
        let profiles = typed.profiles.values().map(|it| &it.name);
        let entries = typed.entries.values().map(|it| &it.name);
        let abilities = typed.abilities.values().map(|it| &it.name);
        let functions = typed.functions.values().map(|it| &it.name);
        let quantities = typed.quantities.values().map(|it| &it.name);
        let permissions = typed.permissions.values().map(|it| &it.name);
        let procedures = typed.procedures.values();
        let steps =
            procedures.flat_map(|it| it.steps.iter().map(|step| &step.name).chain([&it.name]));
        let roles = typed.quantities.values().flat_map(|it| &it.locals.all).map(|it| &*it.name);
        let named = fields.chain(profiles).chain(entries).chain(abilities).chain(functions);
        let named = named.chain(quantities).chain(permissions).chain(steps).map(|it| &**it);
        let ties = typed.ties.values().map(|it| &*it.name);
        let named = named.chain(roles).chain(ties).chain(OF_THE_LANGUAGE);
        let mut names: Vec<String> = named.map(String::from).collect();
        names.sort();
        names.dedup();
        names
    }
}
