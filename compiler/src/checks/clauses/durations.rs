//! Durations: takes what hooks, actions and steps grant until a moment ends, says of which nobody asks while it lasts.

use super::owners::Rule;
use crate::checks::battles::limits::each_expr_of_all;
use crate::checks::logic::solve::Facts;
use crate::checks::runs::cycles::asked;
use crate::checks::runs::endings::round;
use crate::checks::runs::graph::Graph;
use crate::checks::runs::recursion::{opened, started};
use crate::checks::words::said::the_one;
use crate::typed::{
    ActionDef, ActionPlace, BearerDef, Expr, HookDef, MomentDef, Stmt, StmtKind, Typed, UntilDef,
    each_expr, each_stmt, each_stmt_expr,
};
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{AbilityId, HookTime, ProcedureId, WindowId};

/// A status that ends with a procedure counts for something that is asked while this runs.
pub(crate) fn durations_count(facts: &Facts<'_>, sink: &mut Sink) {
    let (typed, graph) = (facts.typed, &facts.calls);
    let mut exprs = Exprs::default();
    each_expr_of_all(typed, &mut |rule, root| exprs.entry(rule).or_default().push(root));
    let mut asked: FxHashMap<ProcedureId, FxHashSet<Rule>> = FxHashMap::default();
    let rounds = Rounds::of(typed, graph);
    let mut judge = |stmt: &Stmt, home: Option<Home>| {
        let StmtKind::Grant {
            ability, until: UntilDef::Moment { moment, next: false, .. }, ..
        } = &stmt.kind
        else {
            return;
        };
        let Some(moment) = typed.moments.get(*moment) else { return };
        let name = typed.abilities.get(*ability).map_or("", |def| def.name.as_str());
        let in_rounds = |home: &Home| rounds.as_ref().is_some_and(|it| it.are_in(home.procedure));
        let over = || rounds.as_ref().is_some_and(|it| it.begin_behind(typed, graph, moment));
        if home.is_some_and(|home| in_rounds(&home)) && over() {
            return sink.push(past(name, moment, stmt.span, "stays for the rest of the battle"));
        }
        // Only of what is granted while the moment goes on is the end known.
        let runs: FxHashSet<ProcedureId> = graph.reached([moment.procedure]).into_iter().collect();
        let Some(home) = home.filter(|home| runs.contains(&home.procedure)) else { return };
        if home.is_past(moment) {
            let lasts = "lasts until it comes the next time";
            return sink.push(past(name, moment, stmt.span, lasts));
        }
        let all = asked.entry(moment.procedure);
        let all = all.or_insert_with(|| asked_while(typed, &exprs, &runs));
        let behind =
            (home.procedure == moment.procedure).then(|| home.behind(typed, graph, moment));
        let counts = match behind.flatten() {
            Some(behind) => {
                let asked = closure(&exprs, behind.asked);
                counts_in(typed, *ability, &behind.runs, &asked)
            }
            None => counts_in(typed, *ability, &runs, all),
        };
        if counts {
            return;
        }
        let late = counts_in(typed, *ability, &runs, all);
        let found = Diagnostic::warning(codes::NO_EFFECT, stmt.span)
            .says(format!("`{name}` ends before anything could ask for it"));
        let found = match late {
            true => found.label(format!(
                "what it changes was asked before this, and not again until `{}` ends",
                moment.name
            )),
            false => {
                found.label(format!("nothing that `{}` runs asks for what it changes", moment.name))
            }
        };
        let outer = asking_around(typed, (graph, &exprs), moment.procedure, *ability);
        let help = match outer {
            _ if late => "let it come before that is asked, or let it last longer".to_owned(),
            Some(outer) => format!("let it last longer: `until end of {outer}`"),
            None => {
                "let it last longer, or for the rest of the battle: leave `until` out".to_owned()
            }
        };
        sink.push(found.help(help));
    };
    for (id, def) in typed.procedures.iter() {
        for (number, step) in (0..).zip(&def.steps) {
            let home = Home { procedure: id, step: Some(number), after: false };
            each_stmt(&step.body, &mut |stmt| judge(stmt, Some(home)));
        }
    }
    for hook in typed.hooks.values() {
        each_stmt(&hook.body, &mut |stmt| judge(stmt, Some(Home::of_hook(hook))));
    }
    for action in typed.actions.values() {
        let home = Home::of_action(typed, action);
        each_stmt(&action.body, &mut |stmt| judge(stmt, home));
    }
}

/// All that runs in the rounds of a battle, and the step of the sequence in which they are played.
struct Rounds {
    runs: FxHashSet<ProcedureId>,
    step: usize,
}

impl Rounds {
    fn of(typed: &Typed, graph: &Graph<ProcedureId>) -> Option<Self> {
        let round = round(typed)?;
        let step = steps_that_reach(typed, graph, round).next()?;
        Some(Self { runs: graph.reached([round]).into_iter().collect(), step })
    }

    fn are_in(&self, procedure: ProcedureId) -> bool {
        self.runs.contains(&procedure)
    }

