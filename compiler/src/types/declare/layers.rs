//! The layers of precedence: which clauses go over which, in the language's order or in that of a system with the names of its book.

use super::super::bearer::Bearer;
use super::super::checker::Checker;
use crate::typed::{BearerDef, Level};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// Who brings clauses into play, as `precedence` tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The system and its kinds.
    System,
    /// An army list.
    Faction,
    /// An ability.
    Ability,
    /// A status.
    Status,
    /// The body of an entry of a kind.
    Kind(ir::KindId),
    /// A scenario or one of its sides.
    Scenario,
}

/// Where the clauses of each source stand.
#[derive(Debug, Default)]
pub struct Layers {
    levels: IndexMap<Source, Level, FxBuildHasher>,
    /// Those of a table, by name.
    named: IndexMap<Box<str>, Level, FxBuildHasher>,
}

/// The columns of the table.
const COLUMNS: [&str; 2] = ["name", "of"];

impl Layers {
    /// The level of the clauses of a source.
    pub fn of(&self, source: Source) -> Level {
        self.levels.get(&source).copied().unwrap_or_default()
    }
}

impl<'a> Checker<'a> {
    /// Reads the table of precedence; without one the layers are the language's own.
    pub(super) fn declare_layers(&mut self) {
        match self.input.content.index.precedence {
            Some(table) => self.written_layers(table),
            None => self.facts.write().layers = self.usual_layers(),
        }
    }

    /// Lowest first: system, army list, pieces, abilities, ground, all other things, scenario.
    fn usual_layers(&self) -> Layers {
        let levels = self.sources().into_iter().map(|(source, _)| {
            let level = match source {
                Source::System => 0,
                Source::Faction => 1,
                Source::Ability | Source::Status => 3,
                Source::Kind(kind) => match self.typed.kinds.get(kind) {
                    Some(def) => usual_level(def.base),
                    None => 0,
                },
                Source::Scenario => 6,
            };
            (source, Level(level))
        });
        Layers { levels: levels.collect(), named: IndexMap::default() }
    }

    /// All sources, each with its name.
    fn sources(&self) -> Vec<(Source, String)> {
        let plain = [
            (Source::System, "system"),
            (Source::Faction, "faction"),
            (Source::Ability, "ability"),
            (Source::Status, "status"),
            (Source::Scenario, "scenario"),
        ];
        let mut sources: Vec<(Source, String)> =
            plain.map(|(source, name)| (source, name.to_owned())).into();
        let kinds = self.typed.kinds.iter();
        let bodies = kinds.filter(|(_, def)| {
            !def.fleeting && !matches!(def.base, ir::KindBase::Battle) && !is_player(def.base)
        });
        sources.extend(bodies.map(|(kind, def)| (Source::Kind(kind), def.name.clone())));
        sources
    }

    fn written_layers(&mut self, table: &'a tree::EntityTable) {
        if !table.columns.iter().map(|column| &*column.text).eq(COLUMNS) {
            self.report(
                bad_layers("a table of precedence has the columns `name | of`", table.plural.span)
                    .label("other columns"),
            );
        }
        let sources = self.sources();
        let mut layers = Layers::default();
        let mut places: IndexMap<Source, Span, FxBuildHasher> = IndexMap::default();
        let mut rest: Option<(Level, Span)> = None;
        for (row, level) in table.rows.iter().zip((0u8..=u8::MAX).map(Level)) {
            if row.row.cells.iter().any(|cell| matches!(cell.kind, tree::CellKind::Error)) {
                continue;
            }
            if row.form.is_some() || row.row.cells.len() != COLUMNS.len() {
                self.report(
                    bad_layers("a layer has a name and says whose clauses it has", row.row.span)
                        .label("in other cells"),
                );
                continue;
            }
            let Some(name) = self.layer_named(row, level, &mut layers) else { continue };
            match row.row.cells.get(1).map(|cell| (&cell.kind, cell.span)) {
                Some((tree::CellKind::Else, span)) => match rest {
                    Some((_, first)) => self.report(
                        bad_layers("two layers have whatever is left", span)
                            .label("once more")
                            .also(first, "this layer has it"),
                    ),
                    None => rest = Some((level, span)),
                },
                Some((tree::CellKind::Nothing, span)) => self.seen_to_be_filled(&name, span),
                Some((tree::CellKind::One(_) | tree::CellKind::Values(_), _)) => {
                    let exprs = row.row.cells.iter().skip(1).flat_map(|cell| cell.kind.exprs());
                    for expr in exprs {
                        match expr.as_name() {
                            Some(word) => {
                                self.layer_of(word, level, &sources, &mut layers, &mut places);
                            }
                            None => self.report(no_source(expr.span)),
                        }
                    }
                }
                Some((tree::CellKind::Error, _)) | None => {}
                Some((_, span)) => self.report(no_source(span)),
            }
        }
        self.rest_of_layers(table, &sources, rest, &mut layers);
        self.typed.layers = layers.named.keys().map(ToString::to_string).collect();
        self.facts.write().layers = layers;
    }

