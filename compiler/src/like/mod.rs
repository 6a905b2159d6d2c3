//! Like: takes the declared entities (tables undone, errata applied) and gives each with all that it inherits.

mod bought;
mod chain;
mod declare;
mod few;
mod fields;
mod figures;
mod merge;
mod misfit;
mod problems;
mod rows;
mod scenarios;
mod tables;
mod variants;

pub use chain::{Declarations, ListEdit, ListOf};
pub use declare::{declare, extend};
pub use few::Few;
pub use figures::Figures;
pub use merge::merge;
pub use scenarios::inherit_scenarios;
pub use tables::Tables;
pub use variants::{VariantKey, Wish};

pub(crate) use chain::step;
pub(crate) use fields::{Reader, listed_name, written_name};
pub(crate) use problems::{a, field_twice, like_removed, names};
pub(crate) use scenarios::is_army;
pub(crate) use variants::{correction_of_points, points_of, printed_points_of, whole};

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::source::Span;
use warwright_grammar::tree;

use crate::names::{Index, KindIndex, Node};
use crate::provenance::{EntityId, History, How, Origin, Report};

/// So long may a chain of entities be that are like each other.
pub const MAX_CHAIN: usize = 64;
/// So many items may a list of an entity have.
pub const MAX_LIST: usize = 500;

/// The number of a body in [`Content::bodies`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub u32);

/// All declarations of a game as they stand on the day asked for: the input of the types.
#[derive(Clone, Debug, Default)]
pub struct Content<'t> {
    /// Everything that is not an entity, as errata left it.
    pub index: Index<'t>,
    /// Entities: declared ones in the order of their files, each followed by its forms; then variants.
    pub entities: Vec<Entity<'t>>,
    /// Clauses and state in the braces of entities; a body is shared by those that inherit it whole.
    pub bodies: Vec<Body<'t>>,
    /// Histories of nodes that errata changed and that keep their span: clauses, rows, cells, conditions, amounts.
    pub changed: FxHashMap<Span, Vec<Origin>>,
    /// What errata did: lists by [`How::Erratum`].
    pub report: Report,
    /// What errata took away.
    pub removed: Vec<Removed<'t>>,
    by_name: FxHashMap<tree::Word, Vec<EntityId>>,
    likes: FxHashMap<EntityId, &'t tree::Name>,
    variants: FxHashMap<VariantKey, EntityId>,
}

/// A declaration that errata took away.
#[derive(Clone, Debug)]
pub struct Removed<'t> {
    /// Its kind, or the word with which it was declared.
    pub word: &'t str,
    /// Its name.
    pub name: &'t str,
    /// What it is in words: `unit "Vale Lancers"`.
    pub target: String,
    /// The faction that it belonged to.
    pub faction: Option<&'t str>,
    /// By which item, in words.
    pub by: String,
    /// Where the item says so.
    pub span: Span,
}

/// A unit, card, ground or other thing of a kind, complete.
#[derive(Clone, Debug, Default)]
pub struct Entity<'t> {
    /// Its kind.
    pub kind: KindIndex,
    /// Its title; that of a form or variant names its base.
    pub title: tree::Word,
    /// Where its name stands.
    pub name: Span,
    /// The faction that it belongs to.
    pub faction: Option<&'t tree::Name>,
    /// One for each profile of its kind, in order; none: neither it nor an ancestor says anything.
    pub fields: Vec<Option<Given>>,
    /// What it owns, in order: a name, a title or a call with arguments.
    pub abilities: Items,
    /// Its bodies, inherited ones first.
    pub bodies: Few<BodyId>,
    /// `name: EXPR`, one for each name; its own before inherited ones.
    pub answers: Few<&'t tree::Answer>,
    /// `name { .. }`, likewise.
    pub does: Few<&'t tree::DoesBody>,
    /// Its texts.
    pub texts: Few<&'t tree::Template>,
    /// Options that a roster may buy for it.
    pub options: Few<OptionGiven<'t>>,
    /// The entity of which it is a form or variant.
    pub base: Option<EntityId>,
    /// The name of the form.
    pub form: Option<tree::Word>,
    /// Its other forms.
    pub forms: Few<EntityId>,
    /// `like`: its parent.
    pub parent: Option<EntityId>,
    /// What its declaration says under `see`.
    pub see: &'t [tree::Name],
    /// Whether part of it could not be read (a diagnostic was given): what is missing may be no mistake of its own.
    pub broken: bool,
    /// Its whole declaration or row.
    pub span: Span,
}

/// The value of a field with its history.
#[derive(Clone, Debug)]
pub struct Given {
    /// The value.
    pub said: Said,
    /// What happened to it, oldest first; none: only declared. That it was inherited is not noted here: see
    /// [`Content::field_history`].
    pub history: History,
}

