//! What is said: takes texts and labels, finds words in them that the rules beside them know nothing of: once, until, friends, numbers.

mod back;
mod counted;
mod directions;
mod figures;
mod moments;
mod names;
mod prices;
mod spoken;
mod states;
mod turned;
mod whole;

use super::auras::{Reached, of_clause, of_hook};
use super::cycles::asked;
use super::endings::counter;
use super::limits::each_expr_of;
use super::sides::Sides;
use super::solve::Facts;
use super::texts::{Stated, placed, within};
use crate::typed::{
    ActionDef, Assign, ClauseDef, ClauseVerb, Expr, ExprKind, HookDef, ReachDef, Stmt, StmtKind,
    Typed, UntilDef, each_expr, each_stmt,
};
use figures::{labels, said_beside};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, SourceMap, Span, codes};
use warwright_ir as ir;

/// What texts and labels say the rules beside them do.
pub fn words_are_meant(stated: &[Stated], facts: &Facts<'_>, map: &SourceMap, sink: &mut Sink) {
    let typed = facts.typed;
    let rules = Rules::of(typed);
    for one in stated {
        let said = Said { typed, rules: &rules, text: words_of(map, one.text), one: *one };
        let found = said.once().or_else(|| said.until()).or_else(|| said.friends(facts));
        let found = found.or_else(|| said.points()).or_else(|| said.rounds());
        let found = found.or_else(|| said.so_many()).or_else(|| said.held());
        let found = found.or_else(|| said.refused()).or_else(|| said.paid());
        let found = found.or_else(|| said.so_long()).or_else(|| said.of_anybody());
        let found = found.or_else(|| said.for_each()).or_else(|| said.next_turn());
        let found = found.or_else(|| said.given_back());
        let found = found.or_else(|| said.so_near()).or_else(|| said.so_late());
        let found = found.or_else(|| said.of_calls(map));
        let found = found.or_else(|| said.alone()).or_else(|| said.whose_turn());
        let found = found.or_else(|| said.which_end());
        let found = found.or_else(|| said.bounded(map)).or_else(|| said.so_many_dice());
        let found = found.or_else(|| said.so_many_steps()).or_else(|| said.so_many_times());
        let found = found.or_else(|| said.whose_loss()).or_else(|| said.of_states());
        let found = found.or_else(|| said.of_itself()).or_else(|| said.of_either_side());
        let found = found.or_else(|| said.never_less()).or_else(|| said.of_another_parameter());
        // Where something else is wrong with it, that says it better.
        let told = sink
            .iter()
            .any(|it| it.code == codes::HARMS_BEARER || one.bearer.contains(it.primary.span));
        let found = found.or_else(|| said.given_or_taken().filter(|_| !told));
        let left = || said.of_others().or_else(|| said.told_alone());
        let found = found.or_else(|| left().filter(|_| !told));
        let found =
            found.or_else(|| said.lasts(&|at| told || sink.iter().any(|it| it.primary.span == at)));
        let named = || said.of_another().or_else(|| said.of_another_state());
        let found = found.or_else(|| named().or_else(|| said.of_none()).filter(|_| !told));
        let found = found.or_else(|| said.of_parameters(map).filter(|_| !told));
        let of_battle = typed.scenarios.values().any(|it| one.bearer.contains(it.span));
        sink.extend(found.or_else(|| said.of_whom(facts.sides()).filter(|_| !told && !of_battle)));
    }
    labels(typed, sink);
    typed.rule_bodies().for_each(|body| said_beside(typed, body, sink));
}

/// A word of a text with its place, in small letters.
pub(super) type Word = (String, Span);

pub(super) fn words_of(map: &SourceMap, text: Span) -> Vec<Word> {
    let (mut words, mut at, mut holes) = (Vec::new(), 0, 0u32);
    let source = map.slice(text);
    for part in source.split_inclusive(|sign: char| !sign.is_alphanumeric()) {
        let bare = part.trim_end_matches(|sign: char| !sign.is_alphanumeric());
        if !bare.is_empty() && holes == 0 {
            words.push((bare.to_lowercase(), text.part(at..at + bare.len())));
        }
        holes += u32::from(part.ends_with('{'));
        holes = holes.saturating_sub(u32::from(part.ends_with('}')));
        at += part.len();
    }
    words
}

