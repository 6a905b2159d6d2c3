//! What mends a line that could not be read: takes the pairs that the grammar found and what the walk reported, tries small
//! changes at the place where reading stopped, and gives those after which the line is read to its end.
//!
//! The words that are tried are those of the grammar, and the grammar is the judge: no edit is offered with which it would
//! not read the line.

use super::layout;
use super::rules::{Grammar, Rule, WORDS};
use super::walk::{Pair, Walk};
use crate::diagnostic::{Code, Diagnostic, Edit, Help, codes};
use crate::near::nearest;
use crate::source::Span;
use pest::Parser;
use pest::iterators::Pairs;
use std::ops::Range;

/// So many lines of one file are looked at.
pub(super) const MOST_LINES: usize = 12;
/// So long may a line be, without what stands in its braces.
const LONGEST_LINE: usize = 1_000;
/// So long may it be with it.
const LONGEST_TEXT: usize = 16_000;
/// So many words that may stand at a place are told.
const MOST_TOLD: usize = 8;

/// What says that a line was not read.
const NOT_READ: &[Code] =
    &[codes::BAD_CLAUSE, codes::BAD_DECLARATION, codes::BAD_CELL, codes::EQUALS_IN_CONDITION];

/// Signs that may be meant by others, those first that are meant most often.
const SIGNS: &[&str] = &["->", "=", "+=", "-=", "==", "!=", "<=", ">=", ".."];

/// Signs that are written where none is wanted.
const TOO_MANY: &[&str] = &[",", ":", ".", "?", "!"];

/// Words of plain English that join others; those of the grammar are known from it.
const JOINING: &[&str] = &[
    "are", "equals", "from", "have", "into", "max", "min", "on", "onto", "per", "than", "unless",
    "upon", "using", "via",
];

/// What is worked out of a set or a pool, and is written like a word of the language by those who forget its brackets.
const OF_A_SET: &[&str] = &["abs", "count", "floor", "highest", "lowest", "size", "sum"];

/// A word that no grammar knows.
const NO_WORD: &str = "zzz";

/// Mends what was reported of the lines among `pairs` from the diagnostic `from` on.
pub(super) fn lines(walk: &mut Walk<'_>, pairs: &Pairs<'_, Rule>, from: usize) {
    for at in from..walk.found() {
        let found = walk.diagnostic(at).filter(|it| NOT_READ.contains(&it.code)).cloned();
        let Some(found) = found else { continue };
        let place = walk.offsets(found.primary.span).start;
        if !walk.may_mend() {
            return;
        }
        let Some(line) = Line::at(walk, pairs.clone(), place) else { continue };
        let mended = line.mend(found, walk.was_recognized(at));
        walk.replace(at, mended);
    }
}

/// A line that was not read to its end.
struct Line<'w, 't> {
    walk: &'w Walk<'t>,
    /// What it stands in.
    parent: Rule,
    place: Range<usize>,
    /// Where reading stopped.
    stop: usize,
    /// Where what was not read ends.
    left: usize,
    /// Whether nothing was left over there, and something is missing.
    is_gap: bool,
}

/// A change of a line, and what to say of it.
struct Change {
    place: Range<usize>,
    written: String,
    help: String,
}

