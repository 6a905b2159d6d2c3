//! Others of one sort: takes texts and labels that call a status, a reason or a member by its name, finds rules beside them that
//! are of another one of that sort alone.

use super::beside::{Said, the_one};
use super::phrases::Word;
use super::{differs, drifted};
use crate::typed::{
    AbilityDef, ClauseDef, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, StmtKind, Type, Typed,
    parts,
};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use warwright_grammar::near::is_form_of;
use warwright_grammar::{Diagnostic, Sink, Span};
use warwright_ir as ir;

impl Said<'_> {
    /// `cannot be stunned`, and the rule denies another status.
    pub(super) fn of_another_status(&self) -> Option<Diagnostic> {
        let calls = |kind: &StmtKind| {
            matches!(kind, StmtKind::Call { .. } | StmtKind::CallStep { .. } | StmtKind::Open(_))
        };
        if self.any_stmt(calls) {
            return None;
        }
        let denied = self.clauses().filter_map(|clause| match (clause.owner, &clause.does) {
            (ClauseOwner::Possession(id), ClauseVerb::Deny) => Some((id, ("denies", clause.span))),
            _ => None,
        });
        let changed = self.stmts().into_iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Grant { ability, .. } => Some((*ability, ("grants", stmt.span))),
            StmtKind::Remove { ability, .. } => Some((*ability, ("takes away", stmt.span))),
            _ => None,
        });
        let used: BTreeMap<ir::AbilityId, (&str, Span)> = denied.chain(changed).collect();
        let is_named = |it: &AbilityDef| {
            let name = it.name.to_lowercase();
            self.text.iter().any(|(word, _)| name.split(' ').any(|part| self.is_word(word, part)))
        };
        let (own, (does, place)) = the_one(used.iter())?;
        let def = self.typed.abilities.get(*own).filter(|def| !is_named(def))?;
        let others = self.typed.abilities.iter().filter(|(id, it)| {
            let own = used.contains_key(id) || self.one.bearer.contains(it.span);
            !own && it.is_status && it.name.len() > 3
        });
        // `rallies by itself` is what it does; `is poisoned` is the status.
        let names = |word: &str, it: &AbilityDef| {
            let name = it.name.to_lowercase();
            if *does == "grants" { word == name } else { self.is_word(word, &name) }
        };
        let others: Vec<(ir::AbilityId, &AbilityDef)> = others.collect();
        let named = self.text.iter().filter_map(|it| {
            let (id, _) = others.iter().find(|(_, def)| names(&it.0, def))?;
            Some((it, *id))
        });
        let ((word, span), other) = the_one(named)?;
        if self.asked_for().any(|id| id == other) {
            return None;
        }
        let message = format!("the text says {word}, and the rule {does} `{}`", def.name);
        Some(differs(message, *span, *place, "done here"))
    }

    /// Statuses for which the rules ask, and not only whether somebody has none.
    fn asked_for(&self) -> impl Iterator<Item = ir::AbilityId> {
        let has = |expr: &Expr| match expr.kind {
            ExprKind::Has { ability, .. } => Some((ability, expr.span)),
            _ => None,
        };
        let denied = self.near().iter().filter_map(|expr| match &expr.kind {
            ExprKind::Not(of) => has(of).map(|it| it.1),
            _ => None,
        });
        let denied: FxHashSet<Span> = denied.collect();
        let asked = self.near().iter().filter_map(move |expr| has(expr));
        asked.filter(move |(_, span)| !denied.contains(span)).map(|it| it.0)
    }

    /// `snow does not slow it`, and the rule lifts what another label stands for.
    pub(super) fn of_another_reason(&self) -> Option<Diagnostic> {
        // What several sentences say may be of more than the rule.
        if self.acts() || self.sentences().count() > 1 {
            return None;
        }
        let lifts = |it: &&ClauseDef| matches!(it.owner, ClauseOwner::Quantity(_));
        let clause = the_one(self.clauses()).filter(lifts)?;
        let (lifted, place) = the_one(clause.over.iter())?;
        let says = |label: &str| {
            words_of_label(label)
                .find_map(|part| self.text.iter().find(|(word, _)| self.is_word(word, part)))
        };
        if says(lifted).is_some() {
            return None;
        }
        let of_it = |other: &&ClauseDef| other.owner == clause.owner && other.label != *lifted;
        let others = self.typed.clauses.values().filter(of_it);
        let others: FxHashSet<&str> =
            others.filter(|it| it.span != clause.span).map(|it| it.label.as_str()).collect();
        let said: BTreeSet<&Word> = others.into_iter().filter_map(says).collect();
        let (word, span) = the_one(said.into_iter())?;
        let message = format!("the text says {word}, and the rule goes over \"{lifted}\"");
        Some(differs(message, *span, *place, "this one"))
    }

    /// `it may enter a bog`, and the rule asks for a ford.
    pub(super) fn of_another_entry(&self) -> Option<Diagnostic> {
        let asked = self.near().iter().filter_map(|expr| match expr.kind {
            ExprKind::IsEntry { entry, .. } => Some((entry, expr.span)),
            _ => None,
        });
        let asked: BTreeMap<ir::EntryId, Span> = asked.collect();
        let (own, place) = the_one(asked.iter())?;
        let own = self.typed.entries.get(*own)?;
        let said = |name: &str| self.names_whole(&name.to_lowercase());
        if said(&own.name).is_some() {
            return None;
        }
        let others =
            self.typed.entries.values().filter(|it| it.kind == own.kind && it.name.len() > 3);
        let named: BTreeSet<(Span, &str)> =
            others.filter_map(|it| Some((said(&it.name)?, it.name.as_str()))).collect();
        let (span, name) = the_one(named.into_iter())?;
        let message = format!("the text says {name}, and the rule asks for {}", own.name);
        Some(differs(message, span, *place, "asked here"))
    }

    /// Where the words of a name stand in the text.
    fn names_whole(&self, name: &str) -> Option<Span> {
        let parts: Vec<&str> = name.split(' ').collect();
        self.text.windows(parts.len()).find_map(|words| {
            let is_it = words.iter().zip(&parts).all(|((word, _), part)| self.is_word(word, part));
            is_it.then(|| words.first().zip(words.last()).map(|(one, other)| one.1.to(other.1)))?
        })
    }

    /// Whether a word of a text is a form of a name, or of a word for it.
    pub(super) fn is_word(&self, word: &str, name: &str) -> bool {
        let is = |name: &str| word == name || is_form_of(word, name);
        is(name) || self.typed.words_for(name).iter().any(|it| is(it))
    }
}

