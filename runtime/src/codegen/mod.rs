//! Code generation: takes the expressions, rules and bodies of a scenario, gives their code, each when it is first asked for.

mod acts;
mod branches;
mod exprs;
mod folding;
mod inline;
mod items;
mod maker;
mod pairs;
mod rules;
#[cfg(test)]
mod tests;

use crate::code::{Deeds, Unit};
use crate::link::{Linked, Setting};
use warwright_ir::{BodyId, ExprId, Id, PermissionId, ProcedureId, QuantityId};

impl Setting {
    /// The code of the acts of a body; nothing where the machine does them all.
    #[inline]
    pub(crate) fn body_code(&self, linked: &Linked, id: BodyId) -> Option<&Deeds> {
        let made = self.code.bodies.get(id.position())?;
        made.get_or_init(|| acts::body(linked, self, id)).as_deref()
    }

    /// Of the stages of a run; nothing where the machine does them all.
    #[inline]
    pub(crate) fn run_code(&self, linked: &Linked, id: ProcedureId) -> Option<&Deeds> {
        let made = self.code.runs.get(id.position())?;
        made.get_or_init(|| acts::run(linked, self, id)).as_deref()
    }

    /// Of an expression.
    #[inline]
    pub(crate) fn expr_code(&self, linked: &Linked, id: ExprId) -> Option<&Unit> {
        let made = self.code.exprs.get(id.position())?;
        made.get_or_init(|| exprs::expr(linked, self, id)).as_deref()
    }

    /// Of a quantity whose parameters stand in their slots.
    #[inline]
    pub(crate) fn quantity_code(&self, linked: &Linked, id: QuantityId) -> Option<&Unit> {
        let made = self.code.quantities.get(id.position())?;
        made.get_or_init(|| rules::quantity(linked, self, id)).as_deref()
    }

    /// Of the requirements and clauses of a permission.
    #[inline]
    pub(crate) fn permission_code(&self, linked: &Linked, id: PermissionId) -> Option<&Unit> {
        let made = self.code.permissions.get(id.position())?;
        made.get_or_init(|| rules::permission(linked, self, id)).as_deref()
    }
}
