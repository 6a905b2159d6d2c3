//! A person at the terminal: shows what is asked, reads lines until one of them is an answer or a wish.

pub mod answers;
mod choices;
pub mod dice;
mod gathered;
pub mod measures;
pub mod naming;
pub mod pieces;
pub mod spots;
pub mod typed;
pub mod wishes;

use answers::Choices;
use std::io::{BufRead, BufReader, IsTerminal, Stderr, Stdin, Write, stderr, stdin};
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

/// What is asked, in words. A moment in the middle of a procedure has the names of that and of its step, which alone would ask nothing.
fn asked(request: &ChooseRequest) -> String {
    match (&request.options, request.window) {
        (Options::Actions { .. }, None) => {
            let moment = request.question.replace('_', " ").replace('.', ": ");
            format!("anything now? ({moment})")
        }
        _ => request.question.clone(),
    }
}

impl Terminal {
    /// Shows a line. Nobody is left to be told where that fails.
    pub fn say(&mut self, line: &str) {
        drop(writeln!(self.shown, "{line}"));
    }

    /// Reads a line without the space around it; none where the input has ended.
    pub fn read(&mut self, prompt: &str) -> Option<String> {
        drop(write!(self.shown, "{prompt} "));
        drop(self.shown.flush());
        let mut line = Vec::new();
        let read = self.lines.read_until(b'\n', &mut line);
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        match read {
            Ok(0) | Err(_) => {
                self.say("");
                None
            }
            Ok(_) => {
                if self.echoes {
                    self.say(&line);
                }
                Some(line)
            }
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
                self.say(&format!("\n{who}: {}", asked(request)));
                for line in choices.lines() {
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
