//! Errata: what an edit changes, who follows, what is refused.

use warwright_compiler::provenance::ItemState;
use warwright_grammar::Span;
use warwright_grammar::tree::{Clause, Date, Member};

use crate::game::{game, trial, trial_as_of};
use warwright_compiler::errata::AsOf;
use warwright_compiler::errata::same_text;
use warwright_compiler::roots::Loaded;

const TOWERS: &str = r#"
faction "Towers" {
  token Tower { hit 5 5/4 ; guard 2 ; move 3.5" ; points 205 ; abilities Spiked ; option Spire +15 points { guard 3 } }
  token "Old Tower" like Tower { points 290 }
  token "Odd Tower" like "Old Tower" { guard 9 ; points 300 }
}
"#;

fn with(errata: &str) -> Loaded {
    game(&format!("{TOWERS}{errata}"))
}

fn day(year: u16, month: u8, day: u8) -> AsOf {
    AsOf::Day(Date { year, month, day })
}

const TWICE: &str = r#"
errata "first list" dated 2010-03-01 {
  reason "second printing"
  item "1" { in token Tower { guard 2 -> 3 } }
}
errata "second list" dated 2011-03-01 {
  item "1" { in token Tower { guard 3 -> 4 ; points 205 -> 215 } }
}
"#;

#[test]
fn edits_follow_their_dates_and_heirs_follow_edits() {
    let loaded = with(TWICE);
    let late = trial(&loaded).clean();
    assert_eq!(late.says("Tower", "guard"), "4");
    assert_eq!(late.says("Old Tower", "guard"), "4");
    assert_eq!(late.says("Odd Tower", "guard"), "9");
    assert_eq!(late.says("Old Tower", "points"), "290");
    assert_eq!(
        late.history("Old Tower", "guard"),
        [
            "declared",
            "errata \"first list\" item \"1\"",
            "errata \"second list\" item \"1\"",
            "inherited by \"Old Tower\""
        ]
    );
    let edit = &late.content.report.lists[0].items[0].edits[0];
    assert_eq!((&*edit.old, &*edit.new), ("2", "3"));
    let heirs: Vec<&str> = edit
        .heirs
        .iter()
        .map(|heir| &*late.content.entity(*heir).expect("an heir").title)
        .collect();
    assert_eq!(heirs, ["Old Tower"]);
    let early = trial_as_of(&loaded, day(2010, 6, 1)).clean();
    assert_eq!(early.says("Old Tower", "guard"), "3");
    assert_eq!(early.content.report.lists[1].items[0].state, ItemState::Later);
    let before = trial_as_of(&loaded, day(2009, 1, 1)).clean();
    assert_eq!(before.says("Tower", "guard"), "2");
}

#[test]
fn a_stale_edit_shows_what_is_there_and_who_put_it_there() {
    let loaded = with(
        r#"
errata "autumn list" dated 2023-11-01 { item "2" { in token Tower { points 205 -> 270 } } }
errata "summer list" dated 2024-06-01 { item "4" { in token Tower { points 205 -> 260 } } }
"#,
    );
    let trial = trial(&loaded);
    let found = trial.only(601);
    assert_eq!(
        found.message,
        "erratum item \"4\" expects points `205`, and on that day it is `270`"
    );
    assert_eq!(found.secondary[0].text, "changed here, by item \"2\" of \"autumn list\"");
    assert_eq!(found.help[0].text, "write `270 -> 260`");
    assert!(found.help[1].text.contains("supersedes \"autumn list\" item \"2\""));
    assert_eq!(trial.says("Tower", "points"), "270");
}

#[test]
fn superseding_takes_the_place_of_a_list_or_an_item() {
    let loaded = with(
        r#"
errata "autumn list" dated 2023-11-01 {
  item "1" { in token Tower { guard 2 -> 5 } }
  item "2" { in token Tower { points 205 -> 270 } }
}
errata "summer list" dated 2024-06-01 supersedes "autumn list" item "2" {
  item "4" { in token Tower { points 205 -> 260 } }
}
"#,
    );
    let trial = trial(&loaded).clean();
    assert_eq!(trial.says("Tower", "points"), "260");
    assert_eq!(trial.says("Tower", "guard"), "5");
    let state = &trial.content.report.lists[0].items[1].state;
    assert_eq!(*state, ItemState::Superseded("summer list".to_owned()));
    // Before the later list the earlier one holds.
    let early = trial_as_of(&loaded, day(2023, 12, 1)).clean();
    assert_eq!(early.says("Tower", "points"), "270");
}

#[test]
fn two_edits_of_one_date_collide() {
    let loaded = with(
        r#"
errata "league list" dated 2024-06-01 { item "1" { in token Tower { guard 2 -> 3 } } }
errata "printing" dated 2024-06-01 { item "1" { in token Tower { guard 2 -> 4 } } }
"#,
    );
    let trial = trial(&loaded);
    assert!(trial.codes().contains(&604), "{:#?}", trial.found);
    let found = trial.found.iter().find(|found| found.code.number() == 604).expect("604");
    assert_eq!(found.secondary.len(), 1);
}

#[test]
fn lists_columns_and_prices_are_edited() {
    let loaded = with(
        r#"
errata "list" dated 2024-06-01 {
  item "1" { in token Tower { abilities + Winged ; hit 5  5/4 -> 5 6/4 ; "Spire".points 15 -> 20 } }
  item "2" { in token Tower { move 3.50" -> 5" } }
}
"#,
    );
    let trial = trial(&loaded).clean();
    assert_eq!(trial.abilities("Old Tower"), ["Spiked", "Winged"]);
    assert_eq!(trial.says("Old Tower", "skill"), "6");
    assert_eq!(trial.says("Tower", "power"), "4");
    assert_eq!(trial.history("Tower", "power"), ["declared"]);
    assert_eq!(trial.says("Tower", "move"), "5\"");
    let option = &trial.entity("Old Tower").options[0];
    assert_eq!(option.price.map(|price| loaded.sources.slice(price.span)), Some("20"));
}

#[test]
fn clauses_are_changed_taken_away_and_added() {
    let loaded = with(
        r#"
errata "list" dated 2024-06-01 {
  item "1" { in ability Loud clause "first drum" { by +1" -> +2" } }
  item "2" { in ability Loud clause "second drum" { when u.dents > 0 -> u.dents > 1 } }
  item "3" { in ability Spiked { clauses + { modify speed as u by +1" "spiked" } } }
}
errata "later" dated 2024-07-01 {
  item "1" { in ability Loud clause "first drum" { by +2" -> +3" } }
  item "2" { in ability Spiked { clauses - "spiked" } }
}
"#,
    );
    let trial = trial(&loaded).clean();
    let loud = &trial.content.index.abilities["Loud"];
    let amounts: Vec<&str> = loud
        .body
        .iter()
        .filter_map(|member| match member {
            Member::Clause(Clause::Modify(clause)) => {
                let change = clause.change.as_ref()?;
                Some(loaded.sources.slice(change.amount.span))
            }
            _ => None,
        })
        .collect();
    assert_eq!(amounts, ["3\"", "+2\""]);
    let Some(Member::Clause(clause)) =
        loud.body.iter().find(|member| matches!(member, Member::Clause(_)))
    else {
        return assert!(loud.body.is_empty(), "no clause");
    };
    let history: Vec<String> =
        trial.content.changes(&[clause.span()]).into_iter().map(|(words, _)| words).collect();
    assert_eq!(history, ["declared", "errata \"list\" item \"1\"", "errata \"later\" item \"1\""]);
    let spiked = &trial.content.index.abilities["Spiked"];
    assert!(spiked.body.iter().all(|member| !matches!(member, Member::Clause(_))));
}

#[test]
fn texts_are_exchanged_whole_and_once_a_day() {
    let edit = |what: &str, text: &str| format!("in {what} {{\n text: {text}\n }}");
    let list = |items: &str| format!("errata \"list\" dated 2024-06-01 {{\n{items}\n}}\n");
    let both = format!(
        "item \"1\" {{ {} ; {} }}",
        edit("ability Loud", "Two more."),
        edit("token Tower", "It is high.")
    );
    let loaded = with(&list(&both));
    let trial_of = trial(&loaded).clean();
    let of = |spans: Vec<Span>| -> Vec<String> {
        spans.into_iter().map(|span| loaded.sources.slice(span).trim().to_owned()).collect()
    };
    let loud = &trial_of.content.index.abilities["Loud"];
    let texts = loud.body.iter().filter_map(|member| match member {
        Member::Text(text) => Some(text.span),
        _ => None,
    });
    assert_eq!(of(texts.collect()), ["Two more."]);
    // Who is like it and says nothing of its own says the same.
    for title in ["Tower", "Old Tower", "Odd Tower"] {
        let entity = trial_of.content.entities.iter().find(|it| *it.title == *title);
        let texts = entity.map_or(Vec::new(), |it| it.texts.iter().map(|it| it.span).collect());
        assert_eq!(of(texts), ["It is high."], "{title}");
    }
    let again = format!(
        "item \"1\" {{ {} }}\nitem \"2\" {{ {} }}",
        edit("ability Loud", "Two more."),
        edit("ability Loud", "Three more.")
    );
    let loaded = with(&list(&again));
    assert_eq!(trial(&loaded).codes(), [604]);
}

#[test]
fn cells_and_rows_of_tables_are_edited() {
    let loaded = with(
        r#"
errata "list" dated 2024-06-01 {
  item "1" { in table toll { cell chief, red: 3 -> 7 } }
  item "2" { in table lot { row 2..6 -> 2..5 ; row + 6 | 9 } }
}
"#,
    );
    let trial = trial(&loaded).clean();
    let toll = &trial.content.index.tables["toll"];
    assert_eq!(loaded.sources.slice(toll.rows[1].cells[1].span), "7");
    let lot = &trial.content.index.tables["lot"];
    assert_eq!(loaded.sources.slice(lot.rows[0].cells[0].span), "2..5");
    assert_eq!(lot.rows.len(), 3);
}

#[test]
fn one_item_changes_all_of_a_clause() {
    let loaded = with(
        r#"
errata "list" dated 2024-06-01 {
  item "1" { in ability Loud clause "first drum" { label "first drum" -> "big drum" ; by +1" -> +2" } }
}
"#,
    );
    let trial = trial(&loaded).clean();
    assert_eq!(trial.content.report.lists[0].items[0].edits.len(), 2);
}

#[test]
fn lists_of_one_day_do_not_supersede_each_other() {
    let loaded = with(
        r#"
errata "one" dated 2024-06-01 supersedes "two" { item "1" { in token Tower { guard 2 -> 3 } } }
errata "two" dated 2024-06-01 supersedes "three" { item "1" { in token Tower { guard 2 -> 4 } } }
errata "three" dated 2024-06-01 supersedes "one" { item "1" { in token Tower { guard 2 -> 5 } } }
"#,
    );
    let trial = trial(&loaded);
    assert_eq!(trial.codes(), [605], "{:#?}", trial.found);
}

#[test]
fn unknown_targets_are_named_with_what_is_near() {
    let loaded = with(
        r#"
errata "list" dated 2024-06-01 supersedes "no list" {
  item "1" { in token Towr { guard 2 -> 3 } }
  item "2" { in ability Loud clause "third drum" { by +1" -> +2" } }
  item "3" { in token Tower { gaurd 2 -> 3 } }
  item "4" { in tokn Tower { guard 2 -> 3 } }
  item "5" no effect "wording only"
  item "6" pending "needs the siege rules"
}
"#,
    );
    let trial = trial(&loaded);
    let mut codes = trial.codes();
    codes.sort_unstable();
    assert_eq!(codes, [602, 602, 602, 602, 605], "{:#?}", trial.found);
}

#[test]
fn edits_that_change_nothing_are_refused() {
    let loaded = with(
        r#"
errata "list" dated 2024-06-01 {
  item "1" { reason "only words" }
  item "2" { in token Tower { guard 2 -> 2 } }
  item "3" { in token Tower { abilities + Spiked } }
  item "4" { in token Tower { abilities - Winged } }
}
"#,
    );
    assert_eq!(trial(&loaded).codes(), [606, 606, 601, 601]);
}

#[test]
fn spelling_does_not_count() {
    assert!(same_text("3.5\"", "3.50in"));
    assert!(same_text("5 5/4", "5  5 / 4"));
    assert!(same_text("+1", "1"));
    assert!(same_text("\"Javelins\"", "Javelins"));
    assert!(same_text("12cm", "12 cm"));
    assert!(!same_text("3.5\"", "3.5 cm"));
    assert!(!same_text("5 5/4", "55/4"));
    assert!(!same_text("3", "30"));
}

#[test]
fn the_rest_of_a_system_is_edited_by_its_words() {
    let loaded = with(
        r#"
scenario "Ridge" {
  rounds 8
  rule "Storm" { modify speed by -1" when 1 == 1 "storm" }
}
errata "list" dated 2024-06-01 {
  item "1" { in quantity speed { base u.move -> u.move + 1" } }
  item "2" { in ruling reach { value 2 -> 3 } }
  item "3" { in scenario "Ridge" { rounds 8 -> 9 } }
  item "4" { in scenario "Ridge" clause "storm" { by -1" -> -2" } }
  item "5" { add token Annex { guard 1 ; points 3 } to "Towers" }
  item "6" { in token Annex { points 3 -> 4 } }
}
"#,
    );
    let trial = trial(&loaded).clean();
    let index = &trial.content.index;
    assert_eq!(loaded.sources.slice(index.quantities["speed"].base.span), "u.move + 1\"");
    assert_eq!(loaded.sources.slice(index.rulings["reach"].value.span), "3");
    assert_eq!(trial.says("Annex", "points"), "4");
    assert_eq!(trial.entity("Annex").faction.map(|name| &*name.text), Some("Towers"));
}

#[test]
fn one_date_has_no_order() {
    let loaded = with(
        r#"
errata "a" dated 2024-06-01 { item "1" { in token Tower { guard 2 -> 3 ; abilities + Winged } } }
errata "b" dated 2024-06-01 { item "1" { in token Tower { guard 3 -> 4 ; abilities - Winged } } }
"#,
    );
    assert_eq!(trial(&loaded).codes(), [604, 604]);
}

#[test]
fn two_lists_of_one_title_are_one_too_many() {
    let loaded = with(
        "errata \"a\" dated 2024-06-01 { item \"1\" no effect \"x\" }\nerrata \"a\" dated 2024-07-01 { item \"1\" no effect \"x\" }",
    );
    assert_eq!(trial(&loaded).codes(), [202]);
}

#[test]
fn an_erratum_takes_an_entity_away_for_good() {
    let loaded = with(
        r#"
faction "Others" { token Tower { guard 1 ; points 1 } }
errata "first" dated 2024-06-01 {
  item "1" { remove token "Old Tower" ; remove token "Odd Tower" }
  item "2" { in token Tower of "Towers" { guard 2 -> 3 } ; in token Tower of "Others" { guard 1 -> 2 } }
}
errata "second" dated 2024-07-01 {
  item "3" { remove token Tower of "Others" }
  item "1" { add token "Old Tower" like Tower { guard 7 ; points 9 } to "Towers" }
}
"#,
    );
    let late = trial(&loaded).clean();
    assert_eq!(late.says("Old Tower", "guard"), "7");
    assert_eq!(late.says("Tower", "guard"), "3");
    // What is bought with an option is one of its own.
    let declared = late.content.entities.iter().map(|entity| &*entity.title);
    let titles: Vec<&str> = declared.filter(|title| !title.contains(" with ")).collect();
    assert_eq!(titles, ["Tower", "Old Tower"]);
    let between = trial_as_of(&loaded, day(2024, 6, 15)).clean();
    assert!(between.content.named("Old Tower").is_empty());
    let before = trial_as_of(&loaded, day(2024, 1, 1)).clean();
    assert_eq!(before.says("Odd Tower", "guard"), "9");
    let edit = &late.content.report.lists[0].items[0].edits[0];
    assert_eq!((&*edit.target, &*edit.part, &*edit.new), ("token \"Old Tower\"", "all of it", ""));
}

#[test]
fn what_is_taken_away_is_missed_where_it_is_named() {
    let loaded = with(
        r#"
roster "Army" of "Towers" budget 9999 { 2 "Old Tower" }
errata "first" dated 2024-06-01 {
  item "1" { remove token "Old Tower" }
}
errata "second" dated 2024-07-01 {
  item "1" { in token "Old Tower" { points 290 -> 300 } }
  item "2" { remove token "Old Tower" }
  item "3" { add token "New Tower" like "Old Tower" { points 9 } to "Towers" }
}
"#,
    );
    let mut trial = trial(&loaded);
    trial.found.sort_by_key(|found| (found.code.number(), found.primary.span.start()));
    assert_eq!(trial.codes(), [218, 218, 601, 601, 703], "{:#?}", trial.found);
    let messages: Vec<&str> = trial.found.iter().map(|found| &*found.message).collect();
    assert_eq!(messages[0], "\"Odd Tower\" is like \"Old Tower\", which is gone");
    assert_eq!(
        messages[2],
        "erratum item \"1\" expects token \"Old Tower\", and on that day it is gone"
    );
    for found in &trial.found {
        let also = found.secondary.iter().map(|label| &*label.text).next();
        assert_eq!(also, Some("taken away here, by errata \"first\" item \"1\""), "{found:#?}");
    }
}

#[test]
fn a_flag_that_stands_alone_is_true() {
    for expected in ["true", "yes"] {
        let loaded = with(&format!(
            r#"
errata "first" dated 2024-06-01 {{
  item "1" {{ add token "Pole" like "Tower" {{ points 9 ; tall }} to "Towers" }}
}}
errata "second" dated 2024-07-01 {{ item "1" {{ in token "Pole" {{ tall {expected} -> false }} }} }}
"#
        ));
        assert_eq!(trial(&loaded).clean().says("Pole", "tall"), "false");
    }
}

#[test]
fn one_day_cannot_edit_what_it_takes_away() {
    let loaded = with(
        r#"
errata "a" dated 2024-06-01 { item "1" { remove token "Odd Tower" } }
errata "b" dated 2024-06-01 { item "1" { in token "Odd Tower" { points 300 -> 301 } } }
"#,
    );
    let trial = trial(&loaded);
    assert!(trial.only(604).message.contains("one takes it away"), "{:#?}", trial.found);
}
