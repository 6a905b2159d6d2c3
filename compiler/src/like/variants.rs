//! Variants: entities as a roster buys them (with options and items) or a test gives them (with figures of its own).

use crate::provenance::{EntityId, How};

use warwright_grammar::Sink;
use warwright_grammar::source::{SourceMap, Span};
use warwright_grammar::tree::{Expr, ExprKind, ListSign, Member, Number, UnaryOp, Word};

use super::bought::Changed;
use super::chain::{change_list, step};
use super::declare::put_list;
use super::fields::{Draft, Mode, Reader};
use super::{
    Body, BodyId, Content, Entity, Few, Given, ListItem, ListOf, OptionGiven, Said, problems,
};

/// What a variant is made of: equal keys are one entity.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariantKey {
    /// The entity.
    pub base: EntityId,
    /// Options by the place of their declaration, and how often.
    pub options: Vec<(Span, u32)>,
    /// Items bought, and how often.
    pub items: Vec<(EntityId, u32)>,
    /// The place of the figures that a test gives.
    pub figures: Option<Span>,
}

/// A variant that is wanted.
#[derive(Clone, Debug)]
pub struct Wish<'t> {
    /// The entity.
    pub base: EntityId,
    /// Options, and how often each.
    pub options: Vec<(OptionGiven<'t>, u32)>,
    /// Items, and how often each.
    pub items: Vec<(EntityId, u32)>,
    /// Figures of its own, with the place of the braces.
    pub figures: Option<(&'t [Member], Span)>,
    /// Where it is wished for.
    pub span: Span,
}

impl<'t> Content<'t> {
    /// The entity that is wished for: made the first time, found again after that. State in the braces of a wish is
    /// no part of it: pieces begin with it.
    pub fn variant(&mut self, wish: &Wish<'t>, sources: &SourceMap, sink: &mut Sink) -> EntityId {
        if wish.options.is_empty() && wish.items.is_empty() && wish.figures.is_none() {
            return wish.base;
        }
        let mut options: Vec<(Span, u32)> =
            wish.options.iter().map(|(option, count)| (option.declaration.span, *count)).collect();
        options.sort_unstable();
        let mut items = wish.items.clone();
        items.sort_unstable();
        let figures = wish.figures.map(|(_, span)| span);
        let key = VariantKey { base: wish.base, options, items, figures };
        if let Some(known) = self.variants.get(&key) {
            return *known;
        }
        let Some(base) = self.entity(wish.base) else { return wish.base };
        // What is bought stays bought when a piece changes its form: all forms of the variant are made with it.
        let unit = base.base.filter(|_| base.form.is_some()).unwrap_or(wish.base);
        let forms = self.entity(unit).map_or_else(Vec::new, |unit| unit.forms.to_vec());
        let mut first = None;
        for member in std::iter::once(unit).chain(forms) {
            let mut unheard = Sink::default();
            let heard = if member == wish.base { &mut *sink } else { &mut unheard };
            let Some(mut entity) = self.make(wish, member, sources, heard) else { break };
            let id = EntityId(u32::try_from(self.entities.len()).unwrap_or(u32::MAX));
            entity.base = first.or(Some(unit));
            self.entities.push(entity);
            self.variants.insert(VariantKey { base: member, ..key.clone() }, id);
            let first = *first.get_or_insert(id);
            match self.entities.get_mut(first.0 as usize) {
                Some(unit) if first != id => unit.forms.push(id),
                _ => {}
            }
        }
        self.variants.get(&key).copied().unwrap_or(wish.base)
    }

    /// The entity that is wished for, or another form of it: a figure that the form itself gives stands over those of options.
    fn make(
        &mut self,
        wish: &Wish<'t>,
        member: EntityId,
        sources: &SourceMap,
        sink: &mut Sink,
    ) -> Option<Entity<'t>> {
        let base = self.entity(member)?;
        let mut entity = base.clone();
        let id = EntityId(u32::try_from(self.entities.len()).ok()?);
        let unit = base.base.filter(|_| base.form.is_some()).and_then(|unit| self.entity(unit));
        let own: Vec<bool> = match unit {
            Some(unit) => own_figures(base, unit),
            None => vec![false; base.fields.len()],
        };
        let free = vec![false; base.fields.len()];
        entity.parent = None;
        entity.options = Few::new();
        entity.forms = Few::new();
        entity.title = self.variant_title(wish, &base.title);
        let mut price = 0i64;
        let mut bought: Vec<Changed<'t>> = Vec::new();
        for (option, count) in &wish.options {
            let Some(shape) = self.index.shape(entity.kind) else { continue };
            let owner = self.entity(option.owner).map_or("", |owner| &*owner.title).to_owned();
            let mode = Mode::Part("the entry itself");
            let mut reader = Reader { index: &self.index, sources, sink };
            let draft = reader.members(shape, &option.declaration.body, mode);
            let changed = Changed::of(&option.declaration.name.text, &draft);
            for before in &bought {
                sink.extend(changed.meets(before, shape, wish.span));
            }
            bought.push(changed);
            if let Some(expr) = option.price {
                match whole(expr) {
                    Some(points) => {
                        price = price.saturating_add(points.saturating_mul(i64::from(*count)))
                    }
                    None => sink.push(problems::price_not_whole(&owner, expr.span)),
                }
            }
            let span = option.declaration.span;
            let over = Over { how: How::Option(id), span, kept: &own, id };
            overlay(&mut entity, draft, &over, &mut self.bodies, sink);
        }
        for (item, count) in &wish.items {
            let Some(bought) = self.entities.get(item.0 as usize) else { continue };
            let points = points_of(self, bought);
            price = price.saturating_add(points.unwrap_or(0).saturating_mul(i64::from(*count)));
            let mut abilities = entity.abilities.to_vec();
            for ability in &bought.abilities {
                let history =
                    step(&ability.history, ability.value.span, How::Option(id), wish.span);
                abilities.push(ListItem { value: ability.value.clone(), history });
            }
            entity.abilities = abilities.into();
            entity.bodies.extend(bought.bodies.iter().copied());
        }
        self.add_price(&mut entity, price, id, wish.span, sink);
        if let Some((members, span)) = wish.figures {
            let Some(shape) = self.index.shape(entity.kind) else { return Some(entity) };
            let mut reader = Reader { index: &self.index, sources, sink };
            let draft = reader.members(shape, members, Mode::Piece);
            let kept = if member == wish.base { &free } else { &own };
            let over = Over { how: How::Option(id), span, kept, id };
            overlay(&mut entity, draft, &over, &mut self.bodies, sink);
        }
        Some(entity)
    }

    fn variant_title(&self, wish: &Wish<'t>, base: &Word) -> Word {
        let options =
            wish.options.iter().map(|(option, count)| (&*option.declaration.name.text, *count));
        let items = wish.items.iter().filter_map(|(item, count)| {
            self.entities.get(item.0 as usize).map(|item| (&*item.title, *count))
        });
        let bought: Vec<String> = options
            .chain(items)
            .map(
                |(name, count)| {
                    if count == 1 { name.to_owned() } else { format!("{count} {name}") }
                },
            )
            .collect();
        if bought.is_empty() {
            base.clone()
        } else {
            format!("{base} with {}", bought.join(", ")).into()
        }
    }

    /// Adds what was bought to the points of a variant.
    fn add_price(
        &self,
        entity: &mut Entity<'t>,
        price: i64,
        id: EntityId,
        span: Span,
        sink: &mut Sink,
    ) {
        let Some(shape) = self.index.shape(entity.kind) else { return };
        let Some((position, _)) = shape.profile("points") else { return };
        if price == 0 {
            return;
        }
        let Some(points) = points_of(self, entity) else {
            return sink.push(problems::no_points(&entity.title, span));
        };
        if let Some(slot) = entity.fields.get_mut(position) {
            let history = slot.as_ref().and_then(|given| given.history.clone());
            let declared = slot.as_ref().map_or(entity.span, Given::span);
            *slot = Some(Given {
                said: Said::Number(Box::new((points.saturating_add(price), declared))),
                history: step(&history, declared, How::Option(id), span),
            });
        }
    }
}

