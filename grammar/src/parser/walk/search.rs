//! Primaries: literals, brackets, and the values that begin with a word of their own.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::{
    Binder, CellTest, CellsFrom, ClearLine, Create, Date, Expr, ExprKind, Field, IfValue, Key,
    MatchArm, MatchValue, Name, Past, Pattern, PlanSearch, Quantifier, Setting, SupposedChange,
    Supposing, Supposition,
};

impl Walk<'_> {
    /// A primary: the operand before its calls and fields.
    pub(super) fn primary(&mut self, pair: Pair<'_>) -> Expr {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::ident => ExprKind::Name(self.name(&pair)),
            Rule::number => return self.number(&pair),
            Rule::string => ExprKind::Text(Box::new(self.template(&pair))),
            Rule::true_value => ExprKind::Bool(true),
            Rule::false_value => ExprKind::Bool(false),
            Rule::none_value => ExprKind::None,
            Rule::dice => self.dice(&pair, span),
            Rule::date => self.date(&pair).map_or(ExprKind::Error, ExprKind::Date),
            Rule::paren => return self.paren(pair, span),
            Rule::list => ExprKind::List(self.bracketed(pair, ']').into()),
            Rule::set => ExprKind::Set(self.bracketed(pair, '}').into()),
            Rule::may => ExprKind::May(Box::new(self.inner(pair))),
            Rule::if_value => self.if_value(pair, span),
            Rule::match_value => self.match_value(pair, span),
            Rule::quantified => self.quantified(pair),
            Rule::during => ExprKind::During(Box::new(self.inner_moment(pair))),
            Rule::supposing => self.supposing(pair, span),
            Rule::roll => self.roll(pair, span),
            Rule::some => self.some_of(pair, span),
            Rule::draw => self.draw(pair, span),
            Rule::create => self.create(pair, span),
            Rule::clear_line => self.clear_line(pair, span),
            Rule::cells_from => self.cells_from(pair, span, false),
            Rule::path_from => self.cells_from(pair, span, true),
            Rule::plan => self.plan(pair),
            _ => {
                let gap = self.gap(&pair);
                self.value_missing(gap);
                return Expr::error(gap);
            }
        };
        Expr { kind, span }
    }

    fn dice(&mut self, pair: &Pair<'_>, span: Span) -> ExprKind {
        let written = self.written(pair);
        let digits = written.bytes().take_while(u8::is_ascii_digit).count();
        let count = written.get(..digits).and_then(|text| text.parse().ok());
        let Some(count) = count else {
            self.report(
                Diagnostic::new(codes::BAD_CLAUSE, "this is too many dice", span)
                    .label("more dice than can be counted"),
            );
            return ExprKind::Error;
        };
        let start = self.start(pair) + digits;
        let name = written.get(digits..).unwrap_or("");
        let span = self.bytes(start, start + name.len());
        let die = Name { text: self.word(name), span, quoted: false };
        ExprKind::Dice { count, die: Box::new(die) }
    }

    /// `2010-03-01`, if there is such a day.
    pub(super) fn date(&mut self, pair: &Pair<'_>) -> Option<Date> {
        let mut parts = self.written(pair).split('-');
        let year: u16 = parts.next()?.parse().ok()?;
        let month: u8 = parts.next()?.parse().ok()?;
        let day: u8 = parts.next()?.parse().ok()?;
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 => 28 + u8::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        if (1..=days).contains(&day) {
            return Some(Date { year, month, day });
        }
        let span = self.span(pair);
        let help = match days {
            0 => format!(
                "there is no month {month}: a date is written year-month-day, as 2010-03-01"
            ),
            _ => format!("that month has {days} days"),
        };
        self.report(
            Diagnostic::new(codes::BAD_CLAUSE, "there is no such day", span)
                .label("no day of any year")
                .help(help),
        );
        None
    }

    fn paren(&mut self, pair: Pair<'_>, span: Span) -> Expr {
        let mut items = self.bracketed(pair, ')');
        if items.len() == 1
            && let Some(only) = items.pop()
        {
            return Expr { span, ..only };
        }
        if items.is_empty() {
            self.missing(span, "nothing stands between these brackets", "a value was expected");
            return Expr::error(span);
        }
        Expr { kind: ExprKind::Tuple(items.into()), span }
    }

    fn bracketed(&mut self, pair: Pair<'_>, mark: char) -> Vec<Expr> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let mut items = Vec::new();
        while let Some(rule) = cursor.peek() {
            if rule == Rule::set_junk {
                cursor.by_ref().take(1).for_each(|junk| {
                    self.junk(&junk, "the things of a set are parted by commas: `{A, B}`");
                });
            } else if rule == Rule::missing_close {
                if let Some(pair) = cursor.next() {
                    self.close_missing(&pair, mark);
                }
            } else {
                items.push(self.full(&mut cursor, span));
            }
        }
        items
    }

    fn if_value(&mut self, pair: Pair<'_>, span: Span) -> ExprKind {
        let mut values: Vec<Expr> = Vec::new();
        for child in pair.into_inner() {
            values.push(self.expr(child));
        }
        let otherwise = if values.len() % 2 == 1 { values.pop() } else { None };
        if otherwise.is_none() {
            let found = Diagnostic::new(
                codes::NO_ELSE,
                "an `if` that gives a value needs its `else`",
                span,
            );
            let found = found.label("and otherwise?");
            let end = self.offsets(span).end;
            let behind = self.slice(end, self.text.len());
            let gap = behind.len() - behind.trim_start().len();
            let word = ["elif", "elseif", "elsif"].into_iter().find(|word| {
                let rest = behind.trim_start().strip_prefix(word);
                rest.is_some_and(|rest| rest.starts_with(char::is_whitespace))
            });
            self.report(match word {
                Some(word) => {
                    let at = self.bytes(end + gap, end + gap + word.len());
                    found.fix("what else is asked reads `else if`", at, "else if")
                }
                // `if C then xs where D else ys`: what is asked of the items ends the value before its `else`.
                None if behind.trim_start().starts_with("where ") => found.help(
                    "a set that asks something of its items stands in brackets here: `then (S where C) else (T where D)`",
                ),
                None => found
                    .help("write `if C then A else B`; for a condition alone, write the condition"),
            });
        }
        let mut arms = Vec::new();
        let mut values = values.into_iter();
        while let (Some(condition), Some(value)) = (values.next(), values.next()) {
            arms.push((condition, value));
        }
        ExprKind::If(Box::new(IfValue { arms, otherwise }))
    }

    fn match_value(&mut self, pair: Pair<'_>, span: Span) -> ExprKind {
        let mut cursor = self.cursor(pair);
        let value = self.value(&mut cursor, span);
        let mut arms = Vec::new();
        for child in cursor {
            match child.as_rule() {
                Rule::value_arm => {
                    let depth = self.depth;
                    arms.push(self.in_clause(&child.clone(), |walk| {
                        walk.depth = depth;
                        walk.value_arm(child)
                    }));
                }
                _ => self.in_clause(&child, |walk| {
                    walk.bad_line(&child, codes::BAD_CLAUSE, "an arm of a `match`");
                }),
            }
        }
        ExprKind::Match(Box::new(MatchValue { value, arms }))
    }

    fn value_arm(&mut self, pair: Pair<'_>) -> MatchArm<Expr> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let patterns = self.patterns(&mut cursor);
        let body = self.full(&mut cursor, span);
        if let Some(junk) = cursor.next() {
            self.junk(
                &junk,
                "arms of a `match` are separated by `;` or stand on lines of their own",
            );
        }
        MatchArm { patterns, body, span }
    }

    /// `A or 2..6 or some x`; none for `else`.
    pub(super) fn patterns(&mut self, cursor: &mut Cursor<'_>) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        let Some(pair) = cursor.next_if(Rule::patterns) else { return patterns };
        for pattern in pair.into_inner() {
            let Some(child) = pattern.into_inner().next() else { continue };
            patterns.push(match child.as_rule() {
                Rule::range => Pattern::Range(self.range(child)),
                Rule::some => match child.clone().into_inner().next() {
                    Some(name) if name.as_rule() == Rule::ident => {
                        Pattern::Some(self.new_name(&name))
                    }
                    _ => Pattern::Value(self.primary(child)),
                },
                _ => Pattern::Value(self.expr(child)),
            });
        }
        patterns
    }

    fn quantified(&mut self, pair: Pair<'_>) -> ExprKind {
        let mut cursor = self.cursor(pair);
        let quantifier = match cursor.next().as_ref().map(|pair| pair.as_str().trim_end()) {
            Some("any") => Quantifier::Any,
            Some("all") => Quantifier::All,
            _ => Quantifier::No,
        };
        match cursor.next() {
            Some(binder) => {
                ExprKind::Quantified { quantifier, binder: Box::new(self.binder(binder)) }
            }
            None => ExprKind::Error,
        }
    }

    /// `x, y in S where C`
    pub(super) fn binder(&mut self, pair: Pair<'_>) -> Binder {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let mut names = Vec::new();
        while let Some(word) = cursor.next_if(Rule::word) {
            names.push(self.new_name(&word));
        }
        let set = self.bare(&mut cursor, span);
        let filter = cursor.next_if(Rule::r#where).map(|pair| self.inner(pair));
        Binder { names, set, filter, span }
    }

    /// The binder inside a pair.
    pub(super) fn inner_binder(&mut self, pair: Pair<'_>) -> Option<Binder> {
        let child = pair.into_inner().next()?;
        (child.as_rule() == Rule::binder).then(|| self.binder(child))
    }

    fn supposing(&mut self, pair: Pair<'_>, span: Span) -> ExprKind {
        let mut cursor = self.cursor(pair);
        let mut changes = Vec::new();
        while let Some(change) = cursor.next_if(Rule::supposition) {
            changes.push(self.supposition(change));
        }
        if let Some(junk) = cursor.next_if(Rule::head_junk) {
            self.junk(
                &junk,
                "changes are `u at P`, `u gone`, `u has X`, `u lacks X`, `u.field = V`",
            );
        }
        let value = self.full(&mut cursor, span);
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "");
        }
        ExprKind::Supposing(Box::new(Supposing { changes, value }))
    }

    fn supposition(&mut self, pair: Pair<'_>) -> Supposition {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let what = self.value(&mut cursor, span);
        let change = match cursor.next() {
            None => {
                self.missing(span, "what is supposed of this is missing", "and then?");
                SupposedChange::Gone
            }
            Some(pair) => match pair.as_rule() {
                Rule::sup_at => SupposedChange::At(self.inner(pair)),
                Rule::sup_has => SupposedChange::Has(self.inner(pair)),
                Rule::sup_lacks => SupposedChange::Lacks(self.inner(pair)),
                Rule::sup_set => SupposedChange::Set(self.inner(pair)),
                Rule::sup_joined => {
                    let mut cursor = self.cursor(pair);
                    let tie = self.next_name(&mut cursor);
                    let other = self.value(&mut cursor, span);
                    match tie {
                        Some(tie) => SupposedChange::Joined { tie, other },
                        None => SupposedChange::Gone,
                    }
                }
                _ => SupposedChange::Gone,
            },
        };
        Supposition { what, change, span }
    }

    fn roll(&mut self, pair: Pair<'_>, span: Span) -> ExprKind {
        let mut cursor = self.cursor(pair);
        let first = Box::new(self.value(&mut cursor, span));
        match cursor.next_if(Rule::roll_of) {
            Some(of) => ExprKind::Roll { count: Some(first), dice: Box::new(self.inner(of)) },
            None => ExprKind::Roll { count: None, dice: first },
        }
    }

    fn some_of(&mut self, pair: Pair<'_>, span: Span) -> ExprKind {
        let mut cursor = self.cursor(pair);
        if cursor.peek() == Some(Rule::ident) {
            self.report(
                Diagnostic::new(codes::BAD_CLAUSE, "`some x` stands after `is` only", span)
                    .label("a name for what is there")
                    .help("`E is some x` names a value that may be none; whether there is one that ..: `any x in S where C`"),
            );
            return ExprKind::Error;
        }
        let pool = Box::new(self.value(&mut cursor, span));
        let filter = cursor.next_if(Rule::r#where).map(|pair| Box::new(self.inner(pair)));
        ExprKind::SomeOf { pool, filter }
    }

    fn draw(&mut self, pair: Pair<'_>, span: Span) -> ExprKind {
        let mut cursor = self.cursor(pair);
        let set = Box::new(self.bare(&mut cursor, span));
        match cursor.next_if(Rule::r#where) {
            None => ExprKind::Draw(set),
            Some(condition) => {
                let condition = Box::new(self.inner(condition));
                let kind = ExprKind::Filter { set, condition };
                ExprKind::Draw(Box::new(Expr { kind, span }))
            }
        }
    }

    fn create(&mut self, pair: Pair<'_>, span: Span) -> ExprKind {
        let mut cursor = self.cursor(pair);
        let what = self.value(&mut cursor, span);
        let owner = cursor.next_if(Rule::owner).map(|pair| self.inner(pair));
        let mut fields: Vec<Field> = Vec::new();
        if let Some(body) = cursor.next() {
            for child in body.into_inner() {
                match child.as_rule() {
                    Rule::create_field => fields.extend(self.create_field(child)),
                    _ => self.in_clause(&child, |walk| {
                        walk.bad_line(&child, codes::BAD_CLAUSE, "a first value (`field = value`)");
                    }),
                }
            }
        }
        ExprKind::Create(Box::new(Create { what, owner, fields }))
    }

    fn clear_line(&mut self, pair: Pair<'_>, span: Span) -> ExprKind {
        let mut cursor = self.cursor(pair);
        let from = self.value(&mut cursor, span);
        let any_part = cursor.eat(Rule::any_part);
        let to = self.value(&mut cursor, span);
        let wide = cursor.next_if(Rule::wide).map(|pair| self.inner(pair));
        let mut past = Vec::new();
        while let Some(pair) = cursor.next_if(Rule::past) {
            let span = self.span(&pair);
            let mut inner = self.cursor(pair);
            let name = self.next_name(&mut inner);
            let name = name.unwrap_or(Name { text: "".into(), span, quoted: false });
            let among = inner.next_if(Rule::expr).map(|set| self.expr(set));
            let through = inner.next_if(Rule::through).map(|pair| self.inner(pair));
            let filter = inner.next_if(Rule::r#where).map(|pair| self.inner(pair));
            past.push(Past { name, among, through, filter });
        }
        ExprKind::ClearLine(Box::new(ClearLine { from, to, any_part, wide, past }))
    }

    fn cells_from(&mut self, pair: Pair<'_>, span: Span, is_path: bool) -> ExprKind {
        let mut cursor = self.cursor(pair);
        let from = self.value(&mut cursor, span);
        let limit = match cursor.next() {
            Some(pair) if matches!(pair.as_rule(), Rule::within | Rule::path_to) => {
                self.inner(pair)
            }
            other => {
                let gap = other.map_or(span, |pair| self.gap(&pair));
                let (wanted, label) = match is_path {
                    true => ("a path says where it goes: `path from H to G`", "to which cell?"),
                    false => ("how far is not said: `cells from H within N`", "within how many?"),
                };
                self.missing(gap, wanted, label);
                Expr::error(gap)
            }
        };
        let into = cursor.next_if(Rule::into).map(|pair| self.cell_test(pair));
        let on_from = cursor.next_if(Rule::on_from).map(|pair| self.cell_test(pair));
        ExprKind::CellsFrom(Box::new(CellsFrom { from, limit, is_path, into, on_from }))
    }

    /// `x where A`
    fn cell_test(&mut self, pair: Pair<'_>) -> CellTest {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.next_name(&mut cursor);
        let name = name.unwrap_or(Name { text: "".into(), span, quoted: false });
        let filter = cursor.next_if(Rule::r#where).map(|pair| self.inner(pair));
        CellTest { name, filter }
    }

    /// `plan u by WINDOW towards X until C at most N runs of TURN { price P ; .. }`
    fn plan(&mut self, pair: Pair<'_>) -> ExprKind {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let who = self.value(&mut cursor, span);
        let by = self.next_name(&mut cursor);
        let by = by.unwrap_or(Name { text: "".into(), span, quoted: false });
        let towards = cursor.next_if(Rule::plan_towards).map(|pair| self.inner(pair));
        let until = self.value(&mut cursor, span);
        let at_most = self.value(&mut cursor, span);
        let runs = cursor.next_if(Rule::plan_runs);
        let runs = runs.map(|pair| {
            let span = self.span(&pair);
            let mut cursor = self.cursor(pair);
            self.next_path(&mut cursor, span)
        });
        if runs.is_none() {
            let wanted = "what a turn is is not said: `at most 12 runs of turn`, with a procedure";
            self.missing(at_most.span.after(), wanted, "runs of what?");
        }
        let lines = cursor.next_if(Rule::plan_manner);
        let manner = lines.map(|pair| self.plan_lines(pair)).unwrap_or_default();
        ExprKind::Plan(Box::new(PlanSearch { who, by, towards, until, at_most, runs, manner }))
    }

    /// `{ price P ; effort N }`
    fn plan_lines(&mut self, pair: Pair<'_>) -> Vec<Setting> {
        let mut lines = Vec::new();
        for child in pair.into_inner() {
            let depth = self.depth;
            match child.as_rule() {
                Rule::plan_line => lines.extend(self.in_clause(&child.clone(), |walk| {
                    walk.depth = depth;
                    walk.plan_line(child)
                })),
                _ => self.in_clause(&child, |walk| {
                    walk.bad_line(&child, codes::BAD_CLAUSE, "a line of a plan");
                }),
            }
        }
        lines
    }

    fn plan_line(&mut self, pair: Pair<'_>) -> Option<Setting> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let word = self.next_name(&mut cursor)?;
        let values = vec![self.full(&mut cursor, span)];
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "a line of a plan gives one value: `effort 200`");
        }
        Some(Setting { word, values, until: None, span })
    }

    /// `least K, most L`
    pub(super) fn keys(&mut self, pair: Pair<'_>) -> Vec<Key> {
        let mut keys = Vec::new();
        for child in pair.into_inner() {
            if child.as_rule() == Rule::key {
                keys.push(self.key(child));
            }
        }
        keys
    }

    /// `least K`
    pub(super) fn key(&mut self, pair: Pair<'_>) -> Key {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let most = cursor.next().is_some_and(|pair| pair.as_rule() == Rule::most);
        let value = self.value(&mut cursor, span);
        Key { most, value, span }
    }
}
