//! Fate: takes what rules and set-ups write to the state, follows what runs next, and says what of it is written anew before
//! anybody reads it.
//!
//! Decided is what surely comes next in the order of steps and hooks. Who may choose may look at anything that advice asks for.

use super::cycles::{asked, asking};
use super::endings::{counter, last_round};
use super::limits::each_expr_of;
use super::owners::{Rule, label};
use crate::typed::{
    ActionDef, ActionPlace, Assign, BearerDef, Expr, ExprKind, HookDef, LocalId, PreferDef, Stmt,
    StmtKind, Typed, each_expr, each_stmt, each_stmt_expr,
};
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::{Diagnostic, Severity, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::{FieldId, HookTime, ProcedureId};

/// What is written to the state counts until it is written anew.
pub(super) fn writes_count(typed: &Typed, sink: &mut Sink) {
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
    for hook in typed.hooks.values() {
        tell(fates.of_hook(hook), sink);
    }
    for (id, def) in typed.procedures.iter() {
        for (number, step) in def.steps.iter().enumerate().filter(|(_, step)| !step.called) {
            for (at, stmt) in step.body.iter().enumerate() {
                tell(fates.of_own(id, (number, at), stmt), sink);
            }
        }
    }
}

/// What becomes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It may be read.
    Read,
    /// Of all that have the state it is written anew.
    Written(Span),
    /// Neither so far.
    Open,
}

/// Of whom a state is written.
#[derive(Clone, Debug, Default)]
struct Whole {
    /// Locals that stand for each thing of the kind in turn.
    each: Vec<LocalId>,
    /// The local for the one thing of which it was written before.
    one: Option<LocalId>,
}

/// What is known of a game.
struct Fates<'t> {
    typed: &'t Typed,
    /// The rules through which each state is read.
    readers: FxHashMap<FieldId, FxHashSet<Rule>>,
    /// States that advice asks for, directly or not.
    advised: FxHashSet<FieldId>,
    known: FxHashMap<(ProcedureId, FieldId), Fate>,
    /// Whether what is gone through may have been left early.
    left: bool,
}

