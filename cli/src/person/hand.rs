//! What a player holds: takes what a player may know, gives the things that are in no place of a board, by name and with their texts.

use crate::naming::{pieces, written};
use warwright_runtime::{Machine, State};

/// What a player holds, in words: each list of things with a name, a line each.
pub fn told(machine: &Machine, seen: &State, player: i64) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (field, names) in held(machine, seen, player) {
        lines.push(format!("{}:", field.replace('_', " ")));
        for (many, name) in counted(&names) {
            let text = written::text_of(machine, seen, &name);
            let text = if text.is_empty() { String::new() } else { format!(": {text}") };
            let times = if many > 1 { format!("{many} x ") } else { String::new() };
            lines.push(format!("  {times}{name}{text}"));
        }
    }
    if lines.is_empty() { String::from("you hold nothing") } else { lines.join("\n") }
}

/// The names of what a player holds, list by list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held(Vec<(String, Vec<String>)>);

impl Held {
    /// What a player holds.
    pub fn of(machine: &Machine, seen: &State, player: i64) -> Self {
        Self(held(machine, seen, player))
    }

    /// Whether something is among it that was not among the other.
    pub fn has_more_than(&self, other: &Self) -> bool {
        let many = |of: &Self, field: &str, name: &str| {
            let lists = of.0.iter().filter(|(own, _)| own == field);
            lists.flat_map(|(_, names)| names).filter(|own| *own == name).count()
        };
        let mut names =
            self.0.iter().flat_map(|(field, names)| names.iter().map(move |it| (field, it)));
        names.any(|(field, name)| many(self, field, name) > many(other, field, name))
    }

    /// In short.
    pub fn words(&self) -> String {
        let list = |(field, names): &(String, Vec<String>)| {
            let names: Vec<String> = counted(names)
                .into_iter()
                .map(|(many, name)| if many > 1 { format!("{many} x {name}") } else { name })
                .collect();
            format!("your {}: {}", field.replace('_', " "), names.join(", "))
        };
        self.0.iter().map(list).collect::<Vec<_>>().join("; ")
    }
}

/// The states of a player that list things with a text.
fn held(machine: &Machine, seen: &State, player: i64) -> Vec<(String, Vec<String>)> {
    let Ok(standing) = pieces::standing(machine, seen, player) else { return Vec::new() };
    let listed = standing.fields.into_iter().map(|(name, value)| {
        let names: Vec<String> = value.split(", ").map(str::to_owned).collect();
        (name, names)
    });
    let is_held = |(_, names): &(String, Vec<String>)| {
        !names.is_empty()
            && names.iter().all(|name| !written::text_of(machine, seen, name).is_empty())
    };
    listed.filter(is_held).collect()
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
