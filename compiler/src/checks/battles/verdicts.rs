//! Verdicts: takes what the sides of a battle win by, says where two sides win by one thing; and which side nobody plays.

use super::fielded::fielding;
use crate::checks::logic::formula::{Reader, negated};
use crate::checks::logic::solve::Facts;
use crate::checks::runs::endings::{Run, counter, end};
use crate::checks::words::said::asks_whose;
use crate::typed::{
    BearerDef, Compare, Expr, ExprKind, HookDef, LocalId, ScenarioDef, SideDef, Stmt, StmtKind,
    Type, Typed, each_child, each_expr,
};
use std::fmt::Write;
use warwright_grammar::near::sharing_a_word;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// No two sides win at one moment by the same.
pub(crate) fn one_side_wins(typed: &Typed, sink: &mut Sink) {
    for (id, scenario) in typed.scenarios.iter().filter(|(_, it)| it.rules_of.is_none()) {
        let own = typed.hooks.values().filter(|hook| hook.bearer == BearerDef::Scenario(id));
        let wins: Vec<Wins<'_>> = own.filter_map(Wins::of).collect();
        for (at, one) in wins.iter().enumerate() {
            let before = wins.iter().take(at).find(|it| {
                it.side != one.side
                    && (it.hook.procedure, it.hook.step, it.hook.time)
                        == (one.hook.procedure, one.hook.step, one.hook.time)
                    && is_same(typed, scenario, it, one)
            });
            let Some(before) = before else { continue };
            Diagnostic::at(codes::IDLE_CLAUSE, one.when.span)
                .says(format!("{} and {} win by the same", before.side, one.side))
                .label("whenever this holds, so does the other")
                .also(before.when.span, format!("what {} wins by", before.side))
                .help("say `self` for the side whose line it is, `rival(self)` or the like for the other")
                .emit(sink);
        }
    }
}

/// Who wins by what pieces do says whose they are.
pub(crate) fn wins_are_of_one_side(typed: &Typed, sink: &mut Sink) {
    for hook in typed.hooks.values() {
        let (BearerDef::Scenario(id), Some(wins)) = (hook.bearer, Wins::of(hook)) else { continue };
        let Some(scenario) = typed.scenarios.get(id) else { continue };
        if scenario.sides.len() < 2 || asks_whose(typed, [wins.when]) {
            continue;
        }
        let is = |kind: ir::KindId, base| typed.kinds.get(kind).is_some_and(|it| it.base == base);
        let (mut pieces, mut told_apart) = (None, false);
        each_expr(wins.when, &mut |expr| match &expr.kind {
            ExprKind::All(kind) if is(*kind, ir::KindBase::Piece) => {
                pieces = pieces.or(Some(expr.span))
            }
            // Who is of one side alone is named by what he is.
            ExprKind::IsEntry { entry, .. } if fielding(typed, scenario, *entry) == 1 => {
                told_apart = true;
            }
            ExprKind::Has { .. } | ExprKind::HeldCount { .. } | ExprKind::Text(_) => {
                told_apart = true;
            }
            ExprKind::Cell(_) if matches!(expr.ty, Type::Member(_) | Type::Entity(_)) => {
                told_apart = true;
            }
            _ if matches!(&expr.ty, Type::Entity(kind) if is(*kind, ir::KindBase::Player)) => {
                told_apart = true;
            }
            _ => {}
        });
        if let Some(pieces) = pieces.filter(|_| !told_apart)
            && !sink.iter().any(|it| wins.when.span.contains(it.primary.span))
        {
            Diagnostic::at(codes::IDLE_CLAUSE, pieces)
                .says(format!("{} wins by this whoever it is that does it", wins.side))
                .label("those of both sides")
                .help("say whose they are: `.. where it.player is self`, `rival(self)` or the like for the other")
                .emit(sink);
        }
    }
}

