//! What is lost: takes what was not read or not taken, gives what was declared there, and says which messages only speak of that.

use super::phrases::{LONGEST_BLOCK, block_after, bounded, is_of_a_word, phrase, words_in};
use super::{ABOUT_NAMES, MOST_HEADS, REFUSES, Unread, of_code};
use rustc_hash::FxHashMap;
use warwright_grammar::diagnostic::Code;
use warwright_grammar::source::open_brace;
use warwright_grammar::{Diagnostic, SourceMap, Span, codes, near};

/// What says that a value is of another sort than is wanted.
const ABOUT_TYPES: &[Code] = &[
    codes::WRONG_TYPE,
    codes::CANNOT_COMPARE,
    codes::CANNOT_CALCULATE,
    codes::MAY_BE_NONE,
    codes::NOT_A_SET,
];

/// So many places of a word are looked at.
const MOST_PLACES: usize = 1_000;

/// Names that stand in what was not read or not taken: what was declared there is known by name.
pub(super) struct Lost<'m> {
    /// Where each word of it stands.
    of_reading: FxHashMap<&'m str, Vec<Span>>,
    of_refusals: FxHashMap<&'m str, Vec<Span>>,
    /// What was not read, each with the block behind it.
    unread: Vec<Span>,
    /// Files in which something is declared twice.
    twice: Vec<Span>,
    /// The first words of what was not read.
    heads: Vec<&'m str>,
    /// What is declared in lines in which something is wrong.
    declared: Vec<Declared<'m>>,
}

impl<'m> Lost<'m> {
    pub(super) fn of(unread: &Unread, found: &[Diagnostic], sources: &'m SourceMap) -> Self {
        let whole =
            |phrase: Span| block_after(sources, phrase).map_or(phrase, |block| phrase.to(block));
        let read: Vec<Span> = unread.phrases.iter().map(|phrase| whole(*phrase)).collect();
        // What speaks of a name itself, as that it is declared twice, says nothing of what it declares.
        let refused_line = |it: &Diagnostic| {
            let line = phrase(sources, it.primary.span);
            let declared = declared(sources.slice(line), line, false)?;
            (sources.slice(it.primary.span) != declared.name).then_some(declared)
        };
        let refused = found.iter().filter(|it| REFUSES.contains(&it.code)).map(|it| {
            let at = it.primary.span;
            if it.code == codes::DUPLICATE_NAME { at } else { whole(phrase(sources, at)) }
        });
        Self {
            of_reading: words(sources, read.iter().chain(&unread.foreign).copied().collect()),
            heads: unread
                .phrases
                .iter()
                .filter_map(|it| sources.slice(*it).split_whitespace().next())
                .take(MOST_HEADS)
                .collect(),
            declared: unread
                .phrases
                .iter()
                .filter_map(|line| declared(sources.slice(*line), *line, true))
                .chain(found.iter().filter(|it| it.is_error()).filter_map(refused_line))
                .chain(unread.phrases.iter().filter_map(|at| around(sources, at.before())))
                .chain(of_lists(found, sources))
                .take(MOST_HEADS)
                .collect(),
            unread: read,
            of_refusals: words(sources, refused.collect()),
            twice: of_code(found, codes::DUPLICATE_NAME, |it| {
                Some(sources.whole(sources.file_of(it.primary.span)))
            }),
        }
    }

    /// Whether it misses a name that stands, at another place, in what was lost.
    pub(super) fn explains(
        &self,
        diagnostic: &Diagnostic,
        was_said: bool,
        sources: &SourceMap,
    ) -> bool {
        let about = diagnostic.primary.span;
        let name = sources.slice(about).trim_matches('"');
        if was_said || name.is_empty() {
            return false;
        }
        // Advice on an action that was not read, or not taken, and a name that is used in what was not read.
        let advised = advised(sources, about);
        let on_lost = advised.is_some_and(|name| {
            [&self.of_reading, &self.of_refusals].iter().any(|lost| lost.contains_key(name))
        });
        let unused = diagnostic.code == codes::UNUSED_BINDING
            && stands_in(&self.of_reading, name, about, sources);
        // A declaration that has another's name has lost its own, which is missed elsewhere.
        let elsewhere = ABOUT_NAMES.contains(&diagnostic.code)
            && self.twice.iter().any(|file| !file.contains(about));
        // What a procedure gives may stand in the head that was not read.
        let gives = diagnostic.code == codes::ACT_OUT_OF_PLACE
            && self.unread.iter().any(|unread| unread.contains(about));
        // `rounds 6 {` for a declaration whose name is `round`.
        let misspelt = diagnostic.code == codes::UNKNOWN_NAME
            && near::nearest(name, self.heads.iter().copied()).is_some();
        if gives || on_lost && advised != Some(name) || unused || elsewhere || misspelt {
            return true;
        }
        // What a value is of which a part was not read, nobody knows.
        let local = ABOUT_TYPES.contains(&diagnostic.code)
            && stands_in(&self.of_reading, name, about, sources)
            && ["let ", "var ", "chooses "].iter().any(|word| {
                let made = format!("{word}{name}");
                self.unread.iter().any(|unread| sources.slice(*unread).contains(&made))
            });
        if local {
            return true;
        }
        // Who chooses may be of a kind that was not read.
        let of_kinds = |it: &Declared<'_>| it.unread && it.head == "kind ";
        if diagnostic.code == codes::UNKNOWN_CHOICE && self.declared.iter().any(of_kinds) {
            return true;
        }
        let misses = ABOUT_NAMES.contains(&diagnostic.code);
        let twice = [codes::DUPLICATE_NAME, codes::UNKNOWN_KIND].contains(&diagnostic.code);
        ((misses || twice) && stands_in(&self.of_reading, name, about, sources))
            || (misses && stands_in(&self.of_refusals, name, about, sources))
    }
}

