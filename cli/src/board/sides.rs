//! The names of the pieces beside a board, where there is room for them: who each number is, and what is counted of it.

use super::Paper;
use super::ink::{Ink, marks, style, styled};

/// What stands between a board and the names.
const GAP: &str = "  ";

/// A name, and how many characters of it are seen.
type Line = (String, usize);

/// The sides, each with the pieces that stand on the board. `stands`: whose a piece is that stands there, and what is counted of it.
pub(super) fn listed(
    sides: &[(i64, String)],
    names: &[(String, i64, String)],
    stands: impl Fn(i64) -> Option<(Option<i64>, String)>,
    on: Paper,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (side, (player, name)) in sides.iter().enumerate() {
        let mark = String::from_iter(marks(side));
        let styled = styled(&mark, style(Ink::Side(side, false)), on.colour);
        lines.push((format!("{styled} {name}"), mark.chars().count() + 1 + name.chars().count()));
        for (number, piece, name) in names {
            let Some((_, counted)) = stands(*piece).filter(|(of, _)| *of == Some(*player)) else {
                continue;
            };
            let counted = if counted.is_empty() { counted } else { format!(", {counted}") };
            let line = format!("{number:>3} {name}{counted}");
            let long = line.chars().count();
            lines.push((line, long));
        }
    }
    lines
}

/// A board of which no line is wider, with names beside it; nothing where they have no room.
pub(super) fn beside(board: &str, wide: usize, names: &[Line], on: Paper) -> Option<String> {
    let room = on.columns?.checked_sub(wide + GAP.len())?;
    let longest = names.iter().map(|(_, long)| *long).max()?;
    let lines: Vec<&str> = board.split('\n').collect();
    if longest >= room || names.len() > lines.len() {
        return None;
    }
    let mut names = names.iter();
    let line = |line: &str| {
        let long = anstream::adapter::strip_str(line).to_string().chars().count();
        match names.next() {
            Some((name, _)) => {
                format!("{line}{}{GAP}{name}", " ".repeat(wide.saturating_sub(long)))
            }
            None => line.to_owned(),
        }
    };
    Some(lines.into_iter().map(line).collect::<Vec<_>>().join("\n"))
}
