//! Named: takes the files that somebody asked to be checked, says of which declarations checks tell: those that stand there, and
//! the battles and tests in which things of theirs stand. Checks that judge one declaration after another walk these.

use crate::typed::{
    ActionDef, ClauseDef, EntryDef, FunctionDef, HookDef, PermissionDef, PolicyDef, ProcedureDef,
    QuantityDef, ScenarioDef, TestDef, Typed,
};
use warwright_grammar::Span;
use warwright_ir::{Arena, EntryId, Id};

/// Of which declarations checks tell.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// The places where they stand, in order; none: everywhere.
    places: Option<Vec<Span>>,
}

impl Named {
    /// Those of some files.
    pub(crate) fn in_files(files: Vec<Span>, typed: &Typed) -> Self {
        let mut named = Self { places: Some(files) };
        named.sort();
        let stands = |entry: EntryId| {
            let mut bases = std::iter::successors(typed.entries.get(entry), |it| {
                it.base.and_then(|base| typed.entries.get(base))
            });
            bases.any(|entry| named.has(entry.span))
        };
        let battles = typed.scenarios.values().filter(|battle| {
            let pieces = battle.sides.iter().flat_map(|side| &side.pieces);
            !named.has(battle.span) && pieces.chain(&battle.ground).any(|it| stands(it.entry))
        });
        let battles: Vec<Span> = battles.map(|battle| battle.span).collect();
        named.places.iter_mut().for_each(|places| places.extend(&battles));
        named.sort();
        named
    }

    fn sort(&mut self) {
        self.places.iter_mut().for_each(|places| places.sort_unstable());
    }

    /// Whether checks tell of what stands there.
    #[must_use]
    pub fn has(&self, at: Span) -> bool {
        self.places.as_ref().is_none_or(|places| {
            let behind = places.partition_point(|place| place.start() <= at.start());
            let before = behind.checked_sub(1).and_then(|before| places.get(before));
            before.is_some_and(|place| place.contains(at))
        })
    }

    /// Of some declarations those of which checks tell.
    pub(crate) fn of<'t, I: Id, D: Declared>(
        &self,
        all: &'t Arena<I, D>,
    ) -> impl Iterator<Item = (I, &'t D)> {
        all.iter().filter(|(_, it)| self.has(it.place()))
    }
}

/// What stands in a place of its own.
pub(crate) trait Declared {
    fn place(&self) -> Span;
}

macro_rules! declared {
    ($($def:ty),*) => {
        $(impl Declared for $def {
            fn place(&self) -> Span {
                self.span
            }
        })*
    };
}

declared!(
    ActionDef,
    ClauseDef,
    EntryDef,
    FunctionDef,
    HookDef,
    PermissionDef,
    PolicyDef,
    ProcedureDef,
    QuantityDef,
    ScenarioDef,
    TestDef
);
