//! Evaluating: works out a condition over a roster, as far as it can be known before play.

use warwright_grammar::source::Span;
use warwright_grammar::tree::{
    Arg, BinaryOp, Binder, Expr, ExprKind, IsWhat, Name, Quantifier, UnaryOp,
};

use super::Roster;
use super::value::{Ratio, Value};
use crate::like::{Content, Found, written_name};
use crate::names::suggest;

/// So many expressions one limit may work out, and so deep its calls may go.
const FUEL: u32 = 4_000_000;
const DEPTH: u32 = 160;

/// Why a condition cannot be worked out.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) span: Span,
    pub(super) words: String,
    pub(super) meant: Option<String>,
    /// Whether another pass says what is wrong.
    pub(super) told: bool,
}

impl Fault {
    pub(super) fn new(span: Span, words: impl Into<String>) -> Self {
        Self { span, words: words.into(), meant: None, told: false }
    }

    /// What another pass says.
    pub(super) fn told(span: Span) -> Self {
        Self { told: true, ..Self::new(span, "this is not the value of a ruling") }
    }

    pub(super) fn meant(self, meant: Option<String>) -> Self {
        Self { meant, ..self }
    }
}

/// What a condition is asked of.
pub(super) struct Evaluator<'t, 'c> {
    pub(super) content: &'c Content<'t>,
    pub(super) roster: &'c Roster<'t>,
    bound: Vec<(&'c str, Value<'c>)>,
    fuel: u32,
    depth: u32,
}

impl<'t, 'c> Evaluator<'t, 'c> {
    pub(super) fn new(content: &'c Content<'t>, roster: &'c Roster<'t>) -> Self {
        Self { content, roster, bound: Vec::new(), fuel: FUEL, depth: 0 }
    }

    /// Whether a condition holds.
    pub(super) fn holds(&mut self, condition: &'c Expr) -> Result<bool, Fault> {
        match self.value(condition)? {
            Value::Bool(holds) => Ok(holds),
            _ => Err(Fault::new(condition.span, "a condition is wanted here")),
        }
    }

    /// A value with a name bound.
    pub(super) fn bind<R>(
        &mut self,
        name: &'c str,
        value: Value<'c>,
        then: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.bound.push((name, value));
        let result = then(self);
        self.bound.pop();
        result
    }

    /// A value that sees no bound names: a printed figure.
    pub(super) fn apart(&mut self, expr: &'c Expr) -> Result<Value<'c>, Fault> {
        let bound = std::mem::take(&mut self.bound);
        let result = self.value(expr);
        self.bound = bound;
        result
    }

    /// A value that sees `self` alone: a derived fact.
    pub(super) fn with_self(&mut self, of: Value<'c>, expr: &'c Expr) -> Result<Value<'c>, Fault> {
        let bound = std::mem::replace(&mut self.bound, vec![("self", of)]);
        let result = self.value(expr);
        self.bound = bound;
        result
    }

    fn deeper<R>(
        &mut self,
        span: Span,
        then: impl FnOnce(&mut Self) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        if self.depth >= DEPTH {
            return Err(Fault::new(
                span,
                "this is nested too deep, or refers to itself without an end",
            ));
        }
        self.depth += 1;
        let result = then(self);
        self.depth -= 1;
        result
    }

