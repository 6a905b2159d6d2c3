//! Assembling: from the files of a game to its content on a day, the stages before types in their order.

use warwright_grammar::Sink;

use crate::errata::{self, AsOf};
use crate::like::{self, Content, Tables};
use crate::names;
use crate::roots::Loaded;
use crate::rosters::{self, Rosters};

/// The content and rosters of a game as they stand on a day, with the tables that were taken out of its files. What the files
/// themselves have wrong is not repeated.
pub fn assemble<'t>(
    loaded: &'t Loaded,
    tables: Tables,
    as_of: AsOf,
    sink: &mut Sink,
) -> (Content<'t>, Rosters<'t>) {
    let sources = &loaded.sources;
    // The author's own files lie in the first root, or there is no other.
    let files = loaded.files.iter().map(|file| (&file.tree, file.root > 0));
    let mut index = names::index(files, sink);
    let mut declared = like::declare(&index, tables, sources, sink);
    let (report, changed) = errata::apply(&mut index, &mut declared, as_of, sources, sink);
    like::inherit_scenarios(&mut index, &declared.removed, sink);
    let mut content = like::merge(index, declared, changed, report, sink);
    let rosters = rosters::expand(&mut content, sources, sink);
    (content, rosters)
}
