//! Stops: takes everything that is worked out in play, and says where a battle may stop because of a number.

mod meant;

use super::endings::Run;
use super::flow::{Flow, Hung, Stop, is_allowed};
use crate::checks::clauses::shapes::Unlike;
use crate::checks::logic::formula::Reader;
use crate::checks::logic::sides::Frame;
use crate::checks::logic::solve::Facts;
use crate::typed::{
    Arithmetic, BearerDef, Bounds, ClauseDef, ClauseVerb, Expr, ExprKind, HookDef, Locals,
    PolicyTarget, ReachDef, Typed,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// A battle goes on wherever a rule works with numbers and choices.
pub(crate) fn battles_go_on(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let mut found =
        Found { typed, open: false, states: BTreeMap::new(), told: FxHashSet::default(), sink };
    let mut look = Look { facts, found: &mut found };
    look.rules(typed);
    look.acts(typed);
    look.advice(typed);
    found.tell_of_states();
}

/// What was found.
struct Found<'f, 's> {
    typed: &'f Typed,
    /// The action that is gone through, where one of its conditions was told to hold always: what it should have ruled out is not
    /// told again.
    open: bool,
    /// Writes by which states may leave their range: one cause, however often it is written.
    states: BTreeMap<ir::FieldId, Vec<&'f Expr>>,
    told: FxHashSet<Span>,
    sink: &'s mut Sink,
}

impl<'f> Found<'f, '_> {
    fn add(&mut self, stop: Stop, at: &'f Expr) {
        if !self.told.insert(at.span) {
            return;
        }
        if self.open && matches!(stop, Stop::State(..) | Stop::Range(_)) {
            return;
        }
        let diagnostic = match stop {
            Stop::State(field, _) => {
                self.states.entry(field).or_default().push(at);
                return;
            }
            Stop::Range(bounds) => self.leaves_range(at, bounds),
            Stop::Beyond(bounds) => {
                let message = format!("this leaves the range {} whatever holds", bounds.words());
                may_stop(message, at.span)
                    .label("what is asked before it leaves nothing else")
                    .help("turn round what is asked before, or what is done here")
            }
            Stop::Division
            | Stop::NoNumber
            | Stop::NoOne
            | Stop::FewDice
            | Stop::ManyDice
            | Stop::NoSize
            | Stop::PlaceOutside
            | Stop::DiceNotThere
            | Stop::ToItself
            | Stop::NotTied => self.stops_at(stop, at),
            Stop::Never(clash) => never(clash, at),
            Stop::NeverThis => {
                Diagnostic::new(codes::NEVER_APPLIES, "it can never be this", at.span)
                    .label("what is matched is always another number")
                    .help("name a number that it can be, or take it out")
            }
            Stop::Settled(rule, why) => {
                Diagnostic::new(codes::NEVER_APPLIES, "this can never hold here", at.span)
                    .label("the rule that it bends asks otherwise")
                    .also(rule, why)
                    .help("take it out, or turn it round")
            }
            Stop::Unheard => Diagnostic::new(
                codes::IDLE_CLAUSE,
                "this advice is never heard",
                at.span,
            )
            .label("whenever this holds, a line above has decided")
            .help("the first line whose condition holds is followed: put the narrower before the wider"),
            Stop::NothingToRemove => {
                Diagnostic::new(codes::NEVER_APPLIES, "there is nothing to remove here", at.span)
                    .label("what was asked before it rules out that it has this")
                    .help("ask for the contrary before it, or take this out")
            }
            Stop::Idle(call) => {
                Diagnostic::warning(codes::NO_EFFECT, call)
                    .says("this changes nothing here")
                    .label("all that it would change is so already")
                    .help("what is asked before it leaves nothing to do: turn that round, or take this out")
            }
            Stop::Empty => {
                Diagnostic::new(codes::NEVER_APPLIES, "there is nothing to go through here", at.span)
                    .label("empty, whatever holds")
                    .help("ask for it before it is gone: `before` in the place of `after`, or leave this out")
            }
            Stop::NoForm(entry) => self.no_form(entry, at),
        };
        self.sink.push(diagnostic);
    }

    fn leaves_range(&self, at: &Expr, bounds: Bounds) -> Diagnostic {
        let message = format!("this may leave the range {}", bounds.words());
        let found = self.may_leave(message, at, bounds);
        match meant::exchanged(self.typed, at) {
            Some(help) => Diagnostic { help: Vec::new(), ..found }.help(help),
            None => found,
        }
    }

    fn stops_at(&self, stop: Stop, at: &Expr) -> Diagnostic {
        let [message, label, help] = stopping(&stop);
        let found = may_stop(message.to_owned(), at.span).label(label);
        let counted = meant::counted_as(self.typed, at);
        match counted.filter(|_| stop == Stop::DiceNotThere) {
            Some((face, counted)) => found
                .also(counted, "counted here, of another face")
                .help(format!("take what was counted: `of {face}`")),
            None => found.help(help),
        }
    }

    fn no_form(&self, entry: Option<ir::EntryId>, at: &Expr) -> Diagnostic {
        let entry = entry.and_then(|entry| self.typed.entries.get(entry));
        let name = entry.map_or("what it is", |entry| entry.name.as_str());
        may_stop(format!("`{name}` has no form of this name"), at.span)
            .label(format!("may be `{name}`"))
            .help("ask before what it is, `if u is \"NAME\" { .. }`, or give the form to all of the kind")
    }

    fn may_leave(&self, message: String, at: &Expr, bounds: Bounds) -> Diagnostic {
        let found = self.typed.range(at);
        let label = match found.is_open() {
            true => "nothing says how much this can be".to_owned(),
            false => format!("may be {}", found.words()),
        };
        if let Some(meant) = held_from_the_wrong_side(at, bounds) {
            return may_stop(message, at.span).label(label).help(meant);
        }
        let below = bounds.least.filter(|least| found.least.is_none_or(|it| it < *least));
        let above = bounds.most.filter(|most| found.most.is_none_or(|it| it > *most));
        let held = match (below, above) {
            (Some(least), Some(most)) => format!("`max({least}, min({most}, ..))`"),
            (Some(least), None) => format!("`max({least}, ..)`"),
            (None, Some(most)) => format!("`min({most}, ..)`"),
            (None, None) => "`min`, `max`".to_owned(),
        };
        let open = match (bounds.least, above) {
            (Some(least), Some(_)) => format!(", or give it no end: `int {least}..`"),
            _ => String::new(),
        };
        may_stop(message, at.span)
            .label(label)
            .help(format!("hold it, {held}, ask before, `if` or `require`{open}"))
    }

    fn tell_of_states(&mut self) {
        for (field, writes) in std::mem::take(&mut self.states) {
            let (Some(def), [first, more @ ..]) = (self.typed.fields.get(field), writes.as_slice())
            else {
                continue;
            };
            let bounds = def.ty.bounds();
            let message = format!("`{}` may leave its range, {}", def.name, bounds.words());
            let more = more.iter().take(SHOWN).map(|write| (write.span, "here too"));
            let diagnostic = self.may_leave(message, first, bounds).also_each(more);
            self.sink.push(diagnostic);
        }
    }
}

