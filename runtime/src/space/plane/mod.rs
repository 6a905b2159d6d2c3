//! The plane: an exact kernel of geometry on a grid of micrometres. Pure functions on plain values.
//!
//! `docs/decisions/009-grid-angle-touch.md` has its rules: where rounding happens, what touching is, where moves stop.

mod align;
mod cells;
mod clear;
mod clip;
mod contact;
mod field;
mod footprint;
mod gap;
mod heading;
mod hull;
mod leg;
mod line;
mod measure;
mod point;
mod pose;
mod region;
mod route;
mod sector;
mod share;
mod stop;
pub mod trig;

#[cfg(test)]
mod tests;

pub use align::{Along, Berth, align, berths, best_berth};
pub use clear::{Beam, Lookout, Obstacle};
pub use contact::{frontage, shared_corners};
pub use field::Field;
pub use footprint::{Corner, Corners, Edge, Footprint, LARGEST, Posed, Shape, ShapeFault, Side};
pub use gap::{Bounds, distance, gap, overlaps, touches};
pub use heading::{Proposals, lengths, turns};
pub use hull::hull;
pub use leg::{Leg, Motion};
pub use line::{Crossing, crossing, lane, side_of_line, thickness};
pub use measure::{Grain, Squared};
pub use point::{
    Inside, Meeting, Point, REACH, Vector, inside_convex, meeting, on_segment, ring, side_of,
};
pub use pose::{Angle, Pose};
pub use region::{MOST_CORNERS, Region, RegionFault, height_at, on_board};
pub use route::{Mark, Route};
pub use sector::{Arcs, Wedge, beyond, side_towards};
pub use share::{Share, share_in};
pub use stop::Stopped;
