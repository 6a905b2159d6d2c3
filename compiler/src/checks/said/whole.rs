//! Who is meant beside the bearer, and how far: finds `and itself`, `whoever` and `never less than` in texts, where the rules beside them
//! leave the bearer out, give one side alone a way to win, or keep no bound; and what a status is given, by the names of its parameters.

use super::super::texts::number_named;
use super::{Said, drifted};
use crate::checks::verdicts::Wins;
use crate::typed::{
    BearerDef, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, ReachDef, StmtKind, each_expr,
};
use crate::types::raises;
use std::collections::BTreeSet;
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::Verb;

impl Said<'_> {
    /// `and it itself`, and the bearer is none of those who are reached.
    pub(super) fn of_itself(&self) -> Option<Diagnostic> {
        const JOINS: [&str; 4] = ["and", "or", "it", "bearer"];
        let said = self.text.windows(2).find_map(|words| match words {
            [(join, from), (itself, to)] if itself == "itself" && JOINS.contains(&&**join) => {
                Some(from.to(*to))
            }
            _ => None,
        })?;
        let mut left_out = None;
        for clause in self.clauses() {
            match &clause.reach {
                ReachDef::Related { holds, or_self: false, .. } => left_out = Some(holds),
                _ => return None,
            }
        }
        let holds = left_out.filter(|_| self.bodies().next().is_none())?;
        // Where the relation may hold of the bearer, whoever asks is told so.
        let ExprKind::Call { .. } = &holds.kind else { return None };
        Some(
            drifted("the text says that it reaches its bearer too, and the rule does not", said)
                .also(holds.span, "reaches others alone")
                .help("say `.. RELATION self or self`"),
        )
    }

    /// `whoever holds it wins`, and one side alone can.
    pub(super) fn of_either_side(&self) -> Option<Diagnostic> {
        let said = self.text.iter().find(|(word, _)| word == "whoever" || word == "whichever")?.1;
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
        Some(
            drifted(
                &format!("the text says whoever, and {} has no way to win by it", idle.name),
                said,
            )
            .also(at, "what one side wins by")
            .help(format!(
                "give {} a `wins when ..` of its own, or let the text say who",
                idle.name
            )),
        )
    }

    /// `never less than one`, and nothing keeps it so.
    pub(super) fn never_less(&self) -> Option<Diagnostic> {
        let (said, least) = self.text.windows(4).find_map(|words| match words {
            [(never, from), (less, _), (than, _), (count, to)]
                if ["never", "not"].contains(&&**never) && less == "less" && than == "than" =>
            {
                Some((from.to(*to), number_named(count)?))
            }
            _ => None,
        })?;
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
        let at = lowers.filter(|_| self.bodies().next().is_none())?;
        Some(
            drifted("the text names a bound, and nothing keeps to it", said)
                .also(at, "takes away, however little is left")
                .help(format!("`modify NUMBER as ROLE at least {least} \"LABEL\"` beside it, or `when` there is more")),
        )
    }

    /// `two less power`, and it stands where another parameter is given.
    pub(super) fn of_another_parameter(&self) -> Option<Diagnostic> {
        let mut given: Vec<(&str, bool, Span)> = Vec::new();
        let zero = |value: &Expr| matches!(value.kind, ExprKind::Cell(0));
        let mut grants = Vec::new();
        self.each_stmt(&mut |stmt| {
            if let StmtKind::Grant { ability, args, .. } = &stmt.kind {
                grants.push((
                    *ability,
                    args.iter().map(|it| (zero(it), it.span)).collect::<Vec<_>>(),
                ));
            }
        });
        for (ability, args) in grants {
            let params = &self.typed.abilities.get(ability)?.params;
            let all = params.iter().zip(args);
            given.extend(all.map(|((name, ..), (zero, at))| (name.as_str(), zero, at)));
        }
        let is_said = |name: &str| self.text.iter().find(|(word, _)| word == name);
        let (name, _, _) = given.iter().find(|(name, zero, _)| *zero && is_said(name).is_some())?;
        let (_, said) = is_said(name)?;
        let other = given.iter().find(|(other, zero, _)| !*zero && is_said(other).is_none())?;
        let twice = given.iter().any(|(same, zero, _)| same == name && !*zero);
        (!twice).then(|| {
            let message = format!("the text says {name}, and the rule gives `{}`", other.0);
            drifted(&message, *said)
                .also(other.2, format!("this is `{}`", other.0))
                .help("correct one of them")
        })
    }
}

/// Whether an expression asks which of two is more.
fn orders(root: &Expr) -> bool {
    let mut any = false;
    each_expr(root, &mut |expr| {
        let ExprKind::Compare { how, .. } = &expr.kind else { return };
        any |= !matches!(how, Compare::Eq | Compare::Ne);
    });
    any
}
