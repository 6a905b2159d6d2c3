//! Content: things with their abilities, and tests that run the procedures.

use super::{ABILITIES, FIGURES, Make, Sight};

impl Make {
    pub(super) fn content(&mut self) {
        self.line("faction Box {");
        if self.one_in(2) {
            self.clauses("  ", 1, &Sight::of(&["self"]), true, 0);
        }
        self.line("  gems {\n    name | size | shine | mood | abilities");
        for name in ["Ruby", "Opal", "Jade", "Onyx"] {
            let (size, shine) = (self.below(12), self.below(9));
            let mood = *self.pick(&["calm", "keen", "cross"]);
            let mut gifts: Vec<usize> = (0..ABILITIES).filter(|_| self.one_in(2)).collect();
            gifts.truncate(3);
            let gifts: Vec<String> = gifts
                .into_iter()
                .map(|gift| {
                    if gift % 2 == 1 {
                        format!("Gift{gift}({})", 1 + self.below(3))
                    } else {
                        format!("Gift{gift}")
                    }
                })
                .collect();
            let gifts = if gifts.is_empty() { "-".to_owned() } else { gifts.join(", ") };
            self.line(&format!("    {name} | {size} | {shine} | {mood} | {gifts}"));
        }
        self.line("  }");
        self.line("  gem Pearl like Ruby {\n    size 7");
        self.clauses("    ", 1, &Sight::of(&["self"]), true, 0);
        self.line("  }\n}");
    }

    pub(super) fn tests(&mut self) {
        let names = ["Ruby", "Opal", "Jade", "Onyx", "Pearl"];
        for number in 0..4 {
            let mut entries = Vec::new();
            while entries.len() < 3 {
                let name = *self.pick(&names);
                if !entries.contains(&name) {
                    entries.push(name);
                }
            }
            let (worn, marks) = (self.below(6), self.below(4));
            self.line(&format!(
                "test \"t{number}\" {{\n  given a: {} {{ worn {worn} ; partner b }} ; b: {} {{ marks {marks} }} ; c: {}",
                entries[0], entries[1], entries[2]
            ));
            let sight = Sight::of(&["a", "b", "c"]).figures(FIGURES).abilities(ABILITIES);
            if number > 0 {
                self.line("  run push(a, b)\n  show total");
            }
            for (one, other) in [("a", "b"), ("b", "a"), ("c", "a")] {
                self.line(&format!("  show force({one}, {other})\n  show glow({one})"));
                self.line(&format!(
                    "  show weight_of(pairing({one}, {other}))\n  show reach({one}, {other})"
                ));
                self.line(&format!(
                    "  show may trust({one}, {other})\n  show may press({one}, {other})"
                ));
                self.line(&format!(
                    "  show {one}.size\n  show {one}.shine\n  show {one}.worn\n  show {one}.marks"
                ));
                for gift in 0..ABILITIES {
                    self.line(&format!("  show {one} has Gift{gift}"));
                }
            }
            for _ in 0..4 {
                let show = self.number(&sight);
                self.line(&format!("  show {show}"));
                let show = self.condition(&sight);
                self.line(&format!("  show {show}"));
            }
            self.line("}");
        }
    }
}
