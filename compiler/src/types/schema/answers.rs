//! Answers of things (`asks allowed(..)`): one function for the kind, made of what each entry answers.

use super::super::checker::{Checker, error};
use super::super::scope::Scope;
use crate::typed::{Expr, ExprKind, LocalId, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// The functions behind all questions to things.
    pub(super) fn check_answers(&mut self) {
        for (function, kind, asks) in self.facts.asks.clone() {
            self.answers_of(function, kind, asks);
        }
        self.stray_answers();
    }

    fn answers_of(&mut self, function: ir::FunctionId, kind: ir::KindId, asks: &'a tree::Asks) {
        let Some(def) = self.typed.functions.get(function) else { return };
        let ty = def.ty.clone();
        self.scope = Scope::with(&def.locals.all);
        self.scope.implicit = Some(LocalId(0));
        let mut arms: Vec<(Expr, Expr)> = Vec::new();
        let mut silent: Option<&crate::like::Entity<'a>> = None;
        let content = self.input.content;
        for (id, entity) in content.all() {
            if self.kind_at(entity.kind) != Some(kind) {
                continue;
            }
            let answer = entity.answers.iter().find(|answer| answer.name.text == asks.name.text);
            let Some(answer) = answer else {
                silent = silent.or(Some(entity));
                continue;
            };
            let mark = self.scope.mark();
            let value = self.expr(&answer.value, Some(&ty));
            self.scope.reset(mark);
            let when = self.is_this(LocalId(0), kind, ir::EntryId(id.0), answer.span);
            arms.push((when, value));
        }
        let other = match (&asks.default, silent) {
            (Some(default), _) => self.expr(default, Some(&ty)),
            (None, Some(entity)) => {
                Diagnostic::at(codes::NO_FIELD_VALUE, entity.name)
                    .says(format!("\"{}\" does not answer `{}`", entity.title, asks.name.text))
                    .label("no answer, and the kind has no default")
                    .also(asks.span, "asked here")
                    .help(format!("write `{}: ..` in its braces", asks.name.text))
                    .emit(self.sink);
                error(asks.span)
            }
            // Every entry answers, so the last answer stands for all others.
            (None, None) => match arms.pop() {
                Some((_, value)) => value,
                None => self.nothing_of(&ty, asks.span),
            },
        };
        let body = arms.into_iter().rev().fold(other, |other, (when, then)| {
            let span = then.span;
            Expr::either(when, then, other, ty.clone(), span)
        });
        let locals = self.finish();
        self.put_function(function, body, locals);
    }

    /// A value that is never asked for, since the kind has no things.
    fn nothing_of(&mut self, ty: &Type, span: Span) -> Expr {
        let kind = match ty {
            Type::Ratio => ExprKind::Fraction(0, 1),
            Type::Optional(_) => ExprKind::None,
            Type::List(_) | Type::Set(_) => ExprKind::Items(Vec::new()),
            Type::Text => ExprKind::Text(String::new()),
            Type::Bool | Type::Int { .. } | Type::Length | Type::Angle => ExprKind::Cell(0),
            _ => {
                return self.broken(
                    codes::NO_FIELD_VALUE,
                    "nothing of this kind is declared that could answer; give a default",
                    span,
                );
            }
        };
        Expr { kind, ty: ty.clone(), span }
    }

    /// Answers and deeds that the kind does not ask for.
    fn stray_answers(&mut self) {
        let content = self.input.content;
        for (_, entity) in content.all() {
            if entity.base.is_some() || (entity.answers.is_empty() && entity.does.is_empty()) {
                continue;
            }
            let Some(shape) = content.index.shape(entity.kind) else { continue };
            for answer in &entity.answers {
                if !shape.asks.iter().any(|asks| asks.name.text == answer.name.text) {
                    let known: Vec<String> =
                        shape.asks.iter().map(|asks| asks.name.text.to_string()).collect();
                    let what = format!("question to a {}", shape.name);
                    self.unknown_among(&answer.name, &what, &known);
                }
            }
            for does in &entity.does {
                if !shape.does.iter().any(|known| known.name.text == does.name.text) {
                    let known: Vec<String> =
                        shape.does.iter().map(|does| does.name.text.to_string()).collect();
                    let what = format!("deed of a {}", shape.name);
                    self.unknown_among(&does.name, &what, &known);
                }
            }
        }
    }
}
