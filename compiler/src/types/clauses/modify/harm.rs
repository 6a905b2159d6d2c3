//! Whom a `modify` helps: tells of clauses that harm their own bearer and do not say so, and of drawbacks that are none.

use crate::typed::{Bounds, Expr, ExprKind, Favoured, ReachDef, RoleRef, Type, Typed};
use crate::types::bearer::Bearer;
use crate::types::checker::Checker;
use crate::types::clauses::targets::Bent;
use crate::types::exprs::constant;
use warwright_grammar::{Diagnostic, Span, codes};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// A clause that harms its own bearer says so.
    pub(super) fn check_harm(
        &mut self,
        bearer: &Bearer<'a>,
        bent: &Bent,
        (reach, verb, amount): (&ReachDef, ir::Verb, &Expr),
        label: &str,
        span: Span,
    ) {
        let Some(Gain { favoured, role, own, gains }) = self.gain(bent, reach, verb, amount) else {
            return;
        };
        if gains == own {
            return;
        }
        let favoured_name = self.role_name(bent, favoured.role);
        let role_name = self.role_name(bent, role);
        let source = self.source_of(amount.span);
        let message = if own {
            format!("\"{label}\" makes {} of {} worse", def_name(&bent.title), bearer.name)
        } else {
            format!("\"{label}\" helps whoever is the {favoured_name} against {}", bearer.name)
        };
        let mut diagnostic = Diagnostic::at(codes::HARMS_BEARER, span)
            .says(message)
            .label(if own {
                format!("{source} is bad for the {role_name}, which is {} here", bearer.name)
            } else {
                format!(
                    "{source} is good for the {favoured_name}; {} is the {role_name} here",
                    bearer.name
                )
            })
            .also(bent.span, format!("{} is better for the {favoured_name}", favoured.better()));
        diagnostic = if own {
            let meant = "if you mean it, add `drawback` after the label";
            let adds = matches!(verb, ir::Verb::By | ir::Verb::ByUpTo | ir::Verb::Rung);
            diagnostic.help(match self.other_role(bent, role) {
                Some(other) => format!(
                    "`as {other}` makes it count against whoever is the {role_name}; {meant}"
                ),
                None if adds => format!("the other sign makes it better; {meant}"),
                None => meant.to_owned(),
            })
        } else {
            diagnostic.help(format!(
                "turn the sign round to protect it, or write `as {favoured_name}` for its own; if you mean it, add `drawback` after the label"
            ))
        };
        self.report(diagnostic);
    }

    /// What is called a drawback is none.
    pub(super) fn check_benefit(
        &mut self,
        bent: &Bent,
        (reach, verb, amount): (&ReachDef, ir::Verb, &Expr),
        label: &str,
        span: Span,
    ) {
        let Some(Gain { favoured, own, gains, .. }) = self.gain(bent, reach, verb, amount) else {
            return;
        };
        if gains != own {
            return;
        }
        let better = favoured.better();
        let favoured = self.role_name(bent, favoured.role);
        let good = if own { "good" } else { "bad" };
        Diagnostic::at(codes::IDLE_CLAUSE, span)
            .says(format!("\"{label}\" is called a drawback, and helps its bearer"))
            .label(format!("{} is {good} for the {favoured}", self.source_of(amount.span)))
            .also(bent.span, format!("{better} is better for the {favoured}"))
            .help("turn the sign round, or leave out `drawback`")
            .emit(self.sink);
    }

    /// What a clause in a role does to whoever the quantity favours, where that can be told.
    fn gain(&self, bent: &Bent, reach: &ReachDef, verb: ir::Verb, amount: &Expr) -> Option<Gain> {
        let def = self.typed.quantities.get(bent.id)?;
        let (favoured, ReachDef::Role(role)) = (def.favours?, reach) else { return None };
        let own = favoured.role == *role;
        let gains = favoured.gains(changes(&self.typed, verb, amount, &def.ty)?);
        let told = own || self.same_kind_of_role(bent, favoured.role, *role);
        told.then_some(Gain { favoured, role: *role, own, gains })
    }

    fn role_name(&self, bent: &Bent, role: RoleRef) -> String {
        self.typed.role_at(&bent.locals, role).map(|(name, _)| name.to_owned()).unwrap_or_default()
    }

    /// Another role that the bearer could fill.
    fn other_role(&self, bent: &Bent, role: RoleRef) -> Option<String> {
        let params = self.typed.quantities.get(bent.id)?.params;
        let all = (0..params).map(|param| RoleRef { param, field: None });
        let mut others = all.filter(|it| *it != role && role.field.is_none());
        let other = others.find(|it| self.same_kind_of_role(bent, *it, role))?;
        Some(self.role_name(bent, other))
    }

    fn same_kind_of_role(&self, bent: &Bent, a: RoleRef, b: RoleRef) -> bool {
        let ty = |role| self.typed.role_at(&bent.locals, role).map(|(_, ty)| ty);
        ty(a).is_some() && ty(a) == ty(b)
    }
}

/// What a clause does to whoever a quantity favours.
struct Gain {
    favoured: Favoured,
    /// The role in which the bearer is reached.
    role: RoleRef,
    /// Whether that is the favoured role.
    own: bool,
    /// Whether the favoured role is better off.
    gains: bool,
}

fn def_name(title: &str) -> &str {
    title.split_once(' ').map_or(title, |(_, name)| name)
}

/// Whether a clause raises a number of a type: what is set to the end of its range goes that way.
fn changes(typed: &Typed, verb: ir::Verb, amount: &Expr, ty: &Type) -> Option<bool> {
    let (ir::Verb::Set, ExprKind::Cell(to)) = (verb, &amount.kind) else {
        return raises(typed, verb, amount);
    };
    let Bounds { least, most } = ty.bounds();
    (least != most && [least, most].contains(&Some(*to))).then_some(most == Some(*to))
}

/// Whether a clause raises the number, as far as the range of its amount says.
pub(crate) fn raises(typed: &Typed, verb: ir::Verb, amount: &Expr) -> Option<bool> {
    match verb {
        ir::Verb::By | ir::Verb::ByUpTo | ir::Verb::Rung => {
            if let Some((top, _)) = constant(amount) {
                return (top != 0).then_some(top > 0);
            }
            let Bounds { least, most } = typed.range(amount);
            let (never_less, never_more) =
                (least.is_some_and(|it| it >= 0), most.is_some_and(|it| it <= 0));
            (never_less != never_more).then_some(never_less)
        }
        ir::Verb::Times => {
            let (top, bottom) = constant(amount)?;
            (top != bottom).then_some(top > bottom)
        }
        ir::Verb::AtLeast => Some(true),
        ir::Verb::AtMost => Some(false),
        ir::Verb::Set => None,
    }
}
