//! What is counted out: takes texts that say how many dice are rolled, how many steps something is away, how often a number is taken, or
//! who loses something, finds other figures, or others, in the rules beside them.

use super::beside::Said;
use super::figures::{numbers, whole_number};
use super::patterns::fits;
use super::prices::is_name;
use super::{differs, drifted};
use crate::checks::battles::verdicts::Wins;
use crate::checks::logic::compared::Comparison;
use crate::typed::{
    Assign, ClauseVerb, Compare, Expr, ExprKind, LocalRole, PieceDef, StmtKind, Type, each_stmt,
    parts,
};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;
use warwright_ir::Verb;

impl Said<'_> {
    /// `two stones`, and three are laid out; `three dice`, of one that has four.
    pub(super) fn so_many_there(&self) -> Option<Diagnostic> {
        let said = |found: &dyn Fn(&str) -> Option<(i64, Span)>| {
            self.phrases("# _").find_map(|said| {
                let (figure, at) = found(said.last())?;
                let count = said.number().filter(|count| *count != figure)?;
                let message =
                    format!("the text says {count} {}, and there are {figure}", said.last());
                Some(differs(message, said.span(), at, "given here"))
            })
        };
        let typed = self.typed;
        if let Some(battle) = typed.scenarios.values().find(|it| self.one.bearer.contains(it.span))
        {
            let named = |piece: &PieceDef, several: &str| {
                let name = typed.entries.get(piece.entry).map_or("", |it| it.name.as_str());
                let last = name.rsplit(' ').next().unwrap_or("").to_lowercase();
                several.strip_suffix('s') == Some(last.as_str())
            };
            return said(&|several| {
                let all = battle.ground.iter().filter(|piece| named(piece, several));
                let all: Vec<&PieceDef> = all.collect();
                Some((i64::try_from(all.len()).ok().filter(|it| *it > 0)?, battle.span))
            });
        }
        let entry = self.rules.entry(self.one.bearer)?;
        let ruled = self.acts() || self.clauses().next().is_some();
        let kind = typed.kinds.get(entry.kind).filter(|_| !ruled)?;
        said(&|word| {
            let of_it = kind.profiles.iter().zip(&entry.values).find(|(id, _)| {
                typed.profiles.get(**id).is_some_and(|def| is_name(word, &def.name))
            });
            match of_it?.1 {
                ir::Value::Scalar(figure) => Some((*figure, entry.span)),
                _ => None,
            }
        })
    }

    /// `halved`, and the rule doubles; `doubled`, and it adds two.
    pub(super) fn so_many_times(&self) -> Option<Diagnostic> {
        let (said, halves) = match (self.phrase("halve*"), self.phrase("doubled|doubles")) {
            (Some(said), None) => (said, true),
            (None, Some(said)) => (said, false),
            _ => return None,
        };
        let clause = self.clause().filter(|_| !self.says("NO|half") && !self.acts())?;
        let ClauseVerb::Modify { verb, amount, .. } = &clause.does else { return None };
        let more = match amount.kind {
            ExprKind::Cell(figure) => Some(figure > 1),
            ExprKind::Fraction(top, bottom) => Some(top > bottom),
            _ => None,
        };
        let does = match (verb, more) {
            (Verb::Times, Some(true)) if halves => "takes it several times",
            (Verb::Times, Some(false)) if !halves => "takes a part of it",
            (Verb::By | Verb::ByUpTo, Some(_)) => "adds a fixed number",
            _ => return None,
        };
        let (word, by) = if halves { ("halved", "times 1/2") } else { ("doubled", "times 2") };
        let message = format!("the text says {word}, and the rule {does}");
        let found = drifted(message, said.span()).also(clause.span, "done here");
        Some(found.help(format!("did you mean `{by}`?")))
    }

    /// `the enemy loses one`, and all that is written is of the bearer's own player.
    pub(super) fn whose_loss(&self) -> Option<Diagnostic> {
        let said = self.phrase("FOES loses|lose|has|gets|gains|suffers|takes|discards")?;
        let mut written: Vec<(bool, Span)> = Vec::new();
        let mut others = self.clauses().next().is_some() || self.actions().next().is_some();
        for hook in self.hooks() {
            let own = |of: &Expr| match &of.kind {
                ExprKind::OwnerOf(of) => match of.kind {
                    ExprKind::Local(local) => {
                        hook.locals.get(local).is_some_and(|local| local.role == LocalRole::Bearer)
                    }
                    _ => false,
                },
                _ => false,
            };
            // Who is asked for may well lose something to the bearer.
            others |= hook.when.is_some();
            each_stmt(&hook.body, &mut |stmt| match &stmt.kind {
                StmtKind::Assign { to: Assign::Field { of, .. }, value, .. } => {
                    written.push((own(of) && matches!(value.ty, Type::Int(_)), stmt.span));
                }
                StmtKind::Say(_) => {}
                _ => others = true,
            });
        }
        let (_, at) = *written.first()?;
        (!others && written.iter().all(|(own, _)| *own)).then(|| {
            let message =
                "the text says it of an enemy, and all that is written is its own player's";
            drifted(message, said.span())
                .also(at, "written here")
                .help("say whose it is: a name for the other player in place of `self.player`")
        })
    }

    /// `two coins`, and another number is added.
    pub(super) fn points(&self) -> Option<Diagnostic> {
        self.phrases("# _").find_map(|said| {
            // `sixteen points win`: what is asked, and not given.
            let wins = said.behind().first().is_some_and(|(word, _)| fits("win|wins|to", word));
            let count = said.number().filter(|count| *count > 1 && !wins)?;
            let name = |field| self.typed.fields.get(field).map(|def| def.name.as_str());
            let of_it = |it: &(_, _, _)| name(it.0) == Some(said.last());
            let written: Vec<_> = self.writes().filter(of_it).collect();
            let (_, first_value, first) = written.first()?;
            let taken = |it: &&Expr| whole_number(it) == Some(count);
            let meant = written.iter().any(|(_, value, _)| numbers(value).contains(&count))
                || self.near().iter().any(taken);
            let given = whole_number(first_value);
            let given = given.map_or("another number".to_owned(), |it| it.to_string());
            let message = format!(
                "the text says {} {}, and the rule gives {given}",
                said.first(),
                said.last()
            );
            (!meant).then(|| {
                drifted(message, said.span())
                    .also(first.span, "changed here")
                    .help("correct one of them, or let the text quote the number: `{n}`")
            })
        })
    }

    /// `from the eighth on`, and the rule asks for another round.
    pub(super) fn rounds(&self) -> Option<Diagnostic> {
        // `after the sixth round` begins with the seventh.
        let beyond = self.says("after*|past*|beyond*|before*|until*|later*");
        let round = |it: &Comparison<'_>| if beyond { it.figure } else { it.meant() };
        // `before the fourth` ends with the third.
        let before = self.says("before*|until*|till");
        let ends = |it: &Comparison<'_>, named: i64| {
            before && matches!(it.how, Compare::Le | Compare::Gt) && it.figure + 1 == named
        };
        let is_it = |it: &Comparison<'_>, named| {
            it.meant() == named || round(it) == named || ends(it, named)
        };
        let asked = self.of_rounds();
        let first = asked.first()?;
        // The third of something else is no round.
        self.phrases("#th ROUND, #th on|onward|onwards|or|and").find_map(|said| {
            // The first and the second may be of anything.
            let named = said.number().filter(|round| *round > 2)?;
            let (word, other) = (said.first(), round(first));
            let message = format!("the text says {word}, and the rule asks for round {other}");
            (!asked.iter().any(|it| is_it(it, named)))
                .then(|| differs(message, said.span(), first.place, "asked here"))
        })
    }

    /// `until the fifth round is over`, of a battle of six.
    pub(super) fn so_many_rounds(&self) -> Option<Diagnostic> {
        let said = self.phrase(
            "until|till SMALL.. #th ROUND is|ends|has, lasts|last for.. # ROUND, # ROUND long",
        )?;
        let battle = self.typed.scenarios.values().find(|it| self.one.bearer.contains(it.span))?;
        let (rounds, figure) = (battle.rounds.map(i64::from)?, said.number()?);
        (rounds != figure && self.of_rounds().is_empty()).then(|| {
            let message = format!("the text says {figure}, and the battle has {rounds} rounds");
            differs(message, said.span(), battle.span, &format!("`rounds {rounds}`"))
        })
    }

    /// `whoever holds it at the end of the sixth round`, and of two sides one waits for the seventh.
    pub(super) fn of_each_side(&self) -> Option<Diagnostic> {
        let said = self.phrase("whoever|either|both|each|anybody")?;
        let counter = self.rules.counter?;
        let mut waits: Vec<(&str, Comparison<'_>)> = Vec::new();
        for wins in self.hooks().filter_map(Wins::of) {
            let asked = parts([wins.when]).into_iter().filter_map(Comparison::of);
            let of_round = asked.filter(|it| it.is_of(counter));
            waits.extend(of_round.map(|it| (wins.hook.label.as_str(), it)));
        }
        let (label, first) = *waits.first()?;
        let differs = |it: &&(&str, Comparison<'_>)| {
            it.0 == label && it.1.how == first.how && it.1.figure != first.figure
        };
        let (_, other) = waits.iter().find(differs)?;
        let (one, two) = (first.meant(), other.meant());
        let message = format!(
            "the text says {}, and one side waits for round {one}, another for round {two}",
            said.first()
        );
        let found = drifted(message, said.span()).also(first.place, "this side");
        Some(found.also(other.place, "another").help("correct one of them"))
    }
}
