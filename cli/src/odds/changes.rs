//! What may become of a piece: takes a state and those that may come of it, gives a line for each thing about the piece that may be
//! another way.
//!
//! Of a piece that has parts its own lines tell how many are left and whether they move.

use super::table::percent;
use crate::foresight::stands::{self, Stand, Stands};
use crate::naming::measures::Measures;
use crate::naming::{self, pieces};
use std::collections::BTreeMap;
use warwright_ir::{Expr, Field, Kind, Ty};
use warwright_runtime::{
    Chance, Checked, Distribution, Machine, PlayFault, Standing, State, Until, Values,
};

/// So many values of one thing are told, the likeliest.
const MOST: usize = 6;
/// What stands in a list of fields for where the piece is.
const WHERE: &str = "at";
/// What is told of a piece that is lost.
const LOST: &str = "out of play";
/// Where more battles of a thousand that were played as the dice fell end as it is now, the others may be chance.
const MOSTLY: u32 = 995;
/// So many times of a hundred are nearly always: of what counts for a moment anything else is no news.
const NEARLY_ALWAYS: u32 = 95;

/// How a piece stands, each thing by its name; nothing where it is out of play.
type Known = Option<BTreeMap<String, String>>;

/// What is told of a piece.
#[derive(Debug)]
pub(super) struct Changes<'m> {
    machine: &'m Machine,
    start: &'m State,
    /// Where all stand at the start.
    stands: Option<Stands>,
    /// Whether the ends are some of all that may come.
    sampled: bool,
}

impl<'m> Changes<'m> {
    /// Begins with how all stands now.
    pub(super) fn new(machine: &'m Machine, start: &'m State, sampled: bool) -> Self {
        Self { machine, start, stands: Stands::of(machine, start), sampled }
    }

    /// What of a piece may be another way, a line each.
    ///
    /// # Errors
    ///
    /// A fault where a state is not one of this program.
    pub(super) fn of(&self, ends: &Distribution, piece: i64) -> Result<Vec<String>, PlayFault> {
        let now = self.known(self.start, piece)?;
        let after = ends.values(|state| self.known(state, piece))?;
        let mut names: Vec<&str> = Vec::new();
        for known in std::iter::once(&now).chain(after.chances().map(|(known, _)| known)) {
            names.extend(known.iter().flatten().map(|(name, _)| name.as_str()));
        }
        names.sort_unstable();
        names.dedup();
        let (mut lines, mut sure, mut marks) = (Vec::new(), Vec::new(), Vec::new());
        let lost = after.chance(&None);
        if now.is_some() && lost > Chance::zero() {
            match lost == Chance::one() {
                true => sure.push(String::from(LOST)),
                false => lines.push(format!("{LOST}: {} %", percent(&lost, 1))),
            }
        }
        for name in names {
            let first = self.at_first(piece, name);
            let now = now.as_ref().and_then(|now| now.get(name)).unwrap_or(&first);
            let values = values(&after, name, &first);
            let is_now = |value: &String| now == value;
            // What ends with a moment of itself is no news where that moment comes on the way.
            let passes = (self.is_passing(piece, name) || self.is_held_for_a_time(piece, name))
                && values.iter().all(|(value, _)| *value == first || is_now(value));
            if passes || values.iter().all(|(it, _)| is_now(it)) {
                continue;
            }
            // What counts for a moment is how rules remember what was done; how often or how much of it may come is news.
            let is_sure = matches!(values.as_slice(), [(_, chance)] if *chance == Chance::one());
            if self.field(piece, name).is_some_and(|field| {
                field.resets.is_some() && (is_sure || !matches!(field.ty, Ty::Int | Ty::Bool))
            }) {
                continue;
            }
            if self.is_passing(piece, name) {
                // Of several marks of one thing the first is news.
                let chances: Vec<Chance> = values.iter().map(|(_, it)| it.clone()).collect();
                if is_mostly_sure(&chances) || marks.contains(&chances) {
                    continue;
                }
                marks.push(chances);
            }
            match values.as_slice() {
                [(value, chance)] if *chance == Chance::one() => sure.push(said(name, value)),
                values if self.is_where(piece, name) && values.len() > 2 => {
                    lines.extend(self.moved(ends, piece)?);
                }
                // Where it may be lost nothing else is news.
                [(value, _)] if is_now(value) => {}
                values if self.is_chance(values, now) => {}
                values => lines.push(told(name, values, now)),
            }
        }
        if !sure.is_empty() {
            lines.push(format!("in any case: {}", sure.join(", ")));
        }
        Ok(lines)
    }

