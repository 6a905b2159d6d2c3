//! Answers: what can be chosen as lines with keys, and what is typed as one of the answers.

use super::choices::{Choice, has_range, is_number, listed};
use super::measures::Measures;
use super::typed::{self, Filled};
use super::{dice, gathered, naming, spots};
use warwright_ir::Ty;
use warwright_runtime::{ActionOption, Answer, Machine, Options, Range, State, Wanted};

/// What can be chosen, as it is put to a person.
#[derive(Debug)]
pub struct Choices<'o> {
    options: &'o Options,
    list: Vec<Choice>,
    /// The names of the faces, where dice are chosen.
    faces: Vec<String>,
    measures: Measures,
}

impl<'o> Choices<'o> {
    /// The choices that a request leaves.
    pub fn new(machine: &Machine, state: &State, options: &'o Options) -> Self {
        let faces = match options {
            Options::Dice { die, .. } => machine
                .program()
                .dice
                .get(*die)
                .map_or_else(Vec::new, |die| dice::names(machine.program(), die)),
            _ => Vec::new(),
        };
        Self {
            options,
            list: listed(machine, state, options),
            faces,
            measures: Measures::of(machine),
        }
    }

    /// The lines to show.
    pub fn lines(&self) -> Vec<String> {
        if let Options::Dice { available, .. } = self.options {
            let dice = self.faces.iter().zip(available).filter(|(_, many)| **many > 0);
            let shown: Vec<String> = dice
                .map(|(face, many)| if *many > 1 { format!("{many}x{face}") } else { face.clone() })
                .collect();
            return vec![format!("  {}", shown.join(" "))];
        }
        if self.is_of_numbers() {
            let keys: Vec<&str> = self.list.iter().map(|choice| choice.key.as_str()).collect();
            return vec![format!("  {}", keys.join(" "))];
        }
        let mut lines = gathered::lines(&self.list);
        if let Options::Place { .. } = self.options {
            lines.push(spots::hint(self.measures));
        }
        lines
    }

    /// The lines: what is typed for each, its words, what it answers.
    pub fn shown(&self) -> impl Iterator<Item = (&str, &str, &Answer)> {
        self.list.iter().map(|choice| (choice.key.as_str(), choice.words.as_str(), &choice.answer))
    }

    /// The entities that lines name: what is typed, and they in the order of the parameters.
    pub fn entities(&self, machine: &Machine) -> Vec<(&str, Vec<i64>)> {
        let is_entity = |ty: &Ty| match ty {
            Ty::Optional(inner) => matches!(**inner, Ty::Entity(_)),
            ty => matches!(ty, Ty::Entity(_)),
        };
        let of_choice = match self.options {
            Options::One { ty, .. } | Options::Some { ty, .. } => is_entity(ty),
            _ => false,
        };
        let named = |answer: &Answer| match answer {
            Answer::Value(value) if of_choice => vec![*value],
            Answer::Act(option) => {
                let action = machine.program().actions.get(option.action);
                let params = action.map(|action| action.params.as_slice()).unwrap_or_default();
                let values = params.iter().zip(&option.args);
                values
                    .filter(|(param, _)| is_entity(&param.param.ty))
                    .map(|(_, value)| *value)
                    .collect()
            }
            _ => Vec::new(),
        };
        self.shown().map(|(key, _, answer)| (key, named(answer))).collect()
    }

    /// What may be typed, in short.
    pub fn prompt(&self) -> String {
        let what = match self.options {
            Options::One { .. } | Options::Whether | Options::Actions { .. } => {
                match (self.is_of_numbers(), self.list.len()) {
                    (true, _) => String::from("one of these"),
                    (false, 1) => String::from("1"),
                    (false, many) => format!("1 to {many}"),
                }
            }
            Options::Some { low, high, .. } => format!("{} of these", between(*low, *high)),
            Options::Order { items, .. } => format!("all {} in their order", items.len()),
            Options::Number { low, high } => format!("{low} to {high}"),
            Options::Split { items, total, .. } => {
                format!("{total} in all, as {} numbers", items.len())
            }
            Options::Place { .. } => match self.list.len() {
                0 => String::from("x y"),
                many => format!("1 to {many}, or x y"),
            },
            Options::Dice { at_least, at_most, .. } => {
                format!("{} of these", between(*at_least, *at_most))
            }
        };
        format!("{what} (or `help`):")
    }

    /// Whether an empty line is an answer.
    pub fn takes_nothing(&self) -> bool {
        matches!(self.options, Options::Some { low: 0, .. } | Options::Dice { at_least: 0, .. })
    }

