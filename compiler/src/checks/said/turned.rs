//! What is said the other way round: takes texts, says where the clauses beside them let what the words refuse, or hold a figure
//! from the other side.

use super::super::texts::number_named;
use super::{Said, drifted};
use crate::typed::{
    Assign, ClauseVerb, Compare, Expr, ExprKind, PermissionClauseDef, Question, StmtKind, Type,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, SourceMap, Span};
use warwright_ir::{FieldId, Verb};

impl Said<'_> {
    /// `never yields`, and all that stands beside it allows.
    pub(super) fn refused(&self) -> Option<Diagnostic> {
        const REFUSES: [&str; 8] =
            ["no", "not", "never", "cannot", "nobody", "none", "immune", "neither"];
        let (_, said) = self.text.iter().find(|(word, _)| REFUSES.contains(&&**word))?;
        let mut clauses = self.clauses();
        let first = clauses.next()?;
        let allows = |clause: &crate::typed::ClauseDef| {
            matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Allow))
                && clause.over.is_empty()
        };
        let all = allows(first) && clauses.all(allows) && self.bodies().next().is_none();
        all.then(|| {
            drifted("the text refuses something, and all that stands here allows", *said)
                .also(first.span, "allows")
                .help("did you mean `forbid`? what is to be let through all the same says which reason it goes over: `allow P over \"reason\"`")
        })
    }

    /// `at least 3`, and the rule says `at most 3`.
    pub(super) fn held(&self) -> Option<Diagnostic> {
        let Bound { span: said, verb: how, figure, .. } =
            self.bounds().find(|it| it.figure == it.last)?;
        let mut held = self.clauses().filter_map(|clause| match &clause.does {
            ClauseVerb::Modify { verb: verb @ (Verb::AtMost | Verb::AtLeast), amount, .. } => {
                match (&amount.kind, &amount.ty) {
                    (ExprKind::Cell(figure), Type::Int(_)) => Some((*verb, *figure, clause.span)),
                    _ => None,
                }
            }
            _ => None,
        });
        let ((verb, bound, at), None) = (held.next()?, held.next()) else { return None };
        // `at least 3`, and the rule says 4: where that is the only number.
        let numbers = self.text.iter().filter(|(word, _)| number_named(word).is_some()).count();
        if (verb == how) == (bound == figure) || (verb == how && numbers > 1) {
            return None;
        }
        let word = |verb: Verb| if verb == Verb::AtMost { "at most" } else { "at least" };
        let message =
            format!("the text says {} {figure}, and the rule {} {bound}", word(how), word(verb));
        Some(
            drifted(&message, said)
                .also(at, "held here")
                .help(format!("did you mean `{} {figure}`? else correct the text", word(how))),
        )
    }

    /// `at least 3`, and the rule asks for more than that.
    pub(super) fn bounded(&self, map: &SourceMap) -> Option<Diagnostic> {
        let mut asked: Vec<(Asked, Counted)> = Vec::new();
        self.each_expr(&mut |expr| asked.extend(Asked::of(expr)));
        let mut written = FxHashSet::default();
        let mut calls = false;
        self.each_stmt(&mut |stmt| match &stmt.kind {
            StmtKind::Assign { to: Assign::Field { field, .. }, .. } => {
                written.insert(*field);
            }
            StmtKind::Call { .. } | StmtKind::CallStep { .. } => calls = true,
            _ => {}
        });
        self.bounds().find_map(|Bound { span: said, verb, figure, last }| {
            // What is never less is held at that, and changed where it is more.
            let held = self.text.iter().any(|(word, at)| word == "never" && at.end() <= said.end());
            let behind = map.slice(Span::new(said.end(), self.one.text.end()));
            if held || behind.starts_with('"') || behind.trim_start().starts_with("cm") {
                return None;
            }
            let line = last.checked_mul(2)?;
            let line = line.checked_add(if verb == Verb::AtLeast { -1 } else { 1 })?;
            let of_it = |it: &&(Asked, Counted)| it.0.figure == figure;
            if asked.iter().any(|it| it.0.line == line) {
                return None;
            }
            let (wrong, counted) = asked.iter().find(of_it)?;
            // One less than there may be at most is asked for before one is added.
            let adds = match counted {
                Counted::State(field) => calls || written.contains(field),
                Counted::Many => true,
                Counted::Other => calls,
            };
            if adds && self.bodies().next().is_some() {
                return None;
            }
            let (word, sign) = match (verb == Verb::AtLeast, figure == last) {
                (true, true) => ("at least", ">="),
                (true, false) => ("more than", ">"),
                (false, true) => ("at most", "<="),
                (false, false) => ("less than", "<"),
            };
            let side = if wrong.line > line { "above" } else { "below" };
            let message =
                format!("the text says {word} {figure}, and the rule draws the line {side} that");
            Some(
                drifted(&message, said)
                    .also(wrong.span, "asked here")
                    .help(format!("`{sign} {figure}` is {word} {figure}; or correct the text")),
            )
        })
    }

    /// The figures that a text holds from one side.
    fn bounds(&self) -> impl Iterator<Item = Bound> {
        let words = |at: usize| self.text.get(at).map(|(word, span)| (word.as_str(), *span));
        (0..self.text.len()).filter_map(move |at| {
            let ((one, from), (two, two_at)) = (words(at)?, words(at + 1)?);
            let before = at.checked_sub(1).and_then(words).map_or("", |(word, _)| word);
            let denied = ["no", "not", "never"].contains(&before);
            let (verb, next, beyond) = match (one, two, words(at + 2).map(|it| it.0)) {
                ("at", "least", _) => (Verb::AtLeast, at + 2, 0),
                ("at", "most", _) | ("up", "to", _) => (Verb::AtMost, at + 2, 0),
                ("no" | "not" | "never", "more", Some("than")) => (Verb::AtMost, at + 3, 0),
                ("no" | "not" | "never", "less" | "fewer", Some("than")) => {
                    (Verb::AtLeast, at + 3, 0)
                }
                ("more", "than", _) if !denied => (Verb::AtLeast, at + 2, 1),
                ("less" | "fewer", "than", _) if !denied => (Verb::AtMost, at + 2, -1),
                (_, "or", Some("more")) => {
                    let (verb, figure) = (Verb::AtLeast, number_named(one)?);
                    return Some(Bound { span: from.to(two_at), verb, figure, last: figure });
                }
                (_, "or", Some("less" | "fewer")) => {
                    let (verb, figure) = (Verb::AtMost, number_named(one)?);
                    return Some(Bound { span: from.to(two_at), verb, figure, last: figure });
                }
                (count, _, Some("or")) if number_named(count).is_some() => {
                    let more = words(at + 3)?.0;
                    let verb = match more {
                        "more" => Verb::AtLeast,
                        "less" | "fewer" => Verb::AtMost,
                        _ => return None,
                    };
                    let figure = number_named(count)?;
                    return Some(Bound { span: from.to(two_at), verb, figure, last: figure });
                }
                (low, "or", Some(high)) => {
                    // `a 5 or 6`, of a die.
                    let (figure, high) = (number_named(low)?, number_named(high)?);
                    let pair = figure > 1 && high == figure + 1;
                    let span = from.to(words(at + 2)?.1);
                    return pair.then_some(Bound {
                        span,
                        verb: Verb::AtLeast,
                        figure,
                        last: figure,
                    });
                }
                _ => return None,
            };
            let (figure, to) = words(next)?;
            let figure = number_named(figure)?;
            Some(Bound { span: from.to(to), verb, figure, last: figure.checked_add(beyond)? })
        })
    }
}

