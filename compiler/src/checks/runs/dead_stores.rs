//! Dead stores: takes what rules and set-ups write to the state, follows what runs next, and says what of it is written anew before
//! anybody reads it.
//!
//! Decided is what surely comes next in the order of steps and hooks. Who may choose may look at anything that advice asks for.

mod rest;
mod statements;
mod steps;

use super::cycles::{asked, asking};
use super::endings::{counter, last_round};
use crate::checks::battles::limits::each_expr_of_all;
use crate::checks::clauses::owners::{Rule, label};
use crate::typed::{
    ActionDef, Assign, Expr, ExprKind, HookDef, LocalId, LocalRole, PreferDef, ProcedureDef, Stmt,
    StmtKind, Typed, any_expr, any_stmt, each_expr, stmt_exprs, stmts,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{FieldId, HookId, HookTime, ProcedureId, Whose};

/// What is written to the state counts until it is written anew.
pub(crate) fn writes_count(typed: &Typed, sink: &mut Sink) {
    let mut fates = Fates::of(typed);
    let mut told: FxHashSet<Span> = sink.iter().map(|it| it.primary.span).collect();
    let mut tell = |found: Option<Diagnostic>, sink: &mut Sink| {
        let new = found.filter(|found| told.insert(found.primary.span));
        sink.extend(new);
    };
    for scenario in typed.scenarios.values().filter(|it| it.rules_of.is_none()) {
        for (at, stmt) in scenario.setup.iter().enumerate() {
            let rest = scenario.setup.get(at + 1..).unwrap_or_default();
            for (field, span) in fates.written(stmt) {
                let found = fates.after_set_up(rest, field);
                let lost = found.map(|over| lost_set_up(typed, field, span, over));
                tell(lost, sink);
            }
        }
    }
    for (id, hook) in typed.hooks.iter() {
        tell(fates.of_hook(id, hook), sink);
    }
    for action in typed.actions.values() {
        tell(fates.of_action(action), sink);
    }
    for (id, def) in typed.procedures.iter() {
        for (number, step) in def.steps.iter().enumerate().filter(|(_, step)| !step.called) {
            for (at, stmt) in step.body.iter().enumerate() {
                tell(fates.of_own(id, (number, at), stmt), sink);
            }
        }
    }
    let mut found = Vec::new();
    typed.battle_bodies().for_each(|body| fates.in_rest(body, &mut found));
    found.into_iter().for_each(|found| tell(Some(found), sink));
}

/// What becomes of a value; where it goes on, neither so far.
type Fate = ControlFlow<End>;

/// What has become of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It may be read.
    Read,
    /// Of all that have the state it is written anew.
    Written(Span),
}

const OPEN: Fate = ControlFlow::Continue(());
const READ: Fate = ControlFlow::Break(End::Read);

/// Of what may or may not come, that it is read counts alone.
fn unsure(fate: Fate) -> Fate {
    if fate == READ { READ } else { OPEN }
}

/// Of whom a state is written.
#[derive(Clone, Debug, Default)]
struct Whole {
    /// Locals that stand for each thing of the kind in turn.
    each: Vec<LocalId>,
    /// The local for the one thing of which it was written before.
    one: Option<LocalId>,
    /// The local for the player of whose things alone it was written before.
    of_player: Option<LocalId>,
}

/// What is known of a game.
struct Fates<'t> {
    typed: &'t Typed,
    /// The rules through which each state is read.
    readers: FxHashMap<FieldId, FxHashSet<Rule>>,
    /// States that advice on a choice or an action of a name asks for, directly or not.
    advised: FxHashMap<&'t str, FxHashSet<FieldId>>,
    known: FxHashMap<(ProcedureId, FieldId), Fate>,
    /// States that the machine itself reads.
    by_machine: [Option<FieldId>; 4],
    /// The state that is followed.
    field: FieldId,
    /// Whether what is gone through may have been left early.
    left: bool,
}

