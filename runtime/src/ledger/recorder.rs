//! The recorder: writes ledgers down while numbers are worked out.

use crate::eval::{Line, Observer};
use crate::state::Wide;
use warwright_ir::{NONE, QuantityId};

/// Writes ledgers down.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    open: Vec<Raw>,
    pub(crate) done: Vec<Raw>,
}

/// A ledger as it is written down while a number is worked out.
#[derive(Clone, Debug)]
pub(crate) struct Raw {
    pub(crate) quantity: QuantityId,
    pub(crate) args: Vec<Wide>,
    pub(crate) base: Option<i64>,
    pub(crate) parts: Vec<Raw>,
    pub(crate) lines: Vec<Line>,
    pub(crate) result: i64,
}

impl Observer for Recorder {
    const WATCHES: bool = true;
    fn begin(&mut self, quantity: QuantityId, args: Vec<Wide>) {
        let (parts, lines) = (Vec::new(), Vec::new());
        self.open.push(Raw { quantity, args, base: None, parts, lines, result: NONE });
    }
    fn base(&mut self, value: i64) {
        if let Some(raw) = self.open.last_mut() {
            raw.base = Some(value);
        }
    }
    fn line(&mut self, line: Line) {
        if let Some(raw) = self.open.last_mut() {
            raw.lines.push(line);
        }
    }
    fn end(&mut self, value: i64) {
        let Some(mut raw) = self.open.pop() else { return };
        raw.result = value;
        match self.open.last_mut() {
            // What only a clause's condition asked for is not part of the number.
            Some(outer) if outer.base.is_none() => outer.parts.push(raw),
            Some(_) => {}
            None => self.done.push(raw),
        }
    }
}
