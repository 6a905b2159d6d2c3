//! One cause, one message: takes what could not be read or was refused, and what was found after it, and leaves out what only
//! follows from it.

mod commas;
mod copied;
mod copies;
mod joined;
mod lines;
mod lost;
mod phrases;
mod repeated;
mod rounds;
mod slips;
mod titles;
mod together;

pub(crate) use lines::Lines;

use lost::Lost;
use phrases::{block_after, is_of_a_word, phrase, touching};
use repeated::NOT_READ;
use rustc_hash::FxHashSet;
use warwright_grammar::diagnostic::{Code, Edit};
use warwright_grammar::parser::HEADS;
use warwright_grammar::slips::home;
use warwright_grammar::{Diagnostic, Severity, SourceMap, Span, codes};

/// So many first words of what was not read are compared with names.
const MOST_HEADS: usize = 100;

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
            without_dependents(&mut found, sources);
            return found;
        };
        found.retain(|it| !self.is_foreign(it) && !self.explains(it));
        // What is left of a line of which a part was not understood is none by itself.
        let mut not_understood = FxHashSet::default();
        found.retain(|it| {
            let at = it.primary.span;
            let line = (sources.file_of(at), sources.line_col(at).line);
            it.code != codes::BAD_CLAUSE || not_understood.insert(line)
        });
        self.without_citing(&mut found, sources);
        self.rename_all(&mut found, sources);
        without_blocks(&mut found, sources);
        let lost = Lost::of(self, &found, sources);
        let mut unknown = FxHashSet::default();
        found.retain(|it| {
            let explained = lost.explains(it, self.was_said(it), sources);
            let lost = explained || it.code == codes::AMBIGUOUS_NAME;
            let given = lines.test_at(it.primary.span).filter(|(_, given)| lost && *given);
            unknown.extend(given.map(|(test, _)| test));
            !explained
        });
        // Of a test nothing is known whose things are not.
        let of_test = |it: &Diagnostic| lines.test_at(it.primary.span).map(|(test, _)| test);
        found.retain(|it| {
            let cause = self.was_said(it) || it.code == codes::AMBIGUOUS_NAME;
            cause || !of_test(it).is_some_and(|test| unknown.contains(&test))
        });
        // Nor what it shows where something in it is wrong.
        let errors = found.iter().filter(|it| it.is_error());
        let wrong: FxHashSet<_> = errors.filter_map(of_test).collect();
        found.retain(|it| it.is_error() || !of_test(it).is_some_and(|test| wrong.contains(&test)));
        let wrong: Vec<Span> = found.iter().filter(|it| it.is_error()).flat_map(places).collect();
        found.retain(|it| {
            // Of a clause that an error is about nothing more is said.
            let whole = it.code == codes::HARMS_BEARER
                && wrong.iter().any(|at| it.primary.span.contains(*at));
            let same = whole || wrong.contains(&it.primary.span);
            it.is_error() || !same && !cites(it, &wrong) && !lost.explains_warning(it, sources)
        });
        // A name that is given and not used, where another is used that nothing gives: one of both is a slip.
        let line_of = |span: Span| {
            let at = sources.line_col(span);
            (sources.file_of(span), at.line)
        };
        let unknown: FxHashSet<_> = found
            .iter()
            .filter(|it| it.code == codes::UNKNOWN_NAME)
            .map(|it| line_of(it.primary.span))
            .collect();
        found.retain(|it| {
            it.code != codes::UNUSED_BINDING || !unknown.contains(&line_of(it.primary.span))
        });
        together::unused_for_what_may_be_none(&mut found, sources);
        found.retain(|it| self.was_said(it) || !lost.mentions(it));
        without_dependents(&mut found, sources);
        without_broken_limits(&mut found);
        copies::tell(&mut found, sources);
        slips::advise(&mut found, sources);
        commas::advise(&mut found, sources);
        joined::advise(&mut found, sources);
        titles::quote(&mut found, sources);
        let found = copied::once(found, sources);
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

/// What is to be had of those of a code, of so many of them at the most.
fn of_code<T>(
    found: &[Diagnostic],
    code: Code,
    had: impl FnMut(&Diagnostic) -> Option<T>,
) -> Vec<T> {
    found.iter().filter(|it| it.code == code).filter_map(had).take(MOST_HEADS).collect()
}

/// Of a limit that can never hold every army breaks it, which needs no message for each.
fn without_broken_limits(found: &mut Vec<Diagnostic>) {
    let never = of_code(found, codes::NEVER_APPLIES, |it| Some(it.primary.span));
    let mut explained = Vec::new();
    found.retain(|it| {
        let cited = || it.secondary.iter().map(|also| also.span);
        let limit = never.iter().find(|never| cited().any(|span| span.contains(**never)));
        let limit = limit.filter(|_| it.code == codes::LIMIT_BROKEN);
        explained.extend(limit);
        limit.is_none()
    });
    for it in found.iter_mut().filter(|it| explained.contains(&it.primary.span)) {
        if it.code == codes::NEVER_APPLIES {
            it.severity = Severity::Error;
        }
    }
}

