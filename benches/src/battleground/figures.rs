//! What bends the figures of an attack, by hand: takes the battle as it stands and who attacks whom, gives dice, skill and power.

use super::{Attack, Battle, Contact, Health, How, Keywords, Order, Side, Unit};

impl Unit {
    /// Its health after so much damage.
    pub(super) fn health(&self, damage: i32) -> Health {
        let [greens, yellows, reds] = self.printed.boxes;
        if damage < greens {
            Health::Green
        } else if damage < greens + yellows {
            Health::Yellow
        } else if damage < greens + yellows + reds {
            Health::Red
        } else {
            Health::Lost
        }
    }

    pub(super) fn dice(&self) -> i32 {
        let mut dice = self.spell.map_or(self.printed.dice, |spell| spell.0);
        let rages = self.keywords.has(Keywords::BLOOD_RAGE);
        dice -= match self.health(self.damage_before) {
            Health::Green => 0,
            Health::Yellow => i32::from(!rages),
            Health::Red => 2 - i32::from(rages),
            Health::Lost => 2,
        };
        dice -= i32::from(self.keywords.has(Keywords::SHAKEN));
        dice -= i32::from(self.keywords.has(Keywords::SQUABBLE));
        dice.max(0)
    }

    pub(super) fn skill(&self) -> i32 {
        self.spell.map_or(self.printed.skill, |spell| spell.1)
            - i32::from(self.keywords.has(Keywords::FRIGHTENED))
            - i32::from(self.keywords.has(Keywords::HEXED))
    }

    pub(super) fn power(&self) -> i32 {
        self.spell.map_or(self.printed.power, |spell| spell.2)
            + i32::from(self.keywords.has(Keywords::TORMENTING))
            - i32::from(self.keywords.has(Keywords::FRIGHTENED))
    }

    pub(super) fn guard(&self) -> i32 {
        let faithful =
            self.keywords.has(Keywords::FAITH) && self.health(self.damage) == Health::Green;
        self.printed.guard + i32::from(faithful)
    }

    pub(super) fn impact(&self) -> i32 {
        self.printed.impact + i32::from(self.keywords.has(Keywords::CAVALRY))
    }

    pub(super) const fn size(&self) -> u8 {
        if self.keywords.has(Keywords::COLOSSAL) {
            2
        } else if self.keywords.has(Keywords::LARGE) {
            1
        } else {
            0
        }
    }

    pub(super) fn touches(&self, other: usize) -> bool {
        self.contacts.iter().any(|contact| contact.with == other)
    }

    /// The side that it shows another.
    pub(super) fn side_toward(&self, other: usize) -> Side {
        let contact = self.contacts.iter().find(|contact| contact.with == other);
        contact.map_or(Side::Front, |contact| contact.side)
    }
}

impl Battle {
    pub(super) fn side(&self, of: usize, toward: usize) -> Side {
        self.units[of].side_toward(toward)
    }

    pub(super) fn charges(&self, attacker: usize, target: usize) -> bool {
        let (a, b) = (&self.units[attacker], &self.units[target]);
        a.touches(target)
            && a.order == Some(Order::Close)
            && a.side_toward(target) == Side::Front
            && !(self.in_turn && a.fought_before)
            && !a.keywords.has(Keywords::STEPPED_IN)
            && !b.keywords.has(Keywords::STEPPED_IN)
            && !(b.keywords.has(Keywords::SPEAR_HEDGE) && b.side_toward(attacker) == Side::Front)
    }

    /// Sides of the target that others hold beside the attacker's own, if the attacker fights nobody else.
    pub(super) fn pinching(&self, attacker: usize, target: usize) -> i32 {
        let (a, b) = (&self.units[attacker], &self.units[target]);
        if a.contacts.len() != 1 || b.contacts.len() < 2 {
            return 0;
        }
        let own = b.side_toward(attacker);
        let held = |side: &Side| b.contacts.iter().any(|contact| contact.side == *side);
        let sides = [Side::Front, Side::Left, Side::Right, Side::Rear];
        sides.iter().filter(|side| **side != own && held(side)).count() as i32
    }

