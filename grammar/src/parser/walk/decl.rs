//! Declarations of a system.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::{
    CalledBy, Define, Die, Enum, Expr, ExprKind, Face, FaceValue, Favours, Group, Layer, Member,
    Name, Permission, PermissionItem, Policy, Quantity, Relation, Ruling, Scale, See, System,
    TypeExpr, TypeKind, Words,
};

impl Walk<'_> {
    /// `system NAME { .. }`
    pub(super) fn system(&mut self, pair: Pair<'_>) -> Option<System> {
        let reads = "a system reads `system NAME { measure in ; .. }`";
        let (name, body, see, span) = self.named_body(pair, "a system", reads)?;
        Some(System { name, body, see, span })
    }

    /// `layer "the rulebook" { modify .. }`
    pub(super) fn layer(&mut self, pair: Pair<'_>) -> Option<Layer> {
        let reads =
            "a layer reads `layer NAME { modify .. }`, with a name of the table of precedence";
        let (name, body, see, span) = self.named_body(pair, "a layer", reads)?;
        Some(Layer { name, body, see, span })
    }

    /// A name and members.
    fn named_body(
        &mut self,
        pair: Pair<'_>,
        what: &str,
        reads: &str,
    ) -> Option<(Name, Vec<Member>, See, Span)> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, what);
        let mut see = See::new();
        let mut body = Vec::new();
        for child in cursor {
            match child.as_rule() {
                Rule::see => self.see(&mut see, child),
                Rule::body => body = self.members(child),
                _ => self.head_junk(&child, reads),
            }
        }
        Some((name?, body, see, span))
    }

    /// `enum NAME { a, b }`
    pub(super) fn enumeration(&mut self, pair: Pair<'_>) -> Option<Enum> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "an enum");
        let mut values = Vec::new();
        let see =
            self.body_of_names(cursor, Rule::enum_body, span, "an enum", |walk, child| match child
                .as_rule()
            {
                Rule::word => values.push(walk.new_name(&child)),
                _ => walk.no_value(&child),
            });
        Some(Enum { name: name?, values, see, span })
    }

    /// `words { NAME "WORD", .. }`
    pub(super) fn words(&mut self, pair: Pair<'_>) -> Words {
        let span = self.span(&pair);
        let mut lines = Vec::new();
        let cursor = self.cursor(pair);
        let see = self.body_of_names(cursor, Rule::words_body, span, "`words`", |walk, child| {
            if child.as_rule() != Rule::called_by {
                return walk.bad_line(&child, codes::BAD_CLAUSE, "a name with words for it");
            }
            let mut parts = walk.cursor(child);
            let Some(name) = walk.next_name(&mut parts) else { return };
            let (mut words, mut contrary, mut denied) = (Vec::new(), Vec::new(), false);
            for part in parts {
                match part.as_rule() {
                    Rule::string => {
                        let word = walk.name(&part);
                        walk.called_by_one_word(&word);
                        if denied { &mut contrary } else { &mut words }.push(word);
                    }
                    Rule::not if denied => {
                        walk.junk(&part, "the first `not` holds for all words behind it");
                    }
                    Rule::not => denied = true,
                    _ => walk.junk(&part, "what texts call it stands in quotes"),
                }
            }
            lines.push(CalledBy { name, words, contrary });
        });
        Words { lines, see, span }
    }

    /// Texts are read word by word.
    fn called_by_one_word(&mut self, name: &Name) {
        let first = name.text.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or("");
        if first.len() < name.text.len() {
            self.report(
                Diagnostic::at(codes::BAD_CLAUSE, name.span)
                    .says("texts call a thing by one word")
                    .label("several words, or signs among them")
                    .help(match first.is_empty() {
                        true => String::from("take one word that tells it from the others"),
                        false => {
                            format!("one word that tells it from the others, as `\"{first}\"`")
                        }
                    }),
            );
        }
    }

    /// What stands in an enum and is no value of it: a second one without a comma, or no name at all.
    fn no_value(&mut self, pair: &Pair<'_>) {
        if !self.written(pair).starts_with(char::is_alphanumeric) {
            return self.bad_line(pair, codes::BAD_CLAUSE, "a value of an enum");
        }
        let span = self.span(pair);
        let before = self.gap(pair);
        self.report(
            Diagnostic::new(codes::BAD_CLAUSE, "a comma parts the values of an enum", span)
                .label("not read")
                .fix("put one before it", before, ","),
        );
    }

    /// Walks the head and braces of a declaration whose content is a list of small things.
    pub(super) fn body_of_names(
        &mut self,
        cursor: Cursor<'_>,
        braces: Rule,
        span: Span,
        what: &str,
        mut each: impl FnMut(&mut Self, Pair<'_>),
    ) -> See {
        let mut see = See::new();
        let mut has_body = false;
        for child in cursor {
            if child.as_rule() == Rule::see {
                self.see(&mut see, child);
            } else if child.as_rule() == braces {
                has_body = true;
                for thing in child.into_inner() {
                    self.in_clause(&thing.clone(), |walk| each(walk, thing));
                }
            } else {
                self.head_junk(&child, "");
            }
        }
        self.needs_body(has_body, span, what);
        see
    }

    /// `die NAME { 1 2 3 }`
    pub(super) fn die(&mut self, pair: Pair<'_>) -> Option<Die> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a die");
        let mut faces = Vec::new();
        let see = self.body_of_names(cursor, Rule::die_body, span, "a die", |walk, child| {
            if child.as_rule() == Rule::face {
                if let Some(face) = walk.face(child) {
                    walk.check_how_many(faces.last(), &face);
                    faces.push(face);
                }
            } else {
                walk.no_face(&child, &mut faces);
            }
        });
        Some(Die { name: name?, faces, see, span })
    }

    /// What stands among the faces of a die and is none: what was read of it is no face either.
    fn no_face(&mut self, pair: &Pair<'_>, faces: &mut Vec<Face>) {
        let before = self.slice(0, self.start(pair));
        let begin = before.rfind(['{', ',', ';', '\n']).map_or(0, |at| at + 1);
        let begin = begin + self.slice(begin, self.end(pair)).len()
            - self.slice(begin, self.end(pair)).trim_start().len();
        match self.slip_of_line("a face of a die", begin, self.end(pair)) {
            Some(found) => {
                faces.retain(|face| self.offsets(face.span).start < begin);
                let meant = found.help.iter().flat_map(|help| &help.edits).next();
                let word = meant.map(|edit| edit.replacement.clone()).unwrap_or_default();
                let word = word.split(' ').next().unwrap_or("");
                let at = self.slice(begin, self.end(pair)).find(word).filter(|_| !word.is_empty());
                if let Some(at) = at {
                    let span = self.bytes(begin + at, begin + at + word.len());
                    let name = Name { text: self.word(word), span, quoted: false };
                    let value = FaceValue::One(Expr { kind: ExprKind::Name(name), span });
                    faces.push(Face { value, times: None, span });
                }
                self.report_recognized(found);
            }
            None => self.bad_line(pair, codes::BAD_CLAUSE, "a face of a die"),
        }
    }

    /// `2 spark`: a figure before a named face is no face of its own.
    fn check_how_many(&mut self, before: Option<&Face>, face: &Face) {
        let Some(FaceValue::One(many)) = before.map(|it| &it.value) else { return };
        let FaceValue::One(named) = &face.value else { return };
        let both = many.span.to(named.span);
        let apart = self.covered(both).contains([',', ';', '\n']);
        if apart || !matches!(many.kind, ExprKind::Number(_)) || named.as_name().is_none() {
            return;
        }
        let right = format!("{} x {}", self.covered(named.span), self.covered(many.span));
        self.report(
            Diagnostic::new(codes::BAD_CLAUSE, "a figure stands before a named face", both)
                .label("read as two faces")
                .fix("how many of a face there are stands behind it: `FACE x 2`", both, right),
        );
    }

    fn face(&mut self, pair: Pair<'_>) -> Option<Face> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let value = cursor.next()?.into_inner().next()?;
        let value = match value.as_rule() {
            Rule::range => FaceValue::Range(self.range(value)),
            _ => FaceValue::One(self.primary(value)),
        };
        let times = cursor.next().and_then(|pair| pair.into_inner().next());
        let times = times.map(|number| self.number(&number));
        Some(Face { value, times, span })
    }

    /// `scale NAME of TYPE { .. }`
    pub(super) fn scale(&mut self, pair: Pair<'_>) -> Option<Scale> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a scale");
        let of = match cursor.next_if(Rule::scale_of).and_then(|pair| pair.into_inner().next()) {
            Some(ty) => self.ty(ty),
            None => {
                self.missing(
                    span,
                    "a scale says of what it is: `scale NAME of length { .. }`",
                    "of what?",
                );
                TypeExpr { kind: TypeKind::Error, span }
            }
        };
        let mut steps: Vec<Expr> = Vec::new();
        let see = self.body_of_names(cursor, Rule::scale_body, span, "a scale", |walk, child| {
            if child.as_rule() == Rule::term {
                steps.push(walk.expr(child));
            } else {
                walk.bad_line(&child, codes::BAD_CLAUSE, "a step of a scale");
            }
        });
        Some(Scale { name: name?, of, steps, see, span })
    }

    /// `relation NAME(a: K, b: L) = C`
    pub(super) fn relation(&mut self, pair: Pair<'_>) -> Option<Relation> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a relation")?;
        let params = self.params(&mut cursor);
        let value = self.needed_default(&mut cursor, span, "a relation");
        let see =
            self.see_and_junk(cursor, "a relation reads `relation NAME(a: K, b: L) = CONDITION`");
        Some(Relation { name, params, value, see, span })
    }

    /// `define NAME(..): TYPE = E`
    pub(super) fn define(&mut self, pair: Pair<'_>) -> Option<Define> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a definition")?;
        let params = self.params(&mut cursor);
        let result = cursor.next_if(Rule::r#type).map(|pair| self.ty(pair));
        let recursive = cursor.next_if(Rule::recursive).map(|pair| self.recursive(pair));
        if let Some(diagnostic) = self.define_of_another_language(span) {
            self.report(diagnostic);
        }
        let value = self.needed_default(&mut cursor, span, "a definition");
        let see =
            self.see_and_junk(cursor, "a definition reads `define NAME(a: TYPE): TYPE = VALUE`");
        Some(Define { name, params, result, recursive, value, see, span })
    }

    /// `define f(..) -> int = 3`, `define f(..): int { return 3 }`
    fn define_of_another_language(&self, span: Span) -> Option<Diagnostic> {
        let start = self.offsets(span).start;
        let line = self.text.get(start..)?.lines().next().unwrap_or("");
        let head = line.split(['=', '{']).next().unwrap_or("");
        let form = "a definition reads `define NAME(a: TYPE): TYPE = VALUE`";
        if let Some(at) = head.find("->") {
            let before = head.get(..at).unwrap_or("").trim_end().len();
            let gap = self.bytes(start + before, start + at + 2);
            let arrow = self.bytes(start + at, start + at + 2);
            let message = "what a definition gives stands behind a colon";
            let found = Diagnostic::new(codes::BAD_DECLARATION, message, arrow);
            return Some(found.label("an arrow").fix(form, gap, ":"));
        }
        (line.len() > head.len() && line.get(head.len()..)?.starts_with('{')).then(|| {
            let brace = self.bytes(start + head.len(), start + head.len() + 1);
            let message = "a definition is one value, and has no statements";
            let found = Diagnostic::new(codes::BAD_DECLARATION, message, brace);
            found.label("no block stands here").help(form)
        })
    }

    fn see_and_junk(&mut self, cursor: Cursor<'_>, form: &str) -> See {
        let mut see = See::new();
        for child in cursor {
            match child.as_rule() {
                Rule::see => self.see(&mut see, child),
                _ => self.head_junk(&child, form),
            }
        }
        see
    }

    /// `quantity NAME(..): TYPE favours ROLE = E { .. }`
    pub(super) fn quantity(&mut self, pair: Pair<'_>) -> Option<Quantity> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a quantity")?;
        let params = self.params(&mut cursor);
        let result = self.next_type(&mut cursor, span, "a quantity");
        let mut quantity = Quantity {
            name,
            params,
            result,
            favours: None,
            rounded: None,
            groups: Vec::new(),
            stages: Vec::new(),
            base: Expr::error(span.after()),
            see: See::new(),
            span,
        };
        let mut has_base = false;
        for child in cursor {
            match child.as_rule() {
                Rule::default => {
                    has_base = true;
                    quantity.base = self.inner(child);
                }
                Rule::quantity_body if !has_base && self.returned_body(&child) => has_base = true,
                Rule::quantity_body => {
                    for line in child.into_inner() {
                        self.in_clause(&line.clone(), |walk| {
                            walk.quantity_part(&mut quantity, line)
                        });
                    }
                }
                _ => self.quantity_part(&mut quantity, child),
            }
        }
        if !has_base {
            self.missing(span, "a quantity needs a value after `=`", "no value is given");
        }
        Some(quantity)
    }

    /// Reports `{ return E }` where a quantity has its value.
    fn returned_body(&mut self, pair: &Pair<'_>) -> bool {
        let (start, end) = self.bounds(pair);
        let inside = self.slice(start, end).trim_matches(['{', '}']).trim();
        let Some(value) = inside.strip_prefix("return ") else { return false };
        let message = "a quantity has its value after `=`, and no steps";
        let found = Diagnostic::new(codes::BAD_CLAUSE, message, self.bytes(start, end));
        let written = format!("= {value}");
        let help = format!("write `{written}`");
        self.report(found.label("read as the body of a procedure").fix(
            help,
            self.bytes(start, end),
            written,
        ));
        true
    }

    fn quantity_part(&mut self, quantity: &mut Quantity, pair: Pair<'_>) {
        match pair.as_rule() {
            Rule::favours => quantity.favours = Some(self.favours(pair)),
            Rule::rounded => quantity.rounded = self.rounded(pair),
            Rule::see => self.see(&mut quantity.see, pair),
            Rule::group => quantity.groups.extend(self.group(pair)),
            Rule::stages => quantity.stages.extend(self.inner_names(pair)),
            Rule::text => drop(self.text_line(pair)),
            _ => {
                let form = "a quantity reads `quantity NAME(a: TYPE): TYPE favours a = VALUE`";
                self.head_junk(&pair, form);
                // Whom it favours may be what could not be read: it is asked for once.
                quantity.favours.get_or_insert(Favours::Nobody(self.span(&pair)));
            }
        }
    }

    /// `group NAME keeps strongest`
    pub(super) fn group(&mut self, pair: Pair<'_>) -> Option<Group> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.next_name(&mut cursor)?;
        let keeps = self.next_name(&mut cursor)?;
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "a group reads `group NAME keeps strongest`");
        }
        Some(Group { name, keeps, span })
    }

    /// `ruling NAME: TYPE = E "label"`
    pub(super) fn ruling(&mut self, pair: Pair<'_>) -> Option<Ruling> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a ruling")?;
        if cursor.peek() != Some(Rule::r#type) {
            let help = "a ruling reads `ruling NAME: TYPE = VALUE \"question\"`";
            let found =
                Diagnostic::new(codes::BAD_CLAUSE, "a ruling needs a type, as in `: int`", span);
            self.report(found.label("a type was expected after the name").help(help));
        }
        let ty = self.next_type(&mut cursor, span, "a ruling");
        let value = self.needed_default(&mut cursor, span, "a ruling");
        let label = cursor.next_if(Rule::label).map(|pair| self.label(pair));
        let see =
            self.see_and_junk(cursor, "a ruling reads `ruling NAME: TYPE = VALUE \"question\"`");
        Some(Ruling { name, ty, value, label, see, span })
    }

    /// `permission NAME(..) { require .. }`
    pub(super) fn permission(&mut self, pair: Pair<'_>) -> Option<Permission> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a permission");
        let params = self.params(&mut cursor);
        let mut items = Vec::new();
        let what = "a permission";
        let see = self.body_of_names(cursor, Rule::permission_body, span, what, |walk, child| {
            items.push(walk.permission_item(child));
        });
        Some(Permission { name: name?, params, items, see, span })
    }

    fn permission_item(&mut self, pair: Pair<'_>) -> PermissionItem {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::text => PermissionItem::Text(self.text_line(pair)),
            Rule::require => {
                let mut cursor = self.cursor(pair);
                PermissionItem::Require(self.require(&mut cursor, span))
            }
            Rule::let_line => {
                let mut cursor = self.cursor(pair);
                let item = match self.let_line(&mut cursor, span) {
                    Some((name, value)) => PermissionItem::Let(name, value),
                    None => PermissionItem::Error(span),
                };
                if let Some(junk) = cursor.next() {
                    self.junk(&junk, "");
                }
                item
            }
            _ => {
                self.bad_line(
                    &pair,
                    codes::BAD_CLAUSE,
                    "a line of a permission (`require`, `let`)",
                );
                PermissionItem::Error(span)
            }
        }
    }

    /// `policy NAME { in WINDOW prefer .. }`
    pub(super) fn policy(&mut self, pair: Pair<'_>) -> Option<Policy> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a policy");
        let like = cursor.next_if(Rule::like).map(|pair| self.inner_name(pair));
        let mut prefers = Vec::new();
        let mut text = Vec::new();
        let see = self.body_of_names(cursor, Rule::policy_body, span, "a policy", |walk, child| {
            match child.as_rule() {
                Rule::prefer => prefers.push(walk.prefer(child)),
                Rule::text => text.push(walk.text_line(child)),
                _ => walk.bad_line(
                    &child,
                    codes::BAD_CLAUSE,
                    "a line of a policy (`in WINDOW prefer ..`)",
                ),
            }
        });
        Some(Policy { name: name?, like, prefers, text, see, span })
    }
}
