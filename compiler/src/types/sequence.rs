//! The sequence of play: takes set-up, rounds and verdict, gives the procedures `battle` and `round` (see decision 004).

use super::checker::{Checker, INT, error};
use super::declare::Source;
use super::scope::Scope;
use super::statements::{Acting, BodyOf, readable};
use crate::typed::{
    Arithmetic, Assign, BearerDef, Compare, Expr, HookDef, Local, ReachDef, Stmt, StmtKind, Words,
};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// The step of `battle` in which its last verdict is asked: what waits for its end is asked before it.
const VERDICT: &str = "verdict";
/// The step of `battle` in which its rounds are played: what is asked at its start is asked before it.
const ROUNDS: &str = "rounds";

/// Checks the sequence, if the system has one.
pub(super) fn check(checker: &mut Checker<'_>) {
    let content = checker.input.content;
    let (Some(sequence), Some(battle)) = (content.index.sequence, checker.typed.sequence) else {
        return;
    };
    checker.last_round(sequence);
    checker.rounds(sequence);
    checker.battle(battle, sequence);
}

/// When a verdict is asked.
enum Asked {
    /// At the end of the procedure's run (or of its step).
    Run(ir::ProcedureId, Option<u16>, ir::HookTime),
    /// Before a step of the battle: at its start, when all is set up, or at its end, in its last step.
    Before(&'static str),
}

impl Checker<'_> {
    /// `battle.rounds`: the last round, which scenarios may bring forward.
    fn last_round(&mut self, sequence: &tree::Sequence) {
        let mut bound = None;
        for part in &sequence.parts {
            if let tree::SequencePart::Round { at_most, name, span, .. } = part {
                match at_most {
                    Some(at_most) => bound = bound.or(Some(self.constant_expr(at_most, &INT))),
                    None => Diagnostic::at(codes::UNBOUNDED, *span)
                        .says(format!("how many times `{}` at most?", name.text))
                        .label("might never end")
                        .fix("say a bound", name.span, format!("{} at most 20", name.text))
                        .emit(self.sink),
                }
            }
        }
        let Some(initial) = bound else { return };
        if let Some(def) = self.facts.last_round.and_then(|id| self.typed.fields.get_mut(id)) {
            def.span = initial.span;
            def.initial = initial;
        }
    }

    /// One procedure for each loop, with the step `play`.
    fn rounds(&mut self, sequence: &tree::Sequence) {
        let procedures = self.facts.rounds.clone();
        let parts = sequence.parts.iter().filter_map(|part| match part {
            tree::SequencePart::Round { name, heading, body, span, .. } => {
                Some((name, heading, body, *span))
            }
            _ => None,
        });
        for (id, (name, heading, block, span)) in procedures.into_iter().zip(parts) {
            self.scope = Scope::new();
            self.acting = Acting::new(BodyOf::Procedure(id), &self.scope);
            let heading = heading.as_ref().map(|heading| match &heading.text {
                Some(text) => self.words(text),
                None => Words::fixed(&readable(&name.text), heading.span),
            });
            let body = self.block(block);
            let locals = self.finish();
            let Some(def) = self.typed.procedures.get_mut(id) else { continue };
            def.locals = locals;
            if let Some(play) = def.steps.first_mut() {
                play.heading = heading;
                play.body = body;
                play.span = span;
            }
        }
    }

    fn battle(&mut self, battle: ir::ProcedureId, sequence: &tree::Sequence) {
        self.scope = Scope::new();
        self.acting = Acting::new(BodyOf::Procedure(battle), &self.scope);
        let mut setup = Vec::new();
        for part in &sequence.parts {
            if let tree::SequencePart::Setup(block) = part {
                setup.extend(self.block(block));
            }
        }
        let mut rounds = Vec::new();
        for id in self.facts.rounds.clone() {
            let span = self.typed.procedures.get(id).map_or(sequence.span, |def| def.span);
            rounds.extend(self.round_loop(id, span));
        }
        let mut last = Vec::new();
        for part in &sequence.parts {
            if let tree::SequencePart::Verdict(verdict) = part {
                last.extend(self.verdict(BearerDef::System, verdict));
            }
        }
        let locals = self.finish();
        let Some(def) = self.typed.procedures.get_mut(battle) else { return };
        def.locals = locals;
        for step in &mut def.steps {
            step.body = match step.name.as_str() {
                "setup" => std::mem::take(&mut setup),
                ROUNDS => std::mem::take(&mut rounds),
                VERDICT => std::mem::take(&mut last),
                _ => Vec::new(),
            };
        }
    }

