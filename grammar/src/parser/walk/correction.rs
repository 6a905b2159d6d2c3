//! Errata.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::{
    CellKind, Edit, EditChange, EditIn, EditKind, Errata, ErratumBody, ErratumItem, Expr, Name,
    Removal, See, Supersedes, Template,
};

impl Walk<'_> {
    /// `errata NAME dated DATE { .. }`
    pub(super) fn errata(&mut self, pair: Pair<'_>) -> Option<Errata> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a list of errata");
        let mut errata = Errata {
            name: name?,
            dated: None,
            of: None,
            supersedes: Vec::new(),
            reason: None,
            text: Vec::new(),
            items: Vec::new(),
            see: See::new(),
            span,
        };
        let mut has_body = false;
        for child in cursor {
            if child.as_rule() == Rule::errata_body {
                has_body = true;
                for line in child.into_inner() {
                    self.in_clause(&line.clone(), |walk| walk.errata_line(&mut errata, line));
                }
            } else {
                self.errata_head(&mut errata, child);
            }
        }
        self.needs_body(has_body, span, "a list of errata");
        Some(errata)
    }

    fn errata_head(&mut self, errata: &mut Errata, pair: Pair<'_>) {
        match pair.as_rule() {
            Rule::dated => {
                if let Some(date) = pair.into_inner().next() {
                    let span = self.span(&date);
                    errata.dated = self.date(&date).map(|date| (date, span));
                }
            }
            Rule::errata_of => errata.of = Some(self.inner_name(pair)),
            Rule::supersedes => {
                let span = self.span(&pair);
                let mut cursor = self.cursor(pair);
                if let Some(list) = self.next_name(&mut cursor) {
                    let item = cursor.next().map(|pair| self.inner_name(pair));
                    errata.supersedes.push(Supersedes { errata: list, item, span });
                }
            }
            Rule::see => self.see(&mut errata.see, pair),
            _ => self.errata_junk(&pair),
        }
    }

    fn errata_line(&mut self, errata: &mut Errata, pair: Pair<'_>) {
        match pair.as_rule() {
            Rule::erratum => errata.items.extend(self.erratum(pair)),
            Rule::reason => errata.reason = self.reason(pair),
            Rule::text => errata.text.push(self.text_line(pair)),
            Rule::stray_block => self.stray_body(pair),
            _ => self.bad_line(&pair, codes::BAD_CLAUSE, "a line of errata (`item \"1\" { .. }`)"),
        }
    }

    fn reason(&mut self, pair: Pair<'_>) -> Option<Template> {
        let mut cursor = self.cursor(pair);
        let reason = cursor.next().map(|text| self.template(&text));
        if let Some(junk) = cursor.next() {
            let (start, words) = (self.start(&junk), self.written(&junk));
            match ["in ", "add ", "remove "].iter().any(|word| words.starts_with(word)) {
                true => {
                    let gap = self.bytes(self.slice(0, start).trim_end().len(), start);
                    let message = "behind a reason a correction begins anew";
                    let found =
                        Diagnostic::new(codes::BAD_CLAUSE, message, self.bytes(start, start + 2))
                            .label("`;` or a new line was expected before it");
                    self.report(found.fix("put `;` between them", gap, " ; "));
                }
                false => self.junk(&junk, ""),
            }
        }
        reason
    }

    fn erratum(&mut self, pair: Pair<'_>) -> Option<ErratumItem> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "an item of errata");
        let mut see = See::new();
        let mut body = None;
        for child in cursor {
            match child.as_rule() {
                Rule::see => self.see(&mut see, child),
                Rule::edits => body = Some(ErratumBody::Edits(self.edits(child))),
                Rule::no_effect | Rule::pending => body = self.without_edits(child),
                Rule::erratum_junk => {
                    for part in child.into_inner() {
                        if part.as_rule() == Rule::edits {
                            body = Some(ErratumBody::Edits(self.edits(part)));
                        } else {
                            self.junk(&part, ITEM_READS);
                        }
                    }
                }
                _ => self.junk(&child, ITEM_READS),
            }
        }
        let body = body.unwrap_or_else(|| {
            self.missing(span, "this item says nothing", ITEM_READS);
            ErratumBody::Error(span)
        });
        Some(ErratumItem { name: name?, body, see, span })
    }

    fn without_edits(&mut self, pair: Pair<'_>) -> Option<ErratumBody> {
        let span = self.span(&pair);
        let pending = pair.as_rule() == Rule::pending;
        let Some(text) = pair.into_inner().next().map(|text| self.template(&text)) else {
            self.missing(span, "the reason is missing", "a text in quotes was expected");
            return Some(ErratumBody::Error(span));
        };
        Some(if pending { ErratumBody::Pending(text) } else { ErratumBody::NoEffect(text) })
    }

    fn edits(&mut self, pair: Pair<'_>) -> Vec<Edit> {
        let mut edits = Vec::new();
        for child in pair.into_inner() {
            let edit = self.in_clause(&child.clone(), |walk| walk.edit(child));
            edits.extend(edit);
        }
        edits
    }

    fn edit(&mut self, pair: Pair<'_>) -> Option<Edit> {
        let span = self.span(&pair);
        Some(match pair.as_rule() {
            Rule::edit_in => Edit::In(self.edit_in(pair)?),
            Rule::edit_add => {
                let mut cursor = self.cursor(pair);
                let item = cursor.next().and_then(|pair| self.item(pair))?;
                let to = cursor.next().map(|pair| self.inner_name(pair));
                Edit::Add { item: Box::new(item), to, span }
            }
            Rule::edit_remove => {
                let mut cursor = self.cursor(pair);
                let word = self.next_name(&mut cursor)?;
                let name = self.next_name(&mut cursor)?;
                let of = cursor.next_if(Rule::edit_of).map(|of| self.inner_name(of));
                if let Some(junk) = cursor.next() {
                    self.junk(&junk, "");
                }
                Edit::Remove(Removal { word, name, of, span })
            }
            Rule::reason => Edit::Reason(self.reason(pair)?),
            Rule::text => Edit::Text(self.text_line(pair)),
            Rule::stray_block => {
                self.stray_body(pair);
                Edit::Error(span)
            }
            _ => {
                self.bad_line(
                    &pair,
                    codes::BAD_CLAUSE,
                    "an edit (`in unit \"Name\" { .. }`, `add`, `remove`)",
                );
                Edit::Error(span)
            }
        })
    }

    fn edit_in(&mut self, pair: Pair<'_>) -> Option<EditIn> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let word = self.next_name(&mut cursor)?;
        let mut names = Vec::new();
        while let Some(name) = self.next_name(&mut cursor) {
            names.push(name);
        }
        let mut edit =
            EditIn { word, names, of: None, form: None, clause: None, changes: Vec::new(), span };
        let mut has_body = false;
        for child in cursor {
            match child.as_rule() {
                Rule::edit_of => edit.of = Some(self.inner_name(child)),
                Rule::edit_form => edit.form = Some(self.inner_name(child)),
                Rule::edit_clause => edit.clause = Some(self.inner_name(child)),
                Rule::changes => {
                    has_body = true;
                    for change in child.into_inner() {
                        edit.changes
                            .push(self.in_clause(&change.clone(), |walk| walk.change_of(change)));
                    }
                }
                _ if self.second_name(&child) => {}
                _ => self.head_junk(
                    &child,
                    "an edit reads `in KIND \"Name\" [clause \"label\"] { field old -> new }`; in a table `{ cell ROW, COLUMN: old -> new ; row + KEY | A | B ; row - KEY }`",
                ),
            }
        }
        self.needs_body(has_body, span, "an edit");
        Some(edit)
    }

    fn change_of(&mut self, pair: Pair<'_>) -> EditChange {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::stray_block {
            self.stray_body(pair);
            return EditChange { kind: EditKind::Error, span };
        }
        if rule == Rule::junk {
            self.bad_line(&pair, codes::BAD_CLAUSE, "a change (`field old -> new`)");
            return EditChange { kind: EditKind::Error, span };
        }
        if rule == Rule::text {
            return EditChange { kind: EditKind::Text(self.text_line(pair)), span };
        }
        let start = self.offsets(span).start;
        let words = ["text ", "remove ", "add ", "delete "];
        let line = self.slice(start, self.line_end(start));
        let field = line.trim_start_matches(|c: char| c.is_alphanumeric() || "_.".contains(c));
        // No sign stands behind a field, and the arrow is one of ours.
        let odd =
            rule == Rule::edit_replace && (!line.contains("->") || field.starts_with([':', '=']));
        if (odd || words.iter().any(|word| self.slice(start, start + word.len()) == *word))
            && let Some(found) =
                self.slip_of_line("a change (`field old -> new`)", start, self.line_end(start))
        {
            self.report_recognized(found);
            return EditChange { kind: EditKind::Error, span };
        }
        let mut cursor = self.cursor(pair);
        let kind = match rule {
            Rule::edit_amount => self.edit_amount(&mut cursor, span),
            Rule::edit_condition => {
                let word = cursor.next().map(|pair| self.word_of(&pair));
                let old = self.value(&mut cursor, span);
                let new = self.new_value(&mut cursor, span);
                word.map_or(EditKind::Error, |word| EditKind::Condition { word, old, new })
            }
            Rule::edit_once => self.edit_once(&mut cursor),
            Rule::edit_body => {
                let block = cursor.next().and_then(|pair| pair.into_inner().next());
                block.map_or(EditKind::Error, |block| EditKind::Body(self.block(block)))
            }
            Rule::edit_scores => {
                let old = CellKind::One(self.full(&mut cursor, span));
                let new = match cursor.next_if(Rule::missing) {
                    Some(gap) => {
                        self.arrow_missing(&gap);
                        CellKind::Error
                    }
                    None => CellKind::One(self.full(&mut cursor, span)),
                };
                let scores = self.bytes(start, start + "scores".len());
                let word = Name { text: self.word("scores"), span: scores, quoted: false };
                EditKind::Replace { field: vec![word], old, new }
            }
            Rule::edit_label => self.edit_label(&mut cursor, span),
            Rule::edit_cell => self.edit_cell(&mut cursor, span),
            Rule::edit_row => self.edit_row(&mut cursor, span),
            Rule::edit_list => self.edit_list(&mut cursor, span),
            _ if self.equals_for_arrow(span) => {
                cursor.by_ref().for_each(drop);
                EditKind::Error
            }
            _ => {
                let field = cursor.next().map_or_else(Vec::new, |path| self.inner_names(path));
                let old = self.next_cell(&mut cursor);
                let new = self.new_cell(&mut cursor, span, &old);
                match old == CellKind::Empty || new == CellKind::Empty {
                    true => EditKind::Error,
                    false => EditKind::Replace { field, old, new },
                }
            }
        };
        let kind = match cursor.next() {
            Some(junk) => {
                self.junk(&junk, "a change reads `field old -> new`, `list + A`, `list - A`");
                EditKind::Error
            }
            None => kind,
        };
        EditChange { kind, span }
    }

    /// `once per battle -> once per turn`
    fn edit_once(&mut self, cursor: &mut Cursor<'_>) -> EditKind {
        let Some(old) = cursor.next().map(|pair| self.once(pair)) else { return EditKind::Error };
        match cursor.next() {
            Some(gap) if gap.as_rule() == Rule::missing => {
                self.arrow_missing(&gap);
                EditKind::Error
            }
            Some(new) => EditKind::Once { old: old.into(), new: self.once(new).into() },
            None => EditKind::Error,
        }
    }

    /// Reports `in unit "A" and "B"`, `in unit "A" "B"`.
    pub(super) fn second_name(&mut self, pair: &Pair<'_>) -> bool {
        let start = self.start(pair);
        let words = self.written(pair);
        let length = if words.starts_with("and ") { 3 } else { 0 };
        if length == 0 && !words.starts_with('"') {
            return false;
        }
        let before = self.slice(0, start).trim_end().len();
        let gap = self.bytes(before, start + length);
        let message = "names that are corrected in the same way are parted by commas";
        let place = self.bytes(start, start + length.max(1));
        let found = Diagnostic::new(codes::BAD_CLAUSE, message, place).label("a second name");
        let comma = if length == 0 { ", " } else { "," };
        self.report(found.fix("put a comma between them", gap, comma));
        true
    }

    /// Reports `points 360 = 350`.
    pub(super) fn equals_for_arrow(&mut self, span: Span) -> bool {
        let line = self.covered(span);
        let Some(at) = line.find(" = ").filter(|_| !line.contains("->")) else { return false };
        let start = self.offsets(span).start + at + 1;
        let sign = self.bytes(start, start + 1);
        let message = "a correction has an arrow between the old value and the new";
        let found = Diagnostic::new(codes::BAD_CLAUSE, message, sign).label("`->` was expected");
        self.report(found.fix("write `->`", sign, "->"));
        true
    }

    pub(super) fn word_of(&mut self, pair: &Pair<'_>) -> Name {
        Name { text: self.word(self.written(pair)), span: self.span(pair), quoted: false }
    }

    pub(super) fn arrow_missing(&mut self, pair: &Pair<'_>) {
        let gap = self.gap(pair);
        let found =
            Diagnostic::new(codes::BAD_CLAUSE, "a correction names the old value and the new", gap)
                .label("`-> NEW` was expected here");
        let start = self.clause_start.min(self.start(pair));
        if let Some(found) = self.slip_of_line(
            "a change (`field old -> new`)",
            start,
            self.line_end(self.start(pair)),
        ) {
            return self.report_recognized(found);
        }
        let line = self.slice(self.clause_start, self.line_end(self.start(pair)));
        let of_requirement = line.starts_with("require");
        let found = match of_requirement {
            true if line.contains('"') => found.help("a requirement is corrected without its words: `require OLD -> NEW`; its words by `in permission P clause \"words\" { label OLD -> NEW }`"),
            true => found.help("a requirement is corrected: `require OLD -> NEW`"),
            false => found.help("write `points 310 -> 325`; the old value must be the one that is there"),
        };
        self.report(match of_requirement {
            true => found.help("one that is new is a clause of the game: `in system GAME { clauses + { forbid P as ROLE when .. \"words\" } }`"),
            false => found,
        });
    }

    pub(super) fn new_value(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Expr {
        match cursor.next_if(Rule::missing) {
            Some(gap) => {
                self.arrow_missing(&gap);
                Expr::error(span)
            }
            None => self.value(cursor, span),
        }
    }

    pub(super) fn next_cell(&mut self, cursor: &mut Cursor<'_>) -> CellKind {
        cursor.next_if(Rule::cell_value).map_or(CellKind::Empty, |pair| self.cell(pair).kind)
    }

    pub(super) fn new_cell(
        &mut self,
        cursor: &mut Cursor<'_>,
        span: Span,
        old: &CellKind,
    ) -> CellKind {
        let new = match cursor.next_if(Rule::missing) {
            Some(gap) => {
                self.arrow_missing(&gap);
                CellKind::Error
            }
            None => self.next_cell(cursor),
        };
        if *old == CellKind::Empty || new == CellKind::Empty {
            self.report(
                Diagnostic::new(
                    codes::BAD_CLAUSE,
                    "a correction names what is corrected, the old value and the new",
                    span,
                )
                .label("one of them is missing")
                .help("`points 310 -> 325`; of a quantity `base OLD -> NEW`, of a ruling `value OLD -> NEW`"),
            );
        }
        new
    }
}

const ITEM_READS: &str =
    "an item goes on with `{ edits }`, `no effect \"why\"` or `pending \"why\"`";

/// How the head of a list of errata reads.
const HEAD_READS: &str =
    "errata read `errata \"Name\" dated 2010-03-01 [supersedes \"Other\"] { .. }`";

impl Walk<'_> {
    /// What is left over of the head of a list of errata.
    fn errata_junk(&mut self, pair: &Pair<'_>) {
        let (start, words) = (self.start(pair), self.written(pair));
        let Some(date) = words.strip_prefix("dated ").map(str::trim_start) else {
            return self.head_junk(pair, HEAD_READS);
        };
        let from = start + (words.len() - date.len());
        let date = date.split([' ', '{', '\n']).next().unwrap_or("");
        let found = no_date(date, self.bytes(from, from + date.len()));
        self.report(found);
    }
}

fn no_date(date: &str, span: Span) -> Diagnostic {
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
