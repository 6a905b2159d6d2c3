//! Fields: a made-up battle on a measured board. Every operation on places, shapes and moves is asked for in an expression made from
//! its row in the table, so that a new operation is reached without a word here; beside them moves, plans, lines, things that come
//! and go, forms, stacks and readings.

use warwright_ir::{Given, SPACE_OPS, SpaceOp, SpaceSign, Wanted, Written};

use super::Make;

impl Make {
    /// The whole of it.
    pub(super) fn field(&mut self) {
        let (reach, wits) = (2 + self.below(4), self.below(5));
        self.line(&format!(
            "system madeup {{ measure in ; grain 0.05 mm ; dice d6 ; active acting ; sides Side ; board 40\" x 30\" }}\n\
             enum Side {{ front, left, right, rear }}\n\
             scale Paces of length {{ 0\" 1\" 2\" 3\" 5\" 8\" }}\n\
             kind battle {{ state acting: player? = none ; state smoke: int 0..99 = 0 }}\n\
             kind player {{ state score: int 0..9999 = 0 }}\n\
             kind crew is piece {{\n\
             \x20 forms\n\
             \x20 profile base: footprint = 2\" x 1.5\"\n\
             \x20 profile reach: length on Paces = {}\"\n\
             \x20 profile wits: int 0..9 = {wits}\n\
             \x20 state goal: place? = none\n\
             \x20 state left: length = 0\"\n\
             }}\n\
             kind ground is area {{ profile rough: bool = false }}\n\
             kind spark is thing fleeting {{ state heat: int 0..9 = 1 }}\n\
             tie rope between crew and crew {{ since: int = 0 }}\n\
             ruling careful: bool = true \"M-1\"\n\
             define others(u: crew): set of crew = crews where it is not u\n\
             define edges(u: crew, s: Side): length = edge(u, s).length\n\
             ability Steady(n: int 1..3) for crew {{ text: Wits of {{n}} more. ; modify cunning as u by +n \"steady\" }}\n\
             status Dazed(n: int 1..3) for crew stacks {{ text: Wits of {{n}} less. ; modify cunning as u by -n \"dazed\" drawback }}\n\
             quantity cunning(u: crew): int 0..20 favours u = u.wits",
            [1, 2, 3, 5][reach % 4]
        ).replace(" ; modify", "\n  modify").replace("{ text:", "{\n  text:"));
        self.asking();
        self.moving();
        self.turns();
        self.match_on_a_field();
    }

    /// A procedure that asks for every operation on a plane, in any order.
    fn asking(&mut self) {
        let mut ops: Vec<&SpaceSign> = SPACE_OPS.iter().filter(|it| !it.op.is_of_cells()).collect();
        for at in (1..ops.len()).rev() {
            let other = self.below(at + 1);
            ops.swap(at, other);
        }
        self.line("procedure survey(u: crew, v: crew, w: ground): int {\n  var tally: int = 0");
        for (number, some) in ops.chunks(8).enumerate() {
            self.line(&format!("  step s{number} {{"));
            for sign in some.iter().filter(|it| may_stand(it)) {
                let asked = self.call(sign, 2);
                let told = self.told(sign.gives, &asked);
                self.line(&format!("    if {told} {{ tally += 1 }}"));
            }
            self.line("  }");
        }
        self.line("  step result { return tally }\n}");
    }

    /// Whether something holds of a value that an operation gives.
    fn told(&mut self, gives: Given, asked: &str) -> String {
        let some = 1 + self.below(12);
        match gives {
            Given::Bool => asked.to_owned(),
            Given::Length => format!("{asked} * 3 / 2 > {some}\""),
            Given::Angle => format!("{asked} * (2 / 3) <= {some}0 deg"),
            Given::AngleOrNone => format!("{asked} is some a and a > {some}0 deg"),
            Given::Ratio => format!("-({asked}) * (1 / 2) / (2 / 3) - 1 / 4 <= -1 / {some}"),
            Given::Side => format!("{asked} is {}", self.side()),
            Given::Point => format!("{asked}.x + {asked}.y > {some}\""),
            Given::Place => format!("{asked}.at.x > {some}\" or {asked}.facing > {some}0 deg"),
            Given::Places => format!("count({asked}) > {}", some % 3),
            Given::Footprint => format!("{asked}.width + {asked}.depth > {some}\""),
            Given::Edge => format!("{asked}.length > {some}\""),
            Given::Region => format!("u overlaps {asked} or {asked} touches v"),
            Given::Route => format!("{asked}.length > {some}\" and {asked}.end.at.y > 3\""),
            Given::Int => format!("{asked} > {some}"),
            Given::Cell | Given::CellOrNone | Given::Cells => String::from("false"),
        }
    }

