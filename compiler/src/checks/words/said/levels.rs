//! Values that a game has names for: takes texts that speak of one, `heavy cover`, `that has landed`, finds rules beside them that hold a number
//! at the value of another name, or ask for the stage before or behind.

use super::beside::{Said, the_one};
use super::differs;
use super::patterns::fits;
use super::phrases::Word;
use crate::checks::logic::compared::Comparison;
use crate::checks::words::sentences::label_words;
use crate::typed::{ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, Type, parts};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use warwright_grammar::Diagnostic;
use warwright_grammar::near::is_form_of;
use warwright_ir as ir;
use warwright_ir::Verb;

/// On which side of something a stage lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Before,
    After,
}

impl<'t> Said<'t> {
    /// `heavy cover`, and the rule holds it at what the game calls light: the labels of the rules that ask for each value name it.
    pub(super) fn of_another_level(&self) -> Option<Diagnostic> {
        let held = self.clauses().filter_map(|clause| match (clause.owner, &clause.does) {
            (ClauseOwner::Quantity(id), ClauseVerb::Modify { verb, amount, .. }) => {
                let holds = matches!(verb, Verb::AtLeast | Verb::AtMost | Verb::Set);
                let figure = Comparison::written(amount).filter(|_| holds)?;
                Some((&self.typed.quantities.get(id)?.name, figure, amount.span))
            }
            _ => None,
        });
        let (name, held, at) = the_one(held)?;
        let is_about = |it: &&Word| name.split('_').any(|part| part == it.0);
        self.text.iter().find(is_about)?;
        let levels = self.levels(name);
        let mut said = self.text.iter().enumerate().filter_map(|(at, (word, span))| {
            let level = levels.get(word.as_str()).filter(|_| !self.is_denied(at))?;
            Some((*level, word, *span))
        });
        let (level, word, span) = said.next().filter(|it| it.0 != held)?;
        let called = levels.iter().find(|(_, level)| **level == held);
        let called = called.map_or_else(|| held.to_string(), |(word, _)| format!("{held}, {word}"));
        let message = format!(
            "the text says {word}, which is {level}, and the rule holds `{name}` at {called}"
        );
        said.all(|it| it.0 != held).then(|| differs(message, span, at, "held here"))
    }

    /// What the values of a number are called: the words of the labels of what asks for one value of it alone.
    fn levels(&self, name: &str) -> FxHashMap<&'t str, i64> {
        let mut levels: FxHashMap<&str, Option<i64>> = FxHashMap::default();
        for clause in self.typed.clauses.values() {
            let asked = clause.when.as_ref().and_then(Comparison::of);
            let Some(asked) = asked.filter(|it| it.how == Compare::Eq && it.is_whole()) else {
                continue;
            };
            let of = match &asked.of.kind {
                ExprKind::AsOf { of, .. } => of,
                _ => asked.of,
            };
            if self.figure(of).is_none_or(|(_, it)| it != name) {
                continue;
            }
            for word in
                label_words(&clause.label).filter(|it| !name.split('_').any(|part| part == *it))
            {
                let level = levels.entry(word).or_insert(Some(asked.figure));
                *level = level.filter(|it| *it == asked.figure);
            }
        }
        levels.into_iter().filter_map(|(word, level)| Some((word, level?))).collect()
    }

    /// `a blow that has landed`, and the rule asks for the stage before that: of stages that are called `before_` and `after_` something.
    pub(super) fn at_another_stage(&self) -> Option<Diagnostic> {
        let conditions: Vec<&Expr> = self.conditions().collect();
        let asked =
            parts(conditions.iter().copied()).into_iter().filter_map(|part| match &part.kind {
                ExprKind::Compare { how: Compare::Eq, right, .. } => {
                    let (ExprKind::Cell(cell), Type::Member(kind)) = (&right.kind, &right.ty)
                    else {
                        return None;
                    };
                    let entries = &self.typed.kinds.get(*kind)?.entries;
                    let id = entries.get(usize::try_from(*cell).ok()?)?;
                    let (when, _) = stage(&self.typed.entries.get(*id)?.name)?;
                    Some((*kind, *id, when, part.span))
                }
                _ => None,
            });
        let (kind, own, when, at) = the_one(asked)?;
        let entries = &self.typed.kinds.get(kind)?.entries;
        let place = |id: ir::EntryId| entries.iter().position(|it| *it == id);
        let name = &self.typed.entries.get(own)?.name;
        let is_own =
            |word: &str| stage(name).is_some_and(|(_, it)| word == it || is_form_of(word, it));
        let is_own_said = self.text.iter().any(|(word, _)| is_own(word));
        // What is said to be past comes before the stage that is asked for, or is that; what is to come comes behind it.
        let mut said = BTreeSet::new();
        for id in entries {
            let Some((of_it, name)) = stage(&self.typed.entries.get(*id)?.name) else { continue };
            let named = (0..self.text.len()).filter(|at| {
                self.text.get(*at).is_some_and(|(word, _)| word == name || is_form_of(word, name))
                    && self.when_said(*at) == Some(of_it)
            });
            let fits_it = match of_it {
                When::After => place(*id) <= place(own),
                When::Before => place(*id) >= place(own),
            };
            // `before its damage`, of a game that calls a stage so: it is that, and none before it.
            let is_other = of_it == when && *id != own && !is_own_said;
            said.extend(named.filter_map(|at| Some((fits_it && !is_other, self.text.get(at)?.1))));
        }
        if let Some((fits_it, span)) = said.first() {
            let message =
                format!("the text speaks of another stage, and the rule asks for `{name}`");
            let wrong = !fits_it && said.iter().all(|(fits_it, _)| !fits_it);
            return wrong.then(|| differs(message, *span, at, "asked here"));
        }
        // `before the dice are thrown`, of a stage that is after something.
        let before = self.phrase("before SMALL|it|they.. _")?;
        (when == When::After && !self.says("after|has|have|once")).then(|| {
            let message = format!("the text says before, and the rule asks for `{name}`");
            differs(message, before.span(), at, "asked here")
        })
    }

    /// Whether what a word names is said to be past, or to come.
    fn when_said(&self, at: usize) -> Option<When> {
        let before = || self.part_before(at).take(4);
        let is = |slot: &str| before().any(|word| fits(slot, word));
        match (is("before"), is("after|has|have|once")) {
            (true, false) => Some(When::Before),
            (false, true) => Some(When::After),
            _ => None,
        }
    }

    /// `its first order`, and the rule asks for those that come after it.
    pub(super) fn of_the_first(&self) -> Option<Diagnostic> {
        let later = "second|later|further|after|EXCEPT|NO|other|others|than|following|only";
        let said = self.phrase("first _").filter(|_| !self.says(later))?;
        let asked = self.conditions().flat_map(|when| parts([when])).filter_map(Comparison::of);
        let wrong = asked.into_iter().find(|it| {
            let named = self.figure(it.of).is_some_and(|(_, name)| self.is_word(said.last(), name));
            named && it.asks_for_some() == Some(true)
        })?;
        let message = "the text says the first, and the rule asks for those that come after it";
        Some(differs(message, said.span(), wrong.span, "asked here"))
    }
}

/// What a stage is called after, and on which side of it that lies.
fn stage(name: &str) -> Option<(When, &str)> {
    let before = name.strip_prefix("before_").map(|it| (When::Before, it));
    before.or_else(|| name.strip_prefix("after_").map(|it| (When::After, it)))
}
