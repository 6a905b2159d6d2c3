//! Conditions as people say them: takes a condition as it is written, with what its parts are, gives it in words: whose something is
//! stands behind it, what has a short name is called by its kind, signs are words.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

/// Names that are longer say themselves what they are.
const SHORT: usize = 2;

/// What the parts of a condition are.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// The names in it that stand for something of a kind, with the kind.
    pub(super) names: BTreeMap<String, String>,
    /// From where to where in the text parts stand that are true or not.
    pub(super) truths: BTreeSet<(usize, usize)>,
}

/// A sign or a word of a condition, and where it stands.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    text: &'t str,
    from: usize,
}

impl Token<'_> {
    fn is_name(&self) -> bool {
        self.text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
    }

    fn end(&self) -> usize {
        self.from + self.text.len()
    }
}

/// A condition in words.
pub(super) fn said(text: &str, parts: &Parts) -> String {
    let tokens = tokens(text);
    let words = Reader { parts }.words(&tokens);
    let mut said = String::new();
    for word in words {
        let closes = word.starts_with([')', ']', ',']);
        if !said.is_empty() && !closes && !said.ends_with(['(', '[']) {
            said.push(' ');
        }
        said.push_str(&word);
    }
    said
}

/// The tokens of a text: names, numbers with what they are of, texts in quotes, signs.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let from = text.len() - rest.len();
        let long = match first {
            it if it.is_whitespace() => {
                rest = rest.trim_start();
                continue;
            }
            it if it.is_alphabetic() || it == '_' => {
                rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len())
            }
            it if it.is_ascii_digit() => {
                let digits = rest.find(|it: char| !it.is_ascii_digit() && it != '.');
                let digits = digits.unwrap_or(rest.len());
                // A quote behind a number is a measure.
                digits + usize::from(rest.get(digits..).is_some_and(|it| it.starts_with('"')))
            }
            '"' => rest.get(1..).and_then(|it| it.find('"')).map_or(rest.len(), |end| end + 2),
            _ => {
                let signs = ["==", "!=", "<=", ">="];
                signs.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |_| 2)
            }
        };
        let Some((token, after)) = rest.split_at_checked(long) else { break };
        tokens.push(Token { text: token, from });
        rest = after;
    }
    tokens
}

struct Reader<'p> {
    parts: &'p Parts,
}

impl Reader<'_> {
    fn words(&self, tokens: &[Token<'_>]) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let rest = tokens.get(at..).unwrap_or_default();
            if token.text == "not"
                && let Some((said, used)) = self.path(rest.get(1..).unwrap_or_default(), true)
            {
                words.push(said);
                at += used + 1;
            } else if let Some((said, used)) = self.path(rest, false) {
                words.push(said);
                at += used;
            } else if let Some((said, used)) = self.call(rest) {
                words.extend(said);
                at += used;
            } else {
                words.push(self.word(token));
                at += 1;
            }
        }
        words
    }

    /// A name with what it has: `a.b.c`, and how many tokens it is. `denied`: one that is true or not, and is said not to be.
    fn path(&self, tokens: &[Token<'_>], denied: bool) -> Option<(String, usize)> {
        let first = tokens.first().filter(|token| token.is_name())?;
        let mut names = vec![first];
        while let (Some(dot), Some(next)) =
            (tokens.get(names.len() * 2 - 1), tokens.get(names.len() * 2))
        {
            if dot.text != "." || !next.is_name() {
                break;
            }
            names.push(next);
        }
        let used = names.len() * 2 - 1;
        let calls = tokens
            .get(used)
            .is_some_and(|it| it.text == "(" && it.from == names.last().map_or(0, |it| it.end()));
        let [owner, others @ .., last] = names.as_slice() else { return None };
        let is_truth = self.parts.truths.contains(&(first.from, last.end()));
        if calls || (denied && !is_truth) {
            return None;
        }
        let plain = |token: &&Token<'_>| token.text.replace('_', " ");
        let of = |owner: String, names: &[&Token<'_>]| {
            names.iter().fold(owner, |owner, name| match owner.as_str() {
                "it" => format!("its {}", plain(name)),
                _ => format!("the {} of {owner}", plain(name)),
            })
        };
        let whose = of(self.word(owner), others);
        let said = match (is_truth, denied) {
            (true, true) => format!("{whose} is not {}", plain(last)),
            (true, false) => format!("{whose} is {}", plain(last)),
            (false, _) => of(whose, &[*last]),
        };
        Some((said, used))
    }

    /// What is worked out of something: `name(a, b)`, and how many tokens it is.
    fn call(&self, tokens: &[Token<'_>]) -> Option<(Vec<String>, usize)> {
        let [name, open, ..] = tokens else { return None };
        let is_call = name.is_name() && open.text == "(" && open.from == name.end();
        let mut depth = 0_usize;
        let close = tokens.iter().position(|token| {
            match token.text {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            token.text == ")" && depth == 0
        });
        let close = close.filter(|_| is_call)?;
        let end = tokens.get(close).map_or(0, Token::end);
        if self.parts.truths.contains(&(name.from, end)) {
            return None;
        }
        let within = tokens.get(2..close).unwrap_or_default();
        let mut words = vec![name.text.replace('_', " ")];
        if !within.is_empty() {
            words.push(String::from("of"));
            words.extend(self.words(within));
        }
        Some((words, close + 1))
    }

    fn word(&self, token: &Token<'_>) -> String {
        let text = token.text;
        if let Some(kind) = self.parts.names.get(text).filter(|_| text.len() <= SHORT) {
            let alike =
                self.parts.names.iter().filter(|(name, of)| *of == kind && name.len() <= SHORT);
            return if alike.count() > 1 {
                format!("{kind} {text}")
            } else {
                format!("the {kind}")
            };
        }
        match text {
            "self" => String::from("it"),
            "==" => String::from("is"),
            "!=" => String::from("is not"),
            "<=" => String::from("is at most"),
            ">=" => String::from("is at least"),
            "<" => String::from("is less than"),
            ">" => String::from("is more than"),
            text if text.starts_with('"') => text.to_owned(),
            text => text.replace('_', " "),
        }
    }
}
