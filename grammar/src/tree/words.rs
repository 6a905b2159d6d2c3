//! The smallest parts: names, templates (text that quotes data), labels, references to the book.

use serde::Serialize;

use super::{Expr, Word};
use crate::source::Span;

/// A name: a plain word, or a title in quotes (`text` is without the quotes).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Name {
    /// The name itself.
    pub text: Word,
    /// Where it stands, quotes included.
    pub span: Span,
    /// Whether it stands in quotes.
    pub quoted: bool,
}

/// A dotted path of names: `clash`, `clash.ignore_losses`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Path {
    /// The names between the dots; at least one.
    pub names: Vec<Name>,
    /// The whole path.
    pub span: Span,
}

/// Text that may quote data: `"Regroup {u}"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Template {
    /// Text and holes in order; empty for an empty text.
    pub parts: Box<[TemplatePart]>,
    /// The whole text, quotes included where it has any.
    pub span: Span,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum TemplatePart {
    /// Words, with escapes (`\"`, `\{`, `\\`) resolved.
    Text(Box<str>),
    /// `{expr}`.
    Hole(Box<Expr>),
}

/// The words that name a clause or a reason at the table: `"moved and shot"`, or with data `"blocked" : "{x} is in the way"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Label {
    /// The words; they identify the clause or reason (see [`Template::plain`]).
    pub text: Template,
    /// What is shown in its place, with data of the case.
    pub data: Option<Template>,
    /// Both.
    pub span: Span,
}

/// `see "3.2.3.1"`: the sections of the book that a thing implements (none when empty).
pub type See = Vec<Name>;

impl Path {
    /// The first name; none only in a path that recovery made up.
    #[must_use]
    pub fn first(&self) -> Option<&Name> {
        self.names.first()
    }

    /// The last name.
    #[must_use]
    pub fn last(&self) -> Option<&Name> {
        self.names.last()
    }

    /// The only name, when there is just one.
    #[must_use]
    pub fn single(&self) -> Option<&Name> {
        match self.names.as_slice() {
            [name] => Some(name),
            _ => None,
        }
    }

    /// The path as written, with dots.
    #[must_use]
    pub fn dotted(&self) -> String {
        let mut text = String::new();
        for name in &self.names {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(&name.text);
        }
        text
    }
}

impl Template {
    /// The words, when no data is quoted in them.
    #[must_use]
    pub fn plain(&self) -> Option<&str> {
        match &*self.parts {
            [] => Some(""),
            [TemplatePart::Text(text)] => Some(text),
            _ => None,
        }
    }
}
