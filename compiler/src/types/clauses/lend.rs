//! `lend` and `deny`: possession by others.

use super::super::bearer::{Bearer, Reachable, Reached};
use super::super::checker::Checker;
use super::super::facts::Owner;
use super::super::lookup::spelled;
use super::tail::{LabelRule, TailParts};
use crate::typed::{ClauseOwner, ClauseVerb};
use warwright_grammar::{Diagnostic, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// A lending or denying clause: one typed clause for each ability.
    pub(super) fn lend(&mut self, bearer: &Bearer<'a>, lend: &tree::Lend, lends: bool) {
        for written in &lend.abilities {
            let Some((name, args)) = self.ability_call(written) else { continue };
            let Some(ability) = self.find_ability(&name) else { continue };
            let Some(def) = self.typed.abilities.get(ability) else { continue };
            let (kind, span) = (def.kind, def.span);
            let subject = [self.subject(kind, span)];
            let on = Reachable {
                title: format!("having {}", name.text),
                locals: &subject,
                params: 1,
                span,
            };
            let word = if lends { "lend" } else { "deny" };
            let clause = format!("{word} {}", name.text);
            self.has_no_strongest(&lend.reach, &clause);
            if lends {
                self.lends_to_others(lend, &name);
            }
            for reached in self.reaches(bearer, &on, &lend.reach, &clause, lend.span) {
                self.lend_reached(bearer, lend, (ability, args, lends), reached);
            }
        }
    }

    /// What its bearer always has is no loan.
    fn lends_to_others(&mut self, lend: &tree::Lend, name: &tree::Name) {
        let tree::Reach::Role { role, relations, or_self: false, span, .. } = &lend.reach else {
            return;
        };
        if relations.is_empty() && TailParts::of(&lend.tail, lend.span).when.is_none() {
            Diagnostic::warning(codes::NO_EFFECT, *span)
                .says(format!("this lends \"{}\" to its own bearer, for ever", name.text))
                .label("nobody else gets it")
                .help(format!(
                    "say who gets it: `lend .. as {} beside self`; or give it to the bearer itself: `abilities .. {}`",
                    role.text,
                    spelled(&name.text, false)
                ))
                .emit(self.sink);
        }
    }

    fn lend_reached(
        &mut self,
        bearer: &Bearer<'a>,
        lend: &tree::Lend,
        (ability, args, lends): (ir::AbilityId, &[tree::Arg], bool),
        mut reached: Reached,
    ) {
        self.scope = std::mem::take(&mut reached.scope);
        let parts = TailParts::of(&lend.tail, lend.span);
        let tail = self.tail(bearer, &parts, LabelRule::Optional);
        if let Some(words) = &tail.words {
            self.broken(codes::NOT_A_VALUE, "the label of this clause has fixed words", words.span);
        }
        let does = if lends {
            let Some(signature) = self.signature(Owner::Ability(ability)) else { return };
            match self.arguments(&signature, args, lend.span) {
                Some(args) => ClauseVerb::Lend(args),
                None => return,
            }
        } else {
            if let Some(arg) = args.first() {
                Diagnostic::at(codes::TOO_MANY_ARGUMENTS, arg.span)
                    .says("what is denied is denied whole")
                    .help("name the ability alone")
                    .emit(self.sink);
            }
            ClauseVerb::Deny
        };
        let (owner, level) = (ClauseOwner::Possession(ability), bearer.level);
        self.add_clause(owner, level, reached, tail, does, lend.span);
    }
}
