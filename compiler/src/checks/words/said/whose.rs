//! Whose: takes texts that speak of friends or of enemies alone, finds rules beside them that ask for the others.

use super::beside::{Said, the_one};
use super::patterns::fits;
use super::phrases::Phrase;
use super::{asks_whose, differs, drifted};
use crate::checks::battles::limits::each_expr_reached;
use crate::checks::clauses::owners::Rule;
use crate::checks::runs::cycles::asked;
use crate::typed::{
    BearerDef, Choice, ClauseDef, ClauseVerb, Compare, Expr, ExprKind, HookDef, KindDef, Local,
    LocalId, LocalRole, ReachDef, StmtKind, Type, each_local, each_stmt,
};
use warwright_grammar::{Diagnostic, Span};

/// What a rule asks of whose something is.
struct Asked {
    of_friends: bool,
    span: Span,
    /// Whether it may be what the text speaks of: that it is the same one, `played is self`, and what rules of others ask within,
    /// is not.
    is_meant: bool,
}

impl<'t> Said<'t> {
    /// `an enemy`, and all that is asked of anybody here is that he is a friend; or the other way round.
    pub(super) fn of_whom(&self) -> Option<Diagnostic> {
        if self.typed.scenarios.values().any(|it| self.one.bearer.contains(it.span)) {
            return None;
        }
        if let Some(said) = self.phrase("whichever|whatever|either|both side|sides")
            && let Some(asked) = self.whose().into_iter().find(|it| it.is_meant)
            && !self.acts()
        {
            let whom = if asked.of_friends { "friends" } else { "foes" };
            let message = format!("the text speaks of either side, and the rule asks for {whom}");
            return Some(differs(message, said.span(), asked.span, "asked here"));
        }
        let (said, of_friends) = match (
            self.phrase("FRIENDS|own|your|yours !turn|turns"),
            self.phrase("FOES s.. !turn|turns, other|opposing side"),
        ) {
            (Some(said), None) => (said, true),
            (None, Some(said)) => (said, false),
            _ => return None,
        };
        // `not a friend`: what stands just before it turns it round.
        let mut before = said.before().iter().rev().take(3);
        if before.any(|(word, _)| fits("NO|without", word)) {
            return None;
        }
        // What is forbidden of foes is left to friends.
        if self.rules.forbids_alone(self.one.bearer) {
            return None;
        }
        // `weary enemies are struck once more`: what is asked of a role that is called so.
        let of_the_other = |clause: &ClauseDef| {
            let mut is_asked = false;
            clause.when.iter().for_each(|when| {
                each_local(when, &mut |local| {
                    let is_foe = |it: &Local| it.role == LocalRole::Param && fits("FOES", &it.name);
                    is_asked |= clause.locals.get(local).is_some_and(is_foe);
                });
            });
            is_asked
        };
        if !of_friends && self.clauses().any(of_the_other) {
            return None;
        }
        let asked = self.whose();
        let wrong = asked.iter().find(|it| it.is_meant)?;
        if asked.iter().any(|it| it.of_friends == of_friends) {
            return None;
        }
        let (word, whom) = if of_friends { ("friends", "foes") } else { ("enemies", "friends") };
        let message = format!("the text speaks of {word}, and the rule asks for {whom}");
        let found = drifted(message, said.span()).also(wrong.span, "asked here");
        Some(found.help("turn the condition round, or correct the text"))
    }

    /// `you have one more`, and everybody has.
    pub(super) fn of_its_owner(&self) -> Option<Diagnostic> {
        let said = self.phrase("you|your|yours, FRIENDS")?;
        if self.says("FOES|every*|all|each|both|any|anybody|whoever") || self.acts() {
            return None;
        }
        let of_all = |clause: &ClauseDef| {
            let mut is_asked = false;
            clause.each_expr(&mut |root| {
                each_local(root, &mut |local| {
                    let def = clause.locals.get(local);
                    is_asked |= def.is_some_and(|it| it.role == LocalRole::Bearer);
                });
            });
            matches!((&clause.reach, clause.bearer), (ReachDef::Any, BearerDef::Ability(_)))
                && !is_asked
        };
        let first = self.clauses().next()?;
        (self.clauses().all(of_all) && !asks_whose(self.typed, self.rules())).then(|| {
            drifted("the text says you, and this reaches everybody", said.span())
                .also(first.span, "holds for all players")
                .help("say for whom: `when PLAYER is self.player`")
        })
    }

    /// `one of your foes`, and the action takes anybody.
    pub(super) fn foes_of_an_action(&self) -> Option<Diagnostic> {
        let said = self.opening("SMALL|one|of|an.. FOES")?;
        let others = "FRIENDS unit|units, friend*|every*|all|anybody|both";
        if self.says(others) { None } else { self.side_of_an_action(&said) }
    }

