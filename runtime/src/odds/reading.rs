//! What rules read of rolled dice: faces that no reader can tell apart need not be told apart by the enumerator.
//!
//! A reader is a question about the pool (`count`, `sum`, ..) under which each face has a *sign*: what it adds to the
//! answer. Faces with the same signs under all readers fall into one class; faces that add nothing to any answer need not
//! be kept at all. Where the pool is seen whole (by hooks, choices, copies), each face is a class of its own.

use super::flow::{Effect, Point, To, effect, follow, runs_others};
use super::group::Group;
use std::collections::{BTreeMap, BTreeSet};
use warwright_ir::{Act, BinaryOp, Expr, ExprId, Program, Quantifier, Slot, Target, each_part};

/// A question about a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reader {
    /// Locals that are set on the way, as they would be when the dice are rolled, in order.
    pub(super) lets: Vec<(u16, ExprId)>,
    /// Conditions under which alone it is asked, each with how it must turn out.
    pub(super) guards: Vec<(ExprId, bool)>,
    /// What a face must fulfil to count, each with the local that holds the face.
    pub(super) conditions: Vec<(u16, ExprId)>,
    /// What is asked of it, with the local that holds the face.
    pub(super) value: Option<(u16, ExprId)>,
    /// What the answer is made of.
    pub(super) asks: Asks,
    /// What the answer is held against, where only the outcome of that is seen.
    pub(super) against: Option<Against>,
}

/// A comparison of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Against {
    /// How they are compared.
    pub(super) op: BinaryOp,
    /// What the answer is compared with.
    pub(super) bound: ExprId,
    /// Whether the answer stands on the left.
    pub(super) left: bool,
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
    /// Which dice are rolled again.
    Again,
    /// How many dice show each face: they are turned over.
    Each,
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

/// What is read of the pool in the wide local `pool` after the act at a point.
pub(super) fn reading(
    program: &Program,
    group: Option<&Group<'_>>,
    from: Point,
    pool: u16,
) -> Reading {
    let Some(group) = group.filter(|group| !group.seen.contains(&Slot::Wide(pool))) else {
        return Reading::Whole;
    };
    let mut search = Search { program, group, pool, readers: Vec::new(), constant: true };
    match search.all(from) {
        Some(()) => Reading::Asked { readers: search.readers, constant: search.constant },
        None => Reading::Whole,
    }
}

struct Search<'p> {
    program: &'p Program,
    group: &'p Group<'p>,
    pool: u16,
    readers: Vec<Reader>,
    constant: bool,
}

/// What may have changed since the roll, on some path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Since {
    /// Whether something but locals may have changed.
    stirred: bool,
    /// Locals that were set to what nobody knows when the dice are rolled.
    set: BTreeSet<Slot>,
    /// Locals that were set, on every path, to what is known then; in order.
    lets: Vec<(u16, ExprId)>,
    /// How conditions turned out on every path, as they would when the dice are rolled.
    guards: BTreeMap<ExprId, bool>,
}

impl Since {
    fn with(&self, other: &Self) -> Self {
        let guards = self.guards.iter().filter(|(id, held)| other.guards.get(id) == Some(held));
        let mut set: BTreeSet<Slot> = self.set.union(&other.set).copied().collect();
        let (mut lets, mut parted) = (Vec::new(), Vec::new());
        for one in self.lets.iter().chain(&other.lets) {
            match (self.lets.contains(one) && other.lets.contains(one), lets.contains(one)) {
                (true, false) => lets.push(*one),
                (true, true) => {}
                (false, _) => parted.push(*one),
            }
        }
        for (slot, _) in parted {
            set.insert(Slot::Scalar(slot));
        }
        Self {
            stirred: self.stirred || other.stirred,
            set,
            lets,
            guards: guards.map(|(id, held)| (*id, *held)).collect(),
        }
    }
}

impl Since {
    /// Locals were set to what is not known when the dice are rolled.
    fn forget(&mut self, slots: &[Slot]) {
        self.set.extend(slots);
        let known = self.lets.len();
        self.lets.retain(|(slot, _)| !slots.contains(&Slot::Scalar(*slot)));
        if self.lets.len() < known {
            // What turned out with the old value says nothing of the new one.
            self.guards.clear();
        }
    }
}