/// `max(6, x)` of what is 6 at most: it is held, and from the wrong side.
fn held_from_the_wrong_side(at: &Expr, bounds: Bounds) -> Option<&'static str> {
    let ExprKind::Arithmetic { how, left, right } = &at.kind else { return None };
    let is = |end: Option<i64>| {
        [left, right]
            .iter()
            .any(|it| matches!(it.kind, ExprKind::Cell(figure) if Some(figure) == end))
    };
    match how {
        Arithmetic::Max if is(bounds.most) => Some("did you mean `min`?"),
        Arithmetic::Min if is(bounds.least) => Some("did you mean `max`?"),
        _ => None,
    }
}

/// How many further places of one cause are shown.
const SHOWN: usize = 3;

fn may_stop(what: String, span: Span) -> Diagnostic {
    Diagnostic::new(codes::MAY_STOP, format!("{what}, and a battle would stop here"), span)
}

/// A condition that never holds where it stands, with the two that rule each other out.
fn never(clash: Option<(Span, Span)>, at: &Expr) -> Diagnostic {
    let clash = clash.map(|(one, other)| [one, other]).into_iter().flatten();
    let clash = clash.filter(|it| !it.is_empty() && !at.span.contains(*it));
    Diagnostic::new(codes::NEVER_APPLIES, "this can never hold here", at.span)
        .label("what was asked before it rules this out")
        .help("take it out, or ask it before")
        .also_each(clash.map(|it| (it, "ruled out by this")))
}

