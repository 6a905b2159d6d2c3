//! Evenings: a made-up battle of gems that walk over cells, with cards, ties, called steps and windows in which players act.
//!
//! What rules remember is what machines get wrong: locals that a called step alone speaks of, sets and lists, loops that a choice
//! interrupts, what was and what is supposed, values that follow from others.

use super::{ABILITIES, FIGURES, Make, STATUSES, Sight};

/// What the kinds of a battle have beside those of test blocks.
pub(super) const GEM: &str = "\x20 state hex: hex? = none\n\x20 derive tired: bool = worn > 4\n";

impl Make {
    pub(super) fn world(&mut self) {
        let (heat, hot) = (self.below(9), self.below(12));
        let powers = [self.below(9), self.below(9), self.below(9)];
        let counts = [1 + self.below(3), 1 + self.below(3)];
        self.line(&format!(
            "enum Weather {{ fair, foul }}\n\
             kind battle {{\n\
             \x20 state acting: player? = none\n\
             \x20 state weather: Weather = fair\n\
             \x20 state bag: set of charm seen by none\n\
             \x20 state pile: set of charm = {{}}\n\
             }}\n\
             kind player {{\n\
             \x20 state score: int 0..999 = 0\n\
             \x20 state hand: set of charm seen by owner inverse charm.holder\n\
             }}\n\
             kind hex is cell plural hexes {{\n\
             \x20 state heat: int 0..30 = {heat}\n\
             \x20 state guests: set of gem inverse gem.hex\n\
             \x20 derive hot: bool = heat > {hot}\n\
             }}\n\
             kind charm is card copies count {{\n\
             \x20 profile count: int 1..4 = 1\n\
             \x20 profile power: int 0..9\n\
             \x20 state holder: player? = none\n\
             }}\n\
             charms {{\n  name | power | count\n  Plum | {} | {}\n  Pear | {} | {}\n  Fig | {} | 1\n}}\n\
             tie bond between gem and gem {{ each warmth: int 0..9 = 0 ; since: int 0..99 = 0 }}",
            powers[0], counts[0], powers[1], counts[1], powers[2],
        ));
    }

    pub(super) fn evenings(&mut self) {
        self.drawing();
        self.walking();
        self.evening();
        self.actions();
        self.battle();
    }

    fn drawing(&mut self) {
        self.line(
            "procedure draw_charm(p: player): int {\n\
             \x20 var power: int = 0\n\
             \x20 step refill when battle.bag is empty { battle.bag = battle.pile ; battle.pile = {} }\n\
             \x20 step take {\n\
             \x20   let drawn = draw from battle.bag\n\
             \x20   if drawn is some c { battle.bag -= c ; p.hand += c ; power = c.power }\n\
             \x20 }\n\
             \x20 step result { return power }\n\
             }",
        );
    }

    /// A walk: a loop with choices in it, the way kept in lists, and a place chosen out of what is within reach.
    fn walking(&mut self) {
        let far = 1 + self.below(2);
        let sight = Sight::of(&["g"]).figures(FIGURES).abilities(ABILITIES).with("steps");
        let (when, number) = (self.condition(&sight), self.number(&sight));
        let order = *self.pick(&["", " ordered by p"]);
        let after = self.one_of_statements(&sight, "g");
        let ground = self.ground();
        self.line(&format!(
            "procedure walk_all(p: player) {{\n\
             \x20 var ways: list of hex = []\n\
             \x20 open var steps: int = 0\n\
             \x20 step each_gem {{\n\
             \x20   for each g in gems of p where not g.tired{order} {{\n\
             \x20     if g.hex is some h {{\n\
             \x20       let near = (cells from h within {far} into x where count(x.guests) is 0 on from y where not y.hot)\n\
             \x20       p chooses goal: one of near where {ground}, or none\n\
             \x20       if goal is some x {{\n\
             \x20         ways = (path from h to x into z where count(z.guests) is 0)\n\
             \x20         if supposing g.hex = x {{ count(h.guests) is 0 and count(x.guests) is 1 }} {{ steps += distance(h, x) }}\n\
             \x20         put g at x\n\
             \x20         x.heat = min(30, x.heat + count(ways))\n\
             \x20       }}\n\
             \x20       if {when} {{ p chooses more: int 0..2 ; steps += more + {number} }}\n\
             \x20     }}\n\
             \x20     {after}\n\
             \x20   }}\n\
             \x20 }}\n\
             \x20 step count_them {{ p.score = min(999, p.score + max(0, steps)) }}\n\
             }}"
        ));
    }

