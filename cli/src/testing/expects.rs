//! What a test expects: takes a run that has ended, gives what of it is not so, with what was found instead.

use super::{Ended, Failed, text};
use crate::faults;
use crate::outcome;
use warwright_ir::{
    Expectation, Expr, ExprId, Id, NONE, OVER_BUDGET, PermissionId, Program, SpanId, SpanRef,
    TextId, Ty, UnaryOp,
};
use warwright_runtime::{Checked, Machine, Outcome, PlayFault, ReasonShown, Verdict, Wide};

/// Whether something expected is so.
///
/// # Errors
///
/// Where it stands and what was found instead.
pub(super) fn expect(
    machine: &Machine,
    ended: &Ended,
    expectation: &Expectation,
) -> Result<(), Failed> {
    let program = machine.program();
    let broken = |span: SpanId| {
        move |fault: Box<warwright_runtime::Fault>| {
            (fault.span.unwrap_or(span), faults::words(&PlayFault::Fault(fault), machine))
        }
    };
    match expectation {
        Expectation::Holds { holds, source, span } => {
            let value =
                machine.evaluate(&ended.state, *holds, &ended.locals).map_err(broken(*span))?;
            if value.first() == Some(&1) {
                return Ok(());
            }
            Err((*span, not_so(machine, ended, *holds, &text(program, *source))))
        }
        Expectation::Refused { permission, args, reason, span } => {
            let standing = standing(machine, ended, *permission, args).map_err(broken(*span))?;
            let wanted = text(program, *reason);
            if standing.contains(&wanted) {
                return Ok(());
            }
            let found = if standing.is_empty() {
                String::from("it is allowed")
            } else {
                format!("the reasons are \"{}\"", standing.join("\", \""))
            };
            Err((*span, format!("expected a no for \"{wanted}\", and {found}")))
        }
        Expectation::Said { words, span } => {
            let words = text(program, *words);
            if ended.said.iter().any(|said| said.contains(&words)) {
                return Ok(());
            }
            Err((
                *span,
                format!(
                    "expected somebody to say \"{words}\"; said was:\n    {}",
                    ended.said.join("\n    ")
                ),
            ))
        }
        Expectation::Silent { words, span } => {
            let words = text(program, *words);
            match ended.said.iter().find(|said| said.contains(&words)) {
                None => Ok(()),
                Some(said) => {
                    Err((*span, format!("expected nobody to say \"{words}\"; said was: {said}")))
                }
            }
        }
        Expectation::Legal { holds, roster, reason, span } => {
            let broken_by = against(machine, *roster as usize).map_err(broken(*span))?;
            let wanted = reason.map(|reason| text(program, reason));
            legal(*holds, wanted.as_deref(), &broken_by).map_err(|words| (*span, words))
        }
        Expectation::Ended { holds, winner, why, span } => {
            let named = winners(machine, ended, *winner).map_err(broken(*span))?;
            if winner.is_some() && named.is_empty() {
                let message = "what is to have won is nobody; of a draw say `expect battle drawn`";
                return Err((*span, String::from(message)));
            }
            if ended_as(machine, ended, &named, *why) == *holds {
                return Ok(());
            }
            let found = match &ended.outcome {
                Some(outcome @ (Outcome::Won { .. } | Outcome::Drawn { .. })) => {
                    outcome::result(machine, &ended.state, outcome)
                }
                _ => String::from("the battle goes on"),
            };
            Err((*span, format!("expected the battle to end otherwise; {found}")))
        }
        Expectation::Show { of, span, .. } => {
            machine.evaluate(&ended.state, *of, &ended.locals).map(drop).map_err(broken(*span))
        }
        Expectation::Chance { span, .. } | Expectation::Mean { span, .. } => {
            Err((*span, String::from("a chance was asked of a single run")))
        }
    }
}

