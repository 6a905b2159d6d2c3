//! A person at the terminal: shows what is asked, reads lines until one of them is an answer or a wish.

pub mod between;
mod faces;
pub mod goal;
pub mod hand;
pub mod page;
pub mod reading;
mod rules;
mod said;
mod terminal;
#[cfg(test)]
mod tests;
mod turns;
pub mod wishes;

use crate::board::{self, Paper};
use crate::choices::{Choices, dice};
use crate::naming::{self, measures, written};
pub use terminal::{Terminal, Waiting};
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

/// What was named last, of which what is typed next may be.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Named {
    /// A piece whose lines were shown, by its number.
    Piece(String),
    /// A line for which a value is wanted, by its key.
    Line(String),
}

impl Named {
    /// What is typed, as a line of the whole list: a number alone, or words that are of the piece, or the value that is wanted.
    fn line(&self, line: String, reads: &dyn Fn(&str) -> bool) -> String {
        let is_number = |word: &str| word.parse::<u32>().is_ok();
        match self {
            // What ends the list ends it from here too.
            Self::Piece(_) if line == "0" => line,
            Self::Piece(piece) if is_number(&line) => format!("{piece}.{line}"),
            Self::Piece(piece) => match wishes::read(&line) {
                Some(Wish::Odds(of)) if is_number(&of) => format!("odds {piece}.{of}"),
                Some(_) => line,
                None if line.is_empty() => line,
                None => {
                    let own = format!("{piece} {line}");
                    if reads(&own) { own } else { line }
                }
            },
            Self::Line(key) if is_value(&line) => format!("{key} {line}"),
            Self::Line(_) => line,
        }
    }
}

/// Whether a line is one number, with a unit or without.
fn is_value(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_number = words.next().is_some_and(|it| it.starts_with(|it: char| it.is_ascii_digit()));
    is_number && words.next().is_none_or(measures::is_unit) && words.next().is_none()
}

/// What is asked in the midst of something.
const NOW: &str = "anything now?";

/// What is asked, in words. A moment in the middle of a procedure has no question of its own: with it stands who takes part, and
/// where nobody does, what goes on. `when`: what is said before it.
pub fn asked(machine: &Machine, state: &State, when: &str, request: &ChooseRequest) -> String {
    match (&request.options, request.window) {
        (Options::Actions { .. }, None) => {
            // The pieces that take part: of ground and of sizes nobody reads what they are to them.
            let mut roles = machine.roles(state).unwrap_or_default();
            let pieces = naming::numbered(machine, state);
            let is_piece = |name: &String| pieces.iter().any(|(.., of)| of == name);
            if roles.iter().any(|(_, name)| is_piece(name)) {
                roles.retain(|(_, name)| is_piece(name));
            }
            // Who fights whom stands in what goes on.
            if !roles.is_empty() && roles.iter().all(|(_, name)| when.contains(name.as_str())) {
                return String::from(NOW);
            }
            let part = roles.into_iter().map(|(role, name)| {
                // Of a short name nobody reads who it is.
                let role =
                    if role.len() > 2 { role.replace('_', " ") + " " } else { String::new() };
                // Of a card it is told what it does.
                let text = written::text_of(machine, state, &name);
                let text = if text.is_empty() { text } else { format!(": {text}") };
                format!("{role}{name}{text}")
            });
            let part: Vec<String> = part.collect();
            let goes_on = request.question.split('.').next().unwrap_or_default();
            let about = match part.as_slice() {
                [] => goes_on.replace('_', " "),
                part => part.join(", "),
            };
            format!("{NOW} ({about})")
        }
        _ => format!("{}{}", request.question, among(machine, state, &request.question)),
    }
}

/// Between whom it is asked, where that is not said: the pieces that take part in the innermost procedure in which some do.
fn among(machine: &Machine, state: &State, question: &str) -> String {
    let pieces: Vec<i64> = naming::numbered(machine, state).into_iter().map(|it| it.1).collect();
    let is_piece = |entity: &i64| pieces.contains(entity);
    for (_, cast) in machine.taking_part(state) {
        let mut names: Vec<String> = cast
            .into_iter()
            .filter(is_piece)
            .filter_map(|it| machine.name(state, it).ok())
            .collect();
        names.dedup();
        if names.is_empty() {
            continue;
        }
        let is_said = names.iter().any(|name| question.contains(name.as_str()));
        return if is_said { String::new() } else { format!(", {}", names.join(" and ")) };
    }
    String::new()
}

