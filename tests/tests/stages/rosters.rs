//! Rosters: pieces, variants, budgets.

use crate::game::{game, trial};

const TOWERS: &str = r#"
faction "Towers" {
  limit count(roster.tokens where it.rank is chief) >= floor(roster.budget / 500) "one chief for each full 500 points"
  limit count(roster.tokens where it.card is x.card) <= 2 each x in roster.tokens where x.rank is chief "two of each chief" see "5.2"
  token Tower { hit 5 5/4 ; guard 2 ; move 3.5" ; rank chief ; points 200 ; option Spire +15 points { guard 3 ; abilities + Winged } }
  token Hut { hit 1 1/1 ; guard 1 ; move 0" ; points 100 }
}
gem Ruby { points 10 }
"#;

#[test]
fn lines_become_pieces_with_variants() {
    let loaded = game(&format!(
        "{TOWERS}\nroster \"Small\" of \"Towers\" budget 600 {{ 1 Tower with Spire, 2 Ruby as \"Old Tom\" ; 2 Hut }}"
    ));
    let trial = trial(&loaded).clean();
    let roster = trial.rosters.named("Small").expect("the roster");
    assert_eq!(roster.points, Some(435));
    let names: Vec<&str> = roster
        .pieces
        .iter()
        .map(|piece| &*trial.content.entity(piece.entity).expect("its entity").title)
        .collect();
    assert_eq!(names, ["Tower with Spire, 2 Ruby", "Hut", "Hut"]);
    assert_eq!(roster.pieces[0].name.map(|name| &*name.text), Some("Old Tom"));
    let variant = trial.content.entity(roster.pieces[0].entity).expect("the variant");
    assert_eq!(trial.says_of(variant, "guard"), "3");
    assert_eq!(trial.says_of(variant, "points"), "235");
    assert_eq!(variant.abilities.len(), 1);
    assert_eq!(roster.pieces[1].entity, roster.pieces[2].entity);
}

#[test]
fn equal_wishes_are_one_variant() {
    let loaded = game(&format!(
        "{TOWERS}\nroster \"A\" of \"Towers\" {{ 1 Tower with Spire }}\nroster \"B\" of \"Towers\" {{ 1 Tower with Spire }}"
    ));
    let trial = trial(&loaded).clean();
    let entity = |name: &str| trial.rosters.named(name).expect("a roster").pieces[0].entity;
    assert_eq!(entity("A"), entity("B"));
}

#[test]
fn a_budget_is_kept() {
    let loaded =
        game(&format!("{TOWERS}\nroster \"Big\" of \"Towers\" budget 250 {{ 1 Tower ; 1 Hut }}"));
    let trial = trial(&loaded);
    let found = trial.only(701);
    assert_eq!(found.message, "roster \"Big\" costs 300 points, 50 more than its budget of 250");
    assert_eq!(found.secondary[0].text, "1 x 200 = 200");
}

#[test]
fn unknown_entries_options_and_factions() {
    let loaded = game(&format!(
        "{TOWERS}\nroster \"A\" of \"Towrs\" {{ 1 Tower }}\nroster \"B\" of \"Towers\" {{ 1 Towr ; 1 Hut with Spire ; 0 Hut }}"
    ));
    let trial = trial(&loaded);
    assert_eq!(trial.codes(), [703, 703, 704, 706], "{:#?}", trial.found);
}

#[test]
fn a_list_looks_in_those_that_it_is_like_before_others() {
    let a = "token A { hit 1 1/1 ; guard 1 ; move 0\" ; points";
    let loaded = game(&format!(
        "faction \"F\" {{ {a} 1 }} }}\nfaction \"G\" like \"F\" {{ token B like A {{ points 2 }} }}\n\
         faction \"H\" like \"F\" {{ {a} 5 }} }}\nroster \"R\" of \"G\" {{ 1 A ; 1 B }}"
    ));
    let trial = trial(&loaded).clean();
    assert_eq!(trial.rosters.rosters[0].points, Some(3));
}

#[test]
fn sides_field_rosters() {
    let loaded = game(&format!(
        "{TOWERS}\nroster \"A\" of \"Towers\" {{ 1 Tower }}\nscenario \"S\" {{ side One {{ roster \"A\" }}\n side Two {{ roster \"B\" }} }}"
    ));
    let trial = trial(&loaded);
    trial.only(703);
    let sides: Vec<usize> = trial.rosters.sides.values().map(Vec::len).collect();
    assert_eq!(sides.iter().sum::<usize>(), 1);
}

#[test]
fn givens_with_figures_are_variants() {
    let loaded = game(&format!(
        "{TOWERS}\ntest \"t\" {{\n  given a: Tower {{ hit 5 7/4 }}\n  given b: Hut {{ dents 2 }}\n  expect 1 == 1\n}}"
    ));
    let trial = trial(&loaded).clean();
    let mut entities: Vec<_> = trial.rosters.givens.values().copied().collect();
    entities.sort_unstable();
    let titles: Vec<&str> =
        entities.iter().map(|id| &*trial.content.entity(*id).expect("an entity").title).collect();
    assert_eq!(titles, ["Hut", "Tower"]);
    let tower = trial.content.entity(entities[1]).expect("the variant");
    assert_eq!(trial.says_of(tower, "skill"), "7");
    assert!(tower.base.is_some());
}

#[test]
fn a_reading_stands_in_no_group() {
    let loaded = game(
        "faction \"F\" { token A { hit 1 1/1 ; guard 1 ; move 0\" ; points 1 } }\nroster \"A\" of \"F\" { wing \"Left\" { ruling reach = 3 ; 1 A } }",
    );
    let trial = trial(&loaded);
    assert_eq!(trial.only(211).message, "a group takes no reading of its own");
}
