//! Rules by where they stand: takes the typed tree, gives of a declaration the clauses, hooks and actions that stand in it, those
//! elsewhere that are for it, and what is granted there.

use crate::checks::runs::endings::counter;
use crate::typed::{
    ActionDef, BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Compare, EntryDef, Expr, ExprKind,
    HookDef, PermissionClauseDef, QuantityDef, Stmt, StmtKind, Type, Typed, UntilDef, any_stmt,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use warwright_grammar::Span;
use warwright_ir as ir;

/// All rules that may stand beside a text.
#[derive(Debug)]
pub(crate) struct Rules<'t> {
    hooks: Vec<(Span, &'t HookDef)>,
    clauses: Vec<(Span, &'t ClauseDef)>,
    actions: Vec<(Span, &'t ActionDef)>,
    /// Those that ask for an ability, by that.
    of_abilities: Vec<(Span, &'t ActionDef)>,
    /// What is granted, by where that stands and by what it is.
    grants: Vec<(Span, Grant<'t>)>,
    grants_of: FxHashMap<ir::AbilityId, Vec<Grant<'t>>>,
    /// What the clauses and hooks of an ability ask.
    borne: FxHashMap<ir::AbilityId, Vec<&'t Expr>>,
    statuses: Vec<(Span, ir::AbilityId)>,
    entries: FxHashMap<Span, &'t EntryDef>,
    /// What something takes away again.
    pub(crate) removed: FxHashSet<ir::AbilityId>,
    /// The whole numbers that favour nobody.
    prices: FxHashSet<ir::QuantityId>,
    /// On which occasions clauses of a number count.
    occasions: FxHashMap<ir::QuantityId, BTreeSet<&'t str>>,
    /// What counts the rounds.
    pub(crate) counter: Option<ir::FieldId>,
}

/// Something that is granted, and until when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grant<'t> {
    pub(crate) ability: ir::AbilityId,
    pub(crate) until: &'t UntilDef,
    pub(crate) stmt: &'t Stmt,
}

impl<'t> Rules<'t> {
    /// Those of a game.
    #[must_use]
    pub(crate) fn of(typed: &'t Typed) -> Self {
        let (grants, removed) = grants(typed);
        let mut grants_of: FxHashMap<ir::AbilityId, Vec<Grant<'_>>> = FxHashMap::default();
        for grant in &grants {
            grants_of.entry(grant.ability).or_default().push(*grant);
        }
        let statuses = typed.abilities.iter().filter(|(_, def)| def.is_status);
        let mut entries = FxHashMap::default();
        for entry in typed.entries.values() {
            entries.entry(entry.span).or_insert(entry);
        }
        let is_price = |def: &QuantityDef| def.favours.is_none() && matches!(def.ty, Type::Int(_));
        let prices = typed.quantities.iter().filter(|(_, def)| is_price(def));
        Self {
            entries,
            grants: placed(grants.into_iter().map(|it| (it.stmt.span, it))),
            grants_of,
            borne: borne(typed),
            statuses: placed(statuses.map(|(id, def)| (def.span, id))),
            removed,
            hooks: placed(typed.hooks.values().map(|it| (it.span, it))),
            clauses: placed(typed.clauses.values().map(|it| (it.span, it))),
            actions: placed(typed.actions.values().map(|it| (it.span, it))),
            of_abilities: placed(typed.actions.values().flat_map(|it| of_abilities(typed, it))),
            prices: prices.map(|(id, _)| id).collect(),
            occasions: occasions(typed),
            counter: counter(typed),
        }
    }

    /// The first thing that is declared just there.
    pub(crate) fn entry(&self, declared: Span) -> Option<&'t EntryDef> {
        self.entries.get(&declared).copied()
    }

    /// The hooks that stand in a declaration.
    pub(crate) fn hooks(&self, bearer: Span) -> impl Iterator<Item = &'t HookDef> {
        within(&self.hooks, bearer).map(|(_, rule)| *rule)
    }

    /// The clauses that stand in a declaration. What bends a number that favours nobody, as prices of lists are, is no part of what
    /// a text says as long as something else stands there.
    pub(crate) fn clauses(&self, bearer: Span) -> impl Iterator<Item = &'t ClauseDef> {
        let all = move || within(&self.clauses, bearer).map(|(_, rule)| *rule);
        let alone = self.hooks(bearer).next().is_none()
            && self.actions(bearer).next().is_none()
            && all().all(|rule| self.is_price(rule));
        all().filter(move |rule| alone || !self.is_price(rule))
    }

    /// Whether all that stands in a declaration forbids.
    pub(crate) fn forbids_alone(&self, bearer: Span) -> bool {
        let mut clauses = self.clauses(bearer).peekable();
        let forbids = |clause: &ClauseDef| {
            matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }))
        };
        clauses.peek().is_some()
            && clauses.all(forbids)
            && self.hooks(bearer).next().is_none()
            && self.actions(bearer).next().is_none()
    }

    /// On which occasions clauses of a number count, where they ask for one.
    pub(crate) fn occasions(&self, of: ir::QuantityId) -> impl Iterator<Item = &'t str> {
        self.occasions.get(&of).into_iter().flatten().copied()
    }

    /// Whether a clause bends a whole number that favours nobody.
    fn is_price(&self, clause: &ClauseDef) -> bool {
        matches!(clause.owner, ClauseOwner::Quantity(id) if self.prices.contains(&id))
    }

    /// The actions that stand in a declaration, and those elsewhere that are for the ability which it declares.
    pub(crate) fn actions(&self, bearer: Span) -> impl Iterator<Item = &'t ActionDef> {
        let own = within(&self.actions, bearer).map(|(_, rule)| *rule);
        own.chain(self.elsewhere(bearer))
    }

    /// The actions that stand elsewhere and ask for the ability that is declared.
    fn elsewhere(&self, bearer: Span) -> impl Iterator<Item = &'t ActionDef> {
        let of_it = self.of_abilities.iter().filter(move |(at, _)| bearer.contains(*at));
        of_it.map(|(_, action)| *action)
    }

    /// Where all that stands that is of a declaration: in it, and in the actions that are for it.
    pub(crate) fn homes(&self, bearer: Span) -> impl Iterator<Item = Span> {
        std::iter::once(bearer).chain(self.elsewhere(bearer).map(|action| action.span))
    }

    /// Where the rules of a declaration stand.
    pub(crate) fn spans(&self, bearer: Span) -> impl Iterator<Item = Span> {
        let hooks = self.hooks(bearer).map(|it| it.span);
        let clauses = self.clauses(bearer).map(|it| it.span);
        hooks.chain(clauses).chain(self.actions(bearer).map(|it| it.span))
    }

    /// What the rules of a declaration grant.
    pub(crate) fn grants(&self, bearer: Span) -> impl Iterator<Item = Grant<'t>> {
        self.homes(bearer).flat_map(|home| within(&self.grants, home)).map(|(_, it)| *it)
    }

    /// The whole expressions of the clauses and hooks of an ability.
    pub(crate) fn borne(&self, ability: ir::AbilityId) -> impl Iterator<Item = &'t Expr> {
        self.borne.get(&ability).into_iter().flatten().copied()
    }

    /// What is granted elsewhere of the statuses that stand in a declaration.
    pub(crate) fn grants_of(&self, bearer: Span) -> impl Iterator<Item = Grant<'t>> {
        let statuses = within(&self.statuses, bearer);
        let grants = statuses.filter_map(|(_, id)| self.grants_of.get(id)).flatten().copied();
        grants.filter(move |it| !bearer.contains(it.stmt.span))
    }
}

