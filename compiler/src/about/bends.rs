//! Who bends what: takes a thing that rules can name, gives the clauses, hooks and actions that bend it, as sentences.

use super::{Bend, Index};
use crate::typed::{ActionPlace, ClauseOwner};
use warwright_grammar::Span;
use warwright_ir as ir;

impl Index<'_> {
    /// The clauses of a quantity, of a permission, or of having an ability.
    pub(super) fn clauses_of(&self, owner: ClauseOwner) -> Vec<Bend> {
        let clauses = self.typed.clauses.values().filter(|clause| clause.owner == owner);
        clauses.map(|clause| self.bend(self.reader.clause(clause), clause.span)).collect()
    }

    /// The hooks on a step, or on the run of a procedure as a whole, and the actions that are offered there.
    pub(super) fn hooks_on(&self, procedure: ir::ProcedureId, step: Option<u16>) -> Vec<Bend> {
        let hooks = self.typed.hooks.values();
        let hooks = hooks.filter(|hook| hook.procedure == procedure && hook.step == step);
        let mut all: Vec<Bend> =
            hooks.map(|hook| self.bend(self.reader.hook(hook), hook.span)).collect();
        for action in self.typed.actions.values() {
            if let ActionPlace::Step { procedure: of, step: at, .. } = action.place
                && (of, Some(at)) == (procedure, step)
            {
                all.push(
                    self.bend(format!("the action {} is offered there", action.name), action.span),
                );
            }
        }
        all
    }

    fn bend(&self, words: String, span: Span) -> Bend {
        Bend {
            words,
            file: self.sources.name(self.sources.file_of(span)).to_owned(),
            line: self.sources.line_col(span).line,
        }
    }
}
