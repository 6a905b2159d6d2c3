//! Clauses as targets: amounts, conditions and labels of one clause, wherever it stands.

use warwright_grammar::source::Span;
use warwright_grammar::tree::{
    Clause, EditChange, EditIn, EditKind, Expr, ExprKind, Label, Name, UnaryOp, Verb,
};

use super::apply::{Change, Correct};
use super::{problems, same_spelling};
use crate::like::EntityId;
use crate::names::Node;

/// The changes of an edit that could be read: those of labels last, for a clause is found by its label.
pub(super) fn in_order(edit: &EditIn) -> impl Iterator<Item = &EditChange> {
    let relabels = |change: &&EditChange| matches!(change.kind, EditKind::Relabel { .. });
    let read = edit.changes.iter().filter(|change| !matches!(change.kind, EditKind::Error));
    read.clone().filter(move |change| !relabels(change)).chain(read.filter(relabels))
}

impl<'t> Correct<'t, '_> {
    /// Makes a change in a clause; true when it was made.
    pub(super) fn clause(
        &mut self,
        target: &str,
        label: &str,
        clause: &mut Node<'t, Clause>,
        change: &'t EditChange,
        entity: Option<EntityId>,
        heirs: Vec<EntityId>,
    ) -> bool {
        let part = format!("clause \"{label}\"");
        match &change.kind {
            EditKind::Amount { verb, old, new } => {
                let Clause::Modify(modify) = &**clause else {
                    return self.no_part(target, &part, "amount", change.span);
                };
                let Some(there) = &modify.change else {
                    return self.no_part(target, &part, "amount", change.span);
                };
                if there.verb != *verb && verb_word(&there.verb) != verb_word(verb) {
                    let expected = format!("{} {}", verb_word(verb), self.text(old.span));
                    let written =
                        format!("{} {}", verb_word(&there.verb), self.text(there.amount.span));
                    let spans = (change.span, there.span);
                    self.stale(target, &part, (&expected, &written), spans, None);
                    return false;
                }
                let there = there.amount.span;
                let made = self.replace(target, &part, (old, new), there, change, entity, heirs);
                if made {
                    clause.edit(|clause| {
                        if let Clause::Modify(modify) = clause
                            && let Some(change) = &mut modify.change
                        {
                            change.amount = plain(new).clone();
                        }
                    });
                    self.remember_in(clause.span(), new.span, change.span);
                }
                made
            }
            EditKind::Condition { word, old, new } if &*word.text == "when" => {
                let Some(there) = condition(clause).map(|when| when.span) else {
                    return self.no_part(target, &part, "condition", change.span);
                };
                let part = format!("the condition of {part}");
                let made = self.replace(target, &part, (old, new), there, change, entity, heirs);
                if made {
                    clause.edit(|clause| {
                        if let Some(when) = condition_mut(clause) {
                            *when = new.clone();
                        }
                    });
                    self.remember_in(clause.span(), new.span, change.span);
                }
                made
            }
            EditKind::Relabel { old, new } => {
                self.relabel(target, &part, clause, (old, new), change, entity, heirs)
            }
            EditKind::Error => false,
            _ => self.no_part(target, &part, "such part", change.span),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one edit has as many parts")]
    fn relabel(
        &mut self,
        target: &str,
        part: &str,
        clause: &mut Node<'t, Clause>,
        (old, new): (&'t Label, &'t Label),
        change: &'t EditChange,
        entity: Option<EntityId>,
        heirs: Vec<EntityId>,
    ) -> bool {
        let Some(there) = clause.label().map(|label| label.span) else {
            return self.no_part(target, part, "label", change.span);
        };
        let written = self.text(new.span);
        if self.clashes(target, part, &written, change.span) {
            return false;
        }
        if !same_spelling(self.sources, there, old.span) {
            let (expected, written) = (self.text(old.span), self.text(there));
            self.stale(target, part, (&expected, &written), (old.span, there), None);
            return false;
        }
        let edit = Change {
            target,
            part,
            old: self.text(old.span),
            new: self.text(new.span),
            span: change.span,
            entity,
            heirs,
        };
        if !self.free(&edit) {
            return false;
        }
        clause.edit(|clause| {
            if let Some(label) = label_mut(clause) {
                *label = new.clone();
            }
        });
        self.remember(clause.span(), change.span);
        self.record(edit);
        true
    }

    /// Compares an expected expression with what stands at a place, and records the edit when it is the same.
    #[expect(clippy::too_many_arguments, reason = "one edit has as many parts")]
    pub(super) fn replace(
        &mut self,
        target: &str,
        part: &str,
        (old, new): (&'t Expr, &'t Expr),
        there: Span,
        change: &EditChange,
        entity: Option<EntityId>,
        heirs: Vec<EntityId>,
    ) -> bool {
        let (old_text, new_text) = (self.text(old.span), self.text(new.span));
        if self.clashes(target, part, &new_text, change.span) {
            return false;
        }
        if !same_spelling(self.sources, old.span, there) {
            let written = self.text(there);
            let spans = (old.span, there);
            self.stale(target, part, (&old_text, &written), spans, Some(&new_text));
            return false;
        }
        if same_spelling(self.sources, old.span, new.span) {
            self.sink.push(problems::same_value(part, &old_text, change.span));
            return false;
        }
        let edit =
            Change { target, part, old: old_text, new: new_text, span: change.span, entity, heirs };
        if !self.free(&edit) {
            return false;
        }
        self.record(edit);
        true
    }

    /// Remembers an edit for the whole clause and for the part that it put there.
    fn remember_in(&mut self, clause: Span, part: Span, edit: Span) {
        self.remember(clause, edit);
        let steps = self.changed.get(&clause).cloned().unwrap_or_default();
        self.changed.insert(part, steps);
    }

    fn no_part(&mut self, target: &str, part: &str, what: &str, span: Span) -> bool {
        let found = problems::cannot(
            &format!("{part} of {target}"),
            what,
            span,
            "amounts, conditions and labels can be changed: `by +1 -> +2`, `when A -> B`, `label \"a\" -> \"b\"`; for more take the clause away and add another",
        );
        self.sink.push(found);
        false
    }

    /// The position of the clause of a label; reported when there is none.
    pub(super) fn clause_named<'c>(
        &mut self,
        target: &str,
        label: &Name,
        labels: impl Iterator<Item = Option<&'c Label>>,
    ) -> Option<usize> {
        let labels: Vec<Option<&str>> =
            labels.map(|label| label.and_then(|label| label.text.plain())).collect();
        let found = labels.iter().position(|found| *found == Some(&*label.text));
        if found.is_none() {
            let part = format!("clause \"{}\"", label.text);
            let known: Vec<String> =
                labels.iter().flatten().map(|label| format!("\"{label}\"")).collect();
            let known = known.iter().map(String::as_str);
            self.sink.push(problems::unknown_part(target, &part, label.span, known));
        }
        found
    }
}

