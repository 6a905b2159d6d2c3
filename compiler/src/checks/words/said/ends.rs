//! Ends: takes texts that say who stands behind whom, finds relations beside them that are asked the other way round.

use super::beside::{Said, the_one};
use super::drifted;
use super::patterns::fits;
use super::phrases::Phrase;
use crate::checks::clauses::fights::Side;
use crate::typed::{Expr, ExprKind, LocalId, LocalRole, Question, ReachDef};
use warwright_grammar::{Diagnostic, Span};

/// What holds of two never holds of them the other way round.
const DIRECTED: &str = "behind|above|below|beneath|under|ahead|beyond";
/// Words for the bearer of a rule, where they end what is said of it.
const BEARER: &str = "it|him|her|them|bearer";

/// Which end of a relation is the bearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    First,
    Second,
}

impl<'t> Said<'t> {
    /// `while somebody stands behind it`, and the rule asks whom it stands behind.
    pub(super) fn at_the_other_end(&self) -> Option<Diagnostic> {
        let said = the_one(self.phrases(DIRECTED))?;
        let end = end_said(&said)?;
        // `from behind it strikes`: from where, and not who is behind whom.
        if said.before().last().is_some_and(|(word, _)| word == "from") {
            return None;
        }
        let mut asked = Vec::new();
        for side in self.sides() {
            let mut note = |root: &'t Expr| {
                each_held(root, &mut |held| {
                    asked.extend(self.end_asked(&side, held, said.first()));
                });
            };
            side.when.into_iter().for_each(&mut note);
            if let ReachDef::Related { holds, .. } = side.reach {
                note(holds);
            }
        }
        let (_, at, name) = *asked.first()?;
        if asked.iter().any(|(asked, ..)| *asked == end) {
            return None;
        }
        let (says, asks) = match end {
            End::Second => ("of somebody else", "of the bearer"),
            End::First => ("of the bearer", "of somebody else"),
        };
        let word = said.first();
        let message = format!("the text says {says} who is {word} whom, and the rule {asks}");
        let help = format!("exchange the two beside `{name}`, or correct the text");
        Some(drifted(message, said.span()).also(at, "asked here").help(help))
    }

    /// Which end the bearer is of a relation that a word names.
    fn end_asked(
        &self,
        side: &Side<'t>,
        held: &'t Expr,
        word: &str,
    ) -> Option<(End, Span, &'t str)> {
        let ExprKind::Call { function, args } = &held.kind else { return None };
        let [one, other] = args.as_slice() else { return None };
        let name = &self.typed.functions.get(*function)?.name;
        let is_named = name.split('_').any(|part| part == word);
        let bears = |arg: &Expr| match arg.kind {
            ExprKind::Local(local) => is_bearer(side, local),
            _ => false,
        };
        match (is_named, bears(one), bears(other)) {
            (true, true, false) => Some((End::First, held.span, name)),
            (true, false, true) => Some((End::Second, held.span, name)),
            _ => None,
        }
    }
}

/// Whether a local is who bears a rule, or whom it reaches in its place.
pub(super) fn is_bearer(side: &Side<'_>, local: LocalId) -> bool {
    let reached = match side.reach {
        ReachDef::Role(role) => role.field.is_none() && u32::from(role.param) == local.0,
        _ => false,
    };
    let role = side.locals.get(local).map(|local| local.role);
    reached || role == Some(LocalRole::Bearer)
}

/// Which end the bearer is in what a text says.
fn end_said(said: &Phrase<'_>) -> Option<End> {
    let mut behind = said.behind().iter();
    if let Some((word, _)) = behind.next()
        && fits(BEARER, word)
    {
        return Some(End::Second);
    }
    let small = |word: &str| fits("stands|stand|is|right|directly|straight|just|close", word);
    let mut before = said.before().iter().rev().skip_while(|(word, _)| small(word));
    let (subject, _) = before.next()?;
    (subject == "it").then_some(End::First)
}

/// The parts of a condition that must hold, in what is asked of others too.
fn each_held<'t>(root: &'t Expr, found: &mut dyn FnMut(&'t Expr)) {
    match &root.kind {
        ExprKind::And(one, other) | ExprKind::Or(one, other) => {
            each_held(one, found);
            each_held(other, found);
        }
        ExprKind::Quantified { how: Question::Any, of, when: Some(when), .. } => {
            each_held(of, found);
            each_held(when, found);
        }
        ExprKind::Filter { of, when, .. } => {
            each_held(of, found);
            each_held(when, found);
        }
        _ => found(root),
    }
}
