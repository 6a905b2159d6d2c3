//! What the edits do that diagnostics offer: each is made and what comes of it judged.

use crate::sources::{compile_own, lines};
use warwright_cli::load::mending;
use warwright_compiler::passes::Compilation;
use warwright_grammar::Diagnostic;

/// What the edits of diagnostics leave that they should not: those after which there are not fewer errors, or new ones; of a
/// warning those after which it is told as often as before.
pub fn not_mending(
    own: &[(String, String)],
    library: &[(String, String)],
    found: &Compilation,
) -> Vec<String> {
    left_by(own, library, found, &|_| true)
}

/// The same of warnings alone: edits of errors were tried before they were offered.
pub fn warnings_not_mended(
    own: &[(String, String)],
    library: &[(String, String)],
    found: &Compilation,
) -> Vec<String> {
    left_by(own, library, found, &|said| !said.is_error())
}

fn left_by(
    own: &[(String, String)],
    library: &[(String, String)],
    found: &Compilation,
    of: &dyn Fn(&Diagnostic) -> bool,
) -> Vec<String> {
    let mut wrong = Vec::new();
    for said in found.diagnostics.iter().filter(|said| of(said)) {
        for help in said.help.iter().filter(|help| !help.edits.is_empty()) {
            let texts = mending::edited(&help.edits, &found.map);
            let mended: Vec<(String, String)> = own
                .iter()
                .map(|(path, text)| (path.clone(), texts.get(path).unwrap_or(text).clone()))
                .collect();
            let after = compile_own(&mended, library);
            let better = match said.is_error() {
                true => mending::is_better(found, &after),
                false => is_gone(said, found, &after),
            };
            if !better {
                let (said, left) = (&said.message, lines(&after));
                wrong.push(format!("{}: {said}: {}\n{left}", own[0].0, help.text));
            }
        }
    }
    wrong
}

/// Whether a warning is told less often than before, and no error more.
fn is_gone(warning: &Diagnostic, before: &Compilation, after: &Compilation) -> bool {
    let told = |compilation: &Compilation| {
        let same = |it: &&Diagnostic| it.code == warning.code && it.message == warning.message;
        compilation.diagnostics.iter().filter(same).count()
    };
    let errors = |it: &Compilation| it.diagnostics.iter().filter(|it| it.is_error()).count();
    told(after) < told(before) && errors(after) <= errors(before)
}
