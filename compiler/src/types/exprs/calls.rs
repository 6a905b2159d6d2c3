//! Calls: records made, tables looked up, defines and quantities asked, questions to things, relations and ties between two.

use super::super::checker::{Checker, bare, error};
use super::super::facts::Owner;
use super::super::scope::Scope;
use super::super::vocabulary::{Attribute, Callable};
use crate::typed::{Expr, ExprKind, Type};
use crate::wording;
use warwright_grammar::{Diagnostic, Span, codes, slips, tree};
use warwright_ir as ir;

impl Checker<'_> {
    /// `f(..)`, `x.f(..)`.
    pub(super) fn call(
        &mut self,
        scope: &mut Scope,
        callee: &tree::Expr,
        args: &[tree::Arg],
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        match &callee.kind {
            tree::ExprKind::Name(name) => self.call_name(scope, name, args, hint, span),
            tree::ExprKind::Field(field) => {
                self.call_field(scope, &field.of, &field.name, args, span)
            }
            _ => self.broken(codes::NOT_A_VALUE, "this cannot be called", callee.span),
        }
    }

    fn call_name(
        &mut self,
        scope: &mut Scope,
        name: &tree::Name,
        args: &[tree::Arg],
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        if let Some(callable) = self.vocabulary.callables.get(&*name.text).copied() {
            return self.call_declared(scope, callable, args, span);
        }
        if let Some(found) = self.built_in(scope, name, args, hint, span) {
            return found;
        }
        if let Some(found) = self.space_call(scope, name, args, span) {
            return found;
        }
        if let (Some(kind), [arg]) = (self.vocabulary.plurals.get(&*name.text).copied(), args) {
            return self.all_of_player(scope, kind, &arg.value, span);
        }
        self.not_callable(scope, name, args, span)
    }

    /// A record, table, define or quantity with its arguments.
    fn call_declared(
        &mut self,
        scope: &mut Scope,
        callable: Callable,
        args: &[tree::Arg],
        span: Span,
    ) -> Expr {
        let owner = match callable {
            Callable::Record(id) => Owner::Record(id),
            Callable::Table(id) => Owner::Table(id),
            Callable::Function(id) => Owner::Function(id),
            Callable::Quantity(id) => Owner::Quantity(id),
        };
        let Some(signature) = self.signature(owner) else { return error(span) };
        let Some(args) = self.arguments(scope, &signature, args, span) else {
            return error(span);
        };
        let kind = match callable {
            Callable::Record(_) => ExprKind::Record(args),
            Callable::Table(table) => ExprKind::Table { table, keys: args },
            Callable::Function(function) => ExprKind::Call { function, args },
            Callable::Quantity(quantity) => ExprKind::Quantity { quantity, args },
        };
        Expr { kind, ty: signature.result.clone(), span }
    }

    /// `units of p`: those of a player.
    pub(super) fn all_of_player(
        &mut self,
        scope: &mut Scope,
        kind: ir::KindId,
        owner: &tree::Expr,
        span: Span,
    ) -> Expr {
        let Some(player) = self.facts.player else { return error(span) };
        let owner = self.expr(scope, owner, Some(&Type::Entity(player)));
        let all = self.all_of(kind, span);
        if matches!(owner.ty, Type::Error) {
            return error(span);
        }
        let item = scope.hidden("", Type::Entity(kind), span);
        let one = self.local_expr(scope, item, span);
        let its = Expr { kind: ExprKind::OwnerOf(Box::new(one)), ty: Type::Entity(player), span };
        let when = Expr::compare(crate::typed::Compare::Eq, its, owner, span);
        Expr::filter(all, item, when, span)
    }

    /// `x.f(..)`: a question to a thing, or whether it is tied to another.
    fn call_field(
        &mut self,
        scope: &mut Scope,
        of: &tree::Expr,
        name: &tree::Name,
        args: &[tree::Arg],
        span: Span,
    ) -> Expr {
        let owner = self.infer(scope, of, None);
        let kind = match bare(&owner.ty) {
            Type::Error => {
                for arg in args {
                    self.infer(scope, &arg.value, None);
                }
                return error(span);
            }
            Type::Entity(kind) | Type::Member(kind) => *kind,
            other => return self.has_none(other, name),
        };
        if matches!(owner.ty, Type::Optional(_)) {
            return self.field_of(scope, owner, name, span);
        }
        match self.vocabulary.attribute(kind, &name.text) {
            Some(Attribute::Asks(function)) => {
                let Some(signature) = self.signature(Owner::Function(function)) else {
                    return error(span);
                };
                let rest = signature.without_first();
                let Some(mut rest) = self.arguments(scope, &rest, args, span) else {
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
                    let right = self.tie_partner(scope, tie, kind, name, args, span);
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

    /// `a REL b`: a relation or tie of the system.
    pub(super) fn relation(
        &mut self,
        scope: &mut Scope,
        name: &tree::Name,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Expr {
        // `units of p`
        if &*name.text == "of"
            && let Some(plural) = left.as_name()
            && let Some(kind) = self.vocabulary.plurals.get(&*plural.text).copied()
        {
            return self.all_of_player(scope, kind, right, span);
        }
        let declared = self.vocabulary.relations.contains_key(&*name.text)
            || self.vocabulary.ties.contains_key(&*name.text);
        if !declared && let Some(found) = self.space_relation(scope, name, left, right, span) {
            return found;
        }
        if !declared && !matches!(&*name.text, "of" | "empty") {
            return self.no_such_relation(name, left, right);
        }
        let left = self.infer(scope, left, None);
        let right_hint = self.relation_right(name);
        let right = self.infer(scope, right, right_hint.as_ref());
        self.related(name, left, right, span)
    }

    fn relation_right(&self, name: &tree::Name) -> Option<Type> {
        let function = self.vocabulary.relations.get(&*name.text)?;
        let def = self.typed.functions.get(*function)?;
        def.locals.all.get(1).map(|local| local.ty.clone())
    }

    /// Whether two checked values stand in a relation or tie.
    pub(in crate::types) fn related(
        &mut self,
        name: &tree::Name,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Expr {
        if let Some(function) = self.vocabulary.relations.get(&*name.text).copied() {
            let types = self.typed.functions.get(function).and_then(|def| {
                let mut types = def.locals.all.iter().map(|local| local.ty.clone());
                Some((types.next()?, types.next()?))
            });
            let Some((l, r)) = types else { return error(span) };
            if !super::coerce::fits(&left.ty, &l)
                && super::coerce::fits(&left.ty, &r)
                && super::coerce::fits(&right.ty, &l)
            {
                // Where one of them is not written beside the word, the author turns them round.
                let beside =
                    left.span.end() <= name.span.start() && name.span.end() <= right.span.start();
                let turned = beside.then(|| {
                    let sides = [right.span, left.span].map(|side| self.source_of(side).to_owned());
                    sides.join(&format!(" {} ", name.text))
                });
                let message = format!("`{}` stands the other way round between these", name.text);
                let found = Diagnostic::new(codes::WRONG_TYPE, message, left.span).label(format!(
                    "{}, and {} is wanted",
                    self.with_article(&left.ty),
                    self.with_article(&l)
                ));
                self.report(match turned {
                    Some(turned) => found.fix(format!("did you mean `{turned}`?"), span, turned),
                    None => found.help(format!(
                        "`{}` stands between {} and {}, in this order",
                        name.text,
                        self.with_article(&l),
                        self.with_article(&r)
                    )),
                });
                return error(span);
            }
            let left = self.coerce(left, &l);
            let right = self.coerce(right, &r);
            if matches!(left.ty, Type::Error) || matches!(right.ty, Type::Error) {
                return error(span);
            }
            let kind = ExprKind::Call { function, args: vec![left, right] };
            return Expr::truth(kind, span);
        }
        if let Some(tie) = self.vocabulary.ties.get(&*name.text).copied() {
            return self.are_tied(tie, name, left, right, span);
        }
        if &*name.text == "empty" {
            self.report(
                Diagnostic::new(codes::UNKNOWN_NAME, "there is no relation `empty`", name.span)
                    .label("a word is missing before this")
                    .fix("write `is empty`", name.span, "is empty"),
            );
            return error(span);
        }
        self.unknown_relation(name);
        error(span)
    }

    /// Two values with a word between them that is no relation; what the two are is not known then.
    fn no_such_relation(
        &mut self,
        name: &tree::Name,
        left: &tree::Expr,
        right: &tree::Expr,
    ) -> Expr {
        let span = left.span.to(right.span);
        // `can P(a, b)`
        let asked = left.as_name().filter(|left| &*left.text == "can");
        if let Some(can) = asked
            && self.vocabulary.permissions.contains_key(&*name.text)
        {
            let message = format!("whether `{}` is allowed is asked with `may`", name.text);
            let found = Diagnostic::new(codes::UNKNOWN_NAME, message, can.span);
            self.report(found.label("not declared anywhere").fix("write `may`", can.span, "may"));
            return error(span);
        }
        let meant = slips::word_meant("a relation", &name.text);
        if let Some(meant) = meant.filter(|_| self.sort_of(&name.text).is_none()) {
            let message = format!("there is no relation `{}`", name.text);
            let found = Diagnostic::new(codes::UNKNOWN_NAME, message, name.span)
                .label("not declared anywhere");
            self.report(match meant.instead {
                Some(instead) => found.fix(meant.help, name.span, instead),
                None => found.help(meant.help),
            });
            return error(span);
        }
        let figure = matches!(left.kind, tree::ExprKind::Number(_));
        if figure && self.vocabulary.callables.contains_key(&*name.text) {
            let message = format!("no sign stands between a figure and `{}`", name.text);
            let found = Diagnostic::new(codes::WRONG_SORT, message, name.span);
            let help = format!("to multiply them write `* {}`", name.text);
            self.report(found.label("read as a relation").fix(help, name.span.before(), "* "));
            return error(span);
        }
        self.unknown_relation(name);
        error(span)
    }

    /// What parts two statements, or two fields, of one line, where the second begins with this name.
    fn begins_anew(&self, name: &tree::Name) -> Option<&'static str> {
        let source = self.input.sources.text(self.input.sources.file_of(name.span));
        let after = source.get(self.input.sources.range(name.span).end..).unwrap_or("");
        let called = after.starts_with('(') && self.vocabulary.procedures.contains_key(&*name.text);
        let field = self.is_field(&name.text) && !after.starts_with('(');
        match (called, field) {
            (true, _) => Some("statements on one line are parted by `;`"),
            (_, true) => Some("between fields of one line stands `;`"),
            _ => None,
        }
    }

    fn unknown_relation(&mut self, name: &tree::Name) {
        if self.vocabulary.members.contains_key(&*name.text) {
            let message = format!("no word stands between the value before and `{}`", name.text);
            let found = Diagnostic::new(codes::WRONG_SORT, message, name.span);
            let help = format!("to compare them write `is {}`", name.text);
            self.report(found.label("read as a relation").fix(help, name.span.before(), "is "));
            return;
        }
        if let Some(help) = self.begins_anew(name) {
            let message = format!("`{}` goes on the line before it", name.text);
            let found = Diagnostic::new(codes::WRONG_SORT, message, name.span);
            self.report(found.label("read as a relation").fix(help, name.span.before(), "; "));
            return;
        }
        let v = &self.vocabulary;
        let known = v.relations.keys().chain(v.ties.keys()).map(ToString::to_string);
        let known: Vec<String> = known.collect();
        self.unknown_among(name, "relation", &known);
    }

    fn are_tied(
        &mut self,
        tie: ir::TieId,
        name: &tree::Name,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Expr {
        let kind = match &left.ty {
            Type::Error => return error(span),
            Type::Entity(kind) => *kind,
            other => {
                let ends = self.typed.ties.get(tie).map(|def| def.left);
                let Some(wanted) = ends else { return error(span) };
                let _ = other;
                self.coerce(left, &Type::Entity(wanted));
                return error(span);
            }
        };
        let Some(other) = self.other_end(tie, kind) else {
            return self.no_such_field(kind, name);
        };
        let right = self.coerce(right, &Type::Entity(other));
        if matches!(right.ty, Type::Error) {
            return error(span);
        }
        Expr::truth(ExprKind::AreTied { tie, left: Box::new(left), right: Box::new(right) }, span)
    }

    /// Something that acts, where a value is wanted.
    pub(super) fn acts(&mut self, name: &str, span: Span) -> Expr {
        self.report(
            Diagnostic::new(
                codes::ACT_IN_EXPRESSION,
                format!("`{name}` acts, and a value is only worked out"),
                span,
            )
            .label("would change the state of the game")
            .help("call it on a line of its own, or as the whole right side: `let x = ..`"),
        );
        error(span)
    }

    /// Says why a name cannot be called here.
    fn not_callable(
        &mut self,
        scope: &mut Scope,
        name: &tree::Name,
        args: &[tree::Arg],
        span: Span,
    ) -> Expr {
        if self.vocabulary.procedures.contains_key(&*name.text) {
            return self.acts(&name.text, span);
        }
        let values: Vec<String> = args.iter().map(|arg| self.source_of(arg.value.span)).collect();
        let v = &self.vocabulary;
        if v.relations.contains_key(&*name.text) || v.ties.contains_key(&*name.text) {
            let diagnostic = Diagnostic::new(
                codes::RELATION_IS_INFIX,
                format!("`{}` stands between two things", name.text),
                span,
            );
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
            self.report(
                Diagnostic::new(
                    codes::WRONG_SORT,
                    format!("`{}` is a permission, which is asked with `may`", name.text),
                    span,
                )
                .fix(format!("write `{text}`"), span, text),
            );
            return error(span);
        }
        if v.abilities.contains_key(&*name.text) {
            return self.broken(
                codes::WRONG_SORT,
                format!("`{0}` is an ability: ask `x has {0}`", name.text),
                span,
            );
        }
        if let Some(local) = scope.find(&name.text) {
            let ty = scope.ty(local);
            let ty = self.with_article(&ty);
            return self.broken(
                codes::NOT_A_VALUE,
                format!("`{}` is {ty}, which takes no arguments", name.text),
                span,
            );
        }
        for arg in args {
            self.infer(scope, &arg.value, None);
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
            let message = format!("`{}` is asked nothing by `({words})`", name.text);
            let place = file.part(start + gap..start + rest.trim_end().len());
            let written = format!("\"{words}\"");
            let help = format!("a label stands in quotes: `{written}`");
            Diagnostic::new(codes::WRONG_SORT, message, place)
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
        let near = wording::suggest(&name.text, known.iter().map(String::as_str)).is_some();
        if let Some(found) = self.label_in_brackets(name) {
            self.report(found);
            return;
        }
        if as_field && !near {
            self.report(
                Diagnostic::new(
                    codes::WRONG_SORT,
                    format!("`{}` is a field: write `x.{}`", name.text, name.text),
                    name.span,
                )
                .label("called like a quantity"),
            );
            return;
        }
        if &*name.text == "say" {
            let message = "`say` is a statement, and its text has no brackets";
            let found = Diagnostic::new(codes::UNKNOWN_NAME, message, name.span);
            self.report(found.label("read as a call").help("write `say \"words\"`"));
            return;
        }
        self.unknown_among(name, "quantity or define", &known);
    }
}
