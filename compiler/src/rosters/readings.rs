//! Readings: the rulings that limits ask, and what a roster takes for them.

use std::collections::BTreeSet;

use warwright_grammar::source::Span;
use warwright_grammar::tree::{self, Binder, Expr, ExprKind, IsWhat, Limit, Name, TypeKind, Word};

use super::Roster;
use super::evaluate::{Evaluator, Fault};
use super::value::Value;
use crate::names::Index;

/// What a roster takes for a ruling.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'t> {
    /// The ruling.
    pub name: &'t Name,
    /// What it is here.
    pub value: &'t Expr,
    /// The line of the roster; none where the battle takes it, in one of whose sides the roster stands.
    pub line: Option<Span>,
}

impl<'t> Roster<'t> {
    /// What it takes for a ruling: its own line goes over that of its battle.
    pub(super) fn reading(&self, ruling: &str) -> Option<&Reading<'t>> {
        let named = || self.readings.iter().filter(|reading| *reading.name.text == *ruling);
        named().find(|reading| reading.line.is_some()).or_else(|| named().next())
    }

    /// The lines in which it takes a reading.
    pub fn own_readings(&self) -> impl Iterator<Item = (&Reading<'t>, Span)> {
        self.readings.iter().filter_map(|reading| Some((reading, reading.line?)))
    }
}

impl<'c> Evaluator<'_, 'c> {
    /// A ruling, as the roster takes it or else as it is declared.
    pub(super) fn ruling(&mut self, ruling: &'c tree::Ruling) -> Result<Value<'c>, Fault> {
        let declared = self.apart(&ruling.value);
        let Some(reading) = self.roster.reading(&ruling.name.text) else { return declared };
        // What the types refuse is told there, and nothing can be said of a limit that asks for it.
        let told = || Fault::told(reading.value.span);
        let taken = self.apart(reading.value).map_err(|_| told())?;
        if self.fits(&taken, &declared?, ruling)? { Ok(taken) } else { Err(told()) }
    }

    /// Whether a value is of the type of a ruling.
    fn fits(
        &mut self,
        taken: &Value<'c>,
        declared: &Value<'c>,
        ruling: &'c tree::Ruling,
    ) -> Result<bool, Fault> {
        let TypeKind::Named { name, range } = &ruling.ty.kind else { return Ok(true) };
        let (number, measure) = match (taken, declared) {
            (Value::Number(number, measure), Value::Number(_, wanted)) if measure == wanted => {
                (*number, *measure)
            }
            (Value::Word(word), Value::Word(_)) => {
                let values = self.content.index.enums.get(&*name.text).map(|one| &one.values);
                return Ok(values.is_none_or(|all| all.iter().any(|value| *value.text == **word)));
            }
            (Value::Bool(_), Value::Bool(_)) => return Ok(true),
            _ => return Ok(false),
        };
        if &*name.text == "int" && number.denominator != 1 {
            return Ok(false);
        }
        let Some(range) = range else { return Ok(true) };
        for (end, outside) in [(&range.low, true), (&range.high, false)] {
            let Some(end) = end else { continue };
            if let Value::Number(end, of) = self.apart(end)?
                && of == measure
            {
                let order = number.compare(end);
                if (outside && order.is_lt()) || (!outside && order.is_gt()) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// What limits ask of a game: its rulings and defines, through all that these ask in turn.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The rulings.
    pub rulings: BTreeSet<Word>,
    /// The defines.
    pub defines: BTreeSet<Word>,
    /// Derived facts, which are asked as fields.
    derives: BTreeSet<Word>,
}

impl Asked {
    /// Adds what a limit asks.
    pub(super) fn limit(&mut self, index: &Index<'_>, limit: &Limit) {
        self.expr(index, &limit.condition);
        if let Some(binder) = &limit.each {
            self.binder(index, binder);
        }
    }

    fn binder(&mut self, index: &Index<'_>, binder: &Binder) {
        self.expr(index, &binder.set);
        binder.filter.iter().for_each(|filter| self.expr(index, filter));
    }

    fn all<'e>(&mut self, index: &Index<'_>, all: impl IntoIterator<Item = &'e Expr>) {
        all.into_iter().for_each(|expr| self.expr(index, expr));
    }

    /// Goes through the forms that a limit can be worked out of; any other is an error where it stands.
    fn expr(&mut self, index: &Index<'_>, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) if index.rulings.contains_key(&*name.text) => {
                self.rulings.insert(name.text.clone());
            }
            ExprKind::Field(field) => {
                self.expr(index, &field.of);
                self.derive(index, &field.name);
            }
            ExprKind::Call(call) => {
                if let Some(name) = call.callee.as_name() {
                    self.define(index, name);
                }
                self.all(index, call.args.iter().map(|arg| &arg.value));
            }
            ExprKind::List(items) | ExprKind::Set(items) => self.all(index, items),
            ExprKind::Unary { value, .. } => self.expr(index, value),
            ExprKind::Binary(it) => self.all(index, [&it.left, &it.right]),
            ExprKind::In(it) => self.all(index, [&it.value, &it.set]),
            ExprKind::Is(it) => {
                self.expr(index, &it.value);
                if let IsWhat::Value(what) = &it.what {
                    self.expr(index, what);
                }
            }
            ExprKind::Has { owner, .. } => self.expr(index, owner),
            ExprKind::If(it) => {
                let arms = it.arms.iter().flat_map(|(condition, value)| [condition, value]);
                self.all(index, arms.chain(&it.otherwise));
            }
            ExprKind::Quantified { binder, .. } => self.binder(index, binder),
            ExprKind::Filter { set, condition } => {
                self.all(index, [&**set, &**condition]);
            }
            ExprKind::ForEach { value, binder } => {
                self.expr(index, value);
                self.binder(index, binder);
            }
            _ => {}
        }
    }

    fn define(&mut self, index: &Index<'_>, name: &Name) {
        if let Some(define) = index.defines.get(&*name.text)
            && self.defines.insert(name.text.clone())
        {
            self.all(index, define.params.iter().filter_map(|param| param.default.as_ref()));
            self.expr(index, &define.value);
        }
    }

    fn derive(&mut self, index: &Index<'_>, name: &Name) {
        let shapes = index.kinds.values();
        let found: Vec<&Expr> = shapes
            .flat_map(|shape| &shape.derives)
            .filter(|derive| derive.name.text == name.text)
            .map(|derive| &derive.value)
            .collect();
        if !found.is_empty() && self.derives.insert(name.text.clone()) {
            self.all(index, found);
        }
    }
}
