//! What can be switched off: takes a program, gives its rules in the order of the sources, each with its parts.
//!
//! What the compiler makes of one place in the sources is one rule, however many parts of the program it becomes.

use std::collections::{BTreeMap, BTreeSet};
use warwright_ir::{
    Act, Bearer, BodyId, ClauseId, Expr, Id, PermissionClause, Program, Slot, SpanId, TableRow,
    Target, TextId,
};
use warwright_runtime::Part;

/// A rule that can be switched off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What sort of rule it is.
    pub sort: Sort,
    /// Its parts of the program.
    pub parts: Vec<Part>,
    /// Its file.
    pub file: String,
    /// The line on which it begins.
    pub line: u32,
    /// Its first and its last byte.
    pub bytes: (u32, u32),
    /// What it is, in words.
    pub what: String,
}

/// What is switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A clause never applies.
    Clause,
    /// A requirement always holds.
    Require,
    /// A hook never runs.
    Hook,
    /// A hook has no limit of use.
    HookLimit,
    /// An action is never offered.
    Action,
    /// An action has no limit of use.
    ActionLimit,
    /// An action costs nothing.
    Cost,
    /// An action may be left undone.
    Must,
    /// A statement is left out; of one with a condition, what depends on it.
    Statement,
    /// A row of a table reads as its neighbour.
    Row,
    /// A state is not set back.
    Reset,
}

/// All rules of a program that stand outside tests and scenarios, or in one of some files.
pub(super) fn rules(program: &Program, files: Option<&[String]>) -> Vec<Rule> {
    let mut finder = Finder { program, files, found: BTreeMap::new() };
    finder.clauses();
    finder.requires();
    finder.hooks();
    finder.actions();
    finder.statements();
    finder.rows();
    finder.resets();
    finder.found.into_values().collect()
}

/// Where a rule stands: the source, its first and its last byte, then its sort.
type Key = (u32, u32, u32, Sort);

struct Finder<'p> {
    program: &'p Program,
    files: Option<&'p [String]>,
    found: BTreeMap<Key, Rule>,
}

impl Finder<'_> {
    fn add(&mut self, sort: Sort, span: SpanId, part: Part, what: impl FnOnce() -> String) {
        let Some(place) = self.program.spans.get(span) else { return };
        let Some(source) = self.program.sources.get(place.source as usize) else { return };
        let wanted = match self.files {
            Some(files) => files.iter().any(|file| source.name.ends_with(file.as_str())),
            None => !source.name.split('/').any(|part| part == "tests" || part == "scenarios"),
        };
        if !wanted {
            return;
        }
        let key = (place.source, place.start, place.end, sort);
        let rule = self.found.entry(key).or_insert_with(|| Rule {
            sort,
            parts: Vec::new(),
            file: source.name.clone(),
            line: place.line,
            bytes: (place.start, place.end),
            what: what(),
        });
        if !rule.parts.contains(&part) {
            rule.parts.push(part);
        }
    }

    fn text(&self, id: TextId) -> &str {
        self.program.texts.get(id).map_or("", String::as_str)
    }

    fn clauses(&mut self) {
        let program = self.program;
        let mut owners: BTreeMap<ClauseId, String> = BTreeMap::new();
        for quantity in program.quantities.values() {
            for id in &quantity.clauses {
                owners.insert(*id, format!("modify {}", self.text(quantity.name)));
            }
        }
        for permission in program.permissions.values() {
            for id in &permission.clauses {
                let clause = program.clauses.get(*id).and_then(|it| it.permission.as_ref());
                let verb = match clause {
                    Some(PermissionClause::Allow { .. }) => "allow",
                    Some(PermissionClause::Forbid { .. }) | None => "forbid",
                };
                owners.insert(*id, format!("{verb} {}", self.text(permission.name)));
            }
        }
        for ability in program.abilities.values() {
            for lend in &ability.lends {
                owners.insert(lend.id, format!("lend {}", self.text(ability.name)));
            }
            for deny in &ability.denies {
                owners.insert(deny.id, format!("deny {}", self.text(ability.name)));
            }
        }
        for (id, clause) in program.clauses.iter() {
            if matches!(clause.bearer, Bearer::Scenario(_)) {
                continue;
            }
            let Some(owner) = owners.get(&id) else { continue };
            let label = self.text(clause.label).to_owned();
            self.add(Sort::Clause, clause.span, Part::Clause(id), || named(owner, &label));
        }
    }

    fn requires(&mut self) {
        let program = self.program;
        for permission in program.permissions.values() {
            for require in &permission.requires {
                let span = program.expr_spans.get(require.holds.position());
                let span = span.copied().unwrap_or(require.reason.span);
                let label = self.text(require.reason.label).to_owned();
                let owner = format!("require of {}", self.text(permission.name));
                let part = Part::Require(require.holds);
                self.add(Sort::Require, span, part, || named(&owner, &label));
            }
        }
    }

    fn hooks(&mut self) {
        for (id, hook) in self.program.hooks.iter() {
            if matches!(hook.bearer, Bearer::Scenario(_)) {
                continue;
            }
            let procedure = self.program.procedures.get(hook.procedure);
            let on = procedure.map_or("", |procedure| self.text(procedure.name));
            let owner = format!("hook on {on}");
            let label = self.text(hook.label).to_owned();
            self.add(Sort::Hook, hook.span, Part::Hook(id), || named(&owner, &label));
            if hook.once.is_some() {
                let what = || format!("limit of use of the {}", named(&owner, &label));
                self.add(Sort::HookLimit, hook.span, Part::Hook(id), what);
            }
        }
    }

    fn actions(&mut self) {
        for (id, action) in self.program.actions.iter() {
            if matches!(action.bearer, Bearer::Scenario(_)) {
                continue;
            }
            let name = self.text(action.name).to_owned();
            let part = Part::Action(id);
            self.add(Sort::Action, action.span, part, || format!("action {name}"));
            if action.once.is_some() {
                let what = || format!("limit of use of action {name}");
                self.add(Sort::ActionLimit, action.span, part, what);
            }
            if action.cost.is_some() {
                self.add(Sort::Cost, action.span, part, || format!("cost of action {name}"));
            }
            if action.must {
                self.add(Sort::Must, action.span, part, || format!("`must` of action {name}"));
            }
        }
    }

    fn statements(&mut self) {
        let program = self.program;
        let mut bodies: Vec<(BodyId, String)> = Vec::new();
        for procedure in program.procedures.values() {
            for step in &procedure.steps {
                let name = format!("{}.{}", self.text(procedure.name), self.text(step.name));
                bodies.push((step.body, name));
            }
        }
        for hook in program.hooks.values() {
            bodies.push((hook.body, named("hook", self.text(hook.label))));
        }
        for action in program.actions.values() {
            bodies.push((action.body, format!("action {}", self.text(action.name))));
        }
        let bound = bound(program);
        let names_again = |act: &Act, span: &SpanId| {
            matches!(act, Act::Set { target: Target::Local(_), .. }) && bound.contains(span)
        };
        let mut at = 0;
        while let Some((id, name)) = bodies.get(at).cloned() {
            at += 1;
            let Some(body) = program.bodies.get(id) else { continue };
            for (position, (act, span)) in (0_u32..).zip(body.acts.iter().zip(&body.spans)) {
                let counts = does_something(program, act) && !names_again(act, span);
                if counts && !only_says(&body.acts, position) {
                    let part = Part::Act(id, position);
                    self.add(Sort::Statement, *span, part, || format!("statement of {name}"));
                }
            }
        }
    }

    fn rows(&mut self) {
        for (id, table) in self.program.tables.iter() {
            let name = self.text(table.name).to_owned();
            for (position, row) in table.rows.iter().enumerate() {
                if neighbour(&table.rows, position).is_none() {
                    continue;
                }
                let part = Part::Row(id, position);
                self.add(Sort::Row, row.span, part, || format!("row of {name}"));
            }
        }
    }

    fn resets(&mut self) {
        for (id, field) in self.program.fields.iter() {
            if field.resets.is_some() {
                let kind = self.program.kinds.get(field.kind);
                let kind = kind.map_or("", |kind| self.text(kind.name));
                let what = format!("setting back of {kind}.{}", self.text(field.name));
                self.add(Sort::Reset, field.span, Part::Reset(id), || what);
            }
        }
    }
}

