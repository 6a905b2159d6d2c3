//! Yes and no: takes texts that say whether something is so, finds rules beside them that ask for the contrary: `if it has moved`, of
//! those that have not; `if it fails`, of what is held.

use super::beside::Said;
use super::drifted;
use super::patterns::fits;
use crate::checks::battles::verdicts::Wins;
use crate::checks::logic::compared::Comparison;
use crate::checks::runs::leavers::is_place;
use crate::typed::{
    ClauseDef, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, Locals, PermissionClauseDef,
    Question, ReachDef, StmtKind, Type, Typed, each_stmt,
};
use warwright_grammar::near::is_form_of;
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::HookTime;

/// What excludes one another: each row of what a thing is one alone, the words of texts with those of names.
const EXCLUSIVE: [&[(&str, &str)]; 4] = [
    &[
        ("fail*|failed", "failed|fails"),
        ("passes|passed|holds|succeed*", "held|holds|passed|passes|succeeded"),
    ],
    &[("before|front", "before|front|ahead"), ("behind", "behind")],
    &[("missed|misses", "missed|misses"), ("", "hit|hits")],
    &[
        ("above|uphill", "above|uphill|higher"),
        ("below|beneath|downhill", "below|beneath|downhill|lower"),
    ],
];

/// So many conditions of one rule are looked at before names are followed no more.
const MOST_ASKED: usize = 64;

/// What a condition asks: whether something of a name is so.
struct Asked {
    name: String,
    /// What texts call it, its name first, and what its contrary.
    called: Vec<Name>,
    contrary: Vec<Name>,
    holds: bool,
    span: Span,
}

