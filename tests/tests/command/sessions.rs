//! Sessions of a person at the terminal: what can be typed instead of an answer, mistakes, dice of a real table, the way back.

use super::{answered, arg, folder, run, together};
use warwright_ir::validate;
use warwright_runtime::{Machine, State};
use warwright_tests::repository::{read, root};
use warwright_tests::sources::{self, compile_system};
use warwright_tests::veils::VEILS;

const QUAY: &str = "tests/games/harbour/scenarios/harbour/quay.ww";
const NORTH: [&str; 4] = ["play", QUAY, "--side", "North=person"];

#[test]
fn help_the_board_and_the_reasons() {
    let typed = "help\nboard\nwhy not\nwhy not quarrel 2\nwhy not #3\nwhy not steal\nwhy not 9\n\
                 why #1.hands\nwhy may pick_quarrel(#3, #4)\nwhy #9.hands\nwhy #1.hand\nwhy\nquit\n";
    insta::assert_snapshot!("help_and_reasons", together(&NORTH, typed, 0));
}

#[test]
fn an_answer_is_a_number_or_words_that_tell_it_apart() {
    let typed = "12\n9\n-1\n1 2\nhaul\nhaul 2\n\nquarrel ned old porters\nboard\nDONE\nquit\nno\n";
    insta::assert_snapshot!("words_as_answers", together(&NORTH, typed, 0));
}

#[test]
fn a_list_is_ended_by_nought_and_by_any_word_for_it() {
    for ends in ["0", "done", "none", "no", "PASS"] {
        let told = together(&NORTH, &format!("{ends}\nquit\nno\n"), 0);
        assert!(told.contains("    0  done\n1 to 7, or 0 (or `help`): "), "{told}");
        assert!(told.contains("South gives orders, round 1\n"), "{ends}: {told}");
    }
}

#[test]
fn what_a_line_may_come_to_is_told_before_it_is_chosen() {
    let typed = "odds 1\nodds 2\nodds\nodds 99\nquit\n";
    insta::assert_snapshot!("odds_of_a_line", together(&NORTH, typed, 0));
}

#[test]
fn what_was_answered_is_taken_back_and_the_dice_fall_again_as_they_fell() {
    let typed = "undo\n1\n1\nundo\nundo\n1\nundo\n2\nboard\nundo\nboard\nquit\nno\n";
    insta::assert_snapshot!("undo", together(&NORTH, typed, 0));
    // Undone and answered again in the same way, a battle is the battle that was never undone.
    let straight = answered(&NORTH, &"1\n".repeat(60)).good();
    let detours = answered(&NORTH, &"2\nundo\n1\n".repeat(60)).good();
    assert_eq!(straight.lines().last(), detours.lines().last());
}

#[test]
fn dice_are_typed_in_from_a_real_table() {
    let args = [&NORTH[..], &["--dice", "typed"]].concat();
    let typed = "haul 1\nhelp\n\n1 2 3\n7\n1 2 3 4 5 6\nx\n2x9\n2x1 3 3\n2x1 6,6 5\nboard\nundo\n3x1 2x2\n\
                 why not\nundo\nundo\nquit\n";
    insta::assert_snapshot!("typed_dice", together(&args, typed, 0));
}

#[test]
fn quitting_offers_to_save_and_what_was_saved_goes_on() {
    let folder = folder("sessions");
    let file = folder.join("quay.battle");
    let lost = folder.join("nowhere/quay.battle");
    let typed = format!("1\nsave {}\n1\nquit\n\nyes\n{}\n{}\n", arg(&lost), arg(&lost), arg(&file));
    let shown = together(&NORTH, &typed, 0).replace(arg(&folder), "FOLDER");
    insta::assert_snapshot!("quit_and_save", shown);
    // What was answered before it was saved can be taken back too, unless others sit at the table now.
    let resume = ["play", "--resume", arg(&file)];
    let typed = "board\n3\nundo\nundo\nundo\nundo\n1\n1\nboard\nquit\n";
    // It is kept where it was.
    let shown = together(&resume, typed, 0).replace(arg(&folder), "FOLDER");
    insta::assert_snapshot!("resumed", shown);
    let others = [&resume[..], &["--side", "North=person", "--side", "South=random"]].concat();
    let shown = answered(&others, "undo\n1\nundo\nundo\nquit\n");
    let none = "nothing to take back since others sat at the table";
    assert_eq!(shown.err.matches(none).count(), 2, "{}", shown.err);
    // Saved by hand in the middle, quit without a question; the rest is as if nothing had happened.
    let first = answered(&NORTH, &format!("1\n1\nsave {}\nquit\n", arg(&file)));
    assert!(first.err.ends_with("goes on with it\n"), "{}", first.err);
    let rest = answered(&["play", "--resume", arg(&file)], &"1\n".repeat(60)).good();
    // Who goes on is told of the last turns.
    let first = first.good();
    let last = &first[first.find("\nSouth gives orders, round 1").unwrap()..];
    let new = rest.strip_prefix(last).unwrap_or_else(|| panic!("{rest}")).to_owned();
    assert_eq!(first + &new, answered(&NORTH, &"1\n".repeat(60)).good());
    // And the whole can be played again.
    let args = [&NORTH[..], &["--save", arg(&file)]].concat();
    let story = answered(&args, &"2\nundo\n1\n".repeat(60)).good();
    let again = run(&["replay", arg(&file), "--quiet"]).good();
    assert_eq!(story.lines().last(), Some(again.trim_end()));
}

