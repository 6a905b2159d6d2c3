//! Texts: takes what authors wrote in prose beside a bearer's clauses, finds numbers in it that the clauses do not use.

mod numbers;

pub(crate) use numbers::{lengths_in, number_named, ordinal_named};

use crate::checks::battles::limits::each_expr_led_to;
use crate::checks::clauses::owners::Rule;
use crate::checks::clauses::placed::{Rules, placed, within};
use crate::checks::runs::cycles;
use crate::checks::words::sentences::sentences_of_rules;
use crate::typed::{
    Arithmetic, Assign, BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind,
    Favoured, LocalRole, ReachDef, StmtKind, Type, Typed, any_expr, each_local, each_stmt,
};
use numbers::numbers_in;
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::{Diagnostic, Sink, SourceMap, Span, codes};
use warwright_ir as ir;
use warwright_ir::{SpaceOp, Verb};

/// Micrometres in an inch, and in a centimetre.
const INCH: i64 = 25_400;
const CENTIMETRE: i64 = 10_000;

/// A text with the bearer that it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Stated {
    /// The whole declaration of the bearer.
    pub bearer: Span,
    /// The text.
    pub text: Span,
}

/// A number that a text states or a rule uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    what: What,
    value: i64,
    span: Span,
    /// What a clause adds to.
    bends: Option<Bends>,
}

/// What a clause adds to: a number said of it in other words may have another sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bends {
    quantity: ir::QuantityId,
    /// Whether more of it is no good for the role that is reached: less of it is more of what shields that one.
    of_others: bool,
    /// Whether its sign hangs on who speaks of it: less is better, as of what a die has to reach, or it stands between two. Of a
    /// clause that does the contrary of what is meant its harm tells.
    hangs_on_whom: bool,
}

impl Number {
    const fn new(what: What, value: i64, span: Span) -> Self {
        Self { what, value, span, bends: None }
    }

    /// Whether both are of one sort.
    fn is_rival_of(self, used: &Self) -> bool {
        self.what == used.what || (self.what == What::Amount && used.what == What::Change)
    }

    /// The value of another as this one is said.
    const fn value_of(self, used: &Self) -> i64 {
        match self.what {
            What::Amount | What::Length => used.value.saturating_abs(),
            _ => used.value,
        }
    }
}

impl Bends {
    fn of(typed: &Typed, clause: &ClauseDef) -> Option<Self> {
        let ClauseOwner::Quantity(quantity) = clause.owner else { return None };
        let favours = typed.quantities.get(quantity)?.favours;
        let of_others = match &clause.reach {
            ReachDef::Role(role) => favours.is_some_and(|it| (it.role == *role) == it.less),
            _ => false,
        };
        let hangs_on_whom =
            favours.is_some_and(|it| it.less || stands_between_two(typed, quantity, it));
        Some(Self { quantity, of_others, hangs_on_whom })
    }
}

/// Whether another role of a number is of the same type as the one for which more of it is good.
fn stands_between_two(typed: &Typed, quantity: ir::QuantityId, favours: Favoured) -> bool {
    let Some(def) = typed.quantities.get(quantity) else { return false };
    let roles = || def.locals.first(def.params).iter();
    let own = roles().nth(usize::from(favours.role.param));
    own.is_some_and(|own| roles().filter(|it| it.ty == own.ty).count() > 1)
}

/// What is told apart: numbers of one sort are compared only with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// `4+`: so much or more.
    Threshold,
    /// `+1`, `-1`: added or taken away.
    Change,
    /// `two harder`: so much to or fro.
    Amount,
    /// `6"`.
    Length,
}

