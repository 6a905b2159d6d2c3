//! Diagnostics of entities: their kinds, fields, tables, forms, lists and parents.

mod heirs;
mod tables;

pub(crate) use heirs::like_removed;
pub(super) use heirs::{
    chain_too_long, like_circle, list_too_long, no_such_clause, not_in_list, nothing_to_take,
    only_taken_away, points_inherited, too_much_inherited, unknown_parent,
};
pub(super) use tables::{
    bad_row_name, empty_cell, head_length, no_name_column, outer_bars, row_length,
    row_without_name, unknown_column,
};

use warwright_grammar::parser::HEADS;
use warwright_grammar::slips::{home, meant};
use warwright_grammar::source::{SourceMap, Span};
use warwright_grammar::tree::{Expr, Field, ListSign, Member, Name};
use warwright_grammar::{Diagnostic, codes};

use super::fields::value_span;
use crate::names::{Index, KindShape};
use crate::wording::{article, suggest};

/// "a unit", "an area".
pub(crate) fn a(word: &str) -> String {
    format!("{} {word}", article(word))
}

/// Names between commas, each in backticks.
pub(crate) fn names<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

pub(super) fn unknown_kind(word: &Name, index: &Index<'_>) -> Diagnostic {
    let kinds = index.kinds.values().filter(|shape| !shape.declarations.is_empty());
    let kinds: Vec<&str> = kinds.map(|shape| shape.name).collect();
    let found = Diagnostic::at(codes::UNKNOWN_KIND, word.span)
        .says(format!("there is no kind `{}`, and no declaration begins with this word", word.text))
        .label("not a kind");
    if let Some(help) = home(&word.text) {
        return found.help(help);
    }
    let elsewhere = meant("a declaration", &format!("{} NAME", word.text), 0);
    if let Some(elsewhere) = elsewhere.filter(|it| it.instead.is_none()) {
        return found.help(elsewhere.help);
    }
    let found = found
        .meant(word.span, suggest(&word.text, kinds.iter().chain(HEADS).chain(&["side"]).copied()));
    match kinds.is_empty() {
        true => {
            found.help("no system was loaded: begin the file with `use` and the name of a game")
        }
        false => found.help(format!("kinds of this game: {}", names(kinds))),
    }
}

pub(super) fn unknown_plural(word: &Name, meant: Option<&str>) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_KIND, word.span)
        .says(format!("no kind has the plural `{}`", word.text))
        .label("a table of entities begins with the plural of their kind");
    found.meant(word.span, meant)
}

pub(super) fn entity_twice(kind: &str, name: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::at(codes::DUPLICATE_NAME, again)
        .says(format!("{kind} \"{name}\" is declared twice"))
        .label("declared again here")
        .also(first, "first declared here")
        .help(format!(
            "one that is nearly the other says what differs: `{kind} \"..\" like \"{name}\" {{ .. }}`; to correct a published one, write an `errata`"
        ))
}

pub(super) fn form_twice(form: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::at(codes::DUPLICATE_NAME, again)
        .says(format!("form `{form}` is declared twice"))
        .label("again here")
        .also(first, "first here")
        .help("give one of them another name, or take one away")
}

/// The ability that keeps a state of that name for itself, and where.
pub(super) fn kept_by<'t>(index: &Index<'t>, name: &str) -> Option<(&'t str, Span)> {
    index.abilities.iter().find_map(|(title, ability)| {
        let states = ability
            .node
            .body
            .iter()
            .filter_map(|member| as_variant!(member, Member::State(state) => &state.names));
        let named = states.flatten().find(|it| &*it.text == name)?;
        Some((*title, named.span))
    })
}

/// A state that an ability keeps, given in the braces of a piece.
pub(super) fn state_of_an_ability(
    shape: &KindShape<'_>,
    field: &Field,
    (ability, declared): (&str, Span),
) -> Diagnostic {
    let name = &*field.name.text;
    Diagnostic::at(codes::UNKNOWN_FIELD, field.name.span)
        .says(format!("`{name}` is a state of \"{ability}\", and no field of {}", a(shape.name)))
        .label("the braces have fields of its kind alone")
        .also(declared, "the ability keeps it here")
        .help(format!("write it behind the piece, in a line of its own: `a.{name} = ..`"))
}

