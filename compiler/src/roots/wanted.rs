//! Wanted: the rosters and battles that files name and do not declare themselves, as they may stand in other files of battles.

use std::collections::BTreeSet;

use warwright_grammar::tree::{
    File, Item, Member, Name, Scenario, ScenarioItem, SideItem, Test, Word,
};

/// Names of rosters and of battles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    rosters: BTreeSet<Word>,
    scenarios: BTreeSet<Word>,
}

impl Names {
    /// What a file names: the rosters of its sides, the battles that its own are like, those of its tests.
    pub(super) fn named(file: &File) -> Self {
        let mut names = Self::default();
        for item in &file.items {
            match item {
                Item::Scenario(scenario) => names.of_scenario(scenario),
                Item::Test(Test { of: Some(of), .. }) => {
                    names.scenarios.insert(of.text.clone());
                }
                _ => {}
            }
        }
        names
    }

    fn of_scenario(&mut self, scenario: &Scenario) {
        self.scenarios.extend(scenario.like.iter().map(|like| like.text.clone()));
        let sides = scenario
            .items
            .iter()
            .filter_map(|item| as_variant!(item, ScenarioItem::Side(side) => &side.items));
        let rosters = sides
            .flatten()
            .filter_map(|item| as_variant!(item, SideItem::Roster(name) => name.text.clone()));
        self.rosters.extend(rosters);
    }

    /// What a file declares.
    pub(super) fn declared(file: &File) -> Self {
        let mut names = Self::default();
        for item in &file.items {
            names.declare(item);
            if let Item::Faction(faction) = item {
                for member in &faction.body {
                    if let Member::Item(item) = member {
                        names.declare(item);
                    }
                }
            }
        }
        names
    }

    fn declare(&mut self, item: &Item) {
        let text = |name: &Name| name.text.clone();
        match item {
            Item::Roster(roster) => {
                self.rosters.insert(text(&roster.name));
            }
            Item::Scenario(scenario) => {
                self.scenarios.insert(text(&scenario.name));
            }
            _ => {}
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rosters.is_empty() && self.scenarios.is_empty()
    }

    /// Whether they have a name in common.
    pub(super) fn meet(&self, other: &Self) -> bool {
        !self.rosters.is_disjoint(&other.rosters) || !self.scenarios.is_disjoint(&other.scenarios)
    }

    pub(super) fn add(&mut self, other: Self) {
        self.rosters.extend(other.rosters);
        self.scenarios.extend(other.scenarios);
    }

    pub(super) fn without(mut self, other: &Self) -> Self {
        self.rosters.retain(|name| !other.rosters.contains(name));
        self.scenarios.retain(|name| !other.scenarios.contains(name));
        self
    }
}
