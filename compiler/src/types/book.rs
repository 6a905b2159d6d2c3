//! The book: takes everything that is written for people (texts, sections, measures, errata, armies), gives it to the typed tree.
//!
//! None of it changes how a battle is played. It is gathered so that no line of an author's is lost on the way to a reader.

use super::checker::Checker;
use super::clauses::see_text;
use crate::typed::RuleTextDef;
use warwright_grammar::{Span, tree};

/// Gathers the book.
pub(super) fn gather(checker: &mut Checker<'_>) {
    checker.book_header();
    checker.book_of_the_system();
    checker.book_of_what_is_declared();
    checker.book_of_content();
    checker.book_of_clauses();
    checker.typed.book.errata.clone_from(&checker.input.content.report.lists);
}

/// What a text stands with: the word for it, its name, what it is in, and where that stands.
type Heading<'s> = (&'s str, &'s str, Option<&'s str>, Span);

impl<'a> Checker<'a> {
    fn book_header(&mut self) {
        let Some(system) = self.input.content.index.system else { return };
        let setting = |name: &str| {
            let fields = system
                .body
                .iter()
                .filter_map(|member| as_variant!(member, tree::Member::Field(field) => field));
            let field = fields.into_iter().find(|field| *field.name.text == *name)?;
            let words = self.on_one_line(field.span);
            Some(words.strip_prefix(name)?.trim().to_owned())
        };
        let (measure, precedence) = (setting("measure"), setting("precedence"));
        let book = &mut self.typed.book;
        book.measure = measure;
        book.precedence = precedence;
        book.die = self.facts.die;
    }

    /// The system itself, its kinds, what is asked of the whole battle.
    fn book_of_the_system(&mut self) {
        let content = self.input.content;
        if let Some(system) = content.index.system {
            let name = &*system.name.text;
            self.book_members(("system", name, None, system.span), &system.body, &system.see);
        }
        for layer in &content.index.layers {
            let name = &*layer.name.text;
            self.book_members(("layer", name, None, layer.span), &layer.body, &layer.see);
        }
        if let Some(sequence) = content.index.sequence {
            self.book_line("sequence", "sequence", None, &sequence.see, sequence.span);
        }
        for block in &content.index.words {
            let said = block.lines.iter().map(|line| {
                let words = line.words.iter().map(|word| &*word.text);
                [&*line.name.text].into_iter().chain(words).collect::<Vec<_>>().join(" ")
            });
            self.typed.book.rules.push(RuleTextDef {
                what: "words".to_owned(),
                name: "words".to_owned(),
                within: None,
                texts: said.collect(),
                see: see_text(&block.see),
                span: block.span,
            });
        }
        for kind in content.index.kinds.values() {
            for declaration in &kind.declarations {
                self.book_kind(kind.name, declaration);
            }
        }
    }

    fn book_kind(&mut self, kind: &str, declaration: &tree::Kind) {
        use tree::KindMember as M;
        let mut texts = Vec::new();
        for member in &declaration.members {
            match member {
                M::Profile(it) => {
                    for name in &it.names {
                        self.book_line("profile", &name.text, Some(kind), &it.see, it.span);
                    }
                }
                M::State(it) => {
                    for name in &it.names {
                        self.book_line("state", &name.text, Some(kind), &it.see, it.span);
                    }
                }
                M::Derive(it) => {
                    self.book_line("derive", &it.name.text, Some(kind), &it.see, it.span);
                }
                M::Statline(it) => {
                    let heading = ("statline", &*it.name.text, Some(kind), it.span);
                    self.book_texts(heading, [&it.text], &[]);
                }
                M::Member(tree::Member::Text(text)) => texts.push(text),
                M::Member(_) | M::Asks(_) | M::Does(_) | M::Forms(_) | M::Leaves(_) => {}
            }
        }
        self.book_texts(("kind", kind, None, declaration.name.span), texts, &declaration.see);
    }

