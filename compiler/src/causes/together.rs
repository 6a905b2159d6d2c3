//! Told together: takes what was found, and makes one message of several warnings that have one cause.

use super::phrases::{block_after, phrase};
use super::{MOST_HEADS, of_code, rounds};
use std::collections::BTreeSet;
use warwright_grammar::diagnostic::{Edit, Help, Label};
use warwright_grammar::{Diagnostic, SourceMap, Span, codes};

/// What is said of the range of a value.
const BEYOND: &str = "compare it with what the value can be: ";

/// What is said of a statement behind a condition after which there is nothing to do for it.
const NOTHING_LEFT: &str = "what is asked before it leaves nothing to do";

/// Joins the warnings of one cause.
pub(super) fn tell(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    of_another_army_list(found, sources);
    of_another_kind(found);
    without_unread_figures(found);
    of_a_copied_row(found);
    without_points_beside_errors(found, sources);
    without_turned_relations(found, sources);
    without_idle_lets(found, sources);
    with_turned_signs(found);
    with_held_sides(found);
    without_harm(found);
    of_one_condition(found, sources);
    of_one_range(found, sources);
    of_one_state(found, sources);
    of_no_writer(found, sources);
    rounds::tell(found, sources);
    of_one_place(found, sources);
}

/// A name that is given and not used, beside something in its braces that may be none: that name is there, and may be what was
/// meant.
pub(super) fn unused_for_what_may_be_none(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let unused: Vec<(Span, Span)> = of_code(found, codes::UNUSED_BINDING, |it| {
        let about = it.primary.span;
        Some((about, block_after(sources, phrase(sources, about))?))
    });
    let mut told = Vec::new();
    for it in found.iter_mut().filter(|it| it.code == codes::MAY_BE_NONE) {
        let about = it.primary.span;
        let Some((name, _)) = unused.iter().find(|(_, block)| block.contains(about)) else {
            continue;
        };
        let replacement = sources.slice(*name).to_owned();
        it.secondary.push(Label { span: *name, text: String::from("given here, and not used") });
        let text = format!("did you mean `{replacement}`?");
        it.help.insert(0, Help { text, edits: vec![Edit { span: about, replacement }] });
        told.push(*name);
    }
    found.retain(|it| it.code != codes::UNUSED_BINDING || !told.contains(&it.primary.span));
}

/// All pieces of a roster stand in one other army list: that is said of the roster.
fn of_another_army_list(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let key = |it: &Diagnostic| {
        let other = it.secondary.first()?.text.strip_prefix("this is one of ")?.to_owned();
        let (list, _) = it.message.split_once(" has no ")?;
        let file = sources.file_of(it.primary.span);
        (it.code == codes::UNKNOWN_IN_ROSTER).then(|| (file, list.to_owned(), other))
    };
    let mut told: Vec<(_, usize)> = Vec::new();
    let mut left: Vec<Diagnostic> = Vec::with_capacity(found.len());
    for it in found.drain(..) {
        let own = key(&it);
        let known = own.as_ref().and_then(|own| told.iter().find(|known| known.0 == *own));
        if let Some(first) = known.and_then(|known| left.get_mut(known.1)) {
            if let Some((_, list, other)) = own {
                first.message = format!("{list} has none of these: they are of {other}");
                let text = format!("did you mean `roster .. of {other}`?");
                first.help = vec![Help { text, edits: Vec::new() }];
                first.secondary.retain(|it| !it.text.starts_with("this is one of "));
            }
            first.secondary.push(Label { text: "nor this".to_owned(), ..it.primary });
            continue;
        }
        told.extend(own.map(|own| (own, left.len())));
        left.push(it);
    }
    *found = left;
}

