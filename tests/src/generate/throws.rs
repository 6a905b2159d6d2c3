//! Throws: a made-up battle that is one throw of dice after another, small enough that its odds are always worked out.
//!
//! What faces a rule tells apart hangs on what stands between a throw and the question: loops, names set on the way, steps that
//! are called, dice thrown again, turned, copied, taken out, and what the question is held against.

use super::Make;

/// How deep statements stand in each other at most.
const DEPTH: u32 = 3;

/// The sorts of acts that hold no other acts.
const PLAIN_ACTS: [usize; 6] = [0, 2, 3, 4, 5, 6];
/// The sorts of acts that hold others.
const BLOCKS: [usize; 5] = [7, 8, 9, 10, 11];

/// What a question of a throw may be held against at a place. A battle has few sorts of acts and of questions: one question that
/// sees every face would hide what the others tell apart.
#[derive(Clone)]
struct Scope {
    acts: Vec<usize>,
    blocks: Vec<usize>,
    asks: Vec<usize>,
    numbers: Vec<String>,
    /// Pools that hold something.
    pools: Vec<&'static str>,
    depth: u32,
}

impl Scope {
    fn with(&self, number: &str) -> Self {
        let mut inner = self.clone();
        inner.numbers.push(number.to_owned());
        Self { depth: self.depth.saturating_sub(1), ..inner }
    }
}

impl Make {
    pub(super) fn dice_battle(&mut self) {
        let figures = [self.below(6), self.below(6), self.below(6)];
        let worn = self.below(5);
        self.line(&format!(
            "system madeup {{ dice d6 ; active acting }}\n\
             kind battle {{ state acting: player? = none ; state tally: int = 0 ; state worn: int = {worn} }}\n\
             kind gem is piece {{ profile size: int 0..9 ; state marks: int = 0 }}\n\
             faction Box {{ gems {{ name | size ; Ruby | {} ; Opal | {} ; Jade | {} }} }}",
            figures[0], figures[1], figures[2],
        ));
        self.throws();
        self.line(
            "sequence {\n\
             \x20 round at most 1 { if first(players) is some p { throws(p) } }\n\
             \x20 verdict at end of battle {",
        );
        for tally in -2..8 {
            self.line(&format!("    battle.tally == {tally} | draw \"it is {tally}\""));
        }
        self.line(
            "    battle.tally > 30 | draw \"many\"\n    rest(battle.tally, 2) == 0 | draw \"even\"\n    else | draw \"odd\"\n  }\n}\n\
             roster North of Box { 1 Ruby ; 1 Opal }\nroster South of Box { 1 Jade }\n\
             scenario Match { side North { roster North } ; side South { roster South } }",
        );
    }

    fn throws(&mut self) {
        let open = *self.pick(&["", "open "]);
        let (most, first) = (1 + self.below(5), 1 + self.below(3));
        let numbers = ["t", "n", "battle.worn"].map(str::to_owned).to_vec();
        let pools = if self.one_in(2) { vec!["a"] } else { vec!["a", "b"] };
        let acts = (0..2).map(|_| *self.pick(&PLAIN_ACTS)).chain([0]).collect();
        let blocks = (0..2).map(|_| *self.pick(&BLOCKS)).collect();
        let asks = (0..1 + self.below(2)).map(|_| self.below(7)).collect();
        let scope = Scope { acts, blocks, asks, numbers, pools, depth: DEPTH };
        self.line(&format!(
            "procedure throws(p: player) {{\n\
             \x20 {open}var a: pool of d6\n\
             \x20 var b: pool of d6\n\
             \x20 var n: int = 0\n\
             \x20 {open}var t: int = {most}\n\
             \x20 step cast {{ battle.acting = p ; a = roll {first} of d6 ; b = roll 1 of d6"
        ));
        self.dice_acts(&scope, 3);
        self.line("  }");
        let when = self.holds(&scope);
        self.line(&format!("  step later when {when} {{"));
        self.dice_acts(&scope, 2);
        self.line("  }\n  step aside called {");
        self.dice_acts(&Scope { depth: 1, ..scope.clone() }, 1);
        self.line("  }\n  step told {");
        let last = self.asked(&scope);
        self.line(&format!(
            "    aside() ; n += {last} ; battle.tally = n + battle.tally\n  }}\n}}"
        ));
        if self.one_in(3) {
            let (when, put) = (self.below(6), self.below(4));
            let what = match self.below(2) {
                0 => format!("battle.worn = {put}"),
                _ if open.is_empty() => "battle.tally += 1".to_owned(),
                _ => format!("t = {put} ; battle.tally += count(a where it > {when})"),
            };
            self.line(&format!("after throws.cast \"l0\" {{ {what} }}"));
        }
    }

