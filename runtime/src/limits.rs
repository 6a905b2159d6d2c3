//! Armies and battles held against limits: takes a roster, or a battle as it is laid out, gives each limit that it does not keep,
//! with what offends and by what figures.

use crate::eval::Evaluator;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::machine::Machine;
use crate::state::{Locals, State, Wide};
use warwright_ir::{
    BinaryOp, Expr, ExprId, KindBase, Limit, NONE, Roster, Slot, SpanId, Ty, UnaryOp,
};

/// A limit that an army does not keep.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The limit, by position in [`warwright_ir::Program::limits`].
    pub limit: usize,
    /// What there is to say.
    pub verdict: Verdict,
}

/// Why an army does not keep a limit.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It breaks it.
    Broken(Broken),
    /// The limit asks what the army may cost, and it does not say so.
    NoBudget,
    /// The limit asks what the army costs, and not all of it has a price.
    NoPrice,
    /// The limit cannot be worked out.
    Fault(Box<Fault>),
}

/// How a limit is broken.
#[derive(Clone, Debug, Default)]
pub struct Broken {
    /// What offends, where the limit goes through things one by one.
    pub offenders: Vec<Offender>,
    /// Parts of the condition with what they come to, for the first that offends.
    pub figures: Vec<(SpanId, String)>,
}

/// Something that offends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offender {
    /// What it is called.
    pub name: String,
    /// The position of a piece in the army.
    pub piece: Option<usize>,
    /// Parts of the condition with what they come to for it.
    pub figures: Vec<(SpanId, String)>,
}

impl Machine {
    /// The limits that an army does not keep, of those that bind it, in their order.
    ///
    /// # Errors
    ///
    /// A fault where the army cannot be set up.
    pub fn judge(&self, roster: &Roster) -> Checked<Vec<Judged>> {
        let state = self.set_up(roster.scenario)?;
        let mut found = Vec::new();
        for position in &roster.limits {
            let position = usize::try_from(*position).unwrap_or(usize::MAX);
            let Some(limit) = self.program().limits.get(position) else { continue };
            let verdict = match limit.asks {
                [true, _] if roster.budget.is_none() => Some(Verdict::NoBudget),
                [_, true] if roster.points.is_none() => Some(Verdict::NoPrice),
                _ => {
                    let locals = self.given(roster, limit)?;
                    let asked = self.with_evaluator(&state, locals, (0, 0), &mut (), |asking| {
                        broken(asking, limit)
                    });
                    asked.map_or_else(
                        |fault| Some(Verdict::Fault(fault)),
                        |it| it.map(Verdict::Broken),
                    )
                }
            };
            found.extend(verdict.map(|verdict| Judged { limit: position, verdict }));
        }
        Ok(found)
    }

    /// The limits that a battle does not keep as it is laid out, before it is played.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn judge_laid(&self, state: &State) -> Checked<Vec<Judged>> {
        let mut found = Vec::new();
        for (position, limit) in self.program().limits.iter().enumerate() {
            if !limit.laid {
                continue;
            }
            let locals = Locals {
                scalars: vec![NONE; usize::from(limit.env.scalars)],
                wides: vec![Wide::new(); usize::from(limit.env.wides)],
            };
            let asked =
                self.with_evaluator(state, locals, (0, 0), &mut (), |asking| broken(asking, limit));
            let verdict = match asked {
                Ok(None) => continue,
                Ok(Some(broken)) => Verdict::Broken(broken),
                Err(fault) => Verdict::Fault(fault),
            };
            found.push(Judged { limit: position, verdict });
        }
        Ok(found)
    }

    /// What is given of an army, in the order of [`Limit::given`].
    fn given(&self, roster: &Roster, limit: &Limit) -> Checked<Locals> {
        let player = self.layout(roster.scenario)?.players.first().copied();
        let faction = roster.faction.map(|name| i64::from(name.0));
        let given = [player, roster.budget, roster.points, faction];
        let mut scalars: Vec<i64> = given.into_iter().map(|value| value.unwrap_or(NONE)).collect();
        scalars.resize(scalars.len().max(usize::from(limit.env.scalars)), 0);
        Ok(Locals { scalars, wides: vec![Wide::new(); usize::from(limit.env.wides)] })
    }
}

