//! The shape of a kind: its base, its profiles as printed in columns, its state, what its entities answer and do.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use warwright_grammar::Sink;
use warwright_grammar::source::Span;
use warwright_grammar::tree;
use warwright_ir::KindBase;

use super::problems::Standing;
use super::{KindIndex, Node, problems};

/// A kind with all that its entities may say, inherited things first.
#[derive(Clone, Debug, Default)]
pub struct KindShape<'t> {
    /// Its name.
    pub name: &'t str,
    /// What the engine knows of it.
    pub base: KindBase,
    /// The kind that it extends, where that is not one of the engine's bases.
    pub parent: Option<KindIndex>,
    /// All known after loading.
    pub closed: bool,
    /// Made and removed in play.
    pub fleeting: bool,
    /// `copies PROFILE`: so many cards of each entry.
    pub copies: Option<&'t tree::Name>,
    /// `for each player`: cards of each entry for every player who has it.
    pub each_player: Option<Span>,
    /// Its plural, as in `units { .. }`.
    pub plural: String,
    /// Its profiles in order, inherited ones first.
    pub profiles: Vec<ProfileShape<'t>>,
    /// Its printed columns in order; each profile stands in one.
    pub columns: Vec<Column<'t>>,
    /// Its state, one entry for each name, inherited first.
    pub states: Vec<StateShape<'t>>,
    /// Derived facts, inherited first.
    pub derives: Vec<&'t tree::Derive>,
    /// What its entities answer.
    pub asks: Vec<&'t tree::Asks>,
    /// What its entities do.
    pub does: Vec<&'t tree::Does>,
    /// Whether its entities may list forms.
    pub forms: bool,
    /// The procedures that alone may remove one; none: any.
    pub leaves: Vec<&'t tree::Name>,
    /// Printed columns with a text of their own.
    pub statlines: Vec<&'t tree::Statline>,
    /// Clauses in the kind's own body.
    pub clauses: Vec<Node<'t, tree::Clause>>,
    /// Its declarations: one, or several where a base of the engine is reopened; none for an untouched base.
    pub declarations: Vec<&'t tree::Kind>,
    /// Where its name stands; the default span for an untouched base.
    pub span: Span,
}

/// A profile.
#[derive(Clone, Debug)]
pub struct ProfileShape<'t> {
    /// Its name.
    pub name: &'t tree::Name,
    /// The line that declares it (several profiles may share one).
    pub declaration: Node<'t, tree::Profile>,
    /// Whether its values are lists or sets, which under `like` want a sign.
    pub is_list: bool,
}

/// A printed column.
#[derive(Clone, Debug)]
pub struct Column<'t> {
    /// Its name: the profile's, or what `as` says.
    pub name: &'t str,
    /// Positions of its profiles, in the order in which a cell gives them.
    pub profiles: Vec<usize>,
}

/// A state field.
#[derive(Clone, Debug)]
pub struct StateShape<'t> {
    /// Its name.
    pub name: &'t tree::Name,
    /// The line that declares it.
    pub declaration: Node<'t, tree::State>,
}

impl<'t> KindShape<'t> {
    /// A kind without anything.
    #[must_use]
    pub fn new(name: &'t str, base: KindBase) -> Self {
        Self { name, base, plural: plural_of(name), ..Self::default() }
    }

    /// The profile of that name, with its position.
    #[must_use]
    pub fn profile(&self, name: &str) -> Option<(usize, &ProfileShape<'t>)> {
        self.profiles.iter().enumerate().find(|(_, profile)| &*profile.name.text == name)
    }

    /// The column of that name, with its position.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<(usize, &Column<'t>)> {
        self.columns.iter().enumerate().find(|(_, column)| column.name == name)
    }

    /// Where a profile, a state, a derived fact, a question or a deed of that name is declared.
    #[must_use]
    pub fn field_span(&self, name: &str) -> Option<Span> {
        let profiles = self.profiles.iter().map(|profile| profile.name);
        let states = self.states.iter().map(|state| state.name);
        let derives = self.derives.iter().map(|derive| &derive.name);
        let asks = self.asks.iter().map(|asks| &asks.name);
        let does = self.does.iter().map(|does| &does.name);
        let mut all = profiles.chain(states).chain(derives).chain(asks).chain(does);
        all.find(|field| &*field.text == name).map(|field| field.span)
    }

    /// Whether a name is free for a field; one that is taken is reported.
    fn is_free(&self, name: &tree::Name, sink: &mut Sink) -> bool {
        let first = self.field_span(&name.text);
        if let Some(first) = first {
            sink.push(problems::field_twice(self.name, &name.text, name.span, first));
        }
        first.is_none()
    }

    /// Whether it has as many fields as a kind may have; one more is reported.
    fn is_full(&self, span: Span, sink: &mut Sink) -> bool {
        let full = self.profiles.len() + self.states.len() >= MAX_FIELDS;
        if full {
            sink.push(problems::too_many_fields(self.name, MAX_FIELDS, span));
        }
        full
    }

    /// The words that may stand as a field of an entity: columns, profiles inside columns, `abilities`.
    pub fn field_names(&self) -> impl Iterator<Item = &str> {
        self.columns
            .iter()
            .map(|column| column.name)
            .chain(self.profiles.iter().map(|profile| &*profile.name.text))
            .chain(["abilities"])
    }

    /// Whether a word may stand as a field of an entity.
    pub fn is_field(&self, name: &str) -> bool {
        self.field_names().any(|known| known == name)
    }
}