    fn dice_acts(&mut self, scope: &Scope, count: usize) {
        for _ in 0..1 + self.below(count) {
            self.dice_act(scope);
        }
    }

    fn dice_act(&mut self, scope: &Scope) {
        let pool = *self.pick(&scope.pools);
        let sorts = if scope.depth > 0 && self.one_in(2) { &scope.blocks } else { &scope.acts };
        match *self.pick(sorts) {
            0 => {
                let asked = self.asked(scope);
                self.line(&format!("    n += {asked}"));
            }
            2 => {
                let against = self.against(scope);
                self.line(&format!("    t = {against}"));
            }
            3 => {
                let (asked, sign) = (self.asked(scope), *self.pick(&["+", "-"]));
                self.line(&format!("    battle.worn = {asked} {sign} 1"));
            }
            4 => {
                let fits = self.fits(scope);
                self.line(&format!("    reroll {pool} where {fits}"));
            }
            5 => {
                let (fits, upto) = (self.fits(scope), 1 + self.below(2));
                let to = 1 + self.below(6);
                self.line(&format!("    change {upto} of {pool} where {fits} to {to}"));
            }
            6 => {
                let (from, fits) = (*self.pick(&scope.pools), self.fits(scope));
                self.line(&format!("    {pool} = {from} where {fits}"));
            }
            7 => {
                self.unique += 1;
                let gem = format!("g{}", self.unique);
                self.line(&format!("    for each {gem} in gems {{"));
                self.dice_acts(&scope.with(&format!("{gem}.size")), 2);
                self.line("    }");
            }
            8 => {
                self.unique += 1;
                let number = format!("f{}", self.unique);
                self.line(&format!("    for each {number} in [1, 3, 5] {{"));
                self.dice_acts(&scope.with(&number), 2);
                self.line("    }");
            }
            9 => {
                let holds = self.holds(scope);
                self.line(&format!("    if {holds} {{"));
                let inner = Scope { depth: scope.depth - 1, ..scope.clone() };
                self.dice_acts(&inner, 2);
                self.line("    } else {");
                self.dice_acts(&inner, 1);
                self.line("    }");
            }
            10 => {
                self.unique += 1;
                let (name, value) = (format!("k{}", self.unique), self.asked(scope));
                self.line(&format!("    let {name} = {value}"));
                let asked = self.asked(&scope.with(&name));
                self.line(&format!("    n += {asked} + {name}"));
            }
            _ => {
                let (holds, most) = (self.holds(scope), 1 + self.below(2));
                self.line(&format!("    repeat at most {most} while {holds} {{"));
                self.dice_acts(&Scope { depth: scope.depth - 1, ..scope.clone() }, 2);
                self.line("    }");
            }
        }
    }

    /// A number that is asked of a throw.
    fn asked(&mut self, scope: &Scope) -> String {
        let (pool, fits) = (*self.pick(&scope.pools), self.fits(scope));
        match *self.pick(&scope.asks) {
            0 => format!("sum({pool})"),
            1 => format!("count({pool})"),
            2 => format!("(highest({pool}) otherwise 0)"),
            3 => format!("sum({pool} where {fits})"),
            4 => format!("(lowest({pool} where {fits}) otherwise 7)"),
            _ => format!("count({pool} where {fits})"),
        }
    }

    /// What a die must fulfil.
    fn fits(&mut self, scope: &Scope) -> String {
        let (how, against) = (*self.pick(&[">", "<=", "=="]), self.against(scope));
        format!("it {how} {against}")
    }

    fn against(&mut self, scope: &Scope) -> String {
        match self.below(3) {
            0 => (1 + self.below(6)).to_string(),
            _ => self.pick(&scope.numbers).clone(),
        }
    }

    fn holds(&mut self, scope: &Scope) -> String {
        let (asked, against) = (self.asked(scope), self.against(scope));
        match self.below(2) {
            0 => {
                let (pool, fits) = (*self.pick(&scope.pools), self.against(scope));
                format!("any d in {pool} where d > {fits}")
            }
            1 => format!("{asked} > {against}"),
            _ => format!("{asked} == {against}"),
        }
    }
}
