//! Hands: takes actions that take a card out of where it lies, says of those that never ask whether it lies there.

use crate::checks::battles::limits::each_expr_reached;
use crate::checks::runs::cycles::asked;
use crate::typed::{
    ActionDef, Assign, Expr, ExprKind, LocalId, LocalRole, Stmt, StmtKind, Type, Typed, any_expr,
    each_stmt, reads_local, stmts,
};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{FieldId, KindBase, KindId};

/// How deep calls in calls are followed.
const DEPTH: u8 = 3;

/// What is played lies where it is taken from.
pub(crate) fn what_is_played_is_in_hand(typed: &Typed, sink: &mut Sink) {
    for action in typed.actions.values() {
        for (id, local) in (0u32..).map(LocalId).zip(&action.locals.all) {
            let Type::Entity(kind) = local.ty else { continue };
            let is_card = typed.kinds.get(kind).is_some_and(|it| it.base == KindBase::Card);
            let own = local.role == LocalRole::Bearer
                || action.params.iter().any(|param| param.local == id);
            if !is_card || !own {
                continue;
            }
            let Some((pile, at)) = taken(typed, &action.body, id, DEPTH) else { continue };
            if is_asked(typed, action, pile, kind) {
                continue;
            }
            let name = typed.fields.get(pile).map_or("", |def| def.name.as_str());
            let what = if local.role == LocalRole::Bearer { "self" } else { &local.name };
            Diagnostic::at(codes::IDLE_CLAUSE, action.span)
                .says(format!(
                    "`{what}` is taken out of `{name}`, and nothing asks whether it is there"
                ))
                .label("offered wherever the card lies")
                .also(at, "taken out here")
                .help(format!("ask for it: `require {what} in PLAYER.{name} \"not in hand\"`"))
                .emit(sink);
        }
    }
}

/// The pile out of which a body takes a card, and where.
fn taken(typed: &Typed, body: &[Stmt], card: LocalId, depth: u8) -> Option<(FieldId, Span)> {
    stmts(body).find_map(|stmt| match &stmt.kind {
        StmtKind::Assign { to: Assign::Field { field, .. }, value, .. } => {
            takes(value, card).then_some((*field, stmt.span))
        }
        StmtKind::Call { procedure, args, .. } if depth > 0 => {
            let def = typed.procedures.get(*procedure)?;
            let at = args.iter().position(|arg| arg.as_local() == Some(card))?;
            let at = LocalId(u32::try_from(at).ok()?);
            def.steps.iter().find_map(|step| taken(typed, &step.body, at, depth - 1))
        }
        _ => None,
    })
}

fn takes(value: &Expr, card: LocalId) -> bool {
    any_expr(
        value,
        |part| matches!(&part.kind, ExprKind::Without(_, items) if reads_local(items, card)),
    )
}

/// Whether anything before or in an action asks where a card of the kind lies.
fn is_asked(typed: &Typed, action: &ActionDef, pile: FieldId, kind: KindId) -> bool {
    let of_it = |field: FieldId| {
        let def = typed.fields.get(field);
        field == pile || def.is_some_and(|def| def.kind == kind || def.inverse == Some(pile))
    };
    let mut roots = Vec::new();
    action.each_head(&mut |root| roots.push(root));
    if let Some(rules) = typed.permissions.get(action.permission) {
        rules.each_expr(&mut |root| roots.push(root));
    }
    each_stmt(&action.body, &mut |stmt| match &stmt.kind {
        StmtKind::If { when, .. } => roots.push(when),
        StmtKind::Require { holds, .. } => roots.push(holds),
        _ => {}
    });
    let mut found = false;
    each_expr_reached(typed, roots, asked, &mut |expr| {
        found |= match expr.kind {
            ExprKind::Field { field, .. } => of_it(field),
            ExprKind::Has { .. } | ExprKind::AreTied { .. } | ExprKind::Tied { .. } => true,
            _ => false,
        };
    });
    found
}
