//! The listing of armies and of the limits set to them.

use super::{Lister, Locals, quoted};
use crate::{Limit, Roster, Slot};

impl<'p> Lister<'p> {
    pub(super) fn rosters(&mut self) {
        let program = self.program;
        for (number, limit) in program.limits.iter().enumerate() {
            self.limit(number, limit);
        }
        for roster in program.armies() {
            self.roster(roster);
        }
    }

    fn limit(&mut self, number: usize, limit: &'p Limit) {
        let mut words = format!("limit #{number} {}", quoted(self.text(limit.label)));
        words += &format!(" of {}", self.text(limit.whose));
        words += if limit.laid { " as laid out" } else { "" };
        if let Some(see) = limit.see {
            words += &format!(" see {:?}", self.text(see));
        }
        self.head(&words, limit.span);
        let mut locals = Locals::default();
        let given = ["roster", "budget", "points", "faction"];
        locals.names.extend((0u16..).map(Slot::Scalar).zip(given));
        if let Some(each) = &limit.each {
            let slot = locals.show(each.slot);
            let of = self.expr(each.of, &locals);
            let when = each
                .when
                .map_or_else(String::new, |when| format!(" where {}", self.expr(when, &locals)));
            self.line(1, &format!("each {slot} in {of}{when}"));
        }
        let holds = self.expr(limit.holds, &locals);
        self.line(1, &holds);
    }

    fn roster(&mut self, roster: &'p Roster) {
        let mut words = format!("roster {:?}", self.text(roster.name));
        if let Some(faction) = roster.faction {
            words += &format!(" of {:?}", self.text(faction));
        }
        if let Some(budget) = roster.budget {
            words += &format!(" budget {budget}");
        }
        if let Some(points) = roster.points {
            words += &format!(" costs {points}");
        }
        let limits: Vec<String> = roster.limits.iter().map(|limit| format!("#{limit}")).collect();
        if !limits.is_empty() {
            words += &format!(" within {}", limits.join(", "));
        }
        self.head(&words, roster.span);
        for (number, group) in roster.groups.iter().enumerate() {
            let name = group.name.map_or_else(String::new, |it| format!(" {:?}", self.text(it)));
            let within = group.within.map_or_else(String::new, |it| format!(" in #{it}"));
            self.line(1, &format!("#{number} {}{name}{within}", self.text(group.word)));
        }
        let army = self.program.scenarios.get(roster.scenario);
        army.into_iter().for_each(|army| self.rulings_taken(army));
        let pieces = army.into_iter().flat_map(|army| &army.sides).flat_map(|side| &side.pieces);
        for (piece, (_, group)) in pieces.zip(&roster.lines) {
            let group = group.map_or_else(String::new, |it| format!(" in #{it}"));
            let words = self.piece(piece);
            self.line(1, &format!("{words}{group}"));
        }
    }
}
