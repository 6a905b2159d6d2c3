//! What can be read up: takes a piece, or the name of a unit, card, ability or rule, gives its figures and its text.

use super::faces;
use super::rules::Rules;
use crate::board::Sheet;
use crate::board::cells::CellSheet;
use crate::foresight::stands::{self, Stands};
use crate::naming::written::{figures as figures_of, filled, is, is_of, text, texts, written};
use crate::naming::{self, pieces};
use warwright_grammar::source::SourceMap;
use warwright_ir::{
    Ability, Bearer, Entry, EntryId, KindBase, KindId, Part, Program, RuleText, Template,
};
use warwright_runtime::{Machine, State};

/// All that is written of what a line names.
///
/// # Errors
///
/// What could be named, where nothing has that name.
pub fn read(
    machine: &Machine,
    state: &State,
    map: &SourceMap,
    what: &str,
) -> Result<String, String> {
    let what = what.trim().trim_matches('"');
    if what.is_empty() {
        let named = "`show NAME`: a unit, a card, an ability, a rule";
        return Err(format!("show what? `show 2`, for piece 2, or {named}"));
    }
    let program = machine.program();
    let number = what.strip_prefix('#').unwrap_or(what);
    let mut lines: Vec<String> = Vec::new();
    for (of, entity, name) in naming::numbered(machine, state) {
        if !of.eq_ignore_ascii_case(number) && !name.eq_ignore_ascii_case(what) {
            continue;
        }
        let entry = machine.entry(state, entity).and_then(|id| program.entries.get(id));
        let sort = entry.map_or("", |entry| text(program, entry.name));
        // A name of its own does not say what it is.
        let sort = if name.contains(sort) { String::new() } else { format!(" ({sort})") };
        lines.push(format!("{of}  {name}{sort}"));
        if let Ok(standing) = pieces::standing(machine, state, entity) {
            let now = pieces::words(&standing, &[]);
            lines.extend((!now.is_empty()).then(|| format!("  now: {now}")));
        }
        lines.extend(parts(machine, state, entity));
        if let Some(entry) = machine.entry(state, entity) {
            lines.extend(of_entry(machine, state, entry));
            let base = program.entries.get(entry).and_then(|it| program.kinds.get(it.kind));
            if base.is_some_and(|kind| kind.base == KindBase::Area) {
                lines.extend(ruled(machine, state, map, entry));
                lines.extend(lying(machine, state, &name));
            }
        }
    }
    if lines.is_empty() {
        let meant = sort_of(machine, state, what).unwrap_or_else(|| what.to_owned());
        for (id, entry) in
            program.entries.iter().filter(|(_, entry)| is(program, entry.name, &meant))
        {
            let kind = program.kinds.get(entry.kind).map(|kind| text(program, kind.name));
            let kind = kind.unwrap_or_default().replace('_', " ");
            lines.push(format!("{} ({kind})", text(program, entry.name)));
            lines.extend(of_entry(machine, state, id));
            lines.extend(ruled(machine, state, map, id));
            lines.extend(lying(machine, state, text(program, entry.name)));
        }
        let rules = program.book.rules.iter().filter(|rule| is(program, rule.name, what));
        let others =
            |rule: &&RuleText| program.entries.values().all(|it| !is_of(program, rule, it));
        for rule in rules.filter(others) {
            lines.extend(of_rule(program, rule));
        }
        lines.extend(faces::named(program, what));
        // Of what says nothing itself the rules do.
        if lines.len() < 2 {
            lines.extend(abilities(program, map, what));
            lines.extend(actions(program, what));
        }
    }
    match (lines.is_empty(), begun(program, what)) {
        (false, _) => Ok(lines.join("\n")),
        // Whoever types the beginning of one name alone means that.
        (true, Some(name)) => read(machine, state, map, &name),
        (true, None) => Err(unknown(program, what)),
    }
}