impl<'t> Fates<'t> {
    fn of(typed: &'t Typed) -> Self {
        let mut fates = Self {
            typed,
            readers: FxHashMap::default(),
            advised: FxHashMap::default(),
            known: FxHashMap::default(),
            by_machine: [typed.active, typed.zone, counter(typed), last_round(typed)],
            field: FieldId(0),
            left: false,
        };
        let mut direct: FxHashMap<Rule, FxHashSet<FieldId>> = FxHashMap::default();
        let functions = typed.functions.iter().map(|(id, _)| Rule::Function(id));
        let quantities = typed.quantities.iter().map(|(id, _)| Rule::Quantity(id));
        let permissions = typed.permissions.iter().map(|(id, _)| Rule::Permission(id));
        let possession = typed.abilities.iter().map(|(id, _)| Rule::Possession(id));
        let rules: Vec<Rule> =
            functions.chain(quantities).chain(permissions).chain(possession).collect();
        each_expr_of_all(typed, &mut |rule, root| {
            each_expr(root, &mut |expr| {
                if let ExprKind::Field { field, .. } = expr.kind {
                    direct.entry(rule).or_default().insert(field);
                }
            });
        });
        let graph = asking(typed);
        for rule in &rules {
            for reached in graph.reached([*rule]) {
                for field in direct.get(&reached).into_iter().flatten() {
                    fates.readers.entry(*field).or_default().insert(*rule);
                }
            }
        }
        let mut advised: FxHashMap<&str, FxHashSet<FieldId>> = FxHashMap::default();
        for rule in typed.policies.values().flat_map(|policy| &policy.rules) {
            let name = rule.target.name(typed);
            let ranked = match &rule.prefer {
                PreferDef::Ranked(all) => all.as_slice(),
                PreferDef::Always | PreferDef::Never => &[],
            };
            for value in rule.when.iter().chain(ranked.iter().map(|(_, value)| value)) {
                advised.entry(name).or_default().extend(fates.fields_in(value));
            }
        }
        fates.advised = advised;
        fates
    }

    /// The states that an expression asks for, directly or not.
    fn fields_in(&self, root: &Expr) -> Vec<FieldId> {
        let mut found = Vec::new();
        let mut rules = Vec::new();
        each_expr(root, &mut |expr| {
            if let ExprKind::Field { field, .. } = expr.kind {
                found.push(field);
            }
            rules.extend(asked(expr));
        });
        let through = self.readers.iter().filter(|(_, by)| rules.iter().any(|it| by.contains(it)));
        found.extend(through.map(|(field, _)| *field));
        found
    }

    fn is_advised(&self, name: &str, field: FieldId) -> bool {
        self.advised.get(name).is_some_and(|all| all.contains(&field))
    }

    fn reads(&self, root: &Expr, field: FieldId) -> bool {
        let by = self.readers.get(&field);
        any_expr(root, |expr| match expr.kind {
            ExprKind::Field { field: read, .. } => read == field,
            _ => asked(expr).is_some_and(|rule| by.is_some_and(|by| by.contains(&rule))),
        })
    }

    /// Whether an expression asks for the state that is followed.
    fn asks(&self, root: &Expr) -> bool {
        self.reads(root, self.field)
    }

    /// Whether a state is one of those that nobody but rules reads, and that are written alone.
    fn is_plain(&self, field: FieldId) -> bool {
        let typed = self.typed;
        let Some(def) = typed.fields.get(field) else { return false };
        let of_kinds = typed
            .kinds
            .values()
            .any(|kind| [kind.place, kind.region, kind.cell].contains(&Some(field)));
        // How large something is, is asked wherever it stands or goes.
        let mut sizes = typed.footprints().map(Rule::Function);
        let by = self.readers.get(&field);
        let is_size = by.is_some_and(|by| sizes.any(|size| by.contains(&size)));
        !of_kinds && !self.by_machine.contains(&Some(field)) && !is_size && def.inverse.is_none()
    }

