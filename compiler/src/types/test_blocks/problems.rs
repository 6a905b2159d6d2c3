//! What is said of tests that cannot be run.

use crate::typed::ScenarioDef;
use warwright_grammar::{Diagnostic, Span, codes, tree};

fn bad(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::at(codes::BAD_TEST, span).says(message)
}

pub(super) fn given_twice(name: &tree::Name, first: Span) -> Diagnostic {
    Diagnostic::at(codes::DUPLICATE_NAME, name.span)
        .says(format!("there are two pieces `{}` in this test", name.text))
        .label("again here")
        .also(first, "first here")
        .help("each has a name of its own in the test, and may be of the same entry: `given a: Name ; b: Name`")
}

pub(super) fn whose_piece(name: &tree::Name, army: &str, under: &ScenarioDef) -> Diagnostic {
    let sides: Vec<&str> = under.sides.iter().map(|side| side.name.as_str()).collect();
    let several = under.sides.iter().any(|side| side.armies.iter().any(|known| known == army));
    let how = if several { "several sides field" } else { "no side fields" };
    bad(
        format!("it is not clear on which side of \"{}\" `{}` stands", under.name, name.text),
        name.span,
    )
    .label(format!("{how} \"{army}\""))
    .help(format!("say so: `of {}`", sides.join("`, `of ")))
}

pub(super) fn not_a_piece(title: &str, kind: &str, span: Span) -> Diagnostic {
    bad(format!("\"{title}\" is a {kind}, and only pieces are placed"), span)
}

pub(super) fn only_fields(span: Span) -> Diagnostic {
    bad("a piece of a test has fields of its own, and nothing else", span)
        .help("an ability: `given a: \"Name\" has Ability`")
}

pub(super) fn run_what(span: Span) -> Diagnostic {
    bad("a test runs a procedure, or `battle`", span).help("`run strike(a, b)`")
}

pub(super) fn not_run(call: &str, span: Span) -> Diagnostic {
    bad("a test says what it runs", span).label("a procedure, and no `run`").fix(
        format!("`run {call}`"),
        span,
        format!("run {call}"),
    )
}

pub(super) fn after_run(span: Span) -> Diagnostic {
    bad("nothing is set up after the last run", span)
        .label("no `run` follows, so it is never done")
        .help("put it before the `run`")
}

pub(super) fn set_up_for_nothing(span: Span) -> Diagnostic {
    bad("nothing is asked after this is set up", span)
        .label("would change nothing that is watched")
        .help("put it before the `odds` or the `expect` for which it is meant")
}

pub(super) fn scripted_for_nothing(span: Span) -> Diagnostic {
    bad("nothing is run that could ask for this", span)
        .label("would be left over")
        .help("say what happens: `run PROCEDURE(..)`")
}

pub(super) fn run_for_nothing(span: Span) -> Diagnostic {
    Diagnostic::at(codes::PROVES_NOTHING, span)
        .says("nothing is expected after this run")
        .label("what comes of it is not looked at")
        .help("say behind it what is to be so then: `expect b.damage is 2`, `expect said \"..\"`")
}

pub(super) fn declares(span: Span) -> Diagnostic {
    bad("a test declares nothing", span)
        .label("a clause")
        .help("it runs what play runs: put this into an ability, and give the piece that ability")
}

pub(super) fn no_such_face(face: &str, span: Span) -> Diagnostic {
    bad(format!("no die of this game shows {face}"), span).label("no face").help(
        "dice are answered and rolled by what they show: `rolls 3 5 knot`, `answers 2 of knot`",
    )
}

pub(super) fn said_with_data(span: Span) -> Diagnostic {
    bad("words that were said are compared as they are", span).help("write them without braces")
}

pub(super) fn reason_of_what(span: Span) -> Diagnostic {
    bad("a reason belongs to a refusal", span)
        .label("nothing is refused here")
        .help("`expect not may p(a, b) \"reason\"`, `expect not legal roster NAME \"reason\"`")
}

pub(super) fn refused_too_early(span: Span) -> Diagnostic {
    bad("a refusal with its reason is asked at the end of a test", span)
        .help("put it after the last statement and the last `run`, or into a test of its own")
}

