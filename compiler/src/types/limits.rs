//! Limits: takes the conditions that armies, entries and battles must meet, gives them typed as all others, and each army by
//! itself with the limits that bind it.
//!
//! A limit of a kind is asked of each thing of it before play: of pieces as they are printed, of all else as a battle lays it out.
//! What an army is asked stands under the name `roster` ([`Checker::field_of_roster`]); the rest of a condition is read as anywhere.

use super::checker::{Checker, INT};
use super::clauses::see_text;
use super::exprs::cell;
use super::scope::Scope;
use crate::provenance::EntityId;
use crate::rosters::Roster;
use crate::typed::{
    EntryDef, Expr, ExprKind, LimitDef, LocalId, LocalRole, PieceDef, RosterDef, ScenarioDef,
    SideDef, Type, Typed,
};
use crate::wording;
use rustc_hash::FxHashMap;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// What a limit may ask of `roster`, beside its pieces by their plurals.
const FIELDS: [&str; 4] = ["budget", "points", "faction", "name"];

/// Where a limit stands among all, by its place: one that binds several armies is read once.
type Known = FxHashMap<Span, u32>;

/// Checks the limits of the system, of all army lists, rosters and battles.
pub(super) fn check(checker: &mut Checker<'_>) {
    let content = checker.input.content;
    let mut known = Known::default();
    checker.limits_of(None, &mut known);
    for faction in content.index.factions.keys() {
        checker.limits_of(Some(faction), &mut known);
    }
    let armies = std::mem::take(&mut checker.armies);
    let rosters = &checker.input.rosters.rosters;
    for (position, (roster, pieces)) in rosters.iter().zip(armies).enumerate() {
        checker.roster(position, roster, pieces, &mut known);
    }
    checker.limits_of_kinds();
}

impl<'a> Checker<'a> {
    /// The limits that bind the rosters of an army list: the system's, then those of the list and of what it is like.
    fn limits_of(&mut self, faction: Option<&str>, known: &mut Known) -> Vec<u32> {
        let index = &self.input.content.index;
        let mut found = Vec::new();
        if let Some(system) = index.system {
            found.extend(self.limits_in(&system.body, &format!("`{}`", system.name.text), known));
        }
        let mut at = faction.and_then(|name| index.factions.get(name));
        for _ in 0..=index.factions.len() {
            let Some(declared) = at else { break };
            let faction: &'a tree::Faction = declared;
            let whose = format!("\"{}\"", faction.name.text);
            found.extend(self.limits_in(&faction.body, &whose, known));
            at = faction.like.as_ref().and_then(|like| index.factions.get(&*like.text));
        }
        found
    }

    fn limits_in(
        &mut self,
        members: &'a [tree::Member],
        whose: &str,
        known: &mut Known,
    ) -> Vec<u32> {
        let limits = members
            .iter()
            .filter_map(|member| as_variant!(member, tree::Member::Limit(limit) => &**limit));
        limits.map(|limit| self.limit(limit, whose, known)).collect()
    }

    /// The limits that stand in kinds; those of pieces, and of things that are all declared, bind one army in which each entry of a
    /// piece stands once.
    fn limits_of_kinds(&mut self) {
        let mut printed = Vec::new();
        let mut kinds = Vec::new();
        for (name, shape) in &self.input.content.index.kinds {
            let Some(kind) = self.vocabulary.kinds.get(*name).copied() else { continue };
            let def = self.typed.kinds.get(kind);
            let of_pieces = def.is_some_and(|def| def.base == ir::KindBase::Piece);
            // Things that are all declared are as they are printed too, whatever is laid out.
            let all_known = def.is_some_and(|def| {
                def.base == ir::KindBase::Thing && def.closed && def.fields.is_empty()
            });
            let of_pieces = of_pieces || all_known;
            let members = shape.declarations.iter().flat_map(|it| &it.members);
            for member in members {
                let tree::KindMember::Member(tree::Member::Limit(limit)) = member else { continue };
                let position = self.limit_of_kind(kind, limit, of_pieces);
                if of_pieces {
                    printed.push(position);
                    kinds.push(kind);
                }
            }
        }
        if !printed.is_empty() {
            let bought = self.input.content.bought();
            let all = self.typed.kinds.iter();
            let pieces = all.filter(|(_, def)| def.base == ir::KindBase::Piece).map(|(id, _)| id);
            let pieces: Vec<ir::KindId> = pieces.collect();
            let is_listed = |id: ir::EntryId, entry: &EntryDef| {
                kinds.contains(&entry.kind)
                    && pieces.contains(&entry.kind)
                    && (entry.base.is_none()
                        || entry.form.is_some()
                        || bought.contains(&EntityId(id.0)))
            };
            self.typed.catalogue = Some(catalogue(&mut self.typed, is_listed, printed));
        }
    }

