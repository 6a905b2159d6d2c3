//! Values: numbers and conditions over what may be read where they stand.

use super::{Make, Sight};

impl Make {
    pub(super) fn number(&mut self, sight: &Sight) -> String {
        let next = sight.deeper();
        let wide = if sight.depth == 0 { 5 } else { 15 };
        match self.below(wide) {
            0 => format!("{}", self.below(7)),
            1 | 2 => {
                let gem = self.gem(sight);
                let profile = if self.one_in(2) { "size" } else { "shine" };
                if sight.bent && !self.one_in(3) {
                    format!("{gem}.{profile}")
                } else {
                    format!("{gem}.printed.{profile}")
                }
            }
            3 => {
                let gem = self.gem(sight);
                format!("{gem}.{}", self.pick(&["worn", "marks"]))
            }
            4 if !sight.numbers.is_empty() => self.pick(&sight.numbers).clone(),
            4 => format!("{}", self.below(4)),
            5 if sight.figures > 0 => self.figure(&next),
            5 | 6 => format!(
                "({} {} {})",
                self.number(&next),
                self.pick(&["+", "-"]),
                self.number(&next)
            ),
            7 => format!(
                "{}({}, {})",
                self.pick(&["min", "max"]),
                self.number(&next),
                self.number(&next)
            ),
            8 => {
                let when = self.condition(&next);
                format!("(if {when} then {} else {})", self.number(&next), self.number(&next))
            }
            9 => {
                let mut inner = next.clone();
                inner.gems.push("it".to_owned());
                format!("count(gems where {})", self.condition(&inner))
            }
            10 => {
                let mut inner = next.clone();
                inner.gems.push("o".to_owned());
                let when = self.condition(&inner);
                format!("sum({} for each o in gems where {when})", self.number(&inner))
            }
            11 => {
                let gem = self.gem(sight);
                format!("step_of({gem}.mood, {})", self.number(&next))
            }
            12 => format!(
                "{}({} / {})",
                self.pick(&["floor", "ceil", "round"]),
                self.number(&next),
                1 + self.below(4)
            ),
            13 => {
                let gem = self.gem(sight);
                self.unique += 1;
                let name = format!("p{}", self.unique);
                let other = self.number(&next);
                format!("(if {gem}.partner is some {name} then {name}.worn else {other})")
            }
            _ => {
                let mut inner = next.clone();
                inner.gems.push("o".to_owned());
                let how = *self.pick(&["highest", "lowest"]);
                format!("({how}({} for each o in gems) otherwise 0)", self.number(&inner))
            }
        }
    }

    pub(super) fn condition(&mut self, sight: &Sight) -> String {
        let next = sight.deeper();
        let wide = if sight.depth == 0 { 4 } else { 11 };
        match self.below(wide) {
            0 => {
                let gem = self.gem(sight);
                format!("{gem}.mood is {}", self.pick(&["calm", "keen", "cross"]))
            }
            1 | 2 => {
                let how = *self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("{} {how} {}", self.number(&next), self.number(&next))
            }
            3 => {
                let (one, other) = (self.gem(sight), self.gem(sight));
                format!("{one} {} {other}", self.pick(&["pair", "rival_of", "is", "is not"]))
            }
            4 if sight.abilities > 0 => {
                let gem = self.gem(sight);
                format!("{gem} has Gift{}", self.below(sight.abilities))
            }
            4 | 5 => {
                let gem = self.gem(sight);
                format!("not ({gem}.worn > {})", self.below(4))
            }
            6 => format!("({} and {})", self.condition(&next), self.condition(&next)),
            7 => format!("({} or {})", self.condition(&next), self.condition(&next)),
            8 => {
                let mut inner = next.clone();
                inner.gems.push("x".to_owned());
                let how = *self.pick(&["any", "no", "all"]);
                format!("({how} x in gems where {})", self.condition(&inner))
            }
            9 => {
                let gem = self.gem(sight);
                self.unique += 1;
                let name = format!("p{}", self.unique);
                let mut inner = next.clone();
                inner.gems.push(name.clone());
                format!(
                    "({gem}.partner is some {name} and {name}.worn < 4 and {})",
                    self.condition(&inner)
                )
            }
            _ => {
                let gem = self.gem(sight);
                format!(
                    "(supposing {gem}.worn = {} {{ {} }})",
                    self.below(5),
                    self.condition(&next)
                )
            }
        }
    }

    pub(super) fn figure(&mut self, sight: &Sight) -> String {
        let (one, other) = (self.gem(sight), self.gem(sight));
        match self.below(sight.figures) {
            0 => format!("force({one}, {other})"),
            1 => format!("glow({one})"),
            2 => format!("weight_of(pairing({one}, {other}))"),
            _ => format!("reach({one}, {other})"),
        }
    }

    pub(super) fn gem(&mut self, sight: &Sight) -> String {
        self.pick(&sight.gems).clone()
    }
}
