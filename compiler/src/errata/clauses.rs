//! Clauses as targets: the one of a label with its amount, condition and label, those that come and those that go.

use crate::provenance::{EntityId, Origin};
use warwright_grammar::source::Span;
use warwright_grammar::tree::{
    Change, Clause, EditChange, EditKind, Expr, ExprKind, Field, ListSign, UnaryOp, Verb,
};

use super::apply::{Correct, Part};
use super::lines::{Line, Lines};
use super::{problems, same_spelling};
use crate::like::{Body, BodyId, MAX_CHAIN, Reader};

impl<'t> Correct<'t, '_> {
    /// Makes a change among the clauses in the braces of an entity.
    pub(super) fn entity_clauses(&mut self, id: EntityId, part: Part<'_>, change: &'t EditChange) {
        let own = self.declared.entity(id).and_then(|entity| entity.bodies.last().copied());
        let body = own.and_then(|own| self.declared.bodies.get(own.0 as usize));
        let mut clauses = body.map_or(Vec::new(), |body| body.clauses.clone());
        if !self.clauses(part, &mut clauses, change) {
            return;
        }
        match own.and_then(|own| self.declared.bodies.get_mut(own.0 as usize)) {
            Some(body) => body.clauses = clauses,
            None => {
                let body = BodyId(u32::try_from(self.declared.bodies.len()).unwrap_or(u32::MAX));
                let span = clauses.first().map_or(change.span, |clause| clause.span());
                self.declared.bodies.push(Body { owner: id, clauses, states: Vec::new(), span });
                if let Some(entity) = self.declared.entity_mut(id) {
                    entity.bodies.push(body);
                }
            }
        }
    }

    /// Makes a change among lines; true when it was made.
    pub(super) fn clauses(
        &mut self,
        part: Part<'_>,
        lines: &mut dyn Lines,
        change: &'t EditChange,
    ) -> bool {
        match (&change.kind, part.label) {
            (_, Some(label)) => {
                let written = format!("\"{}\"", label.text);
                self.labelled(part, lines, (&written, label.span), change)
            }
            (EditKind::AddClauses(new), None) => {
                let mut made = false;
                for clause in new {
                    let span = clause.span();
                    let label = clause.label().and_then(|label| label.text.plain());
                    let name = format!("clause \"{}\"", label.unwrap_or(""));
                    let part = Part { span, ..part.named(&name) };
                    if self.clashes(part, &self.text(span)) {
                        continue;
                    }
                    if !lines.add(clause.clone()) {
                        let help = "a clause stands in an ability, a faction, a scenario or the system: `in system NAME { clauses + { .. } }`";
                        return self.cannot(part.target, "room for clauses", span, help);
                    }
                    self.record(part, "-", &self.text(span));
                    self.changed.insert(span, vec![Origin { how: self.how(), span }]);
                    made = true;
                }
                made
            }
            (EditKind::Text(text), None) => {
                let (part, new) = (part.named("text"), self.text(text.span));
                if self.clashes(part, &new) {
                    return false;
                }
                let Some(old) = lines.exchange_texts(text.clone()) else {
                    let help = "a text stands in an ability, a scenario or an entry";
                    return self.cannot(part.target, "text", change.span, help);
                };
                let old: Vec<String> = old.iter().map(|old| self.text(old.span)).collect();
                self.record(part, &old.join(" "), &new);
                true
            }
            (EditKind::List(field), None)
                if matches!(&*field.name.text, "clauses" | "limits" | "requirements") =>
            {
                self.drop_clauses(part, lines, field)
            }
            _ => self.cannot(
                part.target,
                "such part",
                change.span,
                "name the clause: `in ability \"..\" clause \"label\" { by +1 -> +2 }`; or `clauses - \"label\"`, `clauses + { .. }`",
            ),
        }
    }

    /// Makes a change in the lines that go by these words: in those where its old value stands, or it is told of the first.
    fn labelled(
        &mut self,
        part: Part<'_>,
        lines: &mut dyn Lines,
        (written, span): (&str, Span),
        change: &'t EditChange,
    ) -> bool {
        let (mut fit, mut others) = (Vec::new(), Vec::new());
        lines.retain(&mut |mut line| {
            if line.is_named(written, self.sources) {
                fit.push(self.stands_in(&mut line, change));
            } else {
                others.extend(line.names(self.sources));
            }
            true
        });
        if fit.is_empty() {
            return self.not_own(part, &others, written, span);
        }
        let some = fit.iter().any(|fits| *fits);
        let (mut made, mut at) = (false, 0);
        lines.retain(&mut |mut line| {
            if line.is_named(written, self.sources) {
                if fit.get(at).is_some_and(|fits| *fits) || (!some && at == 0) {
                    let name = match at {
                        0 => format!("{} {written}", line.sort()),
                        _ => format!("{} {written} ({})", line.sort(), at + 1),
                    };
                    made |= self.line(part.named(&name), &mut line, change);
                }
                at += 1;
            }
            true
        });
        made
    }

    /// Whether the old value of a change stands in a line.
    fn stands_in(&self, line: &mut Line<'_>, change: &EditChange) -> bool {
        let same = |there: &Expr, old: &Expr| same_spelling(self.sources, there.span, old.span);
        match &change.kind {
            EditKind::Amount { verb, old, .. } => match line {
                Line::Clause(Clause::Modify(modify)) => modify
                    .change
                    .as_ref()
                    .is_some_and(|it| it.verb == *verb && same(&it.amount, old)),
                _ => false,
            },
            EditKind::Condition { word, old, .. } => {
                let there = line.condition(&word.text, old, self.sources);
                there.is_some_and(|there| same(there, old))
            }
            _ => true,
        }
    }

    /// `clauses - "slow start"`: all lines of those words go.
    fn drop_clauses(&mut self, part: Part<'_>, lines: &mut dyn Lines, field: &'t Field) -> bool {
        if field.sign != Some(ListSign::Remove) {
            return self.cannot(
                part.target,
                "list of clauses of that kind",
                field.span,
                "take one away with `clauses - \"label\"`, add some with `clauses + { .. }`",
            );
        }
        let mut reader = Reader { index: self.index, sources: self.sources, sink: self.sink };
        let items = reader.list(&field.value, field.span).unwrap_or_default();
        let mut made = false;
        for item in items {
            let place = item.value.span;
            let written = format!("\"{}\"", self.text(place).trim_matches('"'));
            let (mut old, mut sort, mut others) = (Vec::new(), "clause", Vec::new());
            lines.retain(&mut |mut line| {
                if line.is_named(&written, self.sources) {
                    sort = line.sort();
                    old.push(self.text(line.span()));
                } else {
                    others.extend(line.names(self.sources));
                }
                true
            });
            if old.is_empty() {
                self.not_own(part, &others, &written, place);
                continue;
            }
            let name = format!("{sort} {written}");
            if self.note(part.named(&name), &old.join(" ; "), "-") {
                lines.retain(&mut |mut line| !line.is_named(&written, self.sources));
                made = true;
            }
        }
        made
    }

    /// Makes a change in one line; true when it was made.
    pub(super) fn line(
        &mut self,
        part: Part<'_>,
        line: &mut Line<'_>,
        change: &'t EditChange,
    ) -> bool {
        let whole = line.span();
        let condition = format!("the condition of {}", part.name);
        let lacks = |this: &mut Self, what: &str| {
            let target = format!("{} of {}", part.name, part.target);
            let help = "amounts, conditions and labels can be changed: `by +1 -> +2`, `when A -> B`, `label \"a\" -> \"b\"`; of what acts `once per A -> once per B` and `do { .. }`, of an action `require A -> B` and `cost 1 -> 2`, of a limit `limit A -> B`; for more take the line away and add another";
            this.cannot(&target, what, change.span, help)
        };
        let made = match &change.kind {
            EditKind::Amount { verb, old, new } => {
                let Line::Clause(Clause::Modify(modify)) = line else {
                    return lacks(self, "amount");
                };
                let Some(there) = modify.change.as_mut() else { return lacks(self, "amount") };
                self.bend(part, there, verb, (old, new), change.span)
            }
            EditKind::Condition { word, old, new } => {
                let one_of_several = format!("a requirement of {}", part.name);
                let named = match (&*line, &*word.text) {
                    (Line::Action(_), "require") => &*one_of_several,
                    (Line::Action(_) | Line::Clause(_) | Line::Side(_), _) => &*condition,
                    _ => part.name,
                };
                let Some(there) = line.condition(&word.text, old, self.sources) else {
                    return lacks(self, "condition");
                };
                self.exchange(part.named(named), (old, new), there)
            }
            EditKind::Relabel { old, new } => {
                let Some(there) = line.label() else { return lacks(self, "label") };
                let written = [old.span, new.span, there.span].map(|span| self.written(span));
                let name = format!("the label of {}", part.name);
                let made = self.fits(part.named(&name), &written, false);
                if made {
                    *there = new.clone();
                }
                made
            }
            EditKind::Once { old, new } => {
                let Some(there) = line.once() else { return lacks(self, "`once per`") };
                let written = [old.span, new.span, there.span].map(|span| self.written(span));
                let name = format!("the uses of {}", part.name);
                let made = self.fits(part.named(&name), &written, true);
                if made {
                    *there = (**new).clone();
                }
                made
            }
            EditKind::Body(new) => {
                let Some(there) = line.body() else { return lacks(self, "`do { .. }`") };
                let (old, written) = (self.text(there.span), self.text(new.span));
                let name = format!("what {} does", part.name);
                let made = self.note(part.named(&name), &old, &written);
                if made {
                    *there = new.clone();
                }
                made
            }
            EditKind::Replace { field, old, new } => {
                let [word] = field.as_slice() else { return lacks(self, "such part") };
                let name = format!("the {} of {}", word.text, part.name);
                match (line.amount(&word.text, old.single()), old.single(), new.single()) {
                    (Some(there), Some(old), Some(new)) => {
                        self.exchange(part.named(&name), (old, new), there)
                    }
                    _ => return lacks(self, &format!("`{}`", word.text)),
                }
            }
            _ => return lacks(self, "such part"),
        };
        if made {
            self.remember(whole, change.span);
        }
        made
    }

    /// `by +1 -> +2`.
    fn bend(
        &mut self,
        part: Part<'_>,
        there: &mut Change,
        verb: &Verb,
        (old, new): (&Expr, &Expr),
        span: Span,
    ) -> bool {
        let (wanted, written) = (verb_word(verb), verb_word(&there.verb));
        if wanted != written {
            let expected = format!("{wanted} {}", self.text(old.span));
            let written = format!("{written} {}", self.text(there.amount.span));
            let becomes = format!("{wanted} {}", self.text(new.span));
            self.stale(part, (&expected, &written), (span, there.span), (&becomes, false));
            return false;
        }
        let made = self.exchange(part, (old, new), &mut there.amount);
        // A plus before a number says nothing.
        if made && let ExprKind::Unary { op: UnaryOp::Plus, value } = &new.kind {
            there.amount = (**value).clone();
        }
        made
    }

    /// Says that a target has no line of its own of these words, with those that it has.
    fn not_own(&mut self, part: Part<'_>, others: &[String], written: &str, span: Span) -> bool {
        let inherited =
            part.entity.and_then(|id| self.inherited_clause(id, written.trim_matches('"'), span));
        let what = format!("clause {written}");
        let found = match (inherited, self.relabelled(part.target, written)) {
            (Some(found), _) => found,
            (None, None) => return self.no_part(part.target, &what, span, others),
            (None, Some((list, new, place))) => {
                problems::renamed_part(part.target, (&what, span), (&list, &new, place))
            }
        };
        self.sink.push(found);
        false
    }

    /// What is said of a clause that an entity has through one that it is like.
    fn inherited_clause(
        &self,
        id: EntityId,
        label: &str,
        span: Span,
    ) -> Option<warwright_grammar::Diagnostic> {
        let heir = &self.declared.entity(id)?.title;
        let mut at = id;
        for _ in 0..=MAX_CHAIN {
            at = self.declared.source(at)?;
            let owner = self.declared.entity(at)?;
            let bodies = owner.bodies.iter();
            let bodies = bodies.filter_map(|id| self.declared.bodies.get(id.0 as usize));
            let mut clauses = bodies.flat_map(|body| &body.clauses);
            if let Some(found) =
                clauses.find(|it| it.label().and_then(|found| found.text.plain()) == Some(label))
            {
                let place = found.span();
                return Some(problems::inherited_clause(heir, &owner.title, label, span, place));
            }
        }
        None
    }
}

fn verb_word(verb: &Verb) -> &str {
    match verb {
        Verb::SetTo => "set to",
        Verb::Rung => "rung",
        Verb::By => "by",
        Verb::Times => "times",
        Verb::AtLeast => "at least",
        Verb::AtMost => "at most",
        Verb::Stage(name) => &name.text,
    }
}
