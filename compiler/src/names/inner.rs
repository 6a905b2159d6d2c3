//! Names inside one declaration, which each stand once: parameters, values, fields, state of abilities, options.

use warwright_grammar::Sink;
use warwright_grammar::tree::{
    Item, KindMember, Member, Name, Param, Scenario, ScenarioItem, SideItem,
};

use super::problems;

/// Reports the names that stand twice inside a declaration. Those of kinds are fields, and reported with these.
pub(super) fn once(item: &Item, sink: &mut Sink) {
    match item {
        Item::Enum(node) => each(&node.values, "values", sink),
        Item::Words(node) => {
            each(node.lines.iter().flat_map(|it| &it.words), "words", sink);
        }
        Item::Record(node) => params(&node.fields, "fields", sink),
        Item::Tie(node) => each(node.fields.iter().map(|it| &it.param.name), "fields", sink),
        Item::Table(node) => params(&node.params, "parameters", sink),
        Item::Relation(node) => params(&node.params, "parameters", sink),
        Item::Quantity(node) => params(&node.params, "parameters", sink),
        Item::Permission(node) => params(&node.params, "parameters", sink),
        Item::Define(node) => params(&node.params, "parameters", sink),
        Item::Procedure(node) => params(&node.params, "parameters", sink),
        Item::Ability(node) => {
            params(&node.params, "parameters", sink);
            members(&node.body, sink);
        }
        Item::Entity(node) => members(&node.body, sink),
        Item::Scenario(node) => scenario(node, sink),
        Item::Kind(node) => {
            for member in &node.members {
                match member {
                    KindMember::Asks(asks) => params(&asks.params, "parameters", sink),
                    KindMember::Does(does) => params(&does.params, "parameters", sink),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

fn scenario(node: &Scenario, sink: &mut Sink) {
    let rules = node
        .items
        .iter()
        .filter_map(|item| as_variant!(item, ScenarioItem::Rule { name, .. } => name));
    each(rules, "rules", sink);
    let areas = node.items.iter().filter_map(|item| match item {
        ScenarioItem::Put(put) => put.alias.as_ref(),
        _ => None,
    });
    each(areas, "areas", sink);
    for item in &node.items {
        let ScenarioItem::Side(side) = item else { continue };
        let rosters =
            side.items.iter().filter_map(|item| as_variant!(item, SideItem::Roster(name) => name));
        each(rosters, "rosters", sink);
    }
}

fn members(members: &[Member], sink: &mut Sink) {
    let states = members
        .iter()
        .filter_map(|member| as_variant!(member, Member::State(state) => &state.names));
    each(states.flatten(), "states", sink);
    let options = members
        .iter()
        .filter_map(|member| as_variant!(member, Member::Option(option) => &option.name));
    each(options, "options", sink);
}

fn params(params: &[Param], what: &str, sink: &mut Sink) {
    each(params.iter().map(|param| &param.name), what, sink);
}

fn each<'t>(names: impl IntoIterator<Item = &'t Name>, what: &str, sink: &mut Sink) {
    let mut known: Vec<&Name> = Vec::new();
    for name in names {
        match known.iter().find(|first| first.text == name.text) {
            Some(first) => sink.push(problems::inner_twice(what, name, first.span)),
            None => known.push(name),
        }
    }
}
