//! Of whom: takes texts that say of which of two something is asked, or to whom it is done, finds rules beside them that ask it of the
//! other one, or do it to others.

use super::beside::{Said, the_one};
use super::drifted;
use super::patterns::fits;
use super::phrases::{Phrase, Word};
use crate::typed::{
    ClauseDef, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, Local, LocalId, LocalRole,
    ReachDef, Stmt, StmtKind, Type, any_expr, parts,
};
use warwright_grammar::{Diagnostic, Span};

/// Words that begin a condition: it may be of the bearer.
const CONDITIONS: &str = "when|whenever|while|if|once|until|after|before|since|unless";
/// Words for anybody but the bearer.
const OTHERS: &str = "against|versus|target*|enem*|foe*|oppo*|rival*|who*|any*|those|them|they|their|victim*|attack*|\
    shoot*|strike*|defend*|each|every*|all|at|into|upon|on|another|other*|friend*|comrade*|next|near*|within|around|\
    adjacent|neighbour*|neighbor*|beside|touch*|both|some*|you|your|player*|nobody|none|ones|whose";

/// The two of whom a clause speaks: whom it reaches, and the other of the same sort.
struct Two {
    own: LocalId,
    other: LocalId,
    other_name: String,
}

impl<'t> Said<'t> {
    /// `against whoever is hurt`, and the rule asks that of its bearer.
    pub(super) fn of_its_target(&self) -> Option<Diagnostic> {
        let said = self.phrase(
            "against|versus a|an|any|anybody|the|those.. _, at|into anybody|anyone|anything|those|whoever",
        )?;
        if fits("it|its|itself|him|her|them", said.last()) || self.says(CONDITIONS) {
            return None;
        }
        let (clause, two) = self.of_two_roles()?;
        let when = clause.when.as_ref()?;
        let at = self.state_of(when, two.own)?;
        (!mentions(when, two.other)).then(|| {
            let message =
                "the text says against whom, and the rule asks it of who does it".to_owned();
            let found = drifted(message, said.span()).also(at, "asked of its bearer");
            found.help(format!("did you mean `{}`? else correct the text", two.other_name))
        })
    }

    /// `when one is left`, and the rule asks that of the other one.
    pub(super) fn of_its_bearer(&self) -> Option<Diagnostic> {
        let (clause, two) = self.of_two_roles().filter(|_| self.says(CONDITIONS))?;
        let when = clause.when.as_ref()?;
        let bears = |it: &Local| it.role == LocalRole::Bearer;
        let asks_bearer = parts([when]).into_iter().any(|it| match it.kind {
            ExprKind::Local(local) => clause.locals.get(local).is_some_and(bears),
            _ => false,
        });
        let at = self.state_of(when, two.other)?;
        // `fights riders with one more`: what is asked by name is of another by itself.
        let by_name =
            |it: &Expr| matches!(it.kind, ExprKind::Has { .. }) || matches!(it.ty, Type::Member(_));
        if any_expr(when, by_name) {
            return None;
        }
        let named = self.text.iter().any(|(word, _)| {
            let role = |it: &Local| it.role == LocalRole::Param && *it.name == **word;
            fits(OTHERS, word) || clause.locals.all.iter().any(role)
        });
        (!asks_bearer && !mentions(when, two.own) && !named).then(|| {
            let message = "the text names nobody but its bearer, and the rule asks it of another";
            let found = drifted(message, self.one.text).also(at, "asked of the other one");
            found.help("let the text say of whom, or ask it of the bearer")
        })
    }

    /// Where a condition asks for a state of a variable, or for what is printed on it.
    fn state_of(&self, when: &Expr, local: LocalId) -> Option<Span> {
        let of_it = |of: &Expr| matches!(of.kind, ExprKind::Local(it) if it == local);
        let asks = |part: &Expr| match &part.kind {
            ExprKind::Has { of, .. } => of_it(of),
            ExprKind::Call { args, .. } => args.len() == 1 && args.iter().all(of_it),
            _ => self.figure(part).is_some_and(|(of, _)| of == Some(local)),
        };
        parts([when]).into_iter().find(|part| asks(part)).map(|part| part.span)
    }

    /// The one clause that bends a number which stands between two of one sort, with these.
    fn of_two_roles(&self) -> Option<(&'t ClauseDef, Two)> {
        let clause = self.clause().filter(|_| !self.acts())?;
        let (ClauseOwner::Quantity(id), ClauseVerb::Modify { .. }, ReachDef::Role(role)) =
            (clause.owner, &clause.does, &clause.reach)
        else {
            return None;
        };
        let def = self.typed.quantities.get(id).filter(|_| role.field.is_none())?;
        let roles = def.locals.first(def.params);
        let own = roles.get(usize::from(role.param))?;
        let others = (0..).zip(roles).filter(|(at, it)| *at != role.param && it.ty == own.ty);
        let (other, local) = the_one(others)?;
        let two = Two {
            own: LocalId(u32::from(role.param)),
            other: LocalId(u32::from(other)),
            other_name: local.name.to_string(),
        };
        Some((clause, two))
    }

