//! Dead clauses: conditions that contradict themselves, that nothing which has the clause ever meets, or that always hold.

use super::conditions::always;
use super::explain::Dead;
use super::formula::{Formula, Reader, negated};
use super::scene::Scene;
use super::sides::Frame;
use super::solve::Facts;
use crate::checks::clauses::auras::relation;
use crate::checks::clauses::fights::Side;
use crate::checks::clauses::owners::{Rule, bearer, label};
use crate::checks::clauses::shapes::Unlike;
use crate::checks::runs::endings::{Run, Where};
use crate::checks::runs::just_written::{asked_by_step, written_before};
use crate::typed::{
    BearerDef, Compare, Expr, ExprKind, HookDef, LocalRole, ReachDef, RoleRef, StmtKind, Type,
    any_expr, exprs,
};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::HookTime;

/// Every clause, hook and action can apply at some time.
pub(crate) fn clauses_can_apply(facts: &Facts<'_>, sink: &mut Sink) {
    let (typed, named) = (facts.typed, &facts.named);
    let judge = Judge { facts };
    let mut unlike = Unlike::default();
    for (id, clause) in named.of(&typed.clauses).filter(|(_, clause)| clause.when.is_some()) {
        unlike.judge(facts.shapes().of_clause(id), || {
            let side = Side::of_clause(typed, clause);
            let known = judge.facts.sides().known_to_clause(clause);
            let place = Where::Bending(Rule::of(clause.owner));
            judge.side(&side, place, (&label(&clause.label), &known), sink);
            sink.len()
        });
    }
    for (id, hook) in named.of(&typed.hooks).filter(|(_, hook)| hook.when.is_some()) {
        unlike.judge(facts.shapes().of_hook(id), || {
            let side = Side::of_hook(typed, hook);
            let known = judge.facts.sides().known_to_hook(typed, hook);
            let told = sink.len();
            judge.side(&side, Where::In(Run::of_hook(hook)), (&label(&hook.label), &known), sink);
            if sink.len() == told {
                sink.extend(judge.of_what_was_written(&side, hook));
            }
            sink.len()
        });
    }
    for (_, action) in named.of(&typed.actions).filter(|(_, it)| it.when.is_some()) {
        let side = Side {
            bearer: action.bearer,
            reach: &action.reach,
            locals: &action.locals,
            params: 0,
            when: action.when.as_ref(),
            whose: None,
            label: &action.name,
            span: action.span,
        };
        judge.side(&side, Where::Anywhere, (&format!("action `{}`", action.name), &[]), sink);
    }
    for (id, def) in named.of(&typed.procedures) {
        for (at, step) in (0..).zip(&def.steps) {
            let Some(when) = &step.when else { continue };
            let side = Side {
                bearer: BearerDef::System,
                reach: &ReachDef::All,
                locals: &def.locals,
                params: def.params,
                when: Some(when),
                whose: None,
                label: &step.name,
                span: step.span,
            };
            let what = format!("step `{}` of `{}`", step.name, def.name);
            let frame = Frame::Procedure(id);
            let known = judge.facts.sides().known_in(frame, &def.locals, &Some, def.span);
            judge.side(&side, Where::In(Run::of_step(id, at)), (&what, &known), sink);
        }
    }
}

struct Judge<'f> {
    facts: &'f Facts<'f>,
}

