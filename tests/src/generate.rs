//! Made-up rules: takes a seed, gives the text of a small system with content and test blocks that use most of the language.
//!
//! What is written compiles: figures read only figures that stand before them, abilities lend only abilities that stand
//! before them, and whatever could fight stands at a level of its own.

mod abilities;
mod acting;
mod clauses;
mod content;
mod evenings;
mod fields;
mod throws;
mod values;

use warwright_runtime::SeededDice;

/// The system of all made-up rules.
pub const SYSTEM: &str = "madeup";

/// The files of made-up rules with test blocks.
pub fn rules(seed: u64) -> Vec<(String, String)> {
    made_up(seed, false, Make::system)
}

/// The files of made-up rules with a battle over cells.
pub fn battles(seed: u64) -> Vec<(String, String)> {
    made_up(seed, true, Make::system)
}

/// The files of made-up rules with a battle on a measured board.
pub fn fields(seed: u64) -> Vec<(String, String)> {
    made_up(seed, true, Make::field)
}

/// The files of a made-up battle that is all dice.
pub fn throws(seed: u64) -> Vec<(String, String)> {
    made_up(seed, true, Make::dice_battle)
}

fn made_up(seed: u64, battle: bool, write: fn(&mut Make)) -> Vec<(String, String)> {
    let mut make = Make {
        dice: SeededDice::new(seed, 7),
        text: String::new(),
        unique: 0,
        rounded: [false; FIGURES],
        labels: Vec::new(),
        battle,
    };
    write(&mut make);
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
    /// Whether a battle is made of them.
    battle: bool,
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

    fn system(&mut self) {
        let (table, of_gem) = match self.battle {
            true => (" ; active acting ; board rows 4, 3, 4", evenings::GEM),
            false => ("", ""),
        };
        self.line(&format!("system madeup {{ dice d6{table} }}"));
        self.line(
            "\
             enum Mood { calm, keen, cross }\n\
             scale Rungs of int { 0 2 3 5 8 12 }\n\
             kind gem is piece {\n\
             \x20 profile size: int 0..20\n\
             \x20 profile shine: int -5..12\n\
             \x20 profile mood: Mood = calm\n\
             \x20 state worn: int 0..40 = 0\n\
             \x20 state marks: int 0..900 = 0\n\
             \x20 state spent: int 0..90 = 0 until end of push\n\
             \x20 state partner: gem? = none",
        );
        self.line(&format!("{of_gem}}}"));
        self.line(
            "record pairing { one: gem ; beside: gem }\n\
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
        if self.battle {
            self.world();
        }
        self.quantities();
        self.permissions();
        self.clauses("", 3, &Sight::of(&["a"]), false, 0);
        for number in 0..ABILITIES {
            self.ability(number);
        }
        self.statuses();
        self.procedures();
        self.content();
        if self.battle {
            self.evenings();
        } else {
            self.tests();
        }
    }
}
