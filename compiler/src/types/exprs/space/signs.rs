//! Signs of operations: how each is written, what values it takes, and what it gives.

use crate::typed::{Expr, ExprKind, Locals, SpaceType, Type};
use crate::types::checker::{Checker, INT, bare, error};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;
use warwright_ir::{Given, SPACE_OPS, SpaceOp, SpaceSign, Wanted, Written};

impl Checker<'_> {
    /// An operation: the first sign that takes as many values, and these.
    pub(super) fn operation(
        &mut self,
        name: &str,
        signs: &[&'static SpaceSign],
        args: &[&tree::Expr],
        span: Span,
    ) -> Expr {
        let fitting: Vec<&&SpaceSign> =
            signs.iter().filter(|sign| sign.takes.len() == args.len()).collect();
        let Some(first) = fitting.first() else {
            let forms: Vec<String> = signs.iter().map(|sign| shown(sign)).collect();
            Diagnostic::at(codes::MISSING_ARGUMENT, span)
                .says(format!("`{name}` does not take {} values", args.len()))
                .help(format!("it is written {}", forms.join(", or ")))
                .emit(self.sink);
            return error(span);
        };
        let mut found: Vec<Expr> = Vec::with_capacity(args.len());
        for (at, arg) in args.iter().enumerate() {
            // The signs that the values before it leave, of which the first says what is wanted.
            let sign = fitting
                .iter()
                .find(|sign| sign.takes.iter().zip(&found).all(|(w, v)| self.accepts(*w, &v.ty)))
                .unwrap_or(first);
            let hint = sign.takes.get(at).and_then(|wanted| self.type_of_wanted(*wanted));
            found.push(self.infer(arg, hint.as_ref()));
        }
        if found.iter().any(|value| matches!(value.ty, Type::Error)) {
            return error(span);
        }
        let takes = |sign: &SpaceSign| {
            sign.takes.iter().zip(&found).all(|(wanted, value)| self.accepts(*wanted, &value.ty))
        };
        if let Some(sign) = fitting.iter().find(|sign| takes(sign)) {
            self.note_asked_where(sign, &found, span);
            self.corner_is_there(sign.op, &found);
            return self.space_value(sign, found, span);
        }
        let misfit = |sign: &&&&SpaceSign| {
            sign.takes.iter().zip(&found).take_while(|(w, v)| self.accepts(**w, &v.ty)).count()
        };
        // The sign that comes closest says what is wrong.
        let closest = fitting.iter().max_by_key(|sign| misfit(sign)).unwrap_or(first);
        let wrong = closest.takes.iter().zip(&found).find(|(w, v)| !self.accepts(**w, &v.ty));
        if let Some((wanted, value)) = wrong {
            let (wanted, value) = (*wanted, value.clone());
            self.not_taken(wanted, &value);
        }
        error(span)
    }

    /// A wheel goes round a front corner, and a corner lies between sides that meet.
    fn corner_is_there(&mut self, op: SpaceOp, of: &[Expr]) {
        let lies_across = |side: &Expr| match side.kind {
            ExprKind::Cell(0 | 3) => Some(true),
            ExprKind::Cell(_) => Some(false),
            _ => None,
        };
        let (at, message, help) = match (op, of) {
            (SpaceOp::Wheeling, [_, side, _]) if lies_across(side) == Some(true) => (
                side.span,
                "a wheel goes round a front corner",
                "the second and the third of the sides are meant, the left one or the right one",
            ),
            (SpaceOp::Corner, [_, one, other])
                if lies_across(one).is_some() && lies_across(one) == lies_across(other) =>
            {
                let span = one.span.to(other.span);
                (span, "these sides have no corner in common", "one lies across, one along")
            }
            _ => return,
        };
        Diagnostic::at(codes::WRONG_TYPE, at)
            .says(message)
            .label("no corner lies there")
            .help(help)
            .emit(self.sink);
    }

    /// Notes that it is asked where a piece is by who does not know whether it is anywhere. A question of yes or no has an answer.
    fn note_asked_where(&mut self, sign: &SpaceSign, of: &[Expr], span: Span) {
        if matches!(sign.gives, Given::Bool) {
            return;
        }
        for value in of {
            let Type::Entity(kind) = value.ty else { continue };
            let field = self.typed.kinds.get(kind).and_then(|def| def.place.or(def.region));
            let known = field.is_some_and(|field| {
                let kind = ExprKind::Field { of: Box::new(value.clone()), field };
                let ty = self.typed.fields.get(field).map_or(Type::Error, |def| def.ty.clone());
                self.scope.is_known(&Expr { kind, ty, span })
            });
            if field.is_some() && !known {
                self.met.asked_where.entry(kind).or_insert(span);
            }
        }
    }

    /// One value of what is wanted, or a diagnostic.
    pub(crate) fn wanted(&mut self, expr: &tree::Expr, wanted: Wanted) -> Expr {
        let hint = self.type_of_wanted(wanted);
        let found = self.infer(expr, hint.as_ref());
        if matches!(found.ty, Type::Error) || self.accepts(wanted, &found.ty) {
            return found;
        }
        self.not_taken(wanted, &found);
        error(expr.span)
    }

    fn not_taken(&mut self, wanted: Wanted, value: &Expr) {
        let source = self.source_of(value.span);
        if let Type::Optional(inner) = &value.ty
            && self.accepts(wanted, inner)
        {
            self.may_be_none(value);
            return;
        }
        // A number without its measure is told as everywhere.
        if let Some(measure @ (Type::Length | Type::Angle)) = self.type_of_wanted(wanted)
            && matches!(value.ty, Type::Int { .. } | Type::Ratio)
        {
            self.coerce(value.clone(), &measure);
            return;
        }
        let what = words(wanted);
        let ty = self.with_article(&value.ty);
        let diagnostic = Diagnostic::at(codes::WRONG_TYPE, value.span)
            .says(format!("{what} is wanted here, and this is {ty}"))
            .label(format!("of type {}", self.type_name(&value.ty)));
        let at_place = matches!(bare(&value.ty), Type::Space(SpaceType::Place));
        self.report(match (wanted, bare(&value.ty)) {
            (Wanted::Shape | Wanted::Shapes | Wanted::Point, _) if at_place => {
                diagnostic.help(format!("its point is `{source}.at`"))
            }
            (Wanted::Length, Type::Entity(kind)) if self.facts.cell == Some(*kind) => {
                diagnostic.help("cells stand side by side, without brackets: `E4, F5`")
            }
            (Wanted::Shape | Wanted::Shapes | Wanted::Solid | Wanted::Ground, Type::Text) => {
                match self.plural_of_area(&source) {
                    Some(all) => diagnostic.help(format!(
                        "ground is found by its name: `for each g in {all} where g.name is \"{source}\" {{ .. }}`, `any g in {all} where g.name is \"{source}\" and ..`"
                    )),
                    None => diagnostic,
                }
            }
            (_, Type::Entity(_)) if self.facts.cell.is_some() => {
                let cell = self.facts.cell.map_or(Type::Error, Type::Entity);
                self.with_ways(diagnostic, &self.ways(bare(&value.ty), &source, &cell), value.span)
            }
            (_, Type::Entity(kind)) => {
                let asked = self.lengths_between(*kind);
                let kind = self.kind_name(*kind).to_owned();
                let diagnostic = match asked.as_slice() {
                    [] => diagnostic,
                    asked => diagnostic.help(format!(
                        "of two things of kind `{kind}` the game gives a length by {}",
                        asked.join(", ")
                    )),
                };
                diagnostic.help(format!(
                    "a kind stands on the board when it `is piece` and has a profile or a derived fact of type `footprint`, and lies on it when it `is area`; `{kind}` does neither"
                ))
            }
            (Wanted::Side, _) if self.typed.sides.is_none() => diagnostic
                .help("the system says which enum names the sides of a footprint: `sides Side` in its braces, and `enum Side { front, left, right, rear }`"),
            _ => diagnostic,
        });
    }

    /// What of a game gives a length for two things of a kind, as it is called.
    fn lengths_between(&self, kind: ir::KindId) -> Vec<String> {
        const FEW: usize = 4;
        let of_kind =
            |locals: &Locals| locals.all.iter().take(2).all(|local| local.ty == Type::Entity(kind));
        let functions = self.typed.functions.values();
        let functions = functions.filter(|def| def.params == 2 && def.ty == Type::Length);
        let named = functions.filter(|def| of_kind(&def.locals)).map(|def| &def.name);
        named.take(FEW).map(|name| format!("`{name}(a, b)`")).collect()
    }

    /// The word for all areas of the kind of which some battle has one of that name.
    fn plural_of_area(&self, name: &str) -> Option<&str> {
        let content = self.input.content;
        let items = content.index.scenarios.values().flat_map(|it| &it.items);
        let what = items.filter_map(|item| match item {
            tree::ScenarioItem::Put(put) => {
                let called = put.alias.as_ref().is_some_and(|alias| *alias.text == *name);
                called.then(|| crate::like::written_name(&put.what)).flatten()
            }
            _ => None,
        });
        let entities = what.flat_map(|what| content.named(what));
        let mut shapes = entities.filter_map(|id| content.index.shape(content.entity(*id)?.kind));
        shapes.find(|shape| shape.base == ir::KindBase::Area).map(|shape| shape.plural.as_str())
    }

    /// Whether values of a type are taken where that is wanted.
    pub(super) fn accepts(&self, wanted: Wanted, ty: &Type) -> bool {
        let kind = |id: &ir::KindId| self.typed.kinds.get(*id);
        let stands = |id: &ir::KindId| kind(id).is_some_and(|def| def.place.is_some());
        let lies = |id: &ir::KindId| kind(id).is_some_and(|def| def.region.is_some());
        match (wanted, ty) {
            (Wanted::Shape | Wanted::Shapes, Type::Entity(id)) => stands(id) || lies(id),
            (
                Wanted::Shape | Wanted::Shapes,
                Type::Space(SpaceType::Point | SpaceType::Edge | SpaceType::Region),
            ) => true,
            (Wanted::Shapes | Wanted::Pieces, Type::Set(item) | Type::List(item)) => {
                matches!(&**item, Type::Entity(id) if stands(id) || lies(id))
            }
            (Wanted::Solid, Type::Entity(id)) => stands(id) || lies(id),
            (Wanted::Solid, Type::Space(SpaceType::Point | SpaceType::Region)) => true,
            (Wanted::Piece, Type::Entity(id)) => stands(id),
            (Wanted::Ground, Type::Entity(id)) => lies(id),
            (Wanted::Ground, Type::Space(SpaceType::Region))
            | (Wanted::Point, Type::Space(SpaceType::Point))
            | (Wanted::Place, Type::Space(SpaceType::Place))
            | (Wanted::Footprint, Type::Space(SpaceType::Footprint))
            | (Wanted::Edge, Type::Space(SpaceType::Edge))
            | (Wanted::Route, Type::Space(SpaceType::Route))
            | (Wanted::Plan, Type::Space(SpaceType::Plan))
            | (Wanted::Length, Type::Length)
            | (Wanted::Angle, Type::Angle) => true,
            (Wanted::Points, Type::List(item)) => **item == Type::Space(SpaceType::Point),
            (Wanted::Side, Type::Member(id)) => self.typed.sides == Some(*id),
            (Wanted::Any, Type::Space(_)) => true,
            (Wanted::Cell, Type::Entity(id)) => self.facts.cell == Some(*id),
            (Wanted::Int, Type::Int { .. }) => true,
            _ => false,
        }
    }

    /// The type that values are looked up for, where only one will do.
    fn type_of_wanted(&self, wanted: Wanted) -> Option<Type> {
        match wanted {
            Wanted::Side => self.typed.sides.map(Type::Member),
            Wanted::Length => Some(Type::Length),
            Wanted::Angle => Some(Type::Angle),
            Wanted::Int => Some(INT),
            Wanted::Points => Some(Type::List(Box::new(Type::Space(SpaceType::Point)))),
            _ => None,
        }
    }

    pub(crate) fn space_value(&self, sign: &SpaceSign, args: Vec<Expr>, span: Span) -> Expr {
        let cell = || self.cell_type().unwrap_or(Type::Error);
        let ty = match sign.gives {
            Given::Bool => Type::Bool,
            Given::Length => Type::Length,
            Given::Angle => Type::Angle,
            Given::AngleOrNone => Type::Optional(Box::new(Type::Angle)),
            Given::Ratio => Type::Ratio,
            Given::Side => self.typed.sides.map_or(Type::Error, Type::Member),
            Given::Point => Type::Space(SpaceType::Point),
            Given::Place => Type::Space(SpaceType::Place),
            Given::Places => Type::List(Box::new(Type::Space(SpaceType::Place))),
            Given::Footprint => Type::Space(SpaceType::Footprint),
            Given::Edge => Type::Space(SpaceType::Edge),
            Given::Region => Type::Space(SpaceType::Region),
            Given::Route => Type::Space(SpaceType::Route),
            Given::Int => INT,
            Given::Cell => cell(),
            Given::CellOrNone => Type::Optional(Box::new(cell())),
            Given::Cells => Type::List(Box::new(cell())),
        };
        Expr { kind: ExprKind::Space { op: sign.op, args }, ty, span }
    }
}