impl<'w, 't> Line<'w, 't> {
    /// The innermost line at a place, if something of it was not read.
    fn at(walk: &'w Walk<'t>, pairs: Pairs<'_, Rule>, at: usize) -> Option<Self> {
        let holds = |pair: &Pair<'_>| {
            let (start, end) = walk.bounds(pair);
            start <= at && at < end.max(start + 1)
        };
        let (mut parent, mut line) = (Rule::file_items, None);
        let mut inside = pairs.last()?;
        while let Some((pair, next)) = child(inside.clone(), holds) {
            if inside.as_rule() == Rule::file_items || is_body(inside.as_rule()) {
                parent = inside.as_rule();
                line = Some((pair.clone(), next));
            }
            inside = pair;
        }
        let (line, next) = line?;
        let (start, end) = walk.bounds(&line);
        // The braces that follow a head that was not understood.
        let braces =
            next.filter(|it| matches!(it.as_rule(), Rule::stray_block | Rule::stray_stmts));
        let end = braces.map_or(end, |it| walk.bounds(&it).1);
        if end - start > LONGEST_TEXT {
            return None;
        }
        let bad = first_bad(line)?;
        let bad_rule = bad.as_rule();
        let (stop, left) = walk.bounds(&bad);
        let parent = if parent == Rule::columns_body { Rule::row } else { parent };
        let is_gap = bad_rule == Rule::missing;
        Some(Self { walk, parent, place: start..end, stop, left, is_gap })
    }

    /// What was found, with the edit that mends it. Where what is written was recognized for something of another language,
    /// its advice stands; of other advice an edit that does not read goes.
    fn mend(&self, mut found: Diagnostic, recognized: bool) -> Diagnostic {
        let mut taken_back = false;
        for help in &mut found.help {
            if !help.edits.is_empty() && !self.gets_on_with(&help.edits) {
                help.edits.clear();
                taken_back = true;
            }
        }
        let edited = found.help.iter().any(|help| !help.edits.is_empty());
        if edited || recognized && !taken_back && !found.help.is_empty() {
            return found;
        }
        if let Some(change) = self.head_misspelt() {
            let word = self.text(change.place.clone());
            found.message = format!("`{word}` does not begin a line here");
            found.primary.span = self.walk.bytes(change.place.start, change.place.end);
            found.primary.text = "no word that is known here".into();
            return self.with(found, change);
        }
        match self.change() {
            Some(change) => self.with(found, change),
            None => {
                let comma = self.text(self.token(self.stop)) == ",";
                let wanted = found.help.is_empty() || comma;
                if let Some(help) = wanted.then(|| self.may_stand()).flatten() {
                    found.help.push(help);
                }
                found
            }
        }
    }

    fn with(&self, mut found: Diagnostic, change: Change) -> Diagnostic {
        let span = self.walk.bytes(change.place.start, change.place.end);
        let edit = Edit { span, replacement: change.written };
        found.help = vec![Help { text: change.help, edits: vec![edit] }];
        found
    }

    /// The one change after which the line is read.
    fn change(&self) -> Option<Change> {
        let word = self.token(self.stop);
        if self.is_gap {
            return self.other_sign(&word);
        }
        let second = self.second();
        let colon =
            (self.text(word.clone()) == ":" && self.touches(&word)).then(|| self.other_sign(&word));
        colon
            .flatten()
            .or_else(|| self.misspelt(&word))
            .or_else(|| self.too_many(&word))
            .or_else(|| second.and_then(|at| self.too_many(&self.token(at))))
            .or_else(|| self.other_sign(&word))
            .or_else(|| self.other_word(&word))
            .or_else(|| second.and_then(|at| self.in_quotes(at)))
            .or_else(|| self.in_brackets())
            .or_else(|| self.in_braces(&word))
            .or_else(|| self.in_quotes(self.stop).filter(|_| self.is_prose()))
            .or_else(|| self.head_missing())
            .or_else(|| self.missing(self.stop))
            .or_else(|| second.and_then(|at| self.missing(at)))
            .or_else(|| self.two_statements())
            .or_else(|| self.missing_sign())
            .or_else(|| self.in_quotes(self.stop))
            .or_else(|| self.statement_missing())
    }

    /// The first word of the line, where another was meant.
    fn head_misspelt(&self) -> Option<Change> {
        let head = self.token(self.place.start);
        (self.stop > head.start).then(|| self.misspelt(&head)).flatten()
    }

    /// A word that is nearly one of the grammar.
    fn misspelt(&self, place: &Range<usize>) -> Option<Change> {
        let word = self.text(place.clone());
        if is_known(word) && place.start > self.place.start {
            return None;
        }
        // `modifies`: a word of which one of the grammar is the stem.
        let stem = word.get(..5).filter(|_| word.len() > 6);
        let stems = |known: &str| stem.is_some_and(|stem| known.starts_with(stem));
        let near = |known: &&str| nearest(word, [*known]).is_some() || stems(known);
        let fits = self.fitting(place, WORDS.iter().copied().filter(near));
        let known = nearest(word, fits.iter().copied()).or_else(|| fits.first().copied())?;
        let help = format!("did you mean `{known}`?");
        Some(Change { place: place.clone(), written: known.to_owned(), help })
    }

    /// A sign where none is wanted.
    fn too_many(&self, place: &Range<usize>) -> Option<Change> {
        let sign = self.text(place.clone());
        let fits = TOO_MANY.contains(&sign) && self.shape(place, "").is_some();
        let help = format!("leave `{sign}` out");
        fits.then(|| Change { place: place.clone(), written: String::new(), help })
    }

    /// A sign, or a word, where another sign is wanted: the one most like it.
    fn other_sign(&self, place: &Range<usize>) -> Option<Change> {
        let sign = self.text(place.clone());
        let alike = |other: &str| other.chars().filter(|c| sign.contains(*c)).count();
        let meant: &[&str] = match sign {
            "," => &[";"],
            ":" if self.touches(place) => &["."],
            ":" | "is" | "equals" => &["="],
            "->" => &[":"],
            "and" => &[",", "+"],
            "to" | "into" | "becomes" => &["->", "=", "/"],
            "<>" | "=/=" => &["!="],
            _ if sign.is_empty() || sign.starts_with(is_of_a_word) => &[],
            _ if sign.is_ascii() => SIGNS,
            _ => &["->", "!=", "<=", ">="],
        };
        // A list of things is no row of statements.
        let rest = self.text(place.end..self.left.max(place.end));
        let of_statements = matches!(self.parent, Rule::block | Rule::test_body);
        if sign == "is" && !of_statements {
            return None;
        }
        let list = sign == "," && !rest.contains(['(', '=', ':', '"']);
        let fits = |it: &&&str| !list && self.shape(place, &self.apart(place, it)).is_some();
        let likely = |it: &&&str| meant.len() < SIGNS.len() || alike(it) > 0;
        let others = meant.iter().filter(|it| **it != sign).filter(likely).filter(fits);
        let other = others.rev().max_by_key(|it| alike(it))?;
        let help = format!("write `{other}`");
        Some(Change { place: place.clone(), written: self.apart(place, other), help })
    }

    /// The one word that may stand in place of one that joins others.
    fn other_word(&self, place: &Range<usize>) -> Option<Change> {
        if !self.joins(place) {
            return None;
        }
        let [word] = *self.fitting(place, WORDS.iter().copied()).as_slice() else { return None };
        let help = format!("write `{word}`");
        Some(Change { place: place.clone(), written: self.apart(place, word), help })
    }

    fn joins(&self, place: &Range<usize>) -> bool {
        let word = self.text(place.clone());
        word == "," || JOINING.contains(&word) || is_known(word)
    }

    /// The one word that is missing at a place.
    fn missing(&self, at: usize) -> Option<Change> {
        // Where any word may begin a line, most words could be its first.
        let any = [Rule::file_items, Rule::body, Rule::roster_body, Rule::row];
        if at == self.place.start && any.contains(&self.parent) {
            return None;
        }
        let [word] = *self.fitting(&(at..at), WORDS.iter().copied()).as_slice() else {
            return None;
        };
        let next = self.text(at..self.place.end).split_whitespace().next().unwrap_or("");
        let help = format!("write `{word} {next}`");
        (word != next).then(|| Change { place: at..at, written: format!("{word} "), help })
    }

    /// The first word of the line, where it is missing before another word of the language.
    fn head_missing(&self) -> Option<Change> {
        let head = self.token(self.place.start);
        let known = self.stop > head.start && is_known(self.text(head.clone()));
        known.then(|| self.missing(head.start)).flatten()
    }

    /// The first word of a statement, where the line begins with a name.
    fn statement_missing(&self) -> Option<Change> {
        let of_statements = matches!(self.parent, Rule::block | Rule::test_body);
        of_statements.then(|| self.missing(self.place.start)).flatten()
    }

    /// Whether a sign stands between two words without a gap.
    fn touches(&self, place: &Range<usize>) -> bool {
        self.text(self.place.start..place.start).ends_with(is_of_a_word)
            && self.text(place.end..self.place.end).starts_with(is_of_a_word)
    }

    /// A sign that stands between a name and what it is.
    fn missing_sign(&self) -> Option<Change> {
        let word = self.token(self.stop);
        let places = [self.stop, word.end];
        let before = |at: usize| self.text(self.place.start..at).trim_end().len();
        ["=", ":"].iter().zip([" = ", ": "]).find_map(|(sign, written)| {
            places.iter().find_map(|&at| {
                let end = self.text(at..self.place.end);
                let end = at + end.len() - end.trim_start().len();
                let place = self.place.start + before(at)..end;
                let help = format!("write `{sign}`");
                let fits = place.start > self.place.start && self.shape(&place, written).is_some();
                fits.then(|| Change { place, written: written.to_owned(), help })
            })
        })
    }

    /// Things between commas that are a set.
    fn in_braces(&self, comma: &Range<usize>) -> Option<Change> {
        let before = self.text(self.place.start..self.stop);
        let sign =
            ["+=", "-=", "=", " in "].iter().filter_map(|sign| Some((before.rfind(sign)?, sign)));
        let (at, sign) = sign.max_by_key(|it| it.0 + it.1.len())?;
        let start = at + sign.len();
        let start = start + before.get(start..)?.len() - before.get(start..)?.trim_start().len();
        let place = self.place.start + start..self.left;
        let written = format!("{{{}}}", self.text(place.clone()).trim_end());
        let simple = |c: char| is_of_a_word(c) || c == ',' || c == '"' || c.is_whitespace();
        let simple = self.text(place.clone()).chars().all(simple);
        let fits =
            simple && self.text(comma.clone()) == "," && self.shape(&place, &written).is_some();
        let help = format!("several things are a set: `{written}`");
        fits.then(|| Change { place, written, help })
    }

    /// Words that may stand where reading stopped.
    fn may_stand(&self) -> Option<Help> {
        let place = self.token(self.stop);
        let before = self.fitting(&(self.stop..self.stop), WORDS.iter().copied());
        let instead = if self.joins(&place) {
            self.fitting(&place, WORDS.iter().copied())
        } else {
            Vec::new()
        };
        let instead_of_comma = self.text(place.clone()) == ",";
        let what = if instead.is_empty() { "before it" } else { "in its place" };
        let words = if instead.is_empty() { before } else { instead };
        if words.is_empty() || self.is_gap {
            return None;
        }
        let text = if words.contains(&"and") && instead_of_comma {
            String::from("conditions are joined by `and` or `or`")
        } else if words.contains(&"and") {
            String::from(
                "between two values stands a word or a sign: `is`, `and`, `or`, `in`, `has`, `of`, `==`, `+`",
            )
        } else {
            let told = words.iter().take(MOST_TOLD).map(|word| format!("`{word}`"));
            let more = if words.len() > MOST_TOLD { ", .." } else { "" };
            format!("{what} may stand {}{more}", told.collect::<Vec<_>>().join(", "))
        };
        Some(Help { text, edits: Vec::new() })
    }

    /// What was left over, or its first word, as a name or text.
    fn in_quotes(&self, at: usize) -> Option<Change> {
        let rest = self.text(at..self.left.max(at));
        let first = rest.split([' ', ',', ')']).next().unwrap_or("");
        let number =
            first.chars().all(|c| c.is_ascii_digit()) || is_known(first) && !self.is_prose();
        if !rest.starts_with(char::is_alphanumeric) || rest.contains('"') || number {
            return None;
        }
        let figure = rest.starts_with(|c: char| c.is_ascii_digit());
        let whole = Some(rest.trim_end()).filter(|_| !figure);
        whole.into_iter().chain([first]).find_map(|words| self.quoted(at, words))
    }

    fn quoted(&self, at: usize, words: &str) -> Option<Change> {
        let place = at..at + words.len();
        let written = format!("\"{words}\"");
        let shape = self.shape(&place, &written)?;
        let help = format!("write `{written}`");
        // A field takes any value.
        (!shape.contains(&Rule::plain_field)).then_some(Change { place, written, help })
    }

    /// Whether what was left over are words as people write them.
    fn is_prose(&self) -> bool {
        let rest = self.text(self.stop..self.left);
        let word = |word: &str| word.trim_matches([',', '.', '!']).chars().all(char::is_alphabetic);
        rest.split_whitespace().count() > 1 && rest.split_whitespace().all(word)
    }

    /// `f(p) g(p)`
    fn two_statements(&self) -> Option<Change> {
        let ended = self.text(self.place.start..self.stop).trim_end().ends_with([')', '}']);
        let fits = ended && self.shape(&(self.stop..self.stop), "; ").is_some();
        let help = "statements on one line are parted by `;`".to_owned();
        fits.then(|| Change { place: self.stop..self.stop, written: "; ".to_owned(), help })
    }

    /// `sum thrown`, `recover self 1`: a call without its brackets.
    fn in_brackets(&self) -> Option<Change> {
        let before = self.text(self.place.start..self.stop).trim_end();
        let last = before.len() - before.trim_end_matches(is_of_a_word).len();
        let start = match self.stop == self.place.start {
            true => self.stop,
            false => self.place.start + before.len() - last,
        };
        let begins = start == self.place.start;
        let called = self.token(start);
        let name = self.text(called.clone());
        if !(begins || OF_A_SET.contains(&name)) || is_known(name) {
            return None;
        }
        let given = self.words(called.end..self.left);
        (1..=given.len()).rev().find_map(|many| {
            let given = given.get(..many)?;
            let words: Vec<&str> = given.iter().map(|it| self.text(it.clone())).collect();
            if !words.iter().all(|it| it.chars().all(|c| is_of_a_word(c) || c == '.')) {
                return None;
            }
            let place = start..given.last()?.end;
            let written = format!("{name}({})", words.join(", "));
            let help = format!("what it is given stands in brackets: `{written}`");
            self.shape(&place, &written).map(|_| Change { place, written, help })
        })
    }

    /// Where the words of a text stand, without the commas between them.
    fn words(&self, place: Range<usize>) -> Vec<Range<usize>> {
        let (text, mut words, mut at) = (self.text(place.clone()), Vec::new(), place.start);
        for part in text.split([' ', ',', '\n']) {
            if !part.is_empty() {
                words.push(at..at + part.len());
            }
            at += part.len() + 1;
        }
        words
    }

    /// Where the second word stands, if the first of what was left over is one of the grammar.
    fn second(&self) -> Option<usize> {
        let first = self.token(self.stop);
        let known = WORDS.contains(&self.text(first.clone()));
        let rest = self.text(first.end..self.left.max(first.end));
        let gap = rest.len() - rest.trim_start().len();
        (known && !rest.trim().is_empty()).then_some(first.end + gap)
    }

    /// Those words that may stand at a place as words of the language, and not as any name could.
    fn fitting<'c>(&self, at: &Range<usize>, words: impl Iterator<Item = &'c str>) -> Vec<&'c str> {
        let mut of_names: Vec<Option<Option<Vec<Rule>>>> = Vec::new();
        let mut fits: Vec<&str> = words
            .filter(|word| !matches!(*word, "text" | "see" | "name" | "once per" | "during"))
            .filter(|word| {
                let Some(shape) = self.shape(at, &self.apart(at, word)) else { return false };
                let begins = at.start == self.place.start;
                if begins && shape.iter().any(|rule| takes_any_word(*rule)) {
                    return false;
                }
                let many = word.split(' ').count();
                if of_names.len() <= many {
                    of_names.resize(many + 1, None);
                }
                let names = vec![NO_WORD; many].join(" ");
                let Some(known) = of_names.get_mut(many) else { return false };
                let known = known.get_or_insert_with(|| self.shape(at, &self.apart(at, &names)));
                *known != Some(shape.clone())
                    && !(at.is_empty() && self.swallows(at.start, word, shape))
            })
            .collect();
        // `open var` says no more than `var`.
        let all = fits.clone();
        let longer = |word: &str| {
            all.iter().any(|it| word.strip_suffix(it).is_some_and(|rest| rest.ends_with(' ')))
        };
        fits.retain(|word| !longer(word));
        // Behind every value a moment may be looked back to.
        if fits.len() > 1 {
            fits.retain(|word| *word != "as of");
        }
        fits
    }

    /// Whether a word that is put before one of the grammar makes a name of it.
    fn swallows(&self, at: usize, word: &str, shape: Vec<Rule>) -> bool {
        let next = self.token(at);
        is_known(self.text(next.clone()))
            && self.shape(&next, &format!("{word} {NO_WORD}")) == Some(shape)
    }

    /// A word for a place, with a space where it would touch what stands behind it.
    fn apart(&self, place: &Range<usize>, word: &str) -> String {
        let touches = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
        let before = touches(self.text(0..place.start).chars().next_back());
        let after = touches(self.text(place.end..self.place.end).chars().next());
        format!("{}{word}{}", if before { " " } else { "" }, if after { " " } else { "" })
    }

    fn text(&self, place: Range<usize>) -> &'t str {
        self.walk.slice(place.start, place.end)
    }

    /// The word or sign at a place; a sign from its beginning on.
    fn token(&self, at: usize) -> Range<usize> {
        let rest = self.text(at..self.place.end);
        if rest.starts_with(is_of_a_word) {
            let length = rest.find(|c| !is_of_a_word(c));
            return at..at + length.unwrap_or(rest.len());
        }
        let before = self.text(self.place.start..at);
        let start = at - (before.len() - before.trim_end_matches(is_of_a_sign).len());
        let length = rest.find(|c| !is_of_a_sign(c)).unwrap_or(rest.len());
        start..at + length
    }

    /// Whether more of the line is read with some edits than without.
    fn gets_on_with(&self, edits: &[Edit]) -> bool {
        let [edit] = edits else { return true };
        let place = self.walk.offsets(edit.span);
        if place.start < self.place.start || self.place.end < place.end {
            return true;
        }
        let (pairs, length) = match self.read(&place, &edit.replacement) {
            Some(read) => read,
            None => return false,
        };
        if pairs.iter().any(|it| it.1 == Rule::missing) {
            return false;
        }
        let stop = pairs.iter().filter(|it| is_bad(it.1)).map(|it| it.0).min();
        let unread = |it: usize| length.saturating_sub(it);
        let before = without_blocks(self.text(self.stop..self.place.end)).len();
        stop.is_none_or(|stop| unread(stop) < before)
    }

    /// The shape of the line with a change, if all of it is read.
    fn shape(&self, place: &Range<usize>, written: &str) -> Option<Vec<Rule>> {
        let (pairs, _) = self.read(place, written)?;
        let shape: Vec<Rule> = pairs.into_iter().map(|it| it.1).collect();
        (!shape.iter().any(|rule| is_bad(*rule))).then_some(shape)
    }

    /// The rules that read the line with a change, where each begins, and how long it is then.
    fn read(&self, place: &Range<usize>, written: &str) -> Option<(Vec<(usize, Rule)>, usize)> {
        let before = without_blocks(self.text(self.place.start..place.start));
        let after = without_blocks(self.text(place.end..self.place.end));
        let line = format!("{before}{written}{after}");
        if line.len() > LONGEST_LINE {
            return None;
        }
        let length = line.len();
        let (line, head) = match self.parent {
            Rule::file_items | Rule::row => (line, 0),
            _ => (format!("{{ {line}\n}}"), 2),
        };
        let layout = layout::read(Span::default(), &line);
        if !layout.diagnostics.is_empty() {
            return None;
        }
        let code = layout.code.trim_end();
        let pairs = Grammar::parse(self.parent, code).ok()?;
        if pairs.clone().last()?.as_span().end() != code.len() {
            return None;
        }
        let rule = |it: Pair<'_>| {
            let given = it.as_rule() == Rule::operator && it.as_str() == "=";
            let rule = if given { Rule::junk } else { it.as_rule() };
            (it.as_span().start().saturating_sub(head), rule)
        };
        Some((pairs.flatten().map(rule).collect(), length))
    }
}

