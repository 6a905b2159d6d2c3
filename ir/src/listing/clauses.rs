//! Clauses: who brings them into play, whom they reach, what they do.

use super::{Lister, Locals};
use crate::{
    Bearer, Clause, ClauseId, ExprId, Modifier, Param, PermissionClause, Reach, Slot, Verb,
};

impl<'p> Lister<'p> {
    /// A clause of an owner with these parameters.
    pub(super) fn clause(
        &mut self,
        id: ClauseId,
        params: &'p [Param],
        does: &str,
        args: &'p [ExprId],
    ) {
        let program = self.program;
        let Some(clause) = program.clauses.get(id) else {
            self.line(1, &format!("{does} clause #{}", id.0));
            return;
        };
        let mut locals = self.locals(params);
        if params.is_empty() {
            locals.names.insert(Slot::Scalar(0), "subject");
        }
        self.bearer_locals(&mut locals, clause.bearer, clause.self_slot);
        let mut words =
            format!("{does}{}", self.reach(clause.bearer, &clause.reach, params, &locals));
        if let Some(modifier) = &clause.modifier {
            words += &self.modifier(modifier, &locals);
        }
        match &clause.permission {
            Some(PermissionClause::Forbid { words: Some(shown) }) => {
                words += &format!(" forbid {}", self.template(shown, &locals));
            }
            Some(PermissionClause::Forbid { words: None }) => words += " forbid",
            Some(PermissionClause::Allow { over }) => {
                let over: Vec<String> =
                    over.iter().map(|it| format!("{:?}", self.text(*it))).collect();
                words += &format!(" allow over {}", over.join(", "));
            }
            None => {}
        }
        if !args.is_empty() {
            words += &format!(" with {}", self.exprs(args, &locals));
        }
        words += &self.tail("when", clause.when, &locals);
        words += &self.clause_end(clause);
        self.line_at(1, &words, clause.span);
    }

    fn clause_end(&self, clause: &'p Clause) -> String {
        let mut words = format!(" {:?} level {}", self.text(clause.label), clause.level);
        if !clause.strikes.is_empty() {
            let struck = self.names(&self.program.clauses, &clause.strikes, |it| it.label);
            words += &format!(" over {struck}");
        }
        if clause.drawback {
            words += " drawback";
        }
        for origin in &clause.origins {
            words += &format!(" <- {}", self.text(origin.words));
        }
        words
    }

    fn modifier(&self, modifier: &'p Modifier, locals: &Locals<'p>) -> String {
        let verb = match modifier.verb {
            Verb::Set => "set to",
            Verb::Rung => "rung",
            Verb::By | Verb::ByUpTo => "by",
            Verb::Times => "times",
            Verb::AtLeast => "at least",
            Verb::AtMost => "at most",
        };
        let amount = self.expr(modifier.amount, locals);
        let cap = self.tail("up to", modifier.cap, locals);
        let stage = format!(" in stage {}", modifier.stage);
        let group = modifier.group.map_or_else(String::new, |it| format!(" group {it}"));
        format!(" {verb} {amount}{cap}{stage}{group}")
    }

    /// `of BEARER as ROLE ..`.
    pub(super) fn reach(
        &self,
        bearer: Bearer,
        reach: &'p Reach,
        params: &'p [Param],
        locals: &Locals<'p>,
    ) -> String {
        let program = self.program;
        let bearer = match bearer {
            Bearer::System => " of the system".to_owned(),
            Bearer::Scenario(id) => {
                format!(" of scenario {}", self.name(&program.scenarios, id, |it| it.name))
            }
            Bearer::Ability(id) => {
                format!(" of {}", self.name(&program.abilities, id, |it| it.name))
            }
        };
        let name = |role: &u16| {
            let param = params.get(usize::from(*role));
            param.map_or_else(|| format!("role {role}"), |it| self.text(it.name).to_owned())
        };
        let reach = match reach {
            Reach::All => String::new(),
            Reach::Role(role) => format!(" as {}", name(role)),
            Reach::Related { role, holds, each_adds } => {
                let each = if *each_adds { " each adds" } else { "" };
                format!(" as {} where {}{each}", name(role), self.expr(*holds, locals))
            }
            Reach::Any => " of any".to_owned(),
        };
        format!("{bearer}{reach}")
    }

    /// Names the bearer and its ability's parameters.
    pub(super) fn bearer_locals(&self, locals: &mut Locals<'p>, bearer: Bearer, self_slot: u16) {
        let Bearer::Ability(ability) = bearer else { return };
        locals.names.insert(Slot::Scalar(self_slot), "self");
        let params = self.program.abilities.get(ability).map_or(&[][..], |it| it.params.as_slice());
        for (param, slot) in params.iter().zip((self_slot..=u16::MAX).skip(1)) {
            locals.names.insert(Slot::Scalar(slot), self.text(param.name));
        }
    }
}
