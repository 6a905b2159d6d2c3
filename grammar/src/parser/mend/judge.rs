//! The judge of changes: takes a line and a change of it, says whether the grammar reads all of it then, and which words it
//! takes for words of the language there.

use super::{Line, is_bad, is_known, is_of_a_sign, is_of_a_word, takes_any_word, without_blocks};
use crate::diagnostic::Edit;
use crate::parser::layout;
use crate::parser::rules::{Grammar, Rule};
use crate::parser::walk::Pair;
use crate::source::Span;
use pest::Parser;
use std::ops::Range;

/// So long may a line be, without what stands in its braces.
const LONGEST_LINE: usize = 1_000;
/// A word that no grammar knows.
pub(super) const NO_WORD: &str = "zzz";

impl<'t> Line<'_, 't> {
    /// Where the second word stands, if the first of what was left over is one of the grammar.
    pub(super) fn second(&self) -> Option<usize> {
        let first = self.token(self.stop);
        let known = is_known(self.text(first.clone()));
        let rest = self.text(first.end..self.left.max(first.end));
        let gap = rest.len() - rest.trim_start().len();
        (known && !rest.trim().is_empty()).then_some(first.end + gap)
    }

    /// Those words that may stand at a place as words of the language, and not as any name could.
    pub(super) fn fitting<'c>(
        &self,
        at: &Range<usize>,
        words: impl Iterator<Item = &'c str>,
    ) -> Vec<&'c str> {
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
    pub(super) fn swallows(&self, at: usize, word: &str, shape: Vec<Rule>) -> bool {
        let next = self.token(at);
        is_known(self.text(next.clone()))
            && self.shape(&next, &format!("{word} {NO_WORD}")) == Some(shape)
    }

    /// A word for a place, with a space where it would touch what stands behind it.
    pub(super) fn apart(&self, place: &Range<usize>, word: &str) -> String {
        let touches = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
        let before = touches(self.text(0..place.start).chars().next_back());
        let after = touches(self.text(place.end..self.place.end).chars().next());
        format!("{}{word}{}", if before { " " } else { "" }, if after { " " } else { "" })
    }

    pub(super) fn text(&self, place: Range<usize>) -> &'t str {
        self.walk.slice(place.start, place.end)
    }

    /// The word or sign at a place; a sign from its beginning on.
    pub(super) fn token(&self, at: usize) -> Range<usize> {
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
    pub(super) fn gets_on_with(&self, edits: &[Edit]) -> bool {
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
    pub(super) fn shape(&self, place: &Range<usize>, written: &str) -> Option<Vec<Rule>> {
        let (pairs, _) = self.read(place, written)?;
        let shape: Vec<Rule> = pairs.into_iter().map(|it| it.1).collect();
        (!shape.iter().any(|rule| is_bad(*rule))).then_some(shape)
    }

    /// The rules that read the line with a change, where each begins, and how long it is then.
    pub(super) fn read(
        &self,
        place: &Range<usize>,
        written: &str,
    ) -> Option<(Vec<(usize, Rule)>, usize)> {
        let before = without_blocks(self.text(self.place.start..place.start));
        let after = without_blocks(self.text(place.end..self.place.end));
        let line = format!("{before}{written}{after}");
        if line.len() > LONGEST_LINE || !self.walk.may_read(line.len(), depth(&line)) {
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

/// How deep the brackets of a line go.
fn depth(line: &str) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    for letter in line.bytes() {
        match letter {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
