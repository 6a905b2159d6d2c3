//! Ledgers and reasons: where a number came from and why something may not be done, in words, with the places of the rules.

use crate::eval::{Effect, Evaluator, Ground, How, Line, Observer, Refused, Way};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::machine::Machine;
use crate::number::Fraction;
use crate::render::{self, Renderer};
use crate::state::{Locals, State, Wide};
use serde::{Deserialize, Serialize};
use warwright_ir::{
    AbilityId, ClauseId, EntryId, Expr, ExprId, Id, NONE, Origin, Param, PermissionId, Quantity,
    QuantityId, Slot, SpanId, TableId, TableKey, TableRow, Ty, Verb,
};

/// How a number came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// The quantity.
    pub name: String,
    /// Its parameters: name and value.
    pub args: Vec<(String, String)>,
    /// The value before any clause.
    pub base: String,
    /// Where the base comes from, if it is a printed figure: oldest first, errata last.
    pub origins: Vec<OriginShown>,
    /// The quantities that the base is made of.
    pub parts: Vec<Ledger>,
    /// What each clause did, in order.
    pub lines: Vec<LedgerLine>,
    /// The value.
    pub result: String,
    /// Where the quantity is declared.
    pub span: SpanId,
}

/// Where a printed figure comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OriginShown {
    /// In words.
    pub words: String,
    /// Where.
    pub span: SpanId,
}

/// What a clause did to a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerLine {
    /// The clause's label.
    pub label: String,
    /// What it did, like `+1` or `at least 2`.
    pub effect: String,
    /// The value before.
    pub before: String,
    /// The value after.
    pub after: String,
    /// Who brings the clause into play.
    pub bearer: Option<String>,
    /// The layer of precedence in which the clause stands, where the game names its layers.
    pub layer: Option<String>,
    /// What errata did to the clause, oldest first.
    pub origins: Vec<OriginShown>,
    /// Where the clause stands.
    pub span: Option<SpanId>,
    /// The clause on whose account it did not count.
    pub struck_by: Option<Striker>,
}

/// A clause that goes over another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Striker {
    /// Its label.
    pub label: String,
    /// The layer of precedence in which it stands, where the game names its layers.
    pub layer: Option<String>,
}

/// A reason for a no.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonShown {
    /// Its label.
    pub label: String,
    /// What is to be shown: the label, or more where the reason has data.
    pub words: String,
    /// Where it stands.
    pub span: SpanId,
    /// Who brings it into play.
    pub bearer: Option<String>,
    /// The layer of precedence in which it stands, where the game names its layers.
    pub layer: Option<String>,
    /// What errata did to the clause that it comes from, oldest first.
    pub origins: Vec<OriginShown>,
    /// What its condition rests on: the ways in which an ability is had or denied, rows of tables that were read.
    pub grounds: Vec<ReasonShown>,
    /// The clause on whose account it does not stand.
    pub struck_by: Option<Striker>,
}

/// An expression explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// Its value.
    pub value: String,
    /// The quantities that it asks for.
    pub ledgers: Vec<Ledger>,
    /// If it asks whether something may be done: all reasons against it, the struck ones too.
    pub reasons: Vec<ReasonShown>,
    /// What else it rests on: the ways in which an ability is had or denied, rows of tables that were read.
    pub grounds: Vec<ReasonShown>,
}

/// A ledger as it is written down while a number is worked out.
#[derive(Clone, Debug)]
struct Raw {
    quantity: QuantityId,
    args: Vec<i64>,
    base: Option<i64>,
    parts: Vec<Raw>,
    lines: Vec<Line>,
    result: i64,
}

/// Writes ledgers down.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    open: Vec<Raw>,
    done: Vec<Raw>,
}

impl Observer for Recorder {
    const WATCHES: bool = true;
    fn begin(&mut self, quantity: QuantityId, args: &[i64]) {
        let (parts, lines) = (Vec::new(), Vec::new());
        let args = args.to_vec();
        self.open.push(Raw { quantity, args, base: None, parts, lines, result: NONE });
    }
    fn base(&mut self, value: i64) {
        if let Some(raw) = self.open.last_mut() {
            raw.base = Some(value);
        }
    }
    fn line(&mut self, line: Line) {
        if let Some(raw) = self.open.last_mut() {
            raw.lines.push(line);
        }
    }
    fn end(&mut self, value: i64) {
        let Some(mut raw) = self.open.pop() else { return };
        raw.result = value;
        match self.open.last_mut() {
            // What only a clause's condition asked for is not part of the number.
            Some(outer) if outer.base.is_none() => outer.parts.push(raw),
            Some(_) => {}
            None => self.done.push(raw),
        }
    }
}

