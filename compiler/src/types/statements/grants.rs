//! Possession: `grant`, and `remove`, which also takes things out of play.

use super::super::checker::{Checker, bare};
use super::super::exprs::item_type;
use super::super::moments::MomentUse;
use super::{BodyOf, problems};
use crate::typed::{Expr, LocalId, LocalRole, MomentDef, Stmt, StmtKind, Type, UntilDef};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl Checker<'_> {
    /// `grant S(..), T to u until M`; to a set: to each of it.
    pub(super) fn grant_stmt(
        &mut self,
        (abilities, to, until): (&[tree::Expr], &tree::Expr, Option<&tree::Moment>),
        span: Span,
    ) {
        let (target, whole) = self.whom(to);
        let Type::Entity(_) = target.ty else {
            if target.ty != Type::Error {
                let words = self.with_article(&target.ty);
                self.report(problems::grant_to_what(&words, to.span));
            }
            return;
        };
        let until = match until {
            Some(moment) => self.until(moment, &target),
            None => Some(UntilDef::Removed),
        };
        let mut grants = Vec::with_capacity(abilities.len());
        for ability in abilities {
            let Some((name, _)) = self.ability_call(ability) else { continue };
            let Some((id, args)) = self.ability_with(ability) else { continue };
            if !self.may_bear(true, &target, id, &name) {
                continue;
            }
            let Some(until) = until.clone() else { continue };
            let kind = StmtKind::Grant { ability: id, args, to: Box::new(target.clone()), until };
            grants.push(Stmt { kind, span });
        }
        self.scope.forget(None);
        self.act_on(whole, grants, span);
    }
    /// Of whom something is said: one thing, or each of a set in turn.
    fn whom(&mut self, written: &tree::Expr) -> (Expr, Option<(LocalId, Expr)>) {
        let found = self.infer(written, None);
        match item_type(&found.ty) {
            Some(item) if found.ty != Type::Error => {
                let local = self.scope.hidden("", item, written.span);
                (self.local_expr(local, written.span), Some((local, found)))
            }
            _ => (self.there(found), None),
        }
    }
    /// Adds statements on one thing, or on each of a set.
    fn act_on(&mut self, whole: Option<(LocalId, Expr)>, body: Vec<Stmt>, span: Span) {
        match whole {
            Some((item, of)) => {
                self.act(StmtKind::ForEach { item, of, when: None, ordered_by: None, body }, span);
            }
            None => self.acting.stmts.extend(body),
        }
    }

    /// The value where it may be none: reported, for what acts on it wants it there.
    pub(super) fn there(&mut self, found: Expr) -> Expr {
        let wanted = bare(&found.ty).clone();
        self.coerce(found, &wanted)
    }

    pub(crate) fn until(&mut self, moment: &tree::Moment, target: &Expr) -> Option<UntilDef> {
        let MomentUse { moment: id, edge, next, whose, role } = self.moment(moment)?;
        let Some(id) = id else {
            // Until the end of the battle: as long as there is anything.
            return Some(UntilDef::Removed);
        };
        let Some(edge) = edge else {
            return self.refuse(problems::until_wants_edge(moment.span));
        };
        if let Some(role) = role {
            if !self.fills_role(id, role, &target.ty) {
                let kind = self.with_article(&target.ty);
                self.report(problems::role_of_no_such(&moment.path.dotted(), &kind, moment.span));
                return None;
            }
            let id = self.moment_of_role(id, role);
            return Some(UntilDef::Moment {
                moment: id,
                edge,
                next,
                whose: Some(Box::new(target.clone())),
                others: false,
                each: false,
            });
        }
        if next && whose.is_none() && self.has_role_for(id, &target.ty) {
            return self.refuse(problems::whose_next(&moment.path.dotted(), moment.span));
        }
        let kind = whose.as_ref().map(|whose| &whose.kind);
        let others = matches!(kind, Some(tree::WhoseKind::Foes));
        let each = matches!(kind, Some(tree::WhoseKind::Each));
        let player = match kind {
            None | Some(tree::WhoseKind::Each) => None,
            Some(tree::WhoseKind::My | tree::WhoseKind::Foes) => Some(self.me(whose.as_ref()?)?),
            Some(tree::WhoseKind::Of(expr)) => {
                let player = Type::Entity(self.facts.player?);
                Some(self.expr(expr, Some(&player)))
            }
        };
        let whose = player.map(Box::new);
        Some(UntilDef::Moment { moment: id, edge, next, whose, others, each })
    }

    /// Whether a thing of a type may be what the runs of a moment have in a role.
    fn fills_role(&self, moment: ir::MomentId, role: u16, ty: &Type) -> bool {
        let def = self.typed.moments.get(moment);
        let def = def.and_then(|def| self.typed.procedures.get(def.procedure));
        let param = def.and_then(|def| def.locals.all.get(usize::from(role)));
        param.is_some_and(|param| bare(&param.ty) == bare(ty))
    }

    /// Whether the runs of a moment are of things like this one.
    fn has_role_for(&self, moment: ir::MomentId, ty: &Type) -> bool {
        let def = self.typed.moments.get(moment);
        let def = def.and_then(|def| self.typed.procedures.get(def.procedure));
        def.is_some_and(|def| {
            def.locals
                .all
                .iter()
                .take(usize::from(def.params))
                .any(|param| bare(&param.ty) == bare(ty))
        })
    }

    /// The moment whose runs are told apart by another parameter than the player.
    fn moment_of_role(&mut self, id: ir::MomentId, role: u16) -> ir::MomentId {
        let Some(base) = self.typed.moments.get(id) else { return id };
        let wanted = MomentDef { player: Some(role), ..base.clone() };
        let known = self.typed.moments.values().position(|moment| *moment == wanted);
        let at = known.unwrap_or_else(|| {
            self.typed.moments.push(wanted);
            self.typed.moments.len() - 1
        });
        ir::MomentId(u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// The player that `my` means: of `self`, else whoever acts, else the only player among the parameters.
    pub fn me(&mut self, whose: &tree::Whose) -> Option<Expr> {
        if let Some(bearer) = self.self_expr(whose.span) {
            return self.player_of(bearer);
        }
        if let Some(granter) = &self.acting.granter {
            return Some(granter.clone());
        }
        let player = Type::Entity(self.facts.player?);
        let mut players = self
            .scope
            .locals()
            .iter()
            .zip(0u32..)
            .filter(|(local, _)| {
                local.ty == player
                    && matches!(local.role, LocalRole::Param | LocalRole::ActionParam)
            })
            .map(|(_, at)| LocalId(at));
        match (players.next(), players.next()) {
            (Some(only), None) => Some(self.local_expr(only, whose.span)),
            _ => self.refuse(problems::whose_is_it(whose.span)),
        }
    }

    /// Things of a kind may leave by certain procedures alone.
    fn may_remove(&mut self, kind: ir::KindId, span: Span) {
        let Some(def) = self.typed.kinds.get(kind) else { return };
        let allowed = def.leaves_by.is_empty()
            || self.acting.of == BodyOf::Setup
            || self.acting.procedure().is_some_and(|own| def.leaves_by.contains(&own));
        if allowed {
            return;
        }
        let all = def.leaves_by.iter().filter_map(|by| self.typed.procedures.get(*by));
        let names: Vec<&str> = all.map(|by| by.name.as_str()).collect();
        let problem = problems::leaves_only_by(&def.name, &names, def.span, span);
        self.report(problem);
    }

    /// `remove S from u`, `remove all S from u`, `remove u from play`, `remove g`.
    pub(super) fn remove_stmt(
        &mut self,
        (all, what): (Option<Span>, &tree::Expr),
        from: Option<&tree::Expr>,
        span: Span,
    ) {
        let from = from.filter(
            |from| !matches!(&from.kind, tree::ExprKind::Name(name) if &*name.text == "play"),
        );
        self.scope.forget(None);
        let Some(from) = from else {
            if let Some(name) = what.as_name().filter(|name| self.scope.peek(&name.text).is_none())
                && self.vocabulary.abilities.contains_key(&*name.text)
            {
                let name = crate::types::spelled(&name.text, false);
                return Diagnostic::at(codes::WRONG_SORT, what.span)
                    .says("nothing says who loses it")
                    .label("an ability or status")
                    .help(format!("write from whom: `remove {name} from u`"))
                    .emit(self.sink);
            }
            let found = self.infer(what, None);
            let found = self.there(found);
            match found.ty {
                Type::Entity(kind) => {
                    self.may_remove(kind, span);
                    self.act(StmtKind::Leave(found), span);
                }
                Type::Error => {}
                _ => {
                    let words = self.with_article(&found.ty);
                    self.report(problems::remove_what(&words, what.span));
                }
            }
            return;
        };
        let Some((name, args)) = self.ability_call(what) else { return };
        let Some(ability) = self.find_ability(&name) else { return };
        if !args.is_empty() {
            self.report(problems::remove_takes_name(what.span));
        }
        let (target, whole) = self.whom(from);
        if !self.may_bear(true, &target, ability, &name) {
            return;
        }
        let stacks = self.typed.abilities.get(ability).is_some_and(|def| def.stacks);
        if let Some(all) = all.filter(|_| !stacks) {
            self.report(problems::held_once(&name.text, all));
        }
        let all = all.is_some() || !stacks;
        let stmt = Stmt { kind: StmtKind::Remove { ability, from: target, all }, span };
        self.act_on(whole, vec![stmt], span);
    }
}
