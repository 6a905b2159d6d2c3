//! Figures that are said: takes texts, labels and words for players, finds numbers in them that are others than those of the rules
//! beside them.

use super::beside::{Said, the_one, words_in};
use super::patterns::fits;
use super::phrases::{Phrase, Word, phrases};
use super::prices::is_name;
use super::{differs, drifted};
use crate::checks::battles::verdicts::Wins;
use crate::checks::logic::compared::Comparison;
use crate::checks::words::texts::number_named;
use crate::typed::{
    Arithmetic, Assign, ClauseDef, ClauseOwner, ClauseVerb, Expr, ExprKind, LocalRole, Question,
    Quoted, ReachDef, Stmt, StmtKind, Type, Typed, bodies, parts,
};
use warwright_grammar::{Diagnostic, Sink, Span};
use warwright_ir::{KindId, Verb};

impl Said<'_> {
    /// `with two squads`, and the rule asks for three.
    pub(super) fn so_many(&self) -> Option<Diagnostic> {
        let is_plural = |word: &str, kind: &str| word.strip_suffix('s') == Some(kind);
        let plural = |word: &str| self.typed.kinds.values().any(|kind| is_plural(word, &kind.name));
        let said = the_one(self.phrases("# _").filter(|it| plural(it.last())))?;
        let asked = the_one(self.comparisons().filter(Comparison::is_whole))?;
        let (count, meant) = (said.number()?, asked.meant());
        let kind = self.typed.kinds.get(counted(asked.of)?)?;
        if !is_plural(said.last(), &kind.name) || [asked.figure, meant].contains(&count) {
            return None;
        }
        let message =
            format!("the text says {count} {}, and the rule asks for {meant}", said.last());
        Some(differs(message, said.span(), asked.span, "asked here"))
    }

    /// `2 boxes come back`, and what is called for that is given another number.
    pub(super) fn of_calls(&self) -> Option<Diagnostic> {
        let mut given: Vec<(i64, Span)> = Vec::new();
        for stmt in self.stmts() {
            let StmtKind::Call { args, .. } = &stmt.kind else { continue };
            let whole = |it: &Expr| Some((whole_number(it)?.saturating_abs(), it.span));
            given.extend(parts(args).into_iter().filter_map(whole));
        }
        // What is added to a state, or taken from it.
        for stmt in self.stmts() {
            if let StmtKind::Assign { to: Assign::Field { .. }, value, .. } = &stmt.kind
                && let ExprKind::Arithmetic {
                    how: Arithmetic::Add | Arithmetic::Sub, right, ..
                } = &value.kind
                && !self.is_of_battle()
            {
                given.extend(whole_number(right).map(|it| (it.saturating_abs(), right.span)));
            }
        }
        let used: Vec<i64> = self.roots().into_iter().flat_map(numbers).collect();
        let said: Vec<Phrase<'_>> = self.figures_said().map(|(said, _)| said).collect();
        let unused = |said: &&Phrase<'_>| {
            let figure = said.number();
            self.is_figure(said) && !used.iter().any(|it| Some(it.saturating_abs()) == figure)
        };
        let unsaid = |(figure, _): &&(i64, Span)| {
            *figure > 0 && !said.iter().any(|it| it.number() == Some(*figure))
        };
        let at = the_one(said.iter().filter(unused))?;
        let figure = at.number()?;
        let (other, place) = given.iter().find(unsaid)?;
        let message = format!("the text says {figure}, and the rule works with {other}");
        Some(differs(message, at.span(), *place, "given here"))
    }

    /// Whether a number that is said is a figure. One may be anybody: but for an amount, and one of what has a name of its own.
    pub(super) fn is_figure(&self, said: &Phrase<'_>) -> bool {
        let is_state = |(word, _): &Word| {
            let fields = self.typed.fields.values().filter(|def| matches!(def.ty, Type::Int(_)));
            let profiles = self.typed.profiles.values().map(|def| &def.name);
            fields.map(|def| &def.name).chain(profiles).any(|name| is_name(word, name))
        };
        said.number() != Some(1) || is_amount(said) || said.behind().first().is_some_and(is_state)
    }

    /// `it gains one force`, and the rule takes one away.
    pub(super) fn gained_or_lost(&self) -> Option<Diagnostic> {
        let said = self.phrase("gains|gain|gets|get|plus|loses|lose|minus # _")?;
        let clause = self.clause().filter(|it| self.is_own(it) && !self.says("EXCEPT|NO"))?;
        let (ClauseOwner::Quantity(id), ClauseVerb::Modify { verb: Verb::By, amount, .. }) =
            (clause.owner, &clause.does)
        else {
            return None;
        };
        let name = &self.typed.quantities.get(id)?.name;
        let is_it = name.split('_').any(|part| is_name(said.last(), part));
        let figure = said.number().filter(|_| is_it)?;
        let figure = if said.has("loses|lose|minus") { -figure } else { figure };
        let used = match &amount.kind {
            ExprKind::Negate(of) => -whole_number(of)?,
            _ => whole_number(amount)?,
        };
        let message = format!("the text says {figure:+} {name}, and the rule uses {used:+}");
        (used != figure).then(|| differs(message, said.span(), amount.span, "used here"))
    }

    /// Whether a number that is said is a length, and no count.
    pub(super) fn is_length(&self, said: &Phrase<'_>) -> bool {
        let behind = self.map.slice(Span::new(said.span().end(), self.one.text.end()));
        let units = ["cm", "centim", "inch"];
        // Of `10.5"` the whole, and what stands behind the point.
        let point = |text: &str| {
            text.strip_prefix('.').is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()))
        };
        behind.starts_with('"')
            || behind.starts_with(" and a half")
            || point(behind)
            || units.iter().any(|unit| behind.trim_start().starts_with(unit))
    }

    /// `{n} dice less`, and the rule adds them, or makes it that many; `(n)`, which quotes nothing.
    pub(super) fn of_parameters(&self) -> Option<Diagnostic> {
        let text = self.map.slice(self.one.text);
        for clause in self.clauses() {
            let ClauseVerb::Modify { verb, amount, .. } = &clause.does else { continue };
            let (param, less) = match &amount.kind {
                ExprKind::Negate(of) => (&of.kind, true),
                param => (param, false),
            };
            let ExprKind::Local(param) = param else { continue };
            let Some(local) = clause.locals.get(*param) else { continue };
            if local.role != LocalRole::AbilityParam {
                continue;
            }
            let (hole, round) = (format!("{{{}}}", local.name), format!("({})", local.name));
            let part = |at: usize, word: &str| self.one.text.part(at..at + word.len());
            let Some(at) = text.find(&hole) else {
                let at = part(text.find(&round)?, &round);
                let message = "this quotes nothing: it stands there as it is written";
                let help = format!("quote it in braces: `{hole}`");
                return Some(drifted(message, at).fix(help, at, hole));
            };
            let behind = text.get(at + hole.len()..).unwrap_or("");
            let mut words = behind.split_whitespace().take(2);
            let sign =
                words.find_map(|word| match word.trim_matches(|c: char| !c.is_alphanumeric()) {
                    "more" | "higher" | "farther" | "further" | "extra" => Some(false),
                    "less" | "fewer" | "lower" => Some(true),
                    _ => None,
                });
            let Some(sign) = sign else { continue };
            let does = match verb {
                Verb::By if sign != less && self.is_own(clause) => {
                    if less {
                        "takes them away"
                    } else {
                        "adds them"
                    }
                }
                Verb::Set => "makes it that many",
                Verb::Times => "multiplies by them",
                _ => continue,
            };
            let said = if sign { "less" } else { "more" };
            let message = format!("the text says so many {said}, and the rule {does}");
            return Some(drifted(message, part(at, &hole)).also(clause.span, "done here").help(
                format!("did you mean `by {}{}`?", if sign { "-" } else { "+" }, local.name),
            ));
        }
        None
    }

    /// Whether more of what a clause bends is good for whom it reaches: what shields another is less where it says more.
    pub(super) fn is_own(&self, clause: &ClauseDef) -> bool {
        let role = match &clause.reach {
            ReachDef::Role(role) | ReachDef::Related { role, .. } => Some(*role),
            ReachDef::All | ReachDef::Any => None,
        };
        let favours = match clause.owner {
            ClauseOwner::Quantity(id) => self.typed.quantities.get(id).and_then(|it| it.favours),
            _ => None,
        };
        favours.is_none_or(|it| (Some(it.role) == role) != it.less)
    }
}

