//! Relations and their own bearers: takes clauses that reach by a relation, says whether they reach their bearer too.
//!
//! A relation means of the bearer what it means of all others. Where it can hold of a thing and itself, the author says
//! what is meant: `or self`, or a condition that leaves the bearer out.

use super::fights::Side;
use super::owners::label;
use crate::checks::logic::formula::Reader;
use crate::checks::logic::solve::{Answer, Facts};
use crate::typed::{BearerDef, ClauseDef, HookDef, LocalRole, ReachDef, Typed};
use warwright_grammar::{Diagnostic, Sink, codes};

/// Whether a clause reaches its own bearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Itself {
    /// It reaches nobody by a relation, or the bearer is of another kind.
    NotAsked,
    /// It says `or self`.
    Said,
    /// The relation and its condition never hold of the bearer itself.
    Never,
    /// They can hold of it.
    Can,
    /// Where the relation holds of it; what that hangs on is beyond what is decided.
    Perhaps,
}

/// Answers whether clauses reach their own bearers.
#[derive(Debug)]
pub struct Reflexive<'t> {
    facts: Facts<'t>,
}

impl<'t> Reflexive<'t> {
    /// With what is known of a game.
    #[must_use]
    pub fn new(typed: &'t Typed) -> Self {
        Self { facts: Facts::new(typed) }
    }

    /// Of a clause.
    #[must_use]
    pub fn clause(&self, clause: &ClauseDef) -> Itself {
        self.side(&Side::of_clause(self.facts.typed, clause))
    }

    /// Of a hook.
    #[must_use]
    pub fn hook(&self, hook: &HookDef) -> Itself {
        self.side(&Side::of_hook(self.facts.typed, hook))
    }

    fn side(&self, side: &Side<'_>) -> Itself {
        let ReachDef::Related { role, holds, or_self } = side.reach else {
            return Itself::NotAsked;
        };
        let bearer = side.locals.all.iter().find(|local| local.role == LocalRole::Bearer);
        let filled = self.facts.typed.role_at(&side.locals.all, *role).map(|(_, ty)| ty);
        if bearer.map(|local| &local.ty) != filled {
            return Itself::NotAsked;
        }
        if *or_self {
            return Itself::Said;
        }
        let mut reader = Reader::new(self.facts.typed, &self.facts.bent);
        reader.begin(1, side.locals, side.params, Some(&ReachDef::Role(*role)));
        let mut all = vec![reader.condition(holds)];
        if let Some(when) = side.when {
            all.push(reader.condition(when));
        }
        match self.facts.solve(&reader, &all, false) {
            Answer::Never(_) => Itself::Never,
            Answer::Can(_) => Itself::Can,
            Answer::Unknown(_) => Itself::Perhaps,
        }
    }
}

/// A relation that can hold of its own bearer is followed by what is meant of it.
pub(crate) fn relations_say_whether_they_reach_their_bearer(typed: &Typed, sink: &mut Sink) {
    let reflexive = Reflexive::new(typed);
    for clause in typed.clauses.values() {
        if reflexive.clause(clause) == Itself::Can {
            tell(&clause.reach, &clause.label, clause.bearer, sink);
        }
    }
    for hook in typed.hooks.values() {
        if reflexive.hook(hook) == Itself::Can {
            tell(&hook.reach, &hook.label, hook.bearer, sink);
        }
    }
}

fn tell(reach: &ReachDef, of: &str, bearer: BearerDef, sink: &mut Sink) {
    let ReachDef::Related { holds, .. } = reach else { return };
    if !matches!(bearer, BearerDef::Ability(_)) {
        return;
    }
    Diagnostic::at(codes::REACHES_ITSELF, holds.span)
        .says(format!("{} reaches its own bearer too, and does not say so", label(of)))
        .label("this holds of the bearer and itself")
        .help("`.. self or self` if that is meant; else leave it out: `when ROLE is not self`")
        .emit(sink);
}
