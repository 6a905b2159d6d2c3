//! Lines that are found by their words: clauses, requirements, limits, and what lets a side win or score. Whatever holds such lines
//! shows them through one trait, so that to change, rename and take away is written once.

use warwright_grammar::source::{SourceMap, Span};
use warwright_grammar::tree::{
    Action, ActionItem, Block, Clause, Expr, ExprKind, Label, Limit, Member, Name, Once,
    Permission, PermissionItem, Require, Scenario, ScenarioItem, SideItem, Template,
};

use super::order::in_words;
use super::spelling::same_text;
use super::{same_spelling, spelt};
use crate::names::Node;

/// A line that an edit can find by its words.
pub(super) enum Line<'a> {
    /// A clause, but for actions
    Clause(&'a mut Clause),
    /// An action, by its words or its name
    Action(&'a mut Action),
    /// `require C "why"` of a permission
    Require(&'a mut Require),
    /// `limit C "why"`
    Limit(&'a mut Limit),
    /// `wins when C "why"`, `scores N "why"`
    Side(&'a mut SideItem),
}

/// Something that has lines.
pub(super) trait Lines {
    /// Shows each line; those for which `keep` is false go.
    fn retain(&mut self, keep: &mut dyn FnMut(Line<'_>) -> bool);
    /// Adds a clause behind the others; false where none can stand.
    fn add(&mut self, clause: Clause) -> bool;
    /// Puts a text in the place of those that stand there, and gives them; none where no text can stand.
    fn exchange_texts(&mut self, _: Template) -> Option<Vec<Template>> {
        None
    }
}

/// Puts a text among lines in the place of those that are there, and gives them.
fn exchanged<T>(
    lines: &mut Vec<T>,
    new: T,
    text_of: impl Fn(&T) -> Option<Template>,
) -> Vec<Template> {
    let old = lines.iter().filter_map(&text_of).collect();
    lines.retain(|line| text_of(line).is_none());
    lines.insert(0, new);
    old
}

pub(super) fn of_clause(clause: &mut Clause) -> Line<'_> {
    match clause {
        Clause::Action(action) => Line::Action(action),
        clause => Line::Clause(clause),
    }
}

fn keeps(member: &mut Member, keep: &mut dyn FnMut(Line<'_>) -> bool) -> bool {
    match member {
        Member::Clause(clause) => keep(of_clause(clause)),
        Member::Limit(limit) => keep(Line::Limit(limit)),
        _ => true,
    }
}

impl Lines for Vec<Member> {
    fn retain(&mut self, keep: &mut dyn FnMut(Line<'_>) -> bool) {
        self.retain_mut(|member| keeps(member, keep));
    }

    fn add(&mut self, clause: Clause) -> bool {
        self.push(Member::Clause(clause));
        true
    }

    fn exchange_texts(&mut self, text: Template) -> Option<Vec<Template>> {
        Some(exchanged(
            self,
            Member::Text(text),
            |member| as_variant!(member, Member::Text(text) => text.clone()),
        ))
    }
}

impl Lines for Scenario {
    fn retain(&mut self, keep: &mut dyn FnMut(Line<'_>) -> bool) {
        self.items.retain_mut(|item| match item {
            ScenarioItem::Rule { body, .. } => {
                Lines::retain(body, keep);
                true
            }
            ScenarioItem::Side(side) => {
                side.items.retain_mut(|item| match item {
                    SideItem::Member(member) => keeps(member, keep),
                    SideItem::Wins { .. } | SideItem::Scores { .. } => keep(Line::Side(item)),
                    _ => true,
                });
                true
            }
            ScenarioItem::Member(member) => keeps(member, keep),
            _ => true,
        });
    }

    fn add(&mut self, clause: Clause) -> bool {
        self.items.push(ScenarioItem::Member(Member::Clause(clause)));
        true
    }

    fn exchange_texts(&mut self, text: Template) -> Option<Vec<Template>> {
        let text = ScenarioItem::Member(Member::Text(text));
        Some(exchanged(
            &mut self.items,
            text,
            |item| as_variant!(item, ScenarioItem::Member(Member::Text(text)) => text.clone()),
        ))
    }
}

impl Lines for Vec<Node<'_, Clause>> {
    fn retain(&mut self, keep: &mut dyn FnMut(Line<'_>) -> bool) {
        self.retain_mut(|node| node.edit(|clause| keep(of_clause(clause))));
    }

    fn add(&mut self, clause: Clause) -> bool {
        self.push(Node::Changed(clause.into()));
        true
    }
}

impl Lines for Permission {
    fn retain(&mut self, keep: &mut dyn FnMut(Line<'_>) -> bool) {
        self.items.retain_mut(|item| match item {
            PermissionItem::Require(require) => keep(Line::Require(require)),
            _ => true,
        });
    }

    fn add(&mut self, _: Clause) -> bool {
        false
    }
}

impl Line<'_> {
    /// What sort of line it is.
    pub(super) const fn sort(&self) -> &'static str {
        match self {
            Line::Require(_) => "requirement",
            Line::Limit(_) => "limit",
            Line::Side(_) => "line",
            Line::Clause(_) | Line::Action(_) => "clause",
        }
    }

    /// The whole line.
    pub(super) fn span(&self) -> Span {
        match self {
            Line::Clause(clause) => clause.span(),
            Line::Action(action) => action.span,
            Line::Require(require) => require.span,
            Line::Limit(limit) => limit.span,
            Line::Side(SideItem::Wins { span, .. } | SideItem::Scores { span, .. }) => *span,
            Line::Side(_) => Span::default(),
        }
    }

    /// Its words, where it has any.
    pub(super) fn label(&mut self) -> Option<&mut Label> {
        match self {
            Line::Clause(clause) => match clause {
                Clause::Modify(clause) => clause.tail.label.as_mut(),
                Clause::Forbid(clause) | Clause::Allow(clause) => clause.tail.label.as_mut(),
                Clause::Lend(clause) | Clause::Deny(clause) => clause.tail.label.as_mut(),
                Clause::Hook(clause) => clause.tail.label.as_mut(),
                Clause::Action(action) => action.label.as_mut(),
                Clause::Prefer(_) => None,
            },
            Line::Action(action) => action.label.as_mut(),
            Line::Require(require) => require.label.as_mut(),
            Line::Limit(limit) => limit.label.as_mut(),
            Line::Side(SideItem::Wins { label, .. } | SideItem::Scores { label, .. }) => {
                label.as_mut()
            }
            Line::Side(_) => None,
        }
    }

    /// Whether it goes by these words, as they are written in source: those of its label, or the name of an action.
    pub(super) fn is_named(&mut self, written: &str, sources: &SourceMap) -> bool {
        let label = self.label().map(|label| in_words(&label.text, |data| spelt(sources, data)));
        let by_name = |name: &Name| same_text(&format!("\"{}\"", name.text), written);
        label.is_some_and(|label| same_text(&format!("\"{label}\""), written))
            || matches!(self, Line::Action(action) if by_name(&action.name))
    }

    /// The words by which it can be found.
    pub(super) fn names(&mut self, sources: &SourceMap) -> Option<String> {
        if let Line::Action(action) = self {
            return Some(action.name.text.to_string());
        }
        self.label()
            .map(|label| format!("\"{}\"", in_words(&label.text, |data| spelt(sources, data))))
    }

    /// The condition that an edit of `word` with this old value means, if the line can have one.
    pub(super) fn condition(
        &mut self,
        word: &str,
        old: &Expr,
        sources: &SourceMap,
    ) -> Option<&mut Expr> {
        match (self, word) {
            (Line::Clause(clause), "when") => match clause {
                Clause::Modify(clause) => clause.tail.when.as_mut(),
                Clause::Forbid(clause) | Clause::Allow(clause) => clause.tail.when.as_mut(),
                Clause::Lend(clause) | Clause::Deny(clause) => clause.tail.when.as_mut(),
                Clause::Hook(clause) => clause.tail.when.as_mut(),
                Clause::Action(clause) => clause.when.as_mut(),
                Clause::Prefer(clause) => clause.when.as_mut(),
            },
            (Line::Action(action), "when") => action.when.as_mut(),
            (Line::Action(action), "require") => {
                let requires = action.body.iter_mut().filter_map(|item| match item {
                    ActionItem::Require(require) => Some(&mut require.condition),
                    _ => None,
                });
                let mut requires: Vec<&mut Expr> = requires.collect();
                let meant =
                    requires.iter().position(|it| same_spelling(sources, it.span, old.span));
                match meant {
                    Some(at) => Some(requires.swap_remove(at)),
                    None => requires.into_iter().next(),
                }
            }
            (Line::Require(require), "require") => Some(&mut require.condition),
            (Line::Limit(limit), "limit") => Some(&mut limit.condition),
            (Line::Side(SideItem::Wins { when, .. }), "when") => Some(when),
            (Line::Side(SideItem::Scores { when, .. }), "when") => when.as_mut(),
            _ => None,
        }
    }

    /// How often it may be used, where that is said.
    pub(super) fn once(&mut self) -> Option<&mut Once> {
        let once = match self {
            Line::Clause(Clause::Hook(hook)) => &mut hook.tail.once,
            Line::Clause(Clause::Action(action)) => &mut action.once,
            Line::Action(action) => &mut action.once,
            _ => return None,
        };
        once.as_deref_mut()
    }

    /// What it does, where it acts.
    pub(super) fn body(&mut self) -> Option<&mut Block> {
        let items = match self {
            Line::Clause(Clause::Hook(hook)) => return Some(&mut hook.body),
            Line::Clause(Clause::Action(action)) => &mut action.body,
            Line::Action(action) => &mut action.body,
            _ => return None,
        };
        items.iter_mut().find_map(|item| as_variant!(item, ActionItem::Do(block) => block))
    }

    /// What an action costs, or a side scores: for each of several, and without that where the old value says none.
    pub(super) fn amount(&mut self, word: &str, old: Option<&Expr>) -> Option<&mut Expr> {
        match (self, word) {
            (Line::Action(action), "cost") => action
                .body
                .iter_mut()
                .find_map(|item| as_variant!(item, ActionItem::Cost { amount, .. } => amount)),
            (Line::Side(SideItem::Scores { value, .. }), "scores") => {
                let each = |one: &Expr| matches!(one.kind, ExprKind::ForEach { .. });
                if old.is_none_or(each) || !each(value) {
                    return Some(value);
                }
                as_variant!(&mut value.kind, ExprKind::ForEach { value, .. } => value)
            }
            _ => None,
        }
    }
}
