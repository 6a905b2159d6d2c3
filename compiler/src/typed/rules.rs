//! Typed declarations of rules: functions, quantities, permissions, and the clauses that bend them.

use super::{Bounds, Expr, LocalId, Locals, Type, Words};
use warwright_grammar::source::Span;
use warwright_ir as ir;

/// A define, relation or derived fact.
#[derive(Clone, Debug)]
pub struct FunctionDef {
    /// Its name.
    pub name: String,
    /// How many of its locals are parameters.
    pub params: u16,
    /// Its locals.
    pub locals: Locals,
    /// What it gives.
    pub ty: Type,
    /// The range of a number that it gives, as its value says.
    pub range: Bounds,
    /// Its value.
    pub body: Expr,
    /// Where it is declared.
    pub span: Span,
}

/// A quantity.
#[derive(Clone, Debug, Default)]
pub struct QuantityDef {
    /// Its name.
    pub name: String,
    /// How many of its locals are parameters.
    pub params: u16,
    /// Its locals.
    pub locals: Locals,
    /// What it gives.
    pub ty: Type,
    /// The value before any clause.
    pub base: Expr,
    /// Its rounding.
    pub rounding: Option<ir::Rounding>,
    /// Its ladder.
    pub scale: Option<ir::ScaleId>,
    /// Named stages in order; empty: one without a name.
    pub stages: Vec<String>,
    /// Groups.
    pub groups: Vec<GroupDef>,
    /// For whom it is good, or nobody.
    pub favours: Option<Favoured>,
    /// The profile that it is.
    pub profile: Option<ir::ProfileId>,
    /// Where it is declared.
    pub span: Span,
}

/// For whom a number is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Favoured {
    /// The parameter, or the field of one.
    pub role: RoleRef,
    /// Whether less of it is better, and not more.
    pub less: bool,
}

impl Favoured {
    /// Whether it gains by a number that is raised, or lowered.
    #[must_use]
    pub const fn gains(self, raised: bool) -> bool {
        raised != self.less
    }

    /// What is better, in words.
    #[must_use]
    pub const fn better(self) -> &'static str {
        if self.less { "less" } else { "larger" }
    }
}

/// A role: a parameter, or a field of a record parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoleRef {
    /// The parameter.
    pub param: u16,
    /// The field of the record, where the parameter is one.
    pub field: Option<u16>,
}

/// A group of clauses of which not all count.
#[derive(Clone, Debug)]
pub struct GroupDef {
    /// Its name.
    pub name: String,
    /// Which count.
    pub rule: ir::GroupRule,
}

/// A permission.
#[derive(Clone, Debug)]
pub struct PermissionDef {
    /// Its name.
    pub name: String,
    /// How many of its locals are parameters.
    pub params: u16,
    /// Locals that its requirements share.
    pub locals: Locals,
    /// Its requirements in order.
    pub requires: Vec<RequireDef>,
    /// The precedence of its requirements.
    pub level: Level,
    /// Where it is declared.
    pub span: Span,
}

/// A requirement.
#[derive(Clone, Debug)]
pub struct RequireDef {
    /// What must hold.
    pub holds: Expr,
    /// The label of the reason; none: the reasons of the permission asked in `holds` are passed on.
    pub label: Option<String>,
    /// The reason's words where it has data.
    pub words: Option<Words>,
    /// Locals that it binds (`is some x`).
    pub binds: Vec<LocalId>,
    /// Where it stands.
    pub span: Span,
}

/// Who brings a clause into play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BearerDef {
    /// The system.
    System,
    /// A scenario.
    Scenario(ir::ScenarioId),
    /// Whoever has the ability.
    Ability(ir::AbilityId),
}

/// The precedence of a clause: the position of its layer, lowest first. Higher comes later and wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(pub u8);

/// Whom a clause reaches.
#[derive(Clone, Debug, Hash)]
pub enum ReachDef {
    /// Everything.
    All,
    /// The bearer fills the role.
    Role(RoleRef),
    /// Whoever fills the role stands in the relation to the bearer; `holds` reads the role's local and the bearer's.
    /// With `or_self` the bearer itself is one of them, whether the relation holds of it or not.
    Related { role: RoleRef, holds: Expr, or_self: bool },
    /// Once for each bearer in play.
    Any,
}

/// A clause of one quantity, one permission, or of possession. A clause that bends several is several of these.
#[derive(Clone, Debug)]
pub struct ClauseDef {
    /// What it hangs on.
    pub owner: ClauseOwner,
    /// Who brings it into play.
    pub bearer: BearerDef,
    /// Whom it reaches.
    pub reach: ReachDef,
    /// Its precedence.
    pub level: Level,
    /// Its locals: those of the owner's parameters, then bearer and ability parameters, then the rest.
    pub locals: Locals,
    /// Its condition.
    pub when: Option<Expr>,
    /// What it does.
    pub does: ClauseVerb,
    /// Labels of clauses of the same owner that it goes over, with where they are named.
    pub over: Vec<(String, Span)>,
    /// Its label.
    pub label: String,
    /// Harms on purpose.
    pub drawback: bool,
    /// The section of a book.
    pub see: Option<String>,
    /// What errata did to it, in words and places, oldest first.
    pub origins: Vec<(String, Span)>,
    /// Where it stands, whole.
    pub span: Span,
}

/// What a clause hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseOwner {
    /// A quantity.
    Quantity(ir::QuantityId),
    /// A permission.
    Permission(ir::PermissionId),
    /// Having an ability; the subject is the one parameter.
    Possession(ir::AbilityId),
}

/// What a clause does.
#[derive(Clone, Debug, Hash)]
pub enum ClauseVerb {
    /// Bends a quantity.
    Modify { stage: u16, verb: ir::Verb, amount: Expr, cap: Option<Expr>, group: Option<u16> },
    /// Acts on a permission.
    Permission(PermissionClauseDef),
    /// Lends the ability with these arguments.
    Lend(Vec<Expr>),
    /// Denies the ability.
    Deny,
}

/// What a clause does to a permission.
#[derive(Clone, Debug, Hash)]
pub enum PermissionClauseDef {
    /// Adds a reason.
    Forbid { words: Option<Words> },
    /// Strikes reasons; with `over` those of its labels, else all below its level.
    Allow,
}
