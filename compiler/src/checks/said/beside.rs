//! What stands beside a text: takes a text and the rules of a game, gives its words, and what the clauses, hooks and actions of its bearer
//! ask and do.

use super::phrases::{Phrase, Word, phrase_from, phrases};
use crate::checks::compared::Comparison;
use crate::checks::cycles::asked;
use crate::checks::endings::counter;
use crate::checks::fights::Side;
use crate::checks::limits::each_expr_reached;
use crate::checks::owners::Rule;
use crate::checks::solve::Facts;
use crate::checks::texts::{Stated, placed, within};
use crate::typed::{
    ActionDef, Assign, ClauseDef, Expr, ExprKind, HookDef, OnceDef, Stmt, StmtKind, Typed,
    UntilDef, any_stmt, each_stmt, parts,
};
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::{Sink, SourceMap, Span};
use warwright_ir as ir;

/// The words of a text, without what it quotes.
pub(in crate::checks) fn words_of(map: &SourceMap, text: Span) -> Vec<Word> {
    words_in(map.slice(text), text)
}

/// The words of a text that stands somewhere.
pub(super) fn words_in(source: &str, text: Span) -> Vec<Word> {
    let (mut words, mut at, mut holes) = (Vec::new(), 0, 0u32);
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

/// Whether words fit a pattern.
pub(in crate::checks) fn says(words: &str, pattern: &str) -> bool {
    phrases(&words_in(words, Span::default()), pattern).next().is_some()
}

/// All rules that may stand beside a text.
pub(super) struct Rules<'t> {
    hooks: Vec<(Span, &'t HookDef)>,
    clauses: Vec<(Span, &'t ClauseDef)>,
    actions: Vec<(Span, &'t ActionDef)>,
    /// Those that ask for an ability, by that.
    of_abilities: Vec<(Span, &'t ActionDef)>,
    /// What is granted, by where that stands and by what it is.
    grants: Vec<(Span, Grant<'t>)>,
    grants_of: FxHashMap<ir::AbilityId, Vec<Grant<'t>>>,
    statuses: Vec<(Span, ir::AbilityId)>,
    /// What something takes away again.
    pub(super) removed: FxHashSet<ir::AbilityId>,
    /// What counts the rounds.
    pub(super) counter: Option<ir::FieldId>,
}

impl<'t> Rules<'t> {
    pub(super) fn of(typed: &'t Typed) -> Self {
        let (grants, removed) = grants(typed);
        let mut grants_of: FxHashMap<ir::AbilityId, Vec<Grant<'_>>> = FxHashMap::default();
        for grant in &grants {
            grants_of.entry(grant.ability).or_default().push(*grant);
        }
        let statuses = typed.abilities.iter().filter(|(_, def)| def.is_status);
        Self {
            grants: placed(grants.into_iter().map(|it| (it.stmt.span, it))),
            grants_of,
            statuses: placed(statuses.map(|(id, def)| (def.span, id))),
            removed,
            hooks: placed(typed.hooks.values().map(|it| (it.span, it))),
            clauses: placed(typed.clauses.values().map(|it| (it.span, it))),
            actions: placed(typed.actions.values().map(|it| (it.span, it))),
            of_abilities: placed(typed.actions.values().flat_map(|it| of_abilities(typed, it))),
            counter: counter(typed),
        }
    }
}

/// A text in words, with what stands beside it.
pub(super) struct Said<'t> {
    pub(super) typed: &'t Typed,
    pub(super) facts: &'t Facts<'t>,
    pub(super) rules: &'t Rules<'t>,
    pub(super) map: &'t SourceMap,
    pub(super) text: Vec<Word>,
    pub(super) one: Stated,
    /// What was told before.
    pub(super) told: &'t Sink,
}

impl<'t> Said<'t> {
    pub(super) fn hooks(&self) -> impl Iterator<Item = &'t HookDef> {
        within(&self.rules.hooks, self.one.bearer).map(|(_, rule)| *rule)
    }

    pub(super) fn clauses(&self) -> impl Iterator<Item = &'t ClauseDef> {
        within(&self.rules.clauses, self.one.bearer).map(|(_, rule)| *rule)
    }

    pub(super) fn actions(&self) -> impl Iterator<Item = &'t ActionDef> {
        let own = within(&self.rules.actions, self.one.bearer).map(|(_, rule)| *rule);
        own.chain(self.elsewhere())
    }

    /// The actions that stand elsewhere and ask for the ability of which the text is.
    fn elsewhere(&self) -> impl Iterator<Item = &'t ActionDef> {
        let of_it = self.rules.of_abilities.iter().filter(|(at, _)| self.one.bearer.contains(*at));
        of_it.map(|(_, action)| *action)
    }

    /// Its one clause, where there is one alone.
    pub(super) fn clause(&self) -> Option<&'t ClauseDef> {
        the_one(self.clauses())
    }

    /// Whom its clauses and hooks reach, and when.
    pub(super) fn sides(&self) -> impl Iterator<Item = Side<'t>> {
        let clauses = self.clauses().map(|clause| Side::of_clause(self.typed, clause));
        clauses.chain(self.hooks().map(|hook| Side::of_hook(self.typed, hook)))
    }

    /// The bodies of its hooks and actions.
    pub(super) fn bodies(&self) -> impl Iterator<Item = &'t [Stmt]> {
        let bodies = self.actions().map(|action| action.body.as_slice());
        self.hooks().map(|hook| hook.body.as_slice()).chain(bodies)
    }

    /// Whether something happens beside it: a hook or an action.
    pub(super) fn acts(&self) -> bool {
        self.bodies().any(|body| !body.is_empty())
    }

    /// The whole expressions of its hooks and clauses.
    pub(super) fn rules(&self) -> Vec<&'t Expr> {
        self.each_rule().concat()
    }

    /// The same of each hook and clause apart.
    pub(super) fn each_rule(&self) -> Vec<Vec<&'t Expr>> {
        let mut all = Vec::new();
        for hook in self.hooks() {
            let mut own = Vec::new();
            hook.each_expr(&mut |root| own.push(root));
            all.push(own);
        }
        for clause in self.clauses() {
            let mut own = Vec::new();
            clause.each_expr(&mut |root| own.push(root));
            all.push(own);
        }
        all
    }

    /// The text sentence by sentence.
    pub(super) fn sentences(&self) -> impl Iterator<Item = &[Word]> {
        self.text.chunk_by(|(_, one), (_, next)| {
            !self.map.slice(Span::new(one.end(), next.start())).contains(['.', ';'])
        })
    }

    /// Those of its actions too, with what these require and cost.
    pub(super) fn roots(&self) -> Vec<&'t Expr> {
        let mut all = self.rules();
        for action in self.actions() {
            self.typed.each_expr_of_action(action, &mut |root| all.push(root));
        }
        all
    }

    /// All that its hooks and clauses ask, and what that asks in turn by names.
    pub(super) fn reached(&self) -> Vec<&'t Expr> {
        let called = |expr: &Expr| asked(expr).filter(|rule| matches!(rule, Rule::Function(_)));
        let mut all = Vec::new();
        each_expr_reached(self.typed, self.rules(), called, &mut |expr| all.push(expr));
        all
    }

    /// What its hooks and clauses compare with figures.
    pub(super) fn comparisons(&self) -> impl Iterator<Item = Comparison<'t>> {
        parts(self.rules()).into_iter().filter_map(Comparison::of)
    }

    /// The conditions of its clauses and hooks.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &'t Expr> {
        self.sides().filter_map(|side| side.when)
    }

    /// How the number of the round is compared with figures.
    pub(super) fn of_rounds(&self) -> Vec<Comparison<'t>> {
        let counter = self.rules.counter;
        self.comparisons().filter(|it| counter.is_some_and(|counter| it.is_of(counter))).collect()
    }

    pub(super) fn stmts(&self) -> Vec<&'t Stmt> {
        let mut all = Vec::new();
        self.bodies().for_each(|body| each_stmt(body, &mut |stmt| all.push(stmt)));
        all
    }

    pub(super) fn any_stmt(&self, is_it: impl Fn(&StmtKind) -> bool) -> bool {
        self.bodies().any(|body| any_stmt(body, |stmt| is_it(&stmt.kind)))
    }

    /// The states of things that are written, with the statements that do so: those that set a battle up too.
    pub(super) fn writes(&self) -> impl Iterator<Item = (ir::FieldId, &'t Expr, &'t Stmt)> {
        let written = |stmt: &'t Stmt| match &stmt.kind {
            StmtKind::Assign { to: Assign::Field { field, .. }, value, .. } => {
                Some((*field, value, stmt))
            }
            _ => None,
        };
        let mut laid_out = Vec::new();
        let battles = self.typed.scenarios.values().filter(|it| self.one.bearer.contains(it.span));
        battles.for_each(|battle| each_stmt(&battle.setup, &mut |stmt| laid_out.push(stmt)));
        let laid_out = laid_out.into_iter().filter_map(written);
        // How long it lasts is no one's state.
        let laid_out = laid_out.filter(|(field, ..)| {
            let kind = self.typed.fields.get(*field).and_then(|def| self.typed.kinds.get(def.kind));
            kind.is_some_and(|kind| kind.base != ir::KindBase::Battle)
        });
        self.stmts().into_iter().filter_map(written).chain(laid_out)
    }

    /// How often its hooks and actions may happen, where that is limited.
    pub(super) fn limited(&self) -> impl Iterator<Item = (&'t OnceDef, Span)> {
        let actions = self.actions().filter_map(|it| Some((it.once.as_ref()?, it.span)));
        self.hooks().filter_map(|it| Some((it.once.as_ref()?, it.span))).chain(actions)
    }

    /// The first words that fit a pattern.
    pub(super) fn phrase(&self, pattern: &str) -> Option<Phrase<'_>> {
        self.phrases(pattern).next()
    }

    pub(super) fn phrases(&self, pattern: &str) -> impl Iterator<Item = Phrase<'_>> {
        phrases(&self.text, pattern)
    }

    /// Those with which the text opens.
    pub(super) fn opening(&self, pattern: &str) -> Option<Phrase<'_>> {
        phrase_from(&self.text, 0, pattern)
    }

    pub(super) fn says(&self, pattern: &str) -> bool {
        self.phrase(pattern).is_some()
    }

    /// What is granted beside it, and until when; what a status says of its end holds wherever it is granted.
    pub(super) fn granted(&self) -> Vec<Grant<'t>> {
        let all = &self.rules.grants;
        let own = within(all, self.one.bearer);
        let elsewhere = self.elsewhere().flat_map(|action| within(all, action.span));
        let beside = own.chain(elsewhere).map(|(_, it)| *it);
        let statuses = within(&self.rules.statuses, self.one.bearer);
        let of_statuses = statuses.filter_map(|(_, id)| self.rules.grants_of.get(id)).flatten();
        let of_statuses = of_statuses.filter(|it| !self.one.bearer.contains(it.stmt.span));
        beside.chain(of_statuses.copied()).collect()
    }
}