/// All rules that may stand beside a text.
struct Rules<'t> {
    hooks: Vec<(Span, &'t HookDef)>,
    clauses: Vec<(Span, &'t ClauseDef)>,
    actions: Vec<(Span, &'t ActionDef)>,
    /// What counts the rounds.
    counter: Option<ir::FieldId>,
}

impl<'t> Rules<'t> {
    fn of(typed: &'t Typed) -> Self {
        Self {
            hooks: placed(typed.hooks.values().map(|it| (it.span, it))),
            clauses: placed(typed.clauses.values().map(|it| (it.span, it))),
            actions: placed(typed.actions.values().map(|it| (it.span, it))),
            counter: counter(typed),
        }
    }
}

/// A text in words, with what stands beside it.
struct Said<'t> {
    typed: &'t Typed,
    rules: &'t Rules<'t>,
    text: Vec<Word>,
    one: Stated,
}

impl<'t> Said<'t> {
    fn hooks(&self) -> impl Iterator<Item = &'t HookDef> {
        within(&self.rules.hooks, self.one.bearer).map(|(_, rule)| *rule)
    }

    fn clauses(&self) -> impl Iterator<Item = &'t ClauseDef> {
        within(&self.rules.clauses, self.one.bearer).map(|(_, rule)| *rule)
    }

    fn actions(&self) -> impl Iterator<Item = &'t ActionDef> {
        within(&self.rules.actions, self.one.bearer).map(|(_, rule)| *rule)
    }

    /// The bodies of its hooks and actions.
    fn bodies(&self) -> impl Iterator<Item = &'t [Stmt]> {
        let bodies = self.actions().map(|action| action.body.as_slice());
        self.hooks().map(|hook| hook.body.as_slice()).chain(bodies)
    }

    /// All that its rules ask, of actions what they require too.
    fn each_expr(&self, found: &mut dyn FnMut(&'t Expr)) {
        let mut look = |root: &'t Expr| each_expr(root, found);
        self.clauses().for_each(|clause| clause.each_expr(&mut look));
        self.hooks().for_each(|hook| hook.each_expr(&mut look));
        for action in self.actions() {
            action.each_expr(&mut look);
            let rules = self.typed.permissions.get(action.permission);
            rules.into_iter().for_each(|def| def.each_expr(&mut look));
        }
    }

    fn each_stmt(&self, found: &mut dyn FnMut(&'t Stmt)) {
        self.bodies().for_each(|body| each_stmt(body, found));
    }

    fn has(&self, begins: &[&str]) -> Option<Span> {
        let begins = |(word, _): &&Word| begins.iter().any(|it| word.starts_with(it));
        self.text.iter().find(begins).map(|(_, span)| *span)
    }

    /// `once in a battle`, and nothing that happens here counts how often.
    fn once(&self) -> Option<Diagnostic> {
        const EACH: [&str; 5] = ["a", "per", "each", "every", "the"];
        const WHILES: [&str; 5] = ["battle", "game", "turn", "round", "combat"];
        let (at, (_, first)) = self.text.iter().enumerate().find(|(_, it)| it.0 == "once")?;
        let mut rest = self.text.get(at + 1..)?.iter().take(3);
        let rest: Vec<&Word> = rest.by_ref().collect();
        let whiles = rest.iter().position(|it| WHILES.contains(&&*it.0))?;
        let each = rest.iter().take(whiles).all(|it| EACH.contains(&&*it.0) || it.0 == "in");
        if whiles == 0 || !each {
            return None;
        }
        let (word, last) = rest.get(whiles)?;
        let limited = self.hooks().any(|hook| hook.once.is_some())
            || self.actions().any(|action| action.once.is_some());
        // What is spent, or remembered, may be what counts.
        let mut counts = false;
        if self.bodies().next().is_none() {
            return self.once_for_always(first.to(*last));
        }
        self.each_stmt(&mut |stmt| {
            counts |= matches!(
                stmt.kind,
                StmtKind::Remove { .. }
                    | StmtKind::Leave(_)
                    | StmtKind::Assign { to: Assign::Field { .. }, .. }
            );
        });
        if limited {
            return self.once_in_another(first.to(*last), word);
        }
        if counts {
            return None;
        }
        let moment = if word == "game" { "battle" } else { word };
        Some(
            drifted("the text says once, and nothing here counts how often", first.to(*last))
                .help(format!("write it before the label: `.. once per {moment} \"LABEL\"`")),
        )
    }

    /// `once in a battle`, and what bends a number counts whenever that is asked.
    fn once_for_always(&self, said: Span) -> Option<Diagnostic> {
        let mut at = None;
        for clause in self.clauses() {
            let mut state = false;
            clause.each_expr(&mut |value| {
                each_expr(value, &mut |expr| {
                    state |= matches!(expr.kind, ExprKind::Field { .. } | ExprKind::Has { .. });
                });
            });
            if state || !matches!(clause.does, ClauseVerb::Modify { .. }) {
                return None;
            }
            at = at.or(Some(clause.span));
        }
        Some(
            drifted("the text says once, and this counts whenever it is asked", said)
                .also(at?, "always counts")
                .help("what happens once is a hook or an action: `after .. once per battle \"LABEL\" { grant .. }`"),
        )
    }

    /// `once in a battle`, and the rule counts for a turn; or the other way round.
    fn once_in_another(&self, said: Span, word: &str) -> Option<Diagnostic> {
        let own = |span: Span| self.one.bearer.contains(span);
        let actions = self.typed.actions.values().filter(|action| own(action.span));
        let actions = actions.filter_map(|action| Some((action.once.as_ref()?, action.span)));
        let hooks = self.hooks().filter_map(|hook| Some((hook.once.as_ref()?, hook.span)));
        let mut all = hooks.chain(actions);
        let ((once, at), None) = (all.next()?, all.next()) else { return None };
        let moment = once.moment.and_then(|moment| self.typed.moments.get(moment));
        let whole = ["battle", "game"].contains(&word);
        let counted = match (moment, whole) {
            (Some(moment), true) => moment.name.as_str(),
            (None, false) => "battle",
            _ => return None,
        };
        let message = format!("the text says once in a {word}, and the rule counts per {counted}");
        Some(drifted(&message, said).also(at, "counted here").help("correct one of them"))
    }

    /// `until`, and what is granted never ends.
    fn until(&self) -> Option<Diagnostic> {
        let (said, word) = match self.has(&["until"]) {
            Some(said) => (said, "until"),
            None => (self.for_so_long().filter(|it| it.of != "battles")?.span, "for how long"),
        };
        let mut removed = Vec::new();
        self.typed.each_stmt(&mut |stmt| {
            if let StmtKind::Remove { ability, .. } = stmt.kind {
                removed.push(ability);
            }
        });
        // What a status says of its end holds wherever it is granted.
        let of_status = |id| {
            let def = self.typed.abilities.get(id);
            def.is_some_and(|def| def.is_status && self.one.bearer.contains(def.span))
        };
        let (mut ends, mut lasting) = (false, None);
        self.typed.each_stmt(&mut |stmt| {
            if let StmtKind::Grant { ability, until, .. } = &stmt.kind
                && (self.one.bearer.contains(stmt.span) || of_status(*ability))
            {
                match until {
                    UntilDef::Removed if !removed.contains(ability) => lasting = Some(stmt),
                    UntilDef::Removed | UntilDef::Moment { .. } => ends = true,
                }
            }
        });
        let lasting = lasting.filter(|_| !ends)?;
        let help = String::from("say how long: `grant .. until end of my next turn`");
        let help = match self.granted_to_other(lasting) {
            Some(other) => format!(
                "{help}, where that is the bearer's; for one of the other's, `let p = {other}.player` before it, and `until end of p's next turn`"
            ),
            None => help,
        };
        Some(
            drifted(
                &format!("the text says {word}, and what is granted stays for the whole battle"),
                said,
            )
            .also(lasting.span, "granted here")
            .help(help),
        )
    }

    /// The name of the one that a hook grants something to, where its bearer is another.
    fn granted_to_other(&self, grant: &Stmt) -> Option<&'t str> {
        let StmtKind::Grant { to, .. } = &grant.kind else { return None };
        let ExprKind::Local(to) = to.kind else { return None };
        let hook = self.hooks().find(|hook| hook.span.contains(grant.span))?;
        let ReachDef::Role(role) = &hook.reach else { return None };
        let local = hook.locals.all.get(to.0 as usize)?;
        (role.field.is_none() && u32::from(role.param) != to.0).then_some(local.name.as_str())
    }

    /// `friends`, and everybody near is reached.
    fn friends(&self, facts: &Facts<'_>) -> Option<Diagnostic> {
        let said = self.has(&["friend"])?;
        if self.has(&["enem", "foe", "oppo", "every", "all"]).is_some() {
            return None;
        }
        let clauses = self.clauses().filter_map(|clause| match &clause.reach {
            ReachDef::Related { holds, .. } => Some((of_clause(facts, clause), holds.span)),
            _ => None,
        });
        let hooks = self.hooks().filter_map(|hook| match &hook.reach {
            ReachDef::Related { holds, .. } => Some((of_hook(facts, hook), holds.span)),
            _ => None,
        });
        let reached: Vec<(Reached, Span)> = clauses.chain(hooks).collect();
        if reached.iter().any(|(reached, _)| *reached != Reached::Anybody) {
            return None;
        }
        // Where it is asked whose somebody is, nobody knows; and the text may speak of others than those who are reached.
        let mut asks = false;
        let mut whose = |root: &Expr| asks |= asks_whose(self.typed, root);
        self.clauses().for_each(|clause| clause.each_expr(&mut whose));
        self.hooks().for_each(|hook| hook.each_expr(&mut whose));
        if asks {
            return None;
        }
        let (_, holds) = reached.first()?;
        Some(
            drifted("the text says friends, and this reaches enemies too", said)
                .also(*holds, "holds of enemies as well")
                .help("leave them out: a relation that says `friend_of`, or `when ROLE.player is self.player`"),
        )
    }

    /// `an enemy`, and all that is asked of anybody here is that he is a friend; or the other way round.
    fn of_whom(&self, sides: &Sides) -> Option<Diagnostic> {
        const FRIENDS: [&str; 6] = ["friend", "own", "ally", "allies", "your", "comrade"];
        const FOES: [&str; 5] = ["enem", "foe", "oppo", "rival", "hostile"];
        let (friends, foes) = (self.has(&FRIENDS), self.has(&FOES));
        let (said, of_friends) = match (friends, foes) {
            (Some(said), None) => (said, true),
            (None, Some(said)) => (said, false),
            _ => return None,
        };
        // `not a friend`: what stands just before it turns it round.
        const TURNS: [&str; 5] = ["not", "no", "never", "without", "nobody"];
        let at = self.text.iter().position(|(_, at)| *at == said)?;
        let mut before = self.text.iter().take(at).rev().take(3);
        if before.any(|(word, _)| TURNS.contains(&&**word)) {
            return None;
        }
        let mut asked: Vec<(bool, Span)> = Vec::new();
        let mut note = |root: &Expr| {
            let all = sides.said_of_things(self.typed, root, true);
            asked.extend(all.into_iter().map(|same| (same, root.span)));
        };
        for clause in self.clauses() {
            clause.when.iter().for_each(&mut note);
            clause.reach.each_expr(&mut note);
        }
        for hook in self.hooks() {
            hook.when.iter().for_each(&mut note);
            hook.reach.each_expr(&mut note);
        }
        for action in self.actions() {
            let def = self.typed.permissions.get(action.permission);
            let requires = def.into_iter().flat_map(|def| &def.requires);
            requires.for_each(|require| note(&require.holds));
        }
        self.each_stmt(&mut |stmt| {
            if let StmtKind::ForEach { of, when, .. } = &stmt.kind {
                when.iter().for_each(|when| note(when));
                each_expr(of, &mut |part| {
                    if let ExprKind::Filter { when, .. } = &part.kind {
                        note(when);
                    }
                });
            }
        });
        let (_, at) = asked.first().copied()?;
        if asked.iter().any(|(same, _)| *same == of_friends) {
            return None;
        }
        let (word, whom) = if of_friends { ("friends", "foes") } else { ("enemies", "friends") };
        let message = format!("the text speaks of {word}, and the rule asks for {whom}");
        Some(
            drifted(&message, said)
                .also(at, "asked here")
                .help("turn the condition round, or correct the text"),
        )
    }

    /// `is poisoned`, and the rule takes `Poisoned` away; `no more`, and the rule grants it.
    fn given_or_taken(&self) -> Option<Diagnostic> {
        const ENDS: [&str; 16] = [
            "no", "not", "rid", "free", "frees", "lose", "loses", "end", "ends", "heal", "heals",
            "cure", "cures", "until", "recover", "recovers",
        ];
        let (mut granted, mut taken) = (Vec::new(), Vec::new());
        self.each_stmt(&mut |stmt| match &stmt.kind {
            StmtKind::Grant { ability, .. } => granted.push((*ability, stmt.span)),
            StmtKind::Remove { ability, .. } => taken.push((*ability, stmt.span)),
            _ => {}
        });
        if self.text.iter().any(|(word, _)| ENDS.contains(&&**word)) {
            return None;
        }
        let (ability, at) = taken.iter().find(|it| !granted.iter().any(|given| given.0 == it.0))?;
        let def = self.typed.abilities.get(*ability)?;
        let own = self.one.bearer.contains(def.span);
        let name = def.name.to_lowercase();
        let (_, said) = self.text.iter().find(|(word, _)| *word == name).filter(|_| !own)?;
        let message = format!("the text says {name}, and the rule takes `{}` away", def.name);
        Some(
            drifted(&message, *said)
                .also(*at, "taken away here")
                .help(format!("did you mean `grant {} to ..`?", def.name)),
        )
    }
}

/// Whether an expression asks whose something is, through all rules that it asks.
pub(super) fn asks_whose(typed: &Typed, root: &Expr) -> bool {
    let (mut open, mut known) = (vec![root], FxHashSet::default());
    let mut whose = false;
    while let Some(root) = open.pop() {
        let mut more = Vec::new();
        each_expr(root, &mut |expr| {
            whose |= matches!(expr.kind, ExprKind::OwnerOf(_));
            more.extend(asked(expr));
        });
        for rule in more.into_iter().filter(|rule| known.insert(*rule)) {
            each_expr_of(typed, rule, &mut |expr| open.push(expr));
        }
    }
    whose
}

pub(super) fn drifted(message: &str, at: Span) -> Diagnostic {
    Diagnostic::new(codes::TEXT_DRIFTED, message, at).label("said here")
}
