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
    /// The line that was said last: it waits for others that say the same.
    held: Option<Held>,
}

/// A line with how often it was said in a row.
#[derive(Clone, Debug)]
struct Held {
    text: String,
    depth: usize,
    label: String,
    times: usize,
    columns: Option<usize>,
}

impl Held {
    /// The same line once more.
    fn is_said_by(&self, tell: &Tell) -> bool {
        self.text == tell.text
            && self.depth == usize::from(tell.depth)
            && self.label == tell.cause.label
    }

    /// What was said, with how often.
    fn words(&self) -> String {
        let bare = self.text.strip_suffix('.');
        let often = match self.times {
            1 => return self.text.clone(),
            2 => String::from("twice"),
            times => format!("{times} times"),
        };
        match bare {
            Some(bare) => format!("{bare}, {often}."),
            None => format!("{} ({often})", self.text),
        }
    }
}

impl Story {
    /// Nothing is told yet.
    pub const fn new(telling: Telling) -> Self {
        Self { telling, at_once: false, tags: false, waiting: Vec::new(), held: None }
    }

    /// Tells what happened since the last call, but for a line that waits. `program` names the places of the rules.
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

    /// The lines of what stands in `.ww`; what the machine records beside it is for JSON. What is said several times in a row is
    /// one line, which waits until something else is told, or [`Self::rest`] is asked for.
    pub fn lines(&mut self, tell: &Tell, columns: Option<usize>) -> Vec<String> {
        let depth = usize::from(tell.depth);
        match tell.kind {
            TellKind::Heading => {
                let mut lines = self.rest();
                self.waiting.retain(|(outer, _)| *outer < depth);
                self.waiting.push((depth, tell.text.clone()));
                if self.at_once || depth <= 1 {
                    lines.extend(self.headings());
                }
                lines
            }
            TellKind::Said => {
                self.waiting.retain(|(outer, _)| *outer <= depth);
                if let Some(held) = &mut self.held
                    && self.waiting.is_empty()
                    && held.is_said_by(tell)
                {
                    held.times += 1;
                    return Vec::new();
                }
                let mut lines = self.rest();
                lines.extend(self.headings());
                let (text, label) = (tell.text.clone(), tell.cause.label.clone());
                self.held = Some(Held { text, depth, label, times: 1, columns });
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

    /// The line that waits for others of its kind, where one does: nothing more is told before something else is shown.
    pub fn rest(&mut self) -> Vec<String> {
        let Some(held) = self.held.take() else { return Vec::new() };
        let depth = held.depth;
        let line = format!("{}{}", "  ".repeat(depth), held.words());
        match held.columns {
            Some(columns) if columns < ROOMY && !self.tags => {
                let hanging = "  ".repeat(depth + 1);
                let wrap = textwrap::Options::new(columns)
                    .subsequent_indent(&hanging)
                    .word_splitter(textwrap::WordSplitter::NoHyphenation);
                textwrap::wrap(&line, wrap).iter().map(ToString::to_string).collect()
            }
            _ => {
                let room = CAUSES_AT.saturating_sub(line.chars().count()).max(2);
                let gap = " ".repeat(room);
                vec![format!("{line}{gap}{CAUSE}[{}]{CAUSE:#}", held.label)]
            }
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

/// Whether a chapter of the story begins.
pub fn begins(tell: &Tell) -> bool {
    tell.kind == TellKind::Heading && tell.depth <= 1
}
