//! Made-up rules: takes a seed, gives the text of a small system with content and test blocks that use most of the language.
//!
//! What is written compiles: figures read only figures that stand before them, abilities lend only abilities that stand
//! before them, and whatever could fight stands at a level of its own.

use std::fmt::Write as _;
use warwright_runtime::SeededDice;

/// The system of all made-up rules.
pub const SYSTEM: &str = "madeup";

/// The files of made-up rules.
pub fn rules(seed: u64) -> Vec<(String, String)> {
    let mut make = Make {
        dice: SeededDice::new(seed, 7),
        text: String::new(),
        unique: 0,
        rounded: [false; FIGURES],
        labels: Vec::new(),
    };
    make.system();
    vec![(format!("systems/{SYSTEM}/{SYSTEM}.ww"), make.text)]
}

struct Make {
    dice: SeededDice,
    /// Which figures are rounded, so that a fraction may bend them.
    rounded: [bool; FIGURES],
    text: String,
    unique: u32,
    /// The labels of clauses that go over nothing themselves, by what they bend.
    labels: Vec<(String, String)>,
}

/// What an expression may read.
#[derive(Clone, Debug)]
struct Sight {
    /// Names of gems.
    gems: Vec<String>,
    /// Names of whole numbers.
    numbers: Vec<String>,
    /// How many of the figures, which read only what stands before them.
    figures: usize,
    /// How many of the abilities.
    abilities: usize,
    /// Profiles as they are bent; else as they are printed.
    bent: bool,
    /// How deep it still may go.
    depth: u32,
}

impl Sight {
    fn of(gems: &[&str]) -> Self {
        let gems = gems.iter().map(|it| (*it).to_owned()).collect();
        Self { gems, numbers: Vec::new(), figures: 0, abilities: 0, bent: true, depth: 2 }
    }

    fn figures(mut self, figures: usize) -> Self {
        self.figures = figures;
        self
    }

    fn abilities(mut self, abilities: usize) -> Self {
        self.abilities = abilities;
        self
    }

    fn printed(mut self) -> Self {
        self.bent = false;
        self
    }

    fn with(mut self, number: &str) -> Self {
        self.numbers.push(number.to_owned());
        self
    }

    fn deeper(&self) -> Self {
        Self { depth: self.depth.saturating_sub(1), ..self.clone() }
    }
}

const FIGURES: usize = 4;
const ABILITIES: usize = 5;
const STATUSES: [&str; 3] = ["Dull", "Cracked", "Warm"];

