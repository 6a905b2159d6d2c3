//! `about` and `library`: what a game offers to hang a rule on, told from the compiled game, and the sources that come along.

use super::{arg, folder, run};
use warwright_compiler::passes::{Options, compile};
use warwright_tests::repository::root;
use warwright_tests::sources::games;

const EXCHANGE: &str = "tests/games/exchange";

#[test]
fn a_game_tells_what_it_offers() {
    insta::assert_snapshot!("about_a_game", run(&["about", EXCHANGE]).good());
}

#[test]
fn one_thing_is_told_whole() {
    insta::assert_snapshot!(
        "about_a_number",
        run(&["about", "tests/games/lanterns", "shine"]).good()
    );
    let told = run(&["about", "tests/games/cogs", "winding.tally"]).good();
    insta::assert_snapshot!("about_a_step", told);
    assert_eq!(told, run(&["about", "tests/games/cogs", "tally"]).good());
}

#[test]
fn a_section_alone_and_as_json() {
    let words = run(&["about", "battlelore", "words"]).good();
    assert!(words.contains("\n  cavalry\n      called: rider; mounted; horse\n"), "{words}");
    let listed = run(&["about", EXCHANGE, "procedures"]).good();
    assert!(listed.starts_with("PROCEDURES - "), "{listed}");
    let json = run(&["about", EXCHANGE, "--json"]).good();
    let all: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(all["system"], "exchange");
    assert!(all["sections"].as_array().unwrap().len() >= 3);
}

#[test]
fn what_there_is_not_gets_a_near_name() {
    let ran = run(&["about", "battleground", "strike.roll_damge"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("did you mean `strike.roll_damage`?"), "{}", ran.err);
    assert_eq!(run(&["about"]).good(), "battleground\nbattlelore\noathmark\nwarmaster\n");
}

/// Each thing has its source, and each clause and hook of a game bends something that is told.
#[test]
fn nothing_that_bends_is_left_out() {
    let everything = warwright_cli::load::everything(&warwright_cli::args::Sources::default());
    for request in everything.unwrap() {
        let options = Options { about: true, gloss: true, ..Options::default() };
        let compilation = compile(&request, &options);
        let index = compilation.about.unwrap();
        let items = || index.sections.iter().flat_map(|section| &section.items);
        for item in items() {
            assert!(
                !item.sign.is_empty() && item.source.is_empty() == item.file.is_empty(),
                "{item:?}"
            );
            assert!(
                index.named(&item.name).iter().any(|(_, found)| *found == item),
                "{}",
                item.name
            );
        }
        let told: Vec<&str> = items().flat_map(|item| &item.bent_by).map(|it| &*it.words).collect();
        // What is chosen, what limits a list and what the game itself says at its end bends nothing.
        let others = [" be chosen ", " keeps to it ", " is asked when the battle is over"];
        let bends = |words: &str| !others.iter().any(|other| words.contains(other));
        for gloss in compilation.glosses.iter().filter(|it| bends(&it.words)) {
            assert!(told.contains(&&*gloss.words), "{}: {}", index.system, gloss.words);
        }
    }
    assert!(games().len() >= 2);
}

#[test]
fn the_sources_of_the_library_can_be_read_and_copied() {
    let file = "systems/battleground/combat.ww";
    assert_eq!(run(&["library", file]).good(), std::fs::read_to_string(root().join(file)).unwrap());
    let to = folder("copied");
    let copied = to.join("mine");
    run(&["library", "battleground", "--copy-to", arg(&copied)]).good();
    assert_eq!(run(&["check", arg(&copied)]).good(), "nothing wrong\n");
    // Beside what it was copied from, the copy is one mistake, not one for each of its names.
    let beside = run(&["check", "battleground", "--root", arg(&copied), "--format", "short"]);
    assert_eq!(beside.out.matches("error[").count(), 1, "{}", beside.out);
    assert!(beside.out.contains("declares again what stands in"), "{}", beside.out);
    let again = run(&["library", "battleground", "--copy-to", arg(&copied)]);
    assert!(again.status == 2 && again.err.contains("is there already"), "{}", again.err);
    let ran = run(&["library", "systems/battleground/combt.ww"]);
    assert!(ran.err.contains("did you mean `systems/battleground/combat.ww`?"), "{}", ran.err);
}
