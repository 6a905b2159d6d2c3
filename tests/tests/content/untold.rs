//! What authors write and mean: nothing is told of it.

use warwright_tests::sources::{compile_own, library, lines};

/// Army lists, by the game that they are for.
const LISTS: [(&str, &str); 4] = [
    // The first thing that is done in a turn stands in a step of its own, which another calls.
    (
        "oathmark",
        r#"
ability Brooding for unit {
  text: At the start of each turn it is in disorder no more.
  after each turn.begin "brooding" { remove Disordered from self }
}
faction "Still Folk" { unit Brooders like Spearmen { priced ; points 300 ; abilities + Brooding } }
"#,
    ),
    (
        "warmaster",
        r#"
ability Brooding for unit {
  text: At the start of its turn it is confused no more.
  after my turn.returns "brooding" { remove Confused from self }
}
faction "Still Folk" { unit Brooders like Pikes { priced ; points 300 ; abilities + Brooding } }
"#,
    ),
    // What is made in play takes itself off.
    (
        "oathmark",
        r#"
kind thicket is area fleeting {
  modify pace as unit amid self at most 3" "among thorns"
  after each turn.alternate { remove self }
}
relation amid(u: unit, b: thicket) = u overlaps b
ability "Sow Thorns" for unit {
  text: When it is called on, thorns grow about it until the end of the turn.
  after roll_call.result as u "thorns" {
    if u.place is some here {
      let b = create thicket {}
      b.region = oval(here, 4", 4")
    }
  }
}
faction "Still Folk" { unit Sowers like Spearmen { priced ; points 300 ; abilities + "Sow Thorns" } }
"#,
    ),
    // What is left over is less than that by which is divided.
    (
        "oathmark",
        r#"
ability Brittle for unit {
  text: When it is called on, whoever of it is hurt falls.
  after roll_call.result as u when u.left > 1 and rest(u.lost, u.health) > 0 "brittle" drawback {
    wound(u, u.health - rest(u.lost, u.health))
  }
}
faction "Still Folk" { unit Brittles like Spearmen { priced ; points 300 ; abilities + Brittle } }
"#,
    ),
];

#[test]
fn nothing_is_told_of_what_is_meant() {
    let library = library();
    for (game, list) in LISTS {
        let path = format!("factions/{game}/still_folk.ww");
        let found = compile_own(&[(path, format!("use {game}\n{list}"))], &library);
        assert!(found.diagnostics.is_empty(), "{list}\n{}", lines(&found));
    }
}
