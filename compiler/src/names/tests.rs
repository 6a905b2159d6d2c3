//! Names: kinds with their columns, duplicates, suggestions.
#![expect(
    clippy::indexing_slicing,
    clippy::expect_used,
    reason = "a test that cannot go on has failed"
)]

use super::suggest;
use crate::roots::tests::trial::{SYSTEM, game, trial};
use crate::roots::{MemoryRoot, Request, load};
use std::sync::Arc;

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
    let file = |span| loaded.sources.file_of(span);
    assert_ne!(file(found.secondary[0].span), file(found.primary.span));
}

#[test]
fn the_newcomer_of_two_types_is_the_later_one() {
    let loaded = game("enum Bead { red, blue }\nkind Bead is thing\nenum player { one, two }");
    let trial = trial(&loaded);
    assert_eq!(trial.codes(), [202, 202], "{:#?}", trial.found);
    let place =
        |found: &warwright_grammar::Diagnostic| loaded.sources.range(found.primary.span).start;
    let mut places = trial.found.iter().map(place).collect::<Vec<_>>();
    places.sort_unstable();
    let text = loaded.sources.text(loaded.sources.file_of(trial.found[0].primary.span));
    let kind = text.find("Bead is").expect("the kind");
    let own = text.find("player").expect("the other");
    assert_eq!(places, [kind, own]);
}

/// The library was there before whatever an author adds, wherever the file lies and however it is named.
#[test]
fn the_authors_file_is_the_newcomer() {
    let text =
        "use trial\nfaction \"Huts\" { token Hut { points 3 } }\nability Wet for token { }\n";
    for (path, asked) in
        [("factions/trial/a.ww", false), ("a.ww", true), ("scenarios/trial/a.ww", true)]
    {
        let library = MemoryRoot::new("library")
            .with("systems/trial/trial.ww", SYSTEM)
            .with("factions/trial/z.ww", text)
            .with("scenarios/trial/z.ww", "use trial\nability Dry for token { }\n");
        let own = MemoryRoot::new("").with(path, format!("{text}ability Dry for token {{ }}\n"));
        let loaded = load(&Request {
            roots: vec![Arc::new(own), Arc::new(library)],
            files: if asked { vec![path.to_owned()] } else { Vec::new() },
            system: Some("trial".to_owned()),
            scenarios: true,
            with_library: true,
            ..Request::default()
        });
        let trial = trial(&loaded);
        assert_eq!(trial.codes(), [202; 4], "{path}: {:#?}", trial.found);
        for found in &trial.found {
            let [newer, older] = [found.primary.span, found.secondary[0].span]
                .map(|span| loaded.sources.file_of(span));
            assert_eq!(loaded.sources.name(newer), path);
            assert_ne!(newer, older);
        }
    }
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
