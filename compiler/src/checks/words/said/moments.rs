//! Moments that are said: takes texts that name the start or the end of something, or how long something lasts, finds rules beside them
//! that happen at the other end, or end with something else.

use super::beside::{Said, the_one, writes};
use super::patterns::fits;
use super::phrases::{Word, phrases};
use super::{differs, drifted};
use crate::checks::battles::verdicts::Wins;
use crate::checks::logic::compared::{Comparison, Side};
use crate::checks::logic::solve::Facts;
use crate::checks::runs::endings::rounds_said;
use crate::typed::{
    ActionPlace, HookDef, ProcedureDef, Stmt, StmtKind, UntilDef, any_stmt, each_stmt, parts,
};
use warwright_grammar::near::is_form_of;
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::{Edge, HookTime, MomentId, ProcedureId};

/// An end of something that a text names: `the start of its turn`.
struct Spoken<'s> {
    edge: Edge,
    of: &'s str,
    span: Span,
}

/// `at the end of its turn`, `as its turn ends`.
const ENDS: &str = "at the.. start|beginning|end|close of SMALL|of.. _, as|when SMALL|player|owner|s.. _ (begins|starts|ends)";

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
        let said = self.spoken(ENDS).next()?;
        let name = said.of.trim_end_matches('s');
        let mut hooks = self.hooks().filter_map(|hook| {
            let def = self.typed.procedures.get(hook.procedure)?;
            (def.name == name).then(|| (is_at(self.facts, said.edge, hook, def), hook.span))
        });
        let (first, at) = hooks.next()?;
        let other = if said.edge == Edge::Start { Edge::End } else { Edge::Start };
        let says = end_in_words(said.edge);
        (first == Some(false) && hooks.all(|(is_it, _)| is_it == Some(false))).then(|| {
            let message = format!(
                "the text says at the {says} of a {name}, and this happens nearer its {}",
                end_in_words(other)
            );
            drifted(message, said.span)
                .also(at, "happens here")
                .help(format!("hang it on a step at the {says}, or correct the text"))
        })
    }

    /// `before it lands`, and it happens when that is over; or the other way round.
    pub(super) fn at_another_step(&self) -> Option<Diagnostic> {
        let hooks = self.hooks().map(|it| (it.procedure, it.step, it.time, it.span));
        let offered = self.actions().filter_map(|it| match it.place {
            ActionPlace::Step { procedure, step, time } => {
                Some((procedure, Some(step), time?, it.span))
            }
            ActionPlace::Named(_) => None,
        });
        let of_clauses = self.clauses().next().is_some();
        let (procedure, step, time, at) = the_one(hooks.chain(offered)).filter(|_| !of_clauses)?;
        let def = self.typed.procedures.get(procedure)?;
        let step = step.and_then(|at| def.steps.get(usize::from(at)));
        let name = step.map_or(def.name.as_str(), |step| step.name.as_str());
        let (pattern, says) = match time {
            HookTime::After => ("before SMALL|it|they.. _", "before"),
            HookTime::Before => (
                "after|once SMALL|it|they|has|have.. _, as soon as SMALL|it|they|has|have.. _",
                "after",
            ),
            HookTime::Instead => return None,
        };
        let mut all = self.phrases(pattern);
        let said = all.find(|it| it.last() == name || is_form_of(it.last(), name))?;
        let does = if says == "before" { "after" } else { "before" };
        let message = format!("the text says {says} that, and this happens {does} it");
        Some(differs(message, said.span(), at, "happens here"))
    }

    /// `in the last round`, `in the last two`, and the rule asks for an earlier one.
    pub(super) fn in_the_last_round(&self) -> Option<Diagnostic> {
        let said = self.phrase("last ROUND, last # ROUND")?;
        // `after the last round` is the end of the battle.
        let behind = |(word, _): &Word| fits("after|behind", word);
        if said.before().iter().rev().take(2).any(behind) {
            return None;
        }
        let several = said.number().unwrap_or(1);
        let battle = self.typed.scenarios.values().find(|it| self.one.bearer.contains(it.span))?;
        let (counter, most) = rounds_said(self.typed)?;
        let last = battle.rounds.map_or(most, i64::from).checked_sub(several - 1)?;
        let wins = self.hooks().filter_map(Wins::of).map(|it| it.when);
        let asked = parts(wins.chain(self.rules())).into_iter().filter_map(Comparison::of);
        let rounds: Vec<Comparison<'_>> = asked.filter(|it| it.is_of(counter)).collect();
        let first = rounds.first()?;
        let other = rounds.iter().all(|it| it.side() != Some(Side::Down) && it.meant() < last);
        let says = match several {
            1 => format!("the last round, which is {last}"),
            _ => format!("the last {several} rounds, which begin with {last}"),
        };
        let message =
            format!("the text says {says}, and the rule asks for round {}", first.meant());
        other.then(|| differs(message, said.span(), first.span, "asked here"))
    }

    /// `until the end of the round`, and what is granted ends with the turn; `for two turns`, and it ends with this one.
    /// Where something else is told of what is granted, that says it better.
    pub(super) fn lasts(&self) -> Option<Diagnostic> {
        let told = |at: Span| self.told.iter().any(|it| it.primary.span == at);
        let ends = self.ends().filter(|ends| !ends.iter().any(|it| told(it.span)))?;
        let until = "until|till|to the.. start|beginning|end of SMALL.. _, for the.. rest of SMALL.. _, until SMALL.. _ (begins|starts), until SMALL.. _ (ends), until SMALL.. _ (is over)";
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
        let said = phrases(&words, None, "for # ROUND|battle|battles").next()?;
        Some(Long { count: said.number()?, of: said.last().to_owned(), span: said.span() })
    }

    /// When what its rules grant ends, and the statuses that stand with it; nothing where any of it stays.
    fn ends(&self) -> Option<Vec<Ends>> {
        let ends = self.granted().map(|it| match it.until {
            UntilDef::Moment { moment, edge, next, .. } => {
                Some(Ends { moment: *moment, edge: *edge, next: *next, span: it.stmt.span })
            }
            UntilDef::Removed => None,
        });
        ends.collect::<Option<Vec<_>>>().filter(|ends| !ends.is_empty())
    }

    /// The ends of something that fit a pattern: the last word of it names that.
    fn spoken(&self, pattern: &str) -> impl Iterator<Item = Spoken<'_>> {
        self.phrases(pattern).map(|said| {
            let ends = said.has("end|close|rest")
                || said.behind().first().is_some_and(|(word, _)| fits("ends|is", word));
            let edge = if ends { Edge::End } else { Edge::Start };
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

/// A stretch of a run: of which step it is, and whether people do something in it.
struct Stretch {
    step: usize,
    opens: bool,
}

/// Whether a hook happens at an end of a run of a procedure; none where that is not clear.
fn is_at(facts: &Facts<'_>, edge: Edge, hook: &HookDef, def: &ProcedureDef) -> Option<bool> {
    let Some(at) = hook.step.map(usize::from) else {
        return Some((hook.time == HookTime::Before) == (edge == Edge::Start));
    };
    let order = in_order(facts, def);
    let own = |it: &Stretch| it.step == at;
    let (first, last) = (order.iter().position(own)?, order.iter().rposition(own)?);
    // What is done between the hook and that end.
    let between = |it: usize| match (edge, hook.time) {
        (Edge::Start, HookTime::After) => it <= last,
        (Edge::Start, _) => it < first,
        (Edge::End, HookTime::After) => it > last,
        (Edge::End, _) => it >= first,
    };
    let passed = || (0..).zip(&order).filter(|(it, _)| between(*it));
    match (passed().next().is_none(), order.len()) {
        (true, _) => Some(true),
        (false, 1) => None,
        (false, _) => passed().any(|(_, it)| it.opens).then_some(false),
    }
}

/// The stretches of a procedure in the order in which they run: what a step calls runs between what it does before and behind.
fn in_order(facts: &Facts<'_>, def: &ProcedureDef) -> Vec<Stretch> {
    let opens = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Open(_) | StmtKind::Choose { .. } => true,
        StmtKind::Call { procedure, .. } => opens_a_window(facts, *procedure),
        _ => false,
    };
    let mut order: Vec<Stretch> = Vec::new();
    for (at, step) in def.steps.iter().enumerate().filter(|(_, step)| !step.called) {
        order.push(Stretch { step: at, opens: false });
        each_stmt(&step.body, &mut |stmt| match &stmt.kind {
            StmtKind::CallStep { step } => {
                let step = usize::from(*step);
                let body = def.steps.get(step).map_or(&[][..], |it| &it.body);
                order.push(Stretch { step, opens: any_stmt(body, opens) });
            }
            // What people do in it is the middle of it.
            _ if opens(stmt) => match order.last_mut() {
                Some(last) if last.step == at => last.opens = true,
                _ => order.push(Stretch { step: at, opens: true }),
            },
            _ => {}
        });
    }
    order
}

/// Whether a procedure lets people act, itself or in what it runs.
fn opens_a_window(facts: &Facts<'_>, procedure: ProcedureId) -> bool {
    let open = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Open(_));
    facts.calls.reached([procedure]).into_iter().any(|id| {
        let def = facts.typed.procedures.get(id);
        def.is_some_and(|def| def.steps.iter().any(|step| any_stmt(&step.body, open)))
    })
}
