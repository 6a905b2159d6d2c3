//! Scenarios: takes sides with their rosters, set-up, rulings, ways to win, gives battles that can be played.

mod ground;
mod readings;
mod sides;

pub(super) use readings::Taken;

use super::checker::Checker;
use super::scope::Scope;
use super::statements::{Acting, BodyOf};
use super::vocabulary::Attribute;
use crate::like::field_twice;
use crate::rosters::Piece;
use crate::typed::{Assign, BearerDef, Expr, ExprKind, PieceDef, SideDef, Stmt, StmtKind, Type};
use rustc_hash::FxHashMap;
use warwright_grammar::{Diagnostic, Span, codes, slips, tree};
use warwright_ir as ir;

/// Checks all scenarios.
pub(super) fn check(checker: &mut Checker<'_>) {
    let content = checker.input.content;
    checker.armies = checker.armies();
    checker.readings = checker.readings();
    for (name, declared) in &content.index.scenarios {
        let Some(id) = checker.vocabulary.scenarios.get(*name).copied() else { continue };
        let scenario: &tree::Scenario = declared;
        checker.scenario(id, scenario);
    }
}

/// The board of a scenario or of a test, and what is put on it.
#[derive(Clone, Debug, Default)]
pub struct LaidOut {
    /// The board; none where none is said.
    pub board: Option<ir::Board>,
    /// Whether a board is given that could not be read: that is said once.
    pub unread: bool,
    /// What lies on it, by the name that it is given there: kind and entity.
    pub placed: FxHashMap<Box<str>, (ir::KindId, i64)>,
}

impl LaidOut {
    /// A board with nothing on it.
    pub fn of(board: Option<ir::Board>) -> Self {
        Self { board, ..Self::default() }
    }

    /// Its cells, of a game on cells.
    pub fn cells(&self) -> Option<&ir::CellBoard> {
        self.board.as_ref()?.cells()
    }
}

/// What the lines of a scenario give.
#[derive(Default)]
struct Set {
    ground: Vec<PieceDef>,
    /// The kind and the entity of each line that puts something on the board.
    puts: FxHashMap<Span, (ir::KindId, i64)>,
    /// What cells were put to be, by their row, their column and the state that holds it.
    tiles: FxHashMap<(i64, i64, ir::FieldId), Span>,
    sides: Vec<SideDef>,
    rounds: Option<u32>,
    rounds_at: Option<Span>,
    without_roster: Vec<Span>,
    setup: Vec<Stmt>,
    rulings: Vec<(u16, i64)>,
    /// Whether its sides stand in another scenario.
    inherits: bool,
    /// Whether a side says of which team it is.
    in_teams: bool,
}

impl<'a> Checker<'a> {
    fn scenario(&mut self, id: ir::ScenarioId, scenario: &'a tree::Scenario) {
        let mut set = Set::default();
        self.scope = Scope::new();
        self.read_ground(scenario, &mut set);
        self.taken_once(
            scenario.items.iter().filter_map(
                |item| as_variant!(item, tree::ScenarioItem::Ruling { name, .. } => name),
            ),
        );
        // Points of a moment are counted before anybody asks who has won.
        for item in &scenario.items {
            if let tree::ScenarioItem::Side(side) = item {
                self.scores_of(id, side);
            }
        }
        set.inherits = scenario.items.iter().any(|item| {
            matches!(item, tree::ScenarioItem::Side(side) if !scenario.span.contains(side.span))
        });
        set.in_teams = sides::team_lines(scenario).next().is_some();
        for item in &scenario.items {
            let heir = scenario.like.is_some();
            self.scenario_item((id, heir), item, &mut set);
        }
        self.teams(scenario, &mut set);
        self.sides_without_pieces(&set);
        // A side that could not be read, or that has the name of another, was meant to be one.
        let meant = scenario.items.iter().filter(|item| match item {
            tree::ScenarioItem::Side(_) => true,
            tree::ScenarioItem::Member(member) => {
                matches!(member, tree::Member::Item(_) | tree::Member::Error(_))
            }
            _ => false,
        });
        // One that is like nothing has been told so.
        if set.sides.len() < 2 && meant.count() < 2 && scenario.like.is_none() {
            Diagnostic::at(codes::TOO_FEW_SIDES, scenario.name.span)
                .says(format!("scenario \"{}\" wants two sides", scenario.name.text))
                .label(match set.sides.len() {
                    0 => "it has none",
                    _ => "it has one",
                })
                .help("`side NAME { roster \"..\" }`")
                .emit(self.sink);
        }
        self.one_reading(scenario, &set.rulings);
        let locals = self.finish();
        let laid = std::mem::take(&mut self.board);
        let board = laid.board.clone();
        self.laid_out.insert(id, laid);
        let Some(def) = self.typed.scenarios.get_mut(id) else { return };
        def.board = board;
        def.ground = set.ground;
        def.sides = set.sides;
        def.rounds = set.rounds;
        def.setup = set.setup;
        def.setup_locals = locals;
        def.rulings = set.rulings;
    }

