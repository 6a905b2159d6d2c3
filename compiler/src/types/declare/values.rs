//! Names of types and values: dice, scales, records, ties, rulings, tables.

use super::super::checker::{Checker, INT, bare};
use super::super::facts::{Owner, SignatureParam};
use super::super::vocabulary::Callable;
use super::is_several;
use super::settings::NOWHERE;
use crate::typed::{DieDef, RecordDef, RulingDef, ScaleDef, TableDef, TieDef, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};

/// Dice that every system has, by their number of sides.
const NUMBERED: [i64; 8] = [2, 3, 4, 6, 8, 10, 12, 20];

impl<'a> Checker<'a> {
    /// Names that types may use: dice, scales, records, ties.
    pub(super) fn declare_value_names(&mut self) {
        let index = &self.input.content.index;
        for sides in NUMBERED {
            let name = format!("d{sides}");
            if index.dice.contains_key(name.as_str()) {
                continue;
            }
            let faces = (1..=sides).map(|face| (face.to_string(), Some(face), 1)).collect();
            self.add_die(DieDef { name, faces, span: NOWHERE });
        }
        for (name, die) in &index.dice {
            self.add_die(DieDef { name: (*name).to_owned(), faces: Vec::new(), span: die.name });
        }
        for (name, scale) in &index.scales {
            let id = self.typed.scales.next_id();
            self.vocabulary.write().scales.insert((*name).into(), id);
            self.typed.scales.push(ScaleDef {
                name: (*name).to_owned(),
                ty: Type::Error,
                values: Vec::new(),
                span: scale.name,
            });
        }
        for (name, record) in &index.records {
            let id = self.typed.records.next_id();
            self.facts.write().records.insert((*name).into(), id);
            self.typed.records.push(RecordDef {
                name: (*name).to_owned(),
                fields: Vec::new(),
                span: record.name,
            });
        }
        self.find_system_die();
    }

    fn add_die(&mut self, die: DieDef) {
        let id = self.typed.dice.next_id();
        self.vocabulary.write().dice.insert(die.name.as_str().into(), id);
        self.typed.dice.push(die);
    }

    /// Their types and values, and what is looked up or set by a table.
    pub(super) fn declare_values(&mut self) {
        let index = &self.input.content.index;
        for (name, die) in &index.dice {
            let faces = self.faces(die);
            if let Some(id) = self.vocabulary.dice.get(*name)
                && let Some(def) = self.typed.dice.get_mut(*id)
            {
                def.faces = faces;
            }
        }
        for (name, scale) in &index.scales {
            self.declare_scale(name, scale);
        }
        for (name, record) in &index.records {
            self.declare_record(name, record);
        }
        for (name, tie) in &index.ties {
            self.declare_tie(name, tie);
        }
        for (name, ruling) in &index.rulings {
            self.declare_ruling(name, ruling);
        }
        for (name, table) in &index.tables {
            self.declare_table(name, table);
        }
    }

    /// The faces of a die: words, numbers, runs of numbers, each on so many sides.
    fn faces(&mut self, die: &tree::Die) -> Vec<(String, Option<i64>, u32)> {
        let mut faces: Vec<(String, Option<i64>, u32)> = Vec::new();
        for face in &die.faces {
            let sides = match &face.times {
                None => 1,
                Some(times) => {
                    match self.constant_int(times).and_then(|n| u32::try_from(n).ok()) {
                        Some(sides) if (1..=1000).contains(&sides) => sides,
                        _ => {
                            self.report(Diagnostic::at(codes::DIE_WITHOUT_FACES, times.span).says(
                                "a face stands on one side or more, and on a thousand at most",
                            ));
                            1
                        }
                    }
                }
            };
            let found: Vec<(String, Option<i64>)> = match &face.value {
                tree::FaceValue::One(value) => self.face_of(value).into_iter().collect(),
                tree::FaceValue::Range(range) => self.faces_between(range),
            };
            for (name, number) in found {
                match faces.iter_mut().find(|(known, _, _)| *known == name) {
                    Some((_, _, known)) => *known += sides,
                    None => faces.push((name, number, sides)),
                }
            }
        }
        // The number of faces orders comparisons, so numbers stand in their order.
        if faces.iter().all(|(_, number, _)| number.is_some()) {
            faces.sort_by_key(|(_, number, _)| *number);
        }
        if faces.is_empty() {
            Diagnostic::at(codes::DIE_WITHOUT_FACES, die.name.span)
                .says(format!("die `{}` has no faces", die.name.text))
                .emit(self.sink);
        }
        faces
    }