    /// What can be typed, in full: what to type and what it means.
    pub fn help(&self) -> Vec<(String, String)> {
        let line = |typed: &str, meaning: &str| (typed.to_owned(), meaning.to_owned());
        let again = line("(nothing)", "shows the question again");
        let nothing = line("(nothing)", "takes none");
        let first = self.list.first().map_or("1", |choice| choice.key.as_str());
        match self.options {
            Options::Actions { .. } => {
                let mut lines = vec![
                    line("1", "the number of a line"),
                    line(
                        "NAME 2",
                        "an action by a word of it, and piece 2 (as `board` numbers them)",
                    ),
                ];
                if self.list.iter().any(|choice| !choice.open.is_empty()) {
                    lines.extend([
                        line("NAME 2 3.5", "the same, and 3.5 of what may be a length or an angle"),
                        line("1 3.5", "the number of a line, and 3.5 of it"),
                    ]);
                }
                lines.extend([
                    line("(words)", "words of a line, as many as tell it from the others"),
                    again,
                ]);
                lines
            }
            Options::One { .. } if self.is_of_numbers() => {
                vec![line(first, "one of the numbers"), again]
            }
            Options::Place { .. } => vec![
                line("1", "the number of a line"),
                line("12 9.5", "x and y of the middle of the piece"),
                line("12 9.5 90", "the same, and which way it looks: 0 is up the board"),
                again,
            ],
            Options::One { .. } | Options::Whether => vec![
                line("1", "the number of a line"),
                line("(words)", "words of a line, as many as tell it from the others"),
                again,
            ],
            Options::Some { low, high, .. } => vec![
                line(
                    "1 2",
                    &format!("the numbers of {} lines, in any order", between(*low, *high)),
                ),
                if *low == 0 { nothing } else { again },
            ],
            Options::Order { items, .. } => vec![
                line(
                    "2 1 ..",
                    &format!("the numbers of all {} lines, the first first", items.len()),
                ),
                again,
            ],
            Options::Number { low, high } => {
                vec![line(&low.to_string(), &format!("a whole number from {low} to {high}")), again]
            }
            Options::Split { items, total, .. } => vec![
                line("2 0 1 ..", &format!("{} numbers that make {total}, one a line", items.len())),
                again,
            ],
            Options::Dice { at_least, at_most, .. } => vec![
                line(
                    self.faces.first().map_or("", String::as_str),
                    &format!("the faces of {} dice", between(*at_least, *at_most)),
                ),
                if *at_least == 0 { nothing } else { again },
            ],
        }
    }

    /// What is typed as an answer.
    ///
    /// # Errors
    ///
    /// Why it is none.
    pub fn read(&self, machine: &Machine, state: &State, line: &str) -> Result<Answer, String> {
        match self.options {
            Options::Actions { .. } => match self.filled(machine, state, line)? {
                Some(answer) => Ok(answer),
                None => self.one(machine, state, line),
            },
            Options::Place { .. } => match spots::read(machine, state, line)? {
                Some(answer) => Ok(answer),
                None => self.one(machine, state, line),
            },
            Options::One { .. } | Options::Whether => self.one(machine, state, line),
            Options::Number { low, high } => match number(line) {
                Ok(number) if (low..=high).contains(&&number) => Ok(Answer::Value(number)),
                Ok(number) => Err(format!("{number} is not from {low} to {high}")),
                Err(why) => Err(why),
            },
            Options::Some { low, high, .. } => {
                let cells = self.picked(line)?;
                let many = u32::try_from(cells.len()).unwrap_or(u32::MAX);
                if many < *low || many > *high {
                    return Err(format!("{} are wanted, and {many} named", between(*low, *high)));
                }
                Ok(Answer::Values(cells))
            }
            Options::Order { items, .. } => {
                let cells = self.picked(line)?;
                if cells.len() != items.len() {
                    return Err(format!(
                        "all {} are wanted, the first first; {} are named",
                        items.len(),
                        cells.len()
                    ));
                }
                Ok(Answer::Values(cells))
            }
            Options::Split { items, total, .. } => {
                let numbers = numbers(line)?;
                let sum: i64 = numbers.iter().fold(0, |sum, number| sum.saturating_add(*number));
                if numbers.len() != items.len() {
                    let (wanted, named) = (items.len(), numbers.len());
                    return Err(format!(
                        "{wanted} numbers are wanted, one a line, and {named} named"
                    ));
                }
                if let Some(negative) = numbers.iter().find(|number| **number < 0) {
                    return Err(format!("{negative} is less than nothing"));
                }
                if sum != *total {
                    return Err(format!("they are to make {total} together, and make {sum}"));
                }
                Ok(Answer::Values(numbers))
            }
            Options::Dice { available, at_least, at_most, .. } => {
                self.dice(available, (*at_least, *at_most), line)
            }
        }
    }

    fn is_of_numbers(&self) -> bool {
        matches!(self.options, Options::One { ty, .. } if is_number(ty))
    }

