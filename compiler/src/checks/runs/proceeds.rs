//! What a clause replaces is run once: takes the bodies of such clauses, says where some way through them runs it again, and which
//! replace nothing.

use crate::checks::clauses::owners::label;
use crate::typed::{Stmt, StmtKind, Typed, bodies};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// Where it has run on the way to a place, if it has.
type Ran = Option<Span>;

/// The second `proceed` of one run would stop a battle.
pub(crate) fn what_is_replaced_runs_once(typed: &Typed, sink: &mut Sink) {
    let mut told = FxHashSet::default();
    for hook in typed.hooks.values() {
        through(&hook.body, None, &mut |first, again| {
            if !told.insert(again) {
                return;
            }
            let found = Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, again)
                .says("what is replaced runs once, and here it is run again");
            sink.push(if first == again {
                found
                    .label("in a loop")
                    .help("leave the loop behind it, `stop`; to run a procedure again, call it by its name")
            } else {
                found.label("a second time").also(first, "it runs here").help(
                    "to run a procedure again, call it by its name; where both are not on one way, write `else`",
                )
            });
        });
    }
}

/// Goes all ways through statements: what has run at their end, and where a `stop` leaves them; nothing where no way leads.
fn through(
    body: &[Stmt],
    before: Ran,
    found: &mut dyn FnMut(Span, Span),
) -> (Option<Ran>, Option<Ran>) {
    let (mut now, mut left) = (before, None);
    for stmt in body {
        let after = match &stmt.kind {
            StmtKind::Proceed => {
                if let Some(first) = now {
                    found(first, stmt.span);
                }
                Some(now.or(Some(stmt.span)))
            }
            StmtKind::Stop => return (None, either(left, Some(now))),
            StmtKind::Finish(_) | StmtKind::EndBattle { .. } => None,
            StmtKind::If { .. } | StmtKind::Match { .. } | StmtKind::Try { .. } => {
                let mut after = None;
                // What failed in a `try` is as if never done, so each of its parts begins alike.
                for part in bodies(stmt) {
                    let (end, stopped) = through(part, now, found);
                    (after, left) = (either(after, end), either(left, stopped));
                }
                after
            }
            StmtKind::ForEach { body, .. }
            | StmtKind::ForNext { body, .. }
            | StmtKind::Repeat { body, .. }
            | StmtKind::RepeatUntil { body, .. } => {
                let (end, stopped) = through(body, now, found);
                if let Some(ran @ Some(_)) = end
                    && now.is_none()
                {
                    through(body, ran, found);
                }
                either(Some(now), either(end, stopped))
            }
            _ => Some(now),
        };
        match after {
            Some(ran) => now = ran,
            None => return (None, left),
        }
    }
    (Some(now), left)
}

/// Of two ways that meet, the one on which it has run.
fn either(one: Option<Ran>, other: Option<Ran>) -> Option<Ran> {
    match (one, other) {
        (Some(None), Some(ran)) => Some(ran),
        (one, other) => one.or(other),
    }
}

/// What stands in place of a step does something besides going on with it.
pub(crate) fn what_replaces_does_something(typed: &Typed, sink: &mut Sink) {
    for hook in typed.hooks.values().filter(|hook| hook.time == ir::HookTime::Instead) {
        let proceeds = hook.body.iter().find(|stmt| matches!(stmt.kind, StmtKind::Proceed));
        let speaks = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Proceed | StmtKind::Say(_));
        if let Some(proceeds) = proceeds
            && hook.body.len() > 1
            && hook.body.iter().all(speaks)
        {
            Diagnostic::at(codes::IDLE_CLAUSE, proceeds.span)
                .says(format!("{} replaces nothing", label(&hook.label)))
                .label("what it stands for is done all the same, as it is")
                .also(hook.span, "this is to stand in its place")
                .help("leave `proceed` out, or write `before` if that is meant")
                .emit(sink);
        }
    }
}