/// What a field says and where: its value or the cell (of a shared column its part). There is one for each figure of each
/// entity, so that it stays two words long, and holds nothing of the tree that it is read from, which can be dropped.
#[derive(Clone, Debug)]
pub enum Said {
    /// `default`: the profile's own default, named outright.
    Default(Span),
    /// `-`: none, or the empty list.
    Nothing(Span),
    /// A field without a value: yes.
    Yes(Span),
    /// A number as it is written, as nearly all figures are: see [`tree::Number`].
    Figure {
        /// The digits without the point.
        numerator: i32,
        /// A power of ten.
        denominator: u16,
        /// The measure.
        unit: Option<tree::Unit>,
        /// Where it stands.
        span: Span,
    },
    /// Another value.
    Value(Arc<tree::Expr>),
    /// A whole number worked out: a price with what options add.
    Number(Box<(i64, Span)>),
    /// The items of a list, signs worked out.
    List(Box<(Items, Span)>),
}

impl Given {
    /// A value to which nothing happened.
    #[must_use]
    pub fn declared(said: Said) -> Self {
        Self { said, history: None }
    }

    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match &self.said {
            Said::Default(span) | Said::Nothing(span) | Said::Yes(span) => *span,
            Said::Figure { span, .. } => *span,
            Said::Value(value) => value.span,
            Said::Number(number) => number.1,
            Said::List(list) => list.1,
        }
    }
}

impl Said {
    /// The items of a list that stands there.
    #[must_use]
    pub fn list(items: Items, span: Span) -> Self {
        Self::List(Box::new((items, span)))
    }

    /// One value, as it is written.
    #[must_use]
    pub fn one(value: &tree::Expr) -> Self {
        if let tree::ExprKind::Number(number) = &value.kind
            && let Ok(numerator) = number.numerator.try_into()
            && let Ok(denominator) = number.denominator.try_into()
        {
            return Self::Figure { numerator, denominator, unit: number.unit, span: value.span };
        }
        Self::Value(Arc::new(value.clone()))
    }

    /// The one value, where one is written.
    #[must_use]
    pub fn value(&self) -> Option<Cow<'_, tree::Expr>> {
        match *self {
            Self::Figure { numerator, denominator, unit, span } => {
                let (numerator, denominator) = (numerator.into(), denominator.into());
                let number = tree::Number { numerator, denominator, unit };
                Some(Cow::Owned(tree::Expr { kind: tree::ExprKind::Number(number), span }))
            }
            Self::Value(ref value) => Some(Cow::Borrowed(value)),
            _ => None,
        }
    }
}

/// The items of a list, shared by those that inherit it whole.
#[derive(Clone, Debug, Default)]
pub struct Items(Arc<[ListItem]>);

/// An item of a list.
#[derive(Clone, Debug)]
pub struct ListItem {
    /// The item.
    pub value: Arc<tree::Expr>,
    /// Its history; none: declared where it stands.
    pub history: History,
}

/// An option with the price and changes that it brings.
#[derive(Clone, Debug)]
pub struct OptionGiven<'t> {
    /// The declaration.
    pub declaration: &'t tree::OptionDecl,
    /// The entity whose braces it stands in.
    pub owner: EntityId,
    /// What it adds to the price, as errata left it.
    pub price: Option<&'t tree::Expr>,
    /// The history of the price.
    pub history: History,
}

/// Clauses and state in the braces of an entity: one bearer without a title.
#[derive(Clone, Debug)]
pub struct Body<'t> {
    /// The entity whose body it is.
    pub owner: EntityId,
    /// Its clauses.
    pub clauses: Vec<Node<'t, tree::Clause>>,
    /// State that stands in it.
    pub states: Vec<&'t tree::State>,
    /// The whole declaration that it stands in.
    pub span: Span,
}

/// What a lookup of an entity by name finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Just one.
    One(EntityId),
    /// None of that name.
    None,
    /// Several, in several factions.
    Several(Vec<EntityId>),
}

impl std::ops::Deref for Items {
    type Target = [ListItem];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl ListItem {
    /// An item to which nothing happened.
    #[must_use]
    pub fn declared(value: &tree::Expr) -> Self {
        Self { value: Arc::new(value.clone()), history: None }
    }
}

impl From<Vec<ListItem>> for Items {
    fn from(items: Vec<ListItem>) -> Self {
        Self(items.into())
    }
}

impl<'i> IntoIterator for &'i Items {
    type Item = &'i ListItem;
    type IntoIter = std::slice::Iter<'i, ListItem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'t> Content<'t> {
    /// The entity of that number.
    #[must_use]
    pub fn entity(&self, id: EntityId) -> Option<&Entity<'t>> {
        self.entities.get(id.0 as usize)
    }

