//! Siblings: takes the declared things of a kind, says of which the rules are unlike those of all others, and where its text names what
//! its figures are not.

use crate::checks::words::said::{drifted, words_of};
use crate::checks::words::texts::Stated;
use crate::typed::{BearerDef, ClauseOwner, EntryDef, Type, Typed};
use crate::types::{bare, spelled};
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::{Diagnostic, Sink, SourceMap, Span, codes};
use warwright_ir as ir;

/// So many others that are alike make one that is not look like a slip.
const ALIKE: usize = 6;
/// So many whose text names their figure make it a habit of their kind.
const NAMING: usize = 2;

/// What all of a kind have, every one has.
pub(crate) fn siblings_are_alike(typed: &Typed, sink: &mut Sink) {
    let rules = own_rules(typed);
    for (kind, def) in typed.kinds.iter() {
        let of_kind = |entry: &&EntryDef| entry.kind == kind && entry.base.is_none();
        let entries: Vec<&EntryDef> = typed.entries.values().filter(of_kind).collect();
        let of = |entry: &EntryDef| {
            let own = entry.abilities.iter().filter_map(|it| rules.get(&it.ability));
            own.flatten().copied().collect::<FxHashSet<Own>>()
        };
        let all: Vec<(&EntryDef, FxHashSet<Own>)> =
            entries.into_iter().map(|entry| (entry, of(entry))).collect();
        let mut seen: Vec<Own> = all.iter().flat_map(|(_, own)| own.iter().copied()).collect();
        seen.sort_unstable();
        seen.dedup();
        for own in seen {
            let (with, without): (Vec<_>, Vec<_>) =
                all.iter().partition(|(_, has)| has.contains(&own));
            let ([(entry, _)], true) = (without.as_slice(), with.len() >= ALIKE) else { continue };
            let name = spelled(&entry.name, false);
            let (message, help) = match own {
                Own::Does => (
                    format!("nothing is done by {name}"),
                    "write what it does: `after ..`, `modify ..`".to_owned(),
                ),
                Own::Bends(id) => {
                    let bent = typed.permissions.get(id).map_or("", |def| def.name.as_str());
                    (
                        format!("{name} says nothing of `{bent}`"),
                        format!("write when it may be: `allow {bent} as ..`, or what forbids it"),
                    )
                }
            };
            Diagnostic::at(codes::IDLE_CLAUSE, entry.span)
                .says(message)
                .label(format!("all other {} things of kind `{}` do", with.len(), def.name))
                .help(help)
                .emit(sink);
        }
    }
}

/// What rules of its own a thing has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Own {
    /// A clause on a permission.
    Bends(ir::PermissionId),
    /// A hook, an action, or a clause on anything else.
    Does,
}

/// The rules of abilities that have no title: they are of the thing that has them.
fn own_rules(typed: &Typed) -> FxHashMap<ir::AbilityId, Vec<Own>> {
    let mut rules: FxHashMap<ir::AbilityId, Vec<Own>> = FxHashMap::default();
    let mut note = |bearer: BearerDef, own: Own| {
        if let BearerDef::Ability(id) = bearer
            && typed.abilities.get(id).is_some_and(|def| !def.titled)
        {
            rules.entry(id).or_default().push(own);
        }
    };
    for clause in typed.clauses.values() {
        let own = match clause.owner {
            ClauseOwner::Permission(id) => Own::Bends(id),
            ClauseOwner::Quantity(_) | ClauseOwner::Possession(_) => Own::Does,
        };
        note(clause.bearer, own);
    }
    typed.hooks.values().for_each(|hook| note(hook.bearer, Own::Does));
    typed.actions.values().for_each(|action| note(action.bearer, Own::Does));
    rules
}

/// Where texts of a kind name a figure by its word, every text names its own.
pub(crate) fn texts_name_their_figures(
    stated: &[Stated],
    typed: &Typed,
    map: &SourceMap,
    sink: &mut Sink,
) {
    let stated: FxHashMap<Span, &Stated> = stated.iter().map(|it| (it.bearer, it)).collect();
    let of = |entry: &EntryDef| stated.get(&entry.span);
    let texts: Vec<(&EntryDef, Vec<(String, Span)>)> = typed
        .entries
        .values()
        .filter_map(|entry| Some((entry, words_of(map, of(entry)?.text))))
        .collect();
    for (kind, def) in typed.kinds.iter() {
        for (at, profile) in def.profiles.iter().enumerate() {
            let Some(profile) = typed.profiles.get(*profile) else { continue };
            let Type::Member(members) = bare(&profile.ty) else { continue };
            let entries = typed.kinds.get(*members).map_or(&[][..], |it| it.entries.as_slice());
            let name = |cell: i64| {
                let id = entries.get(usize::try_from(cell).ok()?)?;
                Some(typed.entries.get(*id)?.name.to_lowercase())
            };
            let names: FxHashSet<String> = (0..).map_while(name).collect();
            let own = texts.iter().filter(|(entry, _)| entry.kind == kind);
            let said = own.filter_map(|(entry, words)| {
                let Some(ir::Value::Scalar(value)) = entry.values.get(at) else { return None };
                let mut named: Vec<&(String, Span)> =
                    words.iter().filter(|(word, _)| names.contains(word)).collect();
                named.dedup_by(|one, other| one.0 == other.0);
                let ([(word, span)], value) = (named.as_slice(), name(*value)?) else {
                    return None;
                };
                Some((word, *span, value))
            });
            let (right, wrong): (Vec<_>, Vec<_>) = said.partition(|(word, _, own)| *word == own);
            if right.len() < NAMING || wrong.len() > 1 {
                continue;
            }
            for (word, span, own) in wrong {
                let message = format!("the text says {word}, and `{}` is {own}", profile.name);
                sink.push(drifted(&message, span).help("correct one of them"));
            }
        }
    }
}
