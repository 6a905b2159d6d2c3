//! Ties: `join` and `part`.

use super::super::checker::{Checker, error};
use super::super::scope::Scope;
use crate::typed::{Expr, ExprKind, StmtKind, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// What the fields of a tie are given, in their order: those of both together, of the left end, of the right end.
#[derive(Debug)]
pub struct TieValues {
    /// Fields that the pair has once.
    pub shared: Vec<Expr>,
    /// Fields of the left end.
    pub of_left: Vec<Expr>,
    /// Fields of the right end.
    pub of_right: Vec<Expr>,
}

impl Checker<'_> {
    /// `join a, b by TIE { side of a: front, since: 3 }`.
    pub(super) fn join_stmt(
        &mut self,
        (a, b): (&tree::Expr, &tree::Expr),
        tie: &tree::Name,
        fields: &[tree::TieField],
        span: Span,
    ) -> StmtKind {
        let Some(id) = self.find_tie(tie) else { return StmtKind::Error };
        let Some((left, right)) = self.ends(id, a, b) else { return StmtKind::Error };
        let ends = (self.source_of(a.span), self.source_of(b.span));
        let Some(values) = self.tie_values(id, &ends, fields, span) else {
            return StmtKind::Error;
        };
        self.scope.forget(None);
        let TieValues { shared, of_left, of_right } = values;
        let (left, right) = (Box::new(left), Box::new(right));
        StmtKind::Join { tie: id, left, right, shared, of_left, of_right }
    }

    fn ends(&mut self, tie: ir::TieId, a: &tree::Expr, b: &tree::Expr) -> Option<(Expr, Expr)> {
        let def = self.typed.ties.get(tie)?;
        let (left, right) = (Type::Entity(def.left), Type::Entity(def.right));
        let left = self.expr(a, Some(&left));
        let right = self.expr(b, Some(&right));
        Some((left, right))
    }

    /// The values of a tie's fields: as written, else their first values; what is missing or wrong is reported.
    pub fn tie_values(
        &mut self,
        tie: ir::TieId,
        (left, right): &(String, String),
        fields: &[tree::TieField],
        span: Span,
    ) -> Option<TieValues> {
        let def = self.typed.ties.get(tie)?;
        let (name, declared, known) = (def.name.clone(), def.span, def.fields.clone());
        for field in fields {
            let Some((_, _, each)) = known.iter().find(|(name, ..)| *name == *field.name.text)
            else {
                let names: Vec<String> = known.iter().map(|(name, ..)| name.clone()).collect();
                self.unknown_among(&field.name, &format!("field of tie {name}"), &names);
                continue;
            };
            match &field.of {
                None if *each => {
                    self.report(field_of_whom(&field.name, (left, right), declared));
                }
                Some(of) if !*each => self.report(field_of_both(&field.name, of.span)),
                Some(of) => {
                    let end = self.source_of(of.span);
                    if end != *left && end != *right {
                        self.report(no_such_end(&end, (left, right), of.span));
                    }
                }
                None => {}
            }
        }
        let mut values =
            TieValues { shared: Vec::new(), of_left: Vec::new(), of_right: Vec::new() };
        let mut missing = Vec::new();
        for (position, (field, ty, each)) in known.iter().enumerate() {
            let wanted = (field.as_str(), ty, position);
            if *each {
                let of_left = self.tie_value(
                    &name,
                    wanted,
                    (Some(left), (left, right)),
                    (fields, span),
                    &mut missing,
                );
                let of_right = self.tie_value(
                    &name,
                    wanted,
                    (Some(right), (left, right)),
                    (fields, span),
                    &mut missing,
                );
                values.of_left.push(of_left);
                values.of_right.push(of_right);
            } else {
                let shared = self.tie_value(
                    &name,
                    wanted,
                    (None, (left, right)),
                    (fields, span),
                    &mut missing,
                );
                values.shared.push(shared);
            }
        }
        if !missing.is_empty() {
            self.report(tie_wants_fields(&name, &missing, span));
        }
        Some(values)
    }

    fn tie_value(
        &mut self,
        tie: &str,
        (name, ty, position): (&str, &Type, usize),
        (end, ends): (Option<&String>, (&String, &String)),
        (fields, span): (&[tree::TieField], Span),
        missing: &mut Vec<String>,
    ) -> Expr {
        let mut given = None;
        for field in fields.iter().filter(|field| *field.name.text == *name) {
            let of = field.of.as_ref().map(|of| self.source_of(of.span));
            let meant = match (&of, end) {
                (Some(of), Some(end)) => of == end,
                (None, None) => true,
                _ => false,
            };
            if meant {
                given = Some(field);
            }
        }
        if let Some(field) = given {
            return self.expr(&field.value, Some(ty));
        }
        let declared = self
            .input
            .content
            .index
            .ties
            .get(tie)
            .and_then(|tie| tie.fields.get(position))
            .and_then(|field| field.param.default.clone());
        match declared {
            Some(default) => {
                let read = |this: &mut Self| this.expr(&default, Some(ty));
                self.inside(Scope::new(), read).0
            }
            None if matches!(ty, Type::Optional(_)) => {
                Expr { kind: ExprKind::None, ty: ty.clone(), span }
            }
            None => {
                // One that is given for no end, for an end where there is none, or for what is no end, has its message already.
                let is_end = |of: &tree::Expr| {
                    let of = self.source_of(of.span);
                    *ends.0 == of || *ends.1 == of
                };
                let misplaced = |field: &tree::TieField| {
                    *field.name.text == *name
                        && (field.of.is_some() != end.is_some()
                            || field.of.as_ref().is_some_and(|of| !is_end(of)))
                };
                if !fields.iter().any(misplaced) {
                    missing.push(
                        end.map_or_else(|| name.to_owned(), |end| format!("{name} of {end}")),
                    );
                }
                error(span)
            }
        }
    }

    /// `part a, b by TIE`, `part a from all by TIE`.
    pub(super) fn part_stmt(
        &mut self,
        a: &tree::Expr,
        b: Option<&tree::Expr>,
        tie: &tree::Name,
    ) -> StmtKind {
        let Some(id) = self.find_tie(tie) else { return StmtKind::Error };
        let (left, right) = match b {
            Some(b) => match self.ends(id, a, b) {
                Some((left, right)) => (left, Some(right)),
                None => return StmtKind::Error,
            },
            None => {
                let Some(def) = self.typed.ties.get(id) else { return StmtKind::Error };
                let (left, right) = (def.left, def.right);
                let found = self.infer(a, None);
                let wanted = if found.ty == Type::Entity(right) { right } else { left };
                (self.coerce(found, &Type::Entity(wanted)), None)
            }
        };
        self.scope.forget(None);
        StmtKind::Part { tie: id, left, right: right.map(Box::new) }
    }
}

