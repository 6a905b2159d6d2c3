//! The tables of one scenario: its layout, and of each rule the clauses, hooks and actions that can come into play in it.

use super::bearers::bearers;
use super::pruning::{Early, Narrowed, early, narrowed};
use super::{Field, Layout, Linked, filled};
use crate::code::Code;
use crate::space::cells::Grid;
use crate::space::plane::{Point, Region};
use std::collections::BTreeSet;
use std::sync::Arc;
use warwright_ir::{
    AbilityId, ActionId, Arena, Bearer, Board, BodyId, ClauseId, Env, Expr, ExprId, HookId, Id,
    KindBase, KindId, Param, PermissionId, Procedure, ProcedureId, QuantityId, Reach, ScenarioId,
    Slot, Ty, Value, WindowId, WindowPlace,
};

/// How something that a bearer brings finds its bearers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// It needs none.
    Always,
    /// The entity in a scalar slot, if it has the ability. Plain: nobody lends or denies it, it is had once and without arguments.
    Role { slot: u16, ability: AbilityId, plain: bool },
    /// The member of a closed kind in a scalar slot, if it owns the ability.
    Member { slot: u16, kind: KindId, ability: AbilityId },
    /// The members of a closed kind that own the ability, those that stand in the relation where there is one; only the first,
    /// unless each adds. They are always there.
    Members { ability: AbilityId, holds: Option<ExprId>, each_adds: bool },
    /// Whoever has the ability and stands in the relation; only the first, unless each adds.
    Related { ability: AbilityId, holds: ExprId, each_adds: bool },
    /// Whoever has the ability.
    Any { ability: AbilityId },
}

/// What clauses, hooks and actions have in common: whom they reach and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carrier {
    pub(crate) source: Source,
    /// The scalar slot of the bearer.
    pub(crate) self_slot: u16,
    pub(crate) when: Option<ExprId>,
}

/// A clause that can come into play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClauseLink {
    pub(crate) id: ClauseId,
    pub(crate) carrier: Carrier,
}

/// A quantity in a scenario.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuantityLink {
    /// Locals of its base and all its clauses.
    pub(crate) env: Env,
    pub(crate) clauses: Vec<ClauseLink>,
    /// Whether a clause goes over others.
    pub(crate) strikes: bool,
}

/// A permission in a scenario.
#[derive(Clone, Debug, Default)]
pub(crate) struct PermissionLink {
    /// Locals of its requirements and all its clauses.
    pub(crate) env: Env,
    pub(crate) clauses: Vec<ClauseLink>,
    /// Whether a clause may strike reasons.
    pub(crate) allows: bool,
    /// The action of which it is one: that it may be taken, its price and uses say as well.
    pub(crate) action: Option<ActionId>,
}

/// A hook or the like that can come into play.
#[derive(Clone, Debug)]
pub(crate) struct HookLink {
    pub(crate) carrier: Carrier,
    /// Locals of its condition and acts.
    pub(crate) env: Env,
}

/// An action in a scenario.
#[derive(Clone, Debug)]
pub(crate) struct ActionLink {
    pub(crate) carrier: Carrier,
    /// Locals of its expressions, permission and acts.
    pub(crate) env: Env,
    /// How many of its own parameters must be known before it can be said by whom it may be chosen.
    pub(crate) by_known: usize,
    /// The sets that its parameters are confined to.
    pub(crate) narrowed: Vec<Option<Narrowed>>,
    /// What can be asked early, by how many of its parameters are known.
    pub(crate) early: Vec<Vec<Early>>,
}

/// A procedure in a scenario.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProcedureLink {
    /// Locals of all its steps.
    pub(crate) env: Env,
    pub(crate) steps: Vec<StepLink>,
    pub(crate) before: Vec<HookId>,
    pub(crate) after: Vec<HookId>,
    /// The slots that hooks and actions on it get copies of: parameters and open variables.
    pub(crate) shared: Vec<Slot>,
}

/// A step in a scenario.
#[derive(Clone, Debug)]
pub(crate) struct StepLink {
    pub(crate) body: BodyId,
    pub(crate) called: bool,
    /// Whether it has nothing but a body and a condition.
    pub(crate) plain: bool,
    pub(crate) before: Vec<HookId>,
    pub(crate) instead: Vec<HookId>,
    pub(crate) after: Vec<HookId>,
    pub(crate) offers_before: Vec<ActionId>,
    pub(crate) offers_at: Vec<ActionId>,
    pub(crate) offers_after: Vec<ActionId>,
}