impl Judge<'_> {
    fn side(&self, side: &Side<'_>, place: Where, (what, known): (&str, &[Expr]), sink: &mut Sink) {
        let Some(when) = side.when else { return };
        let facts = self.facts;
        let are_in_play = matches!(place, Where::Bending(_));
        let scene = Scene { are_in_play, ..self.facts.scenes.at(side.bearer, place) };
        let mut reader = Reader::in_scene(facts.typed, &facts.bent, scene);
        let formulas = side.formulas(&mut reader, 1);
        if let Some(left) = self.left(side, place, &formulas, &mut reader) {
            return sink.push(left);
        }
        if self.is_of_nobody(side) {
            return;
        }
        let alone = facts.never(&reader, &formulas, false);
        let found = alone.or_else(|| {
            let all: Vec<_> = formulas.iter().cloned().chain(reader.known_of_sums()).collect();
            facts.never(&reader, &all, false).map(|_| None)
        });
        if let Some(clash) = found {
            let why = reader.scene.why(facts.typed, when);
            let message = format!("{what} can never apply");
            let dead = Dead { typed: facts.typed, condition: when, clash, why, can: None };
            let mut told = dead.told(&message, when.span);
            if let Some(role) = bearer_in_role(side) {
                told.help.clear();
                told = told.help(format!(
                    "`as {role}` makes the bearer itself the {role}; others are reached by `as {role} RELATION self`"
                ));
            }
            return sink.push(told);
        }
        if self.of_two_sides(&formulas, known, &mut reader) {
            return Diagnostic::at(codes::NEVER_APPLIES, when.span)
                .says(format!("{what} can never apply"))
                .label("never true of two that are of different players")
                .help("wherever this is asked the two are foes: say so, or leave it out")
                .emit(sink);
        }
        // What asks for it comes last: where all before it holds, so does that.
        let mut otherwise = formulas.clone();
        let last = otherwise.pop().as_ref().map(negated);
        otherwise.extend(last);
        let holds = facts.never(&reader, &otherwise, false).is_some();
        let BearerDef::Ability(ability) = side.bearer else {
            if holds {
                sink.push(always(when.span));
            } else {
                sink.extend(self.of_nobody_there(when, what, &formulas, &reader));
            }
            return;
        };
        if let (Some(role), Some(place)) = (bearer_in_role(side), held_against_itself(side)) {
            sink.push(
            Diagnostic::at(codes::NEEDLESS_ROLE, place)
                .says(format!("{what} holds its bearer against itself: `{role}` is `self` here"))
                .label("two names for one thing")
                .help(format!(
                    "`as {role}` makes the bearer itself the {role}; others are reached by `as {role} RELATION self`"
                )),
        );
            return;
        }
        if holds {
            return sink.push(always(when.span));
        }
        if facts.held_by_any(ability)
            && matches!(side.reach, ReachDef::Role(_))
            && facts.never(&reader, &formulas, true).is_some()
        {
            let who = bearer(facts.typed, side.bearer);
            Diagnostic::at(codes::NEVER_APPLIES, when.span)
                .says(format!("{what} can never apply"))
                .label(format!("nothing that has {who} ever meets this"))
                .help("compare it with the figures and abilities of those who have it")
                .emit(sink);
        }
    }
}

impl Judge<'_> {
    /// What can never apply since nothing is so that a battle has. Of what is asked for by its name that is told elsewhere.
    fn of_nobody_there(
        &self,
        when: &Expr,
        what: &str,
        formulas: &[Formula],
        reader: &Reader<'_>,
    ) -> Option<Diagnostic> {
        let named = any_expr(when, |it| matches!(it.kind, ExprKind::IsEntry { .. }));
        let never = !named && self.facts.never_there(reader, formulas).is_some();
        never.then(|| {
            Diagnostic::at(codes::NEVER_APPLIES, when.span)
                .says(format!("{what} can never apply"))
                .label("nothing that is in this battle ever meets this")
                .help("compare it with the figures and abilities of what its sides field and what lies on its board")
        })
    }

    /// Whether it can never apply since it is asked of two players' things alone.
    fn of_two_sides(&self, formulas: &[Formula], known: &[Expr], reader: &mut Reader<'_>) -> bool {
        let known: Vec<Formula> = known.iter().map(|it| reader.condition(it)).collect();
        !known.is_empty() && self.facts.never(reader, &[formulas, &known].concat(), false).is_some()
    }

    /// Whether it reaches by a relation that never holds, whatever is asked besides: of that it is told where the relation stands.
    fn is_of_nobody(&self, side: &Side<'_>) -> bool {
        let ReachDef::Related { holds, .. } = side.reach else { return false };
        let asked = relation(holds).and_then(|id| self.facts.typed.functions.get(id));
        let Some(def) = asked else { return false };
        let mut reader = Reader::in_scene(self.facts.typed, &self.facts.bent, Scene::default());
        let formula = reader.condition(&def.body);
        self.facts.never(&reader, &[formula], false).is_some()
    }

    /// What can never apply, since the step before has just written the contrary.
    fn of_what_was_written(&self, side: &Side<'_>, hook: &HookDef) -> Option<Diagnostic> {
        let typed = self.facts.typed;
        let mut reader = Reader::in_scene(typed, &self.facts.bent, Scene::default());
        let formulas = side.formulas(&mut reader, 1);
        let asked = asked_by_step(typed, hook).into_iter();
        written_before(typed, hook).into_iter().chain(asked).find_map(|written| {
            let known = reader.condition(&written.holds);
            self.facts.never(&reader, &[formulas.clone(), vec![known]].concat(), false)?;
            let when = side.when?;
            let found = Diagnostic::at(codes::NEVER_APPLIES, when.span)
                .says(format!("{} can never apply", label(&hook.label)))
                .label("never true here")
                .also(written.at, "this is so before it");
            Some(found.help("turn the condition round, or come at another moment"))
        })
    }

    /// What can never apply since somebody of whom it asks where he stands has left the board in this step.
    fn left(
        &self,
        side: &Side<'_>,
        place: Where,
        formulas: &[Formula],
        reader: &mut Reader<'_>,
    ) -> Option<Diagnostic> {
        let typed = self.facts.typed;
        let Where::In(Run { procedure, step: Some(step), time: Some(HookTime::After) }) = place
        else {
            return None;
        };
        let step = typed.procedures.get(procedure)?.steps.get(usize::from(step))?;
        for stmt in &step.body {
            let StmtKind::Leave(Expr { kind: ExprKind::Local(local), ty, .. }) = &stmt.kind else {
                continue;
            };
            let Type::Entity(kind) = ty else { continue };
            let kind = typed.kinds.get(*kind)?;
            let field = kind.cell.or(kind.place)?;
            let of = Expr::new(ExprKind::Local(*local), ty.clone(), side.span);
            let ty = typed.fields.get(field)?.ty.clone();
            let stands = Expr::field(of, field, ty.clone(), side.span);
            let nowhere = Expr::new(ExprKind::None, ty, side.span);
            let gone = Expr::compare(Compare::Eq, stands, nowhere, side.span);
            let gone = reader.condition(&gone);
            let all = [formulas, &[gone]].concat();
            if local.0 < u32::from(side.params)
                && self.facts.never(reader, &all, false).is_some()
                && self.facts.never(reader, formulas, false).is_none()
            {
                let name = side.locals.get(*local).map_or("it", |it| &*it.name);
                return Some(
                    Diagnostic::at(codes::NEVER_APPLIES, side.span)
                        .says(format!("{} can never apply", label(side.label)))
                        .label(format!("`{name}` has left the board by then"))
                        .also(stmt.span, "leaves it here")
                        .help("ask before that: `before` in the place of `after`"),
                );
            }
        }
        None
    }
}

