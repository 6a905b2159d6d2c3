//! Kinds with their fields and figures, entries, dice, scales, ties, rulings; scenarios and tests.

use super::{Lister, Locals, quoted, show_type};
use crate::{
    Board, Entry, Expectation, FieldId, Kind, Named, Piece, Scenario, Scripted, Sight, Slot, Test,
    TestRun, Ty,
};
use std::collections::BTreeSet;

impl<'p> Lister<'p> {
    /// What exists.
    pub(super) fn content(&mut self) {
        let program = self.program;
        for kind in program.kinds.values() {
            self.kind(kind);
        }
        for die in program.dice.values() {
            let faces: Vec<String> = die
                .faces
                .iter()
                .map(|face| {
                    let value = face.value.map_or_else(String::new, |value| format!("={value}"));
                    let sides =
                        if face.sides == 1 { String::new() } else { format!("*{}", face.sides) };
                    format!("{}{value}{sides}", quoted(self.text(face.name)))
                })
                .collect();
            self.head(&format!("die {}: {}", self.text(die.name), faces.join(" ")), die.span);
        }
        for scale in program.scales.values() {
            let values: Vec<String> =
                scale.values.iter().map(|it| self.cell(&scale.ty, *it)).collect();
            let ty = show_type(program, &scale.ty);
            let words = format!("scale {} of {ty}: {}", self.text(scale.name), values.join(" "));
            self.head(&words, scale.span);
        }
        for tie in program.ties.values() {
            let kind = |id| self.name(&program.kinds, id, |it| it.name);
            let words = format!(
                "tie {} between {} and {}",
                self.text(tie.name),
                kind(tie.left),
                kind(tie.right)
            );
            self.head(&words, tie.span);
            for field in &tie.fields {
                let each = if field.each { "each " } else { "" };
                let ty = show_type(program, &field.ty);
                self.line(1, &format!("{each}{}: {ty}", self.text(field.name)));
            }
        }
        for ruling in &program.rulings {
            let (ty, value) =
                (show_type(program, &ruling.ty), self.value(&ruling.ty, &ruling.value));
            self.line(0, &format!("ruling {}: {ty} = {value}", self.text(ruling.name)));
        }
        for entry in program.entries.values() {
            self.entry(entry);
        }
    }

    fn kind(&mut self, kind: &'p Kind) {
        let program = self.program;
        let closed = if kind.closed { " closed" } else { "" };
        let fleeting = if kind.fleeting { " fleeting" } else { "" };
        let base = format!("{:?}", kind.base).to_lowercase();
        let copies = kind.copies.map_or_else(String::new, |by| {
            format!(" copies {}", self.name(&program.profiles, by, |it| it.name))
        });
        let each = if kind.each_player { " for each player" } else { "" };
        let name = self.text(kind.name);
        self.head(&format!("kind {name} is {base}{closed}{fleeting}{copies}{each}"), kind.span);
        if !kind.leaves_by.is_empty() {
            let by = self.names(&program.procedures, &kind.leaves_by, |it| it.name);
            self.line(1, &format!("leaves only by {by}"));
        }
        for profile in kind.profiles.iter().filter_map(|it| program.profiles.get(*it)) {
            let bent = if profile.quantity.is_some() { "" } else { " (not bent)" };
            let ty = show_type(program, &profile.ty);
            self.line_at(
                1,
                &format!("profile {}: {ty}{bent}", self.text(profile.name)),
                profile.span,
            );
        }
        for field in &kind.fields {
            self.field(*field);
        }
        if !kind.entries.is_empty() {
            let names = self.names(&program.entries, &kind.entries, |it| it.name);
            self.line(1, &format!("entries {names}"));
        }
    }

    fn field(&mut self, field: FieldId) {
        let program = self.program;
        let Some(field) = program.fields.get(field) else { return };
        let mut locals = Locals::default();
        locals.names.insert(Slot::Scalar(0), "self");
        let initial = self.expr(field.initial, &locals);
        let ty = show_type(program, &field.ty);
        let mut words = format!("state {}: {ty} = {initial}", self.text(field.name));
        if field.least.is_some() || field.most.is_some() {
            words += &format!(", {}", self.bounds(&field.ty, field.least, field.most));
        }
        if let Some((moment, edge)) = field.resets {
            let moment = self.name(&program.moments, moment, |it| it.name);
            words += &format!(", resets at {} of {moment}", edge.sign().text);
        }
        words += match field.sight {
            Sight::All => "",
            Sight::Owner => ", seen by owner",
            Sight::Nobody => ", seen by none",
        };
        if let Some(inverse) = field.inverse {
            words += &format!(", mirrors {}", self.name(&program.fields, inverse, |it| it.name));
        }
        self.line_at(1, &words, field.span);
    }

