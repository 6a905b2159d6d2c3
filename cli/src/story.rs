//! The story of a battle: what the machine tells, as plain lines, as JSON lines, or not at all.

use crate::output::Output;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use warwright_ir::Program;
use warwright_runtime::{Tell, TellKind};

/// How a battle is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// In plain words, grouped by headings, each line with the rule that caused it.
    Words,
    /// One JSON object a line, with everything that happened.
    Json,
    /// The result alone.
    Quiet,
}

const HEADING: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));
const CAUSE: Style = Style::new().dimmed();

/// A terminal of so many columns has room for a line and beside it the rule that caused it.
const ROOMY: usize = 120;
/// Where the rules stand that caused the lines.
const CAUSES_AT: usize = 96;

/// The story as it is told: headings within a turn wait for the first line that stands under them.
#[derive(Clone, Debug)]
pub struct Story {
    telling: Telling,
    /// Headings are told at once: whoever is asked something wants to know where the turn is.
    pub at_once: bool,
    /// Whether each line names the rule that caused it, however narrow the terminal is.
    pub tags: bool,
    waiting: Vec<(usize, String)>,
}

impl Story {
    /// Nothing is told yet.
    pub const fn new(telling: Telling) -> Self {
        Self { telling, at_once: false, tags: false, waiting: Vec::new() }
    }

    /// Tells what happened since the last call. `program` names the places of the rules.
    pub fn tell(&mut self, tells: &[Tell], program: &Program, out: &mut Output) {
        for tell in tells {
            match self.telling {
                Telling::Words => {
                    let lines = self.lines(tell, out.columns());
                    lines.iter().for_each(|line| out.line(line));
                }
                Telling::Json => json(tell, program, out),
                Telling::Quiet => {}
            }
        }
    }

    /// The lines of what stands in `.ww`; what the machine records beside it is for JSON.
    pub fn lines(&mut self, tell: &Tell, columns: Option<usize>) -> Vec<String> {
        let depth = usize::from(tell.depth);
        match tell.kind {
            TellKind::Heading => {
                self.waiting.retain(|(outer, _)| *outer < depth);
                self.waiting.push((depth, tell.text.clone()));
                if self.at_once || depth <= 1 { self.headings() } else { Vec::new() }
            }
            TellKind::Said => {
                self.waiting.retain(|(outer, _)| *outer <= depth);
                let mut lines = self.headings();
                let line = format!("{}{}", "  ".repeat(depth), tell.text);
                match columns {
                    Some(columns) if columns < ROOMY && !self.tags => {
                        let hanging = "  ".repeat(depth + 1);
                        let wrap = textwrap::Options::new(columns)
                            .subsequent_indent(&hanging)
                            .word_splitter(textwrap::WordSplitter::NoHyphenation);
                        lines.extend(textwrap::wrap(&line, wrap).iter().map(ToString::to_string));
                    }
                    _ => {
                        let room = CAUSES_AT.saturating_sub(line.chars().count()).max(2);
                        let label = &tell.cause.label;
                        let gap = " ".repeat(room);
                        lines.push(format!("{line}{gap}{CAUSE}[{label}]{CAUSE:#}"));
                    }
                }
                lines
            }
            TellKind::Rolled
            | TellKind::Changed
            | TellKind::Chose
            | TellKind::Planned
            | TellKind::Granted
            | TellKind::Ended
            | TellKind::Created
            | TellKind::Left
            | TellKind::Over => Vec::new(),
        }
    }

    /// The headings that wait.
    fn headings(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for (depth, text) in self.waiting.drain(..) {
            if depth <= 1 {
                lines.push(String::new());
            }
            let indent = "  ".repeat(depth.saturating_sub(1));
            lines.push(format!("{indent}{HEADING}{text}{HEADING:#}"));
        }
        lines
    }
}

#[derive(Serialize)]
struct Line<'t> {
    event: &'static str,
    text: &'t str,
    #[serde(skip_serializing_if = "str::is_empty")]
    detail: &'t str,
    rule: &'t str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
}

fn json(tell: &Tell, program: &Program, out: &mut Output) {
    let line = Line {
        event: event(tell.kind),
        text: &tell.text,
        detail: &tell.detail,
        rule: &tell.cause.label,
        place: tell.cause.span.and_then(|span| place(program, span)),
    };
    match serde_json::to_string(&line) {
        Ok(text) => out.line(&text),
        Err(error) => out.note(&format!("an event could not be written: {error}\n")),
    }
}

/// `file:line` of a rule.
pub fn place(program: &Program, span: warwright_ir::SpanId) -> Option<String> {
    let span = program.spans.get(span)?;
    let source = program.sources.get(span.source as usize)?;
    Some(format!("{}:{}", source.name, span.line))
}

fn event(kind: TellKind) -> &'static str {
    match kind {
        TellKind::Heading => "heading",
        TellKind::Said => "said",
        TellKind::Rolled => "rolled",
        TellKind::Changed => "changed",
        TellKind::Chose => "chose",
        TellKind::Planned => "planned",
        TellKind::Granted => "granted",
        TellKind::Ended => "ended",
        TellKind::Created => "created",
        TellKind::Left => "left",
        TellKind::Over => "over",
    }
}
