//! Diagnostics of errata.

use warwright_grammar::source::Span;
use warwright_grammar::tree::{Date, Errata, Name};
use warwright_grammar::{Diagnostic, codes};

use crate::like::Removed;
use crate::wording::suggest;

/// What an edit expected and what was there.
#[derive(Debug)]
pub(super) struct Stale<'a> {
    /// The item.
    pub(super) item: &'a str,
    /// The part: `points`, `clause "drums"`.
    pub(super) part: &'a str,
    /// What was expected, as written.
    pub(super) expected: &'a str,
    /// What is there, as written.
    pub(super) there: &'a str,
    /// Where the expectation stands.
    pub(super) span: Span,
    /// Where what is there stands.
    pub(super) place: Span,
    /// The earlier edit that put it there: title and item.
    pub(super) earlier: Option<(&'a str, &'a str)>,
    /// The value that the edit would set, as written.
    pub(super) new: Option<&'a str>,
    /// The list that makes it what was expected, on a later day.
    pub(super) later: Option<&'a Errata>,
}

pub(super) fn day(date: Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year, date.month, date.day)
}

/// An edit that does not say what it corrects: its kind or its name is missing.
pub(super) fn kind_missing(word: &Name, is_kind: bool, sorts: &[&str]) -> Diagnostic {
    let name = &word.text;
    if is_kind {
        return Diagnostic::at(codes::BAD_CLAUSE, word.span)
            .says(format!("in which {name}?"))
            .label("a name was expected after this word")
            .help(format!("its name stands behind it: `in {name} \"Name\" {{ .. }}`"));
    }
    let found = Diagnostic::at(codes::BAD_CLAUSE, word.span)
        .says(format!("it is not said what `{name}` is"))
        .label("a kind was expected before this name");
    let written = if word.quoted { format!("\"{name}\"") } else { name.to_string() };
    match sorts {
        [one] => found.fix(
            format!("its kind stands before it: `in {one} {written}`"),
            word.span.before(),
            format!("{one} "),
        ),
        _ => found.help(format!("what it is stands before it, as `in unit {written}`, `in table {written}`, `in ability {written}`")),
    }
}

pub(super) fn item_twice(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::at(codes::DUPLICATE_NAME, name.span)
        .says(format!("item \"{}\" is in this list twice", name.text))
        .label("the second of that name")
        .also(first, "the first")
        .help("`supersedes` and `why` name items: give each a name of its own")
}

pub(super) fn stale(stale: &Stale<'_>) -> Diagnostic {
    let Stale { item, part, expected, there, .. } = stale;
    let found = Diagnostic::at(codes::STALE_ERRATUM, stale.span)
        .says(format!(
            "erratum item \"{item}\" expects {part} `{expected}`, and on that day it is `{there}`"
        ))
        .label("this is not what is there");
    let found = match stale.earlier {
        Some((list, other)) => {
            found.also(stale.place, format!("changed here, by item \"{other}\" of \"{list}\""))
        }
        None => found.also(stale.place, "this is what is there"),
    };
    if let Some(list) = stale.later
        && let Some((date, span)) = list.dated
    {
        let help = format!(
            "date this list after {}, when \"{}\" makes it that",
            day(date),
            list.name.text
        );
        return found.also(span, "only from this day on is it what is expected").help(help);
    }
    let found = match stale.new {
        Some(new) if new == *there => found.help(
            "that is what it would become here: the old value stands first, or it is so already; then take this line out",
        ),
        Some(new) => match replaced(there, expected, new) {
            Some(list) => found.help(format!("it is one of several: write `{there} -> {list}`")),
            None => match dressed(there, expected, new) {
                Some(new) => found.help(format!("write `{there} -> {new}`")),
                None => {
                    found.fix(format!("write `{there} -> {new}`"), stale.span, there.to_owned())
                }
            },
        },
        None => found,
    };
    match stale.earlier {
        Some((list, other)) => found.help(format!(
            "or let the list say `supersedes \"{list}\" item \"{other}\"`, to take the place of that change"
        )),
        None => found,
    }
}

