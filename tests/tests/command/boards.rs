//! Battles on a board at the terminal: measures and places that are typed, the board that is shown.

use super::together;

const MEADOW: &str = "tests/games/meadow/scenarios/meadow/herding.ww";
const SHEPHERD: [&str; 4] = ["play", MEADOW, "--side", "Shepherd=person"];

#[test]
fn places_are_typed_or_picked_from_a_few() {
    let typed = "help\n30 2\n12\n12 9 x\n12 9 90 4\n2 2\nwhy not\nwhy not 2 2\nwhy not 12, 2\n8\" 2.5in 0deg\n\
                 8 2.5\nwhy not 8.5 2\n(304.8 mm, 5cm) facing 45\u{b0}\nundo\n5\nquit\nno\n";
    insta::assert_snapshot!("typed_places", together(&SHEPHERD, typed, 0));
}

#[test]
fn values_of_a_range_are_typed() {
    let typed = "8 2\n12 2\nno\nno\nhelp\n3\nwheel\nwheel left\nwheel left 23\n30 2\n3 4 5\n3 200\nwheel left 1 23\n\
                 wheel left 1 23\nwhy not wheel left 1 23\nwhy not wheel left 2 200\nwhy not wheel front 2 30\n\
                 straight 1 9\nstraight 1 2.3\n1 3.25\nwhy not straight\nwhy not straight 1 2\nstraight #1 3 mm\n\
                 wheel 2 right 45.5\u{b0}\nahead 2.5\nahead 2 2.5\ndone\nquit\nno\n";
    insta::assert_snapshot!("typed_measures", together(&SHEPHERD, typed, 0));
}

#[test]
fn what_is_typed_is_kept_and_played_again_as_it_was() {
    let folder = super::folder("boards");
    let file = folder.join("meadow.battle");
    let typed = "8.37 2\n12 2\nno\nno\nwheel left 1 23.4567\nahead 1 2.3\ndone\nquit\n";
    let args = [&SHEPHERD[..], &["--save", super::arg(&file)]].concat();
    let first = super::answered(&args, typed);
    assert_eq!(first.status, 0, "{}", first.err);
    let told = "Dog 1 went to (7.57\", 4.55\") facing 336.5\u{b0}.";
    assert!(first.out.contains(told), "{}", first.out);
    let again = super::run(&["replay", super::arg(&file)]).good();
    assert!(again.contains(told), "{again}");
}

#[test]
fn the_board_is_drawn_at_the_start_at_each_turn_and_when_wanted() {
    let typed = "board\n8 2 350\n12 2\nno\nno\nwheel right 2 70\nstraight 2 3\nboard\ndone\nundo\ndone\nquit\nno\n";
    insta::assert_snapshot!("board", together(&SHEPHERD, typed, 0));
}