/// Nobody has won before anything has happened.
pub(crate) fn nobody_wins_at_once(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let end = end(typed);
    let waits = |hook: &HookDef| {
        end.is_some_and(|(at, step)| hook.procedure == at && hook.step == Some(step))
    };
    for hook in typed.hooks.values().filter(|hook| !waits(hook)) {
        let (BearerDef::Scenario(id), Some(wins)) = (hook.bearer, Wins::of(hook)) else { continue };
        let Some(scenario) = typed.scenarios.get(id) else { continue };
        if sink.iter().any(|it| it.primary.span == wins.when.span) {
            continue;
        }
        let scene = facts.scenes.at(hook.bearer, Some(Run::of_hook(hook)));
        let scene = scene.of_side(wins.me, scenario, typed, wins.side);
        let scene = scene.at_its_beginning(counter(typed));
        let mut reader = Reader::of_many(typed, &facts.bent, scene);
        reader.begin(1, &hook.locals, 0, None);
        let formula = reader.condition(wins.when);
        if facts.never(&reader, &[negated(&formula)], false).is_none() {
            continue;
        }
        let why = reader.scene.why(typed, wins.when).unwrap_or_default();
        let found = Diagnostic::at(codes::ALWAYS_HOLDS, wins.when.span)
            .says(format!("{} wins by this before anything has happened", wins.side))
            .label(why);
        sink.push(found.help("ask it at the end: `.. at end of battle`, or ask for what is not so as the battle begins"));
    }
}

/// Two sides each of which has the army that the other is called after, where nobody asked for that.
pub(crate) fn sides_field_their_own(typed: &Typed, sink: &mut Sink) {
    let called_after = |side: &SideDef, army: &SideDef| {
        army.armies.contains(&side.name)
            || !sharing_a_word(&side.name, army.armies.iter().map(String::as_str)).is_empty()
    };
    if typed.fielded_anew {
        return;
    }
    for scenario in typed.scenarios.values().filter(|it| it.rules_of.is_none()) {
        let [one, other] = scenario.sides.as_slice() else { continue };
        let exchanged = called_after(one, other) && called_after(other, one);
        if !exchanged || called_after(one, one) || called_after(other, other) {
            continue;
        }
        Diagnostic::at(codes::TEXT_DRIFTED, one.span)
            .says(format!(
                "{} fields the army of {}, and the other way round",
                one.name, other.name
            ))
            .label(format!("has \"{}\"", one.armies.join("\", \"")))
            .also(other.span, format!("has \"{}\"", other.armies.join("\", \"")))
            .help("exchange their rosters, or their names")
            .emit(sink);
    }
}

/// What a side wins by.
pub(crate) struct Wins<'t> {
    pub(crate) side: &'t str,
    pub(crate) hook: &'t HookDef,
    pub(crate) me: LocalId,
    pub(crate) when: &'t Expr,
}

impl<'t> Wins<'t> {
    /// `if some side that is called so is me { if CONDITION { end battle won by me } }`.
    pub(crate) fn of(hook: &'t HookDef) -> Option<Self> {
        let [Stmt { kind: StmtKind::If { when: named, then, .. }, .. }] = hook.body.as_slice()
        else {
            return None;
        };
        let ExprKind::IsSome { of, binds: Some(me) } = &named.kind else { return None };
        let ExprKind::First(of) = &of.kind else { return None };
        let ExprKind::Filter { when: of, .. } = &of.kind else { return None };
        let ExprKind::Compare { right, .. } = &of.kind else { return None };
        let ExprKind::Text(side) = &right.kind else { return None };
        let [Stmt { kind: StmtKind::If { when, then, .. }, .. }] = then.as_slice() else {
            return None;
        };
        let ends = then.iter().any(|stmt| matches!(stmt.kind, StmtKind::EndBattle { .. }));
        ends.then_some(Self { side, hook, me: *me, when })
    }
}

fn is_same(typed: &Typed, scenario: &ScenarioDef, one: &Wins<'_>, other: &Wins<'_>) -> bool {
    let spelt = |wins: &Wins<'_>| {
        let mut others = scenario.sides.iter().filter(|side| side.name != wins.side);
        let rival = others.next().filter(|_| others.next().is_none())?;
        let mut spelling = Spelling {
            typed,
            me: wins.me,
            names: [wins.side, &rival.name],
            words: String::new(),
            bound: Vec::new(),
        };
        spelling.expr(wins.when).then_some(spelling.words)
    };
    spelt(one).is_some_and(|one| Some(one) == spelt(other))
}

/// An expression with the players by the names of their sides.
struct Spelling<'t> {
    typed: &'t Typed,
    me: LocalId,
    /// One's own and the other.
    names: [&'t str; 2],
    words: String,
    bound: Vec<LocalId>,
}