/// A figure that a text holds from one side.
struct Bound {
    span: Span,
    verb: Verb,
    /// As said.
    figure: i64,
    /// The last one that is let through.
    last: i64,
}

/// A comparison of a whole number with a figure that is written out.
struct Asked {
    figure: i64,
    /// Twice where it draws the line: between the figure and the one before or behind it.
    line: i64,
    span: Span,
}

/// What is compared with a figure.
enum Counted {
    State(FieldId),
    /// How many there are, or a variable, to which something may be added.
    Many,
    Other,
}

impl Asked {
    /// With what is compared.
    fn of(expr: &Expr) -> Option<(Self, Counted)> {
        let ExprKind::Compare { how, left, right } = &expr.kind else { return None };
        let (of, figure, how) = match (&left.kind, &right.kind) {
            (_, ExprKind::Cell(figure)) => (left, *figure, *how),
            (ExprKind::Cell(figure), _) => (right, *figure, how.turned()),
            _ => return None,
        };
        let side = match how {
            Compare::Ge | Compare::Lt => -1,
            Compare::Gt | Compare::Le => 1,
            Compare::Eq | Compare::Ne => return None,
        };
        let counted = match of.kind {
            ExprKind::Field { field, .. } => Counted::State(field),
            ExprKind::Local(_)
            | ExprKind::Size(_)
            | ExprKind::Quantified { how: Question::Count, .. } => Counted::Many,
            _ => Counted::Other,
        };
        let line = figure.checked_mul(2)?.checked_add(side)?;
        let whole = matches!(of.ty, Type::Int(_)) && !matches!(of.kind, ExprKind::FaceValue(_));
        whole.then_some((Self { figure, line, span: expr.span }, counted))
    }
}
