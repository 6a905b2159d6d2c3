//! The same attack of Battleground by hand with all its clauses decided: takes a battle of plain structs and a generator, gives what an
//! attack does to it. Written as for this game alone: sides (flank, rear, pinch), charges and impact, the colours of health as the phase
//! began, keywords, statuses and spells that bend figures, cover and heights, shots, cards of both hands at the four moments of an attack,
//! overkill, boxes, and what is owed for them. It prints nothing, and knows the abilities that come with the shipped armies alone.

mod figures;

use crate::hand::d6;
use rand_chacha::ChaCha8Rng;
use std::ops::RangeInclusive;

/// The side of a unit that touches another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Its front.
    Front,
    /// A flank.
    Left,
    /// The other.
    Right,
    /// Its rear.
    Rear,
}

/// A standing order, as far as an attack asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It makes for the enemy.
    Close,
    /// It stays.
    Hold,
    /// Any other.
    Other,
}

/// How much a unit has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Health {
    /// Little.
    Green,
    /// Much.
    Yellow,
    /// Most.
    Red,
    /// All.
    Lost,
}

/// Blows or shots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// In contact.
    Melee,
    /// From afar.
    Shot,
}

/// When in an attack cards are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before the roll to hit.
    BeforeHits,
    /// After it.
    AfterHits,
    /// Before the roll for damage.
    BeforeDamage,
    /// After it.
    AfterDamage,
}

/// Keywords and statuses, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keywords(pub u32);

impl Keywords {
    /// Rides.
    pub const CAVALRY: u32 = 1;
    /// Easier to shoot.
    pub const LARGE: u32 = 1 << 1;
    /// Easier still, and tramples.
    pub const COLOSSAL: u32 = 1 << 2;
    /// Power on the charge.
    pub const LANCES: u32 = 1 << 3;
    /// Nobody charges into its front.
    pub const SPEAR_HEDGE: u32 = 1 << 4;
    /// Cover from blows at its front.
    pub const STAKES: u32 = 1 << 5;
    /// Moving costs its shots nothing.
    pub const JAVELIN: u32 = 1 << 6;
    /// Throws three dice of power six.
    pub const PILA: u32 = 1 << 7;
    /// No die less in the yellow, one in the red.
    pub const BLOOD_RAGE: u32 = 1 << 8;
    /// Harder to strike as it flees.
    pub const SLIPPERY: u32 = 1 << 9;
    /// A die more at who flees.
    pub const RUN_DOWN: u32 = 1 << 10;
    /// Checks its nerve when it is hurt and green.
    pub const SQUABBLING: u32 = 1 << 11;
    /// A point of guard while it is green.
    pub const FAITH: u32 = 1 << 12;
    /// Has turned to run.
    pub const BROKEN: u32 = 1 << 13;
    /// Took over a fight.
    pub const STEPPED_IN: u32 = 1 << 14;
    /// A die less.
    pub const SHAKEN: u32 = 1 << 15;
    /// A skill and a power less.
    pub const FRIGHTENED: u32 = 1 << 16;
    /// A die less until its next turn.
    pub const SQUABBLE: u32 = 1 << 17;
    /// A power more.
    pub const TORMENTING: u32 = 1 << 18;
    /// A skill less.
    pub const HEXED: u32 = 1 << 19;

    const fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }
}

/// What is printed on a card.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// Dice.
    pub dice: i32,
    /// Skill and power of its attacks.
    pub skill: i32,
    /// See `skill`.
    pub power: i32,
    /// What is taken off the skill and power of others.
    pub guard: i32,
    /// See `guard`.
    pub tough: i32,
    /// Boxes of each colour.
    pub boxes: [i32; 3],
    /// Damage dice on a charge.
    pub impact: i32,
    /// Whether it shoots over its friends.
    pub low_arc: bool,
}

/// Somebody whom a unit touches, and with which side.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// Whom.
    pub with: usize,
    /// With which of its own sides.
    pub side: Side,
}

