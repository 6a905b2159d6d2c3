//! What a player holds: takes what a player may know, gives the things that are in no place of a board, by name and with their texts.

use crate::naming::{pieces, written};
use warwright_ir::Sight;
use warwright_runtime::{Machine, State};

/// What a player holds, in words: each list of things with a name, a line each; of what lies open the names alone.
pub fn told(machine: &Machine, seen: &State, player: i64) -> String {
    let mut lines: Vec<String> = Vec::new();
    let lists = held(machine, seen, player);
    for list in &lists {
        let field = list.field.replace('_', " ");
        if list.open && lists.iter().any(|list| !list.open) {
            lines.push(format!("{field}: {}", in_short(&list.names)));
            continue;
        }
        lines.push(format!("{field}:"));
        for (many, name) in counted(&list.names) {
            let text = written::card_text(machine, seen, &name);
            let text = if text.is_empty() { String::new() } else { format!(": {text}") };
            let times = if many > 1 { format!("{many} x ") } else { String::new() };
            lines.push(format!("  {times}{name}{text}"));
        }
    }
    if lines.is_empty() { String::from("you hold nothing") } else { lines.join("\n") }
}

/// The names of what a player holds, list by list. Where some of it is hidden from others, what lies open is no news.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held(Vec<List>);

/// A list of things.
#[derive(Clone, Debug, PartialEq, Eq)]
struct List {
    field: String,
    names: Vec<String>,
    /// Whether others see it too.
    open: bool,
}

impl Held {
    /// What a player holds.
    pub fn of(machine: &Machine, seen: &State, player: i64) -> Self {
        let mut lists = held(machine, seen, player);
        if hides(machine, seen, player) {
            lists.retain(|list| !list.open);
        }
        Self(lists)
    }

    /// What is among it that was not among the other, by name.
    fn more_than(&self, other: &Self) -> Vec<String> {
        let mut more = Vec::new();
        for list in &self.0 {
            let before = other.0.iter().find(|it| it.field == list.field);
            let before = before.map(|it| it.names.as_slice()).unwrap_or_default();
            for (many, name) in counted(&list.names) {
                let had = before.iter().filter(|own| **own == name).count();
                more.extend(std::iter::repeat_n(name, many.saturating_sub(had)));
            }
        }
        more
    }

    /// In short, with what is new in it since it was as the other; nothing where nothing is.
    pub fn news(&self, before: &Self) -> Option<String> {
        let more = self.more_than(before);
        if more.is_empty() {
            return None;
        }
        let list = |list: &List| {
            format!("your {}: {}", list.field.replace('_', " "), in_short(&list.names))
        };
        let lists = self.0.iter().map(list).collect::<Vec<_>>().join("; ");
        // Where all is new nobody needs to be told.
        let news = if before.0.is_empty() { None } else { Some(in_short(&more)) };
        Some(lists + &news.map_or_else(String::new, |news| format!("; new: {news}")))
    }
}

/// The states of a player that list things with a text.
fn held(machine: &Machine, seen: &State, player: i64) -> Vec<List> {
    let Ok(standing) = pieces::standing(machine, seen, player) else { return Vec::new() };
    let listed = standing.fields.into_iter().map(|(field, value)| {
        let names: Vec<String> = value.split(", ").map(str::to_owned).collect();
        let open = sight(machine, seen, player, &field) != Some(Sight::Owner);
        List { field, names, open }
    });
    let is_held = |list: &List| {
        !list.names.is_empty()
            && list.names.iter().all(|name| !written::text_of(machine, seen, name).is_empty())
    };
    listed.filter(is_held).collect()
}

/// Who sees a state of a player.
fn sight(machine: &Machine, seen: &State, player: i64, field: &str) -> Option<Sight> {
    let program = machine.program();
    let kind = program.kinds.get(seen.head(player)?.kind)?;
    let mut fields = kind.fields.iter().filter_map(|field| program.fields.get(*field));
    let own = fields.find(|it| program.texts.get(it.name).is_some_and(|name| name == field))?;
    Some(own.sight)
}

/// Whether something of a player is hidden from others.
fn hides(machine: &Machine, seen: &State, player: i64) -> bool {
    let program = machine.program();
    let kind = seen.head(player).and_then(|head| program.kinds.get(head.kind));
    let fields = kind.map(|kind| kind.fields.as_slice()).unwrap_or_default();
    let mut fields = fields.iter().filter_map(|field| program.fields.get(*field));
    fields.any(|field| field.sight == Sight::Owner)
}

/// The names of a list, equals once.
fn in_short(names: &[String]) -> String {
    let names = counted(names).into_iter();
    let names = names.map(|(many, name)| if many > 1 { format!("{many} x {name}") } else { name });
    names.collect::<Vec<_>>().join(", ")
}

/// Equals once, with how many there are.
fn counted(names: &[String]) -> Vec<(usize, String)> {
    let mut counted: Vec<(usize, String)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(_, of)| of == name) {
            Some((many, _)) => *many += 1,
            None => counted.push((1, name.clone())),
        }
    }
    counted
}
