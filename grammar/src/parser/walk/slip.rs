//! Slips in what is read: takes the clause at hand and the place where reading stopped, gives what was meant.

use super::report::shorten;
use super::{Pair, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::slips::{Meant, Place, clause_meant, meant};

/// So many bytes of a line are shown as not understood.
const LONGEST_SHOWN: usize = 60;

impl Walk<'_> {
    /// What was meant by words that follow what was read of the clause at hand.
    pub(super) fn slip_in_tail(&self, pair: &Pair<'_>) -> Option<Diagnostic> {
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
        self.slip("", begin, start, self.end(pair))
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
        let clause = self.clause_start.min(stop);
        let line = self.slice(clause, stop).rfind('\n').map_or(clause, |at| clause + at + 1);
        let found = self.slip("", line, stop, end)?;
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