impl Spelling<'_> {
    /// Whether it can be told apart from every other.
    fn expr(&mut self, expr: &Expr) -> bool {
        let [own, rival] = self.names;
        match &expr.kind {
            ExprKind::Local(local) if *local == self.me => {
                return write!(self.words, "<{own}>").is_ok();
            }
            ExprKind::Call { function, args }
                if matches!(args.as_slice(), [Expr { kind: ExprKind::Local(local), .. }] if *local == self.me)
                    && self.is_other_player(*function) =>
            {
                return write!(self.words, "<{rival}>").is_ok();
            }
            ExprKind::Local(local) => {
                let Some(at) = self.bound.iter().position(|it| it == local) else { return false };
                return write!(self.words, "%{at}").is_ok();
            }
            _ => {}
        }
        let head = match &expr.kind {
            ExprKind::Cell(cell) => format!("{cell}"),
            ExprKind::Field { field, .. } => format!("f{}", field.0),
            ExprKind::Printed { profile, .. } => format!("p{}", profile.0),
            ExprKind::Quantity { quantity, .. } => format!("q{}", quantity.0),
            ExprKind::Call { function, .. } => format!("c{}", function.0),
            ExprKind::May { permission, .. } => format!("m{}", permission.0),
            ExprKind::IsEntry { entry, .. } => format!("is{}", entry.0),
            ExprKind::All(kind) => format!("all{}", kind.0),
            ExprKind::Only(kind) => format!("only{}", kind.0),
            ExprKind::Compare { how, .. } => format!("{how:?}"),
            ExprKind::Arithmetic { how, .. } => format!("{how:?}"),
            ExprKind::Space { op, .. } => format!("{op:?}"),
            ExprKind::And(..) => "and".to_owned(),
            ExprKind::Or(..) => "or".to_owned(),
            ExprKind::Not(_) => "not".to_owned(),
            ExprKind::OwnerOf(_) => "player".to_owned(),
            ExprKind::Size(_) => "size".to_owned(),
            ExprKind::NameOf(_) => "name".to_owned(),
            ExprKind::Text(words) => format!("{words:?}"),
            ExprKind::Contains { .. } => "in".to_owned(),
            ExprKind::Within { .. } => "within".to_owned(),
            ExprKind::Quantified { how, item, .. } => {
                self.bound.push(*item);
                format!("{how:?}")
            }
            ExprKind::Filter { item, .. } | ExprKind::Map { item, .. } => {
                self.bound.push(*item);
                "each".to_owned()
            }
            _ => return false,
        };
        self.words.push_str(&head);
        self.words.push('(');
        let mut known = true;
        each_child(expr, &mut |child| {
            known = known && self.expr(child);
            self.words.push(',');
        });
        self.words.push(')');
        known
    }

    /// Whether a rule gives the other of two players: `first(players where it is not p)`.
    fn is_other_player(&self, function: ir::FunctionId) -> bool {
        let Some(def) = self.typed.functions.get(function) else { return false };
        let ExprKind::Otherwise(first, _) = &def.body.kind else { return false };
        let ExprKind::First(of) = &first.kind else { return false };
        let ExprKind::Filter { of, when, .. } = &of.kind else { return false };
        let player = matches!(of.kind, ExprKind::All(kind)
            if self.typed.kinds.get(kind).is_some_and(|def| def.base == ir::KindBase::Player));
        player && matches!(when.kind, ExprKind::Compare { how: Compare::Ne, .. } | ExprKind::Not(_))
    }
}

/// Where one side of a battle has a policy, the others have one too.
pub(crate) fn sides_are_played(typed: &Typed, sink: &mut Sink) {
    let own = typed.scenarios.values().filter(|it| it.rules_of.is_none());
    for scenario in own.filter(|it| it.sides.len() > 1) {
        let Some(played) = scenario.sides.iter().find(|side| side.policy.is_some()) else {
            continue;
        };
        let policy = played.policy.and_then(|id| typed.policies.get(id));
        let name = policy.map_or("NAME", |policy| policy.name.as_str());
        for side in scenario.sides.iter().filter(|side| side.policy.is_none()) {
            let message = format!("nothing says how {} is played where nobody sits", side.name);
            sink.push(told(&message, side.span, played.span, &played.name, name));
        }
    }
}

fn told(message: &str, at: Span, played: Span, other: &str, policy: &str) -> Diagnostic {
    Diagnostic::at(codes::NO_ADVICE, at)
        .says(message)
        .label("has no policy")
        .also(played, format!("{other} has one"))
        .help(format!("`policy {policy}` in its braces"))
}