impl Lost<'_> {
    /// Whether a message speaks of something in whose declaration something is wrong.
    pub(super) fn mentions(&self, diagnostic: &Diagnostic) -> bool {
        let (message, about) = (&*diagnostic.message, diagnostic.primary.span);
        let of_names = ABOUT_NAMES.contains(&diagnostic.code);
        self.declared.iter().any(|Declared { head, name, line, unread, whole }| {
            // What a thing has is not known where a line of it is wrong: that is for messages about names.
            if !whole && !of_names {
                return false;
            }
            let mut places = message.match_indices(name);
            !line.contains(about)
                && places.any(|(at, _)| {
                    let before = message.get(..at).unwrap_or("");
                    let named = before.ends_with(['`', '"']) || before.ends_with(head);
                    let spoken_of = named || *unread && WORDS.contains(head);
                    let plural = *unread && *head == "kind " && {
                        let rest = message.get(at + name.len()..).unwrap_or("");
                        rest.starts_with("s`")
                    };
                    spoken_of && (plural || bounded(message, Some(at), name))
                })
        })
    }

    /// Whether a warning speaks of something of which a part was not read.
    pub(super) fn explains_warning(&self, warning: &Diagnostic, sources: &SourceMap) -> bool {
        let head = phrase(sources, warning.primary.span);
        let body = block_after(sources, head).filter(|_| !self.unread.is_empty());
        body.is_some_and(|body| self.unread.iter().any(|unread| body.contains(*unread)))
    }
}

/// What a line declares in which something is wrong.
#[derive(Clone, Copy)]
struct Declared<'m> {
    /// The word with which it begins, and a space.
    head: &'m str,
    name: &'m str,
    line: Span,
    /// Whether it was not read.
    unread: bool,
    /// Whether it is the line itself, and not one in its braces.
    whole: bool,
}

/// Declarations whose names messages speak of as of words.
const WORDS: &[&str] = &[
    "ability ",
    "enum ",
    "kind ",
    "permission ",
    "procedure ",
    "quantity ",
    "relation ",
    "status ",
    "table ",
];

/// Other declarations of rules.
const NAMES: &[&str] = &[
    "action ", "define ", "derive ", "die ", "errata ", "policy ", "profile ", "record ", "scale ",
    "state ", "step ", "tie ", "var ",
];

/// What a line declares, where it begins as declarations of rules do.
fn declared(phrase: &str, line: Span, unread: bool) -> Option<Declared<'_>> {
    let begins = |head: &&&str| phrase.trim_start().starts_with(**head);
    let head = *WORDS.iter().chain(NAMES).find(begins)?;
    let rest = phrase.trim_start().get(head.len()..)?;
    let name = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => rest.split(|c| !is_of_a_word(c)).next()?,
    };
    (!name.is_empty()).then_some(Declared { head, name, line, unread, whole: true })
}

/// The lists of rows and words in whose braces something is wrong: what they have is not known.
fn of_lists<'m>(
    found: &[Diagnostic],
    sources: &'m SourceMap,
) -> impl Iterator<Item = Declared<'m>> {
    let errors = found.iter().filter(|it| it.is_error() && it.code == codes::TABLE_SHAPE);
    let lists = errors.take(MOST_HEADS).filter_map(|it| around(sources, it.primary.span.before()));
    lists
        .filter(|it| matches!(it.head, "table " | "enum " | "die " | "scale "))
        .collect::<Vec<_>>()
        .into_iter()
}

/// The declaration in whose braces a place lies.
fn around(sources: &SourceMap, at: Span) -> Option<Declared<'_>> {
    let (file, range) = (sources.file_of(at), sources.range(at));
    let before = sources.text(file).get(..range.start)?;
    let open = open_brace(before, LONGEST_BLOCK)?;
    let line = phrase(sources, sources.whole(file).part(open.saturating_sub(1)..open));
    let head = sources.slice(line);
    // Messages speak of a word of a list as of one of its name.
    Some(Declared { whole: false, ..declared(head, line, head.starts_with("enum "))? })
}

/// The action or choice on which a line of a policy advises: `in NAME ..`.
fn advised(sources: &SourceMap, about: Span) -> Option<&str> {
    let line = sources.slice(phrase(sources, about)).trim_start().strip_prefix("in ")?;
    let advises = [" prefer ", " never", " always"].iter().any(|word| line.contains(word));
    line.split(|sign| !is_of_a_word(sign)).next().filter(|_| advises)
}

/// Where each word of some places stands.
fn words(sources: &SourceMap, mut places: Vec<Span>) -> FxHashMap<&str, Vec<Span>> {
    places.sort_unstable();
    let mut found: FxHashMap<&str, Vec<Span>> = FxHashMap::default();
    let mut done = 0;
    for place in places {
        if place.end() <= done {
            continue;
        }
        let place = Span::new(place.start().max(done), place.end());
        done = place.end();
        let text = sources.slice(place);
        for word in words_in(text) {
            let written = text.get(word.clone()).unwrap_or("");
            found.entry(written).or_default().push(place.part(word));
        }
    }
    found
}

fn stands_in(
    words: &FxHashMap<&str, Vec<Span>>,
    name: &str,
    about: Span,
    sources: &SourceMap,
) -> bool {
    let first = name.split(|sign| !is_of_a_word(sign)).next().unwrap_or("");
    let places = words.get(first).map_or(&[][..], Vec::as_slice);
    places.iter().take(MOST_PLACES).any(|&place| {
        let file = sources.file_of(place);
        let at = sources.range(place).start;
        !about.contains(place) && bounded(sources.text(file), Some(at), name)
    })
}
