//! The pieces of a test and the sides on which they stand: those of one army list together, as `of SIDE` says otherwise.

use super::super::checker::Checker;
use super::problems;
use crate::typed::{PieceDef, ScenarioDef, SideDef};
use warwright_grammar::{Span, near, tree};
use warwright_ir as ir;

/// The pieces of a test, in the order of their sides.
#[derive(Debug, Default)]
pub(super) struct Pieces<'a> {
    names: Vec<(String, Span)>,
    /// The army lists of the sides of the scenario under whose rules the test runs; none without one.
    armies: Vec<Vec<String>>,
    /// Names of pieces that could not be found, which was said: nothing is said of them again.
    pub(super) broken: Vec<&'a tree::Name>,
    /// How many areas the scenario lays out under whose rules the test runs.
    pub(super) laid_out: usize,
    /// The pieces; those of the first side first.
    pub(super) all: Vec<GivenPiece<'a>>,
}

/// A piece of a test.
#[derive(Clone, Copy, Debug)]
pub(super) struct GivenPiece<'a> {
    /// As written.
    pub(super) given: &'a tree::Given,
    /// What it is one of.
    pub(super) entry: ir::EntryId,
    /// Its kind.
    pub(super) kind: ir::KindId,
    /// The position of its side; [`GROUND`] for an area.
    pub(super) side: usize,
}

/// The side of areas, after all others: nobody's.
pub(super) const GROUND: usize = usize::MAX;

impl Pieces<'_> {
    /// The sides with their pieces; always two.
    pub(super) fn sides(&self) -> Vec<SideDef> {
        let span = self.names.first().map_or_else(Span::default, |(_, span)| *span);
        let mut names = self.names.clone();
        for spare in ["one side", "the other side"] {
            if names.len() < 2 {
                names.push((spare.to_owned(), span));
            }
        }
        let sides = names.into_iter().enumerate();
        let side = |(side, (name, span))| SideDef {
            name,
            pieces: self.of_side(side),
            span,
            ..SideDef::default()
        };
        sides.map(side).collect()
    }

    /// The areas on the board.
    pub(super) fn ground(&self) -> Vec<PieceDef> {
        self.of_side(GROUND)
    }

    fn of_side(&self, side: usize) -> Vec<PieceDef> {
        let own = self.all.iter().filter(|piece| piece.side == side);
        own.map(|it| PieceDef { entry: it.entry, name: None, state: Vec::new() }).collect()
    }

    /// How many sides there are.
    pub(super) fn side_count(&self) -> usize {
        self.names.len().max(2)
    }

    /// The sides that field an army list: of a scenario those that it says.
    fn fielding(&self, army: &str) -> Vec<usize> {
        let sides = self.armies.iter().enumerate();
        let fielding = sides.filter(|(_, armies)| armies.iter().any(|known| known == army));
        fielding.map(|(side, _)| side).collect()
    }

    fn side(&mut self, name: &str, span: Span) -> usize {
        if let Some(at) = self.names.iter().position(|(known, _)| known == name) {
            return at;
        }
        self.names.push((name.to_owned(), span));
        self.names.len() - 1
    }
}