impl Said<'_> {
    /// `if it has moved`, and the rule asks for who has not.
    pub(super) fn of_the_contrary(&self) -> Option<Diagnostic> {
        let (mut counts, mut forbids) = (Vec::new(), Vec::new());
        let allows = |clause: &ClauseDef| {
            matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Allow))
        };
        // `need not stop in fords`, of what is allowed over a reason: what is denied is that, and not where it counts.
        let lifts =
            |clause: &ClauseDef| !clause.over.is_empty() && allows(clause) && self.says("NO");
        for clause in self.clauses().filter(|it| !lifts(it)) {
            let forbid =
                matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }));
            let list = if forbid { &mut forbids } else { &mut counts };
            self.asked(&clause.locals, clause.when.as_ref(), &clause.reach, list);
        }
        for hook in self.hooks() {
            // `never tires in a storm`: what is denied is the step in whose place something else is done.
            let list = if hook.time == HookTime::Instead { &mut forbids } else { &mut counts };
            self.asked(&hook.locals, hook.when.as_ref(), &hook.reach, list);
        }
        for wins in self.hooks().filter_map(Wins::of) {
            self.each_asked(&wins.hook.locals, (wins.when, true), &mut counts);
        }
        for action in self.actions() {
            let def = self.typed.permissions.get(action.permission);
            for require in def.into_iter().flat_map(|def| &def.requires) {
                self.each_asked(&action.locals, (&require.holds, true), &mut counts);
            }
        }
        let hooks = self.hooks().map(|it| (&it.locals, &it.body));
        for (locals, body) in hooks.chain(self.actions().map(|it| (&it.locals, &it.body))) {
            each_stmt(body, &mut |stmt| {
                if let StmtKind::ForEach { when: Some(when), .. } = &stmt.kind {
                    self.each_asked(locals, (when, true), &mut counts);
                }
            });
        }
        let lists = [(counts, false), (forbids, true)];
        lists.iter().find_map(|(asked, forbid)| self.contrary(asked, *forbid))
    }

    /// `if it has not moved`, and what stands beside it counts always.
    pub(super) fn of_a_condition(&self) -> Option<Diagnostic> {
        let clause = self.clause().filter(|it| it.when.is_none() && !self.acts())?;
        let plain = matches!(
            (&clause.reach, &clause.does),
            (ReachDef::Role(_), ClauseVerb::Modify { amount, .. })
                if matches!(amount.kind, ExprKind::Cell(_) | ExprKind::Negate(_))
        );
        let ClauseOwner::Quantity(id) = clause.owner else { return None };
        let bent = &self.typed.quantities.get(id)?.name;
        let said = self.phrase("!as|even|what|only|see if|while|unless, as long as")?;
        let fields = self.typed.fields.values().map(|def| def.name.as_str());
        let statuses = self.typed.abilities.values().filter(|it| it.is_status);
        let closed = self.typed.kinds.values().flat_map(|kind| &kind.entries);
        let members = closed.filter_map(|id| self.typed.entries.get(*id));
        let states: Vec<String> = fields
            .filter(|name| name.len() > 3 && !bent.contains(name))
            .chain(statuses.map(|it| it.name.as_str()))
            .chain(members.map(|it| it.name.as_str()).filter(|name| name.len() > 3))
            .map(str::to_lowercase)
            .collect();
        let at = self.text.iter().position(|(_, at)| at.end() == said.span().end())?;
        let names = |word: &str| states.iter().any(|name| self.is_word(word, name));
        let asks =
            self.part_behind(at).any(|word| fits("not|no|hasn|isn|didn", word) || names(word));
        (plain && asks && !self.says("until|unaffected")).then(|| {
            drifted(format!("the text says {}, and this counts always", said.first()), said.span())
                .also(clause.span, "asks for nothing")
                .help("write when it counts: `.. when CONDITION \"LABEL\"`")
        })
    }

    fn contrary(&self, asked: &[Asked], forbid: bool) -> Option<Diagnostic> {
        // `against foot .., against everyone else ..`
        if self.says("else|others") {
            return None;
        }
        asked.iter().find_map(|one| {
            if asked.iter().any(|it| it.name == one.name && it.holds != one.holds) {
                return None;
            }
            let mut said = (0..self.text.len()).filter_map(|at| {
                let so = one.is_named(&self.text.get(at)?.0)?;
                // `behind its screens`: where somebody stands, and no side of him.
                if !so && self.text.get(at + 1).is_some_and(|it| fits("its|his|their|the|a", &it.0))
                {
                    return None;
                }
                let before = at.checked_sub(1).and_then(|at| self.text.get(at));
                let beside = || before.is_some_and(|(word, _)| fits("NO", word));
                let plainly = || (self.refuses_plainly(at) && !beside()).then_some(true);
                let is_so = self.is_so(at, forbid).or_else(plainly);
                Some((at, is_so.or_else(|| self.is_until(at)).map(|is_so| is_so == so)))
            });
            let (at, so) = said.next()?;
            // `if it did not move in the move step`
            let mut said = said.filter(|(at, _)| !self.is_told_by(*at));
            let wrong = so == Some(!one.holds) && said.all(|(_, other)| other == so);
            let (word, place) = self.text.get(at)?;
            wrong.then(|| {
                let what = if one.holds { "what is" } else { "what is not" };
                let message = match (one.is_named(word), so) {
                    // Of opposites both are named.
                    (Some(false), _) => {
                        let not = if one.holds { "" } else { "not " };
                        format!("the text says {word}, and the rule asks for {not}`{}`", one.name)
                    }
                    (_, Some(true)) => {
                        format!("the text says {word}, and the rule asks for {what}")
                    }
                    _ => format!(
                        "the text says that it is not so: {word}; and the rule asks for {what}"
                    ),
                };
                let asked = Span::new(one.span.start().saturating_sub(4), one.span.end());
                let denied = !one.holds && self.map.slice(asked).contains("not ");
                drifted(message, *place).also(one.span, "asked here").help(match denied {
                    true => "leave `not` out, or correct the text",
                    false => "turn the condition round, or correct the text",
                })
            })
        })
    }

    /// What a condition asks for, and a relation that whoever is reached stands in.
    fn asked(
        &self,
        locals: &Locals,
        when: Option<&Expr>,
        reach: &ReachDef,
        found: &mut Vec<Asked>,
    ) {
        if let Some(when) = when {
            self.each_asked(locals, (when, true), found);
        }
        if let ReachDef::Related { holds, .. } = reach {
            self.each_asked(locals, (holds, true), found);
        }
    }

    fn each_asked(&self, locals: &Locals, (root, holds): (&Expr, bool), found: &mut Vec<Asked>) {
        let typed = self.typed;
        let mut note = |name: &str, holds: bool| {
            found.push(Asked::new(typed, name, holds, root.span));
        };
        match &root.kind {
            ExprKind::Not(of) => self.each_asked(locals, (of, !holds), found),
            ExprKind::And(one, other) | ExprKind::Or(one, other) => {
                self.each_asked(locals, (one, holds), found);
                self.each_asked(locals, (other, holds), found);
            }
            ExprKind::Compare { how: how @ (Compare::Eq | Compare::Ne), right, .. }
                if matches!(right.ty, Type::Member(_)) =>
            {
                if let (ExprKind::Cell(cell), Type::Member(kind)) = (&right.kind, &right.ty)
                    && let Some(kind) = typed.kinds.get(*kind)
                    && let Some(id) =
                        usize::try_from(*cell).ok().and_then(|at| kind.entries.get(at))
                    && let Some(entry) = typed.entries.get(*id)
                {
                    note(&entry.name, holds == (*how == Compare::Eq));
                }
            }
            // `prize is not none`: that there is one; that something stands somewhere goes without saying.
            ExprKind::Compare { how: how @ (Compare::Eq | Compare::Ne), left, right }
                if matches!(right.kind, ExprKind::None) =>
            {
                let place = |it: &Expr| match &it.kind {
                    ExprKind::Field { of, field } => is_place(typed, of, *field),
                    _ => false,
                };
                let named = self.figure(left).filter(|_| !place(left) && !self.is_of_battle());
                named.into_iter().for_each(|(_, name)| note(name, holds == (*how == Compare::Ne)));
            }
            // `damage == 0`: that there is none.
            ExprKind::Compare { .. } => {
                let compared = Comparison::of(root).filter(Comparison::is_whole);
                let some = compared.and_then(|it| Some((it, it.asks_for_some()?)));
                let named = some.and_then(|(it, some)| Some((self.figure(it.of)?.1, some)));
                named.into_iter().for_each(|(name, some)| note(name, holds == some));
            }
            // `no friend is beside it`: of one condition alone it is clear what is denied.
            ExprKind::Quantified { how: how @ (Question::Any | Question::No), when, .. } => {
                let (when, any) = (when.as_deref(), (*how == Question::Any) == holds);
                let (mut inner, from) = (Vec::new(), found.len());
                when.into_iter().for_each(|when| self.each_asked(locals, (when, any), &mut inner));
                found.extend(inner.into_iter().filter(|it| !it.is_of_sides()));
                if !any && found.len() > from + 1 {
                    found.truncate(from);
                }
            }
            ExprKind::AreTied { tie, .. } => {
                typed.ties.get(*tie).into_iter().for_each(|it| note(&it.name, holds));
            }
            _ if root.ty != Type::Bool => {}
            ExprKind::Local(local) => {
                locals.all.get(local.0 as usize).into_iter().for_each(|it| note(&it.name, holds));
            }
            // Of what is gone texts speak in the game's own words.
            ExprKind::InPlay(_) => note("gone", !holds),
            ExprKind::Call { function, .. } => {
                let Some(def) = typed.functions.get(*function) else { return };
                note(&def.name, holds);
                // What stands beside the text and has a name is asked as if it stood there.
                let near = self.map.file_of(def.span) == self.map.file_of(self.one.text);
                // A game may be wrong: what asks for itself is followed so far.
                if near
                    && holds
                    && found.len() < MOST_ASKED
                    && matches!(def.body.kind, ExprKind::And(..))
                {
                    self.each_asked(&def.locals, (&def.body, true), found);
                }
            }
            // Who is given it must not have it yet.
            ExprKind::Has { ability, .. } => {
                let given = self.granted().any(|it| it.ability == *ability);
                let def = typed.abilities.get(*ability).filter(|_| !given);
                def.into_iter().for_each(|it| note(&it.name, holds));
            }
            ExprKind::During(moment) => {
                typed.moments.get(*moment).into_iter().for_each(|it| note(&it.name, holds));
            }
            ExprKind::May { permission, .. } => {
                typed.permissions.get(*permission).into_iter().for_each(|it| note(&it.name, holds));
            }
            _ => self.figure(root).into_iter().for_each(|(_, name)| note(name, holds)),
        }
    }
}