/// A unit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Whose.
    pub player: usize,
    /// Its card.
    pub printed: Printed,
    /// What it is and suffers from.
    pub keywords: Keywords,
    /// None of who routs.
    pub order: Option<Order>,
    /// Whom it touches.
    pub contacts: Vec<Contact>,
    /// Boxes lost.
    pub damage: i32,
    /// The same when the phase began.
    pub damage_before: i32,
    /// Whether it touched an enemy when the turn began.
    pub fought_before: bool,
    /// Cards that bend this attack: skill and power.
    pub bolder: Vec<(i32, i32)>,
    /// Dice, skill and power of a spell instead of its own.
    pub spell: Option<(i32, i32, i32)>,
    /// Whether it moved, and how far it would.
    pub moved: bool,
    /// In tenths of an inch.
    pub pace: i32,
    /// How high it stands where it counts for itself, and against it.
    pub high_ground: i32,
    /// See `high_ground`.
    pub elevation: i32,
    /// Whether it stands on a bank, and in water.
    pub on_bank: bool,
    /// See `on_bank`.
    pub in_water: bool,
    /// What covers it: 0 to 2.
    pub cover: i32,
    /// Checks that it owes.
    pub rout_calls: u32,
    /// See `rout_calls`.
    pub other_calls: u32,
}

/// What a card does.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// Bends skill and power.
    Bolder(i32, i32),
    /// The same for the own side, the opposite against it.
    Feint,
    /// Rolls again what missed.
    Again,
    /// One die that did damage does none.
    Spare,
}

/// A command card.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// For own attacks, and against those of others.
    pub own: bool,
    /// See `own`.
    pub against: bool,
    /// For blows, or shots; nothing: for both.
    pub how: Option<How>,
    /// When it is played.
    pub stage: Stage,
    /// Whether there must be dice that fell badly, a charge, or a target on Hold.
    pub bad_dice: bool,
    /// See `bad_dice`.
    pub on_charge: bool,
    /// See `bad_dice`.
    pub at_hold: bool,
    /// What it does.
    pub effect: Effect,
}

/// A battle.
#[derive(Clone, Debug)]
pub struct Battle {
    /// All units.
    pub units: Vec<Unit>,
    /// The hands of both.
    pub hands: [Vec<Card>; 2],
    /// What was played.
    pub discards: [Vec<Card>; 2],
    /// Whether a turn is going on.
    pub in_turn: bool,
    /// How far the target of a shot is away, in tenths of an inch.
    pub shot_length: i32,
}

/// Who says which card is played: one of so many, or none.
pub trait Plays {
    /// The card, by its place among those that may be played.
    fn play(&mut self, player: usize, cards: &[usize]) -> Option<usize>;
}

/// Faces by their number, from one to six.
type Pool = [i32; 6];

/// What an attack knows of itself.
struct Attack {
    attacker: usize,
    target: usize,
    how: How,
    stage: Stage,
    thrown: Pool,
    dealt: [bool; 2],
}

impl Unit {
    /// As it is put on the table.
    pub const fn new(player: usize, printed: Printed) -> Self {
        Self {
            player,
            printed,
            keywords: Keywords(0),
            order: Some(Order::Hold),
            contacts: Vec::new(),
            damage: 0,
            damage_before: 0,
            fought_before: false,
            bolder: Vec::new(),
            spell: None,
            moved: false,
            pace: 0,
            high_ground: 0,
            elevation: 0,
            on_bank: false,
            in_water: false,
            cover: 0,
            rout_calls: 0,
            other_calls: 0,
        }
    }
}

impl Battle {
    /// One attack; gives the boxes that it costs.
    pub fn strike(
        &mut self,
        (attacker, target, how): (usize, usize, How),
        source: &mut ChaCha8Rng,
        players: &mut dyn Plays,
    ) -> i32 {
        let (stage, thrown, dealt) = (Stage::BeforeHits, Pool::default(), [false; 2]);
        let mut it = Attack { attacker, target, how, stage, thrown, dealt };
        self.offer_cards(&mut it, source, players);
        let need = self.to_hit(&it);
        it.thrown = roll(self.dice_against(&it), source);
        overkill(&mut it.thrown, need);
        it.stage = Stage::AfterHits;
        self.offer_cards(&mut it, source, players);
        let hits = count(&it.thrown, 1..=best_face(self.to_hit(&it)));

        it.stage = Stage::BeforeDamage;
        let extra = |this: &Self| match how {
            How::Melee if this.charges(attacker, target) => this.units[attacker].impact(),
            _ => 0,
        };
        if hits > 0 || extra(self) > 0 {
            self.offer_cards(&mut it, source, players);
        }
        let need = self.to_damage(&it);
        it.thrown = roll(hits + extra(self), source);
        overkill(&mut it.thrown, need);

        let scored = count(&it.thrown, 1..=best_face(self.to_damage(&it)));
        it.stage = Stage::AfterDamage;
        self.offer_cards(&mut it, source, players);
        let tramples = how == How::Melee && self.units[attacker].keywords.has(Keywords::COLOSSAL);
        let wounds = if tramples { scored.max(1) } else { scored };
        let left = count(&it.thrown, 1..=best_face(self.to_damage(&it)));
        let boxes = (wounds - scored + left).max(0);
        self.hurt(target, boxes);
        self.units[attacker].bolder.clear();
        boxes
    }