    /// Everything that has a name and a place in the index.
    fn book_of_what_is_declared(&mut self) {
        let index = &self.input.content.index;
        macro_rules! lines {
            ($($names:ident $word:literal),* $(,)?) => {
                $(for declared in index.$names.values() {
                    self.book_line($word, &declared.node.name.text, None, &declared.node.see, declared.node.span);
                })*
            };
        }
        lines!(
            dice "die", scales "scale", tables "table", relations "relation", ties "tie",
            quantities "quantity", records "record", defines "define", rosters "roster",
        );
        for declared in index.rulings.values() {
            let label = declared.node.label.iter().map(|label| &label.text);
            let heading = ("ruling", &*declared.node.name.text, None, declared.node.span);
            self.book_texts(heading, label, &declared.node.see);
        }
        for declared in index.permissions.values() {
            let texts = declared
                .node
                .items
                .iter()
                .filter_map(|item| as_variant!(item, tree::PermissionItem::Text(text) => text));
            let name = &*declared.node.name.text;
            let heading = ("permission", name, None, declared.node.span);
            self.book_texts(heading, texts, &declared.node.see);
            for item in &declared.node.items {
                if let tree::PermissionItem::Require(require) = item {
                    self.book_require(require, name);
                }
            }
        }
        for declared in index.procedures.values() {
            let name = &*declared.node.name.text;
            self.book_line("procedure", name, None, &declared.node.see, declared.node.span);
            for stmt in &declared.node.body.stmts {
                if let tree::StmtKind::Step(step) = &stmt.kind {
                    self.book_line("step", &step.name.text, Some(name), &step.see, stmt.span);
                }
            }
        }
        for declared in index.actions.values() {
            self.book_action(&declared.node, None);
        }
        for declared in index.policies.values() {
            let name = &*declared.node.name.text;
            let heading = ("policy", name, None, declared.node.span);
            self.book_texts(heading, &declared.node.text, &declared.node.see);
        }
    }

    fn book_action(&mut self, action: &tree::Action, within: Option<&str>) {
        let texts = action
            .body
            .iter()
            .filter_map(|item| as_variant!(item, tree::ActionItem::Text(text) => text));
        let name = &*action.name.text;
        self.book_texts(("action", name, within, action.span), texts, &action.see);
        for item in &action.body {
            if let tree::ActionItem::Require(require) = item {
                self.book_require(require, name);
            }
        }
    }

    fn book_require(&mut self, require: &tree::Require, within: &str) {
        let label = require.label.as_ref().map_or(require.condition.span, |label| label.span);
        let name = self.source_of(label);
        self.book_line("require", &name, Some(within), &require.see, require.span);
    }

    /// Army lists, abilities, entries, battles, errata, tests.
    fn book_of_content(&mut self) {
        let content = self.input.content;
        let index = &content.index;
        for declared in index.factions.values() {
            let (name, span) = (&*declared.node.name.text, declared.node.span);
            let heading = ("faction", name, None, span);
            self.book_members(heading, &declared.node.body, &declared.node.see);
        }
        for declared in index.abilities.values() {
            let what = if declared.node.is_status { "status" } else { "ability" };
            let within = declared.faction.map(|faction| &*faction.text);
            let heading = (what, &*declared.node.name.text, within, declared.node.name.span);
            self.book_members(heading, &declared.node.body, &declared.node.see);
        }
        for entity in &content.entities {
            let what = index.shape(entity.kind).map_or("thing", |shape| shape.name);
            let within = entity.faction.map(|faction| &*faction.text);
            let heading = (what, &*entity.title, within, entity.name);
            self.book_texts(heading, entity.texts.iter().copied(), entity.see);
            for option in &entity.options {
                let option = option.declaration;
                let texts = texts_of(&option.body);
                let heading = ("option", &*option.name.text, Some(&*entity.title), option.span);
                self.book_texts(heading, texts, &option.see);
            }
        }
        for declared in index.rosters.values() {
            let texts = declared.node.items.iter().filter_map(|item| match item {
                tree::RosterItem::Member(tree::Member::Text(text)) => Some(text),
                _ => None,
            });
            let name = &*declared.node.name.text;
            self.book_texts(("roster", name, None, declared.node.span), texts, &[]);
        }
        for declared in index.scenarios.values() {
            self.book_scenario(&declared.node);
        }
        for declared in index.errata.values() {
            let name = &*declared.node.name.text;
            let heading = ("errata", name, None, declared.node.span);
            self.book_texts(heading, &declared.node.text, &declared.node.see);
            for item in &declared.node.items {
                self.book_line("item", &item.name.text, Some(name), &item.see, item.span);
            }
        }
        for declared in index.tests.values() {
            let texts = declared
                .node
                .items
                .iter()
                .filter_map(|item| as_variant!(item, tree::TestItem::Text(text) => text));
            let name = &*declared.node.name.text;
            self.book_texts(("test", name, None, declared.node.span), texts, &declared.node.see);
        }
    }

