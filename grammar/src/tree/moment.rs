//! Moments: the start or end of a run of a procedure or step, and `once per`.

use serde::Serialize;

use super::{Expr, Name, Path};
use crate::source::Span;

/// A moment: `end of clash`, `start of my next turn`, `end of next volley as shooter`, `turn`, `each round`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// `start of` or `end of`; none in `during march`, `once per turn`, `as of clash`.
    pub edge: Option<MomentEdge>,
    /// Whose run: `my`, `foe's`, `each`.
    pub whose: Option<Whose>,
    /// `next`.
    pub next: bool,
    /// The procedure or step: `turn`, `clash.losses`.
    pub path: Path,
    /// `as ROLE`: whose run, by the role that the bearer has in it.
    pub role: Option<Name>,
    /// The whole moment.
    pub span: Span,
}

/// Which end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum MomentEdge {
    /// `start of`
    Start,
    /// `end of`
    End,
}

/// Whose run a moment or a hook means.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Whose {
    /// Which of the forms.
    pub kind: WhoseKind,
    /// The word.
    pub span: Span,
}

/// The forms of whose.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum WhoseKind {
    /// `my`
    My,
    /// `foe's`
    Foes,
    /// `each`
    Each,
    /// `p's` for a name `p`
    Of(Box<Expr>),
}

/// `once per MOMENT [each foe] [for army]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Once {
    /// The moment.
    pub per: Moment,
    /// `each foe`: once for each value of that role or name.
    pub each: Option<Name>,
    /// `for army`: counted for the player, not for each bearer. The word after `for`.
    pub for_whom: Option<Name>,
    /// All of it.
    pub span: Span,
}
