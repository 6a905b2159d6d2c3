//! Entities, factions and abilities: what bears members.

use super::{Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::near::nearest;
use crate::parser::reserved::HEADS;
use crate::slips::clause_meant;
use crate::source::Span;
use crate::tree::{Ability, Entity, Faction, Name, See};

impl Walk<'_> {
    pub(super) fn entity(&mut self, kind: Name, shape: Pair<'_>, span: Span) -> Option<Entity> {
        let mut cursor = self.cursor(shape);
        let mut name = cursor.next().map(|pair| self.new_name(&pair))?;
        let mut like = None;
        let mut see = See::new();
        let mut body = Vec::new();
        for child in cursor {
            match child.as_rule() {
                Rule::like => like = Some(self.inner_name(child)),
                Rule::see => self.see(&mut see, child),
                Rule::body => body = self.members(child),
                Rule::params => self.report(
                    Diagnostic::new(
                        codes::BAD_DECLARATION,
                        format!("`{}` cannot have parameters", kind.text),
                        self.span(&child),
                    )
                    .label("only abilities, statuses and rules have parameters"),
                ),
                _ => self.entity_junk(&kind, &mut name, &child),
            }
        }
        Some(Entity { kind, name, like, body, see, span })
    }

    /// Left-over words in the head of what looks like an entity: perhaps its first word is misspelt.
    pub(super) fn entity_junk(&mut self, kind: &Name, name: &mut Name, junk: &Pair<'_>) {
        let words = self.written(junk);
        let start = self.start(junk);
        let parent = ["extends", "as", "is", "from", "copies", ":"].into_iter().find(|word| {
            words.strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with('"'))
        });
        if let Some(word) = parent {
            let span = self.bytes(start, start + word.len());
            let message =
                format!("an entry that is like another says so with `like`, not `{word}`");
            let found = Diagnostic::new(codes::BAD_DECLARATION, message, span);
            let like = if word == ":" { " like" } else { "like" };
            return self.report(found.label("not understood").fix("write `like`", span, like));
        }
        if let Some(help) = clause_meant(&kind.text).filter(|_| !kind.quoted) {
            let message = format!("`{}` does not begin a clause", kind.text);
            let found = Diagnostic::new(codes::BAD_CLAUSE, message, kind.span);
            return self.report_recognized(found.label("not read").help(help));
        }
        let known = nearest(&kind.text, HEADS.iter().copied());
        match known {
            Some(known) => self.report(
                Diagnostic::new(
                    codes::BAD_DECLARATION,
                    format!("`{}` does not begin a declaration", kind.text),
                    kind.span,
                )
                .label("read as the kind of an entity")
                .fix(format!("did you mean `{known}`?"), kind.span, known),
            ),
            None => {
                self.head_junk(junk, "a declaration reads `kind \"Name\" [like \"Other\"] { .. }`");
                // Whoever names it elsewhere in quotes has made no second mistake.
                if let Some((_, more)) = self.title_without_quotes(junk)
                    && !name.quoted
                {
                    name.text = format!("{} {more}", name.text).into();
                }
            }
        }
    }

    /// `faction NAME { .. }`
    pub(super) fn faction(&mut self, pair: Pair<'_>) -> Option<Faction> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a faction");
        let (mut like, mut see, mut body) = (None, See::new(), Vec::new());
        for child in cursor {
            match child.as_rule() {
                Rule::like => like = Some(self.inner_name(child)),
                Rule::see => self.see(&mut see, child),
                Rule::body => body = self.members(child),
                _ => self.head_junk(&child, "a faction reads `faction \"Name\" { .. }`"),
            }
        }
        Some(Faction { name: name?, like, body, see, span })
    }

    /// `ability NAME(..) for KIND { .. }`, `status ..`
    pub(super) fn ability(&mut self, pair: Pair<'_>) -> Option<Ability> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let word = cursor.next();
        let is_status = word.is_some_and(|word| word.as_str().starts_with('S'));
        let what = if is_status { "a status" } else { "an ability" };
        let name = self.decl_name(&mut cursor, span, what);
        let mut ability = Ability {
            is_status,
            name: name?,
            params: self.params(&mut cursor),
            bearers: Vec::new(),
            stacks: false,
            slot: None,
            body: Vec::new(),
            see: See::new(),
            span,
        };
        let mut has_body = false;
        for child in cursor {
            match child.as_rule() {
                Rule::for_kinds => ability.bearers = self.inner_names(child),
                Rule::stacks => ability.stacks = true,
                Rule::slot => ability.slot = Some(self.inner_name(child)),
                Rule::see => self.see(&mut ability.see, child),
                Rule::body => {
                    has_body = true;
                    ability.body = self.members(child);
                }
                _ => self.head_junk(&child, "it reads `ability NAME(n: TYPE) for KIND { .. }`"),
            }
        }
        self.needs_body(has_body, span, what);
        Some(ability)
    }
}
