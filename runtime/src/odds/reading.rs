//! What rules read of rolled dice: faces that no reader can tell apart need not be told apart by the enumerator.
//!
//! A reader is a question about the pool (`count`, `sum`, ..) under which each face has a *sign*: what it adds to the
//! answer. Faces with the same signs under all readers fall into one class; faces that add nothing to any answer need not
//! be kept at all. Where the pool is seen whole (by hooks, choices, copies), each face is a class of its own.

use super::flow::{Effect, Shared, effect, mentioned, mentioned_elsewhere, next, shared};
use std::collections::{BTreeMap, BTreeSet};
use warwright_ir::{Act, BodyId, Expr, ExprId, Program, Quantifier, Slot, Target, each_expr};

/// A question about a pool.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    /// What a face must fulfil to count, each with the local that holds the face.
    pub(super) conditions: Vec<(u16, ExprId)>,
    /// What is asked of it, with the local that holds the face.
    pub(super) value: Option<(u16, ExprId)>,
    /// What the answer is made of.
    pub(super) asks: Asks,
}

/// What the answer to a question is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// How many faces count.
    Number,
    /// Whether a face that counts has the value "true" (or counts at all, without value).
    True,
    /// Whether a face that counts has the value "false".
    False,
    /// The sum of the values.
    Sum,
    /// The least or greatest value.
    Value,
    /// The face with the least or greatest value.
    Face,
}

/// What is read of the pool after an act that rolls.
#[derive(Clone, Debug)]
pub(super) enum Reading {
    /// All of it may be seen.
    Whole,
    /// These questions alone are asked of it.
    Asked {
        readers: Vec<Reader>,
        /// Whether the questions are the same in every state.
        constant: bool,
    },
}

/// What is read of the pool in the wide local `pool` after the act at `at`.
pub(super) fn reading(program: &Program, body: BodyId, at: usize, pool: u16) -> Reading {
    let Some(group) = shared(program, body) else { return Reading::Whole };
    let slot = Slot::Wide(pool);
    if group.seen.contains(&slot) {
        return Reading::Whole;
    }
    let mut search = Search { program, pool, readers: Vec::new(), constant: true };
    match search.body(&group, body, at) {
        Some(()) => Reading::Asked { readers: search.readers, constant: search.constant },
        None => Reading::Whole,
    }
}

struct Search<'p> {
    program: &'p Program,
    pool: u16,
    readers: Vec<Reader>,
    constant: bool,
}

/// What may have changed since the roll, on some path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Since {
    /// Whether something but locals may have changed.
    stirred: bool,
    /// Locals that were set.
    set: BTreeSet<Slot>,
}

impl Since {
    fn with(&self, other: &Self) -> Self {
        Self {
            stirred: self.stirred || other.stirred,
            set: self.set.union(&other.set).copied().collect(),
        }
    }
}

