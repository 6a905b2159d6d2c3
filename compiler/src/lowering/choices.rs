//! Choices: takes what players are asked, gives acts, and a site for each so that policies can advise on it.

use super::Lowering;
use super::types::{self, scalar};
use crate::typed::{Choice, ChoiceOf, ChoiceOwner, Expr, SpaceType, Stmt, StmtKind, Type, Words};
use warwright_grammar::source::Span;
use warwright_ir as ir;
use warwright_ir::{Act, SpanId, TextId, Ty};

impl Lowering<'_> {
    pub(super) fn choice_acts(&mut self, stmt: &Stmt, span: SpanId) {
        match &stmt.kind {
            StmtKind::Choose { who, local, choice, name, question, advice, .. } => {
                let who = self.expr(who);
                let purpose = question.as_ref().map(|words| self.template(words));
                let (kind, slot, ty) = self.choice(choice);
                let site = self.site(name, &ty, slot, purpose, stmt.span);
                if let Some(advice) = advice {
                    self.advise(advice, site);
                }
                self.code
                    .push(Act::Choose { who, kind, slot: self.frame.slot(*local), site }, span);
            }
            StmtKind::Reroll { pool, face, when, upto, by, .. } => {
                let when = when.as_ref().map(|when| self.expr(when));
                let upto = upto.as_ref().map(|upto| self.expr(upto));
                let by = by.as_ref().map(|by| self.expr(by));
                let ty = self.frame.ty(*face);
                let die = die_of(&ty);
                let (slot, face) = (scalar(self.frame.slot(*pool)), scalar(self.frame.slot(*face)));
                let asked = Words::fixed("which dice are rolled again", stmt.span);
                let asked = by.map(|_| self.template(&asked));
                let site = by.map(|_| self.site("reroll", &ty, face, asked, stmt.span));
                self.code.push(Act::Reroll { slot, die, face, when, upto, by, site }, span);
            }
            StmtKind::Change { pool, face, when, upto, to } => {
                let when = when.as_ref().map(|when| self.expr(when));
                let upto = upto.as_ref().map(|upto| self.expr(upto));
                let to = self.expr(to);
                let die = die_of(&self.frame.ty(*face));
                let (slot, face) = (scalar(self.frame.slot(*pool)), scalar(self.frame.slot(*face)));
                self.code.push(Act::Change { slot, die, face, when, upto, to }, span);
            }
            _ => {}
        }
    }

    /// The form of a choice, the slot of a candidate, its type.
    fn choice(&mut self, choice: &Choice) -> (ir::ChoiceKind, u16, Type) {
        use ir::ChoiceKind as To;
        let whole = Type::Int(None);
        match choice {
            Choice::One { of, none } => {
                let none = none.as_ref().map(|none| self.expr(none));
                let (of, filter, slot, ty) = self.candidates(of);
                (To::One { of, filter, none }, slot, ty)
            }
            Choice::Some { of, low, high } => {
                let (low, high) = (self.expr(low), self.expr(high));
                let (of, filter, slot, ty) = self.candidates(of);
                (To::Some { of, filter, low, high }, slot, ty)
            }
            Choice::Order(of) => {
                let set = self.expr(of);
                (To::Order { of: set }, scalar(self.frame.temporary(false)), types::element(&of.ty))
            }
            Choice::Number { low, high } => {
                let (low, high) = (self.expr(low), self.expr(high));
                (To::Number { low, high }, scalar(self.frame.temporary(false)), whole)
            }
            Choice::Whether(words) => {
                let question = self.template(words);
                (To::Whether { question }, scalar(self.frame.temporary(false)), Type::Bool)
            }
            Choice::Place(place) => {
                let kind = To::Place {
                    who: self.expr(&place.who),
                    within: self.expr(&place.within),
                    facing: place.facing.as_ref().map(|facing| self.expr(facing)),
                    slot: scalar(self.frame.slot(place.item)),
                    when: place.when.as_ref().map(|when| self.expr(when)),
                    least: place.least.as_ref().map(|least| self.expr(least)),
                    none: place.none.as_ref().map(|none| self.expr(none)),
                };
                let slot = scalar(self.frame.slot(place.item));
                (kind, slot, Type::Space(SpaceType::Place))
            }
            Choice::Split { total, of } => {
                let total = self.expr(total);
                let of = self.expr(of);
                (To::Split { total, of }, scalar(self.frame.temporary(false)), whole)
            }
        }
    }

    fn candidates(&mut self, of: &ChoiceOf) -> (ir::ExprId, Option<ir::ChoiceFilter>, u16, Type) {
        let set = self.expr(&of.of);
        let slot = scalar(self.frame.slot(of.item));
        let when = of.when.as_ref().map(|when| self.expr(when));
        let least = of.least.as_ref().map(|(value, within)| {
            let value = self.expr(value);
            (value, within.as_ref().map(|within: &Expr| self.expr(within)))
        });
        let narrowed = when.is_some() || least.is_some();
        let filter = narrowed.then_some(ir::ChoiceFilter { slot, when, least });
        (set, filter, slot, types::element(&of.of.ty))
    }

    /// A new place of choice in the body.
    pub(super) fn site(
        &mut self,
        name: &str,
        candidate: &Type,
        slot: u16,
        purpose: Option<ir::Template>,
        span: Span,
    ) -> ir::SiteId {
        let owner = self.owner_name(self.code.owner);
        let words = self.text(name);
        let span = self.span(span);
        let ty: Ty = types::ty(candidate);
        let site = ir::Site { owner, name: words, ty, slot, purpose, span };
        let id = self.out.sites.push(site);
        self.sites.entry((self.code.owner, name.to_owned())).or_default().push(id);
        id
    }

    fn owner_name(&mut self, owner: ChoiceOwner) -> TextId {
        let typed = self.typed;
        let label = std::mem::take(&mut self.hook_label);
        let name = match owner {
            ChoiceOwner::Procedure(id) => typed.procedures.get(id).map(|def| &def.name),
            ChoiceOwner::Hook(_) => Some(&label),
            ChoiceOwner::Action(id) => typed.actions.get(id).map(|def| &def.name),
            ChoiceOwner::Scenario(id) => typed.scenarios.get(id).map(|def| &def.name),
            ChoiceOwner::Test(id) => typed.tests.get(id).map(|def| &def.name),
        };
        let name = self.text(name.map_or("", String::as_str));
        self.hook_label = label;
        name
    }
}

/// The die whose face a local holds. Types have seen to it that it holds one.
fn die_of(face: &Type) -> ir::DieId {
    match face {
        Type::Face(die) => *die,
        _ => ir::DieId(u32::MAX),
    }
}
