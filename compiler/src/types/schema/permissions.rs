//! Permissions: requirements in order; each may use names that earlier ones bind.

use super::super::checker::{Checker, error};
use super::super::scope::Scope;
use crate::typed::{Expr, ExprKind, LocalId, Quoted, RequireDef};
use warwright_grammar::{Diagnostic, codes, tree};

impl Checker<'_> {
    /// The requirements of all permissions that are declared by themselves.
    pub(super) fn check_permissions(&mut self) {
        for (id, permission) in self.facts.permissions.clone() {
            let Some(def) = self.typed.permissions.get(id) else { continue };
            self.scope = Scope::with(&def.locals.all);
            let mut lets: Vec<(LocalId, Expr)> = Vec::new();
            let mut requires = Vec::new();
            for item in &permission.items {
                match item {
                    tree::PermissionItem::Require(require) => {
                        if let Some(require) = self.require(require) {
                            requires.push(with_lets(require, &lets));
                        }
                    }
                    tree::PermissionItem::Let(name, value) => {
                        let value = self.expr(value, None);
                        let local = self.scope.hidden(&name.text, value.ty.clone(), name.span);
                        self.scope.reveal(local);
                        lets.push((local, value));
                    }
                    tree::PermissionItem::Text(_) | tree::PermissionItem::Error(_) => {}
                }
            }
            let locals = self.finish();
            if let Some(def) = self.typed.permissions.get_mut(id) {
                def.requires = requires;
                def.locals = locals;
            }
        }
    }

    /// `require C "why"`: what it finds stays visible for those after it. Without a reason of its own it must ask another
    /// permission, whose reasons it passes on.
    pub fn require(&mut self, require: &tree::Require) -> Option<RequireDef> {
        let holds = self.condition(&require.condition);
        // The reason is given where the condition fails.
        let mark = self.scope.mark();
        self.scope.assume(&holds, false);
        let (label, words) = match &require.label {
            Some(label) => {
                let (label, words) = self.label(label);
                (Some(label), words)
            }
            None if is_broken(&holds) => (reason_taken_in(&require.condition), None),
            None => (None, None),
        };
        self.scope.reset(mark);
        self.scope.assume(&holds, true);
        // One whose condition is broken keeps its reason, which tests may ask for.
        if is_broken(&holds) && label.is_none() {
            return None;
        }
        if label.is_none() && !matches!(holds.kind, ExprKind::May { .. }) {
            return Diagnostic::at(codes::NO_LABEL, require.span)
                .says("a requirement needs a reason, the words shown when it fails")
                .label("reason missing at the end")
                .help("add one: `.. \"out of reach\"`; `require may P(..)` passes on the reasons of P")
                .refuse(self.sink);
        }
        let mut binds = Vec::new();
        each_binding(&holds, &mut |local, _| binds.push(local));
        Some(RequireDef { holds, label, words, binds, span: require.span })
    }
}

/// Whether a condition is broken, or a part of it that must hold.
fn is_broken(condition: &Expr) -> bool {
    condition.conjuncts().iter().any(|part| matches!(part.kind, ExprKind::Error))
}

/// The reason that was read as the operand of a word which is no relation, as in `require u.foes empty "in a fight"`.
fn reason_taken_in(condition: &tree::Expr) -> Option<String> {
    match &condition.kind {
        tree::ExprKind::Binary(binary) => reason_taken_in(&binary.right),
        tree::ExprKind::Relation(related) => match &related.right.kind {
            tree::ExprKind::Text(text) => text.plain().map(str::to_owned),
            _ => None,
        },
        _ => None,
    }
}

/// The locals that a condition binds where it holds, each with the part that binds it.
pub(crate) fn each_binding<'e>(holds: &'e Expr, found: &mut impl FnMut(LocalId, &'e Expr)) {
    for part in holds.conjuncts() {
        match &part.kind {
            ExprKind::IsSome { binds: Some(local), .. } => found(*local, part),
            ExprKind::Has { args, .. } => {
                args.binds.iter().for_each(|(_, local)| found(*local, part));
            }
            _ => {}
        }
    }
}

/// A requirement that works out the names given before it, for each is asked by itself.
fn with_lets(mut require: RequireDef, lets: &[(LocalId, Expr)]) -> RequireDef {
    if lets.is_empty() {
        return require;
    }
    require.holds = wrapped(require.holds, lets);
    if let Some(words) = &mut require.words {
        for part in &mut words.parts {
            if let Quoted::Value(value) = part {
                let inner = std::mem::replace(value, error(words.span));
                *value = wrapped(inner, lets);
            }
        }
    }
    require
}

fn wrapped(body: Expr, lets: &[(LocalId, Expr)]) -> Expr {
    lets.iter().rev().fold(body, |body, (local, value)| {
        let (ty, span) = (body.ty.clone(), body.span);
        let (value, body) = (Box::new(value.clone()), Box::new(body));
        Expr::new(ExprKind::Let { local: *local, value, body }, ty, span)
    })
}
