//! Procedures and what hangs on their steps: hooks, windows, actions, moments, policies.

use crate::form::forms;
use crate::{
    ActionId, Bearer, BodyId, Env, ExprId, FieldId, HookId, MomentId, Param, PermissionId,
    ProcedureId, QuantityId, Reach, SiteId, Slot, SpanId, Template, TextId, Ty, WindowId,
};
use serde::{Deserialize, Serialize};

/// Named steps, run in order. The steps are the events that hooks hang on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Procedure {
    /// Its name.
    pub name: TextId,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Locals of all its steps, parameters first.
    pub env: Env,
    /// Initial values of its variables, set when a run begins.
    pub variables: Vec<(Slot, ExprId)>,
    /// Locals that hooks and actions inside may read and write, after the parameters (which they may read).
    pub open: Vec<Slot>,
    /// What it gives, if anything.
    pub result: Option<Ty>,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Hooks on the run as a whole.
    pub before: Vec<HookId>,
    /// See `before`; in order of falling precedence.
    pub after: Vec<HookId>,
    /// How deep it may reach itself; 0: not at all.
    pub recursive: u16,
    /// What whoever waits for its value is given where it would go deeper: it asks for no locals.
    pub beyond: Option<ExprId>,
    /// Whether a run of its player is one of all players of his team.
    pub for_team: bool,
    /// Moments that its runs begin and end.
    pub moments: Vec<MomentId>,
    /// Where it is declared.
    pub span: SpanId,
}

/// A step of a procedure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Its name.
    pub name: TextId,
    /// Asked before its before-hooks; where it does not hold the step is passed over.
    pub when: Option<ExprId>,
    /// What is said when the step begins, where the system marks it as a heading.
    pub heading: Option<Template>,
    /// Runs only when called.
    pub called: bool,
    /// Its acts, run with the procedure's locals.
    pub body: BodyId,
    /// Hooks before it, in order of rising precedence.
    pub before: Vec<HookId>,
    /// Hooks instead of it, in order of rising precedence: the highest that applies runs, `proceed` runs the next lower.
    pub instead: Vec<HookId>,
    /// Hooks after it, in order of falling precedence.
    pub after: Vec<HookId>,
    /// Actions offered `at before` it, `at` it (between its before-hooks and its body), `at after` it.
    pub offers_before: Vec<ActionId>,
    /// See `offers_before`.
    pub offers_at: Vec<ActionId>,
    /// See `offers_before`.
    pub offers_after: Vec<ActionId>,
    /// Moments that its runs begin and end.
    pub moments: Vec<MomentId>,
    /// Where it stands.
    pub span: SpanId,
}

/// When a hook runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HookTime {
    /// Before the step.
    Before,
    /// In the step's place.
    Instead,
    /// After the step.
    After,
}

/// Acts that an author hangs on a step.
///
/// A hook runs in a frame of its own. Its first slots are copies of the procedure's parameters and open variables, in the
/// same slots; then (for a bearer that is an ability) the bearer and the ability's parameters. Open variables are copied back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hook {
    /// Who brings it into play.
    pub bearer: Bearer,
    /// Whom it reaches.
    pub reach: Reach,
    /// Precedence.
    pub level: u8,
    /// When it runs.
    pub time: HookTime,
    /// The procedure.
    pub procedure: ProcedureId,
    /// The step; none: the run as a whole.
    pub step: Option<u16>,
    /// The scalar slot of the bearer.
    pub self_slot: u16,
    /// The condition, asked with the locals of the hook.
    pub when: Option<ExprId>,
    /// How often at most.
    pub once: Option<Once>,
    /// Its acts.
    pub body: BodyId,
    /// Its label.
    pub label: TextId,
    /// Hooks instead of the same step that this one goes over.
    pub strikes: Vec<HookId>,
    /// Whose runs it hangs on, where it says `my` or `foe's`: the position of the procedure's player parameter.
    pub whose: Option<(Whose, u16)>,
    /// Where it stands.
    pub span: SpanId,
}

/// Whose run of a procedure is meant, seen from a bearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Whose {
    /// The bearer's player.
    Mine,
    /// Another player.
    Foes,
}

/// A limit of use: once in each run of a moment (in the battle, where it is missing).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Once {
    /// The moment.
    pub moment: Option<MomentId>,
    /// Counted for each bearer or for the bearer's player together.
    pub scope: Scope,
    /// Counted apart for each value of this expression (`each foe`).
    pub each: Option<ExprId>,
}

/// For whom a limit of use counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scope {
    /// Each bearer, or for an action each value of its first parameter.
    Bearer,
    /// Each player.
    Player,
}