/// A field that is not there; a piece of a test or roster, which `begins` with state as well, has that too.
pub(super) fn unknown_field(shape: &KindShape<'_>, field: &Field, begins: bool) -> Diagnostic {
    let name = &*field.name.text;
    let found = Diagnostic::at(codes::UNKNOWN_FIELD, field.name.span)
        .says(format!("{} has no field `{name}`", a(shape.name)))
        .label("no such field; the value is not used anywhere");
    if let Some(state) = shape.states.iter().find(|state| &*state.name.text == name) {
        return found.also(state.name.span, "this is state: it belongs to a piece in play").help(
            "printed figures alone stand here; the state's first value is set where it is declared",
        );
    }
    if let Some(derive) = shape.derives.iter().find(|derive| &*derive.name.text == name) {
        return found
            .also(derive.name.span, "this is worked out")
            .help("give the figures from which it is worked out");
    }
    let states = shape.states.iter().map(|state| &*state.name.text).filter(|_| begins);
    let found = match suggest(name, shape.field_names().chain(states.clone())) {
        None if name == "ability" => {
            found.fix("did you mean `abilities`?", field.name.span, "abilities")
        }
        Some(near) => found.fix(format!("did you mean `{near}`?"), field.name.span, near),
        None => found,
    };
    found.help(fields_of(shape, states))
}

fn fields_of<'n>(shape: &'n KindShape<'_>, states: impl Iterator<Item = &'n str>) -> String {
    let columns = shape.columns.iter().map(|column| column.name);
    format!("fields of {}: {}", a(shape.name), names(columns.chain(["abilities"]).chain(states)))
}

pub(super) fn unknown_answer<'n>(
    kind: &str,
    name: &Name,
    known: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let known: Vec<&str> = known.collect();
    let found = Diagnostic::at(codes::UNKNOWN_FIELD, name.span)
        .says(format!("{} has no `{}` to be filled in", a(kind), name.text))
        .label("nothing would ever read it");
    match suggest(&name.text, &known) {
        Some(near) => found.fix(format!("did you mean `{near}`?"), name.span, near),
        None if &*name.text == "abilities" => {
            found.help("a list stands on one line, parted by commas: `abilities A, B`")
        }
        None if known.is_empty() => found.help(format!(
            "nothing of {} is answered or done by braces: a field reads `name value`",
            a(kind)
        )),
        None => found.help(format!("{} has {}", a(kind), names(known))),
    }
}

pub(super) fn comma_between_fields(name: &str, before: Span, next: &Name) -> Diagnostic {
    let gap = before.after().to(next.span.before());
    Diagnostic::at(codes::VALUE_PARTS, next.span)
        .says(format!("`{}` is read as part of `{name}`", next.text))
        .label("a field of its own")
        .fix("between fields of one line stands `;`", gap, " ; ")
}

/// An option that takes a clause away.
pub(super) fn option_drops_clause(span: Span) -> Diagnostic {
    Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, span)
        .says("an option adds to its entry and takes no clause away")
        .label("nothing would read this")
        .help("let the clause itself ask for it: `when not self has ..`")
}

/// An option with a price, of a kind that costs nothing.
pub(super) fn price_of_nothing(kind: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, span)
        .says(format!("an option of a {kind} has no price: the kind has no `points`"))
        .label("nothing would read this")
        .help("`profile points: int = 0` in the kind")
}

/// A price in something that is no price.
pub(super) fn price_in_other(field: &Name, costs: bool) -> Diagnostic {
    let found = Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, field.span)
        .says(format!("the price of an option is in `points`, and not in `{}`", field.text))
        .label("nothing would read this");
    match costs {
        true => found.fix("write `points`", field.span, "points"),
        false => found.help("`profile points: int = 0` in the kind"),
    }
}

pub(crate) fn field_twice(name: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::at(codes::FIELD_TWICE, again)
        .says(format!("`{name}` is given twice"))
        .label("given again here")
        .also(first, "given here")
        .help("take one of them away")
}

pub(super) fn sign_on_value(field: &Field) -> Diagnostic {
    Diagnostic::at(codes::LIST_WITHOUT_SIGN, field.span)
        .says(format!("`{}` is one value and not a list", field.name.text))
        .label("`+` and `-` add to a list and take from it")
        .help(format!("write `{} ..` with the new value", field.name.text))
}