/// Whether a number is `1`, or is what is added, given, taken away or held at.
pub(super) fn is_amount(said: &Phrase<'_>) -> bool {
    const GIVEN: &str = "adds|add|plus|minus|by|gains|gain|loses|lose|back|gets|get|recovers|recover|heals|heal|\
        restores|ignores|ignore|costs|cost|suffers|suffer|takes|take|pays|pay|deals|regains|than";
    const CHANGE: &str = "more|less|fewer|extra|additional|lost|single|further|higher|lower";
    let mut behind = said.behind().iter().map(|(word, _)| word.as_str());
    let (next, after) = (behind.next().unwrap_or(""), behind.next().unwrap_or(""));
    // `one of its units`, `one that`: somebody, and no amount.
    let somebody = fits("of|that|who|which|is|has|another|or|and|side|player|unit", next);
    said.first() == "1"
        || said.first() == "single"
        || !somebody
            && (said.before().last().is_some_and(|(word, _)| fits(GIVEN, word))
                || fits(CHANGE, next)
                || fits(CHANGE, after)
                || behind.next() == Some("most") && after == "at")
}

/// Of which kind so many are counted, where that is it.
fn counted(count: &Expr) -> Option<KindId> {
    let (ExprKind::Size(set) | ExprKind::Quantified { of: set, how: Question::Count, .. }) =
        &count.kind
    else {
        return None;
    };
    let (Type::Set(item) | Type::List(item)) = &set.ty else { return None };
    match **item {
        Type::Entity(kind) => Some(kind),
        _ => None,
    }
}

