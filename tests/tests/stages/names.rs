//! Names: kinds with their columns, duplicates, suggestions.

use crate::game::{SYSTEM, game, trial};
use std::sync::Arc;
use warwright_compiler::roots::{MemoryRoot, Request, load};
use warwright_compiler::wording::suggest;

#[test]
fn columns_group_profiles() {
    let loaded = game("");
    let trial = trial(&loaded).clean();
    let (_, shape) = trial.content.index.kind("token").expect("the kind");
    let columns: Vec<&str> = shape.columns.iter().map(|column| column.name).collect();
    assert_eq!(columns, ["hit", "guard", "move", "rank", "tints", "tall", "points"]);
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
fn who_declares_something_again_is_told_what_may_be_meant() {
    for (text, message, help) in [
        (
            "ruling reach: int = 3 \"A-01\"",
            "ruling `reach` is declared twice",
            "to take another reading, write `ruling reach = ..` in a scenario, a roster or a test",
        ),
        (
            "quantity speed(u: token): length favours u = u.move",
            "quantity `speed` is declared twice",
            "to bend it write `modify speed ..`; else give yours another name",
        ),
        (
            "table speed(rank: Rank): int { plain | 1 ; chief | 2 }",
            "`speed` is a quantity already, and cannot be a table too",
            "give yours another name: both are called by their name alone",
        ),
        (
            "status Spiked for token { }",
            "`Spiked` is an ability already, and cannot be a status too",
            "give yours another name: both are called by their name alone",
        ),
        (
            "faction \"Old Huts\" { }\nfaction \"Old Huts\" { }",
            "faction \"Old Huts\" is declared twice",
            "put the entries of both into one, or let one be `like \"Old Huts\"` under another name",
        ),
        (
            "ability Wet for token { }\nability Wet for token { }",
            "ability `Wet` is declared twice",
            "put the clauses of both into one, or give one of them another name",
        ),
    ] {
        let loaded = game(text);
        let trial = trial(&loaded);
        let found = trial.only(202);
        assert_eq!(found.message, message);
        assert_eq!(found.help[0].text, help, "{text}");
    }
}

#[test]
fn names_inside_a_declaration_stand_once() {
    for (text, message) in [
        ("enum Hue { red, blue, red }", "`red` stands twice among the values"),
        ("record pair { a: int ; a: int }", "`a` stands twice among the fields"),
        ("define sum_of(a: int, b: int, a: int): int = a", "`a` stands twice among the parameters"),
        ("ability Odd(n: int, n: int) for token { }", "`n` stands twice among the parameters"),
        (
            "ability Odd for token { state a: int = 0 ; state a: int = 1 }",
            "`a` stands twice among the states",
        ),
        (
            "token Tent { hit 1 1/1 ; guard 1 ; move 0\" ; points 1 ; option Flag +1 points { guard 2 } ; option Flag +2 points { guard 3 } }",
            "`Flag` stands twice among the options",
        ),
        (
            "kind bead is thing { asks fits(a: token, a: token): bool }",
            "`a` stands twice among the parameters",
        ),
    ] {
        let loaded = game(text);
        let trial = trial(&loaded);
        assert_eq!(trial.only(202).message, message);
    }
}

#[test]
fn a_kind_has_one_thing_of_each_name() {
    for text in [
        "state wet: bool = false ; derive wet: bool = true",
        "derive wet: bool = true ; profile wet: int",
        "asks wet(a: token): bool ; derive wet: bool = true",
        "profile wet: int ; does wet(a: token)",
    ] {
        let loaded = game(&format!("kind bead is thing {{ {text} }}"));
        let trial = trial(&loaded);
        assert_eq!(trial.only(219).message, "kind `bead` has `wet` twice", "{text}");
    }
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
