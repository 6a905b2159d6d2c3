//! Armies held against their limits before anybody fields them: what the machine finds, as diagnostics at the author's lines.

use crate::faults;
use warwright_compiler::errata::spelt;
use warwright_grammar::diagnostic::{Diagnostic, codes};
use warwright_grammar::source::{SourceMap, Span};
use warwright_ir::{Limit, Program, Roster, SpanId, TextId};
use warwright_runtime::{Broken, Fault, Machine, Offender, Verdict};

/// So many offenders are labelled in one diagnostic; the help names the rest.
const MAX_LABELS: usize = 6;

/// What is wrong with the armies of a program.
pub fn judged(machine: &Machine, map: &SourceMap) -> Vec<Diagnostic> {
    let judge = Judge { program: machine.program(), map };
    let mut found = Vec::new();
    for roster in &judge.program.rosters {
        match machine.judge(roster) {
            Ok(all) => {
                for judged in all {
                    if let Some(limit) = judge.program.limits.get(judged.limit) {
                        found.push(judge.verdict(roster, limit, &judged.verdict));
                    }
                }
            }
            Err(fault) => found.push(faults::diagnostic(&fault, judge.program, map)),
        }
    }
    found
}

struct Judge<'j> {
    program: &'j Program,
    map: &'j SourceMap,
}

impl Judge<'_> {
    fn verdict(&self, roster: &Roster, limit: &Limit, verdict: &Verdict) -> Diagnostic {
        match verdict {
            Verdict::Broken(broken) => self.broken(roster, limit, broken),
            Verdict::Fault(fault) => self.fault(roster, limit, fault),
            Verdict::NoBudget => self
                .lacking(roster, limit, "has no budget", "a limit asks for it")
                .help("say what it may cost after its army list: `roster \"..\" of \"..\" budget 1000 { .. }`"),
            Verdict::NoPrice => self
                .lacking(roster, limit, "has no price", "a limit asks what it costs")
                .help("its price is known where each of its pieces has `points`"),
        }
    }

    fn broken(&self, roster: &Roster, limit: &Limit, broken: &Broken) -> Diagnostic {
        let message = format!("{} breaks \"{}\"", self.called(roster), self.text(limit.label));
        // Pieces of one line and one name are one offender.
        let mut offenders: Vec<(Span, &str)> = Vec::new();
        for offender in &broken.offenders {
            let offender = (self.line(roster, offender), offender.name.as_str());
            if !offenders.contains(&offender) {
                offenders.push(offender);
            }
        }
        let (place, label) = match offenders.first() {
            Some((line, name)) => (*line, format!("{name} offends")),
            None => (self.span(roster.span), "breaks a limit".to_owned()),
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

    fn lacking(&self, roster: &Roster, limit: &Limit, what: &str, why: &str) -> Diagnostic {
        let message = format!("{} {what}, and {why}", self.called(roster));
        Diagnostic::new(codes::LIMIT_NOT_READABLE, message, self.span(roster.span))
            .label(format!("for \"{}\"", self.text(limit.label)))
            .also(self.span(limit.span), self.whose(limit))
    }

    fn fault(&self, roster: &Roster, limit: &Limit, fault: &Fault) -> Diagnostic {
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
            .also(self.span(roster.span), "asked of this roster")
            .help("a limit knows an army as a list: nothing stands on a board, and nothing has been played")
    }

    fn called(&self, roster: &Roster) -> String {
        match self.text(roster.name) {
            "" => "this roster".to_owned(),
            name => format!("roster \"{name}\""),
        }
    }

    fn whose(&self, limit: &Limit) -> String {
        let whose = self.text(limit.whose);
        match limit.see {
            Some(see) => format!("the limit of {whose}, section {}", self.text(see)),
            None => format!("the limit of {whose}"),
        }
    }

    /// The line of a piece that offends, or the roster.
    fn line(&self, roster: &Roster, offender: &Offender) -> Span {
        let line = offender.piece.and_then(|piece| roster.lines.get(piece));
        self.span(line.map_or(roster.span, |(line, _)| *line))
    }

    fn span(&self, at: SpanId) -> Span {
        faults::span(at, self.program, self.map)
    }

    fn text(&self, id: TextId) -> &str {
        self.program.texts.get(id).map_or("", String::as_str)
    }
}
