//! The changes that are tried: takes a line that was not read to its end, gives the one after which it is, or the words that
//! may stand where reading stopped.

use super::{Change, Line, is_known, is_of_a_word, takes_any_word};
use crate::diagnostic::Help;
use crate::forms::{Sort, of_head};
use crate::near::nearest;
use crate::parser::rules::{Rule, WORDS};
use crate::slips::home;
use std::ops::Range;

/// So few words are told before the form of the line.
const FEW_WORDS: usize = 3;
/// So many forms of one first word are told.
const MOST_FORMS: usize = 4;
/// So many changes of a line are tried by who knows the names of the game.
const MOST_CHANGES: usize = 4;
/// So many words are tried so.
const MOST_WORDS: usize = 6;
/// So many words that may stand at a place are told.
const MOST_TOLD: usize = 8;

/// Signs that may be meant by others, those first that are meant most often.
const SIGNS: &[&str] = &["->", "=", "+=", "-=", "==", "!=", "<=", ">=", ".."];

/// Signs that are written where none is wanted.
const TOO_MANY: &[&str] = &[",", ":", ".", "?", "!"];

/// Words of plain English that join others; those of the grammar are known from it.
const JOINING: &[&str] = &[
    "are", "equals", "from", "have", "into", "max", "min", "on", "onto", "per", "than", "unless",
    "upon", "using", "via",
];

/// So many words before the place where reading stopped a second statement may begin.
const MOST_BACK: usize = 4;

/// Words that let a line be read wherever a value follows: none of them is known to be meant.
const GUESSES: &[&str] = &[
    "along",
    "and",
    "becomes",
    "form",
    "has",
    "in",
    "in turn",
    "is",
    "like",
    "not in",
    "of",
    "or",
    "otherwise",
    "some of",
];

/// What is worked out of a set or a pool, and is written like a word of the language by those who forget its brackets.
const OF_A_SET: &[&str] = &["abs", "count", "floor", "highest", "lowest", "size", "sum"];

impl Line<'_, '_> {
    /// Changes after which the line is read, the likeliest first.
    pub(super) fn changes(&self) -> Vec<Change> {
        let word = self.token(self.stop);
        if let Some(change) = self.sign_after_head() {
            return vec![change];
        }
        if self.is_gap {
            return self.other_sign(&word).into_iter().collect();
        }
        let second = self.second();
        let colon = self.text(word.clone()) == ":" && self.touches(&word);
        let ways: [&dyn Fn() -> Option<Change>; 20] = [
            &|| self.in_small_letters(),
            &|| colon.then(|| self.other_sign(&word)).flatten(),
            &|| self.misspelt(&word),
            &|| self.too_many(&word),
            &|| second.and_then(|at| self.too_many(&self.token(at))),
            &|| self.other_sign(&word),
            &|| self.other_word(&word),
            &|| second.and_then(|at| self.in_quotes(at)),
            &|| self.in_brackets(),
            &|| self.in_braces(&word),
            &|| self.in_quotes(self.stop).filter(|_| self.is_prose()),
            &|| self.in_order(),
            &|| self.head_missing(),
            &|| self.two_lines(),
            &|| self.missing(self.stop),
            &|| second.and_then(|at| self.missing(at)),
            &|| self.range(),
            &|| self.missing_sign(),
            &|| self.in_quotes(self.stop),
            &|| self.statement_missing(),
        ];
        let mut found: Vec<Change> = Vec::new();
        for change in ways.iter().filter_map(|way| way()) {
            if !found.iter().any(|it| it.place == change.place && it.written == change.written) {
                found.push(change);
            }
            if found.len() == MOST_CHANGES {
                break;
            }
        }
        if found.len() < MOST_CHANGES {
            found.extend(self.left_out(&word));
        }
        found
    }

    /// The few words of which each may stand before the place where reading stopped, and the word there left out.
    pub(super) fn other_words(&self) -> Vec<Change> {
        if self.is_gap || self.stop == self.place.start {
            return Vec::new();
        }
        let at = self.stop;
        let fits = self.fitting(&(at..at), WORDS.iter().copied());
        let likely = || fits.iter().filter(|word| !GUESSES.contains(word));
        let next = self.text(at..self.place.end).split_whitespace().next().unwrap_or("");
        let few = likely().count() <= MOST_WORDS;
        let before = likely().filter(|word| few && **word != next).map(|word| Change {
            place: at..at,
            written: format!("{word} "),
            help: format!("write `{word} {next}`"),
        });
        before.chain(self.left_out(&self.token(at))).collect()
    }

