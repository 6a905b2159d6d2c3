//! Armies, entries and battles held against their limits before anybody plays: what the machine finds, as diagnostics at the
//! author's lines.

use crate::board::prepared;
use crate::faults;
use warwright_compiler::errata::spelt;
use warwright_grammar::diagnostic::{Diagnostic, codes};
use warwright_grammar::source::{SourceMap, Span};
use warwright_ir::{Limit, Program, Roster, Scenario, SpanId, TextId};
use warwright_runtime::{Broken, Checked, Fault, Judged, Machine, Offender, Verdict};

/// So many offenders are labelled in one diagnostic; the help names the rest.
const MAX_LABELS: usize = 6;

/// What is held against limits.
#[derive(Clone, Copy)]
enum Held<'j> {
    /// An army.
    Roster(&'j Roster),
    /// Entries as they are printed.
    Entries(&'j Roster),
    /// A battle as it is laid out.
    Battle(&'j Scenario),
}

/// What is wrong with the armies, entries and battles of a program.
pub fn judged(machine: &Machine, map: &SourceMap) -> Vec<Diagnostic> {
    let judge = Judge { program: machine.program(), map };
    let mut found = Vec::new();
    let program = judge.program;
    let fielded = program.rosters.iter().filter(|roster| !roster.tried);
    fielded.for_each(|it| judge.tell(Held::Roster(it), machine.judge(it), &mut found));
    let mut entries = Vec::new();
    let all = program.catalogue.iter();
    all.for_each(|it| judge.tell(Held::Entries(it), machine.judge(it), &mut entries));
    found.extend(together(entries));
    if program.limits.iter().any(|limit| limit.laid) {
        for id in program.battles() {
            let Some(scenario) = program.scenarios.get(id) else { continue };
            let state = prepared(machine, id);
            let judged = state.and_then(|state| machine.judge_laid(&state));
            judge.tell(Held::Battle(scenario), judged, &mut found);
        }
    }
    found
}

/// What one entry breaks, in one message: one wrong figure may break several limits.
fn together(all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    const BREAKS: &str = " breaks ";
    let mut found: Vec<Diagnostic> = Vec::new();
    for one in all {
        let breaks = |it: &Diagnostic| {
            let (who, what) = it.message.split_once(BREAKS)?;
            (it.code == codes::LIMIT_BROKEN).then(|| (who.to_owned(), what.to_owned()))
        };
        let known = breaks(&one).and_then(|(who, what)| {
            let mut same = found.iter_mut().filter(|it| it.primary.span == one.primary.span);
            let known = same.find(|it| breaks(it).is_some_and(|(other, _)| other == who))?;
            Some((known, what))
        });
        match known {
            Some((known, what)) => {
                known.message = format!("{} and {what}", known.message);
                known.secondary.extend(one.secondary);
                known.help.extend(one.help);
            }
            None => found.push(one),
        }
    }
    found
}

struct Judge<'j> {
    program: &'j Program,
    map: &'j SourceMap,
}

impl Judge<'_> {
    /// What is broken, of what is held against its limits.
    fn tell(&self, held: Held<'_>, judged: Checked<Vec<Judged>>, found: &mut Vec<Diagnostic>) {
        match judged {
            Ok(all) => {
                for Judged { limit, verdict } in all {
                    let limit = self.program.limits.get(limit);
                    found.extend(limit.map(|limit| self.verdict(held, limit, &verdict)));
                }
            }
            Err(fault) => found.push(faults::diagnostic(&fault, self.program, self.map)),
        }
    }

    fn verdict(&self, held: Held<'_>, limit: &Limit, verdict: &Verdict) -> Diagnostic {
        match verdict {
            Verdict::Broken(broken) => self.broken(held, limit, broken),
            Verdict::Fault(fault) => self.fault(held, limit, fault),
            Verdict::NoBudget => self
                .lacking(held, limit, "has no budget", "a limit asks for it")
                .help("say what it may cost after its army list: `roster \"..\" of \"..\" budget 1000 { .. }`"),
            Verdict::NoPrice => self
                .lacking(held, limit, "has no price", "a limit asks what it costs")
                .help("its price is known where each of its pieces has `points`"),
        }
    }

    fn broken(&self, held: Held<'_>, limit: &Limit, broken: &Broken) -> Diagnostic {
        let first = broken.offenders.first().map(|it| it.name.as_str());
        let message = format!("{} breaks \"{}\"", self.called(held, first), self.text(limit.label));
        // Pieces of one line and one name are one offender.
        let mut offenders: Vec<(Span, &str)> = Vec::new();
        for offender in &broken.offenders {
            let offender = (self.line(held, offender), offender.name.as_str());
            if !offenders.contains(&offender) {
                offenders.push(offender);
            }
        }
        let (place, label) = match offenders.first() {
            Some((line, name)) => (*line, format!("{name} offends")),
            None => (self.at(held), "breaks a limit".to_owned()),
        };
        let mut found = Diagnostic::new(codes::LIMIT_BROKEN, message, place).label(label);
        for (line, name) in offenders.iter().skip(1).take(MAX_LABELS) {
            found = found.also(*line, format!("{name} offends too"));
        }
        found = found.also(self.span(limit.span), self.whose(limit));
        let figures = broken.figures.iter().map(|(span, value)| (self.span(*span), value));
        let mut figures: Vec<(Span, &String)> = figures.collect();
        figures.sort_by_key(|(span, _)| span.start());
        let figures = figures
            .iter()
            .map(|(span, value)| format!("`{}` is {value}", spelt(self.map, *span)))
            .collect::<Vec<_>>();
        if !figures.is_empty() {
            found = found.help(figures.join(", "));
        }
        let names: Vec<&str> =
            offenders.iter().skip(1 + MAX_LABELS).map(|(_, name)| *name).collect();
        if names.is_empty() { found } else { found.help(format!("so do {}", names.join(", "))) }
    }

    fn lacking(&self, held: Held<'_>, limit: &Limit, what: &str, why: &str) -> Diagnostic {
        let message = format!("{} {what}, and {why}", self.called(held, None));
        Diagnostic::new(codes::LIMIT_NOT_READABLE, message, self.at(held))
            .label(format!("for \"{}\"", self.text(limit.label)))
            .also(self.span(limit.span), self.whose(limit))
    }

    fn fault(&self, held: Held<'_>, limit: &Limit, fault: &Fault) -> Diagnostic {
        let inner = faults::diagnostic(fault, self.program, self.map);
        let message = format!(
            "a limit of {} cannot be worked out: {}",
            self.text(limit.whose),
            inner.message
        );
        let mut found = Diagnostic::new(codes::LIMIT_NOT_READABLE, message, inner.primary.span)
            .label("asked here");
        for also in inner.secondary {
            found = found.also(also.span, also.text);
        }
        found
            .also(self.span(limit.span), "in this limit")
            .also(self.at(held), match held {
                Held::Battle(_) => "asked of this battle",
                Held::Roster(_) | Held::Entries(_) => "asked of this roster",
            })
            .help(match held {
                Held::Battle(_) => "it is asked when the battle is laid out, and nothing has been played",
                Held::Roster(_) | Held::Entries(_) => "a limit knows an army as a list: nothing stands on a board, and nothing has been played",
            })
    }

    fn called(&self, held: Held<'_>, offender: Option<&str>) -> String {
        match held {
            Held::Roster(roster) => match self.text(roster.name) {
                "" => "this roster".to_owned(),
                name => format!("roster \"{name}\""),
            },
            Held::Entries(_) => format!("\"{}\"", offender.unwrap_or_default()),
            Held::Battle(scenario) => format!("\"{}\"", self.text(scenario.name)),
        }
    }

    fn at(&self, held: Held<'_>) -> Span {
        self.span(match held {
            Held::Roster(roster) | Held::Entries(roster) => roster.span,
            Held::Battle(scenario) => scenario.span,
        })
    }

    fn whose(&self, limit: &Limit) -> String {
        let whose = self.text(limit.whose);
        match limit.see {
            Some(see) => format!("the limit of {whose}, section {}", self.text(see)),
            None => format!("the limit of {whose}"),
        }
    }

    /// The line of a piece that offends, or all that is held against the limit.
    fn line(&self, held: Held<'_>, offender: &Offender) -> Span {
        let lines = match held {
            Held::Roster(roster) | Held::Entries(roster) => roster.lines.as_slice(),
            Held::Battle(_) => &[],
        };
        let line = offender.piece.and_then(|piece| lines.get(piece));
        line.map_or_else(|| self.at(held), |(line, _)| self.span(*line))
    }

    fn span(&self, at: SpanId) -> Span {
        faults::span(at, self.program, self.map)
    }

    fn text(&self, id: TextId) -> &str {
        self.program.texts.get(id).map_or("", String::as_str)
    }
}
