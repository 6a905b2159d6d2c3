//! What a test answers for the players and draws for chance: values, actions of windows, cards and other things by their entries.

use super::super::checker::Checker;
use super::script::Reading;
use crate::typed::{Expr, ExprKind, LocalId, Type};
use crate::wording::suggest;
use warwright_grammar::{Diagnostic, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// An answer as it is given to the machine: `none`, a value, `[a, b]`, `action(values)`, `"Entry"`, `"Entry".action(values)`.
    pub(super) fn answer(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        value: &'a tree::Expr,
    ) -> Option<ir::Scripted> {
        if let Some(dice) = self.dice_answered(value) {
            return dice.map(ir::Scripted::Dice);
        }
        match &value.kind {
            tree::ExprKind::None => return Some(ir::Scripted::Nothing),
            tree::ExprKind::Name(name)
                if self.scope.peek(&name.text).is_none()
                    && self.vocabulary.actions.contains_key(&*name.text)
                    && self.entry_meant(value).is_none() =>
            {
                let wanted = self.action_words(&name.text);
                return Diagnostic::at(codes::WRONG_SORT, name.span)
                    .says(format!("`{}` is an action, and is taken with its values", name.text))
                    .label("nothing says with which")
                    .help(format!("an action is answered so: `{wanted}`"))
                    .refuse(self.sink);
            }
            tree::ExprKind::Call(call) => {
                if let Some(found) = self.action_answer(reading, call) {
                    return found;
                }
            }
            tree::ExprKind::List(items) | tree::ExprKind::Set(items)
                if items.iter().any(|item| {
                    self.entry_meant(item).is_some() || self.face_meant(item).is_some()
                }) =>
            {
                let named = items.iter().map(|item| self.named(reading, item, None));
                return named.collect::<Option<Vec<_>>>().map(ir::Scripted::Several);
            }
            _ => {}
        }
        if let Some(entry) = self.entry_meant(value) {
            return Some(ir::Scripted::One(ir::Named::Entry(entry)));
        }
        if let Some(face) = self.face_meant(value) {
            return Some(ir::Scripted::One(face));
        }
        if let tree::ExprKind::Text(_) = &value.kind {
            self.answered_by_words(value);
            return None;
        }
        let found = self.infer(value, None);
        if let ExprKind::Items(items) = &found.kind {
            let sort = items.first().and_then(|item| sort(&item.ty));
            let mut cells = Vec::with_capacity(items.len());
            for item in items {
                cells.push(self.answer_cell(reading, item)?);
            }
            if matches!(found.ty, Type::Set(_)) {
                cells.sort_unstable();
                cells.dedup();
            }
            let named = cells.into_iter().map(|cell| ir::Named::Cell(cell, sort));
            return Some(ir::Scripted::Several(named.collect()));
        }
        if let ExprKind::Space { op: ir::SpaceOp::Place, args } = &found.kind {
            return self.place_answered(reading, args);
        }
        self.value_answered(reading, &found).map(ir::Scripted::One)
    }

    /// `"carry on"`: what an action says of itself, or what no card and no other thing is called.
    fn answered_by_words(&mut self, value: &tree::Expr) {
        let said = self.source_of(value.span);
        let words = said.trim_matches('"');
        let found = Diagnostic::at(codes::UNKNOWN_NAME, value.span)
            .says(format!("there is no card and no other thing \"{words}\""))
            .label("not declared anywhere");
        let actions = self.vocabulary.actions.keys().map(AsRef::as_ref);
        let meant = suggest(words, actions).map(|it| self.action_words(&it));
        self.report(match meant {
            Some(meant) => found.help(format!("an action is answered so: `{meant}`")),
            None => found.help(
                "an answer is a value, the name of a card or thing, or an action with its values: `ACTION(a)`",
            ),
        });
    }

    /// `place((10", 5"), 0 deg)`: where a piece is put is answered by the figures of the place.
    fn place_answered(&mut self, reading: &Reading<'_, 'a>, args: &[Expr]) -> Option<ir::Scripted> {
        let [at, facing] = args else { return None };
        let figures = match &at.kind {
            ExprKind::Space { op: ir::SpaceOp::Point, args } => args.as_slice(),
            _ => std::slice::from_ref(at),
        };
        let figures = figures.iter().chain([facing]);
        let figures = figures.map(|it| self.value_answered(reading, it));
        figures.collect::<Option<Vec<_>>>().map(ir::Scripted::Several)
    }

    /// `action(values)`, `"Entry".action(values)`; nothing where no action is called so.
    fn action_answer(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        call: &'a tree::Call,
    ) -> Option<Option<ir::Scripted>> {
        let (bearer, name) = match &call.callee.kind {
            tree::ExprKind::Name(name) => (None, name),
            tree::ExprKind::Field(field) => {
                if self.vocabulary.actions.get(&*field.name.text).is_none()
                    && !self.is_misspelt_action(&field.name)
                {
                    return None;
                }
                let Some(bearer) = self.bearer_meant(reading, &field.of) else { return Some(None) };
                (Some(bearer), &field.name)
            }
            _ => return None,
        };
        let action = match self.vocabulary.actions.get(&*name.text).copied() {
            Some(action) => action,
            None if self.is_misspelt_action(name) => {
                self.find_action(name);
                return Some(None);
            }
            None => return None,
        };
        let params = self.typed.actions.get(action).map_or_else(Vec::new, |def| {
            let local = |local: LocalId| def.locals.get(local);
            def.params.iter().map(|it| local(it.local).map(|local| local.ty.clone())).collect()
        });
        if !self.answers_all(&name.text, action, call) {
            return Some(None);
        }
        let wanted = params.into_iter().chain(std::iter::repeat(None));
        let args = call.args.iter().zip(wanted);
        let args = args.map(|(arg, wanted)| self.named(reading, &arg.value, wanted.as_ref()));
        let args = args.collect::<Option<Vec<_>>>();
        Some(args.map(|args| ir::Scripted::Act { action, bearer, args }))
    }

    /// Whether an action is answered with as much as it asks for, under the names that it has there.
    fn answers_all(&mut self, name: &str, action: ir::ActionId, call: &tree::Call) -> bool {
        let Some(def) = self.typed.actions.get(action) else { return true };
        let local = |local: LocalId| def.locals.get(local);
        let wanted: Vec<String> = def
            .params
            .iter()
            .map(|it| local(it.local).map_or_else(String::new, |it| it.name.to_string()))
            .collect();
        let (span, declared) = (call.callee.span, def.span);
        let misnamed =
            call.args.iter().zip(&wanted).find_map(|(arg, wanted)| {
                arg.name.as_ref().filter(|given| *given.text != **wanted)
            });
        if let Some(given) = misnamed.cloned() {
            self.unknown_among(&given, &format!("parameter of `{name}` at this place"), &wanted);
            return false;
        }
        let (given, asked) = (call.args.len(), wanted.len());
        if given == asked {
            return true;
        }
        let words = self.action_words(name);
        let found = match wanted.get(given) {
            Some(missing) => Diagnostic::at(codes::MISSING_ARGUMENT, span)
                .says(format!("action `{name}` needs `{missing}` as well"))
                .label(format!("without `{missing}`")),
            None => Diagnostic::at(codes::TOO_MANY_ARGUMENTS, span)
                .says(format!(
                    "action `{name}` is chosen with {asked} values, and here are {given}"
                ))
                .label("more than it asks for"),
        };
        self.report(found.also(declared, "declared here").help(format!("it reads `{words}`")));
        false
    }

    /// An action as it is called, with the names of its parameters.
    fn action_words(&self, name: &str) -> String {
        let action = self.vocabulary.actions.get(name).and_then(|id| self.typed.actions.get(*id));
        let params = action.map_or_else(Vec::new, |def| {
            let local = |local: LocalId| def.locals.get(local);
            let names = def.params.iter().filter_map(|it| local(it.local));
            names.map(|local| local.name.to_string()).collect()
        });
        format!("{name}({})", params.join(", "))
    }

    /// Whether a name that means nothing is nearly that of an action.
    fn is_misspelt_action(&self, name: &tree::Name) -> bool {
        let actions = self.vocabulary.actions.keys().map(AsRef::as_ref);
        self.sort_of(&name.text).is_none() && suggest(&name.text, actions).is_some()
    }

    fn named(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        value: &'a tree::Expr,
        wanted: Option<&Type>,
    ) -> Option<ir::Named> {
        if let Some(entry) = self.entry_meant(value) {
            return Some(ir::Named::Entry(entry));
        }
        if wanted.is_none()
            && let Some(face) = self.face_meant(value)
        {
            return Some(face);
        }
        let found = self.expr(value, wanted);
        if found.ty == Type::Error {
            return None;
        }
        self.value_answered(reading, &found)
    }

    /// A value, and of which sort it is.
    fn value_answered(&mut self, reading: &Reading<'_, 'a>, value: &Expr) -> Option<ir::Named> {
        let cell = self.answer_cell(reading, value)?;
        Some(ir::Named::Cell(cell, sort(&value.ty)))
    }

    /// The entry of cards or other things that a name or text stands for; not what the test itself calls so.
    fn entry_meant(&self, value: &tree::Expr) -> Option<ir::EntryId> {
        match &value.kind {
            tree::ExprKind::Name(name) if self.scope.peek(&name.text).is_none() => {
                self.entry_of_things(&name.text, false)
            }
            tree::ExprKind::Text(text) => self.entry_of_things(text.plain()?, false),
            _ => None,
        }
    }

    /// What bears an action: what the test calls so, else whatever there is of an entry, members of closed kinds too.
    fn bearer_meant(
        &mut self,
        reading: &mut Reading<'_, 'a>,
        value: &'a tree::Expr,
    ) -> Option<ir::Named> {
        let name = match &value.kind {
            tree::ExprKind::Name(name) if self.scope.peek(&name.text).is_none() => {
                Some(&*name.text)
            }
            tree::ExprKind::Text(text) => text.plain(),
            _ => None,
        };
        let entry = name.and_then(|name| {
            self.entry_of_things(name, true)
                .or_else(|| self.entry_of(ir::KindBase::Piece, name, true))
        });
        match entry {
            Some(entry) => Some(ir::Named::Entry(entry)),
            None => self.named(reading, value, None),
        }
    }

    /// An entry of that name: cards first, then other things, with members of closed kinds where they are wanted.
    fn entry_of_things(&self, name: &str, members: bool) -> Option<ir::EntryId> {
        let of = |base| self.entry_of(base, name, members);
        of(ir::KindBase::Card).or_else(|| of(ir::KindBase::Thing))
    }

    fn entry_of(&self, base: ir::KindBase, name: &str, members: bool) -> Option<ir::EntryId> {
        let kinds = self.typed.kinds.values().zip(&self.vocabulary.of_kind);
        let mut of_base = kinds.filter(|(kind, _)| kind.base == base && (members || !kind.closed));
        of_base.find_map(|(_, names)| names.entries.get(name).copied())
    }

    /// `draws Patrol`: what is drawn, by its entry.
    pub(super) fn entry_drawn(&mut self, name: &tree::Name) -> Option<ir::EntryId> {
        if let Some(entry) = self.entry_of_things(&name.text, true) {
            return Some(entry);
        }
        let piece = self.entry_of(ir::KindBase::Piece, &name.text, true);
        if piece.is_none() {
            // Cards first: of many only the first are listed.
            let of = |base: ir::KindBase| {
                let kinds = self.typed.kinds.values().zip(&self.vocabulary.of_kind);
                let kinds = kinds.filter(move |(kind, _)| kind.base == base);
                kinds.flat_map(|(_, names)| names.entries.keys().map(ToString::to_string))
            };
            let known: Vec<String> =
                of(ir::KindBase::Card).chain(of(ir::KindBase::Piece)).collect();
            self.unknown_among(name, "card or entry", &known);
        }
        piece
    }
}

/// The sort of values of a type.
fn sort(ty: &Type) -> Option<ir::Sort> {
    Some(match ty {
        Type::Bool => ir::Sort::Truth,
        Type::Int(_) | Type::Ratio => ir::Sort::Number,
        Type::Length | Type::Angle => ir::Sort::Measure,
        Type::Text => ir::Sort::Text,
        Type::Entity(_) => ir::Sort::Entity,
        Type::Member(kind) => ir::Sort::Member(*kind),
        Type::Face(die) => ir::Sort::Face(*die),
        Type::Optional(of) => return sort(of),
        _ => return None,
    })
}