/// A list, or a condition of several parts, in which one is replaced by another.
fn replaced(whole: &str, old: &str, new: &str) -> Option<String> {
    [", ", " and ", " or "].into_iter().find_map(|between| {
        let weaker = between == " and " && new.contains(" or ");
        let new = if weaker { format!("({new})") } else { new.to_owned() };
        let mut parts: Vec<&str> = whole.split(between).collect();
        let at = parts.iter().position(|part| *part == old).filter(|_| parts.len() > 1)?;
        *parts.get_mut(at)? = &new;
        Some(parts.join(between))
    })
}

/// An entry of a list that is not there, or is there already.
pub(super) fn stale_entry(
    item: &str,
    target: &str,
    entry: &str,
    adds: bool,
    span: Span,
    place: Option<(Span, String)>,
) -> Diagnostic {
    let message = if adds {
        format!("erratum item \"{item}\" adds {entry}, and {target} has it already")
    } else {
        format!("erratum item \"{item}\" takes {entry} away, and {target} has no such entry")
    };
    let found = Diagnostic::at(codes::STALE_ERRATUM, span).says(message).label(if adds {
        "there already"
    } else {
        "not there"
    });
    match place {
        Some((place, words)) => found.also(place, words),
        None => found,
    }
}

/// An edit of what an earlier one took away.
pub(super) fn gone(item: &str, gone: &Removed<'_>, span: Span) -> Diagnostic {
    Diagnostic::at(codes::STALE_ERRATUM, span)
        .says(format!(
            "erratum item \"{item}\" expects {}, and on that day it is gone",
            gone.target
        ))
        .label("no longer there")
        .also(gone.span, format!("taken away here, by {}", gone.by))
}

/// One day takes something away and edits it.
pub(super) fn removed_and_edited(
    target: &str,
    second: Span,
    first: Span,
    other_list: &str,
) -> Diagnostic {
    Diagnostic::at(codes::ERRATA_COLLIDE, second)
        .says(format!("two corrections of one date are about {target}, and one takes it away"))
        .label("which comes first?")
        .also(first, "the other, of the same date")
        .help(format!(
            "let one say `supersedes \"{other_list}\"`, or give it a later date; the order of files is never used"
        ))
}

pub(super) fn unknown_word(word: &Name, kinds: &[&str]) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_ERRATUM_TARGET, word.span)
        .says(format!("errata cannot edit a `{}`", word.text))
        .label("neither a kind nor a declaration that errata may edit");
    match suggest(&word.text, kinds) {
        Some(near) => found.fix(format!("did you mean `{near}`?"), word.span, near),
        None => found.help("errata edit entities of the system's kinds, abilities, statuses, factions, scenarios, tables, quantities, defines, relations, permissions, actions, rulings and the clauses of the system; a procedure is bent by `clauses + { instead of ..`, and a policy or an army list stands in a file of its own"),
    }
}

/// What is declared under another word than the one by which it is called.
pub(super) fn of_another_kind(word: &Name, name: &Name, kind: &str) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_ERRATUM_TARGET, word.span)
        .says(format!("\"{}\" is no {}", name.text, word.text))
        .label("declared under another word")
        .fix(format!("it is a `{kind}`"), word.span, kind.to_owned())
}

pub(super) fn unknown_target<'n>(
    word: &str,
    name: &Name,
    of: Option<&Name>,
    candidates: impl IntoIterator<Item = &'n str>,
    homes: &[&str],
) -> Diagnostic {
    let stated = of;
    let of = of.map(|of| format!(" of \"{}\"", of.text)).unwrap_or_default();
    let found = Diagnostic::at(codes::UNKNOWN_ERRATUM_TARGET, name.span)
        .says(format!("there is no {word} \"{}\"{of} to correct", name.text))
        .label("not declared");
    let candidates: Vec<&str> = candidates.into_iter().collect();
    match suggest(&name.text, &candidates) {
        _ if candidates.contains(&&*name.text)
            && let (Some(of), [home]) = (stated, homes) =>
        {
            found.fix(format!("it is of \"{home}\""), of.span, format!("\"{home}\""))
        }
        _ if candidates.contains(&&*name.text) => {
            found.help(format!("there is one elsewhere: say `of` whose \"{}\" is meant", name.text))
        }
        Some(near) => {
            found.fix(format!("did you mean \"{near}\"?"), name.span, format!("\"{near}\""))
        }
        None => found.help("if it is yet to come, say `item .. pending \"why\"`"),
    }
}

