//! Policies: takes advice for computer players, gives for each choice and action what is preferred.

use super::checker::{Checker, INT};
use super::scope::Scope;
use crate::typed::{
    Choice, ChoiceOwner, Compare, Expr, ExprKind, Local, LocalId, LocalRole, PolicyDef,
    PolicyRuleDef, PolicyTarget, PreferDef, SpaceType, Stmt, StmtKind, Type, any_stmt,
};
use crate::wording;
use warwright_grammar::{Diagnostic, Span, codes, tree};

/// Checks all policies; procedures and actions have been checked.
pub(super) fn check(checker: &mut Checker<'_>) {
    let content = checker.input.content;
    for (name, declared) in &content.index.policies {
        let policy: &tree::Policy = declared;
        let Some(id) = checker.vocabulary.policies.get(*name).copied() else { continue };
        let mut rules = Vec::new();
        let mut seen = vec![*name];
        checker.policy_rules(policy, &mut rules, &mut seen);
        let like = policy
            .like
            .as_ref()
            .and_then(|like| checker.vocabulary.policies.get(&*like.text).copied());
        let name = policy.name.text.to_string();
        let def = PolicyDef { name, like, rules, span: policy.name.span };
        checker.typed.policies.update(id, |slot| *slot = def);
    }
}

/// A body in which choices may stand.
struct ChoosingBody {
    owner: ChoiceOwner,
    locals: Vec<Local>,
    stmts: Vec<Stmt>,
}

/// A choice that advice is about: what one candidate is.
struct Asked {
    candidate: Type,
    whether: bool,
    /// The locals that are known wherever it is asked.
    sees: Vec<LocalId>,
}

