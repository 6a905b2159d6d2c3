//! What may stand in which braces: takes the members of a declaration, reports every one that no pass reads there, with
//! the nearest word that could stand in its place.
//!
//! This is the one table of bodies. The passes take from a body what is theirs and need not think of the rest. Fields of
//! entities, of their forms and of their options are those of the kind, and read by [`crate::like`].

use warwright_grammar::near::nearest;
use warwright_grammar::slips::{clause_meant, home, is_home, word_meant};
use warwright_grammar::source::Span;
use warwright_grammar::tree::{
    Item, KindMember, Member, Name, Roster, RosterItem, ScenarioItem, Side, SideItem, TestItem,
};
use warwright_grammar::{Diagnostic, Sink, codes};

use super::problems::colon_after_field;
use Part::{Answers, Clauses, Deeds, Fields, Forms, Items, Limits, Options, States, Texts};

/// A sort of members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Fields of the kind, which knows their names.
    Fields,
    Texts,
    Clauses,
    States,
    Answers,
    Deeds,
    Options,
    Forms,
    Limits,
    /// Declarations: entries, tables of entries, abilities and the like.
    Items,
}

/// A pair of braces, and what may stand in it.
struct Body {
    /// In the author's words.
    what: &'static str,
    parts: &'static [Part],
    /// Fields by their names.
    fields: &'static [&'static str],
    /// The form of each line, for help.
    lines: &'static str,
}

const SYSTEM: Body = Body {
    what: "a system",
    parts: &[Texts, Clauses, Limits, Items],
    fields: &[
        "active",
        "board",
        "colours",
        "dice",
        "grain",
        "measure",
        "precedence",
        "sides",
        "stages",
        "worth",
    ],
    lines: "a system has settings (`measure in`, `dice d6`), clauses, limits, declarations and texts",
};
const LAYER: Body = Body {
    what: "a layer",
    parts: &[Texts, Clauses],
    fields: &[],
    lines: "a layer has clauses (`modify ..`, `forbid ..`, `after ..`) and texts",
};
const KIND: Body = Body {
    what: "a kind",
    parts: &[Texts, Clauses, Limits],
    fields: &[],
    lines: "a kind has `profile ..`, `state ..`, `derive ..`, `asks ..`, `does ..`, `forms`, `statline ..`, limits, clauses and texts",
};
const FACTION: Body = Body {
    what: "a faction",
    parts: &[Texts, Clauses, Limits, Items],
    fields: &[],
    lines: "a faction has entries, tables of entries, abilities, limits, clauses and texts",
};
const ABILITY: Body = Body {
    what: "an ability",
    parts: &[Texts, Clauses, States, Items],
    fields: &[],
    lines: "an ability has clauses (`modify Q as ROLE by 1`, `forbid P as ROLE`, `after P.STEP as ROLE { .. }`), `state ..` and texts",
};
const ENTRY: Body = Body {
    what: "an entry",
    parts: &[Fields, Texts, Clauses, States, Answers, Deeds, Options, Forms, Items],
    fields: &[],
    lines: "an entry has fields of its kind, clauses, `state ..`, options, forms and texts",
};
const FORM: Body = Body {
    what: "a form",
    parts: &[Fields, Texts, Clauses, States, Answers, Deeds],
    fields: &[],
    lines: "a form has fields of its kind, clauses, `state ..` and texts",
};
const OPTION: Body = Body {
    what: "an option",
    parts: &[Fields, Texts, Clauses, States],
    fields: &[],
    lines: "an option has fields of the entry, clauses, `state ..` and texts",
};
const ROSTER: Body = Body {
    what: "a roster",
    parts: &[Texts, Limits],
    fields: &[],
    lines: "a roster has lines such as `3 \"Name\" with \"Option\"`, groups, limits, readings and texts",
};
const PIECES: Body = Body {
    what: "a line of a roster",
    parts: &[Fields],
    fields: &[],
    lines: "a line of a roster may give states that its pieces begin with: `{ damage 1 }`",
};
const SCENARIO: Body = Body {
    what: "a scenario",
    parts: &[Texts, Clauses, Limits, Items],
    fields: &[],
    lines: "a scenario has sides, `board`, `put`, `rounds`, `ruling`, `setup`, `rule`, `verdict`, clauses and texts",
};
const SIDE: Body = Body {
    what: "a side",
    parts: &[Texts, Clauses, Limits, Items],
    fields: &["policy", "team"],
    lines: "a side has `deploy`, `roster`, `policy`, `team`, `wins when`, `scores`, limits, clauses and texts",
};
const RULE: Body = Body {
    what: "a rule of a scenario",
    parts: &[Texts, Clauses, Items],
    fields: &[],
    lines: "a rule has clauses, declarations and texts",
};