/// The words of a label by which it is known.
fn words_of_label(label: &str) -> impl Iterator<Item = &str> {
    label.split(|sign: char| !sign.is_alphanumeric()).filter(|word| word.len() > 3)
}

/// `"snow"` of a clause that asks for fair weather.
pub(super) fn labels_of_members(typed: &Typed, sink: &mut Sink) {
    for clause in typed.clauses.values() {
        let Some(when) = &clause.when else { continue };
        let label = clause.label.to_lowercase();
        let asked = parts([when]).into_iter().filter_map(member);
        let asked: Vec<(ir::KindId, i64, bool, Span)> = asked.collect();
        let other = asked.iter().find_map(|(kind, cell, is, span)| {
            let entries = &typed.kinds.get(*kind)?.entries;
            let is_it = |id: &ir::EntryId| {
                typed.entries.get(*id).is_some_and(|it| it.name.to_lowercase() == label)
            };
            let called = i64::try_from(entries.iter().position(is_it)?).ok()?;
            let meant = asked.iter().any(|it| it.0 == *kind && it.1 == called);
            let id = entries.get(usize::try_from(*cell).ok()?)?;
            let name = &typed.entries.get(*id)?.name;
            (*is && !meant).then_some((name, *span))
        });
        if let Some((name, span)) = other {
            let message = format!("\"{label}\" is said of what asks for {}", name.to_lowercase());
            sink.push(drifted(message, span).help("correct the condition or the label"));
        }
    }
}

/// A comparison with one of a closed kind: which, and whether it is asked for.
fn member(expr: &Expr) -> Option<(ir::KindId, i64, bool, Span)> {
    let ExprKind::Compare { how: how @ (Compare::Eq | Compare::Ne), right, .. } = &expr.kind else {
        return None;
    };
    let (ExprKind::Cell(cell), Type::Member(kind)) = (&right.kind, &right.ty) else { return None };
    Some((*kind, *cell, *how == Compare::Eq, expr.span))
}
