//! Moments that are said: takes texts that name the start or the end of something, or how long something lasts, finds rules beside them
//! that happen at the other end, or end with something else.

use super::beside::{Said, writes};
use super::drifted;
use super::phrases::{Word, fits, phrases};
use crate::typed::{HookDef, ProcedureDef, StmtKind, UntilDef, any_stmt};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::{Edge, HookTime, MomentId};

/// An end of something that a text names: `the start of its turn`.
struct Spoken<'s> {
    edge: Edge,
    of: &'s str,
    span: Span,
}

/// For how long something lasts, in so many of something.
pub(super) struct Long {
    count: i64,
    pub(super) of: String,
    pub(super) span: Span,
}

/// When something that is granted ends.
struct Ends {
    moment: MomentId,
    edge: Edge,
    next: bool,
    span: Span,
}

impl Said<'_> {
    /// `at the end of its turn`, and it happens where that begins; or the other way round.
    pub(super) fn which_end(&self) -> Option<Diagnostic> {
        let said = self.spoken("at the.. start|beginning|end of SMALL.. _").next()?;
        let mut hooks = self.hooks().filter_map(|hook| {
            let def = self.typed.procedures.get(hook.procedure)?;
            (def.name == said.of).then(|| (end_of(hook, def), hook.span))
        });
        let (first, at) = hooks.next()?;
        let other = if said.edge == Edge::Start { Edge::End } else { Edge::Start };
        let says = end_in_words(said.edge);
        (first == Some(other) && hooks.all(|(end, _)| end == Some(other))).then(|| {
            let message = format!(
                "the text says at the {says} of a {}, and this happens at its {}",
                said.of,
                end_in_words(other)
            );
            drifted(message, said.span)
                .also(at, "happens here")
                .help(format!("hang it on a step at the {says}, or correct the text"))
        })
    }

    /// `until the end of the round`, and what is granted ends with the turn; `for two turns`, and it ends with this one.
    /// Where something else is told of what is granted, that says it better.
    pub(super) fn lasts(&self) -> Option<Diagnostic> {
        let told = |at: Span| self.told.iter().any(|it| it.primary.span == at);
        let ends = self.ends().filter(|ends| !ends.iter().any(|it| told(it.span)))?;
        let until = "until the.. start|beginning|end of SMALL.. _, for the.. rest of SMALL.. _";
        let found = self.spoken(until).next().and_then(|said| self.until_another(&said, &ends));
        found.or_else(|| self.for_several(&ends))
    }

    fn until_another(&self, said: &Spoken<'_>, ends: &[Ends]) -> Option<Diagnostic> {
        let whole = ["battle", "game"].contains(&said.of);
        if !whole && !self.typed.procedures.values().any(|def| def.name == said.of) {
            return None;
        }
        let name = |it: &Ends| self.typed.moments.get(it.moment).map_or("", |it| it.name.as_str());
        let is_it = |it: &Ends| name(it).split('.').next() == Some(said.of);
        let first = ends.first()?;
        let says = end_in_words(said.edge);
        if !ends.iter().any(is_it) {
            let ends = format!("{} of `{}`", end_in_words(first.edge), name(first));
            let message = format!(
                "the text says until the {says} of the {}, and the rule until the {ends}",
                said.of
            );
            let help = match whole {
                true => "what stays for all of the battle has no `until`; else correct the text"
                    .to_owned(),
                false => {
                    format!("did you mean `until {says} of {}`? else correct the text", said.of)
                }
            };
            return Some(drifted(message, said.span).also(first.span, "ends here").help(help));
        }
        let mut of_it = ends.iter().filter(|it| is_it(it) && !name(it).contains('.'));
        let wrong = of_it.next().filter(|it| it.edge != said.edge)?;
        of_it.all(|it| it.edge != said.edge).then(|| {
            let does = end_in_words(wrong.edge);
            let message = format!("the text says until the {says}, and the rule until the {does}");
            drifted(message, said.span)
                .also(wrong.span, "ends here")
                .help(format!("did you mean `until {says} of ..`? else correct the text"))
        })
    }

    /// `for two turns`, and nothing that is granted lasts longer than one.
    fn for_several(&self, ends: &[Ends]) -> Option<Diagnostic> {
        let Long { count, of: noun, span: said } = self.for_so_long().filter(|it| it.count > 1)?;
        // Who counts down does so in a state, and one that is to come may be the second.
        let counts = self.any_stmt(|kind| writes(kind) || matches!(kind, StmtKind::Call { .. }));
        let first = ends.first().filter(|_| !counts && !ends.iter().any(|it| it.next))?;
        let name = self.typed.moments.get(first.moment)?.name.trim_end_matches('s');
        (noun.trim_end_matches('s') == name).then(|| {
            let message = format!("the text says for {count} {noun}, and the rule ends it with this one");
            drifted(message, said).also(first.span, "ends here").help(
                "name the moment: `until end of .. next turn`; more than that is counted in a state",
            )
        })
    }

    /// `for two turns`, `for the next two of its turns`.
    pub(super) fn for_so_long(&self) -> Option<Long> {
        let words = self.text.iter().filter(|(word, _)| !fits("SMALL", word)).cloned();
        let words: Vec<Word> = words.collect();
        let said = phrases(&words, "for # ROUND|battle|battles").next()?;
        Some(Long { count: said.number()?, of: said.last().to_owned(), span: said.span() })
    }

    /// When what its rules grant ends, and the statuses that stand with it; nothing where any of it stays.
    fn ends(&self) -> Option<Vec<Ends>> {
        let ends = self.granted().into_iter().map(|(_, until, stmt)| match until {
            UntilDef::Moment { moment, edge, next, .. } => {
                Some(Ends { moment: *moment, edge: *edge, next: *next, span: stmt.span })
            }
            UntilDef::Removed => None,
        });
        ends.collect::<Option<Vec<_>>>().filter(|ends| !ends.is_empty())
    }

    /// The ends of something that fit a pattern: the last word of it names that.
    fn spoken(&self, pattern: &str) -> impl Iterator<Item = Spoken<'_>> {
        self.phrases(pattern).map(|said| {
            let edge = if said.has("end|rest") { Edge::End } else { Edge::Start };
            Spoken { edge, of: said.last(), span: said.span() }
        })
    }
}