/// Whether a word is one of the grammar's.
fn is_known(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}

fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_of_a_sign(c: char) -> bool {
    !is_of_a_word(c) && !c.is_whitespace() && !"\"(){}[]".contains(c)
}

/// The child of a pair that fits, and the one behind it.
fn child<'i>(
    pair: Pair<'i>,
    fits: impl Fn(&Pair<'i>) -> bool,
) -> Option<(Pair<'i>, Option<Pair<'i>>)> {
    let mut children = pair.into_inner();
    let found = children.find(fits)?;
    Some((found, children.next()))
}

/// The first part of a line that was not read, or is missing.
fn first_bad(pair: Pair<'_>) -> Option<Pair<'_>> {
    if is_bad(pair.as_rule()) && pair.as_rule() != Rule::bad_stmt {
        return Some(pair);
    }
    if is_body(pair.as_rule()) {
        return None;
    }
    let bad: Vec<Pair<'_>> = pair.into_inner().filter_map(first_bad).collect();
    // What is left over says more than what is missing before it.
    let left = bad.iter().find(|it| !it.as_str().is_empty()).cloned();
    left.or_else(|| bad.into_iter().next())
}

/// A text without what stands in its outermost braces.
fn without_blocks(text: &str) -> String {
    let (mut kept, mut depth, mut quoted) = (String::new(), 0usize, false);
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '\n' => quoted = false,
            '}' if !quoted && depth > 0 => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            kept.push(letter);
        }
        depth += usize::from(letter == '{' && !quoted);
    }
    kept
}