    fn scenario_item(
        &mut self,
        (id, heir): (ir::ScenarioId, bool),
        item: &'a tree::ScenarioItem,
        set: &mut Set,
    ) {
        use tree::ScenarioItem as I;
        match item {
            I::Side(side) => self.side(id, side, set),
            I::Rounds { value, span } => self.rounds_line(value, *span, set),
            I::Ruling { name, value, .. } => {
                if let Some(taken) = self.ruling_taken(name, value) {
                    // An heir may take back what it would inherit.
                    if !set.inherits && set.rulings.iter().all(|(known, _)| *known != taken.0) {
                        self.taken_anew(taken, name, value.span);
                    }
                    set.rulings.push(taken);
                }
            }
            I::RulingDecl(ruling) => Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, ruling.span)
                .says("a ruling is declared by the system; a scenario takes another reading")
                .help(format!("`ruling {} = ..`", ruling.name.text))
                .emit(self.sink),
            I::Setup(block) => {
                self.acting = Acting::new(BodyOf::Setup, &self.scope);
                let stmts = self.block(block);
                set.setup.extend(stmts);
            }
            I::Verdict(verdict) => {
                self.verdict(BearerDef::Scenario(id), verdict);
            }
            // Read before all else, so that every line may speak of them.
            I::Board { .. } => {}
            I::Put(put) => self.put_line(put, set),
            // An heir's empty rule takes that of its parent away.
            I::Rule { name, body, span }
                if !heir && body.iter().all(|it| matches!(it, tree::Member::Text(_))) =>
            {
                Diagnostic::at(codes::IDLE_CLAUSE, *span)
                    .says(format!("rule \"{}\" does nothing", name.text))
                    .label("no clause stands in it")
                    .help("write what it does: `modify ..`, `forbid ..`, `after .. { .. }`")
                    .emit(self.sink)
            }
            // Clauses are gathered with all others, limits held against the armies of the sides.
            I::Rule { .. } | I::Member(_) => {}
        }
    }

    /// A side without pieces has lost before it begins, where the other sides have some.
    fn sides_without_pieces(&mut self, set: &Set) {
        let Some(other) = set.sides.iter().find(|side| !side.pieces.is_empty()) else { return };
        for side in set.sides.iter().filter(|side| set.without_roster.contains(&side.span)) {
            Diagnostic::at(codes::EMPTY_SIDE, side.span)
                .says(format!("side `{}` has no pieces", side.name))
                .label("nothing to play with")
                .also(other.span, "this side has some")
                .help("give it a roster: `roster \"Name\"`")
                .emit(self.sink);
        }
    }

    fn rounds_line(&mut self, value: &'a tree::Expr, span: Span, set: &mut Set) {
        if let Some(first) = set.rounds_at {
            self.given_twice("rounds", span, first);
            return;
        }
        set.rounds_at = Some(span);
        let wanted = Type::int(Some(1), Some(10_000));
        let value = self.constant_expr(value, &wanted);
        let Some(rounds) = self.constant_cell(&value) else { return };
        let (Some(battle), Some(field)) = (self.facts.battle, self.facts.last_round) else {
            return;
        };
        let most = self.typed.fields.get(field).and_then(
            |def| as_variant!(def.initial.kind, ExprKind::Cell(most) => (most, def.initial.span)),
        );
        if let Some((most, declared)) = most
            && rounds > most
            && most > 0
        {
            return Diagnostic::at(codes::TOO_MANY_ROUNDS, span)
                .says(format!("the system plays {most} rounds at most"))
                .label(format!("{rounds} rounds"))
                .also(declared, "the most that there are")
                .help(format!("write `rounds {most}`, or fewer"))
                .emit(self.sink);
        }
        set.rounds = u32::try_from(rounds).ok();
        let of = Expr::only(battle, span);
        let to = Assign::Field { of: Box::new(of), field };
        let kind = StmtKind::Assign { to, value, purpose: None };
        set.setup.insert(0, Stmt { kind, span });
    }

    pub(super) fn given_twice(&mut self, what: &str, again: Span, first: Span) {
        self.report(field_twice(what, again, first));
    }

    /// A ruling with the cell that it takes.
    pub(super) fn ruling_taken(
        &mut self,
        name: &tree::Name,
        value: &'a tree::Expr,
    ) -> Option<(u16, i64)> {
        let position = self.find_ruling(name)?;
        let ty = self.typed.rulings.get(position as usize)?.ty.clone();
        let is_word = match value.as_name() {
            Some(name) => slips::word_meant("a value", &name.text).is_none(),
            None => matches!(value.kind, tree::ExprKind::Text(_) | tree::ExprKind::Number(_)),
        };
        if ty == Type::Bool && is_word {
            return Diagnostic::at(codes::WRONG_TYPE, value.span)
                .says(format!("ruling `{}` is true or false", name.text))
                .label("neither of them")
                .help("write `true` or `false`")
                .refuse(self.sink);
        }
        let value = self.constant_expr(value, &ty);
        Some((position, self.constant_cell(&value)?))
    }

    /// The pieces of every army as the machine has them: of declared ones, then of those in the braces of a side.
    fn armies(&mut self) -> Vec<Vec<PieceDef>> {
        let rosters = self.input.rosters;
        let mut armies = Vec::with_capacity(rosters.rosters.len());
        for roster in &rosters.rosters {
            armies.push(roster.pieces.iter().filter_map(|piece| self.piece(piece)).collect());
        }
        armies
    }

    /// A piece of a roster with the state that it begins with.
    pub(super) fn piece(&mut self, piece: &Piece<'a>) -> Option<PieceDef> {
        let entity = self.input.content.entity(piece.entity)?;
        let kind = self.kind_at(entity.kind)?;
        let mut state = Vec::new();
        for member in piece.fields {
            let tree::Member::Field(field) = member else { continue };
            state.extend(self.state_given(kind, field));
        }
        Some(PieceDef {
            entry: ir::EntryId(piece.entity.0),
            name: piece.name.map(|name| name.text.to_string()),
            state,
        })
    }

    /// A state field with a value that is known before play.
    pub(super) fn state_given(
        &mut self,
        kind: ir::KindId,
        field: &'a tree::Field,
    ) -> Option<(ir::FieldId, i64)> {
        let Some(Attribute::State(id)) = self.vocabulary.attribute(kind, &field.name.text) else {
            self.no_such_state(kind, &field.name);
            return None;
        };
        let ty = self.typed.fields.get(id)?.ty.clone();
        let value = match &field.value {
            tree::CellKind::One(value) => self.constant_expr(value, &ty),
            tree::CellKind::Nothing => {
                let none = Expr { kind: ExprKind::None, ty: Type::Nothing, span: field.span };
                self.coerce(none, &ty)
            }
            tree::CellKind::Empty => {
                let yes = super::exprs::cell(1, Type::Bool, field.span);
                self.coerce(yes, &ty)
            }
            tree::CellKind::Default => return None,
            tree::CellKind::Error => return None,
            _ => {
                self.broken(
                    codes::WRONG_TYPE,
                    format!("`{}` takes one value", field.name.text),
                    field.span,
                );
                return None;
            }
        };
        Some((id, self.constant_cell(&value)?))
    }
}
