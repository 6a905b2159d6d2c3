//! Items: the outermost declarations.

use super::{Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, Label, codes};
use crate::near::nearest;
use crate::parser::reserved::HEADS;
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
            Rule::layer => Item::Layer(self.layer(pair)?),
            Rule::kind => Item::Kind(self.kind(pair)?),
            Rule::enum_decl => Item::Enum(self.enumeration(pair)?),
            Rule::words => Item::Words(self.words(pair)),
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
        let mut children = self.cursor(pair.clone());
        let head = children.next()?;
        let shape = children.next()?;
        let entity = shape.as_rule() == Rule::entity;
        let answer = shape.as_rule() == Rule::answer;
        let declares = entity || shape.as_rule() == Rule::entity_table;
        let strange = |child: Pair<'_>| matches!(child.as_rule(), Rule::head_junk | Rule::params);
        let text = self.written(&head) == "text";
        let is_strange = entity && shape.into_inner().any(strange);
        // `def pin(b: squad) { .. }`: the word of another language for a declaration of ours.
        if is_strange && let Some((found, word)) = self.declared_elsewhere(self.start(&head)) {
            self.in_clause(&pair, |walk| walk.report_recognized(found));
            let (item, found) = self.reread(&head, self.end(&pair), word?)?;
            // Where the rest of the head does not fit, more than its word is another.
            let braces = self.bytes(self.start(&head), self.line_end(self.start(&head)));
            if found.iter().any(|it| braces.contains(it.primary.span)) {
                return None;
            }
            found.into_iter().for_each(|it| self.push(it));
            return Some(item);
        }
        let known = if text {
            None
        } else if !declares || is_strange {
            nearest(self.written(&head), HEADS.iter().copied())
        } else {
            None
        };
        if declares && known.is_none() {
            return self.of_some_kind(pair, &head);
        }
        if known.is_none() && self.lacks_braces(&head, self.end(&pair)) {
            return None;
        }
        self.in_clause(&pair, |walk| walk.no_declaration(&head, known));
        // No declaration has a colon behind its first word: with another word it would not read better.
        if answer {
            return None;
        }
        let (item, found) = self.reread(&head, self.end(&pair), known?)?;
        // Where the rest of the head does not fit, the word was another, and nothing is known of what follows.
        let (start, end) = (self.start(&head), self.end(&pair));
        let head = self.slice(start, end).find('{').unwrap_or(end - start);
        let head = self.bytes(start, start + head);
        if found.iter().any(|it| head.contains(it.primary.span)) {
            return None;
        }
        found.into_iter().for_each(|it| self.push(it));
        Some(item)
    }

    /// An entity or a table of entities. One that cannot be read so, and can be as a declaration whose word is nearly its
    /// kind's, is that declaration.
    fn of_some_kind(&mut self, pair: Pair<'_>, head: &Pair<'_>) -> Option<Item> {
        let before = self.found();
        let end = self.end(&pair);
        let read = self.generic(pair.clone());
        if self.found() > before
            && let Some(known) = nearest(self.written(head), HEADS.iter().copied())
            && let Some((item, found)) = self.reread(head, end, known)
            && found.is_empty()
        {
            self.forget(before);
            self.in_clause(&pair, |walk| walk.no_declaration(head, Some(known)));
            return Some(item);
        }
        match read? {
            Member::Item(item) => Some(*item),
            _ => None,
        }
    }

    /// `KIND Name` and nothing more: an entry of which nothing is said still has its braces.
    fn lacks_braces(&mut self, head: &Pair<'_>, end: usize) -> bool {
        let start = self.end(head);
        let name = self.slice(start, end).trim().to_owned();
        let bare = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(&name);
        let quoted = bare.len() < name.len();
        let fits = |sign: char| sign.is_alphanumeric() || sign == '_' || (quoted && sign != '"');
        if bare.is_empty() || !bare.chars().all(fits) || self.written(head) == "text" {
            return false;
        }
        let word = self.written(head);
        let message = format!("`{word} {name}` says nothing of what it declares");
        let span = self.bytes(self.start(head), start + self.slice(start, end).trim_end().len());
        let diagnostic =
            Diagnostic::new(codes::BAD_DECLARATION, message, span).label("has no braces").fix(
                "an entry has its braces, if there is nothing in them",
                span,
                format!("{word} {name} {{}}"),
            );
        self.report(diagnostic);
        true
    }

    /// What is said of a line that begins as declarations of other languages do, and the word with which ours begins.
    fn declared_elsewhere(&self, start: usize) -> Option<(Diagnostic, Option<&'static str>)> {
        let found = self.slip_of_line("a declaration", start, self.line_end(start))?;
        let written = found.help.iter().flat_map(|help| &help.edits).next();
        let word = written.and_then(|edit| edit.replacement.split(' ').next());
        let word = word.and_then(|word| HEADS.iter().copied().find(|head| *head == word));
        let line = self.slice(start, self.line_end(start));
        let head = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        let primary = Label {
            span: self.bytes(start, start + head.len()),
            text: "no word of a declaration here".into(),
        };
        let message = format!("`{head}` does not begin a declaration");
        Some((Diagnostic { code: codes::BAD_DECLARATION, message, primary, ..found }, word))
    }

    fn no_declaration(&mut self, head: &Pair<'_>, known: Option<&str>) {
        let start = self.start(head);
        if let Some((found, _)) = self.declared_elsewhere(start) {
            return self.report_recognized(found);
        }
        let word = self.written(head);
        let span = self.span(head);
        let message = format!("`{word}` does not begin a declaration");
        let diagnostic = Diagnostic::new(codes::BAD_DECLARATION, message, span)
            .label("a declaration was expected here");
        self.report(match known {
            Some(known) => diagnostic.fix(format!("did you mean `{known}`?"), span, known),
            None => diagnostic,
        });
    }
}
