//! Facts: takes conditions and values, gives what they say of who is of whose side.

mod players;
mod values;

use super::{Frame, Pair, Sides, is_owned};
use crate::checks::clauses::owners::Rule;
use crate::checks::runs::flow::is_struck;
use crate::typed::{Compare, Expr, ExprKind, LocalId, Type, Typed};
use players::{are_apart, are_two, class, is_one};
pub(super) use players::{are_of_players, clash, foes, of_players};
use rustc_hash::{FxHashMap, FxHashSet};

/// A thing or a player under a name of its own.
pub(super) type Name = u32;

/// A player: by name, or as whose a named thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Who {
    Named(Name),
    OwnerOf(Name),
    /// Of one of the things in a named set, whichever.
    OwnerIn(Name),
}

/// Two players are one, or are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fact {
    one: Who,
    other: Who,
    same: bool,
}

/// What is known; nothing where that is a way that is never gone.
pub(super) type Known = Option<Vec<Fact>>;

/// What a rule says of its parameters, and of what it gives: that two of their players are one, or are not.
type Summary = Option<Vec<(Slot, Slot, bool)>>;

/// A parameter, or what is given, itself, as whose it is, or as whose the things in it are.
type Slot = (usize, Part);

/// See [`Slot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Itself,
    Owner,
    OwnersIn,
}

/// What is asked of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Asked {
    Holds(bool),
    Value,
    Item,
}

/// The names of locals.
pub(super) type Env = FxHashMap<LocalId, Name>;

/// Reads conditions and values.
pub(super) struct Reading<'t> {
    pub(super) typed: &'t Typed,
    pub(super) sides: &'t Sides,
    pub(super) env: Env,
    /// What is known where something is read.
    pub(super) known: Vec<Fact>,
    /// What is so of two locals where the first of them, which may be nobody, is there.
    pub(super) where_there: Vec<Pair>,
    names: Name,
    /// Sets of which an item was spoken of: of two items it is not known that they are of one player.
    spoken: FxHashSet<Name>,
    /// What rules say, each worked out once.
    summaries: FxHashMap<(Rule, Asked), Summary>,
}

impl<'t> Reading<'t> {
    pub(super) fn new(typed: &'t Typed, sides: &'t Sides) -> Self {
        Self {
            typed,
            sides,
            env: Env::default(),
            known: Vec::new(),
            where_there: Vec::new(),
            names: 0,
            spoken: FxHashSet::default(),
            summaries: FxHashMap::default(),
        }
    }

    /// A name for what is met for the first time.
    pub(super) fn fresh(&mut self) -> Name {
        self.names += 1;
        self.names
    }

    /// A local is something new from here on.
    pub(super) fn renew(&mut self, local: LocalId) -> Name {
        let name = self.fresh();
        self.env.insert(local, name);
        name
    }

    /// The name of a local.
    pub(super) fn local(&mut self, local: LocalId) -> Name {
        match self.env.get(&local) {
            Some(name) => *name,
            None => self.renew(local),
        }
    }

    /// The name of a value, with what is so of it.
    pub(super) fn named(&mut self, value: &Expr, out: &mut Vec<Fact>) -> Name {
        if let ExprKind::Local(local) = value.kind {
            return self.local(local);
        }
        let name = self.fresh();
        out.extend(self.of_value(value, name).unwrap_or_default());
        name
    }

    /// A player's name.
    pub(super) fn who(&mut self, value: &Expr, out: &mut Vec<Fact>) -> Who {
        match &value.kind {
            ExprKind::OwnerOf(of) => Who::OwnerOf(self.named(of, out)),
            ExprKind::TeamOf(of) => self.who(of, out),
            _ => Who::Named(self.named(value, out)),
        }
    }

    fn is_player(&self, ty: &Type) -> bool {
        matches!(crate::types::bare(ty), Type::Entity(kind) if Some(*kind) == self.sides.player)
    }

