//! Rosters: their lines, with the options, fields and names of what is bought, and their rulings.

use super::{Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::tree::{Expr, Roster, RosterEntry, RosterItem, RosterOption, See};

impl Walk<'_> {
    /// `roster NAME of FACTION budget N { .. }`
    pub(super) fn roster(&mut self, pair: Pair<'_>) -> Option<Roster> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a roster");
        let (mut of, mut budget) = (None, None);
        let (mut see, mut items) = (See::new(), Vec::new());
        for child in cursor {
            match child.as_rule() {
                Rule::roster_of => of = Some(self.inner_name(child)),
                Rule::budget => budget = self.budget(child),
                Rule::see => self.see(&mut see, child),
                Rule::roster_body => items = self.roster_items(child),
                _ => self.head_junk(
                    &child,
                    "a roster reads `roster \"Name\" of \"Faction\" budget 1500 { .. }`",
                ),
            }
        }
        Some(Roster { name: name?, of, budget, items, see, span })
    }

    /// `budget 1500`
    fn budget(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let span = self.span(&pair);
        if self.cursor(pair.clone()).peek() == Some(Rule::missing) {
            let message = "a budget is a number of points, and none stands here";
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, span).label("of how many?");
            self.report(found.help("write it before the brace: `budget 1500 {`"));
            return None;
        }
        Some(self.inner(pair))
    }

    fn roster_items(&mut self, pair: Pair<'_>) -> Vec<RosterItem> {
        let mut items = Vec::new();
        for child in pair.into_inner() {
            match child.as_rule() {
                Rule::roster_entry => {
                    let entry = self.in_clause(&child.clone(), |walk| walk.roster_entry(child));
                    items.extend(entry.map(|entry| RosterItem::Entry(Box::new(entry))));
                }
                Rule::roster_group => {
                    let span = self.span(&child);
                    let mut cursor = self.cursor(child);
                    let Some(word) = self.next_name(&mut cursor) else { continue };
                    let name = self.next_name(&mut cursor);
                    let inner = cursor.next().map_or_else(Vec::new, |body| self.roster_items(body));
                    items.push(RosterItem::Group { word, name, items: inner, span });
                }
                Rule::take_ruling => {
                    let ruling = self.in_clause(&child.clone(), |walk| walk.roster_ruling(child));
                    items.extend(ruling);
                }
                Rule::junk => self.in_clause(&child.clone(), |walk| {
                    walk.bad_line(&child, codes::BAD_CLAUSE, "a line of a roster");
                }),
                // `Name` alone is a field without its value.
                Rule::generic if self.is_one_word(&child) => {
                    self.in_clause(&child.clone(), |walk| {
                        walk.bad_line(&child, codes::BAD_CLAUSE, "a line of a roster");
                    })
                }
                _ => items.extend(self.member(child).map(RosterItem::Member)),
            }
        }
        items
    }

    /// Whether a line is one word with a capital, as names have it.
    fn is_one_word(&self, line: &Pair<'_>) -> bool {
        let written = self.written(line);
        written.starts_with(char::is_uppercase) && written.chars().all(char::is_alphanumeric)
    }

    fn roster_ruling(&mut self, pair: Pair<'_>) -> Option<RosterItem> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.next_name(&mut cursor)?;
        let value = self.reading(&mut cursor, &name, span);
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "a roster takes a reading so: `ruling NAME = VALUE`");
        }
        Some(RosterItem::Ruling { name, value, span })
    }

    fn roster_entry(&mut self, pair: Pair<'_>) -> Option<RosterEntry> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let count = cursor.next().map(|pair| self.number(&pair))?;
        let Some(entity) = self.next_name(&mut cursor) else {
            self.missing(span, "this line of a roster names no entry", "as in `3 \"Name\"`");
            return None;
        };
        let mut entry = RosterEntry {
            count,
            entity,
            of: None,
            with: Vec::new(),
            names: Vec::new(),
            body: Vec::new(),
            span,
        };
        for child in cursor {
            match child.as_rule() {
                Rule::roster_of => entry.of = Some(self.inner_name(child)),
                Rule::roster_with => {
                    for option in child.into_inner() {
                        entry.with.extend(self.roster_option(option));
                    }
                }
                Rule::roster_as => entry.names = self.inner_names(child),
                Rule::body => entry.body = self.members(child),
                _ if self.written(&child).starts_with(',') => {
                    let start = self.start(&child);
                    let comma = self.bytes(start, start + 1);
                    let found = Diagnostic::new(
                        codes::BAD_CLAUSE,
                        "lines of a roster are parted by `;` or stand on lines of their own",
                        comma,
                    );
                    self.report(found.label("no list stands here").fix("write `;`", comma, ";"));
                }
                _ => {
                    let (start, end) = (self.offsets(span).start, self.end(&child));
                    match self.slip("a line of a roster", start, self.start(&child), end) {
                        Some(found) => self.report_recognized(found),
                        None => self.junk(
                            &child,
                            "a line of a roster reads `3 \"Name\" with \"Option\" as \"Title\"`",
                        ),
                    }
                }
            }
        }
        Some(entry)
    }

    fn roster_option(&mut self, pair: Pair<'_>) -> Option<RosterOption> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let count = cursor.next_if(Rule::number).map(|pair| self.number(&pair));
        let name = self.next_name(&mut cursor)?;
        Some(RosterOption { count, name, span })
    }
}