    /// What is asked of the cell `it`, seen from `h`.
    fn ground(&mut self) -> String {
        let few = self.below(4);
        match self.below(10) {
            9 => format!("distance(it, B2) > {few}"),
            0 => format!("count(neighbours(it)) > {few}"),
            1 => format!("distance(it, h) * 3 / 2 > {few} / 4 + it.heat / 7"),
            2 => "it in around(h, 2)".to_owned(),
            3 => format!("count(line_left(h, it)) < {few}"),
            4 => format!("count(line_right(h, it)) < {few}"),
            5 => "beyond(h, it) is none".to_owned(),
            6 => format!("it.row > {few} or it.column <= 2"),
            7 => format!("rest(it.heat, 3) < {few}"),
            _ => "not it.hot".to_owned(),
        }
    }

    /// An evening: what its called step remembers lives between the calls.
    fn evening(&mut self) {
        let sight = Sight::of(&["g"]).figures(FIGURES).abilities(ABILITIES).with("tally");
        let sight_of_all = Sight { gems: vec!["star".to_owned()], ..sight.clone() };
        let (first, second) =
            (self.one_of_statements(&sight, "g"), self.one_of_statements(&sight_of_all, "star"));
        let (when, most) = (self.condition(&sight), 2 + self.below(3));
        let (between, calls) = (self.condition(&sight_of_all), 1 + self.below(2));
        let looks = vec!["look()"; calls].join(" ; ");
        let weather = *self.pick(&["fair", "foul"]);
        let until = *self.pick(&["p until done at most", "players until all pass at most"]);
        let world = *self.pick(&["p.score = 0", "star gone", "star has Dull", "star lacks Warm"]);
        self.line(&format!(
            "procedure evening(p: player) {{\n\
             \x20 var seen: set of gem = {{}}\n\
             \x20 var tally: int = 0\n\
             \x20 var rolled: pool of d6\n\
             \x20 step dusk {{ {looks} ; walk_all(p) }}\n\
             \x20 step talk when tally > 0 {{\n\
             \x20   for each star in gems where star in seen {{\n\
             \x20     if {between} {{ rolled = roll 2 of d6 ; p rerolls up to 1 of rolled where it <= 2 ; tally += count(rolled where it >= 4) }}\n\
             \x20     if supposing {world} {{ count(gems where it.marks > 1) < count(gems where it has Dull) + 1 }} {{ tally += 1 }}\n\
             \x20     {second}\n\
             \x20   }}\n\
             \x20 }}\n\
             \x20 step midnight {{ {looks} ; say \"{{count(seen)}} seen, {{tally}}, {{rolled}}\" }}\n\
             \x20 step moves {{ open Evening to {until} {most} }}\n\
             \x20 step reckon {{\n\
             \x20   p.score = min(999, p.score + tally + sum(it.marks for each it in seen))\n\
             \x20   if (p.score as of evening) + 9 < p.score {{ battle.weather = {weather} }}\n\
             \x20   repeat at most 3 while count(p.hand) > 2 {{\n\
             \x20     p chooses lost: one of p.hand\n\
             \x20     p.hand -= lost\n\
             \x20     battle.pile += lost\n\
             \x20   }}\n\
             \x20 }}\n\
             \x20 step look called when tally < 9 {{\n\
             \x20   for each g in gems of p where g not in seen {{\n\
             \x20     p chooses asked: whether \"{{g}} is asked\"\n\
             \x20     if asked {{ seen += g ; tally += 1 }}\n\
             \x20     if {when} {{ {first} }}\n\
             \x20   }}\n\
             \x20 }}\n\
             }}"
        ));
    }

