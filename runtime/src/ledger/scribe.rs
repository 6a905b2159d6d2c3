//! The scribe: takes what was written down, gives it in words, with the places of the rules.

use super::recorder::Raw;
use super::{Ledger, LedgerLine, OriginShown, ReasonShown, Striker};
use crate::eval::{Effect, Ground, How, Line, Way};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::Linked;
use crate::number::Fraction;
use crate::render::{self, Renderer};
use warwright_ir::{
    AbilityId, ClauseId, EntryId, Id, NONE, Origin, Quantity, TableId, TableKey, TableRow, Ty, Verb,
};

/// Puts ledgers into words.
pub(crate) struct Scribe<'a> {
    pub(crate) linked: &'a Linked,
    pub(crate) renderer: Renderer<'a>,
}

impl Scribe<'_> {
    pub(crate) fn ledger(&self, raw: &Raw) -> Checked<Ledger> {
        let program = &self.linked.program;
        let quantity = program.quantities.get(raw.quantity);
        let quantity = quantity.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let base_type = program.types.get(quantity.base.position()).unwrap_or(&quantity.ty);
        let args = quantity.params.iter().zip(&raw.args);
        // A number that is asked several times is explained once.
        let mut parts: Vec<Ledger> = Vec::new();
        for part in &raw.parts {
            let part = self.ledger(part)?;
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        Ok(Ledger {
            name: self.renderer.text(quantity.name),
            args: args
                .map(|(param, value)| {
                    (self.renderer.text(param.name), self.renderer.value(&param.ty, value))
                })
                .collect(),
            base: raw.base.map_or_else(String::new, |base| self.renderer.cell(base_type, base)),
            origins: self.origins(quantity, raw),
            parts,
            lines: raw
                .lines
                .iter()
                .filter(|line| line.before != line.after || line.struck_by.is_some())
                .map(|line| self.line(quantity, line))
                .collect(),
            result: self.renderer.cell(&quantity.ty, raw.result),
            span: quantity.span,
        })
    }

    pub(crate) fn grounds(&self, grounds: &[Ground]) -> Checked<Vec<ReasonShown>> {
        let shown = grounds.iter().map(|ground| match ground {
            Ground::Way(ability, way) => self.way(way, *ability),
            Ground::Row(table, row) => self.row(*table, row),
        });
        shown.collect()
    }

    /// A way in which an ability is had or denied.
    fn way(&self, way: &Way, ability: AbilityId) -> Checked<ReasonShown> {
        let program = &self.linked.program;
        let (words, clause) = match way.how {
            How::Owned => ("owned", None),
            How::Granted => ("granted", None),
            How::Lent(clause) => ("lent", Some(clause)),
            How::Denied(clause) => ("denied", Some(clause)),
        };
        let label = clause.map_or_else(String::new, |clause| self.label(clause));
        let span = match (clause, way.how) {
            (Some(clause), _) => program.clauses.get(clause).map(|clause| clause.span),
            (None, How::Owned) => {
                let entry = crate::state::View::live(self.renderer.state).entry(way.bearer)?;
                self.linked.entry(entry).map(|entry| entry.span)
            }
            (None, _) => program.abilities.get(ability).map(|ability| ability.span),
        };
        let clause = clause.and_then(|clause| program.clauses.get(clause));
        let name = program.abilities.get(ability).map(|ability| self.renderer.text(ability.name));
        let words = format!("{} {words}", name.unwrap_or_default());
        Ok(ReasonShown {
            words: if label.is_empty() { words } else { format!("{words}: {label}") },
            label,
            span: span.ok_or_else(|| Fault::damaged(DamagedPart::Id))?,
            bearer: self.bearer(way.bearer),
            layer: clause.and_then(|clause| self.layer(clause.level)),
            origins: clause.map_or_else(Vec::new, |clause| self.shown(&clause.origins)),
            grounds: Vec::new(),
            struck_by: way.struck_by.map(|clause| self.striker(clause)),
        })
    }

    /// A row of a table, by its keys.
    fn row(&self, id: TableId, row: &TableRow) -> Checked<ReasonShown> {
        let table = self.linked.program.tables.get(id);
        let table = table.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let keys: Vec<String> = table
            .axes
            .iter()
            .zip(&row.keys)
            .map(|(axis, key)| {
                let cell = |end: Option<i64>| {
                    end.map_or_else(String::new, |end| self.renderer.cell(&axis.ty, end))
                };
                let key = match key {
                    TableKey::Between(low, high) if low == high => cell(*low),
                    TableKey::Between(low, high) => format!("{}..{}", cell(*low), cell(*high)),
                    TableKey::Else => "else".to_owned(),
                };
                format!("{} {key}", self.renderer.text(axis.name))
            })
            .collect();
        let label = self.renderer.text(table.name);
        Ok(ReasonShown {
            words: format!("{label}: {}", keys.join(", ")),
            label,
            span: row.span,
            bearer: None,
            layer: None,
            origins: self.shown(&row.origins),
            grounds: Vec::new(),
            struck_by: None,
        })
    }

    /// Where the printed figure comes from that a profile's quantity begins with.
    fn origins(&self, quantity: &Quantity, raw: &Raw) -> Vec<OriginShown> {
        let linked = self.linked;
        let Some(profile) = quantity.profile else { return Vec::new() };
        let subject = quantity.params.first().zip(raw.args.first().and_then(|cells| cells.first()));
        let entry = match subject {
            Some((param, value)) => match &param.ty {
                Ty::Member(kind) => linked.member(*kind, *value),
                _ => {
                    let view = crate::state::View::live(self.renderer.state);
                    let entry = view.entry(*value).ok().and_then(|cell| u32::try_from(cell).ok());
                    entry.map(EntryId)
                }
            },
            None => None,
        };
        let entry = entry.and_then(|entry| linked.program.entries.get(entry));
        let position = linked.profiles.get(profile).copied();
        let origins = entry.zip(position).and_then(|(entry, at)| entry.origins.get(at));
        origins.map_or_else(Vec::new, |origins| self.shown(origins))
    }

    pub(crate) fn shown(&self, origins: &[Origin]) -> Vec<OriginShown> {
        let shown = origins.iter().map(|origin| OriginShown {
            words: self.renderer.text(origin.words),
            span: origin.span,
        });
        shown.collect()
    }

    fn line(&self, quantity: &Quantity, line: &Line) -> LedgerLine {
        let program = &self.linked.program;
        let clause = line.clause.and_then(|clause| program.clauses.get(clause));
        LedgerLine {
            label: match line.clause {
                Some(clause) => self.label(clause),
                None => self.renderer.text(quantity.name),
            },
            effect: self.effect(quantity, &line.effect),
            before: self.number(&quantity.ty, line.before),
            after: self.number(&quantity.ty, line.after),
            bearer: self.bearer(line.bearer),
            layer: clause.and_then(|clause| self.layer(clause.level)),
            origins: clause.map_or_else(Vec::new, |clause| self.shown(&clause.origins)),
            span: clause.map(|clause| clause.span).or(Some(quantity.span)),
            struck_by: line.struck_by.map(|clause| self.striker(clause)),
        }
    }

    fn effect(&self, quantity: &Quantity, effect: &Effect) -> String {
        let Effect::Verb { verb, amount, ratio, cap } = effect else {
            return match effect {
                Effect::Rounded => "made whole".to_owned(),
                Effect::Range | Effect::Verb { .. } => self.range(quantity),
            };
        };
        let number = if *ratio {
            Fraction::from_cell(*amount).map_or_else(|| "?".to_owned(), render::fraction)
        } else if *verb == Verb::Rung {
            amount.to_string()
        } else {
            self.renderer.cell(&quantity.ty, *amount)
        };
        let signed = if *amount < 0 { number.clone() } else { format!("+{number}") };
        match verb {
            Verb::Set => format!("set to {number}"),
            Verb::Rung => format!("rung {signed}"),
            Verb::By => signed,
            Verb::ByUpTo => format!("{signed} up to {}", self.renderer.cell(&quantity.ty, *cap)),
            Verb::Times => format!("times {number}"),
            Verb::AtLeast => format!("at least {number}"),
            Verb::AtMost => format!("at most {number}"),
        }
    }

    fn range(&self, quantity: &Quantity) -> String {
        let shown = |end: Option<i64>| {
            end.map_or_else(String::new, |end| self.renderer.cell(&quantity.ty, end))
        };
        format!("kept in {}..{}", shown(quantity.least), shown(quantity.most))
    }

    fn number(&self, ty: &Ty, value: Fraction) -> String {
        let ratio = matches!(ty, Ty::Ratio);
        if ratio || value.denominator() != 1 {
            render::fraction(value)
        } else {
            self.renderer.cell(ty, value.numerator())
        }
    }

    fn label(&self, clause: ClauseId) -> String {
        let clause = self.linked.program.clauses.get(clause);
        clause.map_or_else(String::new, |clause| self.renderer.text(clause.label))
    }

    pub(crate) fn striker(&self, id: ClauseId) -> Striker {
        let clause = self.linked.program.clauses.get(id);
        let layer = clause.and_then(|clause| self.layer(clause.level));
        Striker { label: self.label(id), layer }
    }

    /// The name of a layer of precedence.
    pub(crate) fn layer(&self, level: u8) -> Option<String> {
        let name = self.linked.program.book.layers.get(usize::from(level))?;
        Some(self.renderer.text(*name))
    }

    pub(crate) fn bearer(&self, bearer: i64) -> Option<String> {
        (bearer != NONE).then(|| self.renderer.entity(bearer))
    }
}
