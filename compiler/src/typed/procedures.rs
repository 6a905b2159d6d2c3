//! Typed declarations of what is done: procedures, steps, hooks, actions, moments and policies.

use super::rules::{BearerDef, Level, ReachDef};
use super::{Expr, LocalId, LocalRole, Locals, Stmt, Type, Typed, Words};
use rustc_hash::FxHashSet;
use warwright_grammar::source::Span;
use warwright_ir as ir;

/// A procedure.
#[derive(Clone, Debug, Default)]
pub struct ProcedureDef {
    /// Its name.
    pub name: String,
    /// How many of its locals are parameters.
    pub params: u16,
    /// All locals of all steps, parameters first.
    pub locals: Locals,
    /// Initial values of variables (open and private).
    pub variables: Vec<(LocalId, Expr)>,
    /// What it gives.
    pub result: Option<Type>,
    /// Its steps.
    pub steps: Vec<StepDef>,
    /// How deep it may reach itself.
    pub recursive: u16,
    /// What it gives to whoever calls it deeper.
    pub beyond: Option<Expr>,
    /// Whether a run of its player is one of all players of his team.
    pub for_team: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A step.
#[derive(Clone, Debug, Default)]
pub struct StepDef {
    /// Its name.
    pub name: String,
    /// Its condition.
    pub when: Option<Expr>,
    /// Its heading.
    pub heading: Option<Words>,
    /// Runs only when called.
    pub called: bool,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Where it stands.
    pub span: Span,
}

/// A hook.
#[derive(Clone, Debug)]
pub struct HookDef {
    /// Who brings it into play.
    pub bearer: BearerDef,
    /// Whom it reaches.
    pub reach: ReachDef,
    /// Its precedence.
    pub level: Level,
    /// When it runs.
    pub time: ir::HookTime,
    /// The procedure.
    pub procedure: ir::ProcedureId,
    /// The step; none: the run.
    pub step: Option<u16>,
    /// Its locals: the procedure's parameters and open variables in their order, bearer, ability parameters, the rest.
    pub locals: Locals,
    /// Its condition.
    pub when: Option<Expr>,
    /// Its limit of use.
    pub once: Option<OnceDef>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Labels of hooks that it goes over.
    pub over: Vec<(String, Span)>,
    /// Its label.
    pub label: String,
    /// The sections of a book.
    pub see: Option<String>,
    /// Whose runs, with the position of the procedure's player parameter.
    pub whose: Option<(ir::Whose, u16)>,
    /// Where it stands.
    pub span: Span,
}

/// A limit of use.
#[derive(Clone, Debug, Hash)]
pub struct OnceDef {
    /// The moment; none: the battle.
    pub moment: Option<ir::MomentId>,
    /// For whom it counts.
    pub scope: ir::Scope,
    /// Counted apart for each value.
    pub each: Option<Expr>,
}

/// A window.
#[derive(Clone, Debug)]
pub struct WindowDef {
    /// Its name.
    pub name: String,
    /// What is asked in it; none: its name.
    pub question: Option<String>,
    /// Where it is first named.
    pub span: Span,
}

/// Where an action is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionPlace {
    /// In a window.
    Named(ir::WindowId),
    /// At a step: before it, in it, after it.
    Step { procedure: ir::ProcedureId, step: u16, time: Option<ir::HookTime> },
}

impl ActionPlace {
    /// The procedure at whose step it is.
    pub const fn procedure(self) -> Option<ir::ProcedureId> {
        match self {
            Self::Step { procedure, .. } => Some(procedure),
            Self::Named(_) => None,
        }
    }

    /// Whether it is at a step.
    pub fn is_at(self, id: ir::ProcedureId, at: u16) -> bool {
        matches!(self, Self::Step { procedure, step, .. } if (procedure, step) == (id, at))
    }

    /// Whether it is there while procedures run, or one of the windows is open.
    pub fn is_in(
        self,
        runs: &FxHashSet<ir::ProcedureId>,
        windows: &FxHashSet<ir::WindowId>,
    ) -> bool {
        match self {
            Self::Step { procedure, .. } => runs.contains(&procedure),
            Self::Named(window) => windows.contains(&window),
        }
    }
}