/// A number without the plus before it, which says nothing.
fn plain(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Unary { op: UnaryOp::Plus, value } => value,
        _ => expr,
    }
}

fn verb_word(verb: &Verb) -> &str {
    match verb {
        Verb::SetTo => "set to",
        Verb::Rung => "rung",
        Verb::By => "by",
        Verb::Times => "times",
        Verb::AtLeast => "at least",
        Verb::AtMost => "at most",
        Verb::Stage(name) => &name.text,
    }
}

fn condition(clause: &Clause) -> Option<&Expr> {
    match clause {
        Clause::Modify(clause) => clause.tail.when.as_ref(),
        Clause::Forbid(clause) | Clause::Allow(clause) => clause.tail.when.as_ref(),
        Clause::Lend(clause) | Clause::Deny(clause) => clause.tail.when.as_ref(),
        Clause::Hook(clause) => clause.tail.when.as_ref(),
        Clause::Action(clause) => clause.when.as_ref(),
        Clause::Prefer(clause) => clause.when.as_ref(),
    }
}

fn condition_mut(clause: &mut Clause) -> Option<&mut Expr> {
    match clause {
        Clause::Modify(clause) => clause.tail.when.as_mut(),
        Clause::Forbid(clause) | Clause::Allow(clause) => clause.tail.when.as_mut(),
        Clause::Lend(clause) | Clause::Deny(clause) => clause.tail.when.as_mut(),
        Clause::Hook(clause) => clause.tail.when.as_mut(),
        Clause::Action(clause) => clause.when.as_mut(),
        Clause::Prefer(clause) => clause.when.as_mut(),
    }
}

fn label_mut(clause: &mut Clause) -> Option<&mut Label> {
    match clause {
        Clause::Modify(clause) => clause.tail.label.as_mut(),
        Clause::Forbid(clause) | Clause::Allow(clause) => clause.tail.label.as_mut(),
        Clause::Lend(clause) | Clause::Deny(clause) => clause.tail.label.as_mut(),
        Clause::Hook(clause) => clause.tail.label.as_mut(),
        Clause::Action(clause) => clause.label.as_mut(),
        Clause::Prefer(_) => None,
    }
}
