//! Windows: what players may choose in a window costs something, is limited, or the window is.

use crate::typed::{ActionDef, ActionPlace, ExprKind, OpenDef, StmtKind, Typed, each_stmt};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::WindowId;

/// No action could be chosen for ever.
pub(super) fn windows_end(typed: &Typed, sink: &mut Sink) {
    let unbounded = unbounded(typed);
    for action in typed.actions.values() {
        if is_limited(typed, action) {
            continue;
        }
        match action.place {
            ActionPlace::Named(window) => {
                if let Some((_, span)) = unbounded.iter().find(|(id, _)| *id == window) {
                    sink.push(without_end(typed, action, window, *span));
                }
            }
            ActionPlace::Step { .. } => sink.push(free_at_step(action)),
        }
    }
}

fn is_limited(typed: &Typed, action: &ActionDef) -> bool {
    let free = |cost: &warwright_ir::QuantityId| {
        let base = typed.quantities.get(*cost).map(|def| &def.base.kind);
        matches!(base, Some(ExprKind::Cell(0)))
    };
    action.once.is_some() || action.cost.as_ref().is_some_and(|(cost, ..)| !free(cost))
}

/// Windows that are opened somewhere without a bound, with the place.
fn unbounded(typed: &Typed) -> Vec<(WindowId, Span)> {
    let mut found = Vec::new();
    for body in typed.rule_bodies() {
        each_stmt(body, &mut |stmt| {
            if let StmtKind::Open(open) = &stmt.kind
                && let OpenDef { window, at_most: None, .. } = &**open
            {
                found.push((*window, stmt.span));
            }
        });
    }
    found
}

fn without_end(typed: &Typed, action: &ActionDef, window: WindowId, opened: Span) -> Diagnostic {
    let window = typed.windows.get(window).map_or("", |def| def.name.as_str());
    Diagnostic::new(
        codes::WINDOW_WITHOUT_END,
        format!(
            "action `{}` could be chosen again and again, and `{window}` would never close",
            action.name
        ),
        action.span,
    )
    .label("costs nothing, and is not `once per ..`")
    .also(opened, "opened here without `at most`")
    .help("let it cost something, say `once per turn`, or open the window `at most N`")
}

fn free_at_step(action: &ActionDef) -> Diagnostic {
    Diagnostic::new(
        codes::WINDOW_WITHOUT_END,
        format!("action `{}` could be chosen again and again at its step", action.name),
        action.span,
    )
    .label("costs nothing, and is not `once per ..`")
    .help("let it cost something, or say `once per` the procedure that it interrupts")
}
