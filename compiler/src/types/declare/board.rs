//! What stands and lies on the board: the places of pieces, the regions of areas, the zones of players.

use super::super::checker::Checker;
use super::given::{CELL, HOME, PLACE, REGION, ZONE};
use crate::typed::{SpaceType, Type};
use warwright_grammar::{Diagnostic, Span, codes};
use warwright_ir as ir;

impl Checker<'_> {
    /// A piece with a footprint has a place on the board.
    pub(super) fn declare_footprint(&mut self, kind: ir::KindId, of: ir::FootprintOf, span: Span) {
        let made = self.typed.kinds.get(kind).is_some_and(|def| def.fleeting);
        if made && matches!(of, ir::FootprintOf::Printed(_)) {
            Diagnostic::at(codes::TYPE_NOT_ALLOWED, span)
                .says("what is made in play is printed nowhere, so it has no footprint")
                .label("nothing could be measured from it")
                .help("let it be worked out: `derive base: footprint = footprint(2\", 1\")`")
                .emit(self.sink);
        }
        let Some(def) = self.typed.kinds.get_mut(kind) else { return };
        if def.base != ir::KindBase::Piece {
            return Diagnostic::at(codes::TYPE_NOT_ALLOWED, span)
                .says("only pieces have a footprint")
                .help("`kind NAME is piece { .. }`")
                .emit(self.sink);
        }
        if let Some(first) = def.footprint {
            let first = match first {
                ir::FootprintOf::Printed(id) => self.typed.profiles.get(id).map(|it| it.span),
                ir::FootprintOf::Derived(id) => self.typed.functions.get(id).map(|it| it.span),
            };
            let again =
                Diagnostic::at(codes::TYPE_NOT_ALLOWED, span).says("a piece has one footprint");
            self.report(match first {
                Some(first) => again.also(first, "this is its footprint already"),
                None => again,
            });
            return;
        }
        def.footprint = Some(of);
        let field = self.give_space(kind, PLACE, SpaceType::Place, span);
        self.typed.kinds.update(kind, |def| def.place = field);
    }

    /// Areas have a region; players have a zone and an edge of the board.
    pub(super) fn declare_board_state(&mut self) {
        let areas: Vec<(ir::KindId, Span)> = self
            .typed
            .kinds
            .iter()
            .filter(|(_, def)| def.base == ir::KindBase::Area)
            .map(|(kind, def)| (kind, def.span))
            .collect();
        for (kind, span) in &areas {
            let field = self.give_space(*kind, REGION, SpaceType::Region, *span);
            self.typed.kinds.update(*kind, |def| def.region = field);
        }
        if let Some(cell) = self.facts.cell {
            self.declare_cell_state(cell);
            return;
        }
        let stands = self.typed.kinds.values().any(|def| def.place.is_some());
        let Some(player) = self.facts.player.filter(|_| stands || !areas.is_empty()) else {
            return;
        };
        let span = self.typed.kinds.get(player).map_or_else(Span::default, |d| d.span);
        self.typed.zone = self.give_space(player, ZONE, SpaceType::Region, span);
        self.facts.write().home = self.give_space(player, HOME, SpaceType::Edge, span);
    }

    /// On cells players have a zone, and pieces stand in the cell of their first state that may hold one.
    fn declare_cell_state(&mut self, cell: ir::KindId) {
        let span = |kind: ir::KindId, checker: &Self| {
            checker.typed.kinds.get(kind).map_or_else(Span::default, |def| def.span)
        };
        let cells_at = span(cell, self);
        for given in CELL {
            self.is_taken(cell, given);
        }
        let planes: Vec<(String, Span)> = self
            .typed
            .kinds
            .values()
            .filter(|def| def.place.is_some() || def.region.is_some())
            .map(|def| (def.name.clone(), def.span))
            .collect();
        for (name, at) in planes {
            Diagnostic::at(codes::MIXED_BOARDS, at)
                .says(format!(
                    "`{name}` lies on a plane, and the boards of this game are of cells"
                ))
                .also(cells_at, "by this kind")
                .help("on cells a piece has a state that holds its cell, `state hex: hex?`, and ground is state of cells")
                .emit(self.sink);
        }
        let wanted = Type::Optional(Box::new(Type::Entity(cell)));
        for def in self.typed.kinds.values_mut() {
            if def.base == ir::KindBase::Piece {
                let fields = &self.typed.fields;
                let stands =
                    |id: &&ir::FieldId| fields.get(**id).is_some_and(|field| field.ty == wanted);
                def.cell = def.fields.iter().find(stands).copied();
            }
        }
        if let Some(player) = self.facts.player {
            let set = Type::Set(Box::new(Type::Entity(cell)));
            let at = span(player, self);
            self.typed.zone = self.give(player, ZONE, set, at);
        }
    }
}