/// What was expected of a condition that does not hold, with what was found.
fn not_so(machine: &Machine, ended: &Ended, holds: ExprId, source: &str) -> String {
    let program = machine.program();
    let found = match conjuncts(program, holds).as_slice() {
        [_] => found(machine, ended, holds),
        all => all_not_so(machine, ended, all, &Source::of(program, holds, source)),
    };
    let found = found.map_or_else(String::new, |found| format!("; {found}"));
    format!("expected {source}{found}")
}

/// Whether a roster is as legal as was wanted; else what was wanted and what it breaks.
fn legal(holds: bool, wanted: Option<&str>, broken_by: &[String]) -> Result<(), String> {
    let named = wanted.is_none_or(|wanted| broken_by.iter().any(|label| label == wanted));
    if broken_by.is_empty() == holds && named {
        return Ok(());
    }
    let wanted = match (holds, wanted) {
        (true, _) => String::from("expected a legal roster"),
        (false, None) => String::from("expected a roster that is not legal"),
        (false, Some(wanted)) => format!("expected a roster that breaks \"{wanted}\""),
    };
    Err(match broken_by {
        [] => format!("{wanted}, and it keeps all limits"),
        all => format!("{wanted}, and it breaks \"{}\"", all.join("\", \"")),
    })
}

/// The labels of the limits that a roster does not keep, and whether it costs too much.
fn against(machine: &Machine, roster: usize) -> Checked<Vec<String>> {
    let program = machine.program();
    let Some(roster) = program.rosters.get(roster) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    if roster.points.zip(roster.budget).is_some_and(|(points, budget)| points > budget) {
        found.push(OVER_BUDGET.to_owned());
    }
    for judged in machine.judge(roster)? {
        if let Verdict::Fault(fault) = judged.verdict {
            return Err(fault);
        }
        found.extend(program.limits.get(judged.limit).map(|limit| text(program, limit.label)));
    }
    Ok(found)
}

/// The labels of the reasons that stand against a permission.
fn standing(
    machine: &Machine,
    ended: &Ended,
    permission: PermissionId,
    args: &[ExprId],
) -> Checked<Vec<String>> {
    let args = args.iter().map(|arg| machine.evaluate(&ended.state, *arg, &ended.locals));
    let args = args.collect::<Checked<Vec<Wide>>>()?;
    let reasons = machine.explain_permission(&ended.state, permission, &args)?;
    let standing = reasons.into_iter().filter(|it| it.struck_by.is_none());
    Ok(standing.map(|it| it.label).collect())
}

/// The players that are to have won: nobody where a draw is expected.
fn winners(machine: &Machine, ended: &Ended, winner: Option<ExprId>) -> Checked<Wide> {
    let mut players = match winner {
        Some(winner) => machine.evaluate(&ended.state, winner, &ended.locals)?,
        None => Wide::default(),
    };
    players.retain(|player| *player != NONE);
    Ok(players)
}

/// Whether the battle was won by these players and nobody else, or drawn, with such words.
fn ended_as(machine: &Machine, ended: &Ended, players: &[i64], why: Option<TextId>) -> bool {
    let wanted = why.map_or_else(String::new, |why| text(machine.program(), why));
    match &ended.outcome {
        Some(Outcome::Won { players: won, why }) => {
            let all = |some: &[i64], of: &[i64]| some.iter().all(|player| of.contains(player));
            all(won, players) && all(players, won) && why.contains(&wanted)
        }
        Some(Outcome::Drawn { why }) => players.is_empty() && why.contains(&wanted),
        Some(Outcome::Ended { .. }) | None => false,
    }
}

/// What a line `show` asks for, as written, and its value; nothing for other lines, and where it cannot be worked out.
pub(super) fn shown(
    machine: &Machine,
    ended: &Ended,
    expectation: &Expectation,
) -> Option<(String, String)> {
    let Expectation::Show { of, name, .. } = expectation else { return None };
    Some((text(machine.program(), *name), value(machine, ended, *of)?))
}

