//! What is said: takes texts and labels, finds words in them that the rules beside them know nothing of: once, until, friends, numbers.

mod back;
mod bearing;
mod beside;
mod contrary;
mod counted;
mod deeds;
mod denied;
mod directions;
mod ends;
mod figures;
mod levels;
mod moments;
mod names;
mod nobody;
mod numbers;
mod others;
mod own;
mod patterns;
mod phrases;
mod prices;
mod spoken;
mod states;
mod subjects;
mod topics;
mod turned;
mod unheard;
mod whole;
mod whose;

use super::sentences::sentences_of_rules;
use super::texts::Stated;
use crate::checks::battles::limits::each_expr_reached;
use crate::checks::clauses::auras::{Reached, reached, relation};
use crate::checks::clauses::placed::{Grant, Rules};
use crate::checks::logic::solve::Facts;
use crate::checks::runs::cycles::asked;
use crate::typed::{ClauseVerb, Expr, ExprKind, ReachDef, Stmt, StmtKind, Typed, UntilDef, parts};
use beside::{Said, writes};
pub(crate) use beside::{says, the_one, words_of};
use figures::{labels, said_beside};
use others::labels_of_members;
use patterns::fits;
use phrases::{Begins, Phrase};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use warwright_grammar::{Diagnostic, Sink, SourceMap, Span, codes, side_by_side};
use warwright_ir as ir;

/// How many texts are judged before a thread takes the next ones.
const AT_A_TIME: usize = 16;

/// What texts and labels say the rules beside them do.
pub(crate) fn words_are_meant(
    stated: &[Stated],
    rules: &Rules<'_>,
    facts: &Facts<'_>,
    map: &SourceMap,
    sink: &mut Sink,
) {
    let typed = facts.typed;
    let turned = relations_told_of(typed, sink);
    let whole = stated.len();
    let parts = sentences_of_rules(stated, rules, typed, map);
    let all: Vec<Stated> = stated.iter().chain(&parts).copied().collect();
    let is_told = |one: &Stated, sink: &Sink| {
        let within = |it: Span| one.bearer.contains(it) || one.text.contains(it);
        sink.iter().any(|it| within(it.primary.span))
    };
    let before: &Sink = sink;
    // Each text by itself, by what was told before all of them; what they tell of each other is weighed afterwards.
    let judged = side_by_side(all.len().div_ceil(AT_A_TIME), |part| {
        let texts = all.chunks(AT_A_TIME).nth(part).unwrap_or_default().iter();
        let judge = |one: &Stated| {
            let text = words_of(map, one.text);
            let (begins, near) = (Begins::of(&text), OnceCell::new());
            let one = *one;
            let said = Said { typed, facts, rules, map, text, begins, one, told: before, near };
            let sure = Said::CHECKS.iter().find_map(|check| check(&said));
            // A relation of another file has its own texts.
            let is_wrong = |it: ir::FunctionId| {
                let at = typed.functions.get(it).map(|def| map.file_of(def.span));
                turned.contains(&it) && at == Some(map.file_of(one.text))
            };
            // What is told of the bearer says it better, and so does what is told of a relation by which it reaches.
            let mut by = rules.clauses(one.bearer).filter_map(|clause| reaches_by(&clause.reach));
            if sure.is_some() || is_told(&one, before) || by.any(is_wrong) {
                return (sure, None);
            }
            (None, Said::WHERE_NOTHING_IS_TOLD.iter().find_map(|check| check(&said)))
        };
        texts.map(judge).collect::<Vec<_>>()
    });
    for (at, (one, (sure, alone))) in all.iter().zip(judged.into_iter().flatten()).enumerate() {
        // What is told of the whole text says it of its part.
        if at >= whole && sink.iter().any(|it| one.text.contains(it.primary.span)) {
            continue;
        }
        let alone = alone.filter(|_| !is_told(one, sink));
        sink.extend(sure.or(alone));
    }
    labels(typed, sink);
    labels_of_members(typed, sink);
    typed.rule_bodies().for_each(|body| said_beside(typed, body, sink));
}