    fn book_scenario(&mut self, scenario: &tree::Scenario) {
        let (title, mut texts) = (&*scenario.name.text, Vec::new());
        for item in &scenario.items {
            match item {
                tree::ScenarioItem::Member(tree::Member::Text(text)) => texts.push(text),
                tree::ScenarioItem::Side(side) => {
                    let own = side.items.iter().filter_map(|item| match item {
                        tree::SideItem::Member(tree::Member::Text(text)) => Some(text),
                        _ => None,
                    });
                    let name = &*side.name.text;
                    self.book_texts(("side", name, Some(title), side.span), own, &[]);
                }
                // The name of a rule is all that tells it from clauses without one.
                tree::ScenarioItem::Rule { name, body, span } => {
                    self.typed.book.rules.push(RuleTextDef {
                        what: "rule".to_owned(),
                        name: name.text.to_string(),
                        within: Some(title.to_owned()),
                        texts: texts_of(body).map(|text| self.written(text)).collect(),
                        see: None,
                        span: *span,
                    });
                }
                _ => {}
            }
        }
        let span = scenario.name.span;
        self.book_texts(("scenario", title, None, span), texts, &scenario.see);
    }

    /// Sections that clauses and hooks stand for.
    fn book_of_clauses(&mut self) {
        let Self { typed, .. } = self;
        let clauses = typed.clauses.values().map(|def| (&def.label, &def.see, def.span));
        let hooks = typed.hooks.values().map(|def| (&def.label, &def.see, def.span));
        let mut last = None;
        for (label, see, span) in clauses.chain(hooks) {
            // One clause may bend several things, and is one clause all the same.
            if see.is_none() || last.replace(span) == Some(span) {
                continue;
            }
            typed.book.rules.push(RuleTextDef {
                what: "clause".to_owned(),
                name: label.clone(),
                within: None,
                texts: Vec::new(),
                see: see.clone(),
                span,
            });
        }
    }

    fn book_members(&mut self, heading: Heading<'_>, members: &[tree::Member], see: &[tree::Name]) {
        let within = heading.1;
        for member in members {
            match member {
                tree::Member::Clause(tree::Clause::Action(action)) => {
                    self.book_action(action, Some(within));
                }
                tree::Member::Limit(limit) => {
                    let label = limit.label.as_ref().map_or(limit.condition.span, |it| it.span);
                    let name = self.source_of(label);
                    self.book_line("limit", &name, Some(within), &limit.see, limit.span);
                }
                _ => {}
            }
        }
        self.book_texts(heading, texts_of(members), see);
    }

    fn book_line(
        &mut self,
        what: &str,
        name: &str,
        within: Option<&str>,
        see: &[tree::Name],
        span: Span,
    ) {
        self.book_texts((what, name, within, span), [], see);
    }

    /// An entry of the book, where there is something to say.
    fn book_texts<'t>(
        &mut self,
        (what, name, within, span): Heading<'_>,
        texts: impl IntoIterator<Item = &'t tree::Template>,
        see: &[tree::Name],
    ) {
        let texts: Vec<String> = texts.into_iter().map(|text| self.written(text)).collect();
        if texts.is_empty() && see.is_empty() {
            return;
        }
        self.typed.book.rules.push(RuleTextDef {
            what: what.to_owned(),
            name: name.to_owned(),
            within: within.map(ToOwned::to_owned),
            texts,
            see: see_text(see),
            span,
        });
    }

    /// A text as written, with what it quotes in braces.
    fn written(&self, text: &tree::Template) -> String {
        let parts = text.parts.iter().map(|part| match part {
            tree::TemplatePart::Text(words) => words.to_string(),
            tree::TemplatePart::Hole(value) => {
                format!("{{{}}}", self.on_one_line(value.span))
            }
        });
        parts.collect::<String>().trim().to_owned()
    }
}

fn texts_of(members: &[tree::Member]) -> impl Iterator<Item = &tree::Template> {
    members.iter().filter_map(|member| as_variant!(member, tree::Member::Text(text) => text))
}
