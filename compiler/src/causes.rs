//! One cause, one message: takes what could not be read or was refused, and what was found after it, and leaves out what only
//! follows from it.

mod lines;
mod repeated;
mod slips;
mod titles;

pub(crate) use lines::Lines;

use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use warwright_grammar::diagnostic::{Code, Edit};
use warwright_grammar::{Diagnostic, SourceMap, Span, codes, near};

/// So much of the braces behind a head that was not understood is looked through for names.
const LONGEST_BLOCK: usize = 256 << 10;
/// So many first words of what was not read are compared with names.
const MOST_HEADS: usize = 100;
/// So many places of a word are looked at.
const MOST_PLACES: usize = 1_000;

/// What says that a name is not there, or not as what it should be.
const ABOUT_NAMES: &[Code] = &[
    codes::UNKNOWN_FIELD,
    codes::WRONG_SORT,
    codes::UNKNOWN_NAME,
    codes::UNKNOWN_STEP,
    codes::UNKNOWN_ROLE,
    codes::UNKNOWN_PARAMETER,
    codes::UNKNOWN_PARENT,
    codes::NOT_IN_LIST,
    codes::UNKNOWN_CHOICE,
    codes::UNKNOWN_ERRATUM_TARGET,
    codes::UNKNOWN_SUPERSEDED,
    codes::UNKNOWN_IN_ROSTER,
    codes::UNKNOWN_OPTION,
];

/// What says, after reading, that a declaration is not taken.
const REFUSES: &[Code] = &[
    codes::DUPLICATE_NAME,
    codes::UNKNOWN_KIND,
    codes::ROW_LENGTH,
    codes::EMPTY_CELL,
    codes::NO_NAME_COLUMN,
    codes::VALUE_PARTS,
];

/// What could not be read, which was said already.
pub(crate) struct Unread {
    /// Words that were not understood.
    words: Vec<Span>,
    /// Words that the author is asked to write in another way.
    rewritten: Vec<Span>,
    /// The clauses, lines and heads in which they stand.
    phrases: Vec<Span>,
    /// Reserved words that were to be names.
    reserved: Vec<Span>,
    /// Files that are for another game.
    foreign: Vec<Span>,
    /// What said so.
    said: Vec<(Code, Span)>,
}

impl Unread {
    /// Of what loading and reading said.
    pub(crate) fn of(diagnostics: &[Diagnostic], sources: &SourceMap) -> Self {
        let errors = || diagnostics.iter().filter(|it| it.is_error());
        let at = |code: Code| errors().filter(move |it| it.code == code).map(|it| it.primary.span);
        let edits = errors().flat_map(|it| &it.help).flat_map(|help| &help.edits);
        let written = |span: &Span| !span.is_empty();
        Self {
            words: errors().map(|it| it.primary.span).filter(written).collect(),
            rewritten: edits.map(|edit| edit.span).filter(written).collect(),
            phrases: errors().map(|it| phrase(sources, it.primary.span)).collect(),
            reserved: at(codes::RESERVED_WORD).collect(),
            foreign: at(codes::UNKNOWN_SYSTEM)
                .map(|span| sources.whole(sources.file_of(span)))
                .collect(),
            said: diagnostics.iter().map(|it| (it.code, it.primary.span)).collect(),
        }
    }

