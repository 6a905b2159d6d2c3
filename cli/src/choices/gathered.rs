//! Long lists of actions in fewer lines: takes the lines that can be picked, gives what is shown.
//!
//! Lines in a row that differ in one value of the same action become one sentence, with the number of each value behind it.

use super::choice::Choice;
use crate::output::columns;
use warwright_runtime::Answer;

/// How wide what is gathered is shown, where the terminal does not say how wide it is.
const WIDTH: usize = 100;
/// How wide short lines beside each other are then.
const NARROW: usize = 80;
/// A space at which no line is broken.
pub(super) const STAYS: &str = "\u{a0}";

/// The lines to show of a list, gathered where it is longer than `long`.
pub(super) fn lines(list: &[&Choice], long: usize) -> Vec<String> {
    if list.len() <= long {
        return told(list);
    }
    let mut lines = Vec::new();
    let mut rest = list;
    while let Some((first, others)) = rest.split_first() {
        let many = 1 + alike(first, others);
        let (run, after) = rest.split_at_checked(many).unwrap_or((rest, &[]));
        match together(run) {
            Some((keys, words)) => lines.extend(wrapped(&keys, &words)),
            None => lines.extend(run.iter().map(|choice| alone(choice))),
        }
        rest = after;
    }
    lines
}

/// Short lines beside each other, as many as there is room for.
pub(super) fn beside(list: &[&Choice]) -> Vec<String> {
    let lines: Vec<String> = list.iter().map(|choice| alone(choice)).collect();
    let wide = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let room = columns(&std::io::stderr()).unwrap_or(NARROW).min(WIDTH);
    let many = (room / wide.max(1)).max(1);
    let row = |row: &[String]| {
        let cells = row.iter().map(|line| format!("{line:<wide$}"));
        cells.collect::<String>().trim_end().to_owned()
    };
    lines.chunks(many).map(row).collect()
}

/// A line by itself.
pub(super) fn alone(choice: &Choice) -> String {
    let told = format!("  {:>3}  {}{}", choice.key, choice.words, choice.priced());
    told.replace(STAYS, " ")
}

/// A line by itself with what is written of the card that it names.
pub(super) fn with_text(choice: &Choice) -> String {
    let colon = if choice.text.is_empty() { "" } else { ": " };
    format!("{}{colon}{}", alone(choice), choice.text)
}

/// Lines by themselves; what is written of several of them stands with the first.
pub(super) fn told(list: &[&Choice]) -> Vec<String> {
    let line = |(at, choice): (usize, &&Choice)| {
        let before = list.get(..at).unwrap_or_default();
        // Behind the number of a piece stands what that can do often.
        let is_of_piece = choice.key.contains('.');
        match is_of_piece || before.iter().any(|other| other.text == choice.text) {
            true => alone(choice),
            false => with_text(choice),
        }
    };
    list.iter().enumerate().map(line).collect()
}

/// How many of the lines that follow one differ from it in the value of one parameter, the same for all.
fn alike(first: &Choice, others: &[&Choice]) -> usize {
    let mut at = None;
    let others = others.iter().take_while(|other| match (differs(first, other), at) {
        (Some(differs), None) => {
            at = Some(differs);
            true
        }
        (differs, at) => differs.is_some() && differs == at,
    });
    others.count()
}

/// The one parameter in whose value two lines of an action differ.
fn differs(one: &Choice, other: &Choice) -> Option<usize> {
    let (Answer::Act(mine), Answer::Act(theirs)) = (&one.answer, &other.answer) else {
        return None;
    };
    // What is typed is of the same range.
    let ranges = |choice: &Choice| -> Vec<(usize, i64, i64)> {
        choice.open.iter().map(|range| (range.param, range.low, range.high)).collect()
    };
    if ranges(one) != ranges(other)
        || (mine.action, mine.bearer, mine.ordinal)
            != (theirs.action, theirs.bearer, theirs.ordinal)
    {
        return None;
    }
    let args = mine.args.iter().zip(&theirs.args).enumerate();
    let is_open = |at: usize| one.open.iter().any(|range| range.param == at);
    let mut unequal =
        args.filter(|(at, (mine, theirs))| mine != theirs && !is_open(*at)).map(|(at, _)| at);
    unequal.next().filter(|_| unequal.next().is_none())
}

/// Lines as one sentence: the numbers of the first and the last, and the words. None where their words do not differ in one place.
fn together(run: &[&Choice]) -> Option<(String, String)> {
    let [first, .., last] = run else { return None };
    if run.iter().any(|choice| choice.price != first.price) {
        return None;
    }
    let words: Vec<Vec<&str>> =
        run.iter().map(|choice| choice.words.split(' ').collect()).collect();
    let one = words.first()?;
    let shortest = words.iter().map(Vec::len).min()?;
    let same = |at: &usize| words.iter().all(|other| other.get(*at) == one.get(*at));
    let is_name = |at: usize| {
        let word = one.get(at).copied().unwrap_or_default();
        word.starts_with(|letter: char| letter.is_uppercase() || letter.is_ascii_digit())
    };
    // A name is not broken: of what begins with a capital no part is common, but the first word of all.
    let mut before = (0..shortest).take_while(same).count();
    while before > 1 && is_name(before - 1) {
        before -= 1;
    }
    let ends = |at: &usize| {
        let word = |of: &Vec<&str>| {
            of.len().checked_sub(at + 1).and_then(|at| of.get(at).copied().map(str::to_owned))
        };
        words.iter().all(|other| word(other) == word(one))
    };
    let mut after = (0..shortest - before).take_while(ends).count();
    while after > 0 && is_name(one.len() - after) {
        after -= 1;
    }
    let mut parts = Vec::new();
    for (choice, words) in run.iter().zip(&words) {
        let part = words.get(before..words.len() - after).filter(|part| !part.is_empty())?;
        parts.push(format!("{}{STAYS}({})", part.join(" "), choice.key));
    }
    let last_part = parts.pop()?;
    let middle = format!("{} or {last_part}", parts.join(", "));
    let head = one.get(..before)?.iter().copied();
    let tail = one.get(one.len() - after..)?.iter().copied();
    let sentence: Vec<&str> = head.chain([middle.as_str()]).chain(tail).collect();
    let sentence = format!("{}{}", sentence.join(" "), first.priced());
    Some((format!("{}-{}", first.key, last.key), sentence))
}

/// A sentence behind its numbers, broken between words.
pub(super) fn wrapped(keys: &str, words: &str) -> Vec<String> {
    let columns = columns(&std::io::stderr()).unwrap_or(WIDTH);
    let first = format!("{keys:>5}  ");
    let hanging = " ".repeat(first.chars().count());
    let wrap = textwrap::Options::new(columns)
        .initial_indent(&first)
        .subsequent_indent(&hanging)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(words, wrap).iter().map(|line| line.replace(STAYS, " ")).collect()
}
