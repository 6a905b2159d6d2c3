//! Linking: takes a validated program, gives the tables that make running it fast: places of fields, indexes, sizes of frames.

mod bearers;
mod cards;
mod field;
mod figures;
mod heads;
mod layout;
mod long;
mod near;
mod owned;
mod pruning;
mod secrets;
mod setting;
mod shunned;
mod steady;
mod telling;

pub(crate) use bearers::{owned, owned_as};
pub(crate) use cards::{Cards, Held as CardSlots, kind_of};
pub(crate) use field::Field;
use figures::Figures;
pub use heads::{Head, Heads};
pub use layout::{Layout, Planned};
pub(crate) use pruning::Early;
pub(crate) use secrets::{Secret, Secrets};
pub(crate) use setting::{
    ActionLink, Carrier, ClauseLink, HookLink, PermissionLink, ProcedureLink, QuantityLink,
    Setting, Source, StepLink,
};

pub(crate) use shunned::Unwanted;
use shunned::Unwanteds;
use steady::Steady;

use crate::code::Near;
use crate::optimisations::Optimisations;
use crate::space::plane::{Footprint, Grain};
use crate::watch::{Part, Watch};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use warwright_ir::{
    AbilityId, Act, Arena, Die, DieId, Edge, Entry, EntryId, Expr, ExprId, FieldId, FootprintOf,
    Id, KindBase, KindId, MomentId, ProfileId, ScenarioId, Ty, ValidProgram, Value,
};

/// Cells at the head of each entity: the entry it is of, the player it belongs to, whether it is in play, then its possessions.
pub(crate) const ENTRY: usize = 0;
/// See [`ENTRY`].
pub(crate) const OWNER: usize = 1;
/// See [`ENTRY`].
pub(crate) const IN_PLAY: usize = 2;
/// See [`ENTRY`].
pub(crate) const BITS: usize = 3;

/// Where a state field is kept, counted from the start of its entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldPlace {
    /// A cell.
    Cell(u32),
    /// A wide value.
    Wide(u32),
}

/// What is known of a kind when it is linked.
#[derive(Clone, Debug)]
pub(crate) struct KindLink {
    /// Kinds of one class are the same entities (players and sides).
    pub(crate) class: u32,
    /// Cells of an entity.
    pub(crate) cells: usize,
    /// Wide values of an entity.
    pub(crate) wides: usize,
    /// The state fields of an entity.
    pub(crate) fields: Vec<FieldId>,
    /// The possession bits of abilities that no act gives, word by word.
    pub(crate) steady: Vec<i64>,
}

/// What is known of an ability when it is linked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AbilityLink {
    /// The cell with its bit, counted from the start of the entity.
    pub(crate) word: usize,
    /// The bit in that cell.
    pub(crate) mask: i64,
    /// Whether some act gives it.
    pub(crate) granted: bool,
}

/// What is known of a moment when it is linked.
#[derive(Clone, Debug, Default)]
pub(crate) struct MomentLink {
    /// Which fields it remembers, by position.
    pub(crate) covered: Vec<bool>,
    /// Fields that are set back at its start.
    pub(crate) resets_at_start: Vec<FieldId>,
    /// Fields that are set back at its end.
    pub(crate) resets_at_end: Vec<FieldId>,
}

