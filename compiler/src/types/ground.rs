//! Ground: the board, where sides deploy, what areas cover. Gives statements of set-up that write places and regions.

use super::checker::{Checker, INT, error};
use super::vocabulary::Attribute;
use crate::typed::{Arithmetic, Assign, Expr, ExprKind, SpaceType, Stmt, StmtKind, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;
use warwright_ir::{SpaceOp, Wanted};

/// Settings that say where and in what shape something lies, in one of three ways.
const SHAPES: &str = "`at (x, y) size 8\" x 6\"` (or `oval 8\" x 6\"`, `radius 2\"`), `along (x, y) (x, y) wide 2\"`, or `corners (x, y) (x, y) (x, y)`";
/// The words of those settings.
const WORDS: [&str; 8] = ["at", "facing", "size", "oval", "radius", "along", "wide", "corners"];

/// Whether a setting says where something is.
pub(super) fn is_space(setting: &tree::Setting) -> bool {
    WORDS.contains(&&*setting.word.text)
}

impl<'a> Checker<'a> {
    /// A place is said of what stands nowhere.
    pub(super) fn wanted_on_board(&mut self, of: &Expr, span: Span) {
        let ty = self.with_article(&of.ty);
        Diagnostic::at(codes::BAD_PUT, span)
            .says(format!("{ty} has no place on the board"))
            .help("pieces with a profile or a derived fact of type `footprint` have one, and areas have a region")
            .emit(self.sink);
    }

    /// `board 36" x 30"`: its size.
    pub(super) fn board_size(&mut self, value: &'a tree::Expr) -> Option<(i64, i64)> {
        let wanted = Type::Space(SpaceType::Footprint);
        let size = self.constant_expr(value, &wanted);
        match size.kind {
            ExprKind::Footprint(cells) => {
                let [width, depth, ..] = *cells;
                Some((width, depth))
            }
            _ => None,
        }
    }

    /// Writes where a piece stands or what an area covers.
    pub(super) fn set_space(
        &mut self,
        of: Expr,
        field: Option<ir::FieldId>,
        value: Expr,
        span: Span,
    ) -> Option<Stmt> {
        if matches!(value.ty, Type::Error) {
            return None;
        }
        let to = Assign::Field { of: Box::new(of), field: field? };
        let kind = StmtKind::Assign { to, value, purpose: None };
        Some(Stmt { kind, span })
    }

    /// `put u at P`, `move u along R`.
    pub(super) fn put_stmt(&mut self, what: &tree::Expr, place: Expr, span: Span) -> StmtKind {
        let of = self.wanted(what, Wanted::Piece);
        self.put_piece(of, place, span)
    }

    fn put_piece(&mut self, of: Expr, place: Expr, span: Span) -> StmtKind {
        // What was known of where it stood is known no longer.
        self.scope.forget(None);
        let Type::Entity(kind) = of.ty else { return StmtKind::Error };
        let field = self.typed.kinds.get(kind).and_then(|def| def.place);
        self.set_space(of, field, place, span).map_or(StmtKind::Error, |stmt| stmt.kind)
    }

    /// `move u along R`: u is put where it comes by the move.
    pub(super) fn move_stmt(
        &mut self,
        what: &tree::Expr,
        along: &tree::Expr,
        span: Span,
    ) -> StmtKind {
        let route = self.expr(along, Some(&Type::Space(SpaceType::Route)));
        let piece = self.wanted(what, Wanted::Piece);
        let end = self.space_of(SpaceOp::Moved, vec![piece.clone(), route], along.span);
        self.put_piece(piece, end, span)
    }

    /// The place that `at P facing A` says; looking along the board where no facing is said.
    pub(super) fn place_of(&mut self, settings: &'a [tree::Setting]) -> Option<Expr> {
        let at = settings.iter().find(|setting| &*setting.word.text == "at")?;
        let point = match at.values.as_slice() {
            [point] => self.wanted(point, Wanted::Point),
            _ => {
                let message = self.in_its_measure("`at` wants one point: `at (10\", 12\")`");
                let help = "brackets stand about both lengths, and each has its measure";
                Diagnostic::at(codes::BAD_PUT, at.span).says(message).help(help).emit(self.sink);
                error(at.span)
            }
        };
        let facing = match settings.iter().find(|setting| &*setting.word.text == "facing") {
            Some(facing) => match facing.values.as_slice() {
                [angle] => self.expr(angle, Some(&Type::Angle)),
                _ => self.broken(codes::BAD_PUT, "`facing` wants one angle", facing.span),
            },
            None => super::exprs::cell(0, Type::Angle, at.span),
        };
        Some(self.space_of(SpaceOp::Place, vec![point, facing], at.span))
    }

    /// The region that the settings of something put on the board say.
    pub(super) fn region_of(&mut self, settings: &'a [tree::Setting], span: Span) -> Expr {
        let find = |word: &str| settings.iter().find(|setting| &*setting.word.text == word);
        if let Some(along) = find("along") {
            if let [one] = along.values.as_slice()
                && matches!(one.kind, tree::ExprKind::Tuple(_))
            {
                return self.bad_put(
                    "a strip goes from point to point: `along (x, y) (x, y) wide 2\"`",
                    along.span,
                );
            }
            let points = self.points_of(along);
            let Some(wide) = find("wide") else {
                return self
                    .bad_put("a strip says how wide it is: `along .. wide 2\"`", along.span);
            };
            let wide = self.one_length(wide);
            return self.space_of(SpaceOp::Strip, vec![points, wide], span);
        }
        if let Some(corners) = find("corners") {
            let points = self.points_of(corners);
            return self.space_of(SpaceOp::Polygon, vec![points], span);
        }
        let Some(place) = self.place_of(settings) else {
            return self.bad_put("it is not said where this lies", span);
        };
        if let Some(radius) = find("radius") {
            let radius = self.one_length(radius);
            let twice = Expr::arithmetic(
                Arithmetic::Mul,
                radius,
                super::exprs::cell(2, INT, span),
                Type::Length,
                span,
            );
            return self.space_of(SpaceOp::Oval, vec![place, twice.clone(), twice], span);
        }
        for (word, op) in [("size", SpaceOp::Rectangle), ("oval", SpaceOp::Oval)] {
            let Some(size) = find(word) else { continue };
            let found = match size.values.as_slice() {
                [size] => self.board_size(size),
                _ => None,
            };
            // Two lengths of which one is none: that was said of it.
            if found.is_none()
                && matches!(size.values.as_slice(), [one] if matches!(one.kind, tree::ExprKind::Size { .. }))
            {
                return error(span);
            }
            let Some((width, depth)) = found else {
                return self.bad_put("a size is two lengths: `8\" x 6\"`", size.span);
            };
            let length = |cell| super::exprs::cell(cell, Type::Length, size.span);
            return self.space_of(op, vec![place, length(width), length(depth)], span);
        }
        self.bad_put("it is not said how large this is", span)
    }

    /// What an area covers, and where its kind keeps that which way it looks.
    pub(super) fn set_ground(
        &mut self,
        (of, kind): (&Expr, ir::KindId),
        settings: &'a [tree::Setting],
        span: Span,
    ) -> Vec<Stmt> {
        let region = self.region_of(settings, span);
        let field = self.typed.kinds.get(kind).and_then(|def| def.region);
        let ground = self.set_space(of.clone(), field, region, span);
        ground.into_iter().chain(self.set_facing((of, kind), settings)).collect()
    }

    /// Kinds of areas with a state `facing: angle` keep the angle that `facing` says; for others it only turns the shape.
    fn set_facing(
        &mut self,
        (of, kind): (&Expr, ir::KindId),
        settings: &'a [tree::Setting],
    ) -> Option<Stmt> {
        let facing = settings.iter().find(|setting| &*setting.word.text == "facing")?;
        let Some(Attribute::State(field)) = self.vocabulary.attribute(kind, "facing") else {
            let lies = |setting: &tree::Setting| &*setting.word.text == "at";
            if !settings.iter().any(lies) {
                let name = self.kind_name(kind).to_owned();
                Diagnostic::at(codes::BAD_PUT, facing.span)
                    .says("`facing` turns what lies about a point, and this lies along points")
                    .help(format!(
                        "take it out, or let areas of the kind look somewhere: `kind {name} is area {{ state facing: angle = 0 deg }}`"
                    ))
                    .emit(self.sink);
            }
            return None;
        };
        let angle = self.typed.fields.get(field).is_some_and(|it| it.ty == Type::Angle);
        let [value] = facing.values.as_slice() else { return None };
        if !angle {
            return None;
        }
        let value = self.expr(value, Some(&Type::Angle));
        self.set_space(of.clone(), Some(field), value, facing.span)
    }

    /// Whether all settings are read by somebody; those that are not are reported.
    pub(super) fn known_settings(&mut self, settings: &[tree::Setting], more: &[&str]) -> bool {
        let mut all = true;
        for setting in settings {
            let word = &*setting.word.text;
            if WORDS.contains(&word) || more.contains(&word) {
                continue;
            }
            all = false;
            let known: Vec<String> = WORDS.iter().chain(more).map(ToString::to_string).collect();
            self.unknown_among(&setting.word, "setting", &known);
        }
        all
    }

    fn bad_put(&mut self, message: &str, span: Span) -> Expr {
        let help = self.in_its_measure(&format!("write {SHAPES}"));
        let message = self.in_its_measure(message);
        self.report(Diagnostic::at(codes::BAD_PUT, span).says(message).help(help));
        error(span)
    }

    /// Advice whose lengths have the measure of the game.
    fn in_its_measure(&self, text: &str) -> String {
        text.replace('"', self.measure_suffix().unwrap_or("\""))
    }

    fn one_length(&mut self, setting: &'a tree::Setting) -> Expr {
        match setting.values.as_slice() {
            [length] => self.expr(length, Some(&Type::Length)),
            _ => {
                let message = format!("`{}` wants one length", setting.word.text);
                self.bad_put(&message, setting.span)
            }
        }
    }

    fn points_of(&mut self, setting: &'a tree::Setting) -> Expr {
        let point = Type::Space(SpaceType::Point);
        let mut points = Vec::with_capacity(setting.values.len());
        for value in &setting.values {
            points.push(self.expr(value, Some(&point)));
        }
        if points.iter().any(|point| matches!(point.ty, Type::Error)) {
            return error(setting.span);
        }
        let ty = Type::List(Box::new(point));
        Expr { kind: ExprKind::Items(points), ty, span: setting.span }
    }

    /// An operation whose arguments have been checked.
    pub(super) fn space_of(&mut self, op: SpaceOp, args: Vec<Expr>, span: Span) -> Expr {
        if args.iter().any(|arg| matches!(arg.ty, Type::Error)) {
            return error(span);
        }
        self.space_value(op.sign(), args, span)
    }

    /// `deploy EDGE deep 7.5" ends 5"`, `deploy REGION from EDGE`: the zone and the edge that is the player's own.
    pub(super) fn deployment(
        &mut self,
        (zone, settings): (&'a tree::Expr, &'a [tree::Setting]),
        player: &Expr,
        span: Span,
    ) -> Vec<Stmt> {
        let find = |word: &str| settings.iter().find(|setting| &*setting.word.text == word);
        let where_to = self.infer(zone, None);
        let (region, home) = match &where_to.ty {
            Type::Error => return Vec::new(),
            Type::Space(SpaceType::Edge) => {
                self.deploy_settings(settings, &["deep", "ends"]);
                let Some(deep) = find("deep") else {
                    self.bad_deployment("this zone does not say how deep it is", span);
                    return Vec::new();
                };
                let deep = self.one_length(deep);
                let ends = find("ends").map(|ends| self.one_length(ends));
                let edge = match ends {
                    Some(ends) => self.without_ends(&where_to, &ends, span),
                    None => where_to.clone(),
                };
                (self.space_of(SpaceOp::Band, vec![edge, deep], span), where_to)
            }
            other => {
                if !matches!(other, Type::Space(_)) && (find("deep").or(find("ends"))).is_some() {
                    let other = self.with_article(other);
                    Diagnostic::at(codes::WRONG_TYPE, zone.span)
                        .says(format!("an edge is wanted here, and this is {other}"))
                        .help("edges of the board: south_edge, north_edge, west_edge, east_edge")
                        .emit(self.sink);
                    return Vec::new();
                }
                self.deploy_settings(settings, &["from"]);
                let region = self.wanted(zone, Wanted::Ground);
                let Some(from) = find("from").and_then(|from| from.values.first()) else {
                    self.bad_deployment(
                        "this zone does not say from which edge its side comes",
                        span,
                    );
                    return Vec::new();
                };
                (region, self.wanted(from, Wanted::Edge))
            }
        };
        let (zone_field, home_field) = (self.typed.zone, self.facts.home);
        let zone = self.set_space(player.clone(), zone_field, region, span);
        let home = self.set_space(player.clone(), home_field, home, span);
        zone.into_iter().chain(home).collect()
    }

    fn deploy_settings(&mut self, settings: &[tree::Setting], known: &[&str]) {
        for setting in settings {
            if !known.contains(&&*setting.word.text) {
                let known: Vec<String> = known.iter().map(ToString::to_string).collect();
                self.unknown_among(&setting.word, "setting of a zone", &known);
            }
        }
    }

    fn bad_deployment(&mut self, message: &str, span: Span) {
        let help = self.in_its_measure(
            "write `deploy south_edge deep 7.5\" ends 5\"`, or `deploy REGION from south_edge`",
        );
        self.report(Diagnostic::at(codes::BAD_PUT, span).says(message).help(help));
    }

    /// An edge without so much at both ends.
    fn without_ends(&mut self, edge: &Expr, ends: &Expr, span: Span) -> Expr {
        let quarter = 90_000_000;
        let mut shifted = |op: SpaceOp, by: i64| {
            let end = self.space_of(op, vec![edge.clone()], span);
            let facing = self.space_of(SpaceOp::EdgeFacing, vec![edge.clone()], span);
            let along = Expr::arithmetic(
                Arithmetic::Add,
                facing,
                super::exprs::cell(by, Type::Angle, span),
                Type::Angle,
                span,
            );
            self.space_of(SpaceOp::ShiftedPoint, vec![end, along, ends.clone()], span)
        };
        let left = shifted(SpaceOp::EdgeLeft, quarter);
        let right = shifted(SpaceOp::EdgeRight, -quarter);
        self.space_of(SpaceOp::Edge, vec![left, right], span)
    }
}
