//! What stands and lies on the board: the places of pieces, the regions of areas, the zones of players, the kind of sides.

use super::super::checker::Checker;
use super::super::vocabulary::Attribute;
use super::attributes::self_locals;
use super::next;
use crate::typed::{Expr, ExprKind, FieldDef, SpaceType, Type};
use warwright_grammar::{Diagnostic, Span, codes};
use warwright_ir as ir;

impl Checker<'_> {
    /// A piece with a footprint has a place on the board.
    pub(super) fn declare_footprint(
        &mut self,
        kind: ir::KindId,
        profile: ir::ProfileId,
        span: Span,
    ) {
        if self.typed.kinds.get(kind.0 as usize).is_some_and(|def| def.fleeting) {
            self.report(
                Diagnostic::new(
                    codes::TYPE_NOT_ALLOWED,
                    "what is made in play is printed nowhere, so it has no footprint",
                    span,
                )
                .label("nothing could be measured from it")
                .help("keep where it is in state: `state at: point? = none`; or field such pieces with a roster, and put them on the board when they come"),
            );
        }
        let Some(def) = self.typed.kinds.get_mut(kind.0 as usize) else { return };
        if def.base != ir::KindBase::Piece {
            self.report(
                Diagnostic::new(codes::TYPE_NOT_ALLOWED, "only pieces have a footprint", span)
                    .help("`kind NAME is piece { .. }`"),
            );
            return;
        }
        if let Some(first) = def.footprint {
            let first = self.typed.profiles.get(first.0 as usize).map(|profile| profile.span);
            let again = Diagnostic::new(codes::TYPE_NOT_ALLOWED, "a piece has one footprint", span);
            self.report(match first {
                Some(first) => again.also(first, "this is its footprint already"),
                None => again,
            });
            return;
        }
        def.footprint = Some(profile);
        let field = self.declare_space(kind, "place", SpaceType::Place, span);
        if let Some(def) = self.typed.kinds.get_mut(kind.0 as usize) {
            def.place = field;
        }
    }

    /// Areas have a region; players have a zone and an edge of the board.
    pub(super) fn declare_board_state(&mut self) {
        let areas: Vec<(ir::KindId, Span)> = (0u32..)
            .map(ir::KindId)
            .zip(&self.typed.kinds)
            .filter(|(_, def)| def.base == ir::KindBase::Area)
            .map(|(kind, def)| (kind, def.span))
            .collect();
        for (kind, span) in &areas {
            let field = self.declare_space(*kind, "region", SpaceType::Region, *span);
            if let Some(def) = self.typed.kinds.get_mut(kind.0 as usize) {
                def.region = field;
            }
        }
        if let Some(cell) = self.facts.cell {
            self.declare_cell_state(cell);
            return;
        }
        let stands = self.typed.kinds.iter().any(|def| def.place.is_some());
        let Some(player) = self.facts.player.filter(|_| stands || !areas.is_empty()) else {
            return;
        };
        let span = self.typed.kinds.get(player.0 as usize).map_or_else(Span::default, |d| d.span);
        self.facts.zone = self.declare_space(player, "zone", SpaceType::Region, span);
        self.facts.home = self.declare_space(player, "home", SpaceType::Edge, span);
    }

    /// On cells players have a zone, and pieces stand in the cell of their first state that may hold one.
    fn declare_cell_state(&mut self, cell: ir::KindId) {
        let span = |kind: ir::KindId, checker: &Self| {
            checker.typed.kinds.get(kind.0 as usize).map_or_else(Span::default, |def| def.span)
        };
        let cells_at = span(cell, self);
        for name in ["row", "column"] {
            self.is_taken(cell, name, cells_at);
        }
        let planes: Vec<(String, Span)> = self
            .typed
            .kinds
            .iter()
            .filter(|def| def.place.is_some() || def.region.is_some())
            .map(|def| (def.name.clone(), def.span))
            .collect();
        for (name, at) in planes {
            self.report(
                Diagnostic::new(
                    codes::MIXED_BOARDS,
                    format!("`{name}` lies on a plane, and the boards of this game are of cells"),
                    at,
                )
                .also(cells_at, "by this kind")
                .help("on cells a piece has a state that holds its cell, `state hex: hex?`, and ground is state of cells"),
            );
        }
        let wanted = Type::Optional(Box::new(Type::Entity(cell)));
        for def in &mut self.typed.kinds {
            if def.base == ir::KindBase::Piece {
                let fields = &self.typed.fields;
                let stands = |id: &&ir::FieldId| {
                    fields.get(id.0 as usize).is_some_and(|field| field.ty == wanted)
                };
                def.cell = def.fields.iter().find(stands).copied();
            }
        }
        if let Some(player) = self.facts.player {
            let set = Type::Set(Box::new(Type::Entity(cell)));
            let at = span(player, self);
            self.facts.zone = self.declare_built_in(player, "zone", set, at);
        }
    }

    /// The closed kind whose members are the sides of footprints.
    pub(super) fn find_sides(&mut self) {
        let is_sides = |kind: &ir::KindId| {
            let Some(def) = self.typed.kinds.get(kind.0 as usize) else { return false };
            let names = def.entries.iter().filter_map(|entry| {
                self.typed.entries.get(entry.0 as usize).map(|entry| entry.name.as_str())
            });
            def.closed && names.eq(ir::SIDES)
        };
        let kinds = (0u32..).map(ir::KindId).take(self.typed.kinds.len());
        let found: Vec<ir::KindId> = kinds.filter(is_sides).collect();
        self.typed.sides = found.first().copied();
        if let [first, second, ..] = found.as_slice() {
            let span = |kind: &ir::KindId| {
                self.typed.kinds.get(kind.0 as usize).map_or_else(Span::default, |def| def.span)
            };
            let (first, second) = (span(first), span(second));
            self.report(
                Diagnostic::new(
                    codes::AMBIGUOUS_NAME,
                    "two enums have the sides of a footprint as their members",
                    second,
                )
                .also(first, "the functions of the board give members of this one")
                .help("keep one of them"),
            );
        }
    }

    /// A field of state that everything of a kind has on a board; it is none at first.
    fn declare_space(
        &mut self,
        kind: ir::KindId,
        name: &str,
        space: SpaceType,
        span: Span,
    ) -> Option<ir::FieldId> {
        let ty = Type::Optional(Box::new(Type::Space(space)));
        self.declare_built_in(kind, name, ty, span)
    }

    /// A field of state that the engine gives a kind; nothing is in it at first.
    fn declare_built_in(
        &mut self,
        kind: ir::KindId,
        name: &str,
        ty: Type,
        span: Span,
    ) -> Option<ir::FieldId> {
        if self.is_taken(kind, name, span) {
            return None;
        }
        let initial = match &ty {
            Type::Set(_) => ExprKind::Items(Vec::new()),
            _ => ExprKind::None,
        };
        let field = ir::FieldId(next(&self.typed.fields));
        self.typed.fields.push(FieldDef {
            name: name.to_owned(),
            kind,
            ty: ty.clone(),
            initial: Expr { kind: initial, ty, span },
            locals: self_locals(kind, span),
            only_by: None,
            resets: None,
            sight: ir::Sight::All,
            inverse: None,
            span,
        });
        self.set_attribute(kind, name, Attribute::State(field));
        if let Some(def) = self.typed.kinds.get_mut(kind.0 as usize) {
            def.fields.push(field);
        }
        Some(field)
    }

    /// Says so where an author has taken the name of a field that the engine gives.
    fn is_taken(&mut self, kind: ir::KindId, name: &str, span: Span) -> bool {
        if let Some(taken) = self.vocabulary.attribute(kind, name) {
            let at = match taken {
                Attribute::State(field) => self.typed.fields.get(field.0 as usize).map(|f| f.span),
                Attribute::Profile(profile) => {
                    self.typed.profiles.get(profile.0 as usize).map(|profile| profile.span)
                }
                _ => None,
            };
            let of = self.kind_name(kind).to_owned();
            self.report(
                Diagnostic::new(
                    codes::DUPLICATE_NAME,
                    format!("`{name}` of {of} is where it is on the board"),
                    at.unwrap_or(span),
                )
                .label("another name is wanted for this")
                .help(format!(
                    "what is meant may be there already: `x.{name}` of any {of} says it"
                )),
            );
            return true;
        }
        false
    }
}
