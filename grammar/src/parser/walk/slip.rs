//! Slips in what is read: takes the clause at hand and the place where reading stopped, gives what was meant.

use super::report::{reserved, shorten};
use super::{Pair, Walk};
use crate::diagnostic::{Diagnostic, Edit, codes};
use crate::parser::reserved::is_reserved;
use crate::slips::{BENDING, Meant, Place, clause_meant, is_article, meant};

/// So many bytes of a line are shown as not understood.
const LONGEST_SHOWN: usize = 60;

/// So many words in a row are taken for a label that lost its quotes: fewer may be anything.
const SHORTEST_LABEL: usize = 3;

fn is_of_a_value(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | ')' | ']' | '}')
}

impl Walk<'_> {
    /// What was meant by words that follow what was read of the clause at hand.
    pub(super) fn slip_in_tail(&self, pair: &Pair<'_>) -> Option<Diagnostic> {
        if let Some(found) = self.goes_on_a_text(pair) {
            return Some(found);
        }
        let start = self.start(pair);
        let begin = self.clause_start.min(start);
        let before = self.slice(begin, start).trim_end();
        let head: String = before.chars().take_while(|c| c.is_alphanumeric()).collect();
        if let Some(help) = clause_meant(&head) {
            let message = format!("`{head}` does not begin a clause");
            let span = self.bytes(begin, begin + head.len());
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, span);
            return Some(found.label("read as the name of a field").help(help));
        }
        if before.ends_with(" is some") {
            let words = self.written(pair);
            let word = words.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
            if let Some(found) = reserved(word, self.bytes(start, start + word.len())) {
                return Some(found);
            }
        }
        let last = before.rsplit([' ', '(']).next().unwrap_or("");
        let asks = ["any", "all", "no", "some", "exists", "every"].contains(&last);
        if asks && head != "reroll" && !before.ends_with(" of any") {
            let message = "a question about the things of a set gives them a name";
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, self.span(pair));
            return Some(
                found
                    .label("no name, and no `in`")
                    .help("`any x in S where C`, `all x in S where C`, `no x in S where C`"),
            );
        }
        if let Some(found) = self.commas_between_parts(begin, start) {
            return Some(found);
        }
        let slip = self.slip("", begin, start, self.end(pair));
        let article =
            slip.as_ref().is_none_or(|it| it.help.iter().all(|help| is_article(&help.text)));
        let label = article.then(|| self.label_without_quotes(begin, start)).flatten();
        label.or(slip)
    }

    /// `by -1, when C, "label"`: commas between the parts of a clause.
    fn commas_between_parts(&self, begin: usize, stop: usize) -> Option<Diagnostic> {
        const PARTS: [&str; 7] = ["as", "by", "drawback", "once", "over", "see", "when"];
        let before = self.slice(begin, stop);
        let head = before.split_whitespace().next().filter(|head| BENDING.contains(head))?;
        let rest = self.slice(stop, self.line_end(stop)).strip_prefix(',').map(|_| stop)?;
        let line = self.slice(rest, self.line_end(rest));
        let (mut depth, mut quoted, mut commas) = (0usize, false, Vec::new());
        for (at, letter) in line.char_indices() {
            let inches =
                || line.get(..at).is_some_and(|it| it.ends_with(|c: char| c.is_ascii_digit()));
            match letter {
                '"' => quoted = !quoted && !inches(),
                '(' | '[' if !quoted => depth += 1,
                ')' | ']' if !quoted => depth = depth.saturating_sub(1),
                ',' if !quoted && depth == 0 => {
                    let next = line.get(at + 1..).unwrap_or("").trim_start();
                    let word = next.split(' ').next().unwrap_or("");
                    let again = before.split_whitespace().any(|it| it == word);
                    let part = PARTS.contains(&word) && !again;
                    commas.extend((part || next.starts_with('"')).then_some(rest + at));
                }
                _ => {}
            }
        }
        if commas.first() != Some(&stop) {
            return None;
        }
        let edit = |at: &usize| Edit { span: self.bytes(*at, at + 1), replacement: String::new() };
        let message = format!("no comma stands between the parts of a `{head}`");
        let found = Diagnostic::new(codes::BAD_CLAUSE, message, self.bytes(stop, stop + 1));
        let edits: Vec<Edit> = commas.iter().map(edit).collect();
        let help = if edits.len() == 1 { "leave it out" } else { "leave them out" };
        Some(found.label("no sign here").fix_all(help, edits))
    }

    /// `when how is shot knows the reeds`: words at the end of a clause that are its label.
    fn label_without_quotes(&self, begin: usize, stop: usize) -> Option<Diagnostic> {
        let end = self.line_end(stop);
        let line = self.slice(begin, end).trim_end();
        let head = line.split_whitespace().next().filter(|head| BENDING.contains(head))?;
        if line.contains('"') {
            return None;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let plain = |word: &&&str| {
            let letters = |c: char| c.is_alphabetic() || matches!(c, '\'' | '-');
            !word.is_empty() && word.chars().all(letters) && !is_reserved(word)
        };
        let run = words.iter().rev().take_while(plain).count();
        let joined = words.len().checked_sub(run + 1).and_then(|at| words.get(at));
        // Behind a word that joins stands a value, and the label behind that.
        let value = joined
            .is_some_and(|it| *it != head && (is_reserved(it) || !it.ends_with(is_of_a_value)));
        let label = words.get(words.len() - run + usize::from(value && run > 0)..)?;
        let text = label.join(" ");
        let from = begin + line.len().checked_sub(text.len())?;
        if label.len() < SHORTEST_LABEL || stop < from {
            return None;
        }
        let message = String::from("a label stands in quotes");
        let found =
            Diagnostic::new(codes::BAD_CLAUSE, message, self.bytes(from, from + text.len()));
        let quoted = format!("\"{text}\"");
        let place = self.bytes(from, from + text.len());
        Some(found.label("words behind the condition").fix(
            format!("write `{quoted}`"),
            place,
            quoted,
        ))
    }

    /// What was meant by a line that begins nothing that may stand at its place, `start..end` of the text.
    pub(super) fn slip_of_line(
        &self,
        place: Place<'_>,
        start: usize,
        end: usize,
    ) -> Option<Diagnostic> {
        self.slip(place, start, start, end)
    }

    /// Where the line ends of which a place is a part, or the block in which it stands.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let rest = self.slice(at, self.text.len());
        at + rest.find(['\n', ';', '{', '}']).unwrap_or(rest.len())
    }

    /// What was meant by what stands where a value is missing.
    pub(super) fn slip_at_gap(&self, at: usize) -> Option<Diagnostic> {
        let rest = self.slice(at, self.text.len());
        let mut gap = rest.len() - rest.trim_start_matches(' ').len();
        // A value may stand on the line below its sign.
        let before = self.slice(self.clause_start.min(at), at).trim_end();
        if rest.get(gap..).is_some_and(|it| it.starts_with('\n')) && before.ends_with('=') {
            gap = rest.len() - rest.trim_start().len();
        }
        let stop = at + gap;
        let end = self.line_end(stop);
        let found = self.slip("", self.clause_start.min(stop), stop, end)?;
        (stop < end).then_some(found)
    }

    /// What was meant by `begin..end` of the text, which is not understood at `stop`.
    pub(super) fn slip(
        &self,
        place: Place<'_>,
        begin: usize,
        stop: usize,
        end: usize,
    ) -> Option<Diagnostic> {
        // Of a clause of several lines the one that stopped the reading.
        let begin = self.slice(begin, stop).rfind('\n').map_or(begin, |at| begin + at + 1);
        let line = self.slice(begin, end).split('\n').next().unwrap_or("").trim_end();
        let meant = meant(place, line, stop - begin)?;
        Some(self.told(begin, line, meant))
    }

    fn told(&self, begin: usize, line: &str, meant: Meant) -> Diagnostic {
        let bytes =
            |place: std::ops::Range<usize>| self.bytes(begin + place.start, begin + place.end);
        // What is put in another order is shown whole.
        let whole = meant.instead.is_some() && meant.sign != meant.place;
        let (place, label) = match whole && meant.place.len() <= LONGEST_SHOWN {
            true => (meant.place.clone(), "in another order, or in other words"),
            false => (meant.sign, "no word or sign here"),
        };
        let shown = shorten(line.get(place.clone()).unwrap_or(""));
        let message = format!("`{shown}` is not understood here");
        let found = Diagnostic::new(codes::BAD_CLAUSE, message, bytes(place)).label(label);
        match meant.instead {
            Some(instead) => found.fix(meant.help, bytes(meant.place), instead),
            None => found.help(meant.help),
        }
    }
}
