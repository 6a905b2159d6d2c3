//! Of whom, how often and how long a text speaks: finds friends, `for each` and the next turn in it, where the rules beside it ask
//! everybody, add once, or end before.

use super::{Said, asks_whose, drifted};
use crate::typed::{
    BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Expr, ExprKind, HookDef, ReachDef, StmtKind,
    UntilDef, each_expr, each_stmt,
};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;
use warwright_ir::Verb;

impl Said<'_> {
    /// `one more for each friend`, and all that is added is one.
    pub(super) fn for_each(&self) -> Option<Diagnostic> {
        let each = self.text.windows(2).find_map(|words| match words {
            [(word, from), (each, to)] if word == "for" && (each == "each" || each == "every") => {
                Some(from.to(*to))
            }
            _ => None,
        })?;
        let mut amounts = Vec::new();
        for clause in self.clauses() {
            let ClauseVerb::Modify { amount, .. } = &clause.does else { return None };
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
        let acts = self.hooks().next().is_some() || self.actions().next().is_some();
        (!acts && amounts.iter().all(|(fixed, _)| *fixed)).then(|| {
            drifted("the text says for each, and this is added once", each)
                .also(at, "however many there are")
                .help("count them: `by count(x in SET where ..)`")
        })
    }

    /// `by one herald alone`.
    fn by_one_alone(&self) -> Option<Span> {
        let at = self.text.iter().position(|(word, _)| word == "alone")?;
        let mut before = self.text.get(at.saturating_sub(5)..at)?.iter();
        let (_, from) = before.find(|(word, _)| word == "by")?;
        Some(from.to(self.text.get(at)?.1))
    }

    /// `by one herald alone`, `however many there are`, and what several bend is added up.
    pub(super) fn alone(&self) -> Option<Diagnostic> {
        let said = self.by_one_alone().or_else(|| {
            self.text.windows(2).find_map(|words| match words {
                [(one, from), (other, to)]
                    if [("however", "many"), ("not", "cumulative")].contains(&(one, other)) =>
                {
                    Some(from.to(*to))
                }
                _ => None,
            })
        })?;
        let mut clauses = self.clauses().filter(|it| matches!(it.reach, ReachDef::Related { .. }));
        let clause = clauses.next()?;
        let added = |clause: &ClauseDef| {
            let by = matches!(clause.does, ClauseVerb::Modify { verb: Verb::By, group: None, .. });
            by && matches!(clause.reach, ReachDef::Related { .. })
        };
        (added(clause) && clauses.next().is_none()).then(|| {
            drifted(
                "the text says that one of them counts, and all who reach it are added up",
                said,
            )
            .also(clause.span, "added once for each bearer near")
            .help("let one of them count: `.. RELATION self strongest counts by ..`")
        })
    }

    /// `at the start of its own turn`, and it happens in those of the others; or the other way round.
    pub(super) fn whose_turn(&self) -> Option<Diagnostic> {
        const FOES: [&str; 6] = ["enemy", "enemies", "foe", "foes", "opponent", "rival"];
        let lasts = self.bodies().any(|body| {
            let mut grants = false;
            each_stmt(body, &mut |stmt| grants |= matches!(stmt.kind, StmtKind::Grant { .. }));
            grants
        });
        let pairs = || self.text.windows(2);
        let of = |words: &[&str]| {
            pairs().find_map(|pair| match pair {
                [(whose, from), (turn, to)]
                    if ["turn", "turns"].contains(&&**turn) && words.contains(&&**whose) =>
                {
                    Some(from.to(*to))
                }
                _ => None,
            })
        };
        let (said, whose) = match (of(&["own"]), of(&FOES)) {
            (Some(said), None) => (said, ir::Whose::Mine),
            (None, Some(said)) if !lasts => (said, ir::Whose::Foes),
            _ => return None,
        };
        if whose == ir::Whose::Mine
            && let Some(at) = self.in_all_turns()
        {
            return Some(
                drifted("the text says its own turn, and this happens in everybody's", said)
                    .also(at, "happens here")
                    .help("`my turn` is that of the bearer's player"),
            );
        }
        let mut hooks = self.hooks().filter_map(|hook| Some((hook.whose?.0, hook.span)));
        let (first, at) = hooks.next()?;
        (first != whose && hooks.all(|(other, _)| other != whose)).then(|| {
            let (says, does) = match whose {
                ir::Whose::Mine => ("its own turn", "those of the others"),
                ir::Whose::Foes => ("the turn of an enemy", "its own"),
            };
            drifted(&format!("the text says {says}, and this happens in {does}"), said)
                .also(at, "happens here")
                .help("`my turn` is that of the bearer's player, `foe's turn` that of another")
        })
    }

    /// Where the one hook beside the text happens in the turns of all players, and does not ask whose it is.
    fn in_all_turns(&self) -> Option<Span> {
        let mut hooks = self.hooks();
        let (hook, None) = (hooks.next()?, hooks.next()) else { return None };
        let of_players = self.typed.moments.values().any(|moment| {
            moment.procedure == hook.procedure && moment.player.is_some() && moment.name == "turn"
        });
        let mut asks = false;
        hook.each_expr(&mut |root| asks |= asks_whose(self.typed, root));
        let all = of_players && hook.whose.is_none() && matches!(hook.reach, ReachDef::Any);
        (all && !asks).then_some(hook.span)
    }

    /// `until the end of its next turn`, and the rule ends it with this one; or the other way round.
    pub(super) fn next_turn(&self) -> Option<Diagnostic> {
        let said = self.text.windows(2).find_map(|words| match words {
            [(next, from), (turn, to)] if next == "next" && turn == "turn" => Some(from.to(*to)),
            _ => None,
        })?;
        let mut ends = Vec::new();
        self.each_stmt(&mut |stmt| {
            if let StmtKind::Grant { until: UntilDef::Moment { next, .. }, .. } = &stmt.kind {
                ends.push((*next, stmt.span));
            }
        });
        let (_, at) = *ends.first()?;
        ends.iter().all(|(next, _)| !next).then(|| {
            drifted("the text says the next turn, and the rule ends it before", said)
                .also(at, "ends here")
                .help("write whose next turn is meant: `until end of my next turn`, or correct the text")
        })
    }

    /// `Enemies near it have ..`, and what the rule bends is a number of its bearer alone.
    pub(super) fn of_others(&self) -> Option<Diagnostic> {
        const OTHERS: [&str; 9] = [
            "enemies", "foes", "friends", "others", "comrades", "enemy", "foe", "friend", "comrade",
        ];
        const ONE: [&str; 6] = ["a", "an", "the", "each", "every", "all"];
        let mut words = self.text.iter().skip_while(|(word, _)| ONE.contains(&&**word));
        let (word, said) = words.next().filter(|(word, _)| OTHERS.contains(&&**word))?;
        let mut at = None;
        for clause in self.clauses() {
            let ClauseOwner::Quantity(id) = clause.owner else { return None };
            let quantity = self.typed.quantities.get(id)?;
            if quantity.params != 1 || !matches!(clause.reach, ReachDef::Role(_)) {
                return None;
            }
            at.get_or_insert(clause.span);
        }
        let acts = self.hooks().next().is_some() || self.actions().next().is_some();
        let at = at.filter(|_| !acts)?;
        Some(
            drifted(
                &format!("the text speaks of {word}, and this reaches its bearer alone"),
                *said,
            )
            .also(at, "reaches the bearer")
            .help("say which of them: `as u RELATION self`"),
        )
    }

    /// A text of what happens, and all that happens is that it is told.
    pub(super) fn told_alone(&self) -> Option<Diagnostic> {
        let speaks =
            self.has(&["tell", "told", "say", "said", "announce", "shout", "cry", "cries"]);
        let more = self.clauses().next().is_some() || self.actions().next().is_some();
        if more || speaks.is_some() {
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
        let friends = self.has(&["friend", "comrade"]);
        let foes = self.has(&["enem", "foe"]);
        let said = friends.xor(foes)?;
        let mut asks = false;
        let mut gone_through: Option<Span> = None;
        let mut look = |root: &Expr| {
            asks |= asks_whose(self.typed, root);
            each_expr(root, &mut |expr| {
                let (ExprKind::Quantified { of, .. } | ExprKind::Filter { of, .. }) = &expr.kind
                else {
                    return;
                };
                if let ExprKind::All(kind) = of.kind
                    && self.typed.kinds.get(kind).is_some_and(|it| it.base == ir::KindBase::Piece)
                {
                    gone_through.get_or_insert(of.span);
                }
            });
        };
        self.clauses().for_each(|clause| clause.each_expr(&mut look));
        self.hooks().for_each(|hook| hook.each_expr(&mut look));
        for action in self.actions() {
            action.each_expr(&mut look);
            let def = self.typed.permissions.get(action.permission);
            def.into_iter().for_each(|def| def.each_expr(&mut look));
        }
        self.each_stmt(&mut |stmt| {
            if let StmtKind::ForEach { of, when: None, .. } = &stmt.kind
                && let ExprKind::All(kind) = of.kind
                && self.typed.kinds.get(kind).is_some_and(|it| it.base == ir::KindBase::Piece)
            {
                gone_through.get_or_insert(of.span);
            }
        });
        let at = gone_through.filter(|_| !asks)?;
        let (whom, relation) =
            if friends.is_some() { ("friends", "friend_of") } else { ("foes", "foe_of") };
        let message = format!("the text speaks of {whom}, and this asks everybody");
        Some(
            drifted(&message, said)
                .also(at, "friends and foes alike")
                .help(format!("say whose: `where x {relation} self and ..`")),
        )
    }
}