/// Things in the order of their places.
pub(crate) fn placed<T>(all: impl Iterator<Item = (Span, T)>) -> Vec<(Span, T)> {
    let mut all: Vec<(Span, T)> = all.collect();
    all.sort_by_key(|(at, _)| *at);
    all
}

/// Of things in the order of their places, those that stand within a declaration.
pub(crate) fn within<T>(all: &[(Span, T)], whole: Span) -> impl Iterator<Item = &(Span, T)> {
    let from = all.partition_point(|(at, _)| *at < whole.before());
    let behind = all.get(from..).unwrap_or(&[]);
    let behind = behind.iter().take_while(move |(at, _)| at.start() < whole.end());
    behind.filter(move |(at, _)| whole.contains(*at))
}

/// What the clauses and hooks of each ability ask.
fn borne(typed: &Typed) -> FxHashMap<ir::AbilityId, Vec<&Expr>> {
    let mut all: FxHashMap<ir::AbilityId, Vec<&Expr>> = FxHashMap::default();
    for clause in typed.clauses.values() {
        if let BearerDef::Ability(id) = clause.bearer {
            clause.each_expr(&mut |root| all.entry(id).or_default().push(root));
        }
    }
    for hook in typed.hooks.values() {
        if let BearerDef::Ability(id) = hook.bearer {
            hook.each_expr(&mut |root| all.entry(id).or_default().push(root));
        }
    }
    all
}

/// All that is granted and all that is taken away; what is made in play and takes itself off goes with its rules.
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
    for hook in typed.hooks.values() {
        if let BearerDef::Ability(own) = hook.bearer
            && typed.abilities.get(own).is_some_and(|def| !def.titled)
            && any_stmt(&hook.body, |stmt| matches!(stmt.kind, StmtKind::Leave(_)))
        {
            removed.insert(own);
        }
    }
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

fn occasions(typed: &Typed) -> FxHashMap<ir::QuantityId, BTreeSet<&str>> {
    let mut all: FxHashMap<ir::QuantityId, BTreeSet<&str>> = FxHashMap::default();
    for clause in typed.clauses.values() {
        let ClauseOwner::Quantity(id) = clause.owner else { continue };
        let asked = clause.when.iter().flat_map(Expr::conjuncts);
        all.entry(id).or_default().extend(asked.filter_map(|it| occasion(typed, it)));
    }
    all
}

/// The occasion for which a condition asks: during what a number is asked for, or for which of a closed sort.
pub(crate) fn occasion<'t>(typed: &'t Typed, condition: &Expr) -> Option<&'t str> {
    match &condition.kind {
        ExprKind::During(moment) => typed.moments.get(*moment).map(|it| it.name.as_str()),
        ExprKind::Compare { how: Compare::Eq, left, right } if tells_occasion(left) => {
            let (ExprKind::Cell(cell), Type::Member(kind)) = (&right.kind, &right.ty) else {
                return None;
            };
            let at = usize::try_from(*cell).ok()?;
            let id = typed.kinds.get(*kind)?.entries.get(at)?;
            typed.entries.get(*id).map(|it| it.name.as_str())
        }
        _ => None,
    }
}

/// Whether it is a parameter of what is bent that says for which of a closed sort that is asked, or during what.
pub(crate) fn tells_occasion(of: &Expr) -> bool {
    matches!((&of.kind, &of.ty), (ExprKind::Local(_), Type::Member(_)) | (ExprKind::During(_), _))
}