    /// Leaves out of all that was found what follows from something else of it.
    pub(crate) fn without_consequences(
        &self,
        mut found: Vec<Diagnostic>,
        lines: &Lines,
        sources: &SourceMap,
    ) -> Vec<Diagnostic> {
        let Some(first) = found.iter().find(|it| it.is_error()).cloned() else {
            return found;
        };
        found.retain(|it| !self.is_foreign(it) && !self.explains(it));
        self.without_citing(&mut found, sources);
        self.rename_all(&mut found, sources);
        without_blocks(&mut found, sources);
        let lost = Lost::of(self, &found, sources);
        let mut unknown = FxHashSet::default();
        found.retain(|it| {
            let explained = lost.explains(it, self.was_said(it), sources);
            let given = lines.test_at(it.primary.span).filter(|(_, given)| explained && *given);
            unknown.extend(given.map(|(test, _)| test));
            !explained
        });
        // Of a test nothing is known whose things are not.
        let of_test = |it: &Diagnostic| lines.test_at(it.primary.span).map(|(test, _)| test);
        found.retain(|it| {
            self.was_said(it) || !of_test(it).is_some_and(|test| unknown.contains(&test))
        });
        let wrong: Vec<Span> = found.iter().filter(|it| it.is_error()).flat_map(places).collect();
        found.retain(|it| {
            let same = wrong.contains(&it.primary.span);
            it.is_error() || !same && !cites(it, &wrong) && !lost.explains_warning(it, sources)
        });
        found.retain(|it| self.was_said(it) || !lost.mentions(it));
        slips::advise(&mut found, sources);
        titles::quote(&mut found, sources);
        let mut left = repeated::once(found, lines, sources);
        // Of two errors each can look as if it followed from the other.
        if !left.iter().any(Diagnostic::is_error) {
            left.insert(0, first);
        }
        left
    }

    fn was_said(&self, diagnostic: &Diagnostic) -> bool {
        self.said.contains(&(diagnostic.code, diagnostic.primary.span))
    }

    /// Whether it speaks of a file that is for another game, which is all that can be said of it.
    fn is_foreign(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.code != codes::UNKNOWN_SYSTEM
            && self.foreign.iter().any(|file| file.contains(diagnostic.primary.span))
    }

    /// Whether a later pass speaks of words of which some could not be read, or that stand beside such.
    fn explains(&self, diagnostic: &Diagnostic) -> bool {
        let about = diagnostic.primary.span;
        !self.was_said(diagnostic)
            && (self.words.iter().any(|span| about.contains(*span) && about != *span)
                || self.rewritten.iter().any(|span| span.contains(about))
                || self.phrases.iter().any(|phrase| phrase.contains(about)))
    }

    /// Leaves out errors that rest on a line, as one of the places that they show, of which another error speaks. What was
    /// not read rests on nothing.
    fn without_citing(&self, found: &mut Vec<Diagnostic>, sources: &SourceMap) {
        let mut wrong: Vec<Span> = found
            .iter()
            .filter(|it| it.is_error() && it.secondary.is_empty())
            .map(|it| it.primary.span)
            .collect();
        wrong.sort_unstable();
        let holds = |line: Span| {
            let next = wrong.partition_point(|it| it.start() < line.start());
            wrong.get(next).is_some_and(|it| line.contains(*it))
        };
        found.retain(|it| {
            let own = phrase(sources, it.primary.span);
            let mut cited = it.secondary.iter().map(|other| phrase(sources, other.span.before()));
            !it.is_error() || self.was_said(it) || !cited.any(|line| line != own && holds(line))
        });
    }

    /// A reserved word that was to be a name is not understood where it is used either: that is said at its declaration, whose
    /// edits rename it in all these places.
    fn rename_all(&self, found: &mut Vec<Diagnostic>, sources: &SourceMap) {
        for &declared in &self.reserved {
            let (word, file) = (sources.slice(declared), sources.file_of(declared));
            let mut uses = Vec::new();
            found.retain(|it| {
                let about = it.primary.span;
                if it.code == codes::RESERVED_WORD || sources.file_of(about) != file {
                    return true;
                }
                let used = touching(sources, about, word).filter(|used| *used != declared);
                uses.extend(used);
                used.is_none()
            });
            uses.sort_unstable();
            uses.dedup();
            let declaration = found
                .iter_mut()
                .find(|it| it.code == codes::RESERVED_WORD && it.primary.span == declared);
            let help = declaration.and_then(|it| it.help.first_mut());
            if let Some((help, first)) = help.and_then(|help| {
                let first = help.edits.first()?.replacement.clone();
                Some((help, first))
            }) {
                help.edits
                    .extend(uses.into_iter().map(|span| Edit { span, replacement: first.clone() }));
            }
        }
    }
}

