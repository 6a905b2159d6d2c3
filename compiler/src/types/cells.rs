//! Boards of cells: takes `board rows ..`, names such as `E7`, zones and what cells are to be, gives boards, cells, statements.

use super::checker::{Checker, INT, bare, error};
use crate::typed::{Compare, Expr, ExprKind, Stmt, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;
use warwright_ir::{Board, CellBoard, MOST_CELLS, SpaceOp, cell_name, cell_named};

/// How a board of cells is written.
const ROWS: &str = "`board rows 13, 12, 13`: how many cells each row has, the southernmost first; or `board columns ..`";

impl<'a> Checker<'a> {
    /// The type of a cell of the board; none in a game on a plane, or without a board.
    pub(super) fn cell_type(&self) -> Option<Type> {
        self.facts.cell.map(Type::Entity)
    }

    /// `board 36" x 30"`, `board rows 13, 12`.
    pub(super) fn board_of(&mut self, value: &'a tree::CellKind, span: Span) -> Option<Board> {
        let first = value.exprs().next().and_then(tree::Expr::as_name);
        if let Some(word) = first.filter(|word| matches!(&*word.text, "rows" | "columns")) {
            if self.facts.cell.is_none() {
                return Diagnostic::at(codes::MIXED_BOARDS, span)
                    .says("this game has no kind of cells, of which the board would be made")
                    .help("the system declares it: `kind hex is cell { .. }`; a board without cells is a size: `board 36\" x 30\"`")
                    .refuse(self.sink);
            }
            return self.cell_board(value, &*word.text == "columns", span).map(Board::Cells);
        }
        if let Some(kind) = self.facts.cell {
            let (name, at) = (self.kind_name(kind).to_owned(), self.kind_span(kind));
            return Diagnostic::at(codes::MIXED_BOARDS, span)
                .says("the boards of this game are of cells")
                .also(at, format!("of which `{name}` is the kind"))
                .help(format!("write {ROWS}"))
                .refuse(self.sink);
        }
        let Some(size) = value.single() else {
            return Diagnostic::at(codes::NOT_A_VALUE, span)
                .says("the setting `board` cannot be read")
                .help("wanted: a size, such as `board 36\" x 30\"`, or `board rows 13, 12, 13`")
                .refuse(self.sink);
        };
        if let Some(found) = self.without_measures(size.span) {
            return self.refuse(found);
        }
        let (width, depth) = self.board_size(size)?;
        Some(Board::Plane { width, depth })
    }

    /// `board 12 x 14`: one mistake, and not one for each number.
    fn without_measures(&self, size: Span) -> Option<Diagnostic> {
        let (width, depth) = self.input.sources.slice(size).split_once(['x', '\u{d7}'])?;
        let (width, depth) = (width.trim(), depth.trim());
        let bare = |side: &str| side.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
        if width.is_empty() || depth.is_empty() || !bare(width) || !bare(depth) {
            return None;
        }
        let mark = match self.facts.measure {
            Some((tree::Unit::Centimetre, _)) => " cm",
            Some((tree::Unit::Millimetre, _)) => " mm",
            _ => "\"",
        };
        let written = format!("{width}{mark} x {depth}{mark}");
        Some(
            Diagnostic::at(codes::MISSING_MEASURE, size)
                .says("the size of this board has no measure")
                .label("two bare numbers")
                .fix(format!("did you mean `{written}`?"), size, written),
        )
    }

    fn cell_board(
        &mut self,
        value: &'a tree::CellKind,
        columns: bool,
        span: Span,
    ) -> Option<CellBoard> {
        let wanted = Type::int(Some(1), i64::try_from(MOST_CELLS).ok());
        let mut lines = Vec::new();
        for expr in value.exprs().skip(1) {
            let found = self.constant_expr(expr, &wanted);
            let cells = self.constant_cell(&found)?;
            lines.push(u32::try_from(cells).ok()?);
        }
        let side_by_side =
            value.items().enumerate().any(|(at, item)| item.len() > 1 + usize::from(at == 0));
        let board = CellBoard { columns, lines };
        let problem = if board.is_empty() {
            "this board has no cells".to_owned()
        } else if board.len() > MOST_CELLS {
            format!("this board has {} cells, and {MOST_CELLS} are the most", board.len())
        } else if side_by_side {
            "there is a comma missing between two numbers of cells".to_owned()
        } else {
            return Some(board);
        };
        Diagnostic::at(codes::BAD_CELLS, span)
            .says(problem)
            .help(format!("write {ROWS}"))
            .emit(self.sink);
        // What is meant is plain all the same, so what stands on the board is looked at.
        side_by_side.then_some(board).filter(|board| (1..=MOST_CELLS).contains(&board.len()))
    }

    fn kind_span(&self, kind: ir::KindId) -> Span {
        self.typed.kinds.get(kind).map_or_else(Span::default, |def| def.span)
    }

    /// Whether a board of the game has a cell of that name.
    pub(super) fn is_cell(&self, name: &str) -> bool {
        let boards = match self.board.cells() {
            Some(board) => std::slice::from_ref(board),
            None => self.facts.boards.as_slice(),
        };
        cell_named(name)
            .is_some_and(|(row, column)| boards.iter().any(|board| board.has(row, column)))
    }

    /// `E7`: a cell by its name, where nothing else is called so.
    pub(super) fn cell_by_name(&mut self, name: &tree::Name) -> Option<Expr> {
        let ty = self.cell_type().filter(|_| !name.quoted)?;
        let (row, column) = cell_named(&name.text)?;
        let span = name.span;
        let here = self.board.cells();
        let boards = match here {
            Some(board) => std::slice::from_ref(board),
            None => self.facts.boards.as_slice(),
        };
        if !boards.iter().any(|board| board.has(row, column)) {
            let about = match boards {
                [board] => format!("the board {}", extent(board)),
                [] => "there is no board".to_owned(),
                _ => "no board of this game has it".to_owned(),
            };
            let about = match boards {
                [board] => match row_of(board, row) {
                    Some((first, last)) => format!("this row goes from {first} to {last}"),
                    None => about,
                },
                _ => about,
            };
            Diagnostic::at(codes::NO_SUCH_CELL, span)
                .says(format!("there is no cell {}", name.text))
                .label("off the board")
                .help(format!("a cell is a letter for its row and its column; {about}"))
                .emit(self.sink);
            return Some(error(span));
        }
        let part = |number: i64| super::exprs::cell(number, INT, span);
        let args = vec![part(row), part(column)];
        Some(Expr { kind: ExprKind::Space { op: SpaceOp::CellNamed, args }, ty, span })
    }

    /// `put Marsh at E7, E8`: the one field of cells that can hold such a thing; `put u at E7`: where a piece stands.
    pub(super) fn put_on_cells(
        &mut self,
        what: &tree::Expr,
        cells: &[tree::Expr],
        span: Span,
    ) -> Vec<Stmt> {
        let Some(cell) = self.facts.cell else { return Vec::new() };
        let Some((field, value)) = self.tile(cell, what) else {
            return self.put_piece_on_cell(what, cells, span);
        };
        let Some(field) = field else { return Vec::new() };
        self.scope.forget(None);
        let wanted = Type::Entity(cell);
        let mut stmts = Vec::with_capacity(cells.len());
        for at in cells {
            let of = self.expr(at, Some(&wanted));
            stmts.extend(self.set_space(of, Some(field), value.clone(), span));
        }
        stmts
    }

    /// The field of cells that holds what is named, with the value; no field where it was reported. Nothing where no member
    /// of a closed kind is named.
    fn tile(&mut self, cell: ir::KindId, what: &tree::Expr) -> Option<(Option<ir::FieldId>, Expr)> {
        let fields: Vec<(ir::FieldId, ir::KindId)> = self
            .typed
            .fields
            .iter()
            .filter(|(_, def)| def.kind == cell)
            .filter_map(|(id, def)| as_variant!(bare(&def.ty), Type::Member(kind) => (id, *kind)))
            .collect();
        let name = match &what.kind {
            tree::ExprKind::Name(name) if self.scope.peek(&name.text).is_none() => name.clone(),
            tree::ExprKind::Text(_) => {
                let text = self.source_of(what.span).trim_matches('"').into();
                tree::Name { text, span: what.span, quoted: true }
            }
            _ => {
                let found = self.infer(what, None);
                let Type::Member(kind) = found.ty else { return None };
                let fitting = fields.iter().filter(|(_, of)| *of == kind).map(|(id, _)| *id);
                let fitting: Vec<ir::FieldId> = fitting.collect();
                return Some((self.only_tile_field(&fitting, what.span), found));
            }
        };
        let fitting: Vec<(ir::FieldId, ir::KindId)> = fields
            .iter()
            .filter(|(_, kind)| self.vocabulary.member(*kind, &name.text).is_some())
            .copied()
            .collect();
        let ids: Vec<ir::FieldId> = fitting.iter().map(|(id, _)| *id).collect();
        let Some((_, kind)) = fitting.first().copied() else {
            let known: Vec<String> = fields
                .iter()
                .filter_map(|(_, kind)| self.vocabulary.kind(*kind))
                .flat_map(|names| names.entries.keys().map(ToString::to_string))
                .collect();
            let of = self.kind_name(cell).to_owned();
            self.unknown_among(&name, &format!("value of a state of {of}"), &known);
            return Some((None, error(what.span)));
        };
        let value = self.member(kind, &name);
        Some((self.only_tile_field(&ids, what.span), value))
    }

    /// Says so where a value fits two fields of cells, or none.
    fn only_tile_field(&mut self, fitting: &[ir::FieldId], span: Span) -> Option<ir::FieldId> {
        if let [only] = fitting {
            return Some(*only);
        }
        let source = self.source_of(span);
        let fits = fitting.iter().filter_map(|id| self.typed.fields.get(*id));
        let message = match fitting.len() {
            0 => format!("no state of a cell can be `{source}`"),
            _ => format!("two states of a cell can be `{source}`"),
        };
        Diagnostic::at(codes::BAD_PUT, span)
            .says(message)
            .also_each(fits.map(|def| (def.span, format!("`{}` can", def.name))))
            .help("a cell has one state of the kind of what is put: `kind hex is cell { state tile: ground = Clear }`; else write which is meant: `E7.tile = ..`")
            .refuse(self.sink)
    }

    fn put_piece_on_cell(
        &mut self,
        what: &tree::Expr,
        cells: &[tree::Expr],
        span: Span,
    ) -> Vec<Stmt> {
        let of = self.infer(what, None);
        let field = match &of.ty {
            Type::Error => return Vec::new(),
            Type::Entity(kind) => self.typed.kinds.get(*kind).and_then(|def| def.cell),
            _ => None,
        };
        let ([at], Some(field)) = (cells, field) else {
            let ty = self.with_article(&of.ty);
            let message = match field {
                Some(_) => "a piece stands in one cell".to_owned(),
                None => format!("{ty} has no cell on the board"),
            };
            self.report(Diagnostic::at(codes::BAD_PUT, span).says(message).help(
                "a piece stands in the cell of its first such state: `kind unit is piece { state hex: hex? }`",
            ));
            return Vec::new();
        };
        self.scope.forget(None);
        let cell = self.facts.cell.map_or(Type::Error, Type::Entity);
        let at = self.expr(at, Some(&cell));
        self.set_space(of, Some(field), at, span).into_iter().collect()
    }

    /// `deploy rows 1..2`, `deploy at A1, A2`: the zone of a player.
    pub(super) fn cell_zone(
        &mut self,
        zone: &'a tree::CellZone,
        player: &Expr,
        span: Span,
    ) -> Vec<Stmt> {
        let Some(cell) = self.facts.cell else { return Vec::new() };
        let (one, set) = (Type::Entity(cell), Type::Set(Box::new(Type::Entity(cell))));
        let value = match zone {
            tree::CellZone::At(cells) => {
                let mut items = Vec::with_capacity(cells.len());
                for cell in cells {
                    items.push(self.expr(cell, Some(&one)));
                }
                if items.iter().any(|item| matches!(item.ty, Type::Error)) {
                    return Vec::new();
                }
                Expr { kind: ExprKind::Items(items), ty: set, span }
            }
            tree::CellZone::Lines { columns, range } => {
                let Some((low, high)) = self.zone_lines(*columns, range) else {
                    return Vec::new();
                };
                let op = if *columns { SpaceOp::CellColumn } else { SpaceOp::CellRow };
                let item = self.scope.hidden("", one, span);
                let line = |checker: &Self| {
                    let of = checker.local_expr(item, span);
                    Box::new(checker.space_value(op.sign(), vec![of], span))
                };
                let bound = |number| Box::new(super::exprs::cell(number, INT, span));
                let (left, right) = (line(self), line(self));
                let least = ExprKind::Compare { how: Compare::Ge, left, right: bound(low) };
                let most = ExprKind::Compare { how: Compare::Le, left: right, right: bound(high) };
                let truth = |kind| Box::new(Expr::truth(kind, span));
                let when = truth(ExprKind::And(truth(least), truth(most)));
                let all = Box::new(Expr { kind: ExprKind::All(cell), ty: set.clone(), span });
                Expr { kind: ExprKind::Filter { of: all, item, when }, ty: set, span }
            }
        };
        self.set_space(player.clone(), self.typed.zone, value, span).into_iter().collect()
    }

    /// The first and last row or column of a zone, which the board must have.
    fn zone_lines(&mut self, columns: bool, range: &'a tree::Range) -> Option<(i64, i64)> {
        let board = self.board.cells()?.clone();
        let most = if columns { board.columns() } else { board.rows() };
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let mut bounds = [1, most];
        for (bound, end) in bounds.iter_mut().zip([&range.low, &range.high]) {
            let Some(end) = end else { continue };
            let found = self.constant_expr(end, &INT);
            *bound = self.constant_cell(&found)?;
        }
        let [low, high] = bounds;
        if low < 1 || high > most || low > high {
            let word = if columns { "columns" } else { "rows" };
            if low > high && high >= 1 && low <= most {
                let swapped = format!("{high}..{low}");
                return Diagnostic::at(codes::NO_SUCH_CELL, range.span)
                    .says(format!(
                        "there are no {word} from {low} to {high}: the lower number stands first"
                    ))
                    .label("the wrong way round")
                    .fix(format!("write `{swapped}`"), range.span, swapped)
                    .refuse(self.sink);
            }
            let source = self.source_of(range.span);
            let dots = source.replace('-', "..");
            let found = Diagnostic::at(codes::NO_SUCH_CELL, range.span)
                .says(format!("the board has no {word} {low} to {high}"));
            self.report(if dots == source {
                found.help(format!("it has {word} 1 to {most}"))
            } else {
                found.label("a subtraction").fix(
                    format!("from one to another reads `{dots}`"),
                    range.span,
                    dots,
                )
            });
            return None;
        }
        Some((low, high))
    }
}

/// The first and last cell of a row.
fn row_of(board: &CellBoard, row: i64) -> Option<(String, String)> {
    let columns = board.cells().into_iter().filter(|cell| cell.0 == row).map(|cell| cell.1);
    let (first, last) = (columns.clone().min()?, columns.max()?);
    Some((cell_name(row, first), cell_name(row, last)))
}

/// How far a board reaches, in the names of its cells.
fn extent(board: &CellBoard) -> String {
    let cells = board.cells();
    let ends = cells.first().zip(cells.last());
    ends.map_or_else(String::new, |((row, column), (last_row, last_column))| {
        format!("goes from {} to {}", cell_name(*row, *column), cell_name(*last_row, *last_column))
    })
}
