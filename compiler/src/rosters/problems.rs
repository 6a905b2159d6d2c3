//! Diagnostics of rosters.

use warwright_grammar::source::Span;
use warwright_grammar::tree::Name;
use warwright_grammar::{Diagnostic, Severity, codes};

use super::Roster;
use crate::like::{a, names};
use crate::wording::suggest;

/// So many lines are labelled in one diagnostic; the help counts the rest.
const MAX_LABELS: usize = 12;

fn called(roster: &Roster<'_>) -> String {
    if roster.title.is_empty() {
        "this roster".to_owned()
    } else {
        format!("roster \"{}\"", roster.title)
    }
}

pub(super) fn over_budget(
    roster: &Roster<'_>,
    points: i64,
    budget: i64,
    place: Span,
    lines: &[(Span, String)],
    dearest: &[i64],
) -> Diagnostic {
    let over = points.saturating_sub(budget);
    let found = Diagnostic::at(codes::OVER_BUDGET, place)
        .says(format!(
            "{} costs {points} points, {over} more than its budget of {budget}",
            called(roster)
        ))
        .label(format!("at most {budget}"))
        .also_each(lines.iter().take(MAX_LABELS).cloned());
    let found = match lines.len().checked_sub(MAX_LABELS + 1) {
        Some(0) => found.help("and one line more"),
        Some(more) => found.help(format!("and {} lines more", more + 1)),
        None => found,
    };
    let enough = dearest.iter().filter(|each| **each >= over).min();
    found.help(match enough {
        Some(each) => {
            let then = points.saturating_sub(*each);
            format!("with one for {each} points less it costs {then}")
        }
        None => String::from("leave several out, or raise the budget"),
    })
}

/// A roster that costs too much, and did so before any erratum.
pub(super) fn over_budget_as_printed(found: Diagnostic, printed: i64) -> Diagnostic {
    found.help(format!("before any erratum it cost {printed}, and that is too much as well"))
}

/// A roster that costs too much since an erratum: it is played, and its author is told.
pub(super) fn over_budget_by_errata(
    mut found: Diagnostic,
    (by, place): (String, Span),
) -> Diagnostic {
    found.help.pop();
    found.severity = Severity::Warning;
    found
        .also(place, by)
        .help("a price was changed since this list was written: take something out, or raise its budget; it is played as it is")
}

pub(super) fn unknown_faction(name: &Name, factions: &[&str]) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_IN_ROSTER, name.span)
        .says(format!("there is no army list \"{}\"", name.text))
        .label("no faction of that name");
    match suggest(&name.text, factions) {
        Some(near) => {
            found.fix(format!("did you mean \"{near}\"?"), name.span, format!("\"{near}\""))
        }
        None if factions.is_empty() => found,
        None => found.help(format!("there are: {}", names(factions.to_vec()))),
    }
}

pub(super) fn unknown_entry<'n>(
    name: &Name,
    faction: Option<&str>,
    candidates: impl IntoIterator<Item = &'n str>,
    other: Option<(String, Span)>,
) -> Diagnostic {
    let whose =
        faction.map(|faction| format!("\"{faction}\" has no")).unwrap_or("there is no".to_owned());
    let found = Diagnostic::at(codes::UNKNOWN_IN_ROSTER, name.span)
        .says(format!("{whose} \"{}\"", name.text))
        .label("not in the army list");
    if let Some((words, span)) = other {
        return found.also(span, words);
    }
    found.meant_title(name.span, suggest(&name.text, candidates))
}

/// How a line names somebody of another list.
pub(super) fn hired(name: &Name, list: &Name) -> String {
    format!(
        "who is hired from another list is named with it: `\"{}\" of \"{}\"`",
        name.text, list.text
    )
}

pub(super) fn ambiguous_entry(name: &Name, places: &[Span]) -> Diagnostic {
    Diagnostic::at(codes::AMBIGUOUS_NAME, name.span)
        .says(format!("\"{}\" stands in {} army lists", name.text, places.len()))
        .label("which one?")
        .also_each(places.iter().map(|place| (*place, "one of them")))
        .help("say whose roster it is: `roster \"..\" of \"Faction\" { .. }`")
}

pub(super) fn unknown_option(
    name: &Name,
    entry: &str,
    options: &[&str],
    place: Option<Span>,
) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_OPTION, name.span)
        .says(format!("\"{entry}\" cannot have \"{}\"", name.text))
        .label("no option of it, and no item")
        .also(place, "declared here");
    match suggest(&name.text, options) {
        Some(near) => {
            found.fix(format!("did you mean \"{near}\"?"), name.span, format!("\"{near}\""))
        }
        None if options.is_empty() => found.help(
            "it has no options; in a test a piece is given an ability so: `a: \"Name\" has A`",
        ),
        None => found.help(format!("its options: {}", names(options.iter().copied()))),
    }
}

pub(super) fn option_twice(name: &Name) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_OPTION, name.span)
        .says(format!("\"{}\" is bought twice", name.text))
        .label("bought before")
        .help("an option is there or not; an item may be counted: `with 2 \"Scroll\"`")
}

pub(super) fn item_not_for(name: &Name, entry: &str, place: Span) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_OPTION, name.span)
        .says(format!("\"{}\" is not for \"{entry}\"", name.text))
        .label("cannot be bought by it")
        .also(place, "for these alone")
}

/// A roster without pieces.
pub(super) fn empty_roster(roster: &Roster<'_>) -> Diagnostic {
    Diagnostic::warning(codes::EMPTY_SIDE, roster.span)
        .says(format!("{} has no pieces", called(roster)))
        .label("nothing to play with")
        .help("field some: `2 \"Name\"`, or take the roster out")
}

