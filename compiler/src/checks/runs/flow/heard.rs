//! What is ruled out: conditions, advice and removals that can be by themselves, and never with what is known where they stand.

use super::{Flow, Stop, is_struck};
use crate::checks::logic::formula::{Formula, negated};
use crate::typed::{
    ClauseDef, ClauseOwner, ClauseVerb, Expr, ExprKind, LocalId, PermissionClauseDef, RequireDef,
};
use warwright_grammar::Span;

/// So much of what is known is asked whether it rules a condition out.
const MOST_ASKED: usize = 40;

impl<'f> Flow<'f, '_> {
    /// A condition is asked, and holds from here on.
    pub(super) fn asked(&mut self, condition: &'f Expr) {
        self.value(condition);
        let formula = self.reader.rested().condition(condition);
        self.is_open(condition, &formula);
        self.know(formula);
    }

    /// The condition of what bends a rule is asked beside what the rule asks, and holds from here on.
    pub(crate) fn asked_there(&mut self, condition: &'f Expr) {
        self.value(condition);
        let formula = self.reader.rested().condition(condition);
        if let Some((known, at, why)) = self.due
            && self.is_ruled_out(&formula)
        {
            let due = self.known.split_off(known.min(self.known.len()));
            if !self.is_ruled_out(&formula) {
                (self.found)(Stop::Settled(at, why), condition);
            }
            self.known.extend(due);
        }
        self.know(formula);
    }

    /// What a clause forbids is required by nothing else, and what it allows something else forbids.
    pub(crate) fn bends(&mut self, clause: &ClauseDef) {
        let ClauseVerb::Permission(does) = &clause.does else { return };
        let ClauseOwner::Permission(id) = clause.owner else { return };
        let typed = self.facts.typed;
        let Some(def) = typed.permissions.get(id) else { return };
        let known = self.known.len();
        let stands = |require: &&RequireDef| !is_struck(typed, id, require);
        match (does, clause.over.as_slice()) {
            (PermissionClauseDef::Forbid { .. }, _) => {
                for require in def.requires.iter().filter(stands) {
                    self.know_of(&require.holds, def.params, true);
                }
                let first = def.requires.iter().find(stands);
                let why = "where this does not hold it is refused already";
                self.due = first.map(|require| (known, require.holds.span, why));
            }
            (PermissionClauseDef::Allow, [(over, _)]) => {
                let labelled = |it: &&RequireDef| it.label.as_ref() == Some(over);
                if let [only] = def.requires.iter().filter(labelled).collect::<Vec<_>>()[..] {
                    self.know_of(&only.holds, def.params, false);
                    let why = "it would strike this, which holds then";
                    self.due = Some((known, only.holds.span, why));
                }
            }
            (PermissionClauseDef::Allow, _) => {}
        }
    }

    /// Tells of a condition that can hold by itself, and not with what is known where it stands.
    pub(super) fn is_open(&mut self, condition: &'f Expr, formula: &Formula) {
        if !matches!(condition.kind, ExprKind::Cell(_) | ExprKind::Error)
            && self.is_ruled_out(formula)
            && self.can_hold(condition)
        {
            let clash = self.clash_with(formula);
            (self.found)(Stop::Never(clash), condition);
        }
    }

    /// What is known there that rules a condition out by itself, the last first, with what it rules out.
    fn clash_with(&self, formula: &Formula) -> Option<(Span, Span)> {
        self.known.iter().rev().take(MOST_ASKED).find_map(|known| {
            self.facts.never(&self.reader, &[known.clone(), formula.clone()], false).flatten()
        })
    }

    /// Whether a condition can hold that is read where nothing is known.
    fn can_hold(&self, condition: &Expr) -> bool {
        let mut alone = self.first.clone();
        let mut all = vec![alone.condition(condition)];
        all.extend(alone.known_of_sums());
        self.facts.never(&alone, &all, false).is_none()
    }

    pub(super) fn is_ruled_out(&mut self, formula: &Formula) -> bool {
        match formula {
            Formula::Fixed(holds) => !holds,
            _ => self.may_be(vec![formula.clone()], false).is_none() && self.work > 0,
        }
    }

    /// From here on a condition does not hold that sees as many of the locals.
    pub(crate) fn rule_out(&mut self, condition: &Expr, seen: u16) {
        self.know_of(condition, seen, false);
    }

    /// From here on a condition holds, or does not, that sees as many of the locals.
    fn know_of(&mut self, condition: &Expr, seen: u16, holds: bool) {
        let seen = (0..u32::from(seen)).map(LocalId);
        let values = seen.map(|id| (id, self.reader.local_value(id))).collect();
        let formula = self.reader.rested().condition_of(values, condition);
        self.know(if holds { formula } else { negated(&formula) });
    }

    /// Tells of advice that can hold by itself, and not with what is known.
    pub(crate) fn is_heard(&mut self, condition: &'f Expr) {
        let formula = self.reader.rested().condition(condition);
        if self.is_ruled_out(&formula) && self.can_hold(condition) {
            (self.found)(Stop::Unheard, condition);
        }
    }

    /// Tells of an ability that is taken from what can have it, and not here.
    pub(super) fn may_have(&mut self, at: &'f Expr, has: &Formula) {
        if !self.removal_told
            && self.is_ruled_out(has)
            && !self.is_never_reached()
            && self.facts.never(&self.reader, std::slice::from_ref(has), false).is_none()
        {
            self.removal_told = true;
            (self.found)(Stop::NothingToRemove, at);
        }
    }
}
