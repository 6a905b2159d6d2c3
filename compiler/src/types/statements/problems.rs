//! What is said of statements that cannot act.

use super::BodyOf;
use crate::typed::{ExprKind, LocalRole};
use crate::wording::{article, listed, suggest};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir::HookTime;

fn out_of_place(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::at(codes::ACT_OUT_OF_PLACE, span).says(message)
}

pub(super) fn never_reached(span: Span) -> Diagnostic {
    Diagnostic::at(codes::NEVER_REACHED, span)
        .says("this is never reached")
        .label("what stands before it leaves the block")
        .help("put it before, or take it out")
}

pub(super) fn step_outside(span: Span) -> Diagnostic {
    out_of_place("only procedures have steps", span)
        .label("a step")
        .help("write a procedure with this step, and call it here")
}

pub(super) fn called_inside(span: Span) -> Diagnostic {
    out_of_place("a step that stands inside another runs where it stands", span)
        .label("`called` says nothing here")
        .help("leave out `called`, or move the step to the end of the procedure")
}

pub(super) fn open_inside(span: Span) -> Diagnostic {
    out_of_place("an open variable stands before the steps of its procedure", span)
        .label("hooks could not see it here")
        .help("move it up, or leave out `open`")
}

pub(super) fn finish_without_value(span: Span, of: BodyOf) -> Diagnostic {
    let beside = matches!(of, BodyOf::Hook { time: HookTime::Before | HookTime::After, .. });
    out_of_place("this procedure gives a value, and `finish` gives none", span).help(match beside {
        true => "`stop` ends what stands here alone; another value is given in the place of the step that gives it: `instead of P.step { return .. }`",
        false => "write `return` with the value",
    })
}

pub(super) fn finish_in_an_action(span: Span) -> Diagnostic {
    out_of_place("an action is no part of the procedure at which it is taken", span)
        .label("`finish` would not end that procedure")
        .help("`return` ends what the action does; to end the procedure set a state here, and ask for it there: `before P.step when u.fled { finish }`")
}

pub(super) fn returns_nothing(span: Span, in_procedure: bool) -> Diagnostic {
    let what =
        if in_procedure { "this procedure gives nothing" } else { "nobody waits for a value here" };
    out_of_place(what, span)
        .label("a value to return")
        .help("a procedure that gives a value says its type: `procedure p(..): bool { .. }`")
}

pub(super) fn gives_nothing(name: &str, span: Span, declared: Span) -> Diagnostic {
    out_of_place(format!("procedure `{name}` gives no value"), span)
        .label("a value is wanted here")
        .also(declared, "declared without a type")
        .help(format!("say what it gives, `procedure {name}(..): T`, and `return` it in a step"))
}

pub(super) fn nothing_to_proceed(span: Span) -> Diagnostic {
    out_of_place("`proceed` runs what an `instead of` replaces, and nothing is replaced here", span)
        .help("it stands in the body of an `instead of` clause")
}

pub(super) fn require_outside(span: Span) -> Diagnostic {
    out_of_place("`require` among statements stands in a `try`", span)
        .help("in an action it stands before `do`; a step is left by `if not .. { stop }`, and what is asked of many belongs into a permission")
}

pub(super) fn dice_in_try(span: Span) -> Diagnostic {
    out_of_place("dice cannot be taken back, and a `try` may have to", span)
        .label("rolled inside a `try`")
        .help("roll before it")
}

pub(super) fn choice_in_try(span: Span) -> Diagnostic {
    out_of_place("a choice cannot be taken back, and a `try` may have to", span)
        .label("asked inside a `try`")
        .help("ask before it")
}

pub(super) fn end_without_words(span: Span) -> Diagnostic {
    out_of_place("the end of a battle wants its reason in words", span)
        .help("`end battle won by p \"why\"`")
}

pub(super) fn advice_on_split(span: Span) -> Diagnostic {
    out_of_place("nobody can be advised how to split", span)
        .label("`prefer` orders single candidates, and a split has none")
        .help("leave it out; computer players split as chance has it")
}

pub(super) fn too_many_branches(count: usize, most: usize, span: Span) -> Diagnostic {
    Diagnostic::at(codes::NESTED_TOO_DEEP, span)
        .says(format!("{count} branches are too many"))
        .label(format!("{most} at most"))
        .help("a `table` looks things up, whatever their number")
}

pub(super) fn after_else(span: Span) -> Diagnostic {
    Diagnostic::at(codes::DEAD_ARM, span)
        .says("this arm stands after `else`")
        .label("never reached")
}

pub(super) fn no_first_value(name: &tree::Name) -> Diagnostic {
    Diagnostic::at(codes::NO_FIRST_VALUE, name.span)
        .says(format!("`{}` has no value to begin with", name.text))
        .help(format!("give it one: `var {} = ..`", name.text))
}

