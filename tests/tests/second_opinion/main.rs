//! The second opinion agrees with the machine: on every test block of the repository, and on made-up rules.

mod blocks;
mod generated;
