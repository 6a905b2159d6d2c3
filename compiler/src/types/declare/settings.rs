//! Settings of the system: measure, grain, dice, precedence, and which of its own declarations are known to the engine.

use super::super::checker::Checker;
use super::super::vocabulary::Attribute;
use crate::typed::Type;
use crate::wording::suggest;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// What the grain of a board is set to.
const GRAIN: &str = "a length from 0.02 mm to 1000 mm, such as `grain 0.05 mm`";

impl Checker<'_> {
    /// Reads the settings that do not depend on other declarations.
    pub(super) fn declare_settings(&mut self) {
        let Some(system) = self.input.content.index.system else { return };
        self.typed.system = system.name.text.to_string();
        for member in &system.body {
            if let tree::Member::Field(field) = member {
                self.setting(field);
            }
        }
    }

    fn setting(&mut self, field: &tree::Field) {
        match &*field.name.text {
            "measure" => self.set_measure(field),
            "grain" => self.set_grain(field),
            "stages" => {
                for name in names_of(field) {
                    self.facts.write().stages.push(name.text.to_string());
                }
            }
            "precedence" => self.set_precedence(field),
            // The others want declarations, or the measure, which come later.
            _ => {}
        }
    }

    fn set_measure(&mut self, field: &tree::Field) {
        let Some(name) = self.one_name(field, "`measure in`, `measure cm` or `measure hexes`")
        else {
            return;
        };
        let unit = match &*name.text {
            "in" | "inches" | "inch" => tree::Unit::Inch,
            "cm" => tree::Unit::Centimetre,
            "mm" => tree::Unit::Millimetre,
            "hex" | "hexes" => tree::Unit::Hex,
            _ => {
                let known = ["in", "cm", "mm", "hexes"].map(str::to_owned);
                self.unknown_among(&name, "measure", &known);
                return;
            }
        };
        self.facts.write().measure = Some((unit, field.span));
    }

    fn set_grain(&mut self, field: &tree::Field) {
        let Some(value) = field.value.single() else {
            self.bad_setting(field, GRAIN);
            return;
        };
        let micrometres = match &value.kind {
            tree::ExprKind::Number(number) => {
                let unit: i64 = match number.unit {
                    Some(tree::Unit::Inch) => 25_400,
                    Some(tree::Unit::Centimetre) => 10_000,
                    Some(tree::Unit::Millimetre) => 1_000,
                    _ => 0,
                };
                let denominator = i64::from(number.denominator.max(1));
                number
                    .numerator
                    .checked_mul(unit)
                    .filter(|total| total % denominator == 0)
                    .map(|total| total / denominator)
            }
            _ => None,
        };
        match micrometres {
            Some(grain) if ir::GRAINS.contains(&grain) => {
                self.facts.write().grain = Some((grain, field.span))
            }
            _ => self.bad_setting(field, GRAIN),
        }
    }

    fn set_precedence(&mut self, field: &tree::Field) {
        if let Some(table) = self.input.content.index.precedence {
            self.given_twice("precedence", field.span, table.plural.span);
            return;
        }
        if field.sign.is_some() || !matches!(field.value, tree::CellKind::Default) {
            self.bad_setting(
                field,
                "`precedence default`, or a table `precedence { name | of .. }`",
            );
        }
    }

    /// The one name that a setting gives, the last of it where it has a dot; reported when it gives no name, or several.
    fn one_name(&mut self, field: &tree::Field, wanted: &str) -> Option<tree::Name> {
        let name = field.value.single().and_then(|value| match &value.kind {
            tree::ExprKind::Name(name) => Some(name.clone()),
            tree::ExprKind::Field(field) if field.of.as_name().is_some() => {
                Some(field.name.clone())
            }
            _ => None,
        });
        let name = name.filter(|_| field.sign.is_none());
        if name.is_none() {
            self.bad_setting(field, wanted);
        }
        name
    }

    fn bad_setting(&mut self, field: &tree::Field, wanted: &str) {
        Diagnostic::at(codes::NOT_A_VALUE, field.span)
            .says(format!("the setting `{}` cannot be read", field.name.text))
            .help(format!("wanted: {wanted}"))
            .emit(self.sink);
    }

    /// `board 36" x 30"`: the board of tests, and of scenarios that name none.
    pub(super) fn find_board(&mut self) {
        let content = self.input.content;
        let Some(system) = content.index.system else { return };
        for member in &system.body {
            let tree::Member::Field(field) = member else { continue };
            if &*field.name.text == "board" {
                self.facts.write().board = self.board_of(&field.value, field.span);
            }
        }
        self.gather_boards();
        self.typed.grain = self.facts.grain.map(|(grain, _)| grain);
    }

    /// The boards of cells of the system and of all scenarios, which are judged with these.
    fn gather_boards(&mut self) {
        let content = self.input.content;
        let cells = self.facts.board.as_ref().and_then(ir::Board::cells).cloned();
        self.facts.write().boards.extend(cells);
        for scenario in content.index.scenarios.values() {
            for item in &scenario.items {
                let tree::ScenarioItem::Board { value, .. } = item else { continue };
                let mut exprs = value.exprs();
                let word = exprs.next().and_then(tree::Expr::as_name);
                let columns = match word.map(|word| &*word.text) {
                    Some("rows") => false,
                    Some("columns") => true,
                    _ => continue,
                };
                let number = |expr: &tree::Expr| self.source_of(expr.span).parse::<u32>().ok();
                let lines: Option<Vec<u32>> = exprs.map(number).collect();
                let Some(lines) = lines.filter(|lines| lines.len() <= ir::MOST_CELLS) else {
                    continue;
                };
                self.facts.write().boards.push(ir::CellBoard { columns, lines });
            }
        }
    }

    /// `dice d6`: the die that bare `pool` means.
    pub(super) fn find_system_die(&mut self) {
        let Some(field) = self.system_field("dice") else { return };
        if let Some(name) = self.one_name(&field, "one die, as in `dice d6`") {
            self.facts.write().die = self.find_die(&name);
        }
    }

    /// `active FIELD`: the state of the battle that holds the player whose turn it is.
    pub(super) fn find_active_field(&mut self) {
        let Some(field) = self.system_field("active") else { return };
        let Some(battle) = self.facts.battle else { return };
        let Some(name) = self.one_name(&field, "a state of the battle, as in `active acting`")
        else {
            return;
        };
        match self.vocabulary.attribute(battle, &name.text) {
            Some(Attribute::State(id)) => self.typed.active = Some(id),
            _ => {
                let known: Vec<String> = self
                    .vocabulary
                    .kind(battle)
                    .map(|names| names.attributes.keys().map(ToString::to_string).collect())
                    .unwrap_or_default();
                self.unknown_among(&name, "state of the battle", &known);
            }
        }
    }

    /// `sides ENUM`: the enum whose four members are, in this order, the front, left, right and rear of a footprint.
    pub(super) fn find_sides(&mut self) {
        let Some((kind, name)) = self.named_enum("sides", "an enum of four, as in `sides Side`")
        else {
            return;
        };
        let members = self.typed.kinds.get(kind).map_or(0, |def| def.entries.len());
        if members == ir::SIDES {
            self.typed.sides = Some(kind);
            return;
        }
        let what = format!("a footprint has four sides, and `{}` has {members} members", name.text);
        Diagnostic::at(codes::NOT_A_VALUE, name.span)
            .says(what)
            .label("not the sides of a footprint")
            .help("its members are the front, the left, the right and the rear in this order, whatever they are called: `enum Side { front, left, right, rear }`")
            .emit(self.sink);
    }

    /// `colours ENUM`: the enum whose members are names of colours; a profile of this type gives an entry its colour.
    pub(super) fn find_colours(&mut self) {
        let wanted = "an enum of colours, as in `colours Colour`";
        let Some((kind, name)) = self.named_enum("colours", wanted) else { return };
        let entries = self.typed.kinds.get(kind).map(|def| def.entries.clone());
        let entry = |id: &ir::EntryId| self.typed.entries.get(*id);
        let strange = entries.iter().flatten().filter_map(entry);
        let strange = strange.filter(|it| !ir::COLOURS.contains(&it.name.as_str()));
        let strange: Vec<(String, Span)> = strange.map(|it| (it.name.clone(), it.span)).collect();
        for (colour, at) in &strange {
            let found = Diagnostic::at(codes::UNKNOWN_NAME, *at)
                .says(format!("maps have no colour `{colour}`"))
                .label("no colour")
                .also(name.span, "these are colours");
            self.report(match suggest(colour, ir::COLOURS) {
                Some(near) => found.fix(format!("did you mean `{near}`?"), *at, near),
                None => found.help(format!("there are: {}", ir::COLOURS.join(", "))),
            });
        }
        if strange.is_empty() {
            self.typed.colours = Some((kind, name.span));
        }
    }

    /// Of each kind one profile at most gives the colour.
    pub(super) fn one_colour_each(&mut self) {
        let Some((colours, said)) = self.typed.colours else { return };
        let profile = |id: &ir::ProfileId| self.typed.profiles.get(*id);
        let twice = self.typed.kinds.values().filter_map(|kind| {
            let all = kind.profiles.iter().filter_map(profile);
            let mut all = all.filter(|it| it.ty == Type::Member(colours));
            let (first, again) = (all.next()?, all.next()?);
            Some((kind.name.clone(), first.name.clone(), first.span, again.span))
        });
        for (kind, name, first, again) in twice.collect::<Vec<_>>() {
            Diagnostic::at(codes::AMBIGUOUS_NAME, again)
                .says(format!("two profiles say which colour a {kind} has on maps"))
                .label("the second one")
                .also(first, format!("`{name}` says it already"))
                .also(said, "profiles of this type do")
                .help("give one of them another type")
                .emit(self.sink);
        }
    }

    /// `worth FACT`: the derived fact of players that says what their side of the table is worth.
    pub(super) fn find_worth(&mut self) {
        let Some(field) = self.system_field("worth") else { return };
        let Some(player) = self.facts.player else { return };
        let wanted = "a derived fact of players, as in `worth standing`";
        let Some(name) = self.one_name(&field, wanted) else { return };
        let Some(Attribute::Derived(id)) = self.vocabulary.attribute(player, &name.text) else {
            let derived = self.vocabulary.kind(player).into_iter().flat_map(|it| &it.attributes);
            let derived = derived.filter(|(_, it)| matches!(it, Attribute::Derived(_)));
            let known: Vec<String> = derived.map(|(name, _)| name.to_string()).collect();
            self.unknown_among(&name, "derived fact of players", &known);
            return;
        };
        let Some(def) = self.typed.functions.get(id) else { return };
        match def.ty {
            Type::Int { .. } => self.typed.worth = Some(id),
            Type::Error => {}
            _ => {
                let at = def.span;
                Diagnostic::at(codes::WRONG_TYPE, name.span)
                    .says(format!(
                        "what a side is worth is a whole number, and `{}` is none",
                        name.text
                    ))
                    .also(at, "declared here")
                    .help(format!("`derive {}: int = ..`", name.text))
                    .emit(self.sink);
            }
        }
    }

    /// The enum that a setting names.
    fn named_enum(&mut self, setting: &str, wanted: &str) -> Option<(ir::KindId, tree::Name)> {
        let field = self.system_field(setting)?;
        let name = self.one_name(&field, wanted)?;
        let kind = self.vocabulary.kinds.get(&*name.text).copied();
        let closed = |kind: &ir::KindId| self.typed.kinds.get(*kind).is_some_and(|def| def.closed);
        match kind.filter(closed) {
            Some(kind) => Some((kind, name)),
            None => {
                let enums = self.vocabulary.kinds.iter().filter(|(_, kind)| closed(kind));
                let known: Vec<String> = enums.map(|(name, _)| name.to_string()).collect();
                self.unknown_among(&name, "enum", &known);
                None
            }
        }
    }

    fn system_field(&self, name: &str) -> Option<tree::Field> {
        let system = self.input.content.index.system?;
        system.body.iter().find_map(|member| match member {
            tree::Member::Field(field) if &*field.name.text == name => Some(field.clone()),
            _ => None,
        })
    }
}

/// The plain names in a field's value.
fn names_of(field: &tree::Field) -> Vec<tree::Name> {
    field
        .value
        .exprs()
        .flat_map(|expr| match &expr.kind {
            tree::ExprKind::Name(name) => vec![name.clone()],
            tree::ExprKind::Field(field) => {
                field.of.as_name().cloned().into_iter().chain([field.name.clone()]).collect()
            }
            _ => Vec::new(),
        })
        .collect()
}

/// Where nothing is written.
pub(super) const NOWHERE: Span = Span::new(0, 0);
