//! What is said of a state: takes texts that say in which round, without what, for every so many, against who has more, what a number is,
//! or that somebody may, finds rules beside them that ask or do something else.

use super::beside::{Said, the_one, writes};
use super::phrases::phrases;
use super::prices::is_name;
use super::{TURN_ROUND, drifted};
use crate::checks::logic::compared::{Comparison, Side};
use crate::typed::{
    Arithmetic, ClauseOwner, ClauseVerb, Expr, ExprKind, LocalId, LocalRole, Question, ReachDef,
    StmtKind, Type, any_expr, parts,
};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::Verb;

impl<'t> Said<'t> {
    /// Whether the contrary of what is said may be meant.
    fn turned(&self) -> bool {
        let forbids =
            self.clauses().any(|clause| !matches!(clause.does, ClauseVerb::Modify { .. }));
        forbids || self.says("EXCEPT|not|never")
    }

    /// How the conditions beside the text compare a state with figures.
    fn of_state(&self, is_it: impl Fn(&Comparison<'t>) -> bool) -> Vec<Comparison<'t>> {
        parts(self.conditions()).into_iter().filter_map(Comparison::of).filter(is_it).collect()
    }

    /// `in the second round`, and the rule asks for the others.
    pub(super) fn in_round(&self) -> Option<Diagnostic> {
        let counter = self.rules.counter?;
        let said =
            self.phrase("!NO|EXCEPT|only|unless (in|during the very..) #th ROUND !or|and|on|onwards|of, !NO|EXCEPT|only|unless|than (in|during) ROUND # !or|and|on|onwards|to|is, (but in the very..) #th ROUND (only|alone)")?;
        let round = said.number()?;
        let asked = self.of_state(|it| it.is_of(counter));
        let first = asked.first().filter(|_| !self.says("before|until|till that|then"))?;
        asked.iter().all(|it| !it.how.holds(round, it.figure)).then(|| {
            let message = "what the rule asks does not hold in the round that the text says";
            drifted(message, said.span())
                .also(first.span, "asked here")
                .help("ask for that round, or correct the text")
        })
    }

    /// `in the first three rounds`, and the rule asks for the others.
    pub(super) fn in_the_first_rounds(&self) -> Option<Diagnostic> {
        let counter = self.rules.counter?;
        let said = self.phrase("!NO|EXCEPT|only|unless|after (in|during|for the) first # ROUND")?;
        let asked = self.of_state(|it| it.is_of(counter));
        let first = asked.first().filter(|_| !self.says("EXCEPT|only|after"))?;
        asked.iter().all(|it| !it.how.holds(1, it.figure)).then(|| {
            let message = "what the rule asks does not hold in the rounds that the text says";
            drifted(message, said.span())
                .also(first.span, "asked here")
                .help("ask for those rounds, or correct the text")
        })
    }

    /// `with no energy`, `unhurt`, and the rule asks for some.
    pub(super) fn without(&self) -> Option<Diagnostic> {
        let is_field = |name: &str| {
            self.typed.fields.values().any(|def| {
                matches!(def.ty, Type::Int(_)) && !name.is_empty() && is_name(name, &def.name)
            })
        };
        let (name, said) = self.phrases("no|without _, un*").find_map(|said| {
            let name = match said.first() {
                "no" | "without" => said.last(),
                word => word.strip_prefix("un")?,
            };
            is_field(name).then_some((name, said.span()))
        })?;
        let denied =
            self.conditions().any(|when| any_expr(when, |it| matches!(it.kind, ExprKind::Not(_))));
        if denied || self.turned() {
            return None;
        }
        let asked = self.of_state(|it| match it.of.kind {
            ExprKind::Field { field, .. } => {
                self.typed.fields.get(field).is_some_and(|def| is_name(name, &def.name))
            }
            _ => false,
        });
        let first = asked.first()?;
        asked.iter().all(|it| !it.how.holds(0, it.figure)).then(|| {
            drifted("the text says that there is none, and the rule asks for some", said)
                .also(first.span, "asked here")
                .help(TURN_ROUND)
        })
    }

    /// `for every 2 hurt`, and each one is counted.
    pub(super) fn every_so_many(&self) -> Option<Diagnostic> {
        let said = self.phrase("for each|every #")?;
        let count = said.number().filter(|count| *count > 1 && !self.acts())?;
        let divides = self.reached().iter().any(|expr| {
            matches!(
                expr.kind,
                ExprKind::Arithmetic { how: Arithmetic::Div, .. }
                    | ExprKind::Round { .. }
                    | ExprKind::Table { .. }
                    | ExprKind::Fraction(..)
            )
        });
        let clause = self.clauses().find(|clause| {
            matches!(&clause.does, ClauseVerb::Modify { amount, .. }
                if !matches!(amount.kind, ExprKind::Cell(_)))
        })?;
        (!divides).then(|| {
            let message = format!("the text says for every {count}, and the rule counts each one");
            drifted(message, said.span())
                .also(clause.span, "nothing here is divided")
                .help(format!("`floor(.. / {count})` counts every {count}; or correct the text"))
        })
    }

    /// `against who has more power`, and the rule asks for less.
    pub(super) fn who_has_more(&self) -> Option<Diagnostic> {
        let than = "more|higher|greater|less|fewer|lower _";
        let against = || phrases(self.phrase("against")?.behind(), None, than).next();
        let said = against().or_else(|| self.phrase(&format!("(has|have|with) {than}")))?;
        // `against who has more`: the other one.
        let against_other = against().is_some();
        let (more, name) = (said.has("more|higher|greater"), said.last());
        if self.turned() {
            return None;
        }
        let of_it = |value: &Expr| self.figure(value).filter(|(_, called)| is_name(name, called));
        let mut asked: Vec<(bool, Span)> = Vec::new();
        for side in self.sides() {
            let Some(when) = side.when else { continue };
            let own = |local: Option<LocalId>| {
                let reached = |local: LocalId| match side.reach {
                    ReachDef::Role(role) => local.0 == u32::from(role.param),
                    _ => false,
                };
                let bears = |local: LocalId| {
                    side.locals.get(local).is_some_and(|it| it.role == LocalRole::Bearer)
                };
                local.is_some_and(|local| reached(local) || bears(local))
            };
            for part in parts([when]) {
                if let ExprKind::Compare { how, left, right } = &part.kind
                    && let (Some((one, _)), Some((other, _))) = (of_it(left), of_it(right))
                    && own(one) != own(other)
                {
                    let how = if own(one) == against_other { how.turned() } else { *how };
                    asked.extend(Side::of(how).map(|it| (it == Side::Up, part.span)));
                }
            }
        }
        let (greater, at) = the_one(asked.into_iter())?;
        (greater != more).then(|| {
            let (says, asks) = if more { ("more", "less") } else { ("less", "more") };
            let message = format!("the text says {says} {name}, and the rule asks for {asks}");
            drifted(message, said.span()).also(at, "asked here").help(TURN_ROUND)
        })
    }

    /// A figure that is read of a thing: of which variable, where it is one, and what the figure is called.
    pub(super) fn figure(&self, value: &Expr) -> Option<(Option<LocalId>, &'t str)> {
        let typed = self.typed;
        let (of, called) = match &value.kind {
            ExprKind::Field { of, field } => (Some(&**of), &typed.fields.get(*field)?.name),
            ExprKind::Printed { of, profile } => (Some(&**of), &typed.profiles.get(*profile)?.name),
            ExprKind::Quantity { quantity, args } => {
                (args.first(), &typed.quantities.get(*quantity)?.name)
            }
            ExprKind::Size(of) | ExprKind::First(of) => return self.figure(of),
            ExprKind::Tied { tie, of } => (Some(&**of), &typed.ties.get(*tie)?.name),
            // What is worked out from others, and has a name.
            ExprKind::Call { function, args } if matches!(value.ty, Type::Int(_)) => {
                (args.first(), &typed.functions.get(*function)?.name)
            }
            _ => return None,
        };
        let local = of.and_then(|of| match of.kind {
            ExprKind::Local(local) => Some(local),
            _ => None,
        });
        Some((local, called))
    }

    /// `its force is 5`, and the rule adds that, or makes it another number.
    pub(super) fn it_is(&self) -> Option<Diagnostic> {
        let clause = self.clause()?;
        let (ClauseOwner::Quantity(id), ClauseVerb::Modify { verb, amount, .. }) =
            (clause.owner, &clause.does)
        else {
            return None;
        };
        let name = &self.typed.quantities.get(id)?.name;
        let change = "more|less|higher|lower|fewer|better|worse|or";
        let said = self.phrase(&format!("{name} is # !{change}"))?;
        // `is ten centimetres more`
        let figure = said.number().filter(|_| !self.is_length(&said))?;
        let ExprKind::Cell(other) = amount.kind else { return None };
        let does = match verb {
            Verb::By | Verb::ByUpTo => "adds to it".to_owned(),
            Verb::Set if other != figure => format!("makes it {other}"),
            _ => return None,
        };
        let message = format!("the text says that {name} is {figure}, and the rule {does}");
        let found = drifted(message, said.span()).also(clause.span, "done here");
        Some(found.help(format!("did you mean `set to {figure}`? else correct the text")))
    }

    /// `it may rest`, and it is done without asking anybody.
    pub(super) fn who_may(&self) -> Option<Diagnostic> {
        let said = self.phrase("may").filter(|_| !self.says("NO|only"))?;
        let hook = the_one(self.hooks())?;
        let of_player = self.says("player|owner|you may");
        // What is given may be what is allowed.
        let plain = hook.body.iter().all(|stmt| match &stmt.kind {
            StmtKind::Assign { value, .. } => {
                writes(&stmt.kind) && matches!(value.ty, Type::Int(_))
            }
            StmtKind::Grant { .. } => of_player,
            kind => matches!(kind, StmtKind::Say(_) | StmtKind::Reroll { by: None, .. }),
        });
        let throws = hook.body.iter().any(|it| matches!(it.kind, StmtKind::Reroll { .. }));
        let always = hook.when.is_none() || of_player || throws;
        let alone = self.clauses().next().is_none() && self.actions().next().is_none();
        (plain && always && alone && !hook.body.is_empty()).then(|| {
            drifted("the text says may, and it is done without asking anybody", said.span())
                .also(hook.span, "always done")
                .help("let somebody choose: `p chooses x: whether \"..\"` or an `action`, or correct the text")
        })
    }

    /// `it must rest`, and its player may leave it.
    pub(super) fn who_must(&self) -> Option<Diagnostic> {
        let said = self.opening("it must|always _, it has to _")?;
        let action = the_one(self.actions()).filter(|it| !it.must)?;
        let alone = self.clauses().next().is_none() && self.hooks().next().is_none();
        alone.then(|| {
            drifted("the text says must, and the rule leaves it to a player", said.span())
                .also(action.span, "may be done or left")
                .help("let it happen: `before .. as ROLE { .. }`, or say `may`")
        })
    }

    /// `when both are low`, and the rule asks whether any is.
    pub(super) fn of_both(&self) -> Option<Diagnostic> {
        let said = self.phrase("both|all SMALL|of|dice.. are|show|come")?;
        let of_dice = |expr: &&Expr, wanted: Question| match &expr.kind {
            ExprKind::Quantified { how, of, .. } => {
                *how == wanted && matches!(of.ty, Type::Pool(_))
            }
            _ => false,
        };
        let asked = parts(self.conditions());
        let any = asked.iter().copied().find(|it| of_dice(it, Question::Any))?;
        let message = format!("the text says {}, and the rule asks for any", said.first());
        let found = drifted(message, said.span()).also(any.span, "asked here");
        (!asked.iter().any(|it| of_dice(it, Question::All)) && !self.says("NO"))
            .then(|| found.help("did you mean `all x in ..`? else correct the text"))
    }

    /// `twice per turn`, and the rule counts once.
    pub(super) fn twice(&self) -> Option<Diagnostic> {
        let said = self.phrase("twice|thrice EACH MOMENT")?;
        let (_, at) = self.limited().next()?;
        // What makes up for the first time is the second.
        let undone = self.writes().any(|(_, value, _)| value.ty == Type::Bool);
        let message = format!("the text says {}, and the rule counts once", said.first());
        let found = drifted(message, said.span()).also(at, "counted here");
        (!undone).then(|| found.help("count it in a state that begins anew, `state used: int 0..2 = 0 until end of turn`, or correct the text"))
    }
}
