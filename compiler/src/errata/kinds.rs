//! Kinds as targets: with what states begin, of all things of a kind or of an ability, and what a figure is that nobody gives.

use super::apply::{Correct, Part};
use super::declarations::in_order;
use super::problems;
use warwright_grammar::tree::{EditIn, EditKind, Expr, Member, Name, State};

const FIRST_VALUES: &str = "of a kind the first value of a state is changed, or that of a figure which nobody gives: `in kind K { FIELD OLD -> NEW }`";
const NO_DEFAULT: &str = "every entry gives it: `in unit \"Name\" { FIELD OLD -> NEW }`, with the kind in place of `unit`";

impl<'t> Correct<'t, '_> {
    /// `in kind unit { lost 0 -> 1 }`: with what a state of all things of a kind begins, or what a figure is that nobody gives.
    pub(super) fn kind(&mut self, edit: &'t EditIn, name: &'t Name) {
        let Some(shape) = self.index.kinds.get(&*name.text) else {
            let known: Vec<&str> = self.index.kinds.keys().copied().collect();
            self.sink.push(problems::unknown_target("kind", name, edit.of.as_ref(), known, &[]));
            return;
        };
        let (target, declared) = (format!("kind \"{}\"", shape.name), Some(shape.span));
        for change in in_order(edit) {
            let part = Part { declared, ..Part::of(&target, change.span) };
            let EditKind::Replace { field, old, new } = &change.kind else {
                self.cannot(&target, "such part", change.span, FIRST_VALUES);
                continue;
            };
            let ([field], Some(old), Some(new)) = (field.as_slice(), old.single(), new.single())
            else {
                self.cannot(&target, "such part", change.span, FIRST_VALUES);
                continue;
            };
            self.field_of_kind((name, field), part.named(&field.text), (old, new));
        }
    }

    /// A state or a figure of a kind, and of those that extend it.
    fn field_of_kind(
        &mut self,
        (kind, field): (&Name, &Name),
        part: Part<'_>,
        values: (&Expr, &Expr),
    ) {
        let Some(shape) = self.index.kinds.get(&*kind.text) else { return };
        let state = shape.states.iter().find(|it| it.name.text == field.text);
        let profile = shape.profiles.iter().find(|it| it.name.text == field.text);
        match (state.map(|it| (it.name.span, it.declaration.clone())), profile) {
            (Some((at, mut state)), _) => {
                if state.edit(|state| self.first_value(part, state, values)) {
                    let all = self.index.kinds.values_mut().flat_map(|it| &mut it.states);
                    all.filter(|it| it.name.span == at)
                        .for_each(|it| it.declaration = state.clone());
                }
            }
            (None, Some(profile)) => {
                let (at, mut profile) = (profile.name.span, profile.declaration.clone());
                let made = profile.edit(|profile| match &mut profile.default {
                    Some(there) => self.exchange(part, values, there),
                    None => self.cannot(part.target, "such value", part.span, NO_DEFAULT),
                });
                if made {
                    let all = self.index.kinds.values_mut().flat_map(|it| &mut it.profiles);
                    all.filter(|it| it.name.span == at)
                        .for_each(|it| it.declaration = profile.clone());
                }
            }
            (None, None) => {
                let states = shape.states.iter().map(|it| it.name.text.to_string());
                let profiles = shape.profiles.iter().map(|it| it.name.text.to_string());
                let known: Vec<String> = states.chain(profiles).collect();
                self.no_part(part.target, &format!("field `{}`", field.text), part.span, &known);
            }
        }
    }

    /// With what a state begins.
    pub(super) fn first_value(
        &mut self,
        part: Part<'_>,
        state: &mut State,
        values: (&Expr, &Expr),
    ) -> bool {
        match &mut state.default {
            Some(there) => self.exchange(part, values, there),
            None => self.cannot(part.target, "first value", part.span, "it begins with none"),
        }
    }
}

/// The state of that name among the lines of an ability, in a line of its own.
pub(super) fn own_state<'m>(members: &'m mut Vec<Member>, field: &Name) -> Option<&'m mut State> {
    let named = |it: &Name| it.text == field.text;
    let at = members.iter().position(
        |member| matches!(member, Member::State(state) if state.names.iter().any(named)),
    )?;
    if let Some(Member::State(state)) = members.get_mut(at)
        && state.names.len() > 1
    {
        let mut one = state.clone();
        one.names.retain(named);
        state.names.retain(|it| !named(it));
        members.insert(at, Member::State(one));
    }
    as_variant!(members.get_mut(at), Some(Member::State(state)) => state)
}
