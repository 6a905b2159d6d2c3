//! Diagnostics as JSON objects: code, severity, message, labels with file, line and column, help with edits.

use serde::Serialize;
use warwright_grammar::diagnostic::{Diagnostic, Label};
use warwright_grammar::source::{SourceMap, Span};

#[derive(Serialize)]
struct Shown<'d> {
    code: String,
    severity: String,
    message: &'d str,
    primary: ShownLabel<'d>,
    secondary: Vec<ShownLabel<'d>>,
    help: Vec<ShownHelp<'d>>,
}

#[derive(Serialize)]
struct ShownLabel<'d> {
    #[serde(flatten)]
    place: Region<'d>,
    text: &'d str,
}

#[derive(Serialize)]
struct ShownHelp<'d> {
    text: &'d str,
    edits: Vec<ShownEdit<'d>>,
}

#[derive(Serialize)]
struct ShownEdit<'d> {
    #[serde(flatten)]
    place: Region<'d>,
    replacement: &'d str,
}

/// Lines and columns count from 1, columns in characters; the end is the place after the last character.
#[derive(Serialize)]
struct Region<'d> {
    file: &'d str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start_byte: usize,
    end_byte: usize,
}

/// A diagnostic as an object.
pub(super) fn object(diagnostic: &Diagnostic, map: &SourceMap) -> String {
    let shown = Shown {
        code: diagnostic.code.to_string(),
        severity: diagnostic.severity.to_string(),
        message: &diagnostic.message,
        primary: label(&diagnostic.primary, map),
        secondary: diagnostic.secondary.iter().map(|other| label(other, map)).collect(),
        help: diagnostic
            .help
            .iter()
            .map(|help| ShownHelp {
                text: &help.text,
                edits: help
                    .edits
                    .iter()
                    .map(|edit| ShownEdit {
                        place: place(edit.span, map),
                        replacement: &edit.replacement,
                    })
                    .collect(),
            })
            .collect(),
    };
    // Strings and numbers alone: writing them cannot fail, and if it did the object is visibly broken.
    serde_json::to_string_pretty(&shown)
        .unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"))
}

fn label<'d>(label: &'d Label, map: &'d SourceMap) -> ShownLabel<'d> {
    ShownLabel { place: place(label.span, map), text: &label.text }
}

fn place(span: Span, map: &SourceMap) -> Region<'_> {
    let (start, end) = (map.line_col(span), map.line_col(span.after()));
    let bytes = map.range(span);
    Region {
        file: map.name(map.file_of(span)),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        start_byte: bytes.start,
        end_byte: bytes.end,
    }
}
