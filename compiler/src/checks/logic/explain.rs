//! Why a condition never holds: takes one of which that is known, shows the parts that rule each other out or what a figure
//! can be, and says what mends it.

use super::cells::{apart, cells_for};
use crate::checks::runs::idle::is_same;
use crate::typed::{Bounds, Compare, Expr, ExprKind, Question, Type, Typed, exprs};
use crate::types::bare;
use crate::wording::listed;
use warwright_grammar::{Diagnostic, Span, codes};
use warwright_ir::NONE;

/// What is said of a condition that can never hold.
pub(crate) struct Dead<'t> {
    pub(crate) typed: &'t Typed,
    pub(crate) condition: &'t Expr,
    pub(crate) clash: Option<(Span, Span)>,
    pub(crate) why: Option<String>,
    /// What its figure can be, where that was tried.
    pub(crate) can: Option<String>,
}

impl Dead<'_> {
    pub(crate) fn told(self, message: &str, span: Span) -> Diagnostic {
        let found =
            Diagnostic::at(codes::NEVER_APPLIES, span).says(message).label("this is never true");
        self.explained(found)
    }

    /// Why it never holds, and what mends it.
    pub(crate) fn explained(self, found: Diagnostic) -> Diagnostic {
        let span = self.condition.span;
        let clash = self.clash.filter(|(one, other)| one != other);
        let contrary = contrary(self.condition);
        let clash = contrary.or(clash);
        let found = match clash {
            Some((one, other)) => {
                found.also(one, "when this holds ..").also(other, ".. this does not")
            }
            None => found,
        };
        if let Some(both) = of_itself(self.condition) {
            return found.also(both.span, "this is what it is compared with").help(ITSELF);
        }
        if never_any_of(self.condition) {
            return found.help("it is always one of these: leave out those that it may be");
        }
        if clash.is_none() && self.why.is_none() && speaks_of_one_of_them(self.condition) {
            return found.help(ONE_OF_THEM);
        }
        match (clash, self.why) {
            (Some((one, other)), _) => {
                found.help(match span.contains(one) && span.contains(other) {
                    true if contrary.is_some() => {
                        "one is the contrary of the other: take one of them out"
                    }
                    true => "`or` instead of `and`?",
                    false => "one rules out the other: something else was meant by one of them",
                })
            }
            (None, Some(why)) => match worked_out_of_reach(self.typed, self.condition) {
                Some(can) => found.help(format!("compare it with what the value can be: {can}")),
                None => found.help(why),
            },
            (None, None) if asks_all(self.condition) => {
                found.help("all are asked, the one that is spoken of too: `all o in players where o is it or ..`")
            }
            (None, None) => match out_of_reach(self.typed, self.condition)
                .or_else(|| never_given(self.typed, self.condition))
                .or(self.can)
            {
                Some(can) => found.help(format!("compare it with what the value can be: {can}")),
                None => found.help("compare it with what the value can be"),
            },
        }
    }
}

/// Whether it asks something of all players.
fn asks_all(condition: &Expr) -> bool {
    matches!(condition.kind, ExprKind::Quantified { how: Question::All, .. })
}

/// `C and not C`
fn contrary(condition: &Expr) -> Option<(Span, Span)> {
    let parts = condition.conjuncts();
    parts.iter().find_map(|part| {
        let ExprKind::Not(of) = &part.kind else { return None };
        let other = parts.iter().find(|it| same_figure(it, of))?;
        Some((other.span, part.span))
    })
}

/// Whether two values are the same figure of the same thing.
fn same_figure(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (
            ExprKind::Printed { of: one, profile },
            ExprKind::Printed { of: other, profile: second },
        ) => profile == second && same_figure(one, other),
        (
            ExprKind::Quantity { quantity, args },
            ExprKind::Quantity { quantity: second, args: of },
        ) => {
            quantity == second
                && args.len() == of.len()
                && args.iter().zip(of).all(|(one, other)| same_figure(one, other))
        }
        (ExprKind::Call { function, args }, ExprKind::Call { function: second, args: of }) => {
            function == second
                && args.len() == of.len()
                && args.iter().zip(of).all(|(one, other)| same_figure(one, other))
        }
        _ => is_same(one, other),
    }
}

/// `x is not A and x is not B and x is not C`, of all that it can be.
fn never_any_of(condition: &Expr) -> bool {
    let parts = condition.conjuncts();
    let excluded = |part: &Expr| match &part.kind {
        ExprKind::Compare { how: Compare::Ne, left, .. } => Some((**left).clone()),
        ExprKind::Not(of) => match &of.kind {
            ExprKind::Compare { how: Compare::Eq, left, .. } => Some((**left).clone()),
            _ => None,
        },
        _ => None,
    };
    let asked: Vec<Expr> = parts.iter().filter_map(|part| excluded(part)).collect();
    let of_members = |it: &Expr| matches!(it.ty, Type::Member(_));
    asked.first().is_some_and(|first| {
        asked.len() > 1
            && asked.len() == parts.len()
            && of_members(first)
            && asked.iter().all(|it| same_figure(it, first))
    })
}

/// What helps where a thing or figure is compared with itself.
pub(crate) const ITSELF: &str =
    "both are one and the same: one of them is meant to be another, or has the name of another";

