//! Every id names something: the walk sees each id of a program, here it is held against the arena it belongs to.

use super::report::{FaultKind, Report};
use crate::Program;
use crate::walk::{self, Visitor};

/// Every id is in range.
pub(super) fn ids_are_in_range(report: &mut Report<'_>) {
    let mut ids =
        Ids { program: report.program, path: Vec::new(), fields: Vec::new(), bad: Vec::new() };
    walk::walk(report.program, &mut ids);
    for message in ids.bad {
        report.fault(FaultKind::Id, None, message);
    }
}

struct Ids<'p> {
    program: &'p Program,
    /// How many items of each open list have been begun.
    path: Vec<usize>,
    /// The field of each open record.
    fields: Vec<&'static str>,
    bad: Vec<String>,
}

impl Ids<'_> {
    /// The arena of a type of ids: its size and what an item of it is called.
    fn arena(&self, kind: &str) -> Option<(usize, &'static str)> {
        let it = self.program;
        Some(match kind {
            "TextId" => (it.texts.len(), "text"),
            "SpanId" => (it.spans.len(), "span"),
            "KindId" => (it.kinds.len(), "kind"),
            "FieldId" => (it.fields.len(), "field"),
            "ProfileId" => (it.profiles.len(), "profile"),
            "EntryId" => (it.entries.len(), "entry"),
            "AbilityId" => (it.abilities.len(), "ability"),
            "TieId" => (it.ties.len(), "tie"),
            "DieId" => (it.dice.len(), "die"),
            "ScaleId" => (it.scales.len(), "scale"),
            "TableId" => (it.tables.len(), "table"),
            "FunctionId" => (it.functions.len(), "function"),
            "QuantityId" => (it.quantities.len(), "quantity"),
            "PermissionId" => (it.permissions.len(), "permission"),
            "ClauseId" => (it.clauses.len(), "clause"),
            "ExprId" => (it.exprs.len(), "expression"),
            "BodyId" => (it.bodies.len(), "body"),
            "ProcedureId" => (it.procedures.len(), "procedure"),
            "HookId" => (it.hooks.len(), "hook"),
            "ActionId" => (it.actions.len(), "action"),
            "WindowId" => (it.windows.len(), "window"),
            "MomentId" => (it.moments.len(), "moment"),
            "SiteId" => (it.sites.len(), "choice site"),
            "PolicyId" => (it.policies.len(), "policy"),
            "ScenarioId" => (it.scenarios.len(), "scenario"),
            "TestId" => (it.tests.len(), "test"),
            _ => return None,
        })
    }

    /// Where the walk stands: the arena, the number of the item in it, the field.
    fn place(&self) -> String {
        let outer = self.fields.first().copied().unwrap_or("program");
        let inner = self.fields.iter().rev().copied().find(|field| !field.is_empty());
        match (self.path.get(1), inner) {
            (Some(begun), Some(inner)) if inner != outer => {
                format!("item {} of `{outer}`, in `{inner}`", begun.saturating_sub(1))
            }
            (Some(begun), _) => format!("item {} of `{outer}`", begun.saturating_sub(1)),
            (None, _) => format!("`{outer}`"),
        }
    }
}

impl Visitor for Ids<'_> {
    fn id(&mut self, kind: &'static str, number: u32) {
        let message = match self.arena(kind) {
            Some((size, _)) if (number as usize) < size => return,
            Some((size, what)) => {
                format!("{}: there is no {what} {number}; the program has {size}", self.place())
            }
            None => format!("{}: an id of unknown type `{kind}`", self.place()),
        };
        self.bad.push(message);
    }
    fn open(&mut self) {
        self.path.push(0);
        self.fields.push("");
    }
    fn close(&mut self) {
        self.path.pop();
        self.fields.pop();
    }
    fn field(&mut self, name: &'static str) -> bool {
        if let Some(field) = self.fields.last_mut() {
            *field = name;
        }
        true
    }
    fn item(&mut self) {
        if let Some(begun) = self.path.last_mut() {
            *begun += 1;
        }
    }
}
