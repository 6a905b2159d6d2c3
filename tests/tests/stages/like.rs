//! Entities: tables, forms, inheritance, options.

use crate::game::{game, trial};

const TOWERS: &str = r#"
faction "Towers" {
  tokens {
    name         | hit   | guard | move | rank    | points | abilities
    "Tall Tower" | 5 5/4 | 2     | 3.5" | chief   | 205    | Spiked, Winged
    Hut          | 3 5/6 | 1     | 0"   | default | 180    | -
    .. packed    | 0 1/1 | 1     | 5"   | default | 180    | -
  }
  token "Old Tower" like "Tall Tower" { hit 7 5/7 ; points 290 ; abilities + Loud ; abilities - Winged }
  token Shed like Hut { guard 3 ; points 10 }
}
"#;

#[test]
fn tables_become_entities() {
    let loaded = game(TOWERS);
    let trial = trial(&loaded).clean();
    assert_eq!(trial.says("Tall Tower", "dice"), "5");
    assert_eq!(trial.says("Tall Tower", "skill"), "5");
    assert_eq!(trial.says("Tall Tower", "power"), "4");
    assert_eq!(trial.says("Hut", "rank"), "default");
    assert_eq!(trial.says("Hut", "tints"), "?");
    assert_eq!(trial.abilities("Tall Tower"), ["Spiked", "Winged"]);
    assert!(trial.abilities("Hut").is_empty());
    assert_eq!(trial.entity("Hut").faction.map(|name| &*name.text), Some("Towers"));
}

#[test]
fn forms_are_entities_of_their_own() {
    let loaded = game(TOWERS);
    let trial = trial(&loaded).clean();
    let forms = trial.entity("Hut").forms.clone();
    let packed = trial.content.entity(forms[0]).expect("the form");
    assert_eq!(packed.form.as_deref(), Some("packed"));
    assert_eq!(&*packed.title, "Hut (packed)");
    assert_eq!(trial.says_of(packed, "move"), "5\"");
    // An heir has its parent's forms, with the parent's figures where the form sets them.
    let forms = trial.entity("Shed").forms.clone();
    let packed = trial.content.entity(forms[0]).expect("the heir's form");
    assert_eq!(&*packed.title, "Shed (packed)");
    assert_eq!(trial.says_of(packed, "guard"), "1");
}

#[test]
fn heirs_take_what_they_do_not_say() {
    let loaded = game(TOWERS);
    let trial = trial(&loaded).clean();
    assert_eq!(trial.says("Old Tower", "dice"), "7");
    assert_eq!(trial.says("Old Tower", "guard"), "2");
    assert_eq!(trial.abilities("Old Tower"), ["Spiked", "Loud"]);
    assert_eq!(trial.history("Old Tower", "guard"), ["declared", "inherited by \"Old Tower\""]);
    assert_eq!(trial.history("Old Tower", "dice"), ["declared"]);
}

#[test]
fn a_short_row_names_the_column_of_the_first_misfit() {
    let loaded = game(
        r#"
tokens {
  name  | hit   | guard | move | rank  | points
  Tower | 5 5/4 | 3.5"  | chief | 205
}
"#,
    );
    let trial = trial(&loaded);
    let found = trial.only(501);
    assert_eq!(found.message, "this row has 5 cells and the table has 6 columns");
    assert_eq!(found.primary.text, "`3.5\"` stands under `guard`, a whole number");
}

#[test]
fn a_long_row_and_an_empty_cell() {
    let loaded = game("tokens {\n  name | guard | points\n  A | 1 | 2 | 3\n  B | | 4\n}\n");
    let trial = trial(&loaded);
    assert_eq!(trial.codes(), [501, 502]);
}