    fn side(&mut self) -> &'static str {
        ["front", "left", "right", "rear"][self.below(4)]
    }

    /// An operation with what it takes.
    fn call(&mut self, sign: &SpaceSign, depth: usize) -> String {
        let args: Vec<String> = match sign.op {
            SpaceOp::Corner => {
                let corners = ["front, left", "front, right", "rear, left", "rear, right"];
                return format!("corner(u, {})", self.pick(&corners));
            }
            SpaceOp::Wheeling => vec![
                String::from("u"),
                String::from(*self.pick(&["left", "right"])),
                format!("{}0 deg", 1 + self.below(9)),
            ],
            // Its place lies in it.
            SpaceOp::Footprint | SpaceOp::FootprintAhead | SpaceOp::FootprintBeside => {
                let lengths = (0..sign.takes.len()).map(|at| match at {
                    0 | 1 => format!("{}\"", 3 + self.below(3)),
                    _ => format!("{}\"", self.below(4)),
                });
                lengths.collect()
            }
            SpaceOp::FollowedBy => {
                let first = self.value(Wanted::Route, depth - 1);
                return format!("({first} followed by sliding(u, front, 2\"))");
            }
            _ => sign.takes.iter().map(|wanted| self.value(*wanted, depth - 1)).collect(),
        };
        match sign.written {
            Written::Call => format!("{}({})", sign.name, args.join(", ")),
            Written::Infix | Written::Own => format!("({} {} {})", args[0], sign.name, args[1]),
            Written::Field => format!("{}.{}", args[0], sign.name),
            Written::Name | Written::Inner => sign.name.to_owned(),
        }
    }

    /// A value that an operation takes: sometimes of another operation, else plain.
    fn value(&mut self, wanted: Wanted, depth: usize) -> String {
        if depth > 0 && self.below(2) == 0 {
            let fits = |sign: &&SpaceSign| gives(sign.gives, wanted) && may_stand(sign);
            let all: Vec<&SpaceSign> = SPACE_OPS.iter().filter(fits).collect();
            if !all.is_empty() {
                let sign = *self.pick(&all);
                return self.call(sign, depth);
            }
        }
        let (x, y) = (4 + self.below(30), 4 + self.below(20));
        match wanted {
            Wanted::Shape | Wanted::Shapes => {
                String::from(*self.pick(&["v", "w", "centre(v)", "north_edge"]))
            }
            Wanted::Solid => String::from(*self.pick(&["v", "w", "centre(w)"])),
            Wanted::Piece => String::from("u"),
            Wanted::Pieces => String::from("others(u)"),
            Wanted::Ground => String::from(*self.pick(&["w", "board"])),
            Wanted::Point => format!("({x}\", {y}\")"),
            Wanted::Points => {
                format!("[({x}\", {y}\"), ({}\", {y}\"), ({}\", {}\")]", x + 3, x + 6, y + 2)
            }
            Wanted::Place => format!("place(({x}\", {y}\"), {}0 deg)", self.below(36)),
            Wanted::Footprint => String::from("u.base"),
            Wanted::Edge => String::from(*self.pick(&[
                "north_edge",
                "west_edge",
                "edge(v, front)",
                "edge(v, rear)",
            ])),
            Wanted::Route => format!("sliding(u, {}, {}\")", self.side(), 1 + self.below(4)),
            Wanted::Plan => String::from("course"),
            Wanted::Length => format!("{}\"", 1 + self.below(5)),
            Wanted::Angle => format!("{}0 deg", 1 + self.below(17)),
            Wanted::Side => self.side().to_owned(),
            Wanted::Any => format!("centre({})", self.pick(&["u", "v"])),
            Wanted::Cell | Wanted::Int => String::from("1"),
        }
    }

    fn moving(&mut self) {
        let (wide, through) = (1 + self.below(2), self.below(3));
        let keeps = *self.pick(&[
            "u inside board",
            "centre(u).y > 2\"",
            "no f in others(u) where f overlaps u",
        ]);
        let which = *self.pick(&["any part of v", "centre(v)"]);
        self.line(&format!(
            "permission spies(u: crew, v: crew) {{\n\
             \x20 require clear line from centre(u) to {which} wide {wide}\" past f in crews where f is not u and f is not v past g in grounds through {through}\" where g.rough \"{{f}} or {{g}}\"\n\
             \x20 require not (careful and v has Dazed(2)) \"dazed\"\n\
             }}\n\
             procedure go(u: crew, way: route) {{\n\
             \x20 step go {{\n\
             \x20   let free = way until touching others(u) while {keeps}\n\
             \x20   let leg = shortened(free, u.left)\n\
             \x20   u.left -= leg.length\n\
             \x20   move u along leg\n\
             \x20 }}\n\
             }}\n\
             action light(u: crew, n: int 1..3) in March by u.player \"{{u}} lights {{n}}\" once per work {{\n\
             \x20 require battle.smoke < 90 \"smoke\"\n\
             \x20 do {{ battle.smoke += n ; grant Dazed(1) to u }}\n\
             }}\n\
             action march(u: crew, d: length 0.5\"..u.left) in March by u.player \"{{u}} marches {{d}}\" {{\n\
             \x20 require u.left >= 0.5\" \"tired\"\n\
             \x20 do {{ go(u, sliding(u, front, d) while u inside board) }}\n\
             }}\n\
             action swing(u: crew, a: angle -90 deg..90 deg) in March by u.player \"{{u}} swings by {{a}}\" {{\n\
             \x20 require u.left > 0\" \"tired\"\n\
             \x20 do {{ go(u, (if a < 0 deg then wheeling(u, left, -a) else wheeling(u, right, a)) while u inside board) }}\n\
             }}"
        ));
    }

    fn turns(&mut self) {
        let (rolls, most) = (1 + self.below(3), 1 + self.below(3));
        let facing = self.below(36);
        let towards = *self.pick(&[" towards goal.at", ""]);
        let (low, lasts) = (self.below(3), self.pick(&["", " until end of work"]).to_string());
        self.line(&format!(
            "procedure work(p: player) {{\n\
             \x20 var sparks: set of spark = {{}}\n\
             \x20 step begin {{ battle.acting = p ; for each u in crews of p {{ u.left = u.reach }} }}\n\
             \x20 step survey {{\n\
             \x20   for each u in crews of p {{ for each v in others(u) {{ for each w in grounds {{ let seen = survey(u, v, w) ; p.score = min(9999, p.score + seen) }} }} }}\n\
             \x20 }}\n\
             \x20 step steer {{\n\
             \x20   for each u in crews of p {{\n\
             \x20     p chooses spot: place for u in board facing {}0 deg where no f in others(u) where f overlaps u \"where to\" or none\n\
             \x20     u.goal = spot\n\
             \x20     if u.goal is some goal {{\n\
             \x20       let way = plan u by March{towards} until distance(u, goal.at) <= 1\" at most {most} runs of work\n\
             \x20       if way is some course {{\n\
             \x20         if course.turns > 0 and course.end.at.y > 2\" {{ follow course }}\n\
             \x20       }} else {{ if no f in crews where f is not u and (supposing u at goal {{ f overlaps u }}) {{ put u at goal }} }}\n\
             \x20     }}\n\
             \x20   }}\n\
             \x20 }}\n\
             \x20 step march {{ open March to p until done at most {most} }}\n\
             \x20 step fire {{\n\
             \x20   p chooses queue: order of crews of p\n\
             \x20   for each u in queue {{\n\
             \x20     for each v in others(u) where v.player is not p and may spies(u, v) {{\n\
             \x20       let shots = roll {rolls} of d6\n\
             \x20       let hits = count(shots where it >= 5) + (if u has Steady(k) then k - 1 else 0)\n\
             \x20       if hits > 0 {{ grant Dazed(min(3, hits)) to v{lasts} ; let lit = create spark {{ heat = hits }} ; sparks += lit }}\n\
             \x20       if u rope v {{ part u, v by rope }} else {{ join u, v by rope {{ since: battle.round }} }}\n\
             \x20       battle.smoke = min(99, battle.smoke + times_of(v))\n\
             \x20     }}\n\
             \x20   }}\n\
             \x20 }}\n\
             \x20 step cool {{\n\
             \x20   p chooses shares: split of 3 among crews of p\n\
             \x20   p.score = min(9999, p.score + sum(n for each n in shares))\n\
             \x20   for each s in sparks {{ if s.heat > {low} {{ s.heat -= 1 }} else {{ remove s }} }}\n\
             \x20   for each u in crews of p {{\n\
             \x20     if u is \"Gun\" and u.entry is u.entry and u.faction is u.player.faction and u.wits in crews.wits {{ u becomes hidden }}\n\
             \x20     say \"{{u.name}}: {{rung_of(u)}}, {{count(sparks)}} sparks\"\n\
             \x20   }}\n\
             \x20 }}\n\
             }}\n\
             define times_of(u: crew): int = (if during work.fire then 2 else 1) * held(u, Dazed) + count(Sides where edges(u, it) > 1\")\n\
             define rung_of(u: crew): int = sum(n * 2 for each n in crews.wits) + floor(count(crews) / 2 + u.wits) + (if rung(u.reach, 1) > 2\" then 1 else 0) + cunning(u)",
            facing
        ));
    }

    fn match_on_a_field(&mut self) {
        let rounds = 1 + self.below(2);
        let (east, facing) = (10 + self.below(15), self.below(36));
        let smoke = self.below(9);
        let (gun, cart) = (1 + self.below(3), self.below(9));
        self.line(&format!(
            "modify reach rung +1 when battle.smoke > 3 \"wind\"\n\
             instead of work.cool when battle.smoke > {smoke} {{ battle.smoke = 0 ; proceed }}\n\
             sequence {{\n\
             \x20 round at most {rounds} {{ for each p in players {{ work(p) }} }}\n\
             \x20 verdict at end of battle {{\n\
             \x20   most(it.score for each it in players) is some p | won by p \"the score\"\n\
             \x20   else | draw \"even\"\n\
             \x20 }}\n\
             }}\n\
             policy fond {{ in march prefer highest d ; in swing never }}\n\
             faction Host {{\n\
             \x20 crews {{\n    name | wits | abilities\n    Gun | {gun} | Steady({gun})\n    ..hidden | {cart} | -\n    Cart | {cart} | -\n  }}\n\
             }}\n\
             roster North of Host {{ 1 Gun ; 1 Cart }}\n\
             roster South of Host {{ 1 Gun }}\n\
             ground Mire {{ rough }}\n\
             scenario Match {{\n\
             \x20 side North {{ roster North ; policy fond }}\n\
             \x20 side South {{ roster South ; policy fond }}\n\
             \x20 put Mire at ({}\", 15\") size 8\" x 6\"\n\
             \x20 setup {{\n\
             \x20   var along: length = 6\"\n\
             \x20   for each u in crews {{ put u at place((along, along / 2 + 6\"), {}0 deg) ; along += 7\" }}\n\
             \x20 }}\n\
             }}",
            east, facing
        ));
    }
}

/// Whether an expression without plans may be made of an operation.
fn may_stand(sign: &SpaceSign) -> bool {
    sign.written != Written::Inner && !sign.takes.contains(&Wanted::Plan)
}

/// Whether what an operation gives is taken where that is wanted.
fn gives(given: Given, wanted: Wanted) -> bool {
    match wanted {
        Wanted::Shape | Wanted::Shapes => {
            matches!(given, Given::Point | Given::Edge | Given::Region)
        }
        Wanted::Solid => matches!(given, Given::Point | Given::Region),
        Wanted::Ground => given == Given::Region,
        Wanted::Point | Wanted::Any => given == Given::Point,
        Wanted::Place => given == Given::Place,
        Wanted::Edge => given == Given::Edge,
        Wanted::Route => given == Given::Route,
        Wanted::Side => given == Given::Side,
        // Measures are asked for as they are, so that no strip or slide is longer than the board.
        _ => false,
    }
}