    /// `1..9`, with an end left out where there is none.
    pub(super) fn bounds(&self, ty: &Ty, least: Option<i64>, most: Option<i64>) -> String {
        let end = |end: Option<i64>| end.map_or_else(String::new, |end| self.cell(ty, end));
        format!("{}..{}", end(least), end(most))
    }

    fn entry(&mut self, entry: &'p Entry) {
        let program = self.program;
        let kind = self.name(&program.kinds, entry.kind, |it| it.name);
        let mut words = format!("{kind} {:?}", self.text(entry.name));
        if let Some(faction) = entry.faction {
            words += &format!(" of {:?}", self.text(faction));
        }
        if let Some(base) = entry.base {
            words += &format!(", form of {}", self.name(&program.entries, base, |it| it.name));
        }
        if let Some(form) = entry.form {
            words += &format!(", form {}", quoted(self.text(form)));
        }
        self.head(&words, entry.span);
        let profiles = program.kinds.get(entry.kind).map_or(&[][..], |it| it.profiles.as_slice());
        for (position, value) in entry.values.iter().enumerate() {
            let profile = profiles.get(position).and_then(|it| program.profiles.get(*it));
            let (name, ty) = profile.map_or(("?", &Ty::Int), |it| (self.text(it.name), &it.ty));
            let origins: Vec<String> = entry
                .origins
                .get(position)
                .into_iter()
                .flatten()
                .map(|it| format!("{} @{}", self.text(it.words), self.at(it.span)))
                .collect();
            let value = self.value(ty, value);
            self.line(1, &format!("{name} {value}  <- {}", origins.join(", ")));
        }
        for owned in &entry.abilities {
            let name = self.name(&program.abilities, owned.ability, |it| it.name);
            let found = program.abilities.get(owned.ability);
            let args: Vec<String> = owned
                .args
                .iter()
                .enumerate()
                .map(|(position, cell)| {
                    let ty =
                        found.and_then(|it| it.params.get(position)).map_or(&Ty::Int, |it| &it.ty);
                    self.cell(ty, *cell)
                })
                .collect();
            let args =
                if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
            self.line(1, &format!("ability {name}{args}"));
        }
        if !entry.forms.is_empty() {
            let forms = self.names(&program.entries, &entry.forms, |it| it.name);
            self.line(1, &format!("forms {forms}"));
        }
    }

    /// Scenarios and tests.
    pub(super) fn setups(&mut self) {
        let program = self.program;
        // An army by itself is listed with its roster.
        let alone: BTreeSet<_> = program.armies().map(|roster| roster.scenario).collect();
        for (_, scenario) in program.scenarios.iter().filter(|(id, _)| !alone.contains(id)) {
            self.scenario(scenario);
        }
        for test in program.tests.values() {
            self.test(test);
        }
        if let Some(sequence) = program.sequence {
            let name = self.name(&program.procedures, sequence, |it| it.name);
            self.line(0, "");
            self.line(0, &format!("sequence {name}"));
        }
        if let Some(grain) = program.grain {
            self.line(0, &format!("grain {grain}"));
        }
        if let Some(sides) = program.sides {
            let name = self.name(&program.kinds, sides, |it| it.name);
            self.line(0, &format!("sides {name}"));
        }
        if let Some(colours) = program.colours {
            let name = self.name(&program.kinds, colours, |it| it.name);
            self.line(0, &format!("colours {name}"));
        }
        if let Some(zone) = program.zone {
            let name = self.name(&program.fields, zone, |it| it.name);
            self.line(0, &format!("zone {name}"));
        }
        if let Some(worth) = program.worth {
            let name = self.name(&program.functions, worth, |it| it.name);
            self.line(0, &format!("worth {name}"));
        }
        if let Some(active) = program.active {
            let name = self.name(&program.fields, active, |it| it.name);
            self.line(0, &format!("active {name}"));
        }
    }

