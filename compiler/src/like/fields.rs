//! Fields: reads what stands in one pair of braces of an entity, form or option into a draft.

use warwright_grammar::Sink;
use warwright_grammar::source::{SourceMap, Span};
use warwright_grammar::tree::{
    self, CellKind, Expr, ExprKind, Field, ListSign, Member, Name, UnaryOp,
};

use super::{Given, ListEdit, ListItem, ListOf, MAX_LIST, Said, misfit, problems};
use crate::names::{Column, Index, KindShape, Node, colon_after_field};

/// What one pair of braces says.
#[derive(Debug, Default)]
pub(crate) struct Draft<'t> {
    /// One for each profile of the kind.
    pub(crate) fields: Vec<Option<Given>>,
    /// Lists with their signs, in order.
    pub(crate) edits: Vec<ListEdit>,
    pub(crate) clauses: Vec<Node<'t, tree::Clause>>,
    /// Labels of inherited clauses that are dropped: `clauses - "label"`.
    pub(crate) dropped: Vec<(String, Span)>,
    pub(crate) states: Vec<&'t tree::State>,
    pub(crate) answers: Vec<&'t tree::Answer>,
    pub(crate) does: Vec<&'t tree::DoesBody>,
    pub(crate) texts: Vec<&'t tree::Template>,
    pub(crate) options: Vec<&'t tree::OptionDecl>,
    pub(crate) forms: Vec<&'t tree::FormDecl>,
    /// State that a piece begins with, where the mode allows it.
    pub(crate) begins: Vec<&'t Field>,
    pub(crate) broken: bool,
}

