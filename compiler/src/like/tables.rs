//! Tables of entities, taken out of the trees of files: what their rows say is kept in fewer words, and each is dropped once
//! it has been read.

use rustc_hash::FxHashMap;
use warwright_grammar::source::Span;
use warwright_grammar::tree::{EntityTable, File, Item, Member};

/// Tables by the place where they stand; what is left there has no rows.
#[derive(Debug, Default)]
pub struct Tables(FxHashMap<Span, EntityTable>);

impl Tables {
    /// Takes the tables out of files: those that stand alone or in an army list, which are nearly all.
    pub fn take<'f>(files: impl IntoIterator<Item = &'f mut File>) -> Self {
        let mut tables = Self::default();
        for item in files.into_iter().flat_map(|file| &mut file.items) {
            match item {
                Item::EntityTable(table) => tables.keep(table),
                Item::Faction(faction) => {
                    for member in &mut faction.body {
                        if let Member::Item(item) = member
                            && let Item::EntityTable(table) = &mut **item
                        {
                            tables.keep(table);
                        }
                    }
                }
                _ => {}
            }
        }
        tables
    }

    fn keep(&mut self, table: &mut EntityTable) {
        let rows = std::mem::take(&mut table.rows);
        self.0.insert(table.span, EntityTable { rows, ..table.clone() });
    }

    /// How many rows they have.
    pub(super) fn rows(&self) -> usize {
        self.0.values().map(|table| table.rows.len()).sum()
    }

    /// The table of which this is left; none of one that was not taken.
    pub(super) fn of(&mut self, left: &EntityTable) -> Option<EntityTable> {
        self.0.remove(&left.span)
    }
}
