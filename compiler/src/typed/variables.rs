//! Variables: takes a typed game, says of those of its procedures in which range they lie wherever they are read, pools by how
//! many dice they hold, where whatever writes them is known (an interval analysis that follows no order).

use super::{
    ActionParamDef, Assign, Bounds, Choice, Expr, ExprKind, Local, LocalId, LocalRole, Locals,
    ProcedureDef, Stmt, StmtKind, Type, Typed, each_stmt,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use warwright_ir::ProcedureId;

/// So often results of procedures are put into what calls them.
const ROUNDS: usize = 3;
/// So often what is known of some variables is put into what is written to others.
const PASSES: usize = 3;

/// What is known of the variables of a procedure.
type Ranges = FxHashMap<LocalId, Bounds>;

/// What writes a variable.
enum Write<'t> {
    Value(&'t Expr),
    /// A pool that begins without dice.
    Empty,
    /// The same where others write it, who have their own names for what they read.
    Foreign(&'t Expr),
    Between(&'t Expr, &'t Expr),
    Result(ProcedureId),
    Unknown,
}

impl Typed {
    /// Works out the ranges of variables, when all bodies have their types: those of procedures, and under their names those of
    /// hooks and actions.
    pub fn settle_variables(&mut self) {
        let mut results: FxHashMap<ProcedureId, Bounds> = FxHashMap::default();
        let mut known: Vec<(ProcedureId, Ranges)> = Vec::new();
        for _ in 0..ROUNDS {
            let of = |(id, def)| (id, self.ranges_in(id, def, &results));
            known = self.procedures.iter().map(of).collect();
            let result = |(id, ranges): &(ProcedureId, Ranges)| (*id, self.result_of(*id, ranges));
            results = known.iter().map(result).collect();
        }
        let known: BTreeMap<ProcedureId, Vec<(LocalId, Bounds)>> = known
            .into_iter()
            .map(|(id, ranges)| {
                let mut ranges: Vec<_> = ranges.into_iter().filter(|it| !it.1.is_open()).collect();
                ranges.sort_unstable_by_key(|(local, _)| local.0);
                (id, ranges)
            })
            .collect();
        for hook in self.hooks.values_mut() {
            let of = self.procedures.get(hook.procedure).zip(known.get(&hook.procedure));
            if let Some((def, ranges)) = of {
                hook.locals.ranges = by_name(&hook.locals, &def.locals, ranges);
            }
        }
        for action in self.actions.values_mut() {
            let Some(home) = action.place.procedure() else { continue };
            if let Some((def, ranges)) = self.procedures.get(home).zip(known.get(&home)) {
                action.locals.ranges = by_name(&action.locals, &def.locals, ranges);
            }
        }
        for action in self.actions.values_mut() {
            let chosen: Vec<_> = action.params.iter().filter_map(chosen_from).collect();
            if let Some(rules) = self.permissions.get_mut(action.permission) {
                rules.locals.ranges.extend_from_slice(&chosen);
            }
            action.locals.ranges.extend(chosen);
        }
        for (id, ranges) in known {
            if let Some(def) = self.procedures.get_mut(id) {
                def.locals.ranges = ranges;
            }
        }
    }

    fn ranges_in(
        &self,
        id: ProcedureId,
        def: &ProcedureDef,
        results: &FxHashMap<ProcedureId, Bounds>,
    ) -> Ranges {
        let locals = (0u32..).map(LocalId).zip(&def.locals.all);
        let followed = locals.filter(|(_, local)| {
            matches!(local.ty, Type::Int(_) | Type::Pool(_)) && local.role != LocalRole::Param
        });
        let written: Vec<(LocalId, Vec<Write<'_>>)> = followed
            .map(|(local, _)| (local, self.writes(id, def, local)))
            .filter(|(_, writes)| !writes.is_empty())
            .collect();
        // From above: of what is not known yet nothing is said, so that each round is true and the next says more.
        let mut known = Ranges::default();
        for _ in 0..PASSES {
            let ranges = written.iter().map(|(local, writes)| {
                let all = writes.iter().map(|write| self.range_of_write(write, &known, results));
                (*local, all.reduce(Bounds::joined).unwrap_or(Bounds::OPEN))
            });
            known = ranges.collect();
        }
        known
    }

    fn range_of_write(
        &self,
        write: &Write<'_>,
        known: &Ranges,
        results: &FxHashMap<ProcedureId, Bounds>,
    ) -> Bounds {
        let range = |value: &Expr| {
            self.range_with(value, &mut |inner| match inner.kind {
                ExprKind::Local(local) => known.get(&local).copied().unwrap_or(Bounds::OPEN),
                _ => Bounds::OPEN,
            })
        };
        match write {
            Write::Value(value) => range(size(value)),
            Write::Empty => Bounds::exactly(0),
            Write::Foreign(value) => self.range(size(value)),
            Write::Between(low, high) => Bounds { least: range(low).least, most: range(high).most },
            Write::Result(id) => results.get(id).copied().unwrap_or(Bounds::OPEN),
            Write::Unknown => Bounds::OPEN,
        }
    }

    /// All that writes a variable, its first value too.
    fn writes<'t>(
        &'t self,
        id: ProcedureId,
        def: &'t ProcedureDef,
        local: LocalId,
    ) -> Vec<Write<'t>> {
        let Some(open) = def.locals.get(local) else { return Vec::new() };
        let is_pool = matches!(open.ty, Type::Pool(_));
        let first = def.variables.iter().filter(|(variable, _)| *variable == local);
        let first =
            first.map(|(_, value)| if is_pool { Write::Empty } else { Write::Value(value) });
        let mut all: Vec<Write<'t>> = first.collect();
        // What begins with nothing that stands there has a first value of its own.
        let declared = matches!(open.role, LocalRole::Open | LocalRole::Var);
        if all.is_empty() && declared && !is_pool {
            return vec![Write::Unknown];
        }
        def.steps.iter().for_each(|step| all.extend(written(&step.body, local)));
        if open.role != LocalRole::Open {
            return all;
        }
        let own = |locals: &Locals| {
            let same = |it: &Local| it.role == LocalRole::Open && it.name == open.name;
            let at = locals.all.iter().position(same)?;
            u32::try_from(at).ok().map(LocalId)
        };
        let hooks = self.hooks.values().filter(|hook| hook.procedure == id);
        let mut bodies: Vec<(&Locals, &[Stmt])> =
            hooks.map(|hook| (&hook.locals, hook.body.as_slice())).collect();
        let actions = self.step_actions().filter(|(home, _)| *home == id);
        bodies.extend(actions.map(|(_, action)| (&action.locals, action.body.as_slice())));
        for (locals, body) in bodies {
            let Some(local) = own(locals) else { continue };
            all.extend(written(body, local).into_iter().map(|write| match write {
                Write::Value(value) => Write::Foreign(value),
                Write::Between(..) => Write::Unknown,
                other => other,
            }));
        }
        all
    }

    /// What a procedure gives back.
    fn result_of(&self, id: ProcedureId, known: &Ranges) -> Bounds {
        let Some(def) = self.procedures.get(id) else { return Bounds::OPEN };
        if !matches!(def.result, Some(Type::Int(_))) {
            return Bounds::OPEN;
        }
        let none = FxHashMap::default();
        let mut all: Vec<Bounds> = Vec::new();
        for step in &def.steps {
            each_stmt(&step.body, &mut |stmt| {
                if let StmtKind::Finish(Some(value)) = &stmt.kind {
                    all.push(self.range_of_write(&Write::Value(value), known, &none));
                }
            });
        }
        for hook in self.hooks.values().filter(|hook| hook.procedure == id) {
            each_stmt(&hook.body, &mut |stmt| {
                if let StmtKind::Finish(Some(value)) = &stmt.kind {
                    all.push(self.range(value));
                }
            });
        }
        all.into_iter().reduce(Bounds::joined).unwrap_or(Bounds::OPEN)
    }
}

/// What tells the range of what holds a value: of a pool, how many dice are rolled.
fn size(value: &Expr) -> &Expr {
    match &value.kind {
        ExprKind::Roll { count, .. } => count,
        _ => value,
    }
}

/// What writes a variable in a body.
fn written<'t>(body: &'t [Stmt], local: LocalId) -> Vec<Write<'t>> {
    let mut all = Vec::new();
    each_stmt(body, &mut |stmt| {
        let write = match &stmt.kind {
            StmtKind::Assign { to: Assign::Local(to), value, .. } if *to == local => {
                Write::Value(value)
            }
            StmtKind::Call { procedure, result: Some(to), .. } if *to == local => {
                Write::Result(*procedure)
            }
            StmtKind::Choose { local: to, choice, .. } if *to == local => match &**choice {
                Choice::Number { low, high } => Write::Between(low, high),
                _ => Write::Unknown,
            },
            StmtKind::Create { local: to, .. }
            | StmtKind::ForEach { item: to, .. }
            | StmtKind::ForNext { item: to, .. }
                if *to == local =>
            {
                Write::Unknown
            }
            _ => return,
        };
        all.push(write);
    });
    all
}

/// The range that is written out from which a parameter of an action is chosen.
fn chosen_from(param: &ActionParamDef) -> Option<(LocalId, Bounds)> {
    let ExprKind::Range { low, high } = &param.domain.kind else { return None };
    let end = |value: &Expr| as_variant!(value.kind, ExprKind::Cell(cell) => cell);
    let bounds = Bounds { least: end(low), most: end(high) };
    (!bounds.is_open()).then_some((param.local, bounds))
}

/// What is known of open variables, where others call them by name.
fn by_name(here: &Locals, there: &Locals, known: &[(LocalId, Bounds)]) -> Vec<(LocalId, Bounds)> {
    let open = (0u32..).map(LocalId).zip(&here.all);
    let open = open.filter(|(_, local)| local.role == LocalRole::Open);
    open.filter_map(|(id, local)| {
        let (_, bounds) = known.iter().find(|(of, _)| {
            let own = there.get(*of);
            own.is_some_and(|it| it.role == LocalRole::Open && it.name == local.name)
        })?;
        Some((id, *bounds))
    })
    .collect()
}
