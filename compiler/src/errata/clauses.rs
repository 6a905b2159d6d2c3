//! Clauses as targets: the one of a label with its amount, condition and label, those that come and those that go.

use warwright_grammar::source::Span;
use warwright_grammar::tree::{
    Clause, EditChange, EditKind, Expr, ExprKind, Field, Label, ListSign, Member, Scenario,
    ScenarioItem, UnaryOp, Verb,
};

use super::apply::{Correct, Part};
use super::problems;
use crate::like::{Body, BodyId, EntityId, MAX_CHAIN, Origin, Reader, written_name};
use crate::names::Node;

/// Something that has clauses.
pub(super) trait Clauses {
    /// Shows each clause; those for which `keep` is false go.
    fn retain(&mut self, keep: &mut dyn FnMut(&mut Clause) -> bool);
    /// Adds a clause behind the others.
    fn add(&mut self, clause: Clause);
}

impl Clauses for Vec<Member> {
    fn retain(&mut self, keep: &mut dyn FnMut(&mut Clause) -> bool) {
        self.retain_mut(|member| match member {
            Member::Clause(clause) => keep(clause),
            _ => true,
        });
    }

    fn add(&mut self, clause: Clause) {
        self.push(Member::Clause(clause));
    }
}

impl Clauses for Scenario {
    fn retain(&mut self, keep: &mut dyn FnMut(&mut Clause) -> bool) {
        self.items.retain_mut(|item| match item {
            ScenarioItem::Rule { body, .. } => {
                Clauses::retain(body, keep);
                true
            }
            ScenarioItem::Member(Member::Clause(clause)) => keep(clause),
            _ => true,
        });
    }

    fn add(&mut self, clause: Clause) {
        self.items.push(ScenarioItem::Member(Member::Clause(clause)));
    }
}

impl Clauses for Vec<Node<'_, Clause>> {
    fn retain(&mut self, keep: &mut dyn FnMut(&mut Clause) -> bool) {
        self.retain_mut(|node| node.edit(&mut *keep));
    }

    fn add(&mut self, clause: Clause) {
        self.push(Node::Changed(clause.into()));
    }
}

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

    /// Makes a change among clauses; true when it was made.
    pub(super) fn clauses(
        &mut self,
        part: Part<'_>,
        clauses: &mut dyn Clauses,
        change: &'t EditChange,
    ) -> bool {
        match (&change.kind, part.label) {
            (_, Some(label)) => {
                let mut made = false;
                let found = each_labelled(clauses, &label.text, &mut |clause| {
                    let name = format!("clause \"{}\"", label.text);
                    made = self.clause(part.named(&name), clause, change);
                    true
                });
                self.is_own(part, found, &label.text, label.span) && made
            }
            (EditKind::AddClauses(new), None) => {
                let mut made = false;
                for clause in new {
                    let span = clause.span();
                    let label = clause.label().and_then(|label| label.text.plain());
                    let name = format!("clause \"{}\"", label.unwrap_or(""));
                    if self.note(Part { span, ..part.named(&name) }, "-", &self.text(span)) {
                        self.changed.insert(span, vec![Origin { how: self.how(), span }]);
                        clauses.add(clause.clone());
                        made = true;
                    }
                }
                made
            }
            (EditKind::List(field), None) if &*field.name.text == "clauses" => {
                self.drop_clauses(part, clauses, field)
            }
            _ => self.cannot(
                part.target,
                "such part",
                change.span,
                "name the clause: `in ability \"..\" clause \"label\" { by +1 -> +2 }`; or `clauses - \"label\"`, `clauses + { .. }`",
            ),
        }
    }

    /// `clauses - "slow start"`.
    fn drop_clauses(
        &mut self,
        part: Part<'_>,
        clauses: &mut dyn Clauses,
        field: &'t Field,
    ) -> bool {
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
            let Some(label) = written_name(item.value) else { continue };
            let found = each_labelled(clauses, label, &mut |clause| {
                let name = format!("clause \"{label}\"");
                let gone = self.note(part.named(&name), &self.text(clause.span()), "-");
                made |= gone;
                !gone
            });
            self.is_own(part, found, label, item.value.span);
        }
        made
    }

    /// Makes a change in one clause; true when it was made.
    fn clause(&mut self, part: Part<'_>, clause: &mut Clause, change: &'t EditChange) -> bool {
        let whole = clause.span();
        let condition = format!("the condition of {}", part.name);
        let lacks = |this: &mut Self, what: &str| {
            let target = format!("{} of {}", part.name, part.target);
            let help = "amounts, conditions and labels can be changed: `by +1 -> +2`, `when A -> B`, `label \"a\" -> \"b\"`; for more take the clause away and add another";
            this.cannot(&target, what, change.span, help)
        };
        let made = match &change.kind {
            EditKind::Amount { verb, old, new } => {
                let there = match clause {
                    Clause::Modify(modify) => modify.change.as_mut(),
                    _ => None,
                };
                let Some(there) = there else { return lacks(self, "amount") };
                let (wanted, written) = (verb_word(verb), verb_word(&there.verb));
                if wanted != written {
                    let expected = format!("{wanted} {}", self.text(old.span));
                    let written = format!("{written} {}", self.text(there.amount.span));
                    let spans = (change.span, there.span);
                    self.stale(part, (&expected, &written), spans, None);
                    return false;
                }
                let made = self.exchange(part, (old, new), &mut there.amount);
                // A plus before a number says nothing.
                if made && let ExprKind::Unary { op: UnaryOp::Plus, value } = &new.kind {
                    there.amount = (**value).clone();
                }
                made
            }
            EditKind::Condition { word, old, new } if &*word.text == "when" => {
                let Some(there) = when_of(clause) else { return lacks(self, "condition") };
                self.exchange(part.named(&condition), (old, new), there)
            }
            EditKind::Relabel { old, new } => {
                let Some(there) = label_of(clause) else { return lacks(self, "label") };
                let written = [old.span, new.span, there.span].map(|span| self.written(span));
                let name = format!("the label of {}", part.name);
                let made = self.fits(part.named(&name), &written, false);
                if made {
                    *there = new.clone();
                }
                made
            }
            _ => return lacks(self, "such part"),
        };
        if made {
            self.remember(whole, change.span);
        }
        made
    }

    /// Whether a target has a clause of its own of that label; reported when not, with the labels that it has.
    fn is_own(
        &mut self,
        part: Part<'_>,
        found: Result<(), Vec<String>>,
        label: &str,
        span: Span,
    ) -> bool {
        let Err(labels) = found else { return true };
        let inherited = part.entity.and_then(|id| self.inherited_clause(id, label, span));
        match inherited {
            Some(found) => self.sink.push(found),
            None => {
                self.no_part(part.target, &format!("clause \"{label}\""), span, &labels);
            }
        }
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
            if let Some(found) = clauses.find(|clause| has_label(clause, label)) {
                let place = found.span();
                return Some(problems::inherited_clause(heir, &owner.title, label, span, place));
            }
        }
        None
    }
}

