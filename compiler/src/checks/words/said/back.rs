//! What is said to be given back, or ignored: takes texts, says where the rules beside them ask whether there is any of something to
//! take away, and add to it.

use super::beside::Said;
use super::drifted;
use crate::checks::logic::compared::Comparison;
use crate::typed::{
    Arithmetic, Assign, Compare, Expr, ExprKind, LocalId, Stmt, StmtKind, Typed, each_expr,
    each_stmt,
};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::FieldId;

/// What is changed: a state of a thing, or a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Figure {
    Of(LocalId, FieldId),
    Var(LocalId),
}

impl Figure {
    fn read(value: &Expr) -> Option<Self> {
        match &value.kind {
            ExprKind::Local(local) => Some(Self::Var(*local)),
            ExprKind::Field { of, field } => Self::of(of, *field),
            _ => None,
        }
    }

    fn of(of: &Expr, field: FieldId) -> Option<Self> {
        match of.kind {
            ExprKind::Local(local) => Some(Self::Of(local, field)),
            _ => None,
        }
    }
}

impl Said<'_> {
    /// `one box grows back`, and where there is any damage it becomes more.
    pub(super) fn given_back(&self) -> Option<Diagnostic> {
        let back =
            "back|heal|heals|ignore|ignores|mends|recover|recovers|regains|regrows|restores|shrugs";
        let said = self.phrase(back)?;
        let of_hooks = self.hooks().map(|hook| (hook.when.iter().collect(), &hook.body));
        let of_actions = self.actions().map(|action| {
            let rules = self.typed.permissions.get(action.permission);
            let rules = rules.into_iter().flat_map(|def| &def.requires);
            (rules.map(|require| &require.holds).collect::<Vec<_>>(), &action.body)
        });
        let (figure, added, at) = of_hooks.chain(of_actions).find_map(|(asked, body)| {
            let mut some = Vec::new();
            asked.into_iter().for_each(|root| asks_for_some(root, &mut some));
            let (figure, added, at) = changed(self.typed, body, &some)?;
            (added >= 0).then_some((figure, added, at))
        })?;
        let name = match figure {
            Figure::Of(_, field) => self.typed.fields.get(field)?.name.as_str(),
            Figure::Var(_) => "it",
        };
        let becomes = if added > 0 { "what is there becomes more" } else { "nothing changes" };
        let label = format!("adds {added} to `{name}`");
        let label = if name == "it" { format!("adds {added}") } else { label };
        let message = format!("the text says {}, and {becomes}", said.first());
        let found = drifted(message, said.span()).also(at, label);
        Some(found.help("turn the sign round: what is taken away is below zero, or `-=`"))
    }
}

/// The figures of which a condition asks whether there is any.
fn asks_for_some(root: &Expr, found: &mut Vec<Figure>) {
    match &root.kind {
        ExprKind::And(left, right) => {
            asks_for_some(left, found);
            asks_for_some(right, found);
        }
        _ => found.extend(
            Comparison::of(root)
                .filter(|it| matches!((it.how, it.figure), (Compare::Gt, 0) | (Compare::Ge, 1)))
                .and_then(|it| Figure::read(it.of)),
        ),
    }
}

/// What of some figures statements change by a number that is written out, if that is done once.
fn changed(typed: &Typed, body: &[Stmt], of: &[Figure]) -> Option<(Figure, i64, Span)> {
    let mut all = Vec::new();
    each_stmt(body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { to, value, .. } => {
            let figure = match to {
                Assign::Local(local) => Some(Figure::Var(*local)),
                Assign::Field { of, field } => Figure::of(of, *field),
                Assign::TieField { .. } => None,
            };
            let by = figure.and_then(|figure| Some((figure, by(value, figure)?, stmt.span)));
            all.extend(by);
        }
        StmtKind::Call { procedure, args, .. } => {
            let Some(def) = typed.procedures.get(*procedure) else { return };
            for step in &def.steps {
                each_stmt(&step.body, &mut |inner| {
                    all.extend(called(inner, args).map(|(it, by)| (it, by, stmt.span)));
                });
            }
        }
        _ => {}
    });
    all.retain(|(figure, ..)| of.contains(figure));
    match all.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// What a statement of a procedure adds to a state of one of its things, with what it is called for.
fn called(inner: &Stmt, args: &[Expr]) -> Option<(Figure, i64)> {
    let StmtKind::Assign { to: Assign::Field { of, field }, value, .. } = &inner.kind else {
        return None;
    };
    let param = |value: &Expr| match value.kind {
        ExprKind::Local(local) => args.get(local.0 as usize),
        _ => None,
    };
    let mut added = None;
    each_expr(value, &mut |part| {
        if let ExprKind::Arithmetic { how: Arithmetic::Add, left, right } = &part.kind
            && matches!(left.kind, ExprKind::Field { field: read, .. } if read == *field)
        {
            added = param(right).and_then(number);
        }
    });
    Some((Figure::of(param(of)?, *field)?, added?))
}

/// By how much a value is more than a figure.
fn by(value: &Expr, figure: Figure) -> Option<i64> {
    match &value.kind {
        ExprKind::Within { of, .. } => by(of, figure),
        ExprKind::Arithmetic { how, left, right } if Figure::read(left) == Some(figure) => {
            match how {
                Arithmetic::Add => number(right),
                Arithmetic::Sub => number(right).and_then(i64::checked_neg),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A number that is written out.
fn number(value: &Expr) -> Option<i64> {
    match &value.kind {
        ExprKind::Cell(number) => Some(*number),
        ExprKind::Negate(of) => number(of).and_then(i64::checked_neg),
        _ => None,
    }
}
