//! Right words in another order, or in the order of another language: takes what was left over of a line, says how the line
//! is to be written.

use super::{Pair, Walk};
use crate::diagnostic::{Diagnostic, Edit, codes};
use crate::source::Span;
use crate::tree::{Errata, Name};

/// How the head of a list of errata reads.
const HEAD_READS: &str =
    "errata read `errata \"Name\" dated 2010-03-01 [supersedes \"Other\"] { .. }`";

impl Walk<'_> {
    /// `not` and the words behind it, or a measure before its edge: where they belong.
    pub(super) fn in_other_order(
        &self,
        pair: &Pair<'_>,
        before: &str,
        said: &Diagnostic,
    ) -> Option<Diagnostic> {
        let (start, words) = (self.start(pair), self.written(pair));
        let head = before.split(' ').next().unwrap_or("");
        let bends = ["forbid", "allow"].contains(&head);
        let before = before.trim_end();
        if bends && before.ends_with(" not") {
            let target = words.split(' ').next().unwrap_or("");
            return Some(
                said.clone().help(format!(
                    "`not` stands in the condition: `{head} {target} .. when not ..`"
                )),
            );
        }
        let compared = before.ends_with(|sign: char| sign.is_alphanumeric() || sign == ')');
        if words.starts_with("not ") && compared {
            let here = self.bytes(start, start);
            return Some(said.clone().fix(
                "to compare with what it is not, write `is not`",
                here,
                "is ",
            ));
        }
        if head == "deploy" && before.ends_with(" deep") {
            let from = self.clause_start + head.len() + 1;
            let mut parts = words.split_ascii_whitespace();
            let (depth, edge) = (parts.next()?, parts.next()?);
            let end = start + words.find(edge)? + edge.len();
            let mended = format!("{edge} deep {depth}");
            let help = format!("the edge comes first: `{head} {mended}`");
            return Some(said.clone().fix(help, self.bytes(from, end), mended));
        }
        None
    }

    /// What is left over of the head of a list of errata.
    pub(super) fn errata_junk(&mut self, errata: &Errata, pair: &Pair<'_>) {
        let (start, words) = (self.start(pair), self.written(pair).to_owned());
        if !errata.name.quoted
            && &*errata.name.text == "dated"
            && let Some((name, end)) = first_quoted(&words)
        {
            let date = words.split([' ', '"']).next().unwrap_or("");
            let span = errata.name.span.to(self.bytes(start, start + end));
            let mended = format!("{name} dated {date}");
            let found = Diagnostic::new(
                codes::BAD_DECLARATION,
                "the name of a list of errata comes before its date",
                errata.name.span,
            );
            let help = format!("write `errata {mended}`");
            return self.report(found.label("a name was expected").fix(help, span, mended));
        }
        let Some(date) = words.strip_prefix("dated ").map(str::trim_start) else {
            return self.head_junk(pair, HEAD_READS);
        };
        let from = start + (words.len() - date.len());
        let date = date.split([' ', '{', '\n']).next().unwrap_or("");
        let found = self.no_date(date, self.bytes(from, from + date.len()));
        self.report(found);
    }

    fn no_date(&self, date: &str, span: Span) -> Diagnostic {
        let found = Diagnostic::new(codes::BAD_DECLARATION, format!("`{date}` is no date"), span);
        let parts: Vec<&str> = date.split(|sign: char| !sign.is_ascii_digit()).collect();
        let found = match parts.as_slice() {
            [year, _, _] if year.len() > 4 => {
                found.label(format!("this year has {} digits", year.len()))
            }
            _ => found.label("a date is written year-month-day"),
        };
        match in_order(&parts) {
            Some(mended) => found.fix(format!("write `{mended}`"), span, mended),
            None => found.help("year-month-day, as in `dated 2010-03-01`"),
        }
    }

    /// `2x "Name"`: a sign between the number and the name of a line of a roster.
    pub(super) fn times_sign(&self, name: &Name, pair: &Pair<'_>) -> Option<Diagnostic> {
        let sign = !name.quoted && name.text.eq_ignore_ascii_case("x");
        (sign && self.written(pair).starts_with('"')).then(|| {
            let edit = Edit { span: name.span, replacement: String::new() };
            Diagnostic::new(
                codes::BAD_CLAUSE,
                "between the number and the name of a line of a roster stands nothing",
                name.span,
            )
            .label("taken for the name")
            .fix_all("a line of a roster reads `3 \"Name\"`: take this sign out", vec![edit])
        })
    }
}

/// The first quoted name of some words, and where it ends.
fn first_quoted(words: &str) -> Option<(&str, usize)> {
    let from = words.find('"')?;
    let length = words.get(from + 1..)?.find('"')? + 2;
    Some((words.get(from..from + length)?, from + length))
}

/// Year, month and day in their order, where no other reading is possible.
fn in_order(parts: &[&str]) -> Option<String> {
    let [first, second, third] = parts else { return None };
    let number = |part: &str| part.parse::<u32>().ok().filter(|_| part.len() <= 2);
    if first.len() == 4 {
        let (month, day) = (number(second)?, number(third)?);
        return Some(format!("{first}-{month:02}-{day:02}"));
    }
    let (one, other) = (number(first)?, number(second)?);
    let (month, day) = match (one > 12, other > 12) {
        (true, false) => (other, one),
        (false, true) => (one, other),
        _ if one == other => (one, other),
        _ => return None,
    };
    (third.len() == 4).then(|| format!("{third}-{month:02}-{day:02}"))
}