/// The name that begins so, where it is one alone.
fn begun(program: &Program, what: &str) -> Option<String> {
    /// Of fewer letters nobody knows what they begin.
    const LETTERS: usize = 3;
    let what = what.to_lowercase();
    let entries = program.entries.values().map(|entry| entry.name);
    let abilities = program.abilities.values().filter(|it| it.titled).map(|it| it.name);
    let named = entries.chain(abilities).map(|name| text(program, name).replace('_', " "));
    let mut begun: Vec<String> =
        named.filter(|name| name.to_lowercase().starts_with(&what)).collect();
    begun.sort_unstable();
    begun.dedup();
    match begun.as_slice() {
        // The name itself was not found.
        [one] if what.len() >= LETTERS && one.to_lowercase() != what => Some(one.clone()),
        _ => None,
    }
}

/// A text in which the names of figures stand that nobody has here.
pub(super) fn open(said: &str) -> String {
    let mut shown = String::new();
    let mut quoted = false;
    for letter in said.chars() {
        match letter {
            '{' => (quoted, shown) = (true, shown + "("),
            '}' => (quoted, shown) = (false, shown + ")"),
            '_' if quoted => shown.push(' '),
            letter => shown.push(letter),
        }
    }
    shown
}

/// How the parts of a piece stand, a line each.
fn parts(machine: &Machine, state: &State, body: i64) -> Vec<String> {
    let is_own = |part: i64| machine.part_of(state, part).is_some_and(|it| it.body == body);
    let all = naming::numbered(machine, state).into_iter();
    let name = machine.name(state, body).unwrap_or_default();
    let own = all.filter(|(_, part, _)| is_own(*part)).filter_map(|(number, part, _)| {
        let mut standing = pieces::standing(machine, state, part).ok()?;
        // Of what it is a part is said above.
        standing.fields.retain(|(_, value)| *value != name);
        let now = pieces::words(&standing, &[]);
        (!now.is_empty()).then(|| format!("  {number}: {now}"))
    });
    own.collect()
}

