//! Matching of slips: takes a pattern and the words of a line, gives where the pattern stands in it.

use std::ops::Range;

/// A word, figure, text in quotes, bracket or sign of a line.
#[derive(Clone, Debug)]
pub(super) struct Token {
    place: Range<usize>,
    sort: Sort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Word,
    Figure,
    Quoted,
    Open,
    Close,
    /// A point between the parts of a path.
    Point,
    Sign,
}

/// Where a pattern stands in a line.
#[derive(Debug)]
pub(super) struct Found {
    /// All of it.
    pub(super) place: Range<usize>,
    /// Its first words or signs; all of it where it has none.
    pub(super) sign: Range<usize>,
    /// What stands for each letter.
    values: Vec<(char, Range<usize>)>,
}

/// A part of a pattern.
enum Part<'p> {
    Literal(&'p str),
    /// A value, known by its letter.
    Value(char),
    /// A letter that touches the name behind it, which is known by the second: `dX`.
    Before(&'p str, char),
    /// Whatever stands there, known by its sign.
    Rest(char),
}

/// The signs for whatever stands there: two, for what stands in two places.
const REST: [char; 2] = ['…', '⋯'];

impl Found {
    /// A text with what stands in the line for each of its letters.
    pub(super) fn filled(&self, text: &str, line: &str) -> String {
        let letters: Vec<char> = text.chars().collect();
        let mut filled = String::new();
        for (at, letter) in letters.iter().enumerate() {
            let beside = |at: Option<usize>| {
                let letter = at.and_then(|at| letters.get(at));
                letter.is_some_and(|it| it.is_alphanumeric() || *it == '_')
            };
            let alone = !beside(at.checked_sub(1)) && !beside(Some(at + 1));
            let value = self.values.iter().find(|it| it.0 == *letter).filter(|_| alone);
            match value.and_then(|it| line.get(it.1.clone())) {
                Some(value) => filled.push_str(value.trim()),
                None => filled.push(*letter),
            }
        }
        filled
    }
}

/// The words and signs of a line.
pub(super) fn tokens(line: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut letters = line.char_indices().peekable();
    let is_of_a_word = |c: char| c.is_alphanumeric() || c == '_';
    while let Some((start, letter)) = letters.next() {
        let rest = line.get(start..).unwrap_or("");
        let (length, sort) = match letter {
            _ if letter.is_whitespace() => continue,
            '"' => {
                let end = rest.get(1..).and_then(|rest| rest.find('"'));
                (end.map_or(rest.len(), |end| end + 2), Sort::Quoted)
            }
            '0'..='9' => (figure(rest), Sort::Figure),
            _ if is_of_a_word(letter) => {
                let length = rest.find(|c| !is_of_a_word(c)).unwrap_or(rest.len());
                // `x2`: a sign and a figure.
                let figure = rest.get(1..length).unwrap_or("");
                let times = letter == 'x'
                    && !figure.is_empty()
                    && figure.bytes().all(|c| c.is_ascii_digit());
                (if times { 1 } else { length }, Sort::Word)
            }
            '(' | '[' | '{' => (1, Sort::Open),
            ')' | ']' | '}' => (1, Sort::Close),
            '.' if rest.starts_with("..") => (2, Sort::Sign),
            '.' => (1, Sort::Point),
            _ => (letter.len_utf8(), Sort::Sign),
        };
        found.push(Token { place: start..start + length, sort });
        while letters.peek().is_some_and(|next| next.0 < start + length) {
            letters.next();
        }
    }
    found
}

/// How long the figure is with which a text begins, its measure included.
fn figure(text: &str) -> usize {
    let mut end = 0;
    for (at, letter) in text.char_indices() {
        let after = text.get(at + 1..).and_then(|rest| rest.chars().next());
        let point = letter == '.' && after.is_some_and(|c| c.is_ascii_digit());
        let times = letter == 'x' && !after.is_some_and(char::is_alphanumeric);
        if !letter.is_alphanumeric() && !point || times {
            break;
        }
        end = at + letter.len_utf8();
    }
    end + usize::from(text.get(end..).is_some_and(|rest| rest.starts_with('"')))
}

/// Where a pattern stands in a line so that the byte `at` lies in it, or `anywhere`; the first place.
pub(super) fn find(
    pattern: &str,
    line: &str,
    words: &[Token],
    at: usize,
    anywhere: bool,
) -> Option<Found> {
    let whole = pattern.trim_start_matches('^').trim_end_matches('$');
    // Nearly all patterns have a word that is not there.
    let is_word = |word: &&str| word.len() > 1 && word.bytes().all(|c| c.is_ascii_lowercase());
    if !whole.split(' ').filter(is_word).all(|word| line.contains(word)) {
        return None;
    }
    let to_its_end = pattern.ends_with('$');
    let parts: Vec<Part<'_>> = tokens(whole).iter().map(|token| part(whole, token)).collect();
    let starts = if whole.len() < pattern.len() { 0..1 } else { 0..words.len() };
    starts.into_iter().find_map(|start| {
        let first = words.get(start)?;
        let mut values = Vec::new();
        let mut sign = None;
        let end = matched(&parts, line, words, start, &mut values, &mut sign)?;
        let last = words.get(end.checked_sub(1)?)?;
        let place = first.place.start..last.place.end;
        let inside = place.start <= at && at < place.end;
        if !(inside || anywhere) || to_its_end && end < words.len() {
            return None;
        }
        let bytes = |sign: Range<usize>| {
            let last = sign.end.checked_sub(1).and_then(|last| words.get(last))?;
            Some(words.get(sign.start)?.place.start..last.place.end)
        };
        let sign = sign.and_then(bytes);
        let sign = sign.map_or_else(|| place.clone(), |sign| telling(sign, line, words, at));
        Some(Found { place, sign, values })
    })
}

/// What is shown of a pattern's first word or sign: a word as it is, a sign with what touches it. Where reading went on behind a
/// sign, the place at which it stopped.
fn telling(first: Range<usize>, line: &str, words: &[Token], at: usize) -> Range<usize> {
    let text = line.get(first.clone()).unwrap_or("");
    if text.starts_with(char::is_alphanumeric) {
        return first;
    }
    let stopped = words.iter().find(|it| it.place.contains(&at) && first.end < it.place.start);
    if let Some(stopped) = stopped {
        return stopped.place.clone();
    }
    let next = words.iter().find(|it| it.place.start == first.end);
    next.map_or(first.clone(), |next| first.start..next.place.end)
}

fn part<'p>(pattern: &'p str, token: &Token) -> Part<'p> {
    let text = pattern.get(token.place.clone()).unwrap_or("");
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(sign), None) if REST.contains(&sign) => Part::Rest(sign),
        (Some(letter), None) if letter.is_ascii_uppercase() => Part::Value(letter),
        (Some(first), Some(letter))
            if first.is_ascii_lowercase()
                && letter.is_ascii_uppercase()
                && letters.next().is_none() =>
        {
            Part::Before(text.get(..1).unwrap_or(""), letter)
        }
        _ => Part::Literal(text),
    }
}