/// Something that is granted, and until when.
#[derive(Clone, Copy)]
pub(super) struct Grant<'t> {
    pub(super) ability: ir::AbilityId,
    pub(super) until: &'t UntilDef,
    pub(super) stmt: &'t Stmt,
}

/// All that is granted and all that is taken away.
fn grants(typed: &Typed) -> (Vec<Grant<'_>>, FxHashSet<ir::AbilityId>) {
    let (mut all, mut removed) = (Vec::new(), FxHashSet::default());
    typed.each_stmt(&mut |stmt| match &stmt.kind {
        StmtKind::Grant { ability, until, .. } => {
            all.push(Grant { ability: *ability, until, stmt });
        }
        StmtKind::Remove { ability, .. } => {
            removed.insert(*ability);
        }
        _ => {}
    });
    (all, removed)
}

/// The abilities that an action asks somebody to have, by where they stand: what it does is what they are for.
fn of_abilities<'t>(typed: &'t Typed, action: &'t ActionDef) -> Vec<(Span, &'t ActionDef)> {
    let rules = typed.permissions.get(action.permission);
    let asked = rules.into_iter().flat_map(|def| &def.requires).filter_map(|require| {
        let ExprKind::Has { ability, .. } = require.holds.kind else { return None };
        let def = typed.abilities.get(ability)?;
        (!def.span.contains(action.span)).then_some((def.span, action))
    });
    asked.collect()
}

/// Whether a statement writes a state of a thing.
pub(super) const fn writes(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Assign { to: Assign::Field { .. }, .. })
}

/// What there is, where it is one alone.
pub(super) fn the_one<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    all.next().filter(|_| all.next().is_none())
}