    fn face_of(&mut self, value: &tree::Expr) -> Option<(String, Option<i64>)> {
        if let Some(number) = self.constant_int(value) {
            return Some((number.to_string(), Some(number)));
        }
        match &value.kind {
            tree::ExprKind::Name(name) => Some((name.text.to_string(), None)),
            tree::ExprKind::Text(text) => text.plain().map(|text| (text.to_owned(), None)),
            tree::ExprKind::Error => None,
            _ => Diagnostic::at(codes::DIE_WITHOUT_FACES, value.span)
                .says("a face is a whole number or a word")
                .refuse(self.sink),
        }
    }

    fn faces_between(&mut self, range: &tree::Range) -> Vec<(String, Option<i64>)> {
        let low = range.low.as_ref().and_then(|end| self.constant_int(end));
        let high = range.high.as_ref().and_then(|end| self.constant_int(end));
        match (low, high) {
            (Some(low), Some(high)) if low <= high && high.abs_diff(low) < 1000 => {
                (low..=high).map(|face| (face.to_string(), Some(face))).collect()
            }
            _ => {
                self.report(Diagnostic::at(codes::DIE_WITHOUT_FACES, range.span).says(
                    "a run of faces goes from a number to a greater one, a thousand at most",
                ));
                Vec::new()
            }
        }
    }

    fn declare_scale(&mut self, name: &str, scale: &'a tree::Scale) {
        let ty = self.written_type(&scale.of);
        let mut values: Vec<i64> = Vec::with_capacity(scale.steps.len());
        let mut last: Option<(i64, Span)> = None;
        for step in &scale.steps {
            let value = self.constant_expr(step, &ty);
            let Some(cell) = self.constant_cell(&value) else { continue };
            if let Some((before, place)) = last
                && cell <= before
            {
                Diagnostic::at(codes::SCALE_NOT_RISING, step.span)
                    .says(format!("the steps of scale `{name}` must rise"))
                    .label("not more than the step before it")
                    .also(place, "the step before it")
                    .emit(self.sink);
            } else {
                last = Some((cell, step.span));
            }
            // One that is out of order is a step all the same, for whatever stands on it.
            values.push(cell);
        }
        values.sort_unstable();
        values.dedup();
        if let Some(id) = self.vocabulary.scales.get(name)
            && let Some(def) = self.typed.scales.get_mut(*id)
        {
            def.ty = ty;
            def.values = values;
        }
    }

    fn declare_record(&mut self, name: &str, record: &'a tree::Record) {
        let Some(id) = self.facts.records.get(name).copied() else { return };
        let mut fields = Vec::with_capacity(record.fields.len());
        let mut params = Vec::with_capacity(record.fields.len());
        for field in &record.fields {
            let refused = |ty: &Type| matches!(ty, Type::Record(_));
            let ty = self.written_type(&field.ty);
            let ty =
                self.allowed(ty, refused, "a record cannot hold another record", field.ty.span);
            params.push(SignatureParam {
                name: field.name.text.clone(),
                ty: ty.clone(),
                default: field.default.as_ref(),
            });
            fields.push((field.name.text.to_string(), ty, None));
        }
        self.typed.records.update(id, |def| def.fields = fields);
        let title = format!("record {name}");
        self.sign(Owner::Record(id), title, params, Type::Record(id), record.name.span);
        self.callable(name, Callable::Record(id), record.name.span);
    }

    /// Puts what is called under its name; a record may not share it with another.
    pub(super) fn callable(&mut self, name: &str, callable: Callable, span: Span) {
        if self.vocabulary.callables.contains_key(name) {
            let other = self.sort_of(name);
            return Diagnostic::at(codes::DUPLICATE_NAME, span)
                .says(format!("`{name}(..)` would mean two things"))
                .label("declared again here")
                .help("a define, a quantity, a table and a record are all made by NAME(..): give one of them another name")
                .also(other.and_then(|sort| sort.span), "declared here as well")
                .emit(self.sink);
        }
        self.vocabulary.write().callables.insert(name.into(), callable);
    }

    fn declare_tie(&mut self, name: &str, tie: &'a tree::Tie) {
        let left = self.find_kind(&tie.between.0);
        let right = self.find_kind(&tie.between.1);
        let id = self.typed.ties.next_id();
        let mut fields = Vec::with_capacity(tie.fields.len());
        for field in &tie.fields {
            let ty = self.written_type(&field.param.ty);
            let why = "a field of a tie is a single value";
            let ty = self.allowed(ty, is_several, why, field.param.ty.span);
            fields.push((field.param.name.text.to_string(), ty, field.each));
        }
        let (Some(left), Some(right)) = (left, right) else { return };
        self.vocabulary.write().ties.insert(name.into(), id);
        self.facts.write().ties.push(tie);
        self.typed.ties.push(TieDef {
            name: name.to_owned(),
            left,
            right,
            fields,
            span: tie.name.span,
        });
    }

