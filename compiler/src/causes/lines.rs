//! What stands together in a text: takes the trees, gives the rows of tables, the tests with what comes before their first
//! question, the declarations, and whose root a file is of. Worked out once, and asked of each diagnostic.

use crate::roots::LoadedFile;
use rustc_hash::FxHashMap;
use warwright_grammar::source::FileId;
use warwright_grammar::tree::{Item, Member, Test, TestItem};
use warwright_grammar::{SourceMap, Span};

/// Rows and tests, each in order.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    rows: Vec<Span>,
    /// A test, and where its first question begins.
    tests: Vec<(Span, u32)>,
    /// Declarations that stand in no other.
    declarations: Vec<Span>,
    roots: FxHashMap<FileId, usize>,
}

impl Lines {
    /// Of all files.
    pub(crate) fn of(files: &[LoadedFile]) -> Self {
        let mut lines = Self::default();
        for file in files {
            lines.roots.insert(file.tree.id, file.root);
            file.tree.items.iter().for_each(|item| lines.item(item));
            lines.declarations.extend(file.tree.items.iter().map(Item::span));
        }
        lines.rows.sort_unstable();
        lines.tests.sort_unstable();
        lines.declarations.sort_unstable();
        lines
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Table(table) => self.rows.extend(table.rows.iter().map(|row| row.span)),
            Item::ModifierTable(table) => self.rows.extend(table.rows.iter().map(|row| row.span)),
            Item::EntityTable(table) => {
                self.rows.extend(table.rows.iter().map(|row| row.row.span));
            }
            Item::Faction(faction) => self.members(&faction.body),
            Item::Ability(ability) => self.members(&ability.body),
            Item::Entity(entity) => self.members(&entity.body),
            Item::Test(test) => self.tests.push((test.span, first_question(test))),
            _ => {}
        }
    }

    fn members(&mut self, members: &[Member]) {
        for member in members {
            if let Member::Item(item) = member {
                self.item(item);
            }
        }
    }

    /// Whether a place lies in a row of a table.
    pub(super) fn in_row(&self, about: Span) -> bool {
        let next = self.rows.partition_point(|row| row.start() <= about.start());
        let row = next.checked_sub(1).and_then(|at| self.rows.get(at));
        row.is_some_and(|row| row.contains(about))
    }

    /// The test in which a place lies, by its number, and whether that is before its first question.
    pub(super) fn test_at(&self, about: Span) -> Option<(usize, bool)> {
        let next = self.tests.partition_point(|test| test.0.start() <= about.start());
        let at = next.checked_sub(1)?;
        let (test, question) = self.tests.get(at)?;
        test.contains(about).then_some((at, about.start() < *question))
    }

    /// The test in which a place lies.
    pub(crate) fn test_of(&self, about: Span) -> Option<Span> {
        self.tests.get(self.test_at(about)?.0).map(|test| test.0)
    }

    /// The declaration in which a place lies, that stands in no other.
    pub(crate) fn declaration(&self, about: Span) -> Option<Span> {
        let next = self.declarations.partition_point(|it| it.start() <= about.start());
        let found = next.checked_sub(1).and_then(|at| self.declarations.get(at))?;
        found.contains(about).then_some(*found)
    }

    /// The root of the file of a place.
    pub(super) fn root(&self, about: Span, sources: &SourceMap) -> Option<usize> {
        self.roots.get(&sources.file_of(about)).copied()
    }
}

/// Where the first thing that a test runs or expects begins.
fn first_question(test: &Test) -> u32 {
    let asks = test.items.iter().find_map(|item| match item {
        TestItem::Run { span, .. } | TestItem::Odds { span, .. } => Some(span.start()),
        TestItem::Expect(expect) => Some(expect.span.start()),
        _ => None,
    });
    asks.unwrap_or_else(|| test.span.end())
}