/// The tables of one scenario.
#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) layout: Layout,
    pub(crate) quantities: Arena<QuantityId, QuantityLink>,
    pub(crate) permissions: Arena<PermissionId, PermissionLink>,
    pub(crate) lends: Arena<AbilityId, Vec<ClauseLink>>,
    pub(crate) denies: Arena<AbilityId, Vec<ClauseLink>>,
    pub(crate) hooks: Arena<HookId, Option<HookLink>>,
    pub(crate) actions: Arena<ActionId, Option<ActionLink>>,
    pub(crate) windows: Arena<WindowId, Vec<ActionId>>,
    pub(crate) procedures: Arena<ProcedureId, ProcedureLink>,
    /// Who can have each ability, where that is settled.
    pub(crate) bearers: Arena<AbilityId, Option<Vec<i64>>>,
    pub(crate) rulings: Vec<Value>,
    /// The size of the board, from west to east and from south to north.
    pub(crate) board: Option<(i64, i64)>,
    /// All of the board, as a region.
    pub(crate) whole_board: Option<Arc<Region>>,
    /// The cells of the board, where it has some.
    pub(crate) cells: Option<Field>,
    /// What expressions and rules become before they are run.
    pub(crate) code: Code,
}

impl Setting {
    pub(super) fn new(linked: &Linked, scenario: ScenarioId) -> Self {
        let program = &linked.program;
        let chooser = Chooser { linked, scenario, possible: possible(linked, scenario) };
        let board = program.scenarios.get(scenario).and_then(|scenario| scenario.board.as_ref());
        let layout = Layout::new(linked, scenario);
        let first = layout.first_cell;
        let cells =
            board.and_then(Board::cells).map(|cells| Field { grid: Grid::new(cells), first });
        let mut setting = Self {
            bearers: bearers(linked, scenario, &layout),
            layout,
            quantities: Arena::new(),
            permissions: Arena::new(),
            lends: Arena::new(),
            denies: Arena::new(),
            hooks: Arena::new(),
            actions: Arena::new(),
            windows: Arena::new(),
            procedures: filled(program.procedures.len(), ProcedureLink::default),
            rulings: program.rulings.iter().map(|ruling| ruling.value.clone()).collect(),
            board: board.and_then(Board::plane),
            whole_board: board.and_then(Board::plane).and_then(|(width, depth)| {
                let corner = |x: i64, y: i64| Point::new(x * width, y * depth);
                let corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                Region::polygon(&corners).ok().map(Arc::new)
            }),
            cells,
            code: if linked.optimisations.code {
                Code::new(&linked.program, linked.optimisations.acts)
            } else {
                Code::default()
            },
        };
        for (position, value) in program.scenarios.get(scenario).iter().flat_map(|s| &s.rulings) {
            if let Some(ruling) = setting.rulings.get_mut(usize::from(*position)) {
                *ruling = Value::Scalar(*value);
            }
        }
        for quantity in program.quantities.values() {
            let (clauses, env) = chooser.clauses(&quantity.clauses, &quantity.params, quantity.env);
            let strikes = clauses.iter().any(|clause| {
                program.clauses.get(clause.id).is_some_and(|clause| !clause.strikes.is_empty())
            });
            setting.quantities.push(QuantityLink { env, clauses, strikes });
        }
        for permission in program.permissions.values() {
            let (clauses, env) =
                chooser.clauses(&permission.clauses, &permission.params, permission.env);
            let allows = clauses.iter().any(|clause| {
                let clause = program.clauses.get(clause.id);
                let allow = |c: &warwright_ir::Clause| {
                    matches!(c.permission, Some(warwright_ir::PermissionClause::Allow { .. }))
                        || !c.strikes.is_empty()
                };
                clause.is_some_and(allow)
            });
            setting.permissions.push(PermissionLink { env, clauses, allows, action: None });
        }
        for ability in program.abilities.values() {
            let subject =
                [Param { name: ability.name, ty: Ty::Entity(ability.kind), slot: Slot::Scalar(0) }];
            let lends: Vec<ClauseId> = ability.lends.iter().map(|lend| lend.id).collect();
            let denies: Vec<ClauseId> = ability.denies.iter().map(|deny| deny.id).collect();
            let nothing = Env::default();
            setting.lends.push(chooser.clauses(&lends, &subject, nothing).0);
            setting.denies.push(chooser.clauses(&denies, &subject, nothing).0);
        }
        chooser.link_hooks(&mut setting);
        chooser.link_actions(&mut setting);
        chooser.link_procedures(&mut setting);
        setting
    }
}

impl Setting {
    /// Whether nothing of a kind is there at the start, and rules make none.
    pub(crate) fn is_absent(&self, linked: &Linked, kind: KindId) -> bool {
        let class = |kind: KindId| linked.kinds.get(kind).map(|link| link.class);
        let there = class(kind).is_none_or(|class| !self.layout.heads.of_class(class).is_empty());
        !there && !linked.made.iter().any(|made| class(*made) == class(kind))
    }
}