    /// An action with values that are typed; nothing where the line does not name any that has them.
    fn filled(
        &self,
        machine: &Machine,
        state: &State,
        line: &str,
    ) -> Result<Option<Answer>, String> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let keyed = self.list.iter().find(|choice| choice.key == first && !choice.open.is_empty());
        let (lines, wanted) = match keyed {
            Some(choice) => {
                let wanted = match rest.trim() {
                    "" => Wanted::default(),
                    rest => naming::wanted(machine, state, rest)?,
                };
                (vec![choice], Wanted { actions: Vec::new(), ..wanted })
            }
            None if first.parse::<i64>().is_ok() => return Ok(None),
            None => match naming::wanted(machine, state, line) {
                Ok(wanted) => (self.list.iter().collect(), wanted),
                Err(_) => return Ok(None),
            },
        };
        let mut found: Vec<(&Choice, ActionOption, bool)> = Vec::new();
        let mut missing: Vec<(&Choice, Range)> = Vec::new();
        for choice in lines.into_iter().filter(|choice| !choice.open.is_empty()) {
            let Filled { whole, missing: lacks } = fill(machine, choice, &wanted);
            found.extend(whole.into_iter().map(|(option, ordered)| (choice, option, ordered)));
            missing.extend(lacks.map(|range| (choice, range)));
        }
        if found.iter().any(|(.., ordered)| *ordered) {
            found.retain(|(.., ordered)| *ordered);
        }
        let keys = |choices: &mut dyn Iterator<Item = &Choice>| {
            let mut keys: Vec<&str> = choices.map(|choice| choice.key.as_str()).collect();
            keys.dedup();
            keys.join(" or ")
        };
        match (found.as_slice(), missing.as_slice()) {
            ([(_, option, _)], _) => Ok(Some(Answer::Act(option.clone()))),
            (_, [(choice, range)]) => Err(self.how_much(choice, range)),
            ([], []) => unlisted(machine, state, &wanted),
            ([], [(first, range), ..]) => {
                let lines = keys(&mut missing.iter().map(|(choice, _)| *choice));
                let example = format!("{} {}", first.key, self.example(range));
                Err(format!("`{line}` may be line {lines}, with a value, as `{example}`"))
            }
            (several, _) => {
                let lines = keys(&mut several.iter().map(|(choice, ..)| *choice));
                Err(format!("`{line}` may be line {lines}"))
            }
        }
    }

    /// Asks for the value of a range.
    fn how_much(&self, choice: &Choice, range: &Range) -> String {
        let name = range.name.replace('_', " ");
        let which = if choice.open.len() == 1 {
            String::from("how much?")
        } else {
            format!("which {name}, {}?", range.words)
        };
        let values: Vec<String> = choice.open.iter().map(|range| self.example(range)).collect();
        format!("{}: {which} `{} {}`", choice.words, choice.key, values.join(" "))
    }

    /// A value of a range as it may be typed.
    fn example(&self, range: &Range) -> String {
        let unit = match range.ty {
            Ty::Length => self.measures.unit(),
            Ty::Angle => 1_000_000,
            _ => 1,
        };
        // The greatest whole number of units, which people find easy to read.
        let whole = range.high.div_euclid(unit);
        if whole.saturating_mul(unit) >= range.low { whole.to_string() } else { String::from("..") }
    }

    /// One of the lines, by its key or its words.
    fn one(&self, machine: &Machine, state: &State, line: &str) -> Result<Answer, String> {
        let keyed = self.list.iter().find(|choice| choice.key.eq_ignore_ascii_case(line));
        if let Some(choice) = keyed {
            return Ok(choice.answer.clone());
        }
        if line.parse::<i64>().is_ok() {
            return Err(if self.is_of_numbers() {
                format!("{line} is not one of these")
            } else {
                format!("there is no line {line}: they are numbered from 1 to {}", self.list.len())
            });
        }
        if numbers(line).is_ok() {
            return Err(String::from("one of them is wanted, not several"));
        }
        let named = self.named(machine, state, line);
        match named.as_slice() {
            [choice] => match choice.open.first() {
                Some(range) => Err(self.how_much(choice, range)),
                None => Ok(choice.answer.clone()),
            },
            [] => Err(match (self.options, naming::wanted(machine, state, line)) {
                (Options::Actions { list, .. }, Ok(wanted))
                    if has_reasons(machine, state, list, &wanted) =>
                {
                    format!("`{line}` is not in the list; `why not {line}` says why")
                }
                _ => format!("`{line}` is no line of the list; `help` says what can be typed"),
            }),
            several => {
                let keys: Vec<&str> = several.iter().map(|choice| choice.key.as_str()).collect();
                Err(format!("`{line}` may be line {}", keys.join(" or ")))
            }
        }
    }

    /// The lines that words may mean: those that read so, else those of that action and those pieces, else those in which each
    /// word begins one.
    fn named(&self, machine: &Machine, state: &State, line: &str) -> Vec<&Choice> {
        let with = |fits: &dyn Fn(&Choice) -> bool| -> Vec<&Choice> {
            self.list.iter().filter(|choice| fits(choice)).collect()
        };
        let exact = with(&|choice| choice.words.eq_ignore_ascii_case(line));
        if !exact.is_empty() {
            return exact;
        }
        if let Ok(wanted) = naming::wanted(machine, state, line) {
            let acts = with(&|choice| match &choice.answer {
                Answer::Act(option) => {
                    machine.program().actions.get(option.action).is_some_and(|action| {
                        let meant =
                            wanted.actions.is_empty() || wanted.actions.contains(&option.action);
                        meant && wanted.fits(action, &option.args)
                    })
                }
                _ => false,
            });
            if !acts.is_empty() {
                return acts;
            }
        }
        let typed: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        with(&|choice| {
            let words = choice.words.to_lowercase();
            let begins = |typed: &String| {
                words.split_whitespace().any(|word| word.starts_with(typed.as_str()))
            };
            !typed.is_empty() && typed.iter().all(begins)
        })
    }

    /// The values of the lines that are named, each once.
    fn picked(&self, line: &str) -> Result<Vec<i64>, String> {
        let mut picked: Vec<(String, i64)> = Vec::new();
        for word in line.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
            let choice = self.list.iter().find(|choice| choice.key == word);
            let Some(Choice { answer: Answer::Value(cell), .. }) = choice else {
                return Err(format!(
                    "there is no line {word}: they are numbered from 1 to {}",
                    self.list.len()
                ));
            };
            if picked.iter().any(|(key, _)| key == word) {
                return Err(format!("{word} is named twice"));
            }
            picked.push((word.to_owned(), *cell));
        }
        Ok(picked.into_iter().map(|(_, cell)| cell).collect())
    }

    fn dice(
        &self,
        available: &[i64],
        (at_least, at_most): (u32, u32),
        line: &str,
    ) -> Result<Answer, String> {
        let counts = dice::faces(&self.faces, line)?;
        for ((face, wanted), there) in self.faces.iter().zip(&counts).zip(available) {
            if wanted > there {
                return Err(format!("{wanted} dice of {face} are named, and {there} may be taken"));
            }
        }
        let many: i64 = counts.iter().sum();
        if !(i64::from(at_least)..=i64::from(at_most)).contains(&many) {
            return Err(format!("{} are wanted, and {many} named", between(at_least, at_most)));
        }
        Ok(Answer::Values(counts))
    }
}

