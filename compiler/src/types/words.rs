//! Words: from templates to fixed text and typed values.

use super::checker::Checker;
use crate::typed::{ExprKind, Quoted, Type, Words};
use warwright_grammar::{Span, codes, tree};

impl Checker<'_> {
    /// A template with the values that it quotes. Records and broken values cannot be shown.
    pub fn words(&mut self, template: &tree::Template) -> Words {
        let mut words =
            Words { parts: Vec::with_capacity(template.parts.len()), span: template.span };
        for part in &template.parts {
            match part {
                tree::TemplatePart::Text(text) => words.parts.push(Quoted::Fixed(text.to_string())),
                tree::TemplatePart::Hole(expr) => {
                    let mut value = self.infer(expr, None);
                    if matches!(value.ty, Type::Record(_)) {
                        let name = self.type_name(&value.ty);
                        value = self.broken(
                            codes::NOT_A_VALUE,
                            format!(
                                "{name} is a record and has no words of its own; quote its fields"
                            ),
                            expr.span,
                        );
                    }
                    if !matches!(value.kind, ExprKind::Error) {
                        words.parts.push(Quoted::Value(value));
                    }
                }
            }
        }
        words
    }

    /// The words by which a label is known (data in braces as written), and the words shown in its place, where they have data.
    pub fn label(&mut self, label: &tree::Label) -> (String, Option<Words>) {
        let text = match label.text.plain() {
            Some(text) => text.to_owned(),
            None => self.source_of(label.text.span),
        };
        let words = match &label.data {
            Some(data) => Some(self.words(data)),
            None if label.text.plain().is_none() => Some(self.words(&label.text)),
            None => None,
        };
        (text, words)
    }

    /// The source text of a span, without quotes round it.
    pub fn source_of(&self, span: Span) -> String {
        let source = self.on_one_line(span);
        let quoted = source.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        quoted.map(ToOwned::to_owned).unwrap_or(source)
    }

    /// The source text of a span with one space for every gap: how its lines are broken and indented says nothing.
    pub fn on_one_line(&self, span: Span) -> String {
        let words: Vec<&str> = self.input.sources.slice(span).split_whitespace().collect();
        words.join(" ")
    }
}
