//! Expanding: turns the lines of rosters, those of battles and tests too, into pieces.

mod battles;
mod options;

pub(super) use battles::limits_of;

use crate::provenance::EntityId;
use std::sync::Arc;
use warwright_grammar::source::{SourceMap, Span};
use warwright_grammar::tree::{self, Member, RosterEntry, RosterItem, ScenarioItem};
use warwright_grammar::{Diagnostic, Severity, Sink};
use warwright_ir::KindBase;

use super::{Group, Piece, Reading, Roster, Rosters, problems};
use crate::like::{
    Content, Found, OptionGiven, Said, Wish, correction_of_points, points_of, printed_points_of,
    whole, written_name,
};
use crate::names::{KindShape, Node};

/// The most pieces of one roster.
const MAX_PIECES: usize = 10_000;

/// All rosters, sides and givens; variants that they need are added to the content.
pub fn expand<'t>(content: &mut Content<'t>, sources: &SourceMap, sink: &mut Sink) -> Rosters<'t> {
    let mut expand = Expand { content, sources, sink, out: Rosters::default() };
    let declared: Vec<&'t tree::Roster> =
        written(expand.content.index.rosters.values().map(|declared| &declared.node));
    for node in declared {
        let position = expand.roster(node, None, &[], false);
        expand.out.by_name.insert(node.name.text.clone(), position);
    }
    expand.sides();
    expand.givens();
    expand.options();
    expand.out
}

/// What a battle takes for the rulings: its own lines, then those of the battles that it is like.
fn readings_of<'t>(line: &[&'t tree::Scenario]) -> Vec<Reading<'t>> {
    let items = line.iter().flat_map(|scenario| &scenario.items);
    let readings = items.filter_map(|item| match item {
        ScenarioItem::Ruling { name, value, .. } => Some(Reading { name, value, line: None }),
        _ => None,
    });
    readings.collect()
}

/// The nodes as written in their files: rosters, battles' sides and tests are not changed by errata.
fn written<'n, 't: 'n, T: 'n>(nodes: impl Iterator<Item = &'n Node<'t, T>>) -> Vec<&'t T> {
    nodes
        .filter_map(|node| match node {
            Node::Written(node) => Some(*node),
            Node::Changed(_) => None,
        })
        .collect()
}

struct Expand<'t, 'a> {
    content: &'a mut Content<'t>,
    sources: &'a SourceMap,
    sink: &'a mut Sink,
    out: Rosters<'t>,
}