    pub(super) fn rulings_taken(&mut self, scenario: &'p Scenario) {
        for (number, cell) in &scenario.rulings {
            let ruling = self.program.rulings.get(usize::from(*number));
            let (name, ty) = ruling.map_or(("?", &Ty::Int), |it| (self.text(it.name), &it.ty));
            self.line(1, &format!("ruling {name} = {}", self.cell(ty, *cell)));
        }
    }

    fn scenario(&mut self, scenario: &'p Scenario) {
        let program = self.program;
        let rounds = scenario.rounds.map_or_else(String::new, |it| format!(", {it} rounds"));
        let board = match &scenario.board {
            None => String::new(),
            Some(Board::Plane { width, depth }) => format!(", board of {width} um by {depth} um"),
            Some(Board::Cells(cells)) => {
                let lines = if cells.columns { "columns" } else { "rows" };
                let counts: Vec<String> = cells.lines.iter().map(ToString::to_string).collect();
                format!(", board of {lines} {}", counts.join(", "))
            }
        };
        self.head(
            &format!("scenario {:?}{rounds}{board}", self.text(scenario.name)),
            scenario.span,
        );
        if let Some(of) = scenario.rules_of {
            let of = self.name(&program.scenarios, of, |it| it.name);
            self.line(1, &format!("by the rules of {of}"));
        }
        self.rulings_taken(scenario);
        for side in &scenario.sides {
            let mut words = format!("side {}", quoted(self.text(side.name)));
            if let Some(budget) = side.budget {
                words += &format!(" budget {budget}");
            }
            if !side.armies.is_empty() {
                let names: Vec<&str> = side.armies.iter().map(|it| self.text(*it)).collect();
                words += &format!(" of {}", names.join(", "));
            }
            let team = side.team.and_then(|at| scenario.sides.get(usize::try_from(at).ok()?));
            if let Some(team) = team {
                words += &format!(" with {}", quoted(self.text(team.name)));
            }
            if let Some(policy) = side.policy {
                words += &format!(" plays {}", self.name(&program.policies, policy, |it| it.name));
            }
            if !side.abilities.is_empty() {
                let names = self.names(&program.abilities, &side.abilities, |it| it.name);
                words += &format!(" owns {names}");
            }
            self.line(1, &words);
            for piece in &side.pieces {
                let words = self.piece(piece);
                self.line(2, &words);
            }
        }
        for area in &scenario.ground {
            let words = format!("area {}", self.piece(area));
            self.line(1, &words);
        }
        if let Some(setup) = scenario.setup {
            self.line(1, "setup");
            self.body(2, setup, &Locals::default());
        }
    }

    /// A piece as a side or army has it.
    pub(super) fn piece(&self, piece: &Piece) -> String {
        let program = self.program;
        let mut words = self.name(&program.entries, piece.entry, |it| it.name);
        if let Some(name) = piece.name {
            words += &format!(" as {:?}", self.text(name));
        }
        for (field, cell) in &piece.state {
            let ty = program.fields.get(*field).map_or(&Ty::Int, |it| &it.ty);
            let field = self.name(&program.fields, *field, |it| it.name);
            words += &format!(" {field} {}", self.cell(ty, *cell));
        }
        words
    }

    fn test(&mut self, test: &'p Test) {
        let program = self.program;
        self.head(&format!("test {:?}", self.text(test.name)), test.span);
        for row in &test.covers {
            self.line(1, &format!("covers {:?}", self.text(*row)));
        }
        let locals = Locals::default();
        let scenario = self.name(&program.scenarios, test.scenario, |it| it.name);
        self.line(1, &format!("in {scenario}"));
        self.line(1, "given");
        self.body(2, test.setup, &locals);
        match &test.run {
            TestRun::Nothing => {}
            TestRun::Battle => self.line(1, "run the battle"),
            TestRun::Procedure { procedure, args, exports } => {
                let name = self.name(&program.procedures, *procedure, |it| it.name);
                let args = self.exprs(args, &locals);
                let exports: Vec<String> = exports
                    .iter()
                    .map(|(from, to)| format!("{} -> {}", locals.show(*from), locals.show(*to)))
                    .collect();
                self.line(1, &format!("run {name}({args}) exports {}", exports.join(", ")));
            }
        }
        let rolls: Vec<String> = test
            .rolls
            .iter()
            .map(|(die, face)| self.cell(&Ty::Face(*die), i64::from(*face)))
            .collect();
        self.line(1, &format!("rolls {}", rolls.join(" ")));
        if !test.draws.is_empty() {
            let names = self.names(&program.entries, &test.draws, |it| it.name);
            self.line(1, &format!("draws {names}"));
        }
        for answer in &test.answers {
            let answer = self.scripted(answer);
            self.line(1, &format!("answer {answer}"));
        }
        for expectation in &test.expects {
            self.expectation(expectation, &locals);
        }
    }