    fn declare_ruling(&mut self, name: &str, ruling: &'a tree::Ruling) {
        let ty = self.written_type(&ruling.ty);
        if !matches!(
            ty,
            Type::Bool
                | Type::Int { .. }
                | Type::Ratio
                | Type::Length
                | Type::Angle
                | Type::Member(_)
                | Type::Face(_)
                | Type::Error
        ) {
            self.broken(
                codes::TYPE_NOT_ALLOWED,
                "a ruling is a number, a yes or no, a member of a closed kind, or a face of a die",
                ruling.ty.span,
            );
            return;
        }
        let Ok(position) = u16::try_from(self.typed.rulings.len()) else { return };
        let value = self.constant_expr(&ruling.value, &ty);
        let cell = self.constant_cell(&value).unwrap_or(0);
        self.vocabulary.write().rulings.insert(name.into(), position);
        self.typed.rulings.push(RulingDef {
            name: name.to_owned(),
            ty,
            value: cell,
            span: ruling.name.span,
        });
    }

    /// A table's keys and type; its rows come in the second pass.
    fn declare_table(&mut self, name: &str, table: &'a tree::Table) {
        let mut axes: Vec<(String, Type)> = Vec::new();
        let mut params: Vec<SignatureParam<'a>> = Vec::new();
        for param in &table.params {
            let ty = self.written_type(&param.ty);
            axes.push((param.name.text.to_string(), ty.clone()));
            params.push(SignatureParam::declared(param, ty));
        }
        let mut dice = None;
        if let Some(by) = &table.by {
            if let tree::ExprKind::Dice { count, die } = &by.kind
                && let Some(die) = self.find_die(die)
            {
                dice = u16::try_from(*count).ok().map(|count| (count, die));
                axes.push(("dice".to_owned(), INT));
                params.push(SignatureParam::new("dice", INT));
            } else if by.as_name().is_some_and(|die| self.find_die(die).is_some()) {
                let die =
                    by.as_name().and_then(|die| self.vocabulary.dice.get(&*die.text).copied());
                dice = die.map(|die| (1, die));
                axes.push(("dice".to_owned(), INT));
                params.push(SignatureParam::new("dice", INT));
            } else {
                self.broken(codes::TABLE_SHAPE, "dice are wanted after `by`: `by 2d6`", by.span);
            }
        }
        let place = table.result.as_ref().map_or(table.name.span, |result| result.span);
        let mut ty = match &table.result {
            Some(result) => self.written_type(result),
            None => self.table_type(table),
        };
        if is_several(&ty) {
            let words =
                format!("a table gives single values, and this is {}", self.with_article(&ty));
            Diagnostic::at(codes::TYPE_NOT_ALLOWED, place)
                .says(words)
                .label("each cell would hold several")
                .help("give each of them a table or a column of its own")
                .emit(self.sink);
            ty = Type::Error;
        }
        if matches!(bare(&ty), Type::Text | Type::Entity(_)) {
            let words = format!(
                "a table gives numbers and members of closed kinds, and this is {}",
                self.with_article(&ty)
            );
            Diagnostic::at(codes::TYPE_NOT_ALLOWED, place)
                .says(words)
                .label("no number and of no closed kind")
                .help("let an `enum` name what the table tells apart")
                .emit(self.sink);
            ty = Type::Error;
        }
        let id = self.typed.tables.push(TableDef {
            name: name.to_owned(),
            axes,
            ty: ty.clone(),
            rows: Vec::new(),
            dice,
            span: table.name.span,
        });
        self.sign(Owner::Table(id), format!("table {name}"), params, ty, table.name.span);
        self.callable(name, Callable::Table(id), table.name.span);
    }

    /// The type of a table that does not say it: that of its first cell.
    fn table_type(&mut self, table: &tree::Table) -> Type {
        let first = table.rows.first().and_then(|row| row.cells.get(1));
        let Some(value) = first.and_then(|cell| cell.kind.single()) else {
            self.broken(
                codes::TABLE_SHAPE,
                "say what this table gives: `table NAME(..): TYPE`",
                table.name.span,
            );
            return Type::Error;
        };
        self.inside(super::super::Scope::new(), |this| this.infer(value, None)).0.ty.unranged()
    }
}
