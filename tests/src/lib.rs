//! Helpers of the end-to-end tests: where the repository is, which sources it has, how content is compiled and damaged.

pub mod battles;
pub mod changes;
pub mod deletion;
pub mod drawn;
pub mod edits;
pub mod forms;
pub mod fuzzing;
pub mod generate;
pub mod mutation;
pub mod odds;
pub mod pages;
pub mod repository;
pub mod saves;
pub mod second_opinion;
pub mod shapes;
pub mod shortcuts;
pub mod sources;
pub mod typed;
pub mod veils;
