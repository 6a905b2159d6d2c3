//! What is said of the bearer and of the others: takes texts, finds which of them it is that has less, recovers, is asked something or has
//! the next turn, and rules beside them in which it is the other one.

use super::beside::{Said, the_one};
use super::ends::is_bearer;
use super::patterns::fits;
use super::phrases::Phrase;
use super::{differs, drifted};
use crate::checks::clauses::fights::Side;
use crate::checks::logic::compared::Comparison;
use crate::typed::{
    ClauseDef, ClauseOwner, ClauseVerb, Expr, ExprKind, LocalRole, ReachDef, StmtKind, Type,
    UntilDef, each_local, each_stmt, parts,
};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::Verb;

/// Words that begin a sentence of others than the bearer.
const OTHERS: &str = "whoever|those|enem*|foe*|an|any|anybody|each|every|all|the|attackers|units|stands|friends|nobody|a|as|when|if";

impl<'t> Said<'t> {
    /// `whoever fights it strikes once less`, and the rule gives them one more.
    pub(super) fn of_the_others_sign(&self) -> Option<Diagnostic> {
        let clause = self.clause().filter(|it| !self.acts() && self.bends_the_other(it))?;
        let ClauseVerb::Modify { verb: Verb::By, amount, .. } = &clause.does else { return None };
        let (less, more) =
            ("less|fewer|lower|lose|loses|minus", "more|extra|additional|gain|gains|plus|higher");
        // `harder to shoot`, of the bearer: that is what the others do.
        let (harder, easier) = (self.opening("harder to"), self.opening("easier to"));
        let of_it = harder.is_some() || easier.is_some();
        let said =
            match (harder.or_else(|| self.phrase(less)), easier.or_else(|| self.phrase(more))) {
                (Some(said), None) => said,
                (None, Some(said)) => said,
                _ => return None,
            };
        let denied = self
            .text
            .iter()
            .position(|it| it.1 == said.span())
            .is_some_and(|at| self.part_before(at).any(|word| fits("NO|EXCEPT", word)));
        if denied || self.says("than|need|needs|instead") || !(of_it || self.opens_with_others()) {
            return None;
        }
        let (says_less, takes) = (said.has(less) || said.has("harder"), self.adds(amount)? < 0);
        let (says, does) = if says_less { ("less", "more") } else { ("more", "less") };
        let says = if of_it { said.first() } else { says };
        let message =
            format!("the text says {says} for the others, and the rule gives them {does}");
        (says_less != takes).then(|| differs(message, said.span(), amount.span, "done here"))
    }

    /// `one harder`, of everybody, and the rule makes it easier.
    pub(super) fn harder_or_easier(&self) -> Option<Diagnostic> {
        let clause =
            self.clause().filter(|it| matches!(it.reach, ReachDef::All) && !self.acts())?;
        let ClauseVerb::Modify { verb: Verb::By, amount, .. } = &clause.does else { return None };
        let ClauseOwner::Quantity(id) = clause.owner else { return None };
        let favours = self.typed.quantities.get(id)?.favours?;
        let said =
            the_one(self.phrases("# harder|worse|weaker|slower|easier|better|stronger|faster"))?;
        let good = fits("easier|better|stronger|faster", said.last());
        let (says, does) = if good { ("better", "worse") } else { ("worse", "better") };
        let makes_good = (self.adds(amount)? > 0) != favours.less;
        let message = format!("the text says that it gets {says}, and the rule makes it {does}");
        (good != makes_good).then(|| differs(message, said.span(), amount.span, "done here"))
    }

    /// Whether a clause bends a number of which more is good for the one that its bearer meets.
    fn bends_the_other(&self, clause: &ClauseDef) -> bool {
        let (ClauseOwner::Quantity(id), ReachDef::Role(role)) = (clause.owner, &clause.reach)
        else {
            return false;
        };
        let favours = self.typed.quantities.get(id).and_then(|it| it.favours);
        favours.is_some_and(|it| !it.less && it.role.param != role.param && role.field.is_none())
    }

    /// Whether an amount adds, 1, or takes away, -1; none where it may do either.
    pub(super) fn adds(&self, amount: &Expr) -> Option<i64> {
        let range = self.typed.range(amount);
        match (range.least, range.most) {
            (Some(0..), _) => Some(1),
            (_, Some(..=0)) => Some(-1),
            _ => None,
        }
    }

    fn opens_with_others(&self) -> bool {
        self.text
            .first()
            .is_some_and(|(word, _)| fits(OTHERS, word) || word.ends_with('s') && word != "its")
    }

