//! Reasons against what is not offered: takes what is withheld, gives lines by action, in short or in full.

use crate::naming;
use crate::story::place;
use warwright_ir::{Program, SpanId};
use warwright_runtime::{WhyNot, Withheld};

/// Words of a rule, and where it stands.
pub(super) fn of_rule(words: &str, span: SpanId, program: &Program) -> String {
    format!("{words}  [{}]", place(program, span).unwrap_or_default())
}

/// A line for each action with what stands against it, what stands against most of it first.
pub(super) fn brief(list: &[&Withheld], program: &Program) -> Vec<String> {
    /// So many reasons are told.
    const TOLD: usize = 4;
    let name = |of_action: &[&Withheld]| {
        let action = of_action.first().and_then(|it| program.actions.get(it.option.action));
        action.map_or("", |action| naming::action_name(program, action)).replace('_', " ")
    };
    let mut lines: Vec<(String, String)> = Vec::new();
    for of_action in alike(list, |it| it.option.action) {
        let mut reasons = against(&of_action);
        // Of equals the first.
        reasons.sort_by_key(|(_, many)| std::cmp::Reverse(*many));
        let mut said: Vec<String> = Vec::new();
        for (why, _) in &reasons {
            let words = match why {
                WhyNot::Reason(reason) => reason.label.clone(),
                other => reason(other, false, program),
            };
            if !said.contains(&words) {
                said.push(words);
            }
        }
        let more = said.len().saturating_sub(TOLD);
        said.truncate(TOLD);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        let said = format!("{}{more}", said.join("; "));
        match lines.iter_mut().find(|(_, other)| *other == said) {
            Some((names, _)) => names.push_str(&format!(", {}", name(&of_action))),
            None => lines.push((name(&of_action), said)),
        }
    }
    if lines.is_empty() {
        return Vec::new();
    }
    let told = lines.into_iter().map(|(names, said)| format!("  {names}: {said}"));
    let more = String::from("`why not NAME 2` tells all of one, with the rules that say so");
    told.chain([more]).collect()
}

/// The reasons against some of a group, each with against how many it stands.
fn against<'w>(group: &[&'w Withheld]) -> Vec<(&'w WhyNot, usize)> {
    let mut reasons: Vec<(&WhyNot, usize)> = Vec::new();
    for why in group.iter().flat_map(|it| &it.why) {
        match reasons.iter_mut().find(|(of, _)| ground(of) == ground(why)) {
            Some((_, many)) => *many += 1,
            None => reasons.push((why, 1)),
        }
    }
    reasons
}

/// Options with the reasons against them; of many those alone against which the least stands: what is nearest to being possible is
/// what is meant.
pub(super) fn nearest(list: &[&Withheld], program: &Program) -> Vec<String> {
    /// So many are told of whatever stands against them.
    const FEW: usize = 6;
    let near = nearest_of(list);
    if list.len() <= FEW || near.len() == list.len() {
        return grouped(list, program);
    }
    let mut lines = grouped(&near, program);
    let more = list.len() - near.len();
    lines.push(format!(
        "against {more} more stands more than that; `why not NAME 2 3` tells of one"
    ));
    lines
}

/// The options against which the least stands.
fn nearest_of<'w>(list: &[&'w Withheld]) -> Vec<&'w Withheld> {
    let least = list.iter().map(|it| it.why.len()).min().unwrap_or_default();
    list.iter().filter(|it| it.why.len() == least).copied().collect()
}

/// Options with the reasons against them, by action: those with the same reasons together, or where they differ in many ways, all
/// of them with how often each reason stands.
fn grouped(list: &[&Withheld], program: &Program) -> Vec<String> {
    /// So many sorts of one action are told apart.
    const SORTS: usize = 3;
    let (mut lines, mut counts) = (Vec::new(), false);
    for of_action in alike(list, |it| it.option.action) {
        let sorts = alike(&of_action, |it| it.why.iter().map(ground).collect::<Vec<_>>());
        if sorts.len() > SORTS {
            lines.extend(counted(&of_action, program));
            counts = true;
            continue;
        }
        for sort in sorts {
            lines.push(some_of(&sort));
            let grounds = sort.first().map_or(&[][..], |first| &first.why);
            let said = grounds.iter().enumerate().map(|(number, why)| {
                let alike = sort.iter().all(|other| other.why.get(number) == Some(why));
                parts(why, alike, program)
            });
            lines.extend(once(said).map(|said| format!("  because: {said}")));
        }
    }
    if counts {
        lines.push(String::from("with the names of the pieces `why not` tells of one alone"));
    }
    lines
}