impl<'t> Expand<'t, '_> {
    /// Expands a roster and gives its position. `side` is the faction of the side in whose braces it stands, `readings`
    /// what its battle takes; `tried` says that a test holds it against its limits.
    fn roster(
        &mut self,
        node: &'t tree::Roster,
        side: Option<&'t tree::Name>,
        readings: &[Reading<'t>],
        tried: bool,
    ) -> usize {
        let position = self.out.rosters.len();
        let faction = node.of.as_ref().or(side);
        let known = faction.filter(|name| self.is_faction(name));
        let budget = node.budget.as_ref().and_then(|expr| {
            let budget = whole(expr).filter(|budget| *budget >= 0);
            if budget.is_none() {
                self.sink.push(problems::bad_budget(expr.span));
            }
            budget
        });
        let mut roster = Roster {
            title: &node.name.text,
            faction: known,
            of_unknown: faction.is_some() && known.is_none(),
            budget,
            points: None,
            pieces: Vec::new(),
            groups: Vec::new(),
            readings: readings.to_vec(),
            limits: Vec::new(),
            tried,
            span: node.name.span,
        };
        self.items(&mut roster, &node.items, None);
        self.counted_names(&roster);
        if !fields_anything(&node.items) {
            self.sink.push(problems::empty_roster(&roster));
        }
        self.price(&mut roster, node);
        self.out.rosters.push(roster);
        position
    }

    /// Pieces of one sort without names are numbered, and none that has a name is called so.
    fn counted_names(&mut self, roster: &Roster<'t>) {
        for name in roster.pieces.iter().filter_map(|piece| piece.name) {
            let Some((title, number)) = name.text.rsplit_once(' ') else { continue };
            let Ok(number) = number.parse::<usize>() else { continue };
            let of_title = |piece: &&Piece<'t>| {
                let entity = self.content.entity(piece.entity);
                piece.name.is_none() && entity.is_some_and(|entity| *entity.title == *title)
            };
            let counted: Vec<Span> =
                roster.pieces.iter().filter(of_title).map(|piece| piece.span).collect();
            if let Some(line) = counted.first()
                && counted.len() > 1
                && (1..=counted.len()).contains(&number)
            {
                let found = problems::named_as_counted(name, title, counted.len(), *line);
                self.sink.push(found);
            }
        }
    }

    fn is_faction(&mut self, name: &tree::Name) -> bool {
        let factions = &self.content.index.factions;
        if factions.contains_key(&*name.text) {
            return true;
        }
        let known: Vec<&str> = factions.keys().copied().collect();
        self.sink.push(problems::unknown_faction(name, &known));
        false
    }

    fn items(&mut self, roster: &mut Roster<'t>, items: &'t [RosterItem], group: Option<usize>) {
        for item in items {
            match item {
                RosterItem::Entry(entry) => self.entry(roster, entry, group),
                RosterItem::Group { word, name, items, .. } => {
                    let inner = roster.groups.len();
                    roster.groups.push(Group { word, name: name.as_ref(), within: group });
                    self.items(roster, items, Some(inner));
                }
                // That there is such a ruling, and such a value of it, is for the types.
                RosterItem::Ruling { name, value, span } if group.is_none() => {
                    roster.readings.push(Reading { name, value, line: Some(*span) });
                }
                RosterItem::Ruling { span, .. } => {
                    self.sink.push(problems::ruling_of_a_group(*span));
                }
                RosterItem::Member(Member::Limit(limit)) => {
                    roster.limits.push(Arc::new((**limit).clone()));
                }
                RosterItem::Member(_) => {}
            }
        }
    }

    fn entry(&mut self, roster: &mut Roster<'t>, entry: &'t RosterEntry, group: Option<usize>) {
        let Some(base) = self.fielded(roster, entry) else { return };
        let count = match whole(&entry.count) {
            Some(count) if count >= 1 => count,
            _ => {
                self.sink.push(problems::bad_count("the number of pieces", entry.count.span));
                return;
            }
        };
        let pieces = usize::try_from(count).unwrap_or(usize::MAX);
        if roster.pieces.len().saturating_add(pieces) > MAX_PIECES {
            return self.sink.push(problems::too_many_pieces(MAX_PIECES, entry.count.span));
        }
        if entry.names.len() > pieces {
            let span = entry.names.last().map_or(entry.span, |name| name.span);
            self.sink.push(problems::too_many_names(count, entry.names.len(), span));
        }
        for (at, name) in entry.names.iter().enumerate() {
            let fielded = roster.pieces.iter().filter_map(|piece| piece.name);
            let mut before = fielded.chain(entry.names.iter().take(at));
            if let Some(first) = before.find(|first| first.text == name.text) {
                self.sink.push(problems::named_twice(name, first.span));
            }
        }
        let bought: Vec<(&'t tree::Name, u32)> = entry
            .with
            .iter()
            .filter_map(|option| Some((&option.name, self.bought_count(option.count.as_ref())?)))
            .collect();
        let wish = self.wish(base, &bought, entry.span);
        let entity = self.content.variant(&wish, self.sources, self.sink);
        for position in 0..pieces {
            roster.pieces.push(Piece {
                entity,
                name: entry.names.get(position),
                fields: &entry.body,
                group,
                span: entry.span,
            });
        }
    }

    fn bought_count(&mut self, count: Option<&'t tree::Expr>) -> Option<u32> {
        let Some(expr) = count else { return Some(1) };
        let found = whole(expr).and_then(|count| u32::try_from(count).ok());
        let found = found.filter(|count| (1..=1000).contains(count));
        if found.is_none() {
            self.sink.push(problems::bad_count("the number of what is bought", expr.span));
        }
        found
    }

    /// The entity of a line, seen from the army list that the line says, else from the roster's.
    fn fielded(&mut self, roster: &Roster<'t>, entry: &'t RosterEntry) -> Option<EntityId> {
        let name = &entry.entity;
        if entry.of.as_ref().is_some_and(|of| !self.is_faction(of)) {
            return None;
        }
        let faction = entry.of.as_ref().or(roster.faction).map(|faction| &*faction.text);
        // What an army list has that there is none of is not known: that there is none was told.
        if faction.is_none() && roster.of_unknown {
            return None;
        }
        let found = self.content.find(None, &name.text, faction);
        let id = match self.known_to(name.span, found) {
            Found::One(id) => id,
            Found::None => {
                let gone = self.content.taken_away(&name.text);
                let found = problems::unknown_entry(name, faction, self.candidates(faction), gone);
                self.sink.push(found);
                return None;
            }
            Found::Several(ids) => {
                let places: Vec<Span> = ids
                    .iter()
                    .filter_map(|id| self.content.entity(*id))
                    .map(|entity| entity.name)
                    .collect();
                self.sink.push(problems::ambiguous_entry(name, &places));
                return None;
            }
        };
        let entity = self.content.entity(id)?;
        let shape = self.content.index.shape(entity.kind)?;
        if shape.base != KindBase::Piece {
            self.sink.push(problems::not_a_piece(name, shape.name, entity.name));
            return None;
        }
        if let (Some(faction), Some(own)) = (faction, entity.faction)
            && !self.content.index.army_lists(faction).contains(&&*own.text)
        {
            let other = (format!("this is one of \"{}\"", own.text), entity.name);
            let candidates = self.candidates(Some(faction));
            let found = problems::unknown_entry(name, Some(faction), candidates, Some(other));
            self.sink.push(match &entry.of {
                None => found.help(problems::hired(name, own)),
                Some(_) => found,
            });
            return None;
        }
        Some(id)
    }

    /// Of several of one name those that the file of a place knows: what was there before knows nothing of the author's own.
    fn known_to(&self, at: Span, found: Found) -> Found {
        let before = |span: Span| self.content.index.before.contains(&self.sources.file_of(span));
        let Found::Several(mut ids) = found else { return found };
        let all = ids.clone();
        if before(at) {
            ids.retain(|id| self.content.entity(*id).is_some_and(|entity| before(entity.name)));
        }
        match ids.as_slice() {
            [one] => Found::One(*one),
            [] => Found::Several(all),
            _ => Found::Several(ids),
        }
    }

    fn candidates(&self, faction: Option<&str>) -> Vec<&str> {
        self.content
            .entities
            .iter()
            .filter(|entity| {
                entity.base.is_none()
                    && (faction.is_none()
                        || entity.faction.is_none_or(|own| Some(&*own.text) == faction))
            })
            .map(|entity| &*entity.title)
            .collect()
    }

    /// What a line or given buys: options of the entity, and items.
    fn wish(&mut self, base: EntityId, bought: &[(&'t tree::Name, u32)], span: Span) -> Wish<'t> {
        let mut wish = Wish { base, options: Vec::new(), items: Vec::new(), figures: None, span };
        for (name, count) in bought {
            let Some(entity) = self.content.entity(base) else { continue };
            let option =
                entity.options.iter().find(|given| given.declaration.name.text == name.text);
            if let Some(option) = option.cloned() {
                let before = |(other, _): &(OptionGiven<'t>, u32)| {
                    other.declaration.span == option.declaration.span
                };
                if *count > 1 || wish.options.iter().any(before) {
                    self.sink.push(problems::option_twice(name));
                    continue;
                }
                wish.options.push((option, *count));
            } else if let Some(item) = self.item(base, name) {
                wish.items.push((item, *count));
            }
        }
        wish
    }

    /// An item that a piece may buy: an entity that is no piece itself.
    fn item(&mut self, buyer: EntityId, name: &'t tree::Name) -> Option<EntityId> {
        let entity = self.content.entity(buyer)?;
        let title = entity.title.to_string();
        let faction = entity.faction.map(|faction| &*faction.text);
        let found = match self.content.find(None, &name.text, faction) {
            Found::One(id) => self.content.entity(id).map(|item| (id, item)),
            _ => None,
        };
        let shape = found.and_then(|(_, item)| self.content.index.shape(item.kind));
        let bought = shape.is_some_and(|shape| shape.base == KindBase::Thing && !shape.closed);
        let (Some((id, item)), Some(shape), true) = (found, shape, bought) else {
            let options: Vec<&str> =
                entity.options.iter().map(|given| &*given.declaration.name.text).collect();
            let place = found.map(|(_, item)| item.name);
            self.sink.push(problems::unknown_option(name, &title, &options, place));
            return None;
        };
        let wanted = shape.profile("for").and_then(|(at, _)| item.fields.get(at)?.as_ref());
        if let Some(given) = wanted
            && let Said::List(list) = &given.said
            && !list.0.iter().any(|one| written_name(&one.value) == Some(&title))
        {
            self.sink.push(problems::item_not_for(name, &title, given.span()));
            return None;
        }
        Some(id)
    }

    /// Adds up what a roster costs, and reports one that costs too much.
    fn price(&mut self, roster: &mut Roster<'t>, node: &'t tree::Roster) {
        let mut lines: Vec<(Span, i64, i64)> = Vec::new();
        let mut total = Some(0i64);
        let mut sound = true;
        for piece in &roster.pieces {
            let entity = self.content.entity(piece.entity);
            let points = entity.and_then(|entity| points_of(self.content, entity));
            sound &= entity.zip(points).is_none_or(|(entity, points)| {
                self.content.index.shape(entity.kind).is_none_or(|shape| may_cost(shape, points))
            });
            total = total.zip(points).map(|(total, points)| total.saturating_add(points));
            let points = points.unwrap_or(0);
            match lines.last_mut() {
                Some((span, count, _)) if *span == piece.span => *count += 1,
                _ => lines.push((piece.span, 1, points)),
            }
        }
        roster.points = total;
        if let (Some(points), Some(budget), Some(place)) = (total, roster.budget, &node.budget)
            && points > budget
            && sound
            && !roster.tried
        {
            let dearest: Vec<i64> = lines.iter().map(|(_, _, each)| *each).collect();
            let lines: Vec<(Span, String)> = lines
                .into_iter()
                .map(|(span, count, each)| {
                    (span, format!("{count} x {each} = {}", count.saturating_mul(each)))
                })
                .collect();
            let found = problems::over_budget(roster, points, budget, place.span, &lines, &dearest);
            // A roster was written for the day of its prices: what came later, or is not there yet, is no mistake of its author.
            let pieces = roster.pieces.iter().filter_map(|piece| self.content.entity(piece.entity));
            let corrected = pieces.filter_map(|it| correction_of_points(self.content, it)).next();
            let another_day = self.content.report.lists.iter().any(|list| !list.in_force);
            let pieces = roster.pieces.iter();
            let printed = pieces.map(|piece| printed_points_of(self.content, piece.entity));
            let printed: Option<i64> = printed.sum();
            self.sink.push(match corrected {
                Some(_) if printed.is_some_and(|printed| printed > budget) => {
                    problems::over_budget_as_printed(found, printed.unwrap_or(points))
                }
                Some(by) => problems::over_budget_by_errata(found, by),
                None if another_day => Diagnostic { severity: Severity::Warning, ..found },
                None => found,
            });
        }
    }

    /// Whether a test gives printed figures, and not only state.
    fn has_figures(&self, base: EntityId, members: &[Member]) -> bool {
        let shape =
            self.content.entity(base).and_then(|entity| self.content.index.shape(entity.kind));
        members.iter().any(|member| match member {
            Member::Field(field) => shape.is_none_or(|shape| {
                shape.states.iter().all(|state| state.name.text != field.name.text)
            }),
            _ => true,
        })
    }
}

/// Whether any line of a roster fields something, or was meant to.
fn fields_anything(items: &[RosterItem]) -> bool {
    items.iter().any(|item| match item {
        RosterItem::Entry(_) | RosterItem::Member(Member::Error(_) | Member::Item(_)) => true,
        RosterItem::Group { items, .. } => fields_anything(items),
        RosterItem::Ruling { .. } | RosterItem::Member(_) => false,
    })
}

/// Whether a price lies in the range that the kind declares; one that does not is reported where it stands.
fn may_cost(shape: &KindShape<'_>, points: i64) -> bool {
    let declared = shape.profile("points").map(|(_, profile)| &profile.declaration.ty.kind);
    let Some(tree::TypeKind::Named { range: Some(range), .. }) = declared else { return true };
    let (low, high) = (range.low.as_ref().and_then(whole), range.high.as_ref().and_then(whole));
    low.is_none_or(|low| low <= points) && high.is_none_or(|high| points <= high)
}