#[test]
fn the_end_of_the_input_is_an_end_and_nothing_is_lost() {
    let folder = folder("ended");
    let file = folder.join("quay.battle");
    for typed in ["", "1\n", "1\n1", "quarrel\n", "1\nundo\n", "\u{0}\n\u{feff}\n"] {
        let ran = answered(&NORTH, typed);
        assert_eq!(ran.status, 1, "{typed:?}");
        let said = "warwright: the input ended before the battle did; not saved: `--save FILE` keeps a battle\n";
        assert!(ran.err.ends_with(said), "{typed:?}: {}", ran.err);
        let args = [&NORTH[..], &["--save", arg(&file)]].concat();
        let ran = answered(&args, typed);
        assert_eq!(ran.status, 1, "{typed:?}");
        assert!(ran.err.ends_with("goes on with it\n"), "{typed:?}: {}", ran.err);
        let rest = answered(&["play", "--resume", arg(&file)], &"1\n".repeat(60)).good();
        assert!(rest.lines().last().is_some_and(|line| line.starts_with("result: ")), "{rest}");
    }
    let dice = [&NORTH[..], &["--dice", "typed"]].concat();
    let ran = answered(&dice, "1\n1 2 3");
    assert_eq!(ran.status, 1);
    // At the question whether to save, the end is a no.
    let ran = answered(&NORTH, "1\nquit\n");
    assert_eq!(ran.status, 0);
    assert!(
        ran.err.ends_with("stopped and not saved: `--save FILE` keeps a battle\n"),
        "{}",
        ran.err
    );
}

#[test]
fn the_session_of_the_readme_is_what_is_shown() {
    let readme = read(&root().join("README.md"));
    let (_, after) =
        readme.split_once("$ warwright play battleground/duel --dice typed --seed 1\n").unwrap();
    let (session, _) = after.split_once("```").unwrap();
    // What a person types stands after the last colon of a line that asks.
    let asks = |line: &&str| line.starts_with("faces (or") || line.starts_with("save the battle?");
    let typed: Vec<&str> =
        session.lines().filter(asks).filter_map(|line| Some(line.rsplit_once(": ")?.1)).collect();
    let args = ["play", "battleground/duel", "--dice", "typed"];
    // Lines of the rules move often; what is said of them does not.
    let without_digits = |text: &str| -> Vec<String> {
        let line = |line: &str| {
            let (said, place) = line.rsplit_once('[').unwrap_or((line, ""));
            format!("{said}[{}", place.replace(|digit: char| digit.is_ascii_digit(), ""))
        };
        text.lines().map(line).collect()
    };
    let shown = together(&args, &(typed.join("\n") + "\n"), 0);
    assert_eq!(
        without_digits(&shown),
        without_digits(session),
        "put this into README.md:\n{shown}"
    );
}

#[test]
fn two_persons_share_one_terminal() {
    let args = [&NORTH[..], &["--side", "South=person"]].concat();
    let shown = together(&args, "done\n4.1\nundo\nundo\nquit\n", 0);
    insta::assert_snapshot!("two_persons", shown);
}

#[test]
fn choices_of_every_kind() {
    let args = [
        "play",
        "tests/games/masks/systems/masks/masks.ww",
        "--side",
        "Reds=person",
        "--seed",
        "3",
    ];
    let typed = "9\nwhy not\n1\nwhy not\nwhy not owlet\nwhy not 3\nwhy not zork\nBruno\nnone\n1 1\nnought\nwhy not tie 3\ntie owlet 4\ntie owlet 2\ndone\n2\n\ndone\n\
                 help\n3 1\n2 2\n1 2 3\n1\n1 1\n2 1\nhelp\n0\n3 -1\n4 -1\n2 2\nx 1\n2 1\n2 1\nhelp\n3\nx\n1 1\n4 -1\n\
                 board\nundo\nundo\nundo\n\n1\nquit\nno\n";
    insta::assert_snapshot!("every_kind", together(&args, typed, 0));
}

