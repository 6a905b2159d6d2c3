//! Reasons: takes what permissions, statements and clauses refuse with the words that they give for it, says where the words
//! name what is asked and have it the wrong way round.

mod directions;
mod numbers;
mod whose;

use super::said::drifted;
use crate::checks::logic::compared::Comparison;
use crate::checks::logic::solve::Facts;
use crate::typed::{
    BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, PermissionClauseDef,
    Quoted, StmtKind, Type, Typed, Words, each_stmt,
};
use rustc_hash::FxHashMap;
use warwright_grammar::near::is_form_of;
use warwright_grammar::{Diagnostic, Sink, Span};
use warwright_ir as ir;

/// Who refuses something says what is in its way.
pub(crate) fn reasons_say_what_is_in_the_way(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let mut told: Vec<Diagnostic> = Vec::new();
    let sides = facts.sides();
    let judged = |typed: &Typed, condition: &Expr, refuses: bool, reason: &str| {
        judged(typed, condition, refuses, reason)
            .or_else(|| whose::of_sides(typed, sides, condition, refuses, reason))
            .or_else(|| whose::of_turn(typed, condition, refuses, reason))
            .or_else(|| directions::judged(condition, refuses, reason))
            .or_else(|| directions::of_nobody(condition, refuses, reason))
            .or_else(|| of_member(typed, condition, refuses, reason))
            .or_else(|| numbers::judged(typed, condition, reason))
    };
    for require in typed.permissions.values().flat_map(|def| &def.requires) {
        let label = require.label.as_deref();
        told.extend(label.and_then(|label| judged(typed, &require.holds, false, label)));
    }
    typed.all_bodies().for_each(|body| {
        each_stmt(body, &mut |stmt| {
            if let StmtKind::Require { holds, why } = &stmt.kind {
                told.extend(fixed(why).and_then(|why| judged(typed, holds, false, why)));
            }
        });
    });
    let called = called(typed);
    for clause in typed.clauses.values() {
        let forbids =
            matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }));
        if let (true, ClauseOwner::Permission(_), Some(when)) =
            (forbids, clause.owner, &clause.when)
        {
            told.extend(judged(typed, when, true, &clause.label));
        }
        told.extend(allows_against(clause));
        told.extend(of_another(typed, &called, clause));
    }
    for limit in &typed.limits {
        told.extend(directions::judged(&limit.holds, false, &limit.label));
    }
    let mut places: Vec<Span> = Vec::new();
    for found in told {
        // A clause for several kinds is several clauses.
        if !places.contains(&found.primary.span) {
            places.push(found.primary.span);
            sink.push(found);
        }
    }
    typed.clauses.values().for_each(|clause| sink.extend(bound_by_words(clause)));
}

/// An `allow` whose words say why something may not be.
fn allows_against(clause: &ClauseDef) -> Option<Diagnostic> {
    const AGAINST: [&str; 7] =
        ["too ", "not ", "never ", "cannot ", "may not ", "must not ", "has to "];
    let allows = matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Allow));
    let against = AGAINST.iter().any(|begin| clause.label.starts_with(begin));
    (allows && against).then(|| {
        let message = format!("\"{}\" is said by a clause that allows", clause.label);
        drifted(&message, clause.span).help("did you mean `forbid`? who allows says why it may be")
    })
}

/// Abilities by their names in small letters.
type Called = FxHashMap<String, Vec<ir::AbilityId>>;

/// All abilities that are no status.
fn called(typed: &Typed) -> Called {
    let mut called = Called::default();
    for (id, def) in typed.abilities.iter().filter(|(_, def)| !def.is_status) {
        called.entry(def.name.to_lowercase()).or_default().push(id);
    }
    called
}

/// A label that is the name of another ability, as one that was copied is.
fn of_another(typed: &Typed, called: &Called, clause: &ClauseDef) -> Option<Diagnostic> {
    let BearerDef::Ability(own) = clause.bearer else { return None };
    let bearer = typed.abilities.get(own).filter(|it| !it.is_status)?;
    let so_called = called.get(&clause.label.to_lowercase())?;
    if so_called.contains(&own) {
        return None;
    }
    let other = typed.abilities.get(*so_called.first()?)?;
    let message = format!("\"{}\" is another ability, and the label of this one", clause.label);
    Some(
        drifted(&message, clause.span)
            .also(other.span, "the other")
            .help(format!("say what this is: `\"{}\"`", bearer.name.to_lowercase())),
    )
}

/// Words without values.
fn fixed(words: &Words) -> Option<&str> {
    match words.parts.as_slice() {
        [Quoted::Fixed(text)] => Some(text),
        _ => None,
    }
}

