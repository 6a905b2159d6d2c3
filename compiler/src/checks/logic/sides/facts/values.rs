//! Values: what is so of whatever a rule works out, and of whatever is in a set.

use super::players::{are_two, foes, is_one};
use super::{Asked, Fact, Known, Name, Reading, Who};
use crate::checks::clauses::owners::Rule;
use crate::typed::{Compare, Expr, ExprKind, LocalId, Question};

impl Reading<'_> {
    /// What is so of a value that has this name.
    pub(crate) fn of_value(&mut self, value: &Expr, name: Name) -> Known {
        let mut out = Vec::new();
        match &value.kind {
            ExprKind::None => return None,
            ExprKind::Local(local) => {
                let local = self.local(*local);
                let pair = if self.is_player(&value.ty) {
                    (Who::Named(name), Who::Named(local))
                } else {
                    (Who::OwnerOf(name), Who::OwnerOf(local))
                };
                out.push(Fact { one: pair.0, other: pair.1, same: true });
            }
            ExprKind::OwnerOf(_) | ExprKind::TeamOf(_) => {
                let other = self.who(value, &mut out);
                out.push(Fact { one: Who::Named(name), other, same: true });
            }
            ExprKind::Field { of, field } if self.sides.of_field(*field) => {
                let of = self.named(of, &mut out);
                out.push(foes(name, of));
            }
            ExprKind::Call { function, args } => {
                let rule = (Rule::Function(*function), Asked::Value);
                let said = self.of_rule(rule, args, Some(name), &mut out)?;
                out.extend(said);
            }
            ExprKind::First(of) | ExprKind::Draw(of) => return self.of_item(of, name),
            ExprKind::Quantified {
                how: Question::LeastItem | Question::MostItem,
                of,
                item,
                when,
                ..
            } => {
                out = self.of_item(of, name)?;
                self.env.insert(*item, name);
                let when = when.as_deref().map(|when| self.of_condition(when, true));
                out.extend(when.unwrap_or_default());
            }
            ExprKind::If { when, then, other } => {
                let mut yes = self.of_condition(when, true);
                let then = self.of_value(then, name);
                let then = then.map(|then| {
                    yes.extend(then);
                    yes
                });
                let mut no = self.of_condition(when, false);
                let other = self.of_value(other, name);
                let other = other.map(|other| {
                    no.extend(other);
                    no
                });
                return self.either(then, other);
            }
            ExprKind::Otherwise(of, other) => {
                let one = self.of_value(of, name);
                // Every battle has two players.
                if self.is_some_other_player(of) {
                    return one;
                }
                let other = self.of_value(other, name);
                return self.either(one, other);
            }
            ExprKind::Let { local, value, body } => {
                let value = self.named(value, &mut out);
                self.env.insert(*local, value);
                out.extend(self.of_value(body, name)?);
            }
            ExprKind::Match { arms, .. } => {
                let mut all = None;
                for (_, arm) in arms {
                    let arm = self.of_value(arm, name);
                    all = self.either(all, arm);
                }
                return all;
            }
            ExprKind::Within { of, .. }
            | ExprKind::AsOf { of, .. }
            | ExprKind::Supposing { of, .. } => return self.of_value(of, name),
            _ => {}
        }
        Some(out)
    }

    /// `first(players where it is not p)`.
    pub(super) fn is_some_other_player(&self, value: &Expr) -> bool {
        let ExprKind::First(of) = &value.kind else { return false };
        let ExprKind::Filter { of, when, .. } = &of.kind else { return false };
        matches!(of.kind, ExprKind::All(kind) if Some(kind) == self.sides.player)
            && matches!(when.kind, ExprKind::Compare { how: Compare::Ne, .. } | ExprKind::Not(_))
    }

    /// Whether whatever is in a set is a player's, or never is; none where that is open.
    pub(crate) fn items_of(&mut self, set: &Expr, player: LocalId) -> Option<bool> {
        let (item, player) = (self.fresh(), self.local(player));
        let facts = self.of_item(set, item)?;
        let (owner, player) = (Who::OwnerOf(item), Who::Named(player));
        let own = is_one(&facts, owner, player);
        (own || are_two(&facts, owner, player)).then_some(own)
    }

    /// What is so of whatever is in a set, under this name.
    pub(crate) fn of_item(&mut self, set: &Expr, name: Name) -> Known {
        let mut out = Vec::new();
        match &set.kind {
            ExprKind::Filter { of, item, when } => {
                out = self.of_item(of, name)?;
                self.env.insert(*item, name);
                out.extend(self.of_condition(when, true));
            }
            ExprKind::Tied { tie, of } if self.sides.of_tie(*tie) => {
                let of = self.named(of, &mut out);
                out.push(foes(name, of));
            }
            ExprKind::Field { of, field } if self.sides.of_field(*field) => {
                let of = self.named(of, &mut out);
                out.push(foes(name, of));
            }
            ExprKind::Call { function, args } => {
                let rule = (Rule::Function(*function), Asked::Item);
                let said = self.of_rule(rule, args, Some(name), &mut out)?;
                out.extend(said);
            }
            ExprKind::Local(local) => {
                let set = self.local(*local);
                if self.spoken.insert(set) {
                    let (one, other) = (Who::OwnerOf(name), Who::OwnerIn(set));
                    out.push(Fact { one, other, same: true });
                }
            }
            ExprKind::Without(of, _)
            | ExprKind::Within { of, .. }
            | ExprKind::AsOf { of, .. }
            | ExprKind::Supposing { of, .. } => return self.of_item(of, name),
            ExprKind::Union(one, other)
            | ExprKind::If { then: one, other, .. }
            | ExprKind::Otherwise(one, other) => {
                let one = self.of_item(one, name);
                let other = self.of_item(other, name);
                return self.either(one, other);
            }
            ExprKind::Items(items) => {
                let mut all = None;
                for item in items {
                    let item = self.of_value(item, name);
                    all = self.either(all, item);
                }
                return all;
            }
            ExprKind::Map { of, item, value } => {
                let each = self.renew(*item);
                out = self.of_item(of, each)?;
                out.extend(self.of_value(value, name)?);
            }
            _ => {}
        }
        Some(out)
    }
}
