//! The sink: gathers diagnostics from every pass and gives them in one stable order.

use super::Diagnostic;

/// Diagnostics as they come in.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    found: Vec<Diagnostic>,
}

impl Sink {
    /// An empty sink.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Adds many.
    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.found.extend(diagnostics);
    }

    /// How many came in.
    #[must_use]
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether none came in.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether an error came in.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(Diagnostic::is_error)
    }

    /// Takes out those that came in after the first `kept`.
    pub fn split_off(&mut self, kept: usize) -> Vec<Diagnostic> {
        self.found.split_off(kept.min(self.found.len()))
    }

    /// The one that came in last.
    pub fn last_mut(&mut self) -> Option<&mut Diagnostic> {
        self.found.last_mut()
    }

    /// As they came in.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter()
    }

    /// All of them, sorted by file, offset and code, each once.
    #[must_use]
    pub fn into_sorted(self) -> Vec<Diagnostic> {
        let mut found = self.found;
        found.sort_by(|a, b| {
            let key = |d: &Diagnostic| (d.primary.span.start(), d.code);
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
        found.dedup_by(|a, b| {
            a.code == b.code && a.primary.span == b.primary.span && a.message == b.message
        });
        found
    }

    /// The first `limit` of [`Sink::into_sorted`], errors before warnings when not all fit, and the number left out.
    #[must_use]
    pub fn into_limited(self, limit: usize) -> (Vec<Diagnostic>, usize) {
        let mut found = self.into_sorted();
        let left_out = found.len().saturating_sub(limit);
        if left_out > 0 {
            let (errors, warnings): (Vec<_>, Vec<_>) =
                found.into_iter().partition(Diagnostic::is_error);
            found = errors;
            found.extend(warnings);
            found.truncate(limit);
        }
        (found, left_out)
    }
}

impl From<Vec<Diagnostic>> for Sink {
    fn from(found: Vec<Diagnostic>) -> Self {
        Self { found }
    }
}
