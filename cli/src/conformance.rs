//! How much of a conformance list tests show: takes the rows and the tests that passed, gives counts by group and the rest.

use crate::output::Output;
use serde::Serialize;
use std::collections::BTreeMap;
use warwright_compiler::conformance::Row;

/// How much of a system's list is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conformance {
    /// The system.
    pub system: String,
    /// How many rows a test could show.
    pub rows: usize,
    /// How many of them a passing test shows.
    pub shown: usize,
    /// How many rows besides say that they need no test.
    pub no_test: usize,
    /// The headings of the list, in order.
    pub groups: Vec<Group>,
    /// Rows that say that they need no test, and yet a test shows them.
    pub needless: Vec<Needless>,
}

/// A heading of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Its words.
    pub name: String,
    /// How many rows a test could show.
    pub rows: usize,
    /// How many of them a passing test shows.
    pub shown: usize,
    /// The rest.
    pub rest: Vec<Missing>,
    /// Those that need no test.
    pub no_test: Vec<Unneeded>,
}

/// A row that no passing test shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// Its name.
    pub row: String,
    /// What it says.
    pub words: String,
}

/// A row that needs no test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unneeded {
    /// Its name.
    pub row: String,
    /// Why.
    pub reason: String,
}

/// A row whose mark is out of date.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Needless {
    /// Its name.
    pub row: String,
    /// The test that shows it.
    pub test: String,
}

/// How much of a list is shown. `shown` gives for each row that a passing test covers the title of the first such test.
#[must_use]
pub fn conformance(system: &str, rows: &[Row], shown: &BTreeMap<String, String>) -> Conformance {
    let mut result = Conformance {
        system: system.to_owned(),
        rows: 0,
        shown: 0,
        no_test: 0,
        groups: Vec::new(),
        needless: Vec::new(),
    };
    for row in rows {
        let by = shown.get(&row.id);
        let position = result.groups.iter().position(|group| group.name == row.group);
        let group = match position.and_then(|at| result.groups.get_mut(at)) {
            Some(group) => group,
            None => {
                let (name, rest, no_test) = (row.group.clone(), Vec::new(), Vec::new());
                result.groups.push(Group { name, rows: 0, shown: 0, rest, no_test });
                let Some(group) = result.groups.last_mut() else { continue };
                group
            }
        };
        if let Some(reason) = &row.no_test {
            result.no_test += 1;
            group.no_test.push(Unneeded { row: row.id.clone(), reason: reason.clone() });
            if let Some(test) = by {
                result.needless.push(Needless { row: row.id.clone(), test: test.clone() });
            }
            continue;
        }
        result.rows += 1;
        group.rows += 1;
        if by.is_some() {
            result.shown += 1;
            group.shown += 1;
        } else {
            group.rest.push(Missing { row: row.id.clone(), words: row.rule.clone() });
        }
    }
    result
}

impl Conformance {
    /// Prints the counts by group, then the rest by group.
    pub fn print(&self, out: &mut Output) {
        let more = needing_none(self.no_test);
        out.line(&format!(
            "{}: {} of {} rows are shown by a passing test{more}",
            self.system, self.shown, self.rows
        ));
        for group in &self.groups {
            let more = needing_none(group.no_test.len());
            out.line(&format!("  {}: {} of {}{more}", group.name, group.shown, group.rows));
        }
        if self.groups.iter().any(|group| !group.rest.is_empty()) {
            out.line("\nnot shown:");
        }
        for group in self.groups.iter().filter(|group| !group.rest.is_empty()) {
            out.line(&format!("  {}", group.name));
            for row in &group.rest {
                out.line(&format!("    {} | {}", row.row, row.words));
            }
        }
        for needless in &self.needless {
            out.line(&format!(
                "{}: the list says that {} needs no test, but \"{}\" shows it; take the mark away",
                self.system, needless.row, needless.test
            ));
        }
    }
}

fn needing_none(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => String::from(", 1 needs no test"),
        count => format!(", {count} need no test"),
    }
}