impl Machine {
    /// How a quantity comes about for the values of its parameters.
    ///
    /// # Errors
    ///
    /// A fault of the rules, or arguments that do not fit.
    pub fn explain_quantity(
        &self,
        state: &State,
        id: QuantityId,
        args: &[Wide],
    ) -> Checked<Ledger> {
        let linked = self.linked();
        let setting = self.setting(state.scenario)?;
        let (Some(quantity), Some(link)) =
            (linked.program.quantities.get(id), setting.quantities.get(id))
        else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let locals = lay_out(&quantity.params, args, link.env)?;
        let mut recorder = Recorder::default();
        self.with_recorder(state, locals, &mut recorder, |evaluator| evaluator.quantity_at(id))?;
        let raw = recorder.done.pop().ok_or_else(|| Fault::damaged(DamagedPart::State))?;
        Scribe { machine: self, renderer: self.renderer(state)? }.ledger(&raw)
    }

    /// All reasons against something, the struck ones too; none where it may be done and nothing was struck.
    ///
    /// # Errors
    ///
    /// A fault of the rules, or arguments that do not fit.
    pub fn explain_permission(
        &self,
        state: &State,
        id: PermissionId,
        args: &[Wide],
    ) -> Checked<Vec<ReasonShown>> {
        let linked = self.linked();
        let setting = self.setting(state.scenario)?;
        let (Some(permission), Some(link)) =
            (linked.program.permissions.get(id), setting.permissions.get(id))
        else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let locals = lay_out(&permission.params, args, link.env)?;
        let mut recorder = Recorder::default();
        let reasons = self
            .with_recorder(state, locals, &mut recorder, |evaluator| evaluator.all_reasons(id))?;
        self.reasons_shown(state, id, reasons)
    }

    /// The reasons against a permission in words.
    pub(crate) fn reasons_shown(
        &self,
        state: &State,
        id: PermissionId,
        reasons: Vec<Refused>,
    ) -> Checked<Vec<ReasonShown>> {
        let program = self.program();
        let permission = program.permissions.get(id);
        let permission = permission.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let scribe = Scribe { machine: self, renderer: self.renderer(state)? };
        reasons
            .into_iter()
            .map(|reason| {
                let label = scribe.renderer.text(reason.label);
                let mut clauses =
                    permission.clauses.iter().filter_map(|clause| program.clauses.get(*clause));
                let clause = clauses.find(|clause| clause.span == reason.span);
                Ok(ReasonShown {
                    origins: clause.map_or_else(Vec::new, |clause| scribe.shown(&clause.origins)),
                    layer: scribe.layer(clause.map_or(permission.level, |clause| clause.level)),
                    words: reason.words.unwrap_or_else(|| label.clone()),
                    label,
                    span: reason.span,
                    bearer: scribe.bearer(reason.bearer),
                    grounds: scribe.grounds(&reason.grounds)?,
                    struck_by: reason.struck_by.map(|clause| scribe.striker(clause)),
                })
            })
            .collect()
    }

    /// An expression explained: its value, the ledgers of the quantities it asks for, the reasons of a permission.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn explain(&self, state: &State, expr: ExprId, locals: &Locals) -> Checked<Explained> {
        let program = self.program();
        let mut recorder = Recorder::default();
        let ask = |evaluator: &mut Evaluator<'_, Recorder>| evaluator.value(expr);
        let value = self.with_recorder(state, locals.clone(), &mut recorder, ask)?;
        let ty = program.types.get(expr.position());
        let ty = ty.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let reasons = match program.exprs.get(expr) {
            Some(Expr::May { permission, args }) => {
                let mut values = Vec::new();
                for arg in args {
                    values.push(self.evaluate(state, *arg, locals)?);
                }
                self.explain_permission(state, *permission, &values)?
            }
            _ => Vec::new(),
        };
        let ask = |evaluator: &mut Evaluator<'_, Recorder>| evaluator.grounds(expr);
        let rests_on = self.with_recorder(state, locals.clone(), &mut Recorder::default(), ask)?;
        let scribe = Scribe { machine: self, renderer: self.renderer(state)? };
        let grounds = scribe.grounds(&rests_on)?;
        let mut ledgers: Vec<Ledger> = Vec::new();
        for raw in &recorder.done {
            let ledger = scribe.ledger(raw)?;
            // What several conditions ask for is told once.
            if !ledgers.contains(&ledger) {
                ledgers.push(ledger);
            }
        }
        Ok(Explained { value: self.show(state, ty, &value)?, ledgers, reasons, grounds })
    }
}

