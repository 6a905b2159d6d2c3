//! The search: takes formulas over variables, narrows and branches until an assignment fits or none can.

use super::{Answer, Facts};
use crate::checks::logic::cells::{Cells, apart, common, lies_in};
use crate::checks::logic::formula::sums::{
    added, behind, bounds_of, cells_of, narrowed_part, summed,
};
use crate::checks::logic::formula::{Aspect, Formula, Reader, Var};
use crate::typed::{Arithmetic, Bounds, SideDef};
use warwright_grammar::Span;
use warwright_ir as ir;
use warwright_ir::{AbilityId, EntryId};

/// How many steps a search may take before it gives up.
const STEPS: u32 = 20_000;

/// How often what follows from sums is worked out anew.
const ROUNDS: u32 = 6;

impl Facts<'_> {
    /// Whether all formulas can hold together.
    pub(crate) fn solve(
        &self,
        reader: &Reader<'_>,
        formulas: &[Formula],
        by_entries: bool,
    ) -> Answer {
        let vars: Vec<_> = reader.vars.values().collect();
        let mut search = Search::new(self, &vars, by_entries);
        match search.branch(formulas.iter().collect(), Vec::new()) {
            Some(found) => Answer::Can(found),
            None if search.tried || search.steps == 0 => Answer::Unknown(search.unsure),
            None => Answer::Never(search.clash),
        }
    }

    /// The same where it is known which areas lie there.
    pub(crate) fn never_there(
        &self,
        reader: &Reader<'_>,
        formulas: &[Formula],
    ) -> Option<Option<(Span, Span)>> {
        let ground = &reader.scene.ground;
        if ground.is_empty() {
            return None;
        }
        let vars: Vec<_> = reader.vars.values().collect();
        let search = Search { ground, ..Search::new(self, &vars, true) };
        let mut search = Search { doubts_will_do: true, ..search };
        let found = search.branch(formulas.iter().collect(), Vec::new());
        (found.is_none() && search.steps > 0).then_some(search.clash)
    }

    /// Whether formulas can never hold together, and where two tests exclude each other, these: no other way is looked for when one
    /// that may do is found.
    pub(crate) fn never(
        &self,
        reader: &Reader<'_>,
        formulas: &[Formula],
        by_entries: bool,
    ) -> Option<Option<(Span, Span)>> {
        match self.found(reader, formulas, by_entries) {
            Answer::Never(clash) => Some(clash),
            Answer::Can(_) | Answer::Unknown(_) => None,
        }
    }

    /// The same where the search may end without an answer.
    pub(crate) fn found(
        &self,
        reader: &Reader<'_>,
        formulas: &[Formula],
        by_entries: bool,
    ) -> Answer {
        let vars: Vec<_> = reader.vars.values().collect();
        let mut search = Search { doubts_will_do: true, ..Search::new(self, &vars, by_entries) };
        match search.branch(formulas.iter().collect(), Vec::new()) {
            Some(found) => Answer::Can(found),
            None if search.steps == 0 => Answer::Unknown(None),
            None => Answer::Never(search.clash),
        }
    }
}

/// What is assumed so far.
struct Assignment {
    cells: Vec<Cells>,
    /// The last test of each variable.
    tested: Vec<Option<Span>>,
    /// How many tests of variables that are not understood are assumed.
    unsure: u32,
}

impl Assignment {
    fn of(vars: &[&Var]) -> Self {
        Self {
            cells: vars.iter().map(|var| var.cells.clone()).collect(),
            tested: vec![None; vars.len()],
            unsure: 0,
        }
    }
}

/// What an assumption replaced, so that it can be taken back.
struct Undo {
    var: usize,
    cells: Cells,
    tested: Option<Span>,
    /// Whether it was a test, and not what follows from others.
    of_test: bool,
}

/// A backtracking search with a trail: one assignment, which a branch that fails leaves as it found it.
struct Search<'f, 'v> {
    facts: &'f Facts<'f>,
    vars: &'v [&'v Var],
    /// The sums that were tested, in the order of the trail.
    sums: Vec<usize>,
    by_entries: bool,
    /// The areas of which alone it is asked.
    ground: &'v [(ir::KindId, Vec<EntryId>)],
    /// Whether a way will do that has something in it that is not understood.
    doubts_will_do: bool,
    assumed: Assignment,
    trail: Vec<Undo>,
    /// How long the trail was when all that follows from sums was worked out.
    settled: usize,
    steps: u32,
    clash: Option<(Span, Span)>,
    /// Whether some way would do, if what is not understood allows it.
    tried: bool,
    /// The entry of the first such way, where entries decide it.
    unsure: Option<EntryId>,
}

