//! What the passes meet in bodies and leave for when all of them are read: takes places and wishes, gives them to those who judge.

use super::whose::Wanted;
use rustc_hash::FxHashMap;
use warwright_grammar::Span;
use warwright_ir as ir;

/// What was met so far.
#[derive(Debug, Default)]
pub struct Met {
    /// Where it is first asked where pieces of a kind are, by who does not know whether they are on the board.
    pub asked_where: FxHashMap<ir::KindId, Span>,
    /// Where rules take pieces off the board and leave them in play.
    pub taken_off: Vec<(ir::KindId, Span)>,
    /// Hooks of bearers on what has a player of its own.
    pub(super) wanted: Vec<Wanted>,
    /// The values of those defaults that some entry has asked for; none where one is broken.
    pub default_values: FxHashMap<ir::ProfileId, Option<ir::Value>>,
    /// Moments that were made, by procedure and step.
    pub moments: FxHashMap<(ir::ProcedureId, Option<u16>), ir::MomentId>,
}