impl Checker<'_> {
    /// The rules of a policy, its own before those of the policy that it is like.
    fn policy_rules<'p>(
        &mut self,
        policy: &'p tree::Policy,
        rules: &mut Vec<PolicyRuleDef>,
        seen: &mut Vec<&'p str>,
    ) {
        for prefer in &policy.prefers {
            rules.extend(self.policy_rule(prefer));
        }
        let Some(like) = &policy.like else { return };
        let parent = self.find_policy(like).and_then(|id| self.typed.policies.get(id));
        let Some(parent) = parent.map(|policy| policy.name.clone()) else { return };
        if seen.iter().any(|name| **name == *parent) {
            return Diagnostic::at(codes::ENDLESS_LIKE, like.span)
                .says(format!("policy `{}` is like itself in a circle", policy.name.text))
                .emit(self.sink);
        }
        let content = self.input.content;
        let Some((name, declared)) = content.index.policies.get_key_value(&*like.text) else {
            return;
        };
        // Rules of the parent count where this one says nothing, or only for a case.
        let owned = rules.len();
        let mut inherited = Vec::new();
        let mut chain: Vec<&str> = seen.clone();
        chain.push(name);
        self.policy_rules(declared, &mut inherited, &mut chain);
        for rule in inherited {
            let own = rules.iter().take(owned);
            if !own.filter(|own| own.target == rule.target).any(|own| own.when.is_none()) {
                rules.push(rule);
            }
        }
    }

    /// What one line of a policy says: a choice may stand in several bodies.
    fn policy_rule(&mut self, prefer: &tree::Prefer) -> Vec<PolicyRuleDef> {
        let Some(first) = prefer.at.first() else { return Vec::new() };
        if let Some(extra) = prefer.at.names.get(2) {
            Diagnostic::at(codes::UNKNOWN_CHOICE, extra.span)
                .says(format!("`{}` is no choice", prefer.at.dotted()))
                .help("`in PROCEDURE.NAME`, the name after `chooses`, or `in ACTION`")
                .emit(self.sink);
            return Vec::new();
        }
        match prefer.at.names.get(1) {
            Some(name) => self.advice_on_choice(first, name, prefer),
            None => self.advice_on_action(first, prefer).into_iter().collect(),
        }
    }

    fn advice_on_action(
        &mut self,
        name: &tree::Name,
        prefer: &tree::Prefer,
    ) -> Option<PolicyRuleDef> {
        if let Some(procedure) = self.vocabulary.procedures.get(&*name.text)
            && !self.vocabulary.actions.contains_key(&*name.text)
        {
            let def = self.typed.procedures.get(*procedure)?;
            let choices = choice_names(def.steps.iter().flat_map(|step| &step.body));
            let procedure = *procedure;
            let runs = self.typed.actions.values().filter(|action| {
                any_stmt(&action.body, |stmt| {
                    matches!(&stmt.kind, StmtKind::Call { procedure: called, .. } if *called == procedure)
                })
            });
            let runs: Vec<String> = runs.map(|action| action.name.clone()).collect();
            if let (true, [action]) = (choices.is_empty(), runs.as_slice()) {
                return Diagnostic::at(codes::UNKNOWN_CHOICE, name.span)
                    .says(format!(
                        "`{}` is a procedure, and advice is on actions and choices",
                        name.text
                    ))
                    .label("nothing is chosen in it")
                    .fix(format!("the action that runs it is `{action}`"), name.span, action)
                    .refuse(self.sink);
            }
            self.unknown_choice(name, &format!("procedure `{}`", name.text), &choices);
            return None;
        }
        let action = self.find_action(name)?;
        let def = self.typed.actions.get(action)?;
        self.scope = Scope::with(&shared_locals(&def.locals.all));
        let (when, prefer_def) = self.advice(prefer, None)?;
        Some(PolicyRuleDef {
            target: PolicyTarget::Action(action),
            locals: self.finish(),
            candidate: None,
            when,
            prefer: prefer_def,
            never: matches!(prefer.advice, tree::Advice::Never(_)),
            span: prefer.span,
        })
    }

    fn advice_on_choice(
        &mut self,
        owner: &tree::Name,
        name: &tree::Name,
        prefer: &tree::Prefer,
    ) -> Vec<PolicyRuleDef> {
        let Some(bodies) = self.bodies_of(owner) else { return Vec::new() };
        let asked_in = |body: &ChoosingBody| {
            let asked = find_choice(body, &name.text)?;
            Some((body.owner, body.locals.clone(), asked))
        };
        let found: Vec<_> = bodies.iter().filter_map(asked_in).collect();
        if found.is_empty() && &*name.text == "next" {
            let found = Diagnostic::at(codes::UNKNOWN_CHOICE, name.span)
                .says("no advice can be given on who comes next");
            let help = "what a policy advises on has a name: `p chooses NAME: ..`";
            self.report(found.label("asked by the rules themselves").help(help));
        } else if found.is_empty() {
            let known = choice_names(bodies.iter().flat_map(|body| &body.stmts));
            self.unknown_choice(name, &format!("`{}`", owner.text), &known);
        }
        let rules = found.into_iter().filter_map(|(owner, locals, asked)| {
            self.scope = Scope::seeing(&locals, asked.sees.clone());
            let candidate = self.scope.hidden("it", asked.candidate.clone(), name.span);
            self.scope.candidate(candidate);
            let (when, prefer_def) = self.advice(prefer, Some(&asked))?;
            Some(PolicyRuleDef {
                target: PolicyTarget::Choice { owner, name: name.text.to_string() },
                locals: self.finish(),
                candidate: Some(candidate),
                when,
                prefer: prefer_def,
                never: matches!(prefer.advice, tree::Advice::Never(_)),
                span: prefer.span,
            })
        });
        rules.collect()
    }

    /// The bodies in which something may be chosen in a procedure, those of its hooks too, or in an action; none: it was reported.
    fn bodies_of(&mut self, owner: &tree::Name) -> Option<Vec<ChoosingBody>> {
        if let Some(id) = self.vocabulary.procedures.get(&*owner.text).copied() {
            let def = self.typed.procedures.get(id)?;
            let own = ChoosingBody {
                owner: ChoiceOwner::Procedure(id),
                locals: def.locals.all.clone(),
                stmts: def.steps.iter().flat_map(|step| step.body.clone()).collect(),
            };
            let hooks = self.typed.hooks.iter().filter(|(_, hook)| hook.procedure == id);
            let hooks = hooks.map(|(id, hook)| ChoosingBody {
                owner: ChoiceOwner::Hook(id),
                locals: hook.locals.all.clone(),
                stmts: hook.body.clone(),
            });
            return Some(std::iter::once(own).chain(hooks).collect());
        }
        if let Some(id) = self.vocabulary.actions.get(&*owner.text).copied() {
            let def = self.typed.actions.get(id)?;
            return Some(vec![ChoosingBody {
                owner: ChoiceOwner::Action(id),
                locals: def.locals.all.clone(),
                stmts: def.body.clone(),
            }]);
        }
        self.find_procedure(owner)?;
        None
    }

    fn unknown_choice(&mut self, name: &tree::Name, owner: &str, known: &[String]) {
        let diagnostic = Diagnostic::at(codes::UNKNOWN_CHOICE, name.span)
            .says(format!("nothing called `{}` is chosen in {owner}", name.text))
            .label("no such choice");
        let names = || known.iter().map(String::as_str);
        let diagnostic = match wording::suggest(&name.text, names()) {
            Some(meant) => diagnostic.fix(format!("did you mean `{meant}`?"), name.span, meant),
            None if let Some(owner) = self.owner_of_choice(&name.text) => diagnostic.help(format!(
                "`{}` is chosen in `{owner}`: `in {owner}.{}`",
                name.text, name.text
            )),
            None if known.is_empty() => diagnostic.help("nothing at all is chosen there"),
            None => diagnostic.help(format!("choices there: {}", wording::listed(names()))),
        };
        self.report(diagnostic);
    }

    /// The procedure or action in which something of that name is chosen, where that is one.
    fn owner_of_choice(&self, name: &str) -> Option<String> {
        let procedures = self.typed.procedures.values();
        let procedures = procedures.filter(|def| {
            choice_names(def.steps.iter().flat_map(|step| &step.body)).iter().any(|it| it == name)
        });
        let actions = self.typed.actions.values();
        let actions = actions
            .filter(|def| choice_names(&def.body).iter().any(|it| it == name))
            .map(|it| &it.name);
        let mut all = procedures.map(|it| &it.name).chain(actions);
        let first = all.next()?;
        all.next().is_none().then(|| first.clone())
    }

    fn advice(
        &mut self,
        prefer: &tree::Prefer,
        asked: Option<&Asked>,
    ) -> Option<(Option<Expr>, PreferDef)> {
        let when = self.assumed(prefer.when.as_ref());
        let prefer = self.advice_where(prefer, when.clone(), asked)?;
        Some((when, prefer))
    }

    /// What is preferred where the condition holds; where it fails all are alike.
    fn advice_where(
        &mut self,
        prefer: &tree::Prefer,
        when: Option<Expr>,
        asked: Option<&Asked>,
    ) -> Option<PreferDef> {
        let whether = asked.is_some_and(|asked| asked.whether);
        let yes = asked.filter(|asked| asked.whether).and(self.scope.it());
        match (&prefer.advice, when) {
            (tree::Advice::Order(keys), when) => {
                let mut ranked = Vec::with_capacity(keys.len());
                for key in keys {
                    let value = self.ordered_value(&key.value);
                    let value = self.only_when(when.clone(), value, key.span)?;
                    ranked.push((key.most, value));
                }
                Some(PreferDef::Ranked(ranked))
            }
            (tree::Advice::Option(option), when) => {
                let holds = self.preferred(option, asked)?;
                let holds = match when {
                    Some(when) => Expr::and(when, holds, prefer.span),
                    None => holds,
                };
                Some(PreferDef::Ranked(vec![(true, holds)]))
            }
            (tree::Advice::Never(span) | tree::Advice::Always(span), when) if whether => {
                let most = matches!(prefer.advice, tree::Advice::Always(_));
                let it = self.local_expr(yes?, *span);
                let it = self.only_when(when, it, *span)?;
                Some(PreferDef::Ranked(vec![(most, it)]))
            }
            (tree::Advice::Never(_), None) => Some(PreferDef::Never),
            (tree::Advice::Always(_), None) => Some(PreferDef::Always),
            (tree::Advice::Never(span), Some(when)) => Some(ranked_if(when, -1, *span)),
            (tree::Advice::Always(span), Some(when)) => Some(ranked_if(when, 1_000_000, *span)),
        }
    }

    /// `prefer E`: a condition on the candidate, or the candidate that is meant.
    fn preferred(&mut self, option: &tree::Expr, asked: Option<&Asked>) -> Option<Expr> {
        let hint = asked.map(|asked| asked.candidate.clone());
        let found = self.infer(option, hint.as_ref());
        match (&found.ty, asked) {
            (Type::Error, _) => None,
            (Type::Bool, _) => Some(found),
            (_, Some(asked)) => {
                let it = self.scope.it()?;
                let span = option.span;
                let right = self.coerce(found, &asked.candidate);
                Some(Expr::compare(Compare::Eq, self.local_expr(it, span), right, span))
            }
            (_, None) => {
                self.coerce(found, &Type::Bool);
                None
            }
        }
    }

    /// A value that counts only where a condition holds: all candidates are alike where it does not.
    fn only_when(&mut self, when: Option<Expr>, value: Expr, span: Span) -> Option<Expr> {
        let Some(when) = when else { return Some(value) };
        let (kind, ty) = match &value.ty {
            Type::Error => return None,
            Type::Ratio => (ExprKind::Fraction(0, 1), Type::Ratio),
            Type::Int { .. } => (ExprKind::Cell(0), INT),
            other => (ExprKind::Cell(0), other.clone()),
        };
        let zero = Expr { kind, ty: ty.clone(), span };
        Some(Expr::either(when, value, zero, ty, span))
    }
}

