//! Figures that are said: takes texts, labels and words for players, finds numbers in them that are others than those of the rules
//! beside them.

use super::super::texts::number_named;
use super::super::verdicts::Wins;
use super::{Said, drifted};
use crate::typed::{
    Assign, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, LocalRole, Question, Quoted,
    ReachDef, Stmt, StmtKind, Type, Typed, bodies, each_expr,
};
use warwright_grammar::{Diagnostic, Sink, SourceMap, Span};
use warwright_ir as ir;
use warwright_ir::Verb;

impl Said<'_> {
    /// `with two squads`, and the rule asks for three.
    pub(super) fn so_many(&self) -> Option<Diagnostic> {
        let is_plural = |word: &str, kind: &str| word.strip_suffix('s') == Some(kind);
        let plural = |word: &str| self.typed.kinds.values().any(|kind| is_plural(word, &kind.name));
        let pairs = self.text.iter().zip(self.text.iter().skip(1));
        let mut said = pairs.filter_map(|((count, from), (name, to))| {
            let count = number_named(count).filter(|_| plural(name))?;
            Some((count, from.to(*to), name))
        });
        let ((count, at, name), None) = (said.next()?, said.next()) else { return None };
        let mut asked: Vec<(Asked, Span)> = Vec::new();
        let mut look = |root: &Expr| {
            each_expr(root, &mut |expr| asked.extend(Asked::of(expr).map(|it| (it, expr.span))));
        };
        self.hooks().for_each(|hook| hook.each_expr(&mut look));
        let clauses = self.typed.clauses.values();
        let clauses = clauses.filter(|clause| self.one.bearer.contains(clause.span));
        clauses.for_each(|clause| clause.each_expr(&mut look));
        let [(asked, place)] = asked.as_slice() else { return None };
        let kind = asked.of.and_then(|of| self.typed.kinds.get(of));
        let of_kind = kind.is_some_and(|kind| is_plural(name, &kind.name));
        if !of_kind || [asked.figure, asked.meant].contains(&count) {
            return None;
        }
        let message =
            format!("the text says {count} {name}, and the rule asks for {}", asked.meant);
        Some(drifted(&message, at).also(*place, "asked here").help("correct one of them"))
    }
}

impl Said<'_> {
    /// `2 boxes come back`, and what is called for that is given another number.
    pub(super) fn of_calls(&self, map: &SourceMap) -> Option<Diagnostic> {
        let mut given: Vec<(i64, Span)> = Vec::new();
        self.each_stmt(&mut |stmt| {
            let StmtKind::Call { args, .. } = &stmt.kind else { return };
            for arg in args {
                each_expr(arg, &mut |expr| {
                    if let (ExprKind::Cell(figure), Type::Int(_)) = (&expr.kind, &expr.ty) {
                        given.push((figure.saturating_abs(), expr.span));
                    }
                });
            }
        });
        let mut used: Vec<i64> = Vec::new();
        let mut look = |root: &Expr| used.extend(numbers(root));
        self.hooks().for_each(|hook| hook.each_expr(&mut look));
        self.clauses().for_each(|clause| clause.each_expr(&mut look));
        for action in self.actions() {
            action.each_expr(&mut look);
            let price = action.cost.as_ref().and_then(|it| self.typed.quantities.get(it.0));
            price.iter().for_each(|price| look(&price.base));
        }
        // A length is no count.
        let counts = |(word, span): &(String, Span)| {
            let figure = number_named(word)?;
            let behind = map.slice(Span::new(span.end(), self.one.text.end()));
            let length = behind.starts_with('"') || behind.trim_start().starts_with("cm");
            (!length).then_some((figure, *span))
        };
        let said: Vec<(i64, Span)> = self.text.iter().filter_map(counts).collect();
        let unused = |(figure, _): &&(i64, Span)| {
            *figure > 1 && !used.iter().any(|it| it.saturating_abs() == *figure)
        };
        let unsaid =
            |(figure, _): &&(i64, Span)| *figure > 0 && !said.iter().any(|it| it.0 == *figure);
        let mut unused = said.iter().filter(unused);
        let ((figure, at), None) = (unused.next()?, unused.next()) else { return None };
        let (other, place) = given.iter().find(unsaid)?;
        let message = format!("the text says {figure}, and the rule works with {other}");
        Some(drifted(&message, *at).also(*place, "given here").help("correct one of them"))
    }
}