/// What an erratum expects of a row that is not read is not known.
fn without_unread_figures(found: &mut Vec<Diagnostic>) {
    let broken = |it: &Diagnostic| [codes::ROW_LENGTH, codes::VALUE_PARTS].contains(&it.code);
    if found.iter().any(broken) {
        found.retain(|it| {
            it.code != codes::STALE_ERRATUM || !it.message.ends_with(" it is `not given`")
        });
    }
}

/// Of a row that was copied and kept its name, the name that it should have is missing where a roster names it.
fn of_a_copied_row(found: &mut Vec<Diagnostic>) {
    let copies = of_code(found, codes::DUPLICATE_NAME, |it| {
        (it.primary.text == "declared again here").then_some(())
    });
    let missing = |it: &&Diagnostic| {
        it.code == codes::UNKNOWN_IN_ROSTER && it.primary.text == "not in the army list"
    };
    let names: BTreeSet<&str> = found.iter().filter(missing).map(|it| &*it.message).collect();
    if names.len() <= copies.len() {
        found.retain(|it| !missing(&it));
    }
}

/// Points that an heir does not say: not where something of it is wrong, which may be its points.
fn without_points_beside_errors(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let errors = found.iter().filter(|it| it.is_error()).take(MOST_HEADS);
    let errors: Vec<Span> = errors.map(|it| it.primary.span).collect();
    found.retain(|it| {
        let heir = it.primary.span;
        let body = || block_after(sources, phrase(sources, heir));
        let about = |at: &Span| at.contains(heir) || body().is_some_and(|it| it.contains(*at));
        it.code != codes::INHERITED_POINTS || !errors.iter().any(about)
    });
}

/// A relation that nothing uses, where a text asks the contrary of the one by which it is defined: it was meant there.
fn without_turned_relations(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let asked: Vec<String> = of_code(found, codes::TEXT_DRIFTED, |it| {
        let (_, asked) = it.message.split_once("the rule asks for `")?;
        Some(asked.trim_end_matches('`').to_owned())
    });
    found.retain(|it| {
        let is_relation = it.code == codes::UNUSED && it.message.starts_with("relation ");
        let line = || sources.slice(phrase(sources, it.primary.span));
        let defined_by = |name: &String| {
            line().split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
        };
        !(is_relation && asked.iter().any(defined_by))
    });
}

/// An ability that is for another kind than all who have it speaks of roles that it never fills.
fn of_another_kind(found: &mut Vec<Diagnostic>) {
    let of_kind: Vec<String> = of_code(found, codes::ABILITY_OF_OTHER_KIND, |it| {
        let (_, rest) = it.message.split_once(" cannot have ")?;
        rest.split_once(", which is for ").map(|(name, _)| format!("ability {name} never fills "))
    });
    found.retain(|it| !of_kind.iter().any(|begin| it.message.starts_with(begin.as_str())));
}

/// A value that is kept and not used, where something behind it in its braces is wrong: it may be what was to stand there.
fn without_idle_lets(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let others = found.iter().filter(|it| it.code != codes::UNUSED).take(MOST_HEADS);
    let others = others.flat_map(|it| it.secondary.iter().chain([&it.primary]));
    let others: Vec<Span> = others.map(|it| it.span).collect();
    found.retain(|it| {
        let about = it.primary.span;
        let is_let = || sources.slice(phrase(sources, about)).trim_start().starts_with("let ");
        let behind = || others.iter().any(|at| is_behind(sources, about, *at));
        it.code != codes::UNUSED || it.is_error() || !is_let() || !behind()
    });
}

/// A figure that is held from the other side than the text says: that it harms, or cannot be told from another, follows.
fn with_held_sides(found: &mut Vec<Diagnostic>) {
    let drifted: Vec<Span> =
        of_code(found, codes::TEXT_DRIFTED, |it| it.secondary.first().map(|used| used.span));
    found.retain(|it| {
        let clause = it.primary.span;
        let held = it.code == codes::HARMS_BEARER && drifted.contains(&clause);
        let alike = it.code == codes::IDLE_CLAUSE && it.message.contains(" has two clauses ");
        !(held || alike && drifted.iter().any(|used| clause.contains(*used)))
    });
}