pub(super) fn untyped(name: &tree::Name, value: Span) -> Diagnostic {
    Diagnostic::at(codes::NO_FIRST_VALUE, name.span)
        .says(format!("nothing says what `{}` may hold", name.text))
        .also(value, "this may be of many types")
        .help(format!("say its type: `var {}: T? = none`", name.text))
}

pub(super) fn hides(name: &tree::Name, first: Span) -> Diagnostic {
    Diagnostic::at(codes::NAME_HIDDEN, name.span)
        .says(format!("`{}` stands for something else here already", name.text))
        .label("a second thing of that name")
        .also(first, "the first")
        .help("take another name")
}

pub(super) fn not_writable(name: &str, role: LocalRole, known: Span, span: Span) -> Diagnostic {
    let (what, help) = match role {
        LocalRole::Param | LocalRole::ActionParam | LocalRole::AbilityParam => {
            ("a parameter", "keep the new value in a `var`")
        }
        LocalRole::Bearer => ("whoever bears this", "write a field of it: `self.FIELD = ..`"),
        LocalRole::Given => ("a piece of the test", "write a field of it"),
        LocalRole::Open | LocalRole::Var => {
            ("a variable of the procedure", "open it to what hangs on the procedure: `open var`")
        }
        LocalRole::Let => ("a name for one value", "declare it with `var` to change it later"),
    };
    Diagnostic::at(codes::NOT_STATE, span)
        .says(format!("`{name}` cannot be changed"))
        .label(format!("{what}, not a variable"))
        .also(known, "made here")
        .help(help)
}

/// What a hook wants to change is given to the procedure: who calls it has it open.
pub(super) fn given_to_procedure(found: Diagnostic, given: &[String]) -> Diagnostic {
    let help = if given.is_empty() {
        "what hangs on a procedure changes its open variables, `warwright about GAME PROCEDURE` lists them, or bends what is asked for it: `modify`".to_owned()
    } else {
        format!("it is open where the procedure is called: change {}", listed(given))
    };
    Diagnostic { help: Vec::new(), ..found }.help(help)
}

pub(super) fn only_by(field: &str, writer: &str, declared: Span, span: Span) -> Diagnostic {
    Diagnostic::at(codes::ONLY_BY, span)
        .says(format!("`{field}` is written in procedure `{writer}` alone"))
        .label("written here")
        .also(declared, "so it is declared, and whatever hangs there sees every change")
        .help(format!(
            "call it: `{writer}(..)`, if that does what is meant; what it does not do, such as the contrary, the game leaves to nobody: bend what asks for `{field}` instead, by `modify`"
        ))
}

pub(super) fn leaves_only_by(
    kind: &str,
    writers: &[&str],
    declared: Span,
    span: Span,
) -> Diagnostic {
    // The first are those that the game means for others.
    let calls: Vec<String> = writers.iter().take(2).map(|it| format!("`{it}(..)`")).collect();
    let names: Vec<String> = writers.iter().map(|it| format!("`{it}`")).collect();
    Diagnostic::at(codes::ONLY_BY, span)
        .says(format!("a {kind} is removed in procedure {} alone", names.join(" or ")))
        .label("removed here")
        .also(declared, "so it is declared, and whatever goes with it is done there")
        .help(format!("call it: {}", calls.join(" or ")))
}

pub(super) fn no_place(
    source: &str,
    kind: &ExprKind,
    instead: &[String],
    span: Span,
) -> Diagnostic {
    let (label, help) = match kind {
        ExprKind::Quantity { .. } | ExprKind::Printed { .. } => (
            "a printed figure, which only clauses bend",
            "what changes in play is `state` of the kind; for a time, grant a status with a `modify`",
        ),
        ExprKind::Call { .. } => {
            ("worked out from other things", "change what it is worked out from")
        }
        ExprKind::Ruling(_) => ("a reading of the rules", "scenarios set it: `ruling x = ..`"),
        _ if source.contains('.') => (
            "not one place that holds a value",
            "several are written one by one: `for each x in S { x.field = .. }`; a part of what may be none after `is some x`",
        ),
        _ => ("not a variable and not state", "write a `var`, or a `state` field of something"),
    };
    let found = Diagnostic::at(codes::NOT_STATE, span)
        .says(format!("`{source}` cannot be changed"))
        .label(label);
    match instead {
        [one] if !matches!(kind, ExprKind::Call { .. }) || one.contains(".player.") => {
            found.fix(format!("what can be is `{one}`"), span, one.clone())
        }
        [] => found.help(help),
        several => {
            let told: Vec<String> = several.iter().map(|it| format!("`{it}`")).collect();
            found.help(format!("{help}: {}", told.join(", ")))
        }
    }
}