    /// `it recovers one`, and it is the other one who does; `the enemy loses one`, and the bearer does.
    pub(super) fn of_whom_it_befalls(&self) -> Option<Diagnostic> {
        const BEFALLS: &str = "recovers|regains|heals|gains|gets|suffers|takes|restores";
        let it = format!("it {BEFALLS}");
        let own = self.phrases(&it).find(|said| {
            said.before().last().is_none_or(|(_, at)| at.end() + 1 < said.span().start())
        });
        let of_foes = format!("the|an|each|every FOES loses|{BEFALLS}");
        let (said, of_bearer) = match own {
            Some(said) => (said, true),
            None => (self.opening(&of_foes)?, false),
        };
        if self.says("friend*|comrade*|target*|both|too|also|them|whoever") {
            return None;
        }
        let hook = the_one(self.hooks())
            .filter(|_| self.clauses().next().is_none() && self.actions().next().is_none())?;
        let side = Side::of_hook(self.typed, hook);
        let mut done: Vec<(Option<bool>, Span)> = Vec::new();
        each_stmt(&hook.body, &mut |stmt| {
            let (StmtKind::Call { args, .. }, at) = (&stmt.kind, stmt.span) else { return };
            let first = args.iter().find(|it| matches!(it.ty, Type::Entity(_)));
            let bears = |it: &Expr| match it.kind {
                ExprKind::Local(local) => Some(is_bearer(&side, local)),
                // Whatever else it is may be the bearer.
                _ => None,
            };
            done.extend(first.map(|it| (bears(it), at)));
        });
        let (_, at) = *done.first()?;
        done.iter().all(|(bears, _)| *bears == Some(!of_bearer)).then(|| {
            let (says, does, name) = match of_bearer {
                true => ("the bearer", "another", "the bearer, `self`,"),
                false => ("an enemy", "the bearer", "the enemy"),
            };
            let message = format!("the text says it of {says}, and the rule does it to {does}");
            let found = drifted(message, said.span()).also(at, format!("done to {does}"));
            found.help(format!("name {name} or let the text say whom"))
        })
    }

    /// `while it has one left`, and the rule asks how many the other one has.
    pub(super) fn of_the_bearers_own(&self) -> Option<Diagnostic> {
        let said = self.phrase("while|when|once|if|until it has|is|was|loses|lost")?;
        let opened = said
            .before()
            .iter()
            .all(|(word, _)| !fits("who*|an|enem*|friend*|target*|those|any|each", word));
        let clause = self.clause().filter(|it| opened && !self.acts() && it.label.len() > 1)?;
        let (ClauseOwner::Quantity(_), ReachDef::Role(role)) = (clause.owner, &clause.reach) else {
            return None;
        };
        // What is said behind it of another may be what is asked.
        let named = said.behind().iter().any(|(word, _)| {
            let is_role = clause
                .locals
                .all
                .iter()
                .any(|it| it.role == LocalRole::Param && *it.name == **word);
            is_role || fits("against|target*|enem*|foe*|whoever|those|they|them|attacked|by", word)
        });
        let asked = parts(&clause.when).into_iter().filter_map(|part| {
            let compared = Comparison::of(part)?;
            let (of, name) = self.figure(compared.of)?;
            Some((of?, name, part.span))
        });
        let (of, name, at) = the_one(asked)?;
        let own = |of: u32| of == u32::from(role.param) && role.field.is_none();
        let bears = clause.locals.get(of).is_some_and(|it| it.role == LocalRole::Bearer);
        let mut mentions_own = false;
        clause.when.iter().for_each(|when| {
            each_local(when, &mut |local| {
                mentions_own |= own(local.0)
                    && parts([when]).iter().any(|part| {
                        Comparison::of(part).is_some_and(|it| {
                            self.figure(it.of).is_some_and(|(of, _)| of == Some(local))
                        })
                    });
            })
        });
        let is_param = clause.locals.get(of).is_some_and(|it| it.role == LocalRole::Param);
        (is_param && !own(of.0) && !bears && !mentions_own && !named).then(|| {
            let message = format!(
                "the text says it of the bearer, and the rule asks for `{name}` of another"
            );
            differs(message, said.span(), at, "asked of the other one")
        })
    }

