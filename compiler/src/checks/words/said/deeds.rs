//! Who does it: takes texts that say whether their bearer does something or has it done to it, finds clauses beside them that speak of
//! the other one.

use super::beside::{Said, the_one};
use super::ends::is_bearer;
use super::patterns::fits;
use super::phrases::Phrase;
use super::{differs, drifted};
use crate::checks::clauses::auras::is_good;
use crate::checks::clauses::fights::Side;
use crate::typed::{
    Assign, ClauseDef, ClauseOwner, Expr, ExprKind, Local, ReachDef, Stmt, StmtKind, Type,
};
use std::collections::BTreeMap;
use warwright_grammar::near::is_form_of;
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;

/// What stands between whoever does something and what is done.
const BETWEEN: &str = "not|never|cannot|may|can|does|do|will|must|also|even|only|ever";

impl<'t> Said<'t> {
    /// `it cannot be pinched`, and the rule speaks of it as the one who pinches; `it pinches nobody`, and it is the one who is pinched.
    pub(super) fn of_the_deed(&self) -> Option<Diagnostic> {
        let (deed, roles, reach, at) = self.deed()?;
        let ReachDef::Role(role) = reach else { return None };
        let of_thing = |at: usize| match roles.get(at)?.ty {
            Type::Entity(kind) => Some(kind),
            _ => None,
        };
        // Who does it comes first, who has it done to him next.
        let two = of_thing(0).is_some() && of_thing(0) == of_thing(1);
        if !two || role.field.is_some() || role.param > 1 {
            return None;
        }
        // `attack`, of the attacker.
        let does = |word: &str| {
            let stem = roles.first().and_then(|it| it.name.strip_suffix("er"));
            stem.is_some_and(|stem| {
                stem.len() > 3 && word.starts_with(stem) && !word.ends_with("er")
            })
        };
        let named = |word: &str| {
            does(word)
                || deed.split('_').any(|part| part.len() > 3 && is_form_of(word, part))
                || self.typed.words_for(deed).iter().any(|it| it == word)
        };
        // `breaks away`, `takes no flight`: one word behind the other is one deed.
        let said = self.text.iter().enumerate().filter(|(at, (word, _))| {
            let mut before = self.text.get(..*at).unwrap_or_default().iter().rev();
            let before = before.find(|(word, _)| !fits("no|any|a|the", word));
            named(word) && !before.is_some_and(|(word, _)| named(word))
        });
        let (at_word, (word, span)) = the_one(said)?;
        let suffers = self.suffers(at_word)?;
        if suffers == (role.param == 1) {
            return None;
        }
        let (says, is) = if suffers {
            ("has it done to it", "does it")
        } else {
            ("does it", "has it done to it")
        };
        let message =
            format!("the text says that it {says}: {word}; and the rule speaks of who {is}");
        let other = roles.get(usize::from(1 - role.param))?;
        let found = drifted(message, *span).also(at, "reaches its bearer so");
        Some(found.help(format!("did you mean `as {}`? else correct the text", other.name)))
    }

    /// `nobody enters`, and the rule forbids to shoot.
    pub(super) fn of_another_deed(&self) -> Option<Diagnostic> {
        let permission = |clause: &ClauseDef| match clause.owner {
            ClauseOwner::Permission(id) => Some((id, clause.span)),
            _ => None,
        };
        let forbids = self.rules.forbids_alone(self.one.bearer);
        let forbidden = self.clauses().filter_map(permission).filter(|_| forbids);
        let forbidden: BTreeMap<ir::PermissionId, Span> = forbidden.collect();
        let (own, at) = the_one(forbidden.iter())?;
        let own = &self.typed.permissions.get(*own)?.name;
        let is_own = |word: &str| own.split('_').any(|part| self.is_word(word, part));
        if self.text.iter().any(|(word, _)| is_own(word)) {
            return None;
        }
        // Of whoever bears it other words may be meant: `it cannot run`, of what others call to give way.
        let refuses = "nobody may|can|could|must|ever.. _, no|one unit|piece.. may|can _";
        let mut said = self.phrases(refuses).filter_map(|said| {
            let word = said.last();
            let names = |name: &str| name.len() > 3 && self.is_word(word, name);
            let other = self.typed.permissions.values().find(|it| names(&it.name))?;
            Some((&other.name, said.span()))
        });
        let (other, span) = said.next()?;
        let message =
            format!("the text says that nobody may {other}, and the rule forbids `{own}`");
        Some(differs(message, span, *at, "forbidden here"))
    }

