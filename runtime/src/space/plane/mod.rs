//! The plane: an exact kernel of geometry on a grid of micrometres. Pure functions on plain values.
//!
//! `docs/decisions/009-grid-angle-touch.md` has its rules: where rounding happens, what touching is, where moves stop.

mod footprint;
mod gap;
mod measure;
mod point;
mod pose;
pub mod trig;

#[cfg(test)]
mod tests;

pub use footprint::{Corner, Corners, Edge, Footprint, LARGEST, Posed, Shape, ShapeFault, Side};
pub use gap::{distance, gap, overlaps, touches};
pub use measure::{Grain, Squared};
pub use point::{
    Inside, Meeting, Point, REACH, Vector, inside_convex, meeting, on_segment, ring, side_of,
};
pub use pose::{Angle, Pose};