/// So many kinds may extend each other in a row, and so many fields may one have.
const MAX_DEPTH: usize = 16;
const MAX_FIELDS: usize = 500;

/// The bases of the engine, in the order in which they stand in the index.
const BASES: [(&str, KindBase); 8] = [
    ("piece", KindBase::Piece),
    ("area", KindBase::Area),
    ("cell", KindBase::Cell),
    ("card", KindBase::Card),
    ("player", KindBase::Player),
    ("side", KindBase::Side),
    ("battle", KindBase::Battle),
    ("thing", KindBase::Thing),
];

type Shapes<'t> = IndexMap<&'t str, KindShape<'t>, FxBuildHasher>;

/// The shapes of all kinds: the engine's bases first, then declared kinds in order, parents merged into heirs.
pub(super) fn shapes<'t>(declared: &[&'t tree::Kind], sink: &mut Sink) -> Shapes<'t> {
    let mut shapes: Shapes<'t> =
        BASES.iter().map(|(name, base)| (*name, KindShape::new(name, *base))).collect();
    for kind in declared {
        if let Some(base) = shapes.get_mut(&*kind.name.text) {
            if !is_base(base.name) {
                let first = Standing { sort: "kind", span: base.span, published: false };
                sink.push(problems::duplicate("kind", base.name, kind.name.span, first));
                continue;
            }
            if base.declarations.is_empty() {
                base.span = kind.name.span;
            }
            base.declarations.push(kind);
        } else {
            let mut shape = KindShape::new(&kind.name.text, KindBase::Thing);
            shape.span = kind.name.span;
            shape.declarations.push(kind);
            shapes.insert(&kind.name.text, shape);
        }
    }
    let mut depths: Vec<Option<usize>> = vec![None; shapes.len()];
    for position in 0..shapes.len() {
        fill(position, &mut shapes, &mut depths, sink);
    }
    plurals(&shapes, sink);
    shapes
}

/// The plural of a kind that says none.
fn plural_of(name: &str) -> String {
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end));
    if hisses { format!("{name}es") } else { format!("{name}s") }
}

/// Two kinds of one plural would share a table and a set.
fn plurals(shapes: &Shapes<'_>, sink: &mut Sink) {
    let mut taken: FxHashMap<&str, Span> = FxHashMap::default();
    for shape in shapes.values().filter(|shape| !shape.declarations.is_empty()) {
        match taken.get(&*shape.plural) {
            Some(first) => {
                let first = Standing { sort: "plural", span: *first, published: false };
                sink.push(problems::duplicate("plural", &shape.plural, shape.span, first));
            }
            None => {
                taken.insert(&shape.plural, shape.span);
            }
        }
    }
}

/// Fills a shape and before it those that it extends.
fn fill(position: usize, shapes: &mut Shapes<'_>, depths: &mut [Option<usize>], sink: &mut Sink) {
    let is_filled =
        |depths: &[Option<usize>], at: usize| depths.get(at).copied().flatten().is_some();
    if is_filled(depths, position) {
        return;
    }
    // From the shape up to the first that is filled; the last has no parent that could be filled.
    let mut line = vec![position];
    let mut cut = false;
    while let Some(parent) = line.last().and_then(|last| extended(shapes, *last)) {
        if is_filled(depths, parent) {
            break;
        }
        let Some((_, last)) = line.last().and_then(|last| shapes.get_index(*last)) else { break };
        if line.contains(&parent) {
            sink.push(problems::kinds_in_circle(last.name, base_span(last)));
            cut = true;
            break;
        }
        if line.len() > MAX_DEPTH {
            sink.push(problems::kinds_too_deep(last.name, base_span(last)));
            cut = true;
            break;
        }
        line.push(parent);
    }
    for at in line.into_iter().rev() {
        fill_one(at, std::mem::take(&mut cut), shapes, depths, sink);
    }
}

/// The kind that a kind extends.
fn extended(shapes: &Shapes<'_>, position: usize) -> Option<usize> {
    let (_, shape) = shapes.get_index(position)?;
    if is_base(shape.name) {
        return None;
    }
    shapes.get_index_of(&*shape.declarations.first()?.base.text)
}

pub(super) fn is_base(name: &str) -> bool {
    BASES.iter().any(|(base, _)| *base == name)
}

fn base_span(shape: &KindShape<'_>) -> Span {
    shape.declarations.first().map_or(shape.span, |kind| kind.base.span)
}