/// Whether a rule reads lines that any word may begin.
fn takes_any_word(rule: Rule) -> bool {
    matches!(rule, Rule::plain_field | Rule::edit_path | Rule::entity)
}

/// Whether lines stand between the braces of what this rule reads.
fn is_body(rule: Rule) -> bool {
    use Rule as R;
    matches!(
        rule,
        R::block
            | R::body
            | R::action_body
            | R::changes
            | R::columns_body
            | R::die_body
            | R::edits
            | R::enum_body
            | R::errata_body
            | R::kind_body
            | R::list_clauses
            | R::odds_body
            | R::permission_body
            | R::policy_body
            | R::quantity_body
            | R::record_body
            | R::roster_body
            | R::scale_body
            | R::scenario_body
            | R::sequence_body
            | R::side_body
            | R::stmt_arms
            | R::table_body
            | R::test_body
            | R::tie_body
            | R::verdict_body
    )
}

/// Whether a rule stands for what was not read, or is missing.
fn is_bad(rule: Rule) -> bool {
    use Rule as R;
    matches!(
        rule,
        R::junk
            | R::head_junk
            | R::bad_cell
            | R::bad_hole
            | R::bad_stmt
            | R::bad_value
            | R::block_open
            | R::edit_junk
            | R::enum_bad
            | R::field_junk
            | R::missing
            | R::missing_close
            | R::params_junk
            | R::stray_block
            | R::stray_end
            | R::stray_stmts
    )
}