/// Whose braces are read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mode<'t> {
    /// An entity of its own.
    Own,
    /// An entity whose head could not be read whole: it may be meant to be like another.
    Unread,
    /// An entity that is like another.
    Heir(&'t str),
    /// A form or option of an entity.
    Part(&'t str),
    /// Figures and state of a piece in a test or roster.
    Piece,
}

/// Reads values, with everything that its diagnostics need.
pub(crate) struct Reader<'t, 'a> {
    pub(crate) index: &'a Index<'t>,
    pub(crate) sources: &'a SourceMap,
    pub(crate) sink: &'a mut Sink,
}

impl<'t> Reader<'t, '_> {
    /// Reads all members of a pair of braces.
    pub(crate) fn members(
        &mut self,
        shape: &KindShape<'t>,
        members: &'t [Member],
        mode: Mode<'t>,
    ) -> Draft<'t> {
        let mut draft = Draft { fields: none(shape.profiles.len()), ..Draft::default() };
        for member in members {
            self.member(shape, member, mode, &mut draft);
        }
        draft
    }

    fn member(
        &mut self,
        shape: &KindShape<'t>,
        member: &'t Member,
        mode: Mode<'t>,
        draft: &mut Draft<'t>,
    ) {
        match member {
            Member::Field(field) => self.field(shape, field, mode, draft),
            Member::Text(text) => draft.texts.push(text),
            Member::Clause(clause) => draft.clauses.push(Node::Written(clause)),
            Member::State(state) => draft.states.push(state),
            Member::Answer(answer) if shape.is_field(&answer.name.text) => {
                self.sink.push(colon_after_field(answer));
                draft.broken = true;
            }
            Member::Answer(answer) => {
                if shape.asks.iter().all(|asks| asks.name.text != answer.name.text) {
                    let asked = shape.asks.iter().map(|asks| &*asks.name.text);
                    let found = problems::unknown_answer(shape.name, &answer.name, asked);
                    self.sink.push(found);
                    draft.broken = true;
                }
                draft.answers.push(answer);
            }
            Member::Does(does) => {
                if shape.does.iter().all(|known| known.name.text != does.name.text) {
                    let known = shape.does.iter().map(|known| &*known.name.text);
                    let found = problems::unknown_answer(shape.name, &does.name, known);
                    self.sink.push(found);
                    draft.broken = true;
                }
                draft.does.push(does);
            }
            Member::Option(option) => draft.options.push(option),
            Member::Form(form) => draft.forms.push(form),
            Member::Limit(_) | Member::Item(_) => {}
            Member::Error(_) => draft.broken = true,
        }
    }

    /// Reads one field.
    pub(crate) fn field(
        &mut self,
        shape: &KindShape<'t>,
        field: &'t Field,
        mode: Mode<'t>,
        draft: &mut Draft<'t>,
    ) {
        let name = &*field.name.text;
        if let Some((before, next)) = next_field_in(shape, &field.value) {
            self.sink.push(problems::comma_between_fields(name, before, next));
            draft.broken = true;
        } else if name == "clauses" {
            self.dropped_clauses(field, mode, draft);
        } else if name == "abilities" {
            self.list_field(field, ListOf::Abilities, mode, draft);
        } else if let Some((_, column)) =
            shape.column(name).filter(|(_, column)| column.profiles.len() > 1)
        {
            self.sign_on_value(field);
            let mut read = Vec::new();
            if !self.is_whole(name, &field.value)
                || !self.column(shape, column, &field.value, value_span(field), &mut read)
            {
                draft.broken = true;
            }
            // The figures of one cell are given twice together.
            let given = |(at, _): &(usize, _)| draft.fields.get(*at)?.as_ref();
            if let Some(first) = read.iter().find_map(given) {
                return self.sink.push(problems::field_twice(name, field.span, first.span()));
            }
            for (profile, given) in read {
                self.set(shape, profile, given, field, draft);
            }
        } else if let Some((position, profile)) = shape.profile(name) {
            if profile.is_list {
                self.list_field(field, ListOf::Profile(position), mode, draft);
                return;
            }
            self.sign_on_value(field);
            let whole = self.is_whole(name, &field.value);
            match self.scalar(name, &field.value, value_span(field)).filter(|_| whole) {
                Some(given) => self.set(shape, position, given, field, draft),
                None => draft.broken = true,
            }
        } else if matches!(mode, Mode::Piece)
            && shape.states.iter().any(|state| &*state.name.text == name)
        {
            draft.begins.push(field);
        } else {
            draft.broken = true;
            let begins = matches!(mode, Mode::Piece);
            self.sink.push(match problems::kept_by(self.index, name).filter(|_| begins) {
                Some(ability) => problems::state_of_an_ability(shape, field, ability),
                None => problems::unknown_field(shape, field, begins),
            });
        }
    }

    fn set(
        &mut self,
        shape: &KindShape<'t>,
        profile: usize,
        given: Given,
        field: &'t Field,
        draft: &mut Draft<'t>,
    ) {
        let Some(slot) = draft.fields.get_mut(profile) else { return };
        if let Some(first) = slot {
            let name = shape.profiles.get(profile).map_or("", |profile| &*profile.name.text);
            return self.sink.push(problems::field_twice(name, field.span, first.span()));
        }
        *slot = Some(given);
    }

    /// Whether no figure has a plus before it, as if it were added to another. Said where one has.
    pub(crate) fn is_whole(&mut self, name: &str, value: &CellKind) -> bool {
        let added = |it: &&Expr| matches!(&it.kind, ExprKind::Unary { op: UnaryOp::Plus, .. });
        let Some(added) = value.exprs().find(added) else { return true };
        let written = self.sources.slice(added.span);
        self.sink.push(problems::sign_on_figure(name, written, added.span));
        false
    }

    /// A sign on a field that is no list.
    fn sign_on_value(&mut self, field: &'t Field) {
        if matches!(field.sign, Some(ListSign::Add | ListSign::Remove)) {
            self.sink.push(problems::sign_on_value(field));
        }
    }

    fn list_field(
        &mut self,
        field: &'t Field,
        list: ListOf,
        mode: Mode<'t>,
        draft: &mut Draft<'t>,
    ) {
        let Some(items) = self.list(&field.value, field.span) else {
            draft.broken = true;
            return;
        };
        let sign = match (field.sign, mode) {
            (Some(sign @ (ListSign::Add | ListSign::Remove)), Mode::Own) => {
                self.sink.push(problems::sign_without_like(field));
                sign
            }
            (Some(sign), _) => sign,
            (None, Mode::Own | Mode::Unread | Mode::Piece) => ListSign::Replace,
            (None, Mode::Heir(of) | Mode::Part(of)) => {
                self.sink.push(problems::list_without_sign(field, of, self.sources));
                draft.broken = true;
                ListSign::Add
            }
        };
        let before: usize =
            draft.edits.iter().rev().take(MAX_LIST).map(|edit| edit.items.len()).sum();
        if before + items.len() > MAX_LIST {
            self.sink.push(problems::list_too_long(&field.name.text, field.span));
            draft.broken = true;
            return;
        }
        if sign == ListSign::Replace
            && let Some(first) = draft.edits.iter().find(|edit| edit.list == list)
        {
            return self.sink.push(problems::field_twice(&field.name.text, field.span, first.span));
        }
        draft.edits.push(ListEdit { list, sign, items, span: field.span });
    }

    fn dropped_clauses(&mut self, field: &'t Field, mode: Mode<'t>, draft: &mut Draft<'t>) {
        let heir = matches!(mode, Mode::Heir(_) | Mode::Part(_));
        if field.sign != Some(ListSign::Remove) || !heir {
            self.sink.push(problems::clauses_field(field));
            draft.broken = true;
            return;
        }
        let Some(items) = self.list(&field.value, field.span) else { return };
        for item in items {
            match written_name(&item.value) {
                Some(label) => draft.dropped.push((label.to_owned(), item.value.span)),
                None => self.sink.push(problems::clauses_field(field)),
            }
        }
    }

    /// The one value of a field; none when it is not one (a diagnostic was given).
    pub(crate) fn scalar(&mut self, name: &str, value: &CellKind, span: Span) -> Option<Given> {
        let said = match value {
            CellKind::Empty => Said::Yes(span),
            CellKind::Default => Said::Default(span),
            CellKind::Nothing => Said::Nothing(span),
            CellKind::One(expr) if matches!(expr.kind, ExprKind::Error) => return None,
            CellKind::One(expr) => Said::one(expr),
            CellKind::Values(values) => {
                let count = value.items().flatten().count();
                let first = value.items().flatten().next();
                let written = self.sources.slice(values.span);
                self.sink.push(match first.map(|first| &first.kind) {
                    Some(ExprKind::Number(_)) => {
                        problems::figure_and_more(name, written, values.span)
                    }
                    _ => match self.joined(value) {
                        Some(joined) => problems::one_word(name, &joined, values.span),
                        None => problems::value_parts(name, &[name], count, values.span),
                    },
                });
                return None;
            }
            CellKind::Else | CellKind::Range(_) => {
                self.sink.push(problems::not_a_value(name, span));
                return None;
            }
            CellKind::Error => return None,
        };
        Some(Given::declared(said))
    }

    /// The values of a printed column, by profile; false when they are not as many (a diagnostic was given).
    pub(crate) fn column(
        &mut self,
        shape: &KindShape<'t>,
        column: &Column<'t>,
        value: &CellKind,
        span: Span,
        read: &mut Vec<(usize, Given)>,
    ) -> bool {
        if let [profile] = column.profiles.as_slice() {
            let is_list = shape.profiles.get(*profile).is_some_and(|profile| profile.is_list);
            let given = if is_list {
                let list = self.list(value, span);
                list.map(|items| Given::declared(Said::list(items.into(), span)))
            } else {
                self.scalar(column.name, value, span)
            };
            let is_read = given.is_some();
            read.extend(given.map(|given| (*profile, given)));
            return is_read;
        }
        let parts = match value {
            CellKind::One(_) | CellKind::Values(_) => split(value, column.profiles.len()),
            CellKind::Default | CellKind::Nothing => {
                let said = || {
                    if matches!(value, CellKind::Default) {
                        Said::Default(span)
                    } else {
                        Said::Nothing(span)
                    }
                };
                read.extend(
                    column.profiles.iter().map(|profile| (*profile, Given::declared(said()))),
                );
                return true;
            }
            CellKind::Error => return false,
            _ => Vec::new(),
        };
        if parts.len() != column.profiles.len() {
            let names: Vec<&str> = column
                .profiles
                .iter()
                .filter_map(|profile| shape.profiles.get(*profile))
                .map(|profile| &*profile.name.text)
                .collect();
            let found = problems::value_parts(column.name, &names, parts.len(), span);
            let next = misfit::next_field(shape, self.sources.slice(span));
            self.sink.push(match next.map(|next| span.part(next)) {
                Some(next) => problems::unparted(found, self.sources.slice(next), next),
                None => found,
            });
            return false;
        }
        read.extend(
            column
                .profiles
                .iter()
                .zip(parts)
                .map(|(profile, part)| (*profile, Given::declared(Said::one(part)))),
        );
        true
    }

    /// Several words that are a name of the game when they are written as one.
    fn joined(&self, value: &CellKind) -> Option<String> {
        let words = value.items().flatten().map(|it| Some(&*it.as_name()?.text));
        let words = words.collect::<Option<Vec<&str>>>()?.join("_").to_lowercase();
        let mut enums = self.index.enums.values();
        enums.any(|it| it.node.values.iter().any(|it| *it.text == *words)).then_some(words)
    }

    /// Whether something stands on a line below the beginning of a field.
    fn stands_below(&self, part: Span, field: Span) -> bool {
        let from = field.start().min(part.start());
        self.sources.slice(Span::new(from, part.start())).contains('\n')
    }

    /// The items of a list; none when a comma is missing or it is no list (a diagnostic was given).
    pub(crate) fn list(&mut self, value: &CellKind, span: Span) -> Option<Vec<ListItem>> {
        match value {
            CellKind::Nothing | CellKind::Default => Some(Vec::new()),
            CellKind::One(_) | CellKind::Values(_) => {
                let mut items = Vec::new();
                let all: Vec<&[Expr]> = value.items().collect();
                for (at, item) in all.iter().copied().enumerate() {
                    match item {
                        [expr] => match &expr.kind {
                            ExprKind::None if value.single().is_some() => {}
                            ExprKind::List(inner) | ExprKind::Set(inner) => {
                                items.extend(inner.iter().map(ListItem::declared));
                            }
                            ExprKind::Error => return None,
                            _ => items.push(ListItem::declared(expr)),
                        },
                        [first, second, ..] => {
                            let said =
                                self.sources.slice(first.span.to(second.span)).to_lowercase();
                            let found = match self.index.ability_called(&said) {
                                Some(title) => problems::title_without_quotes(title, first, second),
                                None if at == 0 && self.stands_below(first.span, span) => {
                                    problems::list_of_nothing(span, first.span)
                                }
                                None if is_argument(second) => {
                                    let more = all.iter().skip(at + 1).map_while(|it| match it {
                                        [more] if is_argument(more) => Some(more.span),
                                        _ => None,
                                    });
                                    let given = second.span.to(more.last().unwrap_or(second.span));
                                    problems::argument_without_brackets(
                                        first.span,
                                        self.sources.slice(given),
                                        given,
                                    )
                                }
                                None => problems::missing_comma(first.span, second.span),
                            };
                            self.sink.push(found);
                            return None;
                        }
                        [] => return None,
                    }
                }
                Some(items)
            }
            CellKind::Error => None,
            CellKind::Empty | CellKind::Else | CellKind::Range(_) => {
                self.sink.push(problems::not_a_list(span));
                None
            }
        }
    }
}