/// `points +15`
pub(super) fn sign_on_figure(name: &str, written: &str, span: Span) -> Diagnostic {
    let figure = written.trim_start_matches('+').trim_start();
    Diagnostic::at(codes::LIST_WITHOUT_SIGN, span)
        .says(format!("`{written}` says how much more, and a field gives the whole figure"))
        .label("more than what?")
        .help(format!(
            "`{name} {figure}` is a figure of its own; under `like` write what it comes to"
        ))
}

pub(super) fn sign_without_like(field: &Field) -> Diagnostic {
    let sign = if field.sign == Some(ListSign::Add) { "add to" } else { "take away from" };
    Diagnostic::at(codes::LIST_WITHOUT_SIGN, field.span)
        .says(format!(
            "there is no list of `{}` to {sign}: this entry is not `like` another",
            field.name.text
        ))
        .label("a sign belongs under `like`")
        .help(format!("write the list without a sign: `{} ..`", field.name.text))
}

pub(super) fn list_without_sign(field: &Field, of: &str, sources: &SourceMap) -> Diagnostic {
    let name = &*field.name.text;
    let written = sources.slice(value_span(field));
    let of = if of.contains(' ') || of.starts_with(char::is_uppercase) {
        format!("\"{of}\"")
    } else {
        of.to_owned()
    };
    Diagnostic::at(codes::LIST_WITHOUT_SIGN, field.span)
        .says(format!("say whether this adds to the {name} of {of} or replaces them"))
        .label("no sign")
        .fix(
            format!("`{name} + {written}` keeps the others; `{name} = {written}` drops them; `{name} - ..` takes one away"),
            field.name.span.after(),
            " +",
        )
}

pub(super) fn clauses_field(field: &Field) -> Diagnostic {
    Diagnostic::at(codes::LIST_WITHOUT_SIGN, field.span)
        .says("`clauses` takes an inherited clause away by its label")
        .label("write `clauses - \"label\"`, under `like`")
        .help("a new clause is simply written into the braces")
}

pub(super) fn value_parts(name: &str, parts: &[&str], found: usize, span: Span) -> Diagnostic {
    let wanted = parts.len();
    let message = if wanted == 1 {
        format!("`{name}` wants one value, and here are {found}")
    } else {
        format!("`{name}` wants {wanted} figures ({}), and here are {found}", parts.join(", "))
    };
    let found = Diagnostic::at(codes::VALUE_PARTS, span).says(message);
    if wanted == 1 {
        found.label("more than one value").help(
            "a name of several words stands in quotes; items of a list have commas between them",
        )
    } else {
        found.label(format!("in the order {}", parts.join(" "))).help(format!(
            "figures of one cell are parted by a space or `/`, as in `{}`",
            (1..=wanted).map(|figure| figure.to_string()).collect::<Vec<_>>().join(" ")
        ))
    }
}

/// `attack 2 3/4 defence 1/1`: another field begins among the values of one.
pub(super) fn unparted(found: Diagnostic, next: &str, at: Span) -> Diagnostic {
    let text = format!("`{next}` begins the next field, behind `;` or on its own line");
    found.fix(text, at.before(), "; ")
}

/// `low arc` for `low_arc`
pub(super) fn one_word(name: &str, joined: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::VALUE_PARTS, span)
        .says(format!("`{name}` wants one value, and here are several words"))
        .label("read as several values")
        .fix(format!("did you mean `{joined}`?"), span, joined)
}

