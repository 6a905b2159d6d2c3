//! Expressions as infix text, with names in place of ids.

use super::{Lister, Locals};
use crate::{
    BinaryOp, Expr, ExprId, Part, Quantifier, ReachLimit, Rounding, Slot, Supposition, Template,
    Ty, UnaryOp,
};

/// An expression is cut off after so many characters: shared parts could make it very long.
const LONGEST: usize = 20_000;

impl<'p> Lister<'p> {
    /// An expression in words.
    pub(super) fn expr(&self, id: ExprId, locals: &Locals<'p>) -> String {
        let mut out = String::new();
        Writer { lister: self, locals, out: &mut out }.write(id, ExprId(u32::MAX));
        out
    }

    /// Expressions with commas.
    pub(super) fn exprs(&self, ids: &[ExprId], locals: &Locals<'p>) -> String {
        let all: Vec<String> = ids.iter().map(|id| self.expr(*id, locals)).collect();
        all.join(", ")
    }

    /// ` WORD EXPR`, where there is one.
    pub(super) fn tail(&self, word: &str, id: Option<ExprId>, locals: &Locals<'p>) -> String {
        id.map_or_else(String::new, |id| format!(" {word} {}", self.expr(id, locals)))
    }

    /// A message with its values in braces.
    pub(super) fn template(&self, template: &Template, locals: &Locals<'p>) -> String {
        let mut words = String::new();
        for part in &template.parts {
            match part {
                Part::Words(text) => words.push_str(self.text(*text)),
                Part::Value(value) => words.push_str(&format!("{{{}}}", self.expr(*value, locals))),
            }
        }
        format!("{words:?}")
    }
}

struct Writer<'w, 'p> {
    lister: &'w Lister<'p>,
    locals: &'w Locals<'p>,
    out: &'w mut String,
}