pub(super) fn signs(name: &str, written: Written) -> Vec<&'static SpaceSign> {
    SPACE_OPS.iter().filter(|sign| sign.name == name && sign.written == written).collect()
}

/// How an operation is written, for help.
fn shown(sign: &SpaceSign) -> String {
    let takes: Vec<&str> = sign.takes.iter().map(|wanted| words(*wanted)).collect();
    match (sign.written, takes.as_slice()) {
        (Written::Infix, [left, right]) => format!("`{left} {} {right}`", sign.name),
        _ => format!("`{}({})`", sign.name, takes.join(", ")),
    }
}

/// What is wanted, in words.
const fn words(wanted: Wanted) -> &'static str {
    match wanted {
        Wanted::Shape => "a piece, an area, a point, an edge or a region",
        Wanted::Shapes => "a shape, or a set of pieces or areas",
        Wanted::Solid => "a piece, an area, a point or a region",
        Wanted::Piece => "a piece on the board",
        Wanted::Pieces => "a set of pieces or areas",
        Wanted::Ground => "a region or an area",
        Wanted::Point => "a point",
        Wanted::Points => "a list of points",
        Wanted::Place => "a place",
        Wanted::Footprint => "a footprint",
        Wanted::Edge => "an edge",
        Wanted::Route => "a route",
        Wanted::Plan => "a plan",
        Wanted::Length => "a length",
        Wanted::Angle => "an angle",
        Wanted::Side => "a side",
        Wanted::Any => "a value of the board",
        Wanted::Cell => "a cell",
        Wanted::Int => "a whole number",
    }
}
