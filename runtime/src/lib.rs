//! The generic machine: runs a validated program from request to request, rolls dice, asks players, explains numbers.
//!
//! A [`Machine`] holds a program and no battle; a [`State`] holds a battle and no program. The machine runs a state until
//! it needs dice or a decision; whoever drives it answers ([`play`] is the plain loop).

mod arith;
mod board;
mod code;
mod codegen;
mod dependencies;
mod dice;
mod driver;
mod eval;
mod fault;
mod laid;
mod ledger;
mod limits;
mod link;
mod machine;
mod memo;
mod number;
mod odds;
mod optimisations;
mod record;
mod render;
mod rounds;
mod session;
pub mod space;
mod standing;
mod state;
mod striking;
mod watch;
mod wide;

pub use board::{Area, Board, Placed, Zone};
pub use dice::{DicePosition, RollOf, SeededDice, sides};
pub use driver::{
    Advised, AdvisedPlayers, Chooser, Dice, Effort, History, KeyedDice, NoWayBack, NotTaken,
    Parting, PlayFault, PolicyPlayer, RandomPlayer, ReplayFault, Replayed, Script, ScriptFault,
    SearchPlayer, Standpoint, Turn, play, replay, replay_to,
};
pub use eval::{Effect, Price};
pub use fault::{Checked, DamagedPart, Fault, FaultKind, Within};
pub use laid::{CellThing, CellsLaid, Division, LaidCell, Stood};
pub use ledger::{Explained, Ledger, LedgerLine, OriginShown, ReasonShown, Striker};
pub use limits::{Broken, Judged, Offender, Verdict};
pub use link::{Head, Heads, Layout, Planned};
pub use machine::{
    ActionOption, Answer, Cause, ChooseRequest, Failing, Fuel, LeftOut, Listed, Machine, Made,
    NoPlace, Options, PlaceAsked, PlayedOut, Range, Ranged, Ranked, Ranker, Ranking, Refusal,
    Request, RollRequest, Shunned, Tell, TellKind, Tells, Wanted, WantedValue, WhyNot, Withheld,
    WithheldList,
};
pub use number::Fraction;
pub use odds::{
    Chance, Distribution, Enumerator, Limits, Much, NoChoices, OddsFault, Reached, Settle, Settled,
    TooMuch, Values, enumerate,
};
pub use optimisations::Optimisations;
pub use record::{
    Answered, RECORD_VERSION, Record, RecordFault, Recorded, StateHash, content_hash,
};
pub use render::COMPASS;
pub use rounds::RoundCount;
pub use session::Session;
pub use standing::{Standing, TieShown};
pub use state::{
    ActionRun, Acts, Frame, Held, HookRun, Locals, Memory, Outcome, PartOf, Queue, Queued, Run,
    Savepoint, Snapshot, Stage, State, StepRun, Tally, Tied, Until, Used, Wide, WindowRun,
    WindowSource, Work,
};
pub use watch::Part;
