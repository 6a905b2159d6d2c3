//! What can be read up of dice: takes the name of a die or of one of its faces, gives the faces, and for each that is a word what speaks
//! of it.

use super::reading::open;
use crate::naming::written::{is, text};
use warwright_ir::{Die, Face, Program, RuleText};

/// Of so many rules at most a face is told with their texts.
const TOLD: usize = 9;

/// The dice of a name with their faces, and the faces of a name with the rules that speak of them.
pub(super) fn named(program: &Program, what: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for die in program.dice.values() {
        if is(program, die.name, what) {
            lines.push(format!("{} (die)", text(program, die.name)));
            lines.push(format!("  faces: {}", faces(program, die)));
            for face in die.faces.iter().filter(|face| face.value.is_none()) {
                let of = speaking(program, face);
                let mut names: Vec<String> = of.iter().map(|rule| name(program, rule)).collect();
                names.dedup();
                let face = shown(program, face);
                lines
                    .extend((!names.is_empty()).then(|| format!("  {face}: {}", names.join(", "))));
            }
        }
        let own = die.faces.iter().filter(|face| face.value.is_none());
        for face in own.filter(|face| is(program, face.name, what)) {
            let sides: u32 = die.faces.iter().map(|face| face.sides).sum();
            let of = format!("{} of {sides} sides of {}", face.sides, text(program, die.name));
            lines.push(format!("{} (face: {of})", shown(program, face)));
            let speaking = speaking(program, face);
            let more = speaking.len().saturating_sub(TOLD);
            for rule in speaking.iter().take(TOLD) {
                let said = rule.texts.iter().map(|said| open(text(program, *said)));
                let said: Vec<String> = said.collect();
                lines.push(format!("  {}: {}", name(program, rule), said.join(" ")));
            }
            lines.extend((more > 0).then(|| format!("  and {more} more rules that speak of it")));
        }
    }
    lines
}

/// The faces of a die, numbers in a row by the first and the last, each with on how many sides it stands where that is several.
fn faces(program: &Program, die: &Die) -> String {
    let numbers: Option<Vec<i64>> =
        die.faces.iter().map(|face| face.value.filter(|_| face.sides == 1)).collect();
    if let Some([first, .., last]) = numbers.as_deref()
        && numbers.iter().flatten().zip(*first..).all(|(number, at)| *number == at)
    {
        return format!("{first} to {last}");
    }
    let face = |face: &Face| match face.sides {
        1 => shown(program, face),
        sides => format!("{sides} x {}", shown(program, face)),
    };
    die.faces.iter().map(face).collect::<Vec<_>>().join(", ")
}

/// The rules that speak of a face, by its name or more than one of it.
fn speaking<'p>(program: &'p Program, face: &Face) -> Vec<&'p RuleText> {
    let name = shown(program, face).to_lowercase();
    let speaks = |said: &str| {
        let said = said.to_lowercase();
        let mut words = said.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.any(|word| word == name || word.strip_suffix('s') == Some(&name))
    };
    // Of armies it is told what they are like.
    let rules = program.book.rules.iter().filter(|rule| text(program, rule.what) != "faction");
    rules.filter(|rule| rule.texts.iter().any(|said| speaks(text(program, *said)))).collect()
}

fn shown(program: &Program, face: &Face) -> String {
    text(program, face.name).replace('_', " ")
}

fn name(program: &Program, rule: &RuleText) -> String {
    text(program, rule.name).replace('_', " ")
}
