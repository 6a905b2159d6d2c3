//! What mends a line that could not be read: takes the pairs that the grammar found and what the walk reported, tries small
//! changes at the place where reading stopped, and gives those after which the line is read to its end.
//!
//! The words that are tried are those of the grammar, and the grammar is the judge: no edit is offered with which it would
//! not read the line.

mod capitals;
mod changes;
mod judge;
mod order;

use super::rules::{Rule, WORDS};
use super::walk::{Pair, Walk};
use crate::diagnostic::{Code, Diagnostic, Edit, Help, codes};
use pest::iterators::Pairs;
use std::ops::Range;

/// So many lines of one file are looked at.
pub(super) const MOST_LINES: usize = 12;
/// So long may it be with it.
const LONGEST_TEXT: usize = 16_000;

/// What says that a line was not read.
const NOT_READ: &[Code] =
    &[codes::BAD_CLAUSE, codes::BAD_DECLARATION, codes::BAD_CELL, codes::EQUALS_IN_CONDITION];

/// Mends what was reported of the lines among `pairs` from the diagnostic `from` on.
pub(super) fn lines(walk: &mut Walk<'_>, pairs: &Pairs<'_, Rule>, from: usize) {
    for at in from..walk.found() {
        let found = walk.diagnostic(at).filter(|it| NOT_READ.contains(&it.code)).cloned();
        let Some(found) = found else { continue };
        let place = walk.offsets(found.primary.span).start;
        if !walk.may_mend() {
            return;
        }
        let Some(line) = Line::at(walk, pairs.clone(), place) else { continue };
        let mended = line.mend(found, walk.was_recognized(at));
        walk.replace(at, mended);
    }
}

/// A line that was not read to its end.
struct Line<'w, 't> {
    walk: &'w Walk<'t>,
    /// What it stands in.
    parent: Rule,
    place: Range<usize>,
    /// Where reading stopped.
    stop: usize,
    /// Where what was not read ends.
    left: usize,
    /// Whether nothing was left over there, and something is missing.
    is_gap: bool,
}

/// A change of a line, and what to say of it.
struct Change {
    place: Range<usize>,
    written: String,
    help: String,
}

impl<'w, 't> Line<'w, 't> {
    /// The innermost line at a place, if something of it was not read.
    fn at(walk: &'w Walk<'t>, pairs: Pairs<'_, Rule>, at: usize) -> Option<Self> {
        let holds = |pair: &Pair<'_>| {
            let (start, end) = walk.bounds(pair);
            start <= at && at < end.max(start + 1)
        };
        let (mut parent, mut line) = (Rule::file_items, None);
        let mut inside = pairs.last()?;
        while let Some((pair, next)) = child(inside.clone(), holds) {
            if inside.as_rule() == Rule::file_items || is_body(inside.as_rule()) {
                parent = inside.as_rule();
                line = Some((pair.clone(), next));
            }
            inside = pair;
        }
        let (line, next) = line?;
        let (start, end) = walk.bounds(&line);
        // The braces that follow a head that was not understood.
        let braces =
            next.filter(|it| matches!(it.as_rule(), Rule::stray_block | Rule::stray_stmts));
        let end = braces.map_or(end, |it| walk.bounds(&it).1);
        if end - start > LONGEST_TEXT {
            return None;
        }
        let bad = first_bad(line)?;
        let bad_rule = bad.as_rule();
        let (stop, left) = walk.bounds(&bad);
        let parent = if parent == Rule::columns_body { Rule::row } else { parent };
        let is_gap = bad_rule == Rule::missing;
        Some(Self { walk, parent, place: start..end, stop, left, is_gap })
    }

    /// What was found, with the edit that mends it. Where what is written was recognized for something of another language,
    /// its advice stands; of other advice an edit that does not read goes.
    fn mend(&self, mut found: Diagnostic, recognized: bool) -> Diagnostic {
        let mut taken_back = false;
        for help in &mut found.help {
            if !help.edits.is_empty() && !self.gets_on_with(&help.edits) {
                help.edits.clear();
                taken_back = true;
            }
        }
        let edited = found.help.iter().any(|help| !help.edits.is_empty());
        // An edit with which more is read, but not all, gives way to another order with which all is.
        let halfway = found.help.iter().any(|help| match help.edits.as_slice() {
            [edit] => {
                let place = self.walk.offsets(edit.span);
                let inside = self.place.start <= place.start && place.end <= self.place.end;
                inside && self.shape(&place, &edit.replacement).is_none()
            }
            _ => false,
        });
        if let Some(change) = halfway.then(|| self.in_order()).flatten() {
            return self.with(found, change);
        }
        if edited || recognized && !taken_back && !found.help.is_empty() {
            if edited {
                self.offer(&mut found, self.changes());
            }
            return found;
        }
        if let Some(change) = self.head_misspelt() {
            let word = self.text(change.place.clone());
            found.message = format!("`{word}` does not begin a line here");
            found.primary.span = self.walk.bytes(change.place.start, change.place.end);
            found.primary.text = "no word that is known here".into();
            return self.with(found, change);
        }
        let mut changes = self.changes().into_iter();
        if let Some(change) = changes.next() {
            let words: Vec<Help> =
                found.help.iter().filter(|help| help.edits.is_empty()).cloned().collect();
            found = self.with(found, change);
            self.offer(&mut found, changes.collect());
            let told = words.is_empty().then(|| self.told()).flatten();
            found.instead.extend(words.into_iter().chain(told));
            return found;
        }
        let comma = self.text(self.token(self.stop)) == ",";
        let wanted = found.help.is_empty() || comma;
        found.help.extend(wanted.then(|| self.told()).flatten());
        self.offer(&mut found, self.other_words());
        found
    }

    /// Changes that are offered where what was found has no edit that mends.
    fn offer(&self, found: &mut Diagnostic, changes: Vec<Change>) {
        for change in changes {
            let span = self.walk.bytes(change.place.start, change.place.end);
            let edits = vec![Edit { span, replacement: change.written }];
            if !found.help.iter().any(|help| help.edits == edits) {
                found.instead.push(Help { text: change.help, edits });
            }
        }
    }

    fn with(&self, mut found: Diagnostic, change: Change) -> Diagnostic {
        let span = self.walk.bytes(change.place.start, change.place.end);
        let compares = ["==", "!=", "<=", ">=", "is"].contains(&change.written.trim());
        if found.code == codes::EQUALS_IN_CONDITION && !compares {
            let sign = self.text(change.place.clone());
            found.message = format!("`{sign}` is not understood here");
            found.primary.text = "no sign of this line".into();
        }
        let edit = Edit { span, replacement: change.written };
        found.help = vec![Help { text: change.help, edits: vec![edit] }];
        found
    }
}

