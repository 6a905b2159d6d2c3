//! The picture of a battle beside the terminal: takes the battle as it goes, keeps an SVG, or a page that shows it, up to date.

use super::Table;
use crate::board::picture;
use crate::faults;
use crate::forms;
use crate::outcome::round;
use crate::output::Failure;
use std::path::{Path, PathBuf};

/// How often a page looks for a new picture, in seconds.
const AGAIN: u32 = 2;
/// The first line of a page, by which it is known to be one.
const MARK: &str = "<!-- a battle of warwright, written anew as it goes -->";

/// What is kept up to date.
#[derive(Debug, Default)]
pub(super) struct Watching {
    file: Option<PathBuf>,
    /// What the file holds.
    drawn: String,
}

impl Table {
    /// Draws the battle there from now on.
    ///
    /// # Errors
    ///
    /// When the name ends in neither `.svg` nor `.html`, the file holds something else, or the battle has no board.
    pub fn will_be_watched(&mut self, file: &Path) -> Result<(), Failure> {
        let shown = file.display();
        let ending = file.extension().and_then(|ending| ending.to_str());
        if !matches!(ending, Some("svg" | "html")) {
            return Err(Failure::usage(format!(
                "`{shown}` is neither a picture (`.svg`) nor a page that shows it (`.html`)"
            )));
        }
        let is_ours = |text: &str| text.starts_with("<svg") || text.starts_with(MARK);
        if std::fs::read_to_string(file).is_ok_and(|text| !is_ours(&text)) {
            return Err(Failure::usage(format!(
                "`{shown}` is there and is no picture of a battle; draw it elsewhere"
            )));
        }
        self.watching.file = Some(file.to_owned());
        self.drawn()
    }

    /// Draws the battle as it stands, if it is watched and looks otherwise than before. Where that fails the battle goes on.
    pub(super) fn draw_as_it_goes(&mut self) {
        if let Err(failure) = self.drawn() {
            self.watching.file = None;
            let why = failure.message().unwrap_or_default();
            self.terminal.say(&format!("no longer drawn: {why}"));
        }
    }

    fn drawn(&mut self) -> Result<(), Failure> {
        let Some(file) = self.watching.file.clone() else { return Ok(()) };
        let when = round(&self.machine, &self.state);
        let when =
            when.map_or_else(|| String::from("before the battle"), |now| format!("in round {now}"));
        let found = picture(&self.machine, &self.state, &when)
            .map_err(|fault| Failure::failed(faults::fault_words(&fault, &self.machine)))?;
        let found = found.ok_or_else(|| Failure::failed("this battle has no board to draw"))?;
        if found == self.watching.drawn {
            return Ok(());
        }
        let is_page = file.extension().is_some_and(|ending| ending == "html");
        forms::store(&file, &if is_page { page(&found) } else { found.clone() })?;
        self.watching.drawn = found;
        Ok(())
    }
}

/// A page that shows a picture, and looks again for a newer one.
fn page(picture: &str) -> String {
    format!(
        "{MARK}\n<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"refresh\" content=\"{AGAIN}\">\n<title>warwright</title>\n\
         <style>body {{ margin: 0; background: #fff }} svg {{ display: block; width: 100vw; height: 100vh }}</style>\n\
         </head>\n<body>\n{picture}\n</body>\n</html>\n"
    )
}
