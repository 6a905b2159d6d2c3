//! Names: takes texts that call a thing of a closed kind, or a state, by its name, finds rules beside them that speak of another one of the same sort.

use super::beside::{Said, the_one};
use super::patterns::fits;
use super::phrases::Word;
use super::{differs, drifted};
use crate::typed::{
    AbilityDef, ClauseDef, ClauseVerb, Compare, EntryDef, Expr, ExprKind, PermissionClauseDef,
    Type, Typed, any_expr, in_small_letters, parts, stmt_exprs,
};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::collections::BTreeMap;
use warwright_grammar::near::is_form_of;
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;

/// Those of one closed kind that are asked for, each with where that is first.
type Members = BTreeMap<i64, Span>;

impl<'t> Said<'t> {
    /// `on the ebb`, and the rule asks for the flood.
    pub(super) fn of_another(&self) -> Option<Diagnostic> {
        // What the rules ask themselves counts first, then what they ask by names.
        let named = || self.of_another_in(self.near());
        self.of_another_in(&parts(self.roots())).or_else(named)
    }

    fn of_another_in(&self, asks: &[&'t Expr]) -> Option<Diagnostic> {
        let turned = asks.iter().any(|expr| match &expr.kind {
            ExprKind::Not(of) => any_expr(of, is_member),
            ExprKind::Compare { how: Compare::Ne, .. } => any_expr(expr, is_member),
            _ => false,
        });
        if turned {
            return None;
        }
        let mut whole = members(asks.iter().copied());
        // What is said of all the others, or of none, says nothing of the one; what is allowed is denied to nobody.
        let allows = |clause: &ClauseDef| {
            matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Allow))
        };
        let allowed = !self.acts() && self.clauses().all(allows);
        let is_denied = |kind: ir::KindId| {
            !allowed && self.members_said(kind).iter().any(|(_, at)| self.is_denied(*at))
        };
        whole.retain(|kind, _| !is_denied(*kind));
        let mut found =
            whole.iter().find_map(|(kind, asked)| self.of_another_of(&self.text, *kind, asked));
        // What is said in one sentence may be of one rule.
        for rule in self.each_rule().into_iter().map(|roots| members(parts(roots))) {
            let several = rule.iter().filter(|(_, asked)| asked.len() > 1);
            for (kind, asked) in several.filter(|(kind, _)| whole.contains_key(kind)) {
                let in_one =
                    || self.sentences().find_map(|it| self.of_another_of(it, *kind, asked));
                found = found.or_else(in_one);
            }
        }
        found.or_else(|| whole.iter().find_map(|(kind, asked)| self.of_all_others(*kind, asked)))
    }

    /// `large and enormous ones`, and the rule asks for the large alone.
    pub(super) fn of_two(&self) -> Option<Diagnostic> {
        let asks = parts(self.roots());
        // What is asked by a name may be the other one.
        let by_name = |it: &&Expr| matches!(it.kind, ExprKind::Call { .. }) && it.ty == Type::Bool;
        if asks.iter().any(by_name) {
            return None;
        }
        members(asks).iter().find_map(|(kind, asked)| {
            let (cell, place) = the_one(asked.iter())?;
            let said = self.members_said(*kind);
            let word =
                |at: usize, slot: &str| self.text.get(at).is_some_and(|it| fits(slot, &it.0));
            let pair = said.windows(2).find_map(|pair| match pair {
                [(one, at), (other, behind)] if one != other => {
                    let joined = at + 2 == *behind && word(at + 1, "and|or")
                        || word(behind + 1, "too|also")
                        || word(behind - 1, "also");
                    let (said, unsaid) = if one == cell { (at, behind) } else { (behind, at) };
                    (joined && [one, other].contains(&cell)).then_some((*said, *unsaid))
                }
                _ => None,
            });
            let (_, other) = pair.filter(|_| said.len() == 2)?;
            let (word, span) = self.text.get(other)?;
            if said.iter().any(|(_, at)| self.is_so(*at, false) != Some(true)) {
                return None;
            }
            let named = self.member_named(*kind, *cell)?;
            let message = format!("the text says {word} too, and the rule asks for {named} alone");
            Some(differs(message, *span, *place, "asked here"))
        })
    }

    /// `against riders`, and the rule asks nothing of whom it is against.
    pub(super) fn against_whom(&self) -> Option<Diagnostic> {
        let clause = the_one(self.clauses()).filter(|it| it.when.is_none() && !self.acts())?;
        let said = self.phrase("against|versus all|any|enemy|hostile.. _")?;
        let ClauseVerb::Modify { .. } = &clause.does else { return None };
        let (word, asked) = (said.last(), self.near());
        let of_pieces = self.typed.profiles.values().filter(|def| {
            self.typed.kinds.get(def.kind).is_some_and(|it| it.base == ir::KindBase::Piece)
        });
        let mut sorts = of_pieces.filter_map(|def| match def.ty {
            Type::Member(kind) => Some(kind),
            _ => None,
        });
        let kind = sorts.find(|kind| self.member_by(*kind, word).is_some())?;
        // What the number is of, or whom it is bent for, may say it.
        if asked.iter().any(|it| matches!(it.ty, Type::Member(of) if of == kind)) {
            return None;
        }
        let message = format!("the text says against {word}, and the rule asks for nobody");
        let found = drifted(message, said.span()).also(clause.span, "against everybody");
        Some(found.help("write against whom: `.. when ROLE.FIELD is .. \"LABEL\"`"))
    }

    /// `against those that fly`, and the rule asks who has another ability.
    pub(super) fn of_another_ability(&self) -> Option<Diagnostic> {
        let asked = self.near().iter().filter_map(|expr| match expr.kind {
            ExprKind::Has { ability, .. } => Some((ability, expr.span)),
            _ => None,
        });
        let asked: BTreeMap<ir::AbilityId, Span> = asked.collect();
        let (own, place) = the_one(asked.iter())?;
        let of_name = |word: &str, name: &str| is_named(word, &name.to_lowercase());
        let def = self.typed.abilities.get(*own)?;
        if self.acts() || self.text.iter().any(|(word, _)| of_name(word, &def.name)) {
            return None;
        }
        let is_other = |(id, it): &(ir::AbilityId, &AbilityDef)| {
            *id != *own && it.titled && it.kind == def.kind && !self.one.bearer.contains(it.span)
        };
        let others: Vec<&str> =
            self.typed.abilities.iter().filter(is_other).map(|(_, it)| it.name.as_str()).collect();
        let said = self.text.iter().enumerate().filter(|(_, (word, _))| {
            word.len() > 4 && others.iter().any(|name| of_name(word, name))
        });
        let (at, (word, span)) = the_one(said)?;
        self.is_so(at, false).filter(|so| *so)?;
        let message = format!("the text says {word}, and the rule asks for `{}`", def.name);
        Some(differs(message, *span, *place, "asked here"))
    }

    /// `in the yellow or in the red`, and the rule asks for green alone.
    fn of_all_others(&self, kind: ir::KindId, asked: &Members) -> Option<Diagnostic> {
        let said = self.members_said(kind);
        let clear = |(cell, at): &(i64, usize)| {
            self.is_so(*at, false) == Some(true) && !asked.contains_key(cell)
        };
        let ((_, first), (cell, place)) = (said.first()?, asked.first_key_value()?);
        let (word, span) = self.text.get(*first)?;
        let other = self
            .member_named(kind, *cell)
            .filter(|_| asked.len() == 1 && said.iter().all(clear))?;
        let message = format!("the text says {word}, and the rule asks for {other}");
        Some(differs(message, *span, *place, "asked here"))
    }

    /// `add a sun`, and the rule adds a moon: of the faces of dice.
    pub(super) fn of_another_result(&self) -> Option<Diagnostic> {
        let stmts = self.stmts().into_iter().flat_map(stmt_exprs);
        let used = parts(self.roots().into_iter().chain(stmts));
        let used = used.into_iter().filter_map(|expr| match (&expr.kind, &expr.ty) {
            (ExprKind::Cell(face), Type::Face(die)) => Some(((*die, *face), expr.span)),
            _ => None,
        });
        let used: BTreeMap<(ir::DieId, i64), Span> = used.collect();
        let ((die, own), place) = the_one(used.iter())?;
        let faces = &self.typed.dice.get(*die)?.faces;
        let named =
            |word: &str| faces.iter().position(|(name, ..)| is_named(word, &name.to_lowercase()));
        let own = usize::try_from(*own).ok()?;
        let said =
            self.text.iter().enumerate().filter_map(|(at, (word, _))| Some((at, named(word)?)));
        let said: Vec<(usize, usize)> = said.collect();
        let (at, _) = *said.first().filter(|_| said.iter().all(|it| it.1 != own))?;
        // `2 suns`, `a sun card`: what else is called so.
        let beside = "#|card|cards|for|costs|pays|spends|gains|loses|has";
        let before = at.checked_sub(1).and_then(|at| self.text.get(at));
        let of_else = before.into_iter().chain(self.text.get(at + 1)).any(|it| fits(beside, &it.0));
        let ((word, span), (own, ..)) = (self.text.get(at)?, faces.get(own)?);
        let message = format!("the text says {word}, and the rule works with {own}");
        (!of_else && !self.is_denied(at)).then(|| differs(message, *span, *place, "this face"))
    }

    /// The same of the things of one kind, in some words.
    fn of_another_of(
        &self,
        words: &[Word],
        kind: ir::KindId,
        asked: &Members,
    ) -> Option<Diagnostic> {
        // `as long as`: a measure, and no name.
        let said = (0..words.len()).filter(|at| {
            at.checked_sub(1).and_then(|at| words.get(at)).is_none_or(|it| !fits("as|so", &it.0))
        });
        let said: Vec<(i64, Span)> = said
            .filter_map(|at| Some((self.member_at(kind, words, at)?, words.get(at)?.1)))
            .collect();
        // Of as many as are asked for all but one are said, and in its place another.
        let several: FxHashSet<i64> = said.iter().map(|it| it.0).collect();
        let (_, span) = said.iter().find(|it| !asked.contains_key(&it.0))?;
        let (cell, place) = the_one(asked.iter().filter(|(cell, _)| !several.contains(cell)))?;
        let (word, other) = (self.map.slice(*span), self.member_named(kind, *cell)?);
        let message = format!("the text says {word}, and the rule asks for {other}");
        (several.len() == asked.len()).then(|| differs(message, *span, *place, "asked here"))
    }

    /// `before its front`, and one of the rules asks for the rear.
    pub(super) fn of_one_unsaid(&self) -> Option<Diagnostic> {
        for rule in self.each_rule() {
            let held = members(rule.iter().flat_map(|root| held(root)));
            for (kind, asked) in &held {
                let said = self.members_said(*kind);
                // What is said where none is named may be of this rule.
                let names = |words: &[Word]| {
                    words.iter().any(|(word, _)| self.member_by(*kind, word).is_some())
                };
                if !self.sentences().all(names) {
                    continue;
                }
                let Some((cell, place)) = the_one(asked.iter()) else { continue };
                // `unless from the left or the right`, `with no ebb, flood or swell`: what is left is another.
                let other = |(said, at): &(i64, usize)| {
                    said == cell || !self.refuses_plainly(*at) && self.is_denied(*at)
                };
                if said.iter().any(other) {
                    continue;
                }
                let clear = said.iter().find(|(_, at)| {
                    self.refuses_plainly(*at) || self.is_so(*at, false) == Some(true)
                });
                let Some((_, at)) = clear else { continue };
                let (word, span) = self.text.get(*at)?;
                let other = self.member_named(*kind, *cell)?;
                let message = format!("the text says {word}, and the rule asks for {other}");
                return Some(differs(message, *span, *place, "asked here"));
            }
        }
        None
    }

    /// The name of one of a closed kind.
    pub(super) fn member_named(&self, kind: ir::KindId, cell: i64) -> Option<String> {
        let entries = &self.typed.kinds.get(kind)?.entries;
        let id = entries.get(usize::try_from(cell).ok()?)?;
        self.typed.entries.get(*id).map(|it| it.name.to_lowercase())
    }

    /// Those of a closed kind that the text names, each with which word that is.
    pub(super) fn members_said(&self, kind: ir::KindId) -> Vec<(i64, usize)> {
        let said = |at: usize| Some((self.member_at(kind, &self.text, at)?, at));
        (0..self.text.len()).filter_map(said).collect()
    }

    /// The one of a closed kind that a word names; with the words beside it, where those are its name as a whole.
    fn member_at(&self, kind: ir::KindId, words: &[Word], at: usize) -> Option<i64> {
        let entries = &self.typed.kinds.get(kind)?.entries;
        let is_whole = |id: &ir::EntryId| {
            let name = self.typed.entries.get(*id).map_or("", |it| it.name.as_str());
            if !name.contains([' ', '_']) {
                return false;
            }
            let name = name.to_lowercase();
            let parts: Vec<&str> = name.split([' ', '_']).collect();
            let mut around = at.saturating_sub(parts.len() - 1)..=at;
            around.any(|from| {
                let said = words.get(from..from + parts.len()).unwrap_or_default();
                said.iter().map(|it| it.0.as_str()).eq(parts.iter().copied())
            })
        };
        match entries.iter().position(is_whole) {
            Some(at) => i64::try_from(at).ok(),
            None => self.member_by(kind, &words.get(at)?.0),
        }
    }

    /// The one of a closed kind that a word names.
    fn member_by(&self, kind: ir::KindId, word: &str) -> Option<i64> {
        // `nobody`, who may be one of what may be crossed.
        let entries = &self.typed.kinds.get(kind).filter(|_| !fits("NO", word))?.entries;
        let is_it = |id: &ir::EntryId| {
            let entry = self.typed.entries.get(*id);
            entry.is_some_and(|it| names_of(self.typed, it).any(|name| is_named(word, &name)))
        };
        i64::try_from(entries.iter().position(is_it)?).ok()
    }
}