    fn layer_named(
        &mut self,
        row: &'a tree::EntityRow,
        level: Level,
        layers: &mut Layers,
    ) -> Option<tree::Name> {
        let cell = row.row.cells.first()?;
        let name = cell.kind.single().and_then(crate::like::written_name).map(|text| tree::Name {
            text: text.into(),
            span: cell.span,
            quoted: true,
        });
        let Some(name) = name else {
            return self.refuse(bad_layers("a layer has a name", cell.span).label("no name"));
        };
        if layers.named.insert(name.text.to_string().into(), level).is_some() {
            self.report(
                bad_layers(&format!("there are two layers \"{}\"", name.text), name.span)
                    .label("again here"),
            );
        }
        Some(name)
    }

    /// A layer of no source has clauses of its own.
    fn seen_to_be_filled(&mut self, name: &tree::Name, span: Span) {
        let layers = &self.input.content.index.layers;
        if !layers.iter().any(|layer| layer.name.text == name.text) {
            let message = format!("nothing stands in the layer \"{}\"", name.text);
            self.report(bad_layers(&message, span).label("of no source").help(format!(
                "write `layer \"{}\" {{ .. }}` with clauses in it, or say whose clauses it has",
                name.text
            )));
        }
    }

    fn layer_of(
        &mut self,
        word: &tree::Name,
        level: Level,
        sources: &[(Source, String)],
        layers: &mut Layers,
        places: &mut IndexMap<Source, Span, FxBuildHasher>,
    ) {
        let Some((source, _)) = sources.iter().find(|(_, name)| **name == *word.text) else {
            let known: Vec<String> = sources.iter().map(|(_, name)| name.clone()).collect();
            self.unknown_among(word, "source of clauses", &known);
            return;
        };
        if let Some(first) = places.insert(*source, word.span) {
            let message = format!("the clauses of `{}` stand in two layers", word.text);
            self.report(bad_layers(&message, word.span).label("again here").also(first, "here"));
        }
        layers.levels.insert(*source, level);
    }

    /// Whatever no layer names stands in the layer of the rest.
    fn rest_of_layers(
        &mut self,
        table: &tree::EntityTable,
        sources: &[(Source, String)],
        rest: Option<(Level, Span)>,
        layers: &mut Layers,
    ) {
        let left: Vec<&(Source, String)> =
            sources.iter().filter(|(source, _)| !layers.levels.contains_key(source)).collect();
        match rest {
            Some((_, span)) if left.is_empty() => {
                self.report(bad_layers("nothing is left for this layer", span).label("no source"));
            }
            Some((level, _)) => {
                layers.levels.extend(left.iter().map(|(source, _)| (*source, level)));
            }
            None if left.is_empty() => {}
            None => {
                let names: Vec<String> = left.iter().map(|(_, name)| format!("`{name}`")).collect();
                let names = crate::wording::listed(&names);
                let message = format!("no layer of precedence has the clauses of {names}");
                self.report(
                    bad_layers(&message, table.plural.span).label("left out").help(
                        "name them in a row, or let one row have the rest: `\"Name\" | else`",
                    ),
                );
            }
        }
    }

    /// The clauses that stand in layers of their own.
    pub(super) fn layer_bearers(&mut self) {
        let content = self.input.content;
        for layer in &content.index.layers {
            let layer: &'a tree::Layer = layer;
            let Some(level) = self.facts.layers.named.get(&*layer.name.text).copied() else {
                let known: Vec<String> =
                    self.facts.layers.named.keys().map(ToString::to_string).collect();
                self.unknown_among(&layer.name, "layer of precedence", &known);
                continue;
            };
            let clauses = super::bearers::clauses_of(&layer.body);
            let name = layer.name.text.to_string();
            let bearer =
                Bearer::new(format!("layer \"{name}\""), name, level, clauses, layer.name.span);
            self.add_bearer(Bearer { without_self: Some(BearerDef::System), ..bearer });
        }
    }
}

fn is_player(base: ir::KindBase) -> bool {
    matches!(base, ir::KindBase::Player | ir::KindBase::Side)
}

/// The level of clauses in the bodies of entries where no table says it.
fn usual_level(base: ir::KindBase) -> u8 {
    match base {
        ir::KindBase::Area | ir::KindBase::Cell => 4,
        ir::KindBase::Piece | ir::KindBase::Player | ir::KindBase::Side => 2,
        ir::KindBase::Card | ir::KindBase::Battle | ir::KindBase::Thing => 5,
    }
}

fn no_source(span: Span) -> Diagnostic {
    bad_layers("it is not said whose clauses stand here", span)
        .label("no source of clauses")
        .help("name some (`system`, `ability`, a kind), or write `else` for whatever is left, `-` for nobody")
}

fn bad_layers(message: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::BAD_LAYERS, span).says(message)
}
