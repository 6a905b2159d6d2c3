//! One diagnostic: a headline in the author's words, labelled spans in any number of files, help, edits.

use serde::{Deserialize, Serialize};

use super::code::{Code, Severity};
use super::sink::Sink;
use crate::source::Span;

/// What is wrong, where, and what may mend it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// One line, lower-case, in the author's words, with backticks round code.
    pub message: String,
    /// The place to look at first.
    pub primary: Label,
    /// Other places that explain it, in any file.
    pub secondary: Vec<Label>,
    /// What to do.
    pub help: Vec<Help>,
    /// What else may have been meant, the likeliest first: for who tries edits before they are offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<Help>,
}

/// A place with a few words beside it (perhaps none).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words.
    pub text: String,
}

/// A sentence of advice, with the edits that carry it out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Help {
    /// The advice.
    pub text: String,
    /// What an editor would change to follow it; none when it is advice only.
    pub edits: Vec<Edit>,
}

/// One replacement of source text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What is put there.
    pub replacement: String,
}

impl Diagnostic {
    /// A diagnostic of the severity that the table gives its code, with an unlabelled primary place.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>, span: Span) -> Self {
        Self::at(code, span).says(message)
    }

    /// The same before it [says](Self::says) what is wrong.
    #[must_use]
    pub fn at(code: Code, span: Span) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: String::new(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            help: Vec::new(),
            instead: Vec::new(),
        }
    }

    /// A warning of a code that is an error elsewhere.
    #[must_use]
    pub fn warning(code: Code, span: Span) -> Self {
        Self { severity: Severity::Warning, ..Self::at(code, span) }
    }

    /// Says in one line what is wrong.
    #[must_use]
    pub fn says(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    /// Puts words beside the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds another place, if there is one.
    #[must_use]
    pub fn also(mut self, span: impl Into<Option<Span>>, text: impl Into<String>) -> Self {
        self.secondary.extend(span.into().map(|span| Label { span, text: text.into() }));
        self
    }

    /// Adds several places, each with its words.
    #[must_use]
    pub fn also_each(self, places: impl IntoIterator<Item = (Span, impl Into<String>)>) -> Self {
        places.into_iter().fold(self, |told, (span, text)| told.also(span, text))
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(Help { text: text.into(), edits: Vec::new() });
        self
    }

    /// Adds advice with the one edit that carries it out.
    #[must_use]
    pub fn fix(self, text: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.fix_all(text, vec![Edit { span, replacement: replacement.into() }])
    }

    /// Asks whether something else was meant, if anything lies near.
    #[must_use]
    pub fn meant(self, span: Span, near: Option<impl Into<String>>) -> Self {
        match near.map(Into::into) {
            Some(near) => self.fix(format!("did you mean `{near}`?"), span, near),
            None => self,
        }
    }

    /// The same of a title, which stands in quotes.
    #[must_use]
    pub fn meant_title(self, span: Span, near: Option<String>) -> Self {
        match near.map(|near| format!("\"{near}\"")) {
            Some(near) => self.fix(format!("did you mean {near}?"), span, near),
            None => self,
        }
    }

    /// Adds advice with several edits, to be made together.
    #[must_use]
    pub fn fix_all(mut self, text: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.help.push(Help { text: text.into(), edits });
        self
    }

    /// Puts it into a sink.
    pub fn emit(self, sink: &mut Sink) {
        sink.push(self);
    }

    /// Puts it into a sink, where what it speaks of gives nothing.
    pub fn refuse<T>(self, sink: &mut Sink) -> Option<T> {
        sink.push(self);
        None
    }

    /// Whether it is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