impl Asked {
    fn new(typed: &Typed, name: &str, holds: bool, span: Span) -> Self {
        let (words, against) = (typed.words_for(name), typed.words_against(name));
        let name = name.to_lowercase();
        let called = std::iter::once(&name).chain(words).map(|it| Name::of(it)).collect();
        let contrary = against.iter().map(|it| Name::of(it)).collect();
        Self { name, called, contrary, holds, span }
    }

    /// Whether it says no more than whose something is.
    fn is_of_sides(&self) -> bool {
        self.name.split('_').all(|part| fits("friend|foe|enemy|of|is|self", part))
    }

    /// Whether a word names it, or what is contrary to it.
    fn is_named(&self, word: &str) -> Option<bool> {
        let called = |word: &str| self.called.iter().find_map(|name| name.said_by(word));
        let against = || self.contrary.iter().find_map(|name| name.said_by(word)).map(|so| !so);
        // `unhurt`: the contrary of what it is called besides its own name.
        let turned =
            || self.called.iter().skip(1).find_map(|it| it.said_by(word.strip_prefix("un")?));
        called(word).or_else(against).or_else(|| turned().map(|so| !so))
    }
}

/// A name as words are held against it.
struct Name {
    parts: Vec<String>,
    /// Where it stands among what excludes one another: in which rows, and at which places.
    opposed: Vec<(&'static [(&'static str, &'static str)], usize)>,
}

impl Name {
    fn of(name: &str) -> Self {
        const SMALL: &str = "is|has|have|had|may|in|of|on|by|at|to|can|not|was|are|the|its|with|from|who|self|step|steps|foe|friend|enemy";
        let parts = name.split(['_', ' ']).filter(|part| !fits(SMALL, part));
        let parts: Vec<String> = parts.map(str::to_owned).collect();
        let places = EXCLUSIVE.iter().flat_map(|row| (0..row.len()).map(|at| (*row, at)));
        let opposed = places
            .filter(|(row, at)| {
                row.get(*at).is_some_and(|(_, names)| parts.iter().any(|part| fits(names, part)))
            })
            .collect();
        Self { parts, opposed }
    }

    /// Whether a word names it, and then whether it says that or its contrary.
    fn said_by(&self, word: &str) -> Option<bool> {
        // `attacked in front`: by another one, and not who attacks.
        let passive = |part: &str| word.ends_with("ed") && part.ends_with('s');
        // `in command`, of who is commanded.
        let stem = |part: &str| part.len() > 6 && part.strip_suffix("ed") == Some(word);
        let names =
            |part: &String| part == word || is_form_of(part, word) && !passive(part) || stem(part);
        if self.parts.iter().any(names) {
            return Some(true);
        }
        let excluded = self.opposed.iter().any(|(row, at)| {
            row.iter().position(|(says, _)| fits(says, word)).is_some_and(|said| said != *at)
        });
        excluded.then_some(false)
    }
}
