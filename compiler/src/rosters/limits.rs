//! Limits: holds a roster against the limits of its army list, and says which lines offend.

use warwright_grammar::Sink;
use warwright_grammar::source::{SourceMap, Span};
use warwright_grammar::tree::{BinaryOp, Expr, ExprKind, Limit, Member};

use super::evaluate::Evaluator;
use super::value::Value;
use super::{Asked, Piece, Roster, problems};
use crate::errata::spelt;
use crate::like::Content;

/// A limit with whose it is: `army list "Vale Wardens"`.
#[derive(Clone, Debug)]
pub(super) struct Ruled<'c> {
    pub(super) limit: &'c Limit,
    pub(super) whose: String,
}

/// All limits that bind the rosters of a faction: the system's, then those of the faction and what it is like.
pub(super) fn limits_of<'c>(content: &'c Content<'_>, faction: Option<&str>) -> Vec<Ruled<'c>> {
    let mut found = Vec::new();
    if let Some(system) = content.index.system {
        found.extend(own_limits(&system.body, || format!("`{}`", system.name.text)));
    }
    let mut at = faction.and_then(|name| content.index.factions.get(name));
    for _ in 0..=content.index.factions.len() {
        let Some(declared) = at else { break };
        let faction = &*declared.node;
        found.extend(own_limits(&faction.body, || format!("\"{}\"", faction.name.text)));
        at = faction.like.as_ref().and_then(|like| content.index.factions.get(&*like.text));
    }
    found
}

/// The limits among some members.
pub(super) fn own_limits<'c>(
    members: &'c [Member],
    whose: impl Fn() -> String,
) -> impl Iterator<Item = Ruled<'c>> {
    members.iter().filter_map(move |member| match member {
        Member::Limit(limit) => Some(Ruled { limit, whose: whose() }),
        _ => None,
    })
}

/// Reports every limit that a roster breaks.
pub(super) fn check<'c>(
    content: &'c Content<'_>,
    roster: &'c Roster<'_>,
    limits: &[Ruled<'c>],
    sources: &SourceMap,
    sink: &mut Sink,
) {
    if roster.own_readings().next().is_some() {
        let mut asked = Asked::default();
        limits.iter().for_each(|ruled| asked.limit(&content.index, ruled.limit));
        for (reading, line) in roster.own_readings() {
            let known = content.index.rulings.contains_key(&*reading.name.text);
            if known && !asked.rulings.contains(&reading.name.text) {
                sink.push(problems::ruling_unread(reading.name, line));
            }
        }
    }
    for ruled in limits {
        match offenders(content, roster, ruled.limit) {
            Ok(None) => {}
            Ok(Some(broken)) => {
                sink.push(problems::limit_broken(roster, ruled, &broken, sources));
            }
            Err(fault) if fault.told => {}
            Err(fault) => sink.push(problems::limit_not_readable(ruled, fault)),
        }
    }
}

/// Works a limit out over an army of one of each entity, only to see that it can be.
pub(super) fn readable<'c>(
    content: &'c Content<'_>,
    sample: &'c Roster<'_>,
    ruled: &Ruled<'c>,
    sink: &mut Sink,
) {
    if let Err(fault) = offenders(content, sample, ruled.limit) {
        sink.push(problems::limit_not_readable(ruled, fault));
    }
    if ruled.limit.label.is_none() {
        sink.push(problems::limit_without_label(ruled.limit.span));
    }
}

/// How a limit is broken.
#[derive(Debug, Default)]
pub(super) struct Broken {
    /// The lines of offending pieces with their names, each once.
    pub(super) lines: Vec<(Span, String)>,
    /// Parts of the condition with what they come to: `count(..)` is 4.
    pub(super) figures: Vec<(Span, String)>,
}

/// How a limit is broken; none when it holds.
fn offenders<'c>(
    content: &'c Content<'_>,
    roster: &'c Roster<'_>,
    limit: &'c Limit,
) -> Result<Option<Broken>, super::evaluate::Fault> {
    let mut evaluator = Evaluator::new(content, roster);
    let mut broken = Broken::default();
    let Some(binder) = &limit.each else {
        if evaluator.holds(&limit.condition)? {
            return Ok(None);
        }
        figures(&mut evaluator, &limit.condition, &mut broken);
        return Ok(Some(broken));
    };
    let name = binder.names.first().map_or("", |name| &*name.text);
    let mut is_broken = false;
    evaluator.each(binder, |inner| {
        if inner.holds(&limit.condition)? {
            return Ok(());
        }
        if !is_broken {
            figures(inner, &limit.condition, &mut broken);
        }
        is_broken = true;
        let offender = match inner.bound(name) {
            Some(Value::Piece(piece)) => {
                roster.pieces.get(*piece).map(|piece| (piece.span, title(content, piece)))
            }
            Some(Value::Group(group)) => roster.groups.get(*group).map(|group| {
                let name = group.name.unwrap_or(group.word);
                (name.span, name.text.to_string())
            }),
            Some(Value::Entity(id)) => {
                content.entity(*id).map(|entity| (roster.span, entity.title.to_string()))
            }
            _ => None,
        };
        if let Some(offender) = offender
            && !broken.lines.contains(&offender)
        {
            broken.lines.push(offender);
        }
        Ok(())
    })?;
    Ok(is_broken.then_some(broken))
}

/// The name of a piece as a player knows it.
pub(super) fn title(content: &Content<'_>, piece: &Piece<'_>) -> String {
    match piece.name {
        Some(name) => name.text.to_string(),
        None => {
            content.entity(piece.entity).map_or_else(String::new, |entity| entity.title.to_string())
        }
    }
}

/// What the two sides of a comparison come to.
fn figures<'c>(evaluator: &mut Evaluator<'_, 'c>, condition: &'c Expr, broken: &mut Broken) {
    let ExprKind::Binary(comparison) = &condition.kind else { return };
    let compares = matches!(
        comparison.op,
        BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::AtMost
            | BinaryOp::More
            | BinaryOp::AtLeast
    );
    if !compares {
        return;
    }
    for side in [&comparison.left, &comparison.right] {
        if matches!(side.kind, ExprKind::Number(_)) {
            continue;
        }
        // A side that cannot be worked out has been reported as such.
        if let Ok(value) = evaluator.value(side)
            && let Some(shown) = value.shown()
        {
            broken.figures.push((side.span, shown));
        }
    }
}

/// A condition's parts with their figures in words: "`count(..)` is 1, `floor(..)` is 3".
pub(super) fn figures_in_words(figures: &[(Span, String)], sources: &SourceMap) -> String {
    let words: Vec<String> = figures
        .iter()
        .map(|(span, value)| format!("`{}` is {value}", spelt(sources, *span)))
        .collect();
    words.join(", ")
}
