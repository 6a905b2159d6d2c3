//! Whose runs: takes hooks of bearers on what runs for a player, tells of those that do not say whose run they are for, and of those that
//! are for each side's own where there is one run for all.

use super::bearer::Bearer;
use super::checker::Checker;
use super::hooks::Run;
use crate::typed::{Stmt, StmtKind, Typed, bodies};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir::ProcedureId;

/// A hook of a bearer on what has a player of its own.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    procedure: ProcedureId,
    /// What the hook is called.
    name: String,
    /// `before turn.begin`, in its two parts.
    words: &'static str,
    path: String,
    /// The player of the procedure.
    param: String,
    /// Of whom it says that its runs are meant, if it does: `my`, `foe's`.
    said: Option<&'static str>,
    at: Span,
    /// The procedure in words, and where it stands.
    title: String,
    declared: Span,
}

impl<'a> Checker<'a> {
    /// Keeps a hook until all calls are known.
    pub(super) fn is_wanted(
        &mut self,
        bearer: &Bearer<'a>,
        run: &Run,
        hook: &tree::Hook,
        said: Option<&'static str>,
    ) {
        let label = hook.tail.label.as_ref().and_then(|label| label.text.plain());
        let param = run
            .player
            .and_then(|at| run.locals.get(at as usize))
            .map_or("p", |local| local.name.as_str());
        self.met.wanted.push(Wanted {
            procedure: run.procedure,
            name: label.unwrap_or(&bearer.name).to_owned(),
            words: match hook.position {
                tree::HookPosition::Before => "before",
                tree::HookPosition::After => "after",
                tree::HookPosition::InsteadOf => "instead of",
            },
            path: hook.path.dotted(),
            param: param.to_owned(),
            said,
            at: hook.path.span,
            title: run.title.clone(),
            declared: run.span,
        });
    }

    /// A hook of a bearer says whose runs it is for, and there are such runs.
    pub(super) fn runs_are_said(&mut self) {
        for wanted in std::mem::take(&mut self.met.wanted) {
            let once = runs_once(&self.typed, wanted.procedure);
            let found = match (wanted.said, once) {
                (None, None) => Some(wanted.whose_run()),
                (None, Some(call)) => Some(wanted.one_run(call)),
                (Some(said), Some(call)) => Some(wanted.one_side(said, call)),
                (Some(_), None) => None,
            };
            found.into_iter().for_each(|found| self.report(found));
        }
    }
}

impl Wanted {
    /// The clause would fire in everybody's run.
    fn whose_run(&self) -> Diagnostic {
        let Self { name, words, path, param, title, .. } = self;
        Diagnostic::at(codes::WHOSE_RUN, self.at)
            .says(format!("\"{name}\" would happen in every player's {path}"))
            .label(format!("nothing ties {param} to the bearer"))
            .also(self.declared, format!("{title} has a run for each player"))
            .help(format!(
                "for its owner only: `{words} my {path} {{ .. }}`; for every run: `{words} each {path} {{ .. }}`"
            ))
    }

    /// There is one run, and what hangs on it says so.
    fn one_run(&self, call: Span) -> Diagnostic {
        let Self { name, words, path, param, title, .. } = self;
        Diagnostic::at(codes::WHOSE_RUN, self.at)
            .says(format!("\"{name}\" does not say that it is for all of both sides"))
            .label(format!("{title} has one run, and `{param}` is the player of one side"))
            .also(call, "the one run")
            .fix(
                format!("for every bearer, once: `{words} each {path} {{ .. }}`"),
                self.at.before(),
                "each ",
            )
    }

    /// There is one run, which is of one side.
    fn one_side(&self, said: &str, call: Span) -> Diagnostic {
        let Self { name, words, path, param, title, .. } = self;
        Diagnostic::warning(codes::WHOSE_RUN, self.at)
            .says(format!("\"{name}\" happens for one side alone: {title} has one run"))
            .label(format!("`{said}` asks whose `{param}` is, and that is the player of one side"))
            .also(call, "the one run")
            .help(format!("for every bearer, once: `{words} each {path} {{ .. }}`"))
    }
}

/// The one call of a procedure, where it runs once in a battle.
fn runs_once(typed: &Typed, procedure: ProcedureId) -> Option<Span> {
    let mut call = None;
    let (mut of, mut depth) = (procedure, typed.procedures.len());
    while Some(of) != typed.sequence {
        let (by, at) = only_call(typed, of)?;
        call.get_or_insert(at);
        of = by;
        depth = depth.checked_sub(1)?;
    }
    call
}

/// By which procedure, and where, one is called, where that is one place outside of loops.
fn only_call(typed: &Typed, procedure: ProcedureId) -> Option<(ProcedureId, Span)> {
    let of_rules = typed.procedures.iter().flat_map(|(id, def)| {
        def.steps.iter().map(move |step| (Some(id).filter(|_| !step.called), step.body.as_slice()))
    });
    let hooks = typed.hooks.values().map(|hook| (None, hook.body.as_slice()));
    let actions = typed.actions.values().map(|action| (None, action.body.as_slice()));
    let battles = typed.scenarios.values().map(|battle| (None, battle.setup.as_slice()));
    let mut calls = Vec::new();
    for (by, body) in of_rules.chain(hooks).chain(actions).chain(battles) {
        each_call(body, procedure, by, &mut calls);
    }
    as_variant!(calls.as_slice(), [(Some(by), at)] => (*by, *at))
}

/// The calls of a procedure in a body, with who makes each; in a loop that is nobody who does it once.
fn each_call(
    body: &[Stmt],
    procedure: ProcedureId,
    by: Option<ProcedureId>,
    calls: &mut Vec<(Option<ProcedureId>, Span)>,
) {
    for stmt in body {
        let inside = match &stmt.kind {
            StmtKind::Call { procedure: called, .. } if *called == procedure => {
                calls.push((by, stmt.span));
                continue;
            }
            StmtKind::ForEach { .. }
            | StmtKind::ForNext { .. }
            | StmtKind::Repeat { .. }
            | StmtKind::RepeatUntil { .. } => None,
            _ => by,
        };
        bodies(stmt).into_iter().for_each(|body| each_call(body, procedure, inside, calls));
    }
}
