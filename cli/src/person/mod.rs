//! A person at the terminal: shows what is asked, reads lines until one of them is an answer or a wish.

pub mod answers;
pub mod between;
mod by_piece;
mod choices;
pub mod dice;
mod gathered;
pub mod hand;
pub mod measures;
pub mod naming;
pub mod page;
pub mod pieces;
pub mod reading;
pub mod spots;
mod terminal;
pub mod typed;
pub mod wishes;

use crate::board::{self, Paper};
use answers::Choices;
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
        let choices = Choices::new(machine, state, &request.options);
        let mut show = !again;
        let mut within: Option<String> = None;
        loop {
            if std::mem::take(&mut show) {
                let about = asked(machine, state, request);
                let mut lines = vec![match choices.purses().join(", ").as_str() {
                    "" => format!("\n{when}: {about}"),
                    purses => format!("\n{when}: {about} ({purses})"),
                }];
                lines.extend(choices.menu(machine, &about));
                self.ask(&lines.join("\n"));
            }
            let of_piece = within.take();
            let prompt = of_piece
                .as_ref()
                .map_or_else(|| choices.prompt(), |piece| choices.prompt_of(piece));
            let Some(line) = self.read(&prompt) else { return Reply::Ended };
            // A number alone, or words, are of the lines that were shown last.
            let line = match of_piece {
                Some(piece) if line.parse::<u32>().is_ok() => format!("{piece}.{line}"),
                Some(piece) if !line.is_empty() && wishes::read(&line).is_none() => {
                    let own = format!("{piece} {line}");
                    if choices.read(machine, state, &own).is_ok() { own } else { line }
                }
                _ => line,
            };
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
            if let Some((piece, _)) = choices.piece(&line) {
                if let Some(board) = board::shown_of(machine, state, &choices, piece, on) {
                    self.say_together(&format!("\n{board}\n"));
                }
                self.ask(&choices.of_piece(piece).join("\n"));
                within = Some(piece.to_owned());
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