/// Leaves out warnings that rest on something else: that a thing is not used, beside an error or beside a warning of its own line;
/// what shows a place of which another warning speaks; that a file names no game, where its line for that was not read.
fn without_dependents(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    together::tell(found, sources);
    let errors = found.iter().any(Diagnostic::is_error);
    let warnings: Vec<(Code, Span)> = found
        .iter()
        .filter(|it| !it.is_error())
        .map(|it| (it.code, it.primary.span))
        .take(MOST_HEADS)
        .collect();
    let unread =
        of_code(found, codes::BAD_DECLARATION, |it| Some(phrase(sources, it.primary.span)));
    let errata: Vec<&str> = sources
        .files()
        .map(|(file, _)| sources.text(file))
        .filter(|text| text.starts_with("errata ") || text.contains("\nerrata "))
        .collect();
    let (mut friends, mut ruled_out) = (Vec::new(), Vec::new());
    // What stands beside a word that is no relation may be what that word was to name.
    let beside_no_relation: Vec<Span> = found
        .iter()
        .filter(|it| it.message.starts_with("there is no relation"))
        .map(|it| phrase(sources, it.primary.span))
        .take(MOST_HEADS)
        .collect();
    found.retain(|it| {
        let about = it.primary.span;
        let name = sources.slice(about);
        let named = it.code == codes::UNKNOWN_NAME
            && beside_no_relation.iter().any(|line| {
                !line.contains(about)
                    && touching(sources, *line, name).is_some_and(|at| line.contains(at))
            });
        if named {
            return false;
        }
        // What one relation or ability holds of enemies as well is one mistake, however many texts say friends.
        if it.code == codes::TEXT_DRIFTED && !it.is_error() {
            let shown = it.secondary.iter().map(|also| sources.slice(also.span));
            let key = format!("{} {}", it.message, shown.collect::<Vec<_>>().join(" "));
            let again = it.message.contains("friends") && friends.contains(&key);
            friends.push(key);
            if again {
                return false;
            }
        }
        // What one line rules out in several that follow it is told of the first.
        if it.primary.text.starts_with("what was asked before") && !it.is_error() {
            let place = (sources.file_of(about), sources.line_col(about).line);
            let above = (place.0, place.1.saturating_sub(1));
            let again = ruled_out.contains(&(above, it.message.clone()));
            ruled_out.push((place, it.message.clone()));
            if again {
                return false;
            }
        }
        let line = || phrase(sources, about);
        let unused = it.code == codes::UNUSED && !it.is_error();
        let beside = || {
            let line = line();
            warnings.iter().any(|(code, at)| *code != codes::UNUSED && line.contains(*at))
        };
        let rests = || {
            let mut shown = it.secondary.iter().map(|also| also.span);
            shown.any(|span| {
                warnings.iter().any(|(code, at)| *at == span && *at != about && *code == it.code)
            })
        };
        let names_game = it.code == codes::MISSING_USE
            && unread.iter().any(|line| {
                let same = sources.file_of(*line) == sources.file_of(about);
                let word = it.message.split('`').nth(1).unwrap_or("");
                same && !word.is_empty() && sources.slice(*line).contains(word)
            });
        let corrected = || {
            let name = it.message.split('`').nth(1).unwrap_or("");
            let named = |text: &&str| text.contains(&format!("\"{name}\""));
            it.message.starts_with("ability ") && !name.is_empty() && errata.iter().any(named)
        };
        !(unused && (errors || beside() || corrected()) || !it.is_error() && rests() || names_game)
    });
}

/// Leaves out what is said of the braces of a head that is none.
fn without_blocks(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let begins_nothing = |it: &Diagnostic| {
        let line = phrase(sources, it.primary.span);
        let before = sources.slice(Span::new(line.start(), it.primary.span.start()));
        let rest = sources.slice(line).trim_start();
        let first = rest.split(|sign| !is_of_a_word(sign)).next().unwrap_or("");
        let known = HEADS.contains(&first) || home(first).is_some() || first.is_empty();
        NOT_READ.contains(&it.code) && !known && before.trim().is_empty()
    };
    let heads = found.iter().filter(|it| {
        let of_errata = it.code == codes::UNKNOWN_ERRATUM_TARGET;
        let of_errata = of_errata && it.message.contains("cannot edit");
        it.code == codes::UNKNOWN_KIND || of_errata || begins_nothing(it)
    });
    let blocks = heads.filter_map(|it| block_after(sources, phrase(sources, it.primary.span)));
    let blocks: Vec<Span> = blocks.take(MOST_HEADS).collect();
    found.retain(|it| !blocks.iter().any(|block| block.contains(it.primary.span)));
}

/// Whether a warning rests on words of which an error speaks.
fn cites(warning: &Diagnostic, wrong: &[Span]) -> bool {
    let mut cited = warning.secondary.iter().map(|it| it.span);
    cited.any(|span| wrong.iter().any(|it| !it.is_empty() && span.contains(*it)))
}
