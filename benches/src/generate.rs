//! Content of any size for timing `check`: half tables of units, half abilities with clauses, the same for the same size.

use std::fmt::Write;

/// A file of at least `bytes` bytes that uses Battleground's words and has no mistakes.
pub fn content(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 4096);
    text.push_str("use battleground\n\n");
    let mut number = 0;
    while text.len() < bytes {
        abilities(&mut text, number);
        faction(&mut text, number);
        number += 1;
    }
    text
}

/// How many bytes of a block are abilities: about as many as of its table.
const ABILITIES: usize = 8;
const UNITS: usize = 30;

fn abilities(text: &mut String, block: usize) {
    for n in 0..ABILITIES {
        let (by, up) = (n % 3 + 1, n % 2 + 2);
        let _ = write!(
            text,
            "// Ability {n} of block {block}.\n\
             ability \"Drill {block}-{n}\" for unit {{\n  \
               text: Fights better by {by} while it is fresh, and holds longer.\n  \
               modify skill_against as attacker by +{by} when how is melee and attacker.health is green \"drill {block}-{n}\"\n  \
               modify courage as unit by +1 up to 1{up} when not unit.routing and unit.left > {n} \"steady {block}-{n}\"\n  \
               after engage.contact as rusher when target.health is not green once per turn \"rush {block}-{n}\" {{\n    \
                 say \"{{self}} rushes on.\"\n    \
                 if target.rout_calls == 0 and target.left <= {up} {{ target.rout_calls += 1 }}\n  \
               }}\n\
             }}\n\n"
        );
    }
}

fn faction(text: &mut String, block: usize) {
    let _ = write!(
        text,
        "faction \"Levy {block}\" {{\n  units {{\n    \
         name | attack | defence | boxes | courage | move | range | role | points | abilities\n"
    );
    for n in 0..UNITS {
        let range = if n % 4 == 0 { "14\"" } else { "-" };
        let _ = writeln!(
            text,
            "    \"Company {block}-{n}\" | {} {}/{} | {}/{} | {}/{}/{} | {} | {}\" | {range} | {} | {} | \"Drill {block}-{}\"",
            n % 5 + 3,
            n % 4 + 3,
            n % 3 + 4,
            n % 3,
            n % 4 + 1,
            n % 4 + 2,
            n % 3 + 1,
            n % 2 + 1,
            n % 6 + 9,
            ["2.5", "3.5", "5", "7"][n % 4],
            ["default", "core", "elite"][n % 3],
            n * 7 + 100,
            n % ABILITIES,
        );
    }
    text.push_str("  }\n}\n\n");
}
