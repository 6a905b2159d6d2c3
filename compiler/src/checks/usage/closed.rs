//! Closed doors: takes permissions that nobody has of himself, says which card or other declared thing no `allow` opens them for,
//! though others of its kind have one.

use crate::checks::clauses::owners::label;
use crate::typed::{
    AbilityUse, BearerDef, ClauseDef, ClauseOwner, ClauseVerb, EntryDef, ExprKind,
    PermissionClauseDef, PermissionDef, ReachDef, RoleRef, StmtKind, Type, Typed, each_expr,
    each_stmt,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, SourceMap, Span, codes};
use warwright_ir as ir;

/// So many of a kind with a way of their own make one without it look forgotten.
const OPENED: usize = 2;

/// What is closed to all is opened for each of a kind, where it is for some.
pub(crate) fn every_one_has_a_way(typed: &Typed, map: &SourceMap, sink: &mut Sink) {
    let known = Known { typed, map, held: in_play(typed), acting: acting(typed) };
    for (kind, def) in typed.kinds.iter() {
        let doors: Vec<Door> = typed
            .permissions
            .iter()
            .filter_map(|(id, door)| Door::of(&known, kind, (id, door)))
            .collect();
        if doors.iter().map(|door| door.opened.len()).sum::<usize>() < OPENED {
            continue;
        }
        let all = typed.entries.iter().filter(|(_, entry)| entry.kind == kind);
        for (id, entry) in all.filter(|(_, entry)| entry.base.is_none()) {
            // Of one that says nothing of what all others do it is told already; and who acts has a way of his own.
            let told = sink.iter().any(|it| it.primary.span == entry.span);
            let acts = |it: &AbilityUse| known.acting.contains(&it.ability);
            if told
                || entry.abilities.iter().any(acts)
                || doors.iter().any(|door| door.opened.contains(&id))
            {
                continue;
            }
            let names: Vec<String> =
                doors.iter().map(|door| format!("`{}`", door.permission)).collect();
            let Some(door) = doors.first() else { continue };
            let message =
                format!("nothing ever allows {} of \"{}\"", names.join(" or "), entry.name);
            sink.push(
                Diagnostic::new(codes::IDLE_CLAUSE, message, entry.span)
                    .label(format!("other things of kind `{}` have an `allow`", def.name))
                    .also(door.span, "closed to all of them here")
                    .help(door.help(&entry.name)),
            );
        }
    }
}

/// A permission that is closed to all of a kind, with whom of it some clause opens it for.
struct Door<'t> {
    permission: &'t str,
    /// The reason that is to be struck.
    reason: Option<&'t str>,
    /// The parameter that a thing of the kind fills.
    param: &'t str,
    /// Whether things of the kind bear clauses of their own.
    bears: bool,
    span: Span,
    opened: FxHashSet<ir::EntryId>,
}

impl<'t> Door<'t> {
    /// None where it is open, asks nothing of the kind, or a clause may open it for any of them.
    fn of(
        known: &Known<'t>,
        kind: ir::KindId,
        (id, def): (ir::PermissionId, &'t PermissionDef),
    ) -> Option<Self> {
        let typed = known.typed;
        let shut = def.requires.iter().find(|it| matches!(it.holds.kind, ExprKind::Cell(0)))?;
        let params = def.locals.first(def.params);
        let of_kind = |ty: &Type| match ty {
            Type::Member(of) => *of == kind,
            Type::Entity(of) => *of == kind && is_card(typed, kind),
            _ => false,
        };
        let at = params.iter().position(|local| of_kind(&local.ty))?;
        let local = params.get(at)?;
        let mut door = Self {
            permission: &def.name,
            reason: shut.label.as_deref(),
            param: &local.name,
            bears: matches!(local.ty, Type::Entity(_)),
            span: shut.span,
            opened: FxHashSet::default(),
        };
        for clause in typed.clauses.values() {
            let allows = matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Allow));
            if clause.owner == ClauseOwner::Permission(id) && allows {
                door.opened.extend(known.opened(kind, (at, clause))?);
            }
        }
        Some(door)
    }

    fn help(&self, name: &str) -> String {
        let over =
            self.reason.map_or_else(String::new, |reason| format!(" over {}", label(reason)));
        match self.bears {
            true => format!(
                "write when it may be: `allow {} as {}{over} when ..`",
                self.permission, self.param
            ),
            false => format!(
                "name it where others are: `allow {} as ..{over} when {} is \"{name}\"`",
                self.permission, self.param
            ),
        }
    }
}

