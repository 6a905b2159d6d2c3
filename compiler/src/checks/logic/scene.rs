//! Scenes: takes where something stands, says what is known there of the battle: which rounds it may be, and what its board never has.

use crate::checks::runs::endings::{Rounds, Where};
use crate::checks::runs::graph::Graph;
use crate::typed::{
    BearerDef, Expr, ExprKind, KindDef, LocalId, ScenarioDef, SideDef, StmtKind, Type, Typed,
    any_expr, each_expr,
};
use rustc_hash::FxHashSet;
use warwright_ir as ir;

/// Of kinds of areas and pieces of which none is made or changed in play, the entries that are there.
pub(crate) type Ground = Vec<(ir::KindId, Vec<ir::EntryId>)>;

/// What is known of the battle in one place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scene {
    /// What the fields that count the rounds may be.
    pub(crate) numbers: Vec<(ir::FieldId, i64, i64)>,
    /// The field that counts the rounds, and the one that says how many there are, which is never less.
    pub(crate) rounds: Option<[ir::FieldId; 2]>,
    /// Kinds of areas of which none is there.
    pub(crate) absent: Vec<ir::KindId>,
    /// Of kinds of areas and pieces, which entries are there.
    pub(crate) ground: Ground,
    /// How many rows and columns a board of cells has.
    pub(crate) cells: Option<(i64, i64)>,
    /// How far apart two things can be at most: on a measured board, and in steps on one of cells.
    pub(crate) farthest: [Option<i64>; 2],
    /// Kinds of pieces of which none is made in play.
    pub(crate) pieces: Vec<Fielded>,
    /// The local that stands for a player of whom it is known which side it plays.
    pub(crate) me: Option<LocalId>,
    /// Whether nothing has happened yet, so that all pieces are there.
    pub(crate) begins: bool,
    /// Whether all things that are spoken of are in play: what is asked of a rule is asked of such.
    pub(crate) are_in_play: bool,
    /// Whether states are what somebody sets up by hand, so that they may be what they never are in play.
    pub(crate) is_set_up: bool,
}

/// How many pieces of a kind are fielded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fielded {
    pub(crate) kind: ir::KindId,
    all: i64,
    /// How many one side has at most.
    most: i64,
    /// How many the side has that is known.
    mine: i64,
}

/// Whose pieces are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    Everybodys,
    /// Of some one player.
    Somebodys,
    /// Of the player whose side is known.
    Mine,
    /// Of all but that one.
    Others,
}

impl Fielded {
    /// How many of them there are at most.
    pub(crate) const fn of(self, whose: Whose) -> i64 {
        match whose {
            Whose::Everybodys => self.all,
            Whose::Somebodys => self.most,
            Whose::Mine => self.mine,
            Whose::Others => self.all - self.mine,
        }
    }
}

impl Scene {
    /// Why a condition cannot hold here, as far as it hangs on what is known here alone.
    pub(crate) fn why(&self, typed: &Typed, condition: &Expr) -> Option<String> {
        let mut found = self.beyond_the_last(typed, condition);
        each_expr(condition, &mut |inner| match inner.kind {
            ExprKind::All(kind) if self.fielded(kind).is_some() => {
                let name = typed.kinds.get(kind).map_or("", |def| def.name.as_str());
                let Some(Fielded { all, most, mine, .. }) = self.fielded(kind) else { return };
                found.get_or_insert_with(|| match self.me {
                    Some(_) => {
                        format!("this side fields {mine} of kind `{name}`, all together {all}")
                    }
                    None => format!(
                        "both sides field {all} of kind `{name}` together, and one {most} at most"
                    ),
                });
            }
            ExprKind::All(kind) if self.absent.contains(&kind) => {
                let name = typed.kinds.get(kind).map_or("", |def| def.name.as_str());
                found.get_or_insert_with(|| {
                    format!("no {name} lies on this board: `put NAME at ..`, or leave this out")
                });
            }
            ExprKind::Field { field, .. } => {
                if let Some((_, least, most)) = self.numbers.iter().find(|it| it.0 == field) {
                    let name = typed.fields.get(field).map_or("", |def| def.name.as_str());
                    let from = if least == most { String::new() } else { format!("{least} to ") };
                    found.get_or_insert_with(|| format!("`{name}` is {from}{most} here"));
                }
            }
            ExprKind::Space { op: ir::SpaceOp::CellRow, .. } => {
                if let Some((rows, _)) = self.cells {
                    found.get_or_insert_with(|| format!("rows go from 1 to {rows}"));
                }
            }
            ExprKind::Space { op: ir::SpaceOp::CellColumn, .. } => {
                if let Some((_, columns)) = self.cells {
                    found.get_or_insert_with(|| format!("columns go from 1 to {columns}"));
                }
            }
            ExprKind::May { permission, ref args } => {
                let local = |arg: &Expr| as_variant!(arg.kind, ExprKind::Local(local) => local);
                let mut seen = FxHashSet::default();
                if args.iter().filter_map(local).any(|local| !seen.insert(local)) {
                    let name = typed.permissions.get(permission).map_or("", |it| it.name.as_str());
                    found.get_or_insert_with(|| {
                        format!("here one thing stands for two: who may `{name}`, and the other")
                    });
                }
            }
            _ => {}
        });
        found
    }

