//! Types of expressions that read declared things: fields, figures, quantities, permissions, ties, moments.

use super::exprs::Typing;
use super::report::ClauseOwner;
use super::types::{is_player, kind_of, some};
use crate::{
    AbilityId, ClauseId, Expr, ExprId, FieldId, KindId, Param, Supposition, Tie, TieId, Ty,
};

impl<'p> Typing<'_, 'p> {
    /// Checks an expression that reads something declared.
    pub(super) fn call(&mut self, expr: &'p Expr) {
        let program = self.program;
        match expr {
            Expr::Field { of, field } => self.field(*of, *field),
            Expr::Printed { of, profile } => {
                let profile = program.profiles.at(*profile);
                self.of_kind(*of, profile.kind);
                self.gives(&profile.ty);
            }
            Expr::Quantity { quantity, args } => {
                let quantity = program.quantities.at(*quantity);
                self.args(&quantity.params, args);
                self.gives(&quantity.ty);
            }
            Expr::Call { function, args } => {
                let function = program.functions.at(*function);
                self.args(&function.params, args);
                self.gives(&function.ty);
            }
            Expr::May { permission, args } => {
                self.args(&program.permissions.at(*permission).params, args);
                self.gives(&Ty::Bool);
            }
            Expr::Has { .. }
            | Expr::Held { .. }
            | Expr::AbilityArg { .. }
            | Expr::Applies { .. } => {
                self.possession(expr);
            }
            Expr::Table { table, keys } => {
                let table = program.tables.at(*table);
                self.count(keys.len(), table.axes.len(), "keys");
                for (key, axis) in keys.iter().zip(&table.axes) {
                    self.wants(*key, &axis.ty, "a key");
                }
                self.gives(&table.ty);
            }
            Expr::NameOf(of) => {
                self.thing(*of);
                self.gives(&Ty::Text);
            }
            Expr::OwnerOf(of) => {
                self.thing(*of);
                if !is_player(program, some(self.declared)) {
                    self.fault("it gives a player, its type says otherwise".to_owned());
                }
            }
            Expr::InPlay(of) => {
                self.thing(*of);
                self.gives(&Ty::Bool);
            }
            Expr::IsEntry { of, entry } => {
                self.of_kind(*of, program.entries.at(*entry).kind);
                self.gives(&Ty::Bool);
            }
            Expr::Tied { .. } | Expr::AreTied { .. } | Expr::TieField { .. } => self.ties(expr),
            Expr::Rung { scale, of, by } => {
                let scale = program.scales.at(*scale);
                self.wants(*of, &scale.ty, "the value");
                self.wants(*by, &Ty::Int, "the number of rungs");
                self.gives(&scale.ty);
            }
            Expr::During(_) => self.gives(&Ty::Bool),
            Expr::Begun { .. } => self.gives(&Ty::Int),
            Expr::AsOf { moment, of } => {
                if !program.moments.at(*moment).remembered {
                    self.fault("it looks back to a moment that is not remembered".to_owned());
                }
                self.gives(self.of(*of));
            }
            Expr::Supposing { changes, of } => {
                changes.iter().for_each(|change| self.supposed(change));
                self.gives(self.of(*of));
            }
            Expr::Ruling(number) => match program.rulings.get(usize::from(*number)) {
                Some(ruling) => self.gives(&ruling.ty),
                None => self.fault(format!("there is no ruling {number}")),
            },
            _ => {}
        }
    }

    fn possession(&mut self, expr: &'p Expr) {
        match expr {
            Expr::Has { of, ability } => {
                self.bearer(*of, *ability);
                self.gives(&Ty::Bool);
            }
            Expr::Held { of, ability } => {
                self.bearer(*of, *ability);
                self.gives(&Ty::Int);
            }
            Expr::AbilityArg { of, ability, param } => {
                self.bearer(*of, *ability);
                match self.program.abilities.at(*ability).params.get(usize::from(*param)) {
                    Some(param) => self.gives(some(&param.ty)),
                    None => self.fault(format!("the ability has no parameter {param}")),
                }
            }
            Expr::Applies { clause, args } => {
                if let Some(params) = self.clause_params(*clause) {
                    self.args(params, args);
                }
                self.gives(&Ty::Bool);
            }
            _ => {}
        }
    }

    fn clause_params(&self, clause: ClauseId) -> Option<&'p [Param]> {
        let program = self.program;
        match self.report.clause_owners(clause).first()? {
            ClauseOwner::Quantity(id) => Some(&program.quantities.at(*id).params),
            ClauseOwner::Permission(id) => Some(&program.permissions.at(*id).params),
            ClauseOwner::Possession(_) => None,
        }
    }

    fn ties(&mut self, expr: &'p Expr) {
        match expr {
            Expr::Tied { tie, of } => {
                let tie = self.end(*tie, *of);
                let others = [tie.left, tie.right].map(|kind| Ty::Set(Box::new(Ty::Entity(kind))));
                if !others.contains(self.declared) {
                    self.fault(
                        "it gives a set of what the tie joins, its type says otherwise".to_owned(),
                    );
                }
            }
            Expr::AreTied { tie, left, right } => {
                self.end(*tie, *left);
                self.end(*tie, *right);
                self.gives(&Ty::Bool);
            }
            Expr::TieField { tie, of, other, field } => {
                self.end(*tie, *of);
                let tie = self.end(*tie, *other);
                match tie.fields.get(usize::from(*field)) {
                    Some(field) => self.gives(some(&field.ty)),
                    None => self.fault(format!("the tie has no field {field}")),
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, tie: TieId, part: ExprId) -> &'p Tie {
        let tie = self.program.ties.at(tie);
        let kind = kind_of(self.of(part));
        let joins = kind.is_some_and(|kind| kind == tie.left || kind == tie.right);
        self.ensure(joins, part, "an end", "what the tie joins");
        tie
    }

    fn supposed(&mut self, change: &'p Supposition) {
        match change {
            Supposition::Field { of, field, value } => {
                let field = self.program.fields.at(*field);
                self.of_kind(*of, field.kind);
                self.wants(*value, &field.ty, "what is supposed");
            }
            Supposition::Gone(of) => self.thing(*of),
            Supposition::Has { of, ability, args, .. } => {
                self.bearer(*of, *ability);
                if !args.is_empty() {
                    self.args(&self.program.abilities.at(*ability).params, args);
                }
            }
        }
    }

    fn field(&mut self, of: ExprId, field: FieldId) {
        let field = self.program.fields.at(field);
        self.of_kind(of, field.kind);
        self.gives(&field.ty);
    }

    fn bearer(&mut self, of: ExprId, ability: AbilityId) {
        self.of_kind(of, self.program.abilities.at(ability).kind);
    }

    fn of_kind(&mut self, part: ExprId, kind: KindId) {
        let seats = super::types::seats(self.program, kind);
        let is = kind_of(self.of(part))
            .is_some_and(|is| is == kind || (seats && super::types::seats(self.program, is)));
        if !is {
            let want = self.report.ty(&Ty::Entity(kind));
            self.ensure(false, part, "what is asked about", &want);
        }
    }

    fn count(&mut self, given: usize, wanted: usize, what: &str) {
        if given != wanted {
            self.fault(format!("{given} {what} are given where {wanted} are needed"));
        }
    }

    fn args(&mut self, params: &'p [Param], args: &'p [ExprId]) {
        self.count(args.len(), params.len(), "arguments");
        for (arg, param) in args.iter().zip(params) {
            let what = format!("argument `{}`", self.report.text(param.name));
            self.wants(*arg, &param.ty, &what);
        }
    }
}
