//! How often everything was used in a battle that could be, and why it ended.

use super::game::Game;
use super::labels::{Labels, entry_name};
use super::players::Players;
use super::tally::{Sort, Use, Witness};
use std::collections::BTreeMap;
use warwright_runtime::Machine;

/// How often everything was used that could be. Takes what the machine noted.
pub(super) fn used(
    game: &Game,
    machine: &Machine,
    players: &Players<'_>,
    witness: Witness,
    why: &str,
) -> BTreeMap<Sort, BTreeMap<String, Use>> {
    let program = machine.program();
    let mut used: BTreeMap<Sort, BTreeMap<String, Use>> = BTreeMap::new();
    for (sort, names) in &game.known {
        let all = names.iter().map(|name| (name.clone(), Use::default()));
        used.insert(*sort, all.collect());
    }
    let mut add = |sort: Sort, name: &str, times: u64, offered: u64| {
        let of_sort = used.entry(sort).or_default();
        let known = of_sort.entry(name.to_owned()).or_default();
        known.times += times;
        known.offered += offered;
        if times > 0 {
            (known.battles, known.witness) = (1, Some(witness));
        }
    };
    let mut parts = machine.take_noted();
    parts.extend(&players.before);
    for rule in game.labels.rules(program, &parts) {
        add(Sort::Rule, &rule, 1, 0);
    }
    if game.known.get(&Sort::End).is_some_and(|known| known.contains(why)) {
        add(Sort::End, why, 1, 0);
    }
    let mut abilities = Labels::abilities(program, &parts);
    let noticed = &players.noticed;
    for (action, count) in &noticed.actions {
        let name = program.actions.get(*action).and_then(|it| program.texts.get(it.name));
        add(Sort::Action, name.map_or("", String::as_str), count.taken, count.offered);
        let ability = Labels::ability_of(program, *action).filter(|_| count.taken > 0);
        abilities.extend(ability);
    }
    for ability in abilities {
        add(Sort::Ability, ability, 1, 0);
    }
    for ((question, label), count) in &noticed.answers {
        let name = Labels::answer(program, *question, *label);
        add(Sort::Answer, &name, count.taken, count.offered);
    }
    for (card, count) in &noticed.cards {
        add(Sort::Card, entry_name(program, *card), count.taken, count.offered);
    }
    used
}