impl<'f, 'v> Search<'f, 'v> {
    /// Nothing is assumed yet.
    fn new(facts: &'f Facts<'f>, vars: &'v [&'v Var], by_entries: bool) -> Self {
        Self {
            facts,
            vars,
            sums: Vec::new(),
            by_entries,
            ground: &[],
            doubts_will_do: false,
            assumed: Assignment::of(vars),
            trail: Vec::new(),
            settled: 0,
            steps: STEPS,
            clash: None,
            tried: false,
            unsure: None,
        }
    }

    /// A way in which all formulas hold and everything is understood, with the entry that does it. What `waits` are
    /// alternatives of which one must hold.
    fn branch<'a>(
        &mut self,
        mut todo: Vec<&'a Formula>,
        mut waits: Vec<&'a [Formula]>,
    ) -> Option<Option<EntryId>> {
        let fewest = loop {
            while let Some(formula) = todo.pop() {
                self.steps = self.steps.checked_sub(1)?;
                match formula {
                    Formula::Fixed(true) => {}
                    Formula::Fixed(false) => return None,
                    Formula::Test { var, cells, span } => self.assume(*var, cells, *span)?,
                    Formula::All(parts) => todo.extend(parts.iter()),
                    Formula::Any(parts) => waits.push(parts),
                }
            }
            self.propagate()?;
            let fewest = self.forced(&mut waits, &mut todo);
            if todo.is_empty() {
                break fewest;
            }
        };
        let Some(fewest) = fewest else { return self.leaf() };
        let parts = waits.swap_remove(fewest);
        for part in parts {
            if self.is_out(part) {
                continue;
            }
            let mark = self.trail.len();
            if let Some(found) = self.branch(vec![part], waits.clone()) {
                return Some(found);
            }
            self.take_back(mark);
        }
        None
    }

    /// Moves what is forced, where one alternative is left, from what waits to what is to do, and forgets of what one holds already;
    /// of the rest the one with the fewest left. Where none is left, the last is to do, and says why it cannot be.
    fn forced<'a>(
        &self,
        waits: &mut Vec<&'a [Formula]>,
        todo: &mut Vec<&'a Formula>,
    ) -> Option<usize> {
        let (mut fewest, mut least) = (None, usize::MAX);
        let mut kept = 0;
        waits.retain(|parts| {
            if parts.iter().any(|part| self.is_held(part)) {
                return false;
            }
            // How many more there are than elsewhere is no matter.
            let mut left = parts.iter().filter(|part| !self.is_out(part)).take(least);
            let (first, others) = (left.next(), left.count());
            if others == 0 {
                todo.extend(first.or(parts.last()));
                return false;
            }
            if others + 1 < least {
                (fewest, least) = (Some(kept), others + 1);
            }
            kept += 1;
            true
        });
        fewest
    }

    /// Whether a formula contradicts what is assumed, as far as one look tells.
    fn is_out(&self, formula: &Formula) -> bool {
        match formula {
            Formula::Fixed(holds) => !holds,
            Formula::Test { var, cells, .. } => {
                self.assumed.cells.get(*var).is_some_and(|known| apart(known, cells))
            }
            Formula::All(parts) => parts.iter().any(|part| self.is_out(part)),
            Formula::Any(parts) => parts.iter().all(|part| self.is_out(part)),
        }
    }

    /// Whether a test follows from what is assumed of its variable.
    fn is_held(&self, formula: &Formula) -> bool {
        let Formula::Test { var, cells, .. } = formula else { return false };
        let tested = self.assumed.tested.get(*var).is_some_and(Option::is_some);
        let known = self.assumed.cells.get(*var);
        tested && known.is_some_and(|known| lies_in(known, cells))
    }

    fn assume(&mut self, var: usize, cells: &Cells, span: Span) -> Option<()> {
        let known = self.assumed.cells.get_mut(var)?;
        let both = common(known, cells);
        let tested = self.assumed.tested.get_mut(var)?;
        if both.is_empty() {
            self.clash = Some((tested.unwrap_or(span), span));
            return None;
        }
        let (cells, tested) = (std::mem::replace(known, both), tested.replace(span));
        if tested.is_none() && is_sum(self.vars, var) {
            self.sums.push(var);
        }
        self.trail.push(Undo { var, cells, tested, of_test: true });
        self.assumed.unsure += u32::from(!understood(self.vars, var));
        Some(())
    }

    /// What sums that were tested say of their parts, and these of other sums: bounds, until nothing new follows.
    fn propagate(&mut self) -> Option<()> {
        let vars = self.vars;
        let mut from = self.settled;
        for _ in 0..ROUNDS {
            let before = self.trail.len();
            if before == from {
                break;
            }
            for at in 0..self.sums.len() {
                let Some(sum) = self.sums.get(at).copied() else { break };
                let Some(var) = vars.get(sum) else { continue };
                // Nothing new follows where neither it nor a part has changed.
                let changed = self.trail.get(from..).unwrap_or_default().iter().any(|undo| {
                    undo.var == sum || var.parts.iter().any(|(part, _)| *part == undo.var)
                });
                if !changed {
                    continue;
                }
                self.steps = self.steps.checked_sub(1)?;
                let Some(tested) = self.assumed.tested.get(sum).copied().flatten() else {
                    continue;
                };
                let whole = self.bounds(sum);
                let mut behind = behind(&var.parts, &|var| self.bounds(var));
                let mut before = Bounds::exactly(0);
                for (part, count) in &var.parts {
                    let rest = behind.pop().unwrap_or(Bounds::OPEN);
                    let others = Bounds::calculated(Arithmetic::Add, before, rest);
                    self.narrow(*part, narrowed_part(whole, others, *count), tested)?;
                    before = added(before, (*part, *count), &|var| self.bounds(var));
                }
                let within = summed(&var.parts, &|var| self.bounds(var));
                self.narrow(sum, within, tested)?;
            }
            if self.trail.len() == before {
                self.settled = before;
            }
            from = before;
        }
        Some(())
    }

    fn bounds(&self, var: usize) -> Bounds {
        self.assumed.cells.get(var).map_or(Bounds::OPEN, bounds_of)
    }

    /// Takes away what follows to be impossible. What may be none keeps that.
    fn narrow(&mut self, var: usize, within: Bounds, span: Span) -> Option<()> {
        if within.covers(self.bounds(var)) {
            return Some(());
        }
        let known = self.assumed.cells.get_mut(var)?;
        let mut wanted = cells_of(within);
        if known.first().is_some_and(|(low, _)| *low == ir::NONE) && within.least.is_some() {
            wanted.insert(0, (ir::NONE, ir::NONE));
        }
        let both = common(known, &wanted);
        let tested = self.assumed.tested.get(var).copied().flatten();
        if both.is_empty() {
            self.clash = Some((tested.unwrap_or(span), span));
            return None;
        }
        if both != *known {
            let cells = std::mem::replace(known, both);
            self.trail.push(Undo { var, cells, tested, of_test: false });
        }
        Some(())
    }

    /// Takes back what was assumed since the trail was so long.
    fn take_back(&mut self, mark: usize) {
        self.settled = self.settled.min(mark);
        for Undo { var, cells, tested, of_test } in self.trail.drain(mark..).rev() {
            self.assumed.unsure -= u32::from(of_test && !understood(self.vars, var));
            if of_test && tested.is_none() && is_sum(self.vars, var) {
                self.sums.pop();
            }
            if let Some(known) = self.assumed.cells.get_mut(var) {
                *known = cells;
            }
            if let Some(last) = self.assumed.tested.get_mut(var) {
                *last = tested;
            }
        }
    }

    /// Everything holds; now entries must allow it.
    fn leaf(&mut self) -> Option<Option<EntryId>> {
        let found = if self.by_entries { self.entries() } else { Some((None, true)) };
        let (entry, certain) = found?;
        if self.doubts_will_do || (self.assumed.unsure == 0 && certain) {
            return Some(entry);
        }
        self.tried = true;
        self.unsure = self.unsure.or(entry.filter(|_| certain));
        None
    }

    /// For each entity something of which was tested an entry that fits; whether that is certain.
    fn entries(&self) -> Option<(Option<EntryId>, bool)> {
        let mut witness = None;
        let mut certain = true;
        for (whom, var) in self.vars.iter().enumerate() {
            let Some(kind) = var.kind else { continue };
            let facts: Vec<(Aspect, &Cells)> = self
                .vars
                .iter()
                .zip(&self.assumed.cells)
                .zip(&self.assumed.tested)
                .filter(|(_, tested)| tested.is_some())
                .filter_map(|((var, cells), _)| match var.about {
                    Some((of, aspect)) if of == whom => Some((aspect, cells)),
                    _ => None,
                })
                .collect();
            if facts.is_empty() {
                continue;
            }
            let laid = self.ground.iter().find(|(of, _)| *of == kind);
            match self.facts.entry_with(kind, &facts, laid.map(|(_, laid)| laid.as_slice())) {
                Fit::Entry(entry) => witness = witness.or(Some(entry)),
                Fit::NoEntries => certain = false,
                Fit::None => return None,
            }
        }
        Some((witness, certain))
    }
}