impl Make {
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.dice.below(u32::try_from(bound).unwrap())).unwrap()
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        let at = self.below(all.len());
        &all[at]
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Sometimes a label of another clause of the same thing over which a clause goes.
    fn over(&mut self, name: &str, label: &str) -> String {
        let all: Vec<String> = self
            .labels
            .iter()
            .filter(|(of, _)| of == name)
            .map(|(_, label)| label.clone())
            .collect();
        if all.is_empty() || !self.one_in(4) {
            self.labels.push((name.to_owned(), label.to_owned()));
            return String::new();
        }
        format!(" over {}", self.pick(&all))
    }

    /// A label that nothing else has.
    fn label(&mut self) -> String {
        self.unique += 1;
        format!("\"l{}\"", self.unique)
    }

    // ---- Expressions ----------------------------------------------------------------------------

    fn gem(&mut self, sight: &Sight) -> String {
        self.pick(&sight.gems).clone()
    }

    fn figure(&mut self, sight: &Sight) -> String {
        let (one, other) = (self.gem(sight), self.gem(sight));
        match self.below(sight.figures) {
            0 => format!("force({one}, {other})"),
            1 => format!("glow({one})"),
            2 => format!("weight_of(pairing({one}, {other}))"),
            _ => format!("reach({one}, {other})"),
        }
    }

    fn number(&mut self, sight: &Sight) -> String {
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

    fn condition(&mut self, sight: &Sight) -> String {
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

    // ---- The system -----------------------------------------------------------------------------

    fn system(&mut self) {
        self.line(
            "system madeup { dice d6 }\n\
             enum Mood { calm, keen, cross }\n\
             scale Rungs of int { 0 2 3 5 8 12 }\n\
             kind gem is piece {\n\
             \x20 profile size: int 0..20\n\
             \x20 profile shine: int -5..12\n\
             \x20 profile mood: Mood = calm\n\
             \x20 state worn: int 0..40 = 0\n\
             \x20 state marks: int 0..900 = 0\n\
             \x20 state spent: int 0..90 = 0 until end of push\n\
             \x20 state partner: gem? = none\n\
             }\n\
             record pairing { one: gem ; beside: gem }\n\
             relation pair(a: gem, b: gem) = a.partner is b or b.partner is a\n\
             relation rival_of(a: gem, b: gem) = a.player is not b.player",
        );
        let cells: Vec<usize> = (0..6).map(|_| self.below(6)).collect();
        self.line(&format!(
            "table mood_step(mood: Mood): int {{\n  calm | {}\n  keen | {}\n  cross | {}\n}}\n\
             table rows(n: int): int {{ ..1 | {} ; 2..4 | {} ; 5.. | {} }}\n\
             define step_of(mood: Mood, n: int): int = mood_step(mood) + rows(n)",
            cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]
        ));
        self.quantities();
        self.permissions();
        self.clauses("", 3, &Sight::of(&["a"]), false, 0);
        for number in 0..ABILITIES {
            self.ability(number);
        }
        self.statuses();
        self.procedures();
        self.content();
        self.tests();
    }

    fn quantities(&mut self) {
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

    fn permissions(&mut self) {
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
    fn clauses(&mut self, indent: &str, count: usize, own: &Sight, bearer: bool, abilities: usize) {
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
                    1 => format!(" as {role} pair self each adds"),
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

    fn permission_clause(&mut self, indent: &str, bearer: bool, abilities: usize) {
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

    fn ability(&mut self, number: usize) {
        let with = number % 2 == 1;
        let params = if with { "(n: int 1..3 = 1)" } else { "" };
        self.line(&format!("ability Gift{number}{params} for gem {{"));
        let mut own = Sight::of(&["self"]);
        if with {
            own = own.with("n");
        }
        let count = 1 + self.below(3);
        self.clauses("  ", count, &own, true, 0);
        if self.one_in(2) {
            self.permission_clause("  ", true, 0);
        }
        if number > 0 && self.one_in(2) {
            let other = self.below(number);
            let args =
                if other % 2 == 1 { format!("({})", 1 + self.below(3)) } else { String::new() };
            let sight = Sight::of(&["gem", "self"]).printed();
            let when = self.condition(&sight);
            let label = self.label();
            self.line(&format!("  lend Gift{other}{args} as gem pair self when {when} {label}"));
        }
        if number > 0 && self.one_in(3) {
            let other = self.below(number);
            let label = self.label();
            self.line(&format!("  deny Gift{other} as gem rival_of self {label} drawback"));
        }
        for _ in 0..self.below(3) {
            self.hook(number);
        }
        self.line("}");
    }

    fn hook(&mut self, number: usize) {
        let step = *self.pick(&["push.cast", "push.tell", "push.wear", "nudge.mark"]);
        let push = step.starts_with("push");
        let role = match (push, self.below(3)) {
            (true, 0) => "as a",
            (true, 1) => "as b",
            (true, _) => "as a pair self",
            (false, 0) => "as g pair self",
            (false, _) => "as g",
        };
        let gems: &[&str] = if push { &["a", "b", "self"] } else { &["g", "self"] };
        let mut sight = Sight::of(gems).figures(FIGURES).abilities(ABILITIES);
        if push {
            sight = sight.with("total");
        }
        let when = self.condition(&sight);
        let once = *self.pick(&["", "", " once per push", " once per battle"]);
        let label = self.label();
        let time = match self.below(4) {
            0 | 1 => "before",
            2 => "after",
            // One hook at most stands in the place of a step.
            _ if push && number == 0 && step == "push.wear" => "instead of",
            _ => "after",
        };
        let mut body = Vec::new();
        if push {
            body.push(format!("total += {}", self.below(4)));
        }
        let gem = self.gem(&sight);
        match self.below(4) {
            0 => body.push(format!("{gem}.worn = min(40, max(0, {}))", self.number(&sight))),
            1 => body.push(format!("if {} {{ {gem}.marks += 1 }}", self.condition(&sight))),
            2 => {
                let status = *self.pick(&STATUSES);
                body.push(format!("grant {status} to {gem} until end of push"));
            }
            _ => body.push(format!("{gem}.marks += {}", self.below(3))),
        }
        if time == "instead of" && self.one_in(2) {
            body.push("proceed".to_owned());
        }
        self.line(&format!(
            "  {time} {step} {role} when {when}{once} {label} {{ {} }}",
            body.join(" ; ")
        ));
    }

    fn statuses(&mut self) {
        for (number, name) in STATUSES.iter().enumerate() {
            let how = ["", " stacks", " slot heat"][number];
            self.line(&format!("status {name} for gem{how} {{"));
            let own = Sight::of(&["self"]);
            let count = 1 + self.below(2);
            self.clauses("  ", count, &own, true, 0);
            if number == 2 && self.one_in(2) {
                let label = self.label();
                let gift = self.below(ABILITIES);
                self.line(&format!("  deny Gift{gift} as gem {label} drawback"));
            }
            self.line("}");
        }
    }

    // ---- Acting ---------------------------------------------------------------------------------

    fn statements(&mut self, sight: &Sight, count: usize, indent: usize, deep: u32) {
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

    fn procedures(&mut self) {
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

    // ---- Content --------------------------------------------------------------------------------

    fn content(&mut self) {
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

    fn tests(&mut self) {
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
