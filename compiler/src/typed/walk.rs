//! Walks over the typed tree: takes an expression or statements, tells of everything inside, outer things first.

use super::{
    Assign, Choice, ChoiceOf, Expr, ExprKind, Line, LocalId, PlanDef, Quoted, SearchDef, Stmt,
    StmtKind, Supposed, UntilDef, Words,
};

/// Tells of an expression and all inside it.
pub fn each_expr<'t>(expr: &'t Expr, found: &mut dyn FnMut(&'t Expr)) {
    found(expr);
    each_child(expr, &mut |child| each_expr(child, found));
}

/// All that a walk tells of, in its order.
pub fn gathered<'t, T>(walk: impl FnOnce(&mut dyn FnMut(&'t T))) -> Vec<&'t T> {
    let mut all = Vec::new();
    walk(&mut |found| all.push(found));
    all
}

/// Some expressions and all inside them.
pub fn parts<'t>(roots: impl IntoIterator<Item = &'t Expr>) -> Vec<&'t Expr> {
    gathered(|found| roots.into_iter().for_each(|root| each_expr(root, found)))
}

/// An expression and all inside it, outer things first, as far as somebody asks for them.
pub fn exprs(root: &Expr) -> impl Iterator<Item = &Expr> {
    let mut todo = vec![root];
    std::iter::from_fn(move || {
        let expr = todo.pop()?;
        let inner = todo.len();
        each_child(expr, &mut |child| todo.push(child));
        todo.get_mut(inner..).unwrap_or_default().reverse();
        Some(expr)
    })
}

/// Whether something holds of an expression or of anything inside it.
pub fn any_expr(expr: &Expr, holds: impl Fn(&Expr) -> bool) -> bool {
    exprs(expr).any(holds)
}

/// Tells of each local that an expression reads.
pub fn each_local(expr: &Expr, found: &mut dyn FnMut(LocalId)) {
    each_expr(expr, &mut |inner| {
        if let ExprKind::Local(local) = inner.kind {
            found(local);
        }
    });
}

/// Whether an expression reads a local.
pub fn reads_local(expr: &Expr, local: LocalId) -> bool {
    any_expr(expr, |inner| matches!(inner.kind, ExprKind::Local(read) if read == local))
}

/// Tells of each part of an expression.
pub fn each_child<'t>(expr: &'t Expr, found: &mut dyn FnMut(&'t Expr)) {
    use ExprKind as Kind;
    match &expr.kind {
        Kind::Cell(_)
        | Kind::Fraction(..)
        | Kind::Text(_)
        | Kind::None
        | Kind::Local(_)
        | Kind::Ruling(_)
        | Kind::Only(_)
        | Kind::All(_)
        | Kind::Members(_)
        | Kind::During(_)
        | Kind::Footprint(_)
        | Kind::Error => {}
        Kind::Items(all) | Kind::Record(all) => all.iter().for_each(found),
        Kind::Space { args, .. }
        | Kind::Quantity { args, .. }
        | Kind::Call { args, .. }
        | Kind::May { args, .. }
        | Kind::Table { keys: args, .. } => args.iter().for_each(found),
        Kind::Field { of, .. }
        | Kind::RecordField { of, .. }
        | Kind::Printed { of, .. }
        | Kind::HeldCount { of, .. }
        | Kind::NameOf(of)
        | Kind::EntryOf(of)
        | Kind::ListOf(of)
        | Kind::OwnerOf(of)
        | Kind::TeamOf(of)
        | Kind::InPlay(of)
        | Kind::IsEntry { of, .. }
        | Kind::Size(of)
        | Kind::First(of)
        | Kind::Tied { of, .. }
        | Kind::Not(of)
        | Kind::Negate(of)
        | Kind::Within { of, .. }
        | Kind::ToRatio(of)
        | Kind::FaceValue(of)
        | Kind::Round { of, .. }
        | Kind::IsSome { of, .. }
        | Kind::AsOf { of, .. }
        | Kind::Draw(of)
        | Kind::Roll { count: of, .. } => found(of),
        Kind::Range { low: one, high: other }
        | Kind::Filter { of: one, when: other, .. }
        | Kind::Map { of: one, value: other, .. }
        | Kind::Union(one, other)
        | Kind::Without(one, other)
        | Kind::Contains { of: one, item: other }
        | Kind::AreTied { left: one, right: other, .. }
        | Kind::TieField { of: one, other, .. }
        | Kind::And(one, other)
        | Kind::Or(one, other)
        | Kind::Arithmetic { left: one, right: other, .. }
        | Kind::Compare { left: one, right: other, .. }
        | Kind::Rung { of: one, by: other, .. }
        | Kind::Otherwise(one, other)
        | Kind::RouteWhile { route: one, when: other }
        | Kind::Let { value: one, body: other, .. } => {
            found(one);
            found(other);
        }
        Kind::ClearLine(line) => line_parts(line, found),
        Kind::Reach(search) => search_parts(search, found),
        Kind::Plan(plan) => plan_parts(plan, found),
        Kind::If { when, then, other } => [when, then, other].into_iter().for_each(|it| found(it)),
        Kind::Has { of, args, .. } => {
            [&**of].into_iter().chain(args.tests.iter().map(|(_, value)| value)).for_each(found);
        }
        Kind::Quantified { of, when, value, .. } => {
            std::iter::once(of).chain(when).chain(value).for_each(|part| found(part));
        }
        Kind::Match { of, arms } => {
            found(of);
            arms.iter().flat_map(|(keys, arm)| keys.iter().chain([arm])).for_each(found);
        }
        Kind::Supposing { changes, of } => suppositions(changes, of, found),
    }
}