fn is_sum(vars: &[&Var], var: usize) -> bool {
    vars.get(var).is_some_and(|var| !var.parts.is_empty())
}

fn understood(vars: &[&Var], var: usize) -> bool {
    vars.get(var).is_some_and(|var| var.understood)
}

/// Whether an entry fits what is assumed of an entity.
enum Fit {
    Entry(EntryId),
    /// The kind has no entries at all, so nothing is known.
    NoEntries,
    None,
}

impl Facts<'_> {
    /// An entry that fits, of a kind or of those that are laid out.
    fn entry_with(
        &self,
        kind: ir::KindId,
        facts: &[(Aspect, &Cells)],
        laid: Option<&[EntryId]>,
    ) -> Fit {
        let own = self.kinds.get(kind.0 as usize).map_or(&[][..], Vec::as_slice);
        if own.is_empty() {
            return Fit::NoEntries;
        }
        let has = facts.iter().filter_map(|(aspect, cells)| match aspect {
            Aspect::Has(ability) if cells.as_slice() == [(1, 1)] => Some(*ability),
            _ => None,
        });
        let has: Vec<AbilityId> = has.collect();
        // Where only its owners can have an ability, no other entry need be looked at.
        let few =
            has.iter().filter_map(|ability| self.only_owners(*ability)).min_by_key(|it| it.len());
        let homes = has.iter().flat_map(|ability| self.homes.get(ability)).flatten();
        let homes: Vec<Option<&SideDef>> =
            [None].into_iter().chain(homes.map(|side| Some(*side))).collect();
        for home in homes {
            let found = few.unwrap_or(own).iter().find(|id| {
                let entry = self.typed.entries.get(**id);
                entry.is_some_and(|entry| entry.kind == kind)
                    && laid.is_none_or(|laid| laid.contains(id))
                    && facts.iter().all(|fact| self.fits(**id, home, fact))
            });
            if let Some(entry) = found {
                return Fit::Entry(*entry);
            }
        }
        Fit::None
    }

    /// Whether an entry is another one, or that with what was bought or in another form.
    fn is_of(&self, id: EntryId, wanted: EntryId) -> bool {
        let base = |id: &EntryId| self.typed.entries.get(*id).and_then(|entry| entry.base);
        std::iter::successors(Some(id), base).any(|id| id == wanted)
    }

    fn fits(
        &self,
        id: EntryId,
        home: Option<&SideDef>,
        (aspect, cells): &(Aspect, &Cells),
    ) -> bool {
        let Some(entry) = self.typed.entries.get(id) else { return false };
        let allows = |cell: i64| cells.iter().any(|(low, high)| (*low..=*high).contains(&cell));
        match aspect {
            Aspect::Is(wanted) => allows(i64::from(self.is_of(id, *wanted))),
            Aspect::Printed(profile) => {
                let kind = self.typed.kinds.get(entry.kind);
                let position =
                    kind.and_then(|def| def.profiles.iter().position(|it| it == profile));
                match position.and_then(|position| entry.values.get(position)) {
                    Some(ir::Value::Scalar(cell)) => allows(*cell),
                    _ => true,
                }
            }
            Aspect::Has(ability) => {
                let owns = entry.abilities.iter().any(|it| it.ability == *ability)
                    || home.is_some_and(|side| {
                        side.abilities.contains(ability)
                            && side.pieces.iter().any(|piece| piece.entry == id)
                    });
                let may = owns || self.given.contains(ability);
                let may_not = !owns || self.denied.contains(ability);
                (may && allows(1)) || (may_not && allows(0))
            }
        }
    }
}