    /// That the number of the round is held against that of the last one.
    fn beyond_the_last(&self, typed: &Typed, condition: &Expr) -> Option<String> {
        let [count, last] = self.rounds?;
        let reads = |expr: &Expr, wanted: ir::FieldId| {
            any_expr(expr, |it| matches!(it.kind, ExprKind::Field { field, .. } if field == wanted))
        };
        let name = |field| typed.fields.get(field).map_or("", |def| def.name.as_str());
        let is_held = |expr: &Expr| match &expr.kind {
            ExprKind::Compare { left, right, .. } => {
                reads(left, count) && reads(right, last) || reads(left, last) && reads(right, count)
            }
            _ => false,
        };
        any_expr(condition, is_held)
            .then(|| format!("`{}` is never more than `{}`", name(count), name(last)))
    }
}

impl Scene {
    /// How many pieces of a kind are fielded, where none is made in play.
    pub(crate) fn fielded(&self, kind: ir::KindId) -> Option<Fielded> {
        self.pieces.iter().find(|it| it.kind == kind).copied()
    }

    /// The same scene where a local stands for the player of a side.
    pub(crate) fn of_side(
        mut self,
        me: LocalId,
        scenario: &ScenarioDef,
        typed: &Typed,
        side: &str,
    ) -> Self {
        if let Some(side) = scenario.sides.iter().find(|it| it.name == side) {
            self.me = Some(me);
            for fielded in &mut self.pieces {
                fielded.mine = of_side(typed, side, fielded.kind);
            }
        }
        self
    }

    /// The same scene as the first round begins, before anything has happened.
    pub(crate) fn at_its_beginning(mut self, count: Option<ir::FieldId>) -> Self {
        self.begins = true;
        for (field, least, most) in &mut self.numbers {
            if Some(*field) == count {
                (*least, *most) = (1, 1);
            }
        }
        self
    }
}

/// What is known of the battles of a game.
#[derive(Debug)]
pub(crate) struct Scenes<'t> {
    typed: &'t Typed,
    rounds: Option<Rounds>,
    /// Kinds of which some are made, or become something else, in play.
    made: FxHashSet<ir::KindId>,
    /// The most rows and columns that a board has.
    largest: Option<(i64, i64)>,
    /// How far apart two things can be at most, on whatever board.
    farthest: [Option<i64>; 2],
}

