//! Ladders: whether a value is a step of a scale, and which steps stand beside it.

use super::super::checker::Checker;
use crate::typed::Type;
use warwright_grammar::{Diagnostic, Span, codes};
use warwright_ir as ir;

impl Checker<'_> {
    /// Whether a value is a step of a scale; else ideal 12 is said.
    pub(crate) fn on_ladder(&mut self, scale: ir::ScaleId, cell: i64, span: Span) -> bool {
        let Some(def) = self.typed.scales.get(scale) else { return true };
        if def.values.contains(&cell) {
            return true;
        }
        let (name, declared) = (def.name.clone(), def.span);
        let (below, above) = self.steps_beside(scale, cell);
        let is_length = matches!(def.ty, Type::Length);
        let shown = |value: i64| self.shown_step(value, is_length);
        let source = self.input.sources.slice(span).trim().to_owned();
        let (label, help) = match (below, above) {
            (Some(below), Some(above)) => (
                format!("between {} and {}", shown(below), shown(above)),
                format!("choose {} or {}", shown(below), shown(above)),
            ),
            (Some(below), None) => (
                format!("above the last step, {}", shown(below)),
                format!("choose {} at most", shown(below)),
            ),
            (None, Some(above)) => (
                format!("below the first step, {}", shown(above)),
                format!("choose {} at least", shown(above)),
            ),
            (None, None) => {
                ("the scale has no steps".to_owned(), "give the scale steps".to_owned())
            }
        };
        Diagnostic::at(codes::OFF_THE_LADDER, span)
            .says(format!("`{source}` is no step of {name}"))
            .label(label)
            .also(declared, "the steps")
            .help(help)
            .emit(self.sink);
        false
    }

    /// The last step of a ladder below a value, and the first above it.
    pub(crate) fn steps_beside(&self, scale: ir::ScaleId, cell: i64) -> (Option<i64>, Option<i64>) {
        let steps = self.typed.scales.get(scale).map_or(&[][..], |def| &def.values);
        let below = steps.iter().copied().filter(|value| *value < cell).max();
        (below, steps.iter().copied().filter(|value| *value > cell).min())
    }

    pub(crate) fn shown_step(&self, value: i64, is_length: bool) -> String {
        match self.facts.measure {
            Some((unit, _)) if is_length => super::super::exprs::in_unit(value, unit),
            _ => value.to_string(),
        }
    }
}