/// Says what can come into play in a scenario.
struct Chooser<'a> {
    linked: &'a Linked,
    scenario: ScenarioId,
    possible: BTreeSet<AbilityId>,
}

impl Chooser<'_> {
    /// Whether the clauses of a scenario count here: it is the one that is played, or that one follows its rules.
    fn has_rules_of(&self, id: ScenarioId) -> bool {
        let scenarios = &self.linked.program.scenarios;
        id == self.scenario
            || scenarios.get(self.scenario).is_some_and(|played| played.rules_of == Some(id))
    }

    /// Where the bearers of something are found; nothing where it cannot come into play.
    fn source(&self, bearer: Bearer, reach: &Reach, params: &[Param]) -> Option<Source> {
        let ability = match bearer {
            Bearer::System => return Some(Source::Always),
            Bearer::Scenario(id) => return self.has_rules_of(id).then_some(Source::Always),
            Bearer::Ability(ability) => ability,
        };
        if !self.possible.contains(&ability) {
            return None;
        }
        let program = &self.linked.program;
        let kind = program.abilities.get(ability).and_then(|it| program.kinds.get(it.kind));
        let closed = kind.is_some_and(|kind| kind.closed);
        match reach {
            Reach::All | Reach::Any if closed => {
                Some(Source::Members { ability, holds: None, each_adds: true })
            }
            Reach::Related { holds, each_adds, .. } if closed => {
                Some(Source::Members { ability, holds: Some(*holds), each_adds: *each_adds })
            }
            Reach::All => Some(Source::Any { ability }),
            Reach::Role(role) => {
                let param = params.get(usize::from(*role))?;
                let Slot::Scalar(slot) = param.slot else { return None };
                match param.ty {
                    Ty::Member(kind) => Some(Source::Member { slot, kind, ability }),
                    _ => Some(Source::Role { slot, ability, plain: self.is_plain(ability) }),
                }
            }
            Reach::Related { holds, each_adds, .. } => {
                Some(Source::Related { ability, holds: *holds, each_adds: *each_adds })
            }
            Reach::Any => Some(Source::Any { ability }),
        }
    }

    /// Whether the possession bit of an ability says all.
    fn is_plain(&self, ability: AbilityId) -> bool {
        self.linked.program.abilities.get(ability).is_some_and(|ability| {
            ability.lends.is_empty()
                && ability.denies.is_empty()
                && ability.params.is_empty()
                && !ability.stacks
        })
    }

    fn clauses(&self, ids: &[ClauseId], params: &[Param], env: Env) -> (Vec<ClauseLink>, Env) {
        let mut env = env;
        let mut links = Vec::new();
        for id in ids {
            let Some(clause) = self.linked.program.clauses.get(*id) else { continue };
            let Some(source) = self.source(clause.bearer, &clause.reach, params) else { continue };
            env = larger(env, clause.env);
            let carrier = Carrier { source, self_slot: clause.self_slot, when: clause.when };
            links.push(ClauseLink { id: *id, carrier });
        }
        (links, env)
    }

    fn body_env(&self, body: BodyId) -> Env {
        self.linked.program.bodies.get(body).map(|body| body.env).unwrap_or_default()
    }

    fn link_hooks(&self, setting: &mut Setting) {
        let program = &self.linked.program;
        for hook in program.hooks.values() {
            let params: &[Param] =
                program.procedures.get(hook.procedure).map_or(&[], |p| p.params.as_slice());
            let link = self.source(hook.bearer, &hook.reach, params).map(|source| HookLink {
                carrier: Carrier { source, self_slot: hook.self_slot, when: hook.when },
                env: self.body_env(hook.body),
            });
            setting.hooks.push(link);
        }
    }

    fn link_actions(&self, setting: &mut Setting) {
        let program = &self.linked.program;
        for (id, action) in program.actions.iter() {
            // Whoever asks whether it may be taken asks for its price too.
            if let Some(link) = setting.permissions.get_mut(action.permission) {
                link.env = larger(link.env, action.env);
                link.action = Some(id);
            }
            let params: &[Param] = match action.place {
                WindowPlace::Named(_) => &[],
                WindowPlace::Step { procedure, .. } => {
                    program.procedures.get(procedure).map_or(&[], |p| p.params.as_slice())
                }
            };
            // In a window with a name an ability's action is offered to all its bearers.
            let reach = match action.place {
                WindowPlace::Named(_) => &Reach::Any,
                WindowPlace::Step { .. } => &action.reach,
            };
            let link = self.source(action.bearer, reach, params).map(|source| {
                let permission = setting.permissions.get(action.permission);
                // Where clauses go over requirements, nothing is settled before all is asked.
                let asked = program.permissions.get(action.permission);
                let asked = asked.filter(|_| permission.is_some_and(|link| !link.allows));
                let own: Vec<Slot> = action.params.iter().map(|p| p.param.slot).collect();
                ActionLink {
                    carrier: Carrier { source, self_slot: action.self_slot, when: action.when },
                    env: larger(
                        larger(action.env, self.body_env(action.body)),
                        permission.map(|p| p.env).unwrap_or_default(),
                    ),
                    by_known: known(program, action.by, &own),
                    narrowed: asked.map(|it| narrowed(program, action, it)).unwrap_or_default(),
                    early: asked.map(|it| early(program, setting, action, it)).unwrap_or_default(),
                }
            });
            setting.actions.push(link);
        }
        for window in program.windows.values() {
            setting.windows.push(present(&setting.actions, &window.actions));
        }
    }

    fn link_procedures(&self, setting: &mut Setting) {
        let ids: Vec<ProcedureId> = self.linked.program.procedures.ids().collect();
        for id in ids {
            let Some(procedure) = self.linked.program.procedures.get(id) else { continue };
            let link = self.link_procedure(setting, procedure);
            if let Some(slot) = setting.procedures.get_mut(id) {
                *slot = link;
            }
        }
    }

    fn link_procedure(&self, setting: &Setting, procedure: &Procedure) -> ProcedureLink {
        let mut env = procedure.env;
        let mut steps = Vec::new();
        for step in &procedure.steps {
            env = larger(env, self.body_env(step.body));
            let mut link = StepLink {
                body: step.body,
                called: step.called,
                plain: false,
                before: present(&setting.hooks, &step.before),
                instead: present(&setting.hooks, &step.instead),
                after: present(&setting.hooks, &step.after),
                offers_before: present(&setting.actions, &step.offers_before),
                offers_at: present(&setting.actions, &step.offers_at),
                offers_after: present(&setting.actions, &step.offers_after),
            };
            link.plain = self.linked.optimisations.skipping
                && link.before.is_empty()
                && link.instead.is_empty()
                && link.after.is_empty()
                && link.offers_before.is_empty()
                && link.offers_at.is_empty()
                && link.offers_after.is_empty()
                && step.moments.is_empty()
                && step.heading.is_none();
            steps.push(link);
        }
        ProcedureLink {
            env,
            steps,
            before: present(&setting.hooks, &procedure.before),
            after: present(&setting.hooks, &procedure.after),
            shared: procedure
                .params
                .iter()
                .map(|param| param.slot)
                .chain(procedure.open.iter().copied())
                .collect(),
        }
    }
}