struct Look<'f, 't, 's> {
    facts: &'f Facts<'f>,
    found: &'s mut Found<'f, 't>,
}

/// Where something stands.
struct Home<'f> {
    locals: &'f Locals,
    params: u16,
    bearer: BearerDef,
    reach: Option<&'f ReachDef>,
    run: Option<Run>,
    /// What is so of its locals wherever it is run or asked.
    known: Vec<Expr>,
}

impl<'f> Home<'f> {
    fn of(locals: &'f Locals, params: u16) -> Self {
        Self {
            locals,
            params,
            bearer: BearerDef::System,
            reach: None,
            run: None,
            known: Vec::new(),
        }
    }
}

impl<'f> Look<'f, '_, '_> {
    fn at(&mut self, home: &Home<'f>, go: impl FnOnce(&mut Flow<'f, '_>)) {
        let typed = self.facts.typed;
        let scene = self.facts.scenes.at(home.bearer, home.run);
        let mut reader = Reader::of_many(typed, &self.facts.bent, scene);
        reader.begin(1, home.locals, home.params, home.reach);
        let found = &mut *self.found;
        let mut found = |stop: Stop, at: &'f Expr| found.add(stop, at);
        let mut flow = Flow::new(self.facts, reader, home.locals, &mut found);
        if let BearerDef::Ability(ability) = home.bearer {
            flow.bears(ability);
        }
        home.known.iter().for_each(|known| flow.assume(known));
        go(&mut flow);
    }

    fn rules(&mut self, typed: &'f Typed) {
        let named = &self.facts.named;
        for (_, def) in named.of(&typed.functions) {
            self.at(&Home::of(&def.locals, def.params), |flow| flow.value(&def.body));
        }
        for (_, def) in named.of(&typed.quantities) {
            self.at(&Home::of(&def.locals, def.params), |flow| flow.value(&def.base));
        }
        for (id, def) in named.of(&typed.permissions) {
            // What stands before is asked first, and where it fails, nothing after it; who allows something goes on.
            let heard = !is_allowed(typed, id);
            self.at(&Home::of(&def.locals, def.params), |flow| {
                for require in &def.requires {
                    flow.value(&require.holds);
                    if heard {
                        flow.assume(&require.holds);
                    }
                }
            });
        }
        let mut unlike = Unlike::default();
        for (id, clause) in named.of(&typed.clauses) {
            unlike.judge(self.facts.shapes().of_clause(id), || self.clause(clause));
        }
    }

    /// Gives how much was found so far.
    fn clause(&mut self, clause: &'f ClauseDef) -> usize {
        let home = Home {
            bearer: clause.bearer,
            reach: Some(&clause.reach),
            known: self.facts.sides().known_to_clause(clause),
            ..Home::of(&clause.locals, 0)
        };
        self.at(&home, |flow| {
            flow.bends(clause);
            if let Some(when) = &clause.when {
                flow.asked_there(when);
            }
            match &clause.does {
                ClauseVerb::Modify { amount, cap, .. } => {
                    std::iter::once(amount).chain(cap).for_each(|value| flow.value(value));
                }
                ClauseVerb::Lend(args) => args.iter().for_each(|value| flow.value(value)),
                ClauseVerb::Permission(_) | ClauseVerb::Deny => {}
            }
        });
        self.found.told.len()
    }

    /// Likewise.
    fn hook(&mut self, hook: &'f HookDef) -> usize {
        let typed = self.facts.typed;
        let home = Home {
            bearer: hook.bearer,
            reach: Some(&hook.reach),
            run: Some(Run::of_hook(hook)),
            known: self.facts.sides().known_to_hook(typed, hook),
            ..Home::of(&hook.locals, 0)
        };
        self.at(&home, |flow| {
            if let Some(step) = hook.step {
                let (procedure, time) = (hook.procedure, Some(hook.time));
                flow.hangs_on(Hung { procedure, step, time });
            }
            if let Some(when) = &hook.when {
                flow.asked_there(when);
            }
            flow.body(&hook.body);
        });
        self.found.told.len()
    }

