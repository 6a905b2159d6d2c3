//! Names: takes the trees of all files of a game and gives the index of everything declared, kinds with their shape.

mod bodies;
mod build;
mod inner;
mod kinds;
mod node;
mod problems;
mod slipped;

pub use build::index;
pub use kinds::{Column, KindShape, ProfileShape, StateShape};
pub use node::{Declared, Names, Node};
pub(crate) use problems::{Standing, colon_after_field, duplicate};
pub use slipped::mend_kinds;

use warwright_grammar::source::{FileId, Span};
use warwright_grammar::tree;

/// Everything that the files of one game declare, each namespace in the order of its files.
///
/// Entities are not here but in [`crate::like::Content`]: they come out of tables as well as out of declarations.
#[derive(Clone, Debug, Default)]
pub struct Index<'t> {
    /// The files that were there before the author's own.
    pub before: rustc_hash::FxHashSet<FileId>,
    /// The system; none in a broken set of files.
    pub system: Option<&'t tree::System>,
    /// Kinds with their shape; the engine's own kinds stand first, whether reopened or not.
    pub kinds: indexmap::IndexMap<&'t str, KindShape<'t>, rustc_hash::FxBuildHasher>,
    /// `enum`
    pub enums: Names<'t, tree::Enum>,
    /// `words`
    pub words: Vec<&'t tree::Words>,
    /// `record`
    pub records: Names<'t, tree::Record>,
    /// `die`
    pub dice: Names<'t, tree::Die>,
    /// `scale`
    pub scales: Names<'t, tree::Scale>,
    /// `table`
    pub tables: Names<'t, tree::Table>,
    /// `relation`
    pub relations: Names<'t, tree::Relation>,
    /// `tie`
    pub ties: Names<'t, tree::Tie>,
    /// `quantity`
    pub quantities: Names<'t, tree::Quantity>,
    /// `group` for every quantity
    pub groups: Names<'t, tree::Group>,
    /// `permission`
    pub permissions: Names<'t, tree::Permission>,
    /// `procedure`
    pub procedures: Names<'t, tree::Procedure>,
    /// `action` in a system's own body; those of bearers are clauses of the bearer
    pub actions: Names<'t, tree::Action>,
    /// `policy`
    pub policies: Names<'t, tree::Policy>,
    /// `define`
    pub defines: Names<'t, tree::Define>,
    /// `ruling`
    pub rulings: Names<'t, tree::Ruling>,
    /// `sequence`
    pub sequence: Option<&'t tree::Sequence>,
    /// `ability` and `status`
    pub abilities: Names<'t, tree::Ability>,
    /// `faction`
    pub factions: Names<'t, tree::Faction>,
    /// `roster`
    pub rosters: Names<'t, tree::Roster>,
    /// `scenario`
    pub scenarios: Names<'t, tree::Scenario>,
    /// Scenarios as written, whatever errata made of them.
    pub written_scenarios: rustc_hash::FxHashMap<&'t str, &'t tree::Scenario>,
    /// `errata`
    pub errata: Names<'t, tree::Errata>,
    /// `test`
    pub tests: Names<'t, tree::Test>,
    /// `modifiers to ..` in a system's own body
    pub modifiers: Vec<Node<'t, tree::ModifierTable>>,
    /// Clauses in a system's own body: they reach all
    pub clauses: Vec<Node<'t, tree::Clause>>,
    /// `precedence { .. }` of the system: the names of its layers, and whose clauses stand in each
    pub precedence: Option<&'t tree::EntityTable>,
    /// `layer "Name" { .. }`: clauses of the system in a layer of their own
    pub layers: Vec<&'t tree::Layer>,
    /// Declarations of entities, with the faction that they stand in.
    pub entities: Vec<(EntityNode<'t>, Option<&'t tree::Name>)>,
}

/// A declaration of entities.
#[derive(Clone, Copy, Debug)]
pub enum EntityNode<'t> {
    /// One with braces.
    Braces(&'t tree::Entity),
    /// A table of them.
    Table(&'t tree::EntityTable),
}

/// A namespace, for words such as "there is no ability ..".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// Systems.
    System,
    /// Kinds, enums and records: what may stand as a type.
    Type,
    /// Dice.
    Die,
    /// Scales.
    Scale,
    /// Quantities, defines and tables: what is called for a value.
    Function,
    /// Relations and ties: what stands between two things.
    Relation,
    /// Groups of clauses.
    Group,
    /// Permissions and actions: what may be asked with `may`.
    Permission,
    /// Procedures.
    Procedure,
    /// Policies.
    Policy,
    /// Rulings.
    Ruling,
    /// Abilities and statuses.
    Ability,
    /// Factions.
    Faction,
    /// Rosters.
    Roster,
    /// Scenarios.
    Scenario,
    /// Errata.
    Errata,
    /// Tests.
    Test,
}

/// The position of a kind in [`Index::kinds`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindIndex(pub u32);

