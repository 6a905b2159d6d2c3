//! What is known where an action is taken: what it is taken with, what it requires, and what its price leaves.

use super::{Flow, Hung};
use crate::checks::logic::formula::Term;
use crate::typed::{
    ActionDef, ActionPlace, Arithmetic, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind,
    PermissionClauseDef, RequireDef, Type, Typed,
};
use warwright_ir as ir;

/// Whether some clause lets a permission be given although something that it requires fails.
pub(crate) fn is_allowed(typed: &Typed, id: ir::PermissionId) -> bool {
    typed.clauses.values().any(|clause| {
        clause.owner == ClauseOwner::Permission(id)
            && matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Allow))
    })
}

/// Whether some clause lets a permission be given although this is not met.
pub(crate) fn is_struck(typed: &Typed, id: ir::PermissionId, require: &RequireDef) -> bool {
    typed.clauses.values().any(|clause| {
        let named = || clause.over.iter().any(|(over, _)| Some(over) == require.label.as_ref());
        clause.owner == ClauseOwner::Permission(id)
            && matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Allow))
            && (clause.over.is_empty() || require.label.is_none() || named())
    })
}

impl<'f> Flow<'f, '_> {
    /// An action was chosen.
    pub(crate) fn chosen(&mut self, action: &'f ActionDef) {
        let typed = self.facts.typed;
        if let ActionPlace::Step { procedure, step, time } = action.place {
            self.hangs_on(Hung { procedure, step, time });
        }
        if let Some(when) = &action.when {
            self.asked_there(when);
        }
        for param in &action.params {
            self.value(&param.domain);
            self.is_of(param.local, &param.domain);
        }
        let permission = typed.permissions.get(action.permission);
        let heard = permission.filter(|_| !is_allowed(typed, action.permission));
        for require in heard.into_iter().flat_map(|it| &it.requires) {
            self.assume(&require.holds);
        }
    }

    /// It is spoken of by advice: it is offered, so what it requires is met.
    pub(crate) fn advised(&mut self, action: &'f ActionDef) {
        let typed = self.facts.typed;
        let Some(permission) = typed.permissions.get(action.permission) else { return };
        if is_allowed(typed, action.permission) {
            return;
        }
        for require in &permission.requires {
            self.due.get_or_insert((
                self.known.len(),
                require.holds.span,
                "the action is offered only where this holds",
            ));
            self.assume(&require.holds);
        }
    }

    /// It is paid: what was there is less by the price, which was there.
    pub(crate) fn paid(&mut self, action: &'f ActionDef) {
        let Some((cost, payer, field)) = &action.cost else { return };
        let typed = self.facts.typed;
        let (Some(price), Some(paid)) = (typed.quantities.get(*cost), typed.fields.get(*field))
        else {
            return;
        };
        let whom = self.reader.value(payer);
        let bent = self.facts.bent.get(cost.0 as usize).copied().unwrap_or(true);
        let read = Expr {
            kind: ExprKind::Field { of: Box::new(payer.clone()), field: *field },
            ty: paid.ty.clone(),
            span: payer.span,
        };
        let by = (!bent).then(|| price.base.clone());
        let spent = by.map(|by| Expr {
            span: by.span,
            ty: Type::int(None, None),
            kind: ExprKind::Arithmetic {
                how: Arithmetic::Sub,
                left: Box::new(read),
                right: Box::new(by),
            },
        });
        // What the price calls its own is no local of the action.
        let here = self.reader.moment();
        let left = spent.as_ref().map(|spent| self.reader.value(spent));
        self.reader.at(here);
        self.reader.wrote(*field);
        let Some(left) = left else { return };
        let not_owed = self.reader.compare(Compare::Ge, &left, &Term::Cell(0), payer.span);
        let is = self.reader.field_is(*field, &whom, &left, payer.span);
        std::iter::once(not_owed).chain(is).for_each(|formula| self.know(formula));
    }

    /// Whether a number may be nought or less.
    pub(crate) fn may_be_nought(&mut self, number: &'f Expr) -> bool {
        let term = self.reader.value(number);
        let nought = self.reader.compare(Compare::Le, &term, &Term::Cell(0), number.span);
        self.may_be(vec![nought], false).is_some()
    }
}
