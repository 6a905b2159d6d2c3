//! Windows: every name that some step opens.

use super::super::checker::Checker;
use crate::typed::WindowDef;
use warwright_grammar::{Diagnostic, codes, near, tree};

/// The names of windows.
#[derive(Default)]
struct Named<'t> {
    /// Where they are opened.
    opened: Vec<&'t tree::Name>,
    /// Where actions are offered in them.
    offered: Vec<&'t tree::Name>,
    /// What is asked in them, where that is said.
    asked: Vec<(&'t tree::Name, &'t tree::Label)>,
}

impl Checker<'_> {
    /// Windows that procedures, hooks, actions and the sequence open.
    pub(super) fn declare_windows(&mut self) {
        let mut names = Named::default();
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
        for name in &names.opened {
            if !self.vocabulary.windows.contains_key(&*name.text) {
                let id = self.typed.windows.next_id();
                self.vocabulary.write().windows.insert(name.text.clone(), id);
                let (name, span) = (name.text.to_string(), name.span);
                self.typed.windows.push(WindowDef { name, question: None, span });
            }
        }
        for (name, question) in &names.asked {
            self.ask_in_window(name, question);
        }
        self.slipped_windows(&names);
    }

    /// What is asked in a window: the same whoever is asked, and wherever it is opened.
    fn ask_in_window(&mut self, name: &tree::Name, question: &tree::Label) {
        let words = match (&*question.text.parts, &question.data) {
            ([tree::TemplatePart::Text(words)], None) => words.to_string(),
            ([], None) => return,
            (_, data) => {
                let (label, help) = match data {
                    Some(_) => {
                        ("two texts", "one text is enough: leave out what stands behind the colon")
                    }
                    None => (
                        "something is quoted in it",
                        "leave out what stands in braces: who is asked, and when, is told beside it",
                    ),
                };
                Diagnostic::at(codes::BAD_DECLARATION, question.span)
                    .says("the question of a window is the same for all who are asked")
                    .label(label)
                    .help(help)
                    .emit(self.sink);
                return;
            }
        };
        let id = self.vocabulary.windows.get(&*name.text).copied();
        let Some(window) = id.and_then(|id| self.typed.windows.get_mut(id)) else { return };
        match &window.question {
            Some(other) if *other != words => {
                Diagnostic::at(codes::BAD_DECLARATION, question.span)
                    .says(format!("in `{}` two different things are asked", name.text))
                    .label(format!("elsewhere it is \"{other}\""))
                    .help("ask the same wherever it is opened, or open two windows")
                    .emit(self.sink);
            }
            _ => window.question = Some(words),
        }
    }

    /// A window that is opened in one place and offers nothing, beside one that is opened nowhere and offers actions.
    fn slipped_windows(&mut self, names: &Named<'_>) {
        let times =
            |all: &[&tree::Name], text: &str| all.iter().filter(|it| &*it.text == text).count();
        let unopened = names.offered.iter().filter(|it| times(&names.opened, &it.text) == 0);
        let unopened: Vec<&str> = unopened.map(|it| &*it.text).collect();
        for name in &names.opened {
            if times(&names.offered, &name.text) > 0 || times(&names.opened, &name.text) > 1 {
                continue;
            }
            let Some(meant) = near::nearest(&name.text, unopened.iter().copied()) else { continue };
            let actions = times(&names.offered, meant);
            let Some(id) = self.vocabulary.windows.get(&*name.text).copied() else { continue };
            if actions < 2 {
                continue;
            }
            self.vocabulary.write().windows.insert(meant.into(), id);
            Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                .says(format!(
                    "no action stands in `{}`, and {actions} stand in `{meant}`",
                    name.text
                ))
                .label("opened here, and nothing is offered")
                .fix(format!("did you mean `{meant}`?"), name.span, meant)
                .emit(self.sink);
        }
    }
}

fn opened_by_members<'t>(members: &'t [tree::Member], names: &mut Named<'t>) {
    for member in members {
        match member {
            tree::Member::Clause(clause) => opened_by_clause(clause, names),
            tree::Member::Does(does) => opened(&does.body, names),
            _ => {}
        }
    }
}

fn opened_by_clause<'t>(clause: &'t tree::Clause, names: &mut Named<'t>) {
    match clause {
        tree::Clause::Hook(hook) => opened(&hook.body, names),
        tree::Clause::Action(action) => opened_by_action(action, names),
        _ => {}
    }
}

fn opened_by_action<'t>(action: &'t tree::Action, names: &mut Named<'t>) {
    if let tree::ActionWindow::In(window) = &action.window {
        names.offered.push(window);
    }
    for item in &action.body {
        if let tree::ActionItem::Do(block) = item {
            opened(block, names);
        }
    }
}

fn opened<'t>(block: &'t tree::Block, names: &mut Named<'t>) {
    for stmt in &block.stmts {
        if let tree::StmtKind::Open(open) = &stmt.kind {
            names.opened.push(&open.window);
            names.asked.extend(open.question.iter().map(|question| (&open.window, question)));
        }
        // What a plan tries is offered by the plan.
        let value = match &stmt.kind {
            tree::StmtKind::Let { value, .. } | tree::StmtKind::Assign { value, .. } => Some(value),
            tree::StmtKind::Var(var) => var.value.as_ref(),
            _ => None,
        };
        if let Some(tree::ExprKind::Plan(search)) = value.map(|value| &value.kind) {
            names.opened.push(&search.by);
        }
        inner_blocks(stmt, &mut |inner| opened(inner, names));
    }
}

/// The blocks inside a statement.
pub(crate) fn inner_blocks<'t>(stmt: &'t tree::Stmt, visit: &mut impl FnMut(&'t tree::Block)) {
    use tree::StmtKind as S;
    match &stmt.kind {
        S::Step(step) => visit(&step.body),
        S::If { arms, otherwise } => {
            arms.iter().map(|(_, block)| block).chain(otherwise).for_each(visit);
        }
        S::Match { arms, .. } => arms.iter().for_each(|arm| visit(&arm.body)),
        S::ForEach { body, .. } | S::ForNext { body, .. } | S::Repeat { body, .. } => visit(body),
        S::Try { body, otherwise } => [body].into_iter().chain(otherwise).for_each(visit),
        _ => {}
    }
}
