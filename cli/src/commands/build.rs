//! `warwright build`: the compiled program as YAML, JSON or a listing.

use crate::args::{Build, Form};
use crate::forms;
use crate::load;
use crate::output::{Failure, Output};
use crate::render::Format;
use warwright_ir::listing;

/// Compiles and writes.
pub fn run(ask: &Build, format: Format, out: &mut Output) -> Result<(), Failure> {
    let target = load::target(&ask.path, &ask.sources)?;
    let (program, _) = load::program(&target.request, &ask.sources, format, out)?;
    let text = match ask.form {
        Form::Listing => listing(program.program()),
        Form::Json | Form::Yaml => forms::write(program.program(), ask.form)?,
    };
    match &ask.out {
        Some(path) => forms::store(path, &text),
        None => {
            out.text(&text);
            Ok(())
        }
    }
}
