//! The plane: its measures against a geometry library, and its promises on random poses.

mod contacts;
mod gaps;
mod lines;
mod make;
mod moves;
mod regions;
mod sectors;