/// A program with its tables.
#[derive(Debug)]
pub(crate) struct Linked {
    pub(crate) program: ValidProgram,
    pub(crate) kinds: Arena<KindId, KindLink>,
    pub(crate) fields: Arena<FieldId, FieldPlace>,
    pub(crate) abilities: Arena<AbilityId, AbilityLink>,
    /// The abilities that rules give, lend or suppose.
    pub(crate) given: BTreeSet<AbilityId>,
    /// Whether rules change what things are.
    pub(crate) changes_form: bool,
    /// The position of each profile among those of its kind.
    pub(crate) profiles: Arena<ProfileId, usize>,
    /// The figures that are printed of each entry.
    pub(crate) figures: Figures,
    /// The other field of a mirrored pair.
    pub(crate) mirrors: Arena<FieldId, Option<FieldId>>,
    pub(crate) moments: Arena<MomentId, MomentLink>,
    /// Of expressions that are all entities of a kind that belong to a player: the kind, and the player.
    pub(crate) owned: Vec<Option<(KindId, ExprId)>>,
    /// Of conditions on items that hold only of those near something: what that is, by number.
    pub(crate) near: Vec<Option<Near>>,
    /// What policies never want.
    pub(crate) unwanted: Unwanteds,
    /// Which conditions take long, by number.
    pub(crate) takes_long: Vec<bool>,
    /// Values that are made once for all items.
    pub(crate) steady: Steady,
    /// Which functions are worth keeping the values of while one question is answered, by number.
    pub(crate) dear: Vec<bool>,
    /// Which functions take long, by number.
    pub(crate) long: Vec<bool>,
    /// Which conditions are asked last where the least of something is looked for, by number.
    pub(crate) late: Vec<bool>,
    /// Whether lengths are shown in inches (else in centimetres).
    pub(crate) inches: bool,
    /// To what lengths are rounded before a rule sees them.
    pub(crate) grain: Grain,
    /// The footprint of each entry in which it is printed, by number.
    pub(crate) footprints: Vec<Option<Footprint>>,
    /// The dice of which each face stands on one side.
    pub(crate) fair: Vec<DieId>,
    /// The kinds of which rules make things in play.
    pub(crate) made: Vec<KindId>,
    /// The fields that hold where pieces stand.
    pub(crate) places: Vec<FieldId>,
    /// Notes what has an effect, where anybody wants to know.
    pub(crate) watch: Option<Watch>,
    /// Whether all that runs is to stop.
    pub(crate) halted: AtomicBool,
    /// Which shortcuts are taken.
    pub(crate) optimisations: Optimisations,
    /// Where values that name cards may stand on the stack.
    pub(crate) cards: Cards,
    /// Where what was chosen to be hidden may stand on the stack.
    pub(crate) secrets: Secrets,
    /// Tells it from all that were linked before: what was worked out by one program is not known to another.
    pub(crate) number: u64,
    settings: Arena<ScenarioId, OnceLock<Arc<Setting>>>,
}

/// How many programs were linked.
static LINKED: AtomicU64 = AtomicU64::new(0);

impl Linked {
    pub(crate) fn new(program: ValidProgram, optimisations: Optimisations) -> Self {
        let on = optimisations;
        let classes = classes(&program);
        let (long, late) = long::long(&program);
        let steady = if on.steady { Steady::of(&program) } else { Steady::default() };
        let is_steady = |id| steady.get(id).is_some();
        let mut linked = Self {
            kinds: Arena::new(),
            fields: filled(program.fields.len(), || FieldPlace::Cell(0)),
            abilities: Arena::new(),
            given: bearers::given(&program),
            changes_form: bearers::changes_form(&program),
            profiles: filled(program.profiles.len(), || 0),
            figures: Figures::of(&program),
            mirrors: filled(program.fields.len(), || None),
            moments: Arena::new(),
            owned: if on.owned { owned::owned(&program) } else { Vec::new() },
            near: if on.near { near::near(&program, is_steady) } else { Vec::new() },
            steady,
            dear: long::worth_keeping(&program),
            unwanted: Unwanteds::of(&program),
            takes_long: shunned::takes_long(&program, &long),
            long,
            late,
            inches: measured_in_inches(&program),
            grain: program.grain.and_then(Grain::new).unwrap_or(Grain::FINEST),
            footprints: footprints(&program),
            fair: fair(&program),
            made: made(&program),
            places: program.kinds.values().filter_map(|kind| kind.place).collect(),
            watch: None,
            halted: AtomicBool::new(false),
            optimisations,
            cards: Cards::new(&program),
            secrets: Secrets::new(&program),
            number: LINKED.fetch_add(1, Ordering::Relaxed),
            settings: filled(program.scenarios.len(), OnceLock::new),
            program,
        };
        linked.link_kinds(&classes);
        linked.link_abilities(&classes);
        linked.link_moments();
        linked
    }

    /// The tables of a scenario; nothing for one that does not exist.
    pub(crate) fn setting(&self, scenario: ScenarioId) -> Option<&Arc<Setting>> {
        let cell = self.settings.get(scenario)?;
        Some(cell.get_or_init(|| Arc::new(Setting::new(self, scenario))))
    }

    /// Lets go of the tables of a scenario, until it is asked for again.
    pub(crate) fn forget(&mut self, scenario: ScenarioId) {
        self.settings.get_mut(scenario).and_then(OnceLock::take);
    }

    /// The fields that an entity of a kind no longer has when it leaves play: where it is, and what mirrors others.
    pub(crate) fn left_behind(&self, kind: KindId) -> impl Iterator<Item = FieldId> {
        let declared = self.program.kinds.get(kind);
        let fields = self.kinds.get(kind).map_or(&[] as &[FieldId], |kind| &kind.fields);
        let mirrored = |field: &FieldId| self.mirrors.get(*field).copied().flatten().is_some();
        declared
            .into_iter()
            .flat_map(|kind| [kind.place, kind.region, kind.cell])
            .flatten()
            .chain(fields.iter().copied().filter(mirrored))
    }

