//! What is known of expressions from their rows: which locals they read and set, what they cost, whether the state counts.

use crate::{
    CostClass, Expr, ExprId, FootprintOf, FunctionId, Id, Program, Reads, Slot, Want, each_part,
    each_slot,
};
use std::collections::BTreeSet;

impl Expr {
    /// The locals that it sets for its parts, or for what is evaluated after it.
    pub fn binds(&self) -> Vec<Slot> {
        let mut slots = Vec::new();
        each_slot(self, |slot, want| {
            if matches!(want, Want::Binds(_) | Want::Leaves(_)) {
                slots.push(slot);
            }
        });
        slots
    }
    /// Whether it sets locals for what is evaluated after it.
    pub fn leaves_names(&self) -> bool {
        let mut leaves = false;
        each_slot(self, |_, want| leaves |= matches!(want, Want::Leaves(_)));
        leaves
    }
    /// What it costs, its parts left aside.
    pub fn cost(&self) -> CostClass {
        match self {
            Self::Space { op, .. } => op.sign().cost,
            _ => self.sign().facts.cost,
        }
    }
    /// Whether it asks by itself where pieces are and how large: what it gives hangs on their footprints.
    pub fn measures(&self) -> bool {
        match self {
            Self::Space { op, .. } => op.measures(),
            Self::ClearLine { .. } | Self::RouteWhile { .. } => true,
            _ => false,
        }
    }
    /// Whether it gives the same in every state, if its parts do.
    pub fn is_steady(&self) -> bool {
        self.sign().facts.reads == Reads::Steady
    }
}

impl Program {
    /// The functions that say footprints.
    pub fn footprints(&self) -> impl Iterator<Item = FunctionId> {
        self.kinds.values().filter_map(|kind| match kind.footprint {
            Some(FootprintOf::Derived(function)) => Some(function),
            Some(FootprintOf::Printed(_)) | None => None,
        })
    }
    /// The scalar local that an expression is.
    pub fn local(&self, id: ExprId) -> Option<u16> {
        match self.exprs.get(id)? {
            Expr::Local(Slot::Scalar(slot)) => Some(*slot),
            _ => None,
        }
    }
    /// Tells of an expression and of all its parts, each once.
    pub fn each_below(&self, root: ExprId, mut found: impl FnMut(&Expr)) {
        let (mut todo, mut seen) = (vec![root], BTreeSet::new());
        while let Some(id) = todo.pop() {
            if let Some(expr) = self.exprs.get(id).filter(|_| seen.insert(id)) {
                found(expr);
                each_part(expr, |part| todo.push(part));
            }
        }
    }
    /// All locals that an expression reads, or sets for its parts.
    pub fn mentioned(&self, root: ExprId) -> BTreeSet<Slot> {
        let mut slots = BTreeSet::new();
        self.each_below(root, |expr| each_slot(expr, |slot, _| slots.extend([slot])));
        slots
    }
    /// All locals that an expression or a part of it sets.
    pub fn bound(&self, root: ExprId) -> BTreeSet<Slot> {
        let mut slots = BTreeSet::new();
        self.each_below(root, |expr| slots.extend(expr.binds()));
        slots
    }
    /// Whether an expression or a part of it sets locals for what is evaluated after it.
    pub fn leaves_names(&self, root: ExprId) -> bool {
        let mut leaves = false;
        self.each_below(root, |expr| leaves |= expr.leaves_names());
        leaves
    }
    /// Whether an expression gives the same in every state, for the same locals.
    pub fn is_steady(&self, root: ExprId) -> bool {
        let mut steady = true;
        self.each_below(root, |expr| steady &= expr.is_steady());
        steady
    }
    /// Of which expressions something holds, or of any part of them.
    pub fn with_a_part(&self, holds: impl Fn(&Expr) -> bool) -> Vec<bool> {
        let mut known: Vec<bool> = Vec::with_capacity(self.exprs.len());
        for expr in self.exprs.values() {
            // Parts come before the whole.
            let mut of_it = holds(expr);
            each_part(expr, |part| of_it |= known.get(part.position()) == Some(&true));
            known.push(of_it);
        }
        known
    }
}
