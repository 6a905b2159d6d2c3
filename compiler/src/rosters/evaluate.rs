//! Evaluating: works out a condition over a roster, as far as it can be known before play.

mod calls;
mod lists;
mod operators;

use warwright_grammar::source::Span;
use warwright_grammar::tree::{Expr, ExprKind, Name};

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

    /// The value of the innermost bound name.
    pub(super) fn bound(&self, name: &str) -> Option<&Value<'c>> {
        self.bound.iter().rev().find(|(bound, _)| *bound == name).map(|(_, value)| value)
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
