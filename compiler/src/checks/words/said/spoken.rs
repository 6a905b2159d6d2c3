//! Of whom, how often and how long a text speaks: finds friends, `for each` and the next turn in it, where the rules beside it ask
//! everybody, add once, or end before.

use super::beside::{Said, the_one};
use super::patterns::fits;
use super::{asks_whose, differs, drifted};
use crate::checks::battles::limits::each_expr_reached;
use crate::checks::runs::cycles::asked;
use crate::typed::{
    BearerDef, ClauseOwner, ClauseVerb, Expr, ExprKind, HookDef, LocalRole, ReachDef, StmtKind,
    Type, UntilDef, any_expr, parts,
};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;
use warwright_ir::Verb;

impl Said<'_> {
    /// `one more for each friend`, and all that is added is one.
    pub(super) fn for_each(&self) -> Option<Diagnostic> {
        // `scores 1 for each keg`, which its victory points do.
        let scores = self.is_of_battle() && self.says("score*|point*");
        let said = self.phrase("for each|every").filter(|_| !self.acts() && !scores)?;
        let of_what = said.behind().first().map_or("", |(word, _)| word);
        let mut amounts = Vec::new();
        for clause in self.clauses() {
            let ClauseVerb::Modify { amount, .. } = &clause.does else { return None };
            // What is bent is a number of each of them, or of what is made of them and may count for each.
            let mut roles = clause.locals.all.iter().filter(|it| it.role == LocalRole::Param);
            if roles.any(|it| self.is_or_holds(&it.ty, of_what)) {
                return None;
            }
            // What stacks adds once for each time it is held.
            if let BearerDef::Ability(id) = clause.bearer
                && self.typed.abilities.get(id).is_some_and(|def| def.stacks)
            {
                return None;
            }
            let fixed = match &amount.kind {
                ExprKind::Cell(_) => true,
                ExprKind::Negate(of) => matches!(of.kind, ExprKind::Cell(_)),
                _ => false,
            };
            // Those whom a relation reaches may each add one.
            let once = clause.when.is_some() || matches!(clause.reach, ReachDef::Role(_));
            amounts.push((fixed && once, amount.span));
        }
        let (_, at) = *amounts.first()?;
        amounts.iter().all(|(fixed, _)| *fixed).then(|| {
            drifted("the text says for each, and this is added once", said.span())
                .also(at, "however many there are")
                .help("count them: `by count(SET where ..)`")
        })
    }

    /// `one less for each keg`, and the rule adds one for each.
    pub(super) fn less_for_each(&self) -> Option<Diagnostic> {
        let said = self.phrase(
            "more|extra|additional|higher|less|fewer|lower for each|every, more|extra|additional|higher|less|fewer|lower _ for each|every",
        )?;
        let clause = self.clause().filter(|it| self.is_own(it) && !self.acts())?;
        let ClauseVerb::Modify { verb: Verb::By, amount, .. } = &clause.does else { return None };
        let (less, takes) = (said.has("less|fewer|lower"), self.adds(amount)? < 0);
        let (says, does) = if less { ("less", "adds it") } else { ("more", "takes it away") };
        let message = format!("the text says {says} for each, and the rule {does}");
        (less != takes && !self.says("EXCEPT|NO|than"))
            .then(|| differs(message, said.span(), amount.span, "done here"))
    }

    /// Whether a word is what a kind is called, or one of which each of that kind has several.
    fn is_or_holds(&self, ty: &Type, word: &str) -> bool {
        let Type::Entity(kind) = ty else { return false };
        let is = |kind: ir::KindId| self.typed.kinds.get(kind).is_some_and(|it| it.name == word);
        is(*kind)
            || self.typed.fields.values().any(|field| match &field.ty {
                Type::Set(of) if field.kind == *kind && field.inverse.is_some() => {
                    matches!(**of, Type::Entity(part) if is(part))
                }
                _ => false,
            })
    }

    /// `by one herald alone`, `however many there are`, and what several bend is added up.
    pub(super) fn alone(&self) -> Option<Diagnostic> {
        let by_one = "by _ alone, by _ _ alone, by _ _ _ alone, by _ _ _ _ alone";
        let said = self.phrase(by_one).or_else(|| self.phrase(
            "however many, not|never|nor cumulative, don|not|never|t add|adds|stack|stacks up|together",
        ))?;
        let related = |reach: &ReachDef| matches!(reach, ReachDef::Related { .. });
        let clause = the_one(self.clauses().filter(|it| related(&it.reach)))?;
        let added = matches!(clause.does, ClauseVerb::Modify { verb: Verb::By, group: None, .. });
        added.then(|| {
            let message =
                "the text says that one of them counts, and all who reach it are added up";
            drifted(message, said.span())
                .also(clause.span, "added once for each bearer near")
                .help("let one of them count: `.. RELATION self strongest counts by ..`")
        })
    }

    /// `cumulative`, and of all who reach it the strongest counts.
    pub(super) fn together(&self) -> Option<Diagnostic> {
        let said = self.phrase("cumulative|cumulatively, add|adds up|together, stack|stacks")?;
        let clause = self.clause().filter(|_| !self.says("NO|nor|don|doesn|however"))?;
        let strongest =
            matches!(clause.does, ClauseVerb::Modify { verb: Verb::By, group: Some(_), .. });
        strongest.then(|| {
            let message =
                "the text says that all of them count, and the rule that the strongest does";
            drifted(message, said.span())
                .also(clause.span, "one of them counts")
                .help("leave `strongest counts` out, or correct the text")
        })
    }

    /// `at the start of its own turn`, and it happens in those of the others; or the other way round.
    pub(super) fn whose_turn(&self) -> Option<Diagnostic> {
        let lasts = self.any_stmt(|kind| matches!(kind, StmtKind::Grant { .. }));
        // `at the beginning of its turn`: of an enemy's nothing is said.
        let foes = self.hooks().any(|hook| hook.whose.is_some_and(|it| it.0 == ir::Whose::Foes));
        let its = || self.phrase("its|your turn|turns").filter(|_| foes && !self.says("FOES"));
        let each = || {
            let of_all = self.phrase("each|every|all of its|his|their|your turns");
            of_all.filter(|_| !self.says("FOES|other*"))
        };
        let own = self.phrase("own turn|turns").or_else(its).or_else(each);
        let (said, whose) = match (own, self.phrase("FOES turn|turns")) {
            (Some(said), None) => (said.span(), ir::Whose::Mine),
            (None, Some(said)) if !lasts => (said.span(), ir::Whose::Foes),
            _ => return None,
        };
        if whose == ir::Whose::Mine
            && let Some(at) = self.in_all_turns()
        {
            let message = "the text says its own turn, and this happens in everybody's";
            let found = drifted(message, said).also(at, "happens here");
            return Some(found.help("`my turn` is that of the bearer's player"));
        }
        let mut hooks = self.hooks().filter_map(|hook| Some((hook.whose?.0, hook.span)));
        let (first, at) = hooks.next()?;
        (first != whose && hooks.all(|(other, _)| other != whose)).then(|| {
            let (says, does) = match whose {
                ir::Whose::Mine => ("its own turn", "those of the others"),
                ir::Whose::Foes => ("the turn of an enemy", "its own"),
            };
            drifted(format!("the text says {says}, and this happens in {does}"), said)
                .also(at, "happens here")
                .help("`my turn` is that of the bearer's player, `foe's turn` that of another")
        })
    }

    /// Where the one hook beside the text happens in the turns of all players, and does not ask whose it is.
    fn in_all_turns(&self) -> Option<Span> {
        let hook = the_one(self.hooks())?;
        let of_players = self.typed.moments.values().any(|moment| {
            moment.procedure == hook.procedure && moment.player.is_some() && moment.name == "turn"
        });
        let mut asks = Vec::new();
        hook.each_expr(&mut |root| asks.push(root));
        let all = of_players && hook.whose.is_none() && matches!(hook.reach, ReachDef::Any);
        (all && !asks_whose(self.typed, asks)).then_some(hook.span)
    }

    /// `until the end of its next turn`, and the rule ends it with this one; or the other way round.
    pub(super) fn next_turn(&self) -> Option<Diagnostic> {
        // `until the turn is over`
        let this = "until|till|to the.. end of the|that turn, until|till the|that turn is over, \
            until|till the|that turn s end, rest of the|that turn";
        let this = || self.phrase(this).filter(|_| !self.says("next|following|each|every|after"));
        let said = self.phrase("next|this turn").or_else(this)?;
        let is_next = said.has("next");
        // `this turn, and the next`: both are said.
        if is_next && self.says("this turn") || !is_next && self.says("next") {
            return None;
        }
        let mut ends = Vec::new();
        for stmt in self.stmts() {
            if let StmtKind::Grant { until: UntilDef::Moment { next, .. }, .. } = &stmt.kind {
                ends.push((*next, stmt.span));
            }
        }
        let (_, at) = *ends.first()?;
        let begins = said.behind().first().is_some_and(|it| fits("begins|starts", &it.0))
            || said.before().iter().rev().take(4).any(|it| fits("start|beginning", &it.0));
        let edge = if begins { "start" } else { "end" };
        let (message, help) = match is_next {
            true => (
                "the text says the next turn, and the rule ends it before",
                format!(
                    "write whose next turn is meant: `until {edge} of my next turn`, or correct the text"
                ),
            ),
            false => (
                "the text says this turn, and the rule ends it with the next",
                "write `until end of turn`, or correct the text".to_owned(),
            ),
        };
        ends.iter()
            .all(|(next, _)| *next != is_next)
            .then(|| drifted(message, said.span()).also(at, "ends here").help(help))
    }

    /// `Enemies near it have ..`, and what the rule bends is a number of its bearer alone.
    pub(super) fn of_others(&self) -> Option<Diagnostic> {
        let others = "enemies|foes|friends|others|comrades|enemy|foe|friend|comrade";
        let said = self.opening(&format!("(a|an|the|each|every|all..) {others}"))?;
        // `friends ran through it` is why something is forbidden.
        const WHICH: &str = "within|near|next|beside|around|in|that|who|may|can|cannot";
        let which = said.behind().first().is_some_and(|(word, _)| fits(WHICH, word));
        let mut at = None;
        for clause in self.clauses() {
            let params = match clause.owner {
                ClauseOwner::Quantity(id) => self.typed.quantities.get(id)?.params,
                ClauseOwner::Permission(id) if which => self.typed.permissions.get(id)?.params,
                ClauseOwner::Permission(_) | ClauseOwner::Possession(_) => return None,
            };
            if params != 1 || !matches!(clause.reach, ReachDef::Role(_)) {
                return None;
            }
            at.get_or_insert(clause.span);
        }
        // `a friend in contact raises its guard`: whom the condition looks for.
        let looks = |it: &Expr| matches!(it.kind, ExprKind::Quantified { .. });
        let at = at.filter(|_| !self.acts() && !self.conditions().any(|it| any_expr(it, looks)))?;
        let message =
            format!("the text speaks of {}, and this reaches its bearer alone", said.last());
        let found = drifted(message, said.span()).also(at, "reaches the bearer");
        Some(found.help("say which of them: `as u RELATION self`"))
    }

    /// A text of what happens, and all that happens is that it is told.
    pub(super) fn told_alone(&self) -> Option<Diagnostic> {
        let more = self.clauses().next().is_some() || self.actions().next().is_some();
        if more || self.says("tell*|told*|say*|said*|announce*|shout*|cry*|cries*") {
            return None;
        }
        let tells = |hook: &HookDef| {
            let mut says = hook.body.iter().map(|stmt| matches!(stmt.kind, StmtKind::Say(_)));
            hook.time != ir::HookTime::Instead && !hook.body.is_empty() && says.all(|it| it)
        };
        let at = self.hooks().next()?.span;
        let (_, said) = self.text.first()?;
        self.hooks().all(tells).then(|| {
            drifted("the text says what it does, and the rule does nothing but tell of it", *said)
                .also(at, "nothing but words")
                .help("write what becomes of it beside the words: `run ..`, `grant ..`, `self.NAME = ..`")
        })
    }

    /// `no foe is near`, and it is asked of everybody.
    pub(super) fn of_anybody(&self) -> Option<Diagnostic> {
        let (said, whom, relation) = match (
            self.phrase("friend*|comrade*, all|each|every of.. your"),
            self.phrase("enem*|foe*"),
        ) {
            (Some(said), None) => (said, "friends", "friend_of"),
            (None, Some(said)) => (said, "foes", "foe_of"),
            _ => return None,
        };
        let pieces = |of: &Expr| match of.kind {
            ExprKind::All(kind) => {
                let kind = self.typed.kinds.get(kind);
                kind.filter(|it| it.base == ir::KindBase::Piece).map(|_| of.span)
            }
            _ => None,
        };
        let roots = self.roots();
        let asked = parts(roots.iter().copied()).into_iter().find_map(|expr| match &expr.kind {
            ExprKind::Quantified { of, .. } | ExprKind::Filter { of, .. } => pieces(of),
            _ => None,
        });
        let gone_through = || {
            self.stmts().into_iter().find_map(|stmt| match &stmt.kind {
                StmtKind::ForEach { of, .. } => pieces(of),
                _ => None,
            })
        };
        let at = asked.or_else(gone_through).or_else(|| self.reaches_by_measure())?;
        let message = format!("the text speaks of {whom}, and this asks everybody");
        (!asks_whose(self.typed, roots)).then(|| {
            drifted(message, said.span())
                .also(at, "friends and foes alike")
                .help(format!("say whose: `where x {relation} self and ..`"))
        })
    }

    /// A clause or hook that reaches whoever is near enough, by a relation that asks nothing else.
    fn reaches_by_measure(&self) -> Option<Span> {
        let clauses = self.clauses().map(|it| (&it.reach, it.span));
        let mut all = clauses.chain(self.hooks().map(|it| (&it.reach, it.span)));
        all.find_map(|(reach, span)| match reach {
            ReachDef::Related { holds, .. } => self.only_measures(holds).then_some(span),
            _ => None,
        })
    }

    /// Whether a condition asks where things stand, and nothing else of them.
    fn only_measures(&self, holds: &Expr) -> bool {
        let (mut measures, mut more) = (false, false);
        each_expr_reached(self.typed, [holds], asked, &mut |expr| match &expr.kind {
            ExprKind::Space { .. } => measures = true,
            ExprKind::Local(_) | ExprKind::Cell(_) | ExprKind::Fraction(..) => {}
            ExprKind::Call { .. } | ExprKind::Compare { .. } | ExprKind::Within { .. } => {}
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Not(_) => {}
            _ => more = true,
        });
        measures && !more
    }
}
