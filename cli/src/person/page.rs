//! Pages: takes what is shown at a terminal, breaks long lines between words, and counts what has room before the first of it is
//! scrolled out of sight.

use crate::output::Output;

/// So far a line that goes on is indented at most.
const HANGING: usize = 32;

/// How much of a screen is still free.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page {
    /// Columns and rows, where that is known.
    size: Option<(usize, usize)>,
    /// The rows that were written since somebody read them.
    used: usize,
    /// Whether somebody wants to see the rest at once.
    hurried: bool,
}

impl Page {
    /// A new page on a screen of this size.
    pub fn new(size: Option<(usize, usize)>) -> Self {
        Self { size, used: 0, hurried: false }
    }

    /// No more pauses on this page.
    pub fn hurry(&mut self) {
        self.hurried = true;
    }

    /// The lines of a text as they fit on the screen.
    pub fn lines(&self, text: &str) -> Vec<String> {
        let lines = text.split('\n');
        match self.size {
            None => lines.map(str::to_owned).collect(),
            Some((columns, _)) => lines.flat_map(|line| wrapped(line, columns)).collect(),
        }
    }

    /// Whether a pause is due before so many more rows: they, and a row for what is asked then, have no room, and something stands
    /// there that would be lost.
    pub fn is_full(&self, more: usize) -> bool {
        let Some((_, rows)) = self.size else { return false };
        !self.hurried && self.used > 0 && self.used + more >= rows
    }

    /// Counts rows that were written.
    pub fn wrote(&mut self, rows: usize) {
        self.used += rows;
    }
}

/// A line of output that is broken between words where a terminal is too narrow for it.
pub fn tell(out: &mut Output, line: &str) {
    match out.columns() {
        Some(columns) => wrapped(line, columns).iter().for_each(|line| out.line(line)),
        None => out.line(line),
    }
}

/// A line broken between words; what goes on hangs below the last column that a gap begins, such as the meaning of a word.
pub fn wrapped(line: &str, columns: usize) -> Vec<String> {
    let bare = anstream::adapter::strip_str(line).to_string();
    if bare.chars().count() <= columns {
        return vec![line.to_owned()];
    }
    let letters: Vec<char> = bare.chars().collect();
    let own = letters.iter().take_while(|letter| **letter == ' ').count();
    let gaps = letters.windows(3).enumerate().skip(own);
    let columns_of_gaps = gaps
        .filter(|(at, three)| {
            matches!(three, [' ', ' ', next] if *next != ' ') && at + 2 <= HANGING
        })
        .map(|(at, _)| at + 2);
    let hanging = columns_of_gaps.max().unwrap_or(own + 2).min(columns / 2);
    let hanging = " ".repeat(hanging);
    let wrap = textwrap::Options::new(columns)
        .subsequent_indent(&hanging)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(line, wrap).into_iter().map(std::borrow::Cow::into_owned).collect()
}