fn has_label(clause: &Clause, label: &str) -> bool {
    clause.label().and_then(|found| found.text.plain()) == Some(label)
}

/// Shows the first clause of a label, which goes where `keep` is false. Gives all labels when there is none.
fn each_labelled(
    clauses: &mut dyn Clauses,
    label: &str,
    keep: &mut dyn FnMut(&mut Clause) -> bool,
) -> Result<(), Vec<String>> {
    let mut found = false;
    let mut labels = Vec::new();
    clauses.retain(&mut |clause| {
        labels
            .extend(clause.label().and_then(|label| Some(format!("\"{}\"", label.text.plain()?))));
        let first = !found && has_label(clause, label);
        found |= first;
        !first || keep(clause)
    });
    if found { Ok(()) } else { Err(labels) }
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

fn when_of(clause: &mut Clause) -> Option<&mut Expr> {
    match clause {
        Clause::Modify(clause) => clause.tail.when.as_mut(),
        Clause::Forbid(clause) | Clause::Allow(clause) => clause.tail.when.as_mut(),
        Clause::Lend(clause) | Clause::Deny(clause) => clause.tail.when.as_mut(),
        Clause::Hook(clause) => clause.tail.when.as_mut(),
        Clause::Action(clause) => clause.when.as_mut(),
        Clause::Prefer(clause) => clause.when.as_mut(),
    }
}

fn label_of(clause: &mut Clause) -> Option<&mut Label> {
    match clause {
        Clause::Modify(clause) => clause.tail.label.as_mut(),
        Clause::Forbid(clause) | Clause::Allow(clause) => clause.tail.label.as_mut(),
        Clause::Lend(clause) | Clause::Deny(clause) => clause.tail.label.as_mut(),
        Clause::Hook(clause) => clause.tail.label.as_mut(),
        Clause::Action(clause) => clause.label.as_mut(),
        Clause::Prefer(_) => None,
    }
}