fn suppositions<'t>(changes: &'t [Supposed], of: &'t Expr, found: &mut dyn FnMut(&'t Expr)) {
    changes.iter().for_each(|change| supposed(change, found));
    found(of);
}

fn plan_parts<'t>(plan: &'t PlanDef, found: &mut dyn FnMut(&'t Expr)) {
    let parts = [&plan.who, &plan.until, &plan.at_most].into_iter().chain(&plan.towards);
    parts.chain(plan.manner.iter().map(|(_, value)| value)).for_each(found);
}

fn search_parts<'t>(search: &'t SearchDef, found: &mut dyn FnMut(&'t Expr)) {
    found(&search.from);
    found(&search.limit);
    search.into.iter().chain(&search.on).for_each(|(_, when)| found(when));
}

fn line_parts<'t>(line: &'t Line, found: &mut dyn FnMut(&'t Expr)) {
    found(&line.from);
    found(&line.to);
    line.wide.iter().for_each(&mut *found);
    for past in &line.past {
        found(&past.of);
        past.when.iter().chain(&past.through).for_each(&mut *found);
    }
}

fn supposed<'t>(change: &'t Supposed, found: &mut dyn FnMut(&'t Expr)) {
    match change {
        Supposed::Field { of, value, .. } => {
            found(of);
            found(value);
        }
        Supposed::Gone(of) => found(of),
        Supposed::Has { of, args, .. } => {
            found(of);
            args.iter().for_each(found);
        }
    }
}

/// Tells of each value in words.
pub fn each_value<'t>(words: &'t Words, found: &mut dyn FnMut(&'t Expr)) {
    for part in &words.parts {
        if let Quoted::Value(value) = part {
            found(value);
        }
    }
}

/// Tells of each statement, those inside others too.
pub fn each_stmt<'t>(all: &'t [Stmt], found: &mut dyn FnMut(&'t Stmt)) {
    for stmt in all {
        found(stmt);
        for body in bodies(stmt) {
            each_stmt(body, found);
        }
    }
}

/// Statements and all inside them, outer ones first, as far as somebody asks for them.
pub fn stmts<'t>(all: &'t [Stmt]) -> impl Iterator<Item = &'t Stmt> {
    let mut todo: Vec<&'t Stmt> = all.iter().rev().collect();
    std::iter::from_fn(move || {
        let stmt = todo.pop()?;
        bodies(stmt).into_iter().rev().for_each(|body| todo.extend(body.iter().rev()));
        Some(stmt)
    })
}

/// Whether something holds of a statement or of one inside it.
pub fn any_stmt(all: &[Stmt], holds: impl Fn(&Stmt) -> bool) -> bool {
    stmts(all).any(holds)
}

/// The whole expressions of a statement, not those of statements inside it.
pub fn stmt_exprs(stmt: &Stmt) -> Vec<&Expr> {
    gathered(|found| each_stmt_expr(stmt, found))
}

/// The statements inside a statement.
pub fn bodies(stmt: &Stmt) -> Vec<&[Stmt]> {
    match &stmt.kind {
        StmtKind::If { then, other, .. } => vec![then, other],
        StmtKind::Match { arms, .. } => arms.iter().map(|(_, body)| body.as_slice()).collect(),
        StmtKind::ForEach { body, .. }
        | StmtKind::ForNext { body, .. }
        | StmtKind::Repeat { body, .. }
        | StmtKind::RepeatUntil { body, .. } => vec![body],
        StmtKind::Try { body, other } => vec![body, other],
        _ => Vec::new(),
    }
}

impl Stmt {
    /// Whether what stands in it may be done more than once.
    #[must_use]
    pub const fn is_loop(&self) -> bool {
        matches!(
            self.kind,
            StmtKind::ForEach { .. }
                | StmtKind::ForNext { .. }
                | StmtKind::Repeat { .. }
                | StmtKind::RepeatUntil { .. }
        )
    }
}

