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

/// Tells what happened since the last call. `program` names the places of the rules.
pub fn tell(tells: &[Tell], program: &Program, telling: Telling, out: &mut Output) {
    for tell in tells {
        match telling {
            Telling::Words => words(tell, out),
            Telling::Json => json(tell, program, out),
            Telling::Quiet => {}
        }
    }
}

/// What stands in `.ww` is told; what the machine records beside it is for JSON.
fn words(tell: &Tell, out: &mut Output) {
    let depth = usize::from(tell.depth);
    match tell.kind {
        TellKind::Heading => {
            let indent = "  ".repeat(depth.saturating_sub(1));
            if depth <= 1 {
                out.line("");
            }
            out.line(&format!("{indent}{HEADING}{}{HEADING:#}", tell.text));
        }
        TellKind::Said => {
            let line = format!("{}{}", "  ".repeat(depth), tell.text);
            let room = 96usize.saturating_sub(line.chars().count()).max(2);
            out.line(&format!("{line}{}{CAUSE}[{}]{CAUSE:#}", " ".repeat(room), tell.cause.label));
        }
        TellKind::Rolled
        | TellKind::Changed
        | TellKind::Chose
        | TellKind::Granted
        | TellKind::Ended
        | TellKind::Created
        | TellKind::Left
        | TellKind::Over
        | TellKind::Expected(_) => {}
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
        TellKind::Granted => "granted",
        TellKind::Ended => "ended",
        TellKind::Created => "created",
        TellKind::Left => "left",
        TellKind::Over => "over",
        TellKind::Expected(_) => "expected",
    }
}