    /// What is so where a condition holds, or does not.
    pub(super) fn of_condition(&mut self, condition: &Expr, holds: bool) -> Vec<Fact> {
        let mut out = Vec::new();
        match (&condition.kind, holds) {
            (ExprKind::Not(of), _) => return self.of_condition(of, !holds),
            (ExprKind::And(one, other), true) | (ExprKind::Or(one, other), false) => {
                out = self.of_condition(one, holds);
                out.extend(self.of_condition(other, holds));
            }
            (ExprKind::And(one, other), false) | (ExprKind::Or(one, other), true) => {
                let (one, other) = (self.of_condition(one, holds), self.of_condition(other, holds));
                return self.common(one, other);
            }
            (ExprKind::Compare { how: how @ (Compare::Eq | Compare::Ne), left, right }, _) => {
                self.compared(left, right, (*how == Compare::Eq) == holds, &mut out);
            }
            (ExprKind::Call { function, args }, _) => {
                let rule = (Rule::Function(*function), Asked::Holds(holds));
                let said = self.of_rule(rule, args, None, &mut out);
                out.extend(said.unwrap_or_default());
            }
            (ExprKind::May { permission, args }, true) => {
                let rule = (Rule::Permission(*permission), Asked::Holds(true));
                let said = self.of_rule(rule, args, None, &mut out);
                out.extend(said.unwrap_or_default());
            }
            (ExprKind::IsSome { of, binds }, true) => {
                let name = self.named(of, &mut out);
                if let ExprKind::Local(local) = of.kind {
                    let there: Vec<Pair> =
                        self.where_there.iter().filter(|it| it.0 == local).copied().collect();
                    for (_, other, same) in there {
                        let other = self.local(other);
                        out.push(of_players(name, other, same));
                    }
                }
                if let Some(local) = binds {
                    self.env.insert(*local, name);
                }
            }
            (ExprKind::Contains { of, item }, true) => {
                let name = self.named(item, &mut out);
                out.extend(self.of_item(of, name).unwrap_or_default());
            }
            (ExprKind::If { when, then, other }, _) => {
                let mut yes = self.of_condition(when, true);
                yes.extend(self.of_condition(then, holds));
                let mut no = self.of_condition(when, false);
                no.extend(self.of_condition(other, holds));
                return self.common(yes, no);
            }
            (ExprKind::AreTied { tie, left, right }, true) if self.sides.of_tie(*tie) => {
                let (one, other) = (self.named(left, &mut out), self.named(right, &mut out));
                out.push(foes(one, other));
            }
            _ => {}
        }
        out
    }

    fn compared(&mut self, left: &Expr, right: &Expr, same: bool, out: &mut Vec<Fact>) {
        if self.is_player(&left.ty) && self.is_player(&right.ty) {
            let of_teams =
                [left, right].into_iter().all(|it| matches!(it.kind, ExprKind::TeamOf(_)));
            let (one, other) = (self.who(left, out), self.who(right, out));
            // Two players may be of one team.
            if same || of_teams || !self.sides.in_teams {
                out.push(Fact { one, other, same });
            }
        } else if same && is_owned(self.typed, &left.ty) && is_owned(self.typed, &right.ty) {
            let (one, other) = (self.named(left, out), self.named(right, out));
            out.push(Fact { one: Who::OwnerOf(one), other: Who::OwnerOf(other), same });
        }
    }

    /// What a rule says that is asked of these.
    fn of_rule(
        &mut self,
        asked: (Rule, Asked),
        args: &[Expr],
        result: Option<Name>,
        out: &mut Vec<Fact>,
    ) -> Known {
        let said = self.summary(asked, args.len())?;
        let names: Vec<Name> = args
            .iter()
            .map(|arg| {
                let name = self.named(arg, out);
                if let (ExprKind::OwnerOf(of), true) = (&arg.kind, self.is_player(&arg.ty)) {
                    let of = self.named(of, out);
                    let (one, other) = (Who::Named(name), Who::OwnerOf(of));
                    out.push(Fact { one, other, same: true });
                }
                name
            })
            .collect();
        // What is said of the things in a set is said of one of them, whichever.
        let mut things: FxHashMap<usize, Name> = FxHashMap::default();
        for (one, other, _) in &said {
            for (at, part) in [one, other] {
                if let (Part::OwnersIn, Some(arg)) = (part, args.get(*at))
                    && !things.contains_key(at)
                {
                    let thing = self.fresh();
                    out.extend(self.of_item(arg, thing).unwrap_or_default());
                    things.insert(*at, thing);
                }
            }
        }
        let who = |(at, part): Slot| {
            let name = names.get(at).copied().or(result);
            match part {
                Part::Itself => name.map(Who::Named),
                Part::Owner => name.map(Who::OwnerOf),
                Part::OwnersIn => things.get(&at).map(|thing| Who::OwnerOf(*thing)),
            }
        };
        let facts = said.iter().filter_map(|(one, other, same)| {
            Some(Fact { one: who(*one)?, other: who(*other)?, same: *same })
        });
        Some(facts.collect())
    }

