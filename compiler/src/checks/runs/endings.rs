//! Endings: what waits for the end of the battle although the verdict of a round has ended every battle before.
//!
//! Decided is what hangs on the number of the round alone: conditions that compare it with whole numbers or with the last
//! round. Of all others nothing is known, and nothing is said.

mod rounds;

pub(crate) use rounds::{Rounds, Run, Where};

use crate::typed::{
    Arithmetic, Assign, BearerDef, Expr, ExprKind, HookDef, ScenarioDef, Stmt, StmtKind, Type,
    Typed, any_stmt, stmts,
};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::{HookTime, ProcedureId, ScenarioId};

/// So many rounds are looked at.
const MAX_ROUNDS: i64 = 200;

/// What is asked at the end of the battle is reached.
pub(crate) fn endings_are_reached(typed: &Typed, sink: &mut Sink) {
    behind_the_end(typed, sink);
    let Some(play) = Play::of(typed) else { return };
    for hook in typed.hooks.values().filter(|hook| play.waits(hook)) {
        let BearerDef::Scenario(id) = hook.bearer else { continue };
        let Some(scenario) = typed.scenarios.get(id) else { continue };
        if let Some(ended) = play.ended(Some(id), play.last_of(scenario)) {
            sink.push(unreached(hook.span, ended));
        }
    }
    let step = typed.procedures.get(play.battle);
    let last = step.and_then(|def| def.steps.get(usize::from(play.verdict))?.body.first());
    if let Some(first) = last {
        // A scenario may play any number of rounds.
        let always: Option<Vec<Ended>> =
            (1..=play.most).map(|last| play.ended(None, last)).collect();
        if let Some(ended) = always.and_then(|always| always.into_iter().next_back()) {
            sink.push(unreached(first.span, ended));
        }
    }
}

/// Nothing waits for the end of what the last verdict ends in any case.
fn behind_the_end(typed: &Typed, sink: &mut Sink) {
    let Some((battle, verdict)) = end(typed) else { return };
    let step = typed.procedures.get(battle).and_then(|def| def.steps.get(usize::from(verdict)));
    let Some(step) = step.filter(|step| surely_ends(&step.body)) else { return };
    let name = typed.procedures.get(battle).map_or("", |def| def.name.as_str());
    let behind = |hook: &&HookDef| {
        hook.procedure == battle
            && hook.time == HookTime::After
            && hook.step.is_none_or(|at| at == verdict)
    };
    sink.extend(typed.hooks.values().filter(behind).map(|hook| {
        Diagnostic::at(codes::NEVER_RUNS, hook.span)
            .says("this waits for what the end of the battle cuts short")
            .label("never run")
            .also(step.span, "the last verdict ends every battle")
            .help(format!("let it come first: `before {name}.{}`", step.name))
    }));
}

/// Whether statements end the battle whatever holds.
fn surely_ends(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::EndBattle { .. } => true,
        StmtKind::If { then, other, .. } => surely_ends(then) && surely_ends(other),
        _ => false,
    })
}

fn unreached(span: Span, ended: Ended) -> Diagnostic {
    Diagnostic::at(codes::NEVER_RUNS, span)
        .says("this waits for the end of the battle, and a verdict has ended it before")
        .label("never asked")
        .also(ended.at, format!("ends the battle in round {} whatever happened", ended.round))
        .help("ask it `at end of round` as well, or let that verdict leave the last round open")
}

/// A round in which a battle surely ends.
#[derive(Clone, Copy, Debug)]
struct Ended {
    round: i64,
    at: Span,
}

/// The field that counts the rounds, where one loop does.
pub(crate) fn counter(typed: &Typed) -> Option<ir::FieldId> {
    Play::read(typed).map(|play| play.count)
}

/// The same with how many rounds there are at most.
pub(crate) fn rounds_said(typed: &Typed) -> Option<(ir::FieldId, i64)> {
    Play::read(typed).map(|play| (play.count, play.most))
}

/// The same, where nothing else meddles with them.
pub(crate) fn counted(typed: &Typed) -> Option<(ir::FieldId, i64)> {
    Play::of(typed).map(|play| (play.count, play.most))
}

/// The field that says which round is the last, where one loop counts them.
pub(crate) fn last_round(typed: &Typed) -> Option<ir::FieldId> {
    Play::read(typed).map(|play| play.last)
}