/// Every number that a text states is one that its bearer's rules use, where they use numbers of that sort at all.
pub(crate) fn drifted_texts(
    stated: &[Stated],
    rules: &Rules<'_>,
    typed: &Typed,
    map: &SourceMap,
    sink: &mut Sink,
) {
    if stated.is_empty() {
        return;
    }
    let used = placed(used(typed).into_iter());
    let asked = placed(asked(typed).into_iter());
    let mut clauses: FxHashMap<ir::AbilityId, Vec<Span>> = FxHashMap::default();
    for clause in typed.clauses.values() {
        if let BearerDef::Ability(id) = clause.bearer {
            clauses.entry(id).or_default().push(clause.span);
        }
    }
    let whole = stated.len();
    let parts = sentences_of_rules(stated, rules, typed, map);
    for (at, one) in stated.iter().chain(&parts).enumerate() {
        // What is told of the whole text says it of its part.
        if at >= whole && sink.iter().any(|it| one.text.contains(it.primary.span)) {
            continue;
        }
        let homes = || rules.homes(one.bearer);
        let inside = homes().flat_map(|home| within(&used, home));
        let inside = inside.filter(|(_, it)| !one.text.contains(it.span));
        // What a text does not speak of is bent by no clause that counts.
        let bent = |it: &Number, bends: Bends| {
            let of_it = |clause: &ClauseDef| matches!(clause.owner, ClauseOwner::Quantity(id) if id == bends.quantity);
            let corrected = !one.bearer.contains(it.span);
            corrected || rules.clauses(one.bearer).any(of_it)
        };
        let inside = inside.filter(|(_, it)| it.bends.is_none_or(|bends| bent(it, bends)));
        let reached = reached(typed, map, &asked, one);
        // What a battle lays out may be said; its rules come first.
        let of_rules = |home: Span| rules.spans(one.bearer).any(|rule| rule.contains(home));
        let (inside, laid_out): (Vec<&(Span, Number)>, Vec<_>) =
            inside.partition(|(home, _)| of_rules(*home));
        let laid_out = laid_out.into_iter().map(|(_, number)| number).collect();
        let inside = inside.into_iter().map(|(_, number)| number);
        // What is granted beside it does what that says.
        let statuses = rules.grants(one.bearer).filter_map(|it| clauses.get(&it.ability));
        let of_statuses = statuses.flatten().flat_map(|at| within(&used, *at)).map(|(_, it)| it);
        let all = inside.chain(&reached).chain(of_statuses).collect();
        let told = Told { typed, map, text: *one, used: all, laid_out };
        for (said, near) in told.drifted() {
            let Some(near) = near else {
                // Of a part of the rules alone it is not clear that they have none.
                if at >= whole {
                    continue;
                }
                if rules.forbids_alone(one.bearer) {
                    let words = map.slice(said.span);
                    Diagnostic::at(codes::TEXT_DRIFTED, said.span)
                        .says(format!(
                            "the text says {words}, and no rule here changes a number"
                        ))
                        .label("stated here")
                        .help("write what changes: `modify NUMBER as ROLE by ..`, or correct the text")
                        .emit(sink);
                } else if let Some((param, at)) = by_parameter(rules, one) {
                    let words = map.slice(said.span);
                    Diagnostic::at(codes::TEXT_DRIFTED, said.span)
                        .says(format!("the text says {words}, and the rule takes `{param}`"))
                        .label("stated here")
                        .also(at, "whatever stands in its braces there")
                        .help(format!("let the text quote it: `{{{param}}}`"))
                        .emit(sink);
                }
                continue;
            };
            // A correction that harms the bearer is told of with its clause.
            let corrected = !one.bearer.contains(near.span) && near.what == What::Change;
            let harms = |it: &Diagnostic| {
                it.code == codes::HARMS_BEARER && one.bearer.contains(it.primary.span)
            };
            if !(corrected && sink.iter().any(harms)) {
                sink.push(drifted(said, near, map));
            }
        }
    }
}

/// The one parameter by which a bearer's clauses bend numbers.
fn by_parameter<'t>(rules: &Rules<'t>, one: &Stated) -> Option<(&'t str, Span)> {
    let mut bent = rules.clauses(one.bearer).filter_map(|clause| {
        let ClauseVerb::Modify { amount, .. } = &clause.does else { return None };
        let mut found = None;
        each_local(amount, &mut |local| found = Some(local));
        let local = clause.locals.all.get(found?.0 as usize)?;
        (local.role == LocalRole::AbilityParam).then_some((local.name.as_ref(), amount.span))
    });
    bent.next().filter(|_| bent.next().is_none())
}

/// A text with the numbers that the rules beside it use.
struct Told<'t> {
    typed: &'t Typed,
    map: &'t SourceMap,
    text: Stated,
    used: Vec<&'t Number>,
    /// Those that stand beside it in no rule.
    laid_out: Vec<&'t Number>,
}

