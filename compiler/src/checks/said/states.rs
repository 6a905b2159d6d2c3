//! What is said of a state: takes texts that say in which round, without what, for every so many, against who has more, what a number is,
//! or that somebody may, finds rules beside them that ask or do something else.

use super::super::texts::number_named;
use super::prices::is_name;
use super::{Said, drifted};
use crate::typed::{
    Arithmetic, Assign, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, LocalId, LocalRole,
    Locals, ReachDef, StmtKind, Type, each_expr,
};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::Verb;

/// What these stand before may mean the contrary.
const TURNS: [&str; 7] = ["unless", "except", "until", "not", "never", "but", "other"];

impl<'t> Said<'t> {
    /// What is said and asked of states: one question after the other.
    pub(super) fn of_states(&self) -> Option<Diagnostic> {
        let found = self.in_round().or_else(|| self.without());
        let found = found.or_else(|| self.every_so_many()).or_else(|| self.who_has_more());
        let found = found.or_else(|| self.it_is()).or_else(|| self.who_may());
        found.or_else(|| self.twice())
    }

    /// The comparisons of the conditions beside the text, as they are joined by nothing that turns them round.
    fn conditions(&self) -> Vec<(&'t Expr, &'t Locals, &'t ReachDef)> {
        let clauses = self.clauses().map(|it| (it.when.as_ref(), &it.locals, &it.reach));
        let hooks = self.hooks().map(|it| (it.when.as_ref(), &it.locals, &it.reach));
        let all = clauses.chain(hooks);
        all.filter_map(|(when, locals, reach)| Some((when?, locals, reach))).collect()
    }

    fn turned(&self) -> bool {
        let forbids =
            self.clauses().any(|clause| !matches!(clause.does, ClauseVerb::Modify { .. }));
        forbids || self.text.iter().any(|(word, _)| TURNS.contains(&&**word))
    }

    /// `in the second round`, and the rule asks for the others.
    fn in_round(&self) -> Option<Diagnostic> {
        const NAMES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
        let counter = self.rules.counter?;
        let (round, said) = self.text.windows(4).enumerate().find_map(|(at, words)| {
            let [(before, _), (the, _), (name, from), (noun, to)] = words else { return None };
            let round = (1..).zip(NAMES).find(|(_, it)| it == name)?.0;
            let behind = self.text.get(at + 4).map_or("", |(word, _)| word.as_str());
            let lone = !["or", "and", "on", "onwards", "of"].contains(&behind);
            let fits = ["in", "during"].contains(&&**before) && the == "the" && noun == "round";
            (fits && lone).then_some((round, from.to(*to)))
        })?;
        if self.turned() {
            return None;
        }
        let mut asked: Vec<(bool, Span)> = Vec::new();
        for (when, ..) in self.conditions() {
            each_expr(when, &mut |expr| {
                if let ExprKind::Compare { how, left, right } = &expr.kind
                    && let (ExprKind::Field { field, .. }, ExprKind::Cell(figure)) =
                        (&left.kind, &right.kind)
                    && *field == counter
                {
                    asked.push((how.holds(round, *figure), expr.span));
                }
            });
        }
        let (_, at) = *asked.first()?;
        asked.iter().all(|(holds, _)| !holds).then(|| {
            drifted("what the rule asks does not hold in the round that the text says", said)
                .also(at, "asked here")
                .help("ask for that round, or correct the text")
        })
    }

    /// `with no energy`, `unhurt`, and the rule asks for some.
    fn without(&self) -> Option<Diagnostic> {
        let field_of = |name: &str| {
            self.typed.fields.values().any(|def| {
                matches!(def.ty, Type::Int(_)) && !name.is_empty() && is_name(name, &def.name)
            })
        };
        let (name, said) = (0..self.text.len()).find_map(|at| {
            let (word, from) = self.text.get(at)?;
            if let Some(name) = word.strip_prefix("un").filter(|name| field_of(name)) {
                return Some((name, *from));
            }
            let (name, to) = self.text.get(at + 1)?;
            let none = ["no", "without"].contains(&&**word) && field_of(name);
            none.then_some((name.as_str(), from.to(*to)))
        })?;
        if self.turned() {
            return None;
        }
        let mut asked: Vec<(bool, Span)> = Vec::new();
        let mut denied = false;
        for (when, ..) in self.conditions() {
            each_expr(when, &mut |expr| {
                denied |= matches!(expr.kind, ExprKind::Not(_));
                let ExprKind::Compare { how, left, right } = &expr.kind else { return };
                let (ExprKind::Field { field, .. }, ExprKind::Cell(figure)) =
                    (&left.kind, &right.kind)
                else {
                    return;
                };
                if self.typed.fields.get(*field).is_some_and(|def| is_name(name, &def.name)) {
                    asked.push((how.holds(0, *figure), expr.span));
                }
            });
        }
        let (_, at) = *asked.first()?;
        (!denied && asked.iter().all(|(holds, _)| !holds)).then(|| {
            drifted("the text says that there is none, and the rule asks for some", said)
                .also(at, "asked here")
                .help("turn the comparison round, or correct the text")
        })
    }

