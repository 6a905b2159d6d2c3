//! Shapes: takes clauses and hooks of abilities, gives one number to all that say the same in the same words, wherever they stand and
//! whatever they are called, and says whether two pieces say the same. Where a check says nothing of one of them, it says nothing of the others.
//!
//! What is said of a clause may hang on who bears it. So its shape has in it what rules can know of the bearers: their kinds and
//! figures, and of what else they are or have all that any rule asks for. An ability that rules ask for, give or take is like no other.

use crate::checks::logic::solve::Facts;
use crate::typed::{
    BearerDef, ClauseDef, ClauseOwner, EntryDef, ExprKind, HookDef, Locals, StmtKind, Supposed,
    Typed, each_stmt,
};
use rustc_hash::{FxHashSet, FxHasher};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use warwright_grammar::Span;
use warwright_ir::{AbilityId, Arena, ClauseId, EntryId, HookId};

/// What tells apart what does not say the same: two hashes, as one alone might be that of two by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape(u64, u64);

/// Goes through what has shapes, and passes over what is like something of which nothing was said.
#[derive(Debug, Default)]
pub(crate) struct Unlike {
    silent: FxHashSet<Shape>,
    said: usize,
}

impl Unlike {
    /// Judges one thing; `judge` gives how much was said so far of all.
    pub(crate) fn judge(&mut self, shape: Option<Shape>, judge: impl FnOnce() -> usize) {
        if shape.is_some_and(|shape| self.silent.contains(&shape)) {
            return;
        }
        let said = judge();
        if std::mem::replace(&mut self.said, said) == said {
            self.silent.extend(shape);
        }
    }
}

/// The shapes of all clauses and hooks; none of one that is like no other.
#[derive(Debug)]
pub(crate) struct Shapes {
    clauses: Arena<ClauseId, Option<Shape>>,
    hooks: Arena<HookId, Option<Shape>>,
}

impl Shapes {
    pub(crate) fn of(facts: &Facts<'_>) -> Self {
        let typed = facts.typed;
        let asked = Asked::of(typed);
        let mut entries = Arena::<EntryId, Shape>::new();
        for (id, entry) in typed.entries.iter() {
            entries.push(asked.entry(typed, id, entry));
        }
        let mut borne = Arena::<AbilityId, Option<Shape>>::new();
        for (id, def) in typed.abilities.iter() {
            let owners = facts.only_owners(id).filter(|_| !asked.abilities.contains(&id));
            borne.push(owners.map(|owners| {
                let owners: BTreeSet<_> = owners.iter().map(|id| entries.get(*id)).collect();
                shape(Span::default(), &(def.kind, def.stacks, owners))
            }));
        }
        let borne = |bearer| match bearer {
            BearerDef::Ability(id) => *borne.get(id)?,
            BearerDef::System | BearerDef::Scenario(_) => None,
        };
        let mut shapes = Self { clauses: Arena::new(), hooks: Arena::new() };
        for clause in typed.clauses.values() {
            shapes.clauses.push(borne(clause.bearer).and_then(|borne| of_clause(clause, borne)));
        }
        for hook in typed.hooks.values() {
            shapes.hooks.push(borne(hook.bearer).and_then(|borne| of_hook(hook, borne)));
        }
        shapes
    }

    pub(crate) fn of_clause(&self, id: ClauseId) -> Option<Shape> {
        *self.clauses.get(id)?
    }

    pub(crate) fn of_hook(&self, id: HookId) -> Option<Shape> {
        *self.hooks.get(id)?
    }
}

fn of_clause(clause: &ClauseDef, borne: Shape) -> Option<Shape> {
    let ClauseDef { owner, reach, level, locals, when, does, .. } = clause;
    let said = (borne, owner, reach, level, read(locals), when, does);
    clause.over.is_empty().then(|| shape(clause.span, &said))
}

fn of_hook(hook: &HookDef, borne: Shape) -> Option<Shape> {
    let HookDef { reach, level, time, procedure, step, locals, when, once, body, whose, .. } = hook;
    // Whatever may not take a form is told by its name.
    let mut plain = hook.over.is_empty();
    each_stmt(body, &mut |stmt| plain &= !matches!(stmt.kind, StmtKind::TakeForm { .. }));
    let place = (level, time, procedure, step, whose);
    plain.then(|| shape(hook.span, &(borne, place, reach, read(locals), when, once, body)))
}