/// A condition that is one fact, whose name the reason says: refused is where it holds, or where it does not.
fn judged(typed: &Typed, condition: &Expr, refuses: bool, reason: &str) -> Option<Diagnostic> {
    let (fact, holds) = match &condition.kind {
        ExprKind::Not(of) => (&**of, false),
        _ => (condition, true),
    };
    // `damage > 0`: that there is some.
    let compared = Comparison::of(fact).filter(Comparison::is_whole);
    let (fact, holds) = match compared.and_then(|it| Some((it.of, it.asks_for_some()?))) {
        Some((of, some)) => (of, holds == some),
        None => (fact, holds),
    };
    let shown = named(typed, fact)?;
    let name = shown.to_lowercase().replace('_', " ");
    // `in panic already` of a status that is called so: what is refused is so.
    let is_it = |word: &str| word.len() > 4 && name.starts_with(word);
    let already = || reason.strip_suffix(" already")?.split(' ').any(is_it).then_some(true);
    let called = || typed.words_for(shown).iter().find_map(|word| said(reason, word));
    let said = said(reason, &name).or_else(called).or_else(already)?;
    // The fact is so in all that is refused, or in nothing of it.
    let is_so = holds == refuses;
    if said == is_so {
        return None;
    }
    let not = if is_so { "" } else { "not " };
    let message = format!("\"{reason}\" is said of what is {not}`{shown}`");
    let turned = match (refuses, holds) {
        (false, true) => format!("`require not ..`: what is `{shown}` is then refused"),
        (false, false) => {
            format!("`require ..` without `not`: what is `{shown}` is then let through")
        }
        (true, true) => format!("`when not ..`: what is `{shown}` is then let through"),
        (true, false) => format!("`when ..` without `not`: what is `{shown}` is then refused"),
    };
    Some(drifted(&message, condition.span).help(format!("did you mean {turned}?")))
}

/// `require side is not front "struck in the rear"`: the reason names what is let through.
fn of_member(typed: &Typed, condition: &Expr, refuses: bool, reason: &str) -> Option<Diagnostic> {
    let ExprKind::Compare { how: how @ (Compare::Eq | Compare::Ne), left, right } = &condition.kind
    else {
        return None;
    };
    let (member, Type::Member(kind)) = (
        match (&left.kind, &right.kind) {
            (_, ExprKind::Cell(cell)) | (ExprKind::Cell(cell), _) => *cell,
            _ => return None,
        },
        &right.ty,
    ) else {
        return None;
    };
    let entries = &typed.kinds.get(*kind)?.entries;
    let name = |id: &ir::EntryId| typed.entries.get(*id).map(|it| it.name.to_lowercase());
    let words: Vec<String> = reason.split_whitespace().map(str::to_lowercase).collect();
    if ["not", "no", "neither", "only", "unless"].iter().any(|it| words.iter().any(|w| w == it)) {
        return None;
    }
    let named: Vec<i64> = (0i64..)
        .zip(entries)
        .filter(|(_, id)| name(id).is_some_and(|name| words.contains(&name)))
        .map(|(at, _)| at)
        .collect();
    // Refused is the one, or all others.
    let refuses_it = (*how == Compare::Eq) == refuses;
    let says_it = named.contains(&member);
    if named.is_empty() || says_it == refuses_it || (says_it && named.len() > 1) {
        return None;
    }
    let message = format!("\"{reason}\" is said of what is let through");
    Some(drifted(&message, condition.span).help("turn the condition round, or correct the words"))
}

/// What a fact is called.
fn named<'t>(typed: &'t Typed, fact: &Expr) -> Option<&'t str> {
    let is_fact = matches!(fact.ty, Type::Bool | Type::Int(_));
    Some(match &fact.kind {
        ExprKind::Field { field, .. } if is_fact => &typed.fields.get(*field)?.name,
        ExprKind::Call { function, .. } if is_fact => &typed.functions.get(*function)?.name,
        ExprKind::Has { ability, .. } => &typed.abilities.get(*ability)?.name,
        _ => return None,
    })
}

/// Whether a reason says that something is so, or that it is not; none where it speaks of something else.
fn said(reason: &str, name: &str) -> Option<bool> {
    const LEAST: usize = 4;
    let reason = reason.to_lowercase();
    let reason = reason.trim_end_matches(" already");
    let reason = ["it is ", "it has ", "it ", "is ", "has ", "was "]
        .iter()
        .fold(reason, |left, word| left.strip_prefix(word).unwrap_or(left));
    let denied = ["not ", "no ", "un"].iter().find_map(|not| reason.strip_prefix(not));
    let (bare, so) = match denied {
        Some(bare) => (bare, false),
        None => (reason, true),
    };
    let is_word = bare.len() >= LEAST && !bare.contains(' ');
    let ends = is_word && (name.ends_with(bare) || is_form_of(bare, name));
    (bare == name || ends).then_some(so)
}

/// `at most 0 "three at most"`.
fn bound_by_words(clause: &ClauseDef) -> Option<Diagnostic> {
    let ClauseVerb::Modify { verb: verb @ (ir::Verb::AtMost | ir::Verb::AtLeast), amount, .. } =
        &clause.does
    else {
        return None;
    };
    let (ExprKind::Cell(bound), Type::Int(_)) = (&amount.kind, &amount.ty) else { return None };
    let words = clause.label.split(|sign: char| !sign.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let said: Vec<i64> = words.iter().filter_map(|it| super::texts::number_named(it)).collect();
    let [said] = said.as_slice() else { return None };
    // `old number one`: a name.
    let is_last = words.last().is_some_and(|it| super::texts::number_named(it).is_some());
    let bounds = ["most", "least", "than", "to"].iter().any(|it| words.contains(it));
    if said == bound || is_last && !bounds {
        return None;
    }
    let word = if *verb == ir::Verb::AtMost { "at most" } else { "at least" };
    let message = format!("\"{}\" is said of `{word} {bound}`", clause.label);
    Some(drifted(&message, amount.span).help("correct the number or the words"))
}
