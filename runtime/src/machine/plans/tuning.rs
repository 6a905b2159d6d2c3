//! How hard a plan looks: takes the settings of its manner, gives their values where it is made, with the usual ones for those
//! that are not given.

use crate::fault::Checked;
use crate::machine::engine::{Base, Engine};
use crate::space::plane::trig::QUARTER;
use warwright_ir::{ExprId, PlanManner};

/// No count goes further: what is looked through grows with them.
const MOST: i64 = 65_536;

/// The settings of a plan, as [`PlanManner`] says what they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tuning {
    pub(super) manoeuvres: i64,
    pub(super) effort: usize,
    pub(super) patience: usize,
    pub(super) refine: usize,
    pub(super) waiting: usize,
    pub(super) greed: i64,
    pub(super) nearer: i64,
    pub(super) patch: Option<i64>,
    pub(super) sector: i64,
    pub(super) crowd: Option<i64>,
    pub(super) angle: i64,
    pub(super) shares: i64,
    pub(super) round: usize,
}

impl Engine<'_> {
    /// The settings of a manner, where a plan is made.
    pub(super) fn tuning(&mut self, base: Base, manner: &PlanManner) -> Checked<Tuning> {
        let mut given = |setting: Option<ExprId>| -> Checked<Option<i64>> {
            let value = setting.map(|setting| self.scalar(base, setting)).transpose()?;
            Ok(value.map(|value| value.max(1)))
        };
        let mut count = |setting, usual: i64| -> Checked<i64> {
            Ok(given(setting)?.map_or(usual, |value| value.min(MOST)))
        };
        let [effort, patience, refine, waiting, round] = [
            count(manner.effort, 512)?,
            count(manner.patience, 48)?,
            count(manner.refine, 192)?,
            count(manner.waiting, 256)?,
            count(manner.round, 3)?,
        ]
        .map(|count| usize::try_from(count).unwrap_or(1));
        Ok(Tuning {
            manoeuvres: count(manner.manoeuvres, 4)?,
            effort,
            patience,
            refine,
            waiting,
            greed: count(manner.greed, 3)?,
            shares: count(manner.shares, 2)?,
            round,
            nearer: given(manner.nearer)?.unwrap_or(12_700),
            patch: given(manner.patch)?,
            sector: given(manner.sector)?.unwrap_or(15_000_000),
            crowd: given(manner.crowd)?,
            angle: given(manner.angle)?.unwrap_or(QUARTER),
        })
    }
}
