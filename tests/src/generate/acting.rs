//! Acting: procedures and what their steps do.

use super::{ABILITIES, FIGURES, Make, STATUSES, Sight};

impl Make {
    pub(super) fn procedures(&mut self) {
        let sight = Sight::of(&["a", "b"]).figures(FIGURES).abilities(ABILITIES).with("total");
        self.line("procedure nudge(g: gem, n: int) {\n  step mark { g.marks += max(0, n) }");
        self.line("  step more when n > 3 { g.worn = min(40, g.worn + 1) }\n}");
        self.line("procedure push(a: gem, b: gem) {\n  open var total: int = 0\n  open var thrown: pool of d6");
        let dice = self.number(&sight);
        self.line(&format!("  step cast {{\n    thrown = roll min(8, max(1, {dice})) of d6"));
        self.statements(&sight, 2, 2, 2);
        let need = self.number(&sight);
        self.line(&format!("    total += count(thrown where it <= {need})\n  }}"));
        let when = self.condition(&sight);
        self.line(&format!("  step tell when {when} {{"));
        self.statements(&sight, 2, 2, 2);
        self.line("    nudge(b, total)\n  }\n  step wear {");
        self.statements(&sight, 2, 2, 2);
        let last =
            *self.pick(&["", "    if total > 4 { finish }\n", "    if total > 4 { stop }\n"]);
        self.text.push_str(last);
        self.line(
            "    b.worn = min(40, b.worn + max(0, total))\n    a.marks += b.worn as of push\n  }",
        );
        self.line("  step after_all { if total > 2 and may press(a, b) { nudge(a, total) } }\n}");
    }

    pub(super) fn statements(&mut self, sight: &Sight, count: usize, indent: usize, deep: u32) {
        for _ in 0..count {
            self.statement(sight, indent, deep);
        }
    }

    fn statement(&mut self, sight: &Sight, indent: usize, deep: u32) {
        let pad = "  ".repeat(indent);
        let gem = self.gem(sight);
        let wide = if deep == 0 { 8 } else { 16 };
        let line = match self.below(wide) {
            0 => format!("{gem}.worn = min(40, max(0, {}))", self.number(sight)),
            1 => format!("{gem}.marks += {}", 1 + self.below(3)),
            2 => format!("total += {}", self.number(sight)),
            3 => format!("{gem}.spent = min(90, {gem}.spent + 1)"),
            4 => format!(
                "grant {} to {gem} until end of {}",
                self.pick(&STATUSES),
                self.pick(&["push", "push.cast"])
            ),
            5 => format!("remove {} from {gem}", self.pick(&STATUSES)),
            6 => format!("say \"{{{gem}}} has {{{}}}\"", self.number(sight)),
            7 => "thrown = roll min(8, max(0, total)) of d6".to_owned(),
            8 => format!("reroll thrown where it <= {}", 1 + self.below(3)),
            9 => format!("change up to {} of thrown where it is 6 to 5", 1 + self.below(2)),
            10 => {
                let when = self.condition(sight);
                self.line(&format!("{pad}if {when} {{"));
                self.statements(sight, 1, indent + 1, deep - 1);
                self.line(&format!("{pad}}} else {{"));
                self.statements(sight, 1, indent + 1, deep - 1);
                "}".to_owned()
            }
            11 => {
                self.unique += 1;
                let name = format!("g{}", self.unique);
                let mut inner = sight.clone();
                inner.gems.push(name.clone());
                let when = self.condition(&inner);
                let ordered = if self.one_in(3) { " ordered by a.player" } else { "" };
                self.line(&format!("{pad}for each {name} in gems where {when}{ordered} {{"));
                self.statements(&inner, 1, indent + 1, deep - 1);
                "}".to_owned()
            }
            12 => {
                self.unique += 1;
                let name = format!("g{}", self.unique);
                let mut inner = sight.clone();
                inner.gems.push(name.clone());
                let when = self.condition(&inner);
                let how = *self.pick(&["lowest", "highest"]);
                let key = self.number(&inner.deeper());
                let choice = if self.one_in(2) { ", choice of b.player" } else { "" };
                self.line(&format!(
                    "{pad}for next {name} in gems where {when} by {how} {key}{choice} {{"
                ));
                self.statements(&inner, 1, indent + 1, deep - 1);
                "}".to_owned()
            }
            13 => {
                let when = self.condition(sight);
                let most = 1 + self.below(3);
                self.line(&format!("{pad}repeat at most {most} while {when} {{"));
                self.statements(sight, 1, indent + 1, deep - 1);
                "}".to_owned()
            }
            14 => {
                self.line(&format!("{pad}match {gem}.mood {{\n{pad}  calm: {{"));
                self.statements(sight, 1, indent + 2, deep - 1);
                self.line(&format!("{pad}  }}\n{pad}  keen or cross: {{"));
                self.statements(sight, 1, indent + 2, deep - 1);
                format!("  }}\n{pad}}}")
            }
            _ => {
                self.unique += 1;
                let name = format!("c{}", self.unique);
                match self.below(4) {
                    0 => {
                        let most = 1 + self.below(4);
                        self.line(&format!("{pad}a.player chooses {name}: int 0..{most}"));
                        format!("total += {name}")
                    }
                    1 => {
                        let mut inner = sight.clone();
                        inner.gems.push("it".to_owned());
                        let when = self.condition(&inner);
                        self.line(&format!(
                            "{pad}b.player chooses {name}: one of gems where {when}, or none"
                        ));
                        format!("if {name} is some v{name} {{ v{name}.marks += 1 }}")
                    }
                    2 => {
                        self.line(&format!("{pad}a.player chooses {name}: up to 2 of gems"));
                        format!("for each v{name} in {name} {{ v{name}.marks += 2 }}")
                    }
                    _ => {
                        self.line(&format!("{pad}try {{"));
                        self.line(&format!("{pad}  {gem}.marks += 5"));
                        let when = self.condition(sight);
                        self.line(&format!("{pad}  require {when} \"no\""));
                        format!("}} else {{ {gem}.marks += 1 }}")
                    }
                }
            }
        };
        self.line(&format!("{pad}{line}"));
    }
}
