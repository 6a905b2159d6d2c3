//! What persons call things: actions, pieces and values named in a line, pieces by name or by number.

pub mod measures;
pub mod pieces;
pub mod written;

use measures::Measures;
use warwright_ir::{Action, ActionId, FieldId, KindId, Part, Program, Ty};
use warwright_runtime::{Machine, State, Wanted, WantedValue};

/// The pieces in the order of their numbers, which begin at 1: number, entity, name. Parts of a piece have its number and a letter;
/// what else was made in play has the numbers after those of the start, which nothing else gets when it is gone.
pub fn numbered(machine: &Machine, state: &State) -> Vec<(String, i64, String)> {
    let pieces = machine.layout(state.scenario).map(|layout| layout.pieces.clone());
    let name = |piece| machine.name(state, piece).unwrap_or_default();
    let pieces = pieces.unwrap_or_default();
    let made = machine.made(state).unwrap_or_default();
    let mut numbered = Vec::new();
    for (number, piece) in (1..).zip(&pieces) {
        numbered.push((number.to_string(), *piece, name(*piece)));
        let own = made.iter().filter_map(|it| Some((it.entity, it.part?)));
        let mut own: Vec<_> = own.filter(|(_, part)| part.body == *piece).collect();
        own.sort_by_key(|(_, part)| part.number);
        let own = own.into_iter();
        numbered
            .extend(own.map(|(part, at)| (format!("{number}{}", at.letter()), part, name(part))));
    }
    let others = made.iter().filter(|it| it.part.is_none());
    numbered.extend(
        others.map(|it| ((pieces.len() + 1 + it.before).to_string(), it.entity, name(it.entity))),
    );
    numbered
}

/// The player to whom a piece belongs, whether it was there at the start or made in play.
pub fn owner(machine: &Machine, state: &State, piece: i64) -> Option<i64> {
    let layout = machine.layout(state.scenario).ok()?;
    let planned = usize::try_from(piece).ok().and_then(|piece| layout.plan.get(piece));
    match planned {
        Some(planned) => planned.owner,
        None => machine.made(state).ok()?.iter().find(|it| it.entity == piece)?.owner,
    }
}

/// Whether a choice among values of a type is one among cells.
pub fn is_of_cells(machine: &Machine, ty: &Ty) -> bool {
    match ty {
        Ty::Optional(inner) => is_of_cells(machine, inner),
        Ty::Entity(kind) => machine.program().cell_kind() == Some(*kind),
        _ => false,
    }
}

/// The greatest number of a piece.
fn greatest(pieces: &[(String, i64, String)]) -> usize {
    pieces.iter().filter_map(|(number, ..)| number.parse().ok()).max().unwrap_or(0)
}

/// The name of an action.
pub fn action_name<'p>(program: &'p Program, action: &Action) -> &'p str {
    program.texts.get(action.name).map_or("", String::as_str)
}

/// The name of a field, as people say it.
pub fn field_name(program: &Program, field: FieldId) -> String {
    let name = program.fields.get(field).and_then(|field| program.texts.get(field.name));
    name.map_or_else(String::new, |name| name.replace('_', " "))
}

/// A line as an action and values for it: `carry 3`, `carry "Old Tom"`, `carry #3`, `turn left 23`. The action may be left out.
///
/// # Errors
///
/// The word that is neither.
pub fn wanted(machine: &Machine, state: &State, line: &str) -> Result<Wanted, String> {
    let program = machine.program();
    let names =
        Names { program, pieces: numbered(machine, state), measures: Measures::of(machine) };
    let words = words(line);
    let mut rest = words.as_slice();
    let mut wanted = Wanted::default();
    let piece_first = names.piece(rest).is_some();
    if !piece_first && let Some((found, others)) = named_action(program, rest) {
        wanted.actions = found;
        rest = others;
    }
    while !rest.is_empty() {
        let Some((value, used)) = names.value(rest) else {
            let word = rest.first().cloned().unwrap_or_default();
            return Err(unknown(program, &names.pieces, &word, wanted.actions.is_empty()));
        };
        wanted.values.push(value);
        rest = rest.get(used..).unwrap_or_default();
    }
    Ok(wanted)
}

/// The actions that the first words name, and the other words: what content writes as one word is several for people.
fn named_action<'w>(
    program: &Program,
    words: &'w [String],
) -> Option<(Vec<ActionId>, &'w [String])> {
    let name = |action: &Action| action_name(program, action).replace('_', " ");
    for many in (2..=words.len()).rev() {
        let (first, others) = words.split_at_checked(many)?;
        let first = first.join(" ");
        let found = program.actions.iter().filter(|(_, it)| name(it).eq_ignore_ascii_case(&first));
        let found: Vec<ActionId> = found.map(|(id, _)| id).collect();
        if !found.is_empty() {
            return Some((found, others));
        }
    }
    let (first, others) = words.split_first()?;
    let found = actions(program, first);
    (!found.is_empty()).then_some((found, others))
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

/// What can be named beside actions.
struct Names<'m> {
    program: &'m Program,
    pieces: Vec<(String, i64, String)>,
    measures: Measures,
}