/// Whether a word is one of the grammar's.
fn is_known(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}

fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_of_a_sign(c: char) -> bool {
    !is_of_a_word(c) && !c.is_whitespace() && !"\"(){}[]".contains(c)
}

/// The child of a pair that fits, and the one behind it.
fn child<'i>(
    pair: Pair<'i>,
    fits: impl Fn(&Pair<'i>) -> bool,
) -> Option<(Pair<'i>, Option<Pair<'i>>)> {
    let mut children = pair.into_inner();
    let found = children.find(fits)?;
    Some((found, children.next()))
}

/// The first part of a line that was not read, or is missing.
fn first_bad(pair: Pair<'_>) -> Option<Pair<'_>> {
    if is_bad(pair.as_rule()) && pair.as_rule() != Rule::bad_stmt {
        return Some(pair);
    }
    if is_body(pair.as_rule()) {
        return None;
    }
    let bad: Vec<Pair<'_>> = pair.into_inner().filter_map(first_bad).collect();
    // What is left over says more than what is missing before it.
    let left = bad.iter().find(|it| !it.as_str().is_empty()).cloned();
    left.or_else(|| bad.into_iter().next())
}

/// A text without what stands in its outermost braces.
fn without_blocks(text: &str) -> String {
    let (mut kept, mut depth, mut quoted) = (String::new(), 0usize, false);
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            '\n' => quoted = false,
            '}' if !quoted && depth > 0 => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            kept.push(letter);
        }
        depth += usize::from(letter == '{' && !quoted);
    }
    kept
}

/// Whether a rule reads lines that any word may begin.
fn takes_any_word(rule: Rule) -> bool {
    use Rule as R;
    matches!(rule, R::plain_field | R::list_field | R::answer | R::edit_path | R::entity)
}

/// Whether lines stand between the braces of what this rule reads.
fn is_body(rule: Rule) -> bool {
    use Rule as R;
    matches!(
        rule,
        R::block
            | R::body
            | R::action_body
            | R::changes
            | R::columns_body
            | R::die_body
            | R::edits
            | R::enum_body
            | R::errata_body
            | R::kind_body
            | R::list_clauses
            | R::odds_body
            | R::permission_body
            | R::policy_body
            | R::quantity_body
            | R::record_body
            | R::roster_body
            | R::scale_body
            | R::scenario_body
            | R::sequence_body
            | R::side_body
            | R::stmt_arms
            | R::table_body
            | R::test_body
            | R::tie_body
            | R::verdict_body
            | R::words_body
    )
}

/// Whether a rule stands for what was not read, or is missing.
fn is_bad(rule: Rule) -> bool {
    use Rule as R;
    matches!(
        rule,
        R::junk
            | R::head_junk
            | R::headless
            | R::bad_cell
            | R::bad_hole
            | R::bad_stmt
            | R::bad_value
            | R::block_open
            | R::edit_junk
            | R::enum_bad
            | R::field_junk
            | R::missing
            | R::missing_close
            | R::not_a_type
            | R::not_to
            | R::params_junk
            | R::set_junk
            | R::type_junk
            | R::stray_block
            | R::stray_end
            | R::stray_stmts
    )
}