/// Where the battle is and what is asked; what the last heading says already is not said again.
fn question(when: &str, about: &str) -> String {
    let said = when.strip_suffix(')').unwrap_or(when);
    let is_said = said.strip_suffix(about).is_some_and(|before| before.ends_with(", "));
    if is_said { format!("{when}: what is done next") } else { format!("{when}: {about}") }
}

/// What may be typed, where something was named last, and where it is asked who comes next.
fn prompt(choices: &Choices<'_>, named: Option<&Named>, is_next: bool) -> String {
    match named {
        Some(Named::Piece(piece)) => choices.prompt_of(piece),
        Some(Named::Line(_)) => String::from("how much? (or `help`):"),
        None if is_next => choices.prompt_for_next(),
        None => choices.prompt(),
    }
}

impl Terminal {
    /// Puts a choice to a person until there is an answer or a wish. `when`: who is asked, and where the battle is. `again`: it was
    /// put already, and only the line is read.
    pub fn choose(
        &mut self,
        machine: &Machine,
        state: &State,
        when: &str,
        request: &ChooseRequest,
        (again, on): (bool, Paper),
    ) -> Reply<Answer> {
        if let Some(answer) = self.next_in_order(machine.program(), request) {
            return Reply::Answer(answer);
        }
        let next_of = turns::next_of(machine.program(), request);
        let about = asked(machine, state, when, request);
        self.goes_to(machine, state, when, request);
        let choices =
            Choices::new(machine, state, &request.options).keeping(machine, state, &self.keys);
        choices.note(&mut self.keys);
        let mut show = !again;
        // What is typed is of the line or the piece that was named last.
        let mut named = if again { self.named.take() } else { None };
        loop {
            if std::mem::take(&mut show) {
                let asks = question(when, &about);
                let mut lines = vec![match choices.purses().join(", ").as_str() {
                    "" => format!("\n{asks}"),
                    purses => format!("\n{asks} ({purses})"),
                }];
                lines.extend(choices.menu(machine, &about));
                self.ask(&lines.join("\n"));
            }
            let of = named.take();
            let prompt = prompt(&choices, of.as_ref(), next_of.is_some());
            let Some(line) = self.read(&prompt) else { return Reply::Ended };
            let line = match &of {
                Some(of) => of.line(line, &|own| choices.read(machine, state, own).is_ok()),
                None => line,
            };
            if line.is_empty() {
                self.show_marked(machine, state, &choices, on);
                show = true;
                continue;
            }
            if let (Some(next_of), true) = (next_of, line.eq_ignore_ascii_case(turns::ALL))
                && let Some(answer) = self.all_in_order(next_of)
            {
                return Reply::Answer(answer);
            }
            if let Some(wish) = wishes::read(&line) {
                match wish {
                    Wish::Help => {
                        self.say(&wishes::help(&choices.help()));
                        named = of;
                    }
                    other => {
                        self.named = of;
                        return Reply::Wish(other);
                    }
                }
                continue;
            }
            if let Some((piece, _)) = choices.piece(&line) {
                if let Some(board) = board::shown_of(machine, state, &choices, piece, on) {
                    self.say_together(&format!("\n{board}\n"));
                }
                self.ask(&choices.of_piece(piece).join("\n"));
                named = Some(Named::Piece(piece.to_owned()));
                continue;
            }
            let read = choices.read(machine, state, &line);
            let astray = match (&of, &read) {
                (Some(Named::Piece(piece)), Ok(answer)) => choices.astray(piece, &line, answer),
                _ => None,
            };
            match astray.map_or(read, Err) {
                Ok(answer) => return Reply::Answer(answer),
                Err(why) => {
                    self.say(&why);
                    let lacking = choices.lacking(machine, state, &line);
                    // Words say that something else is wanted than the value; a value out of range is asked for again.
                    let of = of.filter(|of| match of {
                        Named::Piece(_) => true,
                        Named::Line(key) => line.starts_with(key.as_str()),
                    });
                    named = lacking.map(|key| Named::Line(key.to_owned())).or(of);
                }
            }
        }
    }

    /// Goes to the keys of what is asked: what is asked of another piece in the same chapter has keys of its own.
    pub fn goes_to(
        &mut self,
        machine: &Machine,
        state: &State,
        when: &str,
        request: &ChooseRequest,
    ) {
        self.keys.are_of(&format!("{when}, {}", asked(machine, state, when, request)));
    }

    /// Shows the board again where choices are numbered on it: there they are read.
    fn show_marked(&mut self, machine: &Machine, state: &State, choices: &Choices<'_>, on: Paper) {
        if let Some(shown) = board::shown(machine, state, Some(choices), on)
            && shown.marked
        {
            self.say_together(&format!("\n{}", shown.text));
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