    /// Whether a moment comes before the first round alone.
    fn begin_behind(&self, typed: &Typed, graph: &Graph<ProcedureId>, moment: &MomentDef) -> bool {
        let last = || steps_that_reach(typed, graph, moment.procedure).last();
        !self.are_in(moment.procedure) && last().is_some_and(|last| last < self.step)
    }
}

/// The steps of the sequence in which a procedure runs.
fn steps_that_reach<'t>(
    typed: &'t Typed,
    graph: &'t Graph<ProcedureId>,
    wanted: ProcedureId,
) -> impl Iterator<Item = usize> + 't {
    let sequence = typed.sequence.and_then(|id| typed.procedures.get(id));
    let steps = sequence.into_iter().flat_map(|def| def.steps.iter().enumerate());
    steps.filter_map(move |(at, step)| {
        let mut begun = Vec::new();
        started(typed, &step.body, &mut |id, _| begun.push(id));
        graph.reached(begun).into_iter().any(|id| id == wanted).then_some(at)
    })
}

/// A status that is to end with a step that is over.
fn past(name: &str, moment: &MomentDef, span: Span, lasts: &str) -> Diagnostic {
    Diagnostic::warning(codes::NO_EFFECT, span)
        .says(format!("`{name}` does not end here: `{}` is over by then", moment.name))
        .label(lasts)
        .help("name a step that comes behind this, or the whole run")
}

/// Where something is granted.
#[derive(Clone, Copy, Debug)]
struct Home {
    procedure: ProcedureId,
    /// The step, where it is not the whole run.
    step: Option<u16>,
    /// Whether what the step does itself is over.
    after: bool,
}

/// What comes behind a place in one run of a procedure.
#[derive(Default)]
struct Behind<'t> {
    asked: Vec<&'t Expr>,
    runs: FxHashSet<ProcedureId>,
}

impl Home {
    fn of_hook(hook: &HookDef) -> Self {
        let after = hook.time == HookTime::After;
        Self { procedure: hook.procedure, step: hook.step, after }
    }

    /// Of an action, where all windows in which it is offered are opened by one procedure.
    fn of_action(typed: &Typed, action: &ActionDef) -> Option<Self> {
        match action.place {
            ActionPlace::Step { procedure, step, time } => {
                let after = time == Some(HookTime::After);
                Some(Self { procedure, step: Some(step), after })
            }
            ActionPlace::Named(window) => {
                let opens = |body: &[Stmt]| opened(body).contains(&window);
                let homes = typed.run_bodies().filter(|(_, body)| opens(body)).map(|it| it.0);
                let homes: FxHashSet<ProcedureId> = homes.collect();
                let procedure = the_one(homes.into_iter())?;
                Some(Self { procedure, step: None, after: false })
            }
        }
    }

    /// Whether a moment of the same run is over here.
    fn is_past(self, moment: &MomentDef) -> bool {
        let past = self.step.zip(moment.step).is_some_and(|(own, ends)| own > ends);
        self.procedure == moment.procedure && past
    }

    /// What comes until a moment of the same procedure ends; nothing where steps are called by name, or the procedure runs itself.
    fn behind<'t>(
        self,
        typed: &'t Typed,
        graph: &Graph<ProcedureId>,
        moment: &MomentDef,
    ) -> Option<Behind<'t>> {
        let def = typed.procedures.get(self.procedure)?;
        let from = self.step?;
        let last = moment.step.unwrap_or(u16::MAX);
        let mut all = Behind::default();
        let (mut called, mut windows) = (Vec::new(), FxHashSet::default());
        for (number, step) in (0..).zip(&def.steps).filter(|(at, _)| (from..=last).contains(at)) {
            if step.called {
                return None;
            }
            if !(number == from && self.after) {
                all.asked.extend(&step.when);
                each_stmt(&step.body, &mut |it| {
                    each_stmt_expr(it, &mut |value| all.asked.push(value))
                });
                started(typed, &step.body, &mut |id, _| called.push(id));
                windows.extend(opened(&step.body));
            }
        }
        let is_behind = |hook: &&HookDef| match hook.step {
            Some(step) if step == from && self.after => hook.time == HookTime::After,
            Some(step) => (from..=last).contains(&step),
            None => hook.time == HookTime::After && moment.step.is_none(),
        };
        let own = typed.hooks.values().filter(|hook| hook.procedure == self.procedure);
        for hook in own.filter(is_behind) {
            hook.each_expr(&mut |value| all.asked.push(value));
            started(typed, &hook.body, &mut |id, _| called.push(id));
            windows.extend(opened(&hook.body));
        }
        let offered = |action: &&ActionDef| match action.place {
            ActionPlace::Step { procedure, step, .. } => {
                procedure == self.procedure && (from..=last).contains(&step)
            }
            ActionPlace::Named(window) => windows.contains(&window),
        };
        for action in typed.actions.values().filter(offered) {
            started(typed, &action.body, &mut |id, _| called.push(id));
            asked_of(typed, action, &mut |value| all.asked.push(value));
        }
        all.runs = graph.reached(called).into_iter().collect();
        if all.runs.contains(&self.procedure) {
            return None;
        }
        let runs = &all.runs;
        let mut asked = Vec::new();
        asked_in(typed, runs, &mut |value| asked.push(value));
        all.asked.extend(asked);
        // Hooks of what is granted hang on steps of it too.
        all.runs.insert(self.procedure);
        Some(all)
    }
}

