//! What is said of entries that are like others: parents, circles, and what is added to or taken from what was inherited.

use super::{a, names};
use crate::like::fields::listed_name;
use crate::like::{ListItem, MAX_CHAIN, MAX_LIST, Removed};
use crate::wording::suggest;
use warwright_grammar::source::Span;
use warwright_grammar::tree::{Field, Name};
use warwright_grammar::{Diagnostic, codes};

/// So many names are listed.
const MOST_NAMED: usize = 12;

pub(crate) fn unknown_parent<'n>(
    kind: &str,
    name: &Name,
    candidates: impl Iterator<Item = &'n str>,
    other: Option<(String, Span)>,
) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_PARENT, name.span)
        .says(format!("there is no {kind} \"{}\" to be like", name.text))
        .label("not declared");
    if let Some((other, span)) = other {
        return found
            .also(span, format!("this is {}", a(&other)))
            .help(format!("{} can only be like another {kind}", a(kind)));
    }
    let known: Vec<&str> = candidates.collect();
    match suggest(&name.text, &known) {
        Some(near) => {
            found.fix(format!("did you mean \"{near}\"?"), name.span, format!("\"{near}\""))
        }
        None if known.is_empty() => found,
        None => found.help(format!("there are: {}", names(known.into_iter().take(MOST_NAMED)))),
    }
}

/// An heir whose parent an erratum took away.
pub(crate) fn like_removed(heir: &str, like: &Name, gone: &Removed<'_>) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_PARENT, like.span)
        .says(format!("\"{heir}\" is like \"{}\", which is gone", gone.name))
        .label("its parent")
        .also(gone.span, format!("taken away here, by {}", gone.by))
        .help(format!("let \"{heir}\" give all its figures itself, or take it away as well"))
}

pub(crate) fn like_circle(places: &[(String, Span)]) -> Diagnostic {
    let titles: Vec<&str> = places.iter().map(|(title, _)| &**title).collect();
    let span = places.first().map_or_else(Span::default, |(_, span)| *span);
    let message = match titles.as_slice() {
        [one] => format!("\"{one}\" is like itself"),
        _ => format!("{} are like each other in a circle", titles.join(", ")),
    };
    let on = |(title, span): &(String, Span)| (*span, format!("\"{title}\" goes on from here"));
    Diagnostic::at(codes::ENDLESS_LIKE, span)
        .says(message)
        .label("leads back here")
        .also_each(places.iter().skip(1).map(on))
        .help("let one of them give all its figures itself")
}

pub(crate) fn not_in_list(
    heir: &str,
    item: &ListItem,
    adds: bool,
    list: &[ListItem],
) -> Diagnostic {
    let name = listed_name(&item.value).unwrap_or("this");
    let message = if adds {
        format!("\"{heir}\" has {name} already")
    } else {
        format!("\"{heir}\" has no {name} that could be taken away")
    };
    let found = Diagnostic::at(codes::NOT_IN_LIST, item.value.span).says(message);
    let have: Vec<&str> = list.iter().filter_map(|item| listed_name(&item.value)).collect();
    if adds {
        let first = list.iter().find(|other| listed_name(&other.value) == listed_name(&item.value));
        let found = found.label("added again");
        return match first {
            Some(first) if is_beside(first.value.span, item.value.span) => {
                found.fix("leave it out", first.value.span.after().to(item.value.span), "")
            }
            Some(first) => found
                .also(first.value.span, "it comes from here")
                .help("leave it out: it is had once"),
            None => found.help("leave it out: it is had once"),
        };
    }
    let found = found.label("not in the list");
    match suggest(name, &have) {
        Some(near) => found.fix(format!("did you mean `{near}`?"), item.value.span, near),
        None if have.is_empty() => found.help("the list is empty"),
        None => found.help(format!("the list has {}", names(have))),
    }
}

/// Whether one thing of a list stands right before another.
fn is_beside(one: Span, other: Span) -> bool {
    one.end() < other.start() && other.start() - one.end() <= 2
}

pub(crate) fn no_such_clause(
    parent: &str,
    label: &str,
    span: Span,
    labels: &[String],
) -> Diagnostic {
    let found = Diagnostic::at(codes::NOT_IN_LIST, span)
        .says(format!("\"{parent}\" has no clause \"{label}\" that could be taken away"))
        .label("no such label");
    found.meant_title(span, suggest(label, labels))
}

pub(crate) fn points_inherited(heir: &str, parent: &str, name: Span, points: Span) -> Diagnostic {
    Diagnostic::at(codes::INHERITED_POINTS, name)
        .says(format!(
            "\"{heir}\" costs what \"{parent}\" costs, for it says nothing of its points"
        ))
        .label("no points of its own")
        .also(points, "these are taken over")
        .help("write the points out, even if they are the same")
}

/// All scenarios together inherit too much.
pub(crate) fn too_much_inherited(most: usize, span: Span) -> Diagnostic {
    Diagnostic::at(codes::CHAIN_TOO_LONG, span)
        .says(format!("the scenarios of this game inherit more than {most} lines"))
        .label("too many with these")
}

/// A list with a sign in a scenario under `like`, which lists nothing of that kind.
pub(crate) fn only_taken_away(field: &Field, lists: &[&str]) -> Diagnostic {
    let name = &field.name.text;
    Diagnostic::at(codes::LIST_WITHOUT_SIGN, field.span)
        .says(format!("`{name}` cannot be changed so under `like`"))
        .label("no such list, or no such change of it")
        .help(format!(
            "{} are taken away with `-`; what is new, or replaces what has its name, is written out",
            names(lists.iter().copied())
        ))
}

/// A name that is taken away and was not there.
pub(crate) fn nothing_to_take(parent: &str, one: &str, name: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::NOT_IN_LIST, span)
        .says(format!("\"{parent}\" has no {one} \"{name}\" that could be taken away"))
        .label("not there")
}

pub(crate) fn chain_too_long(title: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::CHAIN_TOO_LONG, span)
        .says(format!("\"{title}\" stands at the end of a chain of more than {} `like`", MAX_CHAIN))
        .label("one too many")
        .help("let it be like an entry nearer to the beginning of the chain")
}

pub(crate) fn list_too_long(title: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::CHAIN_TOO_LONG, span)
        .says(format!("a list of \"{title}\" has more than {} items", MAX_LIST))
        .label("too long with this")
}