/// Reports what stands in the braces of a declaration and nobody reads there. Declarations inside it are seen for
/// themselves.
pub(super) fn check(item: &Item, sink: &mut Sink) {
    match item {
        Item::System(node) => members(&SYSTEM, &node.body, sink),
        Item::Faction(node) => members(&FACTION, &node.body, sink),
        Item::Ability(node) => members(&ABILITY, &node.body, sink),
        Item::Layer(node) => members(&LAYER, &node.body, sink),
        Item::Entity(node) => entry(&ENTRY, &node.body, sink),
        Item::Roster(node) => roster(node, sink),
        Item::Scenario(node) => {
            for item in &node.items {
                scenario_item(item, node.like.is_some(), sink);
            }
        }
        Item::Test(node) => {
            for item in &node.items {
                if let TestItem::Roster(node) = item {
                    roster(node, sink);
                }
            }
        }
        Item::Kind(node) => {
            for member in &node.members {
                if let KindMember::Member(it) = member {
                    members(&KIND, std::slice::from_ref(it), sink);
                }
            }
        }
        _ => {}
    }
}

fn entry(body: &Body, within: &[Member], sink: &mut Sink) {
    members(body, within, sink);
    for member in within {
        match member {
            Member::Option(option) => members(&OPTION, &option.body, sink),
            Member::Form(form) => members(&FORM, &form.body, sink),
            _ => {}
        }
    }
}

/// Reports what stands in the braces of a roster and nobody reads there.
pub(super) fn roster(node: &Roster, sink: &mut Sink) {
    roster_items(&node.items, sink);
}

fn roster_items(items: &[RosterItem], sink: &mut Sink) {
    for item in items {
        match item {
            RosterItem::Member(member) => members(&ROSTER, std::slice::from_ref(member), sink),
            RosterItem::Group { items, .. } => roster_items(items, sink),
            RosterItem::Entry(entry) => members(&PIECES, &entry.body, sink),
            RosterItem::Ruling { .. } => {}
        }
    }
}

fn scenario_item(item: &ScenarioItem, heir: bool, sink: &mut Sink) {
    match item {
        ScenarioItem::Member(member) if !(heir && takes_away(member)) => {
            members(&SCENARIO, std::slice::from_ref(member), sink);
        }
        ScenarioItem::Rule { body, .. } => members(&RULE, body, sink),
        ScenarioItem::Side(side) => self::side(side, heir, sink),
        _ => {}
    }
}

fn side(side: &Side, heir: bool, sink: &mut Sink) {
    let own = side.items.iter().filter_map(|item| match item {
        SideItem::Member(member) if !(heir && takes_away(member)) => Some(member.clone()),
        _ => None,
    });
    members(&SIDE, &own.collect::<Vec<_>>(), sink);
    for item in &side.items {
        match item {
            SideItem::Member(member) if !(heir && takes_away(member)) => {
                if let Member::Item(item) = member
                    && let Item::Roster(node) = &**item
                {
                    roster(node, sink);
                }
            }
            _ => {}
        }
    }
}

/// `sides - Reds`: what an heir loses of its parent.
fn takes_away(member: &Member) -> bool {
    matches!(member, Member::Field(field) if field.sign.is_some())
}

