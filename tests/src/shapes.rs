//! How the forms of the reference are written, held against sources: a form is a row of words, holes in capitals, parts in brackets
//! that may be left out, and braces with lines.

use std::collections::BTreeSet;

/// A part of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// One of these words or signs.
    OneOf(Vec<String>),
    /// Something put in: `NAME` is one word, `NAME's` one with that ending, the others as much as stands on the line.
    Hole(String),
    /// A number.
    Number,
    /// Words in quotes.
    Text,
    /// `..`: anything or nothing.
    Anything,
    /// `, ..`: more of the same, or nothing.
    More,
    /// What may be left out.
    Maybe(Vec<Part>),
    /// Braces, with lines that stand in them in this order, others between.
    Braces(Vec<Vec<Part>>),
}

/// What stands for one word alone.
const ONE_WORD: [&str; 2] = ["NAME", "WORD"];
/// What may be empty.
const MAY_BE_EMPTY: [&str; 3] = ["PARAMETERS", "VALUES", "REACH"];
/// How many words and brackets a hole takes at most.
const LONGEST: usize = 40;

/// A form as a row of the reference writes it.
#[derive(Clone, Debug)]
pub struct Shape(Vec<Part>);

impl Shape {
    /// Reads a form.
    pub fn new(syntax: &str) -> Self {
        let words = words(syntax);
        Self(parts(&mut words.iter().map(String::as_str).peekable(), &[]))
    }

    /// The form once for each part that may be left out and each of several words, with that standing in it; and which.
    pub fn each_way(&self) -> Vec<(String, Self)> {
        let ways = ways(&self.0);
        if ways.is_empty() { vec![(String::new(), self.clone())] } else { ways }
    }

    /// Whether it stands in a source, from the beginning of a line where that is asked for.
    pub fn stands_in(&self, source: &[String], at_beginning: bool) -> bool {
        let starts = (0..source.len()).filter(|at| !at_beginning || begins(source, *at));
        starts.into_iter().any(|at| !ends(&self.0, source, BTreeSet::from([at])).is_empty())
    }
}

/// The words, signs and line ends of a source; comments are left out.
pub fn words(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let part = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            // After a number it is the sign of inches.
            let inches = text[..text.len() - rest.len()].ends_with(|it: char| it.is_ascii_digit());
            let quoted = rest[1..].find('"').filter(|_| !inches);
            quoted.map_or(1, |end| end + 2)
        } else if first.is_ascii_digit() {
            rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len())
        } else if first.is_alphabetic() || first == '_' {
            let word = rest.find(|it: char| !it.is_alphanumeric() && it != '_');
            let word = word.unwrap_or(rest.len());
            let owns = rest[word..].starts_with("'s");
            word + if owns { 2 } else { 0 }
        } else if rest.starts_with(" | ") {
            3
        } else {
            let signs = ["..", "->", "+=", "-=", "==", "<=", ">="];
            signs
                .iter()
                .find(|sign| rest.starts_with(**sign))
                .map_or(first.len_utf8(), |it| it.len())
        };
        let (word, after) = rest.split_at(part);
        if !word.starts_with("//") && (word == "\n" || word == " | " || !word.trim().is_empty()) {
            found.push(word.to_owned());
        }
        rest = after;
    }
    found
}

fn parts<'w>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'w str> + Clone>,
    until: &[&str],
) -> Vec<Part> {
    let mut all = Vec::new();
    while let Some(word) = words.next_if(|word| !until.contains(word)) {
        let is_hole = |word: &str| {
            let name = word.strip_suffix("'s").unwrap_or(word);
            name.chars().all(|it| it.is_ascii_uppercase() || it == '_')
        };
        let part = match word {
            "[" => {
                let inner = parts(words, &["]"]);
                words.next();
                Part::Maybe(inner)
            }
            "{" => {
                let mut lines = Vec::new();
                while words.peek().is_some_and(|word| *word != "}") {
                    let line = parts(words, &["}", ";"]);
                    lines.extend((!line.is_empty()).then_some(line));
                    words.next_if(|word| *word == ";");
                }
                words.next();
                Part::Braces(lines)
            }
            "," if words.peek() == Some(&"..") => {
                words.next();
                Part::More
            }
            ".." => Part::Anything,
            " | " => Part::OneOf(vec![String::from("|")]),
            _ if word.starts_with('"') && word.len() > 1 => Part::Text,
            _ if word.starts_with(|it: char| it.is_ascii_digit()) => Part::Number,
            _ if word.len() == 1 && ["a", "b", "c"].contains(&word) => {
                Part::Hole(String::from("NAME"))
            }
            _ if word.starts_with(|it: char| it.is_ascii_uppercase()) && is_hole(word) => {
                Part::Hole(word.to_owned())
            }
            _ => Part::OneOf(vec![word.to_owned()]),
        };
        // `a|b`: one of several.
        let mut part = part;
        while words.peek() == Some(&"|") {
            words.next();
            let other = words.next().unwrap_or_default().to_owned();
            part = match part {
                Part::OneOf(known) => Part::OneOf([known, vec![other]].concat()),
                Part::Hole(known) => Part::OneOf(vec![known, other]),
                part => part,
            };
        }
        all.push(part);
    }
    all
}

