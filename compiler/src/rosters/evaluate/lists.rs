//! Lists: goes over the members of a set, keeps some of them, asks whether any or all will do.

use super::super::value::Value;
use super::{Evaluator, Fault};
use warwright_grammar::tree::{Binder, Expr, Quantifier};

impl<'c> Evaluator<'_, 'c> {
    /// Runs something for each member of a binder's set for which its condition holds.
    pub(in crate::rosters) fn each(
        &mut self,
        binder: &'c Binder,
        mut then: impl FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let [name] = binder.names.as_slice() else {
            return Err(Fault::new(binder.span, "a limit goes over one name at a time"));
        };
        for item in self.list(&binder.set)? {
            self.bind(&name.text, item, |inner| {
                let counts = match &binder.filter {
                    Some(filter) => inner.holds(filter)?,
                    None => true,
                };
                if counts { then(inner) } else { Ok(()) }
            })?;
        }
        Ok(())
    }

    pub(super) fn list(&mut self, expr: &'c Expr) -> Result<Vec<Value<'c>>, Fault> {
        match self.value(expr)? {
            Value::List(items) => Ok(items),
            Value::None => Ok(Vec::new()),
            _ => Err(Fault::new(expr.span, "a list is wanted here")),
        }
    }

    pub(super) fn filter(
        &mut self,
        set: &'c Expr,
        condition: &'c Expr,
    ) -> Result<Value<'c>, Fault> {
        let set = self.list(set)?;
        let mut kept = Vec::new();
        for item in set {
            if self.bind("it", item.clone(), |inner| inner.holds(condition))? {
                kept.push(item);
            }
        }
        Ok(Value::List(kept))
    }

    pub(super) fn quantified(
        &mut self,
        quantifier: Quantifier,
        binder: &'c Binder,
    ) -> Result<Value<'c>, Fault> {
        let all = self.list(&binder.set)?.len();
        let mut count = 0usize;
        self.each(binder, |_| {
            count += 1;
            Ok(())
        })?;
        Ok(Value::Bool(match quantifier {
            Quantifier::Any => count > 0,
            Quantifier::All => count == all,
            Quantifier::No => count == 0,
        }))
    }
}
