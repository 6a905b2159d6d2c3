//! Many battles: takes a scenario and those who play it, plays it on all cores, and says who wins how often, and how.
//!
//! A battle is played as `play` plays it with the same seed; all that it came to is a [`Tally`] of whole numbers, and tallies are
//! added up. So neither threads nor the order in which battles end reach a result.

mod balance;
mod battle;
mod compare;
mod game;
mod interval;
mod labels;
mod noticed;
mod part;
mod picture;
mod players;
mod report;
mod run;
mod show;
mod spread;
mod tally;
mod used;

pub use balance::{Left, RoundRobin, tables as balance_tables};
pub use compare::Paired;
pub use game::Game;
pub use interval::{Interval, MILLION, Sums, thousandths, wilson};
pub use part::{Header, Part, Shard, merged};
pub use picture::picture;
pub use report::{Report, Table};
pub use run::{run, run_pairs, run_without, threads};
pub use show::{csv, words};
pub use tally::Tally;