/// Where a condition holds the bearer against the role that it fills itself.
fn held_against_itself(side: &Side<'_>) -> Option<Span> {
    let ReachDef::Role(wanted) = side.reach else { return None };
    let is_role = |value: &Expr| match (&value.kind, wanted.field) {
        (ExprKind::Local(local), None) => local.0 == u32::from(wanted.param),
        (ExprKind::RecordField { of, position }, Some(field)) => {
            let whole = matches!(of.kind, ExprKind::Local(it) if it.0 == u32::from(wanted.param));
            whole && *position == field
        }
        _ => false,
    };
    let is_bearer = |value: &Expr| {
        let ExprKind::Local(local) = value.kind else { return false };
        let local = side.locals.get(local);
        local.is_some_and(|local| local.role == LocalRole::Bearer)
    };
    let both = |inner: &&Expr| match &inner.kind {
        ExprKind::Call { args, .. } | ExprKind::Space { args, .. } => {
            args.iter().any(is_role) && args.iter().any(is_bearer)
        }
        ExprKind::AreTied { left, right, .. } | ExprKind::Compare { left, right, .. } => {
            // Whose they are is the same too.
            let of = |side: &Expr, is: &dyn Fn(&Expr) -> bool| match &side.kind {
                ExprKind::OwnerOf(of) => is(of),
                _ => is(side),
            };
            (of(left, &is_role) && of(right, &is_bearer))
                || (of(left, &is_bearer) && of(right, &is_role))
        }
        _ => false,
    };
    exprs(side.when?).find(both).map(|inner| inner.span)
}

/// The role that the bearer fills, where the condition speaks of the bearer beside it: two names for one thing.
fn bearer_in_role<'t>(side: &Side<'t>) -> Option<&'t str> {
    let ReachDef::Role(RoleRef { param, field: None }) = side.reach else { return None };
    let is_bearer = |part: &Expr| {
        let local = part.as_local().and_then(|local| side.locals.get(local));
        local.is_some_and(|local| local.role == LocalRole::Bearer)
    };
    let role = side.locals.all.get(usize::from(*param))?;
    any_expr(side.when?, is_bearer).then_some(role.name.as_str())
}