    /// `it recovers one`, and the rule does so to others.
    pub(super) fn of_others_alone(&self) -> Option<Diagnostic> {
        let others = |(word, _): &Word| fits(OTHERS, word) && !fits("at|on", word);
        if !self.says("it|itself") || self.text.iter().any(others) {
            return None;
        }
        if let Some(clause) = self.clause().filter(|_| !self.acts() && self.says("itself"))
            && matches!(clause.reach, ReachDef::Related { .. })
        {
            let message = "the text names nobody but its bearer, and the rule reaches others";
            let found = drifted(message, self.one.text).also(clause.span, "reaches these");
            return Some(found.help("let the text say whom, or reach the bearer: `as ROLE`"));
        }
        let hook = the_one(self.hooks())?;
        if self.clauses().next().is_some() || self.actions().next().is_some() {
            return None;
        }
        let does = hook.body.iter().filter(|it| !matches!(it.kind, StmtKind::Say(_)));
        let things = |it: &&Stmt| matches!(&it.kind, StmtKind::ForEach { of, .. } if !matches!(of.kind, ExprKind::Items(_)));
        let done = the_one(does).filter(things)?;
        let message = "the text names nobody but its bearer, and the rule does it to others";
        let found = drifted(message, self.one.text).also(done.span, "done to each of these");
        Some(found.help("let the text say to whom, or name the bearer alone"))
    }

    /// `when an enemy shoots`, and the rule asks that the one who does it is one's own.
    pub(super) fn of_who_acts(&self) -> Option<Diagnostic> {
        let (said, by_foe) = self.who_acts()?;
        let asks = self.clauses().filter_map(|it| match it.owner {
            ClauseOwner::Permission(id) => Some((it, id)),
            _ => None,
        });
        let (clause, id) = the_one(asks)?;
        let def = self.typed.permissions.get(id)?;
        let roles = def.locals.first(def.params);
        let whose = parts(&clause.when).into_iter().filter_map(|part| match &part.kind {
            ExprKind::Compare { how: Compare::Eq, left, right } => {
                match (&left.kind, &right.kind) {
                    (ExprKind::Local(_), ExprKind::OwnerOf(of)) => match of.kind {
                        ExprKind::Local(local) => Some((local.0 as usize, part.span)),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        });
        let (asked, at) = the_one(whose)?;
        // Who does it comes first, who has it done to him next.
        let role = roles.get(asked)?;
        let mut of_sort =
            (0..roles.len()).filter(|at| roles.get(*at).is_some_and(|it| it.ty == role.ty));
        let (doer, other) = (of_sort.next()?, of_sort.next()?);
        (by_foe == (asked == doer)).then(|| {
            let (says, asks) = match by_foe {
                true => ("an enemy does it", "one of your own does"),
                false => ("one of your own does it", "it is done to one of them"),
            };
            let meant = roles.get(if by_foe { other } else { doer }).map_or("", |it| &*it.name);
            let message = format!("the text says that {says}, and the rule asks that {asks}");
            let found = drifted(message, said.span()).also(at, "asked here");
            found.help(format!("did you mean `{meant}.player`? else correct the text"))
        })
    }
}

impl Said<'_> {
    /// Whether the text speaks of what an enemy does to one's own, or of what one of these does.
    fn who_acts(&self) -> Option<(Phrase<'_>, bool)> {
        const STANDS: &str = "is|are|was|has|have|had|of|in|who|that|stands|stand";
        let acts = |said: &Phrase<'_>| !fits(STANDS, said.last());
        let an_enemy = "when|whenever|if|as SMALL|an|one|of.. FOES unit|units|piece|pieces.. _";
        let an_own = "when|whenever|if|as you !are|have, when|whenever|if|as your unit|units _, \
            when|whenever|if|as one|a|an unit.. of your|yours unit|units.. _";
        // `one of your units is struck`, `against a blow`.
        let done = "one|unit|units|piece|of.. of.. your|yours unit|units|piece.. is|are _";
        let is_done =
            |said: &Phrase<'_>| said.last().ends_with("ed") || fits("shot|struck|hit", said.last());
        let against = "against|versus a|an|the|any _";
        let own = "of your|yours own, your own _";
        let by_foe = self.phrase(an_enemy).filter(acts);
        let by_foe = by_foe.or_else(|| self.phrases(done).find(is_done));
        let by_foe = by_foe.or_else(|| {
            self.opening(against).filter(|said| !fits("FOES|unit|target", said.last()))
        });
        let by_own = self.phrase(an_own).filter(|said| {
            acts(said) && !is_done(said) && !self.phrases(done).any(|it| is_done(&it))
        });
        match (by_foe, by_own.or_else(|| self.phrase(own))) {
            (Some(said), None) => Some((said, true)),
            (None, Some(said)) => Some((said, false)),
            _ => None,
        }
    }

    /// `every stand of it has one less`, `its own have`, and the rule reaches who fights it.
    pub(super) fn of_its_own_side(&self) -> Option<Diagnostic> {
        let said = self.phrase("its own _, each|every|all.. _ of it, it has|rolls|strikes")?;
        let other = |(word, _): &Word| fits(OTHERS, word) && !fits("each|every|all|strikes", word);
        let turned = self.text.iter().any(other) || self.says(CONDITIONS);
        let clause = self.clause().filter(|_| !turned && !self.acts())?;
        let ClauseOwner::Quantity(id) = clause.owner else { return None };
        let def = self.typed.quantities.get(id)?;
        let favours = def.favours.filter(|it| !it.less)?;
        let role = |it: &ReachDef| matches!(it, ReachDef::Role(role) if *role != favours.role);
        let foe = def.locals.get(LocalId(u32::from(favours.role.param)))?;
        (clause.when.is_none() && role(&clause.reach)).then(|| {
            let message = "the text speaks of its own, and the rule of who fights it";
            let found = drifted(message, said.span()).also(clause.span, "reaches the other one");
            found.help(format!("did you mean `as {}`? else correct the text", foe.name))
        })
    }
}

/// Whether a variable stands in a condition.
fn mentions(when: &Expr, local: LocalId) -> bool {
    parts([when]).into_iter().any(|it| matches!(it.kind, ExprKind::Local(at) if at == local))
}
