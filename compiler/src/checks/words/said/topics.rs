//! Topics: takes what the rules beside a text bend, forbid and ask for by name, finds a text that names none of it: it says nothing more,
//! or names another of the same sort in its place.

use super::beside::{Said, the_one};
use super::patterns::fits;
use super::phrases::{Phrase, Word};
use super::{differs, drifted};
use crate::checks::clauses::placed::{occasion, tells_occasion};
use crate::typed::{
    ClauseDef, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, PermissionClauseDef, Type, parts,
};
use std::collections::BTreeSet;
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;

/// Words with which no condition is said.
const PLAIN: &str = "#|#th|a|an|the|its|it|itself|this|that|is|has|have|had|gets|gains|gain|with|by|of|in|to|and|more|less|\
    fewer|extra|further|better|worse|higher|lower|stronger|weaker|hits|rolls|throws|adds|counts|makes|always|also|own|all|every";
/// Words of which a name that two have in common may be made.
const SMALL: &str = "is|has|of|on|by|at|to|in|as|against|from|with|and|or|may|can|be|not";

impl<'t> Said<'t> {
    /// `its shots have one more`, and the rule asks for a target that is large besides.
    pub(super) fn of_an_unsaid_condition(&self) -> Option<Diagnostic> {
        let clause = self.clause_beside()?;
        let when = clause.when.as_ref()?;
        let mut unsaid = when.conjuncts().into_iter().filter(|part| {
            let names = self.names_in(part);
            let tells_which =
                parts([*part]).into_iter().any(|it| occasion(self.typed, it).is_some());
            !tells_which && !names.is_empty() && !names.iter().any(|name| self.says_name(name))
        });
        let said = self.state_said();
        unsaid.find_map(|part| {
            let asks = self.map.slice(part.span);
            if let Some((said, name)) = &said {
                let word = said.last();
                let message = format!(
                    "the text says {word}, which is `{name}`, and the rule asks for `{asks}`"
                );
                return Some(differs(message, said.span(), part.span, "asked here"));
            }
            (self.is_an_unsaid_sort(part) || self.says_nothing_but(part)).then(|| {
                let message =
                    format!("the rule asks for `{asks}`, and the text says nothing of that");
                differs(message, self.one.text, part.span, "asked here")
            })
        })
    }

    /// Whether all words of the text are of the game, or no condition, and none is of what one asks for.
    fn says_nothing_but(&self, asked: &Expr) -> bool {
        let known = |(word, _): &Word| fits(PLAIN, word) || self.is_of_the_game(word, asked);
        !self.says("against|versus|if|when*|while|as|where|who*|unless|only")
            && self.text.iter().all(known)
    }

    /// A state for which nothing asks, where a text says that something counts while it holds.
    fn state_said(&self) -> Option<(Phrase<'_>, &'t str)> {
        let when = "if|when|while|once|after|as it|he|they has|have|had|is|was.. _";
        let asked: BTreeSet<&str> = self.near().iter().filter_map(|it| self.named(it)).collect();
        self.phrases(when).find_map(|said| {
            let fields = self.typed.fields.values().filter(|it| it.ty == Type::Bool);
            let names = fields.map(|it| it.name.as_str()).filter(|it| !asked.contains(it));
            let mut names = names.filter(|it| it.len() > 4);
            let name = names.find(|name| self.is_word(said.last(), name))?;
            Some((said, name))
        })
    }

    /// `one more by day`, and the rule asks for riders besides: of what is printed of a closed sort. Whoever is spoken of may be called by
    /// a word that nobody knows: `when the enemy has wheels`.
    fn is_an_unsaid_sort(&self, part: &Expr) -> bool {
        let somebody = "when*|while|if|as|against|FOES|target*|attacker*|those|who*|that|FRIENDS|any*|every*|all|only";
        let ExprKind::Compare { how: Compare::Eq, left, right } = &part.kind else { return false };
        let of_sort = matches!((&right.kind, &right.ty), (ExprKind::Cell(_), Type::Member(_)));
        let said = |kind: ir::KindId| !self.members_said(kind).is_empty();
        let names_one = matches!(right.ty, Type::Member(kind) if said(kind));
        of_sort && self.figure(left).is_some() && !names_one && !self.says(somebody)
    }

