//! Uses: how often something may be done, and whether that limit is ever reached or spent for nothing.

use crate::checks::clauses::owners::label;
use crate::checks::logic::solve::Facts;
use crate::typed::{
    Assign, Choice, Expr, ExprKind, HookDef, MomentDef, OnceDef, Stmt, StmtKind, Type, Typed,
};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// What counts once has been used up even where there was nothing to choose from, or the answer was no; who means otherwise says
/// when it counts.
pub(crate) fn limits_are_not_spent_for_nothing(typed: &Typed, sink: &mut Sink) {
    for hook in typed.hooks.values() {
        if let Some(once) = &hook.once
            && let Some(asked) = left_by_no(&hook.body)
        {
            sink.push(spent_by_no(typed, hook, once, asked));
        }
    }
    for hook in typed.hooks.values().filter(|hook| hook.once.is_some() && hook.when.is_none()) {
        let Some(first) = hook.body.first().filter(|first| may_find_nothing(first)) else {
            continue;
        };
        Diagnostic::at(codes::IDLE_CLAUSE, first.span)
            .says(format!(
                "{} is used up even where there is nothing to choose",
                label(&hook.label)
            ))
            .label("nobody is asked where nothing fits")
            .also(hook.span, "counts once, whatever comes of it")
            .help("say when it counts: `.. when any d in DICE where ..`")
            .emit(sink);
    }
}

/// The question of yes or no on whose yes all of a body hangs.
fn left_by_no(body: &[Stmt]) -> Option<&Stmt> {
    let is_quiet =
        |stmt: &&Stmt| matches!(stmt.kind, StmtKind::Assign { to: Assign::Local(_), .. });
    let mut rest = body.iter().skip_while(is_quiet);
    let asked = rest.next()?;
    let StmtKind::Choose { local, choice, .. } = &asked.kind else { return None };
    if !matches!(**choice, Choice::Whether(_)) {
        return None;
    }
    let StmtKind::If { when, other, .. } = &rest.next()?.kind else { return None };
    let only_if_yes = when.conjuncts().iter().any(|part| part.as_local() == Some(*local));
    (rest.next().is_none() && other.is_empty() && only_if_yes).then_some(asked)
}

/// What a no has used up, and is offered once as an action.
fn spent_by_no(typed: &Typed, hook: &HookDef, once: &OnceDef, asked: &Stmt) -> Diagnostic {
    let procedure = typed.procedures.get(hook.procedure);
    let mut place = procedure.map_or_else(String::new, |def| def.name.clone());
    if let Some(step) = procedure.and_then(|def| def.steps.get(usize::from(hook.step?))) {
        place = format!("{place}.{}", step.name);
    }
    let time = if hook.time == ir::HookTime::Before { "before" } else { "after" };
    let moment = once.moment.and_then(|id| typed.moments.get(id));
    let moment = moment.map_or("battle", |moment| &moment.name);
    let found = Diagnostic::at(codes::IDLE_CLAUSE, asked.span)
        .says(format!("{} is used up by a no as well", label(&hook.label)))
        .label("whatever is answered, it has been asked")
        .also(hook.span, "counts once, whatever comes of it");
    match (hook.time, hook.step) {
        (ir::HookTime::Instead, _) | (_, None) => found.help(
            "say in its `when` where it is worth asking, or keep in a state of its own that it was done: `state done: bool = false`",
        ),
        _ => found.help(format!(
            "make it an action, which is used up where it is taken: `action NAME at {time} {place} .. once per {moment} {{ do {{ .. }} }}`"
        )),
    }
}

/// Whether a statement asks nobody where nothing fits.
fn may_find_nothing(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Reroll { upto, by, .. } => upto.is_some() && by.is_some(),
        StmtKind::Choose { choice, .. } => match &**choice {
            Choice::One { none, .. } => none.is_some(),
            Choice::Some { low, .. } => matches!(low.kind, ExprKind::Cell(0)),
            Choice::Order(_)
            | Choice::Number { .. }
            | Choice::Whether(_)
            | Choice::Place(_)
            | Choice::Split { .. } => false,
        },
        _ => false,
    }
}

