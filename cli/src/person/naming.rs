//! What persons call things: actions and pieces named in a line, by name or by the number of a piece.

use warwright_ir::{Action, ActionId, Part, Program};
use warwright_runtime::{Machine, State, Wanted, WantedValue};

/// The pieces in the order of their numbers, which begin at 1: number, entity, name.
pub fn numbered(machine: &Machine, state: &State) -> Vec<(usize, i64, String)> {
    let pieces = machine.layout(state.scenario).map(|layout| layout.pieces.clone());
    let name = |piece| machine.name(state, piece).unwrap_or_default();
    let pieces = pieces.unwrap_or_default();
    (1..).zip(pieces).map(|(number, piece)| (number, piece, name(piece))).collect()
}

/// The name of an action.
pub fn action_name<'p>(program: &'p Program, action: &Action) -> &'p str {
    program.texts.get(action.name).map_or("", String::as_str)
}

/// A line as an action and values for it: `carry 3`, `carry "Old Tom"`, `carry #3`. The action may be left out.
///
/// # Errors
///
/// The word that is neither.
pub fn wanted(machine: &Machine, state: &State, line: &str) -> Result<Wanted, String> {
    let program = machine.program();
    let pieces = numbered(machine, state);
    let words = words(line);
    let mut rest = words.as_slice();
    let mut wanted = Wanted::default();
    let piece_first = value(&pieces, rest).is_some();
    if let (false, Some((first, others))) = (piece_first, rest.split_first()) {
        wanted.actions = actions(program, first);
        if !wanted.actions.is_empty() {
            rest = others;
        }
    }
    while !rest.is_empty() {
        let Some((value, used)) = value(&pieces, rest) else {
            let word = rest.first().cloned().unwrap_or_default();
            return Err(unknown(program, &pieces, &word, wanted.actions.is_empty()));
        };
        wanted.values.push(value);
        rest = rest.get(used..).unwrap_or_default();
    }
    Ok(wanted)
}

/// The actions of a name; where there are none, those with a word in their name or label that begins so.
fn actions(program: &Program, name: &str) -> Vec<ActionId> {
    let those = |meant: &dyn Fn(&Action) -> bool| -> Vec<ActionId> {
        program.actions.iter().filter(|(_, action)| meant(action)).map(|(id, _)| id).collect()
    };
    let exact = those(&|action| action_name(program, action).eq_ignore_ascii_case(name));
    if !exact.is_empty() {
        return exact;
    }
    let begun = name.to_lowercase();
    let begins = |words: &str| {
        let mut words = words.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| word.to_lowercase().starts_with(&begun))
    };
    let lettered = begun.starts_with(char::is_alphabetic);
    those(&|action| {
        let of_label = action.label.parts.iter().any(|part| match part {
            Part::Words(words) => program.texts.get(*words).is_some_and(|words| begins(words)),
            Part::Value(_) => false,
        });
        lettered && (of_label || begins(action_name(program, action)))
    })
}

/// The value that words begin with, and how many of them name it. A name of several words needs no quotes.
fn value(pieces: &[(usize, i64, String)], words: &[String]) -> Option<(WantedValue, usize)> {
    let first = words.first()?;
    let numbered = |number: &str| {
        let number: usize = number.parse().ok()?;
        pieces.iter().find(|(of, ..)| *of == number).map(|(_, piece, _)| *piece)
    };
    if let Some(number) = first.strip_prefix('#') {
        return numbered(number)
            .map(|piece| (WantedValue { entity: Some(piece), number: None }, 1));
    }
    if let Ok(number) = first.parse() {
        return Some((WantedValue { entity: numbered(first), number: Some(number) }, 1));
    }
    (1..=words.len()).rev().find_map(|many| {
        let name = words.get(..many)?.join(" ");
        let piece = pieces.iter().find(|(_, _, of)| of.eq_ignore_ascii_case(&name))?;
        Some((WantedValue { entity: Some(piece.1), number: None }, many))
    })
}

fn unknown(program: &Program, pieces: &[(usize, i64, String)], word: &str, first: bool) -> String {
    if word.starts_with('#') || word.parse::<i64>().is_ok() {
        return format!("there is no piece {word}; they are numbered from 1 to {}", pieces.len());
    }
    if !first {
        return format!("there is no piece `{word}`: `board` shows their names and numbers");
    }
    let mut names: Vec<&str> =
        program.actions.values().map(|action| action_name(program, action)).collect();
    names.sort_unstable();
    names.dedup();
    let known = if names.is_empty() { String::from("none") } else { names.join(", ") };
    format!("there is no action or piece `{word}`; the actions of this game: {known}")
}

/// The words of a line; what stands in quotes is one.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (part, text) in line.split('"').enumerate() {
        if part % 2 == 1 {
            words.push(text.to_owned());
        } else {
            words.extend(
                text.split([' ', '\t', ',', '(', ')']).filter(|it| !it.is_empty()).map(Into::into),
            );
        }
    }
    words
}

/// A question with `#3` as the quoted name of piece 3.
///
/// # Errors
///
/// A number that no piece has.
pub fn spelt(machine: &Machine, state: &State, asked: &str) -> Result<String, String> {
    let pieces = numbered(machine, state);
    let mut parts = asked.split('#');
    let mut spelt = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        let found = pieces.iter().find(|(number, ..)| number.to_string() == digits);
        let Some((_, _, name)) = found else {
            return Err(format!(
                "there is no piece #{digits}; they are numbered from 1 to {}",
                pieces.len()
            ));
        };
        spelt.push_str(&format!("\"{name}\""));
        spelt.push_str(part.strip_prefix(digits.as_str()).unwrap_or(part));
    }
    Ok(spelt)
}
