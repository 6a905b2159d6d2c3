//! Diagnostics for people, through miette: the source around each place, labels, help.
//!
//! Labels of one miette report stand in one source only, so the files involved are shown to it as one, end to end.

use super::escape::{escaped, masked, steers};
use miette::{
    Diagnostic as Report, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError,
    MietteSpanContents, Severity as Level, SourceCode, SourceSpan, SpanContents,
};
use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;
use warwright_grammar::diagnostic::{Diagnostic, Edit, Help, Label, Severity};
use warwright_grammar::source::{FileId, SourceMap, Span};

/// How long a mended line may be that is shown in the help.
const LONGEST: usize = 90;

/// Lines around a place, as miette asks for them. None are shown: it tells a place from the place's line by this.
const CONTEXT: usize = 1;

/// All reports, one after the other.
pub(super) fn render(diagnostics: &[Diagnostic], map: &SourceMap, colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(100)
        .with_context_lines(CONTEXT)
        .with_links(false);
    let mut text = String::new();
    for (number, diagnostic) in diagnostics.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        let shown = Shown::new(diagnostic, map);
        if handler.render_report(&mut text, &shown).is_err() {
            text.push_str(&format!(
                "{}[{}]: {}\n",
                diagnostic.severity, diagnostic.code, diagnostic.message
            ));
        }
    }
    text
}

/// A diagnostic as miette asks for it.
struct Shown<'m> {
    title: Cow<'m, str>,
    code: String,
    severity: Severity,
    help: Option<String>,
    source: Files<'m>,
    labels: Vec<LabeledSpan>,
}

impl<'m> Shown<'m> {
    fn new(diagnostic: &'m Diagnostic, map: &'m SourceMap) -> Self {
        let mut source = Files { map, all: Vec::new(), end: 0 };
        let mut labels = vec![labelled(&diagnostic.primary, &mut source, true)];
        for label in &diagnostic.secondary {
            labels.push(labelled(label, &mut source, false));
        }
        let spelt = |help: &Help| escaped(&advice(help, map)).into_owned();
        let help: Vec<String> = diagnostic.help.iter().map(spelt).collect();
        Self {
            title: escaped(&diagnostic.message),
            code: diagnostic.code.to_string(),
            severity: diagnostic.severity,
            help: (!help.is_empty()).then(|| help.join("\n")),
            source,
            labels,
        }
    }
}

fn labelled(label: &Label, source: &mut Files<'_>, primary: bool) -> LabeledSpan {
    let start = source.place(label.span);
    let span = SourceSpan::from((start, label.span.len()));
    let text = (!label.text.is_empty()).then(|| escaped(&label.text).into_owned());
    if primary {
        LabeledSpan::new_primary_with_span(text, span)
    } else {
        LabeledSpan::new_with_span(text, span)
    }
}

/// The help, with the line as its edit would leave it where the words alone do not say that.
fn advice(help: &Help, map: &SourceMap) -> String {
    let [edit] = help.edits.as_slice() else { return help.text.clone() };
    if help.text.contains(edit.replacement.trim()) {
        return help.text.clone();
    }
    let line = if edit.replacement.contains('\n') {
        let added = edit.replacement.trim();
        (!added.contains('\n')).then(|| added.to_owned())
    } else {
        mended(edit, map)
    };
    match line {
        Some(line) => format!("{}: `{line}`", help.text),
        None => help.text.clone(),
    }
}

/// A line after an edit of it, if it is one line and a short one.
fn mended(edit: &Edit, map: &SourceMap) -> Option<String> {
    let file = map.file(map.file_of(edit.span))?;
    let line = map.line_col(edit.span).line;
    if map.line_col(edit.span.after()).line != line {
        return None;
    }
    let range = file.line_range((line as usize).saturating_sub(1))?;
    let edited = map.range(edit.span);
    let before = file.text().get(range.start..edited.start)?;
    let after = file.text().get(edited.end..range.end)?;
    let whole = format!("{before}{}{after}", edit.replacement);
    let whole = whole.trim();
    (whole.chars().count() <= LONGEST).then(|| whole.to_owned())
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

impl std::error::Error for Shown<'_> {}

impl Report for Shown<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.code))
    }

    fn severity(&self) -> Option<Level> {
        Some(match self.severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

/// The files of a diagnostic as if they stood end to end, each read in place.
struct Files<'m> {
    map: &'m SourceMap,
    /// Each file with the place at which it begins, and its text as it may be shown where it steers the terminal.
    all: Vec<(FileId, usize, OnceLock<String>)>,
    end: usize,
}

impl Files<'_> {
    /// Where a span begins.
    fn place(&mut self, span: Span) -> usize {
        self.base(self.map.file_of(span)) + self.map.range(span).start
    }

    /// Where a file begins; one that is not there yet comes after the others.
    fn base(&mut self, file: FileId) -> usize {
        if let Some((_, base, _)) = self.all.iter().find(|(known, ..)| *known == file) {
            return *base;
        }
        let base = self.end;
        self.all.push((file, base, OnceLock::new()));
        // One more, so that the end of a file is not the beginning of the next.
        self.end += self.map.file(file).map_or(0, |file| file.text().len()) + 1;
        base
    }
}

impl SourceCode for Files<'_> {
    /// The whole lines of a span; their column is that of the span where the place itself is asked for.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let known = self.all.iter().rev().find(|(_, base, _)| *base <= span.offset());
        let (id, base, shown) = known.ok_or(MietteError::OutOfBounds)?;
        let (id, base) = (*id, *base);
        let file = self.map.file(id).ok_or(MietteError::OutOfBounds)?;
        let (from, to) = (span.offset() - base, span.offset() + span.len() - base);
        if to > file.text().len() {
            return Err(MietteError::OutOfBounds);
        }
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let line_of = |at: usize| (file.line_col(offset(at)).line as usize).saturating_sub(1);
        let (first, last) = (line_of(from), line_of(to));
        let start = file.line_range(first).ok_or(MietteError::OutOfBounds)?.start;
        let end = file.line_range(last).ok_or(MietteError::OutOfBounds)?.end;
        let mut line = file.text().get(start..end).ok_or(MietteError::OutOfBounds)?;
        if line.contains(steers) {
            let shown = shown.get_or_init(|| masked(file.text()));
            line = shown.get(start..end).ok_or(MietteError::OutOfBounds)?;
        }
        let data = line.as_bytes();
        Ok(Box::new(MietteSpanContents::new_named(
            escaped(self.map.name(id)).into_owned(),
            data,
            SourceSpan::from((base + start, end - start)),
            first,
            if before < CONTEXT {
                (file.line_col(offset(from)).column as usize).saturating_sub(1)
            } else {
                0
            },
            last - first + 1,
        )))
    }
}
