//! A seat at the table: what a person reads there, and how much of it has room on the screen.

use super::{one_by_one, together};
use warwright_cli::board::{self, Paper};
use warwright_cli::person::page::{Page, wrapped};
use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_tests::sources::{compile_system, library};

const ROWS: [&str; 4] = ["play", "battleground/rows", "--side", "Hawkshold=person"];
const SKIRMISH: [&str; 4] = ["play", "battlelore/skirmish", "--side", "Daqan=person"];

/// The first lines again and again until the first command of Three a Side.
fn ordered() -> String {
    format!("1\n{}1\n1\n{}1\nnone\n", one_by_one(2, "1\n"), one_by_one(2, "1\nnone\n"))
}

#[test]
fn long_lines_are_broken_between_words_and_hang_below_what_they_say() {
    let line = "  show 2           the figures and abilities of piece 2";
    assert_eq!(
        wrapped(line, 40),
        ["  show 2           the figures and", "                   abilities of piece 2"]
    );
    assert_eq!(wrapped("one two three", 9), ["one two", "  three"]);
    assert_eq!(wrapped("as it is", 8), ["as it is"]);
}

#[test]
fn a_page_is_full_before_anything_on_it_scrolls_away() {
    let mut page = Page::new(Some((80, 24)));
    assert!(!page.is_full(40), "nothing can be lost");
    page.wrote(20);
    assert!(!page.is_full(3) && page.is_full(4), "a line is left to type in");
    page.hurry();
    assert!(!page.is_full(40));
    let mut endless = Page::new(None);
    endless.wrote(1000);
    assert!(!endless.is_full(1000), "what is no terminal has no pages");
}

#[test]
fn of_a_board_without_room_lines_with_nothing_are_left_out() {
    let compilation = compile_system("warmaster", &library());
    let program = validate(compilation.program.unwrap()).unwrap();
    let machine = Machine::new(&program);
    let drawn = |scenario, rows| {
        let state = board::prepared(&machine, scenario).unwrap();
        let on = Paper { colour: false, columns: Some(80), rows };
        board::shown(&machine, &state, None, on).unwrap().text
    };
    let field = program.program().scenarios.iter().find(|(_, scenario)| scenario.ground.is_empty());
    let (field, _) = field.unwrap();
    let low = drawn(field, Some(24));
    assert!(low.lines().count() < 8 && low.contains(" lines with nothing "), "{low}");
    let tall = drawn(field, Some(60));
    assert!(tall.lines().count() > 30 && !tall.contains("nothing"), "{tall}");
    assert!(!drawn(field, None).contains("nothing"));
}

#[test]
fn a_board_leaves_room_for_what_is_asked() {
    for (game, most) in [("battleground", 21), ("battlelore", 25), ("oathmark", 28)] {
        let compilation = compile_system(game, &library());
        let program = validate(compilation.program.unwrap()).unwrap();
        let machine = Machine::new(&program);
        for scenario in program.battles() {
            let state = board::prepared(&machine, scenario).unwrap();
            let on = |rows| Paper { colour: false, columns: Some(80), rows };
            if board::shown(&machine, &state, None, on(None)).is_none() {
                continue;
            }
            let drawn = |rows| board::shown(&machine, &state, None, on(rows)).unwrap().text;
            let lines: Vec<usize> =
                drawn(Some(24)).lines().map(|line| line.chars().count()).collect();
            assert!(lines.len() <= most, "{}", drawn(Some(24)));
            assert!(lines.iter().all(|wide| *wide <= 80), "{}", drawn(Some(24)));
            let tall = drawn(Some(50)).lines().count();
            assert!(tall >= lines.len() && tall <= 46, "{}", drawn(Some(50)));
        }
    }
}