pub(super) fn let_forgotten(name: &tree::Name) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_NAME, name.span)
        .says(format!("there is no `{}` to give a value to", name.text))
        .label("a new name")
        .fix(
            format!("a new name is made by `let {} = ..`, one that changes by `var`", name.text),
            name.span.before(),
            "let ",
        )
}

pub(super) fn field_of_what(name: &tree::Name) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_NAME, name.span)
        .says(format!("say whose `{}` is meant", name.text))
        .label("a field, and nothing here has it")
        .help(format!(
            "a field is that of a thing: `x.{0} = ..`, with x out of `for each x in S`",
            name.text
        ))
}

pub(super) fn not_countable(what: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::CANNOT_CALCULATE, span)
        .says(format!("{what} cannot be counted up or down"))
        .help("write `=` and the new value")
}

pub(super) fn not_a_pool(what: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::NOT_DICE, span)
        .says(format!("dice are wanted here, and this is {what}"))
        .label("no dice on the table")
        .help("roll them into a name first: `let thrown = roll 3d6`")
}

pub(super) fn dice_by_number(named: &[String], span: Span) -> Diagnostic {
    let found = Diagnostic::at(codes::NOT_DICE, span)
        .says("dice that lie on the table are called by their name")
        .label("which of them?");
    match named {
        [] => found.help("give them one where they are rolled: `let thrown = roll 3d6`"),
        _ => found.help(format!("here lie {}", named.join(", "))),
    }
}

pub(super) fn pool_not_kept(span: Span) -> Diagnostic {
    Diagnostic::at(codes::NOT_DICE, span)
        .says("these dice have no name of their own")
        .label("changed dice would be lost")
        .help("give them a name first: `let thrown = ..`")
}

pub(super) fn plan_unread(span: Span) -> Diagnostic {
    Diagnostic::at(codes::NO_EFFECT, span)
        .says("what is planned here has no name, so nothing can use it")
        .help("give it one: `let way = plan ..`, then `follow way`")
}

pub(super) fn draw_unread(span: Span) -> Diagnostic {
    Diagnostic::at(codes::NO_EFFECT, span)
        .says("what is drawn here has no name, so nothing can use it")
        .help("give it one: `let card = draw from ..`")
}

pub(super) fn one_name(span: Span) -> Diagnostic {
    out_of_place("`for next` takes one thing at a time", span)
        .label("a second name")
        .help("`for each a, b in ..` takes pairs")
}

pub(super) fn one_key(span: Span) -> Diagnostic {
    out_of_place("one value decides here, and this is a second", span)
        .label("would have no effect")
        .help("put both into one value")
}

pub(super) fn no_order(what: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::CANNOT_COMPARE, span)
        .says(format!("{what} has no order"))
        .label("a number or measure is wanted")
}

pub(super) fn come_in_order(what: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::CANNOT_COMPARE, span)
        .says(format!("nobody can say whether {what} comes next: they come in their order"))
        .label("has no effect on them")
        .help("`for each p in places { .. }` takes them one after the other")
}

pub(super) fn most_wants_number(span: Span) -> Diagnostic {
    Diagnostic::at(codes::CANNOT_COMPARE, span)
        .says("the greatest of these is not a number")
        .help("turn it round, and write `least`")
}

pub(super) fn not_narrowed(span: Span) -> Diagnostic {
    out_of_place("this choice cannot be narrowed like that", span)
        .label("would have no effect")
        .help("`where` and `with least` belong to `one of`, `N of`, `up to N of`, `any of`; elsewhere the set itself is narrowed: `order of (S where C)`")
}

pub(super) fn none_of_several(span: Span) -> Diagnostic {
    out_of_place("`or none` belongs to `one of`", span)
        .label("would have no effect")
        .help("`up to N of` and `any of` may take nothing as they are")
}

pub(super) fn open_choice(span: Span) -> Diagnostic {
    out_of_place("a number to choose wants both ends", span).help("`int 1..6`")
}

pub(super) fn comparison_as_statement(span: Span) -> Diagnostic {
    Diagnostic::at(codes::NO_EFFECT, span)
        .says("`==` compares, and nothing asks")
        .help("`=` gives a value; to act on the answer, write `if`")
}

pub(super) fn roll_unread(span: Span) -> Diagnostic {
    Diagnostic::at(codes::NO_EFFECT, span)
        .says("nobody reads this roll")
        .help("give it a name: `let thrown = roll ..`")
}

pub(super) fn call_wants_brackets(name: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::NO_EFFECT, span)
        .says(format!("`{name}` is a procedure, and this does not call it"))
        .fix(format!("write `{name}()`"), span, format!("{name}()"))
}

