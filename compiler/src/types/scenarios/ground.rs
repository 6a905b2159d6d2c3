//! The ground of a scenario: takes its `board`, `put` and `deploy` lines, gives the areas on the board and the statements that
//! lay them out.

use super::{LaidOut, Set};
use crate::typed::{Assign, Expr, ExprKind, PieceDef, Stmt, StmtKind, Type};
use crate::types::checker::Checker;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// The board and what is put on it, with the numbers that the entities will have.
    pub(super) fn read_ground(&mut self, scenario: &'a tree::Scenario, set: &mut Set) {
        let mut boards = scenario.items.iter().filter_map(
            |item| as_variant!(item, tree::ScenarioItem::Board { value, span } => (value, *span)),
        );
        self.board = LaidOut::of(self.facts.board.clone());
        if let Some((value, span)) = boards.next() {
            self.board = LaidOut::of(self.board_of(value, span));
            self.board.unread = self.board.board.is_none();
            if let Some((_, again)) = boards.next() {
                self.given_twice("board", again, span);
            }
        }
        if self.facts.cell.is_some() {
            return;
        }
        let sides = scenario.items.iter();
        let count = sides.filter(|item| matches!(item, tree::ScenarioItem::Side(_))).count();
        let mut number = self.entities_before_ground(count);
        for item in &scenario.items {
            let tree::ScenarioItem::Put(put) = item else { continue };
            let Some((entry, kind)) = self.put_entry(put) else { continue };
            let name = put.alias.as_ref().map(|alias| alias.text.to_string());
            let cell = i64::try_from(number).unwrap_or(i64::MAX);
            number += 1;
            if let Some(name) = &name {
                self.board.placed.insert(name.as_str().into(), (kind, cell));
            }
            set.puts.insert(put.span, (kind, cell));
            set.ground.push(PieceDef { entry, name, state: Vec::new() });
        }
    }

    /// The area of which something put on the board is one: a declared one, or a plain one of a kind.
    fn put_entry(&mut self, put: &'a tree::ScenarioPut) -> Option<(ir::EntryId, ir::KindId)> {
        let name = match &put.what.kind {
            tree::ExprKind::Name(name) => name.clone(),
            tree::ExprKind::Text(_) => {
                let text = self.source_of(put.what.span).trim_matches('"').into();
                tree::Name { text, span: put.what.span, quoted: true }
            }
            _ => {
                self.broken(codes::BAD_PUT, "the name of an area is wanted here", put.what.span);
                return None;
            }
        };
        let areas: Vec<ir::KindId> = self
            .typed
            .kinds
            .iter()
            .filter(|(_, def)| def.base == ir::KindBase::Area)
            .map(|(kind, _)| kind)
            .collect();
        let named = |kind: &ir::KindId| {
            self.vocabulary.kind(*kind)?.entries.get(&*name.text).map(|entry| (*entry, *kind))
        };
        if let Some(found) = areas.iter().find_map(named) {
            return Some(found);
        }
        if let Some(kind) = self.vocabulary.kinds.get(&*name.text).filter(|it| areas.contains(it)) {
            let kind = *kind;
            return Some((self.plain_entry(kind, &name), kind));
        }
        let known: Vec<String> = areas
            .iter()
            .filter_map(|kind| self.vocabulary.kind(*kind))
            .flat_map(|names| names.entries.keys().map(ToString::to_string))
            .chain(areas.iter().map(|kind| self.kind_name(*kind).to_owned()))
            .collect();
        self.unknown_among(&name, "area", &known);
        None
    }

    /// `put Stream as brook along .. wide 2"`.
    pub(super) fn put_line(&mut self, put: &'a tree::ScenarioPut, set: &mut Set) {
        if self.facts.cell.is_some() {
            return self.put_tiles(put, set);
        }
        let Some((kind, cell)) = set.puts.get(&put.span).copied() else { return };
        let there = self.board.board.is_some();
        if !self.is_there(there, "put it on", put.span) || !self.known_settings(&put.settings, &[])
        {
            return;
        }
        let of = Expr { kind: ExprKind::Cell(cell), ty: Type::Entity(kind), span: put.what.span };
        let stmts = self.set_ground((&of, kind), &put.settings, put.span);
        set.setup.extend(stmts);
    }

    /// `put Marsh at E7, E8`, on cells.
    fn put_tiles(&mut self, put: &'a tree::ScenarioPut, set: &mut Set) {
        if !self.is_there(self.board.board.is_some(), "put it on", put.span) {
            return;
        }
        if let Some(alias) = &put.alias {
            let message = "what a cell is has no name of its own";
            self.broken(codes::BAD_PUT, message, alias.span);
        }
        if let Some(found) = cells_in_other_words(put) {
            return self.report(found);
        }
        let mut cells = None;
        for setting in &put.settings {
            match &*setting.word.text {
                "at" => cells = Some(setting.values.as_slice()),
                _ => self.unknown_among(&setting.word, "setting", &["at".to_owned()]),
            }
        }
        let Some(cells) = cells.filter(|cells| !cells.is_empty()) else {
            return Diagnostic::at(codes::BAD_PUT, put.span)
                .says("it is not said at which cells")
                .help("write `put NAME at E7, E8`")
                .emit(self.sink);
        };
        let stmts = self.put_on_cells(&put.what, cells, put.span);
        self.tiles_once(&stmts, put.span, set);
        set.setup.extend(stmts);
    }

    /// Says so where what a line puts into a cell takes the place of what another line put there.
    fn tiles_once(&mut self, stmts: &[Stmt], span: Span, set: &mut Set) {
        let mut told = false;
        for stmt in stmts {
            let StmtKind::Assign { to: Assign::Field { of, field }, value, .. } = &stmt.kind else {
                continue;
            };
            let ExprKind::Space { op: ir::SpaceOp::CellNamed, args } = &of.kind else { continue };
            let [ExprKind::Cell(row), ExprKind::Cell(column)] =
                [0, 1].map(|at| args.get(at).map_or(ExprKind::None, |arg| arg.kind.clone()))
            else {
                continue;
            };
            let name = ir::cell_name(row, column);
            let Some(first) = set.tiles.insert((row, column, *field), span) else {
                let by_itself = self.typed.fields.get(*field).map(|def| &def.initial.kind);
                if let (Some(ExprKind::Cell(there)), ExprKind::Cell(put)) = (by_itself, &value.kind)
                    && there == put
                    && !std::mem::replace(&mut told, true)
                {
                    Diagnostic::warning(codes::NO_EFFECT, of.span)
                        .says(format!("{name} is that by itself"))
                        .label("nothing changes")
                        .help("leave it out; only what is otherwise is put on the board")
                        .emit(self.sink);
                }
                continue;
            };
            Diagnostic::at(codes::CROWDED_BOARD, of.span)
                .says(format!("{name} cannot be both, and this is put there last"))
                .label("takes the place of what was put there")
                .also(first, "put there before")
                .help(format!("take {name} out of one of the lines"))
                .emit(self.sink);
        }
    }

    /// Whether there is a board; told where there is none, unless it could not be read.
    fn is_there(&mut self, board: bool, to: &str, span: Span) -> bool {
        if !board && !self.board.unread {
            Diagnostic::at(codes::NO_BOARD, span)
                .says(format!("this battle has no board to {to}"))
                .help(match self.facts.cell {
                    Some(_) => "say how many cells its rows have: `board rows 13, 12, 13`",
                    None => "say how large the board is: `board 36\" x 30\"`",
                })
                .emit(self.sink);
        }
        board && !self.board.unread
    }

    /// `deploy rows 1..2`, `deploy at A1, A2`.
    pub(super) fn deploy_on_cells(
        &mut self,
        side: &'a tree::Side,
        zone: &'a tree::CellZone,
        span: Span,
        set: &mut Set,
    ) {
        if self.facts.cell.is_none() {
            return Diagnostic::at(codes::MIXED_BOARDS, span)
                .says("a zone of cells is said, and this game has no kind of cells")
                .help("on a plane: `deploy south_edge deep 7.5\"`")
                .emit(self.sink);
        }
        if !self.is_there(self.board.board.is_some(), "deploy on", span) {
            return;
        }
        let stmts =
            self.for_side(side, span, |checker, player| checker.cell_zone(zone, &player, span));
        set.setup.extend(stmts);
    }

    /// `deploy south_edge deep 7.5" ends 5"`.
    pub(super) fn deploy_line(
        &mut self,
        side: &'a tree::Side,
        zone: (&'a tree::Expr, &'a [tree::Setting]),
        span: Span,
        set: &mut Set,
    ) {
        if self.facts.cell.is_some() {
            return Diagnostic::at(codes::MIXED_BOARDS, span)
                .says("a zone of a plane is said, and the boards of this game are of cells")
                .help("on cells: `deploy rows 1..2`, or `deploy at A1, A2`")
                .emit(self.sink);
        }
        let there = self.board.board.is_some() && self.typed.zone.is_some();
        if !self.is_there(there, "deploy on", span) {
            return;
        }
        let stmts =
            self.for_side(side, span, |checker, player| checker.deployment(zone, &player, span));
        set.setup.extend(stmts);
    }
}

/// `put NAME on C7`, `put NAME at E 4`: the cells in other words.
fn cells_in_other_words(put: &tree::ScenarioPut) -> Option<Diagnostic> {
    let other = ["on", "in", "onto", "upon", "over", "to"];
    let word = put.settings.iter().find(|it| other.contains(&&*it.word.text));
    if let Some(setting) = word.filter(|it| !it.values.is_empty()) {
        let found = Diagnostic::at(codes::BAD_PUT, setting.word.span)
            .says("it is not said at which cells")
            .label("says nothing here");
        return Some(found.fix("write `at`", setting.word.span, "at"));
    }
    let letter = |it: &&tree::Setting| {
        it.word.text.len() == 1 && it.word.text.chars().all(char::is_alphabetic)
    };
    let parted = put.settings.iter().find(letter)?;
    let tree::ExprKind::Number(number) = &parted.values.first()?.kind else { return None };
    let cell = format!("{}{}", parted.word.text, number.numerator);
    let place = parted.word.span.to(parted.values.first()?.span);
    let found =
        Diagnostic::at(codes::BAD_PUT, place).says("a cell is one word").label("in two words");
    Some(found.fix(format!("write `{cell}`"), place, cell))
}
