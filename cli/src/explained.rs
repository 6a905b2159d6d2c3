//! Where a number comes from, in words: takes what was explained, gives the parts that it is made of, what was asked and what the
//! rules said.

use crate::output::Output;
use crate::story::place;
use warwright_ir::Program;
use warwright_runtime::{Explained, Ledger, OriginShown, ReasonShown, Striker};

/// Shows what was explained.
pub fn show(explained: &Explained, program: &Program, out: &mut Output) {
    out.line(&explained.value);
    for ledger in &explained.ledgers {
        self::ledger(ledger, program, 1, out);
    }
    grounds(&explained.grounds, program, 1, out);
    for reason in &explained.reasons {
        let at = place(program, reason.span).unwrap_or_default();
        let bearer = by(reason);
        match &reason.struck_by {
            None => out.line(&format!("  because: {}{bearer}  [{at}]", reason.words)),
            Some(by) => out.line(&format!(
                "  not because: {}{bearer}{}  [{at}]",
                reason.words,
                struck(Some(by))
            )),
        }
        origins(&reason.origins, program, 2, out);
        grounds(&reason.grounds, program, 2, out);
    }
}

/// Who brings a reason into play, and in which layer it stands.
fn by(reason: &ReasonShown) -> String {
    let bearer = reason.bearer.as_ref().map_or_else(String::new, |bearer| format!(", by {bearer}"));
    let layer = reason.layer.as_ref().map_or_else(String::new, |layer| format!(", in {layer}"));
    bearer + &layer
}

/// What went over a clause.
fn struck(by: Option<&Striker>) -> String {
    let Some(by) = by else { return String::new() };
    let layer = by.layer.as_ref().map_or_else(String::new, |layer| format!(" in {layer}"));
    format!(", struck by \"{}\"{layer}", by.label)
}

/// What a truth rests on, a line each.
fn grounds(grounds: &[ReasonShown], program: &Program, depth: usize, out: &mut Output) {
    let indent = "  ".repeat(depth);
    for ground in grounds {
        let at = place(program, ground.span).unwrap_or_default();
        let bearer = by(ground);
        let struck = struck(ground.struck_by.as_ref());
        out.line(&format!("{indent}{}{bearer}{struck}  [{at}]", ground.words));
        origins(&ground.origins, program, depth + 1, out);
    }
}

fn ledger(ledger: &Ledger, program: &Program, depth: usize, out: &mut Output) {
    let indent = "  ".repeat(depth);
    let args: Vec<String> =
        ledger.args.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let at = place(program, ledger.span).unwrap_or_default();
    out.line(&format!("{indent}{} ({}) = {}  [{at}]", ledger.name, args.join(", "), ledger.result));
    out.line(&format!("{indent}  {:<28} {}", "base", ledger.base));
    origins(&ledger.origins, program, depth + 2, out);
    for line in &ledger.lines {
        let at = line.span.and_then(|span| place(program, span)).unwrap_or_default();
        let from = [line.bearer.as_deref(), line.layer.as_deref()];
        let from: Vec<&str> = from.into_iter().flatten().collect();
        let from = if from.is_empty() { String::new() } else { format!(" ({})", from.join(", ")) };
        let struck = struck(line.struck_by.as_ref());
        out.line(&format!(
            "{indent}  {:<28} {} -> {}{struck}  [{at}]",
            format!("{}{from}", line.label),
            line.effect,
            line.after
        ));
        origins(&line.origins, program, depth + 2, out);
    }
    for part in &ledger.parts {
        self::ledger(part, program, depth + 1, out);
    }
}

/// What set a figure or a clause as it is, a line each.
fn origins(origins: &[OriginShown], program: &Program, depth: usize, out: &mut Output) {
    let indent = "  ".repeat(depth);
    for origin in origins {
        let at = place(program, origin.span).unwrap_or_default();
        out.line(&format!("{indent}{}  [{at}]", origin.words));
    }
}