/// A state that is written beyond its range and asked beyond it: the range may be what is wrong.
fn of_one_state(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let field = |it: &Diagnostic| {
        let (name, rest) = it.message.strip_prefix('`')?.split_once("` may leave its range, ")?;
        (it.code == codes::MAY_STOP)
            .then(|| (name.to_owned(), rest.split(',').next().map(str::to_owned)))
    };
    let asked: Vec<(Span, String, String)> = of_code(found, codes::NEVER_APPLIES, |it| {
        let range = it.help.first()?.text.strip_prefix(BEYOND)?.to_owned();
        let value = sources.slice(it.primary.span).split_whitespace().next()?;
        let (_, name) = value.rsplit_once('.')?;
        Some((it.primary.span, name.to_owned(), range))
    });
    let mut told = Vec::new();
    for it in found.iter_mut() {
        let Some((name, range)) = field(it) else { continue };
        let also = asked.iter().filter(|asked| asked.1 == name && Some(&asked.2) == range.as_ref());
        for (span, ..) in also {
            it.secondary
                .push(Label { span: *span, text: String::from("asked here, and never so") });
            told.push(*span);
        }
    }
    found.retain(|it| it.code != codes::NEVER_APPLIES || !told.contains(&it.primary.span));
}

/// A state that nothing writes, where the step that is empty was to do so.
fn of_no_writer(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let is_empty = |it: &Diagnostic| {
        it.code == codes::IDLE_CLAUSE && it.primary.text == "nothing stands in it"
    };
    let mut empty: Vec<Span> =
        found.iter().filter(|it| is_empty(it)).map(|it| it.primary.span).collect();
    let unwritten = |it: &&mut Diagnostic| {
        it.code == codes::UNUSED && it.message.starts_with("nothing ever writes ")
    };
    let Some(state) = found.iter_mut().find(unwritten) else { return };
    // Who wrote the one may not be told of what stands with others.
    let home = sources.file_of(state.primary.span);
    empty.retain(|span| sources.file_of(*span) == home);
    empty.truncate(1);
    let places = empty
        .iter()
        .map(|span| Label { span: *span, text: String::from("nothing stands in this") });
    state.secondary.extend(places);
    found.retain(|it| !(is_empty(it) && empty.contains(&it.primary.span)));
}

/// A clause that changes nothing harms nobody; one that harms its bearer for want of the right role or sign may ask what can never be,
/// for the same want.
fn without_harm(found: &mut Vec<Diagnostic>) {
    let idle = of_code(found, codes::IDLE_CLAUSE, |it| Some(it.primary.span));
    found.retain(|it| {
        it.code != codes::HARMS_BEARER || !idle.iter().any(|at| it.primary.span.contains(*at))
    });
    let harming = of_code(found, codes::HARMS_BEARER, |it| Some(it.primary.span));
    found.retain(|it| {
        let about = it.primary.span;
        it.code != codes::NEVER_APPLIES || !harming.iter().any(|clause| clause.contains(about))
    });
}

/// Behind a condition that its words have the wrong way round nothing is left to do: the condition is what is wrong.
fn of_one_condition(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let drifted: Vec<Span> = of_code(found, codes::TEXT_DRIFTED, |it| Some(it.primary.span));
    let follows = |it: &Diagnostic| {
        it.code == codes::NO_EFFECT
            && it.help.iter().any(|help| help.text.starts_with(NOTHING_LEFT))
    };
    found.retain(|it| {
        !(follows(it) && drifted.iter().any(|at| is_behind(sources, *at, it.primary.span)))
    });
}