    fn hurt(&mut self, unit: usize, boxes: i32) {
        if boxes == 0 {
            return;
        }
        let unit = &mut self.units[unit];
        let before = unit.health(unit.damage);
        unit.damage = (unit.damage + boxes).clamp(0, unit.printed.boxes.iter().sum());
        let after = unit.health(unit.damage);
        let squabbles = unit.keywords.has(Keywords::SQUABBLING) && after == Health::Green;
        unit.other_calls += u32::from(squabbles);
        if after != Health::Lost && (after != before || after == Health::Red) {
            unit.rout_calls += 1;
        }
    }

    /// The attacker first, then turn about, until both pass.
    fn offer_cards(&mut self, it: &mut Attack, source: &mut ChaCha8Rng, players: &mut dyn Plays) {
        if self.hands.iter().all(Vec::is_empty) {
            return;
        }
        let (mut asked, mut passes) = (self.units[it.attacker].player, 0);
        for _ in 0..8 {
            let hand = &self.hands[asked];
            let may = |card: &usize| !it.dealt[asked] && self.may_play(asked, &hand[*card], it);
            let cards: Vec<usize> = (0..hand.len()).filter(may).collect();
            passes += 1;
            let played = if cards.is_empty() { None } else { players.play(asked, &cards) };
            if let Some(card) = played {
                passes = 0;
                it.dealt[asked] = true;
                let card = self.hands[asked].remove(cards[card]);
                self.discards[asked].push(card);
                self.effect(asked, card.effect, it, source);
            }
            if passes == 2 {
                return;
            }
            asked = 1 - asked;
        }
    }

    fn may_play(&self, player: usize, card: &Card, it: &Attack) -> bool {
        let attacks = player == self.units[it.attacker].player;
        let bad_dice = || {
            let need = match it.stage {
                Stage::AfterHits => self.to_hit(it),
                Stage::AfterDamage => self.to_damage(it),
                _ => return 0,
            };
            let best = best_face(need);
            count(&it.thrown, if attacks { best + 1..=6 } else { 1..=best })
        };
        (if attacks { card.own } else { card.against })
            && card.stage == it.stage
            && card.how.is_none_or(|how| how == it.how)
            && (!card.bad_dice || bad_dice() > 0)
            && (!card.on_charge || self.charges(it.attacker, it.target))
            && (!card.at_hold || self.units[it.target].order == Some(Order::Hold))
    }

    fn effect(&mut self, dealer: usize, effect: Effect, it: &mut Attack, source: &mut ChaCha8Rng) {
        match effect {
            Effect::Bolder(skill, power) => self.units[it.attacker].bolder.push((skill, power)),
            Effect::Feint => {
                let own = dealer == self.units[it.attacker].player;
                self.units[it.attacker].bolder.push((if own { 1 } else { -1 }, 0));
            }
            Effect::Again => {
                let best = best_face(self.to_hit(it)) as usize;
                let missed: i32 = it.thrown[best..].iter().sum();
                it.thrown[best..].fill(0);
                let again = roll(missed, source);
                it.thrown.iter_mut().zip(again).for_each(|(all, more)| *all += more);
            }
            Effect::Spare => {
                let best = best_face(self.to_damage(it)) as usize;
                if let Some(face) = it.thrown[..best].iter().rposition(|many| *many > 0) {
                    it.thrown[face] -= 1;
                    it.thrown[5] += 1;
                }
            }
        }
    }
}

fn roll(dice: i32, source: &mut ChaCha8Rng) -> Pool {
    let mut pool = Pool::default();
    for _ in 0..dice {
        pool[d6(source) as usize - 1] += 1;
    }
    pool
}

/// A one always succeeds, a six never.
fn best_face(need: i32) -> i32 {
    need.clamp(1, 5)
}

fn count(pool: &Pool, faces: RangeInclusive<i32>) -> i32 {
    let at = |face: i32| face as usize - 1;
    pool[at(*faces.start())..=at(*faces.end())].iter().sum()
}

/// So many sixes count as fives.
fn overkill(pool: &mut Pool, need: i32) {
    let sixes = (need - 5).clamp(0, pool[5]);
    pool[5] -= sixes;
    pool[4] += sixes;
}
