//! What was worked out while one question is answered: takes a call and its arguments, gives its value if it is known.
//!
//! A question leaves the state as it is, and expressions cannot act, so a call with the same arguments has the same value under the
//! same suppositions. Where somebody watches how values come about, nothing is kept.

use super::{Evaluator, Observer};
use crate::space::plane::{Bounds, Pose, Posed, Region};
use crate::state::Wide;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use warwright_ir::{
    Expr, ExprId, FunctionId, Id, NONE, Param, PermissionId, Program, Slot, each_expr,
};

/// So many values are kept at most, of each sort.
const MOST_KEPT: usize = 1 << 14;
/// Calls with more parameters are not kept.
const MOST_ARGS: usize = 3;

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Called {
    Function(FunctionId),
    Permission(PermissionId),
}

/// A call: what, on which view, with which arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    called: Called,
    view: (u32, u32),
    args: [i64; MOST_ARGS],
}

/// The values of calls.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    scalars: FxHashMap<Key, i64>,
    wides: FxHashMap<Key, Wide>,
    /// How often something was supposed.
    supposed: u32,
    /// Where pieces were looked at last: of which entry, at which pose.
    posed: FxHashMap<i64, (i64, Rc<Posed>)>,
    /// The regions of areas, beside the cells that they were read from.
    regions: FxHashMap<i64, (Wide, Arc<Region>, Bounds)>,
}

impl Memo {
    /// Forgets the values of calls: the state may be another one from now on. Shapes are known by what they were made from.
    pub(crate) fn clear(&mut self) {
        self.supposed = 0;
        if !self.scalars.is_empty() {
            self.scalars.clear();
        }
        if !self.wides.is_empty() {
            self.wides.clear();
        }
    }

    /// The footprint of a piece of an entry at a pose.
    pub(super) fn posed(
        &mut self,
        (entity, entry): (i64, i64),
        pose: Pose,
        at: impl Fn() -> Posed,
    ) -> Rc<Posed> {
        let (of, known) = self.posed.entry(entity).or_insert_with(|| (entry, Rc::new(at())));
        if *of != entry || known.pose != pose {
            *of = entry;
            // Where nobody looks at it any more, no room is made for another.
            match Rc::get_mut(known) {
                Some(known) => *known = at(),
                None => *known = Rc::new(at()),
            }
        }
        Rc::clone(known)
    }

    /// The region of an area and the box around it.
    pub(super) fn region(&mut self, entity: i64, cells: &Wide) -> Option<(Arc<Region>, Bounds)> {
        if let Some((of, region, bounds)) = self.regions.get(&entity)
            && of == cells
        {
            return Some((Arc::clone(region), *bounds));
        }
        let region = Arc::new(Region::from_cells(cells)?);
        let bounds = Bounds::of(region.outline());
        self.regions.insert(entity, (cells.clone(), Arc::clone(&region), bounds));
        Some((region, bounds))
    }

    /// A number that no supposition has had.
    pub(crate) fn number(&mut self) -> u32 {
        self.supposed = self.supposed.saturating_add(1);
        self.supposed
    }

    pub(super) fn scalar(&self, key: &Key) -> Option<i64> {
        self.scalars.get(key).copied()
    }

    pub(super) fn keep_scalar(&mut self, key: Key, value: i64) {
        if self.scalars.len() >= MOST_KEPT {
            self.scalars.clear();
        }
        self.scalars.insert(key, value);
    }

    pub(super) fn wide(&self, key: &Key) -> Option<Wide> {
        self.wides.get(key).cloned()
    }

    pub(super) fn keep_wide(&mut self, key: Key, value: &Wide) {
        if self.wides.len() >= MOST_KEPT {
            self.wides.clear();
        }
        self.wides.insert(key, value.clone());
    }
}

impl<O: Observer> Evaluator<'_, O> {
    /// Under what the value of a call is kept whose arguments stand in their slots; nothing where it is not kept.
    pub(super) fn key(&self, called: Called, params: &[Param]) -> Option<Key> {
        if O::WATCHES || self.linked.watch.is_some() || params.len() > MOST_ARGS {
            return None;
        }
        let mut args = [NONE; MOST_ARGS];
        for (arg, param) in args.iter_mut().zip(params) {
            let Slot::Scalar(slot) = param.slot else { return None };
            *arg = self.local(slot).ok()?;
        }
        Some(Key { called, view: self.view.number(), args })
    }
}

/// Which functions are worth keeping the values of: those that do more than read a few cells.
pub(crate) fn worth_keeping(program: &Program) -> Vec<bool> {
    let mut dear: Vec<bool> = Vec::with_capacity(program.exprs.len());
    for expr in program.exprs.values() {
        // Parts come before the whole.
        let mut of_parts = false;
        each_expr(expr, |part: ExprId| of_parts |= dear.get(part.position()) == Some(&true));
        dear.push(of_parts || is_dear(expr));
    }
    let of = |body: ExprId| dear.get(body.position()) == Some(&true);
    program.functions.values().map(|function| of(function.body)).collect()
}

/// Which conditions ask a permission and bind no names: where the least of something is looked for, they are asked last, of what
/// would be the least.
pub(crate) fn asked_late(program: &Program) -> Vec<bool> {
    let mut known: Vec<(bool, bool)> = Vec::with_capacity(program.exprs.len());
    for expr in program.exprs.values() {
        let mut asks = matches!(expr, Expr::May { .. });
        let mut binds = matches!(expr, Expr::IsSome { slot: Some(_), .. } | Expr::ClearLine { .. });
        each_expr(expr, |part: ExprId| {
            let (part_asks, part_binds) =
                known.get(part.position()).copied().unwrap_or((false, true));
            asks |= part_asks;
            binds |= part_binds;
        });
        known.push((asks, binds));
    }
    known.into_iter().map(|(asks, binds)| asks && !binds).collect()
}

fn is_dear(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Space { .. }
            | Expr::ClearLine { .. }
            | Expr::RouteWhile { .. }
            | Expr::Reach { .. }
            | Expr::Quantified { .. }
            | Expr::Filter { .. }
            | Expr::Map { .. }
            | Expr::First(_)
            | Expr::Tied { .. }
            | Expr::AsOf { .. }
            | Expr::Supposing { .. }
            | Expr::May { .. }
            | Expr::Call { .. }
            | Expr::Quantity { .. }
    )
}