/// Which figures a form gives itself: what it takes from its unit stands where the unit's does.
fn own_figures(form: &Entity<'_>, unit: &Entity<'_>) -> Vec<bool> {
    let place = |given: &Option<Given>| given.as_ref().map(Given::span);
    let pairs = form.fields.iter().zip(&unit.fields);
    pairs.map(|(own, theirs)| own.is_some() && place(own) != place(theirs)).collect()
}

/// A pair of braces that is laid over an entity.
struct Over<'k> {
    /// As what.
    how: How,
    /// Where it stands.
    span: Span,
    /// For each figure: whether it stays as it is.
    kept: &'k [bool],
    /// The number that the entity will have.
    id: EntityId,
}

/// Lays what a pair of braces says over an entity.
fn overlay<'t>(
    entity: &mut Entity<'t>,
    draft: Draft<'t>,
    over: &Over<'_>,
    bodies: &mut Vec<Body<'t>>,
    sink: &mut Sink,
) {
    let &Over { how, span, kept, id } = over;
    for ((slot, given), kept) in entity.fields.iter_mut().zip(draft.fields).zip(kept) {
        if let (Some(mut given), false) = (given, kept) {
            let (history, declared) = match slot {
                Some(before) => (before.history.clone(), before.span()),
                None => (given.history.clone(), given.span()),
            };
            given.history = step(&history, declared, how, given.span());
            *slot = Some(given);
        }
    }
    for edit in draft.edits {
        let mut items = match edit.list {
            ListOf::Abilities => entity.abilities.to_vec(),
            ListOf::Profile(profile) => match entity.fields.get(profile) {
                Some(Some(Given { said: Said::List(list), .. })) => list.0.to_vec(),
                _ => Vec::new(),
            },
        };
        let before = items.clone();
        for item in change_list(&mut items, &edit) {
            let adds = edit.sign == ListSign::Add;
            sink.push(problems::not_in_list(&entity.title, &item, adds, &before));
        }
        put_list(entity, edit.list, items, edit.span, None);
    }
    if !draft.clauses.is_empty() || !draft.states.is_empty() {
        entity.bodies.push(BodyId(u32::try_from(bodies.len()).unwrap_or(u32::MAX)));
        bodies.push(Body { owner: id, clauses: draft.clauses, states: draft.states, span });
    }
    entity.texts.extend(draft.texts);
    entity.broken |= draft.broken;
}