fn ranked_if(when: Expr, rank: i64, span: Span) -> PreferDef {
    let value = |cell| Box::new(super::exprs::cell(cell, INT, span));
    let kind = ExprKind::If { when: Box::new(when), then: value(rank), other: value(0) };
    PreferDef::Ranked(vec![(true, Expr { kind, ty: INT, span })])
}

/// Locals that an action's advice sees: all before its own names.
fn shared_locals(locals: &[Local]) -> Vec<Local> {
    locals.iter().take_while(|local| local.role != LocalRole::Let).cloned().collect()
}

/// The choice of a name in statements, however deep.
fn find_choice(body: &ChoosingBody, wanted: &str) -> Option<Asked> {
    let mut found: Option<Asked> = None;
    each_choice(&body.stmts, &mut |name, question| {
        if name == wanted {
            let asked = asked(question, &body.locals);
            match &mut found {
                Some(found) => found.sees.retain(|local| asked.sees.contains(local)),
                None => found = Some(asked),
            }
        }
    });
    found
}

fn choice_names<'s>(stmts: impl IntoIterator<Item = &'s Stmt>) -> Vec<String> {
    let mut names = Vec::new();
    for stmt in stmts {
        each_choice(std::slice::from_ref(stmt), &mut |name, _| {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        });
    }
    names
}