    /// Whether so little else than it is now was seen that it may be chance.
    fn is_chance(&self, values: &[(String, Chance)], now: &str) -> bool {
        let Some((value, chance)) = values.first() else { return true };
        self.sampled && value == now && chance.scaled(1_000) > MOSTLY.into()
    }

    /// Whether what is called so counts for a moment: rules remember by it what was done.
    fn is_passing(&self, piece: i64, name: &str) -> bool {
        self.field(piece, name).is_some_and(|field| field.resets.is_some())
    }

    /// Whether that is an ability which a piece has for a time.
    fn is_held_for_a_time(&self, piece: i64, name: &str) -> bool {
        let Ok(standing) = pieces::standing(self.machine, self.start, piece) else { return false };
        let held = self.start.held().iter().filter(|held| held.entity == piece);
        let mut named = standing.held.iter().zip(held);
        named.any(|(of, held)| of == name && held.until != Until::Removed)
    }

    /// Whether a piece moves and how far; nothing where it hardly does.
    fn moved(&self, ends: &Distribution, piece: i64) -> Result<Option<String>, PlayFault> {
        let from = self.stands.as_ref().and_then(|stands| stands.get(piece));
        let far = ends.values(|state| {
            let after = Stands::of(self.machine, state);
            let to = after.as_ref().and_then(|stands| stands.get(piece));
            Ok(from.zip(to).map(|(from, to)| {
                (stands::differs(from, to), stands::moved(self.machine, state, from, to))
            }))
        })?;
        let farthest = far.chances().filter_map(|(far, _)| *far).map(|(_, far)| far).max();
        let stays = far.of(|far| far.is_some_and(|(differs, _)| !differs)).chance(&true);
        if is_mostly_sure(std::slice::from_ref(&stays)) {
            return Ok(None);
        }
        let farthest = Measures::of(self.machine).shown(farthest.unwrap_or_default());
        let stays = percent(&stays, 1);
        Ok(Some(format!("stays where it is: {stays} %, else goes up to {farthest}")))
    }

    /// The field of a piece that has a name.
    fn field(&self, piece: i64, name: &str) -> Option<&'m Field> {
        let program = self.machine.program();
        let mut fields = self.kind(piece)?.fields.iter();
        let own = fields.find(|field| naming::field_name(program, **field) == name)?;
        program.fields.get(*own)
    }

    /// What a thing of a piece is where nothing is said of it.
    fn at_first(&self, piece: i64, name: &str) -> String {
        let Some(field) = self.field(piece, name) else { return String::from("no") };
        // Of where it was at first nobody knows; what is not on the board is nowhere.
        if is_place(&field.ty) {
            return String::from("off the board");
        }
        match self.machine.program().exprs.get(field.initial) {
            Some(Expr::Const(cell)) => {
                self.machine.show(self.start, &field.ty, &[*cell]).unwrap_or_default()
            }
            _ => String::from("as at first"),
        }
    }

    /// How a piece stands in a state.
    fn known(&self, state: &State, piece: i64) -> Checked<Known> {
        let standing = pieces::standing(self.machine, state, piece)?;
        if !standing.in_play {
            return Ok(None);
        }
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in &standing.fields {
            let name = name.replace('_', " ");
            known.insert(name, parts(&standing, value).unwrap_or_else(|| value.clone()));
        }
        let held = standing.held.iter().cloned();
        let ties = standing.ties.iter().map(|tie| format!("{} {}", tie.name, tie.other));
        known.extend(held.chain(ties).map(|name| (name, String::from("yes"))));
        // What has no place of its own may have parts that have one.
        if self.kind(piece).is_some_and(|kind| kind.place.is_none()) {
            let after = Stands::of(self.machine, state);
            let then = after.as_ref().and_then(|all| Some((all, all.get(piece)?)));
            let now = self.stands.as_ref().and_then(|all| Some((all, all.get(piece)?)));
            // Whoever loses a part has not moved.
            let is_new = now.zip(then).is_none_or(|(now, then)| stands::differs(now.1, then.1));
            let place = if is_new { then } else { now };
            // In which cell it is is told by a state of it.
            let place = place.filter(|(_, stand)| !matches!(stand, Stand::Cell(_)));
            let place = place.map(|(all, stand)| stands::place(self.machine, state, all, stand));
            known.extend(place.map(|place| (String::from(WHERE), place)));
        }
        Ok(Some(known))
    }

    /// Whether a name is that of where the piece stands.
    fn is_where(&self, piece: i64, name: &str) -> bool {
        let own = self.kind(piece).and_then(|kind| kind.place);
        own.map_or(name == WHERE, |own| naming::field_name(self.machine.program(), own) == name)
    }

    fn kind(&self, piece: i64) -> Option<&'m Kind> {
        let head = self.start.head(piece)?;
        self.machine.program().kinds.get(head.kind)
    }
}

