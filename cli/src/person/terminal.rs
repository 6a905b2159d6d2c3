//! The terminal: shows lines and reads lines, and waits where what is shown would scroll out of sight unread.

use super::Named;
use super::page::Page;
use super::turns::Left;
use crate::choices::Keys;
use crate::output::size;
use crate::render::escaped;
use indicatif::ProgressBar;
use std::io::{BufRead, BufReader, IsTerminal, Stderr, Stdin, Write, stderr, stdin};
use std::time::Duration;

/// The terminal at which persons sit: one for all of them.
#[derive(Debug)]
pub struct Terminal {
    lines: BufReader<Stdin>,
    shown: Stderr,
    /// Whether what is typed has to be shown, as no terminal shows it.
    echoes: bool,
    /// Whether what would scroll out of sight waits to be read.
    waits_for_readers: bool,
    /// What of the screen is free.
    page: Page,
    /// Whether a drawing was shown last.
    drawn: bool,
    /// What was typed before it was asked for.
    typed: Option<String>,
    /// What was named when something else was wanted than an answer.
    pub(super) named: Option<Named>,
    /// What was typed for the lines that were shown last.
    pub(super) keys: Keys,
    /// Who is left of those whose order was answered for all.
    pub(super) left: Option<Left>,
}

impl Default for Terminal {
    fn default() -> Self {
        let echoes = !stdin().is_terminal();
        let (shown, lines) = (stderr(), BufReader::new(stdin()));
        let page = Page::new(size(&shown));
        Self {
            lines,
            shown,
            echoes,
            waits_for_readers: !echoes,
            page,
            drawn: false,
            typed: None,
            named: None,
            keys: Keys::default(),
            left: None,
        }
    }
}

/// A line that says that something takes time, while this is kept.
#[derive(Debug)]
pub struct Waiting(ProgressBar);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The longest line that is read, in bytes.
const LONGEST: usize = 4096;

/// What became of the reading of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    /// It is this, without the space around it and with signs that show nothing spelt out.
    Is(String),
    /// It is longer than any answer; nothing of it is kept.
    TooLong,
    /// There is none.
    Ended,
}

/// Reads a line, of which no more is held than a line may have.
fn line(lines: &mut impl BufRead) -> Line {
    let mut held: Vec<u8> = Vec::new();
    let mut any = false;
    loop {
        let Ok(read) = lines.fill_buf() else { return Line::Ended };
        if read.is_empty() {
            break;
        }
        any = true;
        let end = read.iter().position(|byte| *byte == b'\n');
        let part = read.get(..end.unwrap_or(read.len())).unwrap_or_default();
        // One byte too many says that it is too long.
        let room = (LONGEST + 1).saturating_sub(held.len());
        held.extend(part.iter().take(room));
        let used = part.len() + usize::from(end.is_some());
        lines.consume(used);
        if end.is_some() {
            break;
        }
    }
    match (any, held.len() > LONGEST) {
        (false, _) => Line::Ended,
        (true, true) => Line::TooLong,
        (true, false) => Line::Is(escaped(String::from_utf8_lossy(&held).trim()).into_owned()),
    }
}

impl Terminal {
    /// Shows lines, a page after the other. Nobody is left to be told where that fails.
    pub fn say(&mut self, text: &str) {
        for line in self.page.lines(text) {
            self.room_for(1);
            self.write(&line);
        }
    }

    /// Shows lines of which none is to be scrolled out of sight by others, as of a drawing.
    pub fn say_together(&mut self, text: &str) {
        let lines = self.page.lines(text);
        self.room_for(lines.len());
        for line in &lines {
            // What is longer than a page has a second one.
            self.room_for(1);
            self.write(line);
        }
        self.drawn = true;
    }

    /// Shows what is asked: below a drawing, else where all that was told before stays in sight.
    pub(super) fn ask(&mut self, text: &str) {
        let lines = self.page.lines(text);
        if !self.drawn {
            self.room_for(lines.len());
        }
        lines.iter().for_each(|line| self.write(line));
    }

    fn write(&mut self, line: &str) {
        drop(writeln!(self.shown, "{line}"));
        self.page.wrote(1);
        self.drawn = false;
    }

    /// Says from now on whether what would scroll out of sight waits to be read, and gives how it is.
    pub fn pages(&mut self, wanted: Option<bool>) -> bool {
        self.waits_for_readers = wanted.unwrap_or(self.waits_for_readers);
        self.waits_for_readers
    }

    /// Waits before so many rows that somebody else writes until there is room for them, and counts them.
    pub fn make_room(&mut self, rows: usize) {
        self.room_for(rows);
        self.page.wrote(rows);
    }

    /// Waits until what was shown since the last question is read, where so many more rows would scroll it out of sight.
    fn room_for(&mut self, rows: usize) {
        if !self.waits_for_readers || !self.page.is_full(rows) {
            return;
        }
        drop(write!(self.shown, "-- return goes on, `q` shows the rest at once -- "));
        drop(self.shown.flush());
        self.page = self.new_page();
        match line(&mut self.lines) {
            Line::Is(typed) if typed.is_empty() => {}
            Line::Is(typed) => {
                self.page.hurry();
                // Whoever knows already what to answer has answered.
                self.typed = Some(typed).filter(|typed| !typed.eq_ignore_ascii_case("q"));
            }
            Line::TooLong | Line::Ended => self.page.hurry(),
        }
    }

    fn new_page(&self) -> Page {
        Page::new(size(&self.shown))
    }

    /// Reads a line without the space around it; none where the input has ended.
    pub fn read(&mut self, prompt: &str) -> Option<String> {
        loop {
            drop(write!(self.shown, "{prompt} "));
            drop(self.shown.flush());
            self.page = self.new_page();
            if let Some(typed) = self.typed.take() {
                drop(writeln!(self.shown, "{typed}"));
                return Some(typed);
            }
            match line(&mut self.lines) {
                Line::Ended => {
                    self.say("");
                    return None;
                }
                Line::TooLong => {
                    self.say(&format!("\na line has at most {LONGEST} bytes; type it again"))
                }
                Line::Is(line) => {
                    if self.echoes {
                        self.say(&line);
                    }
                    return Some(line);
                }
            }
        }
    }

    /// Shows that something takes time, where it is a terminal that shows it, until what it gives is dropped.
    pub fn waits(&self, why: &str) -> Waiting {
        let bar = if self.shown.is_terminal() {
            ProgressBar::new_spinner().with_message(why.to_owned())
        } else {
            ProgressBar::hidden()
        };
        bar.enable_steady_tick(Duration::from_millis(120));
        Waiting(bar)
    }

    /// What is typed for the lines that were shown last.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Puts what was shown so far out of sight, where it is a terminal that shows it.
    pub fn clear(&mut self) {
        if self.shown.is_terminal() {
            // The screen, what was scrolled out of it, and the place to write on.
            drop(write!(self.shown, "\u{1b}[2J\u{1b}[3J\u{1b}[H"));
        }
    }
}