    /// Counts a round and plays it, until the last.
    fn round_loop(&mut self, round: ir::ProcedureId, span: Span) -> Option<Stmt> {
        let battle = self.facts.battle?;
        let (count, last) = (self.facts.round?, self.facts.last_round?);
        let field = |field| Expr::field(Expr::only(battle, span), field, INT, span);
        let of = Expr::only(battle, span);
        let more = Expr::compare(Compare::Lt, field(count), field(last), span);
        let next = Expr::arithmetic(
            Arithmetic::Add,
            field(count),
            super::exprs::cell(1, INT, span),
            INT,
            span,
        );
        let to = Assign::Field { of: Box::new(of), field: count };
        let counted = StmtKind::Assign { to, value: next, purpose: None };
        let played = StmtKind::Call { procedure: round, args: Vec::new(), result: None };
        let body = vec![Stmt { kind: counted, span }, Stmt { kind: played, span }];
        let at_most =
            self.typed.fields.get(last).map_or_else(|| error(span), |def| def.initial.clone());
        Some(Stmt { kind: StmtKind::Repeat { at_most, when: Some(Box::new(more)), body }, span })
    }

    /// A verdict: a hook on the run that it names, or the statements of the battle's last step, which are given back.
    pub(super) fn verdict(&mut self, bearer: BearerDef, verdict: &tree::Verdict) -> Vec<Stmt> {
        let asked = match &verdict.at {
            Some(moment) => match self.asked_at(moment) {
                Some(asked) => asked,
                None => return Vec::new(),
            },
            None => Asked::Before(VERDICT),
        };
        match asked {
            Asked::Before(VERDICT) if bearer == BearerDef::System => {
                self.verdict_decides(verdict);
                self.verdict_rows(&verdict.rows)
            }
            Asked::Before(step) => {
                self.hook_before(step, bearer, "verdict", verdict.span, |checker| {
                    checker.verdict_rows(&verdict.rows)
                });
                Vec::new()
            }
            Asked::Run(procedure, step, time) => {
                let run = (procedure, step, time);
                self.hook_of_own(bearer, "verdict", verdict.span, run, |checker| {
                    checker.verdict_rows(&verdict.rows)
                });
                Vec::new()
            }
        }
    }

    /// The system's word on a battle that has ended says what comes of it whatever happened.
    fn verdict_decides(&mut self, verdict: &tree::Verdict) {
        if verdict.rows.iter().all(|row| row.condition.is_some()) {
            let at = verdict.rows.last().map_or(verdict.span, |row| row.span);
            Diagnostic::warning(codes::BAD_OUTCOME, at)
                .says("this verdict does not say what comes of every battle")
                .label("where none of its rows holds, it is a draw that nobody wrote")
                .help("say what it is then: `else | draw \"why\"`")
                .emit(self.sink);
        }
    }

    /// The run at whose start or end something is asked.
    fn asked_at(&mut self, moment: &tree::Moment) -> Option<Asked> {
        let every = || tree::Whose { kind: tree::WhoseKind::Each, span: moment.span };
        let whose = Some(moment.whose.clone().unwrap_or_else(every));
        let used = self.moment(&tree::Moment { whose, ..moment.clone() })?;
        let every = matches!(
            used.whose.as_ref().map(|whose| &whose.kind),
            None | Some(tree::WhoseKind::Each)
        );
        if !every || used.next || used.role.is_some() {
            return Diagnostic::at(codes::NOBODYS_MOMENT, moment.span)
                .says("an ending is asked for in every run of its moment, whoever plays it")
                .label("nothing here says whose run is meant, or which")
                .help("ask in the condition: `wins when battle.active is self and ..`")
                .refuse(self.sink);
        }
        let Some(id) = used.moment else {
            return Some(Asked::Before(match used.edge {
                Some(ir::Edge::Start) => ROUNDS,
                _ => VERDICT,
            }));
        };
        let def = self.typed.moments.get(id)?;
        let time = match used.edge {
            Some(ir::Edge::Start) => ir::HookTime::Before,
            _ => ir::HookTime::After,
        };
        Some(Asked::Run(def.procedure, def.step, time))
    }

