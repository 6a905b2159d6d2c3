//! What is counted out: takes texts that say how many dice are rolled, how many steps something is away, how often a number is taken, or
//! who loses something, finds other figures, or others, in the rules beside them.

use super::super::texts::{number_named, ordinal_named};
use super::figures::numbers;
use super::{Said, drifted};
use crate::typed::{
    Assign, ClauseVerb, Compare, Expr, ExprKind, LocalRole, StmtKind, Type, each_expr,
    each_stmt_expr,
};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;
use warwright_ir::{KindBase, SpaceOp, Verb};

impl Said<'_> {
    /// `it rolls two dice`, and the rule rolls one.
    pub(super) fn so_many_dice(&self) -> Option<Diagnostic> {
        const ROLLS: [&str; 6] = ["roll", "rolls", "throw", "throws", "rolled", "thrown"];
        let (count, said) = self.text.windows(3).find_map(|words| match words {
            [(rolls, _), (count, from), (dice, to)]
                if ROLLS.contains(&&**rolls) && ["die", "dice"].contains(&&**dice) =>
            {
                Some((number_named(count)?, from.to(*to)))
            }
            _ => None,
        })?;
        let mut rolled: Vec<(Option<i64>, Span)> = Vec::new();
        self.each_stmt(&mut |stmt| {
            each_stmt_expr(stmt, &mut |root| {
                each_expr(root, &mut |expr| {
                    if let ExprKind::Roll { count, .. } = &expr.kind {
                        let figure = match count.kind {
                            ExprKind::Cell(figure) => Some(figure),
                            _ => None,
                        };
                        rolled.push((figure, expr.span));
                    }
                });
            });
        });
        let [(Some(figure), at)] = rolled.as_slice() else { return None };
        (*figure != count).then(|| {
            let message = format!("the text says {count} dice, and the rule rolls {figure}");
            drifted(&message, said).also(*at, "rolled here").help("correct one of them")
        })
    }

    /// `within 2 hexes`, and the rule asks for three.
    pub(super) fn so_many_steps(&self) -> Option<Diagnostic> {
        let cells = self.typed.kinds.values().find(|kind| kind.base == KindBase::Cell)?;
        let mut said = self.text.windows(2).filter_map(|words| match words {
            [(count, from), (name, to)] if name.starts_with(&*cells.name) => {
                Some((number_named(count)?, from.to(*to)))
            }
            _ => None,
        });
        let ((count, place), None) = (said.next()?, said.next()) else { return None };
        let mut asked: Vec<(i64, Span)> = Vec::new();
        self.each_reached(&mut |expr| {
            let ExprKind::Compare { how, left, right } = &expr.kind else { return };
            let (of, figure, how) = match (&left.kind, &right.kind) {
                (of, ExprKind::Cell(figure)) => (of, *figure, *how),
                (ExprKind::Cell(figure), of) => (of, *figure, how.turned()),
                _ => return,
            };
            if matches!(of, ExprKind::Space { op: SpaceOp::Steps, .. }) {
                asked.push((figure, expr.span));
                // `< 3` is within two as well.
                asked.extend(match how {
                    Compare::Lt => Some((figure - 1, expr.span)),
                    Compare::Gt => Some((figure + 1, expr.span)),
                    _ => None,
                });
            }
        });
        let (figure, at) = *asked.first()?;
        let one = asked.iter().all(|(_, span)| *span == at);
        (one && !asked.iter().any(|(figure, _)| *figure == count)).then(|| {
            let message = format!("the text says {count}, and the rule asks for {figure}");
            drifted(&message, place).also(at, "asked here").help("correct one of them")
        })
    }

    /// `halved`, and the rule doubles; `doubled`, and it adds two.
    pub(super) fn so_many_times(&self) -> Option<Diagnostic> {
        let half = self.has(&["halve"]);
        let (said, word) = match (half, self.has(&["doubled", "doubles"])) {
            (Some(said), None) => (said, "halved"),
            (None, Some(said)) => (said, "doubled"),
            _ => return None,
        };
        if self.text.iter().any(|(word, _)| ["not", "never", "no", "half"].contains(&&**word)) {
            return None;
        }
        let mut clauses = self.clauses();
        let clause = clauses.next().filter(|_| self.bodies().next().is_none())?;
        let (verb, amount) = match (&clause.does, clauses.next()) {
            (ClauseVerb::Modify { verb, amount, .. }, None) => (*verb, amount),
            _ => return None,
        };
        let more = match amount.kind {
            ExprKind::Cell(figure) => Some(figure > 1),
            ExprKind::Fraction(top, bottom) => Some(top > bottom),
            _ => None,
        };
        let does = match (verb, more) {
            (Verb::Times, Some(more)) if more == half.is_some() => {
                if more {
                    "takes it several times"
                } else {
                    "takes a part of it"
                }
            }
            (Verb::By | Verb::ByUpTo, Some(_)) => "adds a fixed number",
            _ => return None,
        };
        let by = if half.is_some() { "times 1/2" } else { "times 2" };
        let message = format!("the text says {word}, and the rule {does}");
        Some(
            drifted(&message, said)
                .also(clause.span, "done here")
                .help(format!("did you mean `{by}`?")),
        )
    }

    /// `the enemy loses one`, and all that is written is of the bearer's own player.
    pub(super) fn whose_loss(&self) -> Option<Diagnostic> {
        const FOES: [&str; 5] = ["enemy", "foe", "opponent", "rival", "enemies"];
        const DEEDS: [&str; 8] =
            ["loses", "lose", "has", "gets", "gains", "suffers", "takes", "discards"];
        let said = self.text.windows(2).find_map(|words| match words {
            [(foe, from), (deed, to)] if FOES.contains(&&**foe) && DEEDS.contains(&&**deed) => {
                Some(from.to(*to))
            }
            _ => None,
        })?;
        let mut written: Vec<(bool, Span)> = Vec::new();
        let mut others = self.clauses().next().is_some() || self.actions().next().is_some();
        for hook in self.hooks() {
            let own = |of: &Expr| match &of.kind {
                ExprKind::OwnerOf(of) => match of.kind {
                    ExprKind::Local(local) => hook
                        .locals
                        .all
                        .get(local.0 as usize)
                        .is_some_and(|local| local.role == LocalRole::Bearer),
                    _ => false,
                },
                _ => false,
            };
            // Who is asked for may well lose something to the bearer.
            others |= hook.when.is_some();
            crate::typed::each_stmt(&hook.body, &mut |stmt| match &stmt.kind {
                StmtKind::Assign { to: Assign::Field { of, .. }, value, .. } => {
                    written.push((own(of) && matches!(value.ty, Type::Int(_)), stmt.span));
                }
                StmtKind::Say(_) => {}
                _ => others = true,
            });
        }
        let (_, at) = *written.first()?;
        (!others && written.iter().all(|(own, _)| *own)).then(|| {
            drifted(
                "the text says it of an enemy, and all that is written is its own player's",
                said,
            )
            .also(at, "written here")
            .help("say whose it is: a name for the other player in place of `self.player`")
        })
    }

    /// `two coins`, and another number is added.
    pub(super) fn points(&self) -> Option<Diagnostic> {
        let pairs = self.text.iter().zip(self.text.iter().skip(1));
        for ((count, from), (name, to)) in pairs {
            let Some(said) = number_named(count).filter(|said| *said > 1) else { continue };
            let mut written = None;
            let mut meant = false;
            self.each_stmt(&mut |stmt| {
                let StmtKind::Assign { to: Assign::Field { field, .. }, value, .. } = &stmt.kind
                else {
                    return;
                };
                if self.typed.fields.get(*field).is_some_and(|def| def.name == *name) {
                    written = written.or(Some(stmt.span));
                    meant |= numbers(value).contains(&said);
                }
            });
            if let Some(written) = written.filter(|_| !meant) {
                let message =
                    format!("the text says {count} {name}, and the rule gives another number");
                return Some(
                    drifted(&message, from.to(*to))
                        .also(written, "changed here")
                        .help("correct one of them, or let the text quote the number: `{n}`"),
                );
            }
        }
        None
    }

    /// `from the eighth on`, and the rule asks for another round.
    pub(super) fn rounds(&self) -> Option<Diagnostic> {
        let counter = self.rules.counter?;
        // `after the sixth round` begins with the seventh.
        let beyond = self.has(&["after", "past", "beyond", "before", "until", "later"]).is_some();
        let mut asked: Vec<(i64, Span)> = Vec::new();
        let (own, clauses) = (self.hooks(), self.clauses());
        let mut look = |root: &Expr| {
            each_expr(root, &mut |expr| asked.extend(of_round(expr, counter, beyond)));
        };
        own.for_each(|hook| hook.each_expr(&mut look));
        clauses.for_each(|clause| clause.each_expr(&mut look));
        let (used, at) = *asked.first()?;
        for (word, span) in &self.text {
            // The first and the second may be of anything.
            let Some(said) = ordinal_named(word).filter(|round| *round > 2) else { continue };
            if !asked.iter().any(|(number, _)| *number == said) {
                let message = format!("the text says {word}, and the rule asks for round {used}");
                return Some(
                    drifted(&message, *span).also(at, "asked here").help("correct one of them"),
                );
            }
        }
        None
    }
}

/// The round with which something begins or ends, or as it is `written`.
fn of_round(expr: &Expr, counter: ir::FieldId, written: bool) -> Option<(i64, Span)> {
    let ExprKind::Compare { how, left, right } = &expr.kind else { return None };
    let (ExprKind::Field { field, .. }, ExprKind::Cell(number)) = (&left.kind, &right.kind) else {
        return None;
    };
    let round = match how {
        Compare::Gt if !written => number.checked_add(1)?,
        Compare::Lt if !written => number.checked_sub(1)?,
        _ => *number,
    };
    (*field == counter).then_some((round, right.span))
}
