//! Diagnostics of the names.

use warwright_grammar::source::Span;
use warwright_grammar::tree::{Answer, Name};
use warwright_grammar::{Diagnostic, codes};

use crate::wording::suggest;

/// A declaration: of which sort it is, where its name stands, whether it was there before the author's own files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) sort: &'static str,
    pub(crate) span: Span,
    pub(crate) published: bool,
}

/// Two declarations of one name. `first` is of the same sort in most cases; some sorts share their names.
pub(crate) fn duplicate(
    sort: &'static str,
    name: &str,
    again: Span,
    first: Standing,
) -> Diagnostic {
    let shown = if name.contains(' ') { format!("\"{name}\"") } else { format!("`{name}`") };
    let message = if sort == first.sort {
        format!("{sort} {shown} is declared twice")
    } else {
        format!("{shown} is {} already, and cannot be {} too", a(first.sort), a(sort))
    };
    Diagnostic::at(codes::DUPLICATE_NAME, again)
        .says(message)
        .label("declared again here")
        .also(first.span, "first declared here")
        .help(meant(sort, name, first))
}

/// A field of one value, written as an answer is.
pub(crate) fn colon_after_field(answer: &Answer) -> Diagnostic {
    let name = &*answer.name.text;
    let colon = answer.name.span.after().to(answer.value.span.before());
    Diagnostic::at(codes::BAD_CLAUSE, answer.name.span)
        .says(format!("no colon stands between `{name}` and its value"))
        .label("a field")
        .fix(format!("write `{name} ..`"), colon, " ")
}

/// What an author may have meant by declaring something again.
fn meant(sort: &str, name: &str, first: Standing) -> String {
    let theirs = "it can be used as it is";
    let own =
        if first.published { "give yours another name" } else { "give one of them another name" };
    if sort != first.sort {
        return format!("{own}: both are called by their name alone");
    }
    match (sort, first.published) {
        ("ruling", true) => format!(
            "to take another reading, write `ruling {name} = ..` in a scenario, a roster or a test"
        ),
        ("faction", true) => format!(
            "for an army list of your own write `faction \"..\" like \"{name}\" {{ .. }}`; to change the published one, an `errata`"
        ),
        ("scenario", true) => format!(
            "for a battle of your own write `scenario \"..\" like \"{name}\" {{ .. }}`; to change the published one, an `errata`"
        ),
        ("quantity", true) => format!("to bend it write `modify {name} ..`; else {own}"),
        ("permission" | "action", true) => {
            format!("to bend it write `forbid {name} ..` or `allow {name} ..`; else {own}")
        }
        ("procedure", true) => format!(
            "to change what happens write `before {name}.STEP`, `after {name}.STEP` or `instead of {name}.STEP`; else {own}"
        ),
        ("ability" | "status" | "table", true) => {
            format!("{theirs}; to change the published one write an `errata`; else {own}")
        }
        (_, true) => format!("{theirs}; else {own}"),
        ("faction", false) => format!(
            "put the entries of both into one, or let one be `like \"{name}\"` under another name"
        ),
        ("scenario", false) => format!("{own}; a battle that is nearly another is `like` it"),
        ("ability" | "status", false) => format!("put the clauses of both into one, or {own}"),
        ("procedure", false) => format!("put the steps of both into one, or {own}"),
        (_, false) => format!("{own}, or take one away"),
    }
}

fn a(sort: &str) -> String {
    let article = if sort.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {sort}")
}

/// A name that stands twice inside one declaration.
pub(crate) fn inner_twice(what: &str, name: &Name, first: Span) -> Diagnostic {
    Diagnostic::at(codes::DUPLICATE_NAME, name.span)
        .says(format!("`{}` stands twice among the {what}", name.text))
        .label("again here")
        .also(first, "first here")
        .help("give one of them another name, or take one away")
}

/// A type of the name of one of the engine's own kinds.
pub(crate) fn engines_own(name: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::DUPLICATE_NAME, span)
        .says(format!("type `{name}` is there already: it is one of the engine's own kinds"))
        .label("declared again here")
        .help(format!(
            "give it another name; to add state to the kind, write `kind {name} {{ .. }}`"
        ))
}

/// A kind that extends what is no kind.
pub(crate) fn unknown_base<'c>(
    kind: &str,
    base: &str,
    span: Span,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_KIND, span)
        .says(format!("kind `{kind}` is said to be a `{base}`, which is neither a base nor a kind"))
        .label("not a kind");
    match suggest(base, candidates) {
        Some(near) => found.fix(format!("did you mean `{near}`?"), span, near),
        None => found.help("the bases are piece, area, cell, card, player, side, battle and thing"),
    }
}

/// Kinds that extend each other.
pub(crate) fn kinds_in_circle(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::ENDLESS_LIKE, span)
        .says(format!("kind `{kind}` extends itself"))
        .label("leads back to itself")
        .help("let one of them be one of the bases: piece, area, cell, card, player, side or thing")
}

/// A profile or state that a kind has already.
pub(crate) fn field_twice(kind: &str, field: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::at(codes::FIELD_TWICE, again)
        .says(format!("kind `{kind}` has `{field}` twice"))
        .label("again here")
        .also(first, "first here")
        .help("take one away, or give it another name")
}

/// A clause that stands in no bearer of a content file.
pub(crate) fn clause_outside(span: Span) -> Diagnostic {
    Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, span)
        .says("this clause stands outside every bearer and would reach everything of every player")
        .label("in nobody's braces")
        .help("put it in an `ability`, a `status`, a `faction` or a `scenario`; only a system's own files have clauses for all")
}

/// A table of modifiers in somebody's braces: its rows count for everybody.
pub(crate) fn table_of_nobody(span: Span) -> Diagnostic {
    Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, span)
        .says("a table of modifiers counts for everybody, and stands in nobody's braces")
        .label("would not be its bearer's alone")
        .help("write each row as a clause: `modify QUANTITY as ROLE by +1 when .. \"label\"`")
}

/// A second sequence or system.
pub(crate) fn second(what: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::at(codes::DUPLICATE_NAME, again)
        .says(format!("a game has one {what}, and here is a second"))
        .label("second")
        .also(first, "first")
        .help("take one of them away")
}

/// Kinds that extend each other in too long a row.
pub(crate) fn kinds_too_deep(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::CHAIN_TOO_LONG, span)
        .says(format!(
            "kind `{kind}` stands at the end of too long a row of kinds that extend each other"
        ))
        .label("one too many")
        .help("let it extend a kind nearer to the base")
}

/// A kind of too many fields.
pub(crate) fn too_many_fields(kind: &str, most: usize, span: Span) -> Diagnostic {
    Diagnostic::at(codes::CHAIN_TOO_LONG, span)
        .says(format!("kind `{kind}` has more than {most} profiles and states"))
        .label("one too many")
}

/// A kind whose name nothing asks for, beside a word that many places ask for.
pub(super) fn slipped_kind(name: &str, meant: &str, often: usize, span: Span) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_KIND, span)
        .says(format!("nothing asks for `{name}`, and `{meant}` stands in {often} places"))
        .label("the only place that calls it so")
        .fix(format!("did you mean `{meant}`?"), span, meant)
}
