//! The list beside a drawn board: each side with its pieces and all that is not as it begins, then those that are lost.

use super::svg::{Anchor, SIDES, Svg, Tone};
use crate::naming::{self, pieces};
use warwright_runtime::{Machine, State};

/// What the list is made from.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// The sides, in order: player and name.
    pub sides: &'a [(i64, String)],
    /// The pieces: number, entity, name.
    pub names: &'a [(String, i64, String)],
    /// The pieces that could stand on the board and do not.
    pub off_board: &'a [i64],
    /// States that the drawing shows: of players, of pieces.
    pub without: [&'a [String]; 2],
}

/// A line of the list beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The side whose colour is shown.
    pub side: Option<usize>,
    /// The number of the piece.
    pub number: Option<String>,
    /// What it says.
    pub words: String,
    /// How it is drawn.
    pub tone: Tone,
    /// Whether it begins a side.
    pub bold: bool,
}

/// The lines of the list.
pub fn listed(machine: &Machine, state: &State, of: &Listed<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let plain = |words: String, tone| Line { side: None, number: None, words, tone, bold: false };
    let [of_players, of_pieces] =
        of.without.map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
    for (side, (player, name)) in of.sides.iter().enumerate() {
        lines.push(Line { side: Some(side), bold: true, ..plain(name.clone(), Tone::Ink) });
        if let Ok(standing) = pieces::standing(machine, state, *player) {
            let words = pieces::words(&standing, &of_players);
            lines.extend((!words.is_empty()).then(|| plain(words, Tone::Faint)));
        }
        let owned = of.names.iter().filter(|(_, entity, _)| {
            // Of a part its body tells.
            machine.part_of(state, *entity).is_none()
                && naming::owner(machine, state, *entity) == Some(*player)
        });
        let (here, lost): (Vec<_>, Vec<_>) = owned
            .filter_map(|piece| Some((piece, pieces::standing(machine, state, piece.1).ok()?)))
            .partition(|(_, standing)| standing.in_play);
        // Before a battle nobody stands anywhere, which is said once.
        let awaited = here.len() > 1 && here.iter().all(|(it, _)| of.off_board.contains(&it.1));
        lines.extend(awaited.then(|| plain(String::from("not on the board yet"), Tone::Faint)));
        for ((number, entity, name), standing) in here {
            let mut words = vec![pieces::words(&standing, &of_pieces)];
            if !awaited && of.off_board.contains(entity) {
                words.insert(0, String::from("not on the board"));
            }
            words.retain(|words| !words.is_empty());
            let line = plain(name.clone(), Tone::Ink);
            lines.push(Line { number: Some(number.clone()), ..line });
            lines.extend((!words.is_empty()).then(|| plain(words.join(", "), Tone::Faint)));
        }
        let lost: Vec<&str> = lost.into_iter().map(|((_, _, name), _)| name.as_str()).collect();
        if !lost.is_empty() {
            lines.push(plain(format!("lost: {}", lost.join(", ")), Tone::Faint));
        }
    }
    lines
}

/// Draws the lines from a point down. Gives how wide they are and where they end.
pub fn drawn(svg: &mut Svg, list: &[Line], (x, mut y): (i64, i64), size: i64) -> (i64, i64) {
    let mut widest = 0;
    for line in list {
        let indent = if line.bold { size * 3 / 2 } else { size * 5 / 2 };
        if line.bold {
            y += size / 2;
            swatch(svg, (x, y), size, side_colour(line.side.unwrap_or(0)), "1");
        }
        if let Some(number) = &line.number {
            let at = (x + size * 2, y);
            svg.words(at, number, size, Tone::Faint, Anchor::End);
        }
        for part in wrapped(&line.words, 46) {
            let weight = if line.bold { " font-weight=\"bold\"" } else { "" };
            let (tone, anchor) = (line.tone, Anchor::Start);
            svg.styled((x + indent, y), &part, size, (tone, anchor), weight);
            widest = widest.max(indent + wide(&part, size));
            y += size * 4 / 3;
        }
    }
    (widest, y)
}

/// A small square of a colour before words.
pub fn swatch(svg: &mut Svg, at: (i64, i64), size: i64, colour: &str, opacity: &str) {
    svg.polygon(
        &boxed(at, size),
        &format!("fill=\"{colour}\" fill-opacity=\"{opacity}\" stroke=\"{colour}\""),
    );
}

/// A square before words of a size that stand on `y`.
pub const fn boxed((x, y): (i64, i64), size: i64) -> [(i64, i64); 4] {
    let (top, bottom) = (y - size * 4 / 5, y + size / 5);
    [(x, top), (x + size, top), (x + size, bottom), (x, bottom)]
}

/// The colour of a side's pieces.
pub fn side_colour(side: usize) -> &'static str {
    SIDES.get(side % SIDES.len()).copied().unwrap_or("#444444")
}

/// About how wide words of a size are.
pub fn wide(words: &str, size: i64) -> i64 {
    i64::try_from(words.chars().count()).unwrap_or(0) * size * 3 / 5
}

/// Words in lines of at most so many letters, broken between words.
pub fn wrapped(words: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