/// Those of closed kinds that stand in expressions.
fn members<'t>(asks: impl IntoIterator<Item = &'t Expr>) -> BTreeMap<ir::KindId, Members> {
    let mut asked: BTreeMap<ir::KindId, Members> = BTreeMap::new();
    for expr in asks {
        if let (ExprKind::Cell(cell), Type::Member(kind)) = (&expr.kind, &expr.ty) {
            asked.entry(*kind).or_default().entry(*cell).or_insert(expr.span);
        }
    }
    asked
}

/// What must hold where a condition does, or may be what makes it hold; with all of what is no condition.
fn held(root: &Expr) -> Vec<&Expr> {
    match &root.kind {
        ExprKind::And(one, other) | ExprKind::Or(one, other) => [held(one), held(other)].concat(),
        ExprKind::Compare { how: Compare::Eq, left, right } => vec![left, right],
        _ => Vec::new(),
    }
}

/// Whether it is one of a closed kind.
const fn is_member(expr: &Expr) -> bool {
    matches!((&expr.kind, &expr.ty), (ExprKind::Cell(_), Type::Member(_)))
}

/// What texts call an entry.
fn names_of<'t>(typed: &'t Typed, entry: &'t EntryDef) -> impl Iterator<Item = Cow<'t, str>> {
    let called = typed.words_for(&entry.name).iter();
    std::iter::once(in_small_letters(&entry.name)).chain(called.map(|it| it.as_str().into()))
}

/// Whether a word is a name, several of that name, or what is done by it: `blessed`, and `shoots` of a shot.
fn is_named(word: &str, name: &str) -> bool {
    word == name || is_form_of(word, name)
}
