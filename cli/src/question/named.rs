//! The pieces of a battle that a question names: `#3` by its number, or in quotes by the name that the story has for it.
//!
//! The test of a question has a local for each. It is declared by its kind alone, as a plain entry of that kind: what the piece is
//! by then (which options it has, which form it took) stands in the state of the battle.

use super::written::Phrase;
use crate::naming;
use crate::output::Failure;
use warwright_ir::{Entry, EntryId, KindBase, Program};
use warwright_runtime::{Machine, State};

/// The pieces of a battle that can be named.
#[derive(Debug)]
pub(super) struct Pieces {
    all: Vec<Piece>,
    last: usize,
}

/// A piece of a battle.
#[derive(Debug)]
pub(super) struct Piece {
    number: String,
    name: String,
    /// What it is, without its options.
    title: String,
    local: String,
    /// The place of its local among those of the test.
    order: (bool, usize),
    pub(super) entity: i64,
    /// How a test is given a piece of its kind.
    pub(super) given: String,
}

impl Pieces {
    /// Those of a battle.
    pub(super) fn of(machine: &Machine, state: &State) -> Self {
        let program = machine.program();
        let mut owners: Vec<Option<i64>> = Vec::new();
        let (mut all, mut last) = (Vec::new(), 0);
        for (number, entity, name) in naming::numbered(machine, state) {
            last = last.max(number.parse().unwrap_or(0));
            let Some(kind) = state.head(entity).map(|head| head.kind) else { continue };
            let base = program.kinds.get(kind).map(|it| it.base);
            let is_area = base == Some(KindBase::Area);
            if !is_area && base != Some(KindBase::Piece) {
                continue;
            }
            let layout = machine.layout(state.scenario).ok();
            let planned = usize::try_from(entity).ok().and_then(|at| layout?.plan.get(at));
            let own = planned.and_then(|planned| planned.entry).map(|id| plain(program, id));
            let of_kind = program.entries.iter().filter(|(_, it)| it.kind == kind);
            let others = of_kind.filter(|(_, it)| it.base.is_none()).map(|(id, _)| id);
            let mut fitting = own.into_iter().chain(others);
            let Some(entry) = fitting.find(|id| is_alone(program, *id)) else { continue };
            let title = own.map_or_else(String::new, |id| title(program, id).to_owned());
            let owner = naming::owner(machine, state, entity);
            let side = owners.iter().position(|known| *known == owner).unwrap_or_else(|| {
                owners.push(owner);
                owners.len() - 1
            });
            let local = format!("piece{number}");
            let of = if is_area { String::new() } else { format!(" of seat_{side}") };
            let given = format!("{local}: \"{}\"{of}", self::title(program, entry));
            let order = (is_area, side);
            all.push(Piece { number, name, title, local, order, entity, given });
        }
        Self { all, last }
    }

    /// Those that phrases name, in the order of the locals of a test that is given them.
    pub(super) fn named<'p>(&self, phrases: impl Iterator<Item = &'p Phrase>) -> Vec<&Piece> {
        let locals: Vec<&String> =
            phrases.flat_map(|it| &it.parts).filter_map(|(_, name)| name.as_ref()).collect();
        let named = self.all.iter().filter(|piece| locals.contains(&&piece.local));
        let mut named: Vec<&Piece> = named.collect();
        // Tests have their pieces side by side, and areas behind them.
        named.sort_by_key(|piece| piece.order);
        named
    }

    /// What was typed, with a local for each piece that it names.
    ///
    /// # Errors
    ///
    /// A number that no piece has, or a name that several have with numbers behind it.
    pub(super) fn spelt(&self, typed: &str) -> Result<Phrase, Failure> {
        let mut parts: Vec<(String, Option<String>)> = Vec::new();
        let mut plain = String::new();
        let mut rest = typed;
        while let Some(sign) = rest.chars().next() {
            let inches = plain.ends_with(|last: char| last.is_ascii_digit());
            let long = match sign {
                '#' => 1 + rest.get(1..).map_or(0, digits),
                '"' if !inches => {
                    rest.get(1..).and_then(|it| it.find('"')).map_or(rest.len(), |at| at + 2)
                }
                sign => sign.len_utf8(),
            };
            let (part, after) = rest.split_at(long.min(rest.len()));
            let piece = match sign {
                '#' => Some(self.numbered(part)?),
                '"' if long > 1 => self.called(part.trim_matches('"'), &plain, after)?,
                _ => None,
            };
            match piece {
                Some(piece) => {
                    parts.push((std::mem::take(&mut plain), None));
                    parts.push((part.to_owned(), Some(piece.local.clone())));
                }
                None => plain.push_str(part),
            }
            rest = after;
        }
        parts.push((plain, None));
        parts.retain(|(typed, _)| !typed.is_empty());
        Ok(Phrase { parts })
    }

    fn numbered(&self, sign: &str) -> Result<&Piece, Failure> {
        let number = sign.trim_start_matches('#');
        let found = self.all.iter().find(|piece| piece.number.eq_ignore_ascii_case(number));
        let last = self.last;
        found.ok_or_else(|| {
            Failure::failed(format!("there is no piece {sign}; they are numbered from 1 to {last}"))
        })
    }

    /// The piece of a name. What it is without its options names it where something is asked of it and no other is that.
    fn called(&self, name: &str, before: &str, after: &str) -> Result<Option<&Piece>, Failure> {
        if let Some(piece) = self.all.iter().find(|piece| piece.name == name) {
            return Ok(Some(piece));
        }
        let asked = after.starts_with('.') || before.trim_end().ends_with(['(', ',']);
        let is_it = |piece: &&Piece| {
            let rest = piece.name.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            let many = rest.is_some_and(|rest| {
                !rest.is_empty() && rest.bytes().all(|sign| sign.is_ascii_digit())
            });
            many || (asked && piece.title == name)
        };
        let found: Vec<&Piece> = self.all.iter().filter(is_it).collect();
        match found.as_slice() {
            [] => Ok(None),
            [only] if asked => Ok(Some(only)),
            several => {
                let several: Vec<String> =
                    several.iter().map(|piece| format!("\"{}\"", piece.name)).collect();
                let several = several.join(", ");
                Err(Failure::failed(format!("which \"{name}\"? There are {several}")))
            }
        }
    }
}

/// How many bytes of a text are the number of a piece: digits, and the letter of a part.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphanumeric).count()
}

/// The entry of which another is a form, or has options.
fn plain(program: &Program, entry: EntryId) -> EntryId {
    let base = |id: &EntryId| program.entries.get(*id).and_then(|it: &Entry| it.base);
    // What is a form of itself would be a damaged program.
    std::iter::successors(Some(entry), base).take(program.entries.len()).last().unwrap_or(entry)
}

/// Whether no other thing has the title of an entry.
fn is_alone(program: &Program, entry: EntryId) -> bool {
    let own = title(program, entry);
    program.entries.iter().all(|(id, _)| id == entry || title(program, id) != own)
}

fn title(program: &Program, entry: EntryId) -> &str {
    let name = program.entries.get(entry).map(|it| it.name);
    name.and_then(|name| program.texts.get(name)).map_or("", String::as_str)
}