/// What is read of locals, which are declared elsewhere.
fn read(locals: &Locals) -> impl Hash {
    let all = locals.all.iter().map(|local| (&local.name, &local.ty, local.role));
    (all.collect::<Vec<_>>(), &locals.ranges)
}

/// Whether two pieces say the same, wherever they stand.
pub(crate) fn are_alike<T: Hash + ?Sized>(one: &T, other: &T) -> bool {
    let of = |said| shape_in(None, said);
    of(one) == of(other)
}

/// The shape of what is said in one place.
fn shape(place: Span, said: &impl Hash) -> Shape {
    shape_in(Some(place), said)
}

fn shape_in<T: Hash + ?Sized>(place: Option<Span>, said: &T) -> Shape {
    let mut hasher = Unplaced { place, one: DefaultHasher::new(), other: FxHasher::default() };
    said.hash(&mut hasher);
    Shape(hasher.one.finish(), hasher.other.finish())
}

/// Hashes places by how far they are from the start of what they stand in; those elsewhere as they are. In no place: none of them.
struct Unplaced {
    place: Option<Span>,
    one: DefaultHasher,
    other: FxHasher,
}

impl Hasher for Unplaced {
    fn write(&mut self, bytes: &[u8]) {
        self.one.write(bytes);
        self.other.write(bytes);
    }

    /// Numbers are signed or of other sizes: this is a place.
    fn write_u64(&mut self, place: u64) {
        let Some(within) = self.place else { return };
        let whole = u64::from(within.start())..=u64::from(within.end());
        let inside =
            whole.contains(&(place >> 32)) && whole.contains(&(place & u64::from(u32::MAX)));
        let base = whole.start();
        let here = if inside { place - (base << 32 | base) } else { place };
        self.one.write_u64(here);
        self.other.write_u64(here);
    }

    fn write_i64(&mut self, number: i64) {
        self.one.write_i64(number);
        self.other.write_i64(number);
    }

    fn finish(&self) -> u64 {
        self.one.finish()
    }
}

/// What some rule asks whether something has or is, gives or takes.
#[derive(Default)]
struct Asked {
    abilities: FxHashSet<AbilityId>,
    entries: FxHashSet<EntryId>,
}

impl Asked {
    fn of(typed: &Typed) -> Self {
        let mut asked = Self::default();
        typed.each_expr(&mut |expr| match &expr.kind {
            ExprKind::Has { ability, .. } | ExprKind::HeldCount { ability, .. } => {
                asked.abilities.insert(*ability);
            }
            ExprKind::IsEntry { entry, .. } => {
                asked.entries.insert(*entry);
            }
            ExprKind::Supposing { changes, .. } => {
                asked.abilities.extend(changes.iter().filter_map(|change| match change {
                    Supposed::Has { ability, .. } => Some(*ability),
                    Supposed::Field { .. } | Supposed::Gone(_) => None,
                }));
            }
            _ => {}
        });
        typed.each_stmt(&mut |stmt| {
            if let StmtKind::Grant { ability, .. } | StmtKind::Remove { ability, .. } = stmt.kind {
                asked.abilities.insert(ability);
            }
        });
        asked.abilities.extend(typed.clauses.values().filter_map(|clause| match clause.owner {
            ClauseOwner::Possession(ability) => Some(ability),
            ClauseOwner::Quantity(_) | ClauseOwner::Permission(_) => None,
        }));
        asked
    }

    /// What rules can know of an entry.
    fn entry(&self, typed: &Typed, id: EntryId, entry: &EntryDef) -> Shape {
        let bases = std::iter::successors(Some(id), |id| typed.entries.get(*id)?.base);
        let is: Vec<_> = bases.filter(|id| self.entries.contains(id)).collect();
        let has = entry.abilities.iter().map(|owned| owned.ability);
        let has: Vec<_> = has.filter(|id| self.abilities.contains(id)).collect();
        shape(Span::default(), &(entry.kind, &entry.values, is, has))
    }
}
