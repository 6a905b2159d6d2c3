//! What happened lately: of all that is told of a battle keeps the last chapter and the one before, to be told again.

use super::Table;
use crate::story::Story;
use crate::story::begins;
use warwright_runtime::Tell;

/// The last two chapters that were told.
#[derive(Debug, Default)]
pub(super) struct Recent {
    /// Each with how many requests were answered before.
    told: Vec<(usize, Tell)>,
    /// Where the last of the two begins.
    last: usize,
}

impl Recent {
    /// Hears what happens next, after so many answers.
    pub(super) fn hear(&mut self, tells: &[Tell], answered: usize) {
        for tell in tells {
            if begins(tell) {
                self.told.drain(..self.last);
                self.last = self.told.len();
            }
            self.told.push((answered, tell.clone()));
        }
    }

    /// What was told.
    pub(super) fn told(&self) -> Vec<Tell> {
        self.told.iter().map(|(_, tell)| tell.clone()).collect()
    }

    /// Forgets what was told since so many requests were answered.
    pub(super) fn back(&mut self, answered: usize) {
        self.told.retain(|(after, _)| *after <= answered);
        self.last = self.told.iter().rposition(|(_, tell)| begins(tell)).unwrap_or(0);
    }
}

impl Table {
    /// Tells once more what whoever sits at the terminal was told lately.
    pub(super) fn tell_again(&mut self) {
        let mut story = Story::new(self.telling);
        story.at_once = true;
        let columns = crate::output::columns(&std::io::stderr());
        let told = self.recent.told();
        let mut lines: Vec<String> = told.iter().flat_map(|it| story.lines(it, columns)).collect();
        lines.extend(story.rest());
        match lines.as_slice() {
            [] => self.terminal.say("nothing has happened yet"),
            lines if self.colour => self.terminal.say(&lines.join("\n")),
            lines => {
                let bare = anstream::adapter::strip_str(&lines.join("\n")).to_string();
                self.terminal.say(&bare);
            }
        }
    }
}