/// The points of an entity, where it has any and they are a whole number.
pub(crate) fn points_of(content: &Content<'_>, entity: &Entity<'_>) -> Option<i64> {
    let shape = content.index.shape(entity.kind)?;
    let (position, profile) = shape.profile("points")?;
    match entity.fields.get(position)?.as_ref().map(|given| &given.said) {
        Some(Said::Number(number)) => Some(number.0),
        Some(Said::Nothing(_)) => Some(0),
        Some(Said::Default(_)) | None => profile.declaration.default.as_ref().and_then(whole),
        Some(said) => whole(&*said.value()?),
    }
}

/// The erratum that changed what an entity costs, in words with its place.
pub(crate) fn correction_of_points(
    content: &Content<'_>,
    entity: &Entity<'_>,
) -> Option<(String, Span)> {
    let (position, _) = content.index.shape(entity.kind)?.profile("points")?;
    let given = entity.fields.get(position)?.as_ref()?;
    let steps = given.history.as_ref()?;
    let step = steps.iter().rfind(|step| matches!(step.how, How::Erratum { .. }))?;
    Some((content.origin_words(step.how), step.span))
}

/// What an entity costs as printed, before any erratum changed that.
pub(crate) fn printed_points_of(content: &Content<'_>, id: EntityId) -> Option<i64> {
    let entity = content.entity(id)?;
    let now = points_of(content, entity)?;
    let whose = entity.base.unwrap_or(id);
    let lists = content.report.lists.iter().flat_map(|list| &list.items).flat_map(|it| &it.edits);
    let own = lists.filter(|edit| {
        edit.part == "points" && (edit.entity == Some(whose) || edit.heirs.contains(&whose))
    });
    let more = own.filter_map(|edit| {
        let (old, new) = (edit.old.parse::<i64>().ok()?, edit.new.parse::<i64>().ok()?);
        new.checked_sub(old)
    });
    more.map(i64::checked_neg).try_fold(now, |points, less| points.checked_add(less?))
}

/// A whole number as written, with its sign.
pub(crate) fn whole(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Number(Number { numerator, denominator, unit: None }) => {
            let denominator = i64::from(*denominator);
            (denominator != 0 && numerator % denominator == 0).then(|| numerator / denominator)
        }
        ExprKind::Unary { op: UnaryOp::Plus, value } => whole(value),
        ExprKind::Unary { op: UnaryOp::Minus, value } => whole(value)?.checked_neg(),
        _ => None,
    }
}
