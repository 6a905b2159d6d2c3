//! What holds of every battle and of every compilation, whatever is played and written.

mod battles;
mod chances;
mod compiling;
mod nesting;
mod sizes;