/// What is asked.
#[derive(Clone, Copy)]
enum Question<'s> {
    /// By a name of its own.
    Choice(&'s Choice, &'s [LocalId]),
    /// As `reroll`, which dice are thrown again: a local for a face.
    Dice(LocalId, &'s [LocalId]),
}

fn each_choice(stmts: &[Stmt], tell: &mut dyn FnMut(&str, Question<'_>)) {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Choose { name, choice, sees, .. } => {
                tell(name, Question::Choice(choice, sees));
            }
            StmtKind::Reroll { face, by: Some(_), sees, .. } => {
                tell("reroll", Question::Dice(*face, sees));
            }
            StmtKind::If { then, other, .. } => {
                each_choice(then, tell);
                each_choice(other, tell);
            }
            StmtKind::Match { arms, .. } => {
                for (_, body) in arms {
                    each_choice(body, tell);
                }
            }
            StmtKind::ForEach { body, .. }
            | StmtKind::ForNext { body, .. }
            | StmtKind::Repeat { body, .. }
            | StmtKind::RepeatUntil { body, .. } => each_choice(body, tell),
            StmtKind::Try { body, other } => {
                each_choice(body, tell);
                each_choice(other, tell);
            }
            _ => {}
        }
    }
}

fn asked(question: Question<'_>, locals: &[Local]) -> Asked {
    let (choice, sees) = match question {
        Question::Choice(choice, sees) => (choice, sees.to_vec()),
        Question::Dice(face, sees) => {
            let face = locals.get(face.0 as usize).map_or(Type::Error, |local| local.ty.clone());
            return Asked { candidate: face, whether: false, sees: sees.to_vec() };
        }
    };
    let item = |ty: &Type| super::exprs::item_type(ty).unwrap_or(Type::Error);
    let (candidate, whether) = match choice {
        Choice::One { of, .. } | Choice::Some { of, .. } => (item(&of.of.ty), false),
        Choice::Order(of) => (item(&of.ty), false),
        Choice::Number { .. } | Choice::Split { .. } => (INT, false),
        Choice::Whether(_) => (Type::Bool, true),
        Choice::Place(_) => (Type::Space(SpaceType::Place), false),
    };
    Asked { candidate, whether, sees }
}
