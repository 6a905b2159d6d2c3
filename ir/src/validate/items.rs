//! Types of expressions on lists, sets and pools.

use super::exprs::Typing;
use super::types::{comparable, fits, is_additive, some};
use crate::{Expr, ExprId, KindBase, Quantifier, Slot, Ty};

impl<'p> Typing<'_, 'p> {
    /// Checks an expression on items.
    pub(super) fn items(&mut self, expr: &'p Expr) {
        match expr {
            Expr::Items(items) => self.given_items(items),
            Expr::Only(kind) => {
                let one =
                    self.program.kinds.get(*kind).is_some_and(|it| it.base == KindBase::Battle);
                if !one {
                    self.fault("only the battle is one of its kind".to_owned());
                }
                self.gives(&Ty::Entity(*kind));
            }
            Expr::All(kind) => self.gives(&Ty::Set(Box::new(Ty::Entity(*kind)))),
            Expr::Members(kind) => self.gives(&Ty::List(Box::new(Ty::Member(*kind)))),
            Expr::Range { low, high } => {
                self.wants(*low, &Ty::Int, "the low end");
                self.wants(*high, &Ty::Int, "the high end");
                self.gives(&Ty::List(Box::new(Ty::Int)));
            }
            Expr::Filter { of, slot, when } => {
                self.binds(*of, *slot);
                self.wants(*when, &Ty::Bool, "the condition");
                self.gives(self.of(*of));
            }
            Expr::Map { of, slot, value } => {
                self.binds(*of, *slot);
                self.scalar(*value, "the value");
                // A map over a set is sorted again where the type says that it gives a set.
                match self.declared {
                    Ty::List(item) | Ty::Set(item) if fits(self.program, self.of(*value), item) => {
                    }
                    _ => self.fault("its items are not of the type that it says".to_owned()),
                }
            }
            Expr::Union { left, right } => {
                self.wide(*left);
                self.gives(self.of(*left));
                self.gives(self.of(*right));
            }
            Expr::Without { left, right } => {
                self.wide(*left);
                let (l, r) = (self.of(*left), self.of(*right));
                let alike = comparable(self.program, l, r);
                self.ensure(alike, *right, "the right side", "the same as the left side");
                self.gives(l);
            }
            Expr::Size(of) => {
                self.wide(*of);
                self.gives(&Ty::Int);
            }
            Expr::Contains { of, item } => {
                self.wide(*of);
                if let Some(element) = self.of(*of).element() {
                    let alike = comparable(self.program, self.of(*item), &element);
                    self.ensure(alike, *item, "what is looked for", "an item of the list");
                }
                self.gives(&Ty::Bool);
            }
            Expr::First(of) => {
                self.wide(*of);
                if let Some(element) = self.of(*of).element() {
                    self.gives(some(&element));
                }
            }
            Expr::Quantified { how, of, slot, when, value } => {
                self.binds(*of, *slot);
                if let Some(when) = when {
                    self.wants(*when, &Ty::Bool, "the condition");
                }
                self.quantified(*how, *of, *value);
            }
            _ => {}
        }
    }

    /// The items of a list or set, or how many dice a pool has of each face.
    fn given_items(&mut self, items: &[ExprId]) {
        match (self.declared, self.declared.element()) {
            (Ty::Pool(die), _) => {
                let faces = self.program.dice.get(*die).map_or(0, |die| die.faces.len());
                if faces != items.len() {
                    let counts = items.len();
                    self.fault(format!("{counts} counts for a die of {faces} faces"));
                }
                items.iter().for_each(|item| self.wants(*item, &Ty::Int, "a count of dice"));
            }
            (_, Some(element)) => {
                items.iter().for_each(|item| self.wants(*item, &element, "an item"));
            }
            (_, None) => self.fault("it gives a list, its type says otherwise".to_owned()),
        }
    }

    fn quantified(&mut self, how: Quantifier, of: ExprId, value: Option<ExprId>) {
        let element = self.of(of).element().unwrap_or(Ty::Bool);
        let asked = value.map_or_else(|| element.clone(), |value| self.of(value).clone());
        match how {
            Quantifier::Any | Quantifier::All => {
                if let Some(value) = value {
                    self.wants(value, &Ty::Bool, "what is asked of each");
                }
                self.gives(&Ty::Bool);
            }
            Quantifier::Count => self.gives(&Ty::Int),
            Quantifier::Sum => {
                if !is_additive(&asked) && asked != Ty::Ratio {
                    self.fault("what is added up is no number".to_owned());
                }
                self.gives(&asked);
            }
            Quantifier::Least | Quantifier::Most => {
                if asked.is_wide() {
                    self.fault("what items are compared by is no scalar".to_owned());
                }
                self.gives(some(&element));
            }
            Quantifier::Lowest | Quantifier::Highest => {
                if asked.is_wide() {
                    self.fault("what is compared is no scalar".to_owned());
                }
                self.gives(some(&asked));
            }
        }
    }

    fn binds(&mut self, of: ExprId, slot: Slot) {
        self.wide(of);
        if let Some(element) = self.of(of).element() {
            self.slot_holds(slot, &element);
        }
    }

    fn wide(&mut self, part: ExprId) {
        self.ensure(self.of(part).is_wide(), part, "what is asked about", "a list, set or pool");
    }
}