    /// The one clause beside a text of its own, where nothing happens.
    fn clause_beside(&self) -> Option<&'t ClauseDef> {
        self.clause().filter(|_| !self.acts() && self.one.bearer.contains(self.one.text))
    }

    /// What a condition asks for by name.
    fn names_in(&self, condition: &Expr) -> BTreeSet<&'t str> {
        parts([condition]).into_iter().flat_map(|part| self.named(part)).collect()
    }

    /// The name of what one expression asks for.
    fn named(&self, part: &Expr) -> Option<&'t str> {
        let typed = self.typed;
        Some(match &part.kind {
            ExprKind::Has { ability, .. } => &typed.abilities.get(*ability)?.name,
            ExprKind::Call { function, .. } => &typed.functions.get(*function)?.name,
            ExprKind::AreTied { tie, .. } => &typed.ties.get(*tie)?.name,
            ExprKind::May { permission, .. } => &typed.permissions.get(*permission)?.name,
            ExprKind::During(moment) => &typed.moments.get(*moment)?.name,
            ExprKind::IsEntry { entry, .. } => &typed.entries.get(*entry)?.name,
            ExprKind::InPlay(_) => "gone",
            ExprKind::Cell(cell) => match part.ty {
                Type::Member(kind) => {
                    let at = usize::try_from(*cell).ok()?;
                    &typed.entries.get(*typed.kinds.get(kind)?.entries.get(at)?)?.name
                }
                _ => return None,
            },
            _ => self.figure(part)?.1,
        })
    }

    /// Whether the text says one of the words of a name, calls it otherwise, or says its contrary.
    fn says_name(&self, name: &str) -> bool {
        let against = self.typed.words_against(name);
        self.text.iter().any(|(word, _)| self.is_of_name(word, name) || against.contains(word))
    }

    fn says_whole(&self, name: &str) -> bool {
        self.text.iter().any(|(word, _)| self.is_word(word, &name.to_lowercase()))
    }

    fn is_of_name(&self, word: &str, name: &str) -> bool {
        let whole = || name.to_lowercase();
        let mut parts = name.split(['_', ' ', '.']).filter(|part| !fits(SMALL, part));
        parts.any(|part| self.is_word(word, &part.to_lowercase())) || self.is_word(word, &whole())
    }

    /// Whether a word is one by which something of the game goes, but for what some condition asks.
    fn is_of_the_game(&self, word: &str, but: &Expr) -> bool {
        let typed = self.typed;
        let own = self.names_in(but);
        let quantities = typed.quantities.values().map(|it| it.name.as_str());
        let profiles = typed.profiles.values().map(|it| it.name.as_str());
        let kinds = typed.kinds.values().map(|it| it.name.as_str());
        let closed = typed.kinds.values().flat_map(|kind| &kind.entries);
        let members = closed.filter_map(|id| typed.entries.get(*id)).map(|it| it.name.as_str());
        let mut all = quantities.chain(profiles).chain(kinds).chain(members);
        all.any(|name| !own.contains(name) && self.is_of_name(word, name))
    }

    /// `it marches faster`, and what is bent is another number; `it never gives way`, and it may not follow.
    pub(super) fn of_another_topic(&self) -> Option<Diagnostic> {
        let clause = self.clause_beside()?;
        let (quantities, permissions) = (&self.typed.quantities, &self.typed.permissions);
        let (own, does, others): (&str, _, Vec<&str>) = match (clause.owner, &clause.does) {
            (ClauseOwner::Quantity(id), _) => {
                let def = quantities.get(id)?;
                // What it is worked out from may be said in its place, and so may what is worked out from it.
                let base = self.names_in(&def.base);
                if base.iter().any(|name| self.says_whole(name)) {
                    return None;
                }
                let apart = quantities.values().filter(|it| {
                    !base.contains(&*it.name) && !self.names_in(&it.base).contains(&*def.name)
                });
                (&def.name, "changes", apart.map(|it| it.name.as_str()).collect())
            }
            (ClauseOwner::Permission(id), ClauseVerb::Permission(does)) => {
                let forbids = matches!(does, PermissionClauseDef::Forbid { .. });
                let does = if forbids { "forbids" } else { "allows" };
                let all = permissions.values().map(|it| it.name.as_str());
                (&permissions.get(id)?.name, does, all.collect())
            }
            _ => return None,
        };
        let asked: BTreeSet<&str> = self.near().iter().filter_map(|it| self.named(it)).collect();
        let others = others.into_iter().filter(|name| *name != own && !asked.contains(name));
        let others = others.filter(|name| !self.says_more_of(own, name));
        let said: Vec<(&str, BTreeSet<Span>)> =
            others.map(|name| (name, self.called(name, &asked))).collect();
        // One name for all that is said; where several are spoken of, the rule may be of any.
        let all: BTreeSet<Span> = said.iter().flat_map(|(_, at)| at).copied().collect();
        let span = *all.first()?;
        let (name, _) = said.iter().find(|(_, at)| *at == all)?;
        let word = self.map.slice(span);
        let message =
            format!("the text says {word}, which is `{name}`, and the rule {does} `{own}`");
        Some(differs(message, span, clause.span, "this is it"))
    }

    /// Where the text says what the game says that texts call something, and not of when it is: its name alone may stand for much, and
    /// so does a word of something that is asked for.
    fn called(&self, name: &str, asked: &BTreeSet<&str>) -> BTreeSet<Span> {
        const WHEN: &str = "when*|if|while|as|after|before|once|until|unless";
        let words = self.typed.words_for(name);
        let is_meant = |at: usize, word: &str| {
            !self.part_before(at).any(|word| fits(WHEN, word))
                && !asked.iter().any(|name| self.is_of_name(word, name))
        };
        let said = self.text.iter().enumerate().filter(|(_, (word, _))| words.contains(word));
        said.filter(|(at, (word, _))| is_meant(*at, word)).map(|(_, (_, at))| *at).collect()
    }

    /// Whether the text says what tells a name from another: what both have in common, as dice of two sorts, tells neither.
    fn says_more_of(&self, own: &str, other: &str) -> bool {
        let shared: Vec<&str> = other.split('_').collect();
        let own_alone = own.split('_').filter(|it| !shared.contains(it) && !fits(SMALL, it));
        let is_word = |(word, _): &Word| own_alone.clone().any(|it| self.is_word(word, it));
        self.text.iter().any(is_word) || self.says_whole(own)
    }

    /// `its arrows hit better`, and the rule counts in every fight: others of the same number ask which it is.
    pub(super) fn of_one_alone(&self) -> Option<Diagnostic> {
        let clause = self.clause_beside()?;
        let (ClauseOwner::Quantity(id), ClauseVerb::Modify { .. }) = (clause.owner, &clause.does)
        else {
            return None;
        };
        if parts(&clause.when).into_iter().any(tells_occasion) {
            return None;
        }
        let said = |name: &str| {
            self.text.iter().find(|(word, _)| self.is_word(word, &name.to_lowercase()))
        };
        let occasions = self.rules.occasions(id);
        let (name, (word, span)) = the_one(occasions.filter_map(|it| Some((it, said(it)?))))?;
        let at = self.text.iter().position(|it| it.1 == *span)?;
        if self.says("EXCEPT|both|or|all|whatever|whenever") || self.is_so(at, false) != Some(true)
        {
            return None;
        }
        let message = format!("the text says {word}, and the rule counts always");
        let help =
            format!("write when it counts: `.. when CONDITION \"LABEL\"`, which speaks of {name}");
        Some(drifted(message, *span).also(clause.span, "asks for no such thing").help(help))
    }
}
