//! Settings of the system: measure, grain, dice, the active player, precedence.

use super::super::checker::Checker;
use super::super::vocabulary::Attribute;
use warwright_grammar::{Diagnostic, Span, codes, tree};

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
                    self.facts.stages.push(name.text.to_string());
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
                let known: Vec<String> =
                    ["in", "cm", "mm", "hexes"].iter().map(ToString::to_string).collect();
                self.unknown_among(&name, "measure", &known);
                return;
            }
        };
        self.facts.measure = Some((unit, field.span));
    }

    fn set_grain(&mut self, field: &tree::Field) {
        let Some(value) = field.value.single() else {
            self.bad_setting(field, "a length, such as `grain 0.05 mm`");
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
            Some(grain) if grain > 0 => self.facts.grain = Some((grain, field.span)),
            _ => self.bad_setting(field, "a length, such as `grain 0.05 mm`"),
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
        self.report(
            Diagnostic::new(
                codes::NOT_A_VALUE,
                format!("the setting `{}` cannot be read", field.name.text),
                field.span,
            )
            .help(format!("wanted: {wanted}")),
        );
    }

    /// `board 36" x 30"`: the board of tests, and of scenarios that name none.
    pub(super) fn find_board(&mut self) {
        let content = self.input.content;
        let Some(system) = content.index.system else { return };
        for member in &system.body {
            let tree::Member::Field(field) = member else { continue };
            if &*field.name.text == "board" {
                self.facts.board = self.board_of(&field.value, field.span);
            }
        }
        self.gather_boards();
        self.typed.grain = self.facts.grain.map(|(grain, _)| grain);
    }

    /// The boards of cells of the system and of all scenarios, which are judged with these.
    fn gather_boards(&mut self) {
        let content = self.input.content;
        self.facts
            .boards
            .extend(self.facts.board.iter().filter_map(warwright_ir::Board::cells).cloned());
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
                let Some(lines) = lines.filter(|lines| lines.len() <= warwright_ir::MOST_CELLS)
                else {
                    continue;
                };
                self.facts.boards.push(warwright_ir::CellBoard { columns, lines });
            }
        }
    }

    /// `dice d6`: the die that bare `pool` means.
    pub(super) fn find_system_die(&mut self) {
        let Some(field) = self.system_field("dice") else { return };
        if let Some(name) = self.one_name(&field, "one die, as in `dice d6`") {
            self.facts.die = self.find_die(&name);
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