    /// The body of that number.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<&Body<'t>> {
        self.bodies.get(id.0 as usize)
    }

    /// All entities with their numbers.
    pub fn all(&self) -> impl Iterator<Item = (EntityId, &Entity<'t>)> {
        (0u32..).map(EntityId).zip(&self.entities)
    }

    /// Entities with options and items as they can be bought.
    #[must_use]
    pub fn bought(&self) -> FxHashSet<EntityId> {
        let variants = self.variants.iter().filter(|(key, _)| key.figures.is_none());
        variants.map(|(_, id)| *id).collect()
    }

    /// Declared entities of that name, whatever their kind and faction; no forms and variants.
    #[must_use]
    pub fn named(&self, name: &str) -> &[EntityId] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The entity of that kind (or one that extends it) and name, as seen from a faction: its own first, then those of
    /// the lists that it is like.
    #[must_use]
    pub fn find(&self, kind: Option<KindIndex>, name: &str, faction: Option<&str>) -> Found {
        let mut found: Vec<EntityId> = self
            .named(name)
            .iter()
            .copied()
            .filter(|id| {
                kind.is_none_or(|kind| {
                    self.entity(*id).is_some_and(|entity| self.index.is_a(entity.kind, kind))
                })
            })
            .collect();
        if found.len() > 1 {
            let of = |id: EntityId| Some(&*self.entity(id)?.faction?.text);
            if let Some(near) = self.index.nearest(faction, &found, of) {
                found = vec![near];
            }
        }
        match found.as_slice() {
            [] => Found::None,
            [one] => Found::One(*one),
            _ => Found::Several(found),
        }
    }

    /// What errata took away of that name, in words with its place.
    #[must_use]
    pub fn taken_away(&self, name: &str) -> Option<(String, Span)> {
        let gone = self.removed.iter().rfind(|gone| gone.name == name)?;
        Some((format!("taken away here, by {}", gone.by), gone.span))
    }

    /// The history of what an entity says of a profile, in words with places, oldest first: for ledgers.
    #[must_use]
    pub fn field_history(&self, id: EntityId, profile: usize) -> Vec<(String, Span)> {
        // From the entity up to the one that says it itself.
        let mut line = vec![id];
        let mut at = id;
        while let Some(source) = self.inherits(at, profile).filter(|_| line.len() <= MAX_CHAIN * 2)
        {
            line.push(source);
            at = source;
        }
        let given = self.entity(at).and_then(|entity| entity.fields.get(profile)?.as_ref());
        let Some(given) = given else { return Vec::new() };
        let mut steps = self.history(&given.history, given.span());
        line.pop();
        for heir in line.into_iter().rev() {
            let Some(entity) = self.entity(heir) else { continue };
            let how = if entity.parent.is_some() { How::Inherited(heir) } else { How::Base(heir) };
            let span = self.likes.get(&heir).map_or(entity.name, |like| like.span);
            steps.push((self.origin_words(how), span));
        }
        steps
    }

    /// From whom an entity has what it says of a profile; none when it says it itself.
    fn inherits(&self, id: EntityId, profile: usize) -> Option<EntityId> {
        let entity = self.entity(id)?;
        let source = entity.parent.or(entity.base)?;
        let own = entity.fields.get(profile)?.as_ref()?;
        let theirs = self.entity(source)?.fields.get(profile)?.as_ref()?;
        let same = match (&own.history, &theirs.history) {
            (None, None) => true,
            (Some(own), Some(theirs)) => Arc::ptr_eq(own, theirs),
            _ => false,
        };
        (same && own.span() == theirs.span()).then_some(source)
    }

    /// A history in words with places, oldest first.
    #[must_use]
    pub fn history(&self, history: &History, declared: Span) -> Vec<(String, Span)> {
        match history {
            None => vec![(self.origin_words(How::Declared), declared)],
            Some(steps) => {
                steps.iter().map(|step| (self.origin_words(step.how), step.span)).collect()
            }
        }
    }

    /// The history of a changed node (a clause, a row) and of its parts (a cell) by their spans, oldest first; empty
    /// when nothing happened to them.
    #[must_use]
    pub fn changes(&self, spans: &[Span]) -> Vec<(String, Span)> {
        let mut steps: Vec<&Origin> = Vec::new();
        for history in spans.iter().filter_map(|span| self.changed.get(span)) {
            // A part is declared where the whole is.
            let whole = steps.is_empty();
            steps.extend(history.iter().filter(|step| whole || step.how != How::Declared));
        }
        steps
            .sort_by_key(|step| as_variant!(step.how, How::Erratum { list, item } => (list, item)));
        steps.iter().map(|step| (self.origin_words(step.how), step.span)).collect()
    }

    /// A step of a history in words.
    #[must_use]
    pub fn origin_words(&self, how: How) -> String {
        let title = |id: EntityId| self.entity(id).map_or("", |entity| &entity.title).to_owned();
        match how {
            How::Declared => "declared".to_owned(),
            How::Inherited(by) => format!("inherited by \"{}\"", title(by)),
            How::Base(by) => format!("taken over by \"{}\"", title(by)),
            How::Option(by) => format!("set for \"{}\"", title(by)),
            How::Erratum { list, item } => self.report.words(list, item),
        }
    }
}