impl Said<'_> {
    /// `{n} dice less`, and the rule adds them, or makes it that many; `(n)`, which quotes nothing.
    pub(super) fn of_parameters(&self, map: &SourceMap) -> Option<Diagnostic> {
        let text = map.slice(self.one.text);
        for clause in self.clauses() {
            let ClauseVerb::Modify { verb, amount, .. } = &clause.does else { continue };
            let (param, less) = match &amount.kind {
                ExprKind::Local(param) => (*param, false),
                ExprKind::Negate(of) => match of.kind {
                    ExprKind::Local(param) => (param, true),
                    _ => continue,
                },
                _ => continue,
            };
            let Some(local) = clause.locals.all.get(param.0 as usize) else { continue };
            if local.role != LocalRole::AbilityParam {
                continue;
            }
            let (hole, round) = (format!("{{{}}}", local.name), format!("({})", local.name));
            let part = |at: usize, word: &str| self.one.text.part(at..at + word.len());
            let Some(at) = text.find(&hole) else {
                let at = text.find(&round)?;
                let found = drifted(
                    "this quotes nothing: it stands there as it is written",
                    part(at, &round),
                );
                return Some(found.fix(
                    format!("quote it in braces: `{hole}`"),
                    part(at, &round),
                    hole,
                ));
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
            // What shields another is less where it says more.
            let role = match &clause.reach {
                ReachDef::Role(role) | ReachDef::Related { role, .. } => Some(*role),
                ReachDef::All | ReachDef::Any => None,
            };
            let favours = match clause.owner {
                ClauseOwner::Quantity(id) => {
                    self.typed.quantities.get(id).and_then(|it| it.favours)
                }
                _ => None,
            };
            let own = favours.is_none() || favours == role;
            let does = match verb {
                Verb::By if own && sign != less => {
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
            return Some(drifted(&message, part(at, &hole)).also(clause.span, "done here").help(
                format!("did you mean `by {}{}`?", if sign { "-" } else { "+" }, local.name),
            ));
        }
        None
    }
}

/// A number with which another is compared.
#[derive(Clone, Copy, Debug)]
struct Asked {
    figure: i64,
    /// The last that is still let through: `< 3` is at most two.
    meant: i64,
    /// Of which kind so many are counted, where that is it.
    of: Option<ir::KindId>,
}

impl Asked {
    fn of(expr: &Expr) -> Option<Self> {
        let ExprKind::Compare { how, left, right } = &expr.kind else { return None };
        let (count, figure, how) = match (&left.kind, &right.kind) {
            (_, ExprKind::Cell(figure)) => (left, *figure, *how),
            (ExprKind::Cell(figure), _) => (right, *figure, how.turned()),
            _ => return None,
        };
        if !matches!(count.ty, Type::Int(_)) {
            return None;
        }
        let meant = match how {
            Compare::Lt => figure.checked_sub(1)?,
            Compare::Gt => figure.checked_add(1)?,
            _ => figure,
        };
        let of = match &count.kind {
            ExprKind::Size(set) | ExprKind::Quantified { of: set, how: Question::Count, .. } => {
                match &set.ty {
                    Type::Set(item) | Type::List(item) => match **item {
                        Type::Entity(kind) => Some(kind),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        };
        Some(Self { figure, meant, of })
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
        let fixed = words.parts.iter().filter_map(|part| match part {
            Quoted::Fixed(text) => Some(text.as_str()),
            _ => None,
        });
        for text in fixed {
            let words: Vec<&str> = text
                .split(|sign: char| !sign.is_alphanumeric())
                .filter(|it| !it.is_empty())
                .collect();
            let said = words.iter().zip(words.iter().skip(1)).find_map(|(count, name)| {
                let count = number_named(count).filter(|count| *count > 1)?;
                let (_, figure, at) = changed.iter().find(|it| it.0 == *name)?;
                let other = !changed.iter().any(|it| it.0 == *name && it.1.abs() == count);
                other.then_some((count, name, *figure, *at))
            });
            let Some((count, name, figure, at)) = said else { continue };
            let message = format!("the words say {count} {name}, and {figure} are written");
            sink.push(
                drifted(&message, stmt.span)
                    .also(at, "changed here")
                    .help("correct one of them, or let the words quote the number: `{n}`"),
            );
        }
    }
}

/// `"at most two"`, and the limit says 1.
pub(super) fn labels(typed: &Typed, sink: &mut Sink) {
    for limit in &typed.limits {
        let what = "a limit";
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
    let said: Vec<i64> = words.filter_map(number_named).collect();
    let mut used: Vec<Asked> = Vec::new();
    exprs.for_each(|root| {
        each_expr(root, &mut |expr| {
            if let ExprKind::Compare { left, right, .. } = &expr.kind {
                let all = numbers(left).into_iter().chain(numbers(right));
                let others = all.map(|figure| Asked { figure, meant: figure, of: None });
                match Asked::of(expr) {
                    Some(asked) => used.push(asked),
                    None => used.extend(others),
                }
            }
        });
    });
    // Of a limit of nothing something else is told.
    let nothing = used.iter().all(|asked| asked.figure == 0);
    let ([said], false) = (said.as_slice(), nothing) else { return None };
    // `< 3` is at most two, `> 1` at least two; `fewer than three` quotes the figure itself.
    let quotes = ["than", "under", "over", "below", "above"];
    let quotes = label.split_whitespace().any(|word| quotes.contains(&word));
    if used.iter().any(|asked| asked.meant == *said || quotes && asked.figure == *said) {
        return None;
    }
    let used = used.iter().map(|asked| asked.meant);
    let shown: Vec<String> = used.map(|it| it.to_string()).collect();
    let message = format!("\"{label}\" is said of {what} of {}", shown.join(" and "));
    Some(drifted(&message, span).help("correct the number or the words"))
}

/// The whole numbers that are written out in an expression.
pub(super) fn numbers(value: &Expr) -> Vec<i64> {
    let mut found = Vec::new();
    each_expr(value, &mut |inner| {
        if let (ExprKind::Cell(number), Type::Int(_)) = (&inner.kind, &inner.ty) {
            found.push(*number);
        }
    });
    found
}