/// The token behind a match that begins at the token `at`.
fn matched(
    parts: &[Part<'_>],
    line: &str,
    words: &[Token],
    at: usize,
    values: &mut Vec<(char, Range<usize>)>,
    sign: &mut Option<Range<usize>>,
) -> Option<usize> {
    let Some((part, parts)) = parts.split_first() else { return Some(at) };
    let (mut kept, told) = (values.len(), sign.clone());
    let ends: Vec<usize> = match part {
        Part::Literal(text) => {
            words.get(at).filter(|it| line.get(it.place.clone()) == Some(*text))?;
            match sign {
                Some(sign) if sign.end == at => sign.end = at + 1,
                Some(_) => {}
                None => *sign = Some(at..at + 1),
            }
            vec![at + 1]
        }
        // What begins a line or joins two values is none itself.
        Part::Value(_) if words.get(at).is_some_and(|it| joins(line, it)) => return None,
        Part::Value('W') if !words.get(at).is_some_and(|it| is_title(line, it)) => return None,
        Part::Value('V') if !words.get(at).is_some_and(|it| is_small(line, it)) => return None,
        Part::Value(letter) => value_ends(*letter, words, at),
        Part::Before(first, letter) => {
            let place = words.get(at)?.place.clone();
            let named = line.get(place.clone())?.strip_prefix(first)?;
            let figure = named.bytes().all(|c| c.is_ascii_digit());
            let fits = if *letter == 'N' { figure } else { named.starts_with(char::is_uppercase) };
            (fits && !named.is_empty()).then_some(())?;
            let begin = if figure { place.start } else { place.start + first.len() };
            values.push((*letter, begin..place.end));
            kept += 1;
            sign.get_or_insert(at..at + 1);
            vec![at + 1]
        }
        Part::Rest(_) => (at..=words.len()).collect(),
    };
    for end in ends {
        values.truncate(kept);
        let place = words.get(at).zip(words.get(end.wrapping_sub(1)));
        match (part, place) {
            (Part::Value(letter), Some((first, last))) => {
                values.push((*letter, first.place.start..last.place.end));
            }
            (Part::Rest(sign), Some((first, last))) if end > at => {
                values.push((*sign, first.place.start..last.place.end));
            }
            (Part::Rest(sign), _) => values.push((*sign, 0..0)),
            _ => {}
        }
        // What goes on to the end of the line takes all of it.
        if matches!(part, Part::Rest(_)) && parts.is_empty() && end < words.len() {
            continue;
        }
        if let Some(end) = matched(parts, line, words, end, values, sign) {
            return Some(end);
        }
    }
    values.truncate(kept - usize::from(matches!(part, Part::Before(..))));
    *sign = told;
    None
}

/// Whether a token is a word with a small letter.
fn is_small(line: &str, token: &Token) -> bool {
    let word = line.get(token.place.clone()).unwrap_or("");
    token.sort == Sort::Word && word.starts_with(char::is_lowercase)
}

/// Whether a token can be the name of an entry: a text in quotes, or a word with a capital.
fn is_title(line: &str, token: &Token) -> bool {
    let word = line.get(token.place.clone()).unwrap_or("");
    token.sort == Sort::Quoted || word.starts_with(char::is_uppercase)
}

/// Whether a token is a word of the language that is no value.
fn joins(line: &str, token: &Token) -> bool {
    let word = line.get(token.place.clone()).unwrap_or("");
    const JOINS: [&str; 12] = [
        "else", "from", "if", "may", "not", "on", "return", "then", "to", "until", "when", "where",
    ];
    JOINS.contains(&word)
}

/// The tokens behind a value that begins at the token `at`: the longest first.
fn value_ends(letter: char, words: &[Token], at: usize) -> Vec<usize> {
    let Some(first) = words.get(at) else { return Vec::new() };
    let touches = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let both = before.zip(words.get(at));
        both.is_some_and(|(before, token)| before.place.end == token.place.start)
    };
    let sort = |at: usize| words.get(at).map(|it| it.sort);
    let wanted = match letter {
        'N' => first.sort == Sort::Figure,
        'Q' => first.sort == Sort::Quoted,
        _ => matches!(first.sort, Sort::Word | Sort::Figure | Sort::Quoted | Sort::Open),
    };
    if !wanted {
        return Vec::new();
    }
    let mut end = match first.sort {
        Sort::Open => match closed(words, at) {
            Some(end) => end,
            None => return Vec::new(),
        },
        _ => at + 1,
    };
    let mut ends = vec![end];
    while !matches!(letter, 'N' | 'Q') && touches(end) {
        end = match sort(end) {
            Some(Sort::Open) => match closed(words, end) {
                Some(end) => end,
                None => break,
            },
            Some(Sort::Point) if touches(end + 1) && sort(end + 1) == Some(Sort::Word) => end + 2,
            _ => break,
        };
        ends.push(end);
    }
    ends.reverse();
    ends
}

/// The token behind the bracket that closes the one at a place.
fn closed(words: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in words.iter().enumerate().skip(open) {
        match token.sort {
            Sort::Open => depth += 1,
            Sort::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}
