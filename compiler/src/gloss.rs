//! Glosses: takes the typed tree, gives each clause, hook, action and limit read back as a plain English sentence.
//!
//! A gloss says what the compiler understood, not what was meant: whom a clause reaches, which way it bends, whom that helps.
//! Conditions and amounts are quoted as they are written, since they read aloud already.

mod ends;

use crate::checks::{Itself, Reflexive};
use crate::typed::{
    ActionDef, ActionPlace, BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Expr, GroupDef, HookDef,
    LimitDef, OnceDef, PermissionClauseDef, ReachDef, RoleRef, Type, Typed,
};
use crate::types::raises;
use std::ops::Range;
use warwright_grammar::{SourceMap, Span};
use warwright_ir as ir;

/// What the hook of a verdict is called.
const VERDICT: &str = "verdict";

/// A clause read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gloss {
    /// The clause.
    pub span: Span,
    /// What it says, as one sentence.
    pub words: String,
}

/// Every clause, hook, action and limit, in the order of their files.
#[must_use]
pub fn glosses(typed: &Typed, sources: &SourceMap) -> Vec<Gloss> {
    let reader = Reader::new(typed, sources);
    let clauses =
        typed.clauses.values().map(|it| Gloss { span: it.span, words: reader.clause(it) });
    let hooks = typed.hooks.values().map(|it| Gloss { span: it.span, words: reader.hook(it) });
    let actions =
        typed.actions.values().map(|it| Gloss { span: it.span, words: reader.action(it) });
    let limits = typed.limits.iter().map(|it| Gloss { span: it.span, words: reader.limit(it) });
    let all = clauses.chain(hooks).chain(actions).chain(limits);
    let mut all: Vec<Gloss> = all.chain(reader.last_verdict()).collect();
    all.sort_by_key(|gloss| gloss.span.start());
    all
}

/// Reads clauses and hooks of a typed tree back.
pub(crate) struct Reader<'t> {
    typed: &'t Typed,
    sources: &'t SourceMap,
    reflexive: Reflexive<'t>,
}

impl<'t> Reader<'t> {
    /// A reader of a typed tree and its sources.
    pub(crate) fn new(typed: &'t Typed, sources: &'t SourceMap) -> Self {
        Self { typed, sources, reflexive: Reflexive::new(typed) }
    }
}