/// What named values make of a line.
fn fill(machine: &Machine, choice: &Choice, wanted: &Wanted) -> Filled {
    let Answer::Act(option) = &choice.answer else { return Filled::default() };
    let meant = wanted.actions.is_empty() || wanted.actions.contains(&option.action);
    match machine.program().actions.get(option.action).filter(|_| meant) {
        Some(action) => typed::fill(action, option, &choice.open, &wanted.values),
        None => Filled::default(),
    }
}

/// An action that may be chosen though no line proposes it: none of the values that are tried for the list may be.
fn unlisted(machine: &Machine, state: &State, wanted: &Wanted) -> Result<Option<Answer>, String> {
    if wanted.actions.is_empty() || wanted.values.is_empty() {
        return Ok(None);
    }
    let Ok(found) = machine.withheld(state, wanted) else { return Ok(None) };
    let allowed: Vec<&ActionOption> = found
        .allowed
        .iter()
        .map(|(option, _)| option)
        .filter(|it| has_range(machine, it))
        .collect();
    match allowed.as_slice() {
        [option] => Ok(Some(Answer::Act((*option).clone()))),
        _ => Ok(None),
    }
}

/// Whether there is something to say about why that is not in the list which a person named.
fn has_reasons(machine: &Machine, state: &State, list: &[ActionOption], wanted: &Wanted) -> bool {
    let place = |action| machine.program().actions.get(action).map(|action| &action.place);
    let here = list.first().and_then(|option| place(option.action));
    let found = || machine.withheld(state, wanted);
    wanted.actions.iter().any(|action| place(*action) != here)
        || found().is_ok_and(|found| !found.list.is_empty() || !found.allowed.is_empty())
}

/// A number of things in words.
fn between(low: u32, high: u32) -> String {
    match (low, high) {
        (0, high) => format!("up to {high}"),
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{low} to {high}"),
    }
}

fn number(word: &str) -> Result<i64, String> {
    word.parse().map_err(|_| format!("`{word}` is not a whole number"))
}

fn numbers(line: &str) -> Result<Vec<i64>, String> {
    line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).map(number).collect()
}
