//! On whose account a requirement fails that nothing of a set may break: `require no x in S where C` names those x,
//! `require clear line ..` what bars the line.

use super::{Evaluator, Observer};
use crate::fault::Checked;
use warwright_ir::{Expr, ExprId, NONE, Part, Quantifier, Slot, Template, TextId, Ty, UnaryOp};

/// So many are named; the rest are counted.
const MOST: usize = 3;

impl<O: Observer> Evaluator<'_, O> {
    /// The label of a reason with those on whose account it stands; nothing where it is about no set of things.
    pub(super) fn with_culprits(
        &mut self,
        label: TextId,
        holds: ExprId,
    ) -> Checked<Option<String>> {
        let mut names = match self.linked.program.exprs.get(holds) {
            Some(Expr::ClearLine { past, .. }) => self.in_the_way(past.iter().map(|it| it.slot))?,
            _ => self.broken_by(holds)?,
        };
        if names.is_empty() {
            return Ok(None);
        }
        let more = names.len().saturating_sub(MOST);
        names.truncate(MOST);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let label = self.linked.program.texts.get(label).map_or("", String::as_str);
        Ok(Some(format!("{label}: {}{more}", names.join(", "))))
    }

    /// Whether words quote a thing that is not there: what would be in the way, where something else is.
    pub(super) fn quotes_nobody(&mut self, words: &Template) -> Checked<bool> {
        for part in &words.parts {
            if let Part::Value(expr) = part
                && matches!(self.ty(*expr)?, Ty::Entity(_))
                && self.scalar(*expr)? == NONE
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What was found in the way of a line that has just been looked along.
    fn in_the_way(&mut self, slots: impl Iterator<Item = Slot>) -> Checked<Vec<String>> {
        let mut names = Vec::new();
        for slot in slots {
            if let Slot::Scalar(slot) = slot
                && let item @ 0.. = self.local(slot)?
            {
                names.push(self.renderer().entity(item));
            }
        }
        Ok(names)
    }

    /// The things of a set that break a requirement which none of them may break.
    fn broken_by(&mut self, holds: ExprId) -> Checked<Vec<String>> {
        let program = &self.linked.program;
        let (asked, bad) = match program.exprs.get(holds) {
            Some(Expr::Unary { op: UnaryOp::Not, of }) => (*of, true),
            _ => (holds, false),
        };
        let mut names = Vec::new();
        let Some(Expr::Quantified { how, of, slot: Slot::Scalar(slot), when, value }) =
            program.exprs.get(asked)
        else {
            return Ok(names);
        };
        let item = self.ty(*of)?.element();
        let (Some(item @ Ty::Entity(_)), true) =
            (item, *how == if bad { Quantifier::Any } else { Quantifier::All })
        else {
            return Ok(names);
        };
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
        Ok(names)
    }
}