/// The relations by which clauses do to friends or foes what they should not.
fn relations_told_of(typed: &Typed, sink: &Sink) -> FxHashSet<ir::FunctionId> {
    let told = sink.iter().filter(|it| it.code == codes::HARMS_BEARER).map(|it| it.primary.span);
    let told: FxHashSet<Span> = told.collect();
    let clauses = typed.clauses.values().filter(|clause| told.contains(&clause.span));
    clauses.filter_map(|clause| reaches_by(&clause.reach)).collect()
}

/// The relation by which something is reached.
fn reaches_by(reach: &ReachDef) -> Option<ir::FunctionId> {
    match reach {
        ReachDef::Related { holds, .. } => relation(holds),
        _ => None,
    }
}

/// Says what is wrong with a text, if something is.
type Check<'t> = fn(&Said<'t>) -> Option<Diagnostic>;

impl<'t> Said<'t> {
    /// All checks, in the order in which they are asked: of a text is told what is found first.
    const CHECKS: [Check<'t>; 38] = [
        Self::once,
        Self::until,
        Self::friends,
        Self::foes_of_an_action,
        Self::points,
        Self::rounds,
        Self::so_many,
        Self::held,
        Self::refused,
        Self::paid,
        Self::so_long,
        Self::of_anybody,
        Self::for_each,
        Self::next_turn,
        Self::given_back,
        Self::so_near,
        Self::so_late,
        Self::after_round,
        Self::of_calls,
        Self::alone,
        Self::whose_turn,
        Self::which_end,
        Self::so_many_there,
        Self::so_many_times,
        Self::whose_loss,
        Self::in_round,
        Self::in_the_first_rounds,
        Self::without,
        Self::every_so_many,
        Self::who_has_more,
        Self::it_is,
        Self::who_may,
        Self::who_must,
        Self::twice,
        Self::of_itself,
        Self::of_either_side,
        Self::never_less,
        Self::of_another_parameter,
    ];

    /// The same for texts of whose bearer nothing else is told: that says it better.
    const WHERE_NOTHING_IS_TOLD: [Check<'t>; 68] = [
        Self::of_its_own_deed,
        Self::bounded,
        Self::given_or_taken,
        Self::of_others,
        Self::told_alone,
        Self::lasts,
        Self::of_another,
        Self::of_another_state,
        Self::of_another_status,
        Self::of_another_reason,
        Self::of_another_factor,
        Self::farther_or_less,
        Self::of_another_amount,
        Self::of_the_contrary,
        Self::at_the_other_end,
        Self::of_one_unsaid,
        Self::gained_or_lost,
        Self::of_nobody,
        Self::of_its_own,
        Self::of_each_side,
        Self::of_another_number,
        Self::of_attackers,
        Self::at_another_step,
        Self::in_the_last_round,
        Self::of_parameters,
        Self::of_whom,
        Self::of_its_owner,
        Self::of_all_but_itself,
        Self::of_the_deed,
        Self::of_another_deed,
        Self::of_who_suffers,
        Self::of_the_other_bound,
        Self::of_two,
        Self::against_whom,
        Self::of_both,
        Self::where_they_stand,
        Self::of_a_condition,
        Self::of_another_ability,
        Self::of_its_target,
        Self::of_its_bearer,
        Self::of_others_alone,
        Self::of_who_acts,
        Self::of_its_own_side,
        Self::of_another_face,
        Self::of_another_entry,
        Self::allowed,
        Self::together,
        Self::so_many_rounds,
        Self::of_another_level,
        Self::of_the_others_sign,
        Self::harder_or_easier,
        Self::of_whom_it_befalls,
        Self::of_the_bearers_own,
        Self::until_whose_turn,
        Self::rolled_again,
        Self::of_who_is_asked,
        Self::of_an_unasked_state,
        Self::at_another_stage,
        Self::of_the_first,
        Self::of_another_result,
        Self::less_for_each,
        Self::halved,
        Self::one_left,
        Self::of_an_unsaid_condition,
        Self::of_another_topic,
        Self::of_one_alone,
        Self::unheard,
        Self::one_is_another,
    ];
}

