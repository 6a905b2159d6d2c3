//! What can be used in a battle and how it is called: abilities, rules of the battle, of its ground and units, actions, cards, answers,
//! ends.

use super::tally::Sort;
use std::collections::{BTreeMap, BTreeSet};
use warwright_ir::{
    AbilityId, Act, ActionId, Bearer, BodyId, EntryId, KindBase, KindId, Part as Words, Program,
    ScenarioId, SiteId, Template, TextId, Ty,
};
use warwright_runtime::{Checked, Machine, Part};

/// What an answer is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Question {
    /// A choice in a rule.
    Site(SiteId),
    /// A parameter of an action, by its position.
    Parameter(ActionId, usize),
}

/// An answer that can be told from others by what it is, not by where it stands on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Label {
    /// Yes or no.
    Whether(bool),
    /// A member of a closed kind, a card, or another declared thing.
    Entry(EntryId),
}

/// The names of what can be used in the battles of a scenario.
#[derive(Debug)]
pub(super) struct Labels {
    /// The declared thing of which each entity is one, and whether it is a card.
    entries: Vec<Option<(EntryId, KindBase)>>,
    cards: BTreeSet<EntryId>,
    /// The abilities that somebody has at the start.
    present: BTreeSet<AbilityId>,
    scenarios: BTreeSet<ScenarioId>,
}

impl Labels {
    /// Looks at who takes part in a scenario.
    ///
    /// # Errors
    ///
    /// When it cannot be set up.
    pub(super) fn new(machine: &Machine, scenario: ScenarioId) -> Checked<Self> {
        let program = machine.program();
        let layout = machine.layout(scenario)?;
        let mut entries = Vec::with_capacity(layout.plan.len());
        let mut present = BTreeSet::new();
        for planned in &layout.plan {
            let entry = planned.entry.and_then(|id| Some((id, program.entries.get(id)?)));
            if let Some((id, _)) = entry {
                present.extend(abilities(program, id));
            }
            entries.push(
                entry.and_then(|(id, entry)| {
                    program.kinds.get(entry.kind).map(|kind| (id, kind.base))
                }),
            );
        }
        let mut scenarios = BTreeSet::from([scenario]);
        let setup = program.scenarios.get(scenario);
        scenarios.extend(setup.and_then(|setup| setup.rules_of));
        for side in setup.iter().flat_map(|setup| &setup.sides) {
            present.extend(&side.abilities);
        }
        let cards = entries.iter().flatten().filter(|(_, base)| *base == KindBase::Card);
        let cards = cards.map(|(id, _)| *id).filter(|id| is_played(program, *id)).collect();
        let mut labels = Self { entries, cards, present, scenarios };
        labels.add_made(program);
        Ok(labels)
    }

    /// Adds the rules of what those who are there may make in play.
    fn add_made(&mut self, program: &Program) {
        let steps = program.procedures.values().flat_map(|it| &it.steps).map(|step| step.body);
        let steps = steps.map(|body| (Bearer::System, body));
        let hooks = program.hooks.values().map(|it| (it.bearer, it.body));
        let actions = program.actions.values().map(|it| (it.bearer, it.body));
        let grants = |body: BodyId| {
            let acts = program.bodies.get(body).map_or(&[][..], |body| &body.acts);
            let given = acts.iter().filter_map(|act| match act {
                Act::Grant { ability, .. } => Some(*ability),
                _ => None,
            });
            // What has no title nobody grants: it comes with what is made.
            given.filter(|id| title(program, *id).is_none()).collect::<Vec<_>>()
        };
        let all = steps.chain(hooks).chain(actions);
        let mut making: Vec<(Bearer, Vec<AbilityId>)> = all
            .map(|(bearer, body)| (bearer, grants(body)))
            .filter(|(_, made)| !made.is_empty())
            .collect();
        // What is made may make more.
        while let Some(at) = making.iter().position(|(bearer, _)| self.brings(*bearer)) {
            self.present.extend(making.swap_remove(at).1);
        }
    }

    /// Whether a bearer of rules is there.
    fn brings(&self, bearer: Bearer) -> bool {
        match bearer {
            Bearer::System => true,
            Bearer::Scenario(scenario) => self.scenarios.contains(&scenario),
            Bearer::Ability(ability) => self.present.contains(&ability),
        }
    }

