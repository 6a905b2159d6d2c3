//! On whose account a requirement fails that nothing of a set may break: `require no x in S where C` names those x.

use super::{Evaluator, Observer};
use crate::fault::Checked;
use warwright_ir::{Expr, ExprId, Quantifier, Slot, TextId, Ty, UnaryOp};

/// So many are named; the rest are counted.
const MOST: usize = 3;

impl<O: Observer> Evaluator<'_, O> {
    /// The label of a reason with those on whose account it stands; nothing where it is about no set of things.
    pub(super) fn with_culprits(
        &mut self,
        label: TextId,
        holds: ExprId,
    ) -> Checked<Option<String>> {
        let program = &self.linked.program;
        let (asked, bad) = match program.exprs.get(holds) {
            Some(Expr::Unary { op: UnaryOp::Not, of }) => (*of, true),
            _ => (holds, false),
        };
        let Some(Expr::Quantified { how, of, slot: Slot::Scalar(slot), when, value }) =
            program.exprs.get(asked)
        else {
            return Ok(None);
        };
        let item = self.ty(*of)?.element();
        let (Some(item @ Ty::Entity(_)), true) =
            (item, *how == if bad { Quantifier::Any } else { Quantifier::All })
        else {
            return Ok(None);
        };
        let mut names = Vec::new();
        for cell in self.wide(*of)? {
            self.set_scalar(*slot, cell)?;
            let counts = match when {
                Some(when) => self.holds(*when)?,
                None => true,
            };
            let is_culprit = counts
                && match value {
                    Some(value) => self.holds(*value)? == bad,
                    None => bad,
                };
            if is_culprit {
                names.push(self.renderer().value(&item, &[cell]));
            }
        }
        if names.is_empty() {
            return Ok(None);
        }
        let more = names.len().saturating_sub(MOST);
        names.truncate(MOST);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let label = self.linked.program.texts.get(label).map_or("", String::as_str);
        Ok(Some(format!("{label}: {}{more}", names.join(", "))))
    }
}
