//! Somebody and nobody: takes texts that say that there is some friend or enemy, or none, finds rules beside them that ask for the contrary.

use super::beside::{Said, the_one};
use super::{differs, drifted};
use crate::typed::{
    ClauseOwner, ClauseVerb, Expr, ExprKind, PermissionClauseDef, Question, ReachDef,
};
use warwright_grammar::{Diagnostic, Span};

/// What a condition asks of friends or of foes: that there is one, or none.
struct Asked {
    of_friends: bool,
    some: bool,
    span: Span,
}

impl Said<'_> {
    /// `while no friend is near`, and the rule asks for some.
    pub(super) fn of_nobody(&self) -> Option<Diagnostic> {
        let near = "if|while|when|where|as|with|long|and|that|unless";
        let none = format!(
            "({near}) no FRIENDS|FOES, without a|any.. FRIENDS|FOES, \
             none of SMALL.. FRIENDS|FOES, none of SMALL own, isn|not|t a single FRIENDS|FOES"
        );
        let some = format!("({near}) a|an|any|another|some FRIENDS|FOES");
        let none = self.phrases(&none).map(|said| (said, false));
        let (said, some) = the_one(none.chain(self.phrases(&some).map(|said| (said, true))))?;
        if self.says("unless|except|but") {
            return None;
        }
        let mut asked = Vec::new();
        self.conditions().for_each(|when| self.each_asked_for(when, true, &mut asked));
        let one = the_one(asked.into_iter())?;
        if one.of_friends != said.has("FRIENDS|own") {
            let (says, asks) =
                if one.of_friends { ("foes", "friends") } else { ("friends", "foes") };
            let message = format!("the text speaks of {says}, and the rule asks for {asks}");
            return (one.some == some)
                .then(|| differs(message, said.span(), one.span, "asked here"));
        }
        if one.some == some {
            return None;
        }
        let (says, asks) = match some {
            true => ("there is one", "none"),
            false => ("there is none", "some"),
        };
        let whom = if said.has("own") { "friends" } else { said.last() };
        let message = format!("the text says of {whom} that {says}, and the rule asks for {asks}");
        let found = drifted(message, said.span()).also(one.span, "asked here");
        let other = if some { "any" } else { "no" };
        Some(found.help(format!("did you mean `{other} x in ..`? else correct the text")))
    }

    /// `nobody greets it`, and the rule keeps its bearer from it.
    pub(super) fn of_its_own_deed(&self) -> Option<Diagnostic> {
        let said = self.opening("nobody !of|in|among|but, no one, no FOES")?;
        let clause = the_one(self.clauses()).filter(|it| {
            matches!(it.does, ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }))
        })?;
        let (ClauseOwner::Permission(id), ReachDef::Role(role)) = (clause.owner, &clause.reach)
        else {
            return None;
        };
        let def = self.typed.permissions.get(id)?;
        let roles = def.locals.first(def.params);
        let own = roles.get(usize::from(role.param))?;
        // Who does it comes first, who has it done to him next.
        let mut alike = (0..).zip(roles).filter(|(_, it)| it.ty == own.ty);
        let (first, _) = alike.next()?;
        let (_, other) = alike.next()?;
        (first == role.param && !self.acts() && !self.says("EXCEPT|but|other")).then(|| {
            let message =
                "the text says that nobody does it, and the rule keeps its bearer from it";
            let found = drifted(message, said.span()).also(clause.span, "keeps the bearer from it");
            found.help(format!("did you mean `as {}`? else correct the text", other.name))
        })
    }

    fn each_asked_for(&self, root: &Expr, holds: bool, found: &mut Vec<Asked>) {
        match &root.kind {
            ExprKind::Not(of) => self.each_asked_for(of, !holds, found),
            ExprKind::And(one, other) | ExprKind::Or(one, other) => {
                self.each_asked_for(one, holds, found);
                self.each_asked_for(other, holds, found);
            }
            ExprKind::Quantified { how: how @ (Question::Any | Question::No), when, .. } => {
                let Some(when) = when else { return };
                let whose = self.facts.sides().said_of_things(self.typed, when, true);
                let Some((first, rest)) = whose.split_first() else { return };
                if rest.iter().all(|it| it == first) {
                    let some = (*how == Question::Any) == holds;
                    found.push(Asked { of_friends: *first, some, span: root.span });
                }
            }
            _ => {}
        }
    }
}
