//! Relations and ties between two values: takes the word and what stands beside it, gives the typed question.

use super::super::checker::{Checker, error};
use super::coerce::fits;
use crate::typed::{Expr, ExprKind, Type};
use warwright_grammar::{Diagnostic, Span, codes, slips, tree};
use warwright_ir as ir;

impl Checker<'_> {
    /// `a REL b`: a relation or tie of the system.
    pub(super) fn relation(
        &mut self,
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
            return self.all_of_player(kind, right, span);
        }
        let declared = self.vocabulary.relations.contains_key(&*name.text)
            || self.vocabulary.ties.contains_key(&*name.text);
        if !declared && let Some(found) = self.space_relation(name, left, right, span) {
            return found;
        }
        if !declared && !matches!(&*name.text, "of" | "empty") {
            return self.no_such_relation(name, left, right);
        }
        let left = self.infer(left, None);
        let right_hint = self.relation_right(name);
        let right = self.infer(right, right_hint.as_ref());
        self.related(name, left, right, span)
    }

    fn relation_right(&self, name: &tree::Name) -> Option<Type> {
        let function = self.vocabulary.relations.get(&*name.text)?;
        let def = self.typed.functions.get(*function)?;
        def.locals.all.get(1).map(|local| local.ty.clone())
    }

    /// Whether two checked values stand in a relation or tie.
    pub(crate) fn related(
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
            if !fits(&left.ty, &l) && fits(&left.ty, &r) && fits(&right.ty, &l) {
                // Where one of them is not written beside the word, the author turns them round.
                let beside =
                    left.span.end() <= name.span.start() && name.span.end() <= right.span.start();
                let turned = beside.then(|| {
                    let sides = [right.span, left.span].map(|side| self.source_of(side).to_owned());
                    sides.join(&format!(" {} ", name.text))
                });
                let found = Diagnostic::at(codes::WRONG_TYPE, left.span)
                    .says(format!("`{}` stands the other way round between these", name.text))
                    .label(format!(
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
            Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                .says("there is no relation `empty`")
                .label("a word is missing before this")
                .fix("write `is empty`", name.span, "is empty")
                .emit(self.sink);
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
            Diagnostic::at(codes::UNKNOWN_NAME, can.span)
                .says(format!("whether `{}` is allowed is asked with `may`", name.text))
                .label("not declared anywhere")
                .fix("write `may`", can.span, "may")
                .emit(self.sink);
            return error(span);
        }
        let meant = slips::word_meant("a relation", &name.text);
        if let Some(meant) = meant.filter(|_| self.sort_of(&name.text).is_none()) {
            let found = Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                .says(format!("there is no relation `{}`", name.text))
                .label("not declared anywhere");
            self.report(match meant.instead {
                Some(instead) => found.fix(meant.help, name.span, instead),
                None => found.help(meant.help),
            });
            return error(span);
        }
        let figure = matches!(left.kind, tree::ExprKind::Number(_));
        if figure && self.vocabulary.callables.contains_key(&*name.text) {
            let found = Diagnostic::at(codes::WRONG_SORT, name.span)
                .says(format!("no sign stands between a figure and `{}`", name.text));
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
            let found = Diagnostic::at(codes::WRONG_SORT, name.span)
                .says(format!("no word stands between the value before and `{}`", name.text));
            let help = format!("to compare them write `is {}`", name.text);
            self.report(found.label("read as a relation").fix(help, name.span.before(), "is "));
            return;
        }
        if let Some(help) = self.begins_anew(name) {
            return Diagnostic::at(codes::WRONG_SORT, name.span)
                .says(format!("`{}` goes on the line before it", name.text))
                .label("read as a relation")
                .fix(help, name.span.before(), "; ")
                .emit(self.sink);
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
            _ => {
                if let Some(wanted) = self.typed.ties.get(tie).map(|def| def.left) {
                    self.coerce(left, &Type::Entity(wanted));
                }
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
}
