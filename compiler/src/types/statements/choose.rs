//! Choices: `p chooses x: one of S ..`.

use super::super::checker::{Checker, INT, error};
use super::super::exprs::cell;
use super::problems;
use crate::typed::{
    Advice, Choice, ChoiceOf, Expr, ExprKind, LocalRole, PlaceOf, SpaceType, StmtKind, Type,
};
use warwright_grammar::{Span, tree};
use warwright_ir::Wanted;

impl Checker<'_> {
    /// `p chooses x: ..`: the name is visible afterwards.
    pub(super) fn choose_stmt(&mut self, choice: &tree::Choice, span: Span) -> StmtKind {
        if self.acting.trying {
            return self.no_stmt(problems::choice_in_try(span));
        }
        let player = self.facts.player.map(Type::Entity);
        let who = Box::new(self.expr(&choice.player, player.as_ref()));
        let question = choice.prompt.as_ref().map(|prompt| Box::new(self.words(prompt)));
        let Some((typed, ty)) = self.choice_from(choice) else {
            self.scope.add(&choice.name.text, Type::Error, LocalRole::Let, choice.name.span);
            return StmtKind::Error;
        };
        let advice = self.advice_of(choice, &typed);
        let sees = self.scope.visible().to_vec();
        self.taken_already(&choice.name);
        let local = self.scope.add(&choice.name.text, ty, LocalRole::Let, choice.name.span);
        let name = choice.name.text.to_string();
        StmtKind::Choose { who, local, choice: Box::new(typed), name, question, advice, sees }
    }

    /// `prefer highest E, then lowest F`: what computer players follow whose policy says nothing of the choice.
    fn advice_of(&mut self, choice: &tree::Choice, typed: &Choice) -> Option<Box<Advice>> {
        let first = choice.prefer.first()?;
        let item = match typed {
            Choice::One { of, .. } | Choice::Some { of, .. } => of.item,
            Choice::Place(place) => place.item,
            Choice::Order(of) => {
                let ty = super::super::exprs::item_type(&of.ty).unwrap_or(Type::Error);
                self.scope.hidden("it", ty, first.span)
            }
            Choice::Number { .. } => self.scope.hidden("it", INT, first.span),
            Choice::Whether(_) => self.scope.hidden("it", Type::Bool, first.span),
            Choice::Split { .. } => {
                return self.refuse(problems::advice_on_split(first.span));
            }
        };
        let mark = self.scope.mark();
        self.scope.candidate(item);
        let narrowed = match typed {
            Choice::One { of, .. } | Choice::Some { of, .. } => of.when.as_ref(),
            Choice::Place(place) => place.when.as_ref(),
            _ => None,
        };
        if let Some(when) = narrowed {
            self.scope.assume(when, true);
        }
        let mut ranked = Vec::with_capacity(choice.prefer.len());
        for key in &choice.prefer {
            ranked.push((key.most, self.ordered_value(&key.value)));
        }
        self.scope.reset(mark);
        Some(Box::new(Advice { item, ranked, span: first.span }))
    }

    fn choice_from(&mut self, choice: &tree::Choice) -> Option<(Choice, Type)> {
        use tree::ChoiceOf as C;
        self.check_narrowing(choice);
        match &choice.what {
            C::One(set) => self.one_of(choice, set),
            C::Exactly(count, set) => {
                let low = self.expr(count, Some(&INT));
                let (of, item) = self.candidates(choice, set)?;
                let high = low.clone();
                Some(several(of, low, high, item))
            }
            C::UpTo(count, set) => {
                let high = self.expr(count, Some(&INT));
                let (of, item) = self.candidates(choice, set)?;
                let low = cell(0, INT, count.span);
                Some(several(of, low, high, item))
            }
            C::Any(set) | C::Some(set) => {
                let (of, item) = self.candidates(choice, set)?;
                let span = set.span;
                let least = i64::from(matches!(choice.what, C::Some(_)));
                let low = cell(least, INT, span);
                let all = Box::new(of.of.clone());
                let high = Expr { kind: ExprKind::Size(all), ty: INT, span };
                Some(several(of, low, high, item))
            }
            C::Order(set) => {
                let (of, item) = self.choosable(set);
                let ty = Type::List(Box::new(item));
                Some((Choice::Order(of), ty))
            }
            C::Split(total, set) => {
                let total = self.expr(total, Some(&INT));
                let (of, _) = self.choosable(set);
                let share = Type::int(Some(0), None);
                Some((Choice::Split { total, of }, Type::List(Box::new(share))))
            }
            C::Int(range) => Some(self.number_of(range)),
            C::Whether(question) => {
                let words = self.words(question);
                Some((Choice::Whether(words), Type::Bool))
            }
            C::Place { who, region, facing } => {
                self.place_for(choice, (who, region, facing.as_ref()))
            }
            C::Error => None,
        }
    }

    /// `place for u in R facing A where C with least E, or none`.
    fn place_for(
        &mut self,
        choice: &tree::Choice,
        (who, region, facing): (&tree::Expr, &tree::Expr, Option<&tree::Expr>),
    ) -> Option<(Choice, Type)> {
        let place = Type::Space(SpaceType::Place);
        let who = self.wanted(who, Wanted::Piece);
        let within = self.wanted(region, Wanted::Ground);
        let facing = facing.map(|facing| self.expr(facing, Some(&Type::Angle)));
        let none = choice.or_none.as_ref().map(|none| match &none.when {
            Some(when) => self.condition(when),
            None => cell(1, Type::Bool, none.span),
        });
        let item = self.scope.hidden("it", place.clone(), choice.name.span);
        let mark = self.scope.mark();
        // The piece is supposed at the candidate: what is known of it now need not hold there.
        self.scope.forget(None);
        self.scope.candidate(item);
        let when = choice.filter.as_ref().map(|filter| self.condition(filter));
        let least = self.least_wanted(choice);
        if let Some(within) = &choice.within {
            self.report(problems::not_narrowed(within.span));
        }
        self.scope.reset(mark);
        if matches!(who.ty, Type::Error) || matches!(within.ty, Type::Error) {
            return None;
        }
        // There may be no room.
        let ty = Type::Optional(Box::new(place));
        let chosen = PlaceOf { who, within, facing, item, when, least, none };
        Some((Choice::Place(Box::new(chosen)), ty))
    }

    /// `where`, `with` and `or none` stand where they narrow something.
    fn check_narrowing(&mut self, choice: &tree::Choice) {
        use tree::ChoiceOf as C;
        let takes_filter = matches!(
            choice.what,
            C::One(_) | C::Exactly(..) | C::UpTo(..) | C::Any(_) | C::Some(_) | C::Place { .. }
        );
        let narrowed = choice.filter.as_ref().map(|filter| filter.span);
        let narrowed = narrowed.or(choice.with.first().map(|key| key.span));
        if let Some(at) = narrowed.filter(|_| !takes_filter) {
            self.report(problems::not_narrowed(at));
        }
        if let (Some(none), false) =
            (&choice.or_none, matches!(choice.what, C::One(_) | C::Place { .. }))
        {
            self.report(problems::none_of_several(none.span));
        }
    }

    fn one_of(&mut self, choice: &tree::Choice, set: &tree::Expr) -> Option<(Choice, Type)> {
        let (of, item) = self.candidates(choice, set)?;
        let none = choice.or_none.as_ref().map(|none| match &none.when {
            Some(when) => self.condition(when),
            None => cell(1, Type::Bool, none.span),
        });
        let ty = match (&none, item) {
            (Some(_), Type::Error) => Type::Error,
            (Some(_), item) => Type::Optional(Box::new(item)),
            (None, item) => item,
        };
        Some((Choice::One { of, none }, ty))
    }

    fn number_of(&mut self, range: &tree::Range) -> (Choice, Type) {
        let mut end = |end: &Option<tree::Expr>| match end {
            Some(expr) => self.expr(expr, Some(&INT)),
            None => {
                self.report(problems::open_choice(range.span));
                error(range.span)
            }
        };
        let (low, high) = (end(&range.low), end(&range.high));
        let (least, most) = (self.typed.range(&low).least, self.typed.range(&high).most);
        (Choice::Number { low, high }, Type::int(least, most))
    }

    /// A set of which something can be chosen: points, places and whatever else lies on a board are no list of options.
    fn choosable(&mut self, set: &tree::Expr) -> (Expr, Type) {
        let (of, item) = self.set(set);
        if let Type::Space(_) = item {
            let words = self.with_article(&item);
            self.report(problems::chosen_in_space(&words, set.span));
            return (error(set.span), Type::Error);
        }
        (of, item)
    }

    /// The candidates of a choice, with the type of one.
    fn candidates(&mut self, choice: &tree::Choice, set: &tree::Expr) -> Option<(ChoiceOf, Type)> {
        let (of, item_type) = self.choosable(set);
        let item = self.scope.hidden("it", item_type.clone(), set.span);
        let mark = self.scope.mark();
        self.scope.candidate(item);
        let when = self.assumed(choice.filter.as_ref());
        let least = self.least_wanted(choice).map(|value| {
            let within = choice.within.as_ref();
            let within = within.map(|within| self.expr(within, Some(&value.ty.unranged())));
            (value, within)
        });
        self.scope.reset(mark);
        let broken = matches!(of.ty, Type::Error);
        let typed = ChoiceOf { of, item, when, least };
        if broken { None } else { Some((typed, item_type)) }
    }

    /// `with least E`: the value of which the least is wanted, turned round where it is the most.
    fn least_wanted(&mut self, choice: &tree::Choice) -> Option<Expr> {
        if let Some(second) = choice.with.get(1) {
            self.report(problems::one_key(second.span));
        }
        let key = choice.with.first()?;
        let value = self.ordered_value(&key.value);
        Some(if key.most { self.turned_round(value) } else { value })
    }
    /// A value whose order is the other way round.
    fn turned_round(&mut self, value: Expr) -> Expr {
        let span = value.span;
        let value = if self.face_has_number(&value.ty) { self.face_value(value) } else { value };
        match value.ty {
            Type::Int { .. } | Type::Ratio | Type::Length | Type::Angle => {
                let ty = value.ty.unranged();
                Expr { kind: ExprKind::Negate(Box::new(value)), ty, span }
            }
            Type::Error => value,
            _ => {
                self.report(problems::most_wants_number(span));
                error(span)
            }
        }
    }
}

/// Several are chosen: of dice a pool, since dice that show the same face are still so many; of all else a set.
fn several(of: ChoiceOf, low: Expr, high: Expr, item: Type) -> (Choice, Type) {
    let ty = match of.of.ty {
        Type::Pool(die) => Type::Pool(die),
        _ => Type::Set(Box::new(item)),
    };
    (Choice::Some { of, low, high }, ty)
}