#[test]
fn who_is_asked_is_told_when_that_is() {
    let typed = format!("{}b\nundo\nquit\nno\n", ordered());
    let told = together(&ROWS, &typed, 0);
    assert!(told.contains("\nHawkshold (Deployment): which unit is placed next\n"), "{told}");
    let command = ", Movement and command: what you command (commands ";
    assert!(told.contains(&format!("\nHawkshold, turn 2{command}")), "{told}");
    let (_, undone) = told.split_once("taken back;").unwrap();
    assert!(undone.contains(&format!("\nHawkshold, turn 2{command}")), "{told}");
}

#[test]
fn what_computer_players_note_for_themselves_is_nobodys_business() {
    let told = together(&ROWS, &format!("{}board\nshow 1\nquit\nno\n", "1\n".repeat(2)), 0);
    assert!(told.contains("    1  Hawk"), "{told}");
    assert!(!told.contains("due ("), "{told}");
    let told = together(&SKIRMISH, &format!("{}board\nquit\nno\n", "1\n".repeat(5)), 0);
    assert!(told.contains("lore 5") && !told.contains("zeal"), "{told}");
}

#[test]
fn cards_are_shown_with_their_texts_and_equal_ones_once() {
    let told = together(&SKIRMISH, &format!("{}hand\nquit\nno\n", "1\n".repeat(5)), 0);
    let (_, asked) = told.split_once("which command card Daqan will play\n").unwrap();
    let (lines, hand) = asked.split_once("(or `help`): hand\n").unwrap();
    assert!(
        lines.lines().all(|line| line.is_empty() || line.contains(": ") || line.contains("to ")),
        "{asked}"
    );
    let names: Vec<&str> =
        lines.lines().filter_map(|line| Some(line.split_once(": ")?.0.split_at(7).1)).collect();
    let mut once = names.clone();
    once.dedup();
    assert!(!names.is_empty() && names == once, "{asked}");
    assert!(!asked.contains("{orders}"), "{asked}");
    assert!(hand.contains("\nlore hand:\n  "), "{hand}");
}

#[test]
fn what_something_is_called_is_understood() {
    let typed = "unit 1\ncard press on\nrules fear\nshow first order\nshow zzz\nquit\nno\n";
    let told = together(&ROWS, typed, 0);
    assert!(told.contains("1  Hawk Halberdiers\n"), "{told}");
    assert_eq!(told.matches("For a blow of your own, before it falls").count(), 1, "{told}");
    assert!(told.contains("first order (procedure"), "{told}");
    assert!(told.contains("nothing is called `zzz`"), "{told}");
    assert!(!told.contains("`unit 1` is no line"), "{told}");
}

#[test]
fn several_lines_may_be_chosen_by_their_words() {
    let units = one_by_one(2, "1\n");
    let typed = format!("1\n{units}1\n1\n1\n1\nunit, cap\nundo\nunit, unit\n1 2 9\nquit\nno\n");
    let told = together(&ROWS, &typed, 0);
    assert!(
        told.contains("up to 3 of these, as `1 3`, or `none` (or `help`): unit, cap\n"),
        "{told}"
    );
    assert!(told.contains("taken back;"), "{told}");
    assert!(told.contains("is named twice"), "{told}");
    assert!(told.contains("there is no line 9: they are numbered from 1 to 3"), "{told}");
}

#[test]
fn the_story_is_told_again_without_what_was_taken_back() {
    let typed = format!("{}1.1\nundo\nstory\nquit\nno\n", ordered());
    let told = together(&ROWS, &typed, 0);
    let (_, again) = told.rsplit_once("(or `help`): story\n").unwrap();
    assert!(again.contains("Hawkshold, turn 2\n  Movement and command\n"), "{told}");
    assert!(told.contains("took the order") && !again.contains("took the order"), "{told}");
}

#[test]
fn whether_is_asked_in_one_line() {
    let typed = format!("{}maybe\ny\nquit\nno\n", "1\n".repeat(6));
    let told = together(&SKIRMISH, &typed, 0);
    assert!(
        told.contains("yes or no (or `help`): maybe\n`maybe` is neither yes nor no\n"),
        "{told}"
    );
    assert!(told.contains("yes or no (or `help`): y\n"), "{told}");
}
