//! Names: takes texts that call a thing of a closed kind, or a state, by its name, finds rules beside them that speak of another one of the same sort.

use super::{Said, drifted};
use crate::typed::{Assign, ClauseVerb, Compare, Expr, ExprKind, StmtKind, Type, each_expr};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;

impl Said<'_> {
    /// `on the ebb`, and the rule asks for the flood.
    pub(super) fn of_another(&self) -> Option<Diagnostic> {
        // What these say is of all the others.
        const TURNS: [&str; 9] =
            ["unless", "except", "not", "no", "never", "but", "without", "cannot", "other"];
        if self.text.iter().any(|(word, _)| TURNS.contains(&&**word)) {
            return None;
        }
        let mut asked: BTreeMap<ir::KindId, BTreeMap<i64, Span>> = BTreeMap::new();
        let mut turned = false;
        self.each_expr(&mut |expr| {
            if let (ExprKind::Cell(cell), Type::Member(kind)) = (&expr.kind, &expr.ty) {
                asked.entry(*kind).or_default().entry(*cell).or_insert(expr.span);
            }
            turned |= match &expr.kind {
                ExprKind::Not(of) => asks_for_one(of),
                ExprKind::Compare { how: Compare::Ne, .. } => asks_for_one(expr),
                _ => false,
            };
        });
        if turned {
            return None;
        }
        for (kind, asked) in &asked {
            let names: Vec<String> = self.typed.kinds.get(*kind).map_or_else(Vec::new, |def| {
                let entry = |id: &ir::EntryId| self.typed.entries.get(*id);
                def.entries
                    .iter()
                    .map(|id| entry(id).map_or_else(String::new, |it| it.name.to_lowercase()))
                    .collect()
            });
            let mut said: Vec<(usize, Span)> = Vec::new();
            // `as long as`: a measure, and no name.
            let words =
                self.text.iter().zip(std::iter::once(None).chain(self.text.iter().map(Some)));
            for ((word, span), before) in words {
                if before.is_some_and(|(before, _)| before == "as") {
                    continue;
                }
                said.extend(
                    names.iter().position(|name| is_named(word, name)).map(|at| (at, *span)),
                );
            }
            // Of as many as are asked for all but one are said, and in its place another.
            let cell_of = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
            let several: FxHashSet<i64> = said.iter().map(|it| cell_of(it.0)).collect();
            let mut unasked = said.iter().filter(|it| !asked.contains_key(&cell_of(it.0)));
            let mut unsaid = asked.iter().filter(|(cell, _)| !several.contains(cell));
            if several.len() == asked.len()
                && let (Some((at, span)), Some((cell, place)), None) =
                    (unasked.next(), unsaid.next(), unsaid.next())
                && let (Some(word), Some(other)) =
                    (names.get(*at), usize::try_from(*cell).ok().and_then(|it| names.get(it)))
            {
                let message = format!("the text says {word}, and the rule asks for {other}");
                return Some(
                    drifted(&message, *span).also(*place, "asked here").help("correct one of them"),
                );
            }
        }
        None
    }

    /// `ranged attacks`, and the rule asks for those that are not ranged; or the other way round.
    pub(super) fn of_none(&self) -> Option<Diagnostic> {
        const TURNS: [&str; 12] = [
            "unless", "except", "not", "no", "never", "but", "without", "cannot", "until", "other",
            "neither", "nobody",
        ];
        let turned = self.text.iter().any(|(word, _)| TURNS.contains(&&**word));
        let forbids =
            self.clauses().any(|clause| !matches!(clause.does, ClauseVerb::Modify { .. }));
        if turned || forbids {
            return None;
        }
        let mut asked: Vec<(&str, bool, Span)> = Vec::new();
        let mut look = |root: &Expr| {
            let mut denied: Vec<Span> = Vec::new();
            each_expr(root, &mut |expr| {
                if let ExprKind::Not(of) = &expr.kind {
                    denied.push(of.span);
                }
                if let Some(name) = self.yes_or_no(expr) {
                    asked.push((name, denied.contains(&expr.span), expr.span));
                }
            });
        };
        self.clauses().for_each(|clause| clause.when.iter().for_each(&mut look));
        self.hooks().for_each(|hook| hook.when.iter().for_each(&mut look));
        let (word, said, at) = self.text.iter().find_map(|(word, said)| {
            let mut of_it = asked.iter().filter(|(name, ..)| word == name);
            let (_, denied, at) = of_it.next()?;
            (*denied && of_it.all(|it| it.1)).then_some((word, said, at))
        })?;
        let message = format!("the text says {word}, and the rule asks for what is not");
        Some(
            drifted(&message, *said)
                .also(*at, "asked here")
                .help("leave `not` out, or correct the text"),
        )
    }

    /// The name of what is asked of a thing and is so or not.
    fn yes_or_no(&self, expr: &Expr) -> Option<&str> {
        if expr.ty != Type::Bool {
            return None;
        }
        let typed = self.typed;
        match &expr.kind {
            ExprKind::Field { field, .. } => typed.fields.get(*field).map(|it| it.name.as_str()),
            ExprKind::Printed { profile, .. } => {
                typed.profiles.get(*profile).map(|it| it.name.as_str())
            }
            ExprKind::Quantity { quantity, .. } => {
                typed.quantities.get(*quantity).map(|it| it.name.as_str())
            }
            ExprKind::Call { function, args } if args.len() == 1 => {
                typed.functions.get(*function).map(|it| it.name.as_str())
            }
            _ => None,
        }
    }

    /// `2 coins`, and the rule gives points.
    pub(super) fn of_another_state(&self) -> Option<Diagnostic> {
        let mut touched: FxHashSet<ir::FieldId> = FxHashSet::default();
        let mut written: Vec<(ir::FieldId, Span)> = Vec::new();
        self.each_expr(&mut |expr| {
            if let ExprKind::Field { field, .. } = expr.kind {
                touched.insert(field);
            }
        });
        let mut calls = false;
        self.each_stmt(&mut |stmt| match &stmt.kind {
            StmtKind::Assign { to: Assign::Field { field, .. }, .. } => {
                written.push((*field, stmt.span));
            }
            StmtKind::Call { .. } | StmtKind::CallStep { .. } => calls = true,
            _ => {}
        });
        let ([(field, at)], false) = (written.as_slice(), calls) else { return None };
        let def = self.typed.fields.get(*field)?;
        let names =
            |word: &str, name: &str| word.trim_end_matches('s') == name.trim_end_matches('s');
        if !matches!(def.ty, Type::Int(_))
            || self.text.iter().any(|(word, _)| names(word, &def.name))
        {
            return None;
        }
        let others = self.typed.fields.iter().filter(|(id, other)| {
            id != field
                && other.kind == def.kind
                && matches!(other.ty, Type::Int(_))
                && !touched.contains(id)
        });
        let others: Vec<&str> = others.map(|(_, other)| other.name.as_str()).collect();
        let (word, span) =
            self.text.iter().find(|(word, _)| others.iter().any(|name| names(word, name)))?;
        let message = format!("the text says {word}, and the rule changes `{}`", def.name);
        Some(drifted(&message, *span).also(*at, "changed here").help("correct one of them"))
    }
}

/// Whether one of a closed kind stands in an expression.
fn asks_for_one(root: &Expr) -> bool {
    let mut any = false;
    each_expr(root, &mut |expr| {
        any |= matches!((&expr.kind, &expr.ty), (ExprKind::Cell(_), Type::Member(_)));
    });
    any
}

/// Whether a word is a name, several of that name, or what is done by it: `blessed`.
fn is_named(word: &str, name: &str) -> bool {
    let ends = ["", "s", "es", "ed"];
    word.strip_prefix(name).is_some_and(|rest| ends.contains(&rest))
}