    /// The states that a statement writes and does not read, with where.
    fn written(&self, stmt: &Stmt) -> Vec<(FieldId, Span)> {
        let all = || stmts(std::slice::from_ref(stmt));
        let written = all().filter_map(|inner| match &inner.kind {
            StmtKind::Assign { to: Assign::Field { field, .. }, .. } => Some((*field, inner.span)),
            _ => None,
        });
        let is_read = |field: FieldId, at: Span| {
            all().filter(|inner| inner.span != at).any(|inner| {
                runs(inner) || stmt_exprs(inner).into_iter().any(|it| self.reads(it, field))
            })
        };
        written.filter(|(field, at)| self.is_plain(*field) && !is_read(*field, *at)).collect()
    }

    /// What a set-up of a scenario writes is lost to this.
    fn after_set_up(&mut self, rest: &'t [Stmt], field: FieldId) -> Option<Span> {
        (self.field, self.left) = (field, false);
        let mut fate = self.body(rest, &mut Whole::default());
        if fate == OPEN {
            fate = self.procedure(self.typed.sequence?);
        }
        self.over(fate)
    }

    fn over(&self, fate: Fate) -> Option<Span> {
        as_variant!(fate, ControlFlow::Break(End::Written(over)) if !self.left => over)
    }

    /// What a hook writes that is lost.
    fn of_hook(&mut self, id: HookId, hook: &'t HookDef) -> Option<Diagnostic> {
        let typed = self.typed;
        if hook.time == HookTime::Instead {
            return None;
        }
        for (at, stmt) in hook.body.iter().enumerate() {
            let whole = written_of(hook, stmt);
            for (field, span) in self.written(stmt) {
                (self.field, self.left) = (field, ends(&hook.body));
                let rest = hook.body.get(at + 1..).unwrap_or_default();
                let mut fate = self.body(rest, &mut Whole::default());
                if fate == OPEN {
                    fate = self.behind((id, hook), &whole);
                }
                if let Some(over) = self.over(fate) {
                    let what = format!("what {} writes to", label(&hook.label));
                    let anew = is_declared(typed, field, over);
                    return Some(lost(typed, &what, field, span, over).help(match anew {
                        true => "let it come where that begins, or keep it by a status of one's own, which lasts as long as is said",
                        false => "let it come behind that, or say `+=` there if it is to add to this",
                    }));
                }
            }
        }
        None
    }

    /// What an action writes that begins anew before the action is over.
    fn of_action(&mut self, action: &'t ActionDef) -> Option<Diagnostic> {
        let typed = self.typed;
        for (at, stmt) in action.body.iter().enumerate() {
            for (field, span) in self.written(stmt) {
                (self.field, self.left) = (field, ends(&action.body));
                let rest = action.body.get(at + 1..).unwrap_or_default();
                let fate = self.body(rest, &mut Whole::default());
                if let Some(over) = self.over(fate) {
                    return Some(lost(typed, "what is written here to", field, span, over).help(
                        "let what is to read it come between the two, or let it last longer",
                    ));
                }
            }
        }
        None
    }

    /// What a step writes of something that it writes anew itself, or a later step does.
    fn of_own(
        &mut self,
        id: ProcedureId,
        (number, at): (usize, usize),
        stmt: &'t Stmt,
    ) -> Option<Diagnostic> {
        let typed = self.typed;
        let StmtKind::Assign { to: Assign::Field { of, field }, .. } = &stmt.kind else {
            return None;
        };
        let one = match of.kind {
            ExprKind::Local(local) => Some(local),
            ExprKind::Only(_) => None,
            _ => return None,
        };
        let def = typed.procedures.get(id)?;
        let step = def.steps.get(number)?;
        if !self.is_plain(*field) || one.is_some_and(|local| is_given(def, local)) {
            return None;
        }
        (self.field, self.left) = (*field, def.steps.iter().any(|step| ends(&step.body)));
        let rest = step.body.get(at + 1..).unwrap_or_default();
        let mut fate = self.body(rest, &mut Whole { one, ..Whole::default() });
        if fate == OPEN {
            let whole = Whole { one, ..Whole::default() };
            let own = Skips { before: true, body: true, but: None };
            fate = self.behind_step(id, (number, own), &whole);
        }
        let over = self.over(fate)?;
        Some(
            lost(typed, "what is written here to", *field, stmt.span, over)
                .help("let what is to read it come between the two, or take one out"),
        )
    }
}

