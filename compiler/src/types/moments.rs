//! Moments: from `end of my next turn` to an interned moment with its edge and whose run is meant.

use super::checker::Checker;
use crate::typed::{Expr, ExprKind, MomentDef, ProcedureDef, Type};
use warwright_grammar::{Diagnostic, codes, tree};
use warwright_ir as ir;

/// A moment as used.
#[derive(Clone, Debug)]
pub struct MomentUse {
    /// The procedure or step whose runs are meant; none: the battle as a whole.
    pub moment: Option<ir::MomentId>,
    /// `start of` or `end of`, where written.
    pub edge: Option<ir::Edge>,
    /// `next`.
    pub next: bool,
    /// Whose runs: `my` is the player of `self` (in a scope without `self`, the granter's, is left to the caller: none).
    pub whose: Option<tree::Whose>,
    /// `as ROLE`: the parameter of the procedure that the bearer fills.
    pub role: Option<u16>,
}

impl Checker<'_> {
    /// The moment that is meant, or a diagnostic. It is interned: one id for each procedure and step.
    pub fn moment(&mut self, moment: &tree::Moment) -> Option<MomentUse> {
        let used = self.moment_of_any(moment)?;
        if let Some(id) = used.moment {
            self.check_whose_run(moment, id)?;
        }
        Some(used)
    }

    /// The moment that is meant where any run of it counts, whosever it is.
    pub fn moment_of_any(&mut self, moment: &tree::Moment) -> Option<MomentUse> {
        let edge = moment.edge.map(|edge| match edge {
            tree::MomentEdge::Start => ir::Edge::Start,
            tree::MomentEdge::End => ir::Edge::End,
        });
        let used = |id: Option<ir::MomentId>, role: Option<u16>| MomentUse {
            moment: id,
            edge,
            next: moment.next,
            whose: moment.whose.clone(),
            role,
        };
        let first = moment.path.first()?;
        if &*first.text == "battle" && moment.path.single().is_some() {
            if let Some(role) = &moment.role {
                return Diagnostic::at(codes::UNKNOWN_ROLE, role.span)
                    .says("a battle has no roles")
                    .label("nobody fills one in it")
                    .help("whom a clause is for stands before its condition: `.. as ROLE when .. once per battle`")
                    .refuse(self.sink);
            }
            return Some(used(None, None));
        }
        if ["game", "match"].contains(&&*first.text) && self.sort_of(&first.text).is_none() {
            return Diagnostic::at(codes::UNKNOWN_NAME, first.span)
                .says(format!("there is no moment `{}`", first.text))
                .label("not declared anywhere")
                .fix("all of it is the `battle`", first.span, "battle")
                .refuse(self.sink);
        }
        if moment.whose.is_some() && self.is_no_moment(first) {
            return None;
        }
        let procedure = self.find_procedure(first)?;
        let step = match moment.path.names.get(1) {
            Some(name) => Some(self.find_step(procedure, name)?),
            None => None,
        };
        let role = match &moment.role {
            Some(name) => Some(self.moment_role(procedure, name)?),
            None => None,
        };
        let id = self.intern_moment(procedure, step);
        self.check_whose(moment, id)?;
        Some(used(Some(id), role))
    }

    /// Whether nothing of the game is called so, or nearly so, that goes on for one player: then it is said what does.
    fn is_no_moment(&mut self, name: &tree::Name) -> bool {
        let names = self.typed.procedures.values().map(|it| it.name.as_str());
        let is_near = crate::wording::suggest(&name.text, names).is_some();
        if is_near || self.sort_of(&name.text).is_some() {
            return false;
        }
        let known = self.typed.moments.values().filter(|it| it.player.is_some());
        let known: Vec<&str> = known.map(|it| it.name.as_str()).collect();
        let found = Diagnostic::at(codes::UNKNOWN_NAME, name.span)
            .says(format!("there is no moment `{}`", name.text))
            .label("not declared anywhere");
        let found = match known.is_empty() {
            true => found.help("a moment is the run of a procedure, `end of turn`"),
            false => found
                .help(format!("of each player this game has: {}", crate::wording::listed(&known))),
        };
        self.report(found);
        true
    }

    /// The moment of a procedure or step, made where it is not there yet.
    pub fn intern_moment(&mut self, procedure: ir::ProcedureId, step: Option<u16>) -> ir::MomentId {
        if let Some(id) = self.met.moments.get(&(procedure, step)) {
            return *id;
        }
        let id = ir::MomentId(u32::try_from(self.typed.moments.len()).unwrap_or(u32::MAX));
        let (name, player) = self.moment_facts(procedure, step);
        self.typed.moments.push(MomentDef { name, procedure, step, player });
        self.met.moments.insert((procedure, step), id);
        id
    }

    fn moment_facts(&self, procedure: ir::ProcedureId, step: Option<u16>) -> (String, Option<u16>) {
        let Some(def) = self.typed.procedures.get(procedure) else {
            return (String::new(), None);
        };
        let name = match step.and_then(|at| def.steps.get(at as usize)) {
            Some(step) => format!("{}.{}", def.name, step.name),
            None => def.name.clone(),
        };
        (name, self.only_player(def))
    }
    /// The position of the only player among the parameters of a procedure.
    pub(super) fn only_player(&self, def: &ProcedureDef) -> Option<u16> {
        let player = Type::Entity(self.facts.player?);
        let params = def.locals.first(def.params).iter().zip(0..=u16::MAX);
        let mut players = params.filter(|(local, _)| local.ty == player);
        let (_, only) = players.next()?;
        players.next().is_none().then_some(only)
    }

    fn moment_role(&mut self, procedure: ir::ProcedureId, name: &tree::Name) -> Option<u16> {
        let def = self.typed.procedures.get(procedure)?;
        let roles: Vec<String> =
            def.locals.first(def.params).iter().map(|l| l.name.to_string()).collect();
        if let Some(at) = roles.iter().position(|role| *role == *name.text) {
            return u16::try_from(at).ok();
        }
        let what = format!("role of procedure {}", def.name);
        self.unknown_among(name, &what, &roles);
        None
    }

    /// `my`, `foe's` and `each` ask whose run it is, and the procedure must say.
    fn check_whose(&mut self, moment: &tree::Moment, id: ir::MomentId) -> Option<()> {
        let def = self.typed.moments.get(id)?;
        let asks = matches!(
            moment.whose.as_ref().map(|whose| &whose.kind),
            Some(tree::WhoseKind::My | tree::WhoseKind::Foes | tree::WhoseKind::Of(_))
        );
        let players = def.player.is_some();
        let procedure = self.typed.procedures.get(def.procedure)?;
        if asks && !players {
            return Diagnostic::at(codes::NOBODYS_MOMENT, moment.span)
                .says(format!("`{}` is nobody's: the procedure has no player of its own", def.name))
                .label("whose is it?")
                .also(procedure.span, "no parameter, or more than one, is a player")
                .help("leave out `my` or `foe's`, or name a procedure with one player")
                .refuse(self.sink);
        }
        Some(())
    }

    /// The beginning of a run, and the next run, are somebody's.
    fn check_whose_run(&mut self, moment: &tree::Moment, id: ir::MomentId) -> Option<()> {
        let def = self.typed.moments.get(id)?;
        let players = def.player.is_some();
        let procedure = self.typed.procedures.get(def.procedure)?;
        let wants = moment.next || moment.edge == Some(tree::MomentEdge::Start);
        if wants && players && moment.whose.is_none() && moment.role.is_none() {
            return Diagnostic::at(codes::WHOSE_MOMENT, moment.span)
                .says(format!(
                    "`{}` is played by each player in turn: say whose is meant",
                    def.name
                ))
                .label("whose?")
                .also(procedure.span, "one run for each player")
                .help(format!("`my next {0}`, `foe's next {0}` or `each {0}`", def.name))
                .refuse(self.sink);
        }
        Some(())
    }

    /// The player of an entity, of a player the player itself.
    pub fn player_of(&mut self, of: Expr) -> Option<Expr> {
        let player = self.facts.player?;
        let span = of.span;
        if of.ty == Type::Entity(player) {
            return Some(of);
        }
        Some(Expr { kind: ExprKind::OwnerOf(Box::new(of)), ty: Type::Entity(player), span })
    }
}
