//! Expressions: the flat list of operands and operators gets its shape here, by precedence climbing.

use super::{Cursor, MAX_EXPR_DEPTH, Pair, Rule, STACK_ADDED, STACK_LEFT, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::parser::numbers;
use crate::source::Span;
use crate::tree::{
    Arg, Binary, BinaryOp, Call, CutRoute, Expr, ExprKind, FieldOf, Identity, IsWhat, Membership,
    Name, Related, UnaryOp,
};

/// How tightly operators bind, from the loosest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Power {
    Or,
    And,
    Not,
    Compare,
    Otherwise,
    FollowedBy,
    Add,
    Multiply,
    Sign,
}

/// An operator between operands.
struct Infix {
    power: Power,
    kind: InfixKind,
    span: Span,
}

enum InfixKind {
    Binary(BinaryOp),
    Relation(crate::tree::Name),
    In { negated: bool },
    Is { negated: bool },
    Has,
}

impl Walk<'_> {
    /// An `expr`, `term` or `sum`.
    pub(super) fn expr(&mut self, pair: Pair<'_>) -> Expr {
        let span = self.span(&pair);
        if self.depth >= MAX_EXPR_DEPTH {
            self.too_long(span);
            return Expr::error(span);
        }
        let depth = self.depth;
        self.depth += 1;
        let result = stacker::maybe_grow(STACK_LEFT, STACK_ADDED, || {
            let mut cursor = self.cursor(pair);
            self.climb(&mut cursor, Power::Or, span)
        });
        self.depth = depth;
        result
    }

    fn too_long(&mut self, span: Span) {
        self.report(
            Diagnostic::new(
                codes::EXPRESSION_TOO_LONG,
                format!("this expression has more than {MAX_EXPR_DEPTH} parts inside one another"),
                span,
            )
            .label("too long to be read")
            .help("give parts of it a name with `define` or `let`"),
        );
    }

    fn climb(&mut self, cursor: &mut Cursor<'_>, least: Power, whole: Span) -> Expr {
        let left = self.prefixed(cursor, whole);
        self.climb_from(cursor, left, least, whole)
    }

    fn climb_from(
        &mut self,
        cursor: &mut Cursor<'_>,
        mut left: Expr,
        least: Power,
        whole: Span,
    ) -> Expr {
        while let Some(ahead) = cursor.peek_pair() {
            let Some(power) = power(ahead) else { break };
            if power < least {
                break;
            }
            let Some(infix) = cursor.next().and_then(|pair| self.infix(pair, power)) else { break };
            if !self.deepen(cursor, whole) {
                return Expr::error(whole);
            }
            left = self.join_operands(cursor, left, infix, whole);
        }
        left
    }

    /// Goes one deeper; false, with the rest dropped, when that is too deep.
    fn deepen(&mut self, cursor: &mut Cursor<'_>, whole: Span) -> bool {
        self.depth += 1;
        if self.depth < MAX_EXPR_DEPTH {
            return true;
        }
        self.too_long(whole);
        cursor.by_ref().for_each(drop);
        false
    }

    fn join_operands(
        &mut self,
        cursor: &mut Cursor<'_>,
        left: Expr,
        infix: Infix,
        whole: Span,
    ) -> Expr {
        if let InfixKind::Is { negated } = infix.kind {
            return self.is_what(cursor, left, negated, whole);
        }
        let right = self.climb(cursor, next_power(infix.power), whole);
        let span = left.span.to(right.span);
        let kind = match infix.kind {
            InfixKind::Binary(op) => {
                ExprKind::Binary(Box::new(Binary { op, op_span: infix.span, left, right }))
            }
            InfixKind::Relation(name) => {
                ExprKind::Relation(Box::new(Related { name, left, right }))
            }
            InfixKind::In { negated } => {
                ExprKind::In(Box::new(Membership { value: left, negated, set: right }))
            }
            InfixKind::Has => ExprKind::Has { owner: Box::new(left), ability: Box::new(right) },
            InfixKind::Is { .. } => ExprKind::Error,
        };
        Expr { kind, span }
    }

    fn is_what(
        &mut self,
        cursor: &mut Cursor<'_>,
        value: Expr,
        negated: bool,
        whole: Span,
    ) -> Expr {
        let (what, end) = match cursor.peek_pair() {
            Some(pair) if pair.as_rule() == Rule::some => {
                let pair_span = self.span(pair);
                let child = cursor.next().and_then(|pair| pair.into_inner().next());
                match child {
                    Some(name) if name.as_rule() == Rule::ident => {
                        let name = self.new_name(&name);
                        let end = name.span;
                        (IsWhat::Some(name), end)
                    }
                    _ => {
                        self.missing(pair_span, "`is some` names the value that is there", "");
                        (IsWhat::Value(Expr::error(pair_span)), pair_span)
                    }
                }
            }
            Some(pair) if pair.as_rule() == Rule::ident && self.written(pair) == "empty" => {
                let span = self.span(pair);
                cursor.next();
                (IsWhat::Empty(span), span)
            }
            _ => {
                let right = self.climb(cursor, next_power(Power::Compare), whole);
                let end = right.span;
                (IsWhat::Value(right), end)
            }
        };
        let span = value.span.to(end);
        Expr { kind: ExprKind::Is(Box::new(Identity { value, negated, what })), span }
    }

    fn infix(&mut self, pair: Pair<'_>, power: Power) -> Option<Infix> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::or => InfixKind::Binary(BinaryOp::Or),
            Rule::and => InfixKind::Binary(BinaryOp::And),
            Rule::otherwise => InfixKind::Binary(BinaryOp::Otherwise),
            Rule::followed => InfixKind::Binary(BinaryOp::FollowedBy),
            Rule::is => InfixKind::Is { negated: pair.into_inner().next().is_some() },
            Rule::in_set => InfixKind::In { negated: pair.as_str().starts_with('N') },
            Rule::has => InfixKind::Has,
            Rule::of_whom => InfixKind::Relation(Name { text: "of".into(), span, quoted: false }),
            Rule::relation_word => {
                let name = pair.into_inner().next()?;
                InfixKind::Relation(self.name(&name))
            }
            _ => InfixKind::Binary(match pair.as_str() {
                "==" => BinaryOp::Equal,
                "!=" => BinaryOp::NotEqual,
                "<" => BinaryOp::Less,
                "<=" => BinaryOp::AtMost,
                ">" => BinaryOp::More,
                ">=" => BinaryOp::AtLeast,
                "+" => BinaryOp::Add,
                "-" => BinaryOp::Subtract,
                "*" => BinaryOp::Multiply,
                "/" => BinaryOp::Divide,
                _ => {
                    self.equals_in_condition(span);
                    BinaryOp::Equal
                }
            }),
        };
        Some(Infix { power, kind, span })
    }

    /// An operand after any number of `not`, `-` and `+`: signs bind tightly, `not` reaches over comparisons.
    fn prefixed(&mut self, cursor: &mut Cursor<'_>, whole: Span) -> Expr {
        let mut prefixes = Vec::new();
        while let Some(Rule::not | Rule::sign) = cursor.peek() {
            let Some(pair) = cursor.next() else { break };
            let op = match pair.as_str().as_bytes().first() {
                Some(b'N') => UnaryOp::Not,
                Some(b'-') => UnaryOp::Minus,
                _ => UnaryOp::Plus,
            };
            prefixes.push((op, self.span(&pair)));
            if !self.deepen(cursor, whole) {
                return Expr::error(whole);
            }
        }
        let mut value = self.operand(cursor, whole);
        let mut open = prefixes.iter().any(|(op, _)| *op == UnaryOp::Not);
        for (op, span) in prefixes.into_iter().rev() {
            if op == UnaryOp::Not && open {
                value = self.climb_from(cursor, value, Power::Compare, whole);
                open = false;
            }
            if op != UnaryOp::Not && matches!(value.kind, ExprKind::Text(_)) {
                let sign = if op == UnaryOp::Minus { '-' } else { '+' };
                let message = format!("a value is missing after `{sign}`");
                self.missing(span, message, "a number was expected, and a quoted text follows");
            }
            let span = span.to(value.span);
            value = Expr { kind: ExprKind::Unary { op, value: Box::new(value) }, span };
        }
        value
    }

    /// A primary with its calls and fields.
    pub(super) fn operand(&mut self, cursor: &mut Cursor<'_>, whole: Span) -> Expr {
        let Some(pair) = cursor.next() else {
            self.value_missing(whole.after());
            return Expr::error(whole.after());
        };
        let mut value = self.primary(pair);
        loop {
            value = match cursor.peek() {
                Some(Rule::call) => self.call(cursor, value),
                Some(Rule::field) => self.field(cursor, value),
                Some(Rule::as_of) => self.as_of(cursor, value),
                Some(Rule::size) => self.size(cursor, value),
                _ => return value,
            };
            if !self.deepen(cursor, whole) {
                return Expr::error(whole);
            }
        }
    }

    pub(super) fn value_missing(&mut self, span: Span) {
        let end = self.offsets(span).end;
        let rest = self.text.get(end..).unwrap_or("");
        if let Some(found) = self.slip_at_gap(end) {
            return self.report_recognized(found);
        }
        if rest.trim_start_matches(' ').starts_with("if ") {
            let found = Diagnostic::new(codes::BAD_CLAUSE, "a value is missing here", span);
            let help = "a value that depends on a condition reads `if C then A else B`";
            return self.report(found.label("a value was expected").help(help));
        }
        let at = end + (rest.len() - rest.trim_start_matches(' ').len());
        if self.slice(at, at + 1) == "!" {
            let sign = self.bytes(at, at + 1);
            let found = Diagnostic::new(codes::BAD_CLAUSE, "`!` is no sign of this language", sign);
            return self.report(found.label("not read").fix("write `not`", sign, "not "));
        }
        self.missing(span, "a value is missing here", "a value was expected");
    }

    fn call(&mut self, cursor: &mut Cursor<'_>, callee: Expr) -> Expr {
        let Some(pair) = cursor.next() else { return callee };
        let span = callee.span.to(self.span(&pair));
        let mut args = Vec::new();
        for child in pair.into_inner() {
            match child.as_rule() {
                Rule::arg => args.push(self.arg(child)),
                _ => self.close_missing(&child, ')'),
            }
        }
        args.shrink_to_fit();
        Expr { kind: ExprKind::Call(Box::new(Call { callee, args })), span }
    }

    fn arg(&mut self, pair: Pair<'_>) -> Arg {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let first = self.full(&mut cursor, span);
        if cursor.peek().is_none() {
            return Arg { name: None, value: first, span };
        }
        let value = self.full(&mut cursor, span);
        let name = match first.kind {
            ExprKind::Name(name) => Some(name),
            _ => {
                self.missing(first.span, "only a name may stand before `:`", "not a name");
                None
            }
        };
        Arg { name, value, span }
    }

    fn field(&mut self, cursor: &mut Cursor<'_>, of: Expr) -> Expr {
        let Some(pair) = cursor.next() else { return of };
        let name = self.inner_name(pair);
        let span = of.span.to(name.span);
        Expr { kind: ExprKind::Field(Box::new(FieldOf { of, name })), span }
    }

    fn as_of(&mut self, cursor: &mut Cursor<'_>, value: Expr) -> Expr {
        let Some(pair) = cursor.next() else { return value };
        let moment = Box::new(self.inner_moment(pair));
        let span = value.span.to(moment.span);
        Expr { kind: ExprKind::AsOf { value: Box::new(value), moment }, span }
    }

    fn size(&mut self, cursor: &mut Cursor<'_>, width: Expr) -> Expr {
        let Some(number) = cursor.next().and_then(|pair| pair.into_inner().next()) else {
            return width;
        };
        let depth = Box::new(self.number(&number));
        let span = width.span.to(depth.span);
        Expr { kind: ExprKind::Size { width: Box::new(width), depth }, span }
    }

    /// A bracket that is not closed where it could be.
    pub(super) fn close_missing(&mut self, pair: &Pair<'_>, mark: char) {
        let at = self.start(pair);
        let written = self.slice(0, at).trim_end().len();
        let line = self.slice(at, self.text.len()).find('\n').map_or(self.text.len(), |it| at + it);
        if let Some(found) = self.slip("", self.clause_start.min(at), at, line) {
            return self.report_recognized(found);
        }
        let span = self.bytes(written, written);
        let rest = self.slice(at, (at + 24).min(self.text.len()));
        let found = rest.split_whitespace().next().unwrap_or("");
        let message = if found.is_empty() {
            format!("`{mark}` is missing here")
        } else {
            format!("`{mark}` or `,` was expected before `{found}`")
        };
        self.missing(span, message, "the bracket is still open here");
    }

    /// A whole right-hand side: an expression with its `where`, `while`, `for each`.
    pub(super) fn full(&mut self, cursor: &mut Cursor<'_>, whole: Span) -> Expr {
        let mut value = match cursor.peek() {
            Some(Rule::expr) => match cursor.next() {
                Some(pair) => self.expr(pair),
                None => return Expr::error(whole),
            },
            Some(Rule::missing) => {
                let span = cursor.next().map_or(whole.after(), |pair| self.gap(&pair));
                self.value_missing(span);
                return Expr::error(span);
            }
            _ => {
                self.value_missing(whole.after());
                return Expr::error(whole.after());
            }
        };
        while let Some(Rule::r#where | Rule::for_each_tail | Rule::while_tail | Rule::touching) =
            cursor.peek()
        {
            let Some(pair) = cursor.next() else { break };
            value = self.full_tail(value, pair);
        }
        value
    }

    /// Who wins: a player, or players and which of them.
    pub(super) fn winners(&mut self, cursor: &mut Cursor<'_>, whole: Span) -> Expr {
        let winners = self.value(cursor, whole);
        match cursor.next_if(Rule::r#where) {
            Some(pair) => self.full_tail(winners, pair),
            None => winners,
        }
    }

    fn full_tail(&mut self, value: Expr, pair: Pair<'_>) -> Expr {
        let span = value.span.to(self.span(&pair));
        let rule = pair.as_rule();
        let kind = match rule {
            Rule::r#where => {
                ExprKind::Filter { set: Box::new(value), condition: Box::new(self.inner(pair)) }
            }
            Rule::for_each_tail => match self.inner_binder(pair) {
                Some(binder) => {
                    ExprKind::ForEach { value: Box::new(value), binder: Box::new(binder) }
                }
                None => ExprKind::Error,
            },
            _ => {
                let until_touching = rule == Rule::touching;
                let stop = self.inner(pair);
                ExprKind::Route(Box::new(CutRoute { route: value, until_touching, stop }))
            }
        };
        Expr { kind, span }
    }

    /// The one expression inside a pair, as in `where C`.
    pub(super) fn inner(&mut self, pair: Pair<'_>) -> Expr {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        self.value(&mut cursor, span)
    }

    /// The next child as an expression whose `where` belongs to what stands around it.
    pub(super) fn bare(&mut self, cursor: &mut Cursor<'_>, whole: Span) -> Expr {
        match cursor.next_if(Rule::expr) {
            Some(pair) => self.expr(pair),
            None => self.value(cursor, whole),
        }
    }

    /// The next child as an expression; its absence is reported.
    pub(super) fn value(&mut self, cursor: &mut Cursor<'_>, whole: Span) -> Expr {
        match cursor.peek() {
            Some(Rule::term | Rule::sum) => {
                cursor.next().map_or_else(|| Expr::error(whole), |pair| self.expr(pair))
            }
            _ => self.full(cursor, whole),
        }
    }

    /// A zero-width place, moved back to the end of what was written before it.
    pub(super) fn gap(&self, pair: &Pair<'_>) -> Span {
        let at = self.slice(0, self.start(pair)).trim_end().len();
        self.bytes(at, at)
    }

    /// A number with its measure.
    pub(super) fn number(&mut self, pair: &Pair<'_>) -> Expr {
        let span = self.span(pair);
        let kind = match numbers::read(pair.as_str()) {
            Some(number) => ExprKind::Number(number),
            None => {
                self.report(
                    Diagnostic::new(codes::BAD_CLAUSE, "this number is too large", span)
                        .label("more than eighteen digits, or nine behind the point"),
                );
                ExprKind::Error
            }
        };
        Expr { kind, span }
    }
}

fn power(pair: &Pair<'_>) -> Option<Power> {
    Some(match pair.as_rule() {
        Rule::or => Power::Or,
        Rule::and => Power::And,
        Rule::is | Rule::in_set | Rule::has | Rule::relation_word => Power::Compare,
        Rule::otherwise => Power::Otherwise,
        Rule::followed => Power::FollowedBy,
        Rule::of_whom => Power::Multiply,
        Rule::operator | Rule::sum_operator => match pair.as_str() {
            "*" | "/" => Power::Multiply,
            "+" | "-" => Power::Add,
            _ => Power::Compare,
        },
        _ => return None,
    })
}

fn next_power(power: Power) -> Power {
    match power {
        Power::Or => Power::And,
        Power::And | Power::Not => Power::Not,
        Power::Compare => Power::Otherwise,
        Power::Otherwise => Power::FollowedBy,
        Power::FollowedBy => Power::Add,
        Power::Add => Power::Multiply,
        Power::Multiply | Power::Sign => Power::Sign,
    }
}
