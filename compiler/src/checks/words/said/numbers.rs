//! Which number: takes texts that call a state or a figure by its name, finds rules beside them that bend, count or write another one.

use super::beside::{Said, the_one};
use super::differs;
use super::prices::is_name;
use crate::typed::{ClauseOwner, ClauseVerb, ExprKind, StmtKind, Type, parts};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;

impl Said<'_> {
    /// `one skill less`, and what is bent is another number.
    pub(super) fn of_another_number(&self) -> Option<Diagnostic> {
        let said =
            self.phrase("# _ more|less|fewer|higher|lower, # more|less|fewer|higher|lower _")?;
        let is_said = |name: &str| said.has(name);
        let quantities = self.typed.quantities.values().map(|it| it.name.as_str());
        let profiles = self.typed.profiles.values().map(|it| it.name.as_str());
        let name = quantities.chain(profiles).find(|name| is_said(name))?;
        let mut bent: Option<(&str, Span)> = None;
        for clause in self.clauses() {
            let ClauseOwner::Quantity(id) = clause.owner else { return None };
            let def = self.typed.quantities.get(id)?;
            let other = def.name.as_str();
            // What is worked out from it may be called so as well.
            if parts([&def.base])
                .into_iter()
                .any(|it| self.figure(it).is_some_and(|it| it.1 == name))
            {
                return None;
            }
            // What shields somebody bends a number of the others.
            if other.split('_').any(|part| part == name) || !self.is_own(clause) {
                return None;
            }
            bent.get_or_insert((other, clause.span));
        }
        let asked =
            parts(self.roots()).iter().any(|it| self.figure(it).is_some_and(|it| it.1 == name));
        let (other, at) = bent.filter(|_| !asked && !self.acts())?;
        let message = format!("the text says {name}, and the rule changes `{other}`");
        Some(differs(message, said.span(), at, "changed here"))
    }

    /// `one less per keg`, and the rule counts bruises.
    pub(super) fn of_another_amount(&self) -> Option<Diagnostic> {
        let amounts = self.clauses().filter_map(|clause| match &clause.does {
            ClauseVerb::Modify { amount, .. } => Some(amount),
            _ => None,
        });
        let counted = parts(amounts).into_iter().filter_map(|expr| match expr.kind {
            ExprKind::Field { field, .. } => Some((field, expr.span)),
            _ => None,
        });
        let (field, place) = the_one(counted)?;
        let def = self.typed.fields.get(field)?;
        let says = |word: &str, name: &str| {
            is_name(word, name) || self.typed.words_for(name).iter().any(|it| is_name(word, it))
        };
        if self.text.iter().any(|(word, _)| says(word, &def.name)) {
            return None;
        }
        let others = self.typed.fields.iter().filter(|(id, other)| {
            *id != field && other.kind == def.kind && matches!(other.ty, Type::Int(_))
        });
        let others: Vec<&str> = others.map(|(_, other)| other.name.as_str()).collect();
        let said = self
            .phrases("per|each|every _")
            .find(|said| others.iter().any(|name| says(said.last(), name)))?;
        let message = format!("the text says {}, and the rule counts `{}`", said.last(), def.name);
        Some(differs(message, said.span(), place, "counted here"))
    }

    /// `2 coins`, and the rule gives points.
    pub(super) fn of_another_state(&self) -> Option<Diagnostic> {
        let calls =
            |kind: &StmtKind| matches!(kind, StmtKind::Call { .. } | StmtKind::CallStep { .. });
        let (field, _, stmt) = the_one(self.writes())?;
        let def = self.typed.fields.get(field)?;
        let names =
            |word: &str, name: &str| word.trim_end_matches('s') == name.trim_end_matches('s');
        if !matches!(def.ty, Type::Int(_))
            || self.any_stmt(calls)
            || self.text.iter().any(|(word, _)| names(word, &def.name))
        {
            return None;
        }
        let read = parts(self.roots()).into_iter().filter_map(|expr| match expr.kind {
            ExprKind::Field { field, .. } => Some(field),
            _ => None,
        });
        let touched: FxHashSet<ir::FieldId> = read.chain([field]).collect();
        let others = self.typed.fields.iter().filter(|(id, other)| {
            other.kind == def.kind && matches!(other.ty, Type::Int(_)) && !touched.contains(id)
        });
        let others: Vec<&str> = others.map(|(_, other)| other.name.as_str()).collect();
        let (word, span) =
            self.text.iter().find(|(word, _)| others.iter().any(|name| names(word, name)))?;
        let message = format!("the text says {word}, and the rule changes `{}`", def.name);
        Some(differs(message, *span, stmt.span, "changed here"))
    }
}