    /// What a value of an answer is; none where it is a piece, a place or a number.
    pub(super) fn of_value(&self, program: &Program, ty: &Ty, value: i64) -> Option<Label> {
        match ty {
            Ty::Bool => Some(Label::Whether(value != 0)),
            Ty::Member(kind) => {
                let at = usize::try_from(value).ok()?;
                program.kinds.get(*kind)?.entries.get(at).map(|entry| Label::Entry(*entry))
            }
            Ty::Entity(_) => {
                let (entry, base) = (*self.entries.get(usize::try_from(value).ok()?)?)?;
                matches!(base, KindBase::Card | KindBase::Thing).then_some(Label::Entry(entry))
            }
            Ty::Optional(inner) => self.of_value(program, inner, value),
            _ => None,
        }
    }

    /// Whether an entry is a card of the battle.
    pub(super) fn is_card(&self, entry: EntryId) -> bool {
        self.cards.contains(&entry)
    }

    /// The card that an entity is.
    pub(super) fn card(&self, entity: i64) -> Option<EntryId> {
        let (entry, _) = (*self.entries.get(usize::try_from(entity).ok()?)?)?;
        Some(entry).filter(|entry| self.is_card(*entry))
    }

    /// The name of an answer.
    pub(super) fn answer(program: &Program, question: Question, label: Label) -> String {
        let of = match question {
            Question::Site(site) => program.sites.get(site).map(|it| (it.owner, it.name)),
            Question::Parameter(action, at) => program
                .actions
                .get(action)
                .and_then(|action| Some((action.name, action.params.get(at)?.param.name))),
        };
        let (owner, name) =
            of.map_or(("", ""), |(owner, name)| (text(program, owner), text(program, name)));
        let answer = match label {
            Label::Whether(true) => "yes",
            Label::Whether(false) => "no",
            Label::Entry(entry) => entry_name(program, entry),
        };
        format!("{owner}.{name}: {answer}")
    }

    /// The rules of the battle, of ground and of units of which a part had an effect.
    pub(super) fn rules(&self, program: &Program, parts: &BTreeSet<Part>) -> BTreeSet<String> {
        let rule = |part: &Part| match part {
            Part::Clause(id) => {
                let clause = program.clauses.get(*id)?;
                self.rule(program, clause.bearer, clause.label)
            }
            Part::Hook(id) => {
                let hook = program.hooks.get(*id).filter(|hook| !ends(program, hook.body))?;
                self.rule(program, hook.bearer, hook.label)
            }
            _ => None,
        };
        parts.iter().filter_map(rule).collect()
    }

    /// What a rule is called that has no title of its own: after whose it is, and by its label.
    fn rule(&self, program: &Program, bearer: Bearer, label: TextId) -> Option<String> {
        let of = match bearer {
            Bearer::System => return None,
            Bearer::Scenario(id) if self.scenarios.contains(&id) => program.scenarios.get(id)?.name,
            Bearer::Ability(id) if self.present.contains(&id) => {
                program.abilities.get(id).filter(|ability| !ability.titled)?.name
            }
            Bearer::Scenario(_) | Bearer::Ability(_) => return None,
        };
        let (of, label) = (text(program, of), text(program, label));
        Some(if label.is_empty() || of == label { of.to_owned() } else { format!("{of}: {label}") })
    }

