//! Content: the members of bearers, entities, abilities and factions.

use super::clause::is_clause;
use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::parser::reserved::begins_something;
use crate::slips::{BENDING, home, is_home, word_meant};
use crate::source::{Span, open_brace};
use crate::tree::{
    Answer, CellKind, DoesBody, Expr, ExprKind, Field, FormDecl, Item, Limit, ListSign, Member,
    Name, OptionDecl, See, UnaryOp,
};

pub(super) const FIELD: &str = "a field reads `name value`; a list has commas: `abilities A, B`";
pub(super) const PROSE: &str = "words for people stand behind `text:`; a rule is a clause, such as `modify Q as ROLE by 1`, `forbid P as ROLE`";
const CONDITION_FOLLOWS: &str = "a clause begins with what it does, and its condition follows: `modify Q as ROLE by 1 when C \"label\"`";
const CLAUSE: &str = "a clause begins with what it does: `modify Q as ROLE by 1 when C \"label\"`";

impl Walk<'_> {
    /// The members in a `body`.
    pub(super) fn members(&mut self, pair: Pair<'_>) -> Vec<Member> {
        let mut members = Vec::new();
        for child in pair.into_inner() {
            members.extend(self.member(child));
        }
        members.shrink_to_fit();
        members
    }

    /// The members of a block that belongs to nothing. Of one behind a head that was not understood nothing is known.
    pub(super) fn stray_body(&mut self, pair: Pair<'_>) {
        if self.goes_on_unread(self.start(&pair)) {
            return;
        }
        for child in pair.into_inner() {
            if child.as_rule() == Rule::block_open {
                self.stray_open(&child);
            } else {
                self.member(child);
            }
        }
    }

    /// Whether what stands here goes on a line of which something was reported.
    pub(super) fn goes_on_unread(&self, start: usize) -> bool {
        self.bad_end <= start && self.slice(self.bad_end, start).trim().is_empty()
    }

    /// A `{` without a head: reported unless it goes on what was reported already.
    pub(super) fn stray_open(&mut self, pair: &Pair<'_>) {
        let start = self.start(pair);
        if self.goes_on_unread(start) {
            return;
        }
        let span = self.bytes(start, start + 1);
        self.report(
            Diagnostic::new(codes::BAD_CLAUSE, "this block belongs to nothing", span)
                .label("no head stands before this `{`"),
        );
    }

    /// One member of a bearer.
    pub(super) fn member(&mut self, pair: Pair<'_>) -> Option<Member> {
        let rule = pair.as_rule();
        match rule {
            Rule::generic => self.generic(pair),
            Rule::state => Some(Member::State(Box::new(self.state(pair)))),
            Rule::text => Some(Member::Text(self.text_line(pair))),
            _ if is_clause(rule) => {
                let span = self.span(&pair);
                Some(self.clause(pair).map_or(Member::Error(span), Member::Clause))
            }
            Rule::option | Rule::form | Rule::limit => {
                self.in_clause(&pair.clone(), |walk| walk.small_member(pair))
            }
            Rule::stray_block => {
                let span = self.span(&pair);
                self.stray_body(pair);
                Some(Member::Error(span))
            }
            Rule::junk => {
                let span = self.span(&pair);
                self.in_clause(&pair.clone(), |walk| {
                    walk.bad_line(&pair, codes::BAD_CLAUSE, "a field or a clause");
                });
                Some(Member::Error(span))
            }
            _ => self.item(pair).map(|item| Member::Item(Box::new(item))),
        }
    }

    fn small_member(&mut self, pair: Pair<'_>) -> Option<Member> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut cursor = self.cursor(pair);
        Some(match rule {
            Rule::option => Member::Option(Box::new(self.option(&mut cursor, span)?)),
            Rule::form => {
                let name = self.next_name(&mut cursor)?;
                let mut body = Vec::new();
                for child in cursor {
                    match child.as_rule() {
                        Rule::body => body = self.members(child),
                        _ => self.junk(&child, "a form reads `form NAME { fields }`"),
                    }
                }
                Member::Form(Box::new(FormDecl { name, body, span }))
            }
            _ => Member::Limit(Box::new(self.limit(&mut cursor, span))),
        })
    }

    fn option(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Option<OptionDecl> {
        let name = self.decl_name(cursor, span, "an option");
        let sign = cursor.next_if(Rule::sign);
        let price = cursor.next_if(Rule::number).map(|pair| self.number(&pair));
        let price = price.map(|value| match sign {
            None => value,
            Some(sign) => {
                let span = self.span(&sign).to(value.span);
                let minus = sign.as_str().starts_with('-');
                let op = if minus { UnaryOp::Minus } else { UnaryOp::Plus };
                Expr { kind: ExprKind::Unary { op, value: Box::new(value) }, span }
            }
        });
        let price_field = self.next_name(cursor);
        let mut see = See::new();
        let mut body = Vec::new();
        for child in cursor.by_ref() {
            match child.as_rule() {
                Rule::see => self.see(&mut see, child),
                Rule::body => body = self.members(child),
                _ => self.junk(&child, "an option reads `option \"Name\" +15 points { fields }`"),
            }
        }
        Some(OptionDecl { name: name?, price, price_field, body, see, span })
    }

    fn limit(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Limit {
        let condition = self.full(cursor, span);
        let each = cursor.next_if(Rule::limit_each).and_then(|pair| self.inner_binder(pair));
        let label = cursor.next_if(Rule::label).map(|pair| self.label(pair));
        let mut see = See::new();
        for child in cursor.by_ref() {
            match child.as_rule() {
                Rule::see => self.see(&mut see, child),
                _ => self.junk(&child, "a limit reads `limit CONDITION [each x in S] \"why\"`"),
            }
        }
        Limit { condition, each, label, see, span }
    }

    /// What any word may begin: an entity, a table of entities, an answer, a deed, a field.
    pub(super) fn generic(&mut self, pair: Pair<'_>) -> Option<Member> {
        self.in_clause(&pair.clone(), |walk| {
            let span = walk.span(&pair);
            let mut cursor = walk.cursor(pair);
            let head = walk.next_name(&mut cursor)?;
            let Some(shape) = cursor.next() else { return Some(Member::Error(span)) };
            if walk.condition_first(&head, span) {
                return Some(Member::Error(span));
            }
            Some(match shape.as_rule() {
                Rule::entity_table => {
                    Member::Item(Box::new(Item::EntityTable(walk.entity_table(head, shape, span))))
                }
                Rule::entity => match walk.entity(head, shape, span) {
                    Some(entity) => Member::Item(Box::new(Item::Entity(entity))),
                    None => Member::Error(span),
                },
                Rule::does_body => {
                    let mut inner = walk.cursor(shape);
                    let body = walk.next_block(&mut inner, span, "a deed");
                    Member::Does(Box::new(DoesBody { name: head, body, span }))
                }
                Rule::answer => {
                    let mut inner = walk.cursor(shape);
                    let value = walk.full(&mut inner, span);
                    let names = walk.rest_of_line(span).starts_with('{');
                    if inner.next().is_some() || names || begins_something(&head.text) {
                        walk.no_answer(&head, &value);
                    }
                    Member::Answer(Box::new(Answer { name: head, value, span }))
                }
                _ => Member::Field(walk.field_of(head, shape, span)),
            })
        })
    }

    /// Reports a colon behind a word that is followed by no answer.
    fn no_answer(&mut self, head: &Name, value: &Expr) {
        let colon = self.bytes(self.offsets(head.span).end, self.offsets(value.span).start);
        let begin = self.offsets(head.span).start;
        let found = |message: String| Diagnostic::new(codes::BAD_CLAUSE, message, head.span);
        let small = head.text.to_lowercase();
        if small != *head.text && (begins_something(&small) || small == "text") {
            let found =
                found(format!("`{}` begins no line: words of the language are small", head.text));
            let help = format!("write `{small}`");
            return self.report(found.label("with a capital").fix(help, head.span, small));
        }
        // What begins with another word in these braces.
        let place = self.enclosing_head(begin).map(|word| match word {
            "side" => "a side",
            "scenario" => "a scenario",
            _ => "",
        });
        let meant = place.and_then(|place| Some((place, word_meant(place, &head.text)?)));
        if let Some((place, instead)) = meant.and_then(|(place, it)| Some((place, it.instead?))) {
            let found = found(format!("`{}` begins no line of {place}", head.text));
            let help = format!("such a line begins with `{instead}`");
            let one_word = !instead.contains('{');
            return self.report_recognized(match one_word {
                true => found.fix(help, head.span.to(colon), instead + " "),
                false => found.help(help),
            });
        }
        match self.clause_in_lines(begin) {
            Some(true) => {
                let mut found = found(String::from("a clause is one line, and has no colons"));
                found.primary.span = self.bytes(begin, self.end_of_lines(begin));
                return self.report_recognized(found.label("parts of a clause").help(CLAUSE));
            }
            Some(false) => {
                self.reported = true;
                return;
            }
            None => {}
        }
        let found = found(format!("no colon stands between `{}` and its value", head.text));
        let braces = &*head.text == "setup";
        let help = match braces {
            true => String::from("what is done stands in braces: `setup { .. }`"),
            false => format!("write `{} ..`", head.text),
        };
        let list = self.covered(value.span);
        let items = list.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        let (place, written) = match items {
            Some(items) => (colon.to(value.span), format!(" {items}")),
            None if braces => (colon.to(value.span), format!(" {{ {list} }}")),
            None => (colon, String::from(" ")),
        };
        self.report(found.label("a field").fix(help, place, written));
    }

    /// `modify: Q` above `as: ROLE` and `by: 1`: whether a line is the first of such, or one of those below it.
    fn clause_in_lines(&self, begin: usize) -> Option<bool> {
        const PARTS: [&str; 4] = ["as", "by", "over", "when"];
        let head = |line: &'_ str| line.trim_start().split_once(':').map(|it| it.0.to_owned());
        let is_part = |line: &str| head(line).is_some_and(|it| PARTS.contains(&&*it));
        let first = |line: &str| head(line).is_some_and(|it| BENDING.contains(&&*it));
        let mut below = self.slice(begin, self.text.len()).lines();
        let own = below.next()?;
        if first(own) {
            return below.next().is_some_and(is_part).then_some(true);
        }
        let mut above = self.slice(0, begin).lines().rev().skip(1).skip_while(|it| is_part(it));
        (is_part(own) && above.next().is_some_and(first)).then_some(false)
    }

    /// Where the last of the lines with colons ends that begin at a place.
    fn end_of_lines(&self, begin: usize) -> usize {
        let text = self.slice(begin, self.text.len());
        let lines = text.split_inclusive('\n').take_while(|line| {
            line.trim_start()
                .split_once(':')
                .is_some_and(|(word, _)| word.chars().all(char::is_alphabetic))
        });
        begin + text.get(..lines.map(str::len).sum()).map_or(0, |it| it.trim_end().len())
    }

    /// What follows a place on its line.
    fn rest_of_line(&self, span: Span) -> &str {
        let end = self.offsets(span).end;
        self.slice(end, self.text.len()).split('\n').next().unwrap_or("").trim_start()
    }

    /// Reports `when C modify Q by 1`, and `when P.step { .. }` of those who want a hook.
    fn condition_first(&mut self, head: &Name, span: Span) -> bool {
        if head.quoted || !["when", "if", "unless", "on", "upon", "whenever"].contains(&&*head.text)
        {
            return false;
        }
        let line = self.covered(span);
        let line = line.split(['{', '\n']).next().unwrap_or(line);
        let inside = self.covered(span).split('{').nth(1).unwrap_or("");
        let begins = |word: &&str| inside.trim_start().split(' ').next() == Some(*word);
        let clause = BENDING.iter().any(begins)
            || BENDING.iter().any(|word| line.split(' ').skip(1).any(|part| part == *word));
        let hook = self.covered(span).contains('{');
        if !clause && !hook {
            return false;
        }
        let message = format!("`{}` does not begin a clause", head.text);
        let found = Diagnostic::new(codes::BAD_CLAUSE, message, head.span);
        self.report_recognized(if clause {
            found.label("a condition").help(CONDITION_FOLLOWS)
        } else {
            found.label("not read").help(
                "what happens at a step reads `before P.STEP as ROLE { .. }`, `after P.STEP ..` or `instead of P.STEP ..`",
            )
        });
        true
    }

    /// `if C:` ahead of clauses, as in other languages.
    fn condition_of_clauses(&self, head: &Name) -> Option<Diagnostic> {
        let begin = self.offsets(head.span).start;
        let line = self.slice(begin, self.line_end(begin)).trim_end();
        let block = ["if", "unless", "while"].contains(&&*head.text) && line.ends_with(':');
        let bears = self.enclosing_head(begin).is_none_or(|it| !["scenario", "side"].contains(&it));
        (block && bears).then(|| {
            let message = format!("`{}` does not begin a clause", head.text);
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, head.span);
            found.label("a condition").help(CONDITION_FOLLOWS)
        })
    }

    /// A field after its name.
    pub(super) fn field_of(&mut self, name: Name, shape: Pair<'_>, span: Span) -> Field {
        let mut cursor = self.cursor(shape);
        let sign = cursor.next_if(Rule::list_sign).map(|pair| list_sign(&pair));
        let mut value = CellKind::Empty;
        for child in cursor {
            match child.as_rule() {
                Rule::cell => value = self.field_cell(&name, child),
                Rule::see => self.missing(
                    self.span(&child),
                    "`see` cannot stand after a field",
                    "put it in the head, before `{`",
                ),
                Rule::list_clauses => {
                    self.missing(
                        self.span(&child),
                        "a block of clauses is added by errata only",
                        "here clauses stand by themselves",
                    );
                    value = CellKind::Error;
                }
                _ => {
                    if !self.misplaced(&name) {
                        self.junk(&child, "");
                    }
                    value = CellKind::Error;
                }
            }
        }
        Field { name, sign, value, span }
    }

    /// The value of a field: a cell whose left-over words are those of a clause.
    fn field_cell(&mut self, name: &Name, pair: Pair<'_>) -> CellKind {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let kind = self.cell_kind(&mut cursor, span);
        match cursor.next() {
            Some(bad) => {
                if let Some(found) = self.condition_of_clauses(name) {
                    self.report_recognized(found);
                } else if let Some(found) = self.slip_in_tail(&bad) {
                    self.report_recognized(found);
                } else if self.is_prose(span, &bad) {
                    let found = Diagnostic::new(codes::BAD_CLAUSE, "this is a sentence", span);
                    self.report_recognized(found.label("read as the value of a field").help(PROSE));
                } else if !self.misplaced(name) {
                    let bends = self.written(&bad).contains(" when ");
                    self.junk(&bad, if bends { CLAUSE } else { FIELD });
                }
                CellKind::Error
            }
            None => kind,
        }
    }

    /// The first word of what stands before the braces around a place.
    pub(super) fn enclosing_head(&self, at: usize) -> Option<&str> {
        let before = self.slice(0, at);
        let open = open_brace(before, before.len())?;
        let head = before.get(..open)?.rsplit(['\n', ';', '{', '}']).next()?;
        head.split_whitespace().next()
    }

    /// Whether a value and what is left over of it are several words and a full stop.
    fn is_prose(&self, value: Span, bad: &Pair<'_>) -> bool {
        let (start, end) = (self.offsets(value).start, self.end(bad));
        let line = self.slice(start, end).trim_end();
        let words = line.strip_suffix('.').map_or(0, |line| line.split(' ').count());
        words > 2 && !line.contains('"')
    }

    /// Reports a line that was read as a field and is none, where it begins as lines of another construct do.
    fn misplaced(&mut self, head: &Name) -> bool {
        let begin = self.offsets(head.span).start;
        let around = self.enclosing_head(begin);
        let at_home = around.is_some_and(|it| is_home(&head.text, it));
        let help = home(&head.text).filter(|_| !head.quoted && !at_home);
        let Some(help) = help else { return false };
        let found = out_of_place(&head.text, head.span, around, help);
        self.report_recognized(found);
        true
    }

    /// `a = E` in what is created.
    pub(super) fn create_field(&mut self, pair: Pair<'_>) -> Option<Field> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.next_name(&mut cursor)?;
        let value = CellKind::One(self.full(&mut cursor, span));
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "");
        }
        Some(Field { name, sign: Some(ListSign::Replace), value, span })
    }
}

/// `+`, `-`, `=`
pub(super) fn list_sign(pair: &Pair<'_>) -> ListSign {
    match pair.as_str().as_bytes().first() {
        Some(b'+') => ListSign::Add,
        Some(b'-') => ListSign::Remove,
        _ => ListSign::Replace,
    }
}

/// What is said of a word that begins no line in the braces of a head, with where its lines stand.
pub(super) fn out_of_place(
    word: &str,
    place: Span,
    around: Option<&str>,
    home: String,
) -> Diagnostic {
    let message = format!("`{word}` begins no line here");
    let found =
        Diagnostic::new(codes::BAD_CLAUSE, message, place).label("read as the name of a field");
    match (word, around) {
        ("let" | "var", Some("kind")) => {
            let help = "what a thing has and changes in play is a `state` of its kind";
            found.fix(help, place, "state")
        }
        _ => found.help(home),
    }
}