impl<'t> Fates<'t> {
    fn of(typed: &'t Typed) -> Self {
        let mut fates = Self {
            typed,
            readers: FxHashMap::default(),
            advised: FxHashSet::default(),
            known: FxHashMap::default(),
            left: false,
        };
        let mut direct: FxHashMap<Rule, FxHashSet<FieldId>> = FxHashMap::default();
        let functions = typed.functions.iter().map(|(id, _)| Rule::Function(id));
        let quantities = typed.quantities.iter().map(|(id, _)| Rule::Quantity(id));
        let permissions = typed.permissions.iter().map(|(id, _)| Rule::Permission(id));
        let possession = typed.abilities.iter().map(|(id, _)| Rule::Possession(id));
        let rules: Vec<Rule> =
            functions.chain(quantities).chain(permissions).chain(possession).collect();
        for rule in &rules {
            let own = direct.entry(*rule).or_default();
            each_expr_of(typed, *rule, &mut |root| {
                each_expr(root, &mut |expr| {
                    if let ExprKind::Field { field, .. } = expr.kind {
                        own.insert(field);
                    }
                });
            });
        }
        let graph = asking(typed);
        for rule in &rules {
            for reached in graph.reached([*rule]) {
                for field in direct.get(&reached).into_iter().flatten() {
                    fates.readers.entry(*field).or_default().insert(*rule);
                }
            }
        }
        let mut advised = FxHashSet::default();
        for rule in typed.policies.values().flat_map(|policy| &policy.rules) {
            let ranked = match &rule.prefer {
                PreferDef::Ranked(all) => all.as_slice(),
                PreferDef::Always | PreferDef::Never => &[],
            };
            for value in rule.when.iter().chain(ranked.iter().map(|(_, value)| value)) {
                advised.extend(fates.fields_in(value));
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

    fn reads(&self, root: &Expr, field: FieldId) -> bool {
        let by = self.readers.get(&field);
        let mut any = false;
        each_expr(root, &mut |expr| {
            any |= match expr.kind {
                ExprKind::Field { field: read, .. } => read == field,
                _ => asked(expr).is_some_and(|rule| by.is_some_and(|by| by.contains(&rule))),
            };
        });
        any
    }

    /// Whether a state is one of those that nobody but rules reads, and that are written alone.
    fn is_plain(&self, field: FieldId) -> bool {
        let typed = self.typed;
        let Some(def) = typed.fields.get(field) else { return false };
        let of_kinds = typed
            .kinds
            .values()
            .any(|kind| [kind.place, kind.region, kind.cell].contains(&Some(field)));
        let by_machine =
            [typed.active, typed.zone, counter(typed), last_round(typed)].contains(&Some(field));
        !of_kinds && !by_machine && def.inverse.is_none()
    }

    /// The states that a statement writes and does not read, with where.
    fn written(&self, stmt: &Stmt) -> Vec<(FieldId, Span)> {
        let mut written = Vec::new();
        each_stmt(std::slice::from_ref(stmt), &mut |inner| {
            if let StmtKind::Assign { to: Assign::Field { field, .. }, .. } = &inner.kind
                && self.is_plain(*field)
            {
                written.push((*field, inner.span));
            }
        });
        written.retain(|(field, at)| {
            let mut read = false;
            each_stmt(std::slice::from_ref(stmt), &mut |inner| {
                let own = inner.span == *at;
                each_stmt_expr(inner, &mut |value| read |= !own && self.reads(value, *field));
                read |= !own && runs(inner);
            });
            !read
        });
        written
    }

    /// What a set-up of a scenario writes is lost to this.
    fn after_set_up(&mut self, rest: &'t [Stmt], field: FieldId) -> Option<Span> {
        self.left = false;
        let mut whole = Whole::default();
        let fate = match self.body(rest, field, &mut whole) {
            Fate::Open => self.procedure(self.typed.sequence?, field),
            fate => fate,
        };
        self.over(fate)
    }

    fn over(&self, fate: Fate) -> Option<Span> {
        match fate {
            Fate::Written(over) if !self.left => Some(over),
            _ => None,
        }
    }

    /// What a hook writes that is lost.
    fn of_hook(&mut self, hook: &'t HookDef) -> Option<Diagnostic> {
        let typed = self.typed;
        let step = hook.step?;
        if hook.time == HookTime::Instead {
            return None;
        }
        for (at, stmt) in hook.body.iter().enumerate() {
            for (field, span) in self.written(stmt) {
                self.left = ends(&hook.body);
                let rest = hook.body.get(at + 1..).unwrap_or_default();
                let mut fate = self.body(rest, field, &mut Whole::default());
                if fate == Fate::Open {
                    fate = self.behind(hook.procedure, step, hook.time, field, Some(hook));
                }
                if let Some(over) = self.over(fate) {
                    let what = format!("what {} writes to", label(&hook.label));
                    return Some(lost(typed, &what, field, span, over).help(
                        "let it come behind that, or say `+=` there if it is to add to this",
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
        self.left = def.steps.iter().any(|step| ends(&step.body));
        let rest = step.body.get(at + 1..).unwrap_or_default();
        let mut fate = self.body(rest, *field, &mut Whole { one, ..Whole::default() });
        if fate == Fate::Open {
            let number = u16::try_from(number).ok()?;
            fate = self.behind_of(id, number, (HookTime::Before, true), *field, None, one);
        }
        let over = self.over(fate)?;
        Some(
            lost(typed, "what is written here to", *field, stmt.span, over)
                .help("let what is to read it come between the two, or take one out"),
        )
    }

    fn behind(
        &mut self,
        id: ProcedureId,
        step: u16,
        time: HookTime,
        field: FieldId,
        but: Option<&HookDef>,
    ) -> Fate {
        self.behind_of(id, step, (time, false), field, but, None)
    }

    /// What becomes of it behind a hook of a step, or behind the step's own statements.
    fn behind_of(
        &mut self,
        id: ProcedureId,
        step: u16,
        (time, own): (HookTime, bool),
        field: FieldId,
        but: Option<&HookDef>,
        one: Option<LocalId>,
    ) -> Fate {
        let typed = self.typed;
        let Some(def) = typed.procedures.get(id) else { return Fate::Open };
        let from = usize::from(step);
        if def.steps.get(from).is_none_or(|step| step.called) {
            return Fate::Read;
        }
        for number in from..def.steps.len() {
            let first = number == from;
            let skips = Skips {
                before: first && (own || time == HookTime::After),
                body: first && (own || time == HookTime::After),
                but: but.filter(|_| first).map(|hook| hook.span),
            };
            match self.step(id, number, field, skips, one) {
                Fate::Open => {}
                fate => return fate,
            }
        }
        self.hooks(id, None, HookTime::After, field, None)
    }

    /// What a procedure does with a state first.
    fn procedure(&mut self, id: ProcedureId, field: FieldId) -> Fate {
        if let Some(known) = self.known.get(&(id, field)) {
            return *known;
        }
        self.known.insert((id, field), Fate::Open);
        let left = std::mem::replace(&mut self.left, false);
        let mut fate = self.of_procedure(id, field);
        if matches!(fate, Fate::Written(_)) && self.left {
            fate = Fate::Open;
        }
        self.left = left;
        self.known.insert((id, field), fate);
        fate
    }

    fn of_procedure(&mut self, id: ProcedureId, field: FieldId) -> Fate {
        let Some(def) = self.typed.procedures.get(id) else { return Fate::Open };
        let instead = |hook: &&HookDef| hook.procedure == id && hook.time == HookTime::Instead;
        let mut replaced = false;
        for hook in self.typed.hooks.values().filter(instead) {
            replaced = true;
            if self.hook(hook, field) == Fate::Read {
                return Fate::Read;
            }
        }
        self.left |= replaced;
        match self.hooks(id, None, HookTime::Before, field, None) {
            Fate::Open => {}
            fate => return fate,
        }
        if def.variables.iter().any(|(_, value)| self.reads(value, field)) {
            return Fate::Read;
        }
        for number in 0..def.steps.len() {
            match self.step(id, number, field, Skips::default(), None) {
                Fate::Open => {}
                fate => return fate,
            }
        }
        self.hooks(id, None, HookTime::After, field, None)
    }

    fn step(
        &mut self,
        id: ProcedureId,
        number: usize,
        field: FieldId,
        skips: Skips,
        one: Option<LocalId>,
    ) -> Fate {
        let typed = self.typed;
        let Some(step) = typed.procedures.get(id).and_then(|def| def.steps.get(number)) else {
            return Fate::Open;
        };
        if step.called {
            return Fate::Open;
        }
        let at = u16::try_from(number).ok();
        if !skips.body && step.when.as_ref().is_some_and(|when| self.reads(when, field)) {
            return Fate::Read;
        }
        // What hangs on a step that may be left out may not come.
        let sure = step.when.is_none();
        let held = |fate: Fate| if sure { fate } else { Fate::Open };
        if !skips.before {
            match self.hooks(id, at, HookTime::Before, field, skips.but) {
                Fate::Read => return Fate::Read,
                fate if held(fate) != Fate::Open => return fate,
                _ => {}
            }
        }
        if self.offers(id, at, field) {
            return Fate::Read;
        }
        if !skips.body {
            match self.body(&step.body, field, &mut Whole { one, ..Whole::default() }) {
                Fate::Read => return Fate::Read,
                fate if held(fate) != Fate::Open => return fate,
                _ => {}
            }
        }
        match self.hooks(id, at, HookTime::After, field, skips.but) {
            Fate::Read => Fate::Read,
            fate => held(fate),
        }
    }

    /// What hangs there, in whatever order.
    fn hooks(
        &mut self,
        id: ProcedureId,
        step: Option<u16>,
        time: HookTime,
        field: FieldId,
        but: Option<Span>,
    ) -> Fate {
        let typed = self.typed;
        let there = typed.hooks.values().filter(|hook| {
            hook.procedure == id && hook.step == step && hook.time == time && Some(hook.span) != but
        });
        let mut written = Fate::Open;
        for hook in there {
            match self.hook(hook, field) {
                Fate::Read => return Fate::Read,
                Fate::Written(over) => written = Fate::Written(over),
                Fate::Open => {}
            }
        }
        // Which of several at one place comes first is not decided here.
        if but.is_some() { Fate::Open } else { written }
    }

    fn hook(&mut self, hook: &'t HookDef, field: FieldId) -> Fate {
        let mut reads = false;
        hook.each_head(&mut |value| reads |= self.reads(value, field));
        if reads {
            return Fate::Read;
        }
        let sure = hook.bearer == BearerDef::System
            && hook.when.is_none()
            && hook.once.is_none()
            && hook.whose.is_none()
            && !ends(&hook.body);
        let left = self.left;
        let fate = self.body(&hook.body, field, &mut Whole::default());
        self.left = left;
        match fate {
            Fate::Written(_) if !sure => Fate::Open,
            fate => fate,
        }
    }

    /// Whether something is offered there that reads it.
    fn offers(&self, id: ProcedureId, step: Option<u16>, field: FieldId) -> bool {
        self.typed.actions.values().any(|action| {
            matches!(action.place, ActionPlace::Step { procedure, step: at, .. }
                if procedure == id && Some(at) == step)
                && self.action_reads(action, field)
        })
    }

    fn action_reads(&self, action: &ActionDef, field: FieldId) -> bool {
        let pays = action.cost.as_ref().is_some_and(|(price, _, purse)| {
            let price =
                self.readers.get(&field).is_some_and(|by| by.contains(&Rule::Quantity(*price)));
            price || *purse == field
        });
        let by = self.readers.get(&field);
        let mut reads = by.is_some_and(|by| by.contains(&Rule::Permission(action.permission)));
        action.each_expr(&mut |value| reads |= self.reads(value, field));
        pays || reads || self.advised.contains(&field) || runs_any(&action.body)
    }

    fn body(&mut self, body: &'t [Stmt], field: FieldId, whole: &mut Whole) -> Fate {
        for stmt in body {
            match self.stmt(stmt, field, whole) {
                Fate::Open => {}
                fate => return fate,
            }
            self.left |= ends(std::slice::from_ref(stmt));
        }
        Fate::Open
    }

    fn stmt(&mut self, stmt: &'t Stmt, field: FieldId, whole: &mut Whole) -> Fate {
        let mut reads = false;
        each_stmt_expr(stmt, &mut |value| reads |= self.reads(value, field));
        if reads {
            return Fate::Read;
        }
        match &stmt.kind {
            StmtKind::Assign { to: Assign::Field { of, field: to }, .. } if *to == field => {
                let all = match of.kind {
                    ExprKind::Only(_) => true,
                    ExprKind::Local(local) => {
                        whole.each.contains(&local) || whole.one == Some(local)
                    }
                    _ => false,
                };
                if all { Fate::Written(stmt.span) } else { Fate::Open }
            }
            StmtKind::If { then, other, .. } => self.ways([then.as_slice(), other], field, whole),
            StmtKind::Try { body, other } => {
                match self.ways([body.as_slice(), other], field, whole) {
                    Fate::Read => Fate::Read,
                    _ => Fate::Open,
                }
            }
            StmtKind::Match { arms, .. } => {
                let all = arms.iter().map(|(_, body)| body.as_slice());
                let full = arms.iter().any(|(keys, _)| keys.is_empty());
                self.ways(all.chain((!full).then_some(&[][..])), field, whole)
            }
            StmtKind::ForEach { item, of, when, body, .. } => {
                self.for_each((*item, of, when.is_none()), body, field, whole)
            }
            StmtKind::Repeat { body, .. } => match self.body(body, field, &mut Whole::default()) {
                // The rounds of a battle are played.
                Fate::Written(over) if self.is_of_rounds(stmt) => Fate::Written(over),
                Fate::Read => Fate::Read,
                _ => Fate::Open,
            },
            StmtKind::ForNext { body, .. } | StmtKind::RepeatUntil { body, .. } => {
                match self.body(body, field, &mut Whole::default()) {
                    Fate::Read => Fate::Read,
                    _ => Fate::Open,
                }
            }
            StmtKind::Call { procedure, .. } => self.procedure(*procedure, field),
            StmtKind::Open(open) => {
                let place = ActionPlace::Named(open.window);
                let mut offered = self.typed.actions.values().filter(|it| it.place == place);
                let reads = offered.any(|action| self.action_reads(action, field));
                if reads { Fate::Read } else { Fate::Open }
            }
            StmtKind::Choose { .. } if self.advised.contains(&field) => Fate::Read,
            StmtKind::CallStep { .. } | StmtKind::Proceed | StmtKind::Follow { .. } => Fate::Read,
            StmtKind::Assign { value, .. } if matches!(value.kind, ExprKind::Plan(_)) => Fate::Read,
            _ => Fate::Open,
        }
    }

    fn for_each(
        &mut self,
        (item, of, all): (LocalId, &Expr, bool),
        body: &'t [Stmt],
        field: FieldId,
        whole: &Whole,
    ) -> Fate {
        let typed = self.typed;
        let kind = match of.kind {
            ExprKind::All(kind) if all => Some(kind),
            _ => None,
        };
        let of_field = typed.fields.get(field).map(|def| def.kind);
        let mut inner = Whole { one: None, ..whole.clone() };
        if kind.is_some() && kind == of_field {
            inner.each.push(item);
        }
        let players = kind
            .and_then(|kind| typed.kinds.get(kind))
            .is_some_and(|def| def.base == ir::KindBase::Player);
        match self.body(body, field, &mut inner) {
            Fate::Read => Fate::Read,
            Fate::Written(over) if players || kind.is_some() && kind == of_field => {
                Fate::Written(over)
            }
            _ => Fate::Open,
        }
    }

    /// What becomes of it where one of several ways is gone.
    fn ways(
        &mut self,
        all: impl IntoIterator<Item = &'t [Stmt]>,
        field: FieldId,
        whole: &mut Whole,
    ) -> Fate {
        let mut joined: Option<Fate> = None;
        for way in all {
            let fate = self.body(way, field, whole);
            joined = Some(match (joined, fate) {
                (_, Fate::Read) => return Fate::Read,
                (None, fate) => fate,
                (Some(Fate::Written(over)), Fate::Written(_)) => Fate::Written(over),
                _ => Fate::Open,
            });
        }
        joined.unwrap_or(Fate::Open)
    }

    fn is_of_rounds(&self, stmt: &Stmt) -> bool {
        let sequence = self.typed.sequence.and_then(|id| self.typed.procedures.get(id));
        let mut steps = sequence.into_iter().flat_map(|def| &def.steps);
        steps.any(|step| step.name == "rounds" && step.body.iter().any(|it| std::ptr::eq(it, stmt)))
    }
}

/// What of a step is passed over.
#[derive(Clone, Copy, Debug, Default)]
struct Skips {
    before: bool,
    body: bool,
    but: Option<Span>,
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
    let mut any = false;
    each_stmt(body, &mut |stmt| any |= runs(stmt));
    any
}

/// Whether statements may be left early.
fn ends(body: &[Stmt]) -> bool {
    let mut any = false;
    each_stmt(body, &mut |stmt| {
        any |=
            matches!(stmt.kind, StmtKind::Stop | StmtKind::Finish(_) | StmtKind::EndBattle { .. });
    });
    any
}

/// Whether a procedure gives a local another value.
fn is_given(def: &crate::typed::ProcedureDef, local: LocalId) -> bool {
    let mut given = false;
    for step in &def.steps {
        each_stmt(&step.body, &mut |stmt| {
            given |= match &stmt.kind {
                StmtKind::Assign { to: Assign::Local(to), .. }
                | StmtKind::Call { result: Some(to), .. }
                | StmtKind::Create { local: to, .. }
                | StmtKind::Choose { local: to, .. }
                | StmtKind::ForEach { item: to, .. }
                | StmtKind::ForNext { item: to, .. } => *to == local,
                _ => false,
            };
        });
    }
    given
}

fn lost(typed: &Typed, what: &str, field: FieldId, at: Span, over: Span) -> Diagnostic {
    let name = typed.fields.get(field).map_or("", |def| def.name.as_str());
    Diagnostic::new(codes::NO_EFFECT, format!("{what} `{name}` is lost"), at)
        .label("nobody reads it")
        .also(over, "written anew here")
        .severity(Severity::Warning)
}

fn lost_set_up(typed: &Typed, field: FieldId, at: Span, over: Span) -> Diagnostic {
    let name = typed.fields.get(field).map_or("", |def| def.name.as_str());
    Diagnostic::new(
        codes::IDLE_CLAUSE,
        format!("the game writes over `{name}` before anybody reads it"),
        at,
    )
    .label("lost as the battle begins")
    .also(over, "written here, and not asked for before")
    .help("to have the last word: `rule \"NAME\" { after battle.setup { .. } }`, or behind what writes it there")
}
