//! What is said the other way round: takes texts, says where the clauses beside them let what the words refuse, or hold a figure
//! from the other side.

use super::super::texts::number_named;
use super::{Said, drifted};
use crate::typed::{ClauseVerb, ExprKind, PermissionClauseDef, Type};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::Verb;

impl Said<'_> {
    /// `never yields`, and all that stands beside it allows.
    pub(super) fn refused(&self) -> Option<Diagnostic> {
        const REFUSES: [&str; 8] =
            ["no", "not", "never", "cannot", "nobody", "none", "immune", "neither"];
        let (_, said) = self.text.iter().find(|(word, _)| REFUSES.contains(&&**word))?;
        let mut clauses = self.clauses();
        let first = clauses.next()?;
        let allows = |clause: &crate::typed::ClauseDef| {
            matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Allow))
                && clause.over.is_empty()
        };
        let all = allows(first) && clauses.all(allows) && self.bodies().next().is_none();
        all.then(|| {
            drifted("the text refuses something, and all that stands here allows", *said)
                .also(first.span, "allows")
                .help("did you mean `forbid`? what is to be let through all the same says which reason it goes over: `allow P over \"reason\"`")
        })
    }

    /// `at least 3`, and the rule says `at most 3`.
    pub(super) fn held(&self) -> Option<Diagnostic> {
        let (said, how, figure) = self.bounds().next()?;
        let mut held = self.clauses().filter_map(|clause| match &clause.does {
            ClauseVerb::Modify { verb: verb @ (Verb::AtMost | Verb::AtLeast), amount, .. } => {
                match (&amount.kind, &amount.ty) {
                    (ExprKind::Cell(figure), Type::Int(_)) => Some((*verb, *figure, clause.span)),
                    _ => None,
                }
            }
            _ => None,
        });
        let ((verb, bound, at), None) = (held.next()?, held.next()) else { return None };
        if verb == how || bound != figure {
            return None;
        }
        let word = |verb: Verb| if verb == Verb::AtMost { "at most" } else { "at least" };
        let message =
            format!("the text says {} {figure}, and the rule {} {figure}", word(how), word(verb));
        Some(
            drifted(&message, said)
                .also(at, "held here")
                .help(format!("did you mean `{} {figure}`? else correct the text", word(how))),
        )
    }

    /// The figures that a text holds from one side.
    fn bounds(&self) -> impl Iterator<Item = (Span, Verb, i64)> {
        let words = |at: usize| self.text.get(at).map(|(word, span)| (word.as_str(), *span));
        (0..self.text.len()).filter_map(move |at| {
            let ((one, from), (two, _)) = (words(at)?, words(at + 1)?);
            let (verb, next) = match (one, two, words(at + 2).map(|it| it.0)) {
                ("at", "least", _) => (Verb::AtLeast, at + 2),
                ("at", "most", _) | ("up", "to", _) => (Verb::AtMost, at + 2),
                ("no" | "never", "more", Some("than")) => (Verb::AtMost, at + 3),
                ("no" | "never", "less" | "fewer", Some("than")) => (Verb::AtLeast, at + 3),
                _ => return None,
            };
            let (figure, to) = words(next)?;
            Some((from.to(to), verb, number_named(figure)?))
        })
    }
}
