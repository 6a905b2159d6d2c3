//! Says beside the output how far long work has come: on a terminal in one line that changes, else in a line now and then.

use crate::clock::Clock;
use crate::output::Output;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// Where nobody sees a line change, one is written so often.
const SELDOM: Duration = Duration::from_secs(5);
const OFTEN: Duration = Duration::from_secs(1);

/// How far something has come.
#[derive(Debug)]
pub struct Progress<'o> {
    out: &'o mut Output,
    /// The line, where there is a terminal.
    line: Option<ProgressBar>,
    every: Duration,
    told: Clock,
}

impl<'o> Progress<'o> {
    /// Nothing is told before some time has passed.
    pub fn new(out: &'o mut Output) -> Self {
        let line = (out.is_process() && std::io::stderr().is_terminal()).then(|| {
            let line = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                line.set_style(style);
            }
            line
        });
        let every = if line.is_some() { OFTEN } else { SELDOM };
        Self { out, line, every, told: Clock::of(every) }
    }

    /// Tells it, if it is time.
    pub fn tell(&mut self, words: impl FnOnce() -> String) {
        if !self.told.is_over() {
            return;
        }
        match &self.line {
            Some(line) => {
                line.set_message(words());
                line.tick();
            }
            None if self.out.is_process() => self.out.note(&format!("{}\n", words())),
            None => {}
        }
        self.told = Clock::of(self.every);
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}