/// Where conditions bind a name, `is some x`: an act at such a place gives the name again what the condition has found, and is no rule.
fn bound(program: &Program) -> BTreeSet<SpanId> {
    let binds = |expr: &Expr| matches!(expr, Expr::IsSome { slot: Some(_), .. });
    let all = program.exprs.values().zip(&program.expr_spans);
    all.filter(|(expr, _)| binds(expr)).map(|(_, span)| *span).collect()
}

/// Whether what depends on a condition only says something.
fn only_says(acts: &[Act], at: u32) -> bool {
    let at = at as usize;
    let Some(Act::JumpUnless { to, .. }) = acts.get(at) else { return false };
    let inner = acts.get(at + 1..*to as usize).unwrap_or_default();
    inner.iter().all(|act| matches!(act, Act::Say { .. } | Act::Jump(_) | Act::Forget(_)))
}

fn named(what: &str, label: &str) -> String {
    if label.is_empty() { what.to_owned() } else { format!("{what} \"{label}\"") }
}

/// The value that a row reads when it is switched off: that of the nearest row before it, else after it, that has
/// another value. None where all have the same.
pub(super) fn neighbour(rows: &[TableRow], position: usize) -> Option<i64> {
    let own = rows.get(position)?.value;
    let before = rows.iter().take(position).rev();
    let after = rows.iter().skip(position + 1);
    before.chain(after).map(|row| row.value).find(|value| *value != own)
}

/// Whether an act is of a statement that can be left out. What is said is no rule; rolls, choices and loops give later
/// statements what they work on; a local that begins as nothing begins so by itself.
fn does_something(program: &Program, act: &Act) -> bool {
    match act {
        Act::Set { target: Target::Local(Slot::Scalar(_)), value } => {
            program.exprs.get(*value) != Some(&Expr::Const(0))
        }
        Act::Set { .. }
        | Act::JumpUnless { .. }
        | Act::Reroll { .. }
        | Act::Change { .. }
        | Act::Call { .. }
        | Act::CallStep { .. }
        | Act::Proceed
        | Act::EndStep
        | Act::Finish { .. }
        | Act::Grant { .. }
        | Act::Remove { .. }
        | Act::Join { .. }
        | Act::Part { .. }
        | Act::Leave { .. }
        | Act::TakeForm { .. }
        | Act::Follow { .. }
        | Act::Open(_)
        | Act::Require { .. }
        | Act::EndBattle { .. } => true,
        _ => false,
    }
}
