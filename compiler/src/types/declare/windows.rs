//! Windows: every name that some step opens.

use super::super::checker::Checker;
use crate::typed::WindowDef;
use warwright_grammar::tree;

impl Checker<'_> {
    /// Windows that procedures, hooks, actions and the sequence open.
    pub(super) fn declare_windows(&mut self) {
        let mut names: Vec<&tree::Name> = Vec::new();
        let index = &self.input.content.index;
        for procedure in index.procedures.values() {
            opened(&procedure.body, &mut names);
        }
        for action in index.actions.values() {
            opened_by_action(action, &mut names);
        }
        for clause in &index.clauses {
            opened_by_clause(clause, &mut names);
        }
        for body in &self.input.content.bodies {
            for clause in &body.clauses {
                opened_by_clause(clause, &mut names);
            }
        }
        for ability in index.abilities.values() {
            opened_by_members(&ability.body, &mut names);
        }
        for faction in index.factions.values() {
            opened_by_members(&faction.body, &mut names);
        }
        if let Some(sequence) = index.sequence {
            for part in &sequence.parts {
                match part {
                    tree::SequencePart::Setup(body) | tree::SequencePart::Round { body, .. } => {
                        opened(body, &mut names);
                    }
                    _ => {}
                }
            }
        }
        for name in names {
            if !self.vocabulary.windows.contains_key(&*name.text) {
                let id = self.typed.windows.next_id();
                self.vocabulary.windows.insert(name.text.clone(), id);
                self.typed.windows.push(WindowDef { name: name.text.to_string(), span: name.span });
            }
        }
    }
}

fn opened_by_members<'t>(members: &'t [tree::Member], names: &mut Vec<&'t tree::Name>) {
    for member in members {
        match member {
            tree::Member::Clause(clause) => opened_by_clause(clause, names),
            tree::Member::Does(does) => opened(&does.body, names),
            _ => {}
        }
    }
}

fn opened_by_clause<'t>(clause: &'t tree::Clause, names: &mut Vec<&'t tree::Name>) {
    match clause {
        tree::Clause::Hook(hook) => opened(&hook.body, names),
        tree::Clause::Action(action) => opened_by_action(action, names),
        _ => {}
    }
}

fn opened_by_action<'t>(action: &'t tree::Action, names: &mut Vec<&'t tree::Name>) {
    for item in &action.body {
        if let tree::ActionItem::Do(block) = item {
            opened(block, names);
        }
    }
}

fn opened<'t>(block: &'t tree::Block, names: &mut Vec<&'t tree::Name>) {
    for stmt in &block.stmts {
        if let tree::StmtKind::Open(open) = &stmt.kind {
            names.push(&open.window);
        }
        // What a plan tries is offered by the plan.
        let value = match &stmt.kind {
            tree::StmtKind::Let { value, .. } | tree::StmtKind::Assign { value, .. } => Some(value),
            tree::StmtKind::Var(var) => var.value.as_ref(),
            _ => None,
        };
        if let Some(tree::ExprKind::Plan(search)) = value.map(|value| &value.kind) {
            names.push(&search.by);
        }
        inner_blocks(stmt, &mut |inner| opened(inner, names));
    }
}

/// The blocks inside a statement.
pub(super) fn inner_blocks<'t>(stmt: &'t tree::Stmt, visit: &mut impl FnMut(&'t tree::Block)) {
    use tree::StmtKind as S;
    match &stmt.kind {
        S::Step(step) => visit(&step.body),
        S::If { arms, otherwise } => {
            for (_, block) in arms {
                visit(block);
            }
            if let Some(block) = otherwise {
                visit(block);
            }
        }
        S::Match { arms, .. } => {
            for arm in arms {
                visit(&arm.body);
            }
        }
        S::ForEach { body, .. } | S::ForNext { body, .. } | S::Repeat { body, .. } => visit(body),
        S::Try { body, otherwise } => {
            visit(body);
            if let Some(block) = otherwise {
                visit(block);
            }
        }
        _ => {}
    }
}