/// Whether something stands behind a place in the same braces, or within others there.
fn is_behind(sources: &SourceMap, at: Span, behind: Span) -> bool {
    if sources.file_of(at) != sources.file_of(behind) || behind.start() < at.end() {
        return false;
    }
    let mut depth = 0i32;
    sources.slice(Span::new(at.end(), behind.start())).bytes().all(|byte| {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        depth >= 0
    })
}

/// Of two warnings about the very same words the one says why the other is so: that a battle may stop there, that what a text
/// says otherwise never holds. Nor does a condition that always holds keep a battle from stopping behind it.
fn of_one_place(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let warnings = || found.iter().filter(|it| !it.is_error()).take(MOST_HEADS);
    let others = warnings().filter(|it| it.code != codes::MAY_STOP).map(|it| it.primary.span);
    let others: Vec<Span> = others.collect();
    let always = warnings().filter(|it| it.code == codes::ALWAYS_HOLDS);
    let always = always.filter_map(|it| block_after(sources, phrase(sources, it.primary.span)));
    let behind: Vec<Span> = always.collect();
    let drifted = warnings().filter(|it| it.code == codes::TEXT_DRIFTED);
    let said = drifted.filter_map(|it| Some(it.secondary.first()?.span));
    let said: Vec<Span> = said.collect();
    let priced: Vec<Span> = of_code(found, codes::TEXT_DRIFTED, |it| {
        it.message
            .contains(", and the price is ")
            .then(|| it.secondary.first().map(|it| it.span))?
    });
    found.retain(|it| {
        let about = it.primary.span;
        let stops = it.code == codes::MAY_STOP
            && (others.contains(&about) || behind.iter().any(|block| block.contains(about)));
        let paid = || priced.iter().any(|action| action.contains(about));
        let never = it.code == codes::NEVER_APPLIES && (said.contains(&about) || paid());
        it.is_error() || !stops && !never
    });
}

/// A clause that harms its bearer, or is called a drawback and helps it, and of which the text says another figure has one sign that
/// is turned round.
fn with_turned_signs(found: &mut Vec<Diagnostic>) {
    let drifted: Vec<(Span, Span)> = of_code(found, codes::TEXT_DRIFTED, |it| {
        let used = it.secondary.first().filter(|_| it.message.contains(", the rule uses "))?;
        Some((it.primary.span, used.span))
    });
    let mut told = Vec::new();
    let turned = |it: &Diagnostic| {
        it.code == codes::HARMS_BEARER
            || it.code == codes::IDLE_CLAUSE && it.message.contains("is called a drawback")
    };
    for it in found.iter_mut().filter(|it| turned(it)) {
        let clause = it.primary.span;
        for (text, _) in drifted.iter().filter(|(_, used)| clause.contains(*used)) {
            it.secondary.push(Label { span: *text, text: "the text says so".to_owned() });
            told.push(*text);
        }
    }
    found.retain(|it| it.code != codes::TEXT_DRIFTED || !told.contains(&it.primary.span));
}

/// Several that ask of one value what lies beyond its range are told of once: the range may be what is wrong.
fn of_one_range(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let key = |it: &Diagnostic| {
        let help = it.help.first().filter(|help| help.text.starts_with(BEYOND))?;
        let value = sources.slice(it.primary.span).split_whitespace().next()?;
        (it.code == codes::NEVER_APPLIES && value.contains('.'))
            .then(|| (value.to_owned(), help.text.clone()))
    };
    let mut first: Vec<((String, String), usize)> = Vec::new();
    let mut left: Vec<Diagnostic> = Vec::with_capacity(found.len());
    for it in found.drain(..) {
        let own = key(&it);
        let known = own.as_ref().and_then(|own| first.iter().find(|known| known.0 == *own));
        if let Some(told) = known.and_then(|known| left.get_mut(known.1)) {
            told.secondary.push(Label { text: "nor is this".to_owned(), ..it.primary });
            continue;
        }
        first.extend(own.map(|own| (own, left.len())));
        left.push(it);
    }
    *found = left;
}