impl Names<'_> {
    /// The piece, or the number of one, that words begin with, and how many of them name it. A name of several words needs no quotes.
    fn piece(&self, words: &[String]) -> Option<(WantedValue, usize)> {
        let first = words.first()?;
        if let Some(number) = first.strip_prefix('#') {
            return self.numbered(number).map(|piece| (valued(vec![piece]), 1));
        }
        if let Ok(number) = first.parse::<i64>() {
            let of = words.get(1).map(String::as_str).filter(|unit| measures::is_unit(unit));
            let mut readings =
                self.measures.readings(&format!("{first}{}", of.unwrap_or_default()));
            if of.is_none() {
                readings.extend(self.numbered(first));
                readings.push((Ty::Int, number));
            }
            return Some((valued(readings), 1 + usize::from(of.is_some())));
        }
        if let Some(part) = self.numbered(first) {
            return Some((valued(vec![part]), 1));
        }
        (1..=words.len()).rev().find_map(|many| {
            let name = words.get(..many)?.join(" ");
            let piece = self.pieces.iter().find(|(_, _, of)| of.eq_ignore_ascii_case(&name))?;
            Some((valued(vec![entity(piece.1)]), many))
        })
    }

    /// The value that words begin with, of whatever type.
    fn value(&self, words: &[String]) -> Option<(WantedValue, usize)> {
        if let Some(piece) = self.piece(words) {
            return Some(piece);
        }
        let first = words.first()?;
        let of = words.get(1).map(String::as_str).filter(|unit| measures::is_unit(unit));
        let measured = self.measures.readings(&format!("{first}{}", of.unwrap_or_default()));
        if !measured.is_empty() {
            return Some((valued(measured), 1 + usize::from(of.is_some())));
        }
        (1..=words.len()).rev().find_map(|many| {
            let members = self.members(&words.get(..many)?.join(" "));
            (!members.is_empty()).then(|| (valued(members), many))
        })
    }

    fn numbered(&self, number: &str) -> Option<(Ty, i64)> {
        let piece = self.pieces.iter().find(|(of, ..)| of.eq_ignore_ascii_case(number))?;
        Some(entity(piece.1))
    }

    /// The members of closed kinds that have a name.
    fn members(&self, name: &str) -> Vec<(Ty, i64)> {
        let closed = self.program.kinds.iter().filter(|(_, kind)| kind.closed);
        let named = closed.flat_map(|(id, kind)| {
            let is_it = |entry: &warwright_ir::EntryId| {
                let entry = self.program.entries.get(*entry);
                let text = entry.and_then(|entry| self.program.texts.get(entry.name));
                text.is_some_and(|text| text.eq_ignore_ascii_case(name))
            };
            let at = kind.entries.iter().position(is_it);
            at.and_then(|at| Some((Ty::Member(id), i64::try_from(at).ok()?)))
        });
        named.collect()
    }
}

fn valued(readings: Vec<(Ty, i64)>) -> WantedValue {
    WantedValue { readings }
}

/// A piece, of whatever kind.
fn entity(entity: i64) -> (Ty, i64) {
    (Ty::Entity(KindId(0)), entity)
}

fn unknown(program: &Program, pieces: &[(String, i64, String)], word: &str, first: bool) -> String {
    if word.starts_with('#') || word.parse::<i64>().is_ok() {
        return format!(
            "there is no piece {word}; they are numbered from 1 to {}",
            greatest(pieces)
        );
    }
    if !first {
        return format!("there is no piece `{word}`: `board` shows their names and numbers");
    }
    let name = |action| action_name(program, action).replace('_', " ");
    let mut names: Vec<String> = program.actions.values().map(name).collect();
    names.sort_unstable();
    names.dedup();
    let known = if names.is_empty() { String::from("none") } else { names.join(", ") };
    format!("there is no action or piece `{word}`; the actions of this game: {known}")
}

/// The words of a line; what stands in quotes is one. A quote after a digit is a sign of inches.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quoted) = (String::new(), false);
    for letter in line.chars() {
        let inches = !quoted && word.ends_with(|last: char| last.is_ascii_digit() || last == '.');
        match letter {
            '"' if !inches => {
                if quoted || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                quoted = !quoted;
            }
            ' ' | '\t' | ',' | '(' | ')' if !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            letter => word.push(letter),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}