    /// `for every 2 hurt`, and each one is counted.
    fn every_so_many(&self) -> Option<Diagnostic> {
        let (count, said) = self.text.windows(3).find_map(|words| match words {
            [(word, from), (each, _), (count, to)]
                if word == "for" && ["each", "every"].contains(&&**each) =>
            {
                Some((number_named(count).filter(|count| *count > 1)?, from.to(*to)))
            }
            _ => None,
        })?;
        let mut divides = false;
        self.each_reached(&mut |expr| {
            divides |= matches!(
                expr.kind,
                ExprKind::Arithmetic { how: Arithmetic::Div, .. }
                    | ExprKind::Round { .. }
                    | ExprKind::Table { .. }
                    | ExprKind::Fraction(..)
            );
        });
        let clause = self.clauses().find(|clause| {
            matches!(&clause.does, ClauseVerb::Modify { amount, .. }
                if !matches!(amount.kind, ExprKind::Cell(_)))
        })?;
        (!divides && self.bodies().next().is_none()).then(|| {
            drifted(&format!("the text says for every {count}, and the rule counts each one"), said)
                .also(clause.span, "nothing here is divided")
                .help(format!("`floor(.. / {count})` counts every {count}; or correct the text"))
        })
    }

    /// `against who has more power`, and the rule asks for less.
    fn who_has_more(&self) -> Option<Diagnostic> {
        let at = self.text.iter().position(|(word, _)| word == "against")?;
        let (more, said, name) = self.text.get(at..)?.windows(2).take(5).find_map(|words| {
            let [(word, from), (name, to)] = words else { return None };
            let more = match word.as_str() {
                "more" | "higher" | "greater" => true,
                "less" | "fewer" | "lower" => false,
                _ => return None,
            };
            Some((more, from.to(*to), name.as_str()))
        })?;
        if self.turned() {
            return None;
        }
        let mut asked: Vec<(bool, Span)> = Vec::new();
        for (when, locals, reach) in self.conditions() {
            let ReachDef::Role(role) = reach else { return None };
            let own = |local: LocalId| {
                let def = locals.all.get(local.0 as usize);
                local.0 == u32::from(role.param)
                    || def.is_some_and(|def| def.role == LocalRole::Bearer)
            };
            if let ExprKind::Compare { how, left, right } = &when.kind
                && let (Some(one), Some(other)) =
                    (self.figure(left, name), self.figure(right, name))
                && own(one) != own(other)
            {
                let how = if own(one) { how.turned() } else { *how };
                let greater = matches!(how, Compare::Gt | Compare::Ge);
                let less = matches!(how, Compare::Lt | Compare::Le);
                if greater || less {
                    asked.push((greater, when.span));
                }
            }
        }
        let (greater, at) = *asked.first()?;
        (asked.len() == 1 && greater != more).then(|| {
            let (says, asks) = if more { ("more", "less") } else { ("less", "more") };
            let message = format!("the text says {says} {name}, and the rule asks for {asks}");
            drifted(&message, said)
                .also(at, "asked here")
                .help("turn the comparison round, or correct the text")
        })
    }

