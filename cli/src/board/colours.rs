//! Colours that declared things ask for: a figure whose type is the enum that the system names as its colours.

use super::svg::GROUNDS;
use warwright_ir::{COLOURS, EntryId, Program, Ty, Value};

/// How the colours of [`COLOURS`] look on a map, in their order.
const HUES: [&str; COLOURS.len()] = [
    "#fbfaf5", "#f3eedd", "#e6d6a6", "#ecd77c", "#dfa862", "#b8966a", "#cc7f6e", "#dfaab1",
    "#a890bd", "#8bb8d6", "#a3d3cf", "#8fb374", "#aaad70", "#b4b3ad", "#55565a",
];

/// The colour that something declared asks for.
pub fn asked(program: &Program, entry: EntryId) -> Option<&'static str> {
    let colours = program.colours?;
    let declared = program.entries.get(entry)?;
    let kind = program.kinds.get(declared.kind)?;
    kind.profiles.iter().zip(&declared.values).find_map(|(profile, value)| {
        let of_colours = program.profiles.get(*profile)?.ty == Ty::Member(colours);
        let Value::Scalar(member) = value else { return None };
        let members = &program.kinds.get(colours).filter(|_| of_colours)?.entries;
        let member = program.entries.get(*members.get(usize::try_from(*member).ok()?)?)?;
        let name = program.texts.get(member.name)?;
        let at = COLOURS.iter().position(|colour| colour == name)?;
        HUES.get(at).copied()
    })
}

/// The colour of one of several sorts: the one it asks for, else one of a few in turn.
pub fn of(program: &Program, entry: Option<EntryId>, place: usize) -> &'static str {
    let asked = entry.and_then(|entry| asked(program, entry));
    asked.or_else(|| GROUNDS.get(place % GROUNDS.len()).copied()).unwrap_or("#808080")
}
