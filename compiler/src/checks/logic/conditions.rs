//! Conditions: takes every condition of the typed tree, wherever it stands, and says which can never hold, and which always do.
//!
//! Whole conditions of clauses, hooks, actions and steps are judged in `dead`, with who bears them. Here are their parts, and
//! all others: what is required, what is paid, what statements and loops wait for, what limits of rosters hold, what is asked
//! inside of values, and what the arms of a `match` stand for.

mod asked;
mod figures;
mod home;
mod required;
mod told;

pub(crate) use told::always;

use super::explain::{Dead, of_itself};
use super::formula::{Formula, Reader, negated};
use super::solve::{Answer, Facts};
use crate::checks::battles::verdicts::Wins;
use crate::checks::clauses::shapes::Unlike;
use crate::checks::runs::endings::Run;
use crate::checks::usage::uses::{limits_are_not_spent_for_nothing, limits_of_use};
use crate::typed::{
    Assign, BearerDef, ClauseDef, ClauseVerb, Expr, ExprKind, HookDef, PreferDef, ReachDef, Stmt,
    StmtKind, TestDef, TestExpect, Type, each_stmt, each_stmt_expr,
};
use asked::{each_awaited, each_condition, is_worked_out};
use home::{Home, advised};
use rustc_hash::{FxHashMap, FxHashSet};
use told::always_of;
use warwright_grammar::{Diagnostic, Sink, Span};

/// Every condition can hold at some time.
pub(crate) fn conditions_can_hold(facts: &Facts<'_>, sink: &mut Sink) {
    let (typed, named) = (facts.typed, &facts.named);
    let mut judge =
        Judge { facts, told: FxHashSet::default(), explained: FxHashSet::default(), sink };
    for (_, def) in named.of(&typed.functions) {
        let home = Home::of(&def.locals, def.params);
        judge.values(&home, [&def.body]);
        // Who writes nothing but `true` gives it a name.
        if def.ty == Type::Bool && !matches!(def.body.kind, ExprKind::Cell(_)) {
            judge.condition(&home, &def.body);
        }
    }
    for (_, def) in named.of(&typed.quantities) {
        judge.values(&Home::of(&def.locals, def.params), [&def.base]);
    }
    let mut unlike = Unlike::default();
    for (id, clause) in named.of(&typed.clauses) {
        unlike.judge(facts.shapes().of_clause(id), || judge.clause(clause));
    }
    for (id, def) in named.of(&typed.procedures) {
        let home = Home::of(&def.locals, def.params);
        judge.values(&home, def.variables.iter().map(|(_, value)| value));
        for (at, step) in (0..).zip(&def.steps) {
            let home = Home { run: Some(Run::of_step(id, at)), ..home };
            judge.borne_condition(&home, &step.when);
            judge.body(&home, &step.body);
        }
    }
    for (id, hook) in named.of(&typed.hooks) {
        unlike.judge(facts.shapes().of_hook(id), || judge.hook(hook));
    }
    for (id, def) in named.of(&typed.permissions) {
        let action = typed.actions.values().find(|action| action.permission == id);
        judge.permission(id, def, action);
    }
    for (_, action) in named.of(&typed.actions) {
        judge.action(action);
    }
    // In a test the same set-up stands beside the pieces of that test, of which it says nothing.
    for (id, scenario) in named.of(&typed.scenarios).filter(|(_, it)| it.rules_of.is_none()) {
        let home = Home { bearer: BearerDef::Scenario(id), ..Home::of(&scenario.setup_locals, 0) };
        judge.body(&home, &scenario.setup);
    }
    for (_, test) in named.of(&typed.tests) {
        judge.expectations(test);
    }
    for rule in named.of(&typed.policies).flat_map(|(_, policy)| &policy.rules) {
        let home = Home { run: advised(typed, &rule.target), ..Home::of(&rule.locals, 0) };
        rule.when.iter().for_each(|when| judge.condition(&home, when));
        if let PreferDef::Ranked(ranked) = &rule.prefer {
            judge.values(&home, ranked.iter().map(|(_, value)| value));
        }
    }
    for limit in typed.limits.iter().filter(|limit| named.has(limit.span)) {
        let home = Home::of(&limit.locals, 0);
        judge.values(&home, limit.exprs());
        let which = limit.each.iter().filter_map(|(_, _, when)| when.as_ref());
        which.chain([&limit.holds]).for_each(|holds| judge.condition(&home, holds));
    }
    limits_of_use(facts, sink);
    limits_are_not_spent_for_nothing(typed, sink);
}

