//! Whether a table reads every key just once (ideal 13).

use super::super::checker::{Checker, bare};
use super::tables::Keyed;
use crate::typed::{Bounds, Type};
use crate::wording;
use std::collections::BTreeMap;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;
use warwright_ir::TableKey;

impl Checker<'_> {
    /// Whether one axis is read without gap and overlap.
    pub(super) fn check_axis(
        &mut self,
        table: &tree::Table,
        axis: &Type,
        dice: Option<(u16, ir::DieId)>,
        keys: &[Keyed],
    ) {
        let has_else = keys.iter().any(|(key, _)| matches!(key, TableKey::Else));
        if matches!(axis, Type::Error) {
            return;
        }
        let mut spans: Vec<(i64, i64, Span)> = keys
            .iter()
            .filter_map(|(key, span)| match key {
                TableKey::Between(low, high) => {
                    Some((low.unwrap_or(i64::MIN + 1), high.unwrap_or(i64::MAX), *span))
                }
                TableKey::Else => None,
            })
            .collect();
        spans.sort_by_key(|(low, high, _)| (*low, *high));
        let name = &table.name.text;
        for pair in spans.windows(2) {
            let [(_, high, first), (low, _, second)] = pair else { continue };
            if low <= high {
                let shown = self.key_name(axis, *low);
                let missing = self.missing_keys(axis, dice, &spans);
                let found = Diagnostic::at(codes::TABLE_HAS_GAPS, *second)
                    .says(format!("table {name} reads {shown} twice"))
                    .label("again here")
                    .also(*first, "here already");
                let is_range = spans.iter().any(|(low, high, _)| low != high);
                self.report(match missing.as_slice() {
                    [only] if !has_else && !is_range => found
                        .help(format!("no row is for `{only}`: one of the two is meant for it")),
                    _ if is_range => found.help("let the one end before the other begins"),
                    _ => found.help("leave one of them out"),
                });
                // A row that is moved often fills the gap as well.
                return;
            }
        }
        if has_else {
            return;
        }
        let missing = self.missing_keys(axis, dice, &spans);
        if missing.is_empty() {
            return;
        }
        let list = wording::listed(&missing);
        let how_often = dice
            .and_then(|dice| self.left_out(dice, &spans))
            .unwrap_or_else(|| "wants a row for each".to_owned());
        let (place, label) = match spans.last() {
            Some((_, _, span)) => (*span, "the last key"),
            None => (table.name.span, "no keys"),
        };
        Diagnostic::at(codes::TABLE_HAS_GAPS, table.name.span)
            .says(format!("table {name} leaves out {list}"))
            .label(how_often)
            .also(place, label)
            .help("add a row, widen a range, or end with `else | ..`")
            .emit(self.sink);
    }

    /// The keys that no row reads, in words.
    fn missing_keys(
        &self,
        axis: &Type,
        dice: Option<(u16, ir::DieId)>,
        spans: &[(i64, i64, Span)],
    ) -> Vec<String> {
        let covered = |cell: i64| spans.iter().any(|(low, high, _)| *low <= cell && cell <= *high);
        let domain: Option<(i64, i64)> = match (dice, bare(axis)) {
            (Some((count, die)), _) => self.sums_of(count, die),
            (None, Type::Member(kind)) => self
                .vocabulary
                .kind(*kind)
                .and_then(|names| i64::try_from(names.entries.len()).ok())
                .map(|count| (0, count - 1)),
            (None, Type::Bool) => Some((0, 1)),
            (None, int @ Type::Int(_)) => match int.bounds() {
                Bounds { least: Some(least), most: Some(most) }
                    if most.abs_diff(least) < 10_000 =>
                {
                    Some((least, most))
                }
                _ => None,
            },
            (None, Type::Face(die)) => self
                .typed
                .dice
                .get(*die)
                .and_then(|die| i64::try_from(die.faces.len()).ok())
                .map(|count| (0, count - 1)),
            _ => None,
        };
        let mut missing = Vec::new();
        if let Some((low, high)) = domain {
            let mut from: Option<i64> = None;
            for cell in low..=high {
                if covered(cell) {
                    self.push_gap(axis, dice.is_some(), from.take(), cell - 1, &mut missing);
                } else {
                    from = from.or(Some(cell));
                }
            }
            self.push_gap(axis, dice.is_some(), from, high, &mut missing);
        } else {
            self.open_gaps(axis, spans, &mut missing);
        }
        if matches!(axis, Type::Optional(_)) && !covered(ir::NONE) {
            missing.push("none".to_owned());
        }
        missing
    }

    fn push_gap(
        &self,
        axis: &Type,
        dice: bool,
        from: Option<i64>,
        to: i64,
        missing: &mut Vec<String>,
    ) {
        let Some(from) = from else { return };
        let numbers = dice || matches!(bare(axis), Type::Int { .. });
        if numbers && from < to {
            missing.push(format!("{from}..{to}"));
        } else {
            missing.extend((from..=to).map(|cell| self.key_name(axis, cell)));
        }
    }

    /// Gaps of a key without bounds: below the first range, between two, above the last.
    fn open_gaps(&self, axis: &Type, spans: &[(i64, i64, Span)], missing: &mut Vec<String>) {
        let (Some((first, _, _)), Some((_, last, _))) = (spans.first(), spans.last()) else {
            missing.push("everything".to_owned());
            return;
        };
        if *first > i64::MIN + 1 && *first != ir::NONE {
            missing.push(format!("what is below {}", self.key_name(axis, *first)));
        }
        for pair in spans.windows(2) {
            let [(_, high, _), (low, _, _)] = pair else { continue };
            if *high != ir::NONE && high.saturating_add(1) < *low {
                let (a, b) = (self.key_name(axis, *high), self.key_name(axis, *low));
                missing.push(format!("what is between {a} and {b}"));
            }
        }
        if *last < i64::MAX {
            missing.push(format!("what is above {}", self.key_name(axis, *last)));
        }
    }

    /// On how many rolls the dice show what no row reads.
    fn left_out(
        &self,
        (count, die): (u16, ir::DieId),
        spans: &[(i64, i64, Span)],
    ) -> Option<String> {
        let faces = &self.typed.dice.get(die)?.faces;
        if count > 10 {
            return None;
        }
        let mut ways: BTreeMap<i64, u64> = [(0, 1)].into();
        for _ in 0..count {
            let mut next: BTreeMap<i64, u64> = BTreeMap::new();
            for (sum, rolls) in &ways {
                for (_, number, sides) in faces {
                    let more = rolls.checked_mul(u64::from(*sides))?;
                    let slot = next.entry(sum.checked_add((*number)?)?).or_default();
                    *slot = slot.checked_add(more)?;
                }
            }
            ways = next;
        }
        let all: u64 = ways.values().sum();
        let read = |sum: i64| spans.iter().any(|(low, high, _)| *low <= sum && sum <= *high);
        let missed: u64 = ways.iter().filter(|(sum, _)| !read(**sum)).map(|(_, rolls)| rolls).sum();
        Some(format!("nothing is read on {missed} rolls of {all}"))
    }

    /// The least and greatest sum of so many dice of numbers.
    fn sums_of(&self, count: u16, die: ir::DieId) -> Option<(i64, i64)> {
        let faces = &self.typed.dice.get(die)?.faces;
        let numbers: Option<Vec<i64>> = faces.iter().map(|(_, number, _)| *number).collect();
        let numbers = numbers?;
        let (low, high) = (numbers.iter().min()?, numbers.iter().max()?);
        Some((low.checked_mul(i64::from(count))?, high.checked_mul(i64::from(count))?))
    }

    /// A key as authors write it.
    fn key_name(&self, axis: &Type, cell: i64) -> String {
        match bare(axis) {
            _ if cell == ir::NONE => "none".to_owned(),
            Type::Member(kind) => self
                .vocabulary
                .kind(*kind)
                .and_then(|names| names.entries.get_index(usize::try_from(cell).ok()?))
                .map_or_else(|| cell.to_string(), |(name, _)| name.to_string()),
            Type::Face(die) => self
                .typed
                .dice
                .get(*die)
                .and_then(|die| die.faces.get(usize::try_from(cell).ok()?))
                .map_or_else(|| cell.to_string(), |(name, _, _)| name.clone()),
            Type::Bool => if cell == 1 { "true" } else { "false" }.to_owned(),
            Type::Length => {
                let unit = self.facts.measure.map_or(tree::Unit::Inch, |(unit, _)| unit);
                super::super::exprs::in_unit(cell, unit)
            }
            _ => cell.to_string(),
        }
    }

    /// A table of several keys written row by row: every combination of members must have its row.
    pub(super) fn check_combinations(
        &mut self,
        table: &tree::Table,
        axes: &[(String, Type)],
        keys: &[Vec<Keyed>],
    ) {
        let mut domains: Vec<Vec<i64>> = Vec::with_capacity(axes.len());
        let mut size = 1usize;
        for (_, axis) in axes {
            let count = match axis {
                Type::Member(kind) => {
                    self.vocabulary.kind(*kind).map_or(0, |names| names.entries.len())
                }
                Type::Bool => 2,
                _ => 0,
            };
            size = size.saturating_mul(count);
            domains.push((0i64..).take(count).collect());
        }
        let has_else =
            keys.iter().any(|row| row.iter().all(|(key, _)| matches!(key, TableKey::Else)));
        if has_else {
            return;
        }
        if size == 0 || size > 100_000 {
            self.broken(
                codes::TABLE_HAS_GAPS,
                format!(
                    "table {} may leave out keys: end it with a row of `else`",
                    table.name.text
                ),
                table.name.span,
            );
            return;
        }
        let mut cells = vec![0usize; domains.len()];
        for _ in 0..size {
            let wanted: Vec<i64> = cells
                .iter()
                .zip(&domains)
                .filter_map(|(at, domain)| domain.get(*at))
                .copied()
                .collect();
            let there = keys.iter().any(|row| {
                row.iter().zip(&wanted).all(|((key, _), cell)| match key {
                    TableKey::Else => true,
                    TableKey::Between(low, high) => {
                        low.is_none_or(|low| low <= *cell) && high.is_none_or(|high| *cell <= high)
                    }
                })
            });
            if !there {
                let named: Vec<String> = wanted
                    .iter()
                    .zip(axes)
                    .map(|(cell, (_, axis))| self.key_name(axis, *cell))
                    .collect();
                return Diagnostic::at(codes::TABLE_HAS_GAPS, table.name.span)
                    .says(format!("table {} leaves out {}", table.name.text, named.join(", ")))
                    .help("add a row, or end with a row of `else`")
                    .emit(self.sink);
            }
            for (at, domain) in cells.iter_mut().zip(&domains) {
                *at += 1;
                if *at < domain.len() {
                    break;
                }
                *at = 0;
            }
        }
    }
}
