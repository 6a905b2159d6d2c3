//! States: takes a typed game, says of each of its states what may ever stand there: one of so many members, or numbers of a range
//! (a value analysis that follows no order, from below to the least that holds).

use super::{
    Assign, Bounds, Expr, ExprKind, FieldDef, Locals, Stmt, StmtKind, Supposed, Type, Typed,
    each_stmt,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use warwright_ir::{FieldId, KindBase, NONE};

/// What may stand in a state: closed intervals of cells, rising and apart.
type Cells = Vec<(i64, i64)>;

/// So often what is known of some states is put into what is written to others; a number that grows still is open then.
const ROUNDS: usize = 4;
/// How deep defines are looked into.
const DEPTH: u8 = 4;

/// What is written to a state, with the names in it.
type Written<'t> = (&'t Expr, Option<&'t Locals>);

/// A write to a state.
#[derive(Clone, Copy, Debug)]
pub struct StateWrite<'t> {
    /// The state.
    pub field: FieldId,
    /// Its new value.
    pub value: &'t Expr,
    /// Whether it is only supposed.
    pub supposed: bool,
    names: Option<&'t Locals>,
}

/// What is paid leaves less, down to nothing.
fn paid_from(cells: Cells) -> Cells {
    let most = cells.last().map_or(0, |it| it.1);
    joined(cells, vec![(0.min(most), most)])
}

impl Typed {
    /// All that rules and battles write to states, and what is supposed of them; tests and what is paid are no part of it.
    pub fn each_state_write<'t>(&'t self, found: &mut dyn FnMut(StateWrite<'t>)) {
        let steps = self
            .procedures
            .values()
            .flat_map(|def| def.steps.iter().map(move |step| (&def.locals, step.body.as_slice())));
        let hooks = self.hooks.values().map(|it| (&it.locals, it.body.as_slice()));
        let actions = self.actions.values().map(|it| (&it.locals, it.body.as_slice()));
        let battles = self.scenarios.values().map(|it| (&it.setup_locals, it.setup.as_slice()));
        for (names, body) in steps.chain(hooks).chain(actions).chain(battles) {
            written_in(body, names, found);
        }
        self.each_expr(&mut |expr| {
            let ExprKind::Supposing { changes, .. } = &expr.kind else { return };
            for change in changes {
                if let Supposed::Field { field, value, .. } = change {
                    found(StateWrite { field: *field, value, supposed: true, names: None });
                }
            }
        });
    }

    /// Works out what may stand in each state, when all bodies have their types.
    pub fn settle_states(&mut self) {
        let mut writes: BTreeMap<FieldId, Vec<Written<'_>>> = BTreeMap::new();
        self.each_state_write(&mut |write| {
            writes.entry(write.field).or_default().push((write.value, write.names));
        });
        // What a test sets up may be asked there too.
        for test in self.tests.values() {
            written_in(&test.setup, &test.locals, &mut |write| {
                writes.entry(write.field).or_default().push((write.value, write.names));
            });
        }
        let mut given: BTreeMap<FieldId, Vec<i64>> = BTreeMap::new();
        for scenario in self.scenarios.values() {
            let pieces = scenario.sides.iter().flat_map(|side| &side.pieces);
            for (field, value) in pieces.chain(&scenario.ground).flat_map(|piece| &piece.state) {
                given.entry(*field).or_default().push(*value);
            }
        }
        let paid = |id: FieldId| {
            self.actions.values().any(|it| it.cost.as_ref().is_some_and(|(.., field)| *field == id))
        };
        let followed = |(id, def): (FieldId, &FieldDef)| {
            let base = self.kinds.get(def.kind).map(|kind| kind.base);
            let laid = matches!(base, Some(KindBase::Area | KindBase::Cell));
            let simple = match bare(&def.ty) {
                Type::Bool | Type::Member(_) => true,
                // A scenario says how long its battle is.
                Type::Int(_) => base != Some(KindBase::Battle),
                _ => false,
            };
            (simple && !laid && def.inverse.is_none()).then_some(id)
        };
        let mut followed: Vec<FieldId> = self.fields.iter().filter_map(followed).collect();
        let mut known: FxHashMap<FieldId, Cells> = FxHashMap::default();
        followed.retain(|id| {
            let begins = self.fields.get(*id).and_then(|def| {
                self.cells_of(&def.initial, Some(&def.locals), &FxHashMap::default(), DEPTH)
            });
            begins.map(|cells| known.insert(*id, cells)).is_some()
        });
        for round in 0.. {
            let mut grown = Vec::new();
            for id in &followed {
                let (Some(def), Some(before)) = (self.fields.get(*id), known.get(id)) else {
                    continue;
                };
                let mut now = self.cells_of(&def.initial, Some(&def.locals), &known, DEPTH);
                for (value, names) in writes.get(id).into_iter().flatten() {
                    now = now
                        .zip(self.cells_of(value, *names, &known, DEPTH))
                        .map(|(one, other)| joined(one, other));
                }
                let stated = given.get(id).into_iter().flatten();
                let now =
                    stated.fold(now, |now, cell| now.map(|now| joined(now, vec![(*cell, *cell)])));
                let now = now.map(|now| if paid(*id) { paid_from(now) } else { now });
                if now.as_ref() != Some(before) {
                    grown.push((*id, now.filter(|_| round < ROUNDS)));
                }
            }
            if grown.is_empty() {
                break;
            }
            for (id, now) in grown {
                match now {
                    Some(now) => known.insert(id, now),
                    None => known.remove(&id),
                };
            }
        }
        for id in followed {
            let Some(cells) = known.remove(&id) else { continue };
            // What stays as it begins is told where it is declared.
            let begins = self.fields.get(id).and_then(|def| {
                self.cells_of(&def.initial, Some(&def.locals), &FxHashMap::default(), DEPTH)
            });
            if let Some(def) = self.fields.get_mut(id)
                && begins.as_ref() != Some(&cells)
            {
                def.may_be = cells;
            }
        }
    }