pub(super) fn step_takes_nothing(name: &str, span: Span) -> Diagnostic {
    out_of_place(format!("step `{name}` takes no arguments"), span)
        .label("would have no effect")
        .help("steps share the names of their procedure")
}

/// `S()` of a step that only runs in its place.
pub(super) fn step_not_called(name: &tree::Name, declared: Span) -> Diagnostic {
    let head = declared.part(0.."step ".len() + name.text.len());
    Diagnostic::at(codes::UNKNOWN_NAME, name.span)
        .says(format!("step `{}` runs in its place and is not called by name", name.text))
        .label("called here")
        .also(head, "declared here without `called`")
        .help(format!("write `step {} called`", name.text))
}

pub(super) fn create_wants_kind(span: Span) -> Diagnostic {
    out_of_place("`create` wants the name of a kind", span)
}

pub(super) fn not_fleeting(kind: &str, span: Span, declared: Span) -> Diagnostic {
    out_of_place(format!("a {kind} cannot be made in play"), span)
        .label("only fleeting kinds can")
        .also(declared, "not marked `fleeting`")
}

pub(super) fn owner_by_field(span: Span) -> Diagnostic {
    out_of_place("what is made in play and is no piece belongs to nobody", span)
        .help("keep the owner in a state field of it")
}

pub(super) fn piece_of_nobody(kind: &str, span: Span) -> Diagnostic {
    out_of_place("a piece belongs to a player, and this does not say to whom", span)
        .label("whose piece?")
        .help(format!("`create {kind} for p {{ .. }}`"))
}

pub(super) fn one_value(field: &str, span: Span) -> Diagnostic {
    out_of_place(format!("`{field}` takes one value"), span)
}

pub(super) fn no_state(kind: &str, name: &tree::Name, known: &[String]) -> Diagnostic {
    let diagnostic = Diagnostic::at(codes::UNKNOWN_FIELD, name.span)
        .says(format!("{} {kind} has no state `{}`", article(kind), name.text))
        .label("no such field");
    match suggest(&name.text, known) {
        Some(meant) => diagnostic.fix(format!("did you mean `{meant}`?"), name.span, meant),
        None if known.is_empty() => diagnostic.help(format!("a {kind} has no state at all")),
        None => diagnostic.help(format!("its state: {}", listed(known))),
    }
}

pub(super) fn grant_to_what(what: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::WRONG_TYPE, span)
        .says(format!("{what} cannot have abilities"))
        .label("a thing on the table is wanted, or a set of such")
}

pub(super) fn remove_what(what: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::WRONG_TYPE, span)
        .says(format!("{what} cannot be taken out of play"))
        .help("a status is taken away with `remove S from u`")
}

pub(super) fn remove_takes_name(span: Span) -> Diagnostic {
    out_of_place("a status is taken away whatever its numbers", span).help("write its name alone")
}

pub(super) fn held_once(name: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::NO_EFFECT, span)
        .says(format!("`{name}` is held once, so `all` says nothing"))
        .fix("leave it out", span, "")
}

pub(super) fn until_wants_edge(span: Span) -> Diagnostic {
    out_of_place("the start or the end of it?", span).help("`until end of ..`, `until start of ..`")
}

pub(super) fn role_of_no_such(moment: &str, kind: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_ROLE, span)
        .says(format!("{kind} never fills this role of `{moment}`"))
        .label("of another kind than what has it")
        .help("name a role that it can fill")
}

pub(super) fn whose_next(moment: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::WHOSE_MOMENT, span)
        .says(format!("`{moment}` is run with one such thing or another: say whose is meant"))
        .label("its own, or anybody's?")
        .help(format!(
            "its own: `next {moment} as ROLE`; whoever's comes first: `each next {moment}`"
        ))
}

pub(super) fn whose_is_it(span: Span) -> Diagnostic {
    Diagnostic::at(codes::WHOSE_MOMENT, span)
        .says("nothing here says who is meant")
        .label("whose?")
        .help(
            "in a clause of a bearer it is the bearer's player; here write `p's` for a player `p`",
        )
}

pub(super) fn chosen_in_space(what: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::TYPE_NOT_ALLOWED, span)
        .says(format!("nobody can choose {what} of a list"))
        .label("no list of options")
        .help("let an enum or a number be chosen, and take what it stands for: `match side { north: north_edge ; .. }`")
}

pub(super) fn taken_off((one, field): (&str, &str), span: Span, asked: Span) -> Diagnostic {
    Diagnostic::at(codes::MAY_BE_NONE, span)
        .says(format!(
            "{one} would be off the board and in play, and rules ask where it is all the same"
        ))
        .label("from here on it is nowhere")
        .also(asked, "asked here, whether it is anywhere or not")
        .help(format!("`remove u from play` where it does not come back; else ask first, there and elsewhere: `if u.{field} is some spot {{ .. }}`"))
}