/// An action.
#[derive(Clone, Debug)]
pub struct ActionDef {
    /// Its name.
    pub name: String,
    /// Who brings it into play.
    pub bearer: BearerDef,
    /// Whom it reaches.
    pub reach: ReachDef,
    /// Its precedence.
    pub level: Level,
    /// Its locals: for one at a step the procedure's parameters and open variables, then bearer and ability parameters,
    /// then its own parameters, then the rest.
    pub locals: Locals,
    /// Its parameters.
    pub params: Vec<ActionParamDef>,
    /// Where it is offered.
    pub place: ActionPlace,
    /// Who may choose it.
    pub by: Expr,
    /// The condition of the clause.
    pub when: Option<Expr>,
    /// Its permission; that permission's parameters are all locals before the first of role `Let`.
    pub permission: ir::PermissionId,
    /// Its price: a quantity with those locals as parameters, the payer and the field.
    pub cost: Option<(ir::QuantityId, Expr, ir::FieldId)>,
    /// Keeps `done` away.
    pub must: bool,
    /// Its limit of use.
    pub once: Option<OnceDef>,
    /// The option as shown.
    pub label: Words,
    /// What it does.
    pub body: Vec<Stmt>,
    /// Where it stands.
    pub span: Span,
}

/// A parameter of an action.
#[derive(Clone, Debug)]
pub struct ActionParamDef {
    /// Its local.
    pub local: LocalId,
    /// What it may be: a set, list or range.
    pub domain: Expr,
}

/// A moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MomentDef {
    /// As written.
    pub name: String,
    /// The procedure.
    pub procedure: ir::ProcedureId,
    /// The step.
    pub step: Option<u16>,
    /// The position of the procedure's player parameter, where it has just one.
    pub player: Option<u16>,
}

/// A policy.
#[derive(Clone, Debug)]
pub struct PolicyDef {
    /// Its name.
    pub name: String,
    /// The policy that it is like.
    pub like: Option<ir::PolicyId>,
    /// Its rules.
    pub rules: Vec<PolicyRuleDef>,
    /// Where it is declared.
    pub span: Span,
}

/// Advice for one choice or action.
#[derive(Clone, Debug)]
pub struct PolicyRuleDef {
    /// What it is about.
    pub target: PolicyTarget,
    /// Locals: those that the expressions see at the choice (a copy of its owner's), then the candidate for a choice.
    pub locals: Locals,
    /// The candidate.
    pub candidate: Option<LocalId>,
    /// Where it fails the next rule for the same speaks; it counts in what is preferred too.
    pub when: Option<Expr>,
    /// What is preferred.
    pub prefer: PreferDef,
    /// Whether it says `never`.
    pub never: bool,
    /// Where it stands.
    pub span: Span,
}

impl PolicyRuleDef {
    /// How many of its locals all advice on the same has in common: what the choice or action sees, and the candidate.
    pub fn seen(&self) -> u16 {
        let own =
            || self.locals.all.iter().take_while(|local| local.role != LocalRole::Let).count();
        let seen = self.candidate.map_or_else(own, |candidate| candidate.0 as usize + 1);
        u16::try_from(seen).unwrap_or(u16::MAX)
    }
}

/// What advice is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PolicyTarget {
    /// The choice of a name in a body (every statement there that chooses this name).
    Choice {
        /// The body.
        owner: ChoiceOwner,
        /// The name.
        name: String,
    },
    /// An action.
    Action(ir::ActionId),
}

impl PolicyTarget {
    /// The name of the choice or of the action.
    #[must_use]
    pub fn name<'t>(&'t self, typed: &'t Typed) -> &'t str {
        match self {
            Self::Choice { name, .. } => name,
            Self::Action(id) => typed.actions.get(*id).map_or("", |it| &it.name),
        }
    }
}

/// Whose body a choice stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChoiceOwner {
    /// A procedure.
    Procedure(ir::ProcedureId),
    /// A hook.
    Hook(ir::HookId),
    /// An action.
    Action(ir::ActionId),
    /// The set-up of a scenario.
    Scenario(ir::ScenarioId),
    /// A test.
    Test(ir::TestId),
}

/// What is preferred.
#[derive(Clone, Debug)]
pub enum PreferDef {
    /// Highest (true) or lowest of each in order.
    Ranked(Vec<(bool, Expr)>),
    /// Before all else.
    Always,
    /// Never.
    Never,
}
