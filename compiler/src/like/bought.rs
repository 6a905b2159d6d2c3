//! What is bought together: two options that change the same, so that one of them would be paid for nothing.

use super::ListOf;
use super::fields::{Draft, listed_name};
use crate::names::KindShape;
use warwright_grammar::tree::ListSign;
use warwright_grammar::{Diagnostic, Span, codes};

/// What an option changes.
pub(super) struct Changed<'t> {
    option: &'t str,
    /// The figures that it gives, by the positions of their profiles.
    figures: Vec<usize>,
    /// What it adds to lists, and takes out of them.
    listed: Vec<(ListOf, ListSign, String)>,
}

impl<'t> Changed<'t> {
    /// Of an option whose braces were read.
    pub(super) fn of(option: &'t str, draft: &Draft<'_>) -> Self {
        let given = |at: &usize| draft.fields.get(*at).is_some_and(Option::is_some);
        let figures = (0..draft.fields.len()).filter(given);
        let listed = draft.edits.iter().flat_map(|edit| {
            let names = edit.items.iter().filter_map(|item| listed_name(&item.value));
            names.map(|name| (edit.list, edit.sign, name.to_owned()))
        });
        Self { option, figures: figures.collect(), listed: listed.collect() }
    }

    /// Where another option that is bought with it changes the same.
    pub(super) fn meets(
        &self,
        other: &Self,
        shape: &KindShape<'_>,
        span: Span,
    ) -> Option<Diagnostic> {
        let figure = self.figures.iter().find(|at| other.figures.contains(at));
        let figure = figure.and_then(|at| shape.profiles.get(*at)).map(|it| &*it.name.text);
        let undone = |(list, sign, name): &&(ListOf, ListSign, String)| {
            let mut others = other.listed.iter();
            others.any(|(theirs, its, of)| (theirs, of) == (list, name) && its != sign)
        };
        let listed = || self.listed.iter().find(undone).map(|(_, _, name)| &**name);
        let what = figure.or_else(listed)?;
        let (one, two) = (other.option, self.option);
        Some(
            Diagnostic::at(codes::UNKNOWN_OPTION, span)
                .says(format!("\"{one}\" and \"{two}\" both say what becomes of {what}"))
                .label("one of them would be bought for nothing")
                .help("leave one of them out"),
        )
    }
}