    /// A value.
    pub(super) fn value(&mut self, expr: &'c Expr) -> Result<Value<'c>, Fault> {
        match self.fuel.checked_sub(1) {
            Some(left) => self.fuel = left,
            None => return Err(Fault::new(expr.span, "this takes too much work for a limit")),
        }
        self.deeper(expr.span, |inner| inner.shallow(expr))
    }

    fn shallow(&mut self, expr: &'c Expr) -> Result<Value<'c>, Fault> {
        match &expr.kind {
            ExprKind::Number(number) => match Ratio::of(number) {
                Some(ratio) => {
                    let unit =
                        number.unit.filter(|unit| *unit != warwright_grammar::tree::Unit::Percent);
                    Ok(Value::Number(ratio, unit))
                }
                None => Err(Fault::new(expr.span, "this number is too large")),
            },
            ExprKind::Bool(answer) => Ok(Value::Bool(*answer)),
            ExprKind::None => Ok(Value::None),
            ExprKind::Text(text) => match text.plain() {
                Some(words) => Ok(Value::Word(words)),
                None => Err(unknown(expr)),
            },
            ExprKind::Name(name) => self.name(name),
            ExprKind::Field(field) => {
                let of = self.value(&field.of)?;
                self.field(&of, &field.name)
            }
            ExprKind::Call(call) => self.call(expr, &call.callee, &call.args),
            ExprKind::List(items) | ExprKind::Set(items) => {
                let values: Result<Vec<_>, Fault> =
                    items.iter().map(|item| self.value(item)).collect();
                values.map(Value::List)
            }
            ExprKind::Unary { op, value } => self.unary(*op, value),
            ExprKind::Binary(it) => self.binary(expr, it.op, &it.left, &it.right),
            ExprKind::In(it) => {
                let value = self.value(&it.value)?;
                let set = self.list(&it.set)?;
                Ok(Value::Bool(set.iter().any(|item| self.same(item, &value)) != it.negated))
            }
            ExprKind::Is(it) => self.is(&it.value, it.negated, &it.what),
            ExprKind::Has { owner, ability } => self.has(owner, ability),
            ExprKind::If(it) => {
                for (condition, value) in &it.arms {
                    if self.holds(condition)? {
                        return self.value(value);
                    }
                }
                match &it.otherwise {
                    Some(otherwise) => self.value(otherwise),
                    None => Err(unknown(expr)),
                }
            }
            ExprKind::Quantified { quantifier, binder } => self.quantified(*quantifier, binder),
            ExprKind::Filter { set, condition } => self.filter(set, condition),
            ExprKind::ForEach { value, binder } => {
                let mut values = Vec::new();
                self.each(binder, |inner| {
                    values.push(inner.value(value)?);
                    Ok(())
                })?;
                Ok(Value::List(values))
            }
            _ => Err(unknown(expr)),
        }
    }

    fn is(&mut self, value: &'c Expr, negated: bool, what: &'c IsWhat) -> Result<Value<'c>, Fault> {
        let found = self.value(value)?;
        let answer = match what {
            IsWhat::Value(what) => {
                let what = self.value(what)?;
                self.same(&found, &what)
            }
            IsWhat::Empty(_) => match found {
                Value::List(items) => items.is_empty(),
                Value::None => true,
                _ => return Err(Fault::new(value.span, "only a list can be empty")),
            },
            IsWhat::Some(name) => {
                return Err(Fault::new(name.span, "a limit cannot bind a name with `some`"));
            }
        };
        Ok(Value::Bool(answer != negated))
    }

    fn filter(&mut self, set: &'c Expr, condition: &'c Expr) -> Result<Value<'c>, Fault> {
        let set = self.list(set)?;
        let mut kept = Vec::new();
        for item in set {
            if self.bind("it", item.clone(), |inner| inner.holds(condition))? {
                kept.push(item);
            }
        }
        Ok(Value::List(kept))
    }

    /// Runs something for each member of a binder's set for which its condition holds.
    pub(super) fn each(
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

    /// The value of the innermost bound name.
    pub(super) fn bound(&self, name: &str) -> Option<&Value<'c>> {
        self.bound.iter().rev().find(|(bound, _)| *bound == name).map(|(_, value)| value)
    }

    fn list(&mut self, expr: &'c Expr) -> Result<Vec<Value<'c>>, Fault> {
        match self.value(expr)? {
            Value::List(items) => Ok(items),
            Value::None => Ok(Vec::new()),
            _ => Err(Fault::new(expr.span, "a list is wanted here")),
        }
    }

    fn name(&mut self, name: &'c Name) -> Result<Value<'c>, Fault> {
        if let Some(value) = self.bound(&name.text) {
            return Ok(value.clone());
        }
        let word = &*name.text;
        if word == "roster" {
            return Ok(Value::Roster);
        }
        let index = &self.content.index;
        if let Some(ruling) = index.rulings.get(word) {
            return self.ruling(ruling);
        }
        let known =
            index.enums.values().any(|one| one.values.iter().any(|value| &*value.text == word))
                || index.abilities.contains_key(word)
                || index.factions.contains_key(word)
                || self.content.find(None, word, None) != Found::None;
        if known {
            return Ok(Value::Word(&name.text));
        }
        let values =
            index.enums.values().flat_map(|one| one.values.iter().map(|value| &*value.text));
        let bound = self.bound.iter().map(|(name, _)| *name);
        let near = suggest(word, bound.chain(["roster", "it"]).chain(values));
        Err(Fault::new(name.span, format!("nothing here is called `{word}`")).meant(near))
    }

    /// Whether two values are the same; an entity is the same as its title.
    fn same(&self, one: &Value<'c>, other: &Value<'c>) -> bool {
        let title = |value: &Value<'c>| match value {
            Value::Entity(id) => self.content.entity(*id).map(|entity| entity.title.to_string()),
            _ => value.word().map(str::to_owned),
        };
        match (one, other) {
            (Value::Number(one, unit), Value::Number(other, other_unit)) => {
                unit == other_unit && one.compare(*other).is_eq()
            }
            (Value::Entity(one), Value::Entity(other)) => one == other,
            _ => match (title(one), title(other)) {
                (Some(one), Some(other)) => one == other,
                _ => one == other,
            },
        }
    }

    fn has(&mut self, owner: &'c Expr, ability: &'c Expr) -> Result<Value<'c>, Fault> {
        let owned = self.value(owner)?;
        let id = match owned {
            Value::Piece(piece) => self.roster.pieces.get(piece).map(|piece| piece.entity),
            Value::Entity(id) => Some(id),
            _ => None,
        };
        let Some(entity) = id.and_then(|id| self.content.entity(id)) else {
            return Err(Fault::new(owner.span, "only a piece or its entry has abilities"));
        };
        let Some(name) = crate::like::listed_name(ability) else { return Err(unknown(ability)) };
        if !self.content.index.abilities.contains_key(name) {
            let names = self.content.index.abilities.keys().copied();
            let near = suggest(name, names);
            let words = format!("there is no ability `{name}`");
            return Err(Fault::new(ability.span, words).meant(near));
        }
        let has =
            entity.abilities.iter().any(|item| crate::like::listed_name(item.value) == Some(name));
        Ok(Value::Bool(has))
    }

