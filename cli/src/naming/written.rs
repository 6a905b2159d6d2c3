//! What is written of things: takes a name or an entry, gives the texts of the rules that are its own.

use warwright_ir::{
    Bearer, Entry, EntryAbility, EntryId, Expr, KindBase, Program, RuleText, SpanId, TextId,
};
use warwright_runtime::{ActionOption, Machine, State};

/// The text of the entry of a name; of one without text nothing.
pub fn text_of(machine: &Machine, state: &State, name: &str) -> String {
    let program = machine.program();
    let named = program.entries.iter().find(|(_, entry)| is(program, entry.name, name));
    named.map(|(id, _)| written(machine, state, id).join(" ")).unwrap_or_default()
}

/// The text of the card of a name, behind what it costs to play it; of one without text nothing.
pub fn card_text(machine: &Machine, state: &State, name: &str) -> String {
    let program = machine.program();
    let named = program.entries.iter().find(|(_, entry)| is(program, entry.name, name));
    let Some((id, entry)) = named else { return String::new() };
    let text = written(machine, state, id).join(" ");
    match price(machine, state, id, entry) {
        Some(price) if !text.is_empty() => format!("costs {price}. {text}"),
        _ => text,
    }
}

/// What the first action of an entry that has a price costs where that is a figure of the entry, as `4 coins`.
fn price(machine: &Machine, state: &State, id: EntryId, entry: &Entry) -> Option<String> {
    let program = machine.program();
    let is_own = |bearer: Bearer| matches!(bearer, Bearer::Ability(of) if entry.abilities.iter().any(|own| own.ability == of));
    let own = program.actions.values().filter(|action| is_own(action.bearer));
    let cost = own.filter_map(|action| action.cost.as_ref()).next()?;
    let base = program.quantities.get(cost.quantity)?.base;
    let profile = match program.exprs.get(base)? {
        Expr::Printed { profile, .. } => *profile,
        Expr::Quantity { quantity, .. } => program.quantities.get(*quantity)?.profile?,
        _ => return None,
    };
    let name = program.profiles.get(profile)?.name;
    let figures = machine.printed(state, id).ok()?;
    let (_, figure) = figures.into_iter().find(|(of, _)| is(program, name, of))?;
    Some(format!("{figure} {}", super::field_name(program, cost.field)))
}

/// What is written of what brings an action: of its card, else of its ability with the figures that its bearer has there, else of
/// the action itself.
pub fn of_action(machine: &Machine, state: &State, option: &ActionOption) -> String {
    let program = machine.program();
    let Some(action) = program.actions.get(option.action) else { return String::new() };
    let Bearer::Ability(id) = action.bearer else {
        return texts(program, action.span).collect::<Vec<_>>().join(" ");
    };
    let entry = machine.entry(state, option.bearer);
    let kind = entry.and_then(|id| program.kinds.get(program.entries.get(id)?.kind));
    if let (Some(entry), Some(KindBase::Card)) = (entry, kind.map(|kind| kind.base)) {
        return written(machine, state, entry).join(" ");
    }
    let Some(ability) = program.abilities.get(id) else { return String::new() };
    let own = entry.and_then(|entry| {
        let mut own = program.entries.get(entry)?.abilities.iter();
        own.find(|own| own.ability == id)
    });
    let figures = own.map_or_else(Vec::new, |own| figures(machine, state, own));
    let said: Vec<String> =
        texts(program, ability.span).map(|said| filled(said, &figures)).collect();
    // Figures that nobody knows here are not quoted.
    Some(said.join(" ")).filter(|said| !said.contains('{')).unwrap_or_default()
}

/// What is written of an entry, its figures where the text quotes them.
pub fn written(machine: &Machine, state: &State, id: EntryId) -> Vec<String> {
    let program = machine.program();
    let Some(entry) = program.entries.get(id) else { return Vec::new() };
    let rules = program.book.rules.iter().filter(|rule| is_of(program, rule, entry));
    let figures = machine.printed(state, id).unwrap_or_default();
    rules.flat_map(|rule| &rule.texts).map(|said| filled(text(program, *said), &figures)).collect()
}

/// The figures of an ability as something has it: by name, as they are shown.
pub fn figures(machine: &Machine, state: &State, own: &EntryAbility) -> Vec<(String, String)> {
    let program = machine.program();
    let params = program.abilities.get(own.ability).map(|it| it.params.as_slice());
    let shown = own.args.iter().zip(params.unwrap_or_default()).map(|(arg, param)| {
        let value = machine.show(state, &param.ty, &[*arg]).unwrap_or_default();
        (text(program, param.name).to_owned(), value)
    });
    shown.collect()
}

/// A text with the figures that it quotes by their names.
pub fn filled(said: &str, figures: &[(String, String)]) -> String {
    figures
        .iter()
        .fold(said.to_owned(), |said, (name, value)| said.replace(&format!("{{{name}}}"), value))
}

/// Whether what is written belongs to an entry: it has the name of it and of its kind.
pub fn is_of(program: &Program, rule: &RuleText, entry: &Entry) -> bool {
    let kind = program.kinds.get(entry.kind).map_or("", |kind| text(program, kind.name));
    text(program, rule.name) == text(program, entry.name) && text(program, rule.what) == kind
}

/// What is written of the declaration at a place.
pub fn texts(program: &Program, at: SpanId) -> impl Iterator<Item = &str> {
    // One place may have several numbers.
    let place = |at: SpanId| program.spans.get(at).map(|it| (it.source, it.start, it.end));
    let rules = program.book.rules.iter().filter(move |rule| place(rule.span) == place(at));
    rules.flat_map(|rule| &rule.texts).map(|said| text(program, *said))
}

/// A text of the program.
pub fn text(program: &Program, id: TextId) -> &str {
    program.texts.get(id).map_or("", String::as_str)
}

/// Whether a name is that: what content writes as one word is several for people.
pub fn is(program: &Program, name: TextId, what: &str) -> bool {
    let (name, what) = (text(program, name), what.replace('_', " "));
    name.replace('_', " ").eq_ignore_ascii_case(&what)
}
