//! Order: which lists of errata are in force on a day, in which order, and which of their items others supersede.

use crate::provenance::{ItemReport, ItemState, ListReport, Report};
use rustc_hash::FxHashMap;
use warwright_grammar::tree::{Date, Edit, Errata, ErratumBody, Template, TemplatePart};
use warwright_grammar::{Sink, Span};

use super::apply::AsOf;
use super::problems;
use crate::names::{Index, Node};

/// The lists in the order in which they take effect, with the report that will say what they did.
pub(super) fn ordered<'t>(
    index: &Index<'t>,
    as_of: AsOf,
    sink: &mut Sink,
) -> (Vec<&'t Errata>, Report) {
    let mut lists: Vec<(Date, &'t Errata)> = Vec::new();
    for declared in index.errata.values() {
        let Node::Written(list) = declared.node else { continue };
        if let (Some(of), Some(system)) = (&list.of, index.system)
            && of.text != system.name.text
        {
            sink.push(problems::of_another_game(&list.name, of, &system.name));
        }
        match list.dated {
            Some((date, _)) => lists.push((date, list)),
            None => sink.push(problems::without_date(&list.name)),
        }
    }
    lists
        .sort_by(|(one, a), (other, b)| one.cmp(other).then_with(|| a.name.text.cmp(&b.name.text)));
    let day = match as_of {
        AsOf::Newest => lists.last().map(|(date, _)| *date),
        AsOf::Day(day) => Some(day),
    };
    let mut report = Report { day, lists: Vec::with_capacity(lists.len()), heirs_left_out: false };
    for (date, list) in &lists {
        report.lists.push(list_report(list, *date, day.is_some_and(|day| *date <= day)));
    }
    let positions: FxHashMap<&str, usize> =
        lists.iter().enumerate().map(|(at, (_, list))| (&*list.name.text, at)).collect();
    for (at, (_, list)) in lists.iter().enumerate() {
        supersede(list, (at, &lists), &positions, &mut report, sink);
    }
    (lists.into_iter().map(|(_, list)| list).collect(), report)
}

fn list_report(list: &Errata, dated: Date, in_force: bool) -> ListReport {
    let items = list
        .items
        .iter()
        .map(|item| ItemReport {
            name: item.name.text.to_string(),
            state: match &item.body {
                _ if !in_force => ItemState::Later,
                ErratumBody::NoEffect(why) => ItemState::NoEffect(words(why)),
                ErratumBody::Pending(why) => ItemState::Pending(words(why)),
                ErratumBody::Edits(_) | ErratumBody::Error(_) => ItemState::Made,
            },
            reasons: reasons(&item.body),
            edits: Vec::new(),
            span: item.span,
        })
        .collect();
    ListReport {
        title: list.name.text.to_string(),
        dated,
        reason: list.reason.as_ref().map(words),
        in_force,
        items,
        span: list.name.span,
    }
}

/// Why an item was made, in its own words.
fn reasons(body: &ErratumBody) -> Vec<String> {
    let ErratumBody::Edits(edits) = body else { return Vec::new() };
    let reasons = edits.iter().filter_map(
        |edit| as_variant!(edit, Edit::Reason(reason) | Edit::Text(reason) => words(reason)),
    );
    reasons.collect()
}

/// Marks what a list supersedes; says so when that cannot be.
fn supersede(
    list: &Errata,
    (at, lists): (usize, &[(Date, &Errata)]),
    positions: &FxHashMap<&str, usize>,
    report: &mut Report,
    sink: &mut Sink,
) {
    let in_force = report.lists.get(at).is_some_and(|list| list.in_force);
    let own_date = report.lists.get(at).map(|list| list.dated);
    for supersedes in &list.supersedes {
        let name = &supersedes.errata;
        let Some(other) = positions.get(&*name.text).copied().filter(|other| *other != at) else {
            let mut titles: Vec<&str> =
                positions.iter().filter(|(_, to)| **to != at).map(|(title, _)| *title).collect();
            titles.sort_unstable();
            sink.push(problems::unknown_superseded(name, &titles));
            continue;
        };
        let Some(target) = report.lists.get_mut(other) else { continue };
        if own_date.is_some_and(|own| target.dated > own) {
            sink.push(problems::supersedes_later(name, target.span, target.dated));
            continue;
        }
        // A circle of lists of one day is told of at its first.
        if other > at && leads_back(other, at, lists, positions) {
            sink.push(problems::supersede_each_other(name, &list.name));
            continue;
        }
        let state = ItemState::Superseded(list.name.text.to_string());
        match &supersedes.item {
            None if in_force => {
                for item in &mut target.items {
                    item.state = state.clone();
                }
            }
            None => {}
            Some(item) => match target.items.iter_mut().find(|found| found.name == *item.text) {
                Some(found) => {
                    if in_force {
                        found.state = state;
                    }
                }
                None => {
                    let items: Vec<&str> =
                        target.items.iter().map(|item| item.name.as_str()).collect();
                    sink.push(problems::unknown_superseded_item(
                        item,
                        &target.title,
                        target.span,
                        &items,
                    ));
                }
            },
        }
    }
}

/// Whether a list supersedes an earlier one of its day, by way of others that stand behind that too.
fn leads_back(
    from: usize,
    to: usize,
    lists: &[(Date, &Errata)],
    positions: &FxHashMap<&str, usize>,
) -> bool {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(at) = found.get(next).copied() {
        if at == to {
            return true;
        }
        let superseded = lists.get(at).into_iter().flat_map(|(_, list)| &list.supersedes);
        for other in superseded.filter_map(|it| positions.get(&*it.errata.text)) {
            if *other >= to && !found.contains(other) {
                found.push(*other);
            }
        }
        next += 1;
    }
    false
}

/// The words of a template; data that it quotes is left out.
pub(super) fn words(template: &Template) -> String {
    in_words(template, |_| String::from(".."))
}

/// The words of a template, with what stands for the data in its braces.
pub(super) fn in_words(template: &Template, data: impl Fn(Span) -> String) -> String {
    let part = |part: &TemplatePart| match part {
        TemplatePart::Text(words) => words.to_string(),
        TemplatePart::Hole(hole) => format!("{{{}}}", data(hole.span)),
    };
    template.parts.iter().map(part).collect()
}
