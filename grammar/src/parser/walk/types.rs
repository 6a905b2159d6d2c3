//! Types, ranges, parameters and moments.

use super::{Cursor, MAX_EXPR_DEPTH, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::tree::{
    Expr, Moment, MomentEdge, Name, Param, Path, Range, TypeExpr, TypeKind, Whose, WhoseKind,
};

impl Walk<'_> {
    /// A `type`.
    pub(super) fn ty(&mut self, pair: Pair<'_>) -> TypeExpr {
        let span = self.span(&pair);
        let mut types = Vec::new();
        for child in pair.into_inner() {
            types.push(self.type_one(child));
        }
        match types.pop() {
            Some(only) if types.is_empty() => only,
            Some(last) => {
                types.push(last);
                TypeExpr { kind: TypeKind::OneOf(types), span }
            }
            None => TypeExpr { kind: TypeKind::Error, span },
        }
    }

    /// The next child as a type; its absence is reported.
    pub(super) fn next_type(
        &mut self,
        cursor: &mut Cursor<'_>,
        whole: Span,
        what: &str,
    ) -> TypeExpr {
        match cursor.next_if(Rule::r#type) {
            Some(pair) => {
                let ty = self.ty(pair);
                match cursor.next_if(Rule::type_junk) {
                    // Nothing is known of what it holds.
                    Some(junk) => {
                        self.junk(&junk, "");
                        TypeExpr { kind: TypeKind::Error, span: ty.span }
                    }
                    None => ty,
                }
            }
            None => {
                let at = cursor.peek_pair().map_or(self.offsets(whole).end, |it| self.start(it));
                if let Some(found) = self.slip("", self.clause_start, at, self.line_end(at)) {
                    self.report_recognized(found);
                }
                let message = format!("{what} needs a type, as in `: int`");
                let found = Diagnostic::new(codes::BAD_CLAUSE, message, whole);
                let found = found.label("a type was expected after the name");
                let name =
                    self.covered(whole).split([',', ')', '=', ':']).next().unwrap_or("").trim();
                let help = format!("its type stands behind a colon: `{name}: TYPE`");
                // What else lacks its type may be read in another order, which is tried.
                self.report(if what == "a parameter" { found.help(help) } else { found });
                TypeExpr { kind: TypeKind::Error, span: whole.after() }
            }
        }
    }

    fn type_one(&mut self, pair: Pair<'_>) -> TypeExpr {
        let span = self.span(&pair);
        if self.depth >= MAX_EXPR_DEPTH {
            let diagnostic =
                Diagnostic::new(codes::EXPRESSION_TOO_LONG, "this type is nested too deep", span);
            self.report(diagnostic);
            return TypeExpr { kind: TypeKind::Error, span };
        }
        self.depth += 1;
        let mut cursor = self.cursor(pair);
        let mut built = match cursor.next() {
            Some(head) => {
                let range = cursor.peek_pair().filter(|it| it.as_rule() == Rule::range);
                let head_span = self.span(&head);
                let head_span = range.map_or(head_span, |range| head_span.to(self.span(range)));
                TypeExpr { kind: self.type_head(head, &mut cursor), span: head_span }
            }
            None => TypeExpr { kind: TypeKind::Error, span },
        };
        for part in cursor {
            let whole = built.span.to(self.span(&part));
            let kind = match part.as_rule() {
                Rule::optional => TypeKind::Optional(Box::new(built)),
                Rule::not_a_type => {
                    let begin = self.clause_start.min(self.start(&part));
                    let found = self.slip("", begin, self.start(&part), self.end(&part));
                    found.into_iter().for_each(|found| self.report_recognized(found));
                    match self.written(&part).starts_with('[') {
                        true => TypeKind::ListOf(Box::new(built)),
                        false => TypeKind::Optional(Box::new(built)),
                    }
                }
                Rule::on_scale => {
                    TypeKind::On { item: Box::new(built), scale: self.inner_name(part) }
                }
                _ => built.kind,
            };
            built = TypeExpr { kind, span: whole };
        }
        self.depth -= 1;
        built
    }

    fn type_head(&mut self, head: Pair<'_>, cursor: &mut Cursor<'_>) -> TypeKind {
        let span = self.span(&head);
        match head.as_rule() {
            Rule::type_some => {
                let mut inner = self.cursor(head);
                let pool = Box::new(self.value(&mut inner, span));
                let filter = inner.next_if(Rule::r#where).map(|pair| Box::new(self.inner(pair)));
                TypeKind::SomeOf { pool, filter }
            }
            Rule::type_of => {
                let mut inner = self.cursor(head);
                let what = self.next_name(&mut inner);
                let item = inner.next().map(|pair| Box::new(self.type_one(pair)));
                match (what, item) {
                    (Some(what), Some(item)) => match &*what.text {
                        "list" => TypeKind::ListOf(item),
                        "set" => TypeKind::SetOf(item),
                        _ => TypeKind::Of { what, item },
                    },
                    _ => TypeKind::Error,
                }
            }
            _ => {
                let name = self.name(&head);
                let range = cursor.next_if(Rule::range).map(|pair| Box::new(self.range(pair)));
                TypeKind::Named { name, range }
            }
        }
    }

    /// `a..b`, open at either end.
    pub(super) fn range(&mut self, pair: Pair<'_>) -> Range {
        let span = self.span(&pair);
        let mut range = Range { low: None, high: None, span };
        let mut after_dots = false;
        for child in pair.into_inner() {
            match child.as_rule() {
                Rule::range_dots => after_dots = true,
                _ if after_dots => range.high = Some(self.expr(child)),
                _ => range.low = Some(self.expr(child)),
            }
        }
        range
    }

    /// `(a: T, b, c: U = 3)`, if it comes next.
    pub(super) fn params(&mut self, cursor: &mut Cursor<'_>) -> Vec<Param> {
        let mut params = Vec::new();
        let Some(pair) = cursor.next_if(Rule::params) else { return params };
        for child in pair.into_inner() {
            match child.as_rule() {
                Rule::param => self.param(child, &mut params),
                Rule::params_junk => self.head_junk(&child, "parameters are `name: type`"),
                _ => self.close_missing(&child, ')'),
            }
        }
        params
    }

    fn param(&mut self, pair: Pair<'_>, params: &mut Vec<Param>) {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let mut names: Vec<Name> = Vec::new();
        while let Some(word) = cursor.next_if(Rule::word) {
            names.push(self.new_name(&word));
        }
        let ty = self.next_type(&mut cursor, span, "a parameter");
        let default = self.default(&mut cursor);
        for name in names {
            params.push(Param { name, ty: ty.clone(), default: default.clone(), span });
        }
    }

    /// `= E`, if it comes next.
    pub(super) fn default(&mut self, cursor: &mut Cursor<'_>) -> Option<Expr> {
        cursor.next_if(Rule::default).map(|pair| self.inner(pair))
    }

    /// `= E`, whose absence is reported.
    pub(super) fn needed_default(
        &mut self,
        cursor: &mut Cursor<'_>,
        whole: Span,
        what: &str,
    ) -> Expr {
        match self.default(cursor) {
            Some(value) => value,
            None => {
                let message = format!("{what} needs a value after `=`");
                self.missing(whole, message, "no value is given");
                Expr::error(whole.after())
            }
        }
    }

    /// The next child as a path.
    pub(super) fn next_path(&mut self, cursor: &mut Cursor<'_>, whole: Span) -> Path {
        match cursor.next_if(Rule::path) {
            Some(pair) => self.path(pair),
            None => Path { names: Vec::new(), span: whole.after() },
        }
    }

    /// The moment inside a pair, as in `until M`.
    pub(super) fn inner_moment(&mut self, pair: Pair<'_>) -> Moment {
        let span = self.span(&pair);
        match pair.into_inner().find(|child| child.as_rule() == Rule::moment) {
            Some(moment) => self.moment(moment),
            None => Moment {
                edge: None,
                whose: None,
                next: false,
                path: Path { names: Vec::new(), span },
                role: None,
                span,
            },
        }
    }

    /// `end of my next turn`
    pub(super) fn moment(&mut self, pair: Pair<'_>) -> Moment {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let edge = cursor.next_if(Rule::edge).map(|pair| {
            if pair.as_str().starts_with('s') { MomentEdge::Start } else { MomentEdge::End }
        });
        let mut whose = None;
        let mut next = false;
        while let Some(Rule::whose | Rule::next) = cursor.peek() {
            match cursor.next() {
                Some(pair) if pair.as_rule() == Rule::whose => whose = Some(self.whose(pair)),
                _ => next = true,
            }
        }
        let path = self.next_path(&mut cursor, span);
        let role = cursor.next_if(Rule::moment_role).map(|pair| self.inner_name(pair));
        Moment { edge, whose, next, path, role, span }
    }

    /// `my`, `foe's`, `each`, `p's`
    pub(super) fn whose(&mut self, pair: Pair<'_>) -> Whose {
        let span = self.span(&pair);
        let written = pair.as_str();
        let kind = match written.as_bytes() {
            [b'm', b'y', b' ', ..] => WhoseKind::My,
            [b'F', ..] => WhoseKind::Foes,
            [b'E', ..] => WhoseKind::Each,
            _ => match pair.into_inner().next() {
                Some(name) => WhoseKind::Of(Box::new(self.primary(name))),
                None => WhoseKind::My,
            },
        };
        Whose { kind, span }
    }
}