/// The places that a diagnostic shows.
fn places(found: &Diagnostic) -> impl Iterator<Item = Span> {
    std::iter::once(found.primary.span).chain(found.secondary.iter().map(|it| it.span))
}

/// Leaves out what is said of the braces of a head that is none.
fn without_blocks(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let heads = found.iter().filter(|it| it.code == codes::UNKNOWN_KIND);
    let blocks = heads.filter_map(|it| block_after(sources, phrase(sources, it.primary.span)));
    let blocks: Vec<Span> = blocks.take(MOST_HEADS).collect();
    found.retain(|it| !blocks.iter().any(|block| block.contains(it.primary.span)));
}

/// Whether a warning rests on words of which an error speaks.
fn cites(warning: &Diagnostic, wrong: &[Span]) -> bool {
    let mut cited = warning.secondary.iter().map(|it| it.span);
    cited.any(|span| wrong.iter().any(|it| !it.is_empty() && span.contains(*it)))
}

/// The clause, line or head in which a place stands: up to the next `;`, brace of a block or end of a line on either side.
fn phrase(sources: &SourceMap, at: Span) -> Span {
    let file = sources.file_of(at);
    let (text, range) = (sources.text(file), sources.range(at));
    let line = text.get(..range.start).and_then(|it| it.rfind('\n')).map_or(0, |at| at + 1);
    let (mut start, mut end) = (line, None);
    let rest = text.get(line..).unwrap_or("");
    for part in parts(rest, range.end - line) {
        let (from, to) = (line + part.start, line + part.end);
        if to <= range.start {
            start = to + 1;
        } else if range.end <= from {
            end = end.or(Some(from));
        } else {
            (start, end) = (from.max(start), Some(to));
        }
    }
    sources.whole(file).part(start.min(range.start)..end.unwrap_or(text.len()).max(range.end))
}

/// The parts of a text between `;`, ends of lines and braces of blocks, up to the end of the line at a place: what stands in
/// quotes or in the braces of a set parts nothing.
fn parts(text: &str, at: usize) -> Vec<Range<usize>> {
    let (mut found, mut start, mut quoted, mut sets) = (Vec::new(), 0, false, 0usize);
    for (place, letter) in text.char_indices() {
        let before = || text.get(start..place).unwrap_or("").trim_end();
        let opens_set = || {
            ["=", "(", ",", "[", "+", "-", ":", " in", " is", " of"]
                .iter()
                .any(|it| before().ends_with(it))
        };
        let ends = match letter {
            '\n' => true,
            '"' => {
                let inches = !quoted
                    && before().len() == place - start
                    && before().ends_with(|c: char| c.is_ascii_digit());
                quoted ^= !inches;
                false
            }
            _ if quoted => false,
            '{' if sets > 0 || opens_set() => {
                sets += 1;
                false
            }
            '}' if sets > 0 => {
                sets -= 1;
                false
            }
            ';' | '{' | '}' => true,
            _ => false,
        };
        if ends {
            found.push(start..place);
            start = place + 1;
            (quoted, sets) = if letter == '\n' { (false, 0) } else { (quoted, sets) };
            if letter == '\n' && place >= at {
                return found;
            }
        }
    }
    found.push(start..text.len());
    found
}

/// The braces that open right behind a head, where they are closed again.
fn block_after(sources: &SourceMap, head: Span) -> Option<Span> {
    let (file, range) = (sources.file_of(head), sources.range(head));
    let after = sources.text(file).get(range.end..)?;
    let mut depth = 0usize;
    for (at, byte) in after.bytes().enumerate().take(LONGEST_BLOCK) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then(|| head.after().part(0..at));
        }
    }
    None
}

