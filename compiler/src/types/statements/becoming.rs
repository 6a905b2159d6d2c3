//! `u becomes FORM`: takes the thing and the name of a form, gives the statement that changes what the thing is.

use super::super::checker::Checker;
use crate::like::a;
use crate::typed::{StmtKind, Type};
use warwright_grammar::diagnostic::codes;
use warwright_grammar::{Diagnostic, tree};

impl Checker<'_> {
    /// The form must be one of some entry of the kind: which entry a thing is of is known in play.
    pub(super) fn becomes_stmt(&mut self, what: &tree::Expr, form: &tree::Name) -> StmtKind {
        let found = self.infer(what, None);
        // Its figures may be others from now on.
        self.scope.forget(None);
        let of = self.there(found);
        let Type::Entity(kind) = of.ty else {
            if !matches!(of.ty, Type::Error) {
                let words = self.with_article(&of.ty);
                Diagnostic::at(codes::WRONG_TYPE, what.span)
                    .says(format!("{words} has no forms"))
                    .label("what becomes another form is one thing of a kind that says `forms`")
                    .emit(self.sink);
            }
            return StmtKind::Error;
        };
        let entries = self.typed.entries.values().filter(|entry| entry.kind == kind);
        let with_forms = entries.filter(|entry| entry.form.is_some() || !entry.forms.is_empty());
        let mut names: Vec<String> =
            with_forms.map(|it| it.form.as_deref().unwrap_or(&it.name).to_owned()).collect();
        names.sort();
        names.dedup();
        if names.is_empty() {
            let kind = a(self.kind_name(kind));
            Diagnostic::at(codes::WRONG_TYPE, what.span)
                .says(format!("{kind} has no other forms"))
                .label("nothing that it could become")
                .help("a kind with forms says `forms`; an entry has them as rows `..NAME` below its own, or as `form NAME { .. }`")
                .emit(self.sink);
            return StmtKind::Error;
        }
        if !names.iter().any(|name| **name == *form.text) {
            let kind = self.kind_name(kind).to_owned();
            self.unknown_among(form, &format!("form of {}", a(&kind)), &names);
        }
        StmtKind::TakeForm { of, form: form.text.to_string() }
    }
}
