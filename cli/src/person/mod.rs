//! A person at the terminal: shows what is asked, reads lines until one of them is an answer or a wish.

pub mod answers;
pub mod between;
mod by_piece;
mod choices;
pub mod dice;
mod gathered;
pub mod measures;
pub mod naming;
pub mod pieces;
pub mod reading;
pub mod spots;
pub mod typed;
pub mod wishes;

use crate::render::escaped;
use answers::Choices;
use indicatif::ProgressBar;
use std::io::{BufRead, BufReader, IsTerminal, Stderr, Stdin, Write, stderr, stdin};
use std::time::Duration;
use warwright_ir::Program;
use warwright_runtime::{Answer, ChooseRequest, Machine, Options, RollRequest, State};
use wishes::Wish;

/// What a person typed, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<T> {
    /// An answer.
    Answer(T),
    /// Something else.
    Wish(Wish),
    /// Nothing more: the input has ended.
    Ended,
}

/// The terminal at which persons sit: one for all of them.
#[derive(Debug)]
pub struct Terminal {
    lines: BufReader<Stdin>,
    shown: Stderr,
    /// Whether what is typed has to be shown, as no terminal shows it.
    echoes: bool,
}

impl Default for Terminal {
    fn default() -> Self {
        let echoes = !stdin().is_terminal();
        Self { lines: BufReader::new(stdin()), shown: stderr(), echoes }
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

/// What is asked, in words. A moment in the middle of a procedure has the names of that and of its step, which alone would ask
/// nothing: with them stands who takes part in it.
pub fn asked(machine: &Machine, state: &State, request: &ChooseRequest) -> String {
    match (&request.options, request.window) {
        (Options::Actions { .. }, None) => {
            let mut about = request.question.replace('_', " ").replace('.', ": ");
            for (role, name) in machine.roles(state).unwrap_or_default() {
                // Of a short name nobody reads who it is.
                let role =
                    if role.len() > 2 { role.replace('_', " ") + " " } else { String::new() };
                about.push_str(&format!(", {role}{name}"));
            }
            format!("anything now? ({about})")
        }
        _ => request.question.clone(),
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
    /// Shows a line. Nobody is left to be told where that fails.
    pub fn say(&mut self, line: &str) {
        drop(writeln!(self.shown, "{line}"));
    }

    /// Reads a line without the space around it; none where the input has ended.
    pub fn read(&mut self, prompt: &str) -> Option<String> {
        loop {
            drop(write!(self.shown, "{prompt} "));
            drop(self.shown.flush());
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

    /// Puts what was shown so far out of sight, where it is a terminal that shows it.
    pub fn clear(&mut self) {
        if self.shown.is_terminal() {
            // The screen, what was scrolled out of it, and the place to write on.
            drop(write!(self.shown, "\u{1b}[2J\u{1b}[3J\u{1b}[H"));
        }
    }

    /// Puts a choice to a person until there is an answer or a wish. `again`: it was put already, and only the line is read.
    pub fn choose(
        &mut self,
        machine: &Machine,
        state: &State,
        who: &str,
        request: &ChooseRequest,
        again: bool,
    ) -> Reply<Answer> {
        let choices = Choices::new(machine, state, &request.options);
        let mut show = !again;
        loop {
            if std::mem::take(&mut show) {
                let about = asked(machine, state, request);
                self.say(&match choices.purses().join(", ").as_str() {
                    "" => format!("\n{who}: {about}"),
                    purses => format!("\n{who}: {about} ({purses})"),
                });
                for line in choices.menu(machine) {
                    self.say(&line);
                }
            }
            let Some(line) = self.read(&choices.prompt()) else { return Reply::Ended };
            if line.is_empty() && !choices.takes_nothing() {
                show = true;
                continue;
            }
            if let Some(wish) = wishes::read(&line) {
                match wish {
                    Wish::Help => self.say(&wishes::help(&choices.help())),
                    other => return Reply::Wish(other),
                }
                continue;
            }
            if let Some(lines) = choices.of_piece(&line) {
                lines.iter().for_each(|line| self.say(line));
                continue;
            }
            match choices.read(machine, state, &line) {
                Ok(answer) => return Reply::Answer(answer),
                Err(why) => self.say(&why),
            }
        }
    }

    /// Asks for dice that were rolled on a real table, until there are the right ones or a wish.
    pub fn roll(
        &mut self,
        program: &Program,
        rule: &str,
        request: &RollRequest,
        again: bool,
    ) -> Reply<Vec<i64>> {
        if !again {
            self.say(&format!("\n{}", dice::wanted(program, rule, request)));
        }
        loop {
            let Some(line) = self.read(dice::prompt(request)) else { return Reply::Ended };
            if let Some(wish) = wishes::read(&line) {
                match wish {
                    Wish::Help => self.say(&wishes::help(&dice::help(program, request))),
                    other => return Reply::Wish(other),
                }
                continue;
            }
            match dice::read(program, request, &line) {
                Ok(counts) => return Reply::Answer(counts),
                Err(why) => self.say(&why),
            }
        }
    }
}
