//! Which number: takes texts that call a state or a figure by its name, finds rules beside them that bend, count or write another one.

use super::beside::{Said, the_one};
use super::patterns::fits;
use super::phrases::{Phrase, Word};
use super::prices::is_name;
use super::{differs, drifted};
use crate::checks::logic::compared::Comparison;
use crate::checks::words::texts::number_named;
use crate::typed::{
    Arithmetic, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, StmtKind, Type, parts,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;
use warwright_ir::Verb;

/// Verbs that say that a number changes, and are no names of one.
const BENDS: &str = "rises|drops|falls|sinks|gains|gain|loses|lose|adds|add|goes|go";

impl Said<'_> {
    /// `it rerolls each 6`, and the rule rerolls the ones.
    pub(super) fn of_another_face(&self) -> Option<Diagnostic> {
        let again = "reroll*, again, re rolls|rolled|roll";
        let of_face = self.stmts().into_iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Reroll { when: Some(when), .. } => Comparison::of(when),
            _ => None,
        });
        let asked = the_one(of_face).filter(|it| it.how == Compare::Eq && self.says(again))?;
        let said = self.phrases("each|every|a|any|all|showed|shows|show|of #, dice of #");
        let said: Vec<_> = said.filter_map(|it| Some((it.number()?, it.span()))).collect();
        let all = self.text.iter().filter_map(|(word, _)| number_named(word));
        let (figure, span) = *said.first()?;
        (!all.into_iter().any(|it| it == asked.figure)).then(|| {
            let message = format!("the text says {figure}, and the rule rerolls {}", asked.figure);
            differs(message, span, asked.span, "these")
        })
    }

    /// `one skill less`, `+1 skill`, `its skill goes down by one`, and what is bent is another number.
    pub(super) fn of_another_number(&self) -> Option<Diagnostic> {
        let said: Vec<Phrase<'_>> = self.changes_said().collect();
        if said.is_empty() {
            return None;
        }
        let mut bent = Vec::new();
        for clause in self.clauses() {
            let ClauseOwner::Quantity(id) = clause.owner else { return None };
            // What shields somebody bends a number of the others.
            if !self.is_own(clause) {
                return None;
            }
            bent.push((self.typed.quantities.get(id)?, clause.span));
        }
        let (_, at) = *bent.first().filter(|_| !self.acts())?;
        let asked = parts(self.roots());
        let is_read = |exprs: &[&Expr], name: &str| {
            exprs.iter().any(|it| self.figure(it).is_some_and(|it| it.1 == name))
        };
        // What is worked out from it may be called so as well.
        let is_bent = |name: &str| {
            bent.iter().any(|(def, _)| {
                def.name.split('_').any(|part| part == name)
                    || def.name == name
                    || is_read(&parts([&def.base]), name)
            })
        };
        let quantities = self.typed.quantities.values().map(|it| it.name.as_str());
        let names: Vec<&str> = self
            .typed
            .profiles
            .values()
            .map(|it| it.name.as_str())
            .chain(quantities)
            .filter(|name| !is_bent(name) && !is_read(&asked, name))
            .collect();
        let (name, said) = said.into_iter().find_map(|said| {
            Some((*names.iter().find(|name| said.has(name) && !fits(BENDS, name))?, said))
        })?;
        // Where all that is bent is said as well, this one is left out.
        let unsaid = bent.iter().find(|(def, _)| {
            !self.text.iter().any(|(word, _)| def.name.split('_').any(|part| part == word))
        });
        Some(match unsaid {
            Some((def, at)) => {
                let message = format!("the text says {name}, and the rule changes `{}`", def.name);
                differs(message, said.span(), *at, "changed here")
            }
            None => {
                drifted(format!("the text says {name}, and no rule here changes it"), said.span())
                    .also(at, "changes another number")
                    .help(format!("`modify {name} as ..` beside it, or correct the text"))
            }
        })
    }

    /// Where a text says that something changes by a number: `one skill less`, `+1 skill`, `loses 1 skill`, `its skill goes down by 1`.
    fn changes_said(&self) -> impl Iterator<Item = Phrase<'_>> {
        let is_signed = |said: &Phrase<'_>| {
            let from = said.span().start();
            let before = self.map.slice(Span::new(from.saturating_sub(1), from));
            said.len() != 2 || before == "+" || before == "-"
        };
        self.phrases(
            "# _ more|less|fewer|higher|lower, # more|less|fewer|higher|lower _, # _, \
             gains|gain|loses|lose|adds|add # _, _ rises|drops|falls|sinks by.. #, _ goes|go|is|are up|down by.. #",
        )
        .filter(is_signed)
    }

    /// `5 cm less`, and the rule adds them.
    pub(super) fn farther_or_less(&self) -> Option<Diagnostic> {
        let said = the_one(self.phrases(
            "# cm|inch|inches|centimetres.. more|less|farther|further|shorter|slower|fewer",
        ))?;
        let clause = self.clause().filter(|it| self.is_own(it) && !self.acts())?;
        let ClauseVerb::Modify { verb: Verb::By, amount, .. } = &clause.does else { return None };
        let (of, adds) = match &amount.kind {
            ExprKind::Negate(of) => (&**of, false),
            _ => (amount, true),
        };
        let ExprKind::Cell(length) = of.kind else { return None };
        let adds = adds == (length > 0);
        let more = said.has("more|farther|further");
        let (says, does) = if more { ("more", "takes it away") } else { ("less", "adds it") };
        let message = format!("the text says so much {says}, and the rule {does}");
        let is_length =
            said.has("cm|inch|inches|centimetres") || self.map.slice(said.span()).contains('"');
        (of.ty == Type::Length && is_length && adds != more)
            .then(|| differs(message, said.span(), amount.span, "done here"))
    }

    /// `half as many`, and nothing is divided.
    pub(super) fn halved(&self) -> Option<Diagnostic> {
        let said = self.phrase("half as many|much, half its|his|her|the|their")?;
        let divides = |it: &&Expr| match it.kind {
            ExprKind::Arithmetic { how, .. } => how == Arithmetic::Div,
            ExprKind::Fraction(..) => true,
            _ => false,
        };
        if self.is_of_battle() || self.near().iter().chain(&self.done()).any(divides) {
            return None;
        }
        let at = self.rules.spans(self.one.bearer).next()?;
        let found = drifted("the text says half, and nothing here is halved", said.span());
        Some(
            found
                .also(at, "of this it is said")
                .help("divide it: `X / 2 round up`, or correct the text"),
        )
    }

    /// `twice as many`, and the rule multiplies by three.
    pub(super) fn of_another_factor(&self) -> Option<Diagnostic> {
        let said = self.phrase("twice|double*|thrice|triple*")?;
        let (factor, other) = match said.has("twice|double*") {
            true => (2, "thrice|triple*"),
            false => (3, "twice|double*"),
        };
        let often = said.behind().first().is_some_and(|(word, _)| fits("EACH", word));
        let times = self.clauses().filter_map(|clause| match &clause.does {
            ClauseVerb::Modify { verb: Verb::Times, amount, .. } => match amount.kind {
                ExprKind::Cell(times) | ExprKind::Fraction(times, 1) => Some((times, amount.span)),
                _ => None,
            },
            _ => None,
        });
        let (times, at) = the_one(times)?;
        let meant = |it: &Word| number_named(&it.0) == Some(times);
        let message = format!("the text says {}, and the rule multiplies by {times}", said.first());
        (!often
            && times != factor
            && times > 1
            && !self.says(other)
            && !self.text.iter().any(meant))
        .then(|| differs(message, said.span(), at, "this is the factor"))
    }

    /// `one less per keg`, and the rule counts bruises.
    pub(super) fn of_another_amount(&self) -> Option<Diagnostic> {
        let amounts = self.clauses().filter_map(|clause| match &clause.does {
            ClauseVerb::Modify { amount, .. } => Some(amount),
            _ => None,
        });
        let counted = parts(amounts).into_iter().filter_map(|expr| match expr.kind {
            ExprKind::Field { field, .. } => Some((field, expr.span)),
            _ => None,
        });
        let (field, place) = the_one(counted)?;
        let def = self.typed.fields.get(field)?;
        let says = |word: &str, name: &str| {
            is_name(word, name) || self.typed.words_for(name).iter().any(|it| is_name(word, it))
        };
        if self.text.iter().any(|(word, _)| says(word, &def.name)) {
            return None;
        }
        let others = self.typed.fields.iter().filter(|(id, other)| {
            *id != field && other.kind == def.kind && matches!(other.ty, Type::Int(_))
        });
        let others: Vec<&str> = others.map(|(_, other)| other.name.as_str()).collect();
        let said = self
            .phrases("per|each|every _")
            .find(|said| others.iter().any(|name| says(said.last(), name)))?;
        let message = format!("the text says {}, and the rule counts `{}`", said.last(), def.name);
        Some(differs(message, said.span(), place, "counted here"))
    }

    /// `2 coins`, and the rule gives points.
    pub(super) fn of_another_state(&self) -> Option<Diagnostic> {
        let calls =
            |kind: &StmtKind| matches!(kind, StmtKind::Call { .. } | StmtKind::CallStep { .. });
        let (field, _, stmt) = the_one(self.writes())?;
        let def = self.typed.fields.get(field)?;
        let names =
            |word: &str, name: &str| word.trim_end_matches('s') == name.trim_end_matches('s');
        if !matches!(def.ty, Type::Int(_))
            || self.any_stmt(calls)
            || self.text.iter().any(|(word, _)| names(word, &def.name))
        {
            return None;
        }
        let read = parts(self.roots()).into_iter().filter_map(|expr| match expr.kind {
            ExprKind::Field { field, .. } => Some(field),
            _ => None,
        });
        let touched: FxHashSet<ir::FieldId> = read.chain([field]).collect();
        let others = self.typed.fields.iter().filter(|(id, other)| {
            other.kind == def.kind && matches!(other.ty, Type::Int(_)) && !touched.contains(id)
        });
        let others: Vec<&str> = others.map(|(_, other)| other.name.as_str()).collect();
        let named = |word: &str| others.iter().any(|name| names(word, name));
        let at = self.text.iter().position(|(word, _)| named(word))?;
        // `loses no coins`: what does not happen.
        let (word, span) = self.text.get(at).filter(|_| !self.is_denied(at))?;
        let message = format!("the text says {word}, and the rule changes `{}`", def.name);
        Some(differs(message, *span, stmt.span, "changed here"))
    }
}
