//! Hooks: takes `before`, `after` and `instead of` clauses of every bearer, gives typed hooks.

use super::bearer::{Bearer, Reachable, Reached};
use super::checker::Checker;
use super::statements::{Acting, BodyOf};
use crate::typed::{HookDef, Local, OnceDef};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// The procedure on which something hangs, as clauses see it.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) procedure: ir::ProcedureId,
    pub(super) step: Option<u16>,
    /// In words: `procedure clash`.
    pub(super) title: String,
    /// Parameters, then open variables.
    pub(super) locals: Vec<Local>,
    pub(super) params: u16,
    /// The position of the only player among the parameters.
    pub(super) player: Option<u16>,
    pub(super) span: Span,
}

impl Run {
    /// It, as far as clauses reach it.
    pub(super) fn reachable(&self) -> Reachable<'_> {
        let Self { params, span, .. } = *self;
        Reachable { title: self.title.clone(), locals: &self.locals, params, span }
    }
}

impl<'a> Checker<'a> {
    /// A hook of a bearer.
    pub fn hook(&mut self, bearer: &Bearer<'a>, hook: &'a tree::Hook) {
        let Some(run) = self.run_named(&hook.path) else { return };
        let Some(whose) = self.hook_whose(bearer, &run, hook) else { return };
        let reach = match (&hook.reach, whose) {
            // `my turn` says whose runs are meant, and so whom the hook is for.
            (tree::Reach::Unsaid, Whose::Said(_)) if bearer.without_self.is_none() => {
                tree::Reach::Any(hook.path.span)
            }
            (reach, _) => reach.clone(),
        };
        let on = run.reachable();
        let words = match hook.position {
            tree::HookPosition::Before => "before",
            tree::HookPosition::After => "after",
            tree::HookPosition::InsteadOf => "instead of",
        };
        let clause = format!("{words} {}", hook.path.dotted());
        self.has_no_strongest(&hook.reach, &clause);
        for reached in self.reaches(bearer, &on, &reach, &clause, hook.span) {
            let whose = match whose {
                Whose::Said(whose) => whose,
                Whose::Unsaid => None,
            };
            self.hook_reached(bearer, &run, hook, reached, whose);
        }
    }

    fn hook_reached(
        &mut self,
        bearer: &Bearer<'a>,
        run: &Run,
        hook: &'a tree::Hook,
        reached: Reached,
        whose: Option<(ir::Whose, u16)>,
    ) {
        let Reached { bearer: by, reach, scope } = reached;
        let time = match hook.position {
            tree::HookPosition::Before => ir::HookTime::Before,
            tree::HookPosition::After => ir::HookTime::After,
            tree::HookPosition::InsteadOf => ir::HookTime::Instead,
        };
        if time == ir::HookTime::Instead && run.step.is_none() {
            return self.report(replaced_whole(hook.path.span, run));
        }
        self.scope = scope;
        self.scope.hangs_on = Some(run.procedure);
        let when = self.assumed(hook.tail.when.as_ref());
        let once = match &hook.tail.once {
            Some(once) => match self.once(once) {
                Some(once) => Some(once),
                None => return,
            },
            None => None,
        };
        let label = match &hook.tail.label {
            Some(label) => self.label(label).0,
            None => bearer.name.clone(),
        };
        let of = BodyOf::Hook { procedure: run.procedure, time };
        self.acting = Acting::new(of, &self.scope);
        if time == ir::HookTime::Instead {
            let def = self.typed.procedures.get(run.procedure);
            self.acting.result = def.and_then(|def| def.result.clone());
        }
        let body = self.block(&hook.body);
        let over = hook.tail.over.iter().map(|name| (name.text.to_string(), name.span)).collect();
        let locals = self.finish();
        self.typed.hooks.push(HookDef {
            bearer: by,
            reach,
            level: bearer.level,
            time,
            procedure: run.procedure,
            step: run.step,
            locals,
            when,
            once,
            body,
            over,
            label,
            see: super::clauses::see_text(&hook.tail.see),
            whose,
            span: hook.span,
        });
    }

