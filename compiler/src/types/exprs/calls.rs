//! Calls: records made, tables looked up, defines and quantities asked, questions to things.

use super::super::checker::{Checker, bare, error};
use super::super::facts::Owner;
use super::super::vocabulary::{Attribute, Callable};
use crate::typed::{Compare, Expr, ExprKind, Type};
use crate::wording;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl Checker<'_> {
    /// `f(..)`, `x.f(..)`.
    pub(super) fn call(
        &mut self,
        callee: &tree::Expr,
        args: &[tree::Arg],
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        match &callee.kind {
            tree::ExprKind::Name(name) => self.call_name(name, args, hint, span),
            tree::ExprKind::Field(field) => self.call_field(&field.of, &field.name, args, span),
            _ => self.broken(codes::NOT_A_VALUE, "this cannot be called", callee.span),
        }
    }

    fn call_name(
        &mut self,
        name: &tree::Name,
        args: &[tree::Arg],
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        if let Some(callable) = self.vocabulary.callables.get(&*name.text).copied() {
            return self.call_declared(callable, args, span).unwrap_or_else(|| error(span));
        }
        if let Some(found) = self.built_in(name, args, hint, span) {
            return found;
        }
        if let Some(found) = self.space_call(name, args, span) {
            return found;
        }
        if let (Some(kind), [arg]) = (self.vocabulary.plurals.get(&*name.text).copied(), args) {
            return self.all_of_player(kind, &arg.value, span);
        }
        self.not_callable(name, args, span)
    }

    /// A record, table, define or quantity with its arguments.
    fn call_declared(
        &mut self,
        callable: Callable,
        args: &[tree::Arg],
        span: Span,
    ) -> Option<Expr> {
        let owner = match callable {
            Callable::Record(id) => Owner::Record(id),
            Callable::Table(id) => Owner::Table(id),
            Callable::Function(id) => Owner::Function(id),
            Callable::Quantity(id) => Owner::Quantity(id),
        };
        let signature = self.signature(owner)?;
        let args = self.arguments(&signature, args, span)?;
        let kind = match callable {
            Callable::Record(_) => ExprKind::Record(args),
            Callable::Table(table) => ExprKind::Table { table, keys: args },
            Callable::Function(function) => ExprKind::Call { function, args },
            Callable::Quantity(quantity) => ExprKind::Quantity { quantity, args },
        };
        Some(Expr { kind, ty: signature.result.clone(), span })
    }

    /// `units of p`: those of a player.
    pub(super) fn all_of_player(
        &mut self,
        kind: ir::KindId,
        owner: &tree::Expr,
        span: Span,
    ) -> Expr {
        let Some(player) = self.facts.player else { return error(span) };
        let owner = self.expr(owner, Some(&Type::Entity(player)));
        let all = self.all_of(kind, span);
        if matches!(owner.ty, Type::Error) {
            return error(span);
        }
        let item = self.scope.hidden("", Type::Entity(kind), span);
        let one = self.local_expr(item, span);
        let its = Expr { kind: ExprKind::OwnerOf(Box::new(one)), ty: Type::Entity(player), span };
        let when = Expr::compare(Compare::Eq, its, owner, span);
        Expr::filter(all, item, when, span)
    }

    /// `x.f(..)`: a question to a thing, or whether it is tied to another.
    fn call_field(
        &mut self,
        of: &tree::Expr,
        name: &tree::Name,
        args: &[tree::Arg],
        span: Span,
    ) -> Expr {
        let owner = self.infer(of, None);
        let kind = match bare(&owner.ty) {
            Type::Error => {
                for arg in args {
                    self.infer(&arg.value, None);
                }
                return error(span);
            }
            Type::Entity(kind) | Type::Member(kind) => *kind,
            other => return self.has_none(other, name),
        };
        if matches!(owner.ty, Type::Optional(_)) {
            return self.field_of(owner, name, span);
        }
        match self.vocabulary.attribute(kind, &name.text) {
            Some(Attribute::Asks(function)) => {
                let Some(signature) = self.signature(Owner::Function(function)) else {
                    return error(span);
                };
                let rest = signature.without_first();
                let Some(mut rest) = self.arguments(&rest, args, span) else {
                    return error(span);
                };
                rest.insert(0, owner);
                let ty = signature.result.clone();
                Expr { kind: ExprKind::Call { function, args: rest }, ty, span }
            }
            Some(Attribute::Does(_)) if self.is_closed(kind) => error(span),
            Some(Attribute::Does(_)) => self.acts(&name.text, span),
            Some(_) => self.broken(
                codes::TOO_MANY_ARGUMENTS,
                format!("`{}` is a field, it takes no arguments", name.text),
                span,
            ),
            None => match self.vocabulary.ties.get(&*name.text).copied() {
                Some(tie) => {
                    let right = self.tie_partner(tie, kind, name, args, span);
                    if matches!(right.ty, Type::Error) {
                        return error(span);
                    }
                    Expr::truth(
                        ExprKind::AreTied { tie, left: Box::new(owner), right: Box::new(right) },
                        span,
                    )
                }
                None => self.no_such_field(kind, name),
            },
        }
    }

    /// Something that acts, where a value is wanted.
    pub(super) fn acts(&mut self, name: &str, span: Span) -> Expr {
        Diagnostic::at(codes::ACT_IN_EXPRESSION, span)
            .says(format!("`{name}` acts, and a value is only worked out"))
            .label("would change the state of the game")
            .help("call it on a line of its own, or as the whole right side: `let x = ..`")
            .emit(self.sink);
        error(span)
    }

    /// Says why a name cannot be called here.
    fn not_callable(&mut self, name: &tree::Name, args: &[tree::Arg], span: Span) -> Expr {
        if self.vocabulary.procedures.contains_key(&*name.text) {
            return self.acts(&name.text, span);
        }
        let values: Vec<String> = args.iter().map(|arg| self.source_of(arg.value.span)).collect();
        let v = &self.vocabulary;
        if v.relations.contains_key(&*name.text) || v.ties.contains_key(&*name.text) {
            let diagnostic = Diagnostic::at(codes::RELATION_IS_INFIX, span)
                .says(format!("`{}` stands between two things", name.text));
            let diagnostic = match values.as_slice() {
                [a, b] => {
                    let text = format!("{a} {} {b}", name.text);
                    diagnostic.fix(format!("write `{text}`"), span, text)
                }
                _ => diagnostic.help(format!("write `a {} b`", name.text)),
            };
            self.report(diagnostic);
            return error(span);
        }
        if v.permissions.contains_key(&*name.text) {
            let text = format!("may {}({})", name.text, values.join(", "));
            Diagnostic::at(codes::WRONG_SORT, span)
                .says(format!("`{}` is a permission, which is asked with `may`", name.text))
                .fix(format!("write `{text}`"), span, text)
                .emit(self.sink);
            return error(span);
        }
        if v.abilities.contains_key(&*name.text) {
            return self.broken(
                codes::WRONG_SORT,
                format!("`{0}` is an ability: ask `x has {0}`", name.text),
                span,
            );
        }
        if let Some(local) = self.scope.find(&name.text) {
            let ty = self.scope.ty(local);
            let ty = self.with_article(&ty);
            return self.broken(
                codes::NOT_A_VALUE,
                format!("`{}` is {ty}, which takes no arguments", name.text),
                span,
            );
        }
        for arg in args {
            self.infer(&arg.value, None);
        }
        self.unknown_call(name);
        error(span)
    }

    /// `is green (faith)`: words in brackets behind a value, at the end of a line.
    fn label_in_brackets(&self, name: &tree::Name) -> Option<Diagnostic> {
        let sources = self.input.sources;
        let file = sources.whole(sources.file_of(name.span));
        let start = sources.range(name.span).end;
        let rest = sources.slice(file).get(start..)?.split('\n').next()?;
        let words = rest.trim().strip_prefix('(')?.strip_suffix(')')?;
        let gap = rest.len() - rest.trim_start().len();
        let plain = words.chars().all(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(&c));
        (gap > 0 && plain).then(|| {
            let place = file.part(start + gap..start + rest.trim_end().len());
            let written = format!("\"{words}\"");
            let help = format!("a label stands in quotes: `{written}`");
            Diagnostic::at(codes::WRONG_SORT, place)
                .says(format!("`{}` is asked nothing by `({words})`", name.text))
                .label("read as what is given to it")
                .fix(help, place, written)
        })
    }

    fn unknown_call(&mut self, name: &tree::Name) {
        let known: Vec<String> = self
            .vocabulary
            .callables
            .keys()
            .map(ToString::to_string)
            .chain(super::builtins::names().map(ToString::to_string))
            .chain(super::space::names().map(ToString::to_string))
            .collect();
        // A field of a thing, called like a function.
        let as_field = self.vocabulary.of_kind.iter().any(|names| {
            matches!(
                names.attributes.get(&*name.text),
                Some(Attribute::Profile(_) | Attribute::State(_) | Attribute::Derived(_))
            )
        });
        let near = wording::suggest(&name.text, &known).is_some();
        if let Some(found) = self.label_in_brackets(name) {
            return self.report(found);
        }
        if as_field && !near {
            return Diagnostic::at(codes::WRONG_SORT, name.span)
                .says(format!("`{}` is a field: write `x.{}`", name.text, name.text))
                .label("called like a quantity")
                .emit(self.sink);
        }
        if &*name.text == "say" {
            return Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                .says("`say` is a statement, and its text has no brackets")
                .label("read as a call")
                .help("write `say \"words\"`")
                .emit(self.sink);
        }
        self.unknown_among(name, "quantity or define", &known);
    }
}
