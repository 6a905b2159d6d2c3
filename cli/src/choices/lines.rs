//! Lines: which of them is meant by a key, by words, or by an action with values.

use super::Choices;
use super::choice::{Choice, has_range};
use super::read::numbers;
use super::refused::has_reasons;
use super::typed::{self, Filled};
use crate::naming;
use warwright_ir::Ty;
use warwright_runtime::{ActionOption, Answer, Machine, Options, Range, State, Wanted};

/// Words for the line that ends a list, however that is worded.
const ENDING: [&str; 4] = ["no", "none", "done", "pass"];

impl Choices<'_> {
    /// A line of one piece, where the list is shown by pieces: `3 2` or `3 WORDS`. Nothing where the line does not begin so.
    pub(super) fn by_its_piece(
        &self,
        machine: &Machine,
        state: &State,
        line: &str,
    ) -> Option<Result<Answer, String>> {
        let (first, rest) = line.split_once(char::is_whitespace)?;
        let piece = self.pieces.iter().find(|piece| piece.number == first)?;
        let rest = rest.trim();
        let (word, values) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if word.parse::<i64>().is_ok() {
            let line = format!("{first}.{rest}");
            return Some(self.read(machine, state, line.trim()));
        }
        // What is read with the action first is read so.
        let turned = format!("{word} {first} {values}");
        if let Ok(answer) = self.read(machine, state, turned.trim()) {
            return Some(Ok(answer));
        }
        let mut own = piece.of(&self.list);
        own.retain(|choice| begin(rest, &choice.words));
        Some(match own.as_slice() {
            [choice] if choice.open.is_empty() => Ok(choice.answer.clone()),
            [] => Err(format!("`{rest}` is no line of {}; `{first}` shows them", piece.name)),
            several => Err(several_lines(line, several.iter().map(|choice| choice.key.as_str()))),
        })
    }

    /// Why what was typed while a piece was shown is not taken: it fits a line of another alone, and does not name that one.
    pub fn astray(&self, number: &str, line: &str, answer: &Answer) -> Option<String> {
        let at = self.list.iter().position(|choice| choice.answer == *answer)?;
        let shown = self.pieces.iter().find(|piece| piece.number == number)?;
        let other = self.pieces.iter().find(|piece| piece.lines.contains(&at))?;
        let is_key = self.list.get(at).is_some_and(|it| it.key.eq_ignore_ascii_case(line));
        let typed = line.to_lowercase();
        let name = other.name.to_lowercase();
        let is_named = typed.split_whitespace().any(|word| {
            word == other.number || name.split(' ').any(|of| word.len() > 2 && of.starts_with(word))
        });
        if shown.number == other.number || is_key || is_named {
            return None;
        }
        let (shown, of) = (&shown.name, &other.number);
        Some(format!("`{line}` is no line of {shown}; of {}: `{of} {line}`", other.name))
    }

    /// One of the lines, by its key or its words.
    pub(super) fn one(
        &self,
        machine: &Machine,
        state: &State,
        line: &str,
    ) -> Result<Answer, String> {
        let keyed = self.list.iter().find(|choice| choice.key.eq_ignore_ascii_case(line));
        if let Some(choice) = keyed {
            return Ok(choice.answer.clone());
        }
        if let Some(ends) = self.list.iter().find(|choice| choice.answer == Answer::Nothing)
            && ENDING.iter().any(|word| word.eq_ignore_ascii_case(line))
        {
            return Ok(ends.answer.clone());
        }
        if let Options::Whether = self.options {
            let said = |choice: &&Choice| {
                !line.is_empty() && choice.words.starts_with(&line.to_ascii_lowercase())
            };
            let said = self.list.iter().find(said).map(|choice| choice.answer.clone());
            return said.ok_or_else(|| format!("`{line}` is neither yes nor no"));
        }
        if line.parse::<i64>().is_ok() {
            return Err(if let Some((number, name)) = self.piece(line) {
                format!("which line of {name}? One such as `{number}.1`: `{number}` shows them")
            } else if !self.pieces.is_empty() {
                format!("there is nothing that piece {line} can do here")
            } else if self.is_of_numbers() {
                self.not_one_of_these(line)
            } else if let Some(name) = self.piece_left_out(machine, state, line) {
                format!("{line} is {name}, not in the list; `why not {line}` says why")
            } else {
                self.no_line(line)
            });
        }
        if numbers(line).is_ok() {
            return Err(String::from("one of them is wanted, not several"));
        }
        if self.is_old_letter(line) {
            return Err(self.no_line_now(line));
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
                _ if self.is_left_out(machine, state, line) => {
                    format!("`{line}` is not in the list; `why not {line}` says why")
                }
                _ => format!("`{line}` is no line of the list; `help` says what can be typed"),
            }),
            several => Err(several_lines(line, several.iter().map(|choice| choice.key.as_str()))),
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
        with(&|choice| begin(line, &choice.words))
    }

    /// An action with values that are typed; nothing where the line does not name any that has them.
    pub(super) fn filled(
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
            None if self.list.iter().any(|choice| choice.key == first) => return Ok(None),
            None if first.parse::<i64>().is_ok() || self.is_old_letter(line) => return Ok(None),
            None if !self.pieces.is_empty() && line.split_once('.').is_some_and(are_numbers) => {
                return Err(self.no_line_now(line));
            }
            None => match naming::wanted(machine, state, line) {
                Ok(wanted) => (self.list.iter().collect(), wanted),
                Err(_) => return Ok(None),
            },
        };
        let mut found: Vec<(&Choice, ActionOption, bool)> = Vec::new();
        let mut missing: Vec<(&Choice, Range)> = Vec::new();
        for choice in lines.into_iter().filter(|choice| !choice.open.is_empty()) {
            let Filled { whole, missing: lacks } = self.fill(machine, choice, &wanted);
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

    /// What named values make of a line.
    fn fill(&self, machine: &Machine, choice: &Choice, wanted: &Wanted) -> Filled {
        let Answer::Act(option) = &choice.answer else { return Filled::default() };
        let meant = wanted.actions.is_empty() || wanted.actions.contains(&option.action);
        let action = machine.program().actions.get(option.action).filter(|_| meant);
        let in_range = |range: &Range, value| self.measures.in_range(range, value);
        action.map_or_else(Filled::default, |action| {
            typed::fill(action, option, (&choice.open, &in_range), &wanted.values)
        })
    }

    /// The key of the line that is named where a value is wanted for it alone: what is typed next may be that value.
    pub fn lacking(&self, machine: &Machine, state: &State, line: &str) -> Option<&str> {
        let keyed = self.list.iter().find(|choice| choice.key.eq_ignore_ascii_case(line));
        let meant = keyed.or_else(|| match self.named(machine, state, line).as_slice() {
            [one] => Some(*one),
            _ => None,
        })?;
        matches!(meant.open.as_slice(), [_]).then_some(meant.key.as_str())
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

    /// A value of a range as it may be typed: the greatest.
    fn example(&self, range: &Range) -> String {
        let shown = match range.ty {
            Ty::Length => self.measures.shown(range.high),
            Ty::Angle => (range.high / 1_000_000).to_string(),
            _ => range.high.to_string(),
        };
        shown.trim_end_matches(self.measures.mark()).to_owned()
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

/// Whether both sides of a point are whole numbers.
fn are_numbers((one, other): (&str, &str)) -> bool {
    [one, other].iter().all(|part| part.parse::<u32>().is_ok())
}

/// Whether each word that is typed begins one of the words.
pub(super) fn begin(typed: &str, words: &str) -> bool {
    let (typed, words) = (typed.to_lowercase(), words.to_lowercase());
    let begins = |typed: &str| words.split_whitespace().any(|word| word.starts_with(typed));
    !typed.trim().is_empty() && typed.split_whitespace().all(begins)
}

/// What is typed may be one of several lines.
fn several_lines<'k>(line: &str, keys: impl Iterator<Item = &'k str>) -> String {
    format!("`{line}` may be line {}", keys.collect::<Vec<_>>().join(" or "))
}
