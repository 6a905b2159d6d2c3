//! Looking up names: the id of what is meant, or a diagnostic that says what may have been meant.

use super::checker::Checker;
use super::vocabulary::{Names, Sort, Vocabulary};
use crate::typed::StepDef;
use crate::wording;
use indexmap::IndexSet;
use warwright_grammar::diagnostic::{Edit, Help};
use warwright_grammar::{Diagnostic, Span, codes, near, slips, tree};
use warwright_ir as ir;

/// What is wanted where something is run.
const RUN: [&str; 2] = ["procedure", "quantity or define"];

impl Checker<'_> {
    /// The procedure of that name, or a diagnostic.
    pub fn find_procedure(&mut self, name: &tree::Name) -> Option<ir::ProcedureId> {
        match self.vocabulary.actions.get(&*name.text).copied() {
            Some(action) if !self.vocabulary.procedures.contains_key(&*name.text) => {
                self.runs_an_action(name, action);
                None
            }
            _ => self.find(name, "procedure", |v| &v.procedures),
        }
    }

    /// An action is chosen, and not run.
    fn runs_an_action(&mut self, name: &tree::Name, action: ir::ActionId) {
        let def = self.typed.actions.get(action);
        let found = Diagnostic::at(codes::WRONG_SORT, name.span)
            .says(format!("`{}` is an action, and a procedure is wanted here", name.text))
            .label("used here")
            .also(def.map(|it| it.span), "declared here");
        let runs = self.run_by(name);
        let found = match runs.is_empty() {
            true => found,
            false => {
                found.help(format!("what runs when it is chosen is {}", wording::listed(runs)))
            }
        };
        self.report(found.help(format!(
            "an action is chosen while it is offered: in a test `answers {}(..)` before the `run` that offers it",
            name.text
        )));
    }

    /// The procedures that an action of the rules calls by itself.
    fn run_by(&self, action: &tree::Name) -> Vec<&str> {
        let action = self.input.content.index.actions.get(&*action.text);
        let items = action.into_iter().flat_map(|it| &it.node.body);
        let bodies =
            items.filter_map(|item| as_variant!(item, tree::ActionItem::Do(body) => &body.stmts));
        let called = bodies.flatten().filter_map(|stmt| match &stmt.kind {
            tree::StmtKind::Expr(tree::Expr { kind: tree::ExprKind::Call(call), .. }) => {
                as_variant!(&call.callee.kind, tree::ExprKind::Name(name) => &*name.text)
            }
            _ => None,
        });
        called.filter(|name| self.vocabulary.procedures.contains_key(*name)).collect()
    }

    /// The window of that name, or a diagnostic.
    pub fn find_window(&mut self, name: &tree::Name) -> Option<ir::WindowId> {
        self.find(name, "window", |v| &v.windows)
    }

    /// The action of that name, or a diagnostic.
    pub fn find_action(&mut self, name: &tree::Name) -> Option<ir::ActionId> {
        self.find(name, "action", |v| &v.actions)
    }

    /// The ability or status of that name, or a diagnostic.
    pub fn find_ability(&mut self, name: &tree::Name) -> Option<ir::AbilityId> {
        self.find(name, "ability or status", |v| &v.abilities)
    }

    /// The permission of that name (of an action too), or a diagnostic.
    pub fn find_permission(&mut self, name: &tree::Name) -> Option<ir::PermissionId> {
        self.find(name, "permission", |v| &v.permissions)
    }

    /// The tie of that name, or a diagnostic.
    pub fn find_tie(&mut self, name: &tree::Name) -> Option<ir::TieId> {
        self.find(name, "tie", |v| &v.ties)
    }

    /// The policy of that name, or a diagnostic.
    pub fn find_policy(&mut self, name: &tree::Name) -> Option<ir::PolicyId> {
        self.find(name, "policy", |v| &v.policies)
    }

    /// The ruling of that name, or a diagnostic.
    pub fn find_ruling(&mut self, name: &tree::Name) -> Option<u16> {
        self.find(name, "ruling", |v| &v.rulings)
    }

    /// The kind of that name, or a diagnostic.
    pub fn find_kind(&mut self, name: &tree::Name) -> Option<ir::KindId> {
        self.find(name, "kind", |v| &v.kinds)
    }

    /// The scale of that name, or a diagnostic.
    pub fn find_scale(&mut self, name: &tree::Name) -> Option<ir::ScaleId> {
        self.find(name, "scale", |v| &v.scales)
    }

    /// The die of that name, or a diagnostic.
    pub fn find_die(&mut self, name: &tree::Name) -> Option<ir::DieId> {
        self.find(name, "die", |v| &v.dice)
    }

    /// The entry of that name of a kind, or a diagnostic.
    pub fn find_entry(&mut self, kind: ir::KindId, name: &tree::Name) -> Option<ir::EntryId> {
        let found =
            self.vocabulary.kind(kind).and_then(|names| names.entries.get(&*name.text)).copied();
        if found.is_none() {
            self.no_such_member(kind, name);
        }
        found
    }

    /// The step of a procedure, or a diagnostic that lists its steps (WW0207).
    pub fn find_step(&mut self, procedure: ir::ProcedureId, name: &tree::Name) -> Option<u16> {
        let def = self.typed.procedures.get(procedure)?;
        if let Some(at) = def.steps.iter().position(|step| step.name == *name.text) {
            return u16::try_from(at).ok();
        }
        let steps: Vec<&str> = def.steps.iter().map(|step| step.name.as_str()).collect();
        let mut diagnostic = Diagnostic::at(codes::UNKNOWN_STEP, name.span)
            .says(format!("procedure `{}` has no step `{}`", def.name, name.text))
            .label("no such step")
            .also(def.span, format!("its steps in order: {}", wording::listed(&steps)))
            .meant(name.span, wording::suggest(&name.text, &steps));
        let elsewhere = self
            .typed
            .procedures
            .values()
            .find(|other| other.steps.iter().any(|step| step.name == *name.text));
        if let Some(other) = elsewhere {
            diagnostic = diagnostic
                .help(format!("a step `{}` exists in procedure `{}`", name.text, other.name));
        }
        self.refuse(diagnostic)
    }

    /// What has that name of one sort, or a diagnostic: did you mean, or the other sort of thing that it is.
    fn find<I: Copy>(
        &mut self,
        name: &tree::Name,
        what: &str,
        all: fn(&Vocabulary) -> &Names<I>,
    ) -> Option<I> {
        let all = all(&self.vocabulary);
        let found = all.get(&*name.text).copied();
        if found.is_none() {
            let known = keys(all);
            self.unknown_among(name, what, &known);
        }
        found
    }

    /// Whether a word stands for all of a kind.
    fn is_plural(&self, word: &str, kind: &str) -> bool {
        let all = self.vocabulary.plurals.get(word);
        all.is_some() && all == self.vocabulary.kinds.get(kind)
    }

    /// What is said of a step that a test wants to run.
    pub fn step_meant(&self, name: &tree::Name) -> Option<Diagnostic> {
        self.sort_of(&name.text).is_none().then(|| self.step_among(name, "procedure", |_| true))?
    }

    /// What is said of a step that runs where its procedure runs it, and by itself nowhere.
    fn step_among(
        &self,
        name: &tree::Name,
        what: &str,
        is_meant: fn(&StepDef) -> bool,
    ) -> Option<Diagnostic> {
        let of_name = |step: &StepDef| is_meant(step) && step.name == *name.text;
        let mut all = self.typed.procedures.values();
        let procedure = all.find(|procedure| procedure.steps.iter().any(of_name))?;
        let (step_name, of) = (&name.text, &procedure.name);
        Some(
            Diagnostic::at(codes::WRONG_SORT, name.span)
                .says(format!(
                    "`{step_name}` is a step of `{of}`, and {} {what} is wanted here",
                    wording::article(what)
                ))
                .label("used here")
                .also(procedure.span, "runs it where it calls it")
                .help(format!("run the whole procedure: `{of}(..)`")),
        )
    }

    /// Reports a name that is none of `known`.
    pub fn unknown_among(&mut self, name: &tree::Name, what: &str, known: &[String]) {
        let sort = self.sort_of(&name.text);
        if sort.is_none()
            && RUN.contains(&what)
            && let Some(found) = self.step_among(name, what, |step| step.called)
        {
            return self.report(found);
        }
        if sort.is_none()
            && let Some(found) = self.meant_among(name, what)
        {
            return self.report(found);
        }
        let declared = sort.is_some();
        let diagnostic = if let Some(sort) = sort {
            Diagnostic::at(codes::WRONG_SORT, name.span)
                .says(format!(
                    "`{}` is {}, and {} {what} is wanted here",
                    name.text,
                    sort.what,
                    wording::article(what)
                ))
                .label("used here")
                .also(sort.span.filter(|span| *span != Span::default()), "declared here")
        } else if let Some((words, span)) = self.input.content.taken_away(&name.text) {
            return Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                .says(format!("there is no {what} `{}` any more", name.text))
                .label("no longer there")
                .also(span, words)
                .emit(self.sink);
        } else {
            Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                .says(format!("there is no {what} `{}`", name.text))
                .label("not declared anywhere")
        };
        let meant = wording::suggest(&name.text, known);
        let diagnostic = match what {
            "scenario" if meant.is_none() => diagnostic.help(
                "battles of other files are known where those are checked too: `warwright check FOLDER`",
            ),
            "setting" if self.is_field(&name.text) => diagnostic.help(
                "what it is printed with stands where it is declared; here stands where it is put",
            ),
            _ => diagnostic,
        };
        if what == "ability or status" && self.is_field(&name.text) && meant.is_none() {
            let help = format!("`{0}` is a field: ask `x.{0} > 0`, `x.{0} is ..`", name.text);
            return self.report(diagnostic.help(help));
        }
        let diagnostic = match meant {
            Some(all) if self.is_plural(&all, &name.text) => {
                diagnostic.fix(format!("all of them are `{all}`"), name.span, all)
            }
            // A name that is declared is no slip of the pen, but perhaps of its capital letter or its plural.
            Some(meant) if declared && !is_form_of(&meant, &name.text) => {
                self.having_in_their_name(diagnostic, &name.text, known)
            }
            Some(meant) => diagnostic.fix(
                format!("did you mean `{meant}`?"),
                name.span,
                spelled(&meant, name.quoted),
            ),
            None if declared => self.having_in_their_name(diagnostic, &name.text, known),
            None if !known.is_empty() => {
                let found = self.having_in_their_name(diagnostic.clone(), &name.text, known);
                if found == diagnostic {
                    diagnostic.help(there_are(&name.text, known))
                } else {
                    found
                }
            }
            None => diagnostic,
        };
        self.report(diagnostic);
    }

    /// A step without its procedure, an ability with its figure in its name, a word for none.
    fn meant_among(&self, name: &tree::Name, what: &str) -> Option<Diagnostic> {
        let found = || {
            Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                .says(format!("there is no {what} `{}`", name.text))
                .label("not declared anywhere")
        };
        match what {
            "procedure" => {
                let has = |step: &StepDef| step.name == *name.text;
                let all = self.typed.procedures.values();
                let near = wording::suggest(&name.text, all.clone().map(|it| it.name.as_str()));
                if near.is_some() {
                    return None;
                }
                let of = all.filter(|procedure| procedure.steps.iter().any(has));
                let wholes = of.map(|of| format!("{}.{}", of.name, name.text));
                let mut ways = wholes.map(|whole| Help {
                    text: format!("it is a step: write `{whole}`"),
                    edits: vec![Edit { span: name.span, replacement: whole }],
                });
                let mut step = found();
                step.help.push(ways.next()?);
                step.instead.extend(ways);
                Some(step)
            }
            "ability or status" => {
                let none = slips::word_meant("a value", &name.text).and_then(|it| it.instead);
                if none.is_some_and(|it| it == "none" || it == "false") {
                    return Some(found().fix("what has none is written `-`", name.span, "-"));
                }
                let (stem, figure) = name.text.rsplit_once(' ')?;
                let plain = figure.trim_end_matches('+');
                let figures = !plain.is_empty() && plain.bytes().all(|c| c.is_ascii_digit());
                let known = figures && self.vocabulary.abilities.contains_key(stem);
                let written = format!("{}({plain})", spelled(stem, stem.contains(' ')));
                let help = format!("what an ability is given stands in brackets: `{written}`");
                known.then(|| found().fix(help, name.span, written))
            }
            _ => None,
        }
    }

    /// Whether things of some kind have a field of that name.
    pub(super) fn is_field(&self, name: &str) -> bool {
        self.vocabulary.of_kind.iter().any(|names| names.attributes.contains_key(name))
    }

    /// Whether a name was never declared, nor taken away.
    pub fn is_new(&self, name: &str) -> bool {
        self.input.content.taken_away(name).is_none()
    }

    /// Names of the sort that is wanted which have the word of another sort in theirs.
    fn having_in_their_name(&self, found: Diagnostic, word: &str, known: &[String]) -> Diagnostic {
        let of_it = |name: &&str| {
            name.split(['_', ' '])
                .any(|part| part.eq_ignore_ascii_case(word) || near::is_form_of(part, word))
        };
        let names: Vec<&str> = known.iter().map(String::as_str).filter(of_it).collect();
        match names.is_empty() {
            false => found.help(format!("there {}: {}", is(names.len()), wording::listed(names))),
            true if !known.is_empty() => found.help(there_are(word, known)),
            true => found,
        }
    }

    /// What sort of declared thing a name is, whatever its sort.
    pub fn sort_of(&self, name: &str) -> Option<Sort> {
        super::sorts::sort_of(self, name)
    }
}