/// `once per MOMENT` names something that goes on when it is asked; else it would count for the whole battle, or until it comes next.
pub(crate) fn limits_of_use(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let mut moments: FxHashMap<ir::ProcedureId, Reached> = FxHashMap::default();
    let mut judge = |once: &OnceDef, used: Used<'_>| {
        if let Some(moment) = once.moment.and_then(|id| typed.moments.get(id)) {
            let of = moment.procedure;
            let reached = moments.entry(of).or_insert_with(|| Reached::of(facts, of));
            sink.extend(used.told(typed, moment, reached));
        }
    };
    for hook in typed.hooks.values() {
        if let Some(once) = &hook.once {
            let (procedure, of, span) = (hook.procedure, hook.label.as_str(), hook.span);
            let when = hook.when.iter().collect();
            judge(once, Used { procedure, of, when, span });
        }
    }
    for (procedure, action) in typed.step_actions() {
        if let Some(once) = &action.once {
            let (of, span) = (action.name.as_str(), action.span);
            let asked = typed.permissions.get(action.permission);
            let asked = asked.iter().flat_map(|it| &it.requires).map(|it| &it.holds);
            let when = action.when.iter().chain(asked).collect();
            judge(once, Used { procedure, of, when, span });
        }
    }
}

/// What runs while a moment goes on, and what the order of play runs without it.
struct Reached {
    within: IndexSet<ir::ProcedureId, FxBuildHasher>,
    without: IndexSet<ir::ProcedureId, FxBuildHasher>,
}

impl Reached {
    fn of(facts: &Facts<'_>, moment: ir::ProcedureId) -> Self {
        let order = facts.typed.sequence.filter(|it| *it != moment);
        Self {
            within: facts.calls.reached([moment]),
            without: facts.calls.reached_by(order, |it| it != moment),
        }
    }
}

/// Something that counts so often.
struct Used<'t> {
    /// What runs when it happens.
    procedure: ir::ProcedureId,
    /// What it is called.
    of: &'t str,
    /// What must hold.
    when: Vec<&'t Expr>,
    span: Span,
}

impl Used<'_> {
    fn told(&self, typed: &Typed, moment: &MomentDef, reached: &Reached) -> Option<Diagnostic> {
        let (called, ends) = (label(self.of), &moment.name);
        if !reached.within.contains(&self.procedure) {
            let runs = typed.procedures.get(self.procedure).map_or("", |def| &def.name);
            return Some(
                Diagnostic::at(codes::NEVER_RUNS, self.span)
                    .says(format!("`{ends}` never goes on when {called} happens"))
                    .label(format!("`{ends}` never runs `{runs}`"))
                    .help("name a moment that goes on then; `once per battle` for once in all"),
            );
        }
        // What goes on by the order of play does so but for a set-up.
        let of_things = of_things(typed, moment);
        let asks = self.when.iter().any(|when| waits_for(typed, when, moment));
        (of_things && !asks && reached.without.contains(&self.procedure)).then(|| {
            Diagnostic::at(codes::IDLE_CLAUSE, self.span)
                .says(format!("{called} also happens where no `{ends}` goes on"))
                .label(format!("counts once there, until the next `{ends}` begins"))
                .help(format!(
                    "say that it counts in one alone, `.. when during {ends}`, or name what always goes on then: `once per ..`"
                ))
        })
    }
}

/// Whether the runs of a moment are of things, as those of a fight are: what is run for each player is the order of play.
fn of_things(typed: &Typed, moment: &MomentDef) -> bool {
    let Some(def) = typed.procedures.get(moment.procedure) else { return false };
    let params = def.locals.first(def.params).iter();
    let kinds = params.filter_map(|it| match &it.ty {
        Type::Entity(kind) => typed.kinds.get(*kind),
        Type::Set(of) | Type::List(of) => match **of {
            Type::Entity(kind) => typed.kinds.get(kind),
            _ => None,
        },
        _ => None,
    });
    let mut bases = kinds.map(|kind| kind.base);
    bases.any(|base| base != ir::KindBase::Player)
}

/// Whether a condition holds only while a moment goes on.
fn waits_for(typed: &Typed, when: &Expr, moment: &MomentDef) -> bool {
    let mut during = when.conjuncts().into_iter().filter_map(|part| match part.kind {
        ExprKind::During(id) => typed.moments.get(id),
        _ => None,
    });
    during.any(|it| it.procedure == moment.procedure)
}
