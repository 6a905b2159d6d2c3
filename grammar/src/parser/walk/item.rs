//! Items: the outermost declarations.

use super::{Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::parser::reserved::{HEADS, nearest};
use crate::tree::{Item, Member, Use};

impl Walk<'_> {
    /// The items of a piece of a file.
    pub(in crate::parser) fn items(
        &mut self,
        pairs: pest::iterators::Pairs<'_, Rule>,
        items: &mut Vec<Item>,
    ) {
        for piece in pairs {
            for child in piece.into_inner() {
                if child.as_rule() != Rule::EOI {
                    let span = self.span(&child);
                    items.push(self.item(child).unwrap_or(Item::Error(span)));
                }
            }
        }
    }

    /// One item; none where it could not be read, which was reported.
    pub(super) fn item(&mut self, pair: Pair<'_>) -> Option<Item> {
        match pair.as_rule() {
            Rule::generic => self.generic_item(pair),
            Rule::modify
            | Rule::forbid
            | Rule::allow
            | Rule::lend
            | Rule::deny
            | Rule::hook
            | Rule::prefer => self.clause(pair).map(Item::Clause),
            _ => self.in_clause(&pair.clone(), |walk| walk.own_item(pair)),
        }
    }

    fn own_item(&mut self, pair: Pair<'_>) -> Option<Item> {
        Some(match pair.as_rule() {
            Rule::use_decl => Item::Use(self.use_decl(pair)?),
            Rule::system => Item::System(self.system(pair)?),
            Rule::kind => Item::Kind(self.kind(pair)?),
            Rule::enum_decl => Item::Enum(self.enumeration(pair)?),
            Rule::die => Item::Die(self.die(pair)?),
            Rule::scale => Item::Scale(self.scale(pair)?),
            Rule::table => Item::Table(self.table(pair)?),
            Rule::modifiers => Item::ModifierTable(self.modifiers(pair)),
            Rule::relation => Item::Relation(self.relation(pair)?),
            Rule::quantity => Item::Quantity(self.quantity(pair)?),
            Rule::group => Item::Group(self.group(pair)?),
            Rule::permission => Item::Permission(self.permission(pair)?),
            Rule::procedure => Item::Procedure(self.procedure(pair)?),
            Rule::action => Item::Action(Box::new(self.action(pair)?)),
            Rule::policy => Item::Policy(self.policy(pair)?),
            Rule::sequence => Item::Sequence(self.sequence(pair)),
            Rule::tie => Item::Tie(self.tie(pair)?),
            Rule::record => Item::Record(self.record(pair)?),
            Rule::define => Item::Define(self.define(pair)?),
            Rule::ruling => Item::Ruling(self.ruling(pair)?),
            Rule::parts => {
                let span = self.span(&pair);
                let mut cursor = self.cursor(pair);
                let parts = self.parts(&mut cursor, span, Rule::parts)?;
                if let Some(junk) = cursor.next() {
                    self.junk(&junk, "");
                }
                Item::Parts(parts)
            }
            Rule::faction => Item::Faction(self.faction(pair)?),
            Rule::ability => Item::Ability(self.ability(pair)?),
            Rule::roster => Item::Roster(self.roster(pair)?),
            Rule::scenario => Item::Scenario(self.scenario(pair)?),
            Rule::errata => Item::Errata(self.errata(pair)?),
            Rule::test => Item::Test(self.test(pair)?),
            Rule::stray_block => {
                self.stray_body(pair);
                return None;
            }
            Rule::stray_end => return None,
            _ => {
                self.bad_line(&pair, codes::BAD_DECLARATION, "a declaration");
                return None;
            }
        })
    }

    fn use_decl(&mut self, pair: Pair<'_>) -> Option<Use> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.next_name(&mut cursor)?;
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "`use` names one system");
        }
        Some(Use { name, span })
    }

    /// An entity or a table of entities; fields and the like cannot stand outside of a declaration.
    fn generic_item(&mut self, pair: Pair<'_>) -> Option<Item> {
        let span = self.span(&pair);
        let before = self.diagnostics.len();
        let member = self.generic(pair)?;
        let name = match member {
            Member::Item(item) => return Some(*item),
            Member::Field(field) => field.name,
            Member::Answer(answer) => answer.name,
            Member::Does(does) => does.name,
            _ => return None,
        };
        // What was said of its inside is a consequence.
        if matches!(self.diagnostics.get(before), Some(first) if span.contains(first.primary.span))
        {
            self.diagnostics.truncate(before);
        }
        let mut diagnostic = Diagnostic::new(
            codes::BAD_DECLARATION,
            format!("`{}` does not begin a declaration", name.text),
            name.span,
        )
        .label("a declaration was expected here");
        if let Some(known) = nearest(&name.text, HEADS) {
            diagnostic = diagnostic.fix(format!("did you mean `{known}`?"), name.span, known);
        }
        self.reported = false;
        self.clause_start = name.span.start as usize;
        self.report(diagnostic);
        None
    }
}
