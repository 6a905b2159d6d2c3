//! The story as it goes on: of what happens, what those who sit at the terminal may hear is kept for headings and told.

use super::Table;
use crate::output::Output;
use crate::story::Telling;
use crate::story::begins;
use warwright_runtime::{Request, Tell};

impl Table {
    pub(super) fn tell(&mut self, tells: &[Tell], out: &mut Output) {
        self.board_due |= tells.iter().any(begins);
        let persons: Vec<i64> = self.persons().collect();
        // Where nobody sits at the terminal, who asks is told all; who only rolls there hears what all may hear.
        let is_open = |tell: &Tell| match (persons.as_slice(), self.has_persons()) {
            ([], true) => tell.hidden_from.is_empty(),
            (persons, _) => persons.iter().all(|person| tell.is_open_to(*person)),
        };
        let open: Vec<&Tell> = tells.iter().filter(|tell| is_open(tell)).collect();
        let answered = self.stored.record.answers.len();
        for tell in open {
            self.headings.hear(tell);
            self.recent.hear(std::slice::from_ref(tell), answered);
            let (Telling::Words, true) = (self.telling, self.has_persons()) else {
                self.story.tell(std::slice::from_ref(tell), self.machine.program(), out);
                continue;
            };
            let lines = self.story.lines(tell, out.columns());
            self.show_lines(&lines, out);
        }
    }

    /// Tells the line that waits for others that say the same.
    pub(super) fn tell_rest(&mut self, out: &mut Output) {
        let lines = self.story.rest();
        self.show_lines(&lines, out);
    }

    fn show_lines(&mut self, lines: &[String], out: &mut Output) {
        for line in lines {
            if self.has_persons() && out.columns().is_some() {
                self.terminal.make_room(1);
            }
            out.line(line);
        }
    }

    /// Whether whoever sits at the terminal is asked now, or rolls.
    pub(super) fn is_put_to_a_person(&self, request: &Request) -> bool {
        match request {
            Request::Choose(request) => self.persons().any(|player| player == request.player),
            Request::Roll(_) => self.stored.typed_dice,
            Request::Over(_) => true,
        }
    }
}
