//! Ends read back: takes what a battle is won and scored by, gives who wins and scores how much, and when.

use super::{Gloss, Reader, VERDICT};
use crate::typed::{Stmt, StmtKind};
use warwright_grammar::Span;

impl Reader<'_> {
    /// `wins when C`: the condition, of which a hook consists.
    pub(super) fn victory(&self, body: &[Stmt]) -> Option<String> {
        body.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::If { when, then, .. } => match then.as_slice() {
                [Stmt { kind: StmtKind::EndBattle { .. }, span }] if *span == stmt.span => {
                    Some(self.written(when.span))
                }
                _ => self.victory(then),
            },
            _ => None,
        })
    }

    /// `scores N when C`: what a hook adds up that stands where the line does.
    pub(super) fn scored(&self, body: &[Stmt], line: Span) -> Option<String> {
        let [first, ..] = body else { return None };
        match &first.kind {
            StmtKind::If { when, then, .. } if first.span == line => {
                let points = self.scored(then, line)?;
                // The side is looked for where the line stands; what the author asks stands inside it.
                let asks = when.span != line;
                Some(if asks {
                    format!("{points} when {}", self.written(when.span))
                } else {
                    points
                })
            }
            StmtKind::Assign { value, .. } if first.span == line && value.span != line => {
                Some(self.written(value.span))
            }
            _ => None,
        }
    }

    /// The rows of a verdict, of which a body consists.
    pub(super) fn rows(&self, body: &[Stmt]) -> String {
        let mut rows = Vec::new();
        let mut rest = body;
        while let [Stmt { kind: StmtKind::If { when, then, other }, .. }] = rest {
            rows.push(format!("{} when {}", self.outcome(then), self.written(when.span)));
            rest = other;
        }
        if !rest.is_empty() {
            let last = self.outcome(rest);
            rows.push(if rows.is_empty() { last } else { format!("else {last}") });
        }
        rows.join("; ")
    }

    /// What a row of a verdict says of the battle.
    fn outcome(&self, body: &[Stmt]) -> String {
        body.iter()
            .find_map(|stmt| match &stmt.kind {
                StmtKind::EndBattle { winner: Some(winner), .. } => {
                    Some(format!("won by {}", self.written(winner.span)))
                }
                StmtKind::EndBattle { winner: None, .. } => Some(String::from("a draw")),
                _ => None,
            })
            .unwrap_or_else(|| String::from("nothing is said"))
    }

    /// What the sequence says of a battle that is over.
    pub(super) fn last_verdict(&self) -> Option<Gloss> {
        let battle = self.typed.sequence.and_then(|id| self.typed.procedures.get(id))?;
        let step = battle.steps.iter().find(|step| step.name == VERDICT)?;
        let span = step.body.first()?.span;
        let rows = self.rows(&step.body);
        let words =
            format!("who has won is asked when the battle is over: {rows} (\"{VERDICT}\").");
        Some(Gloss { span, words })
    }
}