/// `say "3 points for {p}"` beside `p.points += 2`.
pub(super) fn said_beside(typed: &Typed, body: &[Stmt], sink: &mut Sink) {
    let mut changed: Vec<(&str, i64, Span)> = Vec::new();
    for stmt in body {
        if let StmtKind::Assign { to: Assign::Field { field, .. }, value, .. } = &stmt.kind
            && let ([figure], Some(def)) = (numbers(value).as_slice(), typed.fields.get(*field))
        {
            changed.push((&def.name, *figure, stmt.span));
        }
        bodies(stmt).into_iter().for_each(|body| said_beside(typed, body, sink));
    }
    for stmt in body {
        let StmtKind::Say(words) = &stmt.kind else { continue };
        for part in &words.parts {
            let Quoted::Fixed(text) = part else { continue };
            let words = words_in(text, stmt.span);
            let found = phrases(&words, None, "# _").find_map(|said| {
                let (count, name) = (said.number()?, said.last());
                let (_, figure, at) = changed.iter().find(|it| is_name(name, it.0))?;
                let meant = changed.iter().any(|it| is_name(name, it.0) && it.1.abs() == count);
                let message = format!("the words say {count} {name}, and {figure} are written");
                (!meant).then(|| drifted(message, stmt.span).also(*at, "changed here"))
            });
            let help = "correct one of them, or let the words quote the number: `{n}`";
            sink.extend(found.map(|it| it.help(help)));
        }
    }
}

/// `"at most two"`, and the limit says 1.
pub(super) fn labels(typed: &Typed, sink: &mut Sink) {
    for limit in &typed.limits {
        let what = "a limit";
        // What is told of what it asks says it better.
        if sink.iter().any(|it| limit.span.contains(it.primary.span)) {
            continue;
        }
        sink.extend(label(&limit.label, limit.exprs(), (what, limit.span)));
    }
    for wins in typed.hooks.values().filter_map(Wins::of) {
        let of = std::iter::once(wins.when);
        sink.extend(label(&wins.hook.label, of, ("a condition", wins.when.span)));
    }
}

/// The one number in a label, where what it stands for is compared with others.
fn label<'t>(
    label: &str,
    exprs: impl Iterator<Item = &'t Expr>,
    (what, span): (&str, Span),
) -> Option<Diagnostic> {
    let words = label.split(|sign: char| !sign.is_alphanumeric());
    let said: Vec<i64> = words.clone().filter_map(number_named).collect();
    // `two hundred`; `five are gone` of those who are left.
    if words.into_iter().any(|it| fits("NO|hundred|thousand|gone|lost|fallen|dead", it)) {
        return None;
    }
    // Each figure with what is meant by it.
    let mut used: Vec<(i64, i64)> = Vec::new();
    for expr in parts(exprs) {
        let ExprKind::Compare { left, right, .. } = &expr.kind else { continue };
        let others = parts([&**left, &**right]).into_iter().filter_map(whole_number);
        match Comparison::of(expr).filter(Comparison::is_whole) {
            Some(asked) => used.push((asked.figure, asked.meant())),
            None => used.extend(others.map(|figure| (figure, figure))),
        }
    }
    // `the last one falls`, of a condition that there is none.
    let nothing = what != "a limit" && used.iter().all(|(figure, _)| *figure == 0);
    let ([said], false) = (said.as_slice(), nothing) else { return None };
    // `< 3` is at most two, `> 1` at least two; `fewer than three` quotes the figure itself.
    let quotes = ["than", "under", "over", "below", "above"];
    let quotes = label.split_whitespace().any(|word| quotes.contains(&word));
    if used.iter().any(|(figure, meant)| meant == said || quotes && figure == said) {
        return None;
    }
    let shown: Vec<String> = used.iter().map(|(_, meant)| meant.to_string()).collect();
    let message = format!("\"{label}\" is said of {what} of {}", shown.join(" and "));
    Some(drifted(message, span).help("correct the number or the words"))
}

/// The whole numbers that are written out in an expression.
pub(super) fn numbers(value: &Expr) -> Vec<i64> {
    parts([value]).into_iter().filter_map(whole_number).collect()
}

/// A whole number that is written out.
pub(super) fn whole_number(value: &Expr) -> Option<i64> {
    match (&value.kind, &value.ty) {
        (ExprKind::Cell(number), Type::Int(_)) => Some(*number),
        _ => None,
    }
}