    /// The titles of abilities of which a part had an effect.
    pub(super) fn abilities<'p>(program: &'p Program, parts: &BTreeSet<Part>) -> BTreeSet<&'p str> {
        let bearer = |part: &Part| match part {
            Part::Clause(id) => program.clauses.get(*id).map(|clause| clause.bearer),
            Part::Hook(id) => program.hooks.get(*id).map(|hook| hook.bearer),
            _ => None,
        };
        let of = |bearer: Bearer| match bearer {
            Bearer::Ability(id) => title(program, id),
            Bearer::System | Bearer::Scenario(_) => None,
        };
        parts.iter().filter_map(bearer).filter_map(of).collect()
    }

    /// The title of the ability that brings an action.
    pub(super) fn ability_of(program: &Program, action: ActionId) -> Option<&str> {
        match program.actions.get(action)?.bearer {
            Bearer::Ability(id) => title(program, id),
            Bearer::System | Bearer::Scenario(_) => None,
        }
    }

    /// Everything that could be used, by sort, also where it never is.
    pub(super) fn known(&self, program: &Program) -> BTreeMap<Sort, BTreeSet<String>> {
        let abilities = self.present.iter().filter_map(|id| title(program, *id));
        let actions = program.actions.values().filter(|action| self.brings(action.bearer));
        let clauses = program.clauses.iter().map(|(id, _)| Part::Clause(id));
        let all = clauses.chain(program.hooks.iter().map(|(id, _)| Part::Hook(id)));
        let steps = program.procedures.values().flat_map(|it| &it.steps).map(|step| step.body);
        let hooks = program.hooks.values().filter(|it| self.brings(it.bearer)).map(|it| it.body);
        let bodies = steps.chain(hooks).chain(actions.clone().map(|it| it.body));
        let reasons = bodies.flat_map(|body| reasons(program, body));
        [
            (Sort::Ability, abilities.map(str::to_owned).collect()),
            (Sort::Rule, self.rules(program, &all.collect())),
            (Sort::End, reasons.filter_map(|why| fixed(program, why)).collect()),
            (Sort::Action, actions.map(|it| text(program, it.name).to_owned()).collect()),
            (Sort::Card, self.cards.iter().map(|id| entry_name(program, *id).to_owned()).collect()),
        ]
        .into_iter()
        .collect()
    }
}

/// The reasons for which acts end a battle.
fn reasons(program: &Program, body: BodyId) -> impl Iterator<Item = &Template> {
    let acts = program.bodies.get(body).map_or(&[][..], |body| &body.acts);
    acts.iter().filter_map(|act| match act {
        Act::EndBattle { why, .. } => Some(why),
        _ => None,
    })
}

/// Whether acts end a battle.
fn ends(program: &Program, body: BodyId) -> bool {
    reasons(program, body).next().is_some()
}

/// Words without data.
fn fixed(program: &Program, words: &Template) -> Option<String> {
    words
        .parts
        .iter()
        .map(|part| match part {
            Words::Words(words) => Some(text(program, *words)),
            Words::Value(_) => None,
        })
        .collect()
}

/// Whether any choice or action is among things of the kind of an entry, or an action is brought by it. What is only drawn nobody
/// chooses, and how often it is not chosen says nothing.
fn is_played(program: &Program, entry: EntryId) -> bool {
    let Some(kind) = program.entries.get(entry).map(|entry| entry.kind) else { return false };
    let params = program.actions.values().flat_map(|action| &action.params);
    let mut types =
        program.sites.values().map(|site| &site.ty).chain(params.map(|it| &it.param.ty));
    let mut brought = program.actions.values().filter_map(|action| match action.bearer {
        Bearer::Ability(id) => Some(id),
        Bearer::System | Bearer::Scenario(_) => None,
    });
    types.any(|ty| is_of(ty, kind))
        || brought.any(|id| abilities(program, entry).any(|own| own == id))
}

/// Whether values of a type are things of a kind.
fn is_of(ty: &Ty, kind: KindId) -> bool {
    match ty {
        Ty::Entity(of) => *of == kind,
        Ty::Optional(inner) | Ty::List(inner) | Ty::Set(inner) => is_of(inner, kind),
        _ => false,
    }
}

/// The abilities that things of an entry have from the start, or in another of its forms.
fn abilities(program: &Program, id: EntryId) -> impl Iterator<Item = AbilityId> {
    let entry = program.entries.get(id);
    let forms = entry.map_or(&[][..], |entry| &entry.forms);
    let all = std::iter::once(id).chain(forms.iter().copied());
    let all = all.filter_map(|form| program.entries.get(form));
    all.flat_map(|entry| entry.abilities.iter().map(|owned| owned.ability))
}

/// The title of an ability that has one of its own.
fn title(program: &Program, id: AbilityId) -> Option<&str> {
    let ability = program.abilities.get(id).filter(|ability| ability.titled)?;
    Some(text(program, ability.name))
}

/// What an entry is called.
pub(super) fn entry_name(program: &Program, entry: EntryId) -> &str {
    program.entries.get(entry).map_or("", |entry| text(program, entry.name))
}

fn text(program: &Program, id: TextId) -> &str {
    program.texts.get(id).map_or("", String::as_str)
}