/// How a limit is broken; none where it is kept.
fn broken(asking: &mut Evaluator<'_, ()>, limit: &Limit) -> Checked<Option<Broken>> {
    let mut broken = Broken::default();
    let Some(each) = &limit.each else {
        if asking.holds(limit.holds)? {
            return Ok(None);
        }
        figures(asking, limit.holds, &mut broken.figures)?;
        return Ok(Some(broken));
    };
    let Slot::Scalar(slot) = each.slot else { return Err(Fault::damaged(DamagedPart::Type)) };
    let item = asking.ty(each.of)?.element().unwrap_or(Ty::Int);
    // The battle as a whole is no thing among others.
    let kinds = &asking.linked.program.kinds;
    let whole = matches!(item, Ty::Entity(kind) if kinds.get(kind).is_some_and(|it| it.base == KindBase::Battle));
    let mut kept = true;
    for cell in asking.wide(each.of)? {
        asking.set_scalar(slot, cell)?;
        let counts = match each.when {
            Some(when) => asking.holds(when)?,
            None => true,
        };
        if !counts || asking.holds(limit.holds)? {
            continue;
        }
        let mut found = Vec::new();
        let asked = figures(asking, limit.holds, &mut found);
        if std::mem::take(&mut kept) {
            asked?;
            broken.figures.clone_from(&found);
        }
        let offender = Offender { figures: found, ..offender(asking, &item, cell) };
        let same = |it: &Offender| it.name == offender.name && it.piece == offender.piece;
        if !whole && !broken.offenders.iter().any(same) {
            broken.offenders.push(offender);
        }
    }
    Ok((!kept).then_some(broken))
}

fn offender(asking: &Evaluator<'_, ()>, ty: &Ty, cell: i64) -> Offender {
    let number = usize::try_from(cell).ok();
    let planned = number.and_then(|number| asking.setting.layout.plan.get(number));
    let piece = planned.and_then(|planned| planned.piece).filter(|_| matches!(ty, Ty::Entity(_)));
    let program = &asking.linked.program;
    let own = piece.and_then(|(side, position)| {
        let scenario = program.scenarios.get(asking.view.state().scenario)?;
        let piece = scenario.sides.get(side)?.pieces.get(position)?;
        let entry = || program.entries.get(piece.entry).map(|entry| entry.name);
        program.texts.get(piece.name.or_else(entry)?).cloned()
    });
    let name = own.unwrap_or_else(|| asking.renderer().value(ty, &[cell]));
    Offender { name, piece: piece.map(|(_, position)| position), figures: Vec::new() }
}

/// What the sides of the comparisons come to of which a condition is made; a number as written says it already.
fn figures(
    asking: &mut Evaluator<'_, ()>,
    of: ExprId,
    found: &mut Vec<(SpanId, String)>,
) -> Checked<()> {
    let linked = asking.linked;
    match linked.program.exprs.get(of) {
        Some(Expr::And { left, right } | Expr::Or { left, right }) => {
            figures(asking, *left, found)?;
            figures(asking, *right, found)
        }
        Some(Expr::Unary { op: UnaryOp::Not, of }) => figures(asking, *of, found),
        Some(Expr::Binary { op, left, right }) if compares(*op) => {
            for side in [*left, *right] {
                if is_written(&linked.program.exprs, side) {
                    continue;
                }
                let value = asking.value(side)?;
                let words = asking.renderer().value(asking.ty(side)?, &value);
                found.extend(asking.span(side).map(|span| (span, words)));
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn compares(op: BinaryOp) -> bool {
    use BinaryOp as Op;
    matches!(op, Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::LtRatio | Op::LeRatio)
}

fn is_written(exprs: &warwright_ir::Arena<ExprId, Expr>, of: ExprId) -> bool {
    match exprs.get(of) {
        Some(Expr::Const(_)) => true,
        Some(Expr::Unary { op: UnaryOp::ToRatio, of }) => is_written(exprs, *of),
        _ => false,
    }
}