/// What is decided of a condition.
enum Decided {
    /// It can never hold; where two tests exclude each other, these.
    Never(Option<(Span, Span)>),
    /// It can never hold of anything that lies on the board.
    NeverThere,
    /// It always holds; where two tests leave nothing out between them, these.
    Always(Option<(Span, Span)>),
    /// It may hold or not, as far as is known.
    Open(Ways),
}

/// What was found of a condition: whether there is a way in which it holds, and one in which it does not. What is not found may be.
#[derive(Clone, Copy, Default)]
struct Ways {
    holds: bool,
    fails: bool,
}

/// Whether formulas can hold together.
enum Together {
    /// There is a way.
    Can,
    /// Never; where two tests exclude each other, these.
    Never(Option<(Span, Span)>),
    /// The search ended without an answer.
    Unknown,
}

/// A condition that was read, with the formulas of all that it is joined of.
struct Reading<'t, 'h> {
    reader: Reader<'t>,
    formulas: FxHashMap<*const Expr, Formula>,
    home: Home<'h>,
}

struct Judge<'f, 's> {
    facts: &'f Facts<'f>,
    /// What was told already: a clause for several kinds is several clauses.
    told: FxHashSet<Span>,
    /// Why conditions of battles never hold, each told once.
    explained: FxHashSet<(BearerDef, String)>,
    sink: &'s mut Sink,
}

