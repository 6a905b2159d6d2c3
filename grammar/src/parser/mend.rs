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
/// So many words that may stand at a place are told.
const MOST_TOLD: usize = 6;

/// What says that a line was not read.
const NOT_READ: &[Code] =
    &[codes::BAD_CLAUSE, codes::BAD_DECLARATION, codes::BAD_CELL, codes::EQUALS_IN_CONDITION];

/// Signs that may be meant by others, those first that are meant most often.
const SIGNS: &[&str] =
    &["->", "=", ";", ":", ",", "+=", "-=", "==", "!=", "<=", ">=", "..", "|", "*", "+", "-"];

/// Signs that are written where none is wanted.
const TOO_MANY: &[&str] = &[",", ":", ".", "?", "!"];

/// Words of plain English that join others; those of the grammar are known from it.
const JOINING: &[&str] = &[
    "are", "equals", "from", "have", "into", "max", "min", "on", "onto", "per", "than", "unless",
    "upon", "using", "via",
];

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
        let mended = line.mend(found);
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
        let braces = next.filter(|it| matches!(it.as_rule(), Rule::stray_block | Rule::stray_stmts));
        let end = braces.map_or(end, |it| walk.bounds(&it).1);
        let bad = first_bad(line)?;
        let (stop, left) = walk.bounds(&bad);
        let parent = if parent == Rule::columns_body { Rule::row } else { parent };
        Some(Self { walk, parent, place: start..end, stop, left })
    }

    fn mend(&self, mut found: Diagnostic) -> Diagnostic {
        let offered = found.help.len();
        found.help.retain(|help| help.edits.is_empty() || self.reads_with(&help.edits));
        if found.help.iter().any(|help| !help.edits.is_empty()) {
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
                // A guess that does not read is not worth its place.
                if found.help.is_empty() && offered == 0 {
                    found.help.extend(self.may_stand());
                }
                found
            }
        }
    }

    fn with(&self, mut found: Diagnostic, change: Change) -> Diagnostic {
        let span = self.walk.bytes(change.place.start, change.place.end);
        found.help = vec![Help {
            text: change.help,
            edits: vec![Edit { span, replacement: change.written }],
        }];
        found
    }

    /// The one change after which the line is read.
    fn change(&self) -> Option<Change> {
        let word = self.token(self.stop);
        let second = self.second();
        self.misspelt(&word)
            .or_else(|| self.too_many(&word))
            .or_else(|| self.other_sign(&word))
            .or_else(|| self.other_word(&word).into_only(|| word.clone(), "write"))
            .or_else(|| second.and_then(|at| self.in_quotes(at)))
            .or_else(|| self.in_brackets())
            .or_else(|| self.missing(self.stop).into_only(|| self.stop..self.stop, "here stands"))
            .or_else(|| second.and_then(|at| self.missing(at).into_only(|| at..at, "here stands")))
            .or_else(|| self.in_quotes(self.stop))
    }

    /// The first word of the line, where another was meant.
    fn head_misspelt(&self) -> Option<Change> {
        let head = self.token(self.place.start);
        (self.stop > head.start).then(|| self.misspelt(&head)).flatten()
    }

    /// A word that is nearly one of the grammar.
    fn misspelt(&self, place: &Range<usize>) -> Option<Change> {
        let word = self.text(place.clone());
        let near = WORDS.iter().copied().filter(|known| nearest(word, [*known]).is_some());
        let fits: Vec<&str> = near.filter(|known| self.is_word_there(place, known)).collect();
        let known = nearest(word, fits.iter().copied())?;
        let help = format!("did you mean `{known}`?");
        Some(Change { place: place.clone(), written: known.to_owned(), help })
    }

    /// A sign where none is wanted.
    fn too_many(&self, place: &Range<usize>) -> Option<Change> {
        let sign = self.text(place.clone());
        let fits = TOO_MANY.contains(&sign) && self.reads(place, "").is_some();
        fits.then(|| Change {
            place: place.clone(),
            written: String::new(),
            help: format!("leave `{sign}` out"),
        })
    }

    /// A sign where another is wanted: the one most like it.
    fn other_sign(&self, place: &Range<usize>) -> Option<Change> {
        let sign = self.text(place.clone());
        if sign.starts_with(|c: char| c.is_alphanumeric() || c == '"') && !JOINING.contains(&sign)
            && !WORDS.contains(&sign)
        {
            return None;
        }
        let alike = |other: &str| other.chars().filter(|c| sign.contains(*c)).count();
        let other = SIGNS.iter().filter(|it| **it != sign && self.reads(place, it).is_some());
        let other = other.rev().max_by_key(|it| alike(it))?;
        let written = if sign.starts_with(char::is_alphabetic) || other.starts_with([',', ';']) {
            (*other).to_owned()
        } else {
            self.apart(place, other)
        };
        Some(Change { place: place.clone(), written, help: format!("write `{other}`") })
    }

    /// Words that may stand in place of one that joins others.
    fn other_word(&self, place: &Range<usize>) -> Vec<&'static str> {
        let word = self.text(place.clone());
        let joins = JOINING.contains(&word)
            || WORDS.contains(&word)
            || !word.starts_with(|c: char| c.is_alphanumeric() || c == '"' || c == '(');
        if !joins || word.is_empty() {
            return Vec::new();
        }
        self.words_at(place)
    }

    /// Words that may be missing at a place.
    fn missing(&self, at: usize) -> Vec<&'static str> {
        self.words_at(&(at..at))
    }

    fn words_at(&self, place: &Range<usize>) -> Vec<&'static str> {
        let fits = WORDS.iter().filter(|known| self.is_word_there(place, known));
        let fits: Vec<&str> = fits.copied().collect();
        // `open var` says no more than `var`.
        let longer = |word: &str| {
            fits.iter().any(|it| word.strip_suffix(it).is_some_and(|rest| rest.ends_with(' ')))
        };
        fits.iter().copied().filter(|word| !longer(word)).collect()
    }

    /// Words that may stand where reading stopped.
    fn may_stand(&self) -> Option<Help> {
        let words = self.missing(self.stop);
        if words.is_empty() || words.contains(&"and") {
            return None;
        }
        let told: Vec<String> =
            words.iter().take(MOST_TOLD).map(|word| format!("`{word}`")).collect();
        let more = if words.len() > MOST_TOLD { ", .." } else { "" };
        let text = format!("before it may stand {}{more}", told.join(", "));
        Some(Help { text, edits: Vec::new() })
    }

    /// What was left over, or its first word, as a name or text.
    fn in_quotes(&self, at: usize) -> Option<Change> {
        let rest = self.text(at..self.left.max(at));
        let first = rest.split([' ', ',', ')']).next().unwrap_or("");
        if !rest.starts_with(char::is_alphanumeric) || rest.contains('"') {
            return None;
        }
        [rest.trim_end(), first].into_iter().find_map(|words| {
            let place = at..at + words.len();
            let written = format!("\"{words}\"");
            let shape = self.reads(&place, &written)?;
            // A field takes any value.
            let help = format!("write `{written}`");
            (!shape.contains(&Rule::plain_field)).then_some(Change { place, written, help })
        })
    }

    /// `sum thrown`, `recover self 1`: a call without its brackets.
    fn in_brackets(&self) -> Option<Change> {
        let before = self.text(self.place.start..self.stop).trim_end();
        let plain = |c: char| c.is_alphanumeric() || c == '_';
        let last = before.len() - before.trim_end_matches(plain).len();
        let start = if last > 0 { self.place.start + before.len() - last } else { self.stop };
        let called = self.token(start);
        let name = self.text(called.clone());
        if !name.starts_with(char::is_alphabetic) || WORDS.contains(&name) {
            return None;
        }
        let given = self.words(called.end..self.left);
        (1..=given.len()).rev().find_map(|many| {
            let given = given.get(..many)?;
            let words: Vec<&str> = given.iter().map(|it| self.text(it.clone())).collect();
            if !words.iter().all(|it| it.chars().all(|c| plain(c) || c == '.')) {
                return None;
            }
            let place = start..given.last()?.end;
            let written = format!("{name}({})", words.join(", "));
            let help = format!("what it is given stands in brackets: `{written}`");
            self.reads(&place, &written).map(|_| Change { place, written, help })
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

    /// Whether a word of the grammar may stand at a place as such, and not as any name could.
    fn is_word_there(&self, place: &Range<usize>, word: &str) -> bool {
        if matches!(word, "text" | "see" | "name") {
            return false;
        }
        let Some(shape) = self.reads(place, &self.apart(place, word)) else { return false };
        self.reads(place, &self.apart(place, NO_WORD)) != Some(shape)
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

    /// The word or sign at a place.
    fn token(&self, at: usize) -> Range<usize> {
        let rest = self.text(at..self.place.end);
        let of_a_word = |c: char| c.is_alphanumeric() || c == '_';
        let of_a_sign = |c: char| !of_a_word(c) && !c.is_whitespace() && !"\"(){}[]".contains(c);
        let length = if rest.starts_with(of_a_word) {
            rest.find(|c| !of_a_word(c))
        } else {
            rest.find(|c| !of_a_sign(c))
        };
        at..at + length.unwrap_or(rest.len())
    }

    fn reads_with(&self, edits: &[Edit]) -> bool {
        let [edit] = edits else { return true };
        let place = self.walk.offsets(edit.span);
        let inside = self.place.start <= place.start && place.end <= self.place.end;
        !inside || self.reads(&place, &edit.replacement).is_some()
    }

    /// The shape of the line with a change, if all of it is read.
    fn reads(&self, place: &Range<usize>, written: &str) -> Option<Vec<Rule>> {
        let before = without_blocks(self.text(self.place.start..place.start));
        let after = without_blocks(self.text(place.end..self.place.end));
        let line = format!("{before}{written}{after}");
        if line.len() > LONGEST_LINE {
            return None;
        }
        let whole = matches!(self.parent, Rule::file_items | Rule::row);
        let line = if whole { line } else { format!("{{ {line}\n}}") };
        let layout = layout::read(Span::default(), &line);
        if !layout.diagnostics.is_empty() {
            return None;
        }
        let code = layout.code.trim_end();
        let pairs = Grammar::parse(self.parent, code).ok()?;
        let end = pairs.clone().last()?.as_span().end();
        let shape: Vec<Rule> = pairs.flatten().map(|pair| pair.as_rule()).collect();
        (end == code.len() && !shape.iter().any(|rule| is_bad(*rule))).then_some(shape)
    }
}

/// Several words that would do, of which one is told.
trait Only {
    fn into_only(self, place: impl FnOnce() -> Range<usize>, verb: &str) -> Option<Change>;
}

impl Only for Vec<&'static str> {
    fn into_only(self, place: impl FnOnce() -> Range<usize>, verb: &str) -> Option<Change> {
        let [word] = self.as_slice() else { return None };
        let place = place();
        let written = if place.is_empty() { format!("{word} ") } else { (*word).to_owned() };
        Some(Change { place, written, help: format!("{verb} `{word}`") })
    }
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
            | R::erratum_junk
            | R::field_junk
            | R::missing
            | R::missing_close
            | R::params_junk
            | R::stray_block
            | R::stray_end
            | R::stray_stmts
    )
}