impl<'t> Told<'t> {
    /// The numbers of the text that no rule uses, each with the nearest that is used in its place: of those that are said,
    /// every one stands for one that is used, as long as there are such. Of a change nothing where no rule changes anything.
    fn drifted(&self) -> Vec<(Number, Option<&'t Number>)> {
        let mut free = self.used.clone();
        let mut open = Vec::new();
        for said in numbers_in(self.map.slice(self.text.text), self.text.text) {
            match free.iter().position(|used| self.is_meant(said, used)) {
                Some(at) => drop(free.remove(at)),
                None => open.push(said),
            }
        }
        open.retain(|said| !self.used.iter().any(|used| self.is_meant(*said, used)));
        open.retain(|said| !self.is_of_several(*said));
        // `two less instead of one`: both with what the game does anyhow.
        let words = self.map.slice(self.text.text);
        let in_all = ["instead of", "in place of", "in all", "altogether"];
        if in_all.iter().any(|it| words.contains(it)) {
            open.retain(|said| said.what == What::Length);
        }
        // What is said of how a battle is laid out is no rule's, as long as no rule has a number of its own that is not said.
        let unsaid = free.iter().any(|it| it.what == What::Length);
        let is_laid_out = |said: &Number| self.laid_out.iter().any(|it| self.is_meant(*said, it));
        open.retain(|said| !is_laid_out(said) || (said.what == What::Length && unsaid));
        let near = |said: Number| {
            let like = |all: &[&'t Number]| {
                let rivals = all.iter().filter(|it| said.is_rival_of(it)).copied();
                rivals.min_by_key(|it| said.value_of(it).abs_diff(said.value))
            };
            let near = like(&free).or_else(|| like(&self.used));
            let changes = matches!(said.what, What::Change | What::Amount);
            (near.is_some() || changes).then_some((said, near))
        };
        open.into_iter().filter_map(near).collect()
    }

    /// Whether a number that is said is the one that is used.
    fn is_meant(&self, said: Number, used: &Number) -> bool {
        let turned = || used.value.checked_neg() == Some(said.value) && self.may_turn(said, used);
        said.is_rival_of(used) && (said.value == said.value_of(used) || turned())
    }

    /// `one more guard` of one less on what others hit with. What is said of the very number that is bent has its sign.
    fn may_turn(&self, said: Number, used: &Number) -> bool {
        let Some(bends) = used.bends else { return false };
        let is_signed =
            said.what == What::Change && self.map.slice(said.span).starts_with(['+', '-']);
        if bends.hangs_on_whom && is_signed {
            return true;
        }
        if !bends.of_others {
            return false;
        }
        let name = self.typed.quantities.get(bends.quantity).map_or("", |def| def.name.as_str());
        let around = self.map.slice(self.text.text);
        let behind = (said.span.end().saturating_sub(self.text.text.start())) as usize;
        let next = around.get(behind..).unwrap_or("").split_whitespace().next().unwrap_or("");
        let words = self.map.slice(said.span).split_whitespace().chain([next]);
        // What is said of those who act against it is said of their own number.
        let sentence = around.get(..behind).unwrap_or("").rsplit(['.', ';']).next().unwrap_or("");
        if sentence.to_lowercase().contains("against it ") {
            return false;
        }
        let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let words: Vec<String> = words.map(bare).collect();
        !name.split('_').any(|part| words.iter().any(|word| word == part))
    }

    /// `two less from afar` of one less, and one less from afar.
    fn is_of_several(&self, said: Number) -> bool {
        let bent = self.used.iter().filter_map(|used| Some((used.bends?.quantity, used.value)));
        let sums = sums_of(bent);
        said.what == What::Change && sums.contains(&said.value)
    }
}

/// The numbers of so many clauses are added up.
const MOST_ADDED: usize = 8;

/// What changes of the same number come to together, each by itself too.
pub(crate) fn sums_of(changes: impl Iterator<Item = (ir::QuantityId, i64)>) -> Vec<i64> {
    let mut sums: Vec<(ir::QuantityId, i64)> = Vec::new();
    for (quantity, change) in changes.take(MOST_ADDED) {
        let of_it = sums.iter().filter(|sum| sum.0 == quantity);
        let more: Vec<_> = of_it.map(|sum| (quantity, sum.1.saturating_add(change))).collect();
        sums.push((quantity, change));
        sums.extend(more);
    }
    sums.into_iter().map(|sum| sum.1).collect()
}

