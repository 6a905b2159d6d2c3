//! Gathering: walks the trees of all files once and puts every declaration into its namespace.

use indexmap::map::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap};
use warwright_grammar::source::Span;
use warwright_grammar::tree::{self, Item, Member, Name, ScenarioItem, SideItem};
use warwright_grammar::{Sink, tree::File};

use super::kinds::shapes;
use super::node::{Declared, Names, Node};
use super::problems::Standing;
use super::{EntityNode, Index, Space, bodies, inner, problems};

/// The index of everything that the files declare; a name declared twice is reported and the first one counts.
///
/// With each file comes whether it stands in a root that was there before the author's own.
pub fn index<'t>(files: impl IntoIterator<Item = (&'t File, bool)>, sink: &mut Sink) -> Index<'t> {
    let mut gather = Gather {
        index: Index::default(),
        kinds: Vec::new(),
        taken: FxHashMap::with_hasher(FxBuildHasher),
        sequence: None,
        content: false,
        published: false,
        sink,
    };
    for (file, published) in files {
        gather.content = file.items.iter().any(|item| matches!(item, Item::Use(_)));
        gather.published = published || !gather.content;
        if published {
            gather.index.before.insert(file.id);
        }
        for item in &file.items {
            gather.item(item, None);
        }
    }
    let Gather { mut index, kinds, taken, sink, .. } = gather;
    index.kinds = shapes(&kinds, sink);
    let own = index.kinds.values().filter(|kind| kind.declarations.is_empty());
    for kind in own {
        if let Some(standing) = taken.get(&(Space::Type, kind.name)) {
            sink.push(problems::engines_own(kind.name, standing.span));
        }
    }
    index
}

struct Gather<'t, 's> {
    index: Index<'t>,
    kinds: Vec<&'t tree::Kind>,
    taken: FxHashMap<(Space, &'t str), Standing>,
    sequence: Option<Span>,
    content: bool,
    /// Whether the file was there before the author's own: it is of another root, or of the system itself.
    published: bool,
    sink: &'s mut Sink,
}

/// Puts a declaration under its name, or reports that the name is taken in its space.
macro_rules! declare {
    ($self:ident, $names:ident, $space:ident, $word:expr, $node:expr, $faction:expr) => {
        if $self.free(Space::$space, $word, &$node.name) {
            put(&mut $self.index.$names, $node, &$node.name, $faction);
        }
    };
}

impl<'t> Gather<'t, '_> {
    fn item(&mut self, item: &'t Item, faction: Option<&'t Name>) {
        inner::once(item, self.sink);
        bodies::check(item, self.sink);
        match item {
            Item::Kind(node) => self.kind(node),
            Item::Enum(node) => declare!(self, enums, Type, "enum", node, faction),
            Item::Words(node) => self.index.words.push(node),
            Item::Record(node) => declare!(self, records, Type, "record", node, faction),
            Item::Die(node) => declare!(self, dice, Die, "die", node, faction),
            Item::Scale(node) => declare!(self, scales, Scale, "scale", node, faction),
            Item::Table(node) => declare!(self, tables, Function, "table", node, faction),
            Item::Quantity(node) => declare!(self, quantities, Function, "quantity", node, faction),
            Item::Define(node) => declare!(self, defines, Function, "define", node, faction),
            Item::Relation(node) => declare!(self, relations, Relation, "relation", node, faction),
            Item::Tie(node) => declare!(self, ties, Relation, "tie", node, faction),
            Item::Group(node) => declare!(self, groups, Group, "group", node, faction),
            Item::Permission(node) => {
                declare!(self, permissions, Permission, "permission", node, faction);
            }
            Item::Action(node) => declare!(self, actions, Permission, "action", node, faction),
            Item::Procedure(node) => {
                declare!(self, procedures, Procedure, "procedure", node, faction);
            }
            Item::Policy(node) => declare!(self, policies, Policy, "policy", node, faction),
            Item::Ruling(node) => declare!(self, rulings, Ruling, "ruling", node, faction),
            Item::Roster(node) => declare!(self, rosters, Roster, "roster", node, faction),
            Item::Errata(node) => declare!(self, errata, Errata, "errata", node, faction),
            Item::Test(node) => declare!(self, tests, Test, "test", node, faction),
            Item::Ability(node) => {
                let sort = if node.is_status { "status" } else { "ability" };
                declare!(self, abilities, Ability, sort, node, faction);
                self.members(&node.body, faction);
            }
            Item::Faction(node) => {
                declare!(self, factions, Faction, "faction", node, faction);
                self.members(&node.body, Some(&node.name));
            }
            Item::Scenario(node) => {
                declare!(self, scenarios, Scenario, "scenario", node, faction);
                self.index.written_scenarios.entry(&node.name.text).or_insert(node);
                self.scenario(node, faction);
            }
            Item::Layer(node) => {
                if self.may_reach_all(node.span) {
                    self.index.layers.push(node);
                }
            }
            Item::Entity(node) => {
                self.index.entities.push((EntityNode::Braces(node), faction));
                self.members(&node.body, faction);
            }
            Item::EntityTable(node) => {
                self.index.entities.push((EntityNode::Table(node), faction));
            }
            Item::System(node) => self.system(node),
            Item::Sequence(node) => self.sequence(node),
            Item::Clause(node) => {
                if self.may_reach_all(node.span()) {
                    self.index.clauses.push(Node::Written(node));
                }
            }
            Item::ModifierTable(node) => {
                if self.may_reach_all(node.span) {
                    self.index.modifiers.push(Node::Written(node));
                }
            }
            Item::Use(_) | Item::Error(_) => {}
        }
    }