fn fill_one(
    position: usize,
    cut: bool,
    shapes: &mut Shapes<'_>,
    depths: &mut [Option<usize>],
    sink: &mut Sink,
) {
    let parent = extended(shapes, position).filter(|_| !cut);
    let Some((_, shape)) = shapes.get_index(position) else { return };
    let mut shape = shape.clone();
    let mut depth = 0;
    if !is_base(shape.name) && !cut {
        match parent {
            None => unknown_base(&shape, shapes, sink),
            Some(parent) => {
                let above = depths.get(parent).copied().flatten().unwrap_or(0);
                if above >= MAX_DEPTH {
                    sink.push(problems::kinds_too_deep(shape.name, base_span(&shape)));
                } else {
                    depth = above + 1;
                    inherit(&mut shape, parent, shapes);
                }
            }
        }
    }
    for kind in shape.declarations.clone() {
        extend(&mut shape, kind, sink);
    }
    if let Some((_, slot)) = shapes.get_index_mut(position) {
        *slot = shape;
    }
    if let Some(slot) = depths.get_mut(position) {
        *slot = Some(depth);
    }
}

fn unknown_base(shape: &KindShape<'_>, shapes: &Shapes<'_>, sink: &mut Sink) {
    let Some(kind) = shape.declarations.first() else { return };
    let candidates: Vec<&str> = shapes.keys().copied().collect();
    sink.push(problems::unknown_base(shape.name, &kind.base.text, kind.base.span, candidates));
}

/// Takes over what the kind after `is` has.
fn inherit<'t>(shape: &mut KindShape<'t>, parent: usize, shapes: &Shapes<'t>) {
    let Some((_, found)) = shapes.get_index(parent) else { return };
    shape.base = found.base;
    if is_base(found.name) {
        return;
    }
    shape.parent = u32::try_from(parent).ok().map(KindIndex);
    shape.copies = found.copies;
    shape.each_player = found.each_player;
    shape.profiles.clone_from(&found.profiles);
    shape.columns.clone_from(&found.columns);
    shape.states.clone_from(&found.states);
    shape.derives.clone_from(&found.derives);
    shape.asks.clone_from(&found.asks);
    shape.does.clone_from(&found.does);
    shape.forms = found.forms;
    shape.statlines.clone_from(&found.statlines);
    shape.leaves.clone_from(&found.leaves);
}

/// Adds what one declaration says.
fn extend<'t>(shape: &mut KindShape<'t>, kind: &'t tree::Kind, sink: &mut Sink) {
    shape.closed |= kind.closed;
    shape.fleeting |= kind.fleeting;
    shape.copies = kind.copies.as_ref().or(shape.copies);
    shape.each_player = kind.each_player.or(shape.each_player);
    if let Some(plural) = &kind.plural {
        shape.plural = plural.text.to_string();
    }
    for member in &kind.members {
        match member {
            tree::KindMember::Profile(profile) => add_profiles(shape, profile, sink),
            tree::KindMember::State(state) => {
                for name in &state.names {
                    if shape.is_full(name.span, sink) {
                        continue;
                    }
                    if shape.is_free(name, sink) {
                        shape.states.push(StateShape { name, declaration: Node::Written(state) });
                    }
                }
            }
            tree::KindMember::Derive(derive) => {
                if shape.is_free(&derive.name, sink) {
                    shape.derives.push(derive);
                }
            }
            tree::KindMember::Asks(asks) => {
                if shape.is_free(&asks.name, sink) {
                    shape.asks.push(asks);
                }
            }
            tree::KindMember::Does(does) => {
                if shape.is_free(&does.name, sink) {
                    shape.does.push(does);
                }
            }
            tree::KindMember::Forms(_) => shape.forms = true,
            tree::KindMember::Leaves(by) => shape.leaves.extend(by),
            tree::KindMember::Statline(statline) => shape.statlines.push(statline),
            tree::KindMember::Member(tree::Member::Clause(clause)) => {
                shape.clauses.push(Node::Written(clause));
            }
            tree::KindMember::Member(_) => {}
        }
    }
}

fn add_profiles<'t>(shape: &mut KindShape<'t>, profile: &'t tree::Profile, sink: &mut Sink) {
    let is_list = matches!(profile.ty.kind, tree::TypeKind::ListOf(_) | tree::TypeKind::SetOf(_));
    for name in &profile.names {
        if shape.is_full(name.span, sink) {
            continue;
        }
        if !shape.is_free(name, sink) {
            continue;
        }
        let title: &'t str = profile.column.as_ref().map_or(&*name.text, |column| &*column.text);
        let position = shape.profiles.len();
        match shape.columns.iter_mut().find(|column| column.name == title) {
            Some(column) => column.profiles.push(position),
            None => shape.columns.push(Column { name: title, profiles: vec![position] }),
        }
        let declaration = Node::Written(profile);
        shape.profiles.push(ProfileShape { name, declaration, is_list });
    }
}
