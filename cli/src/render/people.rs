//! Diagnostics for people, through miette: the source around each place, labels, help.
//!
//! Labels of one miette report stand in one source only, so places in other files follow as related reports.

use miette::{
    Diagnostic as Report, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError,
    MietteSpanContents, Severity as Level, SourceCode, SourceSpan, SpanContents,
};
use std::fmt;
use warwright_grammar::diagnostic::{Diagnostic, Label, Severity};
use warwright_grammar::source::{FileId, SourceMap};

/// All reports, one after the other.
pub(super) fn render(diagnostics: &[Diagnostic], map: &SourceMap, colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(100)
        .with_context_lines(0)
        .with_links(false);
    let mut text = String::new();
    for diagnostic in diagnostics {
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

/// A diagnostic, or its places in one other file, as miette asks for it.
struct Shown<'m> {
    title: String,
    code: Option<String>,
    severity: Severity,
    help: Option<String>,
    source: File<'m>,
    labels: Vec<LabeledSpan>,
    related: Vec<Shown<'m>>,
}

impl<'m> Shown<'m> {
    fn new(diagnostic: &Diagnostic, map: &'m SourceMap) -> Self {
        let home = diagnostic.primary.span.file;
        let (here, elsewhere): (Vec<&Label>, Vec<&Label>) =
            diagnostic.secondary.iter().partition(|label| label.span.file == home);
        let mut labels = vec![labelled(&diagnostic.primary, true)];
        labels.extend(here.into_iter().map(|label| labelled(label, false)));
        let mut related: Vec<Self> = Vec::new();
        for label in elsewhere {
            match related.iter_mut().find(|shown| shown.source.file == label.span.file) {
                Some(shown) => shown.labels.push(labelled(label, false)),
                None => related.push(Self {
                    title: String::from("see also"),
                    code: None,
                    severity: diagnostic.severity,
                    help: None,
                    source: File { map, file: label.span.file },
                    labels: vec![labelled(label, false)],
                    related: Vec::new(),
                }),
            }
        }
        let help: Vec<&str> = diagnostic.help.iter().map(|help| help.text.as_str()).collect();
        Self {
            title: diagnostic.message.clone(),
            code: Some(diagnostic.code.to_string()),
            severity: diagnostic.severity,
            help: (!help.is_empty()).then(|| help.join("\n")),
            source: File { map, file: home },
            labels,
            related,
        }
    }
}

fn labelled(label: &Label, primary: bool) -> LabeledSpan {
    let span = SourceSpan::from((label.span.start as usize, label.span.len()));
    let text = (!label.text.is_empty()).then(|| label.text.clone());
    if primary {
        LabeledSpan::new_primary_with_span(text, span)
    } else {
        LabeledSpan::new_with_span(text, span)
    }
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
        self.code.as_ref().map(|code| Box::new(code) as Box<dyn fmt::Display>)
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

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Report> + 'a>> {
        (!self.related.is_empty()).then(|| {
            Box::new(self.related.iter().map(|shown| shown as &dyn Report))
                as Box<dyn Iterator<Item = _>>
        })
    }
}

/// A file of the source map, read in place.
#[derive(Clone, Copy)]
struct File<'m> {
    map: &'m SourceMap,
    file: FileId,
}

impl SourceCode for File<'_> {
    /// The whole lines of a span, whatever context is asked for: a place is read in its line.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let file = self.map.file(self.file).ok_or(MietteError::OutOfBounds)?;
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let line_of = |at: usize| (file.line_col(offset(at)).line as usize).saturating_sub(1);
        let (first, last) = (line_of(span.offset()), line_of(span.offset() + span.len()));
        let start = file.line_range(first).ok_or(MietteError::OutOfBounds)?.start;
        let end = file.line_range(last).ok_or(MietteError::OutOfBounds)?.end;
        let data = file.text().as_bytes().get(start..end).ok_or(MietteError::OutOfBounds)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.map.name(self.file).to_owned(),
            data,
            SourceSpan::from((start, end - start)),
            first,
            0,
            last - first + 1,
        )))
    }
}