/// The expressions of a shared column: side by side, or the sides of a `/` where that gives as many as are wanted.
fn split(value: &CellKind, wanted: usize) -> Vec<&Expr> {
    let parts: Vec<&Expr> = value.items().flatten().collect();
    if parts.len() == wanted {
        return parts;
    }
    let mut leaves = Vec::with_capacity(wanted);
    for part in parts {
        let mut at = part;
        let from = leaves.len();
        while let Some((left, right)) = at.as_quotient() {
            leaves.push(right);
            at = left;
        }
        leaves.push(at);
        if let Some(fresh) = leaves.get_mut(from..) {
            fresh.reverse();
        }
    }
    leaves
}

/// Nothing said about any of so many profiles.
pub(crate) fn none(profiles: usize) -> Vec<Option<Given>> {
    let mut fields = Vec::with_capacity(profiles);
    fields.resize_with(profiles, || None);
    fields
}

/// Where the value of a field stands; the field itself where it has none.
pub(crate) fn value_span(field: &Field) -> Span {
    match &field.value {
        CellKind::One(expr) => expr.span,
        CellKind::Values(values) => values.span,
        CellKind::Range(range) => range.span,
        _ => field.span,
    }
}

/// The name of a further field among the values of one, with the place of the value before it: a comma for a `;`.
fn next_field_in<'t>(shape: &KindShape<'_>, value: &'t CellKind) -> Option<(Span, &'t Name)> {
    let mut before: Option<Span> = None;
    for item in value.items() {
        if let (Some(before), [Expr { kind: ExprKind::Name(name), .. }, _, ..]) = (before, item)
            && !name.quoted
            && shape.is_field(&name.text)
        {
            return Some((before, name));
        }
        before = item.last().map(|expr| expr.span);
    }
    None
}

/// The name that an expression is: a plain word or a title.
pub(crate) fn written_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(&name.text),
        ExprKind::Text(text) => text.plain(),
        _ => None,
    }
}

/// The name of an ability as listed: alone, or before its arguments.
pub(crate) fn listed_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Call(call) => written_name(&call.callee),
        _ => written_name(expr),
    }
}

/// Whether what stands behind the name of an ability is a value for it.
const fn is_argument(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Number(_) | ExprKind::List(_))
}