fn members(body: &Body, within: &[Member], sink: &mut Sink) {
    for member in within {
        let (part, noun) = match member {
            Member::Field(field) if body.fields.contains(&&*field.name.text) => continue,
            Member::Field(_) => (Fields, "a field"),
            Member::Text(_) => (Texts, "a text"),
            Member::Clause(_) => (Clauses, "a clause"),
            Member::State(_) => (States, "a state"),
            Member::Answer(_) => (Answers, "an answer"),
            Member::Does(_) => (Deeds, "a block of statements"),
            Member::Option(_) => (Options, "an option"),
            Member::Form(_) => (Forms, "a form"),
            Member::Limit(_) => (Limits, "a limit"),
            Member::Item(_) => (Items, "a declaration"),
            Member::Error(_) => continue,
        };
        if !body.parts.contains(&part) {
            sink.push(match member {
                Member::Answer(answer) if body.fields.contains(&&*answer.name.text) => {
                    colon_after_field(answer)
                }
                Member::Field(field) => unread(body, within, &field.name, field.span),
                Member::Answer(answer) => unread(body, within, &answer.name, answer.span),
                Member::Does(does) => unread(body, within, &does.name, does.span),
                _ => out_of_place(body, noun, member.span()),
            });
        }
    }
}

/// A line whose first word begins nothing here.
fn unread(body: &Body, within: &[Member], name: &Name, span: Span) -> Diagnostic {
    let found = Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, span)
        .says(format!("`{}` begins no line of {}", name.text, body.what))
        .label("nothing would read this");
    let words = body.parts.iter().flat_map(|part| heads(*part)).chain(body.fields).copied();
    let has_braces = ["side", "rule"].contains(&&*name.text);
    let at_home = has_braces && is_home(&name.text, body.what.trim_start_matches("a "));
    if at_home {
        let found = Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, span)
            .says(format!("this `{}` is not complete", name.text));
        return found
            .label("no braces")
            .help(format!("a name and braces follow: `{} NAME {{ .. }}`", name.text));
    }
    if let Some(help) = home(&name.text) {
        return found.help(help);
    }
    if let Some(help) = clause_meant(&name.text).filter(|_| body.parts.contains(&Clauses)) {
        return found.help(help);
    }
    // A field that is given already is not given once more.
    let given = |word: &str| {
        within
            .iter()
            .any(|other| matches!(other, Member::Field(field) if &*field.name.text == word))
    };
    let words = words.filter(|word| !(body.fields.contains(word) && given(word)));
    let meant = word_meant(body.what, &name.text).and_then(|it| it.instead);
    match (nearest(&name.text, words), meant) {
        (Some(near), _) => found.fix(format!("did you mean `{near}`?"), name.span, near),
        (None, Some(meant)) => found.help(format!("such a line begins with `{meant}`")),
        (None, None) if ARTICLES.contains(&&*name.text) => {
            found.help("words for people stand behind `text:`, and a note for authors behind `//`")
        }
        (None, None) => found.help(body.lines),
    }
}

/// What begins a sentence, and no line of a declaration.
const ARTICLES: [&str; 9] = ["the", "a", "an", "this", "these", "it", "its", "they", "all"];

fn out_of_place(body: &Body, noun: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::MEMBER_OUT_OF_PLACE, span)
        .says(format!("{noun} has no place in {}", body.what))
        .label("nothing would read this")
        .help(body.lines)
}

/// The words that begin a line of a sort.
const fn heads(part: Part) -> &'static [&'static str] {
    match part {
        Fields | Answers | Deeds => &[],
        Texts => &["text"],
        Clauses => {
            &["action", "after", "allow", "before", "deny", "forbid", "instead", "lend", "modify"]
        }
        States => &["state"],
        Options => &["option"],
        Forms => &["form"],
        Limits => &["limit"],
        Items => &["ability", "faction", "policy", "roster", "ruling", "status"],
    }
}
