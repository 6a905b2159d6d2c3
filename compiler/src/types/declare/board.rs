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
        let stands = self.typed.kinds.iter().any(|def| def.place.is_some());
        let Some(player) = self.facts.player.filter(|_| stands || !areas.is_empty()) else {
            return;
        };
        let span = self.typed.kinds.get(player.0 as usize).map_or_else(Span::default, |d| d.span);
        self.facts.zone = self.declare_space(player, "zone", SpaceType::Region, span);
        self.facts.home = self.declare_space(player, "home", SpaceType::Edge, span);
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
                .label("another name is wanted for this"),
            );
            return None;
        }
        let ty = Type::Optional(Box::new(Type::Space(space)));
        let field = ir::FieldId(next(&self.typed.fields));
        self.typed.fields.push(FieldDef {
            name: name.to_owned(),
            kind,
            ty: ty.clone(),
            initial: Expr { kind: ExprKind::None, ty, span },
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
}