impl Reader<'_> {
    /// A clause as one sentence.
    pub(crate) fn clause(&self, clause: &ClauseDef) -> String {
        let does = match (&clause.does, clause.owner) {
            // A clause without a verb is there for what it goes over.
            (ClauseVerb::Modify { amount, .. }, owner) if amount.span == clause.span => {
                format!("{} is worked out", self.owner(owner))
            }
            (ClauseVerb::Modify { stage, verb, amount, cap, group }, ClauseOwner::Quantity(id)) => {
                let mut words = format!("{} {}", self.quantity(id), self.bent(*verb, amount.span));
                if let Some(cap) = cap {
                    words += &format!(", up to {}", self.written(cap.span));
                }
                let quantity = self.typed.quantities.get(id);
                let later = quantity.filter(|_| *stage > 0);
                if let Some(stage) = later.and_then(|it| it.stages.get(usize::from(*stage))) {
                    words += &format!(", at {stage}");
                }
                let groups = quantity.map(|def| &def.groups);
                let group = group.and_then(|at| groups?.get(usize::from(at)));
                if let Some(group) = group.filter(|group| !of_one(group)) {
                    words += &format!(" (as one of the group {})", group.name);
                }
                words
            }
            (ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }), owner) => {
                format!("{} is forbidden", self.owner(owner))
            }
            (ClauseVerb::Permission(PermissionClauseDef::Allow), owner) => {
                let owner = self.owner(owner);
                if clause.over.is_empty() {
                    format!("{owner} is allowed, whatever lower levels say against it")
                } else {
                    format!("{owner} is allowed")
                }
            }
            (ClauseVerb::Lend(_), owner) => format!("{} is lent", self.owner(owner)),
            (ClauseVerb::Deny, owner) => format!("{} is denied", self.owner(owner)),
            (ClauseVerb::Modify { .. }, owner) => format!("{} is bent", self.owner(owner)),
        };
        let params = self.roles_of(clause.owner);
        let itself = self.reflexive.clause(clause);
        let mut words = does + &self.reach(&clause.reach, clause.bearer, &params, itself);
        words += self.several(clause);
        if let Some(when) = &clause.when {
            words += &format!(", when {}", self.written(when.span));
        }
        words += &over(&clause.over);
        words += &format!(" (\"{}\")", clause.label);
        if let Some(verdict) = self.verdict(clause) {
            words += &format!("; {verdict}");
        }
        words + "."
    }

    /// A hook as one sentence.
    pub(crate) fn hook(&self, hook: &HookDef) -> String {
        let procedure = self.typed.procedures.get(hook.procedure);
        let name = procedure.map_or("?", |def| def.name.as_str());
        let step = hook.step.and_then(|at| procedure?.steps.get(usize::from(at)));
        let moment = match step {
            Some(step) => format!("the step {} of {name}", step.name),
            None => format!("each run of {name}"),
        };
        let when = match hook.time {
            ir::HookTime::Before => format!("before {moment}"),
            ir::HookTime::After => format!("after {moment}"),
            ir::HookTime::Instead => format!("instead of {moment}"),
        };
        let whose = match &hook.whose {
            Some((ir::Whose::Mine, _)) => " of its own player",
            Some((ir::Whose::Foes, _)) => " of a foe",
            None => "",
        };
        let params: Vec<&str> = hook.locals.all.iter().map(|local| local.name.as_str()).collect();
        let params: Vec<String> = params.into_iter().map(ToOwned::to_owned).collect();
        let of_battle = matches!(hook.bearer, BearerDef::Scenario(_));
        let (victory, scored) = (self.victory(&hook.body), self.scored(&hook.body, hook.span));
        let mut words = match (victory, scored) {
            _ if hook.label == VERDICT => {
                let ahead = if of_battle { ", ahead of the game's own verdict" } else { "" };
                format!("who has won is asked {when}{ahead}: {}", self.rows(&hook.body))
            }
            (Some(holds), _) if of_battle => {
                format!(
                    "its side has won when {holds}, asked {when}, ahead of the game's own verdict"
                )
            }
            (None, Some(points)) if of_battle => {
                format!("its side scores {points}, counted {when}")
            }
            _ => format!("what stands in the braces is done {when}{whose}"),
        };
        // A battle is won for nobody else.
        if !(of_battle && (words.starts_with("its side") || words.starts_with("who has won"))) {
            let itself = self.reflexive.hook(hook);
            words += &self.reach(&hook.reach, hook.bearer, &params, itself);
        }
        words += match (&hook.reach, hook.time) {
            (ReachDef::Related { .. } | ReachDef::Any, ir::HookTime::Instead) => {
                ", by the first of several, and by the next where that one proceeds"
            }
            (ReachDef::Related { .. }, _) => ", by each of them",
            _ => "",
        };
        if let Some(condition) = &hook.when {
            words += &format!(", when {}", self.written(condition.span));
        }
        words += &self.once(hook.once.as_ref());
        words += &over(&hook.over);
        words + &format!(" (\"{}\").", hook.label)
    }

    /// What an action requires, each with its reason.
    fn requires(&self, action: &ActionDef) -> String {
        let permission = self.typed.permissions.get(action.permission);
        let requires = permission.map_or(&[][..], |it| it.requires.as_slice());
        let all: Vec<String> = requires
            .iter()
            .map(|require| {
                let label = require.label.as_ref().map(|label| format!(" (\"{label}\")"));
                format!("{}{}", self.written(require.holds.span), label.unwrap_or_default())
            })
            .collect();
        if all.is_empty() { String::new() } else { format!(", if {}", all.join(" and ")) }
    }

    /// An action as one sentence.
    pub(crate) fn action(&self, action: &ActionDef) -> String {
        let place = match action.place {
            ActionPlace::Named(id) => {
                format!("in {}", self.typed.windows.get(id).map_or("?", |def| &def.name))
            }
            ActionPlace::Step { procedure, step, time } => {
                let procedure = self.typed.procedures.get(procedure);
                let name = procedure.map_or("?", |def| def.name.as_str());
                let step = procedure.and_then(|def| def.steps.get(usize::from(step)));
                let when = match time {
                    Some(ir::HookTime::Before) => "before",
                    Some(ir::HookTime::After) => "after",
                    _ => "at",
                };
                format!("{when} the step {} of {name}", step.map_or("?", |step| &step.name))
            }
        };
        let locals = action.locals.all.iter().map(|local| local.name.to_string());
        let reach = match &action.reach {
            ReachDef::All => String::new(),
            reach => {
                self.reach(reach, action.bearer, &locals.collect::<Vec<_>>(), Itself::NotAsked)
            }
        };
        let chosen = if action.must { "must" } else { "may" };
        // Where nobody is named it is whose the bearer is, and its place is that of the name.
        let by = Some(self.written(action.by.span)).filter(|by| *by != action.name);
        let by = by.unwrap_or_else(|| "its player".to_owned());
        let label = self.written(action.label.span);
        let label = if label.starts_with('"') { format!(" ({label})") } else { String::new() };
        let mut words = format!("{}{label} {chosen} be chosen {place} by {by}{reach}", action.name);
        if let Some(condition) = &action.when {
            words += &format!(", when {}", self.written(condition.span));
        }
        if let Some((price, _, field)) = &action.cost {
            let price = self.typed.quantities.get(*price).map(|def| self.written(def.base.span));
            let field = self.typed.fields.get(*field).map_or("?", |def| &*def.name);
            words += &format!(", for {} of {field}", price.unwrap_or_default());
        }
        words += &self.requires(action);
        words + &self.once(action.once.as_ref()) + "."
    }

    /// A limit as one sentence.
    fn limit(&self, limit: &LimitDef) -> String {
        // A limit of a kind is asked of each of them, and nobody wrote that; of the battle there is one.
        let written = |(_, of, _): &&(_, Expr, _)| !of.span.contains(limit.holds.span);
        let each = limit.each.as_ref().filter(written).map(|(item, of, when)| {
            let item = limit.locals.get(*item).map_or("one", |local| &*local.name);
            let when = when.as_ref().map(|when| format!(" where {}", self.written(when.span)));
            format!(" for each {item} in {}{}", self.written(of.span), when.unwrap_or_default())
        });
        let (each, holds) = (each.unwrap_or_default(), self.written(limit.holds.span));
        format!("{} keeps to it that {holds}{each} (\"{}\").", limit.whose, limit.label)
    }

    /// How often at most.
    fn once(&self, once: Option<&OnceDef>) -> String {
        let Some(once) = once else { return String::new() };
        let moment = once.moment.and_then(|moment| self.typed.moments.get(moment));
        let words = match moment {
            Some(moment) => format!(", once in each {}", moment.name),
            None => String::from(", once in the battle"),
        };
        let army = match once.scope {
            ir::Scope::Player => " for all of one side together",
            ir::Scope::Bearer => "",
        };
        let each = once.each.as_ref().map(|each| format!(" for each {}", self.written(each.span)));
        words + army + &each.unwrap_or_default()
    }

    /// `is 1 higher`, `is multiplied by 1/2`.
    fn bent(&self, verb: ir::Verb, amount: Span) -> String {
        let written = self.written(amount);
        let lower = written.strip_prefix('-').map(str::trim);
        let plain = written.strip_prefix('+').map_or(written.as_str(), str::trim);
        match (verb, lower) {
            (ir::Verb::Set, _) => format!("becomes {written}"),
            (ir::Verb::Rung, Some(steps)) => format!("goes down its ladder by {steps}"),
            (ir::Verb::Rung, None) => format!("goes up its ladder by {plain}"),
            (ir::Verb::By | ir::Verb::ByUpTo, Some(less)) => format!("is lower by {less}"),
            (ir::Verb::By | ir::Verb::ByUpTo, None) => format!("is higher by {plain}"),
            (ir::Verb::Times, _) => format!("is multiplied by {written}"),
            (ir::Verb::AtLeast, _) => format!("is {written} at least"),
            (ir::Verb::AtMost, _) => format!("is {written} at most"),
        }
    }

    /// Whom it reaches.
    fn reach(
        &self,
        reach: &ReachDef,
        bearer: BearerDef,
        params: &[String],
        itself: Itself,
    ) -> String {
        let bearer = self.bearer(bearer);
        let role = |role: &RoleRef| {
            params.get(usize::from(role.param)).map_or("one", String::as_str).to_owned()
        };
        match reach {
            ReachDef::All => String::from(" for everybody"),
            ReachDef::Role(at) => format!(" where the {} {bearer}", role(at)),
            ReachDef::Related { role: at, holds, .. } => {
                let own = match itself {
                    Itself::NotAsked => "",
                    Itself::Said => ", and for that itself",
                    Itself::Never => ", never for that itself",
                    Itself::Can | Itself::Perhaps => ", for that itself too where it holds of it",
                };
                let (role, relation) = (role(at), self.written(holds.span));
                format!(
                    " for each {role} of which holds `{role} {relation}`, self being what {bearer}{own}"
                )
            }
            ReachDef::Any => format!(" once for each in play that {bearer}"),
        }
    }

    /// What a second bearer does.
    fn several(&self, clause: &ClauseDef) -> &'static str {
        let (ClauseVerb::Modify { verb, group, .. }, ClauseOwner::Quantity(id)) =
            (&clause.does, clause.owner)
        else {
            return "";
        };
        let groups = self.typed.quantities.get(id).map(|def| &def.groups);
        let group = group.and_then(|at| groups?.get(usize::from(at)));
        match (&clause.reach, group) {
            (_, Some(group)) if of_one(group) => ", of several the strongest alone",
            (ReachDef::Related { .. } | ReachDef::Any, None)
                if matches!(verb, ir::Verb::By | ir::Verb::ByUpTo | ir::Verb::Rung) =>
            {
                ", each of several adding"
            }
            _ => "",
        }
    }

    /// `has Gilded`, `belongs to "Old Tower"`.
    fn bearer(&self, bearer: BearerDef) -> String {
        match bearer {
            BearerDef::System => String::from("is in play"),
            BearerDef::Scenario(id) => {
                let name = self.typed.scenarios.get(id).map_or("?", |def| &def.name);
                format!("is in the battle \"{name}\"")
            }
            BearerDef::Ability(id) => match self.typed.abilities.get(id) {
                Some(def) if def.titled => format!("has {}", named(&def.name)),
                Some(def) => format!("belongs to {}", named(&def.name)),
                None => String::from("is in play"),
            },
        }
    }

    /// Whom a clause helps, where that can be told.
    fn verdict(&self, clause: &ClauseDef) -> Option<String> {
        let (ClauseVerb::Modify { verb, amount, .. }, ClauseOwner::Quantity(id)) =
            (&clause.does, clause.owner)
        else {
            return None;
        };
        let favoured = self.typed.quantities.get(id)?.favours?;
        let name = self.roles_of(clause.owner).get(usize::from(favoured.role.param))?.clone();
        let raised = raises(self.typed, *verb, amount)?;
        let helps = if favoured.gains(raised) { "helps" } else { "harms" };
        Some(match (&clause.reach, clause.drawback) {
            (ReachDef::Role(role), false) if *role == favoured.role => {
                format!("that {helps} its bearer")
            }
            (ReachDef::Role(role), true) if *role == favoured.role => {
                format!("that {helps} its bearer, as a drawback")
            }
            (_, true) => format!("that {helps} the {name}, as a drawback"),
            (_, false) => format!("that {helps} the {name}"),
        })
    }

    fn owner(&self, owner: ClauseOwner) -> String {
        match owner {
            ClauseOwner::Quantity(id) => self.quantity(id),
            ClauseOwner::Permission(id) => {
                self.typed.permissions.get(id).map_or("?", |def| &def.name).to_owned()
            }
            ClauseOwner::Possession(id) => {
                self.typed.abilities.get(id).map_or("?".to_owned(), |def| named(&def.name))
            }
        }
    }

    fn quantity(&self, id: ir::QuantityId) -> String {
        self.typed.quantities.get(id).map_or("?", |def| &def.name).to_owned()
    }

    /// What the parameters of an owner are called; of a profile and of having something: its kind.
    fn roles_of(&self, owner: ClauseOwner) -> Vec<String> {
        let kind = |kind: ir::KindId| {
            self.typed.kinds.get(kind).map_or("thing", |def| &def.name).to_owned()
        };
        match owner {
            ClauseOwner::Quantity(id) => {
                let Some(def) = self.typed.quantities.get(id) else { return Vec::new() };
                let locals = def.locals.first(def.params).iter();
                locals
                    .map(|local| match (&local.ty, def.profile) {
                        (Type::Entity(of), Some(_)) => kind(*of),
                        _ => local.name.to_string(),
                    })
                    .collect()
            }
            ClauseOwner::Permission(id) => {
                let Some(def) = self.typed.permissions.get(id) else {
                    return Vec::new();
                };
                def.locals.all.iter().map(|local| local.name.to_string()).collect()
            }
            ClauseOwner::Possession(id) => {
                self.typed.abilities.get(id).map(|def| kind(def.kind)).into_iter().collect()
            }
        }
    }

    /// The source of a part, on one line, with the brackets that close or open what stands in it.
    fn written(&self, span: Span) -> String {
        let text = self.sources.text(self.sources.file_of(span));
        let whole = bracketed(text, self.sources.range(span));
        let source = text.get(whole).unwrap_or_else(|| self.sources.slice(span));
        source.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A part of a text with the brackets right beside it that belong to such in it.
fn bracketed(text: &str, part: Range<usize>) -> Range<usize> {
    let (mut open, mut lost) = (0_usize, 0_usize);
    for sign in text.get(part.clone()).unwrap_or_default().chars() {
        match sign {
            '(' => open += 1,
            ')' if open > 0 => open -= 1,
            ')' => lost += 1,
            _ => {}
        }
    }
    let Range { mut start, mut end } = part;
    for _ in 0..lost {
        let before = text.get(..start).unwrap_or_default().trim_end();
        start = before.strip_suffix('(').map_or(start, str::len);
    }
    for _ in 0..open {
        let behind = text.get(end..).unwrap_or_default();
        let closed = behind.trim_start().strip_prefix(')');
        end = closed.map_or(end, |rest| text.len() - rest.len());
    }
    start..end
}

/// Whether a group is that of one clause alone, which says `strongest counts`.
fn of_one(group: &GroupDef) -> bool {
    group.name.starts_with('"')
}

/// A title of several words stands in quotes.
fn named(name: &str) -> String {
    if name.contains(' ') { format!("\"{name}\"") } else { name.to_owned() }
}

fn over(labels: &[(String, Span)]) -> String {
    if labels.is_empty() {
        return String::new();
    }
    let labels: Vec<String> = labels.iter().map(|(label, _)| format!("\"{label}\"")).collect();
    format!(", whatever {} says", labels.join(" or "))
}