impl<'t> Scenes<'t> {
    pub(crate) fn of(typed: &'t Typed, calls: &Graph<ir::ProcedureId>) -> Self {
        let mut made = FxHashSet::default();
        typed.each_stmt(&mut |stmt| match &stmt.kind {
            StmtKind::Create { kind, .. } => drop(made.insert(*kind)),
            StmtKind::TakeForm { of, .. } => {
                if let Type::Entity(kind) = of.ty {
                    made.insert(kind);
                }
            }
            _ => {}
        });
        let sizes = typed.scenarios.values().filter_map(size);
        let largest = sizes.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)));
        let boards = || typed.scenarios.values();
        let farthest = [0, 1].map(|at| boards().filter_map(|it| *farthest(it).get(at)?).max());
        Self { typed, rounds: Rounds::of(typed, calls), made, largest, farthest }
    }

    /// What is known where somebody brings something into play that happens with a run.
    pub(crate) fn at(&self, bearer: BearerDef, place: impl Into<Where>) -> Scene {
        let scenario = match bearer {
            BearerDef::Scenario(id) => self.typed.scenarios.get(id),
            BearerDef::System | BearerDef::Ability(_) => None,
        };
        let numbers = self.rounds.as_ref().map(|rounds| rounds.within(scenario, place.into()));
        Scene {
            numbers: numbers.into_iter().flatten().collect(),
            rounds: self.rounds.as_ref().map(Rounds::fields),
            absent: scenario.map_or_else(Vec::new, |scenario| self.absent(scenario)),
            ground: scenario.map_or_else(Vec::new, |scenario| self.ground(scenario)),
            pieces: scenario.map_or_else(Vec::new, |scenario| self.pieces(scenario)),
            me: None,
            begins: false,
            are_in_play: false,
            is_set_up: false,
            cells: match scenario {
                Some(scenario) => size(scenario),
                None => self.largest,
            },
            farthest: scenario.map_or(self.farthest, farthest),
        }
    }

    fn ground(&self, scenario: &ScenarioDef) -> Ground {
        let there = |kind: ir::KindId, def: &KindDef| {
            let laid = scenario.ground.iter().filter(|_| def.base == ir::KindBase::Area);
            let fielded = scenario.sides.iter().flat_map(|side| &side.pieces);
            let fielded = fielded.filter(|_| def.base == ir::KindBase::Piece);
            let all = laid.chain(fielded).map(|piece| piece.entry);
            let of_kind = |entry: &ir::EntryId| {
                self.typed.entries.get(*entry).is_some_and(|it| it.kind == kind)
            };
            (kind, all.filter(of_kind).collect::<Vec<_>>())
        };
        let known = |kind: &ir::KindId, def: &KindDef| {
            let of_board = match def.base {
                ir::KindBase::Area => true,
                ir::KindBase::Piece => !def.fleeting,
                _ => false,
            };
            of_board && !self.made.contains(kind)
        };
        let kinds = self.typed.kinds.iter().filter(|(id, def)| known(id, def));
        // A battle without any piece of a kind is not laid out yet.
        let all = kinds.map(|(id, def)| (def.base, there(id, def)));
        let all = all.filter(|(base, (_, there))| *base == ir::KindBase::Area || !there.is_empty());
        all.map(|(_, there)| there).collect()
    }

    /// How many pieces of each kind the sides field.
    fn pieces(&self, scenario: &ScenarioDef) -> Vec<Fielded> {
        let kinds = self.typed.kinds.iter().filter(|(id, def)| {
            def.base == ir::KindBase::Piece && !def.fleeting && !self.made.contains(id)
        });
        let counted = kinds.map(|(kind, _)| {
            let each = scenario.sides.iter().map(|side| of_side(self.typed, side, kind));
            let (all, most) =
                each.fold((0_i64, 0), |(all, most), own| (all.saturating_add(own), most.max(own)));
            Fielded { kind, all, most, mine: most }
        });
        counted.filter(|it| it.all > 0).collect()
    }

    fn absent(&self, scenario: &ScenarioDef) -> Vec<ir::KindId> {
        let kind_of = |entry| self.typed.entries.get(entry).map(|it| it.kind);
        let there: FxHashSet<ir::KindId> =
            scenario.ground.iter().filter_map(|piece| kind_of(piece.entry)).collect();
        let areas = self.typed.kinds.iter().filter(|(_, def)| def.base == ir::KindBase::Area);
        areas
            .map(|(id, _)| id)
            .filter(|id| !there.contains(id) && !self.made.contains(id))
            .collect()
    }
}

/// How many pieces of a kind a side fields.
fn of_side(typed: &Typed, side: &SideDef, kind: ir::KindId) -> i64 {
    let kind_of = |entry| typed.entries.get(entry).map(|it| it.kind);
    let own = side.pieces.iter().filter(|it| kind_of(it.entry) == Some(kind));
    i64::try_from(own.count()).unwrap_or(i64::MAX)
}

/// How far apart two things can be at most on the board of a scenario: from one corner along two sides to the other.
fn farthest(scenario: &ScenarioDef) -> [Option<i64>; 2] {
    let plane = scenario.board.as_ref().and_then(ir::Board::plane);
    let measured = plane.and_then(|(width, depth)| width.checked_add(depth));
    [measured, size(scenario).and_then(|(rows, columns)| rows.checked_add(columns))]
}

/// How many rows and columns the board of a scenario has.
fn size(scenario: &ScenarioDef) -> Option<(i64, i64)> {
    let all = scenario.board.as_ref()?.cells()?.cells();
    all.into_iter().reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)))
}
