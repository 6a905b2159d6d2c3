//! Moments: takes all readings that look back (`as of`), gives each moment what must be kept while its runs go on.

use super::Lowering;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use warwright_ir as ir;
use warwright_ir::{
    AbilityId, Expr, ExprId, FieldId, FunctionId, MomentId, PermissionId, Program, QuantityId,
    each_expr, each_part,
};

impl Lowering<'_> {
    pub(super) fn moments(&mut self) {
        let typed = self.typed;
        for moment in typed.moments.values() {
            let procedure = typed.procedures.get(moment.procedure);
            let player = procedure.zip(moment.player).and_then(|(def, player)| {
                let before = def.locals.all.iter().take(usize::from(player));
                let position: usize =
                    before.map(|local| super::slots::width(typed, &local.ty)).sum();
                u16::try_from(position).ok()
            });
            let name = self.text(&moment.name);
            self.out.moments.push(ir::Moment {
                name,
                procedure: moment.procedure,
                step: moment.step,
                player,
                fields: Vec::new(),
                holdings: false,
                ties: false,
                remembered: false,
            });
        }
        for (moment, read) in looked_back_to(&self.out) {
            if let Some(moment) = self.out.moments.get_mut(moment) {
                moment.fields = read.fields.into_iter().collect();
                moment.holdings = read.holdings;
                moment.ties = read.ties;
                moment.remembered = true;
            }
        }
    }
}

/// What readings of one moment may touch.
#[derive(Default)]
struct Readings {
    fields: BTreeSet<FieldId>,
    holdings: bool,
    ties: bool,
}

/// Each moment that is looked back to, with what is read as of it.
fn looked_back_to(program: &Program) -> Vec<(MomentId, Readings)> {
    let mut roots: std::collections::BTreeMap<MomentId, Vec<ExprId>> =
        std::collections::BTreeMap::new();
    for expr in program.exprs.values() {
        if let Expr::AsOf { moment, of } = expr {
            roots.entry(*moment).or_default().push(*of);
        }
    }
    roots.into_iter().map(|(moment, roots)| (moment, Walk::new(program).all(roots))).collect()
}

/// A rule that expressions ask.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Rule {
    Function(FunctionId),
    Quantity(QuantityId),
    Permission(PermissionId),
    Possession(AbilityId),
}

struct Walk<'p> {
    program: &'p Program,
    found: Readings,
    todo: Vec<ExprId>,
    seen: FxHashSet<Rule>,
    visited: FxHashSet<ExprId>,
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            found: Readings::default(),
            todo: Vec::new(),
            seen: FxHashSet::default(),
            visited: FxHashSet::default(),
        }
    }

    fn all(mut self, roots: Vec<ExprId>) -> Readings {
        self.todo = roots;
        while let Some(id) = self.todo.pop() {
            if !self.visited.insert(id) {
                continue;
            }
            if let Some(expr) = self.program.exprs.get(id) {
                self.expr(expr);
            }
        }
        self.found
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Field { field, .. } => {
                self.found.fields.insert(*field);
            }
            _ if expr.measures() => {
                // Whose shape is asked for is known in play only: all that stands or lies on the board.
                let kinds = self.program.kinds.values();
                self.found
                    .fields
                    .extend(kinds.flat_map(|kind| [kind.place, kind.region]).flatten());
                let program = self.program;
                program.footprints().for_each(|id| self.rule(Rule::Function(id)));
            }
            Expr::Tied { .. } | Expr::AreTied { .. } | Expr::TieField { .. } => {
                self.found.ties = true;
            }
            Expr::Has { ability, .. }
            | Expr::Held { ability, .. }
            | Expr::AbilityArg { ability, .. } => self.rule(Rule::Possession(*ability)),
            Expr::Call { function, .. } => self.rule(Rule::Function(*function)),
            Expr::Quantity { quantity, .. } => self.rule(Rule::Quantity(*quantity)),
            Expr::May { permission, .. } => self.rule(Rule::Permission(*permission)),
            _ => {}
        }
        let todo = &mut self.todo;
        each_part(expr, |child| todo.push(child));
    }

    fn rule(&mut self, rule: Rule) {
        if !self.seen.insert(rule) {
            return;
        }
        let program = self.program;
        match rule {
            Rule::Function(id) => {
                self.todo.extend(program.functions.get(id).map(|function| function.body));
            }
            Rule::Quantity(id) => {
                let Some(quantity) = program.quantities.get(id) else { return };
                self.todo.push(quantity.base);
                quantity.clauses.iter().for_each(|clause| self.clause(*clause));
            }
            Rule::Permission(id) => {
                let Some(permission) = program.permissions.get(id) else { return };
                let todo = &mut self.todo;
                each_expr(&permission.requires, |expr| todo.push(expr));
                permission.clauses.iter().for_each(|clause| self.clause(*clause));
            }
            Rule::Possession(id) => {
                self.found.holdings = true;
                let Some(ability) = program.abilities.get(id) else { return };
                for lend in &ability.lends {
                    self.todo.extend(&lend.args);
                    self.clause(lend.id);
                }
                ability.denies.iter().for_each(|deny| self.clause(deny.id));
            }
        }
    }

    fn clause(&mut self, id: ir::ClauseId) {
        let Some(clause) = self.program.clauses.get(id) else { return };
        let todo = &mut self.todo;
        each_expr(clause, |expr| todo.push(expr));
        if let ir::Bearer::Ability(ability) = clause.bearer {
            self.rule(Rule::Possession(ability));
        }
    }
}
