//! What went wrong and where: codes, severities, labels, help and edits, and the sink that gathers them.

mod code;
pub mod codes;
mod message;
mod sink;

pub use code::{Code, CodeInfo, Severity};
pub use message::{Diagnostic, Edit, Help, Label};
pub use sink::Sink;