pub(super) fn said_too_early(span: Span) -> Diagnostic {
    bad("what was said is asked at the end of a test, of its last run", span)
        .help("put it after the last statement and the last `run`, or into a test of its own")
}

pub(super) fn ended_too_early(span: Span) -> Diagnostic {
    bad("how the battle ended is asked at the end of a test", span)
        .help("put it after the last statement and the last `run`, or into a test of its own")
}

pub(super) fn expects_nothing(name: &tree::Name) -> Diagnostic {
    Diagnostic::at(codes::PROVES_NOTHING, name.span)
        .says(format!("the test \"{}\" expects nothing, so it always passes", name.text))
        .label("no `expect`")
        .help("say what is to be so at its end: `expect b.damage is 2`, `expect said \"..\"`")
}

pub(super) fn no_such_reason(
    permission: &str,
    reason: &str,
    meant: Option<String>,
    known: &str,
    span: Span,
) -> Diagnostic {
    let diagnostic = Diagnostic::at(codes::UNKNOWN_NAME, span)
        .says(format!("`{permission}` is never refused for \"{reason}\""))
        .label("no such reason");
    match meant {
        Some(meant) => diagnostic.help(format!("did you mean \"{meant}\"?")),
        None if known.is_empty() => diagnostic.help("nothing at all refuses it"),
        None => diagnostic.help(format!("its reasons: {known}")),
    }
}

/// Of a reason that nothing gives, what was to give it.
pub(super) fn gives_no_reason(
    problem: Diagnostic,
    clause: Span,
    reason: &str,
    allows: bool,
) -> Diagnostic {
    let (label, help) = match allows {
        true => ("allows it", format!("what refuses reads `forbid .. \"{reason}\"`")),
        false => (
            "refuses by the name of its bearer",
            format!("give it words of its own: write `\"{reason}\"` at its end"),
        ),
    };
    Diagnostic { help: Vec::new(), ..problem }.also(clause, label).help(help)
}

pub(super) fn no_such_end(
    words: &str,
    meant: Option<String>,
    known: &str,
    span: Span,
) -> Diagnostic {
    let diagnostic = Diagnostic::at(codes::UNKNOWN_NAME, span)
        .says(format!("no battle ends with the words \"{words}\""))
        .label("no such end");
    match meant {
        Some(meant) => diagnostic.help(format!("did you mean \"{meant}\"?")),
        None if known.is_empty() => diagnostic.help("no rule ends a battle"),
        None => diagnostic.help(format!("battles end with: {known}")),
    }
}

pub(super) fn odds_of_what(span: Span) -> Diagnostic {
    bad("odds are asked with `P(..)` or `mean(..)`", span)
        .help("`expect P(hits is 3) == 1/4`, `expect mean(hits) == 5/6`")
}

pub(super) fn odds_not_constant(span: Span) -> Diagnostic {
    bad("exact odds are a number or a fraction", span)
}

pub(super) fn no_chance(span: Span) -> Diagnostic {
    bad("a chance lies between 0 and 1", span)
}

pub(super) fn no_such_row(
    name: &str,
    meant: Option<String>,
    no_list: bool,
    span: Span,
) -> Diagnostic {
    let diagnostic = Diagnostic::at(codes::UNKNOWN_ROW, span)
        .says(format!("there is no row \"{name}\" in the system's list"))
        .label("covers nothing");
    match meant {
        _ if no_list => {
            diagnostic.help("the list stands in `conformance.md` beside the system's files")
        }
        Some(meant) => {
            diagnostic.fix(format!("did you mean \"{meant}\"?"), span, format!("\"{meant}\""))
        }
        None if name.contains(',') => {
            let rows = name.split(',').map(|row| format!("\"{}\"", row.trim()));
            let rows = rows.collect::<Vec<_>>().join(", ");
            diagnostic.fix(format!("each row has its own quotes: `{rows}`"), span, rows)
        }
        None => {
            diagnostic.help("rows are named as they stand in the first column of `conformance.md`")
        }
    }
}

pub(super) fn said_inside(span: Span) -> Diagnostic {
    bad("what is said is asked by an `expect` of its own, and not inside a condition", span)
        .label("`said` is no value")
        .help("`expect said \"words\"`, `expect not said \"words\"`, each on a line of its own")
}