    /// A word that joins others, where none is wanted.
    fn left_out(&self, place: &Range<usize>) -> Option<Change> {
        let word = self.text(place.clone());
        let joins = word.starts_with(is_of_a_word) && self.joins(place);
        let rest = self.text(place.end..self.place.end);
        let gap = rest.len() - rest.trim_start().len();
        let place = place.start..place.end + gap;
        let fits = joins && !rest.trim().is_empty() && self.shape(&place, "").is_some();
        let help = format!("leave `{word}` out");
        fits.then(|| Change { place, written: String::new(), help })
    }

    /// The first word of the line, where another was meant.
    pub(super) fn head_misspelt(&self) -> Option<Change> {
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
        let near =
            |known: &&str| *known != word && (nearest(word, [*known]).is_some() || stems(known));
        let fits = self.fitting(place, WORDS.iter().copied().filter(near));
        let known = nearest(word, fits.iter().copied()).or_else(|| fits.first().copied())?;
        let help = format!("did you mean `{known}`?");
        Some(Change { place: place.clone(), written: known.to_owned(), help })
    }

    /// `cost = 2`, `dated: 2020-01-01`: a sign behind the first word, where none is wanted.
    fn sign_after_head(&self) -> Option<Change> {
        let head = self.token(self.place.start);
        let rest = self.text(head.end..self.place.end);
        let at = head.end + rest.len() - rest.trim_start().len();
        let sign = at..at + 1;
        let fits = is_known(self.text(head.clone()))
            && matches!(self.text(sign.clone()), ":" | "=")
            && !self.text(sign.end..self.place.end).starts_with('=')
            && self.shape(&sign, " ").is_some();
        let help = format!("leave `{}` out", self.text(sign.clone()));
        fits.then(|| Change { place: sign, written: String::from(" "), help })
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
            // `given a = Otter`, `p chooses x = one of ..`
            "=" if self.shape(place, &self.apart(place, ":")).is_some() => &[":"],
            "and" => &[",", "+"],
            "to" | "into" | "becomes" => &["->", "=", "/"],
            "<>" | "=/=" | "/=" | "~=" | "=!" | "!==" | "^=" => &["!="],
            "===" => &["=="],
            _ if sign.is_empty() || sign.starts_with(is_of_a_word) || !sign.is_ascii() => &[],
            _ => SIGNS,
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

    /// `1-6`, where a range is wanted.
    fn range(&self) -> Option<Change> {
        let low = self.token(self.stop);
        let rest = self.text(low.end..self.left.max(low.end));
        let dash = rest.chars().next().filter(|sign| matches!(sign, '-' | '–'))?;
        let whole = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let place = low.end..low.end + dash.len_utf8();
        let fits = whole(self.text(low)) && whole(rest.get(dash.len_utf8()..)?);
        let fits = fits && self.shape(&place, "..").is_some();
        let help = String::from("a range reads `1..6`: write `..`");
        fits.then(|| Change { place, written: String::from(".."), help })
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
        if at > self.place.start && GUESSES.contains(&word) {
            return None;
        }
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
                let shape = self.shape(&place, written).filter(|_| place.start > self.place.start);
                let fits = shape.is_some_and(|it| !it.iter().any(|rule| takes_any_word(*rule)));
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
        fits.then_some(Change { place, written, help })
    }

    /// What may stand where reading stopped: the few words that may, or how the lines read that begin with the same word.
    pub(super) fn told(&self) -> Option<Help> {
        if self.is_gap {
            return None;
        }
        let few = |words: &[&str]| words.len() <= FEW_WORDS || words.contains(&"and");
        let (what, words) = self.may_stand();
        let text = match (few(&words), self.forms()) {
            (false, Some(forms)) => forms,
            _ if words.is_empty() => self.forms()?,
            _ if words.contains(&"and") && self.text(self.token(self.stop)) == "," => {
                String::from("conditions are joined by `and` or `or`")
            }
            _ if words.contains(&"and") => String::from(
                "between two values stands a word or a sign: `is`, `and`, `or`, `in`, `has`, `of`, `==`, `+`",
            ),
            _ => {
                let told = words.iter().take(MOST_TOLD).map(|word| format!("`{word}`"));
                let more = if words.len() > MOST_TOLD { ", .." } else { "" };
                format!("{what} may stand {}{more}", told.collect::<Vec<_>>().join(", "))
            }
        };
        Some(Help { text, edits: Vec::new() })
    }

    /// How the lines of the place read that begin with the same word.
    fn forms(&self) -> Option<String> {
        use Rule as R;
        let sorts: &[Sort] = match self.parent {
            R::file_items => &[Sort::Declaration, Sort::Clause],
            R::block | R::stmt_arms => &[Sort::Statement],
            R::scenario_body | R::side_body | R::roster_body => &[Sort::Content, Sort::Clause],
            R::test_body | R::odds_body => &[Sort::Test, Sort::Statement],
            R::errata_body | R::edits | R::changes => &[Sort::Erratum],
            _ => &[Sort::Member, Sort::Clause],
        };
        let head = self.text(self.token(self.place.start));
        let forms: Vec<String> = of_head(head, sorts).map(|form| format!("`{form}`")).collect();
        let told = (1..=MOST_FORMS).contains(&forms.len());
        told.then(|| format!("it reads {}", forms.join(", ")))
    }

    /// Words that may stand where reading stopped, and where: nothing where a line of any words begins.
    fn may_stand(&self) -> (&'static str, Vec<&'static str>) {
        let place = self.token(self.stop);
        let any =
            [Rule::file_items, Rule::body, Rule::roster_body, Rule::scenario_body, Rule::side_body];
        if self.stop == self.place.start && any.contains(&self.parent) {
            return ("", Vec::new());
        }
        let instead = match self.joins(&place) {
            true => self.fitting(&place, WORDS.iter().copied()),
            false => Vec::new(),
        };
        match instead.is_empty() {
            true => ("before it", self.fitting(&(self.stop..self.stop), WORDS.iter().copied())),
            false => ("in its place", instead),
        }
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

    /// `f(p) g(p)`, `roster "A" with policy steady`
    fn two_lines(&self) -> Option<Change> {
        let line = self.text(self.place.start..self.place.end);
        let begun = line.split(|c| !is_of_a_word(c)).next().unwrap_or("");
        let words = line.get(..self.stop - self.place.start)?.char_indices().rev();
        let starts = words.filter(|it| it.1.is_whitespace()).map(|it| self.place.start + it.0 + 1);
        // The second begins where reading stopped, or a few words before, with a word of the grammar.
        let before = starts.take(MOST_BACK).filter(|at| {
            let word = self.text(self.token(*at));
            is_known(word) || word == begun
        });
        let of_statements = matches!(self.parent, Rule::block | Rule::test_body);
        let fits = |at: &usize| self.shape(&(*at..*at), "; ").is_some();
        let at = std::iter::once(self.stop)
            .chain(before)
            .filter(|_| of_statements)
            .find(|at| self.acts(*at) && fits(at));
        if let Some(at) = at {
            let help = "statements on one line are parted by `;`".to_owned();
            return Some(Change { place: at..at, written: "; ".to_owned(), help });
        }
        // A word that joins two lines of a battle, the second of which begins with a word that such lines begin with.
        let joining = self.token(self.stop);
        let second = match self.joins(&joining) {
            true => self.second().or_else(|| {
                let rest = self.text(joining.end..self.place.end);
                Some(joining.end + rest.len() - rest.trim_start().len())
            }),
            false => Some(self.stop),
        }?;
        let head = self.text(self.token(second));
        let of_battles = matches!(self.parent, Rule::side_body | Rule::scenario_body);
        let begins = home(head).is_some() || ["roster", "policy"].contains(&head);
        let place = self.stop..second;
        let fits = of_battles && begins && self.shape(&place, "; ").is_some();
        let help = "lines that stand side by side are parted by `;`".to_owned();
        fits.then(|| Change { place, written: "; ".to_owned(), help })
    }

    /// Whether what begins at a place does something: gives a value, calls, or begins as statements do.
    fn acts(&self, at: usize) -> bool {
        let rest = self.text(at..self.place.end);
        is_known(self.text(self.token(at))) || rest.contains(['(', '='])
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
        // `u heals 1` is a sentence.
        let of_one = name.len() < 3;
        if !(begins || OF_A_SET.contains(&name)) || is_known(name) || of_one {
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
}