    /// `heals a friend`, and the action takes anybody.
    pub(super) fn side_of_an_action(&self, said: &Phrase<'_>) -> Option<Diagnostic> {
        let action = the_one(self.actions())?;
        let bearer = action.locals.all.iter().find(|it| it.role == LocalRole::Bearer)?;
        let of_player = |ty: &Type| matches!(ty, Type::Entity(kind) if self.typed.kinds.get(*kind).is_some_and(KindDef::has_owner));
        let chosen = |it: &&Local| {
            it.role == LocalRole::ActionParam
                && (it.ty == bearer.ty || !of_player(&bearer.ty) && of_player(&it.ty))
        };
        let chosen = the_one(action.locals.all.iter().filter(chosen))?;
        let def = self.typed.permissions.get(action.permission)?;
        let asks = def.requires.iter().map(|require| &require.holds);
        let (says, takes, relation) = match said.has("FOES") {
            true => ("enemies", "friends", "foe_of"),
            false => ("friends", "enemies", "friend_of"),
        };
        (!asks_whose(self.typed, asks)).then(|| {
            drifted(format!("the text says {says}, and the action takes {takes} too"), said.span())
                .also(chosen.span, "anybody")
                .help(format!(
                    "`require {} {relation} self`, or another relation that says whose it is",
                    chosen.name
                ))
        })
    }

    /// All that the rules beside the text ask of whose something is.
    fn whose(&self) -> Vec<Asked> {
        let mut found = Vec::new();
        for side in self.sides() {
            side.when.into_iter().for_each(|when| self.note(when, &mut found));
            side.reach.each_expr(&mut |root| self.note(root, &mut found));
        }
        for clause in self.clauses() {
            if let ClauseVerb::Modify { amount, .. } = &clause.does {
                self.note(amount, &mut found);
            }
        }
        for action in self.actions() {
            let def = self.typed.permissions.get(action.permission);
            let requires = def.into_iter().flat_map(|def| &def.requires);
            requires.for_each(|require| self.note(&require.holds, &mut found));
        }
        for stmt in self.stmts() {
            match &stmt.kind {
                StmtKind::ForEach { of, when, .. } => {
                    self.note(of, &mut found);
                    when.iter().for_each(|when| self.note(when, &mut found));
                }
                StmtKind::Choose { choice, .. } => {
                    if let Choice::One { of, .. } | Choice::Some { of, .. } = &**choice {
                        self.note(&of.of, &mut found);
                        of.when.iter().for_each(|when| self.note(when, &mut found));
                    }
                }
                _ => {}
            }
        }
        self.hooks().for_each(|hook| self.note_hosts(hook, &mut found));
        found
    }

    /// What an expression asks, in what it goes through too, and in what it asks by name.
    fn note(&self, root: &'t Expr, found: &mut Vec<Asked>) {
        if let ExprKind::And(one, other) = &root.kind {
            self.note(one, found);
            self.note(other, found);
            return;
        }
        let mut note = |of: &Expr, is_meant: bool| {
            let all = self.facts.sides().said_of_things(self.typed, of, true);
            let span = root.span;
            found.extend(all.into_iter().map(|of_friends| Asked { of_friends, span, is_meant }));
        };
        if root.ty == Type::Bool {
            note(root, !matches!(root.kind, ExprKind::Compare { how: Compare::Eq, .. }));
        }
        let named = |expr: &Expr| asked(expr).filter(|rule| matches!(rule, Rule::Function(_)));
        each_expr_reached(self.typed, [root], named, &mut |part| match &part.kind {
            ExprKind::Filter { when, .. } | ExprKind::Quantified { when: Some(when), .. } => {
                let is_near = self.map.file_of(when.span) == self.map.file_of(self.one.text);
                note(when, is_near && the_one(self.rules.spans(self.one.bearer)).is_some());
            }
            _ => {}
        });
    }

    /// Whom a hook that is about its bearer goes through: those of the one player whose step it is.
    fn note_hosts(&self, hook: &'t HookDef, found: &mut Vec<Asked>) {
        let local = |of: &Expr, role: LocalRole| match of.kind {
            ExprKind::Local(id) => hook.locals.get(id).is_some_and(|local| local.role == role),
            _ => false,
        };
        let is_about_bearer = hook.when.as_ref().is_some_and(|when| match &when.kind {
            ExprKind::Compare { how: Compare::Eq, left, right } => {
                local(left, LocalRole::Param) && local(right, LocalRole::Bearer)
            }
            _ => false,
        });
        let of_step = (0..).map(LocalId).zip(&hook.locals.all);
        let of_step = of_step.filter(|(_, local)| local.role == LocalRole::Param);
        let players = of_step.filter(|(_, local)| self.typed.is_player(&local.ty));
        let Some((player, _)) = the_one(players).filter(|_| is_about_bearer) else { return };
        each_stmt(&hook.body, &mut |stmt| {
            let StmtKind::ForEach { of, .. } = &stmt.kind else { return };
            let own = self.facts.sides().are_of_player(self.typed, of, player);
            let of_it = own.map(|of_friends| Asked { of_friends, span: of.span, is_meant: true });
            found.extend(of_it);
        });
    }
}
