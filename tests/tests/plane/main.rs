//! The plane: its measures against a geometry library, its promises on random poses, and ten thousand results by digest.

mod gaps;
mod make;
