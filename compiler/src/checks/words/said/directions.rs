//! Directions: takes texts that say how far or in which rounds something counts, finds rules beside them that ask for the other side of
//! the same figure.

use super::beside::{Said, the_one};
use super::patterns::fits;
use super::phrases::Phrase;
use super::{TURN_ROUND, differs, drifted};
use crate::checks::clauses::fights;
use crate::checks::logic::compared::{Comparison, Side};
use crate::checks::words::texts::{lengths_in, number_named};
use crate::typed::{
    ClauseDef, ClauseVerb, Compare, Expr, ExprKind, ReachDef, StmtKind, Type, any_expr, parts,
};
use crate::types::bare;
use smallvec::SmallVec;
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::{SpaceOp, Verb};

impl Said<'_> {
    /// `within 8"`, and the rule asks for 8" and more; `farther than 8"`, and it asks for less.
    pub(super) fn so_near(&self) -> Option<Diagnostic> {
        // What these say is turned round by the rule, or the rule by them.
        if self.rules.forbids_alone(self.one.bearer) && self.says("no more|farther|further than #")
        {
            return None;
        }
        if self.says("EXCEPT|only|outside|otherwise|without") {
            return None;
        }
        // `must be nearer`: what the rule refuses; `need one more` is what it does.
        let bends = |clause: &ClauseDef| matches!(clause.does, ClauseVerb::Modify { .. });
        if self.says("must|need|needs") && (self.acts() || !self.clauses().all(bends)) {
            return None;
        }
        let reached = self.reached();
        if let Some(found) = self.next_to(&reached) {
            return Some(found);
        }
        let measures = |of: &Expr| match &of.kind {
            ExprKind::Compare { left, .. } => left.ty == Type::Length,
            ExprKind::Call { .. } => of.ty == Type::Bool,
            _ => false,
        };
        let turns = |expr: &&Expr| match &expr.kind {
            ExprKind::Not(of) => any_expr(of, measures),
            _ => false,
        };
        if reached.iter().any(turns) {
            return None;
        }
        let asked: Vec<Comparison<'_>> = reached.into_iter().filter_map(Comparison::of).collect();
        let lengths: Vec<(i64, Span)> =
            lengths_in(self.map.slice(self.one.text), self.one.text).collect();
        let near = "within #, up to #, !no|not nearer|closer|less than #, no more|farther|further away|off|from.. than #, \
            # (or) less|nearer|closer, # (_ or) less|nearer|closer, at most #";
        let far = "beyond #, !no|not farther|further|more away|off|from.. than #";
        let is_far = |said: &Phrase<'_>| said.has("beyond|farther|further|more") && !said.has("no");
        self.phrases(&format!("{near}, {far}")).find_map(|said| {
            let side = if is_far(&said) { Side::Up } else { Side::Down };
            // `nobody within 8"`: whom it keeps out is asked for.
            let denied = || {
                let (first, behind) = (said.before().len(), said.behind().len());
                let last = self.text.len().saturating_sub(behind + 1);
                let mut part = self.part_before(first).chain(self.part_behind(last));
                part.any(|word| fits("NO", word))
            };
            if side == Side::Down && denied() {
                return None;
            }
            let place = said.span();
            let is_there = |at: Span| at.start() < place.end() && place.start() < at.end();
            let (figure, _) = lengths.iter().find(|it| is_there(it.1))?;
            let is_it = |it: &&Comparison<'_>| {
                it.of.ty == Type::Length && it.figure == *figure && it.side().is_some()
            };
            let of_it: Vec<_> = asked.iter().filter(is_it).collect();
            let wrong = of_it.first().filter(|_| of_it.iter().all(|it| it.side() != Some(side)))?;
            let (says, asks) = match side {
                Side::Down => ("as near as this", "farther"),
                Side::Up => ("farther than this", "nearer"),
            };
            let message = format!("the text says {says}, and the rule asks for what is {asks}");
            Some(drifted(message, said.span()).also(wrong.span, "asked here").help(TURN_ROUND))
        })
    }

    /// `in the cells next to it`, and the rule asks for what is within three.
    fn next_to(&self, reached: &[&Expr]) -> Option<Diagnostic> {
        let said = self.phrase("next to, adjacent, neighbouring, beside")?;
        let steps = |it: &Comparison<'_>| {
            matches!(it.of.kind, ExprKind::Space { op: SpaceOp::Steps, .. })
                && it.side() == Some(Side::Down)
        };
        let wide = reached.iter().filter_map(|it| Comparison::of(it)).find(steps)?;
        let said_so = |(word, _): &(String, Span)| number_named(word).is_some_and(|it| it > 1);
        (wide.meant() > 1 && !self.text.iter().any(said_so)).then(|| {
            let message =
                format!("the text says next to it, and the rule goes as far as {}", wide.meant());
            differs(message, said.span(), wide.span, "asked here")
        })
    }

    /// `in the sixth round or later`, and the rule asks for the rounds up to the sixth.
    pub(super) fn so_late(&self) -> Option<Diagnostic> {
        let asked = self.of_rounds();
        // `not before the sixth does it strike once more`, and `< 6` gives that before: what is refused or taken then is another thing.
        let adds = |clause: &ClauseDef| match &clause.does {
            ClauseVerb::Modify { verb: Verb::By, amount, .. } => {
                self.typed.range(amount).least >= Some(0)
            }
            _ => false,
        };
        let plainly = !self.acts()
            && self.clauses().all(adds)
            && !self.says("less|fewer|lower|worse|NO !before");
        self.phrases("(first) #|#th (ROUND), #|#th (ROUND), (ROUND) #|#th").find_map(|said| {
            let (figure, side) = (said.number()?, goes_on(&said)?);
            // `< 6` ends with the fifth, `> 6` begins with the seventh: what is left of the other side of the same figure.
            let Some(wrong) = asked.iter().find(|it| {
                let exact = matches!(it.how, Compare::Ge | Compare::Le | Compare::Eq);
                it.figure == figure && (exact || plainly) && it.side() != Some(side)
            }) else {
                // `until the fourth is over`, and `< 4` ends with the third.
                let over =
                    said.behind().iter().take(2).any(|(word, _)| fits("over|end|ends", word));
                let earlier = asked.iter().find(|it| it.figure == figure && it.how == Compare::Lt);
                if let Some(earlier) = earlier.filter(|_| side == Side::Down && over) {
                    let message =
                        "the text says until this round is over, and the rule ends before it";
                    let found = drifted(message, said.span()).also(earlier.span, "asked here");
                    return Some(found.help(format!("did you mean `<= {figure}`?")));
                }
                // `from the fifth on`, and `> 5` begins with the sixth.
                let later = |it: &&Comparison<'_>| it.figure == figure && it.how == Compare::Gt;
                let later = asked.iter().find(later).filter(|_| side == Side::Up)?;
                let message = "the text says from this round on, and the rule begins after it";
                let found = drifted(message, said.span()).also(later.span, "asked here");
                return Some(found.help(format!("did you mean `>= {figure}`?")));
            };
            let says = match side {
                Side::Up => "from this round on",
                Side::Down => "up to this round",
            };
            let message = format!("the text says {says}, and the rule asks for the others");
            Some(drifted(message, said.span()).also(wrong.span, "asked here").help(TURN_ROUND))
        })
    }

    /// `friends next to it`, `within 6"`, and nothing asks where they stand.
    pub(super) fn where_they_stand(&self) -> Option<Diagnostic> {
        let near = || {
            self.phrase(
                "next to it|him|her|them, beside it|him|her|them, adjacent to it|him|her|them",
            )
        };
        let mut within = self.phrases("within #").filter(|said| self.is_length(said));
        let said = within.next().or_else(near)?;
        let calls = |kind: &StmtKind| {
            matches!(
                kind,
                StmtKind::Call { .. } | StmtKind::CallStep { .. } | StmtKind::Follow { .. }
            )
        };
        // Of two that something is asked of the text may say how near one is to the other.
        let of_others = |side: &fights::Side<'_>| {
            let roles = side.locals.first(side.params).iter();
            let pieces = roles.filter(|it| matches!(it.ty, Type::Entity(_))).count();
            !matches!(side.reach, ReachDef::Role(_)) || pieces > 1 && side.when.is_some()
        };
        let side = self.sides().find(of_others)?;
        // A state may say who stands beside whom.
        let asks = self.near().iter().any(|expr| match expr.kind {
            ExprKind::Field { .. } => {
                matches!(
                    bare(&expr.ty),
                    Type::Bool | Type::Entity(_) | Type::Set(_) | Type::List(_)
                )
            }
            ExprKind::Space { .. }
            | ExprKind::Has { .. }
            | ExprKind::AreTied { .. }
            | ExprKind::May { .. } => true,
            _ => expr.ty == Type::Length,
        });
        (!asks && !self.any_stmt(calls) && self.actions().next().is_none()).then(|| {
            drifted("the text says where they stand, and the rule does not ask", said.span())
                .also(side.span, "wherever they are")
                .help("ask it: a relation that says how near, or `when` they are")
        })
    }

    /// `after the fifth round`, and the rule begins with it.
    pub(super) fn after_round(&self) -> Option<Diagnostic> {
        let counter = self.rules.counter?;
        let said = self.phrase("after the.. #th ROUND, after round|turn #")?;
        let figure = said.number()?;
        let asked = self.clauses().filter_map(|clause| clause.when.as_ref());
        let asked = parts(asked).into_iter().filter_map(Comparison::of);
        let wrong = the_one(asked.filter(|it| it.is_of(counter)))?;
        ((wrong.how, wrong.figure) == (Compare::Ge, figure)).then(|| {
            let message = "the text says after this round, and the rule begins with it";
            let found = drifted(message, said.span()).also(wrong.span, "asked here");
            found.help(format!("did you mean `> {figure}`? else correct the text"))
        })
    }
}

/// Whether what is said of a round goes on from it or ends with it.
fn goes_on(said: &Phrase<'_>) -> Option<Side> {
    let mut before = said.before().iter().rev().map(|(word, _)| word.as_str());
    let mut behind = said.behind().iter().map(|(word, _)| word.as_str());
    let first = behind.clone().next().is_some_and(|word| fits("ROUND", word));
    if first && before.clone().next() == Some("first") {
        return Some(Side::Down);
    }
    let later = behind.by_ref().take(4).any(|word| fits("later|on|onward|onwards", word));
    let words: SmallVec<[&str; 4]> = before.by_ref().take(4).collect();
    // `not before the fourth`
    let not_before = words.windows(2).any(|it| it == ["before", "not"]);
    let until = words.iter().take(3).any(|word| fits("until|by", word));
    match (later || not_before, until) {
        (true, false) => Some(Side::Up),
        (false, true) => Some(Side::Down),
        _ => None,
    }
}
