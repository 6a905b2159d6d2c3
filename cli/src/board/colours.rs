//! Colours that declared things ask for: a figure whose type is an enum of nothing but names of colours.

use super::svg::GROUNDS;
use warwright_ir::{EntryId, KindId, Program, Ty, Value};

/// The names of colours, and how they look on a map.
const NAMED: [(&str, &str); 15] = [
    ("white", "#fbfaf5"),
    ("pale", "#f3eedd"),
    ("sand", "#e6d6a6"),
    ("yellow", "#ecd77c"),
    ("orange", "#dfa862"),
    ("brown", "#b8966a"),
    ("red", "#cc7f6e"),
    ("pink", "#dfaab1"),
    ("purple", "#a890bd"),
    ("blue", "#8bb8d6"),
    ("cyan", "#a3d3cf"),
    ("green", "#8fb374"),
    ("olive", "#aaad70"),
    ("grey", "#b4b3ad"),
    ("black", "#55565a"),
];

/// The colour that something declared asks for.
pub fn asked(program: &Program, entry: EntryId) -> Option<&'static str> {
    let declared = program.entries.get(entry)?;
    let kind = program.kinds.get(declared.kind)?;
    kind.profiles.iter().zip(&declared.values).find_map(|(profile, value)| {
        let Ty::Member(of) = program.profiles.get(*profile)?.ty else { return None };
        let Value::Scalar(member) = value else { return None };
        let colours = palette(program, of)?;
        usize::try_from(*member).ok().and_then(|member| colours.get(member).copied())
    })
}

/// The colours of an enum, if all its members are names of some.
fn palette(program: &Program, kind: KindId) -> Option<Vec<&'static str>> {
    let kind = program.kinds.get(kind).filter(|kind| !kind.entries.is_empty())?;
    let named = |name: &str| NAMED.iter().find(|(of, _)| *of == name).map(|(_, colour)| *colour);
    let colour = |entry: &EntryId| {
        let name = program.entries.get(*entry).and_then(|it| program.texts.get(it.name))?;
        named(name)
    };
    kind.entries.iter().map(colour).collect()
}

/// The colour of one of several sorts: the one it asks for, else one of a few in turn.
pub fn of(program: &Program, entry: Option<EntryId>, place: usize) -> &'static str {
    let asked = entry.and_then(|entry| asked(program, entry));
    asked.or_else(|| GROUNDS.get(place % GROUNDS.len()).copied()).unwrap_or("#808080")
}