impl<'t> Said<'t> {
    /// `once in a battle`, and nothing that happens here counts how often.
    fn once(&self) -> Option<Diagnostic> {
        let first = || {
            // `in the first round of a battle`: when, and not how often.
            let mut all = self.phrases(
                "first _ of|in|during EACH|the MOMENT, first _ _ of|in|during EACH|the MOMENT, \
                 first _ _ _ _ of|in|during EACH|the MOMENT, first _ _ _ _ _ of|in|during EACH|the MOMENT",
            );
            all.find(|said| !said.word(1).is_some_and(|word| fits("ROUND", word)))
        };
        let said = self
            .phrase("once EACH|in|the|whole.. MOMENT, one|single time EACH|in|the|whole.. MOMENT")
            .or_else(first)?;
        if !self.acts() {
            return self.once_for_always(said.span());
        }
        if self.limited().next().is_some() {
            return self.once_in_another(&said);
        }
        // What is spent, or remembered, may be what counts.
        let counts = self.any_stmt(|kind| {
            matches!(kind, StmtKind::Remove { .. } | StmtKind::Leave(_)) || writes(kind)
        });
        let moment = if said.last() == "game" { "battle" } else { said.last() };
        (!counts).then(|| {
            drifted("the text says once, and nothing here counts how often", said.span())
                .help(format!("write it before the label: `.. once per {moment} \"LABEL\"`"))
        })
    }

    /// `once in a battle`, and what bends a number counts whenever that is asked.
    fn once_for_always(&self, said: Span) -> Option<Diagnostic> {
        let at = self.clauses().next()?.span;
        let bends = self.clauses().all(|it| matches!(it.does, ClauseVerb::Modify { .. }));
        let state = |it: &&Expr| matches!(it.kind, ExprKind::Field { .. } | ExprKind::Has { .. });
        (bends && !parts(self.rules()).iter().any(state)).then(|| {
            drifted("the text says once, and this counts whenever it is asked", said)
                .also(at, "always counts")
                .help("what happens once is a hook or an action: `after .. once per battle \"LABEL\" { grant .. }`")
        })
    }

    /// `once in a battle`, and the rule counts for a turn; or the other way round.
    fn once_in_another(&self, said: &Phrase<'_>) -> Option<Diagnostic> {
        let (once, at) = the_one(self.limited())?;
        let moment = once.moment.and_then(|moment| self.typed.moments.get(moment));
        let word = if said.last() == "game" { "battle" } else { said.last() };
        let counted = moment.map_or("battle", |moment| moment.name.as_str());
        // Where nothing in the game is called so, it may be another word for it.
        let known = word == "battle" || self.typed.moments.values().any(|it| it.name == word);
        if !known || counted.split('.').next() == Some(word) {
            return None;
        }
        let message = format!("the text says once in a {word}, and the rule counts per {counted}");
        Some(differs(message, said.span(), at, "counted here"))
    }

