//! Scenarios: takes the pairs of a `scenario`, gives its board, what is put on it, its sides and their zones.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::slips::word_meant;
use crate::tree::{
    CellKind, CellZone, Expr, Range, Scenario, ScenarioItem, ScenarioPut, See, Setting, Side,
    SideItem,
};

impl Walk<'_> {
    /// `scenario NAME { .. }`
    pub(super) fn scenario(&mut self, pair: Pair<'_>) -> Option<Scenario> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a scenario");
        let (mut like, mut see, mut items) = (None, See::new(), Vec::new());
        let mut has_body = false;
        for child in cursor {
            match child.as_rule() {
                Rule::like => like = Some(self.inner_name(child)),
                Rule::see => self.see(&mut see, child),
                Rule::scenario_body => {
                    has_body = true;
                    for line in child.into_inner() {
                        items.extend(self.scenario_item(line));
                    }
                }
                _ => self.head_junk(&child, "a scenario reads `scenario \"Name\" { .. }`"),
            }
        }
        self.needs_body(has_body, span, "a scenario");
        Some(Scenario { name: name?, like, items, see, span })
    }

    fn scenario_item(&mut self, pair: Pair<'_>) -> Option<ScenarioItem> {
        match pair.as_rule() {
            Rule::board
            | Rule::rounds
            | Rule::side
            | Rule::scenario_put
            | Rule::scenario_rule
            | Rule::take_ruling
            | Rule::ruling
            | Rule::verdict
            | Rule::setup => self.in_clause(&pair.clone(), |walk| walk.own_scenario_item(pair)),
            _ if self.is_side_in_other_words(&pair) => None,
            _ => self.member(pair).map(ScenarioItem::Member),
        }
    }

    /// `player NAME { .. }`, `army NAME { .. }`: a side, which is told.
    fn is_side_in_other_words(&mut self, pair: &Pair<'_>) -> bool {
        let (start, words) = (self.start(pair), self.written(pair));
        let word = words.split(' ').next().unwrap_or("");
        let head = words.split(['{', '\n', ';']).next().unwrap_or("");
        let lines = ["deploy ", "roster ", "policy "].iter().any(|line| words.contains(line));
        let meant = word_meant("a scenario", word).and_then(|it| it.instead);
        let is_side = meant.as_deref() == Some("side");
        if pair.as_rule() != Rule::generic || !is_side || !lines || head.len() == words.len() {
            return false;
        }
        let place = self.bytes(start, start + word.len());
        self.in_clause(pair, |walk| {
            let message = format!("`{word}` begins no line of a scenario");
            let found =
                Diagnostic::new(codes::BAD_CLAUSE, message, place).label("who plays is a side");
            walk.report_recognized(found.fix("write `side`", place, "side"));
        });
        true
    }

    fn own_scenario_item(&mut self, pair: Pair<'_>) -> Option<ScenarioItem> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        match rule {
            Rule::ruling => return self.ruling(pair).map(ScenarioItem::RulingDecl),
            Rule::verdict => return Some(ScenarioItem::Verdict(self.verdict(pair))),
            Rule::side => return self.side(pair).map(ScenarioItem::Side),
            Rule::scenario_put => return Some(ScenarioItem::Put(self.scenario_put(pair))),
            _ => {}
        }
        let mut cursor = self.cursor(pair);
        let item = match rule {
            Rule::board => {
                let value = match cursor.peek() {
                    Some(Rule::junk) | None => CellKind::One(self.full(&mut cursor, span)),
                    Some(_) => self.cell_kind(&mut cursor, span),
                };
                ScenarioItem::Board { value, span }
            }
            Rule::rounds => ScenarioItem::Rounds { value: self.full(&mut cursor, span), span },
            Rule::setup => ScenarioItem::Setup(self.next_block(&mut cursor, span, "`setup`")),
            Rule::take_ruling => {
                let name = self.next_name(&mut cursor)?;
                let value = self.reading(&mut cursor, &name, span);
                ScenarioItem::Ruling { name, value, span }
            }
            _ => {
                let name = self.next_name(&mut cursor)?;
                let mut body = Vec::new();
                for child in cursor.by_ref() {
                    match child.as_rule() {
                        Rule::body => body = self.members(child),
                        Rule::see => {}
                        _ => self.head_junk(&child, "a rule reads `rule \"Name\" { clauses }`"),
                    }
                }
                ScenarioItem::Rule { name, body, span }
            }
        };
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "");
        }
        Some(item)
    }

    fn scenario_put(&mut self, pair: Pair<'_>) -> ScenarioPut {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let what = self.value(&mut cursor, span);
        let alias = cursor.next_if(Rule::put_as).map(|pair| self.inner_name(pair));
        let settings = self.settings(&mut cursor);
        if let Some(first) = settings.first().filter(|_| alias.is_none()) {
            self.name_for_setting(&what, first);
        }
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "`put` reads `put WHAT as NAME at (x, y) radius 2\"`");
        }
        ScenarioPut { what, alias, settings, span }
    }

    /// Reports `put Tall Tower at ..` and `put area Crossing at ..`, where a word with a capital goes on the name.
    fn name_for_setting(&mut self, what: &Expr, setting: &Setting) {
        let titled = |words: &str| words.starts_with(char::is_uppercase);
        let (first, word) = (self.covered(what.span), &setting.word);
        if !titled(&word.text) {
            return;
        }
        let at = self.offsets(word.span).start;
        if let Some(found) = self.slip("", self.clause_start, at, self.line_end(at)) {
            return self.report_recognized(found);
        }
        let label = "no setting begins with a capital";
        self.report(if titled(first) {
            let title = format!("\"{first} {}\"", word.text);
            let message = "a name of several words stands in quotes";
            let span = what.span.to(word.span);
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, span).label(label);
            found.fix(format!("write `{title}`"), span, title)
        } else {
            let message = "a name of its own follows `as`";
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, word.span).label(label);
            found.fix(format!("write `as {}`", word.text), word.span.before(), "as ")
        });
    }

    /// `rows 1..2`, `columns 3`
    fn deploy_lines(&mut self, pair: Pair<'_>) -> CellZone {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let word = cursor.next();
        let columns = word.is_some_and(|word| self.written(&word).trim() == "columns");
        let range = match cursor.next_if(Rule::range) {
            Some(pair) => self.range(pair),
            None => {
                let only = self.value(&mut cursor, span);
                Range { low: Some(only.clone()), high: Some(only), span }
            }
        };
        CellZone::Lines { columns, range }
    }

    fn settings(&mut self, cursor: &mut Cursor<'_>) -> Vec<Setting> {
        let mut settings = Vec::new();
        while let Some(pair) = cursor.next_if(Rule::setting) {
            settings.extend(self.setting(pair));
        }
        settings
    }

    /// `wide 2"`
    pub(super) fn setting(&mut self, pair: Pair<'_>) -> Option<Setting> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let word = cursor.next()?;
        let word = self.word_of(&word);
        let mut values: Vec<Expr> = Vec::new();
        let mut until = None;
        for value in cursor {
            if value.as_rule() == Rule::until {
                until = Some(self.inner_moment(value).into());
            } else {
                values.push(self.expr(value));
            }
        }
        Some(Setting { word, values, until, span })
    }

    fn side(&mut self, pair: Pair<'_>) -> Option<Side> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a side");
        let of = cursor.next_if(Rule::side_of).map(|pair| self.inner_name(pair));
        let mut items = Vec::new();
        for child in cursor {
            match child.as_rule() {
                Rule::side_body => {
                    for line in child.into_inner() {
                        items.extend(self.side_item(line));
                    }
                }
                Rule::see => {}
                _ => self.head_junk(
                    &child,
                    "a side reads `side NAME { deploy .. ; roster .. ; wins when .. }`",
                ),
            }
        }
        Some(Side { name: name?, of, items, span })
    }

    fn side_item(&mut self, pair: Pair<'_>) -> Option<SideItem> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if !matches!(rule, Rule::deploy | Rule::wins | Rule::scores | Rule::side_roster) {
            return self.member(pair).map(SideItem::Member);
        }
        self.in_clause(&pair.clone(), |walk| {
            let mut cursor = walk.cursor(pair);
            let item = match rule {
                Rule::deploy if cursor.peek() == Some(Rule::deploy_lines) => {
                    let zone = cursor.next().map(|pair| walk.deploy_lines(pair))?;
                    SideItem::DeployCells { zone, span }
                }
                Rule::deploy if cursor.peek() == Some(Rule::deploy_at) => {
                    let mut cells = Vec::new();
                    for cell in cursor.next().into_iter().flat_map(|pair| pair.into_inner()) {
                        cells.push(walk.expr(cell));
                    }
                    SideItem::DeployCells { zone: CellZone::At(cells), span }
                }
                Rule::deploy => {
                    let zone = walk.value(&mut cursor, span);
                    SideItem::Deploy { zone, settings: walk.settings(&mut cursor), span }
                }
                Rule::side_roster => SideItem::Roster(walk.next_name(&mut cursor)?),
                Rule::wins => {
                    let reads = "a side reads `wins when CONDITION at MOMENT \"label\"`";
                    let when = match (cursor.peek(), cursor.peek_pair()) {
                        (Some(Rule::junk), Some(junk)) => {
                            walk.junk(junk, reads);
                            Expr::error(span)
                        }
                        (Some(Rule::expr | Rule::missing), _) => walk.full(&mut cursor, span),
                        _ => {
                            walk.missing(span, "it is not said when this side wins", reads);
                            Expr::error(span)
                        }
                    };
                    let at = cursor.next_if(Rule::at_moment).map(|pair| walk.inner_moment(pair));
                    let label = cursor.next_if(Rule::label).map(|pair| walk.label(pair));
                    SideItem::Wins { when, at, label, span }
                }
                _ => {
                    let value = walk.full(&mut cursor, span);
                    let when = cursor.next_if(Rule::when).map(|pair| walk.inner(pair));
                    let at = cursor.next_if(Rule::at_moment).map(|pair| walk.inner_moment(pair));
                    let label = cursor.next_if(Rule::label).map(|pair| walk.label(pair));
                    SideItem::Scores { value, when, at, label, span }
                }
            };
            if let Some(junk) = cursor.next() {
                walk.junk(&junk, "");
            }
            Some(item)
        })
    }
}