/// Two sides of a battle field the same roster.
pub(super) fn one_roster(name: &Name, first: Span, sides: [&str; 2]) -> Diagnostic {
    let [one, other] = sides;
    Diagnostic::at(codes::ONE_ROSTER, name.span)
        .says(format!("`{one}` and `{other}` field the same roster"))
        .label("fielded again here")
        .also(first, "fielded here")
        .help("name the roster that was meant; where two like armies are to meet, write one of them out under a name of its own: `roster \"Name\" of \"Faction\" { .. }`")
}

pub(super) fn bad_count(what: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::ROSTER_COUNT, span)
        .says(format!("{what} is a whole number of at least 1"))
        .label("not such a number")
}

pub(super) fn too_many_pieces(most: usize, span: Span) -> Diagnostic {
    Diagnostic::at(codes::ROSTER_COUNT, span)
        .says(format!("a roster has at most {most} pieces"))
        .label("too many here")
}

pub(super) fn too_many_names(count: i64, names: usize, span: Span) -> Diagnostic {
    let pieces = if count == 1 { "one piece" } else { "so many pieces" };
    Diagnostic::at(codes::ROSTER_COUNT, span)
        .says(format!("this line has {count} of them and {names} names"))
        .label(format!("a name too many for {pieces}"))
        .help("each piece has one name: take a name away, or field more of them")
}

pub(super) fn named_twice(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::at(codes::DUPLICATE_NAME, name.span)
        .says(format!("two pieces of this roster are called \"{}\"", name.text))
        .label("the second")
        .also(first, "the first")
        .help("nobody could tell them apart: give one of them another name")
}

/// A name that one of several without a name has already.
pub(super) fn named_as_counted(name: &Name, title: &str, count: usize, line: Span) -> Diagnostic {
    Diagnostic::at(codes::DUPLICATE_NAME, name.span)
        .says(format!("one of the {count} \"{title}\" is called \"{}\" already", name.text))
        .label("the second of that name")
        .also(line, format!("these are called \"{title} 1\" to \"{title} {count}\""))
        .help("nobody could tell them apart: give it another name, or name the others too")
}

pub(super) fn bad_budget(span: Span) -> Diagnostic {
    Diagnostic::at(codes::ROSTER_COUNT, span)
        .says("a budget is a whole number of points")
        .label("not a whole number")
}

pub(super) fn not_a_piece(name: &Name, kind: &str, place: Span) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_IN_ROSTER, name.span)
        .says(format!("\"{}\" is {}, and a roster fields pieces", name.text, a(kind)))
        .label("cannot be fielded")
        .also(place, "declared here")
}

pub(super) fn unknown_roster(name: &Name, rosters: &[&str]) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_IN_ROSTER, name.span)
        .says(format!("there is no roster \"{}\"", name.text))
        .label("not declared");
    match suggest(&name.text, rosters) {
        Some(near) => {
            found.fix(format!("did you mean \"{near}\"?"), name.span, format!("\"{near}\""))
        }
        None if rosters.is_empty() => {
            found.help("none is declared: `roster \"..\" of \"Faction\" { .. }`")
        }
        None => found
            .help(format!("there are: {}", names(rosters.iter().copied())))
            .help("of other files, those in the folders `factions` and `scenarios` are seen"),
    }
}

pub(super) fn other_faction(name: &Name, wanted: &Name, is: &Name) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_IN_ROSTER, name.span)
        .says(format!(
            "roster \"{}\" is of \"{}\", and this side is \"{}\"",
            name.text, is.text, wanted.text
        ))
        .label("another army")
        .also(is.span, "it says so here")
        .also(wanted.span, "the side says so here")
}

/// A group of a roster takes a reading.
pub(super) fn ruling_of_a_group(line: Span) -> Diagnostic {
    Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, line)
        .says("a group takes no reading of its own")
        .label("a ruling holds for the whole roster")
        .help("write it beside the groups, in the braces of the roster")
}

/// What stands after the colon of a piece of a test is no name.
pub(super) fn given_what(span: Span) -> Diagnostic {
    Diagnostic::at(codes::BAD_TEST, span)
        .says("a piece of a test is named by its entry")
        .label("no name of a piece")
        .help("`given a: \"Name\"`; an ability: `given a: \"Name\" has Ability(2)`")
}

/// What a piece of a test is to be one of is nothing.
pub(super) fn unknown_given<'n>(
    name: &Name,
    candidates: impl IntoIterator<Item = &'n str>,
    gone: Option<(String, Span)>,
) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_NAME, name.span)
        .says(format!("there is no \"{}\" to stand in this test", name.text))
        .label("no such piece");
    if let Some((words, span)) = gone {
        return found.also(span, words);
    }
    found.meant_title(name.span, suggest(&name.text, candidates))
}

/// What a piece of a test is to be one of stands in several army lists.
pub(super) fn ambiguous_given(name: &Name, places: &[(Span, Option<&str>)]) -> Diagnostic {
    let found = Diagnostic::at(codes::AMBIGUOUS_NAME, name.span)
        .says(format!("\"{}\" stands in {} army lists", name.text, places.len()))
        .label("which one?")
        .also_each(places.iter().map(|(place, _)| (*place, "one of them")));
    match places.iter().find_map(|(_, faction)| *faction) {
        Some(faction) => found.help(format!(
            "say whose it is: `of \"{faction}\"`; one that is new, and was to be none of these, has a name of its own"
        )),
        None => found,
    }
}

/// A piece of a test is given what is no option.
pub(super) fn bought_what(span: Span) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_OPTION, span)
        .says("`with` gives an option by its name")
        .label("no name of an option")
        .help("an ability is given with `has`: `given a: \"Name\" has Ability(2)`")
}