/// What of a step is passed over.
#[derive(Clone, Copy, Debug, Default)]
struct Skips {
    before: bool,
    body: bool,
    /// Of what hangs on it, what comes no later than this.
    but: Option<(u8, HookId)>,
}

/// Of whom a hook writes, in the locals of its procedure: of one whom that runs for, of the player whose run it is, or of what that
/// player has.
fn written_of(hook: &HookDef, stmt: &Stmt) -> Whole {
    let StmtKind::Assign { to: Assign::Field { of, .. }, .. } = &stmt.kind else {
        return Whole::default();
    };
    let role = |of: &Expr| match of.kind {
        ExprKind::Local(local) => hook.locals.get(local).map(|it| (local, it.role)),
        _ => None,
    };
    let bearer = |of: &Expr| matches!(role(of), Some((_, LocalRole::Bearer)));
    let player = hook.whose.filter(|(whose, _)| *whose == Whose::Mine);
    let player = player.map(|(_, param)| LocalId(u32::from(param)));
    match &of.kind {
        ExprKind::OwnerOf(of) if bearer(of) => Whole { one: player, ..Whole::default() },
        _ if bearer(of) => Whole { of_player: player, ..Whole::default() },
        _ => {
            let param = role(of).filter(|(_, role)| *role == LocalRole::Param);
            Whole { one: param.map(|(local, _)| local), ..Whole::default() }
        }
    }
}

/// Whether a statement runs something else.
fn runs(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::Call { .. }
            | StmtKind::CallStep { .. }
            | StmtKind::Proceed
            | StmtKind::Open(_)
            | StmtKind::Follow { .. }
    )
}

/// Whether statements run what is not looked at here.
fn runs_any(body: &[Stmt]) -> bool {
    any_stmt(body, runs)
}

/// Whether statements may be left early.
fn ends(body: &[Stmt]) -> bool {
    any_stmt(body, |stmt| stmt.kind.leaves())
}

/// Whether a procedure gives a local another value.
fn is_given(def: &ProcedureDef, local: LocalId) -> bool {
    def.steps.iter().any(|step| rest::gives(&step.body, local))
}

/// Whether a place is where a state is declared, and with it until when it lasts.
fn is_declared(typed: &Typed, field: FieldId, at: Span) -> bool {
    typed.fields.get(field).is_some_and(|def| def.span == at)
}

fn lost(typed: &Typed, what: &str, field: FieldId, at: Span, over: Span) -> Diagnostic {
    let name = typed.fields.get(field).map_or("", |def| def.name.as_str());
    Diagnostic::warning(codes::NO_EFFECT, at)
        .says(format!("{what} `{name}` is lost"))
        .label("nobody reads it")
        .also(
            over,
            if is_declared(typed, field, over) {
                "begins anew before"
            } else {
                "written anew here"
            },
        )
}

fn lost_set_up(typed: &Typed, field: FieldId, at: Span, over: Span) -> Diagnostic {
    let name = typed.fields.get(field).map_or("", |def| def.name.as_str());
    Diagnostic::at(codes::IDLE_CLAUSE, at)
        .says(format!("the game writes over `{name}` before anybody reads it"))
        .label("lost as the battle begins")
        .also(over, "written here, and not asked for before")
        .help("to have the last word: `rule \"NAME\" { after battle.setup { .. } }`")
}
