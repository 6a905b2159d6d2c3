//! What the rules make of a thing that is declared: takes its entry, gives the rules that name it, each in a line, and for each of
//! its figures the rules that ask for it.

use super::said::{Parts, said};
use crate::faults;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use warwright_grammar::source::SourceMap;
use warwright_ir::{
    Ability, AbilityId, Bearer, Clause, ClauseId, EntryId, Expr, ExprId, Id, KindBase,
    PermissionClause, ProfileId, Program, TextId, Ty, Verb, each_expr,
};

/// So many rules are told that name a thing.
const TOLD: usize = 9;
/// So many rules are named that ask for a figure, the nearest.
const ASKING: usize = 4;

/// A program with the texts of its sources, where they are there.
pub(super) struct Rules<'r> {
    program: &'r Program,
    map: &'r SourceMap,
    /// Of what each expression is a part: by how many calls it is farther away.
    above: BTreeMap<ExprId, Vec<(ExprId, usize)>>,
}

/// A rule as it is told: its expressions, and its words.
struct Ruled {
    asks: Vec<ExprId>,
    /// The label by which it is known.
    label: String,
    words: String,
}

impl<'r> Rules<'r> {
    /// Those of a program.
    pub(super) fn new(program: &'r Program, map: &'r SourceMap) -> Self {
        let mut above: BTreeMap<ExprId, Vec<(ExprId, usize)>> = BTreeMap::new();
        for (id, expr) in program.exprs.iter() {
            each_expr(expr, |part| above.entry(part).or_default().push((id, 0)));
            let called = match expr {
                Expr::Call { function, .. } => program.functions.get(*function).map(|it| it.body),
                Expr::Quantity { quantity, .. } => {
                    program.quantities.get(*quantity).map(|it| it.base)
                }
                _ => None,
            };
            if let Some(body) = called {
                above.entry(body).or_default().push((id, 1));
            }
        }
        Self { program, map, above }
    }

