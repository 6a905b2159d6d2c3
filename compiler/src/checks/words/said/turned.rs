//! What is said the other way round: takes texts, says where the clauses beside them let what the words refuse, or hold a figure
//! from the other side.

use super::beside::{Said, the_one};
use super::patterns::fits;
use super::phrases::Phrase;
use super::{TURN_ROUND, drifted};
use crate::checks::logic::compared::Comparison;
use crate::checks::words::texts::number_named;
use crate::typed::{
    Arithmetic, ClauseDef, ClauseVerb, Compare, Expr, ExprKind, PermissionClauseDef, Question,
    StmtKind, Type, parts,
};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir::Verb;

/// So far back a word is looked for that denies a bound.
const FAR: usize = 12;

impl Said<'_> {
    /// `never yields`, and all that stands beside it allows.
    pub(super) fn refused(&self) -> Option<Diagnostic> {
        // `marsh never bars its way`: what is refused is that something stops it.
        let bars = "bar*|hinder*|stop*|slow*|block*|hold*|keep*|obstacle|hindrance|trouble";
        let said = self.phrase("NO|immune").filter(|_| !self.says(bars))?;
        let allows = |clause: &ClauseDef| {
            matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Allow))
                && clause.over.is_empty()
        };
        let first = self.clauses().next()?;
        (self.clauses().all(allows) && !self.acts()).then(|| {
            drifted("the text refuses something, and all that stands here allows", said.span())
                .also(first.span, "allows")
                .help("did you mean `forbid`? what is to be let through all the same says which reason it goes over: `allow P over \"reason\"`")
        })
    }

    /// `it may cross water`, and all that stands beside it forbids.
    pub(super) fn allowed(&self) -> Option<Diagnostic> {
        let said = self.phrase("may|can !not|only|be|neither|no|t")?;
        let turned =
            "NO|EXCEPT|only|alone|without|than|unable|before|if|when|while|where|instead|otherwise";
        let first = self.clauses().next().filter(|_| !self.says(turned))?;
        self.rules.forbids_alone(self.one.bearer).then(|| {
            drifted("the text allows something, and all that stands here forbids", said.span())
                .also(first.span, "forbids")
                .help("did you mean `allow`? what is to be let through all the same says which reason it goes over: `allow P over \"reason\"`")
        })
    }

    /// `at least 3`, and the rule says `at most 3`.
    pub(super) fn held(&self) -> Option<Diagnostic> {
        if let Some(found) = self.held_at_a_level() {
            return Some(found);
        }
        let Bound { span: said, verb: how, figure, .. } =
            self.bounds().find(|it| it.figure == it.last)?;
        let held = self.clauses().filter_map(|clause| match &clause.does {
            ClauseVerb::Modify { verb: verb @ (Verb::AtMost | Verb::AtLeast), amount, .. } => {
                match (&amount.kind, &amount.ty) {
                    (ExprKind::Cell(figure), Type::Int(_)) => Some((*verb, *figure, clause.span)),
                    _ => None,
                }
            }
            _ => None,
        });
        let (verb, bound, at) = the_one(held)?;
        // `hits on 4 or more`, `needs 16 or less`: what dice have to show is held from the other side.
        let of_dice = self.says("on #, on a #, need|needs|requires # or");
        if verb != how && (of_dice || self.clauses().any(|clause| !self.is_own(clause))) {
            return None;
        }
        // `at least 3`, and the rule says 4: where that is the only number.
        let asked: Vec<Comparison<'_>> = self.comparisons().collect();
        let is_asked =
            |figure: i64| asked.iter().any(|it| [it.figure, it.meant()].contains(&figure));
        let numbers = self.text.iter().filter_map(|(word, _)| number_named(word));
        let numbers = numbers.filter(|it| *it == figure || !is_asked(*it)).count();
        // `at least three friends` is what a condition asks.
        let of_condition =
            |it: &Comparison<'_>| it.is_whole() && it.meant() == figure && it.side().is_some();
        if verb != how && asked.iter().any(of_condition) {
            return None;
        }
        if (verb == how) == (bound == figure) || (verb == how && numbers > 1) {
            return None;
        }
        let word = |verb: Verb| if verb == Verb::AtMost { "at most" } else { "at least" };
        let message =
            format!("the text says {} {figure}, and the rule {} {bound}", word(how), word(verb));
        let found = drifted(message, said).also(at, "held here");
        Some(found.help(format!("did you mean `{} {figure}`? else correct the text", word(how))))
    }

    /// `as in the open at least`, and the rule says `at most`: the figure has a name.
    fn held_at_a_level(&self) -> Option<Diagnostic> {
        let said = the_one(self.phrases("at least|most !#"))?;
        let clause = self.clause().filter(|it| it.when.is_none() && !self.acts())?;
        let ClauseVerb::Modify { verb, .. } = &clause.does else { return None };
        let (says, does, other) = match (said.has("least"), verb) {
            (true, Verb::AtMost) => ("at least", "at most", "at least"),
            (false, Verb::AtLeast) => ("at most", "at least", "at most"),
            _ => return None,
        };
        let message = format!("the text says {says}, and the rule {does}");
        let found = drifted(message, said.span()).also(clause.span, "held here");
        Some(found.help(format!("did you mean `{other}`? else correct the text")))
    }

    /// `at least 3`, and the rule asks for more than that.
    pub(super) fn bounded(&self) -> Option<Diagnostic> {
        // `on a 4 or more` is what a die has to reach.
        let of_dice = self.says("under|below #");
        let is_die = |it: &Comparison<'_>| matches!(it.of.kind, ExprKind::FaceValue(_));
        let asked: Vec<Comparison<'_>> = parts(self.roots())
            .into_iter()
            .filter_map(Comparison::of)
            .filter(|it| it.is_whole() && (of_dice || !is_die(it)))
            .collect();
        let calls =
            || self.any_stmt(|it| matches!(it, StmtKind::Call { .. } | StmtKind::CallStep { .. }));
        // `no more than two orders`: who has had two gets no third.
        let forbidden = self.rules.forbids_alone(self.one.bearer);
        self.bounds().find_map(|Bound { span: said, verb, figure, last, is_length }| {
            // What is never less is held at that, and changed where it is more.
            let held = self.text.iter().any(|(word, at)| word == "never" && at.end() <= said.end());
            if held || is_length || self.is_held(verb, last) {
                return None;
            }
            let line = last.checked_mul(2)?;
            let line = line.checked_add(if verb == Verb::AtLeast { -1 } else { 1 })?;
            if asked.iter().any(|it| line_of(it) == Some(line)) {
                return None;
            }
            let of_it = |it: &&Comparison<'_>| it.figure == figure && line_of(it).is_some();
            let wrong = asked.iter().find(of_it).or_else(|| self.of_another_bound(&asked))?;
            // One less than there may be at most is asked for before one is added.
            let adds = match wrong.of.kind {
                ExprKind::Field { field, .. } => calls() || self.writes().any(|it| it.0 == field),
                // How many there are, or a variable, to which something may be added.
                ExprKind::Local(_)
                | ExprKind::Size(_)
                | ExprKind::Quantified { how: Question::Count, .. } => true,
                _ => calls(),
            };
            let counted = matches!(wrong.of.kind, ExprKind::Field { .. });
            if verb == Verb::AtMost && (adds && self.acts() || counted && forbidden) {
                return None;
            }
            let (word, sign) = match (verb == Verb::AtLeast, figure == last) {
                (true, true) => ("at least", ">="),
                (true, false) => ("more than", ">"),
                (false, true) => ("at most", "<="),
                (false, false) => ("less than", "<"),
            };
            let asks = match wrong.how {
                Compare::Ge => "at least",
                Compare::Gt => "more than",
                Compare::Le => "at most",
                _ => "less than",
            };
            let message = format!(
                "the text says {word} {figure}, and the rule asks for {asks} {}",
                wrong.figure
            );
            let found = drifted(message, said).also(wrong.span, "asked here");
            let help = format!("`{sign} {figure}` is {word} {figure}; or correct the text");
            Some(found.help(help))
        })
    }

    /// `a single figure left`, and the rule asks for more than one.
    pub(super) fn one_left(&self) -> Option<Diagnostic> {
        let said = self.phrase("single _ left, one _ left, last _ left")?;
        let asked: Vec<Comparison<'_>> = self.comparisons().filter(Comparison::is_whole).collect();
        let wrong = asked.iter().find(|it| matches!(it.figure, 1 | 2) && it.side().is_some())?;
        let lets = asked.iter().any(|it| it.how.holds(1, it.figure));
        (!lets && !self.says("NO|EXCEPT|than, or more|fewer")).then(|| {
            let message = "the text says that one is left, and the rule asks for more";
            drifted(message, said.span()).also(wrong.span, "asked here").help(TURN_ROUND)
        })
    }

    /// `never more than three`, and the rule takes the greater of three and something.
    pub(super) fn of_the_other_bound(&self) -> Option<Diagnostic> {
        let taken = |verb: Verb, figure: i64| {
            self.near().iter().find(|expr| match &expr.kind {
                ExprKind::Arithmetic { how, left, right } => {
                    let of_side = matches!(
                        (how, verb),
                        (Arithmetic::Min, Verb::AtMost) | (Arithmetic::Max, Verb::AtLeast)
                    );
                    let is_it = |it: &Expr| matches!(it.kind, ExprKind::Cell(it) if it == figure);
                    of_side && (is_it(left) || is_it(right))
                }
                _ => false,
            })
        };
        self.bounds().find_map(|bound| {
            let (verb, other, word, sign) = match bound.verb {
                Verb::AtLeast => (Verb::AtLeast, Verb::AtMost, "at least", "max"),
                _ => (Verb::AtMost, Verb::AtLeast, "at most", "min"),
            };
            let at = taken(other, bound.last).filter(|_| taken(verb, bound.last).is_none())?;
            if self.is_held(verb, bound.last) || bound.last < 1 {
                return None;
            }
            let message = format!(
                "the text says {word} {}, and the rule bounds it from the other side",
                bound.last
            );
            let found = drifted(message, bound.span).also(at.span, "bounded here");
            Some(found.help(format!("did you mean `{sign}`? else correct the text")))
        })
    }

    /// Whether a clause holds its number at a figure from that side.
    fn is_held(&self, side: Verb, at: i64) -> bool {
        self.clauses().any(|clause| match &clause.does {
            ClauseVerb::Modify { verb, amount, .. } => {
                *verb == side && matches!(amount.kind, ExprKind::Cell(figure) if figure == at)
            }
            _ => false,
        })
    }

    /// What the one bound that is said can only be of, since there is one comparison with another figure alone.
    fn of_another_bound<'c>(&self, asked: &'c [Comparison<'_>]) -> Option<&'c Comparison<'c>> {
        let numbers =
            self.text.iter().filter(|(word, _)| number_named(word).is_some_and(|it| it > 1));
        let bounds = asked.iter().filter(|it| line_of(it).is_some() && it.figure > 0);
        the_one(bounds).filter(|_| numbers.count() == 1)
    }

    /// The figures that a text holds from one side.
    fn bounds(&self) -> impl Iterator<Item = Bound> {
        const BOUNDS: &str = "at least|most #, up to #, NO more|less|fewer than #, \
            !NO more|less|fewer than #, under|below #, # or more|less|fewer, # _ or more|less|fewer, # _ left or more|less|fewer, # or #";
        self.phrases(BOUNDS).filter_map(|said| {
            let figure = said.number()?;
            // `a 5 or 6`, of a die.
            let high = number_named(said.last()).filter(|_| said.has("or"));
            if high.is_some_and(|high| figure < 2 || high != figure + 1) {
                return None;
            }
            // `nobody may roll more than three`.
            let refuses = || said.has("more|less|fewer") && said.has("than") && denies(&said);
            let down = said.has("most|up|less|fewer|under|below");
            // `never below 3`
            if said.has("under|below") && denies(&said) {
                return None;
            }
            let denied = said.has("NO") || refuses();
            let beyond = match (said.has("than|under|below") && !denied, down) {
                (false, _) => 0,
                (true, false) => 1,
                (true, true) => -1,
            };
            let verb = if down == denied { Verb::AtLeast } else { Verb::AtMost };
            let last = figure.checked_add(beyond)?;
            let is_length = self.is_length(&said);
            Some(Bound { span: said.span(), verb, figure, last, is_length })
        })
    }
}

/// Whether what stands before words in their part of a sentence denies them.
fn denies(said: &Phrase<'_>) -> bool {
    let part =
        said.before().iter().rev().map_while(|(word, _)| {
            (!fits("if|when|while|where|as|that|unless", word)).then_some(word)
        });
    part.take(FAR).any(|word| fits("NO", word))
}

/// Twice where a comparison draws the line: between its figure and the one before or behind it.
fn line_of(asked: &Comparison<'_>) -> Option<i64> {
    let side = match asked.how {
        Compare::Ge | Compare::Lt => -1,
        Compare::Gt | Compare::Le => 1,
        Compare::Eq | Compare::Ne => return None,
    };
    asked.figure.checked_mul(2)?.checked_add(side)
}

/// A figure that a text holds from one side.
struct Bound {
    span: Span,
    verb: Verb,
    /// As said.
    figure: i64,
    /// The last one that is let through.
    last: i64,
    is_length: bool,
}
