//! Armies, entries and battles held against their limits before anybody plays: what the machine finds, as diagnostics at the
//! author's lines.

use crate::board::prepared;
use crate::faults;
use indexmap::IndexMap;
use warwright_compiler::errata::spelt;
use warwright_grammar::diagnostic::{Diagnostic, codes};
use warwright_grammar::source::{SourceMap, Span};
use warwright_ir::{Limit, Program, Roster, Scenario, SpanId, TextId};
use warwright_runtime::{Broken, Checked, Fault, Judged, Machine, Offender, Verdict};

/// So many offenders are labelled in one diagnostic; the help names the rest.
const MAX_LABELS: usize = 6;
/// And so many of those who break a limit that many break.
const FEW_LABELS: usize = 2;

/// Of so many armies of one list most may break what was meant otherwise.
const MANY_ROSTERS: usize = 3;
/// What helps where many break a limit.
const CONTRARY: &str =
    "where so many break it, it may say the contrary of what is meant: a limit says what must hold";

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
pub fn judged(machine: &mut Machine, program: &Program, map: &SourceMap) -> Vec<Diagnostic> {
    let judge = Judge { program, map };
    let mut found = Vec::new();
    let fielded = program.rosters.iter().filter(|roster| !roster.tried);
    let verdicts = fielded.map(|roster| {
        let verdict = machine.judge(roster);
        // Nobody asks for it again.
        machine.forget(roster.scenario);
        (roster, verdict)
    });
    judge.rosters(verdicts.collect(), &mut found);
    judge.entries(machine, &mut found);
    program.catalogue.iter().for_each(|it| machine.forget(it.scenario));
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

/// One limit that is broken, by what.
#[derive(Clone, Copy)]
struct Breach<'j> {
    held: Held<'j>,
    limit: &'j Limit,
    by: &'j Broken,
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
                // Of a roster of no army list one breach tells what is missing.
                let (of_none, mut told) = (self.of_no_list(held).is_some(), false);
                for Judged { limit, verdict } in all {
                    let broken = of_none && matches!(verdict, Verdict::Broken(_));
                    if broken && std::mem::replace(&mut told, true) {
                        continue;
                    }
                    let limit = self.program.limits.get(limit);
                    found.extend(limit.and_then(|limit| self.verdict(held, limit, &verdict)));
                }
            }
            Err(fault) => found.push(faults::diagnostic(&fault, self.program, self.map)),
        }
    }

    /// What is broken by armies: a limit that most of a list's armies break is told of once, for it is perhaps what is wrong.
    fn rosters(&self, all: Vec<(&Roster, Checked<Vec<Judged>>)>, found: &mut Vec<Diagnostic>) {
        let mut breakers: IndexMap<(usize, Option<TextId>), Vec<&Roster>> = IndexMap::new();
        for (roster, judged) in &all {
            let broken = judged.iter().flatten();
            let broken = broken.filter(|it| matches!(it.verdict, Verdict::Broken(_)));
            broken.for_each(|it| {
                breakers.entry((it.limit, roster.faction)).or_default().push(*roster);
            });
        }
        breakers.retain(|(_, list), of_list| {
            let all = all.iter().filter(|(roster, _)| roster.faction == *list).count();
            all >= MANY_ROSTERS && of_list.len() > 1 && of_list.len() * 2 > all
        });
        for (roster, judged) in all {
            let told = |it: &Judged| breakers.contains_key(&(it.limit, roster.faction));
            let judged = judged.map(|mut all| {
                all.retain(|it| !told(it));
                all
            });
            self.tell(Held::Roster(roster), judged, found);
        }
        for ((limit, _), rosters) in &breakers {
            found
                .extend(self.program.limits.get(*limit).map(|it| self.broken_by_most(it, rosters)));
        }
    }

    fn broken_by_most(&self, limit: &Limit, rosters: &[&Roster]) -> Diagnostic {
        let message = format!("{} rosters break \"{}\"", rosters.len(), self.text(limit.label));
        let found = Diagnostic::new(codes::LIMIT_BROKEN, message, self.span(limit.span))
            .label(self.whose(limit));
        let found = rosters.iter().take(FEW_LABELS).fold(found, |found, roster| {
            let held = Held::Roster(roster);
            found.also(self.at(held), format!("{} breaks it", self.called(held, None)))
        });
        found.help(CONTRARY)
    }

    /// What is broken, of all entries as they are printed: what one of them breaks, in one message, since one wrong figure may
    /// break several limits.
    fn entries(&self, machine: &Machine, found: &mut Vec<Diagnostic>) {
        let all: Vec<_> = self.program.catalogue.iter().map(|it| (it, machine.judge(it))).collect();
        let mut breaches: IndexMap<(Span, &str), Vec<Breach<'_>>> = IndexMap::new();
        for (roster, judged) in &all {
            let held = Held::Entries(roster);
            let judged = match judged {
                Ok(judged) => judged,
                Err(fault) => {
                    found.push(faults::diagnostic(fault, self.program, self.map));
                    continue;
                }
            };
            for Judged { limit, verdict } in judged {
                let Some(limit) = self.program.limits.get(*limit) else { continue };
                match verdict {
                    Verdict::Broken(by) => {
                        let first = self.offenders(held, by).first().copied();
                        let whose = first.unwrap_or((self.at(held), ""));
                        breaches.entry(whose).or_default().push(Breach { held, limit, by });
                    }
                    other => found.extend(self.verdict(held, limit, other)),
                }
            }
        }
        found.extend(breaches.values().filter_map(|of_one| self.broken(of_one)));
    }

    fn verdict(&self, held: Held<'_>, limit: &Limit, verdict: &Verdict) -> Option<Diagnostic> {
        Some(match verdict {
            Verdict::Broken(by) => return self.broken(&[Breach { held, limit, by }]),
            Verdict::Fault(fault) => self.fault(held, limit, fault),
            Verdict::NoBudget => self
                .lacking(held, limit, "has no budget", "a limit asks for it")
                .help("say what it may cost after its army list: `roster \"..\" of \"..\" budget 1000 { .. }`"),
            Verdict::NoPrice => self
                .lacking(held, limit, "has no price", "a limit asks what it costs")
                .help("its price is known where each of its pieces has `points`"),
        })
    }

    /// What breaks one limit, or several on the same lines.
    fn broken(&self, breaches: &[Breach<'_>]) -> Option<Diagnostic> {
        let Breach { held, by, .. } = *breaches.first()?;
        let offenders = self.offenders(held, by);
        let labels = breaches.iter().map(|it| format!("\"{}\"", self.text(it.limit.label)));
        let labels = labels.collect::<Vec<_>>().join(" and ");
        let who = self.called(held, offenders.first().map(|(_, name)| *name));
        let (place, label) = match offenders.first() {
            Some((line, name)) => (*line, format!("{name} offends")),
            None => (self.at(held), "breaks a limit".to_owned()),
        };
        if matches!(held, Held::Entries(_)) && offenders.len() > MAX_LABELS {
            return self.broken_by_many(breaches, &offenders, &labels);
        }
        let message = format!("{who} breaks {labels}");
        let mut found = Diagnostic::new(codes::LIMIT_BROKEN, message, place).label(label);
        for (line, name) in offenders.iter().skip(1).take(MAX_LABELS) {
            let figures = by.offenders.iter().find(|it| it.name == *name);
            let figures = figures.and_then(|it| self.figures(&it.figures));
            let figures = figures.map_or_else(String::new, |figures| format!(": {figures}"));
            found = found.also(*line, format!("{name} offends too{figures}"));
        }
        if let Some(help) = self.in_no_list(held, by).or_else(|| self.of_no_list(held)) {
            found = found.help(help);
        }
        for Breach { limit, by, .. } in breaches {
            found = found.also(self.span(limit.span), self.whose(limit));
            match (self.figures(&by.figures), held, by.offenders.first()) {
                (Some(figures), ..) => found = found.help(figures),
                (None, Held::Battle(_), Some(offender)) => {
                    let asked = spelt(self.map, self.span(limit.span));
                    let label = format!(" \"{}\"", self.text(limit.label));
                    let asked = asked.trim_start_matches("limit ").trim_end_matches(&label);
                    let name = &offender.name;
                    found = found.help(format!("of {name} it does not hold: `{asked}`"));
                }
                _ => {}
            }
        }
        let names: Vec<&str> =
            offenders.iter().skip(1 + MAX_LABELS).map(|(_, name)| *name).collect();
        Some(if names.is_empty() {
            found
        } else {
            found.help(format!("so do {}", names.join(", ")))
        })
    }

    /// Where all that offends stands in no army list, and the army is of one: how it would be the army's own.
    fn in_no_list(&self, held: Held<'_>, by: &Broken) -> Option<String> {
        let Held::Roster(roster) = held else { return None };
        let list = self.text(roster.faction?);
        let sides = &self.program.scenarios.get(roster.scenario)?.sides;
        let alone = |offender: &Offender| {
            let piece = sides.iter().flat_map(|side| &side.pieces).nth(offender.piece?)?;
            let entry = self.program.entries.get(piece.entry)?;
            let entry = entry.base.and_then(|base| self.program.entries.get(base)).unwrap_or(entry);
            Some(entry.faction.is_none())
        };
        let name = &by.offenders.first()?.name;
        by.offenders.iter().all(|it| alone(it) == Some(true)).then(|| {
            format!("{name} stands in no army list; to be of this one, it is declared in `faction {} {{ .. }}`", quoted(list))
        })
    }

    /// Where a roster is of no army list, and all that stands in it is of one: how it would be of that.
    fn of_no_list(&self, held: Held<'_>) -> Option<String> {
        let Held::Roster(roster) = held else { return None };
        let sides = &self.program.scenarios.get(roster.scenario)?.sides;
        let entries = sides.iter().flat_map(|side| &side.pieces).map(|piece| piece.entry);
        let mut lists = entries.filter_map(|id| {
            let entry = self.program.entries.get(id)?;
            entry.base.and_then(|base| self.program.entries.get(base)).unwrap_or(entry).faction
        });
        let list = lists.next().filter(|_| roster.faction.is_none())?;
        lists.all(|other| other == list).then(|| {
            let list = quoted(self.text(list));
            format!("this roster is of no army list, and what stands in it is of one: `roster .. of {list}`")
        })
    }

    /// The same of a limit that many entries break, which is perhaps not what was meant: the limit is shown first.
    fn broken_by_many(
        &self,
        breaches: &[Breach<'_>],
        offenders: &[(Span, &str)],
        labels: &str,
    ) -> Option<Diagnostic> {
        let Breach { limit, by, .. } = *breaches.first()?;
        let message = format!("{} break {labels}", offenders.len());
        let place = self.span(limit.span);
        let mut found =
            Diagnostic::new(codes::LIMIT_BROKEN, message, place).label(self.whose(limit));
        for (line, name) in offenders.iter().take(FEW_LABELS) {
            found = found.also(*line, format!("{name} offends"));
        }
        found = found.help(CONTRARY);
        Some(match self.figures(&by.figures) {
            Some(figures) => found.help(format!("of the first {figures}")),
            None => found,
        })
    }

    /// Who offends and on which line: pieces of one line and one name are one.
    fn offenders<'b>(&self, held: Held<'_>, broken: &'b Broken) -> Vec<(Span, &'b str)> {
        let mut offenders: Vec<(Span, &str)> = Vec::new();
        for offender in &broken.offenders {
            let offender = (self.line(held, offender, broken), offender.name.as_str());
            if !offenders.contains(&offender) {
                offenders.push(offender);
            }
        }
        offenders
    }

    /// What the parts of a broken condition come to, in the order in which they stand.
    fn figures(&self, figures: &[(SpanId, String)]) -> Option<String> {
        let figures = figures.iter().map(|(span, value)| (self.span(*span), value));
        let mut figures: Vec<(Span, &String)> = figures.collect();
        figures.sort_by_key(|(span, _)| span.start());
        let figures =
            figures.iter().map(|(span, value)| format!("`{}` is {value}", spelt(self.map, *span)));
        let figures = figures.collect::<Vec<_>>().join(", ");
        (!figures.is_empty()).then_some(figures)
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

    /// The line of a piece that offends, or its declaration, or all that is held against the limit.
    fn line(&self, held: Held<'_>, offender: &Offender, by: &Broken) -> Span {
        let lines = match held {
            Held::Roster(roster) | Held::Entries(roster) => roster.lines.as_slice(),
            Held::Battle(scenario) => {
                let line = self.line_of_set_up(scenario, offender, by);
                return line.unwrap_or_else(|| self.at(held));
            }
        };
        if let Some((line, _)) = offender.piece.and_then(|piece| lines.get(piece)) {
            return self.span(*line);
        }
        // What is no piece stands where it is declared.
        let declared = self.program.entries.values().find(|entry| {
            matches!(held, Held::Entries(_)) && self.text(entry.name) == offender.name
        });
        declared.map_or_else(|| self.at(held), |entry| self.span(entry.span))
    }

    /// The line of a battle's set-up that names what offends, and most of what it comes to.
    fn line_of_set_up(&self, battle: &Scenario, offender: &Offender, by: &Broken) -> Option<Span> {
        let body = self.program.bodies.get(battle.setup?)?;
        let names = |line: &str, name: &str| {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ' ');
            let spaced = || line.split(|c: char| !c.is_alphanumeric() && c != '_');
            spaced().any(|word| word == name) || words.any(|words| words == name)
        };
        let lines = body.spans.iter().map(|span| self.span(*span));
        let lines = lines.filter(|line| names(self.map.slice(*line), &offender.name));
        lines.max_by_key(|line| {
            let told = by.figures.iter().filter(|(_, value)| names(self.map.slice(*line), value));
            (told.count(), std::cmp::Reverse(line.start()))
        })
    }

    fn span(&self, at: SpanId) -> Span {
        faults::span(at, self.program, self.map)
    }

    fn text(&self, id: TextId) -> &str {
        self.program.texts.get(id).map_or("", String::as_str)
    }
}

/// A name as it is written in source.
fn quoted(name: &str) -> String {
    match name.contains(' ') {
        true => format!("\"{name}\""),
        false => name.to_owned(),
    }
}
