//! Shapes: takes a set and what is asked of its items, gives the one variable that stands for how many those are, so that
//! `any x in S where C`, `count(S where C) > 0` and a choice of one of `S where C` speak of the same.

use super::{Reader, stamped};
use crate::checks::logic::scene::Whose;
use crate::typed::{Bounds, Compare, Expr, ExprKind, LocalId, Type, each_child};
use std::fmt::Write;

/// How many parts a shape may have.
const PARTS: usize = 60;

impl Reader<'_> {
    /// How many items of a set meet a condition.
    pub(crate) fn how_many(
        &mut self,
        of: &Expr,
        item: Option<LocalId>,
        when: Option<&Expr>,
    ) -> usize {
        // Conditions on a part of a set are conditions on its items, whatever those are called there.
        let (mut set, mut items, mut conditions) = (of, Vec::from_iter(item), Vec::from_iter(when));
        while let ExprKind::Filter { of, item, when } = &set.kind {
            items.push(*item);
            conditions.push(when);
            set = of;
        }
        if let [condition] = conditions.as_slice()
            && let Some(showing) = self.meeting(set, &items, condition)
        {
            return showing;
        }
        let filters = conditions.clone();
        let mut shape = Shape { words: String::new(), bound: Vec::new(), parts: PARTS };
        let mut known = self.shape(&mut shape, set);
        shape.bound = vec![items];
        for condition in conditions.into_iter().rev() {
            known = known
                && condition.conjuncts().into_iter().all(|part| {
                    shape.words.push('&');
                    self.shape(&mut shape, part)
                });
        }
        let number = Type::int(Some(0), None);
        let count = match known {
            true => {
                let key = stamped("count", self.now.some);
                self.var(format!("{key}({})", shape.words), &number, false, None)
            }
            false => self.fresh(&number),
        };
        if let Some(Bounds { least, most }) = self.dice_in(of, when.is_some()) {
            self.narrow(count, least.unwrap_or(0), most.unwrap_or(i64::MAX));
        }
        if let ExprKind::All(kind) = set.kind
            && let Some(fielded) = self.scene.fielded(kind)
        {
            let me = self.scene.me;
            let most = filters.iter().map(|it| fielded.of(whose(it, me))).min();
            let most = most.unwrap_or_else(|| fielded.of(Whose::Everybodys));
            let by_side = filters.iter().all(|it| is_of_side(it, me));
            self.narrow(count, if self.scene.begins && by_side { most } else { 0 }, most);
        }
        if matches!(set.kind, ExprKind::All(kind) if self.scene.absent.contains(&kind)) {
            self.narrow(count, 0, 0);
        }
        count
    }

    /// The one variable that stands for a value wherever it is written so, until something changes.
    pub(super) fn shaped(&mut self, expr: &Expr) -> usize {
        let mut shape = Shape { words: String::new(), bound: Vec::new(), parts: PARTS };
        match self.shape(&mut shape, expr) {
            true => {
                let key = stamped("value", self.now.some);
                self.var(format!("{key}({})", shape.words), &expr.ty, false, None)
            }
            false => self.fresh(&expr.ty),
        }
    }

    /// The same of a number that lies within bounds.
    pub(super) fn shaped_within(&mut self, expr: &Expr, bounds: Bounds) -> usize {
        let var = self.shaped(expr);
        self.lies_within(var, &expr.ty, bounds);
        var
    }

    /// Adds the shape of an expression; whether it has one that says all.
    fn shape(&mut self, shape: &mut Shape, expr: &Expr) -> bool {
        let Some(left) = shape.parts.checked_sub(1) else { return false };
        shape.parts = left;
        let head = match &expr.kind {
            ExprKind::Local(local) => {
                if let Some(place) = shape.place(*local) {
                    return write!(shape.words, "%{place}").is_ok();
                }
                let term = self.term(expr);
                let Some(word) = self.spelt(&term) else { return false };
                return write!(shape.words, "{word}").is_ok();
            }
            ExprKind::Cell(cell) => format!("{cell}"),
            ExprKind::None => "none".to_owned(),
            ExprKind::Text(words) => format!("{words:?}"),
            ExprKind::Field { field, .. } => format!("f{}", field.0),
            ExprKind::RecordField { position, .. } => format!("r{position}"),
            ExprKind::Printed { profile, .. } => format!("p{}", profile.0),
            ExprKind::Quantity { quantity, .. } => format!("q{}", quantity.0),
            ExprKind::Call { function, .. } => format!("c{}", function.0),
            ExprKind::May { permission, .. } => format!("m{}", permission.0),
            ExprKind::Table { table, .. } => format!("t{}", table.0),
            ExprKind::Has { ability, args, .. } if args.binds.is_empty() => {
                let tests: Vec<_> = args.tests.iter().map(|it| it.0).collect();
                format!("has{}.{tests:?}", ability.0)
            }
            ExprKind::HeldCount { ability, .. } => format!("held{}", ability.0),
            ExprKind::IsEntry { entry, .. } => format!("is{}", entry.0),
            ExprKind::Only(kind) => format!("only{}", kind.0),
            ExprKind::All(kind) => format!("all{}", kind.0),
            ExprKind::Members(kind) => format!("members{}", kind.0),
            ExprKind::Tied { tie, .. } => format!("tied{}", tie.0),
            ExprKind::AreTied { tie, .. } => format!("are{}", tie.0),
            ExprKind::Space { op, .. } => format!("{op:?}"),
            ExprKind::Compare { how, .. } => format!("{how:?}"),
            ExprKind::Arithmetic { how, .. } => format!("{how:?}"),
            ExprKind::Ruling(position) => format!("ruling{position}"),
            ExprKind::Within { of, .. } => return self.shape(shape, of),
            ExprKind::IsSome { binds: None, .. } => "some".to_owned(),
            ExprKind::NameOf(_) => "name".to_owned(),
            ExprKind::EntryOf(_) => "entry".to_owned(),
            ExprKind::ListOf(_) => "faction".to_owned(),
            ExprKind::OwnerOf(_) => "player".to_owned(),
            ExprKind::TeamOf(_) => "team".to_owned(),
            ExprKind::InPlay(_) => "in_play".to_owned(),
            ExprKind::Items(_) => "items".to_owned(),
            ExprKind::Range { .. } => "range".to_owned(),
            ExprKind::Union(..) => "union".to_owned(),
            ExprKind::Without(..) => "without".to_owned(),
            ExprKind::Contains { .. } => "in".to_owned(),
            ExprKind::Size(_) => "size".to_owned(),
            ExprKind::Not(_) => "not".to_owned(),
            ExprKind::And(..) | ExprKind::Or(..) => and_or(expr).to_owned(),
            ExprKind::Negate(_) => "minus".to_owned(),
            ExprKind::If { .. } => "if".to_owned(),
            ExprKind::Otherwise(..) => "otherwise".to_owned(),
            ExprKind::FaceValue(_) => "face".to_owned(),
            ExprKind::AsOf { moment, .. } => format!("as of{}", moment.0),
            ExprKind::Round { how, .. } => format!("{how:?}"),
            ExprKind::ToRatio(_) => "ratio".to_owned(),
            ExprKind::Quantified { how, item, .. } => {
                shape.bound.push(vec![*item]);
                format!("{how:?}")
            }
            ExprKind::Filter { item, .. } | ExprKind::Map { item, .. } => {
                shape.bound.push(vec![*item]);
                "each".to_owned()
            }
            _ => return false,
        };
        shape.words.push_str(&head);
        shape.words.push('(');
        let mut known = true;
        each_child(expr, &mut |child| {
            known = known && self.shape(shape, child);
            shape.words.push(',');
        });
        shape.words.push(')');
        known
    }
}

