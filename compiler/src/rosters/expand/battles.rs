//! Rosters in battles: takes the sides of scenarios and the armies that tests are given, gives whom each brings.

use super::{Expand, readings_of, written};
use crate::like::{Found, MAX_CHAIN, is_army, written_name};
use crate::names::Node;
use crate::provenance::EntityId;
use crate::rosters::{Reading, problems};
use std::sync::Arc;
use warwright_grammar::tree::{self, Item, Limit, Member, ScenarioItem, SideItem, TestItem};
use warwright_ir::KindBase;

impl<'t> Expand<'t, '_> {
    pub(super) fn sides(&mut self) {
        let scenarios: Vec<Node<'t, tree::Scenario>> =
            self.content.index.scenarios.values().map(|declared| declared.node.clone()).collect();
        let mut lines: Vec<Vec<&'t tree::Scenario>> = Vec::new();
        for node in &scenarios {
            // Errata change figures and clauses of a battle, never its armies: those are read as written.
            let written = self.as_written(node);
            let Some(scenario) = written else { continue };
            let line = self.line(scenario);
            let readings = readings_of(&line);
            self.one_roster(scenario);
            for side in scenario.items.iter().filter_map(side_of) {
                self.side(side, &readings);
            }
            lines.push(line);
        }
        // A side that names no army has that of the side which it is like.
        for line in lines {
            self.inherited_armies(&line);
        }
        for node in &scenarios {
            for side in node.items.iter().filter_map(side_of) {
                self.out.bind(side.span, &limits_of(node, side));
            }
        }
    }

    /// Says so where two sides of a battle name the same roster.
    fn one_roster(&mut self, scenario: &'t tree::Scenario) {
        let sides = scenario.items.iter().filter_map(side_of);
        let mut known: Vec<(&tree::Side, &tree::Name)> = Vec::new();
        for side in sides {
            for item in &side.items {
                let SideItem::Roster(name) = item else { continue };
                let first =
                    known.iter().find(|(of, it)| it.text == name.text && of.span != side.span);
                if let Some((of, first)) = first
                    && self.out.by_name.contains_key(&*name.text)
                {
                    let sides = [&*of.name.text, &*side.name.text];
                    self.sink.push(problems::one_roster(name, first.span, sides));
                }
                known.push((side, name));
            }
        }
    }

    /// A scenario and those that it is like, as written.
    fn line(&self, scenario: &'t tree::Scenario) -> Vec<&'t tree::Scenario> {
        let mut line = vec![scenario];
        let mut at = scenario;
        while let Some(like) = &at.like
            && let Some(parent) = self.content.index.written_scenarios.get(&*like.text)
            && line.len() <= MAX_CHAIN
        {
            line.push(*parent);
            at = parent;
        }
        line
    }

    fn inherited_armies(&mut self, line: &[&'t tree::Scenario]) {
        let Some((heir, parents)) = line.split_first() else { return };
        for side in heir.items.iter().filter_map(side_of) {
            if side.items.iter().any(is_army) {
                continue;
            }
            let theirs = parents.iter().flat_map(|parent| &parent.items).filter_map(side_of);
            let namesake = |other: &&tree::Side| other.name.text == side.name.text;
            let armed = theirs.filter(namesake).find(|other| other.items.iter().any(is_army));
            let army = armed.and_then(|other| self.out.sides.get(&other.span)).cloned();
            if let Some(army) = army {
                self.out.sides.insert(side.span, army);
            }
        }
    }

    fn as_written(&self, node: &Node<'t, tree::Scenario>) -> Option<&'t tree::Scenario> {
        match node {
            Node::Written(node) => Some(node),
            Node::Changed(node) => {
                self.content.index.written_scenarios.get(&*node.name.text).copied()
            }
        }
    }

    fn side(&mut self, side: &'t tree::Side, readings: &[Reading<'t>]) {
        if let Some(of) = &side.of {
            self.is_faction(of);
        }
        let mut positions = Vec::new();
        for item in &side.items {
            match item {
                SideItem::Roster(name) => match self.out.by_name.get(&*name.text) {
                    Some(position) => {
                        let found = self.out.rosters.get(*position);
                        if let (Some(wanted), Some(is)) =
                            (&side.of, found.and_then(|roster| roster.faction))
                            && !self.content.index.army_lists(&is.text).contains(&&*wanted.text)
                        {
                            self.sink.push(problems::other_faction(name, wanted, is));
                        }
                        positions.push(*position);
                    }
                    None => {
                        let known: Vec<&str> = self.content.index.rosters.keys().copied().collect();
                        self.sink.push(problems::unknown_roster(name, &known));
                    }
                },
                SideItem::Member(Member::Item(item)) => {
                    if let Item::Roster(node) = &**item {
                        positions.push(self.roster(node, side.of.as_ref(), readings, false));
                    }
                }
                _ => {}
            }
        }
        self.out.sides.insert(side.span, positions);
    }

    pub(super) fn givens(&mut self) {
        let tests: Vec<&'t tree::Test> =
            written(self.content.index.tests.values().map(|declared| &declared.node));
        for test in tests {
            for item in &test.items {
                match item {
                    TestItem::Given(given) => self.given(given),
                    TestItem::Roster(node) => {
                        let position = self.roster(node, None, &[], true);
                        self.out.tried.insert(node.name.span, position);
                    }
                    _ => {}
                }
            }
        }
    }

    /// What a piece of a test is one of, its own side first where several army lists have that name; none where that was reported.
    fn given_entity(&mut self, given: &tree::Given) -> Option<EntityId> {
        let Some(text) = written_name(&given.what) else {
            self.sink.push(problems::given_what(given.what.span));
            return None;
        };
        let of = given.settings.iter().find(|setting| &*setting.word.text == "of");
        let of = of.and_then(|setting| setting.values.first()).and_then(written_name);
        let name = tree::Name { text: text.into(), span: given.what.span, quoted: false };
        match self.known_to(given.what.span, self.content.find(None, text, of)) {
            Found::One(found) => Some(found),
            Found::Several(ids) => {
                let places: Vec<_> = ids
                    .iter()
                    .filter_map(|id| {
                        let entity = self.content.entity(*id)?;
                        Some((entity.name, entity.faction.map(|of| &*of.text)))
                    })
                    .collect();
                self.sink.push(problems::ambiguous_given(&name, &places));
                None
            }
            Found::None => {
                let placed = self.content.all().filter(|(_, entity)| {
                    let base = self.content.index.shape(entity.kind).map(|shape| shape.base);
                    entity.base.is_none() && matches!(base, Some(KindBase::Piece | KindBase::Area))
                });
                let titles = placed.map(|(_, entity)| &*entity.title);
                let gone = self.content.taken_away(text);
                self.sink.push(problems::unknown_given(&name, titles, gone));
                None
            }
        }
    }

    /// The entity of a piece in a test, with what it was given there; one without was reported.
    fn given(&mut self, given: &'t tree::Given) {
        let Some(mut base) = self.given_entity(given) else { return };
        let mut bought: Vec<(&'t tree::Name, u32)> = Vec::new();
        for setting in &given.settings {
            match &*setting.word.text {
                "with" => {
                    for value in &setting.values {
                        match &value.kind {
                            tree::ExprKind::Name(name) => bought.push((name, 1)),
                            tree::ExprKind::Text(_) => self.titled(value, base, &mut bought),
                            _ => self.sink.push(problems::bought_what(value.span)),
                        }
                    }
                }
                "form" => {
                    let wanted = setting.values.first().and_then(written_name);
                    let forms = self.content.entity(base).map_or(&[][..], |entity| &entity.forms);
                    let form = forms.iter().copied().find(|form| {
                        self.content
                            .entity(*form)
                            .is_some_and(|form| form.form.as_deref() == wanted)
                    });
                    base = form.unwrap_or(base);
                }
                _ => {}
            }
        }
        let mut wish = self.wish(base, &bought, given.span);
        if self.has_figures(base, &given.fields) {
            wish.figures = Some((&given.fields, given.span));
        }
        let entity = self.content.variant(&wish, self.sources, self.sink);
        self.out.givens.insert(given.span, entity);
    }

    /// An option that a test names by its title: found among the options, for a title is no name in the tree.
    fn titled(
        &mut self,
        value: &'t tree::Expr,
        base: EntityId,
        bought: &mut Vec<(&'t tree::Name, u32)>,
    ) {
        let Some(title) = written_name(value) else { return };
        let Some(entity) = self.content.entity(base) else { return };
        let option = entity.options.iter().find(|given| &*given.declaration.name.text == title);
        match option {
            Some(option) => bought.push((&option.declaration.name, 1)),
            None => {
                let options: Vec<&str> =
                    entity.options.iter().map(|given| &*given.declaration.name.text).collect();
                let name = tree::Name { text: title.into(), span: value.span, quoted: true };
                let found = problems::unknown_option(&name, &entity.title, &options, None);
                self.sink.push(found);
            }
        }
    }
}

/// The limits that bind what a side of a battle fields: its own and those of the battle, the inherited ones too.
pub(crate) fn limits_of(scenario: &tree::Scenario, side: &tree::Side) -> Vec<Arc<Limit>> {
    let of_battle = scenario
        .items
        .iter()
        .filter_map(|item| as_variant!(item, ScenarioItem::Member(Member::Limit(limit)) => limit));
    let of_side = side
        .items
        .iter()
        .filter_map(|item| as_variant!(item, SideItem::Member(Member::Limit(limit)) => limit));
    of_side.chain(of_battle).map(|limit| Arc::new((**limit).clone())).collect()
}

fn side_of(item: &ScenarioItem) -> Option<&tree::Side> {
    as_variant!(item, ScenarioItem::Side(side) => side)
}
