//! Bare names in expressions: locals, `it` and `self`, members of the closed kind that the context wants, sets of kinds,
//! rulings.

use super::super::checker::{Checker, bare, error};
use super::super::vocabulary::Attribute;
use super::cell;
use crate::typed::{Expr, ExprKind, Type};
use crate::wording;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// So long is `is` with its blank.
const IS: u32 = 3;

impl Checker<'_> {
    /// A bare name.
    pub(super) fn name(&mut self, name: &tree::Name, hint: Option<&Type>) -> Expr {
        let span = name.span;
        if !name.quoted
            && &*name.text == "it"
            && let Some(local) = self.scope.it()
        {
            return self.local_expr(local, span);
        }
        if let Some(local) = self.scope.peek(&name.text) {
            // A member of the kind that is wanted counts where a local of another type has its name.
            let ty = self.scope.ty(local);
            let member = match hint.map(bare) {
                Some(Type::Member(kind)) if bare(&ty) != &Type::Member(*kind) => {
                    self.vocabulary.member(*kind, &name.text)
                }
                _ => None,
            };
            if member.is_none() {
                self.scope.find(&name.text);
                return self.local_expr(local, span);
            }
        }
        match hint.map(bare) {
            Some(Type::Member(kind)) => {
                if let Some(position) = self.vocabulary.member(*kind, &name.text) {
                    return cell(position, Type::Member(*kind), span);
                }
            }
            Some(Type::Face(die)) => {
                if let Some(position) = self.face_position(*die, &name.text) {
                    return cell(position, Type::Face(*die), span);
                }
            }
            _ => {}
        }
        if let Some(found) = self.implicit_field(name) {
            return found;
        }
        // What a name means beside something broken is known once that is mended.
        let open = hint == Some(&Type::Error);
        let of_many = |kinds: &Vec<ir::KindId>| kinds.len() > 1;
        if open && self.vocabulary.members.get(&*name.text).is_some_and(of_many) {
            return error(span);
        }
        if let Some(found) = self.of_another_kind(name, hint).or_else(|| self.free_name(name, hint))
        {
            return found;
        }
        if open {
            return error(span);
        }
        self.unknown_value(name, hint)
    }

    /// A member of several kinds, none of which is wanted: that of the first, so that it is said to be of the wrong kind and
    /// not asked which of them is meant.
    fn of_another_kind(&mut self, name: &tree::Name, hint: Option<&Type>) -> Option<Expr> {
        let Some(Type::Member(_)) = hint.map(bare) else { return None };
        let kind = match self.vocabulary.members.get(&*name.text)?.as_slice() {
            [first, _, ..] => *first,
            _ => return None,
        };
        let position = self.vocabulary.member(kind, &name.text)?;
        Some(cell(position, Type::Member(kind), name.span))
    }

    /// A field of the thing whose `derive` or `state` this is, named bare.
    fn implicit_field(&mut self, name: &tree::Name) -> Option<Expr> {
        let local = self.scope.implicit?;
        let (Type::Entity(kind) | Type::Member(kind)) = self.scope.ty(local) else { return None };
        if self.sign_of_cell(kind, name).is_none() {
            self.vocabulary.attribute(kind, &name.text)?;
        }
        let of = self.local_expr(local, name.span);
        Some(self.attribute_of(of, kind, name, name.span))
    }

    /// A name that means something without any local: a set of a kind, the battle, a ruling, a define without parameters, a
    /// member whose name only one kind has.
    pub(super) fn free_name(&mut self, name: &tree::Name, hint: Option<&Type>) -> Option<Expr> {
        let span = name.span;
        let text = &*name.text;
        if !name.quoted {
            if let Some(kind) = self.vocabulary.plurals.get(text).copied() {
                return Some(self.all_of(kind, span));
            }
            if text == "battle"
                && let Some(battle) = self.facts.battle
            {
                return Some(Expr { kind: ExprKind::Only(battle), ty: Type::Entity(battle), span });
            }
        }
        if let Some((kind, entity)) = self.board.placed.get(text).copied() {
            return Some(cell(entity, Type::Entity(kind), span));
        }
        if let Some(found) = self.space_name(name) {
            return Some(found);
        }
        if let Some(position) = self.vocabulary.rulings.get(text).copied() {
            let ty =
                self.typed.rulings.get(position as usize).map_or(Type::Error, |r| r.ty.clone());
            return Some(Expr { kind: ExprKind::Ruling(position), ty, span });
        }
        if !self.vocabulary.members.contains_key(text)
            && let Some(cell) = self.cell_by_name(name)
        {
            return Some(cell);
        }
        match self.vocabulary.members.get(text).map(Vec::as_slice) {
            Some([kind]) => {
                let kind = *kind;
                let position = self.vocabulary.member(kind, text)?;
                Some(cell(position, Type::Member(kind), span))
            }
            Some(kinds) if !kinds.is_empty() => {
                let kinds: Vec<String> =
                    kinds.iter().map(|kind| self.kind_name(*kind).to_owned()).collect();
                let list = wording::listed(&kinds);
                let ways = self.fields_of(
                    hint,
                    &self.vocabulary.members.get(text).cloned().unwrap_or_default(),
                );
                let found = Diagnostic::at(codes::AMBIGUOUS_NAME, span)
                    .says(format!("`{text}` may be one of {list}"))
                    .label("which is meant?");
                if let Some(first) = self.asked_before(span) {
                    let both = format!("in {{{}, {text}}}", self.input.sources.slice(first));
                    let is = Span::new(first.start() - IS, span.end());
                    found.fix(format!("one of several reads `{both}`"), is, both).emit(self.sink);
                    return Some(error(span));
                }
                found
                    .help(match ways.is_empty() {
                        true => String::from("compare it with something of that kind, or give it a type by a `let` or parameter"),
                        false => format!("what can be it is a field of the thing: {}", wording::listed(&ways)),
                    })
                    .emit(self.sink);
                Some(error(span))
            }
            _ => None,
        }
    }

    /// Of `x is red or yellow` the word before `or`.
    fn asked_before(&self, span: Span) -> Option<Span> {
        let (file, before) = self.before(span);
        let (rest, word) = before.strip_suffix(" or ")?.rsplit_once(" is ")?;
        let begin = rest.len() + " is ".len();
        (!word.contains(' ')).then(|| file.part(begin..begin + word.len()))
    }

    /// The file of a place, and its text up to there.
    pub(super) fn before(&self, span: Span) -> (Span, &str) {
        let file = self.input.sources.whole(self.input.sources.file_of(span));
        (file, self.input.sources.slice(Span::new(file.start(), span.start())))
    }

    /// The fields of what is wanted that are of one of some kinds.
    fn fields_of(&self, wanted: Option<&Type>, kinds: &[ir::KindId]) -> Vec<String> {
        let Some(Type::Entity(of)) = wanted.map(bare) else { return Vec::new() };
        let is_of = |name: &String| {
            let ty = self.attribute_type(*of, name);
            ty.is_some_and(|ty| matches!(bare(&ty), Type::Member(kind) if kinds.contains(kind)))
        };
        let names = self.attribute_names(*of);
        names.iter().filter(|name| is_of(name)).map(|name| format!("`x.{name}`")).collect()
    }

    /// All entities, or all members, of a kind.
    pub(crate) fn all_of(&self, kind: ir::KindId, span: Span) -> Expr {
        let closed = self.typed.kinds.get(kind).is_some_and(|def| def.closed);
        if closed {
            let ty = Type::List(Box::new(Type::Member(kind)));
            Expr { kind: ExprKind::Members(kind), ty, span }
        } else {
            let ty = Type::Set(Box::new(Type::Entity(kind)));
            Expr { kind: ExprKind::All(kind), ty, span }
        }
    }

    /// The member of a closed kind, or a diagnostic.
    pub(crate) fn member(&mut self, kind: ir::KindId, name: &tree::Name) -> Expr {
        if let Some(position) = self.vocabulary.member(kind, &name.text) {
            return cell(position, Type::Member(kind), name.span);
        }
        self.no_such_member(kind, name)
    }

    pub(crate) fn no_such_member(&mut self, kind: ir::KindId, name: &tree::Name) -> Expr {
        let known: Vec<String> = self
            .vocabulary
            .kind(kind)
            .map(|names| names.entries.keys().map(ToString::to_string).collect())
            .unwrap_or_default();
        let what = self.kind_name(kind).to_owned();
        self.unknown_among(name, &what, &known);
        error(name.span)
    }

    /// The face of a die, or a diagnostic.
    pub(super) fn face(&mut self, die: ir::DieId, name: &tree::Name) -> Expr {
        if let Some(position) = self.face_position(die, &name.text) {
            return cell(position, Type::Face(die), name.span);
        }
        let what = self.type_name(&Type::Face(die));
        let known: Vec<String> = self
            .typed
            .dice
            .get(die)
            .map(|die| die.faces.iter().map(|(name, _, _)| name.clone()).collect())
            .unwrap_or_default();
        self.unknown_among(name, &what, &known);
        error(name.span)
    }

    /// The position of a face of that name.
    pub(crate) fn face_position(&self, die: ir::DieId, name: &str) -> Option<i64> {
        let faces = &self.typed.dice.get(die)?.faces;
        i64::try_from(faces.iter().position(|(face, _, _)| face == name)?).ok()
    }

    /// Whether things of a kind are there once for each entry, so that a name means one.
    pub(super) fn is_single(&self, kind: ir::KindId) -> bool {
        self.typed
            .kinds
            .get(kind)
            .is_some_and(|def| !def.closed && !def.fleeting && def.base == ir::KindBase::Thing)
    }

    /// The one entity of an entry of such a kind.
    pub(super) fn only_entity(&mut self, kind: ir::KindId, name: &tree::Name) -> Expr {
        if self.find_entry(kind, name).is_none() {
            return error(name.span);
        }
        self.broken(
            codes::NOT_A_VALUE,
            format!("\"{}\" is an entry; ask `x is \"{}\"` of a thing", name.text, name.text),
            name.span,
        )
    }

    /// The attributes of a kind by name, for help.
    pub(super) fn attribute_names(&self, kind: ir::KindId) -> Vec<String> {
        self.vocabulary
            .kind(kind)
            .map(|names| {
                names
                    .attributes
                    .iter()
                    .filter(|(_, attribute)| !matches!(attribute, Attribute::Does(_)))
                    .map(|(name, _)| name.to_string())
                    .collect()
            })
            .unwrap_or_default()
    }
}
