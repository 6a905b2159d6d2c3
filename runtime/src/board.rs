//! The board as it lies: takes a state, gives its size and what stands and lies on it, for drawing and for judging.

use crate::fault::Checked;
use crate::machine::Machine;
use crate::space::plane::{Corners, Footprint, Pose, Region};
use crate::state::View;
use crate::state::{Locals, State, Wide};
use warwright_ir::{
    Act, ChoiceKind, EntryId, ExprId, FieldId, KindBase, NONE, Procedure, Slot, Ty,
};

/// The board of a battle, in micrometres.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// From west to east.
    pub width: i64,
    /// From south to north.
    pub depth: i64,
    /// The areas, in the order of the scenario.
    pub areas: Vec<Area>,
    /// Where players deploy.
    pub zones: Vec<Zone>,
    /// The pieces that have a footprint, wherever they are.
    pub pieces: Vec<Placed>,
}

/// An area of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The area.
    pub entity: i64,
    /// What it is one of.
    pub entry: Option<EntryId>,
    /// Where it lies.
    pub region: Region,
}

/// Where a player deploys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The player.
    pub player: i64,
    /// Where.
    pub region: Region,
}

/// A piece that has a footprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The piece.
    pub entity: i64,
    /// Whose it is.
    pub owner: Option<i64>,
    /// Its footprint.
    pub footprint: Footprint,
    /// Where it stands, if it does.
    pub pose: Option<Pose>,
}

impl Placed {
    /// Its corners where it stands.
    pub fn corners(&self) -> Option<Corners> {
        use crate::space::plane::Shape;
        self.pose.map(|pose| Corners::from(self.footprint.at(pose).corners()))
    }
}

impl Machine {
    /// The board of a state; nothing where its scenario has none.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn board(&self, state: &State) -> Checked<Option<Board>> {
        let setting = self.setting(state.scenario)?;
        let Some((width, depth)) = setting.board else { return Ok(None) };
        let (areas, zones, pieces) = (Vec::new(), Vec::new(), Vec::new());
        let mut board = Board { width, depth, areas, zones, pieces };
        for entity in 0..state.entities() {
            self.lay(state, entity, &mut board)?;
        }
        if let Some((within, slot)) = self.deploys_in() {
            for player in 0..state.entities() {
                let kind = state.head(player).and_then(|head| self.program().kinds.get(head.kind));
                let plays =
                    kind.is_some_and(|kind| matches!(kind.base, KindBase::Player | KindBase::Side));
                if plays && board.zones.iter().all(|zone| zone.player != player) {
                    let mut locals = Locals::default();
                    locals.scalars.resize(usize::from(slot), NONE);
                    locals.scalars.push(player);
                    let region = Region::from_cells(&self.evaluate(state, within, &locals)?);
                    board.zones.extend(region.map(|region| Zone { player, region }));
                }
            }
        }
        Ok(Some(board))
    }

    /// The region in which a player places pieces, and the local of the player, where the rules ask for one place alone that
    /// hangs on nothing but who is asked: where a player deploys of whose zone nothing is said.
    fn deploys_in(&self) -> Option<(ExprId, u16)> {
        let procedures = self.program().procedures.values();
        let mut found = procedures.flat_map(|procedure| self.places_asked_in(procedure));
        found.next().filter(|_| found.next().is_none())
    }

    /// Such regions of one procedure.
    fn places_asked_in<'m>(
        &'m self,
        procedure: &'m Procedure,
    ) -> impl Iterator<Item = (ExprId, u16)> + 'm {
        let program = self.program();
        let bodies = procedure.steps.iter().filter_map(|step| program.bodies.get(step.body));
        bodies.flat_map(|body| &body.acts).filter_map(move |act| {
            let Act::Choose { who, kind: ChoiceKind::Place { within, .. }, .. } = act else {
                return None;
            };
            let slot = program.local(*who)?;
            let is_given = procedure.params.iter().any(|param| param.slot == Slot::Scalar(slot));
            let mut free = program.mentioned(*within);
            program.bound(*within).iter().for_each(|bound| {
                free.remove(bound);
            });
            (is_given && free.into_iter().eq([Slot::Scalar(slot)])).then_some((*within, slot))
        })
    }

    /// Adds an entity to a board, if it stands or lies there.
    fn lay(&self, state: &State, entity: i64, board: &mut Board) -> Checked<()> {
        let program = self.program();
        let kind = state.head(entity).and_then(|head| program.kinds.get(head.kind));
        let Some(kind) = kind else { return Ok(()) };
        let planned = self.layout(state.scenario)?.plan.get(usize::try_from(entity).unwrap_or(0));
        if let Some(field) = kind.region {
            let entry = planned.and_then(|planned| planned.entry);
            if let Some(region) = Region::from_cells(&self.wide_of(state, entity, field)?) {
                board.areas.push(Area { entity, entry, region });
            }
        }
        if let Some(field) = kind.place {
            let cells = self.wide_of(state, entity, field)?;
            let footprint =
                self.with_evaluator(state, Locals::default(), (0, 0), &mut (), |evaluator| {
                    evaluator.footprint(entity).map(|known| Footprint::clone(&known))
                })?;
            let owner = Some(View::live(state).owner(entity)?).filter(|owner| *owner != NONE);
            let pose = Pose::from_cells(&cells).filter(|_| state.in_play(entity));
            board.pieces.push(Placed { entity, owner, footprint, pose });
        }
        if matches!(kind.base, KindBase::Player | KindBase::Side) {
            let is_region = |id: FieldId| match program.fields.get(id).map(|field| &field.ty) {
                Some(Ty::Optional(inner)) => **inner == Ty::Region,
                ty => ty == Some(&Ty::Region),
            };
            for zone in kind.fields.iter().copied().filter(|field| is_region(*field)) {
                if let Some(region) = Region::from_cells(&self.wide_of(state, entity, zone)?) {
                    board.zones.push(Zone { player: entity, region });
                }
            }
        }
        Ok(())
    }

    fn wide_of(&self, state: &State, entity: i64, field: FieldId) -> Checked<Wide> {
        View::live(state).wide(self.linked(), entity, field).cloned()
    }
}
