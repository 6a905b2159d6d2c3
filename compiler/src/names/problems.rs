//! Diagnostics of the names.

use warwright_grammar::source::Span;
use warwright_grammar::{Diagnostic, codes};

use super::suggest::suggest;

/// Two declarations of one name.
pub(crate) fn duplicate(what: &str, name: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::new(codes::DUPLICATE_NAME, format!("{what} `{name}` is declared twice"), again)
        .label("declared again here")
        .also(first, "first declared here")
        .help("give one of them another name, or take one away; to change a published one, write an `errata`")
}

/// A type of the name of one of the engine's own kinds.
pub(crate) fn engines_own(name: &str, span: Span) -> Diagnostic {
    let message = format!("type `{name}` is there already: it is one of the engine's own kinds");
    Diagnostic::new(codes::DUPLICATE_NAME, message, span).label("declared again here").help(
        format!("give it another name; to add state to the kind, write `kind {name} {{ .. }}`"),
    )
}

/// A kind that extends what is no kind.
pub(crate) fn unknown_base<'c>(
    kind: &str,
    base: &str,
    span: Span,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Diagnostic {
    let found = Diagnostic::new(
        codes::UNKNOWN_KIND,
        format!("kind `{kind}` is said to be a `{base}`, which is neither a base nor a kind"),
        span,
    )
    .label("not a kind");
    match suggest(base, candidates) {
        Some(near) => found.fix(format!("did you mean `{near}`?"), span, near),
        None => found.help("the bases are piece, area, cell, card, player, side, battle and thing"),
    }
}

/// Kinds that extend each other.
pub(crate) fn kinds_in_circle(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::new(codes::ENDLESS_LIKE, format!("kind `{kind}` extends itself"), span)
        .label("leads back to itself")
        .help("let one of them be one of the bases: piece, area, cell, card, player, side or thing")
}

/// A profile or state that a kind has already.
pub(crate) fn field_twice(kind: &str, field: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::new(codes::FIELD_TWICE, format!("kind `{kind}` has `{field}` twice"), again)
        .label("again here")
        .also(first, "first here")
        .help("take one away, or give it another name")
}

/// A clause that stands in no bearer of a content file.
pub(crate) fn clause_outside(span: Span) -> Diagnostic {
    Diagnostic::new(
        codes::MEMBER_OUT_OF_PLACE,
        "this clause stands outside every bearer and would reach everything of every player",
        span,
    )
    .label("in nobody's braces")
    .help("put it in an `ability`, a `status`, a `faction` or a `scenario`; only a system's own files have clauses for all")
}

/// A second sequence or system.
pub(crate) fn second(what: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::new(
        codes::DUPLICATE_NAME,
        format!("a game has one {what}, and here is a second"),
        again,
    )
    .label("second")
    .also(first, "first")
    .help("take one of them away")
}

/// Kinds that extend each other in too long a row.
pub(crate) fn kinds_too_deep(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::new(
        codes::CHAIN_TOO_LONG,
        format!(
            "kind `{kind}` stands at the end of too long a row of kinds that extend each other"
        ),
        span,
    )
    .label("one too many")
    .help("let it extend a kind nearer to the base")
}

/// A kind of too many fields.
pub(crate) fn too_many_fields(kind: &str, most: usize, span: Span) -> Diagnostic {
    Diagnostic::new(
        codes::CHAIN_TOO_LONG,
        format!("kind `{kind}` has more than {most} profiles and states"),
        span,
    )
    .label("one too many")
}