    /// The lines of an entry: rules that name it, then its figures with the rules that ask for them. Of pieces and cards, which
    /// most rules are about, the first alone.
    pub(super) fn of(&self, id: EntryId, figures: &[&str]) -> Vec<String> {
        let program = self.program;
        let Some(entry) = program.entries.get(id) else { return Vec::new() };
        let all = self.all();
        let named = self.containing(&self.naming(id), false);
        let mut lines: Vec<String> = Vec::new();
        for ruled in all.iter().filter(|it| it.asks.iter().any(|expr| named.contains_key(expr))) {
            let line = format!("  {}", ruled.words);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let more = lines.len().saturating_sub(TOLD);
        lines.truncate(TOLD);
        lines.extend((more > 0).then(|| format!("  and {more} more rules that name it")));
        let base = program.kinds.get(entry.kind).map(|kind| kind.base);
        if matches!(base, Some(KindBase::Piece | KindBase::Card) | None) {
            return lines;
        }
        // Figures that the same rules ask for stand together.
        let mut asked: Vec<(Vec<String>, Vec<String>)> = Vec::new();
        for figure in figures {
            let asking = self.containing(&self.reading(id, figure), true);
            let mut labels: Vec<(usize, &str)> = Vec::new();
            for ruled in &all {
                let near = ruled.asks.iter().filter_map(|expr| asking.get(expr)).min();
                if let Some(near) = near
                    && !ruled.label.is_empty()
                    && labels.iter().all(|(_, known)| *known != ruled.label)
                {
                    labels.push((*near, &ruled.label));
                }
            }
            labels.sort_by_key(|(near, _)| *near);
            let labels: Vec<String> =
                labels.iter().take(ASKING).map(|(_, label)| format!("\"{label}\"")).collect();
            let figure = figure.replace('_', " ");
            match asked.iter_mut().find(|(_, known)| *known == labels) {
                Some((figures, _)) => figures.push(figure),
                None if labels.is_empty() => {}
                None => asked.push((vec![figure], labels)),
            }
        }
        lines.extend(asked.iter().map(|(figures, labels)| {
            let count = if figures.len() == 1 { "counts" } else { "count" };
            format!("  {} {count} for {}", figures.join(", "), labels.join(", "))
        }));
        lines
    }

    /// What the clauses of an ability do, a line each.
    pub(super) fn of_ability(&self, id: AbilityId) -> Vec<String> {
        let program = self.program;
        let is_own = |clause: &ClauseId| {
            program.clauses.get(*clause).is_some_and(|it| it.bearer == Bearer::Ability(id))
        };
        let bent = program.quantities.values().flat_map(|quantity| {
            let name = self.text(quantity.name);
            let own = quantity.clauses.iter().filter(|clause| is_own(clause));
            own.filter_map(|clause| self.bends(*clause, &name)).collect::<Vec<_>>()
        });
        let allowed = program.permissions.values().flat_map(|permission| {
            let name = self.text(permission.name);
            let own = permission.clauses.iter().filter(|clause| is_own(clause));
            own.filter_map(|clause| self.allows(*clause, &name)).collect::<Vec<_>>()
        });
        bent.chain(allowed).map(|ruled| format!("  {}", ruled.words)).collect()
    }

    /// All rules that are known by words of their own.
    fn all(&self) -> Vec<Ruled> {
        let program = self.program;
        let mut all = Vec::new();
        for quantity in program.quantities.values() {
            let name = self.text(quantity.name);
            all.extend(quantity.clauses.iter().filter_map(|id| self.bends(*id, &name)));
        }
        for permission in program.permissions.values() {
            let name = self.text(permission.name);
            for require in &permission.requires {
                let label = self.text(require.reason.label);
                if label.is_empty() {
                    continue;
                }
                let unless = self.said(require.holds).map(|it| format!(", unless {it}"));
                let words = format!("{name}: \"{label}\"{}", unless.unwrap_or_default());
                all.push(Ruled { asks: vec![require.holds], label, words });
            }
            all.extend(permission.clauses.iter().filter_map(|id| self.allows(*id, &name)));
        }
        for hook in program.hooks.values() {
            let label = self.text(hook.label);
            let Some(when) = hook.when else { continue };
            let words = format!("{label}{}", self.when(Some(when)));
            all.push(Ruled { asks: vec![when], label, words });
        }
        all
    }

    /// A clause of a number.
    fn bends(&self, id: ClauseId, name: &str) -> Option<Ruled> {
        let clause = self.program.clauses.get(id)?;
        let modifier = clause.modifier.as_ref()?;
        let amount = self.source(modifier.amount).or_else(|| self.constant(modifier.amount));
        let amount = amount.unwrap_or_else(|| String::from("some"));
        let sign = if amount.starts_with(['+', '-']) { "" } else { "+" };
        let how = match modifier.verb {
            Verb::Set => format!("is {amount}"),
            Verb::Rung => format!("{sign}{amount} steps"),
            Verb::By | Verb::ByUpTo => format!("{sign}{amount}"),
            Verb::Times => format!("times {amount}"),
            Verb::AtLeast => format!("at least {amount}"),
            Verb::AtMost => format!("at most {amount}"),
        };
        Some(self.clause(clause, &format!("{name} {how}"), Some(modifier.amount)))
    }

    /// A clause of a permission.
    fn allows(&self, id: ClauseId, name: &str) -> Option<Ruled> {
        let clause = self.program.clauses.get(id)?;
        let what = match clause.permission.as_ref()? {
            PermissionClause::Forbid { .. } => format!("no {name}"),
            PermissionClause::Allow { over } if over.is_empty() => format!("{name} all the same"),
            PermissionClause::Allow { over } => {
                let over: Vec<String> =
                    over.iter().map(|label| format!("\"{}\"", self.text(*label))).collect();
                format!("{name} in spite of {}", over.join(" and "))
            }
        };
        Some(self.clause(clause, &what, None))
    }

    fn clause(&self, clause: &Clause, what: &str, amount: Option<ExprId>) -> Ruled {
        let mut asks: Vec<ExprId> = amount.into_iter().chain(clause.when).collect();
        each_expr(&clause.reach, |expr| asks.push(expr));
        let label = self.text(clause.label);
        let titled = |ability: &&Ability| ability.titled;
        let bearer = match clause.bearer {
            Bearer::Ability(id) => self.program.abilities.get(id).filter(titled),
            Bearer::System | Bearer::Scenario(_) => None,
        };
        let of = bearer.map_or_else(String::new, |it| format!(" ({})", self.text(it.name)));
        let head = if label.is_empty() { String::new() } else { format!("{label}{of}: ") };
        let words = format!("{head}{what}{}", self.when(clause.when));
        Ruled { asks, label, words }
    }

    fn when(&self, when: Option<ExprId>) -> String {
        when.and_then(|when| self.said(when)).map_or_else(String::new, |it| format!(", when {it}"))
    }

    /// The expressions that name an entry.
    fn naming(&self, id: EntryId) -> Vec<ExprId> {
        let program = self.program;
        let Some(entry) = program.entries.get(id) else { return Vec::new() };
        let members = program.kinds.get(entry.kind).map(|kind| kind.entries.as_slice());
        let position = members.and_then(|all| all.iter().position(|member| *member == id));
        let position = position.and_then(|position| i64::try_from(position).ok());
        let is_of_kind = |ty: &Ty| match ty {
            Ty::Optional(inner) => **inner == Ty::Member(entry.kind),
            ty => *ty == Ty::Member(entry.kind),
        };
        let names = |(expr, ty): (&Expr, &Ty)| match expr {
            Expr::IsEntry { entry, .. } => *entry == id,
            Expr::Const(value) => Some(*value) == position && is_of_kind(ty),
            _ => false,
        };
        let all = program.exprs.iter().zip(&program.types);
        all.filter(|((_, expr), ty)| names((expr, ty))).map(|((id, _), _)| id).collect()
    }

    /// The expressions that read a figure of the kind of an entry.
    fn reading(&self, id: EntryId, figure: &str) -> Vec<ExprId> {
        let program = self.program;
        let kind = program.entries.get(id).and_then(|entry| program.kinds.get(entry.kind));
        let profiles = kind.map(|kind| kind.profiles.as_slice()).unwrap_or_default();
        let is_it = |profile: &ProfileId| {
            program
                .profiles
                .get(*profile)
                .is_some_and(|it| self.text(it.name) == figure.replace('_', " "))
        };
        let Some(profile) = profiles.iter().find(|it| is_it(it)) else { return Vec::new() };
        let reads = |expr: &Expr| match expr {
            Expr::Printed { profile: read, .. } => read == profile,
            Expr::Quantity { quantity, .. } => program
                .quantities
                .get(*quantity)
                .is_some_and(|quantity| quantity.profile == Some(*profile)),
            _ => false,
        };
        program.exprs.iter().filter(|(_, expr)| reads(expr)).map(|(id, _)| id).collect()
    }

    /// All expressions that some are a part of, each with how many calls lie between; with `calls` also through functions and numbers.
    fn containing(&self, some: &[ExprId], calls: bool) -> BTreeMap<ExprId, usize> {
        let mut found: BTreeMap<ExprId, usize> = some.iter().map(|id| (*id, 0)).collect();
        let mut waiting: VecDeque<ExprId> = some.iter().copied().collect();
        let mut seen: BTreeSet<ExprId> = BTreeSet::new();
        while let Some(id) = waiting.pop_front() {
            if !seen.insert(id) {
                continue;
            }
            let far = found.get(&id).copied().unwrap_or_default();
            let parents = self.above.get(&id).into_iter().flatten();
            for (parent, more) in parents.filter(|(_, more)| calls || *more == 0) {
                let known = found.entry(*parent).or_insert(far + more);
                *known = (*known).min(far + more);
                match more {
                    0 => waiting.push_front(*parent),
                    _ => waiting.push_back(*parent),
                }
            }
        }
        found
    }

    /// A condition in words; nothing where its source is not there.
    fn said(&self, expr: ExprId) -> Option<String> {
        let of = |expr: ExprId| {
            let span = *self.program.expr_spans.get(expr.position())?;
            Some(faults::span(span, self.program, self.map))
        };
        let whole = of(expr)?;
        let text = self.map.slice(whole);
        let (mut parts, mut waiting) = (Parts::default(), vec![expr]);
        while let Some(part) = waiting.pop() {
            let (Some(form), Some(ty)) =
                (self.program.exprs.get(part), self.program.types.get(part.position()))
            else {
                continue;
            };
            each_expr(form, |inner| waiting.push(inner));
            let Some(span) = of(part).filter(|span| whole.contains(*span)) else { continue };
            let from = usize::try_from(span.start() - whole.start()).unwrap_or_default();
            if let (Expr::Local(_), Ty::Entity(kind)) = (form, ty)
                && let Some(kind) = self.program.kinds.get(*kind)
            {
                parts.names.insert(self.map.slice(span).to_owned(), self.text(kind.name));
            }
            if *ty == Ty::Bool {
                parts.truths.insert((from, from + self.map.slice(span).len()));
            }
        }
        (!text.is_empty()).then(|| said(text, &parts))
    }

    /// An expression as it is written, on one line and without the signs of names.
    fn source(&self, expr: ExprId) -> Option<String> {
        let span = *self.program.expr_spans.get(expr.position())?;
        let written = self.map.slice(faults::span(span, self.program, self.map));
        let written = written.split_whitespace().collect::<Vec<_>>().join(" ").replace('_', " ");
        (!written.is_empty()).then_some(written)
    }

    fn constant(&self, expr: ExprId) -> Option<String> {
        match (self.program.exprs.get(expr)?, self.program.types.get(expr.position())?) {
            (Expr::Const(value), Ty::Int) => Some(value.to_string()),
            _ => None,
        }
    }

    fn text(&self, id: TextId) -> String {
        self.program.texts.get(id).map_or_else(String::new, |text| text.replace('_', " "))
    }
}