fn field_of_whom(name: &tree::Name, (left, right): (&str, &str), declared: Span) -> Diagnostic {
    Diagnostic::at(codes::TIE_FIELD, name.span)
        .says(format!("whose `{}` is this?", name.text))
        .label("each end has its own")
        .also(declared, "declared with `each`")
        .help(format!("`{0} of {left}: ..` or `{0} of {right}: ..`", name.text))
}

fn field_of_both(name: &tree::Name, span: Span) -> Diagnostic {
    Diagnostic::at(codes::TIE_FIELD, span)
        .says(format!("`{}` belongs to both ends together", name.text))
        .help(format!("write `{}: ..`", name.text))
}

fn no_such_end(end: &str, (left, right): (&str, &str), span: Span) -> Diagnostic {
    Diagnostic::at(codes::TIE_FIELD, span)
        .says(format!("`{end}` is neither end of this tie"))
        .help(format!("its ends are `{left}` and `{right}`"))
}

fn tie_wants_fields(tie: &str, missing: &[String], span: Span) -> Diagnostic {
    let list = missing.join("` and `");
    let fields: Vec<String> = missing.iter().map(|field| format!("{field}: ..")).collect();
    Diagnostic::at(codes::TIE_FIELD, span)
        .says(format!("tie `{tie}` wants `{list}`"))
        .label("not said here")
        .help(format!("add `{}`", fields.join(", ")))
}
