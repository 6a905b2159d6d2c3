//! A person at the terminal: shows what can be chosen, numbered, reads a line, asks again until it is legal.

use std::io::{BufRead, Write};
use warwright_ir::Ty;
use warwright_runtime::{ActionOption, Answer, Machine, Options, State};

/// What a person wants beside answering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// An answer.
    Answer(Answer),
    /// To stop here (and save, if a file was given).
    Stop,
}

/// Asks at a terminal, or at anything that has lines.
#[derive(Debug)]
pub struct Asker<R, W> {
    lines: R,
    shown: W,
}

impl<R: BufRead, W: Write> Asker<R, W> {
    /// Reads from `lines`, shows on `shown`.
    pub fn new(lines: R, shown: W) -> Self {
        Self { lines, shown }
    }

    /// Puts a choice to the person until the answer is one of the options.
    ///
    /// # Errors
    ///
    /// When nothing can be read or shown any more.
    pub fn ask(
        &mut self,
        machine: &Machine,
        state: &State,
        who: &str,
        question: &str,
        options: &Options,
    ) -> std::io::Result<Reply> {
        let choices = choices(machine, state, options);
        loop {
            writeln!(self.shown, "\n{who}: {question}")?;
            for (number, (words, _)) in choices.iter().enumerate() {
                writeln!(self.shown, "  {:>2}  {words}", number + 1)?;
            }
            write!(self.shown, "{} ", hint(options))?;
            self.shown.flush()?;
            let mut line = String::new();
            if self.lines.read_line(&mut line)? == 0 {
                return Ok(Reply::Stop);
            }
            match read(line.trim(), options, &choices) {
                Ok(reply) => return Ok(reply),
                Err(why) => writeln!(self.shown, "{why}")?,
            }
        }
    }

    /// Says that an answer was refused.
    ///
    /// # Errors
    ///
    /// When nothing can be shown any more.
    pub fn refused(&mut self, why: &str) -> std::io::Result<()> {
        writeln!(self.shown, "{why}")
    }
}

type Choice = (String, Answer);

/// What can be picked by number: words and answer.
fn choices(machine: &Machine, state: &State, options: &Options) -> Vec<Choice> {
    match options {
        Options::One { ty, candidates, none } => {
            let mut list = values(machine, state, ty, candidates);
            if *none {
                list.push((String::from("none"), Answer::Nothing));
            }
            list
        }
        Options::Some { ty, candidates: items, .. }
        | Options::Order { ty, items }
        | Options::Split { ty, items, .. } => values(machine, state, ty, items),
        Options::Whether => {
            vec![(String::from("yes"), Answer::Value(1)), (String::from("no"), Answer::Value(0))]
        }
        Options::Actions { list, done } => {
            let mut shown: Vec<Choice> = list
                .iter()
                .map(|option| (label(machine, state, option), Answer::Act(option.clone())))
                .collect();
            if *done {
                shown.push((String::from("done"), Answer::Nothing));
            }
            shown
        }
        Options::Dice { die, available, .. } => {
            let faces = machine
                .program()
                .dice
                .get(*die)
                .map(|die| die.faces.as_slice())
                .unwrap_or_default();
            let name = |face: &warwright_ir::Face| {
                machine.program().texts.get(face.name).cloned().unwrap_or_default()
            };
            faces
                .iter()
                .zip(available)
                .enumerate()
                .filter(|(_, (_, many))| **many > 0)
                .map(|(position, (face, many))| {
                    let cell = i64::try_from(position).unwrap_or(i64::MAX);
                    (format!("{} (there are {many})", name(face)), Answer::Value(cell))
                })
                .collect()
        }
        Options::Number { .. } => Vec::new(),
    }
}

fn values(machine: &Machine, state: &State, ty: &Ty, cells: &[i64]) -> Vec<Choice> {
    cells
        .iter()
        .map(|cell| {
            let words = machine.show(state, ty, &[*cell]).unwrap_or_else(|_| cell.to_string());
            (words, Answer::Value(*cell))
        })
        .collect()
}

fn label(machine: &Machine, state: &State, option: &ActionOption) -> String {
    machine.option_words(state, option).unwrap_or_else(|_| {
        let action = machine.program().actions.get(option.action);
        action
            .and_then(|action| machine.program().texts.get(action.name))
            .cloned()
            .unwrap_or_default()
    })
}