    fn limit_of_kind(&mut self, kind: ir::KindId, limit: &'a tree::Limit, of_pieces: bool) -> u32 {
        if let Some(each) = &limit.each {
            let message = "a limit of a kind is asked of each already: it is `self`";
            self.broken(codes::LIMIT_NOT_READABLE, message, each.span);
        }
        // What is given of an army has no name here.
        self.scope = Scope::new();
        for (_, ty) in self.given_of_army() {
            self.scope.add("", ty, LocalRole::Param, limit.span);
        }
        let alone = self.facts.battle == Some(kind);
        let all = self.all_of(kind, limit.span);
        let of = if alone {
            let one = Expr::only(kind, limit.span);
            Expr { kind: ExprKind::Items(vec![one]), ..all }
        } else {
            all
        };
        let ty = match &of.ty {
            Type::Set(of) | Type::List(of) => (**of).clone(),
            _ => Type::Error,
        };
        let item = self.scope.hidden("self", ty, limit.span);
        self.scope.reveal(item);
        let whose = format!("kind `{}`", self.kind_name(kind));
        self.add_limit(limit, whose, Some((item, of, None)), !of_pieces)
    }

    /// A limit, read when it is first met.
    fn limit(&mut self, limit: &'a tree::Limit, whose: &str, known: &mut Known) -> u32 {
        if let Some(known) = known.get(&limit.span) {
            return *known;
        }
        self.enter_army(limit.span);
        let each = limit.each.as_ref().and_then(|each| self.bind(each));
        let each = each.map(|each| (each.item, each.of, each.when));
        let position = self.add_limit(limit, whose.to_owned(), each, false);
        known.insert(limit.span, position);
        position
    }

    fn add_limit(
        &mut self,
        limit: &'a tree::Limit,
        whose: String,
        each: Option<(LocalId, Expr, Option<Expr>)>,
        laid: bool,
    ) -> u32 {
        let label = limit.label.as_ref().and_then(|label| label.text.plain());
        if label.is_none() {
            self.report(without_label(limit.span));
        }
        let holds = self.condition(&limit.condition);
        let position = u32::try_from(self.typed.limits.len()).unwrap_or(u32::MAX);
        let locals = self.finish();
        self.typed.limits.push(LimitDef {
            label: label.unwrap_or_default().to_owned(),
            whose,
            laid,
            see: see_text(&limit.see),
            locals,
            each,
            holds,
            span: limit.span,
        });
        position
    }

    /// What is given of every army: see [`ir::Limit::given`]. Names with a dot are reached as fields alone.
    fn enter_army(&mut self, span: Span) {
        self.scope = Scope::new();
        if self.facts.player.is_none() {
            self.report(nobody_plays(span));
        }
        for (name, ty) in self.given_of_army() {
            self.scope.add(name, ty, LocalRole::Param, span);
        }
    }

    fn given_of_army(&self) -> Vec<(&'static str, Type)> {
        let Some(player) = self.facts.player else { return Vec::new() };
        let text = Type::Optional(Box::new(Type::Text));
        vec![
            ("roster", Type::Entity(player)),
            ("roster.budget", INT),
            ("roster.points", INT),
            ("roster.faction", text),
        ]
    }

    /// `roster.units`, `roster.budget`: what an army list says, in a limit.
    pub(super) fn field_of_roster(
        &mut self,
        of: &tree::Expr,
        name: &tree::Name,
        span: Span,
    ) -> Option<Expr> {
        let roster = of.as_name().filter(|word| &*word.text == "roster" && !word.quoted)?;
        // Beside an army's budget no other local has such a name.
        self.scope.peek("roster.budget")?;
        if let Some(local) = self.scope.find(&format!("roster.{}", name.text)) {
            return Some(self.local_expr(local, span));
        }
        if &*name.text == "name" {
            let roster = self.scope.find(&roster.text)?;
            let roster = self.local_expr(roster, of.span);
            let kind = ExprKind::NameOf(Box::new(roster));
            return Some(Expr { kind, ty: Type::Text, span });
        }
        let fielded = |checker: &Self, kind: ir::KindId| {
            let def = checker.typed.kinds.get(kind);
            def.is_some_and(|def| def.base == ir::KindBase::Piece)
        };
        match self.vocabulary.plurals.get(&*name.text).copied() {
            // Beside the army nothing is there.
            Some(kind) if fielded(self, kind) => Some(self.all_of(kind, span)),
            _ => {
                let plurals = self.vocabulary.plurals.iter();
                let plurals = plurals.filter(|(_, kind)| fielded(self, **kind));
                let known: Vec<String> = plurals
                    .map(|(plural, _)| plural.to_string())
                    .chain(FIELDS.map(str::to_owned))
                    .collect();
                self.report(no_field(name, &known));
                Some(cell(0, Type::Error, span))
            }
        }
    }

