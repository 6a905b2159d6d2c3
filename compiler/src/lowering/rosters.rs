//! Armies: takes rosters and their limits, gives them with each limit's condition as an expression of the program.

use super::Lowering;
use super::slots::Frame;
use crate::typed::{LimitDef, LocalId, RosterDef, each_local};
use warwright_ir as ir;

/// The locals that say what an army may cost and what it costs, among what is given of it.
const COSTS: [LocalId; 2] = [LocalId(1), LocalId(2)];

impl Lowering<'_> {
    pub(super) fn rosters(&mut self) {
        let typed = self.typed;
        for def in &typed.limits {
            let limit = self.limit(def);
            self.out.limits.push(limit);
        }
        for def in &typed.rosters {
            let roster = self.roster(def);
            self.out.rosters.push(roster);
        }
        self.out.catalogue = typed.catalogue.as_ref().map(|def| self.roster(def));
    }

    fn limit(&mut self, def: &LimitDef) -> ir::Limit {
        let given = def.locals.all.len().min(4);
        self.frame = Frame::new(self.typed, &def.locals, u16::try_from(given).unwrap_or(u16::MAX));
        let each = def.each.as_ref().map(|(item, of, when)| ir::EachOf {
            of: self.expr(of),
            slot: self.frame.slot(*item),
            when: when.as_ref().map(|when| self.expr(when)),
        });
        let holds = self.expr(&def.holds);
        self.seen_to_fit(def.span);
        let mut asks = [false; 2];
        for expr in def.exprs() {
            each_local(expr, &mut |local| {
                for (asked, cost) in asks.iter_mut().zip(COSTS) {
                    *asked |= local == cost;
                }
            });
        }
        ir::Limit {
            label: self.text(&def.label),
            whose: self.text(&def.whose),
            laid: def.laid,
            see: def.see.as_ref().map(|see| self.text(see)),
            each,
            holds,
            env: self.frame.env(),
            asks,
            span: self.span(def.span),
        }
    }

    fn roster(&mut self, def: &RosterDef) -> ir::Roster {
        let number = |position: usize| u32::try_from(position).ok();
        let lines =
            def.lines.iter().map(|(line, group)| (self.span(*line), group.and_then(number)));
        let lines = lines.collect();
        let groups = def.groups.iter().map(|(word, name, within)| ir::RosterGroup {
            word: self.text(word),
            name: name.as_ref().map(|name| self.text(name)),
            within: within.and_then(number),
        });
        let groups = groups.collect();
        ir::Roster {
            name: self.text(&def.name),
            faction: def.faction.as_ref().map(|name| self.text(name)),
            budget: def.budget,
            points: def.points,
            scenario: def.scenario,
            lines,
            groups,
            limits: def.limits.clone(),
            tried: def.tried,
            span: self.span(def.span),
        }
    }
}