/// Whose things a condition leaves at most, where `me` is a player whose side is known.
fn whose(condition: &Expr, me: Option<LocalId>) -> Whose {
    match &condition.kind {
        ExprKind::And(one, other) => match whose(one, me) {
            Whose::Everybodys => whose(other, me),
            whose => whose,
        },
        ExprKind::Compare { how: how @ (Compare::Eq | Compare::Ne), left, right } => {
            let owner = [left, right].iter().any(|side| matches!(side.kind, ExprKind::OwnerOf(_)));
            let mine = [left, right]
                .iter()
                .any(|side| matches!(side.kind, ExprKind::Local(local) if Some(local) == me));
            match (owner, mine, how) {
                (true, true, Compare::Eq) => Whose::Mine,
                (true, true, _) => Whose::Others,
                (true, false, Compare::Eq) => Whose::Somebodys,
                _ => Whose::Everybodys,
            }
        }
        _ => Whose::Everybodys,
    }
}

/// Whether a condition says no more than that something is of the player whose side is known, or is not.
fn is_of_side(condition: &Expr, me: Option<LocalId>) -> bool {
    let alone = matches!(condition.kind, ExprKind::Compare { .. });
    alone && matches!(whose(condition, me), Whose::Mine | Whose::Others)
}

/// A shape that is being written.
struct Shape {
    words: String,
    /// Locals of items, by the order in which they come, those together that stand for the same.
    bound: Vec<Vec<LocalId>>,
    parts: usize,
}

impl Shape {
    fn place(&self, local: LocalId) -> Option<usize> {
        self.bound.iter().position(|bound| bound.contains(&local))
    }
}

const fn and_or(expr: &Expr) -> &'static str {
    if matches!(expr.kind, ExprKind::And(..)) { "and" } else { "or" }
}
