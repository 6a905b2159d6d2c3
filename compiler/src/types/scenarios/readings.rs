//! What rosters take for rulings: that there are such rulings and values, and that battles take the same.

use crate::typed::Type;
use crate::types::checker::Checker;
use warwright_grammar::{Diagnostic, Span, codes, tree};

/// A reading that a roster takes: the ruling, its cell, where it says so.
pub(crate) type Taken = (u16, i64, Span);

impl<'a> Checker<'a> {
    /// What every roster takes in its own lines, by its position among the rosters.
    pub(super) fn readings(&mut self) -> Vec<Vec<Taken>> {
        let rosters = self.input.rosters;
        for roster in &rosters.rosters {
            self.taken_once(roster.own_readings().map(|(reading, _)| reading.name));
        }
        let mut all = Vec::with_capacity(rosters.rosters.len());
        for roster in &rosters.rosters {
            let mut taken: Vec<Taken> = Vec::new();
            for (reading, line) in roster.own_readings() {
                if let Some((ruling, cell)) = self.ruling_taken(reading.name, reading.value)
                    && taken.iter().all(|(known, ..)| *known != ruling)
                {
                    taken.push((ruling, cell, line));
                }
            }
            all.push(taken);
        }
        all
    }

    /// A battle takes another reading than the game's own.
    pub(super) fn taken_anew(
        &mut self,
        (ruling, cell): (u16, i64),
        name: &tree::Name,
        value: Span,
    ) {
        let Some(def) = self.typed.rulings.get(usize::from(ruling)) else { return };
        if def.value != cell {
            return;
        }
        let (message, declared) = (format!("the game takes `{}` so anyway", name.text), def.span);
        let found = Diagnostic::at(codes::IDLE_CLAUSE, value)
            .says(message)
            .label("changes nothing")
            .also(declared, "declared here");
        let found = match def.ty {
            Type::Bool => {
                let other = if cell == 0 { "true" } else { "false" };
                found.fix(format!("did you mean `{other}`?"), value, other)
            }
            _ => found.help("take another value, or leave it out"),
        };
        self.report(found);
    }

    /// Sees that of one roster, battle or test no ruling is taken twice.
    pub(crate) fn taken_once<'n>(&mut self, names: impl Iterator<Item = &'n tree::Name>) {
        let mut known: Vec<&tree::Name> = Vec::new();
        for name in names {
            let Some(first) = known.iter().find(|first| first.text == name.text) else {
                known.push(name);
                continue;
            };
            Diagnostic::at(codes::FIELD_TWICE, name.span)
                .says(format!("the ruling `{}` is taken twice", name.text))
                .label("again here")
                .also(first.span, "first here")
                .help("take one of them away")
                .emit(self.sink);
        }
    }

    /// A battle is played by one reading: an army that was built by another has no place in it.
    pub(super) fn one_reading(&mut self, scenario: &'a tree::Scenario, rulings: &[(u16, i64)]) {
        let rosters = self.input.rosters;
        for item in &scenario.items {
            let tree::ScenarioItem::Side(side) = item else { continue };
            for position in rosters.of_side(side.span) {
                let taken = self.readings.get(*position).cloned().unwrap_or_default();
                let army = rosters.rosters.get(*position).map_or("", |roster| roster.title);
                for taken in taken {
                    if !self.plays_by(taken, rulings) {
                        self.other_reading(scenario, side, army, taken);
                    }
                }
            }
        }
    }

    /// Whether a battle with such rulings is played by a reading.
    fn plays_by(&self, (ruling, cell, _): Taken, rulings: &[(u16, i64)]) -> bool {
        let own = rulings.iter().find(|(other, _)| *other == ruling).map(|(_, cell)| *cell);
        let declared = || self.typed.rulings.get(usize::from(ruling)).map(|def| def.value);
        own.or_else(declared) == Some(cell)
    }

    fn other_reading(
        &mut self,
        scenario: &tree::Scenario,
        side: &tree::Side,
        army: &str,
        (ruling, _, line): Taken,
    ) {
        let def = self.typed.rulings.get(usize::from(ruling));
        let name = def.map_or("", |def| def.name.as_str());
        let words = self.input.sources.slice(line);
        Diagnostic::at(codes::OTHER_READING, army_of(side, army))
            .says(format!(
                "roster \"{army}\" takes a reading of `{name}` that \"{}\" is not played by",
                scenario.name.text
            ))
            .label("held against other limits than this battle has")
            .also(line, "taken here")
            .help(format!("write `{words}` in the scenario too, or field another roster"))
            .emit(self.sink);
    }
}

/// Where a side names an army, or the side itself.
fn army_of(side: &tree::Side, army: &str) -> Span {
    let named = side.items.iter().find_map(
        |item| as_variant!(item, tree::SideItem::Roster(name) if *name.text == *army => name.span),
    );
    named.unwrap_or(side.name.span)
}