    /// `procedure` or `procedure.step`, or a diagnostic.
    pub(super) fn run_named(&mut self, path: &tree::Path) -> Option<Run> {
        let procedure = self.find_procedure(path.first()?)?;
        let step = match path.names.get(1) {
            Some(name) => Some(self.find_step(procedure, name)?),
            None => None,
        };
        if let Some(third) = path.names.get(2) {
            return Diagnostic::at(codes::UNKNOWN_STEP, third.span)
                .says(format!("a step has no steps of its own: `{}`", path.dotted()))
                .help("name the procedure and the step")
                .refuse(self.sink);
        }
        let open = self.facts.open_variables.get(&procedure).copied().unwrap_or(0);
        let def = self.typed.procedures.get(procedure)?;
        let seen = def.params as usize + open as usize;
        let locals: Vec<Local> = def.locals.all.iter().take(seen).cloned().collect();
        Some(Run {
            procedure,
            step,
            title: format!("procedure {}", def.name),
            params: def.params,
            player: self.only_player(def),
            span: def.span,
            locals,
        })
    }

    /// Whose runs a hook is for; none where it must say and does not, or says what cannot be.
    fn hook_whose(
        &mut self,
        bearer: &Bearer<'a>,
        run: &Run,
        hook: &'a tree::Hook,
    ) -> Option<Whose> {
        let has_self = bearer.without_self.is_none();
        let Some(whose) = &hook.whose else {
            let tied = matches!(hook.reach, tree::Reach::Role { .. });
            if has_self && run.player.is_some() && !tied {
                self.is_wanted(bearer, run, hook, None);
                return None;
            }
            return Some(Whose::Unsaid);
        };
        let kind = match &whose.kind {
            tree::WhoseKind::Each => return Some(Whose::Said(None)),
            tree::WhoseKind::My => ir::Whose::Mine,
            tree::WhoseKind::Foes => ir::Whose::Foes,
            tree::WhoseKind::Of(_) => {
                return Diagnostic::at(codes::WHOSE_MOMENT, whose.span)
                    .says("a hook is for `my`, `foe's` or `each` run")
                    .help("say the rest with `when`")
                    .refuse(self.sink);
            }
        };
        if !has_self {
            return Diagnostic::at(codes::NO_BEARER, whose.span)
                .says(format!("{} belongs to nobody, so nothing here is `my`", bearer.title))
                .help("leave it out, and say with `when` whose run is meant")
                .refuse(self.sink);
        }
        let Some(player) = run.player else {
            return Diagnostic::at(codes::NOBODYS_MOMENT, whose.span)
                .says(format!("`{}` is nobody's: it has no player of its own", hook.path.dotted()))
                .also(run.span, "no parameter, or more than one, is a player")
                .refuse(self.sink);
        };
        let said = if kind == ir::Whose::Mine { "my" } else { "foe's" };
        self.is_wanted(bearer, run, hook, Some(said));
        Some(Whose::Said(Some((kind, player))))
    }

    /// `once per MOMENT [each x] [for army]`.
    pub(super) fn once(&mut self, once: &tree::Once) -> Option<OnceDef> {
        let used = self.moment(&once.per)?;
        if once.per.edge.is_some() {
            return Diagnostic::at(codes::ACT_OUT_OF_PLACE, once.per.span)
                .says("`once per` counts in whole runs")
                .help("leave out `start of` or `end of`")
                .refuse(self.sink);
        }
        let each = match &once.each {
            None => None,
            Some(name) => {
                let expr = tree::Expr { kind: tree::ExprKind::Name(name.clone()), span: name.span };
                if self.scope.peek(&name.text).is_none() {
                    let known: Vec<String> = self.scope.names().map(str::to_owned).collect();
                    self.unknown_among(name, "role or name", &known);
                    return None;
                }
                Some(self.expr(&expr, None))
            }
        };
        let counted = match &once.for_whom {
            None => ir::Scope::Bearer,
            Some(word) if matches!(&*word.text, "army" | "player") => ir::Scope::Player,
            Some(word) => {
                self.unknown_among(word, "way of counting", &["army".to_owned()]);
                return None;
            }
        };
        Some(OnceDef { moment: used.moment, scope: counted, each })
    }
}

/// Whose runs a hook is for.
#[derive(Clone, Copy, Debug)]
enum Whose {
    /// Nothing was said, and nothing need be.
    Unsaid,
    /// Mine, the foe's (with the position of the player), or every run.
    Said(Option<(ir::Whose, u16)>),
}

fn replaced_whole(span: Span, run: &Run) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_STEP, span)
        .says(format!("a step can be replaced, not all of {}", run.title))
        .label("which step?")
        .also(run.span, "declared here")
        .help(format!("write `instead of {}.STEP`", run.title.trim_start_matches("procedure ")))
}