    fn scripted(&self, answer: &Scripted) -> String {
        let program = self.program;
        let name = |named: &Named| match named {
            Named::Cell(cell, _) => cell.to_string(),
            Named::Entry(entry) => self.name(&program.entries, *entry, |it| it.name),
            Named::Face(die, face) => self.cell(&Ty::Face(*die), i64::from(*face)),
        };
        let names = |all: &[Named]| all.iter().map(name).collect::<Vec<_>>().join(", ");
        match answer {
            Scripted::Nothing => "nothing".to_owned(),
            Scripted::One(one) => name(one),
            Scripted::Several(several) => format!("[{}]", names(several)),
            Scripted::Dice(dice) => {
                let each = dice.iter().map(|(count, face)| format!("{count} of {}", name(face)));
                each.collect::<Vec<_>>().join(" + ")
            }
            Scripted::Act { action, bearer, args } => {
                let action = self.name(&program.actions, *action, |it| it.name);
                let bearer = bearer.as_ref().map(|it| format!("{}.", name(it)));
                format!("{}{action}({})", bearer.unwrap_or_default(), names(args))
            }
        }
    }

    fn expectation(&mut self, expectation: &'p Expectation, locals: &Locals<'p>) {
        match expectation {
            Expectation::Holds { holds, source, span } => {
                let words =
                    format!("expect {} ({})", self.expr(*holds, locals), self.text(*source));
                self.line_at(1, &words, *span);
            }
            Expectation::Refused { permission, args, reason, span } => {
                let name = self.name(&self.program.permissions, *permission, |it| it.name);
                let args = self.exprs(args, locals);
                let words = format!("expect not {name}({args}) {:?}", self.text(*reason));
                self.line_at(1, &words, *span);
            }
            Expectation::Said { words, span } => {
                self.line_at(1, &format!("expect said {:?}", self.text(*words)), *span);
            }
            Expectation::Silent { words, span } => {
                self.line_at(1, &format!("expect not said {:?}", self.text(*words)), *span);
            }
            Expectation::Legal { holds, roster, reason, span } => {
                let not = if *holds { "" } else { "not " };
                let roster = self.program.rosters.get(*roster as usize);
                let name = roster.map_or("", |roster| self.text(roster.name));
                let why = reason.map_or_else(String::new, |it| format!(" {:?}", self.text(it)));
                self.line_at(1, &format!("expect {not}legal roster {name:?}{why}"), *span);
            }
            Expectation::Ended { holds, winner, why, span } => {
                let not = if *holds { "" } else { "not " };
                let how = winner.map_or_else(
                    || "drawn".to_owned(),
                    |winner| format!("won by {}", self.expr(winner, locals)),
                );
                let why = why.map_or_else(String::new, |why| format!(" {:?}", self.text(why)));
                self.line_at(1, &format!("expect {not}battle {how}{why}"), *span);
            }
            Expectation::Chance { holds, how, numerator, denominator, span } => {
                let words = self.expr(*holds, locals);
                let wanted = format!("{} {numerator}/{denominator}", how.sign());
                self.line_at(1, &format!("expect P({words}) {wanted}"), *span);
            }
            Expectation::Mean { of, how, numerator, denominator, span } => {
                let words = self.expr(*of, locals);
                self.line_at(
                    1,
                    &format!("expect mean({words}) {} {numerator}/{denominator}", how.sign()),
                    *span,
                );
            }
            Expectation::Show { of, name, span } => {
                let value = self.expr(*of, locals);
                self.line_at(1, &format!("show {} {value}", self.text(*name)), *span);
            }
        }
    }
}
