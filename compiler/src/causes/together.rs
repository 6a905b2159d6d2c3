//! Told together: takes what was found, and makes one message of several warnings that have one cause.

use super::MOST_HEADS;
use warwright_grammar::diagnostic::Label;
use warwright_grammar::{Diagnostic, SourceMap, Span, codes};

/// Joins the warnings of one cause.
pub(super) fn tell(found: &mut Vec<Diagnostic>, sources: &SourceMap) {
    with_turned_signs(found);
    without_harm(found);
    of_one_range(found, sources);
    of_one_place(found);
}

/// A clause that changes nothing harms nobody; one that harms its bearer for want of the right role or sign may ask what can never be,
/// for the same want.
fn without_harm(found: &mut Vec<Diagnostic>) {
    let idle: Vec<Span> = found
        .iter()
        .filter(|it| it.code == codes::IDLE_CLAUSE)
        .map(|it| it.primary.span)
        .take(MOST_HEADS)
        .collect();
    found.retain(|it| {
        it.code != codes::HARMS_BEARER || !idle.iter().any(|at| it.primary.span.contains(*at))
    });
    let harming: Vec<Span> = found
        .iter()
        .filter(|it| it.code == codes::HARMS_BEARER)
        .map(|it| it.primary.span)
        .take(MOST_HEADS)
        .collect();
    found.retain(|it| {
        let about = it.primary.span;
        it.code != codes::NEVER_APPLIES || !harming.iter().any(|clause| clause.contains(about))
    });
}

/// Of two warnings about the very same words the one says why the other is so: that a battle may stop there.
fn of_one_place(found: &mut Vec<Diagnostic>) {
    let others: Vec<Span> = found
        .iter()
        .filter(|it| !it.is_error() && it.code != codes::MAY_STOP)
        .map(|it| it.primary.span)
        .take(MOST_HEADS)
        .collect();
    found.retain(|it| {
        it.is_error() || it.code != codes::MAY_STOP || !others.contains(&it.primary.span)
    });
}

/// A clause that harms its bearer and of which the text says another figure has one sign that is turned round.
fn with_turned_signs(found: &mut Vec<Diagnostic>) {
    let drifted: Vec<(Span, Span)> = found
        .iter()
        .filter(|it| it.code == codes::TEXT_DRIFTED && it.message.contains(", the rule uses "))
        .filter_map(|it| Some((it.primary.span, it.secondary.first()?.span)))
        .take(MOST_HEADS)
        .collect();
    let mut told = Vec::new();
    for it in found.iter_mut().filter(|it| it.code == codes::HARMS_BEARER) {
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
    const BEYOND: &str = "compare it with what the value can be: ";
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