/// A value in words.
fn value(machine: &Machine, ended: &Ended, of: ExprId) -> Option<String> {
    let value = machine.evaluate(&ended.state, of, &ended.locals).ok()?;
    let ty = machine.program().types.get(of.position())?;
    machine.show(&ended.state, ty, &value).ok()
}

/// What was found where a condition does not hold: both sides of a comparison, or why something is refused.
fn found(machine: &Machine, ended: &Ended, holds: ExprId) -> Option<String> {
    let program = machine.program();
    match program.exprs.get(holds)? {
        Expr::Unary { op: UnaryOp::Not, of } => compared(machine, ended, *of),
        Expr::May { .. } => {
            let explained = machine.explain(&ended.state, holds, &ended.locals).ok()?;
            let standing = explained.reasons.into_iter().filter(|it| it.struck_by.is_none());
            let reasons: Vec<String> = standing.map(|it| reason(&it)).collect();
            Some(format!("it is refused: {}", reasons.join("; ")))
        }
        _ => compared(machine, ended, holds),
    }
}

fn reason(shown: &ReasonShown) -> String {
    if shown.words.is_empty() || shown.words == shown.label {
        format!("\"{}\"", shown.label)
    } else {
        format!("\"{}\" ({})", shown.label, shown.words)
    }
}

/// What is expected as it is written, with where that stands.
struct Source<'s> {
    text: &'s str,
    start: u32,
}

impl<'s> Source<'s> {
    fn of(program: &Program, holds: ExprId, text: &'s str) -> Self {
        let start = span_of(program, holds).map_or(0, |span| span.start);
        Self { text, start }
    }

    /// A part of it as it is written.
    fn part(&self, program: &Program, of: ExprId) -> Option<&'s str> {
        let span = span_of(program, of)?;
        let at = |byte: u32| Some(byte.checked_sub(self.start)? as usize);
        self.text.get(at(span.start)?..at(span.end)?)
    }
}

fn span_of(program: &Program, of: ExprId) -> Option<&SpanRef> {
    program.spans.get(*program.expr_spans.get(of.position())?)
}

/// What a condition is joined of by `and`; itself where it is not.
fn conjuncts(program: &Program, holds: ExprId) -> Vec<ExprId> {
    match program.exprs.get(holds) {
        Some(Expr::And { left, right }) => {
            let mut all = conjuncts(program, *left);
            all.extend(conjuncts(program, *right));
            all
        }
        _ => vec![holds],
    }
}

/// Of several things that were expected together each that is not so, with what was found.
fn all_not_so(machine: &Machine, ended: &Ended, all: &[ExprId], source: &Source) -> Option<String> {
    let fails = |one: &&ExprId| {
        let value = machine.evaluate(&ended.state, **one, &ended.locals).ok();
        value.is_some_and(|value| value.first() != Some(&1))
    };
    let words = all.iter().filter(fails).filter_map(|one| {
        let written = source.part(machine.program(), *one)?;
        let found = found(machine, ended, *one).unwrap_or_else(|| String::from("that is not so"));
        Some(format!("of `{written}`: {found}"))
    });
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// What both sides of a comparison are, in the order in which they are written.
fn compared(machine: &Machine, ended: &Ended, holds: ExprId) -> Option<String> {
    let program = machine.program();
    let compared = program.exprs.get(holds)?;
    if matches!(compared, Expr::May { .. }) {
        return Some(String::from("nothing refuses it"));
    }
    let mut sides = Vec::new();
    warwright_ir::each_expr(compared, |side| sides.push(side));
    let [left, right] = sides.as_slice() else { return None };
    let ty = |side: &ExprId| program.types.get(side.position());
    if ty(left) == Some(&Ty::Bool) {
        return None;
    }
    let start = |side: &ExprId| Some(span_of(program, *side)?.start);
    let shown = |side: &ExprId| value(machine, ended, *side);
    let (first, second) = if start(right) < start(left) { (right, left) } else { (left, right) };
    Some(format!("found {} and {}", shown(first)?, shown(second)?))
}