impl<'f> Judge<'f, '_> {
    /// Gives how much was told so far.
    fn clause(&mut self, clause: &ClauseDef) -> usize {
        let home = Home { bearer: clause.bearer, ..Home::of(&clause.locals, 0) };
        self.borne_condition(&home, &clause.when);
        match &clause.does {
            ClauseVerb::Modify { amount, cap, .. } => {
                self.values(&home, std::iter::once(amount).chain(cap));
            }
            ClauseVerb::Lend(args) => self.values(&home, args),
            ClauseVerb::Permission(_) | ClauseVerb::Deny => {}
        }
        self.told.len()
    }

    /// Likewise.
    fn hook(&mut self, hook: &HookDef) -> usize {
        let run = Some(Run::of_hook(hook));
        let wins = Wins::of(hook).map(|wins| (wins.me, wins.side));
        let home = Home { bearer: hook.bearer, run, wins, ..Home::of(&hook.locals, 0) };
        self.borne_condition(&home, &hook.when);
        self.body(&home, &hook.body);
        self.told.len()
    }

    /// Conditions inside of values.
    fn values<'e>(&mut self, home: &Home<'_>, values: impl IntoIterator<Item = &'e Expr>) {
        for value in values {
            each_condition(value, &mut |condition| self.condition(home, condition));
        }
    }

    /// Conditions of statements, and inside of what they work out.
    fn body(&mut self, home: &Home<'_>, body: &[Stmt]) {
        each_stmt(body, &mut |stmt| {
            each_awaited(stmt, &mut |condition| self.condition(home, condition));
            each_stmt_expr(stmt, &mut |value| self.values(home, [value]));
            if let StmtKind::Finish(Some(value)) | StmtKind::Assign { value, .. } = &stmt.kind
                && is_worked_out(value)
            {
                self.condition(home, value);
            }
        });
    }

    /// A reader for what stands there.
    fn reader(&self, home: &Home<'_>, reach: Option<&ReachDef>) -> Reader<'f> {
        let facts: &'f Facts<'f> = self.facts;
        let typed = facts.typed;
        let mut scene = self.facts.scenes.at(home.bearer, home.run);
        scene.are_in_play = home.run.is_none();
        if let (Some((me, side)), BearerDef::Scenario(id)) = (home.wins, home.bearer)
            && let Some(scenario) = typed.scenarios.get(id)
        {
            scene = scene.of_side(me, scenario, typed, side);
        }
        let mut reader = Reader::of_many(typed, &facts.bent, scene);
        reader.begin(1, home.locals, home.params, reach);
        reader
    }

    /// A condition, and where nothing can be said of all of it, its parts.
    fn condition(&mut self, home: &Home<'_>, condition: &Expr) {
        let reading = self.read(home, condition);
        self.judge(&reading, condition, Ways::default());
    }

    /// A part of a condition of which it is known already in what ways it can be.
    fn judge(&mut self, reading: &Reading<'_, '_>, condition: &Expr, ways: Ways) {
        match self.decided(reading, condition, ways) {
            Decided::Never(clash) => {
                let part = self.never_part(reading, condition);
                if self.is_told(part, clash) {
                    return;
                }
                let why = reading.reader.scene.why(self.facts.typed, part);
                // Two sides of a battle may say the same.
                let of_battle = matches!(reading.home.bearer, BearerDef::Scenario(_));
                let again =
                    |why: String| of_battle && !self.explained.insert((reading.home.bearer, why));
                if why.clone().is_some_and(again) {
                    return;
                }
                let typed = self.facts.typed;
                let can = self.can_be(&reading.home, part);
                let dead = Dead { typed, condition: part, clash, why, can };
                self.tell(part.span, |span| dead.told("this can never hold", span));
            }
            Decided::NeverThere => {
                let why = "nothing that lies on this board is so: `put` what is, or leave this out";
                let part = condition.span;
                // Two sides of a battle may say the same.
                let asked = match &condition.kind {
                    ExprKind::Call { function, .. } => format!("{function:?}"),
                    _ => format!("{part:?}"),
                };
                if !self.explained.insert((reading.home.bearer, asked)) {
                    return;
                }
                let typed = self.facts.typed;
                let dead = Dead { typed, condition, clash: None, why: Some(why.into()), can: None };
                self.tell(part, |span| dead.told("this can never hold", span));
            }
            Decided::Always(clash) => {
                self.tell(condition.span, |span| always_of(condition, clash, span));
            }
            Decided::Open(ways) => self.parts(reading, condition, ways),
        }
    }

    /// Whether a condition never holds for what was told where it has its name.
    fn is_told(&self, part: &Expr, clash: Option<(Span, Span)>) -> bool {
        if let ExprKind::Call { function, .. } = part.kind
            && let Some(def) = self.facts.typed.functions.get(function)
            && self.told.iter().any(|told| def.body.span.contains(*told))
        {
            return true;
        }
        clash.is_some_and(|(one, other)| {
            let both = |told: &&Span| told.contains(one) && told.contains(other);
            self.told.iter().find(both).is_some_and(|told| !part.span.contains(*told))
        })
    }

    /// Of a condition that can never hold the part that cannot by itself.
    fn never_part<'e>(&self, reading: &Reading<'_, '_>, condition: &'e Expr) -> &'e Expr {
        let ExprKind::And(left, right) = &condition.kind else { return condition };
        let never = |part: &&Expr| {
            matches!(self.decided(reading, part, Ways::default()), Decided::Never(_))
        };
        let part = [&**left, right].into_iter().find(never);
        part.map_or(condition, |part| self.never_part(reading, part))
    }

    /// A condition that is judged with its bearer elsewhere: its parts, where nothing is said of all of it.
    fn borne_condition(&mut self, home: &Home<'_>, condition: &Option<Expr>) {
        let Some(condition) = condition else { return };
        self.values(home, [condition]);
        let reading = self.read(home, condition);
        if let Decided::Open(ways) = self.decided(&reading, condition, Ways::default()) {
            self.parts(&reading, condition, ways);
        }
    }

    /// The parts of a condition. In what way all of it holds each part holds of what must hold together, and likewise each fails of
    /// what is one or the other.
    fn parts(&mut self, reading: &Reading<'_, '_>, condition: &Expr, ways: Ways) {
        match &condition.kind {
            ExprKind::Not(of) => {
                self.parts(reading, of, Ways { holds: ways.fails, fails: ways.holds });
            }
            // What was made of one word has no parts of its own.
            ExprKind::And(left, right) | ExprKind::Or(left, right) if left.span == right.span => {}
            ExprKind::And(left, right) => {
                let ways = Ways { fails: false, ..ways };
                self.judge(reading, left, ways);
                self.judge(reading, right, ways);
            }
            ExprKind::Or(left, right) => {
                let ways = Ways { holds: false, ..ways };
                self.judge(reading, left, ways);
                self.judge(reading, right, ways);
            }
            _ => {}
        }
    }

    /// What is expected of a test says something, and can be so.
    fn expectations(&mut self, test: &TestDef) {
        let home = Home::of(&test.locals, 0);
        let kept = test.setup.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Assign { to: Assign::Local(_), value, .. } if value.ty == Type::Bool => {
                Some(value)
            }
            _ => None,
        });
        let held = test.expects.iter().filter_map(|expect| match expect {
            TestExpect::Holds { holds, .. } => Some(holds),
            // That something never happens may well be what odds are to show.
            TestExpect::Chance { holds, numerator: 1.., .. } => Some(holds),
            _ => None,
        });
        for expected in kept.chain(held).filter(|it| !matches!(it.kind, ExprKind::Local(_))) {
            // That a thing stands in no relation to itself is worth a test too.
            let compares = matches!(expected.kind, ExprKind::Compare { .. });
            if compares && of_itself(expected).is_some() {
                self.tell(expected.span, |span| always_of(expected, None, span));
                continue;
            }
            let mut reader = self.reader(&home, None).without_calls();
            reader.scene.is_set_up = true;
            let formula = reader.condition(expected);
            let formulas = FxHashMap::from_iter([(std::ptr::from_ref(expected), formula)]);
            let reading = Reading { reader, formulas, home };
            // That a rule gives a number for given numbers is worth a test.
            match self.decided(&reading, expected, Ways::default()) {
                Decided::Always(_) => self.tell(expected.span, always),
                Decided::NeverThere | Decided::Open(_) => {}
                Decided::Never(clash) => {
                    let typed = self.facts.typed;
                    let dead = Dead { typed, condition: expected, clash, why: None, can: None };
                    self.tell(expected.span, |span| dead.told("this can never hold", span));
                }
            }
        }
    }

    /// Reads a condition with all that it is joined of.
    fn read<'h>(&self, home: &Home<'h>, condition: &Expr) -> Reading<'f, 'h> {
        let mut reader = self.reader(home, None);
        let mut formulas = FxHashMap::default();
        reader.condition_of_parts(condition, &mut |part, formula| {
            formulas.insert(std::ptr::from_ref(part), formula.clone());
        });
        Reading { reader, formulas, home: *home }
    }

    /// What is decided of a condition; what is known of it already is not looked for again.
    fn decided(&self, reading: &Reading<'_, '_>, condition: &Expr, known: Ways) -> Decided {
        match condition.kind {
            // Who writes `false` knows.
            ExprKind::Cell(0) | ExprKind::Error => return Decided::Open(known),
            ExprKind::Cell(_) => return Decided::Always(None),
            _ => {}
        }
        let Some(formula) = reading.formulas.get(&std::ptr::from_ref(condition)) else {
            return Decided::Open(known);
        };
        let mut ways = known;
        if !known.holds {
            match self.together(&reading.reader, std::slice::from_ref(formula)) {
                Together::Never(clash) => return Decided::Never(clash),
                together => ways.holds = matches!(together, Together::Can),
            }
            if self.facts.never_there(&reading.reader, std::slice::from_ref(formula)).is_some() {
                return Decided::NeverThere;
            }
        }
        if !known.fails {
            match self.together(&reading.reader, &[negated(formula)]) {
                Together::Never(clash) => return Decided::Always(clash),
                together => ways.fails = matches!(together, Together::Can),
            }
        }
        Decided::Open(ways)
    }

    fn tell(&mut self, span: Span, diagnostic: impl FnOnce(Span) -> Diagnostic) {
        if self.told.insert(span) {
            self.sink.push(diagnostic(span));
        }
    }

    /// The tests that exclude each other, where what is asked can never hold.
    fn never(&self, reader: &Reader<'_>, formulas: &[Formula]) -> Option<Option<(Span, Span)>> {
        match self.together(reader, formulas) {
            Together::Never(clash) => Some(clash),
            Together::Can | Together::Unknown => None,
        }
    }

    /// Whether formulas can hold together with all that sums say.
    fn together(&self, reader: &Reader<'_>, formulas: &[Formula]) -> Together {
        // What sums add stands elsewhere, and is no test that excludes another.
        let sums: Vec<Formula> = reader.known_of_sums().collect();
        let all = [formulas, &sums].concat();
        match self.facts.found(reader, &all, false) {
            // Most can hold, whatever is added: then nothing is to be explained.
            Answer::Can(_) => Together::Can,
            Answer::Never(clash) if sums.is_empty() => Together::Never(clash),
            Answer::Unknown(_) if sums.is_empty() => Together::Unknown,
            found => match (self.facts.never(reader, formulas, false), found) {
                (Some(clash), _) => Together::Never(clash),
                (None, Answer::Never(_)) => Together::Never(None),
                _ => Together::Unknown,
            },
        }
    }
}