    /// What a rule with so many parameters says; nothing while that is being worked out.
    fn summary(&mut self, asked: (Rule, Asked), params: usize) -> Summary {
        if let Some(known) = self.summaries.get(&asked) {
            return known.clone();
        }
        self.summaries.insert(asked, Some(Vec::new()));
        let outer = (
            std::mem::take(&mut self.env),
            std::mem::take(&mut self.known),
            std::mem::take(&mut self.where_there),
        );
        let locals = (0..).map(LocalId).take(params);
        let mut names: Vec<Name> = locals.map(|local| self.renew(local)).collect();
        let result = self.fresh();
        names.push(result);
        let facts = self.said(asked, result);
        (self.env, self.known, self.where_there) = outer;
        let summary = facts.map(|facts| {
            let slots = names.iter().enumerate();
            let slots: Vec<(Slot, Vec<Who>)> = slots
                .flat_map(|(at, name)| {
                    [
                        ((at, Part::Itself), Who::Named(*name)),
                        ((at, Part::Owner), Who::OwnerOf(*name)),
                        ((at, Part::OwnersIn), Who::OwnerIn(*name)),
                    ]
                })
                .map(|(slot, who)| (slot, class(&facts, who)))
                .collect();
            let mut all = Vec::new();
            for (at, (one, who)) in slots.iter().enumerate() {
                for (other, whose) in slots.iter().skip(at + 1) {
                    // A class begins with the one whose it is.
                    if whose.first().is_some_and(|whose| who.contains(whose)) {
                        all.push((*one, *other, true));
                    } else if are_apart(&facts, who, whose) {
                        all.push((*one, *other, false));
                    }
                }
            }
            all
        });
        self.summaries.insert(asked, summary.clone());
        summary
    }

    fn said(&mut self, (rule, asked): (Rule, Asked), result: Name) -> Known {
        let typed = self.typed;
        match rule {
            Rule::Function(id) => {
                let Some(def) = typed.functions.get(id) else { return Some(Vec::new()) };
                match asked {
                    Asked::Holds(holds) => Some(self.of_condition(&def.body, holds)),
                    Asked::Value => self.of_value(&def.body, result),
                    Asked::Item => self.of_item(&def.body, result),
                }
            }
            Rule::Permission(id) => {
                let Some(def) = typed.permissions.get(id) else { return Some(Vec::new()) };
                let mut all = Vec::new();
                for require in def.requires.iter().filter(|it| !is_struck(typed, id, it)) {
                    all.extend(self.of_condition(&require.holds, true));
                }
                Some(all)
            }
            Rule::Quantity(_) | Rule::Possession(_) => Some(Vec::new()),
        }
    }

    /// What is so in both of two ways.
    fn common(&self, one: Vec<Fact>, other: Vec<Fact>) -> Vec<Fact> {
        let all = |own: &[Fact]| own.iter().chain(&self.known).copied().collect::<Vec<Fact>>();
        let (all_one, all_other) = (all(&one), all(&other));
        let is_so = |all: &[Fact], fact: &Fact| match fact.same {
            true => is_one(all, fact.one, fact.other),
            false => are_two(all, fact.one, fact.other),
        };
        let mut both: Vec<Fact> = one.into_iter().filter(|fact| is_so(&all_other, fact)).collect();
        both.extend(other.into_iter().filter(|fact| is_so(&all_one, fact)));
        both
    }

    /// The same where one of them may never be gone.
    fn either(&self, one: Known, other: Known) -> Known {
        match (one, other) {
            (Some(one), Some(other)) => Some(self.common(one, other)),
            (one, other) => one.or(other),
        }
    }

    /// The frame of a rule that an expression asks, with what it is asked of.
    pub(super) fn asked(value: &Expr) -> Option<(Frame, &[Expr])> {
        let (rule, args) = match &value.kind {
            ExprKind::Call { function, args } => (Rule::Function(*function), args),
            ExprKind::Quantity { quantity, args } => (Rule::Quantity(*quantity), args),
            ExprKind::May { permission, args } => (Rule::Permission(*permission), args),
            _ => return None,
        };
        Some((Frame::Rule(rule), args))
    }
}

impl Fact {
    /// Whether two things are of one player, where it says that of two things.
    pub(super) const fn of_things(self) -> Option<bool> {
        as_variant!((self.one, self.other), (Who::OwnerOf(_), Who::OwnerOf(_)) => self.same)
    }
}