/// A word where it stands in a place, or right beside it.
fn touching(sources: &SourceMap, about: Span, word: &str) -> Option<Span> {
    let file = sources.file_of(about);
    let (text, range) = (sources.text(file), sources.range(about));
    let before = text.get(..range.start)?.trim_end();
    let after = text.get(range.end..)?;
    let near = after.trim_start_matches([' ', '+', '-', '(', ',']);
    let ahead = range.end + (after.len() - near.len());
    let from = if bounded(text, before.len().checked_sub(word.len()), word) {
        Some(before.len() - word.len())
    } else {
        let inside = text.get(range.clone())?;
        let inside = inside.match_indices(word).map(|(at, _)| range.start + at);
        inside.chain([ahead]).find(|at| bounded(text, Some(*at), word))
    };
    from.map(|at| sources.whole(file).part(at..at + word.len()))
}

/// Names that stand in what was not read or not taken: what was declared there is known by name.
struct Lost<'m> {
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
    fn of(unread: &Unread, found: &[Diagnostic], sources: &'m SourceMap) -> Self {
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
                .take(MOST_HEADS)
                .collect(),
            unread: read,
            of_refusals: words(sources, refused.collect()),
            twice: found
                .iter()
                .filter(|it| it.code == codes::DUPLICATE_NAME)
                .map(|it| sources.whole(sources.file_of(it.primary.span)))
                .collect(),
        }
    }

    /// Whether it misses a name that stands, at another place, in what was lost.
    fn explains(&self, diagnostic: &Diagnostic, was_said: bool, sources: &SourceMap) -> bool {
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
        let misses = ABOUT_NAMES.contains(&diagnostic.code);
        let twice = [codes::DUPLICATE_NAME, codes::UNKNOWN_KIND].contains(&diagnostic.code);
        ((misses || twice) && stands_in(&self.of_reading, name, about, sources))
            || (misses && stands_in(&self.of_refusals, name, about, sources))
    }
}

impl Lost<'_> {
    /// Whether a message speaks of something in whose declaration something is wrong.
    fn mentions(&self, diagnostic: &Diagnostic) -> bool {
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
    fn explains_warning(&self, warning: &Diagnostic, sources: &SourceMap) -> bool {
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
    "action ", "define ", "derive ", "die ", "enum ", "errata ", "policy ", "profile ", "record ",
    "scale ", "state ", "step ", "tie ", "var ",
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

/// The declaration in whose braces a place lies.
fn around(sources: &SourceMap, at: Span) -> Option<Declared<'_>> {
    let (file, range) = (sources.file_of(at), sources.range(at));
    let mut depth = 0usize;
    let before = sources.text(file).get(..range.start)?;
    let open = before.bytes().enumerate().rev().take(LONGEST_BLOCK).find_map(|(at, byte)| {
        match byte {
            b'}' => depth += 1,
            b'{' if depth == 0 => return Some(at),
            b'{' => depth -= 1,
            _ => {}
        }
        None
    })?;
    let line = phrase(sources, sources.whole(file).part(open..open));
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
        let mut start = None;
        for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
            match (is_of_a_word(sign), start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    let word = text.get(from..at).unwrap_or("");
                    found.entry(word).or_default().push(place.part(from..at));
                    start = None;
                }
                _ => {}
            }
        }
    }
    found
}

fn is_of_a_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
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

/// Whether a name stands at a place of a text, and goes no further on either side.
fn bounded(text: &str, at: Option<usize>, name: &str) -> bool {
    let inner = |sign: char| sign.is_alphanumeric() || sign == '_';
    let Some((before, rest)) = at.and_then(|at| text.split_at_checked(at)) else { return false };
    rest.strip_prefix(name).is_some_and(|after| !after.starts_with(inner))
        && !before.ends_with(inner)
}