    fn quantified(
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

    fn unary(&mut self, op: UnaryOp, value: &'c Expr) -> Result<Value<'c>, Fault> {
        match op {
            UnaryOp::Not => Ok(Value::Bool(!self.holds(value)?)),
            UnaryOp::Plus => self.value(value),
            UnaryOp::Minus => {
                let (ratio, unit) = self.number(value)?;
                let negated = ratio.negate().ok_or_else(|| too_large(value.span))?;
                Ok(Value::Number(negated, unit))
            }
        }
    }

    fn number(
        &mut self,
        expr: &'c Expr,
    ) -> Result<(Ratio, Option<warwright_grammar::tree::Unit>), Fault> {
        match self.value(expr)? {
            Value::Number(ratio, unit) => Ok((ratio, unit)),
            _ => Err(Fault::new(expr.span, "a number is wanted here")),
        }
    }

    fn binary(
        &mut self,
        expr: &'c Expr,
        op: BinaryOp,
        left: &'c Expr,
        right: &'c Expr,
    ) -> Result<Value<'c>, Fault> {
        match op {
            BinaryOp::And => return Ok(Value::Bool(self.holds(left)? && self.holds(right)?)),
            BinaryOp::Or => return Ok(Value::Bool(self.holds(left)? || self.holds(right)?)),
            BinaryOp::Otherwise => {
                return match self.value(left)? {
                    Value::None => self.value(right),
                    found => Ok(found),
                };
            }
            BinaryOp::Equal | BinaryOp::NotEqual => {
                let (one, other) = (self.value(left)?, self.value(right)?);
                return Ok(Value::Bool(self.same(&one, &other) == (op == BinaryOp::Equal)));
            }
            BinaryOp::FollowedBy => return Err(unknown(expr)),
            _ => {}
        }
        let (one, unit) = self.number(left)?;
        let (other, other_unit) = self.number(right)?;
        let plain = matches!(op, BinaryOp::Multiply | BinaryOp::Divide);
        if !plain && unit != other_unit {
            return Err(Fault::new(expr.span, "these have different measures"));
        }
        let order = one.compare(other);
        let result = match op {
            BinaryOp::Less => return Ok(Value::Bool(order.is_lt())),
            BinaryOp::AtMost => return Ok(Value::Bool(order.is_le())),
            BinaryOp::More => return Ok(Value::Bool(order.is_gt())),
            BinaryOp::AtLeast => return Ok(Value::Bool(order.is_ge())),
            BinaryOp::Add => one.add(other),
            BinaryOp::Subtract => other.negate().and_then(|other| one.add(other)),
            BinaryOp::Multiply => one.multiply(other),
            BinaryOp::Divide if other.numerator == 0 => {
                return Err(Fault::new(
                    right.span,
                    "this is zero, and nothing can be divided by it",
                ));
            }
            _ => one.divide(other),
        };
        let unit = match op {
            BinaryOp::Divide if unit == other_unit => None,
            _ => unit.or(other_unit),
        };
        result.map(|ratio| Value::Number(ratio, unit)).ok_or_else(|| too_large(expr.span))
    }

    fn call(
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

fn unknown(expr: &Expr) -> Fault {
    let words = match written_name(expr) {
        Some(name) => format!("`{name}` cannot be known before play"),
        None => "this cannot be known before play".to_owned(),
    };
    Fault::new(expr.span, words)
}

fn too_large(span: Span) -> Fault {
    Fault::new(span, "this number is too large")
}