    /// What both skill and power get from where the two stand.
    pub(super) fn by_sides(&self, attacker: usize, target: usize) -> i32 {
        i32::from(self.side(target, attacker) == Side::Rear)
            - i32::from(self.side(attacker, target) == Side::Rear)
            + self.pinching(attacker, target)
    }

    pub(super) fn dice_against(&self, it: &Attack) -> i32 {
        let (a, b) = (&self.units[it.attacker], &self.units[it.target]);
        let mut dice = a.dice();
        match it.how {
            How::Melee => {
                let flanked = matches!(a.side_toward(it.target), Side::Left | Side::Right);
                let flees = b.keywords.has(Keywords::BROKEN);
                dice -= i32::from(flanked);
                dice += i32::from(flees && a.keywords.has(Keywords::RUN_DOWN));
            }
            How::Shot if a.keywords.has(Keywords::PILA) => {
                dice = 3 - i32::from(a.keywords.has(Keywords::SHAKEN));
            }
            How::Shot => {}
        }
        dice.clamp(0, 60)
    }

    pub(super) fn skill_against(&self, it: &Attack) -> i32 {
        let (a, b) = (&self.units[it.attacker], &self.units[it.target]);
        let mut skill = a.skill() - self.cover(it);
        skill += a.bolder.iter().map(|(skill, _)| skill).sum::<i32>();
        skill += i32::from(a.high_ground > b.elevation);
        match it.how {
            How::Melee => {
                let on_flank = matches!(b.side_toward(it.attacker), Side::Left | Side::Right);
                skill += i32::from(on_flank) + self.by_sides(it.attacker, it.target);
                skill -= i32::from(
                    b.keywords.has(Keywords::BROKEN) && b.keywords.has(Keywords::SLIPPERY),
                );
                skill += i32::from(a.on_bank && b.in_water);
            }
            How::Shot => {
                let into_fight = |contact: &Contact| {
                    contact.with != it.attacker
                        && (!a.printed.low_arc || self.units[contact.with].size() >= b.size())
                };
                skill -= match self.shot_length {
                    ..=70 => 0,
                    71..=140 => 1,
                    _ => 2,
                };
                skill -= i32::from(a.moved && !a.keywords.has(Keywords::JAVELIN));
                skill -= i32::from(b.contacts.iter().any(into_fight));
                skill -= i32::from(b.pace >= 70);
                skill -= i32::from(b.keywords.has(Keywords::CAVALRY));
                skill += i32::from(b.size());
            }
        }
        skill
    }

    pub(super) fn power_against(&self, it: &Attack) -> i32 {
        let a = &self.units[it.attacker];
        let mut power = a.power() + a.bolder.iter().map(|(_, power)| power).sum::<i32>();
        match it.how {
            How::Melee => {
                power += self.by_sides(it.attacker, it.target);
                if self.charges(it.attacker, it.target) {
                    power += 1 + i32::from(a.keywords.has(Keywords::LANCES));
                }
            }
            How::Shot if a.keywords.has(Keywords::PILA) => {
                power = 6 - i32::from(a.keywords.has(Keywords::FRIGHTENED));
            }
            How::Shot => {}
        }
        power
    }

    pub(super) fn cover(&self, it: &Attack) -> i32 {
        let b = &self.units[it.target];
        let staked = it.how == How::Melee
            && b.keywords.has(Keywords::STAKES)
            && b.order == Some(Order::Hold)
            && b.side_toward(it.attacker) == Side::Front;
        if staked { b.cover.max(1) } else { b.cover }
    }

    pub(super) fn to_hit(&self, it: &Attack) -> i32 {
        self.skill_against(it) - self.units[it.target].guard()
    }

    pub(super) fn to_damage(&self, it: &Attack) -> i32 {
        self.power_against(it) - self.units[it.target].printed.tough
    }
}