    /// The one permission that a clause bears on, or the one step that something hangs on, where that is all: its name where that is
    /// what is done, its roles, whom it reaches, and its place.
    fn deed(&self) -> Option<(&'t str, &'t [Local], &'t ReachDef, Span)> {
        if let (Some(hook), None) = (the_one(self.hooks()), self.clauses().next()) {
            let params = self.typed.procedures.get(hook.procedure)?.params;
            return Some(("", hook.locals.first(params), &hook.reach, hook.span));
        }
        let clause = self.clause().filter(|_| !self.acts())?;
        let ClauseOwner::Permission(id) = clause.owner else { return None };
        let def = self.typed.permissions.get(id)?;
        let roles = def.locals.first(def.params);
        Some((&def.name, roles, &clause.reach, clause.span))
    }

    /// `whoever attacks it is bewildered`, `the attacker suffers one`, and what is done is done to its bearer.
    pub(super) fn of_who_suffers(&self) -> Option<Diagnostic> {
        let other = self.opening("whoever|anyone|anybody, EACH|an|any|all.. FOES");
        // `the attacker`
        let doer = |said: &Phrase<'_>| said.word(1).is_some_and(|word| word.ends_with("er"));
        let other = other.or_else(|| self.phrase("the _ suffers|takes|loses").filter(doer))?;
        // `whoever strikes it makes it furious`.
        if self.says(
            "it|itself|bearer is|becomes|gains|gets|has|suffers|takes|loses, makes|turns|leaves it",
        ) {
            return None;
        }
        let hook = the_one(self.hooks()).filter(|_| self.actions().next().is_none())?;
        let side = Side::of_hook(self.typed, hook);
        let to_bearer =
            |to: &Expr| matches!(to.kind, ExprKind::Local(local) if is_bearer(&side, local));
        // Whether something is done to the bearer alone; none where nothing is done to anybody.
        let suffers = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Grant { ability, to, .. } => {
                Some(to_bearer(to) && is_good(self.typed, *ability) != Some(true))
            }
            StmtKind::Call { args, .. } => Some(args.first().is_some_and(to_bearer)),
            StmtKind::Assign { to: Assign::Local(_), .. }
            | StmtKind::Say(_)
            | StmtKind::If { .. } => None,
            _ => Some(false),
        };
        let done = self.stmts().into_iter().filter_map(|stmt| Some((suffers(stmt)?, stmt.span)));
        let done: Vec<(bool, Span)> = done.collect();
        let (_, at) = done.first().filter(|_| done.iter().all(|(suffers, _)| *suffers))?;
        let message = "the text speaks of another one, and the rule does it to its bearer";
        Some(
            drifted(message, other.span())
                .also(*at, "done to its bearer")
                .help("name the other one here, or correct the text"),
        )
    }

    /// Whether the bearer has something done to it, or does it itself, where that is what is said of it.
    fn suffers(&self, at: usize) -> Option<bool> {
        // `Does not attack`: of the bearer, who is not named.
        let part = || self.part_before(at);
        if part().next().is_some() && part().all(|word| fits(BETWEEN, word)) {
            return (!self.text.get(at)?.0.ends_with("ed")).then_some(false);
        }
        let words = || self.text.get(..at).unwrap_or_default().iter().rev();
        let words = || words().map(|(word, _)| word.as_str());
        // `when it is the one who attacks`
        if words().take(5).eq(["who", "one", "the", "is", "it"]) {
            return Some(false);
        }
        let mut before = words().skip_while(|word| fits(BETWEEN, word)).peekable();
        // `whoever attacks it`
        let whoever = before.peek().is_some_and(|word| fits("whoever|anyone|anybody|who", word));
        let it = self.text.get(at + 1).is_some_and(|(word, _)| fits("it|them|him|her", word));
        if whoever && it {
            return Some(true);
        }
        // `no enemy can break away from it`
        let mut foe = before.clone();
        let nobody = foe.next().is_some_and(|word| fits("FOES|unit|units|one", word))
            && foe.next().is_some_and(|word| fits("no|any|every", word));
        let from_it = || self.part_behind(at).take(4).any(|word| fits("it|them", word));
        if nobody && from_it() {
            return Some(true);
        }
        let done = self.text.get(at)?.0.ends_with("ed");
        if before.next_if(|word| fits("be|been|is|are", word)).is_some() {
            let mut rest = before.skip_while(|word| fits(BETWEEN, word));
            let whose = rest.next().is_none_or(|word| fits("it|they|who", word));
            return (done && whose).then_some(true);
        }
        (!done && before.next() == Some("it")).then_some(false)
    }
}