    fn actions(&mut self) {
        let sight = Sight::of(&["a", "b"]).figures(FIGURES).abilities(ABILITIES);
        let (when, label) = (self.condition(&sight), self.label());
        let status = *self.pick(&STATUSES);
        let once = *self.pick(&[" once per evening", " once per evening each a", ""]);
        let (press, number) = (self.one_in(2), self.number(&sight));
        let press = if press { "require may press(a, b)\n  " } else { "" };
        self.line(&format!(
            "action play_charm(p: player, c: charm) in Evening by p \"play {{c}}\" once per evening {{\n\
             \x20 require c.holder is p \"not in hand\"\n\
             \x20 do {{ p.hand -= c ; battle.pile += c ; p.score = min(999, p.score + c.power) }}\n\
             }}\n\
             action meet(a: gem, b: gem) in Evening by a.player \"{{a}} meets {{b}}\"{once} {{\n\
             \x20 require battle.acting is some p and a.player is p \"not now\"\n\
             \x20 require b rival_of a \"a friend\"\n\
             \x20 require {when} {label}\n\
             \x20 {press}do {{\n\
             \x20   push(a, b)\n\
             \x20   if a.bond(b).warmth is some warm {{ a.bond(b).warmth = min(9, warm + 1) }} else {{ join a, b by bond {{ since: battle.round }} }}\n\
             \x20   if a.bond.other is not empty and {number} > 2 {{ grant {status} to a until end of evening }}\n\
             \x20 }}\n\
             }}"
        ));
    }

    /// One statement that needs nothing but a gem.
    fn one_of_statements(&mut self, sight: &Sight, gem: &str) -> String {
        match self.below(6) {
            0 => format!("{gem}.worn = min(40, max(0, {}))", self.number(sight)),
            1 => format!("{gem}.marks = min(900, {gem}.marks + {})", self.below(3)),
            2 => format!("grant {} to {gem} until end of evening", self.pick(&STATUSES)),
            3 => format!("nudge({gem}, {})", self.number(sight)),
            4 => format!("remove {} from {gem}", self.pick(&STATUSES)),
            _ => format!(
                "try {{ {gem}.marks = min(900, {gem}.marks + 2) ; require {} \"no\" }} else {{ {gem}.worn = 0 }}",
                self.condition(sight)
            ),
        }
    }

    fn battle(&mut self) {
        let rounds = 1 + self.below(2);
        let how = *self.pick(&["most", "least"]);
        let prefer = *self.pick(&["prefer highest c.power", "always", "never"]);
        self.line(&format!(
            "sequence {{\n\
             \x20 setup {{\n\
             \x20   battle.bag = charms\n\
             \x20   for each g in gems {{ if first(hexes where count(it.guests) is 0) is some h {{ g.hex = h }} }}\n\
             \x20   for each p in players {{ let power = draw_charm(p) ; p.score = power + count(players where it.team is p.team) }}\n\
             \x20 }}\n\
             \x20 round at most {rounds} {{ for each p in players {{ battle.acting = p ; evening(p) }} }}\n\
             \x20 verdict at end of battle {{\n\
             \x20   battle.weather is foul and {how}(it.score for each it in players) is some p | won by p \"the weather\"\n\
             \x20   most(it.score for each it in players) is some p | won by p \"the score\"\n\
             \x20   else | draw \"even\"\n\
             \x20 }}\n\
             }}\n\
             policy fond {{\n\
             \x20 in walk_all.goal prefer lowest it.heat\n\
             \x20 in play_charm {prefer}\n\
             \x20 in meet prefer highest b.marks\n\
             }}"
        ));
        let names = ["Ruby", "Opal", "Jade", "Onyx", "Pearl"];
        for (side, count) in [("North", 2), ("South", 1 + self.below(2)), ("West", 1)] {
            let first = self.below(names.len());
            let lines: Vec<String> =
                (0..count).map(|at| format!("1 {}", names[(first + at) % names.len()])).collect();
            self.line(&format!("roster {side} of Box {{ {} }}", lines.join(" ; ")));
        }
        self.line(
            "scenario Match {\n  side North { roster North ; policy fond }\n  side South { roster South ; policy fond }\n  side West { team North ; roster West ; policy fond }\n}",
        );
    }
}