/// Items in groups that have something in common, in the order in which they come first.
fn alike<'w, K: PartialEq>(
    list: &[&'w Withheld],
    common: impl Fn(&'w Withheld) -> K,
) -> Vec<Vec<&'w Withheld>> {
    let mut groups: Vec<(K, Vec<&Withheld>)> = Vec::new();
    for withheld in list {
        let key = common(withheld);
        match groups.iter_mut().find(|(of, _)| *of == key) {
            Some((_, group)) => group.push(withheld),
            None => groups.push((key, vec![withheld])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The first options of a group, and how many more there are.
fn some_of(group: &[&Withheld]) -> String {
    /// So many are named.
    const NAMED: usize = 4;
    let named: Vec<&str> = group.iter().take(NAMED).map(|it| it.words.as_str()).collect();
    match group.len().saturating_sub(NAMED) {
        0 => named.join("; "),
        more => format!("{}; and {more} more", named.join("; ")),
    }
}

/// Options of an action with each reason that stands against some of them, and against how many.
fn counted(group: &[&Withheld], program: &Program) -> Vec<String> {
    let said = against(group).into_iter().map(|(why, many)| {
        format!("  because, for {many} of {}: {}", group.len(), reason(why, false, program))
    });
    std::iter::once(some_of(group)).chain(said).collect()
}

/// What makes reasons the same, whatever data they show.
pub(super) type Ground<'w> = (u8, &'w str, Option<SpanId>);

pub(super) fn ground(why: &WhyNot) -> Ground<'_> {
    match why {
        WhyNot::NotTheirs => (0, "", None),
        WhyNot::Used => (1, "", None),
        WhyNot::Price { field, .. } => (2, field, None),
        WhyNot::Reason(reason) => (3, &reason.label, Some(reason.span)),
        WhyNot::Outside { range, .. } => (4, range, None),
        WhyNot::OffGrain { grain, .. } => (5, grain, None),
    }
}

/// Reasons in words, those with the same words once, with all places where they stand.
fn once(reasons: impl Iterator<Item = (String, Option<String>)>) -> impl Iterator<Item = String> {
    let mut once: Vec<(String, Vec<String>)> = Vec::new();
    for (words, place) in reasons {
        match once.iter_mut().find(|(known, _)| *known == words) {
            Some((_, places)) => places.extend(place),
            None => once.push((words, place.into_iter().collect())),
        }
    }
    once.into_iter().map(|(words, places)| match places.as_slice() {
        [] => words,
        places => format!("{words}  [{}]", places.join(", ")),
    })
}

/// A reason in words; with its data only where it is `alike` for all that have it.
pub(super) fn reason(why: &WhyNot, alike: bool, program: &Program) -> String {
    match parts(why, alike, program) {
        (words, Some(place)) => format!("{words}  [{place}]"),
        (words, None) => words,
    }
}

/// The words of a reason, and where the rule stands that says so.
fn parts(why: &WhyNot, alike: bool, program: &Program) -> (String, Option<String>) {
    let words = match why {
        WhyNot::Reason(reason) => {
            let words = if alike { &reason.words } else { &reason.label };
            let bearer = reason.bearer.as_ref().filter(|_| alike);
            let bearer = bearer.map_or_else(String::new, |bearer| format!(", by {bearer}"));
            return (format!("{words}{bearer}"), place(program, reason.span));
        }
        WhyNot::NotTheirs => String::from("it is not for this side to choose"),
        WhyNot::Used => String::from("it was done as often as it may be"),
        WhyNot::Outside { value, range } if alike => format!("{value} is not from {range}"),
        WhyNot::Outside { range, .. } => format!("it may be from {range}"),
        WhyNot::OffGrain { value, grain } => {
            let value = if alike { value.as_str() } else { "it" };
            format!("{value} is no multiple of {grain}, as all lengths are")
        }
        WhyNot::Price { price, there, field, payer } => {
            let field = field.replace('_', " ");
            if alike {
                let one = price.to_string() == "1";
                let field = field.strip_suffix('s').filter(|_| one).unwrap_or(&field);
                format!("it costs {price} {field}, and there is {there} of {payer}")
            } else {
                format!("it costs more {field} than there is")
            }
        }
    };
    (words, None)
}