impl Search<'_> {
    /// Follows all paths from an act to where the pool is set anew; nothing where the pool may be seen whole.
    fn body(&mut self, group: &Shared, body: BodyId, at: usize) -> Option<()> {
        let code = self.program.bodies.get(body)?;
        let pool = Slot::Wide(self.pool);
        let elsewhere = mentioned_elsewhere(self.program, group, body);
        let mut since: BTreeMap<usize, Since> = BTreeMap::new();
        let mut todo = follow(code, at, &Since::default());
        while let Some((position, now)) = todo.pop() {
            let joined = match since.get(&position) {
                Some(known) => known.with(&now),
                None => now,
            };
            if since.get(&position) == Some(&joined) {
                continue;
            }
            since.insert(position, joined.clone());
            let Some(act) = code.acts.get(position) else {
                let lasting = group.lasting || group.kept.contains(&pool);
                if lasting || elsewhere.contains(&pool) {
                    return None;
                }
                continue;
            };
            let effect = effect(self.program, act);
            self.act(act, &effect, &joined)?;
            let runs_others = matches!(act, Act::Run { .. } | Act::CallStep { .. } | Act::Proceed);
            if runs_others && elsewhere.contains(&pool) {
                return None;
            }
            if effect.sets.contains(&pool) {
                continue;
            }
            let mut after = joined;
            after.stirred |= !effect.quiet;
            after.set.extend(effect.sets);
            todo.extend(follow(code, position, &after));
        }
        Some(())
    }

    /// The questions that an act asks of the pool.
    fn act(&mut self, act: &Act, effect: &Effect, since: &Since) -> Option<()> {
        match act {
            Act::Reroll { slot, face, when, upto, by, .. } if *slot == self.pool => {
                if upto.is_some() || by.is_some() {
                    return None;
                }
                let conditions: Vec<_> = when.iter().map(|when| (*face, *when)).collect();
                self.add(Reader { conditions, value: None, asks: Asks::Number }, since)?;
            }
            Act::Change { slot, .. } | Act::Next { cursor: slot, .. } if *slot == self.pool => {
                return None;
            }
            // A copy is seen whole.
            Act::Set { target: Target::Local(Slot::Wide(_)), value }
                if self.program.exprs.get(*value) == Some(&Expr::Local(Slot::Wide(self.pool))) =>
            {
                return None;
            }
            _ => {}
        }
        for expr in &effect.exprs {
            self.expr(*expr, since)?;
        }
        Some(())
    }

    fn expr(&mut self, id: ExprId, since: &Since) -> Option<()> {
        let expr = self.program.exprs.get(id)?;
        match expr {
            Expr::Local(Slot::Wide(slot)) if *slot == self.pool => None,
            Expr::Size(of) => match self.pool_of(*of) {
                Some(conditions) => {
                    self.add(Reader { conditions, value: None, asks: Asks::Number }, since)
                }
                None => self.expr(*of, since),
            },
            Expr::Quantified { how, of, slot: Slot::Scalar(face), when, value } => {
                let Some(mut conditions) = self.pool_of(*of) else {
                    return self.parts(expr, since);
                };
                conditions.extend(when.map(|when| (*face, when)));
                let asks = match how {
                    Quantifier::Any => Asks::True,
                    Quantifier::All => Asks::False,
                    Quantifier::Count => Asks::Number,
                    Quantifier::Sum => Asks::Sum,
                    Quantifier::Lowest | Quantifier::Highest => Asks::Value,
                    Quantifier::Least | Quantifier::Most => Asks::Face,
                };
                let value = value.map(|value| (*face, value));
                self.add(Reader { conditions, value, asks }, since)
            }
            _ => self.parts(expr, since),
        }
    }

    fn parts(&mut self, expr: &Expr, since: &Since) -> Option<()> {
        let mut parts = Vec::new();
        each_expr(expr, |part| parts.push(part));
        parts.into_iter().try_for_each(|part| self.expr(part, since))
    }

    /// Where an expression is the pool, or a part of it picked by conditions: the conditions.
    fn pool_of(&self, id: ExprId) -> Option<Vec<(u16, ExprId)>> {
        match self.program.exprs.get(id)? {
            Expr::Local(Slot::Wide(slot)) if *slot == self.pool => Some(Vec::new()),
            Expr::Filter { of, slot: Slot::Scalar(face), when } => {
                let mut conditions = self.pool_of(*of)?;
                conditions.push((*face, *when));
                Some(conditions)
            }
            _ => None,
        }
    }

    /// Takes a reader, if what it asks is known when the dice are rolled.
    fn add(&mut self, reader: Reader, since: &Since) -> Option<()> {
        for (face, expr) in reader.conditions.iter().chain(&reader.value) {
            let mut locals = BTreeSet::new();
            mentioned(self.program, *expr, &mut locals);
            locals.remove(&Slot::Scalar(*face));
            if locals.contains(&Slot::Wide(self.pool))
                || locals.iter().any(|it| since.set.contains(it))
            {
                return None;
            }
            let constant = locals.is_empty() && is_constant(self.program, *expr);
            if since.stirred && !constant {
                return None;
            }
            self.constant &= constant;
        }
        self.readers.push(reader);
        Some(())
    }
}

fn follow(code: &warwright_ir::Body, at: usize, now: &Since) -> Vec<(usize, Since)> {
    next(code, at).into_iter().map(|to| (to, now.clone())).collect()
}

/// Whether an expression gives the same in every state, for the same locals.
fn is_constant(program: &Program, root: ExprId) -> bool {
    let mut todo = vec![root];
    while let Some(id) = todo.pop() {
        let Some(expr) = program.exprs.get(id) else { return false };
        let pure = matches!(
            expr,
            Expr::Const(_)
                | Expr::Wide(_)
                | Expr::Items(_)
                | Expr::Local(_)
                | Expr::Let { .. }
                | Expr::Table { .. }
                | Expr::Members(_)
                | Expr::Range { .. }
                | Expr::Filter { .. }
                | Expr::Map { .. }
                | Expr::Union { .. }
                | Expr::Without { .. }
                | Expr::Size(_)
                | Expr::Contains { .. }
                | Expr::First(_)
                | Expr::Quantified { .. }
                | Expr::Unary { .. }
                | Expr::Binary { .. }
                | Expr::And { .. }
                | Expr::Or { .. }
                | Expr::If { .. }
                | Expr::Otherwise { .. }
                | Expr::IsSome { .. }
                | Expr::Round { .. }
                | Expr::Rung { .. }
        );
        if !pure {
            return false;
        }
        each_expr(expr, |child| todo.push(child));
    }
    true
}
