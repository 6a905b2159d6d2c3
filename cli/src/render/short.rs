//! One line for each diagnostic, through codespan-reporting: what editors, CI and grep read.

use codespan_reporting::diagnostic::{
    Diagnostic as Shown, Label, LabelStyle, Severity as ShownSeverity,
};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::{Config, DisplayStyle, emit_into_string};
use std::ops::Range;
use warwright_grammar::diagnostic::{Diagnostic, Severity};
use warwright_grammar::source::{FileId, SourceMap};

/// The lines, each with its end.
pub(super) fn render(diagnostics: &[Diagnostic], map: &SourceMap) -> String {
    let config = Config { display_style: DisplayStyle::Short, ..Config::default() };
    let files = Lines(map);
    let mut text = String::new();
    for diagnostic in diagnostics {
        match emit_into_string(&config, &files, &shown(diagnostic, map)) {
            Ok(line) => text.push_str(&line),
            // A span that fits no file still has its message.
            Err(_) => text.push_str(&format!(
                "{}[{}]: {}\n",
                diagnostic.severity, diagnostic.code, diagnostic.message
            )),
        }
    }
    text
}

fn shown(diagnostic: &Diagnostic, map: &SourceMap) -> Shown<FileId> {
    let severity = match diagnostic.severity {
        Severity::Error => ShownSeverity::Error,
        Severity::Warning => ShownSeverity::Warning,
    };
    Shown::new(severity)
        .with_code(diagnostic.code.to_string())
        .with_message(&diagnostic.message)
        .with_label(label(diagnostic, map))
}

fn label(diagnostic: &Diagnostic, map: &SourceMap) -> Label<FileId> {
    let primary = &diagnostic.primary;
    let (file, bytes) = (map.file_of(primary.span), map.range(primary.span));
    Label::new(LabelStyle::Primary, file, bytes).with_message(&primary.text)
}

/// The source map as codespan-reporting asks for it.
#[derive(Debug)]
struct Lines<'m>(&'m SourceMap);

impl<'m> Files<'m> for Lines<'m> {
    type FileId = FileId;
    type Name = &'m str;
    type Source = &'m str;

    fn name(&'m self, id: FileId) -> Result<&'m str, Error> {
        self.0.file(id).map(|file| file.name()).ok_or(Error::FileMissing)
    }

    fn source(&'m self, id: FileId) -> Result<&'m str, Error> {
        self.0.file(id).map(|file| file.text()).ok_or(Error::FileMissing)
    }

    fn line_index(&'m self, id: FileId, offset: usize) -> Result<usize, Error> {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        Ok((self.0.line_col_at(id, offset).line as usize).saturating_sub(1))
    }

    fn line_range(&'m self, id: FileId, index: usize) -> Result<Range<usize>, Error> {
        let file = self.0.file(id).ok_or(Error::FileMissing)?;
        file.line_range(index)
            .ok_or(Error::LineTooLarge { given: index, max: file.line_count() as usize })
    }
}