    /// Declarations inside the braces of another.
    fn members(&mut self, members: &'t [Member], faction: Option<&'t Name>) {
        for member in members {
            match member {
                Member::Item(item) if matches!(**item, Item::ModifierTable(_)) => {
                    self.sink.push(problems::table_of_nobody(item.span()));
                }
                Member::Item(item) => self.item(item, faction),
                _ => {}
            }
        }
    }

    fn scenario(&mut self, scenario: &'t tree::Scenario, faction: Option<&'t Name>) {
        for item in &scenario.items {
            match item {
                ScenarioItem::Member(Member::Item(item)) => self.item(item, faction),
                ScenarioItem::Rule { body, .. } => self.members(body, faction),
                ScenarioItem::Side(side) => {
                    for item in &side.items {
                        // A roster in the braces of a side is that side's own, and known nowhere else.
                        if let SideItem::Member(Member::Item(item)) = item
                            && !matches!(**item, Item::Roster(_))
                        {
                            self.item(item, faction);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn system(&mut self, node: &'t tree::System) {
        match self.index.system {
            Some(first) => {
                self.sink.push(problems::second("system", node.name.span, first.name.span));
            }
            None => self.index.system = Some(node),
        }
        for member in &node.body {
            match member {
                Member::Clause(clause) => self.index.clauses.push(Node::Written(clause)),
                Member::Item(item) => match &**item {
                    Item::EntityTable(table) if &*table.plural.text == "precedence" => {
                        self.precedence(table);
                    }
                    item => self.item(item, None),
                },
                _ => {}
            }
        }
    }

    fn precedence(&mut self, table: &'t tree::EntityTable) {
        match self.index.precedence {
            Some(first) => {
                let (again, first) = (table.plural.span, first.plural.span);
                self.sink.push(problems::second("table of precedence", again, first));
            }
            None => self.index.precedence = Some(table),
        }
    }

    fn sequence(&mut self, node: &'t tree::Sequence) {
        match self.sequence {
            Some(first) => self.sink.push(problems::second("sequence", node.span, first)),
            None => {
                self.sequence = Some(node.span);
                self.index.sequence = Some(node);
            }
        }
    }

    /// A kind, or more of one of the engine's own: [`shapes`] reports a second of its own name.
    fn kind(&mut self, node: &'t tree::Kind) {
        let again = self.kinds.iter().any(|kind| kind.name.text == node.name.text);
        if again || self.free(Space::Type, "kind", &node.name) {
            self.kinds.push(node);
        }
    }

    /// Whether a clause outside every bearer stands in a system's own file; reported if not.
    fn may_reach_all(&mut self, span: Span) -> bool {
        if self.content {
            self.sink.push(problems::clause_outside(span));
        }
        !self.content
    }

    fn free(&mut self, space: Space, sort: &'static str, name: &'t Name) -> bool {
        if let Some(first) = self.taken.get(&(space, &*name.text)) {
            // What an author's own files have declared before is theirs to change.
            let first = Standing { published: first.published && !self.published, ..*first };
            self.sink.push(problems::duplicate(sort, &name.text, name.span, first));
            return false;
        }
        let standing = Standing { sort, span: name.span, published: self.published };
        self.taken.insert((space, &name.text), standing);
        true
    }
}

fn put<'t, T>(names: &mut Names<'t, T>, node: &'t T, name: &'t Name, faction: Option<&'t Name>) {
    if let Entry::Vacant(place) = names.entry(&name.text) {
        place.insert(Declared { node: Node::Written(node), name: name.span, faction });
    }
}