/// Every figure that a text quotes is one that its bearer's rules use, where nothing but rules of bearers uses that figure.
pub(crate) fn quoted_figures_are_used(
    stated: &[Stated],
    typed: &Typed,
    map: &SourceMap,
    sink: &mut Sink,
) {
    let own = typed.quantities.values().filter(|def| def.profile.is_some());
    let own: FxHashSet<*const Expr> = own.map(|def| std::ptr::from_ref(&def.base)).collect();
    let mut places = Vec::new();
    let mut reads: FxHashMap<ir::ProfileId, Vec<Span>> = FxHashMap::default();
    typed.each_expr_of_rules(&mut |expr| {
        places.push(expr.span);
        let read = match expr.kind {
            ExprKind::Printed { profile, .. } if !own.contains(&std::ptr::from_ref(expr)) => {
                Some(profile)
            }
            ExprKind::Quantity { quantity, .. } => {
                typed.quantities.get(quantity).and_then(|def| def.profile)
            }
            _ => None,
        };
        if let Some(profile) = read {
            reads.entry(profile).or_default().push(expr.span);
        }
    });
    let is_borne = |at: &Span| stated.iter().any(|it| it.bearer.contains(*at));
    for (profile, def) in typed.profiles.iter() {
        let Some(reads) = reads.get(&profile).filter(|reads| reads.iter().all(is_borne)) else {
            continue;
        };
        let quoted = format!("{{{}}}", def.name);
        for one in stated {
            let Some(at) = map.slice(one.text).find(&quoted) else { continue };
            let inside = |at: &Span| one.bearer.contains(*at) && !one.text.contains(*at);
            // What is said of another's rules is not looked at.
            if reads.iter().any(inside) || !places.iter().any(inside) {
                continue;
            }
            let from = one.text.start() + u32::try_from(at).unwrap_or(0);
            let at = Span::new(from, from + u32::try_from(quoted.len()).unwrap_or(0));
            Diagnostic::at(codes::TEXT_DRIFTED, at)
                .says(format!(
                    "the text quotes `{}`, and nothing that stands with it uses that",
                    def.name
                ))
                .label("quoted here")
                .help(format!(
                    "use it where it counts: `self.{}`, or leave it out of the text",
                    def.name
                ))
                .emit(sink);
        }
    }
}

/// Every rule that is asked by its name, with the place.
fn asked(typed: &Typed) -> Vec<(Span, Rule)> {
    let mut asked = Vec::new();
    typed.each_expr(&mut |expr| {
        let rule = cycles::asked(expr);
        let rule = rule.filter(|it| matches!(it, Rule::Function(_) | Rule::Permission(_)));
        asked.extend(rule.map(|rule| (expr.span, rule)));
    });
    asked
}

/// The lengths in the relations and other functions that a bearer's rules ask, and in those that they ask in turn; in permissions too
/// that stand in the same file.
fn reached(typed: &Typed, map: &SourceMap, asked: &[(Span, Rule)], one: &Stated) -> Vec<Number> {
    let file = map.file_of(one.text);
    let leads = |rule: &Rule| match rule {
        Rule::Permission(id) => {
            typed.permissions.get(*id).is_some_and(|it| map.file_of(it.span) == file)
        }
        _ => matches!(rule, Rule::Function(_)),
    };
    let own = within(asked, one.bearer).map(|(_, rule)| *rule).filter(leads).collect();
    let mut found = Vec::new();
    let leads_to = |expr: &Expr| cycles::asked(expr).filter(leads);
    each_expr_led_to(typed, own, leads_to, &mut |expr| note(expr, &mut found));
    found.retain(|number: &Number| number.what == What::Length);
    found
}