/// What helps where all of a kind are gone through, and one of them is who is asked about.
pub(crate) const ONE_OF_THEM: &str =
    "who is spoken of is one of them too: leave it out, `.. where x is not self and ..`";

/// Whether a condition asks for things of a kind by what they are to one of the kind.
pub(crate) fn speaks_of_one_of_them(condition: &Expr) -> bool {
    exprs(condition).any(|inner| {
        let ExprKind::Quantified { how: Question::Any | Question::No, of, item, when, .. } =
            &inner.kind
        else {
            return false;
        };
        let (ExprKind::All(kind), Some(when)) = (&of.kind, when) else { return false };
        let other = |part: &Expr| part.as_local().is_some_and(|local| local != *item);
        exprs(when).any(|part| other(part) && part.ty == Type::Entity(*kind))
    })
}

/// The second of two values in a condition that are one and the same: compared, or said to stand in a relation.
pub(crate) fn of_itself(condition: &Expr) -> Option<&Expr> {
    let parts = condition.conjuncts();
    parts.iter().find_map(|part| match &part.kind {
        ExprKind::Not(of) => of_itself(of),
        ExprKind::Compare { left, right, .. } => same_figure(left, right).then_some(&**right),
        ExprKind::Call { args, .. } => match args.as_slice() {
            [one, other] => {
                let things = matches!(one.ty, Type::Entity(_)) && one.span != other.span;
                (things && is_same(one, other)).then_some(other)
            }
            _ => None,
        },
        _ => None,
    })
}

/// The same where the figure is no field, of which the battle may know more.
fn worked_out_of_reach(typed: &Typed, condition: &Expr) -> Option<String> {
    let parts = condition.conjuncts();
    let worked_out = |part: &&&Expr| match &part.kind {
        ExprKind::Compare { left, right, .. } => {
            let mut sides = [left, right].into_iter();
            sides.any(|side| matches!(side.kind, ExprKind::Arithmetic { .. }))
        }
        _ => false,
    };
    parts.iter().filter(worked_out).find_map(|part| out_of_reach(typed, part))
}

/// What the figure of a comparison that is never so can be.
fn out_of_reach(typed: &Typed, condition: &Expr) -> Option<String> {
    let parts = condition.conjuncts();
    parts.iter().find_map(|part| {
        let ExprKind::Compare { how, left, right } = &part.kind else { return None };
        let constant = |it: &Expr| matches!(it.kind, ExprKind::Cell(_));
        let (of, with) = match (constant(left), constant(right)) {
            (false, true) => (typed.range(left), typed.range(right)),
            (true, false) => (typed.range(right), typed.range(left)),
            _ => return None,
        };
        let turned = constant(left);
        let below =
            |one: Option<i64>, other: Option<i64>| one.zip(other).is_some_and(|(a, b)| a < b);
        let how = if turned { how.turned() } else { *how };
        let never = match how {
            Compare::Lt => !below(of.least, with.most) && of.least.is_some(),
            Compare::Le => below(with.most, of.least),
            Compare::Gt => !below(with.least, of.most) && of.most.is_some(),
            Compare::Ge => below(of.most, with.least),
            Compare::Eq => of.is_apart(with),
            Compare::Ne => false,
        };
        never.then(|| of.words())
    })
}

/// What a state can be of which a condition asks for something that nothing ever writes to it.
fn never_given(typed: &Typed, condition: &Expr) -> Option<String> {
    let parts = condition.conjuncts();
    parts.iter().find_map(|part| {
        let (of, wanted) = match &part.kind {
            ExprKind::Compare { how, left, right } => match right.kind {
                ExprKind::Cell(cell) => (&**left, cells_for(*how, cell)),
                _ => return None,
            },
            ExprKind::Not(of) => (&**of, cells_for(Compare::Eq, 0)),
            _ => (*part, cells_for(Compare::Ne, 0)),
        };
        let ExprKind::Field { field, .. } = of.kind else { return None };
        let def = typed.fields.get(field)?;
        let never = !def.may_be.is_empty() && apart(&wanted, &def.may_be);
        never.then(|| {
            let can = in_words(typed, &def.ty, &def.may_be);
            format!("{can}; nothing ever writes anything else")
        })
    })
}

/// What cells of a type are, in words.
fn in_words(typed: &Typed, ty: &Type, cells: &[(i64, i64)]) -> String {
    let ends = cells.first().zip(cells.last());
    match bare(ty) {
        Type::Int(_) => ends.map_or_else(String::new, |((least, _), (_, most))| {
            let open = |end: i64, far: i64| Some(end).filter(|end| *end != far);
            Bounds { least: open(*least, NONE + 1), most: open(*most, i64::MAX) }.words()
        }),
        ty => {
            let each = cells.iter().flat_map(|(low, high)| *low..=*high);
            let name = |cell: i64| match ty {
                _ if cell == NONE => "none".to_owned(),
                Type::Bool => (cell != 0).to_string(),
                Type::Member(kind) => {
                    let entries = typed.kinds.get(*kind).map(|def| def.entries.as_slice());
                    let entry = usize::try_from(cell).ok().and_then(|at| entries?.get(at));
                    let entry = entry.and_then(|id| typed.entries.get(*id));
                    entry.map_or_else(String::new, |it| format!("`{}`", it.name))
                }
                _ => cell.to_string(),
            };
            let names: Vec<String> = each.map(name).collect();
            listed(&names)
        }
    }
}
