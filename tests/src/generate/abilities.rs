//! Abilities with their clauses and hooks, and statuses.

use super::{ABILITIES, FIGURES, Make, STATUSES, Sight};

impl Make {
    pub(super) fn ability(&mut self, number: usize) {
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

    pub(super) fn statuses(&mut self) {
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
}
