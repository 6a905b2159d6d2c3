//! Directions: takes texts that say how far or in which rounds something counts, finds rules beside them that ask for the other side of
//! the same figure.

use super::{Said, drifted};
use crate::checks::limits::each_expr_of;
use crate::checks::owners::Rule;
use crate::checks::texts::{number_named, ordinal_named};
use crate::typed::{Compare, Expr, ExprKind, Type, each_expr};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Span};

/// On which side of a figure something counts, that figure with it or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Up,
    Down,
}

/// A length or a round with which another is compared.
#[derive(Clone, Copy, Debug)]
struct Asked {
    figure: i64,
    side: Side,
    span: Span,
}

/// Micrometres of an inch and of a centimetre.
const UNITS: [i64; 2] = [25_400, 10_000];

impl Said<'_> {
    /// `within 8"`, and the rule asks for 8" and more; `farther than 8"`, and it asks for less.
    pub(super) fn so_near(&self) -> Option<Diagnostic> {
        // What these say is turned round by the rule, or the rule by them.
        const TURNS: [&str; 8] =
            ["must", "only", "unless", "except", "outside", "otherwise", "without", "but"];
        const DENIES: [&str; 6] = ["not", "no", "never", "cannot", "nobody", "none"];
        let has = |words: &[&str]| self.text.iter().any(|(word, _)| words.contains(&&**word));
        if has(&TURNS) {
            return None;
        }
        let mut asked = Vec::new();
        let mut turned = false;
        self.each_reached(&mut |expr| {
            turned |= matches!(expr.kind, ExprKind::Not(_));
            asked.extend(Asked::of(expr, |of| of.ty == Type::Length));
        });
        if turned {
            return None;
        }
        self.text.iter().enumerate().find_map(|(at, (word, span))| {
            let figure: i64 = word.parse().ok()?;
            let (side, first) = self.side_before(at)?;
            // `nobody within 8"`: whom it keeps out is asked for.
            if side == Side::Down && has(&DENIES) {
                return None;
            }
            let is_it = |it: &&Asked| UNITS.iter().any(|unit| unit * figure == it.figure);
            let of_it: Vec<&Asked> = asked.iter().filter(is_it).collect();
            let wrong = of_it.first().filter(|_| of_it.iter().all(|it| it.side != side))?;
            let (says, asks) = match side {
                Side::Down => ("as near as this", "farther"),
                Side::Up => ("farther than this", "nearer"),
            };
            let message = format!("the text says {says}, and the rule asks for what is {asks}");
            Some(
                drifted(&message, first.to(*span))
                    .also(wrong.span, "asked here")
                    .help("turn the comparison round, or correct the text"),
            )
        })
    }

    /// What stands just before a number and says on which side of it.
    fn side_before(&self, at: usize) -> Option<(Side, Span)> {
        let before = |back: usize| {
            let (word, span) = self.text.get(at.checked_sub(back)?)?;
            Some((word.as_str(), *span))
        };
        let (last, span) = before(1)?;
        match last {
            "within" => return Some((Side::Down, span)),
            "beyond" => return Some((Side::Up, span)),
            _ => {}
        }
        let (more, start) = before(2)?;
        let denied = before(3).is_some_and(|(word, _)| ["no", "not"].contains(&word));
        match (more, last) {
            ("up", "to") => Some((Side::Down, start)),
            ("farther" | "further" | "more", "than") if !denied => Some((Side::Up, start)),
            ("nearer" | "closer" | "less", "than") if !denied => Some((Side::Down, start)),
            _ => None,
        }
    }

    /// `in the sixth round or later`, and the rule asks for the rounds up to the sixth.
    pub(super) fn so_late(&self) -> Option<Diagnostic> {
        let counter = self.rules.counter?;
        let mut asked = Vec::new();
        let is_round =
            |of: &Expr| matches!(of.kind, ExprKind::Field { field, .. } if field == counter);
        let mut look =
            |root: &Expr| each_expr(root, &mut |expr| asked.extend(Asked::of(expr, is_round)));
        self.hooks().for_each(|hook| hook.each_expr(&mut look));
        self.clauses().for_each(|clause| clause.each_expr(&mut look));
        self.text.iter().enumerate().find_map(|(at, (word, span))| {
            let (figure, side) = self.rounds_at(at, word)?;
            let wrong = asked.iter().find(|it| it.figure == figure && it.side != side)?;
            let says = match side {
                Side::Up => "from this round on",
                Side::Down => "up to this round",
            };
            let message = format!("the text says {says}, and the rule asks for the others");
            Some(
                drifted(&message, *span)
                    .also(wrong.span, "asked here")
                    .help("turn the comparison round, or correct the text"),
            )
        })
    }

    /// A round that is said, and whether what is said goes on from it or ends with it.
    fn rounds_at(&self, at: usize, word: &str) -> Option<(i64, Side)> {
        let near = |from: isize| {
            let place = at.checked_add_signed(from)?;
            self.text.get(place).map(|(word, _)| word.as_str())
        };
        let is_round = |word: Option<&str>| {
            word.is_some_and(|word| ["round", "rounds", "turn", "turns"].contains(&word))
        };
        let figure = number_named(word).or_else(|| ordinal_named(word))?;
        if near(-1) == Some("first") && is_round(near(1)) {
            return Some((figure, Side::Down));
        }
        if !is_round(near(1)) && !is_round(near(-1)) {
            return None;
        }
        let behind: Vec<&str> = (1..5).filter_map(near).collect();
        let later = behind.iter().any(|word| ["later", "on", "onward", "onwards"].contains(word));
        let before: Vec<&str> = (-3..0).filter_map(near).collect();
        let until = before.iter().any(|word| ["until", "by"].contains(word));
        match (later, until) {
            (true, false) => Some((figure, Side::Up)),
            (false, true) => Some((figure, Side::Down)),
            _ => None,
        }
    }

    /// What the rules beside the text ask, and what they ask in turn.
    pub(super) fn each_reached(&self, found: &mut dyn FnMut(&Expr)) {
        let mut open = Vec::new();
        let mut look = |root: &Expr, open: &mut Vec<Rule>| {
            each_expr(root, &mut |expr| {
                if let ExprKind::Call { function, .. } = expr.kind {
                    open.push(Rule::Function(function));
                }
                found(expr);
            });
        };
        self.hooks().for_each(|hook| hook.each_expr(&mut |root| look(root, &mut open)));
        self.clauses().for_each(|clause| clause.each_expr(&mut |root| look(root, &mut open)));
        let mut known = FxHashSet::default();
        while let Some(rule) = open.pop() {
            if known.insert(rule) {
                each_expr_of(self.typed, rule, &mut |root| look(root, &mut open));
            }
        }
    }
}

impl Asked {
    /// Of a comparison of something with a figure that is written out.
    fn of(expr: &Expr, is_it: impl Fn(&Expr) -> bool) -> Option<Self> {
        let ExprKind::Compare { how, left, right } = &expr.kind else { return None };
        let (of, figure, how) = match (&left.kind, &right.kind) {
            (_, ExprKind::Cell(figure)) => (left, *figure, *how),
            (ExprKind::Cell(figure), _) => (right, *figure, how.turned()),
            _ => return None,
        };
        let side = match how {
            Compare::Ge | Compare::Gt => Side::Up,
            Compare::Le | Compare::Lt => Side::Down,
            Compare::Eq | Compare::Ne => return None,
        };
        // `< 6` ends with the fifth, `> 6` begins with the seventh: what is left of the other side of the same figure.
        let whole = matches!(of.ty, Type::Int(_));
        let exact = !whole || matches!(how, Compare::Ge | Compare::Le);
        (is_it(of) && exact).then_some(Self { figure, side, span: expr.span })
    }
}
