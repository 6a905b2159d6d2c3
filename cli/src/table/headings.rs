//! Where a battle is: takes what is told, gives the headings under which a question is asked; goes back with the battle.

use std::collections::BTreeMap;
use warwright_runtime::{Tell, TellKind};

/// Headings with how deep they stand, the outermost first.
type Open = Vec<(u16, String)>;

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
        // Under the outermost stands all that comes before the next of its kind.
        let stays =
            |depth: u16| depth < tell.depth || (!begins && (depth == tell.depth || depth <= 1));
        self.open.retain(|(depth, _)| stays(*depth));
        if begins {
            self.open.push((tell.depth, tell.text.clone()));
        }
    }

    /// Keeps where a question is asked after so many others.
    pub(super) fn keep(&mut self, answered: usize) {
        self.earlier.insert(answered, self.open.clone());
    }

    /// Goes back to a question; where it was asked in another sitting, nobody knows under which headings.
    pub(super) fn back(&mut self, answered: usize) {
        self.open = self.earlier.get(&answered).cloned().unwrap_or_default();
        self.earlier.retain(|at, _| *at < answered);
    }

    /// Who is asked and where: the player, behind whom the headings stand, which may begin with that player themselves.
    pub(super) fn words(&self, who: &str) -> String {
        let all: Vec<&str> = self.open.iter().map(|(_, text)| text.as_str()).collect();
        let all = all.join(", ");
        let is_end = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        let own = all.strip_prefix(who).is_some_and(is_end);
        match (all.is_empty(), own) {
            (true, _) => who.to_owned(),
            (false, true) => all,
            (false, false) => format!("{who} ({all})"),
        }
    }
}