fn hint(options: &Options) -> String {
    match options {
        Options::One { .. } | Options::Whether | Options::Actions { .. } => {
            String::from("number (or `stop`):")
        }
        Options::Some { low, high, .. } => {
            format!("{low} to {high} numbers, apart by spaces (or `stop`):")
        }
        Options::Order { .. } => String::from("all numbers in their order (or `stop`):"),
        Options::Number { low, high } => format!("{low} to {high} (or `stop`):"),
        Options::Split { total, .. } => {
            format!("{total} points: one number for each, apart by spaces (or `stop`):")
        }
        Options::Dice { at_most, .. } => {
            format!("numbers of up to {at_most} dice to roll again, or nothing (or `stop`):")
        }
    }
}

fn read(line: &str, options: &Options, choices: &[Choice]) -> Result<Reply, String> {
    match in_words(line, options, choices) {
        Some(reply) => reply,
        None => in_numbers(line, options, choices).map(Reply::Answer),
    }
}

/// What is said in words: to stop, to be told what can be said, or the words of an option.
fn in_words(line: &str, options: &Options, choices: &[Choice]) -> Option<Result<Reply, String>> {
    if line == "stop" || line == "quit" {
        return Some(Ok(Reply::Stop));
    }
    if line == "?" || line == "help" {
        return Some(Err(String::from(
            "type the number of a line, or its words; `stop` ends here, and with `--save FILE` the battle is kept",
        )));
    }
    let single =
        matches!(options, Options::One { .. } | Options::Whether | Options::Actions { .. });
    let mut named = choices.iter().filter(|(words, _)| words.eq_ignore_ascii_case(line));
    match (single, named.next(), named.next()) {
        (true, Some((_, answer)), None) => Some(Ok(Reply::Answer(answer.clone()))),
        _ => None,
    }
}

fn in_numbers(line: &str, options: &Options, choices: &[Choice]) -> Result<Answer, String> {
    let numbers: Vec<i64> = line
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().map_err(|_| format!("`{word}` is not a number of the list")))
        .collect::<Result<_, _>>()?;
    let pick = |number: i64| {
        let position = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        position
            .and_then(|position| choices.get(position))
            .map(|(_, answer)| answer)
            .ok_or_else(|| format!("there is no {number} in the list"))
    };
    let cells = || -> Result<Vec<i64>, String> {
        numbers
            .iter()
            .map(|number| match pick(*number)? {
                Answer::Value(cell) => Ok(*cell),
                Answer::Nothing | Answer::Values(_) | Answer::Act(_) => {
                    Err(format!("{number} cannot be taken together with others"))
                }
            })
            .collect()
    };
    Ok(match options {
        Options::One { .. } | Options::Whether | Options::Actions { .. } => {
            match numbers.as_slice() {
                [number] => pick(*number)?.clone(),
                _ => return Err(String::from("one number, please")),
            }
        }
        Options::Number { low, high } => match numbers.as_slice() {
            [number] if low <= number && number <= high => Answer::Value(*number),
            _ => return Err(format!("a number from {low} to {high}, please")),
        },
        Options::Some { low, high, .. } => {
            let many = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            if many < *low || many > *high {
                return Err(format!("{low} to {high} numbers, please"));
            }
            Answer::Values(cells()?)
        }
        Options::Order { items, .. } => {
            if numbers.len() != items.len() {
                return Err(format!("all {} numbers in their order, please", items.len()));
            }
            Answer::Values(cells()?)
        }
        Options::Split { items, total, .. } => {
            if numbers.len() != items.len() || numbers.iter().sum::<i64>() != *total {
                return Err(format!("{} numbers that make {total} together, please", items.len()));
            }
            Answer::Values(numbers)
        }
        Options::Dice { available, at_most, .. } => {
            let picked = cells()?;
            if picked.len() > *at_most as usize {
                return Err(format!("{at_most} dice at most, please"));
            }
            let mut counts = vec![0; available.len()];
            for cell in picked {
                if let Some(count) =
                    usize::try_from(cell).ok().and_then(|cell| counts.get_mut(cell))
                {
                    *count += 1;
                }
            }
            Answer::Values(counts)
        }
    })
}