#[test]
fn what_was_revealed_is_not_taken_back() {
    let folder = folder("veils");
    let source = folder.join("systems/veils/veils.ww");
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    std::fs::write(&source, VEILS).unwrap();
    let args = ["play", arg(&source), "--side", "Left=person"];
    let typed = "7\nboard\nundo\n8\n9\nundo\nboard\nwhy not 1\n1\n";
    insta::assert_snapshot!("revealed", together(&args, typed, 0));
}

#[test]
fn a_compiled_program_is_played_but_has_no_sources_to_ask() {
    let file = folder("asked").join("quay.json");
    run(&["build", QUAY, "--form", "json", "--out", arg(&file)]).good();
    let args = ["play", arg(&file), "--side", "North=person"];
    let ran = answered(&args, "why #1.hands\nwhy not 3\nquit\n");
    assert!(ran.err.contains("such a question wants its sources"), "{}", ran.err);
    assert!(ran.err.contains("because: "), "{}", ran.err);
    assert_eq!(ran.status, 0);
}

#[test]
fn a_saved_battle_is_given_to_a_player_without_the_secrets_of_others() {
    let folder = folder("view");
    let file = folder.join("skirmish.battle");
    let play = ["play", "battlelore/skirmish", "--save", arg(&file), "--stop-after", "60"];
    run(&[&play[..], &["--quiet"]].concat()).good();
    let content = sources::games().into_iter().find(|(name, _)| name == "battlelore").unwrap().1;
    let program = validate(compile_system("battlelore", &content).program.unwrap()).unwrap();
    let machine = Machine::new(&program);
    let hands: Vec<_> = program
        .fields
        .iter()
        .filter(|(_, field)| ["hand", "lore_hand"].contains(&program.texts[field.name].as_str()))
        .map(|(id, _)| id)
        .collect();
    assert_eq!(hands.len(), 2);
    for (own, (side, other)) in [("Daqan", "Uthuk"), ("Uthuk", "Daqan")].into_iter().enumerate() {
        let view = ["view", arg(&file), "--side", side];
        let json = run(&[&view[..], &["--json"]].concat()).good();
        let mut known: serde_json::Value = serde_json::from_str(&json).unwrap();
        let state: State = serde_json::from_value(known["state"].take()).unwrap();
        let cards = |side: usize| {
            let player = machine.layout(state.scenario).unwrap().players[side];
            let of = |hand| machine.wide_field(&state, player, hand).unwrap().len();
            hands.iter().map(|hand| of(*hand)).sum::<usize>()
        };
        assert!(cards(own) > 0, "{side} does not see its own cards");
        assert_eq!(cards(1 - own), 0, "{side} sees the cards of {other}");
        let text = run(&view).good();
        let line = |of: &str| {
            let start = format!("{of}: ");
            text.lines().find(|line| line.starts_with(&start)).unwrap().to_owned()
        };
        assert!(line(side).contains(", hand "), "{text}");
        assert!(!line(other).contains("hand "), "{text}");
    }
    let unknown = run(&["view", arg(&file), "--side", "Nobody"]);
    assert!(unknown.err.contains("there is no side `Nobody`; there are Daqan, Uthuk"));
}

#[test]
fn a_number_that_is_not_listed_is_told_the_nearest() {
    let folder = folder("steps");
    let source = folder.join("systems/steps/steps.ww");
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    let steps = "system steps { dice d6 }\nkind player { state far: int 0..90 = 0 }\n\
                 sequence {\n  setup {}\n  round at most 1 { for each p in players { walk(p) } }\n  verdict at end of battle { else | draw \"there\" }\n}\n\
                 procedure walk(p: player) { step go { p chooses far: one of [15, 30, 45] \"how far\" ; p.far = far } }\n\
                 scenario Yard { side Left { policy first } side Right { policy first } }\npolicy first {}\n";
    std::fs::write(&source, steps).unwrap();
    let told = together(&["play", arg(&source), "--side", "Left=person"], "20\n90\nquit\nno\n", 0);
    assert!(told.contains("20 is not one of these; the nearest are 15 and 30\n"), "{told}");
    assert!(told.contains("90 is not one of these; the nearest is 45\n"), "{told}");
}
