//! The world of the second opinion: things with what they own, hold and are tied to, kept as plain maps.

use super::value::{Result, Trouble, Value, outside};
use super::{Locals, Second};
use std::collections::{BTreeMap, BTreeSet};
use warwright_compiler::typed::{SideDef, Typed};
use warwright_ir::{
    AbilityId, Edge, EntryId, FieldId, KindBase, KindId, MomentId, ScenarioId, TieId,
};

/// Everything that can be looked back to or supposed otherwise.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// Things in order of creation; a thing is its position.
    pub things: Vec<Thing>,
    /// What is held for a time.
    pub held: Vec<Holding>,
    /// Ties.
    pub ties: Vec<Tying>,
    /// Possessions that are supposed: with their arguments, or lacking.
    pub supposed: BTreeMap<(i64, AbilityId), Option<Vec<Value>>>,
}

/// A thing.
#[derive(Clone, Debug)]
pub struct Thing {
    /// Its kind.
    pub kind: KindId,
    /// What it is one of.
    pub entry: Option<EntryId>,
    /// Its player.
    pub owner: Value,
    /// The side that it is a piece of.
    pub side: Option<usize>,
    /// What it is called.
    pub name: String,
    /// The name that its line gives it.
    pub own: Option<String>,
    /// Whether it is in play.
    pub here: bool,
    /// Its state.
    pub state: BTreeMap<FieldId, Value>,
}

/// Something that is held for a time.
#[derive(Clone, Debug)]
pub struct Holding {
    /// By whom.
    pub who: i64,
    /// What.
    pub ability: AbilityId,
    /// With what arguments.
    pub args: Vec<Value>,
    /// How long.
    pub until: Lasting,
}

/// How long something is held.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lasting {
    /// Until it is taken away.
    Ever,
    /// Until this run ends.
    Run(u64),
    /// Until such a moment, after so many others.
    Next(MomentId, Edge, Runs, u8),
}

/// Whose runs are meant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Runs {
    /// Of this player or thing; anybody's where it is none.
    Of(Value),
    /// Of all others.
    OfOthers(Value),
}

impl Runs {
    /// Whether the runs of `whose` are among them.
    pub fn means(&self, whose: &Value) -> bool {
        match self {
            Self::Of(one) => *one == Value::None || one == whose,
            Self::OfOthers(one) => one != whose,
        }
    }
}

/// A tie between two things.
#[derive(Clone, Debug)]
pub struct Tying {
    /// Which.
    pub tie: TieId,
    /// One end with the fields as it sees them.
    pub left: (i64, Vec<Value>),
    /// The other end.
    pub right: (i64, Vec<Value>),
}

impl Tying {
    /// The other end's number, if this is one.
    pub fn other(&self, one: i64) -> Option<i64> {
        if self.left.0 == one {
            Some(self.right.0)
        } else {
            (self.right.0 == one).then_some(self.left.0)
        }
    }

    /// The fields as one end sees them.
    pub fn seen_by(&mut self, one: i64) -> &mut Vec<Value> {
        if self.left.0 == one { &mut self.left.1 } else { &mut self.right.1 }
    }
}

impl World {
    /// A thing.
    pub fn thing(&self, of: &Value) -> Result<&Thing> {
        let found = usize::try_from(of.cell()?).ok().and_then(|at| self.things.get(at));
        found.ok_or(Trouble::Fault("nothing there"))
    }

    /// A thing to change.
    pub fn thing_mut(&mut self, of: &Value) -> Result<&mut Thing> {
        let found = usize::try_from(of.cell()?).ok().and_then(|at| self.things.get_mut(at));
        found.ok_or(Trouble::Fault("nothing there"))
    }

    /// All in play of a kind.
    pub fn all(&self, typed: &Typed, kind: KindId) -> Vec<i64> {
        let same = |other: KindId| {
            let base = |kind: KindId| typed.kinds[kind].base;
            let people = [KindBase::Player, KindBase::Side];
            other == kind || (people.contains(&base(other)) && people.contains(&base(kind)))
        };
        let numbered = (0i64..).zip(&self.things);
        let here = numbered.filter(|(_, thing)| thing.here && same(thing.kind));
        here.map(|(number, _)| number).collect()
    }