/// What is known of a game.
struct Known<'t> {
    typed: &'t Typed,
    map: &'t SourceMap,
    /// The abilities that anything has in some battle, or gets in one.
    held: FxHashSet<ir::AbilityId>,
    /// Those that have an action.
    acting: FxHashSet<ir::AbilityId>,
}

impl Known<'_> {
    /// For whom a clause opens a permission; none where that may be anybody.
    fn opened(
        &self,
        kind: ir::KindId,
        (at, clause): (usize, &ClauseDef),
    ) -> Option<Vec<ir::EntryId>> {
        let of_kind = |is_it: &dyn Fn(&EntryDef) -> bool| -> Vec<ir::EntryId> {
            let all = self.typed.entries.iter().filter(|(_, it)| it.kind == kind && is_it(it));
            all.map(|(id, _)| id).collect()
        };
        if let BearerDef::Ability(ability) = clause.bearer {
            if let ReachDef::Role(RoleRef { param, field: None }) = clause.reach
                && usize::from(param) == at
            {
                return Some(of_kind(&|it| it.abilities.iter().any(|it| it.ability == ability)));
            }
            if !self.held.contains(&ability) {
                // What a test alone gives serves what stands with that test.
                let here = self.map.file_of(clause.span);
                return Some(of_kind(&|it| self.map.file_of(it.span) == here));
            }
        }
        let entries = self.typed.kinds.get(kind)?.entries.as_slice();
        let mut named = Vec::new();
        each_expr(clause.when.as_ref()?, &mut |expr| {
            if let (ExprKind::Cell(cell), Type::Member(of)) = (&expr.kind, &expr.ty)
                && *of == kind
            {
                named.extend(usize::try_from(*cell).ok().and_then(|at| entries.get(at)).copied());
            }
        });
        (!named.is_empty()).then_some(named)
    }
}

fn acting(typed: &Typed) -> FxHashSet<ir::AbilityId> {
    let bearers = typed.actions.values().filter_map(|action| match action.bearer {
        BearerDef::Ability(id) => Some(id),
        BearerDef::System | BearerDef::Scenario(_) => None,
    });
    bearers.collect()
}

fn is_card(typed: &Typed, kind: ir::KindId) -> bool {
    typed.kinds.get(kind).is_some_and(|it| it.base == ir::KindBase::Card)
}

/// The abilities that anything has in some battle, or gets in one.
fn in_play(typed: &Typed) -> FxHashSet<ir::AbilityId> {
    let owned = typed.entries.values().flat_map(|entry| &entry.abilities).map(|it| it.ability);
    let sides = typed.scenarios.values().flat_map(|scenario| &scenario.sides);
    let of_sides = sides.flat_map(|side| side.abilities.iter().copied());
    let lent = typed.clauses.values().filter_map(|clause| match (clause.owner, &clause.does) {
        (ClauseOwner::Possession(id), ClauseVerb::Lend(_)) => Some(id),
        _ => None,
    });
    let mut held: FxHashSet<ir::AbilityId> = owned.chain(of_sides).chain(lent).collect();
    for body in typed.battle_bodies() {
        each_stmt(body, &mut |stmt| {
            if let StmtKind::Grant { ability, .. } = stmt.kind {
                held.insert(ability);
            }
        });
    }
    held
}