/// Whether a statement may leave what stands around it by `stop`: in a loop that leaves the loop.
#[must_use]
pub fn stops(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Stop => true,
        _ if stmt.is_loop() => false,
        _ => bodies(stmt).iter().any(|body| body.iter().any(stops)),
    }
}

/// Tells of each whole expression of a statement, not of those of statements inside it.
pub fn each_stmt_expr<'t>(stmt: &'t Stmt, found: &mut dyn FnMut(&'t Expr)) {
    use StmtKind as Kind;
    match &stmt.kind {
        Kind::Assign { to, value, purpose } => {
            match to {
                Assign::Local(_) => {}
                Assign::Field { of, .. } => found(of),
                Assign::TieField { of, other, .. } => {
                    found(of);
                    found(other);
                }
            }
            found(value);
            purpose.iter().for_each(|words| each_value(words, found));
        }
        Kind::If { when, .. } => found(when),
        Kind::Match { of, arms } => {
            found(of);
            arms.iter().flat_map(|(keys, _)| keys).for_each(found);
        }
        Kind::ForEach { of, when, ordered_by, .. } => {
            found(of);
            [when, ordered_by].into_iter().flatten().for_each(|part| found(part));
        }
        Kind::ForNext { of, when, key, choice_of, .. } => {
            found(of);
            let key = key.as_ref().map(|key| &key.1);
            when.as_deref().into_iter().chain(key).chain(choice_of.as_deref()).for_each(found);
        }
        Kind::Repeat { at_most, when, .. } => {
            found(at_most);
            when.iter().for_each(|when| found(when));
        }
        Kind::RepeatUntil { at_most, until, .. } => {
            found(at_most);
            found(until);
        }
        Kind::Choose { who, choice, question, advice, .. } => {
            found(who);
            advice.iter().flat_map(|advice| &advice.ranked).for_each(|(_, value)| found(value));
            each_choice_expr(choice, found);
            question.iter().for_each(|words| each_value(words, found));
        }
        Kind::Reroll { when, upto, by, .. } => {
            [when, upto, by].into_iter().flatten().for_each(|part| found(part));
        }
        Kind::Change { when, upto, to, .. } => {
            [when, upto].into_iter().flatten().for_each(|part| found(part));
            found(to);
        }
        _ => each_simple_expr(stmt, found),
    }
}

fn each_simple_expr<'t>(stmt: &'t Stmt, found: &mut dyn FnMut(&'t Expr)) {
    use StmtKind as Kind;
    match &stmt.kind {
        Kind::Require { holds, why } => {
            found(holds);
            each_value(why, found);
        }
        Kind::Call { args, .. } => args.iter().for_each(found),
        Kind::Finish(result) => result.iter().for_each(found),
        Kind::Grant { args, to, until, .. } => {
            args.iter().for_each(&mut *found);
            found(to);
            if let UntilDef::Moment { whose: Some(whose), .. } = until {
                found(whose);
            }
        }
        Kind::Join { left, right, shared, of_left, of_right, .. } => {
            found(left);
            found(right);
            shared.iter().chain(of_left).chain(of_right).for_each(found);
        }
        Kind::Create { owner, .. } => owner.iter().for_each(|owner| found(owner)),
        Kind::Part { left, right, .. } => {
            found(left);
            right.iter().for_each(|right| found(right));
        }
        Kind::Remove { from: of, .. }
        | Kind::Leave(of)
        | Kind::Follow { plan: of }
        | Kind::TakeForm { of, .. } => found(of),
        Kind::Open(open) => {
            found(&open.to);
            open.at_most.iter().for_each(found);
        }
        Kind::Say(words) => each_value(words, found),
        Kind::EndBattle { winner, why } => {
            winner.iter().for_each(|winner| found(winner));
            each_value(why, found);
        }
        _ => {}
    }
}

fn each_choice_expr<'t>(choice: &'t Choice, found: &mut dyn FnMut(&'t Expr)) {
    match choice {
        Choice::One { of, none } => {
            each_candidate_expr(of, found);
            none.iter().for_each(found);
        }
        Choice::Some { of, low, high } => {
            each_candidate_expr(of, found);
            found(low);
            found(high);
        }
        Choice::Order(of) => found(of),
        Choice::Number { low, high } => {
            found(low);
            found(high);
        }
        Choice::Whether(words) => each_value(words, found),
        Choice::Place(place) => {
            found(&place.who);
            found(&place.within);
            let more = place.facing.iter().chain(&place.when).chain(&place.least);
            more.chain(&place.none).for_each(found);
        }
        Choice::Split { total, of } => {
            found(total);
            found(of);
        }
    }
}

fn each_candidate_expr<'t>(of: &'t ChoiceOf, found: &mut dyn FnMut(&'t Expr)) {
    found(&of.of);
    of.when.iter().for_each(&mut *found);
    if let Some((value, within)) = &of.least {
        found(value);
        within.iter().for_each(found);
    }
}