    /// `an enemy .. until its own next turn`, and it lasts until the bearer's.
    pub(super) fn until_whose_turn(&self) -> Option<Diagnostic> {
        let theirs = "its own|his|owner|s next turn, its own next ROUND";
        let said = self.opening("an|each|every|any.. FOES").and_then(|_| self.phrase(theirs));
        let said = said.or_else(|| {
            let other = self.phrase("the other player")?;
            phrases_behind(&other, "his|their next turn")
        })?;
        let grant = the_one(self.rules.grants(self.one.bearer))?;
        let (
            UntilDef::Moment { whose: Some(whose), others: false, each: false, .. },
            StmtKind::Grant { to, .. },
        ) = (grant.until, &grant.stmt.kind)
        else {
            return None;
        };
        let hook = self.hooks().find(|hook| hook.span.contains(grant.stmt.span))?;
        let side = Side::of_hook(self.typed, hook);
        let mut bears = false;
        each_local(whose, &mut |local| bears |= is_bearer(&side, local));
        let to_bearer = matches!(to.kind, ExprKind::Local(local) if is_bearer(&side, local));
        (bears && !to_bearer).then(|| {
            let message =
                "the text speaks of the next turn of the other one, and the rule of the bearer's";
            differs(message, said.span(), grant.stmt.span, "ends with the bearer's")
        })
    }

    /// `has to be rolled again`, and nothing is.
    pub(super) fn rolled_again(&self) -> Option<Diagnostic> {
        let said = self.phrase("rolled|roll|thrown|throw|rolls again, reroll*, re rolls|roll|rolled, rolled|thrown a second time")?;
        let rolls = |kind: &StmtKind| {
            !matches!(kind, StmtKind::Say(_) | StmtKind::If { .. } | StmtKind::Assign { .. })
        };
        let (hook, action) = (self.hooks().next(), self.actions().next());
        let at = match (hook, action) {
            (Some(hook), None) => hook.span,
            (None, Some(action)) => action.span,
            _ => return None,
        };
        let value = |expr: &&Expr| matches!(expr.kind, ExprKind::Roll { .. });
        let rolled = self.any_stmt(rolls) || self.near().iter().any(value);
        (!rolled && self.clauses().next().is_none()).then(|| {
            drifted("the text says that dice are rolled again, and nothing is rolled", said.span())
                .also(at, "rolls nothing")
                .help("`reroll DICE` or `reroll DICE where ..`")
        })
    }

    /// `it may pay for it`, and another player is asked.
    pub(super) fn of_who_is_asked(&self) -> Option<Diagnostic> {
        let action = the_one(self.actions())?;
        let of = match &action.by.kind {
            ExprKind::OwnerOf(of) => of,
            _ => return None,
        };
        let ExprKind::Local(local) = of.kind else { return None };
        let said = self.phrase("it may|can, you may|can, its owner|player may|can")?;
        let chosen = action.locals.get(local).is_some_and(|it| it.role == LocalRole::ActionParam);
        let foe = self.says("FOES may|can|decide*|choose*, opponent");
        (chosen && !foe).then(|| {
            let message = "the text says that the bearer may, and another player is asked";
            let found = drifted(message, said.span()).also(action.by.span, "asked here");
            found.help("did you mean `by self.player`?")
        })
    }

    /// `provided it has been ordered`, and nothing asks for that.
    pub(super) fn of_an_unasked_state(&self) -> Option<Diagnostic> {
        if self.hooks().next().is_some() || self.is_of_battle() {
            return None;
        }
        // Of what stands elsewhere for whoever has a status the text of that status says nothing.
        let own = self.actions().filter(|it| self.one.bearer.contains(it.span));
        let action = the_one(own)?;
        let bearer = action.locals.all.iter().find(|it| it.role == LocalRole::Bearer)?;
        let Type::Entity(kind) = bearer.ty else { return None };
        let state = |word: &str| {
            let mut states = self
                .typed
                .fields
                .iter()
                .filter(|(_, def)| def.kind == kind && def.ty == Type::Bool);
            states.find(|(_, def)| {
                def.name.len() > 4 && self.is_word(word, &def.name) && word.ends_with("ed")
            })
        };
        let when = "provided|if|when|while|once|unless|after it|that|they|he.. has|have|is|was|must not|never.. been.. _";
        let (said, (id, def)) =
            self.phrases(when).find_map(|said| Some((said.clone(), state(said.last())?)))?;
        let asks = |expr: &&Expr| match &expr.kind {
            ExprKind::Field { field, .. } => *field == id,
            ExprKind::Call { function, .. } => {
                self.typed.functions.get(*function).is_some_and(|it| it.name.contains(&def.name))
            }
            _ => false,
        };
        (!self.near().iter().any(asks)).then(|| {
            let message =
                format!("the text says {}, and nothing here asks for `{}`", said.last(), def.name);
            drifted(message, said.span()).also(action.span, "asks for no such thing").help(format!(
                "`require self.{} \"not {}\"`",
                def.name,
                said.last()
            ))
        })
    }
}

fn phrases_behind<'s>(said: &Phrase<'s>, pattern: &str) -> Option<Phrase<'s>> {
    super::phrases::phrases(said.behind(), None, pattern).next()
}