const fn end_in_words(edge: Edge) -> &'static str {
    match edge {
        Edge::Start => "start",
        Edge::End => "end",
    }
}

/// At which end of a run of a procedure a hook happens, where it does at one.
fn end_of(hook: &HookDef, def: &ProcedureDef) -> Option<Edge> {
    let own: Vec<usize> =
        (0..).zip(&def.steps).filter(|(_, step)| !step.called).map(|it| it.0).collect();
    let (first, last) = (*own.first()?, *own.last()?);
    // What people do in it is the middle of it.
    let opens = |at: usize| {
        def.steps.get(at).is_some_and(|step| {
            any_stmt(&step.body, |stmt| {
                matches!(
                    stmt.kind,
                    StmtKind::Open(_) | StmtKind::Call { .. } | StmtKind::Choose { .. }
                )
            })
        })
    };
    match (hook.time, hook.step.map(usize::from)) {
        (HookTime::Before, None) => Some(Edge::Start),
        (HookTime::After, None) => Some(Edge::End),
        _ if first == last => None,
        (HookTime::Before, Some(at)) if at == first => Some(Edge::Start),
        (HookTime::After, Some(at)) if at == last => Some(Edge::End),
        (HookTime::After, Some(at)) if at == first && !opens(at) => Some(Edge::Start),
        (HookTime::Before, Some(at)) if at == last && !opens(at) => Some(Edge::End),
        _ => None,
    }
}