pub(super) fn ambiguous_target(word: &str, name: &Name, places: &[Span]) -> Diagnostic {
    Diagnostic::at(codes::AMBIGUOUS_NAME, name.span)
        .says(format!("{word} \"{}\" stands in {} factions", name.text, places.len()))
        .label("which one?")
        .also_each(places.iter().map(|place| (*place, "one of them")))
        .fix("say whose it is: `of \"Faction\"`", name.span.after(), " of \"..\"")
}

/// A line that is looked for by words which another edit took from it.
pub(super) fn renamed_part(
    target: &str,
    (part, span): (&str, Span),
    (list, new, place): (&str, &str, Span),
) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_ERRATUM_TARGET, span)
        .says(format!("{target} has no {part} any more"))
        .label("called otherwise by now")
        .also(place, format!("\"{list}\" calls it {new}"))
        .help(format!("name it as it is called from then on: {new}"))
}

pub(super) fn unknown_part<'n>(
    target: &str,
    part: &str,
    span: Span,
    candidates: impl IntoIterator<Item = &'n str>,
) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_ERRATUM_TARGET, span)
        .says(format!("{target} has no {part}"))
        .label("not there");
    let mut candidates: Vec<&str> = candidates.into_iter().collect();
    let mut seen = Vec::with_capacity(candidates.len());
    candidates.retain(|name| {
        let new = !seen.contains(name);
        seen.extend(new.then_some(*name));
        new
    });
    let word = part.trim_start_matches(|letter: char| letter != '"').trim_matches('"');
    let word = if word.is_empty() { part } else { word };
    if part == "field `name`" {
        return found.help(
            "names are not corrected: `remove KIND \"Old\"` and `add KIND \"New\" like \"Old\" { .. }`",
        );
    }
    match suggest(word, &candidates) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None if candidates.is_empty() => found,
        None => found.help(format!("it has {}", candidates.join(", "))),
    }
}

pub(super) fn inherited_clause(
    heir: &str,
    owner: &str,
    label: &str,
    span: Span,
    place: Span,
) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_ERRATUM_TARGET, span)
        .says(format!("clause \"{label}\" of \"{heir}\" is that of \"{owner}\""))
        .label("not its own")
        .also(place, "the clause stands here")
        .help(format!("correct it in \"{owner}\", and heirs follow; or take it away here with `clauses - \"{label}\"` and add another"))
}

pub(super) fn cannot(target: &str, what: &str, span: Span, help: &str) -> Diagnostic {
    Diagnostic::at(codes::ERRATUM_CANNOT, span)
        .says(format!("{target} has no {what} to be changed"))
        .label("cannot be changed so")
        .help(help.to_owned())
}

/// An edit of an action as one of the system, which is a clause of an ability.
pub(super) fn action_of(name: &Name, sort: &str, home: &str, place: Span) -> Diagnostic {
    let action = &name.text;
    Diagnostic::at(codes::UNKNOWN_ERRATUM_TARGET, name.span)
        .says(format!("action `{action}` stands in {sort} \"{home}\""))
        .label("no action of the system")
        .also(place, "it is a clause of this")
        .help(format!("write `in {sort} \"{home}\" clause \"{action}\" {{ .. }}`"))
}

pub(super) fn collide(
    date: Date,
    part: &str,
    target: &str,
    (first, first_new): (Span, &str),
    (second, second_new): (Span, &str),
    other_list: Option<&str>,
) -> Diagnostic {
    let found = Diagnostic::at(codes::ERRATA_COLLIDE, second)
        .says(format!("two corrections dated {} edit {part} of {target}", day(date)))
        .label(format!("would make it `{second_new}`"))
        .also(first, format!("would make it `{first_new}`"));
    found.help(match other_list {
        Some(other_list) => format!(
            "let one say `supersedes \"{other_list}\"`, or give it a later date; the order of files is never used"
        ),
        None => String::from(
            "both stand in one list: take one of them out, or leave its name out of one; what takes a clause's place has a label of its own",
        ),
    })
}

/// `+1"` for 1, where `+2"` stands and 2 was expected.
fn dressed(there: &str, expected: &str, new: &str) -> Option<String> {
    let number = |text: &str| text.chars().all(|sign| sign.is_ascii_digit() || sign == '.');
    let (sign, unit) = there.split_once(expected)?;
    let bare = number(expected) && number(new) && !(sign.is_empty() && unit.is_empty());
    bare.then(|| format!("{sign}{new}{unit}"))
}