/// Whether a word stands where another, or a hole, is written in a list of several.
fn is_it(written: &str, word: &str) -> bool {
    if written == " | " || written == "|" {
        return word.trim() == "|";
    }
    match written.strip_suffix("'s") {
        Some(name) if name.chars().all(|it| it.is_ascii_uppercase()) => word.ends_with("'s"),
        _ if written.len() > 1 && written.chars().all(|it| it.is_ascii_uppercase()) => {
            word.starts_with(|it: char| it.is_alphabetic())
        }
        _ => written == word,
    }
}

/// Where a part can end that begins at one of several places.
fn ends(parts: &[Part], source: &[String], from: BTreeSet<usize>) -> BTreeSet<usize> {
    parts.iter().fold(from, |from, part| {
        if from.is_empty() {
            return from;
        }
        let one = |fits: &dyn Fn(&str) -> bool| {
            let next = from.iter().filter(|at| source.get(**at).is_some_and(|word| fits(word)));
            next.map(|at| at + 1).collect()
        };
        match part {
            Part::OneOf(words) => one(&|word| words.iter().any(|it| is_it(it, word))),
            Part::Number => one(&|word| word.starts_with(|it: char| it.is_ascii_digit())),
            Part::Text => one(&|word| word.starts_with('"') && word.len() > 1),
            Part::Hole(name) if name.ends_with("'s") => one(&|word| word.ends_with("'s")),
            Part::Hole(name) => {
                let many = if ONE_WORD.contains(&name.as_str()) { 1 } else { LONGEST };
                let mut all: BTreeSet<usize> =
                    from.iter().flat_map(|at| taken(source, *at, many)).collect();
                if MAY_BE_EMPTY.contains(&name.as_str()) {
                    all.extend(&from);
                }
                all
            }
            Part::Anything => {
                let more = from.iter().flat_map(|at| taken(source, *at, LONGEST));
                more.chain(from.iter().copied()).collect()
            }
            Part::More => {
                let commas = from.iter().filter(|at| source.get(**at).is_some_and(|it| it == ","));
                let more = commas.flat_map(|at| taken(source, *at, LONGEST));
                more.chain(from.iter().copied()).collect()
            }
            Part::Maybe(inner) => {
                let mut all = ends(inner, source, from.clone());
                all.extend(from);
                all
            }
            Part::Braces(lines) => {
                let braces = from.iter().filter(|at| source.get(**at).is_some_and(|it| it == "{"));
                let closed = braces.filter_map(|at| Some((*at, closing(source, *at)?)));
                let hold = closed.filter(|(open, close)| stand(lines, &source[open + 1..*close]));
                hold.map(|(_, close)| close + 1).collect()
            }
        }
    })
}

/// Whether lines stand in a body, in their order.
fn stand(lines: &[Vec<Part>], body: &[String]) -> bool {
    let Some((first, others)) = lines.split_first() else { return true };
    if first.as_slice() == [Part::Anything] {
        return stand(others, body);
    }
    let starts = (0..body.len()).filter(|at| begins(body, *at));
    starts.into_iter().any(|at| {
        let found = ends(first, body, BTreeSet::from([at]));
        found.first().is_some_and(|end| stand(others, &body[*end..]))
    })
}

/// Whether a line, or an item of a list, can begin there.
fn begins(source: &[String], at: usize) -> bool {
    at == 0 || ["\n", ";", "{", "}", ","].contains(&source[at - 1].as_str())
}

/// The ends of all that a hole can take from there, on its line.
fn taken(source: &[String], from: usize, many: usize) -> Vec<usize> {
    let (mut at, mut found) = (from, Vec::new());
    while found.len() < many {
        at = match source.get(at).map(String::as_str) {
            None | Some("\n" | ";" | "}" | ")" | "]") => break,
            Some("(" | "[" | "{") => match closing(source, at) {
                Some(close) => close + 1,
                None => break,
            },
            Some(_) => at + 1,
        };
        found.push(at);
    }
    found
}

/// Where the bracket closes that opens there.
fn closing(source: &[String], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, word) in source.iter().enumerate().skip(open) {
        match word.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn ways(parts: &[Part]) -> Vec<(String, Shape)> {
    let mut all = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let with = |inner: &[Part]| Shape([&parts[..at], inner, &parts[at + 1..]].concat());
        match part {
            Part::Maybe(inner) => {
                all.push((format!("{inner:?}"), with(inner)));
                all.extend(ways(inner).into_iter().map(|(which, way)| (which, with(&way.0))));
            }
            Part::OneOf(words) if words.len() > 1 => {
                let one = |word: &String| (word.clone(), with(&[Part::OneOf(vec![word.clone()])]));
                all.extend(words.iter().map(one));
            }
            Part::Braces(lines) => {
                for (number, line) in lines.iter().enumerate() {
                    for (which, way) in ways(line) {
                        let lines = [&lines[..number], &[way.0], &lines[number + 1..]].concat();
                        all.push((which, with(&[Part::Braces(lines)])));
                    }
                }
            }
            _ => {}
        }
    }
    all
}