/// The smallest of the procedures in which another runs that ask for what an ability changes.
fn asking_around<'t>(
    typed: &'t Typed,
    (graph, exprs): (&Graph<ProcedureId>, &Exprs<'_>),
    inner: ProcedureId,
    ability: AbilityId,
) -> Option<&'t str> {
    let of_somebody = typed.procedures.iter().filter(|(_, def)| def.params > 0);
    let mut around: Vec<(usize, &str)> = Vec::new();
    for (id, def) in of_somebody.filter(|(id, _)| *id != inner) {
        let runs: FxHashSet<ProcedureId> = graph.reached([id]).into_iter().collect();
        if runs.contains(&inner)
            && counts_in(typed, ability, &runs, &asked_while(typed, exprs, &runs))
        {
            around.push((runs.len(), &def.name));
        }
    }
    around.into_iter().min().map(|it| it.1)
}

/// Whether something asks for what an ability changes while procedures run; whoever asks whether it is there does.
fn counts_in(
    typed: &Typed,
    ability: AbilityId,
    runs: &FxHashSet<ProcedureId>,
    asked: &FxHashSet<Rule>,
) -> bool {
    let own = BearerDef::Ability(ability);
    if typed.abilities.get(ability).is_some_and(|def| !def.state.is_empty())
        || typed.actions.values().any(|action| action.bearer == own)
        || typed.hooks.values().any(|hook| hook.bearer == own && runs.contains(&hook.procedure))
    {
        return true;
    }
    let clauses = typed.clauses.values().filter(|clause| clause.bearer == own);
    let mut bends = clauses.map(|clause| Rule::of(clause.owner)).chain([Rule::Possession(ability)]);
    bends.any(|rule| asked.contains(&rule))
}

/// The expressions of all rules.
type Exprs<'t> = FxHashMap<Rule, Vec<&'t Expr>>;

/// The rules that are asked while procedures run, by others that are asked as well.
fn asked_while<'t>(
    typed: &'t Typed,
    exprs: &Exprs<'t>,
    runs: &FxHashSet<ProcedureId>,
) -> FxHashSet<Rule> {
    let mut open: Vec<&Expr> = Vec::new();
    asked_in(typed, runs, &mut |root| open.push(root));
    closure(exprs, open)
}

/// What is asked while procedures run, and of the actions that they offer.
fn asked_in<'t>(
    typed: &'t Typed,
    runs: &FxHashSet<ProcedureId>,
    mut look: &mut dyn FnMut(&'t Expr),
) {
    for (_, def) in typed.procedures.iter().filter(|(id, _)| runs.contains(id)) {
        def.each_head(&mut look);
        def.steps
            .iter()
            .for_each(|step| each_stmt(&step.body, &mut |it| each_stmt_expr(it, &mut look)));
    }
    let hooks = typed.hooks.values().filter(|hook| runs.contains(&hook.procedure));
    hooks.for_each(|hook| hook.each_expr(&mut look));
    let bodies = typed.run_bodies().filter(|(home, _)| runs.contains(home)).map(|it| it.1);
    let mut windows: FxHashSet<WindowId> = bodies.flat_map(opened).collect();
    // Actions that are offered may open more.
    let mut known = usize::MAX;
    while known != windows.len() {
        known = windows.len();
        let offered = typed.actions.values().filter(|it| it.place.is_in(runs, &windows));
        let more: Vec<WindowId> = offered.flat_map(|action| opened(&action.body)).collect();
        windows.extend(more);
    }
    for action in typed.actions.values().filter(|it| it.place.is_in(runs, &windows)) {
        asked_of(typed, action, look);
    }
}

/// What is asked of an action that is offered.
fn asked_of<'t>(typed: &'t Typed, action: &'t ActionDef, mut look: &mut dyn FnMut(&'t Expr)) {
    action.each_expr(&mut look);
    let rules = typed.permissions.get(action.permission);
    rules.iter().for_each(|def| def.each_expr(&mut look));
}

/// The rules that expressions ask, and those that these ask in turn.
fn closure<'t>(exprs: &Exprs<'t>, mut open: Vec<&'t Expr>) -> FxHashSet<Rule> {
    let mut known = FxHashSet::default();
    while let Some(root) = open.pop() {
        let mut more = Vec::new();
        each_expr(root, &mut |expr| more.extend(asked(expr)));
        for rule in more.into_iter().filter(|rule| known.insert(*rule)) {
            open.extend(exprs.get(&rule).into_iter().flatten());
        }
    }
    known
}
