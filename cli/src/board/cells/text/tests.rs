//! What stands in the cells of a drawn board.

use super::{Short, sign};

#[test]
fn what_is_counted_stays_in_sight_where_there_is_little_room() {
    let count = |many: &str| Some((String::from("leaks"), many.to_owned()));
    let short = |many: &str, more: bool| Short { count: count(many), more };
    assert_eq!(sign(1, "10", &short("2", true), 0, 7), "(10:2*)");
    assert_eq!(sign(1, "10", &short("2", true), 0, 6), "(10:2)");
    assert_eq!(sign(1, "10", &short("2", true), 0, 5), "(10:2");
    assert_eq!(sign(1, "9", &short("2", true), 0, 5), "(9:2)");
    assert_eq!(sign(1, "10", &short("12", false), 0, 5), "(10*)");
    assert_eq!(sign(1, "10", &Short { count: None, more: true }, 0, 5), "(10*)");
}