/// The figures of an entry, its own text, and its abilities with theirs.
fn of_entry(machine: &Machine, state: &State, id: EntryId) -> Vec<String> {
    let program = machine.program();
    let Some(entry) = program.entries.get(id) else { return Vec::new() };
    let mut lines = Vec::new();
    let figures = machine.printed(state, id).unwrap_or_default();
    let told: Vec<String> = told_figures(machine, state, id)
        .iter()
        .map(|(name, value)| match value.as_str() {
            "yes" => name.replace('_', " "),
            value => format!("{} {}", name.replace('_', " "), value.replace('_', " ")),
        })
        .collect();
    lines.extend((!told.is_empty()).then(|| format!("  {}", told.join(", "))));
    lines.extend(written(machine, state, id).iter().map(|text| format!("  {text}")));
    for own in &entry.abilities {
        let Some(ability) = program.abilities.get(own.ability) else { continue };
        let shown = figures_of(machine, state, own);
        let line = of_ability(program, entry, ability, &shown, &figures);
        // What a card does by itself is what is written of it.
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// The figures of an entry that are news: not what it does not have, nor a nought that most have.
fn told_figures(machine: &Machine, state: &State, id: EntryId) -> Vec<(String, String)> {
    let Some(entry) = machine.program().entries.get(id) else { return Vec::new() };
    let noughts = noughts(machine, state, entry.kind);
    let mut figures = machine.printed(state, id).unwrap_or_default();
    figures.retain(|(name, value)| {
        let has = !matches!(value.as_str(), "no" | "none" | "");
        has && (!is_nought(value) || !noughts.contains(name))
    });
    figures
}

/// The rules that name an entry or ask for its figures.
fn ruled(machine: &Machine, state: &State, map: &SourceMap, id: EntryId) -> Vec<String> {
    let figures = told_figures(machine, state, id);
    let names: Vec<&str> = figures.iter().map(|(name, _)| name.as_str()).collect();
    Rules::new(machine.program(), map).of(id, &names)
}

/// What an area of the board is one of, that has this name of its own.
fn sort_of(machine: &Machine, state: &State, what: &str) -> Option<String> {
    let sheet = Sheet::of(machine, state)?;
    let is_it = |own: &Option<String>| own.as_ref().is_some_and(|it| it.eq_ignore_ascii_case(what));
    let ground = sheet.grounds.into_iter().find(|it| it.areas.iter().any(|(own, _)| is_it(own)));
    ground.map(|ground| ground.name)
}

/// Where something of a name lies on the board, and who stands there.
fn lying(machine: &Machine, state: &State, name: &str) -> Vec<String> {
    let mut here: Vec<String> = Vec::new();
    if let Some(sheet) = CellSheet::of(machine, state) {
        let lies = |sort: usize| sheet.sorts.get(sort).is_some_and(|sort| sort.name == name);
        let cells = sheet.laid.cells.iter();
        let cells = cells.filter(|cell| sheet.lying(cell).into_iter().any(lies));
        here.extend(cells.map(|cell| cell.name.clone()));
    } else if let Some(sheet) = Sheet::of(machine, state) {
        for ground in &sheet.grounds {
            let is_it = |own: &Option<String>| {
                ground.name == name || own.as_ref().is_some_and(|own| own == name)
            };
            let areas = ground.areas.iter().filter(|(own, _)| is_it(own));
            here.extend(areas.map(|(own, _)| own.clone().unwrap_or_else(|| name.to_owned())));
        }
    }
    if here.is_empty() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    if here.iter().any(|own| own != name) {
        lines.push(format!("  on this board: {}", here.join(", ")));
    }
    let all = Stands::of(machine, state).map(|stands| stands.all).unwrap_or_default();
    let is_there = |grounds: &[String]| grounds.iter().any(|it| it == name || here.contains(it));
    let there = all.iter().filter(|(.., stand)| is_there(&stands::grounds(machine, state, stand)));
    let there: Vec<String> =
        there.filter_map(|(piece, ..)| machine.name(state, *piece).ok()).collect();
    if !there.is_empty() {
        lines.push(format!("  in it: {}", there.join(", ")));
    }
    lines
}

/// The figures that are nought for most entries of a kind.
fn noughts(machine: &Machine, state: &State, kind: KindId) -> Vec<String> {
    let alike = machine.program().entries.iter().filter(|(_, entry)| entry.kind == kind);
    let printed: Vec<_> = alike.filter_map(|(id, _)| machine.printed(state, id).ok()).collect();
    let mut names: Vec<String> = Vec::new();
    for (name, _) in printed.first().into_iter().flatten() {
        let none = printed.iter().flatten().filter(|(of, value)| of == name && is_nought(value));
        if none.count() * 2 > printed.len() {
            names.push(name.clone());
        }
    }
    names
}

fn is_nought(value: &str) -> bool {
    matches!(value, "0" | "0\"" | "0 cm")
}

/// An ability with its figures and its text, in which figures of its entry may stand; of one without a title the text alone.
fn of_ability(
    program: &Program,
    entry: &Entry,
    ability: &Ability,
    own: &[(String, String)],
    figures: &[(String, String)],
) -> String {
    let said: Vec<String> =
        texts(program, ability.span).map(|said| filled(&filled(said, own), figures)).collect();
    let said = said.join(" ");
    if !ability.titled || ability.name == entry.name {
        return format!("  {said}");
    }
    let values: Vec<&str> = own.iter().map(|(_, value)| value.as_str()).collect();
    let values = if values.is_empty() { String::new() } else { format!("({})", values.join(", ")) };
    let colon = if said.is_empty() { "" } else { ": " };
    format!("  {}{values}{colon}{}", text(program, ability.name), open(&said))
}

/// The abilities of a name, with what their clauses do.
fn abilities(program: &Program, map: &SourceMap, what: &str) -> Vec<String> {
    let rules = Rules::new(program, map);
    let named = program.abilities.iter().filter(|(_, it)| it.titled && is(program, it.name, what));
    let told = named.flat_map(|(id, ability)| {
        let sort = if ability.is_status { "status" } else { "ability" };
        let title = format!("{} ({sort})", text(program, ability.name));
        std::iter::once(title).chain(rules.of_ability(id))
    });
    told.collect()
}

/// The actions of a name: their words, and what is written of what brings them.
fn actions(program: &Program, what: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let named = program.actions.values().filter(|action| is(program, action.name, what));
    for action in named {
        let brings = match action.bearer {
            Bearer::Ability(id) => program.abilities.get(id),
            Bearer::System | Bearer::Scenario(_) => None,
        };
        let of = brings.map_or("", |ability| text(program, ability.name));
        let of = if of.is_empty() { String::new() } else { format!(" of {of}") };
        let name = text(program, action.name).replace('_', " ");
        lines.push(format!("{name} (action{of}): {}", template(program, &action.label)));
        let own = texts(program, action.span);
        let said = own.chain(brings.into_iter().flat_map(|it| texts(program, it.span)));
        lines.extend(said.map(|said| format!("  {}", open(said))));
    }
    lines
}

/// The words of an option, with dots for whom it is about.
fn template(program: &Program, of: &Template) -> String {
    let part = |part: &Part| match part {
        Part::Words(words) => text(program, *words).to_owned(),
        Part::Value(_) => String::from(".."),
    };
    of.parts.iter().map(part).collect()
}

/// A rule with its texts, and where the printed rules have it.
fn of_rule(program: &Program, rule: &RuleText) -> Vec<String> {
    let within = rule.within.map(|within| format!(" of {}", text(program, within)));
    let see = rule.see.map(|see| format!(", section {}", text(program, see)));
    let what = text(program, rule.what);
    let (name, within, see) =
        (text(program, rule.name), within.unwrap_or_default(), see.unwrap_or_default());
    let said = rule.texts.iter().map(|said| format!("  {}", open(text(program, *said))));
    let name = name.replace('_', " ");
    std::iter::once(format!("{name} ({what}{within}{see})")).chain(said).collect()
}

/// What has a name that begins with one of the words; what most of them begin first.
fn unknown(program: &Program, what: &str) -> String {
    /// So many are told.
    const TOLD: usize = 8;
    let begun: Vec<String> = what.split_whitespace().map(str::to_lowercase).collect();
    let near = |name: &str| {
        let name = name.to_lowercase();
        let begins = |word: &&String| name.split(' ').any(|own| own.starts_with(word.as_str()));
        begun.iter().filter(begins).count()
    };
    let entries = program.entries.values().map(|entry| text(program, entry.name));
    let abilities = program.abilities.values().filter(|ability| ability.titled);
    // What a clause is labelled nobody asks for.
    let rules = program.book.rules.iter().filter(|rule| text(program, rule.what) != "clause");
    let rules = rules.map(|rule| text(program, rule.name));
    let names = entries.chain(abilities.map(|ability| text(program, ability.name))).chain(rules);
    let mut names: Vec<(usize, String)> = names
        .map(|name| name.replace('_', " "))
        .map(|name| (near(&name), name))
        .filter(|(near, _)| *near > 0)
        .collect();
    names.sort_unstable_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    names.dedup();
    let more = names.len().saturating_sub(TOLD);
    names.truncate(TOLD);
    let names: Vec<String> = names.into_iter().map(|(_, name)| name).collect();
    match (names.as_slice(), more) {
        ([], _) => format!(
            "nothing is called `{what}`: `show` takes a piece, or the name of a unit, card, ability or rule"
        ),
        (near, 0) => format!("nothing is called `{what}`; there is {}", near.join(", ")),
        (near, more) => {
            format!("nothing is called `{what}`; there is {}, and {more} more", near.join(", "))
        }
    }
}