impl<'a> Checker<'a> {
    /// The pieces of a test.
    pub(super) fn given_pieces(
        &mut self,
        test: &'a tree::Test,
        under: Option<&ScenarioDef>,
    ) -> Pieces<'a> {
        let mut pieces = Pieces::default();
        if let Some(under) = under {
            pieces.names.extend(under.sides.iter().map(|side| (side.name.clone(), side.span)));
            pieces.armies.extend(under.sides.iter().map(|side| side.armies.clone()));
            pieces.laid_out = under.ground.len();
        }
        let mut homeless = 0usize;
        for item in &test.items {
            let tree::TestItem::Given(given) = item else { continue };
            if let Some(first) =
                pieces.all.iter().find(|known| known.given.name.text == given.name.text)
            {
                self.report(problems::given_twice(&given.name, first.given.name.span));
                continue;
            }
            // What a piece is one of has been found, or reported, with the rosters.
            let entity = self.input.rosters.givens.get(&given.span).copied();
            let found = entity.and_then(|id| Some((id, self.input.content.entity(id)?)));
            let Some((entity, found)) = found else {
                pieces.broken.push(&given.name);
                continue;
            };
            let Some(kind) = self.kind_at(found.kind) else { continue };
            let base = self.typed.kinds.get(kind).map(|def| def.base);
            if base == Some(ir::KindBase::Area) {
                pieces.all.push(GivenPiece {
                    given,
                    entry: ir::EntryId(entity.0),
                    kind,
                    side: GROUND,
                });
                continue;
            }
            if base != Some(ir::KindBase::Piece) {
                let problem = problems::not_a_piece(&found.title, self.kind_name(kind), given.span);
                self.report(problem);
                pieces.broken.push(&given.name);
                continue;
            }
            let stated = given.settings.iter().find(|setting| &*setting.word.text == "of");
            let side = match (stated.and_then(|of| of.values.first()), found.faction) {
                (Some(of), _) => {
                    let name = self.source_of(of.span);
                    self.known_side(&pieces, &name, of.span);
                    pieces.side(&name, of.span)
                }
                (None, Some(faction)) => match (under, pieces.fielding(&faction.text).as_slice()) {
                    (Some(_), [side]) => *side,
                    // The side that lacks an army, or has another's, may be the one; that was said of it.
                    (Some(under), _) if self.lacks_an_army(under) => 0,
                    (Some(under), _) => {
                        self.report(problems::whose_piece(&given.name, &faction.text, under));
                        0
                    }
                    (None, _) => pieces.side(&faction.text, given.name.span),
                },
                (None, None) if under.is_some() => {
                    homeless += 1;
                    usize::from(homeless > 1)
                }
                // Without army lists the first stands against the others.
                (None, None) => {
                    homeless += 1;
                    let name = if homeless == 1 { "one side" } else { "the other side" };
                    pieces.side(name, given.name.span)
                }
            };
            pieces.all.push(GivenPiece { given, entry: ir::EntryId(entity.0), kind, side });
        }
        pieces.all.sort_by_key(|piece| piece.side);
        pieces
    }

    /// A test under the rules of a scenario has its sides and no others.
    fn known_side(&mut self, pieces: &Pieces<'_>, name: &str, span: Span) {
        let known: Vec<String> = pieces.names.iter().map(|(name, _)| name.clone()).collect();
        if known.iter().any(|side| side == name) {
            return;
        }
        if !pieces.armies.is_empty() {
            let name = tree::Name { text: name.into(), span, quoted: false };
            self.unknown_among(&name, "side of the scenario", &known);
            return;
        }
        // A side may have any name; one that is nearly that of an army list is a slip.
        let plain = name.trim_matches('"');
        let armies: Vec<String> =
            self.input.content.index.factions.keys().map(ToString::to_string).collect();
        let is_army = armies.iter().any(|army| army == plain);
        if !is_army && near::nearest(plain, armies.iter().map(String::as_str)).is_some() {
            let name = tree::Name { text: plain.into(), span, quoted: false };
            self.unknown_among(&name, "army list", &armies);
        }
    }

    /// Whether a side has no pieces where another has some, or fields the very roster of another.
    fn lacks_an_army(&self, scenario: &ScenarioDef) -> bool {
        let has_none = |side: &&SideDef| side.pieces.is_empty();
        let without = scenario.sides.iter().filter(has_none).count();
        let rosters = self.input.rosters.sides.iter();
        let of = |side: &SideDef| rosters.clone().find(|(at, _)| at.contains(side.span));
        let mut fielded: Vec<usize> =
            scenario.sides.iter().filter_map(of).flat_map(|(_, all)| all).copied().collect();
        let all = fielded.len();
        fielded.sort_unstable();
        fielded.dedup();
        0 < without && without < scenario.sides.len() || fielded.len() < all
    }
}