/// Where it is asked what waits for the end of the battle, where one loop counts the rounds.
pub(crate) fn end(typed: &Typed) -> Option<(ProcedureId, u16)> {
    Play::read(typed).map(|play| (play.battle, play.verdict))
}

/// The procedure whose runs are the rounds, where one loop counts them.
pub(crate) fn round(typed: &Typed) -> Option<ProcedureId> {
    Play::of(typed).map(|play| play.round)
}

/// How a game plays its rounds, where it has one loop of them that nothing else meddles with.
struct Play<'t> {
    typed: &'t Typed,
    battle: ProcedureId,
    /// The battle's step in which its rounds are played.
    step: usize,
    /// The battle's step in which its end is asked.
    verdict: u16,
    round: ProcedureId,
    most: i64,
    /// The number of the round, and of the last one.
    count: ir::FieldId,
    last: ir::FieldId,
    /// What runs at the end of every round, whoever plays; some of it in one scenario alone.
    asked: Vec<&'t HookDef>,
}

/// What becomes of a run of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// The battle ends.
    Ends,
    /// It goes on behind them.
    Goes,
    /// They may be left early.
    Leaves,
}

impl<'t> Play<'t> {
    fn of(typed: &'t Typed) -> Option<Self> {
        let play = Self::read(typed)?;
        (play.is_plain() && (1..=MAX_ROUNDS).contains(&play.most)).then_some(play)
    }

    /// The loop of the rounds, whatever else meddles with it.
    fn read(typed: &'t Typed) -> Option<Self> {
        let battle = typed.sequence?;
        let steps = &typed.procedures.get(battle)?.steps;
        let verdict = steps.iter().position(|step| step.name == "verdict")?;
        let step = steps.iter().position(|step| step.name == "rounds")?;
        let rounds = steps.get(step)?;
        let [Stmt { kind: StmtKind::Repeat { at_most, when: Some(when), body }, .. }] =
            rounds.body.as_slice()
        else {
            return None;
        };
        let ExprKind::Cell(most) = at_most.kind else { return None };
        let ExprKind::Compare { left, right, .. } = &when.kind else { return None };
        let (ExprKind::Field { field: count, .. }, ExprKind::Field { field: last, .. }) =
            (&left.kind, &right.kind)
        else {
            return None;
        };
        let round = body.iter().find_map(
            |stmt| as_variant!(stmt.kind, StmtKind::Call { procedure, .. } => procedure),
        )?;
        let verdict = u16::try_from(verdict).ok()?;
        let asked = always_asked(typed, round);
        let (count, last) = (*count, *last);
        Some(Self { typed, battle, step, verdict, round, most, count, last, asked })
    }

    /// Whether only the loop counts, only a scenario's `rounds` says when it is over, and nothing takes a round's place.
    fn is_plain(&self) -> bool {
        let counts = |stmt: &&Stmt| match &stmt.kind {
            StmtKind::Assign { to: Assign::Field { field, .. }, .. } => {
                [self.count, self.last].contains(field)
            }
            _ => false,
        };
        // A test may say which round it is: that is no battle.
        let counted = self.typed.battle_bodies().flat_map(stmts).filter(counts).count();
        let said = self.typed.scenarios.values().filter(|scenario| scenario.rounds.is_some());
        let replaced = self.typed.hooks.values().any(|hook| {
            hook.time == HookTime::Instead && [self.round, self.battle].contains(&hook.procedure)
        });
        counted == 1 + said.count() && !replaced
    }

    /// Whether a hook is asked when the last round is over.
    fn waits(&self, hook: &HookDef) -> bool {
        hook.procedure == self.battle && hook.step == Some(self.verdict)
    }

    fn last_of(&self, scenario: &ScenarioDef) -> i64 {
        scenario.rounds.map_or(self.most, i64::from)
    }

    /// The first round of a battle of so many at the end of which it is surely over.
    fn ended(&self, scenario: Option<ScenarioId>, last: i64) -> Option<Ended> {
        (1..=last).find_map(|round| {
            let at = Number { play: self, round, last };
            let hook = self.asked.iter().find(|hook| {
                let bears = match hook.bearer {
                    BearerDef::Scenario(id) => scenario == Some(id),
                    BearerDef::System | BearerDef::Ability(_) => true,
                };
                bears && at.flow(&hook.body) == Flow::Ends
            });
            hook.map(|hook| Ended { round, at: hook.span })
        })
    }
}