    /// `until`, and what is granted never ends.
    fn until(&self) -> Option<Diagnostic> {
        let (said, word) = match self.phrase(
            "until, to|till the.. end of, for the rest of, for this|that|the one|same.. ROUND",
        ) {
            Some(said) => (said.span(), "until"),
            None => (self.for_so_long().filter(|it| it.of != "battles")?.span, "for how long"),
        };
        let granted: Vec<Grant<'_>> = self.granted().collect();
        let stays = |it: &Grant<'_>| {
            matches!(it.until, UntilDef::Removed) && !self.rules.removed.contains(&it.ability)
        };
        let lasting = granted.last().filter(|_| granted.iter().all(stays))?.stmt;
        let end = self.phrase("end of SMALL.. MOMENT").filter(|said| !said.has("next|my|its|own"));
        let moment = end.map_or("my next turn", |end| end.last());
        let help = match moment == "my next turn" && !self.players_have_turns() {
            true => {
                "say how long: `grant .. until end of P`, with the procedure whose end is meant"
                    .into()
            }
            false => format!("say how long: `grant .. until end of {moment}`"),
        };
        let help = match self.granted_to_other(lasting).filter(|_| moment == "my next turn") {
            Some(other) => format!(
                "{help}, where that is the bearer's; for one of the other's, `let p = {other}.player` before it, and `until end of p's next turn`"
            ),
            None => help,
        };
        let message =
            format!("the text says {word}, and what is granted stays for the whole battle");
        Some(drifted(message, said).also(lasting.span, "granted here").help(help))
    }

    /// Whether a turn is of one player.
    fn players_have_turns(&self) -> bool {
        self.typed.procedures.values().filter(|it| it.name == "turn").any(|it| {
            it.locals.first(it.params).iter().any(|param| self.typed.is_player(&param.ty))
        })
    }

    /// The name of the one that a hook grants something to, where its bearer is another.
    fn granted_to_other(&self, grant: &Stmt) -> Option<&'t str> {
        let StmtKind::Grant { to, .. } = &grant.kind else { return None };
        let ExprKind::Local(to) = to.kind else { return None };
        let hook = self.hooks().find(|hook| hook.span.contains(grant.span))?;
        let ReachDef::Role(role) = &hook.reach else { return None };
        let local = hook.locals.get(to)?;
        (role.field.is_none() && u32::from(role.param) != to.0).then_some(local.name.as_str())
    }

    /// `friends`, and everybody near is reached.
    fn friends(&self) -> Option<Diagnostic> {
        let said = self.phrase("friend*")?;
        if self.says("enem*|foe*|oppo*|every*|all*") {
            return None;
        }
        if let Some(found) = self.side_of_an_action(&said) {
            return Some(found);
        }
        let related = self.sides().filter_map(|side| match side.reach {
            ReachDef::Related { holds, .. } => Some((reached(self.facts, &side), holds.span)),
            _ => None,
        });
        let reached: Vec<(Reached, Span)> = related.collect();
        let (_, holds) = *reached.first()?;
        let all = reached.iter().all(|(reached, _)| *reached == Reached::Anybody);
        // Where it is asked whose somebody is, nobody knows; and the text may speak of others than those who are reached.
        (all && !asks_whose(self.typed, self.rules())).then(|| {
            drifted("the text says friends, and this reaches enemies too", said.span())
                .also(holds, "holds of enemies as well")
                .help("leave them out: a relation that says `friend_of`, or `when ROLE.player is self.player`")
        })
    }

    /// `is poisoned`, and the rule takes `Poisoned` away; `no more`, and the rule grants it.
    fn given_or_taken(&self) -> Option<Diagnostic> {
        let (mut granted, mut taken) = (Vec::new(), Vec::new());
        for stmt in self.stmts() {
            match &stmt.kind {
                StmtKind::Grant { ability, .. } => granted.push(*ability),
                StmtKind::Remove { ability, .. } => taken.push((*ability, stmt.span)),
                _ => {}
            }
        }
        if self.says("NO|rid|free*|lose*|lost|end*|heal*|cure*|until|recover*|stop*|shake*") {
            return None;
        }
        let (ability, at) = taken.iter().find(|(id, _)| !granted.contains(id))?;
        let def = self.typed.abilities.get(*ability)?;
        let own = self.one.bearer.contains(def.span);
        let name = def.name.to_lowercase();
        let said = self.phrase(&name).filter(|_| !own)?;
        let message = format!("the text says {name}, and the rule takes `{}` away", def.name);
        let found = drifted(message, said.span()).also(*at, "taken away here");
        Some(found.help(format!("did you mean `grant {} to ..`?", def.name)))
    }
}

/// What to do about a comparison with the wrong side of its figure.
const TURN_ROUND: &str = "turn the comparison round, or correct the text";

/// Whether expressions ask whose something is, through all rules that they ask.
pub(crate) fn asks_whose<'t>(typed: &'t Typed, roots: impl IntoIterator<Item = &'t Expr>) -> bool {
    let mut whose = false;
    each_expr_reached(typed, roots, asked, &mut |expr| {
        whose |= matches!(expr.kind, ExprKind::OwnerOf(_));
    });
    whose
}

pub(crate) fn drifted(message: impl Into<String>, at: Span) -> Diagnostic {
    Diagnostic::at(codes::TEXT_DRIFTED, at).says(message).label("said here")
}

/// The text and a place in the rules say two things of one kind, either of which may be right.
fn differs(message: impl Into<String>, said: Span, at: Span, here: &str) -> Diagnostic {
    drifted(message, said).also(at, here).help("correct one of them")
}
