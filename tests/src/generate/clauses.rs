//! Quantities, permissions, and clauses that bend them.

use super::{FIGURES, Make, Sight};
use std::fmt::Write as _;

impl Make {
    pub(super) fn quantities(&mut self) {
        for number in 0..FIGURES {
            let sight = Sight::of(if number == 1 { &["a"] } else { &["a", "b"] }).figures(number);
            let range = *self.pick(&["int", "int 0..12", "int -3..9"]);
            let rounded = *self.pick(&["", " rounded down", " rounded up", " rounded nearest"]);
            let rounded =
                if rounded.is_empty() && !self.one_in(3) { " rounded down" } else { rounded };
            self.rounded[number] = number < 3 && !rounded.is_empty();
            match number {
                0 => {
                    let base = self.number(&sight);
                    self.line(&format!(
                        "quantity force(a: gem, b: gem): {range}{rounded} favours a = {base} {{\n\
                         \x20 stages early, late\n  group cover keeps strongest\n  group aid keeps highest\n}}"
                    ));
                }
                1 => {
                    let base = self.number(&sight);
                    self.line(&format!(
                        "quantity glow(a: gem): {range}{rounded} favours a = {base}"
                    ));
                }
                2 => {
                    let mut sight = sight;
                    sight.gems = vec!["w.one".to_owned(), "w.beside".to_owned()];
                    let base = self.number(&sight);
                    self.line(&format!(
                        "quantity weight_of(w: pairing): {range}{rounded} favours one = {base}"
                    ));
                }
                _ => {
                    let base = self.number(&sight);
                    self.line(&format!(
                        "quantity reach(a: gem, b: gem): int on Rungs favours a = max(0, {base})"
                    ));
                }
            }
        }
    }

    pub(super) fn permissions(&mut self) {
        let sight = Sight::of(&["a", "b"]).figures(FIGURES);
        for (name, inner) in [("trust", ""), ("press", "  require may trust(b, a)\n")] {
            let mut body = String::new();
            for _ in 0..=self.below(2) {
                let (when, label) = (self.condition(&sight), self.label());
                self.labels.push((name.to_owned(), label.clone()));
                let _ = writeln!(body, "  require {when} {label}");
            }
            self.unique += 1;
            let bound = format!("q{}", self.unique);
            let label = self.label();
            let _ = writeln!(body, "  require a.partner is some {bound} {label}");
            let mut more = sight.clone();
            more.gems.push(bound.clone());
            let (when, label) = (self.condition(&more), self.label());
            let _ = writeln!(body, "  require {bound}.marks < 3 or {when} {label}");
            self.line(&format!("permission {name}(a: gem, b: gem) {{\n{body}{inner}}}"));
        }
    }

    /// Clauses of one bearer, or of the system's own body.
    pub(super) fn clauses(
        &mut self,
        indent: &str,
        count: usize,
        own: &Sight,
        bearer: bool,
        abilities: usize,
    ) {
        // The one `set to` of a figure at a level.
        let may_set = !bearer;
        let mut set = false;
        for _ in 0..count {
            let figure = self.below(FIGURES + 2);
            let (name, roles): (&str, &[&str]) = match figure {
                0 => ("force", &["a", "b"]),
                1 => ("glow", &["a"]),
                2 => ("weight_of", &["one", "beside"]),
                3 => ("reach", &["a", "b"]),
                4 => ("size", &["gem"]),
                _ => ("shine", &["gem"]),
            };
            let mut sight = match figure {
                2 => Sight::of(&["w.one", "w.beside"]),
                _ => Sight::of(roles),
            };
            sight = sight.figures(figure.min(FIGURES)).abilities(abilities);
            if figure >= FIGURES {
                // A profile is bent by what is printed and by state.
                sight = sight.figures(0).printed();
            }
            let mut reach = String::new();
            if bearer {
                sight.gems.extend(own.gems.iter().filter(|it| *it == "self").cloned());
                sight.numbers.extend(own.numbers.clone());
                let role = *self.pick(roles);
                reach = match self.below(4) {
                    0 => format!(" as {role} pair self"),
                    1 => format!(" as {role} pair self strongest counts"),
                    2 => format!(" as {role} rival_of self or self"),
                    _ => format!(" as {role}"),
                };
            }
            let amount = self.number(&sight.deeper());
            let sign = *self.pick(&["+", "-"]);
            let small = 1 + self.below(4);
            let mut unsure = false;
            let change = match self.below(11) {
                0 | 1 => format!("by {sign}{small}"),
                2 => format!("by {amount}"),
                3 => format!("by +{small} up to {}", 2 + self.below(7)),
                4 => format!("times {}", self.pick(&["1/2", "2", "3/2", "2/3"])),
                5 => format!("at least {}", self.below(5)),
                6 => format!("at most {}", 3 + self.below(6)),
                7 if figure == 3 => format!("rung {sign}{small}"),
                8 if figure == 0 => format!("at late by {sign}{small}"),
                9 if bearer && figure < FIGURES => {
                    unsure = true;
                    // A rung of the ladder, on which one of the figures stands.
                    format!("set to {}", self.pick(&[0, 2, 3, 5, 8]))
                }
                9 if may_set && !set && figure != 3 => {
                    set = true;
                    format!("set to {amount}")
                }
                _ => format!("by {sign}{small}"),
            };
            let whole = !self.rounded.get(figure).is_some_and(|rounded| *rounded);
            let change =
                if whole && change.starts_with("times") { "times 2".to_owned() } else { change };
            let group = match figure {
                0 if self.one_in(3) && change.starts_with("by +") && !change.contains("up to") => {
                    format!(" in {}", self.pick(&["cover", "aid"]))
                }
                _ => String::new(),
            };
            let when = if unsure {
                let (one, other) = (self.gem(&sight), self.gem(&sight));
                format!(" when {one}.marks > {other}.worn")
            } else if self.one_in(3) {
                String::new()
            } else {
                format!(" when {}", self.condition(&sight))
            };
            let label = self.label();
            let over = self.over(name, &label);
            self.line(&format!(
                "{indent}modify {name}{reach}{group} {change}{when}{over} {label} drawback"
            ));
        }
    }

    pub(super) fn permission_clause(&mut self, indent: &str, bearer: bool, abilities: usize) {
        let mut sight = Sight::of(&["a", "b"]).figures(FIGURES).abilities(abilities);
        let reach = if bearer {
            sight.gems.push("self".to_owned());
            format!(" as {}", self.pick(&["a", "b", "a pair self", "b rival_of self"]))
        } else {
            String::new()
        };
        let when = self.condition(&sight);
        let name = *self.pick(&["trust", "press"]);
        let label = self.label();
        if self.one_in(2) {
            self.labels.push((name.to_owned(), label.clone()));
            self.line(&format!("{indent}forbid {name}{reach} when {when} {label} drawback"));
            return;
        }
        let all: Vec<String> = self
            .labels
            .iter()
            .filter(|(of, _)| of == name)
            .map(|(_, label)| label.clone())
            .collect();
        let over = match self.below(2) {
            0 if !all.is_empty() => format!(" over {}", self.pick(&all)),
            _ => String::new(),
        };
        self.line(&format!("{indent}allow {name}{reach} when {when}{over} {label}"));
    }
}