/// The hooks of the rules and of scenarios that run at the end of every round, whatever happens in it.
fn always_asked(typed: &Typed, round: ProcedureId) -> Vec<&HookDef> {
    let of_round = typed.hooks.values().filter(|hook| hook.procedure == round);
    let struck = |label: &str| {
        of_round.clone().any(|other| other.over.iter().any(|(over, _)| *over == *label))
    };
    let always = |hook: &&HookDef| {
        let bears = !matches!(hook.bearer, BearerDef::Ability(_));
        let plain = hook.when.is_none() && hook.once.is_none() && hook.whose.is_none();
        let after = hook.time == HookTime::After && hook.step.is_none();
        bears && plain && after && !struck(&hook.label)
    };
    of_round.clone().filter(always).collect()
}

/// A round of a battle.
struct Number<'p, 't> {
    play: &'p Play<'t>,
    round: i64,
    last: i64,
}

impl Number<'_, '_> {
    fn flow(&self, stmts: &[Stmt]) -> Flow {
        for stmt in stmts {
            let flow = match &stmt.kind {
                StmtKind::EndBattle { .. } => Flow::Ends,
                StmtKind::If { when, then, other } => match self.truth(when) {
                    Some(true) => self.flow(then),
                    Some(false) => self.flow(other),
                    None => either([self.flow(then), self.flow(other)]),
                },
                StmtKind::Match { arms, .. } => {
                    let all = arms.iter().any(|(keys, _)| keys.is_empty());
                    let open = if all { None } else { Some(Flow::Goes) };
                    either(arms.iter().map(|(_, body)| self.flow(body)).chain(open))
                }
                _ if may_leave(stmt) => Flow::Leaves,
                _ => Flow::Goes,
            };
            if flow != Flow::Goes {
                return flow;
            }
        }
        Flow::Goes
    }

    /// Whether a condition holds in this round; none where it hangs on anything else.
    fn truth(&self, condition: &Expr) -> Option<bool> {
        match &condition.kind {
            ExprKind::Cell(cell) if condition.ty == Type::Bool => Some(*cell != 0),
            ExprKind::Not(of) => self.truth(of).map(|holds| !holds),
            ExprKind::And(left, right) => match (self.truth(left), self.truth(right)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), other) => other,
                (None, _) => None,
            },
            ExprKind::Or(left, right) => match (self.truth(left), self.truth(right)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), other) => other,
                (None, _) => None,
            },
            ExprKind::Compare { how, left, right } => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                Some(how.holds(left, right))
            }
            _ => None,
        }
    }

    fn number(&self, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Cell(cell) => Some(*cell),
            ExprKind::Field { field, .. } if *field == self.play.count => Some(self.round),
            ExprKind::Field { field, .. } if *field == self.play.last => Some(self.last),
            ExprKind::Within { of, .. } => self.number(of),
            ExprKind::Arithmetic { how, left, right } => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                match how {
                    Arithmetic::Add => left.checked_add(right),
                    Arithmetic::Sub => left.checked_sub(right),
                    Arithmetic::Mul => left.checked_mul(right),
                    Arithmetic::Rem => left.checked_rem(right),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// What becomes of one of several runs, nobody knows which.
fn either(runs: impl IntoIterator<Item = Flow>) -> Flow {
    let mut all = None;
    for run in runs {
        all = Some(match (all, run) {
            (None, run) => run,
            (Some(Flow::Leaves), _) | (_, Flow::Leaves) => Flow::Leaves,
            (Some(Flow::Ends), Flow::Ends) => Flow::Ends,
            _ => Flow::Goes,
        });
    }
    all.unwrap_or(Flow::Goes)
}

/// Whether a statement may leave what it stands in, or cannot be read.
fn may_leave(stmt: &Stmt) -> bool {
    any_stmt(std::slice::from_ref(stmt), |inner| {
        matches!(inner.kind, StmtKind::Stop | StmtKind::Finish(_) | StmtKind::Error)
    })
}
