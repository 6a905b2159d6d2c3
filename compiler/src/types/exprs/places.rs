//! Other states: `as of`, `supposing`; and what cannot stand in an expression: rolls, acts, the board.

use super::super::checker::{Checker, INT, error};
use super::{cell, sound};
use crate::typed::{Expr, ExprKind, LocalId, PlanDef, SpaceType, Supposed, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;
use warwright_ir::Wanted;

impl Checker<'_> {
    /// `E as of m`.
    pub(super) fn as_of(
        &mut self,
        value: &tree::Expr,
        moment: &tree::Moment,
        hint: Option<&Type>,
        span: Span,
    ) -> Option<Expr> {
        let used = self.moment(moment);
        let present = self.scope.look_back();
        let of = self.infer(value, hint);
        self.scope.look_up(present);
        let (used, of) = (used?, sound(of)?);
        let Some(moment_id) = used.moment else {
            let message =
                "the battle as a whole is no moment to look back to; name a procedure or step";
            return Some(self.broken(codes::NOBODYS_MOMENT, message, moment.span));
        };
        if used.edge.is_some() || used.next || used.whose.is_some() {
            let message =
                "looking back names a procedure or step that is going on, and nothing else";
            return Some(self.broken(codes::WHOSE_MOMENT, message, moment.span));
        }
        let ty = of.ty.clone();
        Some(Expr { kind: ExprKind::AsOf { moment: moment_id, of: Box::new(of) }, ty, span })
    }

    /// `supposing x gone, y has A { E }`.
    pub(super) fn supposing(
        &mut self,
        changes: &[tree::Supposition],
        value: &tree::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let supposed = changes.iter().filter_map(|change| self.supposition(change));
        let supposed: Vec<Supposed> = supposed.collect();
        let mark = self.scope.mark();
        self.scope.forget(None);
        let of = self.infer(value, hint);
        self.scope.reset(mark);
        if supposed.len() < changes.len() || matches!(of.ty, Type::Error) {
            return error(span);
        }
        let ty = of.ty.clone();
        Expr { kind: ExprKind::Supposing { changes: supposed.into(), of: Box::new(of) }, ty, span }
    }

    fn supposition(&mut self, change: &tree::Supposition) -> Option<Supposed> {
        match &change.change {
            tree::SupposedChange::At(place) => self.supposed_place(change, place),
            tree::SupposedChange::Joined { .. } => {
                self.broken(
                    codes::NOT_STATE,
                    "ties cannot be supposed yet; suppose a state field or a status",
                    change.span,
                );
                None
            }
            tree::SupposedChange::Gone => {
                let of = self.infer(&change.what, None);
                self.is_entity(&of).then_some(Supposed::Gone(of))
            }
            tree::SupposedChange::Has(ability) => self.supposed_holding(change, ability, true),
            tree::SupposedChange::Lacks(ability) => self.supposed_holding(change, ability, false),
            tree::SupposedChange::Set(value) => {
                let mark = self.scope.mark();
                self.scope.forget(None);
                let target = self.infer(&change.what, None);
                self.scope.reset(mark);
                match target.kind {
                    ExprKind::Field { of, field } => {
                        let value = self.expr(value, Some(&target.ty));
                        Some(Supposed::Field { of: *of, field, value })
                    }
                    ExprKind::Error => None,
                    _ => {
                        self.broken(
                            codes::NOT_STATE,
                            "only state can be supposed; figures and what is derived follow from it",
                            change.what.span,
                        );
                        None
                    }
                }
            }
        }
    }

    /// `u at P`.
    fn supposed_place(
        &mut self,
        change: &tree::Supposition,
        place: &tree::Expr,
    ) -> Option<Supposed> {
        let of = self.wanted(&change.what, ir::Wanted::Piece);
        let value = self.expr(place, Some(&Type::Space(SpaceType::Place)));
        let Type::Entity(kind) = of.ty else { return None };
        let field = self.typed.kinds.get(kind)?.place?;
        (!matches!(value.ty, Type::Error)).then_some(Supposed::Field { of, field, value })
    }

    fn supposed_holding(
        &mut self,
        change: &tree::Supposition,
        ability: &tree::Expr,
        holds: bool,
    ) -> Option<Supposed> {
        let of = self.infer(&change.what, None);
        let (name, _) = self.ability_call(ability)?;
        let (id, args) = match holds {
            true => self.ability_with(ability)?,
            false => (self.find_ability(&name)?, Vec::new()),
        };
        let may = self.may_bear(true, &of, id, &name);
        may.then_some(Supposed::Has { of, ability: id, args, holds })
    }

    /// Whether a value is a thing of a kind; anything else is reported.
    pub fn is_entity(&mut self, of: &Expr) -> bool {
        match &of.ty {
            Type::Entity(_) => true,
            Type::Error => false,
            other => {
                let ty = self.with_article(other);
                Diagnostic::at(codes::WRONG_TYPE, of.span)
                    .says(format!("a thing on the table is wanted here, and this is {ty}"))
                    .emit(self.sink);
                false
            }
        }
    }

    /// A roll: `roll 5d6`, `roll n of d6`.
    pub(super) fn roll(
        &mut self,
        count: Option<&tree::Expr>,
        dice: &tree::Expr,
        span: Span,
    ) -> Expr {
        let (count, die): (Option<Expr>, &tree::Name) = match (&dice.kind, count) {
            (tree::ExprKind::Dice { count: n, die }, None) => {
                (Some(cell(i64::from(*n), INT, dice.span)), die)
            }
            (tree::ExprKind::Name(die), count) => {
                let count = match count {
                    Some(count) => self.expr(count, Some(&INT)),
                    None => cell(1, INT, dice.span),
                };
                (Some(count), die)
            }
            (tree::ExprKind::Dice { count: 1, die }, Some(count)) => {
                (Some(self.expr(count, Some(&INT))), die)
            }
            (tree::ExprKind::Error, _) => return error(span),
            _ => {
                let found = Diagnostic::at(codes::WRONG_SORT, dice.span)
                    .says("a die is wanted here: `roll 3d6`, `roll n of d6`");
                // `roll(n, Shot)`, `roll n * Shot`
                let pair = match &dice.kind {
                    tree::ExprKind::Tuple(items) => items.split_first_chunk::<2>().map(|it| it.0),
                    _ => None,
                };
                let both = match (pair, &dice.kind) {
                    (Some([many, die]), _) => Some((many.span, die.span)),
                    (None, tree::ExprKind::Binary(it)) => Some((it.left.span, it.right.span)),
                    _ => None,
                };
                self.report(match both {
                    Some((many, die)) => {
                        let (many, die) = (self.source_of(many), self.source_of(die));
                        let written = format!("{many} of {die}");
                        let help =
                            format!("dice are rolled by their number and sort: `roll {written}`");
                        found.fix(help, dice.span, written)
                    }
                    None => found.help("how many stand before it: `roll 2 of NAME`"),
                });
                return error(dice.span);
            }
        };
        let die = self.find_die(die);
        let (Some(count), Some(die)) = (count, die) else { return error(span) };
        if matches!(count.ty, Type::Error) {
            return error(span);
        }
        Expr { kind: ExprKind::Roll { die, count: Box::new(count) }, ty: Type::Pool(die), span }
    }

    /// `draw from S`: one of the things of a set, none where it is empty.
    pub(super) fn draw(&mut self, set: &tree::Expr, span: Span) -> Expr {
        let (set, item) = self.set(set);
        if !matches!(item, Type::Entity(_) | Type::Member(_)) {
            if !matches!(item, Type::Error) {
                let name = self.type_name(&item);
                Diagnostic::at(codes::BAD_DRAW, set.span)
                    .says(format!("what is drawn is a thing, and this holds {name}"))
                    .label("no cards or other things")
                    .help("for a number roll a die: `let n = roll d6`")
                    .emit(self.sink);
            }
            return error(span);
        }
        Expr { kind: ExprKind::Draw(Box::new(set)), ty: Type::Optional(Box::new(item)), span }
    }

    /// A roll where a value is only worked out.
    pub(super) fn misplaced_roll(&mut self, span: Span) -> Expr {
        Diagnostic::at(codes::ROLL_IN_EXPRESSION, span)
            .says("dice are rolled by a statement of their own; a value is only worked out")
            .label("would be asked many times")
            .help("roll in a step: `let thrown = roll ..`; what a clause asks later is kept there in a `state`")
            .emit(self.sink);
        error(span)
    }

    /// `2d6` where nothing rolls it.
    pub(super) fn misplaced_pool(&mut self, span: Span) -> Expr {
        let source = self.source_of(span);
        Diagnostic::at(codes::ROLL_IN_EXPRESSION, span)
            .says(format!("`{source}` are dice that nobody has rolled yet"))
            .help(format!(
                "a figure is a plain number; dice are rolled in a step: `let thrown = roll {source}`, then `sum(thrown)` and the like"
            ))
            .emit(self.sink);
        error(span)
    }

    /// An acting form where a value is only worked out.
    pub(super) fn misplaced_act(&mut self, word: &str, span: Span) -> Expr {
        Diagnostic::at(codes::ACT_IN_EXPRESSION, span)
            .says(format!("`{word}` acts, and a value is only worked out"))
            .help(format!("let it be the whole right side of a statement: `let x = {word} ..`"))
            .emit(self.sink);
        error(span)
    }

    /// `plan u by W towards X until C at most N runs of T { price P ; .. }`. What is known of the piece now need not hold
    /// where it is going.
    pub(super) fn plan(&mut self, search: &tree::PlanSearch, span: Span) -> Expr {
        let who = self.wanted(&search.who, Wanted::Piece);
        let window = self.find_window(&search.by);
        let towards = search.towards.as_ref().map(|it| self.wanted(it, Wanted::Shape));
        let at_most = self.expr(&search.at_most, Some(&INT));
        let turn = search.runs.as_ref().and_then(|path| self.run_named(path));
        let turn = turn.map(|run| self.intern_moment(run.procedure, run.step));
        let it = self.scope.hidden("it", Type::Length, span);
        let mark = self.scope.mark();
        self.scope.forget(None);
        let until = self.condition(&search.until);
        let manner = self.manner(&search.manner, it);
        self.scope.reset(mark);
        let (Some(window), Some(turn)) = (window, turn) else { return error(span) };
        let parts = [Some(&who), towards.as_ref(), Some(&until), Some(&at_most)];
        let parts = parts.into_iter().flatten().chain(manner.iter().map(|(_, value)| value));
        if parts.into_iter().any(|part| matches!(part.ty, Type::Error)) {
            return error(span);
        }
        let plan = PlanDef { who, window, towards, until, at_most, turn, it, manner };
        let ty = Type::Optional(Box::new(Type::Space(SpaceType::Plan)));
        Expr { kind: ExprKind::Plan(Box::new(plan)), ty, span }
    }

    /// The lines in the braces of a plan: settings by the names of [`ir::PlanManner`]. In the estimate `it` is the length of
    /// the way that is left.
    fn manner(&mut self, lines: &[tree::Setting], it: LocalId) -> Vec<(&'static str, Expr)> {
        let plain = ir::PlanManner::default();
        let signs = ir::Form::row(&plain).1.iter().filter(|sign| sign.want.holds().is_none());
        let mut found: Vec<(&'static str, Expr)> = Vec::new();
        let mut given: Vec<&tree::Setting> = Vec::new();
        for line in lines {
            let Some(sign) = signs.clone().find(|sign| *sign.name == *line.word.text) else {
                let known: Vec<String> = signs.clone().map(|sign| sign.name.to_owned()).collect();
                self.unknown_among(&line.word, "setting of a plan", &known);
                continue;
            };
            if let Some(first) = given.iter().find(|first| first.word.text == line.word.text) {
                self.given_twice(sign.name, line.span, first.span);
                continue;
            }
            given.push(line);
            let Some(value) = line.values.first() else { continue };
            let ty = match sign.want {
                ir::Want::Int => INT,
                ir::Want::Length => Type::Length,
                _ => Type::Angle,
            };
            let mark = self.scope.mark();
            if sign.name == "estimate" {
                self.scope.candidate(it);
            }
            let value = self.expr(value, Some(&ty));
            self.scope.reset(mark);
            if !["price", "estimate"].contains(&sign.name)
                && super::constant(&value).is_some_and(|(value, _)| value <= 0)
            {
                Diagnostic::at(codes::OUT_OF_RANGE, value.span)
                    .says(format!("`{}` of a plan is more than nothing", sign.name))
                    .label("nothing would be tried")
                    .emit(self.sink);
            }
            found.push((sign.name, value));
        }
        found
    }
}
