//! What characters of a drawn board look like: signs of the sides, and colours where the terminal shows them.

use anstyle::{AnsiColor, Color, Style};

/// The left end of the pieces of each side, what fills them, and the right end.
const MARKS: [[char; 3]; 4] = [['[', '#', ']'], ['(', '=', ')'], ['{', '%', '}'], ['<', '+', '>']];
const COLOURS: [AnsiColor; 6] = [
    AnsiColor::Blue,
    AnsiColor::Red,
    AnsiColor::Green,
    AnsiColor::Magenta,
    AnsiColor::Cyan,
    AnsiColor::Yellow,
];

/// A character of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The character.
    pub letter: char,
    /// How it looks.
    pub ink: Ink,
}

/// What a character is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// As all words.
    Plain,
    /// What lies on the board.
    Area,
    /// The piece of a side; its own words stand out.
    Side(usize, bool),
    /// What can be chosen.
    Option,
}

/// The signs of a side: left end, filling, right end.
pub const fn marks(side: usize) -> [char; 3] {
    let [first, second, third, fourth] = MARKS;
    match side % 4 {
        0 => first,
        1 => second,
        2 => third,
        _ => fourth,
    }
}

/// A line; runs of one ink in its colour.
pub fn inked(cells: &[Spot], colour: bool) -> String {
    let mut line = String::new();
    for run in cells.chunk_by(|one, other| one.ink == other.ink) {
        let text: String = run.iter().map(|cell| cell.letter).collect();
        let style = run.first().map_or_else(Style::new, |cell| style(cell.ink));
        line.push_str(&styled(&text, style, colour));
    }
    line
}

/// How ink looks on a terminal.
pub fn style(ink: Ink) -> Style {
    match ink {
        Ink::Plain => Style::new(),
        Ink::Area => Style::new().dimmed(),
        Ink::Option => Style::new().bold().invert(),
        Ink::Side(side, label) => {
            let colour = COLOURS.get(side % COLOURS.len()).copied().unwrap_or(AnsiColor::Blue);
            let style = Style::new().fg_color(Some(Color::Ansi(colour)));
            if label { style.bold() } else { style }
        }
    }
}

/// Words in a style, where colours are shown.
pub fn styled(text: &str, style: Style, colour: bool) -> String {
    if colour && style != Style::new() {
        format!("{style}{text}{style:#}")
    } else {
        text.to_owned()
    }
}
