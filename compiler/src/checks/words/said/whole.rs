//! Who is meant beside the bearer, and how far: finds `and itself`, `whoever` and `never less than` in texts, where the rules beside them
//! leave the bearer out, give one side alone a way to win, or keep no bound; and what a status is given, by the names of its parameters.

use super::beside::Said;
use super::{differs, drifted};
use crate::checks::battles::verdicts::Wins;
use crate::typed::{
    BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, Favoured, ReachDef,
    StmtKind, any_expr,
};
use crate::types::raises;
use std::collections::BTreeSet;
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::Verb;

impl Said<'_> {
    /// `and it itself`, and the bearer is none of those who are reached.
    pub(super) fn of_itself(&self) -> Option<Diagnostic> {
        let itself = "and|or|it|bearer itself, and the|this _ itself|himself|herself|themselves";
        let said = self.phrase(itself)?;
        // `friends, itself excluded`.
        if self.says("NO|nothing|excluded|except|EXCEPT") {
            return None;
        }
        let mut left_out = None;
        for clause in self.clauses() {
            match &clause.reach {
                ReachDef::Related { holds, or_self: false, .. } => left_out = Some(holds),
                _ => return None,
            }
        }
        let holds = left_out.filter(|_| !self.acts())?;
        // Where the relation may hold of the bearer, whoever asks is told so.
        let ExprKind::Call { .. } = &holds.kind else { return None };
        Some(
            drifted(
                "the text says that it reaches its bearer too, and the rule does not",
                said.span(),
            )
            .also(holds.span, "reaches others alone")
            .help("say `.. RELATION self or self`"),
        )
    }

    /// `he himself has not`, and the bearer is one of those who are reached.
    pub(super) fn of_all_but_itself(&self) -> Option<Diagnostic> {
        let itself = "itself|himself|herself|themselves";
        let said = self.phrase(&format!(
            "{itself} has|have|is|are|does|do not, {itself} excluded|excepted|aside, \
             !only|NO not|except|excluding|excepting|than {itself}"
        ))?;
        let takes_in = |clause: &ClauseDef| match &clause.reach {
            ReachDef::Related { or_self: true, holds, .. } => Some(holds.span),
            _ => None,
        };
        let at = takes_in(self.clauses().next()?)?;
        let all = self.clauses().all(|clause| takes_in(clause).is_some()) && !self.acts();
        all.then(|| {
            drifted("the text leaves its bearer out, and the rule takes it in", said.span())
                .also(at, "`or self` stands behind this")
                .help("leave out `or self`, or correct the text")
        })
    }

    /// `whoever holds it wins`, and one side alone can.
    pub(super) fn of_either_side(&self) -> Option<Diagnostic> {
        let said = self.phrase("whoever|whichever")?;
        let battle = |bearer: &BearerDef| match bearer {
            BearerDef::Scenario(id) => self.typed.scenarios.get(*id).map(|it| (*id, it)),
            BearerDef::System | BearerDef::Ability(_) => None,
        };
        let (id, scenario) = self.hooks().find_map(|hook| battle(&hook.bearer))?;
        let own = self.typed.hooks.values().filter(|hook| hook.bearer == BearerDef::Scenario(id));
        let wins: Vec<Wins<'_>> = own.filter_map(Wins::of).collect();
        let sides: BTreeSet<&str> = wins.iter().map(|it| it.side).collect();
        let idle = scenario.sides.iter().find(|side| !sides.contains(&*side.name))?;
        let at = wins.first()?.when.span;
        let name = &idle.name;
        let message = format!("the text says whoever, and {name} has no way to win by it");
        Some(
            drifted(message, said.span())
                .also(at, "what one side wins by")
                .help(format!("give {name} a `wins when ..` of its own, or let the text say who")),
        )
    }

    /// `whoever attacks it rolls one die more`, and it is its bearer who does.
    pub(super) fn of_attackers(&self) -> Option<Diagnostic> {
        let said = self.phrase(
            "whoever|those|anybody|everybody|enemies who.. _ it|them, the|an|each|every FOES has|have|rolls|strikes|gets|loses # _",
        )?;
        let clause = self.clause().filter(|_| !self.acts())?;
        // `enemies draw it on; against them it has more`
        if self.says("against them|those|these|such") {
            return None;
        }
        // `with two enemies around it`: whom the condition counts.
        let counts =
            |it: &Expr| matches!(it.kind, ExprKind::Quantified { .. } | ExprKind::Filter { .. });
        if clause.when.as_ref().is_some_and(|when| any_expr(when, counts)) {
            return None;
        }
        let (ClauseOwner::Quantity(id), ReachDef::Role(role)) = (clause.owner, &clause.reach)
        else {
            return None;
        };
        let def = self.typed.quantities.get(id)?;
        let roles = def.locals.first(def.params);
        let own = roles.get(usize::from(role.param))?;
        let other = roles.iter().find(|it| it.name != own.name && it.ty == own.ty)?;
        (def.favours == Some(Favoured { role: *role, less: false })).then(|| {
            let message =
                format!("the text speaks of others, and the rule of its bearer as {}", own.name);
            drifted(message, said.span())
                .also(clause.span, "reaches the bearer")
                .help(format!("did you mean `as {}`?", other.name))
        })
    }

    /// `never less than one`, and nothing keeps it so.
    pub(super) fn never_less(&self) -> Option<Diagnostic> {
        let said = self.phrase("never|not less than #")?;
        let least = said.number()?;
        let mut lowers = None;
        for clause in self.clauses() {
            let ClauseVerb::Modify { verb: Verb::By, amount, .. } = &clause.does else {
                return None;
            };
            let ClauseOwner::Quantity(id) = clause.owner else { return None };
            let floor = self.typed.quantities.get(id)?.ty.bounds().least;
            let kept = floor.is_some_and(|floor| floor >= least);
            let compares = clause.when.as_ref().is_some_and(orders);
            if compares || kept || raises(self.typed, Verb::By, amount) != Some(false) {
                return None;
            }
            lowers = Some(clause.span);
        }
        let at = lowers.filter(|_| !self.acts())?;
        Some(
            drifted("the text names a bound, and nothing keeps to it", said.span())
                .also(at, "takes away, however little is left")
                .help(format!("`modify NUMBER as ROLE at least {least} \"LABEL\"` beside it, or `when` there is more")),
        )
    }

    /// `two less power`, and it stands where another parameter is given.
    pub(super) fn of_another_parameter(&self) -> Option<Diagnostic> {
        let mut given: Vec<(&str, bool, Span)> = Vec::new();
        for stmt in self.stmts() {
            let StmtKind::Grant { ability, args, .. } = &stmt.kind else { continue };
            let params = &self.typed.abilities.get(*ability)?.params;
            let zero = |value: &Expr| matches!(value.kind, ExprKind::Cell(0));
            let all = params.iter().zip(args);
            given.extend(all.map(|((name, ..), it)| (name.as_str(), zero(it), it.span)));
        }
        let is_said = |name: &str| self.phrase(name);
        let (name, _, _) = given.iter().find(|(name, zero, _)| *zero && is_said(name).is_some())?;
        let said = is_said(name)?;
        let other = given.iter().find(|(other, zero, _)| !*zero && is_said(other).is_none())?;
        let twice = given.iter().any(|(same, zero, _)| same == name && !*zero);
        (!twice).then(|| {
            let message = format!("the text says {name}, and the rule gives `{}`", other.0);
            differs(message, said.span(), other.2, &format!("this is `{}`", other.0))
        })
    }
}

/// Whether an expression asks which of two is more.
fn orders(root: &Expr) -> bool {
    any_expr(root, |expr| match expr.kind {
        ExprKind::Compare { how, .. } => !matches!(how, Compare::Eq | Compare::Ne),
        _ => false,
    })
}