    fn acts(&mut self, typed: &'f Typed) {
        let named = &self.facts.named;
        for (id, def) in named.of(&typed.procedures) {
            let frame = Frame::Procedure(id);
            let known = self.facts.sides().known_in(frame, &def.locals, &Some, def.span);
            for (at, step) in def.steps.iter().enumerate() {
                let home = Home { known: known.clone(), ..Home::of(&def.locals, def.params) };
                self.at(&home, |flow| {
                    if at == 0 {
                        flow.begin(&def.variables);
                    }
                    if let Some(when) = &step.when {
                        flow.value(when);
                        flow.assume(when);
                    }
                    flow.body(&step.body);
                });
            }
        }
        let mut unlike = Unlike::default();
        for (id, hook) in named.of(&typed.hooks) {
            unlike.judge(self.facts.shapes().of_hook(id), || self.hook(hook));
        }
        for (_, action) in named.of(&typed.actions) {
            let home = Home {
                bearer: action.bearer,
                reach: Some(&action.reach),
                ..Home::of(&action.locals, 0)
            };
            let always = |it: &Diagnostic| {
                it.code == codes::ALWAYS_HOLDS && action.span.contains(it.primary.span)
            };
            self.found.open = self.found.sink.iter().any(always);
            self.at(&home, |flow| {
                flow.chosen(action);
                flow.paid(action);
                flow.body(&action.body);
            });
        }
        self.found.open = false;
        for (id, scenario) in named.of(&typed.scenarios) {
            let bearer = BearerDef::Scenario(id);
            let home = Home { bearer, ..Home::of(&scenario.setup_locals, 0) };
            self.at(&home, |flow| {
                flow.body(&scenario.setup);
            });
        }
    }

    /// Advice whose condition holds only where that of a line above does.
    fn advice(&mut self, typed: &'f Typed) {
        for (_, policy) in self.facts.named.of(&typed.policies) {
            for (at, rule) in policy.rules.iter().enumerate() {
                let Some(when) = &rule.when else { continue };
                let above = policy.rules.iter().take(at).filter(|it| it.target == rule.target);
                let above: Vec<&Expr> = above.filter_map(|it| it.when.as_ref()).collect();
                let shared = rule.seen();
                if let PolicyTarget::Action(id) = rule.target
                    && let Some(action) = typed.actions.get(id)
                {
                    let home = Home { bearer: action.bearer, ..Home::of(&rule.locals, shared) };
                    self.at(&home, |flow| {
                        flow.advised(action);
                        flow.asked_there(when);
                    });
                }
                if above.is_empty() {
                    continue;
                }
                self.at(&Home::of(&rule.locals, shared), |flow| {
                    above.iter().for_each(|other| flow.rule_out(other, shared));
                    flow.is_heard(when);
                });
            }
        }
    }
}

/// What may stop a battle, what of it is marked, and what helps.
fn stopping(stop: &Stop) -> [&'static str; 3] {
    match stop {
        Stop::Division => [
            "this may divide by 0",
            "may be 0",
            "ask before whether it is more than 0, or divide by `max(1, ..)`",
        ],
        Stop::NoNumber => [
            "there may be no number to choose",
            "may be less than the number that the choice begins with",
            "ask before whether there is one: `if .. { .. }`",
        ],
        Stop::NoOne => [
            "there may be nothing to choose",
            "may be empty",
            "let the answer be none, `or none`, or ask before: `if any x in .. { .. }`",
        ],
        Stop::FewDice => [
            "there may be fewer dice than none",
            "may be less than 0",
            "ask before whether it is 0 or more, or hold it, `max(0, ..)`",
        ],
        Stop::ManyDice => [
            "there are more dice than the 10000 that can be thrown at once",
            "so many, whatever happens",
            "throw fewer, or several times",
        ],
        Stop::NoSize => [
            "this footprint may come to nothing",
            "may be 0 or less",
            "hold it above 0: `max(1, ..)`, or give what it counts a least: `int 1..`",
        ],
        Stop::PlaceOutside => [
            "the place of this footprint may lie outside of it",
            "may be less than 0, or more than it is across",
            "hold it within: `min(LENGTH, DEPTH)`",
        ],
        Stop::DiceNotThere => [
            "dice may be taken that are not there",
            "may be more than the pool has",
            "ask before: `if count(p where it is FACE) >= N { .. }`, `require FACE in p`",
        ],
        Stop::ToItself => {
            ["nothing is tied to itself", "is the other end", "name the other of the two"]
        }
        _ => [
            "there may be no such tie",
            "may not be tied to what stands before",
            "ask before: `if a TIE b { .. }`",
        ],
    }
}