/// Locals with the values of parameters in their slots.
fn lay_out(params: &[Param], args: &[Wide], env: warwright_ir::Env) -> Checked<Locals> {
    let mut locals = Locals {
        scalars: vec![0; usize::from(env.scalars)],
        wides: vec![Wide::new(); usize::from(env.wides)],
    };
    if params.len() != args.len() {
        return Err(Fault::damaged(DamagedPart::Type));
    }
    for (param, arg) in params.iter().zip(args) {
        match param.slot {
            Slot::Scalar(slot) => {
                let local = locals.scalars.get_mut(usize::from(slot));
                match (local, arg.first()) {
                    (Some(local), Some(value)) => *local = *value,
                    _ => return Err(Fault::damaged(DamagedPart::Local)),
                }
            }
            Slot::Wide(slot) => match locals.wides.get_mut(usize::from(slot)) {
                Some(local) => local.clone_from(arg),
                None => return Err(Fault::damaged(DamagedPart::Local)),
            },
        }
    }
    Ok(locals)
}

/// Puts ledgers into words.
struct Scribe<'a> {
    machine: &'a Machine,
    renderer: Renderer<'a>,
}

impl Scribe<'_> {
    fn ledger(&self, raw: &Raw) -> Checked<Ledger> {
        let program = self.machine.program();
        let quantity = program.quantities.get(raw.quantity);
        let quantity = quantity.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let base_type = program.types.get(quantity.base.position()).unwrap_or(&quantity.ty);
        let args = quantity.params.iter().zip(&raw.args);
        let parts: Checked<Vec<Ledger>> = raw.parts.iter().map(|part| self.ledger(part)).collect();
        Ok(Ledger {
            name: self.renderer.text(quantity.name),
            args: args
                .map(|(param, value)| {
                    (self.renderer.text(param.name), self.renderer.cell(&param.ty, *value))
                })
                .collect(),
            base: raw.base.map_or_else(String::new, |base| self.renderer.cell(base_type, base)),
            origins: self.origins(quantity, raw),
            parts: parts?,
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

    fn grounds(&self, grounds: &[Ground]) -> Checked<Vec<ReasonShown>> {
        let shown = grounds.iter().map(|ground| match ground {
            Ground::Way(ability, way) => self.way(way, *ability),
            Ground::Row(table, row) => self.row(*table, row),
        });
        shown.collect()
    }

    /// A way in which an ability is had or denied.
    fn way(&self, way: &Way, ability: AbilityId) -> Checked<ReasonShown> {
        let program = self.machine.program();
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
                let entry = crate::view::View::live(self.renderer.state).entry(way.bearer)?;
                self.machine.linked().entry(entry).map(|entry| entry.span)
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
        let table = self.machine.program().tables.get(id);
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
        let linked = self.machine.linked();
        let Some(profile) = quantity.profile else { return Vec::new() };
        let subject = quantity.params.first().zip(raw.args.first());
        let entry = match subject {
            Some((param, value)) => match &param.ty {
                Ty::Member(kind) => linked.member(*kind, *value),
                _ => {
                    let view = crate::view::View::live(self.renderer.state);
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

    fn shown(&self, origins: &[Origin]) -> Vec<OriginShown> {
        let shown = origins.iter().map(|origin| OriginShown {
            words: self.renderer.text(origin.words),
            span: origin.span,
        });
        shown.collect()
    }

    fn line(&self, quantity: &Quantity, line: &Line) -> LedgerLine {
        let program = self.machine.program();
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
        let clause = self.machine.program().clauses.get(clause);
        clause.map_or_else(String::new, |clause| self.renderer.text(clause.label))
    }

    fn striker(&self, id: ClauseId) -> Striker {
        let clause = self.machine.program().clauses.get(id);
        let layer = clause.and_then(|clause| self.layer(clause.level));
        Striker { label: self.label(id), layer }
    }

    /// The name of a layer of precedence.
    fn layer(&self, level: u8) -> Option<String> {
        let name = self.machine.program().book.layers.get(usize::from(level))?;
        Some(self.renderer.text(*name))
    }

    fn bearer(&self, bearer: i64) -> Option<String> {
        (bearer != NONE).then(|| self.renderer.entity(bearer))
    }
}