#[test]
fn misspelt_fields_and_columns_get_a_suggestion() {
    let loaded = game("token A { gaurd 3 ; points 1 }\ntokens {\n  name | gurad\n  B | 3\n}\n");
    let trial = trial(&loaded);
    assert_eq!(trial.codes(), [201, 201]);
    assert_eq!(trial.found[0].message, "a token has no field `gaurd`");
    assert_eq!(trial.found[0].help[0].edits[0].replacement, "guard");
}

#[test]
fn a_list_under_like_says_its_sign() {
    let loaded =
        game(&format!("{TOWERS}\ntoken New like \"Tall Tower\" {{ abilities Loud ; points 3 }}"));
    let trial = trial(&loaded);
    let found = trial.only(216);
    assert!(found.message.contains("adds to the abilities of \"Tall Tower\""), "{found:?}");
}

#[test]
fn entries_that_are_not_there_cannot_be_taken_away() {
    let loaded = game(&format!(
        "{TOWERS}\ntoken New like \"Tall Tower\" {{ abilities - Lowd ; abilities + Spiked ; points 3 }}"
    ));
    assert_eq!(trial(&loaded).codes(), [220, 220]);
}

#[test]
fn circles_and_unknown_parents() {
    let loaded = game(
        "token A like B { points 1 }\ntoken B like A { points 1 }\ntoken C like Bb { points 1 }",
    );
    let trial = trial(&loaded);
    assert_eq!(trial.codes(), [217, 218]);
}

#[test]
fn inherited_points_are_a_warning() {
    let loaded = game(&format!("{TOWERS}\ntoken New like Hut {{ guard 3 }}"));
    let trial = trial(&loaded);
    assert!(!trial.only(707).is_error());
}

#[test]
fn a_column_wants_all_its_figures() {
    let loaded = game("token A { hit 5 5 ; points 3 }");
    let trial = trial(&loaded);
    let found = trial.only(505);
    assert_eq!(found.message, "`hit` wants 3 figures (dice, skill, power), and here are 2");
}

#[test]
fn one_name_in_two_factions_is_two_entities() {
    let loaded = game(
        "faction \"One\" { token A { points 1 } ; token B like A { points 3 } }\nfaction \"Two\" { token A { points 2 } }",
    );
    let trial = trial(&loaded).clean();
    assert_eq!(trial.content.named("A").len(), 2);
    let parent = trial.entity("B").parent.expect("a parent");
    let parent = trial.content.entity(parent).expect("the parent");
    assert_eq!(trial.says_of(parent, "points"), "1");
}

#[test]
fn an_unknown_kind_is_named() {
    let loaded = game("tokn A { points 1 }");
    let trial = trial(&loaded);
    assert!(trial.codes().contains(&204), "{:?}", trial.found);
}

#[test]
fn chains_and_lists_are_bounded() {
    let mut text = String::from("token T0 { points 1 }\n");
    for n in 1..=80 {
        text.push_str(&format!("token T{n} like T{} {{ points 1 }}\n", n - 1));
    }
    let loaded = game(&text);
    assert_eq!(trial(&loaded).codes(), [1014]);
    let many = vec!["Spiked"; 600].join(", ");
    let loaded = game(&format!("token A {{ points 1 ; abilities {many} }}"));
    assert_eq!(trial(&loaded).codes(), [1014]);
}

/// Whatever is left out of a file, the rest is read without a panic.
#[test]
fn any_token_may_be_missing() {
    let words: Vec<&str> = TOWERS.split_inclusive(' ').collect();
    for skipped in 0..words.len() {
        let text: String = words
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != skipped)
            .map(|(_, word)| *word)
            .collect();
        let mut root = warwright_compiler::roots::MemoryRoot::new("");
        root.insert("systems/trial/trial.ww", crate::game::SYSTEM);
        root.insert("factions/trial/a.ww", format!("use trial\n{text}"));
        let loaded = warwright_compiler::roots::load(&warwright_compiler::roots::Request {
            roots: vec![std::sync::Arc::new(root)],
            system: Some("trial".to_owned()),
            ..Default::default()
        });
        let _ = trial(&loaded).codes();
    }
}