/// `1,000`, `100 pts`, `2 1/2"`
pub(super) fn figure_and_more(name: &str, written: &str, span: Span) -> Diagnostic {
    let found = Diagnostic::at(codes::VALUE_PARTS, span)
        .says(format!("`{name}` wants one figure, and more stands behind it"))
        .label("more than one value");
    let size = written.split_once(',').map(|(one, other)| (one.trim(), other.trim()));
    let measured = |figure: &str| {
        figure.starts_with(|c: char| c.is_ascii_digit())
            && figure.ends_with(|c: char| c == '"' || c.is_alphabetic())
    };
    if let Some((one, other)) = size.filter(|(one, other)| measured(one) && measured(other)) {
        let size = format!("{one} x {other}");
        return found.fix(format!("a size reads `{size}`"), span, size);
    }
    let joined = written.replace(',', "");
    if joined != written && joined.chars().all(|c| c.is_ascii_digit()) {
        return found.fix(format!("without the comma: `{joined}`"), span, joined);
    }
    let figure: String = written.chars().take_while(char::is_ascii_digit).collect();
    let word = written.get(figure.len()..).unwrap_or("").trim();
    if !figure.is_empty() && !word.is_empty() && word.chars().all(char::is_alphabetic) {
        return found.fix(format!("no word stands behind it: `{figure}`"), span, figure);
    }
    found.help("a figure has no word behind it but its measure, and a point before its decimals")
}

/// `Regrow 2`, `Regrow[2]`
pub(super) fn argument_without_brackets(name: Span, given: &str, second: Span) -> Diagnostic {
    let value = format!("({})", given.trim_matches(['[', ']']));
    Diagnostic::at(codes::VALUE_PARTS, second)
        .says("what an ability is given stands in brackets")
        .label("a second item of the list")
        .also(name, "the first")
        .fix(format!("write `{value}`"), Span::new(name.end(), second.end()), value)
}

pub(super) fn not_a_value(name: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::VALUE_PARTS, span)
        .says(format!("`{name}` wants a value"))
        .label("a range or `else` is no value here")
}

pub(super) fn not_a_list(span: Span) -> Diagnostic {
    Diagnostic::at(codes::VALUE_PARTS, span)
        .says("a list is wanted here")
        .label("write names between commas, or `-` for the empty list")
}

pub(super) fn list_of_nothing(field: Span, below: Span) -> Diagnostic {
    Diagnostic::at(codes::VALUE_PARTS, field.before())
        .says("a list begins here, and nothing stands in it")
        .label("what stands on the next line was read as part of it")
        .also(below, "this")
        .help("an empty list is `none`: `abilities = none`; in a table `-`")
}

pub(super) fn missing_comma(first: Span, second: Span) -> Diagnostic {
    Diagnostic::at(codes::VALUE_PARTS, second)
        .says("two items of a list without a comma between them")
        .label("a second item, or a name of two words without quotes")
        .also(first, "the first")
        .fix("put a comma between them", first.after(), ",")
}

pub(super) fn title_without_quotes(title: &str, first: &Expr, second: &Expr) -> Diagnostic {
    let span = first.span.to(second.span);
    Diagnostic::at(codes::VALUE_PARTS, span)
        .says(format!("`{title}` stands without quotes"))
        .label("a name of several words")
        .fix("a name of several words stands in quotes", span, format!("\"{title}\""))
}

pub(super) fn kind_without_forms(shape: &KindShape<'_>, span: Span) -> Diagnostic {
    let found = Diagnostic::at(codes::FORM_OUT_OF_PLACE, span)
        .says(format!("{} has no forms", a(shape.name)))
        .label("a form");
    if shape.declarations.is_empty() {
        found
    } else {
        found.also(shape.span, "the kind does not say `forms`")
    }
}

pub(super) fn form_without_entry(span: Span) -> Diagnostic {
    Diagnostic::at(codes::FORM_OUT_OF_PLACE, span)
        .says("this form has no entry that it could be a form of")
        .label("a form")
        .help("a form stands below its entry in the table, or in the entry's braces")
}

pub(super) fn ambiguous(name: &Name, places: &[Span]) -> Diagnostic {
    Diagnostic::at(codes::AMBIGUOUS_NAME, name.span)
        .says(format!("\"{}\" stands for {} things", name.text, places.len()))
        .label("which one?")
        .also_each(places.iter().map(|place| (*place, "one of them")))
        .help("move this entry into the faction that is meant, or rename one of them")
}

pub(super) fn price_not_whole(owner: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::VALUE_PARTS, span)
        .says(format!("the price of an option of \"{owner}\" is a whole number"))
        .label("not a whole number")
        .help("write it as `+15 points`")
}

pub(super) fn no_points(title: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_OPTION, span)
        .says(format!("\"{title}\" has no points to which a price could be added"))
        .label("bought here")
}
