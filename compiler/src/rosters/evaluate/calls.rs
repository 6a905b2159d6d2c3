//! Calls: the functions that a limit knows, and the defines of the system.

use super::super::value::{Ratio, Value};
use super::{Evaluator, Fault, too_large, unknown};
use crate::names::suggest;
use warwright_grammar::tree::{Arg, Expr, Name};

impl<'c> Evaluator<'_, 'c> {
    pub(super) fn call(
        &mut self,
        expr: &'c Expr,
        callee: &'c Expr,
        args: &'c [Arg],
    ) -> Result<Value<'c>, Fault> {
        let Some(name) = callee.as_name() else { return Err(unknown(expr)) };
        let word = &*name.text;
        let one = match args {
            [arg] if arg.name.is_none() => Some(&arg.value),
            _ => None,
        };
        match (word, one) {
            ("count", Some(set)) => {
                let count = self.list(set)?.len();
                let count = i64::try_from(count).unwrap_or(i64::MAX);
                Ok(Value::Number(Ratio::whole(count), None))
            }
            ("sum", Some(set)) => {
                let mut sum = Ratio::whole(0);
                let mut measure = None;
                for item in self.list(set)? {
                    let Value::Number(ratio, unit) = item else {
                        return Err(Fault::new(
                            set.span,
                            "only numbers can be summed: write `sum(x.field for each x in ..)`",
                        ));
                    };
                    measure = measure.or(unit);
                    sum = sum.add(ratio).ok_or_else(|| too_large(expr.span))?;
                }
                Ok(Value::Number(sum, measure))
            }
            ("floor" | "ceil" | "round", Some(value)) => {
                let (ratio, unit) = self.number(value)?;
                let whole = match word {
                    "floor" => ratio.floor(),
                    "ceil" => ratio.ceil(),
                    _ => ratio.round(),
                };
                Ok(Value::Number(Ratio::whole(whole), unit))
            }
            ("least" | "most" | "lowest" | "highest" | "min" | "max", _) => {
                self.extreme(expr, matches!(word, "most" | "highest" | "max"), args)
            }
            _ => self.define(expr, name, args),
        }
    }

    fn extreme(&mut self, expr: &'c Expr, most: bool, args: &'c [Arg]) -> Result<Value<'c>, Fault> {
        let mut values = Vec::new();
        for arg in args {
            match self.value(&arg.value)? {
                Value::List(items) => values.extend(items),
                value => values.push(value),
            }
        }
        let mut best: Option<(Ratio, Option<warwright_grammar::tree::Unit>)> = None;
        for value in values {
            let Value::Number(ratio, unit) = value else {
                return Err(Fault::new(expr.span, "only numbers can be compared"));
            };
            let better = best.is_none_or(|(best, _)| {
                let order = ratio.compare(best);
                if most { order.is_gt() } else { order.is_lt() }
            });
            if better {
                best = Some((ratio, unit));
            }
        }
        Ok(best.map_or(Value::None, |(ratio, unit)| Value::Number(ratio, unit)))
    }

    /// A define of the system, worked out with its arguments.
    fn define(
        &mut self,
        expr: &'c Expr,
        name: &'c Name,
        args: &'c [Arg],
    ) -> Result<Value<'c>, Fault> {
        let index = &self.content.index;
        let Some(define) = index.defines.get(&*name.text) else {
            let known = index.defines.keys().copied();
            let near = suggest(&name.text, known.chain(["count", "sum", "floor", "ceil", "round"]));
            let words = format!("a limit cannot ask `{}`", name.text);
            return Err(Fault::new(name.span, words).meant(near));
        };
        let define: &'c warwright_grammar::tree::Define = define;
        let mut bound = Vec::with_capacity(define.params.len());
        for (position, param) in define.params.iter().enumerate() {
            let arg = args
                .iter()
                .find(|arg| arg.name.as_ref().is_some_and(|name| name.text == param.name.text))
                .or_else(|| args.get(position).filter(|arg| arg.name.is_none()));
            let value = match (arg, &param.default) {
                (Some(arg), _) => self.value(&arg.value)?,
                (None, Some(default)) => self.value(default)?,
                (None, None) => {
                    let words = format!("`{}` wants its `{}`", name.text, param.name.text);
                    return Err(Fault::new(expr.span, words));
                }
            };
            bound.push((&*param.name.text, value));
        }
        let outer = std::mem::replace(&mut self.bound, bound);
        let result = self.value(&define.value);
        self.bound = outer;
        result
    }
}