impl<'p> Writer<'_, 'p> {
    fn put(&mut self, words: &str) {
        if self.out.len() < LONGEST {
            self.out.push_str(words);
        } else if !self.out.ends_with("..") {
            self.out.push_str("..");
        }
    }

    fn all(&mut self, ids: &[ExprId], parent: ExprId) {
        for (position, id) in ids.iter().enumerate() {
            if position > 0 {
                self.put(", ");
            }
            self.write(*id, parent);
        }
    }

    fn call(&mut self, name: &str, args: &[ExprId], parent: ExprId) {
        self.put(name);
        self.put("(");
        self.all(args, parent);
        self.put(")");
    }

    /// `( A WORD B )`.
    fn infix(&mut self, left: ExprId, word: &str, right: ExprId, parent: ExprId) {
        self.put("(");
        self.write(left, parent);
        self.put(&format!(" {word} "));
        self.write(right, parent);
        self.put(")");
    }

    fn postfix(&mut self, of: ExprId, words: &str, parent: ExprId) {
        self.write(of, parent);
        self.put(words);
    }

    /// Writes an expression that stands in `parent`. In a sound program parts come before the whole; where they do not,
    /// they are not followed, so that the listing of any program ends.
    fn write(&mut self, id: ExprId, parent: ExprId) {
        let found = self.lister.program.exprs.get(id).filter(|_| id < parent);
        match found {
            Some(_) if self.out.len() >= LONGEST => self.put(".."),
            Some(expr) => self.form(id, expr),
            None => self.put(&format!("#{}", id.0)),
        }
    }

    fn ty(&self, id: ExprId) -> &'p Ty {
        self.lister.program.types.get(id.0 as usize).unwrap_or(&Ty::Int)
    }

    fn slot(&self, slot: Slot) -> String {
        self.locals.show(slot)
    }

    fn form(&mut self, id: ExprId, expr: &'p Expr) {
        match expr {
            Expr::Const(cell) => self.put(&self.lister.cell(self.ty(id), *cell)),
            Expr::Wide(cells) => self.put(&self.lister.cells(self.ty(id), cells)),
            Expr::Local(slot) => self.put(&self.slot(*slot)),
            Expr::Let { slot, value, body } => {
                self.put(&format!("(let {} = ", self.slot(*slot)));
                self.write(*value, id);
                self.put("; ");
                self.write(*body, id);
                self.put(")");
            }
            Expr::Unary { op, of } => self.unary(*op, *of, id),
            Expr::Binary { op, left, right } => self.binary(*op, *left, *right, id),
            Expr::And { left, right } => self.infix(*left, "and", *right, id),
            Expr::Or { left, right } => self.infix(*left, "or", *right, id),
            Expr::Otherwise { of, other } => self.infix(*of, "otherwise", *other, id),
            Expr::If { when, then, other } => {
                self.put("(if ");
                self.write(*when, id);
                self.put(" then ");
                self.write(*then, id);
                self.put(" else ");
                self.write(*other, id);
                self.put(")");
            }
            Expr::IsSome { of, slot } => {
                self.put("(");
                let name = slot.map_or_else(String::new, |slot| format!(" {}", self.slot(slot)));
                self.postfix(*of, &format!(" is some{name})"), id);
            }
            Expr::Round { of, how } => {
                let name = match how {
                    Rounding::Floor => "floor",
                    Rounding::Ceil => "ceil",
                    Rounding::Nearest => "round",
                };
                self.call(name, &[*of], id);
            }
            Expr::AsOf { moment, of } => {
                let moment = self.lister.name(&self.lister.program.moments, *moment, |it| it.name);
                self.put("(");
                self.postfix(*of, &format!(" as of {moment})"), id);
            }
            Expr::Supposing { changes, of } => self.supposing(changes, *of, id),
            Expr::Space { op, args } => self.call(op.sign().name, args, id),
            Expr::RouteWhile { route, when } => self.infix(*route, "while", *when, id),
            Expr::ClearLine { from, to, wide, past } => {
                let parts: Vec<ExprId> = [*from, *to].into_iter().chain(*wide).collect();
                self.call("clear_line", &parts, id);
                for past in past {
                    self.over(" past", past.of, past.slot, past.when, past.through, id);
                }
            }
            Expr::Reach { from, limit, into, on } => {
                let (name, limit) = match limit {
                    ReachLimit::Within(steps) => ("cells_within", *steps),
                    ReachLimit::To(cell) => ("path", *cell),
                };
                self.call(name, &[*from, limit], id);
                for (word, test) in [(" into", into), (" on from", on)] {
                    if let Some(test) = test {
                        self.put(&format!("{word} {} where ", self.slot(test.slot)));
                        self.write(test.when, id);
                    }
                }
            }
            _ => {
                if !self.named(id, expr) {
                    self.items(id, expr);
                }
            }
        }
    }

    /// Expressions that name something declared; says whether it was one.
    fn named(&mut self, id: ExprId, expr: &'p Expr) -> bool {
        let lister = self.lister;
        let program = lister.program;
        match expr {
            Expr::Field { of, field } => {
                let field = lister.name(&program.fields, *field, |it| it.name);
                self.postfix(*of, &format!(".{field}"), id);
            }
            Expr::Printed { of, profile } => {
                let profile = lister.name(&program.profiles, *profile, |it| it.name);
                self.postfix(*of, &format!(".printed.{profile}"), id);
            }
            Expr::Quantity { quantity, args } => {
                let name = lister.name(&program.quantities, *quantity, |it| it.name);
                self.call(&name, args, id);
            }
            Expr::Call { function, args } => {
                let name = lister.name(&program.functions, *function, |it| it.name);
                self.call(&name, args, id);
            }
            Expr::May { permission, args } => {
                let name = lister.name(&program.permissions, *permission, |it| it.name);
                self.call(&format!("may {name}"), args, id);
            }
            Expr::Table { table, keys } => {
                let name = lister.name(&program.tables, *table, |it| it.name);
                self.call(&name, keys, id);
            }
            Expr::IsEntry { of, entry } => {
                let entry = lister.name(&program.entries, *entry, |it| it.name);
                self.put("(");
                self.postfix(*of, &format!(" is {entry})"), id);
            }
            Expr::Rung { scale, of, by } => {
                let name = lister.name(&program.scales, *scale, |it| it.name);
                self.call(&format!("rung {name}"), &[*of, *by], id);
            }
            Expr::During(moment) => {
                let name = lister.name(&program.moments, *moment, |it| it.name);
                self.put(&format!("during {name}"));
            }
            Expr::Begun { procedure, within } => {
                let name = lister.name(&program.procedures, *procedure, |it| it.name);
                let within = within.map_or_else(
                    || "the battle".to_owned(),
                    |within| lister.name(&program.moments, within, |it| it.name),
                );
                self.put(&format!("(number of {name} within {within})"));
            }
            Expr::Ruling(number) => {
                let name = program.rulings.get(usize::from(*number)).map(|it| lister.text(it.name));
                self.put(name.unwrap_or("?"));
            }
            Expr::Applies { clause, args } => {
                let label = lister.name(&program.clauses, *clause, |it| it.label);
                self.call(&format!("applies {label} "), args, id);
            }
            _ => return self.related(id, expr),
        }
        true
    }

    /// Expressions on possession and ties.
    fn related(&mut self, id: ExprId, expr: &'p Expr) -> bool {
        let lister = self.lister;
        let program = lister.program;
        match expr {
            Expr::Has { of, ability } => {
                let name = lister.name(&program.abilities, *ability, |it| it.name);
                self.put("(");
                self.postfix(*of, &format!(" has {name})"), id);
            }
            Expr::Held { of, ability } => {
                let name = lister.name(&program.abilities, *ability, |it| it.name);
                self.call(&format!("times_held {name} by "), &[*of], id);
            }
            Expr::AbilityArg { of, ability, param } => {
                let found = program.abilities.get(*ability);
                let name = lister.name(&program.abilities, *ability, |it| it.name);
                let param = found.and_then(|it| it.params.get(usize::from(*param)));
                let param = param.map_or("?", |it| lister.text(it.name));
                self.postfix(*of, &format!(".{name}.{param}"), id);
            }
            Expr::Tied { tie, of } => {
                let tie = lister.name(&program.ties, *tie, |it| it.name);
                self.postfix(*of, &format!(".{tie}"), id);
            }
            Expr::AreTied { tie, left, right } => {
                let tie = lister.name(&program.ties, *tie, |it| it.name);
                self.infix(*left, &tie, *right, id);
            }
            Expr::TieField { tie, of, other, field } => {
                let name = lister.name(&program.ties, *tie, |it| it.name);
                let found =
                    program.ties.get(*tie).and_then(|it| it.fields.get(usize::from(*field)));
                let field = found.map_or("?", |it| lister.text(it.name));
                self.call(&format!("{name}.{field}"), &[*of, *other], id);
            }
            _ => return false,
        }
        true
    }

    fn items(&mut self, id: ExprId, expr: &'p Expr) {
        let lister = self.lister;
        let kinds = &lister.program.kinds;
        match expr {
            Expr::Items(items) => {
                self.put("[");
                self.all(items, id);
                self.put("]");
            }
            Expr::NameOf(of) => self.postfix(*of, ".name", id),
            Expr::OwnerOf(of) => self.postfix(*of, ".owner", id),
            Expr::InPlay(of) => self.postfix(*of, ".in_play", id),
            Expr::Only(kind) => {
                let name = lister.name(kinds, *kind, |it| it.name);
                self.put(&format!("the {name}"));
            }
            Expr::All(kind) | Expr::Members(kind) => {
                let name = lister.name(kinds, *kind, |it| it.name);
                self.put(&format!("all {name}"));
            }
            Expr::Range { low, high } => self.infix(*low, "..", *high, id),
            Expr::Filter { of, slot, when } => {
                self.over("filter", *of, *slot, Some(*when), None, id)
            }
            Expr::Map { of, slot, value } => self.over("map", *of, *slot, None, Some(*value), id),
            Expr::Union { left, right } => self.infix(*left, "+", *right, id),
            Expr::Without { left, right } => self.infix(*left, "without", *right, id),
            Expr::Size(of) => self.call("size", &[*of], id),
            Expr::Contains { of, item } => self.infix(*item, "in", *of, id),
            Expr::First(of) => self.call("first", &[*of], id),
            Expr::Quantified { how, of, slot, when, value } => {
                let name = match how {
                    Quantifier::Any => "any",
                    Quantifier::All => "all",
                    Quantifier::Count => "count",
                    Quantifier::Sum => "sum",
                    Quantifier::Least => "least",
                    Quantifier::Most => "most",
                    Quantifier::Lowest => "lowest",
                    Quantifier::Highest => "highest",
                };
                self.over(name, *of, *slot, *when, *value, id);
            }
            _ => self.put("?"),
        }
    }

    /// `NAME(s0 in ITEMS where COND: VALUE)`.
    fn over(
        &mut self,
        name: &str,
        of: ExprId,
        slot: Slot,
        when: Option<ExprId>,
        value: Option<ExprId>,
        parent: ExprId,
    ) {
        self.put(&format!("{name}({} in ", self.slot(slot)));
        self.write(of, parent);
        if let Some(when) = when {
            self.put(" where ");
            self.write(when, parent);
        }
        if let Some(value) = value {
            self.put(": ");
            self.write(value, parent);
        }
        self.put(")");
    }

    fn supposing(&mut self, changes: &'p [Supposition], of: ExprId, parent: ExprId) {
        let lister = self.lister;
        self.put("(supposing ");
        for (position, change) in changes.iter().enumerate() {
            if position > 0 {
                self.put(", ");
            }
            match change {
                Supposition::Field { of, field, value } => {
                    let field = lister.name(&lister.program.fields, *field, |it| it.name);
                    self.postfix(*of, &format!(".{field} = "), parent);
                    self.write(*value, parent);
                }
                Supposition::Gone(of) => self.postfix(*of, " gone", parent),
                Supposition::Has { of, ability, args, holds } => {
                    let name = lister.name(&lister.program.abilities, *ability, |it| it.name);
                    let has = if *holds { "has" } else { "lacks" };
                    self.postfix(*of, &format!(" {has} "), parent);
                    self.call(&name, args, parent);
                }
            }
        }
        self.put(": ");
        self.write(of, parent);
        self.put(")");
    }

    fn unary(&mut self, op: UnaryOp, of: ExprId, parent: ExprId) {
        match op {
            UnaryOp::Not => self.call("not ", &[of], parent),
            UnaryOp::Neg | UnaryOp::NegRatio => self.call("-", &[of], parent),
            UnaryOp::ToRatio => self.call("ratio", &[of], parent),
            UnaryOp::FaceValue => self.postfix(of, ".value", parent),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId, parent: ExprId) {
        let word = match op {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::DivRatio => "/",
            BinaryOp::AddRatio => "+r",
            BinaryOp::SubRatio => "-r",
            BinaryOp::MulRatio => "*r",
            BinaryOp::DivideRatios => "/r",
            BinaryOp::ScaleMeasure => "*m",
            BinaryOp::Rem => "mod",
            BinaryOp::Min => "min",
            BinaryOp::Max => "max",
            BinaryOp::Eq => "is",
            BinaryOp::Ne => "is not",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::LtRatio => "<r",
            BinaryOp::LeRatio => "<=r",
        };
        self.infix(left, word, right, parent);
    }
}
