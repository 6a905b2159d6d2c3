//! Records and ties: declarations of fields with their types.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::codes;
use crate::tree::{Param, Record, See, Tie, TieDeclField};

impl Walk<'_> {
    /// `record NAME { a: T ; b: U = 3 }`
    pub(super) fn record(&mut self, pair: Pair<'_>) -> Option<Record> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a record");
        let mut fields = Vec::new();
        let see = self.body_of_names(cursor, Rule::record_body, span, "a record", |walk, child| {
            if child.as_rule() == Rule::record_field {
                walk.typed_fields(child, &mut fields);
            } else {
                walk.bad_line(&child, codes::BAD_CLAUSE, "a field of a record (`name: TYPE`)");
            }
        });
        Some(Record { name: name?, fields, see, span })
    }

    fn typed_fields(&mut self, pair: Pair<'_>, fields: &mut Vec<Param>) {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let names = self.names(&mut cursor);
        let ty = self.next_type(&mut cursor, span, "a field");
        let default = self.default(&mut cursor);
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "a field reads `name: TYPE` or `name: TYPE = VALUE`");
        }
        for name in names {
            fields.push(Param { name, ty: ty.clone(), default: default.clone(), span });
        }
    }

    /// `tie NAME between K and L { .. }`
    pub(super) fn tie(&mut self, pair: Pair<'_>) -> Option<Tie> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a tie");
        let mut between = cursor
            .next_if(Rule::tie_between)
            .map_or_else(Vec::new, |pair| self.inner_names(pair))
            .into_iter();
        let mut fields = Vec::new();
        let see = self.body_of_tie(cursor, &mut fields);
        let name = name?;
        let (Some(one), Some(other)) = (between.next(), between.next()) else {
            let message = "a tie says between what it is: `tie NAME between K and K { .. }`";
            self.missing(name.span, message, "between what?");
            return None;
        };
        Some(Tie { name, between: (one, other), fields, see, span })
    }

    fn body_of_tie(&mut self, cursor: Cursor<'_>, fields: &mut Vec<TieDeclField>) -> See {
        let mut see = See::new();
        for child in cursor {
            match child.as_rule() {
                Rule::see => self.see(&mut see, child),
                Rule::tie_body => {
                    for line in child.into_inner() {
                        self.in_clause(&line.clone(), |walk| walk.tie_decl_field(line, fields));
                    }
                }
                _ => self.head_junk(
                    &child,
                    "a tie reads `tie NAME between K and L { each side: TYPE }`",
                ),
            }
        }
        see
    }

    fn tie_decl_field(&mut self, pair: Pair<'_>, fields: &mut Vec<TieDeclField>) {
        if pair.as_rule() != Rule::tie_field_decl {
            return self.bad_line(&pair, codes::BAD_CLAUSE, "a field of a tie (`each side: TYPE`)");
        }
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let each = cursor.eat(Rule::each);
        let names = self.names(&mut cursor);
        let ty = self.next_type(&mut cursor, span, "a field");
        let default = self.default(&mut cursor);
        if let Some(junk) = cursor.next() {
            self.junk(&junk, "");
        }
        for name in names {
            let param = Param { name, ty: ty.clone(), default: default.clone(), span };
            fields.push(TieDeclField { each, param });
        }
    }
}
