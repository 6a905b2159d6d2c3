//! Where a battle is: takes what is told, gives the headings under which a question is asked; goes back with the battle.

use std::collections::BTreeMap;
use warwright_runtime::{Tell, TellKind};

/// A heading.
#[derive(Clone, Debug)]
struct Heading {
    /// Under how many it stands, itself among them.
    depth: u16,
    /// In how many runs of procedures, one within the other.
    runs: u16,
    text: String,
}

/// Headings, the outermost first.
type Open = Vec<Heading>;

/// The headings that are open, and those that were open at earlier questions.
#[derive(Debug, Default)]
pub(super) struct Headings {
    open: Open,
    /// By how many requests were answered before.
    earlier: BTreeMap<usize, Open>,
}

impl Headings {
    /// Hears what happens next.
    pub(super) fn hear(&mut self, tell: &Tell) {
        let begins = tell.kind == TellKind::Heading;
        self.open.retain(|heading| {
            // What stands over a procedure ends with it, at the latest with the next over the same one.
            let own = heading.runs < tell.runs || heading.depth < tell.depth;
            // Under the outermost stands all that comes before that.
            let other = heading.depth <= tell.depth.max(1);
            heading.runs <= tell.runs && if begins { own } else { other }
        });
        if begins {
            let Tell { depth, runs, text, .. } = tell;
            self.open.push(Heading { depth: *depth, runs: *runs, text: text.clone() });
        }
    }

    /// Keeps where a question is asked after so many others, while so many procedures run.
    pub(super) fn keep(&mut self, answered: usize, runs: u16) {
        self.open.retain(|heading| heading.runs <= runs);
        self.earlier.insert(answered, self.open.clone());
    }

    /// Goes back to a question; where it was asked in another sitting, nobody knows under which headings.
    pub(super) fn back(&mut self, answered: usize) {
        self.open = self.earlier.get(&answered).cloned().unwrap_or_default();
        self.earlier.retain(|at, _| *at < answered);
    }

    /// Those that are not behind another: what begins beside one stands in its place until it ends.
    fn shown(&self) -> Vec<&str> {
        let mut shown: Vec<&str> = Vec::new();
        let mut inner = u16::MAX;
        for heading in self.open.iter().rev() {
            if heading.depth < inner {
                inner = heading.depth;
                shown.push(&heading.text);
            }
        }
        shown.reverse();
        shown
    }

    /// Who is asked and where: the player, behind whom the headings stand, which may begin with that player themselves.
    pub(super) fn words(&self, who: &str) -> String {
        let all = self.shown().join(", ");
        let is_end = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        let own = all.strip_prefix(who).is_some_and(is_end);
        match (all.is_empty(), own) {
            (true, _) => who.to_owned(),
            (false, true) => all,
            (false, false) => format!("{who} ({all})"),
        }
    }
}