impl<'t> Index<'t> {
    /// The title of an ability, however its letters are written: given in small ones.
    #[must_use]
    pub fn ability_called(&self, small: &str) -> Option<&'t str> {
        self.abilities.keys().copied().find(|title| title.to_lowercase() == small)
    }

    /// An army list and those that it is like, the nearest first.
    #[must_use]
    pub fn army_lists<'a>(&'a self, faction: &'a str) -> Vec<&'a str> {
        let mut lists = vec![faction];
        let mut at = faction;
        while let Some(like) = self.factions.get(at).and_then(|list| list.like.as_ref())
            && !lists.contains(&&*like.text)
        {
            at = &like.text;
            lists.push(at);
        }
        lists
    }

    /// Of things of several army lists the one that is meant in a list, or outside of all: its own, else that of the nearest list
    /// that it is like.
    pub fn nearest<'a, T: Copy>(
        &self,
        list: Option<&str>,
        found: &[T],
        list_of: impl Fn(T) -> Option<&'a str>,
    ) -> Option<T> {
        let of = |list: Option<&str>| {
            let mut own = found.iter().copied().filter(|one| list_of(*one) == list);
            own.next().filter(|_| own.next().is_none())
        };
        match list {
            Some(list) => self.army_lists(list).into_iter().find_map(|list| of(Some(list))),
            None => of(None),
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<(KindIndex, &KindShape<'t>)> {
        let (position, _, shape) = self.kinds.get_full(name)?;
        Some((KindIndex(u32::try_from(position).ok()?), shape))
    }

    /// The kind at a position.
    #[must_use]
    pub fn shape(&self, kind: KindIndex) -> Option<&KindShape<'t>> {
        self.kinds.get_index(kind.0 as usize).map(|(_, shape)| shape)
    }

    /// The kind whose plural is that word.
    #[must_use]
    pub fn plural(&self, word: &str) -> Option<(KindIndex, &KindShape<'t>)> {
        (0u32..).map(KindIndex).zip(self.kinds.values()).find(|(_, shape)| shape.plural == word)
    }

    /// The kind that a word for which there is none was meant for: its name for its plural, or the nearest.
    #[must_use]
    pub fn meant(&self, word: &str, plural: bool) -> Option<(KindIndex, &KindShape<'t>)> {
        let declared = || self.kinds.values().filter(|shape| !shape.declarations.is_empty());
        let written = |shape: &KindShape<'t>| {
            if plural { shape.plural.clone() } else { shape.name.to_owned() }
        };
        let other =
            |shape: &&KindShape<'t>| if plural { shape.name == word } else { shape.plural == word };
        let words: Vec<String> = declared().map(written).collect();
        let near = match declared().find(other) {
            Some(shape) => written(shape),
            None => crate::wording::suggest(word, &words)?,
        };
        if plural { self.plural(&near) } else { self.kind(&near) }
    }

    /// Whether `kind` is `ancestor` or extends it.
    #[must_use]
    pub fn is_a(&self, kind: KindIndex, ancestor: KindIndex) -> bool {
        let mut at = Some(kind);
        for _ in 0..=self.kinds.len() {
            match at {
                Some(found) if found == ancestor => return true,
                Some(found) => at = self.shape(found).and_then(|shape| shape.parent),
                None => return false,
            }
        }
        false
    }

    /// Where a name is declared, whatever it names, with the word of its declaration: for "X is a Y, and Z is wanted".
    #[must_use]
    pub fn anywhere(&self, name: &str) -> Option<(&'static str, Span)> {
        fn at<T>(
            names: &Names<'_, T>,
            name: &str,
            word: &'static str,
        ) -> Option<(&'static str, Span)> {
            names.get(name).map(|declared| (word, declared.name))
        }
        at(&self.abilities, name, "ability")
            .or_else(|| at(&self.enums, name, "enum"))
            .or_else(|| at(&self.records, name, "record"))
            .or_else(|| at(&self.dice, name, "die"))
            .or_else(|| at(&self.scales, name, "scale"))
            .or_else(|| at(&self.tables, name, "table"))
            .or_else(|| at(&self.relations, name, "relation"))
            .or_else(|| at(&self.ties, name, "tie"))
            .or_else(|| at(&self.quantities, name, "quantity"))
            .or_else(|| at(&self.groups, name, "group"))
            .or_else(|| at(&self.permissions, name, "permission"))
            .or_else(|| at(&self.procedures, name, "procedure"))
            .or_else(|| at(&self.actions, name, "action"))
            .or_else(|| at(&self.policies, name, "policy"))
            .or_else(|| at(&self.defines, name, "define"))
            .or_else(|| at(&self.rulings, name, "ruling"))
            .or_else(|| at(&self.factions, name, "faction"))
            .or_else(|| at(&self.rosters, name, "roster"))
            .or_else(|| at(&self.scenarios, name, "scenario"))
            .or_else(|| self.kinds.get(name).map(|shape| ("kind", shape.span)))
    }
}