/// Those of `ids` that are in play.
fn present<I: Id, T>(all: &Arena<I, Option<T>>, ids: &[I]) -> Vec<I> {
    ids.iter().copied().filter(|id| all.get(*id).is_some_and(Option::is_some)).collect()
}

/// How many of the `own` slots, from the left, must be known before an expression can be asked; all, where it is not simple.
fn known(program: &warwright_ir::Program, expr: ExprId, own: &[Slot]) -> usize {
    match program.exprs.get(expr) {
        Some(Expr::Local(slot)) => {
            own.iter().position(|other| other == slot).map_or(0, |position| position + 1)
        }
        Some(Expr::OwnerOf(of) | Expr::Field { of, .. }) => known(program, *of, own),
        Some(Expr::Const(_) | Expr::Only(_)) => 0,
        Some(_) | None => own.len(),
    }
}

/// The abilities that anything can have in a scenario.
fn possible(linked: &Linked, scenario: ScenarioId) -> BTreeSet<AbilityId> {
    let program = &linked.program;
    let mut possible = linked.given.clone();
    let pieces: BTreeSet<_> = program
        .scenarios
        .get(scenario)
        .iter()
        .flat_map(|setup| setup.sides.iter().flat_map(|side| &side.pieces).chain(&setup.ground))
        .map(|piece| piece.entry)
        .chain(program.cell_entry)
        .collect();
    for (id, entry) in program.entries.iter() {
        let piece_kind = program.kinds.get(entry.kind).is_some_and(|kind| {
            !kind.closed && matches!(kind.base, KindBase::Piece | KindBase::Area)
        });
        if !piece_kind || linked.changes_form || pieces.contains(&id) {
            possible.extend(entry.abilities.iter().map(|own| own.ability));
        }
    }
    for side in program.scenarios.get(scenario).iter().flat_map(|setup| &setup.sides) {
        possible.extend(side.abilities.iter().copied());
    }
    possible
}

/// The larger of two needs, by each measure.
fn larger(left: Env, right: Env) -> Env {
    Env { scalars: left.scalars.max(right.scalars), wides: left.wides.max(right.wides) }
}
