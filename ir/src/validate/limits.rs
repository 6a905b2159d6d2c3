//! Stated limits of a program's size, and the checks of them.

use super::report::{FaultKind, Report};
use crate::Env;

/// The version of the format that this crate reads and writes.
pub const VERSION: u32 = 1;
/// Expressions in a program.
pub const MAX_EXPRS: usize = 8_000_000;
/// Items in each other arena.
pub const MAX_ITEMS: usize = 2_000_000;
/// Acts in a body.
pub const MAX_ACTS: usize = 100_000;
/// Bytes of one string.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;
/// Declarations of one sort in a game: kinds, procedures, actions, rulings and the like.
pub const MAX_DECLARED: usize = 10_000;
/// Members of one declaration: values of an enum, faces of a die, lines of a step.
pub const MAX_MEMBERS: usize = 10_000;
/// Sides of a die; also faces.
pub const MAX_DIE_SIDES: u64 = 10_000;
/// Dice that are thrown at once, or lie in a pool.
pub const MAX_DICE: i64 = 10_000;
/// How deep one expression may nest.
pub const MAX_TREE_DEPTH: u32 = 1_000;
/// How deep the evaluation of any expression may nest, through all that it calls. The machine evaluates by recursion, so
/// this is what a small stack has room for.
pub const MAX_EVALUATION_DEPTH: u32 = 1_200;
/// How much deeper than an expression whatever is asked by name counts: a function, quantity, permission, possession.
pub const CALL_DEPTH: u32 = 4;
/// Locals for the initial value of a state field: the entity in scalar slot 0, the rest for what the expression binds.
pub const FIELD_ENV: Env = Env { scalars: 16, wides: 4 };

/// The format is one that this crate knows.
pub(super) fn version_is_known(report: &mut Report<'_>) {
    let version = report.program.version;
    if version != VERSION {
        report.fault(
            FaultKind::Version,
            None,
            format!("the program is of format {version}; this machine runs format {VERSION}"),
        );
    }
}

/// Nothing is larger than the limits.
pub(super) fn sizes_are_bounded(report: &mut Report<'_>) {
    let program = report.program;
    let sizes = [
        ("expressions", program.exprs.len(), MAX_EXPRS),
        ("spans", program.spans.len(), MAX_EXPRS),
        ("texts", program.texts.len(), MAX_ITEMS),
        ("sources", program.sources.len(), MAX_ITEMS),
        ("kinds", program.kinds.len(), MAX_ITEMS),
        ("fields", program.fields.len(), MAX_ITEMS),
        ("profiles", program.profiles.len(), MAX_ITEMS),
        ("entries", program.entries.len(), MAX_ITEMS),
        ("abilities", program.abilities.len(), MAX_ITEMS),
        ("ties", program.ties.len(), MAX_ITEMS),
        ("dice", program.dice.len(), MAX_ITEMS),
        ("scales", program.scales.len(), MAX_ITEMS),
        ("tables", program.tables.len(), MAX_ITEMS),
        ("functions", program.functions.len(), MAX_ITEMS),
        ("quantities", program.quantities.len(), MAX_ITEMS),
        ("permissions", program.permissions.len(), MAX_ITEMS),
        ("clauses", program.clauses.len(), MAX_ITEMS),
        ("bodies", program.bodies.len(), MAX_ITEMS),
        ("procedures", program.procedures.len(), MAX_ITEMS),
        ("hooks", program.hooks.len(), MAX_ITEMS),
        ("windows", program.windows.len(), MAX_ITEMS),
        ("actions", program.actions.len(), MAX_ITEMS),
        ("moments", program.moments.len(), MAX_ITEMS),
        ("choice sites", program.sites.len(), MAX_ITEMS),
        ("policies", program.policies.len(), MAX_ITEMS),
        ("rulings", program.rulings.len(), usize::from(u16::MAX)),
        ("scenarios", program.scenarios.len(), MAX_ITEMS),
        ("tests", program.tests.len(), MAX_ITEMS),
        ("rule texts", program.book.rules.len(), MAX_ITEMS),
        ("lists of errata", program.book.errata.len(), MAX_ITEMS),
        ("rosters", program.rosters.len(), MAX_ITEMS),
        ("limits of rosters", program.limits.len(), MAX_ITEMS),
    ];
    for (what, size, most) in sizes {
        if size > most {
            report.fault(
                FaultKind::Size,
                None,
                format!("the program has {size} {what}; at most {most} are allowed"),
            );
        }
    }
    for body in program.bodies.values() {
        if body.acts.len() > MAX_ACTS {
            report.fault(
                FaultKind::Size,
                body.spans.first().copied(),
                format!("a body has {} acts; at most {MAX_ACTS} are allowed", body.acts.len()),
            );
        }
    }
    let longest = program.texts.values().map(String::len).max().unwrap_or(0);
    if longest > MAX_TEXT_BYTES {
        report.fault(
            FaultKind::Size,
            None,
            format!("a text has {longest} bytes; at most {MAX_TEXT_BYTES} are allowed"),
        );
    }
}
