//! Numbers with their measures, as the layout pass copies them: inch marks of every sort are one sign, and what is written
//! as no game measures (feet, a comma for the point) is reported once, with what it comes to.

use super::super::numbers::{begins_with_measure, first_word, fraction, in_inches};
use super::{Next, Prev, Scanner, is_word_char};
use crate::diagnostic::{Diagnostic, codes};

impl Scanner<'_> {
    pub(super) fn number(&mut self) {
        self.begin(Next::Other);
        let start = self.at;
        let mut end = self.digits(start);
        if let Some(length) = self.decimals(end, b'.') {
            end += length;
        } else if !self.brackets.in_round()
            && let Some(length) = self.decimals(end, b',')
            && self.inch_mark(end + length).is_some()
        {
            self.report_comma(start, end, length);
            end += length;
        }
        if self.size_with_one_measure(start, end) {
            return;
        }
        let figure = end;
        while let Some(c) = self.slice(end, self.text.len()).chars().next()
            && (fraction(c).is_some() || is_word_char(c))
        {
            end += c.len_utf8();
        }
        if let Some(letters) = self.code.get_mut(start..end) {
            letters.make_ascii_lowercase();
        }
        if self.name_after_figure(start, figure, end) {
            return self.end_token(end, Prev::Other);
        }
        let last_is_digit =
            self.slice(start, end).ends_with(|c: char| c.is_ascii_digit() || fraction(c).is_some());
        self.end_token(end, Prev::Other);
        if last_is_digit {
            self.measure_behind(start, end);
        } else {
            self.measure_in_words(start, figure, figure);
        }
    }

    /// Reports `5E`, a cell the wrong way round, and `2n`, a product without its sign.
    fn name_after_figure(&mut self, start: usize, figure: usize, end: usize) -> bool {
        let (digits, name) = (self.slice(start, figure), self.slice(figure, end));
        let cell = name.len() == 1 && name.starts_with(|c: char| c.is_ascii_uppercase());
        let factor = matches!(name, "n" | "k" | "m") && digits.len() < 3;
        if !cell && !factor {
            return false;
        }
        let written = if cell { format!("{name}{digits}") } else { format!("{digits} * {name}") };
        let span = self.span(start, end);
        let message = format!("`{}` is neither a figure nor a name", self.slice(start, end));
        let found = Diagnostic::new(codes::BAD_CLAUSE, message, span).label("not read");
        self.diagnostics.push(found.fix(format!("write `{written}`"), span, written));
        self.fill(start, end, b'z');
        true
    }

    /// Where the digits end that begin here.
    fn digits(&self, start: usize) -> usize {
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        start + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }

    /// The length of a point and the digits behind it.
    fn decimals(&self, at: usize, point: u8) -> Option<usize> {
        let end = self.digits(at + 1);
        (self.bytes.get(at) == Some(&point) && end > at + 1).then(|| end - at)
    }

    /// The measure behind a figure: a mark, or a word with a gap before it.
    fn measure_behind(&mut self, start: usize, end: usize) {
        let rest = self.slice(end, self.text.len());
        let gap = rest.bytes().take_while(|&byte| byte == b' ').count();
        let word = rest.get(gap..).unwrap_or("");
        if gap > 0 && begins_with_measure(word) {
            self.fill(end, end + gap, b'~');
            self.at = end + gap;
        } else if let Some(mark) = self.inch_mark(end) {
            if self.size_without_gaps(start, end, end + mark) {
                return;
            }
            if !self.label_touches(end, mark) {
                self.inches(end, end + mark);
            }
        } else if rest.starts_with('\'') {
            self.feet(start, end, end + 1);
        } else if gap > 0 {
            self.measure_in_words(start, end, end + gap);
        }
    }

    /// Reports `12"x14"`, a size without the spaces by which it is told from a quoted text.
    fn size_without_gaps(&mut self, start: usize, figure: usize, end: usize) -> bool {
        let digits = self.digits(end + 1);
        let across = self.slice(end, self.text.len()).starts_with('x') && digits > end + 1;
        let whole = digits + self.decimals(digits, b'.').unwrap_or(0);
        let Some(mark) = self.inch_mark(whole).filter(|_| across) else { return false };
        let (width, depth) = (self.slice(start, figure), self.slice(end + 1, whole));
        let written = format!("{width}\" x {depth}\"");
        let span = self.span(start, whole + mark);
        let found = Diagnostic::new(codes::BAD_CLAUSE, "a size has spaces about its `x`", span);
        let found = found.label("not read");
        self.diagnostics.push(found.fix(format!("write `{written}`"), span, written));
        self.fill(start, whole + mark, b'z');
        self.end_token(whole + mark, Prev::Other);
        true
    }

    /// Reports `4x4 cm`, `12x10"`: two lengths, of which the second alone has its measure.
    fn size_with_one_measure(&mut self, start: usize, figure: usize) -> bool {
        let rest = self.slice(figure, self.text.len());
        let second =
            rest.strip_prefix('x').filter(|it| it.starts_with(|c: char| c.is_ascii_digit()));
        if second.is_none() {
            return false;
        }
        let digits = self.digits(figure + 1);
        let whole = digits + self.decimals(digits, b'.').unwrap_or(0);
        let behind = self.slice(whole, self.text.len());
        let gap = behind.bytes().take_while(|&byte| byte == b' ').count();
        let word = behind.get(gap..).unwrap_or("");
        let (measure, end) = match self.inch_mark(whole) {
            Some(mark) => (String::from("\""), whole + mark),
            None if begins_with_measure(word) => {
                let unit = first_word(word);
                (format!(" {unit}"), whole + gap + unit.len())
            }
            None => return false,
        };
        let (width, depth) = (self.slice(start, figure), self.slice(figure + 1, whole));
        let written = format!("{width}{measure} x {depth}{measure}");
        let span = self.span(start, end);
        let message = "each length of a size has its measure, and spaces stand about its `x`";
        let found = Diagnostic::new(codes::BAD_CLAUSE, message, span).label("not read");
        self.diagnostics.push(found.fix(format!("write `{written}`"), span, written));
        self.fill(start, end, b'z');
        self.end_token(end, Prev::Other);
        true
    }

    /// Writes what stands between two bytes as the sign for inches.
    fn inches(&mut self, from: usize, to: usize) {
        self.fill(from, to, b' ');
        self.put(from, b'\'');
        self.end_token(to, Prev::Other);
    }

    /// The length of the inch mark that stands here: some write two apostrophes.
    fn inch_mark(&self, at: usize) -> Option<usize> {
        let rest = self.slice(at, self.text.len());
        ["\"", "''"].iter().find(|mark| rest.starts_with(**mark)).map(|mark| mark.len())
    }

    /// `2'`, `6'4"`: feet behind the figure `start..figure`, whose mark ends at `end`.
    fn feet(&mut self, start: usize, figure: usize, end: usize) {
        let more = self.digits(end);
        let (inches, whole) = match self.inch_mark(more).filter(|_| more > end) {
            Some(mark) => (self.slice(end, more), more + mark),
            None => ("0", end),
        };
        let comes_to = in_inches(self.slice(start, figure), inches);
        self.report_measure(start, whole, comes_to, "feet");
        self.inches(figure, whole);
    }

    /// `10 ft`, `17.5 inches`: a measure in words, which stands at `word`, behind the figure `start..figure`.
    fn measure_in_words(&mut self, start: usize, figure: usize, word: usize) {
        let written = first_word(self.slice(word, self.text.len()));
        let digits = self.slice(start, figure);
        let comes_to = match written {
            "ft" | "feet" | "foot" => in_inches(digits, "0"),
            "inch" | "inches" => Some(format!("{digits}\"")),
            _ => return,
        };
        let end = word + written.len();
        self.report_measure(start, end, comes_to, written);
        self.inches(figure, end);
    }

    fn report_measure(&mut self, start: usize, end: usize, comes_to: Option<String>, what: &str) {
        let span = self.span(start, end);
        let found = Diagnostic::new(
            codes::MIXED_MEASURES,
            format!("no game measures in `{what}`; inches have the mark `\"`"),
            span,
        )
        .label("not read");
        self.diagnostics.push(match comes_to {
            Some(_) if self.slice(0, start).ends_with("..") => {
                found.help("a range of plain figures has no measure: leave it out")
            }
            Some(inches) => found.fix(format!("that is `{inches}`"), span, inches),
            None => found,
        });
    }

    /// `2,5"` outside of brackets.
    fn report_comma(&mut self, start: usize, comma: usize, length: usize) {
        let point = self.slice(start, comma + length).replace(',', ".");
        let found = Diagnostic::new(
            codes::BAD_CELL,
            "a figure has a point before its decimals, and no comma",
            self.span(start, comma + length),
        );
        let found = found.label("a comma divides the values of a list").fix(
            format!("write `{point}\"`"),
            self.span(comma, comma + 1),
            ".",
        );
        self.diagnostics.push(found);
        self.put(comma, b'.');
    }
}