    /// An army by itself, with the limits that bind it.
    fn roster(
        &mut self,
        position: usize,
        roster: &'a Roster<'a>,
        pieces: Vec<PieceDef>,
        known: &mut Known,
    ) {
        let faction = roster.faction.map(|name| &*name.text);
        let mut limits = self.limits_of(faction, known);
        for limit in &roster.limits {
            let limit = self.limit(limit, "this army", known);
            if !limits.contains(&limit) {
                limits.push(limit);
            }
        }
        let taken = self.readings.get(position).cloned().unwrap_or_default();
        let mut rulings: Vec<(u16, i64)> = taken.iter().map(|(id, cell, _)| (*id, *cell)).collect();
        // What its own lines leave open is as its battle takes it.
        for reading in roster.readings.iter().filter(|reading| reading.line.is_none()) {
            let taken = self.ruling_taken(reading.name, reading.value);
            rulings.extend(taken.filter(|(id, _)| rulings.iter().all(|(known, _)| known != id)));
        }
        // A line that could not be read was reported, and then there is no program.
        let lines = roster.pieces.iter().map(|piece| (piece.span, piece.group));
        let scenario = army_by_itself(&mut self.typed, roster, pieces, rulings);
        let groups = roster.groups.iter().map(|group| {
            let name = group.name.map(|name| name.text.to_string());
            (group.word.text.to_string(), name, group.within)
        });
        self.typed.rosters.push(RosterDef {
            name: roster.title.to_owned(),
            faction: faction.map(str::to_owned),
            budget: roster.budget,
            points: roster.points,
            scenario,
            lines: lines.collect(),
            groups: groups.collect(),
            limits,
            readings: taken.iter().map(|(id, _, line)| (*id, *line)).collect(),
            tried: roster.tried,
            span: roster.span,
        });
    }
}

/// A scenario that nobody plays: the army on its one side.
fn army_by_itself(
    typed: &mut Typed,
    roster: &Roster<'_>,
    pieces: Vec<PieceDef>,
    rulings: Vec<(u16, i64)>,
) -> ir::ScenarioId {
    let side = SideDef {
        name: roster.title.to_owned(),
        armies: roster.faction.iter().map(|name| name.text.to_string()).collect(),
        pieces,
        budget: roster.budget,
        span: roster.span,
        ..SideDef::default()
    };
    alone(typed, side, rulings)
}

fn alone(typed: &mut Typed, side: SideDef, rulings: Vec<(u16, i64)>) -> ir::ScenarioId {
    let id = ir::ScenarioId(u32::try_from(typed.scenarios.len()).unwrap_or(u32::MAX));
    typed.scenarios.push(ScenarioDef {
        name: side.name.clone(),
        span: side.span,
        sides: vec![side],
        rulings,
        ..ScenarioDef::default()
    });
    id
}

/// An army that nobody fields: each entry of some kinds once, in each of its forms and with what may be bought, with the limits
/// of those kinds. What a test gives an entry is not what is printed.
fn catalogue(
    typed: &mut Typed,
    is_listed: impl Fn(ir::EntryId, &EntryDef) -> bool,
    limits: Vec<u32>,
) -> RosterDef {
    let listed = typed.entries.iter().filter(|(id, entry)| is_listed(*id, entry));
    let (mut pieces, mut lines): (Vec<PieceDef>, Vec<_>) = listed
        .map(|(id, entry)| {
            (PieceDef { entry: id, name: None, state: Vec::new() }, (entry.span, None))
        })
        .unzip();
    pieces.shrink_to_fit();
    lines.shrink_to_fit();
    let span = lines.first().map_or_else(Span::default, |(span, _)| *span);
    let side = SideDef { pieces, span, ..SideDef::default() };
    let scenario = alone(typed, side, Vec::new());
    RosterDef { scenario, lines, limits, span, ..RosterDef::default() }
}

fn without_label(span: Span) -> Diagnostic {
    Diagnostic::at(codes::LIMIT_NOT_READABLE, span)
        .says("a limit needs a label, the words shown when it is broken")
        .label("no label at the end")
        .help("add one: `limit .. \"at most three of a kind\"`")
}

fn nobody_plays(span: Span) -> Diagnostic {
    Diagnostic::at(codes::LIMIT_NOT_READABLE, span)
        .says("a limit is set to the army of a player, and this game has no players")
        .help("`kind player { .. }`")
}

fn no_field(name: &tree::Name, known: &[String]) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_FIELD, name.span)
        .says(format!("a roster has no field `{}`", name.text))
        .label("no such field");
    match wording::suggest(&name.text, known) {
        Some(meant) => found.fix(format!("did you mean `{meant}`?"), name.span, meant),
        None => {
            let list = wording::listed(known);
            found.help(format!("fields of a roster: {list}"))
        }
    }
}
