//! Possession and permission: `u has A(x)` and `may p(..)`.

use super::super::checker::{Checker, bare, error};
use super::super::facts::Owner;
use super::super::vocabulary::Attribute;
use crate::typed::{Expr, ExprKind, HeldArgs, Type};
use crate::wording;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// `u has A`, `u has A(x)`: x is a value to be met, or a new name for the value that there is.
    pub(super) fn has(
        &mut self,
        owner: &tree::Expr,
        ability: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let of = self.infer(owner, None);
        let (name, args) = self.ability_call(ability)?;
        if let Some(found) = self.has_value(&of, &name, owner, span) {
            return Some(found);
        }
        let id = self.find_ability(&name)?;
        if !self.may_bear(true, &of, id, &name) {
            return None;
        }
        let signature = self.signature(Owner::Ability(id))?;
        let (mut binds, mut tests) = (Vec::new(), Vec::new());
        let mut sound = true;
        for (position, arg) in args.iter().enumerate() {
            let at = match &arg.name {
                Some(name) => signature.params.iter().position(|param| *param.name == *name.text),
                None => (position < signature.params.len()).then_some(position),
            };
            let param = at.and_then(|at| signature.params.get(at));
            let (Some(at), Some(param)) = (at.and_then(|at| u16::try_from(at).ok()), param) else {
                let count = signature.params.len();
                Diagnostic::at(codes::TOO_MANY_ARGUMENTS, arg.span)
                    .says(format!("{} has {count} parameters", signature.title))
                    .also(signature.span, "declared here")
                    .emit(self.sink);
                sound = false;
                continue;
            };
            match arg.value.as_name().filter(|name| self.is_new_name(name, &param.ty)) {
                Some(name) => {
                    binds.push((at, self.scope.binding(&name.text, param.ty.clone(), name.span)));
                }
                None => {
                    let value = self.expr(&arg.value, Some(&param.ty));
                    sound &= !matches!(value.ty, Type::Error);
                    tests.push((at, value));
                }
            }
        }
        let args = Box::new(HeldArgs { binds, tests });
        sound.then(|| Expr::truth(ExprKind::Has { of: Box::new(of), ability: id, args }, span))
    }

    /// `u has NAME` of what is no ability, but a value that a profile of it may have.
    fn has_value(
        &mut self,
        of: &Expr,
        name: &tree::Name,
        owner: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let Type::Entity(kind) = of.ty else { return None };
        let abilities = &self.vocabulary.abilities;
        if abilities.keys().any(|known| known.eq_ignore_ascii_case(&name.text)) {
            return None;
        }
        let kinds = self.vocabulary.members.get(&*name.text)?;
        let profiles = &self.vocabulary.kind(kind)?.attributes;
        let (field, _) = profiles.iter().find(|(_, attribute)| {
            let Attribute::Profile(id) = attribute else { return false };
            let ty = self.typed.profiles.get(*id).map(|def| bare(&def.ty));
            matches!(ty, Some(Type::Member(kind)) if kinds.contains(kind))
        })?;
        let whole = format!("{}.{field} is {}", self.source_of(owner.span), name.text);
        Diagnostic::at(codes::WRONG_SORT, name.span)
            .says(format!("`{}` is no ability or status, but what `{field}` may be", name.text))
            .label("used here")
            .fix(format!("write `{whole}`"), span, whole)
            .emit(self.sink);
        Some(error(span))
    }

    /// Whether a bare name means nothing yet where a value of that type is wanted.
    fn is_new_name(&self, name: &tree::Name, ty: &Type) -> bool {
        let known = match bare(ty) {
            Type::Member(kind) => self.vocabulary.member(*kind, &name.text).is_some(),
            Type::Face(die) => self.face_position(*die, &name.text).is_some(),
            _ => false,
        };
        !(name.quoted
            || known
            || self.scope.peek(&name.text).is_some()
            || (&*name.text == "it" && self.scope.it().is_some())
            || self.vocabulary.rulings.contains_key(&*name.text))
    }

    /// An ability by name, with its arguments: `Stubborn`, `"Iron Will"`, `Regrow(3)`.
    pub fn ability_call<'e>(
        &mut self,
        expr: &'e tree::Expr,
    ) -> Option<(tree::Name, &'e [tree::Arg])> {
        let (name, args): (&tree::Expr, &[tree::Arg]) = match &expr.kind {
            tree::ExprKind::Call(call) => (&call.callee, &call.args),
            _ => (expr, &[]),
        };
        match &name.kind {
            tree::ExprKind::Name(name) => Some((name.clone(), args)),
            tree::ExprKind::Text(text) if text.plain().is_some() => {
                let plain = text.plain().unwrap_or_default();
                let name = tree::Name { text: plain.into(), span: text.span, quoted: true };
                Some((name, args))
            }
            tree::ExprKind::Error => None,
            _ => {
                let found = Diagnostic::at(codes::WRONG_SORT, expr.span)
                    .says("the name of an ability or status is wanted here");
                self.report(match &expr.kind {
                    tree::ExprKind::Unary { op: tree::UnaryOp::Not, .. } => {
                        found.label("a condition").help("what somebody has not reads `not x has A`")
                    }
                    tree::ExprKind::Binary(it)
                        if matches!(it.op, tree::BinaryOp::And | tree::BinaryOp::Divide) =>
                    {
                        found.label("a condition").fix(
                            "several are parted by commas",
                            Span::new(it.left.span.end(), it.right.span.start()),
                            ", ",
                        )
                    }
                    tree::ExprKind::Binary(it) => {
                        let (name, figure) =
                            (self.source_of(it.left.span), self.source_of(it.right.span));
                        let written = format!("{name}({figure})");
                        let help = format!("how much of it stands in brackets: `{written}`");
                        match figure.starts_with(|c: char| c.is_ascii_digit())
                            && !name.contains([' ', '.'])
                        {
                            true => found.label("not a name").fix(help, expr.span, written),
                            false => found.label("not a name"),
                        }
                    }
                    tree::ExprKind::If(_) => found.label("not a name").help(
                        "which of two it is, is decided around it: `if C { .. } else { .. }`",
                    ),
                    _ => found.label("not a name"),
                });
                None
            }
        }
    }

    /// An ability with arguments for all its parameters, for what it is granted to, or a diagnostic. Gives the ability and the
    /// arguments in the order of its parameters.
    pub fn ability_with(&mut self, expr: &tree::Expr) -> Option<(ir::AbilityId, Vec<Expr>)> {
        let (name, args) = self.ability_call(expr)?;
        let id = self.find_ability(&name)?;
        let signature = self.signature(Owner::Ability(id))?;
        let args = self.arguments(&signature, args, expr.span)?;
        Some((id, args))
    }

    /// Whether a value may bear an ability; else ideal 5 is said, with what else is at hand where that could be meant.
    pub fn may_bear(
        &mut self,
        at_hand: bool,
        of: &Expr,
        ability: ir::AbilityId,
        name: &tree::Name,
    ) -> bool {
        let Some(def) = self.typed.abilities.get(ability) else { return false };
        let (kind, span) = (def.kind, def.span);
        match &of.ty {
            Type::Error => false,
            Type::Entity(found) if *found == kind => true,
            Type::Optional(inner) if matches!(**inner, Type::Entity(_)) => {
                self.coerce(of.clone(), &Type::Entity(kind));
                false
            }
            found => {
                let found = self.type_name(found);
                let wanted = self.kind_name(kind).to_owned();
                let here = match at_hand {
                    true => self.at_hand(&Type::Entity(kind)),
                    false => Vec::new(),
                };
                let at_hand = wording::listed(&here);
                let diagnostic = Diagnostic::at(codes::ABILITY_OF_OTHER_KIND, of.span)
                    .says(format!(
                        "{} {found} cannot have {}, which is for {wanted}",
                        wording::article(&found),
                        name.text
                    ))
                    .label(format!("of type {found}"))
                    .also(span, "its clauses speak of what this has not");
                self.report(match here.is_empty() {
                    true => diagnostic.help(format!(
                        "what {} {found} may have is declared `.. for {found}`",
                        wording::article(&found)
                    )),
                    false => diagnostic
                        .help(format!("{} {wanted} here: {at_hand}", wording::article(&wanted))),
                });
                false
            }
        }
    }

    /// `may p(..)`.
    pub(super) fn may(&mut self, call: &tree::Expr, span: Span) -> Option<Expr> {
        let (name, args): (&tree::Expr, &[tree::Arg]) = match &call.kind {
            tree::ExprKind::Call(call) => (&call.callee, &call.args),
            _ => (call, &[]),
        };
        let Some(name) = name.as_name() else {
            if !matches!(call.kind, tree::ExprKind::Error) {
                let message = "a permission or action is wanted after `may`";
                self.broken(codes::WRONG_SORT, message, call.span);
            }
            return None;
        };
        let permission = self.find_permission(name)?;
        let signature = self.signature(Owner::Permission(permission))?;
        let args = self.arguments(&signature, args, span)?;
        Some(Expr::truth(ExprKind::May { permission, args }, span))
    }
}
