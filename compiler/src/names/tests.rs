//! Names: kinds with their columns, duplicates, suggestions.
#![expect(
    clippy::indexing_slicing,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

use super::suggest;
use crate::roots::tests::trial::{game, trial};

#[test]
fn columns_group_profiles() {
    let loaded = game("");
    let trial = trial(&loaded).clean();
    let (_, shape) = trial.content.index.kind("token").expect("the kind");
    let columns: Vec<&str> = shape.columns.iter().map(|column| column.name).collect();
    assert_eq!(columns, ["hit", "guard", "move", "rank", "tints", "points"]);
    assert_eq!(shape.columns[0].profiles, [0, 1, 2]);
    assert!(shape.profiles[6].is_list);
    assert!(shape.forms);
    assert_eq!(shape.plural, "tokens");
}

#[test]
fn a_name_twice_shows_both_places() {
    let loaded = game("ability Spiked for token { }");
    let trial = trial(&loaded);
    let found = trial.only(202);
    assert_eq!(loaded.sources.slice(found.primary.span), "Spiked");
    assert_eq!(found.secondary.len(), 1);
    assert_ne!(found.secondary[0].span.file, found.primary.span.file);
}

#[test]
fn a_clause_outside_every_bearer_is_refused() {
    let loaded = game("modify speed by +1\" \"wind\"");
    trial(&loaded).only(211);
}

#[test]
fn suggestions_are_near_or_absent() {
    assert_eq!(suggest("gaurd", ["dice", "guard", "move"]).as_deref(), Some("guard"));
    assert_eq!(suggest("tall tower", ["Tall Tower"]).as_deref(), Some("Tall Tower"));
    assert_eq!(suggest("xyz", ["guard", "move"]), None);
    assert_eq!(suggest("a", ["zz"]), None);
}