    /// What a value may be; nothing where it is not known, or no more than its type says.
    fn cells_of(
        &self,
        value: &Expr,
        names: Option<&Locals>,
        known: &FxHashMap<FieldId, Cells>,
        depth: u8,
    ) -> Option<Cells> {
        let of = |it: &Expr| self.cells_of(it, names, known, depth);
        let both = |one: &Expr, other: &Expr| Some(joined(of(one)?, of(other)?));
        match &value.kind {
            ExprKind::Cell(cell) => Some(vec![(*cell, *cell)]),
            ExprKind::None => Some(vec![(NONE, NONE)]),
            ExprKind::If { then, other, .. } => both(then, other),
            ExprKind::Otherwise(one, other) => both(one, other),
            ExprKind::Match { arms, .. } => {
                let arms = arms.iter().map(|(_, arm)| of(arm));
                arms.reduce(|one, other| Some(joined(one?, other?))).flatten()
            }
            ExprKind::Within { of: inner, .. } if !is_number(&value.ty) => of(inner),
            ExprKind::Let { body, .. } if !is_number(&value.ty) => of(body),
            ExprKind::Call { function, .. } if depth > 0 && !is_number(&value.ty) => {
                let body = &self.functions.get(*function)?.body;
                self.cells_of(body, None, known, depth - 1)
            }
            ExprKind::Table { table, .. } => {
                let rows = &self.tables.get(*table)?.rows;
                let rows = rows.iter().map(|row| vec![(row.value, row.value)]);
                rows.reduce(joined)
            }
            ExprKind::Field { field, .. } if !is_number(&value.ty) => known.get(field).cloned(),
            _ if is_number(&value.ty) => {
                let bounds = self.range_with(value, &mut |inner| match &inner.kind {
                    ExprKind::Local(local) => names
                        .and_then(|names| names.ranges.iter().find(|(of, _)| of == local))
                        .map_or(Bounds::OPEN, |(_, bounds)| *bounds),
                    ExprKind::Field { field, .. } => {
                        known.get(field).map_or(Bounds::OPEN, |cells| {
                            let (first, last) = (cells.first(), cells.last());
                            Bounds { least: first.map(|it| it.0), most: last.map(|it| it.1) }
                        })
                    }
                    _ => Bounds::OPEN,
                });
                (!bounds.is_open()).then(|| {
                    let least = bounds.least.unwrap_or(NONE + 1);
                    vec![(least, bounds.most.unwrap_or(i64::MAX))]
                })
            }
            _ => None,
        }
    }
}

/// Whether it is a number that is always there.
const fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int(_))
}

fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Optional(of) => of,
        other => other,
    }
}

/// All cells of both.
fn joined(mut one: Cells, other: Cells) -> Cells {
    one.extend(other);
    one.sort_unstable();
    let mut all = Cells::new();
    for (low, high) in one {
        match all.last_mut() {
            Some((_, last)) if low <= last.saturating_add(1) => *last = high.max(*last),
            _ => all.push((low, high)),
        }
    }
    all
}

fn written_in<'t>(body: &'t [Stmt], names: &'t Locals, found: &mut dyn FnMut(StateWrite<'t>)) {
    each_stmt(body, &mut |stmt| {
        if let StmtKind::Assign { to: Assign::Field { field, .. }, value, .. } = &stmt.kind {
            found(StateWrite { field: *field, value, supposed: false, names: Some(names) });
        }
    });
}
