//! What may end any clause: condition, label, what it goes over, `drawback`, `see`.

use super::super::bearer::{Bearer, Reached};
use super::super::checker::Checker;
use crate::typed::{ClauseDef, ClauseOwner, ClauseVerb, Expr, Level, Words};
use warwright_grammar::{Diagnostic, Span, codes, tree};

/// The tail of a clause, checked.
#[derive(Debug)]
pub(super) struct ClauseTail {
    /// The condition.
    pub(super) when: Option<Expr>,
    /// The label by which it is known.
    pub(super) label: String,
    /// The words shown in its place.
    pub(super) words: Option<Words>,
    /// Labels that it goes over.
    pub(super) over: Vec<(String, Span)>,
    /// Harms on purpose.
    pub(super) drawback: bool,
    /// Sections of a book.
    pub(super) see: Option<String>,
}

/// The tail of a clause as written: in a clause, or in the row of a table of modifiers.
#[derive(Clone, Copy, Debug)]
pub(super) struct TailParts<'t> {
    pub(super) when: Option<&'t tree::Expr>,
    pub(super) label: Option<&'t tree::Label>,
    pub(super) row_label: Option<&'t str>,
    pub(super) over: &'t [tree::Name],
    pub(super) once: Option<&'t tree::Once>,
    pub(super) drawback: bool,
    pub(super) see: &'t [tree::Name],
    pub(super) span: Span,
}

impl<'t> TailParts<'t> {
    /// Those of a clause.
    pub(super) fn of(tail: &'t tree::Tail, span: Span) -> Self {
        Self {
            when: tail.when.as_ref(),
            label: tail.label.as_ref(),
            row_label: None,
            over: &tail.over,
            once: tail.once.as_deref(),
            drawback: tail.drawback.is_some(),
            see: &tail.see,
            span,
        }
    }
}

/// Whether a clause must have a label of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LabelRule {
    /// Unless the bearer may leave it out.
    Needed,
    /// The bearer's name stands for it.
    Optional,
}

impl<'a> Checker<'a> {
    /// Puts a clause that reaches somebody into the tree.
    pub(super) fn add_clause(
        &mut self,
        owner: ClauseOwner,
        level: Level,
        reached: Reached,
        tail: ClauseTail,
        does: ClauseVerb,
        span: Span,
    ) {
        let Reached { bearer, reach, .. } = reached;
        let ClauseTail { when, label, over, drawback, see, .. } = tail;
        let locals = self.finish();
        let origins = self.input.content.changes(&[span]);
        self.typed.clauses.push(ClauseDef {
            owner,
            bearer,
            reach,
            level,
            locals,
            when,
            does,
            over,
            label,
            drawback,
            see,
            origins,
            span,
        });
    }

    /// Checks the tail. The condition is taken to hold in the scope afterwards.
    pub(super) fn tail(
        &mut self,
        bearer: &Bearer<'a>,
        parts: &TailParts<'_>,
        rule: LabelRule,
    ) -> ClauseTail {
        let when = self.assumed(parts.when);
        if let Some(once) = parts.once {
            Diagnostic::at(codes::CANNOT_BEND, once.span)
                .says("this is worked out again and again, and cannot count how often")
                .label("`once per` is for hooks and actions")
                .help("grant a status in a hook, and let the status bend it")
                .emit(self.sink);
        }
        let (label, words) = match (parts.label, parts.row_label) {
            (Some(label), _) => self.label(label),
            (None, Some(text)) => (text.to_owned(), None),
            (None, None) => {
                if rule == LabelRule::Needed && !bearer.label_optional {
                    self.no_label(bearer, parts.span);
                }
                (bearer.name.clone(), None)
            }
        };
        ClauseTail {
            when,
            label,
            words,
            over: parts.over.iter().map(|name| (name.text.to_string(), name.span)).collect(),
            drawback: parts.drawback,
            see: see_text(parts.see),
        }
    }

    /// Ideal 16.
    fn no_label(&mut self, bearer: &Bearer<'a>, span: Span) {
        let mut diagnostic = Diagnostic::at(codes::NO_LABEL, span)
            .says("a clause needs a label, the words shown at the table")
            .label("label missing at the end");
        diagnostic = if bearer.without_self.is_some() {
            diagnostic.help("add one: `.. \"in the open\"`")
        } else {
            diagnostic.help(
                "add one: `.. \"in the open\"`; a bearer with a single clause may leave it out, its title is then used",
            )
        };
        self.report(diagnostic);
    }
}

/// Several sections as one text.
pub(crate) fn see_text(see: &[tree::Name]) -> Option<String> {
    if see.is_empty() {
        return None;
    }
    Some(see.iter().map(|name| &*name.text).collect::<Vec<_>>().join(", "))
}