    /// The entry whose number stands in a cell.
    pub(crate) fn entry(&self, cell: i64) -> Option<&Entry> {
        self.program.entries.get(EntryId(u32::try_from(cell).ok()?))
    }

    /// The entry of a member of a closed kind.
    pub(crate) fn member(&self, kind: KindId, cell: i64) -> Option<EntryId> {
        let position = usize::try_from(cell).ok()?;
        self.program.kinds.get(kind)?.entries.get(position).copied()
    }

    /// The form of an entry that has a name: the entry itself, what it is a form of, or another form of that. What was
    /// bought with it stays.
    pub(crate) fn form(&self, entry: EntryId, name: i64) -> Option<EntryId> {
        let entries = &self.program.entries;
        let whole = self.whole(entry)?;
        let forms = entries.get(whole)?.forms.iter().copied();
        std::iter::once(whole).chain(forms).find(|form| {
            let declared = entries.get(self.declared(*form));
            declared.is_some_and(|form| {
                let names = [Some(form.name), form.form];
                names.iter().flatten().any(|text| i64::from(text.0) == name)
            })
        })
    }

    /// The entry of which an entry is a form, or itself.
    fn whole(&self, entry: EntryId) -> Option<EntryId> {
        let declared = self.program.entries.get(entry)?;
        Some(declared.base.filter(|_| declared.form.is_some()).unwrap_or(entry))
    }

    /// The entry as it was declared, without what was bought with it; a form is one of its own.
    pub(crate) fn declared(&self, entry: EntryId) -> EntryId {
        let entries = &self.program.entries;
        let found = || {
            let whole = self.whole(entry)?;
            let unit = entries.get(whole)?.base?;
            let Some(form) = entries.get(entry)?.form else { return Some(unit) };
            let mut forms = entries.get(unit)?.forms.iter().copied();
            forms.find(|it| entries.get(*it).is_some_and(|it| it.form == Some(form)))
        };
        found().unwrap_or(entry)
    }

    /// A printed figure of an entry.
    pub(crate) fn printed(&self, entry: EntryId, profile: ProfileId) -> Option<&Value> {
        let position = self.profiles.get(profile)?;
        self.program.entries.get(entry)?.values.get(*position)
    }

    fn link_kinds(&mut self, classes: &[u32]) {
        for (id, kind) in self.program.kinds.iter() {
            for (position, profile) in kind.profiles.iter().enumerate() {
                if let Some(place) = self.profiles.get_mut(*profile) {
                    *place = position;
                }
            }
            let class = classes.get(id.position()).copied().unwrap_or(0);
            let same = |other: KindId| classes.get(other.position()) == Some(&class);
            let abilities = self.program.abilities.values().filter(|a| same(a.kind)).count();
            let words = abilities.div_ceil(64);
            let mut link = KindLink {
                class,
                cells: BITS + words,
                wides: 0,
                fields: Vec::new(),
                steady: vec![0; words],
            };
            for (field, declared) in self.program.fields.iter() {
                if !same(declared.kind) {
                    continue;
                }
                link.fields.push(field);
                let (count, place): (&mut usize, fn(u32) -> FieldPlace) = if declared.ty.is_wide() {
                    (&mut link.wides, FieldPlace::Wide)
                } else {
                    (&mut link.cells, FieldPlace::Cell)
                };
                if let Some(kept) = self.fields.get_mut(field) {
                    *kept = place(u32::try_from(*count).unwrap_or(u32::MAX));
                }
                *count += 1;
            }
            self.kinds.push(link);
        }
        for (id, field) in self.program.fields.iter() {
            if let Some(other) = field.inverse {
                for (one, two) in [(id, other), (other, id)] {
                    if let Some(mirror) = self.mirrors.get_mut(one) {
                        *mirror = Some(two);
                    }
                }
            }
        }
    }

    fn link_abilities(&mut self, classes: &[u32]) {
        let class_of = |kind: KindId| classes.get(kind.position()).copied().unwrap_or(0);
        let mut taken: Vec<usize> = vec![0; self.program.kinds.len()];
        for ability in self.program.abilities.values() {
            let class = class_of(ability.kind) as usize;
            let bit = taken.get(class).copied().unwrap_or(0);
            if let Some(count) = taken.get_mut(class) {
                *count += 1;
            }
            self.abilities.push(AbilityLink {
                word: BITS + bit / 64,
                mask: 1_i64.rotate_left(u32::try_from(bit % 64).unwrap_or(0)),
                granted: false,
            });
        }
        for body in self.program.bodies.values() {
            for act in &body.acts {
                if let Act::Grant { ability, .. } = act
                    && let Some(link) = self.abilities.get_mut(*ability)
                {
                    link.granted = true;
                }
            }
        }
        for (id, ability) in self.program.abilities.iter() {
            let Some(place) = self.abilities.get(id).copied() else { continue };
            let class = class_of(ability.kind);
            for (_, kind) in self.kinds.iter_mut().filter(|(_, kind)| kind.class == class) {
                if !place.granted
                    && let Some(word) = kind.steady.get_mut(place.word - BITS)
                {
                    *word |= place.mask;
                }
            }
        }
    }

