//! Numbers that nothing works with: takes a text, gathers the numbers that the rules beside it are made of, finds one in the text that is
//! none of them.

use super::beside::{Said, the_one};
use super::figures::{is_amount, numbers, whole_number};
use super::patterns::fits;
use super::phrases::{Phrase, Word};
use super::{differs, drifted};
use crate::checks::logic::compared::Comparison;
use crate::checks::words::texts::{number_named, sums_of};
use crate::typed::{ClauseOwner, ClauseVerb, Expr, ExprKind, parts};
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::{Diagnostic, Span};

/// A number with where it stands.
type Figure = (i64, Span);

impl<'t> Said<'t> {
    /// `nobody may roll more than four`, and no rule has a four in it.
    pub(super) fn unheard(&self) -> Option<Diagnostic> {
        let said: Vec<(Phrase<'_>, i64)> = self.figures_said().collect();
        let twice = self.says("twice|double*|both|half|halve*|pair");
        let is_said = |figure: i64| said.iter().any(|(it, _)| means(it, figure));
        let unsaid = |least: i64| {
            let own = self.own_figures().into_iter();
            own.filter(move |it| it.0 >= least).filter(|it| !(is_said(it.0) || twice && it.0 == 2))
        };
        // Many numbers only remind of something: one is a mistake where it stands for one of the rules that is not said.
        let own = self.own_figures();
        let file = self.map.file_of(self.one.text);
        let asked = self.near().iter().filter(|it| self.map.file_of(it.span) == file);
        let mut asked = asked.filter_map(|it| whole_number(it));
        let stands_for_it = unsaid(2).next().is_some()
            || asked.any(|it| it > 1 && !is_said(it) && !(twice && it == 2))
            || said.len() == 1 && own.len() == 1 && unsaid(1).next().is_some();
        if !stands_for_it {
            return None;
        }
        // Two of something to each other are what is spoken of, and no figure.
        let pair = self.says("each|one other|another");
        let near = self.near_figures();
        let passed = self.passed();
        // `three or more` of what lies beyond two, where that is asked by a name.
        let beyond = |said: &Phrase<'_>, figure: i64| {
            let mut behind = said.behind().iter().map(|(word, _)| word.as_str());
            let next = behind.next();
            // `seven rounds do not count`, and it begins with the eighth.
            next.is_some_and(|next| fits("ROUND", next)) && near.contains(&(figure + 1))
                || next == Some("or")
                    && match behind.next() {
                        Some("more" | "farther" | "further") => passed.contains(&(figure - 1)),
                        Some("less" | "fewer" | "nearer") => passed.contains(&(figure + 1)),
                        _ => false,
                    }
        };
        // `seven of one side against seven of the other`: how many stand there.
        let of_sides = |said: &Phrase<'_>| {
            let mut behind = said.behind().iter().map(|(word, _)| word.as_str());
            behind.next() == Some("of") && behind.take(2).any(|word| fits("side|other", word))
        };
        // One may be anybody, unless it is a figure beside the one other number.
        let alone = said.len() == 1 && own.len() == 1;
        // What is asked by names asks for one in many places.
        let plain = alone && self.granted().next().is_none() && own.iter().all(|it| it.0 != 1);
        let unheard = |(said, figure): &&(Phrase<'_>, i64)| {
            (*figure > 1 || alone && is_amount(said))
                && (!pair || *figure != 2)
                && !(near.iter().any(|it| means(said, *it)) && !(*figure == 1 && plain))
                && !beyond(said, *figure)
                && !of_sides(said)
        };
        let (said, figure) = said.iter().find(unheard)?;
        let message =
            format!("the text says {}, and no rule here works with {figure}", said.first());
        let found = drifted(message, said.span());
        Some(match the_one(unsaid(1)) {
            Some((other, at)) => {
                found.also(at, format!("this is {other}")).help("correct one of them")
            }
            None => found.help("correct the text, or write the rule that works with it"),
        })
    }

    /// `two dice fewer, two steps slower` of two dice and one step: as many are said as there are, and one of them is another.
    pub(super) fn one_is_another(&self) -> Option<Diagnostic> {
        let mut own = self.own_figures();
        let mut said: Vec<(Phrase<'_>, i64)> = self.figures_said().collect();
        let all = own.len();
        // `two less instead of one`: both with what the game does anyhow.
        let in_all = self.says("instead of, in place of, in all");
        if said.len() != all || in_all || self.is_of_battle() {
            return None;
        }
        said.retain(|(said, _)| match own.iter().position(|(figure, _)| means(said, *figure)) {
            Some(at) => {
                own.remove(at);
                false
            }
            None => true,
        });
        let ((said, other), (figure, at)) = the_one(said.iter()).zip(the_one(own.iter()))?;
        let near = self.near_figures();
        let elsewhere = near.contains(other) && !self.own_figures().iter().any(|it| it.0 == *other);
        if *other == 1 && !is_amount(said) || all == 1 || elsewhere {
            return None;
        }
        let message = format!("the text says {}, and the rule works with {figure}", said.first());
        Some(differs(message, said.span(), *at, "this one"))
    }

    /// Whether the text is of a battle.
    pub(super) fn is_of_battle(&self) -> bool {
        self.typed.scenarios.values().any(|it| self.one.bearer.contains(it.span))
    }

    /// The numbers of the text that are no lengths.
    pub(super) fn figures_said(&self) -> impl Iterator<Item = (Phrase<'_>, i64)> {
        let named = |said: &Phrase<'_>| {
            said.behind().first().is_some_and(|(word, _)| self.names_entries(word))
        };
        // `the last three`, `a 5 or 6`, `1, 3, 5`, `two hundred`, `a twelve-round battle`.
        let of_others = |said: &Phrase<'_>| {
            let mut before = said.before().iter().rev().map(|(word, _)| word.as_str());
            let joined = before.next();
            let listed = |next: &&Word| fits("#", &next.0);
            let around = said.before().iter().rev().take(2).take_while(listed).count()
                + said.behind().iter().take(2).take_while(listed).count();
            joined == Some("last")
                || around > 1
                || joined == Some("or") && before.next().is_some_and(|it| fits("#", it))
                || said.behind().first().is_some_and(|it| fits("hundred|thousand", &it.0))
                || said.behind().first().is_some_and(|(_, next)| {
                    self.map.slice(Span::new(said.span().end(), next.start())) == "-"
                })
        };
        let said = self
            .phrases("#")
            .filter(move |said| !self.is_length(said) && !named(said) && !of_others(said));
        said.filter_map(|said| Some((said.clone(), said.number()?)))
    }

    /// Whether a word is said of several things that are laid out by a name: of those another check tells.
    fn names_entries(&self, word: &str) -> bool {
        let ends = |name: &str| {
            word.strip_suffix('s')
                == Some(name.rsplit(' ').next().unwrap_or("").to_lowercase().as_str())
        };
        self.is_of_battle() && self.typed.entries.values().any(|it| ends(&it.name))
    }

    /// The whole numbers that the rules of the bearer are made of, or those that it is declared with where it has none.
    fn own_figures(&self) -> Vec<Figure> {
        let mut roots = Vec::new();
        self.hooks().for_each(|it| it.each_expr(&mut |root| roots.push(root)));
        self.actions().for_each(|it| it.each_expr(&mut |root| roots.push(root)));
        self.clauses().for_each(|it| it.each_expr(&mut |root| roots.push(root)));
        if roots.is_empty() {
            return self.declared();
        }
        // Of a comparison what it means by its figure.
        let mut meant: FxHashMap<Span, i64> = FxHashMap::default();
        let mut found = Vec::new();
        for expr in parts(roots) {
            // Whether there is any is no figure.
            let of_it = |it: Comparison<'_>| match it.asks_for_some() {
                Some(_) => (it.place, 0),
                None => (it.place, it.meant()),
            };
            meant.extend(Comparison::of(expr).map(of_it));
            let figure =
                whole_number(expr).map(|figure| meant.get(&expr.span).copied().unwrap_or(figure));
            found.extend(figure.filter(|it| *it != 0).map(|it| (it.abs(), expr.span)));
        }
        found
    }

    /// The numbers that stand in its declaration.
    fn declared(&self) -> Vec<Figure> {
        let (whole, text) = (self.one.bearer, self.one.text);
        let mut found = Vec::new();
        // A sentence stands outside of the rule of which it speaks.
        if !whole.contains(text) {
            return found;
        }
        for part in [Span::new(whole.start(), text.start()), Span::new(text.end(), whole.end())] {
            let mut at = 0;
            for word in self.map.slice(part).split_inclusive(|sign: char| !sign.is_alphanumeric()) {
                let bare = word.trim_end_matches(|sign: char| !sign.is_alphanumeric());
                if let Some(figure) = number_named(bare).filter(|_| !word.ends_with(['"', '.'])) {
                    found.push((figure, part.part(at..at + bare.len())));
                }
                at += word.len();
            }
        }
        found
    }

    /// What its rules are made of, what these ask by names, and what is granted there; with what a comparison means by a number.
    fn near_figures(&self) -> FxHashSet<i64> {
        let mut all = figures_in(self.near());
        all.extend(self.declared().into_iter().map(|it| it.0));
        all.extend(self.changed_together());
        if self.is_of_battle() {
            // What a battle takes for granted, and its two sides.
            all.extend(self.typed.rulings.iter().map(|it| it.value).chain([2]));
        }
        all
    }

    /// The numbers that are handed to functions.
    fn passed(&self) -> FxHashSet<i64> {
        let args = self.near().iter().filter_map(|expr| match &expr.kind {
            ExprKind::Call { args, .. } => Some(args),
            _ => None,
        });
        args.flatten().filter_map(whole_number).collect()
    }

    /// `two less from afar` of one less, and one less from afar.
    fn changed_together(&self) -> impl Iterator<Item = i64> {
        let changes = self.clauses().filter_map(|clause| match (clause.owner, &clause.does) {
            (ClauseOwner::Quantity(id), ClauseVerb::Modify { amount, .. }) => {
                Some((id, the_one(numbers(amount).into_iter())?))
            }
            _ => None,
        });
        sums_of(changes).into_iter().map(i64::abs)
    }
}

/// The whole numbers among expressions, and what a comparison means by one.
fn figures_in(exprs: &[&Expr]) -> FxHashSet<i64> {
    let mut all = FxHashSet::default();
    for expr in exprs {
        all.extend(whole_number(expr).map(i64::abs));
        all.extend(Comparison::of(expr).filter(Comparison::is_whole).map(|it| it.meant()));
        if let ExprKind::Fraction(top, bottom) = expr.kind {
            all.extend([top.abs(), bottom.abs()]);
        }
    }
    all
}

/// Whether a number that is said is the one of a rule: `more than three` is four.
fn means(said: &Phrase<'_>, figure: i64) -> bool {
    let before = |slot: &str| said.before().iter().rev().take(2).any(|(word, _)| fits(slot, word));
    let more = before("than|over|above|beyond|after|past|first");
    let fewer = before("than|under|below|before|until|till");
    said.number()
        .is_some_and(|it| it == figure || more && it + 1 == figure || fewer && it - 1 == figure)
}
