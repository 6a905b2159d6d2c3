//! The rules that clauses bend: quantities and permissions; and those they do not: functions and tables.

use crate::{
    Bearer, ClauseId, DieId, Env, ExprId, Origin, Param, PermissionId, Reach, Rounding, ScaleId,
    SpanId, Template, TextId, Ty,
};
use serde::{Deserialize, Serialize};

/// A number (or other scalar) computed from its arguments and bent by clauses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quantity {
    /// Its name; of a profile the profile's name.
    pub name: TextId,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it gives.
    pub ty: Ty,
    /// Locals of `base`.
    pub env: Env,
    /// The value before any clause.
    pub base: ExprId,
    /// How a rational result becomes the whole number that `ty` asks for.
    pub rounding: Option<Rounding>,
    /// The ladder for `rung`.
    pub scale: Option<ScaleId>,
    /// The least and the greatest value: the declared range, kept at the end.
    pub least: Option<i64>,
    /// See `least`.
    pub most: Option<i64>,
    /// Names of its stages in order; a single one without a name where the system names none.
    pub stages: Vec<Option<TextId>>,
    /// Groups of clauses of which not all count.
    pub groups: Vec<Group>,
    /// For whom it is good; none: nobody.
    pub favours: Option<Favours>,
    /// Its clauses, in order of stage, verb, rising precedence, source.
    pub clauses: Vec<ClauseId>,
    /// The printed profile that it is, if it is one.
    pub profile: Option<crate::ProfileId>,
    /// Where it is declared.
    pub span: SpanId,
}

/// For whom a quantity is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Favours {
    /// The parameter.
    pub role: u16,
    /// Whether less is better, and not more.
    pub less: bool,
}

/// A group of clauses of a quantity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Its name.
    pub name: TextId,
    /// Which of its clauses count.
    pub rule: GroupRule,
}

/// Which clauses of a group count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GroupRule {
    /// Only the one whose amount is largest in size.
    Keep(Keep),
}

/// Which amount is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Keep {
    /// Largest in size, whatever its sign.
    Strongest,
    /// The greatest.
    Highest,
    /// The least.
    Lowest,
}

/// A clause of a quantity or permission, or one that lends or denies an ability.
///
/// Its expressions see: the owner's parameters in their slots, then (for a bearer that is an ability) the bearer and the
/// ability's parameters in the next scalar slots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// Who brings it into play.
    pub bearer: Bearer,
    /// Whom it reaches.
    pub reach: Reach,
    /// Precedence: higher comes later and wins.
    pub level: u8,
    /// Locals.
    pub env: Env,
    /// The scalar slot of the bearer, for a bearer that is an ability.
    pub self_slot: u16,
    /// The condition.
    pub when: Option<ExprId>,
    /// What it does to a quantity; none for other clauses.
    pub modifier: Option<Modifier>,
    /// What it does to a permission; none for other clauses.
    pub permission: Option<PermissionClause>,
    /// Clauses that do not count where this one applies.
    pub strikes: Vec<ClauseId>,
    /// Its label, shown at the table.
    pub label: TextId,
    /// Whether the author says that it harms its bearer on purpose.
    pub drawback: bool,
    /// What errata did to it, oldest first; empty for one that stands as it was declared.
    pub origins: Vec<Origin>,
    /// Where it stands.
    pub span: SpanId,
}

/// What a clause does to a quantity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// The stage it belongs to.
    pub stage: u16,
    /// What is done.
    pub verb: Verb,
    /// By how much.
    pub amount: ExprId,
    /// `by +1 up to 6`: the cap.
    pub cap: Option<ExprId>,
    /// The group it belongs to.
    pub group: Option<u16>,
}

/// The verbs of a modifier, in the order in which they are applied within a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verb {
    /// The value is replaced; of several the highest level wins, equal levels must agree.
    Set,
    /// Up or down the ladder; all amounts are added first.
    Rung,
    /// Added. Amounts are of the quantity's type.
    By,
    /// Added, rising to the cap at most and never lowering: after all plain `by`, in rising order of caps.
    ByUpTo,
    /// Multiplied by a ratio; all factors are multiplied first.
    Times,
    /// Raised to at least this; the greatest of all.
    AtLeast,
    /// Lowered to at most this; the least of all.
    AtMost,
}

/// A yes or no, with reasons. It holds when no reason stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permission {
    /// Its name.
    pub name: TextId,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Locals that its requirements share.
    pub env: Env,
    /// What must hold, in order.
    pub requires: Vec<Require>,
    /// Forbidding and allowing clauses, in order of rising precedence, then source.
    pub clauses: Vec<ClauseId>,
    /// Precedence of what must hold: an allowing clause that names nothing goes over what stands below it.
    pub level: u8,
    /// Where it is declared.
    pub span: SpanId,
}

/// Something that must hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Require {
    /// The condition. With `inherits`, it is `May` of that permission and its reasons are passed on.
    pub holds: ExprId,
    /// The reason where it does not.
    pub reason: Reason,
    /// Passed on reasons, if there is no label of its own.
    pub inherits: Option<(PermissionId, Vec<ExprId>)>,
    /// Earlier requirements (by position) whose names it uses: where one fails, this one is left out.
    pub needs: Vec<u16>,
    /// How many parameters, from the left, must be known before it can be asked.
    pub params_known: u16,
}

/// A reason for a no.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// Its label: what `over` names.
    pub label: TextId,
    /// What is shown, where it has data.
    pub words: Option<Template>,
    /// Where it stands.
    pub span: SpanId,
}

/// What a clause does to a permission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PermissionClause {
    /// Adds a reason.
    Forbid {
        /// What is shown, where the reason has data.
        words: Option<Template>,
    },
    /// Strikes reasons: those with the labels, whatever their level but the scenario's; without labels, all below its own level.
    Allow {
        /// The labels.
        over: Vec<TextId>,
    },
}

/// A pure function. Relations, defines and derived facts are functions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// Its name.
    pub name: TextId,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it gives.
    pub ty: Ty,
    /// Locals.
    pub env: Env,
    /// Its value.
    pub body: ExprId,
    /// Where it is declared.
    pub span: SpanId,
}

/// A lookup table. Complete: every key of its axes has a row, which the compiler has checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Its name.
    pub name: TextId,
    /// Its keys.
    pub axes: Vec<TableAxis>,
    /// What it gives; scalar.
    pub ty: Ty,
    /// Rows in source order; the first that fits counts.
    pub rows: Vec<TableRow>,
    /// The dice by which it is read (`by 2d6`), if any.
    pub dice: Option<(u16, DieId)>,
    /// Where it is declared.
    pub span: SpanId,
}

/// A key of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableAxis {
    /// Its name.
    pub name: TextId,
    /// Its type.
    pub ty: Ty,
}

/// A row, or for a table of two keys a cell: keys and value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRow {
    /// One for each axis.
    pub keys: Vec<TableKey>,
    /// The value.
    pub value: i64,
    /// What errata did to it, oldest first; empty when nothing did.
    pub origins: Vec<Origin>,
    /// Where it stands.
    pub span: SpanId,
}

/// Which cells a row is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableKey {
    /// From the first to the second, both included; an end may be open.
    Between(Option<i64>, Option<i64>),
    /// All that no earlier row has.
    Else,
}
