//! The file of a question: what of it was typed, and what is said of the file said of what was typed.

use std::ops::Range;
use warwright_grammar::diagnostic::{Diagnostic, Label};
use warwright_grammar::source::{FileId, SourceMap, Span};

/// The file that asks.
pub(super) const FILE: &str = "question.ww";
/// What it is called where what was typed is shown.
const SHOWN: &str = "as typed";

/// Something that was typed, each part with the name that stands for it in the file, where one does: that of a piece.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    pub(super) parts: Vec<(String, Option<String>)>,
}

impl Phrase {
    /// One that stands in the file as it was typed.
    pub(super) fn plain(typed: &str) -> Self {
        Self { parts: vec![(typed.to_owned(), None)] }
    }

    fn typed(&self) -> String {
        self.parts.iter().map(|(typed, _)| typed.as_str()).collect()
    }
}

/// The file of questions, and what of it was typed: a line for each phrase.
#[derive(Debug, Default)]
pub(super) struct Written {
    text: String,
    typed: String,
    /// Of each part of a phrase where it stands in the file, and where among what was typed.
    parts: Vec<(Range<usize>, Range<usize>)>,
    /// Names that stand for what was typed.
    names: Vec<(String, String)>,
}

impl Written {
    /// Adds what nobody typed.
    pub(super) fn ours(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds lines that begin with a word of ours.
    pub(super) fn lines<'p>(&mut self, word: &str, phrases: impl IntoIterator<Item = &'p Phrase>) {
        for phrase in phrases {
            self.text.push_str(word);
            self.phrase(phrase);
            self.text.push('\n');
        }
    }

    /// Adds a phrase. One that stands in several tests was typed once.
    fn phrase(&mut self, phrase: &Phrase) {
        let whole = phrase.typed() + "\n";
        let mut known = self.typed.match_indices(&whole).map(|(at, _)| at);
        let known = known.find(|at| self.typed.get(..*at).is_some_and(at_line));
        let mut at = known.unwrap_or_else(|| {
            let end = self.typed.len();
            self.typed.push_str(&whole);
            end
        });
        for (typed, name) in &phrase.parts {
            let from = self.text.len();
            self.text.push_str(name.as_ref().unwrap_or(typed));
            self.parts.push((from..self.text.len(), at..at + typed.len()));
            at += typed.len();
            if let Some(name) = name {
                self.names.push((name.clone(), typed.clone()));
            }
        }
    }

    /// The file. It is not shorter than what was typed, so that this can be shown in its place.
    pub(super) fn text(&self) -> String {
        let less = self.typed.len().saturating_sub(self.text.len());
        format!("{}{}", self.text, "\n".repeat(less))
    }

    /// What was found, said of what was typed; and the sources with that in place of the file.
    pub(super) fn as_typed(
        &self,
        mut found: Vec<Diagnostic>,
        map: &SourceMap,
    ) -> (Vec<Diagnostic>, SourceMap) {
        let Some((own, _)) = map.files().find(|(_, file)| file.name() == FILE) else {
            return (found, map.clone());
        };
        let mut shown = SourceMap::new();
        for (id, file) in map.files() {
            if id == own {
                let rest = file.text().len().saturating_sub(self.typed.len());
                shown.add(SHOWN, format!("{}{}", self.typed, "\n".repeat(rest)));
            } else {
                shown.add(file.name(), file.shared_text());
            }
        }
        let place = |span: &mut Span| {
            if map.file_of(*span) == own {
                *span = self.place(map.range(*span), own, &shown);
            }
        };
        let label = |label: &mut Label| {
            place(&mut label.span);
            self.rename(&mut label.text);
        };
        for one in &mut found {
            self.rename(&mut one.message);
            label(&mut one.primary);
            one.secondary.iter_mut().for_each(label);
            for help in &mut one.help {
                self.rename(&mut help.text);
                for edit in &mut help.edits {
                    place(&mut edit.span);
                    self.rename(&mut edit.replacement);
                }
            }
        }
        (found, shown)
    }

    /// Where what stands in the file was typed; the beginning of a phrase for what nobody typed.
    fn place(&self, range: Range<usize>, own: FileId, shown: &SourceMap) -> Span {
        let start = self.parts.iter().find(|(it, _)| it.end > range.start);
        let end = self.parts.iter().rev().find(|(it, _)| it.start < range.end);
        let part = |(it, typed): &(Range<usize>, Range<usize>), at: usize| {
            let into = at.saturating_sub(it.start);
            let same = it.len() == typed.len();
            if same { (typed.start + into).min(typed.end) } else { typed.start }
        };
        let start = start.or(self.parts.last()).map_or(0, |it| part(it, range.start));
        let end = end
            .map_or(start, |it| if range.end >= it.0.end { it.1.end } else { part(it, range.end) });
        let bytes = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        shown.span(own, bytes(start)..bytes(end.max(start)))
    }

    /// Says what was typed where words have the name that stands for it.
    fn rename(&self, words: &mut String) {
        for (name, typed) in &self.names {
            let mut said = String::new();
            let mut rest = words.as_str();
            while let Some(at) = rest.find(name.as_str()) {
                let (before, with) = rest.split_at(at);
                let after = with.get(name.len()..).unwrap_or_default();
                let whole = !before.ends_with(is_of_name) && !after.starts_with(is_of_name);
                said.push_str(before);
                said.push_str(if whole { typed } else { name });
                rest = after;
            }
            said.push_str(rest);
            *words = said;
        }
    }
}

/// Whether a line begins behind a text.
fn at_line(before: &str) -> bool {
    before.is_empty() || before.ends_with('\n')
}

fn is_of_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}