    /// Hangs statements of a scenario on a moment: the end of each round where none is named.
    pub(super) fn hook_at(
        &mut self,
        bearer: BearerDef,
        label: &str,
        at: Option<&tree::Moment>,
        span: Span,
        body: impl FnOnce(&mut Self) -> Vec<Stmt>,
    ) {
        let asked = match at {
            Some(moment) => match self.asked_at(moment) {
                Some(asked) => asked,
                None => return,
            },
            None => match self.facts.rounds.first() {
                Some(round) => Asked::Run(*round, None, ir::HookTime::After),
                None => Asked::Before(VERDICT),
            },
        };
        match asked {
            Asked::Before(step) => self.hook_before(step, bearer, label, span, body),
            Asked::Run(procedure, step, time) => {
                let run = (procedure, step, time);
                self.hook_of_own(bearer, label, span, run, body);
            }
        }
    }

    /// Hangs statements on the start of a step of the battle.
    fn hook_before(
        &mut self,
        step: &str,
        bearer: BearerDef,
        label: &str,
        span: Span,
        body: impl FnOnce(&mut Self) -> Vec<Stmt>,
    ) {
        let Some(battle) = self.typed.sequence else {
            return Diagnostic::at(codes::BAD_OUTCOME, span)
                .says("this system has no sequence of play")
                .label("never asked")
                .emit(self.sink);
        };
        let def = self.typed.procedures.get(battle);
        let step = def.and_then(|def| def.steps.iter().position(|found| found.name == step));
        let step = step.and_then(|at| u16::try_from(at).ok());
        self.hook_of_own(bearer, label, span, (battle, step, ir::HookTime::Before), body);
    }

    fn hook_of_own(
        &mut self,
        bearer: BearerDef,
        label: &str,
        span: Span,
        (procedure, step, time): (ir::ProcedureId, Option<u16>, ir::HookTime),
        body: impl FnOnce(&mut Self) -> Vec<Stmt>,
    ) {
        let open = self.facts.open_variables.get(&procedure).copied().unwrap_or(0);
        let Some(def) = self.typed.procedures.get(procedure) else { return };
        let seen = def.params as usize + open as usize;
        let locals: Vec<Local> = def.locals.all.iter().take(seen).cloned().collect();
        let read = |this: &mut Self| (body(this), this.finish());
        let ((body, locals), _) = self.inside(Scope::with(&locals), read);
        self.typed.hooks.push(HookDef {
            bearer,
            reach: ReachDef::All,
            level: self.facts.layers.of(match bearer {
                BearerDef::Scenario(_) => Source::Scenario,
                BearerDef::System | BearerDef::Ability(_) => Source::System,
            }),
            time,
            procedure,
            step,
            locals,
            when: None,
            once: None,
            body,
            over: Vec::new(),
            label: label.to_owned(),
            see: None,
            whose: None,
            span,
        });
    }

    /// Rows of a verdict as conditions: the first that holds decides.
    fn verdict_rows(&mut self, rows: &[tree::VerdictRow]) -> Vec<Stmt> {
        let Some((row, rest)) = rows.split_first() else { return Vec::new() };
        if self.too_many_branches(rows.len(), row.span) {
            return Vec::new();
        }
        let Some(condition) = &row.condition else {
            if let Some(after) = rest.first() {
                Diagnostic::at(codes::DEAD_ARM, after.span)
                    .says("this row stands after `else`")
                    .label("never reached")
                    .emit(self.sink);
            }
            return self.outcome(row);
        };
        let when = self.condition(condition);
        let mark = self.scope.mark();
        self.scope.assume(&when, true);
        let then = self.outcome(row);
        self.scope.reset(mark);
        self.scope.assume(&when, false);
        let other = self.verdict_rows(rest);
        self.scope.reset(mark);
        vec![Stmt { kind: StmtKind::If { when, then, other }, span: row.span }]
    }

    fn outcome(&mut self, row: &tree::VerdictRow) -> Vec<Stmt> {
        let winner = match &row.outcome {
            tree::Outcome::GoesOn => {
                if let Some(why) = &row.why {
                    Diagnostic::at(codes::NO_EFFECT, why.span)
                        .says("the battle goes on, and nobody asks why")
                        .label("would never be shown")
                        .emit(self.sink);
                }
                return Vec::new();
            }
            tree::Outcome::WonBy(winner) => Some(self.winner(winner)),
            tree::Outcome::Draw => None,
            tree::Outcome::Other(cell) => {
                Diagnostic::at(codes::BAD_OUTCOME, cell.span)
                    .says("this is no way for a battle to end")
                    .label("neither won nor drawn")
                    .help("`won by p \"why\"`, `draw \"why\"`, or `none` where it goes on")
                    .emit(self.sink);
                return Vec::new();
            }
        };
        let why = self.why(row.why.as_ref(), row.span);
        vec![Stmt {
            kind: StmtKind::EndBattle { winner: winner.map(Box::new), why },
            span: row.span,
        }]
    }
}