/// So many names are all told.
const FEW: usize = 12;

/// What there is of a sort, those first that begin as `word` does; of many what has a word of it in its name.
fn there_are(word: &str, known: &[String]) -> String {
    let alike = |name: &str| {
        let same = |(a, b): &(char, char)| a.eq_ignore_ascii_case(b);
        name.chars().zip(word.chars()).take_while(same).count()
    };
    // What is of two sorts has one name.
    let all: IndexSet<&str> = known.iter().map(String::as_str).collect();
    let all: Vec<&str> = all.into_iter().collect();
    let near = near::sharing_a_word(word, all.iter().copied());
    let few = near.is_empty() || all.len() <= FEW;
    let mut names = if few { all } else { near };
    names.sort_by_key(|name| std::cmp::Reverse(alike(name)));
    format!("there {}: {}", is(names.len()), wording::listed(names))
}

/// Whether two words are one but for capitals and the `s` of a plural.
fn is_form_of(one: &str, other: &str) -> bool {
    let stem = |word: &str| word.to_lowercase().trim_end_matches('s').to_owned();
    stem(one) == stem(other)
}

const fn is(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// The keys of a map of names.
fn keys<I>(names: &Names<I>) -> Vec<String> {
    names.keys().map(ToString::to_string).collect()
}

/// A name as it is written in source: titles in quotes.
pub(crate) fn spelled(name: &str, quoted: bool) -> String {
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if quoted || !plain { format!("\"{name}\"") } else { name.to_owned() }
}