    fn link_moments(&mut self) {
        let fields = self.program.fields.len();
        for moment in self.program.moments.values() {
            let mut covered = vec![false; fields];
            for field in &moment.fields {
                if let Some(flag) = covered.get_mut(field.position()) {
                    *flag = true;
                }
            }
            self.moments.push(MomentLink { covered, ..MomentLink::default() });
        }
        for (id, field) in self.program.fields.iter() {
            if let Some((moment, edge)) = field.resets
                && let Some(link) = self.moments.get_mut(moment)
            {
                match edge {
                    Edge::Start => link.resets_at_start.push(id),
                    Edge::End => link.resets_at_end.push(id),
                }
            }
        }
    }
}

/// The class of each kind: its own number, but one number for all kinds of players and sides.
fn classes(program: &ValidProgram) -> Vec<u32> {
    let is_player = |base: KindBase| matches!(base, KindBase::Player | KindBase::Side);
    let players = program.kinds.iter().find(|(_, kind)| is_player(kind.base));
    program
        .kinds
        .iter()
        .map(|(id, kind)| match players {
            Some((first, _)) if is_player(kind.base) => first.0,
            Some(_) | None => id.0,
        })
        .collect()
}

/// The dice of which each face stands on one side.
fn fair(program: &ValidProgram) -> Vec<DieId> {
    let is_fair = |die: &Die| die.faces.iter().all(|face| face.sides == 1);
    program.dice.iter().filter(|(_, die)| is_fair(die)).map(|(id, _)| id).collect()
}

/// The footprint of each entry of a kind in which it is printed.
fn footprints(program: &ValidProgram) -> Vec<Option<Footprint>> {
    let footprint = |entry: &Entry| {
        let kind = program.kinds.get(entry.kind)?;
        let Some(FootprintOf::Printed(printed)) = kind.footprint else { return None };
        let at = kind.profiles.iter().position(|profile| *profile == printed)?;
        match entry.values.get(at)? {
            Value::Wide(cells) => Footprint::from_cells(cells),
            Value::Scalar(_) => None,
        }
    };
    program.entries.values().map(footprint).collect()
}

/// Whether the lengths that authors wrote are inches rather than parts of a metre.
fn measured_in_inches(program: &ValidProgram) -> bool {
    /// A twentieth of an inch.
    const STEP: i64 = 1_270;
    let scales = program.scales.values().filter(|scale| scale.ty == Ty::Length);
    let consts = program.exprs.iter().filter_map(|(id, expr)| match expr {
        Expr::Const(value) if program.types.get(id.position()) == Some(&Ty::Length) => Some(*value),
        _ => None,
    });
    let (mut inches, mut others) = (0_usize, 0_usize);
    for value in scales.flat_map(|scale| scale.values.iter().copied()).chain(consts) {
        if value != 0 && value % STEP == 0 {
            inches += 1;
        } else if value != 0 {
            others += 1;
        }
    }
    inches >= others
}

pub(crate) fn filled<I: Id, T>(count: usize, item: impl Fn() -> T) -> Arena<I, T> {
    let mut arena = Arena::new();
    for _ in 0..count {
        arena.push(item());
    }
    arena
}

/// The kinds of which some act makes things.
fn made(program: &ValidProgram) -> Vec<KindId> {
    let acts = program.bodies.values().flat_map(|body| &body.acts);
    let mut made: Vec<KindId> = Vec::new();
    for act in acts {
        if let Act::Create { kind, .. } = act
            && !made.contains(kind)
        {
            made.push(*kind);
        }
    }
    made
}

impl Linked {
    /// Notes a part, where anybody watches.
    #[inline]
    pub(crate) fn note(&self, part: impl FnOnce() -> Part) {
        if let Some(watch) = &self.watch {
            watch.note(part());
        }
    }

    /// Whether what is asked now is not noted, though other things are.
    #[inline]
    pub(crate) fn is_unnoted(&self) -> bool {
        matches!(&self.watch, Some(Watch::Borne(marks)) if marks.is_paused())
    }

    /// What is asked meanwhile is not noted by who notes bearers alone.
    pub(crate) fn unnoted<T>(&self, ask: impl FnOnce() -> T) -> T {
        let Some(Watch::Borne(marks)) = &self.watch else { return ask() };
        let before = marks.pause(true);
        let found = ask();
        marks.pause(before);
        found
    }
}