fn drifted(said: Number, used: &Number, map: &SourceMap) -> Diagnostic {
    let words = map.slice(said.span);
    let shown = match used.what {
        What::Threshold => format!("{}", used.value),
        What::Change | What::Amount => format!("{:+}", used.value),
        What::Length => map.slice(used.span).to_owned(),
    };
    Diagnostic::at(codes::TEXT_DRIFTED, said.span)
        .says(format!("the text says {words}, the rule uses {shown}"))
        .label("stated here")
        .also(used.span, "used here")
        .help(match map.file_of(said.span) == map.file_of(used.span) {
            true => "correct one of them, or let the text quote the number: `{n}` in the text, with `n` a parameter or a field",
            false => "correct the text as well: `text: ..`, on a line of its own beside the other change",
    })
}

/// All numbers that rules use, with where the rule stands.
fn used(typed: &Typed) -> Vec<(Span, Number)> {
    let mut numbers = Vec::new();
    typed.each_expr(&mut |expr| note(expr, &mut numbers));
    let mut found: Vec<(Span, Number)> = numbers.into_iter().map(|it| (it.span, it)).collect();
    for clause in typed.clauses.values() {
        let ClauseVerb::Modify { verb, amount, .. } = &clause.does else { continue };
        if matches!(verb, Verb::By | Verb::ByUpTo | Verb::Rung)
            && let Some(value) = whole(amount)
        {
            // What a correction writes stands elsewhere, and counts in its clause.
            let inside = clause.span.contains(amount.span);
            let home = if inside { amount.span } else { clause.span };
            let bends = Bends::of(typed, clause);
            found.push((home, Number { what: What::Change, value, span: amount.span, bends }));
        }
    }
    // What a status is granted with changes what its clauses change.
    for body in typed.rule_bodies() {
        each_stmt(body, &mut |stmt| match &stmt.kind {
            StmtKind::Grant { args, .. } => {
                for arg in args {
                    if let Some(value) = whole(arg).filter(|value| *value != 0) {
                        found.push((arg.span, Number::new(What::Change, value, arg.span)));
                    }
                }
            }
            StmtKind::Assign { to: Assign::Local(_), value, .. } => {
                found.extend(added(value).map(|it| (it.span, it)));
            }
            _ => {}
        });
    }
    found
}

/// What is added to something, or taken from it: also where that is bounded.
fn added(value: &Expr) -> Option<Number> {
    let ExprKind::Arithmetic { how, left, right } = &value.kind else { return None };
    let change = |by: &Expr, sign: i64| {
        Some(Number::new(What::Change, whole(by)?.checked_mul(sign)?, by.span))
    };
    match how {
        Arithmetic::Add => change(right, 1),
        Arithmetic::Sub => change(right, -1),
        Arithmetic::Min | Arithmetic::Max => added(left).or_else(|| added(right)),
        _ => None,
    }
}

fn note(expr: &Expr, found: &mut Vec<Number>) {
    match &expr.kind {
        ExprKind::Cell(value) if expr.ty == Type::Length => {
            found.push(Number::new(What::Length, *value, expr.span));
        }
        // How far it is from the middle of what is so long and so wide.
        ExprKind::Space { op: SpaceOp::Oval, args } => {
            for arg in args {
                if let ExprKind::Cell(value) = arg.kind {
                    found.push(Number::new(What::Length, value / 2, arg.span));
                }
            }
        }
        ExprKind::Compare { how, left, right } if asks_dice(left) || asks_dice(right) => {
            let (value, at) = match (how, whole(left), whole(right)) {
                (Compare::Ge, _, Some(value)) => (value, right),
                (Compare::Gt, _, Some(value)) => (value.saturating_add(1), right),
                (Compare::Le, Some(value), None) => (value, left),
                (Compare::Lt, Some(value), None) => (value.saturating_add(1), left),
                _ => return,
            };
            found.push(Number::new(What::Threshold, value, at.span));
        }
        _ => {}
    }
}

/// Whether a side of a comparison is what dice show.
fn asks_dice(expr: &Expr) -> bool {
    any_expr(expr, |inner| matches!(inner.kind, ExprKind::FaceValue(_)))
}

/// A whole number that is written out.
fn whole(expr: &Expr) -> Option<i64> {
    match (&expr.kind, &expr.ty) {
        (ExprKind::Cell(value), Type::Int { .. }) => Some(*value),
        (ExprKind::Negate(of), _) => whole(of).and_then(i64::checked_neg),
        _ => None,
    }
}