impl Search<'_> {
    /// Follows all paths from an act to where the pool is set anew; nothing where the pool may be seen whole.
    fn all(&mut self, from: Point) -> Option<()> {
        let pool = Slot::Wide(self.pool);
        let mut known: BTreeMap<Point, Since> = BTreeMap::new();
        let mut todo: Vec<(To, Since)> = self.onward(from, &Since::default());
        while let Some((to, mut now)) = todo.pop() {
            let point = match to {
                To::Act(point) => point,
                To::Step { point, stirs, when } => {
                    now.stirred |= stirs;
                    if let Some(when) = when {
                        self.root(when, &now)?;
                    }
                    point
                }
                To::Out if self.group.kept.contains(&pool) => return None,
                To::Out => continue,
                To::Unknown if self.group.mentions(self.program, pool) => return None,
                To::Unknown => continue,
            };
            let joined = match known.get(&point) {
                Some(known) => known.with(&now),
                None => now,
            };
            if known.get(&point) == Some(&joined) {
                continue;
            }
            known.insert(point, joined.clone());
            let code = self.program.bodies.get(point.0)?;
            let Some(act) = code.acts.get(point.1) else {
                todo.extend(self.onward(point, &joined));
                continue;
            };
            let effect = effect(self.program, act);
            self.act(act, &effect, &joined)?;
            if (runs_others(act) && self.group.mentions(self.program, pool))
                || self.group.lays_by(act, pool)
            {
                return None;
            }
            if effect.sets.contains(&pool) {
                continue;
            }
            // Names that conditions bind stay bound.
            let mut joined = joined;
            for expr in &effect.exprs {
                let bound: Vec<Slot> = self.program.bound(*expr).into_iter().collect();
                joined.forget(&bound);
            }
            if let Act::JumpUnless { when, to } = act {
                todo.extend(self.branches(point, *when, *to, &joined));
                continue;
            }
            let mut after = joined;
            after.stirred |= !effect.quiet;
            let known = match act {
                Act::Set { target: Target::Local(Slot::Scalar(slot)), value } => {
                    let fresh = after.lets.iter().all(|(other, _)| other != slot);
                    let known = fresh && self.known_at_the_roll(*value, None, &after).is_some();
                    known.then_some((*slot, *value))
                }
                _ => None,
            };
            match known {
                Some(known) => after.lets.push(known),
                None => after.forget(&effect.writes),
            }
            todo.extend(self.onward(point, &after));
        }
        Some(())
    }

    fn onward(&self, from: Point, now: &Since) -> Vec<(To, Since)> {
        let to = follow(self.program, self.group, from);
        to.into_iter().map(|to| (to, now.clone())).collect()
    }

    /// Both ways on from a condition, each with how the condition turned out, if that is known when the dice are rolled.
    fn branches(&self, (body, at): Point, when: ExprId, to: u32, now: &Since) -> [(To, Since); 2] {
        let (mut held, mut not) = (now.clone(), now.clone());
        if self.known_at_the_roll(when, None, now).is_some() {
            held.guards.insert(when, true);
            not.guards.insert(when, false);
        }
        [(To::Act((body, at + 1)), held), (To::Act((body, to as usize)), not)]
    }

    /// The questions that an act asks of the pool.
    fn act(&mut self, act: &Act, effect: &Effect, since: &Since) -> Option<()> {
        match act {
            Act::Reroll { slot, face, when, upto, by, .. } if *slot == self.pool => {
                if upto.is_some() || by.is_some() {
                    return None;
                }
                let conditions: Vec<_> = when.iter().map(|when| (*face, *when)).collect();
                self.add(conditions, None, Asks::Again, None, since)?;
            }
            // Which face is turned over decides what it becomes.
            Act::Change { slot, face, when, .. } if *slot == self.pool => {
                let conditions: Vec<_> = when.iter().map(|when| (*face, *when)).collect();
                self.add(conditions, None, Asks::Each, None, since)?;
            }
            Act::Next { cursor: slot, .. } if *slot == self.pool => return None,
            // A copy is seen whole.
            Act::Set { target: Target::Local(Slot::Wide(_)), value }
                if self.program.exprs.get(*value) == Some(&Expr::Local(Slot::Wide(self.pool))) =>
            {
                return None;
            }
            _ => {}
        }
        for expr in &effect.exprs {
            self.root(*expr, since)?;
        }
        Some(())
    }

    /// The questions in an expression. What it sets for its own parts is not known when the dice are rolled.
    fn root(&mut self, id: ExprId, since: &Since) -> Option<()> {
        let bound = self.program.bound(id);
        if bound.is_empty() {
            return self.expr(id, since);
        }
        let mut since = since.clone();
        since.set.extend(bound);
        self.expr(id, &since)
    }

    fn expr(&mut self, id: ExprId, since: &Since) -> Option<()> {
        let expr = self.program.exprs.get(id)?;
        match expr {
            Expr::Local(Slot::Wide(slot)) if *slot == self.pool => None,
            Expr::Binary {
                op: op @ (BinaryOp::Le | BinaryOp::Lt | BinaryOp::Eq | BinaryOp::Ne),
                left,
                right,
            } => {
                for (asked, bound, on_the_left) in [(*left, *right, true), (*right, *left, false)] {
                    if self.adds_up(asked) && self.known_at_the_roll(bound, None, since).is_some() {
                        let against = Against { op: *op, bound, left: on_the_left };
                        return self.question(asked, Some(against), since);
                    }
                }
                self.parts(expr, since)
            }
            _ => self.question(id, None, since),
        }
    }

    /// Whether an expression counts dice of the pool or adds them up.
    fn adds_up(&self, id: ExprId) -> bool {
        match self.program.exprs.get(id) {
            Some(Expr::Quantified { how: Quantifier::Count | Quantifier::Sum, of, .. }) => {
                self.pool_of(*of).is_some()
            }
            _ => false,
        }
    }

    /// A question about the pool, or the questions in the parts of an expression.
    fn question(&mut self, id: ExprId, against: Option<Against>, since: &Since) -> Option<()> {
        let expr = self.program.exprs.get(id)?;
        match expr {
            Expr::Size(of) => match self.pool_of(*of) {
                Some(conditions) => self.add(conditions, None, Asks::Number, against, since),
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
                self.add(conditions, value, asks, against, since)
            }
            _ => self.parts(expr, since),
        }
    }

    fn parts(&mut self, expr: &Expr, since: &Since) -> Option<()> {
        let mut parts = Vec::new();
        each_part(expr, |part| parts.push(part));
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
    fn add(
        &mut self,
        conditions: Vec<(u16, ExprId)>,
        value: Option<(u16, ExprId)>,
        asks: Asks,
        against: Option<Against>,
        since: &Since,
    ) -> Option<()> {
        for (face, expr) in conditions.iter().chain(&value) {
            self.constant &= self.known_at_the_roll(*expr, Some(*face), since)?;
        }
        if let Some(Against { bound, .. }) = against {
            self.constant &= self.known_at_the_roll(bound, None, since)?;
        }
        let guards: Vec<_> = since.guards.iter().map(|(id, held)| (*id, *held)).collect();
        self.constant &= guards.is_empty();
        let lets = since.lets.clone();
        self.constant &= lets.is_empty();
        let reader = Reader { lets, guards, conditions, value, asks, against };
        if !self.readers.contains(&reader) {
            self.readers.push(reader);
        }
        Some(())
    }

    /// Whether an expression gives now what it gives when the dice are rolled: whether that is the same in every state;
    /// nothing where it may give something else.
    fn known_at_the_roll(&self, expr: ExprId, face: Option<u16>, since: &Since) -> Option<bool> {
        let mut locals = self.program.mentioned(expr);
        for own in self.program.bound(expr) {
            locals.remove(&own);
        }
        if let Some(face) = face {
            locals.remove(&Slot::Scalar(face));
        }
        if locals.contains(&Slot::Wide(self.pool)) || locals.iter().any(|it| since.set.contains(it))
        {
            return None;
        }
        let constant = locals.is_empty() && self.program.is_steady(expr);
        if since.stirred && !constant { None } else { Some(constant) }
    }
}