/// The runs of a procedure or of one of its steps, for durations, limits and memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Its name as written.
    pub name: TextId,
    /// The procedure.
    pub procedure: ProcedureId,
    /// The step; none: the whole run.
    pub step: Option<u16>,
    /// The position of the parameter that says whose run it is: a player, or a thing in its role.
    pub player: Option<u16>,
    /// State fields that are read as of it: kept while the run goes on.
    pub fields: Vec<FieldId>,
    /// Whether possession (statuses) is read as of it.
    pub holdings: bool,
    /// Whether ties are read as of it.
    pub ties: bool,
    /// Whether it is looked back to at all.
    pub remembered: bool,
}

forms! {
    /// An end of a run.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Edge: () {
        /// Its start.
        Start => "start";
        /// Its end.
        End => "end";
    }
}

/// A window that steps open by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// Its name.
    pub name: TextId,
    /// What is asked in it, in words; none: its name.
    pub question: Option<TextId>,
    /// Its actions, in source order.
    pub actions: Vec<ActionId>,
}

/// Where an action is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WindowPlace {
    /// In a window that steps open.
    Named(WindowId),
    /// At a step.
    Step {
        /// The procedure.
        procedure: ProcedureId,
        /// The position of the step in the procedure.
        step: u16,
    },
}

/// Something that a player may choose.
///
/// Its slots: for an action at a step first copies of the procedure's parameters and open variables; for a bearer that is
/// an ability then the bearer and the ability's parameters; then its own parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// Its name.
    pub name: TextId,
    /// Who brings it into play.
    pub bearer: Bearer,
    /// Whom it reaches, for one at a step.
    pub reach: Reach,
    /// Precedence.
    pub level: u8,
    /// The scalar slot of the bearer.
    pub self_slot: u16,
    /// Its parameters with what each may be.
    pub params: Vec<ActionParam>,
    /// Locals of the expressions of this action.
    pub env: Env,
    /// Where it is offered.
    pub place: WindowPlace,
    /// Who may choose it.
    pub by: ExprId,
    /// The condition of the clause as a whole, before any parameter is known.
    pub when: Option<ExprId>,
    /// What must hold: a permission with the action's parameters (and before them what stands in earlier slots).
    pub permission: PermissionId,
    /// The price and what it is paid from.
    pub cost: Option<Cost>,
    /// Keeps `done` away while it is legal.
    pub must: bool,
    /// How often at most.
    pub once: Option<Once>,
    /// The option as shown.
    pub label: Template,
    /// What it does.
    pub body: BodyId,
    /// Where it stands.
    pub span: SpanId,
}

/// Why an action may not be taken that was taken as often as it may be.
pub const USED_UP: &str = "used up";

/// The price of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// How much: a quantity with the slots of the action as arguments, so that clauses bend it.
    pub quantity: QuantityId,
    /// Its arguments.
    pub args: Vec<ExprId>,
    /// The entity that pays.
    pub of: ExprId,
    /// The field it is taken from.
    pub field: FieldId,
}

/// A parameter of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionParam {
    /// The parameter.
    pub param: Param,
    /// What it may be: evaluated with the parameters to its left.
    pub domain: Domain,
}

/// What a parameter may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Domain {
    /// The items of a set.
    Of(ExprId),
    /// What lies between two whole numbers or measures, both included. People name a value; others are offered the ends and parts.
    Between(ExprId, ExprId),
}

/// A place where a choice is made: what policies advise on and what the driver is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// The procedure or action it stands in.
    pub owner: TextId,
    /// The name of what is chosen.
    pub name: TextId,
    /// The type of a candidate.
    pub ty: Ty,
    /// The slot that policies may use for a candidate: a scalar one, or a wide one where candidates are wide.
    pub slot: u16,
    /// What is asked, in words; none: the name.
    pub purpose: Option<Template>,
    /// Where it stands.
    pub span: SpanId,
}

/// Advice for computer players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// Its name.
    pub name: TextId,
    /// Its rules.
    pub rules: Vec<PolicyRule>,
    /// Where it is declared.
    pub span: SpanId,
}

/// Advice for one choice or action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PolicyRule {
    /// For a choice: candidates are ranked. The expressions see the locals at the site and the candidate in the site's slot.
    Choice {
        /// The choice.
        site: SiteId,
        /// Locals of its expressions.
        env: Env,
        /// Where it fails the next rule for the same choice speaks; none: this one speaks whatever holds.
        when: Option<ExprId>,
        /// What is preferred.
        prefer: Prefer,
    },
    /// For an action: how eagerly it is taken; among legal options of a window the highest rank wins, below 0 never.
    Action {
        /// The action.
        action: ActionId,
        /// Locals of its expressions.
        env: Env,
        /// Where it fails the next rule for the same action speaks; none: this one speaks whatever holds.
        when: Option<ExprId>,
        /// What is preferred.
        prefer: Prefer,
    },
}

/// What is preferred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Prefer {
    /// Highest (true) or lowest (false) of each, in order.
    Ranked(Vec<(bool, ExprId)>),
    /// Always, before all else.
    Always,
    /// Never, unless there is nothing else.
    Never,
}
