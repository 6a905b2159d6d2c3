//! Many battles: takes a scenario and those who play it, plays it on all cores, and says who wins how often, and how.
//!
//! A battle is played as `play` plays it with the same seed; all that it came to is a [`Tally`] of whole numbers, and tallies are
//! added up. So neither threads nor the order in which battles end reach a result.

mod battle;
mod game;
mod interval;
mod labels;
mod noticed;
mod report;
mod run;
mod show;
mod tally;

pub use game::Game;
pub use interval::{Interval, MILLION, Sums, thousandths, wilson};
pub use report::{Report, tables};
pub use run::{Plan, run, threads};
pub use show::{csv, words};
pub use tally::Tally;