    /// The tie between two things.
    pub fn tie(&mut self, tie: TieId, one: i64, other: i64) -> Option<&mut Tying> {
        self.ties.iter_mut().find(|it| it.tie == tie && it.other(one) == Some(other))
    }
}

impl Second<'_> {
    /// Sets up a battle: players, the battle, things, pieces; then the initial state of each.
    pub(super) fn set_up(&mut self, scenario: ScenarioId) -> Result<()> {
        self.scenario = scenario;
        self.world = World::default();
        let typed = self.typed;
        let setup = &typed.scenarios[scenario];
        let kinds = || typed.kinds.iter();
        let people = kinds().find(|(_, it)| matches!(it.base, KindBase::Player | KindBase::Side));
        for (number, side) in setup.sides.iter().enumerate() {
            let Some((kind, _)) = people else { break };
            let owner = Value::Cell(i64::try_from(number).unwrap());
            self.add(kind, None, owner, None, &side.name);
        }
        for (kind, def) in kinds().filter(|(_, it)| it.base == KindBase::Battle) {
            self.add(kind, None, Value::None, None, &def.name);
        }
        for (kind, def) in kinds() {
            if def.base == KindBase::Thing && !def.closed && !def.fleeting {
                for entry in &def.entries {
                    let declared = &typed.entries[*entry];
                    if declared.base.is_none() {
                        self.add(kind, Some(*entry), Value::None, None, &declared.name);
                    }
                }
            }
        }
        let mut given = Vec::new();
        for (number, side) in setup.sides.iter().enumerate() {
            for piece in &side.pieces {
                let declared = &typed.entries[piece.entry];
                let owner = Value::Cell(i64::try_from(number).unwrap());
                let name =
                    piece.name.clone().unwrap_or_else(|| titled(typed, scenario, number, piece));
                let thing = self.add(declared.kind, Some(piece.entry), owner, Some(number), &name);
                self.world.things[usize::try_from(thing).unwrap()].own = piece.name.clone();
                self.pieces.push(thing);
                given.extend(piece.state.iter().map(|(field, cell)| (thing, *field, *cell)));
            }
        }
        for (kind, def) in kinds().filter(|(_, it)| it.base == KindBase::Card) {
            for entry in &def.entries {
                self.add_cards(scenario, kind, *entry);
            }
        }
        for number in 0..self.world.things.len() {
            self.begin_state(i64::try_from(number).unwrap())?;
        }
        for (thing, field, cell) in given {
            let ty = &typed.fields[field].ty;
            let thing = self.world.thing_mut(&Value::Cell(thing))?;
            thing.state.insert(field, Value::of_cell(ty, cell));
        }
        self.told.clear();
        self.used = BTreeSet::new();
        Ok(())
    }

    /// The cards of an entry: its copies, once or for each player who has it.
    fn add_cards(&mut self, scenario: ScenarioId, kind: KindId, entry: EntryId) {
        let typed = self.typed;
        let def = &typed.kinds[kind];
        let declared = &typed.entries[entry];
        let copies = def.copies.and_then(|by| def.profiles.iter().position(|it| *it == by));
        let copies = match copies.map(|at| &declared.values[at]) {
            Some(warwright_ir::Value::Scalar(copies)) => *copies,
            _ => 1,
        };
        let sides = (0i64..).zip(&typed.scenarios[scenario].sides);
        let has = |side: &SideDef| {
            declared.faction.as_ref().is_none_or(|it| side.armies.contains(&it.to_string()))
        };
        let owners: Vec<Value> = match def.each_player {
            true => {
                sides.filter(|(_, side)| has(side)).map(|(player, _)| Value::Cell(player)).collect()
            }
            false => vec![Value::None],
        };
        for owner in owners {
            for _ in 0..copies {
                self.add(kind, Some(entry), owner.clone(), None, &declared.name);
            }
        }
    }

    fn add(
        &mut self,
        kind: KindId,
        entry: Option<EntryId>,
        owner: Value,
        side: Option<usize>,
        name: &str,
    ) -> i64 {
        let state = BTreeMap::new();
        let name = name.to_owned();
        let thing = Thing { kind, entry, owner, side, name, own: None, here: true, state };
        self.world.things.push(thing);
        i64::try_from(self.world.things.len()).unwrap() - 1
    }

    /// Makes a thing of a fleeting kind.
    pub(super) fn create(&mut self, kind: KindId, owner: Value) -> Result<i64> {
        let before = self.world.things.iter().filter(|thing| thing.kind == kind).count();
        let name = format!("{} {}", self.typed.kinds[kind].name, before + 1);
        let thing = self.add(kind, None, owner, None, &name);
        self.begin_state(thing)?;
        Ok(thing)
    }

    fn begin_state(&mut self, thing: i64) -> Result<()> {
        let kind = self.world.thing(&Value::Cell(thing))?.kind;
        let base = self.typed.kinds[kind].base;
        let people = [KindBase::Player, KindBase::Side];
        for (field, def) in self.typed.fields.iter() {
            let of = self.typed.kinds[def.kind].base;
            if def.kind == kind || (people.contains(&base) && people.contains(&of)) {
                self.begin_field(thing, field)?;
            }
        }
        Ok(())
    }

    /// Sets a field to its initial value.
    pub(super) fn begin_field(&mut self, thing: i64, field: FieldId) -> Result<()> {
        let def = &self.typed.fields[field];
        let mut locals = Locals::of(&def.locals, &[Value::Cell(thing)]);
        let value = self.eval(&self.world, &mut locals, &def.initial)?;
        self.world.thing_mut(&Value::Cell(thing))?.state.insert(field, value);
        Ok(())
    }

    /// Sets a field of all that have it back.
    pub(super) fn reset(&mut self, field: FieldId) -> Result<()> {
        for number in 0..self.world.things.len() {
            if self.world.things[number].state.contains_key(&field) {
                self.begin_field(i64::try_from(number).unwrap(), field)?;
            }
        }
        Ok(())
    }

    /// Writes a field, with what mirrors it.
    pub(super) fn write(&mut self, of: &Value, field: FieldId, value: Value) -> Result<()> {
        let def = &self.typed.fields[field];
        if outside(&value, def.ty.bounds()) {
            return Err(Trouble::Fault("out of range"));
        }
        let typed = self.typed;
        let mirror = def.inverse.or_else(|| {
            let at = typed.fields.values().position(|other| other.inverse == Some(field));
            at.map(|at| FieldId(u32::try_from(at).unwrap()))
        });
        let old = self.world.thing_mut(of)?.state.insert(field, value.clone());
        let (Some(mirror), Some(old)) = (mirror, old) else { return Ok(()) };
        let list = |value: &Value| match value {
            Value::Many(items) => items.clone(),
            Value::None => Vec::new(),
            one => vec![one.clone()],
        };
        let (old, new) = (list(&old), list(&value));
        for gone in old.iter().filter(|it| !new.contains(it)) {
            match self.world.thing_mut(gone)?.state.get_mut(&mirror) {
                Some(Value::Many(set)) => set.retain(|it| it != of),
                Some(one) => *one = Value::None,
                None => {}
            }
        }
        for come in new.iter().filter(|it| !old.contains(it)) {
            let before = match self.world.thing_mut(come)?.state.get_mut(&mirror) {
                Some(Value::Many(set)) => {
                    set.push(of.clone());
                    set.sort();
                    set.dedup();
                    Value::None
                }
                Some(one) => std::mem::replace(one, of.clone()),
                None => Value::None,
            };
            if before != Value::None
                && before != *of
                && let Some(Value::Many(set)) = self.world.thing_mut(&before)?.state.get_mut(&field)
            {
                set.retain(|it| it != come);
            }
        }
        Ok(())
    }
}

/// What a piece without a name of its own is called.
fn titled(
    typed: &Typed,
    scenario: ScenarioId,
    side: usize,
    piece: &warwright_compiler::typed::PieceDef,
) -> String {
    let sides = &typed.scenarios[scenario].sides;
    let name = |entry: EntryId| &typed.entries[entry].name;
    let same = |it: &&warwright_compiler::typed::PieceDef| {
        it.name.is_none() && name(it.entry) == name(piece.entry)
    };
    let here: Vec<_> = sides[side].pieces.iter().filter(same).collect();
    let mut title = name(piece.entry).clone();
    if here.len() > 1 {
        let at = here.iter().position(|it| std::ptr::eq(*it, piece)).unwrap();
        title = format!("{title} {}", at + 1);
    }
    let others = (0..).zip(sides).any(|(at, it)| at != side && it.pieces.iter().any(|p| same(&p)));
    if others { format!("{title} ({})", sides[side].name) } else { title }
}