pub(super) fn without_items(list: &Name) -> Diagnostic {
    Diagnostic::warning(codes::ERRATUM_WITHOUT_EFFECT, list.span)
        .says(format!("errata \"{}\" correct nothing", list.text))
        .label("no item in it")
        .help("write what changes: `item \"1\" { in KIND NAME { FIELD OLD -> NEW } }`, or take the list out")
}

pub(super) fn without_effect(item: &Name) -> Diagnostic {
    Diagnostic::at(codes::ERRATUM_WITHOUT_EFFECT, item.span)
        .says(format!("item \"{}\" changes nothing", item.text))
        .label("no edit in it")
        .help("say `no effect \"why\"` or `pending \"why\"` in place of the braces")
}

pub(super) fn same_value(part: &str, value: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::ERRATUM_WITHOUT_EFFECT, span)
        .says(format!("this edit leaves {part} at `{value}`"))
        .label("the old value and the new one are the same")
        .help("write the value that it is to become, or say of the item `no effect \"why\"`")
}

/// `14 -> +1`: taken as it stands, it would make it 1.
pub(super) fn change_for_a_value(old: &str, written: &str, span: Span) -> Diagnostic {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let found = Diagnostic::at(codes::ERRATUM_CANNOT, span)
        .says(format!("a correction names the new value, and `{written}` is a change"))
        .label("by so much more?");
    match number(old).zip(number(written)).and_then(|(old, by)| old.checked_add(by)) {
        Some(sum) => found.fix(format!("write `{old} -> {sum}`"), span, sum.to_string()),
        None => found.help("write the value that it is to have"),
    }
}

pub(super) fn without_date(name: &Name) -> Diagnostic {
    Diagnostic::at(codes::ERRATUM_WITHOUT_DATE, name.span)
        .says(format!("errata \"{}\" has no date, so nobody knows when it takes effect", name.text))
        .label("no date")
        .help("write `errata \"..\" dated 2010-03-01 { .. }`")
}

pub(super) fn of_another_game(list: &Name, of: &Name, system: &Name) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_ERRATUM_TARGET, of.span)
        .says(format!("errata \"{}\" are read for `{}`", list.text, system.text))
        .label("another game")
        .fix(format!("`of {}`, or leave `of` out", system.text), of.span, system.text.to_string())
        .help("lists of another game stand below `errata/` of its name")
}

pub(super) fn unknown_superseded(name: &Name, titles: &[&str]) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_SUPERSEDED, name.span)
        .says(format!("there is no other list of errata \"{}\" to supersede", name.text))
        .label("not declared");
    found.meant_title(name.span, suggest(&name.text, titles))
}

pub(super) fn unknown_superseded_item(
    item: &Name,
    list: &str,
    place: Span,
    items: &[&str],
) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_SUPERSEDED, item.span)
        .says(format!("errata \"{list}\" has no item \"{}\"", item.text))
        .label("no such item")
        .also(place, "the list");
    if items.is_empty() { found } else { found.help(format!("its items: {}", items.join(", "))) }
}

pub(super) fn supersedes_later(name: &Name, place: Span, date: Date) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_SUPERSEDED, name.span)
        .says(format!(
            "errata \"{}\" is the later one and cannot be superseded from here",
            name.text
        ))
        .label("would be superseded before it appears")
        .also(place, format!("dated {}", day(date)))
}

pub(super) fn supersede_each_other(name: &Name, list: &Name) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_SUPERSEDED, name.span)
        .says(format!("errata \"{}\" and \"{}\" supersede each other", name.text, list.text))
        .label("superseded by it, or by what that supersedes")
        .also(list.span, "neither would count")
        .help("say it in the one that counts")
}

pub(super) fn without_sign(name: &Name) -> Diagnostic {
    Diagnostic::at(codes::ERRATUM_CANNOT, name.span)
        .says(format!("say what becomes of `{}`", name.text))
        .label("neither `old -> new` nor a sign")
        .help(format!(
            "one value: `{0} old -> new`; a list: `{0} + A`, `{0} - A` or `{0} = A, B`",
            name.text
        ))
}

pub(super) fn list_too_long(target: &str, most: usize, span: Span) -> Diagnostic {
    Diagnostic::at(codes::CHAIN_TOO_LONG, span)
        .says(format!("a list of {target} would have more than {most} items or edits"))
        .label("too long with this")
}