/// Whether the likeliest comes nearly always.
fn is_mostly_sure(chances: &[Chance]) -> bool {
    chances.first().is_some_and(|likeliest| likeliest.scaled(100) >= NEARLY_ALWAYS.into())
}

fn is_place(ty: &Ty) -> bool {
    match ty {
        Ty::Optional(inner) => is_place(inner),
        ty => *ty == Ty::Place,
    }
}

/// How many parts of a thing a value lists; nothing where it lists something else.
fn parts(standing: &Standing, value: &str) -> Option<String> {
    let of = format!("{} ", standing.name);
    let items: Vec<&str> = value.split(", ").collect();
    items.iter().all(|item| item.starts_with(&of)).then(|| items.len().to_string())
}

/// What a thing may be where the piece is in play, the likeliest first. `first`: what it is where nothing is said.
fn values(after: &Values<Known>, name: &str, first: &str) -> Vec<(String, Chance)> {
    let value = |known: &Known| {
        known.as_ref().map(|known| known.get(name).map_or(first, String::as_str).to_owned())
    };
    let values = after.of(value);
    let mut values: Vec<(String, Chance)> =
        values.chances().filter_map(|(value, chance)| Some((value.clone()?, chance))).collect();
    // A stable sort keeps equals in their order.
    values.sort_by(|(_, one), (_, other)| other.cmp(one));
    values
}

/// What a thing is in any case.
fn said(name: &str, value: &str) -> String {
    match value {
        "yes" => name.to_owned(),
        "no" => format!("no longer {name}"),
        value => format!("{name} {value}"),
    }
}

/// What a thing may be, with how likely it is.
fn told(name: &str, values: &[(String, Chance)], now: &str) -> String {
    let told = match spread(values) {
        Some(spread) => spread,
        None => {
            let each =
                |(value, chance): &(String, Chance)| format!("{value} in {} %", percent(chance, 1));
            let mut told: Vec<String> = values.iter().take(MOST).map(each).collect();
            if values.len() > MOST {
                told.push(format!("and {} others", values.len() - MOST));
            }
            told.join(", ")
        }
    };
    format!("{name}: {told} (now {now})")
}

/// Many numbers: the least and the greatest, and what is reached about every second time.
fn spread(values: &[(String, Chance)]) -> Option<String> {
    let numbers = values.iter().map(|(value, chance)| Some((value.parse::<i64>().ok()?, chance)));
    let mut numbers: Vec<(i64, &Chance)> = numbers.collect::<Option<_>>()?;
    if numbers.len() <= MOST {
        return None;
    }
    numbers.sort_unstable_by_key(|(number, _)| *number);
    let ((least, _), (most, _)) = (numbers.first()?, numbers.last()?);
    let all = numbers.iter().fold(Chance::zero(), |sum, (_, chance)| sum.plus(chance));
    let mut reached = Chance::zero();
    let half = |reached: &Chance| reached.plus(reached) >= all;
    let middle = numbers.iter().rev().find_map(|(number, chance)| {
        reached = reached.plus(chance);
        half(&reached).then_some(*number)
    })?;
    Some(format!("{least} to {most}, {middle} or more in {} %", percent(&reached, 1)))
}