    /// Whose figure of a name is read.
    fn figure(&self, value: &Expr, name: &str) -> Option<LocalId> {
        let typed = self.typed;
        let (of, called) = match &value.kind {
            ExprKind::Field { of, field } => (&**of, typed.fields.get(*field)?.name.as_str()),
            ExprKind::Printed { of, profile } => {
                (&**of, typed.profiles.get(*profile)?.name.as_str())
            }
            ExprKind::Quantity { quantity, args } => {
                (args.first()?, typed.quantities.get(*quantity)?.name.as_str())
            }
            _ => return None,
        };
        match of.kind {
            ExprKind::Local(local) if is_name(name, called) => Some(local),
            _ => None,
        }
    }

    /// `its force is 5`, and the rule adds that, or makes it another number.
    fn it_is(&self) -> Option<Diagnostic> {
        let mut clauses = self.clauses();
        let clause = clauses.next().filter(|_| clauses.next().is_none())?;
        let (ClauseOwner::Quantity(id), ClauseVerb::Modify { verb, amount, .. }) =
            (clause.owner, &clause.does)
        else {
            return None;
        };
        let name = &self.typed.quantities.get(id)?.name;
        let (figure, said) =
            self.text.windows(3).enumerate().find_map(|(at, words)| match words {
                [(called, from), (is, _), (figure, to)] if called == name && is == "is" => {
                    let behind = self.text.get(at + 3).map_or("", |(word, _)| word.as_str());
                    let change =
                        ["more", "less", "higher", "lower", "fewer", "better", "worse", "or"];
                    let figure = number_named(figure).filter(|_| !change.contains(&behind))?;
                    Some((figure, from.to(*to)))
                }
                _ => None,
            })?;
        let ExprKind::Cell(other) = amount.kind else { return None };
        let does = match verb {
            Verb::By | Verb::ByUpTo => "adds to it".to_owned(),
            Verb::Set if other != figure => format!("makes it {other}"),
            _ => return None,
        };
        let message = format!("the text says that {name} is {figure}, and the rule {does}");
        Some(
            drifted(&message, said)
                .also(clause.span, "done here")
                .help(format!("did you mean `set to {figure}`? else correct the text")),
        )
    }

    /// `it may rest`, and it is done without asking anybody.
    fn who_may(&self) -> Option<Diagnostic> {
        let at = self.text.iter().position(|(word, _)| word == "may")?;
        let (_, said) = self.text.get(at)?;
        let denies = ["no", "not", "never", "nobody", "none", "only", "neither"];
        if self.text.iter().any(|(word, _)| denies.contains(&&**word)) {
            return None;
        }
        let mut hooks = self.hooks();
        let hook = hooks.next().filter(|_| hooks.next().is_none())?;
        let writes = |kind: &StmtKind| {
            matches!(kind, StmtKind::Assign { to: Assign::Field { .. }, .. } | StmtKind::Say(_))
        };
        let plain = hook.when.is_none() && hook.body.iter().all(|stmt| writes(&stmt.kind));
        // What is given may be what is allowed.
        let numbers = hook.body.iter().all(|stmt| match &stmt.kind {
            StmtKind::Assign { value, .. } => matches!(value.ty, Type::Int(_)),
            _ => true,
        });
        let alone = self.clauses().next().is_none() && self.actions().next().is_none();
        (plain && numbers && alone && !hook.body.is_empty()).then(|| {
            drifted("the text says may, and it is done without asking anybody", *said)
                .also(hook.span, "always done")
                .help("let somebody choose: `p chooses x: whether \"..\"` or an `action`, or correct the text")
        })
    }

    /// `twice per turn`, and the rule counts once.
    fn twice(&self) -> Option<Diagnostic> {
        let (said, times) = self.text.windows(3).find_map(|words| {
            let [(times, from), (per, _), (moment, to)] = words else { return None };
            let fits = ["per", "a", "each", "every"].contains(&&**per)
                && ["turn", "round", "battle", "game"].contains(&&**moment)
                && ["twice", "thrice"].contains(&&**times);
            fits.then_some((from.to(*to), times.as_str()))
        })?;
        let once = self.hooks().find_map(|hook| hook.once.as_ref().map(|_| hook.span));
        let action = || self.actions().find_map(|it| it.once.as_ref().map(|_| it.span));
        let at = once.or_else(action)?;
        Some(
            drifted(&format!("the text says {times}, and the rule counts once"), said)
                .also(at, "counted here")
                .help("count it in a state that begins anew, `state used: int 0..2 = 0 until end of turn`, or correct the text"),
        )
    }
}
